#!/usr/bin/env python3
"""Studies that are drawn by seed and whose truth is known, through the verbs of the command: whether what is said of them is true.

scan-conclusions.py QUIRE MACHINE.xml [--studies=N] [--seed=N]: prints each false statement and how many there were; 1 if there are any. Runs in the present folder."""
import argparse, json, math, random, re, subprocess, sys


class False_(Exception):
    pass


def say(condition, words):
    if not condition:
        raise False_(words)


def model(formula):
    names = "wxuv"
    return f"""<model version="1" name="made" motion="planar">
  <parameters>{"".join(f'<parameter name="{n}" value="0"/>' for n in names)}</parameters>
  <settings><run end="1 ms" sample="1 ms"/></settings>
  <drive name="d" speed="{{({formula} + 0*w + 0*x + 0*u + 0*v)*1 m/s}}"/>
  <roller name="r" centre="0 mm, 0 mm" radius="0.1 m" surface="rubber" drive="d"/>
</model>
"""


def study(factors, noises, design, response="", draws="independent", of="made.xml", figure="r.speed"):
    noise = "".join(f'<noise parameter="{n}" distribution="normal" mean="0" deviation="1"/>' for n in noises)
    factor = "".join(f'<factor parameter="{n}" levels="{levels}"/>' for n, levels in factors)
    return f"""<study version="1" name="study" model="{of}" seed="{Study.seed}" draws="{draws}">
  {factor}{noise}<design kind="full-factorial" {design}/><response name="y" from="{figure}" better="smaller" {response}/>
</study>
"""


class Study:
    seed = 1

    def __init__(self, quire, text, made=None):
        self.quire = quire
        with open("study.xml", "w") as f:
            f.write(text)
        if made is not None:
            with open("made.xml", "w") as f:
                f.write(made)
        subprocess.run(["rm", "-rf", "study.doe"], check=True)
        self.plan = self.doe("plan", "--no-times")[1]
        say(self.doe("run", "-q", "-j", "2", "--durability=fast")[0] in (0, 1), "the study does not run")

    def doe(self, verb, *more):
        p = subprocess.run([self.quire, "doe", verb, "study.xml", *more], capture_output=True, text=True, timeout=300)
        return p.returncode, p.stdout

    def predict(self, **at):
        code, out = self.doe("predict", "-f", "json", *[f"--set={n}={v}" for n, v in at.items()])
        say(code == 0, "no prediction")
        answer = json.loads(out)
        return answer["responses"][0], answer["warnings"]

    def analysis(self):
        self.doe("report", "-q", "-f", "json", "--force")
        with open("study.doe/analysis.json") as f:
            return json.load(f)


def within(interval, truth):
    """not farther outside than the interval is wide: 95 % intervals may miss, but not by that much"""
    low, high = interval
    return low - (high - low) <= truth <= high + (high - low) or abs(truth - low) < 1e-6


def robust(quire, draw):
    """deviations by noise are those of each setting, or said to be one for all"""
    a, b, c, d = (draw.uniform(-3, 3) for _ in range(4))
    n = draw.randrange(6, 24)
    s = Study(quire, study([("x", "-1, 1"), ("w", "-1, 1")], "uv", f'replicates="{n}"', draws="common"), model(f"10 + {a}*x + {b}*u + {c}*x*u + {d}*v"))
    few = n < 15
    say(("they need 15 common draws" in s.plan) == few, f"the plan of {n} draws: {s.plan[-300:]}")
    for x in (-1, 1):
        p, warnings = s.predict(x=x, w=1)
        say(p["noise_same_at_all_settings"] == few and bool(warnings) == few, f"{n} draws: {warnings}")
        say(few or abs(p["noise"] - math.hypot(b + c * x, d)) < 1e-6, f"deviation {p['noise']} at {x}")
        say(within(p["mean_interval"], 10 + a * x), f"mean {p['mean_interval']}, truth {10 + a * x}")


def misfit(quire, draw):
    """intervals know what the model lacks"""
    kink, at, slope = draw.uniform(2, 8), draw.uniform(-0.6, 0.6), draw.uniform(-2, 2)
    truth = lambda x: 10 + slope * x + max(0, kink * (x - at))
    s = Study(quire, study([("x", "-1, -0.6, -0.2, 0.2, 0.6, 1")], "u", 'replicates="6"', 'terms="x + u"', draw.choice(("common", "independent"))), model(f"10 + {slope}*x + max(0, {kink}*(x - {at})) + 0.1*u"))
    for x in (-1, -0.5, 0, 0.5, 1):
        p, _ = s.predict(x=x)
        say(p["lack_of_fit"], "no lack of fit is said")
        say(within(p["mean_interval"], truth(x)) and p["error"] < 0.2, f"at {x}: {p['mean_interval']}, scatter {p['error']}, truth {truth(x)}")


def fits(quire, draw):
    """what does nothing is not said to act, and what acts is"""
    a, sign = draw.uniform(1, 3), draw.choice((-1, 1))
    s = Study(quire, study([("x", "-1, 1"), ("w", "-1, 1")], "u", 'replicates="12"'), model(f"10 + {sign * a}*x + u"))
    r = s.analysis()["responses"][0]
    columns = {c["name"]: c for c in r["columns"]}
    say(columns["x"]["p"] < 0.01 and abs(columns["x"]["value"] - sign * a) < 1e-6, f"x: {columns['x']}")
    say(abs(columns["w"]["value"]) < 1e-6, f"w: {columns['w']}")
    p, warnings = s.predict(x=1)
    say(not p["lack_of_fit"] and not warnings, f"it fits: {warnings}")


def exact(quire, draw):
    """nothing is drawn: no word of chance, and the verdict is that of the difference"""
    k, q = draw.uniform(-2, 2), draw.uniform(0, 6)
    s = Study(quire, study([("x", "-1, 1"), ("w", "-1, 1")], "", ""), model(f"10 + {k}*x + {q}*x^2"))
    code, out = s.doe("confirm", "--set=x=0", "--set=w=1")
    say(not re.search("chance|scatter|confidence", out) and ", 1 run\n" in out, out)
    span, off = 2 * abs(k), q
    say((code == 0) == (off <= 0.1 * span), f"off by {off} of {span}: {out}")
    say(all(c["p"] is None for c in s.analysis()["responses"][0]["columns"]), "p of what is not drawn")


def unsure(quire, draw):
    """what is far from the prediction is not confirmed"""
    q = draw.uniform(2, 6)
    s = Study(quire, study([("x", "-1, 1")], "u", 'replicates="6"'), model(f"10 + x + {q}*x^2 + {draw.uniform(0.1, 1)}*u"))
    code, out = s.doe("confirm", "--set=x=0", "--runs=6")
    say(code == 1 and "y: confirmed" not in out, f"off by {q}: {out}")


def one_sheet(quire, draw):
    """checks of two sheets leave the verdict to the others"""
    with open(Study.machine) as f:
        text = f.read().replace("</model>", '  <check kind="gap" sensor="s1" smallest="10 mm"/>\n  <check kind="double-feed" sensor="s1"/>\n</model>')
    s = Study(quire, study([("mu", f"{draw.uniform(0.6, 0.8):.3f}, 1")], "", "", figure="s1.lead.time"), text)
    say("not-evaluated" not in s.doe("status")[1], s.doe("status")[1])


KINDS = (robust, misfit, fits, exact, unsure, one_sheet)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("quire")
    p.add_argument("machine")
    p.add_argument("--studies", type=int, default=40)
    p.add_argument("--seed", type=int, default=1)
    a = p.parse_args()
    Study.machine = a.machine
    false = 0
    for i in range(a.studies):
        Study.seed = i + 1
        kind = KINDS[i % len(KINDS)]
        try:
            kind(a.quire, random.Random(1000 * a.seed + i))
        except False_ as e:
            false += 1
            print(f"study {i} ({kind.__name__}: {kind.__doc__}): {e}")
    print(f"{a.studies} studies, {false} with a false statement")
    return false > 0


if __name__ == "__main__":
    sys.exit(main())

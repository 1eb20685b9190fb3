"""Do the tests notice a mistake? mutate.py BUILD SOURCE RESULTS [--edits N] [--seed N] [--again] [--list]

Draws one-line edits of src/ by a seed: another comparison, sign, function or number, a condition
turned round, a statement left out. Each is built in BUILD (a build folder of SOURCE; both are
scratch copies, as `make scan-mutations` makes them) and tested until the first test fails: the unit
tests of its room, all unit tests, then the scripts of SCRIPTS for its room. An edit that does
not compile, or whose objects are the same to the byte, is replaced by the next one drawn.

RESULTS has one JSON object a line and is added to, so that a run can be interrupted and goes on
where it was. --again tests the survivors once more, --list prints them and runs nothing. A survivor
that cannot change what the program does is marked by hand ("result": "equivalent", with "why").
Exit code 1 when fewer than 90 % of the edits are killed."""
import argparse
import glob
import hashlib
import json
import os
import random
import re
import signal
import subprocess
import sys

ASKED = 90  # [%]
JOBS = 2
TEST_TIME = 120    # of one unit test [s]
SCRIPT_TIME = 900  # [s]
HANGS = "hangs"    # in place of an exit status

# scripts of tests/ that are about a room, or about all below a folder of rooms; unit tests come first
READING = ["check-cli.tap", "check-bad-models.tap"]
MECHANICS = ["check-samples.sh", "check-bits.tap", "check-relations.sh", "check-trouble.tap"]
RUNNING = ["check-samples.sh", "check-trouble.tap", "check-cli.tap"]
RECORDS = ["check-report.tap", "check-cli.tap", "check-samples.sh"]
STATISTICS = ["check-doe.tap", "check-doe-report.tap"]
STUDIES = ["check-doe.tap", "check-margin.tap", "check-augment.tap", "check-doe-report.tap", "check-doe-faults.tap"]
SCRIPTS = {
    "text": READING, "base": READING, "formula": READING, "kind": READING, "cad": READING,
    "xml": ["check-bad-models.tap", "check-upgrade.tap", "check-resolved.tap", "check-cli.tap"],
    "model": ["check-generated.sh", "check-bad-models.tap", "check-trouble.tap"],
    "catalog": ["check-generated.sh", "check-cli.tap"],
    "math": ["check-samples.sh"], "geometry": ["check-samples.sh"],
    "probability": STATISTICS, "stat": STATISTICS, "analysis": STATISTICS,
    "shape": ["check-samples.sh", "check-bad-models.tap"],
    "law": ["check-samples.sh", "check-laws.tap"],
    "drive": ["check-samples.sh"], "body": ["check-samples.sh"], "element": ["check-samples.sh"], "sensor": ["check-samples.sh"],
    "rule": ["check-samples.sh", "check-bad-models.tap"],
    "check": ["check-samples.sh", "check-cli.tap"],
    "design": ["check-doe.tap"],
    "strip": ["check-samples.sh"], "motion": ["check-samples.sh"],
    "chain": MECHANICS, "machine": MECHANICS, "state": MECHANICS, "contact": MECHANICS, "force": MECHANICS, "solve": MECHANICS,
    "evaluate": MECHANICS, "step": MECHANICS, "compile": MECHANICS, "observe": MECHANICS,
    "integ": ["check-samples.sh", "check-bits.tap"],
    "result": RECORDS, "trace": RECORDS, "draw": RECORDS, "vtk": RECORDS, "record": RECORDS,
    "report": ["check-report.tap", "check-report-page.tap"],
    "events": RUNNING, "control": RUNNING, "judge": RUNNING, "statics": RUNNING, "lint": RUNNING, "run": RUNNING,
    "review": RUNNING, "lawlab": RUNNING,
    "exchange": ["check-import.tap", "check-cli.tap"],
    "study": ["check-doe.tap", "check-margin.tap", "check-bad-studies.tap"],
    "work": STUDIES, "store": STUDIES, "jobs": STUDIES, "doe": STUDIES,
    "cli": ["check-cli.tap", "check-terminal.tap", "check-report.tap", "check-signals.tap"],
}

SWAPS = [
    (" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" < ", " > "),
    (" == ", " != "), (" != ", " == "), (" && ", " || "), (" || ", " && "),
    (" + ", " - "), (" - ", " + "), (" * ", " / "), (" / ", " * "),
    (" += ", " -= "), (" -= ", " += "), (" *= ", " /= "), ("++", "--"),
    ("true", "false"), ("false", "true"), ("fmin(", "fmax("), ("fmax(", "fmin("),
    ("quire_sin(", "quire_cos("), ("quire_cos(", "quire_sin("), ("fabs(", "("),
]
NUMBER = re.compile(r"(?<![\w.])(\d+\.?\d*(?:[eE][-+]?\d+)?)(?![\w.])")
STATEMENT = re.compile(r"^(\s+)(?:[\w\->.\[\]*+ ]+ [-+*/]?= .*|\w+\(.*\));$")
DECLARATION = re.compile(
    r"^\s+(?:const |static |struct |double |int |bool |size_t |long |char |uint\w+ |enum "
    r"|quire_\w+ \*?\w+ =|\w+ \*\w+ =)")
SUITE = re.compile(r"^(?:Test|ParameterizedTest)\((?:[^,()]*\*[^,()]*, *)?(\w+),", re.M)
NO_CODE = re.compile(r"/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'", re.S)
CONDITION = re.compile(r"^(\s+(?:\} else )?if \()(.*)(\) \{)$")


def code_of(lines):
    """The lines with comments and texts blanked out, of the same length each."""
    def blank(found):
        return re.sub(r"[^\n]", "\0", found.group(0))

    text = NO_CODE.sub(blank, "\n".join(lines))
    return text.split("\n")


def edits_of(line, code):
    """[(what was done, the line after it)]; `code` is the line without comments and texts"""
    found = []
    if not code.strip("\0 {};") or code.lstrip().startswith("#") and not re.match(r"#define \w+ +[\d(-]", code):
        return found
    if re.search(r"\bassert\(|\b_Static_assert\(", code):
        return found
    for old, new in SWAPS:
        at = code.find(old)
        while at >= 0:
            found.append((f"{old.strip()} -> {new.strip()}", line[:at] + new + line[at + len(old):]))
            at = code.find(old, at + 1)
    for m in NUMBER.finditer(code):
        value = float(m.group(1))
        new = ["0", str(int(value) + 1)] if m.group(1).isdigit() else [repr(2 * value), repr(value / 2)]
        for other in ["1"] if value == 0 else new:
            found.append((f"{m.group(1)} -> {other}", line[:m.start()] + other + line[m.end():]))
    for m in re.finditer(r"!(?=[\w(])", code):
        found.append(("! left out", line[:m.start()] + line[m.end():]))
    m = CONDITION.match(code)
    if m:
        a, b = m.start(2), m.end(2)
        found.append(("condition turned round", f"{line[:a]}!({line[a:b]}){line[b:]}"))
    if STATEMENT.match(code) and not DECLARATION.match(code):
        found.append(("statement left out", re.match(r"\s*", line).group(0) + ";"))
    return found


def candidates(source):
    found = []
    for name in sorted(glob.glob("src/**/*.[ch]", root_dir=source, recursive=True)):
        with open(os.path.join(source, name), encoding="utf-8") as f:
            lines = f.read().split("\n")
        for number, (line, code) in enumerate(zip(lines, code_of(lines))):
            edits = edits_of(line, code)
            if edits:
                found.append((name, number, lines.count(line), line, edits))
    return found


def draw(source, seed):
    """All edits in an order of the seed: lines at random, one edit of each."""
    found = candidates(source)
    chance = random.Random(seed)
    chance.shuffle(found)
    for name, number, _, line, edits in found:
        what, after = chance.choice(edits)
        yield {"file": name, "line": number + 1, "what": what, "before": line, "after": after}


class Bench:
    """The scratch copy: builds it, tests it."""

    def __init__(self, build, source):
        self.build, self.source = os.path.abspath(build), os.path.abspath(source)
        self.log = os.path.join(self.build, "mutate.log")

    def call(self, words, timeout, folder=None, variables=None):
        with open(self.log, "wb") as log, \
                subprocess.Popen(words, cwd=folder or self.build, stdin=subprocess.DEVNULL, stdout=log,
                                 stderr=subprocess.STDOUT, env={**os.environ, **(variables or {})},
                                 start_new_session=True) as process:
            try:
                return process.wait(timeout)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return HANGS

    def make(self, *words):
        return self.call(["make", f"-j{JOBS}", "V=0", *words], 1800) == 0

    def compiled(self):
        # one after the other: at once they would write the same objects
        return self.make("all") and self.make("tests/unit_tests")

    def objects(self):
        sha = hashlib.sha256()
        for name in sorted(glob.glob("src/**/*.o", root_dir=self.build, recursive=True)):
            with open(os.path.join(self.build, name), "rb") as f:
                sha.update(name.encode() + hashlib.sha256(f.read()).digest())
        return sha.hexdigest()

    def suites(self, room):
        """Those of the room, or, where it has none, of the nearest folder around it that has any."""
        found = set()
        while room and not found:
            for name in glob.glob(f"tests/unit/{room}/**/*.c", root_dir=self.source, recursive=True):
                with open(os.path.join(self.source, name), encoding="utf-8") as f:
                    found |= set(SUITE.findall(f.read()))
            room = os.path.dirname(room)
        return sorted(found)

    def unit(self, pattern):
        """The first test that fails, or None."""
        work = os.path.join(self.build, "tests", "work", "mutate")
        tap = os.path.join(work, "mutate.tap")
        os.makedirs(work, exist_ok=True)
        if os.path.exists(tap):
            os.remove(tap)
        words = [os.path.join(self.build, "tests/unit_tests"), "--jobs", str(JOBS), "--timeout",
                 str(TEST_TIME), "--fail-fast", "--tap=mutate.tap", "--quiet"]
        words += ["--filter", pattern] if pattern else []
        status = self.call(words, SCRIPT_TIME, work, {
            "QUIRE_SRCDIR": self.source, "QUIRE_BUILDDIR": self.build, "QUIRE_WORK": work,
            "QUIRE": os.path.join(self.build, "quire")})
        if status == 0:
            return None
        if status == HANGS:
            return f"unit tests have no end ({pattern or 'all'})"
        failed = []
        if os.path.exists(tap):
            with open(tap, encoding="utf-8", errors="replace") as f:
                failed = re.findall(r"^not ok - *(\S+)", f.read(), re.M)
        # tests run in processes of their own: if the program itself dies, no test has failed
        return "unit " + failed[0] if failed else None

    def script(self, name):
        status = self.call(["make", "V=0", "check", f"TESTS=tests/{name}"], SCRIPT_TIME)
        return None if status == 0 else name

    def judge(self, room):
        """The test that kills what is built, or None."""
        suites = self.suites(room)
        killer = self.unit("@(" + "|".join(suites) + ")/*") if suites else None
        killer = killer or self.unit(None)
        for name in SCRIPTS.get(room, SCRIPTS.get(room.split("/")[0], [])):
            killer = killer or self.script(name)
        return killer


def try_edit(bench, edit, clean):
    path = os.path.join(bench.source, edit["file"])
    with open(path, encoding="utf-8") as f:
        text = f.read()
    lines = text.split("\n")
    at = edit["line"] - 1
    if at >= len(lines) or lines[at] != edit["before"]:  # the sources have changed since it was drawn
        same = [i for i, line in enumerate(lines) if line == edit["before"]]
        if not same:
            return "gone", None
        at = min(same, key=lambda i: abs(i - edit["line"] + 1))
    lines[at] = edit["after"]
    try:
        with open(path, "w", encoding="utf-8") as f:
            f.write("\n".join(lines))
        if not bench.compiled():
            return "not compiled", None
        if bench.objects() == clean:
            return "same objects", None
        killer = bench.judge(os.path.dirname(edit["file"]).removeprefix("src/"))
        return ("killed", killer) if killer else ("survived", None)
    finally:
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)


def read_results(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def write_results(path, results):
    with open(path + ".new", "w", encoding="utf-8") as f:
        f.writelines(json.dumps(r) + "\n" for r in results)
    os.replace(path + ".new", path)


def judged(results):
    return [r for r in results if r["result"] in ("killed", "survived")]


def where(r):
    return f"{r['file']}:{r['line']}: {r['what']}"


def show(results):
    counted = judged(results)
    killed = sum(r["result"] == "killed" for r in counted)
    for r in results:
        if r["result"] in ("survived", "equivalent"):
            print(f"{r['result']}: {where(r)}")
            for text in (r["before"], r["after"], r.get("why", "")):
                print(f"    {text.strip()}")
    share = 100 * killed / len(counted) if counted else 0
    print(f"{killed} of {len(counted)} edits killed, {share:.1f} % ({ASKED} % asked for); "
          f"{len(results) - len(counted)} replaced")
    return 0 if share >= ASKED else 1


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("build")
    p.add_argument("source")
    p.add_argument("results")
    p.add_argument("--edits", type=int, default=100)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--again", action="store_true")
    p.add_argument("--list", action="store_true")
    a = p.parse_args()
    results = read_results(a.results)
    if a.list:
        return show(results)
    bench = Bench(a.build, a.source)
    if not bench.compiled():
        print(f"the sources as they are do not build: {bench.log}", file=sys.stderr)
        return 2
    killer = bench.unit(None)
    if killer:
        print(f"the sources as they are fail: {killer}", file=sys.stderr)
        return 2
    clean = bench.objects()
    if a.again:
        for r in results:
            if r["result"] == "survived":
                r["result"], r["killer"] = try_edit(bench, r, clean)
                write_results(a.results, results)
                print(f"{where(r)}: {r['result']} {r['killer'] or ''}", flush=True)
    seen = {(r["file"], r["before"], r["after"]) for r in results}
    for edit in draw(a.source, a.seed):
        if len(judged(results)) >= a.edits:
            break
        if (edit["file"], edit["before"], edit["after"]) in seen:
            continue
        edit["result"], edit["killer"] = try_edit(bench, edit, clean)
        results.append(edit)
        write_results(a.results, results)
        count = len(judged(results))
        print(f"{count} {where(edit)}: {edit['result']} {edit['killer'] or ''}", flush=True)
    return show(results)


if __name__ == "__main__":
    sys.exit(main())

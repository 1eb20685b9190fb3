"""No line that a person reads is wider than the terminal, or than 100 columns: terminal-lines.py SRCDIR, in a folder of its own, with QUIRE set.

One line a promise: "ok TEXT" or "not ok TEXT"."""
import glob
import os
import re
import subprocess
import sys

from pseudo_terminal import QUIRE, on_terminal, that

SRCDIR = sys.argv[1]
RUNS = os.path.join(os.environ["QUIRE_WORK"], "runs")  # of all samples: tests/sample-runs.sh
DEEP = os.environ.get("QUIRE_DEEP") == "yes"
DAY = int(os.environ["QUIRE_SEED"])
WIDTHS = (80, 100, 200) if DEEP else (80, 100, 200)[DAY % 3:][:1]
ALONE = re.compile(r"\s*\S+( \\)?\s*$")  # a word that is wider than a line has one of its own, with the \ of a command that goes on


def wide_lines(text, columns):
    """What does not fit, without colours; a line that is written again counts each time."""
    lines = re.split(r"[\r\n]+", re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", text))
    return [line for line in lines if len(line) > min(columns, 100) and not ALONE.match(line)]


def look(what, commands, widths=WIDTHS):
    """Each of the commands on terminals of all widths."""
    bad, widest = [], 0
    for command in commands:
        for columns in widths:
            text, _ = on_terminal(command, columns=columns, TERM="dumb")
            bad += [(command, columns, line) for line in wide_lines(text, columns)]
            widest = max([widest, *map(len, text.split("\r\n"))])
    that(f"{what}: {len(commands)} times no line is too wide", commands and not bad, bad[:3])
    return widest


def models(folder):
    return sorted(glob.glob(os.path.join(SRCDIR, folder, "*.xml")))


def is_study(path):
    with open(path, encoding="utf-8", errors="replace") as text:
        return "<study" in text.read()


def piped(command):
    return subprocess.run([QUIRE, *command], capture_output=True, text=True, errors="replace", check=False)


def look_at_samples():
    samples = [path for path in models("samples/*") if not is_study(path)]
    stems = {path: os.path.basename(path)[:-len(".xml")] for path in samples}
    names = {path: os.path.join(RUNS, stem, stem + ".run") for path, stem in stems.items()}
    # a run tells lines of the same kinds each time: outside the deep check a few, each day others
    shown = samples if DEEP else samples[DAY % 23::23]
    look("runs of samples", [["run", path, "-o", stems[path] + ".run"] for path in shown], widths=(80,))
    look("samples that are checked", [["check", path] for path in samples])
    look("parameters of samples", [["check", "--parameters", path] for path in samples])
    look("samples that are explained", [["explain", names[path]] for path in samples])
    look("samples that are compared", [["compare", os.path.join(RUNS, "c-path", "c-path.run"), names[path]] for path in samples])
    longest = max((piped(["explain", names[path]]).stdout for path in samples), key=lambda text: max(map(len, text.split("\n"))))
    that("into a pipe a sentence is one line", max(map(len, longest.split("\n"))) > 200, longest)


def look_at_problems():
    bad = models("tests/data/bad") + models("tests/data/bad/*") + models("tests/data/trouble")
    look("problems", [["check", path] for path in bad])
    wrong = []
    for path in bad:
        lines = [line for line in piped(["check", path]).stderr.split("\n") if line and not line.startswith("    ")]
        wrong += [line for line in lines if not re.search(r"(error|warning|note) \[[EWN]-[A-Z-]+\]: ", line)]
    that("into a pipe each problem is one line", not wrong, wrong[:3])
    look("wrong command lines", [["run", "a.xml", "--method=" + "no-such-method " * 12], ["rum"], ["check", "--" + "x" * 30, "y " * 60], ["check", "--set", "a b " * 30, "x.xml"],
                                 ["compare", "x", "--tolerance=" + "3 bananas " * 12]])


def look_at_words():
    words = sorted(set(re.findall(r"^  ([a-z][a-z-]*)", piped(["describe"]).stdout, re.MULTILINE)))
    look("descriptions", [["describe"], ["describe", "library"], *(["describe", word] for word in words)])
    verbs = sorted(set(re.findall(r"^  ([a-z]+) ", piped(["--help"]).stdout, re.MULTILINE)))
    look("help", [["--help"], *(["help", verb] for verb in verbs), ["doe", "--help"]])


def look_at_studies():
    with open("speeds.xml", "w", encoding="utf-8") as study:
        study.write('''<study version="1" name="speeds" model="adf-feed.xml">
  <factor parameter="speed" levels="200 mm/s, 300 mm/s"/> <factor parameter="pad_mu" low="0.7" high="0.9"/> <design kind="full-factorial"/>
  <response name="steps" from="solver.steps"/> <response name="seen" from="eye.lead.time" better="smaller"/></study>''')
    with open(os.path.join(SRCDIR, "samples/adf-feed/adf-feed.xml"), encoding="utf-8") as model, open("adf-feed.xml", "w", encoding="utf-8") as out:
        out.write(model.read())
    look("a study that is run", [["doe", "run", "speeds.xml", "-d", "speeds", "-j", "2"]], widths=(80,))
    look("verbs of studies", [["doe", *words] for words in (
        ["plan", "speeds.xml", "--no-times"], ["status", "speeds.xml", "-d", "speeds"], ["status", "speeds.xml", "-d", "speeds", "--run=1"],
        ["report", "speeds.xml", "-d", "speeds"], ["windows", "speeds.xml", "-d", "speeds"], ["submit", "speeds.xml", "--slurm", "--dry-run", "-d", "cluster"],
        ["collect", "speeds.xml", "-d", "speeds"], ["run", "speeds.xml", "--time-limit=never"], ["export", "speeds.xml", "-d", "speeds", "-o", "table.csv"], ["rum"],
        ["predict", "speeds.xml", "-d", "speeds"], ["optimise", "speeds.xml", "-d", "speeds", "--pareto=3"], ["confirm", "speeds.xml", "-d", "speeds", "--runs=2", "-j", "2"],
        ["analyse", "table.csv", "--study=speeds.xml"], ["analyse", "table.csv", "--factors=speed", "--responses=seen"], ["points", "speeds.xml", "-o", "points.csv"],
        *([verb, "--help"] for verb in sorted(set(re.findall(r"^  ([a-z]+) ", piped(["doe", "--help"]).stdout, re.MULTILINE)))))])
    text, _ = on_terminal(["doe", "status", "speeds.xml", "-d", "speeds", "--run=1"], columns=60, TERM="dumb")
    that("a command that is broken can be copied", re.search(r"quire run .* \\\r\n +\S", text), text)


look_at_problems()
look_at_words()
look_at_samples()
look_at_studies()

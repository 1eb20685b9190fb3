"""What happens where a chosen number is half or double? constants.py BUILD SOURCE PAGE [--seconds N]

Reads the names of src/contact/law/constants.h and src/integ/constants.h, builds a program in BUILD
(a build folder of SOURCE; both are scratch copies, as `make scan-constants` makes them) that takes
their values from the environment, runs the beginnings of samples with each at half and at double in
turn, and writes the table between the marks of PAGE: how far nodes and bodies get from where they
are with the numbers as they are, and what that costs in steps. A run that does not read a number is
left out.
"""
import argparse
import concurrent.futures
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys

HEADERS = ["src/contact/law/constants.h", "src/integ/constants.h"]
# name, sample, end, settings: every family of contacts, sheets at rest
RUNS = [(sample, sample, end, []) for sample, end in (
    ("a4-turn", "1.1s"), ("c-path", "600ms"), ("lip-jam", "400ms"), ("printer", "150ms"), ("duplex", "400ms"), ("dog-ear", "200ms"),
    ("branch-flap", "300ms"), ("sprung-flap", "300ms"), ("released-nip", "300ms"), ("stop-deskew", "150ms"), ("two-nips-skew", "100ms"),
    ("side-guide-deskew", "60ms"), ("skewed-pile", "15ms"), ("crowned-roller", "60ms"), ("blocks-on-slope", "300ms"), ("sticky-discs", "300ms"),
    ("thrown-dice", "150ms"), ("oblique-discs", None), ("soft-ball", None), ("soft-disc", None), ("soft-roller", "300ms"))]
RUNS += [("adf-feed", "adf-feed", "80ms", ["pages=4"]), ("adf-feed (holding)", "adf-feed", "200ms", ["pages=6", "friction=holding"])]
DEFINITION = re.compile(r"^#define (QUIRE_[A-Z_]+) ([-+.\de]+)$")
MARKS = ("<!-- begin: made by make scan-constants -->\n", "<!-- end -->\n")

# each read of a number is remembered; the program says at its end which were read
VALUES = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double quire_constant[] = {%s};
char quire_constant_read[sizeof quire_constant / sizeof *quire_constant];

static void
tell(void)
{
    const char *name = getenv("QUIRE_CONSTANTS_READ");
    FILE *file = name != NULL ? fopen(name, "w") : NULL;

    for (size_t i = 0; file != NULL && i < sizeof quire_constant_read; i++) {
        fputc(quire_constant_read[i] ? '1' : '0', file);
    }
    if (file != NULL) {
        fclose(file);
    }
}

__attribute__((constructor)) static void
begin(void)
{
    const char *text = getenv("QUIRE_CONSTANT");

    if (text != NULL) {
        char *rest;
        const long which = strtol(text, &rest, 10);
        quire_constant[which] = strtod(rest + 1, NULL);
    }
    atexit(tell);
}
"""


def read_constants(source):
    """[(header, name, value as written, its comment)]"""
    found = []
    for header in HEADERS:
        comment = ""
        for line in (source / header).read_text().split("\n"):
            m = DEFINITION.match(line)
            if m:
                found.append((header, m[1], m[2], comment))
            elif line.startswith("/* "):
                comment = line[3:]
            elif line.startswith(" * "):
                comment += " " + line[3:]
            comment = comment.removesuffix(" */")
    return found


def instrument(source, constants):
    for header in HEADERS:
        path = source / header
        lines = path.read_text().split("\n")
        for k, line in enumerate(lines):
            m = DEFINITION.match(line)
            if m:
                i = [c[1] for c in constants].index(m[1])
                cast = "(int)" if m[2].isdigit() else ""
                lines[k] = f"#define {m[1]} ({cast}(quire_constant_read[{i}] = 1, quire_constant[{i}]))"
            elif line.startswith("#define QUIRE_") and line.endswith("_H"):
                lines[k] += "\nextern double quire_constant[];\nextern char quire_constant_read[];"
        path.write_text("\n".join(lines))
    # rooms for as many as are tried
    path = source / "src/integ/energy_balance.h"
    path.write_text(path.read_text().replace("lost[QUIRE_BALANCE_PIECES]", "lost[1024]"))
    path = source / "src/base/arena.c"
    path.write_text(path.read_text() + VALUES % ", ".join(c[2] for c in constants))


def positions(folder):
    """{(time, which): (x, y) [um]} of nodes and bodies"""
    found = {}
    with open(folder / "trajectory.jsonl") as f:
        for line in f:
            frame = json.loads(line)
            for kind in ("sheets", "bodies", "rollers", "solids") if "time" in frame else ():
                for k, places in enumerate(frame.get(kind) or []):
                    if isinstance(places, list):
                        found[frame["time"], kind, k] = places
    return found


def run(build, sample, end, settings, folder, which=None, value=None, seconds=60):
    """What came of it: None if it has no end, else a dictionary."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    environment = dict(os.environ, QUIRE_CONSTANTS_READ=str(folder / "read"), QUIRE_LIBRARY_PATH=str(build.parent / "models"))
    if which is not None:
        environment["QUIRE_CONSTANT"] = f"{which} {value!r}"
    words = [str(build / "quire"), "run", "-q", "--sample=5ms", "-o", str(folder / "run"), *[f"--set={s}" for s in settings]]
    words += [f"--end={end}"] if end else []
    try:
        code = subprocess.run(words + [str(build / f"../samples/{sample}/{sample}.xml")], env=environment, timeout=seconds,
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
    except subprocess.TimeoutExpired:
        return None
    if not (folder / "run/summary.json").exists():
        return None
    summary = json.loads((folder / "run/summary.json").read_text())
    out = {"code": code, "steps": summary["solver"]["steps"], "evaluations": summary["solver"]["evaluations"],
           "at": positions(folder / "run"), "read": (folder / "read").read_text()}
    shutil.rmtree(folder)
    return out


def moved(a, b):
    """The largest change of a place that both have [um]"""
    most = 0
    for key in a.keys() & b.keys():
        if len(a[key]) == len(b[key]):
            most = max([most] + [abs(p - q) for p, q in zip(a[key], b[key]) if isinstance(p, (int, float))])
    return most


def compare(base, got):
    if got is None:
        return {"moved": math.inf, "steps": math.inf}
    return {"moved": moved(base["at"], got["at"]), "steps": got["steps"] / max(base["steps"], 1), "code": got["code"] != base["code"]}


def cell(results):
    """of one constant at one value: the largest change, where, and the largest change of steps"""
    if not results:
        return "–", "–"
    far = max(results, key=lambda r: r[1]["moved"])
    cost = max(results, key=lambda r: abs(math.log(max(r[1]["steps"], 1e-3))))
    stuck = [r[0] for r in results if math.isinf(r[1]["moved"])]
    if stuck:
        return f"no end: {stuck[0]}", "–"
    verdict = [r[0] for r in results if r[1]["code"]]
    text = f"{far[1]['moved']:.3g} {far[0]}" if far[1]["moved"] else "0"
    return text + (f", verdict: {verdict[0]}" if verdict else ""), f"{100 * (cost[1]['steps'] - 1):+.0f}"


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("build", type=pathlib.Path)
    p.add_argument("source", type=pathlib.Path)
    p.add_argument("page", type=pathlib.Path)
    p.add_argument("--seconds", type=float, default=60)
    a = p.parse_args()
    build = a.build.resolve()
    constants = read_constants(a.page.resolve().parents[2])
    if "quire_constant" not in (a.source / HEADERS[0]).read_text():
        instrument(a.source, constants)
    if subprocess.run(["make", "-C", str(build), "-j2", "V=0", "CFLAGS=-w", "quire"], stdout=subprocess.DEVNULL).returncode:
        return 2
    work = build / "constants"
    base = {r[0]: run(build, *r[1:], work / r[0], seconds=a.seconds) for r in RUNS}
    for name, found in base.items():
        if found is None:
            print(f"constants.py: {name} has no results", file=sys.stderr)
            return 2
    tasks = [(i, k, r) for i in range(len(constants)) for k in (0.5, 2) for r in RUNS if base[r[0]]["read"][i] == "1"]

    def one(task):
        i, k, r = task
        written = constants[i][2]
        value = max(1, round(k * int(written))) if written.isdigit() else k * float(written)
        return compare(base[r[0]], run(build, *r[1:], work / f"{i}-{k}-{r[0]}", i, value, a.seconds))

    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS") or "2")) as pool:
        said = dict(zip([(t[0], t[1], t[2][0]) for t in tasks], pool.map(one, tasks)))
    rows = []
    for i, (_, name, value, _) in enumerate(constants):
        half, double = ([(r[0], said[i, k, r[0]]) for r in RUNS if (i, k, r[0]) in said] for k in (0.5, 2))
        n = len(half)
        (far_half, steps_half), (far_double, steps_double) = cell(half), cell(double)
        rows.append(f"| `{name}` | {value} | {n} | {far_half} | {far_double} | {steps_half} | {steps_double} |\n")
    text = a.page.read_text()
    at, end = text.index(MARKS[0]) + len(MARKS[0]), text.index(MARKS[1])
    head = ("| constant | value | runs | half: moved [µm] | double: moved [µm] | half: steps [%] | double: steps [%] |\n"
            "|---|---|---|---|---|---|---|\n")
    a.page.write_text(text[:at] + head + "".join(rows) + text[end:])
    return 0


if __name__ == "__main__":
    sys.exit(main())

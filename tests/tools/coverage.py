"""What share of the sources the tests have run: coverage.py BUILD SOURCE [--missing PATH ...]. A table by folder of src/ on the terminal, and BUILD/coverage.json.

A line or branch counts once, however many objects it was compiled into, and as run if it was in one of them; of a branch both outcomes count. Objects
that disagree about the branches of a line (constants were folded) are judged by those with most. Left out are files outside src/ and, by the way it is
built (configure --enable-coverage), assertions. Exit code 1 when a share is below what LIMITS asks for, 2 when there is nothing to measure.
With --missing, instead of the table, lines and branches of files whose name begins with PATH that were never taken."""
import json
import os
import subprocess
import sys

# name, what its files begin with, lines [%], branches [%] or None
LIMITS = [
    ("all", ["src/"], 90, 80),
    ("loader", ["src/xml/"], 95, None),
    ("numbers", ["src/kind/", "src/formula/", "src/text/", "src/base/"], 95, None),
    ("store", ["src/store/store"], 95, None),
]


def notes(build):
    """The files that gcc wrote beside its objects."""
    found = []
    for folder, _, names in os.walk(os.path.join(build, "src")):
        found += [os.path.join(folder, name) for name in names if name.endswith(".gcno")]
    return sorted(found)


def read(build, source):
    """{file: {line: [[count, branches of one object], ...]}} of the files in src/"""
    lines = {}
    files = notes(build)
    for first in range(0, len(files), 50):
        found = subprocess.run(["gcov", "--json-format", "--stdout", "--branch-probabilities", *files[first:first + 50]],
                               cwd=build, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
        for document in found.stdout.splitlines():
            for file in json.loads(document)["files"]:
                name = os.path.relpath(os.path.join(build, file["file"]), source)
                if name.startswith("src/"):
                    add(lines.setdefault(name, {}), file["lines"])
    return lines


def add(lines, measured):
    for line in measured:
        counts = [branch["count"] for branch in line["branches"]]
        lines.setdefault(line["line_number"], []).append((line["count"], counts))


def join(objects):
    """(runs, runs of each branch) of one line in all objects it is in"""
    most = max(len(branches) for _, branches in objects)
    same = [branches for _, branches in objects if len(branches) == most]
    return sum(count for count, _ in objects), [sum(counts) for counts in zip(*same)]


def tally(lines):
    """the sums of a file, and the numbers of its lines that were not run (missing) or not with every outcome (half)"""
    total = {"lines": 0, "lines_run": 0, "branches": 0, "branches_taken": 0, "missing": [], "half": []}
    for number, (runs, branches) in sorted(lines.items()):
        taken = sum(count > 0 for count in branches)
        total["lines"] += 1
        total["lines_run"] += runs > 0
        total["branches"] += len(branches)
        total["branches_taken"] += taken
        if runs == 0:
            total["missing"].append(number)
        elif taken < len(branches):
            total["half"].append(number)
    return total


def share(part, whole):
    return 100.0 * part / whole if whole else 100.0


def add_up(files, prefixes):
    keys = ("lines", "lines_run", "branches", "branches_taken")
    return {key: sum(f[key] for name, f in files.items() if name.startswith(tuple(prefixes))) for key in keys}


def row(name, sums):
    print(f"{name:12} {sums['lines']:8} {share(sums['lines_run'], sums['lines']):7.1f} {sums['branches']:9} "
          f"{share(sums['branches_taken'], sums['branches']):7.1f}")


def judge(files):
    """the limits that are not kept, as sentences"""
    for name, prefixes, lines, branches in LIMITS:
        sums = add_up(files, prefixes)
        for what, run, asked in (("lines", "lines_run", lines), ("branches", "branches_taken", branches)):
            reached = share(sums[run], sums[what])
            if asked is not None and reached < asked:
                yield f"coverage: {name}: {reached:.2f} % of {what}, {asked} % are asked for"


def show(source, files, prefixes):
    for name, file in sorted(files.items()):
        if name.startswith(tuple(prefixes)):
            with open(os.path.join(source, name), encoding="utf-8") as opened:
                text = opened.read().splitlines()
            marks = [(n, "-") for n in file["missing"]] + [(n, "?") for n in file["half"]]
            for number, mark in sorted(marks):
                print(f"{name}:{number}:{mark} {text[number - 1]}")


def main():
    build, source = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    try:
        measured = read(build, source)
    except (OSError, subprocess.CalledProcessError) as problem:
        print(f"coverage: gcov: {str(problem)[:80]} ...", file=sys.stderr)
        return 2
    files = {name: tally({n: join(objects) for n, objects in lines.items()}) for name, lines in measured.items()}
    if not any(file["lines_run"] for file in files.values()):
        print("coverage: no counters: was anything run in a build with --enable-coverage?", file=sys.stderr)
        return 2
    if len(sys.argv) > 3:
        show(source, files, sys.argv[4:] or ["src/"])
        return 0
    folders = sorted({os.path.dirname(name).removeprefix("src/") for name in files})
    print(f"{'folder':12} {'lines':>8} {'run %':>7} {'branches':>9} {'taken %':>7}")
    for folder in folders:
        row(folder, add_up(files, [f"src/{folder}/"]))
    for name, prefixes, _, _ in LIMITS:
        row(name, add_up(files, prefixes))
    with open(os.path.join(build, "coverage.json"), "w", encoding="utf-8") as out:
        json.dump({"limits": [dict(zip(("name", "files", "lines", "branches"), limit)) for limit in LIMITS],
                   "folders": {folder: add_up(files, [f"src/{folder}/"]) for folder in folders}, "files": files}, out, indent=1)
    complaints = list(judge(files))
    print("\n".join(complaints), end="\n" if complaints else "")
    return 1 if complaints else 0


sys.exit(main())

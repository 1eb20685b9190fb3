#!/usr/bin/env python3
"""Cost of fixed runs: executed instructions, steps of the solver and memory, compared with tests/cost/baseline.tsv.

usage: cost.py PROGRAM BASELINE WORK BUILT-WITH [--write] [--deep] [CASE...]

Valgrind counts the instructions. It replaces memory allocation and copying, and GLIBC_TUNABLES selects the plain variants of
mathematical functions, so that counts do not depend on the processor. Each case runs in a folder of its own, with relative
names, copies of its files and a fixed environment, so that they do not depend on the place or on the user either.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
LIMIT = 1.03  # ratio to the baseline above which a figure fails
COLUMNS = ["instructions [M]", "steps", "matrices", "evaluations", "memory [MiB]"]
CHECKED = COLUMNS[:4]
ENVIRONMENT = {
    "LC_ALL": "C",
    "PATH": "/usr/bin:/bin",
    "QUIRE_LIBRARY_PATH": "../library",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX2,-AVX,-FMA,-FMA4,-SSE4_2,-SSE4_1,-SSSE3,-ERMS,-FSRM",
}
# In the ad-hoc mode, DHAT adds up instructions once per block and does nothing else: three times as fast as Cachegrind.
VALGRIND = ["valgrind", "--tool=dhat", "--mode=ad-hoc", "--dhat-out-file=count.%p", "--log-file=valgrind.%p",
            "--px-default=sp-at-mem-access"]

# name, file (or what makes it), arguments of the command, end in the ordinary check and at full length. "-": not in the ordinary
# check. An end of None is the model's own.
CASES = [
    ("lone-sheet", "samples/a4-turn/a4-turn.xml", "run --sample=0s", "400ms", None),
    ("lone-sheet-output", "samples/a4-turn/a4-turn.xml", "run --sample=1ms", "400ms", None),
    ("two-nips-skew", "samples/two-nips-skew/two-nips-skew.xml", "run", "100ms", None),
    ("adf-feed", "samples/adf-feed/adf-feed.xml", "run --set=pages=5", "100ms", None),
    ("adf-feed-holding", "samples/adf-feed/adf-feed.xml", "run --set=pages=6 --set=friction=holding", "60ms", "200ms"),
    ("printer", "samples/printer/printer.xml", "run", "40ms", "1s"),
    ("duplex", "samples/duplex/duplex.xml", "run", "500ms", None),
    ("card-u-turn", "samples/card-u-turn/card-u-turn.xml", "run", None, None),
    ("study", "study", "run -j1 --durability=fast", "25ms", "300ms"),
    ("many-objects", "many-objects", "check", None, None),
    ("adf-feed-20", "samples/adf-feed/adf-feed.xml", "run --set=pages=20", "-", "200ms"),
    ("crowned-roller", "samples/crowned-roller/crowned-roller.xml", "run", "-", None),
    ("skewed-pile", "samples/skewed-pile/skewed-pile.xml", "run", "-", "50ms"),
    ("bench", "tests/bench/models/bench.xml", "run", "-", None),
    ("stream", "samples/note-path/note-path.xml", "run --set=notes=10", "-", None),
    ("far-nips", "far-nips", "run", "-", None),
    ("far-rollers", "far-rollers", "run --sample=0s", "-", None),
    ("far-guides", "far-guides", "run", "-", None),
    ("burr", "tests/data/cost/burr.xml", "run", "-", None),
]


# ---- models


def changed(file, *replacements):
    """The text of a model with some of it replaced."""
    text = (SOURCE / file).read_text()
    for old, new in replacements:
        if text.count(old) != 1:
            raise SystemExit(f"cost.py: {old!r} is not once in {file}")
        text = text.replace(old, new)
    return text


def make_study(folder, end):
    """20 runs of samples/a4-turn; the end is part of the model, as a study has no option for it."""
    (folder / "a4-turn.xml").write_text(changed("samples/a4-turn/a4-turn.xml", ('end="1.1 s"', f'end="{end[:-2]} ms"')))
    shutil.copy(SOURCE / "tests/data/cost/study.xml", folder / "study.xml")
    return "study.xml"


def make_far_nips(folder):
    """The machine of the benchmark with 100 nips further along the path than the sheet gets."""
    nips = "".join(f'<nip name="far{i}" path="main" at="{1000 + 40 * i} mm" like="n1"/>\n' for i in range(100))
    text = changed("tests/bench/models/bench.xml", ('<line length="500 mm"/>', '<line length="6 m"/>'), ("  <sheet ", nips + "  <sheet "))
    (folder / "far-nips.xml").write_text(text)
    return "far-nips.xml"


def elsewhere(i):
    """One of many places far from the sheet of the benchmark: how far to the right and how high [mm]."""
    return 2000 + 100 * (i % 40), -1000 - 100 * (i // 40)


def make_far_rollers(folder):
    """The machine of the benchmark with 1000 rollers that no sheet comes to."""
    rollers = "".join('<roller name="far{}" centre="{} mm, {} mm" radius="10 mm" surface="rubber" drive="feed"/>\n'
                      .format(i, *elsewhere(i)) for i in range(1000))
    (folder / "far-rollers.xml").write_text(changed("tests/bench/models/bench.xml", ("  <sheet ", rollers + "  <sheet ")))
    return "far-rollers.xml"


def make_far_guides(folder):
    """The machine of the benchmark with 1000 guides that no sheet comes to."""
    guides = ""
    for i in range(1000):
        x, y = elsewhere(i)
        guides += f'<guide name="far{i}" surface="steel"> <line from="{x} mm, {y} mm" to="{x + 50} mm, {y} mm"/> </guide>\n'
    (folder / "far-guides.xml").write_text(changed("tests/bench/models/bench.xml", ("  <sheet ", guides + "  <sheet ")))
    return "far-guides.xml"


def make_many_objects(folder):
    """Some thousand objects of several kinds, as text."""
    out = ['<model version="1" name="many-objects"><settings><run end="1 ms" sample="0.5 ms"/></settings>',
           '<media name="m" grammage="80 g/m^2" thickness="0.1 mm" modulus-md="4 GPa"/>',
           '<contact name="c"><normal law="linear" stiffness="2e4 N/m" reference-length="5 mm"/></contact>',
           '<pair media="*" surface="rubber" contact="c"/> <pair media="m" other-media="m" contact="c"/>',
           '<path name="main" from="0 m, -1 m"> <line length="90 m"/> </path> <drive name="feed" speed="0.1 m/s"/>']
    wheel = 'radius="10 mm" surface="rubber"'
    for i in range(400):
        out.append(f'<nip name="n{i}" path="main" at="{30 * i + 30} mm" load="8 N" rate="500 N/m"><driver {wheel} drive="feed"/>'
                   f'<idler {wheel} mass="20 g" inertia="1e-6 kg*m^2"/></nip>')
    for i in range(1000):
        out.append(f'<roller name="r{i}" centre="{i % 300 * 30} mm, {-2000 - i // 300 * 30} mm" {wheel} drive="feed"/>')
        out.append(f'<guide name="g{i}" surface="rubber"> <line from="{i} m, -8 m" to="{i} m, -7 m"/> </guide>')
        out.append(f'<sensor name="e{i}" kind="presence" at="{i} mm" path="main"/>')
    for i in range(20):
        out.append(f'<sheet name="s{i}" media="m" length="60 mm" width="210 mm" segments="60">'
                   f'<start from="{i % 30 * 100} mm, {i // 30 * 50} mm"/></sheet>')
    (folder / "many-objects.xml").write_text("\n".join(out + ["</model>", ""]))
    return "many-objects.xml"


def prepare(case, deep, folder):
    """Makes the folder of a case; returns the arguments of the command."""
    _, file, arguments, brief, full = case
    end = full if deep else brief
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    if file == "study":
        return [*arguments.split(), "-q", make_study(folder, end)]
    if (SOURCE / file).is_file():
        for path in (SOURCE / file).parent.iterdir():
            if path.suffix in (".xml", ".csv", ".dxf"):
                shutil.copy(path, folder)
        model = pathlib.Path(file).name
    else:
        model = globals()["make_" + file.replace("-", "_")](folder)
    run = ["-o", "results"] if arguments.startswith("run") else []
    return [*arguments.split(), "-q", *run, *([f"--end={end}"] if end else []), model]


# ---- runs


def program_of(arguments):
    return "../quire-doe" if "-j1" in arguments else "../quire"


def execute(command, folder, environment):
    """Runs a command to its end; returns its processor time [s]."""
    with open(folder / "err", "w") as err:
        child = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=err, stderr=err)
        _, status, used = os.wait4(child.pid, 0)
    child.returncode = code = os.waitstatus_to_exitcode(status)
    if code not in (0, 1, 7, 8):
        raise SystemExit(f"{folder.name}: {' '.join(command)} ended with {code}\n{(folder / 'err').read_text()}")
    return used.ru_utime + used.ru_stime


def count(folder, arguments):
    """Instructions of the command and of its workers [M], and the time valgrind took."""
    environment = dict(ENVIRONMENT)
    if program_of(arguments) == "../quire-doe":
        # the coordinator kills its idle workers before valgrind could write their counts; spared, they end by themselves
        environment["LD_PRELOAD"] = "../spare.so"
    seconds = execute([*VALGRIND, program_of(arguments), *arguments], folder, environment)
    counts = [re.search(r'"te":(\d+)', path.read_text()) for path in folder.glob("count.*")]
    if not counts or None in counts:
        raise SystemExit(f"{folder.name}: valgrind did not count: see {folder}")
    return sum(int(found[1]) for found in counts) / 1e6, seconds


def solver_counts(folder):
    if not (folder / "results/summary.json").exists():
        return {}
    solver = json.loads((folder / "results/summary.json").read_text())["solver"]
    return {"steps": solver["steps"], "matrices": solver["jacobians"], "evaluations": solver["evaluations"]}


def measure(work, case, deep):
    """The figures of a case but its memory, as a dictionary of the baseline's columns, and of the time they took."""
    folder = work / case[0]
    millions, seconds = count(folder, prepare(case, deep, folder))
    return {"instructions [M]": round(millions, 3), **solver_counts(folder), "seconds": round(seconds, 1)}


def peak_memory(work, case, deep):
    """Of an ordinary run [MiB]; of a study, its coordinator or its worker, whichever has more."""
    folder = work / case[0]
    arguments = prepare(case, deep, folder)
    # of the peak of a process, the memory of the one that forked it is a part: a small one, without Python's modules
    code = ("import os, sys\nchild = os.fork()\nif child == 0: os.execv(sys.argv[1], sys.argv[1:])\n"
            "print(os.wait4(child, 0)[2].ru_maxrss)")
    said = subprocess.run([sys.executable, "-I", "-S", "-c", code, program_of(arguments), *arguments], cwd=folder, env=ENVIRONMENT,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    return round(int(said.split()[-1]) / 1024, 1)


def lines_of_src():
    return sum(path.read_bytes().count(b"\n") for path in (SOURCE / "src").rglob("*.[ch]"))


# ---- the baseline


def read_baseline(path):
    """The comment, and the rows: figures by case and length."""
    comment, rows = [], {}
    for line in path.read_text().splitlines() if path.exists() else []:
        if line.startswith("#"):
            comment.append(line)
            continue
        name, length, *values = line.split("\t")
        if name != "case":
            rows[name, length] = {column: float(value) for column, value in zip(COLUMNS, values) if value != "-"}
    return comment, rows


def write_baseline(path, comment, built_with, rows):
    comment = [line for line in comment if not line.startswith("# built with: ")] + ["# built with: " + built_with]
    order = [(case[0], length) for length in ("check", "deep") for case in CASES] + [("lines of src", "-")]
    lines = comment + ["\t".join(["case", "length", *COLUMNS])]
    for key in order:
        if key in rows:
            lines.append("\t".join([*key, *(f"{rows[key][column]:.12g}" if column in rows[key] else "-" for column in COLUMNS)]))
    path.write_text("\n".join(lines) + "\n")


def compare(name, baseline, now):
    """Prints the row of a case; whether it is within the baseline."""
    change = 100 * (now["instructions [M]"] / baseline["instructions [M]"] - 1) if baseline else 0
    row = f"{name:18} {baseline.get('instructions [M]', 0):11.2f} {now['instructions [M]']:11.2f} {change:+8.2f}"
    beside = []
    for column in [*COLUMNS[1:], "seconds"]:
        row += f" {now.get(column, '-'):>12}"
        if now.get(column) != baseline.get(column) and column in CHECKED:
            beside.append(f"{column} {baseline.get(column, 0):.0f} in the baseline")
    worse = [column for column in CHECKED if now.get(column, 0) > LIMIT * baseline.get(column, 0)]
    if worse:
        beside.append("FAILED: " + ", ".join(worse) + (" above the line" if baseline else " without a line: make cost-baseline"))
    elif change < 100 * (1 / LIMIT - 1):
        beside.append("lower the line")
    print(row + "  " + "; ".join(beside), flush=True)
    return not worse


def install(programs, work):
    """Copies of the programs and of the library's models beside the cases' folders, and what spares workers."""
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    for name, program in programs.items():
        # without its symbols, which valgrind would read each time
        subprocess.run([os.environ.get("STRIP", "strip"), "-o", work / name, program], check=True)
    shutil.copytree(SOURCE / "models", work / "library")
    spare = ("#include <signal.h>\n#include <sys/syscall.h>\n#include <unistd.h>\n"
             "int kill(pid_t pid, int number) { return number == SIGKILL ? 0 : (int)syscall(SYS_kill, pid, number); }\n")
    subprocess.run([*os.environ.get("CC", "cc").split(), "-x", "c", "-shared", "-fPIC", "-o", work / "spare.so", "-"],
                   input=spare, text=True, check=True)


def main():
    program, doe, baseline, work, built_with, *rest = sys.argv[1:]
    write, deep = "--write" in rest, "--deep" in rest
    names = [word for word in rest if not word.startswith("--")]
    length = "deep" if deep else "check"
    baseline, work = pathlib.Path(baseline), pathlib.Path(work)
    comment, rows = read_baseline(baseline)
    if not write and "# built with: " + built_with not in comment:
        print(f"the baseline is of another compiler or other flags: this is {built_with}")
        return 77
    cases = [case for case in CASES if (deep or case[3] != "-") and (not names or case[0] in names)]
    install({"quire": program, "quire-doe": doe}, work)
    jobs = min(2, len(os.sched_getaffinity(0)))
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        counted = list(pool.map(lambda case: measure(work, case, deep), cases))
    good = True
    print(f"{'case, ' + length:18} {'baseline [M]':>11} {'now [M]':>11} {'change %':>8}" + "".join(f" {name:>12}" for name in [*COLUMNS[1:], "seconds"]))
    for case, now in zip(cases, counted):
        now["memory [MiB]"] = peak_memory(work, case, deep)
        good &= compare(case[0], rows.get((case[0], length), {}), now) or write
        rows[case[0], length] = now
    lines = lines_of_src()
    before = rows.get(("lines of src", "-"), {}).get("instructions [M]", lines)
    print(f"lines of src: {lines}, {lines - before:+.0f} against the baseline")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{used.ru_utime + used.ru_stime:.0f} s of processor time")
    if write:
        rows["lines of src", "-"] = {"instructions [M]": lines}
        write_baseline(baseline, comment, built_with, rows)
    elif not good:
        print("A change that is worth its cost raises the line in a commit of its own, which says why: make cost-baseline.")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

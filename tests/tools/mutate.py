"""Do the tests notice a mistake? mutate.py BUILD SOURCE RESULTS [--edits N] [--seed N] [--deep] [--minutes N] [--again] [--list]

Draws one-line edits of src/ by a seed: another comparison, sign, function or number, a condition
turned round, a statement left out. Each is built in BUILD (a build folder of SOURCE; both are
scratch copies, as `make scan-mutations` makes them) and tested until the first test fails: the unit
tests of its room, all unit tests, then the scripts of tests/scripts.tsv that cover its room, the
cheapest first. An edit that does not compile, or whose objects are the same to the byte, is replaced
by the next one drawn.

--deep asks whether ./bootstrap check misses what other tests notice. Edits are drawn from the rooms
of DEEP in turn; each runs all scripts of the check, those of its room first, and what the check runs
under sanitizers. Those that survive run, all in one build, every script that the deep check alone
has, or has at a larger size or under sanitizers; a script that fails runs again with each half of
them, down to the single edit. Scripts that fail on the sources as they are do not
count.

RESULTS has one JSON object a line and is added to, so that a run can be interrupted and goes on
where it was, in the middle of a survivor's scripts too; --minutes ends it in time. --again tests the
survivors once more, --list prints them and runs nothing. A survivor that cannot change what the
program does is marked by hand ("result": "equivalent", with "why"). Exit code 1 when fewer than 90 %
of the edits are killed, or, with --deep, when a script of the deep check kills one that the check
misses."""
import argparse
import contextlib
import glob
import hashlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import time

ASKED = 90  # [%]
JOBS = 2
TEST_TIME = 120    # of one unit test [s]
SCRIPT_TIME = 1800 # of some scripts [s]
SANITIZED = "build-sanitize"
BATCH = 20         # processor time of scripts that are run together [s]
HANGS = "hangs"    # in place of an exit status

# rooms from which --deep draws in turn
DEEP = [["contact"], ["step"], ["integ"], ["events"], ["judge"], ["cause"], ["store"], ["stat", "probability"], ["xml", "cad"]]
# scripts that look at the text of sources would find an edit by its layout
OF_TEXT = ["check-c-format.sh", "check-layers.sh", "check-rooms.sh", "check-kinds.sh", "check-forbidden.sh", "check-dist.sh"]
# scripts whose deep runs are the same tests at a larger size
LARGER = ["scans", "runs"]
# of a cluster and of hosts: minutes of waiting, and no part of any earlier check
ELSEWHERE = ["check-slurm.sh", "check-hosts.sh"]

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


def in_room(room, rooms):
    return any(room == r or room.startswith(r + "/") for r in rooms)


def room_of(name):
    return os.path.dirname(name).removeprefix("src/")


def draw(source, seed, deep):
    """All edits in an order of the seed: lines at random, one edit of each; from the rooms of DEEP in turn."""
    found = candidates(source)
    chance = random.Random(seed)
    chance.shuffle(found)
    if deep:
        groups = [[f for f in found if in_room(room_of(f[0]), rooms)] for rooms in DEEP]
        found = [group[i] for i in range(max(map(len, groups))) for group in groups if i < len(group)]
    for name, number, _, line, edits in found:
        what, after = chance.choice(edits)
        yield {"file": name, "line": number + 1, "what": what, "before": line, "after": after}


class Bench:
    """The scratch copy: builds it, tests it."""

    def __init__(self, build, source):
        self.build, self.source = os.path.abspath(build), os.path.abspath(source)
        self.log = os.path.join(self.build, "mutate.log")
        self.all = self.table = read_table(source)
        self.complete = False

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
            except SystemExit:
                os.killpg(process.pid, signal.SIGKILL)
                raise

    def make(self, *words):
        return self.call(["make", f"-j{JOBS}", "V=0", *words], 1800) == 0

    def compiled(self):
        """What unit tests need; most edits get no further."""
        self.complete = False
        return self.make("tests/unit_tests")

    def completed(self):
        """What scripts need, too."""
        self.complete = self.complete or self.make("all") and self.make("build-plain")
        return self.complete

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

    def scripts(self, names, deep=False, folder=""):
        """Those that fail; all of them are run, two at a time. `folder`: the build in there."""
        build = os.path.join(self.build, folder)
        if not names:
            return []
        if not self.completed():
            return ["build"]
        status = self.call(["make", "V=0", "-k", f"-j{JOBS}", "check-TESTS", "check_PROGRAMS=", "check_LTLIBRARIES=",
                            "TESTS=" + " ".join(f"tests/{name}" for name in names)],
                           SCRIPT_TIME, build, {"QUIRE_DEEP": "yes" if deep else ""})
        return [] if status == 0 else self.failed(build, names) or names

    def failed(self, build, names):
        """Those of these scripts that their last runs in this build call failed."""
        found = []
        for name in names:
            record = os.path.join(build, "tests", re.sub(r"\.\w+$", ".trs", name))
            result = ""
            if os.path.exists(record):
                with open(record, encoding="utf-8") as f:
                    result = f.read()
            if re.search(r":test-result: (FAIL|ERROR|XPASS)", result) or ":test-result:" not in result:
                found.append(name)
        return found

    def sanitized(self):
        """What fails of ./bootstrap check under sanitizers, or None."""
        if not self.make("build-sanitized"):
            return "build under sanitizers"
        if self.call(["make", "V=0", "-k", f"-j{JOBS}", "check-sanitize"], SCRIPT_TIME) == 0:
            return None
        names = [row["script"] for row in self.all if row["check"] == "sanitized"]
        failed = self.failed(os.path.join(self.build, SANITIZED), names)
        return "sanitized " + (failed + ["findings"])[0]

    def leave_out(self, clean, deep):
        """Leaves out scripts that fail on the sources as they are, in this build or on this machine; returns a unit test that does."""
        path = os.path.join(self.build, "clean.json")
        known = {}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as f:
                known = json.load(f)
        if known.get("objects") != clean:
            killer = self.unit(None)
            if killer:
                return killer
            known = {"objects": clean}
        names = [row["script"] for row in self.table if row["check"] != "-"] if deep else []
        names = [name for name in names if name not in known]
        if names:
            failed = self.scripts(names)
            known.update({name: name not in failed for name in names})
        with open(path, "w", encoding="utf-8") as f:
            json.dump(known, f)
        left = [row["script"] for row in self.table if known.get(row["script"], True) is False]
        self.table = [row for row in self.table if row["script"] not in left]
        if left:
            print("left out, for they fail on the sources as they are:", *left, flush=True)
        return None

    def judge(self, room, all_scripts):
        """The test that kills what is built, or None."""
        suites = self.suites(room)
        killer = self.unit("@(" + "|".join(suites) + ")/*") if suites else None
        killer = killer or self.unit(None)
        mine = [row for row in self.table if row["check"] != "-" and in_room(room, row["covers"].split())]
        # those of the room first
        wanted = mine + [row for row in self.table if all_scripts and row["check"] != "-" and row not in mine]
        while wanted and not killer:
            batch = [wanted.pop(0)]
            while wanted and (len(batch) < JOBS or sum(row["used"] for row in batch) < BATCH):
                batch.append(wanted.pop(0))
            killer = next(iter(self.scripts([row["script"] for row in batch])), None)
        return killer or (self.sanitized() if all_scripts else None)

    def deep_scripts(self):
        """Those that ./bootstrap check does not run, or runs at a smaller size, or not under sanitizers: (script, folder of the build)"""
        return [(row["script"], "") for row in self.table
                if "plain" in row["deep"] and (row["check"] == "-" or row["part"] in LARGER)] + \
               [(row["script"], SANITIZED) for row in self.all
                if "sanitized" in row["deep"] and row["check"] == "plain" and row["part"] not in LARGER]


def read_table(source):
    """tests/scripts.tsv without scripts that look at text alone, the cheapest by tests/times.tsv first."""
    def rows(name):
        with open(os.path.join(source, "tests", name), encoding="utf-8") as f:
            lines = [line.rstrip("\n").split("\t") for line in f if not line.startswith("#")]
        return [dict(zip(lines[0], line)) for line in lines[1:]]

    used = {row["script"]: float(row["CPU [s]"]) for row in rows("times.tsv")}
    table = [row for row in rows("scripts.tsv")
             if row["script"] not in OF_TEXT + ELSEWHERE + ["unit.tap"]]
    for row in table:
        row["used"] = used.get(row["script"], 1e9)
    return sorted(table, key=lambda row: row["used"])


@contextlib.contextmanager
def edited(bench, edit):
    """The sources with the edit; False where its line is there no more."""
    path = os.path.join(bench.source, edit["file"])
    with open(path, encoding="utf-8") as f:
        text = f.read()
    lines = text.split("\n")
    at = edit["line"] - 1
    if at >= len(lines) or lines[at] != edit["before"]:  # the sources have changed since it was drawn
        same = [i for i, line in enumerate(lines) if line == edit["before"]]
        if not same:
            yield False
            return
        at = min(same, key=lambda i: abs(i - edit["line"] + 1))
    lines[at] = edit["after"]
    try:
        with open(path, "w", encoding="utf-8") as f:
            f.write("\n".join(lines))
        yield True
    finally:
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)


def try_edit(bench, edit, clean, deep):
    with edited(bench, edit) as there:
        if not there:
            return "gone", None
        if not bench.compiled():
            return "not compiled", None
        if bench.objects() == clean:
            return "same objects", None
        killer = bench.judge(room_of(edit["file"]), deep)
        return ("killed", killer) if killer else ("survived", None)


def try_deep(bench, edits, scripts, save):
    """What these scripts say of the survivors, as far as it is not known yet: of all at once, and where one fails of each half."""
    left = [(name, folder, f"{name} {folder}".strip()) for name, folder in scripts]
    left = [script for script in left if any(script[2] not in edit.setdefault("deep", {}) for edit in edits)]
    if not left or is_over():
        return
    again = []
    with contextlib.ExitStack() as stack:
        if not all([stack.enter_context(edited(bench, edit)) for edit in edits]):
            return
        if not bench.compiled() or not bench.make("build-sanitized"):
            return
        for name, folder, key in left:
            failed = bench.scripts([name], True, folder)
            if failed and len(edits) > 1:
                again.append((name, folder))
            else:
                for edit in edits:
                    edit["deep"][key] = "killed" if failed else "passed"
                save()
            print(f"deep {key}, {len(edits)} edits: {'failed' if failed else 'passed'}", flush=True)
            if is_over():
                return
    half = len(edits) // 2
    for some in (edits[:half], edits[half:]) if again else ():
        try_deep(bench, some, again, save)


def look_again(bench, results, save):
    """Scripts of the deep check that kill: those that fail on the sources as they are, too, say nothing."""
    killers = sorted({key for r in results for key, said in r.get("deep", {}).items() if said == "killed"})
    if not killers or not bench.compiled() or not bench.make("build-sanitized"):
        return
    for key in killers:
        name, _, folder = key.partition(" ")
        if bench.scripts([name], True, folder):
            for r in results:
                if r.get("deep", {}).get(key) == "killed":
                    r["deep"][key] = "fails as it is"
            save()


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
    missed = 0
    for r in results:
        if r["result"] in ("survived", "equivalent"):
            deep = [name for name, said in r.get("deep", {}).items() if said == "killed"]
            missed += bool(deep)
            print(f"{r['result']}: {where(r)}")
            for text in (r["before"], r["after"], r.get("why", ""), " ".join(deep)):
                print(f"    {text.strip()}")
    share = 100 * killed / len(counted) if counted else 0
    print(f"{killed} of {len(counted)} edits killed, {share:.1f} % ({ASKED} % asked for); "
          f"{len(results) - len(counted)} replaced; killed by the deep check alone: {missed}")
    return 0 if share >= ASKED and missed == 0 else 1


OVER = [None]  # when --minutes are over


def is_over():
    return OVER[0] is not None and time.monotonic() > OVER[0]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("build")
    p.add_argument("source")
    p.add_argument("results")
    p.add_argument("--edits", type=int, default=100)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--deep", action="store_true")
    p.add_argument("--minutes", type=float)
    p.add_argument("--again", action="store_true")
    p.add_argument("--list", action="store_true")
    a = p.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the source is put back
    results = read_results(a.results)
    if a.list:
        return show(results)
    if a.minutes is not None:
        OVER[0] = time.monotonic() + 60 * a.minutes
    bench = Bench(a.build, a.source)
    if not bench.compiled() or not bench.completed():
        print(f"the sources as they are do not build: {bench.log}", file=sys.stderr)
        return 2
    clean = bench.objects()
    killer = bench.leave_out(clean, a.deep)
    if killer:
        print(f"the sources as they are fail: {killer}", file=sys.stderr)
        return 2

    def save():
        write_results(a.results, results)

    if a.again:
        for r in results:
            if r["result"] == "survived":
                r["result"], r["killer"] = try_edit(bench, r, clean, a.deep)
                save()
                print(f"{where(r)}: {r['result']} {r['killer'] or ''}", flush=True)
    seen = {(r["file"], r["before"], r["after"]) for r in results}
    for edit in draw(a.source, a.seed, a.deep):
        if len(judged(results)) >= a.edits or is_over():
            break
        if (edit["file"], edit["before"], edit["after"]) in seen:
            continue
        edit["result"], edit["killer"] = try_edit(bench, edit, clean, a.deep)
        results.append(edit)
        save()
        count = len(judged(results))
        print(f"{count} {where(edit)}: {edit['result']} {edit['killer'] or ''}", flush=True)
    # last, for they take longest
    if a.deep:
        try_deep(bench, [r for r in results if r["result"] == "survived"], bench.deep_scripts(), save)
    if not is_over():
        look_again(bench, results, save)
    return show(results)


if __name__ == "__main__":
    sys.exit(main())

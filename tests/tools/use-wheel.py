"""Packs a wheel twice, and uses it in an environment that has neither pip nor Quire: prints TAP. For tests/check-wheel.tap.
Usage: use-wheel.py VERSION FOLDER, which is empty."""

import base64
import csv
import hashlib
import io
import os
import shutil
import subprocess
import sys
import zipfile

SOURCE, BUILD = os.environ["QUIRE_SRCDIR"], os.environ["QUIRE_BUILDDIR"]
VERSION, FOLDER = sys.argv[1:]
# nothing of this build's environment: no LIBQUIRE, no QUIRE, no folder of models
BARE = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": FOLDER}

USE = '''
import os, re, sys
import quire
run = quire.run(sys.argv[1] + "/samples/a4-turn/a4-turn.xml", rubber_mu=0.9)
assert run.passed and 0.25 < run["s1.lead.time"] < 0.32 and len(run) > 100
assert "<svg" in run._repr_html_()
quire.load(sys.argv[1] + "/samples/library-path/library-path.xml")  # with a file of the bundled models
beside = os.path.join(os.path.dirname(quire.__file__), "quire.libs")
with open("/proc/self/maps") as file:
    mapped = {line.split()[-1] for line in file if ".so" in line}
ours = {os.path.basename(name) for name in mapped if os.path.dirname(name) == beside}
strangers = sorted(name for name in mapped if re.search("quire|sundials|klu|amd|btf|xml2|icu|jansson", name) and os.path.dirname(name) != beside
                   and "lib-dynload" not in name)
assert "libquire.so.0" in ours and len(ours) > 5 and not strangers, (ours, strangers)
print(run["s1.lead.time"])
'''

STUDY = '''
import quire
study = quire.study("little.xml", run=True, workers=1)
assert study.analysis["done"] == 2 and "2 of 2 runs" in study._repr_html_(), study
'''


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


def python_says(python, text, *arguments):
    done = run(python, "-c", text, *arguments, env=BARE, cwd=FOLDER)
    assert done.returncode == 0, done.stderr
    return done.stdout


def pack(name):
    folder = os.path.join(FOLDER, name)
    os.mkdir(folder)
    done = run(sys.executable, "-W", "error", SOURCE + "/src/python/wheel.py", VERSION, BUILD, SOURCE, folder)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == os.path.join(folder, os.listdir(folder)[0]) and len(os.listdir(folder)) == 1
    return done.stdout.strip()


def contents(name):
    with open(name, "rb") as file:
        return file.read()


def the_same_files_give_the_same_bytes(state):
    first, second = pack("one"), pack("two")
    assert os.path.basename(first) == os.path.basename(second) and contents(first) == contents(second)
    state["wheel"] = first


def records_and_tags_are_true(state):
    with zipfile.ZipFile(state["wheel"]) as archive:
        assert archive.testzip() is None
        info = "quire-%s.dist-info/" % VERSION
        rows = list(csv.reader(io.StringIO(archive.read(info + "RECORD").decode())))
        assert sorted(row[0] for row in rows) == sorted(archive.namelist())
        for name, digest, size in rows:
            data = archive.read(name)
            right = "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            assert name == info + "RECORD" or (digest == right and int(size) == len(data)), name
        tag = os.path.basename(state["wheel"])[len("quire-%s-" % VERSION):-len(".whl")]
        assert "Tag: %s\n" % tag in archive.read(info + "WHEEL").decode() and tag.startswith("py3-none-")
        names = archive.namelist()
        for library in archive.read("quire.libs/order").decode().split():
            assert "quire.libs/" + library in names, library
        assert not [n for n in names if os.path.basename(n).startswith(("libc.so", "libm.so", "libstdc++", "ld-linux"))], names


def a_bare_environment_runs_a_sample(state):
    done = run(sys.executable, "-m", "venv", "--without-pip", FOLDER + "/bare")
    assert done.returncode == 0, done.stderr
    python = state["python"] = FOLDER + "/bare/bin/python"
    place = python_says(python, "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    with zipfile.ZipFile(state["wheel"]) as archive:
        for entry in archive.infolist():
            os.chmod(archive.extract(entry, place), entry.external_attr >> 16)
    time = float(python_says(python, USE, SOURCE))
    assert 0.25 < time < 0.32
    # the commands find their libraries in the wheel, but for the system's
    libs = place + "/quire.libs"
    for program in ("quire", "quire-doe"):
        lines = run("ldd", libs + "/" + program, env={**BARE, "LD_LIBRARY_PATH": libs}).stdout.splitlines()
        for line in lines:
            name, _, path = line.strip().partition(" => ")
            assert not path or path.startswith(libs + "/") or name.startswith(("libc.", "libm.", "libgcc_s.", "libstdc++.", "libz.", "libdl.")), line


def its_command_runs_a_study(state):
    shutil.copy(SOURCE + "/samples/a4-turn/a4-turn.xml", FOLDER)
    with open(FOLDER + "/little.xml", "w", encoding="utf-8") as file:
        file.write('<study version="1" name="little" model="a4-turn.xml" seed="1"><factor parameter="rubber_mu" low="0.5" high="1"/>'
                   '<design kind="full-factorial"/><response name="arrival" from="s1.lead.time"/></study>')
    python_says(state["python"], STUDY)


def pip_installs_it(state):
    done = run(sys.executable, "-m", "venv", FOLDER + "/pip")
    if done.returncode != 0:
        return "python3-venv is missing"
    done = run(FOLDER + "/pip/bin/python", "-m", "pip", "install", "--no-index", "--disable-pip-version-check", "-q", state["wheel"], env=BARE)
    assert done.returncode == 0, done.stderr
    python_says(FOLDER + "/pip/bin/python", USE, SOURCE)
    done = run(FOLDER + "/pip/bin/quire", "version", env=BARE)
    assert done.returncode == 0 and VERSION in done.stdout, done.stdout + done.stderr
    return None


def main():
    state, failed = {}, 0
    tests = [the_same_files_give_the_same_bytes, records_and_tags_are_true, a_bare_environment_runs_a_sample, its_command_runs_a_study,
             pip_installs_it]
    for i, test in enumerate(tests):
        name = test.__name__.replace("_", " ")
        try:
            skip = test(state)
            print("ok %d - %s%s" % (i + 1, name, " # SKIP " + skip if skip else ""), flush=True)
        except Exception as error:  # pylint: disable=broad-except
            failed += 1
            print("not ok %d - %s\n# %s: %s" % (i + 1, name, type(error).__name__, str(error).replace("\n", "\n# ")), flush=True)
    print("1..%d" % len(tests))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())

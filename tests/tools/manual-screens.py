"""Pictures of Quire's pages for the manual, light and dark: manual-screens.py SOURCE BUILD OUT. Runs samples, opens their pages in a browser and
writes OUT/NAME-light.png and OUT/NAME-dark.png. Pictures newer than the program are kept; without a browser, or without the program, none are made."""
import html
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import browser

SOURCE, BUILD, OUT = map(os.path.abspath, sys.argv[1:4])
QUIRE = os.path.join(BUILD, "quire")
WIDTH, HEIGHT = 1180, 760
CODE = """import quire

model = quire.load("samples/a4-turn/a4-turn.xml")
run = model.run(nip_load="10 N")
run"""


def quire(*arguments):
    done = subprocess.run([QUIRE, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False, text=True)
    # a jam is a result
    if done.returncode not in (0, 1, 7, 8):
        raise RuntimeError(done.stderr.strip().split("\n")[-1])


def report(page, show):
    quire("run", "-q", SOURCE + "/samples/lip-jam/lip-jam.xml", "-o", "jam.run")
    quire("report", "-q", "jam.run")
    show(lambda: page.open(os.path.abspath("jam.run/report.html")))


def live(page, show):
    server = subprocess.Popen([QUIRE, "live", SOURCE + "/samples/a4-turn/a4-turn.xml", "--no-browser"], stdout=subprocess.PIPE, text=True,
                              preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    try:
        page.load(server.stdout.readline().strip())
        until = time.monotonic() + 60
        # the strips below the sliders are complete
        while time.monotonic() < until and not page.run("typeof publishLive === 'function' && (publishLive(), "
                                                        "(s => s.shown > 0 && !s.busy)(JSON.parse(document.getElementById('live-state').textContent)))"):
            time.sleep(0.1)
        time.sleep(10)
        for _ in range(12):
            page.key("ArrowRight", True)
        show(None)
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(10)
        server.stdout.close()


def study(page, show):
    # four runs of each combination instead of twenty; a study is beside its model
    shutil.copytree(SOURCE + "/samples/a4-turn", "a4-turn")
    with open(SOURCE + "/samples/friction-and-load.xml", encoding="utf-8") as text:
        smaller = text.read().replace('replicates="20"', 'replicates="4"')
    with open("friction-and-load.xml", "w", encoding="utf-8") as out:
        out.write(smaller)
    quire("doe", "run", "friction-and-load.xml")
    quire("doe", "report", "friction-and-load.xml")
    show(lambda: page.open(os.path.abspath("friction-and-load.doe/report.html")))


def python(page, show):
    code = CODE.replace('"samples', json.dumps(SOURCE)[:-1] + "/samples") + "._repr_html_()"
    head, _, last = code.rpartition("\n")
    there = {**os.environ, "QUIRE": QUIRE, "LIBQUIRE": BUILD + "/.libs/libquire.so", "PYTHONPATH": SOURCE + "/src/python", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", head + "\nprint(" + last + ")"], capture_output=True, text=True, check=True, env=there)
    with open("cell.html", "w", encoding="utf-8") as out:
        out.write('<!doctype html><html lang="en"><meta charset="utf-8"><title>A notebook</title><meta name="color-scheme" content="light dark"><style>'
                  "body { font: 14px sans-serif; margin: 16px } pre { padding: 10px; border: 1px solid #8888; border-radius: 4px; font-size: 14px }</style>"
                  "<pre>%s</pre>%s</html>" % (html.escape(CODE), done.stdout))
    show(lambda: page.open(os.path.abspath("cell.html")))


def newer(path):
    return os.path.exists(path) and os.path.getmtime(path) > os.path.getmtime(QUIRE)


def main():
    if not browser.find() or not os.path.exists(QUIRE):
        return
    os.environ["QUIRE_LIBRARY_PATH"] = SOURCE + "/models"
    os.makedirs(OUT, exist_ok=True)
    made = [make for make in (report, live, study, python) if not newer(f"{OUT}/{make.__name__}-dark.png")]
    if not made:
        return
    page = browser.Page(WIDTH, HEIGHT, timeout=300)
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        for make in made:
            def show(load, name=make.__name__):
                for scheme in ("light", "dark"):
                    page.prefer(scheme)
                    if load:
                        load()
                    time.sleep(0.5)
                    page.picture(f"{OUT}/{name}-{scheme}.png", whole=False)
            try:
                make(page, show)
            except (RuntimeError, OSError, subprocess.SubprocessError) as error:
                print(f"manual: no picture of {make.__name__}: {error}", file=sys.stderr)
                for scheme in ("light", "dark"):
                    if os.path.exists(f"{OUT}/{make.__name__}-{scheme}.png"):
                        os.remove(f"{OUT}/{make.__name__}-{scheme}.png")
        os.chdir("/")
    page.close()


main()

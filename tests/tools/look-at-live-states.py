"""Looks at the page of `quire live` in its states as a reader would: look-at-live-states.py QUIRE SAMPLES [STATE,...]

In each state, at three widths, light and dark (with named states at the widest and the narrowest, light): no text is cut or covers another one, axes have
units and round numbers, and nothing has moved by itself. One line a promise: "ok TEXT" or "not ok TEXT". Pictures are left in the current folder."""
import os
import re
import shutil
import sys

import browser
from live_page import WATCH_SHIFTS, Live

quire, samples = sys.argv[1:3]
CHOSEN = sys.argv[3].split(",") if len(sys.argv) > 3 else []
WIDTHS = ((1400, 1000), (390, 844)) if CHOSEN else ((1400, 1000), (900, 900), (390, 844))
SCHEMES = ("light",) if CHOSEN else ("light", "dark")
LONG = ("--set", "segments=240")


def look(page, live, name):
    """`live` is in this state."""
    if CHOSEN and name not in CHOSEN:
        return
    moved = page.run("shifts")
    print(f"{'not ok' if moved else 'ok'} {name}: nothing has moved by itself{f' ({moved})' if moved else ''}", flush=True)
    for width, height in WIDTHS:
        for scheme in SCHEMES:
            page.prefer(scheme)
            page.size(width, height)
            page.run("typeof repaint === 'function' && drawing && repaint()")
            found = page.looks() + (["wide: the page is wider than its window"] if page.run("document.documentElement.scrollWidth > innerWidth") else [])
            page.picture(f"state-{name}-{width}-{scheme}.png", False)
            print(f"{'not ok' if found else 'ok'} {name}, {width} wide, {scheme}: nothing is cut, covered or without a unit{f' ({found})' if found else ''}", flush=True)
    page.prefer("light")
    page.size(*WIDTHS[0])
    forget(page)


def forget(page):
    """What an act of the reader has moved is reported after the next frames."""
    page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => new Promise(done => setTimeout(done, 50))).then(() => { shifts.length = 0; })")


def opened(page, model, *options):
    live = Live(quire, page, model, *options)
    page.run(WATCH_SHIFTS)
    return live


def look_at_going(page):
    """A long run: before its first motion, while it goes on, and its successor."""
    live = opened(page, os.path.join(samples, "printer", "printer.xml"), *LONG)
    live.wait(lambda now: now.get("machine"))
    look(page, live, "start")
    live.wait(lambda now: re.search(r"running \d+ %", now["title"]))
    look(page, live, "running")
    live.end()


def look_at_choices(page):
    live = opened(page, os.path.join(samples, "library-path", "library-path.xml"))
    live.settled()
    live.write("medium", "coated-120")
    live.settled(2)
    page.run("byId('set-medium').scrollIntoView({ block: 'center' })")
    look(page, live, "choices")
    live.end()


def look_at_jam(page):
    shutil.copy(os.path.join(samples, "lip-jam", "lip-jam.xml"), "lip.xml")
    live = opened(page, "lip.xml")
    now = live.settled()
    look(page, live, "jam")
    if not CHOSEN or "cures" in CHOSEN:
        page.run("byId('cure-open').click()")
        now = live.wait(lambda now: now["cures"] > 0 and not now["searching"], 120)
        page.run("byId('cures').scrollIntoView({ block: 'center' })")
        forget(page)
        print(f"{'ok' if now['cures'] > 0 and 'passes' in live.text('#cures-said') else 'not ok'} a click finds what would cure it ({now['cures']}, {live.text('#cures-said')})", flush=True)
        look(page, live, "cures")
        page.run("document.querySelector('.set-cure').click()")
        now = live.settled(now["shown"] + 1)
        good = len(now["values"]) == 1 and now["title"].endswith(": passed")
        print(f"{'ok' if good else 'not ok'} another click makes the change, and it passes ({now['title']}, {now['values']})", flush=True)
    live.end()


def look_at_planar(page):
    shutil.copy(os.path.join(samples, "a4-turn", "a4-turn.xml"), "states.xml")
    live = opened(page, "states.xml")
    now = live.settled()
    live.wait(lambda now: now["tracksDone"], 60)
    look(page, live, "passed")
    if CHOSEN and not {"sweep", "compared", "study", "broken", "mended"} & set(CHOSEN):
        live.end()
        return
    page.run("byId('keep').click()")
    live.turn("feed_speed", 540)
    now = live.settled(2)
    page.run("byId('figures').scrollIntoView()")
    look(page, live, "compared")
    page.run("scrollTo(0, 0); byId('study').click(); byId('live-text').scrollIntoView({ block: 'center' })")
    forget(page)
    look(page, live, "study")
    page.run("document.querySelector('#sweep').closest('details').open = true; byId('sweep-parameter').value = 'feed_speed'; byId('sweep-start').click()")
    live.wait(lambda now: now["sweep"] == 11)
    page.run("byId('sweep-plot').scrollIntoView({ block: 'end' })")
    forget(page)
    look(page, live, "sweep")
    with open("states.xml", encoding="utf-8") as file:
        text = file.read()
    with open("states.xml", "w", encoding="utf-8") as file:
        file.write(text[:700])
    live.wait(lambda now: "read" in now["title"])
    look(page, live, "broken")
    with open("states.xml", "w", encoding="utf-8") as file:
        file.write(text)
    live.wait(lambda now: not now["stale"] and not now["busy"] and not now["resting"])
    look(page, live, "mended")
    live.end()


def main():
    page = browser.Page()
    page.watch()
    wanted = [(look_at_planar, {"passed", "compared", "study", "sweep", "broken", "mended"}), (look_at_jam, {"jam", "cures"}), (look_at_choices, {"choices"}), (look_at_going, {"start", "running"})]
    try:
        for act, names in wanted:
            if not CHOSEN or names & set(CHOSEN):
                act(page)
        print(f"{'not ok' if page.messages else 'ok'} a page without messages{f' ({page.messages})' if page.messages else ''}", flush=True)
    finally:
        page.close()


main()

"""Looks at pages of studies and calibrations at three widths, light and dark: study_pages.py PAGE... One line a promise; pictures are left in the current folder."""
import base64
import os
import sys

import browser

WIDTHS = (1400, 900, 390)
MOST_BYTES = 1_000_000
MOST_START = 5000  # [ms]; a page that hangs: times of the machine are printed, not judged


def that(text, holds, found=""):
    print(("ok " if holds else "not ok ") + text + ("" if holds else f" ({found})"), flush=True)


def axe_of():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "axe", "axe.min.js"), encoding="utf-8") as text:
        return text.read()


def look(page, path, name, tell, schemes=("light",), picture=False):
    """What a reader would find wrong at sight: nothing. The page is drawn whole."""
    for width in WIDTHS:
        for scheme in schemes:
            page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            page.size(width, 1000)
            page.requests.clear()
            page.messages.clear()
            page.open(path)
            high = page.run("document.documentElement.scrollHeight")
            page.size(width, min(high + 2000, 16000))
            page.run("new Promise(done => setTimeout(done, 300))")
            found = page.looks()
            tell(f"{name}, {width} px, {scheme}: nothing collides, is cut, or lacks a unit or round ticks", not found, found)
            tell(f"{name}, {width} px, {scheme}: no scrolling sideways, nothing from outside, no message",
                 page.run("document.documentElement.scrollWidth") <= width and len(page.requests) == 1 and not page.messages, (page.requests[1:], page.messages))
            if picture:
                with open(f"{name}-{width}-{scheme}.png", "wb") as out:
                    out.write(base64.b64decode(page.call("Page.captureScreenshot")["data"]))
            if width == WIDTHS[0]:
                page.run(axe_of())
                serious = page.run("axe.run({ preload: false }).then(r => r.violations.filter(v => v.impact === 'serious' || v.impact === 'critical').map(v => v.id + ': ' + v.nodes.map(n => n.target).join(' ')))")
                tell(f"{name}, {scheme}: no serious finding of axe", not serious, serious)


def start_of(page, path):
    """Milliseconds until a page is ready, the least of five: the machine may have other things to do."""
    times = []
    for _ in range(5):
        page.open(path)
        times.append(page.run("new Promise(done => { const look = () => byId('state').textContent ? done(JSON.parse(byId('state').textContent).ready) : setTimeout(look, 20); look(); })"))
    return min(times)


if __name__ == "__main__":
    view = browser.Page(1400, 1000, timeout=300)
    try:
        view.watch()
        for file in map(os.path.abspath, sys.argv[1:]):
            own = os.path.splitext(os.path.basename(file))[0]
            that(f"{own}: a megabyte at most", os.path.getsize(file) <= MOST_BYTES, os.path.getsize(file))
            look(view, file, own, that, ("light", "dark"), True)
            view.size(1400, 1000)
            took = start_of(view, file)
            that(f"{own}: ready within {MOST_START} ms", took <= MOST_START, took)
            print(f"# {own}: {os.path.getsize(file)} bytes, ready after {took:.0f} ms", flush=True)
    finally:
        view.close()

"""Pages as a reader sees them, at three widths, light and dark: look-at-looks.py PAGE...; looks.js says what is wrong.

One line a promise: "ok TEXT" or "not ok TEXT"."""
import os
import sys

import browser

WIDTHS = ((1400, 900), (900, 900), (390, 844))


def that(text, holds, found=""):
    print(("ok " if holds else "not ok ") + text + ("" if holds else f" ({found})"), flush=True)


def main():
    page = browser.Page()
    try:
        page.watch()
        page.open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "looks", "faulty.html"))
        found, planted = page.looks(), page.run("[...document.querySelectorAll('figcaption')].map(title => title.textContent.split(' ')[0]).filter(word => word !== 'no')")
        that("what is wrong at sight is found, and nothing else", sorted(text.split(":")[0] for text in found) == sorted(planted), found)
        for path in sys.argv[1:]:
            found = []
            for scheme in ("light", "dark"):
                page.prefer(scheme)
                for width, height in WIDTHS:
                    page.size(width, height)
                    page.open(os.path.abspath(path))
                    found += [f"{width} {scheme} {text}" for text in page.looks()]
            that(f"{path}: no text covers another or is cut, axes have units and round numbers", not found, "; ".join(found[:12]))
        that("no message", not page.messages, page.messages)
    finally:
        page.close()


main()

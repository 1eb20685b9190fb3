"""Looks at the HTML manual as a reader would: look-at-manual.py HTML. "ok TEXT" or "not ok TEXT", one line for each promise; counts go
to measured.txt in the current folder."""
import html.parser
import json
import os
import re
import sys
from urllib.parse import quote, unquote, urlsplit

import browser

ROOT = os.path.abspath(sys.argv[1])
PAGES = ["index.html", "doc/guide/jams.html", "doc/reference/bodies.html", "doc/theory/contact.html", "c/run.html", "search.html?q=nip", "doc/guide/gallery.html", "doc/guide/report.html"]
# pages of the guide with pictures of what they describe
SCREENS = ["report", "live", "reading-studies", "python"]
# words, and a page that must be among the first hits
SEARCHES = {"nip": "doc/reference/bodies.html", "jam": "doc/guide/jams.html", "skew": "doc/guide/skew.html", "double-feed": "doc/reference/checks.html",
            "calibrate": "doc/guide/calibrating.html", "tolerances": "doc/guide/tolerances.html", "E-RANGE": "doc/reference/problems.html",
            "quire_run_create": "c/run.html", "sweep": "python/quire.html", "overdrive": "doc/reference/contacts.html"}
FIRST = 5
# what users type, and the pages that answer it
QUERIES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "manual-queries.tsv")


def that(text, holds, found=""):
    print(("ok " if holds else "not ok ") + text + ("" if holds else f" ({found})"), flush=True)


def note(text):
    with open("measured.txt", "a", encoding="utf-8") as out:
        print(text, file=out)


class Reader(html.parser.HTMLParser):
    """Anchors, links and what a page loads."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.loads, self.code = set(), [], [], False
        with open(path, encoding="utf-8") as page:
            self.feed(page.read())

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.anchors |= {given[name] for name in ("id", "name") if given.get(name)}
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if tag in ("img", "script", "iframe", "source", "object") and (given.get("src") or given.get("data")):
            self.loads.append(given.get("src") or given.get("data"))
        if tag == "link" and given.get("href") and given.get("rel") in ("stylesheet", "icon", "shortcut icon"):
            self.loads.append(given["href"])
        self.code = self.code or tag in ("pre", "math")


def look_at_links():
    pages = {}
    for folder, _, names in os.walk(ROOT):
        for name in names:
            if name.endswith(".html"):
                path = os.path.join(folder, name)
                pages[os.path.relpath(path, ROOT)] = Reader(path)
    broken, outside, loads, count, leads = [], [], [], 0, {name: set() for name in pages}
    for name, page in pages.items():
        for link in page.links + page.loads:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                (loads if link in page.loads and parts.scheme != "data" else outside).append((name, link))
                continue
            count += 1
            target = os.path.normpath(os.path.join(os.path.dirname(name), unquote(parts.path))) if parts.path else name
            if not os.path.isfile(os.path.join(ROOT, target)):
                broken.append((name, link))
            elif target in pages:
                leads[name].add(target)
                # "#" alone is the top; what scripts make is not in the page
                if parts.fragment and unquote(parts.fragment) not in pages[target].anchors:
                    broken.append((name, link))
    reached, new = set(), ["index.html"]
    while new:
        name = new.pop()
        if name not in reached:
            reached.add(name)
            new += leads[name]
    lost = sorted(set(pages) - reached - {"search.html", "genindex.html", "py-modindex.html"})
    note(f"{len(pages)} pages, {count} internal links and pictures, {len(broken)} broken, {len(outside)} links to other hosts")
    that("every link and anchor leads somewhere", not broken, broken[:10])
    that("nothing is loaded from another host", not loads, loads[:10])
    that("every page is reached from the first", not lost, lost[:10])
    for name in os.listdir(os.path.join(ROOT, "_static")):
        # the texts of pages name schemes and style sheets
        if name.endswith((".css", ".js")) and name != "search-data.js":
            with open(os.path.join(ROOT, "_static", name), encoding="utf-8") as text:
                that(f"{name} loads nothing from another host", not re.search(r"url\(['\"]?(https?:)?//|@import", text.read()))
    for part in ("guide", "reference", "theory"):
        plain = [name for name, page in pages.items() if name.startswith(f"doc/{part}/") and not page.code]
        note(f"{len(plain)} pages of doc/{part} have no example or formula: {' '.join(sorted(plain))}")


def hits_of(page):
    """Pages that the search shows, best first."""
    hits = page.run("[...document.querySelectorAll('#search-results ul.search li > a')].map(a => a.href)")
    return list(dict.fromkeys(os.path.relpath(unquote(urlsplit(hit).path), ROOT) for hit in hits))


def look_at_search(page):
    for word, wanted in SEARCHES.items():
        page.open(os.path.join(ROOT, "search.html"), "?q=" + quote(word))
        hits = hits_of(page)
        note(f"search {word}: {len(hits)} pages, first {' '.join(hits[:FIRST])}")
        that(f"searching {word} finds {wanted} first of all", wanted in hits[:FIRST], hits[:FIRST])
    with open(QUERIES, encoding="utf-8") as text:
        queries = [line.rstrip("\n").split("\t") for line in text if not line.startswith("#")]
    found = 0
    for words, wanted in queries:
        page.run("(() => { const i = document.getElementById('search-words'); i.value = %s; i.dispatchEvent(new Event('input'));"
                 " return new Promise(r => setTimeout(r, 200)); })()" % json.dumps(words))
        hits = hits_of(page)[:3]
        found += bool(set(wanted.split()) & set(hits))
        that(f"'{words}' finds one of {wanted} among the first three", set(wanted.split()) & set(hits), hits)
    marks = page.run("[...document.querySelectorAll('#search-results li')].every(l => l.querySelector('.context').textContent.length > 20)"
                     " && document.querySelectorAll('#search-results mark').length")
    that("hits show what they say, with the words marked", marks, marks)
    note(f"{found} of {len(queries)} words of users find their page among the first three")


def look_at_access(page):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "axe", "axe.min.js"), encoding="utf-8") as text:
        axe = text.read()
    for name in PAGES:
        path, _, query = name.partition("?")
        for scheme in ("light", "dark"):
            page.prefer(scheme)
            page.open(os.path.join(ROOT, path), "?" + query if query else "")
            page.run(axe)
            found = page.run("axe.run({ preload: false }).then(r => r.violations.filter(v => v.impact === 'serious' || v.impact === 'critical')"
                             ".map(v => v.id + ': ' + v.nodes.map(n => n.target).slice(0, 4).join(' ')))")
            that(f"{name}, {scheme}: no serious finding of axe", not found, found)
            dark = page.run("getComputedStyle(document.body).backgroundColor") != "rgb(255, 255, 255)"
            that(f"{name} is {scheme}", dark == (scheme == "dark"))
    page.prefer("light")
    page.open(os.path.join(ROOT, "index.html"))
    page.run("[...document.querySelectorAll('.theme-toggle')].find(b => b.offsetParent).click()")
    that("the button chooses dark", page.run("document.body.dataset.theme") == "dark")
    page.run("localStorage.clear()")


# texts that their boxes cut, and that nothing scrolls
CUT = ("[...document.querySelectorAll('article *')].filter(e => e.textContent.trim() && e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1 &&"
       " /hidden|clip/.test(getComputedStyle(e).overflowX) && !e.closest('math, svg, .visually-hidden')).map(e => e.tagName + '.' + e.className).slice(0, 5)")


def look_at_widths(page):
    for width in (1400, 900, 390):
        page.size(width, 844)
        for name in [*PAGES, "doc/formats.html", "doc/reference/problems.html", "man/quire-run.1.html", "python/quire.html", "doc/validation/index.html"]:
            path, _, query = name.partition("?")
            page.open(os.path.join(ROOT, path), "?" + query if query else "")
            wide, cut = page.run("document.documentElement.scrollWidth"), page.run(CUT)
            that(f"{name} fits {width} pixels", wide <= width and not cut, (wide, cut))
    page.size(1400, 1000)


def look_at_pictures(page):
    page.open(os.path.join(ROOT, "doc", "guide", "gallery.html"))
    count = page.run("document.images.length")
    blank = page.run("Promise.all([...document.images].map(i => { i.loading = 'eager'; return i.decode().then(() => '', () => i.src); })).then(l => l.filter(Boolean))")
    that("the gallery shows its pictures", count > 30 and not blank, (count, blank))
    page.run("document.querySelector('.subjects button[value=skew]').click()")
    left = page.run("[...document.querySelectorAll('.cards li')].filter(l => l.offsetParent).map(l => l.querySelector('em').textContent)")
    that("a subject of the gallery leaves its samples", 3 < len(left) < 20 and all("skew" in tags.split(", ") for tags in left), left)
    for scheme in ("light", "dark"):
        page.prefer(scheme)
        for name in SCREENS:
            page.open(os.path.join(ROOT, "doc", "guide", name + ".html"))
            shown = page.run("[...document.querySelectorAll('img.screen')].filter(i => i.offsetParent).map(i => [i.naturalWidth, i.alt.length > 40, i.src.includes(%r)])" % scheme)
            that(f"{name} has its picture, {scheme}", len(shown) == 1 and shown[0][0] > 800 and all(shown[0]), shown)
        page.open(os.path.join(ROOT, "doc", "guide", "task-lip.html"))
        turned = page.run("getComputedStyle(document.querySelector('article img')).filter")
        that(f"drawings are {scheme}", (turned != "none") == (scheme == "dark"), turned)
    page.prefer("light")


look_at_links()
if browser.find():
    shown = browser.Page()
    try:
        look_at_search(shown)
        look_at_access(shown)
        look_at_widths(shown)
        look_at_pictures(shown)
        that("no page has an error or asks for more than files", not shown.messages and all(a.startswith(("file:", "data:")) for a in shown.requests),
             shown.messages[:5])
    finally:
        shown.close()
else:
    note("no browser: search, contrast and width were not checked")

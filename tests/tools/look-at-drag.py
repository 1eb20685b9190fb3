"""Moves parts of machines on pages of `quire live` in a browser, by pointer and by keys: look-at-drag.py QUIRE SAMPLES [TIMES]

One line a promise: "ok TEXT" or "not ok TEXT". Pictures and measured.txt are left in the current folder."""
import importlib.util
import json
import os
import re
import shutil
import statistics
import sys

import browser
import live_parts

spec = importlib.util.spec_from_file_location("live_page", os.path.join(os.path.dirname(os.path.abspath(__file__)), "look-at-live.py"))
live_page = importlib.util.module_from_spec(spec)
spec.loader.exec_module(live_page)
that, note, samples = live_page.that, live_page.note, live_page.samples
TIMES = live_page.TIMES


class Picture(live_page.Live):
    """A server, its page, and the handles in its picture; nothing runs in the background."""

    def __init__(self, page, model, *options):
        super().__init__(live_page.quire, page, model, *options)
        page.run("tracks.turn(false)")

    def find(self, name, index=0):
        """The middle of a handle in the window."""
        return self.page.run("(() => { const h = [...drags.list.values()].find(h => h.spec.id === %s && h.index === %d); if (!h || !h.mark.isConnected) { return null; }"
                             " const b = h.mark.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()" % (json.dumps(name), index))

    def mouse(self, kind, place, shift=False):
        self.page.call("Input.dispatchMouseEvent", type="mouse" + kind, x=place[0], y=place[1], button="left", buttons=0 if kind == "Released" else 1, clickCount=1, modifiers=8 if shift else 0)

    def press(self, place, by, steps=4, shift=False):
        """Presses and moves; the button stays down."""
        self.mouse("Pressed", place, shift)
        for k in range(1, steps + 1):
            self.mouse("Moved", [place[0] + by[0] * k / steps, place[1] + by[1] * k / steps], shift)

    def release(self, place, by):
        self.mouse("Released", [place[0] + by[0], place[1] + by[1]])

    def move(self, name, by, index=0, shift=False):
        """Moves a handle by pixels; the values once the picture has followed."""
        place, shown = self.find(name, index), self.state()["shown"]
        if place is None:
            return {}
        self.press(place, by, shift=shift)
        self.release(place, by)
        return self.settled(shown + 1)["values"]

    def scale(self):
        return self.page.run("drawing.scale")

    def tag(self):
        return self.page.run("(() => { const t = document.getElementById('drag-tag'); return t.hidden ? '' : t.textContent; })()")

    def chord(self, key, shift=False):
        self.page.call("Input.dispatchKeyEvent", type="keyDown", key=key, modifiers=2 + (8 if shift else 0), windowsVirtualKeyCode=ord(key.upper()))
        self.page.call("Input.dispatchKeyEvent", type="keyUp", key=key, modifiers=2)


def without_messages(page):
    found = [text for text in page.messages if "CONNECTION_REFUSED" not in text]  # of the page before, whose server has ended
    that("a page without messages", not found, found)


def put(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def number(text):
    return float(text.split()[0])


def look_at_pointer(page):
    put("turn.xml", live_parts.short(samples))
    live = Picture(page, "turn.xml")
    live.settled()
    page.run(live_page.WATCH_SHIFTS)
    page.run("shifts.length = 0")
    page.run("setTime(0.02)")
    before = page.run("[page.time, drawing.scale, ...drawing.centre]")
    place = live.find("nip[n2]@at")
    by = [-0.03 * live.scale(), 6]
    live.press(place, by)
    said, now = live.tag(), live.wait(lambda now: now["shown"] > 1)
    that("the value with its unit is shown beside the pointer", said.startswith("at 12") and said.endswith(" mm"), said)
    page.picture("drag-while.png", False)
    live.release(place, by)
    now = live.settled(2)
    values = now["values"]
    that("a nip follows the pointer along its path", list(values) == ["nip[n2]@at"] and abs(number(values["nip[n2]@at"]) - 120) <= 1.5, values)
    that("a value is round", number(values["nip[n2]@at"]) % 1 == 0, values)
    that("time and view stay", page.run("[page.time, drawing.scale, ...drawing.centre]") == before, before)
    that("the run before stays as a ghost", now["results"] == 2 and page.run("results[1].folder") == "run 1", page.run("results.map(r => r.folder)"))
    that("rollers are where they were moved to", abs(page.run("first.at('roller', first.machine.rollers.findIndex(r => r.name === 'n2.driver'), 0)[0]") - 1e-3 * number(values["nip[n2]@at"])) < 2e-4, values)
    found = live.find("nip[n2]@at")
    that("the handle is where it was let go", abs(found[0] - place[0] - by[0]) < 3, (found, place, by))
    live.chord("z")
    now = live.settled(now["shown"] + 1)
    that("undo", now["values"] == {}, now["values"])
    live.chord("z", shift=True)
    now = live.settled(now["shown"] + 1)
    that("redo", now["values"] == values, now["values"])
    live.press(live.find("nip[n2]@at"), [20, 0])
    page.key("Escape")
    live.mouse("Released", [5, 5])
    now = live.settled(now["shown"] + 1)
    that("Escape takes it back", now["values"] == values, now["values"])
    # the roller itself
    page.run("choose(null, true); (t => zoom(4, ...t.centre))(drawing.things.find(t => t.name === 'n3' && t.centre))")
    centre = page.run("(() => { const t = drawing.things.find(t => t.name === 'n3' && t.centre), b = byId('canvas').getBoundingClientRect(); return [b.x + t.centre[0], b.y + t.centre[1] - 0.6 * t.radius]; })()")
    shown = now["shown"]
    live.press(centre, [0, 12])
    live.release(centre, [0, 12])
    now = live.settled(shown + 1)
    that("a roller is taken by its disc", "nip[n3]@at" in now["values"] and number(now["values"]["nip[n3]@at"]) < 292, now["values"])
    page.run("KEYS[0]()")
    kept = now["values"]
    page.click(*live.find("sensor[out]@at"))
    that("a click selects a part and moves nothing", live.state()["values"] == kept and page.run("drawing.selected") == "out", page.run("drawing.selected"))
    fixed = "[...drags.list.values()].find(h => h.spec.label === \"driver of nip 'n2'\")"
    page.run(f"zoom(3, ...{fixed}.pixel())")
    place = page.run(f"(() => {{ const b = {fixed}.mark.getBoundingClientRect(); return [b.x + 12, b.y + 12]; }})()")
    live.press(place, [10, 10])
    said = live.tag()
    live.release(place, [10, 10])
    that("what cannot be moved says why", "cannot be moved" in said and "line" in said and live.state()["values"] == kept, said)
    page.run("KEYS[0]()")
    far = live.find("nip[n3]@at")
    live.press(far, [0, -600])
    said = live.tag()
    live.release(far, [0, -600])
    now = live.settled(now["shown"] + 1)
    that("nothing leaves its path", number(now["values"]["nip[n3]@at"]) <= 543.5, (said, now["values"]))
    live.turn("nip_load", 6)
    now = live.settled(now["shown"] + 1)
    live.page.run("drags.settle(); drags.history.push(settings.values)")
    live.chord("z")
    now = live.settled(now["shown"] + 1)
    that("undo is that of sliders, too", "nip_load" not in now["values"] and "nip[n3]@at" in now["values"], now["values"])
    shifts = page.run("shifts")
    that("nothing else moves", sum(float(text.split(":")[0]) for text in shifts) == 0, shifts)
    without_messages(page)
    live.end()


def look_at_keys(page):
    live = Picture(page, "turn.xml")
    now = live.settled()
    page.run("document.querySelector('#handles .handle').focus()")
    names = []
    for _ in range(40):
        names.append(page.run("document.activeElement.getAttribute('aria-label')"))
        if "nip 'n2': at" in (names[-1] or ""):
            break
        page.call("Input.dispatchKeyEvent", type="keyDown", key="Tab", windowsVirtualKeyCode=9)
        page.call("Input.dispatchKeyEvent", type="keyUp", key="Tab", windowsVirtualKeyCode=9)
    that("Tab leads from handle to handle, each with a name", "nip 'n2': at, along the path" in names and all(names), names)
    that("it has its value", page.run("document.activeElement.getAttribute('aria-valuetext')") == "150 mm", page.run("document.activeElement.outerHTML"))
    time = page.run("page.time")
    page.key("ArrowRight")
    now = live.settled(now["shown"] + 1)
    step = number(now["values"].get("nip[n2]@at", "0 mm")) - 150
    that("an arrow key moves the part by a round step", 0 < step <= 5 and page.run("page.time") == time, now["values"])
    that("and says so", live.tag().startswith("nip 'n2': at 15"), live.tag())
    page.key("ArrowLeft", shift=True)
    now = live.settled(now["shown"] + 1)
    that("with shift by a tenth of it", abs(number(now["values"]["nip[n2]@at"]) - (150 + 0.9 * step)) < 1e-9, now["values"])
    page.picture("drag-keys.png", False)
    page.key("Escape")
    now = live.settled(now["shown"] + 1)
    that("Escape takes back what keys moved", now["values"] == {}, now["values"])
    that("focus stays", "nip 'n2': at" in page.run("document.activeElement.getAttribute('aria-label') || ''"))
    page.key("ArrowRight")
    page.key("ArrowRight")
    now = live.settled(now["shown"] + 1)
    page.run("document.activeElement.blur()")
    live.chord("z")
    now = live.wait(lambda now: not now["values"] and not now["busy"])
    that("what keys moved in a row is undone at once", now["values"] == {}, now["values"])
    live.end()


def look_at_parts(page):
    text = live_parts.write(samples)
    live = Picture(page, "parts.xml")
    live.settled()
    page.picture("drag-parts.png", False)
    per = 1e3 / live.scale()  # [mm/px]

    def step(value):
        return 0.5 * page.run("roundStep(1e3 / drawing.scale)") + 1e-6 + 0.02 * abs(value)
    values = live.move("nip[n2]@at", [10, 0])
    that("a parameter that gives the place is changed, in its unit", "nip[n2]@at" not in values and values.get("place", "").endswith(" cm") and abs(number(values["place"]) - 15 - per) < 0.2, values)
    values = live.move("nip[n2]@at", [200, 0])
    that("a parameter keeps its range", values.get("place") == "18 cm", values)
    values = live.move("roller[lone]@centre", [-10, -20])
    x, y = (number(part) for part in values.get("roller[lone]@centre", "0, 0").split(","))
    that("a free roller moves in both directions", abs(x - 60 + 10 * per) < step(1) and abs(y - 40 - 20 * per) < step(1), values)
    values = live.move("guide[chute]/polyline[1]@points", [10, 10], 1)
    text_of = values.get("guide[chute]/polyline[1]@points", "")
    that("a point of a polyline: the number changes in the text, the parameter as a parameter", text_of.startswith("-60 mm, 50 mm; ") and text_of.endswith(",{high} ; 30 mm, 5 cm") and abs(number(values.get("high", "0")) - 60 + 10 * per) < step(1), values)
    base = page.run("(() => { const h = [...drags.list.values()].find(h => h.spec.id === 'guide[flap]/pivot[1]@angle'); return [h.pixel(), drawing.pixel(...h.spec.at)]; })()")
    (hx, hy), (px, py) = base
    values = live.move("guide[flap]/pivot[1]@angle", [px - hx + hy - py, py - hy + px - hx])
    that("a gate turns with the pointer", abs(number(values.get("guide[flap]/pivot[1]@angle", "0 deg")) - 100) < 3, values)
    page.run("zoom(3, ...[...drags.list.values()].find(h => h.spec.id === 'roller[loose]@radius').pixel())")
    fine = live.move("roller[loose]@radius", [3 * 2, 3 * 2])
    that("a radius is taken at its rim", number(fine.get("roller[loose]@radius", "0 mm")) > 7, fine)
    values = live.move("roller[loose]@offset", [0, -9])
    that("a roller moves across its path", number(values.get("roller[loose]@offset", "0 mm")) > 6, values)
    page.run("KEYS[0]()")
    coarse = live.move(f"sensor[{live_parts.LONG}]@at", [0, -10], shift=True)
    that("a name of 60 letters; with shift a tenth of the way", abs(number(coarse.get(f"sensor[{live_parts.LONG}]@at", "0 mm")) - 330 - per) < step(0), coarse)
    values = live.move("instance[unit]@at", [0, 0] if live.find("instance[unit]@at") is None else [8, 0])
    that("an instance moves along its path", number(values.get("instance[unit]@at", "0 mm")) > 20, values)
    page.click_on("#save")
    said = live.text("#live-text")
    that("saving says what it writes", "roller 'lone': centre = " in said and "place = 18 cm" in said, said)
    version = live.state()["version"]
    page.click_on("#save-yes")
    now = live.wait(lambda now: now["version"] > version and not now["busy"])
    with open("parts.xml", encoding="utf-8") as file:
        saved = file.read()
    changed = [(a, b) for a, b in zip(text.split("\n"), saved.split("\n")) if a != b]
    that("saving writes the attributes and keeps all else", now["values"] == {} and saved.count("\n") == text.count("\n") and 8 <= len(changed) <= 9 and "what is moved stays a comment" in saved, changed)
    live.settled(now["shown"])
    shown = live.state()["shown"]
    live.chord("z")
    now = live.settled(shown + 1)
    that("undo goes back behind the saving", now["values"].get("instance[unit]@at") == "20 mm" or len(now["values"]) > 0, now["values"])
    without_messages(page)
    live.end()


def look_at_changes(page):
    """The file changes while a part is moved; two pages move parts."""
    text = live_parts.short(samples)
    put("changing.xml", text)
    live = Picture(page, "changing.xml")
    live.settled()
    place, version = live.find("nip[n2]@at"), live.state()["version"]
    live.press(place, [-15, 0])
    put("changing.xml", text.replace('value="8 N"', 'value="7 N"'))
    live.wait(lambda now: now["version"] > version)
    live.mouse("Moved", [place[0] - 25, place[1]])
    live.release(place, [-25, 0])
    now = live.settled(3)
    that("a movement goes on when the file changes", abs(number(now["values"].get("nip[n2]@at", "0")) - 150 + 25e3 / live.scale()) < 1.5 and not now["stale"], now)
    # another page saves
    live.page.run("fetch('save', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ tab: 'other', settings: { 'nip[n3]@at': '290 mm' }, version: live.version }) }).then(r => r.text()).then(() => { askToSave(); byId('save-yes').click(); })")
    live.wait(lambda now: live.text("#live-text") not in ("", None) and not live.text("#live-text").startswith("Write"))
    said = live.text("#live-text")
    with open("changing.xml", encoding="utf-8") as file:
        saved = file.read()
    that("of two pages the second one does not write over the first", ("changed in the meantime" in said and 'at="290 mm"' in saved and 'at="150 mm"' in saved) or ("saved" in said and 'at="290 mm"' in saved), (said, saved[-1500:]))
    now = live.settled(now["shown"])
    version = now["version"]
    put("changing.xml", "\n".join(line for line in text.split("\n") if 'name="n2"' not in line))
    now = live.wait(lambda now: now["version"] > version and not now["busy"])
    now = live.settled(now["shown"])
    that("a moved part that has left the file is forgotten", "nip[n2]@at" not in now["values"] and not now["stale"], now)
    live.end()


def look_at_space(page):
    with open(os.path.join(samples, "two-nips-skew", "two-nips-skew.xml"), encoding="utf-8") as file:
        put("skew.xml", re.sub(r'(<run end=")[^"]*"', r'\g<1>20 ms"', file.read()))
    live = Picture(page, "skew.xml")
    live.settled()
    page.picture("drag-space.png", False)
    page.run("(() => { const v = byId('view'); v.value = 'top'; v.dispatchEvent(new Event('change')); })()")
    page.picture("drag-top.png", False)
    per = 1e3 / live.scale()
    values = live.move("sensor[left]@at", [-15, 0])
    that("in space a part moves along its path", abs(number(values.get("sensor[left]@at", "0 mm")) - 290 + 15 * per) < 3 * per + 1, values)
    values = live.move("nip[first-left]@across", [0, 10])
    that("and across the feed", "nip[first-left]@across" in values and abs(abs(number(values["nip[first-left]@across"]) + 60) - 10 * per) < 2 * per + 1, values)
    without_messages(page)
    live.end()


def look_at_widths(page):
    live = Picture(page, "parts.xml")
    live.settled()
    for scheme in ("light", "dark"):
        for width in (1400, 900, 390):
            page.prefer(scheme)
            page.size(width, 900)
            page.run("repaint()")
            page.run("document.querySelector('#handles .handle').focus()")
            page.picture(f"drag-{scheme}-{width}.png", False)
            that(f"nothing is wider than {width}, {scheme}", page.run("document.documentElement.scrollWidth <= innerWidth"), page.run("document.documentElement.scrollWidth"))
    page.prefer("light")
    page.size(1400, 1000)
    live.end()


def measure(page):
    """From a movement of the pointer to the picture of its run."""
    shutil.copy(os.path.join(samples, "a4-turn", "a4-turn.xml"), "turn.xml")
    live = Picture(page, "turn.xml")
    live.settled()
    page.run("live.timings.length = 0")
    place, shown = live.find("nip[n2]@at"), live.state()["shown"]
    live.mouse("Pressed", place)
    for k in range(1, TIMES + 1):
        live.mouse("Moved", [place[0] - 4 - 2 * k, place[1]])
        shown += 1
        live.wait(lambda now: now["shown"] >= shown and not now["busy"])
    live.release(place, [-4 - 2 * TIMES, 0])
    times = live.state()["timings"]
    median = statistics.median(times)
    note(f"a4-turn: from the drag to the picture {median:.0f} ms, the median of {len(times)} ({min(times):.0f} to {max(times):.0f} ms)")
    that("the picture follows the drag", len(times) >= TIMES - 1 and median < 1500, times)
    live.end()


def main():
    page = browser.Page(timeout=200)
    try:
        look_at_pointer(page)
        look_at_keys(page)
        look_at_parts(page)
        look_at_changes(page)
        look_at_space(page)
        look_at_widths(page)
        measure(page)
    finally:
        page.close()


if __name__ == "__main__":
    main()

"""Turns parameters on pages of `quire live` in a browser as a reader would: look-at-live.py QUIRE SAMPLES [TIMES]

One line a promise: "ok TEXT" or "not ok TEXT". Pictures and measured.txt are left in the current folder."""
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import time

import browser
from live_page import WATCH_SHIFTS, Live

quire, samples = sys.argv[1:3]
TIMES = int(sys.argv[3]) if len(sys.argv) > 3 else 10  # that a slider is moved to measure


def that(text, holds, found=""):
    print(("ok " if holds else "not ok ") + text + ("" if holds else f" ({found})"), flush=True)


def note(text):
    with open("measured.txt", "a", encoding="utf-8") as out:
        print(text, file=out)


def measure(live, name, low, high, label, most):
    """From the knob to the picture of its run, the median of many."""
    count = live.settled()["shown"]
    live.page.run("live.timings.length = 0")
    for i in range(TIMES):
        live.turn(name, low + (high - low) * (i + 1) / TIMES)
        count += 1
        live.wait(lambda now: now["shown"] >= count and not now["busy"])
    times = live.state()["timings"]
    median = statistics.median(times)
    note(f"{label}: from the knob to the picture {median:.0f} ms, the median of {len(times)} ({min(times):.0f} to {max(times):.0f} ms)")
    that(f"{label}: the picture follows the knob", len(times) == TIMES and median < most, times)


def look_at_planar(page):
    shutil.copy(os.path.join(samples, "a4-turn", "a4-turn.xml"), "model.xml")
    live = Live(quire, page, "model.xml", "--set", "nip_load=9 N")
    now = live.settled()
    that("the page runs the model at once, with the settings it was given", now["shown"] == 1 and now["values"] == {"nip_load": "9 N"}, now)
    that("it says the verdict", "passed" in live.text("#live-verdict"), live.text("#live-verdict"))
    page.picture("live-planar.png", False)
    page.run("setTime(0.2)")
    before = page.run("[page.time, drawing.scale]")
    live.turn("nip_load", 6)
    now = live.settled(2)
    that("a slider runs it again", now["shown"] == 2 and now["values"] == {"nip_load": "6 N"}, now)
    that("time and view stay", page.run("[page.time, drawing.scale]") == before, before)
    that("the run before is drawn too", now["results"] == 2, now)
    live.write("nip_load", "7")
    now = live.settled(3)
    that("a field takes a number without its unit", now["values"] == {"nip_load": "7 N"}, now)
    page.run("document.querySelector('.back[aria-label=\"reset nip_load\"]').click()")
    now = live.settled(4)
    that("a parameter can be reset", now["values"] == {}, now)
    live.write("nip_load", "7 mm")
    now = live.wait(lambda now: now["problems"])
    that("a value that is refused is a problem, and the last picture stays, in grey", now["stale"] and "nip_load" in now["problems"] + live.text("#problems") and now["results"] >= 2, now)
    page.picture("live-refused.png", False)
    live.write("nip_load", "8")
    live.settled(5)
    page.click_on("#keep")
    for value in (300, 400, 700):
        live.turn("feed_speed", value)
        now = live.settled(now["shown"] + 1)
    that("a run is kept for comparison", now["kept"] and page.run("[...document.querySelectorAll('#figures thead th')].map(t => t.textContent)") == ["figure", page.run("first.folder"), "A", "difference"], now)
    page.picture("live-ghosts.png", False)
    page.run("document.querySelector('.knob').focus()")
    at = page.run("[document.querySelector('.knob').valueAsNumber, page.time]")
    page.key("ArrowRight")
    now = live.settled(now["shown"] + 1)
    that("a slider keeps its keys", page.run("document.querySelector('.knob').valueAsNumber") > at[0] and page.run("page.time") == at[1], at)
    look_at_tools(live, page)
    look_at_file(live, page)
    measure(live, "nip_load", 5, 12, "a4-turn", 1500)
    that("a page without messages", not page.messages, page.messages)
    that("it asks its own server only", all(address.startswith(live.address) for address in page.requests), page.requests[:5])
    live.end()
    now = live.wait(lambda now: now["stale"])
    that("a server that has ended is a problem", "does not respond" in live.text("#problems"), live.text("#problems"))
    page.messages.clear()


def look_at_places(page):
    """Nothing moves by itself, and the title says what is shown: passed, failed, refused, a broken file, the file again."""
    for width, height in ((1400, 900), (1000, 900), (390, 844)):
        page.size(width, height)
        shutil.copy(os.path.join(samples, "a4-turn", "a4-turn.xml"), "places.xml")
        live = Live(quire, page, "places.xml")
        page.run(WATCH_SHIFTS)
        live.settled()
        titles = [live.state()["title"]]
        live.turn("feed_speed", 800)
        titles.append(live.settled(2)["title"])
        page.picture(f"live-failed-{width}.png", False)
        live.write("nip_load", "7 mm")
        titles.append(live.wait(lambda now: now["problems"])["title"])
        shown = page.run("(() => { const box = byId('problems').getBoundingClientRect(); return [box.top >= 0, box.top < innerHeight, byId('subtitle').textContent]; })()")
        live.write("nip_load", "7")
        live.settled(3)
        with open("places.xml", encoding="utf-8") as file:
            text = file.read()
        with open("places.xml", "w", encoding="utf-8") as file:
            file.write(text[:500])
        page.run("scrollTo(0, 400)")
        titles.append(live.wait(lambda now: "read" in now["title"])["title"])
        page.picture(f"live-unreadable-{width}.png", False)
        time.sleep(1)
        that(f"no verdict is about a file that cannot be read, {width} wide", page.run("document.querySelectorAll('.track span').length") == 0 and live.state()["tracks"] == {}, live.state()["tracks"])
        with open("places.xml", "w", encoding="utf-8") as file:
            file.write(text)
        titles.append(live.settled(4)["title"])
        time.sleep(0.5)
        that(f"the title says what is shown, {width} wide", titles == ["a4-turn: passed", "a4-turn: failed", "a4-turn: refused", "a4-turn: cannot be read", "a4-turn: failed"], titles)
        that(f"a problem is in view, {width} wide", shown[0] and shown[1] and "the last good run" in shown[2], shown)
        that(f"nothing moves by itself, {width} wide", page.run("shifts.length") == 0, page.run("shifts"))
        live.end()
    page.size(1400, 1000)
    live = Live(quire, page, os.path.join(samples, "two-nips-skew", "two-nips-skew.xml"), "--set", "segments=400")
    now = live.wait(lambda now: "running" in now["title"] and "%" in now["title"])
    that("the machine is drawn before its first run, which says how far it is", now["shown"] == 0 and page.run("drawing && drawing.first.machine.rollers.length") > 0 and re.search(r"running \d+ %", now["title"]), now)
    page.picture("live-start.png", False)
    live.end()


def look_at_tracks(page):
    """Sliders that know where the machine passes; results that no longer hold are gone."""
    shutil.copy(os.path.join(samples, "a4-turn", "a4-turn.xml"), "tracks.xml")
    live = Live(quire, page, "tracks.xml")
    page.run(WATCH_SHIFTS)
    live.settled()
    began = time.monotonic()
    now = live.wait(lambda now: now["tracksDone"], 60)
    note(f"a4-turn: all tracks after {time.monotonic() - began:.1f} s, {now['probes']} runs")
    pieces = "(name => [...settings.list.get(name).element.querySelectorAll('.track span')].map(piece => piece.className))"
    that("the track of the speed fails, passes and fails", page.run(pieces + "('feed_speed')") == ["failed", "passed", "failed"] and page.run(pieces + "('nip_load')") == ["passed"], now["tracks"])
    found = re.search(r"margin ([0-9.]+) mm/s: fails at ([0-9.]+) mm/s \(on-time\)", now["tracks"]["feed_speed"])
    values = page.run("tracks.list.get(settings.list.get('feed_speed')).changes().map(pair => pair.map(point => [point.value, point.verdict]))")
    ends = []
    for (low, before), (high, behind) in values:
        for value, verdict in ((low, before), (high, behind)):
            done = subprocess.run([quire, "run", "tracks.xml", "--set", f"feed_speed={value} mm/s", "-q", "-o", "tracks.run", "--force"], capture_output=True, text=True)
            ends.append((done.returncode == 0) == (verdict == "passed"))
    that("its ends are those of ordinary runs, and near each other", found and len(ends) == 4 and all(ends) and all(high - low <= 750 / 128 * 1.001 for (low, _), (high, _) in values), (values, ends))
    live.turn("feed_speed", 540)
    after = live.settled(2)
    kept = page.run("tracks.list.get(settings.list.get('feed_speed')).points.length")
    that("another speed drops all other tracks, and keeps its own", kept > 9 and page.run(pieces + "('nip_load')") == [] and float(re.search("margin ([0-9.]+)", after["tracks"]["feed_speed"])[1]) < 20, (kept, after["tracks"]))
    live.wait(lambda now: now["tracksDone"], 60)
    page.picture("live-tracks.png", False)
    with open("tracks.xml", encoding="utf-8") as file:
        text = file.read()
    with open("tracks.xml", "w", encoding="utf-8") as file:
        file.write(text.replace('value="8 N"', 'value="9 N"'))
    page.run("tracks.on = false")  # what is there now is of before
    now = live.wait(lambda now: now["version"] > after["version"] and now["shown"] > 2)
    that("another file drops them all", page.run("[...tracks.list.values()].every(track => track.points.length <= 1)"), now["tracks"])
    page.run("tracks.turn(true)")
    now = live.wait(lambda now: now["tracksDone"], 60)
    that("they come again", page.run(pieces + "('nip_load')") == ["passed"], now["tracks"])
    that("nothing moves by them", page.run("shifts.length") == 0, page.run("shifts"))
    page.run("byId('tracks').click()")
    live.turn("feed_speed", 520)
    now = live.settled(now["shown"] + 1)
    time.sleep(0.8)
    that("they can be switched off", page.run("document.querySelectorAll('.track span').length") == 0 and live.state()["probes"] == now["probes"], now["tracks"])
    live.end()


def look_at_until(page):
    """Part of a run, a step, a value in another unit, and the wheel."""
    with open(os.path.join(samples, "a4-turn", "a4-turn.xml"), encoding="utf-8") as file:
        text = file.read()
    with open("until.xml", "w", encoding="utf-8") as file:
        file.write(re.sub(r'(<parameter name="feed_speed"[^>]*?)(/?>)', r'\1 step="20 mm/s"\2', text))
    live = Live(quire, page, "until.xml")
    now = live.settled()
    whole = now["whole"]
    page.run(WATCH_SHIFTS)
    page.run("(() => { const f = byId('until'); f.value = '200 ms'; f.dispatchEvent(new Event('change')); })()")
    now = live.settled(2)
    that("a run until a time says so in the title", now["title"].endswith(": no failure, judged until 0.2 s") and now["until"] == 0.2 and page.run("endTime") == 0.2, now)
    now = live.wait(lambda now: now["tracksDone"], 60)
    that("so do the strips", "no failure at all" in now["tracks"].get("nip_load", ""), now["tracks"])
    page.run("setTime(0.15); byId('until-here').click()")
    now = live.settled(3)
    that("until the time that is shown", now["until"] == 0.15, now)
    page.run("byId('until-all').click()")
    now = live.settled(4)
    that("and the whole run again", now["until"] is None and "until" not in now["title"] and page.run("endTime") == whole, now)
    that("nothing moves by that", page.run("shifts.length") == 0, page.run("shifts"))
    page.run("(() => { const s = settings.list.get('feed_speed').slider; s.value = 517; s.dispatchEvent(new Event('input')); })()")
    now = live.settled(5)
    that("a slider has the step of its parameter", now["values"] in ({"feed_speed": "520 mm/s"}, {"feed_speed": "510 mm/s"}) and page.run("settings.list.get('feed_speed').slider.step") == "20", now["values"])
    live.write("feed_speed", "0.6 m/s")
    now = live.settled(6)
    that("a value in another unit moves its slider", page.run("settings.list.get('feed_speed').slider.valueAsNumber") == 600 and now["values"] == {"feed_speed": "0.6 m/s"}, now["values"])
    page.run("byId('study').click()")
    that("and is no level of a study", 'low="' in page.run("document.querySelector('#live-text textarea').value"), page.run("document.querySelector('#live-text textarea').value"))
    page.run("scrollTo(0, 0); document.activeElement.blur()")
    scales = [page.run("drawing.scale")]
    middle = page.run("(() => { const b = byId('canvas').getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; })()")
    for modifiers, focus in ((0, False), (2, False), (0, True)):
        page.run("byId('canvas').focus()" if focus else "document.activeElement.blur()")
        page.call("Input.dispatchMouseEvent", type="mouseWheel", x=middle[0], y=middle[1], deltaX=0, deltaY=-120, modifiers=modifiers)
        time.sleep(0.3)
        scales.append(page.run("drawing.scale"))
    that("the wheel zooms with Ctrl, or once the picture has the focus", scales[0] == scales[1] < scales[2] < scales[3], scales)
    live.end()


def look_at_many(page):
    """1000 sliders; a name of 60 letters; steps; two pages of one server; a file that vanishes."""
    with open("model.xml", encoding="utf-8") as file:
        text = file.read()
    names = [f"p{i}" for i in range(999)] + ["x" * 60]
    with open("many.xml", "w", encoding="utf-8") as file:
        file.write(text.replace("</parameters>", "".join(f'<parameter name="{name}" value="1"/>' for name in names) + "</parameters>"))
    live = Live(quire, page, "many.xml")
    live.settled()
    that("a number written without a point has values between", page.run("settings.list.get('p3').slider.step") == "any")
    began = time.monotonic()
    page.run("settings.put(Object.fromEntries([...settings.list.keys()].filter(name => name !== 'medium').map(name => [name, settings.list.get(name).textOf(settings.list.get(name).range[0])])))")
    now = live.settled(2)
    that("1000 parameters are turned at once", now["shown"] >= 2 and len(now["values"]) >= 1000, (now["shown"], len(now["values"]), now["problems"][:300]))
    note(f"1000 parameters turned at once: {time.monotonic() - began:.2f} s")
    for width in (1400, 390):
        page.size(width, 900)
        that(f"a name of 60 letters is not wider than its place, {width} wide", page.run("[document.documentElement.scrollWidth <= innerWidth, byId('live').scrollWidth <= byId('live').clientWidth]") == [True, True])
    page.size(1400, 1000)
    other = browser.Page()
    other.load(live.address)
    second = Live.__new__(Live)
    second.page = other
    second.settled()
    second.turn("feed_speed", 800)
    live.turn("feed_speed", 480)
    now, then = live.settled(3), second.settled(2)
    that("two pages of one server have their own settings", then["values"]["feed_speed"] == "800 mm/s" and now["values"]["feed_speed"] == "480 mm/s", (now["title"], then["title"]))
    os.remove("many.xml")
    now, then = live.wait(lambda now: "read" in now["title"]), second.wait(lambda now: "read" in now["title"])
    that("both say that the file has vanished", now["stale"] and then["stale"], (now["title"], then["title"]))
    shutil.copy("model.xml", "many.xml")
    now, then = live.wait(lambda now: not now["stale"] and not now["busy"]), second.wait(lambda now: not now["stale"] and not now["busy"])
    that("and both run it once it is back", not now["stale"] and not then["stale"] and "p3" not in now["values"], (now["title"], then["title"], list(now["values"])[:3]))
    other.close()
    live.end()


def look_at_phone(page):
    page.size(390, 844)
    live = Live(quire, page, "model.xml")
    live.settled()
    that("a word that names a medium is suggested the others", page.run("[...byId('set-medium').list.options].map(o => o.value)") == ["plain-80", "card-300"])
    page.run("byId('set-curl').scrollIntoView({ block: 'end' })")
    picture, knob = page.run("byId('canvas').getBoundingClientRect().top"), page.run("byId('set-curl').getBoundingClientRect().top - byId('stage').getBoundingClientRect().bottom")
    that("on a phone the picture stays in view above the sliders", picture >= 0 and knob > 0, (picture, knob))
    page.picture("live-phone.png", False)
    live.write("medium", "card-300")
    live.turn("nip_load", 6)
    page.run("byId('study').click()")
    text = live.text("#live-text textarea") or page.run("document.querySelector('#live-text textarea').value")
    with open("study-of-words.xml", "w", encoding="utf-8") as out:
        out.write(text)
    plan = subprocess.run([quire, "doe", "plan", "--no-times", "study-of-words.xml"], capture_output=True, text=True)
    that("a study tries the words too", plan.returncode == 0 and 'levels="plain-80, card-300"' in text, text + plan.stderr)
    live.end()
    page.size(1400, 1000)


def look_at_tools(live, page):
    page.click_on("#copy-command")
    command = page.run("document.querySelector('#live-text textarea').value")
    that("the settings can be copied as a command", command.startswith("quire run model.xml --set 'feed_speed="), command)
    page.click_on("#study")
    study = page.run("document.querySelector('#live-text textarea').value")
    with open("study.xml", "w", encoding="utf-8") as out:
        out.write(study)
    plan = subprocess.run([quire, "doe", "plan", "--no-times", "study.xml"], capture_output=True, text=True)
    that("the study is one", plan.returncode == 0, study + plan.stderr)
    page.run("document.querySelector('#sweep').closest('details').open = true")
    page.run("document.getElementById('sweep-parameter').value = 'nip_load'")
    page.click_on("#sweep-start")
    now = live.wait(lambda now: now["sweep"] == 11)
    that("a sweep draws a curve", now["sweep"] == 11 and page.run("document.querySelectorAll('#sweep-plot canvas').length") == 1, now)
    that("its axis has the name of the figure", page.run("sweep.plot.axes[1].label").startswith(page.run("byId('sweep-figure').value")), page.run("sweep.plot.axes[1].label"))
    page.run("(() => { const f = byId('sweep-figure'); f.value = 's1.lead.time'; f.dispatchEvent(new Event('change')); })()")
    that("it shows verdicts, limits and the present value", all(word in live.text("#sweep p[role=status]") for word in ("11 failed", "limit of on-time", "present value")), live.text("#sweep p[role=status]"))
    page.run("byId('sweep-plot').scrollIntoView({ block: 'end' })")
    page.picture("live-sweep.png", False)
    page.run("(() => { const f = byId('sweep-figure'); f.value = 'nothing'; f.dispatchEvent(new Event('change')); })()")
    that("a figure that no run has is said to be none", 'no run has a figure "nothing"' in live.text("#sweep p[role=status]"))
    live.turn("feed_speed", 450)
    live.settled(now["shown"] + 1)
    page.click_on("#save")
    page.click_on("#save-yes")
    now = live.wait(lambda now: now["values"] == {})
    with open("model.xml", encoding="utf-8") as file:
        that("what was turned is saved into the file", 'name="feed_speed" value="450 mm/s"' in file.read() and now["values"] == {}, now)


def look_at_file(live, page):
    now = live.settled()
    with open("model.xml", encoding="utf-8") as file:
        text = file.read()
    with open("model.xml", "w", encoding="utf-8") as file:
        file.write(text.replace("</parameters>", ""))
    now = live.wait(lambda now: now["stale"])
    that("a broken file shows where, and the last picture stays", now["stale"] and re.search(r"model\.xml:\d+:\d+", now["problems"]), now)
    page.picture("live-broken.png", False)
    with open("model.xml", "w", encoding="utf-8") as file:
        file.write(text.replace('value="450 mm/s"', 'value="520 mm/s"'))
    now = live.wait(lambda after: not after["stale"] and after["shown"] > now["shown"])
    that("a file that is whole again is run", not now["stale"] and "520" in page.run("document.getElementById('set-feed_speed').value"), now)
    live.settled()


def look_at_others(page):
    live = Live(quire, page, os.path.join(samples, "two-nips-skew", "two-nips-skew.xml"))
    live.settled()
    that("a spatial model is drawn in space", page.run("first.spatial && drawing.viewName") == "oblique")
    live.write("segments", "400")
    now = live.settled(2)
    that("a long run is drawn as it goes", now["drawn"] > 0, now)
    live.write("segments", "60")
    live.settled(3)
    measure(live, "yaw", 0.5, 2, "two-nips-skew", 4000)
    live.settled()
    page.picture("live-spatial.png", False)
    live.end()
    live = Live(quire, page, os.path.join(samples, "droop", "droop.xml"))
    now = live.settled()
    that("a state of rest is drawn", now["shown"] == 1 and page.run("first.frames.length") > 0, now)
    page.picture("live-rest.png", False)
    live.write("kind", "modes")
    now = live.settled(2)
    that("so are vibrations about it", now["shown"] == 2 and page.run("first.modes.length") > 0 and not page.run("byId('mode-choice').hidden"), now)
    page.picture("live-modes.png", False)
    live.end()
    live = Live(quire, page, os.path.join(samples, "library-path", "library-path.xml"))
    live.settled()
    live.write("medium", "coated-120")
    now = live.settled(2)
    that("choices are a list", page.run("byId('set-medium').matches('select')") and now["values"] == {"medium": "coated-120"}, now)
    live.end()
    with open("broken.xml", "w", encoding="utf-8") as file:
        file.write("<model>")
    live = Live(quire, page, "broken.xml")
    now = live.wait(lambda now: now["problems"])
    that("a model that is broken from the start shows its problems", "broken.xml:1" in now["problems"], now)
    page.picture("live-broken-start.png", False)
    shutil.copy("model.xml", "broken.xml")
    now = live.settled()
    that("and is run once it is whole", now["shown"] == 1 and not now["stale"], now)
    live.end()


def look_at_accessibility(page):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "axe", "axe.min.js"), encoding="utf-8") as text:
        script = text.read()
    live = Live(quire, page, "model.xml")
    live.settled()
    live.turn("nip_load", 6)
    live.settled(2)
    page.run("document.querySelectorAll('#live details').forEach(d => { d.open = true; })")
    page.click_on("#copy-command")
    for scheme in ("light", "dark"):
        for width in (1400, 390):
            page.prefer(scheme)
            page.size(width, 900)
            page.run(script + ";0")
            found = page.run("axe.run().then(r => r.violations.filter(v => v.impact === 'serious' || v.impact === 'critical').map(v => v.id + ': ' + v.nodes.map(n => n.target).join(' ')))")
            that(f"accessibility, {scheme}, {width} wide: nothing serious", not found, found)
            page.run("repaint()")
            page.picture(f"live-{scheme}-{width}.png", width == 390)
            that(f"nothing is wider than {width}", page.run("document.documentElement.scrollWidth <= innerWidth"), page.run("document.documentElement.scrollWidth"))
    live.end()


def main():
    page = browser.Page()
    try:
        look_at_planar(page)
        look_at_places(page)
        look_at_tracks(page)
        look_at_until(page)
        look_at_many(page)
        look_at_others(page)
        look_at_phone(page)
        look_at_accessibility(page)
    finally:
        page.close()


if __name__ == "__main__":
    main()

"""Opens a page of `quire doe report` in a browser as a reader would: look-at-study.py PAGE RUNS PREDICTION... One line a promise; a picture is left in the current folder."""
import base64
import json
import os
import sys

import browser
import study_pages as pages

path, runs = os.path.abspath(sys.argv[1]), int(sys.argv[2])
predictions = sys.argv[3:]  # answers of `quire doe predict --format=json` at settings of the factors


def that(text, holds, found=""):
    print(("ok " if holds else "not ok ") + text + ("" if holds else f" ({found})"), flush=True)


def count(page, selector):
    return page.run(f"document.querySelectorAll('{selector}').length")


# charts are drawn when they come near
drawn = "new Promise(done => { const look = () => document.querySelector('%s') ? done() : setTimeout(look, 50); look(); })"

page = browser.Page(1400, 3400)
try:
    page.watch()
    page.open(path)
    state = json.loads(page.run("document.getElementById('state').textContent"))
    that("the page loads by itself", len(page.requests) == 1, page.requests)
    that("it has nothing to complain of", not page.messages, page.messages)
    that("it holds all runs", state["runs"] == runs, state)
    that("the study has its name", page.run("document.title") == "friction", page.run("document.title"))
    that("a row for each run", count(page, "#runs tbody tr") == runs)
    said = page.run("document.getElementById('conclusion').textContent")
    that("it says first what the study shows", " decides " in said or " depends " in said or "no effect" in said, said)
    that("with the words of the terminal", page.run("JSON.parse(byId('data').textContent).conclusion.join('')") == said)
    that("each setting has its rate", count(page, "#settings tbody tr") == 6 and "%: with" not in page.run("document.querySelector('#jam-sentence').textContent"))
    that("what is counted adds up", sum(int(word) for word in page.run("document.querySelector('#subtitle').textContent").split(": ")[1].replace(",", "").split() if word.isdigit()) == runs)
    that("effects are bars", count(page, "#effects .bar-list tr") > 2)
    that("means of levels and pairs", count(page, "#means figure") == 3, count(page, "#means figure"))
    page.run("document.querySelector('#runs tbody tr:nth-child(3) .link').click()")
    command = page.run("document.querySelector('#chosen code').textContent")
    that("a chosen run names its command", command.startswith("quire run ") and "--set 'nip_load=4 N'" in command and command.endswith(" -o run-2.run"), command)
    page.run("document.querySelector('#lines').scrollIntoView()")
    page.run(drawn % "#lines .drags, #lines .brushes")
    axis = page.run("(() => { const plot = figureOf.get(document.querySelector('#lines .plot')).plot, b = plot.over.getBoundingClientRect(); return [b.x + plot.valToPos(0, 'x'), b.y, b.height]; })()")
    page.drag((axis[0], axis[1] + 2), (axis[0], axis[1] + 0.2 * axis[2]))
    that("dragging along an axis leaves what passes there", count(page, "#runs tbody tr") == runs // 3, count(page, "#runs tbody tr"))
    page.click(axis[0], axis[1] + 0.5 * axis[2])
    that("a click brings all back", count(page, "#runs tbody tr") == runs, count(page, "#runs tbody tr"))
    page.run("(() => { const s = document.getElementById('response'); s.value = 1; s.onchange(); })()")
    that("another response can be looked at", "mean" in page.run("document.getElementById('summary').textContent") and not page.messages, page.messages)
    # the profiler
    value = "document.getElementById('profiler').textContent"
    before, title = page.run(value), page.run("document.getElementById('profiler-text').textContent")
    that("the page begins with the best settings", "best settings" in title, title)
    page.run("(() => { const s = document.querySelector('#controls select'); s.selectedIndex = 1 - s.selectedIndex; s.oninput(); })()")
    that("another word moves all curves", page.run(value) != before and "best settings" not in page.run("document.getElementById('profiler-text').textContent"), before)
    page.run("document.getElementById('profiler-best').click()")
    that("and a button brings the best back", page.run(value) == before)
    that("each response has a curve over each factor", count(page, "#profiler .plot") == 2 * count(page, "#profiler .profile"), count(page, "#profiler .plot"))
    page.run("document.querySelector('#profiler').scrollIntoView()")
    page.run(drawn % "#profiler .drags")
    over = page.run("(() => { const b = document.querySelector('#profiler .drags').getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; })()")
    page.drag((over[0] + 0.5 * over[2], over[1] + 0.5 * over[3]), (over[0] + 0.25 * over[2], over[1] + 0.5 * over[3]))
    that("the line of a setting can be dragged", page.run(value) != before and abs(float(page.run("document.querySelector('#controls input').value")) + 0.54) < 0.1, page.run("document.querySelector('#controls input').value"))
    page.run("document.getElementById('profiler-best').click()")
    for answer in predictions:
        with open(answer, encoding="utf-8") as text:
            wanted = json.load(text)
        found = json.loads(page.run("""(settings => {
            const study = JSON.parse(byId("data").textContent);
            const at = study.variables.map((variable, v) => !(variable.name in settings) ? null : variable.words ? variable.levels.indexOf(settings[variable.name])
                : (2 * parseFloat(settings[variable.name]) - study.region[v].values[0] - study.region[v].values[1]) / (study.region[v].values[1] - study.region[v].values[0]));
            return JSON.stringify({ responses: study.responses.map(response => predictAt(study, response, at)), jams: jamAt(study, at) });
        })(%s)""" % json.dumps(wanted["settings"])))
        near = [abs(mine[key] - theirs) <= 1e-9 * max(abs(theirs), 1e-6) for mine, other in zip(found["responses"], wanted["responses"])
                for key, theirs in (("mean", other["mean"]), ("low", other["mean_interval"][0]), ("high", other["mean_interval"][1]), ("noise", other["noise"])) if theirs is not None]
        that("the profiler predicts what 'quire doe predict' does", len(near) >= 2 and all(near) and abs(found["jams"] - wanted["jam_share"]) < 1e-9, (found, wanted["responses"]))
    pages.look(page, path, "friction", that)
    page.size(1400, 3400)
    page.run("scrollTo(0, 0)")
    with open("study.png", "wb") as out:
        out.write(base64.b64decode(page.call("Page.captureScreenshot")["data"]))
finally:
    page.close()

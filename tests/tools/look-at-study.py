"""Opens a page of `quire doe report` in a browser as a reader would: look-at-study.py PAGE RUNS PREDICTION... One line a promise; a picture is left in the current folder."""
import base64
import json
import os
import sys

import browser

path, runs = os.path.abspath(sys.argv[1]), int(sys.argv[2])
predictions = sys.argv[3:]  # answers of `quire doe predict --format=json` at settings of the factors


def that(text, holds, found=""):
    print(("ok " if holds else "not ok ") + text + ("" if holds else f" ({found})"), flush=True)


def count(page, selector):
    return page.run(f"document.querySelectorAll('{selector}').length")


page = browser.Page(1400, 3400)
try:
    page.open(path)
    state = json.loads(page.run("document.getElementById('state').textContent"))
    that("the page loads by itself", len(page.requests) == 1, page.requests)
    that("it has nothing to complain of", not page.messages, page.messages)
    that("it holds all runs", state["runs"] == runs, state)
    that("the study has its name", page.run("document.title") == "friction", page.run("document.title"))
    that("a line and a row for each run", count(page, "#lines path.run") == runs and count(page, "#runs tbody tr") == runs)
    that("each setting has its rate", count(page, "#settings tbody tr") == 6 and "%: with" not in page.run("document.querySelector('#jam-sentence').textContent"))
    that("what is counted adds up", sum(int(word) for word in page.run("document.querySelector('#subtitle').textContent").split(": ")[1].replace(",", "").split() if word.isdigit()) == runs)
    that("effects are bars", count(page, "#effects rect.bar") > 2)
    that("means of levels and pairs", count(page, "#means figure") == 3, count(page, "#means figure"))
    page.run("document.querySelector('#runs tbody tr:nth-child(3) .link').click()")
    command = page.run("document.querySelector('#chosen code').textContent")
    that("a chosen run names its command", command.startswith("quire run ") and "--set 'nip_load=4 N'" in command and command.endswith(" -o run-2.run"), command)
    that("its line stands out", count(page, "#lines path.chosen") == 1)
    grip = page.run("(() => { const b = document.querySelector('#lines .grip').getBoundingClientRect(); return [b.x + b.width / 2, b.y, b.height]; })()")
    page.run("document.querySelector('#lines').scrollIntoView()")
    grip = page.run("(() => { const b = document.querySelector('#lines .grip').getBoundingClientRect(); return [b.x + b.width / 2, b.y, b.height]; })()")
    page.drag((grip[0], grip[1] + 2), (grip[0], grip[1] + 0.2 * grip[2]))
    that("dragging along an axis leaves what passes there", count(page, "#runs tbody tr") == runs // 3, count(page, "#runs tbody tr"))
    page.click(grip[0], grip[1] + 0.5 * grip[2])
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
    that("each response has a curve over each factor", count(page, "#profiler .curve") == 2 * count(page, "#profiler .profile"), count(page, "#profiler .curve"))
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
    page.size(390, 2600)
    that("a phone has all of it without scrolling sideways", page.run("document.documentElement.scrollWidth") <= 390, page.run("document.documentElement.scrollWidth"))
    page.size(1400, 3400)
    page.run("scrollTo(0, 0)")
    with open("study.png", "wb") as out:
        out.write(base64.b64decode(page.call("Page.captureScreenshot")["data"]))
finally:
    page.close()

"""Opens pages of `quire report` in a browser as a reader would: look-at-report.py SAMPLES PLANAR SPATIAL HOSTILE BOTH JAMMED UNFINISHED GATE MODES OTHERS...

One line a promise: "ok TEXT" or "not ok TEXT". Pictures are left in the current folder."""
import csv
import json
import math
import os
import sys
import time

import browser

samples, *pages = sys.argv[1:]
planar, spatial, hostile, both, jammed, unfinished, gate, modes, *others = (os.path.abspath(path) for path in pages)


def that(text, holds, found=""):
    print(("ok " if holds else "not ok ") + text + ("" if holds else f" ({found})"), flush=True)


def state(page):
    return json.loads(page.run("document.getElementById('state').textContent"))


def colours(page):
    """How many different colours the drawing has."""
    return page.run("(() => { const c = document.getElementById('canvas'), copy = new OffscreenCanvas(c.width, c.height).getContext('2d', { willReadFrequently: true });"
                    " copy.drawImage(c, 0, 0); return new Set(new Uint32Array(copy.getImageData(0, 0, c.width, c.height).data.buffer)).size; })()")


def quiet(page, what):
    that(f"{what}: one request", len(page.requests) == 1, page.requests)
    that(f"{what}: no message", not page.messages, page.messages)
    page.requests.clear()
    page.messages.clear()


def ready(page, path):
    """Milliseconds until a page can be used, the least of three: the machine may have other things to do."""
    found = []
    for _ in range(3):
        page.open(path)
        found.append(state(page)["ready"])
    note(f"{path}: ready after {min(found):.0f} ms")
    return min(found)


def note(text):
    with open("measured.txt", "a", encoding="utf-8") as out:
        print(text, file=out)


def near(a, b, within=1e-6):
    return abs(a - b) <= within


def look_at_planar(page):
    that("the page is ready within two seconds", ready(page, planar) < 2000)
    page.requests.clear()
    page.open(planar)
    now = state(page)
    that("it holds frames, samples, events and plots", now["frames"] > 200 and now["samples"] == 1005 and now["events"] > 20 and now["plots"] >= 5, now)
    that("the drawing is not blank", colours(page) > 50, colours(page))
    quiet(page, "planar")
    page.picture("light.png", False)

    # what the page shows, against the trajectory itself
    folder = os.path.dirname(planar)
    with open(os.path.join(folder, "trajectory.jsonl"), encoding="utf-8") as lines:
        frame = [json.loads(line) for line in lines][101]
    node, x, y = [], 0, 0
    for dx, dy in zip(frame["sheets"][0][::2], frame["sheets"][0][1::2]):
        x, y = x + dx, y + dy
        node += [x * 1e-6, y * 1e-6]
    shown = page.run("Array.from(first.frames[100].parts.get('line 0'))")
    most = max(abs(a - b) for a, b in zip(node, shown))
    that("places are within 0.05 mm", len(node) == len(shown) and most < 5e-5, most)
    tension = page.run("Array.from(first.frames[100].parts.get('tension 0'))")
    most = max(abs(1e-6 * a - b) for a, b in zip(frame["tension"][0], tension))
    that("tensions are those of the trajectory", len(tension) == len(node) // 2 - 1 and most < 1e-6 and max(tension) > 1e-3, most)
    end = state(page)["time"]
    that("it begins at 0", end == 0, end)

    look_at_answers(page, "planar")
    look_at_limits(page)
    look_at_labels(page, "planar")
    page.run("setTime(0)")
    look_at_paths(page)
    look_at_keys(page, frame["time"])
    look_at_clicks(page)
    look_at_playing(page)
    look_at_media(page)
    look_at_rollers(page)
    look_at_room(page)
    page.requests.clear()
    page.open(planar, "#t=0.3&colour=tension&follow=1")
    now = state(page)
    that("the address chooses a moment", near(now["time"], 0.3) and now["follow"], now)
    quiet(page, "planar, once more")


def look_at_answers(page, what, least=5):
    given = page.run("[...document.querySelectorAll('.question')].map(q => q.querySelectorAll('li').length)")
    that(f"{what}: all questions have an answer", len(given) >= least and all(given), given)


def look_at_paths(page):
    """Each question is answered without a click; one click shows the moment that an answer speaks of."""
    hidden = page.run("[...document.querySelectorAll('.question dd')].filter(dd => dd.getBoundingClientRect().height < 10).length")
    that("no answer hides", hidden == 0, hidden)
    for question in range(5):
        wanted = page.run(f"(answersTo(first)[{question}][1].find(a => a.time !== null) || {{ time: -1 }}).time")
        page.key("Home")
        if wanted >= 0:
            page.run(f"document.querySelectorAll('.question')[{question}].querySelector('button').setAttribute('data-wanted', {question})")
            page.click_on(f"button[data-wanted='{question}']")
        that(f"question {question + 1}: one click shows the moment", wanted < 0 or near(state(page)["time"], wanted), (state(page)["time"], wanted))


def look_at_keys(page, moment):
    end = page.run("endTime")
    page.key("End")
    that("End goes to the end", near(state(page)["time"], end))
    page.key("Home")
    that("Home goes to the beginning", state(page)["time"] == 0)
    page.key("ArrowRight")
    page.key("ArrowRight", shift=True)
    page.key("ArrowLeft")
    that("arrows go from frame to frame", near(state(page)["time"], page.run("first.frameTimes[10]")), state(page)["time"])
    page.key("]")
    after = state(page)["time"]
    page.key("]")
    page.key("[")
    that("brackets go from event to event", near(state(page)["time"], after) and page.run("eventTimes.includes(page.time)"))
    page.key("0")
    scale = state(page)["scale"]
    page.key("f")
    that("F follows the leading edge", state(page)["follow"] and state(page)["scale"] > scale)
    page.key("0")
    that("0 shows the whole machine", near(state(page)["scale"], scale, 1e-3) and not state(page)["follow"])
    page.key("+")
    that("+ zooms in", state(page)["scale"] > scale)
    page.key("0")
    page.run(f"(() => {{ const s = document.getElementById('slider'); s.value = {moment}; s.dispatchEvent(new Event('input')); }})()")
    that("the slider chooses a moment", near(state(page)["time"], moment, 1e-3))


def look_at_clicks(page):
    page.key("Home")
    page.click_on(".event-sensor button")
    time_of = page.run("first.events.find(e => e.kind === 'sensor').time")
    that("a click on an event goes there", near(state(page)["time"], time_of), state(page)["time"])
    page.key("Home")
    page.run("document.getElementById('strip').scrollIntoView({ block: 'center' })")
    x, y = page.run("(() => { const b = document.getElementById('strip').getBoundingClientRect();"
                    " return [b.x + stripPlace(first.events.find(e => e.kind === 'sensor').time, b.width), b.y + 5]; })()")
    page.click(x, y)
    that("a click on its mark goes there", near(state(page)["time"], time_of, 5e-3), state(page)["time"])
    page.key("Home")
    page.click_on(".uplot .u-over")
    that("a click on a plot goes there", 0.2 < state(page)["time"] < 0.9, state(page)["time"])
    page.key("Home")
    page.click_on("#answer-list button")
    that("an answer leads to its moment", state(page)["time"] > 0)
    page.run("document.getElementById('canvas').scrollIntoView({ block: 'center' })")
    x, y = page.run("(() => { const b = canvasBox(), p = drawing.things.find(t => t.name === 'n1'); return [b.x + p.centre[0], b.y + p.centre[1]];"
                    " function canvasBox() { return document.getElementById('canvas').getBoundingClientRect(); } })()")
    page.click(x, y)
    that("a click on a roller chooses its nip", state(page)["selected"] == "n1", state(page)["selected"])
    that("its figures are listed", page.run("[...document.querySelectorAll('#figures tbody tr')].filter(r => !r.hidden).every(r => r.textContent.includes('n1.'))"))
    that("its line of the model is marked", page.run("document.querySelector('.line.chosen').textContent.includes('name=\"n1\"')"))
    page.run("document.getElementById('figure-filter').value = ''; document.getElementById('figure-filter').dispatchEvent(new Event('input'))")
    page.run("document.getElementById('quantity').value = 'n1.normal'")
    plots = state(page)["plots"]
    page.click_on("#add-plot")
    that("another quantity can be plotted", state(page)["plots"] == plots + 1)


def look_at_plots(page):
    """Values under the mouse, lines that are hidden, limits, scales without rare peaks, what is saved."""
    page.open(planar)
    page.run("window.saved = {}; saveAs = (name, blob) => { saved[name] = blob; }; 0")
    page.run("document.querySelector('#plot-holder .u-over').scrollIntoView({ block: 'center' })")
    x, y, wide = page.run("(() => { const b = document.querySelector('#plot-holder .u-over').getBoundingClientRect(); return [b.x, b.y + 20, b.width]; })()")
    page.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + wide / 2, y=y)
    told, wanted = page.run("(() => { const { plot, lines, values } = plots.plots[0], at = plot.posToVal(plot.cursor.left, 'x'); return [values[0].textContent, quantity(first.valueAt(lines[0].column.name, at), lines[0].column.unit)]; })()")
    others = page.run("plots.plots.every(({ pointed }) => Math.abs(pointed - plots.plots[0].pointed) < 1e-2)")
    that("the values under the mouse are given, in all plots", told == wanted and told and others, (told, wanted, others))
    page.call("Input.dispatchMouseEvent", type="mouseMoved", x=2, y=2)
    page.click_on("#plot-holder .legend button")
    that("a click on a name hides its line", page.run("!plots.plots[0].plot.series[1].show && document.querySelector('#plot-holder .legend button').getAttribute('aria-pressed') === 'false'"))
    page.click_on("#plot-holder .legend button")
    limits = page.run("plots.plots.flatMap(item => plots.limitsOf(item).map(({ name, at }) => [item.title, name, at]))")
    that("limits of checks are drawn", ["Buckle height", "buckle", 10] in limits, limits)
    low, high, most, clipped = page.run("(() => { const r = robustRange(Array.from({ length: 1000 }, (_, i) => (i === 500 ? 1e4 : Math.sin(i)))); return [r.low, r.high, r.most, r.clipped]; })()")
    that("a rare peak does not set the scale", clipped and near(low, -1, 0.01) and near(high, 1, 0.01) and most == 1e4, (low, high, most, clipped))
    even = page.run("robustRange(Array.from({ length: 1000 }, (_, i) => i)).high")
    that("other values do", even == 999, even)
    colours_of = page.run("plots.plots.map(({ lines }) => new Set(lines.map(line => line.colour)).size === lines.length)")
    that("no colour is used twice in a plot", all(colours_of), colours_of)
    for text in ("log", "large", "PNG", "CSV"):
        page.run(f"[...plots.plots[0].section.querySelectorAll('.plot-tools button')].find(b => b.textContent === '{text}').click()")
    high, logarithmic = page.run("[plots.plots[0].plot.height, plots.plots[0].plot.scales.y.distr]")
    that("a plot can be enlarged, and its scale be logarithmic", high > 400 and logarithmic == 3, (high, logarithmic))
    page.run("new Promise(done => { const wait = () => (Object.keys(saved).length === 2 ? done() : setTimeout(wait, 20)); wait(); })")
    kinds, text = page.run("Promise.all(Object.values(saved).map(async blob => [blob.type, await blob.text()])).then(list => [list.map(([type]) => type).sort(), list.find(([type]) => type === 'text/csv')[1]])")
    rows = list(csv.reader(text.splitlines()))
    with open(os.path.join(os.path.dirname(planar), "series.csv"), encoding="utf-8") as lines:
        recorded = list(csv.DictReader(lines))
    off = max(abs(float(row[1]) - float(of["page.lead.speed [m/s]"])) for row, of in zip(rows[1:], recorded))
    that("what is saved is a picture, and the values of series.csv", kinds == ["image/png", "text/csv"] and rows[0][:2] == ["time [s]", "page.lead.speed [m/s]"] and len(rows) == 1006 and off < 1e-4, (kinds, rows[0], len(rows), off))


def look_at_definitions(page):
    page.open(planar)
    without = page.run("[...[...first.columns.keys(), ...Object.keys(first.figures)].filter(name => !definitionOf(name)), ...first.checks.filter(check => !first.definitions[check.kind]).map(check => check.kind)]")
    that("each check and quantity has a definition", not without, without)
    page.click_on("#checks td .link")
    shown = page.run("document.getElementById('definition-list').open && document.activeElement.textContent")
    that("a click on a name shows it", shown == "check arrival" and len(page.run("document.querySelector('#checks td .link').title")) > 40, shown)


def look_at_films(page):
    """A run is saved as a film; a film is shown on the time of the run; what is none is refused."""
    page.open(planar)
    page.run("window.saved = {}; saveAs = (name, blob) => { saved[name] = blob; }; page.speed = 1; 0")
    page.click_on("#film")
    page.run("new Promise(done => { const wait = () => (Object.keys(saved).length ? done() : setTimeout(wait, 50)); wait(); })")
    name, size, begin = page.run("(async () => { const [[name, blob]] = Object.entries(saved); return [name, blob.size, [...new Uint8Array(await blob.slice(0, 4).arrayBuffer())]]; })()")
    that("a run is saved as WebM", name == "a4-film.webm" and size > 1000 and begin == [0x1A, 0x45, 0xDF, 0xA3], (name, size, begin))
    page.run("takeVideo(new File(['no video'], 'notes.txt'))")
    page.run("new Promise(done => { const wait = () => (byId('film-note').textContent ? done() : setTimeout(wait, 50)); wait(); })")
    told = page.run("byId('film-note').textContent")
    that("a file that is no video is refused", told.startswith("notes.txt is not a video") and page.run("byId('beside').hidden"), told)
    page.run("takeVideo(new File([saved['a4-film.webm']], 'machine.webm'))")
    page.run("new Promise(done => { const wait = () => (byId('beside').hidden ? setTimeout(wait, 50) : done()); wait(); })")
    page.run("byId('video-time').value = 0.1; byId('video-time').dispatchEvent(new Event('input'))")
    page.click_on("#align")
    edge, now = page.run("[firstEdge().time, page.time]")
    page.run("setTime(page.time + 0.05)")
    at = page.run("Number(byId('video-time').value)")
    that("one click aligns a video at the first sensor edge", near(edge, now) and near(at, min(0.15, page.run("byId('video').duration")), 1e-3), (edge, now, at))
    that("films: no message", not page.messages, page.messages)


def look_at_two(page):
    """Two runs: both verdicts, the checks of both, their difference."""
    page.open(both)
    title, asked, heads = page.run("[document.getElementById('title').textContent, document.querySelector('.question').textContent, [...document.querySelectorAll('#checks th, #figures th')].map(th => th.textContent)]")
    that("both verdicts are given", title.count("passed") == 2 and "a4.run passed, other.run passed" in asked, (title, asked))
    that("checks and figures have both values and their difference", heads.count("difference") == 2 and "in other.run" in heads and heads.count("other.run") == 1, heads)
    value, wanted = page.run("(() => { const [a, b] = results.map(r => r.figures['buckle.value']), row = [...document.querySelectorAll('#figures tbody tr')].find(r => r.cells[0].textContent === 'buckle.value'); return [row.cells[3].textContent, differenceText(a, b, 'm')]; })()")
    that("the difference is the second less the first", value == wanted and value not in ("", "\u2013"), (value, wanted))


def look_at_skew(page):
    """Half a degree is seen: against the outline of the sheet without skew, and exaggerated."""
    page.open(spatial, "#t=0.48&view=top")
    off = "(() => { const nodes = drawing.exaggerated(first.at('nodes', 0, 0.48), first.sheets[0]), straight = straightSheet(nodes, first.sheets[0]); return Math.max(...Array.from(nodes).map((v, i) => Math.abs(v - straight[i]))); })()"
    once, many = page.run(off), page.run(f"(drawing.exaggeration = 20, {off})")
    that("deviations from a straight sheet are exaggerated", 3e-4 < once < 3e-3 and near(many / once, 20, 1), (once, many))
    that("in space the axes are named", page.run("first.spatial") and page.run("typeof drawing.drawAxes") == "function")


def look_at_playing(page):
    page.key("Home")
    page.run("document.activeElement.blur(); page.shownFrames = 0")
    page.key(" ")
    begun = time.monotonic()
    while time.monotonic() - begun < 2 or (state(page)["time"] <= 0.05 and time.monotonic() - begun < 30):
        time.sleep(0.2)
    now, lasted = state(page), time.monotonic() - begun
    page.key(" ")
    that("space plays", now["playing"] and now["time"] > 0.05, now)
    that("space pauses", not state(page)["playing"])
    note(f"{planar}: {now['shownFrames'] / lasted:.0f} pictures a second")
    look_at_cost(page, "planar")


def look_at_rollers(page):
    """The rims of both rollers of a nip go with the sheet that they carry: it lies on the left of the one and on the right of the other."""
    page.open(planar)
    sheet, driver, idler = page.run("""(() => {
        const index = name => first.machine.rollers.findIndex(r => r.name === name), turned = name => first.rollerAngle(index(name), 0.2) - first.rollerAngle(index(name), 0.1);
        return [first.valueAt("page.lead.path", 0.2) - first.valueAt("page.lead.path", 0.1), ...["n1.driver", "n1.idler"].map(n => turned(n) * 1e-6 * first.machine.rollers[index(n)].radius)];
    })()""")
    that("rollers are seen to turn as fast as the sheet goes", sheet > 0.03 and abs(driver + sheet) < 0.02 * sheet and abs(idler - sheet) < 0.02 * sheet, (sheet, driver, idler))


def look_at_room(page):
    """The whole machine is in the picture, and a sheet that falls far away does not make it small."""
    page.open(planar)
    that("a large machine opens at the leading edge", state(page)["follow"] and page.run("isLarge()"))
    page.key("0")
    look_at_fill(page, "planar")
    outside = page.run("first.machine.rollers.map((r, i) => drawing.pixel(...first.at('roller', i, 0), 0)).filter(([x, y]) => x < 0 || y < 0 || x > drawing.width || y > drawing.height).length")
    that("all rollers are in the picture", outside == 0, outside)
    before, after = page.run("[drawing.scale, (() => { first.frames[first.frames.length - 1].parts.get('line 0').fill(-100); drawing.fit(); return drawing.scale; })()]")
    that("a sheet far away leaves the picture, not the machine", after > 0.3 * before, (before, after))
    after = page.run("(() => { first.frames[first.frames.length - 1].parts.get('roller 0').fill(-100); drawing.fit(); return drawing.scale; })()")
    that("so does a roller that falls", after > 0.3 * before, (before, after))
    told = page.run("(() => { const sheet = first.sheets[0]; first.machine.sheets = first.sheets = Array.from({ length: 50 }, (_, i) => ({ ...sheet, name: 'page.' + i }));"
                    " return answersTo(first).map(([, answers]) => answers.length); })()")
    that("of many sheets some are told one by one", max(told) < 12, told)


def look_at_fill(page, what):
    """The machine fills the width of its canvas, or the height that the window allows."""
    fills = page.run("(() => { const [low, high] = drawing.extent(), s = drawing.fitted[0]; return [0, 1].map(k => (s * (high[k] - low[k]) + 2 * MARGIN) / [drawing.width, drawing.height][k]); })()")
    high = page.run("[drawing.height, HIGHEST * innerHeight, LOWEST]")
    that(f"{what}: the machine fills the picture", max(fills) > 0.98 and (min(fills) > 0.9 or high[0] >= high[1] - 1 or high[0] <= high[2] + 1), (fills, high))


LABELS = """(share => {
    setTime(share * endTime);
    const within = ({ at: [x, y] }) => x >= 0 && y >= 0 && x <= drawing.width && y <= drawing.height, strong = label => !label.weak && !label.sheet;
    return { boxes: drawing.labelBoxes.map(({ box }) => box), size: [drawing.width, drawing.height],
        named: drawing.labelBoxes.filter(({ label }) => strong(label)).length, toName: drawing.labels.filter(label => strong(label) && within(label)).length };
})(%g)"""


def look_at_labels(page, what):
    """No name covers another one or leaves the picture; rollers, nips and sensors all have theirs."""
    covering = outside = missing = 0
    for share in (0, 0.3, 0.7, 1):
        now = page.run(LABELS % share)
        boxes, (width, height) = now["boxes"], now["size"]
        covering += sum(a[0] < b[2] and a[2] > b[0] and a[1] < b[3] and a[3] > b[1] for i, a in enumerate(boxes) for b in boxes[:i])
        outside += sum(box[0] < 0 or box[1] < 0 or box[2] > width or box[3] > height for box in boxes)
        missing += now["toName"] - now["named"]
    that(f"{what}: no name covers another", covering == outside == missing == 0, (covering, outside, missing))


# median over some pictures, each in a frame of its own, as when it plays
PICTURE_COST = """(async () => {
    const costs = [], frames = 20;
    for (let i = 0; i < frames; i++) {
        await new Promise(requestAnimationFrame);
        const begun = performance.now();
        setTime(i * endTime / frames);
        costs.push(performance.now() - begun);
    }
    return costs.sort((a, b) => a - b)[frames / 2];
})()"""


def look_at_cost(page, what):
    """Script time of a picture: what of a page's speed is its own, whatever else the machine does."""
    cost = math.inf
    for _ in range(3):  # when the machine has other things to do, again
        if cost >= 10:
            cost = min(cost, page.run(PICTURE_COST))
    note(f"{what}: {cost:.1f} ms a picture")
    that(f"{what}: a picture costs the script less than 10 ms, a third of what 30 a second leave", cost < 10, cost)


def look_at_media(page):
    light = page.run("getComputedStyle(document.body).backgroundColor")
    page.prefer("dark")
    page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    dark = page.run("[getComputedStyle(document.body).backgroundColor, drawing.colours.paper]")
    that("it is dark where that is preferred", dark[0] != light and dark[1] == "#14181d", dark)
    page.picture("dark.png", False)
    page.prefer("dark", "print")
    page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    that("it is printed on white", page.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)" and page.run("drawing.colours.paper") == "#ffffff")
    page.picture("print.png", True)
    page.prefer("light")
    page.print_to("print.pdf")
    that("it can be printed", os.path.getsize("print.pdf") > 20000)


def look_at_spatial(page):
    page.requests.clear()
    page.open(spatial)
    that("a spatial run opens in 3-D", state(page)["view"] == "oblique" and page.run("drawing.isShaded"))
    quiet(page, "spatial")
    look_at_answers(page, "spatial")
    seen = []
    for view in ("side", "top", "oblique"):
        page.open(spatial, "#t=0.35&view=" + view)
        now = state(page)
        seen.append(now["view"])
        that(f"the view {view} is not blank", colours(page) > 30, colours(page))
        page.picture(f"spatial-{view}.png", False)
    page.open(spatial, "#t=0.35&view=oblique")
    arrows = page.run("drawing.forcesAt(0.35).map(a => [a.direction, a.size, a.from])")
    pairs = list(zip(arrows[::2], arrows[1::2]))
    that("the rollers of a nip press against each other", len(pairs) == 4 and all(math.dist(a[0], [-b[0][0], -b[0][1]]) < 0.02 and abs(a[1] - b[1]) < 0.05 * a[1] for a, b in pairs), arrows)
    that("nips beside each other do so where each stands", math.dist(pairs[0][0][2], pairs[1][0][2]) > 30, arrows)
    that("the views are those that were asked for", seen == ["side", "top", "oblique"], seen)
    look_at_surfaces(page)
    look_at_labels(page, "in space")
    look_at_turning(page)
    look_at_cost(page, "in space")
    that("it is ready within four seconds", ready(page, spatial) < 4000)


# a red square nearer to the viewer than a blue one, in the middle of the picture; then a cylinder along z
NEAR_AND_FAR = """(() => {
    const s = drawing.surfaces, view = { view: VIEWS.side, centre: [0, 0], scale: 1000, colours: drawing.colours }, found = [];
    const square = (z, colour) => s.solid.flat([[-.1, -.1, z], [.1, -.1, z], [.1, .1, z], [-.1, .1, z]], colour);
    const pixel = (x, y) => { const p = new Uint8Array(4), w = s.canvas.width, h = s.canvas.height;
        s.gl.readPixels(w / 2 + x, h / 2 + y, 1, 1, s.gl.RGBA, s.gl.UNSIGNED_BYTE, p); return [...p]; };
    for (const order of [[.05, -.05], [-.05, .05]]) {
        s.empty();
        order.forEach(z => square(z, z > 0 ? [1, 0, 0, 1] : [0, 0, 1, 1]));
        s.draw(view, 1);
        found.push(pixel(0, 0));
    }
    s.empty();
    addDisc(s.solid, s.edges, { centre: [0, 0, 0], axis: [1, 0, 0], radius: .1, half: .1 }, [.8, .8, .8, 1], [0, 0, 0, 1]);
    s.draw(view, 1);
    found.push(pixel(0, 50), pixel(0, -90));
    show();
    return found;
})()"""


def look_at_surfaces(page):
    page.open(spatial, "#t=0.35&view=oblique")
    that("the 3-D view has shaded surfaces", page.run("drawing.isShaded && !drawing.surfaces.canvas.hidden && drawing.surfaces.solid.count > 1000"))
    one, other, lit, dim = page.run(NEAR_AND_FAR)
    that("what is nearer hides what is farther, in any order", one == other and one[0] > 100 and one[2] == 0, (one, other))
    that("a roller is lit from above", lit[0] > 1.3 * dim[0] > 0, (lit, dim))


def picture_box(page):
    page.run("document.getElementById('canvas').scrollIntoView({ block: 'center' })")
    return page.run("(() => { const b = document.getElementById('canvas').getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()")


def look_at_turning(page):
    page.open(spatial, "#t=0.35&view=oblique")
    x, y = picture_box(page)
    before = page.run("[drawing.view, drawing.centre, projected(drawing.view, ...drawing.middle)]")
    page.drag((x - 100, y), (x + 100, y - 40))
    view, centre, middle = page.run("[drawing.view, drawing.centre, projected(drawing.view, ...drawing.middle)]")
    turned = math.degrees(math.acos(min(1, sum(a * b for a, b in zip(before[0][0], view[0])))))
    that("dragging turns the machine", 40 < turned < 120, turned)
    moved = math.dist([a - b for a, b in zip(before[1], before[2])], [a - b for a, b in zip(centre, middle)])
    that("it turns about the middle of the picture", moved < 0.02, moved)
    page.drag((x, y), (x + 50, y), shift=True)
    that("dragging with shift moves it", page.run("drawing.view") == view and page.run("drawing.centre") != centre)
    page.key("d")
    that("so do keys turn it", page.run("drawing.view") != view)
    page.picture("spatial-turned.png", False)
    over, under = page.run("""[0.4, -0.4].map(tilt => { drawing.angles = [0, tilt]; drawing.view = turnedView(0, tilt); drawing.colouring = "plain"; show();
        const { numbers } = drawing.surfaces.solid, blue = rgb(drawing.colours.sheet);
        let full = 0, pale = 0;
        for (let i = 0; i < drawing.surfaces.solid.size; i += NUMBERS_A_CORNER) {
            const like = by => blue.every((part, k) => Math.abs(numbers[i + 6 + k] - (part + by * (1 - part))) < 1e-3);
            full += like(0);
            pale += like(PALER);
        }
        return [full, pale]; })""")
    that("the right side of a sheet is paler", over[0] > 100 > 20 > over[1] and under[1] > 100 > 20 > under[0], (over, under))
    for name in ("side", "oblique"):
        page.open(spatial, "#t=0.35&view=" + name)
        x, y = picture_box(page)
        fingers, apart = ((x - 50, y), (x + 50, y)), ((x - 80, y + 20), (x + 120, y + 20))
        # the point under each finger stays under it: in the middle between them, and twice as large
        under = page.run("(() => { const b = canvas.getBoundingClientRect(), at = (x, y) => drawing.pointAt(x - b.x, y - b.y); return { at: at(%f, %f), scale: drawing.scale }; })()" % (x, y))
        page.pinch(fingers, apart)
        now = page.run("(() => { const b = canvas.getBoundingClientRect(), at = (x, y) => drawing.pointAt(x - b.x, y - b.y); return { at: at(%f, %f), scale: drawing.scale }; })()" % (x + 20, y + 20))
        off = math.dist(under["at"], now["at"]) * now["scale"]
        that(f"two fingers zoom and move the view {name}", near(now["scale"] / under["scale"], 2, 0.05) and off < 5, (now["scale"] / under["scale"], off))


def look_at_modes(page):
    """What swings is the state of rest plus the shape, by as much as is said; it swings on."""
    page.open(modes)
    now = page.run("({ modes: first.modes.length, end: endTime, frequency: first.modes[0].frequency, note: document.getElementById('mode-note').textContent })")
    that("a page of vibrations offers them", now["modes"] == 4 and near(now["end"], 1 / now["frequency"]), now)
    with open(os.path.join(os.path.dirname(modes), "mode-shapes.csv"), encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    page.click_on("#answer-list .question li:nth-child(3) button")
    shown = page.run("Array.from(first.at('line', 0, endTime / 4))")
    size = page.run("Math.max(...first.at('line', 0, endTime / 4).map((v, i) => Math.abs(v - first.rest[0].parts.get('line 0')[i])))")
    largest = max(max(abs(float(row["3.x"])), abs(float(row["3.y"]))) for row in rows)
    most = max(abs(shown[2 * i + k] - float(row[f"{w} [m]"]) - size / largest * float(row[f"3.{w}"])) for i, row in enumerate(rows) for k, w in enumerate("xy"))
    that("an answer chooses the third, which has its shape", most < 5e-6 and size > 1e-3 and page.run("page.mode") == 2, (most, size))
    page.run("document.activeElement.blur(); page.speed = 1; page.shownFrames = 0")
    page.key(" ")
    time.sleep(0.5)
    now = state(page)
    that("it swings on", now["playing"] and now["shownFrames"] > 0, now)
    page.key(" ")
    page.picture("modes.png", False)
    that("vibrations: no message", not page.messages, page.messages)


def look_at_policy(page):
    page.requests.clear()
    page.open(hostile)
    that("hostile names run nothing", page.run("window.hacked === undefined && document.querySelectorAll('img').length === 0"))
    that("they are shown as they are", page.run("document.body.textContent.includes('<img src=x onerror=')"))
    quiet(page, "hostile names")
    page.run("(() => { const s = document.createElement('script'); s.textContent = 'window.hacked = 1'; document.body.append(s); })()")
    that("the policy lets no other script run", page.run("window.hacked === undefined"))
    page.run("fetch('http://127.0.0.1:9/').catch(() => 0)")
    that("the policy lets nothing be fetched", any("Content Security Policy" in text for text in page.messages), page.messages)


def look_at_others(page):
    page.open(both, "#t=0.4")
    that("two results are drawn", state(page)["results"] == 2 and page.run("drawing.labels === undefined || drawing.results.length === 2"))
    that("both are plotted", page.run("plots.plots[0].lines.length") == 4)
    page.picture("both.png", False)
    page.requests.clear()
    look_at_failure(page)
    answer = page.run("[...document.querySelectorAll('.question')].find(q => q.textContent.includes('jam')).textContent")
    that("the page of a jam says where", "failed" in answer and "mm along the path" in answer, answer)
    page.run("[...document.querySelectorAll('.question')].find(q => q.textContent.includes('jam')).querySelector('button').click()")
    that("a parameter of the same name is no link to the guide", page.run("[...document.querySelectorAll('#model .link')].filter(b => b.textContent === 'lip').length") == 1)
    that("its cause and first signs are told", "stubbed" in answer and "met a steep surface" in answer, answer)
    that("one click shows the jam", near(state(page)["time"], page.run("first.checks.find(c => c.jam && c.verdict === 'failed').time")) and page.run("drawing.spot !== null"))
    page.picture("jammed.png", False)
    page.open(unfinished)
    that("a run that did not finish says so", "did not finish" in page.run("document.getElementById('notice').textContent"))
    that("it claims nothing else", page.run("[...document.querySelectorAll('.question dd')].every(dd => dd.textContent.startsWith('Not known'))"))
    that("it shows no empty drawing", page.run("document.getElementById('stage').hidden"))
    page.picture("unfinished.png", False)
    that("no message", not page.messages, page.messages)


def look_at_failure(page):
    """A failed run opens at the moment of failure, with its sentences and the forces that decide; any other at the beginning."""
    page.open(jammed)
    now, failed = state(page), page.run("first.checks.find(c => c.jam && c.verdict === 'failed')")
    that("a failed run opens at the moment of failure", near(now["time"], failed["time"]) and now["time"] > 0, now["time"])
    that("its title says that it was a jam", "failed (jam)" in page.run("document.getElementById('title').textContent"))
    told = page.run("document.getElementById('failure').hidden ? '' : document.getElementById('failure').innerText")
    that("above the picture it says what failed, when and why", all(part in told for part in ("stall failed at 0.340", failed["cause"], "cause: the leading edge is stubbed on guide 'lip'", "first sign: at 0.258 s")), told)
    forces = page.run("drawing.deciding.forces.map(f => ({ ...f, pixel: drawing.pixel(...f.at, 0) }))")
    with open(os.path.join(os.path.dirname(jammed), "summary.json"), encoding="utf-8") as text:
        why = next(check["why"] for check in json.load(text)["checks"] if check["jam"] and check["verdict"] == "failed")
    sizes = [f"{name} {size:.3g}\u00a0N" for name, size in ((why["held-by"], why["opposing"]), (why["drives"][0]["name"], why["drives"][0]["friction"]))]
    that("the forces that decide are drawn, with their sizes", now["deciding"] == 2 and [f["text"] for f in forces] == sizes and sizes[0] == "lip 0.129\u00a0N", (forces, sizes))
    that("one holds against the feed at the leading edge, the other pushes along it in the nip",
         forces[0]["direction"][0] < -0.99 < 0.99 < forces[1]["direction"][0] and near(forces[0]["at"][0], failed["why"]["x"], 1e-9) and abs(forces[1]["at"][0]) < 1e-3, forces)
    inside = page.run("[drawing.width, drawing.height]")
    that("all of them are in the picture", all(0 < f["pixel"][k] < inside[k] for f in forces for k in (0, 1)), forces)
    page.picture("failure.png", False)
    page.key("Home")
    that("elsewhere they are not drawn", state(page)["time"] == 0 and state(page)["deciding"] == 0)
    page.click_on("#failure button")
    that("one click goes back there", near(state(page)["time"], failed["time"]) and state(page)["deciding"] == 2)
    page.open(jammed, "#t=0.1")
    that("the address has the last word", near(state(page)["time"], 0.1))
    page.open(planar)
    that("a healthy run has no such box", page.run("document.getElementById('failure').hidden && drawing.deciding === null") and state(page)["time"] == 0)
    page.open(spatial)
    that("in space they are drawn where each nip is", state(page)["deciding"] == 4 and page.run("drawing.deciding.forces.filter(f => Math.abs(drawing.acrossAt(f.roller, page.time)) > 0.03).length") == 4, state(page))
    page.open(jammed)


def look_at_gate(page):
    """A point of a gate goes with the pose that the trajectory gives it."""
    page.open(gate)
    with open(os.path.join(os.path.dirname(gate), "trajectory.jsonl"), encoding="utf-8") as lines:
        machine, *frames = [json.loads(line) for line in lines]
    guide = next(g for g in machine["guides"] if g.get("moves"))
    px, py = (1e-6 * value for value in guide["points"][:2])
    most = turned = 0
    for frame in frames[:: max(1, len(frames) // 20)]:
        x, y, angle = (1e-6 * value for value in frame["gates"][0])
        want = (x + math.cos(angle) * px - math.sin(angle) * py, y + math.sin(angle) * px + math.cos(angle) * py)
        shown = page.run(f"first.guidePoints(first.machine.guides.find(g => g.moves), {frame['time']})[0]")
        most = max(most, *(abs(a - b) for a, b in zip(want, shown)))
        turned = max(turned, math.dist(want, (px, py)))
    that("gates are shown where they are", most < 5e-5 < turned, (most, turned))
    page.picture("gate.png", False)
    for path in others:
        page.open(path)
        name = os.path.basename(os.path.dirname(path))
        that(f"{name}: the drawing is not blank", colours(page) > 5, colours(page))
        look_at_answers(page, name, 1)
        page.picture(name + ".png", False)
        look_at_fill(page, name)
        look_at_labels(page, name)
        if name == "droop.run":
            look_at_rest(page)
        if name == "adf-feed.run":
            look_at_pile(page)
        if name == "vacuum-belt.run":
            look_at_pressure(page)
        if name == "air-jet.run":
            look_at_jet(page)
    that("gates, states of rest, bodies: no message", not page.messages, page.messages)


def look_at_jet(page):
    """A jet has an outline that begins at its nozzle."""
    page.run("setTime(0.2)")
    line, nozzle = page.run("[drawing.things.find(t => t.name === 'knife').line, drawing.pixel(0.07, -0.014, 0)]")
    middle = [0.5 * (a + b) for a, b in zip(line[0], line[1])]
    that("a jet is drawn from its nozzle", len(line) == 5 and math.dist(middle, nozzle[:2]) < 1, (line, nozzle))


def look_at_rest(page):
    """A state of rest is not asked whether it arrived, and nothing plays."""
    asked, title, shown = page.run("[[...document.querySelectorAll('#answer-list dt')].map(q => q.textContent), document.getElementById('title').textContent,"
                                   " ['transport', 'slider', 'strip', 'follow'].filter(id => document.getElementById(id).getClientRects().length > 0)]")
    that("a state of rest says whether it is stable, where it is and what holds it", asked == ["Is it stable?", "Where is it at rest?", "What holds it?"] and "stable equilibrium" in title, (asked, title))
    that("where nothing moves nothing plays", not shown, shown)
    held = page.run("document.querySelectorAll('.question')[2].textContent")
    that("the forces that hold it are given", "0.0247" in held and "trailing edge" in held, held)


def look_at_pile(page):
    """Sheets of a pile are seen one by one where their thickness is less than a line, and at their places where it is not."""
    page.run("drawing.fit(); setTime(0)")
    lines = page.run("drawing.things.filter(t => /^page\\.[1-5]$/.test(t.name)).map(t => t.line[t.line.length >> 1])")
    gaps = [a[1] - b[1] for a, b in zip(lines[1:], lines)]
    that("a pile is seen as a pile", len(lines) == 5 and all(2 < gap < 4 for gap in gaps), lines)
    that("its names are one", page.run("drawing.labelBoxes.some(({ label }) => label.text === 'page.1 to page.5 (5 sheets)')"))
    page.run("drawing.zoom(60); show()")
    apart = page.run("drawing.things.filter(t => /^page\\.[1-5]$/.test(t.name)).map((t, i) => { const line = first.at('line', i, 0), k = line.length >> 2, [, y] = drawing.pixel(line[2 * k], line[2 * k + 1], 0); return Math.abs(t.line[k][1] - y); })")
    that("zoomed in, each is where it is", len(apart) == 5 and max(apart) < 0.01, apart)
    page.run("drawing.fit(); show()")


def look_at_limits(page):
    """Each check with limits has its value, limits and margin in words, and a bar."""
    rows = page.run("[...document.querySelectorAll('#checks tbody tr')].map(r => [r.cells[0].textContent, r.cells[2].textContent.replaceAll('\u00a0', ' '), r.querySelectorAll('.bar').length])")
    that("a window is given with its margin", ["on-time", "0.274 s, allowed 0.25 s to 0.32 s, passed by 0.0239 s", 1] in rows, rows)
    left, right, mark = page.run("(() => { const bar = document.querySelector('#checks .bar'), b = bar.getBoundingClientRect(), [a, m] = ['.allowed', '.mark'].map(s => bar.querySelector(s).getBoundingClientRect());"
                                 " return [a.left, a.right, (m.left + m.right) / 2].map(x => (x - b.left) / b.width); })()")
    that("its bar shows the value between the limits", near((mark - left) / (right - left), (0.2739 - 0.25) / 0.07, 0.01) and left > 0.1 and right < 0.9, (left, right, mark))
    named = page.run("[...document.querySelectorAll('button')].filter(b => b.getClientRects().length && !b.textContent.trim() && !(b.title && b.getAttribute('aria-label'))).length")
    that("each button without words has a title and a name", named == 0, named)


def look_at_pressure(page):
    """Suction lies along its belt, and a click on it lists its figures."""
    page.run("setTime(0.4)")
    line, belt = page.run("[drawing.things.find(t => t.name === 'vacuum').line, drawing.things.find(t => t.name === 'belt').line]")
    most = max(math.dist(a, b) for a, b in zip((line[0], line[-1]), (belt[0], belt[-1])))
    that("suction is drawn along its belt", most < 1, most)
    part = page.run("stretchOf([[0, 0], [0.1, 0], [0.1, 0.3]], 0.05, 0.3)")
    that("or along a part of it", all(math.dist(a, b) < 1e-9 for a, b in zip((part[0], part[-1]), ((0.05, 0), (0.1, 0.2)))), part)
    page.run("choose('vacuum', false)")
    that("its figures are listed", page.run("[...document.querySelectorAll('#figures tbody tr')].filter(r => !r.hidden).every(r => r.textContent.includes('vacuum.'))"))


def look_at_accessibility(page):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "axe", "axe.min.js"), encoding="utf-8") as text:
        script = text.read()
    for name, path in (("planar", planar), ("spatial", spatial), ("jammed", jammed), ("unfinished", unfinished), ("modes", modes)):
        for scheme in ("light", "dark"):
            page.prefer(scheme)
            page.open(path, "#t=0.3&view=oblique")
            page.run(script)
            found = page.run("axe.run().then(r => r.violations.filter(v => v.impact === 'serious' || v.impact === 'critical').map(v => v.id + ': ' + v.nodes.map(n => n.target).join(' ')))")
            that(f"accessibility, {name}, {scheme}: nothing serious", not found, found)


def look_at_looks():
    """looks.js finds the faults of a page that has one of each, and no others."""
    page = browser.Page()
    try:
        page.watch()
        page.open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "looks", "faulty.html"))
        found = page.looks()
        planted = page.run("[...document.querySelectorAll('figcaption')].map(title => title.textContent.split(' ')[0]).filter(word => word !== 'no')")
        that("what is wrong at sight is found", sorted(text.split(":")[0] for text in found) == sorted(planted), found)
    finally:
        page.close()


def look_at_names(folder):
    """Names on the pages of all runs of a folder."""
    page = browser.Page()
    try:
        for name in sorted(os.listdir(folder)):
            path = os.path.join(os.path.abspath(folder), name, "report.html")
            if os.path.exists(path):
                page.open(path)
                look_at_labels(page, name)
        that("all samples: no message", not page.messages, page.messages)
    finally:
        page.close()


def main():
    page = browser.Page()
    try:
        look_at_planar(page)
        look_at_plots(page)
        look_at_definitions(page)
        look_at_films(page)
        look_at_two(page)
        look_at_skew(page)
        look_at_spatial(page)
        look_at_others(page)
        look_at_gate(page)
        look_at_modes(page)
        look_at_policy(page)
        look_at_accessibility(page)
    finally:
        page.close()


main()
look_at_looks()
look_at_names(samples)

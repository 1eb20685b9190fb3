/* The state of the view: time, keys, and links between parts of the page. */

const page = { time: 0, playing: false, speed: 0.1, follow: false, shownFrames: 0, detailed: 0, mode: -1 };
let results = [], first = null, endTime = 0, eventTimes = []; /* distinct times of events in order */
let drawing = null, plots = null, modelLines = new Map(), eventRows = [], figureRows = [];

/** Shows these results, the first in full. */
function takeResults(list) {
    results = list;
    first = results[0];
    document.body.classList.toggle("still", first.isStill);
    document.body.classList.toggle("planar", !first.spatial);
    document.body.classList.toggle("without-sheets", first.sheets.length === 0);
    byId("stage-title").textContent = first.isStill ? "Drawing" : "Animation";
    endTime = Math.max(...results.map(result => result.endTime));
    eventTimes = [...new Set(first.events.map(event => event.time))].sort((a, b) => a - b);
}

/* ---- time ---- */

function setTime(time) {
    page.time = Math.min(endTime, Math.max(0, time));
    show();
}

/** Shows a time and marks its location, if known; zooms in on a jam. */
function goTo(time, focus) {
    if (focus && focus.mode >= 0) {
        showMode(focus.mode);
        return;
    }
    stop();
    if (drawing) {
        const placed = focus && typeof focus.x === "number";
        drawing.spot = placed ? [focus.x, focus.y, focus.z || 0] : null;
        if (focus && focus.jam && placed) {
            drawing.lookAt(...drawing.spot);
        }
        choose(focus && focus.source ? focus.source : null, true);
    }
    page.event = focus ? first.events.indexOf(focus) : -1;
    setTime(time);
}

function stepEvent(way) {
    const near = 1e-9 * (1 + endTime), time = way > 0 ? eventTimes.find(t => t > page.time + near) : eventTimes.filter(t => t < page.time - near).pop();
    if (time !== undefined) {
        goTo(time, first.events.find(event => event.time === time));
    }
}

function stepFrame(count) {
    const at = indexBefore(first.frameTimes, page.time + 1e-9), f = Math.min(first.frames.length - 1, Math.max(0, at + count));
    stop();
    if (first.frames.length) {
        setTime(first.frameTimes[f]);
    }
}

function play() {
    page.playing = true;
    page.clock = performance.now();
    if (page.time >= endTime) {
        page.time = 0;
    }
    byId("play").setAttribute("aria-label", "pause");
    page.detailed = 0;
    requestAnimationFrame(advance);
}

function stop() {
    if (page.playing) {
        page.playing = false;
        byId("play").setAttribute("aria-label", "play");
        showDetails();
        const { whenStopped } = page;
        page.whenStopped = null;
        if (whenStopped) { whenStopped(); }
    }
}

function advance(now) {
    if (!page.playing) {
        return;
    }
    const elapsed = Math.max(0, Math.min(0.1, (now - page.clock) / 1000));
    page.clock = now;
    page.shownFrames++;
    page.time = Math.min(endTime, page.time + page.speed * elapsed);
    if (page.time >= endTime && page.mode >= 0) {
        page.time = 0; /* a vibration is repeated */
    }
    show();
    if (page.time >= endTime) {
        stop();
    } else {
        requestAnimationFrame(advance);
    }
}

/* ---- showing ---- */

const DETAILS_EVERY = 100; /* [ms] while it plays */

function show() {
    byId("clock").textContent = seconds(page.time);
    byId("slider").value = page.time;
    if (drawing) {
        const lead = page.follow ? leadEdge() : null;
        if (lead) {
            drawing.centre = projected(drawing.view, ...lead);
        }
        drawing.draw(page.time);
        plots.moveMarkers(page.time);
        showVideo();
        if (page.film) { drawFilm(); }
    }
    const now = performance.now();
    if (!page.playing || now - page.detailed > DETAILS_EVERY) {
        page.detailed = now;
        showDetails();
    }
}

/* parts that are not updated with every frame */
function showDetails() {
    if (drawing) {
        drawStrip();
        plots.showValues(page.time);
    }
    showMoment();
    publish();
}

function leadEdge() {
    for (let i = 0; i < first.sheets.length; i++) {
        const line = first.at("line", i, page.time);
        if (line) {
            return [line[line.length - 2], line[line.length - 1], 0];
        }
    }
    return null;
}

/* the last event up to the current time, as text and in the table */
function showMoment() {
    let at = -1;
    first.events.forEach((event, i) => { at = event.time <= page.time + 1e-9 ? i : at; });
    at = page.event >= 0 && first.events[page.event] && Math.abs(first.events[page.event].time - page.time) < 1e-9 ? page.event : at;
    if (at === page.shownEvent) {
        return;
    }
    page.shownEvent = at;
    eventRows.forEach((row, i) => row.classList.toggle("now", i === at));
    const event = first.events[at];
    byId("moment-text").textContent = event ? `last event: ${event.kind} ${eventText(event)} at ${seconds(event.time)}${event.detail ? ", " + event.detail : ""}` : "";
}

/* events above the slider: failed checks tall, sensors and other checks medium, other events short */
function drawStrip() {
    const strip = byId("strip"), box = strip.getBoundingClientRect(), ratio = window.devicePixelRatio || 1, pen = strip.getContext("2d");
    strip.width = box.width * ratio;
    strip.height = box.height * ratio;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    for (const event of first.events) {
        const bad = event.kind === "verdict" && event.detail === "failed", x = stripPlace(event.time, box.width);
        const height = bad ? box.height : event.kind === "sensor" || event.kind === "verdict" ? 14 : 8;
        pen.fillStyle = styleValue(bad ? "--failed" : event.kind === "sensor" ? "--mark" : "--faint");
        pen.fillRect(x - 1, box.height - height, bad ? 3 : 2, height);
    }
    pen.fillStyle = styleValue("--link");
    pen.fillRect(stripPlace(page.time, box.width) - 0.5, 0, 1, box.height);
}

/* the thumb of a slider ends half its width before the ends */
function stripPlace(time, width) {
    return 8 + (width - 16) * (endTime > 0 ? time / endTime : 0);
}

function clickStrip(event) {
    const box = byId("strip").getBoundingClientRect(), x = event.clientX - box.left;
    let best = 12, found = null;
    for (const candidate of first.events) {
        const distance = Math.abs(stripPlace(candidate.time, box.width) - x);
        if (distance < best) { best = distance; found = candidate; }
    }
    if (found) {
        goTo(found.time, found);
    } else {
        setTime(endTime * (x - 8) / (box.width - 16));
    }
}

/** Marks an object in the drawing and in the model; `quiet` changes neither the table of figures nor the scroll position. */
function choose(name, quiet) {
    if (!drawing) {
        return;
    }
    drawing.selected = name;
    modelLines.forEach((line, of) => line.classList.toggle("chosen", of === name));
    const line = modelLines.get(name);
    if (line) {
        byId("model").scrollTop = line.offsetTop - byId("model").offsetTop - 60;
    }
    if (!quiet) {
        byId("figure-filter").value = name === null ? "" : name + ".";
        byId("figure-filter").dispatchEvent(new Event("input"));
    }
    show();
}

const MODE_SIZE = 0.1; /* largest displacement, as a fraction of the smaller side of the picture */

/** Shows one period of a vibration about the equilibrium. */
function showMode(index) {
    stop();
    page.mode = index;
    const size = MODE_SIZE * Math.min(drawing.width, drawing.height) / drawing.scale;
    first.showMode(first.modes[index], size);
    endTime = first.frameTimes[first.frameTimes.length - 1];
    byId("slider").max = endTime;
    byId("mode").value = index;
    byId("mode-note").textContent = `one period; the largest displacement is drawn as ${quantity(size, "m")}`;
    drawing.ranges.clear();
    showColourKey();
    setTime(endTime / 4);
}

/* what the colours and edges of sheets mean */
function showColourKey() {
    const key = byId("colour-key"), of = drawing.colouring;
    key.replaceChildren();
    if (first.sheets.length === 0) {
        return;
    }
    if (of === "sheet") {
        first.sheets.slice(0, SHEETS_MOST).forEach(({ name }, i) => {
            const swatch = make("span", { className: "swatch" });
            swatch.style.borderTop = `4px solid ${sheetColour(i)}`;
            key.append(make("span", null, swatch, name));
        });
    } else if (of !== "plain") {
        const bar = make("canvas", { id: "key-bar", width: 120, height: 12 }), pen = bar.getContext("2d"), [low, high] = drawing.range();
        for (let x = 0; x < 120; x++) {
            pen.fillStyle = drawing.colourOf(low + x / 119 * (high - low));
            pen.fillRect(x, 0, 1, 12);
        }
        const unitName = of === "curvature" ? "m^-1" : "N";
        key.append(quantity(low, unitName), bar, quantity(high, unitName) + ({ curvature: " (to the left of the feed)", tension: " (pulled)" }[of] || ""));
    }
    const words = first.spatial ? "paler: right side of the sheet, seen along the feed" : `left side of the sheet, seen along the feed${hasPile() ? "; sheets of a pile are drawn apart" : ""}`;
    key.append(make("span", { id: "side-key" }, first.spatial ? null : make("span", { id: "side-edge" }), words));
}

/* at the beginning, in the middle or at the end */
function hasPile() {
    const { frames, sheets } = first, seen = frames.length > 0 && sheets.length > 1 ? [frames[0], frames[frames.length >> 1], frames[frames.length - 1]] : [];
    return seen.some(({ parts }) => pileShifts(sheets.map((sheet, i) => ({ line: parts.get("line " + i), thickness: 1e-6 * sheet.thickness })), drawing.fitted[0]).some(shift => shift));
}

/** The state as text, for programs that read the page. */
function publish() {
    byId("state").textContent = JSON.stringify({
        time: page.time, playing: page.playing, view: drawing ? drawing.viewName : null, follow: page.follow, selected: drawing ? drawing.selected : null,
        scale: drawing ? drawing.scale : null, frames: first.frames.length, samples: first.times.length, events: first.events.length, plots: plots ? plots.plots.length : 0,
        results: results.length, arrows: drawing ? drawing.arrowCount || 0 : 0, deciding: drawing ? drawing.decidingCount || 0 : 0, shownFrames: page.shownFrames, ready: page.ready,
    });
}

/* ---- user input ---- */

const KEYS = {
    " ": () => (page.playing ? stop() : play()),
    ArrowLeft: event => stepFrame(event.shiftKey ? -10 : -1),
    ArrowRight: event => stepFrame(event.shiftKey ? 10 : 1),
    Home: () => { stop(); setTime(0); },
    End: () => { stop(); setTime(endTime); },
    "[": () => stepEvent(-1),
    "]": () => stepEvent(1),
    f: () => setFollow(!page.follow),
    "+": () => zoom(1.4),
    "-": () => zoom(1 / 1.4),
    0: () => { setFollow(false); drawing.fit(); show(); },
    a: () => turn(-0.1, 0),
    d: () => turn(0.1, 0),
    w: () => turn(0, -0.1),
    s: () => turn(0, 0.1),
};

function onKey(event) {
    const at = event.target, typing = at.matches("select, input:not([type=range]):not([type=checkbox])"), pressing = event.key === " " && at.matches("button, input");
    const scrolling = /^(Arrow|Home|End)/.test(event.key) && at.matches(".scroll");
    const act = KEYS[event.key] || KEYS[event.key.toLowerCase()];
    if (!act || !drawing || typing || (pressing && at.type !== "range") || scrolling || event.ctrlKey || event.metaKey || event.altKey) {
        return;
    }
    event.preventDefault();
    act(event);
}

const FOLLOWED = 0.15; /* [m] around the leading edge that is followed */

function setFollow(follow) {
    page.follow = follow;
    byId("follow").checked = follow;
    if (follow) {
        drawing.scale = Math.max(drawing.scale, Math.min(drawing.width, drawing.height) / FOLLOWED);
    }
    show();
}

function zoom(factor, x, y) {
    drawing.zoom(factor, x, y);
    show();
}

/* only the 3-D view can be rotated */
function turn(around, down) {
    if (drawing.viewName === "oblique") {
        drawing.turn(around, down);
        show();
    }
}

function setFollowOff() {
    page.follow = false;
    byId("follow").checked = false;
}

/* name and main values of the object under the pointer */
function showTip(event) {
    const tip = byId("tip"), name = drawing.nameAt(event.offsetX, event.offsetY);
    tip.hidden = name === null;
    if (name === null) {
        return;
    }
    const lines = [name];
    for (const ending of ["normal", "slip", "traction", "tension", "lead.speed"]) {
        const column = first.columns.get(`${name}.${ending}`), value = column ? first.valueAt(`${name}.${ending}`, page.time) : null;
        if (value !== null) {
            lines.push(`${ending} ${quantity(value, column.unit)}`);
        }
    }
    tip.textContent = lines.join("\n");
    tip.style.left = Math.min(event.offsetX + 14, drawing.width - 150) + "px";
    tip.style.top = event.offsetY + 14 + "px";
}

function on(id, kind, act) {
    byId(id).addEventListener(kind, act);
}

function listen() {
    listenToFilms();
    on("mode", "change", event => showMode(Number(event.target.value)));
    document.addEventListener("keydown", onKey);
    on("slider", "input", event => { stop(); setTime(Number(event.target.value)); });
    on("play", "click", () => (page.playing ? stop() : play()));
    on("speed", "change", event => { page.speed = Number(event.target.value); });
    on("previous", "click", () => stepEvent(-1));
    on("next", "click", () => stepEvent(1));
    on("strip", "click", clickStrip);
    on("closer", "click", () => zoom(1.4));
    on("farther", "click", () => zoom(1 / 1.4));
    on("whole", "click", KEYS[0]);
    on("follow", "change", event => setFollow(event.target.checked));
    on("view", "change", event => { drawing.setView(event.target.value); show(); });
    on("exaggeration", "change", event => { drawing.exaggeration = Number(event.target.value); drawing.findRoom(); show(); });
    on("colouring", "change", event => { drawing.colouring = event.target.value; showColourKey(); show(); });
    on("forces", "change", event => { drawing.showForces = event.target.checked; show(); });
    on("names", "change", event => { drawing.showNames = event.target.checked; show(); });
    on("add-plot", "click", addChosenPlot);
    listenToPicture(byId("canvas"));
    window.addEventListener("resize", () => { drawing.refit(); plots.resize(); show(); });
    window.addEventListener("beforeprint", repaint);
    window.addEventListener("afterprint", repaint);
    for (const query of ["(prefers-color-scheme: dark)", "print"]) {
        matchMedia(query).addEventListener("change", repaint);
    }
    window.addEventListener("hashchange", obeyFragment);
}

function repaint() {
    drawing.readColours();
    drawing.resize();
    plots.redraw();
    show();
}

function addChosenPlot() {
    const name = byId("quantity").value.trim();
    if (plots.allNames().includes(name)) {
        plots.add(name, [name]);
        plots.resize();
        publish();
    }
}

/* report.html#t=0.3&view=top&follow=1 opens with these settings */
function obeyFragment() {
    const wish = new URLSearchParams(location.hash.slice(1)), time = Number(wish.get("t"));
    if (wish.has("view") && VIEWS[wish.get("view")] && first.spatial) {
        byId("view").value = wish.get("view");
        drawing.setView(wish.get("view"));
    }
    if (wish.has("colour") && [...byId("colouring").options].some(option => option.value === wish.get("colour"))) {
        byId("colouring").value = drawing.colouring = wish.get("colour");
        showColourKey();
    }
    if (wish.has("follow")) {
        setFollow(wish.get("follow") === "1");
    }
    if (wish.has("mode") && first.modes[wish.get("mode") - 1]) {
        showMode(wish.get("mode") - 1);
    }
    setTime(wish.has("t") && Number.isFinite(time) ? time : page.time);
}

/* ---- construction of the page ---- */

function fillHeader() {
    const verdict = first.summary.verdict || "not available", title = byId("title"), jam = verdict === "failed" && first.checks.some(check => check.jam && check.verdict === "failed");
    const shown = first.isAtRest && verdict === "passed" ? "stable equilibrium" : jam ? "failed (jam)" : verdict;
    const badgeOf = ({ summary: { verdict: other = "not available" } }) => verdictBadge(other);
    title.replaceChildren(`${first.modelName}: `, verdictBadge(verdict, shown), ...results.slice(1).flatMap(result => [`; ${result.folder}: `, badgeOf(result)]));
    document.title = `${first.modelName}: ${shown}`;
    const kind = { equilibrium: "static equilibrium", modes: "vibrations about a static equilibrium" }[first.summary.kind] || `${seconds(first.endTime)} simulated`, others = results.slice(1).map(result => `${result.folder} (${result.summary.verdict})`);
    byId("subtitle").textContent = `${first.folder}, ${first.spatial ? "spatial" : "planar"} motion, ${kind}`
        + (others.length ? `; ${first.frames.length ? `drawn over it, ${first.spatial ? "in outline" : "dashed"}` : "with it"}: ${others.join(", ")}` : "");
}

function fillNotice() {
    const notices = [];
    for (const result of results) {
        const { summary } = result, why = summary.diagnosis ? ` ${summary.diagnosis.text} (${summary.diagnosis.code})` : "";
        if (summary.complete === false) {
            notices.push(`${result.folder}: this run did not finish, and has no figures.${why}`);
        } else if (why) {
            notices.push(`${result.folder}: ended by ${summary.end ? summary.end.reason : "a failure"}.${why}`);
        }
        for (const doubt of summary.doubts || []) {
            notices.push(`${result.folder}: doubtful: ${doubt.text}.`);
        }
        if (summary.tunnelling && summary.tunnelling.length) {
            const { sheet, target, time } = summary.tunnelling[0];
            notices.push(`${result.folder}: ${sheet} penetrated ${target} at ${seconds(time)}; ${summary.tunnelling.length} penetrations in total.`);
        }
        if (summary.verdict === "not evaluated") {
            const open = result.checks.filter(check => !check.default && check.verdict === "not evaluated");
            notices.push(`${result.folder}: ${open.length ? open.map(checkSentence).join(" ") : "no check was evaluated; the model has no checks."}`);
        }
    }
    byId("notice").hidden = notices.length === 0;
    byId("notice").textContent = notices.join("\n");
}

/** `compared` are the results whose figures are compared. */
function fillTables(compared = results) {
    for (const id of ["answer-list", "checks", "events", "figures", "model", "holdings", "definitions"]) {
        byId(id).replaceChildren();
    }
    fillAnswers(byId("answer-list"), first, goTo, compared);
    fillChecks(byId("checks"), compared.includes(first) ? compared : [first], goTo);
    eventRows = fillEvents(byId("events"), first, goTo);
    figureRows = fillFigures(byId("figures"), compared);
    modelLines = fillModel(byId("model"), first, name => { choose(name, false); byId("stage").scrollIntoView(); });
    fillHoldings(byId("holdings"), compared);
    fillDefinitions(byId("definitions"), compared);
    page.shownEvent = undefined;
    filterEvents();
    filterFigures();
    for (const id of ["checks", "events", "figures"]) {
        byId(id).closest("section").hidden = byId(id).tBodies[0].rows.length === 0;
    }
    byId("model").closest("section").hidden = !first.model;
    byId("definitions").closest("section").hidden = !byId("definitions").firstChild;
}

function filterEvents() {
    filterRows(eventRows, byId("event-filter").value);
}

function filterFigures() {
    byId("figure-count").textContent = `${filterRows(figureRows, byId("figure-filter").value)} of ${figureRows.length}`;
}

function listenToTables() {
    on("event-filter", "input", filterEvents);
    on("figure-filter", "input", filterFigures);
}

function makePlots(compared = results) {
    byId("plot-holder").replaceChildren();
    plots = new Plots(byId("plot-holder"), compared, time => { stop(); setTime(time); });
    byId("quantities").replaceChildren(...plots.allNames().map(name => make("option", { value: name })));
}

const WIDE = 3; /* times as wide as high: such machines get the width of the page */

function makePicture() {
    drawing = new Drawing(byId("canvas"), results);
    drawing.draw(0);
    makePlots();
    for (const option of byId("view").options) {
        option.disabled = option.value !== "side" && !first.spatial;
    }
    if (first.spatial) { /* preferred view of spatial results */
        byId("view").value = "oblique";
        drawing.setView("oblique");
    }
    if (isWide()) {
        document.querySelector("main").classList.add("wide");
        drawing.fit();
    }
    byId("colouring").querySelector("[value=contact]").disabled = !first.spatial; /* not recorded in planar models */
    byId("slider").max = endTime;
    plots.resize(); /* after the columns of plots are known */
    listen();
    showColourKey();
    offerModes();
}

const SEEN = 2; /* pixels; ten sheets on each other that would be thinner are not seen */

/** Whether the whole machine is shown at a scale at which ten sheets on each other would not be seen. */
function isLarge() {
    const thickest = Math.max(...first.sheets.map(sheet => 1e-6 * sheet.thickness));
    return thickest > 0 && 10 * thickest * drawing.fitted[0] < SEEN;
}

function isWide() {
    const [low, high] = drawing.room.isEmpty ? [[0, 0], [0, 0]] : drawing.extent();
    return high[0] - low[0] > WIDE * (high[1] - low[1]);
}

/** Explains the first failure, if any, and marks its forces; returns a function that shows its time, or null. */
function markFailure() {
    const failure = failureOf(first), box = byId("failure");
    box.replaceChildren();
    for (const other of results.slice(1)) {
        const its = failureOf(other);
        if (its) { fillFailure(box, its, () => setTime(its.check.time), `${other.folder}: `); }
    }
    box.hidden = box.childElementCount === 0;
    if (!failure || first.modes.length > 0) {
        return null;
    }
    const { check } = failure, showIt = () => {
        const placed = typeof check.x === "number", points = failure.forces.map(force => [...force.at, drawing.acrossAt(force.roller, check.time)]);
        goTo(check.time, { ...check, jam: false, source: check.why ? check.why.name : null });
        if (placed || points.length) {
            drawing.fit();
            drawing.lookAtAll(placed ? [[check.x, check.y, 0], ...points] : points);
            setTime(check.time);
        }
    };
    drawing.deciding = { time: check.time, forces: failure.forces };
    fillFailure(box, failure, showIt);
    return showIt;
}

/* a failed run opens at the time of failure, another run of a large machine at the leading edge */
function openAtFailure(follows = true) {
    const showIt = markFailure();
    if (follows && first.modes.length === 0 && !first.isAtRest && isLarge()) {
        setFollow(true);
    }
    if (showIt) {
        setFollowOff();
        showIt();
    }
}

function offerModes() {
    byId("mode-choice").hidden = first.modes.length === 0;
    byId("mode").replaceChildren(...first.modes.map((mode, i) => make("option", { value: i }, modeName(mode, i))));
    if (first.modes.length > 0) {
        showMode(Math.max(0, first.modes.findIndex(mode => mode.frequency > 0)));
    }
}

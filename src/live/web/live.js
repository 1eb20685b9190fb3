/* The live page of a model: sliders change its parameters, and the run is repeated. */

const about = JSON.parse(byId("data").textContent), tab = Array.from(crypto.getRandomValues(new Uint8Array(8)), byte => byte.toString(16).padStart(2, "0")).join("");
const GHOSTS = 3;          /* earlier runs shown in the drawing */
const REST = 250;          /* [ms] from the last picture to the update of tables and plots */
const ASK_EVERY = 400;     /* [ms] between queries for changes of the model file */
const live = { film: [], version: 0, model: null, recent: [], kept: null, shown: 0, timings: [], resting: null, going: null, frame: null, drawAgain: 0, drawn: 0, made: false, processors: 1, trouble: "" };

/* ---- the panel ---- */

const panel = {
    verdict: make("p", { id: "live-verdict", role: "status" }), margins: make("ul", { id: "live-margins", tabIndex: 0 }), bar: make("progress", { id: "live-bar", max: 1, value: 0 }),
    said: make("p", { id: "live-said", className: "doc" }), problems: make("div", { id: "problems", role: "alert" }), settings: make("div", { id: "settings" }),
    tools: make("p", { id: "live-tools" }), text: make("div", { id: "live-text", hidden: true }), sweep: make("div", { id: "sweep" }), state: make("pre", { id: "live-state", hidden: true }),
};

function button(id, text, act, title) {
    return make("button", { type: "button", id, onclick: act, title: title || "" }, text);
}

function makePanel() {
    panel.bar.setAttribute("aria-label", "time reached by the run");
    panel.tools.append(
        button("reset-all", "Reset all", () => settings.put({})), " ", button("keep", "Keep as A", keepThis, "compare further runs with this one"), " ",
        button("swap", "Settings of A", () => live.kept && settings.put(live.kept.values)), " ", button("copy-command", "Command", offerCommand, "as a command with --set"), " ",
        button("save", "Save into file", askToSave), " ", button("study", "Study", offerStudy, "a study over the ranges of the changed parameters"), " ", ...drags.undoButtons);
    /* all messages are in one box of one height: nothing below them moves */
    document.querySelector("header").append(make("div", { id: "live-messages", tabIndex: 0, role: "region", ariaLabel: "messages" }, panel.problems, byId("notice")));
    byId("slider").after(until.row, byId("failure"));
    document.body.insertBefore(make("aside", { id: "live" },
        make("section", { className: "panel" }, make("h2", null, "Run"), panel.verdict, panel.margins, panel.bar, panel.said),
        make("details", { className: "panel", open: true }, make("summary", null, "Parameters"),
            make("label", { className: "doc" }, make("input", { type: "checkbox", id: "tracks", checked: true, onchange: event => tracks.turn(event.target.checked) }), " verdicts along the sliders, by runs in the background"), panel.settings, panel.tools, panel.text),
        make("details", { className: "panel" }, make("summary", null, "Sweep"), panel.sweep)), document.querySelector("main"));
    document.body.append(panel.state);
    document.body.classList.add("live");
    byId("live").setAttribute("aria-label", "parameters");
    /* keys that change the time elsewhere move the slider that has the focus */
    byId("live").addEventListener("keydown", event => {
        if (event.target.matches(".knob, summary, textarea") && event.key !== "Escape") {
            event.stopPropagation();
        }
    });
    byId("swap").disabled = byId("keep").disabled = true;
    new ResizeObserver(() => {
        const stage = byId("stage");
        stage.style.setProperty("--above-picture", byId("picture").getBoundingClientRect().top - stage.getBoundingClientRect().top - 4);
    }).observe(byId("stage"));
}

const settings = new Settings(panel.settings, () => run(performance.now()));
const runner = new Runner(tab, hear, finish);
const drags = new Drags(settings, () => run(performance.now()));
const until = new Until(() => run(performance.now()));
const tracks = new Tracks(settings, tab, () => runner.isBusy || live.lost || live.searching || !live.model || !live.model.readable, until);
const remedies = new Remedies(settings, until, tab, { change: values => settings.put(values), wait: on => { live.searching = on; tracks.rest(); } });

function fillProblems(problems, say) {
    const texts = problems.filter(problem => problem.severity !== "note").map(({ severity, file, line, column, code, object, text, hint }) => {
        const place = file ? `${file}${line ? `:${line}:${column}` : ""}: ` : "";
        return make("li", { className: severity }, `${place}${severity}${code ? ` [${code}]` : ""}: ${object ? object + ": " : ""}${text}${hint ? "; " + hint : ""}`);
    });
    /* the place of a mistake first: the title says the rest */
    panel.problems.replaceChildren(...(texts.length ? [make("ul", null, ...texts)] : []), ...(say ? [make("p", null, say)] : []));
    panel.problems.classList.toggle("mild", !say && !problems.some(problem => problem.severity === "error"));
    panel.problems.hidden = !say && texts.length === 0;
}

/** What the title says of the newest run or file: "" where the drawing shows it. */
function setTrouble(trouble) {
    live.trouble = trouble;
    byId("live").hidden = false;
    document.body.classList.toggle("stale", trouble !== "");
    fillTitle();
}

const SAID_AFTER = 300; /* [ms]; the title is quiet about shorter runs */

/** The title states what is shown: a run and its verdict, how far a run is, or that the drawing is of another. */
function fillTitle() {
    const title = byId("title"), shown = live.shown ? `run ${live.shown}` : "", name = live.model && live.model.name ? live.model.name : first && live.shown ? first.modelName : about.path;
    const going = runner.running && !runner.running.answered && performance.now() - runner.running.began > SAID_AFTER;
    const share = live.going && live.going.end > 0 ? ` ${Math.floor(100 * Math.min(1, live.going.time / live.going.end))} %` : "";
    document.body.classList.toggle("going", !!going);
    if (live.shown) {
        fillHeader();
        sayUntil();
    }
    if (going || live.trouble || !live.shown) {
        const text = going ? `running${share}` : live.trouble || "no run yet";
        title.replaceChildren(`${name}: `, make("span", { className: "badge " + (live.trouble && !going ? "failed" : "not-evaluated") }, text));
        document.title = `${name}: ${text}`;
        const picture = shown ? `shown: ${shown}, ${first.summary.verdict || "not available"}${live.trouble ? ", the last good run" : ""}` : first ? "shown: the machine at its start" : "nothing to show yet";
        byId("subtitle").textContent = picture + (going && live.going ? "; in brown: the sheets of the run in progress" : "");
    }
}

/** Of a run that was ended early, what its verdict is about. */
function sayUntil() {
    if (first.until) {
        const verdict = verdictOf(first), text = `judged until ${until.textOf(first.until)} s`;
        byId("title").replaceChildren(`${first.modelName}: `, verdictBadge(first.summary.verdict, verdict), ` ${text}`);
        document.title = `${first.modelName}: ${verdict}, ${text}`;
    }
}

function fillVerdict(result, secondsTaken) {
    const verdict = result.summary.verdict || "not available";
    panel.verdict.replaceChildren(verdictBadge(verdict, verdictOf(result)), result.until ? ` until ${until.textOf(result.until)} s` : "");
    panel.said.textContent = `run ${live.shown}: ${number(secondsTaken, 2)} s`;
    panel.margins.replaceChildren(...result.checks.filter(check => check.verdict !== "not evaluated").map(check => make("li", null,
        make("span", { className: "badge " + check.verdict }, check.name), typeof check.margin === "number" ? ` margin ${quantity(check.margin, check.unit, 3)}` : ` ${check.verdict}`)));
}

/* ---- runs ---- */

function run(since) {
    panel.text.hidden = true;
    drags.note();
    remedies.drop();
    tracks.update(live.version, live.processors);
    runner.want(settings.values, since, !live.made, until.wish);
    setTimeout(fillTitle, SAID_AFTER + 20);
    publishLive();
}

/** Lines of a run. */
function hear(line, wish) {
    if (line.kind === "start") {
        takeStart(line);
    } else if (line.kind === "result") {
        takeResult(line, wish);
    } else if (line.kind === "rest") {
        completeResult(wish, line);
    } else if (line.kind === "progress") {
        hearProgress(line);
    }
}

function hearProgress(line) {
    panel.bar.value = line.end > 0 ? line.time / line.end : 0;
    panel.said.textContent = `running: ${seconds(line.time)} of ${seconds(line.end)}`;
    live.going = line;
    until.learn(line.whole);
    if (line.frames) {
        live.film = unpackFrames(line.frames);
        if (first && !live.made) {
            lengthen(live.film, line.end);
        }
    }
    fillTitle();
    if (drawing && !page.playing && !live.frame && performance.now() > live.drawAgain) {
        live.frame = requestAnimationFrame(drawGoing);
    }
}

/* the first run is drawn itself, and may be looked at while it goes on */
function lengthen(frames, end) {
    const atEnd = page.time >= endTime;
    first.frames.push(...frames);
    first.frameTimes.push(...frames.map(frame => frame.time));
    endTime = first.frameTimes[first.frameTimes.length - 1];
    byId("slider").max = end;
    if (atEnd) {
        page.time = endTime;
    }
}

/** Draws the sheets of an active run over the last picture, or the first run itself, with at most a fifth of the processor time. */
function drawGoing() {
    const began = performance.now(), now = live.film[live.film.length - 1];
    live.frame = null;
    live.drawn++;
    if (runner.isBusy && live.going && !page.playing) {
        drawPicture();
        if (live.made && now) {
            drawing.pen.strokeStyle = drawing.colours.mark;
            drawing.pen.lineWidth = 2;
            now.parts.forEach((line, part) => part.startsWith("line ") && line && drawing.strokePixels(pairs(line, 1).map(([x, y]) => drawing.pixel(x, y, 0))));
        }
        live.moving = live.moving || performance.now(); /* first motion */
    }
    live.drawAgain = performance.now() + 4 * (performance.now() - began);
}

const ENDS = { time: "The run exceeded its time limit (--time-limit).", crash: "The process of the run ended unexpectedly.", newer: "", aborted: "",
    lost: "The server does not respond. Start it again with quire live, and open its new address." };

/** The machine before its first run: there is something to see at once. */
function takeStart({ report, model }) {
    if (live.made || !report.results.length) {
        return;
    }
    const result = new Result(report.results[0]);
    result.model = model;
    result.isWhole = true;
    takeResults([result]);
    byId("stage").hidden = false;
    drawing = new Drawing(byId("canvas"), results);
    if (result.spatial) {
        byId("view").value = "oblique";
        drawing.setView("oblique");
    }
    drawing.draw(0);
    live.machineAt = performance.now();
    showColourKey();
    byId("live").hidden = false;
    fillTitle();
}

/* the first line has a few frames and the series needed by the drawing; the rest follows */
function takeResult(line, wish) {
    if (!line.report || !line.report.results.length) {
        return;
    }
    const result = wish.result = new Result(line.report.results[0]);
    result.values = wish.settings;
    result.isWhole = false;
    result.seconds = line.seconds;
    result.until = line.until;
    Object.entries(line.numbers || {}).forEach(([name, number]) => settings.list.has(name) && typeof number === "number" && settings.list.get(name).learn(wish.settings[name], number));
    until.learn(line.whole, result);
    fillProblems(line.problems, line.status ? "The run could not finish." : "");
    if (!result.frames.length) {
        setTrouble("could not finish");
        panel.verdict.replaceChildren(verdictBadge("not available"));
    } else if (live.made) { /* the first result waits for the rest: there are no sliders yet */
        showResult(result, wish);
    }
}

/** Adds the rest of a result to its first picture. */
function completeResult({ result }, { model, handles, frames, series }) {
    if (!result) {
        return;
    }
    result.model = model;
    result.handles = handles;
    result.isWhole = true;
    if (frames) {
        result.frames = result.rest = unpackFrames(frames);
        result.frameTimes = result.frames.map(frame => frame.time);
        [result.framesOf, result.frameUnit] = [frames.of, frames.unit];
    }
    if (series) {
        result.columns = unpackSeries(series);
        [result.bucket, result.samples] = [series.bucket, series.of];
        result.times = result.columns.get("time").values;
        result.turned.clear();
    }
    if (live.made) {
        drawing.ranges.clear();
        drags.take(handles, result.values);
    }
}

function finish(line, wish) {
    panel.bar.value = 0;
    live.going = null;
    live.film = [];
    if (wish.answered) {
        if (!live.made && wish.result && wish.result.frames.length) {
            showResult(wish.result, wish);
            drags.take(wish.result.handles || [], wish.result.values);
        }
    } else if (line.kind === "refused" && drags.drop(line.problems).length) {
        run(performance.now()); /* without what the file no longer has */
    } else if (line.kind === "refused") {
        fillProblems(line.problems, live.shown ? "The model is invalid; the drawing shows the last good run." : "The model is invalid.");
        setTrouble("refused");
    } else if (line.kind === "error") {
        fillProblems([], line.code === 503 ? "Too many simultaneous runs: close other pages of this model." : `The server refused the run (${line.code}).`);
        setTrouble("not run");
    } else {
        const say = ENDS[line.kind === "ended" ? line.why : line.kind];
        if (say) {
            fillProblems([], say);
            setTrouble(line.kind === "lost" ? "no server" : "ended early");
        }
    }
    fillTitle();
    tracks.rest();
    publishLive();
}

/** Draws the newest result in full, earlier results and the result kept as A as overlays. */
function showResult(result, wish) {
    live.shown++;
    result.folder = `run ${live.shown}`;
    if (drags.ghost) { /* the run before the movement, not those on the way */
        live.recent = [drags.ghost];
        drags.ghost = drags.active ? drags.ghost : null;
    }
    const list = [result, ...(live.kept ? [live.kept] : []), ...live.recent.filter(other => other !== live.kept).slice(0, GHOSTS)].filter(other => other.spatial === result.spatial);
    live.recent = [result, ...live.recent].slice(0, GHOSTS);
    live.trouble = "";
    byId("live").hidden = false;
    document.body.classList.remove("stale");
    const began = !live.made || drawing.first.spatial !== result.spatial, wasAt = page.time, wasEnd = endTime, mode = page.mode;
    page.mode = -1;
    takeResults(list);
    byId("slider").max = endTime;
    live.going = null;
    fillTitle();
    fillNotice();
    if (!live.made) {
        live.made = true;
        page.time = 0;
        results = list;
        if (drawing && drawing.surfaces) { /* of the machine at its start */
            document.getElementById("surfaces").replaceWith(document.getElementById("surfaces").cloneNode());
        }
        byId("stage").hidden = byId("plots").hidden = byId("answers").hidden = false;
        makePicture();
        openAtFailure(false); /* parts are moved in the whole machine */
        obeyFragment();
        followTables();
    } else {
        if (began) {
            remakeDrawing();
        } else {
            drawing.replace(list);
        }
        markFailure();
        page.time = Math.min(endTime, wasAt === wasEnd ? endTime : wasAt);
        if (first.modes.length) {
            offerModes();
            if (mode >= 0 && first.modes[mode]) { showMode(mode); }
        }
        drawPicture();
        clearTimeout(live.resting);
        live.resting = setTimeout(followTables, REST);
    }
    fillVerdict(result, result.seconds);
    remedies.offer(result, live.version);
    const failed = result.failure ? result.checks[result.failure.check] : null;
    if (wish.more.until === (until.time === null ? undefined : until.time)) {
        tracks.note(result.values, verdictOf(result), failed ? failed.name : null);
    }
    byId("keep").disabled = !result.isWhole;
    live.timings.push(performance.now() - wish.since);
}

/* only the drawing; tables and plots are updated after a pause of the user */
function drawPicture() {
    byId("clock").textContent = seconds(page.time);
    byId("slider").value = page.time;
    drawing.draw(page.time);
}

/* between planar and spatial motion */
function remakeDrawing() {
    const before = drawing;
    drawing = new Drawing(byId("canvas"), results);
    drawing.surfaces = before.surfaces;
    for (const option of byId("view").options) {
        option.disabled = option.value !== "side" && !first.spatial;
    }
    byId("view").value = first.spatial ? "oblique" : "side";
    drawing.setView(byId("view").value);
    drawing.showForces = byId("forces").checked;
    drawing.showNames = byId("names").checked;
}

function compared() {
    return live.kept && live.kept !== first ? [first, live.kept] : [first];
}

function followTables() {
    if (runner.isBusy && plots) { /* the next picture has priority */
        live.resting = setTimeout(followTables, REST);
        return;
    }
    live.resting = null;
    byId("keep").disabled = !first.isWhole;
    if (!first.isWhole && plots) { /* another run was requested and gave no result */
        return;
    }
    fillTables(compared());
    makePlots(compared());
    plots.resize();
    sweep.offer(first);
    show();
    publishLive();
}

/* ---- tools ---- */

function keepThis() {
    live.kept = first;
    live.kept.folder = "A";
    byId("swap").disabled = false;
    byId("keep").textContent = "A kept";
    setTimeout(() => { byId("keep").textContent = "Keep as A"; }, 1500);
    publishLive();
}

function offerCommand() {
    offerText(panel.text, "command", commandOf(about.path, Object.fromEntries(Object.entries(settings.values).filter(([name]) => !name.includes("@")))) + (settings.moved.size ? "\n# without moved parts: save them first" : ""));
}

function offerStudy() {
    const touched = settings.touched;
    offerText(panel.text, "study", studyOf(about.path, live.model && live.model.name ? live.model.name : "model", touched.length ? touched : [...settings.list.values()].filter(setting => setting.slider).slice(0, 3), first));
}

function askToSave() {
    const touched = settings.touched, texts = [...touched.map(setting => `${setting.parameter.name} = ${setting.value}`), ...drags.texts], names = texts.join(", ");
    panel.text.hidden = false;
    panel.text.replaceChildren(make("p", null, texts.length ? `Write ${names} into ${about.path}? Nothing else in the file changes.` : "Nothing was changed."),
        ...(texts.length ? [button("save-yes", "Write", saveNow), " "] : []), button("save-no", texts.length ? "Cancel" : "Close", () => { panel.text.hidden = true; }));
}

async function saveNow() {
    let line;
    try {
        line = await ask("save", { tab, settings: settings.values, version: live.version });
    } catch (error) {
        line = { kind: "lost" };
    }
    if (line.kind === "saved") {
        drags.saved();
    }
    panel.text.replaceChildren(make("p", { role: "status" }, line.kind === "saved" ? "saved" : line.kind === "error" && line.code === 409 ? "The file has changed in the meantime. Check the parameters, and save again." : "not saved"));
    if (line.problems) {
        fillProblems(line.problems, line.kind === "saved" ? "" : "The file was not changed.");
    }
    publishLive();
}

/* ---- the model's file ---- */

function takeModel(model) {
    live.model = model;
    settings.take(model.readable ? model.parameters : [...settings.list.values()].map(setting => setting.parameter));
    sweep.offer(first);
    tracks.update(live.version, live.processors);
    if (model.readable) {
        run(performance.now());
    } else {
        runner.drop();
        fillProblems(model.problems || [], live.shown ? "The model cannot be read; the drawing shows the last good run." : "The model cannot be read. The page is updated when the file changes.");
        setTrouble("cannot be read");
    }
    publishLive();
}

async function watchModel() {
    let wait = ASK_EVERY;
    try {
        const response = await fetch("model"), said = response.ok ? await response.json() : null;
        if (said && said.model && said.version !== live.version) {
            live.version = said.version;
            live.processors = said.processors;
            takeModel(said.model);
        } else if (said && said.version === 0) {
            wait = 50; /* first query */
        }
        if (live.lost) {
            live.lost = false;
            run(performance.now());
        }
    } catch (error) {
        if (!live.lost) {
            live.lost = true;
            fillProblems([], ENDS.lost);
            setTrouble("no server");
        }
        wait = 5 * ASK_EVERY;
    }
    setTimeout(watchModel, wait);
}

/** The state as text, for programs that read the page. */
function publishLive() {
    panel.state.textContent = JSON.stringify({ title: document.title, version: live.version, shown: live.shown, until: until.time, whole: until.whole, moving: live.moving, machine: live.machineAt, searching: !!live.searching, cures: remedies.answer ? remedies.answer.cures.length : -1, busy: runner.isBusy, drawn: live.drawn, resting: live.resting !== null, timings: live.timings, values: settings.values, handles: drags.list.size,
        stale: document.body.classList.contains("stale"), kept: live.kept !== null, results: results.length, sweep: sweep.points.length, tracks: Object.fromEntries([...tracks.list.values()].filter(track => track.points.length).slice(0, 50).map(track => [track.setting.parameter.name, track.said.textContent])), tracksDone: tracks.isDone, probes: tracks.runs, problems: panel.problems.textContent });
}

const sweep = new Sweep(panel.sweep, settings, tab, until);
settings.wanted = new Map(Object.entries(about.settings));
byId("title").textContent = about.path;
byId("stage").hidden = byId("plots").hidden = byId("answers").hidden = true;
makePanel();
drags.attach();
byId("live").hidden = true; /* until there is a drawing or a problem beside it */
fillProblems([], "");
for (const id of ["checks", "events", "figures", "model", "definitions", "holdings"]) {
    byId(id).closest("section").hidden = true;
}
listenToTables();
watchModel();
page.ready = performance.now();

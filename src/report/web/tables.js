/* Texts and tables: answers, checks, events, figures, the model. `go(time, focus)` shows a time and, if known, the location. */

function fillAnswers(list, result, go, results = [result]) {
    const differences = results.length > 1 ? [["What differs?", differenceAnswers(results)]] : [];
    for (const [question, answers] of [...differences, ...answersTo(result)]) {
        const items = answers.map(({ text, time, focus }) => make("li", null, time === null ? text : linkButton(text, () => go(time, focus), "show this moment")));
        list.append(make("div", { className: "question" }, make("dt", null, question), make("dd", null, make("ul", null, ...items))));
    }
}

/** The checks of a result; of two also how their values differ. */
function fillChecks(table, [result, ...others], go) {
    const body = make("tbody"), names = others.map(other => `in ${other.folder}`), numbers = others.length ? [4] : [];
    table.append(headRow(["check", "verdict", ...names, "value and limits", ...(others.length ? ["difference"] : []), "time", "sheet", "place and cause"], numbers), body);
    const twin = (other, check) => other.checks.find(it => it.name === check.name), known = new Set(result.checks.map(check => check.name));
    const extra = others.flatMap(other => other.checks.filter(check => !known.has(check.name)));
    for (const check of [...result.checks, ...extra]) {
        const own = known.has(check.name), time = own && typeof check.time === "number" ? linkButton(seconds(check.time), () => go(check.time, check), "show this moment") : "\u2013";
        body.append(make("tr", { className: check.verdict.replace(" ", "-") }, make("td", null, definedName(check.name, result.definitions[check.kind] || "")), make("td", null, own ? verdictBadge(check.verdict) : "\u2013"),
            ...others.map(other => { const it = twin(other, check); return make("td", null, ...(it ? [verdictBadge(it.verdict), make("br"), valueOf(it)] : ["\u2013"])); }),
            make("td", { className: "limits" }, own ? marginBar(check) : null, own ? limitsText(check) : "\u2013"),
            ...(others.length ? [make("td", { className: "number" }, own ? differenceText(check.value, (twin(others[0], check) || {}).value, check.unit) : "\u2013")] : []),
            make("td", null, time), make("td", null, own && check.sheet || ""), make("td", null, ...placesAndCauses(check, others.map(other => twin(other, check)), others, own))));
    }
}

function valueOf(check) {
    return typeof check.value === "number" ? valueText(check) : "";
}

/* of the first result, then of the others where they failed */
function placesAndCauses(check, twins, others, own) {
    const text = it => [it.place, it.cause, it.note].filter(part => part).join("; ");
    return [own ? text(check) : "", ...twins.flatMap((it, i) => (it && it.verdict === "failed" && text(it) ? [make("br"), `${others[i].folder}: ${text(it)}`] : []))];
}

/** "+12 mm": by how much the second of two values is larger. */
function differenceText(value, other, unit) {
    return typeof value === "number" && typeof other === "number" ? (other > value ? "+" : "") + amount(other - value, unit) : "\u2013";
}

/** "0.274 s, allowed 0.25 s to 0.32 s, passed by 0.0239 s", as printed by the program */
function limitsText(check) {
    return typeof check.value !== "number" ? "\u2013"
        : [valueText(check), check.allowed ? `allowed ${allowedText(check)}` : "", typeof check.margin === "number" ? marginText(check) : ""].filter(text => text).join(", ");
}

const BEYOND = 0.3; /* fraction of a window's width, or of the largest value, shown on either side */

/** A bar with the allowed range of a check as a frame, and a mark at the value; null without limits. */
function marginBar(check) {
    const [lowest, highest] = check.allowed || [null, null], { value } = check;
    if (typeof value !== "number" || (lowest === null && highest === null)) {
        return null;
    }
    const window = lowest !== null && highest !== null, least = Math.min(value, window ? lowest : 0), most = Math.max(value, highest === null ? lowest : highest, 0);
    const room = BEYOND * (window ? highest - lowest : most - least) || 1, from = window || value < 0 ? least - room : least, to = most + room;
    const at = place => `${(100 * Math.min(1, Math.max(0, (place - from) / (to - from)))).toFixed(2)}%`;
    const allowed = make("span", { className: "allowed" }), mark = make("span", { className: "mark" }), bar = make("div", { className: "bar " + check.verdict.replace(" ", "-") }, allowed, mark);
    allowed.style.left = lowest === null ? "0" : at(lowest);
    allowed.style.right = highest === null ? "0" : `calc(100% - ${at(highest)})`;
    mark.style.left = at(value);
    bar.setAttribute("aria-hidden", "true"); /* its text is in the same cell */
    return bar;
}

function verdictBadge(verdict, text = verdict) {
    const signs = { passed: "\u2713", failed: "\u2717", doubtful: "?" };
    return make("span", { className: "badge " + verdict.replace(" ", "-") }, `${signs[verdict] || "\u2013"} ${text}`);
}

function eventText(event) {
    return [event.source, event.signal, event.sheet].filter(text => text).join(" \u00b7 ");
}

function fillEvents(table, result, go) {
    const body = make("tbody"), rows = [];
    table.append(headRow(["time", "kind", "what", "value", "detail"], [3]), body);
    result.events.forEach((event, i) => {
        const button = linkButton(seconds(event.time), () => go(event.time, event), "show this moment");
        button.dataset.event = i;
        const row = make("tr", { className: "event-" + event.kind }, make("td", null, button), make("td", null, event.kind), make("td", null, eventText(event)),
            make("td", { className: "number" }, quantity(event.value, event.unit)), make("td", null, (event.detail || "").replace(/ \[[^\]]*\]/g, ""))); /* units stand with the value */
        body.append(row);
        rows.push(row);
    });
    return rows;
}

/** Figures of all results; of two also the second less the first. */
function fillFigures(table, results) {
    const names = [...new Set(results.flatMap(result => Object.keys(result.figures)))].sort(), body = make("tbody");
    const two = results.length > 1, [a, b] = results;
    table.append(headRow(["figure", ...results.map(result => (two ? result.folder : "value")), ...(two ? ["difference"] : [])], results.map((_, i) => i + 1).concat(two ? [results.length + 1] : [])), body);
    for (const name of names) {
        body.append(make("tr", null, make("td", null, definedName(name)),
            ...results.map(result => make("td", { className: "number" }, quantity(result.figures[name], result.units[name]))),
            ...(two ? [make("td", { className: "number" }, differenceText(a.figures[name], b.figures[name], a.units[name]))] : [])));
    }
    return [...body.children];
}

/** Hides rows that do not contain the text of the filter. */
function filterRows(rows, text) {
    const wanted = text.trim().toLowerCase();
    let shown = 0;
    for (const row of rows) {
        row.hidden = wanted !== "" && !row.textContent.toLowerCase().includes(wanted);
        shown += !row.hidden;
    }
    return shown;
}

/* model elements that are not drawn; a drawn object may have the same name */
const UNDRAWN = /<(model|parameter|media|contact|pair|drive|rule|check|spring)\b[^<>]*$/;

/** Shows the lines of the model; names of drawn objects become buttons. Returns a Map from a name to its line. */
function fillModel(holder, result, choose) {
    const names = result.objectNames(), lines = new Map();
    (result.model || "").split("\n").forEach((text, i) => {
        const line = make("div", { className: "line" }), parts = text.split(/(\bname="[^"]*")/);
        line.append(make("span", { className: "line-number" }, String(i + 1)));
        for (const part of parts) {
            const name = part.startsWith("name=\"") ? part.slice(6, -1) : null;
            if (name !== null && names.has(name) && !UNDRAWN.test(text.slice(0, text.indexOf(part)))) {
                line.append("name=\"", linkButton(name, () => choose(name), "show it in the drawing"), "\"");
                lines.set(name, line);
            } else {
                line.append(part);
            }
        }
        holder.append(line);
    });
    return lines;
}

/** Describes the contents of the page and their accuracy. */
function fillHoldings(list, results) {
    for (const result of results) {
        const { summary } = result, manifest = summary.manifest || {}, thinned = result.bucket > 1;
        const facts = [`${result.folder}: model ${result.modelName} (${manifest.model ? manifest.model.file : ""}), written by Quire ${manifest.quire || ""}`];
        if (result.frames.length) {
            const unitUm = result.frameUnit * 1e6;
            facts.push(`${result.frames.length} of the ${result.framesOf} frames of the trajectory are drawn; positions are rounded to ${number(unitUm)} \u00b5m (error up to ${number(unitUm / 2 + (unitUm > 1 ? 0.5 : 0))} \u00b5m) and interpolated between frames`);
            facts.push((thinned ? `each group of ${result.bucket} of the ${result.samples} samples is reduced to the smallest and largest value of each quantity`
                : `all ${result.samples} samples are plotted`) + "; values are rounded to 65533 steps between the smallest and largest value of a quantity");
        }
        if (summary["events-left-out"] > 0) {
            facts.push(`${summary["events-left-out"]} more events are in events.csv`);
        }
        for (const text of facts) {
            list.append(make("li", null, text + "."));
        }
    }
}

/* Changes with which a failed run passes, and small pictures of these runs near the place of the failure. */

/** "4.2 N": a value of a cure in a unit that people read. */
function cureAmount({ sort, unit }, value) {
    return sort === "attribute" ? quantity(value, unit, 4) : `${number(value)}${unit ? "\u00a0" + unit : ""}`;
}

/** The value as a model file takes it: attributes are in SI units. */
function cureSetting({ sort, unit, passes }) {
    const milli = sort === "attribute" && (unit === "m" || unit === "m/s"), value = Number((milli ? 1e3 * passes : passes).toPrecision(9));
    return `${value}${unit ? ` ${milli ? "m" : ""}${unit}` : ""}`;
}

/** "instead of 8 N, 25 %" */
function cureChange(cure) {
    const { value, tolerance, size, passes } = cure, share = Math.abs(passes / value - 1);
    const by = typeof tolerance === "number" ? `, ${number(size, 2)} tolerances` : value ? `, ${number(100 * share, share < 0.1 ? 1 : 2)}\u00a0%` : "";
    return `instead of ${cureAmount(cure, value)}${by}`;
}

/* the namespace as the browser knows it: pages name no address */
const SVG = Object.assign(document.createElement("template"), { innerHTML: "<svg></svg>" }).content.firstChild.namespaceURI;

function svg(tag, attributes, ...children) {
    const element = document.createElementNS(SVG, tag);
    Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
    element.append(...children);
    return element;
}

/** Sheets of the cured run over those of the failed one, `before`: lists of x, y in micrometres. */
function curePicture({ box, guides, rollers, sheets }, before, label) {
    const [left, low, right, high] = box, line = (list, name) => svg("polyline", { class: name, points: list.join(" ") });
    return svg("svg", { class: "cure-picture", viewBox: `${left} ${-high} ${right - left} ${high - low}`, role: "img", "aria-label": label },
        svg("g", { transform: "scale(1 -1)" }, ...rollers.map(([cx, cy, r]) => svg("circle", { cx, cy, r })), ...guides.map(points => line(points, "guide")),
            ...before.map(points => line(points, "before")), ...sheets.map(points => line(points, "cured"))));
}

/** Lines of all sheets of a result at a time, for pictures. */
function sheetLines(result, time) {
    return result.sheets.map((_, i) => result.at("line", i, time)).filter(line => line).map(line => Array.from(line, value => Math.round(1e6 * value)));
}

/** Fills a list with the cures of a document; `act(cure)` gives what stands below each picture. */
function fillCures(list, { cures, check }, result, act) {
    const failed = result.checks.find(entry => entry.name === check), before = failed && result.frames.length ? sheetLines(result, failed.time) : [];
    list.replaceChildren(...cures.map(cure => make("li", { className: "cure" },
        make("p", null, make("b", null, `${cure.name} = ${cureAmount(cure, cure.passes)}`), ` ${cureChange(cure)}`),
        cure.picture ? curePicture(cure.picture, before, `sheets at ${seconds(cure.picture.time)} with ${cure.name} = ${cureAmount(cure, cure.passes)}, and in the failed run`) : null, act(cure))));
}

/** What was searched, in a sentence. */
function cureSummary({ cures, check, runs, complete }) {
    const found = cures.length === 0 ? `No single change was found with which '${check}' passes` : `${cures.length === 1 ? "One change" : `${cures.length} changes`} with which '${check}' passes, each alone`;
    return `${found}; ${runs} runs${complete ? "" : ", not all changes were tried"}.`;
}

/** The panel of a report. */
function showCures(result) {
    const { cures } = result, place = byId("cures");
    place.hidden = !cures;
    if (cures) {
        byId("cures-said").textContent = cureSummary(cures);
        fillCures(byId("cure-list"), cures, result, cure => (cure.sort === "parameter" ? make("code", null, `--set "${cure.name}=${cureSetting(cure)}"`) : make("span", null, `in ${cure.object}: `, make("code", null, `${cure.attribute}="${cureSetting(cure)}"`))));
    }
}

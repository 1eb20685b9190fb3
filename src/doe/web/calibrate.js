/* The page of a calibration. */

/* formats a number in the unit of the files: "497.2 mm/s" */
function withUnit(value, unit, digits = 5) {
    return value === null ? "\u2013" : number(value, digits) + (unit ? "\u00a0" + unit : "");
}

function fillUnknowns(fit) {
    const end = (value, open, word, unit) => open ? `${word} ${withUnit(value, unit)}` : withUnit(value, unit);
    byId("unknowns").append(headRow(["unknown", "estimate", "lower limit", "upper limit", "standard error", "in the model"], [1, 2, 3, 4, 5]), make("tbody", null, ...fit.unknowns.map(u => make("tr", null,
        make("th", { scope: "row" }, u.name), ...[withUnit(u.value, u.unit), end(u.low, u.open_low, "open,", u.unit), end(u.high, u.open_high, "open,", u.unit), withUnit(u.error, u.unit, 3), withUnit(u.model, u.unit)]
            .map(text => make("td", { className: "number" }, text))))));
    byId("open").append(...fit.unknowns.filter(u => u.open_low || u.open_high).map(u => make("li", null, u.sentence)));
    byId("elements").textContent = fit.elements;
}

function fillHelp(fit) {
    byId("apart").append(...fit.not_separated.map(text => make("li", null, text)));
    byId("help").append(...fit.would_help.map(text => make("li", null, "Would help: " + text)));
    if (fit.not_separated.length + fit.would_help.length === 0) {
        byId("apart").append(make("li", null, "The data determine all unknowns; no further measurement in the model would reduce the largest standard error substantially."));
    }
    byId("correlations").append(headRow(["correlation", ...fit.unknowns.map(u => u.name)], fit.unknowns.map((_, i) => i + 1)), make("tbody", null, ...fit.unknowns.map((u, i) => make("tr", null,
        make("th", { scope: "row" }, u.name), ...fit.correlation[i].map(c => make("td", { className: "number" }, c === null ? "\u2013" : c.toFixed(2)))))));
}

/** Profile of the misfit over one unknown, with the others refitted. A straight line corresponds to a parabola of the misfit. */
function profileChart(u) {
    const width = 340, height = 220, points = [...u.profile.map(([x, root]) => [x, root]), [u.value, 0]].sort((a, b) => a[0] - b[0]);
    const range = extent([u.low, u.high, ...points.map(p => p[0])]), x = scale(range, 50, width - 30), y = scale([-1.6, 1.6], height - 40, 10), clip = v => Math.max(-1.6, Math.min(1.6, v));
    return chart(`${u.name}${u.unit ? `, ${u.unit}` : ""}`, width, height,
        ...[-1, 0, 1].map(v => svg("g", null, svg("line", { class: v ? "limit" : "grid", x1: 50, x2: width - 10, y1: y(v), y2: y(v) }), label(44, y(v) + 4, String(v), "end"))),
        svg("path", { class: "line", d: points.map(([at, root], k) => `${k ? "L" : "M"}${x(at)} ${y(clip(root))}`).join("") }),
        ...points.map(([at, root]) => svg("circle", { class: "dot", cx: x(at), cy: y(clip(root)), r: 3 }, svg("title", null, `${number(at, 5)}: ${root.toFixed(2)}`))),
        ...[[u.low, u.open_low], [u.high, u.open_high]].filter(([, open]) => !open).map(([at]) => svg("line", { class: "limit", x1: x(at), x2: x(at), y1: 10, y2: height - 40 })),
        label(x(range[0]), height - 20, number(range[0], 5), "middle"), label(width - 6, height - 20, number(range[1], 5), "end"),
        label((50 + width) / 2, height - 4, u.name, "middle"));
}

/** Standardised residuals in a given order. */
function residualChart(title, data, order, name) {
    const width = 460, height = 260, range = extent(data.map(order)), most = Math.max(3, ...data.map(d => Math.abs(d.residual)));
    const x = scale(range, 50, width - 20), y = scale([-most, most], height - 44, 10);
    return chart(title, width, height,
        ...[-2, 0, 2].map(v => svg("g", null, svg("line", { class: v ? "limit" : "axis", x1: 50, x2: width - 10, y1: y(v), y2: y(v) }), label(44, y(v) + 4, String(v), "end"))),
        ...data.map(d => svg("circle", { class: Math.abs(d.residual) > 3 ? "dot far" : "dot", cx: x(order(d)), cy: y(d.residual), r: 4 }, svg("title", null, `${d.name}${d.with ? " with " + d.with : ""}: ${d.residual.toFixed(2)}`))),
        label(50, height - 22, number(range[0], 4)), label(width - 20, height - 22, number(range[1], 4), "end"), label(width / 2, height - 6, name, "middle"));
}

/* normal quantile by bisection of the series of the error function; accurate enough for plots */
function normalPlace(share) {
    const below = z => {
        let sum = z, term = z;
        for (let k = 1; k < 60; k++) {
            term *= -z * z / (2 * k);
            sum += term / (2 * k + 1);
        }
        return 0.5 + sum / Math.sqrt(2 * Math.PI);
    };
    let low = -4, high = 4;
    for (let k = 0; k < 40; k++) {
        const middle = (low + high) / 2;
        [low, high] = below(middle) < share ? [middle, high] : [low, middle];
    }
    return low;
}

function fillResiduals(fit) {
    const data = fit.data.map((d, i) => ({ ...d, number: i + 1 })), sorted = [...data].sort((a, b) => a.residual - b.residual);
    sorted.forEach((d, i) => { d.place = normalPlace((i + 0.5) / sorted.length); });
    const kinds = [...new Set(data.map(d => d.unit))];
    byId("residuals").append(...kinds.map(unit => residualChart(`Standardised residuals versus model value`, data.filter(d => d.unit === unit), d => d.model, `model, ${unit || "1"}`)),
        residualChart("Standardised residuals in data order", data, d => d.number, "number"),
        residualChart("Normal probability plot of residuals", data, d => d.place, "quantile of the normal distribution"));
    byId("data-table").append(headRow(["quantity", "settings", "sheets", "measured", "standard deviation", "model", "residual"], [2, 3, 4, 5, 6]), make("tbody", null, ...data.slice(0, 500).map(d => make("tr", null,
        make("th", { scope: "row" }, d.name), make("td", null, d.with), ...[String(d.count), withUnit(d.measured, d.unit, 6), withUnit(d.deviation, d.unit, 3), withUnit(d.model, d.unit, 6), d.residual.toFixed(2)].map(text => make("td", { className: "number" }, text))))));
}

function showCalibration() {
    const fit = JSON.parse(byId("data").textContent);
    document.title = fit.calibration;
    byId("title").textContent = fit.calibration;
    byId("subtitle").textContent = [`${fit.unknowns.length} unknowns of ${fit.model} from ${fit.data.length} measured values`, `${number(100 * fit.confidence)} % intervals`, `${fit.runs} runs`, `${fit.starts_alike} of ${fit.starts} starts converged to this minimum`, fit.doc].filter(text => text).join("; ");
    byId("misfit").textContent = fit.misfit_sentence;
    byId("scatter").textContent = fit.scatter_sentence;
    fillUnknowns(fit);
    fillHelp(fit);
    byId("profiles-text").textContent = fit.profiled ? "Signed square root of the increase of the misfit with the other unknowns refitted, scaled so that the interval ends at -1 and 1. A straight line confirms the standard error." : "No profiles were computed: intervals are based on standard errors.";
    byId("profiles").append(...(fit.profiled ? fit.unknowns.map(profileChart) : []));
    fillResiduals(fit);
}

showCalibration();

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
    const points = [...u.profile, [u.value, 0]].sort((a, b) => a[0] - b[0]), clip = v => Math.max(-1.6, Math.min(1.6, v)), ends = [[u.low, u.open_low], [u.high, u.open_high]].filter(([, open]) => !open).map(([at]) => at);
    const marks = drawing((plot, ctx, x, y, box) => ends.forEach(at => strokeLine(ctx, [[x(at), box.top], [x(at), box.bottom]], styleValue("--mark"), 1.2, [5, 3])));
    return new Chart(u.name, {
        x: { name: u.name, unit: u.unit, range: roomy(extent([u.low, u.high, ...points.map(p => p[0])])) }, y: { name: "signed root", unit: "", range: [-1.7, 1.7] }, data: [points.map(p => p[0]), points.map(p => clip(p[1]))], height: 220, legend: {}, cursor: { points: { show: true } },
        series: [lineSeries("signed root", "--sheet", { points: { show: true, size: 6, fill: () => styleValue("--sheet") } })], hooks: { draw: [levelLines([[-1, ""], [1, ""]]), marks] },
    });
}

/** Standardised residuals in a given order; dashed lines: 2 standard deviations. */
function residualChart(title, data, order, x) {
    return scatterChart(title, data.map(d => [order(d), d.residual]), x, { name: "standardised residual", unit: "" }, { limits: [[-2, ""], [2, ""]], names: i => `${data[i].name}${data[i].with ? " with " + data[i].with : ""}` });
}

function fillResiduals(fit) {
    const data = fit.data.map((d, i) => ({ ...d, number: i + 1 })), sorted = [...data].sort((a, b) => a.residual - b.residual);
    sorted.forEach((d, i) => { d.place = normalQuantile((i + 0.5) / sorted.length); });
    const kinds = [...new Set(data.map(d => d.unit))];
    showCharts(byId("residuals"), [...kinds.map(unit => residualChart("Standardised residuals versus model value", data.filter(d => d.unit === unit), d => d.model, { name: "model", unit })),
        residualChart("Standardised residuals in data order", data, d => d.number, { name: "number", unit: "" }),
        residualChart("Normal probability plot of residuals", data, d => d.place, { name: "quantile of the normal distribution", unit: "" })]);
    byId("data-table").append(headRow(["quantity", "settings", "sheets", "measured", "standard deviation", "model", "residual"], [2, 3, 4, 5, 6]), make("tbody", null, ...data.slice(0, 500).map(d => make("tr", null,
        make("th", { scope: "row" }, d.name), make("td", null, d.with), ...[String(d.count), withUnit(d.measured, d.unit, 6), withUnit(d.deviation, d.unit, 3), withUnit(d.model, d.unit, 6), d.residual.toFixed(2)].map(text => make("td", { className: "number" }, text))))));
}

function showCalibration() {
    const fit = JSON.parse(byId("data").textContent);
    document.title = fit.calibration;
    byId("title").textContent = fit.calibration;
    byId("subtitle").textContent = [`${fit.unknowns.length} unknowns of ${fit.model} from ${fit.data.length} measured values`, `${number(100 * fit.confidence)} % intervals`, `${fit.runs} runs`, `${fit.starts_alike} of ${fit.starts} starts converged to this minimum`, fit.doc].filter(text => text).join("; ");
    byId("conclusion").append(make("p", null, fit.conclusion));
    byId("misfit").textContent = fit.misfit_sentence;
    byId("scatter").textContent = fit.scatter_sentence;
    fillUnknowns(fit);
    fillHelp(fit);
    byId("profiles-text").textContent = fit.profiled ? "Signed square root of the increase of the misfit with the other unknowns refitted, scaled so that the interval ends at -1 and 1. A straight line confirms the standard error." : "No profiles were computed: intervals are based on standard errors.";
    showCharts(byId("profiles"), fit.profiled ? fit.unknowns.map(profileChart) : []);
    fillResiduals(fit);
    requestAnimationFrame(() => setTimeout(() => { byId("state").textContent = JSON.stringify({ ready: performance.now() }); }));
}

showCalibration();

/* Comparison of measured and simulated values: bias, limits of agreement, Deming regression, and a row for each setting. */

/* "1.2 ms (0.8 to 1.6 ms)" */
function estimateText([value, low, high], shown) {
    return value === null ? "\u2013" : shown(value) + (low === null ? "" : ` (${shown(low)} to ${shown(high)})`);
}

function measuredText(measured, agreement, unit, confidence) {
    const shown = value => quantity(value, unit), plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
    const counted = `${plural(agreement.n, "measurement")} at ${plural(agreement.n_settings, "setting")} from ${measured.source}` +
        (agreement.missing ? `; ${agreement.missing} missing` : "") + (agreement.not_simulated ? `; ${agreement.not_simulated} at settings without a simulated value` : "") +
        (measured.not_run ? `; ${plural(measured.not_run, "row")} for settings without runs` : "");
    if (!agreement.n) {
        return counted + ".";
    }
    const limits = agreement.lower_limit[0] === null ? "" : `. Limits of agreement: ${estimateText(agreement.lower_limit, shown)} and ${estimateText(agreement.upper_limit, shown)}` +
        (agreement.exact ? "" : ", their intervals by Satterthwaite\u2019s approximation");
    const differs = agreement.p === null ? "" : `. The bias ${agreement.p < 1 - confidence ? "differs" : "does not differ significantly"} between settings: F = ${number(agreement.f)}, p = ${number(agreement.p)}`;
    const line = agreement.slope[0] === null ? "" : `. Deming slope ${estimateText(agreement.slope, value => number(value, 4))}, intercept ${estimateText(agreement.offset, shown)}, ` +
        (agreement.lambda_known ? `ratio of the error variances ${number(agreement.lambda)} from replicates` : "ratio of the error variances assumed to be 1, because not both were replicated");
    return `${counted}. Bias (measured \u2212 simulated): ${estimateText(agreement.bias, shown)}; standard deviation of the differences ${agreement.deviation === null ? "\u2013" : shown(agreement.deviation)}${limits}${differs}${line}. All intervals are ${100 * confidence}\u00a0% confidence intervals.`;
}

/** Bland-Altman plot: differences versus means, with bias and limits of agreement; bars at the right are their intervals. */
function differencesChart(points, agreement, unit) {
    const width = 460, height = 320, left = 84, right = 104, bottom = 52, marks = [["upper limit", agreement.upper_limit], ["bias", agreement.bias], ["lower limit", agreement.lower_limit]].filter(([, [value]]) => value !== null);
    const end = width - right, ends = extent(points.map(([at]) => at)), x = scale(ends, left + 8, end - 8);
    const range = extent([0, ...points.map(([, difference]) => difference), ...marks.flatMap(([, values]) => values.filter(value => value !== null))]), y = scale(range, height - bottom, 14);
    const lines = marks.map(([name, [value, low, high]], i) => svg("g", null, svg("title", null, `${name} ${estimateText([value, low, high], at => quantity(at, unit))}`),
        svg("line", { class: name === "bias" ? "line" : "limit", x1: left, x2: end + 18, y1: y(value), y2: y(value) }), low === null ? "" : svg("line", { class: "whisker", x1: end + 4 + 5 * i, x2: end + 4 + 5 * i, y1: y(low), y2: y(high) }),
        label(end + 22, y(value) - 2, name), label(end + 22, y(value) + 12, quantity(value, unit, 3))));
    return chart("Bland-Altman plot; bars: confidence intervals", width, height, svg("path", { class: "axis", d: `M${left} 14V${height - bottom}H${end}` }), svg("line", { class: "grid", x1: left, x2: end, y1: y(0), y2: y(0) }),
        label(left - 6, y(0) + 4, "0", "end"), ...range.map(value => value === 0 || Math.abs(y(value) - y(0)) < 14 ? "" : label(left - 6, y(value) + 4, quantity(value, unit), "end")), ...lines,
        ...ends.map((value, i) => label(x(value), height - bottom + 16, quantity(value, unit), i ? "end" : "start")), label((left + end) / 2, height - 10, "mean of measured and simulated", "middle"),
        svg("text", { x: 14, y: (height - bottom) / 2, "text-anchor": "middle", transform: `rotate(-90 14 ${(height - bottom) / 2})` }, "measured \u2212 simulated"),
        ...points.map(([at, difference, name]) => svg("circle", { class: "dot", cx: x(at), cy: y(difference), r: 4.5 }, svg("title", null, `${name}: ${quantity(difference, unit)}`))));
}

/** The part of the page for the selected response. */
function fillMeasured(study, response) {
    const measured = study.measured, agreement = measured && measured.responses[study.responses.indexOf(response)], unit = response.unit;
    byId("measured-section").hidden = !agreement;
    if (!agreement) {
        return;
    }
    const rows = agreement.settings.filter(row => row[4] > 0 || row[7] > 0), pairs = rows.filter(row => row[8] !== null);
    byId("measured-text").textContent = measuredText(measured, agreement, unit, study.confidence);
    const line = agreement.slope[0] === null ? null : [agreement.slope[0], agreement.offset[0]];
    byId("measured-charts").replaceChildren(...(pairs.length ? [differencesChart(pairs.map(row => [(row[2] + row[5]) / 2, row[8], measured.settings[row[0]]]), agreement, unit),
        scatterChart(line ? "Measured versus simulated, with Deming regression line" : "Measured versus simulated", pairs.map(row => [row[2], row[5]]), ["simulated", "measured"], [unit, unit], null, line)] : []));
    const shown = value => value === null ? "\u2013" : quantity(value, unit);
    fillTable(byId("measured-settings"), ["setting", "runs", "simulated mean", "standard deviation", "measurements", "missing", "measured mean", "standard deviation", "difference"], rows.slice(0, MOST_ROWS).map(row =>
        [measured.settings[row[0]], String(row[1]), shown(row[2]), shown(row[3]), String(row[4]), String(row[7]), shown(row[5]), shown(row[6]), shown(row[8])]));
}

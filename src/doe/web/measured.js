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

/** Bland-Altman plot: differences versus means, with bias and limits of agreement. */
function differencesChart(points, agreement, response) {
    const y = responseAxis(response), at = value => y.factor * value, marks = [["upper limit of agreement", agreement.upper_limit], ["bias", agreement.bias], ["lower limit of agreement", agreement.lower_limit]].filter(([, [value]]) => value !== null);
    return scatterChart("Bland-Altman plot: differences versus means", points.map(([mean, difference]) => [at(mean), at(difference)]), { ...y, name: "mean of measured and simulated" }, { ...y, name: "measured \u2212 simulated" },
        { limits: marks.map(([name, [value]]) => [at(value), name]), names: i => points[i][2] });
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
    const line = agreement.slope[0] === null ? null : [agreement.slope[0], shownUnit(unit)[0] * agreement.offset[0]];
    const axis = responseAxis(response);
    showCharts(byId("measured-charts"), pairs.length ? [differencesChart(pairs.map(row => [(row[2] + row[5]) / 2, row[8], measured.settings[row[0]]]), agreement, response),
        scatterChart(line ? "Measured versus simulated, with Deming regression line" : "Measured versus simulated", pairs.map(row => [axis.factor * row[2], axis.factor * row[5]]), { ...axis, name: "simulated" }, { ...axis, name: "measured" },
            { line, names: i => measured.settings[pairs[i][0]], zero: false })] : []);
    const shown = value => value === null ? "\u2013" : quantity(value, unit);
    fillTable(byId("measured-settings"), ["setting", "runs", "simulated mean", "standard deviation", "measurements", "missing", "measured mean", "standard deviation", "difference"], rows.slice(0, MOST_ROWS).map(row =>
        [measured.settings[row[0]], String(row[1]), shown(row[2]), shown(row[3]), String(row[4]), String(row[7]), shown(row[5]), shown(row[6]), shown(row[8])]));
}

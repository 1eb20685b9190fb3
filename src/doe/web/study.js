/* The page of a study: jams, effects, means, response surface, and runs, linked with each other. */

const COUNTS = ["passed", "jams", "other", "unknown", "doubtful", "not_evaluated"]; /* in the order of outcomes */
const JAM = 1, UNDECIDED = 3; /* outcomes from UNDECIDED on do not decide whether it is a jam */
const OUTCOME_COLOURS = ["--sheet", "--failed", "--chosen", "--path", "--doubtful", "--solid"];
const MOST_SETTINGS = 200, MOST_MAPS = 12;
const CHANCE = { /* meaning of standard errors and p values, by the type of noise */
    none: "The runs have no random noise: values are exact model results at these settings, without tests or confidence intervals.",
    independent: "",
    common: "All settings use the same noise samples: standard errors and p values are based on the variation between samples.",
    spread: "The noise has a space-filling design and is not random: there are no tests or confidence intervals.",
    set: "The noise is set by the outer array and is not random: there are no tests or confidence intervals.",
};
const MOST_ROWS = 500;

/** Runs as objects: `text` has the values, `place` the numbers of words. */
function readRuns(study) {
    const nVariables = study.variables.length;
    /* marks on an axis: words also if there are too many for tables of levels */
    study.variables.forEach((variable, i) => { variable.marks = variable.words && !variable.levels.length ? [...new Set(study.runs.map(row => row[2 + i]))] : variable.levels; });
    return study.runs.map(row => ({
        index: row[0], outcome: row[1],
        level: study.variables.map((variable, i) => variable.levels.length ? row[2 + i] : null),
        text: study.variables.map((variable, i) => variable.levels.length ? variable.levels[row[2 + i]] : row[2 + i]),
        place: study.variables.map((variable, i) => !variable.words ? null : variable.levels.length ? row[2 + i] : variable.marks.indexOf(row[2 + i])),
        response: study.responses.map((_, k) => row[2 + nVariables + k]),
    }));
}

/* quoted as one word of a POSIX shell */
function shellWord(text) {
    return /^[\w@%+=:,.\/-]+$/.test(text) ? text : "'" + text.replace(/'/g, "'\\''") + "'";
}

function commandOf(study, run) {
    if (!study.command) { /* a table has no command that repeats its rows */
        return study.variables.map((variable, i) => `${variable.name}=${run.text[i]}`).join(", ");
    }
    return study.command + study.variables.map((variable, i) => " --set " + shellWord(`${variable.name}=${run.text[i]}`)).join("") + ` -o run-${run.index}.run`;
}

function fillHead(study) {
    document.title = byId("title").textContent = study.study;
    byId("subtitle").textContent = !study.verdicts ? `a table of ${study.done} rows` : `${study.done} of ${study.planned} runs: ` + (COUNTS.map((key, i) => study[key] ? `${study[key]} ${study.outcomes[i]}` : "").filter(text => text).join(", ") || "none");
    byId("conclusion").replaceChildren(...study.conclusion.map(text => make("p", null, text)));
    byId("notice").textContent = study.warnings.join("\n");
    byId("notice").hidden = study.warnings.length === 0;
}

function fillJams(study, runs) {
    const some = study.verdicts && (study.jams > 0 || study.doubtful + study.not_evaluated + study.unknown > 0), maps = [];
    byId("jams-section").hidden = !study.verdicts; /* a table of measurements has none */
    byId("jam-sentence").textContent = study.jam_sentence;
    fillSettings(study);
    study.variables.forEach((first, i) => study.variables.slice(i + 1).forEach((second, k) => {
        const j = i + 1 + k, n = second.levels.length, counts = Array.from({ length: first.levels.length * n }, () => [0, 0, 0]);
        if (!some || counts.length === 0 || counts.length > 60) {
            return;
        }
        for (const run of runs) {
            const cell = counts[run.level[i] * n + run.level[j]];
            cell[0] += run.outcome === JAM ? 1 : 0;
            cell[1]++;
            cell[2] += run.outcome >= UNDECIDED ? 1 : 0;
        }
        maps.push([jamMap(first, second, counts), counts.reduce((sum, [jams, all]) => sum + (all ? Math.abs(jams / all - study.jams / study.done) : 0), 0) / counts.length]);
    }));
    maps.sort((a, b) => b[1] - a[1]); /* pairs that tell most come first */
    byId("jam-charts").append(...study.jam_by.flatMap((by, i) => by && some ? [rateChart(study.variables[i], by.rates)] : []), ...maps.slice(0, MOST_MAPS).map(([map]) => map));
    byId("jam-note").textContent = maps.length > MOST_MAPS ? `${MOST_MAPS} of ${maps.length} pairs, those whose shares differ most.` : study.done > runs.length && maps.length ? `Pairs are counted in the ${runs.length} runs on this page.` : "";
    byId("odds").parentElement.hidden = !study.jam_odds;
    if (study.jam_odds) {
        fillTable(byId("odds"), ["term", "log odds of a jam", "lower limit", "upper limit", "p"], study.jam_odds.columns.map(column =>
            [column.name, plain(column.value), plain(column.low), plain(column.high), probability(column.p)]));
    }
}

/* with random noise, each setting is a separate population */
function fillSettings(study) {
    const shown = study.settings.map(setting => setting).sort((a, b) => b.jam.shares[0] - a.jam.shares[0] || b.jam.shares[1] - a.jam.shares[1]).slice(0, MOST_SETTINGS);
    const random = study.sampling === "independent" || study.sampling === "common";
    byId("settings-part").hidden = !(random && study.n_settings > 1 && shown.some(({ jam }) => jam.n > 1));
    if (!byId("settings-part").hidden) {
        byId("settings-text").textContent = `Settings in order of decreasing share of jams` + (study.n_settings > shown.length ? ` (${shown.length} of ${study.n_settings})` : "") +
            `, with ${100 * study.confidence} % confidence limits` + (study.sampling === "common" ? ". All settings use the same noise samples." : ".");
        fillTable(byId("settings"), ["setting", "runs", "jams", "undecided", "share of jams", "lower limit", "upper limit"], shown.map(({ name, jam }) =>
            [name, String(jam.n), String(jam.count), String(jam.undecided), shareText(jam), percent(jam.exact[0]), percent(jam.exact[1])]));
    }
    fillMatched(byId("jam-matched"), study, study.jam_matched, "share of jams", value => percent(value), "sign_p");
}

/* paired comparison of levels with the same noise samples */
function fillMatched(table, study, matched, what, shown, p) {
    const rows = study.variables.flatMap((variable, i) => (matched[i] || []).map(pair => [`${variable.name}: ${pair.of} \u2212 ${pair.less}`, String(pair.draws), String(pair.left_out),
        pair.difference === null ? "\u2013" : shown(pair.difference), `${pair.more} / ${pair.fewer}`,
        ...(p === "p" ? [pair.interval[0] === null ? "\u2013" : shown(pair.interval[0]), pair.interval[1] === null ? "\u2013" : shown(pair.interval[1])] : []), probability(pair[p])]));
    table.parentElement.hidden = rows.length === 0;
    fillTable(table, [`paired comparison, ${what}`, "pairs", "pairs left out", "difference", "pairs with more / fewer", ...(p === "p" ? ["lower limit", "upper limit"] : []), "p"], rows.slice(0, MOST_ROWS));
}

function plain(value) {
    return value === null ? "\u2013" : number(value);
}

const LEAST_P = 1e-12;

function probability(p) {
    return p !== null && p < LEAST_P ? `< ${LEAST_P}` : plain(p);
}

/* the first column is text, the others are numbers; columns without any value are left out */
function fillTable(table, titles, rows) {
    const used = titles.map((_, i) => i).filter(i => i === 0 || rows.some(cells => cells[i] !== "\u2013" && cells[i] !== ""));
    table.replaceChildren(headRow(used.map(i => titles[i]), used.map((_, k) => k).slice(1)),
        make("tbody", null, ...rows.map(cells => make("tr", null, ...used.map(i => i ? make("td", { className: "number" }, cells[i]) : make("th", { scope: "row" }, cells[i]))))));
    table.parentElement.hidden = rows.length === 0;
}

const MODELS = { none: "none, see above", "main-effects": "main effects", "noise-interactions": "main effects and interactions with noise", interactions: "main effects and interactions", squares: "main effects, interactions, squares" };
const MIXTURES = { ...MODELS, "main-effects": "Scheff\u00e9\u2019s linear", interactions: "Scheff\u00e9\u2019s quadratic" };

/* one chart of the factors, one of the noise; the indices of each have their own sum */
function sensitivityCharts(study, response) {
    const all = response.sensitivity ? response.sensitivity.factors : [];
    const pairs = response.sensitivity && response.sensitivity.pairs || [];
    return ["factor", "noise"].flatMap(role => {
        const some = all.filter(factor => study.variables[factor.variable].role === role);
        const both = pairs.filter(pair => study.variables[pair.first].role === role);
        return [...(some.length ? [sensitivityChart(some, study.variables, response.unit)] : []), ...(both.length ? [pairIndexChart(both, study.variables)] : [])];
    });
}

/* coefficients of whole-plot terms are tested against the variation between random groups */
function fillMixed(response, unit) {
    const mixed = response.mixed;
    byId("mixed-text").hidden = !mixed;
    byId("mixed").parentElement.hidden = byId("mixed-tests").parentElement.hidden = !mixed || !mixed.columns;
    if (!mixed) {
        return;
    }
    byId("mixed-text").textContent = mixed.columns ? "Mixed model by REML, with standard errors and degrees of freedom by Kenward and Roger. It replaces the table of coefficients above, which ignores random groups. Standard deviations: "
        + mixed.variances.map(v => `${v.name} ${quantity(Math.sqrt(v.value), unit)}`).join(", ") + "." : `No mixed model: ${mixed.refusal}.`;
    fillTable(byId("mixed"), ["term (REML)", "estimate", "lower limit", "upper limit", "degrees of freedom", "p"], (mixed.columns || []).map(column => column.aliased ? [column.name, "aliased", "", "", "", ""]
        : [column.name, quantity(column.value, unit), quantity(column.interval[0], unit), quantity(column.interval[1], unit), plain(column.freedom), probability(column.p)]));
    fillTable(byId("mixed-tests"), ["term (F test by Kenward and Roger)", "F", "degrees of freedom", "p"], (mixed.terms || []).filter(term => term.columns > 0)
        .map(term => [term.name, plain(term.f), `${term.columns} and ${plain(term.freedom)}`, probability(term.p)]));
}

function fillResponse(study, response) {
    const unit = response.unit;
    byId("summary").textContent = `${response.n} runs, ${response.missing} without a value; mean ${quantity(response.mean, unit)}, standard deviation ${quantity(response.deviation, unit)}, ` +
        `median ${quantity(response.median, unit)}, range ${quantity(response.least, unit)} to ${quantity(response.most, unit)}` +
        (response.cpk === null ? "" : `; Cpk ${number(response.cpk)} (${plain(response.cpk_interval[0])} to ${plain(response.cpk_interval[1])})`);
    byId("chance").textContent = CHANCE[study.sampling] + (response.sensitivity ? " Confidence intervals of sensitivity indices are bootstrap intervals." : "");
    fillCapability(study, response);
    fillMatched(byId("matched"), study, response.matched, response.name, value => quantity(value, unit), "p");
    const modelUnit = response.lambda === 1 ? unit : ""; /* of the transformed response */
    byId("model-text").textContent = `Model${response.columns && response.lambda !== 1 ? ` of ${modelledName(response)}` : ""}: ${(response.model_terms && !study.variables.some(variable => variable.component) ? response.model_terms : (study.variables.some(variable => variable.component) ? MIXTURES : MODELS)[response.model])}` + (response.columns ? `; R\u00b2 ${plain(response.r2)}, predicted R\u00b2 ${plain(response.predicted_r2)}, error ${quantity(response.error, modelUnit)}` + choiceText(response) : "");
    showCharts(byId("effects"), [...(response.columns && response.effects.bars.length ? [effectBars(response.effects, response.columns, modelUnit), ...(response.effects.bars.length > 2 ? [halfNormalChart(response.effects, response.columns, modelUnit)] : [])] : []),
        ...sensitivityCharts(study, response)]);
    const range = meansExtent(response.levels.flat()), pairRange = meansExtent(response.pairs.flatMap(pair => pair.cells.map(cell => [cell[0], cell[1], null, null])));
    const axis = responseAxis(response), pairs = [...response.pairs].sort((a, b) => nonParallel(study, b) - nonParallel(study, a));
    byId("means-note").textContent = pairs.length > MOST_MAPS ? `${MOST_MAPS} of ${pairs.length} pairs, those whose lines are least parallel.` : "";
    showCharts(byId("means"), [...study.variables.flatMap((variable, i) => response.levels[i].length > 1 ? [levelChart(variable, response.levels[i], range, axis)] : []),
        ...pairs.slice(0, MOST_MAPS).map(pair => pairChart(study.variables[pair.of[0]], study.variables[pair.of[1]], pair.cells, pairRange, axis))]);
    byId("means-section").hidden = byId("means").childElementCount === 0;
    byId("tables-section").hidden = !response.columns;
    fillTable(byId("coefficients"), ["term", "estimate", "lower limit", "upper limit", "p", "VIF"], (response.columns || []).map(column =>
        [column.name, quantity(column.value, modelUnit), quantity(column.low, modelUnit), quantity(column.high, modelUnit), column.aliased ? "aliased" : probability(column.p), plain(column.inflation)]));
    const anova = response.anova, rows = anova ? anova.terms.map(term => [term.of.join(" \u00d7 "), term.test]).concat([["residual", anova.residual]]) : [];
    if (anova && anova.lack_of_fit.f !== null) {
        rows.push(["lack of fit", anova.lack_of_fit], ["pure error", anova.pure_error]);
    }
    fillTable(byId("anova"), ["term (type II)", "sum of squares", "degrees of freedom", "F", "p"], rows.map(([name, test]) => [name, plain(test.sum), plain(test.freedom), plain(test.f), probability(test.p)]));
    fillMeasured(study, response);
    fillMixed(response, modelUnit);
    fillSignal(study, response);
    fillResiduals(study, response, modelUnit);
    offerSurface(study, response);
}

/* how far means of pairs are from a sum of means of both, without cells that have no runs */
function nonParallel(study, { of, cells }) {
    const n = study.variables[of[1]].levels.length, known = cells.map((cell, k) => [Math.floor(k / n), k % n, cell[1]]).filter(([, , mean]) => mean !== null);
    const mean = list => list.reduce((sum, [, , value]) => sum + value, 0) / list.length, all = mean(known), by = (place, at) => mean(known.filter(cell => cell[place] === at));
    return known.reduce((most, [i, j, value]) => Math.max(most, Math.abs(value - by(0, i) - by(1, j) + all)), 0);
}

function modelledName(response) {
    return response.lambda === 0 ? `ln ${response.name}` : `(${response.name}^${number(response.lambda)} \u2212 1)/${number(response.lambda)}`;
}

/* selections made with the same runs */
function choiceText(response) {
    const power = response.lambda === 1 && response.power !== null && (response.power_interval[0] > 1 || response.power_interval[1] < 1)
        ? `. The Box-Cox exponent is ${number(response.power)} (${response.power_open[0] ? "below " : ""}${number(response.power_interval[0])} to ${response.power_open[1] ? "above " : ""}${number(response.power_interval[1])}): a transformation may fit better` : "";
    return (response.left_out_terms ? `. ${response.left_out_terms} terms were removed by AICc; the terms were selected with the same runs, so p values are too small` : "") + power;
}

/* capability of each setting; of surviving runs only if values are missing */
function fillCapability(study, response) {
    const rows = study.n_settings > 1 ? response.settings.map((setting, k) => [study.settings[k].name, setting]).filter(([, setting]) => setting.n > 1).slice(0, MOST_SETTINGS) : [];
    const limited = response.minimum !== null || response.maximum !== null;
    byId("capability").parentElement.hidden = rows.length === 0;
    fillTable(byId("capability"), [`${response.name} at each setting`, "runs", "without a value", "mean", "lower limit", "upper limit", "standard deviation", ...(limited ? ["Cpk", "lower limit", "upper limit"] : [])], rows.map(([name, setting]) =>
        [name, String(setting.n), String(setting.missing), quantity(setting.mean, response.unit), quantity(setting.mean_interval[0], response.unit), quantity(setting.mean_interval[1], response.unit),
            quantity(setting.deviation, response.unit), ...(limited ? [plain(setting.cpk), plain(setting.cpk_interval[0]), plain(setting.cpk_interval[1])] : [])]));
}

/* prediction at coded values of variables; words at their mean */
function predict(response, place) {
    return response.columns.reduce((sum, column) => sum + (column.aliased || column.block ? 0 : column.value * (column.words ? 0 : column.of.reduce((product, i) => product * (place[i] || 0), 1))), 0);
}

/** Taguchi's signal-to-noise ratios at each level: the level with the least scatter has the largest ratio. */
function fillSignal(study, response) {
    const signal = response.signal_to_noise, which = { smaller: 0, larger: 1, target: 2 }[response.better] ?? 2, shown = signal ? signal.levels.map(levels => levels.map(ratios => ratios[which])) : [];
    const known = shown.flat().filter(value => value !== null), range = extent(known);
    byId("signal-section").hidden = known.length === 0;
    byId("signal-text").textContent = `${["Smaller", "Larger", "Nominal"][which]} is better: the level with the largest ratio is the least sensitive to noise.`;
    showCharts(byId("signal"), study.variables.flatMap((variable, i) => shown[i] && shown[i].some(value => value !== null)
        ? [levelChart(variable, shown[i].map(value => [0, value, null, null]), range, { name: "signal-to-noise ratio", unit: "dB", factor: 1 })] : []));
}

/** Diagnostics of the model: residuals versus fitted values and in plan order; for random noise also the normal probability plot and influential runs. */
function fillResiduals(study, response, unit) {
    const rows = response.diagnosis || [], random = study.sampling === "independent" || study.sampling === "common", n = rows.length;
    byId("residuals-section").hidden = n === 0 || !rows.some(row => row[2] !== null) || !(response.error > 1e-9 * Math.max(Math.abs(response.mean), response.most - response.least));
    if (byId("residuals-section").hidden) {
        showCharts(byId("residuals"), []);
        return;
    }
    const [factor, shown] = shownUnit(unit), fitted = { name: `fitted ${modelName(response)}`, unit: shown }, names = i => `run ${rows[i][0]}`;
    /* without noise they are misfit of the model, in its unit */
    const own = row => random ? row[2] : factor * row[2] * response.error * Math.sqrt(Math.max(0, 1 - row[4])), residual = random ? { name: "standardised residual", unit: "" } : { name: `residual of ${modelName(response)}`, unit: shown };
    const leverages = rows.map(row => row[4]).sort((a, b) => a - b), sorted = rows.map((row, i) => [own(row), i]).sort((a, b) => a[0] - b[0]);
    showCharts(byId("residuals"), [
        scatterChart("Residuals versus fitted values", rows.map(row => [factor * row[1], own(row)]), fitted, residual, { names }),
        scatterChart("Residuals in plan order", rows.map(row => [row[0], own(row)]), { name: "run", unit: "" }, residual, { names }),
        ...(random ? [scatterChart("Normal probability plot of residuals", sorted.map(([value], i) => [normalQuantile((i + 0.625) / (n + 0.25)), value]), { name: "normal quantile", unit: "" }, residual, { line: [1, 0], names: i => names(sorted[i][1]) }),
            ...(leverages[n - 1] - leverages[0] < 0.01 ? [] : [scatterChart("Influence of single runs", rows.map(row => [row[4], row[3]]), { name: "leverage", unit: "" }, { name: "studentised residual", unit: "" }, { names })])] : [])]);
    const most = random ? [...rows].sort((a, b) => b[5] - a[5]).slice(0, 5).filter(row => row[5] > 4 / n) : [];
    byId("residuals-text").textContent = !random ? "The runs have no random error: residuals are what the model misses." : most.length ? `Cook\u2019s distance is largest for ${most.map(row => `run ${row[0]} (${number(row[5])})`).join(", ")}.` : "";
}

function modelName(response) {
    return response.lambda === 1 ? response.name : modelledName(response);
}

function offerSurface(study, response) {
    const numbers = study.variables.map((variable, i) => i).filter(i => !study.variables[i].words && (response.columns || []).some(column => column.of.includes(i)));
    const ofMain = i => response.columns.findIndex(column => column.of.length === 1 && column.of[0] === i), sizeOf = i => { const bar = response.effects.bars.find(one => one.column === ofMain(i)); return bar ? Math.abs(bar.effect) : 0; };
    const selects = [byId("surface-x"), byId("surface-y")], largest = response.columns ? [...numbers].sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, 2) : [];
    byId("surface-section").hidden = numbers.length < 2;
    selects.forEach((select, k) => {
        select.replaceChildren(...numbers.map(i => make("option", { value: i, selected: i === largest[k] }, study.variables[i].name)));
        select.onchange = () => drawSurface(study, response, study.read);
    });
    if (numbers.length >= 2) {
        drawSurface(study, response, study.read);
    }
}

function drawSurface(study, response, runs) {
    const [x, y] = [byId("surface-x"), byId("surface-y")].map(select => Number(select.value)), found = response.surface, z = responseAxis(response), axes = [x, y].map(v => factorAxis(study, v));
    byId("surface").hidden = x === y;
    if (x === y) {
        byId("surface-text").textContent = "select two different variables";
        return;
    }
    /* words of a column follow the name */
    response.columns.forEach(column => { column.words = column.of.some(i => study.variables[i].words); });
    const predictors = [...new Set(response.columns.flatMap(column => column.of))].sort((a, b) => a - b), own = [x, y].map(v => predictors.indexOf(v));
    const value = (a, b) => z.factor * untransformed(response, predict(response, { [x]: axes[0].coded(a), [y]: axes[1].coded(b) }));
    const place = found && predictors.length === 2 && found.place.every(at => Math.abs(at) <= 1) ? own.map((of, k) => axes[k].place(found.place[of])) : null;
    byId("surface-text").textContent = (predictors.length > 2 ? "other variables at the centre of their ranges" : "") + (found ? `${predictors.length > 2 ? "; " : ""}the surface has a ${found.kind} of ${quantity(untransformed(response, found.value), response.unit)}${found.inside ? "" : " outside of the region of the runs"}` : "");
    const ends = axes.map((axis, k) => ({ ...axis, range: study.region[[x, y][k]].ends.map(axis.place) })), seen = new Map(runs.map(run => { const at = [x, y].map(v => placeOf(study.variables[v], run, v)); return [at.join(), at]; }));
    showCharts(byId("surface"), [contourChart(`Fitted surface of ${titled(z)}; points: settings of the runs${place ? "; circle: stationary point" : ""}`, value, ...ends, z, place, [...seen.values()].slice(0, 300))]);
}

/* ---- runs: lines and table, linked */

/** Parallel axes: each run is a line across variables and responses. Dragging along an axis selects the lines through a range. */
function linesChart(study, runs, view) {
    const axes = study.variables.map((variable, i) => ({ name: variable.name, unit: variable.words ? "" : variable.unit, words: variable.words ? variable.marks : null, at: run => placeOf(variable, run, i) }))
        .concat(study.responses.map((response, k) => { const axis = responseAxis(response); return { ...axis, at: run => run.response[k] === null ? NaN : axis.factor * run.response[k] }; }));
    axes.forEach(axis => {
        axis.range = axis.words ? [-0.5, axis.words.length - 0.5] : roomy(extent(runs.map(axis.at)), 0.03);
        axis.share = value => (value - axis.range[0]) / (axis.range[1] - axis.range[0]);
        axis.value = share => axis.range[0] + share * (axis.range[1] - axis.range[0]);
        axis.ticks = axis.words ? axis.words.map((word, i) => [i, word]) : roundTicks(axis.range, 10).map((value, i, all) => [value, tickText(value, all.length > 1 ? all[1] - all[0] : 1)]);
    });
    view.passes = run => axes.every(axis => !axis.brush || (axis.at(run) >= axis.brush[0] && axis.at(run) <= axis.brush[1]));
    const order = [...runs].sort((a, b) => (a.outcome === JAM) - (b.outcome === JAM)), lines = drawing((plot, ctx, x, y) => {
        const lineOf = run => axes.map((axis, k) => [axis.at(run), k]).filter(([at]) => Number.isFinite(at)).map(([at, k]) => [x(k), y(axes[k].share(at))]);
        ctx.globalAlpha = Math.max(0.12, Math.min(0.6, 40 / Math.sqrt(runs.length) / 10));
        order.filter(run => view.passes(run)).forEach(run => strokeLine(ctx, lineOf(run), styleValue(OUTCOME_COLOURS[run.outcome]), run.outcome === JAM ? 1.5 : 1, run.outcome >= UNDECIDED ? [4, 3] : []));
        ctx.globalAlpha = 1;
        if (view.chosen) {
            strokeLine(ctx, lineOf(view.chosen), styleValue("--chosen"), 3);
        }
    });
    const marks = drawing((plot, ctx, x, y, box) => axes.forEach((axis, k) => {
        strokeLine(ctx, [[x(k), box.top], [x(k), box.bottom]], styleValue("--faint"));
        if (axis.brush) {
            ctx.fillStyle = styleValue("--mark");
            ctx.globalAlpha = 0.3;
            ctx.fillRect(x(k) - 7, y(axis.share(axis.brush[1])), 14, y(axis.share(axis.brush[0])) - y(axis.share(axis.brush[1])));
            ctx.globalAlpha = 1;
        }
        ctx.textAlign = "right";
        const room = (box.right - box.left) / axes.length - 14, every = Math.ceil(axis.ticks.length / 16);
        axis.ticks.filter((_, i) => i % every === 0).forEach(([value, text]) => {
            strokeLine(ctx, [[x(k) - 3, y(axis.share(value))], [x(k) + 3, y(axis.share(value))]], styleValue("--ink"));
            const rows = wrapText(text, room).split("\n");
            rows.forEach((row, i) => haloText(ctx, row, x(k) - 6, y(axis.share(value)) + 4 + (i - (rows.length - 1) / 2) * LINE_HEIGHT));
        });
    }));
    const chart = new Chart("Runs as lines across variables and responses", {
        x: { name: "", unit: "", words: axes.map(titled), range: [-0.5, axes.length - 0.5], side: 0, label: false }, y: { name: "", unit: "", range: [0, 1], show: false, grid: false },
        height: 340, padding: [4, 10, 10, 10], data: [axes.map((_, k) => k), axes.map(() => null)], series: [lineSeries("", "--sheet")], cursor: { show: false }, hooks: { drawAxes: [lines], draw: [marks] },
        ready: plot => brushAxes(plot, axes, view),
    });
    chart.box.style.minWidth = `${96 * axes.length}px`;
    view.onchange.push(() => chart.plot && chart.plot.redraw());
    view.axes = axes;
    return chart;
}

function brushAxes(plot, axes, view) {
    const { over } = plot, box = () => over.getBoundingClientRect(), share = event => Math.max(0, Math.min(1, plot.posToVal(event.clientY - box().top, "y")));
    let axis = null, from = 0;
    const show = ends => { axis.brush = ends ? ends.map(axis.value).sort((a, b) => a - b) : null; view.change(); };
    over.classList.add("brushes");
    over.addEventListener("pointerdown", event => {
        axis = axes[Math.max(0, Math.min(axes.length - 1, Math.round(plot.posToVal(event.clientX - box().left, "x"))))];
        from = share(event);
        over.setPointerCapture(event.pointerId);
    });
    over.addEventListener("pointermove", event => axis && over.hasPointerCapture(event.pointerId) && Math.abs(share(event) - from) > 0.01 && show([from, share(event)]));
    over.addEventListener("pointerup", event => { show(Math.abs(share(event) - from) > 0.01 ? [from, share(event)] : null); axis = null; });
}

/* a piece of line with the colour of an outcome */
function swatch(outcome) {
    const mark = make("span", { className: "swatch" });
    mark.style.borderTop = `3px ${outcome >= UNDECIDED ? "dashed" : "solid"} var(${OUTCOME_COLOURS[outcome]})`;
    return mark;
}

function fillRuns(study, runs, view) {
    const lead = study.verdicts ? ["run", "verdict"] : ["row"], titles = [...lead, ...study.variables.map(variable => variable.name), ...study.responses.map(response => response.name)], body = make("tbody");
    byId("runs").replaceChildren(headRow(titles, titles.map((_, i) => i).slice(lead.length)), body);
    const found = study.outcomes.map((word, i) => [word, i, runs.filter(run => run.outcome === i).length]).filter(([, , n]) => n > 0);
    byId("run-key").replaceChildren(...(study.verdicts ? found.map(([word, i, n]) => make("li", null, swatch(i), `${word} (${n})`)) : []));
    view.onchange.push(() => {
        const shown = runs.filter(view.passes);
        const rest = study.done > runs.length ? ` of ${runs.length} on this page, of ${study.done} completed` : ` of ${runs.length}`;
        byId("run-count").textContent = `${shown.length}${rest} runs` + (shown.length > MOST_ROWS ? `; the first ${MOST_ROWS} in the table` : "");
        body.replaceChildren(...shown.slice(0, MOST_ROWS).map(run => make("tr", { className: run === view.chosen ? "chosen" : "" },
            make("td", null, linkButton(String(run.index), () => view.choose(run), "select this run")), ...(study.verdicts ? [make("td", { className: "verdict" }, swatch(run.outcome), study.outcomes[run.outcome])] : []),
            ...run.text.map(text => make("td", { className: "number" }, text)), ...run.response.map((value, k) => make("td", { className: "number" }, quantity(value, study.responses[k].unit))))));
        byId("chosen").replaceChildren(...(view.chosen ? [`Run ${view.chosen.index}: `, make("code", null, commandOf(study, view.chosen)),
            ...(study.command ? [" and then ", make("code", null, `quire report run-${view.chosen.index}.run`)] : [])] : []));
    });
}

function start() {
    const study = JSON.parse(byId("data").textContent), runs = readRuns(study), view = { chosen: null, onchange: [] };
    study.read = runs;
    view.change = () => view.onchange.forEach(act => act());
    view.choose = run => { view.chosen = run; view.change(); };
    fillHead(study);
    startProfiler(study, runs);
    fillJams(study, runs);
    const select = byId("response");
    select.append(...study.responses.map((response, i) => make("option", { value: i }, response.name)));
    select.onchange = () => fillResponse(study, study.responses[Number(select.value)]);
    byId("response-section").hidden = study.responses.length === 0;
    if (study.responses.length) {
        fillResponse(study, study.responses[0]);
    } else {
        ["measured", "means", "signal", "surface", "residuals", "tables"].forEach(name => { byId(name + "-section").hidden = true; });
    }
    showCharts(byId("lines"), [linesChart(study, runs, view)]);
    fillRuns(study, runs, view);
    view.change();
    requestAnimationFrame(() => setTimeout(() => { byId("state").textContent = JSON.stringify({ ready: performance.now(), runs: runs.length }); }));
}

start();

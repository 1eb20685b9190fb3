/* The page of a study: jams, effects, means, response surface, and runs, linked with each other. */

/* outcomes by number: singular and plural */
const OUTCOMES = ["passed", "jam", "other limit failed", "no verdict", "doubtful", "not evaluated"];
const COUNTS = [["passed", "passed"], ["jams", "jams", "jam"], ["other", "failed other limits"], ["doubtful", "doubtful"], ["not_evaluated", "not evaluated"], ["unknown", "without a verdict"]];
const UNDECIDED = 3; /* outcomes from here on do not decide whether it is a jam */
const MOST_SETTINGS = 200;
const CHANCE = { /* meaning of standard errors and p values, by the type of noise */
    none: "The runs have no random noise: values are exact model results at these settings, without tests or confidence intervals.",
    independent: "",
    common: "All settings use the same noise samples: standard errors and p values are based on the variation between samples.",
    spread: "The noise has a space-filling design and is not random: there are no tests or confidence intervals.",
    set: "The noise is set by the outer array and is not random: there are no tests or confidence intervals.",
};
const MOST_ROWS = 500;

/** Runs as objects: `text` has the values, `place` their positions on an axis. */
function readRuns(study) {
    const nVariables = study.variables.length;
    /* marks on an axis: words also if there are too many for tables of levels */
    study.variables.forEach((variable, i) => { variable.marks = variable.words && !variable.levels.length ? [...new Set(study.runs.map(row => row[2 + i]))] : variable.levels; });
    return study.runs.map(row => ({
        index: row[0], outcome: row[1],
        level: study.variables.map((variable, i) => variable.levels.length ? row[2 + i] : null),
        text: study.variables.map((variable, i) => variable.levels.length ? variable.levels[row[2 + i]] : row[2 + i]),
        place: study.variables.map((variable, i) => variable.levels.length ? row[2 + i] : variable.words ? variable.marks.indexOf(row[2 + i]) : parseFloat(row[2 + i])),
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
    byId("subtitle").textContent = !study.verdicts ? "a table" : `${study.done} of ${study.planned} runs: ` + (COUNTS.filter(([key]) => study[key]).map(([key, many, one]) => `${study[key]} ${study[key] === 1 && one || many}`).join(", ") || "none");
    byId("notice").textContent = study.warnings.join("\n");
    byId("notice").hidden = study.warnings.length === 0;
}

function fillJams(study, runs) {
    if (!study.verdicts) { /* a table of measurements */
        byId("jams-title").textContent = "Runs of the table";
    }
    byId("jam-sentence").textContent = study.jam_sentence;
    const holder = byId("jam-charts");
    const some = study.jams > 0 || study.doubtful + study.not_evaluated + study.unknown > 0;
    fillSettings(study);
    study.jam_by.forEach((by, i) => by && some && holder.append(rateChart(study.variables[i], by.rates)));
    if (some) {
        study.variables.forEach((first, i) => study.variables.slice(i + 1).forEach((second, k) => {
            const j = i + 1 + k, n = second.levels.length, counts = Array.from({ length: first.levels.length * n }, () => [0, 0, 0]);
            if (counts.length === 0 || counts.length > 60) {
                return;
            }
            for (const run of runs) {
                const cell = counts[run.level[i] * n + run.level[j]];
                cell[0] += run.outcome === 1 ? 1 : 0;
                cell[1]++;
                cell[2] += run.outcome >= UNDECIDED ? 1 : 0;
            }
            holder.append(jamMap(first, second, counts));
        }));
    }
    if (study.jam_odds) {
        fillTable(byId("odds"), ["term", "log odds of a jam", "lower limit", "upper limit", "p"], study.jam_odds.columns.map(column =>
            [column.name, plain(column.value), plain(column.low), plain(column.high), plain(column.p)]));
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
        ...(p === "p" ? [pair.interval[0] === null ? "\u2013" : shown(pair.interval[0]), pair.interval[1] === null ? "\u2013" : shown(pair.interval[1])] : []), plain(pair[p])]));
    table.parentElement.hidden = rows.length === 0;
    fillTable(table, [`paired comparison, ${what}`, "pairs", "pairs left out", "difference", "pairs with more / fewer", ...(p === "p" ? ["lower limit", "upper limit"] : []), "p"], rows.slice(0, MOST_ROWS));
}

function plain(value) {
    return value === null ? "\u2013" : number(value);
}

/* the first column is text, the others are numbers */
function fillTable(table, titles, rows) {
    table.replaceChildren(headRow(titles, titles.map((_, i) => i).slice(1)),
        make("tbody", null, ...rows.map(cells => make("tr", null, ...cells.map((cell, i) => make("td", { className: i ? "number" : "" }, cell))))));
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
        : [column.name, quantity(column.value, unit), quantity(column.interval[0], unit), quantity(column.interval[1], unit), plain(column.freedom), plain(column.p)]));
    fillTable(byId("mixed-tests"), ["term (F test by Kenward and Roger)", "F", "degrees of freedom", "p"], (mixed.terms || []).filter(term => term.columns > 0)
        .map(term => [term.name, plain(term.f), `${term.columns} and ${plain(term.freedom)}`, plain(term.p)]));
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
    byId("effects").replaceChildren(...(response.columns ? [paretoChart(response.effects, response.columns, modelUnit), halfNormalChart(response.effects, response.columns, modelUnit)] : []),
        ...sensitivityCharts(study, response));
    const range = meansExtent(response.levels.flat()), pairRange = meansExtent(response.pairs.flatMap(pair => pair.cells.map(cell => [cell[0], cell[1], null, null])));
    byId("means").replaceChildren(...study.variables.flatMap((variable, i) => response.levels[i].length ? [levelChart(variable, response.levels[i], range, unit)] : []),
        ...response.pairs.map(pair => pairChart(study.variables[pair.of[0]], study.variables[pair.of[1]], pair.cells, pairRange, unit)));
    byId("means-section").hidden = byId("means").childElementCount === 0;
    byId("tables-section").hidden = !response.columns;
    fillTable(byId("coefficients"), ["term", "estimate", "lower limit", "upper limit", "p", "VIF"], (response.columns || []).map(column =>
        [column.name, quantity(column.value, modelUnit), quantity(column.low, modelUnit), quantity(column.high, modelUnit), column.aliased ? "aliased" : plain(column.p), plain(column.inflation)]));
    const anova = response.anova, rows = anova ? anova.terms.map(term => [term.of.join(" \u00d7 "), term.test]).concat([["residual", anova.residual]]) : [];
    if (anova && anova.lack_of_fit.f !== null) {
        rows.push(["lack of fit", anova.lack_of_fit], ["pure error", anova.pure_error]);
    }
    fillTable(byId("anova"), ["term (type II)", "sum of squares", "degrees of freedom", "F", "p"], rows.map(([name, test]) => [name, plain(test.sum), plain(test.freedom), plain(test.f), plain(test.p)]));
    fillMeasured(study, response);
    fillMixed(response, modelUnit);
    fillSignal(study, response);
    fillResiduals(response, modelUnit);
    offerSurface(study, response);
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
    byId("signal").replaceChildren(...study.variables.flatMap((variable, i) => shown[i] && shown[i].some(value => value !== null)
        ? [levelChart(variable, shown[i].map(value => [0, value, null, null]), range, "dB")] : []));
}

/** Diagnostics of the model: residuals versus fitted values, normal probability plot, residuals in plan order, influential runs. */
function fillResiduals(response, unit) {
    const rows = response.diagnosis || [];
    byId("residuals-section").hidden = rows.length === 0;
    if (rows.length === 0) {
        return;
    }
    const sorted = rows.map(row => row[2]).sort((a, b) => a - b), n = sorted.length;
    byId("residuals").replaceChildren(
        scatterChart("Residuals versus fitted values", rows.map(row => [row[1], row[2]]), [`fitted ${modelName(response)}`, "standardised residual"], [unit, ""]),
        scatterChart("Normal probability plot of residuals", sorted.map((value, i) => [normalQuantile((i + 0.625) / (n + 0.25)), value]), ["normal quantile", "standardised residual"], ["", ""], null, [1, 0]),
        scatterChart("Residuals in plan order", rows.map(row => [row[0], row[2]]), ["run", "standardised residual"], ["", ""]),
        scatterChart("Influence of single runs", rows.map(row => [row[4], row[3]]), ["leverage", "studentised residual"], ["", ""]));
    const most = [...rows].sort((a, b) => b[5] - a[5]).slice(0, 5).filter(row => row[5] > 4 / n);
    byId("residuals-text").textContent = most.length ? `Cook\u2019s distance is largest for ${most.map(row => `run ${row[0]} (${number(row[5])})`).join(", ")}.` : "";
}

function modelName(response) {
    return response.lambda === 1 ? response.name : modelledName(response);
}

/* P. J. Acklam's rational approximation without its last step, to 1.2e-9 of the quantile */
function normalQuantile(p) {
    const a = [-39.69683028665376, 220.9460984245205, -275.9285104469687, 138.3577518672690, -30.66479806614716, 2.506628277459239];
    const b = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572];
    const c = [-0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968, 2.938163982698783];
    const d = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416];
    const over = (list, x) => list.reduce((sum, value) => sum * x + value, 0);
    if (p < 0.02425 || p > 1 - 0.02425) {
        const q = Math.sqrt(-2 * Math.log(Math.min(p, 1 - p))), tail = over(c, q) / (over(d, q) * q + 1);
        return p < 0.5 ? tail : -tail;
    }
    const q = p - 0.5, r = q * q;
    return over(a, r) * q / (over(b, r) * r + 1);
}

function offerSurface(study, response) {
    const numbers = study.variables.map((variable, i) => i).filter(i => !study.variables[i].words && (response.columns || []).some(column => column.of.includes(i)));
    const selects = [byId("surface-x"), byId("surface-y")];
    byId("surface-section").hidden = numbers.length < 2;
    selects.forEach((select, k) => {
        select.replaceChildren(...numbers.map(i => make("option", { value: i, selected: i === numbers[k] }, study.variables[i].name)));
        select.onchange = () => drawSurface(study, response);
    });
    if (numbers.length >= 2) {
        drawSurface(study, response);
    }
}

function drawSurface(study, response) {
    const [x, y] = [byId("surface-x"), byId("surface-y")].map(select => Number(select.value)), found = response.surface;
    /* words of a column follow the name */
    response.columns.forEach(column => { column.words = column.of.some(i => study.variables[i].words); });
    const predictors = [...new Set(response.columns.flatMap(column => column.of))].sort((a, b) => a - b);
    const place = i => found ? found.place[predictors.indexOf(i)] : 0;
    const value = (a, b) => untransformed(response, predict(response, { [x]: a, [y]: b }));
    const ends = [x, y].map(i => [study.variables[i].low || "low", study.variables[i].high || "high", study.variables[i].name]);
    byId("surface-text").textContent = "other variables at the centre of their ranges" + (found ? `; the surface has a ${found.kind} of ${quantity(untransformed(response, found.value), response.unit)}${found.inside ? "" : " outside of the region of the runs"}` : "");
    byId("surface").replaceChildren(contourChart(`${response.name}: fitted response surface`, value, ends, response.unit, found && predictors.length === 2 ? [place(x), place(y)] : null));
}

/* ---- runs: lines and table, linked */

function linesChart(study, runs, view) {
    const axes = study.variables.map((variable, i) => ({ name: variable.name, levels: variable.marks, at: run => run.place[i], unit: variable.unit }))
        .concat(study.responses.map((response, k) => ({ name: response.name, levels: [], at: run => run.response[k], si: response.unit })));
    const width = 1100, height = 330, top = 48, foot = height - 30;
    axes.forEach((axis, k) => {
        axis.range = axis.levels.length > 1 ? [0, axis.levels.length - 1] : extent(runs.map(axis.at));
        axis.y = scale(axis.range, foot, top);
        axis.x = 60 + k * (width - 120) / Math.max(1, axes.length - 1);
    });
    view.passes = run => axes.every(axis => !axis.brush || (axis.at(run) !== null && axis.at(run) >= axis.brush[0] && axis.at(run) <= axis.brush[1]));
    const lines = new Map(runs.map(run => {
        const known = axes.filter(axis => Number.isFinite(axis.at(run)));
        return [run, svg("path", { class: `run outcome${run.outcome}`, d: known.map((axis, k) => `${k ? "L" : "M"}${axis.x.toFixed(1)} ${axis.y(axis.at(run)).toFixed(1)}`).join("") })];
    }));
    const drawn = [...lines].sort(([a], [b]) => (a.outcome === 1) - (b.outcome === 1)).map(([, line]) => line);
    const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "runs as lines across variables and responses" }, ...drawn, ...axes.map((axis, k) => axisOf(axis, k, top, foot, view)));
    view.onchange.push(() => lines.forEach((line, run) => {
        line.style.display = view.passes(run) ? "" : "none";
        line.classList.toggle("chosen", run === view.chosen);
    }));
    return root;
}

function axisOf(axis, k, top, foot, view) {
    const brush = svg("rect", { class: "brush", x: axis.x - 7, width: 14, y: top, height: 0 }), grip = svg("rect", { class: "grip", x: axis.x - 14, width: 28, y: top - 6, height: foot - top + 12 });
    const end = value => axis.levels.length ? short(axis.levels[value] || "", 14) : axis.si === undefined ? number(value) + (axis.unit ? "\u00a0" + axis.unit : "") : quantity(value, axis.si);
    const valueAt = event => {
        const box = grip.getBoundingClientRect(), y = top - 6 + (event.clientY - box.top) / box.height * (foot - top + 12);
        const share = Math.min(1, Math.max(0, (y - top) / (foot - top)));
        return axis.range[1] + share * (axis.range[0] - axis.range[1]);
    };
    let from = null;
    grip.onpointerdown = event => { from = valueAt(event); grip.setPointerCapture(event.pointerId); };
    grip.onpointermove = event => from !== null && show([from, valueAt(event)]);
    grip.onpointerup = event => {
        const to = valueAt(event), slack = 0.01 * (axis.range[1] - axis.range[0]);
        show(Math.abs(to - from) < slack ? null : [from, to]);
        from = null;
    };
    function show(ends) {
        axis.brush = ends ? [Math.min(...ends), Math.max(...ends)] : null;
        brush.setAttribute("y", ends ? axis.y(axis.brush[1]) : top);
        brush.setAttribute("height", ends ? axis.y(axis.brush[0]) - axis.y(axis.brush[1]) : 0);
        view.change();
    }
    return svg("g", null, svg("line", { class: "axis", x1: axis.x, x2: axis.x, y1: top, y2: foot }), label(axis.x, 12 + k % 2 * 12, short(axis.name, 16), "middle"),
        label(axis.x, foot + 14, end(axis.range[0]), "middle"), label(axis.x, top - 8, end(axis.range[1]), "middle"), brush, grip);
}

function fillRuns(study, runs, view) {
    const titles = ["run", "outcome", ...study.variables.map(variable => variable.name), ...study.responses.map(response => response.name)], body = make("tbody");
    byId("runs").replaceChildren(headRow(titles, titles.map((_, i) => i).slice(2)), body);
    view.onchange.push(() => {
        const shown = runs.filter(view.passes);
        const rest = study.done > runs.length ? ` of ${runs.length} on this page, of ${study.done} completed` : ` of ${runs.length}`;
        byId("run-count").textContent = `${shown.length}${rest} runs` + (shown.length > MOST_ROWS ? `; the first ${MOST_ROWS} in the table` : "");
        body.replaceChildren(...shown.slice(0, MOST_ROWS).map(run => make("tr", { className: run === view.chosen ? "chosen" : "" },
            make("td", null, linkButton(String(run.index), () => view.choose(run), "select this run")), make("td", null, OUTCOMES[run.outcome]),
            ...run.text.map(text => make("td", { className: "number" }, text)), ...run.response.map((value, k) => make("td", { className: "number" }, quantity(value, study.responses[k].unit))))));
        byId("chosen").replaceChildren(...(view.chosen ? [`Run ${view.chosen.index}: `, make("code", null, commandOf(study, view.chosen)),
            ...(study.command ? [" and then ", make("code", null, `quire report run-${view.chosen.index}.run`)] : [])] : []));
    });
}

function start() {
    const study = JSON.parse(byId("data").textContent), runs = readRuns(study), view = { chosen: null, onchange: [] };
    view.change = () => view.onchange.forEach(act => act());
    view.choose = run => { view.chosen = run; view.change(); };
    fillHead(study);
    startProfiler(study);
    fillJams(study, runs);
    const select = byId("response");
    select.append(...study.responses.map((response, i) => make("option", { value: i }, response.name)));
    select.onchange = () => fillResponse(study, study.responses[Number(select.value)]);
    if (study.responses.length) {
        fillResponse(study, study.responses[0]);
    }
    byId("lines").append(linesChart(study, runs, view));
    fillRuns(study, runs, view);
    view.change();
    byId("state").textContent = JSON.stringify({ ready: performance.now(), runs: runs.length });
}

start();

/* Prediction profiler: one curve of each response over each factor at selected settings; sliders change the settings. */

const CURVE_POINTS = 41;
const MOST_POINTS = 400; /* runs shown in each chart */

/** A symmetric matrix from its upper triangle, stored by rows. */
function symmetric(upper, n) {
    const matrix = Array.from({ length: n }, () => new Array(n));
    for (let i = 0, k = 0; i < n; i++) {
        for (let j = i; j < n; j++, k++) {
            matrix[i][j] = matrix[j][i] = upper[k];
        }
    }
    return matrix;
}

/** The factors' part of each column of a model at a setting: coded values, or the level number of words. */
function factorRow(study, columns, at) {
    return columns.map(column => column.block ? 0 : column.of.reduce((product, v, i) => {
        const variable = study.variables[v];
        if (variable.role === "noise") {
            return product;
        }
        if (!variable.words) {
            return product * at[v];
        }
        return product * (at[v] === column.contrasts[i] ? 1 : at[v] === variable.levels.length - 1 ? -1 : 0);
    }, 1));
}

/** Mean over the noise with its interval, and the standard deviation due to noise. */
function predictAt(study, response, at) {
    const row = factorRow(study, response.columns, at), p = response.prediction, n = row.length;
    p.noiseMatrix = p.noiseMatrix || symmetric(p.noise_covariance, n);
    p.matrix = p.matrix || (p.covariance.length ? symmetric(p.covariance, p.known.length) : null);
    const part = row.map((value, j) => response.columns[j].aliased ? 0 : value * response.columns[j].value);
    let mean = 0, noise = 0, ofMean = p.misfit * p.misfit, ofNoise = 0;
    for (let j = 0; j < n; j++) {
        mean += part[j] * p.noise_mean[j];
        for (let k = 0; part[j] && k < n; k++) {
            noise += part[j] * p.noiseMatrix[j][k] * part[k];
        }
    }
    for (let j = 0; p.matrix && j < p.known.length; j++) {
        for (let k = 0; k < p.known.length; k++) {
            const a = p.known[j], b = p.known[k], one = row[a] * p.matrix[j][k] * row[b];
            ofMean += one * p.noise_mean[a] * p.noise_mean[b];
            ofNoise += one * p.noiseMatrix[a][b];
        }
    }
    const reach = p.matrix ? p.reach * Math.sqrt(Math.max(0, ofMean)) : null, raw = Math.sqrt(Math.max(0, noise)), middle = untransformed(response, mean);
    const slope = response.lambda === 1 ? 1 : Math.pow(middle, 1 - response.lambda); /* derivative of the response with respect to the transformed response */
    return { mean: middle, low: reach === null ? null : untransformed(response, mean - reach), high: reach === null ? null : untransformed(response, mean + reach), raw: slope * raw,
        noise: slope * (p.matrix ? Math.sqrt(Math.max(0, noise - ofNoise)) : raw) };
}

/** Back-transformation of a modelled (y^lambda - 1)/lambda or logarithm to the response. */
function untransformed(response, value) {
    const lambda = response.lambda;
    return lambda === 1 ? value : lambda === 0 ? Math.exp(value) : 1 + lambda * value > 0 ? Math.pow(1 + lambda * value, 1 / lambda) : lambda > 0 ? 0 : Infinity;
}

/** Share of jams over the noise. */
function jamAt(study, at) {
    if (!study.jam_odds) {
        return study.jams > 0 ? 1 : 0;
    }
    let factors = 0;
    for (const column of study.jam_odds.columns) {
        const variable = column.of === null ? null : study.variables[column.of];
        const value = variable === null ? 1 : variable.role === "noise" ? 0 : !variable.words ? at[column.of]
            : at[column.of] === column.contrast ? 1 : at[column.of] === variable.levels.length - 1 ? -1 : 0;
        factors += column.value === null ? 0 : column.value * value;
    }
    return study.jam_noise.reduce((sum, noise) => sum + 1 / (1 + Math.exp(-factors - noise)), 0) / study.jam_noise.length;
}

function desirability(value, worst, best, shape) {
    const t = best === worst ? 1 : (value - worst) / (best - worst);
    return !(t > 0) ? 0 : t >= 1 ? 1 : Math.pow(t, shape);
}

/* error function: Abramowitz and Stegun 7.1.26, to 1.5e-7 */
function normalBelow(z) {
    const x = Math.abs(z) / Math.SQRT2, t = 1 / (1 + 0.3275911 * x);
    const tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * Math.exp(-x * x) / 2;
    return z < 0 ? tail : 1 - tail;
}

/** Desirability of a predicted response, as in `quire doe optimise`; null: the response has no goal. */
function responseDesirability(study, k, p) {
    const optimum = study.optimum, response = study.responses[k], d = optimum && optimum.responses[k];
    if (!d || !d.counts) {
        return null;
    }
    const far = optimum.deviations * p.raw;
    if (response.better === "target") {
        return Math.min(desirability(Math.max(p.mean + far, response.target), d.worst, response.target, response.shape),
            desirability(Math.min(p.mean - far, response.target), d.low_worst, response.target, response.shape));
    }
    if (response.better === null) {
        const deviation = Math.hypot(p.raw, response.error || 0);
        const below = limit => deviation > 0 ? normalBelow((limit - p.mean) / deviation) : p.mean <= limit ? 1 : 0;
        return (response.maximum === null ? 1 : below(response.maximum)) - (response.minimum === null ? 0 : below(response.minimum));
    }
    return desirability(response.better === "smaller" ? p.mean + far : p.mean - far, d.worst, d.best, response.shape);
}

/** Overall desirability, including that of the share of jams. */
function wholeDesirability(study, at) {
    let sum = 0, weights = 0;
    study.responses.forEach((response, k) => {
        const d = response.prediction ? responseDesirability(study, k, predictAt(study, response, at)) : null;
        if (d !== null) {
            sum += response.importance * Math.log(d);
            weights += response.importance;
        }
    });
    if (study.jam_odds) {
        sum += Math.log(1 - jamAt(study, at));
        weights += 1;
    }
    return weights > 0 ? Math.exp(sum / weights) : null;
}

/* ---- the panel */

function valueOf(study, v, coded) {
    const variable = study.variables[v];
    if (variable.words) {
        return variable.levels[coded];
    }
    return number(factorAxis(study, v).place(coded)) + (variable.unit ? " " + variable.unit : "");
}

/** The axis of a factor, and its places: values in its unit, of words the number of the level. */
function factorAxis(study, v) {
    const variable = study.variables[v], region = study.region[v];
    if (variable.words) {
        return { name: variable.name, unit: "", words: variable.levels, range: [-0.5, variable.levels.length - 0.5], place: coded => coded, coded: place => Math.max(0, Math.min(variable.levels.length - 1, Math.round(place))) };
    }
    const [low, high] = region.values, place = coded => region.logarithmic ? low * Math.pow(high / low, (coded + 1) / 2) : (low + high) / 2 + coded * (high - low) / 2;
    const logarithmic = region.logarithmic && high / low >= 20, ends = region.ends.map(place);
    return { name: variable.name, unit: variable.unit, logarithmic, range: logarithmic ? ends : roomy(ends, 0.04), place,
        coded: value => Math.max(region.ends[0], Math.min(region.ends[1], region.logarithmic ? 2 * Math.log(value / low) / Math.log(high / low) - 1 : (2 * value - low - high) / (high - low))) };
}

/* the place of a run on the axis of a variable */
function placeOf(variable, run, i) {
    return variable.words ? run.place[i] : parseFloat(run.text[i]); /* its text is in the unit of the variable */
}

/* rows of curves: each modelled response, the share of jams, the desirability; values in displayed units */
function profilerRows(study, runs) {
    const some = runs.filter((_, i) => i % Math.ceil(runs.length / MOST_POINTS) === 0);
    const rows = study.responses.map((response, k) => [response, k]).filter(([response]) => response.prediction).map(([response, k]) => {
        const axis = responseAxis(response), shown = value => value === null ? null : axis.factor * value;
        return { axis, name: response.name, sameNoise: response.prediction.same_noise, at: setting => { const p = predictAt(study, response, setting); return { mean: shown(p.mean), low: shown(p.low), high: shown(p.high), noise: shown(p.noise) }; },
            limits: [[response.minimum, "minimum"], [response.maximum, "maximum"]].filter(([limit]) => limit !== null).map(([limit, name]) => [shown(limit), name]),
            points: some.filter(run => run.response[k] !== null).map(run => [run, shown(run.response[k])]) };
    });
    const alone = (name, unit, at, range) => ({ axis: { name, unit }, name, at: setting => ({ mean: at(setting), low: null, high: null }), limits: [], range, points: [] });
    if (study.jam_odds) {
        rows.push(alone("share of jams", "%", setting => 100 * jamAt(study, setting), [0, 100]));
    }
    if (study.optimum) {
        rows.push(alone("desirability", "", setting => wholeDesirability(study, setting), [0, 1]));
    }
    return rows;
}

/* the factor in the largest interaction with another factor that is not small; null: there is none */
function interactingFactor(study, factors) {
    for (const response of study.responses.filter(one => one.prediction)) {
        const limits = marginsOf(response.effects, response.columns);
        const bar = response.effects.bars.find(one => { const of = [...new Set(response.columns[one.column].of)]; return of.length > 1 && of.every(v => factors.includes(v)) && !isSmall(one, response.effects, response.columns, limits); });
        if (bar) {
            return response.columns[bar.column].of[0];
        }
    }
    return null;
}

function startProfiler(study, runs) {
    const factors = study.variables.map((_, v) => v).filter(v => study.variables[v].role === "factor" && study.region[v].ends[1] > study.region[v].ends[0]);
    /* mixture components cannot be changed independently */
    byId("profiler-section").hidden = factors.length === 0 || study.variables.some(variable => variable.component) || !study.responses.some(response => response.prediction);
    if (byId("profiler-section").hidden) {
        return;
    }
    const middle = study.variables.map((variable, v) => variable.role === "noise" ? null : variable.words ? study.region[v].ends[0] : (study.region[v].ends[0] + study.region[v].ends[1]) / 2);
    const best = study.optimum ? study.optimum.at : null, view = { study, at: [...(best || middle)], overlay: factors.length > 1 ? interactingFactor(study, factors) : null };
    const inputs = factors.map(v => control(study, v, view.at, redraw)), rows = profilerRows(study, runs).map(row => profileRow(view, row, factors, redraw));
    let waiting = false;
    byId("profiler-best").hidden = !best;
    byId("profiler-best").onclick = () => { best.forEach((value, v) => { view.at[v] = value; }); redraw(); };
    byId("controls").append(...inputs.map(input => input.element));
    byId("overlay-part").hidden = factors.length < 2;
    const select = byId("overlay");
    select.append(make("option", { value: "" }, "none"), ...factors.map(v => make("option", { value: v, selected: v === view.overlay }, study.variables[v].name)));
    select.onchange = () => { view.overlay = select.value === "" ? null : Number(select.value); redraw(); };
    byId("profiler").append(...rows.map(row => row.element));
    function draw() {
        waiting = false;
        rows.forEach(row => row.draw());
    }
    function redraw() {
        inputs.forEach(input => input.show());
        rows.forEach(row => row.show());
        if (!waiting) { /* one drawing a frame */
            waiting = true;
            requestAnimationFrame(draw);
        }
        byId("overlay-key").textContent = view.overlay === null ? "" : overlayPlaces(view).map((place, i) => `${OVERLAYS[i % OVERLAYS.length][0]}: ${study.variables[view.overlay].name} = ${valueOf(study, view.overlay, place)}`).join(", ");
        byId("profiler-text").textContent = factors.map(v => `${study.variables[v].name} = ${valueOf(study, v, view.at[v])}`).join(", ") + (study.optimum && view.at.every((value, v) => value === best[v]) ? ": best settings in the region of the runs" : "");
        byId("profiler-command").textContent = study.command ? study.command + factors.map(v => " --set " + shellWord(`${study.variables[v].name}=${valueOf(study, v, view.at[v])}`)).join("") : "";
    }
    redraw();
    fillFront(study, factors, view.at, redraw);
}

const OVERLAYS = [["dashed", [6, 4], "--mark"], ["dotted", [2, 3], "--chosen"], ["dash-dotted", [8, 3, 2, 3], "--passed"]];

function overlayPlaces({ study, overlay }) {
    return study.variables[overlay].words ? study.variables[overlay].levels.map((_, i) => i).slice(0, OVERLAYS.length) : study.region[overlay].ends;
}

/* a slider, or a selection for words */
function control(study, v, at, redraw) {
    const variable = study.variables[v], region = study.region[v], value = make("output", { className: "value" });
    const id = `factor-${v}`;
    const input = variable.words ? make("select", { id }, ...variable.levels.map((level, i) => make("option", { value: i }, level)))
        : make("input", { id, type: "range", min: region.ends[0], max: region.ends[1], step: (region.ends[1] - region.ends[0]) / 200 });
    input.oninput = () => { at[v] = Number(input.value); redraw(); };
    return {
        element: make("div", { className: "control" }, make("label", { htmlFor: id }, variable.name), input, value),
        show: () => { input.value = at[v]; value.textContent = valueOf(study, v, at[v]); if (!variable.words) { input.setAttribute("aria-valuetext", value.textContent); } },
    };
}

/* a response: its prediction, and a curve over each factor, all with one scale */
function profileRow(view, row, factors, redraw) {
    const heading = make("p", { className: "profile-name" }), charts = factors.map(v => curveChart(view, v, row, redraw));
    return {
        element: make("div", { className: "profile" }, heading, make("div", { className: "curves" }, ...charts.map(chart => chart.element))),
        show() {
            const now = row.at(view.at), shown = value => placeText(row.axis, value);
            heading.replaceChildren(make("strong", null, row.name), " ", make("span", { className: "value" }, shown(now.mean)),
                ...(now.low !== null ? [make("span", { className: "faint" }, ` ${100 * view.study.confidence}\u00a0% confidence interval ${shown(now.low)} to ${shown(now.high)}`)] : []),
                ...(now.noise > 0 ? [make("span", { className: "faint" }, `; standard deviation due to noise ${shown(now.noise)}${row.sameNoise ? " at all settings: no interactions of factors with noise in the model" : ""}`)] : []));
        },
        draw() {
            charts.forEach(chart => chart.compute());
            row.now = roomy(row.range || extent([...charts.flatMap(chart => chart.values()), ...row.points.map(([, value]) => value)].filter(value => value !== null)));
            charts.forEach(chart => chart.draw());
        },
    };
}

/** The prediction over one factor, with its band, the runs, the curves at other values of the overlaid factor, and the line of the setting, which can be dragged. */
function curveChart(view, v, row, redraw) {
    const { study } = view, axis = factorAxis(study, v), { words } = axis, region = study.region[v];
    const coded = words ? words.map((_, i) => i) : Array.from({ length: CURVE_POINTS }, (_, i) => region.ends[0] + i / (CURVE_POINTS - 1) * (region.ends[1] - region.ends[0])), xs = coded.map(axis.place);
    const dots = row.points.map(([run, value]) => [placeOf(study.variables[v], run, v), value, run.outcome === 1 && study.verdicts]);
    let curve = [], others = [];
    const along = change => coded.map(place => { const setting = [...view.at]; change(setting); setting[v] = place; return row.at(setting); });
    const under = drawing((plot, ctx, x, y) => {
        for (const [style, jam] of [["--path", false], ["--failed", true]]) {
            ctx.fillStyle = styleValue(style);
            dots.filter(dot => dot[2] === jam).forEach(([at, value]) => ctx.fillRect(x(at) - 1.5, y(value) - 1.5, 3, 3));
        }
    });
    const over = drawing((plot, ctx, x, y, box) => {
        others.forEach((values, i) => strokeLine(ctx, values.map((p, k) => [x(xs[k]), y(p.mean)]), styleValue(OVERLAYS[i % OVERLAYS.length][2]), 1.5, OVERLAYS[i % OVERLAYS.length][1]));
        if (words) {
            curve.filter(p => p.low !== null).forEach((p, k) => strokeLine(ctx, [[x(k), y(p.low)], [x(k), y(p.high)]], styleValue("--ink")));
        }
        const at = x(axis.place(view.at[v]));
        strokeLine(ctx, [[at, box.top], [at, box.bottom]], styleValue("--mark"), 2);
        ctx.fillStyle = styleValue("--mark");
        ctx.fillRect(at - 5, box.top - 9, 10, 8);
    });
    const band = () => styleValue("--sheet") + "2e", chart = new Chart(`${row.name} versus ${axis.name}`, {
        x: axis, y: { ...row.axis, range: () => row.now || [0, 1] }, height: 190, padding: [14, 14, 0, 0], data: [xs, ...[0, 1, 2].map(() => xs.map(() => null))], cursor: { show: false },
        series: [lineSeries(row.name, "--sheet", words ? { points: { show: true, size: 8, fill: () => styleValue("--sheet") }, paths: () => null } : {}), ...[0, 1].map(() => lineSeries("", "--sheet", { width: 0, paths: words ? () => null : undefined }))],
        bands: words ? [] : [{ series: [3, 2], fill: band }], hooks: { drawAxes: [under], draw: [over, levelLines(row.limits)] },
        ready: plot => dragLine(plot, place => { view.at[v] = axis.coded(place); redraw(); }),
    });
    chart.caption.remove();
    chart.compute = () => {
        curve = along(() => {});
        others = view.overlay === null || view.overlay === v ? [] : overlayPlaces(view).map(place => along(setting => { setting[view.overlay] = place; }));
        chart.spec.data = [xs, curve.map(p => p.mean), curve.map(p => p.low), curve.map(p => p.high)];
    };
    chart.values = () => [...chart.spec.data.slice(1).flat(), ...others.flat().map(p => p.mean)];
    chart.draw = () => chart.plot && chart.plot.setData(chart.spec.data);
    return chart;
}

function dragLine(plot, move) {
    const { over } = plot;
    over.classList.add("drags");
    const follow = event => move(plot.posToVal(event.clientX - over.getBoundingClientRect().left, "x"));
    over.addEventListener("pointerdown", event => { over.setPointerCapture(event.pointerId); follow(event); });
    over.addEventListener("pointermove", event => over.hasPointerCapture(event.pointerId) && follow(event));
}

/** The Pareto front; each point can be selected. */
function fillFront(study, factors, at, redraw) {
    const shown = study.responses.filter((_, k) => study.optimum && study.optimum.responses[k].counts), noisy = study.variables.some(variable => variable.role === "noise"), seen = new Set();
    const rows = (study.optimum ? study.optimum.front : []).map(place => ({ place, name: factors.map(v => `${study.variables[v].name} = ${valueOf(study, v, place[v])}`).join(", "),
        values: shown.flatMap(response => { const p = predictAt(study, response, place); return noisy ? [p.mean, p.raw] : [p.mean]; }) })).filter(({ name }) => !seen.has(name) && seen.add(name));
    const titles = shown.flatMap(response => noisy ? [response.name, `standard deviation of ${response.name}`] : [response.name]), units = shown.flatMap(response => noisy ? [response.unit, response.unit] : [response.unit]);
    byId("front-part").hidden = rows.length < 2 || titles.length < 2;
    if (byId("front-part").hidden) {
        return;
    }
    const choose = place => { place.forEach((value, v) => { at[v] = value; }); redraw(); }, axes = [0, 1].map(k => ({ name: titles[k], unit: shownUnit(units[k])[1] }));
    showCharts(byId("front-chart"), [scatterChart("Pareto front: no point is better in all responses", rows.map(row => [0, 1].map(k => shownUnit(units[k])[0] * row.values[k])), ...axes, { names: i => rows[i].name, chosen: i => choose(rows[i].place), zero: false })]);
    byId("front").replaceChildren(headRow(["settings", ...titles], titles.map((_, i) => i + 1)), make("tbody", null, ...rows.map(row => make("tr", null,
        make("td", null, linkButton(row.name, () => choose(row.place), "show these settings in the profiler")),
        ...row.values.map((value, i) => make("td", { className: "number" }, quantity(value, units[i])))))));
}

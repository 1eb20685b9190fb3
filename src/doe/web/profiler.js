/* Prediction profiler: one curve of each response over each factor at selected settings; sliders change the settings. */

const CURVE_POINTS = 41;

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
    const variable = study.variables[v], region = study.region[v];
    if (variable.words) {
        return variable.levels[coded];
    }
    const value = region.logarithmic ? region.values[0] * Math.pow(region.values[1] / region.values[0], (coded + 1) / 2)
        : (region.values[0] + region.values[1]) / 2 + coded * (region.values[1] - region.values[0]) / 2;
    return number(value) + (variable.unit ? " " + variable.unit : "");
}

/* rows of curves: each modelled response, the share of jams, the desirability */
function profilerRows(study) {
    const rows = study.responses.map((response, k) => [response, k]).filter(([response]) => response.prediction).map(([response]) => ({
        name: response.name, sameNoise: response.prediction.same_noise, at: setting => predictAt(study, response, setting), shown: value => quantity(value, response.unit), limits: [response.minimum, response.maximum],
    }));
    if (study.jam_odds) {
        rows.push({ name: "share of jams", at: setting => ({ mean: jamAt(study, setting), low: null, high: null }), shown: percent, limits: [], range: [0, null] });
    }
    if (study.optimum) {
        rows.push({ name: "desirability", at: setting => ({ mean: wholeDesirability(study, setting), low: null, high: null }), shown: value => number(value, 3), limits: [], range: [0, 1] });
    }
    return rows;
}

function startProfiler(study) {
    const factors = study.variables.map((_, v) => v).filter(v => study.variables[v].role === "factor" && study.region[v].ends[1] > study.region[v].ends[0]), rows = profilerRows(study);
    /* mixture components cannot be changed independently */
    byId("profiler-section").hidden = factors.length === 0 || study.variables.some(variable => variable.component) || !study.responses.some(response => response.prediction);
    if (byId("profiler-section").hidden) {
        return;
    }
    const middle = study.variables.map((variable, v) => variable.role === "noise" ? null : variable.words ? study.region[v].ends[0] : (study.region[v].ends[0] + study.region[v].ends[1]) / 2);
    const best = study.optimum ? study.optimum.at : null, at = [...(best || middle)];
    const inputs = factors.map(v => control(study, v, at, redraw)), body = byId("profiler");
    byId("profiler-best").hidden = !best;
    byId("profiler-best").onclick = () => { best.forEach((value, v) => { at[v] = value; }); redraw(); };
    byId("controls").append(...inputs.map(input => input.element));
    function redraw() {
        inputs.forEach(input => input.show());
        body.replaceChildren(...rows.map(row => profileRow(study, row, factors, at)));
        byId("profiler-text").textContent = factors.map(v => `${study.variables[v].name} = ${valueOf(study, v, at[v])}`).join(", ") + (study.optimum && at.every((value, v) => value === best[v]) ? ": best settings in the region of the runs" : "");
        byId("profiler-command").textContent = study.command ? study.command + factors.map(v => " --set " + shellWord(`${study.variables[v].name}=${valueOf(study, v, at[v])}`)).join("") : "";
    }
    redraw();
    fillFront(study, factors, at, redraw);
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
        show: () => { input.value = at[v]; value.textContent = variable.words ? "" : valueOf(study, v, at[v]); input.setAttribute("aria-valuetext", valueOf(study, v, at[v])); },
    };
}

function profileRow(study, row, factors, at) {
    const now = row.at(at), curves = factors.map(v => curveOver(study, v, at, row));
    const range = extent([...curves.flat().flatMap(([, p]) => [p.mean, p.low, p.high]), ...(row.range || [])].filter(value => value !== null));
    const lines = [make("strong", null, row.name), make("span", { className: "value" }, row.shown(now.mean))];
    if (now.low !== null) {
        lines.push(make("span", { className: "faint" }, `${row.shown(now.low)} to ${row.shown(now.high)}`));
    }
    if (now.noise > 0) {
        lines.push(make("span", { className: "faint" }, `standard deviation due to noise ${row.shown(now.noise)}${row.sameNoise ? " at all settings: no interactions of factors with noise in the model" : ""}`));
    }
    return make("div", { className: "profile" }, make("div", { className: "profile-name" }, ...lines), ...factors.map((v, i) => curveChart(study, v, at, curves[i], range, row)));
}

function curveOver(study, v, at, row) {
    const region = study.region[v], words = study.variables[v].words, setting = [...at];
    const places = words ? study.variables[v].levels.map((_, i) => i) : Array.from({ length: CURVE_POINTS }, (_, i) => region.ends[0] + i / (CURVE_POINTS - 1) * (region.ends[1] - region.ends[0]));
    return places.map(place => {
        setting[v] = place;
        return [place, row.at(setting)];
    });
}

function curveChart(study, v, at, curve, range, row) {
    const width = 210, height = 150, left = 62, words = study.variables[v].words, ends = [curve[0][0], curve[curve.length - 1][0]];
    const x = words ? i => left + (i + 0.5) * (width - left - 8) / curve.length : scale(ends, left, width - 8), y = scale(range, height - 36, 10);
    const line = key => curve.map(([place, p], i) => `${i ? "L" : "M"}${x(place).toFixed(1)} ${y(p[key]).toFixed(1)}`).join("");
    const band = curve[0][1].low === null ? "" : line("high") + [...curve].reverse().map(([place, p]) => `L${x(place).toFixed(1)} ${y(p.low).toFixed(1)}`).join("") + "Z";
    const limits = row.limits.filter(limit => limit !== null && limit > range[0] && limit < range[1]);
    const name = study.variables[v].name, title = `${row.name} versus ${name}`;
    return svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title, class: "curve" }, svg("title", null, title),
        ...[0, 0.5, 1].map(t => label(left - 4, y(range[0] + t * (range[1] - range[0])) + 4, row.shown(range[0] + t * (range[1] - range[0])), "end")),
        svg("path", { class: "axis", d: `M${left} ${y(range[1])}V${y(range[0])}H${width - 8}` }), words ? "" : svg("path", { class: "band", d: band }),
        ...limits.map(limit => svg("line", { class: "limit", x1: left, x2: width - 8, y1: y(limit), y2: y(limit) })),
        words ? svg("g", null, ...curve.flatMap(([place, p]) => [svg("path", { class: "whisker", d: p.low === null ? "" : `M${x(place)} ${y(p.low)}V${y(p.high)}` }), svg("circle", { class: "dot", cx: x(place), cy: y(p.mean), r: 3.5 })])) : svg("path", { class: "line", d: line("mean") }),
        svg("line", { class: "now", x1: x(at[v]), x2: x(at[v]), y1: y(range[1]), y2: y(range[0]) }),
        ...(words ? curve.map(([place]) => label(x(place), height - 22, short(valueOf(study, v, place), Math.max(4, 22 / curve.length)), "middle"))
            : [label(left, height - 22, valueOf(study, v, ends[0]), "start"), label(width - 8, height - 22, valueOf(study, v, ends[1]), "end")]),
        label((left + width - 8) / 2, height - 6, name, "middle"));
}

/** The Pareto front; each point can be selected. */
function fillFront(study, factors, at, redraw) {
    const front = study.optimum ? study.optimum.front : [], shown = study.responses.map((response, k) => [response, k]).filter(([, k]) => study.optimum && study.optimum.responses[k].counts);
    byId("front-part").hidden = front.length < 2;
    if (byId("front-part").hidden) {
        return;
    }
    const noisy = study.variables.some(variable => variable.role === "noise");
    const rows = front.map(place => ({ place, values: shown.flatMap(([response]) => { const p = predictAt(study, response, place); return noisy ? [p.mean, p.raw] : [p.mean]; }) }));
    const titles = shown.flatMap(([response]) => noisy ? [response.name, `standard deviation of ${response.name}`] : [response.name]), units = shown.flatMap(([response]) => noisy ? [response.unit, response.unit] : [response.unit]);
    const choose = place => { place.forEach((value, v) => { at[v] = value; }); redraw(); };
    if (titles.length >= 2) {
        byId("front-chart").replaceChildren(scatterChart("Pareto front: no point is better in all responses", rows.map(row => [row.values[0], row.values[1]]), titles, units, i => choose(rows[i].place)));
    }
    byId("front").replaceChildren(headRow(["settings", ...titles], titles.map((_, i) => i + 1)), make("tbody", null, ...rows.map(row => make("tr", null,
        make("td", null, linkButton(factors.map(v => `${study.variables[v].name} = ${valueOf(study, v, row.place[v])}`).join(", "), () => choose(row.place), "show these settings in the profiler")),
        ...row.values.map((value, i) => make("td", { className: "number" }, quantity(value, units[i])))))));
}

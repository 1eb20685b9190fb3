/* Small charts as SVG. */

function svg(tag, attributes, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes || {})) {
        element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
}

function chart(title, width, height, ...children) {
    return make("figure", null, make("figcaption", null, title), svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title }, ...children));
}

function label(x, y, text, anchor) {
    return svg("text", { x, y, "text-anchor": anchor || "start" }, text);
}

/* shortens in the middle, because names differ at both ends */
function short(text, most) {
    return text.length <= most ? text : text.slice(0, most / 2) + "\u2026" + text.slice(text.length - most / 2 + 1);
}

function extent(values) {
    const known = values.filter(value => Number.isFinite(value));
    const low = Math.min(...known), high = Math.max(...known);
    return known.length === 0 ? [0, 1] : low < high ? [low, high] : [low - (Math.abs(low) || 1) / 2, high + (Math.abs(high) || 1) / 2];
}

/** A linear map from [low, high] to [from, to]. */
function scale([low, high], from, to) {
    return value => from + (value - low) / (high - low) * (to - from);
}

function upright(range, at, x, unit) {
    const group = svg("g", null, svg("line", { class: "axis", x1: x, x2: x, y1: at(range[0]), y2: at(range[1]) }));
    for (let i = 0; i <= 2; i++) {
        const value = range[0] + i / 2 * (range[1] - range[0]);
        group.append(label(x - 4, at(value) + 4, quantity(value, unit), "end"));
    }
    return group;
}

/** Margins of significant effects: from the error of replicated points, otherwise Lenth's margins; without random noise, a threshold from the small effects. */
function marginsOf(effects, columns) {
    const all = haveOwnErrors(effects, columns) ? [] : effects.error_margin !== null ? [["95 %", effects.error_margin]] : effects.margin !== null ? [["ME", effects.margin], ["SME", effects.all_margin]]
        : [["2.5 PSE", effects.pseudo_error === null ? null : 2.5 * effects.pseudo_error]];
    return all.filter(([, value]) => value !== null && value > 0);
}

/** With common noise samples, each effect has its own standard error, and a common margin does not exist. */
function haveOwnErrors(effects, columns) {
    return effects.error_margin === null && effects.margin === null && effects.bars.some(bar => columns[bar.column].p !== null);
}

/* not significant */
function isSmall(bar, effects, columns, limits) {
    return limits.length > 0 ? Math.abs(bar.effect) < limits[0][1] : haveOwnErrors(effects, columns) && !(columns[bar.column].p < 0.05);
}

/** Effects by size, with the margins of significance. */
function paretoChart(effects, columns, unit) {
    const bars = effects.bars.slice(0, 25), row = 20, left = 180, width = 480, height = bars.length * row + 34, limits = marginsOf(effects, columns);
    const most = Math.max(...bars.map(bar => Math.abs(bar.effect)), 1e-300), at = scale([0, most], left, width - 84);
    const marks = bars.map((bar, i) => {
        const name = columns[bar.column].name, small = isSmall(bar, effects, columns, limits);
        return svg("g", null, svg("title", null, `${name}: ${quantity(bar.effect, unit)}`), label(left - 6, i * row + 15, short(name, 24), "end"),
            svg("rect", { class: small ? "bar small" : "bar", x: left, y: i * row + 4, width: at(Math.abs(bar.effect)) - left, height: row - 6 }));
    });
    const values = bars.map((bar, i) => label(at(Math.abs(bar.effect)) + 4, i * row + 15, quantity(bar.effect, unit)));
    const lines = limits.filter(([, value]) => value <= most).map(([name, value], i) =>
        svg("g", null, svg("line", { class: "limit", x1: at(value), x2: at(value), y1: 0, y2: height - 16 }), label(at(value) + (limits.length === 1 ? 0 : i ? 3 : -3), height - 4, name, limits.length === 1 ? "middle" : i ? "start" : "end")));
    return chart("Effects from low to high, in order of size", width, height, ...marks, ...lines, svg("g", { class: "over" }, ...values));
}

function halfNormalChart(effects, columns, unit) {
    const width = 460, height = 300, sizes = effects.bars.map(bar => Math.abs(bar.effect));
    const x = scale([0, Math.max(...sizes, 1e-300)], 40, width - 90), y = scale([0, Math.max(...effects.bars.map(bar => bar.place), 1)], height - 34, 12);
    const limits = marginsOf(effects, columns), dots = effects.bars.map((bar, i) => svg("g", null, svg("title", null, `${columns[bar.column].name}: ${quantity(bar.effect, unit)}`),
        svg("circle", { class: "dot", cx: x(sizes[i]), cy: y(bar.place), r: 3.5 }),
        i < 6 && (limits.length > 0 || haveOwnErrors(effects, columns)) && !isSmall(bar, effects, columns, limits) ? x(sizes[i]) > 0.7 * width
            ? label(x(sizes[i]) - 6, y(bar.place) + 4, short(columns[bar.column].name, 14), "end") : label(x(sizes[i]) + 6, y(bar.place) + 4, short(columns[bar.column].name, 14)) : ""));
    const most = Math.max(...sizes, 1e-300), top = Math.max(...effects.bars.map(bar => bar.place), 1), error = effects.pseudo_error;
    const end = error > 0 ? Math.min(most, error * top) : 0; /* of the line of inactive effects: size = pseudo-standard error times quantile */
    return chart("Half-normal plot: inactive effects fall on the line", width, height,
        svg("path", { class: "axis", d: `M40 12V${height - 34}H${width - 20}` }), end > 0 ? svg("path", { class: "limit", d: `M${x(0)} ${y(0)}L${x(end)} ${y(end / error)}` }) : "",
        label(40, height - 20, "0", "middle"), label(x(most), height - 20, quantity(most, unit), "end"), label(width - 20, height - 4, unit ? `size of effect [${shownUnit(unit)[1]}]` : "size of effect", "end"),
        label(6, 12, "half-normal quantile"), label(34, y(top) + 14, number(top, 2), "end"), ...dots);
}

/* standard error of a mean due to noise samples; 0: none. cell: [runs, mean, deviation, error] */
function errorOf(cell) {
    return cell[3] || 0;
}

/** Range of all means of a response with their errors: a common scale for all charts, so that slopes can be compared. */
function meansExtent(cells) {
    return extent(cells.filter(cell => cell[1] !== null).flatMap(cell => [cell[1] - errorOf(cell), cell[1] + errorOf(cell)]));
}

/** Means at the levels of a variable, with the standard error of the mean for random noise. cells: [runs, mean, deviation, error]. */
function levelChart(variable, cells, range, unit) {
    const width = 340, height = 220, error = errorOf;
    const y = scale(range, height - 40, 14), x = i => 80 + (i + 0.5) * (width - 90) / cells.length;
    const known = cells.map((cell, i) => [cell, i]).filter(([cell]) => cell[1] !== null);
    return chart(variable.name, width, height, upright(range, y, 70, unit),
        svg("path", { class: "line", d: known.map(([cell, i], k) => `${k ? "L" : "M"}${x(i)} ${y(cell[1])}`).join("") }),
        ...known.map(([cell, i]) => svg("g", null, svg("title", null, `${variable.levels[i]}: ${quantity(cell[1], unit)}, ${cell[0]} runs`),
            svg("line", { class: "whisker", x1: x(i), x2: x(i), y1: y(cell[1] - error(cell)), y2: y(cell[1] + error(cell)) }),
            svg("circle", { class: "dot", cx: x(i), cy: y(cell[1]), r: 4 }))),
        ...cells.map((cell, i) => label(x(i), height - 22, short(variable.levels[i], Math.max(6, 42 / cells.length)), "middle")));
}

/** Means at pairs of levels: lines that are not parallel show an interaction. */
function pairChart(first, second, cells, range, unit) {
    const width = 340, height = 240, n = second.levels.length, y = scale(range, height - 60, 14);
    const x = j => 80 + (j + 0.5) * (width - 90) / n, dashes = ["", "6 3", "2 3", "8 3 2 3"];
    const lines = first.levels.map((text, i) => {
        const row = second.levels.map((_, j) => [x(j), cells[i * n + j][1]]).filter(([, mean]) => mean !== null);
        const path = svg("path", { class: "line", "stroke-dasharray": dashes[i % 4], d: row.map(([at, mean], k) => `${k ? "L" : "M"}${at} ${y(mean)}`).join("") });
        return svg("g", null, svg("title", null, `${first.name} = ${text}`), path, ...row.map(([at, mean]) => svg("circle", { class: "dot", cx: at, cy: y(mean), r: 3 })),
            i < 4 ? svg("path", { class: "line", "stroke-dasharray": dashes[i], d: `M${10 + i * 82} ${height - 8}h18` }) : "", i < 4 ? label(31 + i * 82, height - 4, short(text, 9)) : "");
    });
    return chart(`${first.name} (lines) and ${second.name}`, width, height, upright(range, y, 70, unit), ...lines,
        ...second.levels.map((text, j) => label(x(j), height - 42, short(text, Math.max(6, 42 / n)), "middle")));
}

/** Sensitivity indices by factor or noise factor, with intervals: Sobol' first-order (pale) and total indices, or mean absolute effects of Morris. */
function sensitivityChart(factors, variables, unit) {
    const sobol = factors[0].method === "sobol", width = 460, row = 34, left = 130, height = factors.length * row + 10;
    const of = variables[factors[0].variable].role === "noise" ? " of the noise, relative to the mean of each point" : "";
    const bars = factor => sobol ? [["bar small", "first", factor.first, factor.first_interval], ["bar", "total", factor.total, factor.total_interval]] : [["bar", "mu*", factor.mu_star, factor.mu_star_interval]];
    const shown = value => sobol ? number(value) : quantity(value, unit);
    const most = Math.max(...factors.flatMap(bars).map(([, , value, interval]) => Math.max(value || 0, interval[1] || 0)), 1e-300), at = scale([0, most], left, width - 84);
    return chart(sobol ? `Sobol’ indices${of}: first order (pale), total` : `Morris: mean absolute elementary effects${of && " of the noise"} from low to high`, width, height, ...factors.map((factor, i) => svg("g", null,
        label(left - 6, i * row + 19, short(variables[factor.variable].name, 18), "end"),
        ...bars(factor).filter(([, , value]) => value !== null).flatMap(([style, name, value, interval], k) => [
            svg("rect", { class: style, x: left, y: i * row + 4 + k * 13, width: Math.max(0, at(value) - left), height: sobol ? 11 : 24 }, svg("title", null, `${name} ${shown(value)}` + (sobol ? "" : `, mu ${shown(factor.mu)}, sigma ${shown(factor.sigma)}`))),
            svg("path", { class: "whisker", d: interval[0] === null ? "" : `M${at(Math.max(0, interval[0]))} ${i * row + 9.5 + k * 13}H${at(Math.max(0, interval[1]))}` }),
            label(at(Math.max(value, interval[1] || 0, 0)) + 4, i * row + 14 + k * 12, shown(value))]))));
}

/** Second-order Sobol' indices with intervals, the largest first. */
function pairIndexChart(pairs, variables) {
    const sorted = [...pairs].sort((a, b) => (b.index || 0) - (a.index || 0)).slice(0, 20), width = 460, row = 24, left = 190, height = sorted.length * row + 10;
    const of = variables[pairs[0].first].role === "noise" ? " of the noise" : "";
    const at = scale([0, Math.max(...sorted.map(pair => Math.max(pair.index || 0, pair.interval[1] || 0)), 1e-300)], left, width - 84);
    return chart(`Sobol\u2019 second-order indices${of}${pairs.length > sorted.length ? `: the ${sorted.length} largest of ${pairs.length}` : ""}`, width, height, ...sorted.map((pair, i) => {
        const name = `${variables[pair.first].name} \u00d7 ${variables[pair.second].name}`, value = pair.index || 0, [low, high] = pair.interval;
        return svg("g", null, label(left - 6, i * row + 16, short(name, 27), "end"),
            svg("rect", { class: "bar", x: left, y: i * row + 5, width: Math.max(0, at(value) - left), height: 14 }, svg("title", null, `${name} ${plain(pair.index)}`)),
            svg("path", { class: "whisker", d: low === null ? "" : `M${at(Math.max(0, low))} ${i * row + 12}H${at(Math.max(0, high))}` }),
            label(at(Math.max(value, high || 0)) + 4, i * row + 16, plain(pair.index)));
    }));
}

/** "5 %", "5 % to 7.5 %": without and with undecided runs. */
function shareText(rate) {
    const [low, high] = rate.shares.map(percent);
    return low === high ? low : `${low} to ${high}`;
}

/** Shares of jams at levels, followed by shares of undecided runs; with intervals if the runs of a level are samples at one setting. */
function rateChart(variable, rates) {
    const end = rate => rate.exact[1] === null ? rate.shares[1] : rate.exact[1];
    const width = 340, row = 24, left = 110, height = rates.length * row + 24, at = scale([0, Math.max(...rates.map(rate => rate.n ? end(rate) : 0), 1e-9)], left, width - 110);
    return chart(variable.name, width, height, ...rates.map((rate, i) => svg("g", null, svg("title", null, `${rate.count} jams, ${rate.undecided} undecided in ${rate.n} runs`),
        label(left - 6, i * row + 16, short(variable.levels[i], 14), "end"),
        ...(rate.n ? [svg("rect", { class: "bar jam", x: left, y: i * row + 5, width: at(rate.shares[0]) - left, height: row - 9 }),
            svg("rect", { class: "bar undecided", x: at(rate.shares[0]), y: i * row + 5, width: at(rate.shares[1]) - at(rate.shares[0]), height: row - 9 }),
            svg("path", { class: "whisker", d: rate.exact[0] === null ? "" : `M${at(rate.exact[0])} ${i * row + 12}H${at(rate.exact[1])}` }),
            label(at(end(rate)) + 4, i * row + 16, shareText(rate))] : [label(left, i * row + 16, "no runs")]))));
}

function percent(share) {
    return number(100 * share) + "\u00a0%";
}

/** Shares of jams by two variables; darker means more jams. counts: [jams, runs, undecided]. */
function jamMap(first, second, counts) {
    const width = 340, left = 100, wide = (width - left) / second.levels.length, row = 30, height = first.levels.length * row + 24;
    const cells = counts.map(([jams, runs, undecided], k) => {
        const i = Math.floor(k / second.levels.length), j = k % second.levels.length, share = runs ? jams / runs : 0;
        return svg("g", null, svg("title", null, `${first.name} = ${first.levels[i]}, ${second.name} = ${second.levels[j]}: ${jams} of ${runs}` + (undecided ? `, ${undecided} undecided` : "")),
            svg("rect", { class: "bar jam", x: left + j * wide, y: i * row, width: wide - 2, height: row - 2, opacity: runs ? 0.08 + 0.5 * share : 0 }),
            label(left + (j + 0.5) * wide, i * row + 19, runs ? `${jams}${undecided ? `\u2013${jams + undecided}` : ""}/${runs}` : "\u2013", "middle"));
    });
    return chart(`${first.name} (down) and ${second.name}`, width, height, ...cells, ...first.levels.map((text, i) => label(left - 6, i * row + 19, short(text, 13), "end")),
        ...second.levels.map((text, j) => label(left + (j + 0.5) * wide, height - 8, short(text, Math.max(5, 36 / second.levels.length)), "middle")));
}

/** A surface over two variables in coded units: cells coloured by value, and contour lines. */
function contourChart(title, value, ends, unit, place) {
    const width = 460, height = 380, left = 70, bottom = 50, n = 40, x = scale([-1, 1], left, width - 20), y = scale([-1, 1], height - bottom, 14);
    const grid = Array.from({ length: n + 1 }, (_, j) => Array.from({ length: n + 1 }, (_, i) => value(2 * i / n - 1, 2 * j / n - 1)));
    const [low, high] = extent(grid.flat()), levels = Array.from({ length: 9 }, (_, k) => low + (k + 1) / 10 * (high - low)), parts = [];
    for (let j = 0; j < n; j++) {
        for (let i = 0; i < n; i++) {
            const share = ((grid[j][i] + grid[j + 1][i + 1]) / 2 - low) / (high - low);
            parts.push(svg("rect", { class: "bar", "shape-rendering": "crispEdges", x: x(2 * i / n - 1), y: y(2 * (j + 1) / n - 1), width: 390 / n, height: 330 / n, opacity: 0.06 + 0.6 * share }));
        }
    }
    for (const level of levels) {
        const path = contourPath(grid, level, n, x, y), at = labelPlace(path, [left, 14, width - 20, height - bottom]);
        parts.push(svg("path", { class: "contour", d: path }, svg("title", null, quantity(level, unit))));
        if (at) {
            parts.push(svg("g", { class: "over" }, label(at[0], at[1] + 4, quantity(level, unit, 3), "middle")));
        }
    }
    if (place && Math.abs(place[0]) <= 1 && Math.abs(place[1]) <= 1) {
        parts.push(svg("circle", { class: "place", cx: x(place[0]), cy: y(place[1]), r: 6 }, svg("title", null, "stationary point")));
    }
    return chart(title, width, height, ...parts, label(x(-1), height - 32, ends[0][0], "middle"), label(x(1), height - 32, ends[0][1], "end"),
        label((x(-1) + x(1)) / 2, height - 32, ends[0][2], "middle"), label(left - 4, y(-1), ends[1][0], "end"), label(left - 4, y(1) + 10, ends[1][1], "end"),
        label(left - 4, (y(-1) + y(1)) / 2, short(ends[1][2], 10), "end"), label(left, height - 8, `from ${quantity(low, unit)} (light) to ${quantity(high, unit)} (dark)`));
}

/* the point of a contour with the largest distance from the edges of the chart, if a label fits */
function labelPlace(path, [low, top, high, bottom]) {
    const places = [...path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, px, py]) => [Number(px), Number(py)]);
    const room = ([px, py]) => Math.min(px - low, high - px, 2 * (py - top), 2 * (bottom - py));
    const best = places.reduce((a, b) => a && room(a) >= room(b) ? a : b, null);
    return best && room(best) > 24 ? best : null;
}

/* line segments in the triangles of each cell */
function contourPath(grid, level, n, x, y) {
    let path = "";
    const at = (i, j) => [2 * i / n - 1, 2 * j / n - 1, grid[j][i]];
    const cross = (a, b) => {
        const t = (level - a[2]) / (b[2] - a[2]);
        return `${x(a[0] + t * (b[0] - a[0])).toFixed(1)} ${y(a[1] + t * (b[1] - a[1])).toFixed(1)}`;
    };
    for (let j = 0; j < n; j++) {
        for (let i = 0; i < n; i++) {
            for (const three of [[at(i, j), at(i + 1, j), at(i, j + 1)], [at(i + 1, j + 1), at(i, j + 1), at(i + 1, j)]]) {
                const ends = [[0, 1], [1, 2], [2, 0]].filter(([a, b]) => (three[a][2] < level) !== (three[b][2] < level)).map(([a, b]) => cross(three[a], three[b]));
                path += ends.length === 2 ? `M${ends[0]}L${ends[1]}` : "";
            }
        }
    }
    return path;
}

/** Scatter chart; axes show names and units. `chosen` is called with a clicked point; line: [slope, offset]. */
function scatterChart(title, points, names, units, chosen, line) {
    const width = 460, height = 320, left = 84, bottom = 52, x = scale(extent(points.map(([value]) => value)), left, width - 20), y = scale(extent(points.map(([, value]) => value)), height - bottom, 14);
    const ticks = values => { const [low, high] = extent(values); return [low, (low + high) / 2, high]; };
    const ends = extent(points.map(([value]) => value)), zero = y(0);
    const clip = value => Math.max(14, Math.min(height - bottom, y(value)));
    return chart(title, width, height, svg("path", { class: "axis", d: `M${left} 14V${height - bottom}H${width - 20}` }),
        line ? svg("path", { class: "grid", d: `M${x(ends[0])} ${clip(line[0] * ends[0] + line[1])}L${x(ends[1])} ${clip(line[0] * ends[1] + line[1])}` })
            : zero > 14 && zero < height - bottom ? svg("line", { class: "grid", x1: left, x2: width - 20, y1: zero, y2: zero }) : "",
        ...ticks(points.map(([value]) => value)).map((value, i) => label(x(value), height - bottom + 16, quantity(value, units[0]), ["start", "middle", "end"][i])),
        ...ticks(points.map(([, value]) => value)).map(value => label(left - 6, y(value) + 4, quantity(value, units[1]), "end")),
        label((left + width) / 2, height - 10, short(names[0], 40), "middle"), svg("text", { x: 14, y: (height - bottom) / 2, "text-anchor": "middle", transform: `rotate(-90 14 ${(height - bottom) / 2})` }, short(names[1], 34)),
        ...points.map(([a, b], i) => {
            const dot = svg("circle", { class: chosen ? "dot active" : "dot", cx: x(a), cy: y(b), r: 4.5 }, svg("title", null, `${names[0]} ${quantity(a, units[0])}, ${names[1]} ${quantity(b, units[1])}`));
            dot.addEventListener("click", () => chosen && chosen(i));
            return dot;
        }));
}

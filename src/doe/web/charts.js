/* Charts by uPlot: axes with names, units and round ticks. Values are in displayed units. Names are never shortened: they are wrapped,
   or written above the chart where they do not fit its axis. */

const CHART_FONT = "12px system-ui, -apple-system, \"Segoe UI\", Roboto, \"Helvetica Neue\", Arial, sans-serif";
const LINE_HEIGHT = 15;
const textMeter = document.createElement("canvas").getContext("2d");
const figureOf = new WeakMap(); /* from the box of a chart to the chart */
const drawnCharts = new Set();

function textWidth(text) {
    textMeter.font = CHART_FONT;
    return textMeter.measureText(text).width;
}

/* lines of at most `width` pixels, broken at blanks and behind punctuation, units not; else anywhere */
function wrapText(text, width) {
    const lines = [""];
    for (const part of text.split(/(?<=[\s_\-.,:/=×])(?![^[\]]*\])/)) {
        if (lines.at(-1) && textWidth(lines.at(-1) + part.trimEnd()) > width) {
            lines.push("");
        }
        for (const character of part) {
            if (lines.at(-1) && textWidth(lines.at(-1) + character) > width) {
                lines.push("");
            }
            lines[lines.length - 1] += character;
        }
    }
    return lines.map(line => line.trim()).join("\n");
}

/** "margin [s]", "share [-]": the title of an axis; of words the name alone. */
function titled({ name, unit, words }) {
    return words && !words.every(word => Number.isFinite(Number(word))) ? name : `${name} [${unit || "-"}]`;
}

/** An axis: { name, unit, words }; of words the places are 0, 1, ... */
function responseAxis(response) {
    return { name: response.name, unit: shownUnit(response.unit)[1], factor: shownUnit(response.unit)[0] };
}

function extent(values) {
    let low = Infinity, high = -Infinity;
    for (const value of values) {
        if (Number.isFinite(value)) {
            low = Math.min(low, value);
            high = Math.max(high, value);
        }
    }
    return low > high ? [0, 1] : high - low > 1e-9 * Math.max(Math.abs(low), Math.abs(high)) ? [low, high] : [low - (Math.abs(low) || 1) / 2, high + (Math.abs(high) || 1) / 2];
}

/* the range with some room at both ends */
function roomy([low, high], room = 0.06) {
    return [low - room * (high - low), high + room * (high - low)];
}

/** Round values inside a range, about `count` of them. */
function roundTicks([low, high], count) {
    const rough = (high - low) / count, power = Math.pow(10, Math.floor(Math.log10(rough))), step = power * ([1, 2, 2.5, 5].find(k => k * power >= rough) || 10), ticks = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) {
        ticks.push(Number((k * step).toPrecision(12)));
    }
    return ticks;
}

/* text of a tick: as many decimals as the step between ticks has */
function tickText(value, step) {
    if (value === 0 || Math.abs(value) < 1e-9 * step) {
        return "0";
    }
    if (Math.abs(value) >= 1e6 || step < 1e-5) {
        return String(Number(value.toPrecision(6)).toExponential()).replace("e+", "e");
    }
    const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    return value.toFixed(Number((step * Math.pow(10, decimals)).toPrecision(6)) % 1 ? decimals + 1 : decimals);
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

class Chart {
    /** spec: x, y (axes with a `range`), data, series, and what else uPlot takes: bands, hooks, cursor; `more`: further axes and scales. */
    constructor(title, spec) {
        this.spec = spec;
        this.box = make("div", { className: "plot" });
        this.box.setAttribute("role", "img");
        this.box.setAttribute("aria-label", title);
        this.caption = make("figcaption", null, title);
        this.element = make("figure", null, this.caption, this.box);
        this.box.style.minHeight = `${this.height(400) + (spec.legend ? 28 : 0)}px`; /* its place until it is drawn */
        figureOf.set(this.box, this);
        Chart.near.observe(this.box);
    }

    fit() {
        const width = this.box.clientWidth;
        if (width < 80 || (this.plot && this.plot.width === width)) {
            return;
        }
        if (this.plot) {
            this.plot.setSize({ width, height: this.height(width) });
        } else {
            this.plot = new uPlot(this.options(width), this.spec.data, this.box);
            this.box.style.minHeight = "";
            drawnCharts.add(this);
            (this.spec.ready || (() => {}))(this.plot);
        }
    }

    height(width) {
        return typeof this.spec.height === "function" ? this.spec.height(width) : this.spec.height || 240;
    }

    options(width) {
        const { x, y, series, bands, hooks, cursor, legend, more = {} } = this.spec, scaleOf = axis => ({ range: axis.range, distr: axis.logarithmic ? 3 : 1, time: false });
        return {
            width, height: this.height(width), padding: this.spec.padding || [12, 16, 0, 0], pxAlign: 0, bands, hooks, legend: { show: Boolean(legend), ...legend },
            cursor: { drag: { x: false, y: false }, points: { show: false }, x: false, y: false, ...cursor }, scales: { x: scaleOf(x), y: scaleOf(y), ...more.scales },
            axes: [this.axis(x, 0), this.axis(y, 1), ...(more.axes || []).map(axis => this.axis(axis, 1))],
            series: [{ label: x.name, value: (_, value) => placeText(x, value) }, ...series.map(one => ({ value: (_, value) => placeText(y, value), ...one }))],
        };
    }

    axis(axis, upright) {
        const ink = () => styleValue("--ink"), line = { stroke: () => styleValue("--grid"), width: 1 }, { words } = axis;
        const room = plot => (upright ? plot.bbox.height : plot.bbox.width) / devicePixelRatio || 200;
        const wide = plot => room(plot) / (words || [1]).length - 8, turned = plot => words && wide(plot) < 44;
        const texts = plot => words.map(word => turned(plot) ? word : wrapText(word, wide(plot)));
        return {
            scale: axis.scale || (upright ? "y" : "x"), side: axis.side ?? (upright ? 3 : 2), show: axis.show !== false, gap: axis.gap ?? 5, stroke: ink, font: CHART_FONT, labelFont: CHART_FONT, lineGap: LINE_HEIGHT / 12,
            grid: { show: axis.grid !== false && !words, ...line }, ticks: { show: !words, size: 5, ...line }, border: { show: true, stroke: () => styleValue("--line"), width: 1 },
            label: axis.label === false ? undefined : plot => textWidth(titled(axis)) <= room(plot) + 16 ? titled(axis) : words ? "" : `[${axis.unit || "-"}]`, labelSize: 20, labelGap: 2,
            rotate: words ? plot => turned(plot) ? -90 : 0 : undefined,
            splits: words ? () => words.map((_, i) => i).filter((_, i) => i % Math.ceil(words.length / 40) === 0) : axis.splits,
            values: words ? plot => texts(plot).filter((_, i) => i % Math.ceil(words.length / 40) === 0) : axis.logarithmic ? (_, at) => at.map(value => value === null ? null : number(value)) : (_, at, k, space, step) => at.map(value => tickText(value, step)),
            size: words && !upright ? (plot, values, k) => {
                const lines = turned(plot) ? 1 : Math.max(...texts(plot).map(text => text.split("\n").length));
                if (axis.side === 0) { /* lines go down from the first */
                    plot.axes[k].gap = 12 + (lines - 1) * LINE_HEIGHT;
                }
                return (axis.side === 0 ? 15 : 8) + (turned(plot) ? Math.max(...words.map(textWidth)) : LINE_HEIGHT * lines);
            }
                : upright ? (_, values) => 12 + (axis.gap ?? 5) + Math.max(10, ...(values || []).map(value => textWidth(value || ""))) : 28,
            space: upright ? 26 : (_, k, low, high) => 26 + Math.max(...[low, high].map(value => textWidth(tickText(value, (high - low) / 5)))),
        };
    }
}

Chart.sized = new ResizeObserver(entries => entries.forEach(entry => figureOf.get(entry.target).fit()));
/* charts are drawn when they come near, so that the page starts quickly */
Chart.near = new IntersectionObserver(entries => entries.filter(entry => entry.isIntersecting).forEach(({ target }) => {
    Chart.near.unobserve(target);
    Chart.sized.observe(target);
}), { rootMargin: "400px" });
addEventListener("beforeprint", () => document.querySelectorAll(".plot").forEach(box => figureOf.get(box).fit()));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => drawnCharts.forEach(({ plot }) => plot.redraw()));

/** Puts charts, or other elements, in place of those in the holder. */
function showCharts(holder, parts) {
    for (const box of holder.querySelectorAll(".plot")) {
        const old = figureOf.get(box);
        Chart.near.unobserve(box);
        Chart.sized.unobserve(box);
        drawnCharts.delete(old);
        if (old.plot) {
            old.plot.destroy();
        }
    }
    holder.replaceChildren(...parts.map(part => part instanceof Chart ? part.element : part));
}

/** "450 mm/s" of a place on an axis. */
function placeText(axis, value) {
    return value === null || value === undefined ? "\u2013" : axis.words ? axis.words[Math.round(value)] || "" : number(value) + (axis.unit ? (axis.unit.startsWith("\u00b0") ? "" : "\u00a0") + axis.unit : "");
}

/* drawing in hooks of uPlot, in CSS pixels */
function drawing(draw) {
    return plot => {
        const { ctx } = plot, scale = devicePixelRatio;
        ctx.save();
        ctx.scale(scale, scale);
        ctx.font = CHART_FONT;
        draw(plot, ctx, value => plot.valToPos(value, "x", true) / scale, value => plot.valToPos(value, "y", true) / scale,
            { left: plot.bbox.left / scale, top: plot.bbox.top / scale, right: (plot.bbox.left + plot.bbox.width) / scale, bottom: (plot.bbox.top + plot.bbox.height) / scale });
        ctx.restore();
    };
}

function strokeLine(ctx, points, colour, width = 1, dash = []) {
    ctx.beginPath();
    points.forEach(([x, y], i) => i ? ctx.lineTo(x, y) : ctx.moveTo(x, y));
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.setLineDash(dash);
    ctx.stroke();
    ctx.setLineDash([]);
}

/* text that stays readable where a line runs behind it */
function haloText(ctx, text, x, y) {
    const wide = ctx.measureText(text).width, left = x - wide * { left: 0, start: 0, center: 0.5, right: 1 }[ctx.textAlign];
    ctx.fillStyle = styleValue("--paper");
    ctx.globalAlpha = 0.8;
    ctx.fillRect(left - 2, y - 11, wide + 4, 14);
    ctx.globalAlpha = 1;
    ctx.fillStyle = styleValue("--ink");
    ctx.fillText(text, x, y);
}

/** Horizontal lines, such as limits: [value, name]. Names stand at the right end. */
function levelLines(lines, colour = "--mark") {
    return drawing((plot, ctx, x, y, box) => lines.filter(([value]) => value >= plot.scales.y.min && value <= plot.scales.y.max).forEach(([value, name]) => {
        strokeLine(ctx, [[box.left, y(value)], [box.right, y(value)]], styleValue(colour), 1.2, [5, 3]);
        if (name) {
            ctx.textAlign = "right";
            haloText(ctx, name, box.right - 3, y(value) - 4);
        }
    }));
}

/** Upright lines from low to high: [x, low, high]. */
function whiskers(list) {
    return drawing((plot, ctx, x, y) => list.filter(([, low, high]) => low !== null && high > low).forEach(([at, low, high]) => strokeLine(ctx, [[x(at), y(low)], [x(at), y(high)]], styleValue("--ink"))));
}

const lineSeries = (label, colour, more) => ({ label, stroke: () => styleValue(colour), width: 1.8, points: { show: false }, ...more });
const pointSeries = (label, colour, more) => ({ label, stroke: () => styleValue(colour), paths: () => null, points: { show: true, size: 7, width: 1, stroke: () => styleValue(colour), fill: () => styleValue(colour) }, ...more });

/** Points (x, y); `line`: [slope, offset]; `limits`: horizontal lines; names(i): what a point is. */
function scatterChart(title, points, x, y, { line = null, limits = [], names = null, chosen = null, zero = true } = {}) {
    const order = points.map((_, i) => i).filter(i => Number.isFinite(points[i][0]) && Number.isFinite(points[i][1])).sort((a, b) => points[a][0] - points[b][0]);
    const range = roomy(extent([...order.map(i => points[i][1]), ...limits.map(([value]) => value)])), across = x.range || roomy(extent(order.map(i => points[i][0])));
    const under = drawing((plot, ctx, ax, ay, box) => {
        ctx.beginPath();
        ctx.rect(box.left, box.top, box.right - box.left, box.bottom - box.top);
        ctx.clip();
        if (line) {
            strokeLine(ctx, across.map(at => [ax(at), ay(line[0] * at + line[1])]), styleValue("--mark"), 1.2, [5, 3]);
        } else if (zero && range[0] < 0 && range[1] > 0) {
            strokeLine(ctx, [[box.left, ay(0)], [box.right, ay(0)]], styleValue("--faint"));
        }
    });
    const own = points.length > 1000 ? { size: 4 } : { size: 7 };
    return new Chart(title, {
        x: { ...x, range: across }, y: { ...y, range }, data: [order.map(i => points[i][0]), order.map(i => points[i][1])], height: width => Math.min(320, 120 + width / 2.5),
        series: [pointSeries(y.name, "--sheet", names ? { value: (_, value, s, k) => value === null || k === null ? "\u2013" : `${placeText(y, value)} (${names(order[k])})` } : {})].map(one => ({ ...one, points: { ...one.points, ...own } })),
        hooks: { drawAxes: [under], draw: [levelLines(limits)] }, legend: {},
        cursor: { points: { show: true }, dataIdx: nearestPoint },
        ready: plot => chosen && plot.over.addEventListener("click", () => plot.cursor.idxs[1] !== null && plot.cursor.idxs[1] !== undefined && chosen(order[plot.cursor.idxs[1]])),
    });
}

/* the point nearest to the mouse, not only across */
function nearestPoint(plot, series, near) {
    if (series === 0 || plot.cursor.left < 0) {
        return near;
    }
    const xs = plot.data[0], ys = plot.data[series];
    let best = null, least = Infinity;
    for (let i = 0; i < xs.length; i++) {
        const d = ys[i] === null ? Infinity : Math.hypot(plot.valToPos(xs[i], "x") - plot.cursor.left, plot.valToPos(ys[i], "y") - plot.cursor.top);
        if (d < least) {
            least = d;
            best = i;
        }
    }
    return best;
}

/** Bars with a common scale, one for each row: { name, parts: [[class, from, to]], low, high, text, title }. Lines: [value, name]. */
function barList(title, rows, { from = 0, most, lines = [], numbered = false } = {}) {
    const end = most ?? Math.max(...rows.flatMap(row => [...row.parts.map(part => part[2]), row.high ?? 0]), ...lines.map(([value]) => value), 1e-300), at = value => `${(100 * Math.min(1, Math.max(0, (value - from) / (end - from)))).toFixed(2)}%`;
    const place = (element, low, high) => { element.style.left = at(low); element.style.width = `calc(${at(high)} - ${at(low)})`; return element; };
    const body = rows.map((row, i) => {
        const track = make("div", { className: "track" }, ...lines.map(([value]) => { const line = make("span", { className: "limit" }); line.style.left = at(value); return line; }),
            ...row.parts.map(([style, low, high]) => place(make("span", { className: style }), low, high)),
            row.low !== null && row.low !== undefined ? place(make("span", { className: "whisker" }), row.low, row.high) : null);
        track.setAttribute("aria-hidden", "true");
        return make("tr", { title: row.title || "" }, make("th", { scope: "row" }, (numbered ? `${i + 1}. ` : "") + row.name), make("td", { className: "bars" }, track), make("td", { className: "number" }, row.text));
    });
    return make("figure", { className: "bar-list" }, make("figcaption", null, title), make("table", null, make("tbody", null, ...body)),
        ...(lines.length ? [make("p", { className: "faint" }, make("span", { className: "limit-key" }), lines.map(([, name]) => name).join("; "))] : []));
}

/* ---- effects */

/** Margins of significant effects: from the error of replicated points, otherwise Lenth's margins; without random noise, a threshold from the small effects. */
function marginsOf(effects, columns) {
    const all = haveOwnErrors(effects, columns) ? [] : effects.error_margin !== null ? [["reached by chance in 1 of 20 inactive effects", effects.error_margin]]
        : effects.margin !== null ? [["ME, Lenth\u2019s margin of one effect", effects.margin], ["SME, of all effects", effects.all_margin]]
            : [["2.5 PSE separates large from small effects", effects.pseudo_error === null ? null : 2.5 * effects.pseudo_error]];
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
function effectBars(effects, columns, unit) {
    const limits = marginsOf(effects, columns), most = Math.max(...effects.bars.map(bar => Math.abs(bar.effect)), 1e-300), near = limits.filter(([, value]) => value <= 1.25 * most);
    const rows = effects.bars.slice(0, 40).map(bar => ({ name: columns[bar.column].name, text: quantity(bar.effect, unit), parts: [[isSmall(bar, effects, columns, limits) ? "small" : "", 0, Math.abs(bar.effect)]] }));
    return barList(`Effects: change from low to high${effects.bars.length > rows.length ? `, the ${rows.length} largest of ${effects.bars.length}` : ""}`, rows,
        { lines: near.map(([name, value]) => [value, `${name}: ${quantity(value, unit)}`]), numbered: true });
}

/** Half-normal plot with the line of inactive effects: size = pseudo-standard error times quantile. */
function halfNormalChart(effects, columns, unit) {
    const [factor, shown] = shownUnit(unit), bars = effects.bars.map((bar, i) => ({ size: factor * Math.abs(bar.effect), place: bar.place, name: columns[bar.column].name, rank: i + 1 })), limits = marginsOf(effects, columns);
    const small = new Set(effects.bars.filter(bar => isSmall(bar, effects, columns, limits)).map(bar => columns[bar.column].name)), most = Math.max(...bars.map(bar => bar.size), 1e-300), top = Math.max(...bars.map(bar => bar.place), 1);
    const sorted = [...bars].sort((a, b) => a.size - b.size), error = factor * effects.pseudo_error, x = { name: "size of effect", unit: shown, range: [0, 1.12 * most] }, y = { name: "half-normal quantile", unit: "", range: [0, 1.12 * top] };
    const line = drawing((plot, ctx, ax, ay, box) => {
        if (!(error > 0)) {
            return;
        }
        const end = Math.min(1.12 * most, error * 1.12 * top);
        strokeLine(ctx, [[ax(0), ay(0)], [ax(end), ay(end / error)]], styleValue("--mark"), 1.2, [5, 3]);
    });
    const names = drawing((plot, ctx, ax, ay, box) => placeNames(ctx, sorted.filter(bar => !small.has(bar.name) || bars.length <= 12).reverse().map(bar => ({ x: ax(bar.size), y: ay(bar.place), texts: [bar.name, String(bar.rank)] })), sorted.map(bar => [ax(bar.size), ay(bar.place)]), box));
    return new Chart(`Half-normal plot${error > 0 ? `: inactive effects fall on the dashed line, ${number(error)}${shown ? "\u00a0" + shown : ""} times the quantile (PSE)` : ""}`, {
        x, y, data: [sorted.map(bar => bar.size), sorted.map(bar => bar.place)], height: width => Math.min(340, 160 + width / 2.5), padding: [14, 16, 0, 0],
        series: [pointSeries("half-normal quantile", "--sheet", { value: (_, value, s, k) => value === null || k === null ? "\u2013" : `${number(value)} (${sorted[k].name})` })], hooks: { drawAxes: [line], draw: [names] }, legend: {}, cursor: { points: { show: true }, dataIdx: nearestPoint },
    });
}

/* writes names beside their points where they meet nothing: the whole name, else its number in the list */
function placeNames(ctx, names, points, box) {
    const taken = points.map(([x, y]) => [x - 5, y - 5, x + 5, y + 5]), free = ([a, b, c, d]) => a >= box.left + 2 && c <= box.right && b >= box.top - 10 && d <= box.bottom - 2 && !taken.some(([e, f, g, h]) => a < g && c > e && b < h && d > f);
    ctx.textAlign = "left";
    for (const { x, y, texts } of names) {
        search: for (const text of texts) {
            const wide = ctx.measureText(text).width;
            for (const [left, top] of [[x + 8, y - 7], [x - 8 - wide, y - 7], [x - wide / 2, y - 20], [x - wide / 2, y + 7], [x + 6, y - 18], [x - 6 - wide, y - 18], [x + 6, y + 5], [x - 6 - wide, y + 5]]) {
                if (free([left - 2, top, left + wide + 2, top + 14])) {
                    taken.push([left - 2, top, left + wide + 2, top + 14]);
                    haloText(ctx, text, left, top + 11);
                    break search;
                }
            }
        }
    }
}

/* ---- means */

/* standard error of a mean due to noise samples; 0: none. cell: [runs, mean, deviation, error] */
function errorOf(cell) {
    return cell[3] || 0;
}

/** Range of all means of a response with their errors: a common scale for all charts, so that slopes can be compared. */
function meansExtent(cells) {
    return extent(cells.filter(cell => cell[1] !== null).flatMap(cell => [cell[1] - errorOf(cell), cell[1] + errorOf(cell)]));
}

/** Means at the levels of a variable, with the standard error of the mean for random noise. */
function levelChart(variable, cells, range, y) {
    const at = place => y.factor * place, x = levelAxis(variable);
    return new Chart(variable.name, {
        x: x.axis, y: { ...y, range: roomy(range.map(at)) }, height: 220, data: [x.at, x.order.map(i => cells[i][1] === null ? null : at(cells[i][1]))], legend: {}, cursor: { points: { show: true } },
        series: [lineSeries(`mean of ${y.name}`, "--sheet", { points: { show: true, size: 7, fill: () => styleValue("--sheet") }, spanGaps: true })],
        hooks: { draw: [whiskers(x.order.map((i, k) => [x.at[k], cells[i][1] === null || !errorOf(cells[i]) ? null : at(cells[i][1] - errorOf(cells[i])), at((cells[i][1] || 0) + errorOf(cells[i]))]))] },
    });
}

/* levels of numbers stand at their values, unless these are far from even */
function levelAxis(variable) {
    const values = variable.levels.map(parseFloat), order = variable.levels.map((_, i) => i), numbers = !variable.words && values.every(Number.isFinite) && new Set(values).size === values.length;
    if (!numbers) {
        return { axis: { name: variable.name, unit: "", words: variable.levels, range: [-0.5, variable.levels.length - 0.5] }, at: order, order };
    }
    order.sort((a, b) => values[a] - values[b]);
    return { axis: { name: variable.name, unit: variable.unit, range: roomy(extent(values), 0.08) }, at: order.map(i => values[i]), order };
}

const PAIR_COLOURS = ["--sheet", "--failed", "--passed", "--chosen", "--doubtful", "--ink"];

/** Means at pairs of levels: lines that are not parallel show an interaction. */
function pairChart(first, second, cells, range, y) {
    const n = second.levels.length, x = levelAxis(second), dashes = [undefined, [6, 3], [2, 3], [8, 3, 2, 3]];
    return new Chart(`${first.name} (lines) and ${second.name}`, {
        x: x.axis, y: { ...y, range: roomy(range.map(place => y.factor * place)) }, height: 240, legend: {}, cursor: { points: { show: true } },
        data: [x.at, ...first.levels.map((_, i) => x.order.map(j => cells[i * n + j][1] === null ? null : y.factor * cells[i * n + j][1]))],
        series: first.levels.map((text, i) => lineSeries(`${first.name} = ${text}`, PAIR_COLOURS[i % PAIR_COLOURS.length], { dash: dashes[Math.floor(i / PAIR_COLOURS.length) % 4], spanGaps: true, points: { show: true, size: 6 } })),
    });
}

/* ---- sensitivity */

/** Sensitivity indices by factor or noise factor, with intervals: Sobol' first-order (pale) and total indices, or mean absolute effects of Morris. */
function sensitivityChart(factors, variables, unit) {
    const sobol = factors[0].method === "sobol", of = variables[factors[0].variable].role === "noise" ? " of the noise, relative to the mean of each point" : "";
    const bars = factor => sobol ? [["small", ", first order", factor.first, factor.first_interval], ["", ", total", factor.total, factor.total_interval]] : [["", "", factor.mu_star, factor.mu_star_interval]];
    const shown = value => sobol ? number(value) : quantity(value, unit);
    return barList(sobol ? `Sobol\u2019 indices${of}: share of the variance` : `Morris: mean absolute elementary effects${of && " of the noise"} from low to high`,
        factors.flatMap(factor => bars(factor).filter(([, , value]) => value !== null).map(([style, order, value, [low, high]]) => ({
            name: variables[factor.variable].name + order, text: shown(value), parts: [[style, 0, Math.max(0, value)]], low: low === null ? null : Math.max(0, low), high, title: sobol ? "" : `mu ${shown(factor.mu)}, sigma ${shown(factor.sigma)}` }))));
}

/** Second-order Sobol' indices with intervals, the largest first. */
function pairIndexChart(pairs, variables) {
    const sorted = [...pairs].sort((a, b) => (b.index || 0) - (a.index || 0)).slice(0, 20), of = variables[pairs[0].first].role === "noise" ? " of the noise" : "";
    return barList(`Sobol\u2019 second-order indices${of}${pairs.length > sorted.length ? `: the ${sorted.length} largest of ${pairs.length}` : ""}`, sorted.map(pair => ({
        name: `${variables[pair.first].name} \u00d7 ${variables[pair.second].name}`, text: plain(pair.index), parts: [["", 0, Math.max(0, pair.index || 0)]], low: pair.interval[0] === null ? null : Math.max(0, pair.interval[0]), high: pair.interval[1] })));
}

/* ---- jams */

/** "5 %", "5 % to 7.5 %": without and with undecided runs. */
function shareText(rate) {
    const [low, high] = rate.shares.map(percent);
    return low === high ? low : `${low} to ${high}`;
}

function percent(share) {
    return number(100 * share) + "\u00a0%";
}

/** Shares of jams at levels, followed by shares of undecided runs; with intervals if the runs of a level are samples at one setting. All charts end at 100 %. */
function rateChart(variable, rates) {
    return barList(`Share of jams by ${variable.name}`, rates.map((rate, i) => ({
        name: variable.levels[i], text: rate.n ? `${shareText(rate)} (${rate.count}${rate.undecided ? ` to ${rate.count + rate.undecided}` : ""} of ${rate.n})` : "no runs",
        parts: rate.n ? [["jam", 0, rate.shares[0]], ["undecided", rate.shares[0], rate.shares[1]]] : [], low: rate.exact[0], high: rate.exact[1] })), { most: 1 });
}

/** Shares of jams by two variables as a table; a stronger colour means more jams. counts: [jams, runs, undecided]. */
function jamMap(first, second, counts) {
    const n = second.levels.length, rows = first.levels.map((text, i) => make("tr", null, make("th", { scope: "row" }, text), ...second.levels.map((_, j) => {
        const [jams, runs, undecided] = counts[i * n + j], cell = make("td", { className: "cell" }, runs ? `${jams}${undecided ? `\u2013${jams + undecided}` : ""} of ${runs}` : "\u2013");
        cell.style.setProperty("--share", runs ? `${(5 + 50 * jams / runs).toFixed(0)}%` : "0%");
        return cell;
    })));
    return make("figure", { className: "jam-map" }, make("figcaption", null, `Jams by ${first.name} (rows) and ${second.name} (columns)`), make("div", { className: "scroll", tabIndex: 0 }, make("table", null, make("thead", null, make("tr", null, make("th", { scope: "col" }, first.name), ...second.levels.map(text => make("th", { scope: "col" }, text)))), make("tbody", null, ...rows))));
}

/* ---- surfaces */

/* "rgb(...)" of a style property as numbers */
function colourOf(name) {
    textMeter.fillStyle = styleValue(name);
    return [1, 3, 5].map(i => parseInt(textMeter.fillStyle.slice(i, i + 2), 16));
}

/** A surface over two variables: colours with a bar, lines of equal value at round values, runs as points. value(a, b): of places on the axes. */
function contourChart(title, value, x, y, z, place, runs) {
    const n = 60, at = (axis, i) => axis.range[0] + i / n * (axis.range[1] - axis.range[0]);
    const grid = Array.from({ length: n + 1 }, (_, j) => Array.from({ length: n + 1 }, (_, i) => value(at(x, i), at(y, j)))), [low, high] = extent(grid.flat()), levels = roundTicks([low, high], 8);
    const shade = (share, paper, ink) => [0, 1, 2].map(k => paper[k] + (0.06 + 0.72 * share) * (ink[k] - paper[k]));
    const step = levels.length > 1 ? levels[1] - levels[0] : 1;
    const under = drawing((plot, ctx, ax, ay, box) => {
        const paper = colourOf("--paper"), ink = colourOf("--sheet"), image = new ImageData(n + 1, n + 1), picture = new OffscreenCanvas(n + 1, n + 1);
        grid.forEach((row, j) => row.forEach((of, i) => image.data.set([...shade((of - low) / (high - low), paper, ink), 255], 4 * ((n - j) * (n + 1) + i))));
        picture.getContext("2d").putImageData(image, 0, 0);
        ctx.imageSmoothingEnabled = true;
        ctx.drawImage(picture, 0.5, 0.5, n, n, box.left, box.top, box.right - box.left, box.bottom - box.top);
        const bar = ctx.createLinearGradient(0, box.bottom, 0, box.top);
        for (const share of [0, 0.25, 0.5, 0.75, 1]) {
            bar.addColorStop(share, `rgb(${shade(share, paper, ink).join(" ")})`);
        }
        ctx.fillStyle = bar;
        ctx.fillRect(box.right + 10, box.top, 14, box.bottom - box.top);
    });
    const over = drawing((plot, ctx, ax, ay, box) => {
        ctx.fillStyle = styleValue("--ink");
        for (const [a, b] of runs) {
            ctx.beginPath();
            ctx.arc(ax(a), ay(b), 2.5, 0, 7);
            ctx.fill();
        }
        const taken = [], across = Array.from({ length: n + 1 }, (_, i) => ax(at(x, i))), up = Array.from({ length: n + 1 }, (_, j) => ay(at(y, j)));
        for (const level of levels) {
            const segments = contourSegments(grid, level, n, (i, j) => [across[i], up[j]]);
            ctx.beginPath();
            segments.forEach(([a, b]) => { ctx.moveTo(...a); ctx.lineTo(...b); });
            ctx.strokeStyle = styleValue("--ink");
            ctx.lineWidth = 0.8;
            ctx.stroke();
            const text = tickText(level, step), wide = ctx.measureText(text).width / 2 + 6, room = ([px, py]) => Math.min(px - box.left - wide, box.right - wide - px, 2 * (py - box.top - 9), 2 * (box.bottom - 9 - py)),
                best = segments.map(([a]) => a).filter(([px, py]) => room([px, py]) > 0 && !taken.some(([qx, qy, other]) => Math.abs(px - qx) < wide + other && Math.abs(py - qy) < 16)).reduce((a, b) => a && room(a) >= room(b) ? a : b, null);
            if (best) {
                taken.push([...best, wide]);
                ctx.textAlign = "center";
                haloText(ctx, text, best[0], best[1] + 4);
            }
        }
        if (place) {
            ctx.beginPath();
            ctx.arc(ax(place[0]), ay(place[1]), 7, 0, 7);
            ctx.strokeStyle = styleValue("--mark");
            ctx.lineWidth = 2.5;
            ctx.stroke();
        }
    });
    return new Chart(title, {
        x: { ...x, grid: false }, y: { ...y, grid: false }, data: [x.range, [null, null], [low, high]], height: width => Math.min(440, 0.72 * width + 40),
        series: [lineSeries(y.name, "--sheet"), lineSeries(z.name, "--sheet", { scale: "z", paths: () => null })],
        more: { scales: { z: { range: [low, high] } }, axes: [{ ...z, scale: "z", side: 1, gap: 26, grid: false }] }, hooks: { drawClear: [under], draw: [over] },
    });
}

/* line segments in the triangles of each cell */
function contourSegments(grid, level, n, pixel) {
    const segments = [], corner = (i, j) => [...pixel(i, j), grid[j][i]];
    const cross = (a, b) => { const t = (level - a[2]) / (b[2] - a[2]); return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]; };
    for (let j = 0; j < n; j++) {
        for (let i = 0; i < n; i++) {
            for (const three of [[corner(i, j), corner(i + 1, j), corner(i, j + 1)], [corner(i + 1, j + 1), corner(i, j + 1), corner(i + 1, j)]]) {
                const ends = [[0, 1], [1, 2], [2, 0]].filter(([a, b]) => (three[a][2] < level) !== (three[b][2] < level)).map(([a, b]) => cross(three[a], three[b]));
                if (ends.length === 2) {
                    segments.push(ends);
                }
            }
        }
    }
    return segments;
}

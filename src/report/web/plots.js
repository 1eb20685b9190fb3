/* Time plots with a common time axis and a line at the current time. */

const PLOT_KINDS = [
    { title: "Speed of the edges", endings: [".lead.speed", ".trail.speed"] },
    { title: "Tension", endings: [".tension"] },
    { title: "Slip of rollers", endings: [".slip"], notOf: "guides" },
    { title: "Traction ratio", endings: [".traction"] },
    { title: "Buckle height", endings: [".buckle.height"] },
    { title: "Skew (yaw)", endings: [".yaw"] },
    { title: "Place of bodies", endings: [".x", ".y"], of: "bodies" },
];
const LINES_MOST = LINE_COLOURS.length;
const LIMITED = { buckle: ".buckle.height", skew: ".yaw", lateral: ".shift", tension: ".tension", gap: ".gap-ahead" }; /* the quantity that a check limits all the time */
const HEIGHT = 170, LARGE = 420; /* pixels */
const RARE = 0.01;   /* part of the samples that may lie beyond the scale, */
const RARE_PEAKS = 0.1; /* part of the peaks that may lie beyond it where there is nothing else */
const FAR = 0.5;     /* if they would enlarge it by more than this */
const ROUND_OFF = 1e-5; /* of the largest value; smaller ones are given as 0, and are no range */
const NEAR_LIMIT = 3; /* limits farther away than so many times the range are not shown */

class Plots {
    /** `onTime` is called with the time of a click on a plot. */
    constructor(holder, results, onTime) {
        this.holder = holder;
        this.results = results;
        this.onTime = onTime;
        this.plots = [];
        const long = results.some(result => result.times.length > 1);
        for (const kind of PLOT_KINDS) {
            const names = this.namesOf(kind);
            if (long && names.length) {
                this.add(kind.title, names);
            }
        }
    }

    namesOf({ endings, of, notOf }) {
        const all = new Set(), listed = new Set(this.results.flatMap(({ machine }) => ((machine && machine[of || notOf]) || []).map(part => part.name)));
        for (const ending of endings) {
            this.results.forEach(result => result.columnsEnding(ending).forEach(name => all.add(name)));
        }
        return [...all].filter(name => (!of && !notOf) || listed.has(name.slice(0, name.lastIndexOf("."))) === !!of).slice(0, LINES_MOST);
    }

    /** All quantities of the series, for user-defined plots. */
    allNames() {
        const all = new Set();
        this.results.forEach(result => result.columns.forEach((_, name) => all.add(name)));
        all.delete("time");
        return [...all];
    }

    add(title, names) {
        const lines = [], times = this.results.map(result => result.times), data = [];
        this.results.forEach((result, r) => names.forEach((name, n) => {
            const column = result.columns.get(name);
            if (column && column.values.some(value => value !== null)) {
                const most = column.values.reduce((sum, value) => Math.max(sum, Math.abs(value)), 0);
                lines.push({ most, name: this.results.length > 1 ? `${name} (${result.folder})` : name, column, result, colour: LINE_COLOURS[n % LINE_COLOURS.length], dash: r * 4 });
                data.push([result.times, column.values.map(value => (value === null ? null : value * shownUnit(column.unit)[0]))]);
            }
        }));
        if (lines.length === 0) {
            return;
        }
        const joined = times.length === 1 ? [times[0], ...data.map(pair => pair[1])] : uPlot.join(data), unitName = shownUnit(lines[0].column.unit)[1] || "1";
        const box = make("div", { className: "plot" }), note = make("p", { className: "beyond" }), legend = make("ul", { className: "legend" }), tools = make("div", { className: "plot-tools" });
        const section = make("section", { className: "panel" }, make("div", { className: "plot-head" }, make("h3", null, `${title} [${unitName}]`), tools), box, note, legend);
        const item = { title, unitName, joined, lines, box, note, section, values: [], full: false, logarithmic: false };
        section.setAttribute("aria-label", title);
        lines.forEach((line, i) => {
            const swatch = make("span", { className: "swatch" }), value = make("span", { className: "value" });
            swatch.style.borderTop = `3px ${line.dash ? "dashed" : "solid"} ${line.colour}`;
            const entry = make("button", { type: "button", className: "link", title: `${definitionOf(line.column.name || names[0])}\n(click: hide or show)`.trim() }, swatch, line.name, " ", value);
            entry.setAttribute("aria-pressed", "true");
            entry.addEventListener("click", () => {
                line.hidden = !line.hidden;
                entry.setAttribute("aria-pressed", String(!line.hidden));
                item.plot.setSeries(i + 1, { show: !line.hidden });
            });
            legend.append(make("li", null, entry));
            item.values.push(value);
        });
        const button = (text, explained, act) => {
            const it = make("button", { type: "button", title: explained }, text);
            it.addEventListener("click", () => { it.setAttribute("aria-pressed", String(!!act())); });
            tools.append(it);
        };
        if (this.results.some(result => robustRange(lines.filter(line => line.result === result).flatMap(line => data[lines.indexOf(line)][1])).clipped)) {
            button("all", "scale to all values, or without rare peaks", () => { item.full = !item.full; item.plot.redraw(true, true); item.plot.setScale("x", { min: item.plot.scales.x.min, max: item.plot.scales.x.max }); return item.full; });
        }
        button("log", "logarithmic scale of absolute values", () => { item.logarithmic = !item.logarithmic; this.build(item); return item.logarithmic; });
        button("large", "enlarge or reduce this plot", () => { section.classList.toggle("large"); this.resize(); return section.classList.contains("large"); });
        button("PNG", "save as a picture", () => savePlot(item));
        button("CSV", "save the values of the range shown", () => saveValues(item));
        this.holder.append(section);
        this.plots.push(item);
        this.build(item);
        return section;
    }

    /** Draws a plot anew. */
    build(item) {
        const old = item.plot ? { ...item.plot.scales.x } : null, { joined, lines, box } = item;
        if (item.plot) {
            item.plot.destroy();
        }
        const data = item.logarithmic ? [joined[0], ...joined.slice(1).map(values => values.map(value => (value ? Math.abs(value) : value === undefined ? undefined : null)))] : joined;
        const plot = item.plot = new uPlot(this.options(item), data, box), marker = item.marker = make("div", { className: "moment" });
        lines.forEach((line, i) => { if (line.hidden) { plot.setSeries(i + 1, { show: false }); } });
        plot.over.append(marker);
        plot.over.addEventListener("click", event => this.onTime(plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, "x")));
        if (old && Number.isFinite(old.min)) {
            plot.setScale("x", { min: old.min, max: old.max });
        }
        this.showTime(this.time || 0);
    }

    options(item) {
        const { lines, box, section } = item, ink = () => styleValue("--ink"), grid = { stroke: () => styleValue("--grid"), width: 1 };
        const range = plot => this.rangeOf(item, plot);
        return {
            width: Math.max(box.clientWidth, 200), height: section.classList.contains("large") ? LARGE : HEIGHT, legend: { show: false },
            cursor: { y: false, points: { size: 6 }, drag: { setScale: true, x: true, y: false }, sync: { key: "time", setSeries: false, scales: ["x", null] } },
            scales: { x: { time: false }, y: item.logarithmic ? { distr: 3 } : { range } },
            hooks: { setScale: [(plot, scale) => { if (scale === "x") { this.follow(plot); } }], setCursor: [plot => this.point(item, plot)], drawAxes: [plot => this.drawMarks(item, plot)] },
            axes: [{ stroke: ink, grid, ticks: grid, size: 34, values: (_, at) => at.map(t => `${number(t)} s`) },
                { stroke: ink, grid, ticks: grid, size: (_, texts) => 22 + 7 * Math.max(3, ...(texts || []).map(text => String(text || "").length)), values: (_, at) => at.map(value => (value === null ? null : number(value))) }],
            series: [{}, ...lines.map(line => ({ label: line.name, stroke: line.colour, width: 1.5, dash: line.dash ? [line.dash + 2, line.dash] : undefined, points: { show: false }, spanGaps: this.results.length > 1 }))],
        };
    }

    /* of the values in view: without rare peaks, with limits that are near */
    rangeOf(item, plot) {
        const [from, to] = plot.series[0].idxs, values = plot.data.slice(1).flatMap((column, i) => (item.lines[i].hidden ? [] : Array.prototype.slice.call(column, from, to + 1)));
        const { low, high, least, most } = robustRange(values), all = item.full || low === least && high === most;
        item.note.textContent = all ? "" : `peaks to ${[least < low ? least : null, most > high ? most : null].filter(value => value !== null).map(value => number(value, 3)).join(" and ")} ${item.unitName} not shown`;
        let [bottom, top] = all ? [least, most] : [low, high];
        for (const { at } of this.limitsOf(item)) {
            if (Math.max(at, top) - Math.min(at, bottom) < NEAR_LIMIT * Math.max(top - bottom, 1e-12)) {
                [bottom, top] = [Math.min(bottom, at), Math.max(top, at)];
            }
        }
        return Number.isFinite(bottom) ? uPlot.rangeNum(bottom, top, 0.08, true) : [0, 1];
    }

    /** Limits of checks on a quantity of this plot: { name, at [displayed unit] }. */
    limitsOf({ lines }) {
        const found = [];
        for (const check of this.results[0].checks) {
            const line = lines.find(({ name }) => LIMITED[check.kind] && name.includes(LIMITED[check.kind]));
            for (const [end, value] of line && check.allowed ? check.allowed.entries() : []) {
                const factor = line && value !== null ? shownUnit(line.column.unit)[0] : 0, both = check.kind === "skew" || check.kind === "lateral";
                if (factor && (end === 1 || value !== 0)) {
                    found.push({ name: check.name, at: factor * value }, ...(both ? [{ name: check.name, at: -factor * value }] : []));
                }
            }
        }
        return found;
    }

    /* limits as dashed lines with the names of their checks, sensors and failed checks as lines at their times */
    drawMarks(item, plot) {
        const { ctx: pen, bbox: { left, top, width, height } } = plot, ratio = devicePixelRatio || 1;
        const line = (colour, dash, x1, y1, x2, y2) => {
            pen.strokeStyle = colour;
            pen.setLineDash(dash.map(part => part * ratio));
            pen.beginPath();
            pen.moveTo(x1, y1);
            pen.lineTo(x2, y2);
            pen.stroke();
        };
        pen.save();
        pen.lineWidth = ratio;
        for (const event of this.results[0].events) {
            const failed = event.kind === "verdict" && event.detail === "failed", x = plot.valToPos(event.time, "x", true);
            if ((failed || event.kind === "sensor") && x >= left && x <= left + width) {
                line(styleValue(failed ? "--failed" : "--mark"), failed ? [] : [1, 3], x, top, x, top + height);
            }
        }
        pen.font = `${11 * ratio}px system-ui, sans-serif`;
        pen.fillStyle = styleValue("--faint");
        pen.textAlign = "left";
        pen.textBaseline = "alphabetic";
        const named = [];
        for (const { name, at } of item.logarithmic ? [] : this.limitsOf(item)) {
            const y = plot.valToPos(at, "y", true);
            if (y >= top && y <= top + height) {
                line(styleValue("--failed"), [6, 4], left, y, left + width, y);
                const place = [y - 4 * ratio, y + 12 * ratio].find(base => base > top + 10 * ratio && base < top + height && named.every(other => Math.abs(base - other) > 13 * ratio));
                if (place !== undefined) {
                    pen.fillText(`limit of ${name}`, left + 6 * ratio, place);
                    named.push(place);
                }
            }
        }
        pen.restore();
    }

    /* values under the mouse */
    point(item, plot) {
        if (plot.cursor.left >= 0 && plot.cursor.idx !== null) {
            item.pointed = plot.posToVal(plot.cursor.left, "x");
            this.showLine(item, item.pointed);
        } else if (item.pointed !== undefined) {
            item.pointed = undefined;
            this.showLine(item, this.time || 0);
        }
    }

    /* a time range selected in one plot applies to all */
    follow(source) {
        if (this.following) {
            return;
        }
        this.following = true;
        const { min, max } = source.scales.x;
        for (const { plot } of this.plots) {
            if (plot !== source && (plot.scales.x.min !== min || plot.scales.x.max !== max)) {
                plot.setScale("x", { min, max });
            }
        }
        this.following = false;
        this.showTime(this.time || 0);
    }

    showTime(time) {
        this.moveMarkers(time);
        this.showValues(time);
    }

    moveMarkers(time) {
        this.time = time;
        for (const { plot, marker } of this.plots) {
            const { min, max } = plot.scales.x;
            marker.style.display = time >= min && time <= max ? "" : "none";
            marker.style.transform = `translateX(${plot.valToPos(time, "x")}px)`;
        }
    }

    showValues(time) {
        this.plots.filter(item => item.pointed === undefined).forEach(item => this.showLine(item, time));
    }

    showLine({ lines, values }, time) {
        lines.forEach((line, i) => {
            const at = line.result.times.length ? line.column.values[indexBefore(line.result.times, time + 1e-12)] : null;
            const text = at === null ? "\u2013" : quantity(Math.abs(at) < ROUND_OFF * line.most ? 0 : at, line.column.unit);
            if (values[i].textContent !== text) {
                values[i].textContent = text;
            }
        });
    }

    resize() {
        for (const { plot, box, section } of this.plots) {
            plot.setSize({ width: Math.max(box.clientWidth, 200), height: section.classList.contains("large") ? LARGE : HEIGHT });
        }
        this.showTime(this.time || 0);
    }

    redraw() {
        this.plots.forEach(({ plot }) => plot.redraw());
    }
}

/** The range of values, and without rare peaks: { low, high, least, most, clipped }. */
function robustRange(values, share = RARE) {
    const sorted = Float64Array.from(values.filter(value => Number.isFinite(value))).sort(), n = sorted.length, rare = Math.min(Math.ceil(share * n), n >> 1);
    const [least, most, low, high] = n ? [sorted[0], sorted[n - 1], sorted[rare], sorted[n - 1 - rare]] : [NaN, NaN, NaN, NaN];
    if (share === RARE && high - low < ROUND_OFF * (most - least)) { /* what remains is rounding: the peaks are all there is */
        return robustRange([0, ...values.filter(value => Math.abs(value) > ROUND_OFF * (most - least))], RARE_PEAKS);
    }
    const far = FAR * (high - low), clipped = high > low && (most - high > far || low - least > far);
    return { least, most, low: low - least > far && clipped ? low : least, high: most - high > far && clipped ? high : most, clipped };
}

/** The plot as a picture with its title and the names of its lines. */
function savePlot({ plot, title, unitName, lines }) {
    const ratio = devicePixelRatio || 1, from = plot.ctx.canvas, shown = lines.filter(line => !line.hidden), line = 18 * ratio;
    const canvas = make("canvas", { width: from.width, height: from.height + (shown.length + 2) * line }), pen = canvas.getContext("2d");
    pen.fillStyle = styleValue("--paper");
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(from, 0, 1.5 * line);
    pen.fillStyle = styleValue("--ink");
    pen.font = `600 ${14 * ratio}px system-ui, sans-serif`;
    pen.fillText(`${first.modelName}: ${title} [${unitName}]`, line, line);
    pen.font = `${13 * ratio}px system-ui, sans-serif`;
    shown.forEach(({ name, colour, dash }, i) => {
        const y = from.height + (i + 2) * line;
        pen.strokeStyle = colour;
        pen.lineWidth = 3 * ratio;
        pen.setLineDash(dash ? [6 * ratio, 4 * ratio] : []);
        pen.beginPath();
        pen.moveTo(line, y - 4 * ratio);
        pen.lineTo(3 * line, y - 4 * ratio);
        pen.stroke();
        pen.fillText(name, 3.5 * line, y);
    });
    canvas.toBlob(blob => saveAs(`${fileName(title)}.png`, blob));
}

/** Times and values of the lines and the range shown, in SI units as in series.csv. */
function saveValues({ plot, lines, title }) {
    const { min, max } = plot.scales.x, shown = lines.filter(line => !line.hidden), cell = text => (/[",\n]/.test(text) ? `"${text.replace(/"/g, "\"\"")}"` : text);
    const times = [...new Set(shown.flatMap(line => line.result.times.filter(time => time >= min && time <= max)))].sort((a, b) => a - b);
    const rows = times.map(time => [time, ...shown.map(({ result, column }) => {
        const i = indexBefore(result.times, time);
        return result.times[i] === time ? column.values[i] ?? "" : "";
    })].join(","));
    saveAs(`${fileName(title)}.csv`, new Blob([["time [s]", ...shown.map(({ name, column }) => cell(`${name} [${column.unit}]`))].join(",") + "\n" + rows.join("\n") + "\n"], { type: "text/csv" }));
}

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
const LINES_MOST = 16;

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
                lines.push({ name: this.results.length > 1 ? `${name} (${result.folder})` : name, column, result, colour: LINE_COLOURS[n % LINE_COLOURS.length], dash: r * 4 });
                data.push([result.times, column.values.map(value => (value === null ? null : value * shownUnit(column.unit)[0]))]);
            }
        }));
        if (lines.length === 0) {
            return;
        }
        const joined = times.length === 1 ? [times[0], ...data.map(pair => pair[1])] : uPlot.join(data);
        const unitName = shownUnit(lines[0].column.unit)[1];
        const heading = make("h3", null, title + (unitName ? ` [${unitName}]` : "")), values = [], legend = make("ul", { className: "legend" });
        for (const line of lines) {
            const value = make("span", { className: "value" });
            const swatch = make("span", { className: "swatch" });
            swatch.style.borderTop = `3px ${line.dash ? "dashed" : "solid"} ${line.colour}`;
            legend.append(make("li", null, swatch, line.name + " ", value));
            values.push(value);
        }
        const box = make("div", { className: "plot" }), section = make("section", { className: "panel" }, heading, box, legend);
        section.setAttribute("aria-label", title);
        this.holder.append(section);
        const plot = new uPlot(this.options(lines, box), joined, box);
        const marker = make("div", { className: "moment" });
        plot.over.append(marker);
        plot.over.addEventListener("click", event => this.onTime(plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, "x")));
        this.plots.push({ plot, marker, lines, values, box, section });
        return section;
    }

    options(lines, box) {
        const ink = () => styleValue("--ink"), grid = { stroke: () => styleValue("--grid"), width: 1 };
        return {
            width: Math.max(box.clientWidth, 200), height: 170, legend: { show: false }, cursor: { x: false, y: false, points: { show: false }, drag: { setScale: true, x: true, y: false }, sync: { key: "time", setSeries: false, scales: ["x", null] } },
            scales: { x: { time: false } },
            hooks: { setScale: [(plot, scale) => { if (scale === "x") { this.follow(plot); } }] },
            axes: [{ stroke: ink, grid, ticks: grid, size: 34, values: (_, at) => at.map(t => `${number(t)} s`) }, { stroke: ink, grid, ticks: grid, size: 58, values: (_, at) => at.map(value => number(value)) }],
            series: [{}, ...lines.map(line => ({ label: line.name, stroke: line.colour, width: 1.5, dash: line.dash ? [line.dash + 2, line.dash] : undefined, points: { show: false }, spanGaps: this.results.length > 1 }))],
        };
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
        for (const { lines, values } of this.plots) {
            lines.forEach((line, i) => {
                const at = line.result.times.length ? line.column.values[indexBefore(line.result.times, time + 1e-12)] : null;
                const text = quantity(at, line.column.unit);
                if (values[i].textContent !== text) {
                    values[i].textContent = text;
                }
            });
        }
    }

    resize() {
        for (const { plot, box } of this.plots) {
            plot.setSize({ width: Math.max(box.clientWidth, 200), height: 170 });
        }
        this.showTime(this.time || 0);
    }

    redraw() {
        this.plots.forEach(({ plot }) => plot.redraw());
    }
}

/* Tools for settings: comparison, sweep, command line, saving. */

const SWEEP_RUNS = 11;

/* quoted for a POSIX shell */
function quoted(text) {
    return /^[A-Za-z0-9_.,:=/@%+-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`;
}

function commandOf(path, values) {
    return ["quire run", quoted(path), ...Object.entries(values).map(([name, value]) => `--set ${quoted(`${name}=${value}`)}`)].join(" ");
}

function escaped(text) {
    return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

const RUNS_MOST = 100; /* of a study of all combinations */

/* the values of a parameter that has no range: its choices, what it may name, or what it was and is; null where it has one */
function levelsOf(setting) {
    const { choices, names } = setting.parameter, known = choices.length ? choices : names.length > 1 ? names : [setting.own];
    return setting.slider && !Number.isNaN(setting.numberOf(setting.own)) ? null : [...new Set([...known, setting.value])];
}

function factorOf(setting) {
    const levels = levelsOf(setting), values = levels ? `levels="${escaped(levels.join(", "))}"` : `low="${escaped(setting.textOf(setting.range[0]))}" high="${escaped(setting.textOf(setting.range[1]))}"`;
    return `  <factor parameter="${escaped(setting.parameter.name)}" ${values}/>`;
}

/* of ranges alone a surface; with words among them all combinations, ranges at three values */
function designOf(settings) {
    const levels = settings.map(levelsOf), runs = levels.reduce((product, list) => product * (list ? list.length : 3), 1);
    if (levels.every(list => !list) && settings.length > 1 && settings.length < 6) {
        return '  <design kind="central-composite"/>';
    }
    return levels.some(list => list) && runs <= RUNS_MOST ? '  <design kind="full-factorial" levels="3"/>' : '  <design kind="latin-hypercube" points="40"/>';
}

/** A study over the ranges or choices of the changed parameters, with up to three figures as responses. */
function studyOf(path, name, settings, result) {
    const file = path.slice(path.lastIndexOf("/") + 1);
    const responses = result ? result.checks.filter(check => check.figure && typeof result.figures[check.figure] === "number").map(check => check.figure) : [];
    const arrivals = result ? Object.keys(result.figures).filter(figure => /\.lead\.time$/.test(figure)) : [], chosen = [...new Set([...responses, ...arrivals])].slice(0, 3);
    return ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", `<study version="1" name="${escaped(name)}-study" model="${escaped(file)}" seed="1">`,
        ...settings.map(factorOf), designOf(settings),
        ...chosen.map((figure, i) => `  <response name="r${i + 1}" from="${escaped(figure)}"/>`), "</study>", ""].join("\n");
}

/** Shows text for copying. */
function offerText(holder, label, text) {
    const area = make("textarea", { readOnly: true, rows: Math.min(14, text.split("\n").length + 1), value: text }), said = make("span", { role: "status" });
    area.setAttribute("aria-label", label);
    const copy = make("button", { type: "button", onclick: async () => {
        area.select();
        try {
            await navigator.clipboard.writeText(text);
            said.textContent = " copied";
        } catch (error) {
            said.textContent = document.execCommand("copy") ? " copied" : " select the text and press Ctrl-C";
        }
    } }, "Copy");
    holder.replaceChildren(area, copy, said);
    holder.hidden = false;
}

/** Runs over the range of one parameter, and a curve of any figure. */
class Sweep {
    /** `settings` has all parameters; `tab` identifies this page. */
    constructor(holder, settings, tab, until) {
        this.settings = settings;
        this.until = until;
        this.tab = tab + "-sweep";
        this.points = []; /* { value, text, summary } */
        this.parameter = make("select", { id: "sweep-parameter" });
        this.figure = make("input", { id: "sweep-figure", autocomplete: "off" });
        this.figure.setAttribute("list", "sweep-figures");
        this.figures = make("datalist", { id: "sweep-figures" });
        this.button = make("button", { type: "button", id: "sweep-start", onclick: () => (this.going ? this.stop() : this.start()) }, "Sweep");
        this.said = make("p", { role: "status", className: "doc" });
        this.box = make("div", { className: "plot", id: "sweep-plot" });
        this.figure.addEventListener("change", () => this.draw());
        this.parameter.addEventListener("change", () => this.stop());
        holder.append(make("p", null, make("label", null, "sweep ", this.parameter), " ", make("label", null, "figure ", this.figure), this.figures, " ", this.button), this.said, this.box);
    }

    /** Updates the lists of numeric parameters and of figures. */
    offer(result) {
        const names = [...this.settings.list.values()].filter(setting => setting.slider).map(setting => setting.parameter.name), chosen = this.parameter.value;
        if (names.join() !== [...this.parameter.options].map(option => option.value).join()) {
            this.parameter.replaceChildren(...names.map(name => make("option", { value: name }, name)));
            this.parameter.value = names.includes(chosen) ? chosen : names[0] || "";
        }
        this.button.disabled = names.length === 0;
        if (result && this.figures.children.length === 0) {
            const figures = Object.keys(result.figures).sort();
            this.figures.append(...figures.map(name => make("option", { value: name })));
            this.figure.value = this.figure.value || figures.find(name => name.endsWith(".lead.time")) || figures[0] || "";
        }
    }

    stop() {
        this.turn = (this.turn || 0) + 1;
        this.going = false;
        this.button.textContent = "Sweep";
    }

    async start() {
        const setting = this.settings.list.get(this.parameter.value);
        if (!setting) {
            return;
        }
        this.stop();
        const turn = this.turn, [low, high] = setting.range, others = this.settings.values;
        this.going = true;
        this.button.textContent = "Stop";
        this.points = [];
        this.swept = setting;
        for (let i = 0; i < SWEEP_RUNS && turn === this.turn; i++) {
            const value = low + (high - low) * i / (SWEEP_RUNS - 1), text = setting.textOf(setting.stepped(value));
            let line;
            try {
                line = await ask("figures", { tab: this.tab, settings: { ...others, [setting.parameter.name]: text }, ...this.until.wish });
            } catch (error) {
                line = { kind: "lost" };
            }
            if (turn === this.turn) {
                this.points.push({ value: setting.numberOf(text), text, summary: line.kind === "result" ? line.summary : null, until: line.until });
                this.draw();
            }
        }
        if (turn === this.turn) {
            this.stop();
        }
    }

    draw() {
        const name = this.figure.value.trim(), done = this.points.filter(point => point.summary), counts = new Map();
        for (const point of this.points) {
            counts.set(verdictOf(point), (counts.get(verdictOf(point)) || 0) + 1);
        }
        const [factor, unitName] = shownUnit(done.length ? (done[0].summary.units || {})[name] : ""), xs = this.points.map(point => point.value);
        const ys = this.points.map(point => (point.summary && typeof (point.summary.figures || {})[name] === "number" ? factor * point.summary.figures[name] : null));
        const limits = done.length ? limitsOf(done[0].summary, name).map(({ check, value }) => ({ check, value: factor * value })) : [];
        this.said.textContent = this.points.length ? `${this.points.length} of ${SWEEP_RUNS} runs: ${[...counts].map(([verdict, count]) => `${count} ${verdict}`).join(", ")}`
            + `${limits.length ? `; dashed: limit of ${[...new Set(limits.map(limit => limit.check))].join(", ")}` : ""}; upright line: present value` : "";
        if (done.length && ys.every(y => y === null)) {
            this.said.textContent += `; no run has a figure "${name}"`;
        }
        this.box.replaceChildren();
        if (xs.length < 2 || ys.every(y => y === null)) {
            return;
        }
        const ink = () => styleValue("--ink"), grid = { stroke: () => styleValue("--grid"), width: 1 }, axis = { stroke: ink, grid, ticks: grid, values: (_, at) => at.map(value => number(value)) };
        const held = [...ys.filter(y => y !== null), ...limits.map(limit => limit.value)], room = 0.05 * (Math.max(...held) - Math.min(...held)) || 1e-3 * Math.abs(held[0]) || 1;
        this.plot = new uPlot({ width: Math.max(200, this.box.clientWidth), height: 210, legend: { show: false }, cursor: { show: false },
            scales: { x: { time: false }, y: { range: [Math.min(...held) - room, Math.max(...held) + room] } },
            axes: [{ ...axis, size: 44, label: `${this.swept.parameter.name} [${this.swept.parameter.unit || "1"}]`, labelSize: 18 }, { ...axis, size: 62, label: `${name}${unitName ? ` [${unitName}]` : ""}`, labelSize: 18 }],
            series: [{}, { label: name, stroke: ink, width: 1, points: { show: false } }], hooks: { draw: [plot => this.mark(plot, ys, limits)] } }, [xs, ys], this.box);
        this.box.setAttribute("role", "img");
        this.box.setAttribute("aria-label", `${name} versus ${this.swept.parameter.name}`);
    }

    /* each run in the colour of its verdict, failed ones as crosses; limits; the present value */
    mark(plot, ys, limits) {
        const { ctx: pen, bbox } = plot, ratio = window.devicePixelRatio || 1, size = 4 * ratio, line = (x1, y1, x2, y2) => { pen.beginPath(); pen.moveTo(x1, y1); pen.lineTo(x2, y2); pen.stroke(); };
        pen.save();
        pen.beginPath();
        pen.rect(bbox.left - size, bbox.top - size, bbox.width + 2 * size, bbox.height + 2 * size);
        pen.clip();
        pen.lineWidth = 1.5 * ratio;
        pen.strokeStyle = styleValue("--failed");
        pen.setLineDash([6 * ratio, 4 * ratio]);
        limits.forEach(({ value }) => { const y = plot.valToPos(value, "y", true); line(bbox.left, y, bbox.left + bbox.width, y); });
        pen.setLineDash([]);
        if (!Number.isNaN(this.swept.number)) {
            const x = plot.valToPos(this.swept.number, "x", true);
            pen.strokeStyle = styleValue("--chosen");
            line(x, bbox.top, x, bbox.top + bbox.height);
        }
        this.points.forEach((point, i) => {
            if (ys[i] === null) {
                return;
            }
            const [x, y] = [plot.valToPos(point.value, "x", true), plot.valToPos(ys[i], "y", true)], verdict = verdictOf(point);
            pen.fillStyle = pen.strokeStyle = styleValue({ passed: "--passed", "no failure": "--passed", failed: "--failed" }[verdict] || "--doubtful");
            pen.lineWidth = 2 * ratio;
            if (verdict === "failed") {
                line(x - size, y - size, x + size, y + size);
                line(x - size, y + size, x + size, y - size);
            } else {
                pen.beginPath();
                pen.arc(x, y, size, 0, 2 * Math.PI);
                pen.fill();
            }
        });
        pen.restore();
    }
}

/* of a run that ended early, checks may be open that would only have failed at its own end */
function verdictOf({ summary, until }) {
    const verdict = summary ? summary.verdict || "not available" : "no result";
    return typeof until === "number" && verdict === "not evaluated" ? "no failure" : verdict;
}

/** Limits of a figure by checks that speak of it: { check, value } in its SI unit. */
function limitsOf(summary, figure) {
    const limits = [];
    for (const { name, kind, place, allowed } of summary.checks || []) {
        const sensor = /^sensor '(.*)'$/.exec(place || ""), arrives = kind === "arrival" && sensor && figure.startsWith(sensor[1] + ".lead.") && figure.endsWith(".time");
        const values = figure === name + ".margin" ? [0] : figure === name + ".value" || arrives ? allowed || [] : [];
        limits.push(...values.filter(value => typeof value === "number").map(value => ({ check: name, value })));
    }
    return limits;
}

/* Verdicts along the sliders: runs in the background over the range of each parameter, the others as they are. */

const COARSE = [0, 4, 8, 2, 6, 1, 3, 5, 7]; /* eighths of a range in the order of their runs; the first five are one request */
const AT_ONCE = [5, 4];      /* runs of the first two requests of a track */
const FINEST = 1 / 128;      /* of a range, to which a change of the verdict is located */
const CALM = 250;            /* [ms] after the last run of the page until the background goes on */
const RETRY = 1000;          /* [ms] after a request that the server refused */
const PROCESSES_MOST = 4;
const KINDS = { passed: "passed", "no failure": "passed", failed: "failed" }; /* any other verdict is doubtful */

function kindOf(verdict) {
    return KINDS[verdict] || "doubtful";
}

/** What is known along one slider: points { value, verdict, check } in the order of their values. */
class Track {
    constructor(setting) {
        this.setting = setting;
        this.bar = make("div", { className: "track" });
        this.bar.setAttribute("aria-hidden", "true");
        this.said = make("p", { className: "doc answer" });
        setting.slider.after(this.bar, this.said);
        this.forget();
    }

    forget() {
        this.key = {};        /* of the request whose points are still wanted */
        this.points = [];
        this.asked = new Set(); /* texts of values, so that none is run twice */
        this.rounds = 0;
        this.busy = this.done = false;
        this.paint();
    }

    add(text, verdict, check) {
        const value = this.setting.numberOf(text);
        if (!Number.isNaN(value)) {
            this.done = false;
            this.points = [...this.points.filter(point => point.value !== value), { value, verdict, check }].sort((a, b) => a.value - b.value);
            this.paint();
        }
    }

    /* texts of values, whole where the parameter is, without those asked for */
    texts(values) {
        const { setting } = this, texts = values.map(value => setting.textOf(setting.stepped(value)));
        return [...new Set(texts)].filter(text => !this.asked.has(text));
    }

    /** Values of the next request; none when the track is done. */
    next() {
        const [low, high] = this.setting.range, own = this.setting.number;
        while (this.rounds < AT_ONCE.length) {
            const from = this.rounds === 0 ? 0 : AT_ONCE[0], texts = this.texts(COARSE.slice(from, from + AT_ONCE[this.rounds]).map(eighth => low + (high - low) * eighth / 8));
            this.rounds++;
            if (texts.length) {
                return texts;
            }
        }
        const least = Math.max(FINEST * (high - low), this.setting.step), gaps = this.changes().filter(([a, b]) => b.value - a.value > 1.0001 * least);
        gaps.sort(([a, b], [c, d]) => Math.abs(a.value + b.value - 2 * own) - Math.abs(c.value + d.value - 2 * own));
        return this.texts(gaps.slice(0, 2).map(([a, b]) => (a.value + b.value) / 2));
    }

    /** Neighbours between which the verdict changes. */
    changes() {
        return this.points.slice(1).map((point, i) => [this.points[i], point]).filter(([a, b]) => kindOf(a.verdict) !== kindOf(b.verdict));
    }

    /* a coloured piece around each point, as far as the middle to its neighbours; the whole where all agree */
    paint() {
        const [low, high] = [Number(this.setting.slider.min), Number(this.setting.slider.max)], { points } = this, pieces = [];
        points.forEach(({ value, verdict }, i) => {
            const from = i > 0 ? (points[i - 1].value + value) / 2 : low, to = i + 1 < points.length ? (points[i + 1].value + value) / 2 : high, kind = kindOf(verdict), last = pieces[pieces.length - 1];
            if (last && last.kind === kind) {
                last.to = to;
            } else {
                pieces.push({ kind, from, to });
            }
        });
        this.bar.replaceChildren(...(points.length > 1 ? pieces : []).map(({ kind, from, to }) => {
            const piece = make("span", { className: kind });
            piece.style.left = `${100 * (from - low) / (high - low)}%`;
            piece.style.width = `${100 * (to - from) / (high - low)}%`;
            return piece;
        }));
        this.say();
    }

    /** The nearest change of the verdict in words, by runs on either side of it; all of them as the title. */
    say() {
        const { setting, points } = this, own = setting.number, coarse = points.length >= AT_ONCE[0];
        const size = value => setting.textOf(Number(value.toPrecision(4))), wordOf = verdict => ({ passed: "passes", failed: "fails", "no failure": "no failure" })[verdict] || verdict;
        const texts = coarse ? this.changes().map(([a, b]) => {
            const [inside, beyond] = (a.value + b.value) / 2 > own ? [a, b] : [b, a], margin = Math.abs(inside.value - own), check = beyond.check || inside.check;
            const word = wordOf(beyond.verdict);
            return { margin, text: `${word === "passes" ? "distance" : "margin"} ${setting.textOf(Number(margin.toPrecision(2)))}: ${word} at ${size(beyond.value)}${check ? ` (${check})` : ""}` };
        }).sort((a, b) => a.margin - b.margin) : [];
        const same = coarse && texts.length === 0 ? `${[...new Set(points.map(point => wordOf(point.verdict)))].join(" or ")} at all ${points.length} values over the range` : "";
        this.said.textContent = texts.length ? texts[0].text : same;
        this.said.title = texts.map(({ text }) => text).join("\n");
    }
}

/** The tracks of all sliders in view, and the requests for them. */
class Tracks {
    /** `isBusy()` is whether the page waits for a run; `until` says when runs end. */
    constructor(settings, tab, isBusy, until) {
        this.settings = settings;
        this.until = until;
        this.tab = tab;
        this.isBusy = isBusy;
        this.on = true;
        this.processes = 0;
        this.version = 0;
        this.values = {}; /* of the settings, for which tracks hold */
        this.calmAt = 0;
        this.runs = 0;
        this.list = new Map(); /* by setting */
        this.seen = new Set();
        this.requests = new Set();
        this.watcher = new IntersectionObserver(entries => {
            entries.forEach(({ target, isIntersecting }) => this.seen[isIntersecting ? "add" : "delete"](target));
            this.wake();
        });
        document.addEventListener("visibilitychange", () => this.wake());
    }

    /** Settings or the file have changed: drops what no longer holds. */
    update(version, processors) {
        this.version = version;
        this.processes = Math.min(PROCESSES_MOST, processors);
        const present = new Set([...this.settings.list.values()].filter(setting => setting.slider));
        for (const [setting, track] of this.list) {
            if (!present.has(setting)) {
                this.watcher.unobserve(setting.element);
                this.seen.delete(setting.element);
                this.list.delete(setting);
                track.forget();
            }
        }
        for (const setting of present) {
            if (!this.list.has(setting)) {
                this.list.set(setting, new Track(setting));
                this.watcher.observe(setting.element);
            }
        }
        this.compare();
        this.rest();
    }

    /* a track holds for one file, one end of its runs and one value of each other parameter */
    compare() {
        const { values } = this.settings, names = new Set([...Object.keys(values), ...Object.keys(this.values)]), changed = [...names].filter(name => values[name] !== this.values[name]);
        for (const [setting, track] of this.list) {
            if (this.version !== this.versionKnown || this.until.time !== this.untilKnown || changed.some(name => name !== setting.parameter.name)) {
                track.forget();
            } else {
                track.paint(); /* its slider has another value */
            }
        }
        this.requests.forEach(request => request.track.key !== request.key && request.abort.abort());
        [this.values, this.versionKnown, this.untilKnown] = [values, this.version, this.until.time];
    }

    /** A run of the page has ended: the background may go on soon. */
    rest() {
        this.calmAt = performance.now() + CALM;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.wake(), CALM + 5);
    }

    /** The verdict of the page's own run is a point of all tracks that hold for it. */
    note(values, verdict, check) {
        if (JSON.stringify(values) === JSON.stringify(this.values)) {
            for (const [setting, track] of this.list) {
                track.asked.add(setting.value);
                track.add(setting.value, verdict, check);
            }
        }
        this.rest();
    }

    get isDone() {
        return this.requests.size === 0 && this.waiting.length === 0;
    }

    /* sliders in view that do not know all, those that know least first */
    get waiting() {
        return [...this.list.values()].filter(track => !track.busy && !track.done && this.seen.has(track.setting.element) && !track.setting.slider.disabled).sort((a, b) => a.asked.size - b.asked.size);
    }

    choose() {
        for (const track of this.waiting) {
            const texts = track.next();
            if (texts.length) {
                return { track, texts };
            }
            track.done = true;
        }
        return null;
    }

    wake() {
        if (!this.on || document.hidden || this.isBusy() || performance.now() < this.calmAt) {
            return;
        }
        while (this.requests.size < this.processes) {
            const chosen = this.choose();
            if (!chosen) {
                return;
            }
            this.ask(chosen);
        }
    }

    async ask({ track, texts }) {
        const { setting } = track, settings = this.settings.values, name = setting.parameter.name, used = new Set([...this.requests].map(request => request.place));
        const request = { track, key: track.key, abort: new AbortController(), place: [0, 1, 2, 3].find(place => !used.has(place)) };
        delete settings[name];
        track.busy = true;
        texts.forEach(text => track.asked.add(text));
        this.requests.add(request);
        let last;
        try {
            last = await ask("probe", { tab: `${this.tab}-track${request.place}`, settings, version: this.version, parameter: name, values: texts, ...this.until.wish }, line => {
                if (line.kind === "point" && track.key === request.key && this.list.get(setting) === track) {
                    this.runs++;
                    track.add(line.value, verdictOf({ summary: line, until: line.until }), line.check);
                }
            }, request.abort.signal);
        } catch (error) {
            last = { kind: "aborted" };
        }
        this.requests.delete(request);
        if (track.key === request.key) {
            track.busy = false;
            if (["error", "aborted"].includes(last.kind) || last.why === "newer") { /* no place at the server, no server, or another file: later */
                texts.forEach(text => track.asked.delete(text));
                track.rounds = Math.max(0, track.rounds - 1);
                this.calmAt = performance.now() + RETRY;
                setTimeout(() => this.wake(), RETRY + 5);
            }
        }
        this.wake();
    }

    /** Switches all of it on or off. */
    turn(on) {
        this.on = on;
        if (!on) {
            this.requests.forEach(request => request.abort.abort());
            this.list.forEach(track => track.forget());
        }
        this.wake();
    }
}

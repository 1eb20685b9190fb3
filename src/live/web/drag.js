/* Parts of the machine that are moved in the picture: handles, their values, undo and redo. */

const HANDLE_ARM = 44;      /* [px] from the middle of what a handle turns */
const HANDLE_NEAR = 13;     /* [px]; of handles that lie nearer to each other those of less rank stand above or below */
const ASIDE = [0, 1, -1, 2, -2]; /* where they are tried */
const RANKS = [/^(nip|roller|disc|block|solid|sensor|instance) /, /^(guide|side-guide|pivot|line|polyline|spline|arc|circle|drawing|driver|idler) /, /^(start|channel|sleeve) /]; /* of labels: which handles have their place first */
const HANDLES_MOST = 200;   /* in view; others appear as one zooms in */
const FINE = 0.1;           /* of the movement, and of the step, with shift */
const LEAPS = 10;           /* steps of Page Up and Page Down */
const GESTURE_REST = 700;   /* [ms] after the last change until a new entry of the history */
const WAYS = { along: "along the path", aside: "across the path", across: "across the feed", point: "", rim: "at the rim", turn: "by rotation" };

/** The least of 1, 2, 5, 10, ... that is not less. */
function roundStep(size) {
    const power = 10 ** Math.floor(Math.log10(size) + 1e-9);
    return [1, 2, 5, 10].map(digit => digit * power).find(step => step >= size * (1 - 1e-9));
}

/** A multiple of the step as text, without digits of rounding. */
function steppedText(value, step) {
    const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
    return String(Number((Math.round(value / step) * step).toFixed(Math.min(12, digits))));
}

/** Parts of "0 mm, {a}; 1 mm, 2 mm" with the separators between them; those in braces do not count. */
function partsOf(text) {
    const out = [""];
    let depth = 0;
    for (const letter of text) {
        depth += (letter === "{") - (letter === "}");
        if (depth === 0 && ",;".includes(letter)) {
            out.push(letter, "");
        } else {
            out[out.length - 1] += letter;
        }
    }
    return out;
}

/** One mark in the picture: what an attribute, or a point of it, changes. */
class Handle {
    constructor(key) {
        this.key = key;
        this.mark = make("button", { type: "button", className: "handle" });
        this.mark.setAttribute("role", "slider");
        this.mark.dataset.key = key;
    }

    /** `spec` is what the server says; `index` is that of a point. */
    take(spec, index) {
        Object.assign(this, { spec, index });
        this.first = 2 * index;
        this.parts = spec.way === "point" ? spec.parts.slice(this.first, this.first + 2) : spec.parts.slice(0, 1);
        this.values = this.parts.map(part => part.value);
        const count = spec.way === "point" ? spec.parts.length >> 1 : 1;
        this.what = `${spec.attribute}${count > 1 && spec.parts.length > 3 ? ` (point ${index + 1})` : ""}`;
        this.why = spec.why || (this.parts.length === 0 ? "it has no numbers" : this.parts.every(part => part.why) ? this.parts[0].why : "");
        this.mark.className = `handle ${spec.way}${this.why ? " fixed" : ""}`;
        const kind = RANKS.findIndex(kinds => kinds.test(spec.label));
        this.rank = (kind < 0 ? RANKS.length : kind) + (this.why ? RANKS.length : 0);
        this.tell();
    }

    get label() {
        return `${this.spec.label}: ${this.what}${WAYS[this.spec.way] ? ", " + WAYS[this.spec.way] : ""}`;
    }

    textOf(values = this.values) {
        return this.parts.map((part, k) => (values[k] === part.value ? part.text : this.partText(k, values[k]))).join(", ");
    }

    partText(k, value) {
        const { unit, size } = this.parts[k];
        return String(Number((value / size).toPrecision(10))) + (unit ? " " + unit : "");
    }

    /** Name and value for those who do not see the picture. */
    tell() {
        const { mark } = this;
        mark.setAttribute("aria-label", this.why ? `${this.label}; cannot be moved: ${this.why}` : this.label);
        mark.setAttribute("aria-valuetext", this.textOf());
        mark.setAttribute("aria-valuenow", this.values.length ? this.values[0] / this.parts[0].size : 0);
        mark.setAttribute("aria-disabled", this.why ? "true" : "false");
    }

    /* ---- places ---- */

    get path() {
        const path = first.machine ? first.machine.paths.find(other => other.name === this.spec.path) : null;
        return path ? pairs(path.points) : [];
    }

    /** Where it is in the machine with these values [m]. */
    place(values = this.values) {
        const { way, at, s, aside } = this.spec, [value] = values;
        switch (way) {
        case "along": return pointAlong(this.path, value, aside);
        case "aside": return pointAlong(this.path, s, value);
        case "across": return [at[0], at[1], value];
        case "point": return [value, values[1] === undefined ? 0 : values[1], 0];
        case "rim": return [at[0] + value * Math.SQRT1_2, at[1] - value * Math.SQRT1_2, 0];
        default: return [at[0] + HANDLE_ARM / drawing.scale * Math.cos(value + this.base), at[1] + HANDLE_ARM / drawing.scale * Math.sin(value + this.base), 0];
        }
    }

    /* a guide that turns is seen from its pivot towards its farthest point */
    get base() {
        const { at, of, label } = this.spec, guide = label.startsWith("pivot") && first.machine ? first.machine.guides.find(other => other.name === of) : null;
        const away = (guide ? pairs(guide.points) : []).map(([x, y]) => [x - at[0], y - at[1]]).sort((a, b) => Math.hypot(...b) - Math.hypot(...a))[0];
        return away ? Math.atan2(away[1], away[0]) : 0;
    }

    pixel(values = this.values) {
        return drawing.pixel(...this.place(values));
    }

    /** How far it moves in the picture for a change of one value [px per SI unit]. */
    rate(k) {
        const size = 1e-4, moved = this.values.slice();
        moved[k] += size;
        const [from, to] = [this.pixel(), this.pixel(moved)];
        return [(to[0] - from[0]) / size, (to[1] - from[1]) / size];
    }

    /** Whether a movement can be seen in this view. */
    get isSeen() {
        const side = drawing.viewName === "side", least = 0.2 * drawing.scale;
        return ["along", "across"].includes(this.spec.way) ? Math.hypot(...this.rate(0)) > least : side;
    }

    /** The values at a pixel, with nothing rounded. */
    valuesAt(x, y) {
        const { way, at } = this.spec, from = this.pixel();
        if (way === "along") {
            return [alongAt(this.path.map(p => drawing.pixel(...p, 0)), this.path, x, y, this.values[0])];
        }
        if (way === "rim" || way === "turn") {
            const [u, v] = drawing.pointAt(x, y);
            return [way === "rim" ? Math.hypot(u - at[0], v - at[1]) : nearAngle(Math.atan2(v - at[1], u - at[0]) - this.base, this.values[0])];
        }
        return this.values.map((value, k) => {
            const rate = this.rate(k), square = rate[0] ** 2 + rate[1] ** 2;
            return square > 0 ? value + ((x - from[0]) * rate[0] + (y - from[1]) * rate[1]) / square : value;
        });
    }

    /** The step of a value that is about one pixel, in its own unit. */
    step(k, fine) {
        const perPixel = 1 / Math.max(1e-12, Math.hypot(...this.rate(k))) / this.parts[k].size;
        return roundStep(perPixel) * (fine ? FINE : 1);
    }

    /** Values on round steps, within what is allowed; those that cannot be changed stay. */
    rounded(values, fine) {
        return values.map((value, k) => {
            const { size, least, most, why } = this.parts[k], step = this.step(k, fine), low = least === null ? -Infinity : least, high = most === null ? Infinity : most;
            return why || !Number.isFinite(value) ? this.values[k] : Math.min(high, Math.max(low, Number(steppedText(value / size, step)) * size));
        });
    }
}

/** A point at a distance along a line of points, and to its left; straight on beyond the ends. */
function pointAlong(points, s, aside) {
    let left = s;
    for (let i = 0; i + 1 < points.length; i++) {
        const [[ax, ay], [bx, by]] = [points[i], points[i + 1]], length = Math.hypot(bx - ax, by - ay);
        if (left <= length || i + 2 === points.length) {
            const [tx, ty] = [(bx - ax) / length, (by - ay) / length];
            return [ax + left * tx - aside * ty, ay + left * ty + aside * tx, 0];
        }
        left -= length;
    }
    return [0, 0, 0];
}

/** The distance along a path whose picture is nearest to a pixel; of places about as near the one nearest to `hint`. */
function alongAt(seen, points, x, y, hint) {
    const feet = [];
    let from = 0;
    for (let i = 0; i + 1 < points.length; i++) {
        const [[ax, ay], [bx, by]] = [seen[i], seen[i + 1]], square = (bx - ax) ** 2 + (by - ay) ** 2, length = Math.hypot(points[i + 1][0] - points[i][0], points[i + 1][1] - points[i][1]);
        const share = square > 0 ? Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square)) : 0;
        feet.push({ s: from + share * length, distance: Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay)) });
        from += length;
    }
    const least = Math.min(...feet.map(foot => foot.distance)), near = feet.filter(foot => foot.distance <= 1.5 * least + 4);
    return near.length ? near.reduce((best, foot) => (foot.distance + 0.5 * drawing.scale * Math.abs(foot.s - hint) < best.distance + 0.5 * drawing.scale * Math.abs(best.s - hint) ? foot : best)).s : hint;
}

/** The same direction, less than half a turn from another. */
function nearAngle(angle, hint) {
    return angle - 2 * Math.PI * Math.round((angle - hint) / (2 * Math.PI));
}

/** Values of before, to go back to and forth; each is a set of values by name. */
class Course {
    constructor(buttons) {
        this.entries = [{}];
        this.at = 0;
        this.buttons = buttons;
    }

    push(values) {
        if (JSON.stringify(values) !== JSON.stringify(this.entries[this.at])) {
            this.entries = [...this.entries.slice(0, this.at + 1), values];
            this.at++;
        }
        this.show();
    }

    /** The entry before (-1) or behind (1); null: there is none. */
    go(way) {
        const entry = this.entries[this.at + way];
        this.at += entry ? way : 0;
        this.show();
        return entry || null;
    }

    /** The file says other values from now on: entries that left them out meant those of before. */
    rebase(values) {
        this.entries = this.entries.map(entry => ({ ...values, ...entry }));
        this.entries[this.at] = {};
    }

    show() {
        const [undo, redo] = this.buttons;
        undo.disabled = this.at === 0;
        redo.disabled = this.at + 1 === this.entries.length;
    }
}

/** All handles, and the one that is being moved. */
class Drags {
    /** `onChange()` follows each change of a value. */
    constructor(settings, onChange) {
        this.settings = settings;
        this.onChange = onChange;
        this.list = new Map();
        this.active = null;     /* { handle, begin, values, ... } */
        this.ghost = null;      /* the run before a movement */
        this.holder = make("div", { id: "handles", role: "group", ariaLabel: "parts that can be moved" });
        this.shape = document.createElementNS("http://www.w3.org/2000/svg", "svg"); /* of the part where it was */
        this.tag = make("div", { id: "drag-tag", hidden: true });
        this.tag.setAttribute("role", "status");
        this.undoButtons = [button("undo", "undo", () => this.go(-1), "Ctrl+Z"), button("redo", "redo", () => this.go(1), "Ctrl+Shift+Z")];
        this.history = new Course(this.undoButtons);
        this.history.show();
        this.shape.id = "drag-ghost";
        this.shape.setAttribute("aria-hidden", "true");
    }

    /** Puts handles over the picture. */
    attach() {
        const picture = byId("picture"), canvas = byId("canvas");
        picture.append(this.shape, this.holder, this.tag);
        canvas.addEventListener("drawn", () => this.arrange());
        picture.addEventListener("pointerdown", event => this.press(event), true);
        picture.addEventListener("pointermove", event => this.move(event), true);
        picture.addEventListener("pointerup", event => this.lift(event), true);
        picture.addEventListener("pointercancel", () => this.cancel(), true);
        this.holder.addEventListener("wheel", event => {
            const box = canvas.getBoundingClientRect();
            event.preventDefault();
            zoom(Math.exp(-0.0015 * event.deltaY), event.clientX - box.left, event.clientY - box.top);
        }, { passive: false });
        this.holder.addEventListener("focusin", event => this.offer(this.handleOf(event.target)));
        this.holder.addEventListener("focusout", () => { if (this.active && this.active.pointer === null) { this.settle(); } this.hush(); });
        this.holder.addEventListener("pointermove", event => !this.active && this.offer(this.nearest(event)));
        this.holder.addEventListener("pointerout", () => !this.active && this.hush());
        this.holder.addEventListener("keydown", event => this.key(event));
        document.addEventListener("keydown", event => this.shortcut(event), true);
        byId("names").closest("label").after(make("label", null, make("input", { type: "checkbox", id: "movable", checked: true, onchange: event => { this.holder.hidden = !event.target.checked; this.arrange(); } }), " move parts"));
    }

    handleOf(element) {
        return this.list.get(element.dataset.key);
    }

    /** Handles of a run that had these values. */
    take(handles, values) {
        const list = new Map();
        for (const spec of handles) {
            if (!(spec.id in values)) {
                this.settings.inFile.set(spec.id, spec.raw);
            }
            const count = spec.way === "point" ? Math.max(1, Math.floor(spec.parts.length / 2)) : 1;
            for (let index = 0; index < (spec.parts.length === 3 ? 1 : count); index++) {
                const key = `${spec.label}#${spec.id}#${index}`, handle = this.list.get(key) || new Handle(key);
                if (!this.active || this.active.handle !== handle) {
                    handle.take(spec, index);
                }
                list.set(key, handle);
            }
        }
        if (this.active && !list.has(this.active.handle.key)) {
            list.set(this.active.handle.key, this.active.handle);
        }
        this.list = list;
        this.arranged = null;
        this.arrange();
    }

    /** Puts the marks where their parts are. */
    arrange() {
        if (!drawing || !first) {
            return;
        }
        const view = [drawing.viewName, drawing.scale, ...drawing.centre, drawing.width, drawing.height, drawing.angles, this.holder.hidden].join(" ");
        if (view === this.arranged && !this.active) {
            return;
        }
        this.arranged = view;
        const placed = [], seen = new Set(), isFree = (x, y) => !placed.some(other => Math.hypot(other[0] - x, other[1] - y) < HANDLE_NEAR);
        const all = this.holder.hidden || page.mode >= 0 ? [] : [...this.list.values()], held = handle => (this.active && this.active.handle === handle) || handle.mark === document.activeElement;
        for (const handle of all.slice().sort((a, b) => held(b) - held(a) || a.rank - b.rank)) {
            const [x, y] = handle.isSeen ? handle.pixel() : [NaN, NaN], inside = x >= 0 && y >= 0 && x <= drawing.width && y <= drawing.height;
            const rows = inside && placed.length < HANDLES_MOST ? ASIDE.find(row => isFree(x, y + row * HANDLE_NEAR)) : undefined;
            if (rows !== undefined || (held(handle) && !Number.isNaN(x))) {
                handle.at = [x, y + (rows || 0) * HANDLE_NEAR];
                placed.push(handle.at);
                seen.add(handle);
                handle.mark.style.transform = `translate(${handle.at[0]}px, ${handle.at[1]}px)`;
            }
        }
        const shown = all.filter(handle => seen.has(handle)).map(handle => handle.mark); /* in the order of the model */
        /* marks that stay are not taken out: the focus and the pointer are theirs */
        const wanted = new Set(shown);
        [...this.holder.children].filter(mark => !wanted.has(mark)).forEach(mark => mark.remove());
        shown.forEach((mark, i) => this.holder.children[i] !== mark && this.holder.insertBefore(mark, this.holder.children[i] || null));
        const focused = this.handleOf(document.activeElement);
        if (!this.tag.hidden && !this.active && focused) { /* it has moved with the view */
            this.offer(focused);
        }
        this.drawGhost();
    }

    /* ---- what is said ---- */

    offer(handle) {
        if (handle) {
            this.say(handle, handle.why ? `${handle.spec.label}: ${handle.what} cannot be moved: ${handle.why}` : `${handle.spec.label}: ${handle.what} ${handle.textOf()}`);
        }
    }

    say(handle, text, at = handle.at) {
        const { tag } = this;
        tag.hidden = false;
        tag.classList.toggle("fixed", Boolean(handle.why));
        tag.textContent = text;
        const width = Math.min(tag.offsetWidth, drawing.width), left = Math.max(0, Math.min(at[0] + 16, drawing.width - width)), below = at[1] + 16 + tag.offsetHeight > drawing.height;
        tag.style.transform = `translate(${left}px, ${below ? at[1] - 12 - tag.offsetHeight : at[1] + 16}px)`;
        byId("tip").hidden = true;
    }

    hush() {
        this.tag.hidden = true;
    }

    /* where the part was: its roller, or a line from there */
    drawGhost() {
        const { active, shape } = this;
        shape.replaceChildren();
        if (!active) {
            return;
        }
        const { handle, values } = active, [x, y] = handle.pixel(values), to = handle.pixel(), part = (kind, attributes) => {
            const element = document.createElementNS("http://www.w3.org/2000/svg", kind);
            Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
            shape.append(element);
        };
        part("path", { d: `M${x} ${y}L${to[0]} ${to[1]}` });
        for (const { centre, radius } of active.discs) {
            part("circle", { cx: drawing.pixel(...centre)[0], cy: drawing.pixel(...centre)[1], r: radius * drawing.scale });
        }
        part("circle", { cx: x, cy: y, r: 4 });
    }

    /* ---- the pointer ---- */

    placeOf(event) {
        const box = byId("canvas").getBoundingClientRect();
        return [event.clientX - box.left, event.clientY - box.top];
    }

    /* the mark under the pointer; of several that overlap the one whose middle is nearest, first of those that can be moved */
    nearest(event) {
        const at = this.placeOf(event), away = handle => Math.hypot(handle.at[0] - at[0], handle.at[1] - at[1]) + (handle.why ? HANDLE_NEAR : 0);
        return this.handleOf(event.target) ? [...this.holder.children].map(mark => this.handleOf(mark)).reduce((best, handle) => (away(handle) < away(best) ? handle : best)) : undefined;
    }

    /* a mark, or the roller under the pointer */
    find(event) {
        const handle = this.nearest(event);
        if (handle || event.target !== byId("canvas") || this.holder.hidden || !drawing || page.mode >= 0) {
            return handle;
        }
        const [x, y] = this.placeOf(event), disc = (drawing.things || []).find(({ centre, radius }) => centre && Math.hypot(x - centre[0], y - centre[1]) <= radius);
        return disc ? [...this.list.values()].find(other => other.spec.of === disc.name && other.index === 0 && other.isSeen && ["along", "point"].includes(other.spec.way)) : undefined;
    }

    press(event) {
        const handle = event.isPrimary && event.button === 0 ? this.find(event) : undefined;
        if (this.active && this.active.pointer === null) { /* keys have moved one */
            this.settle();
        }
        if (!handle || this.active) {
            return;
        }
        event.stopPropagation();
        event.preventDefault();
        if (handle.mark.isConnected) {
            handle.mark.focus({ preventScroll: true });
        }
        const at = this.placeOf(event);
        byId("picture").setPointerCapture(event.pointerId);
        this.begin(handle, { pointer: event.pointerId, at, virtual: handle.pixel(), moved: false });
        this.offer(handle);
    }

    move(event) {
        const { active } = this;
        if (!active || active.pointer !== event.pointerId) {
            return;
        }
        event.stopPropagation();
        const at = this.placeOf(event), { handle } = active, share = event.shiftKey ? FINE : 1;
        active.moved = active.moved || Math.hypot(at[0] - active.at[0], at[1] - active.at[1]) > 3;
        if (!active.moved) {
            return;
        }
        active.virtual = active.virtual.map((value, k) => value + share * (at[k] - active.at[k]));
        active.at = at;
        if (!handle.why) {
            this.change(handle, handle.rounded(handle.valuesAt(...active.virtual), event.shiftKey));
        }
        this.say(handle, handle.why ? `cannot be moved: ${handle.why}` : `${handle.what} ${handle.textOf()}`, at);
    }

    lift(event) {
        const { active } = this;
        if (!active || active.pointer !== event.pointerId) {
            return;
        }
        event.stopPropagation();
        if (!active.moved) {
            choose(active.handle.spec.of, false);
        }
        this.settle();
    }

    /* ---- changes ---- */

    begin(handle, more) {
        const { of } = handle.spec, discs = first.machine.rollers.flatMap((roller, i) => {
            const at = first.at("roller", i, 0);
            return at && (roller.name === of || nipOf(roller.name) === of) && ["along", "point", "aside", "rim"].includes(handle.spec.way) ? [{ centre: [at[0], at[1], 0], radius: 1e-6 * roller.radius }] : [];
        });
        this.active = { handle, values: handle.values.slice(), before: this.settings.values, discs: drawing.viewName === "side" ? discs : [], ...more };
        this.ghost = first;
        handle.mark.classList.add("active");
    }

    /** New values of a handle; the run follows. */
    change(handle, values) {
        if (values.every((value, k) => value === handle.values[k])) {
            return;
        }
        const { spec } = handle, before = handle.values;
        handle.values = values;
        let raw = spec.raw === null ? partsOf(spec.parts.map(part => part.text).join(",")) : partsOf(this.settings.moved.get(spec.id) || spec.raw);
        values.forEach((value, k) => {
            const part = handle.parts[k], text = handle.partText(k, value);
            if (value === before[k] || part.why) {
                return;
            }
            if (part.parameter) {
                this.settings.list.get(part.parameter).show(text);
            } else {
                const place = 2 * (handle.first + k), old = raw[place];
                raw[place] = old.slice(0, old.length - old.trimStart().length) + text + old.slice(old.trimEnd().length);
            }
        });
        if (handle.parts.some(part => !part.parameter)) {
            this.settings.move(spec.id, raw.join(""));
        }
        handle.tell();
        this.arrange();
        this.onChange();
    }

    /** The movement is complete. */
    settle() {
        if (this.active) {
            const { handle } = this.active;
            handle.mark.classList.remove("active");
            this.active = null;
            this.history.push(this.settings.values);
            this.arranged = null;
            this.arrange();
        }
        clearTimeout(this.resting);
    }

    /** Back to where it was taken from. */
    cancel() {
        const { active } = this;
        if (active) {
            active.handle.values = active.values;
            active.handle.tell();
            active.handle.mark.classList.remove("active");
            this.active = null;
            clearTimeout(this.resting);
            this.settings.put(active.before);
            this.arranged = null;
            this.arrange();
            this.offer(active.handle);
        }
    }

    /** Called when values have changed, by whatever: sliders are part of the history, too. */
    note() {
        if (!this.active) {
            clearTimeout(this.resting);
            this.resting = setTimeout(() => this.history.push(this.settings.values), GESTURE_REST);
        }
    }

    go(way) {
        this.settle();
        if (way < 0) {
            this.history.push(this.settings.values); /* what has not rested yet */
        }
        const values = this.history.go(way);
        if (values) {
            this.ghost = first;
            this.settings.put(values);
        }
    }

    /* ---- keys ---- */

    key(event) {
        const handle = this.handleOf(event.target), steps = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], PageUp: [LEAPS, -LEAPS], PageDown: [-LEAPS, LEAPS] }[event.key];
        if (!handle || !steps || event.ctrlKey || event.metaKey || event.altKey) {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
        if (handle.why) {
            this.offer(handle);
            return;
        }
        if (!this.active) {
            this.begin(handle, { pointer: null });
        }
        const values = handle.values.slice(), leap = Math.abs(steps[0]) > 1;
        if (handle.spec.way === "point") { /* along x, along y */
            steps.forEach((count, axis) => { values[axis] += (axis === 1 ? -1 : 1) * (leap && axis === 1 ? 0 : count) * handle.step(axis, event.shiftKey) * handle.parts[axis].size; });
        } else { /* as it is seen, otherwise to the right and up for more */
            const rate = handle.rate(0), size = Math.hypot(...rate), seen = size > 0 && !leap ? (rate[0] * steps[0] + rate[1] * steps[1]) / size : 0;
            const count = leap ? steps[0] : Math.abs(seen) > 0.3 ? Math.sign(seen) : steps[0] - steps[1];
            values[0] += count * handle.step(0, event.shiftKey) * handle.parts[0].size;
        }
        this.change(handle, handle.rounded(values, event.shiftKey)); /* until the focus leaves it, this is one movement */
        this.offer(handle);
    }

    shortcut(event) {
        const typing = event.target.matches("input:not([type=range]):not([type=checkbox]), textarea"), letter = event.key.toLowerCase();
        if (event.key === "Escape" && this.active) {
            event.preventDefault();
            event.stopPropagation();
            this.cancel();
        } else if ((event.ctrlKey || event.metaKey) && !event.altKey && !typing && ["z", "y"].includes(letter)) {
            event.preventDefault();
            this.go(letter === "y" || event.shiftKey ? 1 : -1);
        }
    }

    /* ---- the file ---- */

    /** Values that a refused run did not find in the file any more; returns what was left out. */
    drop(problems) {
        const gone = problems.filter(({ code, object }) => code === "E-PARAMETER" && this.settings.moved.has(object)).map(({ object }) => object);
        gone.forEach(id => this.settings.moved.delete(id));
        return gone;
    }

    /** What saving writes, as text. */
    get texts() {
        return [...this.settings.moved].map(([id, text]) => {
            const handle = [...this.list.values()].find(other => other.spec.id === id);
            return `${handle ? `${handle.spec.label}: ${handle.spec.attribute}` : id} = ${text}`;
        });
    }

    /** The file has these values now. */
    saved() {
        const before = Object.fromEntries([...this.settings.touched.map(setting => [setting.parameter.name, setting.own]), ...[...this.settings.moved.keys()].map(id => [id, this.settings.inFile.get(id)])].filter(([, text]) => typeof text === "string"));
        this.history.rebase(before);
        this.settings.moved.forEach((text, id) => this.settings.inFile.set(id, text));
        this.settings.moved.clear();
    }
}

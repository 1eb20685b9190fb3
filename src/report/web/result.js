/* Data of one result folder, and queries on it. */

class Result {
    constructor(data) {
        this.folder = data.folder;
        this.summary = data.summary;
        this.model = data.model;
        this.failure = data.failure || null;
        this.definitions = data.definitions || {}; /* of kinds of checks */
        this.cures = data.cures || null;
        this.machine = data.machine || null;
        this.frames = data.frames ? unpackFrames(data.frames) : [];
        this.rest = this.frames; /* of vibrations: the equilibrium */
        this.frameTimes = this.frames.map(frame => frame.time);
        this.framesOf = data.frames ? data.frames.of : 0;
        this.frameUnit = data.frames ? data.frames.unit : 0;
        this.columns = data.series ? unpackSeries(data.series) : new Map();
        this.bucket = data.series ? data.series.bucket : 1;
        this.samples = data.series ? data.series.of : 0;
        this.times = this.columns.has("time") ? this.columns.get("time").values : [];
        this.spatial = !!this.machine && this.machine.motion === "spatial";
        this.sheets = this.machine ? this.machine.sheets : [];
        this.events = (this.summary.events || []).filter(event => typeof event.time === "number");
        this.checks = this.summary.checks || [];
        this.figures = this.summary.figures || {};
        this.units = this.summary.units || {};
        this.turned = new Map(); /* of rollers */
    }

    get endTime() {
        const end = this.summary.end && this.summary.end.time;
        return Math.max(this.frameTimes.length ? this.frameTimes[this.frameTimes.length - 1] : 0, end || 0);
    }

    /** A state of rest, not a motion; vibrations are about one. */
    get isAtRest() {
        return this.summary.kind === "equilibrium" || this.summary.kind === "modes";
    }

    /** Nothing in it moves. */
    get isStill() {
        return this.summary.kind === "equilibrium" && this.frames.length < 2 && this.modes.length === 0;
    }

    get modelName() {
        const manifest = this.summary.manifest;
        return (manifest && manifest.model && manifest.model.name) || this.folder;
    }

    /** Small free vibrations: { frequency [Hz], sheets, rollers }. */
    get modes() {
        return (this.machine && this.machine.modes) || [];
    }

    /** Creates frames of one period of a vibration; the largest displacement is drawn as `size` [m]. */
    showMode(mode, size) {
        const period = mode.frequency > 0 ? 1 / mode.frequency : 1;
        this.frames = Array.from({ length: MODE_FRAMES + 1 }, (_, f) => {
            const share = Math.sin(2 * Math.PI * f / MODE_FRAMES) * size;
            return { time: period * f / MODE_FRAMES, parts: displaced(this.rest[0].parts, this, mode, share) };
        });
        this.frameTimes = this.frames.map(frame => frame.time);
    }

    /** Data of a part of the machine at a time, interpolated between frames; null while the part is absent. */
    at(kind, of, time) {
        if (this.frames.length === 0) {
            return null;
        }
        const key = kind + " " + of, f = indexBefore(this.frameTimes, time);
        const before = this.frames[f].parts.get(key) || null;
        const after = f + 1 < this.frames.length ? this.frames[f + 1].parts.get(key) || null : null;
        const share = after ? (time - this.frames[f].time) / (this.frames[f + 1].time - this.frames[f].time) : 0;
        if (!before || !after || share <= 0) {
            return before;
        }
        return before.map((value, i) => value + share * (after[i] - value));
    }

    /** Points of a guide [m] at a time: those of the model, moved with its gate. */
    guidePoints(guide, time) {
        const points = pairs(guide.points || []), pose = guide.moves ? this.gatePose(guide, time) : null;
        if (!pose) {
            return points;
        }
        const [x, y, c, s] = [pose[0], pose[1], Math.cos(pose[2]), Math.sin(pose[2])];
        return points.map(([px, py]) => [x + c * px - s * py, y + s * px + c * py]);
    }

    /* angles have no full turns: interpolation takes the shorter way */
    gatePose(guide, time) {
        const gate = "gate " + this.machine.guides.filter(other => other.moves).indexOf(guide), f = indexBefore(this.frameTimes, time);
        const before = this.frames[f].parts.get(gate), after = this.frames[Math.min(f + 1, this.frames.length - 1)].parts.get(gate);
        if (!before || !after) {
            return before || null;
        }
        const turn = after[2] - before[2] - 2 * Math.PI * Math.round((after[2] - before[2]) / (2 * Math.PI));
        const lasts = this.frames[Math.min(f + 1, this.frames.length - 1)].time - this.frames[f].time;
        const share = lasts > 0 ? Math.min(1, Math.max(0, (time - this.frames[f].time) / lasts)) : 0;
        return [before[0] + share * (after[0] - before[0]), before[1] + share * (after[1] - before[1]), before[2] + share * turn];
    }

    /** Rotation of a roller since the start, counter-clockwise [rad]; null if series and path do not determine it. */
    rollerAngle(index, time) {
        if (!this.turned.has(index)) {
            this.turned.set(index, this.turningOf(index));
        }
        const angles = this.turned.get(index);
        if (!angles) {
            return null;
        }
        const k = indexBefore(this.times, time), next = Math.min(k + 1, angles.length - 1), lasts = this.times[next] - this.times[k];
        return angles[k] + (lasts > 0 ? Math.min(1, Math.max(0, (time - this.times[k]) / lasts)) * (angles[next] - angles[k]) : 0);
    }

    /* integral of the surface speed, positive along the sheet: the sense of rotation depends on the side of the path */
    turningOf(index) {
        const { name, radius } = this.machine.rollers[index], column = this.columns.get(name.replace(/\.driver$/, "") + ".speed");
        const sense = this.modes.length ? 0 : this.sideOfPath(this.frames[0].parts.get("roller " + index), 1e-6 * radius);
        if (!column || sense === 0) {
            return null;
        }
        let angle = 0;
        return column.values.map((speed, k) => {
            angle += k > 0 ? sense * 0.5e6 * ((speed || 0) + (column.values[k - 1] || 0)) * (this.times[k] - this.times[k - 1]) / radius : 0;
            return angle;
        });
    }

    /* 1: the circle touches a path from the left, -1: from the right, 0: no contact */
    sideOfPath(centre, radius) {
        let best = 1.5 * radius, side = 0;
        for (const path of centre ? this.machine.paths : []) {
            const line = pairs(path.points);
            for (let i = 0; i + 1 < line.length; i++) {
                const distance = distanceToLine([line[i], line[i + 1]], ...centre), [ax, ay] = line[i], [bx, by] = line[i + 1];
                if (distance < best) {
                    best = distance;
                    side = Math.sign((bx - ax) * (centre[1] - ay) - (by - ay) * (centre[0] - ax));
                }
            }
        }
        return side;
    }

    /** The value of a series at a time, or null. */
    valueAt(name, time) {
        const column = this.columns.get(name);
        return column ? column.values[indexBefore(this.times, time)] : null;
    }

    /** Time of the largest absolute value of a series. */
    timeOfLargest(name) {
        const column = this.columns.get(name);
        let best = -1, at = null;
        (column ? column.values : []).forEach((value, row) => {
            if (value !== null && Math.abs(value) > best) {
                best = Math.abs(value);
                at = this.times[row];
            }
        });
        return at;
    }

    /** Names of columns with an ending such as ".slip". */
    columnsEnding(ending) {
        return [...this.columns.keys()].filter(name => name.endsWith(ending));
    }

    /** Objects with figures or positions: nips, rollers, guides, sheets, sensors. */
    objectNames() {
        const names = new Set(this.sheets.map(sheet => sheet.name));
        if (this.machine) {
            for (const list of [this.machine.rollers, this.machine.guides, this.machine.paths, this.machine.bodies, this.machine.pressures]) {
                (list || []).forEach(part => names.add(part.name));
            }
            (this.machine.rollers || []).forEach(roller => names.add(nipOf(roller.name)));
        }
        this.sensors().forEach((_, name) => names.add(name));
        names.delete("");
        return names;
    }

    /** Positions of the sensors: name to [x, y, z]. */
    sensors() {
        return new Map(((this.machine && this.machine.sensors) || []).map(({ name, at }) => [name, at.map(um => 1e-6 * um)]));
    }
}

const MODE_FRAMES = 48; /* frames of a period */

/** The parts of a frame with the displacements of a mode added, `size` for the largest [m]. Forces are removed, because they are those of the equilibrium. */
function displaced(parts, { sheets, spatial }, mode, size) {
    const out = new Map(parts), scale = 1e-6 * size, step = spatial ? 3 : 2;
    const add = (key, by) => {
        const at = parts.get(key);
        if (at) { out.set(key, at.map((value, i) => value + scale * by(i))); }
    };
    sheets.forEach((sheet, s) => {
        const shape = mode.sheets[s], m = sheet.columns || 1;
        add("nodes " + s, i => shape[i]);
        add("line " + s, i => { /* the mean of the columns */
            let sum = 0;
            for (let j = 0; j < m; j++) { sum += shape[step * (m * (i >> 1) + j) + i % 2]; }
            return sum / m;
        });
        out.delete("tension " + s);
        out.delete("contact " + s);
    });
    for (let r = 0; step * r < mode.rollers.length; r++) {
        add("roller " + r, i => mode.rollers[step * r + i]);
    }
    return out;
}

/** "n1" for "n1.driver" and "n1.idler"; other names are unchanged. */
function nipOf(roller) {
    return roller.replace(/\.(driver|idler)$/, "");
}

/* Draws the machine and its sheets at one time on a canvas. */

const HIT_DISTANCE = 9; /* pixels */
const MARGIN = 42;      /* margin around the machine for arrows and names */
const FAR_APART = 0.3;  /* [m]; locations farther apart are not shown in one close-up */
const AWAY = 0.7;       /* of the machine's size: sheets that fly or fall farther away leave the picture */
const LIFTED = 0.1;     /* of the machine's size: rollers that move farther, as one that nothing stops, leave it, too */
const LOWEST = 220;     /* pixels; pictures of flat machines are no lower */
const HIGHEST = 0.6;    /* of the window's height; pictures of tall machines are no higher */

class Drawing {
    constructor(canvas, results) {
        this.canvas = canvas;
        this.results = results;
        this.viewName = "side";
        this.view = VIEWS.side;
        this.scale = 1;          /* pixels per metre */
        this.centre = [0, 0];    /* point at the centre of the canvas [m] */
        this.colouring = "curvature";
        this.showForces = true;
        this.exaggeration = 1;   /* of what spatial sheets deviate from straight ones */
        this.showNames = true;
        this.selected = null;    /* name of an object */
        this.spot = null;        /* location of the selected event */
        this.deciding = null;    /* forces of a failure with their time: { time, forces } */
        this.reach = this.findReach();
        this.ranges = new Map();
        this.time = 0;
        this.surfaces = null;    /* created on first use */
        this.readColours();
        this.resize();
        this.fit();
    }

    get first() {
        return this.results[0];
    }

    /* ---- view ---- */

    resize() {
        const ratio = window.devicePixelRatio || 1, box = this.canvas.getBoundingClientRect();
        this.width = Math.max(box.width, 50);
        this.height = Math.max(box.height, 50);
        this.canvas.width = Math.round(this.width * ratio);
        this.canvas.height = Math.round(this.height * ratio);
        this.pen = this.canvas.getContext("2d");
        this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
        if (this.surfaces) {
            this.surfaces.resize(this.width, this.height, ratio);
        }
    }

    setView(name) {
        this.viewName = name;
        this.angles = OBLIQUE;
        this.view = VIEWS[name];
        if (name !== "side" && !this.surfaces) {
            this.surfaces = new Surfaces(byId("surfaces"));
            this.resize();
        }
        this.fit();
    }

    get isShaded() {
        return this.viewName !== "side" && this.first.spatial && this.surfaces !== null && this.surfaces.works;
    }

    /** Rotates the view about the centre of the picture, at the depth of the centre of the machine. */
    turn(around, down) {
        const depth = depthOf(this.view, ...this.middle), [right, up, near] = this.view;
        const pivot = [0, 1, 2].map(k => this.centre[0] * right[k] + this.centre[1] * up[k] + depth * near[k]);
        this.angles = [this.angles[0] + around, Math.min(Math.PI / 2, Math.max(-Math.PI / 2, this.angles[1] + down))];
        this.view = turnedView(...this.angles);
        this.centre = projected(this.view, ...pivot);
    }

    /** Extent of sheets and rollers across the feed. */
    findReach() {
        let reach = 0;
        for (const { machine, frames } of this.results) {
            for (const { parts } of frames.filter((_, f) => f % 8 === 0)) {
                parts.forEach((at, key) => { reach = at && key.startsWith("solid ") ? Math.max(reach, Math.abs(at[2]) + Math.abs(at[5]) + Math.abs(at[8]) + Math.abs(at[11])) : reach; });
            }
            for (const sheet of machine && machine.motion === "spatial" ? machine.sheets : []) {
                reach = Math.max(reach, 0.5e-6 * sheet.width);
            }
            for (const roller of machine ? machine.rollers : []) {
                (roller.pads || []).forEach(pad => { reach = Math.max(reach, 1e-6 * (Math.abs(pad.at[2]) + pad.half)); });
            }
        }
        return reach;
    }

    /** Sets the results to be drawn; the view does not change. */
    replace(results) {
        this.results = results;
        this.reach = this.findReach();
        this.ranges.clear();
        this.forceMost = undefined;
        this.spot = this.deciding = null;
        this.findRoom();
    }

    /** Fits the picture to fixed parts, and to sheets near them. */
    fit() {
        this.findRoom();
        this.shape();
        this.look();
        this.fitted = [this.scale, ...this.centre];
    }

    /** After a change of the window: what showed the whole machine shows it again. */
    refit() {
        const { scale, centre } = this;
        if (this.fitted[0] === scale && this.fitted[1] === centre[0] && this.fitted[2] === centre[1]) {
            this.fit();
        } else {
            this.shape();
        }
    }

    /** Lower left and upper right corner of the room in this view [m]. */
    extent() {
        const corners = this.room.corners().map(place => projected(this.view, ...place));
        return [Math.min, Math.max].map(of => [0, 1].map(k => of(...corners.map(p => p[k]))));
    }

    /** Gives the canvas the proportions of the machine in this view, within limits of the window; the page gives its width. */
    shape() {
        const { width } = this.canvas.getBoundingClientRect();
        if (!this.room.isEmpty && width > 2 * MARGIN) {
            const [low, high] = this.extent(), most = Math.max(LOWEST, HIGHEST * window.innerHeight);
            const height = (width - 2 * MARGIN) * (high[1] - low[1]) / Math.max(high[0] - low[0], 1e-3) + 2 * MARGIN;
            this.canvas.style.height = `${Math.round(Math.min(Math.max(height, LOWEST), most))}px`;
        }
        this.resize();
    }

    findRoom() {
        const still = new Room(), moved = new Room(), all = new Room();
        for (const result of this.results) {
            const last = result.frames.length - 1;
            (result.machine ? result.machine.guides : []).forEach(guide => this.guideLines(guide).flat().forEach(place => still.see(...place)));
            result.frames.forEach((frame, f) => {
                if (f % 8 === 0 || f === last) {
                    frame.parts.forEach((at, key) => this.seePart(!key.startsWith("roller ") ? all : f === 0 ? still : moved, key, at));
                }
            });
        }
        this.room = still.isEmpty ? all.joined(moved) : still.joined(all.within(still.grown(AWAY))).joined(moved.within(still.grown(LIFTED)));
    }

    /** Applies the extent found by fit(). */
    look() {
        if (this.room.isEmpty) {
            return;
        }
        const [low, high] = this.extent();
        this.middle = this.room.middle();
        this.depth = 1.2 * Math.max(...this.room.corners().map(place => Math.hypot(...place))) * (1 + 2 * AWAY) + 0.01;
        this.scale = Math.min(Math.max(this.width - 2 * MARGIN, 1) / Math.max(high[0] - low[0], 1e-3), Math.max(this.height - 2 * MARGIN, 1) / Math.max(high[1] - low[1], 1e-3));
        this.centre = low.map((value, k) => (value + high[k]) / 2);
    }

    seePart(room, key, at) {
        const kind = key.slice(0, key.indexOf(" "));
        if (!at) {
            return;
        }
        if (kind === "line" && !this.first.spatial) {
            for (let i = 0; i < at.length; i += 2) { room.see(at[i], at[i + 1], 0); }
        } else if (kind === "nodes") {
            for (let i = 0; i < at.length; i += 3) { room.see(at[i], at[i + 1], at[i + 2]); }
        } else if (kind === "roller") {
            const radius = 1e-6 * this.first.machine.rollers[Number(key.slice(7))].radius;
            for (const z of [-this.reach, this.reach]) { room.see(at[0] - radius, at[1] - radius, z); room.see(at[0] + radius, at[1] + radius, z); }
        } else if (kind === "body") {
            for (let i = 0; i < at.length; i += 2) { room.see(at[i], at[i + 1], 0); }
        }
    }

    zoom(factor, x, y) {
        const [u, v] = x === undefined ? this.centre : this.pointAt(x, y);
        this.scale = Math.min(1e7, Math.max(1, this.scale * factor));
        if (x !== undefined) {
            const [nu, nv] = this.pointAt(x, y);
            this.centre = [this.centre[0] + u - nu, this.centre[1] + v - nv];
        }
    }

    pan(dx, dy) {
        this.centre = [this.centre[0] - dx / this.scale, this.centre[1] + dy / this.scale];
    }

    pointAt(x, y) {
        return [this.centre[0] + (x - this.width / 2) / this.scale, this.centre[1] - (y - this.height / 2) / this.scale];
    }

    /** The pixel of a point of the machine. */
    pixel(x, y, z) {
        const [u, v] = projected(this.view, x, y, z || 0);
        return [this.width / 2 + (u - this.centre[0]) * this.scale, this.height / 2 - (v - this.centre[1]) * this.scale];
    }

    /** Centres a location and zooms in. */
    lookAt(x, y, z) {
        this.centre = projected(this.view, x, y, z || 0);
        this.scale = Math.max(this.scale, Math.min(this.width, this.height) / 0.12);
    }

    /** Shows several locations if they fit into a close-up, otherwise the first. */
    lookAtAll(points) {
        const seen = points.map(point => projected(this.view, ...point)), [u, v] = [0, 1].map(k => seen.map(point => point[k]));
        const span = list => Math.max(...list) - Math.min(...list), middle = list => (Math.max(...list) + Math.min(...list)) / 2;
        if (Math.max(span(u), span(v)) < FAR_APART) {
            this.centre = [middle(u), middle(v)];
            this.scale = Math.max(this.scale, Math.min(this.width / (span(u) + 0.1), this.height / (span(v) + 0.1)));
        } else {
            this.lookAt(...points[0]);
        }
    }

    /* ---- the picture ---- */

    draw(time) {
        const pen = this.pen;
        this.time = time;
        this.labels = [];
        this.things = [];
        this.beginPicture();
        pen.lineCap = pen.lineJoin = "round";
        this.drawPaths();
        this.drawGuides();
        this.drawPressures(time);
        this.drawRollers(this.first, time);
        this.results.forEach((result, r) => {
            this.drawBodies(result, time, r);
            this.drawSheets(result, time, r);
        });
        this.drawSensors();
        this.drawHolds(time);
        if (this.isShaded) {
            this.surfaces.draw(this, this.depth);
        }
        if (this.showForces) {
            this.drawForces(time);
            this.drawDeciding(time);
        }
        this.drawSpot();
        this.drawLabels();
        this.drawScale();
        this.drawForceScale();
        this.drawAxes();
        this.canvas.dispatchEvent(new Event("drawn"));
    }

    /* surfaces are drawn behind this canvas, which has lines and labels */
    beginPicture() {
        const pen = this.pen;
        pen.clearRect(0, 0, this.width, this.height);
        if (this.surfaces) {
            this.surfaces.canvas.hidden = !this.isShaded;
            this.surfaces.empty();
        }
        if (!this.isShaded) {
            pen.fillStyle = this.colours.paper;
            pen.fillRect(0, 0, this.width, this.height);
        }
    }

    readColours() {
        this.colours = {};
        for (const name of ["paper", "ink", "faint", "solid", "roller", "steel", "sheet", "force", "mark", "chosen", "path", "failed"]) {
            this.colours[name] = styleValue("--" + name);
        }
    }

    strokePixels(points, closed) {
        const pen = this.pen;
        pen.beginPath();
        points.forEach(([x, y], i) => (i === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
        if (closed) {
            pen.closePath();
        }
        pen.stroke();
    }

    drawPaths() {
        this.pen.strokeStyle = this.colours.path;
        this.pen.lineWidth = 1;
        this.pen.setLineDash([6, 3, 1, 3]);
        for (const path of this.first.machine ? this.first.machine.paths : []) {
            this.strokePixels(pairs(path.points).map(([x, y]) => this.pixel(x, y, 0)));
        }
        this.pen.setLineDash([]);
    }

    drawGuides() {
        for (const guide of this.first.machine ? this.first.machine.guides : []) {
            const chosen = guide.name === this.selected;
            this.pen.strokeStyle = chosen ? this.colours.chosen : this.colours.solid;
            this.pen.lineWidth = chosen ? 3.5 : 2;
            const lines = this.guideLines(guide);
            if (this.isShaded && lines.length === 2) {
                addBand(this.surfaces.clear, this.surfaces.edges, ...lines, opaque(chosen ? this.colours.chosen : this.colours.solid, 0.16), opaque(this.pen.strokeStyle));
            }
            for (const line of lines.map(places => places.map(p => this.pixel(...p)))) {
                if (!this.isShaded) {
                    this.strokePixels(line);
                }
                this.things.push({ name: guide.name, line });
            }
            if (!this.isShaded && this.viewName !== "side" && lines.length === 2) {
                [0, lines[0].length - 1].forEach(k => this.strokePixels(lines.map(places => this.pixel(...places[k]))));
            }
            const points = this.first.guidePoints(guide, this.time);
            if (points.length && this.viewName === "side") {
                this.hatch(points.map(([x, y]) => this.pixel(x, y, 0)), guide.side);
                const k = Math.max(points.length >> 1, 1), [from, at] = [points[k - 1], points[k % points.length]].map(([x, y]) => this.pixel(x, y, 0));
                /* to the right of the line where sheets run on its left; y points down */
                const solid = guide.side ? [guide.side * (from[1] - at[1]), guide.side * (at[0] - from[0])] : null;
                this.labels.push({ text: guide.name, at, weak: !chosen, solid });
            }
        }
    }

    /** The outline of a pressure element without a guide; its first side is the nozzle. */
    drawOpenPressure({ name, points }, time) {
        const pen = this.pen, line = [];
        for (let i = 0; i + 1 < points.length; i += 2) {
            line.push(this.pixel(1e-6 * points[i], 1e-6 * points[i + 1], 0));
        }
        pen.strokeStyle = pen.fillStyle = name === this.selected ? this.colours.chosen : this.colours.mark;
        pen.globalAlpha = this.first.valueAt(name + ".normal", time) > 0 ? 0.45 : 0.15;
        pen.beginPath();
        line.forEach(([x, y], i) => i > 0 ? pen.lineTo(x, y) : pen.moveTo(x, y));
        pen.fill();
        pen.globalAlpha = 1;
        this.things.push({ name, line });
        this.labels.push({ text: name, at: line[0], weak: name !== this.selected });
    }

    /** Bands along guides with hold-down elements; darker while they act. */
    drawPressures(time) {
        const machine = this.first.machine, pen = this.pen;
        for (const pressure of this.viewName === "side" && machine && machine.pressures || []) {
            const { name, guide: of, from, to } = pressure;
            if (pressure.points) {
                this.drawOpenPressure(pressure, time);
                continue;
            }
            const guide = machine.guides.find(other => other.name === of);
            if (!guide) {
                continue;
            }
            const part = stretchOf(this.first.guidePoints(guide, time), from === null ? 0 : 1e-6 * from, to === null ? Infinity : 1e-6 * to);
            const line = part.map(([x, y]) => this.pixel(x, y, 0)), acts = this.first.valueAt(name + ".normal", time) > 0;
            pen.strokeStyle = name === this.selected ? this.colours.chosen : this.colours.mark;
            pen.globalAlpha = acts ? 0.55 : 0.2;
            pen.lineWidth = 9;
            pen.lineCap = "butt";
            this.strokePixels(line);
            pen.lineCap = "round";
            pen.globalAlpha = 1;
            this.things.push({ name, line });
            this.labels.push({ text: name, at: line[0], weak: name !== this.selected });
        }
    }

    /** Spatial lines of a guide: one for planar models, otherwise its two lateral edges. */
    guideLines(guide) {
        if (guide.rims) {
            const places = triples(guide.rims);
            return [0, 1].map(rim => places.filter((_, i) => i % 2 === rim));
        }
        const points = this.first.guidePoints(guide, this.time), rise = guide.rise || [0, 0], across = guide.across || [null, null];
        if (!this.first.spatial) {
            return [points.map(([x, y]) => [x, y, 0])];
        }
        const ends = [across[0] === null ? -1.05 * this.reach : 1e-6 * across[0], across[1] === null ? 1.05 * this.reach : 1e-6 * across[1]];
        return ends.map(z => points.map(([x, y]) => [x + rise[0] * z, y + rise[1] * z, z]));
    }

    /* short strokes on the solid side of a line */
    hatch(line, side) {
        if (side === 0) {
            return;
        }
        const pen = this.pen, step = 7;
        let left = step / 2;
        pen.lineWidth = 1;
        pen.beginPath();
        for (let i = 0; i + 1 < line.length; i++) {
            const [ax, ay] = line[i], [bx, by] = line[i + 1], length = Math.hypot(bx - ax, by - ay);
            if (length === 0 || Math.max(ax, bx) < -50 || Math.min(ax, bx) > this.width + 50 || Math.max(ay, by) < -50 || Math.min(ay, by) > this.height + 50) {
                continue;
            }
            const tx = (bx - ax) / length, ty = (by - ay) / length, nx = -side * ty, ny = side * tx;
            for (; left < length; left += step) {
                const x = ax + left * tx, y = ay + left * ty;
                pen.moveTo(x, y);
                pen.lineTo(x + 4 * (nx - tx * 0.6), y + 4 * (ny - ty * 0.6));
            }
            left -= length;
        }
        pen.stroke();
    }

    drawRollers(result, time) {
        const nips = new Map();
        (result.machine ? result.machine.rollers : []).forEach((roller, i) => {
            const at = result.at("roller", i, time), soft = (result.machine.bodies || []).some(body => body.roller === i); /* drawn with the bodies */
            if (!at) {
                return;
            }
            const nip = nipOf(roller.name), chosen = this.selected === roller.name || this.selected === nip;
            this.pen.strokeStyle = chosen ? this.colours.chosen : this.colours.solid;
            this.pen.fillStyle = this.colours.roller;
            this.pen.lineWidth = chosen ? 3 : 1.5;
            const shift = result.at("shift", i, time);
            const discs = soft ? [] : this.discsOf(roller, at, shift ? shift[0] : 0), angle = result.rollerAngle(i, time);
            if (this.isShaded) {
                this.addRoller(discs, chosen, angle);
            } else {
                discs.forEach(disc => this.drawDisc(disc));
                this.drawSpokes(discs, angle);
            }
            const z = this.viewName === "side" ? 0 : meanOf(discs.map(disc => disc.centre[2])), middle = this.pixel(at[0], at[1], z);
            for (const centre of this.viewName === "side" ? [[at[0], at[1], 0]] : discs.map(disc => disc.centre)) {
                this.things.push({ name: nip, centre: this.pixel(...centre), radius: 1e-6 * roller.radius * this.scale });
            }
            nips.set(nip, (nips.get(nip) || []).concat([{ middle, radius: 1e-6 * roller.radius * this.scale }]));
        });
        nips.forEach((rollers, name) => { /* beside the first roller of a nip: its driver */
            this.labels.push({ text: name, at: rollers[0].middle, radius: Math.min(rollers[0].radius, 0.5 * Math.min(this.width, this.height)) });
        });
    }

    discsOf(roller, at, shift) {
        if (!roller.pads || roller.pads.length === 0) {
            return [{ centre: [at[0], at[1], 0], axis: [0, 0, 1], radius: 1e-6 * roller.radius, half: this.first.spatial ? this.reach : 0 }];
        }
        return roller.pads.map(pad => ({
            centre: [0, 1, 2].map(k => (k < 2 ? at[k] : 0) + 1e-6 * pad.at[k] + shift * pad.axis[k]),
            axis: pad.axis, radius: 1e-6 * pad.radius, half: 1e-6 * pad.half,
        }));
    }

    /* spokes that show the rotation of a roller */
    drawSpokes(discs, angle) {
        if (this.viewName === "side" && angle !== null && discs.length > 0 && discs[0].radius * this.scale > 5) {
            const [x, y] = discs[0].centre, r = discs[0].radius;
            this.pen.lineWidth = 1;
            spokes(angle).forEach(([c, s]) => this.strokePixels([this.pixel(x + 0.3 * r * c, y + 0.3 * r * s, 0), this.pixel(x + 0.85 * r * c, y + 0.85 * r * s, 0)]));
        }
    }

    addRoller(discs, chosen, angle) {
        const colour = opaque(chosen ? this.colours.chosen : this.colours.steel), { solid, edges } = this.surfaces;
        discs.forEach(disc => {
            addDisc(solid, edges, disc, colour, opaque(this.colours.solid));
            if (angle !== null) {
                addSpokes(edges, disc, spokes(angle), opaque(this.colours.solid));
            }
        });
        if (discs.length > 1) {
            addShaft(solid, discs, colour);
        }
    }

    drawDisc({ centre, axis, radius, half }) {
        const pen = this.pen;
        if (this.viewName === "side") {
            const [x, y] = this.pixel(...centre);
            pen.beginPath();
            pen.arc(x, y, radius * this.scale, 0, 2 * Math.PI);
            pen.fill();
            pen.stroke();
            return;
        }
        const end = side => circlePoints(centre.map((c, k) => c + side * half * axis[k]), radius, axis, 24).map(p => this.pixel(...p));
        const near = depthOf(this.view, ...axis) > 0 ? 1 : -1, hull = convexHull(end(-1).concat(end(1)));
        pen.beginPath();
        hull.forEach(([x, y], i) => (i === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
        pen.closePath();
        pen.globalAlpha = 0.75;
        pen.fill();
        pen.globalAlpha = 1;
        pen.stroke();
        this.strokePixels(end(near), true);
    }

    drawSensors() {
        this.pen.fillStyle = this.colours.mark;
        this.first.sensors().forEach((at, name) => {
            const [x, y] = this.pixel(...at);
            this.pen.beginPath();
            this.pen.moveTo(x, y - 2);
            this.pen.lineTo(x - 5, y - 12);
            this.pen.lineTo(x + 5, y - 12);
            this.pen.fill();
            this.things.push({ name, centre: [x, y - 8], radius: 6 });
            this.labels.push({ text: name, at: [x, y - 8], radius: 6 });
        });
    }

    drawBodies(result, time, r) {
        const pen = this.pen;
        (result.machine && result.machine.bodies ? result.machine.bodies : []).forEach((body, i) => {
            const at = result.at("body", i, time), solid = result.at("solid", i, time);
            pen.strokeStyle = r > 0 ? LINE_COLOURS[r] : body.name === this.selected ? this.colours.chosen : this.colours.sheet;
            pen.lineWidth = 1.5;
            if (solid && this.isShaded) {
                addSolid(this.surfaces.solid, this.surfaces.edges, [...solid], body.solid === "cuboid", opaque(pen.strokeStyle), opaque(this.colours.ink));
                addBalls(this.surfaces.solid, [...solid], body.balls || [], opaque(pen.strokeStyle));
                this.things.push({ name: body.name, centre: this.pixel(solid[0], solid[1], solid[2]), radius: 8 });
                this.labels.push({ text: body.name, at: this.pixel(solid[0], solid[1], solid[2]), weak: true });
            } else if (solid) {
                solidLines([...solid], body.solid === "cuboid").forEach(line => this.strokePixels(line.map(p => this.pixel(...p)), true));
                this.labels.push({ text: body.name, at: this.pixel(solid[0], solid[1], solid[2]), weak: true });
            } else if (at) {
                this.drawFlatBody(at, body);
            }
        });
    }

    /* a block's corners, or the ends of two diameters of a disc or an ellipse */
    drawFlatBody(at, body) {
        let points = pairs(Array.from(at), 1);
        const cx = (points[0][0] + points[2][0]) / 2, cy = (points[0][1] + points[2][1]) / 2;
        if (body.radius > 0 || body.soft) {
            const [p, , q] = points, s = points[1], a = [p[0] - cx, p[1] - cy], b = [s[0] - cx, s[1] - cy];
            if (!this.isShaded) {
                this.strokePixels([this.pixel(cx, cy, 0), this.pixel(p[0], p[1], 0)]);
            }
            points = Array.from({ length: 48 }, (_, k) => {
                const c = Math.cos(Math.PI * k / 24), d = Math.sin(Math.PI * k / 24);
                return [cx + c * a[0] + d * b[0], cy + c * a[1] + d * b[1]];
            });
        }
        if (this.isShaded) {
            addPrism(this.surfaces.solid, this.surfaces.edges, points, this.reach, opaque(this.colours.steel), opaque(this.pen.strokeStyle));
        } else {
            this.strokePixels(points.map(([x, y]) => this.pixel(x, y, 0)), true);
        }
        const middle = this.pixel(cx, cy, 0);
        this.things.push({ name: body.name, centre: middle, radius: 8 });
        this.labels.push({ text: body.name, at: middle, weak: true });
    }

    /* ---- sheets ---- */

    drawSheets(result, time, r) {
        const piles = this.viewName === "side" && !result.spatial && result.sheets.length > 1
            ? pileShifts(result.sheets.map((sheet, i) => ({ line: result.at("line", i, time), thickness: 1e-6 * sheet.thickness })), this.scale) : [];
        result.sheets.forEach((sheet, i) => {
            const line = result.at("line", i, time);
            if (!line) {
                return;
            }
            let seen = null;
            const nodes = this.exaggerated(result.at("nodes", i, time), sheet), values = r === 0 ? this.sheetValues(result, sheet, i, line, time) : null;
            if (nodes && this.isShaded) {
                const plain = r > 0 ? LINE_COLOURS[r] : this.plainColour(i), opacity = r > 0 ? 0.1 : 1;
                addSheet(r > 0 ? this.surfaces.clear : this.surfaces.solid, this.surfaces.edges, nodes, sheet.columns,
                    k => opaque(values ? this.colourOf(values[k]) : plain, opacity), opaque(r > 0 ? plain : this.colours.ink), this.view);
            } else if (nodes) {
                this.drawSurface(sheet, nodes, values, r, i);
            } else {
                seen = this.drawLine(sheet, line, values, r, piles[i], i);
            }
            if (nodes && this.viewName !== "side") {
                this.drawReference(nodes, sheet);
            }
            const lead = seen ? seen[seen.length - 1] : this.pixel(...middleOf(nodes, sheet.columns));
            this.things.push({ name: sheet.name, line: seen || [lead] });
            this.labels.push({ text: this.results.length > 1 ? `${sheet.name} (${result.folder})` : sheet.name, at: lead, sheet: true });
        });
    }

    /* nodes of a spatial sheet, with its deviations from the straight sheet enlarged */
    exaggerated(nodes, sheet) {
        if (!nodes || this.exaggeration === 1) {
            return nodes;
        }
        const straight = straightSheet(nodes, sheet);
        return nodes.map((value, i) => straight[i] + this.exaggeration * (value - straight[i]));
    }

    /* where the sheet would be without skew and waves across: a dashed outline */
    drawReference(nodes, sheet) {
        const pen = this.pen, m = sheet.columns, points = triples(straightSheet(nodes, sheet).map(value => 1e6 * value)).map(place => this.pixel(...place)), last = points.length - m;
        pen.strokeStyle = this.colours.ink;
        pen.lineWidth = 1;
        pen.setLineDash([5, 4]);
        const rows = points.filter((_, k) => k % m === 0), others = points.filter((_, k) => k % m === m - 1);
        this.strokePixels([...points.slice(0, m), ...others, ...points.slice(last).reverse(), ...rows.reverse()], true);
        pen.setLineDash([]);
    }

    /** A colour value for each segment, or null. */
    sheetValues(result, sheet, i, line, time) {
        const n = line.length / 2;
        if (this.colouring === "curvature") {
            const bend = curvatures(line);
            return Array.from({ length: n - 1 }, (_, k) => (bend[k] + bend[k + 1]) / 2);
        }
        if (this.colouring === "tension") {
            const tension = result.at("tension", i, time);
            return tension ? Array.from(tension) : null;
        }
        const contact = this.colouring === "contact" ? result.at("contact", i, time) : null;
        if (contact) {
            return Array.from({ length: n - 1 }, (_, k) => (contact[k] + contact[k + 1]) / 2);
        }
        return null;
    }

    /* of a sheet without values */
    plainColour(i) {
        return this.colouring === "sheet" ? sheetColour(i) : this.colours.sheet;
    }

    /** The range of the colour values in the run: round numbers, and 0 on the side where there are none. */
    range() {
        if (this.colouring === "plain" || this.colouring === "sheet" || this.first.sheets.length === 0) {
            return [0, 0];
        }
        if (!this.ranges.has(this.colouring)) {
            let least = 0, most = 0;
            for (let f = 0; f < this.first.frames.length; f += 1 + (this.first.frames.length >> 7)) {
                this.first.sheets.forEach((sheet, i) => {
                    const line = this.first.frames[f].parts.get("line " + i);
                    const values = line ? this.sheetValues(this.first, sheet, i, line, this.first.frames[f].time) : null;
                    (values || []).forEach(value => { least = Math.min(least, value); most = Math.max(most, value); });
                });
            }
            const round = roundUp(Math.max(most, -least) || 1);
            this.ranges.set(this.colouring, [least < -SIGN_LEAST * round ? -round : 0, most > SIGN_LEAST * round ? round : 0]);
        }
        return this.ranges.get(this.colouring);
    }

    colourOf(value) {
        const [low, high] = this.range();
        return divergingColour(value / (high || -low || 1));
    }

    /* `shifts`: by how many pixels its points are drawn to the left of the sheet, so that sheets of a pile are seen one by one; returns the points */
    drawLine(sheet, line, values, r, shifts, i) {
        const pen = this.pen, middle = pairs(Array.from(line), 1).map(([x, y]) => this.pixel(x, y, 0)), points = shifts ? besideLine(middle, k => shifts[k]) : middle;
        const thick = 1e-6 * sheet.thickness * this.scale, width = Math.max(thick, r > 0 || shifts ? 2 : 3);
        pen.lineWidth = width;
        pen.lineCap = "butt";
        if (!values) {
            pen.strokeStyle = r > 0 ? LINE_COLOURS[r] : this.plainColour(i);
            pen.setLineDash(r > 0 ? [7, 4] : []);
            this.strokePixels(points);
            pen.setLineDash([]);
        } else {
            for (let k = 0; k < values.length;) { /* one stroke for adjacent segments of one colour */
                const colour = this.colourOf(values[k]);
                let end = k + 1;
                while (end < values.length && this.colourOf(values[end]) === colour) { end++; }
                pen.strokeStyle = colour;
                this.strokePixels(points.slice(k, end + 1));
                k = end;
            }
        }
        if (r === 0) { /* its left side has a dark edge; where it is thick enough, the right one a light edge */
            pen.lineWidth = 1;
            pen.strokeStyle = this.colours.ink;
            this.strokePixels(besideLine(points, () => width / 2));
            if (thick > 4) {
                pen.strokeStyle = this.colours.faint;
                this.strokePixels(besideLine(points, () => -width / 2));
            }
        }
        pen.lineCap = "round";
        const [x, y] = points[points.length - 1]; /* the leading edge */
        pen.fillStyle = r > 0 ? LINE_COLOURS[r] : this.colours.ink;
        pen.beginPath();
        pen.arc(x, y, shifts ? 2 : 3, 0, 2 * Math.PI);
        pen.fill();
        return points;
    }

    drawSurface(sheet, nodes, values, r, index) {
        const pen = this.pen, m = sheet.columns, n = nodes.length / (3 * m), at = (i, j) => {
            const k = 3 * (m * i + j);
            return [nodes[k], nodes[k + 1], nodes[k + 2]];
        };
        const strips = Array.from({ length: n - 1 }, (_, i) => ({ i, depth: depthOf(this.view, ...at(i, m >> 1)) }));
        if (this.viewName !== "side") {
            strips.sort((a, b) => a.depth - b.depth);
        }
        for (const { i } of strips) {
            const outline = [];
            for (let j = 0; j < m; j++) { outline.push(this.pixel(...at(i, j))); }
            for (let j = m - 1; j >= 0; j--) { outline.push(this.pixel(...at(i + 1, j))); }
            const colour = values ? this.colourOf(values[i]) : r > 0 ? LINE_COLOURS[r] : this.plainColour(index);
            pen.fillStyle = pen.strokeStyle = colour;
            pen.globalAlpha = r > 0 ? 0.25 : 0.8;
            pen.beginPath();
            outline.forEach(([x, y], k) => (k === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
            pen.closePath();
            pen.fill();
            pen.globalAlpha = 1;
            pen.lineWidth = this.viewName === "side" ? 3 : 0.5;
            this.strokePixels(outline, true);
        }
        pen.strokeStyle = r > 0 ? LINE_COLOURS[r] : this.colours.ink;
        pen.lineWidth = 1.2;
        for (const j of this.viewName === "side" ? [] : [0, m - 1]) { /* the colour has priority */
            this.strokePixels(Array.from({ length: n }, (_, i) => this.pixel(...at(i, j))));
        }
        this.strokePixels(Array.from({ length: m }, (_, j) => this.pixel(...at(0, j))));
        pen.lineWidth = 3; /* the leading edge */
        this.strokePixels(Array.from({ length: m }, (_, j) => this.pixel(...at(n - 1, j))));
    }

    /* ---- forces on sheets, at their recorded locations ---- */

    drawForces(time) {
        const arrows = this.forcesAt(time), most = this.largestForce();
        for (const { from, direction, size } of arrows) {
            const seen = Math.hypot(...direction); /* shortened if it points towards the viewer */
            if (seen > 0.2) {
                this.drawArrow(from, unit(direction), seen * arrowLength(size / most));
            }
        }
        this.arrowCount = arrows.length;
    }

    /* with names and magnitudes, at the time of the failure */
    drawDeciding(time) {
        const { time: at, forces } = this.deciding || { forces: [] }, shown = forces.length > 0 && Math.abs(time - at) < 1e-9 ? forces : [];
        const most = Math.max(...shown.map(force => force.size));
        for (const force of shown) {
            const point = this.pixel(...force.at, this.acrossAt(force.roller, time)), direction = projected(this.view, ...force.direction, 0), seen = Math.hypot(...direction);
            const [dx, dy] = unit(direction), length = seen * (18 + 50 * Math.sqrt(force.size / most));
            this.drawArrow(point, [dx, dy], length, this.colours.failed);
            this.labels.unshift({ text: force.text, at: [point[0] - length * dx, point[1] + length * dy] });
        }
        this.decidingCount = shown.length;
    }

    forcesAt(time) {
        const result = this.first, arrows = [];
        if (!result.machine) {
            return arrows;
        }
        for (const guide of result.machine.guides) {
            const size = result.valueAt(guide.name + ".normal", time), x = result.valueAt(guide.name + ".x", time), y = result.valueAt(guide.name + ".y", time);
            if (size > 0 && Number.isFinite(x) && Number.isFinite(y) && this.viewName === "side" && x !== null) {
                arrows.push({ from: this.pixel(x, y, 0), direction: awayFromGuide(result.guidePoints(guide, time), guide.side, x, y), size });
            }
        }
        for (const { at, force } of this.holds(time)) {
            const size = Math.hypot(...force);
            if (size > NO_FORCE) {
                arrows.push({ from: this.pixel(...at), direction: projected(this.view, ...force.map(part => part / size), 0), size });
            }
        }
        result.machine.rollers.forEach((roller, i) => {
            const nip = nipOf(roller.name), at = result.at("roller", i, time);
            const size = result.valueAt((roller.name.endsWith(".idler") ? roller.name : nip) + ".normal", time), near = at && size > 0 ? this.nearestPlace(at, time) : null;
            if (near) {
                const d = unit([near[0] - at[0], near[1] - at[1]]), radius = 1e-6 * roller.radius;
                arrows.push({ from: this.pixel(at[0] + radius * d[0], at[1] + radius * d[1], this.acrossOf(roller, at)), direction: projected(this.view, d[0], d[1], 0), size });
            }
        });
        return arrows;
    }

    /* held ends of sheets at rest, with the force of the hold on the sheet: { at, force, clamped } */
    holds(time) {
        const { sheets, figures } = this.first;
        return sheets.flatMap(({ name }, i) => ["lead", "trail"].flatMap(end => {
            const line = this.first.at("line", i, time), force = ["x", "y"].map(part => figures[`${name}.${end}.reaction.${part}`]), at = line && line.slice(end === "lead" ? -2 : 0).slice(0, 2);
            return at && typeof force[0] === "number" && !this.first.spatial ? [{ at: [...at, 0], force, clamped: `${name}.${end}.reaction.moment` in figures }] : [];
        }));
    }

    /* a block at a clamped end, a circle at a pinned one */
    drawHolds(time) {
        const pen = this.pen;
        pen.strokeStyle = this.colours.solid;
        pen.fillStyle = this.colours.steel;
        pen.lineWidth = 1.5;
        for (const { at, clamped } of this.holds(time)) {
            const [x, y] = this.pixel(...at);
            pen.beginPath();
            if (clamped) { pen.rect(x - 5, y - 9, 10, 18); } else { pen.arc(x, y, 5, 0, 2 * Math.PI); }
            pen.fill();
            pen.stroke();
        }
    }

    /* z of the middle of a roller's discs, where its total force is drawn; in the side view the discs cover each other */
    acrossOf(roller, at) {
        return this.viewName === "side" ? 0 : meanOf(this.discsOf(roller, at, 0).map(disc => disc.centre[2]));
    }

    /* by the number of a roller; the middle for other locations */
    acrossAt(index, time) {
        return index === undefined ? 0 : this.acrossOf(this.first.machine.rollers[index], this.first.at("roller", index, time));
    }

    /* on the mid-lines of all sheets */
    nearestPlace(at, time) {
        let best = Infinity, around = null; /* the nearest node and its neighbours */
        this.first.sheets.forEach((_, i) => {
            const line = this.first.at("line", i, time) || [];
            for (let k = 0; k < line.length; k += 2) {
                const dx = line[k] - at[0], dy = line[k + 1] - at[1], squared = dx * dx + dy * dy;
                if (squared < best) { best = squared; around = line.slice(Math.max(0, k - 2), k + 4); }
            }
        });
        return around ? nearestOnLine(pairs(around, 1), at[0], at[1]) : null;
    }

    largestForce() {
        if (this.forceMost === undefined) {
            this.forceMost = 1e-12;
            for (const name of this.first.columnsEnding(".normal")) {
                const most = this.first.figures[name + ".max"];
                this.forceMost = Math.max(this.forceMost, Number.isFinite(most) ? most : 0);
            }
            this.holds(this.time).forEach(({ force }) => { this.forceMost = Math.max(this.forceMost, Math.hypot(...force)); });
        }
        return this.forceMost;
    }

    /* the tip of the arrow is the point of application, on the side of the solid */
    drawArrow([x, y], [dx, dy], length, colour = this.colours.force) {
        const pen = this.pen, ux = dx, uy = -dy;
        pen.strokeStyle = pen.fillStyle = colour;
        pen.lineWidth = 2;
        this.strokePixels([[x - length * ux, y - length * uy], [x - 5 * ux, y - 5 * uy]]);
        pen.beginPath();
        pen.moveTo(x, y);
        pen.lineTo(x - 8 * ux - 3.5 * uy, y - 8 * uy + 3.5 * ux);
        pen.lineTo(x - 8 * ux + 3.5 * uy, y - 8 * uy - 3.5 * ux);
        pen.fill();
    }

    /* ---- marks and labels ---- */

    drawSpot() {
        if (this.spot) {
            const [x, y] = this.pixel(...this.spot);
            this.pen.strokeStyle = this.colours.mark;
            this.pen.lineWidth = 2;
            this.pen.beginPath();
            this.pen.arc(x, y, 12, 0, 2 * Math.PI);
            this.pen.stroke();
        }
    }

    /* names of what stays in its place come first, so that they stay there, too; names of guides last */
    drawLabels() {
        const pen = this.pen;
        this.labelBoxes = [];
        if (!this.showNames) {
            return;
        }
        pen.font = LABEL_FONT;
        const seen = this.labels.filter(({ at: [x, y] }) => x >= 0 && y >= 0 && x <= this.width && y <= this.height), marks = new Marks(this.width, this.height);
        const sheets = joinedSheets(seen.filter(label => label.sheet)), others = seen.filter(label => !label.sheet), [parts, lines] = this.markedThings();
        [...others, ...sheets].forEach(label => { label.width = pen.measureText(label.text).width; });
        const place = labels => placeLabels(this.labelBoxes, labels, marks, this.width, this.height);
        parts.forEach(mark => mark(marks));
        place(others.filter(label => !label.weak));
        lines.forEach(mark => mark(marks));
        place(sheets);
        place(others.filter(label => label.weak));
        for (const { label: { text, weak, names }, box, leader } of this.labelBoxes) {
            if (leader) {
                pen.strokeStyle = this.colours.faint;
                pen.lineWidth = 1;
                this.strokePixels(leader);
            }
            pen.fillStyle = this.colours.paper;
            pen.globalAlpha = 0.75;
            pen.fillRect(box[0], box[1], box[2] - box[0], box[3] - box[1]);
            pen.globalAlpha = 1;
            pen.fillStyle = text === this.selected || (names || []).includes(this.selected) ? this.colours.chosen : weak ? this.colours.faint : this.colours.ink;
            pen.fillText(text, box[0] + 2, box[3] - LABEL_DOWN);
        }
    }

    /* where names would cover the machine, and where they would cover sheets */
    markedThings() {
        const of = new Set(this.results.flatMap(result => result.sheets.map(sheet => sheet.name))), parts = [], sheets = [];
        for (const { name, line, centre, radius } of this.things) {
            const isSheet = of.has(name);
            if (centre || this.viewName === "side" || !isSheet) {
                (isSheet ? sheets : parts).push(marks => (centre ? marks.markDisc(centre, radius) : marks.markLine(line)));
            }
        }
        for (const path of this.viewName === "side" && this.first.machine ? this.first.machine.paths : []) {
            parts.push(marks => marks.markLine(pairs(path.points).map(([x, y]) => this.pixel(x, y, 0))));
        }
        parts.push(marks => marks.markLine([[0, this.height - 14], [SCALE_WIDE + 150, this.height - 14]])); /* the scales */
        if (this.first.spatial) {
            parts.push(marks => marks.markDisc([this.width - 48, this.height - 44], 42)); /* the axes */
        }
        return [parts, sheets];
    }

    drawScale() {
        const pen = this.pen, room = 110 / this.scale, power = 10 ** Math.floor(Math.log10(room));
        const length = [5, 2, 1].map(k => k * power).find(l => l <= room) || power, width = length * this.scale;
        pen.strokeStyle = pen.fillStyle = this.colours.faint;
        pen.lineWidth = 1.5;
        this.strokePixels([[12, this.height - 16], [12, this.height - 12], [12 + width, this.height - 12], [12 + width, this.height - 16]]);
        pen.font = "12px system-ui, sans-serif";
        pen.fillText(quantity(length, "m"), 16 + width, this.height - 9);
    }

    /* an arrow of a round force, for comparison; lengths grow with square roots */
    drawForceScale() {
        if (!this.showForces || !this.arrowCount) {
            return;
        }
        const most = this.largestForce(), size = roundUp(most / 4), length = arrowLength(size / most), text = `force ${quantity(size, "N")}`, y = this.height - 14, pen = this.pen;
        this.drawArrow([SCALE_WIDE + length, y], [1, 0], length);
        pen.fillStyle = this.colours.faint;
        pen.font = LABEL_FONT;
        pen.fillText(text, SCALE_WIDE + length + 6, y + 4);
    }

    /* directions of x, y and z in views of spatial models */
    drawAxes() {
        if (!this.first.spatial) {
            return;
        }
        const pen = this.pen, [x, y] = [this.width - 48, this.height - 44], [right, up] = this.view;
        pen.font = LABEL_FONT;
        pen.lineWidth = 1.5;
        ["x", "y", "z"].forEach((name, k) => {
            const [dx, dy] = [28 * right[k], -28 * up[k]], length = Math.hypot(dx, dy);
            if (length > 4) {
                pen.strokeStyle = pen.fillStyle = this.colours.faint;
                this.strokePixels([[x, y], [x + dx, y + dy]]);
                pen.fillText(name, x + dx * (1 + 10 / length) - 3, y + dy * (1 + 10 / length) + 4);
            }
        });
    }

    /** The name of the object at a pixel, or null. */
    nameAt(x, y) {
        let best = HIT_DISTANCE, name = null;
        for (const thing of this.things || []) {
            const distance = thing.line ? distanceToLine(thing.line, x, y) : Math.max(0, Math.hypot(x - thing.centre[0], y - thing.centre[1]) - thing.radius);
            if (distance < best) { best = distance; name = thing.name; }
        }
        return name;
    }
}

const SCALE_WIDE = 190; /* pixels at the lower left for the scale of lengths */

const SIGN_LEAST = 0.01; /* of the range; values of the other sign that are smaller do not count */

/* of a share of the largest force */
function arrowLength(share) {
    return 8 + 45 * Math.sqrt(share);
}

/** The next 1, 2 or 5 times a power of ten. */
function roundUp(value) {
    const power = 10 ** Math.floor(Math.log10(value));
    return [1, 2, 5, 10].map(k => Number((k * power).toPrecision(1))).find(round => round >= value * (1 - 1e-9));
}

function sheetColour(i) {
    return LINE_COLOURS[i % LINE_COLOURS.length];
}

/* nodes of a sheet that goes the same way without skew and waves across: each row at its mean place, straight across */
function straightSheet(nodes, { columns: m, width }) {
    const out = new Float64Array(nodes.length), apart = 1e-6 * width / (m - 1), middle = meanOf(Array.from(nodes).filter((_, i) => i % 3 === 2));
    for (let row = 0; row < nodes.length; row += 3 * m) {
        let [x, y] = [0, 0];
        for (let j = 0; j < m; j++) { x += nodes[row + 3 * j] / m; y += nodes[row + 3 * j + 1] / m; }
        for (let j = 0; j < m; j++) { out.set([x, y, middle + (nodes[row + 2] < nodes[row + 3 * m - 1] ? 1 : -1) * (j - (m - 1) / 2) * apart], row + 3 * j); }
    }
    return out;
}

/** x, y pairs [m] from a flat list in micrometres, or with `factor` 1 in metres. */
function pairs(list, factor = 1e-6) {
    const out = [];
    for (let i = 0; i + 1 < list.length; i += 2) {
        out.push([factor * list[i], factor * list[i + 1]]);
    }
    return out;
}

function meanOf(values) {
    return values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
}

/** The part of a line of points between two distances along it. */
function stretchOf(points, from, to) {
    const out = [];
    let along = 0;
    for (let i = 0; i + 1 < points.length; i++) {
        const [ax, ay] = points[i], [bx, by] = points[i + 1], length = Math.hypot(bx - ax, by - ay), at = s => [ax + s * (bx - ax), ay + s * (by - ay)];
        if (length > 0 && along + length >= from && along <= to) {
            out.push(at(Math.max(0, (from - along) / length)), at(Math.min(1, (to - along) / length)));
        }
        along += length;
    }
    return out;
}

/** x, y, z [m] from a flat list in micrometres. */
function triples(list) {
    return Array.from({ length: Math.floor(list.length / 3) }, (_, i) => [0, 1, 2].map(k => 1e-6 * list[3 * i + k]));
}

/** The middle of the last cross-feed line of a spatial sheet. */
function middleOf(nodes, columns) {
    const last = nodes.length - 3 * columns + 3 * (columns >> 1);
    return columns % 2 ? [nodes[last], nodes[last + 1], nodes[last + 2]] : [0, 1, 2].map(k => (nodes[last + k] + nodes[last - 3 + k]) / 2);
}

/** The point of a polyline nearest to a location. */
function nearestOnLine(line, x, y) {
    let best = Infinity, nearest = null;
    for (let i = 0; i < line.length; i++) {
        const [ax, ay] = line[i], [bx, by] = line[Math.min(i + 1, line.length - 1)], dx = bx - ax, dy = by - ay;
        const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1))), px = ax + share * dx, py = ay + share * dy;
        const distance = Math.hypot(x - px, y - py);
        if (distance < best) { best = distance; nearest = [px, py]; }
    }
    return nearest;
}

function distanceToLine(line, x, y) {
    const nearest = nearestOnLine(line, x, y);
    return nearest ? Math.hypot(x - nearest[0], y - nearest[1]) : Infinity;
}

/** The direction of a guide's force at one of its points; for a two-sided guide that of its right side. */
function awayFromGuide(points, side, x, y) {
    let best = Infinity, normal = [0, 1];
    for (let i = 0; i + 1 < points.length; i++) {
        const distance = distanceToLine([points[i], points[i + 1]], x, y);
        if (distance < best) {
            best = distance;
            normal = unit([points[i][1] - points[i + 1][1], points[i + 1][0] - points[i][0]]);
        }
    }
    return side < 0 ? [-normal[0], -normal[1]] : normal;
}

/** The convex hull of points in order (Andrew's monotone chain). */
function convexHull(points) {
    const sorted = points.slice().sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const half = list => {
        const out = [];
        for (const p of list) {
            while (out.length > 1) {
                const [a, b] = out.slice(-2);
                if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) { break; }
                out.pop();
            }
            out.push(p);
        }
        out.pop();
        return out;
    };
    return half(sorted).concat(half(sorted.reverse()));
}

/* blue, green, orange for -1, 0, 1, in 32 steps (Okabe and Ito): distinguishable with all types of colour vision, and from the grey of guides */
function divergingColour(share) {
    const step = Math.round(16 * Math.min(1, Math.max(-1, share))) / 16, end = step < 0 ? [0, 94, 180] : [214, 84, 0], middle = [0, 158, 115];
    const mix = Math.sqrt(Math.abs(step));
    return `rgb(${middle.map((g, k) => Math.round(g + mix * (end[k] - g))).join(",")})`;
}

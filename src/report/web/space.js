/* Projection of points of the machine to the picture. x is along the feed, y up, z across, towards the viewer of the side view. */

const OBLIQUE = [-0.5, 0.45]; /* rotation and tilt [rad] */

/* rows: components of x, y, z to the right, upwards and towards the viewer */
const VIEWS = {
    side: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    top: [[1, 0, 0], [0, 0, -1], [0, 1, 0]],
    oblique: turnedView(...OBLIQUE),
};

/** A view rotated about the vertical by `around` and tilted by `down` [rad]. */
function turnedView(around, down) {
    const c = Math.cos(around), s = Math.sin(around), cd = Math.cos(down), sd = Math.sin(down);
    return [[c, 0, s], [s * sd, cd, -c * sd], [-s * cd, sd, c * cd]];
}

function projected(view, x, y, z) {
    return [view[0][0] * x + view[0][1] * y + view[0][2] * z, view[1][0] * x + view[1][1] * y + view[1][2] * z];
}

function depthOf(view, x, y, z) {
    return view[2][0] * x + view[2][1] * y + view[2][2] * z;
}

/** Bounding box of points. */
class Room {
    constructor() {
        this.low = [Infinity, Infinity, Infinity];
        this.high = [-Infinity, -Infinity, -Infinity];
    }

    get isEmpty() {
        return !(this.high[0] >= this.low[0]);
    }

    see(...place) {
        for (let k = 0; k < 3; k++) {
            this.low[k] = Math.min(this.low[k], place[k]);
            this.high[k] = Math.max(this.high[k], place[k]);
        }
    }

    middle() {
        return this.low.map((value, k) => (value + this.high[k]) / 2);
    }

    corners() {
        return Array.from({ length: 8 }, (_, i) => [0, 1, 2].map(k => (i >> k & 1 ? this.high[k] : this.low[k])));
    }

    /** Enlarges the box on every side by a fraction of its longest side. */
    grown(share) {
        const by = share * Math.max(...this.low.map((value, k) => this.high[k] - value));
        return Room.of(this.low.map(value => value - by), this.high.map(value => value + by));
    }

    within(other) {
        return Room.of(this.low.map((value, k) => Math.max(value, other.low[k])), this.high.map((value, k) => Math.min(value, other.high[k])));
    }

    joined(other) {
        return Room.of(this.low.map((value, k) => Math.min(value, other.low[k])), this.high.map((value, k) => Math.max(value, other.high[k])));
    }

    static of(low, high) {
        return Object.assign(new Room(), { low, high });
    }
}

/** Points of a circle from its centre, radius and unit normal. */
function circlePoints(centre, radius, axis, n) {
    const [u, v] = acrossAxis(axis), points = [];
    for (let i = 0; i < n; i++) {
        const c = radius * Math.cos(2 * Math.PI * i / n), s = radius * Math.sin(2 * Math.PI * i / n);
        points.push([0, 1, 2].map(k => centre[k] + c * u[k] + s * v[k]));
    }
    return points;
}

/** Two unit vectors perpendicular to a third and to each other. */
function acrossAxis([x, y, z]) {
    const helper = Math.abs(x) < 0.9 ? [1, 0, 0] : [0, 1, 0];
    const u = unit(cross(helper, [x, y, z]));
    return [u, cross([x, y, z], u)];
}

function minus(a, b) {
    return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function cross(a, b) {
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(a) {
    const length = Math.hypot(...a) || 1;
    return a.map(component => component / length);
}

/** Closed outlines of a solid: three rings of an ellipsoid, six faces of a cuboid. `at` has its centre and three half axes. */
function solidLines(at, isCuboid) {
    const centre = at.slice(0, 3), axes = [at.slice(3, 6), at.slice(6, 9), at.slice(9, 12)], lines = [];
    const point = (a, b, c) => [0, 1, 2].map(k => centre[k] + a * axes[0][k] + b * axes[1][k] + c * axes[2][k]);
    if (isCuboid) {
        for (const side of [-1, 1]) {
            lines.push([point(side, -1, -1), point(side, 1, -1), point(side, 1, 1), point(side, -1, 1)]);
            lines.push([point(-1, side, -1), point(1, side, -1), point(1, side, 1), point(-1, side, 1)]);
        }
        return lines;
    }
    for (const ring of [[0, 1], [1, 2], [2, 0]]) {
        lines.push(Array.from({ length: 32 }, (_, i) => {
            const share = [0, 0, 0];
            share[ring[0]] = Math.cos(Math.PI * i / 16);
            share[ring[1]] = Math.sin(Math.PI * i / 16);
            return point(...share);
        }));
    }
    return lines;
}

/** Curvature along a line of points (x, y pairs, metres) at its inner nodes, positive to the left; the end nodes have the values of their neighbours. */
function curvatures(line) {
    const n = line.length / 2, out = new Float32Array(n);
    for (let i = 1; i + 1 < n; i++) {
        const ax = line[2 * i] - line[2 * i - 2], ay = line[2 * i + 1] - line[2 * i - 1];
        const bx = line[2 * i + 2] - line[2 * i], by = line[2 * i + 3] - line[2 * i + 1];
        const turn = Math.atan2(ax * by - ay * bx, ax * bx + ay * by);
        out[i] = 2 * turn / (Math.hypot(ax, ay) + Math.hypot(bx, by) || 1);
    }
    if (n > 2) {
        out[0] = out[1];
        out[n - 1] = out[n - 2];
    }
    return out;
}

/* Spatial shapes at one time as triangles and lines: rollers, sheets, guides, bodies. */

const ROUND = 28; /* facets of a roller */

function opaque(colour, opacity) {
    return [...rgb(colour), opacity === undefined ? 1 : opacity];
}

/** A cylinder with its two end faces: a disc of a roller. */
function addDisc(to, edges, { centre, axis, radius, half }, colour, edge) {
    const [u, v] = acrossAxis(axis), along = s => centre.map((c, k) => c + s * half * axis[k]);
    const rim = Array.from({ length: ROUND + 1 }, (_, i) => {
        const c = Math.cos(2 * Math.PI * i / ROUND), s = Math.sin(2 * Math.PI * i / ROUND);
        return [0, 1, 2].map(k => c * u[k] + s * v[k]);
    });
    const ends = [-1, 1].map(side => rim.map(n => along(side).map((c, k) => c + radius * n[k])));
    for (let i = 0; i < ROUND; i++) {
        to.quad([ends[0][i], ends[0][i + 1], ends[1][i + 1], ends[1][i]], [rim[i], rim[i + 1], rim[i + 1], rim[i]], colour);
        for (const side of [0, 1]) {
            to.add(along(2 * side - 1), axis, colour);
            to.add(ends[side][i], axis, colour);
            to.add(ends[side][i + 1], axis, colour);
        }
    }
    ends.forEach(end => edges.lines(end, edge));
}

/** Directions of three spokes of a roller rotated by an angle. */
function spokes(angle) {
    return [0, 1, 2].map(k => [Math.cos(angle + 2 * Math.PI * k / 3), Math.sin(angle + 2 * Math.PI * k / 3)]);
}

/* on both faces of a disc; the shaft is nearly perpendicular to the feed */
function addSpokes(edges, { centre, axis, radius, half }, directions, colour) {
    for (const side of [-1.01, 1.01]) {
        const middle = centre.map((c, k) => c + side * half * axis[k]);
        directions.forEach(([c, s]) => edges.line(middle, [middle[0] + 0.9 * radius * c, middle[1] + 0.9 * radius * s, middle[2]], colour));
    }
}

/** A thin shaft from the first to the last of several discs. */
function addShaft(to, discs, colour) {
    const first = discs[0], last = discs[discs.length - 1], way = minus(last.centre, first.centre), length = Math.hypot(...way);
    if (length > 0) {
        addDisc(to, { lines() {} }, { centre: first.centre.map((c, k) => c + way[k] / 2), axis: unit(way), radius: 0.35 * Math.min(first.radius, last.radius), half: length / 2 }, colour, colour);
    }
}

const PALER = 0.55; /* of white in the colours of a sheet's right side */

/** A sheet in space; `values` of its segments choose colours, which are paler where its right side is seen. */
function addSheet(to, edges, nodes, columns, colourOf, edge, view) {
    const m = columns, n = nodes.length / (3 * m), at = (i, j) => { const k = 3 * (m * i + j); return [nodes[k], nodes[k + 1], nodes[k + 2]]; };
    const place = Array.from({ length: n }, (_, i) => Array.from({ length: m }, (__, j) => at(i, j)));
    const normal = place.map((row, i) => row.map((_, j) => cross(minus(place[Math.min(i + 1, n - 1)][j], place[Math.max(i - 1, 0)][j]),
        minus(row[Math.max(j - 1, 0)], row[Math.min(j + 1, m - 1)]))));
    for (let i = 0; i + 1 < n; i++) {
        const left = colourOf(i), right = left.map((part, k) => (k < 3 ? part + PALER * (1 - part) : part));
        for (let j = 0; j + 1 < m; j++) {
            const colour = depthOf(view, ...normal[i][j]) < 0 ? right : left; /* columns run along z: normals are on the left side */
            to.quad([place[i][j], place[i + 1][j], place[i + 1][j + 1], place[i][j + 1]], [normal[i][j], normal[i + 1][j], normal[i + 1][j + 1], normal[i][j + 1]], colour);
        }
    }
    edges.lines([...place[0], ...place.map(row => row[m - 1]), ...place[n - 1].slice().reverse(), ...place.map(row => row[0]).reverse()], edge);
}

/** A guide: a band between two polylines. */
function addBand(to, edges, lower, upper, colour, edge) {
    for (let i = 0; i + 1 < lower.length; i++) {
        to.flat([lower[i], lower[i + 1], upper[i + 1], upper[i]], colour);
    }
    edges.lines([...lower, ...upper.slice().reverse()], edge, true);
}

/** A cuboid or an ellipsoid. `at` has its centre and three half axes. */
function addSolid(to, edges, at, isCuboid, colour, edge) {
    const centre = at.slice(0, 3), axes = [at.slice(3, 6), at.slice(6, 9), at.slice(9, 12)];
    const point = share => [0, 1, 2].map(k => centre[k] + share[0] * axes[0][k] + share[1] * axes[1][k] + share[2] * axes[2][k]);
    if (isCuboid) {
        for (const axis of [0, 1, 2]) {
            for (const side of [-1, 1]) {
                const face = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => { const share = [0, 0, 0]; share[axis] = side; share[(axis + 1) % 3] = a; share[(axis + 2) % 3] = b; return point(share); });
                to.flat(face, colour);
                edges.lines(face, edge, true);
            }
        }
        return;
    }
    const squared = axes.map(axis => axis.reduce((sum, c) => sum + c * c, 0) || 1);
    const normalAt = share => [0, 1, 2].map(k => axes.reduce((sum, axis, d) => sum + share[d] * axis[k] / squared[d], 0));
    const share = (i, j) => { const a = Math.PI * (i / 12 - 0.5), b = Math.PI * j / 12; return [Math.cos(a) * Math.cos(b), Math.cos(a) * Math.sin(b), Math.sin(a)]; };
    for (let i = 0; i < 12; i++) {
        for (let j = 0; j < 24; j++) {
            const four = [share(i, j), share(i, j + 1), share(i + 1, j + 1), share(i + 1, j)];
            to.quad(four.map(point), four.map(normalAt), colour);
        }
    }
    for (const ring of [[0, 1], [1, 2], [2, 0]]) { /* shows its rotation */
        edges.lines(Array.from({ length: 33 }, (_, i) => { const s = [0, 0, 0]; s[ring[0]] = 1.002 * Math.cos(Math.PI * i / 16); s[ring[1]] = 1.002 * Math.sin(Math.PI * i / 16); return point(s); }), edge);
    }
}

/** Contact spheres of a solid: [x, y, z, radius] in its own axes, in micrometres. */
function addBalls(to, at, balls, colour) {
    const axes = [3, 6, 9].map(k => unit(at.slice(k, k + 3)));
    for (const ball of balls) {
        const centre = [0, 1, 2].map(k => at[k] + 1e-6 * axes.reduce((sum, axis, d) => sum + ball[d] * axis[k], 0)), r = 1e-6 * ball[3];
        addSolid(to, { lines() {} }, [...centre, ...axes.flatMap(axis => axis.map(c => r * c))], false, colour, colour);
    }
}

/** A flat body in the plane z = 0 of a spatial model, or a deformed roller: its outline extruded by `half` to both sides. */
function addPrism(to, edges, outline, half, colour, edge) {
    const ends = [-half, half].map(z => outline.map(([x, y]) => [x, y, z]));
    outline.forEach((_, i) => {
        const k = (i + 1) % outline.length;
        to.flat([ends[0][i], ends[0][k], ends[1][k], ends[1][i]], colour);
        for (const end of ends) {
            if (i > 0 && k > 0) { to.add(end[0], [0, 0, 1], colour); to.add(end[i], [0, 0, 1], colour); to.add(end[k], [0, 0, 1], colour); }
        }
    });
    ends.forEach(end => edges.lines(end, edge, true));
}

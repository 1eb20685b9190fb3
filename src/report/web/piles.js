/* Sheets on each other are thinner than a line of the picture where the whole machine is seen: there they are drawn apart. */

const APART = 3;       /* pixels between the middles of two such sheets */
const PILE_MOST = 24;  /* pixels; a pile does not become thicker than that by being drawn apart */
const NEAR = 3;        /* sheets are on each other within so many times the distance at which they are drawn */

/** Points beside those of a line of pixels, each by so many pixels to the left of its direction. */
function besideLine(points, by) {
    const last = points.length - 1;
    return points.map(([x, y], k) => {
        const [ax, ay] = points[Math.max(0, k - 1)], [bx, by_] = points[Math.min(last, k + 1)], length = Math.hypot(bx - ax, by_ - ay) || 1;
        return [x + by(k) * (by_ - ay) / length, y - by(k) * (bx - ax) / length];
    });
}

/** For each sheet `{ line [m], thickness [m] }` by how many pixels each of its points is to be drawn to its left, or nothing.
    Sheets that follow each other in the list are compared; the one at the end of the list that lies right of the others stays where it is. */
function pileShifts(sheets, scale) {
    const shifts = sheets.map(() => null), least = Math.min(APART, Math.max(PILE_MOST / sheets.length, 1));
    if (Math.min(...sheets.map(({ thickness }) => thickness)) * scale >= least) {
        return shifts;
    }
    let sense = 0;
    const contacts = sheets.map(({ line, thickness }, i) => {
        const before = i > 0 ? sheets[i - 1].line : null, reach = NEAR * Math.max(thickness, least / scale);
        const found = line && before ? contactsOf(line, before, reach) : null;
        (found || []).forEach(at => { sense += at ? Math.sign(at.distance) : 0; });
        return found;
    });
    /* contacts[i] are those of sheet i with the one before it; from the lowest sheet on upwards */
    const upwards = sense >= 0;
    for (let n = 1; n < sheets.length; n++) {
        const i = upwards ? n : sheets.length - 1 - n, lower = upwards ? i - 1 : i + 1, { line } = sheets[i];
        const found = upwards ? contacts[i] : line && sheets[lower].line ? contactsOf(line, sheets[lower].line, NEAR * Math.max(sheets[i].thickness, least / scale)) : null;
        if (found && found.some(at => at)) {
            shifts[i] = found.map(at => {
                const apart = at ? at.distance * scale : 0, fade = at ? Math.min(1, (NEAR - Math.abs(apart) / least) / (NEAR - 1)) : 0;
                return at ? Math.max(0, fade) * ((shifts[lower] ? shifts[lower][at.node] : 0) + Math.max(0, least - Math.abs(apart))) : 0;
            });
            shifts[lower] = shifts[lower] || new Array(sheets[lower].line.length / 2).fill(0);
        }
    }
    return shifts;
}

/* for each point of a line the nearest node of another within reach: { node, distance to its left }, or null; both go the same way */
function contactsOf(line, other, reach) {
    const out = [], n = other.length / 2;
    let node = 0;
    for (let k = 0; k < line.length / 2; k++) {
        const x = line[2 * k], y = line[2 * k + 1], far = j => Math.hypot(other[2 * j] - x, other[2 * j + 1] - y);
        while (node + 1 < n && far(node + 1) <= far(node)) { node++; }
        const a = Math.max(0, node - 1), b = Math.min(n - 1, node + 1), tx = other[2 * b] - other[2 * a], ty = other[2 * b + 1] - other[2 * a + 1], length = Math.hypot(tx, ty) || 1;
        const dx = x - other[2 * node], dy = y - other[2 * node + 1], along = (dx * tx + dy * ty) / length, distance = (tx * dy - ty * dx) / length;
        out.push(Math.abs(distance) < reach && Math.abs(along) < length ? { node, distance } : null);
    }
    return out;
}

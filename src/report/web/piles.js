/* At small scales, stacked sheets are thinner than a drawn line; they are drawn with a larger distance. */

const APART = 3;       /* pixels between the mid-lines of two stacked sheets */
const PILE_MOST = 24;  /* pixels; maximum drawn thickness of an enlarged pile */
const NEAR = 3;        /* sheets are stacked if their distance is less than this multiple of the drawn distance */

/** Offsets the points of a line to the left of its direction, each by a number of pixels. */
function besideLine(points, by) {
    const last = points.length - 1;
    return points.map(([x, y], k) => {
        const [ax, ay] = points[Math.max(0, k - 1)], [bx, by_] = points[Math.min(last, k + 1)], length = Math.hypot(bx - ax, by_ - ay) || 1;
        return [x + by(k) * (by_ - ay) / length, y - by(k) * (bx - ax) / length];
    });
}

/** Offsets in pixels to the left for the points of each sheet `{ line [m], thickness [m] }`, or nothing.
    Consecutive sheets of the list are compared; the sheet at the end of the list that is on the right of the others keeps its position. */
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
    /* contacts[i] are those of sheet i with the previous one, from the lowest sheet upwards */
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

/* for each point of a line the nearest node of another line within reach: { node, distance to its left }, or null; both lines have the same direction */
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

/* Positions of labels: beside their objects, without overlap of labels, rollers and sheets. */

const LABEL_FONT = "12px system-ui, sans-serif";
const LABEL_UP = 11, LABEL_DOWN = 4; /* pixels of a text line above and below its baseline */
const LABEL_SIDES = [[1, 0], [0, -1], [1, -1], [1, 1], [0, 1], [-1, -1], [-1, 1], [-1, 0]]; /* right, above, ... in order of preference */
const LABEL_GAPS = [5, 16, 30, 46, 66, 90]; /* pixels between a label and its object; from the second on with a leader line */
const WEAK_GAPS = 3;    /* labels of guides and their parts use only these gaps, */
const WEAK_COVERS = 5;  /* and cover no more cells than these */
const BEYOND_WALL = 4;  /* pixels by which a corner of a wall's name may lie beyond the wall */
const CELL = 6;         /* pixels per cell of the grid of occupied places */
const COVERED = 4;      /* cost of a covered cell, in pixels of distance */

/** The grid of occupied cells of a picture. */
class Marks {
    constructor(width, height) {
        this.columns = Math.ceil(width / CELL);
        this.rows = Math.ceil(height / CELL);
        this.cells = new Uint8Array(this.columns * this.rows);
    }

    mark(x, y) {
        const i = Math.floor(x / CELL), j = Math.floor(y / CELL);
        if (i >= 0 && j >= 0 && i < this.columns && j < this.rows) {
            this.cells[j * this.columns + i] = 1;
        }
    }

    markDisc([x, y], radius) {
        const reach = Math.min(radius, CELL * (this.columns + this.rows));
        for (let v = Math.max(0, y - reach); v <= Math.min(CELL * this.rows, y + reach); v += CELL) {
            const half = Math.sqrt(Math.max(0, radius * radius - (v - y) * (v - y)));
            for (let u = Math.max(0, x - half); u <= Math.min(CELL * this.columns, x + half); u += CELL) {
                this.mark(u, v);
            }
        }
    }

    markLine(line) {
        for (let i = 0; i + 1 < line.length; i++) {
            const [ax, ay] = line[i], [bx, by] = line[i + 1], steps = Math.min(400, Math.ceil(Math.hypot(bx - ax, by - ay) / CELL));
            for (let k = 0; k <= steps; k++) {
                this.mark(ax + (bx - ax) * k / (steps || 1), ay + (by - ay) * k / (steps || 1));
            }
        }
    }

    /** The number of occupied cells in a box. */
    count([left, top, right, bottom]) {
        let sum = 0;
        for (let j = Math.max(0, Math.floor(top / CELL)); j <= Math.min(this.rows - 1, Math.floor(bottom / CELL)); j++) {
            for (let i = Math.max(0, Math.floor(left / CELL)); i <= Math.min(this.columns - 1, Math.floor(right / CELL)); i++) {
                sum += this.cells[j * this.columns + i];
            }
        }
        return sum;
    }
}

function overlap(a, b) {
    return a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1];
}

/** Adds boxes `{ label, box, leader }` to `placed` for labels `{ text, at, width, radius, weak, solid }` in order, in a picture of this size.
    A label without a free place is omitted. `solid`: direction in which alone it may lie. */
function placeLabels(placed, labels, marks, width, height) {
    for (const label of labels) {
        const best = bestPlace(label, marks, placed, width, height);
        if (best) {
            placed.push({ label, box: best.box, leader: best.gap > 0 ? [label.at, nearestOfBox(best.box, label.at)] : null });
        }
    }
}

function bestPlace({ at, width: wide, radius = 0, weak, solid }, marks, placed, width, height) {
    let best = null;
    for (let gap = 0; gap < (weak ? WEAK_GAPS : LABEL_GAPS.length); gap++) {
        if (best && best.cost <= LABEL_GAPS[gap]) {
            break; /* larger distances cost more */
        }
        LABEL_SIDES.forEach(([sx, sy], side) => {
            const from = radius + LABEL_GAPS[gap], slant = sx && sy ? Math.SQRT1_2 : 1;
            const x = at[0] + sx * slant * from - (sx < 0 ? wide : sx === 0 ? wide / 2 : 0), y = at[1] + sy * slant * from + (sy > 0 ? LABEL_UP : sy < 0 ? -LABEL_DOWN : (LABEL_UP - LABEL_DOWN) / 2);
            const box = [x - 2, y - LABEL_UP, x + wide + 2, y + LABEL_DOWN];
            if (solid && [0, 2].some(u => [1, 3].some(w => (box[u] - at[0]) * solid[0] + (box[w] - at[1]) * solid[1] < -BEYOND_WALL * Math.hypot(...solid)))) {
                return; /* a wall's name on the sheet's side would be read as that of the wall opposite */
            }
            const covered = marks.count(box), cost = LABEL_GAPS[gap] + 0.5 * side + COVERED * covered;
            if (box[0] >= 0 && box[1] >= 0 && box[2] <= width && box[3] <= height && (!best || cost < best.cost) && !(weak && covered > WEAK_COVERS) && !placed.some(other => overlap(box, other.box))) {
                best = { box, cost, gap };
            }
        });
    }
    return best;
}

function nearestOfBox(box, [x, y]) {
    return [Math.min(box[2], Math.max(box[0], x)), Math.min(box[3], Math.max(box[1], y))];
}

/** Sheets with leading edges at the same position have a common label: "page.1 to page.5". */
function joinedSheets(labels) {
    const piles = [];
    for (const label of labels) {
        const pile = piles.find(({ last }) => Math.hypot(last[0] - label.at[0], last[1] - label.at[1]) < LABEL_UP);
        if (pile) {
            pile.names.push(label.text);
            pile.last = label.at;
        } else {
            piles.push({ ...label, names: [label.text], last: label.at });
        }
    }
    return piles.map(pile => ({ ...pile, text: pile.names.length > 2 ? `${pile.names[0]} to ${pile.names[pile.names.length - 1]} (${pile.names.length} sheets)` : pile.names.join(", ") }));
}

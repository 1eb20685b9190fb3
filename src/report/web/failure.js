/* The failure shown when the page of a failed run opens: its explanation and decisive forces. */

/** { check, lines, forces } of the failed check named in the results; null if none failed. */
function failureOf(result) {
    const check = result.failure ? result.checks[result.failure.check] : null;
    return check && typeof check.time === "number"
        ? { check, lines: (result.failure.why || "").split("\n").filter(line => line), forces: decidingForces(result, check) } : null;
}

const DECIDES = 1e-3; /* [N]; smaller forces are ignored */

/** Forces that hold the sheet and forces of its drives at the time of the failure, in the path's plane: { at, roller, direction, size [N], text }. */
function decidingForces(result, { why, time }) {
    if (!why || !result.machine) {
        return [];
    }
    const forces = [], add = (at, way, size, text, roller) => {
        const feed = at && Math.abs(size) >= DECIDES ? feedAt(result, at) : null;
        if (feed) {
            forces.push({ at, roller, direction: feed.map(part => way * Math.sign(size) * part), size: Math.abs(size), text: `${text} ${amount(Math.abs(size), "N")}` });
        }
    };
    add(typeof why.x === "number" ? [why.x, why.y] : null, -1, why["held-by"] ? why.opposing : 0, why["held-by"]);
    if (why.mechanism === "drag") {
        const [x, y] = ["x", "y"].map(part => result.valueAt(`${why.name}.${part}`, time));
        add(typeof x === "number" ? [x, y] : null, -1, why.drag, `friction on ${why.name}`);
    }
    for (const drive of why.drives || []) {
        const index = result.machine.rollers.findIndex(roller => nipOf(roller.name) === drive.name), place = index < 0 ? null : result.at("roller", index, time);
        add(place ? nearestOnPaths(result, place) : null, 1, drive.friction, drive.name, index);
    }
    return forces;
}

/* the path segment nearest to a point: { distance, at, feed } */
function nearestSegment(result, [x, y]) {
    let best = null;
    for (const path of result.machine.paths) {
        const line = pairs(path.points);
        for (let i = 0; i + 1 < line.length; i++) {
            const segment = [line[i], line[i + 1]], distance = distanceToLine(segment, x, y);
            if (!best || distance < best.distance) {
                best = { distance, at: nearestOnLine(segment, x, y), feed: unit([line[i + 1][0] - line[i][0], line[i + 1][1] - line[i][1]]) };
            }
        }
    }
    return best;
}

function feedAt(result, at) {
    const nearest = nearestSegment(result, at);
    return nearest ? nearest.feed : null;
}

function nearestOnPaths(result, at) {
    const nearest = nearestSegment(result, at);
    return nearest ? nearest.at : null;
}

/** Fills the box above the drawing; `go` shows the time of the failure again. */
function fillFailure(box, { check, lines }, go, whose = "") {
    box.append(make("h3", null, whose, linkButton(`${check.name} failed at ${seconds(check.time)}`, go, "show this moment"), check.cause ? `: ${check.cause}` : ""),
        ...lines.map(line => make("p", null, line)));
    box.hidden = false;
}

/* Definitions of checks and quantities, shown as tooltips and listed at the end of the page. doc/formats.md is the reference of quantities. */

/* by the last parts of a name, without .max, .min and .mean; a sheet's name before the last part does not count */
const QUANTITIES = {
    "lead.path": "distance of the leading edge along the path of the sheet", "trail.path": "distance of the trailing edge along the path of the sheet",
    "height": "height of the edge to the left of the path", "lead.speed": "speed of the leading edge along the path", "trail.speed": "speed of the trailing edge along the path",
    "tension": "tension in the middle of the sheet; negative: pushed", "buckle.height": "largest distance of any part of the sheet from its path", "buckle.path": "place of the part that is farthest from the path, along it",
    "curvature": "curvature of the sheet where it is bent most; positive to the left of the feed", "curvature.at": "where the sheet is bent most, from its trailing edge",
    "gap-ahead": "distance from the leading edge to the trailing edge of the next sheet on the same path", "yaw": "rotation of the sheet, or of its edge, in its surface; positive if the right end is ahead",
    "yaw-rate": "how fast the yaw changes", "shift": "place across the feed, positive to the right", "twist": "largest rate of roll along the sheet", "twist.at": "where the sheet is twisted most, from its trailing edge",
    "twist.mean": "root mean square over the length of the rate of roll", "bend-across": "largest curvature across the feed", "bend-across.at": "where the sheet is bent most across the feed, from its trailing edge",
    "squeeze": "largest compressive strain in the surface of the sheet", "steering": "moment about the middle of the sheet; positive raises its yaw",
    "normal": "sum of the normal forces on sheets; of a nip on the side of the driver", "friction": "friction on the sheet along the feed, of both rollers of a nip",
    "slip": "speed at which the surface slips on the sheet; a sheet that enters a nip of another speed slips for an instant, so that the peak of a good run is high", "slip.distance": "how far the roller has slipped on sheets: slip over time",
    "slip-across": "slip along the shaft", "creep": "slip below the threshold speed of the friction law, which only regularised laws make; of a sheet: its way due to that",
    "traction": "friction divided by the largest possible friction; 1: it slips", "traction.full": "part of the time with a sheet in which the traction is 0.95 or more; 1: it slips all the time",
    "indentation": "depth to which the surfaces press into each other", "gap": "clear distance between the rollers; negative: they press on each other", "roller-normal": "force between the two rollers of a nip",
    "torque": "torque of the drive", "power": "power of the drive, or of friction", "work": "integral of the power", "travel": "how far the idler has moved from its place", "speed": "speed of the surface of a roller, or of a guide's gate",
    "lateral": "force on sheets across the feed, positive to the right", "moment": "moment of the contact forces, or of a clamped edge", "drag": "friction against the motion of the sheet", "slip-power": "power lost by friction", "slip-work": "energy lost by friction",
    "entry.time": "the leading edge enters the nip", "entry.angle": "angle between the leading edge and the feed when it enters", "exit.time": "the trailing edge leaves the nip", "rule.time": "the rule first acted",
    "lead.time": "the leading edge was first detected", "trail.time": "the trailing edge was first detected", "covered": "1 while a sheet covers the sensor", "covered.time": "the sensor was first covered", "free.time": "the sensor was first free again", "covered.speed": "speed along the path when the sensor was covered", "free.speed": "speed along the path when the sensor became free", "time": "time of the last sample, or when it first happened",
    "angle": "direction, or rotation of a guide or body", "stroke": "how far a guide on a slide has moved", "rate": "how fast a guide moves", "open": "how far a gate is open", "force": "force of a spring, positive if it pulls, or of sheets on a guide along its slide",
    "force.x": "sum of the contact forces along x", "force.y": "sum of the contact forces along y", "force.z": "sum of the contact forces across", "x": "place along x", "y": "place along y, upwards", "z": "place across, positive to the right of the feed",
    "vx": "speed along x", "vy": "speed along y", "vz": "speed across", "spin": "rate of rotation", "spin.x": "rate of rotation about x", "spin.y": "rate of rotation about y", "spin.z": "rate of rotation about z",
    "reaction.x": "force of a hold on the sheet along x", "reaction.y": "force of a hold on the sheet along y", "reaction.moment": "moment of a clamp on the sheet", "pressure": "pressure that keeps a soft body's area", "mean-stress": "mean stress in a soft body",
    "stretch": "largest stretch of a soft roller", "stretch.direction": "direction of the largest stretch", "f11": "deformation gradient of a soft body", "f12": "deformation gradient of a soft body", "f21": "deformation gradient of a soft body", "f22": "deformation gradient of a soft body",
    "length": "length of a spring", "frequency": "frequency of a vibration", "eigenvalue": "square of the angular frequency of a vibration", "clutch.slip": "speed of the drive ahead of its roller, at the clutch", "clutch.torque": "torque that the clutch transmits",
    "failed": "1: this check failed", "value": "the worst value that a check found", "margin": "distance from the value to the limit; negative: missed", "jam.path": "where the first jam was, along the path", "end": "when the run ended", "tunnelling": "how often a sheet was found within a solid",
    "turn.w": "rotation as a quaternion", "turn.a": "rotation as a quaternion", "turn.b": "rotation as a quaternion", "turn.c": "rotation as a quaternion",
    "iterations": "iterations of the solver", "unstable-states": "unstable states of rest that were left", "residual.relative": "residual of the energy balance over the largest energy",
};
const GROUPS = { energy: "part of the energy balance", solver: "work of the time integration", "angular-momentum": "angular momentum of a free body", "other-rest": "another stable state of rest" };

/** The definition of a quantity such as "n1.slip.max", or "". */
function definitionOf(name) {
    const parts = name.split(".").filter((part, i, all) => i === 0 || i < all.length - 1 || !/^(max|min|mean)$/.test(part)), last = parts[parts.length - 1];
    const ends = [parts.slice(-2).join("."), parts.length > 2 ? `${parts[parts.length - 3]}.${last}` : "", parts.length > 3 ? `${parts[parts.length - 4]}.${last}` : "", parts.length > 1 || last === "time" ? last : ""];
    const key = ends.find(end => QUANTITIES[end]), group = parts.slice(0, -1).map(part => GROUPS[part]).find(text => text), end = /\.(max|min|mean)$/.exec(name);
    const text = (parts[0] in GROUPS && group) || (key ? QUANTITIES[key] : group || "");
    return text && end ? `${text} (${{ max: "largest", min: "smallest", mean: "mean" }[end[1]]} value)` : text;
}

/** A name with its definition as a tooltip; a click shows it in the list of definitions. */
function definedName(name, definition = definitionOf(name)) {
    return definition ? linkButton(name, () => showDefinition(definition), definition) : name;
}

function showDefinition(definition) {
    const item = [...byId("definitions").querySelectorAll("dd")].find(dd => dd.textContent === definition || definition.startsWith(dd.textContent + " ("));
    if (item) {
        byId("definition-list").open = true;
        item.previousSibling.tabIndex = -1;
        item.previousSibling.focus();
        item.scrollIntoView({ block: "center" });
    }
}

/** All definitions that these results need: of their kinds of checks and of their quantities. */
function fillDefinitions(list, results) {
    const entries = new Map(results.flatMap(result => Object.entries(result.definitions).map(([kind, text]) => [`check ${kind}`, text])));
    for (const name of results.flatMap(result => [...Object.keys(result.figures), ...result.columns.keys()])) {
        const text = definitionOf(name).replace(/ \((largest|smallest|mean) value\)$/, "");
        const key = Object.keys(QUANTITIES).find(end => QUANTITIES[end] === text) || name.split(".")[0];
        if (text && !entries.has(key)) {
            entries.set(key, text);
        }
    }
    list.append(...[...entries].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([key, text]) => [make("dt", null, key), make("dd", null, text)]));
}

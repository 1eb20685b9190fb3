/* Answers to the main questions about a run, from the summary; each answer links to its time. */

function answersTo(result) {
    const unknown = result.summary.complete === false, without = result.sheets.length === 0;
    const questions = result.isAtRest ? [
        ...(result.modes.length ? [["How does it vibrate?", modeAnswers(result)]] : []),
        ["Is it stable?", stabilityAnswers(result)],
        ["Where is it at rest?", restAnswers(result)],
        ["What holds it?", holdAnswers(result)],
    ] : [
        ["Did it arrive?", arrivalAnswers(result)],
        ["When?", timeAnswers(result)],
        ["Where did it jam?", jamAnswers(result)],
        ["What slipped?", slipAnswers(result)],
        ["How straight?", straightAnswers(result)],
    ];
    const asked = unknown || !without ? questions : questions.filter(([, answers]) => answers.some(({ time }) => time !== null));
    const list = asked.map(([question, answers]) => [question, unknown ? [answer("Not known: the run did not finish.")] : answers.length ? answers : [answer("This run has no sheet.")]]);
    const judged = result.checks.filter(check => check.verdict !== "not evaluated"), passed = judged.filter(check => check.verdict === "passed").length;
    const checks = judged.length ? `${passed} of ${judged.length} checks passed` : "no check was evaluated";
    return list.length ? list : [["How did it end?", [answer(`${seconds(result.endTime)} of motion without sheets; ${checks}.`, result.endTime)]]];
}

/** Of the first result and each of the others: verdicts, and the checks whose verdicts or values differ. */
function differenceAnswers([one, ...others]) {
    return others.flatMap(other => {
        const rows = other.checks.map(check => [one.checks.find(({ name }) => name === check.name), check]).filter(([a, b]) => a && (a.verdict !== b.verdict || a.value !== b.value));
        const changed = rows.filter(([a, b]) => a.verdict !== b.verdict), moved = rows.filter(([a, b]) => a.verdict === b.verdict && typeof a.value === "number" && typeof b.value === "number" && amount(a.value, a.unit) !== amount(b.value, b.unit));
        const verdict = result => `${result.folder} ${result.summary.verdict || "not available"}`;
        return [answer(`${verdict(one)}, ${verdict(other)}.`), ...changed.map(([a, b]) => answer(`${a.name}: ${a.verdict}, then ${b.verdict}. In ${other.folder}: ${checkSentence(b)}`, b.time)),
            ...moved.slice(0, SHEETS_MOST).map(([a, b]) => answer(`${a.name}: ${amount(a.value, a.unit)}, then ${amount(b.value, b.unit)} (${differenceText(a.value, b.value, a.unit)}).`, b.time)),
            ...(rows.length ? [] : [answer("No check has another verdict or value.")])];
    });
}

/* ---- states of rest ---- */

function stabilityAnswers(result) {
    const { verdict, diagnosis } = result.summary, left = result.figures["equilibrium.unstable-states"], after = left > 0 ? ` after ${left} unstable state${left > 1 ? "s were left" : " was left"}` : "";
    return [answer(diagnosis ? `Not known: ${diagnosis.text}.` : `${verdict === "doubtful" ? "Doubtful" : "Yes"}: stable equilibrium, found in ${result.figures["equilibrium.iterations"]} iterations${after}.`)];
}

function restAnswers(result) {
    return result.sheets.slice(0, SHEETS_MOST).map(({ name }) => {
        const figure = (end, part) => result.figures[`${name}.${end}.${part}`];
        const place = (end, words) => `${words} at ${amount(figure(end, "x"), "m")}, ${amount(figure(end, "y"), "m")}, direction ${amount(figure(end, "angle"), "rad")}`;
        return answer(`${name}: ${place("lead", "leading edge")}; ${place("trail", "trailing edge")}.`);
    });
}

const EDGES = { lead: "leading edge", trail: "trailing edge" };

function holdAnswers(result) {
    const held = [];
    for (const { name } of result.sheets.slice(0, SHEETS_MOST)) {
        for (const end of ["lead", "trail"]) {
            const [x, y, moment] = ["x", "y", "moment"].map(part => result.figures[`${name}.${end}.reaction.${part}`]);
            if (typeof x === "number") {
                const force = value => amount(Math.abs(value) < NO_FORCE ? 0 : value, "N");
                held.push(answer(`${name}, ${EDGES[end]}: ${force(x)} along x, ${force(y)} along y${typeof moment === "number" ? `, moment ${amount(moment, "N*m")}` : ""}.`));
            }
        }
    }
    return held.length ? held : [answer("No edge of a sheet is held: what touches it does, see the figures.")];
}

const NO_FORCE = 1e-9; /* [N]; below it there is rounding alone */

/** "2: 9.821 Hz" */
function modeName(mode, i) {
    return `${i + 1}: ` + (mode.frequency > 0 ? amount(mode.frequency, "Hz") : "rigid-body motion, 0 Hz");
}

function modeAnswers(result) {
    return result.modes.map((mode, i) => answer(modeName(mode, i), 0, { mode: i }));
}

const SHEETS_MOST = 8, SIGNALS_MOST = 24; /* listed individually */

/* an answer: text, and if known its time and location */
function answer(text, time, focus) {
    return { text, time: time === undefined ? null : time, focus: focus || null };
}

function arrivalAnswers(result) {
    const answers = [], { figures } = result;
    for (const check of result.checks) {
        if (check.kind === "arrival" || (check.verdict === "failed" && !check.jam && !isAboutSkew(check))) {
            answers.push(answer(checkSentence(check), check.time, check));
        }
    }
    const arrived = new Set(result.events.filter(event => event.kind === "sensor" && event.signal === "lead").map(event => event.sheet));
    if (result.sheets.length > SHEETS_MOST) {
        answers.push(answer(`The leading edges of ${arrived.size} of ${result.sheets.length} sheets reached sensors.`));
    }
    for (const sheet of result.sheets.slice(0, SHEETS_MOST)) {
        const signals = result.events.filter(event => event.kind === "sensor" && event.sheet === sheet.name);
        const seen = signals.filter(event => event.signal === "lead"), others = [...new Set(signals.map(event => event.source))];
        const lead = figures[sheet.name + ".lead.path"], speed = figures[sheet.name + ".lead.speed"];
        let text = sheet.name + ": ";
        text += seen.length ? "leading edge reached " + seen.map(event => event.source).join(", ") : others.length ? "detected by " + others.join(", ") : "not detected by a sensor";
        text += typeof lead === "number" ? "; at the end it is at " + amount(lead, "m") + " along the path, " + (Math.abs(speed) < SLIP_LEAST ? "at rest" : "at " + amount(speed, "m/s")) : "";
        answers.push(answer(text + ".", result.endTime));
    }
    return answers;
}

function timeAnswers(result) {
    const signals = result.events.filter(event => event.kind === "sensor");
    const answers = signals.slice(0, SIGNALS_MOST)
        .map(event => answer(`${event.source}.${event.signal} ${seconds(event.time)}` + (result.sheets.length > 1 ? ` (${event.sheet})` : ""), event.time, event));
    if (signals.length > SIGNALS_MOST) {
        answers.push(answer(`and ${signals.length - SIGNALS_MOST} more in the table of events`));
    }
    return answers.length ? answers : [answer("No sensor detected an edge.")];
}

function jamAnswers(result) {
    const failed = result.checks.filter(check => check.jam && check.verdict === "failed");
    const asked = result.checks.filter(check => check.jam && check.verdict !== "not evaluated");
    if (failed.length) {
        return failed.flatMap(check => [answer(checkSentence(check), check.time, check), ...causes(check.why)]);
    }
    return [answer(asked.length ? `Nowhere: ${asked.map(check => check.name).join(", ")} passed.` : "No check for jams was evaluated.")];
}

const SLIP_LEAST = 1e-6; /* [m/s]; smaller values are rounding errors */

/* causes of failures, and their signs over time; doc/guide/jams.md defines the terms */
const MECHANISMS = {
    stub: "the front edge stubbed", loose: "no drive roller presses on the sheet", speeds: "drives of different speeds hold the sheet", slip: "the drives slip",
    drag: "guides hold the sheet back", drive: "the drive itself is slow", wrap: "the sheet follows a roller", astray: "the sheet missed its channel or path",
    turn: "the sheet was turned", start: "initial state of the sheet", carried: "another sheet drove it", due: "the sheet was not obstructed",
    stranded: "no drive reaches the sheet where it lies", rule: "a rule stopped all drives, slowed them or never started them",
};
const SIGNS = {
    steep: "the sheet met a steep surface", slip: "a drive slipped", behind: "the sheet fell behind its drives", standing: "the sheet stopped",
    speeds: "two drives of different speeds held the sheet", delay: "the delay began", carried: "another sheet began to drive it",
    turned: "the sheet began to turn", short: "the sheet began to buckle", loose: "no drive roller pressed on the sheet",
    off: "the sheet missed its channel or path", ahead: "a drive ran faster than most", command: "a rule fired",
};

function causes(why) {
    if (!why) {
        return [];
    }
    const of = part => (part.name ? ` (${part.sort} '${part.name}')` : "");
    const cause = why.mechanism ? [answer(`Cause${why.sheet ? ` of ${why.sheet}` : ""}: ${MECHANISMS[why.mechanism] || why.mechanism}${of(why)}.`)] : [];
    return cause.concat((why.signs || []).map(sign => answer(`${seconds(sign.time)}: ${SIGNS[sign.what] || sign.what}${of(sign)}${sign.what === "standing" || typeof sign.value !== "number" ? "" : `, ${amount(sign.value, sign.unit)}`}`, sign.time,
        { source: sign.name || why.name })));
}

/* of rollers only: on guides a sheet always slides */
function slipAnswers(result) {
    const guides = new Set((result.machine ? result.machine.guides : []).map(guide => guide.name + ".slip.max"));
    const slips = Object.keys(result.figures).filter(name => name.endsWith(".slip.max") && result.figures[name] > SLIP_LEAST && !guides.has(name))
        .sort((a, b) => result.figures[b] - result.figures[a]).slice(0, 6);
    return slips.length ? slips.map(name => {
        const object = name.slice(0, -".slip.max".length), time = result.timeOfLargest(object + ".slip");
        return answer(`${object}: up to ${amount(result.figures[name], "m/s")}` + (time === null ? "" : ` at ${seconds(time)}`), time, { source: object });
    }) : [answer("None of the rollers slipped.")];
}

const STRAIGHT = 1e-9; /* [rad], [m], [rad/m]; smaller values are rounding errors */

function isAboutSkew(check) {
    return check.kind === "skew" || check.kind === "lateral";
}

function straightAnswers(result) {
    const { figures } = result;
    const answers = result.checks.filter(check => isAboutSkew(check) && check.verdict !== "not evaluated").map(check => answer(checkSentence(check), check.time, check));
    const height = sheet => figures[sheet.name + ".buckle.height.max"] || 0;
    for (const sheet of result.sheets.slice().sort((p, q) => height(q) - height(p)).slice(0, SHEETS_MOST)) {
        const largest = (name, unit) => {
            const value = figures[`${sheet.name}.${name}.max`];
            return value === undefined ? null : Math.abs(value) < STRAIGHT ? `no ${name}` : `${name} up to ${amount(value, unit)}`;
        };
        const across = [largest("yaw", "rad"), largest("shift", "m"), largest("twist", "rad/m")].filter(text => text);
        if (across.length) {
            answers.push(answer(`${sheet.name}: ${across.join(", ")}`, result.timeOfLargest(sheet.name + ".yaw")));
        }
        if (typeof figures[sheet.name + ".buckle.height.max"] === "number") {
            answers.push(answer(`${sheet.name}: largest distance from the path ${amount(height(sheet), "m")}`, result.timeOfLargest(sheet.name + ".buckle.height")));
        }
    }
    if (!result.spatial && result.sheets.length) {
        answers.push(answer("Planar motion: skew was not simulated" + (result.summary["not-evaluated"] ? `; ignored parts of the model: ${result.summary["not-evaluated"]}` : "") + "."));
    }
    return answers;
}

/** "12 mm", or "at worst 20 mm at 0.5 s (page2)" if the check failed before */
function valueText(check) {
    const value = amount(check.value, check.unit), other = check["worst-sheet"] && check["worst-sheet"] !== check.sheet ? ` (${check["worst-sheet"]})` : "";
    return typeof check["worst-time"] === "number" ? `at worst ${value} at ${seconds(check["worst-time"])}${other}` : value;
}

/** "0.25 s to 0.32 s", "up to 10 mm", "at least 20 mm" */
function allowedText(check) {
    const [lowest, highest] = check.allowed || [null, null], text = value => amount(value, check.unit);
    return lowest === null && highest === null ? "" : lowest === null ? `up to ${text(highest)}` : highest === null ? `at least ${text(lowest)}` : `${text(lowest)} to ${text(highest)}`;
}

const BARELY = 1e-6; /* of the limit; smaller margins are rounding */

/** "passed by 24 ms", "missed by 2 mm", as the program writes it */
function marginText({ margin, limit, unit }) {
    const barely = Math.abs(margin) < BARELY * Math.abs(limit);
    return (barely ? "just " : "") + (margin < 0 ? "missed" : "passed") + (barely ? "" : ` by ${amount(Math.abs(margin), unit)}`);
}

/** "buckle: failed, page at 0.31 s, 145 mm along the path; 12 mm, allowed up to 10 mm, missed by 2 mm; cause" */
function checkSentence(check) {
    let text = `${check.name}: ${check.verdict}`;
    if (check.verdict !== "not evaluated") {
        text += check.sheet ? `, ${check.sheet}` : "";
        text += typeof check.time === "number" ? ` at ${seconds(check.time)}` : "";
        text += typeof check.path === "number" ? `, ${amount(check.path, "m")} along the path` : "";
        text += check.place ? `, at ${check.place}` : "";
        text += typeof check.value === "number" ? `; ${valueText(check)}` : "";
        text += check.allowed ? `, allowed ${allowedText(check)}` : "";
        text += typeof check.margin === "number" ? `, ${marginText(check)}` : "";
    }
    text += check.cause ? `; ${check.cause}` : "";
    text += check.note ? `; note: ${check.note}` : "";
    return text + ".";
}

/* Numbers with units, and HTML elements. Text from files is inserted as text nodes, never as markup. */

/* displayed unit of each SI unit, and the conversion factor */
const SHOWN_UNITS = {
    "m": [1e3, "mm"], "m/s": [1e3, "mm/s"], "rad": [180 / Math.PI, "deg"], "rad/s": [180 / Math.PI, "deg/s"], "J": [1e3, "mJ"],
    "N*m": [1e3, "mN\u00b7m"], "N m": [1e3, "mN\u00b7m"], "m^-1": [1, "1/m"], "1": [1, ""], "rad/m": [180 / Math.PI, "deg/m"],
};

function shownUnit(unit) {
    return SHOWN_UNITS[unit] || [1, unit || ""];
}

/** "12.34 mm" of 0.012337 and "m". */
function quantity(value, unit, digits = 4) {
    if (value === null || value === undefined || !Number.isFinite(value)) {
        return "\u2013";
    }
    const [factor, shown] = shownUnit(unit);
    return number(value * factor, digits) + (shown ? "\u00a0" + shown : "");
}

const ROUNDING = 1e-12; /* in displayed units; smaller numbers are rounding errors */

/** "12.3 mm": with the number of digits used in sentences of the program. */
function amount(value, unit) {
    return quantity(value, unit, 3);
}

/** A few significant digits, with an exponent only for very large and small numbers. */
function number(value, digits = 4) {
    const size = Math.abs(value);
    if (size < ROUNDING) {
        return "0";
    }
    if (size >= 1e6 || size < 1e-4) {
        return Number(value.toPrecision(digits)).toExponential();
    }
    return size >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(digits)));
}

/** "0.2739 s" */
function seconds(time) {
    return time === null || time === undefined ? "\u2013" : time.toFixed(4).replace(/0$/, "") + "\u00a0s";
}

/** make("td", { className: "left" }, "text", element, ...): an element with properties and children. */
function make(tag, properties, ...children) {
    const element = Object.assign(document.createElement(tag), properties || {});
    element.append(...children.filter(child => child !== null && child !== undefined));
    return element;
}

function byId(id) {
    return document.getElementById(id);
}

/** The heading row of a table; headings of numeric columns are right-aligned. */
function headRow(titles, numbers) {
    return make("thead", null, make("tr", null, ...titles.map((title, i) => make("th", { scope: "col", className: numbers.includes(i) ? "number" : "" }, title))));
}

/** A button with the appearance of a link. */
function linkButton(text, action, title) {
    return make("button", { type: "button", className: "link", onclick: action, title: title || "" }, text);
}

/** The largest index whose value is at most `at`; 0 if there is none. */
function indexBefore(sorted, at) {
    let low = 0, high = sorted.length;
    while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (sorted[middle] <= at) { low = middle; } else { high = middle; }
    }
    return low;
}

/** The value of a property of the style sheet, such as --ink. */
function styleValue(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/* of lines and sheets: neighbours are distinguishable with all types of colour vision (Okabe and Ito, then others); all can be seen on white and on black */
const LINE_COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#8c6bb1", "#7f7f7f", "#a6761d", "#1b9e9e", "#e7298a", "#66a61e", "#6a5acd", "#c0504d", "#3c8d5a", "#4f81bd"];

/** Offers a file to be saved. */
function saveAs(name, blob) {
    const link = make("a", { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    return false;
}

/** "a4-turn.run-slip-of-rollers" */
function fileName(title) {
    return `${first.folder.replace(/\.run$/, "")}-${title.toLowerCase().replace(/[^a-z0-9.]+/g, "-").replace(/-$/, "")}`;
}

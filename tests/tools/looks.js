/* What a reader would find wrong with a page at sight, for all pages of Quire and whatever draws them (HTML, SVG, canvas):
   looks() lists { kind, what } where
     overlap  a text covers another one
     cut      a text is cut: by its box, its picture, or the window
     small    letters smaller than 9 pixels
     unit     an axis without a unit: neither at its numbers, nor in brackets in a text beside it or in the heading of its picture
     tick     an axis whose numbers are not round: not evenly spaced by 1, 2, 2.5 or 5 times a power of ten, or not at multiples of it

   Load it before the page's own scripts (browser.Page.watch), as it notes what they write on canvases.
   An axis is what looks like one: at least three numbers in a row or a column, at places that depend linearly on their values or on the logarithms of them.
   Elements within `data-looks="skip"` are left out. */

(() => {
    const TOUCH = 1;       /* [px]; texts that overlap by less only touch */
    const SMALLEST = 9;    /* [px] */
    const ALIGNED = 1.5;   /* [px] */
    const AXIS_LEAST = 3;  /* numbers of an axis */
    const BESIDE = 70;     /* [px] from an axis to its title */

    /* ---- texts of canvases ---- */

    const drawn = new WeakMap(); /* canvas: texts since it was last cleared, in its pixels */
    const textsOf = canvas => drawn.get(canvas) || drawn.set(canvas, []).get(canvas);
    const pens = CanvasRenderingContext2D.prototype;

    function wrap(name, before) {
        const original = pens[name];
        pens[name] = function (...given) {
            before(this, ...given);
            return original.apply(this, given);
        };
    }

    function boxOf(pen, left, top, right, bottom) {
        const m = pen.getTransform(), xs = [], ys = [];
        for (const [x, y] of [[left, top], [right, top], [right, bottom], [left, bottom]]) {
            xs.push(m.a * x + m.c * y + m.e);
            ys.push(m.b * x + m.d * y + m.f);
        }
        return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    }

    function write(pen, text, x, y) {
        const size = pen.measureText(text), m = pen.getTransform();
        if (String(text).trim() && pen.globalAlpha > 0) {
            textsOf(pen.canvas).push({ text: String(text), size: parseFloat(/([\d.]+)px/.exec(pen.font)[1]) * Math.hypot(m.a, m.b),
                box: boxOf(pen, x - size.actualBoundingBoxLeft, y - size.actualBoundingBoxAscent, x + size.actualBoundingBoxRight, y + size.actualBoundingBoxDescent) });
        }
    }

    function clear(pen, x, y, width, height) {
        const [left, top, right, bottom] = boxOf(pen, x, y, x + width, y + height);
        drawn.set(pen.canvas, textsOf(pen.canvas).filter(({ box }) => box[0] < left - 1 || box[1] < top - 1 || box[2] > right + 1 || box[3] > bottom + 1));
    }

    wrap("fillText", write);
    wrap("strokeText", write);
    wrap("clearRect", clear);
    for (const side of ["width", "height"]) {
        const own = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, side);
        Object.defineProperty(HTMLCanvasElement.prototype, side, { ...own, set(value) { drawn.delete(this); own.set.call(this, value); } });
    }

    /* ---- all texts of the page: { text, box in pixels of the window, size of the letters, owner } ---- */

    const areaOf = element => { const b = element.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
    const isSeen = element => element.getClientRects().length > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

    function canvasTexts() {
        return [...document.querySelectorAll("canvas")].filter(isSeen).flatMap(canvas => {
            const area = areaOf(canvas), [across, down] = [(area[2] - area[0]) / canvas.width, (area[3] - area[1]) / canvas.height];
            return textsOf(canvas).map(({ text, size, box: [left, top, right, bottom] }) => ({ text, size: size * down, owner: canvas, frame: area,
                box: [area[0] + across * left, area[1] + down * top, area[0] + across * right, area[1] + down * bottom] }))
                .filter(({ box }) => shared(box, area)); /* what is written outside cannot be seen */
        });
    }

    function elementTexts() {
        const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
        for (let node = walk.nextNode(); node; node = walk.nextNode()) {
            const element = node.parentElement;
            if (!node.data.trim() || !isSeen(element) || element.closest("script, style, title, desc, option, [data-looks=skip]")) {
                continue;
            }
            const inPicture = element.ownerSVGElement || null, size = parseFloat(getComputedStyle(element).fontSize);
            range.selectNodeContents(node);
            if (inPicture) {
                const m = element.getScreenCTM();
                found.push({ text: node.data.trim(), size: size * Math.hypot(m.a, m.b), owner: inPicture, element, frame: hides(inPicture) ? areaOf(inPicture) : null, box: areaOf(element) });
                continue;
            }
            for (const { left, top, right, bottom } of range.getClientRects()) { /* one a line */
                const inset = 0.18 * (bottom - top); /* the height of letters, not of lines */
                if (right - left > 0.5) {
                    found.push({ text: node.data.trim(), size, owner: null, element, frame: null, box: [left, top + inset, right, bottom - inset] });
                }
            }
        }
        return found;
    }

    const hides = element => /hidden|clip/.test(getComputedStyle(element).overflowX);
    const scrolls = (element, axis) => /auto|scroll/.test(getComputedStyle(element)["overflow" + axis]);

    /* what of a box is seen through panes that scroll; and by how many pixels something that does not scroll cuts it */
    function seenOf({ box, element, owner }) {
        let seen = box.slice(), cut = 0, free = [false, false];
        for (let at = owner || element; at && at !== document.body && at !== document.documentElement; at = at.parentElement) {
            if (getComputedStyle(at).position === "fixed") {
                break;
            }
            const area = areaOf(at);
            ["X", "Y"].forEach((axis, k) => {
                if (scrolls(at, axis)) {
                    free[k] = true;
                    seen = k ? [seen[0], Math.max(seen[1], area[1]), seen[2], Math.min(seen[3], area[3])] : [Math.max(seen[0], area[0]), seen[1], Math.min(seen[2], area[2]), seen[3]];
                } else if (!free[k] && hides(at) && at !== element.ownerSVGElement) {
                    cut = Math.max(cut, area[k] - box[k], box[k + 2] - area[k + 2]);
                }
            });
        }
        if (!free[0]) {
            cut = Math.max(cut, -window.scrollX - box[0], box[2] - Math.max(document.documentElement.clientWidth, 1));
        }
        return { seen, cut };
    }

    /* what stays in view while the page is scrolled, and covers what is below it */
    function paneOf({ element, owner }) {
        let at = owner || element;
        while (at && getComputedStyle(at).position !== "sticky") {
            at = at.parentElement;
        }
        return at;
    }

    const shared = (a, b) => Math.min(a[2], b[2]) - Math.max(a[0], b[0]) > TOUCH && Math.min(a[3], b[3]) - Math.max(a[1], b[1]) > TOUCH;
    const brief = text => `'${text.length > 60 ? text.slice(0, 57) + "..." : text}'`;

    function placeOf({ element, owner }) {
        const at = owner || element, near = at.closest("[id]"), title = at.closest("section, figure");
        const heading = title && title.querySelector("h2, h3, figcaption");
        return [near ? "#" + near.id : at.tagName.toLowerCase(), heading ? heading.textContent.trim().slice(0, 40) : ""].filter(word => word).join(", ");
    }

    /* ---- axes ---- */

    const NUMBER = /^([-+\u2212]?\d+(?:\.\d+)?)(?:e([-+\u2212]?\d+)|\s*[\u00b7\u00d7]\s*10\^?([-+\u2212]?\d+))?(.*)$/;

    function numberIn(text) {
        const found = NUMBER.exec(text.replace(/\u2009/g, "").trim());
        if (!found) {
            return null;
        }
        const unit = found[4].replace(/\u00a0/g, " ").trim();
        return unit.split(" ").length > 1 || /[:;,]/.test(unit) ? null : { value: Number(`${found[1]}e${found[2] || found[3] || 0}`.replace(/\u2212/g, "-")), unit };
    }

    /* whether y is a linear function of x, to a pixel */
    function isLinear(points) {
        const [first, last] = [points[0], points[points.length - 1]];
        return last[0] !== first[0] && last[1] !== first[1] && points.every(([x, y]) => Math.abs(first[1] + (x - first[0]) / (last[0] - first[0]) * (last[1] - first[1]) - y) < 2 + 0.01 * Math.abs(last[1] - first[1]));
    }

    /* numbers of one picture that share a line; a number belongs to the longest one only: numbers of parallel axes may stand in a row by chance */
    function axesOf(texts) {
        const numbers = texts.map(item => ({ ...item, ...numberIn(item.text) })).filter(({ value }) => value !== undefined), axes = [];
        for (const [along, across] of [[1, 0], [0, 1]]) {
            const ends = across ? [box => (box[1] + box[3]) / 2] : [box => box[2], box => box[0], box => (box[0] + box[2]) / 2], taken = new Set();
            for (const end of ends) {
                for (const begin of numbers) {
                    const row = taken.has(begin) ? [] : numbers.filter(item => !taken.has(item) && Math.abs(end(item.box) - end(begin.box)) < ALIGNED && item.unit === begin.unit);
                    if (new Set(row.map(({ value }) => value)).size !== row.length || row.length < AXIS_LEAST) {
                        continue;
                    }
                    const points = row.map(item => [item.value, (item.box[along] + item.box[along + 2]) / 2, item]).sort((a, b) => a[0] - b[0]);
                    const linear = isLinear(points), logarithmic = !linear && points[0][0] > 0 && isLinear(points.map(([value, at]) => [Math.log10(value), at]));
                    if (linear || logarithmic) {
                        row.forEach(item => taken.add(item));
                        axes.push({ items: points.map(point => point[2]), values: points.map(([value]) => value), logarithmic });
                    }
                }
            }
        }
        const owned = new Set();
        return axes.sort((a, b) => b.items.length - a.items.length).filter(({ items }) => {
            const free = !items.some(item => owned.has(item));
            items.forEach(item => free && owned.add(item));
            return free;
        });
    }

    const ROUND = [1, 2, 2.5, 5, 10];

    function isRound(value, of = ROUND) {
        const mantissa = Math.abs(value) / 10 ** Math.floor(Math.log10(Math.abs(value)) + 1e-9);
        return value === 0 || of.some(round => Math.abs(mantissa - round) < 1e-6);
    }

    function areRound({ values, logarithmic, items }) {
        if (logarithmic) {
            return values.every(value => isRound(value));
        }
        const step = (values[values.length - 1] - values[0]) / (values.length - 1), turned = /^°|deg/.test(items[0].unit) && [15, 30, 45, 60, 90].some(angle => Math.abs(step - angle) < 1e-6);
        const even = values.every((value, i) => Math.abs(value - values[0] - i * step) < 1e-6 * step), at = 2 * values[0] / step; /* or half-way between multiples */
        return even && (isRound(step) || turned) && Math.abs(at - Math.round(at)) < 1e-6;
    }

    const HAS_UNIT = /\[[^\]]+\]/;

    function hasUnit({ items }, texts) {
        const box = [0, 1, 2, 3].map(k => (k < 2 ? Math.min : Math.max)(...items.map(item => item.box[k])));
        const near = ({ box: b }) => Math.max(b[0] - box[2], box[0] - b[2], 0) < BESIDE && Math.max(b[1] - box[3], box[1] - b[3], 0) < BESIDE;
        const owner = items[0].owner || items[0].element, heading = owner.closest("figure, section") && owner.closest("figure, section").querySelector("h2, h3, figcaption");
        return items[0].unit !== "" || texts.some(item => HAS_UNIT.test(item.text) && near(item)) || (heading && HAS_UNIT.test(heading.textContent));
    }

    /* ---- findings ---- */

    window.looks = () => {
        const found = [], texts = [...canvasTexts(), ...elementTexts()], seen = [];
        const note = (kind, what) => { if (!found.some(other => other.kind === kind && other.what === what)) { found.push({ kind, what }); } };
        for (const item of texts) {
            const { seen: box, cut } = seenOf({ ...item, element: item.element || item.owner }), frame = item.frame;
            const beyond = frame ? Math.max(frame[0] - item.box[0], frame[1] - item.box[1], item.box[2] - frame[2], item.box[3] - frame[3]) : 0;
            if (Math.max(cut, beyond) > TOUCH) {
                note("cut", `${brief(item.text)} by ${Math.max(cut, beyond).toFixed(0)} px in ${placeOf(item)}`);
            }
            if (item.size < SMALLEST) {
                note("small", `${brief(item.text)}: ${item.size.toFixed(1)} px in ${placeOf(item)}`);
            }
            if (box[2] > box[0] && box[3] > box[1] && !(item.element && item.element.closest("thead"))) { /* a heading that stays lies over what is scrolled */
                seen.push({ ...item, box });
            }
        }
        seen.sort((a, b) => a.box[1] - b.box[1]);
        seen.forEach((item, i) => {
            for (let k = i + 1; k < seen.length && seen[k].box[1] < item.box[3]; k++) {
                const other = seen[k], same = item.element && item.element === other.element && !item.owner;
                if (!same && shared(item.box, other.box) && paneOf(item) === paneOf(other)) {
                    note("overlap", `${brief(item.text)} and ${brief(other.text)} in ${placeOf(item)}`);
                }
            }
        });
        for (const element of document.querySelectorAll("button, td, th, li, p, label, dt, dd, h1, h2, h3, figcaption, input, pre")) {
            const box = element.matches("input") ? element.value !== "" && !/range|checkbox|radio/.test(element.type) : element.textContent.trim();
            if (box && isSeen(element) && element.clientWidth > 0 && !element.closest("[data-looks=skip]") && !scrolls(element, "X") && element.scrollWidth > element.clientWidth + TOUCH) {
                note("cut", `${brief(element.value || element.textContent.trim())} in its box by ${element.scrollWidth - element.clientWidth} px in ${placeOf({ element })}`);
            }
        }
        const pictures = new Map();
        texts.filter(item => item.owner).forEach(item => pictures.set(item.owner, [...(pictures.get(item.owner) || []), item]));
        pictures.forEach(items => axesOf(items).forEach(axis => {
            const told = `${axis.items.map(item => item.text).slice(0, 8).join(", ")} in ${placeOf(axis.items[0])}`;
            if (!areRound(axis)) { note("tick", told); }
            if (!hasUnit(axis, items)) { note("unit", told); }
        }));
        return found;
    };
})();

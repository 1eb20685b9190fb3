/* Until when runs go: a handle under the time slider, a field and buttons. */

const UNTIL_ROOM = 0.02; /* [s] behind the last event of the first sheet */

class Until {
    /** `onChange` is called without arguments after each change by the user. */
    constructor(onChange) {
        this.onChange = onChange;
        this.time = null;  /* [s]; null: the run's own end */
        this.whole = NaN;  /* [s] that end, when it is known */
        this.slider = make("input", { type: "range", id: "until-slider", min: 0, max: 1, step: "any", value: 1 });
        this.slider.setAttribute("aria-label", "runs end at this time");
        this.field = make("input", { id: "until", type: "text", inputMode: "decimal", autocomplete: "off", spellcheck: false });
        this.said = make("span", { id: "until-said" });
        this.sheet = make("button", { type: "button", id: "until-sheet", onclick: () => this.set(this.leaves), title: "as long as anything happens to the first sheet" }, "First sheet only");
        this.here = make("button", { type: "button", id: "until-here", onclick: () => this.set(page.time), title: "to the time that is shown" }, "To here");
        this.all = make("button", { type: "button", id: "until-all", onclick: () => this.set(null) }, "Whole run");
        this.row = make("div", { id: "until-row", className: "moving" }, make("label", { htmlFor: "until" }, "run until"), this.field, make("span", null, "s"), this.slider, this.said, this.sheet, this.here, this.all);
        this.slider.addEventListener("input", () => { this.field.value = this.textOf(Number(this.slider.value)); });
        this.slider.addEventListener("change", () => this.set(Number(this.slider.value)));
        this.field.addEventListener("change", () => this.write());
        this.show();
    }

    textOf(time) {
        return String(Number(time.toPrecision(4)));
    }

    /* "1.2", "1.2 s", "300 ms"; anything else leaves the time as it is */
    write() {
        const parts = /^\s*(\d+\.?\d*|\.\d+)\s*(s|ms)?\s*$/.exec(this.field.value), time = parts ? Number(parts[1]) * (parts[2] === "ms" ? 1e-3 : 1) : NaN;
        if (time > 0) {
            this.set(time);
        } else if (this.field.value.trim() === "") {
            this.set(null);
        } else {
            this.show();
        }
    }

    /** To a time [s], or to the run's own end: null, or a time that is not before it. */
    set(time) {
        const next = time === null || time >= this.whole ? null : Math.max(Number(this.textOf(time)), 1e-3);
        const changed = next !== this.time;
        this.time = next;
        this.show();
        if (changed) {
            this.onChange();
        }
    }

    /** A run has told its own end; a run with more than one sheet tells when the first is done. */
    learn(whole, result) {
        if (typeof whole === "number") {
            this.whole = whole;
            this.time = this.time !== null && this.time >= whole ? null : this.time;
        }
        if (result && result.sheets.length > 1) {
            const own = result.events.filter(event => event.sheet === result.sheets[0].name && event.kind === "sensor").map(event => event.time), last = Math.max(0, ...own);
            this.leaves = last > 0 && last < result.endTime ? last + UNTIL_ROOM : this.leaves;
        }
        this.show();
    }

    show() {
        const known = this.whole > 0, time = this.time === null ? this.whole : this.time;
        this.slider.disabled = !known;
        this.slider.max = known ? this.whole : 1;
        this.slider.value = known ? time : 1;
        if (document.activeElement !== this.field || this.time !== null) {
            this.field.value = known || this.time !== null ? this.textOf(time) : "";
        }
        this.said.textContent = known ? `of ${this.textOf(this.whole)} s` : "";
        this.row.classList.toggle("touched", this.time !== null);
        this.sheet.hidden = !this.leaves;
        this.all.disabled = this.time === null;
    }

    /** As a part of a request. */
    get wish() {
        return this.time === null ? {} : { until: this.time };
    }
}

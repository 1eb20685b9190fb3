/* The parameters of the model and their values set by the user. */

const DIGITS = 6;
const NEARLY = 1e-9; /* of a step, for round-off */
const WHOLE_ABOVE = 4; /* a range of numbers written without a point that is narrower has values between them */

/** One parameter with its input field, slider and reset button. */
class Setting {
    /** `onChange` is called without arguments after each change by the user. */
    constructor(parameter, onChange) {
        this.onChange = onChange;
        this.id = "set-" + parameter.name;
        this.parameter = parameter;
        this.input = parameter.choices.length ? make("select", { id: this.id }, ...parameter.choices.map(choice => make("option", { value: choice }, choice)))
            : make("input", { id: this.id, type: "text", autocomplete: "off", spellcheck: false });
        if (parameter.names.length > 1 && !parameter.choices.length) {
            this.names = make("datalist", { id: this.id + "-names" }, ...parameter.names.map(name => make("option", { value: name })));
            this.input.setAttribute("list", this.names.id);
        }
        this.slider = parameter.number && !parameter.choices.length ? make("input", { type: "range", className: "knob" }) : null;
        this.unit = make("span", { className: "unit" }, parameter.unit);
        this.back = make("button", { type: "button", className: "back", onclick: () => this.change(this.own) }, "Reset");
        this.back.setAttribute("aria-label", `reset ${parameter.name}`);
        this.note = make("span", { className: "range" });
        const label = make("label", { htmlFor: this.id }, parameter.name), parts = [make("div", { className: "setting-head" }, label, this.input, this.unit, ...(this.names ? [this.names] : []))];
        if (this.slider) {
            this.slider.setAttribute("aria-label", parameter.name);
            this.slider.addEventListener("input", () => this.change(this.textOf(this.stepped(Number(this.slider.value))), true));
            parts.push(this.slider);
        }
        parts.push(make("div", { className: "setting-foot" }, this.note, this.back));
        this.doc = make("p", { className: "doc" });
        this.element = make("div", { className: "setting" + (this.slider ? "" : " of-words") }, ...parts, this.doc);
        this.input.addEventListener("change", () => this.change(this.written()));
        this.take(parameter);
    }

    /** Updates the parameter from the model; a value set by the user is kept. */
    take(parameter) {
        const touched = this.own !== undefined && this.value !== this.own;
        this.parameter = parameter;
        this.own = parameter.value;
        this.doc.textContent = parameter.doc || "";
        this.doc.hidden = !parameter.doc;
        this.show(touched ? this.value : this.own);
    }

    get isTouched() {
        return this.value !== this.own;
    }

    /** The number in the unit of the parameter; NaN for words and for values in other units. */
    get number() {
        return this.numberOf(this.value);
    }

    /** The server has said what a text in another unit is in that of the parameter. */
    learn(text, number) {
        if (this.value === text && Number.isNaN(this.number)) {
            this.known = { text, number };
            this.placeSlider(number);
        }
    }

    numberOf(text) {
        if (this.known && this.known.text === text) {
            return this.known.number;
        }
        const parts = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(.*?)\s*$/.exec(text);
        return this.parameter.number && parts && parts[2] === this.parameter.unit ? Number(parts[1]) : NaN;
    }

    /* that of the model; 1 where an attribute counts something, or all is whole and far enough apart; 0: any value */
    get step() {
        const { unit, whole, step } = this.parameter, [low, high] = this.range;
        return step || Number(whole || (unit === "" && high - low > WHOLE_ABOVE && [this.numberOf(this.own), low, high].every(Number.isInteger)));
    }

    /** The nearest value that its slider has. */
    stepped(value) {
        const [low, high] = this.range, { step } = this, last = step ? low + step * Math.floor((high - low) / step + NEARLY) : high;
        return step ? Math.min(last, low + step * Math.round((value - low) / step)) : value;
    }

    /** Range of the slider, as the server knows it from the model. */
    get range() {
        const { low, high } = this.parameter, own = this.numberOf(this.own);
        return [low === null ? own - 1 : low, high === null ? own + 1 : high];
    }

    textOf(value) {
        const { unit } = this.parameter;
        return String(Number(value.toPrecision(DIGITS))) + (unit ? " " + unit : "");
    }

    /* value of the input field; the unit is optional and may be different */
    written() {
        const text = this.input.value.trim(), { number, unit, choices } = this.parameter;
        return number && unit && !choices.length && /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(text) ? `${text} ${unit}` : text;
    }

    /** Handles a change by the user. A slider at its initial position restores the text of the model. */
    change(text, bySlider = false) {
        this.show(bySlider && this.numberOf(text) === this.numberOf(this.own) ? this.own : text);
        this.onChange();
    }

    show(text) {
        const value = this.numberOf(text);
        this.value = text;
        this.input.value = Number.isNaN(value) || this.parameter.choices.length || !text.endsWith(this.parameter.unit) ? text : text.slice(0, text.length - this.parameter.unit.length).trim();
        this.unit.classList.toggle("unused", this.parameter.unit !== "" && this.input.value === text);
        this.back.classList.toggle("unused", !this.isTouched); /* it keeps its place */
        this.back.disabled = !this.isTouched;
        this.element.classList.toggle("touched", this.isTouched);
        if (this.slider) {
            this.placeSlider(value);
        }
    }

    placeSlider(value) {
        const [low, high] = this.range, known = !Number.isNaN(value), from = known ? Math.min(low, value) : low, to = known ? Math.max(high, value) : high;
        this.slider.disabled = !known || !(to > from);
        this.slider.min = from;
        this.slider.max = to;
        /* steps count from the least value; another value is shown where it is */
        this.slider.step = this.step && from === low && (!known || Math.abs(value - this.stepped(value)) < NEARLY * this.step) ? this.step : "any";
        if (known && Number(this.slider.value) !== value) {
            this.slider.value = value;
        }
        this.slider.setAttribute("aria-valuetext", this.value);
        this.note.textContent = `${this.textOf(from)} to ${this.textOf(to)}`;
    }
}

/** The list of all parameters. */
class Settings {
    constructor(holder, onChange) {
        this.holder = holder;
        this.onChange = onChange;
        this.list = new Map();
        this.wanted = new Map(); /* values of parameters not yet received */
        this.moved = new Map();  /* texts of attributes that were moved in the picture, by "nip[n2]@at" */
        this.inFile = new Map(); /* what the file says of attributes; null: nothing */
    }

    /** Updates the parameters from the model. */
    take(parameters) {
        const list = new Map();
        for (const parameter of parameters) {
            const before = this.list.get(parameter.name), same = before && before.parameter.number === parameter.number && before.parameter.unit === parameter.unit
                && before.parameter.choices.join() === parameter.choices.join() && before.parameter.names.join() === parameter.names.join();
            const setting = same ? before : new Setting(parameter, this.onChange);
            if (same) {
                setting.take(parameter);
            } else if (this.wanted.has(parameter.name)) {
                setting.show(this.wanted.get(parameter.name));
            }
            this.wanted.delete(parameter.name);
            list.set(parameter.name, setting);
        }
        const shown = [...list.values()].map(setting => setting.element);
        if (shown.length !== this.holder.children.length || shown.some((element, i) => this.holder.children[i] !== element)) {
            this.holder.replaceChildren(...shown);
        }
        this.list = list;
    }

    get touched() {
        return [...this.list.values()].filter(setting => setting.isTouched);
    }

    /** Changed values by name, in the form of --set. */
    get values() {
        return Object.fromEntries([...this.touched.map(setting => [setting.parameter.name, setting.value]), ...this.wanted, ...this.moved]);
    }

    /** The text of an attribute; that of the file is no change. */
    move(id, text) {
        if (text === this.inFile.get(id)) { this.moved.delete(id); } else { this.moved.set(id, text); }
    }

    put(values) {
        this.moved.clear();
        Object.entries(values).filter(([name]) => name.includes("@")).forEach(([id, text]) => this.move(id, text));
        for (const [name, setting] of this.list) {
            setting.show(name in values ? values[name] : setting.own);
        }
        this.onChange();
    }
}

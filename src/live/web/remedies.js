/* "What would cure it?": a search in the background, on demand, for changes with which the failed run passes. */

class Remedies {
    /** `settings` and `until` are those of the page; `change(values)` puts others; `wait(on)` holds back other background runs. */
    constructor(settings, until, tab, { change, wait }) {
        this.settings = settings;
        this.until = until;
        this.tab = tab + "-cures";
        this.change = change;
        this.wait = wait;
        this.open = make("button", { type: "button", id: "cure-open", onclick: () => { byId("cures").hidden = false; byId("cures").scrollIntoView({ block: "nearest" }); this.start(); } }, "What would cure it?");
        this.button = make("button", { type: "button", id: "cure-start", onclick: () => (this.abort ? this.stop("stopped") : this.start()) });
        this.close = make("button", { type: "button", id: "cure-close", onclick: () => { this.stop("stopped"); byId("cures").hidden = true; } }, "Close");
        this.bar = make("progress", { id: "cure-bar", max: 1, value: 0 });
        this.bar.setAttribute("aria-label", "runs of the search");
        byId("cures-said").before(make("p", { id: "cure-tools" }, this.button, this.close, this.bar));
        this.answer = null;
        this.say("");
    }

    /** The result that is shown: a failed one can be asked about, by a button in the box of its failure. */
    offer(result, version) {
        this.version = version;
        this.result = result;
        const can = !!result.failure && result.modes.length === 0;
        this.button.disabled = !can;
        if (can) {
            byId("failure").prepend(this.open);
        }
        if (this.answer && !this.abort) {
            this.say(`${cureSummary(this.answer)} This is about ${this.of}.`);
        }
    }

    /** Settings or the file have changed. */
    drop() {
        this.stop("ended, because something has changed");
    }

    say(text) {
        this.button.textContent = this.abort ? "Stop" : "Search again";
        byId("cures-said").textContent = text;
    }

    stop(why) {
        if (this.abort) {
            this.abort.abort();
            this.abort = null;
            this.bar.value = 0;
            this.wait(false);
            this.say(`The search was ${why}.${this.answer ? ` ${cureSummary(this.answer)}` : ""}`);
        }
    }

    async start() {
        const { result } = this, abort = this.abort = new AbortController(), values = { ...this.settings.values };
        [this.answer, this.of, this.runs] = [null, result.folder, 0];
        byId("cure-list").replaceChildren();
        this.bar.value = 0;
        this.wait(true);
        this.say("The failed run comes first.");
        let last;
        try {
            last = await ask("cures", { tab: this.tab, settings: values, version: this.version, ...this.until.wish }, line => this.abort === abort && this.hear(line, result, values), abort.signal);
        } catch (error) {
            last = { kind: abort.signal.aborted ? "aborted" : "lost" };
        }
        if (this.abort !== abort) {
            return;
        }
        this.abort = null;
        this.bar.value = 0;
        this.wait(false);
        if (last.kind === "cures" && last.answer) {
            this.show(last.answer, result, values);
            this.say(cureSummary(last.answer));
        } else {
            const problem = (last.problems || []).find(({ severity }) => severity === "error");
            this.say(problem ? `${problem.text}.` : "The search ended early.");
        }
    }

    hear(line, result, values) {
        if (line.kind !== "search") {
            return;
        }
        this.bar.value = line.runs / line.most;
        if (line.answer) {
            this.show(line.answer, result, values);
        }
        const found = this.answer ? this.answer.cures.length : 0;
        this.say(`Run ${line.runs} of at most ${line.most}; ${found === 0 ? "no change" : found === 1 ? "one change" : `${found} changes`} found so far.`);
    }

    show(answer, result, values) {
        this.answer = answer;
        fillCures(byId("cure-list"), answer, result, cure => this.actOf(cure, values));
    }

    /* parameters and attributes that can be addressed are set at once; of others it is said where they are */
    actOf(cure, values) {
        const text = cureSetting(cure);
        const name = cure.sort === "parameter" ? cure.name : cure.address;
        if (name) {
            return make("button", { type: "button", className: "set-cure", onclick: () => this.change({ ...values, [name]: text }) }, "Set it");
        }
        return make("span", null, `in ${cure.object}: `, make("code", null, `${cure.attribute}="${text}"`));
    }
}

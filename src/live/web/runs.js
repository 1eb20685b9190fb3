/* Runs on the server: one at a time per purpose, the newest request next. */

const PATIENCE = 600; /* [ms] after which a run is ended if other settings are waiting */

/** Sends a request, calls back for each line of the answer, and returns the last line. */
async function ask(what, body, onLine, signal) {
    const response = await fetch(what, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });
    if (!response.ok) {
        return { kind: "error", code: response.status };
    }
    const reader = response.body.getReader(), decoder = new TextDecoder();
    let pieces = [], last = { kind: "ended", why: "crash" };
    const take = text => {
        if (text.trim()) {
            try { last = JSON.parse(text); } catch (error) { return; } /* incomplete because the run was ended */
            if (onLine) { onLine(last); }
        }
    };
    for (;;) {
        const { done, value } = await reader.read();
        if (done) {
            break;
        }
        const parts = decoder.decode(value, { stream: true }).split("\n");
        pieces.push(parts[0]);
        for (const part of parts.slice(1)) {
            take(pieces.join(""));
            pieces = [part];
        }
    }
    take(pieces.join(""));
    return last;
}

class Runner {
    /** `onLine(line, wish)` is called for each line, `onEnd(line, wish)` at the end with the last line. */
    constructor(tab, onLine, onEnd) {
        this.tab = tab;
        this.onLine = onLine;
        this.onEnd = onEnd;
        this.running = this.waiting = null;
    }

    /** Requests a run with these settings, which may be `more`; `since` is the time of the request. With `start` its machine is sent before it is run. */
    want(settings, since, start = false, more = {}) {
        this.waiting = { settings, since, start, more };
        if (!this.running) {
            this.next();
        } else if (this.running.answered || performance.now() - this.running.began > PATIENCE) {
            this.running.abort.abort(); /* its result is no longer needed, or it takes too long */
        }
    }

    /** Ends what is running and what is waiting. */
    drop() {
        this.waiting = null;
        if (this.running) {
            this.running.abort.abort();
        }
    }

    get isBusy() {
        return this.running !== null;
    }

    /* the data of plots and tables follow the result; they are not needed if settings change again */
    hear(line, wish) {
        wish.answered = wish.answered || line.kind === "result";
        this.onLine(line, wish);
        if (wish.answered && this.waiting) {
            wish.abort.abort();
        }
    }

    async next() {
        const wish = this.running = this.waiting;
        this.waiting = null;
        wish.began = performance.now();
        wish.abort = new AbortController();
        let last;
        try {
            last = await ask("run", { tab: this.tab, settings: wish.settings, start: wish.start, ...wish.more }, line => this.hear(line, wish), wish.abort.signal);
        } catch (error) {
            last = { kind: wish.abort.signal.aborted ? "aborted" : "lost" };
        }
        this.running = null;
        this.onEnd(last, wish);
        if (this.waiting && !this.running) {
            this.next();
        }
    }
}

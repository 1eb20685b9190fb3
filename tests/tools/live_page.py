"""A server of `quire live` and its page in a browser."""
import json
import signal
import subprocess
import time

WATCH_SHIFTS = """window.shifts = []; new PerformanceObserver(list => { for (const entry of list.getEntries()) {
    shifts.push(`${entry.value.toFixed(4)}: ${entry.sources.map(({ node }) => node && (node.id || node.className || node.nodeName)).join(", ")}`); } }).observe({ type: "layout-shift", buffered: true }); 0"""


class Live:
    """A server and its page."""

    def __init__(self, quire, page, model, *options):
        self.process = subprocess.Popen([quire, "live", model, "--no-browser", *options], stdout=subprocess.PIPE, text=True,
                                        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # a shell in the background ignores it
        self.page = page
        self.address = self.process.stdout.readline().strip()
        page.requests.clear()
        page.messages.clear()
        page.load(self.address)

    def end(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(5)
        self.process.stdout.close()

    def state(self):
        self.page.run("publishLive()")
        return json.loads(self.page.run("document.getElementById('live-state').textContent"))

    def wait(self, holds, seconds=30):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            now = self.state()
            if holds(now):
                return now
            time.sleep(0.02)
        return self.state()

    def settled(self, shown=1):
        return self.wait(lambda now: now["shown"] >= shown and not now["busy"] and not now["resting"])

    def turn(self, name, value):
        """Moves the slider of a parameter."""
        self.page.run("(() => { const s = settings.list.get(%s).slider; s.value = %r; s.dispatchEvent(new Event('input')); })()" % (json.dumps(name), value))

    def write(self, name, text):
        self.page.run("(() => { const f = document.getElementById('set-' + %s); f.value = %s; f.dispatchEvent(new Event('change')); })()" % (json.dumps(name), json.dumps(text)))

    def text(self, selector):
        return self.page.run("document.querySelector(%s).textContent" % json.dumps(selector))

"""A headless Chromium, driven over a pipe by the DevTools protocol: the standard library only."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = ("--headless", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--hide-scrollbars", "--no-first-run",
         "--disable-extensions", "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
         "--remote-debugging-pipe")


def find():
    """Path of a browser, None if there is none."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Page:
    """One page; what it asks for, says and stumbles over is kept in `requests`, `messages`."""

    def __init__(self, width=1400, height=1000, timeout=60):
        self.timeout = timeout
        self.requests, self.messages, self.count, self.answers, self.events = [], [], 0, {}, []
        self.home = tempfile.mkdtemp(prefix="quire-browser-")
        to_browser, self.writes = os.pipe()
        self.reads, from_browser = os.pipe()

        def place_pipes():  # the browser reads from 3 and writes to 4
            a, b = os.dup(to_browser), os.dup(from_browser)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen([find(), *FLAGS, f"--user-data-dir={self.home}", f"--window-size={width},{height}", "about:blank"],
                                        preexec_fn=place_pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.rest, self.session = b"", None
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.writes)
        os.close(self.reads)
        shutil.rmtree(self.home, ignore_errors=True)

    def receive(self, until):
        while b"\0" not in self.rest:
            if not select.select([self.reads], [], [], max(0, until - time.monotonic()))[0]:
                return None
            more = os.read(self.reads, 1 << 20)
            if not more:
                raise RuntimeError("the browser has gone")
            self.rest += more
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def note(self, message):
        method, params = message.get("method"), message.get("params", {})
        self.events.append(method)
        if method == "Network.requestWillBeSent":
            self.requests += [params["request"]["url"]] if params["request"]["url"] != "about:blank" else []
        elif method == "Runtime.consoleAPICalled":
            self.messages.append(" ".join(str(a.get("value", a.get("description"))) for a in params["args"]))
        elif method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.messages.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded":
            self.messages.append(params["entry"]["text"])

    def call(self, method, **params):
        self.count += 1
        number, until = self.count, time.monotonic() + self.timeout
        message = {"id": number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.writes, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive(until)
            if answer is None:
                raise RuntimeError("no answer to " + method)
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.note(answer)

    def open(self, path, fragment=""):
        """Opens a file and waits until it is there."""
        self.load("about:blank")  # another fragment alone would load nothing
        self.load("file://" + path + fragment)

    def load(self, address):
        until = time.monotonic() + self.timeout
        self.events.clear()
        self.call("Page.navigate", url=address)
        while "Page.loadEventFired" not in self.events:
            message = self.receive(until)
            if message is None:
                raise RuntimeError("the page does not load")
            self.note(message)

    def run(self, script):
        """Value of an expression in the page."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description", "the script failed"))
        return result["result"].get("value")

    def watch(self):
        """Notes from now on what pages write on canvases, so that `looks` can tell what a reader would find wrong: looks.js."""
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "looks.js"), encoding="utf-8") as text:
            self.call("Page.addScriptToEvaluateOnNewDocument", source=text.read())

    def looks(self):
        """What is wrong at sight, as "KIND: WHAT"; after watch(), once the page is drawn."""
        return self.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => looks().map(({ kind, what }) => `${kind}: ${what}`))")

    def key(self, key, shift=False):
        """Presses and releases a key."""
        codes = {"ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, " ": 32}
        common = {"key": key, "modifiers": 8 if shift else 0, "windowsVirtualKeyCode": codes.get(key, ord(key[0]) if len(key) == 1 else 0)}
        text = {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", **common, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def drag(self, begin, end, shift=False):
        """Presses at one place, moves to another in some steps, lets go."""
        modifiers = 8 if shift else 0
        self.call("Input.dispatchMouseEvent", type="mousePressed", x=begin[0], y=begin[1], button="left", clickCount=1, modifiers=modifiers)
        for step in range(1, 6):
            x, y = (a + (b - a) * step / 5 for a, b in zip(begin, end))
            self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, button="left", buttons=1, modifiers=modifiers)
        self.call("Input.dispatchMouseEvent", type="mouseReleased", x=end[0], y=end[1], button="left", clickCount=1, modifiers=modifiers)

    def pinch(self, begin, end):
        """Two fingers touch at a pair of places, move to another pair in some steps, lift."""
        def points(share):
            return [{"x": a[0] + (b[0] - a[0]) * share, "y": a[1] + (b[1] - a[1]) * share, "id": i} for i, (a, b) in enumerate(zip(begin, end))]
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=points(0))
        for step in range(1, 6):
            self.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=points(step / 5))
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def click_on(self, selector):
        """Clicks in the middle of the first element that fits."""
        box = self.run("(() => { const e = document.querySelector(%s); e.scrollIntoView({ block: 'center' });"
                       " const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()" % json.dumps(selector))
        self.click(*box)

    def prefer(self, scheme="light", media=""):
        self.call("Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": scheme}])

    def size(self, width, height):
        """Another size of the window, as on a phone."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def picture(self, path, whole=True):
        with open(path, "wb") as out:
            out.write(base64.b64decode(self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]))

    def print_to(self, path):
        with open(path, "wb") as out:
            out.write(base64.b64decode(self.call("Page.printToPDF", printBackground=True)["data"]))

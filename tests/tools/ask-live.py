"""Asks a server of `quire live` what it should and should not answer. Prints lines 'ok NAME' and 'not ok NAME: WHY'.

ask-live.py QUIRE SAMPLES            the rules, one after the other
ask-live.py QUIRE SAMPLES --fuzz=N   N requests at random, from --seed=K
ask-live.py QUIRE SAMPLES --turn=S   S seconds of turned parameters, from --seed=K; turned.csv lists what the server uses meanwhile
"""
import http.client
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

import live_parts

QUIRE, SAMPLES = sys.argv[1:3]
OPTIONS = dict(word[2:].split("=") for word in sys.argv[3:])
TEMPORARY = os.path.join(os.getcwd(), "tmp")


def report(good, name, why=""):
    print(("ok " if good else "not ok ") + name + ("" if good or not why else f": {why}"), flush=True)
    return good


# in the background a shell ignores SIGINT, and so would what it starts
def heed_interrupts():
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Server:
    def __init__(self, model, *options):
        self.process = subprocess.Popen([QUIRE, "live", model, "--no-browser", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        env={**os.environ, "TMPDIR": TEMPORARY}, preexec_fn=heed_interrupts)
        self.address = self.process.stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/", self.address)
        if not found:
            raise RuntimeError(f"no address: {self.address!r} {self.process.stderr.read()}")
        self.port, self.token = int(found[1]), found[2]
        self.host = f"127.0.0.1:{self.port}"

    def ask(self, method, path, body=None, headers=None, token=None):
        """status, headers, body"""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        given = {"Content-Type": "application/json"} if body is not None else {}
        given.update(headers or {})
        connection.request(method, f"/{self.token if token is None else token}/{path}", body, {name: value for name, value in given.items() if value is not None})
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, dict(answer.getheaders()), text

    def post(self, what, **body):
        status, _, text = self.ask("POST", what, json.dumps({"tab": "t1", "settings": {}, **body}))
        lines = [json.loads(line) for line in text.split(b"\n") if line.strip() and line.strip().endswith(b"}")] if status == 200 else []
        return status, lines

    def run(self, **body):
        """status, the line that answers, the line with the rest"""
        status, lines = self.post("run", **body)
        rest = lines.pop() if len(lines) > 1 and lines[-1]["kind"] == "rest" else None
        return status, lines[-1] if lines else {"kind": "nothing"}, rest

    def model(self, after=-1):
        until = time.monotonic() + 20
        while time.monotonic() < until:
            said = json.loads(self.ask("GET", "model")[2])
            if said["version"] > after and said["model"]:
                return said
            time.sleep(0.05)
        raise RuntimeError("the model was not looked at")

    def children(self):
        """pid and state of each"""
        found = []
        for name in os.listdir("/proc"):
            if name.isdigit():
                try:
                    with open(f"/proc/{name}/stat") as stat:
                        after = stat.read().rpartition(")")[2].split()
                except OSError:
                    continue
                if int(after[1]) == self.process.pid:
                    found.append((int(name), after[0]))
        return found

    def opened(self, pid):
        """what a process has open besides its standard streams"""
        try:
            return [os.readlink(f"/proc/{pid}/fd/{fd}") for fd in os.listdir(f"/proc/{pid}/fd") if int(fd) > 2]
        except OSError:
            return ["gone"]

    def quiet(self, seconds=3):
        """whether no process and no folder of a run is left"""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if not self.children() and not self.folders():
                return True
            time.sleep(0.02)
        return False

    def folders(self):
        return os.listdir(TEMPORARY)

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def memory(self):
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * 4096

    def end(self, number=signal.SIGINT, meanwhile=lambda: None):
        """seconds until it has ended, exit code"""
        began = time.monotonic()
        self.process.send_signal(number)
        meanwhile()
        try:
            code = self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()
        return time.monotonic() - began, code


def put(path, text):
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)


def check_doors(server):
    status, headers, text = server.ask("GET", "")
    report(status == 200 and b"quire-live-1" in text and b"connect-src 'self'" in text, "the page is served under its token", status)
    wanted = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}
    report(all(headers.get(name) == value for name, value in wanted.items()) and "frame-ancestors 'none'" in headers.get("Content-Security-Policy", ""), "its headers protect it", headers)
    body = json.dumps({"tab": "t", "settings": {}})
    for name, want, found in (
            ("no token", 404, server.ask("GET", "", token="")), ("a wrong token", 404, server.ask("GET", "", token="0" * 32)),
            ("a wrong token, posted", 404, server.ask("POST", "run", body, token="f" * 32)),
            ("a file", 404, server.ask("GET", "../../etc/passwd")), ("a name unknown", 404, server.ask("GET", "run.html")),
            ("another host", 403, server.ask("GET", "", headers={"Host": "example.org"})), ("another port", 403, server.ask("GET", "", headers={"Host": "127.0.0.1:1"})),
            ("localhost", 200, server.ask("GET", "", headers={"Host": f"localhost:{server.port}"})),
            ("another origin", 403, server.ask("POST", "run", body, {"Origin": "http://example.org"})), ("no origin at all", 403, server.ask("POST", "run", body, {"Origin": "null"})),
            ("no JSON", 415, server.ask("POST", "run", body, {"Content-Type": "text/plain"})), ("another method", 405, server.ask("GET", "run")),
            ("a posted page", 405, server.ask("POST", "", body)), ("broken JSON", 400, server.ask("POST", "run", "{")),
            ("settings that are none", 400, server.ask("POST", "run", json.dumps({"tab": "t", "settings": {"a": 1}}))),
            ("a tab that is none", 400, server.ask("POST", "run", json.dumps({"tab": "../x", "settings": {}}))),
            ("a deep body", 400, server.ask("POST", "run", "[" * 60000))):
        report(found[0] == want, f"{name}: {want}", found[0])
    for name, want, path, hosts in (("a NUL behind the page", 404, "%00", 1), ("a NUL behind a name", 404, "model%00", 1), ("an escaped name", 404, "mode%6c", 1),
                                    ("two hosts", 400, "", 2), ("two hosts for the model", 400, "model", 2)):
        there = socket.create_connection(("127.0.0.1", server.port), timeout=10)
        there.sendall(f"GET /{server.token}/{path} HTTP/1.1\r\nHost: {server.host}\r\n{'Host: example.org' + chr(13) + chr(10) if hosts == 2 else ''}Connection: close\r\n\r\n".encode())
        answer = there.recv(4096)
        there.close()
        report(answer.split(b" ")[1:2] == [str(want).encode()], f"{name}: {want}", answer[:60])
    there = socket.create_connection(("127.0.0.1", server.port), timeout=10)  # refused by its length alone
    there.sendall(f"POST /{server.token}/run HTTP/1.1\r\nHost: {server.host}\r\nContent-Type: application/json\r\nContent-Length: 600000\r\n\r\n".encode())
    answer = there.recv(4096)
    there.close()
    report(answer.split(b" ")[1:2] == [b"413"], "a long body: 413", answer[:60])


def check_runs(server):
    said = server.model()
    names = [parameter["name"] for parameter in said["model"]["parameters"]]
    report(said["model"]["readable"] and "nip_load" in names, "the model's parameters are known", names)
    status, last, rest = server.run(settings={"nip_load": "9 N"})
    good = status == 200 and last.get("kind") == "result" and last["report"]["schema"] == "quire-report-1"
    report(good and last["report"]["results"][0]["summary"]["manifest"]["parameters"] is not None if good else False, "a run gives the data of its report", str(last)[:200])
    check_report(last, rest)
    status, lines = server.post("figures", settings={})
    report(bool(lines) and "figures" in lines[-1].get("summary", {}), "a run for its figures gives the summary", status)
    for name, value, code in (("nobody", "1", "E-PARAMETER"), ("nip_load", "9 mm", None), ("nip_load", "{", None)):
        lines = server.post("run", settings={name: value})[1]
        problems = lines[-1].get("problems", []) if lines else []
        report(lines[-1]["kind"] == "refused" and bool(problems), f"{name}={value} is refused with a problem", lines)
    report(server.quiet(), "no process and no folder remains", (server.children(), server.folders()))


def check_report(last, rest):
    """The two parts of a run against the report of a folder."""
    subprocess.run([QUIRE, "run", "model.xml", "--set", "nip_load=9 N", "--output=run", "--quiet"], capture_output=True)
    done = subprocess.run([QUIRE, "report", "run", "-o", "run.html"], capture_output=True, text=True)
    with open("run.html", encoding="utf-8") as file:
        data = re.search(r'<script[^>]*id="data"[^>]*>(.*?)</script>', file.read(), re.S)
    whole = json.loads(data[1])["results"][0]
    picture = last["report"]["results"][0]
    report(picture["machine"] == whole["machine"] and rest["frames"] == whole["frames"] and rest["model"] == whole["model"], "machine, frames and model are those of a report from files", done.stderr)
    same = [column["name"] for column in rest["series"]["columns"]] == [column["name"] for column in whole["series"]["columns"]]
    near = all(max(abs(a["low"] - b["low"]), 65533 * abs(a["step"] - b["step"])) <= 1e-8 * (abs(b["low"]) + 65533 * b["step"]) for a, b in zip(rest["series"]["columns"], whole["series"]["columns"]))
    report(same and near and rest["series"]["rows"] == whole["series"]["rows"], "so is the series, to nine digits", (rest["series"]["columns"][:3], whole["series"]["columns"][:3]))
    sizes = [len(json.dumps(part, separators=(",", ":"))) for part in (last, whole)]
    report(4 * sizes[0] < sizes[1], f"the first part has less than a quarter of its bytes ({sizes[0]} of {sizes[1]})", sizes)
    report(len(picture["frames"]["time"]) <= 66 and picture["frames"]["time"][-1] == whole["frames"]["time"][-1], "it has few frames, and the last", picture["frames"]["time"])


RANGES = """<model version="1" name="ranges">
  <include library="papers"/> <include library="surfaces"/>
  <parameters>
    <parameter name="cells" value="2"/> <parameter name="load" value="5 N"/> <parameter name="yaw" value="1 deg"/>
    <parameter name="gap" value="1.5 mm" tolerance="0.1 mm"/> <parameter name="low" value="3 mm" minimum="0.2 cm"/> <parameter name="slim" value="1" minimum="0" maximum="3"/>
    <parameter name="heavy" value="7000 N"/>
  </parameters>
  <settings><run end="0.1 s"/></settings>
  <path name="main" from="0 mm, 0 mm" heading="0 deg"><line length="{700 mm + 0 * gap + 0 * low}"/></path>
  <drive name="feed" speed="{300 mm/s * (1 + 0 * slim)}"/>
  <assembly name="pair"> <parameter name="force" value="4 N"/> <parameter name="own" value="12 mm"/>
    <nip name="n" at="0 mm" load="{force}" rate="500 N/m" max-gap="2 mm"><driver radius="{own}" surface="epdm" drive="feed"/><idler radius="10 mm" surface="pom" mass="20 g" inertia="1e-6 kg*m^2"/></nip>
  </assembly>
  <instance name="first" assembly="pair" path="main" at="0 mm"><set parameter="force" value="{load}"/></instance>
  <instance name="second" assembly="pair" path="main" at="200 mm"><set parameter="own" value="11 mm"/></instance>
  <nip name="third" path="main" at="400 mm" load="{load}" like="first-n"/> <nip name="fourth" path="main" at="600 mm" load="{heavy}" like="first-n"/>
  <sheet name="page" media="uncoated-80" length="297 mm" width="210 mm" segments="{cells * 30}"><start from="-320 mm, 0 mm" heading="{yaw}"/></sheet>
</model>
"""


def check_ranges():
    put("ranges.xml", RANGES)
    server = Server("ranges.xml")
    model = server.model()["model"]
    found = {parameter["name"]: (parameter.get("low"), parameter.get("high"), parameter.get("whole")) for parameter in model["parameters"]}
    report(model["readable"] and found.get("rubber_friction") == (0.4, 1.5, False), "the library's factors have their ranges", (model["problems"], found))
    report(found.get("gap") == (1, 2, False), "a tolerance gives a range", found.get("gap"))
    report(found.get("low") == (2, 6, False) and found.get("slim") == (0, 3, False), "limits of the model are its ends", (found.get("low"), found.get("slim")))
    report(found.get("load") == (2.5, 10, False) and found.get("heavy", [None])[1] is not None, "others reach from half to twice", (found.get("load"), found.get("heavy")))
    report(found.get("yaw") == (-2, 2, False), "an angle reaches to the other side", found.get("yaw"))
    report("first-force" not in found and {"first-own", "second-force", "second-own"} <= set(found), "what an instance takes from a parameter is listed once", sorted(found))
    server.end()
    server = Server(os.path.join(SAMPLES, "two-nips-skew", "two-nips-skew.xml"))
    whole = {parameter["name"]: parameter.get("whole") for parameter in server.model()["model"]["parameters"]}
    report(whole["columns"] and whole["segments"] and not whole["gap"], "numbers of parts are whole", whole)
    lines = [server.post("run", settings={"end": "0.1 s"}, start=start)[1] for start in (True, False)]
    machine = lines[0][0].get("report", {}).get("results", [{}])[0]
    report(lines[0][0]["kind"] == "start" and len(machine["machine"]["rollers"]) > 0 and len(machine["frames"]["time"]) == 1, "the machine is drawn before it is run", lines[0][0]["kind"])
    ends = [[line for line in answer if line["kind"] == "result"][0]["report"]["results"][0] for answer in lines]
    report(ends[0]["frames"] == ends[1]["frames"] and ends[0]["summary"]["figures"] == ends[1]["summary"]["figures"], "which changes no bit of the run")
    server.end()


MANY = 1000
SCRIPTS = ("\u5b57" * 40, "\u0939" * 40, "\u0437" * 56, "n" * 56)  # names of instances: with "-own" 60 letters, or about the 128 bytes that a name may have


def check_until(server):
    """Runs that end early: what is open is not judged."""
    ends = {}
    for until in (0.15, 0.3, 5):
        last = server.run(until=until)[1]
        ends[until] = (last["until"], last["whole"], last["report"]["results"][0]["summary"]["end"]["time"], last["report"]["results"][0]["summary"]["verdict"])
    whole = ends[5][1]
    report(ends == {0.15: (0.15, whole, 0.15, "not evaluated"), 0.3: (0.3, whole, 0.3, "passed"), 5: (None, whole, ends[5][2], "passed")}, "a run ends early, and fails nothing by that", ends)
    last = server.run(until=0.3)[1]["report"]["results"][0]["summary"]
    report({check["name"]: check["verdict"] for check in last["checks"]}.get("on-time") == "passed", "what has happened is judged", last["checks"])
    status, lines = server.post("probe", version=server.model()["version"], until=0.2, parameter="feed_speed", values=["500 mm/s"])
    report([(line["verdict"], line["until"]) for line in lines] == [("not evaluated", 0.2)], "a probe ends early too", lines)
    for until in (0, -1, "1", None, True):
        report(server.post("run", until=until)[0] == 400, f"a run until {until!r}: 400")
    numbers = server.run(settings={"feed_speed": "0.4 m/s", "nip_load": "9 N", "medium": "card-300"})[1]["numbers"]
    report(numbers == {"feed_speed": 400, "nip_load": 9}, "values in other units are told in those of the file", numbers)


def check_cures():
    """What would cure a jam, in the background."""
    shutil.copy(os.path.join(SAMPLES, "lip-jam", "lip-jam.xml"), "lip.xml")
    server = Server("lip.xml")
    version = server.model()["version"]
    status, lines = server.post("cures", version=version)
    last = lines[-1] if lines else {}
    found = last.get("answer", {}).get("cures", [])
    report(status == 200 and last.get("kind") == "cures" and "lip" in [cure["name"] for cure in found], "a search finds what cures a jam", str(last)[:300])
    sizes = [len(json.dumps(cure["picture"], separators=(",", ":"))) for cure in found]
    report(found and max(sizes) < 6000 and all(cure["picture"]["sheets"] and cure["picture"]["guides"] for cure in found), "each with a small picture", sizes)
    told = [line["runs"] for line in lines if line["kind"] == "search"]
    report(told == sorted(told) and any("answer" in line for line in lines[:-1]), "it tells how far it is, and what it has found", told)
    name, value = next(((cure["name"], f"{cure['passes']} {cure['unit']}") for cure in found if cure["sort"] == "parameter"), ("", ""))
    last = server.run(settings={name: value})[1]
    stall = [check["verdict"] for check in last["report"]["results"][0]["summary"]["checks"] if check["name"] == "stall"]
    report("failed" not in stall, "which it does", (name, value, stall))
    lines = server.post("cures", version=version, settings={name: value})[1]
    report(lines[-1]["kind"] == "cures" and "answer" not in lines[-1] and "no check failed" in json.dumps(lines[-1]["problems"]), "of a run that passes it says that nothing failed", lines)
    report(server.post("cures", version=version + 1)[1] == [{"kind": "ended", "why": "newer"}], "it does not begin for another file")
    there = begin(server, "c", {}, "cures", version=version)
    report(wait_for(lambda: len(server.children()) == 1), "a search is a process")
    there.close()
    report(wait_for(lambda: not server.children(), 3), "which ends with its page", server.children())
    server.end()


def check_limits():
    """1000 parameters, the longest names in several scripts, all of them turned."""
    text = RANGES.replace('<instance name="first"', "".join(f'<instance name="{name}" assembly="pair" path="main" at="{20 * i + 30} mm"/>' for i, name in enumerate(SCRIPTS)) + '<instance name="first"')
    names = [f"p{i}" for i in range(MANY - len(SCRIPTS))] + [name + "-own" for name in SCRIPTS]
    put("many.xml", text.replace("</parameters>", "".join(f'<parameter name="{name}" value="1.5" doc="{SCRIPTS[i % 4]}"/>' for i, name in enumerate(names[:-4])) + "</parameters>"))
    server = Server("many.xml")
    model = server.model()["model"]
    report(model["readable"] and set(names) <= {parameter["name"] for parameter in model["parameters"]}, f"{MANY} parameters, with long names in four scripts", [problem for problem in model["problems"] if problem["severity"] == "error"])
    status, lines = server.post("figures", settings={name: "9 mm" if "-" in name else "1.25" for name in names})
    report(status == 200 and lines[-1]["kind"] == "result", "all of them are turned at once", (status, str(lines)[-300:]))
    status, lines = server.post("figures", settings={name + "x": "1" for name in names})
    report(status == 200 and lines[-1]["kind"] == "refused", "and refused at once", (status, str(lines)[-300:]))
    status, lines = server.post("figures", settings={f"{name}{i}": "1" for name in names for i in range(3)})
    report(status == 400, "more than 2000 settings: 400", status)
    server.end()


def begin(server, tab, settings, what="run", hold=0, **more):
    """a socket on which a run has begun; bytes at the end of the request may be held back"""
    body = json.dumps({"tab": tab, "settings": settings, **more})
    there = socket.create_connection(("127.0.0.1", server.port))
    there.sendall(f"POST /{server.token}/{what} HTTP/1.1\r\nHost: {server.host}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body[:len(body) - hold]}".encode())
    return there


def check_probes(model):
    """Runs in the background: what they say, and that they never stand in the way."""
    server = Server("model.xml")
    said = server.model()
    report(said.get("processors", 0) >= 1, "the number of processors is told")
    status, lines = server.post("probe", version=said["version"], settings={"nip_load": "9 N"}, parameter="feed_speed", values=["300 mm/s", "500 mm/s", "1 N", "800 mm/s"])
    found = [(line["value"], line["verdict"], line["check"]) for line in lines]
    report(found == [("300 mm/s", "failed", "on-time"), ("500 mm/s", "passed", None), ("1 N", "refused", None), ("800 mm/s", "failed", "on-time")], "a probe gives a verdict for each value", found)
    verdicts = [server.post("figures", settings={"nip_load": "9 N", "feed_speed": value})[1][-1]["summary"]["verdict"] for value in ("300 mm/s", "500 mm/s", "800 mm/s")]
    report(verdicts == ["failed", "passed", "failed"], "those of ordinary runs", verdicts)
    for name, body in (("no parameter", {"values": ["1"]}), ("no values", {"parameter": "curl"}), ("no list", {"parameter": "curl", "values": "1"}), ("too many values", {"parameter": "curl", "values": ["1"] * 33}), ("a number", {"parameter": "curl", "values": [1]})):
        status = server.post("probe", version=said["version"], **body)[0]
        report(status == 400, f"a probe with {name}: 400", status)
    server.end()
    server = Server(model)
    said = server.model()
    server.quiet()
    states = lambda: sorted(state for _, state in server.children())
    probes = [begin(server, f"p{i}", {"end": "0.9 s"}, "probe", version=said["version"], parameter="segments", values=["300"] * 8) for i in range(4)]
    report(wait_for(lambda: len(server.children()) == 4), "four probes at a time", server.children())
    report(server.post("probe", version=said["version"], tab="p9", parameter="segments", values=["60"])[0] == 503, "a fifth is refused")
    levels = [os.getpriority(os.PRIO_PROCESS, pid) for pid, _ in server.children()]
    report(levels == [19] * 4, "they take only what others leave", levels)
    run = begin(server, "a", LONG)
    report(wait_for(lambda: states().count("T") == 4 and len(states()) == 5, 2), "all wait while a run goes on", states())
    runs = [begin(server, f"r{i}", LONG) for i in range(7)]
    report(wait_for(lambda: len(server.children()) == 12), "and take none of its eight places", states())
    for there in [run, *runs]:
        there.close()
    report(wait_for(lambda: len(states()) == 4 and "T" not in states(), 3), "then they go on", states())
    probes.pop().close()
    wait_for(lambda: len(states()) == 3)
    again = begin(server, "p0", {}, "probe", version=said["version"], parameter="segments", values=["60"])
    text = read_all(again)
    report(b'"kind":"point"' in text and b'"verdict"' in text and b'"why":"newer"' in read_all(probes[0], 2), "a newer probe of the same page ends the older one", text[-200:])
    run = begin(server, "a", LONG)
    wait_for(lambda: states().count("T") == 2)
    for there in probes[1:]:
        there.close()
    report(wait_for(lambda: len(server.children()) == 1, 3), "who leaves ends a probe that waits", states())
    run.close()
    report(server.quiet(), "no process remains of them", server.children())
    last = [begin(server, "p1", {"end": "0.9 s"}, "probe", version=said["version"], parameter="segments", values=["300"] * 8), begin(server, "a", LONG)]
    wait_for(lambda: states().count("T") == 1)
    pids = [pid for pid, _ in server.children()]
    seconds, code = server.end()
    report(seconds < 1 and code == 0 and all(not os.path.exists(f"/proc/{pid}") for pid in pids), "an interrupt ends waiting ones too", (seconds, code))
    for there in last:
        there.close()
    server = Server("model.xml")
    said = server.model()
    quiet = sorted(timed_run(server) for _ in range(9))
    probe = [begin(server, f"p{i}", {}, "probe", version=said["version"], parameter="nip_load", values=[f"{4 + j / 4} N" for j in range(32)]) for i in range(2)]
    busy = sorted(timed_run(server) for _ in range(9))
    report(busy[0] < 1.5 * quiet[0] + 0.05, f"a run beside them takes {1e3 * busy[0]:.0f} ms instead of {1e3 * quiet[0]:.0f} ms at the quickest, {1e3 * busy[4]:.0f} instead of {1e3 * quiet[4]:.0f} in the median", (quiet, busy))
    for there in probe:
        there.close()
    server.end()


def check_changed_probes(model):
    """What another file says is no answer about this one."""
    shutil.copy(model, "changing.xml")
    with open("changing.xml", encoding="utf-8") as file:
        text = file.read()
    server = Server("changing.xml")
    version = server.model()["version"]
    server.quiet()
    there = begin(server, "p", {"end": "0.2 s"}, "probe", version=version, parameter="segments", values=["200"] * 30)
    wait_for(lambda: server.children())
    put("changing.xml", text[:300])
    answer = read_all(there)
    report(b'"refused"' not in answer and server.quiet(), "a file that changes ends the probes of the old one, and gives no verdict", answer[-300:])
    status, lines = server.post("probe", version=version, parameter="segments", values=["60"])
    report(status == 200 and lines == [{"kind": "ended", "why": "newer"}], "a probe for a file that has changed does not begin", (status, lines))
    server.end()


def timed_run(server):
    time.sleep(0.1)  # those in the background go on meanwhile
    began = time.monotonic()
    server.post("run")
    return time.monotonic() - began


def read_all(there, seconds=20):
    there.settimeout(seconds)
    text = b""
    try:
        while b"0\r\n\r\n" not in text[-16:]:
            more = there.recv(1 << 16)
            if not more:
                break
            text += more
    except OSError:
        pass
    there.close()
    return text


LONG = {"segments": "300", "end": "0.9 s"}  # of two-nips-skew: many seconds


def wait_for(what, seconds=5):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if what():
            return True
        time.sleep(0.02)
    return False


def check_cancelling(model):
    server = Server(model)
    server.model()
    server.quiet()
    before = server.descriptors()
    first = begin(server, "a", LONG)
    began = wait_for(lambda: len(server.children()) == 1)
    second = begin(server, "a", LONG)
    text = read_all(first)
    report(began and b'"why":"newer"' in text, "a newer run of the same page ends the older one", text[-200:])
    wait_for(lambda: len(server.children()) == 1)
    opened = {pid: server.opened(pid) for pid, _ in server.children()}
    report(opened and all(len(links) == 1 and links[0].startswith("pipe:") for links in opened.values()), "a run has one pipe open, and no file", opened)
    other = begin(server, "b", LONG)
    report(wait_for(lambda: len(server.children()) == 2), "pages do not end each other's runs", server.children())
    time.sleep(0.3)
    second.close()
    other.close()
    report(server.quiet(), "who leaves ends the run", (server.children(), server.folders()))
    many = [begin(server, f"c{i}", LONG) for i in range(12)]
    time.sleep(0.5)
    running = len(server.children())
    answers = [there for there in many]
    report(running <= 8, "eight runs at a time", running)
    refused = 0
    for there in answers:
        there.settimeout(0.2)
        try:
            refused += b" 503 " in there.recv(4096)[:20]
        except OSError:
            pass
        there.close()
    report(refused == 4, "more are refused", refused)
    report(server.quiet(), "no process and no folder remains of them", (server.children(), server.folders()))
    report(wait_for(lambda: server.descriptors() <= before), "no descriptor is left open", (before, server.descriptors()))
    last = begin(server, "a", LONG)
    wait_for(lambda: len(server.children()) == 1)
    pids = [pid for pid, _ in server.children()]
    seconds, code = server.end()
    report(seconds < 1 and code == 0, "an interrupt ends it within a second", (seconds, code))
    report(all(not os.path.exists(f"/proc/{pid}") for pid in pids) and not os.listdir(TEMPORARY), "its processes and folders are gone", os.listdir(TEMPORARY))
    last.close()
    server = Server(model)
    lines = server.post("run", settings={"segments": "300"})[1]
    going = [line for line in lines if line["kind"] == "progress"]
    times = [time for line in going for time in line.get("frames", {"time": []})["time"]]
    report(len(times) > 1 and times == sorted(set(times)), "a long run tells what moves, each frame once", times[:20])
    server.end()
    put("nodes.xml", '<model version="1" name="nodes"><settings><run end="10 s"/></settings><media name="m" grammage="80 g/m^2" thickness="0.1 mm" modulus-md="4 GPa"/>'
        '<sheet name="page" media="m" length="900 mm" width="100 mm" segments="4000"><start from="0 mm, 0 mm"/><clamp end="trail"/></sheet></model>')
    server = Server("nodes.xml", "--time-limit=0.5s")
    going = [line for line in server.post("run")[1] if line["kind"] == "progress"]
    spans = [span["n"] for line in going[:1] for span in line["frames"]["spans"] if span["kind"] == "line"]
    report(spans == [2 * 4001], "and all nodes of each", spans)
    server.end()
    server = Server(model, "--time-limit=0.05s")
    last = server.run(settings=LONG)[1]
    report(last.get("status", 0) == 6 and any(problem["code"] == "E-NUM-TIME-BUDGET" for problem in last["problems"]), "a run is given up at its time limit", str(last)[:300])
    seconds, code = server.end(signal.SIGTERM)
    report(seconds < 1 and code == 0, "SIGTERM ends it too", (seconds, code))


def check_file(server, path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    version = server.model()["version"]
    put(path, text.replace('value="8 N"', 'value="7 N"'))
    said = server.model(version)
    values = {parameter["name"]: parameter["value"] for parameter in said["model"]["parameters"]}
    report(values.get("nip_load") == "7 N", "a changed file is read again", values)
    put(path, text.replace("</parameters>", "<parameters>"))
    said = server.model(said["version"])
    problems = said["model"]["problems"]
    report(not said["model"]["readable"] and problems and problems[0]["line"] > 0, "what is wrong with a broken file has its line", problems)
    os.remove(path)
    said = server.model(said["version"])
    report(not said["model"]["readable"] and bool(said["model"]["problems"]), "a file that is gone is a problem", said["model"])
    put(path, text)
    said = server.model(said["version"])
    report(said["model"]["readable"], "a file that is back is read", said["model"]["problems"])
    body = {"settings": {"nip_load": "9 N", "rubber_mu": "0.9"}}
    report(server.post("save", version=said["version"] - 1, **body)[0] == 409, "a file that has changed is not written over")
    status, lines = server.post("save", version=said["version"], **body)
    with open(path, encoding="utf-8") as file:
        saved = file.read()
    wanted = text.replace('"nip_load" value="8 N"', '"nip_load" value="9 N"').replace('"rubber_mu" value="1.0"', '"rubber_mu" value="0.9"')
    report(status == 200 and lines[-1]["kind"] == "saved" and saved == wanted and saved != text, "saving changes the values alone", lines)
    said = server.model(said["version"])
    lines = server.post("save", version=said["version"], settings={"nip_load": "9 mm"})[1]
    with open(path, encoding="utf-8") as file:
        report(lines[-1]["kind"] == "refused" and file.read() == saved, "values that the model refuses are not saved", lines)
    put(path, text)


def check_silence(server):
    """Requests that never end do not keep the page from others."""
    before = server.descriptors()
    half = []
    for i in range(300):
        there = socket.create_connection(("127.0.0.1", server.port), timeout=10)
        there.sendall(b"GET / HTTP/1.1\r\nHost: " if i % 2 else f"POST /{server.token}/run HTTP/1.1\r\nHost: {server.host}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{".encode())
        half.append(there)
    began, longest = time.monotonic(), 0
    while time.monotonic() < began + 8:
        for there in half[:20]: # some go on slowly
            try:
                there.sendall(b"x")
            except OSError:
                pass
        asked = time.monotonic()
        try:
            good = server.ask("GET", "")[0] == 200
        except OSError:
            good = False
        longest = max(longest, time.monotonic() - asked) if good else 99
        time.sleep(0.5)
    report(longest < 7, "300 requests that do not end delay the page by less than 7 s", longest)
    report(wait_for(lambda: server.descriptors() <= before, 8), "and are closed, slow ones too", (before, server.descriptors()))
    for there in half:
        there.close()


def check_swapped(server, path):
    """A file that has changed a moment ago is not written over, however it was changed."""
    def now():
        server.model(server.model()["version"] - 1)
        time.sleep(0.6)
        return server.model()["version"]

    def save(version):
        return server.post("save", version=version, settings={"nip_load": "9 N"})

    with open(path, encoding="utf-8") as file:
        text = file.read()
    other = text.replace('value="8 N"', 'value="3 N"')
    version = now()
    put(path, other)
    found = save(version)
    with open(path, encoding="utf-8") as file:
        report(found[0] == 409 and file.read() == other, "a file that was replaced a moment ago: 409", found)
    put(path, text)
    version = now()
    at = os.stat(path)
    with open(path, "r+", encoding="utf-8") as file:
        file.write(other)
    os.utime(path, ns=(at.st_atime_ns, at.st_mtime_ns))
    found = save(version)
    with open(path, encoding="utf-8") as file:
        report(found[0] == 409 and file.read() == other, "a file with other bytes and the same time: 409", found)
    put(path, text)
    put("elsewhere.xml", text)
    version = now()
    os.remove(path)
    os.symlink("elsewhere.xml", path)
    found = save(version)
    with open("elsewhere.xml", encoding="utf-8") as file:
        report(found[0] == 409 and file.read() == text, "a link in its place: 409", found)
    os.remove(path)
    put(path, text)
    version = now()
    found = save(version)
    report(found[0] == 200 and found[1][-1]["kind"] == "saved", "after a look it is saved", found)
    put(path, text)
    now()


def check_starts(model):
    began = time.monotonic()
    try:
        done = subprocess.run([QUIRE, "live", "none.xml", "--no-browser"], capture_output=True, text=True, timeout=5)
        report(done.returncode == 5 and "none.xml" in done.stderr and done.stdout == "", "a model that is not there: 5", (done.returncode, done.stderr))
    except subprocess.TimeoutExpired:
        report(False, "a model that is not there: 5", time.monotonic() - began)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run([QUIRE, "live", model, "--no-browser", f"--port={port}"], capture_output=True, text=True)
        report(done.returncode == 5 and "taken" in done.stderr and done.stdout == "", "a port that is taken", (done.returncode, done.stderr))
    server = Server(model, f"--port={port}")
    report(server.port == port, "a port that is chosen", server.port)
    server.end()
    for words in (["--port=0", model], ["--port=70000", model], ["--time-limit=0s", model], [], [model, model], ["--set", "nothing", model]):
        done = subprocess.run([QUIRE, "live", *words], capture_output=True, text=True)
        report(done.returncode == 2 and done.stderr != "", f"wrong usage: {' '.join(os.path.basename(word) for word in words) or 'nothing'}", (done.returncode, done.stderr))
    shutil.copy(QUIRE, "quire-alone")
    done = subprocess.run(["./quire-alone", "live", model], capture_output=True, text=True)
    report(done.returncode == 5 and "libmicrohttpd" in done.stderr, "without its program the verb says how to get it", (done.returncode, done.stderr))
    put("broken.xml", "<model")
    server = Server("broken.xml")
    said = server.model()
    report(not said["model"]["readable"] and said["model"]["problems"][0]["line"] == 1, "a broken model at the start", said)
    report(server.post("run")[1][-1]["kind"] == "refused", "a run of it is refused")
    server.end()


def check_endings(model):
    """Requests that come while runs are ended: the server ends as always."""
    ends = []
    for delay in (0, 0.001, 0.003, 0.006) * 3:
        server = Server(model)
        server.model()
        under_way = [begin(server, f"long{i}", {"segments": "400"}) for i in range(5)]
        late = [begin(server, f"late{i}", {"segments": "400"}, hold=1) for i in range(6)]
        time.sleep(0.1)

        def come():
            for there in late:
                time.sleep(delay / len(late))
                try:
                    there.sendall(b"}")
                except OSError:
                    pass

        ends.append(server.end(meanwhile=come))
        for there in under_way + late:
            there.close()
    report(all(code == 0 for _, code in ends), "it ends as always with requests that come meanwhile", ends)


# ---- requests at random

def random_request(chance, server):
    word = lambda n: "".join(chance.choice("abcXYZ019/%.-_~{}\"\\ ;:?&=\t\xff\x01") for _ in range(chance.randrange(n)))
    token = chance.choice([server.token] * 6 + ["", server.token[:-1], server.token + "0", word(40)])
    path = chance.choice(["", "model", "run", "figures", "save", "probe", "cures", "figures", "probe", "run?x=1", "../", "%2e%2e/run", word(30)])
    method = chance.choice(["GET", "POST", "POST", "POST", "PUT", "HEAD", "OPTIONS", "DELETE", "TRACE", "CONNECT", word(6) or "X"])
    headers = {"Host": chance.choice([server.host] * 8 + ["localhost:%d" % server.port, "example.org", "", word(20)])}
    if chance.random() < 0.8:
        headers["Content-Type"] = chance.choice(["application/json"] * 6 + ["application/json; charset=utf-8", "text/plain", "application/jsonx", word(20)])
    if chance.random() < 0.2:
        headers["Origin"] = chance.choice(["http://" + server.host, "http://example.org", "null", word(20)])
    if chance.random() < 0.1:
        headers[word(10).replace(":", "") or "X"] = word(3000)
    values = ["8 N", "9 N", "1e400 N", "-1 N", "{nip_load}", "", "nan", "\x00", "x" * 900, "\U0001f600", "1 mm", '"/><']
    settings = {chance.choice(["nip_load", "feed_speed", "rubber_mu", "medium", "nobody", "", word(10)]): chance.choice(values + [3, None, [], {}]) for _ in range(chance.randrange(4))}
    body = chance.choice([{"tab": chance.choice(["a", "b", "c", "../x", "", 3]), "settings": settings, "version": chance.choice([-1, 0, 10 ** 30, "x"]),
                           "parameter": chance.choice(["curl", "feed_speed", "", 3, word(9)]), "values": chance.choice([["400 mm/s", "1 N"], [], [3], None, "x", ["500 mm/s"] * 40])}] * 5 + [[], 3, None, {"settings": 3}])
    text = json.dumps(body).encode()
    if chance.random() < 0.2:
        text = text[:chance.randrange(len(text) + 1)]
    if chance.random() < 0.05:
        text = bytes(chance.randrange(256) for _ in range(chance.randrange(200)))
    if chance.random() < 0.02:
        text = b"[" * chance.randrange(200000)
    length = chance.choice([str(len(text))] * 12 + ["-1", "99999999999999999999", str(len(text) + 10), word(5)])
    if chance.random() < 0.9:
        headers["Content-Length"] = length
    elif chance.random() < 0.5:
        headers["Transfer-Encoding"] = "chunked"
        text = b"%x\r\n%s\r\n0\r\n\r\n" % (len(text), text)
    head = f"{method} /{token}/{path} HTTP/{chance.choice(['1.1', '1.1', '1.1', '1.0', '2.0', 'x'])}\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items()) + "\r\n"
    data = head.encode("utf-8", "replace") + text
    return data[:chance.randrange(len(data))] if chance.random() < 0.15 else data


def fuzz(count, seed):
    chance = random.Random(seed)
    os.makedirs("fuzz", exist_ok=True)
    shutil.copy(os.path.join(SAMPLES, "a4-turn", "a4-turn.xml"), "fuzz/model.xml")
    with open("fuzz/model.xml", "rb") as file:
        text = file.read()
    server = Server("fuzz/model.xml")
    server.model()
    server.quiet()
    crashed, answers, memory, descriptors = False, {}, [], server.descriptors()
    for i in range(count):
        try:
            there = socket.create_connection(("127.0.0.1", server.port), timeout=10)
            there.sendall(random_request(chance, server))
            patience = chance.choice([0, 0, 0.02, 0.2, 1])
            if patience:
                there.settimeout(patience)
                answer = there.recv(4096)
                code = answer.split(b" ")[1:2]
                answers[code[0] if code else b""] = answers.get(code[0] if code else b"", 0) + 1
            there.close()
        except OSError:
            pass
        if server.process.poll() is not None:
            crashed = True
            break
        if i % max(1, count // 10) == count // 20:
            memory.append(server.memory())
    if crashed:
        report(False, f"{count} requests at random", f"it ended with {server.process.returncode} after {i}: {server.process.stderr.read()[-2000:]}")
        return
    print("#", {code.decode("latin-1"): n for code, n in sorted(answers.items())}, [m >> 10 for m in memory], "kB")
    report(server.quiet(20), f"{count} requests at random leave no process and no folder", (server.children(), server.folders()))
    report(wait_for(lambda: server.descriptors() <= descriptors, 40), "nor descriptors", (descriptors, server.descriptors()))
    half = memory[len(memory) // 2:]
    report(max(half) - min(half) < 4 << 20 and max(memory) < 64 << 20, "memory stays", memory)
    with open("fuzz/model.xml", "rb") as file:
        report(file.read() == text and os.listdir("fuzz") == ["model.xml"], "no file was written", os.listdir("fuzz"))
    report(server.ask("GET", "")[0] == 200 and server.run()[1]["kind"] == "result", "it still answers")
    seconds, code = server.end()
    report(code == 0 and seconds < 1 and not os.listdir(TEMPORARY), "and ends as always", (seconds, code))


# ---- parameters turned for long

TURNED = {"a4-turn": {"nip_load": (4, 14, "N"), "feed_speed": (200, 700, "mm/s"), "rubber_mu": (0.5, 1.4, "")}, "two-nips-skew": {"yaw": (0, 2.5, "deg")}}
PAUSE = 0.2  # [s] between two turns: the machine has other work


def walk(chance, at):
    """Some steps of one knob: what the reader's hand does."""
    name = chance.choice(sorted(at))
    low, high, unit = at[name][1]
    for _ in range(chance.randrange(1, 8)):
        at[name][0] = min(high, max(low, at[name][0] + chance.gauss(0, 0.05) * (high - low)))
        yield {key: f"{value:.6g} {limits[2]}".strip() for key, (value, limits) in at.items()}


def turn(seconds, seed):
    chance = random.Random(seed)
    servers, began, counts = [], time.monotonic(), {"result": 0, "newer": 0, "left": 0, "other": 0}
    for name, parameters in TURNED.items():
        os.makedirs("turn-" + name, exist_ok=True)
        shutil.copy(os.path.join(SAMPLES, name, name + ".xml"), f"turn-{name}/model.xml")
        server = Server(f"turn-{name}/model.xml")
        server.model()
        server.quiet()
        servers.append((name, server, {key: [(limits[0] + limits[1]) / 2, limits] for key, limits in parameters.items()}))
    rows = open("turned.csv", "w", encoding="utf-8")
    print("time_s,model,turns,memory_kB,descriptors,children,zombies,folders,files", file=rows)
    sampled, samples = -1e9, {name: [] for name in TURNED}
    while time.monotonic() < began + seconds:
        name, server, at = chance.choice(servers[:1] * 3 + servers)
        before = None
        for settings in walk(chance, at):
            there = begin(server, "knob", settings)
            if before:
                counts["newer"] += b'"why":"newer"' in read_all(before)
            before = there
            time.sleep(chance.choice([0, 0.02, 0.1]))
        if chance.random() < 0.1:
            before.close()
            counts["left"] += 1
        else:
            text = read_all(before)
            counts["result" if b'"kind":"result"' in text else "other"] += 1
        time.sleep(PAUSE)
        if time.monotonic() - sampled > seconds / 120:
            sampled = time.monotonic()
            for name, server, _ in servers:
                server.quiet(5)
                children, files = server.children(), [file for _, _, list in os.walk("turn-" + name) for file in list]
                samples[name].append((server.memory() >> 10, server.descriptors(), len(children), len(files)))
                print(f"{sampled - began:.0f},{name},{sum(counts.values())},{server.memory() >> 10},{server.descriptors()},{len(children)},"
                      f"{sum(state == 'Z' for _, state in children)},{len(server.folders())},{len(files)}", file=rows, flush=True)
    rows.close()
    print("#", counts)
    for name, server, _ in servers:
        settled = samples[name][len(samples[name]) // 10:]
        memory = [row[0] for row in settled]
        report(server.process.poll() is None, f"{name}: the server lives", server.process.poll())
        report(max(memory) - min(memory) < 4096, f"{name}: memory stays ({min(memory)} to {max(memory)} kB)", memory)
        report(max(row[1] for row in settled) <= settled[0][1] + 2, f"{name}: descriptors stay ({settled[0][1]} at first, {settled[-1][1]} at last)", settled)
        report(all(row[2] == 0 and row[3] == 1 for row in settled), f"{name}: no process is left, and no file but the model", settled)
        seconds_taken, code = server.end()
        report(code == 0 and seconds_taken < 1, f"{name}: it ends as always", (seconds_taken, code))
    report(counts["other"] == 0 and counts["result"] > 0, "each last turn gave a result", counts)
    report(not os.listdir(TEMPORARY), "no folder of a run is left", os.listdir(TEMPORARY))


def check_moves():
    """Attributes that are changed like parameters: what can be moved, what cannot and why, and what is saved."""
    text = live_parts.write(SAMPLES)
    server = Server("parts.xml")
    version = server.model()["version"]
    handles = {handle["id"]: handle for handle in (server.run()[2] or {}).get("handles", [])}
    expected = {"nip[n2]@at": "along", "roller[lone]@centre": "point", "roller[loose]@offset": "aside", "roller[loose]@radius": "rim", "guide[flap]/pivot[1]@angle": "turn", "guide[chute]/polyline[1]@points": "point",
                "sensor[out]@at": "along", "instance[unit]@at": "along", f"sensor[{live_parts.LONG}]@at": "along", "guide[tray]/line[1]@to": "point"}
    found = {name: handles[name]["way"] if name in handles and handles[name]["why"] is None else None for name in expected}
    report(found == expected, "what can be moved is listed", found)
    report(handles["nip[n2]@at"]["parts"][0]["parameter"] == "place" and abs(handles["nip[n2]@at"]["parts"][0]["least"] - 0.14) < 1e-12, "a place that a parameter gives is the parameter's", handles["nip[n2]@at"])
    whys = [(handle["why"] or "") + " ".join(part["why"] or "" for part in handle["parts"]) for handle in handles.values()]
    for words in ("formula", "of instance 'unit', line", "assembly has it in line", "far.xml, line 1", "<defaults>, line", "'n1' (like), line"):
        report(any(words in why for why in whys), f"what cannot be moved says why: {words}", whys)
    for name, value, code in (("nip[n9]@at", "1 mm", "E-PARAMETER"), ("nip[n3]@bad", "1", "E-UNKNOWN-ATTRIBUTE"), ("nip[n3]@at", "3 N", "E-UNIT"), ("nip[n3]@at", "", ""), ("nip[n3]@at", "1e999 mm", ""),
                              ("roller[loose]@radius", "-1 mm", ""), ("nip[n3]@AT", "1 mm", "E-PARAMETER"), ("nip[n3]@", "1 mm", "E-PARAMETER"), ("@at", "1 mm", "E-PARAMETER"), ('nip[n3]@x" y', "1", "E-PARAMETER"), ("nip[n3]@name", '"/><x', "")):
        last = server.run(settings={name: value})[1]
        problems = [problem for problem in last.get("problems", []) if problem["severity"] == "error"]
        report(last["kind"] == "refused" and problems and problems[0]["code"].startswith(code), f"{name}={value} is refused", last)
    version = server.model()["version"]
    moved = {"nip[n3]@at": "290 mm", "guide[chute]/polyline[1]@points": "-60 mm, 50 mm; 0 mm,{high} ; 30 mm, 6 cm", "guide[flap]/pivot[1]@angle": "12 deg", "place": "16 cm", "sheet[page]/start[1]@beside": "0.1 mm", f"sensor[{live_parts.LONG}]@at": "335 mm"}
    last, rest = server.run(settings=moved)[1:]
    now = {handle["id"]: handle["raw"] for handle in (rest or {}).get("handles", [])}
    report(last["kind"] == "result" and all(now.get(name) == value for name, value in moved.items() if "@" in name), "moved parts are run", (last.get("problems"), now))
    status, lines = server.post("save", version=version, settings={**moved, "nip[n9]@at": "1 mm"})
    with open("parts.xml", encoding="utf-8") as file:
        report(status == 200 and lines[-1]["kind"] == "refused" and file.read() == text, "what is not in the file is not saved, nor is the rest", lines)
    status, lines = server.post("save", version=version, settings=moved)
    wanted = text.replace('at="292 mm"', 'at="290 mm"').replace("30 mm, 5 cm", "30 mm, 6 cm").replace('angle="10 deg"', 'angle="12 deg"').replace('value="15 cm"', 'value="16 cm"')
    wanted = wanted.replace('lead="12 mm" speed="0 mm/s"', 'lead="12 mm" speed="0 mm/s" beside="0.1 mm"').replace('at="330 mm"', 'at="335 mm"')
    with open("parts.xml", encoding="utf-8") as file:
        saved = file.read()
    report(status == 200 and lines[-1]["kind"] == "saved" and saved == wanted, "saving writes the moved attributes and no other byte", [(a, b) for a, b in zip(saved.split("\n"), wanted.split("\n")) if a != b])
    report(server.post("save", version=version, settings=moved)[0] == 409, "of the file before nothing is saved")
    with open("parts.xml", "w", encoding="utf-8") as file:
        file.write(saved.replace("<!-- what is moved stays a comment -->", '<sensor name="new" kind="edge" path="main" at="10 mm"/>'))
    server.model(server.model()["version"] - 1)
    last, rest = server.run(settings=moved)[1:]
    report(last["kind"] == "result", "a moved part is found in a file that has changed", last)
    server.end()


def check_many_moves():
    """1000 parameters, and as many moved parts."""
    text = live_parts.short(SAMPLES)
    names = [f"p{i}" for i in range(1000)]
    text = text.replace("  </parameters>", "".join(f'<parameter name="{name}" value="1 mm"/>\n' for name in names) + "  </parameters>")
    text = text.replace("</model>", "".join(f'<sensor name="q{i}" kind="edge" path="main" at="{{p{i}}}"/><sensor name="s-{i}" kind="edge" path="main" at="{i % 400} mm"/>\n' for i in range(900)) + "</model>")
    put("many-parts.xml", text)
    server = Server("many-parts.xml", "--time-limit", "60 s")
    server.model()
    values = {**{f"sensor[s-{i}]@at": "3 mm" for i in range(900)}, **{name: "2 mm" for name in names}}
    began = time.monotonic()
    last, rest = server.run(settings=values)[1:]
    handles = [handle for handle in (rest or {}).get("handles", []) if handle["attribute"] == "at"]
    report(last["kind"] == "result" and len(handles) > 1800 and all(handle["parts"][0]["value"] in (0.002, 0.003) for handle in handles if handle["id"].startswith(("sensor[s-", "sensor[q"))), f"1900 values at a time ({time.monotonic() - began:.1f} s)", last)
    server.end()


def main():
    os.makedirs(TEMPORARY, exist_ok=True)
    if "turn" in OPTIONS:
        turn(float(OPTIONS["turn"]), int(OPTIONS.get("seed", 1)))
        return
    if "fuzz" in OPTIONS:
        fuzz(int(OPTIONS["fuzz"]), int(OPTIONS.get("seed", 1)))
        return
    shutil.copy(os.path.join(SAMPLES, "a4-turn", "a4-turn.xml"), "model.xml")
    server = Server("model.xml")
    check_doors(server)
    check_runs(server)
    check_until(server)
    check_file(server, "model.xml")
    check_swapped(server, "model.xml")
    check_silence(server)
    report(server.quiet(), "nothing remains of all that", (server.children(), server.folders()))
    server.end()
    check_ranges()
    check_limits()
    check_moves()
    check_many_moves()
    check_cures()
    check_probes(os.path.join(SAMPLES, "two-nips-skew", "two-nips-skew.xml"))
    check_changed_probes(os.path.join(SAMPLES, "two-nips-skew", "two-nips-skew.xml"))
    check_cancelling(os.path.join(SAMPLES, "two-nips-skew", "two-nips-skew.xml"))
    check_endings(os.path.join(SAMPLES, "two-nips-skew", "two-nips-skew.xml"))
    check_starts("model.xml")


main()

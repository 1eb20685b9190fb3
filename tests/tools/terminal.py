"""What `quire run` shows on a terminal while it runs: terminal.py MODEL, in a folder of its own, with QUIRE set.

One line a promise: "ok TEXT" or "not ok TEXT"."""
import csv
import json
import os
import re
import shutil
import signal
import subprocess
import sys

from pseudo_terminal import QUIRE, on_terminal, that

MODEL = sys.argv[1]


class Screen:
    """As much of a terminal as is used; each picture is what stood there when lines were last allowed to wrap again."""

    def __init__(self):
        self.lines, self.row, self.column, self.pictures = [""], 0, 0, []

    def put(self, text):
        line = self.lines[self.row].ljust(self.column)
        self.lines[self.row] = line[:self.column] + text + line[self.column + len(text):]
        self.column += len(text)

    def control(self, number, letter):
        if letter == "A":
            self.row = max(0, self.row - int(number))
        elif letter == "K":
            self.lines[self.row] = self.lines[self.row][:self.column]
        elif letter == "J":
            self.lines[self.row] = self.lines[self.row][:self.column]
            del self.lines[self.row + 1:]
        elif (number, letter) == ("?7", "h"):
            self.pictures.append([line for line in self.lines if line.strip()])

    def write(self, text):
        for part in re.findall(r"\x1b\[[?0-9;]*[A-Za-z]|\r|\n|[^\x1b\r\n]+|\x1b", text):
            if part == "\r":
                self.column = 0
            elif part == "\n":
                self.row += 1
                if self.row == len(self.lines):
                    self.lines.append("")
            elif part.startswith("\x1b"):
                match = re.match(r"\x1b\[([?0-9;]*)([A-Za-z])", part)
                self.control(*match.groups())
            else:
                self.put(part)
        return self


def shown(text):
    return "\n".join(line.rstrip() for line in Screen().write(text).lines).strip()


def rows_of(path):
    with open(path, encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def end_state(folder):
    with open(os.path.join(folder, "summary.json"), encoding="utf-8") as text:
        return json.load(text)["manifest"]["end-state"]


def look_at_pictures(pictures, folder):
    that("it is looked at more than once", len(pictures) > 2, len(pictures))
    first = [picture[0] for picture in pictures]
    that("each picture begins with a bar", all(re.match(r"  \[=*>? *\] +\d+ %", line) for line in first), first)
    parts = [int(re.search(r"(\d+) %", line).group(1)) for line in first]
    that("it goes on", parts == sorted(parts) and 0 < parts[-1] <= 100, parts)
    that("no picture is higher than the terminal", max(map(len, pictures)) < 14, max(map(len, pictures)))

    events = rows_of(os.path.join(folder, "events.csv"))
    known = [(f"{float(e['time [s]']):.4f} s", e["kind"], e["source"]) for e in events]
    seen = [re.match(r" +(\d+\.\d{4} s)  (\S+) (\S+)", line) for line in pictures[-1][1:]]
    seen = [match.groups() for match in seen if match]
    that("it shows events as they happen", seen and all(event in known for event in seen), seen)
    last = float(re.search(r"([\d.]+) of", first[-1]).group(1))
    # the time is rounded: of events at it some may be still to come; and a verdict has the time of the worst value, and comes later
    passed = [event for event in known if float(event[0][:-2]) <= last + 5e-5 and (event[1] != "verdict" or event in seen)]
    some = sum(float(event[0][:-2]) >= last - 1.5e-4 for event in passed)
    ends = range(len(passed) - some, len(passed) + 1)
    that("they are the last ones up to then", any(sorted(seen) == sorted(passed[:end][-len(seen):]) for end in ends), (seen, passed[-len(seen):]))

    series = rows_of(os.path.join(folder, "series.csv"))
    sheet, place = re.search(r"  (\S+): leading edge at ([-\d.]+) mm", "\n".join(pictures[-1])).groups()
    places = [float(row[f"{sheet}.lead.path [m]"]) for row in series if row[f"{sheet}.lead.path [m]"] and float(row["time [s]"]) <= last + 5e-5]
    that("it shows where a sheet is", abs(1e3 * places[-1] - float(place)) <= 0.051 + 1e3 * abs(places[-1] - places[-2]), (places[-1], place))


def look_at_a_study():
    """A study on a terminal: one line that is written again and again, and wiped away."""
    for name, speeds in (("speeds", "200 mm/s, 300 mm/s, 400 mm/s"), ("quiet", "400 mm/s")):
        with open(f"{name}.xml", "w", encoding="utf-8") as study:
            study.write(f'''<study version="1" name="{name}" model="{os.path.basename(MODEL)}">
  <factor parameter="speed" levels="{speeds}"/> <factor parameter="pad_mu" low="0.7" high="0.9"/> <design kind="full-factorial"/>
  <response name="steps" from="solver.steps"/></study>''')
    shutil.copy(MODEL, ".")
    text, status = on_terminal(["doe", "run", "speeds.xml", "-d", "speeds", "-j", "1"], TERM="xterm")
    looks = [tuple(map(int, pair)) for pair in re.findall(r"\r  (\d+)/(\d+)  [\d.]+ %  jam \d+", text)]
    that("a study is looked at more than once", len(looks) > 2, text[:300])
    that("it goes on to its end", looks == sorted(looks) and all(total == 6 for _, total in looks), looks)
    that("its line is wiped away", "%" not in shown(text.replace("\r\n", "\n")).split("6 runs")[0], shown(text))
    that("it ends well", os.waitstatus_to_exitcode(status) in (0, 1), status)
    text, _ = on_terminal(["doe", "run", "quiet.xml", "-d", "quiet", "-j", "1", "--quiet"], TERM="xterm")
    that("a quiet study shows nothing", text == "", text[:300])


def main():
    arguments = ["run", MODEL, "--accuracy=fine", "--end=0.5s"]
    piped = subprocess.run([QUIRE, *arguments, "-o", "piped.run"], capture_output=True, text=True, check=False)
    that("into a pipe nothing but the summary goes", piped.stderr == "" and "\x1b" not in piped.stdout, piped.stderr)
    text, status = on_terminal([*arguments, "-o", "seen.run"], TERM="xterm")
    that("it ends as into a pipe", os.waitstatus_to_exitcode(status) == piped.returncode, status)
    look_at_pictures(Screen().write(text).pictures, "seen.run")
    def plain(summary):
        return re.sub(r"[\d.e-]+ s of processor time.*|\w+\.run/", "", " ".join(summary.split()))
    that("in the end the summary alone stands there", plain(shown(text)) == plain(piped.stdout.strip()), shown(text))
    that("no line is wider than the terminal", all(len(line) <= 60 for line in shown(text).split("\n")), shown(text))
    for columns, widest in ((80, 80), (200, 100)):
        text, _ = on_terminal(["explain", "seen.run"], columns=columns, TERM="xterm")
        text = re.sub(r"\x1b\[[0-9;]*m", "", text)
        widths = [len(line) for line in text.replace("\r\n", "\n").split("\n")]
        that(f"on {columns} columns no line is wider than {widest}", widest - 20 < max(widths) <= widest, max(widths))
    explained = subprocess.run([QUIRE, "explain", "seen.run"], capture_output=True, text=True, check=False).stdout
    that("explained into a pipe, lines are not broken", explained.split() == text.split() and len(explained.split("\n")) < len(text.split("\n")), explained)
    that("to be looked at changes nothing", end_state("seen.run") == end_state("piped.run"))

    arguments[-1] = "--end=0.2s"
    arguments += ["-o", "short.run"]
    text, _ = on_terminal(arguments, TERM="xterm", NO_COLOR="1")
    that("NO_COLOR leaves colours out", "\x1b[?7l" in text and not re.search(r"\x1b\[[0-9;]*m", text))
    text, _ = on_terminal(arguments, TERM="xterm")
    that("without it there are some", re.search(r"\x1b\[32m", text) is not None)
    text, _ = on_terminal(["explain", "short.run"], TERM="xterm")
    that("a verdict has its colour", re.search(r"^adf-feed: \x1b\[3[123][;1]*m[a-z]+\x1b\[0m", text) is not None, text[:300])
    for rule, why, options in (("a review", "has colours", {}), ("NO_COLOR", "leaves them out of a review", {"NO_COLOR": "1"})):
        text, _ = on_terminal(["check", "--review", MODEL], TERM="xterm", **options)
        that(f"{rule} {why}", (re.search(r"\x1b\[32mok ", text) is None) == bool(options), text[:300])
    for why, options in (("a dumb terminal", {"TERM": "dumb"}), ("a low one", {"TERM": "xterm", "rows": 5})):
        text, _ = on_terminal(arguments, **options)
        that(f"{why} gets one line", " %" in text and "\x1b[" not in re.sub(r"\x1b\[[0-9;]*m", "", text) and "leading edge at" not in text.split("\r\n")[0], text[:300])
    text, _ = on_terminal([*arguments, "--quiet"], TERM="xterm")
    that("--quiet shows nothing", text == "", text[:300])
    text, status = on_terminal(arguments, interrupt_after=b" %", TERM="xterm")
    that("an interrupt ends it", os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGINT, status)
    that("and wipes the picture away", "%" not in shown(text), shown(text))
    look_at_a_study()


main()

#!/usr/bin/env python3
"""Writes the table of each command that reads one in every dialect, and compares what the command says and writes with what it does for the plain table. Tables
that may be read in two ways must be refused by all commands in the same words. Usage: check-dialects.py QUIRE MODEL (Test Anything Protocol)"""

import os
import re
import shutil
import subprocess
import sys

QUIRE, MODEL = sys.argv[1:]
NUMBER = re.compile(r"-?\d+(\.\d+)?$")

# ---- tables: header and rows as text, and the command that reads t.csv

MTT = """Toolkit MTT2D|Sheet Width 210.5 mm|Contact grip|Stiffness Coefficient 5.5 N/mm^1.5|Stiffness Exponent 1.5|Indentation Exponent 1.5|Friction Interpolation STEP
Friction Coefficient 0.9|Threshold Velocity 1.5 mm/s|Sheet page|Number of Segments 20|Segment Length 4.95 mm|Thickness 0.125 mm|Density 0.0000008 kg/mm^3
Young's Modulus 4000.5 N/mm^2|Start Point X -285.5 mm|Start Point Y 0 mm|Direction Point X 100.5 mm|Direction Point Y 0 mm|Initial Velocity 250.5 mm/s
Fixed Roller r1|Contact Parameter grip|Radius 10.5 mm|Center X -20.5 mm|Center Y -10.5 mm|Angular Velocity 23.5 rad/s"""
NAMES = ("Toolkit|Sheet Width|Contact Parameter|Contact|Stiffness Coefficient|Stiffness Exponent|Indentation Exponent|Friction Interpolation|Friction Coefficient|"
         "Threshold Velocity|Sheet|Number of Segments|Segment Length|Thickness|Density|Young's Modulus|Start Point X|Start Point Y|Direction Point X|Direction Point Y|"
         "Initial Velocity|Fixed Roller|Radius|Center X|Center Y|Angular Velocity")


def mtt_rows():
    rows = []
    for line in re.split(r"[|\n]", MTT):
        match = re.match(f"({NAMES}) (.*)$", line)
        rows.append(([match[1]] + match[2].split(" ") + [""])[:3])
    return rows


TABLES = {
    "doe analyse": (["load [N]", "speed [mm/s]", "medium", "gap [mm]"],
                    [[f"{load}.5", f"{speed}.25", medium, f"{0.125 * load * (1 + (medium == 'thick card')) - speed / 8 + (i % 3) / 16:.4f}"]
                     for i, (load, speed, medium) in enumerate((a, b, c) for a in (-2, 3) for b in (100, 250) for c in ("plain paper", "thick card", "film") for _ in (0, 1))]),
    "doe import": (["speed [mm/s]", "extra [mm]", "arrival [ms]"], [["450.5", "-1.5", "197.25"], ["450.5", "2.5", "196.5"], ["500.5", "-1.5", "176.125"], ["500.5", "2.5", "175.5"]]),
    "doe points": (["speed [mm/s]", "extra [mm]", "grammage [g/m^2]"], [["450.5", "-1.5", "80.5"], ["500.5", "2.5", "120.25"], ["480.25", "0.5", "70.5"]]),
    "calibrate": (["extra [mm]", "s.lead [ms]", "t.lead [ms]"],
                  [["-1.5", "176.4", "253.2"], ["-1.5", "175.6", "252.8"], ["-1.5", "176.2", "253.1"], ["2.5", "176.1", "261.1"], ["2.5", "175.9", "260.9"], ["2.5", "176.05", "261.2"]]),
    "fit": (["penetration [mm]", "rate [mm/s]", "force [N]"], [["0.125", "0.5", "1.3"], ["0.25", "-0.5", "2.4"], ["0.375", "1.5", "3.9"], ["0.5", "-1.5", "4.8"]]),
    "import mtt": (["parameter", "value", "unit"], mtt_rows()),
}

STUDY = """<study version="1" name="{name}" model="flight.xml">
  <factor parameter="speed" {levels[0]}/> <factor parameter="extra" {levels[1]}/> {more}
  <design kind="{kind}"/> <response name="arrival" from="s.lead.time"/>
</study>
"""
CALIBRATION = """<calibration version="1" name="c" model="flight.xml">
  <unknown parameter="speed" low="450 mm/s" high="550 mm/s"/> <unknown parameter="at" low="90 mm" high="110 mm"/> <measured kind="times" file="t.csv"/>
</calibration>
"""


def run(*words):
    done = subprocess.run([QUIRE, *words], capture_output=True)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError:
        return ""


def answer(reader):
    """The code, what is written, and what is said of problems."""
    for left in ("out", "study.doe/measured.csv"):
        if os.path.isdir(left):
            shutil.rmtree(left)
        elif os.path.exists(left):
            os.remove(left)
    if reader == "doe analyse":
        return run("doe", "analyse", "t.csv", "--responses=gap")
    if reader == "doe import":
        code, _, err = run("doe", "import", "study.xml", "t.csv")
        return code, read("study.doe/measured.csv"), err
    if reader == "doe points":
        return run("doe", "points", "table.xml")
    if reader == "calibrate":
        code, out, err = run("calibrate", "c.xml", "-o", "out", "--format=json", "--starts=1", "--no-advice", "--no-profile", "--workers=1", "--anyway")
        return code, re.sub(r'"(wall|cpu|command|seconds)[^,\n]*', "", out), err
    if reader == "fit":
        return run("fit", "--law", "linear", "t.csv")
    return run("import", "mtt", "t.csv")


# ---- dialects: from header and rows to bytes


def quoted(cell):
    return '"' + cell.replace('"', '""') + '"'


def where_needed(separator):
    return lambda cell: quoted(cell) if re.search(f'[{separator}" ]' if separator != " " else r'[\s"]|^$', cell) else cell


def comma(cell):
    return cell.replace(".", ",") if NUMBER.match(cell) else cell


def minus(cell):
    return cell.replace("-", "\u2212") if NUMBER.match(cell) else cell


def text(separator=",", quote=None, cell=lambda c: c, head=lambda c: c, end="\n", names=None, corner=None):
    """names: of the rows; corner: the header's cell above them."""

    def write(header, rows):
        q = quote or where_needed(separator)
        line = separator.join(([q(corner)] if corner is not None else []) + [q(head(c)) for c in header])
        out = [line] + [separator.join(([names(i)] if names else []) + [q(cell(c)) for c in row]) for i, row in enumerate(rows)]
        return end.join(out) + end

    return lambda header, rows: write(header, rows).encode()


def bytes_of(change, write=text()):
    return lambda header, rows: change(write(header, rows))


def units(form):
    return lambda name: re.sub(r" \[(.*)\]$", form, name)


def with_columns(title, cell):
    return lambda header, rows: text()(header + title, [row + cell(i) for i, row in enumerate(rows)])


def r_like(cell):
    return cell if NUMBER.match(cell) else quoted(cell)


def recode(encoding, mark=b""):
    return lambda data: mark + data.decode().encode(encoding)


SAME = {
    "CRLF": text(end="\r\n"),
    "CR": text(end="\r"),
    "UTF-8 with a mark": bytes_of(lambda b: b"\xef\xbb\xbf" + b),
    "UTF-16, little end first": bytes_of(recode("utf-16-le", b"\xff\xfe")),
    "UTF-16, big end first": bytes_of(recode("utf-16-be", b"\xfe\xff")),
    "UTF-16 without a mark": bytes_of(recode("utf-16-le")),
    "UTF-16, big end first, without a mark": bytes_of(recode("utf-16-be")),
    "Excel's Unicode text": bytes_of(recode("utf-16-le", b"\xff\xfe"), text("\t", end="\r\n")),
    "tabs": text("\t"),
    "tabs and decimal commas": text("\t", cell=comma),
    "semicolons": text(";"),
    "semicolons and decimal commas": text(";", cell=comma),
    "Excel's CSV of Europe": bytes_of(lambda b: b"\xef\xbb\xbf" + b, text(";", cell=comma, end="\r\n")),
    "blanks": text(" "),
    "several blanks": bytes_of(lambda b: b.replace(b"\t", b"   "), text("\t", quote=where_needed(" "))),
    "sep=;": bytes_of(lambda b: b"sep=;\r\n" + b, text(";", end="\r\n")),
    "sep=,": bytes_of(lambda b: b"sep=,\n" + b),
    "sep=|": bytes_of(lambda b: b"SEP=|\n" + b, text("|")),
    "decimal=,": bytes_of(lambda b: b"decimal=,\n" + b, text(";", cell=comma)),
    "sep and decimal": bytes_of(lambda b: b"sep=|\ndecimal=,\n" + b, text("|", cell=comma)),
    "all in quotes": text(quote=quoted),
    "all in quotes, decimal commas": text(quote=quoted, cell=comma),
    "semicolons, all in quotes, decimal commas": text(";", quote=quoted, cell=comma),
    "blanks around cells": bytes_of(lambda b: b.replace(b",", b" , ")),
    "tabs around cells": bytes_of(lambda b: b.replace(b",", b"\t,\t")),
    "blanks that do not break lines": bytes_of(lambda b: b.replace(b",", b",\xc2\xa0")),
    "typeset minus signs": text(cell=minus),
    "typeset minus signs, decimal commas": text(";", cell=lambda c: minus(comma(c)) if NUMBER.match(c) else c),
    "units in parentheses": text(head=units(r" (\1)")),
    "units behind a comma": text(head=units(r", \1")),
    "units behind a comma, semicolons": text(";", quote=lambda c: c, head=units(r", \1")),
    "units without a blank": text(head=units(r"[\1]")),
    "R's write.table": text(" ", quote=r_like, names=lambda i: f'"{i + 1}"'),
    "R's write.table with tabs": text("\t", quote=lambda c: c, names=lambda i: str(i + 1)),
    "R's write.csv": text(quote=r_like, names=lambda i: f'"{i + 1}"', corner=""),
    "R's write.csv2": text(";", quote=lambda c: r_like(c) if not NUMBER.match(c.replace(",", ".")) else c, cell=comma, names=lambda i: f'"{i + 1}"', corner=""),
    "pandas' to_csv": text(names=str, corner=""),
    "blank lines": bytes_of(lambda b: b"\n" + b.replace(b"\n", b"\n \n\n") + b"\n\n"),
    "no line end at the end": bytes_of(lambda b: b.rstrip(b"\n")),
    "a column of dates": with_columns(["Date"], lambda i: [f"2024-03-{i + 1:02}"]),
    "days and times of Europe": with_columns(["begun", "time"], lambda i: [f"{i + 1}.3.2024", f"8:{i:02}"]),
    "JMP's pattern": with_columns(["Pattern"], lambda i: ["+-"[i & 1] + "+-"[i >> 1 & 1]]),
    "Minitab's columns": with_columns(["StdOrder", "RunOrder", "CenterPt", "PtType"], lambda i: [str(i + 1), str(40 - i), "1", "1"]),
    "names of samples": with_columns(["sample"], lambda i: [f"sheet-{i}"]),
}


def first_number(*cells):
    """The cells take the place of the first numbers; all others become whole."""

    def change(rows):
        left, out = list(cells), []
        for row in rows:
            out.append([(left.pop(0) if left else re.sub(r"\..*", "", c)) if NUMBER.match(c) else c for c in row])
        return out

    return change


REFUSED = {
    "a comma before three digits": (r"\[E-NUMBER\]: '1,250' may be read in two ways: as 1.250 or as 1250; a first line 'decimal=,'", lambda h, r: text(";")(h, first_number("1,250")(r))),
    "quoted, a comma before three digits": (r"\[E-NUMBER\]: '2,000' may be read in two ways: as 2.000 or as 2000", lambda h, r: text()(h, first_number("2,000")(r))),
    "commas and points": (r"\[E-NUMBER\]: '2,5' has a decimal comma, and '3.5' in line \d+ has a decimal point", lambda h, r: text(";")(h, first_number("2,5", "3.5")(r))),
    "decimal=, and points": (r"\[E-NUMBER\]: '2,125' has a decimal comma, and '3.5' in line \d+ has a decimal point",
                             lambda h, r: b"decimal=,\n" + text(";")(h, first_number("2,125", "3.5")(r))),
    "another encoding": (r"\[E-ENCODING\]: the table is no text: it has bytes that are not UTF-8; save it as 'CSV UTF-8'", lambda h, r: text()(h + ["\u00b5"], r).decode().encode("latin-1")),
    "zero bytes": (r"\[E-ENCODING\]: the table is no text: it has zero bytes", lambda h, r: text()(h, r) + b"\0\0\0"),
    "half of UTF-16": (r"\[E-ENCODING\]: the table is no text: it is cut off", lambda h, r: (b"\xff\xfe" + text()(h, r).decode().encode("utf-16-le"))[:-1]),
    "nothing": (r"\[E-MISSING\]: the table is empty", lambda h, r: b"\n\n"),
    "a header alone": (r"\[E-MISSING\]: the table has no rows below its header", lambda h, r: text()(h, [])),
    "too many columns": (r"\[E-LIMIT\]: the table has \d{6} columns; at most 1000 are read", lambda h, r: text()(h + [f"c{i}" for i in range(100000)], [c + ["1"] * 100000 for c in r[:2]])),
    "a separator behind each row": (r"\[E-TOO-MANY\]: \d columns, but the header has \d; commas separate", lambda h, r: text()(h, [c + [""] for c in r])),
    "a row that is too long": (r"\[E-TOO-MANY\]: \d columns, but the header has \d; commas separate the columns", lambda h, r: text()(h, r[:1] + [r[1] + ["", "x"]] + r[2:])),
    "commas between columns and in numbers": (r"\[E-TOO-MANY\]: \d columns, but the header has \d: '.*' is the name of the row, or a number has a decimal comma, such as '0,2'",
                                              lambda h, r: text(quote=lambda c: c)(["h"] + h, [[str(i), "2,5"] + first_number()([row])[0][1:] for i, row in enumerate(r)])),
}


def main():
    shutil.copy(MODEL, "flight.xml")
    for name, levels, more, kind in (("study", ('levels="450.5 mm/s, 500.5 mm/s"', 'levels="-1.5 mm, 2.5 mm"'), "", "full-factorial"),
                                     ("table", ("", ""), '<factor parameter="grammage"/>', 'table" file="t.csv')):
        with open(f"{name}.xml", "w", encoding="utf-8") as file:
            file.write(STUDY.format(name=name, levels=levels, more=more, kind=kind))
    with open("c.xml", "w", encoding="utf-8") as file:
        file.write(CALIBRATION)
    run("doe", "run", "study.xml", "-q", "--workers=1")
    n = failed = 0

    def result(good, name, why):
        nonlocal n, failed
        n += 1
        failed += not good
        print("ok" if good else "not ok", n, "-", name)
        for line in [] if good else why.split("\n")[:12]:
            print("#", line[:300])

    for reader, (header, rows) in TABLES.items():
        with open("t.csv", "wb") as file:
            file.write(text()(header, rows))
        plain = answer(reader)
        result(plain[0] in (0, 1) and plain[1] and not plain[2], f"{reader}: the plain table", str(plain))
        for name, write in SAME.items():
            with open("t.csv", "wb") as file:
                file.write(write(header, rows))
            code, out, err = answer(reader)
            # columns that are not used are named, and nothing else is said
            quiet = not err or re.search(r"not used|without a role|left out", err)
            result((code, out) == plain[:2] and quiet, f"{reader}: {name}", f"exit {code}\n{err}\n{out if out != plain[1] else ''}")
        if reader != "import mtt":  # whose values may be words
            with open("t.csv", "wb") as file:
                file.write(text()(header, rows[:1] + [["soon" if NUMBER.match(c) else c for c in rows[1]]] + rows[2:]))
            code, out, err = answer(reader)
            result(code == 3 and re.search(r"\[E-NUMBER\]: column '[a-z.]*' has 'soon', which is not a number", err), f"{reader}: a word among numbers", err)
        for name, (wanted, write) in REFUSED.items():
            with open("t.csv", "wb") as file:
                file.write(write(header, rows))
            code, out, err = answer(reader)
            result(code in (3, 6, 9) and re.search(wanted, err), f"{reader}: refuses {name}", f"exit {code}, wanted {wanted}\n{err}")
    print(f"1..{n}")
    sys.exit(failed > 0)


main()

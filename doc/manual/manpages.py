"""Converts man pages to Markdown; supports only the macros of man(7) that doc/man uses."""
import glob
import os
import re

from pages import toctree, write


def inline(text, known):
    """Converts fonts and escapes; bold and italic text is literal and becomes code."""
    text = text.replace(r"\-", "-").replace(r"\&", "").replace(r"\ ", " ")
    out, place = [], 0
    for match in re.finditer(r"\\f([BI])(.*?)\\f[RP]", text):
        out += [plain(text[place:match.start()], known), code(match.group(2))]
        place = match.end()
    return "".join(out) + plain(text[place:], known)


def code(text):
    text = text.replace(r"\e", "\\")
    return "`%s`" % text if text.strip() and "`" not in text else text


def plain(text, known):
    text = text.replace(r"\e", "\\")
    text = re.sub(r"([\\*_\[\]<>#|`{}])", r"\\\1", text)
    return link(text, known)


def link(text, known):
    """Converts quire-run (1) and quire-run(1) to links."""
    return re.sub(r"\b(quire(?:-[a-z]+)*) ?\(([15])\)", lambda m: "[%s(%s)](%s.%s.md)" % (m.group(1), m.group(2), m.group(1), m.group(2))
                  if "%s.%s" % m.groups() in known else m.group(), text)


def words(text):
    """Arguments of a macro."""
    return [a or b for a, b in re.findall(r'"([^"]*)"|(\S+)', text)]


def convert(text, known):
    """The Markdown of one page, and its one-line summary."""
    out, purpose, item, literal, name = [], "", None, False, ""
    for line in text.split("\n"):
        macro, _, rest = line.partition(" ")
        if literal and macro != ".fi":
            out.append(re.sub(r"^\\&", "", line).replace(r"\-", "-").replace(r"\e", "\\").replace(r"\fB", "").replace(r"\fI", "").replace(r"\fR", ""))
        elif macro in ('.\\"', ".TH", "."):
            name = words(rest)[0].lower() + "(%s)" % words(rest)[1] if macro == ".TH" else name
        elif macro in (".SH", ".SS"):
            heading = " ".join(words(rest)).replace(r"\-", "-").replace(r"\&", "")
            if macro == ".SH":
                heading = heading[:1] + heading[1:].lower()
            out += ["", ("## " if macro == ".SH" else "### ") + re.sub(r"([*_<>\[\]])", r"\\\1", heading), ""]
        elif macro == ".PP":
            out.append("")
            item = None
        elif macro == ".TP":
            out.append("")
            item = "term"
        elif macro == ".nf":
            out += ["", "```text"]
            literal = True
        elif macro == ".fi":
            out += ["```", ""]
            literal = False
        elif macro == ".br":
            out.append("\\")
        else:
            if macro in (".B", ".I"):
                value = code(" ".join(words(rest)).replace(r"\-", "-"))
            elif macro in (".BR", ".IR"):
                parts = words(rest)
                parts = [part.replace(r"\-", "-") for part in parts]
                value = link(" ".join(parts), known) if "(" in rest else "".join(code(p) if i % 2 == 0 else p for i, p in enumerate(parts))
            else:
                value = inline(line, known)
                value = re.sub(r"^(\d+)\.", r"\1\\.", re.sub(r"^([-+=~])", r"\\\1", value))
            if not value.strip():
                continue
            if item == "term":
                out.append("- " + value + " \\")
                item = "text"
            else:
                out.append(("  " if item else "") + value)
    body = "\n".join(out)
    if match := re.search(r"## Name\n\n(.*) \\?- (.*)\n", body):
        purpose = match.group(2)
        body = body.replace(match.group(), purpose[:1].upper() + purpose[1:] + ".\n", 1)
    return "# %s\n\n%s\n" % (name, re.sub(r"\n{3,}", "\n\n", body).strip()), purpose


def build(source, out):
    paths = sorted(glob.glob(os.path.join(source, "doc", "man", "*.[15]")))
    known, rows = {os.path.basename(path) for path in paths}, []
    for path in paths:
        name = os.path.basename(path)
        with open(path, encoding="utf-8") as text:
            text, purpose = convert(text.read(), known)
        # section 5 repeats the reference, which is already in the search index
        write(os.path.join(out, "man", name + ".md"), ("---\nnosearch: true\n---\n" if name.endswith(".5") else "") + text)
        rows.append("| [%s](%s.md) | %s |" % (name[:-2].replace("quire-doe-", "quire doe ").replace("quire-", "quire ") if name.endswith("1") else name[:-2], name, purpose))
    write(os.path.join(out, "man", "index.md"),
          "# Commands\n\nThe man page of every verb: `man quire-run`, or `quire help run` in short. [quire-model(5)](quire-model.5.md), "
          "[quire-study(5)](quire-study.5.md), [quire-library(5)](quire-library.5.md) and [quire-results(5)](quire-results.5.md) hold the "
          "[reference](../doc/reference/index.md) and the [files](../doc/formats.md) for a terminal.\n\n| page | purpose |\n|---|---|\n"
          + "\n".join(rows) + "\n\n" + toctree(os.path.basename(path) for path in paths))
    return len(paths)

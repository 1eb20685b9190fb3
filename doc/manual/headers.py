"""The C interface: one page for each public header, made from its declarations and their comments."""
import os
import re

from pages import directive, escape, title, toctree, write

IDENTIFIER = r"[A-Za-z_]\w*"


def comment_text(raw):
    """The text of a comment with its paragraphs; names of functions, arguments and constants are marked as code."""
    lines = [re.sub(r"^\s*\* ?", "", line).rstrip() for line in raw.strip()[2:-2].strip().split("\n")]
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    text = escape(text)
    text = re.sub(r"\b(quire\\_\w+(?:\\_\w+)*)\(\)", lambda m: "{c:func}`%s`" % m.group(1).replace("\\", ""), text)
    text = re.sub(r"(?<![`\w.])(QUIRE(?:\\_[A-Z]+)+)\b", lambda m: "{c:enumerator}`%s`" % m.group(1).replace("\\", ""), text)
    text = re.sub(r"(?<![\w`\\.])quire(?:\\_[a-z]+)+\b", lambda m: "`%s`" % m.group().replace("\\", ""), text)
    text = re.sub(r"(?<![\w\\])\\\*(%s)" % IDENTIFIER, r"`*\1`", text)
    return text


def sentence(text):
    """Capitalises a comment that follows a member."""
    return text[:1].upper() + text[1:] if re.match(r"[a-z]+ [a-z]", text) else text


def tokens(text):
    """Comments, declarations and blank lines of a header, in order."""
    text = re.sub(r"#ifdef __cplusplus\n.*?#endif\n", "", text, flags=re.S)
    text = re.sub(r"^#if defined\(__GNUC__\).*?^#endif\n", "", text, flags=re.S | re.M)
    place = 0
    while place < len(text):
        rest = text[place:]
        if match := re.match(r"/\*.*?\*/", rest, re.S):
            yield "comment", match.group()
        elif match := re.match(r"\n[ \t]*\n\s*", rest):
            yield "blank", ""
        elif match := re.match(r"\s+", rest):
            pass
        elif match := re.match(r"#[^\n]*", rest):
            yield "line", match.group()
        else:
            depth = 0
            for end, c in enumerate(rest):
                depth += (c in "{(") - (c in "})")
                if c == ";" and depth == 0:
                    break
            yield "declaration", rest[:end]
            place += end + 1
            continue
        place += match.end()


def members(body, separator):
    """(declaration, comment) of each member of a struct or enum. A comment precedes the member, or follows it on the same line."""
    found, before, place = [], "", 0
    pattern = re.compile(r"\s*(/\*.*?\*/)|\s*([^%s/]+?)\s*(?:%s|$)(?:[ \t]*(/\*.*?\*/))?" % (separator, separator), re.S)
    while match := pattern.match(body, place):
        if match.end() == place:
            break
        place = match.end()
        if match.group(1):
            before = comment_text(match.group(1))
        elif match.group(2).strip():
            text = " ".join(x for x in (before, comment_text(match.group(3)) if match.group(3) else "") if x)
            found.append((" ".join(match.group(2).split()), text))
            before = ""
    return found


def single(declaration):
    """`int a, b` as two members."""
    if "(" in declaration or "," not in declaration:
        return [declaration]
    first, *others = [part.strip() for part in declaration.split(",")]
    base = re.match(r"(.*?)[\s*]*%s(\[.*\])?$" % IDENTIFIER, first).group(1)
    return [first] + ["%s %s" % (base, other) for other in others]


def describe(declaration, comment):
    """The directive of one declaration."""
    flat = " ".join(declaration.replace("QUIRE_API", "").split())
    comment = comment or ""
    if match := re.match(r"typedef (struct|enum) (\w+) \{(.*)\} (\w+)$", declaration.strip(), re.S):
        kind, _, body, name = match.groups()
        inner = []
        for member, text in members(body, ";" if kind == "struct" else ","):
            for one in single(member):
                what, one = ("member", one) if kind == "struct" else ("enumerator", one)
                inner.append(directive("c:" + what, one, sentence(text)))
        return directive("c:" + kind, name, comment + "\n\n" + "\n".join(inner), fence=4)
    if match := re.match(r"typedef struct \w+ (\w+)$", flat):
        return directive("c:type", match.group(1), comment or "Opaque: handled by pointer only.")
    if flat.startswith("typedef"):
        return directive("c:type", flat[len("typedef "):], comment)
    return directive("c:function", flat, comment)


def page(name, text):
    """Markdown of one header: its first comment, then every declaration with its comment."""
    out, comment, about, used = [], "", "", False
    for kind, token in tokens(text):
        if kind == "comment":
            comment, used = comment_text(token), False
            about = about or comment
        elif kind == "blank":
            comment = "" if used else comment
        elif kind == "line":
            if token.startswith("#include <quire/"):
                continue
            if match := re.match(r"#define (\w+) +([^ /]+) *(/\*.*)?$", token):
                words = [comment if comment != about else "", sentence(comment_text(match.group(3))) if match.group(3) else "", "Value: `%s`." % match.group(2)]
                out.append(directive("c:macro", match.group(1), "\n\n".join(filter(None, words))))
                comment = ""
        else:
            out.append(describe(token, comment if comment != about else ""))
            used = True
    short, _, rest = about.partition("\n\n")
    return "# %s\n\n```c\n#include <quire/%s>\n```\n\n%s\n\n%s\n\n%s" % (name, name, short, rest, "\n".join(out)), short


def build(source, out):
    """Writes c/index.md and one page for each header."""
    folder = os.path.join(source, "include", "quire")
    names, rows = sorted(name for name in os.listdir(folder) if name.endswith(".h")), []
    functions = 0
    for name in names:
        with open(os.path.join(folder, name), encoding="utf-8") as text:
            text, about = page(name, text.read())
        functions += text.count("{c:function}")
        write(os.path.join(out, "c", name[:-2] + ".md"), text)
        rows.append("| [%s](%s.md) | %s |" % (name, name[:-2], " ".join(about.split())))
    write(os.path.join(out, "c", "index.md"),
          "# The C library\n\nAll functions of `libquire`, from the comments of the public headers. Link with `pkg-config --cflags --libs quire`; "
          "lengths, times and forces are in SI units. [version.h](version.md) gives rules for all functions: null pointers and threads. "
          "The library does not print and does not exit.\n\n| header | contents |\n|---|---|\n" + "\n".join(rows) + "\n\n" + toctree(name[:-2] for name in names))
    return functions

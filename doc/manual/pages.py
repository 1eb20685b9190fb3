"""Common functions of the scripts of the manual: writing changed pages, and Markdown."""
import os
import re


def write(path, text):
    """Writes a page only if it has changed, because Sphinx reads newer files again."""
    data = text.encode() if isinstance(text, str) else text
    try:
        with open(path, "rb") as old:
            if old.read() == data:
                return
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as out:
        out.write(data)


def read(path):
    with open(path, encoding="utf-8") as text:
        return text.read()


def title(text):
    """First heading of a page."""
    found = re.search(r"^# +(.*)$", text, re.M)
    return found.group(1).strip() if found else ""


def escape(text):
    """Escapes Markdown in a text, except `code`."""
    parts = re.split(r"(`[^`]+`)", text)
    return "".join(part if i % 2 else re.sub(r"([\\*_\[\]<>#|])", r"\\\1", part) for i, part in enumerate(parts))


def toctree(names, depth=1, hidden=True, caption=None):
    lines = ["```{toctree}", ":maxdepth: %d" % depth] + [":hidden:"] * hidden + ([":caption: " + caption] if caption else [])
    return "\n".join(lines + [""] + list(names) + ["```", ""])


def directive(name, argument, content, options=(), fence=3):
    mark = "`" * fence
    return "\n".join(["%s{%s} %s" % (mark, name, argument), *options, *([""] if options else []), content.strip("\n"), mark, ""])

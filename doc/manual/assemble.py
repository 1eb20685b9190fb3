"""Prepares the pages of the manual for Sphinx: assemble.py SOURCE OUT [SCREENS].

The pages of the project are copied with their paths in the source tree, so that links between them remain valid. Linked directories get a
page with a list of their files. The C and Python interfaces and the man pages are converted, and tables of contents are added."""
import os
import re
import sys

sys.dont_write_bytecode = True

import cards  # noqa: E402
import headers  # noqa: E402
import manpages  # noqa: E402
import python_api  # noqa: E402
from pages import read, title, toctree, write  # noqa: E402

# anchors of terms, as pages write them
ANCHOR = re.compile(r'<a id="([\w-]+)"></a>')
LINK = re.compile(r"(\]\()([^)\s]+)(\))")
# pages that are not in the list of contents at the side of every page: their index links to them
ORPHAN = "---\norphan: true\n---\n"
PROJECT = ("README.md", "SECURITY.md", "src/README.md", "tests/README.md")
HERE = os.path.dirname(os.path.abspath(__file__))


class Manual:
    def __init__(self, source, out):
        self.source, self.out, self.written, self.folders = source, out, set(), set()

    def here(self, path):
        return os.path.join(self.source, path)

    def put(self, path, text):
        self.written.add(path)
        write(os.path.join(self.out, path), text)

    def targets(self, path):
        """Files that a page links to, as paths in the source tree."""
        for _, link, _ in LINK.findall(read(self.here(path))):
            if "://" not in link and not link.startswith(("#", "mailto:")):
                yield os.path.normpath(os.path.join(os.path.dirname(path), link.split("#")[0]))

    def copy(self, path, more="", before=""):
        """Copies a page with its pictures; links to directories become links to a list of files."""
        if path in self.written:
            return
        text = read(self.here(path))
        if path.startswith("samples/") and path.count("/") == 2:
            text = cards.sample_page(text, path.split("/")[1], self.source)

        def turn(match):
            link, mark, anchor = match.group(2).partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(path), link))
            if "://" in link or not link or not os.path.exists(self.here(target)):
                return match.group()
            if os.path.isdir(self.here(target)):
                self.folders.add(target)
                link = link.rstrip("/") + "/index.md"
            elif not target.endswith(".md"):
                with open(self.here(target), "rb") as data:
                    self.put(target, data.read())
            return match.group(1) + link + mark + anchor + match.group(3)

        self.put(path, before + ANCHOR.sub(r"{anchor}`\1`", LINK.sub(turn, text)) + more)
        for target in self.targets(path):
            if target.endswith(".md") and target not in self.written and os.path.exists(self.here(target)) and not target.startswith("doc/"):
                self.copy(target, self.files(target), ORPHAN if target.startswith("samples/") else "")

    def files(self, readme):
        """Models and tables in the folder of a sample, shown below its page."""
        folder = os.path.dirname(readme)
        if not folder.startswith("samples/"):
            return ""
        out = "\n\n## Files\n"
        for name in sorted(os.listdir(self.here(folder))):
            kind = name.rpartition(".")[2]
            path = self.here(os.path.join(folder, name))
            if kind not in ("xml", "csv", "py") or os.path.getsize(path) > 40000:
                continue
            self.put(os.path.join(folder, name), read(path))
            out += "\n### %s\n\n```{literalinclude} %s\n:language: %s\n```\n" % (name, name, {"csv": "none", "py": "python"}.get(kind, kind))
        return out if "###" in out else ""

    def folder_page(self, folder):
        """The page of a linked directory: its files, to be opened or saved."""
        rows, readme = [], os.path.join(folder, "README.md")
        if os.path.exists(self.here(readme)):
            self.copy(readme)
        for name in sorted(os.listdir(self.here(folder))):
            path = self.here(os.path.join(folder, name))
            if os.path.isfile(path) and not name.endswith((".md", ".mk")):
                with open(path, "rb") as data:
                    self.put(os.path.join(folder, name), data.read())
                rows.append("- {download}`%s`" % name)
        self.put(os.path.join(folder, "index.md"), "---\nnosearch: true\n---\n# %s\n\n" % folder
                 + ("[README](README.md)\n\n" + toctree(["README"]) if os.path.exists(self.here(readme)) else "") + "\n".join(rows) + "\n")

    def pages(self, folder):
        return sorted(name[:-3] for name in os.listdir(self.here(folder)) if name.endswith(".md") and name != "index.md")

    def ordered(self, folder, index):
        """Pages of a folder in the order in which an index links to them."""
        wanted, there = [], self.pages(folder)
        for target in self.targets(index):
            name = os.path.basename(target)[:-3]
            if os.path.dirname(target) == folder and name in there and name not in wanted:
                wanted.append(name)
        return wanted + [name for name in there if name not in wanted]


def gallery(manual, samples):
    """Makes cards of the gallery, and lists the samples that it does not have."""
    page = cards.gallery(read(os.path.join(manual.out, "doc/guide/gallery.md")), manual.source)
    rest = [name for name in samples if "samples/%s/README.md" % name not in page]
    more = "\n## Other samples\n\n" + "".join("- [%s](../../samples/%s/README.md)\n" % (title(read(manual.here("samples/%s/README.md" % name))), name)
                                             for name in rest) if rest else ""
    manual.put("doc/guide/gallery.md", page + more)


def theory(manual, names):
    """Writes the index of the theory: each page with its first sentence."""
    rows = []
    for name in names:
        text = read(manual.here("doc/theory/%s.md" % name))
        first = re.search(r"^# .*\n+((?:[^\n#|`].*\n)+)", text)
        first = re.split(r"(?<=[.:])\s", " ".join(first.group(1).split()))[0] if first else ""
        rows.append("| [%s](%s.md) | %s |" % (title(text), name, re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", first).rstrip(":").replace("|", "\\|")))
    tried = manual.pages("doc/theory/tried")
    for name in tried:
        manual.copy("doc/theory/tried/%s.md" % name)
    manual.put("doc/theory/tried/index.md", "# Earlier experiments\n\nExperiments that were abandoned or led to a decision, with their results.\n\n"
               + toctree(tried, hidden=False))
    manual.put("doc/theory/index.md", "# Theory\n\nThe formulas of the program, and their place in the code. Terms: [glossary](glossary.md).\n\n"
               "| page | first sentence |\n|---|---|\n" + "\n".join(rows) + "\n\n" + toctree([*names, "tried/index"]))


def problems(manual):
    """Adds the codes of problems to the index, so that the search finds these names with hyphens."""
    text = read(os.path.join(manual.out, "doc/reference/problems.md"))
    codes = sorted(set(re.findall(r"^\|? *`([EWN]-[A-Z0-9-]+)`", text, re.M)) | set(re.findall(r"^#+ `?([EWN]-[A-Z0-9-]+)`?", text, re.M)))
    head, _, rest = text.partition("\n")
    manual.put("doc/reference/problems.md", head + "\n\n```{index} %s\n```\n" % ", ".join(codes) + rest if codes else text)


def main(source, out, screens=""):
    manual = Manual(os.path.abspath(source), os.path.abspath(out))
    guide = manual.ordered("doc/guide", "doc/guide/index.md")
    manual.copy("doc/guide/index.md", "\n" + toctree(guide))
    manual.copy("doc/reference/index.md", "\n" + toctree(manual.ordered("doc/reference", "doc/reference/index.md")))
    manual.copy("doc/validation/index.md", "\n" + toctree(manual.pages("doc/validation")))
    manual.copy("doc/adr/index.md")
    for name in manual.pages("doc/adr"):
        manual.copy("doc/adr/%s.md" % name, before=ORPHAN)
    for folder in ("guide", "reference", "validation", "theory"):
        for name in manual.pages("doc/" + folder):
            manual.copy("doc/%s/%s.md" % (folder, name))
    theory(manual, manual.ordered("doc/theory", "doc/guide/index.md"))
    for path in ("doc/formats.md", "doc/NEWS.md", *PROJECT):
        manual.copy(path)
    samples = sorted(name for name in os.listdir(manual.here("samples")) if os.path.exists(manual.here("samples/%s/README.md" % name)))
    for name in samples:
        manual.copy("samples/%s/README.md" % name, manual.files("samples/%s/README.md" % name), ORPHAN)
    gallery(manual, samples)
    cards.screens(manual, screens)
    problems(manual)
    for folder in sorted(manual.folders):
        manual.folder_page(folder)
    others = sorted(path[:-3] for path in manual.written if path.endswith("/README.md") and path not in PROJECT
                    and not path.startswith(("samples/", "tests/validate/")))
    folders = sorted(folder + "/index" for folder in manual.folders)
    manual.put("project.md", "# The project\n\n" + toctree([*(path[:-3] for path in PROJECT), "doc/adr/index", *folders, *others], hidden=False))
    functions, names, commands = headers.build(manual.source, manual.out), python_api.build(manual.source, manual.out), manpages.build(manual.source, manual.out)
    manual.put("index.md", cards.landing(manual.source, read(os.path.join(HERE, "index.in"))))
    keep = manual.written | {os.path.join(folder, name) for folder in ("c", "python", "man") for name in os.listdir(os.path.join(manual.out, folder))}
    for folder, _, files in os.walk(manual.out):
        for name in files:
            path = os.path.join(folder, name)
            if os.path.relpath(path, manual.out) not in keep:
                os.remove(path)
    print("manual: %d pages of the project, %d functions of C, %d names of Python, %d man pages"
          % (sum(path.endswith(".md") for path in manual.written), functions, names, commands))


main(*sys.argv[1:])

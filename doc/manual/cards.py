"""Pages with pictures: the first page and the gallery as cards, samples, and pages of the guide with the screens that they are about."""
import json
import os
import re

from pages import read, title

# subjects of the gallery, and elements or attributes by which a model shows that it belongs to one
SUBJECTS = {
    "3-D": r'motion="spatial"',
    "jams": None,
    "piles": r'pile="(left|right)"',
    "streams": r"<sheet\b[^>]*\bcount=(?![^>]*\bpile=)",
    "control": r"<rule\b",
    "gates": r"<(pivot|slide)\b",
    "holding": r"<(suction|electrostatic|jet|brush|bristles)\b",
    "skew": r'kind="skew"|yaw=',
    "statics": r"<statics\b|<run\b[^>]*\bkind=\"(equilibrium|modes)\"|kind=\"(equilibrium|modes)\"",
    "drawings": r"<drawing\b",
    "library": r"<include\b[^>]*library=",
    "studies": r"<(study|calibration)\b",
    "bodies": r"<(disc|block|solid|affine|contractile)\b",
}

# pictures that tests/tools/manual-screens.py makes: the page of the guide, what is seen
SCREENS = {
    "report": ("doc/guide/report.md", "The report of `samples/lip-jam` at its jam: the cause in words, the forces on the sheet, the time and its events."),
    "live": ("doc/guide/live.md", "A live page of `samples/a4-turn`: sliders with the values that pass (green) and fail (hatched), and the sheet in the machine."),
    "study": ("doc/guide/reading-studies.md", "The report of a study with three factors: the first answers, and the effects behind them."),
    "python": ("doc/guide/python.md", "A run at the end of a cell of a notebook: the machine, the sheets at the end, and the checks with their margins."),
}


def first_sentence(text):
    """The first sentence of a paragraph, without its line breaks."""
    return re.split(r"(?<=[.:])\s", " ".join(text.split()))[0].rstrip(":")


def card(picture, alt, link, name, text, tags=""):
    return "- [![%s](%s)](%s)\n\n  **[%s](%s)**\n\n  %s\n" % (alt, picture, link, name, link, text) + ("\n  *%s*\n" % tags if tags else "")


def cards(items):
    return '<div class="cards">\n\n%s\n\n</div>\n' % "\n".join(items)


def tasks(source):
    """Cards of the tasks in the index of the guide, each with the first picture of its page."""
    out = []
    for what, name, page in re.findall(r"^\| (.+?) \| \[(.+?)\]\((task-[\w-]+)\.md\) \|$", read(os.path.join(source, "doc/guide/index.md")), re.M):
        alt, picture = re.search(r"!\[(.*?)\]\((.*?)\)", read(os.path.join(source, "doc/guide/%s.md" % page))).groups()
        out.append(card("doc/guide/" + picture, alt, "doc/guide/%s.md" % page, name, what))
    return cards(out)


def excerpt(source, page, command):
    """The text block of a page that begins with a command."""
    block = next(block for block in re.findall(r"^```text\n(.*?)^```", read(os.path.join(source, page)), re.M | re.S) if block.startswith("$ " + command))
    return "```text\n%s```\n" % block


def landing(source, text):
    """The first page: `%% tasks` and `%% PAGE: COMMAND` stand for the cards of tasks and for the output of a command."""
    text = re.sub(r"^%% tasks$", lambda _: tasks(source), text, flags=re.M)
    return re.sub(r"^%% (\S+): (.*)$", lambda m: excerpt(source, m.group(1), m.group(2)), text, flags=re.M)


def subjects(folder):
    """Subjects of a sample: what its files have, and whether it jams."""
    files = [read(os.path.join(folder, name)) for name in sorted(os.listdir(folder)) if name.endswith(".xml")]
    expected = os.path.join(folder, "expected.txt")
    jams = os.path.exists(expected) and re.search(r"\bJAM\b", read(expected))
    return [name for name, mark in SUBJECTS.items() if (jams if mark is None else any(re.search(mark, text) for text in files))]


def gallery(page, source):
    """The page of the gallery with a card for each sample in place of its text. A card leads to the page of the sample, which has all of it."""
    head, *chapters = re.split(r"^(?=## )", page, flags=re.M)
    out = [re.sub(r"^All samples.*?(?=\n\n|\Z)", "All samples, each with some moments of its run. Choose a subject, or click a picture for the model, notes and commands to try.",
                  head, flags=re.M | re.S)]
    for chapter in chapters:
        heading, *samples = re.split(r"^### ", chapter, flags=re.M)
        items = []
        for text in samples:
            name = re.search(r"^!\[([\w-]+)\]\(gallery/", text, re.M).group(1)
            heads, _, rest = text.partition("\n")
            items.append(card("gallery/%s.svg" % name, "Moments of " + name, "../../samples/%s/README.md" % name, heads.strip(), first_sentence(rest.strip().split("\n\n")[0]),
                              ", ".join(subjects(os.path.join(source, "samples", name)))))
        out.append(heading.rstrip() + "\n\n" + cards(items) + "\n")
    return "".join(out)


def sample_page(text, name, source):
    """The page of a sample with its picture below the title."""
    if not os.path.exists(os.path.join(source, "doc/guide/gallery/%s.svg" % name)):
        return text
    head, _, rest = text.partition("\n")
    return "%s\n\n![Moments of the run of %s](../../doc/guide/gallery/%s.svg)\n%s" % (head, title(text), name, rest)


def screens(manual, folder):
    """Puts the pictures of pages before the first heading below the title, in light and dark; without pictures the text alone."""
    for name, (page, text) in SCREENS.items():
        pictures = ""
        for scheme in ("light", "dark"):
            file = "doc/guide/screens/%s-%s.png" % (name, scheme)
            path = os.path.join(folder, "%s-%s.png" % (name, scheme))
            if os.path.exists(path):
                with open(path, "rb") as data:
                    manual.put(file, data.read())
                pictures += "```{image} screens/%s-%s.png\n:alt: %s\n:class: screen for-%s\n```\n\n" % (name, scheme, json.dumps(text.replace("`", "")), scheme)
        old = read(os.path.join(manual.out, page))
        manual.put(page, re.sub(r"^## ", lambda m: pictures + "*" + text + "*\n\n" + m.group(), old, count=1, flags=re.M))

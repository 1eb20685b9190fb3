"""Sphinx settings of the manual: make html."""
import html
import itertools
import os
import re
import subprocess
import sys
import unicodedata

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.transforms.post_transforms.images import ImageConverter
from sphinx.util import logging

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

project = "Quire"
author = "the authors of Quire"
release = version = os.environ.get("QUIRE_VERSION", "")
html_title = ("Quire " + version).strip()
extensions = ["myst_parser", "search_data"]
source_suffix = {".md": "markdown"}
root_doc = "index"
language = "en"
highlight_language = "none"
# excerpts of models have dots in place of attributes
suppress_warnings = ["misc.highlighting_failure"]
nitpicky = True
# types of the languages themselves
nitpick_ignore_regex = [("c:identifier", r"(size_t|bool|u?int\d+_t)"), ("py:.*", r".*")]
myst_heading_anchors = 4
# formulas between dollars become MathML, which browsers show without a script or fonts
myst_enable_extensions = ["dollarmath"]
myst_dmath_allow_digits = False
myst_update_mathjax = False
html_math_renderer = "mathml"
# elements of model files are text, also where a page does not quote them
myst_disable_syntax = ["html_inline"]

html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["manual.css"]
html_js_files = ["manual.js"]
templates_path = ["templates"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
pygments_style = "default"
pygments_dark_style = "github-dark"
# Debian's furo lacks the dark colours for those who ask for them by their system; light ones with more contrast
html_theme_options = {
    "top_of_page_button": None,
    "light_css_variables": {
        "color-brand-primary": "#1f4fd1",
        "color-brand-content": "#1f4fd1",
        "color-problematic": "#a00000",
        "color-background-border": "#dcdce2",
    },
    "dark_css_variables": {
        "color-problematic": "#ff8a80",
        "color-foreground-primary": "#e3e3e3",
        "color-foreground-secondary": "#b0b4ba",
        "color-foreground-muted": "#a3a8ae",
        "color-foreground-border": "#666",
        "color-background-primary": "#131416",
        "color-background-secondary": "#1a1c1e",
        "color-background-hover": "#1e2124",
        "color-background-hover--transparent": "#1e212400",
        "color-background-border": "#36393c",
        "color-background-item": "#444",
        "color-brand-primary": "#6fb1ff",
        "color-brand-content": "#6fb1ff",
        "color-highlighted-background": "#083563",
        "color-highlight-on-target": "#333300",
        "color-api-keyword": "#b0b4ba",
        "color-admonition-background": "#18181a",
    },
}

# the same pages for paper: make pdf
latex_engine = "xelatex"
latex_documents = [(root_doc, "quire.tex", html_title, "", "manual")]
latex_show_pagerefs = False
latex_table_style = ["booktabs"]
latex_elements = {
    "papersize": "a4paper",
    "pointsize": "10pt",
    "extraclassoptions": "openany,oneside",
    "fontpkg": r"\setmainfont{DejaVu Serif}\setsansfont{DejaVu Sans}\setmonofont[Scale=0.85]{DejaVu Sans Mono}",
    # short words of tables keep their width
    "preamble": r"\setlength{\tymin}{62pt}",
}


class PictureConverter(ImageConverter):
    """Converts drawings for the PDF by librsvg."""
    conversion_rules = [("image/svg+xml", "application/pdf")]

    def is_available(self):
        return True

    def convert(self, drawing, paper):
        return subprocess.run(["rsvg-convert", "-f", "pdf", "-o", paper, drawing], check=False).returncode == 0


def mathml(tex, inline, where):
    """The MathML of a formula, with replacements for commands unknown to docutils."""
    for pattern, other in ((r"\\[Bb]igg?[lrm]?(?![a-z])", ""), (r"\\textstyle(?![a-z])", ""), (r"\\dots(?![a-z])", r"\\ldots"), (r"\\texttt(?![a-z])", r"\\mathtt"),
                           (r"\\mathrel\{([^{}]*)\}", r"\1")):
        tex = re.sub(pattern, other, tex)
    try:
        return tex2mathml(tex, inline=inline)
    except SyntaxError as error:
        logging.getLogger(__name__).warning("formula: %s", error, location=where)
        return tex.replace("&", "&amp;").replace("<", "&lt;")


def show_inline(translator, node):
    translator.body.append('<span class="math">%s</span>' % mathml(node.astext(), True, node))
    raise nodes.SkipNode


def show_block(translator, node):
    translator.body.append('<div class="math">%s</div>\n' % mathml(node.astext(), False, node))
    raise nodes.SkipNode


FORMULA = re.compile(r"(?P<quoted>\"[^\"]*\")|\^(?P<up>\((?:[^()]|\([^()]*\))*\)|[^\W_]+(?:_\{[^{}]*\})?)|_(?P<low>\{[^{}]*\}|[^\W_]+(?:,[^\W_]+)*)|(?P<word>[^\W\d_]+)")


def raised(word):
    """A word with its raised and lowered characters as ^(...) and _{...}."""
    parts = itertools.groupby(word, lambda c: unicodedata.decomposition(c).partition(" ")[0])
    frames = {"<super>": "^(%s)", "<sub>": "_{%s}"}
    return "".join(frames.get(kind, "%s") % (unicodedata.normalize("NFKC", "".join(part)) if kind in frames else "".join(part)) for kind, part in parts)


def formula(text):
    """A formula written in plain text, as in `F = k d^(3/2)`: letters in italics, exponents and indices in their places."""
    def turn(match):
        if match["up"]:
            inner = match["up"]
            return "<sup>%s</sup>" % formula(inner[1:-1] if inner[0] == "(" else inner)
        if match["low"]:
            return "<sub>%s</sub>" % html.escape(match["low"].strip("{}"))
        word = html.escape(match.group())
        return "<var>%s</var>" % word if match["word"] and len(word) == 1 else word
    out, at = "", 0
    text = re.sub(r"[^\W_]+|[⁺⁻₊₋⁽⁾₍₎]+", lambda m: raised(m.group()), text)
    for match in FORMULA.finditer(text):
        out += html.escape(text[at:match.start()]) + turn(match)
        at = match.end()
    return out + html.escape(text[at:])


def typeset(app, doctree, docname):
    """Typesets the indented formulas of the theory, which are plain text in its pages."""
    if app.builder.format != "html" or not docname.startswith("doc/theory/"):
        return
    for block in list(doctree.findall(nodes.literal_block)):
        text = block.astext()
        if block.get("language", "none") == "none" and re.search(r"[=≤≥∫Σ∂√]", text) and not re.search(r"^\s*(\$ |quire |<\w)|[|+]--", text, re.M):
            block.replace_self(nodes.raw("", '<div class="formula">%s</div>\n' % formula(text), format="html"))


def anchor(_name, _raw, text, _line, inliner, _options=None, _content=None):
    """A target for links from other pages: {anchor}`overdrive`."""
    env = inliner.document.settings.env
    label = env.doc2path(env.docname, base=False) + "#" + text
    domain = env.get_domain("std")
    domain.anonlabels[label] = env.docname, text
    domain.labels[label] = env.docname, text, text
    return [nodes.target("", "", ids=[text])], []


def link_paths(app, doctree, docname):
    """Adds links to paths such as `doc/guide/skew.md` and `samples/droop` in the text."""
    if app.builder.format != "html":
        return
    there = app.builder.env.all_docs
    for literal in list(doctree.findall(nodes.literal)):
        text = literal.astext()
        if isinstance(literal.parent, nodes.reference) or not re.fullmatch(r"[\w./-]+", text):
            continue
        names = [text[:-3] if text.endswith(".md") else "", text.rstrip("/") + "/README", text.rstrip("/") + "/index"]
        if sample := re.match(r"samples/[\w-]+(?=/)", text):
            names.append(sample.group() + "/README")
        name = next((name for name in names if name in there and "/" in name and name != docname), None)
        if name:
            reference = nodes.reference("", "", internal=True, refuri=app.builder.get_relative_uri(docname, name))
            literal.replace_self(reference)
            reference += literal


def mend_page(_app, _page, _template, context, _doctree):
    """Removes the script of Debian's furo, whose parts a browser cannot load from files; static/manual.js has the required functions. Gives
    headings in the list of pages the level that screen readers need."""
    context["script_files"] = [script for script in context.get("script_files", []) if "furo.js" not in str(getattr(script, "filename", script))]
    context["furo_navigation_tree"] = context.get("furo_navigation_tree", "").replace('role="heading"', 'role="heading" aria-level="2"')


def drop_imports(app, failure):
    """Removes an import from Debian's style sheet that needs a web server; static/manual.css has the required rules."""
    path = os.path.join(app.outdir, "_static", "styles", "furo.css")
    if failure is None and app.builder.name == "html" and os.path.exists(path):
        with open(path, encoding="utf-8") as old:
            text = old.read()
        with open(path, "w", encoding="utf-8") as new:
            new.write(re.sub(r"@import url\([^)]*\);\s*", "", text))


def setup(app):
    app.connect("doctree-resolved", link_paths)
    app.connect("doctree-resolved", typeset)
    app.add_role("anchor", anchor)
    app.add_post_transform(PictureConverter)
    app.add_html_math_renderer("mathml", (show_inline, None), (show_block, None))
    app.connect("html-page-context", mend_page, priority=900)
    app.connect("build-finished", drop_imports)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

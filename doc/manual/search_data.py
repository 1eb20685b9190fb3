"""The search of the manual: _static/search-data.js holds the text of all pages and the words of users, for static/search.js. A script, because
a browser lets no page that was opened as a file read another one."""
import json
import os
import re

from docutils import nodes
from sphinx import addnodes

HERE = os.path.dirname(os.path.abspath(__file__))
WORDS = os.path.join(HERE, "..", "..", "src", "catalog", "search_words.tsv")
# what is no prose
LEFT_OUT = (nodes.section, nodes.math, nodes.math_block, nodes.raw, nodes.image, nodes.comment, addnodes.toctree, addnodes.index, addnodes.desc)
LONGEST_EXAMPLE = 1500


def words_of_users():
    """Words and phrases of users with those of the manual; the words of "-" say nothing about a subject."""
    with open(WORDS, encoding="utf-8") as text:
        rows = [line.rstrip("\n").split("\t") for line in text if not line.startswith("#")]
    ignored = next(others for word, others in rows if word == "-")
    return {word: others for word, others in rows if word != "-"}, ignored.split()


def subjects(index):
    """What the tables of the guide's index say of its pages."""
    about = {}
    for what, links in re.findall(r"^\| *(.+?) *\| *(.*\.md.*?) *\|$", index, re.M):
        for name in re.findall(r"\(([\w-]+)\.md", links):
            about["doc/guide/" + name] = (about.get("doc/guide/" + name, "") + " " + what).strip()
    return about


def own_text(node):
    """Text of a section without the sections within it, and without long examples."""
    if isinstance(node, LEFT_OUT) or (isinstance(node, nodes.literal_block) and len(node.astext()) > LONGEST_EXAMPLE):
        return ""
    if isinstance(node, nodes.Text):
        return node.astext()
    return ("" if isinstance(node, nodes.TextElement) else " ").join(own_text(child) for child in node.children)


def sections(doctree):
    """Anchor, heading and text of each section, and of each function, type or member of an interface."""
    for node in doctree.findall(lambda n: isinstance(n, (nodes.section, addnodes.desc))):
        if isinstance(node, nodes.section):
            title = node.next_node(nodes.title)
            text = " ".join(own_text(child) for child in node.children if not isinstance(child, nodes.title))
            yield node["ids"][0], title.astext() if title else "", text
        else:
            signature = node.next_node(addnodes.desc_signature)
            name = signature.next_node(addnodes.desc_name) if signature else None
            content = node.next_node(addnodes.desc_content)
            if name and signature["ids"]:
                yield signature["ids"][0], name.astext(), " ".join(own_text(child) for child in content.children) if content else ""


def write(app, failure):
    """Writes the text of all pages: address, title, subject, [anchor, heading, text] of sections."""
    if failure is not None or app.builder.name != "html":
        return
    env, pages = app.env, []
    with open(env.doc2path("doc/guide/index"), encoding="utf-8") as index:
        about = subjects(index.read())
    for name in sorted(env.all_docs):
        if "nosearch" in env.metadata.get(name, {}):
            continue
        found = [[anchor, " ".join(heading.split()), " ".join(text.split())] for anchor, heading, text in sections(env.get_doctree(name))]
        if found:
            found[0][0] = ""
            pages.append([name + ".html", found[0][1], about.get(name, ""), found])
    others, ignored = words_of_users()
    with open(os.path.join(app.outdir, "_static", "search-data.js"), "w", encoding="utf-8") as out:
        out.write("var QUIRE_SEARCH = " + json.dumps({"pages": pages, "words": others, "ignored": ignored}, ensure_ascii=False, separators=(",", ":")) + ";\n")


def setup(app):
    def no_index(builder_app):
        # the index of Sphinx has no texts, and its search wants all words
        builder_app.builder.search = False
    app.connect("builder-inited", no_index)
    app.connect("html-collect-pages", lambda _app: [("search", {"title": "Search"}, "search.html")])
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

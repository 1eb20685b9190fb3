"""The Python interface: one page from the docstrings of src/python/quire.py, which is parsed, not imported."""
import ast
import copy
import os
import re
import textwrap

from pages import directive, escape, read, write


def prose(text):
    """A docstring: its first part as text, indented blocks as code."""
    text = textwrap.dedent(text.split("\n", 1)[0] + "\n") + textwrap.dedent(text.split("\n", 1)[1]) if "\n" in text else text
    blocks = re.split(r"\n\s*\n", text.strip("\n"))
    out = []
    for block in blocks:
        if block.startswith("    "):
            if out and out[-1][0] == "code":
                out[-1] = ("code", out[-1][1] + "\n\n" + textwrap.dedent(block))
            else:
                out.append(("code", textwrap.dedent(block)))
        else:
            out.append(("text", escape(block)))
    return "\n\n".join("```python\n%s\n```" % block if kind == "code" else block for kind, block in out)


def signature(node, drop_self):
    arguments = copy.deepcopy(node.args)
    if drop_self:
        del (arguments.posonlyargs or arguments.args)[0]
    return "%s(%s)" % (node.name, ast.unparse(arguments))


def members(node):
    for part in node.body:
        if not isinstance(part, ast.FunctionDef) or not ast.get_docstring(part):
            continue
        if part.name.startswith("_") and part.name not in ("__getitem__", "__init__"):
            continue
        marks = [ast.unparse(mark) for mark in part.decorator_list]
        text = prose(ast.get_docstring(part))
        if "property" in marks:
            yield directive("py:property", part.name, text)
        else:
            yield directive("py:method", signature(part, True), text)


def inherited(node, classes):
    """Methods inherited from private base classes."""
    for base in node.bases:
        if isinstance(base, ast.Name) and base.id in classes and base.id.startswith("_"):
            yield from members(classes[base.id])


def build(source, out):
    tree = ast.parse(read(os.path.join(source, "src", "python", "quire.py")))
    public = next(ast.literal_eval(node.value) for node in tree.body
                  if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__")
    nodes = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    text = ["# The Python module\n", prose(ast.get_docstring(tree)), "\nA longer introduction: [Quire from Python](../doc/guide/python.md).\n",
            "```{py:module} quire\n```\n", "## Functions\n"]
    text += [directive("py:function", signature(nodes[name], False), prose(ast.get_docstring(nodes[name]) or ""))
             for name in public if isinstance(nodes[name], ast.FunctionDef)]
    text.append("## Classes\n")
    for name in public:
        node = nodes[name]
        if isinstance(node, ast.ClassDef):
            inner = "\n".join([*members(node), *inherited(node, nodes)])
            argument = name
            if name == "Law":
                argument = next(signature(part, True) for part in node.body if getattr(part, "name", "") == "__init__").replace("__init__", name)
            text.append(directive("py:exception" if name == "Error" else "py:class", argument,
                                  prose(ast.get_docstring(node) or "") + "\n\n" + inner, fence=5))
    write(os.path.join(out, "python", "quire.md"), "\n".join(text))
    return len(public)

"""Runs the code cells of notebooks in order, each notebook in a namespace of its own, without Jupyter: prints TAP. For tests/check-notebooks.tap.
Outputs must be stripped, and each notebook must assert something. What a cell ends with is shown as a notebook would."""

import ast
import contextlib
import io
import json
import os
import sys

os.environ["MPLBACKEND"] = "Agg"
TOP = {"cells", "metadata", "nbformat", "nbformat_minor"}


def faults_of_form(name, text):
    """What is wrong before anything runs."""
    notebook = json.loads(text)
    wrong = []
    if set(notebook) != TOP or notebook["nbformat"] != 4 or notebook["nbformat_minor"] < 5:
        wrong.append("it is no notebook of format 4.5")
    if set(notebook["metadata"]) - {"kernelspec", "language_info"} or set(notebook["metadata"].get("language_info", {})) - {"name"}:
        wrong.append("its metadata have more than the language")
    names = [cell["id"] for cell in notebook["cells"]]
    if len(set(names)) < len(names):
        wrong.append("two cells have one id")
    for cell in notebook["cells"]:
        if cell["metadata"] or cell.get("outputs") or cell.get("execution_count") is not None:
            wrong.append("cell %s is not stripped: outputs, counts and metadata must be empty" % cell["id"])
    if text != json.dumps(notebook, indent=1, ensure_ascii=False) + "\n":
        wrong.append("%s is not laid out as Jupyter writes it" % os.path.basename(name))
    return wrong


def show(value):
    if value is None:
        return
    page = getattr(value, "_repr_html_", None)
    shown = repr(value) if page is None else page()
    assert shown, "nothing is shown"


def run_cell(source, label, names):
    """Runs a cell; its last expression is shown. Returns the number of its assertions."""
    tree = ast.parse(source, label)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, label, "exec"), names)  # pylint: disable=exec-used
    if last is not None:
        show(eval(compile(ast.Expression(last.value), label, "eval"), names))  # pylint: disable=eval-used
    return sum(isinstance(node, ast.Assert) for node in ast.walk(tree))


def faults(name):
    with open(name, encoding="utf-8") as file:
        text = file.read()
    wrong = faults_of_form(name, text)
    names, asserted, before = {"__name__": "__main__"}, 0, os.getcwd()
    os.chdir(os.path.dirname(name))
    try:
        there = set(os.listdir("."))
        for cell in json.loads(text)["cells"]:
            if cell["cell_type"] != "code":
                continue
            try:
                with contextlib.redirect_stdout(io.StringIO()):
                    asserted += run_cell("".join(cell["source"]), cell["id"], names)
            except Exception as error:  # pylint: disable=broad-except
                return wrong + ["cell %s: %s: %s" % (cell["id"], type(error).__name__, error)]
        left = set(os.listdir(".")) - there
        if left:
            wrong.append("it leaves %s" % ", ".join(sorted(left)))
    finally:
        os.chdir(before)
    return wrong if asserted else wrong + ["it asserts nothing"]


def main(files):
    failed = 0
    for i, name in enumerate(files):
        wrong = faults(os.path.abspath(name))
        failed += bool(wrong)
        print("%s %d - %s" % ("not ok" if wrong else "ok", i + 1, os.path.basename(name)), flush=True)
        for line in wrong:
            print("# " + line.replace("\n", "\n# "))
    print("1..%d" % len(files))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

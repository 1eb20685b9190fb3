"""Compares the type stubs of the Python module with the module itself: the same public names, members, parameters, and which of these have
defaults. Prints TAP. Where mypy is installed, it also reads the stubs and a program that uses them. For tests/check-python-stub.tap."""

import ast
import inspect
import os
import subprocess
import sys
import tempfile

import quire

SOURCE = os.environ["QUIRE_SRCDIR"]
STUB = os.path.join(SOURCE, "src/python/quire.pyi")
KINDS = {inspect.Parameter.POSITIONAL_ONLY: "/", inspect.Parameter.POSITIONAL_OR_KEYWORD: "", inspect.Parameter.VAR_POSITIONAL: "*",
         inspect.Parameter.KEYWORD_ONLY: "k", inspect.Parameter.VAR_KEYWORD: "**"}
# what is given back or compared, not called by users
HIDDEN = {"__reduce__", "__str__", "__repr__", "__module__", "__doc__", "__dict__", "__weakref__", "__slots__", "__abstractmethods__",
          "__hash__", "__static_attributes__", "__firstlineno__", "__annotations__"}

GOOD = """
import quire

run = quire.run("m.xml", rubber_mu=0.9, nip_load=(8, "N"), end=0.1)
number: float = run["s1.lead.time"] + run.column("time").sum()
with quire.load("m.xml", {"force": "8 N"}) as model:
    text: str = model.name
    again: quire.Run = model.run(end=0.2)
force: float = quire.Law("linear").normal_force(1e-3)
rows: int = len(quire.study("s.xml", run=True, workers=2).frame())
try:
    quire.parse("<model/>", file="x")
except quire.Error as error:
    codes: list[str | None] = [problem.code for problem in error.problems]
"""
# lines that are each wrong
BAD = ['quire.run(8)', 'quire.load("m.xml").nmae', 'quire.load("m.xml", ["force"])', 'x: str = quire.run("m.xml")["a"]', 'quire.study("s", 1)',
       'quire.Law("linear").impact("2 g", 1.0)', 'quire.version(1)', 'quire.verify("d").same']


def of_module(function):
    return [(p.name, KINDS[p.kind], p.default is not p.empty) for p in inspect.signature(function).parameters.values()]


def of_stub(node):
    a = node.args
    plain = a.posonlyargs + a.args
    first = len(plain) - len(a.defaults)
    found = [(p.arg, "/" if i < len(a.posonlyargs) else "", i >= first) for i, p in enumerate(plain)]
    found += [(a.vararg.arg, "*", False)] if a.vararg else []
    found += [(p.arg, "k", d is not None) for p, d in zip(a.kwonlyargs, a.kw_defaults)]
    return found + ([(a.kwarg.arg, "**", False)] if a.kwarg else [])


def is_property(node):
    return isinstance(node, ast.FunctionDef) and any(isinstance(d, ast.Name) and d.id == "property" for d in node.decorator_list)


def members_of_stub(node):
    """Functions by name, properties, and attributes that objects have."""
    functions, properties, attributes = {}, set(), set()
    for child in node.body:
        if is_property(child):
            properties.add(child.name)
        elif isinstance(child, ast.FunctionDef):
            functions.setdefault(child.name, []).append(child)
        elif isinstance(child, ast.AnnAssign):
            attributes.add(child.target.id)
    return functions, properties, attributes


def compare(module, stub):
    """Lines about what differs."""
    wrong = []
    nodes = {node.name: node for node in stub.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    listed = [ast.literal_eval(n.value) for n in stub.body if isinstance(n, ast.Assign) and n.targets[0].id == "__all__"]
    if listed != [module.__all__]:
        wrong.append("__all__ differs")
    for name in sorted({n for n in nodes if not n.startswith("_")} ^ set(module.__all__)):
        wrong.append("%s is only in the %s" % (name, "stub" if name in nodes else "module"))
    for name, node in nodes.items():
        thing = getattr(module, name, None)
        if isinstance(node, ast.FunctionDef):
            if thing is not None and of_module(thing) != of_stub(node):
                wrong.append("%s: %s in the module, %s in the stub" % (name, of_module(thing), of_stub(node)))
        elif thing is not None:
            wrong += compare_class(name, thing, node)
    return wrong


def compare_class(name, thing, node):
    wrong = []
    functions, properties, attributes = members_of_stub(node)
    made = vars(tuple) if hasattr(thing, "_fields") else {}
    there = {n: v for n, v in vars(thing).items() if n not in HIDDEN and n not in made and (not n.startswith("_") or n.startswith("__"))}
    for member, value in there.items():
        if isinstance(value, property):
            if member not in properties:
                wrong.append("%s.%s is no property of the stub" % (name, member))
        elif inspect.isfunction(value):
            if member not in functions:
                wrong.append("%s.%s is missing in the stub" % (name, member))
            for other in functions.get(member, []):
                if of_stub(other) != of_module(value):
                    wrong.append("%s.%s: %s in the module, %s in the stub" % (name, member, of_module(value), of_stub(other)))
    for member in (set(functions) | properties) - set(there):
        wrong.append("%s.%s is only in the stub" % (name, member))
    # attributes of objects are what a method assigns to self, or to an object that it makes
    assigned = {n.attr for n in ast.walk(ast.parse(inspect.getsource(thing))) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)
                and isinstance(n.value, ast.Name) and n.value.id in ("self", "model", "study_") and not n.attr.startswith("_")}
    assigned |= {n for n in vars(thing).get("__slots__", ()) if not n.startswith("_")}
    assigned |= set(getattr(thing, "_fields", ()))  # of a named tuple
    for member in sorted(assigned ^ attributes):
        wrong.append("%s.%s is only in the %s" % (name, member, "stub" if member in attributes else "module"))
    return wrong


def mypy(text):
    """What mypy says of a program that uses the module."""
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "program.py")
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "--cache-dir", os.path.join(folder, "cache"),
                               "--follow-imports=silent", name], capture_output=True, text=True, check=False,
                              env={**os.environ, "MYPYPATH": os.path.dirname(STUB)})
    return done.stdout + done.stderr


def main():
    with open(STUB, encoding="utf-8") as file:
        text = file.read()
    results = [("stubs and module agree", compare(quire, ast.parse(text)))]
    # the comparison notices what it is for
    missed = []
    for what, before, after in (("a name", "def version()", "def versions()"), ("a parameter", "kind: str", "sort: str"),
                                ("a default", "runs: int = 25", "runs: int"), ("a kind", "time_limit", "*, time_limit"),
                                ("a property", "@property\n    def text", "def text"), ("an attribute", "    line: int\n", ""),
                                ("a method", "    def impact", "    def impacts"), ("the list", '"Error", ', "")):
        assert text.count(before) >= 1, before
        if not compare(quire, ast.parse(text.replace(before, after, 1))):
            missed.append("the comparison does not notice that %s differs" % what)
    results.append(("the comparison notices differences", missed))
    failed = 0
    for i, (name, wrong) in enumerate(results):
        print("%s %d - %s" % ("not ok" if wrong else "ok", i + 1, name))
        failed += bool(wrong)
        for line in wrong:
            print("# " + line)
    if subprocess.run([sys.executable, "-m", "mypy", "--version"], capture_output=True, check=False).returncode != 0:
        print("ok 3 - mypy reads the stubs # SKIP mypy is missing (Debian: mypy)")
    else:
        said = mypy("from __future__ import annotations\n" + GOOD)
        wrong = [] if "Success" in said else said.splitlines()
        said = mypy("import quire\n" + "\n".join(BAD) + "\n")
        wrong += ["accepts " + line for i, line in enumerate(BAD) if "program.py:%d: error" % (i + 2) not in said]
        failed += bool(wrong)
        print("%s 3 - mypy reads the stubs" % ("not ok" if wrong else "ok"))
        for line in wrong:
            print("# " + line)
    print("1..3")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())

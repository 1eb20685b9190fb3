#!/usr/bin/env python3
"""Calls every public function of the headers with each pointer NULL in turn, with all of them NULL, and with numbers out of range: no call may crash, and
one that returns a status must refuse a pointer it needs. Each call runs in a process of its own. Usage: check-null.py LIBRARY HEADERS... (Test Anything Protocol)"""

import ctypes as c
import os
import re
import signal
import sys
import tempfile

VOID, OUT = "void", "out"
# what may be NULL: by name everywhere, or by function
OPTIONAL = {"diag", "user", "progress"}
OPTIONAL_OF = {
    "quire_run_create": {"options"}, "quire_sim_create": {"options"}, "quire_sim_act": {"settings"}, "quire_format": {"name"}, "quire_upgrade": {"name"},
    "quire_compare_runs": {"options"}, "quire_error_bars_create": {"options"}, "quire_compare_folders": {"options"}, "quire_convert": {"output", "n_frame"}, "quire_describe": {"kind", "name"},
    "quire_report_write": {"output"}, "quire_report_write_with_cures": {"output", "cures"}, "quire_law_fit": {"free_names", "settings"}, "quire_law_create": {"settings"}, "quire_model_load": {"settings"},
    "quire_model_parse": {"settings"}, "quire_model_vary": {"settings"}, "quire_model_resolve": {"settings"}, "quire_library_check": {"settings"},
}


def functions(headers):
    """(name, result, [(type, name)]) of each QUIRE_API declaration."""
    found = []
    for header in headers:
        text = re.sub(r"/\*.*?\*/", " ", open(header, encoding="utf-8").read(), flags=re.S)
        for match in re.finditer(r"QUIRE_API\s+(.*?)\b(quire_\w+)\((.*?)\);", text, flags=re.S):
            result, name, arguments = match.group(1).strip(), match.group(2), " ".join(match.group(3).split())
            parts, depth, part = [], 0, ""
            for letter in arguments + ",":
                depth += (letter == "(") - (letter == ")")
                if letter == "," and depth == 0:
                    parts.append(part.strip())
                    part = ""
                else:
                    part += letter
            arguments = [(part, "progress") if "(*" in part else (re.sub(r"\w+(\[\d+\])?$", "", part).strip() + ("*" if "[" in part else ""),
                                                                 re.search(r"(\w+)(\[\d+\])?$", part).group(1)) for part in parts if part != "void"]
            found.append((name, result, arguments))
    return found


class Setting(c.Structure):
    _fields_ = [("name", c.c_char_p), ("value", c.c_char_p)]


class Event(c.Structure):
    _fields_ = [("time", c.c_double), ("texts", c.c_char_p * 5), ("value", c.c_double)]


class Line(c.Structure):
    """quire_review_line."""
    _fields_ = [("rule", c.c_void_p), ("part", c.c_char_p), ("sheet", c.c_char_p), ("line", c.c_int), ("numbers", c.c_double * 6),
                ("verdict", c.c_int), ("texts", c.c_char_p * 2)]


class Port(c.Structure):
    _fields_ = [("kind", c.c_int), ("texts", c.c_char_p * 3)]


def is_pointer(kind):
    return "*" in kind or "(*" in kind


def c_type(kind):
    if is_pointer(kind):
        return c.c_void_p
    return {"double": c.c_double, "size_t": c.c_size_t, "bool": c.c_bool, "int": c.c_int}.get(kind.replace("const ", ""), c.c_int)


class World:
    """Something good for each argument."""

    def __init__(self, library, folder, source):
        self.library, self.keep = library, []
        for name in ("quire_diag_create", "quire_run_create", "quire_model_parse"):
            getattr(library, name).restype = c.c_void_p if name == "quire_diag_create" else c.c_int
        self.folder = folder
        self.text = (b'<model version="1" name="m"><parameters><parameter name="v" value="1 m/s"/></parameters><media name="p" grammage="80 g/m^2" '
                     b'thickness="0.1 mm" modulus-md="4 GPa"/><sheet name="s" media="p" length="100 mm" width="100 mm" segments="5"><start from="0 m, 0 m" '
                     b'speed="{v}"/></sheet><settings><run end="5 ms"/></settings></model>')
        self.path = os.path.join(folder, "m.xml").encode()
        with open(self.path, "wb") as file:
            file.write(self.text)
        self.results = os.path.join(folder, "m.run").encode()

    def pointer(self, value):
        self.keep.append(value)
        return c.cast(value, c.c_void_p).value if not isinstance(value, bytes) else c.cast(c.c_char_p(value), c.c_void_p).value

    def room(self, size=4096):
        return self.pointer(c.create_string_buffer(size))

    def model(self):
        out = c.c_void_p()
        status = self.library.quire_model_parse(c.byref(out), c.c_char_p(self.text), c.c_size_t(len(self.text)), b"m.xml", None, c.c_size_t(0), None)
        assert status == 0, "the model is good"
        return out.value

    def options(self, function, size):
        """A struct of options as the library gives it, which is returned through memory."""
        class Room(c.Structure):
            _fields_ = [("bytes", c.c_char * size)]
        give = getattr(self.library, function)
        give.restype, give.argtypes = Room, []
        return self.pointer(c.byref(give()))

    def run(self, execute=True, directory=None):
        out, options = c.c_void_p(), self.options("quire_run_options_default", 160)
        model = self.model()
        self.library.quire_run_create.argtypes = [c.c_void_p] * 4
        assert self.library.quire_run_create(c.addressof(out), model, options, None) == 0
        self.library.quire_run_execute.argtypes = [c.c_void_p] * 2
        if execute:
            assert self.library.quire_run_execute(out, None) == 0
        return out.value

    def sim(self):
        out = c.c_void_p()
        self.library.quire_sim_create.argtypes = [c.c_void_p] * 4
        assert self.library.quire_sim_create(c.addressof(out), self.model(), self.options("quire_run_options_default", 160), None) == 0
        return out.value

    def law(self, name, *settings):
        out, list_ = c.c_void_p(), (Setting * max(1, len(settings)))(*[Setting(*s) for s in settings])
        assert self.library.quire_law_create(c.byref(out), name, list_, c.c_size_t(len(settings)), None) == 0
        return out.value

    def good(self, function, kind, name):
        if name == "progress":
            return None
        if name == "user":
            return self.room()
        if name == "diag":
            return self.library.quire_diag_create()
        if name in ("model",):
            return self.model()
        if name in ("run", "first", "second") and "quire_run" in kind:
            return self.run(execute=function != "quire_run_execute")
        if name == "sim":
            return self.sim()
        if name in ("law",):
            return self.law(b"mtt-step", (b"dynamic-coefficient", b"0.3")) if "friction" in function else self.law(b"linear", (b"stiffness", b"1 N/m"))
        if name == "settings":
            return self.pointer((Setting * 1)(Setting(b"v", b"2 m/s") if "law" not in function else Setting(b"stiffness", b"1 N/m")))
        if name == "n_setting":
            return 1
        if name == "bars":
            out = c.c_void_p()
            assert self.library.quire_error_bars_create(c.byref(out), c.c_void_p(self.model()), c.c_void_p(self.run()), None, None) == 0
            return out.value
        if name == "comparison":
            out = c.c_void_p()
            assert self.library.quire_compare_runs(c.byref(out), c.c_void_p(self.run()), c.c_void_p(self.run()), None, None) == 0
            return out.value
        if name == "options" and "margin" in function:
            class Margin(c.Structure):
                _fields_ = [("parameter", c.c_char_p), ("rest", c.c_char * 152)]
            self.keep.append(Margin.from_address(self.options("quire_margin_options_default", 160)))
            self.keep[-1].parameter = b"v"
            return c.addressof(self.keep[-1])
        if name == "options":
            which = "quire_margin_options_default" if "margin" in function else "quire_compare_options_default" if "compare" in function else "quire_run_options_default"
            return self.options(which, 160)
        if name == "directory" and kind.count("*") == 2:
            return self.pointer((c.c_char_p * 1)(self.results))
        if name in ("directory", "first", "second"):
            return self.pointer(self.results)
        if name == "path":
            return self.pointer(self.path if "export" not in function and "save" not in function else os.path.join(self.folder, "written").encode())
        if name == "text" and kind.count("*") == 1:
            return self.pointer(b"1 N" if "quantity" in function else self.text)
        if name == "size" and not is_pointer(kind):
            return len(self.text) if "law_points" not in function and "import" not in function else 9
        if name == "csv":
            return self.pointer(b"slip,rate")
        if name in ("speed", "values", "x", "y", "hex", "buf", "hex65"):
            return self.room()
        if name in ("n", "capacity", "n_free"):
            return 1 if "law_fit" not in function else 0
        if name == "free_names":
            return self.pointer((c.c_char_p * 1)(b"stiffness"))
        if name == "format":
            return self.pointer(b"svg")
        if name == "unit":
            return self.pointer(b"N")
        if name == "name":
            return self.pointer(b"linear" if "law" in function else b"solver.steps")
        if name in ("kind",):
            return self.pointer(b"nip")
        if is_pointer(kind):
            return self.pointer(b"text of a name\0") if "char *" in kind.replace("**", "") and kind.count("*") == 1 else self.room()
        return {"double": 1.0}.get(kind, 0)


STRANGE = {c.c_double: [float("nan"), float("inf"), -1.0, 0.0, 1e300], c.c_size_t: [2**64 - 1, 2**63], c.c_int: [-1, 2**31 - 1, -2**31]}
LENGTHS = {"n", "size", "n_setting", "n_free", "capacity"}  # of what a pointer leads to: nobody can check those


def call(world, function, result, arguments, change):
    """0: refused or fine, 1: OK though a pointer is missing."""
    values = [world.good(function, kind, name) for kind, name in arguments]
    missing = False
    for i, value in change:
        values[i] = value
        needed = is_pointer(arguments[i][0]) and arguments[i][1] not in OPTIONAL | OPTIONAL_OF.get(function, set())
        missing = missing or (value is None and needed)
    entry = getattr(world.library, function)
    entry.argtypes = [c_type(kind) for kind, name in arguments]
    entry.restype = {"quire_status": c.c_int, "void": None, "double": c.c_double, "bool": c.c_bool, "size_t": c.c_size_t, "int": c.c_int,
                     "quire_run_event": Event, "quire_review_line": Line, "quire_port": Port}.get(result, c.c_void_p if "*" in result else c.c_int)
    got = entry(*values)
    return 1 if result == "quire_status" and missing and got == 0 else 0


def in_process(work):
    child = os.fork()
    if child == 0:
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            signal.alarm(60)
            code = work()
        except BaseException:  # whatever it is must not go on as a second parent
            code = 2
        os._exit(code)
    status = os.waitpid(child, 0)[1]
    return -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


def changes(arguments):
    pointers = [i for i, (kind, name) in enumerate(arguments) if is_pointer(kind)]
    yield "as it should be", []
    for i in pointers:
        yield f"{arguments[i][1]} = NULL", [(i, None)]
    if len(pointers) > 1:
        yield "all NULL", [(i, None) for i in pointers]
    for i, (kind, name) in enumerate(arguments):
        for strange in STRANGE.get(c_type(kind), []) if name not in LENGTHS else []:
            yield f"{name} = {strange}", [(i, strange)]


def main():
    library, folder = c.CDLL(sys.argv[1]), tempfile.mkdtemp()
    world, number, bad = World(library, folder, sys.argv[2]), 0, 0
    os.system(f"'{os.environ['QUIRE']}' run -q -o '{world.results.decode()}' '{world.path.decode()}' >/dev/null 2>&1")
    for function, result, arguments in functions(sys.argv[2:]):
        if not arguments or (result.endswith("_options") and not arguments) or function in ("quire_free",):
            continue
        number += 1
        wrong = []
        for what, change in changes(arguments):
            if function.endswith("_destroy") and not change:
                continue
            code = in_process(lambda: call(world, function, result, arguments, change))
            if code != 0:
                wrong.append(f"{what}: " + (f"ended by signal {-code}" if code < 0 else "taken for good" if code == 1 else "the test is wrong"))
        bad += bool(wrong)
        print(("not ok" if wrong else "ok"), number, "-", function)
        for line in wrong:
            print("#", line)
    print(f"1..{number}")
    sys.exit(bad > 0)


main()

"""Quire from Python: run models of paper paths, vary their parameters, analyse the results.

    import quire

    run = quire.run("a4-turn.xml", rubber_mu=0.9, nip_load="10 N")
    print(run.passed, run["s1.lead.time"])
    table = run.frame()                      # pandas: one row per sample, index time [s]

    model = quire.load("a4-turn.xml")
    for name, parameter in model.parameters.items():
        print(name, parameter["value"], parameter["doc"])

    results = quire.sweep("a4-turn.xml", {"rubber_mu": [0.4, 0.6, 0.8]}, ["passed", "s1.lead.time"])
    study = quire.study("screening.xml", run=True)      # calls the command quire

Notebooks display models, runs and studies as tables with a drawing.

The module calls the C library libquire through ctypes; it needs no compilation. The environment variable LIBQUIRE gives the file of the
library; by default the library is found by the dynamic loader. NumPy and pandas are needed only by functions that return arrays and
DataFrames. All numbers are in SI units unless the name of a column gives another unit. Several threads may execute runs at the same
time. Models and runs cannot be sent to other processes; send paths, parameters and figures instead.

Errors of the library raise Error, with all problems and their locations. Invalid arguments, such as a text for a number, raise TypeError
or ValueError.
"""

import ctypes
import ctypes.util
import difflib
import html
import io
import itertools
import json
import math
import numbers
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import xml.etree.ElementTree
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

__all__ = ["Error", "Problem", "Event", "Model", "Run", "Law", "Drive", "Sim", "Study", "load", "parse", "run", "sweep", "study", "verify",
           "explain", "cures", "report", "version", "describe", "search", "Q"]

_ABI = 0  # libquire.so.0

# ---- the library ----


class _Setting(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("value", ctypes.c_char_p)]


class _Problem(ctypes.Structure):
    _fields_ = [("severity", ctypes.c_int), ("code", ctypes.c_char_p), ("file", ctypes.c_char_p), ("line", ctypes.c_int),
                ("column", ctypes.c_int), ("object", ctypes.c_char_p), ("text", ctypes.c_char_p), ("hint", ctypes.c_char_p)]


_PROGRESS = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_double, ctypes.c_double)


class _Options(ctypes.Structure):
    _fields_ = [("end_time", ctypes.c_double), ("sample_interval", ctypes.c_double), ("accuracy", ctypes.c_char_p),
                ("position_tolerance", ctypes.c_double), ("method", ctypes.c_char_p), ("vectors", ctypes.c_char_p),
                ("motion", ctypes.c_char_p), ("columns", ctypes.c_int), ("refinement", ctypes.c_int), ("directory", ctypes.c_char_p), ("force", ctypes.c_bool),
                ("threads", ctypes.c_int), ("time_limit", ctypes.c_double), ("figures", ctypes.POINTER(ctypes.c_char_p)),
                ("n_figure", ctypes.c_size_t), ("commands", ctypes.c_char_p), ("progress", _PROGRESS), ("user", ctypes.c_void_p)]


class _Event(ctypes.Structure):
    _fields_ = [("time", ctypes.c_double), ("kind", ctypes.c_char_p), ("source", ctypes.c_char_p), ("signal", ctypes.c_char_p),
                ("sheet", ctypes.c_char_p), ("detail", ctypes.c_char_p), ("value", ctypes.c_double)]


class _Port(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int), ("name", ctypes.c_char_p), ("quantity", ctypes.c_char_p), ("unit", ctypes.c_char_p)]


class _Impact(ctypes.Structure):
    _fields_ = [(name, ctypes.c_double) for name in
                ("restitution", "peak_penetration", "duration", "peak_force", "release_penetration", "zero_force_restitution",
                 "zero_force_duration", "zero_force_penetration")]


_P, _S, _D, _I, _Z, _B = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_double, ctypes.c_int, ctypes.c_size_t, ctypes.c_bool
_OUT = ctypes.POINTER(ctypes.c_void_p)
_DOUBLES = ctypes.POINTER(ctypes.c_double)
_SETTINGS = ctypes.POINTER(_Setting)

# name: (type of result, types of arguments), as in the public headers
_FUNCTIONS = {
    "quire_version": (_S, []),
    "quire_quantity_parse": (_I, [ctypes.POINTER(_D), _S, _S, _S, _P]),
    "quire_version_details": (_S, []),
    "quire_status_text": (_S, [_I]),
    "quire_free": (None, [_P]),
    "quire_diag_create": (_P, []),
    "quire_diag_destroy": (None, [_P]),
    "quire_diag_count": (_Z, [_P]),
    "quire_diag_get": (ctypes.POINTER(_Problem), [_P, _Z]),
    "quire_diag_format": (_Z, [_P, _Z, _P, _Z]),
    "quire_model_load": (_I, [_OUT, _S, _SETTINGS, _Z, _P]),
    "quire_model_vary": (_I, [_OUT, _P, _SETTINGS, _Z, _P]),
    "quire_model_parse": (_I, [_OUT, _S, _Z, _S, _SETTINGS, _Z, _P]),
    "quire_model_destroy": (None, [_P]),
    "quire_model_name": (_S, [_P]),
    "quire_model_check": (_I, [_P, _P]),
    "quire_review_create": (_I, [_OUT, _P, _P]),
    "quire_review_destroy": (None, [_P]),
    "quire_review_json": (_S, [_P]),
    "quire_describe": (_I, [_OUT, _S, _S, _P]),
    "quire_describe_search": (_I, [_OUT, _S, _P]),
    "quire_describe_parameters_json": (_I, [_OUT, _P]),
    "quire_run_options_default": (_Options, []),
    "quire_run_create": (_I, [_OUT, _P, ctypes.POINTER(_Options), _P]),
    "quire_run_destroy": (None, [_P]),
    "quire_run_execute": (_I, [_P, _P]),
    "quire_run_passed": (_B, [_P]),
    "quire_run_verdict": (_I, [_P]),
    "quire_verdict_text": (_S, [_I]),
    "quire_run_figure": (_D, [_P, _S]),
    "quire_run_column_count": (_Z, [_P]),
    "quire_run_column_name": (_S, [_P, _Z]),
    "quire_run_row_count": (_Z, [_P]),
    "quire_run_column": (_Z, [_P, _Z, _DOUBLES, _Z]),
    "quire_run_event_count": (_Z, [_P]),
    "quire_run_event_at": (_Event, [_P, _Z]),
    "quire_run_nodes": (_Z, [_P, _S, _DOUBLES, _DOUBLES, _Z]),
    "quire_run_summary_text": (_S, [_P]),
    "quire_run_summary_json": (_S, [_P]),
    "quire_sim_create": (_I, [_OUT, _P, ctypes.POINTER(_Options), _P]),
    "quire_sim_destroy": (None, [_P]),
    "quire_sim_advance": (_I, [_P, _D, _P]),
    "quire_sim_advance_to_event": (_I, [_P, _D, _P]),
    "quire_sim_time": (_D, [_P]),
    "quire_sim_is_over": (_B, [_P]),
    "quire_sim_act": (_I, [_P, _S, _SETTINGS, _Z, _P]),
    "quire_sim_set": (_I, [_P, _S, _D, _D, _P]),
    "quire_sim_set_rule": (_I, [_P, _S, _B, _P]),
    "quire_sim_port_count": (_Z, [_P]),
    "quire_sim_port_at": (_Port, [_P, _Z]),
    "quire_sim_watch": (_I, [_P, _S, ctypes.POINTER(_Z), _P]),
    "quire_sim_value": (_D, [_P, _Z]),
    "quire_sim_event_count": (_Z, [_P]),
    "quire_sim_event_at": (_Event, [_P, _Z]),
    "quire_sim_nodes": (_Z, [_P, _S, _DOUBLES, _DOUBLES, _Z]),
    "quire_sim_has_failed": (_B, [_P, _S]),
    "quire_sim_finish": (_I, [_P, _P]),
    "quire_sim_run": (_P, [_P]),
    "quire_verify": (_I, [_S, ctypes.POINTER(_B), _OUT, _PROGRESS, _P, _P]),
    "quire_explain": (_I, [_S, _B, _OUT, _P]),
    "quire_explain_cures": (_I, [_S, _P, _B, _P, _OUT, _P]),
    "quire_drawing_export": (_I, [_P, _S, _S, _P]),
    "quire_report_write": (_I, [ctypes.POINTER(_S), _Z, _S, _P]),
    "quire_report_write_with_cures": (_I, [ctypes.POINTER(_S), _Z, _S, _S, _P]),
    "quire_law_create": (_I, [_OUT, _S, _SETTINGS, _Z, _P]),
    "quire_law_destroy": (None, [_P]),
    "quire_law_get_family": (_I, [_P]),
    "quire_law_normal_force": (_D, [_P, _D, _D]),
    "quire_law_friction_force": (_D, [_P, _D, _D]),
    "quire_law_impact": (_I, [_P, _D, _D, ctypes.POINTER(_Impact)]),
}


# contents of a wheel: the library, its dependencies, models/ and the command
_BUNDLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "quire.libs")


def _bundled():
    """The library of a wheel; [] without a wheel. Its dependencies are loaded first, so that the loader finds them by name."""
    try:
        with open(os.path.join(_BUNDLE, "order"), encoding="utf-8") as file:
            names = [os.path.join(_BUNDLE, line) for line in file.read().split()]
    except OSError:
        return []
    try:
        for name in names[:-1]:
            ctypes.CDLL(name)
    except OSError as error:
        raise ImportError("a library of this wheel cannot be loaded (%s)" % error) from None
    os.environ.setdefault("QUIRE_LIBRARY_PATH", os.path.join(_BUNDLE, "models"))
    return names[-1:]


def _load_library():
    names = [os.environ["LIBQUIRE"]] if os.environ.get("LIBQUIRE") else _bundled() or [
        "libquire.so.%d" % _ABI, ctypes.util.find_library("quire"), "/usr/local/lib/libquire.so.%d" % _ABI]
    reasons = []
    for name in filter(None, names):
        try:
            library = ctypes.CDLL(name)
            break
        except OSError as error:
            reasons.append(str(error))
    else:
        raise ImportError("libquire cannot be loaded (%s); install it, or set LIBQUIRE to its file" % "; ".join(reasons))
    for name, (returns, takes) in _FUNCTIONS.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            raise ImportError("%s has no function %s: the versions of library and module differ" % (library._name, name)) from None
        function.restype, function.argtypes = returns, takes
    return library


_library = _load_library()


def _text(value):
    return None if value is None else value.decode("utf-8", "replace")


def _bytes(what, text):
    """A text for C, which would cut it at a NUL."""
    if not isinstance(text, str):
        raise TypeError("%s must be a string, not %r" % (what, text))
    if "\0" in text:
        raise ValueError("%s must not contain NUL: %r" % (what, text))
    return text.encode()


def _path(path):
    path = os.fsencode(path)
    if b"\0" in path:
        raise ValueError("a path must not contain NUL: %r" % path)
    return path


def _take(pointer):
    """A string returned by a call, whose memory is freed here."""
    try:
        return _text(ctypes.cast(pointer, ctypes.c_char_p).value)
    finally:
        _library.quire_free(pointer)


class _Handle:
    """An object of the library. It is destroyed when neither an object of this module nor an active call refers to it."""

    def __init__(self, pointer, destroy):
        self._as_parameter_, self._destroy = pointer, destroy

    def __del__(self):
        self._destroy(self._as_parameter_)


class _Object:
    """Base of objects of the library. close(), or the end of a `with` block, frees their memory at once."""

    def __init__(self, pointer, destroy):
        self._open = _Handle(pointer, destroy)

    @property
    def _handle(self):
        handle = getattr(self, "_open", None)
        if handle is None:
            raise ValueError("this %s is closed" % type(self).__name__)
        return handle

    def close(self):
        """Frees the memory. The object cannot be used afterwards; further calls of close() have no effect."""
        self._open = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __reduce__(self):
        raise TypeError("a quire.%s cannot be copied or sent to another process; send its model file and parameters, or its results"
                        % type(self).__name__)


# ---- problems ----


class Problem:
    """An error, warning or note: severity, code ("E-RANGE"), file, line, column, object, text, hint. str() gives the line printed by the
    command."""

    def __init__(self, problem, line):
        self.severity = ("note", "warning", "error")[problem.severity]
        self.code, self.file, self.object = _text(problem.code), _text(problem.file), _text(problem.object)
        self.text, self.hint = _text(problem.text), _text(problem.hint)
        self.line, self.column = problem.line, problem.column
        self._line = line

    def __str__(self):
        return self._line

    def __repr__(self):
        return "<quire.Problem %s>" % self._line


class Error(Exception):
    """An error of the library. `problems` lists all problems; `status` is the exit code of the command for this error: 2 usage, 3 input,
    4 numerical, 5 file, 6 limit, 70 defect in Quire."""

    def __init__(self, status, problems, text=None):
        self.status, self.problems = status, problems
        lines = [text] if text else [str(p) for p in problems if p.severity == "error"] or [_text(_library.quire_status_text(status))]
        super().__init__("\n".join(lines))

    def __reduce__(self):
        return Error, (self.status, self.problems, str(self))


class _Diag:
    """The problems of one call."""

    def __enter__(self):
        self.handle = _library.quire_diag_create()
        if not self.handle:
            raise MemoryError
        return self

    def __exit__(self, *_):
        _library.quire_diag_destroy(self.handle)

    def problems(self):
        found = []
        for i in range(_library.quire_diag_count(self.handle)):
            size = _library.quire_diag_format(self.handle, i, None, 0) + 1
            line = ctypes.create_string_buffer(size)
            _library.quire_diag_format(self.handle, i, line, size)
            found.append(Problem(_library.quire_diag_get(self.handle, i).contents, _text(line.value)))
        return found

    def need(self, status):
        """Returns the problems of a successful call, otherwise raises Error."""
        problems = self.problems()
        if status != 0:
            raise Error(status, problems)
        return problems


class Q(NamedTuple):
    """A number with its unit, for parameters: quire.run(path, feed_speed=quire.Q(0.25, "m/s")). In a sweep `value` may be an array."""
    value: Any
    unit: str

    def __str__(self):
        return "%s %s" % self


def _setting(name, value):
    """A parameter's value as text in the syntax of model files, from a string "8 N", a number without unit, or a Q or pair (8, "N")."""
    if getattr(value, "ndim", None) == 0:
        value = value.item()  # a NumPy scalar
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    if isinstance(value, numbers.Integral):
        return repr(int(value))
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], str):
        return "%s %s" % (_setting(name, value[0]), value[1])
    try:
        return repr(float(value))
    except (TypeError, ValueError, OverflowError):
        raise TypeError("%s must be a string with a unit (\"8 N\"), a number with its unit (quire.Q(8, \"N\")), or a number without unit; "
                        "not %r" % (name, value)) from None


def _settings(values):
    """Values by name as an array for the library, and its length."""
    if not isinstance(values, Mapping):
        raise TypeError("values by name must be a dict, not %r" % (values,))
    texts = [(_bytes("a name", name), _bytes(name, _setting(name, value))) for name, value in values.items()]
    return (_Setting * len(texts))(*texts), len(texts)


# ---- models ----


class Model(_Object):
    """A checked model, created by load() or parse(). `warnings` is a list of Problem. A model is constant, so that several threads may run
    it at the same time."""

    def __init__(self, *_):  # pylint: disable=super-init-not-called
        raise TypeError("a Model is created by quire.load() or quire.parse()")

    @classmethod
    def _read(cls, values, function, *arguments):
        settings, n = _settings(values)
        pointer = ctypes.c_void_p()
        with _Diag() as diag:
            problems = diag.need(function(ctypes.byref(pointer), *arguments, settings, n, diag.handle))
        model = cls.__new__(cls)
        _Object.__init__(model, pointer.value, _library.quire_model_destroy)
        model.warnings = problems
        model._values = values
        return model

    @property
    def name(self):
        """The name given in the model file."""
        return _text(_library.quire_model_name(self._handle))

    @property
    def parameters(self):
        """The parameters by name, each a dict as in `quire check --parameters --format json`: "value" is the text in the file, "si" the value
        in SI units, "doc" the meaning."""
        out = ctypes.c_void_p()
        status = _library.quire_describe_parameters_json(ctypes.byref(out), self._handle)
        if status != 0:
            raise Error(status, [])
        return {p["name"]: p for p in json.loads(_take(out))["parameters"]}

    def check(self):
        """Checks the model for likely problems, as `quire check`, without running it. Returns a list of Problem."""
        with _Diag() as diag:
            return diag.need(_library.quire_model_check(self._handle, diag.handle))

    def review(self):
        """Compares the paper path with closed formulas, as `quire check --review`, without running it. Returns a dict (doc/formats.md:
        quire-review-1)."""
        pointer = ctypes.c_void_p()
        with _Diag() as diag:
            diag.need(_library.quire_review_create(ctypes.byref(pointer), self._handle, diag.handle))
        with _Object(pointer.value, _library.quire_review_destroy) as review:
            return json.loads(_library.quire_review_json(review._handle))

    def run(self, parameters=None, /, **more):
        """Simulates the model, with new values of parameters: model.run(nip_load="8 N", end=0.5). Keywords are options of run() or
        parameters; one that is both is the option. Parameters without a new value keep that of the Model."""
        options, values = _parted(parameters, more)
        model = Model._read({**self._values, **values}, _library.quire_model_vary, self._handle) if values else self
        return Run(model, options)

    def __repr__(self):
        return "<quire.Model %s>" % (self.name if self._open else "(closed)")

    def _repr_html_(self):
        return _model_html(self) if self._open else _text_html(repr(self))


def _joined(parameters, more):
    if parameters is not None and not isinstance(parameters, Mapping):
        raise TypeError("parameters must be a dict, not %r" % (parameters,))
    return {**(parameters or {}), **more}


def _parted(parameters, more):
    """The options of a run among keywords, and all values of parameters."""
    options = {name: more.pop(name) for name in list(more) if name in _OPTIONS or name in ("progress", "figures")}
    return options, _joined(parameters, more)


def _near(name, names):
    """"; did you mean 'page.lead.path'?", or nothing."""
    found = difflib.get_close_matches(str(name), names, 1)
    return "; did you mean '%s'?" % found[0] if found else ""


def load(path, parameters=None, /, **more):
    """Reads and checks a model file, with new values of parameters: load("m.xml", nip_load="8 N", rubber_mu=0.9). `parameters` is a dict
    for names that are not valid Python identifiers. Raises Error with all problems of the file."""
    return Model._read(_joined(parameters, more), _library.quire_model_load, _path(path))


def _refuse_clashes(model, given, parameters):
    """Refuses keywords that are both the name of a parameter and that of an argument of the call."""
    for name in given:
        if name not in (parameters or {}) and name in model.parameters:
            raise ValueError("'%s' is a parameter of the model, and also an argument of this call: pass the parameter as"
                             " {\"%s\": ...} in the dict of parameters" % (name, name))


def parse(text, parameters=None, /, *, file=None, **more):
    """Reads and checks a model from a string or bytes; otherwise as load(). `file` is the file name in messages."""
    if not isinstance(text, (str, bytes, bytearray)):
        raise TypeError("the text of a model must be str or bytes, not %r" % (text,))
    data = text.encode() if isinstance(text, str) else bytes(text)
    model = Model._read(_joined(parameters, more), _library.quire_model_parse, data, len(data), _path("<text>" if file is None else file))
    if file is not None:
        _refuse_clashes(model, ["file"], parameters)
    return model


# ---- runs ----


class Event:
    """An event of a run: time [s], kind ("sensor", "nip-entry", ...), source, signal, sheet, detail, value (SI). Attributes that do not
    apply are None."""

    __slots__ = ("time", "kind", "source", "signal", "sheet", "detail", "value")

    def __init__(self, event):
        self.time = event.time
        for name in ("kind", "source", "signal", "sheet", "detail"):
            setattr(self, name, _text(getattr(event, name)))
        self.value = None if math.isnan(event.value) else event.value

    def __repr__(self):
        parts = [self.source or "", self.signal or "", self.sheet or ""]
        return "<quire.Event %.6g s %s %s>" % (self.time, self.kind, " ".join(p for p in parts if p))


def _real(name, value):
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError("%s must be a number in SI units, not %r" % (name, value))
    if math.isnan(value):
        raise ValueError("%s is not a number" % name)
    return float(value)


def _whole(name, value):
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise TypeError("%s must be a whole number, not %r" % (name, value))
    if not -2**31 <= value < 2**31:
        raise ValueError("%s is out of range: %d" % (name, value))
    return int(value)


# name of an option: its member of quire_run_options, and the conversion of its value
_OPTIONS = {"end": ("end_time", _real), "sample": ("sample_interval", _real), "accuracy": ("accuracy", _bytes),
            "position_tolerance": ("position_tolerance", _real), "method": ("method", _bytes), "vectors": ("vectors", _bytes),
            "motion": ("motion", _bytes), "columns": ("columns", _whole), "refinement": ("refinement", _whole), "directory": ("directory", lambda _, path: _path(path)),
            "force": ("force", lambda _, value: bool(value)), "threads": ("threads", _whole), "time_limit": ("time_limit", _real)}


def _make_options(given):
    options = _library.quire_run_options_default()
    for name, value in given.items():
        if name not in _OPTIONS:
            raise TypeError("unknown option '%s' of a run; options are %s, figures and progress. Pass parameters to run() or load()"
                            % (name, ", ".join(_OPTIONS)))
        if value is not None:
            member, convert = _OPTIONS[name]
            setattr(options, member, convert(name, value))
    return options


def _several(what, things):
    """A list from an iterable. A single string is refused; Python would iterate over its characters."""
    if isinstance(things, (str, bytes)) or not isinstance(things, Iterable):
        raise TypeError("%s must be a list, not %r" % (what, things))
    return list(things)


class _Listener:
    """Calls a Python function during a run. An exception in it, also KeyboardInterrupt, ends the run and is raised afterwards."""

    def __init__(self, progress):
        if progress is not None and not callable(progress):
            raise TypeError("progress must be a function progress(time, end), not %r" % (progress,))
        self.raised = None
        self.progress = progress
        self.callback = _PROGRESS(self._call)

    def _call(self, _user, time, end_time):
        try:
            return self.progress is None or self.progress(time, end_time) is not False
        except BaseException as error:  # pylint: disable=broad-except
            self.raised = error
            return False


def _run_settings(options):
    """The options of a run for the library, and the listener that must live as long as the run."""
    options = dict(options)
    listener = _Listener(options.pop("progress", None))
    figures = options.pop("figures", None)
    settings = _make_options(options)
    if figures is not None:
        figures = _several("figures", figures)
        names = (ctypes.c_char_p * len(figures))(*[_bytes("a figure's name", name) for name in figures])
        settings.figures, settings.n_figure = names, len(names)
    settings.progress = listener.callback
    return settings, listener


class Run(_Object, Mapping):
    """A completed run, created by run() or Model.run(). run["s1.lead.time"] is a figure of summary.json by its dotted name, in SI units;
    NaN if the event did not occur. A Run is a mapping of all figures: it supports `in`, len() and iteration. `warnings` is a list of
    Problem, `model` the Model."""

    def __init__(self, model, options):
        if not isinstance(model, Model):
            raise TypeError("model must be a quire.Model, not %r" % (model,))
        settings, listener = _run_settings(options)
        self.model = model
        self.directory = options.get("directory")  #: folder of the result files; None: no files
        self._figures = None
        self._runs_on = model._handle  # must exist as long as the run
        pointer = ctypes.c_void_p()
        with _Diag() as diag:
            diag.need(_library.quire_run_create(ctypes.byref(pointer), self._runs_on, ctypes.byref(settings), diag.handle))
            super().__init__(pointer.value, _library.quire_run_destroy)
            status = _library.quire_run_execute(self._handle, diag.handle)
            if listener.raised is not None:
                raise listener.raised
            self.warnings = diag.need(status)  #: list of Problem

    @classmethod
    def _of_sim(cls, sim, handle, directory, warnings):
        """The run of a finished simulation, whose handle it keeps."""
        self = cls.__new__(cls)
        _Object.__init__(self, _library.quire_sim_run(handle), lambda _: None)
        self._sim, self.model, self.directory, self.warnings = handle, sim.model, directory, warnings
        self._figures, self._runs_on = None, sim._runs_on
        return self

    @property
    def verdict(self):
        """"passed", "failed", "doubtful" or "not evaluated"."""
        return _text(_library.quire_verdict_text(_library.quire_run_verdict(self._handle)))

    @property
    def passed(self):
        """True if the verdict is "passed"."""
        return bool(_library.quire_run_passed(self._handle))

    @property
    def summary(self):
        """summary.json as a dict."""
        return json.loads(_library.quire_run_summary_json(self._handle))

    @property
    def units(self):
        """Units of the figures by name; "" for dimensionless figures."""
        summary = self.summary
        return {name: summary["units"].get(name, "") for name in summary["figures"]}

    @property
    def text(self):
        """The summary as printed by `quire run`."""
        return _text(_library.quire_run_summary_text(self._handle))

    def __getitem__(self, name):
        value = _library.quire_run_figure(self._handle, _bytes("a figure's name", name)) if isinstance(name, str) else math.nan
        if math.isnan(value) and name not in self._all():
            raise KeyError("%s is no figure of the run%s" % (name, _near(name, self._all()) or "; see list(run)"))
        return value

    def _all(self):
        if self._figures is None:
            self._figures = list(self.summary["figures"])
        return self._figures

    def __iter__(self):
        return iter(self._all())

    def __len__(self):
        return len(self._all())

    @property
    def columns(self):
        """Names of the columns of the time series, as in series.csv: "time [s]", "page.lead.path [m]", ..."""
        return [_text(_library.quire_run_column_name(self._handle, i)) for i in range(_library.quire_run_column_count(self._handle))]

    def column(self, name):
        """One column as a NumPy array of shape (n,), one value per sample. `name` is the name with or without its unit. The values are in
        this unit; NaN marks samples without a value."""
        import numpy
        for i, title in enumerate(self.columns):
            if name in (title, title.rpartition(" [")[0]):
                values = numpy.empty(_library.quire_run_row_count(self._handle))
                _library.quire_run_column(self._handle, i, values.ctypes.data_as(_DOUBLES), len(values))
                return values
        names = [title.rpartition(" [")[0] or title for title in self.columns]
        raise KeyError("%s is no column of the run%s" % (name, _near(name, names) or "; see run.columns"))

    def frame(self):
        """All time series as a pandas DataFrame, one row per sample, indexed by time [s]. Column names contain the units."""
        import pandas
        names = self.columns
        return pandas.DataFrame({name: self.column(name) for name in names[1:]}, index=pandas.Index(self.column(names[0]), name=names[0]))

    @property
    def events(self):
        """The events in order of time: a list of Event."""
        return [Event(_library.quire_run_event_at(self._handle, i)) for i in range(_library.quire_run_event_count(self._handle))]

    def event_frame(self):
        """The events as a pandas DataFrame, one row per event: time [s], kind, source, signal, sheet, detail, value (SI)."""
        import pandas
        return pandas.DataFrame([{name: getattr(e, name) for name in Event.__slots__} for e in self.events], columns=Event.__slots__)

    def nodes(self, sheet):
        """The positions of a sheet's nodes at the end of the run [m]: a NumPy array of shape (n, 2), from the trailing edge."""
        import numpy
        x, y = self._nodes(sheet)
        if not len(x):
            sheets = [title.partition(".lead.path")[0] for title in self.columns if ".lead.path" in title]
            raise KeyError("unknown sheet '%s'%s" % (sheet, _near(sheet, sheets)))
        return numpy.array([x, y]).T.copy()

    def _nodes(self, sheet):
        name = _bytes("a sheet's name", sheet)
        n = _library.quire_run_nodes(self._handle, name, None, None, 0)
        x, y = (ctypes.c_double * n)(), (ctypes.c_double * n)()
        _library.quire_run_nodes(self._handle, name, x, y, n)
        return x, y

    def __repr__(self):
        if not self._open:
            return "<quire.Run (closed)>"
        return "<quire.Run of %s: %s>" % (_text(_library.quire_model_name(self._runs_on)), self.verdict)

    def _repr_html_(self):
        return _run_html(self) if self._open else _text_html(repr(self))


# ---- simulations in slices ----


class Drive:
    """A drive of a simulation. The attribute of the quantity by which it is given ("speed", "torque", "angle", ...; `quantity`, `unit`)
    reads what it commands now, and sets it at once. set() with a ramp gives set points."""

    __slots__ = ("_sim", "name", "quantity", "unit")

    def __init__(self, sim, name, quantity, unit):
        for slot, value in zip(self.__slots__, (sim, name, quantity, unit)):
            object.__setattr__(self, slot, value)

    def set(self, value, ramp=0.0):
        """A new value, reached after the time `ramp` [s]: linearly, angles and strokes smoothly."""
        value, ramp = _real("a drive's value", value), _real("ramp", ramp)
        with _Diag() as diag:
            diag.need(_library.quire_sim_set(self._sim._handle, self.name.encode(), value, ramp, diag.handle))

    def __getattr__(self, name):
        if name != self.quantity.replace("-", "_"):
            raise AttributeError("drive '%s' has no %s; it is given by its %s" % (self.name, name, self.quantity))
        return self._sim[self.name + ".command"]

    def __setattr__(self, name, value):
        if name != self.quantity.replace("-", "_"):
            raise AttributeError("drive '%s' has no %s; it is given by its %s" % (self.name, name, self.quantity))
        self.set(value)

    def __repr__(self):
        return "<quire.Drive %s: %s [%s]>" % (self.name, self.quantity, self.unit)


class Sim(_Object):
    """A simulation that is advanced in slices and commanded, for controllers in the loop:

        with quire.Sim("printer.xml", pages=1) as sim:
            while not sim.over:
                for event in sim.advance(0.001):
                    if event.source == "registration-sensor" and event.signal == "lead":
                        sim.drives["registration"].speed = 0.3
            run = sim.finish()

    The model is a path or a Model; keywords are as those of run(). Rules of the model act unless they are switched off by rule(). Slices
    change no result, and a command takes effect at exactly the present time. sim["s1"] is the value of a sensor now (1 if an edge sensor
    is covered), sim["page.lead.path > 150 mm"] any quantity or formula as rules have it, in SI units; NaN if it does not exist now."""

    _PORTS = ("drive", "nip", "clutch", "sheet", "sensor")

    def __init__(self, model, parameters=None, /, **more):
        options, values = _parted(parameters, more)
        if not isinstance(model, Model):
            model = load(model, values)
            _refuse_clashes(model, options, parameters)
        elif values:
            model = Model._read({**model._values, **values}, _library.quire_model_vary, model._handle)
        settings, self._listener = _run_settings(options)
        self.model = model
        self._directory = options.get("directory")
        self._runs_on = model._handle
        self._watches, self._seen, self._run = {}, 0, None
        pointer = ctypes.c_void_p()
        with _Diag() as diag:
            diag.need(_library.quire_sim_create(ctypes.byref(pointer), self._runs_on, ctypes.byref(settings), diag.handle))
        super().__init__(pointer.value, _library.quire_sim_destroy)
        ports = [_library.quire_sim_port_at(self._handle, i) for i in range(_library.quire_sim_port_count(self._handle))]
        #: what it can be connected to: (kind, name, quantity, unit), kind being "drive", "nip", "clutch", "sheet" or "sensor"
        self.ports = [(self._PORTS[p.kind], _text(p.name), _text(p.quantity), _text(p.unit)) for p in ports]
        #: drives by name, each a Drive
        self.drives = {name: Drive(self, name, quantity, unit) for kind, name, quantity, unit in self.ports if kind == "drive"}
        self._sensors = {name: "%s.%s" % (name, quantity) for kind, name, quantity, _ in self.ports if kind == "sensor" and quantity}

    @property
    def time(self):
        """The present time [s]."""
        return _library.quire_sim_time(self._handle)

    @property
    def over(self):
        """True at the end of the run: its end time, a jam, a rule that stops it, or finish()."""
        return bool(_library.quire_sim_is_over(self._handle))

    def advance(self, duration):
        """Advances by a duration [s]. Returns the events of this time: a list of Event."""
        return self.advance_to(self.time + _real("duration", duration))

    def advance_to(self, time, to_event=False):
        """Advances to a time [s], or no further than to the next event. Returns the events since the last call: a list of Event."""
        function = _library.quire_sim_advance_to_event if to_event else _library.quire_sim_advance
        with _Diag() as diag:
            status = function(self._handle, _real("time", time), diag.handle)
            if self._listener.raised is not None:
                raise self._listener.raised
            diag.need(status)
        return self._new_events()

    def _new_events(self):
        n, first = _library.quire_sim_event_count(self._handle), self._seen
        self._seen = n
        return [Event(_library.quire_sim_event_at(self._handle, i)) for i in range(first, n)]

    def __getitem__(self, name):
        name = self._sensors.get(name, name)
        if name not in self._watches:
            watch = ctypes.c_size_t()
            with _Diag() as diag:
                status = _library.quire_sim_watch(self._handle, _bytes("a quantity", name), ctypes.byref(watch), diag.handle)
                if status == 3:
                    raise KeyError("; ".join(p.text for p in diag.problems()))
                diag.need(status)
            self._watches[name] = watch.value
        return _library.quire_sim_value(self._handle, self._watches[name])

    def act(self, action, attributes=None, /, **more):
        """Takes an action as rules do: act("open", nip="feed"), act("set", drive="feed", speed="0.3 m/s", ramp="20 ms")."""
        settings, n = _settings(_joined(attributes, {key.replace("_", "-"): value for key, value in more.items()}))
        with _Diag() as diag:
            diag.need(_library.quire_sim_act(self._handle, _bytes("an action", action), settings, n, diag.handle))

    def release(self, sheet):
        """Lets the next waiting sheet of this name in."""
        self.act("release", sheet=sheet)

    def rule(self, name, enabled):
        """Switches a rule of the model off, or on again."""
        with _Diag() as diag:
            diag.need(_library.quire_sim_set_rule(self._handle, _bytes("a rule's name", name), bool(enabled), diag.handle))

    def failed(self, check):
        """Whether the check of this name has failed up to now."""
        return bool(_library.quire_sim_has_failed(self._handle, _bytes("a check's name", check)))

    def nodes(self, sheet):
        """The positions of a sheet's nodes now [m]: a NumPy array of shape (n, 2), from the trailing edge; (0, 2) if it is not in the
        machine."""
        import numpy
        name = _bytes("a sheet's name", sheet)
        n = _library.quire_sim_nodes(self._handle, name, None, None, 0)
        nodes = numpy.empty((2, n))
        _library.quire_sim_nodes(self._handle, name, nodes[0].ctypes.data_as(_DOUBLES), nodes[1].ctypes.data_as(_DOUBLES), n)
        return nodes.T.copy()

    def finish(self):
        """Ends the simulation now, judges it, and writes the result files if there is a directory. Returns a Run."""
        if self._run is None:
            with _Diag() as diag:
                warnings = diag.need(_library.quire_sim_finish(self._handle, diag.handle))
            self._run = Run._of_sim(self, self._handle, self._directory, warnings)
        return self._run

    def __repr__(self):
        return "<quire.Sim of %s at %.6g s>" % (self.model.name, self.time) if self._open else "<quire.Sim (closed)>"


def run(path, parameters=None, /, **more):
    """Loads and simulates a model file. Keywords are options of the run or parameters of the model. The options are:

    end [s], sample [s] (0: first and last sample only), accuracy ("fast", "standard", "fine"), position_tolerance [m], method, vectors,
    motion ("planar", "spatial"), columns (2, 3, 5, 9; spatial motion only), refinement (factor on the number of segments, 1 to 100),
    directory (folder of the result files; default: no files), force (overwrite results of another model), threads (1 or 2; two threads
    shorten runs with large piles, the results are identical), time_limit [s of processor time], figures (names of the figures that will
    be read; samples that none of them needs are not recorded), progress (called repeatedly as progress(time, end); returning False ends
    the run).

    A parameter that has the name of an option must be given in the dict `parameters`; as a keyword it is refused."""
    options, values = _parted(parameters, more)
    model = load(path, values)
    _refuse_clashes(model, options, parameters)
    return Run(model, options)


def _levels(name, given):
    """The values of a factor of a sweep."""
    what = "values of '%s'" % name
    if isinstance(given, tuple) and len(given) == 2 and isinstance(given[1], str) and not isinstance(given[0], str):
        return [Q(value, given[1]) for value in _several(what, given[0])]
    return _several(what, given)


_QUANTITY = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*((?![eE][-+]?\d)[^\d\s].*?)\s*")


def _column(path, name, levels):
    """The name of a factor's column, and its values: numbers, in the unit of the first one, where all of them have units."""
    texts = [_setting(name, level) for level in levels]
    found = [_QUANTITY.fullmatch(text) for text in texts]
    if not found or None in found:
        return name, levels
    unit = found[0][2]
    column = "%s [%s]" % (name, unit)
    if all(match[2] == unit for match in found):
        return column, [float(match[1]) for match in found]
    si_unit = load(path, {name: texts[0]}).parameters[name].get("si-unit")
    if not si_unit:
        return name, levels

    def parsed(text):
        number = ctypes.c_double()
        with _Diag() as diag:
            diag.need(_library.quire_quantity_parse(ctypes.byref(number), _bytes(name, text), si_unit.encode(), name.encode(), diag.handle))
        return number.value
    return column, [parsed(text) / parsed("1 " + unit) for text in texts]


def sweep(path, values, figures, *, parameters=None, workers=None, **options):
    """Runs a model for all combinations of parameter values, {"rubber_mu": [0.4, 0.8], "nip_load": ["8 N", "12 N"]}, in several threads.
    Returns a pandas DataFrame with one row per run: the values, as numbers with the unit in the name of the column ("nip_load [N]"), the
    figures by their dotted names in SI units, and "passed" if it is listed in `figures`. The last parameter varies fastest; the order of the rows does not depend on the number of workers. A run that
    cannot finish has NaN for its figures and the reason in the column "error". `parameters` are the same in all runs. `options` are those
    of run() except directory. `quire doe` runs designs of experiments, noise factors and large studies, and resumes interrupted ones."""
    import pandas
    figures = _several("figures", figures)
    if not isinstance(values, Mapping):
        raise TypeError("values must be a dict of lists by the names of parameters, not %r" % (values,))
    values = {name: _levels(name, given) for name, given in values.items()}
    columns = {name: _column(path, name, levels) for name, levels in values.items()}
    if options.get("directory") is not None:
        raise ValueError("a sweep writes no result files, because all its runs would share one directory; use run() for runs to be kept")
    progress, stop = options.pop("progress", None), threading.Event()
    _Listener(progress)
    options["figures"] = [name for name in figures if name != "passed"]
    options["progress"] = lambda time, end: not stop.is_set() and (progress is None or progress(time, end))

    def one(point):
        row = {columns[name][0]: columns[name][1][i] for name, i in point.items()}
        try:
            done = Run(load(path, {**(parameters or {}), **{name: values[name][i] for name, i in point.items()}}), options)
        except Error as error:
            if error.status not in (4, 6):
                raise
            row.update({name: math.nan for name in figures}, error=str(error))
            return row
        for name in figures:
            row[name] = done.passed if name == "passed" else done[name]
        return row

    points = [dict(zip(values, point)) for point in itertools.product(*(range(len(levels)) for levels in values.values()))]
    with ThreadPoolExecutor(len(os.sched_getaffinity(0)) if workers is None else workers) as pool:
        try:
            return pandas.DataFrame(list(pool.map(one, points)))
        except BaseException:
            stop.set()  # Ctrl-C or an invalid point: active runs are ended
            pool.shutdown(cancel_futures=True)
            raise


def verify(directory):
    """Repeats the run whose results are in `directory`. Returns (True, "") if the results are identical, otherwise (False, differences)."""
    same, report_ = ctypes.c_bool(), ctypes.c_void_p()
    listener = _Listener(None)
    with _Diag() as diag:
        status = _library.quire_verify(_path(directory), ctypes.byref(same), ctypes.byref(report_), listener.callback, None, diag.handle)
        if listener.raised is not None:
            raise listener.raised
        diag.need(status)
    return same.value, _take(report_)


def explain(directory):
    """Explains the verdict of the run in `directory`. Returns a dict (doc/formats.md: quire-explanation-1)."""
    out = ctypes.c_void_p()
    with _Diag() as diag:
        diag.need(_library.quire_explain(_path(directory), True, ctypes.byref(out), diag.handle))
    return json.loads(_take(out))


class _CuresOptions(ctypes.Structure):
    _fields_ = [("runs", _I), ("time_limit", ctypes.c_double), ("pictures", _B), ("progress", _P), ("user", _P)]


def cures(directory, runs=25, time_limit=None, pictures=False):
    """Searches changes of the model that let the first failed check of the run in `directory` pass. The model is run with one number
    changed at a time, in at most `runs` runs and for at most `time_limit` seconds. Returns a dict (doc/formats.md: quire-cures-1); its list
    `cures` has those of what the cause names first, then the smallest change. `pictures`: each has the data of a small picture of its
    run, which report() draws."""
    options = _CuresOptions(int(runs), math.nan if time_limit is None else float(time_limit), bool(pictures), None, None)
    found, out = ctypes.c_bool(), ctypes.c_void_p()
    with _Diag() as diag:
        diag.need(_library.quire_explain_cures(_path(directory), ctypes.byref(options), True, ctypes.byref(found), ctypes.byref(out),
                                               diag.handle))
    return json.loads(_take(out))


def report(directories, output=None, cures=None):
    """Writes a report of the run in one directory, or of several runs for comparison, as a self-contained HTML file. A Run that wrote
    result files can be given instead of its directory. `output` is the file (default: report.html in the first directory). `cures`:
    what quire.cures() returned for the first run, to be shown in the report. Returns the path of the file."""
    if isinstance(directories, (str, bytes, os.PathLike, Run)):
        directories = [directories]
    if not directories:
        raise ValueError("directories must not be empty")
    directories = [d.directory if isinstance(d, Run) else d for d in directories]
    if None in directories:
        raise ValueError("the run wrote no result files; run it with directory=... to report it")
    names = (ctypes.c_char_p * len(directories))(*[_path(d) for d in directories])
    output = os.path.join(directories[0], "report.html") if output is None else output
    with _Diag() as diag:
        if cures is None:
            diag.need(_library.quire_report_write(names, len(names), _path(output), diag.handle))
        else:
            diag.need(_library.quire_report_write_with_cures(names, len(names), _path(output), json.dumps(cures).encode(), diag.handle))
    return output


# ---- studies ----


def _command():
    """The command quire: from the environment variable QUIRE, from the wheel, or on PATH."""
    bundled = os.path.join(_BUNDLE, "quire")
    found = os.environ.get("QUIRE") or (bundled if os.path.exists(bundled) else shutil.which("quire"))
    if not found:
        raise FileNotFoundError("studies need the command quire; install it, or set QUIRE to its file")
    return found


def _environment(command):
    """The environment of a command. A command of a wheel needs the path of its libraries."""
    if os.path.dirname(command) != _BUNDLE:
        return dict(os.environ)
    return {**os.environ, "LD_LIBRARY_PATH": os.pathsep.join(filter(None, [_BUNDLE, os.environ.get("LD_LIBRARY_PATH")]))}


def _main():
    """The command quire of a wheel."""
    command = os.path.join(_BUNDLE, "quire")
    os.execve(command, ["quire", *sys.argv[1:]], _environment(command))


def _doe(verb, *arguments):
    """The output of `quire doe VERB`. The exit codes 1, 7, 8 and 9 are verdicts or missing runs, not errors."""
    command = _command()
    done = subprocess.run([command, "doe", verb, *arguments], stdin=subprocess.DEVNULL, capture_output=True, env=_environment(command),
                          check=False)
    if done.returncode not in (0, 1, 7, 8, 9):
        raise Error(done.returncode, [], _text(done.stderr).strip() or "quire doe %s ended with %d" % (verb, done.returncode))
    return _text(done.stdout)


class Study:
    """A study with its completed runs, created by study(). `name` is its name; `analysis` is the output of `quire doe report
    --format=json` as a dict (doc/formats.md: quire-study-analysis-1). Runs completed later are not included; call study() again."""

    def __init__(self, *_):
        raise TypeError("a Study is created by quire.study()")

    @classmethod
    def _read(cls, arguments):
        study_ = cls.__new__(cls)
        study_.analysis = json.loads(_doe("report", *arguments, "--format=json", "--output=-"))
        study_.name = study_.analysis["study"]
        study_._csv = _doe("export", *arguments)
        return study_

    def frame(self):
        """The runs as a pandas DataFrame, as written by `quire doe export`: one row per run. Column names contain the units."""
        import pandas
        return pandas.read_csv(io.StringIO(self._csv), index_col="run")

    def __repr__(self):
        return "<quire.Study %s: %d of %d runs>" % (self.name, self.analysis["done"], self.analysis["planned"])

    def _repr_html_(self):
        return _study_html(self.analysis)


def study(path, *, run=False, directory=None, workers=None):
    """Reads the results of a study file as a Study. run=True first executes its remaining runs, as `quire doe run`. `directory` is the
    folder of its results (default: STUDY.doe in the current directory), `workers` the number of processes. This function calls the command
    quire: that of the environment variable QUIRE, or the one on PATH."""
    arguments = [os.fspath(path)] + ([] if directory is None else ["--directory=" + os.fspath(directory)])
    if run:
        _doe("run", *arguments, "--quiet", *([] if workers is None else ["--workers=%d" % _whole("workers", workers)]))
    return Study._read(arguments)


# ---- display in notebooks: no scripts, no style sheets, colours readable on light and dark backgrounds ----

_CELL = "text-align:left;vertical-align:top;padding:2px 8px"
_COLOURS = {"passed": "#2b7a4b", "failed": "#c0392b", "doubtful": "#a15c00"}
# line style by the first part of an id in a drawing
_LINES = {"PATH": 'stroke="currentColor" stroke-opacity=".45" stroke-dasharray="5 3"', "GUIDE": 'stroke="currentColor" stroke-width="1.4"',
          "SENSOR": 'stroke="#d08700" stroke-width="2"', "SHEET": 'stroke="#e8590c" stroke-width="2"'}
_MOST_ROWS, _MOST_POINTS = 30, 4000


def _escaped(value):
    return html.escape("" if value is None else str(value))


def _text_html(text):
    return "<pre>%s</pre>" % _escaped(text)


def _table(titles, rows):
    """An HTML table. A cell that is a list of one string is already HTML. Rows beyond a maximum are only counted."""
    def line(tag, cells):
        return "<tr>%s</tr>" % "".join('<%s style="%s%s">%s</%s>' % (
            tag, _CELL, ";white-space:nowrap" if len(cell or "") <= 20 else "", cell[0] if isinstance(cell, list) else _escaped(cell), tag)
            for cell in cells)
    more = [("and %d more" % (len(rows) - _MOST_ROWS),)] if len(rows) > _MOST_ROWS else []
    return '<table style="color:inherit">%s%s</table>' % (line("th", titles) if titles else "", "".join(line("td", row) for row in rows[:_MOST_ROWS] + more))


def _badge(word):
    return ('<span style="background:%s;color:#fff;border-radius:3px;padding:1px 6px;font-weight:bold">%s</span>'
            % (_COLOURS.get(word, "#666"), _escaped(word)))


def _quantity(value, unit):
    """A number with its unit and a suitable prefix: "3.2 mm"."""
    if value is None:
        return "-"
    if unit in ("s", "m", "m/s", "N", "J", "W") and value != 0:
        for prefix, factor in (("", 1.0), ("m", 1e3), ("u", 1e6)):
            if abs(value) * factor >= 1 or prefix == "u":
                return "%.4g %s%s" % (value * factor, prefix, unit)
    return ("%.4g %s" % (value, unit)).rstrip()


def _range(limits, unit):
    low, high = limits or (None, None)
    if low is None:
        return "" if high is None else "up to " + _quantity(high, unit)
    return "from " + _quantity(low, unit) if high is None else "%s to %s" % (_quantity(low, unit), _quantity(high, unit))


def _export_drawing(model):
    """The machine at t = 0 as SVG, as written by `quire export`."""
    with tempfile.TemporaryDirectory() as folder, _Diag() as diag:
        name = os.path.join(folder, "drawing.svg")
        diag.need(_library.quire_drawing_export(model, b"svg", _path(name), diag.handle))
        with open(name, encoding="utf-8") as file:
            return file.read()


def _drawing_html(drawing, nodes=None, marks=()):
    """A drawing with circles at `marks` [m]. `nodes` gives the positions of sheets by name [m]; default: as in the drawing."""
    root = xml.etree.ElementTree.fromstring(drawing)
    left, top, width, height = (float(n) for n in root.get("viewBox").split())
    digits = max(0, 3 - int(math.log10(max(width, height, 1e-3))))
    lines = []
    for path in root.iter("{http://www.w3.org/2000/svg}path"):
        sort, _, name = path.get("id", "").partition("-")
        d = re.sub(r"-?\d+\.\d+", lambda n: "%.*f" % (digits, float(n.group())), path.get("d", ""))
        if re.fullmatch(r"[-0-9.MLAZ ]*", d) and not (sort == "SHEET" and nodes is not None):
            lines.append((sort, name, d))
    places = [(1e3 * x, -1e3 * y) for x, y in marks if x is not None and y is not None]
    nodes = {name: [(1e3 * x, -1e3 * y) for x, y in zip(*at) if math.isfinite(x + y)] for name, at in (nodes or {}).items()}
    step = 1 + sum(len(at) for at in nodes.values()) // _MOST_POINTS
    for name, at in nodes.items():
        at = at[:-1:step] + at[-1:]
        if at:
            lines.append(("SHEET", name, "M" + "L".join("%.*f %.*f" % (digits, x, digits, y) for x, y in at)))
            places += at
    if not lines:
        return ""
    # sheets outside the machine are shown up to a distance of its size
    right, bottom = left + width, top + height
    margin = 0.02 * max(width, height)
    x0, x1 = (f([edge] + [x for x, _ in places]) for f, edge in ((min, left), (max, right)))
    y0, y1 = (f([edge] + [y for _, y in places]) for f, edge in ((min, top), (max, bottom)))
    x0, x1, y0, y1 = (max(x0, left - width) - margin, min(x1, right + width) + margin, max(y0, top - height) - margin,
                      min(y1, bottom + height) + margin)
    scale = min(640 / (x1 - x0), 320 / (y1 - y0))
    shapes = ['<path vector-effect="non-scaling-stroke" %s d="%s"><title>%s</title></path>' % (_LINES.get(sort, 'stroke="currentColor" stroke-opacity=".7"'), d,
                                                           _escaped("%s %s" % (sort.lower(), name))) for sort, name, d in lines]
    shapes += ['<circle cx="%.2f" cy="%.2f" r="%.2f" stroke="#e03131" stroke-width="2" vector-effect="non-scaling-stroke"/>'
               % (1e3 * x, -1e3 * y, 7 / scale) for x, y in marks if x is not None and y is not None]
    return ('<svg xmlns="http://www.w3.org/2000/svg" role="img" width="%.0f" height="%.0f" viewBox="%.2f %.2f %.2f %.2f" fill="none"'
            ' style="max-width:100%%;height:auto">%s</svg>' % (scale * (x1 - x0), scale * (y1 - y0), x0, y0, x1 - x0, y1 - y0, "".join(shapes)))


def _title(name, word, text):
    return "<div><b>%s</b> %s %s</div>" % (_escaped(name), _badge(word) if word else "", _escaped(text))


def _notes(texts):
    return "".join('<div style="margin:2px 0">%s</div>' % _escaped(text) for text in texts)


def _model_html(model):
    try:
        picture = _drawing_html(_export_drawing(model._handle))
    except (Error, OSError):
        picture = ""  # show the table without a picture
    rows = []
    for name, p in model.parameters.items():
        limits = ", ".join(p["choices"]) if p.get("choices") else _range((p.get("minimum-si"), p.get("maximum-si")), p.get("si-unit") or "")
        rows.append((name, p["value"], limits, p.get("doc")))
    return "<div>%s%s%s</div>" % (_title(model.name, None, "model"), picture,
                                  _table(("parameter", "value", "allowed", "meaning"), rows) if rows else "")


def _run_html(run_):
    summary = run_.summary
    checks = summary["checks"]
    failed = [c for c in checks if c["verdict"] == "failed"]
    try:
        drawing = _export_drawing(run_._runs_on)
        names = [html.unescape(name) for name in re.findall(r'id="SHEET-([^"]*)"', drawing)]
        names += [c[:-len(".lead.path [m]")] for c in run_.columns if c.endswith(".lead.path [m]")] + [e.sheet for e in run_.events if e.sheet]
        picture = _drawing_html(drawing, {name: run_._nodes(name) for name in names}, [(c["x"], c["y"]) for c in failed])
    except (Error, OSError):
        picture = ""
    return _summary_html(_text(_library.quire_model_name(run_._runs_on)), run_.verdict, summary, run_.text, picture, run_.warnings)


def _summary_html(name, verdict, summary, text, picture, warnings):
    checks = sorted(summary["checks"], key=lambda c: ("failed", "not evaluated").index(c["verdict"]) if c["verdict"] != "passed" else 2)
    rows = []
    for c in checks:
        unit = c["unit"]
        when = "" if c["time"] is None or c["value"] is None else "at %s" % _quantity(c["time"], "s")
        rows.append((c["name"], c["sheet"], [_badge(c["verdict"])], _quantity(c["value"], unit), _range(c.get("allowed"), unit),
                     _quantity(c["margin"], unit), ", ".join(filter(None, [when, c["place"]]))))
    causes = ["%s: %s" % (c["name"], c["cause"]) for c in checks if c["cause"]]
    # lines of the summary with a colon have figures with units; the first line and indented lines give the verdict
    figures = [line.partition(": ")[::2] for line in text.splitlines()[1:] if ": " in line and line[0] != " "]
    figures = [line for line in figures if line[0] != "results"]
    end = _quantity(summary["end"]["time"], "s")
    transient = summary.get("kind", "transient") == "transient"
    caption = "sheets at the end, %s; machine at t = 0" % end if picture and transient else ""
    return "<div>%s%s%s%s%s%s%s</div>" % (
        _title(name, verdict, "ended at %s (%s)" % (end, summary["end"]["reason"]) if transient else summary["kind"]), picture, _notes([caption]),
        _table(("check", "sheet", "verdict", "value", "allowed", "margin", "when and where"), rows) if rows else "", _notes(causes[:5]),
        _table((), [([("<b>%s</b>" % _escaped(label))], figure) for label, figure in figures]), _notes(map(str, warnings[:5])))


def _share_html(jams, n):
    """A bar whose length is the proportion of jams."""
    share = jams / n if n else 0
    return ['<span style="display:inline-block;height:.7em;width:%.0fpx;background:#c0392b"></span> %.3g %% (%d of %d)'
            % (1 + 100 * share, 100 * share, jams, n)]


def _study_html(analysis):
    keys = ("passed", "jams", "other", "unknown", "doubtful", "not_evaluated")  # in the order of outcomes
    counts = ", ".join("%d %s" % (analysis[key], word) for key, word in zip(keys, analysis["outcomes"]) if analysis[key])
    levels = []
    if analysis["jams"]:
        for variable, jam in zip(analysis["variables"], analysis["jam_by"]):
            for level, rate in zip(variable["levels"] or [], (jam or {}).get("rates") or []):
                levels.append((variable["name"], level, _share_html(rate["count"], rate["n"])))
    responses = [(r["name"], str(r["n"]), *(_quantity(r[key], r["unit"]) for key in ("mean", "deviation", "least", "most")))
                 for r in analysis["responses"]]
    effects = []
    for r in analysis["responses"]:
        bars = sorted((r["effects"] or {}).get("bars", []), key=lambda bar: -abs(bar["effect"] or 0))
        for bar in bars[:5]:
            column = r["columns"][bar["column"]]
            effects.append((r["name"], column["name"], _quantity(bar["effect"], r["unit"]), "" if column["p"] is None else "%.2g" % column["p"]))
    return "<div>%s%s%s%s%s%s</div>" % (
        _title(analysis["study"], None, "%d of %d runs%s" % (analysis["done"], analysis["planned"], ": " + counts if counts else "")),
        _notes([*analysis["conclusion"], analysis["jam_sentence"] or ""]),
        _table(("variable", "value", "jams"), levels) if levels else "",
        _table(("response", "runs", "mean", "standard deviation", "minimum", "maximum"), responses) if responses else "",
        _table(("response", "term", "effect", "p"), effects) if effects else "", _notes(analysis["warnings"][:5]))


# ---- laws ----


def _pointwise(function, handle, one, two):
    """function(handle, one, two): a number for numbers, an array of the broadcast shape for arrays."""
    if isinstance(one, numbers.Real) and isinstance(two, numbers.Real):
        return function(handle, one, two)
    import numpy
    return numpy.vectorize(lambda a, b: function(handle, a, b), otypes=[float])(numpy.asarray(one, float), numpy.asarray(two, float))


class Law(_Object):
    """A single contact or friction law: Law("mtt-indentation", {"force": "8 N", "at-penetration": "0.05 mm", ...}), or with keywords,
    force="8 N", at_penetration="0.05 mm"."""

    def __init__(self, name, attributes=None, /, **more):
        settings, n = _settings(_joined(attributes, {key.replace("_", "-"): value for key, value in more.items()}))
        pointer = ctypes.c_void_p()
        with _Diag() as diag:
            diag.need(_library.quire_law_create(ctypes.byref(pointer), _bytes("a law's name", name), settings, n, diag.handle))
        super().__init__(pointer.value, _library.quire_law_destroy)
        self.name = name

    def _of(self, family, what):
        if _library.quire_law_get_family(self._handle) != family:
            raise ValueError("law '%s' has no %s" % (self.name, what))
        return self._handle

    def normal_force(self, penetration, rate=0.0):
        """Force of a normal law [N] at a penetration [m] and a penetration rate [m/s], positive while approaching: numbers, or NumPy arrays
        of compatible shapes."""
        return _pointwise(_library.quire_law_normal_force, self._of(0, "normal force"), penetration, rate)

    def friction_force(self, slip, normal_force):
        """Friction force on the sheet [N] from the sheet's velocity relative to the other surface [m/s] and the normal force [N]: numbers,
        or NumPy arrays of compatible shapes."""
        return _pointwise(_library.quire_law_friction_force, self._of(1, "friction"), slip, normal_force)

    def impact(self, mass, speed):
        """Response of a normal law to the impact of a mass [kg] with a speed [m/s], both positive. Returns a dict of restitution,
        peak_penetration [m], duration [s], peak_force [N], release_penetration [m], and zero_force_... for the same impact taken to end
        where the force is first zero or attractive."""
        mass, speed = _real("mass", mass), _real("speed", speed)
        if not (mass > 0 and speed > 0):
            raise ValueError("mass and speed must be positive")
        out = _Impact()
        status = _library.quire_law_impact(self._of(0, "normal force"), mass, speed, ctypes.byref(out))
        if status != 0:
            raise Error(status, [])
        return {name: getattr(out, name) for name, _ in _Impact._fields_}

    def __repr__(self):
        return "<quire.Law %s%s>" % (self.name, "" if self._open else " (closed)")


def describe(kind=None, name=None):
    """The description of an element or family ("nip", "law"), or of one named kind of it, as printed by `quire describe`."""
    words = [word if word is None else _bytes("kind or name", word) for word in (kind, name)]
    out = ctypes.c_void_p()
    with _Diag() as diag:
        diag.need(_library.quire_describe(ctypes.byref(out), *words, diag.handle))
    return _take(out)


def search(words):
    """What `quire describe --search` finds for words with blanks between them: one line each, names first."""
    out = ctypes.c_void_p()
    with _Diag() as diag:
        diag.need(_library.quire_describe_search(ctypes.byref(out), _bytes("what is searched", words), diag.handle))
    return _take(out)


def version():
    """The version of the library, such as "0.1.0"."""
    return _text(_library.quire_version())


__version__ = version()

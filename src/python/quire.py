"""Quire from Python: run models of paper paths, vary their parameters, look at what comes out.

    import quire

    run = quire.run("a4-turn.xml", rubber_mu=0.9, nip_load="10 N")
    print(run.passed, run["s1.lead.time"])
    table = run.frame()                      # pandas: one row a sample, index t [s]

    model = quire.load("a4-turn.xml")
    for name, parameter in model.parameters.items():
        print(name, parameter["text"], parameter["doc"])

    results = quire.sweep("a4-turn.xml", {"rubber_mu": [0.4, 0.6, 0.8]}, ["passed", "s1.lead.time"])

One module, nothing to compile: it calls the C library libquire by ctypes. It is looked for where the variable LIBQUIRE says, and else
where the system finds libraries. NumPy and pandas are used by what returns arrays and frames, and needed for nothing else. All numbers are
in SI units unless a column's name says otherwise. Runs of one program may go on in several threads at once.
"""

import ctypes
import ctypes.util
import itertools
import json
import math
import numbers
import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

__all__ = ["Error", "Problem", "Event", "Model", "Run", "Law", "load", "parse", "run", "sweep", "verify", "explain", "report",
           "version", "describe"]

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
                ("motion", ctypes.c_char_p), ("columns", ctypes.c_int), ("directory", ctypes.c_char_p), ("force", ctypes.c_bool),
                ("time_limit", ctypes.c_double), ("figures", ctypes.POINTER(ctypes.c_char_p)),
                ("n_figure", ctypes.c_size_t), ("progress", _PROGRESS), ("user", ctypes.c_void_p)]


class _Event(ctypes.Structure):
    _fields_ = [("time", ctypes.c_double), ("kind", ctypes.c_char_p), ("source", ctypes.c_char_p), ("signal", ctypes.c_char_p),
                ("sheet", ctypes.c_char_p), ("detail", ctypes.c_char_p), ("value", ctypes.c_double)]


class _Impact(ctypes.Structure):
    _fields_ = [(name, ctypes.c_double) for name in
                ("restitution", "peak_penetration", "duration", "peak_force", "release_penetration", "zero_force_restitution",
                 "zero_force_duration", "zero_force_penetration")]


_P, _S, _D, _I, _Z, _B = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_double, ctypes.c_int, ctypes.c_size_t, ctypes.c_bool
_OUT = ctypes.POINTER(ctypes.c_void_p)
_DOUBLES = ctypes.POINTER(ctypes.c_double)
_SETTINGS = ctypes.POINTER(_Setting)

# name: (what it returns, what it takes), as in the public headers
_FUNCTIONS = {
    "quire_version": (_S, []),
    "quire_version_details": (_S, []),
    "quire_status_text": (_S, [_I]),
    "quire_free": (None, [_P]),
    "quire_diag_create": (_P, []),
    "quire_diag_destroy": (None, [_P]),
    "quire_diag_count": (_Z, [_P]),
    "quire_diag_get": (ctypes.POINTER(_Problem), [_P, _Z]),
    "quire_diag_format": (_Z, [_P, _Z, _P, _Z]),
    "quire_model_load": (_I, [_OUT, _S, _SETTINGS, _Z, _P]),
    "quire_model_parse": (_I, [_OUT, _S, _Z, _S, _SETTINGS, _Z, _P]),
    "quire_model_destroy": (None, [_P]),
    "quire_model_name": (_S, [_P]),
    "quire_model_check": (_I, [_P, _P]),
    "quire_describe": (_I, [_OUT, _S, _S, _P]),
    "quire_describe_parameters_json": (_I, [_OUT, _P]),
    "quire_run_options_default": (_Options, []),
    "quire_run_create": (_I, [_OUT, _P, ctypes.POINTER(_Options), _P]),
    "quire_run_destroy": (None, [_P]),
    "quire_run_execute": (_I, [_P, _P]),
    "quire_run_passed": (_B, [_P]),
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
    "quire_verify": (_I, [_S, ctypes.POINTER(_B), _OUT, _PROGRESS, _P, _P]),
    "quire_explain": (_I, [_S, _B, _OUT, _P]),
    "quire_report_write": (_I, [ctypes.POINTER(_S), _Z, _S, _P]),
    "quire_law_create": (_I, [_OUT, _S, _SETTINGS, _Z, _P]),
    "quire_law_destroy": (None, [_P]),
    "quire_law_normal_force": (_D, [_P, _D, _D]),
    "quire_law_friction_force": (_D, [_P, _D, _D]),
    "quire_law_impact": (_I, [_P, _D, _D, ctypes.POINTER(_Impact)]),
}


def _load_library():
    names = [os.environ["LIBQUIRE"]] if os.environ.get("LIBQUIRE") else [
        "libquire.so.%d" % _ABI, ctypes.util.find_library("quire"), "/usr/local/lib/libquire.so.%d" % _ABI]
    reasons = []
    for name in filter(None, names):
        try:
            library = ctypes.CDLL(name)
            break
        except OSError as error:
            reasons.append(str(error))
    else:
        raise ImportError("libquire can not be loaded (%s); install it, or set LIBQUIRE to its file" % "; ".join(reasons))
    for name, (returns, takes) in _FUNCTIONS.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            raise ImportError("%s has no %s: it is not of this module's version" % (library._name, name)) from None
        function.restype, function.argtypes = returns, takes
    return library


_library = _load_library()


def _text(value):
    return None if value is None else value.decode("utf-8", "replace")


def _path(path):
    return os.fsencode(path)


def _take(pointer):
    """The text that a call gave us to free."""
    try:
        return _text(ctypes.cast(pointer, ctypes.c_char_p).value)
    finally:
        _library.quire_free(pointer)


# ---- problems ----


class Problem:
    """One error, warning or note: severity, code ("E-RANGE"), file, line, column, object, text, hint. As text: the line that the command
    prints."""

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
    """What the library refuses. `problems` lists all of it; `status` is the command's exit code for it: 2 usage, 3 input, 4 numerical,
    5 file, 6 limit, 70 a bug in Quire."""

    def __init__(self, status, problems):
        self.status, self.problems = status, problems
        lines = [str(p) for p in problems if p.severity == "error"] or [_text(_library.quire_status_text(status))]
        super().__init__("\n".join(lines))

    def __reduce__(self):
        return _error_again, (self.status, self.args)


def _error_again(status, args):
    error = Error(status, [])
    error.args = args
    return error


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
        """The problems, if the call went well; else they are raised."""
        problems = self.problems()
        if status != 0:
            raise Error(status, problems)
        return problems


def _settings(values):
    """Parameter values as the file would have them: text "8 N", plain numbers for plain parameters, (8, "N") for quantities."""
    texts = []
    for name, value in values.items():
        if isinstance(value, tuple):
            value = "%r %s" % (float(value[0]), value[1])
        elif isinstance(value, bool):
            value = "yes" if value else "no"
        elif not isinstance(value, str):
            value = repr(int(value)) if isinstance(value, numbers.Integral) else repr(float(value))
        texts.append((name.encode(), value.encode()))
    return (_Setting * len(texts))(*texts), len(texts)


# ---- models ----


class Model:
    """A model as read and checked. Made by load() and parse()."""

    def __init__(self, handle, problems):
        self._handle = handle
        self.warnings = problems  #: list of Problem

    def __del__(self):
        if getattr(self, "_handle", None):
            _library.quire_model_destroy(self._handle)
            self._handle = None

    @property
    def name(self):
        return _text(_library.quire_model_name(self._handle))

    @property
    def parameters(self):
        """The parameters by name, each a dict as in `quire check --parameters --format json`."""
        out = ctypes.c_void_p()
        status = _library.quire_describe_parameters_json(ctypes.byref(out), self._handle)
        if status != 0:
            raise Error(status, [])
        return {p["name"]: p for p in json.loads(_take(out))["parameters"]}

    def check(self):
        """What looks like trouble, as `quire check` says it: a list of Problem, empty if there is none. Runs nothing."""
        with _Diag() as diag:
            return diag.need(_library.quire_model_check(self._handle, diag.handle))

    def run(self, **options):
        """Simulates the model; `options` as in run(), but no parameters."""
        return Run(self, options)

    def __repr__(self):
        return "<quire.Model %s>" % self.name


def load(path, parameters=None, /, **more):
    """Reads and checks a model file, with other values of its parameters: load("m.xml", nip_load="8 N", rubber_mu=0.9). `parameters` is
    a dict for names that are no Python names. Raises Error with everything that is wrong."""
    settings, n = _settings({**(parameters or {}), **more})
    handle = ctypes.c_void_p()
    with _Diag() as diag:
        problems = diag.need(_library.quire_model_load(ctypes.byref(handle), _path(path), settings, n, diag.handle))
    return Model(handle.value, problems)


def parse(text, parameters=None, /, *, file="<text>", **more):
    """As load(), from a text; `file` stands for it in messages."""
    settings, n = _settings({**(parameters or {}), **more})
    handle = ctypes.c_void_p()
    data = text.encode() if isinstance(text, str) else bytes(text)
    with _Diag() as diag:
        problems = diag.need(_library.quire_model_parse(ctypes.byref(handle), data, len(data), _path(file), settings, n, diag.handle))
    return Model(handle.value, problems)


# ---- runs ----


class Event:
    """Something that happened: time [s], kind ("sensor", "nip-entry", ...), source, signal, sheet, detail, value (SI); None where there is
    none."""

    __slots__ = ("time", "kind", "source", "signal", "sheet", "detail", "value")

    def __init__(self, event):
        self.time = event.time
        for name in ("kind", "source", "signal", "sheet", "detail"):
            setattr(self, name, _text(getattr(event, name)))
        self.value = None if math.isnan(event.value) else event.value

    def __repr__(self):
        parts = [self.source or "", self.signal or "", self.sheet or ""]
        return "<quire.Event %.6g s %s %s>" % (self.time, self.kind, " ".join(p for p in parts if p))


_OPTIONS = {"end": "end_time", "sample": "sample_interval", "accuracy": "accuracy", "position_tolerance": "position_tolerance",
            "method": "method", "vectors": "vectors", "motion": "motion", "columns": "columns", "directory": "directory",
            "force": "force", "time_limit": "time_limit"}


def _make_options(given):
    options = _library.quire_run_options_default()
    for name, value in given.items():
        if name not in _OPTIONS:
            raise TypeError("run() has no option '%s'; it has %s, progress" % (name, ", ".join(_OPTIONS)))
        if value is not None:
            if name == "directory":
                value = _path(value)
            elif isinstance(value, str):
                value = value.encode()
            setattr(options, _OPTIONS[name], value)
    return options


class _Listener:
    """Calls a Python function from within a run, and keeps what it raises: Ctrl-C too ends the run, and is raised behind it."""

    def __init__(self, progress):
        self.raised = None
        self.progress = progress
        self.callback = _PROGRESS(self._call)

    def _call(self, _user, time, end_time):
        try:
            return self.progress is None or self.progress(time, end_time) is not False
        except BaseException as error:  # pylint: disable=broad-except
            self.raised = error
            return False


class Run(Mapping):
    """A run that has ended. run["s1.lead.time"] is a figure of summary.json by its dotted name; `in`, len() and iteration go over all of
    them."""

    def __init__(self, model, options):
        options = dict(options)
        listener = _Listener(options.pop("progress", None))
        figures = options.pop("figures", None)
        settings = _make_options(options)
        if figures is not None:
            names = (ctypes.c_char_p * len(figures))(*[name.encode() for name in figures])
            settings.figures, settings.n_figure = names, len(names)
        settings.progress = listener.callback
        self.model = model
        self._figures = None
        handle = ctypes.c_void_p()
        with _Diag() as diag:
            diag.need(_library.quire_run_create(ctypes.byref(handle), model._handle, ctypes.byref(settings), diag.handle))
            self._handle = handle.value
            status = _library.quire_run_execute(self._handle, diag.handle)
            if listener.raised is not None:
                raise listener.raised
            self.warnings = diag.need(status)  #: list of Problem

    def __del__(self):
        if getattr(self, "_handle", None):
            _library.quire_run_destroy(self._handle)
            self._handle = None

    @property
    def passed(self):
        """Whether every check passed."""
        return bool(_library.quire_run_passed(self._handle))

    @property
    def summary(self):
        """summary.json as a dict."""
        return json.loads(_library.quire_run_summary_json(self._handle))

    @property
    def text(self):
        """What `quire run` prints."""
        return _text(_library.quire_run_summary_text(self._handle))

    def __getitem__(self, name):
        value = _library.quire_run_figure(self._handle, name.encode())
        if math.isnan(value) and name not in self._names():
            raise KeyError("%s; figures are those of summary.json" % name)
        return value

    def _names(self):
        if self._figures is None:
            self._figures = list(self.summary["figures"])
        return self._figures

    def __iter__(self):
        return iter(self._names())

    def __len__(self):
        return len(self._names())

    @property
    def columns(self):
        """Names of the series' columns, as in series.csv: "t [s]", "page.lead.path [m]", ..."""
        return [_text(_library.quire_run_column_name(self._handle, i)) for i in range(_library.quire_run_column_count(self._handle))]

    def column(self, name):
        """One column as a NumPy array, one number a sample; the name with or without its unit."""
        import numpy
        for i, title in enumerate(self.columns):
            if name in (title, title.rpartition(" [")[0]):
                values = numpy.empty(_library.quire_run_row_count(self._handle))
                _library.quire_run_column(self._handle, i, values.ctypes.data_as(_DOUBLES), len(values))
                return values
        raise KeyError("%s; columns are %s" % (name, ", ".join(self.columns[:5]) + ", ..."))

    def frame(self):
        """All series as a pandas DataFrame, the time as its index."""
        import pandas
        names = self.columns
        return pandas.DataFrame({name: self.column(name) for name in names[1:]}, index=pandas.Index(self.column(names[0]), name=names[0]))

    @property
    def events(self):
        """What happened, in time order: a list of Event."""
        return [Event(_library.quire_run_event_at(self._handle, i)) for i in range(_library.quire_run_event_count(self._handle))]

    def event_frame(self):
        """The events as a pandas DataFrame."""
        import pandas
        return pandas.DataFrame([{name: getattr(e, name) for name in Event.__slots__} for e in self.events], columns=Event.__slots__)

    def nodes(self, sheet):
        """Where a sheet's nodes are at the end [m]: a NumPy array (n, 2), trail edge first."""
        import numpy
        n = _library.quire_run_nodes(self._handle, sheet.encode(), None, None, 0)
        if n == 0:
            raise KeyError("there is no sheet '%s'" % sheet)
        at = numpy.empty((2, n))
        _library.quire_run_nodes(self._handle, sheet.encode(), at[0].ctypes.data_as(_DOUBLES), at[1].ctypes.data_as(_DOUBLES), n)
        return at.T.copy()

    def __repr__(self):
        return "<quire.Run of %s: %s>" % (self.model.name, "passed" if self.passed else "failed")


def run(path, parameters=None, /, **more):
    """Loads and simulates a model file. Keywords are options of the run, and else parameters of the model:

    end [s], sample [s] (0: none), accuracy ("fast", "standard", "fine"), position_tolerance [m], method, vectors, motion ("planar",
    "spatial"), columns, directory (where result files go; without it there are none), force (overwrite another model's results),
    time_limit [s of processor time], figures (names of the only ones that will be asked for: what none of them needs is not recorded),
    progress (called as progress(time, end) now and then; returning False ends the run).

    A parameter with the name of an option goes into the dict `parameters`."""
    options = {name: more.pop(name) for name in list(more) if name in _OPTIONS or name in ("progress", "figures")}
    return Run(load(path, parameters, **more), options)


def sweep(path, values, figures, *, parameters=None, workers=None, **options):
    """Runs a model for all combinations of parameter values, {"rubber_mu": [0.4, 0.8], "nip_load": ["8 N", "12 N"]}, in several threads,
    and returns a pandas DataFrame with a row for each: the values, the figures by their dotted names, and "passed" if it is among them.
    The last parameter varies fastest, and order and number of workers change nothing. A run that can not finish has NaN, and the column
    "error" says why. For designs of experiments, noise, and thousands of runs that survive anything, see `quire doe`."""
    import pandas
    points = [dict(zip(values, point)) for point in itertools.product(*values.values())]
    def one(point):
        row = dict(point)
        model = load(path, {**(parameters or {}), **point})
        try:
            done = Run(model, {**options, "figures": [name for name in figures if name != "passed"]})
        except Error as error:
            if error.status not in (4, 6):
                raise
            row.update({name: float("nan") for name in figures}, error=str(error))
            return row
        for name in figures:
            row[name] = done.passed if name == "passed" else done[name]
        return row

    with ThreadPoolExecutor(workers or len(os.sched_getaffinity(0))) as pool:
        return pandas.DataFrame(list(pool.map(one, points)))


def verify(directory):
    """Repeats the run whose results lie in `directory`. Returns (True, "") if it comes to the same, else (False, what differs)."""
    same, report_ = ctypes.c_bool(), ctypes.c_void_p()
    listener = _Listener(None)
    with _Diag() as diag:
        status = _library.quire_verify(_path(directory), ctypes.byref(same), ctypes.byref(report_), listener.callback, None, diag.handle)
        if listener.raised is not None:
            raise listener.raised
        diag.need(status)
    return same.value, _take(report_)


def explain(directory):
    """Why the run in `directory` came to its verdict, as a dict (doc/formats.md: quire-explanation-1)."""
    out = ctypes.c_void_p()
    with _Diag() as diag:
        diag.need(_library.quire_explain(_path(directory), True, ctypes.byref(out), diag.handle))
    return json.loads(_take(out))


def report(directories, output=None):
    """Writes the offline page of the run in a directory, or of several runs beside each other, to `output`; without it report.html in the
    (first) directory. Returns its path."""
    if isinstance(directories, (str, bytes, os.PathLike)):
        directories = [directories]
    names = (ctypes.c_char_p * len(directories))(*[_path(d) for d in directories])
    output = os.path.join(directories[0], "report.html") if output is None else output
    with _Diag() as diag:
        diag.need(_library.quire_report_write(names, len(names), _path(output), diag.handle))
    return output


# ---- laws ----


class Law:
    """A contact or friction law by itself: Law("mtt-indentation", {"force": "8 N", "at-penetration": "0.05 mm", ...})."""

    def __init__(self, name, attributes=None, /, **more):
        settings, n = _settings({**(attributes or {}), **{key.replace("_", "-"): value for key, value in more.items()}})
        handle = ctypes.c_void_p()
        with _Diag() as diag:
            diag.need(_library.quire_law_create(ctypes.byref(handle), name.encode(), settings, n, diag.handle))
        self._handle, self.name = handle.value, name

    def __del__(self):
        if getattr(self, "_handle", None):
            _library.quire_law_destroy(self._handle)
            self._handle = None

    def normal_force(self, penetration, rate=0.0):
        """[N], from penetration [m] and rate [m/s], positive approaching."""
        return _library.quire_law_normal_force(self._handle, penetration, rate)

    def friction_force(self, slip, normal_force):
        """[N], from the sheet's velocity relative to the other surface [m/s] and the normal force [N]."""
        return _library.quire_law_friction_force(self._handle, slip, normal_force)

    def impact(self, mass, speed):
        """What the law makes of a mass [kg] that strikes with a speed [m/s]: a dict of restitution, peak_penetration [m], ..."""
        out = _Impact()
        status = _library.quire_law_impact(self._handle, mass, speed, ctypes.byref(out))
        if status != 0:
            raise Error(status, [])
        return {name: getattr(out, name) for name, _ in _Impact._fields_}


def describe(kind=None, name=None):
    """What `quire describe` prints."""
    out = ctypes.c_void_p()
    with _Diag() as diag:
        diag.need(_library.quire_describe(ctypes.byref(out), kind and kind.encode(), name and name.encode(), diag.handle))
    return _take(out)


def version():
    """The version of the library, "0.1.0"."""
    return _text(_library.quire_version())

"""Uses the Python module as its users do, and compares with the command and the headers: prints TAP. For tests/check-python.tap."""

import contextlib
import copy
import glob
import io
import json
import math
import multiprocessing
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree

import numpy
import pandas

import quire

signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where the tests run in the background
SOURCE, COMMAND = os.environ["QUIRE_SRCDIR"], os.environ["QUIRE"]
SAMPLE = os.path.join(SOURCE, "samples/a4-turn/a4-turn.xml")
tests = []


def test(function):
    tests.append(function)
    return function


def read(name):
    with open(name, encoding="utf-8") as file:
        return file.read()


def command(*arguments):
    return subprocess.run([COMMAND, *arguments], capture_output=True, text=True, check=False)


@test
def declares_what_the_headers_declare():
    text = " ".join(read(name) for name in sorted(glob.glob(SOURCE + "/include/quire/*.h")))
    declared = {}
    for returns, name, takes in re.findall(r"QUIRE_API\s+([^;(]*?[\s*])(quire_\w+)\((.*?)\);", text, re.S):
        level, count = 0, 1 if takes.strip() != "void" else 0
        for letter in takes:
            level += (letter == "(") - (letter == ")")
            count += letter == "," and level == 0
        declared[name] = (count, "*" in returns or "char" in returns, returns.strip() == "double")
    for name, (returns, takes) in quire._FUNCTIONS.items():
        assert name in declared, name
        count, pointer, double = declared[name]
        assert len(takes) == count, name
        assert double == (returns is quire._D), name
        assert pointer == (returns in (quire._P, quire._S) or hasattr(returns, "contents")), name


@test
def options_lie_where_the_header_has_them():
    text = read(SOURCE + "/include/quire/run.h")
    body = re.search(r"typedef struct quire_run_options \{(.*?)\} quire_run_options;", text, re.S).group(1)
    body = re.sub(r"/\*.*?\*/", "", body, flags=re.S)
    names = [re.search(r"(\w+)\)?(\(.*)?$", line.strip().replace("(*", "(")).group(1) if "(*" not in line
             else re.search(r"\(\*(\w+)\)", line).group(1) for line in body.split(";") if line.strip()]
    assert names == [name for name, _ in quire._Options._fields_], names


@test
def runs_give_the_figures_of_their_files():
    with tempfile.TemporaryDirectory() as folder:
        run = quire.run(SAMPLE, rubber_mu=0.9, directory=folder + "/out")
        with open(folder + "/out/summary.json", encoding="utf-8") as file:
            summary = json.load(file)
        assert run.passed and run.summary == summary
        assert set(run) == set(summary["figures"]) and len(run) == len(summary["figures"])
        for name, value in summary["figures"].items():
            assert run[name] == value or (value is None and math.isnan(run[name])), name
        csv = pandas.read_csv(folder + "/out/series.csv", index_col=0)
        frame = run.frame()
        assert list(csv.columns) == list(frame.columns)
        assert numpy.allclose(csv.values, frame.values, rtol=1e-8, atol=0, equal_nan=True)
        assert numpy.allclose(csv.index.values, frame.index.values, rtol=1e-12)
        assert len(run.events) == len(run.event_frame()) == len(pandas.read_csv(folder + "/out/events.csv"))
        assert "passed" in repr(run) and "a4-turn" in run.text


@test
def runs_come_to_what_the_command_comes_to():
    # not to the last bit: the command has a pow() of its own, and times of runs whose speeds differ by
    # 1e-13 of them are up to 2e-5 s apart
    with tempfile.TemporaryDirectory() as folder:
        assert command("run", SAMPLE, "-o", folder + "/out", "--set", "rubber_mu=0.9", "--quiet").returncode == 0
        with open(folder + "/out/summary.json", encoding="utf-8") as file:
            figures = json.load(file)["figures"]
    run = quire.run(SAMPLE, rubber_mu=0.9)
    assert set(run) == set(figures)
    times = [name for name in figures if name.endswith(".time") and figures[name] is not None]
    assert len(times) >= 3
    for name in times:
        assert abs(run[name] - figures[name]) < 5e-5, name


@test
def columns_go_by_name_with_and_without_unit():
    run = quire.run(SAMPLE, end=0.05)
    title = next(name for name in run.columns if name.startswith("page.lead.path"))
    assert (run.column(title) == run.column(title.rpartition(" [")[0])).all()
    try:
        run.column("nonsense")
    except KeyError:
        pass
    else:
        raise AssertionError("a column that is not there")
    nodes = run.nodes("page")
    assert nodes.shape[1] == 2 and nodes.shape[0] > 10
    lengths = numpy.hypot(*numpy.diff(nodes, axis=0).T)
    assert abs(lengths.sum() - 0.297) < 1e-4


@test
def says_where_and_why_a_model_is_refused():
    text = read(SAMPLE).replace('grammage="', 'gramage="', 1)
    try:
        quire.parse(text, file="colleague.xml")
    except quire.Error as error:
        assert error.status == 3
        first = error.problems[0]
        assert first.severity == "error" and first.file == "colleague.xml" and first.line > 1 and first.code.startswith("E-")
        assert "did you mean" in str(error) or first.hint
    else:
        raise AssertionError("accepted")
    for bad in ({"rubber_mu": "nonsense"}, {"no_such": 1}, {"nip_load": 8}):
        try:
            quire.load(SAMPLE, bad)
        except quire.Error as error:
            assert error.status in (2, 3), error.status
        else:
            raise AssertionError(bad)
    try:
        quire.load("no/such/file.xml")
    except quire.Error as error:
        assert error.status == 5
    else:
        raise AssertionError("accepted")


@test
def quantities_are_texts_or_pairs():
    one, two = quire.load(SAMPLE, nip_load="10 N"), quire.load(SAMPLE, nip_load=(10, "N"))
    assert one.run(end=0.02).summary["figures"] == two.run(end=0.02).summary["figures"]
    assert quire._settings({"n": numpy.int64(8)})[0][0].value == b"8" and quire._settings({"n": numpy.float64(0.5)})[0][0].value == b"0.5"
    parameters = one.parameters
    assert "nip_load" in parameters and "10 N" in json.dumps(parameters["nip_load"])
    assert one.name == "a4-turn" and one.check() == []


@test
def progress_ends_a_run_and_exceptions_come_through():
    seen = []
    try:
        quire.run(SAMPLE, progress=lambda time, end: seen.append(time) or len(seen) < 3)
    except quire.Error as error:
        assert error.status == 6
    else:
        raise AssertionError("went on")
    assert len(seen) == 3

    def interrupt(_time, _end):
        raise KeyboardInterrupt

    try:
        quire.run(SAMPLE, progress=interrupt)
    except KeyboardInterrupt:
        pass
    else:
        raise AssertionError("swallowed")
    try:
        quire.run(SAMPLE, accuracy="splendid")
    except quire.Error as error:
        assert error.status == 2
    else:
        raise AssertionError("accepted")


@test
def sweeps_do_not_depend_on_their_workers():
    values = {"rubber_mu": [0.3, 0.9], "nip_load": ["6 N", "10 N"]}
    figures = ["passed", "page.lead.path"]
    one = quire.sweep(SAMPLE, values, figures, workers=1, end=0.1)
    four = quire.sweep(SAMPLE, values, figures, workers=4, end=0.1)
    assert one.equals(four) and len(one) == 4 and list(one["nip_load [N]"]) == [6.0, 10.0] * 2
    alone = quire.run(SAMPLE, {"rubber_mu": 0.9}, nip_load="6 N", end=0.1, sample=0)
    assert alone["page.lead.path"] == one["page.lead.path"][2]


@test
def numbers_have_units():
    import numpy
    same = ["8 N", (8, "N"), quire.Q(8, "N"), quire.Q(numpy.float64(8), "N"), quire.Q(numpy.int32(8000), "mN"), quire.Q(numpy.array(8.0), "N")]
    assert {quire.load(SAMPLE, nip_load=value).parameters["nip_load"]["si"] for value in same} == {8.0}
    assert str(quire.Q(0.25, "m/s")) == "0.25 m/s" and quire.Q(8, "N") == (8, "N")
    assert quire.load(SAMPLE, rubber_mu=numpy.float32(0.5)).parameters["rubber_mu"]["si"] == 0.5
    refused(TypeError, quire.load, SAMPLE, nip_load=quire.Q(numpy.array([1.0, 2.0]), "N"))
    refused(quire.Error, quire.load, SAMPLE, nip_load=quire.Q(8, "m"))
    refused(quire.Error, quire.load, SAMPLE, nip_load=8)


@test
def factors_of_a_sweep_are_numbers():
    import numpy
    cases = [(["6 N", "10 N"], "nip_load [N]", [6, 10]), ([quire.Q(6, "N"), (10, "N")], "nip_load [N]", [6, 10]),
             (quire.Q(numpy.linspace(6, 10, 3), "N"), "nip_load [N]", [6, 8, 10]), (["6 N", "12e3 mN"], "nip_load [N]", [6, 12])]
    for given, name, numbers in cases:
        table = quire.sweep(SAMPLE, {"nip_load": given}, ["passed"], end=0.01)
        assert list(table.columns) == [name, "passed"] and numpy.allclose(table[name], numbers), table
    table = quire.sweep(SAMPLE, {"medium": ["plain-80", "card-300"], "rubber_mu": [1e-1, 1]}, ["passed"], end=0.01)
    assert list(table["medium"][::2]) == ["plain-80", "card-300"] and list(table["rubber_mu"][:2]) == [0.1, 1]
    refused(TypeError, quire.sweep, SAMPLE, {"nip_load": quire.Q(8, "N")}, ["passed"])
    refused(quire.Error, quire.sweep, SAMPLE, {"nip_load": ["8 N", "8 m"]}, ["passed"])


@test
def results_are_verified_explained_and_reported():
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "läuft & läuft")
        assert quire.run(SAMPLE, directory=out, end=0.1) is not None
        assert quire.verify(out) == (True, "")
        assert quire.explain(out)["schema"].startswith("quire-explanation")
        assert os.path.getsize(quire.report(out)) > 100000
        with quire.run(SAMPLE, directory=out, end=0.1, force=True) as run:
            assert run.directory == out and quire.report(run) == os.path.join(out, "report.html")
    refused(ValueError, quire.report, quire.run(SAMPLE, end=0.01))


@test
def models_run_with_new_values():
    model = quire.load(SAMPLE, curl="1 m^-1")
    expected = repr(dict(quire.run(SAMPLE, end=0.2, nip_load="6 N", curl="1 m^-1")))
    assert repr(dict(model.run(end=0.2, nip_load="6 N"))) == repr(dict(model.run({"nip_load": "6 N"}, end=0.2))) == expected
    assert repr(dict(model.run(end=0.2, nip_load="6 N", curl="0 m^-1"))) != expected
    assert model.run(end=0.1).model is model and model.run(end=0.1, nip_load="6 N").model is not model


@test
def paths_are_reviewed():
    review = quire.load(SAMPLE).review()
    assert review["schema"] == "quire-review-1" and review["verdict"] == "ok" and {"span", "gap"} <= {line["rule"] for line in review["lines"]}


@test
def simulations_are_stepped_and_commanded():
    model = quire.load(os.path.join(SOURCE, "samples/gap-control/gap-control.xml"))
    whole, directory = model.run(), os.path.join(tempfile.mkdtemp(), "commanded.run")
    with quire.Sim(model) as sim:
        assert sim.drives["feed"].quantity == "speed" and sim.drives["feed"].unit == "m/s" and ("sensor", "eye", "covered", "") in sim.ports
        events = []
        while not sim.over:
            events += sim.advance(0.01)
        run = sim.finish()
        assert [e.time for e in run.events] == [e.time for e in whole.events] and run.verdict == whole.verdict
        assert len(events) <= len(run.events) and run.summary["end"] == whole.summary["end"]
    with quire.Sim(model, directory=directory) as sim:
        for rule in ("first", "second", "third", "fourth"):
            sim.rule(rule, False)
        sim.release("page")
        event = sim.advance_to(10, to_event=True)
        assert event and sim.time == event[-1].time, event
        before = sim["page.1.lead.path"]
        sim.advance(0.05)
        assert sim["page.1.lead.path"] > before and sim["eye"] in (0, 1) and len(sim.nodes("page.1")) > 10 and len(sim.nodes("page.4")) == 0
        speed = sim.drives["feed"].speed
        sim.drives["feed"].speed = 0.9 * speed
        assert sim.drives["feed"].speed == 0.9 * speed
        sim.drives["feed"].set(speed, ramp=0.01)
        sim.act("set", drive="adjust", to="feed.command")
        sim.advance(0.1)
        assert abs(sim["feed.command"] - speed) < 1e-12 and not sim.failed("late")
        for wrong in (lambda: sim.release("pge"), lambda: sim.advance_to(0.01), lambda: sim.act("st"), lambda: sim.rule("none", True),
                      lambda: sim.drives["feed"].set(1, ramp=-1)):
            refused(quire.Error, wrong)
        refused(KeyError, lambda: sim["page.1.lead.pth"])
        refused(AttributeError, lambda: sim.drives["feed"].torque)
        refused(TypeError, lambda: sim.advance("1 s"))
        run = sim.finish()
    assert run.verdict and run.directory == directory and quire.verify(directory) == (True, "")
    shutil.rmtree(os.path.dirname(directory))


@test
def names_are_suggested():
    run = quire.run(SAMPLE, end=0.1)
    for function, name, meant in ((run.__getitem__, "page.lead.pth", "page.lead.path"), (run.column, "page.lead.pth", "page.lead.path"), (run.nodes, "pge", "page")):
        try:
            function(name)
        except KeyError as error:
            assert "did you mean '%s'?" % meant in str(error), error
        else:
            raise AssertionError(name)
    assert quire.__version__ == quire.version()


@test
def laws_agree_with_the_command():
    attributes = {"force": "8 N", "at-penetration": "0.05 mm", "exponent": "1.5", "damping": "0 N*s/m^2.5"}
    law = quire.Law("mtt-indentation", attributes)
    assert abs(law.normal_force(0.05e-3) / 8 - 1) < 1e-12
    assert abs(law.normal_force(0.1e-3) / (8 * 2 ** 1.5) - 1) < 1e-12
    assert abs(law.impact(1e-3, 1.0)["restitution"] - 1) < 1e-6
    depths = numpy.linspace(0, 0.1e-3, 6).reshape(2, 3)
    forces = law.normal_force(depths)
    assert forces.shape == (2, 3) and all(force == law.normal_force(depth) for force, depth in zip(forces.flat, depths.flat))
    slip = numpy.array([-0.1, 0, 0.1])
    friction = quire.Law("mtt-step", dynamic_coefficient=0.5, threshold_velocity="1 mm/s")
    assert numpy.allclose(friction.friction_force(slip, 8), [4, 0, -4])
    assert "indentation" in quire.describe("mtt-indentation")
    assert "quire describe idler" in quire.search("Inertia idler")
    refused(quire.Error, quire.search, "no-such-thing-anywhere")


def refused(kind, function, *arguments, **more):
    """What is raised, which must be of this kind; anything else, and a crash above all, fails."""
    try:
        result = function(*arguments, **more)
    except kind as error:
        return error
    raise AssertionError("%r from %r %r" % (result, arguments, more))


@test
def misuse_is_an_exception():
    run, model = quire.run(SAMPLE, end=0.01), quire.load(SAMPLE)
    law = quire.Law("mtt-indentation", force="8 N", at_penetration="0.05 mm")
    for options in ({"accuracy": 3}, {"accuracy": b"fast"}, {"end": "1 s"}, {"end": True}, {"columns": 2.0}, {"motion": 1}, {"figures": "passed"},
                    {"figures": [1]}, {"progress": 1}, {"nip_load": [8]}, {"nip_load": (8, 1)}, {"nip_load": None}, {"nip_load": b"8 N"}):
        refused(TypeError, quire.run, SAMPLE, **options)
    for options in ({"end": math.nan}, {"accuracy": "fast\0er"}, {"nip_load": "8 N\0mm"}, {"columns": 2**40}, {"directory": "a\0b"}):
        refused(ValueError, quire.run, SAMPLE, **options)
    refused(TypeError, quire.Model, 1, [])
    refused(TypeError, quire.Run, 1, {})
    refused(TypeError, quire.parse, 3)
    refused(TypeError, quire.load, SAMPLE, [("rubber_mu", 1)])
    refused(quire.Error, model.run, nip_laod="8 N")
    refused(TypeError, run.nodes, 1)
    refused(KeyError, run.nodes, "nobody")
    refused(KeyError, run.__getitem__, 1)
    assert 1 not in run and "page.lead.path" in run
    refused(TypeError, quire.describe, 1)
    refused(ValueError, law.friction_force, 0.1, 8)
    refused(ValueError, law.impact, 0, 1)
    refused(TypeError, law.impact, "1 g", 1)
    for values, figures in (("8 N", ["passed"]), (8, ["passed"]), (["8 N"], "passed")):
        refused(TypeError, quire.sweep, SAMPLE, {"nip_load": values}, figures)
    refused(ValueError, quire.sweep, SAMPLE, {"nip_load": ["8 N"]}, ["passed"], directory="x")
    refused(ValueError, quire.report, [])


@test
def names_with_two_meanings_are_refused():
    text = ('<model version="1" name="two"><parameters><parameter name="force" value="1 s"/><parameter name="file" value="2 s"/></parameters>'
            '<settings><run end="{force+file}"/></settings></model>')
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "two.xml")
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
        assert "'force' is a parameter of the model" in str(refused(ValueError, quire.run, name, force="3 s"))
        assert quire.run(name, {"force": "3 s"})["run.end"] == 5
        assert quire.run(name, {"force": "3 s"}, force=True)["run.end"] == 5
        assert quire.load(name, force="0.5 s").run(force=True)["run.end"] == 2.5
    assert "'file' is a parameter of the model" in str(refused(ValueError, quire.parse, text, file="3 s"))
    assert quire.parse(text, {"file": "3 s"}).run()["run.end"] == 4


@test
def runs_have_the_verdict_of_the_command():
    passed, soon = quire.run(SAMPLE), quire.run(SAMPLE, end=0.1)
    assert (passed.verdict, passed.passed) == ("passed", True)
    assert (soon.verdict, soon.passed) == ("not evaluated", False) and soon.summary["verdict"] == "not evaluated"
    late = quire.run(SAMPLE, feed_speed="200 mm/s")
    assert late.verdict == "failed" and abs(late["on-time.margin"] + late["s1.lead.time"] - 0.32) < 1e-9


@test
def what_is_closed_is_no_more_and_its_runs_go_on():
    with quire.load(SAMPLE) as model:
        run = model.run(end=0.05)
    refused(ValueError, model.run)
    refused(ValueError, lambda: model.name)
    assert len(run.frame()) > 10 and len(run.nodes("page")) > 10
    run.close()
    run.close()
    for ask in (lambda: run.passed, run.frame, lambda: run["page.lead.path"], lambda: run.text, lambda: run.events):
        refused(ValueError, ask)
    law = quire.Law("linear", stiffness="1e5 N/m")
    law.close()
    refused(ValueError, law.normal_force, 1e-5)
    assert all("closed" in repr(thing) for thing in (model, run, law))


@test
def only_what_can_be_copied_is():
    run = quire.run(SAMPLE, end=0.01)
    for thing in (run, run.model, quire.Law("linear", stiffness="1e5 N/m")):
        for copied in (copy.copy, copy.deepcopy, pickle.dumps):
            assert type(thing).__name__ in str(refused(TypeError, copied, thing))
    error = refused(quire.Error, quire.load, SAMPLE, no_such=1)
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.status == 3 and again.problems[0].code == error.problems[0].code


def path_in_a_process(friction):
    return quire.run(SAMPLE, rubber_mu=friction, end=0.05)["page.lead.path"]


@test
def processes_work_side_by_side():
    frictions = [0.3, 0.6, 0.9]
    want = [path_in_a_process(friction) for friction in frictions]
    for how in ("fork", "spawn"):
        with multiprocessing.get_context(how).Pool(2) as pool:
            assert pool.map(path_in_a_process, frictions) == want, how
            assert refused(quire.Error, pool.map, path_in_a_process, [-1]).problems


@test
def sweeps_end_when_they_are_told():
    # one of the runs would spin for minutes
    long = os.path.join(SOURCE, "samples/spinning-top/spinning-top.xml")
    began = time.monotonic()
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    refused(KeyboardInterrupt, quire.sweep, long, {"friction": [0.2]}, ["passed"], end=1e4, sample=0)
    refused(quire.Error, quire.sweep, long, {"friction": ["nonsense", 0.2]}, ["passed"], end=1e4, sample=0, workers=2)
    assert time.monotonic() - began < 20


@test
def a_library_that_is_missing_is_named():
    for name, words in (("/no/such/libquire.so", "/no/such/libquire.so"), (SAMPLE, "a4-turn.xml")):
        done = subprocess.run([sys.executable, "-c", "import quire"], env={**os.environ, "LIBQUIRE": name}, capture_output=True, text=True, check=False)
        assert done.returncode == 1 and "ImportError" in done.stderr and words in done.stderr and "LIBQUIRE" in done.stderr, done.stderr


EVIL = "<script>alert('x')</script>&\"\u0007"


def shown(html):
    """The texts of a page's part, which has to be well-formed, and no script, no style sheet, no id, no address in it."""
    root = xml.etree.ElementTree.fromstring(html.replace("\u0007", ""))
    for element in root.iter():
        tag = element.tag.rpartition("}")[2]
        assert tag in ("div", "pre", "b", "span", "table", "tr", "th", "td", "svg", "path", "circle", "title"), tag
        assert not [name for name in element.attrib if name.startswith("on") or name in ("id", "href", "src", "class")], element.attrib
    return " ".join(" ".join(root.itertext()).split())


@test
def runs_are_shown_in_notebooks():
    run = quire.run(SAMPLE)
    html = run._repr_html_()
    text = shown(html)
    for words in ("a4-turn passed", "on-time", "250 ms to 320 ms", "23.9 ms", "sensor 's1'", "n1.driver", "sheet page", "largest force", "mJ"):
        assert words in text, words
    assert html.count("<svg") == 1 and len(html) < 20000, len(html)
    # the sheet lies in the picture where its nodes are
    x, y = 1000 * run.nodes("page")[-1]
    line = next(part for part in html.split("<path ") if "<title>sheet page<" in part)
    found = [float(n) for n in re.search(r'L([-0-9.]+) ([-0-9.]+)"', line).groups()]
    assert abs(found[0] - x) < 0.6 and abs(found[1] + y) < 0.6, found
    assert run.units["s1.lead.time"] == "s" and set(run.units) == set(run)
    short = quire.run(SAMPLE, end=0.05, figures=["page.lead.path"])
    assert "<title>sheet page<" in short._repr_html_()
    jam = quire.run(SOURCE + "/samples/lip-jam/lip-jam.xml")
    html = jam._repr_html_()
    assert html.count("<circle") == 1 and "where stall page failed 60 ms up to 50 ms -10 ms" in shown(html), shown(html)
    assert "the leading edge has been stopped since" in shown(html)
    run.close()
    assert shown(run._repr_html_()) == "<quire.Run (closed)>"


@test
def models_are_shown_in_notebooks():
    model = quire.parse(read(SAMPLE).replace('doc="force that closes', 'doc="&lt;script>alert(1)&lt;/script> closes'))
    html = model._repr_html_()
    text = shown(html)
    assert "nip_load 8 N" in text and "<script>alert(1)</script> closes" in text and "<script" not in html and "sheet page" in text
    model.close()
    assert "closed" in shown(model._repr_html_())


@test
def what_is_shown_can_not_become_a_page():
    summary = {"checks": [{"name": EVIL, "sheet": EVIL, "verdict": "failed", "time": 0.1, "value": 1.0, "unit": EVIL, "allowed": [None, 2.0],
                           "margin": -1.0, "place": EVIL, "cause": EVIL}], "end": {"time": 0.1, "reason": EVIL}}
    html = quire._summary_html(EVIL, EVIL, summary, "first\n%s: %s" % (EVIL, EVIL), "", [EVIL])
    drawing = ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path id="GUIDE-&lt;script&gt;" d="M 0.0 0.0 L 9.0 9.0"/>'
               '<path id="GUIDE-b" d="M 0 0&quot; onload=&quot;alert(1)"/><script>alert(1)</script></svg>')
    picture = quire._drawing_html(drawing, {EVIL: ([0.0, 0.001], [0.0, math.nan])})
    rate = {"count": 1, "n": 2}
    study = {"study": EVIL, "planned": 2, "done": 2, "passed": 1, "jams": 1, "other": 0, "doubtful": 0, "not_evaluated": 0, "unknown": 0,
             "outcomes": [EVIL] * 6, "conclusion": [EVIL], "variables": [{"name": EVIL, "levels": [EVIL]}], "jam_by": [{"rates": [rate]}], "jam_sentence": EVIL, "warnings": [EVIL],
             "responses": [{"name": EVIL, "n": 2, "unit": EVIL, "mean": 1.0, "deviation": None, "least": 1.0, "most": 1.0,
                            "effects": {"bars": [{"effect": 1.0, "column": 0}]}, "columns": [{"name": EVIL, "p": None}]}]}
    for part in (html, picture, quire._study_html(study)):
        shown(part)
        assert "<script" not in part and "onload" not in part
        assert "&lt;script&gt;" in part
    assert quire._drawing_html('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>') == ""
    many = quire._table(("n",), [(str(i),) for i in range(100)])
    assert many.count("<tr>") == 32 and "and 70 more" in many


@test
def studies_are_run_and_shown():
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(SAMPLE, folder)
        name = folder + "/little.xml"
        with open(name, "w", encoding="utf-8") as file:
            file.write('<study version="1" name="little" model="a4-turn.xml" seed="1"><factor parameter="rubber_mu" low="0.1" high="1"/>'
                       '<factor parameter="nip_load" levels="4 N, 8 N"/><design kind="full-factorial"/>'
                       '<response name="arrival" from="s1.lead.time"/></study>')
        store = folder + "/little.doe"
        study = quire.study(name, run=True, directory=store, workers=1)
        assert study.name == "little" and study.analysis["done"] == 4
        table = study.frame()
        assert list(table.index) == [0, 1, 2, 3] and "nip_load [N]" in table.columns and "arrival [s]" in table.columns, table.columns
        text = shown(study._repr_html_())
        assert "4 of 4 runs" in text and "arrival" in text and "ms" in text, text
        assert repr(quire.study(name, directory=store)) == repr(study) == "<quire.Study little: 4 of 4 runs>"
        half = folder + "/half.doe"  # a task of a cluster has done two runs, which nobody collected
        assert command("doe", "worker", name, "--directory=" + half, "--slice=0/2", "--quiet").returncode == 0
        study = quire.study(name, directory=half)
        assert repr(study) == "<quire.Study little: 2 of 4 runs>" and list(study.frame().index) == [0, 2]
        try:
            quire.study(folder + "/none.xml")
        except quire.Error as error:
            assert error.status == 5 and "none.xml" in str(error) and str(pickle.loads(pickle.dumps(error))) == str(error)
        else:
            raise AssertionError("a study that is not there")


@test
def the_guide_says_what_works():
    pages = [re.findall(r"```python\n(.*?)```", read(SOURCE + "/doc/guide/" + page), re.S) for page in ("python.md", "controllers.md")]
    assert [len(blocks) for blocks in pages] >= [5, 2]
    blocks = sum(pages, [])
    before, names, printed = os.getcwd(), {}, io.StringIO()
    os.chdir(SOURCE)
    try:
        with contextlib.redirect_stdout(printed):
            for block in blocks:
                exec(compile(block, "python.md", "exec"), names)  # pylint: disable=exec-used
    finally:
        os.chdir(before)
    for words in ("True", "[]", "s1 lead", "E-"):
        assert words in printed.getvalue(), words


@test
def memory_is_given_back():
    import gc
    import resource
    for _ in range(20):
        quire.run(SAMPLE, end=0.01)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(200):
        quire.run(SAMPLE, end=0.01)
    gc.collect()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 8000, "kB"


@test
def threads_do_not_disturb_each_other():
    results = [None] * 4

    def work(i):
        results[i] = quire.run(SAMPLE, rubber_mu=0.5 + 0.1 * (i % 2), end=0.2).summary["figures"]

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results[0] == results[2] and results[1] == results[3] and results[0] != results[1]


def main():
    failed = 0
    for i, function in enumerate(tests):
        name = function.__name__.replace("_", " ")
        try:
            function()
            print("ok %d - %s" % (i + 1, name))
        except Exception as error:  # pylint: disable=broad-except
            failed += 1
            print("not ok %d - %s" % (i + 1, name))
            print("# %s: %s" % (type(error).__name__, str(error).replace("\n", "\n# ")))
    print("1..%d" % len(tests))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())

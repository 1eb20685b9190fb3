/* The root of a model, its parameters and its settings. */
#include <math.h>

#include "model/kinds_settings.h"
#include "model/problem.h"
#include "model/rows.h"

#define MOST_SAMPLES 2e6 /* rows of series.csv; guards against a mistyped unit */
#define IMPERFECTION QUIRE_FROM_TO(-0.1, 0.1)
#define BDF_ORDERS   QUIRE_FROM_TO(1, 5)

/* ---- <model> ---- */

static const struct quire_field model_fields[] = {
    QUIRE_VERSION(struct quire_model_params),
    QUIRE_NAME(struct quire_model_params, name, QUIRE_REQUIRED,
               "name of the model, used in results and reports"),
    QUIRE_CHOICE(struct quire_model_params, motion, "motion", "planar|spatial", "planar",
                 "planar: the sheet moves in the x-y plane and forces are totals over its width; "
                 "spatial: the sheet may also skew, shift and twist"),
    QUIRE_FIELD_END,
};

static const struct quire_child model_children[] = {
    {&quire_family_model, "include", 0, -1},
    {&quire_family_model, "attached", 0, -1},
    {&quire_family_model, "user-data", 0, -1},
    {&quire_family_model, "defaults", 0, -1},
    {&quire_family_model, "parameters", 0, -1},
    {&quire_family_model, "assembly", 0, -1},
    {&quire_family_model, "instance", 0, -1},
    {&quire_family_model, "settings", 0, 1},
    {&quire_family_model, "media", 0, -1},
    {&quire_family_model, "surface", 0, -1},
    {&quire_family_contact, "contact", 0, -1},
    {&quire_family_contact, "pair", 0, -1},
    QUIRE_MACHINE_PARTS,
    {&quire_family_body, "sheet", 0, -1},
    {&quire_family_body, "disc", 0, -1},
    {&quire_family_body, "block", 0, -1},
    {&quire_family_body, "solid", 0, -1},
    {&quire_family_element, "spring", 0, -1},
    {&quire_family_element, "drag", 0, -1},
    QUIRE_CHILD_END,
};

const struct quire_kind quire_kind_model = {
    .family = &quire_family_model,
    .element = "model",
    .size = sizeof(struct quire_model_params),
    .fields = model_fields,
    .children = model_children,
    .help = "The root of a model file: a machine, the sheets that run through it, its sensors and "
            "its checks. Its children may be in any order and may refer to objects defined further "
            "down. x points along the feed, y up; angles are counter-clockwise; z points across "
            "the feed, to the right-hand side seen along it.",
};

/* ---- <library>, <include> ---- */

static const struct quire_field library_fields[] = {
    QUIRE_VERSION(struct quire_library_params),
    QUIRE_NAME(struct quire_library_params, name, QUIRE_OPTIONAL,
               "name of the library, for readers"),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_library = {
    .family = &quire_family_library,
    .element = "library",
    .size = sizeof(struct quire_library_params),
    .fields = library_fields,
    .children = model_children,
    .help = "The root of a file that models include. It may contain any element of a model, for "
            "example media, contacts and parameters. quire check can check it alone if everything "
            "it refers to is in it or in files that it includes.",
};

static const struct quire_field include_fields[] = {
    QUIRE_TEXT(struct quire_include_params, file, "file", QUIRE_OPTIONAL,
               "path of the file, relative to the folder of this file; it must be in that folder "
               "or below, without '..' and without symbolic links"),
    QUIRE_TEXT(struct quire_include_params, library, "library", QUIRE_OPTIONAL,
               "name of a file of Quire's library, without .xml; the environment variable "
               "QUIRE_LIBRARY_PATH names additional folders"),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_include = {
    .family = &quire_family_model,
    .element = "include",
    .size = sizeof(struct quire_include_params),
    .fields = include_fields,
    .help =
        "Replaces this element by the contents of another file, a <library>. A file is included "
        "only once, so files can include everything they need. Results keep the model as one file.",
};

static const struct quire_field attached_fields[] = {
    QUIRE_TEXT(struct quire_attached_params, file, "file", QUIRE_REQUIRED,
               "path by which other elements name the file"),
    QUIRE_TEXT(
        struct quire_attached_params, content, "content", QUIRE_REQUIRED,
        "text of the file; parameters are not replaced in it, and new lines are written as &#10;"),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_attached = {
    .family = &quire_family_model,
    .element = "attached",
    .size = sizeof(struct quire_attached_params),
    .fields = attached_fields,
    .help = "A file embedded in the model, for example a drawing. It is used instead of a file on "
            "the disk. Results keep their model as one file in this way; you need not write this "
            "element by hand.",
};

/* ---- <parameters>, <parameter> ---- */

static const struct quire_field no_fields[] = {QUIRE_FIELD_END};

static const struct quire_child parameters_children[] = {
    {&quire_family_model, "parameter", 0, -1},
    QUIRE_CHILD_END,
};

const struct quire_kind quire_kind_parameters = {
    .family = &quire_family_model,
    .element = "parameters",
    .size = sizeof(struct quire_group_params),
    .fields = no_fields,
    .children = parameters_children,
    .help = "The quantities of the model that can be changed from outside, by --set on the command "
            "line or by a study.",
};

static const struct quire_field parameter_fields[] = {
    QUIRE_NAME(struct quire_parameter, name, QUIRE_REQUIRED,
               "name; other attributes refer to it by {name}"),
    QUIRE_TEXT(struct quire_parameter, value, "value", QUIRE_REQUIRED,
               "nominal value, written as in an attribute: a quantity with its unit, a name "
               "or other text"),
    QUIRE_TEXT(struct quire_parameter, minimum, "minimum", QUIRE_OPTIONAL,
               "smallest value allowed: a quantity of the same unit"),
    QUIRE_TEXT(struct quire_parameter, maximum, "maximum", QUIRE_OPTIONAL,
               "largest value allowed: a quantity of the same unit"),
    QUIRE_TEXT(struct quire_parameter, choices, "choices", QUIRE_OPTIONAL,
               "list of allowed values, separated by commas: plain-80, card-300; instead of "
               "minimum and maximum"),
    QUIRE_TEXT(struct quire_parameter, tolerance, "tolerance", QUIRE_OPTIONAL,
               "tolerance of the value between machines or sheets, to either side: a positive "
               "quantity of the same unit; quire explain --why=deep uses it as the unit of change"),
    QUIRE_TEXT(struct quire_parameter, step, "step", QUIRE_OPTIONAL,
               "step in which the value is usually set: a positive quantity of the same unit; the "
               "slider of quire live moves by it"),
    QUIRE_TEXT(struct quire_parameter, doc, "doc", QUIRE_OPTIONAL,
               "meaning of the parameter, for readers and reports"),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_parameter = {
    .family = &quire_family_model,
    .element = "parameter",
    .size = sizeof(struct quire_parameter),
    .fields = parameter_fields,
    .help = "One parameter. {name} in any attribute of the model is replaced by its value. Values "
            "outside its range, from --set or a study, are rejected. `quire check --parameters` "
            "lists all parameters.",
};

/* ---- <settings> ---- */

static const struct quire_child settings_children[] = {
    {&quire_family_model, "gravity", 0, 1},
    {&quire_family_model, "run", 0, 1},
    {&quire_family_model, "solver", 0, 1},
    {&quire_family_model, "control", 0, 1},
    QUIRE_CHILD_END,
};

static quire_status
check_settings(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_object *control = quire_object_child_of(self, &quire_kind_control),
                              *run = quire_object_child_of(self, &quire_kind_run);

    if (control == NULL || run == NULL) {
        return QUIRE_OK;
    }
    const double look = ((const struct quire_control_params *)control->params)->look,
                 end = ((const struct quire_run_params *)run->params)->end;
    return look <= end
               ? QUIRE_OK
               : quire_object_error(control, diag, "E-RANGE",
                                    "formulas that hold for less than twice 'look' may be missed",
                                    "'look' (%.4g ms) is longer than the run (%.4g ms)", 1e3 * look,
                                    1e3 * end);
}

const struct quire_kind quire_kind_settings = {
    .family = &quire_family_model,
    .element = "settings",
    .size = sizeof(struct quire_group_params),
    .fields = no_fields,
    .children = settings_children,
    .help = "Gravity, the length of the run and the accuracy. Missing values have the defaults of "
            "the elements named here.",
    .check = check_settings,
};

static const struct quire_field gravity_fields[] = {
    QUIRE_VECTOR(struct quire_gravity_params, vector, "vector", "m/s^2", "0 m/s^2, -9.80665 m/s^2",
                 "acceleration of free fall along x and y; turn it for an upright machine; 0 "
                 "m/s^2, 0 m/s^2 switches gravity off"),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_gravity = {
    .family = &quire_family_model,
    .element = "gravity",
    .size = sizeof(struct quire_gravity_params),
    .fields = gravity_fields,
    .help = "Gravity. Default: standard gravity, downwards along y.",
    .source = "standard acceleration of free fall: 3rd CGPM (1901), resolution 2",
};

static const struct quire_field run_fields[] = {
    QUIRE_CHOICE(struct quire_run_params, kind, "kind", "transient|equilibrium|modes", "transient",
                 "transient: motion in time; equilibrium: stable state of rest reached from the "
                 "start; modes: small free vibrations about that state"),
    QUIRE_REAL(struct quire_run_params, end, "end", "s", "1 s", QUIRE_POSITIVE,
               "end time of the run; a sheet through a copier takes 0.5 s to 5 s", NULL),
    QUIRE_REAL(struct quire_run_params, sample, "sample", "s", "1 ms", QUIRE_NON_NEGATIVE,
               "interval between rows of the series and pictures of the trajectory; does not "
               "affect the result; 0 s: only the start and the end are recorded",
               NULL),
    QUIRE_BOOLEAN(struct quire_run_params, settle, "settle", "yes",
                  "yes: overlaps at the start, for example a loaded nip on a sheet, are relaxed to "
                  "equilibrium before t = 0"),
    QUIRE_REAL(struct quire_run_params, at, "at", "s", "0 s", QUIRE_NON_NEGATIVE,
               "end time of the slow change of holds and loads from their values at t = 0 "
               "(equilibrium and modes only)",
               NULL),
    QUIRE_REAL(struct quire_run_params, imperfection, "imperfection", "", QUIRE_OPTIONAL,
               IMPERFECTION,
               "perturbation along the softest direction that leaves an unstable state, as a "
               "fraction of the sheet's length; positive to the sheet's left; 0: the run ends "
               "there. Default: 1e-4 for equilibrium, 0 for modes (equilibrium and modes only)",
               NULL),
    QUIRE_INTEGER(struct quire_run_params, count, "count", "6", QUIRE_FROM_TO(1, 1000),
                  "number of modes, in order of increasing frequency (modes only)"),
    QUIRE_FIELD_END,
};

static quire_status
check_run(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_run_params *run = self->params;

    if (run->sample > 0.0 && run->end > MOST_SAMPLES * run->sample) {
        return quire_object_error(self, diag, "E-RANGE",
                                  "choose a longer 'sample' or an earlier 'end'",
                                  "the run would have more than two million samples");
    }
    return QUIRE_OK;
}

const struct quire_kind quire_kind_run = {
    .family = &quire_family_model,
    .element = "run",
    .size = sizeof(struct quire_run_params),
    .fields = run_fields,
    .help = "Type of analysis: motion, with its duration and sampling, a state of rest, or "
            "vibrations about it. In a state of rest drives, belts and guides are stopped. Static "
            "(stick-slip) friction holds; regularised friction laws transmit no force.",
    .check = check_run,
};

static const struct quire_field control_fields[] = {
    QUIRE_REAL(struct quire_control_params, period, "period", "s", QUIRE_OPTIONAL, QUIRE_POSITIVE,
               "cycle time of the controller; usually 1 ms to 10 ms. Default: no cycle, rules "
               "respond at once",
               NULL),
    QUIRE_REAL(struct quire_control_params, offset, "offset", "s", "0 s", QUIRE_NON_NEGATIVE,
               "time of the first cycle", NULL),
    QUIRE_REAL(struct quire_control_params, look, "look", "s", "0.2 ms", QUIRE_POSITIVE,
               "without a cycle: largest interval at which formulas of rules are evaluated; a "
               "condition that holds for twice as long is never missed. Formulas of time alone are "
               "also evaluated at the times that they contain",
               NULL),
    QUIRE_FIELD_END,
};

static const char *const cycle_fields[] = {"offset"};

static quire_status
check_control(const struct quire_object *self, quire_diag *diag)
{
    return quire_object_depend(self, diag, "period", cycle_fields, 1);
}

const struct quire_kind quire_kind_control = {
    .family = &quire_family_model,
    .element = "control",
    .size = sizeof(struct quire_control_params),
    .fields = control_fields,
    .help = "Cycle of the controller. Rules receive signals and evaluate their formulas only once "
            "per cycle; delays start at that time. Without a cycle rules respond at once: to "
            "signals at the time of the event, to formulas as soon as they become true, which is "
            "looked for at the end of each integration step and at least once per 'look'.",
    .check = check_control,
};

/* position tolerances of the accuracies [um], and rates of their velocity tolerances [1/s]. At
 * "fast" velocities keep to 1 mm/s, the threshold that friction has by default: what lets them be
 * off by more takes hardly less time. */
#define FAST_ERROR     5
#define STANDARD_ERROR 0.5
#define FINE_ERROR     0.05
#define FAST_RATE      200
#define RATE           1000
#define MICROMETRE     1e-6 /* [m] */
#define TEXT_OF(x)     #x
#define TEXT(x)        TEXT_OF(x)

const struct quire_accuracy quire_accuracy[QUIRE_ACCURACIES] = {
    [QUIRE_ACCURACY_FAST] = {FAST_ERROR * MICROMETRE, FAST_RATE},
    [QUIRE_ACCURACY_STANDARD] = {STANDARD_ERROR * MICROMETRE, RATE},
    [QUIRE_ACCURACY_FINE] = {FINE_ERROR * MICROMETRE, RATE}};

#define FAST_TEXT     "fast, " TEXT(FAST_ERROR) " um, for large studies"
#define STANDARD_TEXT "standard, " TEXT(STANDARD_ERROR) " um, for engineering answers"
#define FINE_TEXT     "fine, " TEXT(FINE_ERROR) " um, to judge the other two"
#define ACCURACY_HELP                                                                              \
    "position error allowed per step: " FAST_TEXT "; " STANDARD_TEXT "; " FINE_TEXT

static const struct quire_field solver_fields[] = {
    QUIRE_CHOICE(struct quire_solver_params, accuracy, "accuracy", "fast|standard|fine", "standard",
                 ACCURACY_HELP),
    QUIRE_REAL(struct quire_solver_params, position_tolerance, "position-tolerance", "m",
               QUIRE_OPTIONAL, QUIRE_POSITIVE,
               "position error allowed per step, overrides accuracy; 1e-6 mm is very fine. Models "
               "without sheets use a thousandth of it, so an impact with penetration 1000 x this "
               "tolerance is accurate to 0.1 %",
               NULL),
    QUIRE_REAL(struct quire_solver_params, velocity_rate, "velocity-rate", "s^-1", QUIRE_OPTIONAL,
               QUIRE_POSITIVE,
               "velocity error allowed per step, divided by that of positions; default: " TEXT(
                   RATE) " s^-1, with the accuracy fast " TEXT(FAST_RATE) " s^-1",
               NULL),
    QUIRE_INTEGER(struct quire_solver_params, order, "order", QUIRE_OPTIONAL, BDF_ORDERS,
                  "highest order of the integrator; default: 2 in models with sheets, 5 in models "
                  "of rollers and free bodies only. 2 suits sheets in contact, 5 free vibration "
                  "and conservative motion"),
    QUIRE_CHOICE(struct quire_solver_params, method, "method", "velocity|generic", "velocity",
                 "velocity: Newton's method on velocities with band solvers; generic: the "
                 "integrator's own Newton method with a sparse solver, slow, for comparison"),
    QUIRE_CHOICE(struct quire_solver_params, vectors, "vectors", "own|serial", "own",
                 "vector operations of the integrator: own, or those of SUNDIALS for comparison"),
    QUIRE_CHOICE(
        struct quire_solver_params, resting_sheets, "resting-sheets", "skip|solve", "skip",
        "treatment of sheets that friction holds at rest under others. skip: they are left out of "
        "the equations until the forces on them would move them by ten position tolerances or make "
        "friction slip; solve: all sheets are always solved, slow, for comparison"),
    QUIRE_REAL(struct quire_solver_params, largest_step, "largest-step", "s", QUIRE_OPTIONAL,
               QUIRE_POSITIVE, "largest time step; rarely needed", NULL),
    QUIRE_REAL(struct quire_solver_params, time_limit, "time-limit", "s", QUIRE_OPTIONAL,
               QUIRE_POSITIVE, "limit of the processor time of the run", NULL),
    QUIRE_INTEGER(struct quire_solver_params, step_limit, "step-limit", QUIRE_OPTIONAL,
                  QUIRE_FROM_TO(1, 1e12), "limit of the number of steps of the run"),
    QUIRE_REAL(struct quire_solver_params, step_rate, "step-rate", "s^-1", "1e6 s^-1",
               QUIRE_POSITIVE,
               "allowed steps per simulated second, including failed ones. A run that exceeds this "
               "by 20000 steps over any interval is stopped (too-many-steps). Most runs take some "
               "thousand a second",
               NULL),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_solver = {
    .family = &quire_family_model,
    .element = "solver",
    .size = sizeof(struct quire_solver_params),
    .fields = solver_fields,
    .help = "Accuracy of the time integration and limits of its effort. Position tolerances are "
            "absolute, so the result does not depend on the origin.",
    .source =
        "variable-order, variable-step BDF: Hindmarsh et al., SUNDIALS, ACM TOMS 31 (2005) 363",
};

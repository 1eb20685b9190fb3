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
                 "spatial: it may also skew, shift and twist"),
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
            "its checks. Its children may be in any order and may refer to objects that are "
            "defined further down. x points along the feed, y up, angles are counter-clockwise; z "
            "points across, to the right-hand side seen along the feed.",
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
    .help = "The root of a file that models include: whatever a model may hold, such as media, "
            "contacts and parameters. quire check checks it by itself: "
            "then everything it refers to must be in it or in files that it includes.",
};

static const struct quire_field include_fields[] = {
    QUIRE_TEXT(struct quire_include_params, file, "file", QUIRE_OPTIONAL,
               "path of the file, relative to the folder of this file; it must be in "
               "that folder or below, with no '..' and no symbolic "
               "link on the way"),
    QUIRE_TEXT(struct quire_include_params, library, "library", QUIRE_OPTIONAL,
               "name of a file of the library that Quire brings, without .xml; the environment "
               "variable QUIRE_LIBRARY_PATH names other folders to look in"),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_include = {
    .family = &quire_family_model,
    .element = "include",
    .size = sizeof(struct quire_include_params),
    .fields = include_fields,
    .help = "Puts what another file holds, a <library>, in the place of this element. A file that "
            "is included again, from wherever, is passed over, so that "
            "files can name what they need. Results keep the model as one file.",
};

static const struct quire_field attached_fields[] = {
    QUIRE_TEXT(struct quire_attached_params, file, "file", QUIRE_REQUIRED,
               "path by which other elements name the file"),
    QUIRE_TEXT(struct quire_attached_params, content, "content", QUIRE_REQUIRED,
               "its text; parameters are not put into it, and new lines are written as &#10;"),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_attached = {
    .family = &quire_family_model,
    .element = "attached",
    .size = sizeof(struct quire_attached_params),
    .fields = attached_fields,
    .help = "A file that the model carries with it, such as a drawing: it counts in place of a "
            "file on the disk. Results keep their model as one file "
            "in this way; there is no need to write it by hand.",
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
               "smallest value that may be set: a quantity of the same sort"),
    QUIRE_TEXT(struct quire_parameter, maximum, "maximum", QUIRE_OPTIONAL,
               "greatest value that may be set: a quantity of the same sort"),
    QUIRE_TEXT(struct quire_parameter, choices, "choices", QUIRE_OPTIONAL,
               "or: all the values that may be set, with commas between them: plain-80, card-300"),
    QUIRE_TEXT(struct quire_parameter, tolerance, "tolerance", QUIRE_OPTIONAL,
               "by how much the machines or sheets that are made differ from the value, to either "
               "side: a positive quantity of the same sort; quire explain --why=deep measures "
               "changes by it"),
    QUIRE_TEXT(struct quire_parameter, doc, "doc", QUIRE_OPTIONAL,
               "what the parameter means, for readers and reports"),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_parameter = {
    .family = &quire_family_model,
    .element = "parameter",
    .size = sizeof(struct quire_parameter),
    .fields = parameter_fields,
    .help = "One parameter. {name} in any attribute of the model is replaced by its value. Values "
            "outside "
            "its range, from --set or a study, are refused. `quire check --parameters` lists all.",
};

/* ---- <settings> ---- */

static const struct quire_child settings_children[] = {
    {&quire_family_model, "gravity", 0, 1},
    {&quire_family_model, "run", 0, 1},
    {&quire_family_model, "solver", 0, 1},
    {&quire_family_model, "control", 0, 1},
    QUIRE_CHILD_END,
};

const struct quire_kind quire_kind_settings = {
    .family = &quire_family_model,
    .element = "settings",
    .size = sizeof(struct quire_group_params),
    .fields = no_fields,
    .children = settings_children,
    .help = "Gravity, the length of the run and the accuracy. Missing values have the defaults of "
            "the elements named here.",
};

static const struct quire_field gravity_fields[] = {
    QUIRE_VECTOR(struct quire_gravity_params, vector, "vector", "m/s^2", "0 m/s^2, -9.80665 m/s^2",
                 "acceleration of free fall along x and y; turn it for a machine that is "
                 "upright, 0 m/s^2, 0 m/s^2 to switch gravity off"),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_gravity = {
    .family = &quire_family_model,
    .element = "gravity",
    .size = sizeof(struct quire_gravity_params),
    .fields = gravity_fields,
    .help = "Gravity, acting on sheets. Without this element it is the standard one, downwards "
            "along y.",
    .source = "standard acceleration of free fall: 3rd CGPM (1901), resolution 2",
};

static const struct quire_field run_fields[] = {
    QUIRE_CHOICE(struct quire_run_params, kind, "kind", "transient|equilibrium|modes", "transient",
                 "transient: motion in time; equilibrium: the stable state of rest that is found "
                 "from the start; modes: small free vibrations about it"),
    QUIRE_REAL(struct quire_run_params, end, "end", "s", "1 s", QUIRE_POSITIVE,
               "time at which the run ends; a sheet through a copier takes 0.5 s to 5 s", NULL),
    QUIRE_REAL(struct quire_run_params, sample, "sample", "s", "1 ms", QUIRE_NON_NEGATIVE,
               "interval between rows of the series and pictures of the trajectory; it never "
               "changes the result; 0 s records the start and the end alone",
               NULL),
    QUIRE_BOOLEAN(struct quire_run_params, settle, "settle", "yes",
                  "whether overlaps at the start, such as a loaded nip on a sheet, are brought to "
                  "equilibrium before t = 0"),
    QUIRE_REAL(struct quire_run_params, at, "at", "s", "0 s", QUIRE_NON_NEGATIVE,
               "equilibrium, modes: holds and loads are followed slowly from their values at t = 0 "
               "to those at this time",
               NULL),
    QUIRE_REAL(struct quire_run_params, imperfection, "imperfection", "", QUIRE_OPTIONAL,
               IMPERFECTION,
               "equilibrium, modes: a push along the softest direction, as a part of the sheet's "
               "length, by which an unstable state is left; positive to the sheet's left; 0 ends "
               "the run there. Without it 1e-4 for equilibrium, 0 for modes",
               NULL),
    QUIRE_INTEGER(struct quire_run_params, count, "count", "6", QUIRE_FROM_TO(1, 1000),
                  "modes: how many, from the lowest frequency up"),
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
    .help = "The kind of analysis: motion, with its duration and sampling; or a state of rest; or "
            "the vibrations about it. At rest drives, belts and guides are stopped: static "
            "friction holds, and laws of friction that creep carry no force.",
    .check = check_run,
};

static const struct quire_field control_fields[] = {
    QUIRE_REAL(struct quire_control_params, period, "period", "s", QUIRE_REQUIRED, QUIRE_POSITIVE,
               "time between two looks of the controller at its sensors; 1 ms to 10 ms are usual",
               NULL),
    QUIRE_REAL(struct quire_control_params, offset, "offset", "s", "0 s", QUIRE_NON_NEGATIVE,
               "time of its first look", NULL),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_control = {
    .family = &quire_family_model,
    .element = "control",
    .size = sizeof(struct quire_control_params),
    .fields = control_fields,
    .help = "The controller's cycle: rules receive signals, and evaluate their formulas, at its "
            "ticks alone; delays count from there. Without "
            "this element they do so at once.",
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
    "error allowed to positions in one step: " FAST_TEXT "; " STANDARD_TEXT "; " FINE_TEXT

static const struct quire_field solver_fields[] = {
    QUIRE_CHOICE(struct quire_solver_params, accuracy, "accuracy", "fast|standard|fine", "standard",
                 ACCURACY_HELP),
    QUIRE_REAL(
        struct quire_solver_params, position_tolerance, "position-tolerance", "m", QUIRE_OPTIONAL,
        QUIRE_POSITIVE,
        "error allowed to positions in one step, overriding accuracy; 1e-6 mm is very fine. In "
        "models without sheets steps keep to a thousandth of it, so that an "
        "impact that dips in by a thousand times this is right to a thousandth",
        NULL),
    QUIRE_REAL(struct quire_solver_params, velocity_rate, "velocity-rate", "s^-1", QUIRE_OPTIONAL,
               QUIRE_POSITIVE,
               "error allowed to velocities, divided by that of positions; by default " TEXT(
                   RATE) " s^-1, with the accuracy fast " TEXT(FAST_RATE) " s^-1",
               NULL),
    QUIRE_INTEGER(struct quire_solver_params, order, "order", QUIRE_OPTIONAL, BDF_ORDERS,
                  "highest order of the integrator; by default 2 in models with sheets, 5 in those "
                  "of rollers and free bodies alone. 2 suits sheets in contact, 5 free vibration "
                  "and conservative motion"),
    QUIRE_CHOICE(struct quire_solver_params, method, "method", "velocity|generic", "velocity",
                 "velocity: Newton's method on velocities with band solvers; generic: the "
                 "integrator's own Newton with a sparse solver, slow, for comparison"),
    QUIRE_CHOICE(struct quire_solver_params, vectors, "vectors", "own|serial", "own",
                 "vector operations of the integrator: own, or those of SUNDIALS for comparison"),
    QUIRE_CHOICE(struct quire_solver_params, resting_sheets, "resting-sheets", "skip|solve", "skip",
                 "sheets that friction holds at rest under others: skip leaves them out of the "
                 "equations until the forces on them would move them by ten position tolerances or "
                 "make friction slip; solve moves all sheets all the time, slow, for comparison"),
    QUIRE_REAL(struct quire_solver_params, largest_step, "largest-step", "s", QUIRE_OPTIONAL,
               QUIRE_POSITIVE, "largest step of time; rarely needed", NULL),
    QUIRE_REAL(struct quire_solver_params, time_limit, "time-limit", "s", QUIRE_OPTIONAL,
               QUIRE_POSITIVE, "processor time after which the run is given up", NULL),
    QUIRE_INTEGER(struct quire_solver_params, step_limit, "step-limit", QUIRE_OPTIONAL,
                  QUIRE_FROM_TO(1, 1e12), "number of steps after which the run is given up"),
    QUIRE_REAL(struct quire_solver_params, step_rate, "step-rate", "s^-1", "1e6 s^-1",
               QUIRE_POSITIVE,
               "steps that a simulated second may take, with tries that failed: a run that takes "
               "20000 more than that over any stretch of time is given up "
               "(too-many-steps). Most take some thousand a second",
               NULL),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_solver = {
    .family = &quire_family_model,
    .element = "solver",
    .size = sizeof(struct quire_solver_params),
    .fields = solver_fields,
    .help = "Accuracy of the integration in time and limits of its effort. Position tolerances are "
            "absolute, so that the answer does not depend on the origin.",
    .source =
        "variable-order, variable-step BDF: Hindmarsh et al., SUNDIALS, ACM TOMS 31 (2005) 363",
};

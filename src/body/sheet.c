/* Sheets and how they start. */
#include <math.h>
#include <string.h>

#include "body/hold.h"
#include "body/load.h"
#include "body/sheet.h"
#include "kind/event.h"
#include "kind/value.h"
#include "model/problem.h"
#include "text/amount.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])
#define SHEET_SIZE  0.0, 100.0, true, false /* [m]; guards against a mistyped unit */
#define SEGMENTS    QUIRE_FROM_TO(1, 5000)
#define START_YAW   QUIRE_FROM_TO(-1.0, 1.0)
#define MOST_BEND   1.0 /* between two segments at rest [rad] */

/* ---- <sheet> ---- */

static const struct quire_field sheet_fields[] = {
    QUIRE_NAME(struct quire_sheet_params, name, QUIRE_REQUIRED, "name of the sheet"),
    QUIRE_REFERENCE(struct quire_sheet_params, media, "media", "media", QUIRE_REQUIRED,
                    "medium of the sheet"),
    QUIRE_REAL_USUAL(struct quire_sheet_params, length, "length", "m", QUIRE_REQUIRED, SHEET_SIZE,
                     QUIRE_USUALLY(1e-3, 20), "length along the feed; A4 297 mm, letter 279.4 mm",
                     NULL),
    QUIRE_REAL_USUAL(struct quire_sheet_params, width, "width", "m", QUIRE_REQUIRED, SHEET_SIZE,
                     QUIRE_USUALLY(1e-3, 5), "width across the feed; A4 210 mm, letter 215.9 mm",
                     NULL),
    QUIRE_INTEGER(struct quire_sheet_params, segments, "segments", "60", SEGMENTS,
                  "number of rigid segments in the chain; about 5 mm each suits paper paths, "
                  "shorter where bends are tight; a chain of one or two segments has no contact"),
    QUIRE_REAL(struct quire_sheet_params, curl, "curl", "m^-1", "0 m^-1", QUIRE_ANY,
               "curvature at rest, positive towards the sheet's left face; printed paper up to 10 "
               "m^-1 either way",
               NULL),
    QUIRE_CHOICE(struct quire_sheet_params, grain, "grain", "md|cd", "md",
                 "direction of the medium along the feed: machine direction (long grain) or cross "
                 "direction"),
    QUIRE_INTEGER(
        struct quire_sheet_params, columns, "columns", "2", QUIRE_FROM_TO(2, 9),
        "number of nodes across the width: 2, 3, 5 or 9. Two stay on a straight line. More let the "
        "sheet bend across the feed too, for example at corners, crowned rollers and wrinkles. The "
        "cost is about 2, 4 and 15 times that of two (spatial models only)"),
    QUIRE_REAL(struct quire_sheet_params, curl_across, "curl-across", "m^-1", "0 m^-1", QUIRE_ANY,
               "curvature at rest across the feed, positive towards the sheet's left face; needs "
               "three columns or more (spatial models only)",
               NULL),
    QUIRE_INTEGER(struct quire_sheet_params, count, "count", "1", QUIRE_FROM_TO(1, 1000),
                  "number of sheets, named NAME.1, NAME.2, ... (also a single one): a stream or a "
                  "pile. In a stream, 'pitch', "
                  "'spacing', 'gap' or rules (start on=command) say when the next sheet enters"),
    QUIRE_REAL(struct quire_sheet_params, pitch, "pitch", "s", QUIRE_OPTIONAL, QUIRE_POSITIVE,
               "time between the entries of successive sheets of a stream", NULL),
    QUIRE_CHOICE(struct quire_sheet_params, pile, "pile", "none|left|right", "none",
                 "arranges the sheets as a pile, instead of a stream. All are present from the "
                 "start, each on the left or right face (seen along the feed) of the previous one. "
                 "They are settled under their own weight unless settle=no"),
    QUIRE_REAL(
        struct quire_sheet_params, spacing, "spacing", "m", QUIRE_OPTIONAL, QUIRE_POSITIVE,
        "distance between leading edges in a stream, at the initial speed; instead of 'pitch'",
        NULL),
    QUIRE_REAL(struct quire_sheet_params, gap, "gap", "m", QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE,
               "distance from the trailing edge of a sheet to the leading edge of the next, when "
               "the next enters; instead of 'pitch'",
               NULL),
    QUIRE_FIELD_END,
};

static const struct quire_child sheet_children[] = {
    {&quire_family_body, "start", 1, 1},   {&quire_family_body, "clamp", 0, 2},
    {&quire_family_body, "pin", 0, 2},     {&quire_family_body, "load", 0, -1},
    {&quire_family_body, "moment", 0, -1}, QUIRE_CHILD_END,
};

/* The stiffness along the feed is that of the grain. */
static quire_status
check_grain(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_sheet_params *sheet = self->params;

    if (sheet->grain == 0 || sheet->media == NULL || quire_object_has(sheet->media, "modulus-cd") ||
        quire_object_has(sheet->media, "bending-stiffness-cd")) {
        return QUIRE_OK;
    }
    return quire_object_error(
        self, diag, "E-MISSING", NULL,
        "grain=\"cd\" needs 'modulus-cd' or 'bending-stiffness-cd' of media '%s'",
        sheet->media->name != NULL ? sheet->media->name : "");
}

/* An end can be held once only. */
static quire_status
check_holds(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_object *held[2] = {NULL, NULL};
    quire_status status = QUIRE_OK;

    for (size_t i = 0; i < self->n_child; i++) {
        const struct quire_object *child = self->child[i];
        if (!quire_object_is(child, QUIRE_ROLE_HOLD)) {
            continue;
        }
        const int end = ((const struct quire_hold_params *)child->params)->end;
        if (end < 0 || end > 1) {
            continue;
        }
        if (held[end] != NULL) {
            status = quire_status_first(
                status, quire_object_error(child, diag, "E-MODEL", NULL, "the %s is held twice",
                                           quire_edge_name(end == QUIRE_END_LEAD)));
        }
        held[end] = child;
    }
    return status;
}

static quire_status
check_loads(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_sheet_params *sheet = self->params;
    quire_status status = QUIRE_OK;

    for (size_t i = 0; i < self->n_child; i++) {
        const struct quire_object *child = self->child[i];
        if (!quire_object_is(child, QUIRE_ROLE_LOAD)) {
            continue;
        }
        if (((const struct quire_load_params *)child->params)->at > sheet->length) {
            status = quire_status_first(
                status, quire_object_error(child, diag, "E-RANGE", NULL,
                                           "'at' is beyond the length of the sheet"));
        }
    }
    return status;
}

bool
quire_sheet_columns_exist(long columns)
{
    return columns == 2 || columns == 3 || columns == 5 || columns == 9;
}

/* A segment is straight: a sheet that is rolled up needs some on each turn. */
static quire_status
check_curl(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_sheet_params *sheet = self->params;
    const double angle = fabs(sheet->curl) * sheet->length / (double)sheet->segments;

    return angle <= MOST_BEND
               ? QUIRE_OK
               : quire_object_error(
                     self, diag, "E-RANGE", "use more segments, or check the unit",
                     "curl = '%s m^-1' bends the sheet by %s rad from one segment to "
                     "the next; the largest is %s rad",
                     QUIRE_AMOUNT(sheet->curl), QUIRE_AMOUNT(angle), QUIRE_AMOUNT(MOST_BEND));
}

/* two columns are always on a line */
static quire_status
check_columns(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_sheet_params *sheet = self->params;
    const long m = sheet->columns;

    if (!quire_sheet_columns_exist(m)) {
        return quire_object_error(self, diag, "E-RANGE", "use 2, 3, 5 or 9",
                                  "columns = %ld is not supported", m);
    }
    if ((sheet->curl_across < 0 || sheet->curl_across > 0) && m < 3) {
        return quire_object_error(self, diag, "E-MODEL", "use columns=\"3\" or more",
                                  "'curl-across' needs a sheet that can bend across");
    }
    return QUIRE_OK;
}

/* ---- streams ---- */

/* NULL: it has none; reported elsewhere */
static const struct quire_start_params *
start_of(const struct quire_object *sheet)
{
    const struct quire_object *start = quire_object_child_of(sheet, &quire_kind_start);
    return start != NULL ? start->params : NULL;
}

enum quire_sheets_meant
quire_sheets_meant(const char *text)
{
    const int k = quire_choice_number("each|first", text);

    return k >= 0 ? (enum quire_sheets_meant)k : QUIRE_SHEETS_NAMED;
}

/* ".1", ".12" */
static bool
is_number(const char *text)
{
    return text[0] == '.' && text[1] != '\0' && text[1 + strspn(text + 1, "0123456789")] == '\0';
}

bool
quire_sheet_is_meant(const char *text, const char *sheet)
{
    const size_t n = strlen(text);

    return strncmp(text, sheet, n) == 0 && (sheet[n] == '\0' || is_number(sheet + n));
}

bool
quire_sheet_waits(const struct quire_object *sheet)
{
    const struct quire_sheet_params *p = sheet->params;

    return start_of(sheet)->on == QUIRE_START_ON_COMMAND || (p->number > 1 && !isnan(p->gap));
}

static long
copies(const struct quire_object *self)
{
    /* also of a stream of one, which a parameter may make of a longer one */
    return quire_object_has(self, "count")
               ? ((const struct quire_sheet_params *)self->params)->count
               : 0;
}

static void
number(struct quire_object *self, long number)
{
    struct quire_sheet_params *p = self->params;

    p->number = number;
    for (size_t i = 0; number > 1 && i < self->n_child; i++) {
        if (self->child[i]->kind == &quire_kind_start) {
            struct quire_start_params *start = self->child[i]->params;
            const double pitch = !isnan(p->pitch) ? p->pitch
                                 : !isnan(p->spacing) && start->speed > 0
                                     ? p->spacing / start->speed
                                     : 0;
            start->time += (double)(number - 1) * pitch;
        }
    }
}

/* what lets the next one enter */
static quire_status
check_stream(const struct quire_object *self, quire_diag *diag)
{
    static const char *const by[] = {"pitch", "spacing", "gap", "pile"};
    const struct quire_sheet_params *p = self->params;
    const struct quire_start_params *start = start_of(self);

    if (start == NULL) {
        return QUIRE_OK;
    }
    if (!quire_object_has(self, "count") || start->on == QUIRE_START_ON_COMMAND) {
        return quire_object_count(self, by, COUNT(by)) == 0
                   ? QUIRE_OK
                   : quire_object_error(self, diag, "E-MODEL", NULL,
                                        "'pitch', 'spacing', 'gap' and 'pile' need a 'count' of "
                                        "sheets, and no rule that releases them");
    }
    const quire_status status =
        p->count > 1 ? quire_object_need_one(self, diag, by, COUNT(by)) : QUIRE_OK;
    if (status != QUIRE_OK) {
        return status;
    }
    if (!isnan(p->spacing) && !(p->spacing > p->length)) {
        return quire_object_error(self, diag, "E-RANGE", NULL,
                                  "sheets of %.6g mm overlap at a 'spacing' of %.6g mm",
                                  1e3 * p->length, 1e3 * p->spacing);
    }
    if (!isnan(p->spacing) && !(start->speed > 0)) {
        return quire_object_error(self, diag, "E-MODEL", "or give the time 'pitch' instead",
                                  "'spacing' needs an initial 'speed'");
    }
    return isnan(p->gap) || start->path != NULL
               ? QUIRE_OK
               : quire_object_error(self, diag, "E-MODEL", "give 'path' and 'lead'",
                                    "'gap' needs a start along a path");
}

/* ends are held from the start on, by times that stand in the model */
static quire_status
check_waiting(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_sheet_params *p = self->params;
    const bool waits =
        start_of(self) != NULL && (quire_sheet_waits(self) || (p->count > 1 && !isnan(p->gap)));

    for (size_t i = 0; waits && i < self->n_child; i++) {
        if (quire_object_is(self->child[i], QUIRE_ROLE_HOLD)) {
            return quire_object_error(self->child[i], diag, "E-MODEL", "give its entry a 'time'",
                                      "a sheet that enters by a rule cannot be held");
        }
    }
    return QUIRE_OK;
}

static quire_status
check_sheet(const struct quire_object *self, quire_diag *diag)
{
    quire_status status = check_grain(self, diag);

    status = quire_status_first(status, check_stream(self, diag));
    status = quire_status_first(status, check_waiting(self, diag));
    status = quire_status_first(status, check_columns(self, diag));
    status = quire_status_first(status, check_curl(self, diag));
    status = quire_status_first(status, check_holds(self, diag));
    return quire_status_first(status, check_loads(self, diag));
}

const struct quire_kind quire_kind_sheet = {
    .family = &quire_family_body,
    .element = "sheet",
    .roles = QUIRE_ROLE_SHEET,
    .size = sizeof(struct quire_sheet_params),
    .fields = sheet_fields,
    .children = sheet_children,
    .help = "A sheet: a chain of equal rigid segments, joined by hinges with the bending stiffness "
            "of the medium and stretching with its axial stiffness. Contact treats it as one "
            "smooth curve with a thickness and round ends. In spatial models every hinge has two "
            "or more nodes across the width (columns), so the sheet may skew, shift and twist. "
            "With a count it defines a stream of sheets, NAME.1, NAME.2, ..., that enter one after "
            "the other, or a pile.",
    .equation = "hinge stiffness = B width / (segment length);  axial stiffness of a segment = E t "
                "width / (segment length)",
    .check = check_sheet,
    .copies = copies,
    .number = number,
};

/* ---- <start> ---- */

static const struct quire_field start_fields[] = {
    QUIRE_REFERENCE(struct quire_start_params, path, "path", "path", QUIRE_OPTIONAL,
                    "path on which the whole sheet lies at its start"),
    QUIRE_REAL(struct quire_start_params, lead, "lead", "m", QUIRE_OPTIONAL, QUIRE_ANY,
               "distance of the leading edge along the path", NULL),
    QUIRE_VECTOR(struct quire_start_params, from, "from", "m", QUIRE_OPTIONAL,
                 "position of the trailing edge of a straight sheet; instead of 'path' and 'lead'"),
    QUIRE_REAL(struct quire_start_params, heading, "heading", "rad", "0 deg", QUIRE_ANY,
               "direction from the trailing edge to the leading edge; needs 'from'", NULL),
    QUIRE_REAL(struct quire_start_params, beside, "beside", "m", "0 mm", QUIRE_ANY,
               "distance of the sheet to the left of its position, seen along the feed; successive "
               "sheets of a pile are one thickness apart",
               NULL),
    QUIRE_REAL_USUAL(struct quire_start_params, speed, "speed", "m/s", "0 m/s", QUIRE_ANY,
                     QUIRE_USUALLY(-60.0, 60.0),
                     "initial speed along the sheet, equal for all its parts", NULL),
    QUIRE_VECTOR(struct quire_start_params, velocity, "velocity", "m/s", "0 m/s, 0 m/s",
                 "uniform velocity added to the initial motion"),
    QUIRE_CHOICE(struct quire_start_params, on, "on", "time|command", "time",
                 "event that lets the sheet enter: its time, or a rule that releases it"),
    QUIRE_REAL(struct quire_start_params, time, "time", "s", "0 s", QUIRE_NON_NEGATIVE,
               "time at which the sheet enters the machine; it does not exist before", NULL),
    QUIRE_REAL(struct quire_start_params, across, "across", "m", "0 m", QUIRE_ANY,
               "position of its middle across the feed (z), positive on the right-hand side seen "
               "along the feed (spatial models only)",
               NULL),
    QUIRE_REAL(struct quire_start_params, yaw, "yaw", "rad", "0 deg", START_YAW,
               "angle about its left-hand normal (y if the feed is along x), turned about its "
               "middle. If positive, the leading edge points to smaller z (spatial models only)",
               NULL),
    QUIRE_FIELD_END,
};

static const struct quire_child start_children[] = {
    {&quire_family_shape, NULL, 0, -1},
    QUIRE_CHILD_END,
};

static quire_status
check_start(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_start_params *start = self->params;
    static const char *const where[] = {"path", "from"};
    static const char *const by_path[] = {"lead"};
    static const char *const by_point[] = {"heading"};
    quire_status status;

    if (self->n_child > 0) {
        if (quire_object_count(self, where, COUNT(where)) > 0) {
            return quire_object_error(self, diag, "E-MODEL", "keep one of them",
                                      "both '%s' and a shape give the position of the sheet",
                                      quire_object_has(self, "path") ? "path" : "from");
        }
        const struct quire_sheet_params *sheet = self->parent != NULL ? self->parent->params : NULL;
        if (start->beside < 0 || start->beside > 0 ||
            (sheet != NULL && sheet->pile != QUIRE_PILE_NONE)) {
            return quire_object_error(
                self, diag, "E-MODEL", "draw the shape at the position of the sheet",
                "'beside' and 'pile' are only for sheets that start on a path or from a point");
        }
    } else {
        status = quire_object_need_one(self, diag, where, COUNT(where));
        if (status != QUIRE_OK) {
            return status;
        }
    }
    status = QUIRE_OK;
    status = quire_status_first(status,
                                quire_object_depend(self, diag, "path", by_path, COUNT(by_path)));
    status = quire_status_first(status,
                                quire_object_depend(self, diag, "from", by_point, COUNT(by_point)));
    if (((const struct quire_start_params *)self->params)->on == QUIRE_START_ON_COMMAND &&
        quire_object_has(self, "time")) {
        status = quire_status_first(
            status, quire_object_error(self, diag, "E-MODEL", NULL,
                                       "a sheet that enters on command has no 'time'"));
    }
    if (quire_object_has(self, "path") && !quire_object_has(self, "lead")) {
        status = quire_status_first(
            status, quire_object_error(
                        self, diag, "E-MISSING", NULL,
                        "'path' also needs 'lead', the distance of the leading edge along it"));
    }
    return status;
}

const struct quire_kind quire_kind_start = {
    .family = &quire_family_body,
    .element = "start",
    .size = sizeof(struct quire_start_params),
    .fields = start_fields,
    .children = start_children,
    .help = "Where, when and how fast a sheet starts. It is laid on a path (path and lead), laid "
            "straight (from and heading), or laid along its own shapes, for example a fold or a "
            "loop. Shapes start at the trailing edge, and each continues where the previous one "
            "ends. The segments of the sheet are chords of the shape, all of their own length.",
    .check = check_start,
};

/* From the terms of RecurDyn's Media Transport Toolkits to a model; doc/guide/from-mtt.md. */
#include <quire/import.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "base/text.h"
#include "kind/attributes.h"
#include "kind/expression.h"
#include "kind/value.h"
#include "run/import_mtt.h"

#define PI                3.14159265358979323846
#define SLICE             1e-3  /* depth of MTT2D's models [m] */
#define DAMPING_FREQUENCY 160.0 /* at which media tell their damping [Hz] */
#define REBOUND           0.001 /* MTT's default of the rebound damping factor */
#define STATIC_VELOCITY   1e-3  /* RecurDyn's default thresholds [m/s] */
#define DYNAMIC_VELOCITY  1.5e-3
#define UNIT_SIZE         80
#define DIGITS            15    /* that are written: rounding of conversions does not show */
#define NEARLY_ZERO       1e-12 /* coordinates below it are rounding alone [m] */

struct importing {
    struct quire_mtt mtt;
    double slices;          /* slices of MTT2D across the sheet; 1 in MTT3D */
    bool spatial;
    const char *indent;     /* of comments */
    struct quire_text out;
    quire_status status;
    quire_diag *diag;
};

/* ---- values ---- */

static bool
has(const struct quire_mtt_entity *e, int k)
{
    return e->value[k].text != NULL;
}

static bool
is_told(const quire_diag *diag, const char *code, int line)
{
    bool told = false;
    for (size_t i = 0; diag != NULL && i < quire_diag_count(diag) && !told; i++) {
        const quire_problem *p = quire_diag_get(diag, i);
        told = p->line == line && strcmp(p->code, code) == 0;
    }
    return told;
}

/* once for a row, of which some are read more often */
static void
refuse(struct importing *m, const char *code, const struct quire_mtt_value *v, const char *what, const char *why)
{
    if (m->status != QUIRE_OK && is_told(m->diag, code, v->place.line)) {
        return;
    }
    m->status = quire_status_worse(m->status, quire_diag_error(m->diag, code, v->place, NULL, NULL, "%s: %s", what, why));
}

/* The SI value of a cell in `unit`, which is also that of a cell without one; NaN after a message, and where there is none. */
static double
read_value(struct importing *m, const struct quire_mtt_value *v, const char *name, const char *unit)
{
    struct quire_quantity got, one;
    char text[2 * UNIT_SIZE], error[200];
    if (v->text == NULL) {
        return (double)NAN;
    }
    const char *own = v->unit[0] != '\0' ? v->unit : unit;
    if (strlen(v->text) >= UNIT_SIZE || strlen(own) >= UNIT_SIZE - 4) {
        refuse(m, "E-NUMBER", v, name, "is too long for a number and a unit");
        return (double)NAN;
    }
    snprintf(text, sizeof text, "%.*s %.*s", UNIT_SIZE, v->text, UNIT_SIZE - 4, own);
    if (!quire_quantity_read(&got, own[0] != '\0' ? text : v->text, error, sizeof error)) {
        refuse(m, "E-NUMBER", v, name, error);
        return (double)NAN;
    }
    snprintf(text, sizeof text, "1 %.*s", UNIT_SIZE, unit);
    if (!quire_quantity_read(&one, unit[0] != '\0' ? text : "1", error, sizeof error) || !quire_dimension_fits(got.dimension, one.dimension)) {
        snprintf(error, sizeof error, "'%.60s' does not measure what %.60s does", own, unit[0] != '\0' ? unit : "a plain number");
        refuse(m, "E-UNIT", v, name, error);
        return (double)NAN;
    }
    return got.value;
}

/* in the toolkit's own unit, which has no open exponents */
static double
value(struct importing *m, const struct quire_mtt_entity *e, int k)
{
    const struct quire_mtt_term *term = &quire_mtt_sort[e->sort].term[k];
    return read_value(m, &e->value[k], term->name, term->unit);
}

static double
value_or(struct importing *m, const struct quire_mtt_entity *e, int k, double otherwise)
{
    return has(e, k) ? value(m, e, k) : otherwise;
}

static double
positive(struct importing *m, const struct quire_mtt_entity *e, int k)
{
    const double v = value(m, e, k);
    if (v <= 0.0) {
        refuse(m, "E-RANGE", &e->value[k], quire_mtt_sort[e->sort].term[k].name, "must be above zero");
    }
    return v;
}

/* ---- what is written ---- */

static void
add_number(struct importing *m, const char *attribute, double v, const char *unit)
{
    quire_text_format(&m->out, " %s=\"", attribute);
    quire_text_rounded(&m->out, &v, 1, DIGITS);
    quire_text_format(&m->out, "%s%s\"", unit[0] != '\0' ? " " : "", unit);
}

static void
add_length(struct importing *m, double x)
{
    const double v = fabs(x) < NEARLY_ZERO ? 0.0 : x;
    quire_text_rounded(&m->out, &v, 1, DIGITS);
    quire_text_add(&m->out, " m");
}

static void
add_pair(struct importing *m, const char *attribute, double x, double y)
{
    quire_text_format(&m->out, " %s=\"", attribute);
    add_length(m, x);
    quire_text_add(&m->out, ", ");
    add_length(m, y);
    quire_text_add(&m->out, "\"");
}

/* "Stiffness Coefficient 12 N/mm^1.5 for 1 mm of depth, times 210": what stood in the table and what was done to it; `done` may be "" */
static void
tell(struct importing *m, const struct quire_mtt_entity *e, int k, const char *unit, const char *done)
{
    const struct quire_mtt_value *v = &e->value[k];
    if (v->text != NULL) {
        quire_text_format(&m->out, "%s<!-- %s ", m->indent, quire_mtt_sort[e->sort].term[k].name);
        quire_text_xml(&m->out, v->text);
        quire_text_add(&m->out, unit[0] != '\0' ? " " : "");
        quire_text_xml(&m->out, v->unit[0] != '\0' ? v->unit : unit);
        quire_text_format(&m->out, "%s -->\n", done);
    }
}

/* the same for what MTT2D gives for a slice */
static void
tell_slice(struct importing *m, const struct quire_mtt_entity *e, int k, const char *unit, const char *sign)
{
    char done[UNIT_SIZE] = "", number[QUIRE_NUMBER_SIZE];
    if (!m->spatial) {
        snprintf(done, sizeof done, " for 1 mm of depth, %s %s", sign, quire_number_write_rounded(number, m->slices, 9));
    }
    tell(m, e, k, unit, done);
}

/* ---- contacts ---- */

static bool
is_guide(int sort)
{
    return sort == QUIRE_MTT_LINEAR_GUIDE || sort == QUIRE_MTT_ARC_GUIDE || sort == QUIRE_MTT_CIRCLE_GUIDE;
}

static bool
is_roller(int sort)
{
    return sort == QUIRE_MTT_FIXED_ROLLER || sort == QUIRE_MTT_MOVABLE_ROLLER;
}

_Static_assert((int)GUIDE_CONTACT == (int)ROLLER_CONTACT, "one place for the contact of all");

static const struct quire_mtt_entity *
find_entity(const struct importing *m, int sort, const char *name)
{
    for (size_t i = 1; i < m->mtt.n; i++) {
        if (m->mtt.entity[i].sort == sort && strcmp(m->mtt.entity[i].name, name) == 0) {
            return &m->mtt.entity[i];
        }
    }
    return NULL;
}

/* the first roller, or guide, that has the contact; NULL: none */
static const struct quire_mtt_entity *
find_user(const struct importing *m, const char *contact, bool (*sort)(int))
{
    for (size_t i = 1; i < m->mtt.n; i++) {
        const struct quire_mtt_entity *e = &m->mtt.entity[i];
        if (sort(e->sort) && e->value[GUIDE_CONTACT].text != NULL && strcmp(e->value[GUIDE_CONTACT].text, contact) == 0) {
            return e;
        }
    }
    return NULL;
}

struct exponents {
    double stiffness, damping, indentation;
    bool has_indentation;
};

static struct exponents
read_exponents(struct importing *m, const struct quire_mtt_entity *e)
{
    struct exponents x = {value_or(m, e, CONTACT_STIFFNESS_EXPONENT, 1.0), value_or(m, e, CONTACT_DAMPING_EXPONENT, 1.0),
                          value_or(m, e, CONTACT_INDENTATION_EXPONENT, 0.0), has(e, CONTACT_INDENTATION_EXPONENT)};
    if (x.has_indentation && has(e, CONTACT_BOUNDARY)) {
        refuse(m, "E-MODEL", &e->value[CONTACT_INDENTATION_EXPONENT], "Indentation Exponent",
               "the damping goes either with it or with Boundary Penetration");
    }
    if (!x.has_indentation && has(e, CONTACT_DAMPING_EXPONENT) && fabs(x.damping - 1.0) > 0.0) {
        refuse(m, "E-MODEL", &e->value[CONTACT_DAMPING_EXPONENT], "Damping Exponent", "other than 1 needs an Indentation Exponent");
    }
    return x;
}

/* "N/" and "mm" to the power 1.5 are "N/mm^1.5" */
static const char *
power_unit(char unit[UNIT_SIZE], const char *base, const char *length, double exponent)
{
    char number[QUIRE_NUMBER_SIZE];
    const bool once = !(exponent < 1.0) && !(exponent > 1.0);
    snprintf(unit, UNIT_SIZE, "%.30s%.4s%s%.30s", base, length, once ? "" : "^", once ? "" : quire_number_write(number, exponent));
    return unit;
}

/* "N*s^2/mm^3.5" */
static const char *
damping_unit(char unit[UNIT_SIZE], const struct exponents *x, const char *length)
{
    char base[UNIT_SIZE], per[UNIT_SIZE];
    snprintf(per, sizeof per, "%.60s/", power_unit(base, "N*", "s", x->damping));
    return power_unit(unit, per, length, x->damping + x->indentation);
}

static void
write_normal(struct importing *m, const struct quire_mtt_entity *e, double reference_length)
{
    const struct exponents x = read_exponents(m, e);
    char unit[UNIT_SIZE], own[UNIT_SIZE], si[UNIT_SIZE];
    power_unit(unit, "N/", "mm", x.stiffness);
    tell_slice(m, e, CONTACT_STIFFNESS, unit, "times");
    const double stiffness = read_value(m, &e->value[CONTACT_STIFFNESS], "Stiffness Coefficient", unit);
    damping_unit(own, &x, "mm");
    tell_slice(m, e, CONTACT_DAMPING, own, "times");
    const double damping = read_value(m, &e->value[CONTACT_DAMPING], "Damping Coefficient", own);
    if (reference_length > 0.0) {
        quire_text_add(&m->out, "    <!-- MTT lets a guide touch the ends of segments: the law is that of one Segment Length -->\n");
    }
    quire_text_format(&m->out, "    <normal law=\"%s\"", x.has_indentation ? "mtt-indentation" : "mtt-boundary");
    add_number(m, "stiffness", stiffness * m->slices, power_unit(si, "N/", "m", x.stiffness));
    add_number(m, "exponent", x.stiffness, "");
    if (has(e, CONTACT_DAMPING)) {
        add_number(m, "damping", damping * m->slices, damping_unit(si, &x, "m"));
    }
    if (x.has_indentation) {
        add_number(m, "damping-exponent", x.damping, "");
        add_number(m, "indentation-exponent", x.indentation, "");
    } else {
        add_number(m, "boundary-penetration", value_or(m, e, CONTACT_BOUNDARY, 0.0), "m");
    }
    add_number(m, "rebound-damping-factor", value_or(m, e, CONTACT_REBOUND, REBOUND), "");
    if (has(e, CONTACT_MAXIMUM_PENETRATION)) {
        add_number(m, "maximum-penetration", value(m, e, CONTACT_MAXIMUM_PENETRATION), "m");
    }
    if (reference_length > 0.0) {
        add_number(m, "reference-length", reference_length, "m");
    }
    quire_text_add(&m->out, "/>\n");
}

static void
write_thresholds(struct importing *m, const struct quire_mtt_entity *e)
{
    const bool two = has(e, CONTACT_STATIC_FRICTION);
    if (two && has(e, CONTACT_THRESHOLD)) {
        refuse(m, "E-MODEL", &e->value[CONTACT_THRESHOLD], "Threshold Velocity", "with a static coefficient there are two, a static and a dynamic one");
    }
    if (two) {
        add_number(m, "static-coefficient", value(m, e, CONTACT_STATIC_FRICTION), "");
        add_number(m, "static-velocity", value_or(m, e, CONTACT_STATIC_THRESHOLD, STATIC_VELOCITY), "m/s");
        add_number(m, "dynamic-velocity", value_or(m, e, CONTACT_DYNAMIC_THRESHOLD, DYNAMIC_VELOCITY), "m/s");
    } else {
        const int k = has(e, CONTACT_THRESHOLD) ? CONTACT_THRESHOLD : CONTACT_DYNAMIC_THRESHOLD;
        add_number(m, "threshold-velocity", value_or(m, e, k, STATIC_VELOCITY), "m/s");
    }
}

static void
write_friction(struct importing *m, const struct quire_mtt_entity *e)
{
    if (!has(e, CONTACT_FRICTION)) {
        return;
    }
    const bool linear = has(e, CONTACT_INTERPOLATION) && strcmp(e->value[CONTACT_INTERPOLATION].text, "LINEAR") == 0;
    tell_slice(m, e, CONTACT_MAXIMUM_FRICTION, "N", "times");
    quire_text_format(&m->out, "    <friction law=\"%s\"", linear ? "mtt-linear" : "mtt-step");
    add_number(m, "dynamic-coefficient", value(m, e, CONTACT_FRICTION), "");
    write_thresholds(m, e);
    if (has(e, CONTACT_MAXIMUM_FRICTION)) {
        add_number(m, "maximum-force", value(m, e, CONTACT_MAXIMUM_FRICTION) * m->slices, "N");
    }
    quire_text_add(&m->out, "/>\n");
}

static void
write_factors(struct importing *m, const struct quire_mtt_entity *e)
{
    if (has(e, CONTACT_OVERDRIVE)) {
        tell_slice(m, e, CONTACT_OVERDRIVE, "N^-1", "divided by");
        quire_text_add(&m->out, "    <overdrive");
        add_number(m, "factor", value(m, e, CONTACT_OVERDRIVE) / m->slices, "N^-1");
        quire_text_add(&m->out, "/>\n");
    }
    if (has(e, CONTACT_VERTEX)) {
        quire_text_add(&m->out, "    <vertex");
        add_number(m, "friction-factor", value(m, e, CONTACT_VERTEX), "");
        quire_text_add(&m->out, "/>\n");
    }
}

static void
write_contact(struct importing *m, const struct quire_mtt_entity *e, double segment)
{
    const bool of_guide = find_user(m, e->name, is_guide) != NULL, of_roller = find_user(m, e->name, is_roller) != NULL;
    const struct quire_mtt_value here = {"", "", e->place};
    if (of_guide && of_roller) {
        refuse(m, "E-MODEL", &here, e->name, "rollers and guides have it; give the guides a contact of their own");
    }
    if (of_guide && !(segment > 0.0)) {
        refuse(m, "E-MISSING", &here, e->name, "a guide has it, and there is no Sheet whose Segment Length would say to what length it belongs");
    }
    if ((of_guide && has(e, CONTACT_OVERDRIVE)) || (of_roller && has(e, CONTACT_VERTEX))) {
        refuse(m, "E-MODEL", &e->value[of_guide ? CONTACT_OVERDRIVE : CONTACT_VERTEX], of_guide ? "Overdrive Factor" : "Friction Factor at Vertex",
               of_guide ? "only rollers overdrive" : "only guides have it");
    }
    quire_text_format(&m->out, "  <contact name=\"%s\">\n", e->name);
    m->indent = "    ";
    write_normal(m, e, of_guide ? segment : 0.0);
    write_friction(m, e);
    write_factors(m, e);
    m->indent = "  ";
    quire_text_add(&m->out, "  </contact>\n");
    if (of_guide || of_roller) {
        quire_text_format(&m->out, "  <pair media=\"*\" surface=\"%s\" contact=\"%s\"/>\n", e->name, e->name);
    }
}

/* the surface of a roller or guide is called as its contact */
static void
add_surface(struct importing *m, const struct quire_mtt_entity *e)
{
    const struct quire_mtt_value *v = &e->value[GUIDE_CONTACT];
    if (v->text != NULL && find_entity(m, QUIRE_MTT_CONTACT, v->text) == NULL) {
        refuse(m, "E-REFERENCE", v, "Contact Parameter", "there is no Contact of that name");
    }
    quire_text_format(&m->out, " surface=\"%s\"", v->text);
}

/* ---- sheets ---- */

static void
write_media(struct importing *m, const struct quire_mtt_entity *e)
{
    const double thickness = positive(m, e, SHEET_THICKNESS), modulus = positive(m, e, SHEET_MODULUS);
    tell(m, e, SHEET_DENSITY, "kg/mm^3", ", times the thickness");
    tell(m, e, SHEET_DAMPING, "N*s/mm^2", ", pi * 160 Hz * Cs/E: the same moment per rate of bending");
    quire_text_format(&m->out, "  <media name=\"%s\"", e->name);
    add_number(m, "grammage", positive(m, e, SHEET_DENSITY) * thickness, "kg/m^2");
    add_number(m, "thickness", thickness, "m");
    add_number(m, "modulus-md", modulus, "Pa");
    add_number(m, "damping-ratio", PI * DAMPING_FREQUENCY * value_or(m, e, SHEET_DAMPING, 0.0) / modulus, "");
    add_number(m, "damping-frequency", DAMPING_FREQUENCY, "Hz");
    quire_text_add(&m->out, "/>\n");
}

static double
sheet_width(struct importing *m, const struct quire_mtt_entity *e)
{
    const struct quire_mtt_entity *from = !m->spatial && !has(e, SHEET_WIDTH) ? &m->mtt.entity[0] : e;
    const int k = from == e ? SHEET_WIDTH : HEAD_WIDTH;
    if (!has(from, k)) {
        const struct quire_mtt_value here = {"", "", e->place};
        refuse(m, "E-MISSING", &here, e->name, "has no Width");
    }
    return positive(m, from, k);
}

static void
write_sheet(struct importing *m, const struct quire_mtt_entity *e)
{
    const double n = positive(m, e, SHEET_SEGMENTS), segment = positive(m, e, SHEET_SEGMENT_LENGTH);
    const double x = value(m, e, SHEET_START_X), y = value(m, e, SHEET_START_Y);
    write_media(m, e);
    quire_text_add(&m->out, "  <!-- the Start Point is taken as the trail edge, the Direction Point as where the sheet goes -->\n");
    quire_text_format(&m->out, "  <sheet name=\"%s\" media=\"%s\"", e->name, e->name);
    add_number(m, "length", n * segment, "m");
    add_number(m, "width", sheet_width(m, e), "m");
    add_number(m, "segments", n, "");
    if (has(e, SHEET_CURL_RADIUS)) {
        const double radius = value(m, e, SHEET_CURL_RADIUS);
        if (!(fabs(radius) > 0.0)) {
            refuse(m, "E-RANGE", &e->value[SHEET_CURL_RADIUS], "Curl Radius", "is zero; leave it out where the sheet is flat");
        }
        add_number(m, "curl", 1.0 / radius, "m^-1");
    }
    quire_text_add(&m->out, ">\n    <start");
    add_pair(m, "from", x, y);
    add_number(m, "heading", atan2(value(m, e, SHEET_DIRECTION_Y) - y, value(m, e, SHEET_DIRECTION_X) - x), "rad");
    add_number(m, "speed", value_or(m, e, SHEET_SPEED, 0.0), "m/s");
    quire_text_add(&m->out, "/>\n  </sheet>\n");
}

/* ---- rollers ---- */

static void
write_drive(struct importing *m, const struct quire_mtt_entity *e)
{
    if (has(e, ROLLER_SPEED)) {
        quire_text_format(&m->out, "  <!-- positive is counter-clockwise here and there -->\n  <drive name=\"%s-drive\"", e->name);
        add_number(m, "shaft-speed", value(m, e, ROLLER_SPEED), "rad/s");
        quire_text_add(&m->out, "/>\n");
    }
}

static void
add_roller(struct importing *m, const struct quire_mtt_entity *e, double x, double y)
{
    write_drive(m, e);
    tell_slice(m, e, ROLLER_MASS, "kg", "times");
    tell_slice(m, e, ROLLER_INERTIA, "kg*mm^2", "times");
    quire_text_format(&m->out, "  <roller name=\"%s\"", e->name);
    add_pair(m, "centre", x, y);
    add_number(m, "radius", positive(m, e, ROLLER_RADIUS), "m");
    add_surface(m, e);
    if (has(e, ROLLER_SPEED)) {
        quire_text_format(&m->out, " drive=\"%s-drive\"", e->name);
    }
    add_number(m, "mass", m->slices * value_or(m, e, ROLLER_MASS, 0.0), "kg");
    add_number(m, "inertia", m->slices * value_or(m, e, ROLLER_INERTIA, 0.0), "kg*m^2");
    if (has(e, ROLLER_DEPTH)) {
        add_number(m, "width", positive(m, e, ROLLER_DEPTH), "m");
    }
}

static void
write_fixed_roller(struct importing *m, const struct quire_mtt_entity *e)
{
    add_roller(m, e, value(m, e, FIXED_X), value(m, e, FIXED_Y));
    quire_text_add(&m->out, "/>\n");
}

static void
add_spring(struct importing *m, const struct quire_mtt_entity *e, double gap)
{
    const double most = value_or(m, e, MOVABLE_MAXIMUM_GAP, HUGE_VAL);
    if (most < gap) {
        refuse(m, "E-RANGE", &e->value[MOVABLE_MAXIMUM_GAP], "Maximum Gap", "is less than Initial Gap");
    }
    add_number(m, "load", m->slices * value_or(m, e, MOVABLE_PRELOAD, 0.0), "N");
    add_number(m, "rate", m->slices * value_or(m, e, MOVABLE_STIFFNESS, 0.0), "N/m");
    add_number(m, "damping", m->slices * value_or(m, e, MOVABLE_DAMPING, 0.0), "N*s/m");
    add_number(m, "closed-stop", gap, "m");
    if (most < HUGE_VAL) {
        add_number(m, "max-gap", most - gap, "m");
    }
}

static void
write_movable_roller(struct importing *m, const struct quire_mtt_entity *e)
{
    const struct quire_mtt_entity *base = find_entity(m, QUIRE_MTT_FIXED_ROLLER, e->value[MOVABLE_BASE].text);
    if (base == NULL) {
        refuse(m, "E-REFERENCE", &e->value[MOVABLE_BASE], "Fixed Roller Name", "there is no Fixed Roller of that name");
        return;
    }
    const double angle = value(m, e, MOVABLE_ANGLE), gap = value_or(m, e, MOVABLE_GAP, 0.0);
    const double apart = positive(m, base, ROLLER_RADIUS) + positive(m, e, ROLLER_RADIUS) + gap;
    tell_slice(m, e, MOVABLE_STIFFNESS, "N/mm", "times");
    tell_slice(m, e, MOVABLE_DAMPING, "N*s/mm", "times");
    tell_slice(m, e, MOVABLE_PRELOAD, "N", "times");
    quire_text_add(&m->out, "  <!-- it slides towards the fixed roller as far as where they touch; its force there is not modelled -->\n");
    add_roller(m, e, value(m, base, FIXED_X) + apart * cos(angle), value(m, base, FIXED_Y) + apart * sin(angle));
    add_number(m, "slide", angle + PI + value_or(m, e, MOVABLE_TRANSLATION, 0.0), "rad");
    add_spring(m, e, gap);
    quire_text_add(&m->out, "/>\n");
}

/* ---- guides ---- */

/* `clockwise`: 1 where its points go clockwise, of arcs and circles about their centre, of lines about the solid behind them; else -1 */
static void
begin_guide(struct importing *m, const struct quire_mtt_entity *e, const char *side, double clockwise)
{
    tell(m, e, GUIDE_VELOCITY, "mm/s", clockwise > 0.0 ? ", clockwise: from the first point to the last" : ", clockwise: from the last point to the first");
    quire_text_format(&m->out, "  <guide name=\"%s\"", e->name);
    add_surface(m, e);
    quire_text_format(&m->out, " side=\"%s\"", side);
    if (has(e, GUIDE_VELOCITY)) {
        add_number(m, "velocity", clockwise * value(m, e, GUIDE_VELOCITY), "m/s");
    }
    quire_text_add(&m->out, ">\n");
}

static void
leave_out_edge(struct importing *m, const struct quire_mtt_entity *e, int k)
{
    (void)value(m, e, k);
    tell(m, e, k, "mm", ": left out, corners touch sheets by themselves");
}

static void
write_linear_guide(struct importing *m, const struct quire_mtt_entity *e)
{
    const bool up = strcmp(e->value[LINEAR_SIDE].text, "Up") == 0;
    leave_out_edge(m, e, LINEAR_PEDGE);
    begin_guide(m, e, up ? "left" : "right", up ? 1.0 : -1.0);
    quire_text_add(&m->out, "    <polyline points=\"");
    for (size_t i = 0; i < e->n_point; i++) {
        quire_text_add(&m->out, i == 0 ? "" : i % 2 == 0 ? "; " : ", ");
        add_length(m, read_value(m, &e->point[i], i % 2 == 0 ? "Point X" : "Point Y", "mm"));
    }
    quire_text_add(&m->out, "\"/>\n  </guide>\n");
}

static void
write_arc_guide(struct importing *m, const struct quire_mtt_entity *e)
{
    const bool inside = strcmp(e->value[ARC_SIDE].text, "Inside") == 0;
    const double angle = value(m, e, ARC_ANGLE);
    leave_out_edge(m, e, ARC_PEDGE);
    begin_guide(m, e, inside == (angle > 0.0) ? "left" : "right", angle > 0.0 ? -1.0 : 1.0);
    quire_text_add(&m->out, "    <arc");
    add_pair(m, "centre", value(m, e, ARC_X), value(m, e, ARC_Y));
    add_number(m, "radius", positive(m, e, ARC_RADIUS), "m");
    add_number(m, "start-angle", value(m, e, ARC_START), "rad");
    add_number(m, "angle", angle, "rad");
    quire_text_add(&m->out, "/>\n  </guide>\n");
}

static void
write_circle_guide(struct importing *m, const struct quire_mtt_entity *e)
{
    begin_guide(m, e, "left", 1.0);
    quire_text_add(&m->out, "    <circle");
    add_pair(m, "centre", value(m, e, CIRCLE_X), value(m, e, CIRCLE_Y));
    add_number(m, "radius", positive(m, e, CIRCLE_RADIUS), "m");
    quire_text_add(&m->out, "/>\n  </guide>\n");
}

/* ---- all together ---- */

static void
write_entity(struct importing *m, const struct quire_mtt_entity *e, double segment)
{
    switch (e->sort) {
    case QUIRE_MTT_CONTACT: write_contact(m, e, segment); break;
    case QUIRE_MTT_SHEET: write_sheet(m, e); break;
    case QUIRE_MTT_FIXED_ROLLER: write_fixed_roller(m, e); break;
    case QUIRE_MTT_MOVABLE_ROLLER: write_movable_roller(m, e); break;
    case QUIRE_MTT_LINEAR_GUIDE: write_linear_guide(m, e); break;
    case QUIRE_MTT_ARC_GUIDE: write_arc_guide(m, e); break;
    case QUIRE_MTT_CIRCLE_GUIDE: write_circle_guide(m, e); break;
    default: break;
    }
}

static void
read_head(struct importing *m)
{
    const struct quire_mtt_entity *head = &m->mtt.entity[0];
    m->spatial = strcmp(head->value[HEAD_TOOLKIT].text, "MTT3D") == 0;
    m->slices = 1.0;
    if (!m->spatial && !has(head, HEAD_WIDTH)) {
        refuse(m, "E-MISSING", &head->value[HEAD_TOOLKIT], "MTT2D", "its forces are those of 1 mm of depth; Sheet Width must say of how many they are");
    } else if (!m->spatial) {
        m->slices = positive(m, head, HEAD_WIDTH) / SLICE;
    }
}

/* a table with a sheet is a machine; others are for models to include */
static void
write_root(struct importing *m, bool is_machine)
{
    quire_text_format(&m->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- From a table of %s's parameters; comments tell what was converted, and how. -->\n",
                      m->spatial ? "MTT3D" : "MTT2D");
    if (is_machine) {
        quire_text_format(&m->out, "<model version=\"1\" name=\"imported\" motion=\"%s\">\n", m->spatial ? "spatial" : "planar");
    } else {
        quire_text_add(&m->out, "<library version=\"1\" name=\"imported\">\n");
    }
}

static void
write_all(struct importing *m)
{
    double segment = 0.0;
    bool is_machine = false;
    read_head(m);
    for (size_t i = m->mtt.n; i-- > 1;) {
        const struct quire_mtt_entity *e = &m->mtt.entity[i];
        segment = e->sort == QUIRE_MTT_SHEET ? value(m, e, SHEET_SEGMENT_LENGTH) : segment;
        is_machine = is_machine || e->sort == QUIRE_MTT_SHEET;
    }
    write_root(m, is_machine);
    for (size_t i = 1; i < m->mtt.n; i++) {
        write_entity(m, &m->mtt.entity[i], segment);
    }
    quire_text_add(&m->out, is_machine ? "</model>\n" : "</library>\n");
}

quire_status
quire_import_mtt(char **out_xml, const char *csv, size_t size, const char *file_name, quire_diag *diag)
{
    struct importing m = {.indent = "  ", .diag = diag};
    *out_xml = NULL;
    m.status = quire_mtt_read(&m.mtt, csv, size, file_name, diag);
    if (m.status == QUIRE_OK) {
        write_all(&m);
    }
    quire_mtt_clear(&m.mtt);
    if (m.status == QUIRE_OK) {
        *out_xml = quire_text_take(&m.out);
        m.status = *out_xml != NULL ? QUIRE_OK : quire_diag_memory_error(diag);
    }
    quire_text_clear(&m.out);
    return m.status;
}

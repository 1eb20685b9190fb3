/* From the terms of RecurDyn's Media Transport Toolkits to a model; doc/guide/from-mtt.md. */
#include <quire/import.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "body/sheet.h"
#include "exchange/import_mtt_contact.h"

#define PI                3.14159265358979323846
#define SLICE             1e-3  /* depth of MTT2D's models [m] */
#define DAMPING_FREQUENCY 160.0 /* at which media tell their damping [Hz] */

/* ---- sheets ---- */

static void
write_media(struct quire_mtt_import *m, const struct quire_mtt_entity *e)
{
    const double thickness = quire_mtt_positive(m, e, SHEET_THICKNESS),
                 modulus = quire_mtt_positive(m, e, SHEET_MODULUS);
    quire_mtt_tell(m, e, SHEET_DENSITY, "kg/mm^3", ", times the thickness");
    quire_mtt_tell(m, e, SHEET_DAMPING, "N*s/mm^2",
                   ", pi * 160 Hz * Cs/E: the same moment per rate of bending");
    quire_text_add(&m->out, "  ");
    quire_mtt_begin(m, e, &quire_family_model, "media", NULL);
    quire_mtt_add_word(m, "name", e->name, "");
    quire_mtt_add_number(m, SHEET_DENSITY, "grammage",
                         quire_mtt_positive(m, e, SHEET_DENSITY) * thickness, "kg/m^2");
    quire_mtt_add_number(m, SHEET_THICKNESS, "thickness", thickness, "m");
    quire_mtt_add_number(m, SHEET_MODULUS, "modulus-md", modulus, "Pa");
    quire_mtt_add_number(
        m, SHEET_DAMPING, "damping-ratio",
        PI * DAMPING_FREQUENCY * quire_mtt_number_or(m, e, SHEET_DAMPING, 0.0) / modulus, "");
    quire_mtt_add_number(m, -1, "damping-frequency", DAMPING_FREQUENCY, "Hz");
    quire_mtt_end(m, "/>\n");
}

static double
sheet_width(struct quire_mtt_import *m, const struct quire_mtt_entity *e)
{
    const struct quire_mtt_entity *from =
        !quire_mtt_has(e, SHEET_WIDTH) && quire_mtt_has(&m->mtt.entity[0], HEAD_WIDTH)
            ? &m->mtt.entity[0]
            : e;
    const int k = from == e ? SHEET_WIDTH : HEAD_WIDTH;
    if (!quire_mtt_has(from, k)) {
        const struct quire_mtt_value here = {"", "", e->place};
        quire_mtt_refuse(m, "E-MISSING", &here, e->name, "has no Width");
    }
    return quire_mtt_positive(m, from, k);
}

/* nodes across the sheet are one more than segments */
static void
add_columns(struct quire_mtt_import *m, const struct quire_mtt_entity *e)
{
    if (!quire_mtt_has(e, SHEET_ACROSS)) {
        return;
    }
    const double n = quire_mtt_number(m, e, SHEET_ACROSS);
    if (!m->spatial) {
        quire_mtt_refuse(m, "E-MODEL", &e->value[SHEET_ACROSS], "Segments Across",
                         "sheets of MTT2D have none");
    } else if (!(n >= 1.0 && n <= 8.0 && n == floor(n) && quire_sheet_columns_exist((long)n + 1))) {
        quire_mtt_refuse(m, "E-RANGE", &e->value[SHEET_ACROSS], "Segments Across",
                         "must be 1, 2, 4 or 8");
    } else {
        quire_mtt_add_number(m, SHEET_ACROSS, "columns", n + 1.0, "");
    }
}

static void
write_sheet(struct quire_mtt_import *m, const struct quire_mtt_entity *e)
{
    const double n = quire_mtt_positive(m, e, SHEET_SEGMENTS),
                 segment = quire_mtt_positive(m, e, SHEET_SEGMENT_LENGTH);
    const double x = quire_mtt_number(m, e, SHEET_START_X),
                 y = quire_mtt_number(m, e, SHEET_START_Y);
    write_media(m, e);
    quire_text_add(&m->out, "  <!-- the Start Point is taken as the trailing edge, the Direction "
                            "Point as where the sheet goes -->\n");
    quire_text_add(&m->out, "  ");
    quire_mtt_begin(m, e, &quire_family_body, "sheet", NULL);
    quire_mtt_add_word(m, "name", e->name, "");
    quire_mtt_add_word(m, "media", e->name, "");
    quire_mtt_add_number(m, SHEET_SEGMENT_LENGTH, "length", n * segment, "m");
    quire_mtt_add_number(m, SHEET_WIDTH, "width", sheet_width(m, e), "m");
    quire_mtt_add_number(m, SHEET_SEGMENTS, "segments", n, "");
    add_columns(m, e);
    if (quire_mtt_has(e, SHEET_CURL_RADIUS)) {
        const double radius = quire_mtt_number(m, e, SHEET_CURL_RADIUS);
        if (!(fabs(radius) > 0.0)) {
            quire_mtt_refuse(m, "E-RANGE", &e->value[SHEET_CURL_RADIUS], "Curl Radius",
                             "is zero; leave it out where the sheet is flat");
        }
        quire_mtt_add_number(m, SHEET_CURL_RADIUS, "curl", 1.0 / radius, "m^-1");
    }
    quire_mtt_end(m, ">\n");
    quire_text_add(&m->out, "    ");
    quire_mtt_begin(m, e, &quire_family_body, "start", NULL);
    quire_mtt_add_pair(m, "from", x, y);
    quire_mtt_add_number(m, SHEET_DIRECTION_Y, "heading",
                         atan2(quire_mtt_number(m, e, SHEET_DIRECTION_Y) - y,
                               quire_mtt_number(m, e, SHEET_DIRECTION_X) - x),
                         "rad");
    quire_mtt_add_number(m, SHEET_SPEED, "speed", quire_mtt_number_or(m, e, SHEET_SPEED, 0.0),
                         "m/s");
    quire_mtt_end(m, "/>\n  </sheet>\n");
}

/* ---- rollers ---- */

static void
write_drive(struct quire_mtt_import *m, const struct quire_mtt_entity *e)
{
    if (quire_mtt_has(e, ROLLER_SPEED)) {
        quire_text_add(&m->out, "  <!-- positive is counter-clockwise here and there -->\n  ");
        quire_mtt_begin(m, e, &quire_family_drive, "drive", NULL);
        quire_mtt_add_word(m, "name", e->name, "-drive");
        quire_mtt_add_number(m, ROLLER_SPEED, "shaft-speed", quire_mtt_number(m, e, ROLLER_SPEED),
                             "rad/s");
        quire_mtt_end(m, "/>\n");
    }
}

static void
add_roller(struct quire_mtt_import *m, const struct quire_mtt_entity *e, double x, double y)
{
    write_drive(m, e);
    quire_mtt_tell_slice(m, e, ROLLER_MASS, "kg", "times");
    quire_mtt_tell_slice(m, e, ROLLER_INERTIA, "kg*mm^2", "times");
    quire_text_add(&m->out, "  ");
    quire_mtt_begin(m, e, &quire_family_body, "roller", NULL);
    quire_mtt_add_word(m, "name", e->name, "");
    quire_mtt_add_pair(m, "centre", x, y);
    quire_mtt_add_number(m, ROLLER_RADIUS, "radius", quire_mtt_positive(m, e, ROLLER_RADIUS), "m");
    quire_mtt_add_surface(m, e);
    if (quire_mtt_has(e, ROLLER_SPEED)) {
        quire_mtt_add_word(m, "drive", e->name, "-drive");
    }
    quire_mtt_add_number(m, ROLLER_MASS, "mass",
                         m->slices * quire_mtt_number_or(m, e, ROLLER_MASS, 0.0), "kg");
    quire_mtt_add_number(m, ROLLER_INERTIA, "inertia",
                         m->slices * quire_mtt_number_or(m, e, ROLLER_INERTIA, 0.0), "kg*m^2");
    if (quire_mtt_has(e, ROLLER_DEPTH)) {
        quire_mtt_add_number(m, ROLLER_DEPTH, "width", quire_mtt_positive(m, e, ROLLER_DEPTH), "m");
    }
}

static void
write_fixed_roller(struct quire_mtt_import *m, const struct quire_mtt_entity *e)
{
    add_roller(m, e, quire_mtt_number(m, e, FIXED_X), quire_mtt_number(m, e, FIXED_Y));
    quire_mtt_end(m, "/>\n");
}

static void
add_spring(struct quire_mtt_import *m, const struct quire_mtt_entity *e, double gap)
{
    const double most = quire_mtt_number_or(m, e, MOVABLE_MAXIMUM_GAP, HUGE_VAL);
    if (most < gap) {
        quire_mtt_refuse(m, "E-RANGE", &e->value[MOVABLE_MAXIMUM_GAP], "Maximum Gap",
                         "is less than Initial Gap");
    }
    quire_mtt_add_number(m, MOVABLE_PRELOAD, "load",
                         m->slices * quire_mtt_number_or(m, e, MOVABLE_PRELOAD, 0.0), "N");
    quire_mtt_add_number(m, MOVABLE_STIFFNESS, "rate",
                         m->slices * quire_mtt_number_or(m, e, MOVABLE_STIFFNESS, 0.0), "N/m");
    quire_mtt_add_number(m, MOVABLE_DAMPING, "damping",
                         m->slices * quire_mtt_number_or(m, e, MOVABLE_DAMPING, 0.0), "N*s/m");
    quire_mtt_add_number(m, MOVABLE_GAP, "closed-stop", gap, "m");
    if (most < HUGE_VAL) {
        quire_mtt_add_number(m, MOVABLE_MAXIMUM_GAP, "max-gap", most - gap, "m");
    }
}

static void
write_movable_roller(struct quire_mtt_import *m, const struct quire_mtt_entity *e)
{
    const struct quire_mtt_entity *base =
        quire_mtt_find(m, QUIRE_MTT_FIXED_ROLLER, e->value[MOVABLE_BASE].text);
    quire_mtt_use(m, e, MOVABLE_BASE);
    if (base == NULL) {
        quire_mtt_refuse(m, "E-REFERENCE", &e->value[MOVABLE_BASE], "Fixed Roller Name",
                         "there is no Fixed Roller of that name");
        return;
    }
    const double angle = quire_mtt_number(m, e, MOVABLE_ANGLE),
                 gap = quire_mtt_number_or(m, e, MOVABLE_GAP, 0.0);
    const double apart =
        quire_mtt_positive(m, base, ROLLER_RADIUS) + quire_mtt_positive(m, e, ROLLER_RADIUS) + gap;
    quire_mtt_tell_slice(m, e, MOVABLE_STIFFNESS, "N/mm", "times");
    quire_mtt_tell_slice(m, e, MOVABLE_DAMPING, "N*s/mm", "times");
    quire_mtt_tell_slice(m, e, MOVABLE_PRELOAD, "N", "times");
    quire_text_add(&m->out, "  <!-- it slides towards the fixed roller until they touch; the force "
                            "of that stop is not modelled -->\n");
    add_roller(m, e, quire_mtt_number(m, base, FIXED_X) + apart * cos(angle),
               quire_mtt_number(m, base, FIXED_Y) + apart * sin(angle));
    quire_mtt_add_number(m, MOVABLE_ANGLE, "slide",
                         angle + PI + quire_mtt_number_or(m, e, MOVABLE_TRANSLATION, 0.0), "rad");
    add_spring(m, e, gap);
    quire_mtt_end(m, "/>\n");
}

/* ---- guides ---- */

/* `clockwise`: 1 where its points go clockwise, of arcs and circles about their centre, of lines
 * about the solid behind them; else -1 */
static void
begin_guide(struct quire_mtt_import *m, const struct quire_mtt_entity *e, const char *side,
            double clockwise)
{
    quire_mtt_tell(m, e, GUIDE_VELOCITY, "mm/s",
                   clockwise > 0.0 ? ", clockwise: from the first point to the last"
                                   : ", clockwise: from the last point to the first");
    quire_text_add(&m->out,
                   quire_mtt_has(e, GUIDE_DEPTH)
                       ? "  <!-- its Depth is assumed to be half on either side of z = 0 -->\n  "
                       : "  ");
    quire_mtt_begin(m, e, &quire_family_model, "guide", NULL);
    quire_mtt_add_word(m, "name", e->name, "");
    quire_mtt_add_surface(m, e);
    quire_mtt_add_word(m, "side", side, "");
    if (quire_mtt_has(e, GUIDE_VELOCITY)) {
        quire_mtt_add_number(m, GUIDE_VELOCITY, "velocity",
                             clockwise * quire_mtt_number(m, e, GUIDE_VELOCITY), "m/s");
    }
    if (quire_mtt_has(e, GUIDE_DEPTH)) {
        const double depth = quire_mtt_positive(m, e, GUIDE_DEPTH);
        quire_mtt_add_number(m, GUIDE_DEPTH, "across-from", -0.5 * depth, "m");
        quire_mtt_add_number(m, GUIDE_DEPTH, "across-to", 0.5 * depth, "m");
    }
    quire_mtt_end(m, ">\n");
}

static void
leave_out_edge(struct quire_mtt_import *m, const struct quire_mtt_entity *e, int k)
{
    (void)quire_mtt_number(m, e, k);
    quire_mtt_tell(m, e, k, "mm", ": left out, corners touch sheets by themselves");
}

static void
write_linear_guide(struct quire_mtt_import *m, const struct quire_mtt_entity *e)
{
    const bool up = strcmp(e->value[LINEAR_SIDE].text, "Up") == 0;
    quire_mtt_use(m, e, LINEAR_SIDE);
    leave_out_edge(m, e, LINEAR_PEDGE);
    begin_guide(m, e, up ? "left" : "right", up ? 1.0 : -1.0);
    quire_text_add(&m->out, "    <polyline points=\"");
    for (size_t i = 0; i < e->n_point; i++) {
        quire_text_add(&m->out, i == 0 ? "" : i % 2 == 0 ? "; " : ", ");
        quire_mtt_add_length(
            m, quire_mtt_read_value(m, &e->point[i], i % 2 == 0 ? "Point X" : "Point Y", "mm"));
    }
    quire_text_add(&m->out, "\"/>\n  </guide>\n");
}

static void
write_arc_guide(struct quire_mtt_import *m, const struct quire_mtt_entity *e)
{
    const bool inside = strcmp(e->value[ARC_SIDE].text, "Inside") == 0;
    const double angle = quire_mtt_number(m, e, ARC_ANGLE);
    quire_mtt_use(m, e, ARC_SIDE);
    leave_out_edge(m, e, ARC_PEDGE);
    begin_guide(m, e, inside == (angle > 0.0) ? "left" : "right", angle > 0.0 ? -1.0 : 1.0);
    quire_text_add(&m->out, "    ");
    quire_mtt_begin(m, e, &quire_family_shape, "arc", NULL);
    quire_mtt_add_pair(m, "centre", quire_mtt_number(m, e, ARC_X), quire_mtt_number(m, e, ARC_Y));
    quire_mtt_add_number(m, ARC_RADIUS, "radius", quire_mtt_positive(m, e, ARC_RADIUS), "m");
    quire_mtt_add_number(m, ARC_START, "start-angle", quire_mtt_number(m, e, ARC_START), "rad");
    quire_mtt_add_number(m, ARC_ANGLE, "angle", angle, "rad");
    quire_mtt_end(m, "/>\n  </guide>\n");
}

static void
write_circle_guide(struct quire_mtt_import *m, const struct quire_mtt_entity *e)
{
    begin_guide(m, e, "left", 1.0);
    quire_text_add(&m->out, "    ");
    quire_mtt_begin(m, e, &quire_family_shape, "circle", NULL);
    quire_mtt_add_pair(m, "centre", quire_mtt_number(m, e, CIRCLE_X),
                       quire_mtt_number(m, e, CIRCLE_Y));
    quire_mtt_add_number(m, CIRCLE_RADIUS, "radius", quire_mtt_positive(m, e, CIRCLE_RADIUS), "m");
    quire_mtt_end(m, "/>\n  </guide>\n");
}

/* ---- all together ---- */

/* what is given and goes into nothing would be lost without a word */
static void
refuse_unused(struct quire_mtt_import *m, const struct quire_mtt_entity *e)
{
    const struct quire_mtt_term *term = quire_mtt_sort[e->sort].term;
    for (int k = 0; term[k].name != NULL; k++) {
        if (quire_mtt_has(e, k) && (e->used >> k & 1u) == 0) {
            quire_mtt_refuse(m, "E-MODEL", &e->value[k], term[k].name,
                             e->sort == QUIRE_MTT_CONTACT && !quire_mtt_has(e, CONTACT_FRICTION)
                                 ? "needs a Friction Coefficient"
                                 : "it is not used");
        }
    }
}

static void
write_entity(struct quire_mtt_import *m, const struct quire_mtt_entity *e, double segment)
{
    switch (e->sort) {
    case QUIRE_MTT_CONTACT: quire_mtt_write_contact(m, e, segment); break;
    case QUIRE_MTT_SHEET: write_sheet(m, e); break;
    case QUIRE_MTT_FIXED_ROLLER: write_fixed_roller(m, e); break;
    case QUIRE_MTT_MOVABLE_ROLLER: write_movable_roller(m, e); break;
    case QUIRE_MTT_LINEAR_GUIDE: write_linear_guide(m, e); break;
    case QUIRE_MTT_ARC_GUIDE: write_arc_guide(m, e); break;
    case QUIRE_MTT_CIRCLE_GUIDE: write_circle_guide(m, e); break;
    default: break;
    }
    refuse_unused(m, e);
}

static void
read_head(struct quire_mtt_import *m)
{
    const struct quire_mtt_entity *head = &m->mtt.entity[0];
    m->spatial = strcmp(head->value[HEAD_TOOLKIT].text, "MTT3D") == 0;
    m->slices = 1.0;
    if (!m->spatial && !quire_mtt_has(head, HEAD_WIDTH)) {
        quire_mtt_refuse(
            m, "E-MISSING", &head->value[HEAD_TOOLKIT], "MTT2D",
            "its forces are those of 1 mm of depth; Sheet Width must say of how many they are");
    } else if (!m->spatial) {
        m->slices = quire_mtt_positive(m, head, HEAD_WIDTH) / SLICE;
    }
}

/* a table with a sheet is a machine; others are for models to include */
static void
write_root(struct quire_mtt_import *m, bool is_machine)
{
    quire_text_format(&m->out,
                      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- From a table of %s's "
                      "parameters; comments describe the conversions. -->\n",
                      m->spatial ? "MTT3D" : "MTT2D");
    if (is_machine) {
        quire_text_format(&m->out, "<model version=\"1\" name=\"imported\" motion=\"%s\">\n",
                          m->spatial ? "spatial" : "planar");
    } else {
        quire_text_add(&m->out, "<library version=\"1\" name=\"imported\">\n");
    }
}

static void
write_all(struct quire_mtt_import *m)
{
    double segment = 0.0;
    bool is_machine = false;
    read_head(m);
    for (size_t i = m->mtt.n; i-- > 1;) {
        const struct quire_mtt_entity *e = &m->mtt.entity[i];
        segment =
            e->sort == QUIRE_MTT_SHEET ? quire_mtt_number(m, e, SHEET_SEGMENT_LENGTH) : segment;
        is_machine = is_machine || e->sort == QUIRE_MTT_SHEET;
    }
    write_root(m, is_machine);
    for (size_t i = 1; i < m->mtt.n; i++) {
        write_entity(m, &m->mtt.entity[i], segment);
    }
    quire_text_add(&m->out, is_machine ? "</model>\n" : "</library>\n");
}

quire_status
quire_import_mtt(char **out_xml, const char *csv, size_t size, const char *file_name,
                 quire_diag *diag)
{
    if (out_xml == NULL || csv == NULL || file_name == NULL) {
        if (out_xml != NULL) {
            *out_xml = NULL;
        }
        return quire_diag_misuse(diag, __func__);
    }
    struct quire_mtt_import m = {.indent = "  ", .diag = diag, .arena = quire_arena_create()};
    *out_xml = NULL;
    if (m.arena == NULL) {
        return quire_diag_memory_error(diag);
    }
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
    quire_arena_destroy(m.arena);
    return m.status;
}

/* From the pairs of an entity to lines and arcs. */
#include <math.h>
#include <string.h>

#include "cad/dxf/dxf_polyline.h"
#include "cad/dxf/dxf_spline.h"
#include "geometry/curve.h"
#include "geometry/curves.h"
#include "geometry/outline.h"

#define DEGREE (M_PI / 180.0)

/* ---- lines, arcs, ellipses ---- */

static quire_status
add_line(struct quire_dxf_form *j)
{
    double at[4];
    quire_status status = quire_dxf_form_plane(j, (const int[]){30, 31}, 2);
    j->mirror = 1.0; /* a line's points are those of the drawing whatever its plane */
    status = status == QUIRE_OK ? quire_dxf_form_numbers(j, (const int[]){10, 20, 11, 21}, 4, at)
                                : status;
    for (int i = 0; i < 4 && status == QUIRE_OK; i += 2) {
        status = quire_dxf_form_check_place(j, &at[i], j->entity->line);
    }
    return status == QUIRE_OK ? quire_dxf_add_segment(j, at, at + 2, 0.0, j->entity->line) : status;
}

/* radius and centre of circles and arcs */
static quire_status
look_at_circle(struct quire_dxf_form *j, double centre[2], double *radius)
{
    quire_status status = quire_dxf_form_plane(j, NULL, 0);
    status = status == QUIRE_OK ? quire_dxf_form_point(j, 10, centre) : status;
    status = status == QUIRE_OK ? quire_dxf_form_number(j, 40, (double)NAN, radius) : status;
    if (status != QUIRE_OK) {
        return status;
    }
    if (!(*radius > 0.0)) {
        return quire_dxf_form_error(j, NULL, "the %s has no radius: %g mm", j->entity->type,
                                    1e3 * j->unit * *radius);
    }
    return quire_drawing_check_size((const double[]){j->unit * *radius, 0.0}, j->entity->line,
                                    j->dxf->options, j->dxf->diag);
}

/* Counter-clockwise as the entity has it, in its own radius. A block that is scaled differently
 * both ways makes ellipses of circles. What is a point draws nothing, as a line of no length. */
static quire_status
add_circular(const struct quire_dxf_form *j, const double centre[2], double radius, double degrees,
             double sweep)
{
    double u[2], v[2];
    if (!(2.0 * radius * j->unit > QUIRE_DRAWING_RESOLUTION)) {
        return QUIRE_OK;
    }
    if (!j->placement->inner) {
        const double first = j->mirror > 0.0 ? degrees * DEGREE : (180.0 - degrees) * DEGREE;
        return quire_dxf_form_added(
            j,
            quire_outline_add_circular(j->out, centre, j->unit * radius, first, sweep, j->mirror),
            "no length");
    }
    quire_status status = quire_dxf_form_place_vector(j, radius, 0.0, u);
    status = status == QUIRE_OK ? quire_dxf_form_place_vector(j, 0.0, radius, v) : status;
    return status == QUIRE_OK
               ? quire_dxf_form_added(j,
                                      quire_ellipse_trace(j->out, centre, u, v, degrees * DEGREE,
                                                          sweep, j->dxf->options->tolerance),
                                      "no length")
               : status;
}

static quire_status
add_circle(struct quire_dxf_form *j)
{
    double centre[2], radius = 0.0;
    const quire_status status = look_at_circle(j, centre, &radius);
    j->mirror = 1.0; /* it looks the same from behind */
    return status == QUIRE_OK ? add_circular(j, centre, radius, 0.0, 2.0 * M_PI) : status;
}

/* angles are whole turns apart; arcs are drawn counter-clockwise */
static double
sweep_of(double from, double to, double turn)
{
    double sweep = fmod(to - from, turn);
    sweep = sweep < 0.0 ? sweep + turn : sweep;
    return sweep > 0.0 ? sweep : turn;
}

static quire_status
add_arc(struct quire_dxf_form *j)
{
    double centre[2], radius = 0.0, angle[2];
    quire_status status = look_at_circle(j, centre, &radius);
    status =
        status == QUIRE_OK ? quire_dxf_form_numbers(j, (const int[]){50, 51}, 2, angle) : status;
    if (status != QUIRE_OK) {
        return status;
    }
    const double sweep = sweep_of(angle[0], angle[1], 360.0) * DEGREE;
    return add_circular(j, centre, radius, fmod(angle[0], 360.0), sweep);
}

static quire_status
add_ellipse(struct quire_dxf_form *j)
{
    double centre[2], drawn[2], u[2], v[2], ratio = 0.0, range[2];
    quire_status status = quire_dxf_form_plane(j, (const int[]){30}, 1);
    const double turn = j->mirror; /* the plane turns the minor axis, points are the drawing's */
    j->mirror = 1.0;
    status = status == QUIRE_OK ? quire_dxf_form_point(j, 10, centre) : status;
    status =
        status == QUIRE_OK ? quire_dxf_form_numbers(j, (const int[]){11, 21}, 2, drawn) : status;
    status = status == QUIRE_OK ? quire_dxf_form_place_vector(j, drawn[0], drawn[1], u) : status;
    status = status == QUIRE_OK ? quire_dxf_form_number(j, 40, (double)NAN, &ratio) : status;
    status = status == QUIRE_OK ? quire_dxf_form_number(j, 41, 0.0, &range[0]) : status;
    status = status == QUIRE_OK ? quire_dxf_form_number(j, 42, 2.0 * M_PI, &range[1]) : status;
    if (status != QUIRE_OK) {
        return status;
    }
    if (!(ratio > 1e-6 && ratio <= 1e6) || !(fabs(range[0]) < 1e4) || !(fabs(range[1]) < 1e4)) {
        return quire_dxf_form_error(j, NULL,
                                    "the ELLIPSE has no such axes or ends: ratio %g, from %g to %g",
                                    ratio, range[0], range[1]);
    }
    v[0] = -turn * ratio * u[1];
    v[1] = turn * ratio * u[0];
    if (j->placement->inner) {
        status =
            quire_dxf_form_place_vector(j, -turn * ratio * drawn[1], turn * ratio * drawn[0], v);
        if (status != QUIRE_OK) {
            return status;
        }
    }
    const double sweep = sweep_of(range[0], range[1], 2.0 * M_PI);
    return quire_dxf_form_added(j,
                                quire_ellipse_trace(j->out, centre, u, v, range[0],
                                                    2.0 * M_PI - sweep < 1e-12 ? 2.0 * M_PI : sweep,
                                                    j->dxf->options->tolerance),
                                "no axes");
}

/* ---- all ---- */

static quire_status
refuse_space(struct quire_dxf_form *j)
{
    return quire_dxf_form_error(j, "draw its section in the xy plane",
                                "a %s is a three-dimensional entity", j->entity->type);
}

static quire_status
pass_over(struct quire_dxf_form *j)
{
    (void)j;
    return QUIRE_OK;
}

static const struct {
    const char *type;
    quire_status (*add)(struct quire_dxf_form *j);
} types[] = {
    {"LINE", add_line},
    {"ARC", add_arc},
    {"CIRCLE", add_circle},
    {"ELLIPSE", add_ellipse},
    {"SPLINE", quire_dxf_add_spline},
    {"LWPOLYLINE", quire_dxf_add_lwpolyline},
    {"POLYLINE", quire_dxf_add_polyline},
    {"3DFACE", refuse_space},
    {"3DSOLID", refuse_space},
    {"BODY", refuse_space},
    {"REGION", refuse_space},
    {"SURFACE", refuse_space},
    {"MESH", refuse_space},
    {"HELIX", refuse_space},
    {"TEXT", pass_over},
    {"MTEXT", pass_over},
    {"DIMENSION", pass_over},
    {"LEADER", pass_over},
    {"MULTILEADER", pass_over},
    {"HATCH", pass_over},
    {"POINT", pass_over},
    {"ATTDEF", pass_over},
    {"ATTRIB", pass_over},
    {"SEQEND", pass_over},
    {"VIEWPORT", pass_over},
    {"TOLERANCE", pass_over},
    {"IMAGE", pass_over},
    {"WIPEOUT", pass_over},
    {"XLINE", pass_over},
    {"RAY", pass_over},
};

static quire_status
trace(struct quire_dxf_form *j)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(types[i].type, j->entity->type) == 0) {
            return types[i].add(j);
        }
    }
    return quire_dxf_form_error(j, "use lines, arcs, circles, polylines, splines and ellipses",
                                "entities '%s' are not read", j->entity->type);
}

quire_status
quire_dxf_entity_add(struct quire_drawing *out, const struct quire_dxf *dxf,
                     const struct quire_dxf_entity *entity,
                     const struct quire_dxf_placement *placement)
{
    struct quire_outline outline = {0};
    struct quire_dxf_form job = {dxf, entity, placement->unit, placement, 1.0, &outline};
    quire_status status = trace(&job);
    if (status == QUIRE_OK) {
        status = quire_drawing_add(out, &outline, entity->line, dxf->options, dxf->diag);
    }
    quire_outline_clear(&outline);
    return status;
}

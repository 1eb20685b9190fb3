/* From the pairs of an entity to lines and arcs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cad/dxf/dxf.h"
#include "geometry/affine.h"
#include "geometry/curve.h"
#include "geometry/curves.h"
#include "geometry/outline.h"
#include "geometry/piece.h"
#include "math/detmath.h"

#define DEGREE (M_PI / 180.0)
#define BULGE  1e-7 /* arcs that bulge less are straight [1] */
#define FLAT   1e-6 /* heights and tilts beyond this make an entity one in space [m], [1] */

struct job {
    const struct quire_dxf *dxf;
    const struct quire_dxf_entity *entity;
    double unit; /* [m] */
    const struct quire_dxf_placement *placement;
    double mirror; /* -1: x runs to the left in the entity's own coordinates; otherwise +1 */
    struct quire_outline *out;
};

#define error(j, ...) quire_dxf_error((j)->dxf, (j)->entity->line, __VA_ARGS__)

/* ---- numbers ---- */

/* the first number with this code; `fallback` where there is none, which must be finite unless the
 * number may be missing */
static quire_status
number(const struct job *j, int code, double fallback, double *out)
{
    *out = fallback;
    for (size_t i = 0; i < j->entity->n; i++) {
        if (j->entity->pair[i].code == code) {
            return quire_dxf_number(j->dxf, &j->entity->pair[i], out);
        }
    }
    return isnan(fallback) ? error(j, NULL, "the %s has no group %d", j->entity->type, code)
                           : QUIRE_OK;
}

static quire_status
numbers(const struct job *j, const int *code, size_t n, double *out)
{
    quire_status status = QUIRE_OK;
    for (size_t i = 0; i < n && status == QUIRE_OK; i++) {
        status = number(j, code[i], (double)NAN, &out[i]);
    }
    return status;
}

static quire_status
check_point(const struct job *j, const double at[2], int line)
{
    return quire_drawing_check_point(at, line, j->dxf->options, j->dxf->diag);
}

/* from the entity's own coordinates to those of the drawing [m] */
static void
place(const struct job *j, double x, double y, double out[2])
{
    quire_affine_point(j->placement->m, (const double[]){j->mirror * x, y}, out);
}

/* the same for directions */
static quire_status
place_vector(const struct job *j, double x, double y, double out[2])
{
    quire_affine_vector(j->placement->m, (const double[]){j->mirror * x, y}, out);
    return check_point(j, out, j->entity->line);
}

/* a point as the entity has it */
static quire_status
check_place(const struct job *j, const double p[2], int line)
{
    double at[2];
    place(j, p[0], p[1], at);
    return check_point(j, at, line);
}

static quire_status
point(const struct job *j, int code, double at[2])
{
    const int codes[2] = {code, code + 10};
    const quire_status status = numbers(j, codes, 2, at);
    place(j, at[0], at[1], at);
    return status == QUIRE_OK ? check_point(j, at, j->entity->line) : status;
}

static quire_status
space_error(const struct job *j)
{
    return error(j, "flatten it into the plane of the drawing",
                 "the %s does not lie in the xy plane", j->entity->type);
}

/* The plane of the entity: upright, or seen from behind as after mirroring; and its heights, in
 * which its points must agree. */
static quire_status
look_at_plane(struct job *j, const int *height, size_t n)
{
    double normal[3], first = 0.0;
    quire_status status = number(j, 210, 0.0, &normal[0]);
    status = status == QUIRE_OK ? number(j, 220, 0.0, &normal[1]) : status;
    status = status == QUIRE_OK ? number(j, 230, 1.0, &normal[2]) : status;
    if (status != QUIRE_OK) {
        return status;
    }
    if (fabs(normal[0]) > FLAT || fabs(normal[1]) > FLAT || fabs(fabs(normal[2]) - 1.0) > FLAT) {
        return space_error(j);
    }
    j->mirror = normal[2] < 0.0 ? -1.0 : 1.0;
    for (size_t i = 0; i < n && status == QUIRE_OK; i++) {
        double z;
        status = number(j, height[i], 0.0, &z);
        if (i > 0 && !(fabs(z - first) * j->unit <= FLAT)) {
            return status == QUIRE_OK ? space_error(j) : status;
        }
        first = z;
    }
    return status;
}

/* what an outline's or curve's function says; `hint` may be NULL */
static quire_status
added(const struct job *j, quire_status status, const char *what)
{
    if (status == QUIRE_ERROR_INPUT) {
        return error(j, NULL, "the %s has %s", j->entity->type, what);
    }
    if (status == QUIRE_ERROR_LIMIT && !quire_curve_is_full(j->out)) {
        return quire_diag_memory_error(j->dxf->diag);
    }
    if (status == QUIRE_ERROR_LIMIT) {
        return quire_diag_error(j->dxf->diag, "E-LIMIT",
                                quire_drawing_place(j->dxf->options, j->entity->line),
                                j->dxf->options->object, "choose a larger 'tolerance'",
                                "the %s needs more than 10000 arcs", j->entity->type);
    }
    return status;
}

/* ---- lines, arcs, ellipses ---- */

/* a bulge in a block that is scaled differently both ways, from its own points */
static quire_status
add_skewed_arc(const struct job *j, const double from[2], const double to[2], double bulge)
{
    struct quire_piece arc;
    double centre[2], u[2], v[2];
    if (!quire_bulge_piece(&arc, from, to, bulge) || arc.turn == 0.0) {
        return error(j, "explode the block", "there is no arc with the bulge %g", bulge);
    }
    place(j, arc.centre[0], arc.centre[1], centre);
    quire_status status = place_vector(j, arc.radius, 0.0, u);
    status = status == QUIRE_OK ? place_vector(j, 0.0, arc.radius, v) : status;
    if (status != QUIRE_OK) {
        return status;
    }
    const double first = quire_atan2(from[1] - arc.centre[1], from[0] - arc.centre[0]);
    return added(j,
                 quire_ellipse_trace(j->out, centre, u, v, first, arc.turn * arc.sweep,
                                     j->dxf->options->tolerance),
                 "no length");
}

/* Between points as the entity has them. Lines of no length are left over from editing and draw
 * nothing. */
static quire_status
add_segment(const struct job *j, const double from[2], const double to[2], double bulge, int line)
{
    const double *m = j->placement->m;
    double a[2], b[2];
    place(j, from[0], from[1], a);
    place(j, to[0], to[1], b);
    const double dx = b[0] - a[0], dy = b[1] - a[1];
    struct quire_piece piece;
    if (!(sqrt(dx * dx + dy * dy) > QUIRE_DRAWING_RESOLUTION)) {
        return QUIRE_OK;
    }
    if (fabs(bulge) > BULGE && !quire_affine_is_similarity(m)) {
        return add_skewed_arc(j, from, to, bulge);
    }
    const double side = quire_affine_determinant(m) > 0.0 ? j->mirror : -j->mirror;
    if (!quire_bulge_piece(&piece, a, b, side * bulge)) {
        return quire_dxf_error(j->dxf, line, NULL, "there is no arc with the bulge %g", bulge);
    }
    return added(j, quire_outline_add_piece(j->out, &piece), "no length");
}

static quire_status
add_line(struct job *j)
{
    double at[4];
    quire_status status = look_at_plane(j, (const int[]){30, 31}, 2);
    j->mirror = 1.0; /* a line's points are those of the drawing whatever its plane */
    status = status == QUIRE_OK ? numbers(j, (const int[]){10, 20, 11, 21}, 4, at) : status;
    for (int i = 0; i < 4 && status == QUIRE_OK; i += 2) {
        status = check_place(j, &at[i], j->entity->line);
    }
    return status == QUIRE_OK ? add_segment(j, at, at + 2, 0.0, j->entity->line) : status;
}

/* radius and centre of circles and arcs */
static quire_status
look_at_circle(struct job *j, double centre[2], double *radius)
{
    quire_status status = look_at_plane(j, NULL, 0);
    status = status == QUIRE_OK ? point(j, 10, centre) : status;
    status = status == QUIRE_OK ? number(j, 40, (double)NAN, radius) : status;
    if (status != QUIRE_OK) {
        return status;
    }
    if (!(*radius > 0.0)) {
        return error(j, NULL, "the %s has no radius: %g mm", j->entity->type,
                     1e3 * j->unit * *radius);
    }
    return check_point(j, (const double[]){j->unit * *radius, 0.0}, j->entity->line);
}

/* Counter-clockwise as the entity has it, in its own radius. A block that is scaled differently
 * both ways makes ellipses of circles. What is a point draws nothing, as a line of no length. */
static quire_status
add_circular(const struct job *j, const double centre[2], double radius, double degrees,
             double sweep)
{
    double u[2], v[2];
    if (!(2.0 * radius * j->unit > QUIRE_DRAWING_RESOLUTION)) {
        return QUIRE_OK;
    }
    if (!j->placement->inner) {
        const double first = j->mirror > 0.0 ? degrees * DEGREE : (180.0 - degrees) * DEGREE;
        return added(
            j,
            quire_outline_add_circular(j->out, centre, j->unit * radius, first, sweep, j->mirror),
            "no length");
    }
    quire_status status = place_vector(j, radius, 0.0, u);
    status = status == QUIRE_OK ? place_vector(j, 0.0, radius, v) : status;
    return status == QUIRE_OK ? added(j,
                                      quire_ellipse_trace(j->out, centre, u, v, degrees * DEGREE,
                                                          sweep, j->dxf->options->tolerance),
                                      "no length")
                              : status;
}

static quire_status
add_circle(struct job *j)
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
add_arc(struct job *j)
{
    double centre[2], radius = 0.0, angle[2];
    quire_status status = look_at_circle(j, centre, &radius);
    status = status == QUIRE_OK ? numbers(j, (const int[]){50, 51}, 2, angle) : status;
    if (status != QUIRE_OK) {
        return status;
    }
    const double sweep = sweep_of(angle[0], angle[1], 360.0) * DEGREE;
    return add_circular(j, centre, radius, fmod(angle[0], 360.0), sweep);
}

static quire_status
add_ellipse(struct job *j)
{
    double centre[2], drawn[2], u[2], v[2], ratio = 0.0, range[2];
    quire_status status = look_at_plane(j, (const int[]){30}, 1);
    const double turn = j->mirror; /* the plane turns the minor axis, points are the drawing's */
    j->mirror = 1.0;
    status = status == QUIRE_OK ? point(j, 10, centre) : status;
    status = status == QUIRE_OK ? numbers(j, (const int[]){11, 21}, 2, drawn) : status;
    status = status == QUIRE_OK ? place_vector(j, drawn[0], drawn[1], u) : status;
    status = status == QUIRE_OK ? number(j, 40, (double)NAN, &ratio) : status;
    status = status == QUIRE_OK ? number(j, 41, 0.0, &range[0]) : status;
    status = status == QUIRE_OK ? number(j, 42, 2.0 * M_PI, &range[1]) : status;
    if (status != QUIRE_OK) {
        return status;
    }
    if (!(ratio > 1e-6 && ratio <= 1e6) || !(fabs(range[0]) < 1e4) || !(fabs(range[1]) < 1e4)) {
        return error(j, NULL, "the ELLIPSE has no such axes or ends: ratio %g, from %g to %g",
                     ratio, range[0], range[1]);
    }
    v[0] = -turn * ratio * u[1];
    v[1] = turn * ratio * u[0];
    if (j->placement->inner) {
        status = place_vector(j, -turn * ratio * drawn[1], turn * ratio * drawn[0], v);
        if (status != QUIRE_OK) {
            return status;
        }
    }
    const double sweep = sweep_of(range[0], range[1], 2.0 * M_PI);
    return added(j,
                 quire_ellipse_trace(j->out, centre, u, v, range[0],
                                     2.0 * M_PI - sweep < 1e-12 ? 2.0 * M_PI : sweep,
                                     j->dxf->options->tolerance),
                 "no axes");
}

/* ---- polylines ---- */

struct vertex {
    double at[2], bulge;
    int line;
    bool skip; /* a point of a spline's frame, not of the polyline */
};

/* The pairs of the polyline begin a vertex with code `mark`: 10 where it is one entity, 0 where
 * vertices are entities. */
static quire_status
read_vertices(const struct job *j, int mark, struct vertex *vertex, size_t *n)
{
    quire_status status = QUIRE_OK;
    *n = 0;
    for (size_t i = 0; i < j->entity->n && status == QUIRE_OK; i++) {
        const struct quire_dxf_pair *pair = &j->entity->pair[i];
        double value = 0.0;
        if (pair->code == mark) {
            vertex[(*n)++] = (struct vertex){.at = {(double)NAN, (double)NAN}, .line = pair->line};
        }
        if (pair->code == 0 || *n == 0) {
            continue;
        }
        status = quire_dxf_number(j->dxf, pair, &value);
        struct vertex *v = &vertex[*n - 1];
        switch (pair->code) {
        case 10: v->at[0] = value; break;
        case 20: v->at[1] = value; break;
        case 42: v->bulge = value; break;
        case 70: v->skip = mark == 0 && ((int)fmax(0.0, fmin(value, 255.0)) & 16) != 0; break;
        default: break;
        }
    }
    return status;
}

static quire_status
join_vertices(const struct job *j, const struct vertex *vertex, size_t n, bool closed)
{
    const struct vertex *first = NULL, *before = NULL;
    quire_status status = QUIRE_OK;
    for (size_t i = 0; i < n && status == QUIRE_OK; i++) {
        const struct vertex *v = &vertex[i];
        if (v->skip) {
            continue;
        }
        if (isnan(v->at[0]) || isnan(v->at[1])) {
            return quire_dxf_error(j->dxf, v->line, NULL, "a vertex has no x or y");
        }
        status = check_place(j, v->at, v->line);
        if (before != NULL && status == QUIRE_OK) {
            status = add_segment(j, before->at, v->at, before->bulge, v->line);
        }
        first = first != NULL ? first : v;
        before = v;
    }
    if (status == QUIRE_OK && first == before) {
        return error(j, NULL, "the %s has fewer than two vertices", j->entity->type);
    }
    return closed && status == QUIRE_OK
               ? add_segment(j, before->at, first->at, before->bulge, before->line)
               : status;
}

static quire_status
add_polyline(struct job *j, int mark)
{
    double flags = 0.0, said = 0.0;
    size_t n;
    quire_status status = look_at_plane(j, NULL, 0);
    status = status == QUIRE_OK ? number(j, 70, 0.0, &flags) : status;
    status = status == QUIRE_OK ? number(j, 90, 0.0, &said) : status;
    if (status != QUIRE_OK) {
        return status;
    }
    if (mark == 0 && ((int)fmax(0.0, fmin(flags, 255.0)) & (8 | 16 | 64)) != 0) {
        return space_error(j);
    }
    struct vertex *vertex = calloc(j->entity->n + 1, sizeof *vertex);
    if (vertex == NULL) {
        return quire_diag_memory_error(j->dxf->diag);
    }
    status = read_vertices(j, mark, vertex, &n);
    if (status == QUIRE_OK && said > 0.0 && said != (double)n) {
        status = error(j, "was it saved or copied completely?",
                       "the %s tells of %g vertices and has %zu", j->entity->type, said, n);
    }
    if (status == QUIRE_OK) {
        status = join_vertices(j, vertex, n, ((int)fmax(0.0, fmin(flags, 255.0)) & 1) != 0);
    }
    free(vertex);
    return status;
}

static quire_status
add_lwpolyline(struct job *j)
{
    return add_polyline(j, 10);
}

static quire_status
add_old_polyline(struct job *j)
{
    return add_polyline(j, 0);
}

/* ---- splines ---- */

struct spline {
    double (*point)[3]; /* x, y as the entity has them, later [m]; weight (n_point) */
    double *knot;       /* (n_knot) */
    size_t n_point, n_knot, n_weight;
    double height; /* z of the first point */
};

static quire_status
read_spline(const struct job *j, struct spline *s)
{
    quire_status status = QUIRE_OK;
    for (size_t i = 0; i < j->entity->n && status == QUIRE_OK; i++) {
        const struct quire_dxf_pair *pair = &j->entity->pair[i];
        double value = 0.0;
        if (pair->code < 70) {
            status = quire_dxf_number(j->dxf, pair, &value);
        }
        double *last = s->n_point > 0 ? s->point[s->n_point - 1] : NULL;
        if (pair->code == 40) {
            s->knot[s->n_knot++] = value;
        } else if (pair->code == 41) {
            s->point[s->n_weight++][2] = value;
        } else if (pair->code == 10) {
            s->point[s->n_point++][0] = value;
        } else if (pair->code == 20 && last != NULL) {
            last[1] = value;
        } else if (pair->code == 30 && last != NULL) {
            s->height = s->n_point == 1 ? value : s->height;
            status = status == QUIRE_OK && !(fabs(value - s->height) * j->unit <= FLAT)
                         ? space_error(j)
                         : status;
        }
    }
    return status;
}

static quire_status
place_spline(const struct job *j, struct spline *s, double degree)
{
    if (s->n_point == 0) {
        return error(j, "let it be saved with control points, or draw a polyline",
                     "the SPLINE has no control points");
    }
    if (!(degree >= 1.0 && degree <= QUIRE_NURBS_DEGREE) || degree != floor(degree)) {
        return error(j, NULL, "the SPLINE has the degree %g; 1 to %d can be read", degree,
                     QUIRE_NURBS_DEGREE);
    }
    if ((s->n_weight != 0 && s->n_weight != s->n_point) || !((double)s->n_point > degree) ||
        s->n_knot != s->n_point + (size_t)degree + 1) {
        return error(j, "was it saved or copied completely?",
                     "the SPLINE of degree %g has %zu control points, %zu weights and %zu knots",
                     degree, s->n_point, s->n_weight, s->n_knot);
    }
    quire_status status = QUIRE_OK;
    for (size_t i = 0; i < s->n_point && status == QUIRE_OK; i++) {
        s->point[i][2] = s->n_weight > 0 ? s->point[i][2] : 1.0;
        if (!(s->point[i][2] > 1e-9 && s->point[i][2] < 1e9)) {
            return error(j, NULL, "the SPLINE has the weight %g; weights must be positive",
                         s->point[i][2]);
        }
        place(j, s->point[i][0], s->point[i][1], s->point[i]);
        status = check_point(j, s->point[i], j->entity->line);
    }
    for (size_t i = 1; i < s->n_knot && status == QUIRE_OK; i++) {
        if (!(s->knot[i] >= s->knot[i - 1])) {
            return error(j, NULL, "the knots of the SPLINE decrease from %g to %g", s->knot[i - 1],
                         s->knot[i]);
        }
    }
    return status;
}

static quire_status
add_spline(struct job *j)
{
    struct spline s = {0};
    double degree = 0.0;
    quire_status status = number(j, 71, (double)NAN, &degree);
    if (status != QUIRE_OK) {
        return status;
    }
    s.point = calloc(j->entity->n + 1, sizeof *s.point);
    s.knot = calloc(j->entity->n + 1, sizeof *s.knot);
    if (s.point == NULL || s.knot == NULL) {
        status = quire_diag_memory_error(j->dxf->diag);
        goto done;
    }
    status = read_spline(j, &s);
    status = status == QUIRE_OK ? place_spline(j, &s, degree) : status;
    if (status == QUIRE_OK) {
        const struct quire_nurbs nurbs = {(int)degree, s.n_point, (const double(*)[3])s.point,
                                          s.knot};
        status = added(j, quire_nurbs_trace(j->out, &nurbs, j->dxf->options->tolerance),
                       "a cusp or no length: split it there, or draw a polyline");
    }
done:
    free(s.point);
    free(s.knot);
    return status;
}

/* ---- all ---- */

static quire_status
refuse_space(struct job *j)
{
    return error(j, "draw its section in the xy plane", "a %s is an entity in space",
                 j->entity->type);
}

static quire_status
pass_over(struct job *j)
{
    (void)j;
    return QUIRE_OK;
}

static const struct {
    const char *type;
    quire_status (*add)(struct job *j);
} types[] = {
    {"LINE", add_line},
    {"ARC", add_arc},
    {"CIRCLE", add_circle},
    {"ELLIPSE", add_ellipse},
    {"SPLINE", add_spline},
    {"LWPOLYLINE", add_lwpolyline},
    {"POLYLINE", add_old_polyline},
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
trace(struct job *j)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(types[i].type, j->entity->type) == 0) {
            return types[i].add(j);
        }
    }
    return error(j, "use lines, arcs, circles, polylines, splines and ellipses",
                 "entities '%s' are not read", j->entity->type);
}

quire_status
quire_dxf_entity_add(struct quire_drawing *out, const struct quire_dxf *dxf,
                     const struct quire_dxf_entity *entity,
                     const struct quire_dxf_placement *placement)
{
    struct quire_outline outline = {0};
    struct job job = {dxf, entity, placement->unit, placement, 1.0, &outline};
    quire_status status = trace(&job);
    if (status == QUIRE_OK) {
        status = quire_drawing_add(out, &outline, entity->line, dxf->options, dxf->diag);
    }
    quire_outline_clear(&outline);
    return status;
}

/* ---- blocks ---- */

quire_status
quire_dxf_base_point(double out[2], const struct quire_dxf *dxf,
                     const struct quire_dxf_entity *block)
{
    const struct job j = {.dxf = dxf, .entity = block};
    const quire_status status = number(&j, 10, 0.0, &out[0]);
    return status == QUIRE_OK ? number(&j, 20, 0.0, &out[1]) : status;
}

/* what an INSERT tells */
struct insert {
    double at[2], scale[2], angle; /* [deg] */
};

static quire_status
read_insert(struct job *j, struct insert *out)
{
    double count[2];
    quire_status status = look_at_plane(j, NULL, 0);
    status = status == QUIRE_OK ? numbers(j, (const int[]){10, 20}, 2, out->at) : status;
    status = status == QUIRE_OK ? number(j, 41, 1.0, &out->scale[0]) : status;
    status = status == QUIRE_OK ? number(j, 42, 1.0, &out->scale[1]) : status;
    status = status == QUIRE_OK ? number(j, 50, 0.0, &out->angle) : status;
    status = status == QUIRE_OK ? number(j, 70, 1.0, &count[0]) : status;
    status = status == QUIRE_OK ? number(j, 71, 1.0, &count[1]) : status;
    if (status != QUIRE_OK) {
        return status;
    }
    if (count[0] > 1.0 || count[1] > 1.0) {
        return error(j, "explode it", "a block is inserted %g times %g times as an array", count[0],
                     count[1]);
    }
    if (!(fabs(out->scale[0] * out->scale[1]) > 1e-12)) {
        return error(j, NULL, "a block is inserted with the scales %g and %g", out->scale[0],
                     out->scale[1]);
    }
    return QUIRE_OK;
}

quire_status
quire_dxf_insert_place(struct quire_dxf_placement *out, const struct quire_dxf *dxf,
                       const struct quire_dxf_entity *insert, const double base[2],
                       const struct quire_dxf_placement *around)
{
    struct job j = {.dxf = dxf, .entity = insert, .unit = around->unit, .placement = around};
    struct insert said;
    const quire_status status = read_insert(&j, &said);
    if (status != QUIRE_OK) {
        return status;
    }
    double e[2];
    quire_direction_of(fmod(said.angle, 360.0) * DEGREE, e);
    *out = *around;
    out->inner = true;
    quire_affine_multiply(out->m, (const double[]){j.mirror, 0.0, 0.0, 1.0, 0.0, 0.0});
    quire_affine_multiply(out->m,
                          (const double[]){e[0], e[1], -e[1], e[0], said.at[0], said.at[1]});
    quire_affine_multiply(out->m,
                          (const double[]){said.scale[0], 0.0, 0.0, said.scale[1],
                                           -said.scale[0] * base[0], -said.scale[1] * base[1]});
    return QUIRE_OK;
}

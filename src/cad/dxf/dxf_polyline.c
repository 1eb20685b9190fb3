#include "cad/dxf/dxf_polyline.h"

#include <math.h>
#include <stdlib.h>

#include "geometry/affine.h"
#include "geometry/curve.h"
#include "geometry/curves.h"
#include "geometry/outline.h"
#include "geometry/piece.h"
#include "math/detmath.h"

#define BULGE 1e-7 /* arcs that bulge less are straight [1] */

/* ---- one segment ---- */

/* a bulge in a block that is scaled differently both ways, from its own points */
static quire_status
add_skewed_arc(const struct quire_dxf_form *j, const double from[2], const double to[2],
               double bulge)
{
    struct quire_piece arc;
    double centre[2], u[2], v[2];
    if (!quire_bulge_piece(&arc, from, to, bulge) || arc.turn == 0.0) {
        return quire_dxf_form_error(j, "explode the block", "there is no arc with the bulge %g",
                                    bulge);
    }
    quire_dxf_form_place(j, arc.centre[0], arc.centre[1], centre);
    quire_status status = quire_dxf_form_place_vector(j, arc.radius, 0.0, u);
    status = status == QUIRE_OK ? quire_dxf_form_place_vector(j, 0.0, arc.radius, v) : status;
    if (status != QUIRE_OK) {
        return status;
    }
    const double first = quire_atan2(from[1] - arc.centre[1], from[0] - arc.centre[0]);
    return quire_dxf_form_added(j,
                                quire_ellipse_trace(j->out, centre, u, v, first,
                                                    arc.turn * arc.sweep,
                                                    j->dxf->options->tolerance),
                                "no length");
}

quire_status
quire_dxf_add_segment(const struct quire_dxf_form *j, const double from[2], const double to[2],
                      double bulge, int line)
{
    const double *m = j->placement->m;
    double a[2], b[2];
    quire_dxf_form_place(j, from[0], from[1], a);
    quire_dxf_form_place(j, to[0], to[1], b);
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
    return quire_dxf_form_added(j, quire_outline_add_piece(j->out, &piece), "no length");
}

/* ---- all of them ---- */

struct vertex {
    double at[2], bulge;
    int line;
    bool skip; /* a point of a spline's frame, not of the polyline */
};

/* The pairs of the polyline begin a vertex with code `mark`: 10 where it is one entity, 0 where
 * vertices are entities. */
static quire_status
read_vertices(const struct quire_dxf_form *j, int mark, struct vertex *vertex, size_t *n)
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
join_vertices(const struct quire_dxf_form *j, const struct vertex *vertex, size_t n, bool closed)
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
        status = quire_dxf_form_check_place(j, v->at, v->line);
        if (before != NULL && status == QUIRE_OK) {
            status = quire_dxf_add_segment(j, before->at, v->at, before->bulge, v->line);
        }
        first = first != NULL ? first : v;
        before = v;
    }
    if (status == QUIRE_OK && first == before) {
        return quire_dxf_form_error(j, NULL, "the %s has fewer than two vertices", j->entity->type);
    }
    return closed && status == QUIRE_OK
               ? quire_dxf_add_segment(j, before->at, first->at, before->bulge, before->line)
               : status;
}

static quire_status
add_polyline(struct quire_dxf_form *j, int mark)
{
    double flags = 0.0, said = 0.0;
    size_t n;
    quire_status status = quire_dxf_form_plane(j, NULL, 0);
    status = status == QUIRE_OK ? quire_dxf_form_number(j, 70, 0.0, &flags) : status;
    status = status == QUIRE_OK ? quire_dxf_form_number(j, 90, 0.0, &said) : status;
    if (status != QUIRE_OK) {
        return status;
    }
    if (mark == 0 && ((int)fmax(0.0, fmin(flags, 255.0)) & (8 | 16 | 64)) != 0) {
        return quire_dxf_form_space_error(j);
    }
    struct vertex *vertex = calloc(j->entity->n + 1, sizeof *vertex);
    if (vertex == NULL) {
        return quire_diag_memory_error(j->dxf->diag);
    }
    status = read_vertices(j, mark, vertex, &n);
    if (status == QUIRE_OK && said > 0.0 && said != (double)n) {
        status = quire_dxf_form_error(j, "was it saved or copied completely?",
                                      "the %s declares %g vertices and has %zu", j->entity->type,
                                      said, n);
    }
    if (status == QUIRE_OK) {
        status = join_vertices(j, vertex, n, ((int)fmax(0.0, fmin(flags, 255.0)) & 1) != 0);
    }
    free(vertex);
    return status;
}

quire_status
quire_dxf_add_lwpolyline(struct quire_dxf_form *j)
{
    return add_polyline(j, 10);
}

quire_status
quire_dxf_add_polyline(struct quire_dxf_form *j)
{
    return add_polyline(j, 0);
}

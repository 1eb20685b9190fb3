#include "cad/dxf/dxf_spline.h"

#include <math.h>
#include <stdlib.h>

#include "geometry/affine.h"
#include "geometry/curves.h"
#include "geometry/spline.h"
#include "math/detmath.h"

struct spline {
    double (*point)[3]; /* x, y as the entity has them, later [m]; weight (n_point) */
    double (*fit)[2];   /* points that it goes through, likewise (n_fit) */
    double *knot;       /* (n_knot) */
    size_t n_point, n_fit, n_knot, n_weight;
    double height; /* z of the first point */
};

static quire_status
read_spline(const struct quire_dxf_form *j, struct spline *s)
{
    quire_status status = QUIRE_OK;
    for (size_t i = 0; i < j->entity->n && status == QUIRE_OK; i++) {
        const struct quire_dxf_pair *pair = &j->entity->pair[i];
        double value = 0.0;
        if (pair->code < 70) {
            status = quire_dxf_number(j->dxf, pair, &value);
        }
        double *last = s->n_point > 0 ? s->point[s->n_point - 1] : NULL;
        const size_t n = s->n_point + s->n_fit;
        if (pair->code == 40) {
            s->knot[s->n_knot++] = value;
        } else if (pair->code == 41) {
            s->point[s->n_weight++][2] = value;
        } else if (pair->code == 10) {
            s->point[s->n_point++][0] = value;
        } else if (pair->code == 20 && last != NULL) {
            last[1] = value;
        } else if (pair->code == 11) {
            s->fit[s->n_fit++][0] = value;
        } else if (pair->code == 21 && s->n_fit > 0) {
            s->fit[s->n_fit - 1][1] = value;
        } else if ((pair->code == 30 || pair->code == 31) && n > 0) {
            s->height = n == 1 ? value : s->height;
            status = status == QUIRE_OK && !(fabs(value - s->height) * j->unit <= QUIRE_DXF_FLAT)
                         ? quire_dxf_form_space_error(j)
                         : status;
        }
    }
    return status;
}

static quire_status
place_spline(const struct quire_dxf_form *j, struct spline *s, double degree)
{
    if (!(degree >= 1.0 && degree <= QUIRE_NURBS_DEGREE) || degree != floor(degree)) {
        return quire_dxf_form_error(j, NULL, "the SPLINE has the degree %g; 1 to %d can be read",
                                    degree, QUIRE_NURBS_DEGREE);
    }
    if ((s->n_weight != 0 && s->n_weight != s->n_point) || !((double)s->n_point > degree) ||
        s->n_knot != s->n_point + (size_t)degree + 1) {
        return quire_dxf_form_error(
            j, "was it saved or copied completely?",
            "the SPLINE of degree %g has %zu control points, %zu weights and %zu knots", degree,
            s->n_point, s->n_weight, s->n_knot);
    }
    quire_status status = QUIRE_OK;
    for (size_t i = 0; i < s->n_point && status == QUIRE_OK; i++) {
        s->point[i][2] = s->n_weight > 0 ? s->point[i][2] : 1.0;
        if (!(s->point[i][2] > 1e-9 && s->point[i][2] < 1e9)) {
            return quire_dxf_form_error(
                j, NULL, "the SPLINE has the weight %g; weights must be positive", s->point[i][2]);
        }
        quire_dxf_form_place(j, s->point[i][0], s->point[i][1], s->point[i]);
        status = quire_dxf_form_check_point(j, s->point[i], j->entity->line);
    }
    for (size_t i = 1; i < s->n_knot && status == QUIRE_OK; i++) {
        if (!(s->knot[i] >= s->knot[i - 1])) {
            return quire_dxf_form_error(j, NULL, "the knots of the SPLINE decrease from %g to %g",
                                        s->knot[i - 1], s->knot[i]);
        }
    }
    return status;
}

/* ---- splines that tell nothing but the points they go through ---- */

/* the direction of a tangent, which is that of the curve; NaN: it is not given */
static quire_status
heading(const struct quire_dxf_form *j, int code, double *out)
{
    double v[2];
    quire_status status = quire_dxf_form_number(j, code, 0.0, &v[0]);
    status = status == QUIRE_OK ? quire_dxf_form_number(j, code + 10, 0.0, &v[1]) : status;
    if (status == QUIRE_OK) {
        status = quire_dxf_form_place_vector(j, v[0], v[1], v);
    }
    *out = v[0] == 0.0 && v[1] == 0.0 ? (double)NAN : quire_atan2(v[1], v[0]);
    return status;
}

/* what cannot be told from fit points alone */
static quire_status
check_fitted(const struct quire_dxf_form *j, const struct spline *s, double degree)
{
    double flags = 0.0, said = 0.0;
    quire_status status = quire_dxf_form_number(j, 70, 0.0, &flags);
    status = status == QUIRE_OK ? quire_dxf_form_number(j, 74, (double)s->n_fit, &said) : status;
    if (status != QUIRE_OK) {
        return status;
    }
    if (said != (double)s->n_fit || s->n_fit < 2) {
        return quire_dxf_form_error(j, "was it saved or copied completely?",
                                    "the SPLINE declares %g fit points and has %zu, and no control "
                                    "points",
                                    said, s->n_fit);
    }
    if (degree != 3.0 || fmod(flags, 2.0) == 1.0 || !quire_affine_is_similarity(j->placement->m)) {
        return quire_dxf_form_error(
            j, "let it be saved with control points, or draw a polyline",
            "a SPLINE of fit points must be open, of degree 3 and in no block that is stretched");
    }
    return QUIRE_OK;
}

/* The cubic spline through them by the lengths of chords, along the tangents that are given and
 * without curvature at ends that have none. */
static quire_status
add_fitted(const struct quire_dxf_form *j, const struct spline *s, double degree)
{
    double start, end;
    quire_status status = check_fitted(j, s, degree);
    status = status == QUIRE_OK ? heading(j, 12, &start) : status;
    status = status == QUIRE_OK ? heading(j, 13, &end) : status;
    for (size_t i = 0; i < s->n_fit && status == QUIRE_OK; i++) {
        quire_dxf_form_place(j, s->fit[i][0], s->fit[i][1], s->fit[i]);
        status = quire_dxf_form_check_point(j, s->fit[i], j->entity->line);
    }
    return status == QUIRE_OK ? quire_dxf_form_added(
                                    j,
                                    quire_spline_trace(j->out, (const double(*)[2])s->fit, s->n_fit,
                                                       start, end, j->dxf->options->tolerance),
                                    "a cusp, or points that coincide: draw a polyline")
                              : status;
}

/* ---- all ---- */

quire_status
quire_dxf_add_spline(struct quire_dxf_form *j)
{
    struct spline s = {0};
    double degree = 0.0;
    quire_status status = quire_dxf_form_number(j, 71, (double)NAN, &degree);
    if (status != QUIRE_OK) {
        return status;
    }
    s.point = calloc(j->entity->n + 1, sizeof *s.point);
    s.fit = calloc(j->entity->n + 1, sizeof *s.fit);
    s.knot = calloc(j->entity->n + 1, sizeof *s.knot);
    if (s.point == NULL || s.fit == NULL || s.knot == NULL) {
        status = quire_diag_memory_error(j->dxf->diag);
        goto done;
    }
    status = read_spline(j, &s);
    if (status == QUIRE_OK && s.n_point == 0) {
        status = add_fitted(j, &s, degree);
        goto done;
    }
    status = status == QUIRE_OK ? place_spline(j, &s, degree) : status;
    if (status == QUIRE_OK) {
        const struct quire_nurbs nurbs = {(int)degree, s.n_point, (const double(*)[3])s.point,
                                          s.knot};
        status =
            quire_dxf_form_added(j, quire_nurbs_trace(j->out, &nurbs, j->dxf->options->tolerance),
                                 "a cusp or no length: split it there, or draw a polyline");
    }
done:
    free(s.point);
    free(s.fit);
    free(s.knot);
    return status;
}

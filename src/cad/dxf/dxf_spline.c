#include "cad/dxf/dxf_spline.h"

#include <math.h>
#include <stdlib.h>

#include "geometry/curves.h"

struct spline {
    double (*point)[3]; /* x, y as the entity has them, later [m]; weight (n_point) */
    double *knot;       /* (n_knot) */
    size_t n_point, n_knot, n_weight;
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
    if (s->n_point == 0) {
        return quire_dxf_form_error(j, "let it be saved with control points, or draw a polyline",
                                    "the SPLINE has no control points");
    }
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
        status =
            quire_dxf_form_added(j, quire_nurbs_trace(j->out, &nurbs, j->dxf->options->tolerance),
                                 "a cusp or no length: split it there, or draw a polyline");
    }
done:
    free(s.point);
    free(s.knot);
    return status;
}

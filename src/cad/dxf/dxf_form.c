#include "cad/dxf/dxf_form.h"

#include <math.h>

#include "geometry/affine.h"
#include "geometry/curve.h"

quire_status
quire_dxf_form_number(const struct quire_dxf_form *j, int code, double fallback, double *out)
{
    *out = fallback;
    for (size_t i = 0; i < j->entity->n; i++) {
        if (j->entity->pair[i].code == code) {
            return quire_dxf_number(j->dxf, &j->entity->pair[i], out);
        }
    }
    return isnan(fallback)
               ? quire_dxf_form_error(j, NULL, "the %s has no group %d", j->entity->type, code)
               : QUIRE_OK;
}

quire_status
quire_dxf_form_numbers(const struct quire_dxf_form *j, const int *code, size_t n, double *out)
{
    quire_status status = QUIRE_OK;
    for (size_t i = 0; i < n && status == QUIRE_OK; i++) {
        status = quire_dxf_form_number(j, code[i], (double)NAN, &out[i]);
    }
    return status;
}

quire_status
quire_dxf_form_check_point(const struct quire_dxf_form *j, const double at[2], int line)
{
    return quire_drawing_check_point(at, line, j->dxf->options, j->dxf->diag);
}

void
quire_dxf_form_place(const struct quire_dxf_form *j, double x, double y, double out[2])
{
    quire_affine_point(j->placement->m, (const double[]){j->mirror * x, y}, out);
}

quire_status
quire_dxf_form_place_vector(const struct quire_dxf_form *j, double x, double y, double out[2])
{
    quire_affine_vector(j->placement->m, (const double[]){j->mirror * x, y}, out);
    return quire_drawing_check_size(out, j->entity->line, j->dxf->options, j->dxf->diag);
}

quire_status
quire_dxf_form_check_place(const struct quire_dxf_form *j, const double p[2], int line)
{
    double at[2];
    quire_dxf_form_place(j, p[0], p[1], at);
    return quire_dxf_form_check_point(j, at, line);
}

quire_status
quire_dxf_form_point(const struct quire_dxf_form *j, int code, double at[2])
{
    const int codes[2] = {code, code + 10};
    const quire_status status = quire_dxf_form_numbers(j, codes, 2, at);
    quire_dxf_form_place(j, at[0], at[1], at);
    return status == QUIRE_OK ? quire_dxf_form_check_point(j, at, j->entity->line) : status;
}

quire_status
quire_dxf_form_space_error(const struct quire_dxf_form *j)
{
    return quire_dxf_form_error(j, "flatten it into the plane of the drawing",
                                "the %s is not in the xy plane", j->entity->type);
}

quire_status
quire_dxf_form_plane(struct quire_dxf_form *j, const int *height, size_t n)
{
    double normal[3], first = 0.0;
    quire_status status = quire_dxf_form_number(j, 210, 0.0, &normal[0]);
    status = status == QUIRE_OK ? quire_dxf_form_number(j, 220, 0.0, &normal[1]) : status;
    status = status == QUIRE_OK ? quire_dxf_form_number(j, 230, 1.0, &normal[2]) : status;
    if (status != QUIRE_OK) {
        return status;
    }
    if (fabs(normal[0]) > QUIRE_DXF_FLAT || fabs(normal[1]) > QUIRE_DXF_FLAT ||
        fabs(fabs(normal[2]) - 1.0) > QUIRE_DXF_FLAT) {
        return quire_dxf_form_space_error(j);
    }
    j->mirror = normal[2] < 0.0 ? -1.0 : 1.0;
    for (size_t i = 0; i < n && status == QUIRE_OK; i++) {
        double z;
        status = quire_dxf_form_number(j, height[i], 0.0, &z);
        if (i > 0 && !(fabs(z - first) * j->unit <= QUIRE_DXF_FLAT)) {
            return status == QUIRE_OK ? quire_dxf_form_space_error(j) : status;
        }
        first = z;
    }
    return status;
}

quire_status
quire_dxf_form_added(const struct quire_dxf_form *j, quire_status status, const char *what)
{
    if (status == QUIRE_ERROR_INPUT) {
        return quire_dxf_form_error(j, NULL, "the %s has %s", j->entity->type, what);
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

/* Where blocks are inserted. */
#include <math.h>

#include "cad/dxf/dxf_form.h"
#include "geometry/affine.h"
#include "geometry/piece.h"

#define DEGREE (M_PI / 180.0)

quire_status
quire_dxf_base_point(double out[2], const struct quire_dxf *dxf,
                     const struct quire_dxf_entity *block)
{
    const struct quire_dxf_form j = {.dxf = dxf, .entity = block};
    const quire_status status = quire_dxf_form_number(&j, 10, 0.0, &out[0]);
    return status == QUIRE_OK ? quire_dxf_form_number(&j, 20, 0.0, &out[1]) : status;
}

/* what an INSERT tells */
struct insert {
    double at[2], scale[2], angle; /* [deg] */
};

static quire_status
read_insert(struct quire_dxf_form *j, struct insert *out)
{
    double count[2];
    quire_status status = quire_dxf_form_plane(j, NULL, 0);
    status =
        status == QUIRE_OK ? quire_dxf_form_numbers(j, (const int[]){10, 20}, 2, out->at) : status;
    status = status == QUIRE_OK ? quire_dxf_form_number(j, 41, 1.0, &out->scale[0]) : status;
    status = status == QUIRE_OK ? quire_dxf_form_number(j, 42, 1.0, &out->scale[1]) : status;
    status = status == QUIRE_OK ? quire_dxf_form_number(j, 50, 0.0, &out->angle) : status;
    status = status == QUIRE_OK ? quire_dxf_form_number(j, 70, 1.0, &count[0]) : status;
    status = status == QUIRE_OK ? quire_dxf_form_number(j, 71, 1.0, &count[1]) : status;
    if (status != QUIRE_OK) {
        return status;
    }
    if (count[0] > 1.0 || count[1] > 1.0) {
        return quire_dxf_form_error(j, "explode it",
                                    "a block is inserted %g times %g times as an array", count[0],
                                    count[1]);
    }
    if (!(fabs(out->scale[0] * out->scale[1]) > 1e-12)) {
        return quire_dxf_form_error(j, NULL, "a block is inserted with the scales %g and %g",
                                    out->scale[0], out->scale[1]);
    }
    return QUIRE_OK;
}

quire_status
quire_dxf_insert_place(struct quire_dxf_placement *out, const struct quire_dxf *dxf,
                       const struct quire_dxf_entity *insert, const double base[2],
                       const struct quire_dxf_placement *around)
{
    struct quire_dxf_form j = {
        .dxf = dxf, .entity = insert, .unit = around->unit, .placement = around};
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

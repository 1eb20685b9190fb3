#include "integ/vector.h"

#include <stdlib.h>
#include <string.h>

/* begins like the content of a serial vector, so that SUNDIALS' own operations work where ours do
 * not matter */
struct content {
    sunindextype length;
    booleantype own_data;
    realtype *data;
    const struct quire_norm *norm;
};

static const struct quire_norm *
norm_of(N_Vector v)
{
    return ((const struct content *)v->content)->norm;
}

static QUIRE_CLONES void
linear_sum(realtype a, N_Vector vx, realtype b, N_Vector vy, N_Vector vz)
{
    const struct quire_packing *packing = &norm_of(vx)->packing;
    const double *x = quire_vector_data(vx), *y = quire_vector_data(vy);
    double *z = quire_vector_data(vz);
    const bool plain = a == 1 && b == 1; /* as mostly */

    for (int r = 0; r < packing->sets->n_all; r++) {
        const struct quire_range at = quire_packed_range(packing, r);
        if (plain) {
            QUIRE_IVDEP_LONG
            for (size_t i = at.first; i < at.last; i++) {
                z[i] = x[i] + y[i];
            }
        } else {
            QUIRE_IVDEP_LONG
            for (size_t i = at.first; i < at.last; i++) {
                z[i] = a * x[i] + b * y[i];
            }
        }
    }
}

static QUIRE_CLONES void
constant(realtype c, N_Vector vz)
{
    const struct quire_packing *packing = &norm_of(vz)->packing;
    double *z = quire_vector_data(vz);

    for (int r = 0; r < packing->sets->n_all; r++) {
        const struct quire_range at = quire_packed_range(packing, r);
        QUIRE_IVDEP_LONG
        for (size_t i = at.first; i < at.last; i++) {
            z[i] = c;
        }
    }
}

static QUIRE_CLONES void
scale(realtype c, N_Vector vx, N_Vector vz)
{
    const struct quire_packing *packing = &norm_of(vx)->packing;
    const double *x = quire_vector_data(vx);
    double *z = quire_vector_data(vz);

    for (int r = 0; r < packing->sets->n_all; r++) {
        const struct quire_range at = quire_packed_range(packing, r);
        if (c == 1 && x != z) {
            memcpy(z + at.first, x + at.first, sizeof *z * (at.last - at.first));
            continue;
        }
        QUIRE_IVDEP_LONG
        for (size_t i = at.first; i < at.last; i++) {
            z[i] = c * x[i];
        }
    }
}

static QUIRE_CLONES int
linear_combination(int n_vector, realtype *c, N_Vector *v, N_Vector vz)
{
    const struct quire_packing *packing = &norm_of(vz)->packing;
    double *z = quire_vector_data(vz);

    if (n_vector == 3) {
        const double *a = quire_vector_data(v[0]), *b = quire_vector_data(v[1]),
                     *d = quire_vector_data(v[2]);
        const double c0 = c[0], c1 = c[1], c2 = c[2];
        for (int r = 0; r < packing->sets->n_all; r++) {
            const struct quire_range at = quire_packed_range(packing, r);
            QUIRE_IVDEP_LONG
            for (size_t i = at.first; i < at.last; i++) {
                z[i] = (c0 * a[i] + c1 * b[i]) + c2 * d[i];
            }
        }
        return 0;
    }
    scale(c[0], v[0], vz);
    for (int k = 1; k < n_vector; k++) {
        linear_sum(1, vz, c[k], v[k], vz);
    }
    return 0;
}

/* the history of a method of order two, which is corrected in one pass */
static QUIRE_CLONES void
scale_add_three(const double c[3], const double *restrict x, N_Vector *vy, N_Vector *vz,
                const struct quire_packing *packing)
{
    const double *y0 = quire_vector_data(vy[0]), *y1 = quire_vector_data(vy[1]),
                 *y2 = quire_vector_data(vy[2]), c0 = c[0], c1 = c[1], c2 = c[2];
    double *z0 = quire_vector_data(vz[0]), *z1 = quire_vector_data(vz[1]),
           *z2 = quire_vector_data(vz[2]);

    for (int r = 0; r < packing->sets->n_all; r++) {
        const struct quire_range at = quire_packed_range(packing, r);
        QUIRE_IVDEP_LONG
        for (size_t i = at.first; i < at.last; i++) {
            z0[i] = c0 * x[i] + y0[i];
            z1[i] = c1 * x[i] + y1[i];
            z2[i] = c2 * x[i] + y2[i];
        }
    }
}

static int
scale_add_multi(int n_vector, realtype *c, N_Vector vx, N_Vector *vy, N_Vector *vz)
{
    if (n_vector == 3) {
        scale_add_three(c, quire_vector_data(vx), vy, vz, &norm_of(vx)->packing);
        return 0;
    }
    for (int k = 0; k < n_vector; k++) {
        linear_sum(c[k], vx, 1, vy[k], vz[k]);
    }
    return 0;
}

static int
scale_array(int n_vector, realtype *c, N_Vector *vx, N_Vector *vz)
{
    for (int k = 0; k < n_vector; k++) {
        scale(c[k], vx[k], vz[k]);
    }
    return 0;
}

static int
linear_sum_array(int n_vector, realtype a, N_Vector *vx, realtype b, N_Vector *vy, N_Vector *vz)
{
    for (int k = 0; k < n_vector; k++) {
        linear_sum(a, vx[k], b, vy[k], vz[k]);
    }
    return 0;
}

static realtype
weighted_norm(N_Vector vx, N_Vector vw)
{
    return quire_norm_of(norm_of(vx), quire_vector_data(vx), quire_vector_data(vw));
}

static N_Vector
clone(N_Vector of)
{
    return quire_vector_create(norm_of(of), of->sunctx);
}

static void
destroy(N_Vector v)
{
    if (v != NULL) {
        if (v->content != NULL) {
            free(NV_DATA_S(v));
            free(v->content);
            v->content = NULL;
        }
        N_VFreeEmpty(v);
    }
}

N_Vector
quire_vector_create(const struct quire_norm *norm, SUNContext context)
{
    const size_t length = norm->packing.length;
    N_Vector v = N_VNewEmpty_Serial((sunindextype)length, context);
    struct content *content = malloc(sizeof *content);
    double *data = aligned_alloc(64, sizeof(double) * (length + QUIRE_LANES));

    if (v == NULL || content == NULL || data == NULL) {
        free(content);
        free(data);
        if (v != NULL) {
            N_VDestroy(v);
        }
        return NULL;
    }
    /* kernels look at a number behind a part's entries */
    memset(data, 0, sizeof(double) * (length + QUIRE_LANES));
    free(v->content);
    *content = (struct content){(sunindextype)length, SUNTRUE, data, norm};
    v->content = content;
    v->ops->nvclone = clone;
    v->ops->nvcloneempty = NULL;
    v->ops->nvdestroy = destroy;
    v->ops->nvlinearsum = linear_sum;
    v->ops->nvconst = constant;
    v->ops->nvscale = scale;
    v->ops->nvwrmsnorm = weighted_norm;
    v->ops->nvlinearcombination = linear_combination;
    v->ops->nvscaleaddmulti = scale_add_multi;
    v->ops->nvscalevectorarray = scale_array;
    v->ops->nvlinearsumvectorarray = linear_sum_array;
    return v;
}

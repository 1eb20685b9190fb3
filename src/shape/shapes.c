#include "shape/shapes.h"

#include <math.h>

#include "geometry/outline.h"
#include "model/problem.h"

double
quire_point_distance(const double a[2], const double b[2])
{
    const double dx = b[0] - a[0], dy = b[1] - a[1];
    return sqrt(dx * dx + dy * dy);
}

quire_status
quire_shape_added(const struct quire_object *self, quire_diag *diag, quire_status status)
{
    if (status == QUIRE_ERROR_LIMIT) {
        return quire_object_error(self, diag, "E-MEMORY", NULL,
                                  "out of memory while making its outline");
    }
    if (status != QUIRE_OK) {
        return quire_object_error(self, diag, "E-MODEL", NULL,
                                  "no such line or arc exists: its length or radius is zero");
    }
    return QUIRE_OK;
}

quire_status
quire_shape_check(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_shape_ops *ops = self->kind->ops;
    struct quire_outline scratch = {0};
    const quire_status status = ops->trace(self, &scratch, diag);
    quire_outline_clear(&scratch);
    return status;
}

quire_status
quire_shape_points_check(const struct quire_object *self, const struct quire_points *points,
                         quire_diag *diag)
{
    quire_status status = QUIRE_OK;
    if (points->n < 2) {
        return quire_object_error(self, diag, "E-MODEL", NULL,
                                  "'points' has %zu point; two or more are needed", points->n);
    }
    for (size_t i = 1; i < points->n; i++) {
        const double *at = points->at[i];
        if (!(quire_point_distance(points->at[i - 1], at) > QUIRE_SHAPE_RESOLUTION)) {
            status = quire_object_error(self, diag, "E-MODEL", NULL,
                                        "points %zu and %zu are the same (%g mm, %g mm)", i, i + 1,
                                        1e3 * at[0], 1e3 * at[1]);
        }
    }
    return status;
}

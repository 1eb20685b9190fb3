#include "sensor/sight.h"

#include "geometry/outline.h"
#include "kind/sensor.h"
#include "model/object.h"

void
quire_sight_set(struct quire_sight *out, const struct quire_outline *path, double at)
{
    quire_outline_at(path, at, out->at, out->along);
}

double
quire_sight_ahead(const struct quire_sight *self, const double point[2], double *left)
{
    const double dx = point[0] - self->at[0], dy = point[1] - self->at[1];

    *left = dx * -self->along[1] + dy * self->along[0];
    return dx * self->along[0] + dy * self->along[1];
}

bool
quire_sight_line_at(const struct quire_sheet_view *sheet, size_t line, double z, double at[2])
{
    const double *node = sheet->node + 3 * line * sheet->n_column;

    for (size_t j = 0; j + 1 < sheet->n_column; j++, node += 3) {
        const double from = node[2], to = node[5];
        if (z >= from && z <= to && to > from) {
            const double share = (z - from) / (to - from);
            at[0] = node[0] + share * (node[3] - node[0]);
            at[1] = node[1] + share * (node[4] - node[1]);
            return true;
        }
    }
    return false;
}

const char *const quire_sight_signals[QUIRE_SIGHT_SIGNALS] = {"covered", "free"};

void
quire_sight_prepare(const struct quire_object *self, const struct quire_outline *path,
                    void *prepared)
{
    quire_sight_set(prepared, path, ((const struct quire_sensor_common *)self->params)->at);
}

double
quire_sight_covered(const struct quire_object *self, const void *prepared,
                    const struct quire_view *view)
{
    const struct quire_sensor_ops *ops = self->kind->ops;
    for (size_t i = 0; i < view->n_sheet; i++) {
        double g[QUIRE_SENSOR_SIGNALS];
        ops->roots(self, prepared, &view->sheet[i], g);
        if (g[QUIRE_SIGHT_COVERED] >= 0) {
            return 1;
        }
    }
    return 0;
}

/* Side edge sensor: sees a sheet's left or right edge come across the feed. */
#include <math.h>

#include "kind/sensor.h"
#include "model/object.h"
#include "sensor/sight.h"

struct params {
    struct quire_sensor_common common;
    int side;
    double reach;
};

enum { LEFT, RIGHT };

static const struct quire_field fields[] = {
    QUIRE_SENSOR_ON_PATH(struct params),
    QUIRE_REAL_AS(
        QUIRE_ACROSS, struct params, common.across, "across", "m", QUIRE_REQUIRED, QUIRE_ANY,
        "position across the feed (z), positive on the right-hand side seen along the feed", NULL),
    QUIRE_CHOICE(struct params, side, "side", "left|right", "right",
                 "side edge to detect, seen along the feed"),
    QUIRE_SENSOR_DEBOUNCE(struct params),
    QUIRE_SENSOR_EDGE_HYSTERESIS(struct params),
    QUIRE_REAL(struct params, reach, "reach", "m", "10 mm", QUIRE_POSITIVE,
               "largest distance from the path at which the sensor sees an edge", NULL),
    QUIRE_FIELD_END,
};

/* How far the sheet reaches over the sensor across the feed; NaN where neither of its ends is past,
 * or both are. */
static double
over(const struct params *p, const struct quire_sight *at, const struct quire_sheet_view *sheet)
{
    const size_t m = sheet->n_column, row = 3 * m;

    if (!sheet->entered || sheet->node == NULL || m < 2) {
        return NAN;
    }
    const double *node = sheet->node + (p->side == RIGHT ? row - 3 : 0);
    double beside, from = quire_sight_ahead(at, node, &beside);
    for (size_t i = 1; i < sheet->n_node; i++, node += row) {
        const double to = quire_sight_ahead(at, node + row, &beside);
        if (from <= 0 && to > 0 && fabs(beside) <= p->reach) {
            const double z = node[2] + (node[row + 2] - node[2]) * (-from / (to - from));
            return p->side == RIGHT ? z - p->common.across : p->common.across - z;
        }
        from = to;
    }
    return NAN;
}

static void
roots(const struct quire_object *self, const void *prepared, const struct quire_sheet_view *sheet,
      double *g)
{
    g[QUIRE_SIGHT_COVERED] = over(self->params, prepared, sheet);
    g[QUIRE_SIGHT_FREE] = -g[QUIRE_SIGHT_COVERED];
}

static void
ways(const struct quire_object *self, const void *prepared, const struct quire_sheet_view *sheet,
     struct quire_sensor_ways *out)
{
    const struct params *p = self->params;
    double stretch[2][3];

    *out = (struct quire_sensor_ways){.edge = HUGE_VAL};
    if (sheet->node != NULL) {
        quire_sight_stretch(prepared, -p->reach, p->reach, p->common.across, stretch);
        quire_sight_ways(stretch, sheet, out);
    }
    out->side = HUGE_VAL;
}

static const struct quire_sensor_ops ops = {
    QUIRE_SIGHT_OPS,
    .roots = roots,
    .ways = ways,
};

const struct quire_kind quire_kind_sensor_side_edge = {
    .family = &quire_family_sensor,
    .element = "sensor",
    .selector = "kind",
    .variant = "side-edge",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Detects a side edge of a sheet crossing a given position across the feed. It signals "
            "covered when the sheet moves over that position, and free when it moves away. Only "
            "motion across the feed gives signals; passing lead and trailing edges do not. Rules "
            "use it to start and stop carriages and motors. It gives no signals in planar models.",
    .equation = "covered when z_edge - across rises through 0 (right edge; left: across - z_edge)",
    .ops = &ops,
};

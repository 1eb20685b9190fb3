/* Speed sensor: an encoder wheel or optical speed sensor that rides on the sheet at a place on a
 * path. */
#include <math.h>

#include "geometry/outline.h"
#include "kind/sensor.h"
#include "model/object.h"
#include "sensor/sight.h"

struct params {
    struct quire_sensor_common common;
    double threshold, reach;
};

struct prepared {
    const struct quire_outline *path;
    struct quire_sight sight;
};

enum { ABOVE, BELOW, N_SIGNAL };
static const char *const signals[N_SIGNAL] = {"above", "below"};

static const struct quire_field fields[] = {
    QUIRE_SENSOR_ON_PATH(struct params),
    QUIRE_REAL(struct params, threshold, "threshold", "m/s", QUIRE_OPTIONAL, QUIRE_ANY,
               "speed at which the sensor signals; default: no signals", NULL),
    QUIRE_SENSOR_DEBOUNCE(struct params),
    QUIRE_REAL(struct params, common.hysteresis, "hysteresis", "m/s", "1 mm/s", QUIRE_NON_NEGATIVE,
               "amount by which the speed must go back before the sensor can signal again", NULL),
    QUIRE_REAL(struct params, reach, "reach", "m", "10 mm", QUIRE_POSITIVE,
               "largest distance from the path, on either side, at which the sensor sees sheets",
               NULL),
    QUIRE_FIELD_END,
};

static void
prepare(const struct quire_object *self, const struct quire_outline *path, void *prepared)
{
    const struct params *p = self->params;
    struct prepared *to = prepared;

    to->path = path;
    quire_sight_set(&to->sight, path, p->common.at);
}

static double
node_distance(const struct quire_outline *path, const struct quire_sheet_view *sheet, size_t node,
              double hint, double *left)
{
    const double at[2] = {sheet->x[node], sheet->y[node]};
    double s = NAN;
    quire_outline_project(path, at, hint, &s, left);
    return s;
}

/* Speed along the path of the sheet's point at the sensor; NaN if the sheet does not lie there.
 * The segment is found by halving, since the path distance grows along any sheet that is being
 * fed. */
static double
speed_of(const struct params *p, const struct prepared *prepared,
         const struct quire_sheet_view *sheet)
{
    if (!sheet->entered || sheet->n_node < 2) {
        return NAN;
    }
    const struct quire_outline *path = prepared->path;
    const bool own = sheet->path == path;
    size_t low = 0, high = sheet->n_node - 1;
    double left = 0, left_low = sheet->trail.path_height, left_high = sheet->lead.path_height;
    double s_low =
        own ? sheet->trail.path_distance : node_distance(path, sheet, low, -1.0, &left_low);
    double s_high =
        own ? sheet->lead.path_distance : node_distance(path, sheet, high, -1.0, &left_high);
    if (!(s_low < p->common.at && p->common.at <= s_high)) {
        return NAN;
    }
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        /* where the path crosses itself the branch between the two ends is meant */
        const double guess =
            s_low + (s_high - s_low) * (double)(middle - low) / (double)(high - low);
        const double s = node_distance(path, sheet, middle, guess > 0 ? guess : 0, &left);
        if (s >= p->common.at) {
            high = middle, s_high = s, left_high = left;
        } else {
            low = middle, s_low = s, left_low = left;
        }
    }
    const double share = s_high > s_low ? (p->common.at - s_low) / (s_high - s_low) : 0;
    if (fabs(left_low + share * (left_high - left_low)) > p->reach) {
        return NAN;
    }
    const double vx = sheet->vx[low] + share * (sheet->vx[high] - sheet->vx[low]);
    const double vy = sheet->vy[low] + share * (sheet->vy[high] - sheet->vy[low]);
    return vx * prepared->sight.along[0] + vy * prepared->sight.along[1];
}

static void
roots(const struct quire_object *self, const void *prepared, const struct quire_sheet_view *sheet,
      double *g)
{
    const struct params *p = self->params;
    g[ABOVE] = g[BELOW] = NAN;
    if (!isnan(p->threshold)) {
        g[ABOVE] = speed_of(p, prepared, sheet) - p->threshold;
        g[BELOW] = -g[ABOVE];
    }
}

static void
ways(const struct quire_object *self, const void *prepared, const struct quire_sheet_view *sheet,
     struct quire_sensor_ways *out)
{
    const struct params *p = self->params;
    const struct prepared *at = prepared;
    double stretch[2][3];

    *out = (struct quire_sensor_ways){.edge = HUGE_VAL, .side = HUGE_VAL};
    if (!isnan(p->threshold)) {
        quire_sight_stretch(&at->sight, -p->reach, p->reach, NAN, stretch);
        quire_sight_ways(stretch, sheet, out);
        out->speed = !isnan(speed_of(p, at, sheet));
    }
}

/* Speed of the first sheet that lies at the sensor. */
static double
value(const struct quire_object *self, const void *prepared, const struct quire_view *view)
{
    for (size_t i = 0; i < view->n_sheet; i++) {
        const double speed = speed_of(self->params, prepared, &view->sheet[i]);
        if (!isnan(speed)) {
            return speed;
        }
    }
    return NAN;
}

static const struct quire_sensor_ops ops = {
    .n_signal = N_SIGNAL,
    .signal = signals,
    .needs = "threshold",
    .value_name = "speed",
    .value_unit = "m/s",
    .prepared_size = sizeof(struct prepared),
    .prepare = prepare,
    .roots = roots,
    .ways = ways,
    .value = value,
};

const struct quire_kind quire_kind_sensor_speed = {
    .family = &quire_family_sensor,
    .element = "sensor",
    .selector = "kind",
    .variant = "speed",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Measures and records the speed along the path of the sheet at the sensor; no value "
            "while no sheet is there. With a threshold it signals: above when the speed rises "
            "through the threshold, below when it falls through it. A sheet that arrives with a "
            "speed beyond the threshold gives no signal.",
    .equation =
        "v = v_sheet(at) . t(at); above when v - threshold rises through 0, below when it falls",
    .ops = &ops,
};

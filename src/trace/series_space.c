#include "trace/series_space.h"

#include <math.h>
#include <stdio.h>

#define SIGNED (QUIRE_LAST | QUIRE_PEAK)

struct quantity {
    const char *name, *unit;
    unsigned statistics;
    double value;
};

static void
put_list(struct quire_series_writer *w, const char *object, bool there, const struct quantity *list,
         size_t n)
{
    for (size_t i = 0; i < n; i++) {
        quire_series_put(w, object, list[i].name, list[i].unit, list[i].statistics,
                         there ? list[i].value : (double)NAN);
    }
}
#define PUT(w_, object_, there_, ...)                                                              \
    put_list(w_, object_, there_, (const struct quantity[]){__VA_ARGS__},                          \
             sizeof(const struct quantity[]){__VA_ARGS__} / sizeof(struct quantity))

void
quire_series_put_spatial_sheet(struct quire_series_writer *w, const struct quire_sheet_view *s)
{
    PUT(w, s->name, s->entered, {"yaw", "rad", SIGNED, s->yaw},
        {"yaw-rate", "rad/s", SIGNED, s->yaw_rate}, {"shift", "m", SIGNED, s->shift},
        {"lead.yaw", "rad", SIGNED, s->lead_edge.yaw}, {"lead.z", "m", SIGNED, s->lead.z},
        {"lead.left.x", "m", QUIRE_LAST, s->lead_edge.left[0]},
        {"lead.left.y", "m", QUIRE_LAST, s->lead_edge.left[1]},
        {"lead.left.z", "m", QUIRE_LAST | QUIRE_MIN | QUIRE_MAX, s->lead_edge.left[2]},
        {"lead.right.x", "m", QUIRE_LAST, s->lead_edge.right[0]},
        {"lead.right.y", "m", QUIRE_LAST, s->lead_edge.right[1]},
        {"lead.right.z", "m", QUIRE_LAST | QUIRE_MIN | QUIRE_MAX, s->lead_edge.right[2]},
        {"trail.yaw", "rad", SIGNED, s->trail_edge.yaw}, {"trail.z", "m", SIGNED, s->trail.z},
        {"twist", "rad/m", SIGNED, s->twist}, {"twist.at", "m", 0, s->twist_at},
        {"twist.mean", "rad/m", QUIRE_MAX, s->twist_mean}, {"squeeze", "", QUIRE_MAX, s->squeeze},
        {"steering", "N*m", SIGNED, s->steering});
    if (s->n_column > 2) {
        PUT(w, s->name, s->entered, {"bend-across", "m^-1", SIGNED, s->bend_across},
            {"bend-across.at", "m", 0, s->bend_across_at});
    }
}

/* of rollers made of one pad, the roller's force is the pad's */
static void
put_pads(struct quire_series_writer *w, const char *name, const struct quire_roller_view *roller)
{
    for (size_t i = 0; i < roller->n_pad && roller->n_pad > 1; i++) {
        char quantity[40];
        snprintf(quantity, sizeof quantity, "pad-%zu.normal", i + 1);
        quire_series_put(w, name, quantity, "N", QUIRE_MAX | QUIRE_MEAN, roller->pad[i].normal);
    }
}

static void
put_carriage(struct quire_series_writer *w, const char *name,
             const struct quire_roller_view *roller)
{
    if (!isnan(roller->shift)) {
        quire_series_put(w, name, "shift", "m", SIGNED, roller->shift);
    }
}

void
quire_series_put_spatial_nip(struct quire_series_writer *w, const char *name,
                             const struct quire_roller_view *driver,
                             const struct quire_roller_view *idler)
{
    PUT(w, name, true, {"lateral", "N", SIGNED, driver->lateral + idler->lateral},
        {"moment", "N*m", SIGNED, driver->moment + idler->moment},
        {"steering", "N*m", SIGNED, driver->steering + idler->steering});
    put_carriage(w, name, driver);
    quire_series_put(w, name, "slip-across", "m/s", QUIRE_PEAK,
                     driver->n_sheet > 0 ? driver->slip_lateral : (double)NAN);
    quire_series_put(w, name, "idler.slip-across", "m/s", QUIRE_PEAK,
                     idler->n_sheet > 0 ? idler->slip_lateral : (double)NAN);
    put_pads(w, name, driver);
}

void
quire_series_put_spatial_roller(struct quire_series_writer *w, const struct quire_roller_view *r)
{
    PUT(w, r->name, true, {"lateral", "N", SIGNED, r->lateral},
        {"moment", "N*m", SIGNED, r->moment}, {"steering", "N*m", SIGNED, r->steering});
    put_carriage(w, r->name, r);
    quire_series_put(w, r->name, "slip-across", "m/s", QUIRE_PEAK,
                     r->n_sheet > 0 ? r->slip_lateral : (double)NAN);
    put_pads(w, r->name, r);
}

void
quire_series_put_spatial_guide(struct quire_series_writer *w, const struct quire_guide_view *guide)
{
    quire_series_put(w, guide->name, "lateral", "N", SIGNED, guide->lateral);
}

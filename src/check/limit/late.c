/* Late: a leading edge does not come to the next edge sensor although the drives have gone far
 * enough. */
#include <math.h>
#include <string.h>

#include "body/nip.h"
#include "check/around.h"
#include "check/beam.h"
#include "check/finding.h"
#include "check/scope.h"
#include "kind/check.h"
#include "kind/sensor.h"
#include "model/order.h"
#include "text/amount.h"

struct params {
    struct quire_check_common common;
    double factor, distance;
};

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct params),
    QUIRE_CHECK_SCOPE(struct params),
    QUIRE_REAL(struct params, factor, "factor", "", "1.5", QUIRE_FROM_TO(1.0, INFINITY),
               "ratio of distance driven to distance to the sensor at which a leading edge is late",
               "copiers take 1.5 times the nominal distance or time (service manuals of document "
               "feeders)"),
    QUIRE_REAL(struct params, distance, "distance", "m", "30 mm", QUIRE_NON_NEGATIVE,
               "distance driven beyond the sensor that is always allowed; matters for near sensors",
               NULL),
    QUIRE_FIELD_END,
};

/* What the drives have done to one sheet. */
struct sheet_memory {
    bool entered;
    double start;                       /* of the leading edge along its path [m] */
    double most;                        /* farthest that the leading edge came [m] */
    double driven;                      /* where the drives would have brought it [m] */
    double time;                        /* of the last look [s] */
    const struct quire_object *late_at; /* the sensor to which it is late; NULL: it is not */
};

/* Whether the nip with this name stands on the path. */
static bool
nip_is_on(const struct quire_object *root, const char *name, const struct quire_object *path)
{
    const struct quire_object *nip;
    for (size_t i = 0; (nip = quire_object_next_of(root, &quire_kind_nip, &i)) != NULL;) {
        if (nip->name != NULL && strcmp(nip->name, name) == 0) {
            return ((const struct quire_nip_params *)nip->params)->path == path;
        }
    }
    return false;
}

/* Surface speed of the slowest driven nip that holds a sheet whose leading edge is at `at`; 0 if
 * there is none. */
static double
drive_speed(const struct quire_object *root, const struct quire_view *view,
            const struct quire_sheet_view *sheet, double at)
{
    const struct quire_object *path = quire_around_path(sheet);
    double slowest = INFINITY;
    for (size_t i = 0; i < view->n_nip; i++) {
        const struct quire_nip_view *nip = &view->nip[i];
        const struct quire_roller_view *driver = &view->roller[nip->driver];
        const bool holds = nip->path_distance <= at && nip->path_distance >= at - sheet->length;
        if (driver->is_driver && holds && nip_is_on(root, nip->name, path)) {
            slowest = fmin(slowest, fmax(driver->surface_speed, 0));
        }
    }
    return isinf(slowest) ? 0 : slowest;
}

/* The first edge sensor on the sheet's path beyond where its leading edge was; NULL if there is
 * none. */
static const struct quire_object *
next_sensor(const struct quire_object *root, const struct quire_sheet_view *sheet, double from)
{
    const struct quire_object *path = quire_around_path(sheet), *sensor, *next = NULL;
    double nearest = INFINITY;
    for (size_t i = 0; (sensor = quire_object_next_in(root, &quire_family_sensor, &i)) != NULL;) {
        const struct quire_sensor_common *s = sensor->params;
        const bool nearer = s->at < nearest || (next != NULL && !(s->at > nearest) &&
                                                quire_object_compare(sensor, next) < 0);
        if (quire_beam_is_edge_sensor(sensor) && s->path == path && s->at > from && nearer) {
            nearest = s->at;
            next = sensor;
        }
    }
    return next;
}

static double
place_of(const struct quire_object *sensor)
{
    return ((const struct quire_sensor_common *)sensor->params)->at;
}

/* What the drives had driven, and what was allowed, when a leading edge that has now come to `lead`
 * was at a sensor. */
static struct quire_measure
measure_at(const struct params *p, const struct sheet_memory *m,
           const struct quire_sheet_view *sheet, const struct quire_object *sensor, double driven)
{
    const double way = place_of(sensor) - m->start;
    return (struct quire_measure){driven - m->start, fmax(p->factor * way, way + p->distance),

                                  sheet->lead.x, sheet->lead.y, sheet->lead.path_distance};
}

/* The leading edge was late, and has come since the last look: then, and no later, does what was
 * driven end. */
static void
note_arrival(const struct quire_object *self, struct quire_finding *finding,
             const struct quire_view *view, size_t i, struct sheet_memory *m, double elapsed)
{
    const struct quire_sheet_view *sheet = &view->sheet[i];
    const double lead = sheet->lead.path_distance, at = place_of(m->late_at), gone = lead - m->most;
    const double share = gone > 0 ? fmin((at - m->most) / gone, 1) : 1;
    const double step = drive_speed(self->parent, view, sheet, fmin(m->driven, at)) * elapsed;
    quire_finding_note(finding, view, i,
                       measure_at(self->params, m, sheet, m->late_at, m->driven + share * step));
    m->late_at = NULL;
}

static void
say_why(struct quire_check_result *out, const struct quire_view *view, size_t i,
        const struct quire_object *sensor, const struct sheet_memory *m)
{
    const double way = place_of(sensor) - m->start;
    quire_check_say(out,
                    "not at sensor '%s' after %s mm of drive, which is %s mm away; the leading "
                    "edge is at %s mm",
                    sensor->name, QUIRE_AMOUNT(1e3 * out->value), QUIRE_AMOUNT(1e3 * way),
                    QUIRE_AMOUNT_PLACE(view->sheet[i].lead.path_distance));
    quire_check_say_held(out, view, i);
}

static void
sample(const struct quire_object *self, void *memory, void *of_sheet, const struct quire_view *view,
       size_t i)
{
    const struct params *p = self->params;
    struct quire_finding *finding = memory;
    struct sheet_memory *m = of_sheet;
    const struct quire_sheet_view *sheet = &view->sheet[i];
    const double lead = sheet->lead.path_distance;
    if (!sheet->entered || sheet->path == NULL || quire_around_is_held(sheet, view->time) ||
        (!m->entered && quire_around_waits(view, i))) {
        return;
    }
    if (!m->entered) {
        *m = (struct sheet_memory){true, lead, lead, lead, view->time, NULL};
    }
    const double elapsed = view->time - m->time;
    m->time = view->time;
    if (m->late_at != NULL && lead > place_of(m->late_at)) {
        note_arrival(self, finding, view, i, m, elapsed);
    }
    m->most = fmax(m->most, lead);
    m->driven = fmax(m->driven, lead); /* a sheet may be faster than its drives */
    const struct quire_object *sensor = next_sensor(self->parent, sheet, m->most);
    if (sensor == NULL) {
        return;
    }
    /* beyond the sensor the nips go on that bring a sheet up to it */
    const double at = place_of(sensor);
    m->driven += drive_speed(self->parent, view, sheet, fmin(m->driven, at)) * elapsed;
    if (!(m->driven > m->start)) {
        return;
    }
    const struct quire_measure measure = measure_at(p, m, sheet, sensor, m->driven);
    m->late_at = measure.value > measure.limit ? sensor : NULL;
    if (quire_finding_note(finding, view, i, measure)) {
        finding->worst.sensor = sensor;
        say_why(&finding->worst, view, i, sensor, m);
    }
}

static bool
is_waiting(const struct quire_object *self, const void *of_sheet, const struct quire_view *view,
           size_t i)
{
    const struct sheet_memory *m = of_sheet;
    (void)self;
    return m->late_at != NULL && view->sheet[i].lead.path_distance < place_of(m->late_at);
}

static bool
judge(const struct quire_object *self, void *memory, const struct quire_view *view, bool finished,
      struct quire_check_result *out)
{
    return quire_finding_decide_due(self, memory, view, finished, out, is_waiting);
}

static const struct quire_check_ops ops = {
    .unit = "m",
    .by_default = true,
    .about = QUIRE_ABOUT_TIME,
    .memory_size = sizeof(struct quire_finding),
    .memory_per_sheet = sizeof(struct sheet_memory),
    .unseen = "no sheet was driven towards an edge sensor on its path",
    .sample = sample,
    .judge = judge,
};

const struct quire_kind quire_kind_check_late = {
    .family = &quire_family_check,
    .element = "check",
    .selector = "kind",
    .variant = "late",
    .size = sizeof(struct params),
    .fields = fields,
    .help =
        "Fails if a leading edge has not arrived at the next edge sensor on its path in time. It "
        "is late after the drives have moved factor times the distance to the sensor, and at least "
        "'distance' more. The travel of the drives is the surface speed of the slowest driven nip "
        "that would hold the sheet there, integrated over time. Ramps and stops are thus included. "
        "A sheet that waits in a pile under an earlier one is not late. On by default.",
    .equation =
        "driven = integral of v_drive dt; late when driven > max(factor * way, way + distance)",
    .ops = &ops,
    .check = quire_scope_check,
};

/* Wrap: a sheet follows a roller round instead of leaving it. */
#include <math.h>

#include "check/around.h"
#include "check/finding.h"
#include "check/scope.h"
#include "geometry/outline.h"
#include "math/detmath.h"
#include "text/amount.h"

#define BAND_SHARE                                                                                 \
    0.3 /* of the radius: a sheet that passes straight is then within the band over 79 deg only */
#define DEGREES (180.0 / 3.14159265358979324)

struct params {
    struct quire_check_common common;
    double angle, margin;
};

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct params),
    QUIRE_CHECK_STOP(struct params),
    QUIRE_CHECK_SCOPE(struct params),
    QUIRE_REAL(struct params, angle, "angle", "rad", "150 deg", QUIRE_POSITIVE,
               "largest wrap angle of a sheet on a roller, beyond that of its path", NULL),
    QUIRE_REAL(struct params, margin, "margin", "m", "2 mm", QUIRE_POSITIVE,
               "largest distance of a node from the surface of a roller at which it counts as "
               "wrapped; at most 0.3 of the roller's radius",
               NULL),
    QUIRE_FIELD_END,
};

/* The angle that a chain of points goes round a centre without leaving a band. */
struct round {
    double centre[2], reach;   /* [m] */
    double last[2], now, most; /* [rad], counter-clockwise */
    bool inside;
};

static void
go_round(struct round *r, double x, double y)
{
    const double p[2] = {x - r->centre[0], y - r->centre[1]};
    const bool inside = p[0] * p[0] + p[1] * p[1] <= r->reach * r->reach;
    if (!inside || !r->inside) {
        r->now = 0;
    } else {
        r->now += quire_atan2(r->last[0] * p[1] - r->last[1] * p[0],
                              r->last[0] * p[0] + r->last[1] * p[1]);
        r->most = fabs(r->now) > fabs(r->most) ? r->now : r->most;
    }
    r->last[0] = p[0], r->last[1] = p[1];
    r->inside = inside;
}

static double
angle_of_sheet(const struct quire_sheet_view *sheet, struct round r)
{
    for (size_t i = 0; i < sheet->n_node; i++) {
        go_round(&r, sheet->x[i], sheet->y[i]);
    }
    return fabs(r.most);
}

static double
angle_of_path(const struct quire_outline *path, struct round r, double radius)
{
    const double step = fmax(0.1 * radius, 1e-3 * path->length);
    for (double s = -2 * r.reach; s < path->length + 2 * r.reach; s += step) {
        double point[2], tangent[2];
        quire_outline_at(path, s, point, tangent);
        go_round(&r, point[0], point[1]);
    }
    return fabs(r.most);
}

static void
sample_roller(const struct params *p, struct quire_finding *finding, const struct quire_view *view,
              size_t i, const struct quire_roller_view *roller)
{
    const struct quire_sheet_view *sheet = &view->sheet[i];
    const struct round round = {.centre = {roller->x, roller->y},
                                .reach = roller->radius + sheet->thickness +
                                         fmin(p->margin, BAND_SHARE * roller->radius)};
    double angle = angle_of_sheet(sheet, round);
    if (angle > p->angle) {
        angle -= angle_of_path(sheet->path, round, roller->radius);
    }
    const struct quire_measure measure = {angle, p->angle, roller->x, roller->y,
                                          sheet->lead.path_distance};
    if (quire_finding_note(finding, view, i, measure)) {
        struct quire_check_result *out = &finding->worst;
        out->place[0] = '\0';
        quire_sentence_add(out->place, sizeof out->place, "roller '%s'", roller->name);
        quire_check_say(
            out, "the sheet wraps roller '%s' by %.0f deg (radius %s mm, pressed on with %s)",
            roller->name, angle * DEGREES, QUIRE_AMOUNT(1e3 * roller->radius),
            QUIRE_AMOUNT_FORCE(roller->normal, 0));
    }
}

static void
sample(const struct quire_object *self, void *memory, void *of_sheet, const struct quire_view *view,
       size_t i)
{
    const struct quire_sheet_view *sheet = &view->sheet[i];
    (void)of_sheet;
    if (!sheet->entered || sheet->path == NULL || quire_around_is_held(sheet, view->time)) {
        return;
    }
    for (size_t k = 0; k < view->n_roller; k++) {
        if (view->roller[k].n_sheet > 0) {
            sample_roller(self->params, memory, view, i, &view->roller[k]);
        }
    }
}

static const struct quire_check_ops ops = {
    .unit = "rad",
    .is_jam = true,
    .by_default = true,
    .about = QUIRE_ABOUT_WRAP,
    .memory_size = sizeof(struct quire_finding),
    .unseen = "no free sheet that runs on a path has touched a roller",
    .sample = sample,
    .judge = quire_finding_decide,
};

const struct quire_kind quire_kind_check_wrap = {
    .family = &quire_family_check,
    .element = "check",
    .selector = "kind",
    .variant = "wrap",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "A jam: the sheet wraps a roller by more than the angle. Where the path of the sheet "
            "wraps the roller, the path's angle is subtracted. Monitors sheets that run on a path "
            "and are not clamped, pinned or loaded. On by default.",
    .ops = &ops,
    .check = quire_scope_check,
};

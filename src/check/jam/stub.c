/* Stub: a sheet's edge that goes first runs against a guide that stands in its way, and does not
 * get on. */
#include <math.h>

#include "check/around.h"
#include "check/finding.h"
#include "check/jam/push.h"
#include "check/scope.h"
#include "kind/event.h"
#include "text/amount.h"

#define DEGREES (180.0 / 3.14159265358979324)

struct params {
    struct quire_check_common common;
    double angle, force, speed, duration, drive_speed;
};

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct params),
    QUIRE_CHECK_STOP(struct params),
    QUIRE_CHECK_SCOPE(struct params),
    QUIRE_REAL(struct params, angle, "angle", "rad", "20 deg", QUIRE_POSITIVE,
               "smallest angle between the surface of a guide and the feed at which the guide "
               "blocks the way; 90 deg is square to the feed",
               "channels are entered at 10 deg to 15 deg in good paper paths"),
    QUIRE_REAL(struct params, force, "force", "N", "10 mN", QUIRE_POSITIVE,
               "smallest force against the feed on the leading edge; less counts as a touch", NULL),
    QUIRE_REAL(struct params, speed, "speed", "m/s", "5 mm/s", QUIRE_POSITIVE,
               "mean speed over the duration below which the leading edge counts as stopped", NULL),
    QUIRE_REAL(struct params, duration, "duration", "s", "30 ms", QUIRE_POSITIVE,
               "time of blocking that counts as a jam", NULL),
    QUIRE_REAL(struct params, drive_speed, "drive-speed", "m/s", "20 mm/s", QUIRE_POSITIVE,
               "surface speed above which a drive roller counts as turning", NULL),
    QUIRE_FIELD_END,
};

/* Since when and where an edge is held. */
struct sheet_memory {
    bool held;
    double since, at[2];
};

static bool
stands_in_the_way(const struct params *p, const struct quire_front_view *front)
{
    return front->guide != NULL && front->angle >= p->angle && front->opposing >= p->force;
}

static void
say_why(struct quire_check_result *out, const struct quire_view *view, size_t i,
        const struct sheet_memory *m, const struct quire_roller_view *roller)
{
    const bool back = quire_around_runs_back(&view->sheet[i], roller);
    const struct quire_front_view *front = quire_around_front(&view->sheet[i], back);
    const struct quire_around driver = quire_around_roller(view, roller);
    out->place[0] = '\0';
    quire_sentence_add(out->place, sizeof out->place, "guide '%s'", front->guide);
    quire_check_say(out,
                    "the %s is stubbed on guide '%s' since %s s; held by %s at %.0f deg to "
                    "the feed while %s '%s' turns at %s mm/s",
                    quire_edge_name(!back), front->guide, QUIRE_AMOUNT_TIME(m->since),
                    QUIRE_AMOUNT_FORCE(front->opposing, 0), front->angle * DEGREES, driver.sort,
                    driver.name, QUIRE_AMOUNT(1e3 * roller->surface_speed));
}

static void
sample(const struct quire_object *self, void *memory, void *of_sheet, const struct quire_view *view,
       size_t i)
{
    const struct params *p = self->params;
    struct quire_finding *finding = memory;
    struct sheet_memory *m = of_sheet;
    const struct quire_sheet_view *sheet = &view->sheet[i];
    const bool free = sheet->entered && !quire_around_is_held(sheet, view->time);
    const struct quire_roller_view *roller =
        free ? quire_push_turning(view, i, p->drive_speed) : NULL;
    if (roller == NULL) {
        m->held = false;
        return;
    }
    const bool back = quire_around_runs_back(sheet, roller);
    const struct quire_point_view *edge = back ? &sheet->trail : &sheet->lead;
    const bool in_the_way = stands_in_the_way(p, quire_around_front(sheet, back)),
               stands = hypot(edge->x - m->at[0], edge->y - m->at[1]) <= p->speed * p->duration;
    if (!in_the_way || !m->held || !stands) {
        *m = (struct sheet_memory){in_the_way, view->time, {edge->x, edge->y}};
    }
    const struct quire_measure measure = {m->held ? view->time - m->since : 0, p->duration,

                                          edge->x, edge->y, edge->path_distance};
    if (quire_finding_note(finding, view, i, measure)) {
        say_why(&finding->worst, view, i, m, roller);
    }
}

static const struct quire_check_ops ops = {
    .unit = "s",
    .is_jam = true,
    .tells_folds = 1,
    .memory_size = sizeof(struct quire_finding),
    .memory_per_sheet = sizeof(struct sheet_memory),
    .unseen = "no drive roller has turned on a free sheet",
    .sample = sample,
    .judge = quire_finding_decide,
};

const struct quire_kind quire_kind_check_stub = {
    .family = &quire_family_check,
    .element = "check",
    .selector = "kind",
    .variant = "stub",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "A jam: a steep guide (a lip, a corner, a closed gate) blocks the leading edge of a "
            "sheet. The edge does not advance while every drive roller that touches the sheet "
            "turns. The cause is the part that presses on the last 10 mm. Off by default, because "
            "registration stops hold sheets on purpose; a stall reports the same cause later.",
    .equation = "angle = atan2(-N . feed, |N x feed|)",
    .ops = &ops,
    .check = quire_scope_check,
};

/* Stall: a sheet's leading edge stands still although the rollers that hold the sheet turn. */
#include <math.h>

#include "check/around.h"
#include "check/finding.h"
#include "check/jam/push.h"
#include "check/scope.h"
#include "text/amount.h"

struct params {
    struct quire_check_common common;
    double speed, duration, drive_speed;
    int of;
};

enum { OF_LEAD, OF_SHEET };

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct params),
    QUIRE_CHECK_STOP(struct params),
    QUIRE_CHECK_SCOPE(struct params),
    QUIRE_REAL(struct params, speed, "speed", "m/s", "5 mm/s", QUIRE_POSITIVE,
               "mean speed over the duration below which a sheet counts as stopped; choose it well "
               "above the creep of friction laws with a threshold velocity of 1 mm/s",
               NULL),
    QUIRE_REAL(struct params, duration, "duration", "s", "50 ms", QUIRE_POSITIVE,
               "time at standstill that counts as a jam", NULL),
    QUIRE_REAL(struct params, drive_speed, "drive-speed", "m/s", "20 mm/s", QUIRE_POSITIVE,
               "surface speed above which a drive roller counts as turning", NULL),
    QUIRE_CHOICE(struct params, of, "of", "lead|sheet", "lead",
                 "lead: the leading edge is stopped; sheet: both the leading and the trailing edge "
                 "are stopped (for sheets that run against a gate and form a loop on purpose)"),
    QUIRE_FIELD_END,
};

/* Where and when a sheet was last seen to get on. */
struct sheet_memory {
    bool anchored;
    double since, lead, trail;
};

static bool
got_on(const struct params *p, const struct sheet_memory *m, const struct quire_sheet_view *sheet)
{
    const double far = p->speed * p->duration;
    return fabs(sheet->lead.path_distance - m->lead) > far ||
           (p->of == OF_SHEET && fabs(sheet->trail.path_distance - m->trail) > far);
}

static void
say_why(struct quire_check_result *out, const struct quire_view *view, size_t sheet,
        const struct quire_roller_view *roller, double since)
{
    const struct quire_around driver = quire_around_roller(view, roller);
    quire_check_say(out,
                    "the leading edge has been stopped since %s s while %s '%s' turns at %s mm/s",
                    QUIRE_AMOUNT_TIME(since), driver.sort, driver.name,
                    QUIRE_AMOUNT(1e3 * roller->surface_speed));
    quire_check_say_held(out, view, sheet);
}

static void
sample(const struct quire_object *self, void *memory, void *of_sheet, const struct quire_view *view,
       size_t i)
{
    const struct params *p = self->params;
    struct quire_finding *finding = memory;
    struct sheet_memory *m = of_sheet;
    const struct quire_sheet_view *sheet = &view->sheet[i];
    const bool free = sheet->entered && sheet->path != NULL &&
                      !quire_around_is_held(sheet, view->time) && !quire_around_waits(view, i);
    const struct quire_roller_view *roller =
        free ? quire_push_turning(view, i, p->drive_speed) : NULL;
    if (roller == NULL) {
        m->anchored = false;
        return;
    }
    if (!m->anchored || got_on(p, m, sheet)) {
        *m = (struct sheet_memory){true, view->time, sheet->lead.path_distance,
                                   sheet->trail.path_distance};
    }
    const struct quire_measure measure = {view->time - m->since, p->duration, sheet->lead.x,
                                          sheet->lead.y, sheet->lead.path_distance};
    if (quire_finding_note(finding, view, i, measure)) {
        say_why(&finding->worst, view, i, roller, m->since);
    }
}

static const struct quire_check_ops ops = {
    .unit = "s",
    .is_jam = true,
    .tells_folds = 2,
    .by_default = true,
    .memory_size = sizeof(struct quire_finding),
    .memory_per_sheet = sizeof(struct sheet_memory),
    .unseen = "no drive roller has turned on a free sheet that runs on a path",
    .sample = sample,
    .judge = quire_finding_decide,
};

const struct quire_kind quire_kind_check_stall = {
    .family = &quire_family_check,
    .element = "check",
    .selector = "kind",
    .variant = "stall",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "A jam: the leading edge advances less than speed x duration within the duration, "
            "while every drive roller that touches the sheet turns. Monitors sheets that run on a "
            "path. Sheets that are clamped, pinned or loaded, held by a stopped drive roller, or "
            "waiting in a pile under an earlier sheet are excluded. On by default.",
    .equation = "|s_lead(t) - s_lead(t - duration)| <= speed * duration",
    .ops = &ops,
    .check = quire_scope_check,
};

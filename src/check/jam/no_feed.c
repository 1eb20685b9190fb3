/* No feed: a sheet does not get under way although its drive drives. */
#include <math.h>

#include "check/around.h"
#include "check/finding.h"
#include "check/scope.h"
#include "check/window.h"
#include "model/problem.h"
#include "text/amount.h"

struct params {
    struct quire_check_common common;
    const struct quire_object *drive;
    double distance, least;
};

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct params),
    QUIRE_CHECK_STOP(struct params),
    QUIRE_CHECK_SCOPE(struct params),
    QUIRE_REFERENCE(struct params, drive, "drive", "drive", QUIRE_REQUIRED,
                    "drive, given by a surface speed, that feeds the sheets"),
    QUIRE_REAL(struct params, distance, "distance", "m", "50 mm", QUIRE_POSITIVE,
               "largest distance driven before a sheet moves",
               "46 mm to the first sensor of a document feeder (service manual)"),
    QUIRE_REAL(struct params, least, "least", "m", "10 mm", QUIRE_POSITIVE,
               "distance of the leading edge after which a sheet counts as fed", NULL),
    QUIRE_FIELD_END,
};

struct sheet_memory {
    bool entered, fed;
    double lead, travel;           /* when it entered [m] */
    double last_lead, last_travel; /* at the last look [m] */
};

/* How far the drive has driven until the sheet was under way, which was since the last look. */
static double
driven_until_fed(const struct params *p, const struct sheet_memory *m, double lead, double travel)
{
    const double gone = lead - m->last_lead, missing = m->lead + p->least - m->last_lead;
    return m->last_travel + (gone > 0 ? missing / gone : 1) * (travel - m->last_travel) - m->travel;
}

static void
sample(const struct quire_object *self, void *memory, void *of_sheet, const struct quire_view *view,
       size_t i)
{
    const struct params *p = self->params;
    struct quire_finding *finding = memory;
    struct sheet_memory *m = of_sheet;
    const struct quire_sheet_view *sheet = &view->sheet[i];
    const double lead = sheet->lead.path_distance, travel = quire_window_travel(view, p->drive);
    if (!sheet->entered || sheet->path == NULL || m->fed || isnan(travel) ||
        (!m->entered && quire_around_waits(view, i))) {
        return;
    }
    if (!m->entered) {
        *m = (struct sheet_memory){true, false, lead, travel, lead, travel};
    }
    const bool overdue = m->last_travel - m->travel > p->distance;
    m->fed = lead - m->lead >= p->least;
    const struct quire_measure measure = {
        m->fed ? driven_until_fed(p, m, lead, travel) : travel - m->travel, p->distance,

        sheet->lead.x, sheet->lead.y, lead};
    m->last_lead = lead;
    m->last_travel = travel;
    if ((!m->fed || overdue) && quire_finding_note(finding, view, i, measure)) {
        quire_check_say(&finding->worst, "the sheet has moved only %s mm after %s mm of drive '%s'",
                        QUIRE_AMOUNT(1e3 * (lead - m->lead)), QUIRE_AMOUNT(1e3 * measure.value),
                        p->drive->name);
        quire_check_say_held(&finding->worst, view, i);
    }
}

/* Of a sheet that is still not under way: the drive would have had to go on. */
static bool
is_waiting(const struct quire_object *self, const void *of_sheet, const struct quire_view *view,
           size_t i)
{
    const struct params *p = self->params;
    const struct sheet_memory *m = of_sheet;
    return m->entered && !m->fed && view->sheet[i].lead.path_distance - m->lead < p->least &&
           quire_window_travel(view, p->drive) - m->travel > p->distance;
}

static bool
judge(const struct quire_object *self, void *memory, const struct quire_view *view, bool finished,
      struct quire_check_result *out)
{
    return quire_finding_decide_due(self, memory, view, finished, out, is_waiting);
}

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    return quire_status_first(
        quire_scope_check(self, diag),
        quire_window_check_drive(self, ((const struct params *)self->params)->drive, diag));
}

static const struct quire_check_ops ops = {
    .unit = "m",
    .is_jam = true,
    .about = QUIRE_ABOUT_TIME,
    .memory_size = sizeof(struct quire_finding),
    .memory_per_sheet = sizeof(struct sheet_memory),
    .unseen = "no sheet entered on a path",
    .sample = sample,
    .judge = judge,
};

const struct quire_kind quire_kind_check_no_feed = {
    .family = &quire_family_check,
    .element = "check",
    .selector = "kind",
    .variant = "no-feed",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "A jam: a sheet has hardly moved although the drive has driven the given distance. The "
            "distance counts from the entry of the sheet, or from the time when no earlier sheet "
            "of its pile covers its leading edge. Monitors sheets that run on a path.",
    .equation = "driven <= distance, until s_lead - s_lead(entry) >= least",
    .ops = &ops,
    .check = check,
};

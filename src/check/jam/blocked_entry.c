/* Blocked entry: a sheet cannot enter because another one lies there. */
#include <math.h>
#include <string.h>

#include "check/around.h"
#include "check/finding.h"
#include "check/scope.h"
#include "text/amount.h"

#define STANDS 5e-3 /* a sheet that is slower stands still [m/s] */

struct params {
    struct quire_check_common common;
};

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct params),
    QUIRE_CHECK_STOP(struct params),
    QUIRE_CHECK_SCOPE(struct params),
    QUIRE_FIELD_END,
};

static void
say_how(struct quire_check_result *out, const struct quire_event *event)
{
    quire_check_say(out, "sheet '%s' cannot enter: '%s' ", event->sheet, event->source);
    if (strcmp(event->signal, "across") == 0) {
        quire_check_say(out, "crosses its start position at %s mm, %s mm",
                        QUIRE_AMOUNT_PLACE(event->x), QUIRE_AMOUNT_PLACE(event->y));
    } else {
        quire_check_say(out, "%s overlaps its start position by %s mm",
                        strcmp(event->signal, "behind") == 0 ? "still" : "already",
                        QUIRE_AMOUNT(1e3 * event->value));
    }
}

static void
say_motion(struct quire_check_result *out, const struct quire_sheet_view *obstacle)
{
    const double speed = obstacle->path != NULL ? obstacle->lead.path_speed
                                                : hypot(obstacle->lead.vx, obstacle->lead.vy);

    if (fabs(speed) < STANDS) {
        quire_check_say(out, ", and is stopped");
    } else {
        quire_check_say(out, ", and moves at %s mm/s", QUIRE_AMOUNT(1e3 * speed));
    }
}

static void
event(const struct quire_object *self, void *memory, const struct quire_event *event,
      const struct quire_view *view)
{
    struct quire_finding *finding = memory;
    const size_t i = quire_around_sheet(view, event->sheet);
    (void)self;
    if (event->kind != QUIRE_EVENT_BLOCKED || i == view->n_sheet) {
        return;
    }
    const struct quire_measure measure = {event->value, 0, event->x, event->y,
                                          event->path_distance};
    if (quire_finding_note(finding, view, i, measure)) {
        const size_t obstacle = quire_around_sheet(view, event->source);
        finding->worst.obstacle = event->source;
        finding->worst.place[0] = '\0';
        quire_sentence_add(finding->worst.place, sizeof finding->worst.place, "sheet '%s'",
                           event->source);
        say_how(&finding->worst, event);
        if (obstacle < view->n_sheet) {
            say_motion(&finding->worst, view->sheet + obstacle);
        }
    }
}

/* Whether one entered while another one was there, so that it found room. */
static bool
found_room(const struct quire_object *self, const struct quire_view *view)
{
    for (size_t i = 0; i < view->n_sheet; i++) {
        const struct quire_sheet_view *sheet = view->sheet + i;
        for (size_t k = 0; sheet->entered && sheet->enter_time > 0 && k < view->n_sheet; k++) {
            if (k != i && view->sheet[k].entered &&
                view->sheet[k].enter_time <= sheet->enter_time &&
                quire_scope_has(self->params, sheet->name, sheet->enter_time)) {
                return true;
            }
        }
    }
    return false;
}

static bool
judge(const struct quire_object *self, void *memory, const struct quire_view *view, bool finished,
      struct quire_check_result *out)
{
    struct quire_finding *finding = memory;
    if (finished && !finding->seen && found_room(self, view)) {
        finding->seen = true;
        finding->worst = quire_check_result_none();
    }
    return quire_finding_judge(finding, view, finished, "no sheet entered after another", out);
}

/* Whether a sheet is to enter later than others. */
static bool
concerns(const struct quire_view *view)
{
    size_t there = 0;
    for (size_t i = 0; i < view->n_sheet; i++) {
        there += view->sheet[i].entered;
    }
    return view->n_sheet > 1 && there < view->n_sheet;
}

static const struct quire_check_ops ops = {
    .unit = "m",
    .is_jam = true,
    .by_default = true,
    .concerns = concerns,
    .about = QUIRE_ABOUT_ENTRY | QUIRE_ABOUT_TIME,
    .memory_size = sizeof(struct quire_finding),
    .event = event,
    .judge = judge,
};

const struct quire_kind quire_kind_check_blocked_entry = {
    .family = &quire_family_check,
    .element = "check",
    .selector = "kind",
    .variant = "blocked-entry",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "A jam: a sheet cannot enter. Either it would touch another sheet, or the trailing "
            "edge of the previous sheet of its stream has not cleared the position of its leading "
            "edge. The sheet never enters. If this check is switched off, the run ends with the "
            "error E-NUM-NO-ROOM. On by default if sheets enter later than others.",
    .equation = "s_trail(before) >= s_lead at the entry",
    .ops = &ops,
    .check = quire_scope_check,
};

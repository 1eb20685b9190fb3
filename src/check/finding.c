#include "check/finding.h"

#include <math.h>

#include "check/around.h"
#include "math/detmath.h"
#include "text/amount.h"

struct quire_check_result
quire_check_result_none(void)
{
    return (struct quire_check_result){
        .verdict = QUIRE_NOT_EVALUATED,
        .time = NAN,
        .x = NAN,
        .y = NAN,
        .path_distance = NAN,
        .value = NAN,
        .limit = NAN,
        .margin = NAN,
        .lowest = NAN,
        .highest = NAN,
        .unit = "",
        .worst_time = NAN,
    };
}

static void
set_measure(struct quire_check_result *w, const struct quire_measure *measure)
{
    w->value = measure->value;
    w->limit = w->highest = measure->limit;
    w->margin = measure->limit - measure->value;
}

bool
quire_finding_note(struct quire_finding *self, const struct quire_view *view, size_t sheet,
                   struct quire_measure measure)
{
    const double margin = measure.limit - measure.value;
    if (isnan(margin) || (self->seen && margin >= self->worst.margin)) {
        return false;
    }
    if (self->failed) { /* where, when and why it failed stands; by how much does not yet */
        set_measure(&self->worst, &measure);
        self->worst.worst_time = view->time;
        self->worst.worst_sheet = view->sheet[sheet].name;
        return false;
    }
    self->seen = true;
    self->failed = margin < 0;
    self->worst = quire_check_result_none();
    struct quire_check_result *w = &self->worst;
    w->time = view->time;
    w->x = measure.x;
    w->y = measure.y;
    w->path_distance = measure.path_distance;
    w->sheet = view->sheet[sheet].name;
    set_measure(w, &measure);
    if (self->failed) {
        quire_around_place(view, sheet, measure.x, measure.y, w->place);
    }
    return self->failed;
}

bool
quire_finding_judge(const struct quire_finding *self, const struct quire_view *view, bool finished,
                    const char *unseen, struct quire_check_result *out)
{
    if (self->failed) {
        *out = self->worst;
        out->verdict = QUIRE_FAILED;
        return true;
    }
    if (self->seen) {
        *out = self->worst;
        out->verdict = QUIRE_PASSED;
    } else {
        if (out->cause[0] == '\0') { /* it need not be said at each sample */
            *out = quire_check_result_none();
            quire_check_say(out, "%s", unseen);
        }
        out->time = view->time;
    }
    return finished;
}

bool
quire_finding_decide(const struct quire_object *self, void *memory, const struct quire_view *view,
                     bool finished, struct quire_check_result *out)
{
    return quire_finding_judge(memory, view, finished,
                               ((const struct quire_check_ops *)self->kind->ops)->unseen, out);
}

bool
quire_finding_decide_due(const struct quire_object *self, void *memory,
                         const struct quire_view *view, bool finished,
                         struct quire_check_result *out,
                         bool (*waits)(const struct quire_object *self, const void *of_sheet,
                                       const struct quire_view *view, size_t sheet))
{
    const bool decided = quire_finding_decide(self, memory, view, finished, out);
    bool waiting = false;
    for (size_t i = 0; finished && i < view->n_sheet; i++) {
        waiting = waiting || waits(self, quire_check_of_sheet(self, memory, i), view, i);
    }
    if (waiting && out->verdict == QUIRE_FAILED) {
        quire_check_leave_open(out, view);
    }
    return decided;
}

void
quire_check_leave_open(struct quire_check_result *out, const struct quire_view *last)
{
    out->value = out->margin = NAN;
    if (last->time > out->time) {
        quire_check_say(out, "; nor by the end of the run at %s s", QUIRE_AMOUNT_TIME(last->time));
    } else {
        quire_check_say(out, "; there the run ended");
    }
}

/* Whether a guide holds the sheet back, by friction or by its slope: one that presses on it from
 * the side with a force that holds may not. */
static bool
holds_back(const struct quire_view *view, const struct quire_around *a, bool back)
{
    for (size_t i = 0; i < view->n_guide; i++) {
        if (view->guide[i].name == a->name) {
            const double slope = isnan(a->angle) ? 0 : a->force * quire_sin(a->angle);
            return fmax(slope, (back ? -1 : 1) * view->guide[i].holding) >= QUIRE_HOLDING_FORCE;
        }
    }
    return true;
}

void
quire_check_say_held(struct quire_check_result *out, const struct quire_view *view, size_t sheet)
{
    const struct quire_sheet_view *s = &view->sheet[sheet];
    struct quire_around a = quire_around_find(view, sheet, out->x, out->y);
    const bool back = hypot(out->x - s->trail.x, out->y - s->trail.y) <
                      hypot(out->x - s->lead.x, out->y - s->lead.y);
    const struct quire_point_view *edge = back ? &s->trail : &s->lead;
    const struct quire_front_view *front = quire_around_front(s, back);
    const bool is_front = front->guide != NULL && front->opposing >= QUIRE_HOLDING_FORCE &&
                          hypot(out->x - edge->x, out->y - edge->y) <= QUIRE_FRONT;
    if (is_front) {
        /* what presses on the edge itself */
        a = (struct quire_around){"guide", front->guide, front->opposing, front->angle, 0};
    }
    if (!(a.force >= QUIRE_HOLDING_FORCE) || (!is_front && !holds_back(view, &a, back))) {
        return;
    }
    quire_check_say(out, "; held by %s '%s' with %s", a.sort, a.name,
                    QUIRE_AMOUNT_FORCE(a.force, 0));
    if (!isnan(a.angle)) {
        quire_check_say(out, " at %.0f deg", a.angle * 180.0 / 3.14159265358979324);
    }
}

#include "cause/earlier.h"

#include <math.h>
#include <stdlib.h>

#include "cause/limits.h"

/* The last cause of a sheet that jammed. */
struct jam {
    bool seen;
    double time; /* [s] */
    struct quire_why why;
};

struct quire_earlier {
    struct jam *jam; /* (n_sheet) */
};

struct quire_earlier *
quire_earlier_create(const struct quire_view *view)
{
    struct quire_earlier *self = calloc(1, sizeof *self);

    if (self != NULL && (self->jam = calloc(view->n_sheet + 1, sizeof *self->jam)) == NULL) {
        quire_earlier_destroy(self);
        return NULL;
    }
    return self;
}

void
quire_earlier_destroy(struct quire_earlier *self)
{
    if (self != NULL) {
        free(self->jam);
        free(self);
    }
}

/* Whether it shows that it does not get on. */
static bool
jams(const struct quire_why *why)
{
    return (quire_why_edge_stays(why) || quire_why_has(why, QUIRE_SYMPTOM_SHORT)) &&
           why->mechanism != QUIRE_MECHANISM_NONE && why->mechanism != QUIRE_MECHANISM_RULE;
}

void
quire_earlier_note(struct quire_earlier *self, size_t sheet, const struct quire_why *why,
                   double time)
{
    if (jams(why)) {
        self->jam[sheet] = (struct jam){true, time, *why};
    }
}

void
quire_earlier_recall(const struct quire_earlier *self, size_t sheet, struct quire_why *out)
{
    const struct jam *jam = self->jam + sheet;
    const bool stopped = out->mechanism == QUIRE_MECHANISM_RULE &&
                         out->by_rule.effect != QUIRE_RULE_EFFECT_START_ALL;

    if (stopped && jam->seen && jam->why.symptom[0].time < out->by_rule.time &&
        jam->time >= out->by_rule.time - QUIRE_DIAGNOSIS_BREAK) {
        const char *other = out->sheet;
        *out = jam->why;
        out->sheet = other;
    }
}

#include "cause/coasting.h"

#include <math.h>
#include <stdlib.h>

#include "cause/drives.h"
#include "cause/limits.h"
#include "cause/symptoms.h"
#include "check/around.h"

/* The drive that set a sheet's speed last. */
struct last {
    const char *sort, *name; /* NULL: none has */
    double slip;             /* at the last look [m/s] */
    double since;            /* since when it slipped without a break; NaN: it did not [s] */
};

struct braked {
    double friction, normal; /* [N s] */
};

struct quire_coasting {
    struct last *last;     /* (n_sheet) */
    struct braked *braked; /* (n_sheet, n_guide) since a drive held the sheet */
    double time, elapsed;  /* of the last look, NaN: there was none; since the one before [s] */
};

struct quire_coasting *
quire_coasting_create(const struct quire_view *view)
{
    struct quire_coasting *self = calloc(1, sizeof *self);

    if (self == NULL) {
        return NULL;
    }
    self->time = NAN;
    self->last = calloc(view->n_sheet + 1, sizeof *self->last);
    self->braked = calloc(view->n_sheet * view->n_guide + 1, sizeof *self->braked);
    if (self->last == NULL || self->braked == NULL) {
        quire_coasting_destroy(self);
        return NULL;
    }
    return self;
}

void
quire_coasting_destroy(struct quire_coasting *self)
{
    if (self != NULL) {
        free(self->last);
        free(self->braked);
        free(self);
    }
}

void
quire_coasting_begin(struct quire_coasting *self, const struct quire_view *view)
{
    self->elapsed = isnan(self->time) ? 0 : view->time - self->time;
    self->time = view->time;
}

/* One that stands slips when the sheet slides through it. */
static bool
slips(const struct quire_push *push)
{
    return push->speed < QUIRE_DIAGNOSIS_DRIVEN ? fabs(push->slip) >= QUIRE_DIAGNOSIS_DRIVEN
                                                : quire_drives_slip(push);
}

static void
note_last(struct last *last, const struct quire_push *pace, double time)
{
    const bool goes_on = last->name == pace->name && !isnan(last->since);

    *last = (struct last){pace->sort, pace->name, pace->slip,
                          !slips(pace) ? (double)NAN
                          : goes_on    ? last->since
                                       : time};
}

void
quire_coasting_observe(struct quire_coasting *self, const struct quire_view *view, size_t sheet,
                       const struct quire_push *push, size_t n)
{
    const struct quire_push *pace = quire_drives_pace(push, n);
    const bool moves = fabs(view->sheet[sheet].lead.path_speed) >= QUIRE_DIAGNOSIS_DRIVEN;

    if (pace != NULL) {
        note_last(self->last + sheet, pace, view->time);
    }
    for (size_t i = 0; i < view->n_guide; i++) {
        const struct quire_guide_view *g = view->guide + i;
        struct braked *braked = self->braked + sheet * view->n_guide + i;
        if (pace != NULL) {
            *braked = (struct braked){0};
        } else if (moves && g->sheet == (int)sheet) {
            braked->friction += self->elapsed * fabs(g->holding);
            braked->normal += self->elapsed * g->normal;
        }
    }
}

bool
quire_coasting_find(const struct quire_coasting *self, const struct quire_view *view, size_t sheet,
                    struct quire_why *out)
{
    const struct last *last = self->last + sheet;
    const struct braked *braked = self->braked + sheet * view->n_guide;
    size_t most = 0;

    if (last->name != NULL && !isnan(last->since)) {
        quire_why_blame(out, QUIRE_MECHANISM_SLIP, last->sort, last->name);
        quire_symptoms_insert(out, (struct quire_symptom){QUIRE_SYMPTOM_SLIP, last->since,
                                                          last->sort, last->name, last->slip});
        return true;
    }
    for (size_t i = 0; i < view->n_guide; i++) {
        most = braked[i].friction > braked[most].friction ? i : most;
    }
    if (view->n_guide > 0 && braked[most].friction > QUIRE_DIAGNOSIS_GRIP * braked[most].normal) {
        quire_why_blame(out, QUIRE_MECHANISM_DRAG, "guide", view->guide[most].name);
    }
    return out->mechanism != QUIRE_MECHANISM_NONE;
}

#include "cause/curled.h"

#include <math.h>
#include <stdlib.h>

#include "body/sheet.h"
#include "cause/drives.h"
#include "cause/limits.h"
#include "cause/symptoms.h"
#include "check/around.h"
#include "check/branch.h"
#include "path/channels.h"

#define EXPLAINS 0.5    /* of how far an edge is from its path: curl gives so much */
#define CLEAR    0.5e-3 /* farther out than the walls of the channel: an edge has left it [m] */
#define OPEN     2.5e-3 /* an edge near no channel is off its path from here on [m] */
#define NEAR     0.03   /* so near before an edge a channel is to take it in [m] */

struct bent {
    struct quire_bend last; /* while the sheet still ran as it should */
    double least;           /* so far from its path the edge was out of the way then [m] */
    double since;           /* when curl came to explain where the edge is; NaN: it does not [s] */
};

struct quire_curled {
    struct bent *bent; /* (n_sheet) */
};

struct quire_curled *
quire_curled_create(const struct quire_view *view)
{
    struct quire_curled *self = calloc(1, sizeof *self);

    if (self == NULL) {
        return NULL;
    }
    self->bent = calloc(view->n_sheet + 1, sizeof *self->bent);
    if (self->bent == NULL) {
        free(self);
        return NULL;
    }
    for (size_t i = 0; i < view->n_sheet; i++) {
        self->bent[i].since = NAN;
    }
    return self;
}

void
quire_curled_destroy(struct quire_curled *self)
{
    if (self != NULL) {
        free(self->bent);
        free(self);
    }
}

/* Curvature that the sheet has at rest, positive where it curls to the left of its path. */
static double
curl_of(const struct quire_sheet_view *s)
{
    const struct quire_sheet_params *params = s->object != NULL ? s->object->params : NULL;

    return params == NULL ? 0 : quire_branch_is_turned(s, false) ? -params->curl : params->curl;
}

/* How much of the sheet is free: from the last drive that holds it, or from the end of the channel
 * that its leading edge has left last, to the edge that goes first. */
static double
free_length(const struct quire_sheet_view *s, const struct quire_push *push, size_t n, bool back)
{
    const struct quire_channel_params *c;
    double ahead = -HUGE_VAL;

    for (size_t i = 0; i < n; i++) {
        ahead = fmax(ahead, push[i].ahead);
    }
    double free = back ? -ahead : s->length - ahead;
    for (size_t k = 0;
         !back && s->object != NULL && s->object->parent != NULL &&
         (c = quire_channel_next(s->object->parent, quire_around_path(s), &k)) != NULL;) {
        const double left = s->lead.path_distance - c->to;
        free = left > 0 ? fmin(free, left) : free;
    }
    return free;
}

/* How far from its path an edge at a place is out of its way: within a channel, or before its
 * mouth, it may lie at a wall. */
static double
out_of_way(const struct quire_sheet_view *s, double at)
{
    const struct quire_channel_params *c;
    double least = OPEN;

    for (size_t k = 0;
         s->object != NULL && s->object->parent != NULL &&
         (c = quire_channel_next(s->object->parent, quire_around_path(s), &k)) != NULL;) {
        if (at >= c->from - NEAR && at <= c->to + NEAR) {
            least = 0.5 * c->gap + CLEAR;
        }
    }
    return least;
}

static bool
explains(const struct bent *bent)
{
    const struct quire_bend *bend = &bent->last;

    return fabs(bend->height) >= bent->least && bend->height * bend->deflection > 0 &&
           fabs(bend->deflection) >= EXPLAINS * fabs(bend->height);
}

void
quire_curled_observe(struct quire_curled *self, const struct quire_view *view, size_t sheet,
                     const struct quire_push *push, size_t n)
{
    const struct quire_sheet_view *s = &view->sheet[sheet];
    const struct quire_push *pace = quire_drives_pace(push, n);
    const double curl = curl_of(s), way = quire_drives_way(pace);
    const bool back = way < 0;
    const struct quire_point_view *first = back ? &s->trail : &s->lead;

    struct bent *bent = self->bent + sheet;
    const bool known = fabs(bent->last.curl) > 0;

    if (!(fabs(curl) > 0) || s->path == NULL || pace == NULL ||
        pace->speed < QUIRE_DIAGNOSIS_DRIVEN || quire_branch_has(view, s) ||
        (known &&
         way * quire_branch_speed(s, back, false) < QUIRE_DIAGNOSIS_BEHIND * pace->speed)) {
        return;
    }
    const double free = free_length(s, push, n, back);
    bent->last = (struct quire_bend){curl, free, 0.5 * curl * free * free, first->path_height};
    bent->least = out_of_way(s, first->path_distance);
    if (!explains(bent)) {
        bent->since = NAN;
    } else if (isnan(bent->since)) {
        bent->since = view->time;
    }
}

void
quire_curled_add(const struct quire_curled *self, size_t sheet, struct quire_why *out)
{
    const struct bent *bent = self->bent + sheet;
    const bool edge = out->mechanism == QUIRE_MECHANISM_STUB ||
                      out->mechanism == QUIRE_MECHANISM_ASTRAY ||
                      out->mechanism == QUIRE_MECHANISM_DRAG;

    if (edge && !isnan(bent->since)) {
        out->bend = bent->last;
        quire_symptoms_insert(out, (struct quire_symptom){QUIRE_SYMPTOM_CURLED, bent->since, NULL,
                                                          NULL, bent->last.height});
    }
}

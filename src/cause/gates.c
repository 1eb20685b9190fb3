#include "cause/gates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cause/limits.h"
#include "cause/parts.h"
#include "check/around.h"

#define STILL  1e-9 /* between two looks: a gate that moves by less stands [m], [rad] */
#define COUNTS 0.5  /* of the force of what it presses a sheet against */

struct pose {
    double turn, origin[2];
    double moved; /* when it did last; NaN: never [s] */
};

/* The gate that a sheet touched last for the first time. */
struct touch {
    bool seen;
    size_t guide; /* its index */
    double time;  /* [s] */
};

struct quire_gates {
    struct pose *pose;   /* (n_guide) */
    struct touch *touch; /* (n_sheet) */
    size_t n;
    bool begun;
};

struct quire_gates *
quire_gates_create(const struct quire_view *view)
{
    struct quire_gates *self = calloc(1, sizeof *self);

    if (self == NULL) {
        return NULL;
    }
    self->pose = calloc(view->n_guide + 1, sizeof *self->pose);
    self->touch = calloc(view->n_sheet + 1, sizeof *self->touch);
    if (self->pose == NULL || self->touch == NULL) {
        quire_gates_destroy(self);
        return NULL;
    }
    self->n = view->n_guide;
    return self;
}

void
quire_gates_destroy(struct quire_gates *self)
{
    if (self != NULL) {
        free(self->pose);
        free(self->touch);
        free(self);
    }
}

void
quire_gates_observe(struct quire_gates *self, const struct quire_view *view)
{
    for (size_t i = 0; i < self->n; i++) {
        const struct quire_guide_view *g = view->guide + i;
        struct pose *pose = self->pose + i;
        const double by = fabs(g->turn - pose->turn) + fabs(g->origin[0] - pose->origin[0]) +
                          fabs(g->origin[1] - pose->origin[1]);
        const double moved = !self->begun ? (double)NAN : by > STILL ? view->time : pose->moved;
        *pose = (struct pose){g->turn, {g->origin[0], g->origin[1]}, moved};
    }
    self->begun = true;
}

void
quire_gates_event(struct quire_gates *self, const struct quire_view *view,
                  const struct quire_event *event)
{
    const size_t sheet = quire_around_sheet(view, event->sheet);

    for (size_t i = 0; event->kind == QUIRE_EVENT_TOUCH && sheet < view->n_sheet && i < self->n;
         i++) {
        if (strcmp(view->guide[i].name, event->source) == 0 &&
            quire_parts_gate_drive(view->guide + i) != NULL) {
            self->touch[sheet] = (struct touch){true, i, event->time};
        }
    }
}

void
quire_gates_find(const struct quire_gates *self, const struct quire_view *view, size_t sheet,
                 struct quire_why *out)
{
    const struct touch *touch = self->touch + sheet;
    const bool missed =
        out->mechanism == QUIRE_MECHANISM_ASTRAY && quire_parts_guide(view, out->name) == NULL;

    if (missed && touch->seen &&
        self->pose[touch->guide].moved >= touch->time - QUIRE_DIAGNOSIS_BREAK) {
        quire_why_blame(out, QUIRE_MECHANISM_ASTRAY, "guide", view->guide[touch->guide].name);
    }
}

const struct quire_guide_view *
quire_gates_clamp(const struct quire_view *view, size_t sheet, const struct quire_guide_view *holds)
{
    const struct quire_guide_view *found = holds;
    double most = holds != NULL ? COUNTS * holds->normal : HUGE_VAL;

    if (holds == NULL || quire_parts_gate_drive(holds) != NULL) {
        return holds;
    }
    for (size_t i = 0; i < view->n_guide; i++) {
        const struct quire_guide_view *g = view->guide + i;
        if (g->sheet == (int)sheet && g->normal >= fmax(most, QUIRE_HOLDING_FORCE) &&
            quire_parts_gate_drive(g) != NULL) {
            found = g;
            most = g->normal;
        }
    }
    return found;
}

void
quire_gates_explain(const struct quire_gates *self, const struct quire_view *view,
                    struct quire_why *out)
{
    const struct quire_guide_view *g = quire_parts_guide(view, out->name);

    if (g != NULL) {
        out->pressing = g->normal;
        out->is_gate = quire_parts_gate_drive(g) != NULL;
        out->moved = self->pose[g - view->guide].moved;
    }
}

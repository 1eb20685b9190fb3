#include "observe/error_source.h"
#include "evaluate/evaluate.h"
#include "machine/lookup.h"

#include <math.h>
#include <stdio.h>

#define NEAR 1.5 /* segments from the node within which a touch is named */

/* index in y; the start of the velocities if no entry is a number above zero */
static size_t
largest(const struct quire_state *st, const double *error, double tq, double tv)
{
    const struct quire_layout *l = &st->system->layout;
    double worst = 0;
    size_t at = l->v0;

    for (int k = 0; k < st->part->n_all; k++) {
        for (size_t i = st->part->all[k].first; i < st->part->all[k].last && i < l->z0; i++) {
            const double size =
                isfinite(error[i]) ? fabs(error[i]) / (i < l->v0 ? tq : tv) : HUGE_VAL;
            if (size > worst) {
                worst = size;
                at = i;
            }
        }
    }
    return at;
}

/* the contact by which a sheet touches a sheet, roller or guide; NULL: none */
static const char *
contact_of(const struct quire_system *sys, int sheet, struct quire_partner target)
{
    const int k = target.index,
              law = target.kind == QUIRE_PARTNER_SHEET    ? sys->sheet_law[sheet * sys->n_sheet + k]
                    : target.kind == QUIRE_PARTNER_ROLLER ? sys->roller[k].law[2 * sheet]
                                                          : sys->guide[k].law[2 * sheet];

    return law >= 0 ? sys->law[law].name : NULL;
}

/* the touch of a sheet near (x, y) with the largest force; NULL if there is none */
static const struct quire_touch *
strongest(const struct quire_state *st, int sheet, double x, double y)
{
    const double near = NEAR * st->system->sheet[sheet].chain.h;
    const struct quire_touch *found = NULL;

    for (int k = 0; k < st->n_touch; k++) {
        const struct quire_touch *t = st->touch + k;
        const enum quire_partner_kind kind = t->pair.target.kind;
        const bool known = kind == QUIRE_PARTNER_ROLLER || kind == QUIRE_PARTNER_GUIDE ||
                           kind == QUIRE_PARTNER_SHEET;
        if (known && quire_partner_index(t->pair.contactor, QUIRE_PARTNER_SHEET) == sheet &&
            hypot(t->x - x, t->y - y) <= near && (found == NULL || t->force > found->force)) {
            found = t;
        }
    }
    return found;
}

static const struct quire_object *
name_node(struct quire_state *st, double t, const double *y, int sheet, size_t node,
          const char *what, char *text, size_t size)
{
    const struct quire_sheet *s = st->system->sheet + sheet;
    /* in space `node` is a station, of which the first column stands for all */
    const bool flat = s->ladder == NULL;
    const double x = y[s->x0 + node * (flat ? 1 : (size_t)s->ladder->block)];
    const double up =
        y[s->x0 + (flat ? (size_t)s->chain.stride + node : node * (size_t)s->ladder->block + 1)];
    const int n =
        snprintf(text, size, "%s of sheet '%s' %.1f mm from its trailing edge, at %.2f mm, %.2f mm",
                 what, s->object->name, 1e3 * s->chain.h * (double)node, 1e3 * x, 1e3 * up);

    st->record = true;
    const bool good = quire_state_forces(st, t, y);
    st->record = false;
    const struct quire_touch *touch = good ? strongest(st, sheet, x, up) : NULL;
    if (touch != NULL && n > 0 && (size_t)n < size) {
        const struct quire_partner_label target =
            quire_partner_label(st->system, touch->pair.target);
        const char *contact = contact_of(st->system, sheet, touch->pair.target);
        snprintf(text + n, size - (size_t)n, ", where %s '%s' presses with %.3g N%s%s%s",
                 target.kind, target.name, touch->force, contact != NULL ? " (contact '" : "",
                 contact != NULL ? contact : "", contact != NULL ? "')" : "");
        return target.object;
    }
    return touch == NULL ? s->object : quire_partner_label(st->system, touch->pair.target).object;
}

const struct quire_object *
quire_error_source(struct quire_state *st, double t, const double *y, const double *error,
                   double position_tolerance, double velocity_tolerance, char *text, size_t size)
{
    const struct quire_system *sys = st->system;
    size_t at = largest(st, error, position_tolerance, velocity_tolerance);
    const char *what = at < sys->layout.v0 ? "position" : "velocity";

    st->stumbled = -1;

    at -= at < sys->layout.v0 ? 0 : sys->layout.v0;
    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        if (at >= s->x0 && at < s->x0 + s->size) {
            const size_t node = s->ladder != NULL ? (at - s->x0) / (size_t)s->ladder->block
                                                  : (at - s->x0) % (size_t)s->chain.stride;
            st->stumbled = k;
            return name_node(st, t, y, k, node, what, text, size);
        }
    }
    for (int k = 0; k < sys->n_small; k++) {
        const struct quire_small *s = sys->small + k;
        const size_t first = (size_t)(what[0] == 'p' ? s->q0 : s->v0);
        if (at >= first && at < first + (size_t)(what[0] == 'p' ? s->body.nq : s->body.nv)) {
            snprintf(text, size, "%s of '%s'", what, s->body.name);
            return quire_system_named(sys, s->body.name);
        }
    }
    snprintf(text, size, "nothing in particular");
    return NULL;
}

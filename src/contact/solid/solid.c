#include "contact/solid/solid.h"

#include <math.h>

#include "contact/solid/solid_parts.h"

static void
visit(struct visit *to, const struct quire_encounter *e)
{
    if (e->target.kind == QUIRE_PARTNER_GUIDE) {
        quire_solid_visit_guide(to, e);
    } else {
        quire_solid_visit_solid(to, e);
    }
}

static bool
is_here(const struct quire_state *st, const struct quire_encounter *e)
{
    return st->part->has_small[st->system->solid[e->solid].small];
}

void
quire_solid_forces(struct quire_state *st, const double *y, double cq, double cv, bool matrix)
{
    struct sum sum[3];
    struct visit to = {.st = st,
                       .y = y,
                       .take = quire_solid_apply,
                       .cq = cq,
                       .cv = cv,
                       .matrix = matrix,
                       .sum = sum};

    sum[0].any = sum[1].any = sum[2].any = false;

    for (int k = 0; k < st->system->n_encounter; k++) {
        if (is_here(st, st->system->encounter + k)) {
            visit(&to, st->system->encounter + k);
        }
    }
}

/* ---- gaps, so that no touch is passed unseen; and for the laws' memories ---- */

static void
record_overlap(struct visit *to, const struct touch *c)
{
    double *overlap = to->overlap + c->encounter->place + c->place;

    *overlap = fmax(*overlap, c->overlap.x + c->law->reach);
}

void
quire_solid_gaps(struct quire_state *st, const double *y, double *overlap)
{
    struct visit to = {.st = st, .y = y, .take = record_overlap, .least = -1, .overlap = overlap};

    for (int i = 0; i < st->system->n_solid_place; i++) {
        overlap[i] = -1;
    }
    for (int k = 0; k < st->system->n_encounter; k++) {
        if (is_here(st, st->system->encounter + k)) {
            visit(&to, st->system->encounter + k);
        }
    }
}

const struct quire_solid *
quire_solid_of_gap(const struct quire_system *sys, int gap)
{
    int k = sys->n_encounter - 1;

    while (k > 0 && sys->encounter[k].place > gap) {
        k--;
    }
    return sys->solid + sys->encounter[k].solid;
}

static void
keep_deepest(struct visit *to, const struct touch *c)
{
    if (c->overlap.x > to->found->overlap) {
        const struct motion m = quire_solid_touch_motion(c);
        *to->found = (struct quire_normal_in){.overlap = c->overlap.x, .closing = m.closing.x};
    }
}

struct quire_normal_in
quire_solid_station(const struct quire_state *st, const struct quire_slot *slot, const double *y,
                    int place)
{
    struct quire_normal_in in = {.overlap = -1};
    struct visit to = {.st = (struct quire_state *)st,
                       .y = y,
                       .take = keep_deepest,
                       .least = -1,
                       .only = &place,
                       .found = &in};

    visit(&to, st->system->encounter + slot->encounter);
    return in;
}

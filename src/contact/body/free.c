#include "contact/body/free.h"

#include "contact/body/block_on_sheet.h"
#include "contact/body/visit.h"
#include "math/detmath.h"
#include "motion/free_motion.h"

void
quire_free_update(struct quire_state *st, const double *y)
{
    const struct quire_system *sys = st->system;

    for (int k = 0; k < sys->n_free; k++) {
        const struct quire_free *body = sys->free + k;
        const struct quire_small *s = sys->small + body->small;
        double at[3], rate[3];
        if (!st->part->has_small[body->small]) {
            continue;
        }
        quire_free_place(body->motion, y + s->q0, y + sys->layout.v0 + s->v0, at, rate);
        st->pose[k] = (struct quire_pose){
            .at = {at[0], at[1]}, .cos = quire_cos(at[2]), .sin = quire_sin(at[2])};
    }
}

/* ---- forces ---- */

static void
apply(struct quire_visit *to, const struct quire_meet *m)
{
    quire_meet_forces(to->st, m, to->y + to->st->system->layout.v0, to->cq, to->cv, to->matrix);
}

void
quire_free_forces(struct quire_state *st, const double *y, double cq, double cv, bool matrix)
{
    const struct quire_system *sys = st->system;
    struct quire_visit to = {.st = st, .y = y, .take = apply, .cq = cq, .cv = cv, .matrix = matrix};

    for (int k = 0; k < sys->n_free; k++) {
        if (st->part->has_small[sys->free[k].small]) {
            quire_visit_guides(&to, sys->free + k, -1);
        }
    }
    for (int k = 0; k < sys->n_meeting; k++) {
        if (st->part->has_small[sys->free[sys->meeting[k].free].small]) {
            quire_visit_meeting(&to, sys->meeting + k);
        }
    }
}

/* ---- for the laws' memories ---- */

/* keeps the deepest place of the station that is looked for */
static void
keep_deepest(struct quire_visit *to, const struct quire_meet *m)
{
    if (m->station == to->station && m->overlap > to->found->overlap) {
        *to->found = quire_meet_motion(m, to->y + to->st->system->layout.v0);
    }
}

struct quire_normal_in
quire_free_station(const struct quire_state *st, const struct quire_slot *slot, const double *y,
                   int station)
{
    const struct quire_system *sys = st->system;
    struct quire_normal_in in = {.overlap = -1};
    struct quire_visit to = {.st = (struct quire_state *)st,
                             .y = y,
                             .least = -1,
                             .take = keep_deepest,
                             .station = station,
                             .found = &in};

    if (slot->meeting >= 0) {
        quire_visit_meeting(&to, sys->meeting + slot->meeting);
        return in;
    }
    quire_visit_guides(&to, sys->free + slot->pair.contactor.index,
                       sys->guide[slot->pair.target.index].view);
    return in;
}

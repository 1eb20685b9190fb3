#include "observe/observe_energy.h"

#include <math.h>

#include "force/space_sheet.h"
#include "force/switches.h"
#include "force/terms.h"
#include "motion/free_motion.h"
#include "motion/soft_motion.h"
#include "state/commands.h"

/* the rigid body that a soft one would be */
static const struct quire_body *
frame_of(const struct quire_body *body)
{
    return body->ops == &quire_soft_motion_ops
               ? &((const struct quire_soft_motion *)body->self)->frame
               : body;
}

/* Notes whose part of the kinetic energy came last, if it is the largest so far; the first that is
 * beyond all numbers stays, since after it the parts, which are differences, are no numbers. */
static void
record_part(struct quire_energy_view *e, const char *name, double part, double *most)
{
    if (isfinite(*most) && !(part <= *most)) {
        *most = part;
        e->swiftest = name;
    }
}

static void
stored_energy(struct quire_state *st, const struct quire_view *view, const double *y,
              struct quire_energy_view *e)
{
    const struct quire_system *sys = st->system;
    double most = 0;

    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        const struct quire_sheet_view *v = view->sheet + k;
        if (!v->entered) {
            continue;
        }
        const double *rate = y + sys->layout.v0 + s->x0;
        const double kinetic = s->ladder != NULL ? quire_ladder_kinetic(s->ladder, rate)
                                                 : quire_chain_kinetic(&s->chain, v->vx, v->vy);
        e->kinetic += kinetic;
        record_part(e, s->object->name, kinetic, &most);
        e->elastic += s->ladder != NULL ? quire_space_sheet_stored(st, k, view->time, y)
                                        : quire_chain_elastic(&s->chain, &st->sheet[k].chain);
        /* from where it started, so that far-off origins cost no digits */
        for (size_t i = 0; i < v->n_node; i++) {
            e->gravity -= s->weight[i] * (sys->gravity[0] * (v->x[i] - s->start_x[i]) +
                                          sys->gravity[1] * (v->y[i] - s->start_y[i]));
        }
    }
    for (int k = 0; k < sys->n_small; k++) {
        const struct quire_small *s = sys->small + k;
        double room[QUIRE_BODY_DOFS * QUIRE_BODY_DOFS];
        const double *v = y + sys->layout.v0 + s->v0;
        if (s->body.nv == 0) {
            continue;
        }
        const double *mass = quire_body_mass(&s->body, y + s->q0, room), before = e->kinetic;
        for (int i = 0; i < s->body.nv; i++) {
            for (int j = 0; j < s->body.nv; j++) {
                e->kinetic += 0.5 * v[i] * mass[i * s->body.nv + j] * v[j];
            }
        }
        record_part(e, s->body.name, e->kinetic - before, &most);
        if (s->body.ops->stored != NULL) {
            *(frame_of(&s->body)->ops == &quire_free_motion_ops ||
                      s->body.ops == &quire_solid_motion_ops
                  ? &e->gravity
                  : &e->springs) += s->body.ops->stored(s->body.self, y + s->q0);
        }
        e->springs += quire_terms_stored_of_body(st, k, y[s->q0]);
        if (s->body.ops->elastic != NULL) {
            e->elastic += s->body.ops->elastic(s->body.self, quire_state_command(st, s), y + s->q0,
                                               y + sys->layout.z0 + s->z0);
        }
    }
    quire_terms_stored(st, y, &e->springs, &e->force);
    for (int k = 0; k < st->n_touch; k++) {
        e->contact += st->touch[k].stored + st->touch[k].spring;
        e->friction -= st->touch[k].spring; /* went into rubbing, and is not lost yet */
        e->force += fabs(st->touch[k].force);
    }
    for (int k = 0; k < sys->n_clutch; k++) {
        const double stored = quire_clutch_at(st, sys->clutch + k, y).stored;
        e->springs += stored;
        e->friction -= stored; /* the same */
    }
}

static void
balance(struct quire_energy_view *e, const struct quire_ledger *l)
{
    const double stored = e->kinetic + e->elastic + e->gravity + e->contact + e->springs;

    if (l == NULL) {
        return;
    }
    e->initial = l->initial;
    e->drives = l->work.drives;
    e->belts = l->work.belts;
    e->loads = l->work.loads;
    e->friction += l->work.friction;
    e->contact_damping = l->work.contact;
    e->given = l->work.given;
    e->sheet_damping = l->work.sheet;
    e->bearings = l->work.bearings;
    e->elements = l->work.elements;
    e->integrator = l->work.integrator;
    e->residual = e->initial + e->drives + e->belts + e->loads - stored - e->friction -
                  e->contact_damping - e->sheet_damping - e->bearings - e->elements - e->integrator;
}

void
quire_energy_observe(struct quire_state *st, const struct quire_view *view, const double *y,
                     const struct quire_ledger *ledger, struct quire_energy_view *out)
{
    *out = (struct quire_energy_view){0};
    stored_energy(st, view, y, out);
    balance(out, ledger);
}

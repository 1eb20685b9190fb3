/* What the integrator's own error does to the stored energy. doc/theory/energy.md, 4. */
#include "step/truncation.h"

#include "evaluate/powers.h"
#include "force/holds.h"
#include "force/space_sheet.h"
#include "force/terms.h"
#include "machine/sheet_lines.h"
#include "state/commands.h"

/* held nodes are where they are told to be: they have no error */
static void
clear_held(void *user, const struct quire_held *held)
{
    const struct quire_state *st = ((void **)user)[0];
    double *error = ((void **)user)[1];

    quire_held_prescribe(st->system, held, (double[2]){0, 0}, error);
    quire_held_prescribe(st->system, held, (double[2]){0, 0}, error + st->system->layout.v0);
}

static double
of_sheet(struct quire_state *st, int index, double t, const double *y, const double *v,
         const double *a, const double *error)
{
    const struct quire_sheet *s = st->system->sheet + index;
    const struct quire_chain *c = &s->chain;
    const size_t x0 = s->x0;
    const double *ev = error + st->system->layout.v0 + x0, *eq = error + x0;

    double work = quire_chain_error_energy(c, &st->sheet[index].chain, v + x0, a + x0, ev, eq);

    quire_terms_planar_work(st, index, t, y, eq, &work);
    return work;
}

static double
kinetic(const struct quire_body *body, const double *q, const double *v)
{
    double room[QUIRE_BODY_DOFS * QUIRE_BODY_DOFS], twice = 0;
    const double *mass = quire_body_mass(body, q, room);

    for (int i = 0; i < body->nv; i++) {
        for (int j = 0; j < body->nv; j++) {
            twice += v[i] * mass[i * body->nv + j] * v[j];
        }
    }
    return 0.5 * twice;
}

/* a small body's inertia and own forces; those with a potential are taken out again */
QUIRE_INLINE double
of_small(const struct quire_state *st, const struct quire_small *s, int nv, const double *y,
         const double *v, const double *a, const double *error)
{
    const struct quire_layout *l = &st->system->layout;
    const double *q = y + s->q0, *eq = error + s->q0, *ev = error + l->v0 + s->v0;
    double room[QUIRE_BODY_DOFS * QUIRE_BODY_DOFS], work = 0;
    const double *mass = quire_body_mass(&s->body, q, room);

    for (int i = 0; i < nv; i++) {
        for (int j = 0; j < nv; j++) {
            work += mass[i * nv + j] * (v[s->v0 + i] * ev[j] - a[s->v0 + i] * eq[j]);
        }
        work += st->own[s->v0 + i] * eq[i];
    }
    if (s->body.ops->stored != NULL) {
        double less[QUIRE_BODY_DOFS], more[QUIRE_BODY_DOFS];
        for (int i = 0; i < nv; i++) {
            less[i] = q[i] - 0.5 * eq[i];
            more[i] = q[i] + 0.5 * eq[i];
        }
        work += s->body.ops->stored(s->body.self, more) - s->body.ops->stored(s->body.self, less);
        work += quire_terms_stored_of_body(st, (int)(s - st->system->small), more[0]) -
                quire_terms_stored_of_body(st, (int)(s - st->system->small), less[0]);
        if (s->body.ops->elastic != NULL) {
            const struct quire_command *command = quire_state_command(st, s);
            const double *z = y + l->z0 + s->z0, *ez = error + l->z0 + s->z0;
            double z_less[QUIRE_BODY_STATES], z_more[QUIRE_BODY_STATES];
            for (int i = 0; i < s->body.nz; i++) {
                z_less[i] = z[i] - 0.5 * ez[i];
                z_more[i] = z[i] + 0.5 * ez[i];
            }
            work += s->body.ops->elastic(s->body.self, command, more, z_more) -
                    s->body.ops->elastic(s->body.self, command, less, z_less);
        }
        work += s->body.ops->steady
                    ? 0
                    : kinetic(&s->body, more, v + s->v0) - kinetic(&s->body, less, v + s->v0);
    }
    return work;
}

double
quire_state_error_energy(struct quire_state *st, double t, const double *y, const double *v,
                         const double *a, double *error, double gamma)
{
    double work = 0;

    quire_state_held(st, t, clear_held, (void *[]){st, error});
    QUIRE_EACH(k, st->part, sheet)
    {
        if (st->sheet[k].entered) {
            work += st->system->sheet[k].ladder != NULL
                        ? quire_space_error_energy(st, k, t, y, v, a, error, gamma)
                        : of_sheet(st, k, t, y, v, a, error);
        }
    }
    QUIRE_EACH(k, st->part, mover)
    {
        const struct quire_small *s = st->system->small + k;
        if (s->body.nq == s->body.nv) {
            work += s->body.nv == 2 ? of_small(st, s, 2, y, v, a, error)
                                    : of_small(st, s, s->body.nv, y, v, a, error);
        }
    }
    return work + quire_state_touch_work(st, error, gamma);
}

/* Forces without potential along a small displacement. doc/theory/energy.md, 4. */
#include "step/truncation.h"

#include <string.h>

#include "evaluate/powers.h"
#include "force/holds.h"
#include "force/space_sheet.h"
#include "force/terms.h"
#include "machine/sheet_lines.h"
#include "state/commands.h"

/* held nodes are where they are told to be */
static void
clear_held(void *user, const struct quire_held *held)
{
    const struct quire_state *st = ((void **)user)[0];
    double *drift = ((void **)user)[1];

    quire_held_prescribe(st->system, held, (double[2]){0, 0}, drift);
}

/* what potentials take out again of a small body's own forces */
static double
of_small(const struct quire_state *st, const struct quire_small *s, int nv, const double *y,
         const double *drift)
{
    const struct quire_layout *l = &st->system->layout;
    const double *q = y + s->q0, *d = drift + s->v0;
    double work = 0;

    if (s->body.ops->stored != NULL) {
        double less[QUIRE_BODY_DOFS], more[QUIRE_BODY_DOFS];
        for (int i = 0; i < nv; i++) {
            less[i] = q[i] - 0.5 * d[i];
            more[i] = q[i] + 0.5 * d[i];
        }
        work += s->body.ops->stored(s->body.self, more) - s->body.ops->stored(s->body.self, less);
        work += quire_terms_stored_of_body(st, (int)(s - st->system->small), more[0]) -
                quire_terms_stored_of_body(st, (int)(s - st->system->small), less[0]);
        if (s->body.ops->elastic != NULL) {
            const struct quire_command *command = quire_state_command(st, s);
            const double *z = y + l->z0 + s->z0, *dz = drift + l->nv + s->z0;
            double z_less[QUIRE_BODY_STATES], z_more[QUIRE_BODY_STATES];
            for (int i = 0; i < s->body.nz; i++) {
                z_less[i] = z[i] - 0.5 * dz[i];
                z_more[i] = z[i] + 0.5 * dz[i];
            }
            work += s->body.ops->elastic(s->body.self, command, more, z_more) -
                    s->body.ops->elastic(s->body.self, command, less, z_less);
        }
    }
    return work;
}

double
quire_state_drift_work(struct quire_state *st, double t, const double *y, const double *middle,
                       double *drift)
{
    double work = 0;

    quire_state_held(st, t, clear_held, (void *[]){st, drift});
    QUIRE_EACH(k, st->part, sheet)
    {
        const struct quire_sheet *s = st->system->sheet + k;
        const double *d = drift + s->x0;
        if (st->sheet[k].entered && s->ladder != NULL) {
            work += quire_space_damping_work(st, k, t, y, d);
            quire_terms_spatial_work(st, k, t, y, d, &work);
        } else if (st->sheet[k].entered) {
            work += quire_chain_damping_work(&s->chain, &st->sheet[k].chain, d);
            quire_terms_planar_work(st, k, t, y, d, &work);
        }
    }
    QUIRE_EACH(k, st->part, mover)
    {
        const struct quire_small *s = st->system->small + k;
        if (s->body.nq == s->body.nv) {
            work += of_small(st, s, s->body.nv, middle, drift);
        }
    }
    return work;
}

void
quire_state_told_forces(const struct quire_state *st, double gamma, double *force)
{
    QUIRE_EACH(k, st->part, sheet)
    {
        const struct quire_sheet *s = st->system->sheet + k;
        memset(force + s->x0, 0, sizeof *force * s->size);
    }
    QUIRE_EACH(k, st->part, mover)
    {
        const struct quire_small *s = st->system->small + k;
        for (int i = s->v0; i < s->v0 + s->body.nv; i++) {
            force[i] = s->body.nq == s->body.nv ? st->own[i] : 0;
        }
    }
    quire_state_add_touch_forces(st, gamma, force);
}

#include "contact/touch/space_touch.h"

/* The body moves the place back by its shift; what is left of its velocity there, beside what that
 * counts, is `v`. */
void
quire_space_couple_rim(const struct space_touched *t, const struct action_changes *d,
                       const struct gradient forces[3], struct quire_space_change *change)
{
    const struct space_scatter *c = t->c;
    const struct space_place *p = t->p;
    const struct space_mover *b = t->mover;
    const struct space_action *a = &t->act;
    struct quire_state *st = c->state;
    const struct space_rim *rim = b->soft;
    struct quire_space_coupling *coupling =
        new_space_coupling(st, b->small, c->sheet, p->station, p->column);
    struct quire_space_rim *flows =
        change != NULL && coupling != NULL ? st->space_rim + st->n_space_rim++ : NULL;
    struct gradient own[QUIRE_BODY_DOFS];

    if (coupling == NULL) {
        return;
    }
    for (int i = 0; i < rim->n; i++) {
        const quire_v4 x = rim->x[i];
        own[i] = sum2(mix2(x[0], forces[0], x[1], forces[1]),
                      mix2(x[2], forces[2], dot3(a->force, rim->swings[i]), t->f->turn));
    }
    for (int k = 0; k < rim->n; k++) {
        const quire_v4 h = rim->shift[k], v = c->cv * (h - rim->x[k]) - c->cq * rim->more[k];
        struct space_action more = {.pair = a->pair};
        double flow[QUIRE_SPACE_FLOWING];
        const double one = respond(t, v, 0, flow, &more);
        const quire_v4 force =
            ((h[0] * d->force[0] + h[1] * d->force[1]) + h[2] * d->force[2]) - more.force;
        const quire_v4 pair =
            ((h[0] * d->pair[0] + h[1] * d->pair[1]) + h[2] * d->pair[2]) - more.moment * a->pair;
        put_coupling(coupling, k, p, a, force, pair, (double[2]){dot3(h, p->s.p), dot3(h, p->t.p)},
                     own + k, 2);
        for (int i = 0; i < rim->n; i++) {
            b->self[i][k] -= dot3(own[i].p, h) - dot3(rim->x[i], more.force) -
                             c->cq * dot3(a->force, rim->bend[i][k]);
        }
        for (int j = 0; flows != NULL && j < QUIRE_SPACE_FLOWING; j++) {
            flows->by[j][k] = flow[j];
        }
        if (flows != NULL) {
            flows->shift[k] = h;
            flows->normal[k] = one;
        }
    }
    if (flows != NULL) {
        change->small = b->small;
        change->rim = (int)(flows - st->space_rim);
        change->by_slip[0] = change->by_slip[1] = 0;
    }
}

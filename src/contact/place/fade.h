/* Shares that change with a's place and its direction, as at ends of guides, in mouths and over the
 * ends of other sheets. With them the law's forces change, and the potential U of the law, of which
 * the share s acts, has the force -U grad(s), so that no energy appears as they do.
 *
 * Who fades a place tells the share's gradient and second derivatives, which follow from numbers of
 * second order (contact/place/second.h) in one or two quantities. doc/theory/place.md, 5 */
#ifndef QUIRE_CONTACT_PLACE_FADE_H
#define QUIRE_CONTACT_PLACE_FADE_H

#include "contact/place/place.h"

struct place_fade {
    struct flat w, t;             /* gradient by place and direction */
    quire_v4 ww[4], wt[4], tt[4]; /* second derivatives, row-major */
    quire_v4 stored, elastic; /* by the law, without share [J]; its force with a potential [N] */
    quire_v4 force, friction; /* of the laws, without share [N] */
};

/* what the forms have besides */
QUIRE_INLINE void
add_fade(const struct place *p, const struct place_fade *f, double cq, struct forms *to)
{
    const quire_v4 q = quire_all4(cq), less = -cq * f->stored;
    const struct flat law = mix(q * p->force, p->n, q * p->rub, left(p->n)),
                      moment = times(-q * p->a.arm * p->rub, p->a.pair),
                      out = times(q * f->elastic, p->n); /* -grad U */
    const quire_v4 tw[4] = {f->wt[0], f->wt[2], f->wt[1], f->wt[3]};

    add_outer(to->f_w, law, f->w);
    add_outer(to->f_a, law, f->t);
    add_outer(to->a_w, moment, f->w);
    add_outer(to->a_a, moment, f->t);
    add_outer(to->f_w, f->w, out);
    add_outer(to->a_w, f->t, out);
    add_scaled(to->f_w, less, f->ww);
    add_scaled(to->f_a, less, f->wt);
    add_scaled(to->a_w, less, tw);
    add_scaled(to->a_a, less, f->tt);
}

#endif

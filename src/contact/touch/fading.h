/* Shares of laws that change with the place, without losing energy. */
#ifndef QUIRE_CONTACT_TOUCH_FADING_H
#define QUIRE_CONTACT_TOUCH_FADING_H

#include "contact/place/second.h"
#include "contact/touch/places.h"

/* of the second derivative of the share: times (p q' + q p') / 2 */
QUIRE_INLINE void
add_product(struct fading *fading, double times, form p, form q)
{
    if (times != 0 && fading->n < FADES) {
        fading->product[fading->n].p = p;
        fading->product[fading->n].q = q;
        fading->product[fading->n++].times = times;
    }
}

/* The share is multiplied by w, whose gradient is a form. Returns what it was. */
QUIRE_INLINE double
fade(struct facing *f, struct fading *fading, double w, form d_w)
{
    const double share = f->share;
    const form before = fading->by, moves = share * d_w;

    scale_fading(fading, w);
    if (f->fading != NULL) {
        add_product(fading, 2, before, d_w);
    }
    fading->by += moves;
    f->d_share = w * f->d_share + moves;
    f->share *= w;
    f->fading = fading;
    return share;
}

/* The same by a factor of two quantities, whose gradients are u and v; their second derivatives are
 * left to the caller. Returns what the share was. */
QUIRE_INLINE double
fade_by(struct facing *f, struct fading *fading, struct second w, form u, form v)
{
    const double share = fade(f, fading, w.x, w.d[0] * u + w.d[1] * v);

    add_product(fading, share * w.dd[0], u, u);
    add_product(fading, 2 * share * w.dd[1], u, v);
    add_product(fading, share * w.dd[2], v, v);
    return share;
}

#endif

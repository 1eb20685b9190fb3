#include "law/dashpot.h"

/* NaN goes through, and is no contact of its own making: overlap <= 0 is false for it */
static inline void
evaluate(const struct quire_dashpot *c, double overlap, double closing, double *force,
         double *d_overlap, double *d_closing, double *elastic)
{
    const double d = quire_law_bounded(overlap), rate = quire_law_bounded(closing);
    const double back = c->stiffness * d, sum = back + c->damping * rate;
    const bool open = d <= 0.0, off = open || (sum <= 0.0 && !c->pulls);
    *elastic = open ? 0.0 : back;
    *force = off ? 0.0 : sum;
    *d_overlap = off ? 0.0 : c->stiffness;
    *d_closing = off ? 0.0 : c->damping;
}

void
quire_dashpot_eval(const void *compiled, const struct quire_normal_in *in,
                   struct quire_normal_out *out)
{
    evaluate(compiled, in->overlap, in->closing, &out->force, &out->d_overlap, &out->d_closing,
             &out->elastic);
}

void
quire_dashpot_eval_lanes(const void *compiled, struct quire_normal_lanes *l)
{
    const struct quire_dashpot c = *(const struct quire_dashpot *)compiled;
    for (int i = 0; i < QUIRE_LAW_LANES; i++) {
        evaluate(&c, l->overlap[i], l->closing[i], &l->force[i], &l->d_overlap[i], &l->d_closing[i],
                 &l->elastic[i]);
    }
}

double
quire_dashpot_stored(const void *compiled, double overlap)
{
    const double d = quire_law_bounded(overlap);
    return d > 0.0 ? 0.5 * ((const struct quire_dashpot *)compiled)->stiffness * d * d : 0.0;
}

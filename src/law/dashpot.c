#include "law/dashpot.h"

void
quire_dashpot_eval(const void *compiled, const struct quire_normal_in *in,
                   struct quire_normal_out *out)
{
    const struct quire_dashpot *c = compiled;
    const double d = quire_law_bounded(in->overlap), rate = quire_law_bounded(in->closing);
    const double back = c->stiffness * d, sum = back + c->damping * rate;
    const bool open = d <= 0.0, off = open || (sum <= 0.0 && !c->pulls);
    out->elastic = open ? 0.0 : back;
    out->force = off ? 0.0 : sum;
    out->d_overlap = off ? 0.0 : c->stiffness;
    out->d_closing = off ? 0.0 : c->damping;
}

QUIRE_CLONES void
quire_dashpot_eval_lanes(const void *compiled, struct quire_normal_lanes *l)
{
    const struct quire_dashpot *c = compiled;
    const quire_v4 k = quire_all4(c->stiffness), damping = quire_all4(c->damping),
                   zero = quire_all4(0.0);
    const quire_v4 d = quire_law_bounded4(quire_lanes(l->overlap)),
                   rate = quire_law_bounded4(quire_lanes(l->closing));
    const quire_v4 back = k * d, sum = back + damping * rate;
    const quire_mask4 touches = ~(d <= zero), stays = c->pulls ? touches : touches & ~(sum <= zero);
    quire_set_lanes(l->elastic, quire_where4(touches, back));
    quire_set_lanes(l->force, quire_where4(stays, sum));
    quire_set_lanes(l->d_overlap, quire_where4(stays, k));
    quire_set_lanes(l->d_closing, quire_where4(stays, damping));
}

double
quire_dashpot_stored(const void *compiled, double overlap)
{
    const double d = quire_law_bounded(overlap);
    return d > 0.0 ? 0.5 * ((const struct quire_dashpot *)compiled)->stiffness * d * d : 0.0;
}

/* A linear spring and dashpot, N = k d + c d', that may hold back until the surfaces part. Its
 * force jumps by c d' at touch; at release too if it may pull. */
#ifndef QUIRE_LAW_DASHPOT_H
#define QUIRE_LAW_DASHPOT_H

#include "kind/law.h"
#include "law/bounded.h"

struct quire_dashpot {
    double stiffness, damping; /* k [N/m], c [N s/m] */
    bool pulls;                /* not cut at zero while d > 0 */
};

/* The functions of struct quire_normal_law for a compiled law that begins with a dashpot. */
void quire_dashpot_eval(const void *compiled, const struct quire_normal_in *in,
                        struct quire_normal_out *out);
void quire_dashpot_eval_lanes(const void *compiled, struct quire_normal_lanes *lanes);
double quire_dashpot_stored(const void *compiled, double overlap);

/* The members of struct quire_normal_law that laws with such a compiled law have in common. */
#define QUIRE_DASHPOT_OPS                                                                          \
    .compiled_size = sizeof(struct quire_dashpot), .may_pull = true,                               \
    .traits = QUIRE_LAW_JUMPS_AT_TOUCH, .release = QUIRE_RELEASE_CHOSEN,                           \
    .eval = quire_dashpot_eval, .eval_lanes = quire_dashpot_eval_lanes,                            \
    .stored = quire_dashpot_stored

_Static_assert(sizeof(struct quire_dashpot) <= QUIRE_LAW_COMPILED, "compiled law too large");

#endif

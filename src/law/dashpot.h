/* A linear spring and dashpot, N = k d + c d', that may hold back until the surfaces part. Its force
 * jumps by c d' at touch; at release too if it may pull. */
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

#endif

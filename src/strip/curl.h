/* Rest curvature: the one energy of the ladder that is no polynomial.
 * doc/theory/spatial-sheet.md, 7. */
#ifndef QUIRE_STRIP_CURL_H
#define QUIRE_STRIP_CURL_H

#include <stdbool.h>

#include "strip/kernel.h"

/* Whether a sheet has any. */
static inline bool
quire_curled(const struct quire_ladder *ladder)
{
    return ladder->curl_md != 0 || (ladder->curl_cd != 0 && ladder->m > 2);
}

/* Energy [J]; forces added to f [N]; s += -cq df/dq. */
double quire_curl_energy(const struct quire_ladder *ladder, const struct quire_ladder_work *work,
                         const double *q);
void quire_curl_forces(const struct quire_ladder *ladder, const struct quire_ladder_work *work,
                       const double *q, double *f);
void quire_curl_matrix(const struct quire_ladder *ladder, const struct quire_ladder_work *work,
                       const double *q, double cq, struct quire_slabs *s);

#endif

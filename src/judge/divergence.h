/* Guards against motion that nothing in the machine explains: diagnosed long before numbers
 * overflow. */
#ifndef QUIRE_JUDGE_DIVERGENCE_H
#define QUIRE_JUDGE_DIVERGENCE_H

#include "kind/view.h"
#include "machine/system.h"

struct quire_divergence {
    double centre[2], size; /* of the machine [m] */
    double gravity;         /* [m/s^2] */
    double fastest;         /* [m/s]: of drives, belts and starts, and what loads have paid for */
    const char *about;      /* the sheet or body that the last diagnosis concerns */
};

void quire_divergence_init(struct quire_divergence *self, const struct quire_system *system);

/* NULL if all is well, else the diagnosis ("left-domain", "energy-runaway") with a sentence in
 * text. */
const char *quire_divergence_check(struct quire_divergence *self, const struct quire_view *view,
                                   char *text, size_t size);

#endif

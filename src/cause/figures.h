/* Figures of the drive that a cause names: how fast it and the others turn, and what its clutch
 * carries. */
#ifndef QUIRE_CAUSE_FIGURES_H
#define QUIRE_CAUSE_FIGURES_H

#include "result/result.h"

/* Adds them; nothing to a cause that names no drive. */
void quire_figures_add(const struct quire_view *view, struct quire_why *out);

#endif

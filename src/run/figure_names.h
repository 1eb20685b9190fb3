/* Which figures runs of a model may have, known before any is executed. */
#ifndef QUIRE_RUN_FIGURE_NAMES_H
#define QUIRE_RUN_FIGURE_NAMES_H

#include <quire/run.h>

#include "result/figures.h"

/* The figures of a run of `model` whose names begin as `figure` does, up to its first dot, and some
 * others. A signal of a sensor, the passing of a nip or a rule count as having come for every
 * sheet. *known is false where that cannot be told: of runs that are not transient, unless `figure`
 * is among them, and where no run can be built. Clear with quire_figures_clear(). QUIRE_ERROR_LIMIT
 * when memory runs out. */
quire_status quire_possible_figures(const quire_model *model, const char *figure,
                                    struct quire_figures *out, bool *known);

/* Where a figure's name begins with the kind of a check that has a name: that of the figure that is
 * meant, one of `possible`; NULL: it does not, or there is none. */
const char *quire_figure_of_named_check(const quire_model *model,
                                        const struct quire_figures *possible, const char *figure);

#endif

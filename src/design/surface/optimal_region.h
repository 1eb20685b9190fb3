/* Regions of optimal designs: the points to choose among, and averages over them. */
#ifndef QUIRE_DESIGN_SURFACE_OPTIMAL_REGION_H
#define QUIRE_DESIGN_SURFACE_OPTIMAL_REGION_H

#include "design/surface/optimal_terms.h"

#define QUIRE_OPTIMAL_CANDIDATES_MOST 20000

struct quire_optimal_region {
    struct quire_optimal_model model;
    struct quire_formula *where; /* NULL: everywhere */
    uint64_t all;                /* combinations of levels */
    size_t n;                    /* of them the candidates */
    uint32_t *number;            /* of each candidate (n) */
    double *row;                 /* its terms (n x model.n) */
};

/* Model, levels and the condition of a region; `where` may be NULL. Clear in the end. */
quire_status quire_optimal_region_make(struct quire_optimal_region *out,
                                       const struct quire_design_task *task, const char *terms,
                                       const char *where, long grid);
void quire_optimal_region_clear(struct quire_optimal_region *region);

/* X'X of the points that are augmented (model.n x model.n), n of them; refused where they and
 * `points` new ones are fewer than the columns. */
quire_status quire_optimal_given(const struct quire_optimal_region *region,
                                 const struct quire_design_task *task, size_t points,
                                 double *matrix, size_t *n);
/* Lists the candidates; refused where they and the points given do not determine the terms. */
quire_status quire_optimal_candidates(struct quire_optimal_region *region,
                                      const struct quire_design_task *task, const double *given);
/* Averages of products of terms over the region (model.n x model.n). */
quire_status quire_optimal_moments(const struct quire_optimal_region *region,
                                   const struct quire_design_task *task, double *out);

/* x x' times a weight on top of a matrix (p x p). */
void quire_optimal_add(double *matrix, const double *x, double weight, size_t p);

#endif

/* Regions of failure, by the directions in which failures lie. */
#ifndef QUIRE_STAT_RELIABILITY_MODES_H
#define QUIRE_STAT_RELIABILITY_MODES_H

#include <stdbool.h>
#include <stddef.h>

/* Parts failures u (count * n) into at most `most` regions, by k-means on the sphere, regions
 * within 41 degrees of each other being one: means (most * n) and shares (most), in all 1. *out_n:
 * regions, 0 without failures. False if memory ran out. */
bool quire_failure_modes(const double *u, size_t count, size_t n, size_t most, double *mean,
                         double *share, size_t *out_n);

#endif

/* Least squares of many rows, which are made block by block, used and forgotten: what is kept does
 * not grow with their number, but for one number each. */
#ifndef QUIRE_STAT_QR_ROWS_H
#define QUIRE_STAT_QR_ROWS_H

#include "stat/qr.h"

#define QUIRE_ROWS_LIMIT 50000 /* smaller matrices are factored whole */
#define QUIRE_ROWS_BLOCK 1024

/* A matrix of m rows that makes some of them when it is asked. */
struct quire_rows {
    size_t m, n;
    /* rows first, first + 1, ... (count, n) by columns */
    void (*read)(const void *of, size_t first, size_t count, double *out);
    const void *of;
    size_t block; /* rows read at once; 0: QUIRE_ROWS_BLOCK */
};

/* The upper triangle R of [A | y] = Q R (n + 1, n + 1), by columns: as rows of a matrix and
 * response it has the sums of squares and products of all rows. Columns that depend on earlier ones
 * are left where they are. False if memory ran out. */
bool quire_rows_triangle(double *r, const struct quire_rows *rows, const double *y);

/* With `qr` (n + 1, n) the first n columns of that triangle factored: b (n) with |y - A b|
 * smallest, 0 for dependent columns, and the residual (m). Refined as quire_qr_solve() does it
 * where columns are nearly dependent. False if memory ran out. */
bool quire_rows_solve(const struct quire_qr *qr, const double *triangle,
                      const struct quire_rows *rows, const double *y, double *b, double *residual);

/* The part of each unit vector that is in the columns' space (m). False if memory ran out. */
bool quire_rows_leverages(const struct quire_qr *qr, const struct quire_rows *rows,
                          double *leverage);

/* sum[group[i]] (n_group, rank) += row i of the independent columns times weight[i], rows in
 * ascending order. False if memory ran out. */
bool quire_rows_add_by_group(const struct quire_qr *qr, const struct quire_rows *rows,
                             const double *weight, const size_t *group, double *sum);

#endif

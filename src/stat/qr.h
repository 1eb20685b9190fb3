/* Least squares by Householder's reflections, the same bits on every processor. Matrices are stored
 * by columns. */
#ifndef QUIRE_STAT_QR_H
#define QUIRE_STAT_QR_H

#include <stdbool.h>
#include <stddef.h>

/* A = Q R with the columns in the order given, but those that depend on earlier ones, to 1e-12 of
 * their length, moved behind. */
struct quire_qr {
    size_t m, n, rank;
    double *a;      /* (m, n): R on and above the diagonal, the reflections below */
    double *beta;   /* (n) */
    size_t *column; /* (n): which column of A stands where; the first `rank` ones are independent */
};

/* Start with {0}; clear in the end. False if memory ran out. */
bool quire_qr_factor(struct quire_qr *qr, size_t m, size_t n, const double *a);
void quire_qr_clear(struct quire_qr *qr);

/* y (m) becomes Q' y: its first `rank` numbers are the effects */
void quire_qr_transposed(const struct quire_qr *qr, double *y);
void quire_qr_product(const struct quire_qr *qr, double *y); /* Q y */
/* b (rank) becomes R^-1 b, and R'^-1 b, of the independent columns. */
void quire_qr_back(const struct quire_qr *qr, double *b);
void quire_qr_forward(const struct quire_qr *qr, double *b);

/* b (n) with |y - A b| smallest, 0 for dependent columns, and the residual (m) with the effects
 * (rank; may be NULL). Refined with residuals of twice the digits (Bjoerck 1967), so that columns
 * that are nearly dependent cost few digits. False if memory ran out. */
bool quire_qr_solve(const struct quire_qr *qr, const double *a, const double *y, double *b,
                    double *residual, double *effect);

#endif

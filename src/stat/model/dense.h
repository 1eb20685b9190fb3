/* Symmetric matrices, dense and stored by rows, with the same bits on every processor. */
#ifndef QUIRE_STAT_MODEL_DENSE_H
#define QUIRE_STAT_MODEL_DENSE_H

#include <stdbool.h>
#include <stddef.h>

double quire_dense_dot(size_t n, const double *x, const double *y);
/* A = L L', in place of the triangle a[i n + j] with j <= i. Of the first `diagonal` rows only the
 * diagonal is not 0. False if A is not positive definite. */
bool quire_dense_factor(size_t n, size_t diagonal, double *a);
void quire_dense_forward(size_t n, size_t diagonal, const double *l, double *b); /* L^-1 b */
/* Of such a matrix (all n^2 numbers), its inverse; a becomes L. */
bool quire_dense_invert(size_t n, double *a, double *inverse);
/* out (n) = A x of a full matrix; x'A y */
void quire_dense_product(size_t n, const double *a, const double *x, double *out);
double quire_dense_form(size_t n, const double *x, const double *a, const double *y);

#endif

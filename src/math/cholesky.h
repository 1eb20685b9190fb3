/* Cholesky's factor U of a dense symmetric positive definite matrix, A = U'U, row-major. Only upper
 * triangles are read and written. Each number is a sum in an order of its own that no width of
 * vectors changes. */
#ifndef QUIRE_MATH_CHOLESKY_H
#define QUIRE_MATH_CHOLESKY_H

#include <stdbool.h>
#include <stddef.h>

/* In place; false where A is not positive definite. */
bool quire_cholesky(size_t n, double *a);
/* b = U'^-1 b, and b = U^-1 b: one after the other, A^-1 b. */
void quire_cholesky_forward(size_t n, const double *u, double *b);
void quire_cholesky_backward(size_t n, const double *u, double *b);
/* A^-1 with both triangles; z (n x n) is room. */
void quire_cholesky_inverse(size_t n, const double *u, double *inverse, double *z);

#endif

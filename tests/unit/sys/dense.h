/* Dense linear algebra to compare with. */
#ifndef QUIRE_TESTS_DENSE_H
#define QUIRE_TESTS_DENSE_H

#include <stddef.h>

/* b = A^-1 b by elimination with partial pivoting; a (n x n, row-major) is destroyed. */
void dense_solve(double *a, size_t n, double *b);
/* r = A x */
void dense_multiply(const double *a, size_t n, const double *x, double *r);
/* The largest |a - b| relative to the largest |b|. */
double dense_distance(const double *a, const double *b, size_t n);

#endif

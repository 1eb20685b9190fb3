/* Eigenvalues and singular values of small dense matrices by Jacobi's rotations: a few rounding
 * errors of each value, whatever the others are. */
#ifndef QUIRE_MATH_JACOBI_H
#define QUIRE_MATH_JACOBI_H

#include <stdbool.h>
#include <stddef.h>

/* Eigenvalues of a symmetric matrix (n, n), in ascending order, to value (n). Of the matrix a[j n +
 * i] with i <= j is looked at; its columns a + j n become the orthonormal eigenvectors. False if
 * memory ran out, or if what was given is not finite: then a and value hold anything. */
bool quire_eigenvalues(size_t n, double *a, double *value);

/* A (m, n) = U S V': the rows a + i n become those of U S, value (n) the singular values, in no
 * order, and v (n, n) the rows of V', in the same order. A column of zeros stays one. False if what
 * was given is not finite: then all three hold anything. */
bool quire_singular_values(size_t m, size_t n, double *a, double *value, double *v);

#endif

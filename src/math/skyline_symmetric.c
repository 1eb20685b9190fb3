#include "math/skyline_symmetric.h"

#include <stdlib.h>
#include <string.h>

int
quire_skyline_create(struct quire_skyline *s, int n, const int *first)
{
    const size_t rows = (size_t)n;

    s->n = n;
    s->first = malloc(sizeof *s->first * (rows + 1));
    s->row = malloc(sizeof *s->row * (rows + 1));
    if (s->first == NULL || s->row == NULL) {
        quire_skyline_destroy(s);
        return -1;
    }
    s->row[0] = 0;
    for (size_t i = 0; i < rows; i++) {
        s->first[i] = first[i];
        s->row[i + 1] = s->row[i] + i + 1 - (size_t)first[i];
    }
    return 0;
}

void
quire_skyline_destroy(struct quire_skyline *s)
{
    free(s->first);
    free(s->row);
    *s = (struct quire_skyline){0};
}

/* row i less what the rows above have taken: a_ij becomes l_ij d_j */
static void
reduce_row(const struct quire_skyline *s, double *a, int i)
{
    const int begin = s->first[i];
    double *row = a + s->row[i] - begin;

    for (int j = begin + 1; j < i; j++) {
        const int from = s->first[j] > begin ? s->first[j] : begin;
        const double *above = a + s->row[j] - s->first[j];
        double sum = 0;
        for (int k = from; k < j; k++) {
            sum += row[k] * above[k];
        }
        row[j] -= sum;
    }
}

int
quire_skyline_factorise(const struct quire_skyline *s, double *a)
{
    int negative = 0;

    for (int i = 0; i < s->n; i++) {
        double *row = a + s->row[i] - s->first[i], pivot = row[i];
        reduce_row(s, a, i);
        for (int j = s->first[i]; j < i; j++) {
            const double l = row[j] / a[s->row[j + 1] - 1];
            pivot -= row[j] * l;
            row[j] = l;
        }
        row[i] = pivot < 0 || pivot > 0 ? pivot : 1;
        negative += pivot < 0;
    }
    return negative;
}

void
quire_skyline_solve(const struct quire_skyline *s, const double *factor, double *b)
{
    for (int i = 0; i < s->n; i++) {
        const double *row = factor + s->row[i] - s->first[i];
        for (int j = s->first[i]; j < i; j++) {
            b[i] -= row[j] * b[j];
        }
    }
    for (int i = 0; i < s->n; i++) {
        b[i] /= factor[s->row[i + 1] - 1];
    }
    for (int i = s->n - 1; i > 0; i--) {
        const double *row = factor + s->row[i] - s->first[i];
        for (int j = s->first[i]; j < i; j++) {
            b[j] -= row[j] * b[i];
        }
    }
}

void
quire_skyline_multiply(const struct quire_skyline *s, const double *a, const double *x, double *y)
{
    memset(y, 0, sizeof *y * (size_t)s->n);
    for (int i = 0; i < s->n; i++) {
        const double *row = a + s->row[i] - s->first[i];
        for (int j = s->first[i]; j < i; j++) {
            y[i] += row[j] * x[j];
            y[j] += row[j] * x[i];
        }
        y[i] += row[i] * x[i];
    }
}

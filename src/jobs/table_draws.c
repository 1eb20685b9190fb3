/* Which rows of a table met the same noise. */
#include <stdlib.h>

#include "jobs/table_parts.h"
#include "stat/summary.h"

struct drawn {
    const double *noise; /* (n) */
    size_t n, row;
};

static int
compare_noise(const struct drawn *x, const struct drawn *y)
{
    for (size_t i = 0; i < x->n; i++) {
        if (x->noise[i] != y->noise[i]) {
            return x->noise[i] < y->noise[i] ? -1 : 1;
        }
    }
    return 0;
}

static int
compare(const void *a, const void *b)
{
    const struct drawn *x = a, *y = b;
    const int by_noise = compare_noise(x, y);

    return by_noise != 0 ? by_noise : (x->row > y->row) - (x->row < y->row);
}

static void
take_noise(double *noise, const struct quire_runs *runs, size_t row)
{
    for (size_t i = 0; i < runs->n_varied; i++) {
        const struct quire_varied *v = &runs->varied[i];
        if (v->noise) {
            *noise++ = v->words ? (v->which != NULL ? (double)v->which[row] : 0) : v->coded[row];
        }
    }
}

bool
doe_table_number_draws(struct doe_table_reading *r, size_t *draws)
{
    const struct quire_runs *runs = &r->out->of;
    size_t k = 0;

    for (size_t i = 0; i < runs->n_varied; i++) {
        k += runs->varied[i].noise;
    }
    double *noise = calloc(runs->n * k + 1, sizeof *noise);
    struct drawn *drawn = calloc(runs->n + 1, sizeof *drawn);
    const bool good = noise != NULL && drawn != NULL;
    for (size_t i = 0; good && i < runs->n; i++) {
        drawn[i] = (struct drawn){noise + i * k, k, i};
        take_noise(noise + i * k, runs, i);
    }
    if (good) {
        quire_sort_records(drawn, runs->n, sizeof *drawn, compare);
    }
    *draws = 0;
    for (size_t i = 0; good && i < runs->n; i++) {
        const bool same = i > 0 && compare_noise(&drawn[i - 1], &drawn[i]) == 0;
        *draws += !same;
        r->of.draw[drawn[i].row] = *draws - 1;
    }
    free(noise);
    free(drawn);
    return good;
}

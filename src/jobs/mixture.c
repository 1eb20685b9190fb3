#include "jobs/mixture.h"

#include <math.h>
#include <string.h>

#define ROUNDING 1e-9 /* of a total, or of a unit */

/* the SI value of a number, which many runs have as a coded one alone */
static double
number_at(const struct doe_columns *c, size_t i, size_t r)
{
    const struct quire_varied *v = &c->varied[i];

    return c->si[i] != NULL
               ? c->si[i][r]
               : 0.5 * (v->low_si + v->high_si) + 0.5 * (v->high_si - v->low_si) * c->coded[i][r];
}

static bool
may_be_component(const struct doe_columns *c, size_t i, const char *unit)
{
    const struct quire_varied *v = &c->varied[i];
    bool varies = false;

    if (v->noise || v->words || v->logarithmic || strcmp(v->unit, unit) != 0) {
        return false;
    }
    for (size_t r = 0; r < c->n; r++) {
        if (!(number_at(c, i, r) >= -ROUNDING)) {
            return false;
        }
        varies = varies || number_at(c, i, r) != number_at(c, i, 0);
    }
    return varies;
}

/* of all components of this unit: the same in all runs; 0: it is not. Marks them. */
static double
total_of(struct doe_columns *c, const char *unit)
{
    double total = 0;
    size_t components = 0;

    for (size_t i = 0; i < c->n_varied; i++) {
        c->varied[i].component = may_be_component(c, i, unit);
        components += c->varied[i].component;
    }
    bool same = components > 1;
    for (size_t r = 0; same && r < c->n; r++) {
        double sum = 0;
        for (size_t i = 0; i < c->n_varied; i++) {
            sum += c->varied[i].component ? number_at(c, i, r) : 0;
        }
        same = r == 0 || fabs(sum - total) <= ROUNDING * total;
        total = r == 0 ? sum : total;
    }
    for (size_t i = 0; !same && i < c->n_varied; i++) {
        c->varied[i].component = false;
    }
    return same ? total : 0;
}

static void
code_by_share(struct doe_columns *c, size_t i, double total)
{
    struct quire_varied *v = &c->varied[i];

    for (size_t r = 0; r < c->n; r++) {
        c->coded[i][r] = number_at(c, i, r) / total;
    }
    v->low = v->high = NULL;
    v->low_si = -total; /* coded values are linear, 0 at 0 and 1 at the total */
    v->high_si = total;
}

void
doe_columns_find_mixture(struct doe_columns *c)
{
    double total = 0;

    for (size_t i = 0; c->n > 1 && !(total > 0) && i < c->n_varied; i++) {
        total = total_of(c, c->varied[i].unit);
    }
    for (size_t i = 0; total > 0 && i < c->n_varied; i++) {
        if (c->varied[i].component) {
            code_by_share(c, i, total);
        }
    }
}

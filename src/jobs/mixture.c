#include "jobs/mixture.h"

#include <math.h>
#include <string.h>

#define ROUNDING 1e-9 /* of a total */

static bool
may_be_component(const struct doe_columns *c, size_t i, const char *unit)
{
    const struct quire_varied *v = &c->varied[i];
    bool varies = false;

    if (v->noise || v->words || v->logarithmic || strcmp(v->unit, unit) != 0) {
        return false;
    }
    for (size_t r = 0; r < c->n; r++) {
        if (!(c->si[i][r] >= 0)) {
            return false;
        }
        varies = varies || c->si[i][r] != c->si[i][0];
    }
    return varies;
}

/* the same in all runs; 0: it is not */
static double
total_of(const struct doe_columns *c, const char *unit)
{
    double total = 0;
    size_t components = 0;

    for (size_t r = 0; r < c->n; r++) {
        double sum = 0;
        components = 0;
        for (size_t i = 0; i < c->n_varied; i++) {
            if (may_be_component(c, i, unit)) {
                sum += c->si[i][r];
                components++;
            }
        }
        if (components < 2 || (r > 0 && fabs(sum - total) > ROUNDING * total)) {
            return 0;
        }
        total = r == 0 ? sum : total;
    }
    return components > 1 ? total : 0;
}

static void
code_by_share(struct doe_columns *c, size_t i, double total)
{
    struct quire_varied *v = &c->varied[i];

    for (size_t r = 0; r < c->n; r++) {
        c->coded[i][r] = c->si[i][r] / total;
    }
    v->component = true;
    v->low = v->high = NULL;
    v->low_si = -total; /* coded values are linear, 0 at 0 and 1 at the total */
    v->high_si = total;
}

void
doe_columns_find_mixture(struct doe_columns *c)
{
    for (size_t first = 0; first < c->n_varied; first++) {
        const char *unit = c->varied[first].unit;
        const double total = may_be_component(c, first, unit) && c->n > 1 ? total_of(c, unit) : 0;
        for (size_t i = first; total > 0 && i < c->n_varied; i++) {
            if (may_be_component(c, i, unit)) {
                code_by_share(c, i, total);
            }
        }
        if (total > 0) {
            return;
        }
    }
}

#include "model_case.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

static void
add_products(struct model_terms *out, size_t k, struct quire_term from, size_t order)
{
    const size_t first = from.order > 0 ? from.predictor[from.order - 1] + 1 : 0;

    if (from.order == order) {
        out->term[out->n++] = from;
        return;
    }
    for (size_t i = first; i < k; i++) {
        struct quire_term more = from;
        more.predictor[more.order++] = i;
        add_products(out, k, more, order);
    }
}

struct model_terms
model_products(size_t k, size_t order, bool squares)
{
    struct model_terms out = {0};

    for (size_t o = 0; o <= order; o++) {
        add_products(&out, k, (struct quire_term){0}, o);
    }
    for (size_t i = 0; squares && i < k; i++) {
        out.term[out.n++] = (struct quire_term){2, {i, i}};
    }
    return out;
}

struct model_case
model_case_read(const char *set, struct model_terms terms)
{
    struct model_case c = {.data = reference_data(set), .terms = terms};
    struct quire_predictor predictor[REFERENCE_CELLS];

    for (size_t j = 1; j < c.data.n; j++) {
        predictor[j - 1] =
            (struct quire_predictor){c.data.n_level[j], c.data.column[j], c.data.level[j]};
    }
    cr_assert(quire_regressors_make(&c.x, predictor, c.terms.term, c.terms.n, NULL, c.data.m));
    c.y = c.data.column[0];
    return c;
}

void
model_case_clear(struct model_case *c)
{
    quire_regressors_clear(&c->x);
    reference_data_clear(&c->data);
}

double
model_wanted(const char *table, const char *set, const char *what, long i)
{
    char key[100];
    double wanted;

    snprintf(key, sizeof key, i < 0 ? "%s" : "%s.%ld", what, i);
    cr_assert(reference_find(table, set, key, &wanted), "%s: no row %s,%s", table, set, key);
    return wanted;
}

void
model_agrees(const char *table, const char *set, const char *what, long i, double value,
             double error)
{
    const double wanted = model_wanted(table, set, what, i);

    cr_expect(reference_near(value, wanted, error), "%s %s.%ld: %.17g, not %.17g (%.1e)", set, what,
              i, value, wanted, fabs(value / wanted - 1));
}

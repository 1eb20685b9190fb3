/* Data sets with their regressors, for tests of the analyses of models. */
#ifndef QUIRE_TESTS_MODEL_CASE_H
#define QUIRE_TESTS_MODEL_CASE_H

#include "fixtures/references.h"
#include "stat/regressors.h"

#define CASE_TERMS 32

/* Terms of the columns behind the response, the first one. */
struct model_terms {
    size_t n;
    struct quire_term term[CASE_TERMS];
};

struct model_case {
    struct reference_data data;
    struct model_terms terms;
    struct quire_regressors x;
    const double *y;
};

/* The constant and all products of at most `order` different ones of the first k columns; their
 * squares after them. */
struct model_terms model_products(size_t k, size_t order, bool squares);

struct model_case model_case_read(const char *set, struct model_terms terms);
void model_case_clear(struct model_case *c);

/* Row "set,what" (i < 0) or "set,what.i" of a table; fails the test if there is none. */
double model_wanted(const char *table, const char *set, const char *what, long i);
/* Fails the test unless value is the table's to a relative error. */
void model_agrees(const char *table, const char *set, const char *what, long i, double value,
                  double error);

#endif

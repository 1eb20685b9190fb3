/* Terms of linear models and the matrix that they make of runs. */
#ifndef QUIRE_STAT_REGRESSORS_H
#define QUIRE_STAT_REGRESSORS_H

#include <stdbool.h>
#include <stddef.h>

#include "stat/qr_rows.h"

/* What is varied. Levels count in sum contrasts: n_level - 1 columns, the last level -1 in all of
 * them. */
struct quire_predictor {
    size_t n_level;      /* 0: a number */
    const double *x;     /* (runs), of numbers */
    const size_t *level; /* (runs), of levels */
};

#define QUIRE_TERM_ORDER 20 /* higher powers of coded values tell nothing from rounding */

/* A product of predictors, in ascending order; one twice is its square. Order 0 is the constant. */
struct quire_term {
    size_t order, predictor[QUIRE_TERM_ORDER];
};

/* Every predictor of a is in b as often at least, as x is in x z and x^2. */
bool quire_term_within(const struct quire_term *a, const struct quire_term *b);

/* Reads terms, "a + b + a*b + a^2", of names that `find` knows (its number; -1: none), into term
 * (room for `most`), each with ascending numbers; the number of terms, or 0 with what is wrong in
 * error: at *at begins the part that is meant (length *length). */
size_t quire_terms_read(struct quire_term *term, size_t most, const char *text,
                        long (*find)(void *user, const char *name, size_t length), void *user,
                        const char **error, size_t *at, size_t *length);

struct quire_regressors {
    size_t m, n;  /* runs, columns */
    double *x;    /* (m, n) by columns; NULL: rows are made when they are used */
    size_t *term; /* (n): number of the term a column belongs to */
};

/* The matrix of m runs (numbers in `run`; NULL: the first m). Start with {0}; clear in the end.
 * False if memory ran out. */
bool quire_regressors_make(struct quire_regressors *out, const struct quire_predictor *predictor,
                           const struct quire_term *term, size_t n_term, const size_t *run,
                           size_t m);
void quire_regressors_clear(struct quire_regressors *r);

/* What the rows of such a matrix are made of; all is borrowed. */
struct quire_row_source {
    const struct quire_predictor *predictor;
    const struct quire_term *term;
    size_t n_term;
    const size_t *run; /* NULL: the first ones */
};
/* How many columns it has. */
size_t quire_regressors_columns(const struct quire_predictor *predictor,
                                const struct quire_term *term, size_t n_term);
/* The matrix as blocks of rows; *out, with terms and no numbers, goes with it. `source` is used as
 * long as `rows` are. False if memory ran out. */
bool quire_regressors_rows(struct quire_regressors *out, struct quire_rows *rows,
                           const struct quire_row_source *source, size_t m);

/* One row of such a matrix (n columns), of the predictors' run 0; of the products only what is of
 * predictors that are taken, 1 where none is. */
void quire_regressors_row(double *row, const struct quire_predictor *predictor, const bool *taken,
                          const struct quire_term *term, size_t n_term);

#endif

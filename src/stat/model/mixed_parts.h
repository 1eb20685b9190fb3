/* The parts of a mixed model. The columns of X are replaced by orthonormal ones of the same space,
 * Q of X = Q R, and y by its residual e of them; runs appear only in sums of products. Variances
 * are relative to that of errors: V = v H, H = I + sum ratio_k Z_k Z_k', ratio = theta^2. */
#ifndef QUIRE_STAT_MODEL_MIXED_PARTS_H
#define QUIRE_STAT_MODEL_MIXED_PARTS_H

#include "stat/model/mixed.h"
#include "stat/qr.h"

/* What does not depend on the variances. */
struct quire_mixed_data {
    size_t m, p, q, r; /* runs, columns of Q, groups of all factors, random factors */
    size_t *order;     /* (r): number of the factor at each place; the largest is the first */
    size_t *first;     /* (r + 1): of the groups of the factor at a place */
    double *zz;        /* (q, q) Z'Z */
    double *zx;        /* (p, q) rows: Z'Q */
    double *ze;        /* (q) Z'e */
    double *effect;    /* (p) Q'y */
    double *e;         /* (m) */
    double sum, log_r; /* e'e; ln|R|^2 */
    struct quire_qr qr;
};

enum quire_model_status quire_mixed_data_make(struct quire_mixed_data *d,
                                              const struct quire_regressors *x,
                                              const struct quire_random *random, size_t n_random,
                                              const double *y, size_t *at);
void quire_mixed_data_clear(struct quire_mixed_data *d);

/* What the theta (r) make of it. */
struct quire_mixed_state {
    double *scale; /* (q) theta of each group */
    double *l;     /* (q, q): L L' = I + scale Z'Z scale */
    double *t;     /* (p, q) rows: L^-1 scale Z'Q */
    double *u;     /* (q): L^-1 scale Z'e */
    double *c;     /* (p, p): factor of Q'H^-1 Q = I - t t' */
    double *shift; /* (p): Q'H^-1 e, then c^-1 of it */
    double square; /* e'P e */
    double criterion;
    size_t diagonal; /* groups of the first factor */
};

bool quire_mixed_state_create(struct quire_mixed_state *s, const struct quire_mixed_data *d);
void quire_mixed_state_clear(struct quire_mixed_state *s);
/* False where there is no residual left. */
bool quire_mixed_state_set(struct quire_mixed_state *s, const struct quire_mixed_data *d,
                           const double *theta);

/* Matrices at the estimates, in the basis Q; the places of variances are those of the factors, and
 * r that of the errors. P = H^-1 - H^-1 Q C Q'H^-1. */
struct quire_mixed_inference {
    size_t p, n;      /* columns; variances, r + 1 */
    double variance;  /* of errors */
    double *c;        /* (p, p) C = (Q'H^-1 Q)^-1 */
    double *b;        /* (p): coefficients */
    double *a;        /* (q): Z'P e */
    double *k;        /* (n)(p, p): C Q'H^-1 V_i H^-1 Q C */
    double *adjusted; /* (p, p): covariance after Kenward and Roger over the variance of errors */
    /* (n, n): covariance of variances over 2 variance^2, by observed (0 for those that are 0) and
     * by expected information */
    double *observed, *expected;
};

enum quire_model_status quire_mixed_inference_make(struct quire_mixed_inference *out,
                                                   const struct quire_mixed_data *d,
                                                   const struct quire_mixed_state *s,
                                                   const double *theta);
void quire_mixed_inference_clear(struct quire_mixed_inference *f);

/* Test of `rows` (d, p), independent, that rows b = 0. False if memory ran out. */
bool quire_mixed_f_of(struct quire_mixed_f by[QUIRE_MIXED_METHODS],
                      const struct quire_mixed_inference *f, const double *rows, size_t d,
                      double most_freedom);

#endif

/* Gaussian processes: a smooth surface through numbers at scattered places, with its uncertainty.
 * The covariance of two places is variance * M(r), M Matern's function of order 5/2 and r their
 * distance, each input divided by its own length; to each number comes noise of its own. The mean
 * is one constant, known or estimated with the weights of the covariance. Theory:
 * doc/theory/surrogate.md. */
#ifndef QUIRE_STAT_SURROGATE_PROCESS_H
#define QUIRE_STAT_SURROGATE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#define QUIRE_PROCESS_INPUTS 64
/* parameters of a process with k inputs: logarithms of its lengths (k), of its variance, and of the
 * variance of the noise of all numbers */
#define QUIRE_PROCESS_PARAMETERS(k) ((k) + 2)

struct quire_process_data {
    size_t n, k;         /* numbers; inputs, at most QUIRE_PROCESS_INPUTS */
    const double *x, *y; /* (n x k) by rows, (n) */
    const bool
        *words; /* (k): values of this input are alike or not, at distance 1; NULL: none is */
    const double *noise; /* (n): variance of each, known; NULL: 0 */
    bool mean_known;
    double mean;
};

struct quire_process {
    struct quire_process_data of; /* its arrays are borrowed */
    double parameter[QUIRE_PROCESS_PARAMETERS(QUIRE_PROCESS_INPUTS)];
    double length[QUIRE_PROCESS_INPUTS], variance, noise, mean;
    double likelihood; /* its logarithm */
    double *factor;    /* Cholesky's of the covariance (n x n) */
    /* with K the covariance: K^-1 (y - mean), K^-1 1; room for a covariance with one place */
    double *weight, *share, *with; /* (n) */
    double shares;                 /* sum of `share` */
    double *inverse, *room;        /* (n x n) each */
    bool starved;                  /* memory ran out, in any of the functions */
};

/* Room for a process; false if memory ran out. Destroy in any case. */
bool quire_process_create(struct quire_process *p, const struct quire_process_data *data);
void quire_process_destroy(struct quire_process *p);

/* Takes parameters (QUIRE_PROCESS_PARAMETERS): false where the covariance has no factor, so close
 * are two places. */
bool quire_process_set(struct quire_process *p, const double *parameter);
/* Derivatives of the likelihood by the parameters. */
void quire_process_slope(struct quire_process *p, double *slope);

struct quire_prediction {
    double mean, variance; /* of the surface, without noise; variance >= 0 */
};
/* At a place (k). `dmean` and `dvariance` (k): derivatives, 0 of words; both NULL: none. */
struct quire_prediction quire_process_predict(struct quire_process *p, const double *x,
                                              double *dmean, double *dvariance);

/* What each number would be predicted as from all others, noise included, with the same parameters
 * (O. Dubrule, Math. Geol. 15 (1983) 687): error y - mean, and variance, (n) each. */
void quire_process_leave_out(struct quire_process *p, double *error, double *variance);

#endif

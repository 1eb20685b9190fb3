/* Nonlinear weighted least squares in the unit cube, with residuals that cost much and are rough:
 * many points are asked for at once, differences are wide, and a search begins at several places.
 */
#ifndef QUIRE_CALIBRATE_SEARCH_H
#define QUIRE_CALIBRATE_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "design/calibration/params.h"

#define DOE_SEARCH_UNKNOWNS QUIRE_UNKNOWNS_MOST
#define DOE_SEARCH_STARTS   64

struct doe_search_problem {
    size_t n, m;   /* unknowns, residuals in units of their deviations; m > n */
    size_t n_data; /* the first of them are data, the others are priors */
    /* (m x m): covariance of the residuals as it was estimated; NULL: the identity */
    const double *scatter;
    /* degrees of freedom of the deviations, infinite where they are known; 0: they are known but
     * for a factor, which the residuals tell */
    double freedom;
    double step; /* least half-width of a difference; differences are of this where smooth */
    bool smooth; /* residuals are exact */
    double
        enough; /* a search ends where the sum can become less by no more, in units of variance */
    /* Residuals r (count x m) at points x (count x n); good[i] is false where there are none.
     * False: the search is to end. */
    bool (*residuals)(void *user, size_t count, const double *x, double *r, bool *good);
    void *user;
};

/* A point with what is known there. Begin with {0}. */
struct doe_point {
    double *x, *r;    /* (n), (m); owned */
    double *jacobian; /* (m x n), row-major; owned */
    double sum;       /* of squared residuals */
    bool good;        /* there are residuals */
};

bool doe_point_init(struct doe_point *self, const struct doe_search_problem *p);
void doe_point_clear(struct doe_point *self);
void doe_point_copy(struct doe_point *self, const struct doe_point *other,
                    const struct doe_search_problem *p);

enum doe_search_end {
    DOE_SEARCH_FOUND,
    DOE_SEARCH_STOPPED, /* residuals() ended it */
    DOE_SEARCH_NOWHERE, /* no start has residuals */
    DOE_SEARCH_STARVED, /* memory ran out */
};

struct doe_search_report {
    size_t starts, alike; /* places where it began; those from which it came to the minimum */
    bool second;          /* there is another minimum, almost as deep, */
    double other[DOE_SEARCH_UNKNOWNS]; /* here */
};

/* The least minimum that was found from `start` (n) and from so many places in all. */
enum doe_search_end doe_search(const struct doe_search_problem *p, const double *start,
                               size_t starts, uint64_t seed, struct doe_point *best,
                               struct doe_search_report *report);

/* From a point with residuals to the minimum near it; derivatives there are central differences. */
enum doe_search_end doe_search_polish(const struct doe_search_problem *p, struct doe_point *at);

/* Of one degree of freedom of the residuals: 1 where deviations are known. */
double doe_search_variance(const struct doe_search_problem *p, const struct doe_point *at);

/* 0 for unknowns at a bound that the sum would push beyond, else 1 (n). */
void doe_search_free(const struct doe_search_problem *p, const struct doe_point *at, double *free);

#endif

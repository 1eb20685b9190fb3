/* Where to run next: surrogates of a response and of the share of jams through the designs that
 * were run, and the place where one more design is expected to gain most. Knows of numbers alone.
 */
#ifndef QUIRE_ADAPTIVE_SURROGATE_H
#define QUIRE_ADAPTIVE_SURROGATE_H

#include "stat/surrogate/process_fit.h"

/* A factor in coded units, from -1 to 1. */
struct doe_axis {
    bool words;          /* `level` are numbers of words, without an order */
    const double *level; /* the values that it may have (n_level); NULL: all */
    size_t n_level;
};

enum doe_goal { DOE_GOAL_LEAST, DOE_GOAL_MOST, DOE_GOAL_TARGET };

struct doe_observed {
    size_t n, k;
    const struct doe_axis *axis; /* (k) */
    const double *x;             /* (n x k) */
    const double *y;             /* (n): response; NaN where all runs jammed */
    const double *noise;         /* (n): variance of y, known; NULL: it is estimated */
    const double *jams;          /* (n): a score that grows with the share of jams */
    double jams_most;            /* score that is still allowed */
    enum doe_goal goal;
    double target;
};

struct doe_surrogate {
    struct doe_observed of; /* borrowed, with its arrays */
    /* the response with mean 0 and deviation 1, the less the better but of a target */
    double centre, scale, sign;
    double next_noise;     /* known variance of one more number, as that of those there are */
    double *x, *y, *noise; /* of designs with a number: (n_number x k), (n_number) */
    double *jam_x, *jam_y; /* of all: (n_all x k), (n_all) */
    size_t *design;        /* which they are (n_number) */
    size_t n_number, n_all, room;      /* designs, and how many there is room for */
    bool *words;                       /* (k) */
    struct quire_process process, jam; /* jam: only where has_jams */
    bool has_jams;
    bool has_best; /* some design has a number and is allowed */
    size_t best;   /* of the designs: the best as predicted, so that no lucky number misleads */
    double least;  /* its prediction; of a target the distance from it */
    bool starved;  /* memory ran out, in any of the functions */
};

enum doe_surrogate_end {
    DOE_SURROGATE_MADE,
    DOE_SURROGATE_STARVED, /* memory ran out */
    DOE_SURROGATE_ALIKE,   /* there are no two numbers, or all are the same */
    DOE_SURROGATE_NONE,    /* no surface goes through them */
};

/* Fits the surrogates, with room for `more` designs that are chosen at once. Clear in any case. */
enum doe_surrogate_end doe_surrogate_make(struct doe_surrogate *s, const struct doe_observed *of,
                                          size_t more);
void doe_surrogate_clear(struct doe_surrogate *s);

/* Logarithm of the expected improvement, of the standardised response, times what the probability
 * of jams makes of it; without a design that is allowed, of that probability alone. `slope` (k):
 * its derivatives; NULL: none. */
double doe_surrogate_criterion(struct doe_surrogate *s, const double *x, double *slope);
/* Takes a place as run, with what is predicted there, so that another one can be chosen beside
 * it (D. Ginsbourger et al., Kriging is well-suited to parallelize optimization, 2010). False if
 * there is no room, memory ran out, or no surface goes through it. */
bool doe_surrogate_believe(struct doe_surrogate *s, const double *x);

/* In the unit of the response: what is predicted at x, and the deviation of the prediction. */
void doe_surrogate_predict(struct doe_surrogate *s, const double *x, double *mean,
                           double *deviation);
/* Probability that the share of jams at x is allowed. */
double doe_surrogate_allowed(struct doe_surrogate *s, const double *x);
/* Root mean square of what each number misses by when all others predict it. NaN: starved. */
double doe_surrogate_error(struct doe_surrogate *s);

#endif

/* What the search for the best setting and that for the front share. */
#ifndef QUIRE_PREDICT_OPTIMUM_PARTS_H
#define QUIRE_PREDICT_OPTIMUM_PARTS_H

#include "analysis/analysis_parts.h"
#include "design/sampling/sobol_points.h"
#include "predict/optimum.h"

struct quire_front {
    double *least, *most, *weight, *aim; /* (n_aim) */
    double sharpness;                    /* of the kink in the distance */
};

struct quire_search {
    struct quire_predictions *space;
    const struct quire_optimum_request *request;
    struct quire_optimum *out;
    const struct quire_runs *runs;
    size_t n_free, *free; /* numbers that may change */
    double *at;           /* (n_varied): where it is looked */
    size_t n_aim;         /* responses that count; of one alone two: its mean and its deviation */
    bool alone;
    struct quire_front *front; /* of a search for it */
    size_t ending;             /* response whose least (1) or largest (-1) value is looked for */
    double ending_sign;
};

typedef double quire_loss_fn(const struct quire_search *s, const double *at);

/* optimum_search.c */

/* The logarithm of quire_desirability(), which falls on below 0 along the tangent. */
double quire_log_desirability(double value, double worst, double best, double shape);

/* What counts of a prediction: the mean, moved to the worse side by the noise. */
double quire_judged_value(const struct quire_goal *goal, double mean, double noise,
                          double deviations);

/* Combinations of words that are not held; above QUIRE_OPTIMUM_WORDS it stops counting. */
size_t quire_search_combinations(const struct quire_search *s);

/* From s->at to a local minimum of a loss there. False if memory ran out. */
bool quire_search_polish(struct quire_search *s, quire_loss_fn *loss, double *value);

/* Desirability of response k, by a function such as quire_desirability(). Of a target both ends of
 * the noise count; of limits alone the share of runs within them. */
double quire_search_desirability(const struct quire_search *s, size_t k, double mean, double noise,
                                 double (*of)(double value, double worst, double best,
                                              double shape));

/* How far jams lie above their limit, in log odds; 0 below it. */
double quire_jam_excess(const struct quire_predicted_jam *jam, double limit);

/* Sets s->at: to combination c of the words, held values, 0 for numbers that may change; these to a
 * point of a sequence. */
void quire_search_combine(struct quire_search *s, size_t c);
void quire_search_point(struct quire_search *s, const struct quire_sobol *sobol, uint64_t index);

/* The front (optimum_front.c). */
bool quire_search_front(struct quire_search *s, const struct quire_sobol *sobol,
                        size_t combinations);

#endif

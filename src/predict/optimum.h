/* The setting of the factors that is best by all that is desired of responses, and those between
 * which only a preference decides (doc/theory/optimum.md, 2 and 3). */
#ifndef QUIRE_PREDICT_OPTIMUM_H
#define QUIRE_PREDICT_OPTIMUM_H

#include "predict/prediction.h"

#define QUIRE_OPTIMUM_WORDS      512 /* most combinations of words that are tried */
#define QUIRE_OPTIMUM_DEVIATIONS 2   /* of the noise, where nothing else is asked for */

struct quire_optimum_request {
    const double
        *held; /* (n_varied): coded values of factors that stay, levels of words; NaN: free */
    double deviations; /* of the noise, which count as much as the mean */
    double jams;       /* the share of jams is to stay below; NaN: no limit */
    size_t pareto;     /* points of the front at most */
};

/* One response's part in the optimum. */
struct quire_desired {
    bool counts;        /* something is desired of it, and it has a model */
    double worst, best; /* of its value: desirability 0 and 1; of a target the ends */
    double low_worst;   /* of a target: the lower end */
    double value;       /* mean and deviations of the noise, as they are judged */
    double desirability;
};

struct quire_optimum {
    bool found;
    double *at; /* (n_varied): coded, of words the level; of noise NaN */
    double desirability;
    struct quire_desired *response; /* (n_measured) */
    double jam_desirability;        /* 1 where no run jams */
    /* the limit of jams holds, with the upper end of its interval where that is known */
    bool jams_hold;
    size_t n_front;
    double
        *front; /* (n_front, n_varied): settings of which none is better in all that is desired */
    const char *refusal; /* why there is none; NULL if it was found */
};

/* Of the region that was run, in the arena of the analysis. False if memory ran out. */
bool quire_optimise(struct quire_optimum *out, struct quire_predictions *space,
                    const struct quire_optimum_request *request);

/* Judges out->at again, after it was changed. */
void quire_optimum_judge(struct quire_optimum *out, struct quire_predictions *space,
                         const struct quire_optimum_request *request);

/* Derringer and Suich's desirability of a value between worst (0) and best (1). */
double quire_desirability(double value, double worst, double best, double shape);

#endif

/* A rare failure under the noise of a study: what the verb asks, and what it tells. */
#ifndef QUIRE_DOE_PROBABILITY_H
#define QUIRE_DOE_PROBABILITY_H

#include "doe/space.h"
#include "stat/reliability/failure.h"

#define DOE_RARE_INPUTS 100 /* most noises */

enum doe_rare_method { DOE_RARE_AUTO, DOE_RARE_IMPORTANCE, DOE_RARE_SUBSET };
struct doe_rare_arguments {
    struct doe_arguments common;
    const char *of;
    enum doe_rare_method method;
    double confidence;
    uint64_t runs, seed;
    struct cli_settings settings;
};

/* The inputs are those coordinates of the space that no --set holds. */
struct doe_rare {
    const struct doe_rare_arguments *a;
    struct doe_space space;
    bool jams_alone;
    const struct quire_study_response *response; /* NULL: pass or fail */
    size_t which;                                /* of the responses */
    size_t n, *input;                            /* inputs: the coordinate of each (n) */
    double *deviation;                           /* room for a batch of designs */
    size_t room;
    struct doe_record nearest; /* the failure nearest to the medians */
    double least;
    struct doe_progress progress;
    double began;
    enum doe_rare_method method;
    quire_status status; /* why the runs ended early */
};

extern const char *const doe_rare_methods[];

/* All coordinates (space.of.n) of an input vector (n). */
void doe_rare_spread(const struct doe_rare *self, const double *u, double *deviation);
/* Whether there is an estimate, and not a bound alone. */
bool doe_rare_is_estimate(const struct quire_failure *f);

/* On the standard output. self->deviation has room for a design. */
quire_status doe_rare_tell(struct doe_rare *self, const struct quire_failure *f);
void doe_rare_write_json(struct doe_rare *self, const struct quire_failure *f,
                         struct quire_text *text);

#endif

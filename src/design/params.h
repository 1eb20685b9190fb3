/* Parameter structs of the elements of study files but the designs, which have their own. */
#ifndef QUIRE_DESIGN_PARAMS_H
#define QUIRE_DESIGN_PARAMS_H

#include <stdbool.h>
#include <stddef.h>

#include "kind/kind.h"

#define QUIRE_NOISE_ARGUMENTS 4

enum { QUIRE_DRAWS_INDEPENDENT, QUIRE_DRAWS_COMMON };
enum { QUIRE_BLOCKS_FIXED, QUIRE_BLOCKS_RANDOM };
enum { QUIRE_NOISE_PER_RUN, QUIRE_NOISE_PER_BLOCK };
struct quire_study_params { /* <study> */
    long version;
    const char *name, *model;
    long seed;
    int draws;  /* "independent|common" */
    int blocks; /* "fixed|random" */
    const char *doc;
};

struct quire_factor_params { /* <factor> */
    const char *parameter, *low, *high, *levels;
    int scale;        /* "linear|log" */
    const char *step; /* optional */
};

struct quire_noise_params { /* <noise> */
    const char *parameter;
    /* in the order of the distribution's parameters; discrete: levels, weights */
    const char *argument[QUIRE_NOISE_ARGUMENTS];
    double cost, cost_exponent; /* of its tolerance; cost NaN: not given */
    int per;                    /* "run|block" */
};

struct quire_correlation_params { /* <correlation> */
    const char *between;          /* "curl, thickness" */
    double value;
};

struct quire_exclude_params { /* <exclude> */
    const char *when;
};

enum { QUIRE_BETTER_NONE, QUIRE_BETTER_SMALLER, QUIRE_BETTER_LARGER, QUIRE_BETTER_NOMINAL };
struct quire_response_params { /* <response> */
    const char *name, *from;
    int better; /* "smaller|larger|nominal"; -1 if not given */
    const char *target, *minimum, *maximum, *worst, *best; /* optional */
    double importance, shape;
    int transform, select; /* "none|log|sqrt|reciprocal|box-cox", "none|aicc" */
    const char *terms;     /* optional: "a + b + a*b + a^2" */
};

extern const struct quire_kind quire_kind_factor, quire_kind_correlation, quire_kind_exclude,
    quire_kind_response;

#endif

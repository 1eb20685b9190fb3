/* Measured numbers beside simulated ones: bias, limits of agreement, and the line between both.
 * Derived in doc/theory/statistics.md, 15. */
#ifndef QUIRE_ANALYSIS_AGREEMENT_H
#define QUIRE_ANALYSIS_AGREEMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "stat/summary.h"

/* Numbers of one kind, each of a setting; NaN: missing. */
struct quire_sample {
    size_t n;
    const double *value;   /* (n) */
    const size_t *setting; /* (n): 0 to n_setting - 1 */
    bool fixed;            /* nothing is random: numbers of one setting have no error */
};

struct quire_agreement_side {
    size_t n;
    double mean, deviation; /* deviation: NaN of fewer than two */
};

/* One setting. */
struct quire_agreement_setting {
    struct quire_agreement_side simulated, measured;
    size_t missing;    /* measured, without a number */
    double difference; /* of the means, measured less simulated; NaN: not known */
};

struct quire_estimate {
    double value;
    struct quire_interval interval;
};

/* Differences are measured less simulated. NaN: not known. */
struct quire_agreement {
    size_t n_setting;         /* settings with both */
    size_t n;                 /* measured numbers at these settings */
    size_t n_missing;         /* measured, without a number */
    size_t n_not_simulated;   /* numbers at settings of which no simulated one is known */
    double scatter;           /* pooled deviation of measurements that were repeated */
    double simulated_scatter; /* the same of simulated runs */
    struct quire_estimate bias;
    /* of the difference between one measurement and the simulated mean, with its degrees of
     * freedom */
    double deviation, freedom;
    struct quire_estimate lower, upper; /* limits of agreement */
    bool exact;                         /* intervals of the limits; else by Satterthwaite */
    /* whether the bias differs between settings, where measurements were repeated */
    double f, f_above, f_below, p;
    /* Deming's line, measured over simulated; ratio of the error variances of means, of measured
     * to simulated ones; assumed to be 1 where not both were repeated */
    struct quire_estimate slope, offset;
    double ratio;
    bool ratio_known;
    struct quire_agreement_setting *setting; /* (number of settings, all) */
};

/* Compares; the limits contain the share `coverage` of differences, 0.95, and intervals have that
 * confidence. `setting` (n_setting) is the caller's. False if memory ran out. */
bool quire_agree(struct quire_agreement *out, struct quire_agreement_setting *setting,
                 size_t n_setting, const struct quire_sample *simulated,
                 const struct quire_sample *measured, double coverage, double confidence);

/* What a report says of measurements of the runs' responses. */
struct quire_comparison {
    const char *source;      /* file that they were read from */
    size_t n_row, n_not_run; /* rows of its table; those at settings that have no runs yet */
    size_t n_setting;        /* measured ones that have runs */
    const size_t *run;       /* (n_setting): one of its runs */
    const char *const *name; /* (n_setting): "mu=0.5, load=4 N" */
    /* by response (n_measured of the runs); `setting` NULL: it was not measured */
    const struct quire_agreement *agreement;
};

#endif

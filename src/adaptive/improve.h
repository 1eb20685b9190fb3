/* Adaptive refinement: a study that goes on from the designs of its plan to those where its
 * response is expected to become better, round by round. What it chose stands in files beside the
 * study, so that a call that ends anywhere, even killed, is gone on with by the next. */
#ifndef QUIRE_ADAPTIVE_IMPROVE_H
#define QUIRE_ADAPTIVE_IMPROVE_H

#include "adaptive/designs.h"
#include "adaptive/files.h"
#include "jobs/job.h"

struct doe_improve_options {
    const char *study;     /* path */
    const char *directory; /* of the study's own store, whose results are taken over */
    const char *response;  /* NULL: the one that says what is better */
    uint64_t designs;      /* in all; 0: those of the plan and 12 for each factor */
    uint64_t batch;        /* designs of a round; 0: so that a round has four runs or more */
    double stop;           /* expected improvement that is not worth a run, of the range */
    double jams;           /* share of a design's runs that may jam */
    struct doe_job_options job;
    bool fast; /* as of the store */
};

enum doe_improve_end { DOE_IMPROVE_SETTLED, DOE_IMPROVE_SPENT, DOE_IMPROVE_EXHAUSTED };

struct doe_improved {
    struct doe_improve_files files;
    struct doe_work work; /* of the study with its table, or without where there is none */
    struct doe_designs designs;
    size_t response;
    char unit[DOE_UNIT_SIZE]; /* of its numbers */
    enum doe_goal goal;
    size_t planned; /* designs of the study's own plan */
    uint64_t batch;
    bool has_best;
    size_t best;            /* design */
    double mean, deviation; /* predicted there */
    double allowed;         /* probability that so few jam there */
    double error;           /* cross-validated */
    double gain;            /* expected of the next design; NaN: none is left, infinite: no design
                               is allowed yet */
    double noise;           /* deviation of the response's noise, as estimated or known */
    double length[QUIRE_PROCESS_INPUTS];
    enum doe_improve_end end;
    bool stopped; /* by a signal */
};

/* Clear in any case. QUIRE_ERROR_INPUT: the study is none that can be improved, with a message. */
quire_status doe_improve(struct doe_improved *out, const struct doe_improve_options *options,
                         quire_diag *diag);
void doe_improved_clear(struct doe_improved *self);

#endif

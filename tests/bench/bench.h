/* Speed of the benchmark model through the public library. */
#ifndef QUIRE_TESTS_BENCH_H
#define QUIRE_TESTS_BENCH_H

#include <stdbool.h>
#include <stddef.h>

#include <quire/run.h>

/* How the model is run. */
struct setup {
    int segments;
    bool low_damping;          /* 5 % of critical damping at 160 Hz instead of half */
    double threshold;          /* of the friction in the nips [m/s] */
    const char *accuracy;      /* "fast", "standard", "fine"; of a tolerance its name */
    double position_tolerance; /* [m]; 0: by accuracy */
    const char *method;        /* "velocity", "generic" */
    const char *vectors;       /* "own", "serial" */
    double end, sample;        /* [s] */
    const char *directory;     /* NULL: no files */
    const quire_setting *more; /* further parameters of the model (n_more) */
    size_t n_more;
    int copies;   /* of the machine, with a sheet each; 0 and 1: the model as it is */
    double later; /* each sheet enters by this after the one before [s] */
};

#define MOST_MORE 16

/* Where both edges are along the path at each sample. */
#define MOST_SAMPLES 256
struct way {
    size_t n;
    double lead[MOST_SAMPLES], trail[MOST_SAMPLES]; /* [m] */
};

struct outcome {
    bool done;
    double processor_time; /* of the run, without reading and setting up [s] */
    double steps, newton_failures;
    struct way way;
};

/* Runs the model once. On failure prints why, and done is false. */
void bench_run(struct outcome *out, const struct setup *setup);

/* The text of the model at `path` with its machine `copies` times side by side, to be freed; NULL
 * if it cannot be read. */
char *bench_copies(const char *path, int copies, double later);

/* [s] */
double bench_processor_time(void);

/* How far along the model's path a place is [m]. */
double bench_along_path(double x, double y);

/* Largest distance along the path between two runs of the same samples [m]. */
void way_compare(double *lead, double *trail, const struct way *a, const struct way *b);

#endif

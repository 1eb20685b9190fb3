/* The robustness scan and the accuracy scan: models drawn at random, run through the public
 * library. */
#ifndef QUIRE_TESTS_SCAN_H
#define QUIRE_TESTS_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <quire/run.h>

#include "draw.h"

/* Parameters of a model as texts, as a file would have them. */
#define MOST_SETTINGS 20
struct settings {
    size_t n;
    quire_setting at[MOST_SETTINGS];
    char text[MOST_SETTINGS][48];
};
void set_number(struct settings *self, const char *name, double value, const char *unit);
void set_word(struct settings *self, const char *name, const char *word);

/* How a run ended. */
enum ending { ENDED, JAMMED, FAILED, STUCK };

struct row {
    unsigned model;
    struct settings settings;
    enum ending outcome;
    char diagnosis[32], place[300]; /* the jam's check or the failure's code; and its sentence */
    double segments, time;          /* simulated [s] */
    double steps, evaluations, newton_failures, error_failures, watchdog;
    double processor_time; /* [s] */
    /* evaluations per simulated second; over the median of all rows */
    double cost, cost_ratio;
    /* processor time per simulated second and segment, over the median */
    double time_ratio;
};

/* A sort of models: a template and what is drawn for it. */
struct scan_kind {
    const char *name;  /* of the rows, and of its models in the summary */
    const char *model; /* in tests/scan/models */
    void (*draw)(struct row *row, struct draw at); /* adds settings, and sets segments */
};
extern const struct scan_kind robustness_scan; /* planar machines with a turn */
extern const struct scan_kind skew_scan;       /* spatial machines that skew the sheet */

/* Draws model `number`, runs it and looks how it ended. */
void scan_run(struct row *row, const struct scan_kind *kind, unsigned seed, unsigned number,
              const char *model_file);

/* The median of `n` values, and the value below which the part `part` of them lies; sorts them. */
double part_of(double *values, size_t n, double part);

/* Runs the cases of the accuracy scan, each with moderate and with low damping, prints their errors
 * and adds them to the report, behind other rows. True when 90 % of the cases keep the bounds. */
bool accuracy_scan(unsigned seed, unsigned cases, FILE *json);

#endif

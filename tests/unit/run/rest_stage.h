/* Runs that look for states of rest, through the public functions. */
#ifndef QUIRE_TESTS_REST_STAGE_H
#define QUIRE_TESTS_REST_STAGE_H

#include <stdbool.h>

#include <quire/run.h>

#define NO_GRAVITY "<gravity vector=\"0 m/s^2, 0 m/s^2\"/>"

struct rest {
    quire_model *model;
    quire_run *run;
    quire_diag *diag;
    quire_status status;
};

/* Runs a model with these <settings> and parts, beside paper of 80 g/m^2, 0.1 mm and 4 GPa with the
 * name m. */
void rest_find(struct rest *r, const char *motion, const char *settings, const char *parts);
void rest_done(struct rest *r);

/* Where the middle of a planar sheet's mass is at the end of a run. */
void rest_middle(const quire_run *run, const char *sheet, double at[2]);

/* Whether a message has this code and these words. */
bool rest_says(const struct rest *r, const char *code, const char *words);

#endif

/* Repeating runs from what their results keep. */
#ifndef QUIRE_REVIEW_RERUN_H
#define QUIRE_REVIEW_RERUN_H

#include <quire/run.h>

#include "result/manifest.h"

struct quire_rerun {
    struct quire_manifest manifest;
    char *commands; /* text of QUIRE_COMMANDS_FILE; NULL: the run received none */
    char *text;     /* the model file that was run */
    size_t size;
    struct quire_prepared *prepared; /* that, once a model was asked for */
};

/* Reads the manifest and the model file of a folder; warns of results of another version. On
 * success to be closed. QUIRE_ERROR_FILE when there are none that can be read, or the kept model
 * file has changed. */
quire_status quire_rerun_open(struct quire_rerun *out, const char *directory, quire_diag *diag);
/* The same of a run that has ended, without a folder. */
quire_status quire_rerun_take(struct quire_rerun *out, const quire_run *run,
                              const quire_model *model, quire_diag *diag);
void quire_rerun_close(struct quire_rerun *self);

/* How long runs may go on. */
struct quire_patience {
    bool (*progress)(void *user, double time, double end_time); /* may be NULL */
    void *user;
    double until; /* as quire_clock_wall() has it [s]; NaN: for ever */
    bool over;    /* they were to end */
};
/* progress() of a run's options; self: struct quire_patience. */
bool quire_patience_ask(void *self, double time, double end_time);

/* The options of that run; they borrow from `self`. */
quire_run_options quire_rerun_options(const struct quire_rerun *self,
                                      bool (*progress)(void *, double, double), void *user);

/* Reads the model with the parameters of that run but for the one of this name, which has another
 * value, or that of the model's own file where `value` is NULL. `name` NULL: all as they were. The
 * model ends with the next one or with `self`, its runs before.
 */
quire_status quire_rerun_model(struct quire_rerun *self, const char *name, const char *value,
                               const quire_model **out, quire_diag *diag);

#endif

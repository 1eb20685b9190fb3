/* What the server has others do: a process that reads the model, and may crash or be killed. */
#ifndef QUIRE_LIVE_CHILD_H
#define QUIRE_LIVE_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <quire/model.h>

enum live_task {
    LIVE_LOOK,    /* parameters and problems of the model */
    LIVE_RUN,     /* a run with its picture, then with the rest of its report */
    LIVE_FIGURES, /* a run with its summary alone */
    LIVE_PROBE,   /* runs for their verdicts alone, one for each of several values */
    LIVE_CURES,   /* changes that let the check pass which failed first, by many runs */
    LIVE_SAVE     /* other values into the model's file */
};

/* Whether it takes only what others leave. */
static inline bool
live_is_background(enum live_task task)
{
    return task == LIVE_PROBE || task == LIVE_CURES;
}

struct live_order {
    enum live_task task;
    const char *model;             /* path */
    const quire_setting *settings; /* (n_setting) */
    size_t n_setting;
    /* to probe: a parameter, and its values (n_value), beside those settings */
    const char *parameter;
    const char *const *value;
    size_t n_value;
    double time_limit; /* processor time of a run [s] */
    double until;      /* runs end at this time [s]; NaN: at their own end */
    bool start;        /* the machine is wanted before it is run */
    /* live_print() of the file that may be saved over or is probed, begun with LIVE_PRINT */
    uint64_t print;
};

/* A print of bytes, going on from another (FNV-1a). */
#define LIVE_PRINT 0xcbf29ce484222325u
uint64_t live_print(uint64_t print, const void *bytes, size_t size);

/* Does it and writes lines of JSON to the descriptor `out`: of a run its progress, the answer, and
 * what belongs to it but is not needed for a picture; of a probe a line for each value; of others
 * the answer. Writes no file except
 * to save. Returns whether all of
 * it was written. */
int live_child(const struct live_order *order, int out);

#endif

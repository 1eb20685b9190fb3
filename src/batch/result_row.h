/* What becomes of one run of a study. */
#ifndef QUIRE_BATCH_RESULT_ROW_H
#define QUIRE_BATCH_RESULT_ROW_H

#include <stdbool.h>
#include <stdint.h>

#include "batch/ipc_frame.h"

#define DOE_ID_SIZE 33 /* of a run's identity: 32 hexadecimal digits and a NUL */

#define DOE_UNIT_SIZE 16

/* In this order they are told and counted. The words are those of the store and the exports. */
enum doe_status {
    DOE_PASSED,   /* "ok": every check passed */
    DOE_JAM,      /* "jam": a check that is a jam failed */
    DOE_LIMIT,    /* "limit": another check failed */
    DOE_DOUBTFUL, /* "doubtful": none failed, but the results cannot be trusted */
    /* "not-evaluated": none failed, but not all that the model asks for was evaluated, or nothing
       was */
    DOE_NOT_EVALUATED,
    DOE_REFUSED,   /* "refused": the model says no to these values */
    DOE_UNSOLVED,  /* "solver": the simulation could not finish */
    DOE_TIMED_OUT, /* "time-out": it took too long */
    DOE_MEMORY,    /* "memory": it needed too much */
    DOE_CRASHED,   /* "crashed": its process died each time it was tried */
    DOE_LOST,      /* "lost": it was begun several times, and never came to an end */
    DOE_STATUSES
};

const char *doe_status_word(enum doe_status status);
/* The same for people, with the verdicts of a run: "passed", "jam", "failed", "not evaluated". */
const char *doe_status_text(enum doe_status status);
/* DOE_STATUSES for a word that is none. */
enum doe_status doe_status_read(const char *word);
/* The run came to an end, so that its responses have numbers. */
bool doe_status_has_verdict(enum doe_status status);
/* It depends on the machine and the hour, not on the run alone, and may be another one next time.
 */
bool doe_status_is_chance(enum doe_status status);

struct doe_record {
    uint64_t index;
    char id[DOE_ID_SIZE];
    enum doe_status status;
    /* the first check that failed, or why there is no verdict; "" of runs that passed */
    char diagnosis[48];
    char message[480]; /* the sentence that goes with it */
    double end_time;   /* reached [s]; NaN without a verdict */
    double *response;  /* SI; NaN: there is none (n_response); owned */
    /* of these numbers, "?" where there was no figure to tell it (n_response); owned */
    char (*unit)[DOE_UNIT_SIZE];
    size_t n_response;
    /* circumstances: neither compared nor exported */
    uint32_t attempt; /* from 1 */
    double wall, cpu; /* it took [s] */
    uint64_t steps;   /* of the integrator */
    /* that did it; "": this one. Not in frames: a shard says it of all its records */
    char host[65];
};

/* All responses NaN. False when memory runs out. Free with doe_record_clear(). */
bool doe_record_init(struct doe_record *self, size_t n_response);
void doe_record_clear(struct doe_record *self);
/* Makes it a record of nothing yet, about run `index`. */
void doe_record_reset(struct doe_record *self, uint64_t index, const char *id);

/* Both have the same number of responses. */
void doe_record_copy(struct doe_record *self, const struct doe_record *other);

/* Appends what a frame carries; and reads it. False when it is none, or has another number of
 * responses. */
void doe_record_put(struct quire_text *out, const struct doe_record *self);
bool doe_record_get(struct doe_record *self, const char *bytes, size_t size);

/* A checksum over all that a run of the same identity must come to again, 16 hexadecimal digits. -0
 * counts as 0, as in the store. */
void doe_record_checksum(const struct doe_record *self, char hex[17]);

#endif

/* What a cluster's scheduler says when it is asked. */
#ifndef QUIRE_DOE_QUEUE_H
#define QUIRE_DOE_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "text/text.h"

#define DOE_JOBS_FILE "jobs" /* in the folder of scripts: numbers of job arrays, one a line */

struct doe_queue {
    bool known; /* arrays were submitted, and the scheduler answered */
    uint64_t running, pending;
};

/* Counts the tasks of the study's arrays that are in Slurm's queue. */
void doe_queue_ask(struct doe_queue *out, const char *directory);

/* How many numbers an array of Slurm has at most, from 0 on; 0 where it does not say. */
uint64_t doe_queue_array_limit(void);

#endif

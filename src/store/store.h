/* The store of a study: one SQLite file, written by one process. What has been committed is there
 * to stay. */
#ifndef QUIRE_STORE_STORE_H
#define QUIRE_STORE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "batch/study_plan.h"

#define DOE_STORE_FILE "store.sqlite"

struct doe_store;

struct doe_store_options {
    /* false: it is only read, as it is at this moment until it is closed, together with what shards
     * hold beyond it. Then it need not be there if tasks were given out */
    bool write;
    bool without_shards; /* of a reader: for doe_store_count_shards() */
    bool extend; /* the plan may have changed: results of runs that it still has are taken over */
    /* for reading what there is: model and plan may have changed. Runs are those of today's plan,
     * of which the store has results of its own model; differences are told by a warning. The work
     * takes over the store's model_hash */
    bool as_it_is;
    bool fast; /* a loss of power may take the last seconds away, not more */
};

/* Opens the store in a study's folder, which it makes where it is missing. Refuses with
 * QUIRE_ERROR_FILE a file that is no store, is damaged as a whole, or is of a newer format, and
 * with QUIRE_ERROR_INPUT another study's, telling what differs. Free with doe_store_close(). */
quire_status doe_store_open(struct doe_store **out, const char *directory, struct doe_work *work,
                            const struct doe_store_options *options, quire_diag *diag);
void doe_store_close(struct doe_store *store);

const char *doe_store_path(const struct doe_store *store);
/* The store was begun by another program file than this one; its results may differ in their last
 * bits. */
bool doe_store_is_of_another_build(const struct doe_store *store);

/* The unit of a response's numbers, "" for plain ones and while no run has told it. */
const char *doe_store_unit(const struct doe_store *store, size_t response);

/* Looks at every row's checksum and at its place in the plan. With `mend` rows that are damaged are
 * removed, so that these runs are done again, and *n_damaged counts them, each with a warning.
 * Otherwise the first is an error. */
quire_status doe_store_check(struct doe_store *store, bool mend, uint64_t *n_damaged,
                             quire_diag *diag);

/* How many runs have which status, and how often a run that was done twice came to something else.
 */
struct doe_tally {
    uint64_t done, status[DOE_STATUSES], conflicts;
};
quire_status doe_store_tally(struct doe_store *store, struct doe_tally *out);

/* Sets bit i of `bit` where run from + i is in the store (n a multiple of 8, bits cleared before).
 */
quire_status doe_store_mark(struct doe_store *store, uint64_t from, size_t n, unsigned char *bit);

/* Results that no run of the plan leads to, where plan and store differ. */
uint64_t doe_store_unplanned(const struct doe_store *store);

/* Of a reader: runs that only shards have, which are counted and read like all others. */
uint64_t doe_store_uncollected(const struct doe_store *store);

/* Of a reader: *n_begun runs were begun by tasks and neither ended nor given back. Of one without
 * shards, adds what these hold to doe_store_tally() and doe_store_uncollected(), in a fraction of
 * the time that it takes to read them into the store. */
quire_status doe_store_count_shards(struct doe_store *store, const char *directory,
                                    uint64_t *n_begun);

/* What was found in shards. */
struct doe_collected {
    uint64_t shards, records, torn;
    uint64_t unplanned; /* records that this plan has no run for */
};
/* Puts what all shards of the folder hold into the store. Safe to repeat. */
quire_status doe_store_collect(struct doe_store *store, const char *directory,
                               struct doe_collected *out);

/* Whether there is a result for this identity, and its status. */
quire_status doe_store_find(struct doe_store *store, const char *id, bool *found,
                            enum doe_status *status);

/* Adds a run with its result; with `record` NULL one whose result is there already. A result that
 * is there already stays, unless it was chance and the new one is not; one that says something else
 * is kept beside it as a conflict. What is added is safe after the next doe_store_commit(). */
quire_status doe_store_add(struct doe_store *store, const struct doe_run *run,
                           const struct doe_record *record);
quire_status doe_store_commit(struct doe_store *store);

/* Forgets results that were chance, so that these runs are done again; *n of them. */
quire_status doe_store_forget_chance(struct doe_store *store, uint64_t *n);

/* Goes through all runs in the order of the plan: record->index is the run, the values follow from
 * the plan. Stops at what is not QUIRE_OK. Each row's checksum is looked at. */
quire_status doe_store_each(struct doe_store *store,
                            quire_status (*take)(void *self, const struct doe_record *record),
                            void *self);

/* The same with each run as the plan has it; a row that is not of the plan is an error, too. Warns
 * with W-INCOMPLETE if the plan has more runs. */
quire_status doe_store_each_run(struct doe_store *store,
                                quire_status (*take)(void *self, const struct doe_run *run,
                                                     const struct doe_record *record),
                                void *self);

#endif

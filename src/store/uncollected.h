/* What the workers of a cluster have done that is in no store yet. */
#ifndef QUIRE_STORE_UNCOLLECTED_H
#define QUIRE_STORE_UNCOLLECTED_H

#include "store/store.h"

struct doe_uncollected {
    const struct doe_work *work;
    const char *directory; /* borrowed */
    unsigned char *kept;   /* bits: runs that are in the store; owned */
    bool no_shards;        /* nothing was given out */
    uint64_t done, status[DOE_STATUSES];
    uint64_t begun; /* begun, and neither ended nor given back */
};

/* Whether tasks were given out or have run in the study's folder. */
bool doe_is_shared_out(const char *directory);

/* Counts what shards hold beyond the store (NULL: there is none). Clear in any case. */
quire_status doe_uncollected_count(struct doe_uncollected *out, const struct doe_work *work,
                                   struct doe_store *store, const char *directory,
                                   quire_diag *diag);
void doe_uncollected_clear(struct doe_uncollected *self);

/* Goes through their records, each run's once, in the order of the shards. */
quire_status doe_uncollected_each(const struct doe_uncollected *self,
                                  quire_status (*take)(void *user, const struct doe_record *record),
                                  void *user, quire_diag *diag);

#endif

/* The search for remedies while it goes on, for callers who show what it has found so far. */
#ifndef QUIRE_REVIEW_CURES_H
#define QUIRE_REVIEW_CURES_H

#include <quire/explain.h>

#include "review/rerun.h"

struct quire_cures_hearing {
    void *user;
    /* Called after run number `runs` of at most `most`; `answer`: the document of the cures found
     * so far, NULL if this run added none. May be NULL. */
    void (*hear)(void *user, int runs, int most, const char *answer);
    double until; /* runs end at this time, as the one that failed has [s]; NaN: at their own end */
};

/* quire_explain_cures() of results that the caller holds. */
quire_status quire_cures_search(struct quire_rerun *rerun, const quire_cures_options *options,
                                const struct quire_cures_hearing *hearing, bool as_json,
                                bool *found, char **text, quire_diag *diag);

#endif

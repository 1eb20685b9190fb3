/* Why a run came to its verdict, told from its results, and how far a parameter is from another
 * verdict. */
#ifndef QUIRE_EXPLAIN_H
#define QUIRE_EXPLAIN_H

#include <stdbool.h>

#include <quire/diag.h>
#include <quire/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Tells what happened in the run whose results lie in `directory`, from summary.json alone: the
 * verdict, the events in time order, for each check that failed its cause. On success *text is the
 * caller's, to be freed with quire_free(): sentences, or with `json` the document
 * "quire-explanation-1" of doc/formats.md. QUIRE_ERROR_FILE when there are no results that can be
 * read. */
QUIRE_API quire_status quire_explain(const char *directory, bool json, char **text,
                                     quire_diag *diag);

typedef struct quire_margin_options {
    const char *parameter; /* of the model, whose value is a number */
    /* where to look, as in a model file ("0.1", "2 mm"); NULL: a quarter and four times the value
     */
    const char *low, *high;
    /* bisection ends when the bracket is this part of its larger end [1]; NaN: 0.01 */
    double share;
    int runs;                                                   /* at most so many runs; 0: 40 */
    bool (*progress)(void *user, double time, double end_time); /* as in quire_run_options */
    void *user;
} quire_margin_options;

QUIRE_API quire_margin_options quire_margin_options_default(void);

/* Finds by bisection where the run in `directory` would pass, if it failed, or fail, if it passed,
 * with another value of one parameter: runs of the model kept there with the other parameters and
 * the options of its manifest. Looks at eight steps towards either end, even in the ratio if there
 * is one, and halves the first in which the verdict changes; writes no files. *found tells whether
 * it changes in the range. *text as above: sentences, or "quire-margin-1". QUIRE_ERROR_USAGE for a
 * parameter that is not there or no number and for bounds that are none; QUIRE_ERROR_FILE as above;
 * QUIRE_ERROR_LIMIT when progress() said no. */
QUIRE_API quire_status quire_explain_margin(const char *directory,
                                            const quire_margin_options *options, bool json,
                                            bool *found, char **text, quire_diag *diag);

typedef struct quire_cures_options {
    int runs;          /* at most so many runs; 0: 25 */
    double time_limit; /* end with what is known by then [s]; NaN: none */
    bool (*progress)(void *user, double time, double end_time); /* as in quire_run_options */
    void *user;
} quire_cures_options;

QUIRE_API quire_cures_options quire_cures_options_default(void);

/* Finds what would have cured the check that failed first in the run in `directory`: runs of the
 * model kept there, with one number changed at a time, a parameter of the model or an attribute of
 * what the cause names. Each is doubled and halved, or changed by four of its tolerances if that is
 * more, within its range; one that cures is narrowed down by three runs. A cure lets the check pass
 * and none fail that did not fail before. *found: there is one. *text: sentences, the smallest
 * change first, or "quire-cures-1". When the time is up, or progress() says no, the answer is what
 * is known by then, marked as incomplete. QUIRE_ERROR_USAGE where no check failed; QUIRE_ERROR_FILE
 * as above. Writes no files. */
QUIRE_API quire_status quire_explain_cures(const char *directory,
                                           const quire_cures_options *options, bool json,
                                           bool *found, char **text, quire_diag *diag);

#ifdef __cplusplus
}
#endif
#endif

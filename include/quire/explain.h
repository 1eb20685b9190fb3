/* Explanation of a run's verdict from its results, distance of a parameter from another verdict,
 * and remedies for a failed check. */
#ifndef QUIRE_EXPLAIN_H
#define QUIRE_EXPLAIN_H

#include <stdbool.h>

#include <quire/diag.h>
#include <quire/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Describes the run whose results are in `directory`: its verdict, its events in order of time, and
 * the cause of each failed check. Reads summary.json only. On success the caller owns *text and
 * frees it with quire_free(). The text consists of sentences, or with `json` of the document
 * "quire-explanation-1" (doc/formats.md). QUIRE_ERROR_FILE: the folder has no readable results. */
QUIRE_API quire_status quire_explain(const char *directory, bool json, char **text,
                                     quire_diag *diag);

typedef struct quire_margin_options {
    const char *parameter; /* a numeric parameter of the model */
    /* search range, written as in a model file ("0.1", "2 mm"); default (NULL): a quarter and four
     * times the value */
    const char *low, *high;
    /* relative width of the bracket at which the bisection ends [1]; default (NaN): 0.01 */
    double share;
    int runs;                                                   /* maximum number of runs; 0: 40 */
    bool (*progress)(void *user, double time, double end_time); /* as in quire_run_options */
    void *user;
} quire_margin_options;

QUIRE_API quire_margin_options quire_margin_options_default(void);

/* Searches the value of one parameter at which the verdict of the run in `directory` changes from
 * passed to failed or from failed to passed. The model kept in the folder is run with this
 * parameter changed; other parameters and the options are taken from the manifest. The search takes
 * eight steps from the run's value towards each bound, geometric if value and bound have the same
 * sign. The first step with another verdict is bisected. Writes no files.
 *
 * *found is set to true if the verdict changes within the range. *text receives sentences or the
 * document "quire-margin-1"; the caller frees it with quire_free(). QUIRE_ERROR_USAGE: the
 * parameter does not exist or is not a number, or a bound is invalid. QUIRE_ERROR_FILE: as for
 * quire_explain(). QUIRE_ERROR_LIMIT: progress() returned false. */
QUIRE_API quire_status quire_explain_margin(const char *directory,
                                            const quire_margin_options *options, bool json,
                                            bool *found, char **text, quire_diag *diag);

typedef struct quire_cures_options {
    int runs; /* maximum number of runs; 0: 25 */
    /* the search ends after this time, with the remedies found until then [s]; default (NaN): none
     */
    double time_limit;
    /* the document gets a small picture of each run that passed, of the place and time of the
     * failure */
    bool pictures;
    bool (*progress)(void *user, double time, double end_time); /* as in quire_run_options */
    void *user;
} quire_cures_options;

QUIRE_API quire_cures_options quire_cures_options_default(void);

/* Searches changes of the model that let the first failed check of the run in `directory` pass. The
 * model kept in the folder is run with one number changed at a time: a parameter, or an attribute
 * of an object named by the cause. Each number is changed both ways within its range, what the
 * cause names farther than other numbers. The change that cures the failure is then narrowed down
 * with three runs. A remedy makes the check pass, makes no other check fail, and leaves no doubt
 * about the run. Writes no files.
 *
 * *found is set to true if there is a remedy. *text receives sentences, remedies of the part named
 * by the cause first, then the smallest change, or the document "quire-cures-1"; the caller frees
 * it with quire_free(). If the time limit is reached or progress() returns false, the text has the
 * remedies found until then and is marked incomplete. QUIRE_ERROR_USAGE: no check failed.
 * QUIRE_ERROR_FILE: as for quire_explain(). */
QUIRE_API quire_status quire_explain_cures(const char *directory,
                                           const quire_cures_options *options, bool json,
                                           bool *found, char **text, quire_diag *diag);

#ifdef __cplusplus
}
#endif
#endif

/* Comparison of two results: a planar and a spatial run of one model, or any two runs. */
#ifndef QUIRE_COMPARE_H
#define QUIRE_COMPARE_H

#include <quire/run.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct quire_comparison quire_comparison;

/* Tolerances for differences between the two results. A value set by the caller is a requirement: a
 * larger difference makes quire_comparison_same_numbers() return false. NaN selects the default,
 * the accuracy promised by "standard"; larger differences are then only marked in the table. */
typedef struct quire_compare_options {
    double length; /* [m]; default (NaN): 0.05 mm */
    double time;   /* [s]; default (NaN): 0.1 ms */
    /* All other quantities: the difference divided by the larger of the two values. Energies are
     * divided by the largest term of the energy balance, values of checks by their limit if it is
     * larger. [1]; default (NaN): 0.01 */
    double ratio;
} quire_compare_options;

QUIRE_API quire_compare_options quire_compare_options_default(void);

/* Compares two runs that quire_run_execute() has simulated. On success the caller owns *out and
 * frees it with quire_comparison_destroy(). The runs may be destroyed before it. QUIRE_ERROR_USAGE:
 * one of the runs has no results yet. */
QUIRE_API quire_status quire_compare_runs(quire_comparison **out, const quire_run *first,
                                          const quire_run *second,
                                          const quire_compare_options *options, quire_diag *diag);

/* Compares the results in two folders. Positions of sheet edges along their paths are compared at
 * those times for which both series.csv files have a row. QUIRE_ERROR_FILE: a file is missing or
 * was not written by `quire run`. */
QUIRE_API quire_status quire_compare_folders(quire_comparison **out, const char *first,
                                             const char *second,
                                             const quire_compare_options *options,
                                             quire_diag *diag);
QUIRE_API void quire_comparison_destroy(quire_comparison *comparison);

/* Returns true if both runs reached their end with the same verdict, and each check evaluated in
 * both has the same verdict. */
QUIRE_API bool quire_comparison_same_verdicts(const quire_comparison *comparison);

/* Returns true if no difference exceeds its tolerance. Only the tolerances set by the caller
 * count. */
QUIRE_API bool quire_comparison_same_numbers(const quire_comparison *comparison);

/* The comparison as a readable table, and as JSON (doc/formats.md). Both strings belong to the
 * comparison. */
QUIRE_API const char *quire_comparison_text(const quire_comparison *comparison);
QUIRE_API const char *quire_comparison_json(const quire_comparison *comparison);

#ifdef __cplusplus
}
#endif
#endif

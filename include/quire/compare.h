/* Comparing two results: of one model in the plane and in space, or any two. */
#ifndef QUIRE_COMPARE_H
#define QUIRE_COMPARE_H

#include <quire/run.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct quire_comparison quire_comparison;

/* By how much numbers may differ. Those that are given are demands, see
 * quire_comparison_same_numbers(); NaN stands for what the standard accuracy promises, and only
 * marks numbers in the table. */
typedef struct quire_compare_options {
    double length; /* [m]; NaN: 0.05 mm */
    double time;   /* [s]; NaN: 0.1 ms */
    /* of everything else: difference over the larger of both, of energies over the largest term, of
     * a check's value over its limit if that is larger [1]; NaN: 0.01 */
    double ratio;
} quire_compare_options;

QUIRE_API quire_compare_options quire_compare_options_default(void);

/* Compares two runs after quire_run_execute(); QUIRE_ERROR_USAGE if one has not come so far. On
 * success *out is the caller's, to be freed with quire_comparison_destroy(); the runs may go before
 * it. */
QUIRE_API quire_status quire_compare_runs(quire_comparison **out, const quire_run *first,
                                          const quire_run *second,
                                          const quire_compare_options *options, quire_diag *diag);

/* The same with the results in two folders. Edges along their paths are compared where series.csv
 * of both has rows of the same time. QUIRE_ERROR_FILE when a file is missing, or is not what quire
 * run writes. */
QUIRE_API quire_status quire_compare_folders(quire_comparison **out, const char *first,
                                             const char *second,
                                             const quire_compare_options *options,
                                             quire_diag *diag);
QUIRE_API void quire_comparison_destroy(quire_comparison *comparison);

/* Both runs came to their end with the same verdict, and so did each check that both evaluated. */
QUIRE_API bool quire_comparison_same_verdicts(const quire_comparison *comparison);

/* No number for whose kind a tolerance was given differs by more. */
QUIRE_API bool quire_comparison_same_numbers(const quire_comparison *comparison);

/* The table to read, and as JSON (doc/formats.md); borrowed. */
QUIRE_API const char *quire_comparison_text(const quire_comparison *comparison);
QUIRE_API const char *quire_comparison_json(const quire_comparison *comparison);

#ifdef __cplusplus
}
#endif
#endif

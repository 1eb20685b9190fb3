/* Of the lines that a run prints those about its checks, and about what makes them doubtful. */
#ifndef QUIRE_SUMMARY_SUMMARY_CHECKS_H
#define QUIRE_SUMMARY_SUMMARY_CHECKS_H

#include "result/result.h"
#include "text/text.h"

/* Lengths and speeds in millimetres, angles in degrees, small forces in millinewtons, everything
 * else as it is. */
void quire_lines_add_quantity(struct quire_text *out, double value, const char *unit);

/* "0.25 s to 0.32 s", "up to 10 mm", "at least 20 mm"; an end that is not finite is none */
void quire_lines_add_allowed(struct quire_text *out, double lowest, double highest,
                             const char *unit);

/* How many checks came to what; `open`: those of the model that were not evaluated, `inapplicable`:
 * those that it has too few sheets for */
struct quire_tally {
    size_t n, passed, failed, jams, open, inapplicable;
};
struct quire_tally quire_lines_count_checks(const struct quire_result *result);

/* Those that failed, that are open and that passed, in this order; of the built-in ones those that
 * failed alone. */
void quire_lines_add_checks(struct quire_text *out, const struct quire_result *result);
/* What makes the results doubtful, also where a check has failed. */
void quire_lines_add_doubts(struct quire_text *out, const struct quire_result *result);
/* Moments at which a sheet was found inside something: the audit's own verdict. */
void quire_lines_add_tunnelling(struct quire_text *out, const struct quire_result *result);

#endif

/* Two summaries side by side. */
#ifndef QUIRE_SUMMARY_SUMMARY_COMPARE_H
#define QUIRE_SUMMARY_SUMMARY_COMPARE_H

#include <stdbool.h>

/* Compares two texts of summary.json, all but their "provenance" and "error-bars". Differences go
 * to *report, one a line ("figures.s1.lead.time: 0.29 was 0.3"), at most 20, to be freed; NULL when
 * memory runs out. */
bool quire_summary_compare(const char *before, const char *now, char **report);

#endif

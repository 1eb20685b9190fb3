/* Coefficients by the names of their columns. */
#ifndef QUIRE_TESTS_ANALYSIS_COEFFICIENT_H
#define QUIRE_TESTS_ANALYSIS_COEFFICIENT_H

#include "analysis/analysis.h"

/* Of what was measured in the analysis; the test fails if there is no such column. */
const struct quire_coefficient *coefficient_of(const struct quire_analysis *a,
                                               const struct quire_measured_analysis *m,
                                               const char *name);

#endif

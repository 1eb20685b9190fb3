/* Contact laws for tests: from parameter sets in tests/data/physics, or from settings. */
#ifndef QUIRE_TEST_LAW_FIXTURE_H
#define QUIRE_TEST_LAW_FIXTURE_H

#include <stdio.h>

#include "law/kinds.h"
#include "run/law.h"

/* A CSV file of the physics data, opened behind its header; fails the test if it is not there. */
FILE *law_table_open(const char *name);

/* The next row, cut into at most `capacity` cells that live in `line`; how many, 0 at the end. */
#define LAW_LINE 1024
size_t law_table_row(FILE *f, char line[LAW_LINE], const char **cell, size_t capacity);

/* A law with settings in one text, "stiffness=1e7 N/m^1.5; exponent=1.5"; fails the test on any
 * problem. */
quire_law *law_make(const struct quire_kind *kind, const char *settings);

/* The law of the set with this name in param_sets.csv; fails the test if there is none. */
quire_law *law_from_set(const char *set);

struct quire_normal_out law_normal(const quire_law *law, double overlap, double closing);
struct quire_friction_out law_friction(const quire_law *law, double slip, double normal,
                                       double factor);

#endif

/* Contact laws for tests: from parameter sets in tests/data/physics, or from settings. */
#ifndef QUIRE_TEST_LAW_FIXTURE_H
#define QUIRE_TEST_LAW_FIXTURE_H

#include <stdio.h>

#include "catalog/kinds.h"
#include "kind/law.h"
#include "lawlab/law.h"

/* A CSV file of the physics data, opened behind its header; fails the test if it is not there. */
FILE *law_table_open(const char *name);

/* The next row, cut into at most `capacity` cells that live in `line`; how many, 0 at the end. */
#define LAW_LINE 1024
size_t law_table_row(FILE *f, char line[LAW_LINE], const char **cell, size_t capacity);

/* A law with settings in one text, "stiffness=1e7 N/m^1.5; exponent=1.5"; fails the test on any
 * problem. */
quire_law *law_make(const struct quire_kind *kind, const char *settings);

/* A set of param_sets.csv: numbers by the letters of the source. */
#define LAW_LETTERS 16
struct law_set {
    char law[32], letter[LAW_LETTERS][16], value[LAW_LETTERS][32];
    size_t n;
};

/* The set with this name; fails the test if there is none. */
void law_set_read(struct law_set *set, const char *name);
const char *law_set_text(const struct law_set *set, const char *letter); /* NULL if it has none */
double law_set_value(const struct law_set *set, const char *letter);

/* The law of a set, with more settings ("; cutoff=no"). */
quire_law *law_of_set(const struct law_set *set, const char *more);
quire_law *law_from_set(const char *name);

/* |value - reference| within 1e-12 of the reference, or 1e-14 of the largest number around. */
bool law_agrees(double value, double reference, double largest);

/* A normal law at the states that it remembers, or at none. */

struct quire_normal_out law_normal(const quire_law *law, double overlap, double closing);
struct quire_friction_out law_friction(const quire_law *law, double slip, double normal,
                                       double factor);

#endif

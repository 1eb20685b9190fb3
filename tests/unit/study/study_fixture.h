/* Studies of tests/data/studies/machine.xml, written where they are used. */
#ifndef QUIRE_TESTS_STUDY_STUDY_FIXTURE_H
#define QUIRE_TESTS_STUDY_STUDY_FIXTURE_H

#include "base/diag.h"
#include "study/study.h"

/* Loads a study whose elements these are; `attributes` go into <study>. Files named name.csv beside
 * it hold `csv` if that is not NULL. */
quire_status study_try(struct quire_study **out, const char *attributes, const char *elements,
                       const char *csv, quire_diag *diag);
/* The same, which must succeed. */
struct quire_study *study_load(const char *attributes, const char *elements);
/* The first problem as text, of a study that must be refused. Static. */
const char *study_refusal(const char *elements, const char *csv);

#endif

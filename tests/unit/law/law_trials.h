/* All laws there are, each at several parameters and memories, for what every law must keep. */
#ifndef QUIRE_TESTS_LAW_LAW_TRIALS_H
#define QUIRE_TESTS_LAW_LAW_TRIALS_H

#include <stdint.h>

#include "fixtures/law_fixture.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

struct sample {
    const struct quire_kind *kind;
    const char *settings;
};

/* A law to be tried, and what it is to remember. */
struct trial {
    quire_law *law;
    struct quire_law_memory memory;
    char name[200];
};
#define TRIALS 200
struct trials {
    struct trial trial[TRIALS];
    size_t n;
};

/* The samples, every law of this family in the model in which each kind occurs with each of its
 * attributes, and the examples that laws show of themselves: so a law that is new in the catalog is
 * found by itself. A law that remembers is tried as at the start, closed, and with what it captures
 * at the size of a contact's. */
struct trials trials_of(const char *family, const struct sample *sample, size_t n);
void trials_free(struct trials *all);
bool trials_have(const struct trials *all, const struct quire_kind *kind);

/* A normal law at a penetration and its rate. */
struct quire_normal_out trial_normal(const struct trial *t, double overlap, double closing);
double trial_stored(const struct trial *t, double overlap);

/* Pseudo-random numbers, always the same: in [0, 1); of either sign and any size. */
double random_unit(uint64_t *state);
double random_any(uint64_t *state);

/* The same number, or both NaN. */
bool same_number(double a, double b);
/* Whether a derivative is that of a function whose differences are these, the second over half the
 * way: their difference bounds the error unless there is a kink near. */
bool matches_differences(double derivative, double wide, double narrow, double floor);

#endif

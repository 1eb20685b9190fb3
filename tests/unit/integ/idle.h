/* What bodies of tests do that touch nothing and store nothing. */
#ifndef QUIRE_TESTS_INTEG_IDLE_H
#define QUIRE_TESTS_INTEG_IDLE_H

#include <string.h>

#include "kind/body.h"

static inline bool
no_carrier(const void *self, const struct quire_command *command, const double *q, const double *v,
           struct quire_carrier *out)
{
    (void)self;
    (void)command;
    (void)q;
    (void)v;
    memset(out, 0, sizeof *out);
    return false;
}

static inline double
nothing_stored(const void *self, const double *q)
{
    (void)self;
    (void)q;
    return 0;
}

static inline void
same_scale(const void *self, double *scale)
{
    (void)self;
    (void)scale;
}

#endif

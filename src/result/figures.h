/* Figures: named numbers of a finished run, under the dotted names that studies use. SI units. */
#ifndef QUIRE_RESULT_FIGURES_H
#define QUIRE_RESULT_FIGURES_H

#include <stddef.h>

#include <quire/status.h>

struct quire_figure {
    char *name;       /* "s1.lead.time"; owned */
    const char *unit; /* model-file spelling, "" for dimensionless; static */
    double value;
};

struct quire_figures {
    struct quire_figure *at; /* (n), sorted by name */
    size_t n, capacity;
    quire_status status; /* of the table: QUIRE_ERROR_LIMIT once memory has run out */
};

void quire_figures_clear(struct quire_figures *self);

/* Sets the figure "OBJECT.QUANTITY" (object NULL: "QUANTITY"); a later value replaces an earlier
 * one. */
void quire_figures_set(struct quire_figures *self, const char *object, const char *quantity,
                       const char *unit, double value);

/* The same unless the figure is there already. */
void quire_figures_set_first(struct quire_figures *self, const char *object, const char *quantity,
                             const char *unit, double value);

/* NULL if there is none. */
const struct quire_figure *quire_figures_find(const struct quire_figures *self, const char *name);

/* The figure's value; NaN if there is none. */
double quire_figures_get(const struct quire_figures *self, const char *name);

#endif

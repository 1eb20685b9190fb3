/* What is chained, and how places of it are told. */
#ifndef QUIRE_CAD_CHAIN_SITE_H
#define QUIRE_CAD_CHAIN_SITE_H

#include "cad/chain_options.h"

struct quire_chain_site {
    const struct quire_drawing *drawing;
    const struct quire_chain_options *options;
    quire_diag *diag;
};

/* Adds E-DRAWING; returns what that returns. */
#define quire_chain_error(c, hint, ...)                                                            \
    quire_diag_error((c)->diag, "E-DRAWING", (c)->options->place, (c)->options->object, hint,      \
                     __VA_ARGS__)

double quire_chain_distance(const double a[2], const double b[2]);

/* A coordinate as it is in the drawing [mm]. */
double quire_chain_drawn(const struct quire_chain_site *c, double length);

/* "(100 mm, 0 mm), line 41 of the drawing". Returns buffer. */
#define QUIRE_CHAIN_PLACE_SIZE 120
const char *quire_chain_place_words(const struct quire_chain_site *c, const double at[2],
                                    char *buffer);

#endif

#include "review/suspect_guesses.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Attributes that engineers set, of the elements of a named object; others are shapes, and numbers
 * of the calculation. */
static const char *const knobs[] = {
    "load",        "speed",
    "angle",       "stroke",
    "time",        "gap",
    "mouth",       "curl",
    "torque",      "thickness",
    "stiffness",   "preload",
    "yaw",         "lead",
    "across",      "radius",
    "modulus-md",  "dynamic-coefficient",
    "coefficient", "static-coefficient",
};

bool
quire_suspect_is_knob(const struct quire_field *field)
{
    for (size_t i = 0; i < sizeof knobs / sizeof *knobs; i++) {
        if (field->type == QUIRE_FIELD_REAL && strcmp(field->name, knobs[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool
is_peer(const struct quire_suspect_base *b, size_t i, size_t k, const bool *same)
{
    const size_t own = b->numbers.owner[i], other = b->numbers.owner[k];

    return k != i && b->numbers.field[k] == b->numbers.field[i] && b->turn[own] == b->turn[other] &&
           b->kind[own] == b->kind[other] && isfinite(b->numbers.value[k]) &&
           (same == NULL || !same[k]);
}

static int
by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

size_t
quire_suspect_peers(const struct quire_suspect_base *b, size_t i, const bool *same, double out[2])
{
    const double own = b->numbers.value[i];
    double *value =
        quire_suspect_is_knob(b->numbers.field[i]) ? calloc(b->numbers.n + 1, sizeof *value) : NULL;
    size_t n = 0, n_below = 0, n_out = 0;

    if (value == NULL) {
        return 0;
    }
    for (size_t k = 0; k < b->numbers.n; k++) {
        if (is_peer(b, i, k, same) && fabs(b->numbers.value[k] - own) > 0) {
            value[n++] = b->numbers.value[k];
            n_below += b->numbers.value[k] < own;
        }
    }
    qsort(value, n, sizeof *value, by_size);
    const size_t n_above = n - n_below;
    const double above = n_above > 0 ? value[n_below + n_above / 2] : 0,
                 below = n_below > 0 ? value[n_below / 2] : 0;
    free(value);
    /* the side on which there are more first */
    if (n_above >= n_below && n_above > 0) {
        out[n_out++] = above;
    }
    if (n_below > 0) {
        out[n_out++] = below;
    }
    if (n_above < n_below && n_above > 0) {
        out[n_out++] = above;
    }
    return n_out;
}

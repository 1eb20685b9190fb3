/* Boxes along x and y around some nodes of a sheet. */
#ifndef QUIRE_CONTACT_SHEETS_BOXES_H
#define QUIRE_CONTACT_SHEETS_BOXES_H

#include <math.h>

struct quire_node_box {
    double low[2], high[2];
};

/* Without a call, as there may be a million pairs of sheets to look at: a number that is none
 * counts for nothing behind the first. */
static inline void
quire_widen(double x, double *low, double *high)
{
    *low = x < *low ? x : *low;
    *high = x > *high ? x : *high;
}

/* Around the nodes first, ..., last - 1. */
static inline struct quire_node_box
quire_box_of(const double *x, const double *y, int first, int last)
{
    struct quire_node_box b = {{x[first], y[first]}, {x[first], y[first]}};

    for (int i = first + 1; i < last; i++) {
        quire_widen(x[i], b.low, b.high);
        quire_widen(y[i], b.low + 1, b.high + 1);
    }
    return b;
}

/* How far two boxes are apart at least; negative where they overlap. */
static inline double
quire_boxes_apart(const struct quire_node_box *a, const struct quire_node_box *b)
{
    const double x = fmax(a->low[0] - b->high[0], b->low[0] - a->high[0]),
                 y = fmax(a->low[1] - b->high[1], b->low[1] - a->high[1]);

    return fmax(x, y);
}

#endif

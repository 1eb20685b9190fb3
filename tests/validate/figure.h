/* Figures of the validation page: curves in a frame with two axes. A case opens one while it runs
 * and adds curves to it; all numbers are copied. What Quire computed is coloured, what is known
 * without it is drawn in ink. */
#ifndef QUIRE_TESTS_VALIDATE_FIGURE_H
#define QUIRE_TESTS_VALIDATE_FIGURE_H

#include <stdbool.h>
#include <stddef.h>

enum look {
    CURVE,           /* of Quire's: a line */
    DOTS,            /* of Quire's: filled dots */
    JOINED_DOTS,     /* of Quire's: dots with thin lines between them, as for convergence */
    REFERENCE_MARKS, /* open circles */
    REFERENCE_LINE   /* dashed */
};

struct curve {
    /* NULL: goes on with the curve before it, in its colour and without an entry of its own in the
     * legend */
    char *label;
    enum look look;
    double *x, *y;
    size_t n;
};

struct figure {
    const struct validation_case *of;
    char file[80];         /* the picture's name in the page's folder */
    char *caption, *x, *y; /* a sentence; what is on the axes, with units */
    bool log_x, log_y;     /* logarithmic axes; numbers that are not positive are left out */
    bool same_scale;       /* shapes: a millimetre is as long on both axes */
    struct curve *curve;
    size_t n;
};

/* A new figure of the running case; `file` is the picture's name without ".svg". To be set up
 * before the next one is opened. */
struct figure *figure_open(const char *file, const char *caption, const char *x, const char *y);
/* Adds n points; a NaN interrupts the line. */
void figure_add(struct figure *figure, const char *label, enum look look, const double *x,
                const double *y, size_t n);

/* All figures so far. */
const struct figure *all_figures(size_t *n);
void figures_clear(void);

/* Draws the figure as SVG (plot.c). */
bool figure_write(const struct figure *figure, const char *path);

#endif

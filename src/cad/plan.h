/* A drawing to be written: outlines, each on a layer of its own. */
#ifndef QUIRE_CAD_PLAN_H
#define QUIRE_CAD_PLAN_H

#include "geometry/outline.h"
#include "text/text.h"

struct quire_plan_line {
    const char *sort, *name; /* "GUIDE" and "upper": layer "GUIDE-upper" */
    int colour;              /* of AutoCAD's palette, 1 to 7 */
    const struct quire_outline *outline;
};

struct quire_plan {
    const struct quire_plan_line *line; /* (n); layers differ */
    size_t n;
};

#endif

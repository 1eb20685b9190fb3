/* Commanded values over time. */
#ifndef QUIRE_MACHINE_COURSE_H
#define QUIRE_MACHINE_COURSE_H

#include <stdbool.h>

/* Piecewise course of a commanded value: from its start value through corners, each with the way to
 * get there. */
struct quire_corner_point {
    double time, value;
    int shape; /* QUIRE_RAMP_... */
};
struct quire_course {
    double start;
    struct quire_corner_point *corner; /* (n) */
    int n;
};
/* Value, rate and second rate at time t; rate and bend may be NULL. */
double quire_course_at(const struct quire_course *c, double t, double *rate, double *bend);
/* Whether it has one value from one time to another. */
bool quire_course_is_constant(const struct quire_course *c, double from, double to);
/* Its integral from 0 to t. */
double quire_course_integral(const struct quire_course *c, double t);

#endif

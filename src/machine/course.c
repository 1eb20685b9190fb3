#include <math.h>

#include "drive/to.h"
#include "machine/system.h"
#include "math/smoothstep.h"

/* of 0 to 1 in the way of its shape, from 0 to u */
static double
ramp_integral(int shape, double u)
{
    return shape == QUIRE_RAMP_SMOOTH   ? u * u * u * (1 - 0.5 * u)
           : shape == QUIRE_RAMP_LINEAR ? 0.5 * u * u
                                        : 0;
}

double
quire_course_integral(const struct quire_course *c, double t)
{
    double from = 0, value = c->start, sum = 0;

    for (int i = 0; i < c->n; i++) {
        const struct quire_corner_point *p = c->corner + i;
        const double width = p->time - from, part = t >= p->time ? width : t - from,
                     u = width > 0 ? part / width : 0;
        sum += value * part + (p->value - value) * width * ramp_integral(p->shape, u);
        if (t < p->time) {
            return sum;
        }
        from = p->time;
        value = p->value;
    }
    return sum + value * (t - from);
}

double
quire_course_at(const struct quire_course *c, double t, double *rate, double *bend)
{
    double from = 0, value = c->start, slope = 0, curve = 0;

    for (int i = 0; i < c->n; i++) {
        const struct quire_corner_point *p = c->corner + i;
        const double width = p->time - from, change = p->value - value;
        if (t >= p->time) {
            from = p->time;
            value = p->value;
            continue;
        }
        if (p->shape == QUIRE_RAMP_SMOOTH) {
            const double s = (t - from) / width;
            value = quire_step(t, from, value, p->time, p->value, &slope);
            curve = change * 6 * (1 - 2 * s) / (width * width);
        } else if (p->shape == QUIRE_RAMP_LINEAR) {
            slope = change / width;
            value += slope * (t - from);
        }
        break;
    }
    if (rate != NULL) {
        *rate = slope;
    }
    if (bend != NULL) {
        *bend = curve;
    }
    return value;
}

bool
quire_course_is_constant(const struct quire_course *c, double from, double to)
{
    const double value = quire_course_at(c, from, NULL, NULL);
    bool same = quire_course_at(c, to, NULL, NULL) == value;

    for (int i = 0; i < c->n; i++) {
        same = same && (c->corner[i].time <= from || c->corner[i].time >= to ||
                        c->corner[i].value == value);
    }
    return same;
}

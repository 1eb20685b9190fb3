#include <math.h>

#include "num/step.h"
#include "sys/system.h"

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

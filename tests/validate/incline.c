#include "incline.h"

#include <math.h>

#define MASS      0.1   /* [kg] */
#define STIFFNESS 1e5   /* [N/m] */
#define HALF      0.015 /* half its height [m] */

bool
incline_start(struct simulation *sim, const char *name, const struct incline *p)
{
    const double c = cos(p->slope), s = sin(p->slope), h = HALF - MASS * GRAVITY * c / STIFFNESS;
    struct settings set = {.n = 0};

    set_number(&set, "slope", p->slope, "rad");
    set_vector(&set, "upper", -2 * c, 2 * s, "m");
    set_vector(&set, "lower", 2 * c, -2 * s, "m");
    set_vector(&set, "centre", h * s, h * c, "m");
    set_vector(&set, "velocity", p->speed * c, -p->speed * s, "m/s");
    set_number(&set, "friction", p->friction, "");
    set_number(&set, "threshold", p->threshold, "m/s");
    set_number(&set, "table_speed", p->table_speed, "m/s");
    set_number(&set, "end", p->end, "s");
    return simulation_start(sim, name, "incline.xml", &set);
}

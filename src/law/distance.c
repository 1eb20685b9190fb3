#include <math.h>

#include "law/distance.h"
#include "model/problem.h"

#define NEAREST 0.01 /* of the reference distance */

quire_status
quire_distance_check(const struct quire_object *self, const struct quire_distance_params *p,
                     quire_diag *diag)
{
    const double minimum = isnan(p->minimum) ? NEAREST * p->reference : p->minimum;

    if (p->cut <= p->layer) {
        return quire_object_error(self, diag, "E-MODEL", NULL,
                                  "cut-off %g m is not above layer %g m", p->cut, p->layer);
    }
    if (p->cut <= minimum) {
        return quire_object_error(self, diag, "E-MODEL", NULL,
                                  "cut-off %g m is not above minimum-distance %g m", p->cut,
                                  minimum);
    }
    return QUIRE_OK;
}

struct quire_distance
quire_distance_compile(const struct quire_distance_params *p)
{
    return (struct quire_distance){1 / p->reference, isnan(p->cut) ? HUGE_VAL : p->cut,
                                   isnan(p->minimum) ? NEAREST * p->reference : p->minimum,
                                   p->layer};
}

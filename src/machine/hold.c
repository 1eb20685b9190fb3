#include "machine/hold.h"
#include "math/detmath.h"

#include <string.h>

bool
quire_hold_is_on(const struct quire_hold *hold, double t)
{
    return hold->held && !(t >= hold->until);
}

void
quire_hold_clamps(const struct quire_sheet *sheet, double t, struct quire_clamp out[2])
{
    for (int e = 0; e < 2; e++) {
        const struct quire_hold *hold = sheet->hold + e;
        memset(out + e, 0, sizeof *out);
        if (quire_hold_is_on(hold, t) && hold->clamp) {
            const double angle =
                hold->heading + quire_course_at(&hold->turn, t, &out[e].spin, NULL);
            out[e].held = 1;
            out[e].direction[0] = quire_cos(angle);
            out[e].direction[1] = quire_sin(angle);
        }
    }
}

void
quire_held_set(const double held[3], double *x, double *y, const double given[2])
{
    const double u = given[0] - *x, v = given[1] - *y;

    if (held[1] == 0 && held[0] == held[2]) { /* held altogether: no digit shall differ */
        *x = given[0];
        *y = given[1];
    } else {
        *x += held[0] * u + held[1] * v;
        *y += held[1] * u + held[2] * v;
    }
}

void
quire_hold_directions(const struct quire_hold *hold, double held[3])
{
    const double *s = hold->slide;

    held[0] = hold->slides ? s[1] * s[1] : 1;
    held[1] = hold->slides ? -s[0] * s[1] : 0;
    held[2] = hold->slides ? s[0] * s[0] : 1;
}

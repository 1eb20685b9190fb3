#include "review/suspect_tries.h"

#include <math.h>
#include <string.h>

#define FACTOR     2.0 /* by which a value is changed at first */
#define NEARER     1.4 /* by which the part to examine is changed before */
#define FARTHER    6.0 /* and by these after */
#define FARTHEST   20.0
#define TOLERANCES 4.0 /* or by so many tolerances, if that is more */
#define TENTH      0.1 /* of a value counts as one tolerance where none is given */

/* What a value of 0 without a tolerance or a range is changed by, in SI: as large as such
 * quantities are in paper paths. */
static double
usual_step(const struct quire_suspect *p)
{
    static const struct {
        const char *unit;
        double step;
    } usual[] = {{"m", 1e-3},   {"mm", 1},    {"rad", 0.035}, {"deg", 2},
                 {"m^-1", 10},  {"1/m", 10},  {"s", 0.02},    {"ms", 20},
                 {"m/s", 0.05}, {"mm/s", 50}, {"N", 1},       {"N*m", 0.01}};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        if (strcmp(p->unit, usual[i].unit) == 0) {
            return usual[i].step;
        }
    }
    return 1;
}

static double
within(const struct quire_suspect *p, double value)
{
    return fmin(fmax(value, p->least), p->most);
}

/* Both ways, by a factor or by four tolerances. */
static int
try_both_ways(const struct quire_suspect *p, double out[QUIRE_SUSPECT_TRIES])
{
    const double v = p->value, tolerances = TOLERANCES * (isnan(p->tolerance) ? 0 : p->tolerance),
                 range = isfinite(p->most - p->least) ? p->most - p->least : 0,
                 step = tolerances > 0 ? tolerances
                        : range > 0    ? range
                                       : usual_step(p),
                 up = fmax((FACTOR - 1) * fabs(v), tolerances),
                 down = fmax((1 - 1 / FACTOR) * fabs(v), tolerances);
    int n = 0;

    if (!(fabs(v) > 0)) {
        out[n++] = step;
        out[n++] = -step;
        return n;
    }
    out[n++] = v > 0 ? v + up : v - up;
    out[n++] = v > 0 ? v - down : v + down;
    return n;
}

static int
try_factor(double value, double factor, double out[2])
{
    out[0] = factor * value;
    out[1] = value / factor;
    return 2;
}

int
quire_suspect_tries(const struct quire_suspect *p, int round, double out[QUIRE_SUSPECT_TRIES])
{
    const double v = p->value;
    const bool is_named = p->is_parameter && p->rank >= QUIRE_SUSPECT_NAMED && fabs(v) > 0;
    int n = 0;

    switch (round) {
    case 0:
        for (size_t i = 0; i < p->n_guess; i++) {
            out[n++] = p->guess[i];
        }
        if (is_named && n == 0) {
            out[n++] = 0; /* of a burr, a shift, a stop: it is not there */
        }
        break;
    case 1: n = is_named ? try_factor(v, NEARER, out) : 0; break;
    case 2: n = try_both_ways(p, out); break;
    case 3:
        out[n++] = -v;
        n += try_factor(v, FARTHER, out + n);
        n = is_named ? n : 0;
        break;
    default: n = is_named ? try_factor(v, FARTHEST, out) : 0; break;
    }
    for (int i = 0; i < n; i++) {
        out[i] = within(p, out[i]);
    }
    return n;
}

double
quire_suspect_change(const struct quire_suspect *p, double value)
{
    return fabs(value - p->value) / (!isnan(p->tolerance) ? p->tolerance
                                     : fabs(p->value) > 0 ? TENTH * fabs(p->value)
                                                          : usual_step(p));
}

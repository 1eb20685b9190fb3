#include "contact/gate/flap.h"

#include <math.h>

#include "motion/flap_motion.h"

double
quire_flap_distance(const struct quire_gate *gate, const double at[2])
{
    const double x = fmax(gate->low[0] - at[0], at[0] - gate->high[0]),
                 y = fmax(gate->low[1] - at[1], at[1] - gate->high[1]);

    if (gate->turns) {
        const double dx = at[0] - gate->at[0], dy = at[1] - gate->at[1];
        return sqrt(dx * dx + dy * dy) - gate->arm;
    }
    return x > 0 && y > 0 ? sqrt(x * x + y * y) : fmax(x, y);
}

double
quire_flap_rate_ahead(const struct quire_state *st, const struct quire_gate *gate, const double *y,
                      double h)
{
    const struct quire_small *s = st->system->small + gate->small;
    const struct quire_flap_motion *f = s->body.self;
    const double q = y[s->q0], v = y[st->system->layout.v0 + (size_t)s->v0];

    return v + 0.5 * h * quire_flap_moment(f, q, v) / f->inertia;
}

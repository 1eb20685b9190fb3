/* Fields of force ahead of sheets: jets, suction, brushes, charged strips. Within a field the
 * forces at the ends of a step tell of it; what comes and goes within a step they do not. Theory:
 * doc/theory/finders.md, 5. */
#include <math.h>

#include "contact/find/clear_parts.h"
#include "element/jet.h"
#include "element/pressure.h"
#include "geometry/outline.h"
#include "kind/pressure.h"

/* A field as a point sees it: along its guide or axis, and away from that. */
struct seen {
    double from, to;     /* the field, along [m] */
    double low, high;    /* and across, there [m] */
    double along, aside; /* the point [m] */
};

static bool
is_jet(const struct quire_pressure *p)
{
    return p->ops == &quire_jet_ops;
}

static struct seen
see(const struct quire_pressure *p, const double at[2])
{
    struct seen out = {.from = p->from, .to = p->to, .high = p->params->reach};

    if (is_jet(p)) {
        const struct quire_jet *jet = p->compiled;
        const double x = at[0] - jet->at[0], y = at[1] - jet->at[1];
        out.along = x * jet->along[0] + y * jet->along[1];
        out.aside = y * jet->along[0] - x * jet->along[1];
        out.from = 0;
        out.to = jet->reach;
        out.high = sqrt(quire_jet_half_squared(jet, fmin(fmax(out.along, 0), jet->reach)));
        out.low = -out.high;
        return out;
    }
    quire_outline_project(&p->guide->outline, at, -1, &out.along, &out.aside);
    out.aside *= p->guide->side;
    return out;
}

static double
beyond(double x, double low, double high)
{
    return fmax(fmax(low - x, x - high), 0);
}

/* how far a point is from the field; 0: it is in it */
static double
distance(const struct seen *s)
{
    const double along = beyond(s->along, s->from, s->to),
                 aside = beyond(s->aside, s->low, s->high);

    return sqrt(along * along + aside * aside);
}

/* How far a point in the field is from where it ends: along, if across it ends gently. */
static double
way_out(const struct quire_pressure *p, const struct seen *s)
{
    const double along = fmin(s->along - s->from, s->to - s->along),
                 aside = fmin(s->aside - s->low, s->high - s->aside);

    return is_jet(p) ? fmin(along, aside) : along;
}

/* the smallest way through it */
static double
extent(const struct quire_pressure *p)
{
    const struct quire_jet *jet = p->compiled;

    return is_jet(p)
               ? jet->width
               : fmin(fmin(p->to, p->guide->outline.length) - fmax(p->from, 0), p->params->reach);
}

static double
clear_of_field(const struct quire_system *sys, const struct quire_pressure *p,
               const struct sheet_flight *s)
{
    const struct quire_chain *chain = &sys->sheet[s->index].chain;
    const double part = QUIRE_CLEAR_OF_FIELD * extent(p);
    double side = HUGE_VAL, least = HUGE_VAL;

    for (int i = 0; i <= chain->n; i++) {
        const struct quire_flight f = quire_clear_flight(sys, s, i);
        const struct seen seen = see(p, f.at);
        const double away = distance(&seen);
        side = fmin(side, away);
        if (i == 0 || i == chain->n) {
            const double way = away > 0 ? away : way_out(p, &seen);
            least = fmin(least, fmax(way, part) / sqrt(quire_flight_dot(f.velocity, f.velocity)));
        }
    }
    /* between two nodes the sheet may be half a segment nearer */
    side -= 0.5 * chain->h;
    return side > 0 ? fmin(least, fmax(side, part) / quire_clear_across(sys, s)) : least;
}

double
quire_clear_of_fields(const struct quire_state *st, const struct sheet_flight *s)
{
    const struct quire_system *sys = st->system;
    double least = s->h;

    if (sys->n_pressure == 0) {
        return least;
    }
    const struct swept way = quire_clear_swept(sys, s);
    for (int k = 0; k < sys->n_pressure; k++) {
        const struct quire_pressure *p = sys->pressure + k;
        if (is_jet(p) || quire_clear_meet(&way, p->low, p->high, sys->sheet[s->index].chain.h)) {
            least = fmin(least, clear_of_field(sys, p, s));
        }
    }
    return least;
}

bool
quire_clear_fields_may_pass(const struct quire_state *st, double way)
{
    for (int k = 0; k < st->system->n_pressure; k++) {
        if (way > QUIRE_CLEAR_OF_FIELD * extent(st->system->pressure + k)) {
            return true;
        }
    }
    return false;
}

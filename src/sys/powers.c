/* Power flows at the end of a step, for the energy ledger. doc/theory/energy.md */
#include <string.h>

#include "sys/loads.h"

/* value of a form for the displacement of the three nodes */
static double
apply_form(quire_v4 f, const double at[4])
{
    return f[0] * at[0] + f[1] * at[1] + f[2] * at[2] + f[3] * at[3];
}

/* a displacement of the nodes as the forms of a touch see it */
static void
place_change(const struct quire_state *st, const struct quire_flow *f, const double *dv, double at[4])
{
    at[0] = at[1] = at[2] = at[3] = 0;
    if (f->sheet >= 0) {
        const struct quire_sheet *sheet = st->system->sheet + f->sheet;
        const double *x = dv + sheet->x0 + f->node, *y = x + sheet->chain.stride;
        for (int j = 0; j < 3; j++) {
            at[0] += f->b[j] * x[j];
            at[1] += f->b[j] * y[j];
            at[2] += f->d[j] * x[j];
            at[3] += f->d[j] * y[j];
        }
    }
}

/* what a step dv changes of friction, slip, lost force and closing at a touch */
static void
flow_change(const struct quire_state *st, const struct quire_flow *f, const double *dv, double inverse, double more[4])
{
    double at[4];

    place_change(st, f, dv, at);
    more[0] = apply_form(f->d_friction, at);
    more[1] = apply_form(f->d_slip, at);
    more[2] = apply_form(f->d_lost, at);
    more[3] = apply_form(f->d_closing, at);
    for (int i = 0; i < f->n_pair; i++) {
        const struct quire_flow_pair *pair = st->flow_pair + f->pair + i;
        more[0] += pair->friction * dv[pair->at];
        more[1] += pair->slip * dv[pair->at];
        more[2] += pair->lost * dv[pair->at];
        more[3] += pair->closing * dv[pair->at];
    }
    for (int k = 0; k < 4; k++) {
        more[k] *= inverse;
    }
}

void
quire_state_touch_after(const struct quire_state *st, const struct quire_flow *f, const double *dv, double gamma, double *slip, double *normal)
{
    double at[4];

    place_change(st, f, dv, at);
    double d_slip = apply_form(f->d_slip, at), d_normal = apply_form(f->d_normal, at);
    for (int i = 0; i < f->n_pair; i++) {
        const struct quire_flow_pair *pair = st->flow_pair + f->pair + i;
        d_slip += pair->slip * dv[pair->at];
        d_normal += pair->normal * dv[pair->at];
    }
    *slip = f->slip + d_slip / gamma;
    *normal = f->slide.in.normal + d_normal / gamma;
}

struct quire_powers
quire_state_powers_after(const struct quire_state *st, const double *dv, double gamma)
{
    struct quire_powers p = st->power;

    p.friction = p.belts = p.contact = 0;
    for (int k = 0; k < st->n_flow; k++) {
        const struct quire_flow *f = st->flow + k;
        double more[4];
        flow_change(st, f, dv, 1 / gamma, more);
        p.friction -= (f->friction + more[0]) * (f->slip + more[1]);
        p.belts += (f->friction + more[0]) * f->belt;
        p.contact += (f->lost + more[2]) * (f->closing + more[3]) - f->given;
        p.drives += more[0] * f->driven;
    }
    return p;
}

struct quire_powers
quire_state_powers_corrected(const struct quire_state *st, const double *since, const double *last, double gamma)
{
    struct quire_powers p = st->power;

    for (int k = 0; k < st->n_flow; k++) {
        const struct quire_flow *f = st->flow + k;
        double all[4], step[4];
        flow_change(st, f, since, 1 / gamma, all);
        flow_change(st, f, last, 1 / gamma, step);
        const double friction = f->friction + all[0], slip = f->slip + all[1], lost = f->lost + all[2], closing = f->closing + all[3];
        p.friction -= friction * slip - (friction - step[0]) * (slip - step[1]);
        p.belts += step[0] * f->belt;
        p.contact += lost * closing - (lost - step[2]) * (closing - step[3]) - f->given;
        p.drives += step[0] * f->driven;
    }
    return p;
}

/* work that friction and the lost part of normal forces do along the displacement d [V] */
double
quire_state_touch_work(const struct quire_state *st, const double *d, double gamma)
{
    double work = 0;

    for (int k = 0; k < st->n_flow; k++) {
        const struct quire_flow *f = st->flow + k;
        double at[4];
        place_change(st, f, d, at);
        work += f->friction * apply_form(f->d_slip, at) - f->lost * apply_form(f->d_closing, at);
        for (int i = 0; i < f->n_pair; i++) {
            const struct quire_flow_pair *pair = st->flow_pair + f->pair + i;
            work += (f->friction * pair->slip - f->lost * pair->closing) * d[pair->at];
        }
    }
    return work / gamma;
}

void
quire_powers_add(struct quire_powers *sum, const struct quire_powers *p)
{
    sum->drives += p->drives;
    sum->belts += p->belts;
    sum->loads += p->loads;
    sum->friction += p->friction;
    sum->contact += p->contact;
    sum->bearings += p->bearings;
    sum->sheet += p->sheet;
    sum->integrator += p->integrator;
    sum->elements += p->elements;
}

/* ---- power of holds ---- */

double
quire_state_hold_power(struct quire_state *st, double t, const double *y, const double *rate)
{
    const struct quire_system *sys = st->system;
    double power = 0;

    QUIRE_EACH(k, st->part, sheet) {
        const struct quire_sheet *s = sys->sheet + k;
        const struct quire_chain *c = &s->chain;
        const bool on[2] = {quire_hold_is_on(s->hold, t), quire_hold_is_on(s->hold + 1, t)};
        if (!st->sheet[k].entered || !(on[0] || on[1])) {
            continue;
        }
        const double *v = y + sys->layout.v0 + s->x0, *a = rate + sys->layout.v0 + s->x0;
        const double *f = quire_state_sheet_forces(st, k, t, y);
        const struct quire_chain_work *w = &st->sheet[k].chain;
        struct quire_clamp clamp[2];
        quire_hold_clamps(s, t, clamp);
        for (int e = 0; e < 2; e++) {
            const int i = e == 0 ? 0 : c->n, next = e == 0 ? 1 : c->n - 1;
            double reaction[2] = {0, 0}, held[3];
            for (int d = 0; on[e] && d < 2; d++) { /* mass times acceleration, less all other forces */
                const int at = d * c->stride;
                reaction[d] = c->me * a[at + i] + c->mo * a[at + next] - f[at + i];
            }
            quire_hold_directions(s->hold + e, held);
            power += reaction[0] * (held[0] * v[i] + held[1] * v[c->stride + i]) + reaction[1] * (held[1] * v[i] + held[2] * v[c->stride + i]);
            if (clamp[e].held) { /* a clamp that turns winds up the first joint */
                power += (e == 0 ? -w->mo[0] : w->mo[c->n]) * clamp[e].spin;
            }
        }
    }
    return power;
}

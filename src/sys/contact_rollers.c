/* Where sheets touch rollers. doc/theory/contact-kernel.md, 5. */
#include <math.h>

#include "sys/places.h"
#include "sys/soft.h"

/* How far the sheet follows the roller here: 0 a point contact, 1 wrapped. The curve's second derivative is constant on each piece; what
 * counts is the line through its values at their middles, so that no force jumps where the nearest point passes a joint. */
QUIRE_INLINE double
wrapping(const struct station *p, const struct scatter *c, int n)
{
    const double t2 = p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1], s = p->d[2] / p->dd[2];
    const int next = p->node + (s < 0.5 ? -1 : 1);
    double x2 = p->x2[0], y2 = p->x2[1], slope;

    if (p->node > 0 && p->node + 2 < n && next > 0 && next + 2 < n) { /* pieces at the ends have weights of their own */
        const double share = fabs(s - 0.5), *x = c->x + next, *y = c->y + next;
        x2 += share * (x[0] - 2 * x[1] + x[2] - x2);
        y2 += share * (y[0] - 2 * y[1] + y[2] - y2);
    }
    return quire_step(-(p->x[0] * x2 + p->x[1] * y2) / t2, 0.5, 0, 0.8, 1, &slope);
}

/* The most of it at any station that overlaps and lies along the surface (to 0.2 to 0.3 rad). On a wrapped roller all distances are
 * nearly the same, and the nearest point is often where the sheet leaves and is only half bent: alone it would say now this, now that.
 * A station that begins to touch counts little by little, in full at 0.3 of what the nearest point overlaps. */
QUIRE_INLINE double
wrapping_anywhere(const struct scatter *c, const struct quire_chain *chain, const struct quire_reach *reach, double inside,
                  double deepest, const double *square, const double centre[2])
{
    static const double at_rest[2] = {0, 0};
    const double limit = inside + 0.125 * chain->h; /* no node is farther from its station, unless it bends by 60 degrees */
    double most = 0;

    for (int i = reach->low; i < reach->high && most < 1; i++) {
        if (square[i] <= limit * limit) {
            struct station p;
            fixed_weights(i, chain->n, &p);
            place_station(&p, c, centre, at_rest);
            const double distance2 = p.x[0] * p.x[0] + p.x[1] * p.x[1], along = p.x[0] * p.x1[0] + p.x[1] * p.x1[1];
            if (distance2 < inside * inside) {
                const double sine2 = along * along / (distance2 * (p.x1[0] * p.x1[0] + p.x1[1] * p.x1[1]));
                double slope;
                const double pressed = quire_step(inside - sqrt(distance2), 0, 0, 0.3 * deepest, 1, &slope);
                const double here = pressed * wrapping(&p, c, chain->n) * quire_step(sine2, 0.04, 1, 0.09, 0, &slope);
                most = here > most ? here : most;
            }
        }
    }
    return most;
}

QUIRE_INLINE bool
roller_point(const struct scatter *c, int n, int node, const struct quire_roller *roller, const struct quire_carrier *carrier,
             struct station *p, struct facing *f)
{
    nearest_station(p, c, n, node, carrier->centre);
    place_station(p, c, carrier->centre, carrier->velocity);
    const double distance = sqrt(p->x[0] * p->x[0] + p->x[1] * p->x[1]);
    f->overlap = roller->radius + c->half - distance;
    if (!(f->overlap > 0)) {
        return false;
    }
    f->turning = NORMAL_RADIAL;
    f->radial = 1 / distance;
    f->n[0] = p->x[0] * f->radial;
    f->n[1] = p->x[1] * f->radial;
    f->factor = 1;
    f->belt = 0;
    f->load = NAN;
    f->d_share = f->d_factor = (form){0, 0, 0, 0};
    return true;
}

/* the stations of a sheet that wraps a roller; `weight` of the law is shared out among them */
QUIRE_INLINE void
roller_wrap(const struct scatter *c, const struct quire_sheet *sheet, const struct quire_reach *reach,
            const struct quire_roller *roller, const struct quire_carrier *carrier, double weight)
{
    const struct quire_system *sys = c->state->system;
    double load = 0;

    for (int pass = 0; pass < 2; pass++) { /* the overdrive counts the whole force, so that comes first */
        for (int i = reach->low; i < reach->high; i++) {
            struct station p;
            struct facing f = {.turning = NORMAL_FIXED};
            fixed_weights(i, sheet->chain.n, &p);
            place_station(&p, c, carrier->centre, carrier->velocity);
            const double distance = sqrt(p.x[0] * p.x[0] + p.x[1] * p.x[1]);
            f.overlap = roller->radius + c->half - distance;
            if (!(f.overlap > 0)) {
                continue;
            }
            f.turning = NORMAL_RADIAL;
            f.radial = 1 / distance;
            f.n[0] = p.x[0] * f.radial;
            f.n[1] = p.x[1] * f.radial;
            f.factor = 1;
            f.belt = 0;
            f.d_share = f.d_factor = (form){0, 0, 0, 0};
            const struct quire_contact_law *law = law_of(sys, roller->law, c->sheet, &p, f.n);
            if (law == NULL) {
                continue;
            }
            f.share = weight * sheet->station_length[i] / law->reference_length;
            f.load = load;
            remember_at_station(c, law, i, touched_face(&p, f.n), &f);
            if (pass == 0) {
                struct quire_normal_out no;
                if (law->overdrive == 0) {
                    continue;
                }
                const double closing = -(f.n[0] * p.v[0] + f.n[1] * p.v[1]);
                const struct quire_normal_in in = {f.overlap, closing, 0, NULL, NULL};
                double by_slip;
                if (f.slot != NULL) {
                    quire_memory_normal(c->state, f.slot, f.place, law, &in, &no, &by_slip);
                } else {
                    law->normal->eval(law->normal_data, &in, &no);
                }
                load += f.share * no.force;
            } else {
                quire_touch(c, &p, &f, law, carrier, roller->small, QUIRE_TARGET_ROLLER, (int)(roller - sys->roller));
            }
        }
    }
}

QUIRE_CLONES void
quire_roller_contacts(const struct scatter *c)
{
    struct quire_state *st = c->state;
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + c->sheet;
    struct quire_sheet_work *w = st->sheet + c->sheet;
    const int n = sheet->chain.n;

    for (int k = 0; k < w->n_roller; k++) {
        struct quire_reach *reach = w->roller + k;
        const struct quire_roller *roller = sys->roller + reach->target;
        const struct quire_carrier *carrier = st->carrier + roller->small;
        if (!st->part->has_small[roller->small]) {
            continue; /* another part's, and too far away to touch */
        }
        const double limit = roller->radius + c->half + 0.75 * sheet->chain.h, cx = carrier->centre[0], cy = carrier->centre[1];
        const double *restrict x = c->x, *restrict y = c->y;
        double *restrict square = w->square;
        double wrap = 0;
        bool once = false;
        reach->near = (reach->low + reach->high) / 2;
        const int first = reach->low / QUIRE_LANES * QUIRE_LANES, last = (int)quire_round_up((size_t)reach->high);
        QUIRE_IVDEP
        for (int i = first; i < last; i++) {
            const double dx = x[i] - cx, dy = y[i] - cy;
            square[i] = dx * dx + dy * dy;
        }
        if (roller->soft >= 0) {
            quire_soft_contacts(c, roller, reach, square);
            continue;
        }
        for (int i = reach->low; i < reach->high; i++) { /* each nearest node of a stretch that may touch */
            if (square[i] > limit * limit || (i > reach->low && square[i - 1] < square[i]) ||
                (i + 1 < reach->high && square[i + 1] <= square[i])) {
                continue;
            }
            struct station p;
            struct facing f = {.turning = NORMAL_FIXED};
            if (!roller_point(c, n, i, roller, carrier, &p, &f)) {
                continue;
            }
            reach->near = i;
            const struct quire_contact_law *law = law_of(sys, roller->law, c->sheet, &p, f.n);
            if (law == NULL) {
                continue;
            }
            double follows = law->distribution == QUIRE_DISTRIBUTION_LINE ? 1 : 0;
            if (law->distribution == QUIRE_DISTRIBUTION_AUTO) {
                const double anywhere =
                    wrapping_anywhere(c, &sheet->chain, reach, roller->radius + c->half, f.overlap, square, carrier->centre);
                follows = p.slides ? wrapping(&p, c, n) : 0;
                follows = anywhere > follows ? anywhere : follows;
            }
            wrap = follows > wrap ? follows : wrap;
            f.share = 1 - follows;
            if (once) { /* where it touches twice, the second place is the station's */
                remember_at_station(c, law, owner(&p), touched_face(&p, f.n), &f);
            } else {
                remember_at_roller(c, law, reach->target, &f);
            }
            f.rolling = once ? 0 : fabs(carrier->surface) / (2 * sheet->chain.ka * sheet->chain.h);
            if (f.share > 0) {
                once = true;
                quire_touch(c, &p, &f, law, carrier, roller->small, QUIRE_TARGET_ROLLER, reach->target);
            }
        }
        if (wrap > 0) {
            roller_wrap(c, sheet, reach, roller, carrier, wrap);
        }
    }
}

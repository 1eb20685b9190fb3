#include "step/wraps.h"

#include <math.h>

#include "contact/guide/column_lists.h"
#include "contact/guide/contact.h"
#include "contact/space/space_pads.h"
#include "contact/touch/columns.h"
#include "contact/touch/wraps.h"
#include "evaluate/evaluate.h"
#include "integ/constants.h"

/* How shares change. */
struct change {
    double part;  /* fraction of the distance from the target that a share goes */
    double given; /* stored energy that appears as they change [J] */
    double most;  /* largest distance of a share from its target */
};

static void
follow(double *share, const struct wrap_now *now, struct change *change)
{
    const double before = fmax(*share, 0);

    if (!(now->share >= 0)) {
        *share = -1;
        return;
    }
    /* a sheet that has begun to touch in the last step has its target's share at once */
    const double after = *share < 0 ? now->share : before + change->part * (now->share - before);
    change->most = fmax(change->most, fabs(now->share - before));
    change->given += (after - before) * (now->line - now->point);
    *share = after;
}

/* A curve's tangent is nowhere shorter than this, in segments, where it bends so little as below.
 */
#define TANGENT_LEAST 0.8

/* the square of the largest second difference of inner nodes from `low` to `high`, and of such that
 * make four with them */
static QUIRE_CLONES double
sharpest_bend(const double *x, const double *y, int n, int low, int high)
{
    quire_v4 most = {0};

    for (int i = low; i <= high; i += 4) {
        const int at = i + 4 <= n ? i : n - 4;
        const quire_v4 dx = quire_load4(x + at - 1) - 2 * quire_load4(x + at) +
                            quire_load4(x + at + 1),
                       dy = quire_load4(y + at - 1) - 2 * quire_load4(y + at) +
                            quire_load4(y + at + 1),
                       square = dx * dx + dy * dy;
        most = quire_select4(square > most, square, most);
    }
    return quire_larger(quire_larger(most[0], most[1]), quire_larger(most[2], most[3]));
}

/* Whether the curve's first or last span, which has second derivatives along itself, is nowhere
 * bent about a centre as much as wraps begin with: where it is nearest, and at its stations, which
 * need not be. */
static bool
end_is_straight(const struct scatter *c, int n, int end, double reach, double t,
                const double centre[2])
{
    static const double at_rest[2] = {0, 0};
    const int first = end == 0 ? 0 : n - 2;
    const double *x = c->x + first, *y = c->y + first;
    const double turn = (x[1] - x[0]) * (y[2] - y[1]) - (x[2] - x[1]) * (y[1] - y[0]);
    bool straight = 2 * reach * fabs(turn) < QUIRE_WRAP_BEGINS * t * t * t;

    for (int i = end == 0 ? 0 : n - 1, k = 0; k < 2 && straight; k++) {
        struct station p;
        fixed_weights(i + k, n, &p);
        place_station(&p, c, centre, at_rest);
        straight = !(wrapping(&p, c, n) > 0);
    }
    return straight;
}

/* Whether a share that is 0 stays so: the sheet touched the roller in the last evaluation, and is
 * nowhere near it bent by as much as wraps it begins with. */
static bool
stays_straight(const struct quire_state *st, int sheet, const struct scatter *c,
               const struct quire_candidates *nodes)
{
    const struct quire_system *sys = st->system;
    const struct quire_roller *roller = sys->roller + nodes->target;
    const struct quire_chain *chain = &sys->sheet[sheet].chain;
    const double *centre = st->carrier[roller->small].centre;
    const double reach = roller->radius + 2 * c->half + roller->reach, t = TANGENT_LEAST * chain->h,
                 most = QUIRE_WRAP_BEGINS * t * t / reach; /* of second differences */
    const int n = chain->n, low = nodes->low > 2 ? nodes->low - 1 : 1,
              high = nodes->high < n ? nodes->high : n - 1;

    return st->wrap[quire_wrap_of(sys, sheet, nodes->target)] == 0 && roller->soft < 0 && n > 4 &&
           st->touched[quire_touched_row(sys, sheet) +
                       (size_t)quire_touched_column(
                           sys, quire_partner(QUIRE_PARTNER_ROLLER, nodes->target))] != 0 &&
           sharpest_bend(c->x, c->y, n, low, high) < most * most &&
           (nodes->low >= 2 || end_is_straight(c, n, 0, reach, t, centre)) &&
           (nodes->high <= n - 2 || end_is_straight(c, n, 1, reach, t, centre));
}

static void
follow_rollers(struct quire_state *st, int sheet, const double *y, struct change *change)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *s = sys->sheet + sheet;
    struct quire_sheet_work *w = st->sheet + sheet;
    const double *x = y + s->x0, *v = x + sys->layout.v0;
    const struct scatter c = {.state = st,
                              .sheet = sheet,
                              .work = w,
                              .v = y + sys->layout.v0,
                              .x = x,
                              .y = x + s->chain.stride,
                              .vx = v,
                              .vy = v + s->chain.stride,
                              .half = s->half};

    for (int k = 0; k < w->n_roller; k++) {
        const int roller = w->roller[k].target;
        if (st->part->has_small[sys->roller[roller].small] &&
            !stays_straight(st, sheet, &c, w->roller + k)) {
            const struct wrap_now now = quire_roller_wrap(&c, w->roller + k);
            follow(st->wrap + quire_wrap_of(sys, sheet, roller), &now, change);
        }
    }
}

static void
follow_pads(struct quire_state *st, int sheet, const double *y, struct change *change)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *s = sys->sheet + sheet;
    struct quire_space_work *w = st->sheet[sheet].space;
    const double *q = y + s->x0, *v = q + sys->layout.v0;

    for (int k = 0; k < w->n_pad; k++) {
        const int pad = w->pad[k].target;
        if (st->part->has_small[sys->roller[sys->pad[pad].roller].small] &&
            !quire_pad_stays_straight(st, sheet, w->pad + k, q)) {
            const struct wrap_now now = quire_pad_wrap(st, sheet, w->pad + k, q, v);
            follow(st->wrap + quire_wrap_of(sys, sheet, pad), &now, change);
        }
    }
}

/* the lists of candidates for y, as quire_sides_commit() makes them */
static void
make_lists(struct quire_state *st, int sheet, const double *y)
{
    const struct quire_sheet *s = st->system->sheet + sheet;
    struct quire_space_work *w = st->sheet[sheet].space;

    if (w != NULL) {
        const double *q = y + s->x0;
        quire_columns_fill(s, w, q, q + st->system->layout.v0);
        quire_space_reach(st, sheet);
    } else {
        quire_candidates_update(st, sheet, y);
    }
}

static void
follow_all(struct quire_state *st, const struct quire_part *part, double t, const double *y,
           bool lists, struct change *change)
{
    if (st->system->n_roller == 0) {
        return;
    }
    quire_state_place(st, t, y);
    QUIRE_EACH(k, part, sheet)
    {
        const struct quire_sheet_work *w = st->sheet + k;
        if (!w->entered) {
            continue;
        }
        if (lists) {
            make_lists(st, k, y);
        }
        if (w->space != NULL) {
            follow_pads(st, k, y, change);
        } else {
            follow_rollers(st, k, y, change);
        }
    }
}

void
quire_wraps_begin(struct quire_state *st, double t, const double *y)
{
    struct change change = {.part = 0};

    follow_all(st, st->part, t, y, true, &change);
}

double
quire_wraps_commit(struct quire_state *st, const struct quire_part *part, double t, const double *y,
                   double since)
{
    struct change change = {.part = -expm1(-since / QUIRE_WRAP_TIME)};

    follow_all(st, part, t, y, false, &change);
    return change.given;
}

double
quire_wraps_approach(struct quire_state *st, double t, const double *y, double part)
{
    struct change change = {.part = part};

    follow_all(st, st->part, t, y, true, &change);
    return change.most;
}

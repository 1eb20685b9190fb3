#include "step/wraps.h"

#include <math.h>

#include "contact/guide/column_lists.h"
#include "contact/guide/contact.h"
#include "contact/space/space_pads.h"
#include "contact/touch/columns.h"
#include "evaluate/evaluate.h"

/* How shares change: by this part of the way to where the sheet is; and what comes of that. */
struct change {
    double part;
    double given; /* energy that appears [J] */
    double most;  /* that any share has to go */
};

static void
follow(double *share, const struct wrap_now *now, struct change *change)
{
    const double before = fmax(*share, 0);

    if (!(now->share >= 0)) {
        *share = -1;
        return;
    }
    /* what begins to touch stores nothing yet */
    const double after = *share < 0 ? now->share : before + change->part * (now->share - before);
    change->most = fmax(change->most, fabs(now->share - before));
    change->given += (after - before) * (now->line - now->point);
    *share = after;
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

    quire_candidates_update(st, sheet, y);
    if (w->n_roller > 0) {
        quire_station_points(&s->chain, c.x, c.y, w);
    }
    for (int k = 0; k < w->n_roller; k++) {
        const int roller = w->roller[k].target;
        if (st->part->has_small[sys->roller[roller].small]) {
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

    quire_columns_fill(s, w, q, v);
    quire_space_reach(st, sheet);
    for (int k = 0; k < w->n_pad; k++) {
        const int pad = w->pad[k].target;
        if (st->part->has_small[sys->roller[sys->pad[pad].roller].small]) {
            const struct wrap_now now = quire_pad_wrap(st, sheet, w->pad + k, q, v);
            follow(st->wrap + quire_wrap_of(sys, sheet, pad), &now, change);
        }
    }
}

static void
follow_all(struct quire_state *st, const struct quire_part *part, double t, const double *y,
           struct change *change)
{
    if (st->system->n_roller == 0) {
        return;
    }
    quire_state_place(st, t, y);
    QUIRE_EACH(k, part, sheet)
    {
        const struct quire_sheet_work *w = st->sheet + k;
        if (w->entered && w->space != NULL) {
            follow_pads(st, k, y, change);
        } else if (w->entered) {
            follow_rollers(st, k, y, change);
        }
    }
}

double
quire_wraps_commit(struct quire_state *st, const struct quire_part *part, double t, const double *y,
                   double since)
{
    struct change change = {.part = -expm1(-since / QUIRE_WRAP_TIME)};

    follow_all(st, part, t, y, &change);
    return change.given;
}

double
quire_wraps_approach(struct quire_state *st, double t, const double *y, double part)
{
    struct change change = {.part = part};

    follow_all(st, st->part, t, y, &change);
    return change.most;
}

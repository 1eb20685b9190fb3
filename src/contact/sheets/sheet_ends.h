/* What of the law of two sheets acts at a station of one on the curve of the other: half of it, and
 * less over the other's ends. doc/theory/stacks.md, 1 and 3. */
#ifndef QUIRE_CONTACT_SHEETS_SHEET_ENDS_H
#define QUIRE_CONTACT_SHEETS_SHEET_ENDS_H

#include <math.h>
#include <stdbool.h>

#include "contact/law/constants.h"
#include "contact/touch/station.h"
#include "machine/sheet.h"
#include "math/smoothstep.h"

#define HALF_OF_LAW 0.5 /* acts at the stations of either sheet */

struct shared {
    double share;
    double by_slide; /* its derivative by the parameter of the other sheet's place */
    double by_turn;  /* and by the angle from the station's tangent to the other's */
    double by_slides, by_slide_turn, by_turns; /* the second ones */
};

/* whether it changes as the sheets move */
QUIRE_INLINE bool
share_varies(const struct shared *s)
{
    return s->by_slide < 0 || s->by_slide > 0 || s->by_turn < 0 || s->by_turn > 0;
}

QUIRE_INLINE bool
is_end(const struct quire_sheet *sheet, int station)
{
    return station == 0 || station == sheet->chain.n;
}

/* the length of sheet that a station stands for */
QUIRE_INLINE double
length_at(const struct quire_sheet *sheet, int station)
{
    const bool next = station == 1 || station == sheet->chain.n - 1;

    return (next ? 0.75 : 0.5) * sheet->chain.h;
}

/* its weights; how they change along the curve does not matter */
QUIRE_INLINE void
weights_at(const struct quire_sheet *sheet, int station, struct station *p)
{
    static const double b[3] = {0.5, 0.5, 0}, d[3] = {-1, 1, 0};
    const int n = sheet->chain.n;

    if (station <= n) {
        fixed_weights(station, n, p);
        return;
    }
    *p = (struct station){.node = station - n};
    memcpy(p->b, b, sizeof b);
    memcpy(p->d, d, sizeof d);
}

/* How far along a sheet a parameter of the piece around node i is, were the nodes evenly spaced,
 * and both derivatives; beyond the ends it goes on straight. doc/theory/stacks.md, 3 */
struct way {
    double at, rate, bend;
};

QUIRE_INLINE struct way
way_along(const struct quire_sheet *sheet, int i, double s)
{
    const int n = sheet->chain.n, type = spline_type(i, n);
    const double h = sheet->chain.h, r = type == 2 ? 1 - s : s;

    if (type == 0) {
        return (struct way){(i - 0.5 + s) * h, h, 0};
    }
    const double from = r < 0 ? 2 * r : r * (2 - 0.5 * r), rate = (r < 0 ? 2 : 2 - r) * h,
                 bend = r < 0 ? 0 : h;
    return type == 1 ? (struct way){from * h, rate, -bend}
                     : (struct way){(n - from) * h, rate, bend};
}

/* how far beyond the trailing edge, and the leading edge */
QUIRE_INLINE struct way
beyond_trail(struct way w)
{
    return (struct way){-w.at, -w.rate, -w.bend};
}

QUIRE_INLINE struct way
beyond_lead(struct way w, const struct quire_sheet *sheet)
{
    return (struct way){w.at - sheet->chain.n * sheet->chain.h, w.rate, w.bend};
}

/* of two factors */
QUIRE_INLINE struct shared
product_of_shares(const struct shared *f, const struct shared *g)
{
    return (struct shared){
        .share = f->share * g->share,
        .by_slide = f->share * g->by_slide + f->by_slide * g->share,
        .by_turn = f->share * g->by_turn + f->by_turn * g->share,
        .by_slides =
            f->share * g->by_slides + 2 * f->by_slide * g->by_slide + f->by_slides * g->share,
        .by_slide_turn = f->share * g->by_slide_turn + f->by_slide * g->by_turn +
                         f->by_turn * g->by_slide + f->by_slide_turn * g->share,
        .by_turns = f->share * g->by_turns + 2 * f->by_turn * g->by_turn + f->by_turns * g->share};
}

/* A station of `a` near the end of another sheet counts less and less over half its length to
 * either side while it lies along it, over half its thickness where it is inclined: as over the end
 * of a guide. Of both tangents: the product, with q divided by their squared lengths, across and
 * along. */
QUIRE_INLINE void
fade_at_end(const struct quire_sheet *a, struct way beyond, double q, double across, double along,
            struct shared *over)
{
    const double half = a->half, widest = fmax(0.5 * a->chain.h, half);
    const double sine2 = q * across * across, sine = 2 * q * across * along;
    double narrows, slope;

    if (beyond.at <= -widest) {
        return;
    }
    const double taper =
        quire_step(sine2, 0, widest, QUIRE_SHEET_END_TILT * QUIRE_SHEET_END_TILT, half, &narrows);
    struct shared w = {.share = quire_step(-beyond.at, -taper, 0, taper, 1, &slope)};
    if (beyond.at > -taper) {
        /* of the width by the angle, twice; of the share by their ratio, twice */
        const double tilts =
            quire_step_curve(sine2, 0, widest, QUIRE_SHEET_END_TILT * QUIRE_SHEET_END_TILT, half);
        const double turn = narrows * sine / taper,
                     turns = (tilts * sine * sine + narrows * 2 * (1 - 2 * sine2)) / taper,
                     ratio = -beyond.at / taper, by_ratio = slope * taper,
                     by_ratios = quire_step_curve(ratio, -1, 0, 1, 1);
        const double slide = -beyond.rate / taper;
        w.by_slide = by_ratio * slide;
        w.by_turn = -by_ratio * ratio * turn;
        w.by_slides = by_ratios * slide * slide - by_ratio * beyond.bend / taper;
        w.by_slide_turn = -by_ratios * slide * ratio * turn - by_ratio * slide * turn;
        w.by_turns =
            by_ratios * ratio * turn * ratio * turn - by_ratio * ratio * (turns - 2 * turn * turn);
    }
    *over = product_of_shares(over, &w);
}

#endif

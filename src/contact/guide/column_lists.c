#include "contact/guide/column_lists.h"

#include <math.h>

#include "contact/body/soft.h"
#include "contact/guide/contact.h"

static void
bound_stations(const struct quire_sheet *sheet, struct quire_space_work *w)
{
    for (int i = 0; i <= sheet->chain.n; i++) {
        w->low[0][i] = w->low[1][i] = HUGE_VAL;
        w->high[0][i] = w->high[1][i] = -HUGE_VAL;
        for (int j = 0; j < sheet->ladder->m; j++) {
            const double at[2] = {w->column[j].x[i], w->column[j].y[i]};
            for (int d = 0; d < 2; d++) {
                w->low[d][i] = fmin(w->low[d][i], at[d]);
                w->high[d][i] = fmax(w->high[d][i], at[d]);
            }
        }
    }
}

/* the stations whose nodes, or what is between them, come within `reach` of a point in the plane */
static struct quire_candidates
stations_near(const struct quire_sheet *sheet, const struct quire_space_work *w, const double at[2],
              double reach)
{
    struct quire_candidates r = {.low = sheet->chain.n + 1};

    for (int i = 0; i <= sheet->chain.n; i++) {
        if (w->low[0][i] < at[0] + reach && w->high[0][i] > at[0] - reach &&
            w->low[1][i] < at[1] + reach && w->high[1][i] > at[1] - reach) {
            r.low = i < r.low ? i : r.low;
            r.high = i + 1;
        }
    }
    return r;
}

/* adds stations to what the sheet as a whole has of a roller */
static void
list_roller(struct quire_sheet_work *w, int roller, struct quire_candidates r)
{
    struct quire_candidates *last = w->n_roller > 0 ? w->roller + (w->n_roller - 1) : NULL;

    if (last != NULL && last->target == roller) {
        last->low = r.low < last->low ? r.low : last->low;
        last->high = r.high > last->high ? r.high : last->high;
    } else {
        w->roller[w->n_roller++] =
            (struct quire_candidates){.target = roller, .low = r.low, .high = r.high};
    }
}

static void
list_pads(struct quire_state *st, int index)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + index;
    struct quire_sheet_work *w = st->sheet + index;

    bound_stations(sheet, w->space);
    w->n_roller = w->space->n_pad = 0;
    for (int k = 0; k < sys->n_pad; k++) {
        const struct quire_roller *roller = sys->roller + sys->pad[k].roller;
        const struct quire_carrier *carrier = st->carrier + roller->small;
        const struct quire_pad moved = quire_pad_shifted(sys->pad + k, carrier->shift),
                               *pad = &moved;
        const double *c = carrier->centre, at[2] = {c[0] + pad->at[0], c[1] + pad->at[1]};
        w->space->listed[pad->roller] = carrier->shift;
        if (roller->law[2 * index] < 0 && roller->law[2 * index + 1] < 0) {
            continue;
        }
        struct quire_candidates r =
            stations_near(sheet, w->space, at,
                          2 * QUIRE_CANDIDATES_MARGIN + sheet->chain.h + sheet->half +
                              quire_pad_reach(st, pad) + roller->reach);
        if (r.low < r.high) {
            r.target = k;
            w->space->pad[w->space->n_pad++] = r;
            list_roller(w, pad->roller, r);
        }
    }
}

/* whether a carriage has moved since, by more than a list allows for */
static bool
carried_far(const struct quire_state *st, const struct quire_space_work *w)
{
    for (int k = 0; k < st->system->n_roller; k++) {
        if (fabs(st->carrier[st->system->roller[k].small].shift - w->listed[k]) >
            QUIRE_CANDIDATES_MARGIN) {
            return true;
        }
    }
    return false;
}

bool
quire_columns_follow(struct quire_state *st, int index, struct quire_space_work *w)
{
    const int m = st->system->sheet[index].ladder->m;
    bool anew = false;

    for (int j = 0; j < m; j++) {
        struct quire_column *c = w->column + j;
        anew = quire_candidates_follow(st, index, &c->work, c->x, c->y) || anew;
    }
    for (int k = 0; k < w->n_apart; k++) {
        struct quire_column *c = w->apart + k;
        quire_candidates_follow(st, index, &c->work, c->x, c->y);
    }
    return anew;
}

void
quire_space_reach(struct quire_state *st, int index)
{
    struct quire_space_work *w = st->sheet[index].space;

    if (quire_columns_follow(st, index, w) || carried_far(st, w)) {
        list_pads(st, index);
    }
}

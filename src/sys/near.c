#include "sys/near.h"

#include <math.h>

static double
distance(const struct quire_sheet *s, const double *x, const double *y, const double centre[2])
{
    double least = HUGE_VAL;

    for (int i = 0; i <= s->chain.n; i++) {
        const double dx = x[i] - centre[0], dy = y[i] - centre[1], square = dx * dx + dy * dy;
        least = square < least ? square : least;
    }
    return sqrt(least) - 0.5 * s->chain.h - s->half; /* a place between two nodes may be half a segment nearer */
}

/* whether a spring joins a sheet to a body of the cluster */
static bool
hangs_on(const struct quire_system *sys, int sheet, int cluster)
{
    for (int k = 0; k < sys->n_spring; k++) {
        for (int e = 0; e < 2; e++) {
            const struct quire_anchor *a = sys->spring[k].end + e, *b = sys->spring[k].end + 1 - e;
            if (a->kind == QUIRE_ANCHOR_SHEET && a->index == sheet && b->kind == QUIRE_ANCHOR_BODY && sys->small[b->index].cluster == cluster) {
                return true;
            }
        }
    }
    return false;
}

double
quire_near_cluster(const struct quire_state *st, const double *y, int sheet, int cluster)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *s = sys->sheet + sheet;
    const double *x = y + s->x0;
    double least = sys->n_spring > 0 && hangs_on(sys, sheet, cluster) ? 0 : HUGE_VAL;

    for (int k = 0; k < sys->n_roller; k++) {
        const struct quire_roller *r = sys->roller + k;
        if (sys->small[r->small].cluster == cluster && (r->law[2 * sheet] >= 0 || r->law[2 * sheet + 1] >= 0)) {
            if (r->free >= 0) {
                return 0; /* a free disc may come from anywhere */
            }
            least = fmin(least, distance(s, x, x + s->chain.stride, st->carrier[r->small].centre) - r->radius);
        }
    }
    for (int k = 0; k < sys->n_free; k++) {
        const struct quire_free *b = sys->free + k;
        if (sys->small[b->small].cluster == cluster && b->roller < 0 && (b->sheet_law[2 * sheet] >= 0 || b->sheet_law[2 * sheet + 1] >= 0)) {
            return 0; /* so may a block */
        }
    }
    return least;
}

QUIRE_CLONES double
quire_near_speed(const struct quire_state *st, const double *y, int sheet)
{
    const struct quire_sheet *s = st->system->sheet + sheet;
    const double *v = y + st->system->layout.v0 + s->x0;
    double largest[QUIRE_LANES];
    quire_v4 most[2] = {{0}};

    for (int i = 0; i < 2 * s->chain.stride; i += QUIRE_LANES) { /* padding is at rest */
        for (int k = 0; k < 2; k++) {
            const quire_v4 one = quire_load4(v + i + 4 * k), square = one * one;
            most[k] = quire_select4(square > most[k], square, most[k]);
        }
    }
    quire_store4(largest, most[0]);
    quire_store4(largest + 4, most[1]);
    return sqrt(quire_largest8(largest));
}

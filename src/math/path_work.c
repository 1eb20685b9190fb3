#include "math/path_work.h"

#include "math/kernel.h"

#define POINTS 3 /* of Gauss' rule: exact up to the fifth degree */

_Static_assert(QUIRE_PATH_PLACES == 4, "a lane for each place");

/* Places side by side; lanes of those that there are not count nothing. */
struct places {
    quire_v4 inverse[QUIRE_PATH_PLACES];  /* of their times less that of each, */
    quire_mask4 other[QUIRE_PATH_PLACES]; /* which are other places than that */
    quire_mask4 is;
};

/* of n places; those that there are not stand nowhere near */
QUIRE_INLINE void
place(const int n, const double *t, struct places *out)
{
    const quire_mask4 lane = {0, 1, 2, 3}, count = {n, n, n, n};
    const quire_v4 one = quire_all4(1);
    quire_v4 times;

    for (int i = 0; i < QUIRE_PATH_PLACES; i++) {
        times[i] = i < n ? t[i] : 0;
    }
    out->is = lane < count;
    for (int j = 0; j < n; j++) {
        out->other[j] = (lane != (quire_mask4){j, j, j, j}) & out->is;
        out->inverse[j] = 1 / quire_select4(out->other[j], times - t[j], one);
    }
}

struct point {
    quire_v4 value, slope;
};

/* Lagrange's polynomials at t, and their derivatives. */
QUIRE_INLINE struct point
lagrange(const int n, const double *at, const struct places *p, double t)
{
    const quire_v4 zero = {0};
    struct point now = {quire_where4(p->is, quire_all4(1)), zero};

    for (int j = 0; j < n; j++) {
        const quire_v4 share = p->inverse[j] * (t - at[j]),
                       slope = now.slope * share + p->inverse[j] * now.value;
        now.slope = quire_select4(p->other[j], slope, now.slope);
        now.value = quire_select4(p->other[j], now.value * share, now.value);
    }
    return now;
}

QUIRE_INLINE void
weights(const int n, const double *t, double weight[][QUIRE_PATH_PLACES - 1], double *time)
{
    static const double off[POINTS] = {-0.77459666924148337704, 0, 0.77459666924148337704},
                        share[POINTS] = {5. / 18, 8. / 18, 5. / 18};
    const double h = t[0] - t[1], middle = 0.5 * (t[0] + t[1]);
    quire_v4 by_way[QUIRE_PATH_PLACES - 1] = {{0}}, whole = {0};
    struct places p;

    place(n, t, &p);
    for (int g = 0; g < POINTS; g++) {
        const struct point at = lagrange(n, t, &p, middle + 0.5 * h * off[g]);
        double rate = 0;
        whole += h * share[g] * at.value;
        /* the places are sums of the ways: that from k + 1 to k is missing in all beyond k */
        for (int j = n - 2; j >= 0; j--) {
            rate -= h * share[g] * at.slope[j + 1];
            by_way[j] += rate * at.value;
        }
    }
    quire_store4(time, whole);
    for (int i = 0; i < QUIRE_PATH_PLACES; i++) {
        for (int j = 0; j < QUIRE_PATH_PLACES - 1; j++) {
            weight[i][j] = by_way[j][i];
        }
    }
}

QUIRE_CLONES void
quire_path_weights(int n, const double *t, double weight[QUIRE_PATH_PLACES][QUIRE_PATH_PLACES - 1],
                   double time[QUIRE_PATH_PLACES])
{
    switch (n) { /* unrolled */
    case 4: weights(4, t, weight, time); return;
    case 3: weights(3, t, weight, time); return;
    default: weights(2, t, weight, time);
    }
}

void
quire_path_slope(int n, const double *times, double t, double slope[QUIRE_PATH_PLACES])
{
    struct places p;

    place(n, times, &p);
    quire_store4(slope, lagrange(n, times, &p, t).slope);
}

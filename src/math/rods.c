#include "math/rods.h"

void
quire_rods_solve(const struct quire_rods *r, const bool fixed[2], double *a, ptrdiff_t step,
                 double *room)
{
    const int n = r->n;
    double above = fixed[0] ? 0 : r->off;

    room[0] = fixed[0] ? 1 : r->end;
    for (int i = 1; i <= n; i++) {
        const bool last = i == n && fixed[1];
        const double l = last ? 0 : r->off / room[i - 1];
        room[i] = (last ? 1 : i == n ? r->end : r->inner) - l * above;
        a[i * step] -= l * a[(i - 1) * step];
        above = r->off;
    }
    a[n * step] /= room[n];
    for (int i = n - 1; i >= 0; i--) {
        const double next = i == 0 && fixed[0] ? 0 : r->off;
        a[i * step] = (a[i * step] - next * a[(i + 1) * step]) / room[i];
    }
}

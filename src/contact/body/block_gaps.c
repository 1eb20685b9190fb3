#include "contact/body/block_gaps.h"

#include <math.h>

#include "contact/body/round.h"

/* distance of a point from a sheet's segments */
static double
distance_to_sheet(const struct quire_sheet *sheet, const double *x, const double *z,
                  const double at[2])
{
    double least = HUGE_VAL;

    for (int i = 0; i < sheet->chain.n; i++) {
        const double ex = x[i + 1] - x[i], ey = z[i + 1] - z[i], px = at[0] - x[i],
                     py = at[1] - z[i];
        double s = (px * ex + py * ey) / (ex * ex + ey * ey);
        s = s < 0 ? 0 : s > 1 ? 1 : s;
        const double dx = px - s * ex, dy = py - s * ey, square = dx * dx + dy * dy;
        least = square < least ? square : least;
    }
    return sqrt(least);
}

/* distance of a point from a block, negative inside */
static double
distance_to_block(const struct quire_pose *pose, const struct quire_free *block, const double at[2])
{
    double beyond, end, out[2];

    for (int d = 0; d < 2; d++) {
        const double a = quire_side_distance(pose, block, d, at, &beyond, &end),
                     b = quire_side_distance(pose, block, d + 2, at, &beyond, &end);
        out[d] = fmax(a, b);
    }
    const double x = fmax(out[0], 0), y = fmax(out[1], 0);
    return x > 0 || y > 0 ? sqrt(x * x + y * y) : fmax(out[0], out[1]);
}

/* Whether the straight line between two points goes into a block, along whose own axes they are
 * given. */
static bool
goes_into(const struct quire_free *block, const double a[2], const double b[2])
{
    double from = 0, to = 1;

    for (int d = 0; d < 2; d++) {
        const double by = b[d] - a[d], half = block->half[d];
        if (by != 0) {
            const double first = (-half - a[d]) / by, last = (half - a[d]) / by;
            from = fmax(from, fmin(first, last));
            to = fmin(to, fmax(first, last));
        } else if (!(fabs(a[d]) < half)) {
            return false;
        }
    }
    return from < to;
}

/* Whether some segment of a sheet goes into a block: between two looks a corner may have come right
 * through a thin sheet. */
static bool
is_crossed(const struct quire_pose *pose, const struct quire_free *block, int n, const double *x,
           const double *z)
{
    double a[2] = {0, 0};

    for (int i = 0; i <= n; i++) {
        const double u = x[i] - pose->at[0], v = z[i] - pose->at[1];
        const double b[2] = {pose->cos * u + pose->sin * v, -pose->sin * u + pose->cos * v};
        if (i > 0 && goes_into(block, a, b)) {
            return true;
        }
        a[0] = b[0];
        a[1] = b[1];
    }
    return false;
}

/* of one line of the sheet's */
static void
gaps_of_line(const struct quire_state *st, const struct quire_free *body,
             const struct quire_sheet *sheet, const double *x, const double *z,
             double overlap[QUIRE_LAY_GAPS])
{
    const struct quire_system *sys = st->system;
    const struct quire_pose *pose = st->pose + (body - sys->free);
    double least = HUGE_VAL;

    if (body->roller >= 0) {
        const struct quire_roller *disc = sys->roller + body->roller;
        overlap[0] =
            fmax(overlap[0], disc->reach + disc->radius + sheet->half -
                                 distance_to_sheet(sheet, x, z, st->carrier[body->small].centre));
        return;
    }
    if (!quire_block_may_touch(body, (int)(sheet - sys->sheet))) {
        return;
    }
    const double touch = quire_block_reach(sys, body, (int)(sheet - sys->sheet)) + sheet->half;
    for (int i = 0; i <= sheet->chain.n; i++) {
        least = fmin(least, distance_to_block(pose, body, (double[2]){x[i], z[i]}));
    }
    for (int i = 0; i < QUIRE_BLOCK_CORNERS; i++) {
        overlap[1 + i] =
            fmax(overlap[1 + i],
                 touch - distance_to_sheet(sheet, x, z, quire_round_body(st, body, i).centre));
    }
    if (least > sheet->half && is_crossed(pose, body, sheet->chain.n, x, z)) {
        least = 0;
    }
    overlap[0] = fmax(overlap[0], touch - least);
}

void
quire_block_sheet_gaps(const struct quire_state *st, const struct quire_free *body,
                       const struct quire_sheet *sheet, const double *y,
                       double overlap[QUIRE_LAY_GAPS])
{
    const double *q = y + sheet->x0;
    const struct quire_ladder *l = sheet->ladder;

    for (int i = 0; i < QUIRE_LAY_GAPS; i++) {
        overlap[i] = -1;
    }
    if (l == NULL) {
        gaps_of_line(st, body, sheet, q, q + sheet->chain.stride, overlap);
    }
    for (int j = 0; l != NULL && j < l->m; j++) {
        double *const *strip = st->sheet[sheet - st->system->sheet].space->strip;
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (int i = 0; i <= l->n; i++) {
            const double *p = q + 3 * (i * l->m + j);
            strip[0][i] = p[0];
            strip[1][i] = p[1];
            low = fmin(low, p[2] - l->w);
            high = fmax(high, p[2] + l->w);
        }
        if (low < body->across[1] && high > body->across[0]) {
            gaps_of_line(st, body, sheet, strip[0], strip[1], overlap);
        }
    }
}

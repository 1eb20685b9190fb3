/* Holds of sheets in space: hinges at clamps, rows of held stations, the power that holds put in.
 */
#include "force/loads.h"
#include "force/space_sheet.h"
#include "machine/hold.h"

/* ---- clamps ---- */

struct quire_held_ladder
quire_space_ladder_at(const struct quire_state *st, int index, double t)
{
    const struct quire_sheet *sheet = st->system->sheet + index;
    struct quire_clamp clamp[2];

    quire_hold_clamps(sheet, t, clamp);
    const int ends = (clamp[0].held ? 1 : 0) + (clamp[1].held ? 2 : 0);
    struct quire_ladder_work *work = st->sheet[index].ladder[ends];
    for (int e = 0; e < 2; e++) {
        if (clamp[e].held) {
            const double *d = clamp[e].direction, spin = st->is_static ? 0 : clamp[e].spin;
            quire_ladder_aim(work, e, (double[3]){d[0], d[1], 0},
                             (double[3]){-spin * d[1], spin * d[0], 0});
        }
    }
    return (struct quire_held_ladder){sheet->clamped[ends], work};
}

/* Power that a clamp puts in by turning: the hinge pulls the sheet towards where it points, with
 * its stiffness twice that of others, and moves that place [W]. */
static double
turning_power(const struct quire_ladder *l, int end, const struct quire_clamp *clamp,
              const double *q, const double *v)
{
    const int base = (end == 0 ? 0 : l->n) * l->block, other = (end == 0 ? 1 : l->n - 1) * l->block;
    const double way = end == 0 ? l->h : -l->h, curl = 0.5 * l->curl_md * l->h * l->h,
                 dx = clamp->direction[0], dy = clamp->direction[1];
    const double rest[2] = {way * dx - curl * dy, way * dy + curl * dx},
                 rate[2] = {-clamp->spin * rest[1], clamp->spin * rest[0]};
    double sum = 0;

    for (int j = 0; j < l->m; j++) {
        for (int c = 0; c < 2; c++) {
            const int at = 3 * j + c;
            const double bend = q[other + at] - q[base + at] - rest[c],
                         bending = v[other + at] - v[base + at] - rate[c];
            sum += l->share[j] * (bend + l->damp_bend * bending) * rate[c];
        }
    }
    return -2 * l->bend_md / (l->h * l->h * l->h) * l->width * sum;
}

double
quire_space_clamp_moment(const struct quire_state *st, int index, int end, double t,
                         const double *y)
{
    const struct quire_sheet *sheet = st->system->sheet + index;
    const struct quire_ladder *l = sheet->ladder;
    const double *q = y + sheet->x0, way = end == 0 ? l->h : -l->h,
                 curl = 0.5 * l->curl_md * l->h * l->h;
    const int base = (end == 0 ? 0 : l->n) * l->block, other = (end == 0 ? 1 : l->n - 1) * l->block;
    struct quire_clamp clamp[2];
    double moment = 0;

    quire_hold_clamps(sheet, t, clamp);
    const double *d = clamp[end].direction,
                 rest[2] = {way * d[0] - curl * d[1], way * d[1] + curl * d[0]};
    for (int j = 0; j < l->m; j++) {
        const double *e = q + other + 3 * j, *b = q + base + 3 * j;
        for (int k = 0; k < l->m; k++) {
            const double *ek = q + other + 3 * k, *bk = q + base + 3 * k;
            moment += l->across[j][k] * ((e[0] - b[0]) * (ek[1] - bk[1] - rest[1]) -
                                         (e[1] - b[1]) * (ek[0] - bk[0] - rest[0]));
        }
    }
    return 0 - 2 * l->bend_md / (l->h * l->h * l->h) * moment;
}

/* what holds put in: reactions at the held nodes, and clamps that turn */
double
quire_space_hold_power(struct quire_state *st, int index, double t, const double *y,
                       const double *rate)
{
    const struct quire_sheet *sheet = st->system->sheet + index;
    const struct quire_ladder *l = sheet->ladder;
    const double *q = y + sheet->x0, *v = q + st->system->layout.v0, *f = st->force + sheet->x0;
    double *missing = st->sheet[index].line[0], power = 0;
    struct quire_clamp clamp[2];

    quire_ladder_residual(l, f, rate + st->system->layout.v0 + sheet->x0, 1, missing);
    quire_hold_clamps(sheet, t, clamp);
    for (int end = 0; end < 2; end++) {
        double held[3];
        if (!quire_hold_is_on(sheet->hold + end, t)) {
            continue;
        }
        quire_hold_directions(sheet->hold + end, held);
        for (int j = 0; j < l->m; j++) {
            const int at = ((end == 0 ? 0 : l->n) * l->m + j) * 3;
            power -= missing[at] * (held[0] * v[at] + held[1] * v[at + 1]) +
                     missing[at + 1] * (held[1] * v[at] + held[2] * v[at + 1]);
        }
        power += clamp[end].held ? turning_power(l, end, clamp + end, q, v) : 0;
    }
    return power;
}

/* ---- holds ---- */

/* towards other sheets: the rows of a tie that belong to a station */
static void
hold_rows(const double held[3], double rows[6][18])
{
    for (int j = 0; j < 6; j += 3) {
        for (int i = 0; i < 18; i++) {
            quire_held_set(held, rows[j] + i, rows[j + 1] + i, (double[2]){0, 0});
            rows[j + 2][i] = 0;
        }
    }
}

static void
hold_space_tie(struct quire_space_tie *t, int index, const double held[3], int station)
{
    const int first = station - t->station[0], second = station - t->station[1];

    if (t->sheet[0] == index && first >= 0 && first < 3) {
        hold_rows(held, t->by_second + 6 * first);
    }
    if (t->sheet[1] == index && second >= 0 && second < 3) {
        hold_rows(held, t->by_first + 6 * second);
    }
}

void
quire_space_hold_again(struct quire_state *st, double t)
{
    QUIRE_EACH(k, st->part, sheet)
    {
        const struct quire_sheet *sheet = st->system->sheet + k;
        for (int end = 0; st->sheet[k].entered && end < 2; end++) {
            if (quire_hold_is_on(sheet->hold + end, t)) {
                quire_space_hold_station(st, k, sheet->hold + end, end == 0 ? 0 : sheet->chain.n);
            }
        }
    }
}

/* rows of held nodes are those of the identity, also towards the small bodies */
void
quire_space_hold_station(struct quire_state *st, int index, const struct quire_hold *hold,
                         int station)
{
    const struct quire_ladder *l = st->system->sheet[index].ladder;
    struct quire_slabs *s = &st->sheet[index].slabs;
    double held[3];

    quire_hold_directions(hold, held);
    for (int k = station < 2 ? 0 : station - 2; k <= station + 2 && k <= l->n; k++) {
        for (int b = 0; b < l->block; b++) {
            double *entry = quire_slab_entries(s, station, k, b);
            for (int r = 0; r < l->block; r += 3) {
                const int at = k == station ? b - r : -1;
                quire_held_set(held, entry + r, entry + r + 1,
                               (double[2]){at == 0 ? 1 : 0, at == 1 ? 1 : 0});
                entry[r + 2] = at == 2 ? 1 : 0;
            }
        }
    }
    for (int k = 0; k < st->n_space_tie; k++) {
        hold_space_tie(st->space_tie + k, index, held, station);
    }
    for (int k = 0; k < st->n_space_coupling; k++) {
        struct quire_space_coupling *p = st->space_coupling + k;
        const int at = 6 * (station - p->station);
        for (int j = 0; p->sheet == index && at >= 0 && at < QUIRE_SPACE_ROWS && j < 2; j++) {
            for (int i = 0; i < QUIRE_BODY_DOFS; i++) {
                double *rows = p->by_body[i] + at + 3 * j;
                quire_held_set(held, rows, rows + 1, (double[2]){0, 0});
                rows[2] = 0;
            }
        }
    }
}

#include "islands/resting.h"
#include "integ/constants.h"
#include "machine/sheet_lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BETWEEN 8 /* most others that a sheet may touch, on average */

/* ---- room ---- */

static bool
allocate(struct quire_resting *r)
{
    const struct quire_system *sys = r->state->system;
    const struct quire_layout *l = &sys->layout;
    const size_t n = (size_t)sys->n_sheet, y = (l->length + QUIRE_LANES + 7) / 8 * 8,
                 vz = (l->nv + l->nz + QUIRE_LANES + 7) / 8 * 8;

    r->rests = calloc(n, sizeof *r->rests);
    r->candidate = calloc(n, sizeof *r->candidate);
    r->known = calloc(n, sizeof *r->known);
    r->still = calloc((size_t)sys->n_grip + 1, sizeof *r->still);
    r->pressed = calloc(n, sizeof *r->pressed);
    r->change = calloc(2 * n, sizeof *r->change);
    r->drift = r->change + n;
    r->holds = calloc(n, sizeof *r->holds);
    r->room = calloc(n, sizeof *r->room);
    r->strain = calloc(n, sizeof *r->strain);
    r->moves = calloc(n, sizeof *r->moves);
    r->fixed = calloc(n, sizeof *r->fixed);
    r->layer = calloc(n, sizeof *r->layer);
    r->slipping = calloc(n, sizeof *r->slipping);
    r->beyond = calloc(3 * n, sizeof *r->beyond);
    r->lift = r->beyond + n;
    r->way = r->lift + n;
    r->cap_between = BETWEEN * sys->n_sheet;
    r->between = calloc((size_t)r->cap_between + 1, sizeof *r->between);
    r->no_cluster = malloc(sizeof *r->no_cluster * ((size_t)sys->n_cluster + 1));
    r->block = aligned_alloc(64, sizeof(double) * (2 * y + vz));
    if (r->rests == NULL || r->candidate == NULL || r->known == NULL || r->still == NULL ||
        r->pressed == NULL || r->change == NULL || r->holds == NULL || r->room == NULL ||
        r->strain == NULL || r->moves == NULL || r->fixed == NULL || r->layer == NULL ||
        r->slipping == NULL || r->beyond == NULL || r->between == NULL || r->no_cluster == NULL ||
        r->block == NULL) {
        return false;
    }
    memset(r->block, 0, sizeof(double) * (2 * y + vz));
    for (int c = 0; c < sys->n_cluster; c++) {
        r->no_cluster[c] = -1;
    }
    r->y = r->block;
    r->trial = r->y + y;
    r->step = r->trial + y;
    return true;
}

/* whether friction holds on between any two sheets */
static bool
sheets_hold(const struct quire_system *sys)
{
    for (int k = 0; sys->sheets_meet && k < sys->n_sheet * sys->n_sheet; k++) {
        if (sys->sheet_law[k] >= 0 && quire_law_holds(sys->law + sys->sheet_law[k])) {
            return true;
        }
    }
    return false;
}

bool
quire_resting_create(struct quire_resting *r, struct quire_state *state, double bound)
{
    *r = (struct quire_resting){.state = state, .bound = bound, .next = HUGE_VAL};
    if (!(bound > 0) || !sheets_hold(state->system)) {
        return true;
    }
    r->next = r->next_all = -HUGE_VAL;
    return allocate(r);
}

void
quire_resting_destroy(struct quire_resting *r)
{
    free(r->rests);
    free(r->candidate);
    free(r->known);
    free(r->still);
    free(r->pressed);
    free(r->change);
    free(r->holds);
    free(r->room);
    free(r->moves);
    free(r->fixed);
    free(r->layer);
    free(r->slipping);
    free(r->beyond);
    free(r->between);
    free(r->no_cluster);
    free(r->strain);
    free(r->block);
}

/* ---- in between ---- */

static void
sum_of_forces(const struct quire_state *st, int sheet, double sum[3])
{
    const struct quire_sheet *s = st->system->sheet + sheet;
    const int columns = quire_sheet_lines(s), next = s->ladder != NULL ? 3 : 1;
    const ptrdiff_t axis = s->ladder != NULL ? 1 : s->chain.stride;
    const double *f = st->force + s->x0;

    sum[0] = sum[1] = sum[2] = 0;
    for (int i = 0; i < columns * (s->chain.n + 1); i++, f += next) {
        for (int d = 0; d < (s->ladder != NULL ? 3 : 2); d++) {
            sum[d] += f[d * axis];
        }
    }
}

/* how fast a roller of the part's moves at most [m/s] */
static double
speed_of_rollers(const struct quire_state *st, const struct quire_part *part)
{
    double most = 0;

    QUIRE_EACH(k, part, roller)
    {
        const double *v = st->carrier[st->system->roller[k].small].velocity;
        most = fmax(most, sqrt(v[0] * v[0] + v[1] * v[1]));
    }
    return most;
}

void
quire_resting_watch(struct quire_resting *r, const struct quire_part *part, double h)
{
    const struct quire_state *st = r->state;
    const double way = part->n_meeting > part->n_sheet ? h * speed_of_rollers(st, part) : 0;

    QUIRE_EACH(k, part, meeting)
    {
        double sum[3];
        if (part->has_sheet[k]) {
            continue;
        }
        sum_of_forces(st, k, sum);
        r->change[k] = 0;
        for (int d = 0; d < 3; d++) {
            r->pressed[k][d] = r->known[k] ? r->pressed[k][d] : sum[d];
            r->change[k] = fmax(r->change[k], fabs(sum[d] - r->pressed[k][d]));
        }
        r->known[k] = true;
        r->shaken = r->shaken || r->change[k] > QUIRE_REST_SHAKEN * r->holds[k];
        r->shaken_deep =
            r->shaken_deep || r->drift[k] + r->change[k] > QUIRE_REST_SHAKEN_DEEP * r->margin;
        r->room[k] -= way;
        r->shaken = r->shaken || r->room[k] < QUIRE_REST_AHEAD * way;
    }
}

/* along, and in space across */
static size_t
ways_of(const struct quire_system *sys)
{
    return sys->spatial ? 2 : 1;
}

void
quire_resting_put(const struct quire_resting *r, double *y)
{
    const struct quire_system *sys = r->state->system;
    const struct quire_layout *l = &sys->layout;

    for (int k = 0; r->rests != NULL && k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        if (!r->rests[k]) {
            continue;
        }
        memcpy(y + s->x0, r->y + s->x0, sizeof *y * s->size);
        memset(y + l->v0 + s->x0, 0, sizeof *y * s->size);
        for (size_t i = (size_t)s->grip0; i < (size_t)(s->grip0 + s->n_grip); i++) {
            for (size_t d = 0, at = l->z0 + sys->grip_z + i; r->still[i] && d < ways_of(sys);
                 d++, at += (size_t)sys->n_grip) {
                y[at] = r->y[at];
            }
        }
    }
}

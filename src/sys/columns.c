#include "sys/columns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sys/contact.h"

/* ---- memory ---- */

static double *
vector(size_t n)
{
    const size_t size = sizeof(double) * (quire_round_up(n) + QUIRE_LANES);
    double *v = aligned_alloc(64, size);

    if (v != NULL) {
        memset(v, 0, size);
    }
    return v;
}

bool
quire_lists_create(const struct quire_system *sys, const struct quire_sheet *sheet, struct quire_sheet_work *w)
{
    const size_t n = (size_t)sheet->chain.stride;

    w->cx = vector(n);
    w->cy = vector(n);
    w->square = vector(n);
    w->near_x = vector(n);
    w->near_y = vector(n);
    w->near_centre = calloc((size_t)sys->n_roller + 1, sizeof *w->near_centre);
    w->near_guide = calloc((size_t)sys->n_guide + 1, sizeof *w->near_guide);
    w->face = calloc((size_t)sys->n_face + 1, sizeof *w->face);
    w->corner = calloc((size_t)sys->n_corner + 1, sizeof *w->corner);
    w->roller = calloc((size_t)sys->n_roller + 1, sizeof *w->roller);
    w->behind = calloc((size_t)sys->n_face * n + 4, sizeof *w->behind);
    for (int i = sheet->chain.n + 1; w->cx != NULL && w->cy != NULL && i < sheet->chain.stride; i++) {
        w->cx[i] = w->cy[i] = NAN; /* no station: touches nothing */
    }
    return w->cx != NULL && w->cy != NULL && w->square != NULL && w->near_x != NULL && w->near_y != NULL &&
           w->behind != NULL && w->near_centre != NULL && w->near_guide != NULL && w->face != NULL && w->corner != NULL && w->roller != NULL;
}

void
quire_lists_destroy(struct quire_sheet_work *w)
{
    free(w->cx);
    free(w->cy);
    free(w->square);
    free(w->near_x);
    free(w->near_y);
    free(w->near_centre);
    free(w->near_guide);
    free(w->face);
    free(w->corner);
    free(w->roller);
    free(w->behind);
}

static bool
create_column(const struct quire_system *sys, const struct quire_sheet *sheet, int index, struct quire_column *c)
{
    const size_t stride = (size_t)sheet->chain.stride;
    double *at = vector(6 * stride);

    c->index = index;
    c->share = sheet->ladder->share[index];
    c->x = at;
    if (at == NULL || !quire_lists_create(sys, sheet, &c->work)) {
        return false;
    }
    c->y = at + stride;
    c->z = at + 2 * stride;
    c->vx = at + 3 * stride;
    c->vy = at + 4 * stride;
    c->vz = at + 5 * stride;
    return true;
}

static bool
create_side(const struct quire_sheet *sheet, struct quire_space_side *side)
{
    const int n = sheet->ladder->n + 1;

    side->force = vector(sheet->size);
    side->open = calloc((size_t)n, sizeof *side->open);
    side->opened = calloc((size_t)n, sizeof *side->opened);
    return side->force != NULL && side->open != NULL && side->opened != NULL && quire_slabs_create(&side->slabs, n, sheet->ladder->m) == 0;
}

bool
quire_space_work_create(const struct quire_system *sys, const struct quire_sheet *sheet, struct quire_sheet_work *w)
{
    const int m = sheet->ladder->m;
    const size_t stride = (size_t)sheet->chain.stride;
    struct quire_space_work *s = w->space = calloc(1, sizeof *s);
    bool good = s != NULL && (s->column = calloc(QUIRE_COLUMNS_MOST + 1, sizeof *s->column)) != NULL;

    if (!good) {
        return false;
    }
    for (int j = 0; good && j < m; j++) {
        good = create_column(sys, sheet, j, s->column + j);
    }
    for (int k = 0; good && k < 2; k++) {
        s->low[k] = vector(stride);
        s->high[k] = vector(stride);
        good = s->low[k] != NULL && s->high[k] != NULL && create_side(sheet, s->side + k);
    }
    s->square = vector(stride);
    s->strip[0] = vector(4 * stride);
    for (int k = 1; s->strip[0] != NULL && k < 4; k++) {
        s->strip[k] = s->strip[0] + (size_t)k * stride;
    }
    s->pad = calloc((size_t)sys->n_pad + 1, sizeof *s->pad);
    return good && s->square != NULL && s->strip[0] != NULL && s->pad != NULL;
}

void
quire_space_work_destroy(struct quire_sheet_work *w)
{
    struct quire_space_work *s = w->space;

    if (s == NULL) {
        return;
    }
    for (int j = 0; s->column != NULL && s->column[j].x != NULL; j++) {
        quire_lists_destroy(&s->column[j].work);
        free(s->column[j].x);
    }
    free(s->column);
    for (int k = 0; k < 2; k++) {
        free(s->low[k]);
        free(s->high[k]);
        free(s->side[k].force);
        free(s->side[k].open);
        free(s->side[k].opened);
        quire_slabs_destroy(&s->side[k].slabs);
    }
    free(s->square);
    free(s->strip[0]);
    free(s->pad);
    free(s);
    w->space = NULL;
}

/* ---- columns ---- */

void
quire_columns_fill(const struct quire_sheet *sheet, struct quire_space_work *w, const double *q, const double *v)
{
    const int n = sheet->ladder->n, m = sheet->ladder->m;

    for (int j = 0; j < m; j++) {
        struct quire_column *c = w->column + j;
        for (int i = 0; i <= n; i++) {
            const double *p = q + (i * m + j) * 3, *u = v + (i * m + j) * 3;
            c->x[i] = p[0];
            c->y[i] = p[1];
            c->z[i] = p[2];
            c->vx[i] = u[0];
            c->vy[i] = u[1];
            c->vz[i] = u[2];
        }
    }
}

/* ---- what is near ---- */

static void
bound_stations(const struct quire_sheet *sheet, struct quire_space_work *w)
{
    for (int i = 0; i <= sheet->ladder->n; i++) {
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
static struct quire_reach
stations_near(const struct quire_sheet *sheet, const struct quire_space_work *w, const double at[2], double reach)
{
    struct quire_reach r = {.low = sheet->ladder->n + 1};

    for (int i = 0; i <= sheet->ladder->n; i++) {
        if (w->low[0][i] < at[0] + reach && w->high[0][i] > at[0] - reach && w->low[1][i] < at[1] + reach && w->high[1][i] > at[1] - reach) {
            r.low = i < r.low ? i : r.low;
            r.high = i + 1;
        }
    }
    return r;
}

/* adds stations to what the sheet as a whole has of a roller */
static void
list_roller(struct quire_sheet_work *w, int roller, struct quire_reach r)
{
    struct quire_reach *last = w->roller + w->n_roller - 1;

    if (w->n_roller > 0 && last->target == roller) {
        last->low = r.low < last->low ? r.low : last->low;
        last->high = r.high > last->high ? r.high : last->high;
    } else {
        last[1] = (struct quire_reach){.target = roller, .low = r.low, .high = r.high};
        w->n_roller++;
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
        const struct quire_pad *pad = sys->pad + k;
        const struct quire_roller *roller = sys->roller + pad->roller;
        const double *c = st->carrier[roller->small].centre, at[2] = {c[0] + pad->at[0], c[1] + pad->at[1]};
        if (roller->law[2 * index] < 0 && roller->law[2 * index + 1] < 0) {
            continue;
        }
        struct quire_reach r = stations_near(sheet, w->space, at, 2 * QUIRE_REACH_MARGIN + sheet->chain.h + sheet->half + pad->radius + roller->reach);
        if (r.low < r.high) {
            r.target = k;
            w->space->pad[w->space->n_pad++] = r;
            list_roller(w, pad->roller, r);
        }
    }
}

void
quire_space_reach(struct quire_state *st, int index)
{
    struct quire_sheet_work *w = st->sheet + index;
    const int m = st->system->sheet[index].ladder->m;
    bool anew = false;

    for (int j = 0; j < m; j++) {
        struct quire_column *c = w->space->column + j;
        anew = quire_reach_follow(st, index, &c->work, c->x, c->y) || anew;
    }
    if (anew) {
        list_pads(st, index);
    }
}

/* ---- sides ---- */

void
quire_side_open(struct quire_space_side *side, const struct quire_sheet *sheet, int first, bool matrix)
{
    const int block = sheet->ladder->block;

    for (int i = first; i < first + 3; i++) {
        if (!side->open[i]) {
            side->open[i] = true;
            side->opened[side->n_opened++] = i;
            memset(side->force + i * block, 0, sizeof(double) * (size_t)block);
            if (matrix) { /* the columns of this station's unknowns */
                memset(side->slabs.entry + (ptrdiff_t)i * block * side->slabs.row, 0, sizeof(double) * (size_t)(block * side->slabs.row));
            }
        }
    }
}

static QUIRE_CLONES void
add_both(double *restrict to, const double *restrict a, const double *restrict b, int n)
{
    QUIRE_IVDEP
    for (int i = 0; i < n; i++) {
        to[i] += a[i] + b[i];
    }
}

static QUIRE_CLONES void
add_one(double *restrict to, const double *restrict a, int n)
{
    QUIRE_IVDEP
    for (int i = 0; i < n; i++) {
        to[i] += a[i];
    }
}

/* adds what the two sides, or the one that is open, have of a station, in each of their three kinds of numbers */
static void
add_open(double *to, const double *a, const double *b, int n, bool both)
{
    if (both) {
        add_both(to, a, b, n);
    } else {
        add_one(to, a, n);
    }
}

void
quire_sides_add(struct quire_space_work *w, const struct quire_sheet *sheet, double *force, const struct quire_slabs *slabs,
                struct quire_powers *power)
{
    const int block = sheet->ladder->block;

    for (int k = 0; k < 2; k++) {
        struct quire_space_side *side = w->side + k, *other = w->side + 1 - k;
        for (int l = 0; l < side->n_opened; l++) {
            const int i = side->opened[l];
            const bool both = other->open[i];
            if (!side->open[i]) {
                continue; /* done with the other's */
            }
            add_open(force + i * block, side->force + i * block, other->force + i * block, block, both);
            if (slabs != NULL) {
                const ptrdiff_t at = (ptrdiff_t)i * block * slabs->row;
                add_open(slabs->entry + at, side->slabs.entry + at, other->slabs.entry + at, block * slabs->row, both);
            }
            side->open[i] = other->open[i] = false;
        }
    }
    struct quire_powers both = w->side[0].power;
    quire_powers_add(&both, &w->side[1].power);
    quire_powers_add(power, &both);
    for (int k = 0; k < 2; k++) {
        w->side[k].n_opened = 0;
        memset(&w->side[k].power, 0, sizeof w->side[k].power);
    }
}

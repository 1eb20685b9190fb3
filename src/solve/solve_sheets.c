/* Sheets that touch each other are solved together: their bands and ties as one matrix with a
 * profile. doc/theory/stacks.md, 5. */
#include <stdlib.h>
#include <string.h>

#include "math/kernel.h"
#include "solve/solve.h"

/* ---- what touches ---- */

static int
count_ties(const struct quire_state *st)
{
    return st->system->spatial ? st->n_space_tie : st->n_tie;
}

/* lists that two threads have filled have gaps */
static bool
is_tie(const int sheet[2])
{
    return sheet[0] >= 0;
}

static bool
couples(const struct quire_part *part, const int sheet[2])
{
    return is_tie(sheet) && part->has_sheet[sheet[0]] && part->has_sheet[sheet[1]];
}

static struct tied
tied_by(const struct quire_state *st, int k)
{
    if (st->system->spatial) {
        const struct quire_space_tie *t = st->space_tie + k;
        return (struct tied){{t->sheet[0], t->sheet[1]}, {t->station[0], t->station[1]}};
    }
    const struct quire_tie *t = st->tie + k;
    return (struct tied){{t->sheet[0], t->sheet[1]}, {t->node[0], t->node[1]}};
}

/* The part's sheets are solved alone. */
static void
part_all(const struct quire_state *st, struct solve *s)
{
    QUIRE_EACH(k, st->part, sheet)
    {
        s->joined[k] = false;
    }
    s->touching.n_among = 0; /* no order is left */
}

static int
get_ties(struct touching *t, int n)
{
    if (n > t->cap) {
        free(t->tie);
        *t = (struct touching){.cap = n + n / 4, .among = t->among, .n_among = t->n_among};
        t->tie = malloc(sizeof *t->tie * (size_t)t->cap);
        t->cap = t->tie != NULL ? t->cap : 0;
    }
    return t->tie != NULL ? 0 : -1;
}

/* takes a part's sheets for those that the ties are among; false: they are already */
static bool
take_sheets(struct touching *t, const struct quire_part *part)
{
    const size_t size = sizeof *t->among * (size_t)part->n_sheet;

    if (t->n_among == part->n_sheet && memcmp(t->among, part->sheet, size) == 0) {
        return false;
    }
    memcpy(t->among, part->sheet, size);
    t->n_among = part->n_sheet;
    return true;
}

/* Groups, order and shape for what touches now. They are those of the matrix before where the same
 * nodes of the same sheets touch. */
static int
put_in_order(const struct quire_state *st, struct solve *s)
{
    struct touching *t = &s->touching;
    const int most = count_ties(st);
    bool anew = take_sheets(t, st->part);
    int n = 0;

    if (get_ties(t, most) != 0) {
        return -1;
    }
    for (int k = 0; k < most; k++) {
        const struct tied now = tied_by(st, k);
        if (couples(st->part, now.sheet)) {
            anew = anew || n >= t->n || memcmp(t->tie + n, &now, sizeof now) != 0;
            t->tie[n++] = now;
        }
    }
    anew = anew || n != t->n;
    t->n = n;
    if (!anew) {
        quire_joined_count(st, s);
        return 0;
    }
    return quire_joined_order(st, s);
}

/* ---- entries ---- */

QUIRE_INLINE void
add_two(double *to, double a, double b)
{
    quire_v2 sum;

    memcpy(&sum, to, sizeof sum);
    sum += (quire_v2){a, b};
    memcpy(to, &sum, sizeof sum);
}

/* two rows of a tile below each other; nodes begin at even rows and columns */
QUIRE_INLINE void
put_block(double *to, quire_v4 block)
{
    add_two(to, block[0], block[1]);
    add_two(to + QUIRE_TILE, block[2], block[3]);
}

/* where rows and columns of nodes begin in the matrix */
static void
find_rows(const struct quire_state *st, struct solve *s, const struct quire_profile *p, int group)
{
    QUIRE_EACH(k, st->part, sheet)
    {
        if (s->joined[k] && s->group[k] == group) {
            const int at = s->node0[k];
            for (int i = at; i <= at + st->system->sheet[k].chain.n; i++) {
                s->row[i] = quire_profile_row(p, s->begin[i]);
                s->column[i] = quire_profile_column(s->begin[i]);
            }
        }
    }
}

/* Which rows are put in: all, or those of every other row of tiles, 0 or 1, which are factored by
 * one thread and are in its cache. Nodes begin at even rows. */
enum { ALL_ROWS = -1 };

QUIRE_INLINE bool
is_among_rows(const struct solve *s, int node, int which)
{
    return which == ALL_ROWS || ((s->begin[node] / QUIRE_TILE) & 1) == which;
}

/* the rows of three nodes, from `i` on, in the columns of three from `j` on */
QUIRE_INLINE void
put_tie(const struct solve *s, double *a, int i, int j, const quire_v4 block[3][3], int which)
{
    const ptrdiff_t *row = s->row + i, *column = s->column + j;
    const ptrdiff_t c0 = column[0], c1 = column[1], c2 = column[2];

    for (int k = 0; k < 3; k++) {
        if (is_among_rows(s, i + k, which)) {
            double *const r = a + row[k];
            put_block(r + c0, block[k][0]);
            put_block(r + c1, block[k][1]);
            put_block(r + c2, block[k][2]);
        }
    }
}

/* stations of a sheet in space */
QUIRE_INLINE void
put_slabs(const struct solve *s, const struct quire_profile *p, const struct quire_slabs *slabs,
          int at)
{
    const int block = slabs->block;
    double *row[3 * QUIRE_COLUMNS_MOST];

    for (int i = 0; i < slabs->n_station; i++) {
        for (int r = 0; r < block; r++) {
            row[r] = p->a + quire_profile_row(p, s->begin[at + i] + r);
        }
        for (int k = i < 2 ? 0 : i - 2; k <= i + 2 && k < slabs->n_station; k++) {
            for (int b = 0; b < block; b++) {
                const double *from = quire_slab_entries(slabs, i, k, b);
                const ptrdiff_t to = quire_profile_column(s->begin[at + k] + b);
                for (int r = 0; r < block; r++) {
                    row[r][to] += from[r];
                }
            }
        }
    }
}

/* n numbers side by side */
QUIRE_INLINE void
add_some(double *to, const double *from, int n)
{
    if (n >= 4) {
        quire_store4(to, quire_load4(to) + quire_load4(from));
        to += 4;
        from += 4;
        n -= 4;
    }
    if (n >= 2) {
        add_two(to, from[0], from[1]);
        to += 2;
        from += 2;
        n -= 2;
    }
    if (n == 1) {
        *to += *from;
    }
}

/* Six columns of six rows, of which the first n columns lie in one tile and the others in the next
 * one. */
QUIRE_INLINE void
add_parted(double *const row[6], ptrdiff_t column, const double *from, int n)
{
    for (int i = 0; i < 6; i++, from += 18) {
        double *to = row[i] + column;
        add_some(to, from, n);
        add_some(to + QUIRE_TILE_SIZE - QUIRE_TILE + n, from + n, 6 - n);
    }
}

/* From column `column` of the matrix on. */
QUIRE_INLINE void
add_six(double *const row[6], int column, const double *from)
{
    const ptrdiff_t at = quire_profile_column(column);

    switch (QUIRE_TILE - column % QUIRE_TILE) {
    case 1: add_parted(row, at, from, 1); break;
    case 2: add_parted(row, at, from, 2); break;
    case 3: add_parted(row, at, from, 3); break;
    case 4: add_parted(row, at, from, 4); break;
    case 5: add_parted(row, at, from, 5); break;
    default: add_parted(row, at, from, 6);
    }
}

/* the rows of two columns' nodes at three stations, from a on, in the columns of as many from b on
 */
QUIRE_INLINE void
put_space_tie(const struct solve *s, const struct quire_profile *p, int a, int row_at, int b,
              int column_at, const double block[18][18])
{
    for (int k = 0; k < 3; k++) {
        double *row[6];
        for (int i = 0; i < 6; i++) {
            row[i] = p->a + quire_profile_row(p, s->begin[a + k] + 3 * row_at + i);
        }
        for (int l = 0; l < 3; l++) {
            add_six(row, s->begin[b + l] + 3 * column_at, block[6 * k] + 6 * l);
        }
    }
}

static QUIRE_CLONES void
put_space_entries(const struct quire_state *st, struct solve *s, const struct quire_profile *p,
                  int group)
{
    QUIRE_EACH(k, st->part, sheet)
    {
        if (s->joined[k] && s->group[k] == group) {
            put_slabs(s, p, &st->sheet[k].slabs, s->node0[k]);
        }
    }
    for (int k = 0; k < st->n_space_tie; k++) {
        const struct quire_space_tie *t = st->space_tie + k;
        if (couples(st->part, t->sheet) && s->group[t->sheet[0]] == group) {
            const int a = s->node0[t->sheet[0]] + t->station[0],
                      b = s->node0[t->sheet[1]] + t->station[1];
            put_space_tie(s, p, a, t->column[0], b, t->column[1], t->by_second);
            put_space_tie(s, p, b, t->column[1], a, t->column[0], t->by_first);
        }
    }
}

QUIRE_INLINE void
put_band(const struct solve *s, double *a, const struct quire_band *band, int n, int at, int which)
{
    for (int i = 0; i <= n; i++) {
        for (int j = i < 2 ? 0 : i - 2; is_among_rows(s, at + i, which) && j <= i + 2 && j <= n;
             j++) {
            put_block(a + s->row[at + i] + s->column[at + j], band->row[i][j - i + 2]);
        }
    }
}

/* where a group's entries go */
struct entries {
    const struct quire_state *st;
    struct solve *s;
    const struct quire_profile *p;
    int group;
};

QUIRE_INLINE void
put_rows(const struct entries *e, int which)
{
    const struct quire_state *st = e->st;
    const struct solve *s = e->s;
    const struct quire_profile *p = e->p;

    QUIRE_EACH(k, st->part, sheet)
    {
        if (s->joined[k] && s->group[k] == e->group) {
            put_band(s, p->a, &st->sheet[k].band, st->system->sheet[k].chain.n, s->node0[k], which);
        }
    }
    for (int k = 0; k < st->n_tie; k++) {
        const struct quire_tie *t = st->tie + k;
        if (is_tie(t->sheet) && s->group[t->sheet[0]] == e->group) {
            const int a = s->node0[t->sheet[0]] + t->node[0],
                      b = s->node0[t->sheet[1]] + t->node[1];
            put_tie(s, p->a, a, b, t->block[0], which);
            put_tie(s, p->a, b, a, t->block[1], which);
        }
    }
}

static QUIRE_CLONES void
put_all_rows(const struct entries *e)
{
    put_rows(e, ALL_ROWS);
}

static QUIRE_CLONES void
put_half(void *context, int which)
{
    put_rows(context, which);
}

static void
put_entries(const struct quire_state *st, struct solve *s, const struct quire_profile *p, int group)
{
    struct entries e = {st, s, p, group};

    find_rows(st, s, p, group);
    struct quire_worker *worker = quire_worker_ready(st->worker);
    if (worker != NULL && quire_profile_is_large(p)) {
        quire_worker_halves(worker, put_half, &e);
    } else {
        put_all_rows(&e);
    }
}

/* ---- right-hand sides ---- */

QUIRE_INLINE void
pass_number(double *own, double *r, bool back)
{
    if (back) {
        *r = *own;
    } else {
        *own = *r;
    }
}

/* between a vector like V and the group's own, one of `lanes` side by side; to there or back */
QUIRE_INLINE void
pass_sheet(const struct quire_sheet *sheet, const int *begin, double *own, int lanes, double *r,
           bool back)
{
    double *x = r + sheet->x0, *y = x + sheet->chain.stride;

    if (sheet->ladder == NULL) {
        for (int i = 0; i <= sheet->chain.n; i++) {
            double *mine = own + begin[i] * lanes;
            pass_number(mine, x + i, back);
            pass_number(mine + lanes, y + i, back);
        }
        return;
    }
    for (int i = 0; i <= sheet->chain.n; i++, x += sheet->ladder->block) {
        double *mine = own + begin[i] * lanes;
        for (int k = 0; k < sheet->ladder->block; k++) {
            pass_number(mine + k * lanes, x + k, back);
        }
    }
}

QUIRE_INLINE void
pass_lane(const struct quire_state *st, const struct solve *s, int group, double *own, int lanes,
          double *r, bool back)
{
    QUIRE_EACH(k, st->part, sheet)
    {
        if (s->joined[k] && s->group[k] == group) {
            pass_sheet(st->system->sheet + k, s->begin + s->node0[k], own, lanes, r, back);
        }
    }
}

static void
pass_group(const struct quire_state *st, struct solve *s, int group, double *r, bool back)
{
    pass_lane(st, s, group, s->gathered, 1, r, back);
}

/* ---- solving ---- */

void
quire_joined_factorise(struct quire_state *st, struct solve *s, double *r)
{
    s->together = 0;
    if (s->joined == NULL) {
        return;
    }
    if (count_ties(st) == 0) {
        part_all(st, s);
        return;
    }
    if (put_in_order(st, s) != 0) {
        st->failed = true;
        part_all(st, s);
        return;
    }
    QUIRE_EACH(k, st->part, sheet)
    {
        if (s->joined[k] && s->group[k] == k) {
            quire_profile_clear(s->profile + k, quire_worker_ready(st->worker));
            (st->system->spatial ? put_space_entries : put_entries)(st, s, s->profile + k, k);
            pass_group(st, s, k, r, false);
            quire_profile_factorise(s->profile + k, s->gathered, quire_worker_ready(st->worker));
            pass_group(st, s, k, r, true);
        }
    }
}

void
quire_joined_solve(const struct quire_state *st, struct solve *s, double *r)
{
    QUIRE_EACH(k, st->part, sheet)
    {
        if (quire_is_joined(s, k) && s->group[k] == k) {
            pass_group(st, s, k, r, false);
            quire_profile_solve(s->profile + k, s->gathered);
            pass_group(st, s, k, r, true);
        }
    }
}

/* a group, for so many of four vectors one behind the other */
static void
solve_four(const struct quire_state *st, struct solve *s, int group, double *r, int n)
{
    const size_t length = st->system->layout.sheet_length;
    const struct quire_profile *p = s->profile + group;

    if (n < QUIRE_TOGETHER) {
        memset(s->gathered, 0, sizeof *s->gathered * QUIRE_TOGETHER * (size_t)p->n);
    }
    for (int j = 0; j < n; j++) {
        pass_lane(st, s, group, s->gathered + j, QUIRE_TOGETHER, r + length * (size_t)j, false);
    }
    quire_profile_solve_four(p, s->gathered);
    for (int j = 0; j < n; j++) {
        pass_lane(st, s, group, s->gathered + j, QUIRE_TOGETHER, r + length * (size_t)j, true);
    }
}

void
quire_joined_solve_touched(const struct quire_state *st, struct solve *s, double *r, int n)
{
    const size_t length = st->system->layout.sheet_length;

    QUIRE_EACH(k, st->part, sheet)
    {
        for (int j = 0; s->touched[k] && quire_is_joined(s, k) && s->group[k] == k && j < n;
             j += QUIRE_TOGETHER) {
            solve_four(st, s, k, r + length * (size_t)j,
                       n - j < QUIRE_TOGETHER ? n - j : QUIRE_TOGETHER);
        }
    }
}

void
quire_joined_touch(const struct quire_state *st, struct solve *s)
{
    QUIRE_EACH(k, st->part, sheet)
    {
        QUIRE_EACH(j, st->part, sheet)
        {
            if (s->touched[j] && quire_is_joined(s, j) && quire_is_joined(s, k) &&
                s->group[j] == s->group[k]) {
                s->touched[k] = true;
            }
        }
    }
}

/* ---- room ---- */

int
quire_joined_create(struct quire_state *st, struct solve *s)
{
    const struct quire_system *sys = st->system;
    const size_t n = (size_t)sys->n_sheet;
    size_t nodes = 0, unknowns = 0;

    if (!sys->sheets_meet) {
        return 0;
    }
    s->node0 = calloc(n, sizeof *s->node0);
    s->group = calloc(n, sizeof *s->group);
    s->chain = calloc(n, sizeof *s->chain);
    s->start = calloc(n + 1, sizeof *s->start);
    s->shift = calloc(n, sizeof *s->shift);
    s->joined = calloc(n, sizeof *s->joined);
    s->placed = calloc(n, sizeof *s->placed);
    s->profile = calloc(n, sizeof *s->profile);
    s->number = calloc(n, sizeof *s->number);
    s->touching.among = calloc(n, sizeof *s->touching.among);
    if (s->node0 == NULL || s->group == NULL || s->chain == NULL || s->start == NULL ||
        s->shift == NULL || s->joined == NULL || s->placed == NULL || s->profile == NULL ||
        s->number == NULL || s->touching.among == NULL) {
        return -1;
    }
    for (size_t k = 0; k < n; k++) {
        s->node0[k] = (int)nodes;
        nodes += (size_t)(sys->sheet[k].chain.n + 1);
        unknowns += (size_t)((sys->sheet[k].chain.n + 1) * quire_node_unknowns(sys->sheet + k));
    }
    s->n_profile = sys->n_sheet;
    s->place = malloc(sizeof *s->place * nodes);
    s->begin = malloc(sizeof *s->begin * nodes);
    s->offset = malloc(sizeof *s->offset * (nodes + 1));
    s->first = malloc(sizeof *s->first * unknowns);
    s->keyed = malloc(sizeof *s->keyed * 2 * nodes);
    s->first_along = malloc(sizeof *s->first_along * nodes);
    s->tied = malloc(sizeof *s->tied * nodes);
    s->row = malloc(sizeof *s->row * nodes);
    s->column = malloc(sizeof *s->column * nodes);
    s->gathered = malloc(sizeof *s->gathered * QUIRE_TOGETHER * quire_profile_padded(unknowns));
    return s->place != NULL && s->begin != NULL && s->offset != NULL && s->first != NULL &&
                   s->keyed != NULL && s->first_along != NULL && s->tied != NULL &&
                   s->row != NULL && s->column != NULL && s->gathered != NULL
               ? 0
               : -1;
}

void
quire_joined_destroy(struct solve *s)
{
    for (int k = 0; k < s->n_profile; k++) {
        quire_profile_destroy(s->profile + k);
    }
    free(s->touching.tie);
    free(s->touching.among);
    free(s->node0);
    free(s->group);
    free(s->chain);
    free(s->start);
    free(s->shift);
    free(s->joined);
    free(s->placed);
    free(s->profile);
    free(s->ahead);
    free(s->number);
    free(s->place);
    free(s->first);
    free(s->first_along);
    free(s->tied);
    free(s->row);
    free(s->column);
    free(s->begin);
    free(s->offset);
    free(s->keyed);
    free(s->gathered);
}

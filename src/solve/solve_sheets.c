/* Sheets that touch each other are solved together: their bands and ties as one matrix with a
 * profile. doc/theory/stacks.md, 5. */
#include <stdlib.h>
#include <string.h>

#include "math/kernel.h"
#include "solve/solve.h"

/* ---- nodes and ties ---- */

/* unknowns of a node of this sheet: two, or all of a station in space */
static int
unknowns_of(const struct quire_sheet *sheet)
{
    return sheet->ladder != NULL ? sheet->ladder->block : 2;
}

static int
count_ties(const struct quire_state *st)
{
    return st->system->spatial ? st->n_space_tie : st->n_tie;
}

/* which three neighbouring nodes of two sheets a tie couples */
struct tied {
    int sheet[2], node[2];
};

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

/* ---- who is solved together ---- */

/* the group of a sheet is the first of its sheets */
static int
group_of(const struct solve *s, int sheet)
{
    while (s->group[sheet] != sheet) {
        sheet = s->group[sheet];
    }
    return sheet;
}

static void
find_groups(struct quire_state *st, struct solve *s)
{
    QUIRE_EACH(k, st->part, sheet)
    {
        s->group[k] = k;
    }
    for (int k = 0; k < count_ties(st); k++) {
        const struct tied t = tied_by(st, k);
        const int a = group_of(s, t.sheet[0]), b = group_of(s, t.sheet[1]);
        s->group[a > b ? a : b] = a > b ? b : a;
    }
    QUIRE_EACH(k, st->part, sheet)
    {
        s->group[k] = group_of(s, k);
        s->joined[k] = false;
    }
    for (int k = 0; k < count_ties(st); k++) {
        const struct tied t = tied_by(st, k);
        s->joined[t.sheet[0]] = s->joined[t.sheet[1]] = true;
    }
}

/* ---- in which order ---- */

/* Sheets of a group one behind the other, those that touch next to each other. The places of their
 * nodes go to s->place. Returns the number of nodes. */
static int
order_by_sheets(struct quire_state *st, struct solve *s, const int *chain, int n_chain)
{
    int n = 0;

    for (int c = 0; c < n_chain; c++) {
        const int k = chain[c];
        for (int i = 0; i <= st->system->sheet[k].chain.n; i++) {
            s->place[s->node0[k] + i] = n++;
        }
    }
    return n;
}

/* for any two sheets, how far the nodes of the second are ahead of those of the first where they
 * touch */
static void
measure_shifts(const struct quire_state *st, struct solve *s)
{
    const struct quire_system *sys = st->system;

    QUIRE_EACH(a, st->part, sheet)
    {
        QUIRE_EACH(b, st->part, sheet)
        {
            s->ahead[a * sys->n_sheet + b] = (struct ahead){0, 0};
        }
    }
    for (int k = 0; k < count_ties(st); k++) {
        const struct tied t = tied_by(st, k);
        const int a = t.sheet[0], b = t.sheet[1];
        const double more =
            (t.node[1] + 1) * sys->sheet[b].chain.h - (t.node[0] + 1) * sys->sheet[a].chain.h;
        struct ahead *there = s->ahead + a * sys->n_sheet + b,
                     *back = s->ahead + b * sys->n_sheet + a;
        there->sum += more;
        back->sum -= more;
        there->n++;
        back->n++;
    }
}

/* The sheets of a group, each behind one that it touches, and how far each is shifted against the
 * first [m]. */
static int
list_chain(struct quire_state *st, struct solve *s, int group, int *chain, double *shift)
{
    int n = 0;

    QUIRE_EACH(k, st->part, sheet)
    {
        s->placed[k] = false;
    }
    chain[n++] = group;
    shift[group] = 0;
    s->placed[group] = true;
    for (int c = 0; c < n; c++) {
        QUIRE_EACH(k, st->part, sheet)
        {
            const struct ahead *more = s->ahead + chain[c] * st->system->n_sheet + k;
            if (!s->placed[k] && s->group[k] == group && more->n > 0) {
                s->placed[k] = true;
                shift[k] = shift[chain[c]] - more->sum / more->n;
                chain[n++] = k;
            }
        }
    }
    return n;
}

struct keyed {
    double key;
    int node;
};

static int
compare_keys(const void *a, const void *b)
{
    const struct keyed *p = a, *q = b;

    return p->key < q->key ? -1 : p->key > q->key ? 1 : (p->node > q->node) - (p->node < q->node);
}

/* Nodes in the order in which they lie along the sheets. */
static void
order_along(struct quire_state *st, struct solve *s, const int *chain, int n_chain,
            const double *shift)
{
    struct keyed *keyed = s->keyed;
    int n = 0;

    for (int c = 0; c < n_chain; c++) {
        const struct quire_sheet *sheet = st->system->sheet + chain[c];
        for (int i = 0; i <= sheet->chain.n; i++) {
            keyed[n++] =
                (struct keyed){i * sheet->chain.h + shift[chain[c]], s->node0[chain[c]] + i};
        }
    }
    qsort(keyed, (size_t)n, sizeof *keyed, compare_keys);
    for (int i = 0; i < n; i++) {
        s->place[keyed[i].node] = i;
    }
}

/* ---- the shape ---- */

static inline void
reach_back_to(struct solve *s, int row, int place)
{
    s->first[row] = place < s->first[row] ? place : s->first[row];
}

/* Three nodes on three of another sheet. Along a sheet places rise in either order, so that of
 * three neighbours the first one tells. */
static void
reach_over(struct solve *s, int i, int j)
{
    for (int l = 0; l < 3; l++) {
        reach_back_to(s, s->place[i + l], s->place[j]);
        reach_back_to(s, s->place[j + l], s->place[i]);
    }
}

/* each node's first neighbour, in the present order; the sum of squared widths, which the work
 * grows with */
static double
find_first(struct quire_state *st, struct solve *s, const int *chain, int n_chain, int n)
{
    double work = 0;

    for (int i = 0; i < n; i++) {
        s->first[i] = i;
    }
    for (int c = 0; c < n_chain; c++) {
        const int at = s->node0[chain[c]];
        for (int i = 0; i <= st->system->sheet[chain[c]].chain.n; i++) {
            reach_back_to(s, s->place[at + i], s->place[at + (i < 2 ? 0 : i - 2)]);
        }
    }
    for (int k = 0; k < count_ties(st); k++) {
        const struct tied t = tied_by(st, k);
        if (s->group[t.sheet[0]] == s->group[chain[0]]) {
            reach_over(s, s->node0[t.sheet[0]] + t.node[0], s->node0[t.sheet[1]] + t.node[1]);
        }
    }
    for (int i = 0; i < n; i++) {
        work += (double)(i - s->first[i]) * (i - s->first[i]);
    }
    return work;
}

/* The first unknown of each node in its group, from the places; the first columns of unknowns, from
 * those of places. Returns how many unknowns there are. */
static int
spread_first(const struct quire_state *st, struct solve *s, const int *chain, int n_chain, int n)
{
    int *offset = s->offset; /* of each place, and of all together behind the last */

    offset[0] = 0;
    for (int c = 0; c < n_chain; c++) {
        const struct quire_sheet *sheet = st->system->sheet + chain[c];
        for (int i = 0; i <= sheet->chain.n; i++) {
            offset[s->place[s->node0[chain[c]] + i] + 1] = unknowns_of(sheet);
        }
    }
    for (int i = 0; i < n; i++) {
        offset[i + 1] += offset[i];
    }
    for (int c = 0; c < n_chain; c++) {
        const int at = s->node0[chain[c]];
        for (int i = at; i <= at + st->system->sheet[chain[c]].chain.n; i++) {
            s->begin[i] = offset[s->place[i]];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        const int first = offset[s->first[i]];
        for (int k = offset[i + 1] - 1; k >= offset[i]; k--) {
            s->first[k] = first;
        }
    }
    return offset[n];
}

static bool
shape_group(struct quire_state *st, struct solve *s, struct quire_profile *p, const int *chain,
            int n_chain, const double *shift)
{
    const int n = order_by_sheets(st, s, chain, n_chain);
    const double by_sheets = find_first(st, s, chain, n_chain, n);

    order_along(st, s, chain, n_chain, shift);
    if (!(find_first(st, s, chain, n_chain, n) < by_sheets)) {
        order_by_sheets(st, s, chain, n_chain);
        find_first(st, s, chain, n_chain, n);
    }
    return quire_profile_shape(p, spread_first(st, s, chain, n_chain, n), s->first) == 0;
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

/* the rows of three nodes, from `i` on, in the columns of three from `j` on */
QUIRE_INLINE void
put_tie(const struct solve *s, const struct quire_profile *p, int i, int j,
        const quire_v4 block[3][3])
{
    ptrdiff_t column[3];

    for (int m = 0; m < 3; m++) {
        column[m] = quire_profile_column(2 * s->place[j + m]);
    }
    for (int l = 0; l < 3; l++) {
        double *row = p->a + quire_profile_row(p, 2 * s->place[i + l]);
        for (int m = 0; m < 3; m++) {
            put_block(row + column[m], block[l][m]);
        }
    }
}

/* stations of a sheet in space */
QUIRE_INLINE void
put_slabs(const struct solve *s, const struct quire_profile *p, const struct quire_slabs *slabs,
          int at)
{
    const int block = slabs->block;

    for (int k = 0; k < slabs->n_station; k++) {
        for (int i = k < 2 ? 0 : k - 2; i <= k + 2 && i < slabs->n_station; i++) {
            const int row = s->begin[at + i], column = s->begin[at + k];
            for (int b = 0; b < block; b++) {
                const double *from = quire_slab_entries(slabs, i, k, b);
                double *to = p->a + quire_profile_column(column + b);
                for (int r = 0; r < block; r++) {
                    to[quire_profile_row(p, row + r)] += from[r];
                }
            }
        }
    }
}

/* six numbers side by side, in the columns from `column` on */
QUIRE_INLINE void
add_six(double *row, int column, double by, const double *from)
{
    for (int i = 0; i < 6; i++) {
        row[quire_profile_column(column + i)] += by * from[i];
    }
}

/* of the first's rows those of its three stations, which its columns share; a and b: the first of
 * the stations */
QUIRE_INLINE void
put_by_second(const struct solve *s, const struct quire_profile *p, const struct quire_space_tie *t,
              int a, int b)
{
    for (int i = 0; i < 9; i++) {
        for (int j = 0; j < 2; j++) {
            const int row = s->begin[a + i / 3] + 3 * (t->column[0] + j) + i % 3;
            for (int l = 0; l < 3; l++) {
                add_six(p->a + quire_profile_row(p, row), s->begin[b + l] + 3 * t->column[1],
                        t->share[j], t->by_second[i] + 6 * l);
            }
        }
    }
}

QUIRE_INLINE void
put_by_first(const struct solve *s, const struct quire_profile *p, const struct quire_space_tie *t,
             int a, int b)
{
    for (int i = 0; i < 18; i++) {
        const int row = s->begin[b + i / 6] + 3 * t->column[1] + i % 6;
        for (int k = 0; k < 3; k++) {
            const double *by = t->by_first[i] + 3 * k, l = t->share[0], r = t->share[1],
                         both[6] = {l * by[0], l * by[1], l * by[2],
                                    r * by[0], r * by[1], r * by[2]};
            add_six(p->a + quire_profile_row(p, row), s->begin[a + k] + 3 * t->column[0], 1, both);
        }
    }
}

static QUIRE_CLONES void
put_space_entries(struct quire_state *st, struct solve *s, const struct quire_profile *p,
                  const int *chain, int n_chain)
{
    for (int c = 0; c < n_chain; c++) {
        put_slabs(s, p, &st->sheet[chain[c]].slabs, s->node0[chain[c]]);
    }
    for (int k = 0; k < st->n_space_tie; k++) {
        const struct quire_space_tie *t = st->space_tie + k;
        if (s->group[t->sheet[0]] == s->group[chain[0]]) {
            const int a = s->node0[t->sheet[0]] + t->station[0],
                      b = s->node0[t->sheet[1]] + t->station[1];
            put_by_second(s, p, t, a, b);
            put_by_first(s, p, t, a, b);
        }
    }
}

static QUIRE_CLONES void
put_entries(struct quire_state *st, struct solve *s, const struct quire_profile *p,
            const int *chain, int n_chain)
{
    for (int c = 0; c < n_chain; c++) {
        const int at = s->node0[chain[c]], n = st->system->sheet[chain[c]].chain.n;
        for (int i = 0; i <= n; i++) {
            for (int j = i < 2 ? 0 : i - 2; j <= i + 2 && j <= n; j++) {
                put_block(quire_profile_at(p, 2 * s->place[at + i], 2 * s->place[at + j]),
                          st->sheet[chain[c]].band.row[i][j - i + 2]);
            }
        }
    }
    for (int k = 0; k < st->n_tie; k++) {
        const struct quire_tie *t = st->tie + k;
        if (s->group[t->sheet[0]] == s->group[chain[0]]) {
            const int a = s->node0[t->sheet[0]] + t->node[0],
                      b = s->node0[t->sheet[1]] + t->node[1];
            put_tie(s, p, a, b, t->block[0]);
            put_tie(s, p, b, a, t->block[1]);
        }
    }
}

void
quire_joined_factorise(struct quire_state *st, struct solve *s)
{
    s->together = 0;
    if (count_ties(st) == 0) {
        s->any_joined = false;
        return;
    }
    find_groups(st, s);
    measure_shifts(st, s);
    s->any_joined = true;
    QUIRE_EACH(k, st->part, sheet)
    {
        if (!s->joined[k] || s->group[k] != k) {
            continue;
        }
        const int n = list_chain(st, s, k, s->chain, s->shift);
        struct quire_profile *p = s->profile + k;
        s->together = n > s->together ? n : s->together;
        if (!shape_group(st, s, p, s->chain, n, s->shift)) {
            st->failed = true;
            s->joined[k] = false;
            return;
        }
        (st->system->spatial ? put_space_entries : put_entries)(st, s, p, s->chain, n);
        quire_profile_factorise(p);
    }
}

/* ---- solving ---- */

/* between a vector like V and the group's own, to there or back */
QUIRE_INLINE void
pass_sheet(const struct quire_sheet *sheet, const int *begin, double *own, double *r, bool back)
{
    const int step = sheet->ladder != NULL ? 1 : sheet->chain.stride, size = unknowns_of(sheet),
              next = sheet->ladder != NULL ? size : 1;
    double *at = r + sheet->x0;

    for (int i = 0; i <= sheet->chain.n; i++, at += next) {
        double *mine = own + begin[i];
        for (int k = 0; k < size; k++) {
            *(back ? at + k * step : mine + k) = *(back ? mine + k : at + k * step);
        }
    }
}

static void
pass_group(const struct quire_state *st, struct solve *s, int group, double *r, bool back)
{
    QUIRE_EACH(k, st->part, sheet)
    {
        if (s->joined[k] && s->group[k] == group) {
            pass_sheet(st->system->sheet + k, s->begin + s->node0[k], s->gathered, r, back);
        }
    }
}

static void
solve_group(struct quire_state *st, struct solve *s, int group, double *r)
{
    pass_group(st, s, group, r, false);
    quire_profile_solve(s->profile + group, s->gathered);
    pass_group(st, s, group, r, true);
}

void
quire_joined_solve(struct quire_state *st, struct solve *s, double *r)
{
    QUIRE_EACH(k, st->part, sheet)
    {
        if (s->any_joined && s->joined[k] && s->group[k] == k) {
            solve_group(st, s, k, r);
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
            if (s->any_joined && s->touched[j] && s->joined[j] && s->joined[k] &&
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
    s->shift = calloc(n, sizeof *s->shift);
    s->joined = calloc(n, sizeof *s->joined);
    s->placed = calloc(n, sizeof *s->placed);
    s->profile = calloc(n, sizeof *s->profile);
    s->ahead = calloc(n * n, sizeof *s->ahead);
    if (s->node0 == NULL || s->group == NULL || s->chain == NULL || s->shift == NULL ||
        s->joined == NULL || s->placed == NULL || s->profile == NULL || s->ahead == NULL) {
        return -1;
    }
    for (size_t k = 0; k < n; k++) {
        s->node0[k] = (int)nodes;
        nodes += (size_t)(sys->sheet[k].chain.n + 1);
        unknowns += (size_t)((sys->sheet[k].chain.n + 1) * unknowns_of(sys->sheet + k));
    }
    s->n_profile = sys->n_sheet;
    s->place = malloc(sizeof *s->place * nodes);
    s->begin = malloc(sizeof *s->begin * nodes);
    s->offset = malloc(sizeof *s->offset * (nodes + 1));
    s->first = malloc(sizeof *s->first * unknowns);
    s->keyed = malloc(sizeof *s->keyed * nodes);
    s->gathered = malloc(sizeof *s->gathered * quire_profile_padded(unknowns));
    return s->place != NULL && s->begin != NULL && s->offset != NULL && s->first != NULL &&
                   s->keyed != NULL && s->gathered != NULL
               ? 0
               : -1;
}

void
quire_joined_destroy(struct solve *s)
{
    for (int k = 0; k < s->n_profile; k++) {
        quire_profile_destroy(s->profile + k);
    }
    free(s->node0);
    free(s->group);
    free(s->chain);
    free(s->shift);
    free(s->joined);
    free(s->placed);
    free(s->profile);
    free(s->ahead);
    free(s->place);
    free(s->first);
    free(s->begin);
    free(s->offset);
    free(s->keyed);
    free(s->gathered);
}

/* Which sheets that touch each other are solved together, in which order their nodes are in
 * the matrix, and its shape: functions of the touching places alone. doc/theory/stacks.md, 5. */
#include <stdlib.h>
#include <string.h>

#include "solve/solve.h"

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

/* Ties of the same two sheets follow each other: where those with the sheets of tie k end. */
static int
end_of_run(const struct touching *t, int k)
{
    const int *sheet = t->tie[k].sheet;

    while (k < t->n && t->tie[k].sheet[0] == sheet[0] && t->tie[k].sheet[1] == sheet[1]) {
        k++;
    }
    return k;
}

static void
find_groups(const struct quire_state *st, struct solve *s)
{
    const struct touching *t = &s->touching;

    QUIRE_EACH(k, st->part, sheet)
    {
        s->group[k] = k;
        s->joined[k] = false;
    }
    for (int k = 0; k < t->n; k = end_of_run(t, k)) {
        const int *sheet = t->tie[k].sheet, a = group_of(s, sheet[0]), b = group_of(s, sheet[1]);
        s->group[a > b ? a : b] = a > b ? b : a;
        s->joined[sheet[0]] = s->joined[sheet[1]] = true;
    }
    QUIRE_EACH(k, st->part, sheet)
    {
        s->group[k] = group_of(s, k);
    }
}

/* ---- in which order ---- */

/* Sheets of a group one behind the other, those that touch next to each other. The places of their
 * nodes go to s->place. Returns the number of nodes. */
static int
order_by_sheets(const struct quire_state *st, struct solve *s, const int *chain, int n_chain)
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
    const struct touching *t = &s->touching;
    const int sheets = st->part->n_sheet;

    for (int k = 0; k < sheets * sheets; k++) {
        s->ahead[k] = (struct ahead){0, 0};
    }
    for (int k = 0; k < t->n;) {
        const int a = t->tie[k].sheet[0], b = t->tie[k].sheet[1], end = end_of_run(t, k),
                  n = end - k;
        long long one = 0, other = 0;
        for (; k < end; k++) {
            one += t->tie[k].node[0] + 1;
            other += t->tie[k].node[1] + 1;
        }
        const double more =
            (double)other * sys->sheet[b].chain.h - (double)one * sys->sheet[a].chain.h;
        struct ahead *there = s->ahead + s->number[a] * sheets + s->number[b],
                     *back = s->ahead + s->number[b] * sheets + s->number[a];
        there->sum += more;
        back->sum -= more;
        there->n += n;
        back->n += n;
    }
}

/* The sheets of a group, each behind one that it touches, and how far each is shifted against the
 * first [m]. */
static int
list_chain(const struct quire_state *st, struct solve *s, int group, int *chain, double *shift)
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
            const struct ahead *more =
                s->ahead + s->number[chain[c]] * st->part->n_sheet + s->number[k];
            if (!s->placed[k] && s->group[k] == group && more->n > 0) {
                s->placed[k] = true;
                shift[k] = shift[chain[c]] - more->sum / more->n;
                chain[n++] = k;
            }
        }
    }
    return n;
}

QUIRE_INLINE bool
is_before(const struct keyed *a, const struct keyed *b)
{
    return a->key < b->key || (a->key == b->key && a->node < b->node);
}

/* two sorted lists that lie behind each other, from..., middle... and up to the end, as one */
static void
merge(const struct keyed *in, int from, int middle, int end, struct keyed *out)
{
    int a = from, b = middle;

    for (int i = from; i < end; i++) {
        out[i] = b == end || (a < middle && is_before(in + a, in + b)) ? in[a++] : in[b++];
    }
}

/* Sorts lists of which each is sorted: list k begins at start[k] and ends where the next one
 * begins. What start tells is lost. */
static const struct keyed *
merge_all(struct keyed *keyed, struct keyed *scratch, int *start, int lists)
{
    for (; lists > 1; lists = (lists + 1) / 2) {
        struct keyed *const merged = scratch;
        const int end = start[lists];
        for (int k = 0; k < lists; k += 2) {
            const int next = k + 2 < lists ? start[k + 2] : end;
            merge(keyed, start[k], k + 1 < lists ? start[k + 1] : end, next, merged);
            start[k / 2] = start[k];
        }
        start[(lists + 1) / 2] = end;
        scratch = keyed;
        keyed = merged;
    }
    return keyed;
}

/* Nodes in the order in which they lie along the sheets. */
static void
order_along(const struct quire_state *st, struct solve *s, const int *chain, int n_chain,
            const double *shift)
{
    const struct keyed *sorted;
    int n = 0;

    for (int c = 0; c < n_chain; c++) {
        const struct quire_sheet *sheet = st->system->sheet + chain[c];
        s->start[c] = n;
        for (int i = 0; i <= sheet->chain.n; i++) {
            s->keyed[n++] =
                (struct keyed){i * sheet->chain.h + shift[chain[c]], s->node0[chain[c]] + i};
        }
    }
    s->start[n_chain] = n;
    sorted = merge_all(s->keyed, s->keyed + n, s->start, n_chain);
    for (int i = 0; i < n; i++) {
        s->place[sorted[i].node] = i;
    }
}

/* ---- the shape ---- */

static inline void
reach_back_to(int *first, int place)
{
    *first = place < *first ? place : *first;
}

/* Each node's first neighbour, in the present order: `first` of each place; the sum of squared
 * widths, which the work grows with. Along a sheet places rise in either order, so that of three
 * neighbours the first one tells. */
static double
find_first(const struct quire_state *st, struct solve *s, const int *chain, int n_chain, int n,
           int *first)
{
    const struct touching *t = &s->touching;
    const int *place = s->place;
    int *tied = s->tied; /* the first place that ties with this and the two next nodes reach */
    double work = 0;

    for (int c = 0; c < n_chain; c++) {
        for (int i = 0; i <= st->system->sheet[chain[c]].chain.n; i++) {
            tied[s->node0[chain[c]] + i] = n;
        }
    }
    for (int k = 0; k < t->n;) {
        const int *sheet = t->tie[k].sheet, end = end_of_run(t, k);
        const int a = s->node0[sheet[0]], b = s->node0[sheet[1]];
        for (k = s->group[sheet[0]] == s->group[chain[0]] ? k : end; k < end; k++) {
            const int i = a + t->tie[k].node[0], j = b + t->tie[k].node[1];
            reach_back_to(tied + i, place[j]);
            reach_back_to(tied + j, place[i]);
        }
    }
    for (int c = 0; c < n_chain; c++) {
        const int at = s->node0[chain[c]];
        for (int i = 0; i <= st->system->sheet[chain[c]].chain.n; i++) {
            int least = place[at + (i < 2 ? 0 : i - 2)];
            for (int l = i < 2 ? 0 : i - 2; l <= i; l++) {
                reach_back_to(&least, tied[at + l]);
            }
            first[place[at + i]] = least;
            work += (double)(place[at + i] - least) * (place[at + i] - least);
        }
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
            offset[s->place[s->node0[chain[c]] + i] + 1] = quire_node_unknowns(sheet);
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

static int
shape_group(const struct quire_state *st, struct solve *s, struct quire_profile *p,
            const int *chain, int n_chain)
{
    int n = order_by_sheets(st, s, chain, n_chain);
    const double by_sheets = find_first(st, s, chain, n_chain, n, s->first);

    order_along(st, s, chain, n_chain, s->shift);
    if (find_first(st, s, chain, n_chain, n, s->first_along) < by_sheets) {
        memcpy(s->first, s->first_along, sizeof *s->first * (size_t)n);
    } else {
        order_by_sheets(st, s, chain, n_chain);
    }
    n = spread_first(st, s, chain, n_chain, n);
    return quire_profile_shape(p, n, s->first);
}

/* how many sheets a group has */
static int
count_together(const struct quire_state *st, const struct solve *s, int group)
{
    int n = 0;

    QUIRE_EACH(k, st->part, sheet)
    {
        n += s->joined[k] && s->group[k] == group;
    }
    return n;
}

void
quire_joined_count(const struct quire_state *st, struct solve *s)
{
    QUIRE_EACH(k, st->part, sheet)
    {
        if (s->joined[k] && s->group[k] == k) {
            const int n = count_together(st, s, k);
            s->together = n > s->together ? n : s->together;
        }
    }
}

/* numbers the part's sheets, and makes room for what is known of any two of them */
static bool
number_sheets(const struct quire_part *part, struct solve *s)
{
    const size_t n = (size_t)part->n_sheet;

    if (part->n_sheet > s->most_ahead) {
        free(s->ahead);
        s->ahead = malloc(sizeof *s->ahead * n * n);
        s->most_ahead = s->ahead != NULL ? part->n_sheet : 0;
    }
    for (int i = 0; i < part->n_sheet; i++) {
        s->number[part->sheet[i]] = i;
    }
    return s->ahead != NULL;
}

int
quire_joined_order(const struct quire_state *st, struct solve *s)
{
    if (!number_sheets(st->part, s)) {
        return -1;
    }
    find_groups(st, s);
    measure_shifts(st, s);
    QUIRE_EACH(k, st->part, sheet)
    {
        if (s->joined[k] && s->group[k] == k) {
            const int n = list_chain(st, s, k, s->chain, s->shift);
            s->together = n > s->together ? n : s->together;
            if (shape_group(st, s, s->profile + k, s->chain, n) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

#include "geometry/box_index.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#define LEAF 8 /* things of a part that is not halved */

int
quire_nearby_create(struct quire_nearby *self, int n)
{
    const size_t room = (size_t)n + 1;
    size_t parts = 1;

    while (parts * LEAF < room) {
        parts *= 2;
    }
    *self = (struct quire_nearby){.n = n};
    self->extent = calloc(room, sizeof *self->extent);
    self->found = calloc(room, sizeof *self->found);
    self->order = calloc(room, sizeof *self->order);
    self->part = calloc(2 * parts, sizeof *self->part);
    if (self->extent == NULL || self->found == NULL || self->order == NULL || self->part == NULL) {
        quire_nearby_destroy(self);
        return -1;
    }
    return 0;
}

void
quire_nearby_destroy(struct quire_nearby *self)
{
    free(self->extent);
    free(self->found);
    free(self->order);
    free(self->part);
    *self = (struct quire_nearby){0};
}

static double
middle(const struct quire_nearby *self, int thing, int axis)
{
    return self->extent[thing].low[axis] + self->extent[thing].high[axis];
}

/* Puts things in order so that none before `half` has its middle beyond one from there on. */
static void
split(struct quire_nearby *self, int first, int last, int half, int axis)
{
    int *order = self->order;

    while (first < last) {
        const double pivot = middle(self, order[(first + last) / 2], axis);
        int i = first, j = last;
        while (i <= j) {
            while (middle(self, order[i], axis) < pivot) {
                i++;
            }
            while (middle(self, order[j], axis) > pivot) {
                j--;
            }
            if (i <= j) {
                const int swap = order[i];
                order[i++] = order[j];
                order[j--] = swap;
            }
        }
        if (half <= j) {
            last = j;
        } else if (half >= i) {
            first = i;
        } else {
            return;
        }
    }
}

static bool
overlap(const struct quire_extent *a, const struct quire_extent *b)
{
    return a->low[0] <= b->high[0] && b->low[0] <= a->high[0] && a->low[1] <= b->high[1] &&
           b->low[1] <= a->high[1];
}

/* things `first` to before `end` of the order are those of a part */
static void
sort_part(struct quire_nearby *self, size_t part, int first, int end)
{
    struct quire_extent all = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}}, middles = all;

    for (int i = first; i < end; i++) {
        for (int d = 0; d < 2; d++) {
            const struct quire_extent *e = self->extent + self->order[i];
            const double m = middle(self, self->order[i], d);
            all.low[d] = fmin(all.low[d], e->low[d]);
            all.high[d] = fmax(all.high[d], e->high[d]);
            middles.low[d] = fmin(middles.low[d], m);
            middles.high[d] = fmax(middles.high[d], m);
        }
    }
    self->part[part] = all;
    if (end - first <= LEAF) {
        return;
    }
    const int half = first + (end - first) / 2;
    const bool up = middles.high[1] - middles.low[1] > middles.high[0] - middles.low[0];
    split(self, first, end - 1, half, up ? 1 : 0);
    sort_part(self, 2 * part + 1, first, half);
    sort_part(self, 2 * part + 2, half, end);
}

void
quire_nearby_sort(struct quire_nearby *self)
{
    int n = 0;

    for (int i = 0; i < self->n; i++) {
        const struct quire_extent *e = self->extent + i;
        if (e->low[0] <= e->high[0] && e->low[1] <= e->high[1]) {
            self->order[n++] = i;
        }
    }
    self->n = n;
    sort_part(self, 0, 0, n);
}

static void
find_in(struct quire_nearby *self, size_t part, int first, int end, const struct quire_extent *e)
{
    if (first == end || !overlap(self->part + part, e)) {
        return;
    }
    if (end - first > LEAF) {
        const int half = first + (end - first) / 2;
        find_in(self, 2 * part + 1, first, half, e);
        find_in(self, 2 * part + 2, half, end, e);
        return;
    }
    for (int i = first; i < end; i++) {
        if (overlap(self->extent + self->order[i], e)) {
            self->found[self->n_found++] = self->order[i];
        }
    }
}

static bool
any_in(const struct quire_nearby *self, size_t part, int first, int end,
       const struct quire_extent *e, quire_nearby_test *is, const void *user)
{
    if (first == end || !overlap(self->part + part, e)) {
        return false;
    }
    if (end - first > LEAF) {
        const int half = first + (end - first) / 2;
        return any_in(self, 2 * part + 1, first, half, e, is, user) ||
               any_in(self, 2 * part + 2, half, end, e, is, user);
    }
    for (int i = first; i < end; i++) {
        if (overlap(self->extent + self->order[i], e) && is(user, self->order[i])) {
            return true;
        }
    }
    return false;
}

bool
quire_nearby_any(const struct quire_nearby *self, const struct quire_extent *extent,
                 quire_nearby_test *is, const void *user)
{
    return any_in(self, 0, 0, self->n, extent, is, user);
}

static int
compare(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

void
quire_nearby_find(struct quire_nearby *self, const struct quire_extent *extent)
{
    self->n_found = 0;
    find_in(self, 0, 0, self->n, extent);
    if (self->n_found > 1) {
        qsort(self->found, (size_t)self->n_found, sizeof *self->found, compare);
    }
}

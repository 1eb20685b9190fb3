/* Which of many upright boxes overlap another one, without asking each. */
#ifndef QUIRE_GEOMETRY_BOX_INDEX_H
#define QUIRE_GEOMETRY_BOX_INDEX_H

#include <stdbool.h>
#include <stddef.h>

struct quire_extent {
    double low[2], high[2];
};

struct quire_nearby {
    struct quire_extent *extent; /* of each thing; to be filled before quire_nearby_sort() (n) */
    int *found, n_found;         /* by the last quire_nearby_find() (n) */
    int n;
    int *order;                /* things, those of a part of the tree side by side (n) */
    struct quire_extent *part; /* around all of a part; that of parts 2 k + 1 and 2 k + 2 is k */
};

/* Room for n things. 0, or -1 when memory runs out; destroy() takes what is zero. */
int quire_nearby_create(struct quire_nearby *self, int n);
void quire_nearby_destroy(struct quire_nearby *self);

/* After the extents were filled: parts in halves, n log n. An extent whose low is above its high
 * overlaps nothing. */
void quire_nearby_sort(struct quire_nearby *self);

/* Puts into `found`, rising, all things whose extents touch this one. */
void quire_nearby_find(struct quire_nearby *self, const struct quire_extent *extent);

/* Whether `is` says so of any thing whose extent touches this one; in no particular order. */
typedef bool quire_nearby_test(const void *user, int thing);
bool quire_nearby_any(const struct quire_nearby *self, const struct quire_extent *extent,
                      quire_nearby_test *is, const void *user);

/* All points within `reach` of one. */
static inline struct quire_extent
quire_extent_around(const double at[2], double reach)
{
    return (struct quire_extent){{at[0] - reach, at[1] - reach}, {at[0] + reach, at[1] + reach}};
}

#endif

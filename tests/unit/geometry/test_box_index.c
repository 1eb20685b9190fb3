/* Boxes that overlap one: the same as by asking each, rising, however they lie. */
#include <criterion/criterion.h>
#include <stdbool.h>

#include "geometry/box_index.h"

#define MANY 700

static bool
touches(const struct quire_extent *a, const struct quire_extent *b)
{
    return a->low[0] <= b->high[0] && b->low[0] <= a->high[0] && a->low[1] <= b->high[1] &&
           b->low[1] <= a->high[1];
}

static double
draw(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) / 16777216.0;
}

static bool
is_this(const void *user, int thing)
{
    return thing == *(const int *)user;
}

/* n boxes up to `size` wide in a field of that width and height */
static void
compare(int n, double width, double height, double size, unsigned seed)
{
    struct quire_nearby near;
    struct quire_extent kept[MANY];

    cr_assert_eq(quire_nearby_create(&near, n), 0);
    for (int i = 0; i < n; i++) {
        const double x = width * draw(&seed), y = height * draw(&seed), half = size * draw(&seed);
        near.extent[i] = quire_extent_around((double[]){x, y}, i % 50 == 49 ? -1 : half);
        kept[i] = near.extent[i];
    }
    quire_nearby_sort(&near);
    for (int i = 0; i < n; i++) {
        int next = 0;
        quire_nearby_find(&near, kept + i);
        for (int k = 0; k < n; k++) {
            if (kept[k].low[0] <= kept[k].high[0] && touches(kept + k, kept + i)) {
                cr_assert_lt(next, near.n_found);
                cr_assert_eq(near.found[next++], k);
            }
        }
        cr_assert_eq(next, near.n_found, "%d of %d", i, n);
        const int last = next > 0 ? near.found[next - 1] : -1;
        cr_assert(!quire_nearby_any(&near, kept + i, is_this, &(int){n}));
        cr_assert_eq(quire_nearby_any(&near, kept + i, is_this, &last), next > 0);
    }
    quire_nearby_destroy(&near);
}

Test(nearby, finds_what_overlaps)
{
    static const int counts[] = {0, 1, 2, 8, 9, 16, 17, 63, 64, 65, 100, MANY};

    for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
        compare(counts[k], 1, 1, 0.05, 1);
        compare(counts[k], 1, 0, 0.01, 2); /* in a row */
        compare(counts[k], 0, 1, 0.01, 3);
        compare(counts[k], 0, 0, 1, 4); /* all in one place */
        compare(counts[k], 1, 1, 1, 5);
    }
}

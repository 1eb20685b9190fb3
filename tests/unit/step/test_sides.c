/* Sides of stations are looked at again only where one may have changed. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "fixtures/contact_parts.h"
#include "fixtures/machine.h"
#include "step/sides.h"

/* surfaces that the sheet passes, comes over and comes from behind */
#define STAIRS                                                                                     \
    HEAD PLAIN_GLIDE SHEET                                                                         \
        "<guide name=\"bar\" surface=\"steel\"><line from=\"21 mm, -0.4 mm\" "                     \
        "to=\"39.7 mm, -0.4 mm\"/></guide>"                                                        \
        "<guide name=\"over\" surface=\"steel\" side=\"right\"><line from=\"3 mm, 1.5 mm\" "       \
        "to=\"17 mm, 0.9 mm\"/></guide>"                                                           \
        "<guide name=\"wheel\" surface=\"steel\"><circle centre=\"50 mm, -5 mm\" "                 \
        "radius=\"4.8 mm\"/></guide>"

static size_t
marks(const struct machine *m)
{
    return (size_t)m->system->n_face * (size_t)m->system->sheet[0].chain.stride;
}

/* so that the next look is at all of them */
static void
forget(struct quire_sheet_work *w)
{
    w->least_way = 0;
    for (int k = 0; k < w->n_face; k++) {
        w->face[k].way = 0;
    }
}

Test(sides, are_what_they_are_where_all_are_looked_at)
{
    int skipped = 0, changes = 0;

    for (unsigned seed = 1; seed <= 12; seed++) {
        struct machine m[2];
        for (int k = 0; k < 2; k++) {
            machine_open(m + k, STAIRS);
        }
        const size_t n = marks(m);
        unsigned char *before = calloc(n + 1, 1);
        for (int i = 0; i < 400; i++) {
            const double way = seed % 2 == 0 ? 1e-4 : 2e-5, angle = 0.37 * seed;
            struct quire_sheet_work *w[2] = {m[0].state->sheet, m[1].state->sheet};
            for (int k = 0; k < 2; k++) {
                const struct nodes at = machine_nodes(m + k, 0, m[k].y);
                for (int j = 0; j <= at.n; j++) {
                    at.x[j] += way * (angle < 3 ? 1 : -1);
                    at.y[j] += way * 0.6 * ((i / 60 + (int)seed) % 2 == 0 ? 1 : -1) *
                               (1 + 0.1 * ((j + (int)seed) % 5));
                }
            }
            forget(w[1]);
            const double left = w[0]->least_way;
            for (int k = 0; k < 2; k++) {
                quire_sides_commit(m[k].state, m[k].state->part, 0, m[k].y);
            }
            skipped += w[0]->least_way > 0 && w[0]->least_way < left;
            changes += memcmp(before, w[0]->behind, n) != 0;
            memcpy(before, w[0]->behind, n);
            cr_assert_arr_eq(w[0]->behind, w[1]->behind, n, "%u, step %d", seed, i);
            cr_assert_arr_eq(w[0]->back, w[1]->back, n, "%u, step %d", seed, i);
            cr_assert_eq(w[0]->n_behind, w[1]->n_behind);
        }
        free(before);
        machine_close(m);
        machine_close(m + 1);
    }
    cr_expect_gt(skipped, 1000, "%d looks are spared", skipped);
    cr_expect_gt(changes, 20, "%d changes", changes);
}

/* Blocks on sheets in space: the plane as a special case, mirror images, what they reach across,
 * and what laws are refused. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "fixtures/contact_parts.h"
#include "fixtures/space_stage.h"

#define WIDE(more)                                                                                 \
    "<sheet name=\"s\" media=\"soft\" length=\"60 mm\" width=\"100 mm\" segments=\"12\" " more     \
    "><start from=\"0 mm, 0 mm\"/></sheet>"
#define BLOCK(centre, angle, more)                                                                 \
    "<block name=\"b\" surface=\"rubber\" mass=\"20 g\" width=\"40 mm\" height=\"20 mm\" "         \
    "centre=\"" centre "\" angle=\"" angle                                                         \
    "\" velocity=\"0.2 m/s, -0.05 m/s\" spin=\"-3 rad/s\" " more "/>"
#define PLACES(more)                                                                               \
    HEAD PLAIN_GRIP "%s" BLOCK("27 mm, 9.97 mm", "0.2 deg", more),                                 \
        HEAD PLAIN_GRIP "%s" BLOCK("27 mm, 18.6 mm", "30 deg", more),                              \
        HEAD PLAIN_GRIP "%s" BLOCK("80 mm, 10.05 mm", "1 deg", more)

static const struct quire_small *
the_block(const struct machine *m)
{
    return m->system->small + m->system->free[0].small;
}

/* Sheets that are straight across feel and give what they do in the plane, whatever the columns. */
Test(space_blocks, on_a_sheet_straight_across_act_as_in_the_plane)
{
    static const char *const places[] = {PLACES("")}, *const columns[] = {WIDE("columns=\"2\""),
                                                                          WIDE("columns=\"3\""),
                                                                          WIDE("columns=\"5\""),
                                                                          WIDE("columns=\"9\"")};

    for (size_t k = 0; k < 12; k++) {
        struct machine flat, m;
        char text[4096];
        snprintf(text, sizeof text, places[k % 3], columns[k / 3]);
        machine_open(&flat, text);
        machine_open_in_space(&m, text);
        machine_shake(&flat, 3, 2e-6, 0.2);
        space_stand_in_plane(&m, &flat);
        space_contact_alone(&flat);
        space_contact_alone(&m);
        const struct quire_sheet *s = m.system->sheet, *p = flat.system->sheet;
        const int at = the_block(&m)->v0, in_plane = the_block(&flat)->v0;
        cr_assert_gt(flat.state->n_touch, 0, "%zu", k);
        for (int i = 0; i <= s->ladder->n; i++) {
            double sum[3] = {0, 0, 0};
            for (int j = 0; j < s->ladder->m; j++) {
                for (int d = 0; d < 3; d++) {
                    sum[d] += space_node(&m, m.state->force, i, j)[d];
                }
            }
            cr_expect_float_eq(sum[0], flat.state->force[i], 1e-11, "%zu, station %d", k, i);
            cr_expect_float_eq(sum[1], flat.state->force[p->chain.stride + i], 1e-11,
                               "%zu, station %d", k, i);
            cr_expect_float_eq(sum[2], 0, 1e-11, "%zu, station %d: %g", k, i, sum[2]);
        }
        for (int i = 0; i < 3; i++) {
            cr_expect_float_eq(m.state->force[at + i], flat.state->force[in_plane + i], 1e-11,
                               "%zu, velocity %d: %g, %g", k, i, m.state->force[at + i],
                               flat.state->force[in_plane + i]);
        }
        machine_close(&flat);
        machine_close(&m);
    }
}

/* What a block does to the sheet the sheet does to it: along x and y they cancel; and nothing acts
 * where it does not reach. */
Test(space_blocks, keep_momentum_and_reach_as_far_as_they_say)
{
    static const char *const places[] = {PLACES("across-from=\"-60 mm\" across-to=\"1 mm\"")};

    for (size_t k = 0; k < 3; k++) {
        struct machine m;
        char text[4096];
        double sum[2] = {0, 0}, beyond = 0, size = 0;
        snprintf(text, sizeof text, places[k], WIDE("columns=\"5\""));
        machine_open_in_space(&m, text);
        machine_shake(&m, 3, 2e-6, 0.2);
        space_contact_alone(&m);
        const struct quire_ladder *l = m.system->sheet->ladder;
        for (int i = 0; i <= l->n; i++) {
            for (int j = 0; j < l->m; j++) {
                const double *f = space_node(&m, m.state->force, i, j);
                sum[0] += f[0];
                sum[1] += f[1];
                beyond = fmax(beyond, j > 2 ? fabs(f[0]) + fabs(f[1]) + fabs(f[2]) : 0);
            }
        }
        for (int d = 0; d < 2; d++) {
            const double on_block = m.state->force[the_block(&m)->v0 + d];
            size = fmax(size, fabs(on_block));
            cr_expect_float_eq(sum[d], -on_block, 1e-12, "%zu: %g, %g", k, sum[d], on_block);
        }
        cr_expect_gt(size, 0.01, "%zu", k);
        cr_expect_eq(beyond, 0, "%zu: %g", k, beyond);
        machine_close(&m);
    }
}

Test(space_blocks, of_a_mirrored_machine_act_mirrored)
{
    static const char *const columns[] = {WIDE("columns=\"2\""), WIDE("columns=\"3\""),
                                          WIDE("columns=\"5\"")};
    static const char *const left[] = {PLACES("across-from=\"-60 mm\" across-to=\"13 mm\"")},
                             *const right[] = {
                                 PLACES("across-from=\"-13 mm\" across-to=\"60 mm\"")};

    for (size_t k = 0; k < 9; k++) {
        char one[4096], other[4096];
        snprintf(one, sizeof one, left[k % 3], columns[k / 3]);
        snprintf(other, sizeof other, right[k % 3], columns[k / 3]);
        space_expect_mirrored(one, other, 0, 0);
    }
}

/* Where the share of a corner fades near a sheet's end, its forces keep a potential: share times
 * stored energy. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "fixtures/contact_parts.h"
#include "fixtures/machine.h"
#include "fixtures/space_stage.h"

/* the reference length is so long that the face of the sheet hardly counts: stretches of guides
 * that end under load are another thing */
#define GLIDES                                                                                     \
    "<contact name=\"glide\"><normal law=\"mtt-indentation\" force=\"1 N\" at-penetration=\"0.05 " \
    "mm\" exponent=\"1.5\" indentation-exponent=\"1.5\" reference-length=\"500 m\"/></contact>"    \
    "<pair surface=\"steel\" contact=\"glide\"/>"

struct corner {
    const char *name, *guide;
};

static double
stored(struct machine *m)
{
    double sum = 0;

    space_contact_alone(m);
    for (int k = 0; k < m->state->n_touch; k++) {
        sum += m->state->touch[k].stored;
    }
    return sum;
}

/* the energy stored as the nodes move by so much of a random way */
static double
stored_along(struct machine *m, const double *way, double times)
{
    const size_t n = m->system->sheet->size;
    double *x = m->y + m->system->sheet->x0;

    for (size_t i = 0; i < n; i++) {
        x[i] += times * way[i];
    }
    const double sum = stored(m);
    for (size_t i = 0; i < n; i++) {
        x[i] -= times * way[i];
    }
    return sum;
}

static void
try_corner(const struct corner *c, bool in_space)
{
    for (unsigned seed = 1; seed < 5; seed++) {
        const double d = 1e-8;
        unsigned random = seed;
        double way[400], work = 0, size = 0;
        struct machine m;
        char parts[2000];
        snprintf(parts, sizeof parts, "%s%s", HEAD GLIDES SHEET, c->guide);
        (in_space ? machine_open_in_space : machine_open)(&m, parts);
        machine_shake(&m, seed, 4e-6, 0);
        const struct quire_sheet *s = m.system->sheet;
        cr_assert_leq(s->size, sizeof way / sizeof *way);
        for (size_t i = 0; i < s->size; i++) {
            way[i] = machine_random(&random);
        }
        const double slope = (8 * (stored_along(&m, way, d) - stored_along(&m, way, -d)) -
                              (stored_along(&m, way, 2 * d) - stored_along(&m, way, -2 * d))) /
                             (12 * d);
        cr_expect_gt(stored(&m), 0, "%s: nothing touches", c->name);
        for (size_t i = 0; i < s->size; i++) {
            work += m.state->force[s->x0 + i] * way[i];
            size += fabs(m.state->force[s->x0 + i] * way[i]);
        }
        cr_expect_float_eq(work, -slope, 1e-5 * size, "%s, %u, %s: force %.9g, slope %.9g", c->name,
                           seed, in_space ? "space" : "plane", work, -slope);
        machine_close(&m);
    }
}

Test(fading_corners, force_is_the_slope_of_what_is_stored)
{
    static const struct corner list[] = {
        {"as near to the end as to the face",
         GUIDE("", "<line from=\"59.8 mm, 0.2 mm\" to=\"100 mm, -30 mm\"/>")},
        {"a little behind the mid-line",
         GUIDE("", "<line from=\"59.945 mm, 0.044 mm\" to=\"100 mm, -30 mm\"/>")},
        {"ahead of the round end and behind the mid-line",
         GUIDE("", "<line from=\"60.02 mm, 0.035 mm\" to=\"100 mm, 3 mm\"/>")},
        {"at the trailing edge",
         GUIDE("", "<line from=\"-50 mm, -30 mm\" to=\"0.2 mm, 0.2 mm\"/>")},
        {"deep, where the normal fades",
         GUIDE("", "<line from=\"59.9 mm, 0.2 mm\" to=\"100 mm, 3 mm\"/>")},
    };

    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        try_corner(list + k, false);
        try_corner(list + k, true);
    }
}

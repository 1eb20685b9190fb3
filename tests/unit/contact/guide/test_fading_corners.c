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
    const char *name;
    double from[2], to[2]; /* of the guide's line [mm] */
};

#define TURN 0.4 /* of a gate [rad] */

/* A guide where it is said, or one on a pivot that a spring holds, which has turned there. */
static void
say_guide(const struct corner *c, bool on_gate, char *out, size_t size)
{
    const double pivot[2] = {30, -20}, turn = on_gate ? TURN : 0;
    double at[2][2];

    for (int e = 0; e < 2; e++) {
        const double *p = e == 0 ? c->from : c->to, dx = p[0] - pivot[0], dy = p[1] - pivot[1];
        at[e][0] = pivot[0] + cos(turn) * dx + sin(turn) * dy;
        at[e][1] = pivot[1] + cos(turn) * dy - sin(turn) * dx;
    }
    snprintf(out, size,
             "<guide name=\"g\" surface=\"steel\"><line from=\"%.17g mm, %.17g mm\" to=\"%.17g "
             "mm, %.17g mm\"/>%s</guide>",
             at[0][0], at[0][1], at[1][0], at[1][1],
             on_gate ? "<pivot at=\"30 mm, -20 mm\" inertia=\"1e-7 kg*m^2\" angle=\"0.4 rad\"/>"
                     : "");
}

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

/* the energy stored as nodes, and a gate, move by so much of a random way */
static double
stored_along(struct machine *m, const double *way, double times)
{
    const size_t nv = m->system->layout.nv;

    for (size_t i = 0; i < nv; i++) {
        m->y[machine_position(m, i)] += times * way[i];
    }
    const double sum = stored(m);
    for (size_t i = 0; i < nv; i++) {
        m->y[machine_position(m, i)] -= times * way[i];
    }
    return sum;
}

enum where { IN_PLANE, IN_SPACE, ON_GATE };

static void
try_corner(const struct corner *c, enum where where)
{
    static const char *const in[] = {"plane", "space", "plane, on a gate"};

    for (unsigned seed = 1; seed < 5; seed++) {
        const double d = 1e-8;
        unsigned random = seed;
        double way[400], work = 0, size = 0;
        struct machine m;
        char guide[400], parts[2000];
        say_guide(c, where == ON_GATE, guide, sizeof guide);
        snprintf(parts, sizeof parts, "%s%s", HEAD GLIDES SHEET, guide);
        (where == IN_SPACE ? machine_open_in_space : machine_open)(&m, parts);
        machine_shake(&m, seed, 4e-6, 0);
        const size_t nv = m.system->layout.nv;
        cr_assert_leq(nv, sizeof way / sizeof *way);
        for (size_t i = 0; i < nv; i++) { /* a gate turns by as much as its corner moves */
            way[i] = machine_random(&random) * (i < m.system->sheet->size ? 1 : 30);
        }
        const double slope = (8 * (stored_along(&m, way, d) - stored_along(&m, way, -d)) -
                              (stored_along(&m, way, 2 * d) - stored_along(&m, way, -2 * d))) /
                             (12 * d);
        cr_expect_gt(stored(&m), 0, "%s: nothing touches", c->name);
        for (size_t i = 0; i < nv; i++) {
            work += m.state->force[i] * way[i];
            size += fabs(m.state->force[i] * way[i]);
        }
        cr_expect_float_eq(work, -slope, 1e-5 * size, "%s, %u, %s: force %.9g, slope %.9g", c->name,
                           seed, in[where], work, -slope);
        machine_close(&m);
    }
}

Test(fading_corners, force_is_the_slope_of_what_is_stored)
{
    static const struct corner list[] = {
        {"as near to the end as to the face", {59.8, 0.2}, {100, -30}},
        {"a little behind the mid-line", {59.945, 0.044}, {100, -30}},
        {"ahead of the round end and behind the mid-line", {60.02, 0.035}, {100, 3}},
        {"at the trailing edge", {-50, -30}, {0.2, 0.2}},
        {"deep, where the normal fades", {59.9, 0.2}, {100, 3}},
    };

    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        try_corner(list + k, IN_PLANE);
        try_corner(list + k, IN_SPACE);
        try_corner(list + k, ON_GATE);
    }
}

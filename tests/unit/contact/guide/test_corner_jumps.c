/* Forces do not jump where a sheet's end passes a corner, however deep in the solid: wherever they
 * differ much between two places, they differ less and less between places closer together
 * (doc/theory/tried/contact.md, 3). */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "fixtures/machine.h"

#define MM    1e-3
#define STEPS 400
#define CLOSE 1e-9 /* between two places [m] */
#define MUCH  0.05 /* of the largest force on the way: within CLOSE that is a jump */

#define FILM(thickness)                                                                            \
    "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings><media name=\"film\" "             \
    "grammage=\"35 g/m^2\" thickness=\"" thickness                                                 \
    "\" modulus-md=\"3 GPa\"/><contact name=\"glide\"><normal law=\"mtt-boundary\" "               \
    "stiffness=\"2e5 N/m^1.3\" exponent=\"1.3\" "                                                  \
    "boundary-penetration=\"0.02 mm\" reference-length=\"5 mm\"/></contact><pair "                 \
    "surface=\"steel\" contact=\"glide\"/>"                                                        \
    "<sheet name=\"s\" media=\"film\" length=\"60 mm\" width=\"100 mm\" segments=\"30\"><start "   \
    "from=\"0 mm, 0 mm\"/></sheet>"

struct way {
    const char *name, *guide;
    double heading;        /* of the sheet, turned about its leading edge [rad] */
    double from[2], to[2]; /* of the leading edge [m] */
    bool trail;            /* the sheet the other way round */
};

/* the stiff sheet as a whole with its leading edge at a part `s` of the way */
static void
place(struct machine *m, const struct way *way, double s)
{
    const struct nodes node = machine_nodes(m, 0, m->y);
    const double x = way->from[0] + s * (way->to[0] - way->from[0]),
                 y = way->from[1] + s * (way->to[1] - way->from[1]);

    for (int i = 0; i <= node.n; i++) {
        const double back = 60 * MM * (1 - (double)i / node.n);
        const int at = way->trail ? node.n - i : i;
        node.x[at] = x - back * cos(way->heading);
        node.y[at] = y - back * sin(way->heading);
    }
}

/* the force on the sheet as a whole */
static void
force_at(struct machine *m, const struct way *way, double s, double force[2])
{
    const struct quire_sheet *sheet = m->system->sheet;
    const int n = sheet->chain.n;

    place(m, way, s);
    cr_assert(quire_state_forces(m->state, 0, m->y));
    force[0] = force[1] = 0;
    for (int i = 0; i <= n; i++) {
        force[0] += m->state->force[sheet->x0 + (size_t)i];
        force[1] += m->state->force[sheet->x0 + (size_t)(sheet->chain.stride + i)];
    }
}

static double
difference(const double a[2], const double b[2])
{
    return hypot(a[0] - b[0], a[1] - b[1]);
}

/* the largest difference that is left between a and b as they come closer, always in the half where
 * it is larger */
static double
jump_between(struct machine *m, const struct way *way, double a, double b)
{
    const double length = hypot(way->to[0] - way->from[0], way->to[1] - way->from[1]);
    double fa[2], fb[2];

    force_at(m, way, a, fa);
    force_at(m, way, b, fb);
    while ((b - a) * length > CLOSE) {
        const double c = 0.5 * (a + b);
        double fc[2];
        force_at(m, way, c, fc);
        if (difference(fa, fc) > difference(fc, fb)) {
            b = c;
            memcpy(fb, fc, sizeof fb);
        } else {
            a = c;
            memcpy(fa, fc, sizeof fa);
        }
    }
    return difference(fa, fb);
}

static void
expect_no_jump(const struct way *way, const char *thickness, const char *head)
{
    char parts[2000];
    struct machine m;
    double before[2], largest = 0, worst = 0, where = 0;

    snprintf(parts, sizeof parts, "%s%s", head, way->guide);
    machine_open(&m, parts);
    for (int k = 0; k <= STEPS; k++) {
        double now[2];
        force_at(&m, way, (double)k / STEPS, now);
        largest = fmax(largest, hypot(now[0], now[1]));
        const double jump = k > 0 && difference(before, now) > 0
                                ? jump_between(&m, way, (double)(k - 1) / STEPS, (double)k / STEPS)
                                : 0;
        where = jump > worst ? (double)k / STEPS : where;
        worst = fmax(worst, jump);
        memcpy(before, now, sizeof before);
    }
    cr_expect_gt(largest, 0.01, "%s, %s: it touches nothing", way->name, thickness);
    cr_expect_lt(worst, MUCH * largest, "%s, %s: %g N of %g N at %g of the way", way->name,
                 thickness, worst, largest, where);
    machine_close(&m);
}

/* a wall across the sheet's way, with its face to the left, and its end above or below; a lip whose
 * end the sheet runs against */
#define WALL                                                                                       \
    "<guide name=\"g\" surface=\"steel\"><line from=\"100 mm, -4 mm\" to=\"100 mm, 4 "             \
    "mm\"/></guide>"
#define LIP                                                                                        \
    "<guide name=\"g\" surface=\"steel\"><line from=\"100 mm, 0 mm\" to=\"140 mm, 0 "              \
    "mm\"/></guide>"
#define MOUTH                                                                                      \
    "<guide name=\"g\" surface=\"steel\"><polyline points=\"100 mm, -1 mm; 101.7 mm, 0 mm; 140 "   \
    "mm, 0 mm\"/></guide>"
#define BOW                                                                                        \
    "<guide name=\"g\" surface=\"steel\"><arc from=\"100 mm, 0 mm\" through=\"120 mm, 3 mm\" "     \
    "to=\"140 mm, 0 mm\"/></guide>"

static const struct way ways[] = {
    {"along a wall, past its ends",
     WALL,
     0.02,
     {100.02 * MM, 4.6 * MM},
     {100.03 * MM, -4.6 * MM},
     false},
    {"along a wall, deep in it",
     WALL,
     -0.3,
     {100.3 * MM, 4.6 * MM},
     {100.3 * MM, -4.6 * MM},
     false},
    {"along a wall, trailing edge first",
     WALL,
     0.02,
     {100.03 * MM, 4.6 * MM},
     {100.03 * MM, -4.6 * MM},
     true},
    {"against a lip, a little below its face",
     LIP,
     0,
     {99.5 * MM, -0.13 * MM},
     {100.6 * MM, -0.13 * MM},
     false},
    {"against a lip, half a thickness below",
     LIP,
     0,
     {99.5 * MM, -0.013 * MM},
     {100.6 * MM, -0.013 * MM},
     false},
    {"against a lip, inclined", LIP, 0.4, {99.5 * MM, -0.5 * MM}, {100.6 * MM, -0.3 * MM}, false},
    {"down along a lip's end", LIP, 0.05, {99.995 * MM, 0.4 * MM}, {99.995 * MM, -0.9 * MM}, false},
    {"down along a lip's end, deep in it",
     LIP,
     0.05,
     {100.04 * MM, 0.4 * MM},
     {100.04 * MM, -0.9 * MM},
     false},
    {"down through a lip's end",
     LIP,
     -0.5,
     {100.35 * MM, 0.5 * MM},
     {100.2 * MM, -0.7 * MM},
     false},
    {"through a mouth", MOUTH, 0.3, {99.8 * MM, -1.3 * MM}, {100.5 * MM, -0.6 * MM}, false},
    {"against the end of a bow", BOW, 0.1, {99.5 * MM, -0.2 * MM}, {100.5 * MM, -0.1 * MM}, true},
};

Test(corner_jumps, no_force_jumps_where_an_end_passes_a_corner)
{
    for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++) {
        expect_no_jump(ways + k, "film", FILM("0.02 mm"));
        expect_no_jump(ways + k, "paper", FILM("0.1 mm"));
        expect_no_jump(ways + k, "card", FILM("0.4 mm"));
    }
}

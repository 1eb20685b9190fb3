/* What touches a sheet in space: derivatives against differences, the plane as a special case, mirror images, and what friction must do. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact_parts.h"
#include "machine.h"

#define MM 1e-3

#define WIDE(more, start)                                                                          \
    "<sheet name=\"s\" media=\"soft\" length=\"60 mm\" width=\"100 mm\" segments=\"12\" " more     \
    "><start from=\"0 mm, 0 mm\" " start "/></sheet>"

struct space_case {
    const char *name, *parts;
    enum quire_target target;
    double bow, across, twist; /* y grows by bow (x - 30 mm)^2 + across z^2 + twist z (x - 30 mm) [1/m] */
    double skew;               /* x grows by skew z */
};

static double *
node(struct machine *m, double *block, int i, int j)
{
    const struct quire_sheet *s = m->system->sheet;

    return block + s->x0 + 3 * (i * s->ladder->m + j);
}

static void
deform(struct machine *m, const struct space_case *c)
{
    const struct quire_ladder *l = m->system->sheet->ladder;

    for (int i = 0; i <= l->n; i++) {
        for (int j = 0; j < l->m; j++) {
            double *p = node(m, m->y, i, j);
            const double x = p[0] - 30 * MM, z = p[2];
            p[1] += c->bow * x * x + c->across * z * z + c->twist * z * x;
            p[0] += c->skew * z;
        }
    }
}

static void
stir_small(struct machine *m, unsigned seed)
{
    const struct quire_layout *l = &m->system->layout;

    for (int k = 0; k < m->system->n_small; k++) {
        const struct quire_small *s = m->system->small + k;
        double scale[QUIRE_BODY_DOFS];
        s->body.ops->scale(s->body.self, scale);
        for (int i = 0; i < s->body.nv; i++) {
            m->y[s->q0 + i] += 2e-6 * scale[i] * machine_random(&seed);
            m->y[l->v0 + (size_t)(s->v0 + i)] += 0.2 * scale[i] * machine_random(&seed);
        }
    }
}

static void
try_case(const struct space_case *c)
{
    for (unsigned seed = 1; seed <= 3; seed++) {
        struct machine m;
        machine_open_in_space(&m, c->parts);
        deform(&m, c);
        machine_shake(&m, seed, 4e-6, 0.2);
        stir_small(&m, seed);
        cr_expect_gt(machine_touches(&m, c->target, 0, 0), 0, "%s: nothing touches", c->name);
        cr_expect_lt(machine_jacobian_error(&m, 0.01), 1e-6, "%s, state %u", c->name, seed);
        machine_close(&m);
    }
}

#define TRY(list)                                                                                  \
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {                                      \
        try_case(list + k);                                                                        \
    }

Test(space_contact_jacobian, of_pads_is_exact)
{
    static const struct space_case list[] = {
        {.name = "one in the middle", .parts = HEAD PLAIN_GRIP WIDE("", "") ROLLER(BELOW "drive=\"feed\" width=\"20 mm\"")},
        {.name = "sliding and turning",
         .twist = 0.5,
         .parts = HEAD PLAIN_GRIP WIDE("", "")
             ROLLER(BELOW "spin=\"35 rad/s\" slide=\"95 deg\" load=\"2 N\" width=\"20 mm\" across=\"12 mm\"")},
        {.name = "yawed and tilted",
         .skew = 0.05,
         .parts = HEAD PLAIN_GRIP WIDE("", "") ROLLER(
             BELOW "spin=\"35 rad/s\" slide=\"95 deg\" load=\"2 N\" width=\"20 mm\" across=\"-12 mm\" yaw=\"3 deg\" tilt=\"0.1 deg\"")},
        {.name = "several on a shaft",
         .skew = -0.03,
         .parts = HEAD PLAIN_GRIP WIDE("", "")
             ROLLER(BELOW "spin=\"35 rad/s\" slide=\"95 deg\" load=\"2 N\" width=\"90 mm\" pads=\"5\" yaw=\"-1 deg\"")},
        {.name = "over the side edge",
         .parts = HEAD PLAIN_GRIP WIDE("", "") ROLLER(
             BELOW "spin=\"35 rad/s\" slide=\"95 deg\" load=\"2 N\" width=\"20 mm\" across=\"47 mm\" pads=\"1\"")},
        {.name = "five columns, over one of them",
         .across = 0.01,
         .parts = HEAD PLAIN_GRIP WIDE("columns=\"5\"", "") ROLLER(
             BELOW "spin=\"35 rad/s\" slide=\"95 deg\" load=\"2 N\" width=\"20 mm\" across=\"26 mm\" pads=\"1\" yaw=\"1 deg\"")},
        {.name = "overdrive",
         .parts = HEAD GRIP("", "<overdrive factor=\"0.05 N^-1\"/>") WIDE("", "")
             ROLLER(BELOW "spin=\"35 rad/s\" slide=\"95 deg\" load=\"2 N\" width=\"20 mm\" across=\"12 mm\"")},
        {.name = "at the lead edge",
         .skew = 0.02,
         .parts = HEAD PLAIN_GRIP WIDE("", "")
             ROLLER("centre=\"61 mm, -9.98 mm\" spin=\"35 rad/s\" slide=\"95 deg\" load=\"2 N\" width=\"20 mm\"")},
    };

    TRY(list);
}

Test(space_contact_jacobian, of_guides_is_exact)
{
    static const struct space_case list[] = {
        {.name = "line",
         .target = QUIRE_TARGET_GUIDE,
         .skew = 0.05,
         .parts = HEAD PLAIN_GLIDE WIDE("", "") GUIDE("", "<line from=\"-20 mm, -0.02 mm\" to=\"90 mm, -0.015 mm\"/>")},
        {.name = "belt, three columns",
         .target = QUIRE_TARGET_GUIDE,
         .parts = HEAD PLAIN_GLIDE WIDE("columns=\"3\"", "")
             GUIDE("side=\"right\" velocity=\"0.3 m/s\"", "<line from=\"-20 mm, 0.02 mm\" to=\"90 mm, 0.015 mm\"/>")},
        {.name = "reaching into the strips of two columns",
         .target = QUIRE_TARGET_GUIDE,
         .parts = HEAD PLAIN_GLIDE WIDE("columns=\"3\"", "")
             GUIDE("across-from=\"-40 mm\" across-to=\"11 mm\"", "<line from=\"-20 mm, -0.02 mm\" to=\"90 mm, -0.015 mm\"/>")},
        {.name = "fading ends",
         .target = QUIRE_TARGET_GUIDE,
         .bow = -0.3, /* without it the corners' gates begin within the differences */
         .skew = 0.02,
         .parts = HEAD PLAIN_GLIDE WIDE("", "")
             GUIDE("velocity=\"0.3 m/s\"", "<line from=\"18.7 mm, -0.02 mm\" to=\"38.6 mm, -0.02 mm\"/>")},
        {.name = "convex arc",
         .target = QUIRE_TARGET_GUIDE,
         .bow = -4,
         .parts = HEAD PLAIN_GLIDE WIDE("", "") GUIDE("velocity=\"0.3 m/s\"", "<arc centre=\"30 mm, -100.02 mm\" radius=\"100 mm\" "
                                                                                "start-angle=\"140 deg\" angle=\"-100 deg\"/>")},
        {.name = "lead edge digging in",
         .target = QUIRE_TARGET_GUIDE,
         .parts = HEAD GLIDE("", "<vertex friction-factor=\"1.7\"/>")
             SHEET_AT("s", "0 mm, 0.63 mm", "-0.6 deg") GUIDE("", "<line from=\"-20 mm, -0.02 mm\" to=\"90 mm, -0.02 mm\"/>")},
        {.name = "a wall's top in the face",
         .target = QUIRE_TARGET_GUIDE,
         .skew = 0.02,
         .parts = HEAD PLAIN_GLIDE WIDE("", "") GUIDE("", "<line from=\"28 mm, -40 mm\" to=\"28.5 mm, -0.02 mm\"/>")},
        {.name = "ahead of the lead edge",
         .target = QUIRE_TARGET_GUIDE,
         .parts = HEAD GLIDE("", "<vertex friction-factor=\"1.7\"/>")
             WIDE("", "") GUIDE("", "<line from=\"60.03 mm, -0.02 mm\" to=\"100 mm, -3 mm\"/>")},
        {.name = "the end of a wall",
         .target = QUIRE_TARGET_GUIDE,
         .parts = HEAD GLIDE("", "<vertex friction-factor=\"1.7\"/>")
             WIDE("", "") GUIDE("", "<line from=\"60.02 mm, 0.2 mm\" to=\"100 mm, 3 mm\"/>")},
    };

    TRY(list);
}

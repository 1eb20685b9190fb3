/* What touches a sheet in space: derivatives against differences, the plane as a special case, mirror images, and what friction must do. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contact_parts.h"
#include "machine.h"
#include "sys/contact.h"

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

/* ---- the plane ---- */

/* The forces of contact alone, of a machine with one sheet; what touches is recorded. */
static void
contact_alone(struct machine *m)
{
    const struct quire_layout *l = &m->system->layout;
    const struct quire_sheet *s = m->system->sheet;
    struct quire_state *st = m->state;

    cr_assert(quire_state_forces(st, 0, m->y));
    memset(st->force, 0, sizeof *st->force * l->nv);
    memset(&st->power, 0, sizeof st->power);
    st->n_touch = 0;
    st->record = true;
    if (s->ladder != NULL) {
        quire_space_contact_forces(st, 0, m->y, 0, 0, false);
    } else {
        const struct nodes n = machine_nodes(m, 0, m->y);
        quire_contact_forces(&(struct scatter){.state = st, .work = st->sheet, .x = n.x, .y = n.y, .vx = n.vx, .vy = n.vy, .v = m->y + l->v0,
                                               .fx = st->force + s->x0, .fy = st->force + s->x0 + s->chain.stride, .half = s->half});
    }
    st->record = false;
}

/* every column as the planar sheet is */
static void
stand_in_plane(struct machine *m, struct machine *flat)
{
    const struct nodes n = machine_nodes(flat, 0, flat->y);
    const struct quire_ladder *l = m->system->sheet->ladder;

    for (int i = 0; i <= l->n; i++) {
        for (int j = 0; j < l->m; j++) {
            double *p = node(m, m->y, i, j), *v = node(m, m->y + m->system->layout.v0, i, j);
            p[0] = n.x[i];
            p[1] = n.y[i];
            v[0] = n.vx[i];
            v[1] = n.vy[i];
            v[2] = 0;
        }
    }
}

/* A sheet that is straight across feels the same contacts as one in the plane, whatever the number of columns and discs. */
Test(space_contact, of_a_sheet_straight_across_is_that_in_the_plane)
{
    static const char parts[] = HEAD PLAIN_GRIP PLAIN_GLIDE "%s"
        ROLLER("centre=\"21 mm, -10 mm\" spin=\"35 rad/s\" slide=\"95 deg\" load=\"2 N\"")
        GUIDE("velocity=\"0.1 m/s\"", "<line from=\"-20 mm, -0.02 mm\" to=\"12 mm, -0.01 mm\"/>")
        "<guide name=\"wall\" surface=\"steel\"><line from=\"38 mm, -40 mm\" to=\"38.5 mm, -0.02 mm\"/></guide>"
        "<guide name=\"stop\" surface=\"steel\"><line from=\"60.03 mm, 0.2 mm\" to=\"100 mm, 3 mm\"/></guide>";
    static const char *const sheet[] = {WIDE("columns=\"2\"", ""), WIDE("columns=\"3\"", ""), WIDE("columns=\"5\"", ""), WIDE("columns=\"9\"", "")};

    for (size_t k = 0; k < sizeof sheet / sizeof *sheet; k++) {
        char text[sizeof parts + 400];
        struct machine flat, m;
        snprintf(text, sizeof text, parts, sheet[k]);
        machine_open(&flat, text);
        machine_open_in_space(&m, text);
        machine_shake(&flat, 3, 4e-6, 0.2);
        stand_in_plane(&m, &flat);
        contact_alone(&flat);
        contact_alone(&m);
        const struct quire_sheet *s = m.system->sheet, *p = flat.system->sheet;
        const double *f = m.state->force, *g = flat.state->force;
        double most = 0;
        for (int i = 0; i < 2 * p->chain.stride; i++) {
            most = fmax(most, fabs(g[i]));
        }
        cr_assert_gt(most, 1);
        for (int i = 0; i <= s->ladder->n; i++) {
            double sum[3] = {0, 0, 0};
            for (int j = 0; j < s->ladder->m; j++) {
                for (int d = 0; d < 3; d++) {
                    sum[d] += node(&m, m.state->force, i, j)[d];
                }
            }
            cr_expect_float_eq(sum[0], g[i], 1e-12 * most, "station %d along: %g, %g", i, sum[0], g[i]);
            cr_expect_float_eq(sum[1], g[p->chain.stride + i], 1e-12 * most, "station %d up: %g, %g", i, sum[1], g[p->chain.stride + i]);
            cr_expect_float_eq(sum[2], 0, 1e-12 * most, "station %d across: %g", i, sum[2]);
        }
        for (int i = 0; i < 2; i++) {
            const double a = f[m.system->small->v0 + i], b = g[flat.system->small->v0 + i];
            cr_expect_float_eq(a, b, 1e-12 * most, "roller %d: %g, %g", i, a, b);
        }
        cr_expect_float_eq(m.state->power.friction, flat.state->power.friction, 1e-12 * flat.state->power.friction);
        cr_expect_float_eq(m.state->power.belts, flat.state->power.belts, 1e-12 * fabs(flat.state->power.belts));
        machine_close(&flat);
        machine_close(&m);
    }
}

/* ---- mirror images ---- */

#define SIDES(columns, across, yaw, tilt, from, to)                                                \
    HEAD PLAIN_GRIP PLAIN_GLIDE WIDE("columns=\"" columns "\"", "")                                \
        ROLLER(BELOW "spin=\"35 rad/s\" slide=\"90 deg\" load=\"2 N\" width=\"60 mm\" pads=\"5\" across=\"" across "\" yaw=\"" yaw \
                     "\" tilt=\"" tilt "\"")                                                       \
            GUIDE("across-from=\"" from "\" across-to=\"" to "\"", "<line from=\"-20 mm, -0.02 mm\" to=\"20 mm, -0.01 mm\"/>")

/* where a sheet's number stands in its mirror image; others stand where they do */
static size_t
mirrored(const struct machine *m, size_t at)
{
    const struct quire_ladder *l = m->system->sheet->ladder;
    const size_t block = (size_t)l->block;

    if (at >= block * (size_t)(l->n + 1)) {
        return at;
    }
    return at / block * block + (block / 3 - 1 - at % block / 3) * 3 + at % 3;
}

static double
sign_of(const struct machine *m, size_t at)
{
    const struct quire_ladder *l = m->system->sheet->ladder;

    return at < (size_t)(l->block * (l->n + 1)) && at % 3 == 2 ? -1 : 1;
}

static void
expect_mirrored(const char *left, const char *right)
{
    struct machine a, b;

    machine_open_in_space(&a, left);
    machine_open_in_space(&b, right);
    machine_shake(&a, 7, 4e-6, 0.2);
    stir_small(&a, 7);
    memcpy(b.y, a.y, sizeof *a.y * a.system->layout.length);
    const size_t v0 = a.system->layout.v0, n = a.n, nodes = (size_t)(a.system->sheet->ladder->block * (a.system->sheet->ladder->n + 1));
    for (size_t i = 0; i < nodes; i++) {
        b.y[mirrored(&a, i)] = sign_of(&a, i) * a.y[i];
        b.y[v0 + mirrored(&a, i)] = sign_of(&a, i) * a.y[v0 + i];
    }
    double *ka = calloc(2 * n * n, sizeof *ka), *kb = ka + n * n;
    cr_assert_not_null(ka);
    cr_expect_gt(machine_touches(&a, QUIRE_TARGET_ROLLER, 0, 0), 2);
    cr_expect_gt(machine_touches(&a, QUIRE_TARGET_GUIDE, 0, 0), 2);
    machine_matrix(&a, 0, 2e-9, 3e-5, ka);
    machine_matrix(&b, 0, 2e-9, 3e-5, kb);
    for (size_t i = 0; i < a.system->layout.nv; i++) {
        cr_expect(a.state->force[i] == sign_of(&a, i) * b.state->force[mirrored(&a, i)], "force %zu: %.17g, %.17g", i, a.state->force[i],
                  b.state->force[mirrored(&a, i)]);
        for (size_t j = 0; j < a.system->layout.nv; j++) {
            const double one = ka[i * n + j], other = sign_of(&a, i) * sign_of(&a, j) * kb[mirrored(&a, i) * n + mirrored(&a, j)];
            const bool couples = (i < nodes) != (j < nodes); /* of several discs, which the solver adds up */
            cr_expect(couples ? fabs(one - other) <= 1e-12 * fabs(one) + 1e-15 : one == other, "entry %zu, %zu: %.17g, %.17g", i, j, one, other);
        }
    }
    cr_expect(a.state->power.friction == b.state->power.friction && a.state->power.contact == b.state->power.contact);
    free(ka);
    machine_close(&a);
    machine_close(&b);
}

Test(space_contact, of_a_mirrored_machine_is_mirrored_to_the_bit)
{
    expect_mirrored(SIDES("2", "7 mm", "2 deg", "0.02 deg", "-10 mm", "30 mm"), SIDES("2", "-7 mm", "-2 deg", "-0.02 deg", "-30 mm", "10 mm"));
    expect_mirrored(SIDES("2", "0 mm", "0 deg", "0 deg", "-30 mm", "30 mm"), SIDES("2", "0 mm", "0 deg", "0 deg", "-30 mm", "30 mm"));
    expect_mirrored(SIDES("3", "0 mm", "0 deg", "0 deg", "-30 mm", "30 mm"), SIDES("3", "0 mm", "0 deg", "0 deg", "-30 mm", "30 mm"));
    expect_mirrored(SIDES("5", "7 mm", "2 deg", "0 deg", "-10 mm", "30 mm"), SIDES("5", "-7 mm", "-2 deg", "0 deg", "-30 mm", "10 mm"));
}

/* ---- what contact must do ---- */

/* The friction of a sheet that slides on a plate is as large in every direction, against the motion, and within the circle. */
Test(space_contact, friction_is_the_same_in_every_direction)
{
    static const double speed[] = {0.01, 0.5, 3};

    for (size_t k = 0; k < 3; k++) {
        double first = 0;
        for (int turn = 0; turn < 16; turn++) {
            struct machine m;
            const double angle = turn * 0.39269908169872414, u = speed[k] * cos(angle), w = speed[k] * sin(angle);
            machine_open_in_space(&m, HEAD PLAIN_GLIDE WIDE("", "") GUIDE("", "<line from=\"-20 mm, -0.02 mm\" to=\"90 mm, -0.02 mm\"/>"));
            double sum[3] = {0, 0, 0};
            for (int i = 0; i <= 12; i++) {
                for (int j = 0; j < 2; j++) {
                    double *v = node(&m, m.y + m.system->layout.v0, i, j);
                    v[0] = u;
                    v[2] = w;
                }
            }
            contact_alone(&m);
            for (int i = 0; i < 26; i++) {
                for (int d = 0; d < 3; d++) {
                    sum[d] += node(&m, m.state->force, 0, 0)[3 * i + d];
                }
            }
            const double size = hypot(sum[0], sum[2]);
            first = turn == 0 ? size : first;
            cr_expect_gt(size, 0);
            cr_expect_float_eq(size, first, 1e-12 * first, "speed %g, direction %d: %g, %g", speed[k], turn, size, first);
            cr_expect_float_eq(sum[0] * u + sum[2] * w, -size * speed[k], 1e-12 * size * speed[k]);
            cr_expect_float_eq(m.state->power.friction, size * speed[k], 1e-12 * size * speed[k]);
            double limit = 0;
            for (int i = 0; i < m.state->n_touch; i++) {
                limit += m.state->touch[i].limit;
            }
            cr_expect_leq(size, limit * (1 + 1e-12));
            machine_close(&m);
        }
    }
}

/* What rollers take is what the sheet is given, and nothing that rubs creates energy. */
Test(space_contact, is_action_and_reaction)
{
    for (unsigned seed = 1; seed < 9; seed++) {
        struct machine m;
        machine_open_in_space(&m, HEAD PLAIN_GRIP WIDE("columns=\"3\"", "") ROLLER(
            BELOW "spin=\"35 rad/s\" slide=\"95 deg\" load=\"2 N\" width=\"80 mm\" pads=\"3\" yaw=\"2 deg\""));
        machine_shake(&m, seed, 4e-6, 0.5);
        stir_small(&m, seed);
        contact_alone(&m);
        const struct quire_carrier *c = m.state->carrier;
        const double *roller = m.state->force + m.system->small->v0;
        double sum[3] = {0, 0, 0}, lift = 0, shaft = 0, along[3] = {0, 0, 0};
        for (int i = 0; i < 39; i++) {
            for (int d = 0; d < 3; d++) {
                sum[d] += node(&m, m.state->force, 0, 0)[3 * i + d];
            }
        }
        for (int i = 0; i < m.state->n_touch; i++) {
            const struct quire_touch *t = m.state->touch + i;
            const struct quire_pad *pad = m.system->pad + t->space.pad;
            const double n[3] = {t->normal[0], t->normal[1], t->space.normal_z}, *a = pad->axis;
            for (int d = 0; d < 3; d++) {
                const int e = (d + 1) % 3, f = (d + 2) % 3;
                along[d] += t->force * n[d] + t->friction * (a[e] * n[f] - a[f] * n[e]) + t->space.lateral * a[d];
            }
            shaft += t->friction;
            cr_expect_geq(-(t->friction * t->slip + t->space.lateral * t->space.slip_lateral), 0);
            cr_expect_leq(hypot(t->friction, t->space.lateral), t->limit * (1 + 1e-12));
        }
        for (int k = 0; k < 2; k++) {
            lift = -(sum[0] * c->d_centre[0][k] + sum[1] * c->d_centre[1][k]) - shaft * c->turn * c->d_surface[k];
            cr_expect_float_eq(roller[k], lift, 1e-11 * fabs(lift) + 1e-15, "roller %d: %g, %g", k, roller[k], lift);
        }
        for (int d = 0; d < 3; d++) {
            cr_expect_float_eq(along[d], sum[d], 1e-11, "%d: %g, %g", d, along[d], sum[d]);
        }
        machine_close(&m);
    }
}

/* A disc that goes off the sheet's side edge, and one that passes a column, act without jumps, and in the end with nothing or all. */
Test(space_contact, of_discs_passes_columns_and_edges_smoothly)
{
    double last = NAN, slope = NAN;

    for (int k = 0; k <= 1200; k++) {
        struct machine m;
        double force = 0;
        machine_open_in_space(&m, HEAD PLAIN_GRIP WIDE("columns=\"5\"", "") ROLLER(BELOW "drive=\"feed\" width=\"10 mm\""));
        for (int i = 0; i < 13 * 5; i++) {
            node(&m, m.y, 0, 0)[3 * i + 2] += 0.05 * MM * k;
        }
        contact_alone(&m);
        for (int i = 0; i < m.state->n_touch; i++) {
            force += m.state->touch[i].force;
        }
        if (k > 1) {
            cr_expect_lt(fabs(force - last - slope), 0.02, "at %g mm: %g after %g", 0.05 * k, force, last);
        }
        slope = force - last;
        last = force;
        cr_expect(k > 895 ? k < 1105 || force == 0 : fabs(force - 8) < 1e-6, "at %g mm: %g N", 0.05 * k, force);
        machine_close(&m);
    }
}

/* Lists are bounds and no more: what was looked at before changes no bit. */
Test(space_contact, does_not_depend_on_what_was_looked_at_before)
{
    static const char parts[] = HEAD PLAIN_GRIP PLAIN_GLIDE WIDE("columns=\"3\"", "")
        ROLLER(BELOW "drive=\"feed\" width=\"40 mm\" pads=\"3\" yaw=\"1 deg\"")
        GUIDE("thickness=\"5 mm\"", "<polyline points=\"21.3 mm, -3 mm; 41.7 mm, -3 mm; 58 mm, -9 mm\"/>");
    struct machine old;
    int touching = 0;

    machine_open_in_space(&old, parts);
    for (int k = 0; k < 90; k++) {
        struct machine fresh;
        machine_open_in_space(&fresh, parts);
        for (int i = 0; i < 13 * 3; i++) {
            double *p = node(&old, old.y, 0, 0) + 3 * i;
            p[0] += 0.23 * MM + 0.001 * p[2];
            p[1] += (k < 40 ? -0.085 : 0.17) * MM + 0.001 * p[2];
        }
        memcpy(fresh.y, old.y, sizeof *old.y * old.system->layout.length);
        cr_assert(quire_state_forces(old.state, 0, old.y) && quire_state_forces(fresh.state, 0, fresh.y));
        cr_expect(memcmp(old.state->force, fresh.state->force, sizeof(double) * old.system->layout.nv) == 0, "step %d", k);
        touching += (machine_touches(&fresh, QUIRE_TARGET_GUIDE, 0, 0) > 0) + (machine_touches(&fresh, QUIRE_TARGET_ROLLER, 0, 0) > 0);
        machine_close(&fresh);
    }
    machine_close(&old);
    cr_expect_gt(touching, 20);
}

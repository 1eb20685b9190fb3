/* Whatever touches a sheet: the assembled derivatives are those of the forces. The sheets are soft,
 * so that their own stiffness does not hide the contacts'; friction has wide thresholds, so that
 * most of it is below them. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "fixtures/contact_parts.h"
#include "fixtures/machine.h"
#include "force/holds.h"
#include "motion/roller_motion.h"

#define MM 1e-3

struct contact_case {
    const char *name, *parts;
    enum quire_partner_kind target; /* none: a roller */
    int index;
    double bow; /* [1/m]: the sheet's y grows by bow (x - 30 mm)^2 */
    bool apart; /* no sheet touches this target: the rollers touch each other */
    /* in one of the states a stretch has just begun, and differences are coarse there: how good
     * they are; 0: as elsewhere */
    double coarse;
    bool fades; /* what gradients of a share turn by is left out */
};

#define FADING 0.02 /* of the largest entry: the most of that */

static void
bow(struct machine *m, double amount)
{
    const struct nodes s = machine_nodes(m, 0, m->y);

    for (int i = 0; i <= s.n; i++) {
        s.y[i] += amount * (s.x[i] - 30 * MM) * (s.x[i] - 30 * MM);
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

/* Of the matrix's largest number: side by side, derivatives leave out how the ends of stretches
 * move with the nodes. */
#define LEFT_OUT 4e-2

/* Records of places that are evaluated side by side, without the matrix, are those of places one by
 * one: `one` of the evaluation with it. */
static void
try_records(struct machine *m, const char *name, const struct quire_touch *one, int n)
{
    const struct quire_touch *t = m->state->touch;
    double force = 0, off = 0;

    m->state->record = true;
    cr_assert(quire_state_forces(m->state, 0.01, m->y));
    m->state->record = false;
    cr_assert_eq(m->state->n_touch, n, "%s: %d places, %d", name, m->state->n_touch, n);
    for (int k = 0; k < n; k++) {
        force = fmax(force, fabs(one[k].force));
    }
    for (int k = 0; k < n; k++, t++, one++) {
        const double apart[] = {
            (t->force - one->force) / force,
            (t->friction - one->friction) / force,
            (t->limit - one->limit) / force,
            (t->stored - one->stored) / (force * 1e-6),
            t->creep - one->creep,
            t->slip - one->slip,
            t->belt - one->belt,
            (t->overlap - one->overlap) / 1e-3,
            (t->x - one->x) / 1e-3,
            (t->y - one->y) / 1e-3,
            t->normal[0] - one->normal[0],
            t->normal[1] - one->normal[1],
            t->tangent[0] - one->tangent[0],
            t->tangent[1] - one->tangent[1],
        };
        for (size_t i = 0; i < sizeof apart / sizeof *apart; i++) {
            off = fmax(off, fabs(apart[i]));
        }
        cr_expect_eq(memcmp(&t->pair, &one->pair, sizeof t->pair), 0, "%s: pair", name);
    }
    cr_expect_leq(off, 1e-9, "%s: records off by %g", name, off); /* roundings of large radii */
}

/* Places that are evaluated side by side, and one by one where somebody records what touches: the
 * same forces, powers and matrix. */
static void
try_lanes(struct machine *m, const char *name, double tolerance)
{
    double *one = calloc(2 * m->n * m->n + m->n, sizeof *one), *many = one + m->n * m->n,
           *force = many + m->n * m->n;
    struct quire_state *st = m->state;
    double most = 0, off = 0;

    cr_assert_not_null(one);
    st->record = true;
    machine_matrix(m, 0.01, 2e-9, 3e-5, one);
    memcpy(force, st->force, sizeof *force * m->n);
    const struct quire_powers power = st->power;
    const int n_touch = st->n_touch;
    struct quire_touch *touch = calloc((size_t)n_touch + 1, sizeof *touch);
    cr_assert_not_null(touch);
    memcpy(touch, st->touch, sizeof *touch * (size_t)n_touch);
    st->record = false;
    try_records(m, name, touch, n_touch);
    free(touch);
    machine_matrix(m, 0.01, 2e-9, 3e-5, many);
    for (size_t i = 0; i < m->n * m->n; i++) {
        most = fmax(most, fabs(one[i]));
        off = fmax(off, fabs(one[i] - many[i]));
    }
    cr_expect_leq(off, tolerance * most, "%s: matrix off by %g of %g", name, off, most);
    most = off = 0;
    for (size_t i = 0; i < m->n; i++) {
        most = fmax(most, fabs(force[i]));
        off = fmax(off, fabs(force[i] - st->force[i]));
    }
    cr_expect_leq(off, 1e-11 * most, "%s: forces off by %g of %g", name, off, most);
    cr_expect_float_eq(st->power.friction, power.friction, 1e-11 * fabs(power.friction),
                       "%s: friction", name);
    cr_expect_float_eq(st->power.contact, power.contact, 1e-11 * fabs(power.contact),
                       "%s: loss in contacts", name);
    cr_expect_float_eq(st->power.belts, power.belts, 1e-11 * fabs(power.belts), "%s: belts", name);
    free(one);
}

static void
try_case(const struct contact_case *c)
{
    for (unsigned seed = 1; seed <= 4; seed++) {
        struct machine m;
        machine_open(&m, c->parts);
        bow(&m, c->bow);
        machine_shake(&m, seed, 4e-6, 0.2);
        stir_small(&m, seed);
        const enum quire_partner_kind kind =
            c->target != QUIRE_PARTNER_NONE ? c->target : QUIRE_PARTNER_ROLLER;
        const int touches = machine_touches(&m, kind, c->index, c->apart ? -1 : 0);
        cr_expect_gt(touches, 0, "%s: nothing touches", c->name);
        const bool clipped = kind == QUIRE_PARTNER_GUIDE;
        try_lanes(&m, c->name, clipped ? LEFT_OUT : 1e-13);
        if (c->fades) {
            const double rest = machine_jacobian_error_of_all(&m, 0.01);
            cr_expect_lt(rest, FADING, "%s, %u: %g left out", c->name, seed, rest);
            machine_close(&m);
            continue;
        }
        const double error = machine_jacobian_error(&m, 0.01);
        cr_expect_lt(error, clipped ? LEFT_OUT : 1e-6, "%s, %u: %g", c->name, seed, error);
        m.state->record = true;
        const double exact = machine_jacobian_error(&m, 0.01);
        cr_expect_lt(exact, c->coarse > 0 ? c->coarse : 1e-6, "%s, %u, one by one: %g", c->name,
                     seed, exact);
        machine_close(&m);
    }
}

static void
try_cases(const struct contact_case *c, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        try_case(c + k);
    }
}
#define TRY(list) try_cases(list, sizeof(list) / sizeof(list)[0])

Test(contact_jacobian, of_rollers_is_exact)
{
    static const struct contact_case list[] = {
        {.name = "driven", .parts = HEAD PLAIN_GRIP SHEET ROLLER(BELOW "drive=\"feed\"")},
        {.name = "driven, nominal radius",
         .parts = HEAD PLAIN_GRIP SHEET ROLLER(BELOW "drive=\"feed\" nominal-radius=\"9 mm\"")},
        {.name = "by its shaft, clockwise",
         .parts = HEAD PLAIN_GRIP SHEET ROLLER(BELOW "drive=\"shaft\" sense=\"clockwise\"")},
        {.name = "idling",
         .parts = HEAD PLAIN_GRIP SHEET ROLLER(
             BELOW "inertia=\"1e-6 kg*m^2\" bearing-torque=\"1e-4 N*m\" bearing-damping=\"1e-5 "
                   "N*m*s\" spin=\"0.05 rad/s\"")},
        {.name = "idling, clockwise",
         .parts = HEAD PLAIN_GRIP SHEET ROLLER(BELOW "sense=\"clockwise\" spin=\"30 rad/s\"")},
        {.name = "torque", .parts = HEAD PLAIN_GRIP SHEET ROLLER(BELOW "drive=\"push\"")},
        {.name = "motor", .parts = HEAD PLAIN_GRIP SHEET ROLLER(BELOW "drive=\"motor\"")},
        {.name = "sliding",
         .parts = HEAD PLAIN_GRIP SHEET ROLLER(
             BELOW "drive=\"feed\" mass=\"20 g\" slide=\"80 deg\" load=\"3 N\" rate=\"500 N/m\" "
                   "damping=\"2 N*s/m\"")},
        {.name = "sliding and idling",
         .parts = HEAD PLAIN_GRIP SHEET ROLLER(
             BELOW "slide=\"120 deg\" load=\"3 N\" rate=\"500 N/m\" spin=\"20 rad/s\"")},
        {.name = "at its closed stop",
         .parts =
             HEAD PLAIN_GRIP SHEET ROLLER("centre=\"27 mm, -10.06 mm\" slide=\"90 deg\" load=\"3 "
                                          "N\" closed-stop=\"0.02 mm\" travel=\"-0.06 mm\"")},
        {.name = "at its open stop",
         .parts =
             HEAD PLAIN_GRIP SHEET ROLLER("centre=\"27 mm, -9.94 mm\" slide=\"90 deg\" load=\"3 "
                                          "N\" max-gap=\"0.02 mm\" travel=\"0.06 mm\"")},
        {.name = "between two nodes",
         .parts = HEAD PLAIN_GRIP SHEET ROLLER("centre=\"29.9 mm, -10 mm\" drive=\"feed\"")},
        {.name = "above",
         .parts = HEAD PLAIN_GRIP SHEET ROLLER(
             "centre=\"27 mm, 10 mm\" sense=\"clockwise\" drive=\"feed\"")},
        {.name = "first segment",
         .parts =
             HEAD PLAIN_GRIP SHEET ROLLER("centre=\"2 mm, -10 mm\" slide=\"90 deg\" load=\"1 N\"")},
        {.name = "last segment",
         .parts = HEAD PLAIN_GRIP SHEET ROLLER(
             "centre=\"58.5 mm, -10 mm\" slide=\"90 deg\" load=\"1 N\"")},
        {.name = "leading edge",
         .parts = HEAD PLAIN_GRIP SHEET ROLLER(
             "centre=\"67 mm, -7.1 mm\" slide=\"90 deg\" load=\"1 N\"")},
        {.name = "trailing edge",
         .parts = HEAD PLAIN_GRIP SHEET ROLLER("centre=\"-8 mm, 5.95 mm\" drive=\"feed\"")},
        {.name = "head on",
         .parts = HEAD PLAIN_GRIP SHEET ROLLER("centre=\"70.01 mm, 0.02 mm\" spin=\"10 rad/s\"")},
    };

    TRY(list);
}

Test(contact_jacobian, of_laws_on_rollers_is_exact)
{
    static const struct contact_case list[] = {
        {.name = "overdrive, driven",
         .parts = HEAD GRIP("damping=\"1e8 N*s/m^2.5\"", "<overdrive factor=\"0.05 N^-1\"/>")
             SHEET ROLLER(BELOW "drive=\"feed\"")},
        {.name = "overdrive, idling and sliding",
         .parts = HEAD GRIP("", "<overdrive factor=\"0.05 N^-1\"/>")
             SHEET ROLLER(BELOW "spin=\"35 rad/s\" slide=\"95 deg\" load=\"2 N\"")},
        {.name = "rate to the 1.5th",
         .parts =
             HEAD GRIP("damping=\"1e8 N*s^1.5/m^3\" damping-exponent=\"1.5\" "
                       "rebound-damping-factor=\"0.5\"",
                       "") SHEET ROLLER(BELOW "spin=\"35 rad/s\" slide=\"95 deg\" load=\"2 N\"")},
        {.name = "rate to the 0.7th",
         .parts = HEAD GRIP("damping=\"1e7 N*s^0.7/m^2.7\" damping-exponent=\"0.7\" "
                            "indentation-exponent=\"2\" rebound-damping-factor=\"0.5\"",
                            "") SHEET ROLLER(BELOW "drive=\"feed\"")},
        {.name = "exponent 2.2",
         .parts = HEAD GRIP("exponent=\"2.2\"", "") SHEET ROLLER(BELOW "drive=\"feed\"")},
        {.name = "as a line",
         .parts = HEAD GRIP("distribution=\"line\"", "")
             SHEET ROLLER("centre=\"30 mm, -10 mm\" drive=\"feed\"")},
        {.name = "wrapped",
         .bow = -50,
         .parts = HEAD GRIP("damping=\"1e8 N*s/m^2.5\" distribution=\"auto\"", "") SHEET ROLLER(
             "centre=\"30 mm, -9.97 mm\" slide=\"90 deg\" load=\"2 N\" spin=\"30 rad/s\"")},
        {.name = "kept a point",
         .bow = -30,
         .parts = HEAD GRIP("distribution=\"point\"", "") SHEET ROLLER(
             "centre=\"28 mm, -10 mm\" slide=\"90 deg\" load=\"2 N\" spin=\"30 rad/s\"")},
        {.name = "without friction",
         .parts = HEAD
         "<contact name=\"slick\"><normal law=\"mtt-boundary\" stiffness=\"1e5 N/m\" "
         "exponent=\"1\" damping=\"1 N*s/m\" boundary-penetration=\"0.08 mm\"/></contact><pair "
         "contact=\"slick\"/>" SHEET ROLLER(BELOW "slide=\"95 deg\" load=\"2 N\"")},
        {.name = "five rollers of two laws",
         .parts = HEAD GRIP("damping=\"1e8 N*s/m^2.5\"", "<overdrive factor=\"0.05 N^-1\"/>")
             PLAIN_GLIDE SHEET SMALL_ROLLER("r", "12 mm, -4 mm", "rubber", "spin=\"35 rad/s\"")
                 SMALL_ROLLER("r2", "21 mm, 4 mm", "steel", "sense=\"clockwise\"")
                     SMALL_ROLLER("r3", "28 mm, -4 mm", "rubber", "slide=\"95 deg\" load=\"2 N\"")
                         SMALL_ROLLER("r4", "37 mm, 4 mm", "steel", "drive=\"feed\"")
                             SMALL_ROLLER("r5", "46 mm, -4 mm", "rubber", "drive=\"feed\"")},
    };

    TRY(list);
}

#define NIP(attributes, driver, idler) NIP_AT("127 mm", attributes, driver, idler)
#define APART(driver, idler)           NIP_AT("250 mm", "", driver, idler)
#define NIP_AT(at, attributes, driver, idler)                                                      \
    "<nip name=\"n\" path=\"p\" at=\"" at "\" load=\"5 N\" rate=\"500 N/m\" " attributes           \
    "><driver radius=\"10 mm\" surface=\"rubber\" " driver                                         \
    "/><idler radius=\"8 mm\" surface=\"rubber\" " idler "/></nip>"

Test(contact_jacobian, of_nips_is_exact)
{
    static const struct contact_case list[] = {
        {.name = "driver",
         .parts = HEAD PLAIN_GRIP PATH ON_PATH NIP("", "drive=\"feed\"",
                                                   "mass=\"20 g\" inertia=\"1e-6 kg*m^2\"")},
        {.name = "idler",
         .index = 1,
         .parts = HEAD PLAIN_GRIP PATH ON_PATH NIP("", "drive=\"feed\" side=\"left\"",
                                                   "mass=\"20 g\" inertia=\"1e-6 kg*m^2\"")},
        {.name = "both on torque",
         .parts = HEAD PLAIN_GRIP PATH ON_PATH NIP("", "drive=\"motor\"", "drive=\"push\"")},
        {.name = "roller on roller",
         .target = QUIRE_PARTNER_NIP,
         .apart = true,
         .parts = HEAD PLAIN_GRIP PATH SHEET APART("drive=\"feed\"",
                                                   "mass=\"20 g\" inertia=\"1e-6 kg*m^2\"")},
        {.name = "roller on roller, both turning",
         .target = QUIRE_PARTNER_NIP,
         .apart = true,
         .parts = HEAD PLAIN_GRIP PATH SHEET APART("drive=\"motor\"", "spin=\"30 rad/s\"")},
    };

    TRY(list);
}

/* an idler that does not slide along the line of centres: then the normal turns as it slides */
Test(contact_jacobian, of_a_nip_with_an_inclined_slide_is_exact)
{
    struct machine m;

    machine_open(&m, HEAD PLAIN_GRIP PATH SHEET APART("drive=\"feed\"", "spin=\"30 rad/s\""));
    struct quire_roller_motion *r = (void *)(uintptr_t)m.system->small[1].body.self;
    r->closing[0] = 0.6;
    r->closing[1] = 0.8 * r->closing[1];
    machine_shake(&m, 2, 4e-6, 0.2);
    stir_small(&m, 2);
    cr_expect_gt(machine_touches(&m, QUIRE_PARTNER_NIP, 0, -1), 0);
    cr_expect_lt(machine_jacobian_error(&m, 0), 1e-6);
    machine_close(&m);
}

Test(contact_jacobian, of_guides_is_exact)
{
    static const struct contact_case list[] = {
        {.name = "line",
         .target = QUIRE_PARTNER_GUIDE,
         .parts = HEAD PLAIN_GLIDE SHEET GUIDE(
             "", "<line from=\"-20 mm, -0.02 mm\" to=\"90 mm, -0.015 mm\"/>")},
        {.name = "moving line on the right",
         .target = QUIRE_PARTNER_GUIDE,
         .parts = HEAD PLAIN_GLIDE SHEET GUIDE(
             "side=\"right\" velocity=\"0.3 m/s\"",
             "<line from=\"-20 mm, 0.02 mm\" to=\"90 mm, 0.015 mm\"/>")},
        {.name = "linear profile",
         .target = QUIRE_PARTNER_GUIDE,
         .parts = HEAD GLIDE("profile=\"linear\"", "")
             SHEET GUIDE("", "<line from=\"-20 mm, -0.02 mm\" to=\"90 mm, -0.015 mm\"/>")},
        {.name = "fading ends",
         .target = QUIRE_PARTNER_GUIDE,
         .parts = HEAD PLAIN_GLIDE SHEET GUIDE(
             "velocity=\"0.3 m/s\"",
             "<line from=\"18.7 mm, -0.02 mm\" to=\"41.2 mm, -0.02 mm\"/>")},
        {.name = "fading end of an inclined guide",
         .target = QUIRE_PARTNER_GUIDE,
         .parts = HEAD PLAIN_GLIDE SHEET GUIDE(
             "", "<line from=\"-5 mm, -1.46 mm\" to=\"31.4 mm, -0.001 mm\"/>")},
        {.name = "convex arc",
         .coarse = 2e-3,
         .target = QUIRE_PARTNER_GUIDE,
         .bow = -4,
         .parts = HEAD PLAIN_GLIDE SHEET GUIDE(
             "velocity=\"0.3 m/s\"", "<arc centre=\"30 mm, -100.02 mm\" radius=\"100 mm\" "
                                     "start-angle=\"140 deg\" angle=\"-100 deg\"/>")},
        {.name = "hollow arc",
         .target = QUIRE_PARTNER_GUIDE,
         .bow = 0.5,
         .parts = HEAD PLAIN_GLIDE SHEET GUIDE("velocity=\"0.3 m/s\"",
                                               "<arc centre=\"30 mm, 999.98 mm\" radius=\"1 m\" "
                                               "start-angle=\"260 deg\" angle=\"20 deg\"/>")},
        {.name = "hollow arc that ends below",
         .target = QUIRE_PARTNER_GUIDE,
         .bow = 0.45,
         .parts =
             HEAD PLAIN_GLIDE SHEET GUIDE("", "<arc centre=\"30 mm, 999.98 mm\" radius=\"1 m\" "
                                              "start-angle=\"269.4 deg\" angle=\"10 deg\"/>")},
        {.name = "leading edge on a line",
         .target = QUIRE_PARTNER_GUIDE,
         .coarse = 1e-5,
         .parts = HEAD GLIDE("", "<vertex friction-factor=\"1.7\" normal-factor=\"4\"/>")
             SHEET_AT("s", "0 mm, 0.63 mm", "-0.6 deg")
                 GUIDE("", "<line from=\"-20 mm, -0.02 mm\" to=\"90 mm, -0.02 mm\"/>")},
        {.name = "leading edge that meets a line nearly head-on",
         .target = QUIRE_PARTNER_GUIDE,
         .coarse = 4e-3, /* all but that the turn per way depends on the length */
         .parts = HEAD GLIDE("", "<vertex friction-factor=\"1.7\" normal-factor=\"4\"/>")
             SHEET_AT("s", "0 mm, 30 mm", "-30 deg")
                 GUIDE("", "<line from=\"-20 mm, -0.02 mm\" to=\"90 mm, -0.02 mm\"/>")},
        {.name = "leading edge that meets an arc nearly head-on",
         .target = QUIRE_PARTNER_GUIDE,
         .coarse = 4e-3, /* all but that the turn per way depends on the length */
         .parts = HEAD GLIDE("", "<vertex friction-factor=\"1.7\" normal-factor=\"4\"/>")
             SHEET_AT("s", "0 mm, 30 mm", "-30 deg")
                 GUIDE("", "<arc centre=\"51.9615 mm, -100.02 mm\" radius=\"100 mm\" "
                           "start-angle=\"140 deg\" angle=\"-100 deg\"/>")},
        {.name = "trailing edge on an arc",
         .target = QUIRE_PARTNER_GUIDE,
         .parts = HEAD GLIDE("", "<vertex friction-factor=\"1.7\" normal-factor=\"4\"/>")
             SHEET_AT("s", "0 mm, 0 mm", "0.5 deg")
                 GUIDE("", "<arc centre=\"0 mm, -100.02 mm\" radius=\"100 mm\" start-angle=\"140 "
                           "deg\" angle=\"-100 deg\"/>")},
        {.name = "spline",
         .target = QUIRE_PARTNER_GUIDE,
         .parts =
             HEAD PLAIN_GLIDE SHEET GUIDE("", "<spline points=\"-20 mm, -1 mm; 33 mm, -0.01 mm; 83 "
                                              "mm, -0.02 mm\" tolerance=\"0.01 mm\"/>")},
    };

    TRY(list);
}

/* a sheet that runs across the end of a guide touches its corner, not the line that it has crossed
 */
Test(contact, with_the_end_of_a_guide_square_to_the_sheet_is_at_its_corner_alone)
{
    struct machine m;

    machine_open(&m, HEAD PLAIN_GLIDE SHEET GUIDE(
                         "", "<line from=\"28.5 mm, -40 mm\" to=\"28.5 mm, -0.02 mm\"/>"));
    cr_assert_gt(machine_touches(&m, QUIRE_PARTNER_GUIDE, 0, 0), 0);
    const struct quire_touch *t = m.state->touch;
    double all = 0;
    for (int k = 0; k < m.state->n_touch; k++) {
        all += m.state->touch[k].force;
        t = m.state->touch[k].force > t->force ? m.state->touch + k : t;
        cr_expect_gt(m.state->touch[k].normal[1], 0.4);
    }
    /* the end of the wall, as wide as the guide is thick, bears by its length of the sheet */
    cr_expect_float_eq(t->force, all / 1.4, 0.03 * all, "%g of %g", t->force, all);
    cr_expect_float_eq(t->x, 28.5 * MM, 1e-9);
    cr_expect_float_eq(t->normal[1], 1, 1e-9);
    cr_expect_float_eq(t->overlap, 0.03 * MM, 1e-9);
    machine_close(&m);
}

/* Lists and clearances are bounds and no more: a machine that has seen a sheet come down onto a
 * guide and its corner, and slide along them, gives the same bits as one that sees it there for the
 * first time. */
Test(contact, does_not_depend_on_what_was_looked_at_before)
{
    static const char parts[] =
        HEAD PLAIN_GLIDE SHEET "<guide name=\"g\" surface=\"steel\" thickness=\"5 mm\"><polyline "
                               "points=\"21.3 mm, -3 mm; 41.7 mm, -3 mm; 58 mm, -9 mm\"/></guide>"
                               "<guide name=\"h\" surface=\"steel\" side=\"right\"><arc from=\"-20 "
                               "mm, 6 mm\" through=\"30 mm, 4 mm\" to=\"80 mm, 6 mm\"/></guide>";
    struct machine old;
    int touching = 0;

    machine_open(&old, parts);
    for (int k = 0; k < 90; k++) {
        struct machine fresh;
        machine_open(&fresh, parts);
        struct nodes s = machine_nodes(&old, 0, old.y), f = machine_nodes(&fresh, 0, fresh.y);
        for (int i = 0; i <= s.n; i++) {
            const double turn = k < 45 ? 0.001 : -0.002;
            s.x[i] += 0.23 * MM;
            s.y[i] += (k < 40 ? -0.085 : 0.17) * MM + turn * (s.x[i] - 30 * MM);
            f.x[i] = s.x[i];
            f.y[i] = s.y[i];
        }
        cr_assert(quire_state_forces(old.state, 0, old.y) &&
                  quire_state_forces(fresh.state, 0, fresh.y));
        cr_expect(memcmp(old.state->force, fresh.state->force,
                         sizeof(double) * old.system->layout.nv) == 0,
                  "step %d", k);
        touching += machine_touches(&fresh, QUIRE_PARTNER_GUIDE, 0, 0) > 0;
        touching += 1000 * (machine_touches(&fresh, QUIRE_PARTNER_GUIDE, 1, 0) > 0);
        machine_close(&fresh);
    }
    machine_close(&old);
    cr_expect(touching % 1000 > 5 && touching % 1000 < 80 && touching > 5000, "touches %d",
              touching);
}

Test(contact_jacobian, of_corners_is_exact)
{
    static const struct contact_case list[] = {
        {.name = "a wall's top in the face",
         .target = QUIRE_PARTNER_GUIDE,
         .parts = HEAD PLAIN_GLIDE SHEET GUIDE(
             "", "<line from=\"28 mm, -40 mm\" to=\"28.5 mm, -0.02 mm\"/>")},
        {.name = "from above",
         .target = QUIRE_PARTNER_GUIDE,
         .parts = HEAD PLAIN_GLIDE SHEET GUIDE(
             "side=\"right\"", "<line from=\"28 mm, 0.03 mm\" to=\"29 mm, 40 mm\"/>")},
        {.name = "ahead of the leading edge",
         .target = QUIRE_PARTNER_GUIDE,
         .parts = HEAD GLIDE("", "<vertex friction-factor=\"1.7\" normal-factor=\"4\"/>")
             SHEET GUIDE("", "<line from=\"60.03 mm, -0.02 mm\" to=\"100 mm, -3 mm\"/>")},
        {.name = "the end of a wall",
         .target = QUIRE_PARTNER_GUIDE,
         .parts = HEAD GLIDE("", "<vertex friction-factor=\"1.7\" normal-factor=\"4\"/>")
             SHEET GUIDE("", "<line from=\"60.03 mm, 0.2 mm\" to=\"100 mm, 3 mm\"/>")},
        {.name = "deep in the end of a wall",
         .fades = true,
         .target = QUIRE_PARTNER_GUIDE,
         .parts = HEAD GLIDE("", "<vertex friction-factor=\"1.7\" normal-factor=\"4\"/>")
             SHEET GUIDE("", "<line from=\"59.9 mm, 0.2 mm\" to=\"100 mm, 3 mm\"/>")},
        {.name = "between the end of a wall and its face",
         .fades = true,
         .target = QUIRE_PARTNER_GUIDE,
         .parts = HEAD GLIDE("", "<vertex friction-factor=\"1.7\" normal-factor=\"4\"/>")
             SHEET GUIDE("", "<line from=\"59.85 mm, 0.15 mm\" to=\"100 mm, 3 mm\"/>")},
        {.name = "a corner as near to the end as to the face",
         .fades = true,
         .target = QUIRE_PARTNER_GUIDE,
         .parts = HEAD GLIDE("", "<vertex friction-factor=\"1.7\" normal-factor=\"4\"/>")
             SHEET GUIDE("", "<line from=\"59.8 mm, 0.2 mm\" to=\"100 mm, -30 mm\"/>")},
        {.name = "a corner a little behind the mid-line, near the end",
         .fades = true,
         .target = QUIRE_PARTNER_GUIDE,
         .parts = HEAD GLIDE("", "<vertex friction-factor=\"1.7\" normal-factor=\"4\"/>")
             SHEET GUIDE("", "<line from=\"59.945 mm, 0.044 mm\" to=\"100 mm, -30 mm\"/>")},
        {.name = "a corner ahead of the round end and behind the mid-line",
         .fades = true,
         .target = QUIRE_PARTNER_GUIDE,
         .parts = HEAD GLIDE("", "<vertex friction-factor=\"1.7\" normal-factor=\"4\"/>")
             SHEET GUIDE("", "<line from=\"60.02 mm, 0.035 mm\" to=\"100 mm, 3 mm\"/>")},
        {.name = "the same at the trailing edge",
         .fades = true,
         .target = QUIRE_PARTNER_GUIDE,
         .parts = HEAD PLAIN_GLIDE SHEET GUIDE(
             "", "<line from=\"-50 mm, 3 mm\" to=\"-0.02 mm, 0.035 mm\"/>")},
        {.name = "as near to the trailing edge as to the face",
         .fades = true,
         .target = QUIRE_PARTNER_GUIDE,
         .parts = HEAD PLAIN_GLIDE SHEET GUIDE(
             "", "<line from=\"-50 mm, -30 mm\" to=\"0.2 mm, 0.2 mm\"/>")},
        {.name = "the end of a bow, deep",
         .target = QUIRE_PARTNER_GUIDE,
         .parts = HEAD PLAIN_GLIDE SHEET GUIDE(
             "", "<arc from=\"59.87 mm, 0.15 mm\" through=\"80 mm, 3 mm\" to=\"100 mm, 2 mm\"/>")},
        {.name = "behind the trailing edge",
         .target = QUIRE_PARTNER_GUIDE,
         .parts = HEAD PLAIN_GLIDE SHEET GUIDE(
             "", "<line from=\"-50 mm, 3 mm\" to=\"-0.03 mm, 0.2 mm\"/>")},
        {.name = "sharp kink",
         .target = QUIRE_PARTNER_GUIDE,
         .parts = HEAD PLAIN_GLIDE SHEET GUIDE(
             "", "<polyline points=\"0 mm, -20 mm; 32 mm, -0.02 mm; 60 mm, -30 mm\"/>")},
        {.name = "shallow kink",
         .target = QUIRE_PARTNER_GUIDE,
         .parts = HEAD PLAIN_GLIDE SHEET GUIDE(
             "velocity=\"0.2 m/s\"",
             "<polyline points=\"2 mm, -1 mm; 32 mm, -0.02 mm; 62 mm, -2 mm\"/>")},
        {.name = "hollow kink",
         .target = QUIRE_PARTNER_GUIDE,
         .parts = HEAD PLAIN_GLIDE SHEET GUIDE(
             "", "<polyline points=\"-10 mm, -0.02 mm; 51 mm, -0.02 mm; 80 mm, 10 mm\"/>")},
    };

    TRY(list);
}

Test(contact_jacobian, of_sleeves_is_exact)
{
    struct machine m;

    machine_open(&m, HEAD PATH ON_PATH
                 "<sleeve name=\"slot\" path=\"p\" from=\"90 mm\" to=\"180 mm\"/>");
    machine_shake(&m, 3, 2e-5, 0.2);
    cr_expect_lt(machine_jacobian_error(&m, 0), 1e-6);
    machine_close(&m);
}

/* one idler under two sheets, and touched by one of them at both ends */
Test(contact_jacobian, of_several_sheets_is_exact)
{
    struct machine m;

    machine_open(
        &m, HEAD PLAIN_GRIP PLAIN_GLIDE SHEET_AT("a", "0 mm, 0 mm", "0 deg")
                SHEET_AT("b", "0 mm, -20 mm", "2 deg") SHEET_AT("c", "100 mm, 0 mm", "90 deg")
                    ROLLER("centre=\"20 mm, -9.96 mm\" slide=\"70 deg\" load=\"2 "
                           "N\"") "<roller name=\"t\" radius=\"10 mm\" "
                                  "surface=\"rubber\" centre=\"89.99 mm, 40 mm\" "
                                  "drive=\"motor\"/>" GUIDE("", "<line from=\"-20 mm, -0.02 mm\" "
                                                                "to=\"90 mm, -0.015 mm\"/>"));
    struct nodes b = machine_nodes(&m, 1, m.y);
    for (int i = 0; i <= b.n; i++) { /* touches the roller from below */
        b.y[i] += -19.92 * MM - b.y[4] * (i == 4);
        b.y[i] = -19.92 * MM - 2 * (b.x[i] - 20 * MM) * (b.x[i] - 20 * MM);
    }
    machine_shake(&m, 5, 4e-6, 0.2);
    stir_small(&m, 9);
    cr_expect_gt(machine_touches(&m, QUIRE_PARTNER_ROLLER, 0, 0), 0);
    cr_expect_gt(machine_touches(&m, QUIRE_PARTNER_ROLLER, 0, 1), 0);
    cr_expect_gt(machine_touches(&m, QUIRE_PARTNER_ROLLER, 1, 2), 0);
    cr_expect_gt(machine_touches(&m, QUIRE_PARTNER_GUIDE, 0, 0), 0);
    cr_expect_lt(machine_jacobian_error(&m, 0), 1e-6);
    machine_close(&m);
}

/* the rows of a node that is led are those of the identity, also where it touches a roller that
 * moves */
Test(contact_jacobian, of_a_held_end_on_an_idler_is_exact)
{
    struct machine m;

    machine_open(
        &m, HEAD PLAIN_GRIP
        "<sheet name=\"s\" media=\"soft\" length=\"60 mm\" width=\"100 mm\" segments=\"12\">"
        "<start from=\"0 mm, 0 mm\"/><clamp end=\"trail\"/><pin end=\"lead\" velocity=\"0.1 m/s, 0 "
        "m/s\"/></sheet>" ROLLER("centre=\"3 mm, -10 mm\" slide=\"70 deg\" load=\"2 N\""));
    machine_shake(&m, 5, 4e-6, 0.2);
    quire_state_sync(m.state, 0, m.y);
    cr_expect_gt(machine_touches(&m, QUIRE_PARTNER_ROLLER, 0, 0), 0);
    cr_expect_lt(machine_jacobian_error(&m, 0), 1e-6);
    machine_close(&m);
}

/* Lists of pieces and corners that are close leave out nothing that acts: with all that are near
 * the forces have the same bits, wherever the sheet has moved since they were made. */
Test(contact_jacobian, of_what_is_close_misses_nothing)
{
    struct machine m;
    unsigned seed = 5;
    int acts = 0, left_out = 0;

    machine_open(&m, HEAD PLAIN_GLIDE SHEET GUIDE(
                         "", "<line from=\"4 mm, -4 mm\" to=\"12 mm, -0.4 mm\"/>"
                             "<line from=\"12 mm, -0.4 mm\" to=\"19 mm, -3 mm\"/>"
                             "<line from=\"19 mm, -3 mm\" to=\"27 mm, -0.2 mm\"/>"
                             "<line from=\"27 mm, -0.2 mm\" to=\"40 mm, -6 mm\"/>"
                             "<line from=\"40 mm, -6 mm\" to=\"52 mm, -0.3 mm\"/>"));
    struct quire_sheet_work *w = m.state->sheet;
    double *force = calloc(m.n, sizeof *force);
    for (int k = 0; k < 400; k++) {
        const struct nodes s = machine_nodes(&m, 0, m.y);
        const double up = 0.1 * MM * machine_random(&seed),
                     along = 0.1 * MM * machine_random(&seed);
        for (int i = 0; i <= s.n; i++) {
            s.y[i] += up;
            s.x[i] += along;
        }
        cr_assert(force != NULL && quire_state_forces(m.state, 0, m.y));
        memcpy(force, m.state->force, m.n * sizeof *force);
        struct quire_candidates close[64];
        int corner[64];
        const int n_close = w->n_close, n_corner = w->n_close_corner;
        cr_assert(w->n_piece <= 64 && w->n_corner <= 64);
        memcpy(close, w->close, (size_t)n_close * sizeof *close);
        memcpy(corner, w->close_corner, (size_t)n_corner * sizeof *corner);
        left_out += n_corner < w->n_corner && n_close < w->n_piece;
        memcpy(w->close, w->face, (size_t)w->n_piece * sizeof *close);
        w->n_close = w->n_piece;
        for (w->n_close_corner = 0; w->n_close_corner < w->n_corner; w->n_close_corner++) {
            w->close_corner[w->n_close_corner] = w->n_close_corner;
        }
        cr_assert(quire_state_forces(m.state, 0, m.y));
        for (size_t i = 0; i < m.n; i++) {
            acts += force[i] != 0;
            cr_expect_eq(force[i], m.state->force[i], "evaluation %d, number %zu", k, i);
        }
        memcpy(w->close, close, (size_t)n_close * sizeof *close);
        memcpy(w->close_corner, corner, (size_t)n_corner * sizeof *corner);
        w->n_close = n_close;
        w->n_close_corner = n_corner;
    }
    cr_expect_gt(acts, 100);
    cr_expect_gt(left_out, 50, "%d", left_out);
    free(force);
    machine_close(&m);
}

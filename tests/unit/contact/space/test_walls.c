/* Side guides: the laws of a face, turned to the edge; how their mouths open; and that no edge
 * passes through. Derivatives: test_space_contact.c. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "contact/space/space_contact.h"
#include "contact/space/space_walls.h"
#include "engine/engine.h"
#include "evaluate/evaluate.h"
#include "fixtures/contact_parts.h"
#include "fixtures/machine.h"

#define MM 1e-3
#define WIDE                                                                                       \
    "<sheet name=\"s\" media=\"soft\" length=\"60 mm\" width=\"100 mm\" segments=\"12\">"          \
    "<start from=\"0 mm, 0 mm\"/></sheet>"
#define FENCE(more) "<side-guide name=\"g\" path=\"p\" surface=\"steel\" " more "/>"

#define MEDIUM                                                                                     \
    "<media name=\"paper\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\"/>"
#define STIFF                                                                                      \
    "<sheet name=\"s\" media=\"paper\" length=\"60 mm\" width=\"100 mm\" segments=\"12\">"         \
    "<start from=\"0 mm, 0 mm\"/></sheet>"

/* what contact does to a sheet all of which has this velocity */
static struct quire_powers
push(struct machine *m, const double velocity[3], double sum[3])
{
    const struct quire_sheet *s = m->system->sheet;
    const int n = 3 * s->ladder->m * (s->ladder->n + 1);

    for (int i = 0; i < n; i++) {
        m->y[m->system->layout.v0 + s->x0 + (size_t)i] = velocity[i % 3];
    }
    cr_assert(quire_state_forces(m->state, 0, m->y));
    memset(m->state->force, 0, sizeof(double) * m->system->layout.nv);
    memset(&m->state->power, 0, sizeof m->state->power);
    quire_space_contact_forces(m->state, 0, m->y, 1, 0, false);
    memset(sum, 0, 3 * sizeof *sum);
    for (int i = 0; i < n; i++) {
        sum[i % 3] += m->state->force[s->x0 + (size_t)i];
    }
    return m->state->power;
}

/* An edge on a wall feels what a face feels on a table between its ends: the sheet turned by a
 * right angle. The ends, where a face feels the whole law, are those of two laws besides the twelve
 * of its length. */
Test(walls, do_to_an_edge_what_tables_do_to_a_face)
{
    struct machine table, wall;
    double down[3], right[3];

    machine_open_in_space(&table, HEAD PLAIN_GLIDE WIDE GUIDE(
                                      "velocity=\"0.1 m/s\"",
                                      "<line from=\"-20 mm, -0.03 mm\" to=\"90 mm, -0.03 mm\"/>"));
    machine_open_in_space(
        &wall, HEAD PLAIN_GLIDE PATH WIDE FENCE("across=\"49.98 mm\" velocity=\"0.1 m/s\""));
    const struct quire_powers a = push(&table, (const double[]){0.3, -0.01, 0.2}, down),
                              b = push(&wall, (const double[]){0.3, 0.2, 0.01}, right);
    const double part = 12.0 / 14;
    cr_expect_gt(down[1], 1);
    cr_expect_float_eq(right[2], -part * down[1], 1e-9 * down[1], "%g, %g", right[2], down[1]);
    cr_expect_float_eq(right[0], part * down[0], 1e-9 * down[1], "%g, %g", right[0], down[0]);
    cr_expect_float_eq(right[1], part * down[2], 1e-9 * down[1], "%g, %g", right[1], down[2]);
    cr_expect_float_eq(b.friction, part * a.friction, 1e-9 * a.friction);
    cr_expect_float_eq(b.belts, part * a.belts, 1e-9 * fabs(a.belts));
    cr_expect_float_eq(b.contact, part * a.contact, 1e-9 * a.contact);
    machine_close(&table);
    machine_close(&wall);
}

/* how far a wall with mouths stands back from z = 0 at x, seen from z = -1 mm */
static double
gap_at(const struct quire_wall_view *wall, double x, struct quire_beside *b)
{
    quire_wall_beside(wall, (const double[]){x, 0, -MM}, b);
    return -b->overlap;
}

Test(walls, open_in_their_mouths_by_an_arc_tangent_to_them)
{
    struct machine m;
    struct quire_beside b, c;

    machine_open_in_space(
        &m,
        HEAD PLAIN_GLIDE PATH WIDE FENCE(
            "across=\"60 mm\" from=\"10 mm\" to=\"150 mm\" mouth=\"4 mm\" mouth-length=\"30 mm\""));
    const struct quire_wall_view *wall = &m.system->wall[0].shape;
    const double radius = wall->radius;
    cr_expect_float_eq(radius, (0.03 * 0.03 + 0.004 * 0.004) / 0.008, 1e-12);
    quire_wall_beside(wall, (const double[]){-30 * MM, 3 * MM, 55 * MM}, &b);
    cr_expect_float_eq(-b.overlap, 5 * MM, 1e-12);
    cr_expect_float_eq(b.left, 3 * MM, 1e-12);
    cr_expect_float_eq(b.inside, 60 * MM, 1e-12);
    for (int k = 0; k < 2; k++) { /* at the rim of either mouth the wall is 4 mm back */
        const double x = k == 0 ? -90 * MM : 50 * MM;
        quire_wall_beside(wall, (const double[]){x, 0, 64 * MM}, &b);
        cr_expect_float_eq(b.overlap, 0, 1e-12, "%g", b.overlap);
        cr_expect_float_eq(b.inside, 0, 1e-12);
        cr_expect_float_eq(b.normal[0], k == 0 ? -30 * MM / radius : 30 * MM / radius, 1e-12);
        /* no step where it begins */
        const double at = k == 0 ? -60 * MM : 20 * MM, next = k == 0 ? -1e-9 : 1e-9;
        cr_expect_float_eq(gap_at(wall, at + next, &b), gap_at(wall, at - next, &c), 1e-12);
        cr_expect_float_eq(b.normal[0], c.normal[0], 1e-7);
        cr_expect_float_eq(b.normal[1], -1, 1e-7);
    }
    machine_close(&m);
}

/* In free flight steps are long; still the edge does not come behind the wall. */
Test(walls, stop_sheets_that_fly_at_them)
{
    static const struct quire_integrator_options options = {
        .position_tolerance = 1e-5, .velocity_rate = 1000, .order = 2};
    static const double speed[] = {0.1, 1, 5};

    for (int k = 0; k < 6; k++) {
        const double side = k % 2 == 0 ? 1 : -1, fast = speed[k / 2], end = 40 * MM / fast;
        struct quire_integrator *it;
        struct machine m;
        double most = 0, now = 0;
        machine_open_in_space(
            &m,
            k % 2 == 0
                ? "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>" MEDIUM PLAIN_GLIDE
                      PATH STIFF FENCE("across=\"70 mm\"")
                : "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>" MEDIUM PLAIN_GLIDE
                      PATH STIFF FENCE("across=\"-70 mm\" side=\"right\""));
        const struct quire_sheet *s = m.system->sheet;
        const size_t last = s->x0 + 3 * (size_t)(s->ladder->m * (s->ladder->n + 1));
        for (size_t i = s->x0 + 2; i < last; i += 3) {
            m.y[m.system->layout.v0 + i] = side * fast;
        }
        cr_assert_eq(quire_engine_start(&it, m.state, &options, NULL, 0, m.y, NULL), QUIRE_OK);
        while (quire_integrator_time(it) < end) {
            cr_assert_eq(quire_integrator_step(it, end), QUIRE_OK);
            quire_integrator_at(it, quire_integrator_time(it), m.y);
            now = 0;
            for (size_t i = s->x0 + 2; i < last; i += 3) {
                now = fmax(now, side * m.y[i]);
            }
            most = fmax(most, now);
        }
        cr_expect(most > 70 * MM && most < 71.5 * MM, "%g m/s: %.3f mm", side * fast, 1e3 * most);
        cr_expect_lt(now, most - MM, "%g m/s: it stays at the wall", side * fast);
        quire_integrator_destroy(it);
        machine_close(&m);
    }
}

/* ---- tilted guides ---- */

#define TABLE(tilt) GUIDE("tilt=\"" tilt "\"", "<line from=\"-200 mm, 0 mm\" to=\"300 mm, 0 mm\"/>")
#define SLIDES(mu)                                                                                 \
    "<contact name=\"glide\"><normal law=\"linear\" stiffness=\"1e4 N/m\"/><friction "             \
    "law=\"mtt-step\" dynamic-coefficient=\"" mu                                                   \
    "\" threshold-velocity=\"0.1 mm/s\"/></contact><pair surface=\"steel\" contact=\"glide\"/>"
#define LEANING(mu, tilt)                                                                          \
    "<settings><gravity vector=\"0 m/s^2, -9.81 m/s^2\"/></settings>" MEDIUM SLIDES(mu)            \
    STIFF TABLE(tilt)

/* how far a sheet laid on a table tilted by `angle` comes along z in `end`; it must stay on the
 * table */
static double
way_on_table(const char *parts, double angle, double end)
{
    static const struct quire_integrator_options options = {
        .position_tolerance = 1e-7, .velocity_rate = 1000, .order = 2};
    struct quire_integrator *it;
    struct machine m;

    machine_open_in_space(&m, parts);
    const struct quire_sheet *s = m.system->sheet;
    const int nodes = s->ladder->m * (s->ladder->n + 1);
    for (int i = 0; i < nodes; i++) {
        double *at = m.y + s->x0 + 3 * i;
        const double along = at[2];
        at[2] = along * cos(angle) + s->half * sin(angle);
        at[1] = -along * sin(angle) + s->half * cos(angle);
    }
    const double start = m.y[s->x0 + 2];
    cr_assert_eq(quire_engine_start(&it, m.state, &options, NULL, 0, m.y, NULL), QUIRE_OK);
    while (quire_integrator_time(it) < end) {
        cr_assert_eq(quire_integrator_step(it, end), QUIRE_OK);
    }
    quire_integrator_at(it, end, m.y);
    const double above = m.y[s->x0 + 1] + tan(angle) * m.y[s->x0 + 2] - s->half / cos(angle),
                 way = m.y[s->x0 + 2] - start;
    cr_expect_lt(fabs(above), 1e-5, "it leaves the table by %g mm", 1e3 * above);
    quire_integrator_destroy(it);
    machine_close(&m);
    return way;
}

/* A sheet on a table tilted by 6 degrees slides down sideways, its right-hand side first, with g
 * (sin - mu cos); or it creeps, where that is less than nothing, slower than the friction law's
 * threshold. */
Test(tilted_guides, let_sheets_slide_down_sideways)
{
    const double angle = 6 * 3.14159265358979323846 / 180, end = 0.1,
                 way = 0.5 * 9.81 * (sin(angle) - 0.05 * cos(angle)) * end * end * cos(angle);

    const double right = way_on_table(LEANING("0.05", "6 deg"), angle, end),
                 left = way_on_table(LEANING("0.05", "-6 deg"), -angle, end);
    cr_expect_float_eq(right, way, 5e-3 * way, "%g mm, expected %g mm", 1e3 * right, 1e3 * way);
    cr_expect_float_eq(left, -way, 5e-3 * way, "%g mm, expected %g mm", 1e3 * left, -1e3 * way);
    const double creep = way_on_table(LEANING("0.2", "6 deg"), angle, end);
    cr_expect(creep > 0 && creep < 1e-4 * end, "it creeps %g mm", 1e3 * creep);
}

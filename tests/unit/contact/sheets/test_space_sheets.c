/* Sheets in space on each other: exact derivatives that couple both, what the ledger carries along
 * a step, action and reaction, the plane as a special case, mirror images, exchanged names, what
 * lies beside another and the moment with which a patch of contact resists being turned. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "evaluate/powers.h"
#include "fixtures/dense.h"
#include "fixtures/machine.h"
#include "solve/linear_system.h"

#define LAWS(stiffness, threshold)                                                                 \
    "<contact name=\"c\"><normal law=\"mtt-indentation\" stiffness=\"" stiffness "\" "             \
    "exponent=\"1.5\" damping=\"2e8 N*s/m^2.5\" "                                                  \
    "indentation-exponent=\"1.5\" rebound-damping-factor=\"0.001\"/><friction law=\"mtt-step\" "   \
    "dynamic-coefficient=\"0.5\" threshold-velocity=\"" threshold "\"/></contact>"                 \
    "<pair media=\"m\" other-media=\"m\" contact=\"c\"/>"
#define PAPER LAWS("4e6 N/m^1.5", "600 mm/s")
#define MEDIA                                                                                      \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\" "           \
    "bending-stiffness-md=\"0.3 mN*m\"/>"
#define STILL "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>"
#define SHEET(name, from, length, segments, columns, more)                                         \
    "<sheet name=\"" name "\" media=\"m\" length=\"" length                                        \
    "\" width=\"100 mm\" segments=\"" segments "\" columns=\"" columns "\"><start from=\"" from    \
    "\" " more "/></sheet>"

/* Two on each other: in line (where side edges lie on each other, shares have a kink), askew, one
 * beside the other, with other columns; one across the end of another; end on; three; and two pairs
 * apart. */
static const char *const scenes[] = {
    PAPER MEDIA SHEET("a", "0 mm, 0 mm", "60 mm", "8", "2", "")
        SHEET("b", "7 mm, 0.09 mm", "60 mm", "7", "2", "across=\"0.1 mm\""),
    PAPER MEDIA SHEET("a", "0 mm, 0 mm", "60 mm", "8", "3", "")
        SHEET("b", "7 mm, 0.09 mm", "60 mm", "7", "3", "yaw=\"8 deg\""),
    PAPER MEDIA SHEET("a", "0 mm, 0 mm", "60 mm", "8", "3", "")
        SHEET("b", "17 mm, 0.09 mm", "50 mm", "6", "2", "yaw=\"-15 deg\" across=\"33 mm\""),
    PAPER MEDIA SHEET("a", "0 mm, 0 mm", "60 mm", "8", "5", "across=\"7 mm\"")
        SHEET("b", "-21.3 mm, 0.09 mm", "40 mm", "5", "3", "yaw=\"3 deg\""),
    PAPER MEDIA SHEET("a", "0 mm, 0 mm", "60 mm", "8", "2", "yaw=\"2 deg\"")
        SHEET("b", "31.2 mm, 0.09 mm", "40 mm", "6", "3", "heading=\"60 deg\""),
    PAPER MEDIA SHEET("a", "0 mm, 0 mm", "60 mm", "8", "2", "")
        SHEET("b", "60.06 mm, 0.06 mm", "40 mm", "6", "2", "heading=\"2 deg\""),
    PAPER MEDIA SHEET("a", "0 mm, 0 mm", "60 mm", "8", "2", "")
        SHEET("b", "-21.3 mm, 0.09 mm", "40 mm", "5", "3", "yaw=\"5 deg\"")
            SHEET("c", "10 mm, -0.088 mm", "40 mm", "5", "2", "across=\"-20 mm\""),
    PAPER MEDIA SHEET("a", "0 mm, 0 mm", "60 mm", "6", "2", "")
        SHEET("b", "0 mm, 50 mm", "60 mm", "5", "2", "")
            SHEET("c", "7 mm, 0.09 mm", "60 mm", "6", "2", "yaw=\"3 deg\"")
                SHEET("d", "5 mm, 50.09 mm", "50 mm", "5", "3", "yaw=\"-2.7 deg\""),
};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

static int
touches(struct machine *m)
{
    int n = 0;

    for (int k = 0; k < m->system->n_sheet * m->system->n_sheet; k++) {
        n +=
            machine_touches(m, QUIRE_PARTNER_SHEET, k % m->system->n_sheet, k / m->system->n_sheet);
    }
    return n;
}

/* the three numbers of a node in a vector laid out as Q or V */
static double *
node(const struct machine *m, int sheet, double *block, int station, int column)
{
    const struct quire_sheet *s = m->system->sheet + machine_sheet(m, sheet);

    return block + s->x0 + (station * s->ladder->m + column) * 3;
}

/* adds a velocity to all nodes of a sheet, and a turning about y */
static void
drift(struct machine *m, int sheet, double vx, double vy, double vz, double spin)
{
    const struct quire_ladder *l = m->system->sheet[machine_sheet(m, sheet)].ladder;

    for (int i = 0; i <= l->n; i++) {
        for (int j = 0; j < l->m; j++) {
            const double *at = node(m, sheet, m->y, i, j);
            double *v = node(m, sheet, m->y + m->system->layout.v0, i, j);
            v[0] += vx + spin * at[2];
            v[1] += vy;
            v[2] += vz - spin * at[0];
        }
    }
}

static void
open_scene(struct machine *m, size_t k, unsigned seed)
{
    machine_open_in_space(m, scenes[k]);
    machine_shake(m, seed, 4e-6, 0.05);
    drift(m, 1, 0.3, 0, 0.1, 0.5);
}

Test(space_sheets, derivatives_equal_differences)
{
    for (size_t k = 0; k < SCENES; k++) {
        for (unsigned seed = 1; seed <= 2; seed++) {
            struct machine m;
            open_scene(&m, k, seed);
            cr_expect_gt(touches(&m), 0, "scene %zu", k);
            const double error = machine_jacobian_error(&m, 0);
            cr_expect_lt(error, 1e-6, "scene %zu: %g", k, error);
            machine_close(&m);
        }
    }
}

/* power of friction where a step `times` d leads */
static double
friction_at(struct machine *m, const double *d, double times, double gamma)
{
    const size_t v0 = m->system->layout.v0, size = sizeof(double) * m->system->layout.length;
    double *y = malloc(size);

    cr_assert_not_null(y);
    memcpy(y, m->y, size);
    for (size_t i = 0; i < m->system->layout.nv; i++) {
        y[i] += times * gamma * d[i];
        y[v0 + i] += times * d[i];
    }
    cr_assert(quire_state_forces(m->state, 0, y));
    free(y);
    return m->state->power.friction;
}

Test(space_sheets, powers_are_carried_along_a_step)
{
    for (size_t k = 0; k < SCENES; k++) {
        const double gamma = 1e-4;
        struct machine m;
        unsigned seed = 3;
        open_scene(&m, k, seed);
        double *d = calloc(m.n + 8, sizeof *d);
        cr_assert_not_null(d);
        for (size_t i = 0; i < m.system->layout.sheet_length; i++) {
            d[i] = 1e-5 * machine_random(&seed);
        }
        cr_assert(quire_state_matrix(m.state, 0, m.y, gamma * gamma, gamma));
        const struct quire_powers ahead = quire_state_powers_after(m.state, d, gamma);
        for (size_t i = 0; i < m.n; i++) {
            d[i] = -d[i];
        }
        const struct quire_powers back = quire_state_powers_after(m.state, d, gamma);
        const double change = friction_at(&m, d, -1, gamma) - friction_at(&m, d, 1, gamma),
                     carried = ahead.friction - back.friction;
        cr_expect_lt(fabs(carried - change), 1e-4 * fabs(change), "scene %zu: %g is %g", k, carried,
                     change);
        free(d);
        machine_close(&m);
    }
}

/* the forces on all nodes of a sheet, and their moments about z and y */
static void
sums(struct machine *m, int sheet, double force[3], double moment[2])
{
    const struct quire_ladder *l = m->system->sheet[machine_sheet(m, sheet)].ladder;

    for (int i = 0; i <= l->n; i++) {
        for (int j = 0; j < l->m; j++) {
            const double *at = node(m, sheet, m->y, i, j),
                         *f = node(m, sheet, m->state->force, i, j);
            for (int d = 0; d < 3; d++) {
                force[d] += f[d];
            }
            moment[0] += at[0] * f[1] - at[1] * f[0];
            moment[1] += at[2] * f[0] - at[0] * f[2];
        }
    }
}

/* those on all sheets together */
static void
all_sums(struct machine *m, double force[3], double moment[2])
{
    cr_assert(quire_state_forces(m->state, 0, m->y));
    for (int i = 0; i < m->system->n_sheet; i++) {
        sums(m, i, force, moment);
    }
}

/* The moment about the feed is not looked at: friction across acts on the mid-surfaces, as it does
 * on guides and rollers. */
Test(space_sheets, action_equals_reaction)
{
    for (size_t k = 0; k < SCENES; k++) {
        const bool flat = k != 4 && k != 5;
        struct machine m;
        double force[3] = {0}, moment[2] = {0}, own[3] = {0}, turns[2] = {0}, one[3] = {0},
               its[2] = {0}, most = 0;
        open_scene(&m, k, 5);
        all_sums(&m, force, moment);
        sums(&m, 0, one, its);
        for (size_t i = 0; i < m.system->layout.sheet_length; i++) {
            most = fmax(most, fabs(m.state->force[i]));
        }
        for (int i = 0; i < m.system->n_sheet * m.system->n_sheet; i++) {
            m.system->sheet_law[i] = -1; /* the sheets' own forces */
        }
        all_sums(&m, own, turns);
        const double size = hypot(one[0], one[1]),
                     off = hypot(force[0] - own[0], hypot(force[1] - own[1], force[2] - own[2]));
        cr_expect_gt(size, 1e-3, "scene %zu", k);
        cr_expect_lt(off, 1e-13 * (size + most), "scene %zu: %g of %g", k, off, size);
        cr_expect_lt(fabs(moment[0] - turns[0]), 1e-14 * (size + most), "scene %zu: %g", k,
                     moment[0] - turns[0]);
        cr_expect_lt(fabs(moment[1] - turns[1]), (flat ? 1e-7 : 1e-4) * size, "scene %zu: %g", k,
                     moment[1] - turns[1]);
        machine_close(&m);
    }
}

/* The step of Newton's, against the dense matrix that the entries make. */
Test(space_sheets, are_solved_for_together)
{
    for (size_t k = 0; k < SCENES; k++) {
        struct machine m;
        open_scene(&m, k, 7);
        double *a = malloc(sizeof *a * m.n * m.n), *r = aligned_alloc(64, sizeof *r * (m.n + 16)),
               *x = calloc(m.n, sizeof *x), most = 0;
        cr_assert(a != NULL && r != NULL && x != NULL);
        memset(r, 0, sizeof *r * (m.n + 16));
        machine_matrix(&m, 0, 1e-8, 1e-4, a);
        for (size_t i = 0; i < m.n; i++) {
            for (size_t j = 0; x[i] == 0 && j < m.n; j++) {
                x[i] = a[i * m.n + j] != 0 ? sin(1.0 + (double)i) : 0;
            }
        }
        for (int again = 0; again < 2; again++) {
            for (size_t i = 0; i < m.n; i++) {
                r[i] = 0;
                for (size_t j = 0; j < m.n; j++) {
                    r[i] += a[i * m.n + j] * x[j];
                }
            }
            (again == 0 ? quire_state_factorise : quire_state_solve)(m.state, r);
            quire_state_forces(m.state, 0, m.y); /* as between iterations with one matrix */
            for (size_t i = 0; i < m.n; i++) {
                most = fmax(most, fabs(r[i] - x[i]));
            }
        }
        cr_expect_lt(most, 1e-9, "scene %zu: %g", k, most);
        cr_expect_eq(quire_state_together(m.state), k == 6 ? 3 : 2, "scene %zu", k);
        free(a);
        free(r);
        free(x);
        machine_close(&m);
    }
}

/* Lists of what is near are longer than need be, so nothing depends on when they were made: one
 * sheet is moved over the other, to and fro, in steps of up to 1 mm. */
Test(space_sheets, forces_do_not_depend_on_what_was_near_before)
{
    struct machine m;
    unsigned seed = 11;
    int touching = 0;

    machine_open_in_space(&m, scenes[2]);
    const struct quire_sheet *s = m.system->sheet + machine_sheet(&m, 1);
    const int nodes = (s->chain.n + 1) * s->ladder->m;
    double *start = malloc(sizeof *start * 3 * (size_t)nodes), *q = m.y + s->x0;
    cr_assert_not_null(start);
    memcpy(start, q, sizeof *start * 3 * (size_t)nodes);
    for (int k = 0; k < 300; k++) {
        const double way = 0.06 * sin(0.02 * k), up = 0.4e-3 * (1 + cos(0.31 * k)) - 0.02e-3,
                     aside = 0.05 * sin(0.013 * k), tilt = 0.01 * sin(0.11 * k);
        struct machine fresh;
        for (int i = 0; i < nodes; i++) {
            q[3 * i] = start[3 * i] + way + 2e-6 * machine_random(&seed);
            q[3 * i + 1] = start[3 * i + 1] + up + tilt * (start[3 * i] - 0.04);
            q[3 * i + 2] = start[3 * i + 2] + aside;
        }
        touching += machine_touches(&m, QUIRE_PARTNER_SHEET, 0, 1) > 0 ? 1 : 0;
        machine_open_in_space(&fresh, scenes[2]);
        memcpy(fresh.y, m.y, sizeof *m.y * m.system->layout.length);
        cr_assert(quire_state_forces(fresh.state, 0, fresh.y));
        cr_expect_eq(
            memcmp(fresh.state->force, m.state->force, sizeof *m.y * m.system->layout.sheet_length),
            0, "step %d", k);
        machine_close(&fresh);
    }
    cr_expect_gt(touching, 40, "%d", touching);
    cr_expect_lt(touching, 240, "%d", touching);
    free(start);
    machine_close(&m);
}

/* What comes to touch was listed when it was still apart, however far: the second sheet is lowered
 * in one go. */
Test(space_sheets, what_was_apart_before_touches)
{
    for (int k = 0; k < 40; k++) {
        const double apart = 2e-6 * pow(1.25, k);
        struct machine m, fresh;
        machine_open_in_space(&m, scenes[1]);
        machine_open_in_space(&fresh, scenes[1]);
        const struct quire_sheet *s = m.system->sheet + machine_sheet(&m, 1);
        const int nodes = (s->chain.n + 1) * s->ladder->m;
        double *q = m.y + s->x0;
        for (int i = 0; i < nodes; i++) {
            q[3 * i + 1] += 10e-6 + apart;
        }
        cr_expect_eq(machine_touches(&m, QUIRE_PARTNER_SHEET, 0, 1), 0, "%g m", apart);
        for (int i = 0; i < nodes; i++) {
            q[3 * i + 1] -= 10e-6 + apart;
        }
        memcpy(fresh.y, m.y, sizeof *m.y * m.system->layout.length);
        cr_assert(quire_state_forces(m.state, 0, m.y));
        cr_assert(quire_state_forces(fresh.state, 0, fresh.y));
        cr_expect_gt(machine_touches(&m, QUIRE_PARTNER_SHEET, 0, 1), 0, "%g m", apart);
        cr_expect_eq(
            memcmp(fresh.state->force, m.state->force, sizeof *m.y * m.system->layout.sheet_length),
            0, "%g m", apart);
        machine_close(&m);
        machine_close(&fresh);
    }
}

/* ---- the plane ---- */

#define FLAT(columns)                                                                              \
    STILL PAPER MEDIA SHEET("a", "0 mm, 0 mm", "60 mm", "12", columns, "")                         \
        SHEET("b", "7 mm, 0.09 mm", "60 mm", "11", columns, "heading=\"0.02 deg\"")
#define LEVEL                                                                                      \
    STILL PAPER MEDIA                                                                              \
        "<sheet name=\"a\" media=\"m\" length=\"60 mm\" width=\"100 mm\" "                         \
        "segments=\"12\"><start from=\"0 mm, 0 mm\"/></sheet>"                                     \
        "<sheet name=\"b\" media=\"m\" length=\"60 mm\" width=\"100 mm\" "                         \
        "segments=\"11\"><start from=\"7 mm, 0.09 mm\" heading=\"0.02 deg\"/></sheet>"

Test(space_sheets, flat_across_are_as_in_the_plane)
{
    static const char *const flat[] = {FLAT("2"), FLAT("3"), FLAT("5")};
    struct machine plane;

    machine_open(&plane, LEVEL);
    machine_drift(&plane, 1, 0.3, -0.001);
    cr_assert(quire_state_forces(plane.state, 0, plane.y));
    for (size_t k = 0; k < sizeof flat / sizeof flat[0]; k++) {
        struct machine m;
        double most = 0, worst = 0;
        machine_open_in_space(&m, flat[k]);
        drift(&m, 1, 0.3, -0.001, 0, 0);
        cr_assert(quire_state_forces(m.state, 0, m.y));
        for (int s = 0; s < 2; s++) {
            const struct nodes f = machine_nodes(&plane, s, plane.state->force);
            const int columns = m.system->sheet->ladder->m;
            for (int i = 0; i <= f.n; i++) {
                double force[2] = {0, 0};
                for (int j = 0; j < 2 * columns; j++) {
                    force[j & 1] += node(&m, s, m.state->force, i, j / 2)[j & 1];
                }
                most = fmax(most, fabs(f.y[i]));
                worst = fmax(worst, hypot(force[0] - f.x[i], force[1] - f.y[i]));
            }
        }
        cr_expect_lt(worst, 1e-6 * most, "%zu: %g of %g N", k, worst, most);
        machine_close(&m);
    }
    machine_close(&plane);
}

/* ---- mirror images, names ---- */

#define SKEW(a, b, yaw, across)                                                                    \
    PAPER MEDIA SHEET(a, "0 mm, 0 mm", "60 mm", "8", "3", "")                                      \
        SHEET(b, "17 mm, 0.09 mm", "50 mm", "6", "2", "yaw=\"" yaw "\" across=\"" across "\"")

Test(space_sheets, mirror_images_have_mirrored_forces)
{
    struct machine left, right;
    double worst = 0, most = 0;

    machine_open_in_space(&left, SKEW("a", "b", "-15 deg", "33 mm"));
    machine_open_in_space(&right, SKEW("a", "b", "15 deg", "-33 mm"));
    drift(&left, 1, 0.3, 0, 0.1, 0.5);
    drift(&right, 1, 0.3, 0, -0.1, -0.5);
    cr_assert(quire_state_forces(left.state, 0, left.y));
    cr_assert(quire_state_forces(right.state, 0, right.y));
    for (int s = 0; s < 2; s++) {
        const struct quire_ladder *l = left.system->sheet[machine_sheet(&left, s)].ladder;
        for (int i = 0; i <= l->n; i++) {
            for (int j = 0; j < l->m; j++) {
                const double *f = node(&left, s, left.state->force, i, j),
                             *g = node(&right, s, right.state->force, i, l->m - 1 - j);
                most = fmax(most, fabs(f[1]));
                worst = fmax(worst, fabs(f[0] - g[0]) + fabs(f[1] - g[1]) + fabs(f[2] + g[2]));
            }
        }
    }
    cr_expect_lt(worst, 1e-9 * most, "%g of %g N", worst, most);
    machine_close(&left);
    machine_close(&right);
}

Test(space_sheets, either_may_be_named_first)
{
    struct machine one, other;
    double worst = 0, most = 0;

    machine_open_in_space(&one, PAPER MEDIA SHEET("a", "0 mm, 0 mm", "60 mm", "8", "3", "") SHEET(
                                    "b", "17 mm, 0.09 mm", "50 mm", "6", "2", "yaw=\"-15 deg\""));
    machine_open_in_space(
        &other, PAPER MEDIA SHEET("b", "17 mm, 0.09 mm", "50 mm", "6", "2", "yaw=\"-15 deg\"")
                    SHEET("a", "0 mm, 0 mm", "60 mm", "8", "3", ""));
    cr_assert(quire_state_forces(one.state, 0, one.y));
    cr_assert(quire_state_forces(other.state, 0, other.y));
    for (int s = 0; s < 2; s++) {
        const double *f = node(&one, s, one.state->force, 0, 0),
                     *g = node(&other, 1 - s, other.state->force, 0, 0);
        for (size_t i = 0; i < one.system->sheet[machine_sheet(&one, s)].size; i++) {
            most = fmax(most, fabs(f[i]));
            worst = fmax(worst, fabs(f[i] - g[i]));
        }
    }
    cr_expect_lt(worst, 1e-10 * most, "%g of %g N", worst, most);
    machine_close(&one);
    machine_close(&other);
}

/* ---- across ---- */

/* what presses on the second sheet, which stands so far beside the first [N], and what pushes it
 * aside; what they store [J] */
static double
pressure(const char *columns, const char *across, double *lateral, double *stored)
{
    struct machine m;
    char text[4000];
    double force[3] = {0}, moment[2] = {0};

    snprintf(text, sizeof text,
             STILL PAPER MEDIA SHEET("a", "0 mm, 0 mm", "60 mm", "12", "%s", "")
                 SHEET("b", "0 mm, 0.09 mm", "60 mm", "12", "%s", "across=\"%s\""),
             columns, columns, across);
    machine_open_in_space(&m, text);
    cr_assert(quire_state_forces(m.state, 0, m.y));
    sums(&m, 1, force, moment);
    *lateral = force[2];
    *stored = 0;
    (void)touches(&m);
    for (int k = 0; k < m.state->n_touch; k++) {
        *stored += m.state->touch[k].stored;
    }
    machine_close(&m);
    return force[1];
}

/* What they store is less beside each other, so that they push each other aside. */
Test(space_sheets, beside_another_nothing_acts_and_over_a_part_its_share)
{
    static const char *const columns[] = {"2", "3", "5"};
    double lateral, stored, some;

    for (size_t k = 0; k < 3; k++) {
        const double all = pressure(columns[k], "0 mm", &lateral, &stored),
                     part = pressure(columns[k], "37 mm", &lateral, &some);
        cr_expect_gt(all, 0.1);
        cr_expect_float_eq(part, 0.63 * all, 1e-6 * all, "%s columns: %g of %g N", columns[k], part,
                           all);
        cr_expect_float_eq(lateral, stored / 0.1, 1e-6 * stored / 0.1, "%s columns: %g N for %g J",
                           columns[k], lateral, stored);
        cr_expect_float_eq(pressure(columns[k], "100.01 mm", &lateral, &some), 0, 1e-12);
        cr_expect_float_eq(pressure(columns[k], "-101 mm", &lateral, &some), 0, 1e-12);
        cr_expect_float_eq(pressure(columns[k], "-95 mm", &lateral, &some), 0.05 * all, 1e-6 * all);
        cr_expect_float_eq(lateral, -stored / 0.1, 1e-6 * stored / 0.1);
    }
}

/* ---- a patch that turns ---- */

/* the mean distance of the points of a rectangle of these half sides from its middle */
static double
mean_distance(double a, double b)
{
    const double d = hypot(a, b);

    return d / 3 + a * a / (6 * b) * log((b + d) / a) + b * b / (6 * a) * log((a + d) / b);
}

Test(space_sheets, a_patch_resists_turning_by_friction_times_mean_distance)
{
    static const char *const columns[] = {"2", "3", "5"};
    static const double off[] = {0.02, 0.008, 0.002};

    for (size_t k = 0; k < 3; k++) {
        struct machine m;
        char text[4000];
        double force[3] = {0}, moment[2] = {0};
        snprintf(text, sizeof text,
                 STILL LAWS("4e6 N/m^1.5", "0.01 mm/s")
                     MEDIA SHEET("a", "-30 mm, 0 mm", "60 mm", "24", "%s", "")
                         SHEET("b", "-30 mm, 0.09 mm", "60 mm", "24", "%s", ""),
                 columns[k], columns[k]);
        machine_open_in_space(&m, text);
        drift(&m, 1, 0, 0, 0, 1);
        cr_assert(quire_state_forces(m.state, 0, m.y));
        sums(&m, 1, force, moment);
        const double right = -0.5 * force[1] * mean_distance(0.03, 0.05);
        cr_expect_float_eq(moment[1], right, off[k] * fabs(right), "%s columns: %g, not %g N m",
                           columns[k], moment[1], right);
        machine_close(&m);
    }
}

/* Sheets on each other: exact derivatives that couple both, action and reaction, no force through
 * the end, mirror images and shifts. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "fixtures/dense.h"
#include "fixtures/machine.h"
#include "solve/linear_system.h"
#include "solve/solve.h"

#define PAPER                                                                                      \
    "<contact name=\"c\"><normal law=\"mtt-indentation\" stiffness=\"4e6 N/m^1.5\" "               \
    "exponent=\"1.5\" damping=\"2e8 N*s/m^2.5\" "                                                  \
    "indentation-exponent=\"1.5\" rebound-damping-factor=\"0.001\"/><friction law=\"mtt-step\" "   \
    "dynamic-coefficient=\"0.5\" "                                                                 \
    "threshold-velocity=\"30 mm/s\"/></contact><pair media=\"m\" other-media=\"m\" "               \
    "contact=\"c\"/>"
#define MEDIA                                                                                      \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\" "           \
    "bending-stiffness-md=\"0.3 mN*m\"/>"
#define SHEET(name, from, heading, length, segments)                                               \
    "<sheet name=\"" name "\" media=\"m\" length=\"" length                                        \
    "\" width=\"100 mm\" segments=\"" segments "\"><start from=\"" from "\" heading=\"" heading    \
    "\"/></sheet>"

/* Two of two and of three sheets on each other, one across the end of another, the ends of two, and
 * two pairs apart. */
static const char *const scenes[] = {
    PAPER MEDIA SHEET("a", "0 mm, 0 mm", "0 deg", "60 mm", "12")
        SHEET("b", "7 mm, 0.09 mm", "0 deg", "60 mm", "11"),
    PAPER MEDIA SHEET("a", "0 mm, 0 mm", "0 deg", "60 mm", "12")
        SHEET("b", "-21.3 mm, 0.09 mm", "0 deg", "40 mm", "5")
            SHEET("c", "10.3 mm, -0.088 mm", "180 deg", "40 mm", "9"),
    PAPER MEDIA SHEET("a", "0 mm, 0 mm", "0 deg", "60 mm", "12")
        SHEET("b", "31.2 mm, 0.09 mm", "60 deg", "40 mm", "8"),
    PAPER MEDIA SHEET("a", "0 mm, 0 mm", "0 deg", "60 mm", "12")
        SHEET("b", "60.06 mm, 0.06 mm", "2 deg", "40 mm", "8"),
    PAPER MEDIA SHEET("a", "0 mm, 0 mm", "0 deg", "60 mm", "12")
        SHEET("b", "0 mm, 50 mm", "0 deg", "60 mm", "9")
            SHEET("c", "7 mm, 0.09 mm", "0 deg", "60 mm", "11")
                SHEET("d", "5 mm, 50.09 mm", "0 deg", "50 mm", "7"),
};

/* of any sheet on any other */
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

Test(sheets, derivatives_equal_differences)
{
    for (size_t k = 0; k < sizeof scenes / sizeof scenes[0]; k++) {
        for (unsigned seed = 1; seed <= 3; seed++) {
            struct machine m;
            machine_open(&m, scenes[k]);
            machine_shake(&m, seed, 4e-6, 0.05);
            machine_drift(&m, 1, 0.3, 0);
            cr_expect_gt(touches(&m), 0, "scene %zu", k);
            const double error = machine_jacobian_error(&m, 0);
            cr_expect_lt(error, 1e-6, "scene %zu: %g", k, error);
            machine_close(&m);
        }
    }
}

/* The contact's forces on all nodes, without those of the sheets' own stiffness: these cancel in
 * each sheet. */
static void
sums(const struct machine *m, int sheet, double force[2], double *moment)
{
    const struct quire_sheet *s = m->system->sheet + machine_sheet(m, sheet);
    const double *x = m->y + s->x0, *y = x + s->chain.stride, *fx = m->state->force + s->x0,
                 *fy = fx + s->chain.stride;

    for (int i = 0; i <= s->chain.n; i++) {
        force[0] += fx[i];
        force[1] += fy[i];
        *moment += x[i] * fy[i] - y[i] * fx[i];
    }
}

Test(sheets, action_equals_reaction)
{
    for (size_t k = 0; k < sizeof scenes / sizeof scenes[0]; k++) {
        struct machine m;
        double force[2] = {0, 0}, moment = 0, one[2] = {0, 0}, its = 0;
        char text[4000];
        snprintf(text, sizeof text, "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>%s",
                 scenes[k]);
        machine_open(&m, text);
        machine_shake(&m, 5, 4e-6, 0.05);
        machine_drift(&m, 1, 0.3, 0);
        cr_assert(quire_state_forces(m.state, 0, m.y));
        sums(&m, 0, one, &its);
        for (int i = 0; i < m.system->n_sheet; i++) {
            sums(&m, i, force, &moment);
        }
        const double size = hypot(one[0], one[1]);
        cr_expect_gt(size, 1e-3, "scene %zu", k);
        double most = 0;
        for (size_t i = 0; i < m.system->layout.sheet_length; i++) {
            most = fmax(most, fabs(m.state->force[i]));
        }
        cr_expect_lt(hypot(force[0], force[1]), 1e-14 * (size + 40 * most), "scene %zu: %g of %g",
                     k, hypot(force[0], force[1]), size);
        cr_expect_lt(fabs(moment), 1e-14 * 0.1 * (size + 40 * most), "scene %zu: %g", k, moment);
        machine_close(&m);
    }
}

/* The step of Newton's, against the dense matrix that the entries make. */
Test(sheets, are_solved_for_together)
{
    for (size_t k = 0; k < sizeof scenes / sizeof scenes[0]; k++) {
        struct machine m;
        machine_open(&m, scenes[k]);
        machine_shake(&m, 7, 4e-6, 0.05);
        double *a = malloc(sizeof *a * m.n * m.n), *r = aligned_alloc(64, sizeof *r * (m.n + 16)),
               *x = calloc(m.n, sizeof *x);
        cr_assert(a != NULL && r != NULL && x != NULL);
        memset(r, 0, sizeof *r * (m.n + 16));
        machine_matrix(&m, 0, 1e-8, 1e-4, a);
        for (size_t i = 0; i < m.n; i++) {
            double row = 0;
            for (size_t j = 0; j < m.n; j++) {
                row += fabs(a[i * m.n + j]);
            }
            if (row > 0) {
                x[i] = sin(1.0 + (double)i);
            }
        }
        double most = 0;
        for (int again = 0; again < 2; again++) {
            for (size_t i = 0; i < m.n; i++) {
                r[i] = 0;
                for (size_t j = 0; j < m.n; j++) {
                    r[i] += a[i * m.n + j] * x[j];
                }
            }
            if (again == 0) {
                quire_state_factorise(m.state, r);
            } else {
                quire_state_solve(m.state, r);
            }
            for (size_t i = 0; i < m.n; i++) {
                most = fmax(most, fabs(r[i] - x[i]));
            }
        }
        cr_expect_lt(most, 1e-9, "scene %zu: %g", k, most);
        free(a);
        free(r);
        free(x);
        machine_close(&m);
    }
}

/* sheets in the largest group that one factorisation made one matrix of */
static int
together(struct machine *m)
{
    double *r = aligned_alloc(64, sizeof *r * (m->n + 16));

    cr_assert_not_null(r);
    memset(r, 0, sizeof *r * (m->n + 16));
    cr_assert(quire_state_matrix(m->state, 0, m->y, 1e-8, 1e-4));
    quire_state_factorise(m->state, r);
    free(r);
    return ((const struct solve *)m->state->solve)->together;
}

/* Who does not touch is not solved together, nor are those any longer that have parted. */
Test(sheets, are_solved_together_as_long_as_they_touch)
{
    struct machine m;

    machine_open(&m, PAPER MEDIA SHEET("a", "0 mm, 0 mm", "0 deg", "60 mm", "12")
                         SHEET("b", "7 mm, 0.09 mm", "0 deg", "60 mm", "11")
                             SHEET("c", "0 mm, 30 mm", "0 deg", "60 mm", "12")
                                 SHEET("d", "7 mm, 30.09 mm", "0 deg", "60 mm", "11"));
    cr_expect_eq(together(&m), 2, "two pairs: %d", together(&m));
    const struct nodes c = machine_nodes(&m, 2, m.y), d = machine_nodes(&m, 3, m.y);
    for (int i = 0; i <= c.n; i++) {
        c.y[i] -= 30e-3 + 0.088e-3;
    }
    cr_expect_eq(together(&m), 3, "one under the others, the fourth alone: %d", together(&m));
    for (int i = 0; i <= d.n; i++) {
        d.y[i] -= 30e-3 - 0.09e-3;
    }
    cr_expect_eq(together(&m), 4, "a pile: %d", together(&m));
    for (int i = 0; i <= d.n; i++) {
        d.y[i] += 30e-3;
    }
    for (int i = 0; i <= c.n; i++) {
        c.y[i] += 30e-3;
    }
    cr_expect_eq(together(&m), 2, "two have gone: %d", together(&m));
    machine_close(&m);
}

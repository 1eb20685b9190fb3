/* Guides that are circles: what a sheet feels of them does not depend on where its nodes are. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "fixtures/contact_parts.h"
#include "fixtures/machine.h"

#define MM        1e-3
#define STIFFNESS 1e5  /* [N/m] */
#define REFERENCE 4e-3 /* length of sheet to which it belongs [m] */
#define HALF      5e-5 /* of the sheet's thickness [m] */
#define PLAIN_BAR                                                                                  \
    "<contact name=\"bar\"><normal law=\"linear\" reference-length=\"4 mm\" "                      \
    "stiffness=\"1e5 N/m\"/></contact><pair surface=\"bar\" contact=\"bar\"/>"
#define BAR(x, y, radius)                                                                          \
    "<guide name=\"g\" surface=\"bar\"><circle centre=\"" x ", " y "\" radius=\"" radius           \
    "\"/></guide>"

/* normal force on a straight sheet along y = 0 that overlaps a circle by `deep` */
static double
exact(double radius, double deep)
{
    const double rho = radius + HALF, down = rho - deep, wide = sqrt(rho * rho - down * down);
    double sum = 0;
    const int n = 20000;

    for (int k = 0; k < n; k++) {
        const double x = wide * (2 * (k + 0.5) / n - 1), d = sqrt(x * x + down * down);
        sum += (rho - d) * (down / d) * 2 * wide / n;
    }
    return STIFFNESS / REFERENCE * sum;
}

static double
lift(struct machine *m)
{
    struct quire_state *st = m->state;
    double sum = 0;

    cr_assert_gt(machine_touches(m, QUIRE_PARTNER_GUIDE, 0, 0), 0);
    for (int k = 0; k < st->n_touch; k++) {
        sum += st->touch[k].force * st->touch[k].normal[1];
    }
    return sum;
}

Test(round_guides, press_with_the_law_s_integral_wherever_nodes_are)
{
    static const struct {
        double radius, deep;
    } list[] = {{0.25e-3, 4e-6}, {1e-3, 3e-6}, {3e-3, 10e-6}, {20e-3, 20e-6}, {20e-3, 1e-6}};

    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        const double whole = exact(list[k].radius, list[k].deep);
        for (int i = 0; i < 29; i++) {
            struct machine m;
            char parts[1200];
            snprintf(parts, sizeof parts,
                     HEAD PLAIN_BAR SHEET
                     "<guide name=\"g\" surface=\"bar\"><circle centre=\"%.17g m, %.17g m\" "
                     "radius=\"%.17g m\"/></guide>",
                     25 * MM + i * 0.4 * MM, list[k].deep - HALF - list[k].radius, list[k].radius);
            machine_open(&m, parts);
            cr_expect_float_eq(lift(&m), whole, 2e-5 * whole, "radius %g, at %d: %g, not %g",
                               list[k].radius, i, lift(&m), whole);
            machine_close(&m);
        }
    }
}

/* the first and the last segment, too, however long: half of either is nearer to the end's node */
Test(round_guides, press_alike_on_first_and_last_segments)
{
    const double radius = 1e-3, deep = 3e-6, whole = exact(radius, deep);

    for (int i = 0; i < 39; i++) {
        struct machine m;
        char parts[1200];
        snprintf(parts, sizeof parts,
                 HEAD PLAIN_BAR
                 "<sheet name=\"s\" media=\"soft\" length=\"120 mm\" width=\"100 mm\" "
                 "segments=\"6\"><start from=\"0 mm, 0 mm\"/></sheet>"
                 "<guide name=\"g\" surface=\"bar\"><circle centre=\"%.17g m, %.17g m\" "
                 "radius=\"%.17g m\"/></guide>",
                 3 * MM + i * 3 * MM, deep - HALF - radius, radius);
        machine_open(&m, parts);
        cr_expect_float_eq(lift(&m), whole, 2e-4 * whole, "at %d mm: %g, not %g", 3 + 3 * i,
                           lift(&m), whole);
        machine_close(&m);
    }
}

#define LEFT_OUT 2e-2 /* of the largest entry */

/* forces and matrix with what touches one by one, as for records, or side by side */
static void
evaluate(struct machine *m, bool alone, double *force, double *matrix)
{
    m->state->record = alone;
    machine_matrix(m, 0.01, 2e-9, 3e-5, matrix);
    m->state->record = false;
    memcpy(force, m->state->force, sizeof *force * m->n);
}

static void
expect_alike(const double *a, const double *b, size_t n, double tolerance, const char *what)
{
    double most = 0, off = 0;

    for (size_t i = 0; i < n; i++) {
        most = fmax(most, fabs(a[i]));
        off = fmax(off, fabs(a[i] - b[i]));
    }
    cr_expect_leq(off, tolerance * most, "%s: off by %g of %g", what, off, most);
}

static const char *const bars[] = {
    HEAD PLAIN_GLIDE SHEET GUIDE("", "<circle centre=\"27 mm, -10.04 mm\" radius=\"10 mm\"/>"),
    HEAD PLAIN_GLIDE SHEET GUIDE("velocity=\"0.3 m/s\"",
                                 "<circle centre=\"31 mm, -0.54 mm\" radius=\"0.5 mm\"/>"),
    HEAD PLAIN_GLIDE SHEET GUIDE("", "<circle centre=\"1 mm, -3.04 mm\" radius=\"3 mm\"/>"),
    HEAD PLAIN_GLIDE SHEET GUIDE("", "<circle centre=\"60 mm, 5.03 mm\" radius=\"5 mm\"/>"),
};

Test(round_guides, are_the_same_side_by_side_as_one_by_one)
{
    for (size_t k = 0; k < sizeof bars / sizeof *bars; k++) {
        struct machine m;
        machine_open(&m, bars[k]);
        machine_shake(&m, 3, 4e-6, 0.2);
        cr_assert_gt(machine_touches(&m, QUIRE_PARTNER_GUIDE, 0, 0), 0, "%zu", k);
        double *one = calloc(2 * (m.n * m.n + m.n), sizeof *one), *all = one + m.n * m.n + m.n;
        cr_assert_not_null(one);
        evaluate(&m, true, one, one + m.n);
        evaluate(&m, false, all, all + m.n);
        expect_alike(one, all, m.n, 1e-11, "forces");
        expect_alike(one + m.n, all + m.n, m.n * m.n, LEFT_OUT, "matrix");
        free(one);
        machine_close(&m);
    }
}

/* Side by side derivatives leave out how stretches begin and end elsewhere as nodes move: nothing
 * of laws whose force begins at touch without a step, more where damping acts from the first. */
Test(round_guides, have_derivatives_that_leave_little_out)
{
    for (size_t k = 0; k < sizeof bars / sizeof *bars; k++) {
        for (unsigned seed = 1; seed <= 4; seed++) {
            struct machine m;
            machine_open(&m, bars[k]);
            machine_shake(&m, seed, 4e-6, 0.2);
            cr_expect_gt(machine_touches(&m, QUIRE_PARTNER_GUIDE, 0, 0), 0);
            const double error = machine_jacobian_error(&m, 0.01);
            cr_expect_lt(error, LEFT_OUT, "%zu, %u: %g", k, seed, error);
            machine_close(&m);
        }
    }
}

/* Stretches that are evaluated side by side, whatever pieces of guides they touch, in the plane and
 * of lines of sheets in space: each does what it would do alone. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "fixtures/contact_parts.h"
#include "fixtures/machine.h"

#define GUIDES 4
#define STICKS                                                                                     \
    "<contact name=\"glide\"><normal law=\"mtt-boundary\" stiffness=\"2e6 N/m^1.3\" "              \
    "exponent=\"1.3\" damping=\"5 N*s/m\" boundary-penetration=\"0.08 mm\"/><friction "            \
    "law=\"tangential-spring\" coefficient=\"0.8\" stiffness=\"2e4 N/m\" damping=\"1 N*s/m\"/>"    \
    "</contact><pair surface=\"steel\" contact=\"glide\"/>"
#define REMEMBERS                                                                                  \
    "<contact name=\"glide\"><normal law=\"hunt-crossley\" stiffness=\"2e5 N/m\" exponent=\"1\" "  \
    "restitution=\"0.5\"/></contact><pair surface=\"steel\" contact=\"glide\"/>"

/* a moving line below, one above, a bar and a tube below, of which each touches spans of its own
 * and of others */
static const char *const guide[GUIDES] = {
    "<guide name=\"a\" surface=\"steel\" velocity=\"0.3 m/s\"><line from=\"-5 mm, -0.046 mm\" "
    "to=\"23 mm, -0.045 mm\"/></guide>",
    "<guide name=\"b\" surface=\"steel\" side=\"right\" velocity=\"-0.1 m/s\"><line from=\"16 mm, "
    "0.045 mm\" to=\"39 mm, 0.046 mm\"/></guide>",
    "<guide name=\"c\" surface=\"steel\" side=\"right\"><circle centre=\"45 mm, -30.04 mm\" "
    "radius=\"30 mm\"/></guide>",
    "<guide name=\"d\" surface=\"steel\" side=\"left\" thickness=\"5 mm\"><arc from=\"50 mm, 0.1 "
    "mm\" through=\"55 mm, -0.055 mm\" to=\"60 mm, 0.1 mm\"/></guide>"};

struct evaluation {
    const char *law;
    bool record, spatial;
};

/* Forces and the matrix with those guides of which a bit is set. */
static size_t
evaluate_with(const struct evaluation *e, unsigned which, double **force, double **matrix)
{
    char parts[6000];
    struct machine m;

    snprintf(parts, sizeof parts, HEAD "%s" SHEET "%s%s%s%s", e->law, which & 1 ? guide[0] : "",
             which & 2 ? guide[1] : "", which & 4 ? guide[2] : "", which & 8 ? guide[3] : "");
    (e->spatial ? machine_open_in_space : machine_open)(&m, parts);
    machine_shake(&m, 3, 2e-6, 0.2);
    const size_t n = m.n;
    *force = calloc(n, sizeof **force);
    *matrix = calloc(n * n, sizeof **matrix);
    cr_assert(*force != NULL && *matrix != NULL);
    m.state->record = e->record;
    machine_matrix(&m, 0, 1e-6, 1e-3, *matrix);
    /* ways slid at places that two guides touch are one's */
    memcpy(*force, m.state->force, sizeof **force * m.system->layout.nv);
    machine_close(&m);
    return n;
}

/* adds `times` the forces and the matrix */
static void
add_evaluated(const struct evaluation *e, unsigned which, double times, double *force,
              double *matrix)
{
    double *f, *k;
    const size_t n = evaluate_with(e, which, &f, &k);

    for (size_t i = 0; i < n * n; i++) {
        matrix[i] += times * k[i];
    }
    for (size_t i = 0; i < n; i++) {
        force[i] += times * f[i];
    }
    free(f);
    free(k);
}

static double
largest(const double *a, size_t n)
{
    double most = 0;

    for (size_t i = 0; i < n; i++) {
        most = fmax(most, fabs(a[i]));
    }
    return most;
}

static void
expect_sum(const char *law, bool record, bool spatial)
{
    const struct evaluation e = {law, record, spatial};
    double *all, *matrix, most, most_of_all;
    const size_t n = evaluate_with(&e, (1u << GUIDES) - 1, &all, &matrix);

    most = largest(all, n);
    most_of_all = largest(matrix, n * n);
    for (unsigned k = 0; k < GUIDES; k++) {
        add_evaluated(&e, 1u << k, -1, all, matrix);
    }
    add_evaluated(&e, 0, GUIDES - 1, all, matrix);
    cr_expect_lt(largest(all, n), 1e-11 * most, "%.200s: forces off by %g of %g", law,
                 largest(all, n), most);
    cr_expect_lt(largest(matrix, n * n), 1e-11 * most_of_all, "%.200s: matrix off by %g of %g", law,
                 largest(matrix, n * n), most_of_all);
    free(all);
    free(matrix);
}

Test(stretches, do_together_what_each_does_alone)
{
    for (int k = 0; k < 4; k++) {
        const bool record = k % 2 != 0, spatial = k / 2 != 0;
        expect_sum(PLAIN_GLIDE, record, spatial);
        expect_sum(STICKS, record, spatial);
        expect_sum(REMEMBERS, record, spatial);
    }
}

/* none of the guides is there for nothing */
Test(stretches, touch_each_guide)
{
    const struct evaluation e = {PLAIN_GLIDE, false, false};
    double *none, *matrix;
    const size_t n = evaluate_with(&e, 0, &none, &matrix);

    for (unsigned k = 0; k < GUIDES; k++) {
        double *force, *other;
        evaluate_with(&e, 1u << k, &force, &other);
        for (size_t i = 0; i < n; i++) {
            force[i] -= none[i];
        }
        cr_expect_gt(largest(force, n), 1e-3, "%u", k);
        free(force);
        free(other);
    }
    free(none);
    free(matrix);
}

/* The matrix of many sheets in two halves: by one thread and by two with the same bits, and within
 * rounding what it is as a whole. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "contact/sheets/sheets_halves.h"
#include "evaluate/evaluate.h"
#include "fixtures/machine.h"

#define PAPER                                                                                      \
    "<contact name=\"c\"><normal law=\"mtt-indentation\" stiffness=\"4e6 N/m^1.5\" "               \
    "exponent=\"1.5\" damping=\"2e8 N*s/m^2.5\" indentation-exponent=\"1.5\" "                     \
    "rebound-damping-factor=\"0.001\"/>%s</contact>"                                               \
    "<pair media=\"m\" other-media=\"m\" contact=\"c\"/>"                                          \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\" "           \
    "bending-stiffness-md=\"0.3 mN*m\"/>"
#define SHEETS 6

static const char *const frictions[] = {
    "", "<friction law=\"mtt-step\" dynamic-coefficient=\"0.5\" threshold-velocity=\"30 mm/s\"/>",
    "<friction law=\"stick-slip\" dynamic-coefficient=\"0.5\"/>"};

/* Sheets above each other: some touch the next one, others are so near that they are listed alone.
 */
static void
open_pile(struct machine *m, const char *friction, unsigned seed)
{
    char text[6000];
    double y = 0;
    int n = snprintf(text, sizeof text, PAPER, friction);

    for (int k = 0; k < SHEETS; k++) {
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "<sheet name=\"s%d\" media=\"m\" length=\"60 mm\" width=\"100 mm\" "
                      "segments=\"%d\"><start from=\"%g mm, %g mm\" heading=\"0.01 deg\"/></sheet>",
                      k, 40 + k % 3, machine_random(&seed), y);
        y += machine_random(&seed) > 0.3 ? 0.15 : 0.09;
    }
    machine_open(m, text);
    machine_shake(m, seed, 2e-6, 0.05);
}

static void
same_bits(const struct machine *m, const struct machine_evaluated *a,
          const struct machine_evaluated *b)
{
    const size_t nv = sizeof(double) * m->system->layout.nv;

    cr_expect_arr_eq(a->force, b->force, nv);
    cr_expect_arr_eq(a->touch_force, b->touch_force, nv);
    cr_expect_arr_eq(a->matrix, b->matrix, sizeof(double) * m->n * m->n);
    cr_expect_arr_eq(&a->power, &b->power, sizeof a->power);
    cr_expect_arr_eq(&a->after, &b->after, sizeof a->after);
}

Test(sheets_halves, have_the_same_bits_from_two_threads)
{
    struct quire_worker *worker = quire_worker_create();

    cr_assert_not_null(worker);
    for (unsigned seed = 1; seed <= 30; seed++) {
        struct quire_sheets_half half[2];
        struct machine m;
        open_pile(&m, frictions[seed % 3], seed);
        struct machine_evaluated one = machine_evaluate(&m);
        m.state->worker = worker;
        struct machine_evaluated two = machine_evaluate(&m);
        same_bits(&m, &one, &two);
        m.state->worker = NULL;
        cr_expect(quire_sheets_halve(m.state, half));
        m.state->record = true;
        struct machine_evaluated recorded = machine_evaluate(&m);
        same_bits(&m, &one, &recorded);
        cr_expect_gt(m.state->n_touch, 0);
        /* without the matrix there are no halves */
        cr_assert(quire_state_forces(m.state, 0, m.y));
        machine_expect_close("forces", m.state->force, one.force, m.system->layout.nv, 1e-12);
        machine_expect_close("lost power", &m.state->power.contact, &one.power.contact, 1, 1e-12);
        if (seed == 1 || seed == 3) { /* in others differences go over edges of laws */
            const double error = machine_jacobian_error(&m, 0);
            cr_expect_lt(error, 1e-6, "seed %u: %g", seed, error);
        }
        machine_evaluated_clear(&one);
        machine_evaluated_clear(&two);
        machine_evaluated_clear(&recorded);
        machine_close(&m);
    }
    quire_worker_destroy(worker);
}

/* A sample in between makes lists longer or shorter; the halves must stay the same. */
Test(sheets_halves, do_not_depend_on_lists)
{
    struct quire_sheets_half before[2], after[2];
    struct machine m;

    open_pile(&m, frictions[1], 1);
    struct machine_evaluated e = machine_evaluate(&m);
    cr_assert(quire_sheets_halve(m.state, before));
    for (int k = 0; k < SHEETS; k++) {
        for (int l = 0; l < SHEETS; l++) {
            m.state->near->pair[k][l].n = 0;
        }
    }
    cr_assert(quire_sheets_halve(m.state, after));
    for (int k = 0; k < 2; k++) {
        cr_expect_gt(before[k].last, before[k].first);
        cr_expect_eq(after[k].first, before[k].first);
        cr_expect_eq(after[k].last, before[k].last);
    }
    machine_evaluated_clear(&e);
    machine_close(&m);
}

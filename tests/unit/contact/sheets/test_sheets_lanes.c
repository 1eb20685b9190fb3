/* Contacts of two sheets evaluated in lanes equal those evaluated one by one. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "evaluate/powers.h"
#include "fixtures/machine.h"

#define PAPER(friction)                                                                            \
    "<contact name=\"c\"><normal law=\"mtt-indentation\" stiffness=\"4e6 N/m^1.5\" "               \
    "exponent=\"1.5\" damping=\"2e8 N*s/m^2.5\" indentation-exponent=\"1.5\" "                     \
    "rebound-damping-factor=\"0.001\"/>" friction "</contact>"                                     \
    "<pair media=\"m\" other-media=\"m\" contact=\"c\"/>"                                          \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\" "           \
    "bending-stiffness-md=\"0.3 mN*m\"/>"
#define SHEET(name, from, heading, segments)                                                       \
    "<sheet name=\"" name "\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"" segments  \
    "\"><start from=\"" from "\" heading=\"" heading "\"/></sheet>"
/* Inclined by less than the overlap. With equal segments places are at ends of the curve's pieces,
 * with others they are not. */
#define SAME  SHEET("a", "0 mm, 0 mm", "0 deg", "16") SHEET("b", "0 mm, 0.09 mm", "0.02 deg", "16")
#define OTHER SHEET("a", "0 mm, 0 mm", "0 deg", "16") SHEET("b", "61 mm, 0.08 mm", "180 deg", "13")

static const char *const frictions[] = {
    "", "<friction law=\"mtt-step\" dynamic-coefficient=\"0.5\" threshold-velocity=\"30 mm/s\"/>",
    "<friction law=\"stick-slip\" dynamic-coefficient=\"0.5\"/>"};

struct evaluated {
    double *force, *matrix; /* (nv), (n, n) */
    struct quire_powers power, after;
};

static struct evaluated
evaluate(struct machine *m, bool one_by_one)
{
    const size_t nv = m->system->layout.nv;
    struct evaluated e = {.force = calloc(nv, sizeof(double)),
                          .matrix = calloc(m->n * m->n, sizeof(double))};
    double *dv = calloc(nv, sizeof(double));

    cr_assert(e.force != NULL && e.matrix != NULL && dv != NULL);
    /* a law with an overlap that no step may reach is asked place by place */
    for (int k = 0; k < m->system->n_law; k++) {
        m->system->law[k].deepest = one_by_one ? 1 : HUGE_VAL;
    }
    machine_matrix(m, 0, 3e-5, 1, e.matrix);
    memcpy(e.force, m->state->force, sizeof(double) * nv);
    e.power = m->state->power;
    for (size_t i = 0; i < nv; i++) {
        dv[i] = 1e-4 * sin(1 + (double)i);
    }
    e.after = quire_state_powers_after(m->state, dv, 0.5);
    free(dv);
    return e;
}

static void
same(const char *what, const double *a, const double *b, size_t n)
{
    double most = 0, off = 0;

    for (size_t i = 0; i < n; i++) {
        most = fmax(most, fabs(a[i]));
        off = fmax(off, fabs(a[i] - b[i]));
    }
    cr_expect_gt(most, 0, "%s", what);
    cr_expect_leq(off, 1e-11 * most, "%s: off by %g of %g", what, off, most);
}

Test(sheets_lanes, are_what_places_are_one_by_one)
{
    static const char *const layouts[] = {SAME, OTHER};

    for (size_t k = 0; k < 2 * sizeof frictions / sizeof frictions[0]; k++) {
        for (unsigned seed = 1; seed <= 3; seed++) {
            char text[4000];
            struct machine m;
            snprintf(text, sizeof text, PAPER("%s") "%s", frictions[k / 2], layouts[k % 2]);
            machine_open(&m, text);
            machine_shake(&m, seed, 2e-6, 0.05);
            machine_drift(&m, 1, k % 3 == 0 ? 0.01 : 0.3, 0);
            struct evaluated lanes = evaluate(&m, false), each = evaluate(&m, true);
            same("forces", each.force, lanes.force, m.system->layout.nv);
            same("matrix", each.matrix, lanes.matrix, m.n * m.n);
            same("lost power", &each.power.contact, &lanes.power.contact, 1);
            same("lost power after the step", &each.after.contact, &lanes.after.contact, 1);
            if (k >= 2) {
                same("power of friction", &each.power.friction, &lanes.power.friction, 1);
                same("power of friction after the step", &each.after.friction,
                     &lanes.after.friction, 1);
            }
            free(each.force);
            free(each.matrix);
            free(lanes.force);
            free(lanes.matrix);
            machine_close(&m);
        }
    }
}

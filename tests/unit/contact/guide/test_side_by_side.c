/* Contacts evaluated in lanes equal those evaluated one by one: static friction and normal laws
 * with history on guides, and gates that slide. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "evaluate/powers.h"
#include "fixtures/contact_parts.h"
#include "fixtures/machine.h"

#define GLIDES(friction)                                                                           \
    "<contact name=\"glide\"><normal law=\"mtt-indentation\" stiffness=\"4e6 N/m^1.5\" "           \
    "exponent=\"1.5\" damping=\"2e8 N*s/m^2.5\" indentation-exponent=\"1.5\" "                     \
    "rebound-damping-factor=\"0.2\"/>" friction "</contact>"                                       \
    "<pair surface=\"steel\" contact=\"glide\"/>"
#define REMEMBERS(friction)                                                                        \
    "<contact name=\"glide\"><normal law=\"hunt-crossley\" stiffness=\"4e6 N/m^1.5\" "             \
    "exponent=\"1.5\" restitution=\"0.5\" minimum-impact-velocity=\"1 mm/s\"/>" friction           \
    "</contact><pair surface=\"steel\" contact=\"glide\"/>"
#define HOLDS "<friction law=\"stick-slip\" dynamic-coefficient=\"0.3\"/>"
/* so soft that it does not slide here */
#define STICKS                                                                                     \
    "<friction law=\"stick-slip\" dynamic-coefficient=\"0.3\" stiffness=\"1e3 N/m\" "              \
    "damping-time=\"1 us\" elastic-slip=\"0 m\"/>"
#define CREEPS                                                                                     \
    "<friction law=\"mtt-step\" dynamic-coefficient=\"0.3\" threshold-velocity=\"1 m/s\"/>"
/* all of the sheet, but for its shaking, and a part of it */
#define FLOOR "<line from=\"-11.2 mm, -0.04 mm\" to=\"68.8 mm, -0.04 mm\"/>"
#define BAR   "<line from=\"21.2 mm, -0.04 mm\" to=\"39.7 mm, -0.04 mm\"/>"
#define SLIDE                                                                                      \
    "<slide direction=\"0.6, 0.8\" mass=\"5 g\" stiffness=\"200 N/m\" damping=\"2 N*s/m\"/>"

static const char *const scenes[] = {
    HEAD GLIDES(HOLDS) SHEET GUIDE("", FLOOR),
    HEAD GLIDES(HOLDS) SHEET GUIDE("velocity=\"0.1 m/s\"", BAR),
    HEAD GLIDES(CREEPS) SHEET GUIDE("velocity=\"0.1 m/s\"", FLOOR SLIDE),
    HEAD GLIDES(HOLDS) SHEET GUIDE("", BAR SLIDE),
    HEAD GLIDES(STICKS) SHEET GUIDE("", BAR),
    HEAD GLIDES(CREEPS) SHEET GUIDE("", BAR SLIDE),
    HEAD REMEMBERS(CREEPS) SHEET GUIDE("velocity=\"0.1 m/s\"", FLOOR),
    HEAD REMEMBERS(CREEPS) SHEET GUIDE("", BAR SLIDE),
};

struct evaluated {
    double *force, *matrix; /* (n), (n, n) */
    struct quire_powers after;
};

static struct evaluated
evaluate(struct machine *m, bool one_by_one)
{
    const size_t nv = m->system->layout.nv;
    struct evaluated e = {.force = calloc(m->n, sizeof(double)),
                          .matrix = calloc(m->n * m->n, sizeof(double))};
    double *dv = calloc(nv, sizeof(double));

    cr_assert(e.force != NULL && e.matrix != NULL && dv != NULL);
    m->state->record = one_by_one;
    machine_matrix(m, 0.01, 3e-5, 1, e.matrix);
    m->state->record = false;
    memcpy(e.force, m->state->force, sizeof(double) * m->n);
    for (size_t i = 0; i < nv; i++) {
        dv[i] = 1e-5 * sin(1 + (double)i);
    }
    e.after = quire_state_powers_after(m->state, dv, 0.5);
    free(dv);
    return e;
}

/* a gate is where it is drawn, and moves */
static void
set_off(const struct machine *m)
{
    for (int k = 0; k < m->system->n_gate; k++) {
        const struct quire_small *s = m->system->small + m->system->gate[k].small;
        m->y[s->q0] = 0;
        m->y[m->system->layout.v0 + (size_t)s->v0] = 0.1;
    }
}

static void
same(const char *what, size_t scene, const double *a, const double *b, size_t n)
{
    double most = 0, off = 0;

    for (size_t i = 0; i < n; i++) {
        most = fmax(most, fabs(a[i]));
        off = fmax(off, fabs(a[i] - b[i]));
    }
    cr_expect(most > 0 && off <= 1e-10 * most, "%s, %zu: off by %g of %g", what, scene, off, most);
}

Test(side_by_side, places_are_what_they_are_one_by_one)
{
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) {
        for (unsigned seed = 1; seed <= 4; seed++) {
            struct machine m;
            machine_open(&m, scenes[k]);
            machine_shake(&m, seed, 2e-6, 0.02);
            machine_drift(&m, 0, seed % 2 == 0 ? 0.3 : 0, 0);
            set_off(&m);
            cr_assert_gt(machine_touches(&m, QUIRE_PARTNER_GUIDE, 0, 0), 0, "%zu", k);
            struct evaluated all = evaluate(&m, false), one = evaluate(&m, true);
            same("forces", k, one.force, all.force, m.n);
            same("matrix", k, one.matrix, all.matrix, m.n * m.n);
            same("power of friction", k, &one.after.friction, &all.after.friction, 1);
            same("lost power", k, &one.after.contact, &all.after.contact, 1);
            free(all.force);
            free(all.matrix);
            free(one.force);
            free(one.matrix);
            machine_close(&m);
        }
    }
}

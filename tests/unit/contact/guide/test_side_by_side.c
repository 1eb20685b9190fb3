/* Contacts evaluated in lanes equal those evaluated one by one: static friction and normal laws
 * with history on guides, and gates. */
#include <criterion/criterion.h>

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
#define WHEEL "<circle centre=\"32.8 mm, -8.23 mm\" radius=\"8.2 mm\"/>"
#define SLIDE                                                                                      \
    "<slide direction=\"0.6, 0.8\" mass=\"5 g\" stiffness=\"200 N/m\" damping=\"2 N*s/m\"/>"

#define PIVOT                                                                                      \
    "<pivot at=\"-20 mm, -15 mm\" inertia=\"1e-6 kg*m^2\" stiffness=\"0.5 N*m/rad\" "              \
    "damping=\"1e-5 N*m*s/rad\"/>"
#define TURNS  "<drive name=\"turns\" shaft-speed=\"6 rad/s\"/>"
#define DRIVEN "<pivot at=\"-20 mm, -15 mm\" drive=\"turns\"/>"

static const struct {
    const char *name, *parts;
} scenes[] = {
    {"sticking all along", HEAD GLIDES(HOLDS) SHEET GUIDE("", FLOOR)},
    {"sticking to a belt", HEAD GLIDES(HOLDS) SHEET GUIDE("velocity=\"0.1 m/s\"", BAR)},
    {"a slide with a belt", HEAD GLIDES(CREEPS) SHEET GUIDE("velocity=\"0.1 m/s\"", FLOOR SLIDE)},
    {"sticking to a slide", HEAD GLIDES(HOLDS) SHEET GUIDE("", BAR SLIDE)},
    {"sticking at rest", HEAD GLIDES(STICKS) SHEET GUIDE("", BAR)},
    {"a slide", HEAD GLIDES(CREEPS) SHEET GUIDE("", BAR SLIDE)},
    {"remembering", HEAD REMEMBERS(CREEPS) SHEET GUIDE("velocity=\"0.1 m/s\"", FLOOR)},
    {"remembering a slide", HEAD REMEMBERS(CREEPS) SHEET GUIDE("", BAR SLIDE)},
    {"a pivot with a belt", HEAD GLIDES(CREEPS) SHEET GUIDE("velocity=\"0.1 m/s\"", FLOOR PIVOT)},
    {"a pivot", HEAD GLIDES(CREEPS) SHEET GUIDE("", BAR PIVOT)},
    {"a wheel", HEAD GLIDES(CREEPS) SHEET GUIDE("", WHEEL PIVOT)},
    {"sticking to a pivot", HEAD GLIDES(HOLDS) SHEET GUIDE("", BAR PIVOT)},
    {"remembering a pivot", HEAD REMEMBERS(CREEPS) SHEET GUIDE("", BAR PIVOT)},
    {"a driven pivot", HEAD GLIDES(CREEPS) SHEET TURNS GUIDE("", FLOOR DRIVEN)},
    {"sticking to a driven pivot", HEAD GLIDES(HOLDS) SHEET TURNS GUIDE("", BAR DRIVEN)},
    {"remembering a driven pivot", HEAD REMEMBERS(CREEPS) SHEET TURNS GUIDE("", BAR DRIVEN)},
};

/* a gate that a spring holds is where it is drawn, and moves */
static void
set_off(const struct machine *m)
{
    for (int k = 0; k < m->system->n_gate; k++) {
        const struct quire_gate *gate = m->system->gate + k;
        const struct quire_small *s = m->system->small + gate->small;
        if (gate->small >= 0) {
            m->y[s->q0] = 0;
            m->y[m->system->layout.v0 + (size_t)s->v0] = gate->turns ? 4 : 0.1;
        }
    }
}

Test(side_by_side, places_are_what_they_are_one_by_one)
{
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) {
        for (unsigned seed = 1; seed <= 4; seed++) {
            struct machine m;
            machine_open(&m, scenes[k].parts);
            machine_shake(&m, seed, 2e-6, 0.02);
            machine_drift(&m, 0, seed % 2 == 0 ? 0.3 : 0, 0);
            set_off(&m);
            cr_assert_gt(machine_touches(&m, QUIRE_PARTNER_GUIDE, 0, 0), 0, "%s", scenes[k].name);
            struct machine_evaluated all = machine_evaluate(&m);
            m.state->record = true; /* with the matrix, too: then places go one by one */
            struct machine_evaluated one = machine_evaluate(&m);
            machine_expect_close(scenes[k].name, one.force, all.force, m.n, 1e-10);
            machine_expect_close(scenes[k].name, one.matrix, all.matrix, m.n * m.n, 1e-10);
            machine_expect_close(scenes[k].name, &one.after.friction, &all.after.friction, 1,
                                 1e-10);
            machine_expect_close(scenes[k].name, &one.after.contact, &all.after.contact, 1, 1e-10);
            machine_evaluated_clear(&all);
            machine_evaluated_clear(&one);
            machine_close(&m);
        }
    }
}

#define ROLLERS                                                                                    \
    SMALL_ROLLER("a", "9.3 mm, -4.03 mm", "rubber", "drive=\"feed\"")                              \
    SMALL_ROLLER("b", "9.9 mm, 4.02 mm", "steel", "inertia=\"2e-7 kg*m^2\"")                       \
    SMALL_ROLLER("c", "41.6 mm, -4.03 mm", "rubber", "drive=\"push\" inertia=\"2e-7 kg*m^2\"")     \
    SMALL_ROLLER("d", "41.9 mm, 4.02 mm", "steel", "inertia=\"2e-7 kg*m^2\"")

/* Sums over lanes are made in the order in which the laws come, one after the other or together: so
 * they have the same bits. */
Test(side_by_side, rollers_with_laws_of_their_own)
{
    static const char *const nips[] = {HEAD PLAIN_GRIP PLAIN_GLIDE SHEET ROLLERS,
                                       HEAD PLAIN_GRIP GLIDES("") SHEET ROLLERS};

    for (unsigned seed = 1; seed <= 8; seed++) {
        const char *name = seed % 2 == 0 ? "two laws" : "one without friction";
        struct machine m;
        machine_open(&m, nips[seed % 2]);
        machine_shake(&m, seed, 2e-6, 0.02);
        machine_drift(&m, 0, 0.35, 0);
        for (int k = 0; k < 4; k++) {
            cr_assert_gt(machine_touches(&m, QUIRE_PARTNER_ROLLER, k, 0), 0, "%s: %d", name, k);
        }
        struct machine_evaluated all = machine_evaluate(&m);
        m.state->record = true; /* then laws are asked one after the other */
        struct machine_evaluated one = machine_evaluate(&m);
        cr_expect_arr_eq(one.force, all.force, m.n * sizeof *one.force, "%s", name);
        cr_expect_arr_eq(one.matrix, all.matrix, m.n * m.n * sizeof *one.matrix, "%s", name);
        machine_expect_close(name, one.touch_force, all.touch_force, m.system->layout.nv, 1e-14);
        machine_expect_close(name, &one.after.friction, &all.after.friction, 1, 1e-14);
        machine_expect_close(name, &one.after.contact, &all.after.contact, 1, 1e-14);
        machine_expect_close(name, &one.after.drives, &all.after.drives, 1, 1e-14);
        machine_evaluated_clear(&all);
        machine_evaluated_clear(&one);
        machine_close(&m);
    }
}

/* What rules do to drives and nips, where it is known what follows. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fixtures/machine.h"
#include "fixtures/rules_stage.h"

static double
last_of(const quire_run *run, const char *name)
{
    for (size_t k = 0; k < quire_run_column_count(run); k++) {
        const char *header = quire_run_column_name(run, k);
        if (strncmp(header, name, strlen(name)) == 0 && strchr(" ", header[strlen(name)]) != NULL) {
            return quire_run_value(run, quire_run_row_count(run) - 1, k);
        }
    }
    cr_expect(false, "no %s", name);
    return (double)NAN;
}

/* the last value of a column */
static double
value_after(const char *text, const char *column)
{
    quire_model *model;
    quire_run *run = rules_simulate(&model, text, QUIRE_OK, NULL);
    const double value = last_of(run, column);

    quire_run_destroy(run);
    quire_model_destroy(model);
    return value;
}

/* ---- drives ---- */

/* from 0.4 m/s to -0.4 m/s within 0.2 s, and on the way, at 0.2 m/s, back again: within 0.1 s from
 * there */
Test(actions, drives_reverse_from_where_they_are_bound)
{
    cr_expect_float_eq(
        value_after(
            WORLD("") "<rule time=\"0.1 s\"> <reverse drive=\"feed\" ramp=\"0.2 s\"/> </rule>",
            "r.speed"),
        -0.4, 1e-12);
    cr_expect_float_eq(
        value_after(
            WORLD("") "<rule time=\"0.1 s\"> <reverse drive=\"feed\" ramp=\"0.2 s\"/> </rule>"
                      "<rule time=\"0.15 s\"> <reverse drive=\"feed\" ramp=\"0.1 s\"/> </rule>",
            "r.speed"),
        0.4, 1e-12);
    /* half way */
    cr_expect_float_eq(
        value_after(
            WORLD("") "<rule time=\"0.9 s\"> <reverse drive=\"feed\" ramp=\"0.2 s\"/> </rule>",
            "r.speed"),
        0, 1e-12);
}

Test(actions, drives_brake_to_rest)
{
    cr_expect_float_eq(
        value_after(
            WORLD("") "<rule time=\"0.1 s\"> <brake drive=\"feed\" ramp=\"0.2 s\"/> </rule>",
            "r.speed"),
        0, 1e-15);
    cr_expect_float_eq(
        value_after(
            WORLD("") "<rule time=\"0.95 s\"> <brake drive=\"feed\" ramp=\"0.1 s\"/> </rule>",
            "r.speed"),
        0.2, 1e-12);
}

/* I omega' = -T: at 100 rad/s, with I = 1e-5 kg m^2 and T = 2 mN m, rest comes after 0.5 s, and
 * lasts; before it the speed falls linearly. The brake takes the rotor's energy, 50 mJ. */
#define MOTOR                                                                                      \
    "<drive name=\"motor\" torque=\"0 N*m\"/>"                                                     \
    "<roller name=\"rotor\" centre=\"0 m, -2 m\" radius=\"10 mm\" surface=\"rubber\" "             \
    "drive=\"motor\" inertia=\"1e-5 kg*m^2\" spin=\"100 rad/s\"/>"

Test(actions, brakes_act_on_what_a_torque_turns)
{
    const double speed = value_after(
        WORLD("") MOTOR "<rule time=\"0.7 s\"> <brake drive=\"motor\" torque=\"2 mN*m\"/> </rule>",
        "rotor.speed");
    cr_expect_float_eq(speed, 0.4, 1e-6, "%.9f", speed);
    cr_expect_float_eq(
        value_after(WORLD("") MOTOR
                    "<rule time=\"0.1 s\"> <brake drive=\"motor\" torque=\"2 mN*m\"/> </rule>",
                    "rotor.speed"),
        0, 1e-6);
    cr_expect_float_eq(
        value_after(WORLD("") MOTOR
                    "<rule time=\"0.1 s\"> <brake drive=\"motor\" torque=\"2 mN*m\"/> </rule>",
                    "energy.bearings"),
        0.05, 1e-5);
}

/* set again, it drives again: from rest by 0.1 N m / (1e-5 kg m^2) for 10 ms */
Test(actions, brakes_let_go_when_the_drive_is_set)
{
    const double speed = value_after(
        WORLD("") MOTOR "<rule time=\"0.1 s\"> <brake drive=\"motor\" torque=\"2 mN*m\"/> </rule>"
                        "<rule time=\"0.99 s\"> <set drive=\"motor\" torque=\"0.1 N*m\"/> </rule>",
        "rotor.speed");
    cr_expect_float_eq(speed, 1, 1e-4, "%.9f", speed);
}

/* ---- nips ---- */

#define NIP(more)                                                                                  \
    "<pair surface=\"rubber\" contact=\"c\"/>"                                                     \
    "<nip name=\"n1\" path=\"main\" at=\"800 mm\" load=\"8 N\" rate=\"500 N/m\" lift=\"1.5 "       \
    "mm\" " more "><driver radius=\"10 mm\" surface=\"rubber\" drive=\"feed\"/>"                   \
    "<idler radius=\"10 mm\" surface=\"rubber\" mass=\"20 g\" inertia=\"1e-6 kg*m^2\"/></nip>"
#define OPENS(at)  "<rule time=\"" at "\"> <open nip=\"n1\"/> </rule>"
#define CLOSES(at) "<rule time=\"" at "\"> <close nip=\"n1\" ramp=\"30 ms\"/> </rule>"

/* where it is shut the rollers press each other by 0.39 mm */
Test(actions, nips_open_to_their_lift_and_close_again)
{
    const double shut = value_after(WORLD("") NIP(""), "n1.gap");
    cr_expect_float_eq(value_after(WORLD("") NIP("") OPENS("0.1 s"), "n1.gap"), 1.5e-3, 1e-9);
    cr_expect_float_eq(value_after(WORLD("") NIP("") OPENS("0.1 s"), "n1.open"), 1, 0);
    cr_expect_float_eq(value_after(WORLD("") NIP("open=\"yes\""), "n1.gap"), 1.5e-3, 1e-9);
    cr_expect_float_eq(value_after(WORLD("") NIP("") OPENS("0.1 s") CLOSES("0.3 s"), "n1.gap"),
                       shut, 1e-7);
    cr_expect_float_eq(value_after(WORLD("") NIP("open=\"yes\"") CLOSES("0.3 s"), "n1.gap"), shut,
                       1e-7);
}

/* called back on its way, it is shut again; what was put in is lost or given back */
Test(actions, nips_turn_about_on_their_way)
{
    const double shut = value_after(WORLD("") NIP(""), "n1.gap");
    quire_model *model;
    quire_run *run =
        rules_simulate(&model,
                       WORLD("") NIP("") OPENS("0.1 s")
                           CLOSES("0.112 s") "<rule name=\"lifted\" when=\"n1.gap &gt; 0.5 mm\"> "
                                             "<say text=\"up\"/> </rule>",
                       QUIRE_OK, NULL);

    cr_expect_float_eq(last_of(run, "n1.gap"), shut, 1e-7);
    cr_expect_gt(quire_run_figure(run, "lifted.rule.time"), 0.1);
    cr_expect_lt(fabs(quire_run_figure(run, "energy.residual")), 1e-3 * 8 * 1.5e-3);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* The lever's work is what it lifts, 8 N * 1.5 mm and 500 N/m * (1.5 mm)^2 / 2, its own spring, and
 * what its damper takes. */
Test(actions, what_opens_a_nip_works)
{
    quire_model *model;
    quire_run *run = rules_simulate(&model, WORLD("") NIP("") OPENS("0.1 s"), QUIRE_OK, NULL);
    const double before = value_after(WORLD("") NIP(""), "energy.springs"),
                 stored = quire_run_figure(run, "energy.springs") - before;
    const double shut = value_after(WORLD("") NIP(""), "n1.gap"), load = 8 + 500 * 1.5e-3;
    /* by the rollers */
    const double lifted = 8 * (1.5e-3 - shut) + 0.5 * 500 * (1.5e-3 * 1.5e-3 - shut * shut),
                 given = 0.5 * 2e4 * shut * shut;

    cr_expect_float_eq(stored, lifted + 0.5 * load * load / 2e4, 1e-6 * lifted);
    cr_expect_gt(quire_run_figure(run, "energy.drives"), lifted - given);
    cr_expect_lt(fabs(quire_run_figure(run, "energy.residual")), 1e-3 * lifted);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* at s = 1/2 the lever pushes: its force and damping */
static double
error_in(void (*open)(struct machine *m, const char *parts))
{
    struct machine m;

    open(&m, WORLD("") NIP("") OPENS("0.1 s"));
    m.state->override[m.system->n_drive] =
        (struct quire_override){.active = true, .since = 0, .ramp = 0.02, .value = 1};
    const struct quire_small *idler =
        m.system->small + m.system->change[m.system->lifter[0].which].small;
    m.y[idler->q0] = 0.6e-3;
    m.y[m.system->layout.v0 + (size_t)idler->v0] = 0.02;
    const double error = machine_jacobian_error(&m, 0.01);
    cr_expect_gt(m.state->power.drives, 0.1, "the lever does nothing");
    machine_close(&m);
    return error;
}

Test(actions, lifters_have_exact_derivatives)
{
    cr_expect_lt(error_in(machine_open), 1e-6);
    cr_expect_lt(error_in(machine_open_in_space), 1e-6);
}

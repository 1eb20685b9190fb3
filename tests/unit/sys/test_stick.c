/* Friction that holds on: derivatives with the ways following, sheets at rest, whose memory is whose, and the energy of the springs. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "machine.h"
#include "sys/stick.h"

/* so stiff that it stays flat; 0.48 g, half a thickness is 50 um */
#define PLANK                                                                                      \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" "           \
    "bending-stiffness-md=\"10 N*m\" damping-ratio=\"0.05\" damping-frequency=\"160 Hz\"/>"
#define TABLE(more)                                                                                \
    "<guide name=\"g\" surface=\"steel\" " more                                                    \
    "><line from=\"-100 mm, 0 mm\" to=\"200 mm, 0 mm\"/></guide>"
#define CONTACT(friction)                                                                          \
    "<contact name=\"c\"><normal law=\"mtt-boundary\" stiffness=\"2000 N/m\" exponent=\"1\" "      \
    "damping=\"0.5 N*s/m\" boundary-penetration=\"1 um\" rebound-damping-factor=\"1\" "            \
    "reference-length=\"60 mm\"/><friction law=\"stick-slip\" " friction                           \
    "/></contact><pair contact=\"c\"/>"
#define SETTINGS(gravity, end)                                                                     \
    "<settings><gravity vector=\"" gravity "\"/><run end=\"" end                                   \
    "\" sample=\"1 ms\"/><solver position-tolerance=\"10 nm\"/></settings>"
/* lies on the table with its weight of 4.8 mN */
#define SHEET(velocity)                                                                            \
    "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"6\"><start "       \
    "from=\"20 mm, 0.0476 mm\" velocity=\"" velocity ", 0 m/s\"/></sheet>"

/* ---- derivatives ---- */

#define EVERYTHING                                                                                 \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\" "           \
    "bending-stiffness-md=\"0.3 mN*m\"/><contact name=\"grip\"><normal law=\"mtt-indentation\" "   \
    "stiffness=\"2e7 N/m^1.5\" damping=\"1e7 N*s/m^2.5\"/><friction law=\"stick-slip\" "           \
    "dynamic-coefficient=\"0.7\" stiffness=\"2e4 N/m\" damping-time=\"0.1 ms\"/><overdrive "       \
    "factor=\"1e-3 N^-1\"/></contact><contact name=\"glide\"><normal law=\"mtt-indentation\" "     \
    "stiffness=\"3e6 N/m^1.5\" damping=\"1e6 N*s/m^2.5\"/><friction law=\"stick-slip\" "           \
    "static-coefficient=\"0.5\" dynamic-coefficient=\"0.3\" stiffness=\"500 N/m\" "                \
    "damping-time=\"0.2 ms\"/><vertex friction-factor=\"1.3\"/></contact>"                         \
    "<pair surface=\"rubber\" contact=\"grip\"/><pair surface=\"steel\" contact=\"glide\"/>"       \
    "<drive name=\"d\" speed=\"0.3 m/s\"/>"                                                        \
    "<roller name=\"r\" centre=\"31 mm, 10.03 mm\" radius=\"10 mm\" surface=\"rubber\" "           \
    "drive=\"d\" slide=\"80 deg\" load=\"1 N\" mass=\"15 g\"/>"                                    \
    "<guide name=\"g\" surface=\"steel\" velocity=\"0.1 m/s\"><line from=\"-20 mm, -0.04 mm\" "    \
    "to=\"42 mm, -0.04 mm\"/><line from=\"42 mm, -0.04 mm\" to=\"70 mm, 0.1 mm\"/></guide>"        \
    "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"11\"><start "      \
    "from=\"0 mm, 0 mm\"/></sheet>"

/* whether some place is about to begin or end to slide, where differences say nothing */
static bool
near_a_kink(const struct machine *m)
{
    for (int k = 0; k < m->state->n_slide; k++) {
        const struct quire_slide *s = m->state->slide + k;
        struct quire_friction_in in = s->in;
        struct quire_friction_out out, more;
        s->law->friction->eval(s->law->friction_data, &in, &out);
        in.normal *= out.d_slid < 0 ? 0.9 : 1.1;
        s->law->friction->eval(s->law->friction_data, &in, &more);
        if ((out.d_slid < 0) != (more.d_slid < 0)) {
            return true;
        }
    }
    return false;
}

Test(stick, derivatives_are_those_with_the_ways_following)
{
    int holding = 0, sliding = 0, tried = 0;

    for (unsigned seed = 1; seed <= 40; seed++) {
        struct machine m;
        unsigned random = 200 + seed;
        machine_open(&m, EVERYTHING);
        machine_shake(&m, seed, 4e-6, 0.05);
        machine_drift(&m, 0, seed % 2 == 0 ? 0.3 : 0.0, 0);
        const struct quire_layout *l = &m.system->layout;
        double *fixed = calloc(l->nz, sizeof *fixed), *out = calloc(l->nz, sizeof *out);
        for (size_t i = 0; i < l->nz; i++) {
            fixed[i] = 3e-5 * machine_random(&random);
        }
        for (int i = 0; i < m.system->n_grip; i++) {
            m.state->grip[i].mode = machine_random(&random) > 0;
            m.state->rolling[i] = 1e-3 * fabs(machine_random(&random));
        }
        m.state->implicit.gamma = 1e-3;
        m.state->implicit.fixed = fixed;
        m.state->implicit.out = out;
        cr_expect_gt(machine_touches(&m, QUIRE_TARGET_ROLLER, 0, 0), 0);
        for (int k = 0; k < m.state->n_slide && !near_a_kink(&m); k++) {
            const struct quire_slide *s = m.state->slide + k;
            struct quire_friction_out fo;
            s->law->friction->eval(s->law->friction_data, &s->in, &fo);
            holding += fo.d_slid < 0;
            sliding += !(fo.d_slid < 0);
        }
        if (!near_a_kink(&m)) {
            const double error = machine_jacobian_error(&m, 0);
            cr_expect_lt(error, 2e-5, "seed %u: %g", seed, error); /* differences are no better beside these springs */
            tried++;
        }
        free(fixed);
        free(out);
        machine_close(&m);
    }
    cr_expect(tried > 5 && holding > 20 && sliding > 20, "%d: %d %d", tried, holding, sliding);
}

/* ---- runs ---- */

static quire_run *
simulate(quire_model **model, const char *parts)
{
    char text[8192];
    quire_diag *diag = quire_diag_create();
    quire_run *run;

    const int length = snprintf(text, sizeof text, "<model version=\"1\" name=\"t\">%s</model>", parts);
    cr_assert_eq(quire_model_parse(model, text, (size_t)length, "t.xml", NULL, 0, diag), QUIRE_OK);
    cr_assert_eq(quire_run_create(&run, *model, NULL, diag), QUIRE_OK);
    cr_assert_eq(quire_run_execute(run, diag), QUIRE_OK);
    quire_diag_destroy(diag);
    return run;
}

static double
mean_shift(const quire_run *run)
{
    double x[7], y[7], sum = 0;

    cr_assert_eq(quire_run_nodes(run, "s", x, y, 7), 7);
    for (int i = 0; i < 7; i++) {
        sum += x[i] - (20e-3 + 10e-3 * i);
    }
    return sum / 7;
}

/* on a slope that it could slide down with 0.6 of its weight, the sheet hangs in its spring: m g_x / k, and stays there */
Test(stick, a_sheet_on_a_slope_stays_where_its_spring_holds_it)
{
    const double stretch = 4.8e-4 * 3 / 20; /* 1.44 mN on 20 N/m: the spring is of the reference length, which the sheet has */
    double shift[2];

    for (int k = 0; k < 2; k++) {
        quire_model *model;
        quire_run *run = simulate(&model, k == 0 ? SETTINGS("3 m/s^2, -10 m/s^2", "0.5 s") PLANK CONTACT(
                                                       "dynamic-coefficient=\"0.5\" stiffness=\"20 N/m\" damping-time=\"10 ms\"") TABLE("") SHEET("0 m/s")
                                                 : SETTINGS("3 m/s^2, -10 m/s^2", "2 s") PLANK CONTACT(
                                                       "dynamic-coefficient=\"0.5\" stiffness=\"20 N/m\" damping-time=\"10 ms\"") TABLE("") SHEET("0 m/s"));
        shift[k] = mean_shift(run);
        cr_expect_float_eq(shift[k], stretch, 1e-3 * stretch, "%g %g", shift[k], stretch);
        quire_run_destroy(run);
        quire_model_destroy(model);
    }
    cr_expect_float_eq(shift[1], shift[0], 1e-5 * stretch, "%g %g", shift[0], shift[1]);
}

/* it slides v^2/(2 mu g) less what the spring takes, and swings on its spring until the dashpot has stopped it; nothing is lost from the books */
Test(stick, a_sheet_slides_to_rest_and_the_energy_is_accounted_for)
{
    const double slide = 0.1 * 0.1 / (2 * 0.3 * 10), give = 0.3 * 4.8e-3 / 50;
    quire_model *model;
    quire_run *run = simulate(&model, SETTINGS("0 m/s^2, -10 m/s^2", "0.3 s") PLANK CONTACT(
                                          "dynamic-coefficient=\"0.3\" stiffness=\"50 N/m\" damping-time=\"2 ms\"") TABLE("") SHEET("0.1 m/s"));

    cr_expect_float_eq(mean_shift(run), slide - 0.5 * give, give, "%g %g", mean_shift(run), slide);
    cr_expect_lt(fabs(quire_run_figure(run, "energy.residual.relative")), 2e-3, "%g", quire_run_figure(run, "energy.residual.relative"));
    cr_expect_float_eq(quire_run_figure(run, "energy.friction"), 0.5 * 4.8e-4 * 0.01, 0.02 * 2.4e-6, "%g", quire_run_figure(run, "energy.friction"));
    cr_expect_eq(quire_run_figure(run, "g.creep.max"), 0);
    cr_expect_float_eq(quire_run_figure(run, "g.slip.max"), 0.1, 1e-3, "%g", quire_run_figure(run, "g.slip.max"));
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* v^2/(2 mu g) behind the belt, on which it then rests */
Test(stick, a_belt_takes_a_sheet_along)
{
    quire_model *model;
    quire_run *run = simulate(&model, SETTINGS("0 m/s^2, -10 m/s^2", "0.2 s") PLANK CONTACT(
                                          "static-coefficient=\"0.5\" dynamic-coefficient=\"0.3\" stiffness=\"1e4 N/m\"") TABLE("velocity=\"0.2 m/s\"")
                                          SHEET("0 m/s"));
    const double behind = 0.2 * 0.2 - mean_shift(run), expected = 0.2 * 0.2 / (2 * 0.3 * 10);

    cr_expect_float_eq(behind, expected, 5e-3 * expected, "%g %g", behind, expected);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

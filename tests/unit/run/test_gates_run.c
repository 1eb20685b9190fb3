/* What guides that move do to sheets, from the file to the figures. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>

#include "base/diag.h"

#define HEAD(settings)                                                                                                                     \
    "<?xml version=\"1.0\"?><model version=\"1\" name=\"test\"><settings>" settings "<solver position-tolerance=\"0.01 um\"/></settings>"    \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" damping-ratio=\"0.5\" damping-frequency=\"160 Hz\"/>" \
    "<contact name=\"c\"><normal law=\"linear\" stiffness=\"1e4 N/m\" damping=\"2 N*s/m\"/></contact><pair contact=\"c\"/>"
#define SHEET(place) "<sheet name=\"page\" media=\"m\" length=\"100 mm\" width=\"200 mm\" segments=\"20\"><start " place "/></sheet>"

static quire_run *
execute(const char *parts, quire_model **model)
{
    char text[6000];
    quire_diag *diag = quire_diag_create();
    quire_run *run;

    const int length = snprintf(text, sizeof text, "%s</model>", parts);
    cr_assert_lt((size_t)length, sizeof text);
    const quire_status status = quire_model_parse(model, text, (size_t)length, "test.xml", NULL, 0, diag);
    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        char line[512];
        quire_diag_format(diag, i, line, sizeof line);
        cr_log_warn("%s", line);
    }
    cr_assert_eq(status, QUIRE_OK);
    cr_assert_eq(quire_run_create(&run, *model, NULL, diag), QUIRE_OK);
    cr_assert_eq(quire_run_execute(run, diag), QUIRE_OK);
    quire_diag_destroy(diag);
    return run;
}

struct outcome {
    double lead[2], speed, residual; /* [m], [m/s], of the largest term */
};

static struct outcome
run(const char *parts)
{
    quire_model *model;
    quire_run *r = execute(parts, &model);
    const struct outcome out = {{quire_run_figure(r, "page.lead.x"), quire_run_figure(r, "page.lead.y")}, quire_run_figure(r, "page.lead.speed"),
                                quire_run_figure(r, "energy.residual.relative")};

    quire_run_destroy(r);
    quire_model_destroy(model);
    return out;
}

/* A table that comes up at a constant speed under a sheet at rest: all is as if the sheet fell onto a table at rest. */
Test(gates_run, lift_a_sheet_as_if_it_fell_on_a_table_at_rest)
{
    static const char *const ways[] = {
        HEAD("<run end=\"0.06 s\" sample=\"1 ms\"/>") "<guide name=\"g\" surface=\"steel\"><line from=\"-50 mm, -2.05 mm\" to=\"150 mm, -2.05 mm\"/></guide>"
            SHEET("from=\"0 mm, 0 mm\" velocity=\"0 m/s, -0.2 m/s\""),
        HEAD("<run end=\"0.06 s\" sample=\"1 ms\"/>") "<guide name=\"g\" surface=\"steel\"><line from=\"-50 mm, -2.05 mm\" to=\"150 mm, -2.05 mm\"/>"
            "<slide direction=\"0, 2\" drive=\"d\"/></guide><drive name=\"d\" speed=\"0.2 m/s\"/>" SHEET("from=\"0 mm, 0 mm\""),
        HEAD("<run end=\"0.06 s\" sample=\"1 ms\"/>") "<guide name=\"g\" surface=\"steel\"><line from=\"-50 mm, -2.05 mm\" to=\"150 mm, -2.05 mm\"/>"
            "<slide direction=\"0, -1\" drive=\"d\"/></guide><drive name=\"d\" stroke=\"0 mm\"><to time=\"1 s\" stroke=\"-200 mm\"/></drive>"
            SHEET("from=\"0 mm, 0 mm\""),
    };
    const struct outcome at_rest = run(ways[0]);

    for (int k = 1; k < 3; k++) {
        const struct outcome lifted = run(ways[k]);
        cr_expect_float_eq(lifted.lead[0], at_rest.lead[0], 1e-8);
        cr_expect_float_eq(lifted.lead[1] - 0.2 * 0.06, at_rest.lead[1], 1e-7, "%g %g", lifted.lead[1] - 0.2 * 0.06, at_rest.lead[1]);
        cr_expect_lt(lifted.residual, 1e-3, "%g", lifted.residual);
    }
}

/* A stop that sets out smoothly takes a plate along: the force fades as it comes to its speed. The drive's work is in the ledger. */
Test(gates_run, push_a_sheet_to_their_own_speed)
{
    const struct outcome out = run(HEAD("<gravity vector=\"0 m/s^2, -9.8 m/s^2\"/><run end=\"0.1 s\" sample=\"1 ms\"/>")
        "<guide name=\"table\" surface=\"steel\"><line from=\"-50 mm, -0.05 mm\" to=\"250 mm, -0.05 mm\"/></guide>"
        "<guide name=\"stop\" surface=\"steel\" side=\"right\"><line from=\"-0.05 mm, -10 mm\" to=\"-0.05 mm, 10 mm\"/>"
        "<slide direction=\"1, 0\" drive=\"d\"/></guide><drive name=\"d\" speed=\"0 m/s\"><to time=\"90 ms\" shape=\"smooth\" speed=\"0.3 m/s\"/></drive>"
        "<path name=\"p\" from=\"0 mm, 0 mm\"><line length=\"300 mm\"/></path>" SHEET("path=\"p\" lead=\"100 mm\""));

    cr_expect_float_eq(out.speed, 0.3, 1.5e-4, "%g", out.speed); /* the corners of the ramp ring: 6 v / T^2 m / k each, 0.04 mm/s, and the sheet's own compliance */
    cr_expect_lt(out.residual, 1e-3, "%g", out.residual);
}

/* A paddle that goes round throws a plate. */
Test(gates_run, close_the_balance_of_energy_where_they_turn)
{
    const struct outcome out = run(HEAD("<gravity vector=\"0 m/s^2, -9.8 m/s^2\"/><run end=\"0.08 s\" sample=\"1 ms\"/>")
        "<guide name=\"table\" surface=\"steel\"><line from=\"-50 mm, -0.05 mm\" to=\"40 mm, -0.05 mm\"/></guide>"
        "<guide name=\"paddle\" surface=\"steel\" side=\"both\" thickness=\"2 mm\"><line from=\"58 mm, -40 mm\" to=\"98 mm, -40 mm\"/>"
        "<pivot at=\"58 mm, -40 mm\" drive=\"d\"/></guide><drive name=\"d\" shaft-speed=\"20 rad/s\"/>"
        SHEET("from=\"0 mm, 0 mm\""));

    cr_expect_gt(out.lead[1], 2e-3, "it is not thrown up: %g", out.lead[1]);
    cr_expect_lt(out.residual, 1e-3, "%g", out.residual);
}

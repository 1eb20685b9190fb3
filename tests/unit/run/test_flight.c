/* In free flight steps are long; still a sheet that flies at a solid does not pass through it. */
#include <criterion/criterion.h>
#include <quire/run.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "fixtures/machine.h"

#define MM 1e-3

static const char *const accuracy[] = {"fast", "standard", "fine"};

/* Warnings but those of the energy at "fast": what is thrown there meets a surface within a few
 * position tolerances, and the run may say that its energy is off. */
static size_t
complaints(const quire_diag *diag, const char *fine)
{
    size_t n = 0;

    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        n += strcmp(fine, "fast") != 0 || strcmp(quire_diag_get(diag, i)->code, "W-ENERGY") != 0;
    }
    return n;
}

/* a sheet of a thickness [mm], thrown at a solid */
static quire_run *throw(quire_model * *model, const char *solid, const char *start,
                        double thickness, const char *fine, double end)
{
    quire_diag *diag = quire_diag_create();
    quire_run_options options = quire_run_options_default();
    quire_run *run;
    char text[2000];

    snprintf(text, sizeof text,
             "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/><run end=\"%g s\" sample=\"50 "
             "ms\"/></settings>"
             "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"%g mm\" modulus-md=\"4 GPa\"/>"
             "<contact name=\"c\"><normal law=\"linear\" stiffness=\"2e4 N/m\" "
             "reference-length=\"5 mm\"/></contact><pair contact=\"c\"/>"
             "%s<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" "
             "segments=\"20\"><start %s/></sheet>",
             end, thickness, solid, start);
    *model = machine_model(text);
    options.accuracy = fine;
    cr_assert_eq(quire_run_create(&run, *model, &options, diag), QUIRE_OK, "%s", text);
    cr_assert_eq(quire_run_execute(run, diag), QUIRE_OK, "%s", text);
    cr_expect_eq(complaints(diag, fine), 0, "%s: %s", fine, text);
    quire_diag_destroy(diag);
    return run;
}

#define TABLE                                                                                      \
    "<guide name=\"g\" surface=\"steel\"><line from=\"-100 mm, 0 mm\" to=\"200 mm, 0 "             \
    "mm\"/></guide>"
#define THIN                                                                                       \
    "<guide name=\"g\" surface=\"steel\" thickness=\"0.5 mm\"><line from=\"-100 mm, 0 mm\" "       \
    "to=\"200 mm, 0 mm\"/></guide>"
#define HILL                                                                                       \
    "<guide name=\"g\" surface=\"steel\"><arc from=\"-100 mm, 0 mm\" through=\"40 mm, 20 mm\" "    \
    "to=\"180 mm, 0 mm\"/></guide>"
#define VALLEY                                                                                     \
    "<guide name=\"g\" surface=\"steel\"><arc from=\"-100 mm, 0 mm\" through=\"40 mm, -20 mm\" "   \
    "to=\"180 mm, 0 mm\"/></guide>"

/* it is thrown back, or stays, but is never below */
Test(flight, a_sheet_meets_the_guide_it_is_thrown_at)
{
    static const char *const guide[] = {TABLE, THIN, HILL, VALLEY},
                             *const heading[] = {"0 deg", "20 deg"},
                             *const speed[] = {"0.3", "0.5", "0.77", "1"};
    static const double thickness[] = {0.05, 0.1, 0.3}, seconds[] = {0.3, 0.17, 0.12, 0.1};

    for (int k = 0; k < 4 * 2 * 4 * 3; k++) {
        const double thick = thickness[k % 3];
        quire_model *model;
        char start[100];
        snprintf(start, sizeof start,
                 "from=\"10 mm, 45 mm\" heading=\"%s\" velocity=\"0.05 m/s, -%s m/s\"",
                 heading[k / 3 % 2], speed[k / 6 % 4]);
        quire_run *run =
            throw(&model, guide[k / 24], start, thick, accuracy[k % 3], 2 * seconds[k / 6 % 4]);
        const double least = k / 24 == 3 ? -21 * MM : 0;
        cr_expect(quire_run_figure(run, "s.lead.y") > least &&
                      quire_run_figure(run, "s.trail.y") > least,
                  "guide %d, %s, %g mm, %s", k / 24, start, thick, accuracy[k % 3]);
        quire_run_destroy(run);
        quire_model_destroy(model);
    }
}

Test(flight, a_sheet_meets_the_roller_it_is_thrown_at)
{
    static const char *const speed[] = {"0.3", "0.5", "0.77", "1"};
    static const char *const solid[] = {
        "<roller name=\"r\" centre=\"40 mm, -22 mm\" radius=\"2 mm\" surface=\"steel\"/>",
        "<roller name=\"r\" centre=\"40 mm, -22 mm\" radius=\"20 mm\" surface=\"steel\"/>",
        "<roller name=\"r\" centre=\"40 mm, -22 mm\" radius=\"5 mm\" surface=\"steel\"/>"};

    for (int k = 0; k < 3 * 4 * 3; k++) {
        quire_model *model;
        char start[100];
        snprintf(start, sizeof start, "from=\"10 mm, 45 mm\" velocity=\"0 m/s, -%s m/s\"",
                 speed[k / 3 % 4]);
        quire_run *run = throw(&model, solid[k % 3], start, 0.1, accuracy[k / 12],
                               0.8 * 0.3 / (0.3 + 0.2 * (k / 3 % 4)));
        cr_expect_gt(quire_run_figure(run, "s.lead.y"), 0, "%s, %s, %s", solid[k % 3], start,
                     accuracy[k / 12]);
        quire_run_destroy(run);
        quire_model_destroy(model);
    }
}

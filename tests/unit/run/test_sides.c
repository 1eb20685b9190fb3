/* A one-sided guide has one face: from behind it is not there, and takes or gives nothing; before
 * it nothing changes. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>

#include "base/diag.h"
#include "fixtures/machine.h"

#define MM 1e-3
#define WORLD(gravity, end)                                                                        \
    "<settings><gravity vector=\"0 m/s^2, " gravity " m/s^2\"/><run end=\"" end                    \
    "\" sample=\"1 ms\"/></settings>"                                                              \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\"/>"          \
    "<contact name=\"c\"><normal law=\"linear\" stiffness=\"2e4 N/m\" reference-length=\"5 "       \
    "mm\"/></contact><pair contact=\"c\"/>"
#define SHEET(start)                                                                               \
    "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" "                             \
    "segments=\"20\"><start " start "/></sheet>"
#define TABLE                                                                                      \
    "<guide name=\"g\" surface=\"steel\"><line from=\"-100 mm, 0 mm\" to=\"200 mm, 0 "             \
    "mm\"/></guide>"

static quire_run *
simulate(quire_model **model, const char *text, size_t complaints)
{
    quire_diag *diag = quire_diag_create();
    quire_run *run;

    *model = machine_model(text);
    cr_assert_eq(quire_run_create(&run, *model, NULL, diag), QUIRE_OK);
    cr_assert_eq(quire_run_execute(run, diag), QUIRE_OK);
    cr_expect_eq(quire_diag_count(diag), complaints, "%zu complaints: %s", quire_diag_count(diag),
                 text);
    quire_diag_destroy(diag);
    return run;
}

/* thrown at the back of many a guide it flies on as if there were none */
Test(sides, a_sheet_thrown_at_the_back_of_a_guide_flies_on)
{
    static const char *const text[] = {
        WORLD("0", "50 ms") TABLE SHEET("from=\"0 mm, -30 mm\" velocity=\"0 m/s, 2 m/s\""),
        WORLD("0", "50 ms")
            TABLE SHEET("from=\"0 mm, -50 mm\" heading=\"40 deg\" velocity=\"-0.5 m/s, 2 m/s\""),
        WORLD("0", "50 ms")
            TABLE SHEET("from=\"0 mm, -70 mm\" heading=\"90 deg\" velocity=\"0 m/s, 2.5 m/s\""),
        WORLD("0", "50 ms") "<guide name=\"g\" surface=\"steel\" thickness=\"0.5 mm\"><line "
                            "from=\"-100 mm, 0 mm\" to=\"200 mm, 0 mm\"/></guide>" SHEET(
                                "from=\"0 mm, -30 mm\" heading=\"3 deg\" velocity=\"0 m/s, 2 "
                                "m/s\""),
        WORLD("0", "50 ms") "<guide name=\"g\" surface=\"steel\"><arc from=\"-100 mm, 0 mm\" "
                            "through=\"40 mm, 20 mm\" to=\"180 mm, 0 mm\"/></guide>" SHEET(
                                "from=\"0 mm, -30 mm\" velocity=\"0 m/s, 2 m/s\""),
        WORLD("0", "50 ms") "<guide name=\"g\" surface=\"steel\"><arc from=\"-100 mm, 0 mm\" "
                            "through=\"40 mm, -20 mm\" to=\"180 mm, 0 mm\"/></guide>" SHEET(
                                "from=\"0 mm, -60 mm\" heading=\"5 deg\" velocity=\"0.2 m/s, 2 "
                                "m/s\""),
        /* it comes from beside the guide, and is beneath only later */
        WORLD("0", "120 ms") "<guide name=\"g\" surface=\"steel\"><arc from=\"-100 mm, 0 mm\" "
                             "through=\"40 mm, 20 mm\" to=\"180 mm, 0 mm\"/></guide>" SHEET(
                                 "from=\"-260 mm, -60 mm\" velocity=\"3 m/s, 1 m/s\""),
    };

    for (size_t k = 0; k < sizeof text / sizeof text[0]; k++) {
        quire_model *model;
        quire_run *run = simulate(&model, text[k], 0);
        const double moving = quire_run_figure(run, "energy.kinetic"),
                     at_first = quire_run_figure(run, "energy.initial");
        cr_expect_lt(fabs(moving / at_first - 1), 1e-9, "case %zu: %g", k, moving / at_first - 1);
        cr_expect_gt(quire_run_figure(run, "s.lead.y"), 20 * MM, "case %zu", k);
        quire_run_destroy(run);
        quire_model_destroy(model);
    }
}

/* thrown up through a table from below it falls down on it, and lies there */
Test(sides, once_before_the_face_it_is_held)
{
    quire_model *model;
    quire_run *run = simulate(
        &model,
        WORLD("-9.8", "0.6 s")
            TABLE SHEET("from=\"0 mm, -20 mm\" heading=\"5 deg\" velocity=\"0 m/s, 1 m/s\""),
        0);

    cr_expect_gt(quire_run_figure(run, "s.lead.y"), 0);
    cr_expect_gt(quire_run_figure(run, "s.trail.y"), 0);
    cr_expect_lt(quire_run_figure(run, "s.lead.y"), 60 * MM);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* the top of a block holds what lies far behind its bottom and beside its walls */
Test(sides, faces_of_one_guide_have_sides_of_their_own)
{
    quire_model *model;
    quire_run *run =
        simulate(&model,
                 WORLD("-9.8", "0.3 s") "<guide name=\"g\" surface=\"steel\"><polyline "
                                        "points=\"-20 mm, -12 mm; -20 mm, 0 mm; 45 mm, 0 mm; "
                                        "45 mm, -12 mm; -20.1 mm, -12 mm\"/></guide>" SHEET(
                                            "from=\"-10 mm, 2 mm\""),
                 0);

    cr_expect_gt(quire_run_figure(run, "s.trail.y"), 0);
    cr_expect_gt(quire_run_figure(run, "s.lead.y"), -6 * MM);
    cr_expect_gt(quire_run_figure(run, "g.normal.max"), 0.5 * 80e-3 * 0.06 * 0.1 * 9.8);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

#define LEDGE(thickness)                                                                           \
    "<guide name=\"g\" surface=\"steel\" thickness=\"" thickness                                   \
    "\"><line from=\"-200 mm, 0 mm\" to=\"0 mm, 0 mm\"/></guide>"

/* A sheet that slides off a table and tips knows nothing of how thick that is: it touches the edge
 * all the time. Its segments matter little: with 48 of them it falls to -225.9 mm. */
Test(sides, a_sheet_slips_off_a_table_of_whatever_thickness)
{
    static const char *const ledge[] = {LEDGE("5 mm"), LEDGE("1 mm"), LEDGE("0.5 mm"),
                                        LEDGE("0.2 mm")};

    for (int segments = 6; segments <= 24; segments *= 2) {
        for (size_t k = 0; k < sizeof ledge / sizeof *ledge; k++) {
            char text[2000];
            quire_model *model;
            snprintf(text, sizeof text,
                     "%s%s<sheet name=\"s\" media=\"m\" length=\"150 mm\" width=\"100 mm\" "
                     "segments=\"%d\">"
                     "<start from=\"-160 mm, 0.05 mm\" velocity=\"0.5 m/s, 0 m/s\"/></sheet>",
                     WORLD("-9.8", "0.45 s"), ledge[k], segments);
            quire_run *run = simulate(&model, text, 0);
            const double height = quire_run_figure(run, "s.trail.y");
            cr_expect_lt(height, -5 * MM, "%d segments, %s: it has not slipped off: %g", segments,
                         ledge[k], height);
            cr_expect_float_eq(height, -225.9 * MM, 6e-3 * 225.9 * MM, "%d segments, %s: %g",
                               segments, ledge[k], height);
            cr_expect_lt(quire_run_figure(run, "energy.residual.relative"), 1e-3, "%d segments, %s",
                         segments, ledge[k]);
            quire_run_destroy(run);
            quire_model_destroy(model);
        }
    }
}

/* thrown at a table's edge from below it flies on as well, wherever that is between two nodes */
Test(sides, a_sheet_thrown_at_the_back_of_an_edge_flies_on)
{
    static const double heading[] = {-5, -2, 2, 5};

    for (size_t k = 0; k < sizeof heading / sizeof *heading; k++) {
        for (int place = 0; place < 12; place++) {
            char text[2000];
            quire_model *model;
            snprintf(text, sizeof text,
                     "%s%s<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" "
                     "segments=\"6\">"
                     "<start from=\"%d mm, -20 mm\" heading=\"%g deg\" velocity=\"0 m/s, 0.3 "
                     "m/s\"/></sheet>",
                     WORLD("0", "0.2 s"), LEDGE("1 mm"), -58 + 5 * place, heading[k]);
            quire_run *run = simulate(&model, text, 0);
            const double moving = quire_run_figure(run, "energy.kinetic"),
                         at_first = quire_run_figure(run, "energy.initial");
            cr_expect_lt(fabs(moving / at_first - 1), 1e-9, "at %d mm, %g deg: %g", -58 + 5 * place,
                         heading[k], moving / at_first - 1);
            quire_run_destroy(run);
            quire_model_destroy(model);
        }
    }
}

/* a sheet that flies edge on against a thin wall comes back, however thin that is and however soft
 * its law */
Test(sides, no_thin_wall_is_passed_through)
{
    static const char *const thickness[] = {"0.5 mm", "0.1 mm", "0.02 mm"};
    static const char *const side[] = {"left", "both"};

    for (size_t k = 0; k < 2 * sizeof thickness / sizeof *thickness; k++) {
        for (int heading = 0; heading <= 20; heading += 20) {
            char text[2000];
            quire_model *model;
            snprintf(text, sizeof text,
                     "%s<guide name=\"g\" surface=\"steel\" side=\"%s\" thickness=\"%s\"><line "
                     "from=\"70 mm, -60 mm\" to=\"70 mm, 60 mm\"/></guide><sheet name=\"s\" "
                     "media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"20\"><start "
                     "from=\"0 mm, 0 mm\" heading=\"%d deg\" velocity=\"2 m/s, 0 m/s\"/></sheet>",
                     WORLD("0", "15 ms"), side[k % 2], thickness[k / 2], heading);
            quire_diag *diag = quire_diag_create();
            quire_run *run;
            model = machine_model(text);
            cr_assert_eq(quire_run_create(&run, model, NULL, diag), QUIRE_OK);
            cr_assert_eq(quire_run_execute(run, diag), QUIRE_OK);
            cr_expect_gt(quire_run_figure(run, "g.normal.max"), 0);
            cr_expect_lt(quire_run_figure(run, "s.lead.x"), 70 * MM, "%s, %s, %d deg: %g",
                         side[k % 2], thickness[k / 2], heading, quire_run_figure(run, "s.lead.x"));
            quire_run_destroy(run);
            quire_model_destroy(model);
            quire_diag_destroy(diag);
        }
    }
}

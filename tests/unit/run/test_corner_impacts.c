/* Laws that remember take the speed of an impact, and all else, also where a corner is what
 * touches: a stiff sheet of 1 g strikes free ends, ends of walls, kinks and corners of blocks. The
 * restitution is that of the law by itself. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/law.h>
#include <quire/run.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "fixtures/machine.h"
#include "lawlab/law.h"
#include "model/kinds_contact.h"

#define MASS 1e-3

/* in the middle of the sheet, so that it does not turn; corners have all of the law, and sides, by
 * the reference length, nearly nothing. A free end's wall is thinner than half of the sheet, whose
 * own end would strike its end as well. */
static const struct target {
    const char *name, *element;
    bool by_edge;
} targets[] = {
    {"a free end",
     "<guide name=\"g\" surface=\"any\" side=\"left\" thickness=\"9 mm\"><line from=\"0 mm, -30 "
     "mm\" to=\"0 mm, 0 mm\"/></guide>",
     false},
    {"the end of a wall",
     "<guide name=\"g\" surface=\"any\" side=\"left\" thickness=\"10 mm\"><line from=\"0 mm, -30 "
     "mm\" to=\"0 mm, 0 mm\"/></guide>",
     true},
    {"a kink",
     "<guide name=\"g\" surface=\"any\" side=\"left\" thickness=\"10 mm\"><polyline points=\"-3 "
     "mm, -30 mm; 0 mm, 0 mm; 3 mm, -30 mm\"/></guide>",
     false},
    {"the corner of a block",
     "<block name=\"b\" surface=\"any\" width=\"10 mm\" height=\"10 mm\" mass=\"1000 kg\" "
     "angle=\"45 deg\" centre=\"0 mm, -7.0710678 mm\" guided=\"angle\"/>"
     "<pair media=\"m\" surface=\"any\" contact=\"c\"/>",
     false},
};
static const char *const laws[] = {
    "law=\"restitution-exact\" stiffness=\"4e6 N/m^1.5\" restitution=\"0.5\"",
    "law=\"hunt-crossley\" stiffness=\"4e6 N/m^1.5\" restitution=\"0.3\" damping=\"1 N*s/m\"",
    "law=\"eepa\" stiffness=\"1e5 N/m^1\" exponent=\"1\" plasticity-ratio=\"0.6\"",
};
#define COUNT(list) (sizeof list / sizeof *list)

/* a sheet that comes to its targets in 0.1 mm; flat and moving along, its middle is there in the
 * midst of the impact */
static void
write_sheet(char *out, size_t size, bool by_edge, int segments, double along, double speed)
{
    char start[200];

    if (by_edge) {
        snprintf(start, sizeof start,
                 "from=\"5 mm, 20.6 mm\" heading=\"-90 deg\" velocity=\"0 m/s, -%g m/s\"", speed);
    } else {
        snprintf(start, sizeof start, "from=\"%g m, 0.6 mm\" velocity=\"%g m/s, -%g m/s\"",
                 -10e-3 - along * 0.3e-3 / speed, along, speed);
    }
    snprintf(out, size,
             "<sheet name=\"s\" media=\"m\" length=\"20 mm\" width=\"100 mm\" "
             "segments=\"%d\"><start %s/></sheet>",
             segments, start);
}

/* restitution across the surface by the energy that is left; *nominal is the law's */
static double
strike(const char *law, const struct target *target, int segments, double along, double speed,
       double *nominal)
{
    char element[500], text[3000];
    quire_diag *diag = quire_diag_create();
    quire_run *run;
    quire_law *by_itself;
    quire_impact impact;

    write_sheet(element, sizeof element, target->by_edge, segments, along, speed);
    snprintf(
        text, sizeof text,
        "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/><run end=\"%g s\" sample=\"1 "
        "ms\"/><solver position-tolerance=\"1e-9 m\" order=\"3\"/></settings>"
        "<media name=\"m\" grammage=\"500 g/m^2\" thickness=\"1 mm\" modulus-md=\"4 GPa\" "
        "bending-stiffness-md=\"1e5 N*m\" damping-ratio=\"0.05\" damping-frequency=\"160 Hz\"/>"
        "<contact name=\"c\"><normal %s reference-length=\"10 m\"/></contact><pair "
        "contact=\"c\"/>%s%s",
        0.2e-3 / speed + 1e-3, law, target->element, element);
    quire_model *model = machine_model(text);
    cr_assert_eq(quire_law_from_object(
                     &by_itself,
                     quire_object_child_in(quire_object_child_of(model->root, &quire_kind_contact),
                                           &quire_family_normal),
                     NULL, diag),
                 QUIRE_OK);
    cr_assert_eq(quire_law_impact(by_itself, MASS, speed, &impact), QUIRE_OK);
    quire_law_destroy(by_itself);
    cr_assert_eq(quire_run_create(&run, model, NULL, diag), QUIRE_OK, "%s", text);
    cr_assert_eq(quire_run_execute(run, diag), QUIRE_OK, "%s", text);
    const double left =
        quire_run_figure(run, "energy.kinetic") + quire_run_figure(run, "energy.elastic");
    *nominal = impact.restitution;
    quire_run_destroy(run);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
    return sqrt(left / (0.5 * MASS) - along * along) / speed;
}

Test(corner_impacts, rebound_as_the_law_says)
{
    for (size_t i = 0; i < COUNT(laws); i++) {
        for (size_t k = 0; k < COUNT(targets); k++) {
            for (int slow = 0; slow < 2; slow++) {
                double nominal;
                const double speed = slow ? 0.2 : 1,
                             is = strike(laws[i], targets + k, 8, 0, speed, &nominal);
                cr_expect_float_eq(is, nominal, 2e-3, "%s, %s, %g m/s: %.6f is not %.6f", laws[i],
                                   targets[k].name, speed, is, nominal);
            }
        }
    }
}

/* What a corner remembers stays with it while the sheet slides by, from one node to the next. */
Test(corner_impacts, a_sheet_that_slides_by_is_remembered)
{
    for (size_t i = 0; i < COUNT(laws); i++) {
        double nominal;
        const double is = strike(laws[i], targets, 7, 0.3, 1, &nominal);
        cr_expect_float_eq(is, nominal, 2e-3, "%s: %.6f is not %.6f", laws[i], is, nominal);
    }
}

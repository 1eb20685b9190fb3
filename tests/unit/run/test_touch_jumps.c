/* Normal laws whose force jumps where surfaces touch: no event on sheets, and the restitution is
 * that of a free mass all the same. The exact answers are those of the laws by themselves,
 * integrated to 1e-8. */
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

#define MASS  1e-3
#define SPEED 1.0

/* each for 1 g; all jump at touch, the adhesive one and those that may pull at separation, too */
static const char *const laws[] = {
    "law=\"linear\" stiffness=\"1e5 N/m\" damping=\"4 N*s/m\"",
    "law=\"linear\" stiffness=\"1e5 N/m\" damping=\"10 N*s/m\"",
    "law=\"linear\" stiffness=\"1e5 N/m\" damping=\"4 N*s/m\" release=\"overlap\"",
    "law=\"hooke-scale-invariant\" youngs-modulus=\"6 MPa\" mean-radius=\"10 mm\" damping=\"4 "
    "N*s/m\"",
    "law=\"demlab-hertz\" effective-modulus=\"30 MPa\" effective-radius=\"10 mm\" damping=\"none\" "
    "viscous-coefficient=\"4 N*s/m\"",
    "law=\"demlab-hertz\" effective-modulus=\"30 MPa\" effective-radius=\"10 mm\" "
    "effective-mass=\"1 g\" damping=\"lh\" lh-coefficient=\"4000 s^-1\"",
    "law=\"eepa\" stiffness=\"1e5 N/m^1\" exponent=\"1\" plasticity-ratio=\"0.3\" damping=\"4 "
    "N*s/m\"",
    "law=\"eepa\" stiffness=\"1e5 N/m^1\" exponent=\"1\" plasticity-ratio=\"0.3\" "
    "pull-off-force=\"1 N\"",
    "law=\"hunt-crossley\" stiffness=\"4e6 N/m^1.5\" restitution=\"0.5\" damping=\"4 N*s/m\"",
};
#define COUNT(list) (sizeof list / sizeof *list)

/* A stiff sheet of 1 g: its ends have the whole law, and what is between them next to nothing,
 * since the law belongs to a length of 100 m. */
static const struct striker {
    const char *name, *element;
    int ends; /* that strike at once */
} strikers[] = {
    {"a disc",
     "<disc name=\"s\" surface=\"any\" mass=\"1 g\" radius=\"5 mm\" centre=\"0 mm, 5.1 mm\" "
     "velocity=\"0 m/s, -1 m/s\"/>",
     1},
    {"an edge",
     "<sheet name=\"s\" media=\"m\" length=\"20 mm\" width=\"100 mm\" segments=\"10\">"
     "<start from=\"0 mm, 20.6 mm\" heading=\"-90 deg\" velocity=\"0 m/s, -1 m/s\"/></sheet>",
     1},
    {"an edge of many nodes",
     "<sheet name=\"s\" media=\"m\" length=\"20 mm\" width=\"100 mm\" segments=\"40\">"
     "<start from=\"0 mm, 20.6 mm\" heading=\"-90 deg\" velocity=\"0 m/s, -1 m/s\"/></sheet>",
     1},
    {"a flat sheet",
     "<sheet name=\"s\" media=\"m\" length=\"20 mm\" width=\"100 mm\" segments=\"10\">"
     "<start from=\"-10 mm, 0.6 mm\" velocity=\"0 m/s, -1 m/s\"/></sheet>",
     2},
};

static double
of_the_law(const quire_model *model, double mass)
{
    quire_diag *diag = quire_diag_create();
    quire_law *law;
    quire_impact impact;

    cr_assert_eq(quire_law_from_object(
                     &law,
                     quire_object_child_in(quire_object_child_of(model->root, &quire_kind_contact),
                                           &quire_family_normal),
                     NULL, diag),
                 QUIRE_OK);
    cr_assert_eq(quire_law_impact(law, mass, SPEED, &impact), QUIRE_OK);
    quire_law_destroy(law);
    quire_diag_destroy(diag);
    return impact.restitution;
}

/* restitution by the energy that is left, over that of the law */
static double
strike(const char *attributes, const struct striker *s, const char *solver)
{
    char text[3000], what[300];
    quire_diag *diag = quire_diag_create();
    quire_run *run;

    snprintf(what, sizeof what, "%s, %s, %s", attributes, s->name, solver);
    snprintf(
        text, sizeof text,
        "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/><run end=\"3 ms\" sample=\"1 "
        "ms\"/><solver %s/></settings>"
        "<media name=\"m\" grammage=\"500 g/m^2\" thickness=\"1 mm\" modulus-md=\"400 GPa\" "
        "bending-stiffness-md=\"1e5 N*m\"/>"
        "<contact name=\"c\"><normal %s reference-length=\"100 m\"/></contact><pair contact=\"c\"/>"
        "<guide name=\"g\" surface=\"steel\" thickness=\"10 mm\"><line from=\"-50 mm, 0 mm\" "
        "to=\"50 mm, 0 mm\"/></guide>%s",
        solver, attributes, s->element);
    quire_model *model = machine_model(text);
    const double restitution = of_the_law(model, MASS / s->ends);
    cr_assert_eq(quire_run_create(&run, model, NULL, diag), QUIRE_OK, "%s", what);
    cr_assert_eq(quire_run_execute(run, diag), QUIRE_OK, "%s", what);
    const double left =
        quire_run_figure(run, "energy.kinetic") + quire_run_figure(run, "energy.elastic");
    /* a body's touch is an event */
    cr_expect_eq(quire_run_figure(run, "solver.restarts"), s == strikers, "%s", what);
    quire_run_destroy(run);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
    return sqrt(left / (0.5 * MASS * SPEED * SPEED)) / restitution;
}

Test(touch_jumps, sheets_rebound_as_exactly_as_bodies)
{
    for (size_t i = 0; i < COUNT(laws); i++) {
        for (size_t k = 0; k < COUNT(strikers); k++) {
            const double ratio =
                strike(laws[i], strikers + k, "position-tolerance=\"1e-9 m\" order=\"3\"");
            cr_expect_float_eq(ratio, 1, 4e-4, "%s, %s: %.6f", laws[i], strikers[k].name, ratio);
        }
    }
}

/* with the words that users write: as bodies do, to 4 % at 1 m/s */
Test(touch_jumps, at_ordinary_accuracy_too)
{
    for (size_t i = 0; i < COUNT(laws); i++) {
        for (size_t k = 0; k < COUNT(strikers); k++) {
            const double ratio = strike(laws[i], strikers + k, "accuracy=\"standard\"");
            cr_expect_float_eq(ratio, 1, 0.04, "%s, %s: %.6f", laws[i], strikers[k].name, ratio);
        }
    }
}

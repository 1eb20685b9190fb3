/* Models without sheets: an impact that dips in by a thousand position tolerances is right to a
 * thousandth, and who gives an order gets it. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/law.h>
#include <quire/run.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "fixtures/machine.h"

#define MASS   1e-3 /* [kg] */
#define RADIUS 5e-3 /* [m] */
#define SQUARE                                                                                     \
    "<block name=\"b\" surface=\"steel\" mass=\"0.5 g\" width=\"10 mm\" height=\"10 mm\" "         \
    "angle=\"45 deg\""
#define DISC "<disc name=\"b\" surface=\"steel\" mass=\"1 g\" radius=\"5 mm\""
#define SHEET                                                                                      \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\"/>"          \
    "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"10\"><start "      \
    "from=\"0 mm, 40 mm\"/></sheet>"

static quire_run *
run(quire_model **model, const char *text)
{
    quire_diag *diag = quire_diag_create();
    quire_run *out;

    *model = machine_model(text);
    cr_assert_eq(quire_run_create(&out, *model, NULL, diag), QUIRE_OK, "%s", text);
    cr_assert_eq(quire_run_execute(out, diag), QUIRE_OK, "%s", text);
    quire_diag_destroy(diag);
    return out;
}

static void
finish(quire_run *it, quire_model *model)
{
    quire_run_destroy(it);
    quire_model_destroy(model);
}

/* a disc, or half its mass on a corner, to which half of the law belongs, flies at a wall for 0.1
 * ms */
static quire_run *
strike(quire_model **model, const char *law, bool corner, double speed, double end,
       const char *solver)
{
    const double reach = corner ? RADIUS * sqrt(2) : RADIUS;
    char text[2000];

    snprintf(text, sizeof text,
             "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/><run end=\"%.9g s\" sample=\"%.9g "
             "s\"/><solver %s/></settings>"
             "<contact name=\"c\"><normal %s/></contact><pair contact=\"c\"/>"
             "<guide name=\"wall\" surface=\"steel\" thickness=\"10 mm\"><line from=\"-50 mm, 0 "
             "mm\" to=\"50 mm, 0 mm\"/></guide>"
             "%s centre=\"0 m, %.15g m\" velocity=\"0 m/s, %.15g m/s\"/>",
             end, end / 4000, solver, law, corner ? SQUARE : DISC, reach + 1e-4 * speed, -speed);
    return run(model, text);
}

struct impact_case {
    const char *kind, *law;
    quire_setting setting[4];
    int n;
    double speed; /* [m/s] */
};

static const struct impact_case impacts[] = {
    {"hunt-crossley",
     "law=\"hunt-crossley\" stiffness=\"1e8 N/m^1.5\" restitution=\"0.5\"",
     {{"stiffness", "1e8 N/m^1.5"}, {"restitution", "0.5"}},
     2,
     1},
    {"restitution-exact",
     "law=\"restitution-exact\" stiffness=\"1e6 N/m\" exponent=\"1\" restitution=\"0.3\"",
     {{"stiffness", "1e6 N/m"}, {"exponent", "1"}, {"restitution", "0.3"}},
     3,
     0.1},
    {"linear",
     "law=\"linear\" stiffness=\"1000 N/m\" damping=\"1 N*s/m\" release=\"overlap\"",
     {{"stiffness", "1000 N/m"}, {"damping", "1 N*s/m"}, {"release", "overlap"}},
     3,
     1},
    {"hooke-scale-invariant",
     "law=\"hooke-scale-invariant\" youngs-modulus=\"10 MPa\" mean-radius=\"10 mm\" damping=\"20 "
     "N*s/m\"",
     {{"youngs-modulus", "10 MPa"}, {"mean-radius", "10 mm"}, {"damping", "20 N*s/m"}},
     3,
     0.3},
};

static void
impact_of_law(const struct impact_case *c, quire_impact *out)
{
    quire_diag *diag = quire_diag_create();
    quire_law *law;

    cr_assert_eq(quire_law_create(&law, c->kind, c->setting, (size_t)c->n, diag), QUIRE_OK, "%s",
                 c->kind);
    cr_assert_eq(quire_law_impact(law, MASS, c->speed, out), QUIRE_OK, "%s", c->kind);
    quire_law_destroy(law);
    quire_diag_destroy(diag);
}

Test(free_impacts, are_those_of_the_law_to_a_thousandth_at_a_thousand_tolerances)
{
    for (size_t k = 0; k < 2 * sizeof impacts / sizeof *impacts; k++) {
        const struct impact_case *c = impacts + k / 2;
        quire_impact law;
        quire_model *model;
        char solver[60];
        impact_of_law(c, &law);
        snprintf(solver, sizeof solver, "position-tolerance=\"%.9g m\"",
                 law.peak_penetration / 1000);
        quire_run *it = strike(&model, c->law, k % 2, c->speed, 1e-4 + 1.2 * law.duration, solver);
        const double reach = k % 2 ? RADIUS * sqrt(2) : RADIUS;
        cr_expect_float_eq(quire_run_figure(it, "b.vy") / c->speed / law.restitution, 1, 1e-3,
                           "%s, body %zu", c->kind, k % 2);
        cr_expect_float_eq((reach - quire_run_figure(it, "b.y.min")) / law.peak_penetration, 1,
                           1e-3, "%s, body %zu", c->kind, k % 2);
        finish(it, model);
    }
}

static double
steps(const char *solver)
{
    quire_model *model;
    quire_run *it = strike(&model, impacts[0].law, false, 1, 1e-3, solver);
    const double n = quire_run_figure(it, "solver.steps");

    finish(it, model);
    return n;
}

Test(free_impacts, take_the_fifth_order_unless_one_is_given)
{
    cr_expect_eq(steps(""), steps("order=\"5\""));
    cr_expect(steps("order=\"2\"") > 2 * steps(""));
}

/* models with sheets are integrated as ever: to the second order and to the tolerance itself */
Test(free_impacts, sheets_take_the_second_order_unless_one_is_given)
{
    static const char *const solver[3] = {"", "order=\"2\"", "order=\"5\""};
    double y[3], n[3];

    for (int k = 0; k < 3; k++) {
        quire_model *model;
        char text[1000];
        snprintf(text, sizeof text,
                 "<settings><run end=\"60 ms\" sample=\"10 ms\"/><solver %s/></settings><contact "
                 "name=\"c\"><normal law=\"linear\" stiffness=\"2e4 N/m\"/></contact>"
                 "<pair contact=\"c\"/><guide name=\"g\" surface=\"steel\"><line from=\"-100 mm, 0 "
                 "mm\" to=\"30 mm, 35 mm\"/></guide>" SHEET,
                 solver[k]);
        quire_run *it = run(&model, text);
        y[k] = quire_run_figure(it, "s.lead.y");
        n[k] = quire_run_figure(it, "solver.steps");
        finish(it, model);
    }
    cr_expect_eq(y[0], y[1]);
    cr_expect_eq(n[0], n[1]);
    cr_expect_neq(n[0], n[2]);
}

/* Three discs in a box, which collide and fly on for long: the step that carries one into what it
 * meets next is cut there, and what would have flown at its end says nothing. */
static void
keep_balance(const char *law, const char *solver, const char *gravity)
{
    static const char *const lost[] = {"energy.contact-damping", "energy.friction"};
    char text[3000];
    quire_model *model;

    snprintf(text, sizeof text,
             "<settings><gravity vector=\"0 m/s^2, %s m/s^2\"/><run end=\"0.4 s\" sample=\"1 "
             "ms\"/><solver %s/></settings>"
             "<contact name=\"c\"><normal %s/></contact><pair contact=\"c\"/>"
             "<guide name=\"floor\" surface=\"steel\" side=\"left\"><polyline points=\"-200 mm, "
             "300 mm; -200 mm, 0 mm; 200 mm, 0 mm; 200 mm, 300 mm\"/></guide>"
             "<disc name=\"b7\" radius=\"10 mm\" surface=\"ball\" mass=\"10 g\" centre=\"-95 mm, "
             "90 mm\" velocity=\"1.4 m/s, 0 m/s\"/>"
             "<disc name=\"b9\" radius=\"10 mm\" surface=\"ball\" mass=\"10 g\" centre=\"15 mm, 90 "
             "mm\" velocity=\"0.7 m/s, 1 m/s\"/>"
             "<disc name=\"b10\" radius=\"10 mm\" surface=\"ball\" mass=\"10 g\" centre=\"70 mm, "
             "90 mm\" velocity=\"-1.4 m/s, 0.5 m/s\"/>",
             gravity, solver, law);
    quire_run *it = run(&model, text);
    const double there =
        quire_run_figure(it, "energy.initial") + fmax(0, -quire_run_figure(it, "energy.gravity"));
    size_t residual = 0;
    for (size_t k = 0; k < quire_run_column_count(it); k++) {
        const char *name = quire_run_column_name(it, k);
        residual = strncmp(name, "energy.residual", 15) == 0 ? k : residual;
    }
    for (size_t i = 0; i < quire_run_row_count(it); i++) {
        const double left = quire_run_value(it, i, residual);
        cr_expect_lt(fabs(left), 2e-3 * there, "%s, %s: %g of %g J at %g s", law, solver, left,
                     there, quire_run_value(it, i, 0));
    }
    for (size_t k = 0; k < sizeof lost / sizeof *lost; k++) {
        const double it_lost = quire_run_figure(it, lost[k]);
        cr_expect(it_lost > -2e-3 * there && it_lost < 1.002 * there, "%s, %s: %s %g of %g J", law,
                  solver, lost[k], it_lost, there);
    }
    finish(it, model);
}

Test(free_impacts, keep_their_energy_after_long_flights)
{
    static const char *const law[] = {
        "law=\"hunt-crossley\" stiffness=\"1e7 N/m^1.5\" exponent=\"1.5\" restitution=\"0.3\"",
        "law=\"flores\" stiffness=\"1e7 N/m^1.5\" exponent=\"1.5\" restitution=\"0.3\"",
        "law=\"restitution-exact\" stiffness=\"1e7 N/m^1.5\" exponent=\"1.5\" restitution=\"0.3\"",
        "law=\"linear\" stiffness=\"1e5 N/m\" damping=\"2 N*s/m\"",
        "law=\"linear\" stiffness=\"1e5 N/m\" damping=\"2 N*s/m\" release=\"overlap\"",
        "law=\"demlab-hertz\" effective-modulus=\"100 MPa\" restitution=\"0.3\"",
        "law=\"eepa\" stiffness=\"1e7 N/m^1.5\" exponent=\"1.5\" plasticity-ratio=\"0.5\"",
        ("law=\"distance-power\" area=\"1 cm^2\" reference-distance=\"0.1 mm\" cut-off=\"0.8 mm\" "
         "layer=\"0.2 mm\" repulsion=\"1e5 Pa\" "
         "repulsion-exponent=\"4\" damping=\"200 Pa*s/m\" damping-exponent=\"4\"")};

    for (size_t k = 0; k < sizeof law / sizeof *law; k++) {
        keep_balance(law[k], "accuracy=\"standard\"", "0");
        keep_balance(law[k], "accuracy=\"fine\"", "-9.81");
    }
}

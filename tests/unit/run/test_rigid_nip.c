/* Between two rollers that do not give way a sheet is squeezed hard: little motion stores much
 * energy, and none of it may get lost in the books. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>

#include "base/diag.h"
#include "fixtures/machine.h"

struct nip {
    const char *heading, *lead, *stiffness, *damping, *more, *accuracy;
    double half; /* from the path to each roller [mm] */
    double end;  /* [s] */
};

static quire_run *
squeeze(quire_model **model, const struct nip *nip)
{
    quire_diag *diag = quire_diag_create();
    quire_run *run;
    char text[2000];

    snprintf(text, sizeof text,
             "<settings><run end=\"%g s\" sample=\"10 ms\"/><solver accuracy=\"%s\"/></settings>"
             "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" "
             "damping-ratio=\"0.05\" damping-frequency=\"160 Hz\"/>"
             "<contact name=\"c\"><normal law=\"linear\" stiffness=\"%s\" "
             "damping=\"%s\"/>%s</contact><pair contact=\"c\"/>"
             "<path name=\"p\" from=\"0 mm, 0 mm\" heading=\"%s\"><line length=\"400 mm\"/></path>"
             "<roller name=\"low\" path=\"p\" at=\"150 mm\" side=\"right\" offset=\"%g mm\" "
             "radius=\"10 mm\" surface=\"steel\"/>"
             "<roller name=\"up\" path=\"p\" at=\"150 mm\" side=\"left\" offset=\"%g mm\" "
             "radius=\"10 mm\" surface=\"steel\"/>"
             "<sheet name=\"page\" media=\"m\" length=\"297 mm\" width=\"210 mm\" "
             "segments=\"60\"><start path=\"p\" lead=\"%s\"/></sheet>",
             nip->end, nip->accuracy, nip->stiffness, nip->damping, nip->more, nip->heading,
             -nip->half, nip->half, nip->lead);
    *model = machine_model(text);
    cr_assert_eq(quire_run_create(&run, *model, NULL, diag), QUIRE_OK);
    cr_assert_eq(quire_run_execute(run, diag), QUIRE_OK);
    quire_diag_destroy(diag);
    return run;
}

/* Of the balance at the end, what contacts give as their shares change included: here they give
 * most. */
static double
largest_term(const quire_run *run)
{
    static const char *const name[] = {
        "energy.kinetic",         "energy.elastic",       "energy.gravity", "energy.contact",
        "energy.contact-damping", "energy.sheet-damping", "energy.friction"};
    double largest = 0;

    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        cr_assert(!isnan(quire_run_figure(run, name[i])), "%s", name[i]);
        largest = fmax(largest, fabs(quire_run_figure(run, name[i])));
    }
    return largest;
}

/* It hangs, bends round one of the rollers, and that one's law passes over from the nearest point
 * to the stations (doc/theory/energy.md, 5). */
Test(rigid_nip, balances_where_the_sheet_bends_over_a_roller)
{
    static const struct nip nips[] = {
        {"-45 deg", "300 mm", "1e7 N/m", "10 N*s/m", "", "standard", 0.01, 0.2},
        {"-45 deg", "300 mm", "1e6 N/m", "10 N*s/m", "", "standard", 0.01, 0.2},
        {"-45 deg", "300 mm", "1e4 N/m", "10 N*s/m", "", "standard", 0.045, 0.2},
    };

    for (size_t k = 0; k < sizeof nips / sizeof *nips; k++) {
        quire_model *model;
        quire_run *run = squeeze(&model, nips + k);
        const double left = fabs(quire_run_figure(run, "energy.residual")) / largest_term(run);
        cr_expect_lt(left, 1e-3, "%zu: %g", k, left);
        quire_run_destroy(run);
        quire_model_destroy(model);
    }
}

/* It falls out without friction, and the end is shot out by what both rollers stored: no step may
 * pass the place where they push. */
Test(rigid_nip, shoots_an_end_out)
{
    static const struct nip nips[] = {
        {"-90 deg", "300 mm", "1e6 N/m", "10 N*s/m", "", "standard", 0.01, 0.2},
        {"-90 deg", "440 mm", "1e7 N/m", "10 N*s/m", "", "standard", 0.01, 0.2},
        {"90 deg", "160 mm", "1e7 N/m", "10 N*s/m", "", "standard", 0.045, 0.2},
    };

    for (size_t k = 0; k < sizeof nips / sizeof *nips; k++) {
        quire_model *model;
        quire_run *run = squeeze(&model, nips + k);
        const double fallen = -quire_run_figure(run, "energy.gravity"),
                     kinetic = quire_run_figure(run, "energy.kinetic");
        const double stored = quire_run_figure(run, "energy.initial"),
                     lost = quire_run_figure(run, "energy.contact-damping");
        cr_expect_lt(quire_run_figure(run, "energy.residual.relative"), 2e-3, "%zu: %g", k,
                     quire_run_figure(run, "energy.residual.relative"));
        cr_expect_eq(quire_run_figure(run, "energy.contact"), 0);
        cr_expect_gt(kinetic + lost, fallen + 0.9 * stored, "%zu: of %g J", k, stored);
        quire_run_destroy(run);
        quire_model_destroy(model);
    }
}

/* A sheet that is pressed round a roller from the start follows it from the start: what the contact
 * stores belongs to the initial energy, and nothing appears in the first step. */
Test(rigid_nip, starts_with_the_energy_of_a_sheet_that_wraps_a_roller)
{
    quire_diag *diag = quire_diag_create();
    quire_model *model = machine_model(
        "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/><run end=\"10 ms\"/></settings>"
        "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\"/>"
        "<contact name=\"c\"><normal law=\"mtt-indentation\" force=\"8 N\" at-penetration=\"0.05 "
        "mm\"/></contact><pair contact=\"c\"/>"
        "<path name=\"p\" from=\"0 mm, 0 mm\"><line length=\"40 mm\"/><arc radius=\"30.03 mm\" "
        "angle=\"60 deg\" turn=\"right\"/><line length=\"60 mm\"/></path>"
        "<roller name=\"r\" centre=\"40 mm, -30.03 mm\" radius=\"30 mm\" surface=\"rubber\"/>"
        "<sheet name=\"s\" media=\"m\" length=\"100 mm\" width=\"100 mm\" segments=\"25\">"
        "<start path=\"p\" lead=\"110 mm\"/></sheet>");
    quire_run *run;

    cr_assert_eq(quire_run_create(&run, model, NULL, diag), QUIRE_OK);
    cr_assert_eq(quire_run_execute(run, diag), QUIRE_OK);
    const double initial = quire_run_figure(run, "energy.initial"),
                 given = -quire_run_figure(run, "energy.contact-damping");
    cr_expect_gt(initial, 1e-4);
    cr_expect_lt(fabs(given), 0.02 * initial, "%g J appeared, of %g J", given, initial);
    cr_expect_lt(fabs(quire_run_figure(run, "energy.residual")), 1e-3 * initial);
    quire_run_destroy(run);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
}

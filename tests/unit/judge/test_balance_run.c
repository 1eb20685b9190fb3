/* What makes a run doubtful for its energy: what appeared, beside what the machine's physics turned
 * over. doc/theory/energy.md, 6 */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fixtures/simulate.h"
#include "judge/balance.h"

#define MJ 1e-3

static struct quire_energy_view
judged(const struct quire_energy_view *look, size_t n, double tolerance)
{
    struct quire_balance b = {.position = tolerance};
    struct quire_energy_view last = look[n - 1];

    for (size_t k = 0; k < n; k++) {
        quire_balance_track(&b, look + k);
    }
    quire_balance_judge(&b, &last);
    return last;
}

static void
expect(const char *what, const struct quire_energy_view *look, size_t n, double largest,
       double spurious)
{
    const struct quire_energy_view e = judged(look, n, 0);

    cr_expect_float_eq(e.largest, largest, 1e-9, "%s: turned over %g", what, e.largest);
    cr_expect_float_eq(e.spurious, spurious, 1e-9, "%s: spurious %g", what, e.spurious);
    cr_expect_eq(e.spurious > e.bound, spurious > 0.05 * largest, "%s: bound %g", what, e.bound);
}

/* what the formula made moves things and rubs, and is none of the machine's physics */
Test(balance_run, energy_made_by_the_integrator_is_no_physics)
{
    expect(
        "made",
        (const struct quire_energy_view[]){
            {.drives = 0.1 * MJ, .integrator = -5.6 * MJ, .kinetic = 3 * MJ, .friction = 2.7 * MJ}},
        1, 0.1 * MJ, 5.6 * MJ);
    expect("lost",
           (const struct quire_energy_view[]){
               {.drives = 5.7 * MJ, .integrator = 5.6 * MJ, .kinetic = 0.1 * MJ}},
           1, 5.7 * MJ, 0);
}

/* an estimate of the formula's loss that is wrong by as much as the residual says nothing of energy
 * that appeared */
Test(balance_run, a_wrong_estimate_counts_once)
{
    expect(
        "estimate",
        (const struct quire_energy_view[]){
            {.drives = 1 * MJ, .kinetic = 1 * MJ, .integrator = 0.2 * MJ, .residual = -0.2 * MJ}},
        1, 1 * MJ, 0.2 * MJ);
}

Test(balance_run, later_losses_do_not_hide_what_appeared)
{
    const struct quire_energy_view integrator[] = {{.drives = 10 * MJ},
                                                   {.integrator = -3 * MJ, .drives = 10 * MJ},
                                                   {.integrator = 4 * MJ, .drives = 10 * MJ}};
    const struct quire_energy_view friction[] = {
        {.friction = 5 * MJ}, {.friction = 3 * MJ}, {.friction = 9 * MJ}};

    expect("integrator", integrator, 3, 10 * MJ, 3 * MJ);
    expect("friction", friction, 3, 7 * MJ, 2 * MJ);
}

/* contacts give a sheet that enters a nip what they take back when it leaves */
Test(balance_run, contacts_count_by_what_they_have_given_in_all)
{
    expect("gave",
           (const struct quire_energy_view[]){
               {.drives = 90 * MJ, .contact_damping = -826 * MJ, .given = 900 * MJ}},
           1, 90 * MJ, 826 * MJ);
    expect("exchange",
           (const struct quire_energy_view[]){
               {.drives = 90 * MJ, .contact_damping = -8 * MJ, .given = 20 * MJ},
               {.drives = 90 * MJ, .contact_damping = 3 * MJ, .given = 2 * MJ}},
           2, 90 * MJ, 0);
}

/* what sheets and bodies got from nowhere and then gave to a drive is not the drive's */
Test(balance_run, what_drives_take_up_is_no_reference_by_itself)
{
    expect("taken",
           (const struct quire_energy_view[]){
               {.drives = -50 * MJ, .belts = 2 * MJ, .integrator = -50 * MJ}},
           1, 2 * MJ, 50 * MJ);
}

/* forces that last over three looks, times what positions may be off by */
Test(balance_run, forces_over_the_tolerance_are_the_floor)
{
    const struct quire_energy_view lasts[] = {{.force = 8},   {.force = 9},   {.force = 9},
                                              {.force = 1e6}, {.force = 1e6}, {.residual = 3e-6}};

    cr_expect_float_eq(judged(lasts, 6, 0.5e-6).bound, 4.5e-6, 1e-12);
}

/* A sheet of card at rest on a slope below the friction's angle: what creeps up there is lifted by
 * nothing, however little it is. */
Test(balance_run, a_creeping_sheet_makes_a_run_doubtful)
{
    quire_model *model;
    quire_run *run = simulate_text(
        &model,
        "<model version=\"1\" name=\"v\"><settings><gravity vector=\"3.5143890524084185 m/s^2, "
        "-9.155296489508784 m/s^2\"/><run end=\"1 s\" sample=\"1 ms\"/></settings>"
        "<contact name=\"c\"><normal law=\"mtt-boundary\" stiffness=\"2e5 N/m^1.3\" "
        "exponent=\"1.3\" damping=\"0.5 N*s/m\" boundary-penetration=\"0.02 mm\" "
        "rebound-damping-factor=\"1\"/>"
        "<friction law=\"stick-slip\" dynamic-coefficient=\"0.4\"/></contact><pair media=\"*\" "
        "surface=\"f\" contact=\"c\"/>"
        "<media name=\"p\" grammage=\"300 g/m^2\" thickness=\"0.3 mm\" modulus-md=\"5 GPa\"/>"
        "<guide name=\"g\" surface=\"f\"><line from=\"-200 mm, 0 mm\" to=\"300 mm, 0 mm\"/></guide>"
        "<sheet name=\"s\" media=\"p\" length=\"100 mm\" width=\"210 mm\" segments=\"20\"><start "
        "from=\"0 mm, 0.147 mm\"/></sheet></model>",
        NULL, 0, NULL);
    const bool climbs = quire_run_figure(run, "energy.gravity") > 5e-7;

    cr_expect_eq(quire_run_verdict(run),
                 climbs ? QUIRE_VERDICT_DOUBTFUL : QUIRE_VERDICT_NOT_EVALUATED);
    cr_expect_eq(strstr(quire_run_summary_text(run), "appeared or were lost without a cause") !=
                     NULL,
                 climbs, "%s", quire_run_summary_text(run));
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* A soft strip that hangs from a pin: where the pin jumps up it stretches the strip and lifts a
 * part of it, which is work of the pin. */
Test(balance_run, holds_that_jump_put_energy_in)
{
    quire_model *model;
    quire_run *run =
        simulate_text(&model,
                      "<model version=\"1\" name=\"hold\"><settings><gravity vector=\"0 m/s^2, -10 "
                      "m/s^2\"/><run end=\"0.2 s\" sample=\"10 ms\"/></settings>"
                      "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"8 "
                      "kPa\" damping-ratio=\"0.3\" damping-frequency=\"20 Hz\"/>"
                      "<sheet name=\"page\" media=\"m\" length=\"100 mm\" width=\"100 mm\" "
                      "segments=\"4\"><start from=\"0 mm, 0 mm\" heading=\"-90 deg\"/>"
                      "<pin end=\"trail\"><to time=\"0.1 s\" shape=\"step\" shift=\"0 mm, 2.5 "
                      "mm\"/></pin></sheet></model>",
                      NULL, 0, NULL);

    cr_expect_gt(quire_run_figure(run, "energy.loads"), 2e-5);
    cr_expect_lt(fabs(quire_run_figure(run, "energy.residual")),
                 1e-3 * quire_run_figure(run, "energy.largest"), "%g of %g",
                 quire_run_figure(run, "energy.residual"), quire_run_figure(run, "energy.largest"));
    quire_run_destroy(run);
    quire_model_destroy(model);
}

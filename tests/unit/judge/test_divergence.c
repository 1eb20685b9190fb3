/* Motion that nothing in the machine explains is reported as such. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "judge/divergence.h"

static const char *
look(double kinetic, double drives)
{
    struct quire_divergence guard = {0};
    const struct quire_view view = {
        .energy = {.kinetic = kinetic, .drives = drives, .swiftest = "disc"}};
    static char text[200];
    const char *name = quire_divergence_check(&guard, &view, text, sizeof text);

    cr_assert(name == NULL || strstr(text, "'disc'") != NULL);
    return name != NULL ? name : "";
}

/* 50 J of motion where a motor has put in a hundredth of one */
Test(guard, energy_that_nothing_put_in_is_a_runaway)
{
    cr_expect_str_eq(look(50, 0.01), "energy-runaway");
    cr_expect_str_eq(look(5e5, 1), "energy-runaway");
    cr_expect_str_eq(look(NAN, 1), "energy-runaway");
}

Test(guard, what_drives_explain_is_none)
{
    cr_expect_str_eq(look(8, 9), "");
    cr_expect_str_eq(look(5e3, 6e3), "");
    cr_expect_str_eq(look(0.5, 0), "");
}

/* a load that pulls a light band does the work for 500 m/s */
Test(guard, speed_that_a_load_pays_for_is_none_and_other_is)
{
    double x[] = {0, 0.1}, y[] = {0, 0}, v[] = {500, 500}, still[] = {0, 0};
    const struct quire_sheet_view sheet = {
        .name = "band", .entered = true, .n_node = 2, .x = x, .y = y, .vx = v, .vy = still};
    struct quire_view view = {
        .n_sheet = 1, .sheet = &sheet, .energy = {.kinetic = 12, .loads = 15, .swiftest = "band"}};
    struct quire_divergence guard = {.size = 1};
    char text[200];

    cr_expect_null(quire_divergence_check(&guard, &view, text, sizeof text));
    guard = (struct quire_divergence){.size = 1};
    view.energy.residual = 3;
    cr_expect_str_eq(quire_divergence_check(&guard, &view, text, sizeof text), "energy-runaway");
    guard = (struct quire_divergence){.size = 1};
    view.energy = (struct quire_energy_view){.kinetic = 0.9, .swiftest = "band"};
    cr_expect_str_eq(quire_divergence_check(&guard, &view, text, sizeof text), "energy-runaway");
}

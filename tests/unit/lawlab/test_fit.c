/* Fitting laws: from parameters to data with noise and back, for each sort of data. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <quire/law.h>

#include "fixtures/sanitized.h"

enum { POINTS = 40, MOST_SET = 5 };

/* a parameter that is to come back */
struct wanted {
    const char *name;
    double value; /* as in the settings of the truth */
};

struct trip {
    const char *law;
    /* of the truth: given to the fit, to be found by it */
    quire_setting fixed[MOST_SET], found[MOST_SET];
    struct wanted wanted[3];
    bool impacts, fast; /* restitutions; forces at rates */
};

static const struct trip trips[] = {
    {"linear", {{0}}, {{"stiffness", "2e4 N/m"}}, {{"stiffness", 2e4}}, false, false},
    {"mtt-indentation", {{0}}, {{"stiffness", "2e7 N/m^1.5"}}, {{"stiffness", 2e7}}, false, false},
    {"mtt-indentation",
     {{0}},
     {{"stiffness", "3e12 N/m^2.5"}, {"exponent", "2.5"}},
     {{"exponent", 2.5}},
     false,
     false},
    {"mtt-indentation",
     {{"rebound-damping-factor", "1"}},
     {{"stiffness", "2e7 N/m^1.5"}, {"damping", "4e7 N*s/m^2.5"}},
     {{"stiffness", 2e7}, {"damping", 4e7}},
     false,
     true},
    {"mtt-boundary",
     {{"boundary-penetration", "1 um"}, {"rebound-damping-factor", "1"}},
     {{"stiffness", "5e5 N/m^1.2"}, {"exponent", "1.2"}, {"damping", "8 N*s/m"}},
     {{"exponent", 1.2}, {"damping", 8}},
     false,
     true},
    {"eepa", {{0}}, {{"stiffness", "2e7 N/m^1.5"}}, {{"stiffness", 2e7}}, false, false},
    {"demlab-hertz",
     {{"effective-radius", "10 mm"}, {"damping", "none"}},
     {{"effective-modulus", "3 MPa"}},
     {{"effective-modulus", 3e6}},
     false,
     false},
    {"rough-surface",
     {{0}},
     {{"stiffness", "5e4 N/m"}, {"scale", "12 um"}},
     {{"stiffness", 5e4}, {"scale", 12e-6}},
     false,
     false},
    {"hunt-crossley",
     {{"stiffness", "2e7 N/m^1.5"}},
     {{"restitution", "0.4"}},
     {{"restitution", 0.4}},
     true,
     false},
    {"restitution-exact",
     {{"stiffness", "2e7 N/m^1.5"}},
     {{"restitution", "0.7"}},
     {{"restitution", 0.7}},
     true,
     false},
    {"linear", {{"stiffness", "2e4 N/m"}}, {{"damping", "2 N*s/m"}}, {{"damping", 2}}, true, false},
    {"demlab-hertz",
     {{"effective-radius", "10 mm"}, {"effective-modulus", "3 MPa"}, {"damping", "kk"}},
     {{"kk-coefficient", "60 N*s/m^1.5"}},
     {{"kk-coefficient", 60}},
     true,
     false},
};

/* standard normal numbers, always the same (Box and Muller on a linear congruence) */
static double
noise(unsigned *seed)
{
    double u[2];
    for (int i = 0; i < 2; i++) {
        *seed = *seed * 1664525u + 1013904223u;
        u[i] = ((double)(*seed >> 8) + 0.5) / (double)(1u << 24);
    }
    return sqrt(-2 * log(u[0])) * cos(6.283185307179586 * u[1]);
}

static size_t
count(const quire_setting *settings)
{
    size_t n = 0;
    while (n < MOST_SET && settings[n].name != NULL) {
        n++;
    }
    return n;
}

static void
make_data(const struct trip *t, unsigned seed, double relative, char *csv, size_t size)
{
    quire_setting all[2 * MOST_SET];
    quire_law *law;
    const size_t n = count(t->fixed), m = count(t->found);
    double top = 0;

    memcpy(all, t->fixed, n * sizeof *all);
    memcpy(all + n, t->found, m * sizeof *all);
    cr_assert_eq(quire_law_create(&law, t->law, all, n + m, NULL), QUIRE_OK, "%s", t->law);
    size_t at = (size_t)snprintf(csv, size, "%s\n",
                                 t->impacts ? "speed [mm/s],restitution"
                                            : "penetration [um],rate [m/s],force [N]");
    for (int i = 1; i <= (t->impacts ? 10 : POINTS); i++) {
        if (t->impacts) {
            quire_impact impact;
            cr_assert_eq(quire_law_impact(law, 5e-3, 0.2 * i, &impact), QUIRE_OK);
            at += (size_t)snprintf(csv + at, size - at, "%d,%.12g\n", 200 * i,
                                   impact.restitution + relative * noise(&seed));
        } else {
            const double rate = t->fast ? 0.02 * (i % 7 - 2) : 0;
            top = quire_law_normal_force(law, POINTS * 2e-6, 0);
            at += (size_t)snprintf(csv + at, size - at, "%d,%.12g,%.12g\n", 2 * i, rate,
                                   quire_law_normal_force(law, i * 2e-6, rate) +
                                       relative * top * noise(&seed));
        }
    }
    quire_law_destroy(law);
}

static const quire_fit_parameter *
find(const quire_fit *fit, const char *name)
{
    for (size_t k = 0; k < fit->n_parameter; k++) {
        if (strcmp(fit->parameter[k].name, name) == 0) {
            return &fit->parameter[k];
        }
    }
    return NULL;
}

/* within four of the deviations that it says itself (one in 16000 by chance); without noise to 1e-4
 */
static void
try_trip(const struct trip *t, unsigned seed, double relative)
{
    char csv[8192];
    quire_fit *fit = NULL;
    quire_diag *diag = quire_diag_create();

    make_data(t, seed, relative, csv, sizeof csv);
    const quire_fit_data data = {
        .csv = csv, .size = strlen(csv), .file_name = "data.csv", .mass = 5e-3};
    const quire_status status =
        quire_law_fit(&fit, t->law, t->fixed, count(t->fixed), NULL, 0, &data, diag);
    cr_assert_eq(status, QUIRE_OK, "%s", t->law);
    for (size_t k = 0; k < 3 && t->wanted[k].name != NULL; k++) {
        const quire_fit_parameter *p = find(fit, t->wanted[k].name);
        cr_assert_not_null(p, "%s, %u: %s was not found", t->law, seed, t->wanted[k].name);
        const double slack = relative > 0 ? 4 * p->deviation : 1e-4 * t->wanted[k].value;
        cr_expect_float_eq(p->value, t->wanted[k].value, slack, "%s, %u, %s: %.9g +- %g", t->law,
                           seed, p->name, p->value, p->deviation);
        cr_expect(relative == 0 || p->deviation < 0.2 * fabs(p->value),
                  "%s: %s is hardly known: %g +- %g", t->law, p->name, p->value, p->deviation);
    }
    if (relative == 0) {
        cr_expect_lt(fit->rms, 1e-5 * fit->range, "%s: %g", t->law, fit->rms);
    }
    quire_fit_destroy(fit);
    quire_diag_destroy(diag);
}

Test(fit, finds_the_parameters_that_made_the_data)
{
    for (size_t k = 0; k < sizeof trips / sizeof trips[0]; k++) {
        try_trip(trips + k, 1, 0);
    }
}

Test(fit, finds_them_under_noise_within_what_it_says)
{
    for (size_t k = 0; k < sizeof trips / sizeof trips[0]; k++) {
        for (unsigned seed = 1; seed <= (is_repeated() ? 1 : trips[k].impacts ? 2 : 5); seed++) {
            try_trip(trips + k, seed, 0.003);
        }
    }
}

/* the element that is printed, read back as settings, gives the same residual */
Test(fit, prints_an_element_that_can_be_read)
{
    char csv[8192], value[3][64];
    quire_fit *fit;
    quire_law *law;

    make_data(trips + 2, 3, 0.003, csv, sizeof csv);
    const quire_fit_data data = {.csv = csv, .size = strlen(csv)};
    cr_assert_eq(quire_law_fit(&fit, "mtt-indentation", NULL, 0, NULL, 0, &data, NULL), QUIRE_OK);
    cr_assert_eq(
        sscanf(fit->element,
               "<normal law=\"mtt-indentation\" stiffness=\"%63[^\"]\" exponent=\"%63[^\"]\"/>",
               value[0], value[1]),
        2, "%s", fit->element);
    const quire_setting settings[] = {{"stiffness", value[0]}, {"exponent", value[1]}};
    cr_assert_eq(quire_law_create(&law, "mtt-indentation", settings, 2, NULL), QUIRE_OK);
    cr_expect_float_eq(quire_law_normal_force(law, 80e-6, 0), 3e12 * pow(80e-6, 2.5),
                       0.01 * fit->range);
    quire_law_destroy(law);
    quire_fit_destroy(fit);
}

/* ---- the thickness of a stack under pressures ---- */

enum { SHEETS = 20 };

/* of sheets that each give way as the law does, in 5 mm of A4 */
static size_t
write_stack(char *csv, size_t size)
{
    const quire_setting truth[] = {{"stiffness", "5e4 N/m"}, {"scale", "3 um"}};
    quire_law *law;

    cr_assert_eq(quire_law_create(&law, "rough-surface", truth, 2, NULL), QUIRE_OK);
    size_t at = (size_t)snprintf(csv, size, "pressure [kPa],thickness [mm]\n0,2.15\n");
    for (int i = 1; i <= 30; i++) {
        at += (size_t)snprintf(csv + at, size - at, "%.12g,%.12g\n",
                               1e-3 * quire_law_normal_force(law, i * 1e-6, 0) / 1050e-6,
                               2.15 - SHEETS * i * 1e-3);
    }
    quire_law_destroy(law);
    return at;
}

Test(fit, a_stack_is_that_many_contacts)
{
    char csv[4096];
    quire_fit_data data = {
        .csv = csv, .size = write_stack(csv, sizeof csv), .sheets = SHEETS, .area = 1050e-6};
    quire_fit *fit;

    cr_assert_eq(quire_law_fit(&fit, "rough-surface", NULL, 0, NULL, 0, &data, NULL), QUIRE_OK);
    cr_expect_float_eq(find(fit, "scale")->value, 3e-6, 1e-9);
    cr_expect_float_eq(find(fit, "stiffness")->value, 5e4, 5);
    quire_fit_destroy(fit);
    /* without its first row it begins 1 um a sheet later, unless its thickness is told */
    memmove(strchr(csv, '\n') + 1, strstr(csv, "2.15") + 5, strlen(strstr(csv, "2.15") + 5) + 1);
    data.size = strlen(csv);
    data.unloaded = 2.15e-3;
    cr_assert_eq(quire_law_fit(&fit, "rough-surface", NULL, 0, NULL, 0, &data, NULL), QUIRE_OK);
    cr_expect_float_eq(find(fit, "scale")->value, 3e-6, 1e-9);
    quire_fit_destroy(fit);
}

Test(fit, a_stack_needs_its_sheets_and_its_area)
{
    char csv[4096];
    quire_fit *fit = NULL;
    const quire_fit_data whole = {
        .csv = csv, .size = write_stack(csv, sizeof csv), .sheets = SHEETS, .area = 1050e-6};
    quire_fit_data data = whole;

    data.sheets = 0;
    cr_expect_eq(quire_law_fit(&fit, "linear", NULL, 0, NULL, 0, &data, NULL), QUIRE_ERROR_INPUT);
    data = whole;
    data.area = 0;
    cr_expect_eq(quire_law_fit(&fit, "linear", NULL, 0, NULL, 0, &data, NULL), QUIRE_ERROR_INPUT);
    data = whole;
    data.unloaded = 2.1e-3; /* thinner than what was measured */
    cr_expect_eq(quire_law_fit(&fit, "linear", NULL, 0, NULL, 0, &data, NULL), QUIRE_ERROR_INPUT);
}

Test(fit, names_what_the_data_do_not_tell)
{
    const double speed[] = {0.5}, restitution[] = {0.6};
    const quire_fit_data data = {.speed = speed, .restitution = restitution, .n = 1, .mass = 2e-3};
    quire_fit *fit;

    cr_assert_eq(quire_law_fit(&fit, "hunt-crossley", NULL, 0, NULL, 0, &data, NULL), QUIRE_OK);
    cr_expect(isinf(find(fit, "stiffness")->deviation));
    cr_expect_null(strstr(fit->element, "stiffness"), "%s", fit->element);
    cr_expect(isnan(find(fit, "restitution")->deviation));
    quire_fit_destroy(fit);
    /* a damping alone makes the restitution of a linear law, but only with its stiffness */
    cr_expect_eq(quire_law_fit(&fit, "linear", NULL, 0, NULL, 0, &data, NULL), QUIRE_ERROR_INPUT);
}

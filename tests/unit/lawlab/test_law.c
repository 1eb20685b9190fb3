/* Trying a law by itself: settings, points, impacts. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <quire/describe.h>

#include "fixtures/law_fixture.h"

/* ---- settings ---- */

static bool
was_found(const quire_diag *diag, const char *code, const char *text)
{
    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        char message[512];
        quire_diag_format(diag, i, message, sizeof message);
        if (strstr(message, code) != NULL && strstr(message, text) != NULL) {
            return true;
        }
    }
    return false;
}

struct refusal {
    const char *law;
    quire_setting setting[3];
    const char *code, *text;
};

/* every combination that contradicts itself is refused, with its reason */
Test(law, refuses)
{
    static const struct refusal refusals[] = {
        {"mtt-indentation", {{"exponent", "1.5"}}, "E-MISSING", "stiffness"},
        {"mtt-indentation", {{"force", "8 N"}}, "E-MISSING", "at-penetration"},
        {"mtt-indentation",
         {{"stiffness", "1e7 N/m^1.5"}, {"force", "8 N"}},
         "E-MODEL",
         "both stiffness and force"},
        {"mtt-indentation", {{"stiffness", "1e7 N/m"}}, "E-UNIT", "N/m^1.5"},
        {"mtt-indentation", {{"stiffness", "-1e7 N/m^1.5"}}, "E-RANGE", "stiffness"},
        {"mtt-boundary", {{"stiffness", "1e7 N/m^1.5"}}, "E-MISSING", "boundary-penetration"},
        {"mtt-boundary", {{"stifness", "1e7 N/m^1.5"}}, "E-UNKNOWN-ATTRIBUTE", "stiffness"},
        {"hunt-crossley",
         {{"stiffness", "1e7 N/m^1.5"}, {"restitution", "0.5"}, {"effective-modulus", "5 MPa"}},
         "E-UNKNOWN-ATTRIBUTE",
         "law=\"demlab-hertz\" has it"},
        {"hunt-crossley",
         {{"stiffness", "1e7 N/m^1.5"}, {"restitution", "0"}},
         "E-RANGE",
         "restitution"},
        {"restitution-exact",
         {{"stiffness", "1e7 N/m^1.5"}, {"restitution", "1.01"}},
         "E-RANGE",
         "restitution"},
        {"demlab-hertz",
         {{"effective-modulus", "5 MPa"}, {"restitution", "0.5"}},
         "E-MISSING",
         "effective-radius"},
        {"demlab-hertz",
         {{"damping", "lh"}, {"restitution", "0.5"}},
         "E-MODEL",
         "not for damping=\"lh\""},
        {"hooke-scale-invariant", {{"youngs-modulus", "10 MPa"}}, "E-MISSING", "mean-radius"},
        {"mtt-step", {{"static-coefficient", "0.3"}}, "E-MISSING", "dynamic-coefficient"},
        {"mtt-step",
         {{"dynamic-coefficient", "0.3"}, {"static-coefficient", "0.2"}},
         "E-MODEL",
         "below dynamic-coefficient"},
        {"mtt-step",
         {{"dynamic-coefficient", "0.3"},
          {"threshold-velocity", "1 mm/s"},
          {"static-velocity", "1 mm/s"}},
         "E-MODEL",
         "both threshold-velocity"},
        {"mtt-linear",
         {{"dynamic-coefficient", "0.3"},
          {"threshold-velocity", "1 mm/s"},
          {"static-coefficient", "0.4"}},
         "E-MODEL",
         "jump"},
        {"mtt-linear",
         {{"dynamic-coefficient", "0.3"}, {"static-velocity", "2 mm/s"}},
         "E-MODEL",
         "below static-velocity"},
        {"mtt-step",
         {{"dynamic-coefficient", "0.3"}, {"overdrive-factor", "1e-3 N^-1"}},
         "E-MISSING",
         "roller-speed"},
        {"mtt-stepp", {{NULL, NULL}}, "E-USAGE", "mtt-step"},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const struct refusal *r = &refusals[i];
        quire_diag *diag = quire_diag_create();
        quire_law *law;
        size_t n = 0;
        while (n < 3 && r->setting[n].name != NULL) {
            n++;
        }
        const quire_status status = quire_law_create(&law, r->law, r->setting, n, diag);
        cr_expect_neq(status, QUIRE_OK, "%s %zu", r->law, i);
        cr_expect_null(law);
        cr_expect(was_found(diag, r->code, r->text), "%s %zu: no %s about %s", r->law, i, r->code,
                  r->text);
        quire_diag_destroy(diag);
    }
}

/* stiffness and force at a penetration are two ways to say the same */
Test(law, stiffness_follows_from_force_at_penetration)
{
    quire_law *law = law_make(&quire_kind_normal_mtt_indentation,
                              "force=8 N; at-penetration=0.05 mm; damping=1e8 N*s/m^2.5");
    const double half = 8.0 * pow(0.5, 1.5);
    cr_expect_float_eq(quire_law_normal_force(law, 5e-5, 0.0), 8.0, 1e-14);
    cr_expect_float_eq(quire_law_normal_force(law, 2.5e-5, 0.0), half, 1e-14);
    cr_expect_eq(quire_law_get_family(law), QUIRE_NORMAL_LAW);
    cr_expect(isnan(quire_law_friction_force(law, 1.0, 1.0)));
    quire_law_destroy(law);
}

Test(law, of_a_name_that_is_set_twice_the_last_counts)
{
    quire_law *law = law_make(&quire_kind_friction_mtt_linear,
                              "dynamic-coefficient=0.3; dynamic-coefficient=0.7");
    cr_expect_float_eq(quire_law_friction_force(law, 1.0, 10.0), -7.0, 1e-14);
    cr_expect_eq(quire_law_get_family(law), QUIRE_FRICTION_LAW);
    quire_law_destroy(law);
}

Test(law, that_sticks_is_asked_while_it_slides_steadily)
{
    quire_law *law = law_make(&quire_kind_friction_stick_slip,
                              "dynamic-coefficient=0.3; static-coefficient=0.4");
    cr_expect_float_eq(quire_law_friction_force(law, 1e-9, 10.0), -3.0, 1e-14);
    cr_expect_float_eq(quire_law_friction_force(law, -2.0, 10.0), 3.0, 1e-14);
    cr_expect_eq(quire_law_friction_force(law, 0.0, 10.0), 0.0);
    quire_law_destroy(law);
}

/* deeper than maximum-penetration there is no force at all */
Test(law, maximum_penetration)
{
    quire_law *law = law_make(&quire_kind_normal_mtt_boundary,
                              "stiffness=1e5 N/m; exponent=1; boundary-penetration=0.1 mm; "
                              "maximum-penetration=0.3 mm");
    cr_expect_float_eq(quire_law_normal_force(law, 3e-4, 0.0), 30.0, 1e-12);
    cr_expect_eq(quire_law_normal_force(law, 3.001e-4, 0.0), 0.0);
    quire_impact hit;
    cr_expect_eq(quire_law_impact(law, 1e-3, 10.0, &hit), QUIRE_ERROR_NUMERIC); /* breaks through */
    cr_expect(isnan(hit.restitution));
    quire_law_destroy(law);
}

/* ---- impacts ---- */

static void
expect_near(double value, double exact, const char *what)
{
    cr_expect(fabs(value - exact) <= 1e-10 * fabs(exact), "%s: %.15g, not %.15g", what, value,
              exact);
}

/* Without damping (Hertz): depth (5 m v^2 / 4 K)^(2/5), duration 2.943275 depth/v, with
 * 2.943275... = 4/5 B(2/5, 1/2); Johnson, Contact Mechanics, 11.4. Masses and speeds far apart:
 * the tolerance is relative to the impact. */
Test(impact, elastic_power_law)
{
    const double mass[] = {1e-9, 1e-3, 5.0}, speed[] = {1e-4, 1.0, 30.0};
    const double constant = 0.8 * tgamma(0.4) * tgamma(0.5) / tgamma(0.9);
    quire_law *law = law_make(&quire_kind_normal_mtt_indentation, "stiffness=1e7 N/m^1.5");
    for (int i = 0; i < 9; i++) {
        const double m = mass[i / 3], v = speed[i % 3];
        const double depth = pow(5.0 * m * v * v / 4e7, 0.4);
        quire_impact hit;
        cr_assert_eq(quire_law_impact(law, m, v, &hit), QUIRE_OK);
        expect_near(hit.restitution, 1.0, "restitution");
        expect_near(hit.peak_penetration, depth, "depth");
        expect_near(hit.duration, constant * depth / v, "duration");
        expect_near(hit.peak_force, 1e7 * pow(depth, 1.5), "force");
        cr_expect_eq(hit.release_penetration, 0.0);
    }
    quire_law_destroy(law);
}

/* Linear spring and dashpot: a law that jumps at touch and is cut at zero force.
 * e = exp(-b/w (pi - atan2(2bw, w^2 - b^2))), b = c/2m, w^2 = k/m - b^2; Schwager and Poeschel,
 * Granular Matter 9 (2007) 465. */
Test(impact, linear_spring_and_dashpot)
{
    const double k = 1e5, m = 1e-3, v = 0.5;
    for (double c = 0.5; c < 17.0; c *= 2.0) {
        char settings[256];
        snprintf(settings, sizeof settings,
                 "stiffness=1e5 N/m; exponent=1; damping=%.17g N*s/m; boundary-penetration=0 m; "
                 "rebound-damping-factor=1",
                 c);
        quire_law *law = law_make(&quire_kind_normal_mtt_boundary, settings);
        const double b = 0.5 * c / m, w = sqrt(k / m - b * b);
        const double angle = 3.141592653589793 - atan2(2.0 * b * w, w * w - b * b);
        const double e = exp(-b / w * angle);
        quire_impact hit;
        cr_assert_eq(quire_law_impact(law, m, v, &hit), QUIRE_OK);
        expect_near(hit.restitution, e, "restitution");
        expect_near(hit.duration, angle / w, "duration");
        expect_near(hit.release_penetration, c * e * v / k, "release"); /* k d = c e v */
        expect_near(hit.peak_penetration, v / sqrt(k / m) * exp(-b / w * atan2(w, b)), "depth");
        cr_expect(hit.peak_force >= c * v); /* the jump at touch */
        quire_law_destroy(law);
    }
}

/* m v dv = -k d^n (1 + D v/v0) dd gives the depth at each speed u v0 in closed form:
 * d^(n+1) = (n+1) m v0^2/k ((1-u)/D - ln((1+D)/(1+Du))/D^2), and e from d(-e) = 0 (Gonthier et al.,
 * Multibody System Dynamics 11 (2004) 209). */
static double
hunt_crossley_depth(double u, double big_d, double n, double energy)
{
    const double bracket = (1.0 - u) / big_d - (log1p(big_d) - log1p(big_d * u)) / (big_d * big_d);
    return pow((n + 1.0) * energy * fmax(bracket, 0.0), 1.0 / (n + 1.0));
}

static double
hunt_crossley_force(double u, double big_d, double n, double energy, double k)
{
    return k * pow(hunt_crossley_depth(u, big_d, n, energy), n) * (1.0 + big_d * u);
}

Test(impact, hunt_crossley_with_fixed_coefficient)
{
    const double k = 1e7, n = 1.5, m = 1e-3;
    quire_law *law =
        law_make(&quire_kind_normal_mtt_indentation,
                 "stiffness=1e7 N/m^1.5; damping=5e6 N*s/m^2.5; rebound-damping-factor=1");
    for (double v = 0.05; v < 2e4; v *= 3.0) {
        const double big_d = 5e6 * v / k, energy = m * v * v / k;
        double low = 0.0, high = fmin(1.0, 1.0 / big_d); /* e, by bisection */
        for (int i = 0; i < 200; i++) {
            const double e = 0.5 * (low + high);
            const double f = big_d * (1.0 + e) - log1p(big_d) + log1p(-big_d * e);
            *(f > 0.0 ? &low : &high) = e;
        }
        double from = 0.0, to = 1.0; /* the peak force, by golden section in u */
        while (to - from > 1e-9) {
            const double a = to - 0.618 * (to - from), b = from + 0.618 * (to - from);
            const bool rises = hunt_crossley_force(a, big_d, n, energy, k) <
                               hunt_crossley_force(b, big_d, n, energy, k);
            *(rises ? &from : &to) = rises ? a : b;
        }
        quire_impact hit;
        cr_assert_eq(quire_law_impact(law, m, v, &hit), QUIRE_OK);
        expect_near(hit.restitution, low, "restitution");
        expect_near(hit.peak_penetration, hunt_crossley_depth(0.0, big_d, n, energy), "depth");
        expect_near(hit.peak_force, hunt_crossley_force(from, big_d, n, energy, k), "force");
    }
    quire_law_destroy(law);
}

/* With equal powers of repulsion and damping the restitution e is that of Hunt and Crossley's law,
 * D(1 + e) = ln((1 + D)/(1 - e D)), however far away the law begins to act; what the cut-off takes
 * off is a power of it. */
Test(impact, tractions_over_any_distance)
{
    static const double cut[] = {1e-3, 6e-3, 0.06, 0.2, 1.0}, power[] = {3, 4, 8, 12},
                        speed[] = {0.01, 0.1, 1};
    for (size_t i = 0; i < sizeof cut / sizeof *cut; i++) {
        for (size_t j = 0; j < sizeof power / sizeof *power; j++) {
            for (size_t k = 0; k < sizeof speed / sizeof *speed; k++) {
                const double d = 0.3, n = power[j];
                char settings[300];
                snprintf(settings, sizeof settings,
                         "area=1e-4 m^2;reference-distance=1e-4 m;minimum-distance=1e-9 "
                         "m;repulsion=20 Pa;cut-off=%.17g m;"
                         "damping=%.17g Pa*s/m;repulsion-exponent=%g;damping-exponent=%g",
                         cut[i], 20 * d / speed[k], n, n);
                quire_law *law = law_make(&quire_kind_normal_distance_power, settings);
                quire_impact hit;
                cr_assert_eq(quire_law_impact(law, 1e-3, speed[k], &hit), QUIRE_OK,
                             "cut-off %g m, power %g, %g m/s", cut[i], n, speed[k]);
                const double e = hit.restitution, less = 2e-7 / (n - 1) *
                                                         pow(cut[i] / 1e-4, 1 - n) /
                                                         (0.5e-3 * speed[k] * speed[k]);
                cr_expect(fabs(d * (1 + e) - log((1 + d) / (1 - e * d))) < 1e-6 + 10 * n * less,
                          "cut-off %g m, power %g, %g m/s: %.10g", cut[i], n, speed[k], e);
                quire_law_destroy(law);
            }
        }
    }
}

/* what cannot be struck is said, and why */
Test(impact, obstacles_are_named)
{
    static const struct {
        const struct quire_kind *kind;
        const char *settings, *text;
    } cases[] = {
        {&quire_kind_friction_mtt_step, "dynamic-coefficient=0.3", "a friction law is not struck"},
        {&quire_kind_normal_distance_power, "area=1 cm^2;reference-distance=0.1 mm;repulsion=20 Pa",
         "it acts at any distance, so that an impact has no beginning; give it a cut-off"},
    };
    const double speed = 1;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        quire_law *law = law_make(cases[i].kind, cases[i].settings);
        quire_diag *diag = quire_diag_create();
        quire_impact hit;
        cr_expect_eq(quire_law_impacts(law, 1e-3, &speed, 1, &hit, diag), QUIRE_ERROR_USAGE);
        cr_expect(was_found(diag, "E-USAGE", cases[i].text), "case %zu", i);
        quire_diag_destroy(diag);
        quire_law_destroy(law);
    }
}

Test(impact, senseless_requests)
{
    quire_law *law = law_make(&quire_kind_normal_mtt_indentation, "stiffness=1e7 N/m^1.5");
    quire_law *friction = law_make(&quire_kind_friction_mtt_step, "dynamic-coefficient=0.3");
    quire_impact hit;
    cr_expect_eq(quire_law_impact(law, 0.0, 1.0, &hit), QUIRE_ERROR_USAGE);
    cr_expect_eq(quire_law_impact(law, 1.0, -1.0, &hit), QUIRE_ERROR_USAGE);
    cr_expect_eq(quire_law_impact(law, (double)NAN, 1.0, &hit), QUIRE_ERROR_USAGE);
    cr_expect_eq(quire_law_impact(friction, 1.0, 1.0, &hit), QUIRE_ERROR_USAGE);
    quire_law_destroy(friction);
    quire_law_destroy(law);
}

/* ---- points ---- */

/* numbers in the header's unit, or with their own */
Test(points, numbers_with_their_units)
{
    static const char *const rows[] = {"1e-4,0.2", "0.1mm,200mm/s", ".1 mm,2e-1", "1.e-4,0.2 m/s"};
    quire_law *law = law_make(&quire_kind_normal_linear, "stiffness=1000 N/m;damping=1 N*s/m");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char csv[100], *table = NULL;
        snprintf(csv, sizeof csv, "penetration [m],rate [m/s]\n%s\n", rows[i]);
        cr_assert_eq(quire_law_points(law, csv, strlen(csv), "t.csv", &table, NULL), QUIRE_OK, "%s",
                     rows[i]);
        const double force = strtod(strrchr(table, ',') + 1, NULL);
        cr_expect(fabs(force - 0.3) < 1e-12, "%s: %s", rows[i], table);
        quire_free(table);
    }
    quire_law_destroy(law);
}

static quire_status
points(const quire_law *law, const char *csv, char **out, quire_diag *diag)
{
    return quire_law_points(law, csv, strlen(csv), "points.csv", out, diag);
}

Test(points, echoes_the_columns_and_adds_the_force)
{
    quire_law *normal = law_make(&quire_kind_normal_mtt_boundary,
                                 "stiffness=1e5 N/m; exponent=1; boundary-penetration=0.1 mm");
    quire_law *friction = law_make(&quire_kind_friction_mtt_linear,
                                   "dynamic-coefficient=0.5; threshold-velocity=1 mm/s");
    char *out;
    cr_assert_eq(points(normal, "penetration [m],rate [m/s]\n1e-3,0\n-0.001,5\n", &out, NULL),
                 QUIRE_OK);
    cr_expect_str_eq(out, "penetration [m],rate [m/s],force [N]\n0.001,0,100\n-0.001,5,0\n");
    quire_free(out);
    /* other columns, another order, names without units, quotes, blank lines, a byte order mark */
    cr_assert_eq(points(friction,
                        "\xEF\xBB\xBF\"case\", normal_force ,slip\r\n\"a, \"\"b\"\"\",2,1\r\n\r\n"
                        "=1+1,2,-0.0005",
                        &out, NULL),
                 QUIRE_OK);
    cr_expect_str_eq(out, "case,normal_force,slip,force [N]\n\"a, \"\"b\"\"\",2,1,-1\n"
                          "\"'=1+1\",2,-0.0005,0.5\n");
    quire_free(out);
    quire_law_destroy(normal);
    quire_law_destroy(friction);
}

Test(points, reports_every_problem_with_its_line)
{
    static const struct {
        const char *csv, *code, *text;
    } bad[] = {
        {"", "E-MISSING", "empty"},
        {"penetration\n1\n", "points.csv:1", "no column 'rate [m/s]'"},
        {"penetration [mm],rate\n1,2\n", "E-UNIT", "must be in m"},
        {"penetration,penetration,rate\n1,1,1\n", "E-DUPLICATE", "two columns"},
        {"penetration,rate,force [N]\n1,1,1\n", "E-DUPLICATE", "already"},
        {"penetration,rate\n1,2\n1,x\n", "points.csv:3", "column 'rate' has 'x'"},
        {"penetration,rate\n1,2\n\n1\n", "points.csv:4", "1 columns"},
        {"penetration,rate\n1,2,3\n", "points.csv:2", "3 columns"},
        {"penetration,rate\nnan,2\n", "E-NUMBER", "nan"},
    };
    quire_law *law = law_make(&quire_kind_normal_mtt_indentation, "stiffness=1e7 N/m^1.5");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        quire_diag *diag = quire_diag_create();
        char *out;
        cr_expect_eq(points(law, bad[i].csv, &out, diag), QUIRE_ERROR_INPUT, "%zu", i);
        cr_expect_null(out);
        cr_expect(was_found(diag, bad[i].code, bad[i].text), "%zu: no %s about %s", i, bad[i].code,
                  bad[i].text);
        quire_diag_destroy(diag);
    }
    quire_law_destroy(law);
}

/* what presses may press with nothing, but never pulls */
Test(points, refuses_normal_forces_below_zero)
{
    quire_law *law = law_make(&quire_kind_friction_mtt_linear,
                              "dynamic-coefficient=0.5; threshold-velocity=1 mm/s");
    quire_diag *diag = quire_diag_create();
    char *out;
    cr_expect_eq(points(law, "slip,normal_force\n-1,0\n", &out, diag), QUIRE_OK);
    cr_expect_str_eq(out, "slip,normal_force,force [N]\n-1,0,0\n");
    quire_free(out);
    cr_expect_eq(points(law, "slip,normal_force\n1,2\n7,-0.125\n", &out, diag), QUIRE_ERROR_INPUT);
    cr_expect_null(out);
    cr_assert_eq(quire_diag_count(diag), 1);
    cr_expect_str_eq(quire_diag_get(diag, 0)->code, "E-RANGE");
    cr_expect_str_eq(quire_diag_get(diag, 0)->text,
                     "normal_force is -0.125 N; it pushes and is never negative");
    cr_expect(quire_diag_get(diag, 0)->line == 3 && quire_diag_get(diag, 0)->column == 3);
    quire_diag_destroy(diag);
    quire_law_destroy(law);
}

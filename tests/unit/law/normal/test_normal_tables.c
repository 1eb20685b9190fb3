/* Normal laws with damping against tables of an independent implementation (tests/data/physics). */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures/law_fixture.h"
#include "law/normal/restitution.h"

/* ---- forces: set, delta, rate, force where it may pull, force where it is cut at zero ---- */

static int
compare_forces(const char *table, const char *pulls, const char *cut)
{
    FILE *f = law_table_open(table);
    char line[LAW_LINE], name[64] = "";
    const char *cell[5];
    quire_law *law[2] = {NULL, NULL};
    int rows = 0;
    while (law_table_row(f, line, cell, 5) == 5) {
        if (strcmp(name, cell[0]) != 0) {
            struct law_set set;
            law_set_read(&set, cell[0]);
            for (int k = 0; k < 2; k++) {
                quire_law_destroy(law[k]);
                law[k] = law_of_set(&set, k == 0 ? pulls : cut);
            }
            snprintf(name, sizeof name, "%s", cell[0]);
        }
        const double delta = atof(cell[1]), rate = atof(cell[2]);
        for (int k = 0; k < 2; k++) {
            const double force = atof(cell[3 + k]),
                         got = quire_law_normal_force(law[k], delta, rate);
            const double largest = quire_law_normal_force(law[0], delta, fabs(rate));
            cr_expect(law_agrees(got, force, largest), "%s %g %g: %.17g, not %.17g", name, delta,
                      rate, got, force);
        }
        rows++;
    }
    quire_law_destroy(law[0]);
    quire_law_destroy(law[1]);
    fclose(f);
    return rows;
}

Test(normal_tables, demlab_forces)
{
    cr_assert_eq(compare_forces("force_demlab.csv", "; remove-cohesion=no", ""), 792);
}

Test(normal_tables, hooke_forces)
{
    cr_assert_eq(compare_forces("force_hooke_si.csv", "", "; limit-force=yes"), 297);
}

Test(normal_tables, impact_damped_forces)
{
    cr_assert_eq(compare_forces("force_impact_damped.csv", "; cutoff=no", ""), 1260);
}

/* ---- impacts ---- */

#define NEAR 1e-8

static void
expect_near(const char *what, double value, double reference, double relative)
{
    cr_expect(fabs(value - reference) <= relative * fabs(reference), "%s: %.12g, not %.12g", what,
              value, reference);
}

/* a row of a table: where its columns are */
struct columns {
    int e, e_zero, depth, time, time_zero, force, depth_zero; /* -1: none */
};

/* the law that may pull says both ways to end; the one that is cut ends at zero force.
 * The table's own e, found by steps, is good to 1e-10; its largest forces are those of samples. */
static void
compare_impact(const struct law_set *set, double mass, double speed, const char *pulls,
               const char *cut, const char *const *cell, const struct columns *at)
{
    quire_law *law[2] = {law_of_set(set, pulls), law_of_set(set, cut)};
    quire_impact hit[2];
    const bool creeps = isnan(atof(cell[at->e])); /* held back for ever where it may pull */
    for (int k = 0; k < 2; k++) {
        if (k == 0 && creeps) {
            cr_expect_eq(quire_law_impact(law[k], mass, speed, &hit[k]), QUIRE_ERROR_NUMERIC);
            quire_law_destroy(law[k]);
            continue;
        }
        const double e_zero = atof(cell[at->e_zero]), time_zero = atof(cell[at->time_zero]);
        cr_assert_eq(quire_law_impact(law[k], mass, speed, &hit[k]), QUIRE_OK);
        expect_near("restitution at zero force", hit[k].zero_force_restitution, e_zero, NEAR);
        expect_near("duration to zero force", hit[k].zero_force_duration, time_zero, NEAR);
        expect_near("peak penetration", hit[k].peak_penetration, atof(cell[at->depth]), NEAR);
        const double force = atof(cell[at->force]);
        cr_expect(hit[k].peak_force >= force * (1.0 - 1e-10) &&
                      hit[k].peak_force <= force * (1.0 + 1e-3),
                  "%g, not %g", hit[k].peak_force, force);
        if (at->depth_zero >= 0) {
            expect_near("penetration at zero force", hit[k].zero_force_penetration,
                        atof(cell[at->depth_zero]), NEAR);
        }
        quire_law_destroy(law[k]);
    }
    if (!creeps) {
        expect_near("restitution", hit[0].restitution, atof(cell[at->e]), NEAR);
        expect_near("duration", hit[0].duration, atof(cell[at->time]), NEAR);
        cr_expect_eq(hit[0].release_penetration, 0.0);
    }
    expect_near("restitution, cut", hit[1].restitution, atof(cell[at->e_zero]), NEAR);
    expect_near("duration, cut", hit[1].duration, atof(cell[at->time_zero]), NEAR);
}

/* xi >= sqrt(5/6) creeps and does not come back where the contact may pull */
Test(normal_tables, demlab_impacts)
{
    static const struct columns at = {
        .e = 2, .e_zero = 4, .depth = 5, .time = 6, .time_zero = 7, .force = 8, .depth_zero = 9};
    FILE *f = law_table_open("impact_demlab.csv");
    char line[LAW_LINE];
    const char *cell[10];
    int rows = 0;
    while (law_table_row(f, line, cell, 10) == 10) {
        struct law_set set;
        law_set_read(&set, cell[0]);
        compare_impact(&set, law_set_value(&set, "m_eff"), atof(cell[1]), "; remove-cohesion=no",
                       "", cell, &at);
        rows++;
    }
    fclose(f);
    cr_assert_eq(rows, 66);
}

Test(normal_tables, hooke_impacts)
{
    static const struct columns at = {
        .e = 2, .e_zero = 4, .depth = 6, .time = 7, .time_zero = 8, .force = 9, .depth_zero = -1};
    FILE *f = law_table_open("impact_hooke_si.csv");
    char line[LAW_LINE];
    const char *cell[10];
    int rows = 0;
    while (law_table_row(f, line, cell, 10) == 10) {
        struct law_set set;
        law_set_read(&set, cell[0]);
        compare_impact(&set, law_set_value(&set, "m"), atof(cell[1]), "", "; limit-force=yes", cell,
                       &at);
        rows++;
    }
    fclose(f);
    cr_assert_eq(rows, 9);
}

static const struct quire_kind *
damped_kind(const char *model)
{
    return strcmp(model, "HC") == 0      ? &quire_kind_normal_hunt_crossley
           : strcmp(model, "MIXED") == 0 ? &quire_kind_normal_gonthier_carvalho_martins
                                         : &quire_kind_normal_restitution_exact;
}

/* model,n,k,m,e_nominal,v0,D,e,e_closed,dmax,dmax_closed,tc,Fmax: a free impact never pulls, so cut
 * or not is the same */
Test(normal_tables, damped_impacts)
{
    FILE *f = law_table_open("impact_damped.csv");
    char line[LAW_LINE];
    const char *cell[13];
    int rows = 0;
    while (law_table_row(f, line, cell, 13) == 13) {
        for (int cutoff = 0; cutoff < 2; cutoff++) {
            char settings[256];
            quire_impact hit;
            snprintf(settings, sizeof settings,
                     "stiffness=%s N/m^%s; exponent=%s; restitution=%s; cutoff=%s", cell[2],
                     cell[1], cell[1], cell[4], cutoff == 1 ? "yes" : "no");
            quire_law *law = law_make(damped_kind(cell[0]), settings);
            cr_assert_eq(quire_law_impact(law, atof(cell[3]), atof(cell[5]), &hit), QUIRE_OK);
            expect_near("restitution", hit.restitution, atof(cell[8]), NEAR);
            expect_near("peak penetration", hit.peak_penetration, atof(cell[10]), NEAR);
            expect_near("duration", hit.duration, atof(cell[11]), NEAR);
            const double force = atof(cell[12]);
            cr_expect(hit.peak_force >= force * (1.0 - 1e-10) &&
                          hit.peak_force <= force * (1.0 + 1e-3),
                      "%g, not %g", hit.peak_force, force);
            quire_law_destroy(law);
        }
        rows++;
    }
    fclose(f);
    cr_assert_eq(rows, 243);
}

/* set,m,v0,e,e_energy_closed,dmax,dp,tc,stuck */
Test(normal_tables, eepa_impacts)
{
    FILE *f = law_table_open("impact_eepa.csv");
    char line[LAW_LINE];
    const char *cell[9];
    int rows = 0, held = 0;
    while (law_table_row(f, line, cell, 9) == 9) {
        quire_law *law = law_from_set(cell[0]);
        quire_impact hit;
        cr_assert_eq(quire_law_impact(law, atof(cell[1]), atof(cell[2]), &hit), QUIRE_OK);
        expect_near("peak penetration", hit.peak_penetration, atof(cell[5]), NEAR);
        expect_near("restitution", hit.restitution, atof(cell[3]), NEAR);
        if (atoi(cell[8]) == 1) {
            cr_expect_eq(hit.duration, HUGE_VAL);
            held++;
        } else {
            expect_near("duration", hit.duration, atof(cell[7]), NEAR);
        }
        quire_law_destroy(law);
        rows++;
    }
    fclose(f);
    cr_assert(rows == 40 && held == 4, "%d %d", rows, held);
}

/* e_nominal,D_HC,D_MIXED,D_EXACT,e_HC,e_MIXED,...: factors, and what comes of them */
Test(normal_tables, restitution_map)
{
    static double (*const factor[3])(double) = {quire_restitution_hunt_crossley,
                                                quire_restitution_gonthier_carvalho_martins,
                                                quire_restitution_exact};
    static const struct quire_kind *const kind[3] = {&quire_kind_normal_hunt_crossley,
                                                     &quire_kind_normal_gonthier_carvalho_martins,
                                                     &quire_kind_normal_restitution_exact};
    FILE *f = law_table_open("restitution_map.csv");
    char line[LAW_LINE];
    const char *cell[8];
    int rows = 0;
    while (law_table_row(f, line, cell, 8) == 8) {
        const double e = atof(cell[0]), reached[3] = {atof(cell[4]), atof(cell[5]), e};
        for (int k = 0; k < 3; k++) {
            char settings[160];
            quire_impact hit;
            expect_near("D", factor[k](e), atof(cell[1 + k]), 1e-9);
            snprintf(settings, sizeof settings, "stiffness=1e8 N/m^1.5; restitution=%s", cell[0]);
            quire_law *law = law_make(kind[k], settings);
            cr_assert_eq(quire_law_impact(law, 1e-3, 1.0, &hit), QUIRE_OK);
            expect_near("restitution", hit.restitution, reached[k], NEAR);
            quire_law_destroy(law);
        }
        rows++;
    }
    fclose(f);
    cr_assert_eq(rows, 99);
}

/* ---- closed forms ---- */

/* The factor of restitution-exact solves its equation to the last digits, from e near 0 to e near
 * 1, where D = 3/2 (1 - e)/(1 - e + e^2) */
Test(restitution, exact_factor_solves_its_equation)
{
    static const double some[] = {1e-12, 1e-4, 0.02, 0.2, 0.5, 0.8, 0.97};
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
        const double e = some[i], d = quire_restitution_exact(e);
        const double left = 1.0 - e * d, right = (1.0 + d) * exp(-d * (1.0 + e));
        cr_expect(left >= 0.0 && fabs(left - right) <= 1e-15, "%g: %.17g, not %.17g", e, left,
                  right);
    }
    cr_expect_float_eq(quire_restitution_exact(1e-12), 1e12, 1.0);
    cr_expect_eq(quire_restitution_exact(1.0), 0.0);
    const double e = 1.0 - 1e-7;
    expect_near("D near 1", quire_restitution_exact(e), 1.5 * (1.0 - e) / (1.0 - e + e * e), 1e-6);
}

/* both formulas are 8/3 where they meet */
Test(restitution, mixed_factor_is_continuous)
{
    expect_near("below", quire_restitution_gonthier_carvalho_martins(1.0 / 3.0 - 1e-15), 8.0 / 3.0,
                1e-13);
    expect_near("above", quire_restitution_gonthier_carvalho_martins(1.0 / 3.0 + 1e-15), 8.0 / 3.0,
                1e-13);
}

/* What the law of Flores and others makes of a nominal restitution: the exact relation of e and D =
 * 8 (1 - e)/(5 e), at any mass and speed */
Test(restitution, flores_rebounds_as_its_damping_says)
{
    static const double nominal[] = {0.05, 0.3, 0.5, 0.7, 0.9, 1.0};
    for (size_t i = 0; i < sizeof nominal / sizeof nominal[0]; i++) {
        const double d = 8.0 * (1.0 - nominal[i]) / (5.0 * nominal[i]);
        char settings[160];
        quire_impact hit;
        snprintf(settings, sizeof settings, "stiffness=1e6 N/m^1.3; exponent=1.3; restitution=%g",
                 nominal[i]);
        quire_law *law = law_make(&quire_kind_normal_flores, settings);
        cr_assert_eq(quire_law_impact(law, 2e-3, 0.3, &hit), QUIRE_OK);
        const double e = hit.restitution;
        cr_expect(fabs(1.0 - e * d - (1.0 + d) * exp(-d * (1.0 + e))) <= 1e-7, "%g: %.9g",
                  nominal[i], e);
        cr_expect(e <= nominal[i] && e > nominal[i] - 0.05, "%g: %.9g", nominal[i], e);
        quire_law_destroy(law);
    }
}

/* the limit at e = 0 is met without a logarithm of 0 */
Test(restitution, tti_has_a_limit)
{
    cr_expect_eq(quire_restitution_tti_fit(0.0), 2.2664);
    cr_expect_eq(quire_restitution_tti_exact(0.0), sqrt(5.0));
    cr_expect_eq(fabs(quire_restitution_tti_exact(1.0)), 0.0);
    expect_near("next to it", quire_restitution_tti_fit(1e-300), 2.2664, 1e-4);
}

/* Kuwabara & Kono: 1 - e falls with v^(1/5); Ramirez et al. 1999: e = 1 - c1 x + 3/5 c1^2 x^2, x =
 * eta K^-3/5 m^-2/5 v^1/5 */
Test(normal_tables, kk_series)
{
    quire_law *law = law_make(&quire_kind_normal_demlab_hertz,
                              "effective-modulus=5 MPa; effective-radius=1 cm; damping=kk; "
                              "kk-coefficient=1 N*s/m^1.5; remove-cohesion=no");
    const double stiffness = 4.0 / 3.0 * 5e6 * 0.1, c1 = 1.15344;
    for (double v = 0.001; v < 0.2; v *= 10.0) {
        quire_impact hit;
        cr_assert_eq(quire_law_impact(law, 1e-3, v, &hit), QUIRE_OK);
        const double x = c1 * pow(stiffness, -0.6) * pow(1e-3, -0.4) * pow(v, 0.2);
        cr_expect_float_eq(hit.restitution, 1.0 - x + 0.6 * x * x, 2.0 * x * x * x + 1e-7);
    }
    quire_law_destroy(law);
}

/* closed_form_checks.csv: check,oracle,reference,...; the rows of the laws here, by the words of
 * `check`. Figures that Exudyn's test of two spheres lists (k = 1e6 N/m, n = 1, m = 1.6 kg, v = 10
 * m/s) are good to its steps. */
static bool
check_closed_form(const char *check, double reference)
{
    char set[32] = "", word[16] = "";
    double e;
    quire_impact hit;
    if (sscanf(check, "demlab %31s e(delta=0)", set) == 1 && strstr(check, "e(delta=0)") != NULL) {
        struct law_set s;
        law_set_read(&s, set);
        quire_law *law = law_of_set(&s, "; remove-cohesion=no");
        cr_assert_eq(quire_law_impact(law, law_set_value(&s, "m_eff"), 0.1, &hit), QUIRE_OK);
        expect_near(check, hit.restitution, reference, NEAR);
        quire_law_destroy(law);
    } else if (sscanf(check, "hooke_si %31s %15[a-zA-Z0-9 ]", set, word) == 2) {
        struct law_set s;
        law_set_read(&s, set);
        quire_law *law = law_of_set(&s, "");
        cr_assert_eq(quire_law_impact(law, law_set_value(&s, "m"), 0.1, &hit), QUIRE_OK);
        const double value = strcmp(word, "tc") == 0     ? hit.duration
                             : strcmp(word, "e F0") == 0 ? hit.zero_force_restitution
                                                         : hit.restitution;
        expect_near(check, value, reference, NEAR);
        quire_law_destroy(law);
    } else if (sscanf(check, "%15s n=1.5 e=%lf", word, &e) == 2) {
        char settings[128];
        snprintf(settings, sizeof settings, "stiffness=1e8 N/m^1.5; restitution=%g", e);
        quire_law *law = law_make(damped_kind(word), settings);
        cr_assert_eq(quire_law_impact(law, 0.05, 1.0, &hit), QUIRE_OK);
        expect_near(check, strstr(check, "dmax") != NULL ? hit.peak_penetration : hit.restitution,
                    reference, NEAR);
        quire_law_destroy(law);
    } else if (sscanf(check, "Exudyn published rebound %15s e=%lf", word, &e) == 2) {
        char settings[128];
        snprintf(settings, sizeof settings, "stiffness=1e6 N/m; exponent=1; restitution=%g", e);
        quire_law *law = law_make(damped_kind(word), settings);
        cr_assert_eq(quire_law_impact(law, 1.6, 10.0, &hit), QUIRE_OK);
        expect_near(check, hit.restitution, reference, 6e-5);
        quire_law_destroy(law);
    } else {
        return false;
    }
    return true;
}

Test(normal_tables, closed_forms)
{
    FILE *f = law_table_open("closed_form_checks.csv");
    char line[LAW_LINE];
    const char *cell[3];
    int rows = 0;
    while (law_table_row(f, line, cell, 3) == 3) {
        rows += check_closed_form(cell[0], atof(cell[2])) ? 1 : 0;
    }
    fclose(f);
    cr_assert_eq(rows, 53, "%d", rows);
}

/* A contact first seen while its surfaces part has had no impact: it is damped as the slowest,
 * before and after its touch is settled. */
Test(impact_damped, parting_is_no_impact)
{
    const struct quire_kind *kind = &quire_kind_normal_restitution_exact;
    quire_law *law = law_make(
        kind, "stiffness=1e8 N/m^1.5; restitution=0.9; minimum-impact-velocity=10 mm/s; cutoff=no");
    const struct quire_normal_law *ops = kind->ops;
    const void *compiled = law->compiled;

    for (double rate = -1; rate < 0; rate += 0.09) {
        struct quire_law_memory memory = {0},
                                slowest = {.mode = QUIRE_LAW_CLOSED, .history = {0.01}},
                                none = {.mode = QUIRE_LAW_CLOSED};
        struct quire_normal_in in = {.overlap = 1e-5, .closing = rate, .memory = &memory};
        struct quire_normal_out before, after, least, still;
        ops->eval(compiled, &in, &before);
        ops->commit(compiled, &in, 1e-5, &memory);
        cr_expect(memory.mode == QUIRE_LAW_CLOSED && memory.history[0] <= 0);
        ops->eval(compiled, &in, &after);
        in.memory = &slowest;
        ops->eval(compiled, &in, &least);
        in.memory = &none;
        ops->eval(compiled, &in, &still);
        cr_expect(before.force == after.force && after.force == least.force &&
                      least.force == still.force,
                  "%g: %g %g %g", rate, before.force, after.force, least.force);
    }
    quire_law_destroy(law);
}

/* what is damped follows the speed at touch, but not below the least */
Test(impact_damped, least_impact_speed)
{
    quire_law *law =
        law_make(&quire_kind_normal_restitution_exact,
                 "stiffness=1e8 N/m^1.5; restitution=0.5; minimum-impact-velocity=10 mm/s");
    quire_impact fast, slow, slower;
    cr_assert_eq(quire_law_impact(law, 1e-3, 0.02, &fast), QUIRE_OK);
    cr_assert_eq(quire_law_impact(law, 1e-3, 0.005, &slow), QUIRE_OK);
    cr_assert_eq(quire_law_impact(law, 1e-3, 0.001, &slower), QUIRE_OK);
    expect_near("above", fast.restitution, 0.5, NEAR);
    cr_expect(slow.restitution > 0.5 && slower.restitution > slow.restitution);
    quire_law_destroy(law);
}

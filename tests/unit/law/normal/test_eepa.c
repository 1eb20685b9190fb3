/* Adhesive elasto-plastic contact against tables of an independent implementation and against its
 * own energy. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures/law_fixture.h"

/* the parameter sets of the tables */
static const struct {
    const char *name, *settings;
} sets[] = {
    {"EX_test", "stiffness=1e5 N/m^2; exponent=2; plasticity-ratio=0.6; pull-off-force=0.01 N; "
                "adhesion-stiffness=4e4 N/m^2; "
                "adhesion-exponent=2; damping=1e-3 N*s/m"},
    {"lin", "stiffness=1e4 N/m; exponent=1; plasticity-ratio=0.4; adhesion-exponent=1"},
    {"lin_adh", "stiffness=1e4 N/m; exponent=1; plasticity-ratio=0.4; pull-off-force=1e-3 N; "
                "adhesion-stiffness=3e3 N/m; adhesion-exponent=1"},
    {"hertz", "stiffness=1e6 N/m^1.5; plasticity-ratio=0.5"},
    {"hertz_adh", "stiffness=1e6 N/m^1.5; plasticity-ratio=0.5; pull-off-force=2e-3 N; "
                  "adhesion-stiffness=2e5 N/m^1.5; damping=0.05 N*s/m"},
    {"off", "stiffness=1e4 N/m; exponent=1; plasticity-ratio=0; pull-off-force=1e-3 N; "
            "adhesion-stiffness=3e3 N/m; adhesion-exponent=1; "
            "damping=0.1 N*s/m"},
};
#define UNEQUAL                                                                                    \
    "stiffness=1e6 N/m^1.5; plasticity-ratio=0.5; adhesion-stiffness=40 N/m; "                     \
    "adhesion-exponent=1; pull-off-force=1e-3 N"
#define LOWERED                                                                                    \
    "stiffness=1e4 N/m; exponent=1; plasticity-ratio=0.4; adhesion-stiffness=3e3 N/m; "            \
    "adhesion-exponent=1; unloading=liggghts"

static quire_law *
from_set(const char *name)
{
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        if (strcmp(sets[i].name, name) == 0) {
            return law_make(&quire_kind_normal_eepa, sets[i].settings);
        }
    }
    cr_assert_fail("no set %s", name);
    return NULL;
}

static struct quire_normal_out
ask(const quire_law *law, double overlap, double closing, const struct quire_law_memory *memory)
{
    struct quire_normal_out out;

    law->normal->eval(
        law->compiled,
        &(struct quire_normal_in){.overlap = overlap, .closing = closing, .memory = memory}, &out);
    return out;
}

static double
stored(const quire_law *law, double overlap, const struct quire_law_memory *memory)
{
    return quire_normal_stored(law->normal, law->compiled,
                               &(struct quire_normal_in){.overlap = overlap, .memory = memory});
}

/* the end of a step; without rates, so that the ends of steps alone count */
static void
commit(const quire_law *law, double overlap, struct quire_law_memory *memory)
{
    law->normal->commit(law->compiled,
                        &(struct quire_normal_in){.overlap = overlap, .memory = memory}, 1e-6,
                        memory);
}

/* relative 1e-12, or 1e-14 of the largest number around */
static bool
agrees(double value, double reference, double largest)
{
    return fabs(value - reference) <= fmax(1e-12 * fabs(reference), 1e-14 * largest);
}

/* 864 forces behind a largest overlap */
Test(eepa, forces_after_a_largest_overlap)
{
    FILE *f = law_table_open("force_eepa.csv");
    char line[LAW_LINE];
    const char *cell[6];
    int rows = 0;

    while (law_table_row(f, line, cell, 6) == 6) {
        quire_law *law = from_set(cell[0]);
        struct quire_law_memory memory = {0};
        const double before = atof(cell[1]), overlap = atof(cell[2]), rate = atof(cell[3]),
                     reference = atof(cell[5]);
        commit(law, before, &memory);
        /* laws are not asked where nothing touches */
        const double force = overlap > 0 ? ask(law, overlap, rate, &memory).force : 0;
        cr_expect(agrees(force, reference, 12), "%s %g %g %g: %.17g, not %.17g", cell[0], before,
                  overlap, rate, force, reference);
        quire_law_destroy(law);
        rows++;
    }
    fclose(f);
    cr_assert_eq(rows, 864);
}

/* 276 points along paths that load, unload, reload and part */
Test(eepa, paths)
{
    FILE *f = law_table_open("eepa_path.csv");
    char line[LAW_LINE], set[64] = "";
    const char *cell[5];
    quire_law *law = NULL;
    struct quire_law_memory memory = {0};
    int rows = 0;

    while (law_table_row(f, line, cell, 5) == 5) {
        if (strcmp(set, cell[0]) != 0) {
            quire_law_destroy(law);
            law = from_set(cell[0]);
            snprintf(set, sizeof set, "%s", cell[0]);
            memory = (struct quire_law_memory){0};
        }
        const double overlap = atof(cell[2]), reference = atof(cell[4]);
        const double force = overlap > 0 ? ask(law, overlap, 0, &memory).force : 0;
        cr_expect(agrees(force, reference, 1), "%s %s: %.17g, not %.17g", cell[0], cell[1], force,
                  reference);
        commit(law, overlap, &memory);
        /* it does not jump */
        cr_expect_float_eq(overlap > 0 ? ask(law, overlap, 0, &memory).force : 0, force,
                           1e-12 * fabs(force) + 1e-15);
        rows++;
    }
    quire_law_destroy(law);
    fclose(f);
    cr_assert_eq(rows, 276);
}

/* dF/d(overlap) and, for the part that has a potential, dU/d(overlap): on all branches, with equal
 * exponents and with others */
Test(eepa, derivatives_and_potential)
{
    static const char *const settings[] = {UNEQUAL, LOWERED};
    static const double share[] = {0.001, 0.02, 0.2, 0.43, 0.56, 0.7, 0.9, 1.3, 2};

    for (size_t s = 0; s < 2 + sizeof sets / sizeof *sets; s++) {
        quire_law *law =
            law_make(&quire_kind_normal_eepa, s < 2 ? settings[s] : sets[s - 2].settings);
        struct quire_law_memory memory = {0};
        commit(law, 1e-4, &memory);
        for (size_t i = 0; i < sizeof share / sizeof *share; i++) {
            const double d = 1e-4 * share[i], h = 1e-5 * d;
            const struct quire_normal_out out = ask(law, d, 0.01, &memory);
            const double by_overlap =
                (ask(law, d + h, 0.01, &memory).force - ask(law, d - h, 0.01, &memory).force) /
                (2 * h);
            const double work =
                (stored(law, d + h, &memory) - stored(law, d - h, &memory)) / (2 * h);
            cr_expect(fabs(out.d_overlap - by_overlap) <= 1e-5 * fabs(by_overlap) + 1e-6,
                      "%zu %g: %g, not %g", s, d, out.d_overlap, by_overlap);
            cr_expect(fabs(out.elastic - work) <= 1e-5 * fabs(work) + 1e-6, "%zu %g: %g, not %g", s,
                      d, out.elastic, work);
        }
        quire_law_destroy(law);
    }
}

/* what is done to the contact is stored, or lost when it settles; nothing gives any */
Test(eepa, never_creates_energy)
{
    for (int run = 0; run < 6; run++) {
        quire_law *law = law_make(&quire_kind_normal_eepa, run % 3 == 0   ? UNEQUAL
                                                           : run % 3 == 1 ? LOWERED
                                                                          : sets[0].settings);
        struct quire_law_memory memory = {0};
        double work = 0, lost = 0, past = 1e-6, force;
        commit(law, past, &memory);
        work = stored(law, past, &memory);
        force = ask(law, past, 0, &memory).force;
        for (int i = 1; i < 40000; i++) {
            const double x = 1e-6 + 1e-4 * (1 - cos(1e-3 * i)) * (1 + 0.4 * sin(0.37e-3 * i + run));
            const double now = ask(law, x, 0, &memory).force;
            work += 0.5 * (force + now) * (x - past);
            force = now;
            past = x;
            const double before = stored(law, x, &memory);
            commit(law, x, &memory);
            const double less = before - stored(law, x, &memory);
            lost += less;
            cr_assert(less >= -1e-12 * fabs(before), "%d %d: %g", run, i, less);
            cr_assert_float_eq(work, stored(law, x, &memory) + lost, 1e-4 * fabs(work) + 1e-10,
                               "%d %d: %g, not %g", run, i, work, stored(law, x, &memory) + lost);
        }
        quire_law_destroy(law);
    }
}

/* unloading="liggghts": from the adhesive branch the way back leads up with k2, not along the
 * branch */
Test(eepa, the_plastic_overlap_is_lowered)
{
    quire_law *law = law_make(&quire_kind_normal_eepa, LOWERED);
    struct quire_law_memory memory = {0};
    const double k2 = 1e4 / 0.6;

    commit(law, 1e-4, &memory);
    commit(law, 1e-5, &memory); /* on the branch: -3e3 * 1e-5 */
    cr_expect_float_eq(ask(law, 1e-5, 0, &memory).force, -0.03, 1e-15);
    cr_expect_float_eq(ask(law, 1.1e-5, 0, &memory).force, -0.03 + k2 * 1e-6, 1e-14);
    quire_law_destroy(law);
}

/* The largest overlap within a step is that of the cubic through its ends: here exactly that of a
 * parabola. */
Test(eepa, the_peak_within_a_step_counts)
{
    quire_law *law = from_set("lin");
    struct quire_law_memory memory = {0};

    law->normal->commit(law->compiled, &(struct quire_normal_in){.overlap = 8e-5, .closing = 0.04},
                        1e-3, &memory);
    law->normal->commit(law->compiled, &(struct quire_normal_in){.overlap = 9e-5, .closing = -0.02},
                        1e-3, &memory);
    const double peak = 8e-5 + 0.04 * 0.04 / (2 * 60); /* 0.04 to -0.02 m/s in 1 ms */
    cr_expect_float_eq(memory.history[0], peak, 1e-9 * peak);
    law->normal->commit(law->compiled,
                        &(struct quire_normal_in){.overlap = -1e-9, .closing = -0.02}, 1e-3,
                        &memory);
    cr_expect(memory.mode == 0 && memory.history[0] == 0);
    quire_law_destroy(law);
}

/* Other stable states of rest than the one that is reported. */
#include "fixtures/rest_stage.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fixtures/sanitized.h"

#define GRAVITY "<gravity vector=\"0 m/s^2, -9.81 m/s^2\"/>"

static const int segments[] = {10, 16, 20, 40, 80};
static const size_t n_segments = sizeof segments / sizeof segments[0];

/* how many are told of, by figures that are there and warnings alike */
static int
count_others(const struct rest *r)
{
    int figures = 0, warnings = 0;
    char name[60] = "card.other-rest.energy", line[1024];

    while (!isnan(quire_run_figure(r->run, name))) {
        figures++;
        snprintf(name, sizeof name, "card.other-rest.%d.energy", figures + 1);
    }
    for (size_t i = 0; i < quire_diag_count(r->diag); i++) {
        quire_diag_format(r->diag, i, line, sizeof line);
        warnings += strstr(line, "W-ANOTHER-REST") != NULL;
    }
    cr_expect_eq(figures, warnings);
    return warnings;
}

/* Both ends clamped, pushed together by 1 mm of 151, then the trailing edge turned by mu times the
 * root of that share. */
static void
turn_one_end(struct rest *r, const char *motion, int n, double mu)
{
    char parts[800];
    const double turn = mu * sqrt(1.0 / 151) * 180 / 3.14159265358979;

    snprintf(parts, sizeof parts,
             "<sheet name=\"card\" media=\"m\" length=\"151 mm\" width=\"210 mm\" "
             "segments=\"%d\"><start from=\"0 mm, 0 mm\"/>"
             "<clamp end=\"trail\"><to time=\"1 s\" turn=\"0 deg\"/><to time=\"2 s\" "
             "shape=\"linear\" turn=\"%.9g deg\"/></clamp>"
             "<clamp end=\"lead\"><to time=\"1 s\" shape=\"linear\" shift=\"-1 mm, 0 "
             "mm\"/></clamp></sheet>",
             n, turn);
    rest_find(r, motion, NO_GRAVITY "<run kind=\"equilibrium\" at=\"2 s\"/>", parts);
    cr_assert_eq(r->status, QUIRE_OK, "%d segments, mu %g", n, mu);
}

/* The arch that is turned against is lost at mu = 1.7818 (Gomez, Moulton and Vella, Nature
 * Physics 13 (2017) 142); before, there are two states. */
Test(other_rests, of_a_turned_arch_end_where_theory_has_it)
{
    for (size_t k = 0; k < n_segments; k++) {
        for (int side = -1; side <= 1; side += 2) {
            struct rest r;
            turn_one_end(&r, "planar", segments[k], side * 1.5);
            cr_expect_eq(count_others(&r), 1, "%d segments", segments[k]);
            rest_done(&r);
            turn_one_end(&r, "planar", segments[k], side * 2);
            cr_expect_eq(count_others(&r), 0, "%d segments", segments[k]);
            rest_done(&r);
        }
    }
    for (int k = 0; k < 2; k++) { /* near the fold */
        struct rest r;
        turn_one_end(&r, "planar", 120, k == 0 ? 1.77 : 1.80);
        cr_expect_eq(count_others(&r), k == 0 ? 1 : 0, "%d", k);
        rest_done(&r);
    }
}

static void
push_together(struct rest *r, const char *motion, const char *gravity, int n, double excess)
{
    char parts[600], settings[200];

    snprintf(settings, sizeof settings, "%s<run kind=\"equilibrium\" at=\"1 s\"/>", gravity);
    snprintf(parts, sizeof parts,
             "<sheet name=\"card\" media=\"m\" length=\"%.9g mm\" width=\"210 mm\" "
             "segments=\"%d\"><start from=\"0 mm, 0 mm\"/><clamp end=\"trail\"/>"
             "<clamp end=\"lead\"><to time=\"1 s\" shape=\"linear\" shift=\"%.9g mm, 0 "
             "mm\"/></clamp></sheet>",
             150 + excess, n, -excess);
    rest_find(r, motion, settings, parts);
    cr_assert_eq(r->status, QUIRE_OK, "%d segments, %g mm", n, excess);
}

/* Of the buckled shapes of a clamped strip only the first is stable, up and down: two states of
 * one energy; weight makes one the lower. */
Test(other_rests, of_a_buckled_strip_are_up_and_down)
{
    for (size_t k = 0; k < n_segments; k++) {
        struct rest r;
        push_together(&r, "planar", NO_GRAVITY, segments[k], 2);
        cr_expect_eq(count_others(&r), 1);
        cr_expect(fabs(quire_run_figure(r.run, "card.other-rest.energy")) <= 0, "%g",
                  quire_run_figure(r.run, "card.other-rest.energy"));
        cr_expect(rest_says(&r, "W-ANOTHER-REST", "the potential energy is the same"));
        rest_done(&r);
        push_together(&r, "planar", GRAVITY, segments[k], 2);
        cr_expect_eq(count_others(&r), 1);
        cr_expect_gt(quire_run_figure(r.run, "card.other-rest.energy"), 0);
        rest_done(&r);
    }
    struct rest r;
    push_together(&r, "spatial", GRAVITY, 10, 2);
    cr_expect_eq(count_others(&r), 1);
    rest_done(&r);
}

/* held at its trail or its leading edge alone, straight away from there, whose heading is given */
static void
stand(struct rest *r, const char *motion, bool lead, int n, double length, double heading)
{
    char parts[600];

    snprintf(parts, sizeof parts,
             "<sheet name=\"card\" media=\"m\" length=\"%g mm\" width=\"210 mm\" "
             "segments=\"%d\"><start from=\"%.9g mm, %.9g mm\" heading=\"%g deg\"/>"
             "<clamp end=\"%s\"/></sheet>",
             length, n, lead ? length * cos(heading / 57.29577951308232) : 0,
             lead ? length * sin(heading / 57.29577951308232) : 0, lead ? heading + 180 : heading,
             lead ? "lead" : "trail");
    rest_find(r, motion, GRAVITY "<run kind=\"equilibrium\"/>", parts);
    cr_assert_eq(r->status, QUIRE_OK, "%d segments, %g mm, %g deg", n, length, heading);
}

/* A standing sheet bends to either side where q L^3 / B is above 7.837 (Greenhill 1881), which
 * paper reaches at 149.4 mm. Leaning, it needs more. */
Test(other_rests, of_a_standing_sheet_lean_to_either_side)
{
    for (size_t k = 0; k < n_segments; k++) {
        static const struct {
            double length, heading;
            int others;
        } cases[] = {{140, 90, 0}, {165, 90, 1}, {297, 90, 1}, {297, 80, 1}, {150, 80, 0},
                     {420, 20, 1}, {297, 0, 1},  {180, 0, 0},  {297, -90, 0}};
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            for (int lead = 0; lead < 2; lead++) {
                struct rest r;
                stand(&r, "planar", lead == 1, segments[k], cases[i].length, cases[i].heading);
                cr_expect_eq(count_others(&r), cases[i].others,
                             "%d segments, %g mm, %g deg, lead %d: %d", segments[k],
                             cases[i].length, cases[i].heading, lead, count_others(&r));
                rest_done(&r);
            }
        }
    }
    struct rest r;
    stand(&r, "spatial", false, 20, 297, 80);
    cr_expect_eq(count_others(&r), 1);
    rest_done(&r);
}

#define TOUCH(friction)                                                                            \
    "<contact name=\"c\"><normal law=\"linear\" stiffness=\"2e4 N/m\" reference-length=\"5 "       \
    "mm\"/>" friction "</contact><pair contact=\"c\"/>"

static void
hang_over_roller(struct rest *r, const char *contact, int n)
{
    char parts[1000];

    snprintf(parts, sizeof parts,
             "%s<drive name=\"d\" speed=\"0 m/s\"/><roller name=\"r\" centre=\"60 mm, -10.2 mm\" "
             "radius=\"10 mm\" surface=\"steel\" drive=\"d\"/>"
             "<sheet name=\"card\" media=\"m\" length=\"297 mm\" width=\"210 mm\" "
             "segments=\"%d\"><start from=\"0 mm, 0 mm\"/><clamp end=\"trail\"/></sheet>",
             contact, n);
    rest_find(r, "planar", GRAVITY "<run kind=\"equilibrium\"/>", parts);
    cr_assert_eq(r->status, QUIRE_OK, "%d segments", n);
}

/* What lies on a roller could lie back over its clamp. Where friction sticks places of rest lie
 * side by side, and none is reported. */
Test(other_rests, of_a_sheet_that_touches_something)
{
    for (size_t k = 0; k < n_segments; k++) {
        struct rest r;
        hang_over_roller(&r, TOUCH(""), segments[k]);
        cr_expect_eq(count_others(&r), 1, "%d segments: %d", segments[k], count_others(&r));
        cr_expect_gt(quire_run_figure(r.run, "card.other-rest.energy"), 0);
        rest_done(&r);
        hang_over_roller(&r, TOUCH("<friction law=\"stick-slip\" dynamic-coefficient=\"0.3\"/>"),
                         segments[k]);
        cr_expect_eq(count_others(&r), 0);
        rest_done(&r);
    }
}

/* No state behind a wall is reported: a sheet that leans on one does not go through it.
 */
Test(other_rests, do_not_lie_behind_walls)
{
    for (size_t k = 0; k < n_segments; k++) {
        for (int there = 0; there < 2; there++) {
            struct rest r;
            char parts[1000];
            snprintf(parts, sizeof parts,
                     "%s%s<sheet name=\"card\" media=\"m\" length=\"200 mm\" width=\"210 mm\" "
                     "segments=\"%d\"><start from=\"0 mm, 0 mm\" heading=\"85 deg\"/>"
                     "<clamp end=\"trail\"/></sheet>",
                     TOUCH(""),
                     there ? "<guide name=\"g\" surface=\"steel\" side=\"right\"><line from=\"-1 "
                             "mm, -20 mm\" to=\"-1 mm, 400 mm\"/></guide>"
                           : "",
                     segments[k]);
            rest_find(&r, "planar", GRAVITY "<run kind=\"equilibrium\"/>", parts);
            cr_assert_eq(r.status, QUIRE_OK);
            cr_expect_eq(count_others(&r), there ? 0 : 1, "%d segments: %d", segments[k],
                         count_others(&r));
            rest_done(&r);
        }
    }
}

/* Two sheets, one of which has others: each sheet's are its own. */
Test(other_rests, are_told_for_each_sheet)
{
    struct rest r;

    rest_find(&r, "planar", GRAVITY "<run kind=\"equilibrium\"/>",
              "<sheet name=\"short\" media=\"m\" length=\"50 mm\" width=\"210 mm\" "
              "segments=\"20\"><start from=\"1 m, 0 m\" heading=\"90 deg\"/><clamp "
              "end=\"trail\"/></sheet>"
              "<sheet name=\"card\" media=\"m\" length=\"297 mm\" width=\"210 mm\" "
              "segments=\"20\"><start from=\"0 mm, 0 mm\" heading=\"80 deg\"/><clamp "
              "end=\"trail\"/></sheet>");
    cr_assert_eq(r.status, QUIRE_OK);
    cr_expect_eq(count_others(&r), 1);
    cr_expect(isnan(quire_run_figure(r.run, "short.other-rest.energy")));
    rest_done(&r);
}

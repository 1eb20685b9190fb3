/* P2: a folded chain, one end of which is let go, falls faster than a stone. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "figure.h"

#define LENGTH 1.0
#define RATIO  0.847213 /* of the time of free fall */
#define MOST   2200

static void
compare_fall(const char *name, int links, double fold)
{
    const double fall = sqrt(2 * LENGTH / GRAVITY), reference = RATIO * fall,
                 speed = sqrt(0.75 * 2 * GRAVITY * LENGTH);
    struct settings s = {.n = 0};
    struct simulation sim;

    set_number(&s, "links", links, "");
    set_number(&s, "fold", fold, "m");
    if (!simulation_start(&sim, name, "folded-chain.xml", &s)) {
        return;
    }
    const size_t n = quire_run_row_count(sim.run);
    double *time = simulation_column(&sim, name, "time"),
           *y = simulation_column(&sim, name, "page.lead.y"),
           *kinetic = simulation_column(&sim, name, "energy.kinetic"),
           *gravity = simulation_column(&sim, name, "energy.gravity"),
           *elastic = simulation_column(&sim, name, "energy.elastic");
    if (time != NULL && y != NULL && kinetic != NULL && gravity != NULL && elastic != NULL &&
        n <= MOST) {
        size_t lowest = 0, half = 0;
        double drift = 0, way[MOST], stone[MOST];
        for (size_t i = 1; i < n; i++) {
            lowest = y[i] < y[lowest] ? i : lowest;
            half = y[0] - y[i] < 0.5 * LENGTH && i == half + 1 ? i : half;
        }
        for (size_t i = 0; i < n; i++) {
            drift = i <= lowest ? fmax(drift, fabs(kinetic[i] + gravity[i] + elastic[i])) : drift;
            way[i] = y[0] - y[i];
            stone[i] = 0.5 * GRAVITY * time[i] * time[i];
        }
        report(name, "time of fall [s], relative error", reference, time[lowest], reference, 0.02);
        report(name, "speed after half its length [m/s], relative error", speed,
               (y[half] - y[half + 1]) / (time[half + 1] - time[half]), speed, 0.02);
        report(name, "energy kept until the end is reached, over m g L/2", 0,
               drift / (0.3 * 0.21 * LENGTH * GRAVITY * 0.5 * LENGTH), 1, 1e-3);
        if (links == 80) {
            struct figure *f = figure_open("p2-folded-chain",
                                           "The free end of the folded chain overtakes a stone.",
                                           "time [s]", "way [m]");
            figure_add(f, "Quire, free end", CURVE, time, way, lowest + 1);
            figure_add(f, "stone", REFERENCE_LINE, time, stone, lowest + 1);
        }
    }
    free(time);
    free(y);
    free(kinetic);
    free(gravity);
    free(elastic);
    simulation_end(&sim);
}

static void
folded_chain(void)
{
    compare_fall("P2 50 links, fold of 20 mm", 50, 0.02);
    compare_fall("P2 80 links, fold of 50 mm", 80, 0.05);
}

const struct validation_case case_folded_chain = {
    .id = "P2",
    .title = "Folded falling chain",
    .tests = "Large motion of a chain without bending stiffness, and a start along a shape.",
    .setup = "A chain of 1 m hangs folded between two points of one height, 20 mm or 50 mm apart; "
             "one end is let go. Order 5, position tolerance 1e-7 m.",
    .reference = "The energy-conserving limit of a narrow fold: 0.847213 of the time of free fall, "
                 "v = 0.866025 √(2 g L) after half the length; M. G. Calkin and R. H. March, Am. "
                 "J. Phys. 57 (1989) 154; W. Tomaszewski et al., Am. J. Phys. 74 (2006) 776.",
    .run = folded_chain,
};

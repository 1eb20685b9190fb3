/* Solids in runs: what lies, bounces and is carried comes to what statics and the laws of motion
 * say. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures/simulate.h"

static quire_model *model;
static quire_run *run;

static void
run_model(const char *parts, const char *accuracy)
{
    quire_run_options options = quire_run_options_default();

    options.accuracy = accuracy;
    run = simulate_parts(&model, "spatial", parts, &options);
}

static double
figure(const char *body, const char *name)
{
    char text[100];

    snprintf(text, sizeof text, "%s.%s", body, name);
    return quire_run_figure(run, text);
}

static void
end_run(void)
{
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* ---- edges that cross ---- */

#define FLOATING                                                                                   \
    "<settings><gravity vector='0 m/s^2, 0 m/s^2'/><run end='%s' sample='1 ms'/></settings>"
#define HARD                                                                                       \
    "<contact name='c'><normal law='linear' stiffness='1e7 N/m'/></contact><pair contact='c'/>"

/* Two bars crosswise: the upper one's weight rests on the four places where its lower edges cross
 * the upper edges of the other, each with a quarter of the law. */
Test(solid_runs, crossed_bars_rest_on_their_edges)
{
    static const char *const edge[] = {"0 mm", "2 mm"};
    const double weight = 0.1 * 9.81, stiffness = 4e4;

    for (int k = 0; k < 2; k++) {
        char text[2000];
        snprintf(text, sizeof text,
                 "<settings><gravity vector='0 m/s^2, -9.81 m/s^2'/><run end='0.5 s' sample='10 "
                 "ms'/></settings>"
                 "<contact name='c'><normal law='linear' stiffness='%g N/m' damping='100 "
                 "N*s/m'/></contact><pair contact='c'/>"
                 "<guide name='g' surface='steel' thickness='20 mm'><line from='-100 mm, 0 mm' "
                 "to='100 mm, 0 mm'/></guide>"
                 "<solid name='low' surface='wood' mass='0.2 kg' centre='0 mm, 10 mm, 0 "
                 "mm'><cuboid size='120 mm, 20 mm, 24 mm' edge-radius='%s'/></solid>"
                 "<solid name='high' surface='wood' mass='0.1 kg' centre='0 mm, 30 mm, 0 "
                 "mm'><cuboid size='30 mm, 20 mm, 120 mm' edge-radius='%s'/></solid>",
                 stiffness, edge[k], edge[k]);
        run_model(text, "fine");
        const double on_table = 0.01 - figure("low", "y"),
                     on_bar = figure("low", "y") + 0.02 - figure("high", "y");
        cr_expect_float_eq(on_bar, weight / stiffness, 1e-4 * weight / stiffness, "%g, %g", on_bar,
                           weight / stiffness);
        cr_expect_float_eq(on_table, 3 * weight / stiffness, 1e-4 * weight / stiffness, "%g",
                           on_table);
        end_run();
    }
}

/* Both bars have an edge up; dropped on the middle of the other one hands over its speed. */
Test(solid_runs, bars_swap_speeds_edge_on_edge)
{
    char text[2000];
    snprintf(text, sizeof text,
             FLOATING HARD
             "<solid name='low' surface='wood' mass='0.1 kg' centre='0 mm, 0 mm, 0 mm' turn='45 "
             "deg, 0 deg, 0 deg'><cuboid size='120 mm, 20 mm, 20 mm'/></solid>"
             "<solid name='high' surface='wood' mass='0.1 kg' centre='0 mm, 28.3 mm, 0 mm' turn='0 "
             "deg, 0 deg, 45 deg' velocity='0 m/s, -0.5 m/s, 0 m/s'>"
             "<cuboid size='20 mm, 20 mm, 120 mm'/></solid>",
             "5 ms");
    run_model(text, "fine");
    /* 1e-4: the integrator's */
    cr_expect_float_eq(figure("low", "vy"), -0.5, 5e-5, "%g", figure("low", "vy"));
    cr_expect_float_eq(figure("high", "vy"), 0, 5e-5, "%g", figure("high", "vy"));
    cr_expect_lt(quire_run_figure(run, "energy.residual.relative"), 1e-4, "%g",
                 quire_run_figure(run, "energy.residual.relative"));
    end_run();
}

/* Off their middles, each is hit at an arm: the impulse is 2 v over the sum of what it does to
 * each. */
Test(solid_runs, bars_rebound_off_their_middles)
{
    /* along x from the low one, along z from the high one */
    const double mass[2] = {0.1, 0.06}, speed = 0.5, arm[2] = {0.02, -0.03};
    const double inertia[2] = {mass[0] * (0.12 * 0.12 + 0.02 * 0.02) / 12,
                               mass[1] * (0.12 * 0.12 + 0.02 * 0.02) / 12};
    const double yields = 1 / mass[0] + 1 / mass[1] + arm[0] * arm[0] / inertia[0] +
                          arm[1] * arm[1] / inertia[1],
                 impulse = 2 * speed / yields;
    char text[2000];

    snprintf(text, sizeof text,
             FLOATING HARD
             "<solid name='low' surface='wood' mass='%g kg' centre='0 mm, 0 mm, 0 mm' turn='45 "
             "deg, 0 deg, 0 deg'><cuboid size='120 mm, 20 mm, 20 mm'/></solid>"
             "<solid name='high' surface='wood' mass='%g kg' centre='%g m, 28.285 mm, %g m' "
             "turn='0 deg, 0 deg, 45 deg' velocity='0 m/s, %g m/s, 0 m/s'>"
             "<cuboid size='20 mm, 20 mm, 120 mm'/></solid>",
             "3 ms", mass[0], mass[1], arm[0], -arm[1], -speed);
    run_model(text, "fine");
    const double rate[2] = {-arm[0] * impulse / inertia[0], -arm[1] * impulse / inertia[1]};
    double momentum[3] = {0}, energy = 0;
    static const char *const body[] = {"low", "high"}, *const along[] = {"x", "y", "z"};
    for (int k = 0; k < 2; k++) {
        double at[3], v[3];
        for (int d = 0; d < 3; d++) {
            char name[40];
            at[d] = figure(body[k], along[d]);
            snprintf(name, sizeof name, "v%s", along[d]);
            v[d] = figure(body[k], name);
            snprintf(name, sizeof name, "angular-momentum.%s", along[d]);
            momentum[d] += figure(body[k], name);
            energy += 0.5 * mass[k] * v[d] * v[d];
        }
        for (int d = 0; d < 3; d++) {
            momentum[d] +=
                mass[k] * (at[(d + 1) % 3] * v[(d + 2) % 3] - at[(d + 2) % 3] * v[(d + 1) % 3]);
        }
    }
    cr_expect_float_eq(figure("low", "vy"), -impulse / mass[0], 1e-3 * speed, "%g, %g",
                       figure("low", "vy"), -impulse / mass[0]);
    cr_expect_float_eq(figure("high", "vy"), impulse / mass[1] - speed, 1e-3 * speed, "%g",
                       figure("high", "vy"));
    cr_expect_float_eq(figure("low", "spin.z"), rate[0], 2e-3 * fabs(rate[0]), "%g, %g",
                       figure("low", "spin.z"), rate[0]);
    cr_expect_float_eq(figure("high", "spin.x"), rate[1], 2e-3 * fabs(rate[1]), "%g, %g",
                       figure("high", "spin.x"), rate[1]);
    const double about[3] = {-arm[1] * mass[1] * -speed * -1, 0, arm[0] * mass[1] * -speed};
    for (int d = 0; d < 3; d++) {
        cr_expect_float_eq(momentum[d], about[d], 1e-5 * mass[1] * speed * 0.03, "%d: %g, %g", d,
                           momentum[d], about[d]);
    }
    cr_expect_float_eq(quire_run_figure(run, "energy.kinetic"), 0.5 * mass[1] * speed * speed,
                       1e-5 * mass[1] * speed * speed);
    cr_expect_lt(energy, 0.5 * mass[1] * speed * speed);
    end_run();
}

/* ---- belts ---- */

#define STEP   "<friction law='mtt-step' dynamic-coefficient='0.3' threshold-velocity='0.1 mm/s'/>"
#define SPRING "<friction law='tangential-spring' coefficient='0.3' stiffness='1e5 N/m'/>"

/* a block of 0.2 kg put on a belt that runs with 0.6 m/s */
static void
carry(const char *friction, double spin, double time, const char *accuracy)
{
    char text[2000];

    snprintf(text, sizeof text,
             "<settings><gravity vector='0 m/s^2, -9.81 m/s^2'/><run end='%g s' sample='10 "
             "ms'/></settings>"
             "<contact name='c'><normal law='linear' stiffness='4e5 N/m' damping='300 "
             "N*s/m'/>%s</contact><pair contact='c'/>"
             "<guide name='g' surface='steel' thickness='20 mm' velocity='0.6 m/s'><line "
             "from='-100 mm, 0 mm' to='900 mm, 0 mm'/></guide>"
             "<solid name='s' surface='wood' mass='0.2 kg' centre='0 mm, %.17g m, 0 mm' turn='0 "
             "deg, 30 deg, 0 deg' spin='0 rad/s, %g rad/s, 0 rad/s'>"
             "<cuboid size='80 mm, 20 mm, 80 mm'/></solid>",
             time, friction, 0.01 - 0.2 * 9.81 / 4e5, spin);
    run_model(text, accuracy);
}

/* Carried from rest a block gains speed by friction until it has the belt's; the belt works mu N v
 * all the while, twice what the block gets. */
Test(solid_runs, belts_work_on_what_they_carry)
{
    static const char *const friction[] = {STEP, SPRING};
    const double coefficient = 0.3, weight = 0.2 * 9.81, speed = 0.6;

    for (int k = 0; k < 4; k++) {
        /* still sliding; carried along */
        const double time = k < 2 ? 0.1 : 0.4, slid = fmin(time, speed / (coefficient * 9.81));
        carry(friction[k % 2], 0, time, "fine");
        const double work = quire_run_figure(run, "energy.belts"),
                     expected = coefficient * weight * speed * slid;
        cr_expect_float_eq(figure("s", "vx"), coefficient * 9.81 * slid, 5e-3 * speed, "%g",
                           figure("s", "vx"));
        cr_expect_float_eq(work, expected, 5e-3 * expected, "%d: %g, %g", k, work, expected);
        end_run();
    }
}

/* the same where the slip turns round while it is carried along */
Test(solid_runs, the_balance_with_belts_is_closed)
{
    for (int k = 0; k < 2; k++) {
        carry(STEP, 10, k == 0 ? 0.1 : 0.4, "standard");
        cr_expect_lt(quire_run_figure(run, "energy.residual.relative"), k == 0 ? 1e-6 : 2e-5,
                     "%d: %g", k, quire_run_figure(run, "energy.residual.relative"));
        end_run();
    }
}

/* ---- mirrored ---- */

/* Two dice that meet and fall on a belt, and the same across the machine: every place and velocity
 * to the bit. */
static void
tumble(double way, double out[26])
{
    static const char *const column[] = {"x",  "y",  "z",  "turn.w", "turn.a", "turn.b", "turn.c",
                                         "vx", "vy", "vz", "spin.x", "spin.y", "spin.z"};
    char text[3000];

    snprintf(text, sizeof text,
             "<settings><gravity vector='0 m/s^2, -9.81 m/s^2'/><run end='0.4 s' sample='10 "
             "ms'/></settings>"
             "<contact name='c'><normal law='linear' stiffness='1e5 N/m' damping='3 N*s/m'/>"
             "<friction law='mtt-step' dynamic-coefficient='0.3' threshold-velocity='2 "
             "mm/s'/></contact><pair contact='c'/>"
             "<guide name='g' surface='felt' thickness='20 mm' velocity='0.2 m/s'><line from='-100 "
             "mm, 0 mm' to='600 mm, 0 mm'/></guide>"
             "<solid name='one' surface='ivory' mass='5 g' centre='0 mm, 30 mm, %g mm' turn='%g "
             "deg, %g deg, 50 deg' velocity='0.3 m/s, 0 m/s, %g m/s' "
             "spin='%g rad/s, %g rad/s, -30 rad/s'><cuboid size='16 mm, 12 mm, 24 mm'/></solid>"
             "<solid name='two' surface='ivory' mass='5 g' centre='25 mm, 28 mm, %g mm' turn='%g "
             "deg, %g deg, 10 deg' velocity='-0.5 m/s, 0 m/s, %g m/s' "
             "spin='%g rad/s, %g rad/s, -60 rad/s'><cuboid size='16 mm, 16 mm, 16 mm' "
             "edge-radius='1 mm'/></solid>",
             way * 2, way * 35, way * 20, way * 0.1, way * 20, way * -35, way * -3, way * 5,
             way * 40, way * -0.3, way * -10, way * 15);
    run_model(text, "standard");
    for (int k = 0; k < 26; k++) {
        out[k] = figure(k < 13 ? "one" : "two", column[k % 13]);
    }
    end_run();
}

Test(solid_runs, what_is_mirrored_across_the_machine_comes_to_the_same_to_the_bit)
{
    static const double sign[13] = {1, 1, -1, 1, -1, -1, 1, 1, 1, -1, -1, -1, 1};
    double one[26], two[26];

    tumble(1, one);
    tumble(-1, two);
    for (int k = 0; k < 26; k++) {
        cr_expect_eq(one[k], sign[k % 13] * two[k], "%d: %.17g, %.17g", k, one[k], two[k]);
    }
    cr_expect_lt(one[14], 0.02, "they have not fallen");
}

/* ---- gates ---- */

/* A plate that a drive brings up at u tosses a ball at rest, without loss, to 2 u; what the drive
 * puts in is what it has then. */
Test(solid_runs, are_tossed_by_gates)
{
    run_model(
        "<settings><gravity vector='0 m/s^2, 0 m/s^2'/><run end='0.05 s' sample='1 ms'/></settings>"
        "<contact name='c'><normal law='linear' stiffness='1e4 N/m'/></contact><pair contact='c'/>"
        "<drive name='d' speed='0.3 m/s'/><guide name='g' surface='steel' thickness='20 mm'><line "
        "from='-100 mm, -5 mm' to='100 mm, -5 mm'/>"
        "<slide direction='0, 1' drive='d'/></guide>"
        "<solid name='b' surface='wood' mass='10 g' centre='0 mm, 10 mm, 0 mm'><ball radius='10 "
        "mm'/></solid>",
        "fine");
    cr_expect_float_eq(figure("b", "vy"), 0.6, 1e-4 * 0.6, "%g", figure("b", "vy"));
    cr_expect_lt(fabs(quire_run_figure(run, "energy.residual.relative")), 1e-4, "%g",
                 quire_run_figure(run, "energy.residual.relative"));
    end_run();
}

/* A ball at rest on a plate on a spring: the weight of both over the stiffness. */
Test(solid_runs, rest_on_gates_that_springs_hold)
{
    run_model(
        "<settings><gravity vector='0 m/s^2, -10 m/s^2'/><run end='1 s' sample='10 ms'/></settings>"
        "<contact name='c'><normal law='linear' stiffness='1e4 N/m' damping='10 "
        "N*s/m'/></contact><pair contact='c'/>"
        "<guide name='g' surface='steel' thickness='20 mm'><line from='-100 mm, 0 mm' to='100 mm, "
        "0 mm'/>"
        "<slide direction='0, 1' mass='5 g' stiffness='100 N/m' damping='1 N*s/m'/></guide>"
        "<solid name='b' surface='wood' mass='10 g' centre='0 mm, 9.5 mm, 0 mm'><ball radius='10 "
        "mm'/></solid>",
        "fine");
    cr_expect_float_eq(figure("g", "stroke"), -15e-3 * 10 / 100, 1e-7, "%g", figure("g", "stroke"));
    end_run();
}

/* A ball that spins strikes a free flap, with friction: their angular momentum about the pivot
 * stays. */
Test(solid_runs, keep_their_momentum_with_gates)
{
    run_model("<settings><gravity vector='0 m/s^2, 0 m/s^2'/><run end='0.03 s' sample='1 "
              "ms'/><solver position-tolerance='1e-4 um'/></settings>"
              "<contact name='c'><normal law='linear' stiffness='1e4 N/m' damping='2 N*s/m'/>"
              "<friction law='regularised' dynamic-coefficient='0.3' regularisation-velocity='0.1 "
              "m/s'/></contact><pair contact='c'/>"
              "<guide name='g' surface='steel'><line from='0 mm, 0 mm' to='100 mm, 0 mm'/><pivot "
              "at='0 mm, 0 mm' inertia='4e-6 kg*m^2' angle='0 deg'/></guide>"
              "<solid name='b' surface='wood' mass='2 g' inertia='1e-7 kg*m^2, 1e-7 kg*m^2, 1e-7 "
              "kg*m^2' centre='60 mm, 12 mm, 0 mm' "
              "velocity='0.1 m/s, -0.5 m/s, 0.2 m/s' spin='0 rad/s, 0 rad/s, 20 rad/s'><ball "
              "radius='10 mm'/></solid>",
              NULL);
    const double before = 2e-3 * (0.060 * -0.5 - 0.012 * 0.1) + 1e-7 * 20,
                 gate = 4e-6 * figure("g", "rate");
    const double ball =
        2e-3 * (figure("b", "x") * figure("b", "vy") - figure("b", "y") * figure("b", "vx"));
    cr_expect_gt(fabs(gate), 0.05 * fabs(before), "it is not struck: %g", gate);
    cr_expect_float_eq(ball + gate + 1e-7 * figure("b", "spin.z"), before, 1e-6 * fabs(before),
                       "%.9g %.9g", ball + gate + 1e-7 * figure("b", "spin.z"), before);
    end_run();
}

/* A separation roller behind a torque limiter, without weight: with what it holds against what
 * friction gives, which way do sheets go? */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "fixtures/rules_stage.h"

#define PRESS  2.0   /* force that closes the nip, unless a test says otherwise [N] */
#define RADIUS 10e-3 /* of both rollers [m] */
#define PAPER  0.4   /* friction of paper on paper */
#define FEED   0.8   /* on the feed roller */
#define RETARD 1.0   /* on the separation roller */

#define CREEPS(mu)                                                                                 \
    "<friction law=\"mtt-step\" dynamic-coefficient=\"" mu "\" threshold-velocity=\"1 mm/s\"/>"
#define HOLDS(mu) "<friction law=\"stick-slip\" dynamic-coefficient=\"" mu "\"/>"
#define LAW(name, friction)                                                                        \
    "<contact name=\"" name "\"><normal law=\"mtt-indentation\" stiffness=\"1e7 N/m^1.5\" "        \
    "exponent=\"1.5\" damping=\"1e9 N*s/m^2.5\" "                                                  \
    "indentation-exponent=\"1.5\" rebound-damping-factor=\"0.001\"/>" friction "</contact>"
#define DRIVE(name, speed)                                                                         \
    "<drive name=\"" name                                                                          \
    "\" speed=\"0 m/s\"><to time=\"10 ms\" speed=\"0 m/s\"/><to time=\"20 ms\" speed=\"" speed     \
    " m/s\"/></drive>"
#define SHEETS                                                                                     \
    "<sheet name=\"s\" media=\"m\" length=\"100 mm\" width=\"200 mm\" segments=\"20\" "            \
    "count=\"%d\" pile=\"right\"><start path=\"main\" lead=\"50 mm\"/></sheet>"
#define MACHINE                                                                                    \
    "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/><run end=\"100 ms\" sample=\"10 "             \
    "ms\"/></settings>"                                                                            \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 GPa\" "           \
    "damping-ratio=\"0.3\" damping-frequency=\"160 Hz\"/>" LAW("paper", "%s") LAW("grip",          \
                                                                                  CREEPS("0.8"))   \
        LAW("hold",                                                                                \
            CREEPS(                                                                                \
                "%.9g")) "<pair media=\"*\" other-media=\"*\" contact=\"paper\"/><pair "           \
                         "media=\"*\" "                                                            \
                         "surface=\"feed\" contact=\"grip\"/><pair media=\"*\" "                   \
                         "surface=\"retard\" "                                                     \
                         "contact=\"hold\"/>"                                                      \
                         "<path name=\"main\" from=\"0 mm, 0 mm\"> <line length=\"300 mm\"/> "     \
                         "</path>" DRIVE("on", "0.3") DRIVE(                                       \
                             "back",                                                               \
                             "-0.3") "<roller name=\"feed\" path=\"main\" at=\"0 mm\" "            \
                                     "offset=\"0.05 "                                              \
                                     "mm\" radius=\"10 mm\" surface=\"feed\" drive=\"on\"/>"       \
                                     "<roller name=\"retard\" path=\"main\" at=\"0 mm\" "          \
                                     "side=\"right\" offset=\"%.9g m\" radius=\"10 mm\" "          \
                                     "surface=\"retard\" drive=\"back\" slide=\"90 deg\" "         \
                                     "load=\"%.9g N\" "                                            \
                                     "damping=\"2 N*s/m\" "                                        \
                                     "mass=\"15 g\" inertia=\"1e-6 kg*m^2\"><clutch "              \
                                     "torque=\"%.9g "                                              \
                                     "N*m\"/></roller>"                                            \
                                     "<check kind=\"stall\" enabled=\"no\"/><check kind=\"late\" " \
                                     "enabled=\"no\"/><check kind=\"inside\" enabled=\"no\"/>"

/* two sheets that creep on each other, or hold on */
static const char *const paper[2] = {CREEPS("0.4"), HOLDS("0.4")};

/* How far the lowest of `count` sheets has gone; the limiter holds the force on the separation
 * roller's rim, which presses. */
static double
way_of_pressed(const char *friction, double press, int count, double force, double retard)
{
    char text[6000];
    quire_model *model;
    double x[21], y[21];

    cr_assert_lt(snprintf(text, sizeof text, MACHINE SHEETS, friction, retard,
                          -0.05e-3 - 0.1e-3 * (count - 1), press, force * RADIUS, count),
                 (int)sizeof text);
    quire_run *run = rules_simulate(&model, text, QUIRE_OK, NULL);
    cr_assert_eq(quire_run_nodes(run, count == 1 ? "s.1" : "s.2", x, y, 21), 21);
    quire_run_destroy(run);
    quire_model_destroy(model);
    return x[20] - 50e-3;
}

static double
way_of_lowest(int count, double force, double retard)
{
    return way_of_pressed(paper[0], PRESS, count, force, retard);
}

/* Friction on it is paper_mu R, forward: what the limiter holds beyond that sends it back, what it
 * lacks takes it along. */
Test(separation, holds_back_the_second_sheet_where_the_limiter_holds_more_than_paper_on_paper)
{
    for (int k = 0; k < 2; k++) {
        for (double press = 0.5; press <= 2; press *= 2) {
            const double back = way_of_pressed(paper[k], press, 2, 1.01 * PAPER * press, RETARD),
                         on = way_of_pressed(paper[k], press, 2, 0.99 * PAPER * press, RETARD);
            cr_expect(back < -0.3e-3 && on > 0.3e-3, "%d, %g N: %g, %g", k, press, back, on);
        }
    }
}

/* The feed roller takes along what holds back less than roller_mu R, and the separation roller with
 * it. */
Test(separation, lets_one_sheet_pass_where_the_limiter_holds_less_than_the_feed_roller)
{
    for (double press = 0.5; press <= 2; press *= 2) {
        const double on = way_of_pressed(paper[0], press, 1, 0.99 * FEED * press, RETARD),
                     back = way_of_pressed(paper[0], press, 1, 1.01 * FEED * press, RETARD);
        cr_expect(on > 0.3e-3 && back < -0.3e-3, "%g N: %g, %g", press, on, back);
    }
}

/* In between, with frictions the right way round: one goes on at the feed roller's speed, of two
 * the lower one goes back at the drive's. */
Test(separation, feeds_one_and_sends_the_other_back_in_between)
{
    /* half of the ramp counts */
    const double force = 0.5 * (PAPER + FEED) * PRESS, way = 0.3 * 85e-3;

    cr_expect_float_eq(way_of_lowest(1, force, RETARD), way, 0.05 * way);
    cr_expect_float_eq(way_of_lowest(2, force, RETARD), -way, 0.05 * way);
}

/* However much the limiter holds, a sheet feels no more of it than friction on the separation
 * roller. */
Test(separation, lets_two_pass_where_paper_holds_better_on_paper_than_on_the_separation_roller)
{
    const double force = 0.5 * (PAPER + FEED) * PRESS;

    cr_expect_gt(way_of_lowest(2, force, 0.97 * PAPER), 3e-3);
    cr_expect_lt(way_of_lowest(2, force, 1.03 * PAPER), -3e-3);
}

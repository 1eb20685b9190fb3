/* Rules in runs whose motion is known: a sheet that flies straight on, drives that go as they are
 * told. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fixtures/rules_stage.h"

/* The moment at which a formula becomes true is found as exactly as a sensor's. */
Test(rules_at_work, formulas_are_located)
{
    quire_model *model;
    quire_run *run = rules_simulate(
        &model,
        WORLD("") "<variable name=\"seen\" value=\"0\"/>"
                  "<rule name=\"there\" when=\"page.lead.path &gt; 150 mm\"> <assign "
                  "variable=\"seen\" value=\"seen + 1\"/> </rule>"
                  "<rule name=\"later\" when=\"time above 0.3 s and page.lead.path below 1 m\" "
                  "delay=\"20 ms\"> <say text=\"now\"/> </rule>"
                  "<rule name=\"follows\" when=\"seen = 1\"> <say text=\"at once\"/> </rule>"
                  "<rule name=\"never\" when=\"s1.lead\" if=\"sheet.lead.speed &gt; 0.6 m/s\"> "
                  "<stop/> </rule>"
                  "<rule name=\"since\" when=\"time - s1.lead.time &gt; 50 ms\"> <say text=\"50 ms "
                  "after s1\"/> </rule>",
        QUIRE_OK, NULL);
    rules_expect_time(run, "there.rule.time", AT(0.15));
    rules_expect_time(run, "follows.rule.time", AT(0.15));
    rules_expect_time(run, "later.rule.time", 0.32);
    rules_expect_time(run, "never.rule.time", (double)NAN);
    rules_expect_time(run, "since.rule.time", AT(0.1) + 50e-3);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* Conditions that hold for a while within one step of a sheet that flies: of the time however
 * short, others for two looks. */
Test(rules_at_work, conditions_that_come_and_go_are_seen)
{
    quire_model *model;
    quire_run *run = rules_simulate(
        &model,
        WORLD("") "<rule name=\"pulse\" when=\"time &gt; 0.3 s and time &lt; 0.300001 s\"> <say "
                  "text=\"now\"/> </rule>"
                  "<rule name=\"passage\" when=\"page.lead.path &gt; 150 mm and page.lead.path "
                  "&lt; 150.2 mm\"> <say text=\"there\"/> </rule>"
                  "<rule name=\"sine\" when=\"sin(time*40 rad/s) &gt; 0.999\"> <say "
                  "text=\"up\"/> </rule>",
        QUIRE_OK, NULL);
    rules_expect_time(run, "pulse.rule.time", 0.3);
    rules_expect_time(run, "passage.rule.time", AT(0.15));
    rules_expect_time(run, "sine.rule.time", asin(0.999) / 40);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* 0.4 m/s until the signal, then to 0.8 m/s within 20 ms: 12 mm of way in the ramp */
Test(rules_at_work, distance_is_the_way_of_a_drive)
{
    quire_model *model;
    quire_run *run =
        rules_simulate(&model,
                       WORLD("") "<rule when=\"s1.lead\"> <set drive=\"feed\" "
                                 "to=\"2*feed.command\" ramp=\"20 ms\"/> </rule>"
                                 "<rule name=\"way\" when=\"s1.lead\" distance=\"100 mm\" "
                                 "drive=\"feed\"> <say text=\"100 mm\"/> </rule>"
                                 "<rule name=\"off\" when=\"s1.lead\" distance=\"400 mm\" "
                                 "drive=\"feed\" until=\"s2.trail\"> <stop/> </rule>",
                       QUIRE_OK, NULL);
    rules_expect_time(run, "way.rule.time", AT(0.1) + 20e-3 + (0.1 - 0.012) / 0.8);
    rules_expect_time(run, "off.rule.time", (double)NAN);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* A controller that looks every 10 ms from 3 ms on learns of everything at its next tick. */
Test(rules_at_work, a_controller_looks_at_its_ticks)
{
    quire_model *model;
    quire_run *run = rules_simulate(
        &model,
        WORLD("<control period=\"10 ms\" offset=\"3 ms\"/>") "<rule name=\"signal\" "
                                                             "when=\"s1.lead\" delay=\"5 ms\"> "
                                                             "<say text=\"a\"/> </rule>"
                                                             "<state name=\"mode\" values=\"a, "
                                                             "b\"/><rule when=\"s1.lead\" "
                                                             "delay=\"5 ms\"> <go state=\"mode\" "
                                                             "to=\"b\"/> </rule>"
                                                             "<rule name=\"state\" when=\"mode = "
                                                             "b\"> <say text=\"seen\"/> </rule>"
                                                             "<rule name=\"formula\" "
                                                             "when=\"page.lead.path &gt; 150 mm\"> "
                                                             "<say text=\"b\"/> </rule>",
        QUIRE_OK, NULL);
    rules_expect_time(run, "s1.lead.time", AT(0.1)); /* 0.176 s */
    rules_expect_time(run, "signal.rule.time", 0.188);
    rules_expect_time(run, "state.rule.time", 0.193);   /* not when the state changes, at 0.188 s */
    rules_expect_time(run, "formula.rule.time", 0.283); /* after 0.276 s */
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* samples and their number change nothing of this */
Test(rules_at_work, states_make_a_machine)
{
    quire_model *model;
    quire_run *run = rules_simulate(
        &model,
        WORLD("") "<state name=\"mode\" values=\"idle, fed, gone\"/>"
                  "<rule name=\"a\" when=\"s1.lead\" if=\"mode = idle\"> <go state=\"mode\" "
                  "to=\"fed\"/> </rule>"
                  "<rule name=\"b\" when=\"s2.lead\" if=\"mode = fed\"> <go state=\"mode\" "
                  "to=\"gone\"/> </rule>"
                  "<rule name=\"c\" when=\"s2.lead\" if=\"mode = idle\"> <stop/> </rule>"
                  "<rule name=\"jam\" when=\"s1.lead\" delay=\"0.5 s\"> <stop/> </rule>"
                  "<rule name=\"well\" when=\"mode = gone\"> <cancel rule=\"jam\"/> </rule>",
        QUIRE_OK, NULL);
    rules_expect_time(run, "b.rule.time", AT(0.2));
    rules_expect_time(run, "well.rule.time", AT(0.2));
    rules_expect_time(run, "c.rule.time", (double)NAN);
    rules_expect_time(run, "jam.rule.time", (double)NAN);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* where a formula becomes true is found alike, to the bit, whatever else is seen between */
Test(rules_at_work, sensors_that_nobody_uses_change_nothing)
{
    static const char *const more[] = {
        "", "<sensor name=\"x\" kind=\"edge\" path=\"main\" at=\"149.9 mm\"/><sensor name=\"y\" "
            "kind=\"edge\" path=\"main\" at=\"89.95 mm\"/>"};
    double time[2], x[2];

    for (int k = 0; k < 2; k++) {
        char text[4000];
        quire_model *model;
        snprintf(text, sizeof text, "%s%s",
                 WORLD("") "<rule name=\"there\" when=\"page.lead.path &gt; 150 mm\"> <set "
                           "drive=\"feed\" speed=\"0 m/s\"/> </rule>",
                 more[k]);
        quire_run *run = rules_simulate(&model, text, QUIRE_OK, NULL);
        time[k] = quire_run_figure(run, "there.rule.time");
        x[k] = quire_run_figure(run, "page.lead.x");
        quire_run_destroy(run);
        quire_model_destroy(model);
    }
    cr_expect(time[0] >= time[1] && time[0] <= time[1], "%.17g, %.17g", time[0], time[1]);
    cr_expect(x[0] >= x[1] && x[0] <= x[1], "%.17g, %.17g", x[0], x[1]);
}

Test(rules_at_work, rules_that_set_each_other_off_for_ever_end_the_run)
{
    quire_model *model;
    quire_run *run = rules_simulate(
        &model,
        WORLD("") "<state name=\"mode\" values=\"a, b\"/>"
                  "<rule name=\"start\" time=\"0.1 s\"> <go state=\"mode\" to=\"b\"/> </rule>"
                  "<rule name=\"to-a\" when=\"mode = b\"> <go state=\"mode\" to=\"a\"/> </rule>"
                  "<rule name=\"to-b\" when=\"mode = a\"> <go state=\"mode\" to=\"b\"/> </rule>",
        QUIRE_ERROR_NUMERIC, "E-NUM-EVENT-STORM");
    quire_run_destroy(run);
    quire_model_destroy(model);
}

Test(rules_at_work, a_value_that_is_not_there_ends_the_run)
{
    quire_model *model;
    quire_run *run =
        rules_simulate(&model,
                       WORLD("") "<rule name=\"r\" time=\"0.1 s\"> <set drive=\"feed\" "
                                 "to=\"s2.lead.time*1 m/s^2\"/> </rule>",
                       QUIRE_ERROR_NUMERIC, "E-NUM-NO-VALUE");
    quire_run_destroy(run);
    quire_model_destroy(model);
}

#define ASSIGN(variable, unit, formula)                                                            \
    "<variable name=\"" variable "\" value=\"0 " unit                                              \
    "\"/><rule when=\"s1.lead\"> <assign variable=\"" variable "\" value=\"" formula               \
    "\"/> </rule>"

/* What a formula sees is the same whether or not another one asks for forces, and with them for the
 * whole row of quantities. */
Test(rules_at_work, formulas_see_the_same_with_and_without_forces)
{
    static const char *const more[] = {"",
                                       "<rule when=\"page.tension &gt; 1 kN\"> <stop/> </rule>"};
    quire_model *model[2];
    quire_run *run[2];
    char text[8000];

    for (int k = 0; k < 2; k++) {
        snprintf(text, sizeof text, "%s%s",
                 WORLD("") ASSIGN("a", "m", "sheet.lead.path") ASSIGN("b", "m", "page.trail.path")
                     ASSIGN("c", "m/s", "page.trail.speed") ASSIGN("d", "m", "page.lead.y")
                         ASSIGN("e", "", "s1.covered") ASSIGN("f", "m", "feed.travel")
                             ASSIGN("g", "m/s", "feed.command") ASSIGN("h", "s", "time"),
                 more[k]);
        run[k] = rules_simulate(&model[k], text, QUIRE_OK, NULL);
    }
    size_t assigned = 0;
    cr_assert_eq(quire_run_event_count(run[0]), quire_run_event_count(run[1]));
    for (size_t i = 0; i < quire_run_event_count(run[0]); i++) {
        const quire_run_event one = quire_run_event_at(run[0], i),
                              other = quire_run_event_at(run[1], i);
        assigned += one.signal != NULL && strcmp(one.signal, "assign") == 0;
        cr_expect(memcmp(&one.time, &other.time, sizeof one.time) == 0 &&
                      memcmp(&one.value, &other.value, sizeof one.value) == 0,
                  "%s %s: %.17g, %.17g", one.kind, one.detail != NULL ? one.detail : "", one.value,
                  other.value);
    }
    cr_expect_eq(assigned, 8);
    for (int k = 0; k < 2; k++) {
        quire_run_destroy(run[k]);
        quire_model_destroy(model[k]);
    }
}

/* 80 g/m^2 x 60 mm x 100 mm = 0.48 g at 0.5 m/s: 60 uJ */
Test(rules_at_work, a_formula_that_asks_for_more_than_motion_gets_it)
{
    quire_model *model;
    quire_run *run = rules_simulate(
        &model,
        WORLD("") "<rule name=\"moving\" when=\"s1.lead\" if=\"energy.kinetic &gt; 59 uJ and "
                  "energy.kinetic &lt; 61 uJ\"> <say text=\"60 uJ\"/> </rule>",
        QUIRE_OK, NULL);
    rules_expect_time(run, "moving.rule.time", AT(0.1));
    quire_run_destroy(run);
    quire_model_destroy(model);
}

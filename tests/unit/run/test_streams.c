/* Sheets that enter one after the other: in free flight at 0.5 m/s, 60 mm long, their leading edges
 * at 12 mm when they enter. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "fixtures/rules_stage.h"

#define STREAM(attributes, start)                                                                  \
    "<sheet name=\"note\" media=\"m\" length=\"60 mm\" width=\"100 mm\" "                          \
    "segments=\"12\" " attributes ">" start "</sheet>"
#define FLIGHT "<start path=\"main\" lead=\"12 mm\" speed=\"0.5 m/s\"/>"
#define WAITS  "<start path=\"main\" lead=\"12 mm\" speed=\"0.5 m/s\" on=\"command\"/>"

/* each rule listens to one sheet of the stream */
#define LISTEN                                                                                     \
    "<rule name=\"first\" when=\"s1.lead\" sheet=\"note.1\"> <say text=\"1\"/> </rule><rule "      \
    "name=\"second\" when=\"s1.lead\" sheet=\"note.2\"> <say text=\"2\"/> </rule>"                 \
    "<rule name=\"third\" when=\"s1.lead\" sheet=\"note.3\"> <say text=\"3\"/> </rule>"

static void
expect_times(const char *text, double pitch)
{
    static const char *const rule[] = {"first.rule.time", "second.rule.time", "third.rule.time"};
    quire_model *model;
    quire_run *run = rules_simulate(&model, text, QUIRE_OK, NULL);

    for (int k = 0; k < 3; k++) {
        rules_expect_time(run, rule[k], AT(0.1) + k * pitch);
    }
    cr_expect_lt(fabs(quire_run_figure(run, "energy.residual")),
                 1e-3 * quire_run_figure(run, "energy.kinetic"));
    quire_run_destroy(run);
    quire_model_destroy(model);
}

Test(streams, enter_by_a_pitch_in_time)
{
    expect_times(WORLD("") LISTEN STREAM("count=\"3\" pitch=\"170 ms\"", FLIGHT), 0.17);
}

Test(streams, enter_by_a_spacing_of_lead_edges)
{
    expect_times(WORLD("") LISTEN STREAM("count=\"3\" spacing=\"85 mm\"", FLIGHT), 0.17);
}

/* the next one enters when the trailing edge of the last one is 25 mm ahead of its leading edge:
 * when that has gone 60 mm + 25 mm */
Test(streams, enter_a_gap_behind_the_one_before)
{
    expect_times(WORLD("") LISTEN STREAM("count=\"3\" gap=\"25 mm\"", FLIGHT), 0.17);
}

/* one at 10 ms, the next ones 100 ms after the sheet before has come to the sensor, all by the name
 * of the stream */
Test(streams, enter_when_rules_release_them)
{
    quire_model *model;
    quire_run *run =
        rules_simulate(&model,
                       WORLD("") LISTEN
                       "<rule name=\"feed-one\" time=\"10 ms\"> <release sheet=\"note\"/> </rule>"
                       "<rule name=\"next\" when=\"s1.lead\" delay=\"100 ms\" if=\"s1.lead.count "
                       "&gt;= 2\"> <release sheet=\"note\"/> </rule>" STREAM("count=\"3\"", WAITS),
                       QUIRE_OK, NULL);
    rules_expect_time(run, "first.rule.time", AT(0.1) + 0.01);
    rules_expect_time(run, "second.rule.time", AT(0.1) + 0.01 + 0.1 + AT(0.1));
    rules_expect_time(run, "third.rule.time", AT(0.1) + 0.01 + 2 * (0.1 + AT(0.1)));
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* what waits is not there: it has no place, and costs no energy */
Test(streams, sheets_that_nobody_releases_do_not_enter)
{
    quire_model *model;
    quire_run *run = rules_simulate(
        &model,
        WORLD("") "<rule name=\"odd\" when=\"note.lead.path &gt; 0 m\"> <stop/> </rule>"
                  "<rule name=\"release\" when=\"s2.trail\" sheet=\"note\"> <release "
                  "sheet=\"note\"/> </rule>" STREAM("", WAITS),
        QUIRE_OK, NULL);
    cr_expect(isnan(quire_run_figure(run, "note.lead.x")));
    rules_expect_time(run, "odd.rule.time", (double)NAN);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* What rules and checks call the first sheet does not depend on how many there are. */
Test(streams, of_one_are_numbered_too)
{
    quire_model *model;
    quire_run *run = rules_simulate(
        &model,
        WORLD("") STREAM("count=\"1\"", FLIGHT) "<rule name=\"first\" when=\"s1.lead\" "
                                                "sheet=\"note.1\"><say text=\"1\"/></rule>"
                                                "<check kind=\"buckle\" sheet=\"note.1\"/>",
        QUIRE_OK, NULL);

    rules_expect_time(run, "first.rule.time", AT(0.1));
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* Sheets that lie where nothing will move them, and sheets whose way is over. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "fixtures/rules_stage.h"
#include "fixtures/simulate.h"

#define LINE(name, from, to)                                                                       \
    "<guide name=\"" name "\" surface=\"steel\" side=\"left\"><line from=\"" from                  \
    ", -0.05 mm\" to=\"" to ", -0.05 mm\"/></guide>"
/* a sheet of 120 mm in a nip that drives it; it coasts on a table */
#define MACHINE_OF(end, speed, start)                                                              \
    "<settings><run end=\"" end "\"/></settings>"                                                  \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 GPa\" "           \
    "damping-ratio=\"0.3\" damping-frequency=\"160 Hz\"/>"                                         \
    "<contact name=\"grip\"><normal law=\"mtt-indentation\" stiffness=\"1e7 N/m^1.5\" "            \
    "exponent=\"1.5\" damping=\"1e9 N*s/m^2.5\" indentation-exponent=\"1.5\"/>"                    \
    "<friction law=\"mtt-step\" dynamic-coefficient=\"0.8\" threshold-velocity=\"1 "               \
    "mm/s\"/></contact>"                                                                           \
    "<contact name=\"slide\"><normal law=\"linear\" stiffness=\"1e4 N/m\" damping=\"1 N*s/m\" "    \
    "reference-length=\"5 mm\"/><friction law=\"stick-slip\" "                                     \
    "dynamic-coefficient=\"0.2\"/></contact>"                                                      \
    "<pair surface=\"rubber\" contact=\"grip\"/><pair surface=\"steel\" contact=\"slide\"/>"       \
    "<path name=\"main\" from=\"0 mm, 0 mm\"><line length=\"500 mm\"/></path>" LINE(               \
        "left-table", "-300 mm", "-11 mm")                                                         \
        LINE("right-table", "11 mm",                                                               \
             "600 mm") "<drive name=\"feed\" speed=\"0 mm/s\"><to time=\"20 ms\" speed=\"" speed   \
                       "\"/></drive>"                                                              \
                       "<nip name=\"n1\" path=\"main\" at=\"0 mm\" load=\"5 N\" max-gap=\"5 "      \
                       "mm\"><driver "                                                             \
                       "radius=\"10 mm\" surface=\"rubber\" drive=\"feed\"/><idler radius=\"10 "   \
                       "mm\" "                                                                     \
                       "surface=\"rubber\" mass=\"10 g\" inertia=\"5e-7 kg*m^2\"/></nip>"          \
                       "<sheet name=\"page\" media=\"m\" length=\"120 mm\" width=\"100 mm\" "      \
                       "segments=\"24\">" start "</sheet>"
#define MACHINE(end, speed) MACHINE_OF(end, speed, "<start path=\"main\" lead=\"20 mm\"/>")
#define NIP(name, at)                                                                              \
    "<nip name=\"" name "\" path=\"main\" at=\"" at                                                \
    "\" load=\"5 N\" max-gap=\"5 mm\"><driver radius=\"10 mm\" surface=\"rubber\" "                \
    "drive=\"feed\"/><idler radius=\"10 mm\" surface=\"rubber\" mass=\"10 g\" inertia=\"5e-7 "     \
    "kg*m^2\"/></nip>"

struct figures {
    double failed, jam;
    quire_verdict verdict;
};

static struct figures
run_of(const char *parts)
{
    quire_model *model;
    quire_run *run = simulate_parts(&model, "planar", parts, NULL);
    const struct figures f = {quire_run_figure(run, "stranded.failed"),
                              quire_run_figure(run, "jam.failed"), quire_run_verdict(run)};

    quire_run_destroy(run);
    quire_model_destroy(model);
    return f;
}

static void
expect(const char *what, const char *parts, double failed)
{
    const struct figures f = run_of(parts);

    cr_expect(fabs(f.failed - failed) < 0.5, "%s: %g instead of %g", what, f.failed, failed);
    cr_expect(fabs(f.jam - failed) < 0.5, "%s: jam %g", what, f.jam);
}

Test(stranded, where_no_drive_reaches_what_lies_ahead)
{
    expect("a nip", MACHINE("1 s", "300 mm/s") NIP("n2", "200 mm"), 1);
    expect("a sensor",
           MACHINE("1 s", "300 mm/s") "<sensor name=\"s\" kind=\"edge\" path=\"main\" at=\"300 "
                                      "mm\"/>",
           1);
    expect("a channel",
           MACHINE("1 s", "300 mm/s") "<channel name=\"c\" path=\"main\" from=\"15 mm\" to=\"300 "
                                      "mm\" gap=\"2 mm\" surface=\"steel\"/>",
           1);
    expect("a bin", MACHINE("1 s", "300 mm/s") "<bin name=\"b\" path=\"main\" from=\"150 mm\"/>",
           1);
    expect("the end of a long path", MACHINE("1 s", "300 mm/s"), 1);
    expect("backward", MACHINE("1 s", "-300 mm/s"), 1);
}

Test(stranded, not_what_waits_arrives_or_is_still_driven)
{
    expect("in the next nip", MACHINE("0.4 s", "300 mm/s") NIP("n2", "100 mm"), 0);
    expect("in a stopped nip",
           MACHINE("1 s", "300 mm/s") "<rule time=\"0.2 s\"><brake "
                                      "drive=\"feed\" ramp=\"10 ms\"/></rule>",
           0);
    expect("under way at the end", MACHINE("0.3 s", "300 mm/s") NIP("n2", "300 mm"), 0);
    expect("in a bin", MACHINE("1 s", "300 mm/s") "<bin name=\"b\" path=\"main\" from=\"5 mm\"/>",
           0);
    expect("a rule will close a nip on it",
           MACHINE("1 s", "300 mm/s") "<nip name=\"n2\" path=\"main\" at=\"100 mm\" load=\"5 N\" "
                                      "max-gap=\"5 mm\" open=\"yes\"><driver radius=\"10 mm\" "
                                      "surface=\"rubber\" drive=\"feed\"/><idler radius=\"10 mm\" "
                                      "surface=\"rubber\" mass=\"10 g\" inertia=\"5e-7 "
                                      "kg*m^2\"/></nip><rule time=\"1.5 s\"><close "
                                      "nip=\"n2\"/></rule><sensor name=\"s\" kind=\"edge\" "
                                      "path=\"main\" at=\"400 mm\"/>",
           0);
}

/* Where a sheet lies does not depend on how it was placed, nor on the way in which its path runs.
 */
#define PLACED "<start from=\"-125 mm, 0 mm\" heading=\"0 deg\" velocity=\"0.3 m/s, 0 m/s\"/>"
Test(stranded, however_the_sheet_was_placed)
{
    expect("by coordinates", MACHINE_OF("1 s", "300 mm/s", PLACED) NIP("n2", "200 mm"), 1);
    const struct figures f = run_of(MACHINE_OF("0.4 s", "300 mm/s", PLACED) NIP("n2", "100 mm"));
    cr_expect(isnan(f.failed), "in the next nip: where it should go is not known");
}

/* A formula that asks for something whose name has a "time" in it is not set off by time alone. */
Test(stranded, rules_wait_for_what_they_ask_for)
{
#define RULE(when)                                                                                 \
    "<nip name=\"n2\" path=\"main\" at=\"100 mm\" load=\"5 N\" "                                   \
    "max-gap=\"5 mm\" open=\"yes\"><driver radius=\"10 mm\" "                                      \
    "surface=\"rubber\" drive=\"feed\"/><idler radius=\"10 mm\" "                                  \
    "surface=\"rubber\" mass=\"10 g\" inertia=\"5e-7 kg*m^2\"/></nip><variable "                   \
    "name=\"overtime\" value=\"0 s\"/><rule when=\"" when "\"><close nip=\"n2\"/></rule>"          \
    "<sensor name=\"s\" kind=\"edge\" path=\"main\" at=\"400 mm\"/>"
    expect("for the time", MACHINE("1 s", "300 mm/s") RULE("time > 1.5 s"), 0);
    expect("for a variable", MACHINE("1 s", "300 mm/s") RULE("overtime > 1 s"), 1);
}

/* A sheet in free flight at 0.5 m/s whose trailing edge starts at -48 mm: it is in the bin when
 * that has come to where the bin begins. */
#define IN_BIN(from) (((from) + 48e-3) / 0.5)

Test(bins, take_a_sheet_when_all_of_it_is_in)
{
    quire_model *model;
    quire_run *run = rules_simulate(
        &model,
        WORLD("") "<bin name=\"tray\" path=\"main\" from=\"150 mm\" capacity=\"1\"/><rule "
                  "name=\"full\" when=\"tray.in\"><say text=\"in\"/></rule><check name=\"there\" "
                  "kind=\"delivery\" bin=\"tray\"/>",
        QUIRE_OK, NULL);
    rules_expect_time(run, "tray.in.time", IN_BIN(0.15));
    rules_expect_time(run, "page.delivered.time", IN_BIN(0.15));
    rules_expect_time(run, "full.rule.time", IN_BIN(0.15));
    cr_expect(fabs(quire_run_figure(run, "page.delivered.speed") - 0.5) < 1e-9);
    cr_expect(fabs(quire_run_figure(run, "page.delivered.curl")) < 1e-9);
    cr_expect(fabs(quire_run_figure(run, "there.failed")) < 0.5);
    cr_expect(fabs(quire_run_figure(run, "overfull.failed")) < 0.5);
    cr_expect(fabs(quire_run_figure(run, "tray.sheets") - 1) < 0.5);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

Test(bins, judge_where_sheets_come_and_how_many)
{
    quire_model *model;
    quire_run *run = rules_simulate(
        &model,
        WORLD("") "<sheet name=\"second\" media=\"m\" length=\"60 mm\" width=\"100 mm\" "
                  "segments=\"12\"><start path=\"main\" lead=\"-60 mm\" speed=\"0.5 "
                  "m/s\"/></sheet><bin name=\"near\" path=\"main\" from=\"150 mm\" to=\"260 mm\" "
                  "capacity=\"1\"/><bin name=\"far\" path=\"main\" from=\"300 mm\"/><check "
                  "name=\"right\" kind=\"delivery\" bin=\"near\"/><check name=\"wrong\" "
                  "kind=\"delivery\" bin=\"far\" sheet=\"page\"/>",
        QUIRE_OK, NULL);
    cr_expect(fabs(quire_run_figure(run, "right.failed")) < 0.5);
    cr_expect(fabs(quire_run_figure(run, "wrong.failed") - 1) < 0.5);
    cr_expect(fabs(quire_run_figure(run, "overfull.failed") - 1) < 0.5);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* A sheet that is taken out takes its energy with it. */
Test(bins, let_sheets_go)
{
    quire_model *model;
    quire_run *run = rules_simulate(
        &model,
        WORLD("") "<sheet name=\"second\" media=\"m\" length=\"60 mm\" width=\"100 mm\" "
                  "segments=\"12\"><start path=\"main\" lead=\"-60 mm\" speed=\"0.5 "
                  "m/s\"/></sheet><bin name=\"tray\" path=\"main\" from=\"100 mm\" "
                  "remove=\"yes\"/>",
        QUIRE_OK, NULL);
    const double mass = 0.08 * 0.06 * 0.1, kinetic = 0.5 * mass * 0.25;
    rules_expect_time(run, "tray.in.page.time", IN_BIN(0.1));
    rules_expect_time(run, "tray.in.second.time", IN_BIN(0.1 + 72e-3));
    cr_expect(fabs(quire_run_figure(run, "energy.kinetic")) < 1e-12);
    cr_expect(fabs(quire_run_figure(run, "energy.initial")) < 1e-9 * kinetic);
    cr_expect(fabs(quire_run_figure(run, "energy.residual")) < 1e-6 * kinetic);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* A check is looked at where the time to which it is limited begins and ends, however short that
 * is. */
Test(windows, shorter_than_the_time_between_two_looks_are_judged)
{
    quire_model *model;
    quire_run *run = rules_simulate(
        &model,
        WORLD("") "<channel name=\"c\" path=\"main\" from=\"0 mm\" to=\"900 mm\" gap=\"4 mm\" "
                  "surface=\"steel\"/><check name=\"flat\" kind=\"buckle\" from=\"101 ms\" "
                  "until=\"109 ms\"/>",
        QUIRE_OK, NULL);
    cr_expect(fabs(quire_run_figure(run, "flat.failed")) < 0.5);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* Islands: sheets with integrators of their own run as if each were alone, meet where they share a
 * roller, and act together on rules. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>
#include <string.h>

#include "fixtures/machine.h"
#include "fixtures/simulate.h"
#include "islands/islands.h"

#define HEAD                                                                                       \
    "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/><run end=\"0.7 s\" sample=\"5 ms\"/><solver " \
    "position-tolerance=\"50 nm\"/></settings>"                                                    \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" "           \
    "damping-ratio=\"0.5\" damping-frequency=\"160 Hz\"/>"                                         \
    "<contact name=\"grip\"><normal law=\"mtt-indentation\" stiffness=\"2e7 N/m^1.5\" "            \
    "exponent=\"1.5\" damping=\"1e8 N*s/m^2.5\" indentation-exponent=\"1.5\"/><friction "          \
    "law=\"mtt-step\" dynamic-coefficient=\"1\" threshold-velocity=\"5 mm/s\"/></contact>"         \
    "<pair surface=\"rubber\" contact=\"grip\"/>"                                                  \
    "<path name=\"p\" from=\"0 mm, 0 mm\" heading=\"0 deg\"><line length=\"500 mm\"/></path>"      \
    "<drive name=\"feed\" speed=\"300 mm/s\"/>"
#define NIP(name, at)                                                                              \
    "<nip name=\"" name "\" path=\"p\" at=\"" at " mm\" load=\"5 N\" rate=\"500 N/m\"><driver "    \
    "radius=\"10 mm\" surface=\"rubber\" drive=\"feed\"/><idler radius=\"8 mm\" "                  \
    "surface=\"rubber\" mass=\"20 g\" inertia=\"1e-6 kg*m^2\"/></nip>"
#define MACHINE HEAD NIP("a", "20") NIP("b", "70") NIP("c", "120")
#define SHEET(name, lead, time)                                                                    \
    "<sheet name=\"" name                                                                          \
    "\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"12\"><start "                     \
    "path=\"p\" lead=\"" lead " mm\" speed=\"300 mm/s\" time=\"" time " s\"/></sheet>"
#define FREE_SHEET(name, height, velocity)                                                         \
    "<sheet name=\"" name                                                                          \
    "\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"12\"><start "                     \
    "from=\"0 mm, " height " mm\" velocity=\"" velocity "\"/></sheet>"
#define SENSOR "<sensor name=\"s\" kind=\"edge\" path=\"p\" at=\"140 mm\"/>"

static quire_run *
simulate(quire_model **model, const char *parts)
{
    return simulate_parts(model, "planar", parts, NULL);
}

static void
finish(quire_run *run, quire_model *model)
{
    quire_run_destroy(run);
    quire_model_destroy(model);
}

static double
lead_at_end(const quire_run *run, const char *sheet)
{
    double x[32], y[32];

    return x[quire_run_nodes(run, sheet, x, y, 32) - 1];
}

Test(islands, sheets_in_a_stream_run_as_if_alone)
{
    quire_model *model;
    quire_run *run = simulate(&model, MACHINE SHEET("one", "20", "0") SHEET("two", "20", "0.3"));

    for (int k = 0; k < 2; k++) {
        quire_model *single;
        quire_run *alone = simulate(&single, k == 0 ? MACHINE SHEET("one", "20", "0")
                                                    : MACHINE SHEET("one", "20", "0.3"));
        const double there = lead_at_end(alone, "one"),
                     here = lead_at_end(run, k == 0 ? "one" : "two");
        cr_expect_float_eq(here, there, 2e-5, "%.9g, alone %.9g", here, there);
        finish(alone, single);
    }
    cr_expect_lt(fabs(quire_run_figure(run, "energy.residual")),
                 0.05 * quire_run_figure(run, "energy.largest"));
    finish(run, model);
}

/* a flap that each sheet pushes aside between two nips */
#define FLAP                                                                                       \
    "<contact name=\"glide\"><normal law=\"linear\" stiffness=\"1e4 N/m\" damping=\"2 "            \
    "N*s/m\"/></contact><pair surface=\"steel\" contact=\"glide\"/>"                               \
    "<guide name=\"flap\" surface=\"steel\" side=\"both\" thickness=\"1 mm\"><line from=\"30 mm, " \
    "5 mm\" to=\"60 mm, -2 mm\"/>"                                                                 \
    "<pivot at=\"30 mm, 5 mm\" inertia=\"1e-6 kg*m^2\" stiffness=\"5e-4 N*m/rad\" damping=\"4e-5 " \
    "N*m*s/rad\" from=\"0 deg\"/></guide>"

Test(islands, a_flap_goes_with_the_sheet_that_is_there)
{
    quire_model *model, *single;
    quire_run *run =
                  simulate(&model, MACHINE FLAP SHEET("one", "20", "0") SHEET("two", "20", "0.5")),
              *alone = simulate(&single, MACHINE FLAP SHEET("one", "20", "0.5"));

    cr_expect_float_eq(lead_at_end(run, "two"), lead_at_end(alone, "one"), 2e-5, "%g",
                       lead_at_end(run, "two") - lead_at_end(alone, "one"));
    cr_expect_gt(quire_run_figure(alone, "flap.angle"), 0.02, "it is not pushed: %g",
                 quire_run_figure(alone, "flap.angle"));
    cr_expect_float_eq(quire_run_figure(run, "flap.angle"), quire_run_figure(alone, "flap.angle"),
                       2e-4, "%g %g", quire_run_figure(run, "flap.angle"),
                       quire_run_figure(alone, "flap.angle"));
    cr_expect_float_eq(quire_run_figure(run, "flap.angle.max"),
                       quire_run_figure(alone, "flap.angle.max"), 2e-3, "%g %g",
                       quire_run_figure(run, "flap.angle.max"),
                       quire_run_figure(alone, "flap.angle.max"));
    cr_expect_lt(fabs(quire_run_figure(run, "energy.residual")),
                 0.01 * quire_run_figure(run, "energy.largest"));
    finish(alone, single);
    finish(run, model);
}

Test(islands, a_rule_of_one_sheet_stops_all_at_its_time)
{
    const char *rule = MACHINE SENSOR
        "<rule name=\"r\" when=\"s.lead\" sheet=\"first\"><set drive=\"feed\" speed=\"0 mm/s\" "
        "ramp=\"10 ms\"/></rule>" SHEET("one", "20", "0") SHEET("two", "-60", "0");
    quire_model *model;
    quire_run *run = simulate(&model, rule);
    const double time = quire_run_figure(run, "s.lead.time"), one = lead_at_end(run, "one"),
                 two = lead_at_end(run, "two");

    /* both ran at 0.3 m/s until then, and 1.5 mm more */
    cr_assert_float_eq(time, 0.4, 0.01);
    cr_expect_float_eq(one, 0.14 + 0.0015, 2e-4, "%g", one);
    cr_expect_float_eq(one - two, 0.08, 3e-4, "%g", one - two);
    finish(run, model);
}

/* a machine of its own, far away, with a drive of its own */
#define ELSEWHERE(corner, time)                                                                    \
    "<path name=\"q\" from=\"0 mm, 900 mm\" heading=\"0 deg\"><line length=\"500 mm\"/></path>"    \
    "<drive name=\"other\" speed=\"300 mm/s\"><to time=\"" corner                                  \
    " s\" speed=\"200 mm/s\"/></drive>"                                                            \
    "<nip name=\"far\" path=\"q\" at=\"20 mm\" load=\"5 N\" rate=\"500 N/m\"><driver radius=\"10 " \
    "mm\" surface=\"rubber\" "                                                                     \
    "drive=\"other\"/><idler radius=\"8 mm\" surface=\"rubber\" mass=\"20 g\" inertia=\"1e-6 "     \
    "kg*m^2\"/></nip>"                                                                             \
    "<sheet name=\"two\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"12\"><start "    \
    "path=\"q\" lead=\"20 mm\" "                                                                   \
    "speed=\"300 mm/s\" time=\"" time " s\"/></sheet>"

/* the entry of a sheet and the corner of a drive start a new stretch for those that they concern,
 * and for nobody else */
Test(islands, what_concerns_one_disturbs_no_other)
{
    static const char *const parts[] = {MACHINE SHEET("one", "20", "0") ELSEWHERE("0.4", "0.2"),
                                        MACHINE SHEET("one", "20", "0") ELSEWHERE("0.4", "0.23"),
                                        MACHINE SHEET("one", "20", "0") ELSEWHERE("0.47", "0.2")};
    double first[2][32];

    for (int k = 0; k < 3; k++) {
        quire_model *model;
        quire_run *run = simulate(&model, parts[k]);
        double x[32], y[32];
        const size_t n = quire_run_nodes(run, "one", x, y, 32);
        cr_expect_geq(quire_run_figure(run, "solver.restarts"), 2,
                      "the other enters, and its drive has a corner");
        for (size_t i = 0; i < n; i++) {
            cr_expect(k == 0 || (x[i] == first[0][i] && y[i] == first[1][i]),
                      "variant %d, node %zu: %.17g and not %.17g", k, i, x[i],
                      k == 0 ? x[i] : first[0][i]);
        }
        if (k == 0) {
            memcpy(first[0], x, sizeof x);
            memcpy(first[1], y, sizeof y);
        }
        finish(run, model);
    }
}

/* Runs both; expects the first sheet to be at the same places to the last bit. Returns by how many
 * restarts they differ. */
static double
expect_same(const char *parts, const char *others)
{
    quire_model *model[2];
    quire_run *run[2] = {simulate(model, parts), simulate(model + 1, others)};
    double x[2][32], y[2][32];

    for (int k = 0; k < 2; k++) {
        cr_assert_eq(quire_run_nodes(run[k], "one", x[k], y[k], 32), 13);
    }
    for (int i = 0; i < 13; i++) {
        cr_expect(x[0][i] == x[1][i] && y[0][i] == y[1][i], "node %d: %.17g and not %.17g", i,
                  x[0][i], x[1][i]);
    }
    const double more =
        quire_run_figure(run[0], "solver.restarts") - quire_run_figure(run[1], "solver.restarts");
    for (int k = 0; k < 2; k++) {
        finish(run[k], model[k]);
    }
    return more;
}

Test(islands, a_rule_that_changes_no_equation_starts_nothing_anew)
{
    const double more = expect_same(
        MACHINE SENSOR
        "<variable name=\"n\" value=\"0\"/><rule name=\"r\" when=\"s.lead\"><assign "
        "variable=\"n\" value=\"n + 1\"/><say text=\"there\"/></rule>" SHEET("one", "20", "0")
            SHEET("two", "-60", "0"),
        MACHINE SENSOR SHEET("one", "20", "0") SHEET("two", "-60", "0"));

    cr_expect_eq(more, 0);
}

Test(islands, a_rule_on_a_drive_starts_those_anew_that_it_turns)
{
#define EDGE "<sensor name=\"e\" kind=\"edge\" path=\"q\" at=\"60 mm\"/>"
    const double more = expect_same(MACHINE SHEET("one", "20", "0") ELSEWHERE("0.4", "0.2") EDGE
                                    "<rule name=\"r\" when=\"e.lead\"><set drive=\"other\" "
                                    "speed=\"250 mm/s\"/></rule>",
                                    MACHINE SHEET("one", "20", "0") ELSEWHERE("0.4", "0.2") EDGE);

    cr_expect_eq(more, 1, "%g", more);
}

static void
nothing(void *user, const struct quire_part *part, double t, const double *y)
{
    (void)part;
    (void)t;
    (void)y;
    ++*(int *)user;
}

/* how many islands there are of a machine's two sheets */
static int
count(const struct quire_islands *islands)
{
    return quire_islands_part(islands, quire_islands_next(islands))->n_sheet == 2 ? 1 : 2;
}

Test(islands, meet_in_a_nip_and_part_behind_it)
{
    static const struct quire_integrator_options options = {
        .position_tolerance = 5e-7, .velocity_rate = 1000, .order = 2};
    struct quire_islands *islands;
    struct machine m;
    int changes = 0, least = 9, last = 0;

    machine_open(&m, MACHINE SHEET("one", "100", "0") SHEET("two", "35", "0"));
    cr_assert_eq(quire_islands_create(&islands, m.state, &options, 0, m.y, NULL), QUIRE_OK);
    cr_expect_eq(count(islands), 2, "each in a nip of its own");
    while (quire_islands_time(islands) < 0.5) {
        const double before = quire_islands_time(islands);
        cr_assert_eq(quire_islands_sort(islands, nothing, &changes), QUIRE_OK);
        cr_assert_eq(quire_islands_step(islands, 0.5), QUIRE_OK);
        quire_state_focus(m.state, NULL);
        last = count(islands);
        least = last < least ? last : least;
        cr_assert_geq(quire_islands_time(islands), before);
        cr_assert_leq(quire_islands_before(islands), quire_islands_time(islands));
    }
    cr_expect_eq(
        least, 1,
        "the second has its leading edge in the nip while the first has its trailing edge there");
    cr_expect_eq(last, 2);
    cr_expect_gt(changes, 0);
    quire_islands_at(islands, 0.5, m.y);
    const struct nodes one = machine_nodes(&m, 0, m.y), two = machine_nodes(&m, 1, m.y);
    cr_expect_float_eq(one.x[one.n], 0.1 + 0.15, 1e-3, "%g", one.x[one.n]);
    cr_expect_float_eq(one.x[one.n] - two.x[two.n], 0.065, 1e-3);
    quire_islands_destroy(islands);
    machine_close(&m);
}

/* Two sheets that pass through nips on each other, 20 mm of the one beside the other: as long as
 * both are in a nip they are solved together. */
Test(islands, sheets_in_one_nip_stay_together)
{
    static const struct quire_integrator_options options = {
        .position_tolerance = 5e-7, .velocity_rate = 1000, .order = 2};
    struct quire_islands *islands;
    struct machine m;
    int changes = 0, shared = 0;

    machine_open(&m, MACHINE SHEET("one", "100", "0") SHEET("two", "60", "0"));
    cr_assert_eq(quire_islands_create(&islands, m.state, &options, 0, m.y, NULL), QUIRE_OK);
    while (quire_islands_time(islands) < 0.5) {
        cr_assert_eq(quire_islands_sort(islands, nothing, &changes), QUIRE_OK);
        quire_state_focus(m.state, NULL);
        quire_islands_at(islands, quire_islands_time(islands), m.y);
        const struct nodes one = machine_nodes(&m, 0, m.y), two = machine_nodes(&m, 1, m.y);
        for (int nip = 0; nip < 3; nip++) {
            const double at = 0.02 + 0.05 * nip;
            const bool both = one.x[0] < at - 1e-3 && one.x[one.n] > at + 1e-3 &&
                              two.x[0] < at - 1e-3 && two.x[two.n] > at + 1e-3;
            cr_expect(!both || count(islands) == 1, "at %g s both are in nip %d",
                      quire_islands_time(islands), nip);
            shared += both ? 1 : 0;
        }
        cr_assert_eq(quire_islands_step(islands, 0.5), QUIRE_OK);
    }
    quire_state_focus(m.state, NULL);
    cr_expect_gt(shared, 0);
    cr_expect_eq(count(islands), 2, "both have left the nips");
    quire_islands_destroy(islands);
    machine_close(&m);
}

static double
lowest(struct nodes sheet)
{
    double least = HUGE_VAL;

    for (int i = 0; i <= sheet.n; i++) {
        least = fmin(least, sheet.y[i]);
    }
    return least;
}

/* A roller that another sheet may move is solved together with a sheet before they touch, however
 * fast the sheet comes. */
Test(islands, come_together_before_a_thrown_sheet_touches)
{
    static const double heights[] = {17, 20, 26, 50}, speeds[] = {0.5, 1, 3, 10}; /* [mm], [m/s] */
    static const struct quire_integrator_options options = {
        .position_tolerance = 5e-8, .velocity_rate = 1000, .order = 2};

    for (int c = 0; c < 16; c++) {
        const double end = (heights[c / 4] * 1e-3 - 0.01) / speeds[c % 4] + 2e-3;
        struct quire_islands *islands;
        struct machine m;
        char parts[4096];
        int changes = 0;

        snprintf(parts, sizeof parts,
                 HEAD "<roller name=\"idler\" centre=\"30 mm, 0 mm\" radius=\"10 mm\" "
                      "surface=\"rubber\" inertia=\"1e-6 kg*m^2\"/>" FREE_SHEET(
                          "one", "-11", "0 m/s, 0 m/s") FREE_SHEET("two", "%g", "0 m/s, -%g m/s"),
                 heights[c / 4], speeds[c % 4]);
        machine_open(&m, parts);
        cr_assert_eq(quire_islands_create(&islands, m.state, &options, 0, m.y, NULL), QUIRE_OK);
        cr_expect_eq(count(islands), 2, "the roller is with the sheet below it");
        while (quire_islands_time(islands) < end) {
            cr_assert_eq(quire_islands_sort(islands, nothing, &changes), QUIRE_OK);
            const int apart = count(islands) == 2;
            cr_assert_eq(quire_islands_step(islands, end), QUIRE_OK);
            quire_state_focus(m.state, NULL);
            quire_islands_at(islands, quire_islands_time(islands), m.y);
            const double gap = lowest(machine_nodes(&m, 1, m.y)) - 0.01 - 0.05e-3;
            cr_expect(!apart || gap > 0, "from %g mm at %g m/s: %g mm deep, apart", heights[c / 4],
                      speeds[c % 4], -1e3 * gap);
        }
        cr_expect_eq(count(islands), 1, "from %g mm at %g m/s: they never met", heights[c / 4],
                     speeds[c % 4]);
        quire_islands_destroy(islands);
        machine_close(&m);
    }
}

Test(islands, a_part_has_each_entry_once)
{
    struct machine m;
    struct quire_part part[2];

    machine_open(&m, MACHINE SHEET("one", "75", "0") SHEET("two", "10", "0"));
    const int sheet[2] = {0, 1}, cluster[3] = {1, 0, 1};
    unsigned char count[4000] = {0};
    const struct quire_layout *l = &m.system->layout;
    cr_assert_lt(l->length, sizeof count);
    for (int k = 0; k < 2; k++) {
        cr_assert_eq(quire_part_create(part + k, m.system,
                                       &(struct quire_membership){sheet, cluster, NULL, NULL}, k),
                     0);
        for (int r = 0; r < part[k].n_all; r++) {
            for (size_t i = part[k].all[r].first; i < part[k].all[r].last; i++) {
                count[i]++;
            }
        }
        quire_part_destroy(part + k);
    }
    for (int k = 0; k < m.system->n_sheet; k++) {
        const struct quire_sheet *s = m.system->sheet + k;
        for (size_t i = 0; i < 2 * (size_t)s->chain.stride; i++) {
            cr_expect_eq(count[s->x0 + i], 1);
            cr_expect_eq(count[l->v0 + s->x0 + i], 1);
        }
    }
    for (int k = 0; k < m.system->n_small; k++) {
        const struct quire_small *s = m.system->small + k;
        for (int i = 0; i < s->body.nv; i++) {
            cr_expect_eq(count[s->q0 + i], 1);
            cr_expect_eq(count[l->v0 + (size_t)(s->v0 + i)], 1);
        }
    }
    machine_close(&m);
}

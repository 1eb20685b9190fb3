/* Rollers that no sheet is near are parked while they go on as they are or as their drives make
 * them; runs come to what they come to when all rollers are evaluated. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>
#include <string.h>

#include "fixtures/machine.h"
#include "fixtures/simulate.h"
#include "islands/islands.h"
#include "trial.h"

#define HEAD(drive)                                                                                \
    "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/><run end=\"0.5 s\" sample=\"10 ms\"/>"        \
    "<solver position-tolerance=\"0.2 um\"/></settings>"                                           \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" "           \
    "damping-ratio=\"0.5\" damping-frequency=\"160 Hz\"/>"                                         \
    "<contact name=\"grip\"><normal law=\"mtt-indentation\" stiffness=\"2e7 N/m^1.5\" "            \
    "exponent=\"1.5\" damping=\"1e8 N*s/m^2.5\" indentation-exponent=\"1.5\"/><friction "          \
    "law=\"mtt-step\" dynamic-coefficient=\"1\" threshold-velocity=\"5 mm/s\"/></contact>"         \
    "<pair surface=\"rubber\" contact=\"grip\"/>"                                                  \
    "<path name=\"p\" from=\"0 mm, 0 mm\" heading=\"0 deg\"><line length=\"900 mm\"/></path>"      \
    "<drive name=\"feed\" speed=\"300 mm/s\">" drive "</drive>"
#define IDLER(more)                                                                                \
    "<idler radius=\"8 mm\" surface=\"rubber\" mass=\"20 g\" inertia=\"1e-6 kg*m^2\" " more "/>"
#define BRAKED "bearing-damping=\"1e-5 N*m*s\""
#define NIP(name, at, more)                                                                        \
    "<nip name=\"" name "\" path=\"p\" at=\"" at " mm\" load=\"5 N\" rate=\"500 N/m\"><driver "    \
    "radius=\"10 mm\" surface=\"rubber\" drive=\"feed\"/>" IDLER(more) "</nip>"
#define MACHINE HEAD("") NIP("a", "20", "") NIP("b", "70", BRAKED) NIP("c", "120", BRAKED)
#define SHEET(start)                                                                               \
    "<sheet name=\"one\" media=\"m\" length=\"60 mm\" width=\"100 mm\" "                           \
    "segments=\"12\"><start " start "/></sheet>"
#define FED  SHEET("path=\"p\" lead=\"20 mm\" speed=\"300 mm/s\"")
#define AWAY SHEET("from=\"0 mm, 300 mm\"")

static void
begin(struct trial *t, const char *parts)
{
    const struct quire_integrator_options options = {
        .position_tolerance = 2e-7, .velocity_rate = 1000, .order = 2};

    machine_open(&t->m, parts);
    cr_assert_eq(quire_islands_create(&t->islands, t->m.state, &options, 0, t->m.y, NULL),
                 QUIRE_OK);
}

/* in steps so short that rollers are looked at often: every so many steps */
static void
go_on(struct trial *t, double until)
{
    while (quire_islands_time(t->islands) < until) {
        cr_assert_eq(quire_islands_sort(t->islands, nothing, NULL), QUIRE_OK);
        const double stop = fmin(until, quire_islands_time(t->islands) + 1e-3);
        cr_assert_eq(quire_islands_step(t->islands, stop), QUIRE_OK);
        quire_state_focus(t->m.state, NULL);
    }
    quire_islands_at(t->islands, until, t->m.y);
}

static void
end(struct trial *t)
{
    quire_islands_destroy(t->islands);
    machine_close(&t->m);
}

/* the last velocity of a roller [rad/s] */
static double
spin(const struct trial *t, int roller)
{
    const struct quire_system *sys = t->m.system;
    const struct quire_small *s = sys->small + sys->roller[machine_roller(&t->m, roller)].small;

    return t->m.y[sys->layout.v0 + (size_t)(s->v0 + s->body.nv - 1)];
}

Test(parked, nips_are_until_the_sheet_comes_and_after_it_has_left)
{
    struct trial t;

    begin(&t, MACHINE FED);
    go_on(&t, 0.1); /* from -10 to 50 mm */
    cr_expect_eq(quire_islands_parked(t.islands), 2);
    go_on(&t, 0.36); /* from 68 to 128 mm */
    cr_expect_eq(quire_islands_parked(t.islands), 1);
    go_on(&t, 0.7);
    cr_expect_eq(quire_islands_parked(t.islands), 3);
    const struct nodes at = machine_nodes(&t.m, 0, t.m.y);
    cr_expect_float_eq(at.x[at.n], 0.02 + 0.7 * 0.3, 1e-3, "%g", at.x[at.n]);
    end(&t);
}

static double
lead_at_end(const char *parts)
{
    quire_model *model;
    quire_run *run = simulate_parts(&model, "planar", parts, NULL);
    double x[32], y[32];
    const size_t n = quire_run_nodes(run, "one", x, y, 32);

    cr_expect_lt(fabs(quire_run_figure(run, "energy.residual")),
                 1e-4 * quire_run_figure(run, "energy.largest"));
    quire_run_destroy(run);
    quire_model_destroy(model);
    return x[n - 1];
}

Test(parked, nips_further_on_do_not_matter)
{
    const double alone = lead_at_end(MACHINE FED),
                 among = lead_at_end(MACHINE NIP("d", "500", "") NIP("e", "540", "") FED);

    cr_expect_float_eq(among, alone, 5e-6, "%g", among - alone);
}

static double
bearings(const char *parts)
{
    quire_model *model;
    quire_run *run = simulate_parts(&model, "planar", parts, NULL);
    const double energy = quire_run_figure(run, "energy.bearings");

    quire_run_destroy(run);
    quire_model_destroy(model);
    return energy;
}

/* c w^2 of a bearing that turns at the drive's speed, but for creep of the nip by 1e-4 of it */
Test(parked, power_through_a_nip_is_told_all_the_time)
{
    const double exact = 1e-5 * 37.5 * 37.5 * 0.5,
                 with = bearings(MACHINE NIP(
                     "far", "500", "spin=\"37.5 rad/s\" bearing-damping=\"1e-5 N*m*s\"") FED),
                 without = bearings(MACHINE NIP("far", "500", "spin=\"37.5 rad/s\"") FED);

    cr_expect_float_eq(with - without, exact, 1e-3 * exact, "%g, not %g", with - without, exact);
}

#define COASTS                                                                                     \
    "<roller name=\"idle\" centre=\"400 mm, 0 mm\" radius=\"10 mm\" surface=\"rubber\" "           \
    "inertia=\"1e-6 kg*m^2\" spin=\"100 rad/s\" bearing-damping=\"2e-5 N*m*s\"/>"

/* I w' = -c w */
Test(parked, a_roller_that_coasts_slows_down_and_stands)
{
    struct trial t;

    begin(&t, HEAD("") COASTS AWAY);
    for (int k = 1; k <= 4; k++) {
        go_on(&t, 0.05 * k);
        cr_expect_eq(quire_islands_parked(t.islands), 1, "at %g s", 0.05 * k);
        cr_expect_float_eq(spin(&t, 0), 100 * exp(-20 * 0.05 * k), 0.05, "%g at %g s", spin(&t, 0),
                           0.05 * k);
    }
    go_on(&t, 2);
    cr_expect_eq(quire_islands_parked(t.islands), 1);
    cr_expect_lt(fabs(spin(&t, 0)), 1e-3);
    end(&t);
}

/* the second change has no corner that a step would end at */
Test(parked, nips_follow_their_drive_when_it_changes)
{
    struct trial t;

    begin(&t, HEAD("<to time=\"0.2 s\" speed=\"300 mm/s\"/><to time=\"0.25 s\" speed=\"200 mm/s\"/>"
                   "<to time=\"0.5 s\" speed=\"200 mm/s\" shape=\"smooth\"/><to time=\"0.55 s\" "
                   "speed=\"100 mm/s\" shape=\"smooth\"/>") NIP("far", "500", "") AWAY);
    static const double when[] = {0.15, 0.45, 0.8}, speed[] = {0.3, 0.2, 0.1};
    for (int k = 0; k < 3; k++) {
        go_on(&t, when[k]);
        cr_expect_eq(quire_islands_parked(t.islands), 1, "at %g s", when[k]);
        cr_expect_float_eq(fabs(spin(&t, 1)), speed[k] / 0.008, 0.01, "%g at %g s", spin(&t, 1),
                           when[k]);
    }
    end(&t);
}

#define SPEEDS_UP                                                                                  \
    "<to time=\"0.1 s\" speed=\"300 mm/s\"/><to time=\"0.4 s\" speed=\"600 mm/s\" "                \
    "shape=\"smooth\"/>"

/* v = v0 + dv s^2 (3 - 2 s); the idler lags by I a / (r^2 dF/dv) = 1e-5 s a, 0.02 mm/s */
Test(parked, nips_follow_their_drive_while_it_changes)
{
    struct trial t;

    begin(&t, HEAD(SPEEDS_UP) NIP("far", "500", "spin=\"37.5 rad/s\"") AWAY);
    for (int k = 1; k < 10; k++) {
        const double s = 0.1 * k, when = 0.1 + 0.3 * s, speed = 0.3 + 0.3 * s * s * (3 - 2 * s);
        go_on(&t, when);
        cr_expect_eq(quire_islands_parked(t.islands), 1, "at %g s", when);
        cr_expect_float_eq(fabs(spin(&t, 1)), speed / 0.008, 0.01, "%g at %g s, not %g",
                           spin(&t, 1), when, speed / 0.008);
    }
    end(&t);
}

/* nor does their motion take energy that is not told of */
Test(parked, nips_further_on_do_not_matter_while_drives_change)
{
    const char *const machine =
        HEAD(SPEEDS_UP) NIP("a", "20", "") NIP("b", "70", BRAKED) NIP("c", "120", BRAKED);
    char among[4096];

    snprintf(among, sizeof among, "%s%s", machine,
             NIP("d", "500", "spin=\"37.5 rad/s\"") NIP("e", "540", BRAKED) FED);
    const double with = lead_at_end(among);
    snprintf(among, sizeof among, "%s%s", machine, FED);
    const double alone = lead_at_end(among);
    cr_expect_float_eq(with, alone, 5e-6, "%g", with - alone);
}

/* nothing is solved for: they need not settle */
Test(parked, driven_rollers_are_from_the_start)
{
    struct trial t;

    begin(&t,
          HEAD("<to time=\"0.2 s\" speed=\"400 mm/s\" shape=\"smooth\"/>") "<roller name=\"r\" "
                                                                           "centre=\"400 mm, 0 "
                                                                           "mm\" radius=\"10 mm\" "
                                                                           "surface=\"rubber\" "
                                                                           "drive=\"feed\"/"
                                                                           "><roller name=\"s\" "
                                                                           "centre=\"450 mm, 0 "
                                                                           "mm\" radius=\"10 mm\" "
                                                                           "surface=\"rubber\" "
                                                                           "drive=\"feed\"/>" AWAY);
    go_on(&t, 1e-4);
    cr_expect_eq(quire_islands_parked(t.islands), 2);
    end(&t);
}

/* however fast the sheet comes, in steps that nothing else bounds */
Test(parked, a_thrown_sheet_touches_none)
{
    static const double speeds[] = {0.5, 2, 10};

    for (int c = 0; c < 3; c++) {
        struct trial t;
        char parts[4096];
        int was = 0;
        snprintf(parts, sizeof parts,
                 HEAD("") "<roller name=\"idler\" centre=\"30 mm, 0 mm\" radius=\"10 mm\" "
                          "surface=\"rubber\" inertia=\"1e-6 kg*m^2\"/>" SHEET(
                              "from=\"0 mm, 300 mm\" velocity=\"0 m/s, -%g m/s\""),
                 speeds[c]);
        begin(&t, parts);
        const double end_time = (0.29 - 1e-3) / speeds[c] + 2e-3;
        while (quire_islands_time(t.islands) < end_time) {
            cr_assert_eq(quire_islands_step(t.islands, end_time), QUIRE_OK);
            quire_islands_at(t.islands, quire_islands_time(t.islands), t.m.y);
            const struct nodes at = machine_nodes(&t.m, 0, t.m.y);
            double gap = HUGE_VAL;
            for (int i = 0; i <= at.n; i++) {
                gap = fmin(gap, at.y[i] - 0.01 - 0.05e-3);
            }
            was += quire_islands_parked(t.islands);
            cr_expect(quire_islands_parked(t.islands) == 0 || gap > 0, "%g mm deep at %g m/s",
                      -1e3 * gap, speeds[c]);
        }
        cr_expect_gt(was, 0, "it never was parked");
        cr_expect_eq(quire_islands_parked(t.islands), 0, "the sheet never came");
        end(&t);
    }
}

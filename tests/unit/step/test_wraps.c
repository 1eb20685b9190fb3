/* How far a sheet follows a roller changes between steps, in a time of its own, and the energy that
 * appears by that is told. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "contact/law/constants.h"
#include "contact/space/space_pads.h"
#include "evaluate/evaluate.h"
#include "fixtures/machine.h"
#include "integ/constants.h"
#include "step/wraps.h"

/* a sheet bent by 60 degrees over a roller, pressed 20 um into it */
#define ROUND_ABOUT(radius, centre, roller)                                                        \
    "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>"                                  \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\"/>"          \
    "<contact name=\"c\"><normal law=\"mtt-indentation\" force=\"8 N\" at-penetration=\"0.05 "     \
    "mm\"/></contact><pair contact=\"c\"/>"                                                        \
    "<path name=\"p\" from=\"0 mm, 0 mm\"><line length=\"40 mm\"/>"                                \
    "<arc radius=\"" radius "\" angle=\"60 deg\" turn=\"right\"/><line length=\"60 mm\"/></path>"  \
    "<roller name=\"r\" centre=\"" centre "\" radius=\"30 mm\" surface=\"rubber\" " roller         \
    "<sheet name=\"s\" media=\"m\" length=\"100 mm\" width=\"100 mm\" segments=\"25\">"            \
    "<start path=\"p\" lead=\"112 mm\"/></sheet>"
#define ROUND(roller) ROUND_ABOUT("30.03 mm", "40 mm, -30.03 mm", roller)
/* nearly straight */
#define STRAIGHT(roller) ROUND_ABOUT("1 m", "40 mm, -30.03 mm", roller)
/* bent less than the roller, and pressed 0.1 mm into it */
#define FLATTER(roller) ROUND_ABOUT("46.03 mm", "48.04 mm, -32.1045 mm", roller)
#define HARD            "width=\"60 mm\"/>"
#define SOFT                                                                                       \
    "width=\"60 mm\" mass=\"50 g\" inertia=\"3e-5 kg*m^2\"><affine width=\"20 mm\" "               \
    "shear-modulus=\"30 kPa\" viscosity=\"20 Pa*s\"/></roller>"

static double
stored(struct machine *m)
{
    double sum = 0;

    m->state->record = true;
    cr_assert(quire_state_forces(m->state, 0, m->y));
    m->state->record = false;
    for (int k = 0; k < m->state->n_touch; k++) {
        sum += m->state->touch[k].stored;
    }
    return sum;
}

static void
follow(const char *name, const char *parts, bool spatial)
{
    struct machine m;
    double *share;

    spatial ? machine_open_in_space(&m, parts) : machine_open(&m, parts);
    machine_shake(&m, 3, 2e-6, 0.1);
    share = m.state->wrap;
    cr_expect_lt(*share, 0, "%s: before anything touched", name);
    quire_wraps_begin(m.state, 0, m.y);
    cr_expect_float_eq(*share, 1, 1e-12, "%s: what begins to touch follows at once", name);
    *share = 0.2;
    const double before = stored(&m),
                 given = quire_wraps_commit(m.state, m.state->part, 0, m.y, 1e-4),
                 after = stored(&m);
    cr_expect_float_eq(*share, 0.2 + 0.8 * (1 - exp(-1e-4 / QUIRE_WRAP_TIME)), 1e-12, "%s", name);
    cr_expect_gt(fabs(given), 1e-3 * before, "%s", name);
    cr_expect_float_eq(given, after - before, 1e-11 * before, "%s: %g given, %g more stored", name,
                       given, after - before);
    machine_close(&m);
}

Test(wraps, follow_in_time_and_tell_the_energy)
{
    follow("a roller", ROUND(HARD), false);
    follow("a soft roller", ROUND(SOFT), false);
    follow("a roller in space", ROUND(HARD), true);
    follow("a soft roller in space", ROUND(SOFT), true);
}

/* A sheet that has become straight leaves the line: the energy that the line stored is reported as
 * well. */
static void
leave(const char *name, const char *parts, bool spatial)
{
    struct machine m;

    spatial ? machine_open_in_space(&m, parts) : machine_open(&m, parts);
    quire_wraps_begin(m.state, 0, m.y);
    cr_expect_eq(*m.state->wrap, 0, "%s", name);
    *m.state->wrap = 0.5;
    const double before = stored(&m),
                 given = quire_wraps_approach(m.state, 0, m.y, 0) > 0
                             ? quire_wraps_commit(m.state, m.state->part, 0, m.y, 1)
                             : 0,
                 after = stored(&m);
    cr_expect_eq(*m.state->wrap, 0, "%s: a second later", name);
    cr_expect_gt(fabs(given), 1e-3 * before, "%s", name);
    cr_expect_float_eq(given, after - before, 1e-11 * before, "%s: %g given, %g more stored", name,
                       given, after - before);
    machine_close(&m);
}

Test(wraps, end_where_the_sheet_is_straight)
{
    leave("a roller", STRAIGHT(HARD), false);
    leave("a soft roller", STRAIGHT(SOFT), false);
    leave("a roller in space", STRAIGHT(HARD), true);
    leave("a soft roller in space", STRAIGHT(SOFT), true);
}

/* Within a step shares stand still, so the matrix has all derivatives. */
static void
differentiate(const char *name, const char *parts, bool spatial)
{
    struct machine m;

    spatial ? machine_open_in_space(&m, parts) : machine_open(&m, parts);
    machine_shake(&m, 3, 2e-6, 0.1);
    cr_expect_geq(machine_touches(&m, QUIRE_PARTNER_ROLLER, 0, 0), 2, "%s", name);
    cr_expect(*m.state->wrap > 0.1 && *m.state->wrap < 0.9, "%s: a share of %g", name,
              *m.state->wrap);
    cr_expect_lt(machine_jacobian_error(&m, 0), 1e-6, "%s", name);
    machine_close(&m);
}

Test(wraps, stand_still_within_a_step)
{
    differentiate("a roller", FLATTER(HARD), false);
    differentiate("a soft roller", FLATTER(SOFT), false);
    differentiate("a roller in space", FLATTER(HARD), true);
    differentiate("a soft roller in space", FLATTER(SOFT), true);
}

/* Away from the roller nothing follows it. */
Test(wraps, end_with_the_touch)
{
    struct machine m;

    machine_open(&m, ROUND(HARD));
    quire_wraps_begin(m.state, 0, m.y);
    cr_expect_gt(*m.state->wrap, 0);
    const struct nodes n = machine_nodes(&m, 0, m.y);
    for (int i = 0; i <= n.n; i++) {
        n.y[i] += 1e-3;
    }
    quire_wraps_commit(m.state, m.state->part, 0, m.y, 1e-4);
    cr_expect_lt(*m.state->wrap, 0);
    machine_close(&m);
}

/* ---- sheets that are straight ---- */

/* A sheet on an arc, and a roller of one disc, yawed. */
#define ARC(radius, centre, columns)                                                               \
    "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>"                                  \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\"/>"          \
    "<contact name=\"c\"><normal law=\"mtt-indentation\" force=\"8 N\" at-penetration=\"0.05 "     \
    "mm\"/></contact><pair contact=\"c\"/>"                                                        \
    "<path name=\"p\" from=\"0 mm, 0 mm\"><line length=\"40 mm\"/>"                                \
    "<arc radius=\"" radius "\" angle=\"20 deg\" turn=\"right\"/><line length=\"60 mm\"/></path>"  \
    "<roller name=\"r\" centre=\"45 mm, " centre "\" radius=\"10 mm\" surface=\"rubber\" "         \
    "width=\"20 mm\" across=\"17 mm\" pads=\"1\" yaw=\"3 deg\"/>"                                  \
    "<sheet name=\"s\" media=\"m\" length=\"100 mm\" width=\"100 mm\" segments=\"25\" "            \
    "columns=\"" columns "\"><start path=\"p\" lead=\"90 mm\"/></sheet>"

/* Whether its share stays 0 without a look; where it does, a look says the same. */
static bool
stays(const char *parts, double shake)
{
    struct machine m;

    machine_open_in_space(&m, parts);
    machine_shake(&m, 5, shake, 0.1);
    cr_assert(quire_state_forces(m.state, 0, m.y));
    cr_assert_gt(m.state->sheet->space->n_pad, 0);
    *m.state->wrap = 0;
    const struct quire_candidates *nodes = m.state->sheet->space->pad;
    const double *q = m.y + m.system->sheet->x0, *v = q + m.system->layout.v0;
    const double share = quire_pad_wrap(m.state, 0, nodes, q, v).share;
    const bool straight = quire_pad_stays_straight(m.state, 0, nodes, q);
    cr_expect(!straight || share == 0, "a share of %g", share);
    machine_close(&m);
    return straight;
}

Test(wraps, are_not_looked_for_where_the_sheet_is_straight)
{
    cr_expect(stays(ARC("1 m", "-9.99 mm", "2"), 2e-6));
    cr_expect(stays(ARC("1 m", "-9.99 mm", "5"), 2e-6));
    cr_expect_not(stays(ARC("15 mm", "-10.7 mm", "2"), 2e-6), "bent");
    cr_expect_not(stays(ARC("1 m", "-9.99 mm", "2"), 4e-4), "crumpled");
    for (int k = 1; k <= 12; k++) {
        stays(ARC("1 m", "-9.99 mm", "3"), 1.3e-5 * k * k);
    }
    cr_expect_not(stays(ARC("1 m", "-12 mm", "2"), 2e-6), "it does not touch");
}

/* a roller of 8 mm under a sheet with its trailing edge at 0 */
#define NARROW                                                                                     \
    "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>"                                  \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\"/>"          \
    "<contact name=\"c\"><normal law=\"mtt-indentation\" force=\"8 N\" at-penetration=\"0.05 "     \
    "mm\"/></contact><pair contact=\"c\"/>"                                                        \
    "<roller name=\"r\" centre=\"40 mm, -8.03 mm\" radius=\"8 mm\" surface=\"rubber\"/>"           \
    "<sheet name=\"s\" media=\"m\" length=\"100 mm\" width=\"100 mm\" segments=\"50\">"            \
    "<start from=\"0 mm, 0 mm\"/></sheet>"

/* The sheet lies on the roller, `from` its trailing edge, with `bend` times the curvature at which
 * wraps begin. */
static void
bend_over(struct machine *m, double bend, double from)
{
    const struct nodes n = machine_nodes(m, 0, m->y);
    const double per = bend * QUIRE_WRAP_BEGINS / 8.03e-3;

    for (int i = 0; i <= n.n; i++) {
        const double angle = per * (2e-3 * i - from);
        n.x[i] = 40e-3 + sin(angle) / per;
        n.y[i] = -(1 - cos(angle)) / per;
    }
}

/* A share of 0 is left alone only where it would stay 0: near the sheet's ends, too. */
Test(wraps, are_looked_at_where_the_sheet_is_bent)
{
    int bent = 0, straight = 0;

    for (int k = 0; k <= 1000; k++) {
        struct machine m;
        double share[2];
        machine_open(&m, NARROW);
        quire_wraps_begin(m.state, 0, m.y); /* lists */
        bend_over(&m, 0.05 + 0.1 * (k % 13), 50e-3 * k / 1000);
        cr_assert(quire_state_forces(m.state, 0, m.y));
        for (int plain = 0; plain < 2; plain++) {
            *m.state->wrap = 0;
            if (plain) { /* then it is looked at */
                memset(m.state->touched + quire_touched_row(m.system, 0), 0,
                       (size_t)quire_touch_targets(m.system));
            }
            quire_wraps_commit(m.state, m.state->part, 0, m.y, 1e-4);
            share[plain] = *m.state->wrap;
        }
        cr_expect_eq(share[0], share[1], "%d: %g not %g", k, share[0], share[1]);
        bent += share[1] > 0;
        straight += share[1] == 0;
        machine_close(&m);
    }
    cr_expect_gt(bent, 100, "%d", bent);
    cr_expect_gt(straight, 100, "%d", straight);
}

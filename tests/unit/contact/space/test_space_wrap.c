/* A sheet in space that wraps a roller touches along a line: derivatives against differences, the
 * plane as a special case, mirror images, and no jumps between point and line. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "evaluate/powers.h"
#include "fixtures/space_stage.h"

#define MM 1e-3

/* A soft sheet on a path that turns by 60 degrees about a roller, pressed 20 um into it. */
#define ROUND_ABOUT(distribution, friction, more, roller, sheet)                                   \
    "<settings><gravity vector=\"0.3 m/s^2, -9.8 m/s^2\"/></settings>"                             \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\" "           \
    "bending-stiffness-md=\"0.3 mN*m\" damping-ratio=\"0.5\" damping-frequency=\"160 Hz\" "        \
    "axial-damping-time=\"40 us\"/><drive name=\"feed\" speed=\"0.4 m/s\"/>"                       \
    "<contact name=\"c\"><normal law=\"mtt-indentation\" force=\"8 N\" at-penetration=\"0.05 "     \
    "mm\" "                                                                                        \
    "damping=\"1e8 N*s/m^2.5\" rebound-damping-factor=\"0.1\" " distribution                       \
    "/><friction law=\"mtt-step\" dynamic-coefficient=\"" friction                                 \
    "\" threshold-velocity=\"0.8 m/s\"/>" more "</contact>"                                        \
    "<pair contact=\"c\"/><path name=\"p\" from=\"0 mm, 0 mm\"><line length=\"40 mm\"/>"           \
    "<arc radius=\"30.03 mm\" angle=\"60 deg\" turn=\"right\"/><line length=\"60 mm\"/></path>"    \
    "<roller name=\"r\" centre=\"40 mm, -30.03 mm\" radius=\"30 mm\" surface=\"rubber\" " roller   \
    "<sheet name=\"s\" media=\"m\" length=\"100 mm\" width=\"100 mm\" segments=\"25\" " sheet ">"  \
    "<start path=\"p\" lead=\"110 mm\"/></sheet>"
#define AROUND(distribution, friction, more, roller, sheet)                                        \
    ROUND_ABOUT(distribution, friction, more, roller "/>", sheet)
/* the same where the roller deforms */
#define AROUND_SOFT(distribution, friction, roller, made_of, sheet)                                \
    ROUND_ABOUT(distribution, friction, "",                                                        \
                roller " mass=\"50 g\" inertia=\"3e-5 kg*m^2\"><affine width=\"20 mm\" "           \
                       "shear-modulus=\"30 kPa\" viscosity=\"20 Pa*s\" " made_of "/></roller>",    \
                sheet)
#define OVAL   "stretch=\"1.0003\" axis=\"25 deg\" stretch-rate=\"3 s^-1, -2 s^-1\""
#define MOVING "spin=\"35 rad/s\" slide=\"95 deg\" load=\"2 N\" "

/* over columns shares fade: how the ways change in which places slide is left out */
#define SLIDING 5e-4

static void
try_matrix(const char *name, const char *parts, int least, double error)
{
    for (unsigned seed = 1; seed <= 3; seed++) {
        struct machine m;
        machine_open_in_space(&m, parts);
        machine_shake(&m, seed, 4e-6, 0.2);
        space_stir_small(&m, seed);
        const int touching = machine_touches(&m, QUIRE_PARTNER_ROLLER, 0, 0);
        cr_expect_geq(touching, least, "%s: %d places", name, touching);
        cr_expect_lt(machine_jacobian_error(&m, 0), error, "%s, state %u: %g", name, seed,
                     machine_jacobian_error(&m, 0));
        machine_close(&m);
    }
}

Test(space_wrap, has_exact_derivatives)
{
    try_matrix("one disc",
               AROUND("distribution=\"line\"", "1", "", MOVING "width=\"20 mm\" pads=\"1\"", ""), 5,
               1e-6);
    try_matrix("by itself",
               AROUND("", "1", "", MOVING "width=\"20 mm\" across=\"12 mm\" pads=\"1\"", ""), 5,
               1e-6);
    try_matrix("yawed and tilted",
               AROUND("", "1", "",
                      MOVING "width=\"90 mm\" pads=\"5\" yaw=\"2 deg\" tilt=\"0.005 deg\"", ""),
               25, 1e-6);
    try_matrix(
        "over columns",
        AROUND("", "1", "", MOVING "width=\"110 mm\" pads=\"7\" yaw=\"-2 deg\"", "columns=\"5\""),
        35, SLIDING);
    try_matrix("fixed",
               AROUND("", "1", "", "spin=\"35 rad/s\" width=\"50 mm\" pads=\"3\"", "columns=\"3\""),
               15, 1e-6);
}

Test(space_wrap, of_soft_rollers_has_exact_derivatives)
{
    try_matrix(
        "one disc",
        AROUND_SOFT("distribution=\"line\"", "1", MOVING "width=\"20 mm\" pads=\"1\"", OVAL, ""), 5,
        1e-6);
    try_matrix("yawed and tilted",
               AROUND_SOFT("", "1",
                           MOVING "width=\"90 mm\" pads=\"5\" yaw=\"2 deg\" tilt=\"0.005 deg\"",
                           OVAL, ""),
               25, 1e-6);
    try_matrix("driven, over columns, compressible",
               AROUND_SOFT("", "1", "drive=\"feed\" width=\"110 mm\" pads=\"7\" yaw=\"-2 deg\"",
                           OVAL " lame-modulus=\"50 kPa\" dilation=\"1.0001\"", "columns=\"5\""),
               35, SLIDING);
}

/* ---- the plane ---- */

static double
power_of_contact(struct machine *m, bool spatial)
{
    double *zero = calloc(m->n + QUIRE_LANES, sizeof *zero);

    cr_assert(zero != NULL && quire_state_matrix(m->state, 0, m->y, 2e-9, 3e-5));
    const double power = spatial ? m->state->power.contact - m->state->given
                                 : quire_state_powers_after(m->state, zero, 3e-5).contact;
    free(zero);
    return power;
}

/* the sheet bent less than the roller, pressed deeper, and opening, so that it follows the roller
 * in part */
static void
flatten(struct machine *flat, double by)
{
    const struct nodes n = machine_nodes(flat, 0, flat->y);

    for (int i = 0; i <= n.n; i++) {
        const double s = (i - 11.3) / 4, away = by * s * s - 0.03 * by;
        n.x[i] += 0.5 * away;
        n.y[i] += 0.87 * away;
        n.vx[i] += 10 * away;
        n.vy[i] += 17 * away;
    }
}

static void
expect_plane(const char *name, const char *parts, double flatter, bool partly)
{
    struct machine flat, m;

    machine_open(&flat, parts);
    machine_open_in_space(&m, parts);
    machine_shake(&flat, 3, 2e-6, 0.2);
    flatten(&flat, flatter);
    space_stand_in_plane(&m, &flat);
    space_contact_alone(&flat);
    space_contact_alone(&m);
    const struct quire_sheet *s = m.system->sheet, *p = flat.system->sheet;
    double most = 0;
    for (int i = 0; i < 2 * p->chain.stride; i++) {
        most = fmax(most, fabs(flat.state->force[i]));
    }
    cr_assert_geq(flat.state->n_touch, partly ? 2 : 4, "%s", name);
    cr_assert_gt(most, 0.1);
    for (int i = 0; i <= s->ladder->n; i++) {
        double sum[3] = {0, 0, 0};
        for (int j = 0; j < s->ladder->m; j++) {
            for (int d = 0; d < 3; d++) {
                sum[d] += space_node(&m, m.state->force, i, j)[d];
            }
        }
        cr_expect_float_eq(sum[0], flat.state->force[i], 1e-11 * most,
                           "%s, station %d along: %g, %g", name, i, sum[0], flat.state->force[i]);
        cr_expect_float_eq(sum[1], flat.state->force[p->chain.stride + i], 1e-11 * most,
                           "%s, station %d up", name, i);
        cr_expect_float_eq(sum[2], 0, 1e-11 * most, "%s, station %d across: %g", name, i, sum[2]);
    }
    if (!partly ||
        m.system->n_soft == 0) { /* what its share gives the plane does not tell of soft */
        const double one = power_of_contact(&flat, false), other = power_of_contact(&m, true);
        cr_expect_float_eq(one, other, (partly ? 1e-5 : 1e-10) * fabs(one), "%s: %.10g W, %.10g W",
                           name, one, other);
    }
    machine_close(&flat);
    machine_close(&m);
}

/* Forces on a sheet that is straight across, and what its contact takes, are those of the plane,
 * whatever the columns and discs. */
Test(space_wrap, of_a_sheet_straight_across_is_that_in_the_plane)
{
    static const char *const columns[] = {"columns=\"2\"", "columns=\"3\"", "columns=\"5\"",
                                          "columns=\"9\""};
    static const char *const discs[] = {"pads=\"1\"", "pads=\"4\"", "pads=\"9\""};

    for (size_t k = 0; k < 4; k++) {
        for (size_t d = 0; d < 3; d++) {
            char parts[3000], name[80], roller[80];
            snprintf(roller, sizeof roller, "spin=\"35 rad/s\" width=\"90 mm\" %s", discs[d]);
            snprintf(name, sizeof name, "%s, %s", columns[k], discs[d]);
            snprintf(parts, sizeof parts, AROUND("", "1", "", "%s", "%s"), roller, columns[k]);
            expect_plane(name, parts, 0, false);
            expect_plane(name, parts, 1.4 * MM, true);
            snprintf(parts, sizeof parts,
                     AROUND("distribution=\"line\"", "1", "<overdrive factor=\"0.01 N^-1\"/>", "%s",
                            "%s"),
                     roller, columns[k]);
            expect_plane(name, parts, 0, false);
            snprintf(parts, sizeof parts,
                     AROUND_SOFT("distribution=\"line\"", "1", "%s", OVAL, "%s"), roller,
                     columns[k]);
            expect_plane(name, parts, 0, false);
            snprintf(parts, sizeof parts, AROUND_SOFT("", "1", "%s", OVAL, "%s"), roller,
                     columns[k]);
            expect_plane(name, parts, 0, false);
            expect_plane(name, parts, 1.4 * MM, true);
        }
    }
}

/* ---- mirror images ---- */

#define SIDES(columns, pads, across, yaw)                                                          \
    AROUND("", "1", "",                                                                            \
           MOVING "width=\"60 mm\" pads=\"" pads "\" across=\"" across "\" yaw=\"" yaw "\"",       \
           "columns=\"" columns "\"")

#define SOFT_SIDES(columns, pads, across, yaw)                                                     \
    AROUND_SOFT("", "1",                                                                           \
                MOVING "width=\"60 mm\" pads=\"" pads "\" across=\"" across "\" yaw=\"" yaw "\"",  \
                OVAL, "columns=\"" columns "\"")

Test(space_wrap, of_a_mirrored_machine_is_mirrored)
{
    space_expect_mirrored(SIDES("2", "5", "7 mm", "2 deg"), SIDES("2", "5", "-7 mm", "-2 deg"), 20,
                          0);
    space_expect_mirrored(SIDES("2", "5", "0 mm", "0 deg"), SIDES("2", "5", "0 mm", "0 deg"), 20,
                          0);
    space_expect_mirrored(SIDES("3", "1", "0 mm", "3 deg"), SIDES("3", "1", "0 mm", "-3 deg"), 5,
                          0);
    space_expect_mirrored(SIDES("5", "5", "7 mm", "2 deg"), SIDES("5", "5", "-7 mm", "-2 deg"), 20,
                          0);
    space_expect_mirrored(SOFT_SIDES("3", "1", "0 mm", "3 deg"),
                          SOFT_SIDES("3", "1", "0 mm", "-3 deg"), 5, 0);
    space_expect_mirrored(SOFT_SIDES("5", "5", "7 mm", "2 deg"),
                          SOFT_SIDES("5", "5", "-7 mm", "-2 deg"), 20, 0);
}

/* ---- from point to line ---- */

/* A sheet that is bent more and more sharply over a roller passes from point to line without jumps,
 * also beyond the roller's own curvature, where its nearest point is not the only one. */
Test(space_wrap, begins_without_jumps)
{
    double last[2] = {0, 0}, most = 0, step = 0;
    int lines = 0;

    for (int k = 0; k <= 4000; k++) {
        struct machine m;
        machine_open_in_space(
            &m,
            AROUND("", "1", "", "width=\"20 mm\" pads=\"1\" across=\"12 mm\" yaw=\"1 deg\"", ""));
        const double bend = 1e-5 + 40 * k / 4000.0; /* curvature [1/m]; the roller's is 33 */
        for (int i = 0; i <= 25; i++) {
            for (int j = 0; j < 2; j++) {
                double *p = space_node(&m, m.y, i, j);
                const double s = (i - 12.37) * 4 * MM;
                p[0] = 40 * MM + sin(bend * s) / bend;
                p[1] = 0.002 * MM - (1 - cos(bend * s)) / bend;
            }
        }
        space_contact_alone(&m);
        double sum[2] = {0, 0};
        for (int i = 0; i < 26 * 2; i++) {
            sum[0] += space_node(&m, m.state->force, 0, 0)[3 * i];
            sum[1] += space_node(&m, m.state->force, 0, 0)[3 * i + 1];
        }
        lines += m.state->n_touch > 1;
        step = k > 0 ? fmax(step, hypot(sum[0] - last[0], sum[1] - last[1]) / hypot(sum[0], sum[1]))
                     : 0;
        most = fmax(most, sum[1]);
        last[0] = sum[0];
        last[1] = sum[1];
        machine_close(&m);
    }
    cr_expect_gt(lines, 500);
    cr_expect_gt(most, 20);
    /* it grows by 0.036 where the ends come down on the roller */
    cr_expect_lt(step, 0.05, "%g of the force at once", step);
}

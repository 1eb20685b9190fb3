/* Air jets: forces whose sum is known, derivatives, and that nothing depends on how a sheet is
 * divided, where it stands, and in how many dimensions it moves. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "fixtures/contact_parts.h"
#include "fixtures/machine.h"

#define STILL "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>"
#define SOFT                                                                                       \
    "<media name=\"soft\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\" "        \
    "bending-stiffness-md=\"0.3 mN*m\"/>"
#define JET "<jet name=\"p\" pressure=\"1 kPa\" "

struct sum {
    double x, y, moment; /* about the z axis */
};

static struct sum
sum_of(const struct machine *m)
{
    const struct quire_sheet *s = m->system->sheet;
    const double *f = m->state->force + s->x0, *q = m->y + s->x0;
    struct sum sum = {0, 0, 0};

    if (s->ladder == NULL) {
        for (int i = 0; i <= s->chain.n; i++) {
            const double fx = f[i], fy = f[s->chain.stride + i];
            sum.x += fx;
            sum.y += fy;
            sum.moment += q[i] * fy - q[s->chain.stride + i] * fx;
        }
        return sum;
    }
    for (int i = 0; i < (s->ladder->n + 1) * s->ladder->block; i += 3) {
        sum.x += f[i];
        sum.y += f[i + 1];
        sum.moment += q[i] * f[i + 1] - q[i + 1] * f[i];
    }
    return sum;
}

/* forces on a straight sheet of 60 mm by 100 mm, in a machine of its own */
static struct sum
on_sheet(int segments, int columns, const char *start, const char *jet)
{
    char parts[1000];
    struct machine m;

    snprintf(parts, sizeof parts,
             STILL SOFT "<sheet name=\"s\" media=\"soft\" length=\"60 mm\" width=\"100 mm\" "
                        "segments=\"%d\" columns=\"%d\"><start %s/></sheet>" JET "%s/>",
             segments, columns > 0 ? columns : 3, start, jet);
    (columns > 0 ? machine_open_in_space : machine_open)(&m, parts);
    cr_assert(quire_state_forces(m.state, 0, m.y));
    const struct sum sum = sum_of(&m);
    machine_close(&m);
    return sum;
}

static void
expect_near(double is, double should, double within, const char *what, double of)
{
    cr_expect(fabs(is - should) <= within, "%s, %g: %.12g, not %.12g", what, of, is, should);
}

/* The whole momentum at any distance, however long segments are and wherever the jet meets them. */
Test(jets, stop_with_their_momentum_at_a_sheet_square_to_them)
{
    static const int segments[] = {10, 17, 60, 240};
    static const double widths[] = {0.2, 2, 11}, distances[] = {0.1, 3, 20, 90};

    for (size_t n = 0; n < sizeof segments / sizeof *segments; n++) {
        for (size_t w = 0; w < 3; w++) {
            for (size_t d = 0; d < (w < 2 ? 4 : 3); d++) {
                char jet[200];
                const double away = distances[d] + 0.5 * widths[w];
                snprintf(jet, sizeof jet,
                         "at=\"29.3 mm, %g mm\" direction=\"0, 3\" width=\"%g mm\"", -away,
                         widths[w]);
                const struct sum sum = on_sheet(segments[n], 0, "from=\"0 mm, 0 mm\"", jet);
                const double force = 1e3 * 1e-3 * widths[w] * 0.1;
                expect_near(sum.x, 0, 1e-15, "along", away);
                expect_near(sum.y, force, 1e-12 * force, "force", away);
                expect_near(sum.moment, 29.3e-3 * force, 1e-13 * force, "moment", away);
            }
        }
    }
}

/* A sheet inclined by an angle takes the sine of it across itself, so along the jet its square: of
 * a jet that does not spread exactly, of a free one within what it wants across. */
Test(jets, give_an_inclined_sheet_the_square_of_the_sine)
{
    for (int degrees = 20; degrees <= 160; degrees += 35) {
        for (int free = 0; free < 2; free++) {
            char start[200], jet[200];
            const double angle = degrees * 3.14159265358979 / 180, sine = sin(angle),
                         within = free == 0 ? 1e-11 : 0.003 / (sine * sine);
            snprintf(start, sizeof start, "from=\"%.12g mm, %.12g mm\" heading=\"%d deg\"",
                     -30 * cos(angle), -30 * sine, degrees);
            snprintf(jet, sizeof jet, "at=\"-40 mm, 0 mm\" direction=\"1, 0\" width=\"2 mm\" %s",
                     free == 0 ? "spread=\"0 deg\"" : "");
            const struct sum sum = on_sheet(40, 0, start, jet);
            const double force = 1e3 * 2e-3 * 0.1;
            expect_near(sum.x / force, sine * sine, within, "along the jet", degrees);
            expect_near(sum.y / force, -sine * cos(angle), within, "across the jet", degrees);
        }
    }
}

Test(jets, do_nothing_behind_the_nozzle_and_beyond_their_reach)
{
    const char *const start = "from=\"0 mm, 0 mm\"";

    cr_expect_eq(on_sheet(20, 0, start, "at='30 mm, 1 um' direction='0, 1' width='2 mm'").y, 0);
    cr_expect_eq(on_sheet(20, 0, start, "at='30 mm, 0 mm' direction='0, 1' width='2 mm'").y, 0);
    const double begins =
        on_sheet(20, 0, start, "at='30 mm, -1 um' direction='0, 1' width='2 mm'").y;
    cr_expect(begins > 0 && begins < 1e-5 * 0.2, "%g", begins);
    cr_expect_eq(
        on_sheet(20, 0, start, "at='30 mm, -9 mm' direction='0, 1' width='2 mm' reach='9 mm'").y,
        0);
    const double half =
        on_sheet(20, 0, start, "at='30 mm, -9 mm' direction='0, 1' width='2 mm' reach='12 mm'").y;
    cr_expect_float_eq(half, 0.5 * 0.2, 1e-12);
}

/* a sheet moved and mirrored with its jet feels the same */
Test(jets, are_the_same_elsewhere_and_mirrored)
{
    const struct sum a =
        on_sheet(23, 0, "from=\"0 mm, 0 mm\" heading=\"25 deg\"",
                 "at=\"20 mm, -15 mm\" direction=\"0.3, 1\" width=\"1.5 mm\" reach=\"70 mm\"");
    const struct sum b =
        on_sheet(23, 0, "from=\"1 m, -2 m\" heading=\"25 deg\"",
                 "at=\"1.02 m, -2.015 m\" direction=\"0.3, 1\" width=\"1.5 mm\" reach=\"70 mm\"");
    const struct sum c =
        on_sheet(23, 0, "from=\"0 mm, 0 mm\" heading=\"155 deg\"",
                 "at=\"-20 mm, -15 mm\" direction=\"-0.6, 2\" width=\"1.5 mm\" reach=\"70 mm\"");

    cr_expect_gt(a.y, 0.01);
    expect_near(b.x, a.x, 1e-13, "moved, x", 0);
    expect_near(b.y, a.y, 1e-13, "moved, y", 0);
    expect_near(c.x, -a.x, 1e-14, "mirrored, x", 0);
    expect_near(c.y, a.y, 1e-14, "mirrored, y", 0);
    expect_near(c.moment, -a.moment, 1e-15, "mirrored, moment", 0);
}

/* In space the same; a slot over a part of the width acts there alone, whatever the columns are. */
Test(jets, act_in_space_as_in_the_plane)
{
#define PLACE "at=\"20 mm, -15 mm\" direction=\"0.3, 1\" width=\"1.5 mm\" "
    const char *const start = "from=\"0 mm, 0 mm\" heading=\"25 deg\"";
    const struct sum flat = on_sheet(23, 0, start, PLACE);

    for (int columns = 2; columns <= 9; columns += columns < 3 ? 1 : columns < 5 ? 2 : 4) {
        const struct sum whole = on_sheet(23, columns, start, PLACE),
                         part = on_sheet(23, columns, start,
                                         PLACE "across-from=\"13 mm\" across-to=\"31 mm\"");
        expect_near(whole.x, flat.x, 1e-14, "x", columns);
        expect_near(whole.y, flat.y, 1e-14, "y", columns);
        expect_near(whole.moment, flat.moment, 1e-15, "moment", columns);
        expect_near(part.y, 0.18 * flat.y, 1e-14, "a part", columns);
    }
}

static const struct {
    const char *name, *parts;
} cases[] = {
    {"square to it", SHEET JET "at=\"27 mm, -9 mm\" direction=\"0, 1\" width=\"2 mm\"/>"},
    {"inclined", SHEET JET "at=\"20 mm, -9 mm\" direction=\"1, 0.6\" width=\"3 mm\"/>"},
    {"narrow", SHEET JET "at=\"31 mm, 3 mm\" direction=\"-0.2, -1\" width=\"0.3 mm\"/>"},
    {"at the edge", SHEET JET "at=\"59 mm, 8 mm\" direction=\"0, -1\" width=\"4 mm\"/>"},
    {"as it sets in", SHEET JET "at=\"27 mm, -0.4 mm\" direction=\"0.1, 1\" width=\"2 mm\"/>"},
    {"as it fades",
     SHEET JET "at=\"27 mm, -9 mm\" direction=\"0.4, 1\" width=\"2 mm\" reach=\"13 mm\"/>"},
    {"along it", SHEET JET "at=\"-12 mm, -2 mm\" direction=\"1, 0.08\" width=\"2 mm\"/>"},
};

static void
check_derivatives(bool space)
{
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        for (unsigned seed = 1; seed <= 4; seed++) {
            char parts[2000];
            struct machine m;
            snprintf(parts, sizeof parts, "%s%s", HEAD, cases[k].parts);
            (space ? machine_open_in_space : machine_open)(&m, parts);
            machine_shake(&m, seed, 4e-5, 0.2);
            cr_expect(quire_state_forces(m.state, 0.01, m.y));
            cr_expect(fabs(m.state->pressed[0]) > 1e-4, "%s: nothing is pressed", cases[k].name);
            const double error = machine_jacobian_error(&m, 0.01);
            cr_expect(error < 1e-6, "%s, %u: %g", cases[k].name, seed, error);
            machine_close(&m);
        }
    }
}

Test(jets, have_exact_derivatives)
{
    check_derivatives(false);
}

Test(jets, have_exact_derivatives_in_space)
{
    check_derivatives(true);
}

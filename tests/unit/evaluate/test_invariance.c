/* Where and how a machine stands does not matter: shifted, turned and mirrored machines have
 * shifted, turned and mirrored forces. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fixtures/machine.h"

/* x -> R (mirror x) + shift */
struct view {
    const char *name;
    double angle, shift[2];
    bool mirror; /* y -> -y first */
};

static void
turn(const struct view *v, double x, double y, double out[2])
{
    const double up = v->mirror ? -y : y, c = cos(v->angle), s = sin(v->angle);

    out[0] = c * x - s * up;
    out[1] = s * x + c * up;
}

/* a point in mm, as an attribute's value */
static const char *
point(const struct view *v, double x, double y)
{
    static char text[8][80];
    static int next;
    double p[2];
    char *out = text[next++ % 8];

    turn(v, x, y, p);
    snprintf(out, sizeof text[0], "%.17g mm, %.17g mm", p[0] + v->shift[0], p[1] + v->shift[1]);
    return out;
}

#define DEGREES 57.295779513082320877

/* a sheet over a driven, an idling and a sliding roller, on a line with a free end, in a hollow
 * arc, over kinks */
static void
build(struct machine *m, const struct view *v)
{
    static char text[8192];
    const char *left = v->mirror ? "right" : "left", *right = v->mirror ? "left" : "right",
               *positive = v->mirror ? "clockwise" : "counter-clockwise",
               *negative = v->mirror ? "counter-clockwise" : "clockwise";
    const double sign = v->mirror ? -1 : 1, angle = DEGREES * v->angle;
    double g[2];
    size_t n;

    turn(v, 1, -9, g);
    n = (size_t)snprintf(text, sizeof text,
                         "<settings><gravity vector=\"%.17g m/s^2, %.17g m/s^2\"/></settings>"
                         "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" "
                         "modulus-md=\"20 MPa\" bending-stiffness-md=\"0.3 mN*m\" "
                         "damping-ratio=\"0.3\" damping-frequency=\"160 Hz\"/>"
                         "<contact name=\"grip\"><normal law=\"mtt-indentation\" force=\"8 N\" "
                         "at-penetration=\"0.05 mm\" "
                         "damping=\"1e8 N*s/m^2.5\"/><friction law=\"mtt-step\" "
                         "dynamic-coefficient=\"1\" threshold-velocity=\"0.8 m/s\"/>"
                         "<overdrive factor=\"0.05 N^-1\"/></contact>"
                         "<contact name=\"glide\"><normal law=\"mtt-boundary\" stiffness=\"2e6 "
                         "N/m^1.3\" exponent=\"1.3\" damping=\"5 N*s/m\" "
                         "boundary-penetration=\"0.08 mm\"/><friction law=\"mtt-linear\" "
                         "dynamic-coefficient=\"0.3\" threshold-velocity=\"0.6 m/s\"/>"
                         "<vertex friction-factor=\"1.5\" normal-factor=\"3\"/></contact>"
                         "<pair surface=\"rubber\" contact=\"grip\"/><pair surface=\"steel\" "
                         "face=\"left\" contact=\"glide\"/>"
                         "<pair surface=\"steel\" face=\"right\" contact=\"glide\"/>"
                         "<drive name=\"feed\" speed=\"0.4 m/s\"/>",
                         g[0], g[1]);
    n += (size_t)snprintf(text + n, sizeof text - n,
                          "<roller name=\"driven\" radius=\"10 mm\" surface=\"rubber\" "
                          "centre=\"%s\" drive=\"feed\" sense=\"%s\"/>"
                          "<roller name=\"idling\" radius=\"9 mm\" surface=\"rubber\" "
                          "centre=\"%s\" sense=\"%s\" spin=\"30 rad/s\"/>"
                          "<roller name=\"sliding\" radius=\"8 mm\" surface=\"rubber\" "
                          "centre=\"%s\" slide=\"%.17g deg\" sense=\"%s\" "
                          "load=\"2 N\"/>",
                          point(v, 17, -10.01), positive, point(v, 42, 9.02), negative,
                          point(v, 61, -8.02), angle + sign * 80, positive);
    n += (size_t)snprintf(text + n, sizeof text - n,
                          "<guide name=\"tray\" surface=\"steel\" side=\"%s\" velocity=\"0.2 "
                          "m/s\"><line from=\"%s\" to=\"%s\"/></guide>"
                          "<guide name=\"bowl\" surface=\"steel\" side=\"%s\"><arc from=\"%s\" "
                          "through=\"%s\" to=\"%s\"/></guide>",
                          left, point(v, 5, -0.03), point(v, 33, -0.02), right, point(v, 60, 4),
                          point(v, 80, 0.03), point(v, 100, 4));
    snprintf(text + n, sizeof text - n,
             "<guide name=\"ridge\" surface=\"steel\" side=\"%s\"><polyline points=\"%s; %s; "
             "%s\"/></guide>"
             "<sheet name=\"s\" media=\"m\" length=\"100 mm\" width=\"100 mm\" segments=\"20\" "
             "curl=\"%g m^-1\">"
             "<start from=\"0 mm, 0 mm\"/></sheet>",
             left, point(v, 86, -4), point(v, 91, -0.03), point(v, 97, -3), sign * 2);
    machine_open(m, text);
}

/* the nodes where the machine stands, with the same motion */
static void
place(struct machine *m, const struct view *v)
{
    const struct nodes s = machine_nodes(m, 0, m->y);
    unsigned seed = 4;

    for (int i = 0; i <= s.n; i++) {
        double p[2], u[2];
        const double x = 5e-3 * i + 2e-6 * machine_random(&seed), y = 4e-6 * machine_random(&seed),
                     vx = 0.3 + 0.1 * machine_random(&seed), vy = 0.1 * machine_random(&seed);
        turn(v, x, y, p);
        turn(v, vx, vy, u);
        s.x[i] = p[0] + 1e-3 * v->shift[0];
        s.y[i] = p[1] + 1e-3 * v->shift[1];
        s.vx[i] = u[0];
        s.vy[i] = u[1];
    }
}

static const struct quire_small *
small_of_roller(const struct machine *m, int roller)
{
    return m->system->small + m->system->roller[machine_roller(m, roller)].small;
}

Test(invariance, of_forces_under_shift_rotation_and_mirror)
{
    static const struct view list[] = {
        {"as it is", 0, {0, 0}, false},
        {"shifted", 0, {130, -70}, false},
        {"a quarter turn", 1.5707963267948966, {0, 0}, false},
        {"turned", 0.7, {20, 10}, false},
        {"upside down", 3.14159265358979323846, {0, 0}, false},
        {"mirrored", 0, {0, 0}, true},
        {"mirrored and turned", -2.1, {5, 40}, true},
    };
    static double fx[32], fy[32];
    double travel = 0, spin[2] = {0, 0}, most = 0;

    for (size_t k = 0; k < sizeof list / sizeof list[0]; k++) {
        const struct view *v = list + k;
        struct machine m;
        build(&m, v);
        place(&m, v);
        for (int r = 0; r < 3; r++) {
            cr_assert_gt(machine_touches(&m, QUIRE_PARTNER_ROLLER, r, 0), 0, "%s: roller %d",
                         v->name, r);
            cr_assert_gt(machine_touches(&m, QUIRE_PARTNER_GUIDE, r, 0), 0, "%s: guide %d", v->name,
                         r);
        }
        const struct quire_sheet *s = m.system->sheet;
        const double *gx = m.state->force + s->x0, *gy = gx + s->chain.stride;
        const double *idling = m.state->force + small_of_roller(&m, 1)->v0,
                     *sliding = m.state->force + small_of_roller(&m, 2)->v0;
        for (int i = 0; i <= s->chain.n; i++) {
            double want[2];
            if (k == 0) {
                fx[i] = gx[i];
                fy[i] = gy[i];
                most = fmax(most, hypot(gx[i], gy[i]));
            }
            turn(v, fx[i], fy[i], want);
            cr_expect_lt(hypot(gx[i] - want[0], gy[i] - want[1]), 1e-9 * most,
                         "%s, node %d: %g %g, not %g %g", v->name, i, gx[i], gy[i], want[0],
                         want[1]);
        }
        if (k == 0) {
            spin[0] = idling[0];
            travel = sliding[0];
            spin[1] = sliding[1];
        }
        cr_expect_float_eq(sliding[0], travel, 1e-9 * most, "%s: travel", v->name);
        cr_expect_float_eq(idling[0], spin[0], 1e-11 * most, "%s: spin", v->name);
        cr_expect_float_eq(sliding[1], spin[1], 1e-11 * most, "%s: spin", v->name);
        machine_close(&m);
    }
    cr_expect_gt(most, 1);
}

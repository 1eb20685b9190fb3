/* R1, R2, R3: rigid bodies in space. */
#include "validate.h"

#include <math.h>
#include <stdlib.h>

/* value of a column in the last row; NaN, with a row for `name`, if there is none */
static double
last_of(const struct simulation *sim, const char *name, const char *column)
{
    double *all = simulation_column(sim, name, column);
    const double value = all != NULL ? all[quire_run_row_count(sim->run) - 1] : (double)NAN;

    free(all);
    return value;
}

/* the largest distance of a column from its first value */
static double
drift_of(const struct simulation *sim, const char *name, const char *column)
{
    double *all = simulation_column(sim, name, column), most = all != NULL ? 0 : (double)NAN;

    for (size_t i = 0; all != NULL && i < quire_run_row_count(sim->run); i++) {
        most = fmax(most, fabs(all[i] - all[0]));
    }
    free(all);
    return most;
}

/* ---- R1 ---- */

/* Jacobi's elliptic sine, by the arithmetic-geometric mean (Abramowitz and Stegun, 16.4) */
static double
elliptic_sine(double u, double k)
{
    double a[32] = {1}, c[32] = {k}, b = sqrt(1 - k * k);
    int n = 0;

    while (fabs(c[n]) > 1e-16 && n < 30) {
        a[n + 1] = 0.5 * (a[n] + b);
        c[n + 1] = 0.5 * (a[n] - b);
        b = sqrt(a[n] * b);
        n++;
    }
    double phi = ldexp(a[n] * u, n);
    for (; n > 0; n--) {
        phi = 0.5 * (phi + asin(c[n] / a[n] * sin(phi)));
    }
    return sin(phi);
}

static void
tumble(const char *name, double about_x, double about_z)
{
    const double j1 = 1e-5, j2 = 2e-5, j3 = 2.5e-5;
    const double k = sqrt((j2 - j1) * j1 / ((j3 - j2) * j3)) * about_x / about_z,
                 p = about_z * sqrt((j3 - j2) * (j3 - j1) / (j1 * j2));
    /* after a second */
    const double sn = elliptic_sine(p, k), cn2 = 1 - sn * sn, dn2 = 1 - k * k * sn * sn;
    const double most_y = about_x * sqrt(j1 * (j3 - j1) / (j2 * (j3 - j2)));
    const double square =
        about_x * about_x * cn2 + most_y * most_y * sn * sn + about_z * about_z * dn2;
    const double momentum = sqrt(j1 * about_x * j1 * about_x + j3 * about_z * j3 * about_z);
    struct settings s = {.n = 0};
    struct simulation sim;
    double spin[3];

    set_number(&s, "about_x", about_x, "rad/s");
    set_number(&s, "about_z", about_z, "rad/s");
    if (!simulation_start(&sim, name, "solid-tumbling.xml", &s)) {
        return;
    }
    spin[0] = last_of(&sim, name, "body.spin.x");
    spin[1] = last_of(&sim, name, "body.spin.y");
    spin[2] = last_of(&sim, name, "body.spin.z");
    report(name, "angular speed after 1 s [rad/s]", sqrt(square),
           sqrt(spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]), sqrt(square), 1e-4);
    report(name, "drift of angular momentum x, relative", 0,
           drift_of(&sim, name, "body.angular-momentum.x") / momentum, 1, 1e-4);
    report(name, "drift of angular momentum y, relative", 0,
           drift_of(&sim, name, "body.angular-momentum.y") / momentum, 1, 1e-4);
    report(name, "drift of angular momentum z, relative", 0,
           drift_of(&sim, name, "body.angular-momentum.z") / momentum, 1, 1e-4);
    simulation_end(&sim);
}

static void
tumbling(void)
{
    tumble("R1 about x and z", 10, 15);
    tumble("R1 nearly about the middle axis", 16.5, 15);
}

const struct validation_case case_tumbling = {
    .id = "R1",
    .title = "Tumbling solid",
    .tests = "Spatial rotation: quaternion, Euler's equations.",
    .setup = "A solid with moments of inertia of 1e-5, 2e-5 and 2.5e-5 kg m² starts to turn about "
             "its first and third axis at once; no forces.",
    .reference = "Euler's motion without moments in Jacobi's elliptic functions (Landau and "
                 "Lifshitz, Mechanics, 37); the angular momentum is constant.",
    .run = tumbling,
};

/* ---- R2 ---- */

static void
precess(const char *name, double tilt, double along)
{
    const double mass = 0.05, arm = 0.03, j1 = 2e-5, j3 = 3e-5, stiffness = 1e6,
                 weight = mass * GRAVITY;
    /* a W^2 + b W + c = 0, the slow one */
    const double a = -j1 * cos(tilt), b = j3 * along, c = -weight * arm;
    const double rate = -2 * c / (b + sqrt(b * b - 4 * a * c)), own = along - rate * cos(tilt);
    struct settings s = {.n = 0};
    struct simulation sim;

    set_number(&s, "tilt", tilt, "rad");
    set_number(&s, "height", arm * cos(tilt) - weight / stiffness, "m");
    set_number(&s, "spin_x", -own * sin(tilt), "rad/s");
    set_number(&s, "spin_y", own * cos(tilt) + rate, "rad/s");
    set_number(&s, "stiffness", stiffness, "N/m");
    if (!simulation_start(&sim, name, "solid-top.xml", &s)) {
        return;
    }
    const double w = last_of(&sim, name, "top.turn.w"), qa = last_of(&sim, name, "top.turn.a"),
                 qb = last_of(&sim, name, "top.turn.b"), qc = last_of(&sim, name, "top.turn.c");
    const double axis[3] = {2 * (qa * qb - w * qc), 1 - 2 * (qa * qa + qc * qc),
                            2 * (qb * qc + w * qa)};
    const double turned = atan2(axis[2], -axis[0]),
                 expected = rate - 2 * PI * floor(rate / (2 * PI) + 0.5);
    report(name, "angle of precession after 1 s [rad]", expected, turned, rate, 1e-3);
    report(name, "tilt after 1 s [rad]", tilt, acos(axis[1]), tilt, 1e-3);
    report(name, "its centre stays above the same place, x [mm]", 0,
           1e3 * last_of(&sim, name, "top.x"), 1, 1e-6);
    simulation_end(&sim);
}

/* Jellett's integral L.(l e + r u), with the axis e, the vertical u and the tip's radius r; at the
 * start, or the largest departure from it */
static void
jellett(const struct simulation *sim, const char *name, double arm, double tip)
{
    static const char *const column[] = {"top.turn.w",
                                         "top.turn.a",
                                         "top.turn.b",
                                         "top.turn.c",
                                         "top.angular-momentum.x",
                                         "top.angular-momentum.y",
                                         "top.angular-momentum.z"};
    double *all[7], first = 0, most = 0;

    for (int k = 0; k < 7; k++) {
        all[k] = simulation_column(sim, name, column[k]);
    }
    for (size_t i = 0; i < quire_run_row_count(sim->run); i++) {
        const double w = all[0][i], a = all[1][i], b = all[2][i], c = all[3][i];
        const double axis[3] = {2 * (a * b - w * c), 1 - 2 * (a * a + c * c), 2 * (b * c + w * a)};
        const double value =
            arm * (axis[0] * all[4][i] + axis[1] * all[5][i] + axis[2] * all[6][i]) +
            tip * all[5][i];
        first = i == 0 ? value : first;
        most = fmax(most, fabs(value - first));
    }
    report(name, "change of Jellett's integral / its value", 0, most / first, 1, 1e-4);
    for (int k = 0; k < 7; k++) {
        free(all[k]);
    }
}

static void
rise(const char *name, double friction)
{
    const double tilt = 20 * PI / 180, arm = 0.03, tip = 0.005, spin = 250;
    struct settings s = {.n = 0};
    struct simulation sim;

    set_number(&s, "tilt", tilt, "rad");
    set_number(&s, "height", arm * cos(tilt) + tip, "m");
    set_number(&s, "spin_x", -spin * sin(tilt), "rad/s");
    set_number(&s, "spin_y", spin * cos(tilt), "rad/s");
    set_number(&s, "tip", tip, "m");
    set_number(&s, "friction", friction, "");
    if (simulation_start(&sim, name, "solid-top.xml", &s)) {
        jellett(&sim, name, arm, tip);
        simulation_end(&sim);
    }
}

static void
top(void)
{
    rise("R2 friction 0.1", 0.1);
    rise("R2 friction 0.5", 0.5);
    precess("R2 20 degrees, 300 rad/s", 20 * PI / 180, 300);
    precess("R2 50 degrees, 150 rad/s", 50 * PI / 180, 150);
}

const struct validation_case case_top = {
    .id = "R2",
    .title = "Top on ice",
    .tests = "Rotation and a point contact together: forces and moments in three dimensions.",
    .setup =
        "A top of 50 g turns on its point on a floor without friction and is started with "
        "the spin that makes it precess without nodding. A second top, with a round tip, is thrown "
        "onto a floor with friction.",
    .reference = "(J₃ s − J₁ Ω cos θ) Ω = m g l, with s the spin along its axis: the "
                 "moment of the "
                 "floor's force turns the angular momentum. With friction Jellett's "
                 "integral, L·(l "
                 "e + r u), stays (Jellett, Theory of Friction, 1872).",
    .run = top,
};

/* ---- R3 ---- */

static void
roll(const char *name, double vx, double vz, double wx, double wz)
{
    const double radius = 0.02, x = (5 * vx - 2 * radius * wz) / 7,
                 z = (5 * vz + 2 * radius * wx) / 7, speed = sqrt(x * x + z * z);
    struct settings s = {.n = 0};
    struct simulation sim;

    set_number(&s, "vx", vx, "m/s");
    set_number(&s, "vz", vz, "m/s");
    set_number(&s, "wx", wx, "rad/s");
    set_number(&s, "wz", wz, "rad/s");
    if (simulation_start(&sim, name, "solid-ball.xml", &s)) {
        report(name, "speed along x when it rolls [m/s]", x, last_of(&sim, name, "ball.vx"), speed,
               1e-3);
        report(name, "speed across when it rolls [m/s]", z, last_of(&sim, name, "ball.vz"), speed,
               1e-3);
        report(name, "spin about x when it rolls [rad/s]", z / radius,
               last_of(&sim, name, "ball.spin.x"), speed / radius, 1e-3);
        report(name, "spin about y, which nothing changes [rad/s]", 20,
               last_of(&sim, name, "ball.spin.y"), 20, 1e-3);
        simulation_end(&sim);
    }
}

static void
ball(void)
{
    roll("R3 ball with side spin", 1, 0.5, 60, 40);
    roll("R3 ball with back spin", 0.4, -0.2, 10, 120);
}

const struct validation_case case_ball = {
    .id = "R3",
    .title = "Ball with side spin",
    .tests = "Friction as one vector: sliding in a curve, then rolling.",
    .setup = "A ball of 20 mm is thrown along a floor with spin about all axes; after a second it "
             "has long been rolling.",
    .reference = "Its angular momentum about the point of contact stays whatever friction does: v "
                 "= 5/7 v₀ + 2/7 R ω₀ × e, with e upwards.",
    .run = ball,
};

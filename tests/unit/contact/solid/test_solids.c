/* Solids: the assembled derivatives are those of the forces, action is reaction, and every touch is
 * looked for. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contact/body/free.h"
#include "contact/law/stick.h"
#include "contact/solid/solid.h"
#include "engine/engine.h"
#include "evaluate/evaluate.h"
#include "fixtures/machine.h"
#include "math/detmath.h"
#include "motion/solid_motion.h"

#define CONTACT(law)                                                                               \
    "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>"                                  \
    "<contact name=\"c\"><normal " law                                                             \
    "/><friction law=\"regularised\" dynamic-coefficient=\"0.3\" "                                 \
    "regularisation-velocity=\"2 m/s\"/></contact><pair contact=\"c\"/>"
#define SMOOTH "law=\"linear\" stiffness=\"2e5 N/m\" damping=\"3 N*s/m\""
#define MIDDLE "law=\"eepa\" stiffness=\"1e8 N/m^2\" exponent=\"2\""
#define GUIDE(shape, more)                                                                         \
    "<guide name=\"g\" surface=\"steel\" thickness=\"4 mm\" " more ">" shape "</guide>"
#define TABLE GUIDE("<line from=\"-100 mm, 0 mm\" to=\"100 mm, 0 mm\"/>", "velocity=\"0.3 m/s\"")

#define SOLID(name, centre, inside)  TURNED(name, "10 deg, 20 deg, -15 deg", centre, inside)
#define SQUARE(name, centre, inside) TURNED(name, "0 deg, 0 deg, 0 deg", centre, inside)
#define TURNED(name, turn, centre, inside)                                                         \
    "<solid name=\"" name "\" surface=\"wood\" mass=\"10 g\" inertia=\"1e-6 kg*m^2, 1.5e-6 "       \
    "kg*m^2, 2e-6 kg*m^2\" centre=\"" centre "\" "                                                 \
    "turn=\"" turn                                                                                 \
    "\" velocity=\"0.1 m/s, -0.05 m/s, 0.2 m/s\" spin=\"7 rad/s, -5 rad/s, 3 rad/s\">" inside      \
    "</solid>"
#define BALL     "<ball radius=\"10 mm\"/>"
#define OFF_BALL "<ball at=\"3 mm, -4 mm, 5 mm\" radius=\"6 mm\"/>"
#define DIE      "<cuboid size=\"20 mm, 24 mm, 28 mm\" edge-radius=\"2 mm\"/>"
#define SHARP    "<cuboid size=\"20 mm, 24 mm, 28 mm\"/>"

/* a small turn of a solid about its own axes moves its quaternion */
static void
turn(double *q, int axis, double angle)
{
    const double w = q[3], a = q[4], b = q[5], c = q[6];
    double by[4] = {cos(0.5 * angle), 0, 0, 0};

    by[1 + axis] = sin(0.5 * angle);
    q[3] = w * by[0] - a * by[1] - b * by[2] - c * by[3];
    q[4] = w * by[1] + a * by[0] + b * by[3] - c * by[2];
    q[5] = w * by[2] + b * by[0] + c * by[1] - a * by[3];
    q[6] = w * by[3] + c * by[0] + a * by[2] - b * by[1];
}

static void
displace(double *q, int k, double way)
{
    if (k < 3) {
        q[k] += way;
    } else {
        turn(q, k - 3, way);
    }
}

/* largest difference between a column of the matrix and differences of the forces, relative to the
 * largest entry */
static double
column_error(struct machine *m, const struct quire_small *by, int k, double cq, double cv,
             const double *dense, double *most)
{
    const struct quire_layout *l = &m->system->layout;
    const double step = k < 3 ? 1e-7 : 1e-5;
    double keep[QUIRE_SOLID_POSITIONS], *q = m->y + by->q0, *v = m->y + l->v0 + by->v0, error = 0;
    double force[2][64];

    memcpy(keep, q, sizeof keep);
    const double was = v[k];
    for (int side = 0; side < 2; side++) {
        displace(q, k, (side == 0 ? -step : step) * cq);
        v[k] = was + (side == 0 ? -step : step) * cv;
        cr_assert(quire_state_forces(m->state, 0, m->y));
        memcpy(force[side], m->state->force, sizeof(double) * l->nv);
        memcpy(q, keep, sizeof keep);
        v[k] = was;
    }
    for (size_t r = 0; r < l->nv; r++) {
        const double difference = (force[1][r] - force[0][r]) / (2 * step),
                     entry = dense[r * m->n + (size_t)(by->v0 + k)];
        error = fmax(error, fabs(difference - entry));
        *most = fmax(*most, fabs(entry));
    }
    return error;
}

/* M - (cq K + cv D) less M */
static double
jacobian_error(struct machine *m, double cq, double cv)
{
    double *dense = calloc(m->n * m->n, sizeof *dense), *mass = calloc(m->n * m->n, sizeof *mass),
           most = 0, error = 0;

    machine_matrix(m, 0, cq, cv, dense);
    machine_mass(m, 0, mass);
    for (size_t i = 0; i < m->n * m->n; i++) {
        dense[i] = mass[i] - dense[i];
    }
    for (int k = 0; k < m->system->n_solid; k++) {
        const struct quire_small *small = m->system->small + m->system->solid[k].small;
        for (int i = 0; i < QUIRE_SOLID_VELOCITIES; i++) {
            error = fmax(error, column_error(m, small, i, cq, cv, dense, &most));
        }
    }
    for (int k = 0; k < m->system->n_gate; k++) {
        if (m->system->gate[k].small >= 0) {
            error = fmax(error, column_error(m, m->system->small + m->system->gate[k].small, 0, cq,
                                             cv, dense, &most));
        }
    }
    free(dense);
    free(mass);
    return error / most;
}

static void
try_case(const char *parts, int touches, const char *name)
{
    struct machine m;

    machine_open_in_space(&m, parts);
    for (int k = 0; k < m.system->n_gate; k++) {
        const int small = m.system->gate[k].small;
        if (small >= 0) {
            m.y[m.system->layout.v0 + (size_t)m.system->small[small].v0] =
                m.system->gate[k].turns ? 5 : 0.2;
        }
    }
    m.state->record = true;
    cr_assert(quire_state_forces(m.state, 0, m.y));
    m.state->record = false;
    cr_expect_eq(m.state->n_touch, touches, "%s: touches at %d places", name, m.state->n_touch);
    cr_expect_lt(jacobian_error(&m, 1, 0), 2e-6, "%s: by places, %g", name,
                 jacobian_error(&m, 1, 0));
    cr_expect_lt(jacobian_error(&m, 0, 1), 2e-6, "%s: by velocities, %g", name,
                 jacobian_error(&m, 0, 1));
    machine_close(&m);
}

Test(solids, derivatives_on_guides_are_exact)
{
    try_case(CONTACT(SMOOTH) TABLE SOLID("s", "0 mm, 9.95 mm, 3 mm", BALL), 1, "ball on a table");
    try_case(CONTACT(MIDDLE) TABLE SOLID("s", "0 mm, 9.95 mm, 3 mm", BALL), 1,
             "ball on a table, friction in the middle");
    try_case(CONTACT(SMOOTH) TABLE SOLID("s", "0 mm, 7.5 mm, 3 mm", OFF_BALL), 1,
             "ball off the middle");
    try_case(CONTACT(SMOOTH) TABLE SOLID("s", "106 mm, 7.85 mm, 0 mm", BALL), 1,
             "ball at the end of a table");
    try_case(CONTACT(SMOOTH) GUIDE("<circle centre=\"0 mm, 0 mm\" radius=\"50 mm\" turn=\"left\"/>",
                                   "side=\"left\"") SOLID("s", "24 mm, -32.1 mm, 0 mm", BALL),
             1, "ball in a trough");
    try_case(CONTACT(SMOOTH) GUIDE("<circle centre=\"0 mm, 0 mm\" radius=\"50 mm\" turn=\"left\"/>",
                                   "side=\"right\"") SOLID("s", "35.9 mm, 47.9 mm, 0 mm", BALL),
             1, "ball on a cylinder");
    try_case(CONTACT(SMOOTH) TABLE SOLID("s", "0 mm, 15.799 mm, 0 mm", DIE), 1, "die on a corner");
}

#define TURNS                                                                                      \
    "<drive name=\"turn\" angle=\"0.4 rad\"><to time=\"5 ms\" angle=\"0.35 rad\"/></drive>"
#define PUSHES "<drive name=\"push\" stroke=\"2 mm\"><to time=\"5 ms\" stroke=\"1 mm\"/></drive>"
#define DRIVEN "<pivot at=\"30 mm, -20 mm\" drive=\"turn\"/>"
#define HELD                                                                                       \
    "<pivot at=\"30 mm, -20 mm\" inertia=\"1e-6 kg*m^2\" stiffness=\"0.5 N*m/rad\" angle=\"0.4 "   \
    "rad\"/>"
#define PUSHED "<slide direction=\"3, 4\" drive=\"push\"/>"
#define SPRUNG "<slide direction=\"3, 4\" mass=\"2 g\" stiffness=\"100 N/m\" stroke=\"2 mm\"/>"
/* they have turned by 0.4 rad, or are at 2 mm: their lines lie along the x axis, and the circle
 * about the origin */
#define FLAP(pivot)                                                                                \
    GUIDE(                                                                                         \
        "<line from=\"-81.945488 mm, 49.046549 mm\" to=\"102.266710 mm, -28.837119 mm\"/>" pivot,  \
        "velocity=\"0.3 m/s\"")
#define ROUND(pivot, side)                                                                         \
    GUIDE("<circle centre=\"10.156537 mm, 10.103770 mm\" radius=\"50 mm\" turn=\"left\"/>" pivot,  \
          "side=\"" side "\"")
#define PLATE(slide) GUIDE("<line from=\"-101.2 mm, -1.6 mm\" to=\"98.8 mm, -1.6 mm\"/>" slide, "")

static void
try_gates(const char *const gate[4])
{
    static const struct {
        int gate;
        const char *law, *solid, *name;
    } cases[] = {
        {0, CONTACT(SMOOTH), SOLID("s", "0 mm, 9.95 mm, 3 mm", BALL), "ball on a flap"},
        {0, CONTACT(MIDDLE), SOLID("s", "0 mm, 9.95 mm, 3 mm", BALL),
         "ball on a flap, friction in the middle"},
        {0, CONTACT(SMOOTH), SOLID("s", "106 mm, 7.85 mm, 0 mm", BALL),
         "ball at the end of a flap"},
        {0, CONTACT(SMOOTH), SOLID("s", "0 mm, 15.799 mm, 0 mm", DIE), "die on a flap"},
        {1, CONTACT(SMOOTH), SOLID("s", "24 mm, -32.1 mm, 0 mm", BALL),
         "ball in a trough that turns"},
        {2, CONTACT(SMOOTH), SOLID("s", "35.9 mm, 47.9 mm, 0 mm", BALL),
         "ball on a cylinder that turns"},
        {3, CONTACT(SMOOTH), SOLID("s", "0 mm, 7.5 mm, 3 mm", OFF_BALL), "ball on a plate"},
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char parts[3000];
        snprintf(parts, sizeof parts, "%s%s%s", cases[k].law, gate[cases[k].gate], cases[k].solid);
        try_case(parts, 1, cases[k].name);
    }
}

Test(solids, derivatives_on_gates_are_exact)
{
    try_gates((const char *const[]){TURNS FLAP(DRIVEN), TURNS ROUND(DRIVEN, "left"),
                                    TURNS ROUND(DRIVEN, "right"), PUSHES PLATE(PUSHED)});
    try_gates((const char *const[]){FLAP(HELD), ROUND(HELD, "left"), ROUND(HELD, "right"),
                                    PLATE(SPRUNG)});
}

Test(solids, derivatives_between_solids_are_exact)
{
    try_case(CONTACT(SMOOTH) SOLID("s", "0 mm, 0 mm, 0 mm", BALL)
                 SOLID("t", "12 mm, 9.6 mm, 12.6 mm", BALL),
             1, "balls");
    try_case(CONTACT(MIDDLE) SOLID("s", "0 mm, 0 mm, 0 mm", BALL)
                 SOLID("t", "12 mm, 9.6 mm, 12.6 mm", BALL),
             1, "balls, friction in the middle");
    try_case(CONTACT(SMOOTH) SQUARE("s", "0 mm, 0 mm, 0 mm", SHARP)
                 SOLID("t", "1 mm, 21.9 mm, 3 mm", BALL),
             1, "ball on a side");
    try_case(CONTACT(SMOOTH) SQUARE("s", "0 mm, 0 mm, 0 mm", SHARP)
                 SOLID("t", "1 mm, 11.9 mm, 3 mm", "<ball radius=\"0 mm\"/>"),
             1, "point in a side");
    try_case(CONTACT(SMOOTH) SQUARE("s", "0 mm, 0 mm, 0 mm", DIE)
                 SOLID("t", "15.1 mm, 19.5 mm, -7 mm", BALL),
             1, "ball on an edge");
    try_case(CONTACT(SMOOTH) SQUARE("s", "0 mm, 0 mm, 0 mm", DIE)
                 SOLID("t", "14.8 mm, 16.8 mm, 18.8 mm", BALL),
             1, "ball on a corner");
}

#define BAR(edge) "<cuboid size=\"120 mm, 20 mm, 24 mm\" edge-radius=\"" edge "\"/>"
#define BARS(turn, other_turn, centre, edge)                                                       \
    TURNED("s", turn, "0 mm, 0 mm, 0 mm", BAR(edge)) TURNED("t", other_turn, centre, BAR(edge))

/* Two bars crosswise. Where an edge is near the other's end its share changes: with the forces also
 * that is in the matrix. */
Test(solids, derivatives_where_edges_cross_are_exact)
{
    try_case(CONTACT(SMOOTH) BARS("0 deg, 0 deg, 0 deg", "0 deg, 90 deg, 0 deg",
                                  "3 mm, 19.95 mm, -4 mm", "0 mm"),
             4, "flat on each other");
    try_case(CONTACT(SMOOTH) BARS("0 deg, 0 deg, 0 deg", "0 deg, 70 deg, 0 deg",
                                  "3 mm, 19.95 mm, -4 mm", "2 mm"),
             4, "flat, rounded, askew");
    try_case(CONTACT(SMOOTH) BARS("45 deg, 0 deg, 0 deg", "30 deg, 50 deg, 0 deg",
                                  "3 mm, 29.7 mm, -4 mm", "0 mm"),
             1, "edge on edge");
    try_case(CONTACT(SMOOTH) BARS("45 deg, 0 deg, 0 deg", "30 deg, 50 deg, 0 deg",
                                  "3 mm, 27.8 mm, -4 mm", "2 mm"),
             1, "rounded edge on edge");
    try_case(CONTACT(MIDDLE) BARS("45 deg, 0 deg, 0 deg", "30 deg, 50 deg, 0 deg",
                                  "3 mm, 29.7 mm, -4 mm", "0 mm"),
             1, "edge on edge, with memory");
    try_case(CONTACT(SMOOTH) BARS("0 deg, 0 deg, 0 deg", "0 deg, 90 deg, 0 deg",
                                  "47.9 mm, 18 mm, -4 mm", "0 mm"),
             4, "near the ends of two");
    try_case(CONTACT(SMOOTH) BARS("0 deg, 0 deg, 0 deg", "0.1 deg, 89.8 deg, 0.05 deg",
                                  "70.2 mm, 18 mm, -4 mm", "0 mm"),
             6, "hardly on each other");
}

/* what balls give each other, they take from each other: momentum, and where friction acts in one
 * point angular momentum */
Test(solids, push_each_other_back)
{
    struct machine m;
    double sum[6] = {0};

    machine_open_in_space(&m, CONTACT(MIDDLE) SOLID("s", "0 mm, 0 mm, 0 mm", BALL)
                                  SOLID("t", "12 mm, 9.6 mm, 12.6 mm", BALL));
    cr_assert(quire_state_forces(m.state, 0, m.y));
    for (int k = 0; k < 2; k++) {
        const struct quire_small *small = m.system->small + m.system->solid[k].small;
        const double *q = m.y + small->q0, *f = m.state->force + small->v0, *own = f + 3,
                     *w = m.y + m.system->layout.v0 + small->v0 + 3;
        const struct quire_solid_motion *motion = m.system->solid[k].motion;
        double axes[3][3], moment[3];
        quire_solid_axes(q, axes);
        for (int d = 0; d < 3; d++) { /* without Euler's term */
            moment[d] = own[d] - (motion->inertia[(d + 1) % 3] - motion->inertia[(d + 2) % 3]) *
                                     w[(d + 1) % 3] * w[(d + 2) % 3];
        }
        for (int d = 0; d < 3; d++) {
            const int e = (d + 1) % 3, g = (d + 2) % 3;
            sum[d] += f[d];
            sum[3 + d] += axes[d][0] * moment[0] + axes[d][1] * moment[1] + axes[d][2] * moment[2] +
                          q[e] * f[g] - q[g] * f[e];
        }
    }
    cr_assert_gt(fabs(m.state->force[0]), 0.3);
    for (int d = 0; d < 3; d++) {
        cr_expect_lt(fabs(sum[d]), 1e-12, "force %d: %g", d, sum[d]);
        cr_expect_lt(fabs(sum[3 + d]), 1e-14, "moment %d: %g", d, sum[3 + d]);
    }
    machine_close(&m);
}

Test(solids, have_gaps_to_all_they_may_touch)
{
    struct machine m;

    machine_open_in_space(&m, CONTACT(SMOOTH) TABLE SOLID("s", "0 mm, 9.95 mm, 0 mm", BALL)
                                  SOLID("t", "0 mm, 40 mm, 0 mm", DIE));
    double *gap = calloc((size_t)m.system->n_solid_place + 1, sizeof *gap);
    quire_solid_gaps(m.state, m.y, gap);
    int touching = 0;
    for (int i = 0; i < m.system->n_solid_place; i++) {
        touching += gap[i] > 0 ? 1 : 0;
        if (gap[i] > 0) {
            cr_expect_float_eq(gap[i], 0.05e-3, 1e-12);
            cr_expect_str_eq(quire_solid_of_gap(m.system, i)->object->name, "s");
        }
    }
    cr_expect_eq(touching, 1);
    cr_expect_eq(m.system->n_solid_place, 1 + 8 + (8 + 8 + 1));
    free(gap);
    machine_close(&m);
}

/* ---- friction that holds on ---- */

#define HOLDING(more)                                                                              \
    "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings><contact "                         \
    "name=\"c\"><normal " SMOOTH "/>"                                                              \
    "<friction law=\"tangential-spring\" coefficient=\"0.3\" stiffness=\"5e4 N/m\" damping=\"1 "   \
    "N*s/m\"/></contact><pair contact=\"c\"/>" more

/* the ways follow the slip, from places of their own; `stretch` is how far they are from where
 * their springs are slack */
static void
try_holding(const char *parts, double stretch, bool sticks, const char *name)
{
    struct machine m;
    struct quire_stick_vector v;
    struct quire_friction_out out;

    machine_open_in_space(&m, parts);
    double *fixed = calloc(m.system->layout.nz, sizeof *fixed);
    for (int i = 0; i < m.system->n_grip; i++) {
        fixed[m.system->grip_z + (size_t)i] = stretch;
        fixed[m.system->grip_z + (size_t)(m.system->n_grip + i)] = -0.6 * stretch;
        memcpy(m.state->grip[i].way, (double[]){0.48, -0.6, 0.64}, sizeof m.state->grip[i].way);
    }
    m.state->implicit.gamma = 1e-5;
    m.state->implicit.fixed = fixed;
    cr_assert(quire_state_forces(m.state, 0, m.y));
    cr_assert_eq(m.state->n_slide, 1, "%s: %d", name, m.state->n_slide);
    struct quire_slide slide = m.state->slide[0];
    quire_stick_eval(&slide, 0, &v, &out);
    cr_expect_eq(out.d_slid < 0, sticks, "%s", name);
    cr_expect_lt(jacobian_error(&m, 1, 0), 2e-6, "%s: by places, %g", name,
                 jacobian_error(&m, 1, 0));
    cr_expect_lt(jacobian_error(&m, 0, 1), 2e-6, "%s: by velocities, %g", name,
                 jacobian_error(&m, 0, 1));
    free(fixed);
    machine_close(&m);
}

Test(solids, derivatives_are_exact_where_friction_holds_on)
{
    static const struct {
        const char *parts, *name;
    } cases[] = {
        {HOLDING(TABLE SOLID("s", "0 mm, 9.95 mm, 3 mm", BALL)), "ball on a table"},
        {HOLDING(TABLE SOLID("s", "0 mm, 15.799 mm, 0 mm", DIE)), "die on a corner"},
        {HOLDING(SOLID("s", "0 mm, 0 mm, 0 mm", BALL) SOLID("t", "12 mm, 9.6 mm, 12.6 mm", BALL)),
         "balls"},
        {HOLDING(SQUARE("s", "0 mm, 0 mm, 0 mm", DIE) SOLID("t", "15.1 mm, 19.5 mm, -7 mm", BALL)),
         "ball on an edge"},
        {HOLDING(
             BARS("45 deg, 0 deg, 0 deg", "30 deg, 50 deg, 0 deg", "3 mm, 29.7 mm, -4 mm", "0 mm")),
         "edge on edge"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        try_holding(cases[i].parts, 1e-5, true, cases[i].name);
        try_holding(cases[i].parts, 3e-3, false, cases[i].name);
    }
}

#define SLOPE 0.349065850398865915 /* 20 deg: its tangent is 0.364 */

/* a block, turned about the normal, for a while on a slope */
static void
slide_down(struct machine *m, const char *coefficient, double time)
{
    static const struct quire_integrator_options options = {
        .position_tolerance = 1e-8, .velocity_rate = 1000, .order = 2};
    struct quire_integrator *it;
    char text[2048];

    snprintf(text, sizeof text,
             "<settings><gravity vector='%.17g m/s^2, %.17g m/s^2'/></settings><contact "
             "name='c'><normal law='linear' stiffness='4e4 N/m' damping='100 N*s/m'/>"
             "<friction law='tangential-spring' coefficient='%s' stiffness='4e4 N/m' damping='200 "
             "N*s/m'/></contact><pair contact='c'/>"
             "<guide name='g' surface='steel' thickness='20 mm'><line from='-100 mm, 0 mm' to='500 "
             "mm, 0 mm'/></guide>"
             "<solid name='s' surface='wood' mass='100 g' centre='0 mm, %.17g m, 0 mm' turn='0 "
             "deg, 30 deg, 0 deg'><cuboid size='40 mm, 20 mm, 40 mm'/></solid>",
             9.81 * quire_sin(SLOPE), -9.81 * quire_cos(SLOPE), coefficient,
             0.01 - 0.1 * 9.81 * quire_cos(SLOPE) / 4e4);
    machine_open_in_space(m, text);
    cr_assert_eq(quire_engine_start(&it, m->state, &options, NULL, 0, m->y, NULL), QUIRE_OK);
    while (quire_integrator_time(it) < time) {
        cr_assert_eq(quire_integrator_step(it, time), QUIRE_OK);
    }
    quire_integrator_at(it, time, m->y);
    quire_integrator_destroy(it);
}

/* Below its angle of friction a block stands: it tilts on its springs, and goes no farther down
 * than they stretch; where its upper corners, which bear less, give way, the others hold it. */
Test(solids, stand_on_a_slope_below_the_angle_of_friction)
{
    const double stretch = 0.1 * 9.81 * quire_sin(SLOPE) / 4e4,
                 tilted = 0.01 * 0.01 / (0.02 * 0.02);
    static const char *const coefficient[] = {"0.6", "0.38"};

    for (int k = 0; k < 2; k++) {
        struct machine m;
        slide_down(&m, coefficient[k], 0.2);
        const struct quire_small *small = m.system->small + m.system->solid->small;
        const double *q = m.y + small->q0, *v = m.y + m.system->layout.v0 + small->v0;
        cr_expect_float_eq(q[0], (1 + tilted) * stretch, (k == 0 ? 0.01 : 1) * stretch, "%g, %g",
                           q[0], (1 + tilted) * stretch);
        cr_expect_lt(fabs(v[0]), 1e-6, "%g", v[0]);
        cr_expect_lt(fabs(q[2]), 0.3 * stretch, "%g", q[2]);
        machine_close(&m);
    }
}

/* above it, it goes down with g (sin a - mu cos a) */
Test(solids, slide_down_a_slope_above_the_angle_of_friction)
{
    double speed[2];

    for (int k = 0; k < 2; k++) {
        struct machine m;
        slide_down(&m, "0.3", 0.1 * (k + 1));
        speed[k] = m.y[m.system->layout.v0 + (size_t)m.system->small->v0];
        machine_close(&m);
    }
    const double gained = 0.1 * 9.81 * (quire_sin(SLOPE) - 0.3 * quire_cos(SLOPE));
    cr_expect_float_eq(speed[1] - speed[0], gained, 1e-3 * gained, "%g, %g", speed[1] - speed[0],
                       gained);
}

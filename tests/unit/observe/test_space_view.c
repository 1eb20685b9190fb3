/* What is seen of spatial sheets: shapes whose yaw, twist and bend are known, and forces whose
 * moments are. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "observe/observe_space.h"
#include "observe/space_shape.h"

#define N     20
#define NODES (N + 1)
#define NEAR(a, b, tolerance)                                                                      \
    cr_assert(fabs((a) - (b)) <= (tolerance), "%.17g, expected %.17g", (double)(a), (double)(b))

static struct quire_ladder ladder;
static double q[3 * 9 * NODES + 8], v[3 * 9 * NODES + 8], mid[6 * NODES], tension[N];
static struct quire_sheet_view view;

static void
make(int m)
{
    ladder = (struct quire_ladder){.n = N,
                                   .m = m,
                                   .length = 0.3,
                                   .width = 0.2,
                                   .grammage = 0.08,
                                   .stretch_md = 4e5,
                                   .stretch_cd = 2e5,
                                   .shear = 1e5,
                                   .bend_md = 3e-4,
                                   .bend_cd = 2e-4,
                                   .twist = 5e-4};
    quire_ladder_prepare(&ladder);
    memset(v, 0, sizeof v);
}

/* where a point of the flat sheet goes that is s along and z across from its middle */
typedef void place_fn(double s, double z, double at[3]);

static void
lay(double *to, place_fn *place)
{
    for (int i = 0; i <= N; i++) {
        for (int j = 0; j < ladder.m; j++) {
            place(ladder.h * (i - 0.5 * N), ladder.w * (j - 0.5 * (ladder.m - 1)),
                  to + 3 * (i * ladder.m + j));
        }
    }
}

static void
look(void)
{
    view = (struct quire_sheet_view){.n_node = NODES,
                                     .n_column = (size_t)ladder.m,
                                     .length = 0.3,
                                     .width = 0.2,
                                     .node = q,
                                     .node_velocity = v,
                                     .x = mid,
                                     .y = mid + NODES,
                                     .z = mid + 2 * NODES,
                                     .vx = mid + 3 * NODES,
                                     .vy = mid + 4 * NODES,
                                     .vz = mid + 5 * NODES};
    quire_space_mean(&ladder, q, mid, mid + NODES, mid + 2 * NODES);
    quire_space_mean(&ladder, v, mid + 3 * NODES, mid + 4 * NODES, mid + 5 * NODES);
    quire_space_shape(&ladder, &view, tension);
}

/* ---- rigid motions ---- */

#define YAW  0.05
#define RATE 0.7

static void
yawed(double s, double z, double at[3])
{
    at[0] = 0.1 + s * cos(YAW) + z * sin(YAW); /* right-handed about +y */
    at[1] = 0.002;
    at[2] = 0.003 - s * sin(YAW) + z * cos(YAW);
}

static void
turning(double s, double z, double at[3])
{
    at[0] = 0.5 + RATE * (-s * sin(YAW) + z * cos(YAW));
    at[1] = 0;
    at[2] = 0.01 + RATE * (-s * cos(YAW) - z * sin(YAW));
}

Test(space_view, tells_yaw_and_shift_of_a_flat_sheet)
{
    for (int m = 2; m <= 5; m += m == 2 ? 1 : 2) {
        make(m);
        lay(q, yawed);
        lay(v, turning);
        look();
        NEAR(view.yaw, YAW, 1e-14);
        NEAR(view.yaw_rate, RATE, 1e-12);
        NEAR(view.shift, 0.003, 1e-15);
        NEAR(view.lead_edge.yaw, YAW, 1e-14);
        NEAR(view.lead_edge.yaw_rate, RATE, 1e-12);
        NEAR(view.trail_edge.yaw_rate, RATE, 1e-12);
        NEAR(view.lead.z, 0.003 - 0.15 * sin(YAW), 1e-15);
        NEAR(view.trail.vz, 0.01 + RATE * 0.15 * cos(YAW), 1e-14);
        /* the right corner leads */
        NEAR(view.lead_edge.right[0], 0.1 + 0.15 * cos(YAW) + 0.1 * sin(YAW), 1e-15);
        NEAR(view.lead_edge.left[2], 0.003 - 0.15 * sin(YAW) - 0.1 * cos(YAW), 1e-15);
        NEAR(view.lead_edge.roll, 0, 1e-15);
        NEAR(view.twist, 0, 1e-12);
        NEAR(view.squeeze, 0, 1e-13);
        NEAR(view.peak_curvature, 0, 1e-10);
    }
}

/* round a roller of radius 50 mm: straight across the feed everywhere */
static void
wrapped(double s, double z, double at[3])
{
    at[0] = 0.05 * sin(s / 0.05);
    at[1] = 0.05 - 0.05 * cos(s / 0.05);
    at[2] = z;
}

static void
rolling(double s, double z, double at[3])
{
    double here[3];
    wrapped(s, z, here);
    at[0] = -3 * here[1];
    at[1] = 3 * here[0];
    at[2] = 0;
}

Test(space_view, sees_no_yaw_where_a_sheet_goes_round_a_bend)
{
    make(3);
    lay(q, wrapped);
    lay(v, rolling);
    look();
    NEAR(view.yaw, 0, 1e-14);
    NEAR(view.yaw_rate, 0, 1e-12);
    NEAR(view.lead_edge.yaw_rate, 0, 1e-12);
    NEAR(view.lead_edge.roll, 0, 1e-14);
    NEAR(view.twist, 0, 1e-12);
    NEAR(view.bend_across, 0, 1e-10);
    NEAR(view.peak_curvature, tan(0.3) / 0.015, 1e-9); /* by chords of 15 mm round 50 mm */
}

/* ---- deformations ---- */

#define TWIST 0.4

static void
helicoid(double s, double z, double at[3])
{
    at[0] = s;
    at[1] = -z * sin(TWIST * s); /* the right end goes down along the sheet: roll rises */
    at[2] = z * cos(TWIST * s);
}

Test(space_view, tells_twist)
{
    make(2);
    lay(q, helicoid);
    look();
    NEAR(view.twist, TWIST, 1e-12);
    NEAR(view.twist_mean, TWIST, 1e-12);
    NEAR(view.lead_edge.roll, 0.15 * TWIST, 1e-14);
    NEAR(view.yaw, 0, 1e-15);
    /* sqrt(GJ / (E t W^5 / 360)) */
    NEAR(view.twist_limit, sqrt(360 * 5e-4 * 0.2 / (4e5 * pow(0.2, 5))), 1e-12);
    make(3);
    lay(q, helicoid);
    look();
    NEAR(view.twist, TWIST, 1e-12);
    cr_assert(isnan(view.twist_limit));
}

static void
trough(double s, double z, double at[3])
{
    at[0] = s;
    at[1] = 0.5 * 3 * z * z; /* towards the left face: 3 1/m */
    at[2] = z;
}

Test(space_view, tells_bend_across)
{
    for (int m = 3; m <= 9; m += m == 3 ? 2 : 4) {
        make(m);
        lay(q, trough);
        look();
        NEAR(view.bend_across, 3, 1e-10);
        NEAR(view.twist, 0, 1e-12);
    }
    make(2);
    lay(q, trough);
    look();
    NEAR(view.bend_across, 0, 0);
}

static void
sheared(double s, double z, double at[3])
{
    at[0] = s + 1e-4 * z;
    at[1] = 0;
    at[2] = z;
}

Test(space_view, finds_the_compression_that_shear_means)
{
    make(2);
    lay(q, sheared);
    look();
    NEAR(view.squeeze, 0.5e-4, 1e-8); /* gamma / 2, to second order */
}

/* ---- what holds for every shape ---- */

static double
random_unit(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / 8388608.0 - 1;
}

static void
shake(unsigned seed)
{
    for (size_t i = 0; i < 3 * (size_t)ladder.m * NODES; i++) {
        q[i] += 1e-3 * random_unit(&seed);
        v[i] += 0.1 * random_unit(&seed);
    }
}

Test(space_view, rates_are_what_angles_change_by)
{
    make(3);
    lay(q, wrapped);
    lay(v, turning);
    shake(7);
    look();
    const struct quire_sheet_view now = view;
    double yaw[2], lead[2];
    for (int side = 0; side < 2; side++) {
        const double dt = side == 0 ? -1e-6 : 1e-6;
        for (size_t i = 0; i < 9 * NODES; i++) {
            q[i] += dt * v[i];
        }
        look();
        yaw[side] = view.yaw;
        lead[side] = view.lead_edge.yaw;
        for (size_t i = 0; i < 9 * NODES; i++) {
            q[i] -= dt * v[i];
        }
    }
    NEAR(now.yaw_rate, (yaw[1] - yaw[0]) / 2e-6, 1e-7);
    NEAR(now.lead_edge.yaw_rate, (lead[1] - lead[0]) / 2e-6, 1e-7);
}

static void
mirror(double *a)
{
    for (int i = 0; i <= N; i++) {
        for (int j = 0; j < (ladder.m + 1) / 2; j++) {
            double *left = a + 3 * (i * ladder.m + j),
                   *right = a + 3 * (i * ladder.m + ladder.m - 1 - j), kept[3];
            memcpy(kept, left, sizeof kept);
            memmove(left, right, sizeof kept);
            memcpy(right, kept, sizeof kept);
            left[2] = -left[2];
            right[2] = left == right ? right[2] : -right[2];
        }
    }
}

Test(space_view, a_mirrored_sheet_gives_the_same_bits)
{
    for (int m = 2; m <= 9; m += m == 2 ? 1 : m == 3 ? 2 : 4) {
        make(m);
        lay(q, helicoid);
        shake(3);
        look();
        const struct quire_sheet_view a = view;
        mirror(q);
        mirror(v);
        look();
        cr_assert(view.yaw == -a.yaw && view.yaw_rate == -a.yaw_rate && view.shift == -a.shift);
        cr_assert(view.twist == -a.twist && view.twist_mean == a.twist_mean &&
                  view.bend_across == a.bend_across);
        cr_assert(view.lead_edge.yaw == -a.lead_edge.yaw &&
                  view.lead_edge.roll == -a.lead_edge.roll);
        cr_assert(view.lead_edge.left[2] == -a.lead_edge.right[2]);
        cr_assert(view.squeeze == a.squeeze && view.peak_curvature == a.peak_curvature);
    }
}

/* ---- forces ---- */

#define SKEW 0.1

static struct quire_pad pad[2];
static struct quire_guide guide[1];
static struct quire_roller roller[1];
static struct quire_sheet sheet[1];
static struct quire_roller_view roller_view;
static struct quire_guide_view guide_view;
static struct quire_system system_;
static double y[4 * 9 * NODES];

static void
set_machine(void)
{
    sheet[0] = (struct quire_sheet){.chain = {.n = ladder.n}, .ladder = &ladder};
    pad[0] = (struct quire_pad){.at = {0, 0, 0.02},
                                .axis = {sin(SKEW), 0, cos(SKEW)},
                                .radius = 0.01,
                                .half = 0.01,
                                .share = 0.5};
    pad[1] = pad[0];
    pad[1].at[2] = 0.06;
    system_ = (struct quire_system){.spatial = true,
                                    .sheet = sheet,
                                    .n_sheet = 1,
                                    .roller = roller,
                                    .n_roller = 1,
                                    .pad = pad,
                                    .n_pad = 2,
                                    .guide = guide,
                                    .n_guide = 1,
                                    .n_guide_view = 1,
                                    .layout = {.v0 = 3 * 9 * NODES}};
    roller_view = (struct quire_roller_view){.name = "r", .nip = -1, .x = 0.06, .y = -0.01};
    guide_view = (struct quire_guide_view){.name = "wall"};
}

/* 2 N along the roller's turned surface and 1 N along its shaft, 50 mm ahead of the sheet's middle
 * and 60 mm to the right */
Test(space_view, reckons_forces_in_the_sheet_s_surface)
{
    make(2);
    lay(y, yawed);
    set_machine();
    struct quire_space_observer *o = quire_space_observer_create(&system_);
    view = (struct quire_sheet_view){.name = "page", .n_node = NODES};
    quire_space_observe_motion(o, 0, y, &view);
    quire_space_shape(&ladder, &view, tension);
    roller_view.normal = 5;
    quire_space_observe_begin(o, &roller_view, &view);
    const struct quire_touch touch = {
        .pair = quire_sheet_with(0, quire_partner(QUIRE_PARTNER_ROLLER, 0)),
        .x = 0.15,
        .y = 0.002,
        .normal = {0, 1},
        .force = 5,
        .friction = -2,
        .tangent = {1, 0},
        .space = {.z = 0.06, .lateral = 1, .slip_lateral = 0.25, .pad = 1}};
    const struct quire_touch drag = {.pair =
                                         quire_sheet_with(0, quire_partner(QUIRE_PARTNER_GUIDE, 0)),
                                     .x = 0.1,
                                     .y = 0.002,
                                     .normal = {0, 1},
                                     .force = 1,
                                     .tangent = {1, 0},
                                     .space = {.z = 0, .lateral = -0.3, .pad = -1}};
    quire_space_observe_touch(o, &touch, &view, &roller_view, &guide_view);
    quire_space_observe_touch(o, &drag, &view, &roller_view, &guide_view);
    quire_space_observe_end(o, &view, &roller_view, NULL, &guide_view);
    /* the surface of a shaft along (sin, 0, cos) goes along axis x normal = (-cos, 0, sin) */
    const double along = 2 * cos(SKEW) + sin(SKEW), across = -2 * sin(SKEW) + cos(SKEW);
    NEAR(roller_view.lateral, across, 1e-14);
    NEAR(roller_view.slip_lateral, 0.25, 1e-15);
    NEAR(roller_view.moment, (0.06 - 0.04) * along - (0.15 - 0.06) * across, 1e-14);
    /* material place and place along x differ by yaw^2 / 2 */
    NEAR(roller_view.steering, (0.06 - 0.003) * along - 0.05 * across, 1e-4);
    cr_assert_eq(roller_view.n_pad, 2);
    NEAR(roller_view.pad[0].normal, 0, 0);
    NEAR(roller_view.pad[1].normal, 5, 0);
    NEAR(roller_view.pad[1].at[0], 0.06, 0);
    NEAR(guide_view.lateral, -0.3, 1e-15);
    cr_assert_str_eq(view.steered_by, "r");
    cr_assert_str_eq(view.steered_sort, "roller");
    NEAR(view.steering, roller_view.steering, 0);
    double sum = 0;
    for (size_t i = 0; i < NODES; i++) {
        sum += view.contact[i];
    }
    NEAR(sum, 6, 0);
    NEAR(view.contact[10], 1, 0);
    NEAR(view.contact[13], 5, 0);
    quire_space_observer_destroy(o);
}

/* Sensors: signs and places of their root functions, and what they record. */
#include "body/nip.h"
#include "catalog/kinds.h"
#include "fixtures/check_stage.h"
#include "kind/sensor.h"
#include "sensor/height_window.h"

#define NEAR(a, b, tolerance)                                                                      \
    cr_assert(fabs((a) - (b)) <= (tolerance), "%.17g, expected %.17g", (double)(a), (double)(b))

static struct stage s;
static double memory[16];

static const struct quire_sensor_ops *
set_up(const struct quire_object *sensor)
{
    const struct quire_sensor_ops *ops = sensor->kind->ops;
    const struct quire_sensor_common *common = sensor->params;
    cr_assert(ops->prepared_size <= sizeof memory);
    ops->prepare(sensor, common->path != NULL ? &s.outline : NULL, memory);
    return ops;
}

static void
open_stage(void)
{
    stage_open(&s);
}

static void
close_stage(void)
{
    stage_close(&s);
}

TestSuite(sensor_edge, .init = open_stage, .fini = close_stage);
TestSuite(sensor_side_edge, .init = open_stage, .fini = close_stage);
TestSuite(sensor_presence, .init = open_stage, .fini = close_stage);
TestSuite(sensor_speed, .init = open_stage, .fini = close_stage);
TestSuite(sensor_distance, .init = open_stage, .fini = close_stage);

Test(sensor_edge, roots_are_the_edges_distances_beyond_the_sensor)
{
    const struct quire_object *sensor =
        STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s1", "path=main", "at=145 mm");
    const struct quire_sensor_ops *ops = set_up(sensor);
    double g[2];
    stage_lay(&s, 0, 0.140, 0.5);
    ops->roots(sensor, memory, &s.sheet, g);
    NEAR(g[0], -0.005, 1e-15);
    NEAR(g[1], -0.305, 1e-15);
    stage_lay(&s, 0, 0.447, 0.5);
    ops->roots(sensor, memory, &s.sheet, g);
    NEAR(g[0], 0.302, 1e-15);
    NEAR(g[1], 0.002, 1e-15);
    cr_assert(ops->direction == NULL); /* rises alone */
}

static double
lead_root(const struct quire_object *sensor, double lead, double height)
{
    double g[2];

    stage_lay(&s, 0, lead, 0.5);
    s.sheet.lead.path_height = height;
    ((const struct quire_sensor_ops *)sensor->kind->ops)->roots(sensor, memory, &s.sheet, g);
    cr_assert_not(isnan(g[1]));
    return g[0];
}

/* A leading edge that goes by above gives no signal: its root is NaN until it is beyond. */
Test(sensor_edge, sees_lead_edges_within_its_window_alone)
{
    const struct quire_object *sensor =
        STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s1", "path=main", "at=145 mm",
                  "height-from=-2 mm", "height-to=3 mm");

    set_up(sensor);
    NEAR(lead_root(sensor, 0.140, 0.003), -0.005, 1e-15);
    NEAR(lead_root(sensor, 0.140, -0.002), -0.005, 1e-15);
    cr_expect(isnan(lead_root(sensor, 0.140, 0.0031)));
    cr_expect(isnan(lead_root(sensor, 0.140, -0.0021)));
    cr_expect(isnan(lead_root(sensor, 0.010, 0.0031)));
    NEAR(lead_root(sensor, 0.150, 0.0031), 0.005, 1e-15);
}

Test(sensor_edge, is_covered_by_what_lies_in_its_window)
{
    const struct quire_object *sensor = STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s1",
                                                  "path=main", "at=145 mm", "height-to=3 mm");
    const struct quire_sensor_ops *ops = set_up(sensor);

    stage_lay(&s, 0, 0.2, 0.5);
    cr_expect_eq(ops->value(sensor, memory, &s.view), 1);
    for (int i = 0; i < STAGE_NODES; i++) {
        s.y[i] = 0.0031;
    }
    cr_expect_eq(ops->value(sensor, memory, &s.view), 0);
}

static void
lift(double height)
{
    for (int i = 0; i < STAGE_NODES; i++) {
        s.y[i] = height;
    }
    s.sheet.lead.path_height = s.sheet.trail.path_height = height;
}

/* A note of the sensor's own path that lies in another pocket. */
Test(sensor_edge, sees_sheets_of_its_own_path_within_its_reach_alone)
{
    const struct quire_object *sensor =
        STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s1", "path=main", "at=145 mm", "reach=12 mm");
    const struct quire_sensor_ops *ops = set_up(sensor);
    const double heights[] = {0.011, 0.013, 0.05, -0.05};
    double g[2];

    for (int i = 0; i < 4; i++) {
        stage_lay(&s, 0, 0.14, 0.5);
        lift(heights[i]);
        ops->roots(sensor, memory, &s.sheet, g);
        cr_expect(isnan(g[0]) == (i > 0) && isnan(g[1]) == (i > 0));
        stage_lay(&s, 0, 0.3, 0.5);
        lift(heights[i]);
        cr_expect_eq(ops->value(sensor, memory, &s.view), i == 0);
        ops->roots(sensor, memory, &s.sheet, g);
        cr_expect(i == 0 ? g[1] < 0 : g[1] > 0, "it has no edge to come");
    }
}

/* Its tail goes by above: the sheet has left when it crosses the line no more. */
Test(sensor_edge, is_left_by_a_sheet_whose_tail_is_out_of_reach)
{
    const struct quire_object *sensor =
        STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s1", "path=main", "at=145 mm");
    const struct quire_sensor_ops *ops = set_up(sensor);
    double g[2];

    for (int i = 0; i < 2; i++) {
        stage_lay(&s, 0, i == 0 ? 0.41 : 0.43, 0.5);
        for (int k = 0; k < STAGE_NODES; k++) {
            s.y[k] = k < 3 ? 0.02 : 0;
        }
        s.sheet.trail.path_height = 0.02;
        ops->roots(sensor, memory, &s.sheet, g);
        cr_expect(i == 0 ? g[1] < 0 : g[1] > 0);
    }
}

Test(sensor_edge, takes_its_window_from_the_channel_or_nip_beside_it)
{
    struct quire_channel_params channel = {
        .path = &s.path_object, .from = 0.1, .to = 0.2, .gap = 4e-3, .mouth = 1e-3};
    struct quire_object channel_object = {.kind = &quire_kind_channel, .params = &channel};
    struct quire_roller_params driver = {.radius = 10e-3}, idler = {.radius = 8e-3};
    struct quire_object driver_object = {.kind = &quire_kind_driver, .params = &driver},
                        idler_object = {.kind = &quire_kind_idler, .params = &idler},
                        *rollers[2] = {&driver_object, &idler_object};
    struct quire_nip_params nip = {.path = &s.path_object, .at = 0.3};
    struct quire_object nip_object = {
        .kind = &quire_kind_nip, .params = &nip, .child = rollers, .n_child = 2};

    stage_adopt(&s, &channel_object);
    stage_adopt(&s, &nip_object);
    NEAR(quire_height_window_beside(&s.root, &s.path_object, 0.15).to, 3e-3, 1e-15);
    NEAR(quire_height_window_beside(&s.root, &s.path_object, 0.15).from, -3e-3, 1e-15);
    NEAR(quire_height_window_beside(&s.root, &s.path_object, 0.309).to, 8e-3, 1e-15);
    cr_expect(isinf(quire_height_window_beside(&s.root, &s.path_object, 0.311).to));
    cr_expect(isinf(quire_height_window_beside(&s.root, &s.sheet_object, 0.15).to));
    cr_expect(isinf(quire_height_window_beside(NULL, &s.path_object, 0.15).to));
}

/* A path that comes by again: an edge on it, beside the sensor's line but far along, is not seen.
 */
Test(sensor_edge, of_another_path_looks_along_its_line_alone)
{
    const struct quire_object *sensor =
        STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s1", "path=main", "at=145 mm");
    const struct quire_sensor_ops *ops = set_up(sensor);
    struct quire_outline other = {0};
    double g[2];
    quire_outline_begin(&other, (const double[]){0, 0}, 0);
    s.sheet.path = &other;
    stage_lay(&s, 0, 0.140, 0.5);
    s.sheet.lead.y = 0.009;
    s.sheet.lead.path_distance = 7; /* along its own path, which says nothing here */
    ops->roots(sensor, memory, &s.sheet, g);
    NEAR(g[0], -0.005, 1e-15);
    s.sheet.lead.y = 0.011; /* out of reach */
    ops->roots(sensor, memory, &s.sheet, g);
    cr_assert(isnan(g[0]));
    quire_outline_clear(&other);
}

/* The distance of the nearer edge, positive while the sheet lies across the line. */
static double
presence_at(const struct quire_sensor_ops *ops, const struct quire_object *sensor, double lead)
{
    double g[2];
    stage_lay(&s, 0, lead, 0.5);
    ops->roots(sensor, memory, &s.sheet, g);
    NEAR(g[1], -g[0], 0);
    NEAR(ops->value(sensor, memory, &s.view), g[0] >= 0 ? 1 : 0, 0);
    return g[0];
}

Test(sensor_presence, tells_whether_a_sheet_lies_across_it)
{
    const struct quire_object *sensor = STAGE_ADD(&s, &quire_kind_sensor_presence, "name=s1",
                                                  "path=main", "at=145 mm", "reach=20 mm");
    const struct quire_sensor_ops *ops = set_up(sensor);
    NEAR(presence_at(ops, sensor, 0.140), -0.005, 1e-15);
    NEAR(presence_at(ops, sensor, 0.150), 0.005, 1e-15);
    NEAR(presence_at(ops, sensor, 0.440), 0.005, 1e-15);
    NEAR(presence_at(ops, sensor, 0.450), -0.005, 1e-15);
    NEAR(presence_at(ops, sensor, 0.3), 0.02, 0); /* nothing to tell from afar but the sign */
    NEAR(presence_at(ops, sensor, 0.1), -0.02, 0);
}

/* a sheet that lies the other way round, and on no path: the same */
Test(sensor_presence, knows_neither_edges_nor_directions_nor_paths)
{
    const struct quire_object *sensor =
        STAGE_ADD(&s, &quire_kind_sensor_presence, "name=s1", "path=main", "at=145 mm");
    const struct quire_sensor_ops *ops = set_up(sensor);
    const double trail[] = {0.140, 0.150, 0.440, 0.450},
                 expected[] = {-0.005, 0.005, 0.005, -0.005};
    double g[2];
    s.sheet.path = NULL;
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < STAGE_NODES; i++) {
            s.x[i] = trail[k] - 0.01 * i;
        }
        ops->roots(sensor, memory, &s.sheet, g);
        NEAR(g[0], expected[k], 1e-15);
    }
}

Test(sensor_presence, sees_within_its_reach_alone)
{
    const struct quire_object *sensor =
        STAGE_ADD(&s, &quire_kind_sensor_presence, "name=s1", "path=main", "at=145 mm");
    const struct quire_sensor_ops *ops = set_up(sensor);
    double g[2];
    stage_lay(&s, 0, 0.3, 0.5);
    for (int i = 0; i < STAGE_NODES; i++) {
        s.y[i] = -0.011;
    }
    ops->roots(sensor, memory, &s.sheet, g);
    NEAR(g[0], -0.01, 0);
    /* a wave reaches into its line: 145 mm lie between nodes 14 and 15 */
    s.y[14] = s.y[15] = -0.009;
    ops->roots(sensor, memory, &s.sheet, g);
    NEAR(g[0], 0.01, 0);
    s.sheet.entered = false;
    ops->roots(sensor, memory, &s.sheet, g);
    cr_assert(isnan(g[0]));
}

Test(sensor_edge, is_covered_between_lead_and_trail)
{
    const struct quire_object *sensor =
        STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s1", "path=main", "at=145 mm");
    const struct quire_sensor_ops *ops = set_up(sensor);
    const double lead[] = {0.1449, 0.1451, 0.4449, 0.4451}, covered[] = {0, 1, 1, 0};
    for (int i = 0; i < 4; i++) {
        stage_lay(&s, 0, lead[i], 0.5);
        cr_assert(ops->value(sensor, memory, &s.view) == covered[i], "lead at %g m", lead[i]);
    }
}

Test(sensor_edge, sees_nothing_of_a_sheet_that_has_not_entered)
{
    const struct quire_object *sensor =
        STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s1", "path=main", "at=145 mm");
    const struct quire_sensor_ops *ops = set_up(sensor);
    double g[2];
    s.sheet.entered = false;
    ops->roots(sensor, memory, &s.sheet, g);
    cr_assert(isnan(g[0]) && isnan(g[1]));
    cr_assert(ops->value(sensor, memory, &s.view) == 0);
}

Test(sensor_edge, projects_sheets_of_other_paths_and_sees_them_within_its_reach)
{
    const struct quire_object *sensor =
        STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s1", "path=main", "at=145 mm", "reach=4 mm");
    const struct quire_sensor_ops *ops = set_up(sensor);
    double g[2];
    s.sheet.path = NULL;
    s.sheet.lead = (struct quire_point_view){.x = 0.150, .y = 0.003, .path_distance = NAN};
    s.sheet.trail = (struct quire_point_view){.x = -0.150, .y = 0.005, .path_distance = NAN};
    ops->roots(sensor, memory, &s.sheet, g);
    NEAR(g[0], 0.005, 1e-15);
    cr_assert(isnan(g[1]), "5 mm off the path is out of reach");
}

/* v(x) = 0.4 + x is linear along the sheet, so the interpolated speed at the sensor is exact
 * wherever it lies between two nodes */
Test(sensor_speed, is_the_speed_of_the_sheets_point_at_the_sensor)
{
    const struct quire_object *sensor = STAGE_ADD(&s, &quire_kind_sensor_speed, "name=v1",
                                                  "path=main", "at=33 mm", "threshold=400 mm/s");
    const struct quire_sensor_ops *ops = set_up(sensor);
    double g[2];
    stage_lay(&s, 0, 0.15, 0);
    for (int i = 0; i < STAGE_NODES; i++) {
        s.vx[i] = 0.4 + s.x[i];
    }
    NEAR(ops->value(sensor, memory, &s.view), 0.433, 1e-14);
    ops->roots(sensor, memory, &s.sheet, g);
    NEAR(g[0], 0.033, 1e-14);
    NEAR(g[1], -0.033, 1e-14);
}

Test(sensor_speed, has_no_value_where_its_sheet_is_out_of_reach)
{
    const struct quire_object *sensor =
        STAGE_ADD(&s, &quire_kind_sensor_speed, "name=v1", "path=main", "at=33 mm");
    const struct quire_sensor_ops *ops = set_up(sensor);

    stage_lay(&s, 0, 0.15, 0.4);
    lift(0.009);
    cr_expect(ops->value(sensor, memory, &s.view) > 0);
    lift(0.011);
    cr_expect(isnan(ops->value(sensor, memory, &s.view)));
}

Test(sensor_speed, has_no_value_where_no_sheet_lies)
{
    const struct quire_object *sensor = STAGE_ADD(&s, &quire_kind_sensor_speed, "name=v1",
                                                  "path=main", "at=145 mm", "threshold=400 mm/s");
    const struct quire_sensor_ops *ops = set_up(sensor);
    double g[2];
    stage_lay(&s, 0, 0.144, 0.5);
    ops->roots(sensor, memory, &s.sheet, g);
    cr_assert(isnan(g[0]) && isnan(g[1]));
    cr_assert(isnan(ops->value(sensor, memory, &s.view)));
    stage_lay(&s, 0, 0.146, 0.5);
    NEAR(ops->value(sensor, memory, &s.view), 0.5, 1e-15);
}

Test(sensor_speed, gives_no_signal_without_threshold)
{
    const struct quire_object *sensor =
        STAGE_ADD(&s, &quire_kind_sensor_speed, "name=v1", "path=main", "at=100 mm");
    const struct quire_sensor_ops *ops = set_up(sensor);
    double g[2];
    ops->roots(sensor, memory, &s.sheet, g);
    cr_assert(isnan(g[0]) && isnan(g[1]));
    cr_assert_str_eq(ops->needs, "threshold");
}

/* 30 mm below the path and looking up to the left of it at 60 degrees: the sheet is 30 mm / sin
 * 60 deg away */
Test(sensor_distance, measures_along_its_direction)
{
    const struct quire_object *sensor =
        STAGE_ADD(&s, &quire_kind_sensor_distance, "name=d1", "path=main", "at=50 mm",
                  "offset=-30 mm", "heading=60 deg", "threshold=40 mm");
    const struct quire_sensor_ops *ops = set_up(sensor);
    double g[2];
    stage_lay(&s, 0, 0.15, 0);
    const double expected = 0.03 / sqrt(0.75);
    NEAR(ops->value(sensor, memory, &s.view), expected, 1e-13);
    ops->roots(sensor, memory, &s.sheet, g);
    NEAR(g[0], 0.04 - expected, 1e-13);
    NEAR(g[1], expected - 0.04, 1e-13);
}

Test(sensor_distance, reports_its_range_when_it_sees_nothing)
{
    const struct quire_object *sensor =
        STAGE_ADD(&s, &quire_kind_sensor_distance, "name=d1", "from=0.2 m, -10 mm",
                  "heading=90 deg", "range=80 mm");
    const struct quire_sensor_ops *ops = set_up(sensor);
    stage_lay(&s, 0, 0.15, 0);
    cr_assert(ops->value(sensor, memory, &s.view) == 0.08,
              "the sheet ends before the line of sight");
    stage_lay(&s, 0, 0.25, 0);
    NEAR(ops->value(sensor, memory, &s.view), 0.01, 1e-14);
}

Test(sensor_distance, does_not_look_backwards)
{
    const struct quire_object *sensor =
        STAGE_ADD(&s, &quire_kind_sensor_distance, "name=d1", "from=0.1 m, -10 mm",
                  "heading=-90 deg", "range=80 mm");
    const struct quire_sensor_ops *ops = set_up(sensor);
    cr_assert(ops->value(sensor, memory, &s.view) == 0.08);
}

/* ---- side edges ---- */

/* Two columns along the path from x = `trail` on, 0.3 m long, whose right-hand edge is at z + slant
 * (x - trail). */
static void
lay_wide(double trail, double z, double slant)
{
    static double node[STAGE_NODES * 6];
    for (int i = 0; i < STAGE_NODES; i++) {
        const double along = 0.01 * i;
        for (int j = 0; j < 2; j++) {
            double *p = node + 6 * i + 3 * j;
            p[0] = trail + along;
            p[1] = 0;
            p[2] = z - (j == 0 ? 0.21 : 0) + slant * along;
        }
    }
    s.sheet.node = node;
    s.sheet.n_node = STAGE_NODES;
    s.sheet.n_column = 2;
    s.sheet.entered = true;
}

Test(sensor_side_edge, measures_how_far_the_sheet_reaches_over_it)
{
    const struct quire_object *right = STAGE_ADD(&s, &quire_kind_sensor_side_edge, "name=r",
                                                 "path=main", "at=145 mm", "across=100 mm");
    const struct quire_object *left =
        STAGE_ADD(&s, &quire_kind_sensor_side_edge, "name=l", "path=main", "at=145 mm",
                  "across=-100 mm", "side=left");
    const struct quire_sensor_ops *ops = set_up(right);
    double g[2], at[2], along[2];
    quire_outline_at(&s.outline, 0.145, at, along);
    lay_wide(at[0] - 0.123, 0.105, 0.02);
    ops->roots(right, memory, &s.sheet, g);
    NEAR(g[0], 0.105 + 0.02 * 0.123 - 0.1, 1e-15);
    NEAR(g[1], -g[0], 0);
    cr_assert(ops->value(right, memory, &s.view) == 1);
    set_up(left);
    ops->roots(left, memory, &s.sheet, g);
    NEAR(g[0], -0.1 - (0.105 - 0.21 + 0.02 * 0.123), 1e-15);
    lay_wide(at[0] - 0.123, 0.115, 0);
    ops->roots(left, memory, &s.sheet, g);
    NEAR(g[0], -0.005, 1e-15);
    cr_assert(ops->value(left, memory, &s.view) == 0);
}

Test(sensor_side_edge, sees_nothing_before_and_behind_the_sheet)
{
    const struct quire_object *sensor = STAGE_ADD(&s, &quire_kind_sensor_side_edge, "name=r",
                                                  "path=main", "at=145 mm", "across=100 mm");
    const struct quire_sensor_ops *ops = set_up(sensor);
    double g[2], at[2], along[2];
    quire_outline_at(&s.outline, 0.145, at, along);
    for (int k = 0; k < 2; k++) {
        lay_wide(at[0] + (k == 0 ? 0.001 : -0.301), 0.105, 0);
        ops->roots(sensor, memory, &s.sheet, g);
        cr_assert(isnan(g[0]) && isnan(g[1]));
        cr_assert(ops->value(sensor, memory, &s.view) == 0);
    }
    s.sheet.node = NULL; /* in the plane */
    ops->roots(sensor, memory, &s.sheet, g);
    cr_assert(isnan(g[0]));
}

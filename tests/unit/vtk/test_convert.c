/* Meshes of machines and sheets whose places are known, and the files that are made of
 * trajectories. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <quire/convert.h>

#include "draw/frame_picture.h"
#include "fixtures/record_stage.h"
#include "result/folder.h"
#include "vtk/vtk_scene.h"

#define STATIONS 21
#define COLUMNS  3
#define RADIUS   0.05

static struct quire_trajectory t;
static struct quire_wheel roller[1];
static struct quire_disc disc[1];
static struct quire_polyline guide[1];
static struct quire_leaf leaf[1];
static double wall[2][2] = {{0.0, 0.01}, {0.2, 0.01}};

static int32_t
um(double value)
{
    return (int32_t)floor(1e6 * value + 0.5);
}

/* a sheet that lies round a roller of 50 mm and moves sideways and up, in three frames; a roller
 * with a turned shaft; a guide from z = -20 mm on */
static void
set_scene(void)
{
    const struct quire_frames_sheet shape = {STATIONS, COLUMNS};
    memset(&t, 0, sizeof t);
    cr_assert_eq(quire_frames_shape(&t.frames, &shape, 1, 1, 0, 0), QUIRE_OK);
    leaf[0] = (struct quire_leaf){.name = "page", .width = 0.2, .thickness = 1e-4};
    disc[0] = (struct quire_disc){
        .at = {0, 0, 0.03}, .axis = {0.6, 0, 0.8}, .radius = 0.01, .half = 0.005};
    roller[0] = (struct quire_wheel){.name = "r", .x = 0.1, .radius = 0.01, .n_disc = 1};
    guide[0] = (struct quire_polyline){
        .name = "g", .side = 1, .at = wall, .n = 2, .across = {-0.02, HUGE_VAL}};
    t.model = "scene";
    t.machine = (struct quire_machine){.spatial = true,
                                       .sheet = leaf,
                                       .n_sheet = 1,
                                       .roller = roller,
                                       .n_roller = 1,
                                       .disc = disc,
                                       .n_disc = 1,
                                       .guide = guide,
                                       .n_guide = 1};
    for (size_t f = 0; f < 3; f++) {
        cr_assert(quire_frames_append(&t.frames, 0.1 * (double)f));
        for (size_t i = 0; i < STATIONS; i++) {
            const double a = 0.1 * (double)i, x = RADIUS * sin(a),
                         y = RADIUS * (1 - cos(a)) + 0.02 * (double)f;
            int32_t *line = quire_frames_line_at(&t.frames, f, 0) + 2 * i;
            line[0] = um(x);
            line[1] = um(y);
            for (size_t j = 0; j < COLUMNS; j++) {
                int32_t *at = quire_frames_nodes_at(&t.frames, f, 0) + 3 * (COLUMNS * i + j);
                at[0] = um(x);
                at[1] = um(y);
                at[2] = um(0.1 * ((double)j - 1) + 0.03 * (double)f);
            }
            quire_frames_contact_at(&t.frames, f, 0)[i] = (int32_t)(1000 * i);
            if (i > 0) {
                quire_frames_tension_at(&t.frames, f, 0)[i - 1] = 2000000;
            }
        }
        quire_frames_roller_at(&t.frames, f, 0)[0] = 100000;
        quire_frames_roller_at(&t.frames, f, 0)[1] = 20000;
    }
}

static void
clear_scene(void)
{
    quire_frames_clear(&t.frames);
}

static const double *
field(const struct quire_mesh *mesh, const char *name)
{
    for (size_t i = 0; i < mesh->n_field; i++) {
        if (strcmp(mesh->field[i].name, name) == 0) {
            return mesh->field[i].value;
        }
    }
    cr_assert_fail("no field '%s'", name);
    return NULL;
}

TestSuite(convert, .init = set_scene, .fini = clear_scene);

Test(convert, sheets_carry_what_is_known_of_them)
{
    struct quire_mesh mesh = {0};
    quire_scene_sheets(&mesh, &t, 1);
    cr_assert_not(mesh.failed);
    cr_assert_eq(mesh.n, STATIONS * COLUMNS);
    cr_assert_eq(mesh.polygon.n, (STATIONS - 1) * (COLUMNS - 1));
    cr_assert_eq(mesh.line.n, 0);
    const double *v = field(&mesh, "velocity"), *up = field(&mesh, "normal_speed"),
                 *bend = field(&mesh, "curvature");
    for (size_t i = 1; i + 1 < STATIONS; i++) {
        for (size_t j = 0; j < COLUMNS; j++) {
            const size_t k = COLUMNS * i + j;
            cr_assert_float_eq(v[3 * k], 0, 1e-12);
            cr_assert_float_eq(v[3 * k + 1], 0.2, 1e-9);
            cr_assert_float_eq(v[3 * k + 2], 0.3, 1e-9);
            /* the normal turns towards the bend's middle */
            cr_assert_float_eq(up[k], 0.2 * cos(0.1 * (double)i), 1e-4);
            cr_assert_float_eq(bend[k], 1 / RADIUS, 0.1);
        }
    }
    cr_assert_float_eq(field(&mesh, "tension")[5], 2, 1e-12);
    cr_assert_float_eq(field(&mesh, "contact_force")[3 * 7 + 1], 0.007, 1e-12);
    quire_mesh_clear(&mesh);
}

Test(convert, sheets_that_are_not_there_leave_no_points)
{
    struct quire_mesh mesh = {0};
    quire_frames_line_at(&t.frames, 0, 0)[4] = QUIRE_FRAMES_ABSENT;
    quire_scene_sheets(&mesh, &t, 0);
    cr_assert_eq(mesh.n, 0);
    quire_mesh_clear(&mesh);
    quire_scene_sheets(&mesh, &t, 1); /* the frame before says nothing of its speed then */
    cr_assert_float_eq(field(&mesh, "velocity")[1], 0.2, 1e-9);
    quire_mesh_clear(&mesh);
}

Test(convert, rollers_are_cylinders_along_their_shafts)
{
    struct quire_mesh mesh = {0};
    quire_scene_rollers(&mesh, &t, 1);
    cr_assert_gt(mesh.n, 20);
    for (size_t i = 0; i < mesh.n; i++) {
        const double r[3] = {mesh.at[3 * i] - 0.1, mesh.at[3 * i + 1] - 0.02,
                             mesh.at[3 * i + 2] - 0.03};
        const double along = 0.6 * r[0] + 0.8 * r[2];
        cr_assert_float_eq(fabs(along), 0.005, 1e-12);
        cr_assert_float_eq(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] - along * along, 1e-4, 1e-12);
    }
    quire_mesh_clear(&mesh);
}

Test(convert, guides_reach_as_far_as_they_are_said_to)
{
    struct quire_mesh mesh = {0};
    quire_scene_guides(&mesh, &t);
    cr_assert_eq(mesh.polygon.n, 1);
    for (size_t i = 0; i < mesh.n; i++) {
        const double z = mesh.at[3 * i + 2];
        /* or to the sheet's side */
        cr_assert(fabs(z + 0.02) < 1e-12 || fabs(z - 0.1) < 1e-12, "%g", z);
    }
    quire_mesh_clear(&mesh);
}

/* a quarter of a turn about the origin, which then goes 10 mm along x and 20 mm along y; it was
 * tilted about the x axis */
Test(convert, guides_that_move_are_where_they_were)
{
    static const struct quire_frames_sheet shape = {STATIONS, COLUMNS};
    static const double there[4][3] = {
        {-0.002, 0.02, -0.02}, {0.01, 0.02, 0.1}, {-0.002, 0.22, -0.02}, {0.01, 0.22, 0.1}};
    struct quire_mesh mesh = {0}, rest = {0};
    quire_frames_clear(&t.frames);
    cr_assert_eq(quire_frames_shape(&t.frames, &shape, 1, 1, 0, 0), QUIRE_OK);
    quire_frames_add_gates(&t.frames, 1);
    cr_assert(quire_frames_append(&t.frames, 0));
    memcpy(quire_frames_gate_at(&t.frames, 0, 0), (const int32_t[]){10000, 20000, 1570796},
           3 * sizeof(int32_t));
    guide[0].moves = true;
    guide[0].rise[1] = -0.1;
    quire_scene_gates(&mesh, &t, 0);
    quire_scene_guides(&rest, &t);
    cr_assert_eq(rest.polygon.n, 0);
    cr_assert(mesh.polygon.n == 1 && mesh.n == 4);
    for (size_t i = 0; i < 4; i++) { /* from z = -20 mm to the sheet's side */
        for (size_t d = 0; d < 3; d++) {
            cr_expect_float_eq(mesh.at[3 * i + d], there[i][d], 1e-6, "%zu, %zu: %g", i, d,
                               mesh.at[3 * i + d]);
        }
    }
    quire_mesh_clear(&mesh);
    quire_mesh_clear(&rest);
}

Test(convert, machines_in_space_without_sheets_and_rollers_are_drawn_as_in_the_plane)
{
    struct quire_mesh mesh = {0};
    struct quire_frame_picture picture;
    struct quire_text text = {0};
    t.machine.n_sheet = t.machine.n_roller = t.machine.n_disc = 0;
    t.frames.n_sheet = t.frames.n_roller = 0;
    quire_scene_guides(&mesh, &t);
    cr_assert_eq(mesh.line.n, 1);
    quire_mesh_clear(&mesh);
    cr_assert(quire_frame_picture_begin(&picture, &t));
    quire_frame_picture_write(&text, &picture, 1);
    cr_assert_not_null(strstr(text.data, "class=\"guide\""));
    cr_assert_null(strstr(text.data, "machine-top"));
    quire_text_clear(&text);
}

/* the numbers in the data array of this name, and how many they are */
static size_t
numbers_of(const char *text, const char *name, double *out, size_t most)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "Name=\"%s\"", name);
    const char *at = strstr(text, wanted);
    cr_assert_not_null(at, "%s", name);
    at = strchr(at, '>') + 1;
    size_t n = 0;
    for (char *end; *at != '<'; at = end) {
        const double value = strtod(at, &end);
        if (end == at) {
            end++;
        } else if (n++ < most) {
            out[n - 1] = value;
        }
    }
    return n;
}

Test(convert, files_for_vtk_are_consistent)
{
    static double number[4096];
    struct quire_mesh mesh = {0};
    struct quire_text text = {0};
    char counts[64];
    quire_scene_rollers(&mesh, &t, 1);
    quire_mesh_write(&text, &mesh, "roller");
    snprintf(counts, sizeof counts, "NumberOfPoints=\"%zu\"", mesh.n);
    cr_assert_not_null(strstr(text.data, counts));
    cr_assert_eq(numbers_of(text.data, "Points", number, 4096), 3 * mesh.n);
    cr_assert_float_eq(number[0], mesh.at[0], 1e-9);
    cr_assert_eq(numbers_of(text.data, "roller", number, 4096), mesh.polygon.n);
    char *polys = strstr(text.data, "<Polys>");
    const size_t n = numbers_of(polys, "connectivity", number, 4096);
    for (size_t i = 0; i < n; i++) {
        cr_assert(number[i] >= 0 && number[i] < (double)mesh.n);
    }
    cr_assert_eq(numbers_of(polys, "offsets", number, 4096), mesh.polygon.n);
    cr_assert_eq((size_t)number[mesh.polygon.n - 1], n);
    quire_text_clear(&text);
    quire_mesh_clear(&mesh);
}

/* ---- pictures ---- */

Test(convert, the_views_of_a_picture_show_all_that_is_ever_seen)
{
    struct quire_panels panels;
    cr_assert(quire_panels_lay_out(&panels, &t.machine, &t.frames, 1000));
    const struct quire_panel *side = &panels.panel[QUIRE_PANEL_SIDE],
                             *top = &panels.panel[QUIRE_PANEL_TOP];
    cr_assert_float_eq(side->scale.box.x0, top->scale.box.x0, 1e-12, "x stands over x");
    cr_assert_float_eq(side->scale.factor, top->scale.factor, 1e-9);
    /* the sheet's right side in the last frame, downwards in the view from above */
    cr_assert_leq(top->scale.box.y0, -0.16);
    cr_assert_geq(top->scale.box.y1, 0.1);
    cr_assert_geq(side->scale.box.y1, RADIUS * (1 - cos(2.0)) + 0.04);
    for (int k = 0; k < QUIRE_PANEL_COUNT; k++) {
        const struct quire_panel *p = &panels.panel[k];
        cr_assert_leq(p->x + p->width, 1000 + 1e-9);
        cr_assert_leq(p->y + p->height, panels.height + 1e-9);
    }
}

static size_t
count(const char *text, const char *part)
{
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part)) {
        n++;
    }
    return n;
}

Test(convert, a_picture_has_each_sheet_and_roller_in_each_view)
{
    struct quire_frame_picture picture;
    struct quire_text text = {0};
    cr_assert(quire_frame_picture_begin(&picture, &t));
    quire_frame_picture_write(&text, &picture, 1);
    cr_assert_eq(count(text.data, "class=\"leaf\""), 3);
    cr_assert_eq(count(text.data, "class=\"cylinder"), 3);
    cr_assert_eq(count(text.data, "class=\"surface\""), 3);
    cr_assert_null(strstr(text.data, "nan"));
    const size_t whole = text.size;
    quire_text_clear(&text);
    roller[0].x = NAN; /* a roller that was nowhere in the first frame */
    quire_frame_picture_write(&text, &picture, 1);
    cr_assert_lt(text.size, whole);
    cr_assert_null(strstr(text.data, "nan"));
    quire_text_clear(&text);
}

/* A carriage moves a roller along its shaft, of 20 mm here 12 mm along x and 16 mm along z: in
 * meshes, and in each view of a picture. */
Test(convert, carried_rollers_are_where_their_carriage_has_moved_them)
{
    struct quire_mesh before = {0}, after = {0};
    struct quire_frame_picture picture;
    struct quire_text first = {0}, second = {0};
    quire_frames_shifts_at(&t.frames, 0)[0] = 0;
    quire_frames_shifts_at(&t.frames, 1)[0] = 20000;
    quire_scene_rollers(&before, &t, 0);
    quire_scene_rollers(&after, &t, 1);
    cr_assert(before.n == after.n && before.n > 20);
    for (size_t i = 0; i < before.n; i++) {
        cr_assert_float_eq(after.at[3 * i] - before.at[3 * i], 0.012, 1e-12);
        cr_assert_float_eq(after.at[3 * i + 1] - before.at[3 * i + 1], 0, 1e-12);
        cr_assert_float_eq(after.at[3 * i + 2] - before.at[3 * i + 2], 0.016, 1e-12);
    }
    cr_assert(quire_frame_picture_begin(&picture, &t));
    quire_frame_picture_write(&first, &picture, 0);
    quire_frame_picture_write(&second, &picture, 1);
    cr_assert(count(first.data, "class=\"cylinder") == 3 &&
              count(second.data, "class=\"cylinder") == 3);
    cr_assert_str_neq(strstr(first.data, "class=\"cylinder"),
                      strstr(second.data, "class=\"cylinder"));
    quire_text_clear(&first);
    quire_text_clear(&second);
    quire_mesh_clear(&before);
    quire_mesh_clear(&after);
}

/* what the mesh's polygons enclose: of fans of triangles from the origin, a sixth of the products
 * of their corners */
static double
enclosed(const struct quire_mesh *mesh)
{
    double volume = 0;
    for (size_t k = 0, from = 0; k < mesh->polygon.n; from = mesh->polygon.end[k++]) {
        for (size_t i = from + 2; i < mesh->polygon.end[k]; i++) {
            const double *a = mesh->at + 3 * mesh->polygon.node[from],
                         *b = mesh->at + 3 * mesh->polygon.node[i - 1],
                         *c = mesh->at + 3 * mesh->polygon.node[i];
            for (int d = 0; d < 3; d++) {
                volume +=
                    a[d] * (b[(d + 1) % 3] * c[(d + 2) % 3] - b[(d + 2) % 3] * c[(d + 1) % 3]) / 6;
            }
        }
    }
    return volume;
}

/* A solid beside a sheet, turned about z by an angle with sine 0.6: from the side one sees one side
 * of it, from above two, obliquely three; other shapes by an outline and three rings, a ball of
 * theirs by an outline. As a mesh it is closed, with normals outwards. */
Test(convert, solids_are_seen_in_space)
{
    static struct quire_shape body[1] = {{.name = "die", .cuboid = true}};
    static struct quire_ball_view ball[1] = {{.at = {0, -0.02, 0}, .radius = 0.004}};
    static const int32_t place[QUIRE_FRAMES_SOLID] = {50000, 60000, -30000, 8000, 6000, 0,
                                                      -6000, 8000,  0,      0,    0,    5000};
    const struct quire_frames_sheet shape = {STATIONS, COLUMNS};
    struct quire_frame_picture picture;
    struct quire_text text = {0};
    struct quire_mesh cuboid = {0}, round = {0};
    quire_frames_clear(&t.frames);
    cr_assert_eq(quire_frames_shape(&t.frames, &shape, 1, 0, 1, 1), QUIRE_OK);
    cr_assert(quire_frames_append(&t.frames, 0));
    memcpy(quire_frames_solid_at(&t.frames, 0, 0), place, sizeof place);
    t.machine.n_roller = 0;
    t.machine.body = body;
    t.machine.n_body = 1;
    t.machine.ball = ball;
    cr_assert(quire_frame_picture_begin(&picture, &t));
    quire_frame_picture_write(&text, &picture, 0);
    cr_expect_eq(count(text.data, "<path class=\"side\""), 1 + 2 + 3, "%zu",
                 count(text.data, "<path class=\"side\""));
    quire_scene_rollers(&cuboid, &t, 0);
    cr_expect_float_eq(enclosed(&cuboid), 8 * 0.01 * 0.01 * 0.005, 1e-15, "%g", enclosed(&cuboid));
    text.size = 0;
    body[0].cuboid = false;
    body[0].n_ball = 1;
    quire_frame_picture_write(&text, &picture, 0);
    cr_expect_eq(count(text.data, "<path class=\"side\""), 3 * 2);
    cr_expect_eq(count(text.data, "<path class=\"ring\""), 3 * 3);
    cr_assert_null(strstr(text.data, "nan"));
    quire_scene_rollers(&round, &t, 0);
    const double full = 4.18879 * (0.01 * 0.01 * 0.005 + 0.004 * 0.004 * 0.004);
    /* 5 %: 32 corners, 16 rings */
    cr_expect_float_eq(enclosed(&round), full, 0.05 * full, "%g, %g", enclosed(&round), full);
    quire_text_clear(&text);
    quire_mesh_clear(&cuboid);
    quire_mesh_clear(&round);
}

/* ---- from a folder of results ---- */

static char *
results(void)
{
    static struct stage stage;
    char *folder = stage_folder();
    struct quire_record *record = NULL;
    const quire_run_options options = {.end_time = NAN, .directory = folder};
    stage_begin(&stage, true);
    cr_assert_eq(quire_record_create(&record, &stage.model, &options, NULL), QUIRE_OK);
    cr_assert_eq(stage_run(&stage, quire_record_interface(record, NULL), 0.4, 0.1), QUIRE_OK);
    quire_record_destroy(record);
    stage_end(&stage);
    return folder;
}

static bool
is_there(const char *folder, const char *name)
{
    char *path = quire_folder_join(folder, name);
    const bool there = access(path, F_OK) == 0;
    free(path);
    return there;
}

Test(convert, writes_each_frame_and_takes_older_ones_away)
{
    char *folder = results(), *old = quire_folder_join(folder, "vtk/sheets-0006.vtp");
    size_t n = 0;
    cr_assert_eq(quire_convert(folder, "vtk", NULL, &n, NULL), QUIRE_OK);
    cr_assert_eq(n, 5);
    fclose(fopen(old, "w"));
    cr_assert_eq(quire_convert(folder, "vtk", NULL, &n, NULL), QUIRE_OK);
    cr_assert(is_there(folder, "vtk/sheets-0005.vtp") && is_there(folder, "vtk/rollers-0001.vtp"));
    cr_assert(is_there(folder, "vtk/machine.vtp") && is_there(folder, "vtk/trajectory.pvd"));
    cr_assert_not(is_there(folder, "vtk/sheets-0006.vtp"));
    cr_assert_eq(quire_convert(folder, "svg", NULL, NULL, NULL), QUIRE_OK);
    cr_assert(is_there(folder, "svg/frame-0005.svg"));
    char *other = quire_folder_join(folder, "elsewhere/deep");
    cr_assert_eq(quire_convert(folder, "csv", other, NULL, NULL), QUIRE_OK);
    char *text = stage_read(other, "nodes.csv");
    size_t rows = 0;
    for (const char *p = text; *p != '\0'; p++) {
        rows += p[0] == '\n' && p[1] != '\0' && strncmp(p + 1, "0.", 2) == 0;
    }
    /* a sheet in each later frame; names hold line ends of their own */
    cr_assert_geq(rows, 4 * STAGE_NODES);
    free(text);
    free(other);
    free(old);
    free(folder);
}

/* results lose their last bytes where a disk was full or a copy broke off */
static void
cut_file(const char *folder, const char *name, long bytes)
{
    char *path = quire_folder_join(folder, name), *text = stage_read(folder, name);
    cr_assert_eq(truncate(path, (long)strlen(text) - bytes), 0);
    free(text);
    free(path);
}

Test(convert, files_cut_short_are_refused)
{
    char *whole = results();
    for (long bytes = 1; bytes <= 8; bytes += 7) {
        cut_file(whole, QUIRE_TRAJECTORY_FILE, bytes);
        cr_assert_eq(quire_convert(whole, "csv", NULL, NULL, NULL), QUIRE_ERROR_FILE);
    }
    free(whole);
}

Test(convert, says_why_there_is_nothing_to_convert)
{
    char *folder = results(), *path = quire_folder_join(folder, QUIRE_TRAJECTORY_FILE);
    quire_diag *diag = quire_diag_create();
    cr_assert_eq(quire_convert(folder, "vrml", NULL, NULL, diag), QUIRE_ERROR_USAGE);
    unlink(path);
    cr_assert_eq(quire_convert(folder, "vtk", NULL, NULL, diag), QUIRE_ERROR_FILE);
    cr_assert_str_eq(quire_diag_get(diag, 1)->text, "is missing");
    char *summary = stage_read(folder, "summary.json"), *at = strstr(summary, "\"complete\": true"),
         *file = quire_folder_join(folder, "summary.json");
    cr_assert_not_null(at);
    memcpy(at, "\"complete\":false", strlen("\"complete\":false"));
    FILE *out = fopen(file, "w");
    fputs(summary, out);
    fclose(out);
    cr_assert_eq(quire_convert(folder, "vtk", NULL, NULL, diag), QUIRE_ERROR_FILE);
    cr_assert_not_null(strstr(quire_diag_get(diag, 2)->text, "did not finish"));
    cr_assert_not(is_there(folder, "vtk"));
    quire_diag_destroy(diag);
    free(summary);
    free(file);
    free(path);
    free(folder);
}

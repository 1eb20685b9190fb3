#include "rec_stage.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kind/sensor.h"
#include "result/folder.h"

static double
sensor_value(const struct quire_object *self, const void *prepared, const struct quire_view *view)
{
    (void)self;
    (void)prepared;
    return view->sheet[0].lead.path_distance > 0.145 ? 1.0 : 0.0;
}

static quire_status
trace_line(const struct quire_object *self, struct quire_outline *out, quire_diag *diag)
{
    (void)self;
    (void)diag;
    return quire_outline_add_line(out, 0.18);
}

static quire_status
trace_arc(const struct quire_object *self, struct quire_outline *out, quire_diag *diag)
{
    (void)self;
    (void)diag;
    return quire_outline_add_arc(out, 0.04, 1.5707963267948966, 1.0);
}

static const struct quire_sensor_ops sensor_ops = {
    .value_name = "covered", .value_unit = "", .value = sensor_value};
static const struct quire_shape_ops line_ops = {trace_line}, arc_ops = {trace_arc};
static const struct quire_kind model_kind = {.family = "model", .element = "model"};
static const struct quire_kind path_kind = {.family = "model", .element = "path"};
static const struct quire_kind line_kind = {
    .family = "path-piece", .element = "line", .ops = &line_ops};
static const struct quire_kind arc_kind = {
    .family = "path-piece", .element = "arc", .ops = &arc_ops};
static const struct quire_kind sensor_kind = {
    .family = "sensor", .element = "sensor", .ops = &sensor_ops};

static void
build_model(struct stage *s, const char *name, const char *sensor)
{
    static struct quire_object *pieces[3];
    static char text[] = "<model/>";
    static char file[] = "some/stage.xml";
    static struct quire_parameter parameter[] = {{.name = "mu", .value = "1.0"},
                                                 {.name = "load", .value = "8 N"}};
    s->model_params.name = name;
    s->root = (struct quire_object){.kind = &model_kind, .name = name, .params = &s->model_params};
    s->path = (struct quire_object){
        .kind = &path_kind, .name = "main", .params = &s->path_params, .parent = &s->root};
    s->line = (struct quire_object){.kind = &line_kind, .parent = &s->path};
    s->arc = (struct quire_object){.kind = &arc_kind, .parent = &s->path};
    pieces[0] = &s->line;
    pieces[1] = &s->arc;
    pieces[2] = &s->line;
    s->path.child = pieces;
    s->path.n_child = 3;
    s->sensor_params = (struct quire_sensor_common){.name = sensor, .path = &s->path, .at = 0.145};
    s->sensor = (struct quire_object){
        .kind = &sensor_kind, .name = sensor, .params = &s->sensor_params, .parent = &s->root};
    s->root_child[0] = &s->path;
    s->root_child[1] = &s->sensor;
    s->root.child = s->root_child;
    s->root.n_child = 2;
    s->model = (struct quire_model){.root = &s->root,
                                    .file = file,
                                    .text = text,
                                    .size = strlen(text),
                                    .parameter = parameter,
                                    .n_parameter = 2};
}

static void
build_outlines(struct stage *s)
{
    const double origin[2] = {0.0, 0.0}, tray[2][2] = {{-0.18, -0.0002}, {-0.009, -0.0002}};
    quire_outline_begin(&s->outline, origin, 0.0);
    quire_outline_add_line(&s->outline, 0.18);
    quire_outline_add_arc(&s->outline, 0.04, 1.5707963267948966, 1.0);
    quire_outline_add_line(&s->outline, 0.18);
    quire_outline_parallel(&s->guide_outline[0], &s->outline, 0.02, 0.13, -0.0015);
    quire_outline_parallel(&s->guide_outline[1], &s->outline, 0.165, 0.26, -0.0015);
    quire_outline_begin(&s->guide_outline[2], tray[0], 0.0);
    quire_outline_add_segment(&s->guide_outline[2], tray[0], tray[1]);
}

static void
build_nip(struct stage *s, size_t index, const char *name, double x)
{
    const struct quire_roller_view common = {.name = "roller",
                                             .nip = (int)index,
                                             .radius = 0.01,
                                             .normal = 8.0,
                                             .friction = 0.5,
                                             .limit = 8.0,
                                             .slip = -1e-3,
                                             .creep = 1e-4,
                                             .indentation = 5e-5,
                                             .torque = 5e-3,
                                             .power = 0.25,
                                             .surface_speed = STAGE_SPEED,
                                             .n_sheet = 1,
                                             .x = x};
    struct quire_roller_view *driver = &s->roller[2 * index], *idler = driver + 1;
    *driver = *idler = common;
    driver->is_driver = true;
    driver->y = -0.01;
    driver->shaft_speed = -50.0;
    idler->y = 0.01;
    idler->shaft_speed = 50.0;
    idler->friction = -0.1;
    s->nip[index] = (struct quire_nip_view){.name = name,
                                            .driver = (int)(2 * index),
                                            .idler = (int)(2 * index + 1),
                                            .path_distance = x,
                                            .x = x,
                                            .gap = 1e-4};
}

void
stage_begin(struct stage *s, bool nasty)
{
    memset(s, 0, sizeof *s);
    build_model(s, nasty ? STAGE_NASTY : "stage", nasty ? STAGE_NASTY : "s1");
    build_outlines(s);
    build_nip(s, 0, nasty ? STAGE_NASTY : "n1", 0.0);
    build_nip(s, 1, "n2", 0.15);
    s->roller[4] = (struct quire_roller_view){
        .name = "r5", .nip = -1, .radius = 0.012, .x = 0.236, .y = 0.1, .shaft_speed = 20.0};
    for (size_t i = 0; i < 3; i++) {
        static const char *const name[] = {"run.right", "turn.right", "tray"};
        s->guide[i] = (struct quire_guide_view){.name = i == 0 && nasty ? STAGE_NASTY : name[i],
                                                .outline = &s->guide_outline[i],
                                                .side = 1.0,
                                                .sheet = -1};
    }
    for (size_t i = 0; i < 2; i++) {
        s->sheet[i] =
            (struct quire_sheet_view){.name = i == 0 ? (nasty ? STAGE_NASTY : "page") : "page2",
                                      .path = &s->outline,
                                      .n_node = STAGE_NODES,
                                      .x = s->x[i],
                                      .y = s->y[i],
                                      .vx = s->vx[i],
                                      .vy = s->vy[i],
                                      .length = 0.15,
                                      .width = 0.2,
                                      .thickness = 1e-4,
                                      .mass = 2.4e-3,
                                      .tension = s->tension};
    }
    s->view = (struct quire_view){.n_sheet = 2,
                                  .n_roller = 5,
                                  .n_nip = 2,
                                  .n_guide = 3,
                                  .sheet = s->sheet,
                                  .roller = s->roller,
                                  .nip = s->nip,
                                  .guide = s->guide};
    s->event[0] = (struct quire_event){.time = 0.31,
                                       .kind = "sensor",
                                       .source = s->sensor.name,
                                       .signal = "lead",
                                       .sheet = s->sheet[0].name,
                                       .x = 0.145,
                                       .y = 0.0,
                                       .path_distance = 0.145,
                                       .value = 0.5};
    s->event[1] = (struct quire_event){.time = 0.32,
                                       .kind = "nip-entry",
                                       .source = "n2",
                                       .sheet = "page2",
                                       .x = 0.15,
                                       .y = 0.0,
                                       .path_distance = 0.15,
                                       .value = 0.01};
    s->event[2] = (struct quire_event){.time = 0.33,
                                       .kind = "sensor",
                                       .source = s->sensor.name,
                                       .signal = "lead",
                                       .sheet = "page2",
                                       .x = NAN,
                                       .y = NAN,
                                       .path_distance = NAN,
                                       .value = NAN};
    s->event[3] = (struct quire_event){.time = 0.4,
                                       .kind = "touch",
                                       .source = s->guide[0].name,
                                       .sheet = s->sheet[0].name,
                                       .x = 0.1,
                                       .y = 0.0,
                                       .path_distance = 0.1,
                                       .value = NAN,
                                       .detail = s->sensor.name};
    s->check[0] =
        (struct quire_check_entry){.object = &s->sensor, .name = "on-time", .kind = "arrival"};
    s->check[0].result = (struct quire_check_result){.verdict = QUIRE_PASSED,
                                                     .time = 0.31,
                                                     .x = NAN,
                                                     .y = NAN,
                                                     .path_distance = NAN,
                                                     .value = 0.31,
                                                     .limit = 0.32,
                                                     .margin = 0.01,
                                                     .lowest = 0.3,
                                                     .highest = 0.32,
                                                     .unit = "s",
                                                     .worst_time = NAN};
    s->check[1] = (struct quire_check_entry){.name = "stall", .kind = "stall", .is_jam = true};
    s->check[1].result = (struct quire_check_result){.verdict = QUIRE_PASSED,
                                                     .time = NAN,
                                                     .x = NAN,
                                                     .y = NAN,
                                                     .path_distance = NAN,
                                                     .value = NAN,
                                                     .limit = NAN,
                                                     .margin = NAN,
                                                     .lowest = NAN,
                                                     .highest = NAN,
                                                     .worst_time = NAN};
    s->check[2] = (struct quire_check_entry){.name = "skew", .kind = "skew"};
    s->check[2].result = s->check[1].result;
    s->check[2].result.verdict = QUIRE_NOT_EVALUATED;
    s->result = (struct quire_result){.model = &s->model,
                                      .end = QUIRE_ENDED,
                                      .event = s->event,
                                      .n_event = 4,
                                      .check = s->check,
                                      .n_check = 3,
                                      .stats = {.steps = 1234,
                                                .method = "velocity",
                                                .simd = "baseline",
                                                .cpu_seconds = 0.01,
                                                .order = 5}};
    stage_at(s, 0.0);
}

void
stage_end(struct stage *s)
{
    quire_outline_clear(&s->outline);
    for (size_t i = 0; i < 3; i++) {
        quire_outline_clear(&s->guide_outline[i]);
    }
}

static struct quire_point_view
point_on_path(const struct stage *s, double distance, double height)
{
    double at[2], tangent[2];
    quire_outline_at(&s->outline, distance, at, tangent);
    return (struct quire_point_view){.x = at[0] - height * tangent[1],
                                     .y = at[1] + height * tangent[0],
                                     .vx = STAGE_SPEED * tangent[0],
                                     .vy = STAGE_SPEED * tangent[1],
                                     .path_distance = distance,
                                     .path_height = height,
                                     .path_speed = STAGE_SPEED};
}

static void
move_sheet(struct stage *s, size_t index, double lead)
{
    struct quire_sheet_view *sheet = &s->sheet[index];
    for (size_t i = 0; i < STAGE_NODES; i++) {
        const double along = (double)i / (STAGE_NODES - 1);
        const double height = 0.004 * sin(9.42477796076938 * along) * sin(20.0 * s->view.time);
        const struct quire_point_view at =
            point_on_path(s, lead - sheet->length * (1.0 - along), height);
        s->x[index][i] = at.x;
        s->y[index][i] = at.y;
        s->vx[index][i] = at.vx;
        s->vy[index][i] = at.vy;
    }
    sheet->lead = point_on_path(s, lead, 0.0);
    sheet->trail = point_on_path(s, lead - sheet->length, 0.0);
    sheet->buckle_height = 0.004 * fabs(sin(20.0 * s->view.time));
    sheet->buckle_distance = lead - 0.5 * sheet->length;
    sheet->peak_curvature = -20.0;
    sheet->peak_curvature_at = 0.03;
    sheet->tension_middle = 0.1;
}

void
stage_at(struct stage *s, double time)
{
    s->view.time = time;
    s->sheet[0].entered = true;
    s->sheet[1].entered = time >= 0.2;
    move_sheet(s, 0, 0.012 + STAGE_SPEED * time);
    move_sheet(s, 1, 0.012 + STAGE_SPEED * (time - 0.2) - 0.1);
    s->guide[0].normal = time > 0.1 ? 0.3 : 0.0;
    s->guide[0].drag = 0.06;
    s->guide[0].slip_power = s->guide[0].normal * 0.1; /* constant after 0.1 s */
    s->guide[0].x = 0.08;
    s->view.energy = (struct quire_energy_view){.kinetic = 3e-4,
                                                .drives = 0.02 * time,
                                                .friction = 0.01 * time,
                                                .residual = 1e-7,
                                                .largest = 0.02};
}

quire_status
stage_run(struct stage *s, struct quire_recorder recorder, double end, double interval)
{
    const size_t n = (size_t)floor(end / interval + 0.5);
    stage_at(s, 0.0);
    quire_status status = recorder.begin(recorder.self, &s->model, &s->view);
    for (size_t i = 0; i <= n && status == QUIRE_OK; i++) {
        stage_at(s, (double)i * interval);
        status = recorder.sample(recorder.self, &s->view);
    }
    if (status != QUIRE_OK) {
        return status;
    }
    s->result.end_time = s->view.time;
    s->result.energy = s->view.energy;
    return recorder.end(recorder.self, &s->result, &s->view);
}

char *
stage_read(const char *folder, const char *name)
{
    char *path = quire_folder_join(folder, name), *text;
    size_t size;
    quire_file_read(&text, &size, path, (size_t)1 << 24, NULL);
    free(path);
    return text;
}

char *
stage_folder(void)
{
    const char *work = getenv("QUIRE_WORK");
    char text[512];
    snprintf(text, sizeof text, "%s/rec-XXXXXX", work != NULL ? work : "/tmp");
    return mkdtemp(text) != NULL ? strdup(text) : NULL;
}

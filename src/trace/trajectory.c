#include "trace/trajectory.h"

#include <math.h>
#include <string.h>

#include "base/json.h"
#include "element/pressure.h"

#define WRITTEN_SIZE 262144 /* that is handed on to the file at a time */

/* metres as whole micrometres; null if it is not finite */
static void
add_um(struct quire_json *json, const char *key, double metres)
{
    const double um = round(1e6 * metres);
    if (fabs(um) < 1e15) {
        quire_json_integer(json, key, (long)um);
    } else {
        quire_json_string(json, key, NULL);
    }
}

static void
add_list_um(struct quire_json *json, const char *key, const double *metres, size_t n)
{
    quire_json_open(json, key, '[', true);
    for (size_t i = 0; i < n; i++) {
        add_um(json, NULL, metres[i]);
    }
    quire_json_close(json, '[');
}

static void
add_list(struct quire_json *json, const char *key, const double *value, size_t n)
{
    quire_json_open(json, key, '[', true);
    for (size_t i = 0; i < n; i++) {
        quire_json_number(json, NULL, value[i]);
    }
    quire_json_close(json, '[');
}

/* of a side guide: a point on its lower rim, the one above it, and so on */
static void
add_rims(struct quire_json *json, const struct quire_polyline *line)
{
    if (line->n_rim > 0) {
        add_list_um(json, "rims", &line->rim[0][0][0], 6 * line->n_rim);
    }
}

static void
add_line(struct quire_json *json, const struct quire_polyline *line)
{
    const bool ends = isfinite(line->across[0]) || isfinite(line->across[1]);

    quire_json_open(json, NULL, '{', true);
    quire_json_string(json, "name", line->name);
    quire_json_integer(json, "side", (line->side > 0.0) - (line->side < 0.0));
    add_list_um(json, "points", line->n > 0 ? line->at[0] : NULL, 2 * line->n);
    if (line->across[0] < line->across[1] && ends) {
        add_list_um(json, "across", line->across, 2);
    }
    if (fabs(line->rise[0]) + fabs(line->rise[1]) > 0) {
        add_list(json, "rise", line->rise, 2);
    }
    add_rims(json, line);
    if (line->moves) {
        quire_json_bool(json, "moves", true);
    }
    quire_json_close(json, '{');
}

static void
add_lines(struct quire_json *json, const char *key, const struct quire_polyline *line, size_t n)
{
    quire_json_open(json, key, '[', true);
    for (size_t i = 0; i < n; i++) {
        add_line(json, &line[i]);
    }
    quire_json_close(json, '[');
}

/* discs stand from their roller's centre, their axes are unit vectors */
static void
add_discs(struct quire_json *json, const struct quire_machine *machine,
          const struct quire_wheel *roller)
{
    if (roller->n_disc == 0) {
        return;
    }
    quire_json_open(json, "pads", '[', true);
    for (size_t i = 0; i < roller->n_disc; i++) {
        const struct quire_disc *disc = &machine->disc[roller->disc + i];
        quire_json_open(json, NULL, '{', true);
        add_list_um(json, "at", disc->at, 3);
        add_list(json, "axis", disc->axis, 3);
        add_um(json, "radius", disc->radius);
        add_um(json, "half", disc->half);
        quire_json_close(json, '{');
    }
    quire_json_close(json, '[');
}

static void
add_solid(struct quire_json *json, const struct quire_machine *machine,
          const struct quire_shape *shape)
{
    quire_json_string(json, "solid", shape->cuboid ? "cuboid" : "ellipsoid");
    if (shape->n_ball == 0) {
        return;
    }
    quire_json_open(json, "balls", '[', true);
    for (size_t i = 0; i < shape->n_ball; i++) {
        const struct quire_ball_view *ball = &machine->ball[shape->ball + i];
        add_list_um(json, NULL,
                    (const double[4]){ball->at[0], ball->at[1], ball->at[2], ball->radius}, 4);
    }
    quire_json_close(json, '[');
}

/* x, y and how far across the feed it looks */
static void
add_sensors(struct quire_json *json, const struct quire_machine *machine)
{
    if (machine->n_sensor == 0) {
        return;
    }
    quire_json_open(json, "sensors", '[', true);
    for (size_t i = 0; i < machine->n_sensor; i++) {
        const struct quire_mark *sensor = &machine->sensor[i];
        quire_json_open(json, NULL, '{', true);
        quire_json_string(json, "name", sensor->name);
        add_list_um(json, "at", (const double[3]){sensor->x, sensor->y, sensor->across}, 3);
        quire_json_close(json, '{');
    }
    quire_json_close(json, '[');
}

static void
add_pressure(struct quire_json *json, const struct quire_pressure_params *place,
             const struct quire_polyline *line)
{
    quire_json_open(json, NULL, '{', true);
    quire_json_string(json, "name", place->name);
    if (place->guide != NULL) {
        quire_json_string(json, "guide", place->guide->name);
        add_um(json, "from", place->from);
        add_um(json, "to", place->to);
    } else {
        add_list_um(json, "points", line->at[0], 2 * line->n);
        add_list_um(json, "across", place->across, 2);
    }
    quire_json_close(json, '{');
}

/* Pressures: along a guide their extent, null where it is that of the guide; without a guide their
 * outline, and their extent across the feed, null where it is unbounded. */
static void
add_pressures(struct quire_json *json, const struct quire_model *model,
              const struct quire_machine *machine)
{
    bool any = false;
    size_t n = 0;
    for (size_t i = 0; model != NULL && model->root != NULL && i < model->root->n_child; i++) {
        const struct quire_object *child = model->root->child[i];
        if (child->kind->family == &quire_family_pressure) {
            if (!any) {
                quire_json_open(json, "pressures", '[', true);
            }
            add_pressure(json, child->params, &machine->pressure[n++]);
            any = true;
        }
    }
    if (any) {
        quire_json_close(json, '[');
    }
}

/* displacements in millionths of the largest one */
static void
add_mode(struct quire_json *json, const struct quire_mode *mode, const struct quire_view *view)
{
    const double *shape = mode->shape;
    quire_json_open(json, NULL, '{', true);
    quire_json_number(json, "frequency", mode->frequency);
    quire_json_open(json, "sheets", '[', true);
    for (size_t i = 0; i < view->n_sheet; i++) {
        const size_t n = quire_shape_numbers(quire_view_sheet(view, i));
        add_list_um(json, NULL, shape, n);
        shape += n;
    }
    quire_json_close(json, '[');
    add_list_um(json, "rollers", shape, (view->spatial ? 3 : 2) * view->n_roller);
    quire_json_close(json, '{');
}

static void
add_modes(struct quire_json *json, const struct quire_rest_result *rest,
          const struct quire_view *view)
{
    if (rest->n_mode == 0) {
        return;
    }
    quire_json_open(json, "modes", '[', true);
    for (size_t i = 0; i < rest->n_mode; i++) {
        add_mode(json, &rest->mode[i], view);
    }
    quire_json_close(json, '[');
}

static void
add_sheets(struct quire_json *json, const struct quire_view *view)
{
    quire_json_open(json, "sheets", '[', true);
    for (size_t i = 0; i < view->n_sheet; i++) {
        const struct quire_sheet_view *sheet = quire_view_sheet(view, i);
        quire_json_open(json, NULL, '{', true);
        quire_json_string(json, "name", sheet->name);
        quire_json_integer(json, "nodes", (long)sheet->n_node);
        add_um(json, "thickness", sheet->thickness);
        if (view->spatial) {
            quire_json_integer(json, "columns", (long)sheet->n_column);
            add_um(json, "width", sheet->width);
        }
        quire_json_close(json, '{');
    }
    quire_json_close(json, '[');
}

static void
add_rollers(struct quire_json *json, const struct quire_machine *machine)
{
    quire_json_open(json, "rollers", '[', true);
    for (size_t i = 0; i < machine->n_roller; i++) {
        quire_json_open(json, NULL, '{', true);
        quire_json_string(json, "name", machine->roller[i].name);
        add_um(json, "radius", machine->roller[i].radius);
        add_discs(json, machine, &machine->roller[i]);
        quire_json_close(json, '{');
    }
    quire_json_close(json, '[');
}

static void
add_bodies(struct quire_json *json, const struct quire_machine *machine,
           const struct quire_view *view)
{
    if (machine->n_body == 0) {
        return;
    }
    quire_json_open(json, "bodies", '[', true);
    for (size_t i = 0; i < machine->n_body; i++) {
        const struct quire_shape *body = &machine->body[i];
        quire_json_open(json, NULL, '{', true);
        quire_json_string(json, "name", body->name);
        add_um(json, "radius", body->radius);
        if (body->soft) {
            quire_json_bool(json, "soft", true);
        }
        if (i < view->n_body && quire_view_body(view, i)->is_solid) {
            add_solid(json, machine, body);
        }
        if (body->of_roller) {
            quire_json_integer(json, "roller", body->roller);
        }
        quire_json_close(json, '{');
    }
    quire_json_close(json, '[');
}

void
quire_trajectory_write_machine(struct quire_text *text, const struct quire_machine *machine,
                               const struct quire_result *result, const struct quire_view *view)
{
    struct quire_json json = {.text = text, .compact = true};
    const struct quire_model *model = result->model;
    quire_json_open(&json, NULL, '{', true);
    quire_json_string(&json, "schema", "quire-trajectory-1");
    quire_json_string(&json, "unit", "um");
    quire_json_string(&json, "model", model != NULL ? quire_model_name(model) : NULL);
    if (machine->spatial) {
        quire_json_string(&json, "motion", "spatial");
    }
    add_sheets(&json, view);
    add_rollers(&json, machine);
    add_bodies(&json, machine, view);
    add_lines(&json, "guides", machine->guide, machine->n_guide);
    add_lines(&json, "paths", machine->path, machine->n_path);
    add_sensors(&json, machine);
    add_pressures(&json, model, machine);
    add_modes(&json, &result->rest, view);
    quire_json_close(&json, '{');
    quire_text_add(text, "\n");
}

/* ---- frames ---- */

/* the first node's place, then each node's step from the one before it: short numbers; in space the
 * one before it in the same column */
static void
add_steps(struct quire_json *json, const int32_t *at, size_t n, size_t back)
{
    if (at == NULL) {
        quire_json_string(json, NULL, NULL);
        return;
    }
    quire_json_open(json, NULL, '[', true);
    quire_text_steps(json->text, at, n, back);
    quire_json_close(json, '[');
}

static void
add_numbers(struct quire_json *json, const char *key, const int32_t *value, size_t n)
{
    quire_json_open(json, key, '[', true);
    quire_text_integers(json->text, value, n, QUIRE_FRAMES_ABSENT);
    quire_json_close(json, '[');
}

/* a sheet's forces; null while it is not in the machine */
static void
add_forces(struct quire_json *json, const int32_t *force, size_t n, bool there)
{
    if (there) {
        add_numbers(json, NULL, force, n);
    } else {
        quire_json_string(json, NULL, NULL);
    }
}

/* besides mid-lines: "tension" of segments; of spatial sheets "nodes" of all columns and "contact"
 * of stations too */
static void
add_more(struct quire_json *json, const struct quire_frames *frames, size_t frame, bool spatial)
{
    static const char *const key[] = {"tension", "nodes", "contact"};
    for (size_t k = 0; k < (spatial ? 3 : 1); k++) {
        quire_json_open(json, key[k], '[', true);
        for (size_t i = 0; i < frames->n_sheet; i++) {
            size_t n;
            const bool there = quire_frames_sheet(frames, frame, i, &n) != NULL;
            if (k == 0) {
                add_forces(json, quire_frames_tension_at(frames, frame, i), n - 1, there);
            } else if (k == 1) {
                add_steps(json, quire_frames_nodes(frames, frame, i), 3 * n * frames->column[i],
                          3 * frames->column[i]);
            } else {
                add_forces(json, quire_frames_contact_at(frames, frame, i), n, there);
            }
        }
        quire_json_close(json, '[');
    }
}

/* only where a carriage moves some */
static void
add_shifts(struct quire_json *json, const struct quire_frames *frames, size_t frame)
{
    bool any = false;
    for (size_t i = 0; quire_frames_has_shifts(frames) && i < frames->n_roller; i++) {
        any = any || quire_frames_shifts_at(frames, frame)[i] != QUIRE_FRAMES_ABSENT;
    }
    if (any) {
        add_numbers(json, "shifts", quire_frames_shifts_at(frames, frame), frames->n_roller);
    }
}

static const int32_t *
gate_at(const struct quire_frames *frames, size_t frame, size_t gate)
{
    return quire_frames_gate_at(frames, frame, gate);
}

static const int32_t *
solid_at(const struct quire_frames *frames, size_t frame, size_t solid)
{
    return quire_frames_solid_at(frames, frame, solid);
}

/* what a frame holds of each of so many things, if there are any */
static void
add_each(struct quire_json *json, const char *key, const struct quire_frames *frames, size_t frame,
         const int32_t *(*at)(const struct quire_frames *frames, size_t frame, size_t i), size_t n,
         size_t numbers)
{
    if (n == 0) {
        return;
    }
    quire_json_open(json, key, '[', true);
    for (size_t i = 0; i < n; i++) {
        add_numbers(json, NULL, at(frames, frame, i), numbers);
    }
    quire_json_close(json, '[');
}

static void
add_frame(struct quire_text *text, const struct quire_frames *frames, size_t frame, bool spatial)
{
    struct quire_json json = {.text = text, .compact = true};
    quire_json_open(&json, NULL, '{', true);
    quire_json_number(&json, "time", frames->time[frame]);
    quire_json_open(&json, "sheets", '[', true);
    for (size_t i = 0; i < frames->n_sheet; i++) {
        size_t n;
        const int32_t *at = quire_frames_sheet(frames, frame, i, &n);
        add_steps(&json, at, 2 * n, 2);
    }
    quire_json_close(&json, '[');
    add_numbers(&json, "rollers", quire_frames_roller_at(frames, frame, 0), 2 * frames->n_roller);
    add_each(&json, "bodies", frames, frame, quire_frames_body, frames->n_body, 8);
    add_more(&json, frames, frame, spatial);
    if (spatial) {
        add_shifts(&json, frames, frame);
    }
    add_each(&json, "gates", frames, frame, gate_at, frames->n_gate, QUIRE_FRAMES_POSE);
    add_each(&json, "solids", frames, frame, solid_at, frames->n_solid, QUIRE_FRAMES_SOLID);
    quire_json_close(&json, '{');
    quire_text_add(text, "\n");
}

quire_status
quire_trajectory_write(FILE *file, const struct quire_frames *frames,
                       const struct quire_machine *machine, const struct quire_result *result,
                       const struct quire_view *view)
{
    struct quire_text text = {0};
    quire_trajectory_write_machine(&text, machine, result, view);
    for (size_t i = 0; i < frames->n && !text.failed; i++) {
        if (text.size >= WRITTEN_SIZE) {
            fwrite(text.data, 1, text.size, file);
            text.size = 0;
        }
        add_frame(&text, frames, i, machine->spatial);
    }
    if (!text.failed) {
        fwrite(text.data, 1, text.size, file);
    }
    const quire_status status = text.failed ? QUIRE_ERROR_LIMIT : QUIRE_OK;
    quire_text_clear(&text);
    return status;
}

#include "trace/trajectory.h"

#include <math.h>
#include <string.h>

#include "model/params.h"
#include "text/text.h"

static void
add_string(struct quire_text *text, const char *key, const char *value)
{
    quire_text_format(text, "\"%s\":", key);
    quire_text_json_string(text, value);
}

/* metres as whole micrometres; null if it is not finite */
static void
add_um(struct quire_text *text, double metres)
{
    const double um = round(1e6 * metres);
    if (fabs(um) < 1e15) {
        quire_text_integer(text, (int64_t)um);
    } else {
        quire_text_add(text, "null");
    }
}

/* of a side guide: a point on its lower rim, the one above it, and so on */
static void
add_rims(struct quire_text *text, const struct quire_polyline *line)
{
    for (size_t i = 0; i < 2 * line->n_rim; i++) {
        const double *at = line->rim[i / 2][i % 2];
        quire_text_add(text, i == 0 ? ",\"rims\":[" : ",");
        for (size_t c = 0; c < 3; c++) {
            quire_text_add(text, c > 0 ? "," : "");
            add_um(text, at[c]);
        }
        quire_text_add(text, i + 1 == 2 * line->n_rim ? "]" : "");
    }
}

static void
add_lines(struct quire_text *text, const char *key, const struct quire_polyline *line, size_t n)
{
    quire_text_format(text, ",\"%s\":[", key);
    for (size_t i = 0; i < n; i++) {
        quire_text_add(text, i > 0 ? ",{" : "{");
        add_string(text, "name", line[i].name);
        quire_text_format(text, ",\"side\":%d,\"points\":[",
                          (line[i].side > 0.0) - (line[i].side < 0.0));
        for (size_t j = 0; j < line[i].n; j++) {
            quire_text_add(text, j > 0 ? "," : "");
            add_um(text, line[i].at[j][0]);
            quire_text_add(text, ",");
            add_um(text, line[i].at[j][1]);
        }
        quire_text_add(text, "]");
        if (line[i].across[0] < line[i].across[1] &&
            (isfinite(line[i].across[0]) || isfinite(line[i].across[1]))) {
            quire_text_add(text, ",\"across\":[");
            add_um(text, line[i].across[0]);
            quire_text_add(text, ",");
            add_um(text, line[i].across[1]);
            quire_text_add(text, "]");
        }
        if (fabs(line[i].rise[0]) + fabs(line[i].rise[1]) > 0) {
            quire_text_add(text, ",\"rise\":[");
            quire_text_json_number(text, line[i].rise[0]);
            quire_text_add(text, ",");
            quire_text_json_number(text, line[i].rise[1]);
            quire_text_add(text, "]");
        }
        add_rims(text, &line[i]);
        quire_text_add(text, line[i].gate > 0 ? ",\"moves\":true" : "");
        quire_text_add(text, "}");
    }
    quire_text_add(text, "]");
}

/* discs stand from their roller's centre, their axes are unit vectors */
static void
add_discs(struct quire_text *text, const struct quire_machine *machine,
          const struct quire_wheel *roller)
{
    for (size_t i = 0; i < roller->n_disc; i++) {
        const struct quire_disc *disc = &machine->disc[roller->disc + i];
        quire_text_add(text, i == 0 ? ",\"pads\":[{\"at\":[" : ",{\"at\":[");
        for (size_t c = 0; c < 3; c++) {
            quire_text_add(text, c > 0 ? "," : "");
            add_um(text, disc->at[c]);
        }
        quire_text_add(text, "],\"axis\":[");
        for (size_t c = 0; c < 3; c++) {
            quire_text_add(text, c > 0 ? "," : "");
            quire_text_json_number(text, disc->axis[c]);
        }
        quire_text_add(text, "],\"radius\":");
        add_um(text, disc->radius);
        quire_text_add(text, ",\"half\":");
        add_um(text, disc->half);
        quire_text_add(text, i + 1 < roller->n_disc ? "}" : "}]");
    }
}

static void
add_solid(struct quire_text *text, const struct quire_machine *machine,
          const struct quire_shape *shape)
{
    quire_text_format(text, ",\"solid\":\"%s\"", shape->cuboid ? "cuboid" : "ellipsoid");
    for (size_t i = 0; i < shape->n_ball; i++) {
        const struct quire_ball_view *ball = &machine->ball[shape->ball + i];
        quire_text_add(text, i == 0 ? ",\"balls\":[[" : ",[");
        for (int d = 0; d < 4; d++) {
            quire_text_add(text, d > 0 ? "," : "");
            add_um(text, d < 3 ? ball->at[d] : ball->radius);
        }
        quire_text_add(text, i + 1 < shape->n_ball ? "]" : "]]");
    }
}

/* x, y and how far across the feed it looks */
static void
add_sensors(struct quire_text *text, const struct quire_machine *machine)
{
    for (size_t i = 0; i < machine->n_sensor; i++) {
        const struct quire_mark *sensor = &machine->sensor[i];
        const double at[3] = {sensor->x, sensor->y, sensor->across};
        quire_text_add(text, i == 0 ? ",\"sensors\":[{" : ",{");
        add_string(text, "name", sensor->name);
        for (size_t c = 0; c < 3; c++) {
            quire_text_add(text, c == 0 ? ",\"at\":[" : ",");
            add_um(text, at[c]);
        }
        quire_text_add(text, i + 1 < machine->n_sensor ? "]}" : "]}]");
    }
}

static void
add_pressure(struct quire_text *text, const struct quire_pressure_params *place)
{
    add_string(text, "name", place->name);
    quire_text_add(text, ",");
    add_string(text, "guide", place->guide->name);
    quire_text_add(text, ",\"from\":");
    add_um(text, place->from);
    quire_text_add(text, ",\"to\":");
    add_um(text, place->to);
}

/* what presses sheets to guides: from where to where along them, null where it begins or ends with
 * the guide */
static void
add_pressures(struct quire_text *text, const struct quire_model *model)
{
    bool any = false;
    for (size_t i = 0; model != NULL && model->root != NULL && i < model->root->n_child; i++) {
        const struct quire_object *child = model->root->child[i];
        if (strcmp(child->kind->family, "pressure") == 0) {
            quire_text_add(text, any ? ",{" : ",\"pressures\":[{");
            add_pressure(text, child->params);
            quire_text_add(text, "}");
            any = true;
        }
    }
    quire_text_add(text, any ? "]" : "");
}

/* displacements in millionths of the largest one */
static void
add_displacements(struct quire_text *text, const double *shape, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        quire_text_add(text, i > 0 ? "," : "");
        add_um(text, shape[i]);
    }
}

static void
add_mode(struct quire_text *text, const struct quire_mode *mode, const struct quire_view *view)
{
    const double *shape = mode->shape;
    quire_text_add(text, "{\"frequency\":");
    quire_text_json_number(text, mode->frequency);
    quire_text_add(text, ",\"sheets\":[");
    for (size_t i = 0; i < view->n_sheet; i++) {
        const size_t n = quire_shape_numbers(quire_view_sheet(view, i));
        quire_text_add(text, i > 0 ? ",[" : "[");
        add_displacements(text, shape, n);
        quire_text_add(text, "]");
        shape += n;
    }
    quire_text_add(text, "],\"rollers\":[");
    add_displacements(text, shape, (view->spatial ? 3 : 2) * view->n_roller);
    quire_text_add(text, "]}");
}

static void
add_header(struct quire_text *text, const struct quire_machine *machine,
           const struct quire_result *result, const struct quire_view *view)
{
    const struct quire_model *model = result->model;
    quire_text_add(text, "{\"schema\":\"quire-trajectory-1\",\"unit\":\"um\",");
    add_string(text, "model", model != NULL ? quire_model_name(model) : NULL);
    quire_text_add(text, machine->spatial ? ",\"motion\":\"spatial\"" : "");
    quire_text_add(text, ",\"sheets\":[");
    for (size_t i = 0; i < view->n_sheet; i++) {
        const struct quire_sheet_view *sheet = quire_view_sheet(view, i);
        quire_text_add(text, i > 0 ? ",{" : "{");
        add_string(text, "name", sheet->name);
        quire_text_format(text, ",\"nodes\":%zu,\"thickness\":", sheet->n_node);
        add_um(text, sheet->thickness);
        if (view->spatial) {
            quire_text_format(text, ",\"columns\":%zu,\"width\":", sheet->n_column);
            add_um(text, sheet->width);
        }
        quire_text_add(text, "}");
    }
    quire_text_add(text, "],\"rollers\":[");
    for (size_t i = 0; i < machine->n_roller; i++) {
        quire_text_add(text, i > 0 ? ",{" : "{");
        add_string(text, "name", machine->roller[i].name);
        quire_text_add(text, ",\"radius\":");
        add_um(text, machine->roller[i].radius);
        add_discs(text, machine, &machine->roller[i]);
        quire_text_add(text, "}");
    }
    quire_text_add(text, "]");
    for (size_t i = 0; i < machine->n_body; i++) {
        quire_text_add(text, i == 0 ? ",\"bodies\":[{" : ",{");
        add_string(text, "name", machine->body[i].name);
        quire_text_add(text, ",\"radius\":");
        add_um(text, machine->body[i].radius);
        quire_text_add(text, machine->body[i].soft ? ",\"soft\":true" : "");
        if (i < view->n_body && quire_view_body(view, i)->is_solid) {
            add_solid(text, machine, &machine->body[i]);
        }
        if (machine->body[i].roller > 0) {
            quire_text_format(text, ",\"roller\":%d", machine->body[i].roller - 1);
        }
        quire_text_add(text, i + 1 < machine->n_body ? "}" : "}]");
    }
    add_lines(text, "guides", machine->guide, machine->n_guide);
    add_lines(text, "paths", machine->path, machine->n_path);
    add_sensors(text, machine);
    add_pressures(text, model);
    for (size_t i = 0; i < result->rest.n_mode; i++) {
        quire_text_add(text, i == 0 ? ",\"modes\":[" : ",");
        add_mode(text, &result->rest.mode[i], view);
        quire_text_add(text, i + 1 < result->rest.n_mode ? "" : "]");
    }
    quire_text_add(text, "}\n");
}

/* the first node's place, then each node's step from the one before it: short numbers; in space the
 * one before it in the same column */
static void
add_steps(struct quire_text *text, const int32_t *at, size_t n, size_t back)
{
    if (at == NULL) {
        quire_text_add(text, "null");
        return;
    }
    for (size_t i = 0; i < n; i++) {
        quire_text_add_char(text, i > 0 ? ',' : '[');
        quire_text_integer(text, i < back ? (int64_t)at[i] : (int64_t)at[i] - at[i - back]);
    }
    quire_text_add(text, "]");
}

static void
add_coordinate(struct quire_text *text, int32_t um)
{
    if (um == QUIRE_FRAMES_ABSENT) {
        quire_text_add(text, "null");
    } else {
        quire_text_integer(text, um);
    }
}

static void
add_numbers(struct quire_text *text, const int32_t *value, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        quire_text_add_char(text, i > 0 ? ',' : '[');
        add_coordinate(text, value[i]);
    }
    quire_text_add(text, "]");
}

/* a sheet's forces; null while it is not in the machine */
static void
add_forces(struct quire_text *text, const int32_t *force, size_t n, bool there)
{
    if (there) {
        add_numbers(text, force, n);
    } else {
        quire_text_add(text, "null");
    }
}

/* besides mid-lines: "tension" of segments; of spatial sheets "nodes" of all columns and "contact"
 * of stations too */
static void
add_more(struct quire_text *text, const struct quire_frames *frames, size_t frame, bool spatial)
{
    static const char *const key[] = {"tension", "nodes", "contact"};
    for (size_t k = 0; k < (spatial ? 3 : 1); k++) {
        quire_text_format(text, ",\"%s\":[", key[k]);
        for (size_t i = 0; i < frames->n_sheet; i++) {
            size_t n;
            const bool there = quire_frames_sheet(frames, frame, i, &n) != NULL;
            quire_text_add(text, i > 0 ? "," : "");
            if (k == 0) {
                add_forces(text, quire_frames_tension_at(frames, frame, i), n - 1, there);
            } else if (k == 1) {
                add_steps(text, quire_frames_nodes(frames, frame, i), 3 * n * frames->column[i],
                          3 * frames->column[i]);
            } else {
                add_forces(text, quire_frames_contact_at(frames, frame, i), n, there);
            }
        }
        quire_text_add(text, "]");
    }
}

/* only where a carriage moves some */
static void
add_shifts(struct quire_text *text, const struct quire_frames *frames, size_t frame)
{
    bool any = false;
    for (size_t i = 0; quire_frames_has_shifts(frames) && i < frames->n_roller; i++) {
        any = any || quire_frames_shifts_at(frames, frame)[i] != QUIRE_FRAMES_ABSENT;
    }
    if (any) {
        quire_text_add(text, ",\"shifts\":");
        add_numbers(text, quire_frames_shifts_at(frames, frame), frames->n_roller);
    }
}

static void
add_frame(struct quire_text *text, const struct quire_frames *frames, size_t frame, bool spatial)
{
    quire_text_add(text, "{\"time\":");
    quire_text_json_number(text, frames->time[frame]);
    quire_text_add(text, ",\"sheets\":[");
    for (size_t i = 0; i < frames->n_sheet; i++) {
        size_t n;
        const int32_t *at = quire_frames_sheet(frames, frame, i, &n);
        quire_text_add(text, i > 0 ? "," : "");
        add_steps(text, at, 2 * n, 2);
    }
    quire_text_add(text, "],\"rollers\":[");
    for (size_t i = 0; i < frames->n_roller; i++) {
        const int32_t *at = quire_frames_roller(frames, frame, i);
        quire_text_add(text, i > 0 ? "," : "");
        add_coordinate(text, at[0]);
        quire_text_add(text, ",");
        add_coordinate(text, at[1]);
    }
    quire_text_add(text, "]");
    for (size_t i = 0; i < frames->n_body; i++) {
        const int32_t *at = quire_frames_body(frames, frame, i);
        quire_text_add(text, i == 0 ? ",\"bodies\":[" : ",");
        for (size_t j = 0; j < 8; j++) {
            quire_text_add(text, j > 0 ? "," : "[");
            add_coordinate(text, at[j]);
        }
        quire_text_add(text, i + 1 < frames->n_body ? "]" : "]]");
    }
    add_more(text, frames, frame, spatial);
    if (spatial) {
        add_shifts(text, frames, frame);
    }
    for (size_t i = 0; i < frames->n_gate; i++) {
        quire_text_add(text, i == 0 ? ",\"gates\":[" : ",");
        add_numbers(text, quire_frames_gate_at(frames, frame, i), QUIRE_FRAMES_POSE);
        quire_text_add(text, i + 1 < frames->n_gate ? "" : "]");
    }
    for (size_t i = 0; i < frames->n_solid; i++) {
        quire_text_add(text, i == 0 ? ",\"solids\":[" : ",");
        add_numbers(text, quire_frames_solid_at(frames, frame, i), QUIRE_FRAMES_SOLID);
        quire_text_add(text, i + 1 < frames->n_solid ? "" : "]");
    }
    quire_text_add(text, "}\n");
}

quire_status
quire_trajectory_write(FILE *file, const struct quire_frames *frames,
                       const struct quire_machine *machine, const struct quire_result *result,
                       const struct quire_view *view)
{
    struct quire_text text = {0};
    add_header(&text, machine, result, view);
    for (size_t i = 0; i < frames->n && !text.failed; i++) {
        fwrite(text.data, 1, text.size, file);
        text.size = 0;
        add_frame(&text, frames, i, machine->spatial);
    }
    if (!text.failed) {
        fwrite(text.data, 1, text.size, file);
    }
    const quire_status status = text.failed ? QUIRE_ERROR_LIMIT : QUIRE_OK;
    quire_text_clear(&text);
    return status;
}

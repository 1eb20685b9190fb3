#include "trace/trajectory_read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "base/diag.h"
#include "base/file.h"
#include "base/json_read.h"
#include "result/folder.h"
#include "result/manifest.h"

#define SIZE_MOST    ((size_t)1 << 30) /* of the file [B] */
#define COUNT_MOST   1000000           /* of nodes, sheets, ... in one frame */
#define COLUMNS_MOST 9

/* ---- numbers ---- */

/* a coordinate or force; false if it is neither a whole number of that size nor null */
static bool
take_integer(const json_t *value, int64_t *out)
{
    *out = QUIRE_FRAMES_ABSENT;
    if (json_is_null(value)) {
        return true;
    }
    if (!json_is_integer(value) || json_integer_value(value) <= INT32_MIN ||
        json_integer_value(value) > INT32_MAX) {
        return false;
    }
    *out = json_integer_value(value);
    return true;
}

/* whole millionths as written, in metres; NaN if it is no number */
static double
metres(const json_t *value)
{
    return json_is_number(value) ? 1e-6 * json_number_value(value) : (double)NAN;
}

static bool
take_count(const json_t *value, size_t most, size_t *out)
{
    const json_int_t n = json_integer_value(value);
    *out = n > 0 ? (size_t)n : 0;
    return json_is_integer(value) && n > 0 && (size_t)n <= most;
}

/* ---- the header ---- */

static const char *
name_of(const json_t *object)
{
    const char *name = json_string_value(json_object_get(object, "name"));
    return name != NULL ? name : "";
}

static bool
read_triple(const json_t *list, double factor, double out[3])
{
    for (size_t c = 0; c < 3; c++) {
        const json_t *value = json_array_get(list, c);
        out[c] = factor * json_number_value(value);
        if (!json_is_number(value)) {
            return false;
        }
    }
    return true;
}

static bool
read_discs(struct quire_machine *m, struct quire_wheel *roller, const json_t *pads)
{
    const size_t n = json_array_size(pads);
    roller->disc = m->n_disc;
    roller->n_disc = n;
    if (n == 0) {
        return true;
    }
    struct quire_disc *disc = realloc(m->disc, (m->n_disc + n) * sizeof *disc);
    if (disc == NULL) {
        return false;
    }
    m->disc = disc;
    for (size_t i = 0; i < n; i++) {
        const json_t *pad = json_array_get(pads, i);
        struct quire_disc *d = &disc[m->n_disc++];
        *d = (struct quire_disc){.radius = metres(json_object_get(pad, "radius")),
                                 .half = metres(json_object_get(pad, "half"))};
        if (!read_triple(json_object_get(pad, "at"), 1e-6, d->at) ||
            !read_triple(json_object_get(pad, "axis"), 1.0, d->axis) || !(d->radius > 0) ||
            !(d->half >= 0)) {
            return false;
        }
    }
    return true;
}

static bool
read_rollers(struct quire_machine *m, const json_t *rollers)
{
    const size_t n = json_array_size(rollers);
    m->roller = calloc(n + 1, sizeof *m->roller);
    for (size_t i = 0; m->roller != NULL && i < n; i++) {
        const json_t *roller = json_array_get(rollers, i);
        m->roller[m->n_roller++] =
            (struct quire_wheel){.name = name_of(roller),
                                 .x = NAN,
                                 .y = NAN,
                                 .radius = metres(json_object_get(roller, "radius"))};
        if (!(m->roller[i].radius > 0) ||
            !read_discs(m, &m->roller[i], json_object_get(roller, "pads"))) {
            return false;
        }
    }
    return m->roller != NULL;
}

static bool
read_balls(struct quire_machine *m, struct quire_shape *shape, const json_t *balls)
{
    const size_t n = json_array_size(balls);
    shape->ball = m->n_ball;
    shape->n_ball = n;
    struct quire_ball_view *ball = realloc(m->ball, (m->n_ball + n + 1) * sizeof *ball);
    if (ball == NULL) {
        return false;
    }
    m->ball = ball;
    for (size_t i = 0; i < n; i++) {
        const json_t *numbers = json_array_get(balls, i);
        struct quire_ball_view *b = &ball[m->n_ball++];
        *b = (struct quire_ball_view){.radius = metres(json_array_get(numbers, 3))};
        if (!read_triple(numbers, 1e-6, b->at) || !(b->radius >= 0)) {
            return false;
        }
    }
    return true;
}

/* "" where a body is none */
static const char *
solid_kind(const json_t *body)
{
    const char *kind = json_string_value(json_object_get(body, "solid"));
    return kind != NULL ? kind : "";
}

/* how many of the bodies, from the first on, are solids */
static size_t
count_solids(const json_t *bodies)
{
    size_t n = 0;
    while (n < json_array_size(bodies) && solid_kind(json_array_get(bodies, n))[0] != '\0') {
        n++;
    }
    return n;
}

static bool
read_bodies(struct quire_machine *m, const json_t *bodies)
{
    const size_t n = json_array_size(bodies);
    m->body = calloc(n + 1, sizeof *m->body);
    for (size_t i = 0; m->body != NULL && i < n; i++) {
        const json_t *body = json_array_get(bodies, i);
        const json_t *outline = json_object_get(body, "roller");
        const json_int_t roller = json_integer_value(outline);
        m->body[m->n_body++] =
            (struct quire_shape){.name = name_of(body),
                                 .radius = metres(json_object_get(body, "radius")),
                                 .soft = json_is_true(json_object_get(body, "soft"))};
        if (outline != NULL &&
            (!json_is_integer(outline) || roller < 0 || (size_t)roller >= m->n_roller)) {
            return false;
        }
        if (!read_balls(m, &m->body[i], json_object_get(body, "balls"))) {
            return false;
        }
        m->body[i].cuboid = strcmp(solid_kind(body), "cuboid") == 0;
        if (outline != NULL) {
            m->body[i].of_roller = true;
            m->body[i].roller = (int)roller;
            m->roller[roller].soft = true;
        }
    }
    return m->body != NULL;
}

/* both rims of a side guide; others have none */
static bool
read_rims(struct quire_polyline *line, const json_t *points)
{
    const size_t n = json_array_size(points) / 6;
    line->rim = n > 0 ? calloc(n, sizeof *line->rim) : NULL;
    for (size_t i = 0; line->rim != NULL && i < 6 * n; i++) {
        const double at = metres(json_array_get(points, i));
        line->rim[i / 6][i / 3 % 2][i % 3] = at;
        if (!isfinite(at)) {
            return false;
        }
    }
    line->n_rim = n;
    return n == 0 || line->rim != NULL;
}

static bool
read_line(struct quire_polyline *line, const json_t *object)
{
    const json_t *points = json_object_get(object, "points"),
                 *across = json_object_get(object, "across");
    const double side = json_number_value(json_object_get(object, "side"));
    *line = (struct quire_polyline){.name = name_of(object),
                                    .side = side,
                                    .n = json_array_size(points) / 2,
                                    .across = {-HUGE_VAL, HUGE_VAL}};
    line->at = calloc(line->n + 1, sizeof *line->at);
    for (size_t i = 0; line->at != NULL && i < 2 * line->n; i++) {
        const double at = metres(json_array_get(points, i));
        line->at[i / 2][i % 2] = at;
        if (!isfinite(at)) {
            return false;
        }
    }
    for (size_t i = 0; i < 2; i++) {
        const double z = metres(json_array_get(across, i));
        line->across[i] = isfinite(z) ? z : line->across[i];
        line->rise[i] = json_number_value(json_array_get(json_object_get(object, "rise"), i));
    }
    return line->at != NULL && read_rims(line, json_object_get(object, "rims"));
}

/* those that move, in their order */
static size_t
number_gates(struct quire_machine *m, const json_t *guides)
{
    size_t n = 0;
    for (size_t i = 0; i < m->n_guide; i++) {
        m->guide[i].moves = json_is_true(json_object_get(json_array_get(guides, i), "moves"));
        m->guide[i].gate = m->guide[i].moves ? n++ : 0;
    }
    return n;
}

static bool
read_lines(struct quire_polyline **out, size_t *n_out, const json_t *lines)
{
    const size_t n = json_array_size(lines);
    *out = calloc(n + 1, sizeof **out);
    for (size_t i = 0; *out != NULL && i < n; i++) {
        (*n_out)++;
        if (!read_line(*out + i, json_array_get(lines, i))) {
            return false;
        }
    }
    return *out != NULL;
}

static bool
read_sheets(struct quire_trajectory *t, const json_t *sheets, size_t n_solid)
{
    struct quire_machine *m = &t->machine;
    const size_t n = json_array_size(sheets);
    size_t all = 0;
    struct quire_frames_sheet *shape = calloc(n + 1, sizeof *shape);
    m->sheet = calloc(n + 1, sizeof *m->sheet);
    bool good = shape != NULL && m->sheet != NULL;
    for (size_t i = 0; good && i < n; i++) {
        const json_t *sheet = json_array_get(sheets, i);
        m->sheet[m->n_sheet++] =
            (struct quire_leaf){.name = name_of(sheet),
                                .width = metres(json_object_get(sheet, "width")),
                                .thickness = metres(json_object_get(sheet, "thickness"))};
        good = take_count(json_object_get(sheet, "nodes"), COUNT_MOST, &shape[i].n_node) &&
               (!m->spatial ||
                (take_count(json_object_get(sheet, "columns"), COLUMNS_MOST, &shape[i].n_column) &&
                 m->sheet[i].width > 0));
        all += shape[i].n_node;
        good = good && all <= COUNT_MOST;
    }
    good = good &&
           quire_frames_shape(&t->frames, shape, n, m->n_roller, m->n_body, n_solid) == QUIRE_OK;
    free(shape);
    return good;
}

static bool
read_header(struct quire_trajectory *t, const json_t *header)
{
    struct quire_machine *m = &t->machine;
    const char *schema = json_string_value(json_object_get(header, "schema")),
               *motion = json_string_value(json_object_get(header, "motion"));
    const char *model = json_string_value(json_object_get(header, "model"));
    if (schema == NULL || strcmp(schema, "quire-trajectory-1") != 0) {
        return false;
    }
    t->model = model != NULL ? model : "";
    m->spatial = motion != NULL && strcmp(motion, "spatial") == 0;
    const bool good =
        read_rollers(m, json_object_get(header, "rollers")) &&
        read_bodies(m, json_object_get(header, "bodies")) &&
        read_lines(&m->guide, &m->n_guide, json_object_get(header, "guides")) &&
        read_lines(&m->path, &m->n_path, json_object_get(header, "paths")) &&
        read_lines(&m->pressure, &m->n_pressure, json_object_get(header, "pressures")) &&
        read_sheets(t, json_object_get(header, "sheets"),
                    count_solids(json_object_get(header, "bodies")));
    if (good) {
        quire_frames_add_gates(&t->frames, number_gates(m, json_object_get(header, "guides")));
    }
    return good;
}

/* ---- frames ---- */

/* numbers that are steps from the one `back` places before (0: they stand for themselves) */
static bool
read_numbers(int32_t *at, size_t n, const json_t *list, size_t back)
{
    if (json_is_null(list)) {
        return true; /* not there, as the frame already says */
    }
    if (json_array_size(list) != n) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        int64_t value;
        if (!take_integer(json_array_get(list, i), &value)) {
            return false;
        }
        value += back > 0 && i >= back ? at[i - back] : 0;
        if (value < INT32_MIN || value > INT32_MAX) {
            return false;
        }
        at[i] = (int32_t)value;
    }
    return true;
}

static bool
read_sheet_frame(struct quire_trajectory *t, size_t frame, size_t i, const json_t *line)
{
    const struct quire_frames *f = &t->frames;
    const size_t n = quire_frames_node_count(f, i), m = f->column[i];
    bool good = n > 0 &&
                read_numbers(quire_frames_line_at(f, frame, i), 2 * n,
                             json_array_get(json_object_get(line, "sheets"), i), 2) &&
                read_numbers(quire_frames_tension_at(f, frame, i), n - 1,
                             json_array_get(json_object_get(line, "tension"), i), 0);
    if (m > 0) {
        good = good &&
               read_numbers(quire_frames_nodes_at(f, frame, i), 3 * n * m,
                            json_array_get(json_object_get(line, "nodes"), i), 3 * m) &&
               read_numbers(quire_frames_contact_at(f, frame, i), n,
                            json_array_get(json_object_get(line, "contact"), i), 0);
    }
    return good;
}

static bool
read_frame(struct quire_trajectory *t, const json_t *line)
{
    struct quire_frames *f = &t->frames;
    const json_t *time = json_object_get(line, "time"), *bodies = json_object_get(line, "bodies");
    const size_t frame = f->n;
    bool good = json_is_number(time) && quire_frames_append(f, json_number_value(time));
    for (size_t i = 0; good && i < f->n_sheet; i++) {
        good = read_sheet_frame(t, frame, i, line);
    }
    for (size_t i = 0; good && i < f->n_body; i++) {
        good = read_numbers(quire_frames_body_at(f, frame, i), 8, json_array_get(bodies, i), 0);
    }
    for (size_t i = 0; good && i < f->n_solid; i++) {
        good = read_numbers(quire_frames_solid_at(f, frame, i), QUIRE_FRAMES_SOLID,
                            json_array_get(json_object_get(line, "solids"), i), 0);
    }
    for (size_t i = 0; good && i < f->n_gate; i++) {
        const json_t *pose = json_array_get(json_object_get(line, "gates"), i);
        good = pose != NULL &&
               read_numbers(quire_frames_gate_at(f, frame, i), QUIRE_FRAMES_POSE, pose, 0);
    }
    if (json_object_get(line, "shifts") != NULL) {
        good = good && quire_frames_has_shifts(f) &&
               read_numbers(quire_frames_shifts_at(f, frame), f->n_roller,
                            json_object_get(line, "shifts"), 0);
    }
    return good && read_numbers(quire_frames_roller_at(f, frame, 0), 2 * f->n_roller,
                                json_object_get(line, "rollers"), 0);
}

/* ---- the file ---- */

/* in pictures rollers stand where they were first */
static void
place_rollers(struct quire_trajectory *t)
{
    for (size_t i = 0; i < t->machine.n_roller; i++) {
        const int32_t *at = quire_frames_roller(&t->frames, 0, i);
        if (at[0] != QUIRE_FRAMES_ABSENT && at[1] != QUIRE_FRAMES_ABSENT) {
            t->machine.roller[i].x = 1e-6 * at[0];
            t->machine.roller[i].y = 1e-6 * at[1];
        }
    }
}

static quire_status
refuse(quire_diag *diag, const char *path, size_t line, const char *what)
{
    const struct quire_place at = {path, (int)line, 0};
    return quire_diag_error(diag, "E-FILE", at, NULL, "run the model again", "%s", what);
}

static quire_status
read_text(struct quire_trajectory *t, char *text, const char *path, quire_diag *diag)
{
    quire_status status = QUIRE_OK;
    size_t n = 0;
    for (char *line = text, *next; *line != '\0' && status == QUIRE_OK; line = next) {
        const size_t length = strcspn(line, "\n");
        next = line + length + (line[length] == '\n');
        bool starved;
        json_t *value = quire_json_read(line, length, 0, &starved);
        n++;
        const bool good = value != NULL && (n == 1 ? read_header(t, value) : read_frame(t, value));
        if (starved) {
            status = quire_diag_memory_error(diag);
        } else if (!good) {
            status = refuse(diag, path, n, "is no trajectory as Quire writes them");
        }
        if (n == 1) {
            t->header = value;
        } else {
            json_decref(value);
        }
    }
    if (t->frames.n > 0) {
        place_rollers(t);
    }
    return status == QUIRE_OK && t->frames.n == 0 ? refuse(diag, path, n, "holds no frame")
                                                  : status;
}

/* there are no results, those of a run that did not finish, or the file alone is missing */
static quire_status
explain_missing(const char *directory, const char *path, quire_diag *diag)
{
    struct quire_manifest manifest;
    const quire_status status = quire_manifest_load(&manifest, directory, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    json_t *summary = quire_json_read(manifest.summary, strlen(manifest.summary), 0, NULL);
    if (summary == NULL) { /* it has been read before */
        quire_manifest_clear(&manifest);
        return quire_diag_memory_error(diag);
    }
    const bool complete = json_is_true(json_object_get(summary, "complete"));
    json_decref(summary);
    quire_manifest_clear(&manifest);
    const struct quire_place at = {path, 0, 0};
    return complete
               ? quire_diag_error(diag, "E-FILE", at, NULL, "run the model again", "is missing")
               : quire_diag_error(diag, "E-FILE", at, NULL, "summary.json beside it says why",
                                  "is missing, since the run did not finish");
}

quire_status
quire_trajectory_load(struct quire_trajectory *out, const char *directory, quire_diag *diag)
{
    char *path = quire_folder_join(directory, QUIRE_TRAJECTORY_FILE), *text = NULL;
    size_t size;
    *out = (struct quire_trajectory){.model = ""};
    if (path == NULL) {
        return quire_diag_memory_error(diag);
    }
    quire_status status = access(path, F_OK) != 0
                              ? explain_missing(directory, path, diag)
                              : quire_folder_read(&text, &size, path, SIZE_MOST, diag);
    if (status == QUIRE_OK) {
        status = read_text(out, text, path, diag);
    }
    if (status != QUIRE_OK) {
        quire_trajectory_clear(out);
    }
    free(text);
    free(path);
    return status;
}

void
quire_trajectory_clear(struct quire_trajectory *self)
{
    quire_machine_clear(&self->machine);
    quire_frames_clear(&self->frames);
    json_decref(self->header);
    *self = (struct quire_trajectory){.model = ""};
}

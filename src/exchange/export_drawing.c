/* The machine at the start as a drawing. */
#include <quire/drawing.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/file.h"
#include "cad/chain.h"
#include "cad/dxf/plan_dxf.h"
#include "cad/svg/plan_svg.h"
#include "geometry/outline.h"
#include "kind/sensor.h"
#include "machine/system.h"
#include "path/places.h"
#include "run/run.h"

#define TICK 4e-3 /* half the length of a sensor's mark [m] */

struct sketch {
    struct quire_plan_line *line; /* (n) */
    struct quire_outline *outline;
    size_t n, capacity;
    bool failed;
};

/* a new line, whose outline is still to be drawn; NULL when memory ran out */
static struct quire_outline *
add_line(struct sketch *self, const char *sort, const char *name, int colour)
{
    if (self->failed || self->n == self->capacity) {
        self->failed = true;
        return NULL;
    }
    struct quire_outline *outline = &self->outline[self->n];
    self->line[self->n++] = (struct quire_plan_line){sort, name, colour, outline};
    return outline;
}

static void
note(struct sketch *self, quire_status status)
{
    self->failed = self->failed || status == QUIRE_ERROR_LIMIT;
}

static void
copy_outline(struct sketch *self, struct quire_outline *out, const struct quire_outline *from)
{
    for (size_t i = 0; out != NULL && i < from->n; i++) {
        note(self, quire_outline_add_piece(out, &from->piece[i]));
    }
    if (out != NULL) {
        out->closed = from->closed;
    }
}

/* guides stand where their gates have them */
static void
add_guides(struct sketch *self, const struct quire_view *view)
{
    for (size_t i = 0; i < view->n_guide; i++) {
        const struct quire_guide_view *guide = quire_view_guide(view, i);
        if (guide->outline == NULL || guide->outline->n == 0) {
            continue; /* a wall that stands upright */
        }
        struct quire_outline *out = add_line(self, "GUIDE", guide->name, 4);
        if (out != NULL && guide->other != NULL) { /* a wall: all round it */
            note(self, quire_outline_solid(out, guide->outline, guide->other, 0, guide->depth));
        } else {
            copy_outline(self, out, guide->outline);
        }
        if (out != NULL && guide->moves) {
            quire_outline_move(out, false, guide->turn, guide->origin);
        }
    }
}

static void
add_circle(struct sketch *self, const char *sort, const char *name, int colour, double x, double y,
           double radius)
{
    const double centre[2] = {x, y};
    struct quire_outline *out = add_line(self, sort, name, colour);
    if (out != NULL) {
        note(self, quire_outline_add_circular(out, centre, radius, 0.0, 2.0 * M_PI, 1.0));
    }
}

static void
add_block(struct sketch *self, const struct quire_body_view *body)
{
    struct quire_outline *out = add_line(self, "BODY", body->name, 6);
    const double w = 0.5 * body->width, h = 0.5 * body->height, shift[2] = {body->x, body->y};
    const double corner[4][2] = {{-w, -h}, {w, -h}, {w, h}, {-w, h}};
    for (int i = 0; out != NULL && i < 4; i++) {
        note(self, quire_outline_add_segment(out, corner[i], corner[(i + 1) % 4]));
    }
    if (out != NULL) {
        out->closed = true;
        quire_outline_move(out, false, body->angle, shift);
    }
}

static void
add_rollers(struct sketch *self, const struct quire_view *view)
{
    for (size_t i = 0; i < view->n_roller; i++) {
        const struct quire_roller_view *roller = quire_view_roller(view, i);
        if (!roller->is_free) {
            add_circle(self, "ROLLER", roller->name, 5, roller->x, roller->y, roller->radius);
        }
    }
    for (size_t i = 0; i < view->n_body; i++) {
        const struct quire_body_view *body = quire_view_body(view, i);
        if (body->radius > 0.0) {
            add_circle(self, "BODY", body->name, 6, body->x, body->y, body->radius);
        } else if (!body->is_solid) {
            add_block(self, body);
        }
    }
}

static void
add_sheets(struct sketch *self, const struct quire_view *view)
{
    for (size_t i = 0; i < view->n_sheet; i++) {
        const struct quire_sheet_view *sheet = quire_view_sheet(view, i);
        struct quire_outline *out = sheet->entered ? add_line(self, "SHEET", sheet->name, 1) : NULL;
        for (size_t k = 0; out != NULL && k + 1 < sheet->n_node; k++) {
            const double from[2] = {sheet->x[k], sheet->y[k]},
                         to[2] = {sheet->x[k + 1], sheet->y[k + 1]};
            note(self, quire_outline_add_segment(out, from, to));
        }
    }
}

static void
add_paths(struct sketch *self, struct quire_run *run, const struct quire_object *root)
{
    const struct quire_object *path;
    for (size_t i = 0; (path = quire_object_next_of(root, &quire_kind_path, &i)) != NULL;) {
        const struct quire_outline *outline = quire_run_path(run, path);
        if (outline != NULL) {
            copy_outline(self, add_line(self, "PATH", path->name, 3), outline);
        }
    }
}

/* a mark across the path, where the sensor looks */
static void
add_sensors(struct sketch *self, struct quire_run *run, const struct quire_object *root)
{
    for (size_t i = 0; i < root->n_child; i++) {
        const struct quire_object *sensor = root->child[i];
        const struct quire_sensor_common *common =
            sensor->kind->family == &quire_family_sensor ? sensor->params : NULL;
        const struct quire_outline *path =
            common != NULL ? quire_run_path(run, common->path) : NULL;
        if (path == NULL || !isfinite(common->at)) {
            continue;
        }
        double at[2], along[2];
        quire_outline_at(path, common->at, at, along);
        const double from[2] = {at[0] + TICK * along[1], at[1] - TICK * along[0]},
                     to[2] = {at[0] - TICK * along[1], at[1] + TICK * along[0]};
        struct quire_outline *out = add_line(self, "SENSOR", sensor->name, 2);
        if (out != NULL) {
            note(self, quire_outline_add_segment(out, from, to));
        }
    }
}

static void
clear(struct sketch *self)
{
    for (size_t i = 0; i < self->n; i++) {
        quire_outline_clear(&self->outline[i]);
    }
    free(self->outline);
    free(self->line);
}

static quire_status
draw(struct sketch *self, struct quire_run *run, const struct quire_model *model, quire_diag *diag)
{
    const struct quire_view *view = quire_run_start_view(run);
    self->capacity =
        view->n_guide + view->n_roller + view->n_body + view->n_sheet + model->root->n_child;
    self->line = calloc(self->capacity + 1, sizeof *self->line);
    self->outline = calloc(self->capacity + 1, sizeof *self->outline);
    self->failed = self->line == NULL || self->outline == NULL;
    add_paths(self, run, model->root);
    add_guides(self, view);
    add_rollers(self, view);
    add_sensors(self, run, model->root);
    add_sheets(self, view);
    return self->failed ? quire_diag_memory_error(diag) : QUIRE_OK;
}

static const char *const formats[] = {"dxf", "svg", NULL};

const char *const *
quire_drawing_formats(void)
{
    return formats;
}

static quire_status
save(const struct sketch *self, bool dxf, const char *path, quire_diag *diag)
{
    const struct quire_plan plan = {self->line, self->n};
    struct quire_text text = {0};
    (dxf ? quire_plan_write_dxf : quire_plan_write_svg)(&text, &plan);
    const quire_status status = text.failed ? quire_diag_memory_error(diag)
                                            : quire_file_save(path, text.data, text.size, diag);
    quire_text_clear(&text);
    return status;
}

quire_status
quire_drawing_export(const quire_model *model, const char *format, const char *path,
                     quire_diag *diag)
{
    if (model == NULL || format == NULL || path == NULL) {
        return quire_diag_misuse(diag, __func__);
    }
    const bool dxf = strcmp(format, "dxf") == 0;
    struct sketch sketch = {0};
    quire_run *run = NULL;
    if (!dxf && strcmp(format, "svg") != 0) {
        return quire_diag_error(diag, "E-USAGE", quire_nowhere(), NULL, "dxf and svg are there",
                                "no format is named '%s'", format);
    }
    quire_status status = quire_run_create(&run, model, NULL, diag);
    if (status == QUIRE_OK) {
        status = draw(&sketch, run, model, diag);
    }
    if (status == QUIRE_OK) {
        status = save(&sketch, dxf, path, diag);
    }
    clear(&sketch);
    quire_run_destroy(run);
    return status;
}

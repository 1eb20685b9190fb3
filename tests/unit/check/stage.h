/* A hand-made machine for tests of sensors, rules and checks: a straight path along x, one sheet
 * that lies on it, one nip with a driven roller below the path, one guide. No solver: the tests
 * move things. */
#ifndef QUIRE_TESTS_STAGE_H
#define QUIRE_TESTS_STAGE_H

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "geometry/outline.h"
#include "kind/sensor.h"
#include "model/params.h"
#include "model/settings.h"

enum { STAGE_NODES = 31, STAGE_CHILDREN = 24 };

struct stage {
    struct quire_arena *arena;
    struct quire_model model;
    struct quire_object root, sheet_object, start_object, path_object;
    struct quire_object *child[STAGE_CHILDREN], *sheet_child[4];
    struct quire_start_params start;
    struct quire_sheet_params sheet_params;
    struct quire_outline outline, guide_outline;
    double x[STAGE_NODES], y[STAGE_NODES], vx[STAGE_NODES], vy[STAGE_NODES];
    struct quire_sheet_view sheet;
    struct quire_roller_view roller[2];
    struct quire_nip_view nip;
    struct quire_guide_view guide;
    struct quire_view view;
};

static const struct quire_field stage_no_fields[] = {QUIRE_FIELD_END};
static const struct quire_kind stage_root_kind = {
    .family = "model", .element = "model", .fields = stage_no_fields};
static const struct quire_kind stage_sheet_kind = {
    .family = "body", .element = "sheet", .fields = stage_no_fields};
static const struct quire_kind stage_start_kind = {
    .family = "body", .element = "start", .fields = stage_no_fields};
static const struct quire_kind stage_path_kind = {
    .family = "model", .element = "path", .fields = stage_no_fields};
static const struct quire_kind stage_nip_kind = {
    .family = "body", .element = "nip", .fields = stage_no_fields};
static const struct quire_kind stage_clamp_kind = {
    .family = "body", .element = "clamp", .fields = stage_no_fields};

static inline struct quire_object *
stage_adopt(struct stage *s, struct quire_object *object)
{
    cr_assert(s->root.n_child < STAGE_CHILDREN);
    object->parent = &s->root;
    s->child[s->root.n_child++] = object;
    return object;
}

static inline struct quire_object *
stage_find(struct stage *s, const char *name)
{
    for (size_t i = 0; i < s->root.n_child; i++) {
        if (s->child[i]->name != NULL && strcmp(s->child[i]->name, name) == 0) {
            return s->child[i];
        }
    }
    cr_assert_fail("no object '%s'", name);
    return NULL;
}

/* An object of a kind, from "name=value" texts (at most 8, NULL ends), as a child of the root. */
static inline struct quire_object *
stage_add(struct stage *s, const struct quire_kind *kind, const char *const *texts)
{
    quire_setting settings[8];
    char names[8][40];
    size_t n = 0;
    struct quire_object *object = NULL;
    for (; texts[n] != NULL; n++) {
        const char *equals = strchr(texts[n], '=');
        snprintf(names[n], sizeof names[n], "%.*s", (int)(equals - texts[n]), texts[n]);
        settings[n] = (quire_setting){names[n], equals + 1};
    }
    quire_diag *diag = quire_diag_create();
    const quire_status status =
        quire_object_from_settings(&object, kind, settings, n, s->arena, diag);
    char text[400] = "";
    if (quire_diag_count(diag) > 0) {
        quire_diag_format(diag, 0, text, sizeof text);
    }
    quire_diag_destroy(diag);
    cr_assert(status == QUIRE_OK, "%s", text);
    for (const struct quire_field *f = kind->fields; f->name != NULL; f++) {
        void *to = (char *)object->params + f->offset;
        if (f->type == QUIRE_FIELD_NAME) {
            object->name = *(const char **)to;
        }
        for (size_t i = 0; f->type == QUIRE_FIELD_REFERENCE && i < n; i++) {
            if (strcmp(settings[i].name, f->name) == 0) {
                *(const struct quire_object **)to = stage_find(s, settings[i].value);
            }
        }
    }
    return stage_adopt(s, object);
}
#define STAGE_ADD(s_, kind_, ...) stage_add(s_, kind_, (const char *const[]){__VA_ARGS__, NULL})

/* Puts a straight sheet on the path, its lead edge at `lead`, moving at `speed`. */
static inline void
stage_lay(struct stage *s, double time, double lead, double speed)
{
    for (int i = 0; i < STAGE_NODES; i++) {
        s->x[i] = lead - s->sheet.length * (STAGE_NODES - 1 - i) / (STAGE_NODES - 1);
        s->y[i] = 0;
        s->vx[i] = speed;
        s->vy[i] = 0;
    }
    s->sheet.lead = (struct quire_point_view){
        .x = lead, .vx = speed, .path_distance = lead, .path_speed = speed};
    s->sheet.trail = (struct quire_point_view){
        .x = s->x[0], .vx = speed, .path_distance = s->x[0], .path_speed = speed};
    s->sheet.buckle_height = 0;
    s->view.time = time;
}

static inline void
stage_open(struct stage *s)
{
    memset(s, 0, sizeof *s);
    s->arena = quire_arena_create();
    const double origin[2] = {0, 0}, lip[2] = {0.2, -0.02};
    quire_outline_begin(&s->outline, origin, 0);
    quire_outline_add_line(&s->outline, 1.0);
    quire_outline_begin(&s->guide_outline, lip, 1.5707963267948966);
    quire_outline_add_line(&s->guide_outline, 0.03);
    s->root = (struct quire_object){.kind = &stage_root_kind, .child = s->child};
    s->path_object = (struct quire_object){.kind = &stage_path_kind, .name = "main"};
    s->start.path = &s->path_object;
    s->start_object = (struct quire_object){.kind = &stage_start_kind, .params = &s->start};
    s->sheet_child[0] = &s->start_object;
    s->sheet_object = (struct quire_object){.kind = &stage_sheet_kind,
                                            .name = "page",
                                            .params = &s->sheet_params,
                                            .child = s->sheet_child,
                                            .n_child = 1};
    stage_adopt(s, &s->path_object);
    stage_adopt(s, &s->sheet_object);
    s->model.root = &s->root;
    s->sheet = (struct quire_sheet_view){.name = "page",
                                         .object = &s->sheet_object,
                                         .path = &s->outline,
                                         .entered = true,
                                         .n_node = STAGE_NODES,
                                         .x = s->x,
                                         .y = s->y,
                                         .vx = s->vx,
                                         .vy = s->vy,
                                         .length = 0.3,
                                         .width = 0.21,
                                         .thickness = 1e-4,
                                         .mass = 5e-3};
    s->roller[0] = (struct quire_roller_view){.name = "n1.driver",
                                              .is_driver = true,
                                              .x = 0.1,
                                              .y = -0.01,
                                              .radius = 0.01,
                                              .surface_speed = 0.5,
                                              .shaft_speed = 50,
                                              .normal = 8};
    s->roller[1] = (struct quire_roller_view){
        .name = "n1.idler", .x = 0.1, .y = 0.01, .radius = 0.01, .normal = 8};
    s->nip = (struct quire_nip_view){
        .name = "n1", .driver = 0, .idler = 1, .path_distance = 0.1, .x = 0.1, .sheet = -1};
    s->guide = (struct quire_guide_view){
        .name = "lip", .outline = &s->guide_outline, .side = 1, .x = 0.2, .sheet = -1};
    s->view = (struct quire_view){.n_sheet = 1,
                                  .n_roller = 2,
                                  .n_nip = 1,
                                  .n_guide = 1,
                                  .sheet = &s->sheet,
                                  .roller = s->roller,
                                  .nip = &s->nip,
                                  .guide = &s->guide};
    stage_lay(s, 0, 0.15, 0);
}

/* The nip holds the sheet, or not. */
static inline void
stage_grip(struct stage *s, bool holds)
{
    s->nip.sheet = holds ? 0 : -1;
    s->roller[0].n_sheet = s->roller[1].n_sheet = holds ? 1 : 0;
}

static inline void
stage_close(struct stage *s)
{
    quire_outline_clear(&s->outline);
    quire_outline_clear(&s->guide_outline);
    quire_arena_destroy(s->arena);
}

#endif

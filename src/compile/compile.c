#include "compile/compile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compile/machine.h"
#include "geometry/outline.h"
#include "model/kinds_settings.h"
#include "model/order.h"
#include "model/settings.h"
#include "motion/roller_motion.h"
#include "rule/rule.h"

/* what the model says of one of its settings, or else the defaults; NULL when memory runs out */
static const void *
setting(struct quire_compile *c, const struct quire_kind *kind)
{
    const struct quire_object *settings = quire_object_child_of(c->root, &quire_kind_settings),
                              *given =
                                  settings != NULL ? quire_object_child_of(settings, kind) : NULL;
    struct quire_object *usual = NULL;

    if (given != NULL) {
        return given->params;
    }
    quire_compile_note(c, quire_object_from_settings(&usual, kind, NULL, 0, c->arena, c->diag));
    return usual != NULL ? usual->params : NULL;
}

static void
compile_settings(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    const struct quire_gravity_params *gravity = setting(c, &quire_kind_gravity);

    if (gravity != NULL) {
        memcpy(sys->gravity, gravity->vector, sizeof sys->gravity);
    }
    sys->run = setting(c, &quire_kind_run);
    sys->solver = setting(c, &quire_kind_solver);
}

static void
compile_safe_travel(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    double least = HUGE_VAL;

    for (int k = 0; k < sys->n_guide; k++) {
        least = sys->guide[k].depth < least ? sys->guide[k].depth : least;
    }
    for (int k = 0; k < sys->n_roller; k++) {
        least = sys->roller[k].radius < least ? sys->roller[k].radius : least;
    }
    for (int k = 0; k < sys->n_face; k++) { /* a bar may be thinner than guides are thick */
        const struct quire_face *face = sys->face + k;
        least =
            sys->guide[face->guide].round && face->convex > 0 ? fmin(least, face->radius) : least;
    }
    sys->safe_travel = 0.9 * least; /* contact is felt all through a solid */
}

/* all that moves by itself, rollers first */
static void
compile_bodies(struct quire_compile *c)
{
    if (quire_compile_rollers(c)) {
        quire_compile_flaps(c);
        quire_compile_bodies(c);
        quire_compile_solids(c);
        quire_compile_soft(c);
        quire_compile_elements(c);
    }
}

quire_status
quire_system_create(struct quire_system **out, const struct quire_model *model,
                    enum quire_motion_kind motion, const struct quire_mesh *mesh, quire_diag *diag)
{
    struct quire_compile c = {.diag = diag, .status = QUIRE_OK};
    const size_t first = quire_diag_count(diag);

    *out = NULL;
    c.arena = quire_arena_create();
    c.sys = c.arena != NULL ? quire_arena_get(c.arena, 1, sizeof *c.sys) : NULL;
    c.root = c.sys != NULL ? quire_object_in_order(model->root, c.arena) : NULL;
    if (c.root == NULL) {
        quire_arena_destroy(c.arena);
        return quire_diag_error(diag, "E-MEMORY", (struct quire_place){0}, NULL, NULL,
                                "the machine needs too much memory");
    }
    c.sys->arena = c.arena;
    c.sys->model = model;
    const int wanted = motion != QUIRE_MOTION_OF_MODEL
                           ? (int)motion
                           : ((const struct quire_model_params *)model->root->params)->motion;
    c.sys->spatial = wanted == QUIRE_MOTION_SPATIAL;
    c.mesh = mesh != NULL ? *mesh : (struct quire_mesh){0};
    void (*const part[])(struct quire_compile *) = {compile_settings,
                                                    quire_compile_laws,
                                                    quire_compile_sheets,
                                                    quire_compile_places,
                                                    quire_compile_guides,
                                                    quire_compile_check_guides,
                                                    compile_bodies,
                                                    quire_compile_pads,
                                                    quire_compile_sheet_pairs,
                                                    quire_compile_check_memory,
                                                    quire_compile_unknowns,
                                                    quire_compile_check_factors,
                                                    quire_compile_gate_limits,
                                                    quire_compile_space_limits,
                                                    quire_compile_sheet_starts,
                                                    quire_compile_spring_lengths,
                                                    quire_compile_file_order,
                                                    compile_safe_travel};
    for (size_t i = 0; c.status == QUIRE_OK && i < sizeof part / sizeof part[0]; i++) {
        part[i](&c);
    }
    quire_diag_sort(diag, first); /* problems are told in the order of the file */
    c.sys->odometers = c.sys->spatial || c.sys->n_gate > 0 ||
                       quire_object_child_of(model->root, &quire_kind_rule) != NULL;
    if (c.status != QUIRE_OK) {
        quire_system_destroy(c.sys);
        return c.status;
    }
    *out = c.sys;
    return QUIRE_OK;
}

void
quire_system_destroy(struct quire_system *system)
{
    if (system == NULL) {
        return;
    }
    for (int k = 0; k < system->n_path; k++) {
        quire_outline_clear(system->path + k);
    }
    for (int k = 0; k < system->n_guide; k++) {
        quire_outline_clear(&system->guide[k].outline);
    }
    for (int k = 0; k < system->n_bed; k++) {
        quire_outline_clear(&system->bed[k].shape.tips);
    }
    for (int k = 0; k < system->n_wall; k++) {
        quire_outline_clear(&system->wall[k].shape.way);
    }
    quire_arena_destroy(system->arena);
}

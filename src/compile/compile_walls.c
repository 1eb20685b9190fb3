/* Side guides of spatial models. */
#include <math.h>

#include "compile/compile.h"
#include "geometry/outline.h"
#include "machine/lookup.h"
#include "model/problem.h"
#include "path/places.h"

#define BIT 1e-3 /* of a way that has no end where the path would not give it a length [m] */

/* between its mouths; as long as the path where it has no ends */
static void
trace_way(struct quire_compile *c, const struct quire_side_guide_params *p,
          const struct quire_object *object, struct quire_wall_view *w)
{
    const struct quire_outline *path = quire_system_path(c->sys, p->path);
    double from = p->from + w->mouth, to = p->to - w->mouth;

    from = w->ends[0] ? from : w->ends[1] ? fmin(0, to - BIT) : 0;
    to = w->ends[1] ? to : fmax(path->length, from + BIT);
    if (!(to - from > BIT)) { /* two mouths that meet */
        const double middle = 0.5 * (from + to);
        from = middle - 0.5 * BIT;
        to = middle + 0.5 * BIT;
    }
    if (p->velocity != 0 && fmin(quire_outline_tightest(path, from, to, 1),
                                 quire_outline_tightest(path, from, to, -1)) < HUGE_VAL) {
        c->status = quire_object_error(object, c->diag, "E-MODEL",
                                       "give each straight section its own side guide",
                                       "its belt cannot follow a bend of the path");
        return;
    }
    if (quire_outline_parallel(&w->way, path, from, to, 0) != QUIRE_OK) {
        c->status = quire_object_error(object, c->diag, "E-MEMORY", NULL,
                                       "the machine needs too much memory");
    }
}

static void
compile_wall(struct quire_compile *c, const struct quire_object *object)
{
    struct quire_system *sys = c->sys;
    const struct quire_side_guide_params *p = object->params;
    const struct quire_side flat = QUIRE_NO_SIDE;
    struct quire_guide *guide = sys->guide + sys->n_guide;
    struct quire_wall *wall = sys->wall + sys->n_wall++;

    *guide = (struct quire_guide){.object = object,
                                  .name = p->name,
                                  .side = 1,
                                  .depth = p->thickness,
                                  .velocity = p->velocity,
                                  .across = {-HUGE_VAL, HUGE_VAL},
                                  .gate = -1,
                                  .view = sys->n_guide_view++};
    *wall = (struct quire_wall){.guide = sys->n_guide++,
                                .shape = {.z = p->across,
                                          .side = p->side == QUIRE_SIDE_LEFT ? -1 : 1,
                                          .height = p->height,
                                          .ends = {!isnan(p->from), !isnan(p->to)}}};
    if (p->mouth > 0) {
        wall->shape.mouth = p->mouth_length;
        wall->shape.radius =
            (p->mouth_length * p->mouth_length + p->mouth * p->mouth) / (2 * p->mouth);
    }
    guide->law = quire_compile_pairs(c, p->surface, object, &flat, true);
    guide->reach = c->status == QUIRE_OK ? quire_compile_reach(sys, guide->law) : 0;
    if (c->status == QUIRE_OK) {
        trace_way(c, p, object, &wall->shape);
    }
}

void
quire_compile_walls(struct quire_compile *c)
{
    const struct quire_object *object;

    c->sys->wall = quire_compile_get(
        c, (size_t)quire_compile_count(c->root, &quire_kind_side_guide), sizeof *c->sys->wall);
    for (size_t i = 0;
         c->status == QUIRE_OK &&
         (object = quire_object_next_of(c->root, &quire_kind_side_guide, &i)) != NULL;) {
        compile_wall(c, object);
    }
}

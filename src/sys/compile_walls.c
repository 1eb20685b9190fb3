/* Side guides of spatial models. */
#include "sys/compile.h"

static void
compile_wall(struct quire_compile *c, const struct quire_object *object)
{
    struct quire_system *sys = c->sys;
    const struct quire_side_guide_params *p = object->params;
    const struct quire_side flat = QUIRE_NO_SIDE;
    struct quire_guide *guide = sys->guide + sys->n_guide;

    *guide = (struct quire_guide){.object = object, .name = p->name, .side = 1, .depth = HUGE_VAL, .across = {-HUGE_VAL, HUGE_VAL},
                                  .view = sys->n_guide_view++};
    guide->law = quire_compile_pairs(c, p->surface, object, &flat, true);
    guide->reach = c->status == QUIRE_OK ? quire_compile_reach(sys, guide->law) : 0;
    sys->wall[sys->n_wall++] = (struct quire_wall){.guide = sys->n_guide++, .path = quire_system_path(sys, p->path),
                                                   .from = isnan(p->from) ? -HUGE_VAL : p->from, .to = isnan(p->to) ? HUGE_VAL : p->to,
                                                   .height = p->height, .z = p->across, .side = p->side == QUIRE_SIDE_LEFT ? -1 : 1};
}

void
quire_compile_walls(struct quire_compile *c)
{
    const struct quire_object *object;

    c->sys->wall = quire_compile_get(c, (size_t)quire_compile_count(c->root, "side-guide"), sizeof *c->sys->wall);
    for (size_t i = 0; c->status == QUIRE_OK && (object = quire_object_next(c->root, "side-guide", &i)) != NULL;) {
        compile_wall(c, object);
    }
}

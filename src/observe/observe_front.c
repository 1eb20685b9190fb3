#include "observe/observe_front.h"

#include <math.h>

#include "geometry/outline.h"
#include "math/detmath.h"

static void
add_touch(struct quire_front *f, const struct quire_touch *t, const struct quire_point_view *edge)
{
    const double dx = t->x - edge->x, dy = t->y - edge->y;

    if (dx * dx + dy * dy > QUIRE_FRONT * QUIRE_FRONT) {
        return;
    }
    f->normal += t->force;
    f->push[0] += t->force * t->normal[0];
    f->push[1] += t->force * t->normal[1];
    f->all[0] += t->force * t->normal[0] - t->friction * t->normal[1];
    f->all[1] += t->force * t->normal[1] + t->friction * t->normal[0];
    f->at[0] += t->force * t->x;
    f->at[1] += t->force * t->y;
}

int
quire_front_of(const struct quire_system *sys, const struct quire_touch *touch)
{
    const int sheet = touch->pair.contactor.index,
              guide = sys->guide[touch->pair.target.index].view;

    return (sheet * sys->n_guide_view + guide) * QUIRE_FRONT_EDGES;
}

void
quire_front_add(struct quire_front *front, const struct quire_system *sys,
                const struct quire_view *view, const struct quire_touch *touch, int n)
{
    const int sheet = touch->pair.contactor.index,
              guide = sys->guide[touch->pair.target.index].view;
    const struct quire_sheet_view *s = &view->sheet[sheet];
    struct quire_front *f = front + quire_front_of(sys, touch);

    for (int k = 0; k < n && view->guide[guide].wall == NULL; k++) {
        add_touch(&f[0], touch + k, &s->lead);
        add_touch(&f[1], touch + k, &s->trail);
    }
}

/* The way that the leading edge should go. */
static void
feed_at_lead(const struct quire_sheet_view *v, double feed[2])
{
    double at[2];

    if (v->path != NULL && v->path->n > 0) {
        quire_outline_at(v->path, v->lead.path_distance, at, feed);
        return;
    }
    const size_t n = v->n_node - 1;
    const double dx = v->x[n] - v->x[n - 1], dy = v->y[n] - v->y[n - 1],
                 h = sqrt(dx * dx + dy * dy);
    feed[0] = dx / h;
    feed[1] = dy / h;
}

/* The way that the trailing edge goes when the sheet runs back: on along its last part. A path does
 * not say it, since sheets are turned into the branch of another one. */
static void
way_at_trail(const struct quire_sheet_view *v, double way[2])
{
    double dx = 0, dy = 0;

    for (size_t k = 1; k < v->n_node && dx * dx + dy * dy < QUIRE_FRONT * QUIRE_FRONT; k++) {
        dx = v->x[0] - v->x[k];
        dy = v->y[0] - v->y[k];
    }
    const double h = sqrt(dx * dx + dy * dy);
    way[0] = h > 0 ? dx / h : 1;
    way[1] = h > 0 ? dy / h : 0;
}

/* `front`: of one edge with each guide, QUIRE_FRONT_EDGES apart. */
static void
find_opposing(const struct quire_front *front, const struct quire_view *view, const double way[2],
              struct quire_front_view *out)
{
    double most = -HUGE_VAL;

    for (size_t k = 0; k < view->n_guide; k++) {
        const struct quire_front *f = front + k * QUIRE_FRONT_EDGES;
        const double opposing = -(f->all[0] * way[0] + f->all[1] * way[1]);
        if (!(f->normal > 0) || opposing <= most) {
            continue;
        }
        const double ahead = -(f->push[0] * way[0] + f->push[1] * way[1]),
                     aside = f->push[1] * way[0] - f->push[0] * way[1];
        most = opposing;
        *out = (struct quire_front_view){.guide = view->guide[k].name,
                                         .normal = f->normal,
                                         .opposing = opposing,
                                         .angle = quire_atan2(fmax(ahead, 0), fabs(aside)),
                                         .x = f->at[0] / f->normal,
                                         .y = f->at[1] / f->normal};
    }
}

void
quire_front_finish(const struct quire_front *front, const struct quire_view *view, int sheet,
                   struct quire_sheet_view *v)
{
    const struct quire_front *of = front + (size_t)sheet * view->n_guide * QUIRE_FRONT_EDGES;
    double way[2];

    feed_at_lead(v, way);
    find_opposing(of, view, way, &v->front);
    way_at_trail(v, way);
    find_opposing(of + 1, view, way, &v->rear);
}

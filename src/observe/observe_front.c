#include "observe/observe_front.h"

#include <math.h>

#include "geometry/outline.h"
#include "math/detmath.h"

void
quire_front_add(struct quire_front *front, const struct quire_system *sys,
                const struct quire_view *view, const struct quire_touch *touch, int n)
{
    const int sheet = touch->pair.contactor.index,
              guide = sys->guide[touch->pair.target.index].view;
    const struct quire_point_view *lead = &view->sheet[sheet].lead;
    struct quire_front *f = front + sheet * sys->n_guide_view + guide;

    for (const struct quire_touch *t = touch; t < touch + n; t++) {
        const double dx = t->x - lead->x, dy = t->y - lead->y;
        if (dx * dx + dy * dy > QUIRE_FRONT * QUIRE_FRONT || view->guide[guide].wall != NULL) {
            continue;
        }
        f->normal += t->force;
        f->push[0] += t->force * t->normal[0];
        f->push[1] += t->force * t->normal[1];
        f->all[0] += t->force * t->normal[0] - t->friction * t->normal[1];
        f->all[1] += t->force * t->normal[1] + t->friction * t->normal[0];
        f->at[0] += t->force * t->x;
        f->at[1] += t->force * t->y;
    }
}

/* The way that the lead edge should go. */
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

void
quire_front_finish(const struct quire_front *front, const struct quire_view *view, int sheet,
                   struct quire_sheet_view *v)
{
    const int n = (int)view->n_guide;
    double feed[2], most = -HUGE_VAL;

    feed_at_lead(v, feed);
    for (int k = 0; k < n; k++) {
        const struct quire_front *f = front + sheet * n + k;
        const double opposing = -(f->all[0] * feed[0] + f->all[1] * feed[1]);
        if (!(f->normal > 0) || opposing <= most) {
            continue;
        }
        const double ahead = -(f->push[0] * feed[0] + f->push[1] * feed[1]),
                     aside = f->push[1] * feed[0] - f->push[0] * feed[1];
        most = opposing;
        v->front = (struct quire_front_view){.guide = view->guide[k].name,
                                             .normal = f->normal,
                                             .opposing = opposing,
                                             .angle = quire_atan2(fmax(ahead, 0), fabs(aside)),
                                             .x = f->at[0] / f->normal,
                                             .y = f->at[1] / f->normal};
    }
}

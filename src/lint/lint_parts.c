#include "lint/lint_parts.h"

#include <math.h>

#include "geometry/outline.h"

void
quire_lint_centre(const struct quire_system *sys, const struct quire_roller *roller,
                  double centre[2])
{
    static const struct quire_command none = {.quantity = QUIRE_DRIVE_NONE};
    const struct quire_body *body = &sys->small[roller->small].body;
    double q[QUIRE_BODY_POSITIONS] = {0}, v[QUIRE_BODY_DOFS] = {0}, z[QUIRE_BODY_STATES] = {0};
    struct quire_carrier carrier;

    body->ops->start(body->self, q, v, z);
    body->ops->carrier(body->self, &none, q, v, &carrier);
    centre[0] = carrier.centre[0];
    centre[1] = carrier.centre[1];
}

bool
quire_lint_is_driven(const struct quire_system *sys, const struct quire_roller *roller)
{
    return roller->clutch >= 0 || sys->small[roller->small].drive >= 0;
}

const struct quire_object *
quire_lint_roller(const struct quire_system *sys, int roller)
{
    const struct quire_roller *r = sys->roller + roller;

    return r->nip >= 0 ? sys->nip[r->nip].object : r->object;
}

int
quire_lint_later_roller(const struct quire_system *sys, int a, int b)
{
    return quire_place_compare(quire_lint_roller(sys, a)->place,
                               quire_lint_roller(sys, b)->place) >= 0
               ? a
               : b;
}

bool
quire_lint_rollers(const struct quire_system *sys, double around, struct quire_nearby *out)
{
    if (quire_nearby_create(out, sys->n_roller) != 0) {
        return false;
    }
    for (int r = 0; r < sys->n_roller; r++) {
        double centre[2];
        quire_lint_centre(sys, sys->roller + r, centre);
        out->extent[r] = quire_extent_around(centre, sys->roller[r].radius + around);
    }
    quire_nearby_sort(out);
    return true;
}

bool
quire_lint_guides(const struct quire_system *sys, double around, struct quire_nearby *out)
{
    if (quire_nearby_create(out, sys->n_guide) != 0) {
        return false;
    }
    for (int g = 0; g < sys->n_guide; g++) {
        const struct quire_guide *guide = sys->guide + g;
        struct quire_extent *e = out->extent + g;
        *e = (struct quire_extent){{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};
        if (guide->outline.n > 0) {
            quire_outline_bounds(&guide->outline, e->low, e->high);
        }
        for (int d = 0; d < 2; d++) {
            e->low[d] -= around;
            e->high[d] += around;
        }
    }
    quire_nearby_sort(out);
    return true;
}

const char *
quire_lint_path_name(const struct quire_system *sys, const struct quire_outline *path)
{
    for (int i = 0; i < sys->n_path; i++) {
        if (sys->path + i == path) {
            return sys->path_object[i]->name;
        }
    }
    return "?";
}

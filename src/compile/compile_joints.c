/* Guides that go on from one to the next: where they lie end to end and along one tangent there is
 * no corner for a sheet to run against. */
#include <math.h>
#include <string.h>

#include "compile/compile.h"
#include "geometry/box_index.h"
#include "geometry/corners.h"

#define TOGETHER 1e-9 /* ends that are closer are one place [m] */

static bool
is_there(const double a[2], const double b[2])
{
    return fabs(a[0] - b[0]) < TOGETHER && fabs(a[1] - b[1]) < TOGETHER;
}

/* whether all sheets touch both guides, if they touch one of them; *alike: by the same laws */
static bool
touch_alike(const struct quire_system *sys, const struct quire_guide *a,
            const struct quire_guide *b, bool *alike)
{
    *alike = !(a->velocity < b->velocity) && !(a->velocity > b->velocity);
    for (int k = 0; k < 2 * sys->n_sheet; k++) {
        if ((a->law[k] < 0) != (b->law[k] < 0)) {
            return false;
        }
        *alike = *alike && a->law[k] == b->law[k];
    }
    return true;
}

static bool
goes_on(const struct quire_system *sys, const struct quire_corner_contact *a,
        const struct quire_corner_contact *b)
{
    /* along the surfaces; into the sheets' side */
    const double *t = a->out[0], *u = b->out[0], *m = a->out[1], *n = b->out[1];

    return a->end && b->end && a->guide != b->guide && is_there(a->at, b->at) &&
           t[0] * u[0] + t[1] * u[1] < 0 && fabs(t[0] * u[1] - t[1] * u[0]) < QUIRE_SMOOTH_JOINT &&
           m[0] * n[0] + m[1] * n[1] > 0 &&
           sys->guide[a->guide].view != sys->guide[b->guide].view &&
           sys->guide[a->guide].gate == sys->guide[b->guide].gate;
}

/* a station passes from one face to the other as from piece to piece of one guide */
static void
do_not_fade(struct quire_system *sys, const struct quire_corner_contact *corner)
{
    struct quire_face *face = sys->face + corner->face;

    for (int e = 0; e < 2; e++) {
        face->taper[e] = face->taper[e] && !is_there(face->end[e], corner->at);
    }
}

/* those of all corners that are ends; of others nothing goes on */
static bool
find_places(const struct quire_system *sys, struct quire_nearby *out)
{
    if (quire_nearby_create(out, sys->n_corner) != 0) {
        return false;
    }
    for (int i = 0; i < sys->n_corner; i++) {
        const struct quire_corner_contact *a = sys->corner + i;
        out->extent[i] = quire_extent_around(a->at, a->end ? TOGETHER : -TOGETHER);
    }
    quire_nearby_sort(out);
    return true;
}

void
quire_compile_joints(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    bool *joined = quire_compile_get(c, (size_t)sys->n_corner + 1, sizeof *joined);
    struct quire_nearby ends = {0};
    int kept = 0;

    if (c->status != QUIRE_OK) {
        return;
    }
    if (!find_places(sys, &ends)) {
        c->status = quire_diag_memory_error(c->diag);
        return;
    }
    for (int i = 0; i < sys->n_corner; i++) {
        quire_nearby_find(&ends, ends.extent + i);
        for (int n = 0; n < ends.n_found && ends.found[n] < i && !joined[i]; n++) {
            const int k = ends.found[n];
            const struct quire_corner_contact *a = sys->corner + i, *b = sys->corner + k;
            bool alike;
            if (!joined[k] && goes_on(sys, a, b) &&
                touch_alike(sys, sys->guide + a->guide, sys->guide + b->guide, &alike)) {
                joined[i] = joined[k] = true;
                if (alike) {
                    do_not_fade(sys, a);
                    do_not_fade(sys, b);
                }
            }
        }
    }
    quire_nearby_destroy(&ends);
    for (int i = 0; i < sys->n_corner; i++) {
        if (!joined[i]) {
            memmove(sys->corner + kept++, sys->corner + i, sizeof *sys->corner);
        }
    }
    sys->n_corner = kept;
}

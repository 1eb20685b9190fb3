/* Guides that go on from one to the next. Where they lie end to end and along one tangent there is
 * no corner for a sheet to run against; nor is there at the end of a guide that stands on another
 * one, alone or end to end with it at a hollow joint. */
#include <math.h>
#include <string.h>

#include "compile/compile.h"
#include "geometry/box_index.h"
#include "geometry/corners.h"
#include "math/detmath.h"

#define TOGETHER 1e-9 /* ends that are closer are one place [m] */
#define STANDS   1e-6 /* from a surface, on which an end stands [m] */

double
quire_past_kink(double bends, double angle, double longest, double depth)
{
    const double past = angle > 1.5 ? depth : depth * quire_cos(angle) / quire_sin(angle) + depth;

    return fmin(fmin(past, fmin(20 * depth, longest)),
                bends > 0 ? quire_sin(angle) / bends : HUGE_VAL);
}

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

/* whether a sheet that meets guide a at a place meets b there too */
static bool
is_beside(const struct quire_guide *a, const struct quire_guide *b)
{
    return a->view != b->view && a->gate == b->gate && b->across[0] <= a->across[0] &&
           a->across[1] <= b->across[1];
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
           is_beside(sys->guide + a->guide, sys->guide + b->guide) &&
           is_beside(sys->guide + b->guide, sys->guide + a->guide);
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

/* ---- ends that stand on another guide ---- */

/* how far a place is before a face [m]; n[]: towards the sheet there, unit */
static double
before_face(const struct quire_face *f, const double at[2], double n[2])
{
    const double x = at[0] - f->at[0], y = at[1] - f->at[1], far = sqrt(x * x + y * y);

    if (f->radius <= 0) {
        memcpy(n, f->normal, sizeof f->normal);
        return x * n[0] + y * n[1];
    }
    n[0] = far > 0 ? f->convex * x / far : 0;
    n[1] = far > 0 ? f->convex * y / far : 0;
    return f->convex * (far - f->radius);
}

/* Whether the end stands on a face of another guide, whose normal there is n: gone on with, its
 * guide runs into the solid. */
static bool
stands_on(const struct quire_system *sys, const struct quire_corner_contact *end,
          const struct quire_face *face, double n[2])
{
    const struct quire_guide *own = sys->guide + end->guide, *other = sys->guide + face->guide;
    bool alike;

    if (!end->end || own->tilted || other->tilted || !is_beside(own, other) ||
        quire_face_beyond(face, 0, end->at) > STANDS ||
        quire_face_beyond(face, 1, end->at) > STANDS ||
        fabs(before_face(face, end->at, n)) > STANDS) {
        return false;
    }
    return end->out[0][0] * n[0] + end->out[0][1] * n[1] < -QUIRE_SMOOTH_JOINT &&
           end->out[1][0] * n[0] + end->out[1][1] * n[1] > -0.999 &&
           touch_alike(sys, own, other, &alike);
}

static double
bends_away(const struct quire_face *f)
{
    return f->radius > 0 ? f->convex / f->radius : 0;
}

/* The guide's face goes on inside the solid of the one on which it stands, as at a hollow kink. */
static void
go_on_inside(struct quire_system *sys, const struct quire_corner_contact *end,
             const struct quire_face *other, const double n[2])
{
    struct quire_face *face = sys->face + end->face;
    const double *t = end->out[0], *m = end->out[1];
    const double angle = quire_atan2(-(t[0] * n[0] + t[1] * n[1]), m[0] * n[0] + m[1] * n[1]);
    /* to that end of the other face over which this one goes on */
    const int ahead = t[0] * other->out[1][0] + t[1] * other->out[1][1] > 0 ? 1 : 0;
    const double x = other->end[ahead][0] - end->at[0], y = other->end[ahead][1] - end->at[1];
    const double past = quire_past_kink(bends_away(other) - bends_away(face), angle,
                                        sqrt(x * x + y * y), sys->guide[other->guide].depth);

    for (int e = 0; e < 2; e++) {
        if (face->taper[e] && is_there(face->end[e], end->at)) {
            face->taper[e] = false;
            face->past[e] = past;
            for (int d = 0; d < 2; d++) {
                const double far = face->end[e][d] + past * face->out[e][d];
                face->low[d] = fmin(face->low[d], far);
                face->high[d] = fmax(face->high[d], far);
            }
        }
    }
}

bool
quire_compile_face_index(const struct quire_system *sys, struct quire_nearby *out)
{
    if (quire_nearby_create(out, sys->n_face) != 0) {
        return false;
    }
    for (int k = 0; k < sys->n_face; k++) {
        memcpy(out->extent[k].low, sys->face[k].low, sizeof sys->face[k].low);
        memcpy(out->extent[k].high, sys->face[k].high, sizeof sys->face[k].high);
    }
    quire_nearby_sort(out);
    return true;
}

static bool
join_standing(struct quire_system *sys, bool *joined)
{
    struct quire_nearby faces = {0};

    if (!quire_compile_face_index(sys, &faces)) {
        return false;
    }
    for (int i = 0; i < sys->n_corner; i++) {
        const struct quire_corner_contact *end = sys->corner + i;
        const struct quire_extent here = quire_extent_around(end->at, STANDS);
        quire_nearby_find(&faces, &here);
        for (int k = 0; k < faces.n_found && !joined[i]; k++) {
            const struct quire_face *face = sys->face + faces.found[k];
            double n[2];
            if (stands_on(sys, end, face, n)) {
                joined[i] = true;
                go_on_inside(sys, end, face, n);
            }
        }
    }
    quire_nearby_destroy(&faces);
    return true;
}

/* ---- ends that meet ---- */

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

static bool
join_smooth(struct quire_system *sys, bool *joined)
{
    struct quire_nearby ends = {0};

    if (!find_places(sys, &ends)) {
        return false;
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
    return true;
}

void
quire_compile_joints(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    bool *joined = quire_compile_get(c, (size_t)sys->n_corner + 1, sizeof *joined);
    int kept = 0;

    if (c->status != QUIRE_OK) {
        return;
    }
    if (!join_smooth(sys, joined) || !join_standing(sys, joined)) {
        c->status = quire_diag_memory_error(c->diag);
        return;
    }
    for (int i = 0; i < sys->n_corner; i++) {
        if (!joined[i]) {
            memmove(sys->corner + kept++, sys->corner + i, sizeof *sys->corner);
        }
    }
    sys->n_corner = kept;
}

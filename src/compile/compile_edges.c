/* What begins at the corners of guides, where sheets lie over them: a kink is a small circle
 * between the normals of its pieces, and a free end has the end of its wall behind it.
 * doc/theory/contact-kernel.md, 6. */
#include <math.h>
#include <string.h>

#include "compile/compile.h"
#include "geometry/box_index.h"

#define TOGETHER 1e-9 /* ends that are closer are one place [m] */

static bool
is_there(const double a[2], const double b[2])
{
    return fabs(a[0] - b[0]) < TOGETHER && fabs(a[1] - b[1]) < TOGETHER;
}

/* the first face of a guide, or of those after it: faces come guide by guide */
static int
first_face(const struct quire_system *sys, int guide)
{
    int first = 0, last = sys->n_face;

    while (first < last) {
        const int middle = first + (last - first) / 2;
        first = sys->face[middle].guide < guide ? middle + 1 : first;
        last = sys->face[middle].guide < guide ? last : middle;
    }
    return first;
}

/* the pieces of the guide that end at a corner */
static void
find_beside(const struct quire_system *sys, const struct quire_corner_contact *corner,
            struct quire_face *f)
{
    const int first = first_face(sys, corner->guide);
    int n = 0;

    f->beside[0] = f->beside[1] = -1;
    for (int k = first; n < 2 && k < sys->n_face && sys->face[k].guide == corner->guide; k++) {
        if (is_there(sys->face[k].end[0], corner->at) ||
            is_there(sys->face[k].end[1], corner->at)) {
            f->beside[n++] = k;
        }
    }
}

static struct quire_face *
new_edge(struct quire_system *sys, const struct quire_corner_contact *corner)
{
    struct quire_face *f = sys->face + sys->n_face + sys->n_edge++;

    memset(f, 0, sizeof *f);
    f->guide = corner->guide;
    f->convex = 1;
    find_beside(sys, corner, f);
    for (int d = 0; d < 2; d++) {
        f->at[d] = f->low[d] = f->high[d] = corner->at[d];
        f->end[0][d] = f->end[1][d] = corner->at[d];
    }
    return f;
}

static void
add_kink(struct quire_system *sys, const struct quire_corner_contact *corner)
{
    struct quire_face *f = new_edge(sys, corner);

    f->radius = f->level = QUIRE_KINK_RADIUS;
    for (int e = 0; e < 2; e++) {
        for (int d = 0; d < 2; d++) {
            f->out[e][d] = -corner->out[e][d];
        }
    }
}

#define CHORDS 8 /* of an arc, to look for what is in the way */

/* a place on a face, at the part k of CHORDS of its way */
static void
place_on(const struct quire_face *f, int k, double out[2])
{
    const double part = (double)k / CHORDS;
    double from[2], to[2];

    for (int d = 0; d < 2; d++) {
        from[d] = f->end[0][d] - (f->radius > 0 ? f->at[d] : 0);
        to[d] = f->end[1][d] - (f->radius > 0 ? f->at[d] : 0);
        out[d] = from[d] + part * (to[d] - from[d]);
    }
    if (f->radius > 0) {
        const double far = f->radius / sqrt(out[0] * out[0] + out[1] * out[1]);
        out[0] = f->at[0] + far * out[0];
        out[1] = f->at[1] + far * out[1];
    }
}

/* How far one may go from a place in a direction, unit, before a surface of the guide or wall is
 * met; at most `longest` [m]. `near`: all faces. */
static double
clear_way(const struct quire_system *sys, struct quire_nearby *near, int guide,
          const double from[2], const double way[2], double longest)
{
    const int view = sys->guide[guide].view;
    const struct quire_extent reach = quire_extent_around(from, longest);
    double least = longest;

    quire_nearby_find(near, &reach);
    for (int k = 0; k < near->n_found; k++) {
        const struct quire_face *f = sys->face + near->found[k];
        const int chords = f->radius > 0 ? CHORDS : 1;
        double a[2], b[2];
        if (sys->guide[f->guide].view != view) {
            continue;
        }
        place_on(f, 0, b);
        for (int i = 1; i <= chords; i++) {
            memcpy(a, b, sizeof a);
            place_on(f, i * (CHORDS / chords), b);
            const double ux = b[0] - a[0], uy = b[1] - a[1], vx = a[0] - from[0],
                         vy = a[1] - from[1], turn = way[0] * uy - way[1] * ux;
            const double along = (vx * uy - vy * ux) / turn,
                         across = (vx * way[1] - vy * way[0]) / turn;
            if (across >= 0 && across <= 1 && along > TOGETHER && along < least) {
                least = along;
            }
        }
    }
    return least;
}

/* How deep a place may be in the solid behind the end of a wall: half-way to its other surfaces. */
static double
depth_behind(const struct quire_system *sys, struct quire_nearby *near,
             const struct quire_face *wall, double depth)
{
    const double in[2] = {-wall->normal[0], -wall->normal[1]};
    double least = depth;

    for (int k = 1; k <= CHORDS; k++) {
        double from[2];
        place_on(wall, k, from);
        least = fmin(least, 0.5 * clear_way(sys, near, wall->guide, from, in, 2 * depth));
    }
    return least;
}

/* The end of the wall, square to the surface: from the surface's end as deep as the wall is. */
static void
add_end(struct quire_system *sys, struct quire_nearby *near,
        const struct quire_corner_contact *corner)
{
    const double *along = corner->out[0], *normal = corner->out[1];
    struct quire_face *f = new_edge(sys, corner);
    const struct quire_face *surface = f->beside[0] >= 0 ? sys->face + f->beside[0] : NULL;
    double depth = sys->guide[corner->guide].depth;

    /* the other side of a bar may be nearer than the guide is thick */
    if (surface != NULL && surface->radius > 0 && surface->convex > 0) {
        depth = fmin(depth, 0.5 * surface->radius);
    }
    depth =
        clear_way(sys, near, corner->guide, corner->at, (double[]){-normal[0], -normal[1]}, depth);

    for (int d = 0; d < 2; d++) {
        const double far = corner->at[d] - depth * normal[d];
        f->normal[d] = along[d];
        f->level += along[d] * corner->at[d];
        f->end[1][d] = far;
        f->out[0][d] = normal[d];
        f->out[1][d] = -normal[d];
        f->split[0][d] = normal[d] - along[d];
        f->low[d] = fmin(f->low[d], far);
        f->high[d] = fmax(f->high[d], far);
    }
    f->taper[0] = true;
    f->deepest = depth_behind(sys, near, f, sys->guide[corner->guide].depth);
}

/* How deep a place may be behind a corner: half-way to other surfaces of the guide, straight behind
 * the corner and half-way from there to behind either of its pieces. */
static double
depth_at_corner(const struct quire_system *sys, struct quire_nearby *near,
                const struct quire_corner_contact *corner)
{
    const double *axis = corner->axis, depth = sys->guide[corner->guide].depth;
    double least = depth;

    for (int e = 0; e < 3; e++) {
        double way[2] = {-axis[0], -axis[1]};
        if (e < 2) {
            const double *out = corner->out[e], along = axis[0] * out[0] + axis[1] * out[1];
            const double normal[2] = {axis[0] - along * out[0], axis[1] - along * out[1]};
            const double size = sqrt(normal[0] * normal[0] + normal[1] * normal[1]);
            way[0] -= normal[0] / size;
            way[1] -= normal[1] / size;
        }
        const double size = sqrt(way[0] * way[0] + way[1] * way[1]);
        way[0] /= size;
        way[1] /= size;
        least = fmin(least, 0.5 * clear_way(sys, near, corner->guide, corner->at, way, 2 * depth));
    }
    return least;
}

void
quire_compile_edges(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    struct quire_nearby near = {0};

    if (!quire_compile_face_index(sys, &near)) {
        c->status = quire_diag_memory_error(c->diag);
        return;
    }
    for (int k = 0; k < sys->n_corner; k++) {
        sys->corner[k].depth = depth_at_corner(sys, &near, sys->corner + k);
        add_kink(sys, sys->corner + k);
        if (sys->corner[k].end && sys->guide[sys->corner[k].guide].depth > 0) {
            add_end(sys, &near, sys->corner + k);
        }
    }
    quire_nearby_destroy(&near);
}

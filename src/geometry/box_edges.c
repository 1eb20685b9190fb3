#include "geometry/box_edges.h"

#include <math.h>
#include <stdbool.h>

#define PARALLEL 1e-9 /* sine of the angle below which edges do not cross */
/* along the normal, of the way out of both faces at an edge: below, the normal turns into the box
 */
#define WRONG_SIDE 0.5
/* of the depth: crossings nearer to an edge's end leave it to the corner there */
#define NEAR_END 0.1
#define TOO_DEEP 1.2 /* times the least depth in any direction: that is not the way out */
/* directions 0 ... 5 are normals of faces, the others square to two edges */
#define ACROSS_FACES 6
#define WAYS         15

/* ---- values ---- */

static double
dot(const struct quire_grad3 *a, const double b[3])
{
    return a->c[0].x * b[0] + a->c[1].x * b[1] + a->c[2].x * b[2];
}

/* A direction in which the boxes may be parted. */
struct way {
    /* unit; its components along the axes; of the way from middle to middle */
    double n[3], on_a[3], on_b[3], between;
};

static bool
find_way(const struct quire_box *a, const struct quire_box *b, int which, struct way *w)
{
    const struct quire_grad3 *one = a->axis + (which - ACROSS_FACES) / 3,
                             *two = b->axis + which % 3;

    if (which < ACROSS_FACES) {
        const struct quire_grad3 *face = which < 3 ? a->axis + which : two;
        for (int d = 0; d < 3; d++) {
            w->n[d] = face->c[d].x;
        }
    } else {
        for (int d = 0; d < 3; d++) {
            const int e = (d + 1) % 3, f = (d + 2) % 3;
            w->n[d] = one->c[e].x * two->c[f].x - one->c[f].x * two->c[e].x;
        }
        const double sine = sqrt(w->n[0] * w->n[0] + w->n[1] * w->n[1] + w->n[2] * w->n[2]);
        if (sine < PARALLEL) {
            return false;
        }
        for (int d = 0; d < 3; d++) {
            w->n[d] /= sine;
        }
    }
    for (int d = 0; d < 3; d++) {
        w->on_a[d] = dot(a->axis + d, w->n);
        w->on_b[d] = dot(b->axis + d, w->n);
    }
    w->between = dot(&b->at, w->n) - dot(&a->at, w->n);
    return true;
}

static double
depth(const struct quire_box *a, const struct quire_box *b, const struct way *w)
{
    double sum = a->round + b->round - fabs(w->between);

    for (int d = 0; d < 3; d++) {
        sum += a->half[d] * fabs(w->on_a[d]) + b->half[d] * fabs(w->on_b[d]);
    }
    return sum;
}

/* ---- with derivatives ---- */

static struct quire_grad3
normal_of(const struct quire_box *a, const struct quire_box *b, int which, struct quire_grad *sine)
{
    if (which < ACROSS_FACES) {
        return which < 3 ? a->axis[which] : b->axis[which - 3];
    }
    const struct quire_grad3 n =
        grad3_cross(a->axis + (which - ACROSS_FACES) / 3, b->axis + which % 3);
    *sine = grad_sqrt(grad3_dot(&n, &n));
    return grad3_scale(grad_inverse(*sine), n);
}

static struct quire_grad
magnitude(struct quire_grad a)
{
    return a.x < 0 ? grad_times(-1, a) : a;
}

static struct quire_grad
depth_along(const struct quire_box *a, const struct quire_box *b, int which)
{
    struct quire_grad sine;
    const struct quire_grad3 n = normal_of(a, b, which, &sine), between = grad3_sub(b->at, a->at);
    struct quire_grad sum = grad_sub(grad(a->round + b->round), magnitude(grad3_dot(&n, &between)));

    for (int d = 0; d < 3; d++) {
        sum = grad_add(sum, grad_times(a->half[d], magnitude(grad3_dot(&n, a->axis + d))));
        sum = grad_add(sum, grad_times(b->half[d], magnitude(grad3_dot(&n, b->axis + d))));
    }
    return sum;
}

/* from 0 at x = none to 1 at x = all, without kinks */
static struct quire_grad
fade(struct quire_grad x, double none, double all)
{
    const double t = (x.x - none) / (all - none);

    return t <= 0   ? grad(0)
           : t >= 1 ? grad(1)
                    : grad_of(x, t * t * (3 - 2 * t), 6 * t * (1 - t) / (all - none));
}

/* ---- two edges ---- */

/* Edges along an axis are told from each other by the corners they end at: bit d of `corner` is set
 * on the positive side of axis d. */
static double
side(int corner, int d)
{
    return corner >> d & 1 ? 1 : -1;
}

static bool
ends_edge(int corner, int axis)
{
    return (corner >> axis & 1) == 0;
}

/* 0 ... 11 */
static int
edge_of(int axis, int corner)
{
    return 4 * axis + (corner >> (axis + 1) % 3 & 1) + 2 * (corner >> (axis + 2) % 3 & 1);
}

/* on which side along its third axis the edge of a lies, otherwise that of b */
static int
half_of(int i, int j, const int corner[2])
{
    return i != 2 ? corner[0] >> 2 & 1 : j != 2 ? corner[1] >> 2 & 1 : 2;
}

static struct quire_grad3
middle_of(const struct quire_box *box, int axis, int corner)
{
    struct quire_grad3 at = box->at;

    for (int d = 0; d < 3; d++) {
        const struct quire_grad3 step =
            grad3_scale(grad(d == axis ? 0 : side(corner, d) * box->half[d]), box->axis[d]);
        at = grad3_add(at, step);
    }
    return at;
}

/* components along n of the ways out of both faces at an edge, added up: at least 1 where n points
 * out between them */
static double
outward(const double on[3], int axis, int corner)
{
    const int e = (axis + 1) % 3, f = (axis + 2) % 3;

    return side(corner, e) * on[e] + side(corner, f) * on[f];
}

static struct quire_grad
faces_out(const struct quire_grad3 *n, const struct quire_box *box, int axis, int corner,
          double way)
{
    const int e = (axis + 1) % 3, f = (axis + 2) % 3;

    return grad_add(grad_times(way * side(corner, e), grad3_dot(n, box->axis + e)),
                    grad_times(way * side(corner, f), grad3_dot(n, box->axis + f)));
}

struct search {
    const struct quire_box *a, *b;
    double reach;
    struct quire_grad least; /* depth, and reach */
    quire_crossing_fn *fn;
    void *user;
};

/* fades as the other edge crosses this one, `by` off its middle, near an end */
static struct quire_grad
from_ends(double half, struct quire_grad by, struct quire_grad sine, struct quire_grad inverse)
{
    const struct quire_grad room = grad_sub(grad_times(half, sine), magnitude(by));

    return fade(grad_mul(room, inverse), 0, NEAR_END);
}

static void
try_edges(const struct search *s, int which, const int corner[2], double way)
{
    const struct quire_box *a = s->a, *b = s->b;
    const int i = (which - ACROSS_FACES) / 3, j = which % 3;
    const struct quire_grad3 on_a = middle_of(a, i, corner[0]), on_b = middle_of(b, j, corner[1]),
                             between = grad3_sub(on_b, on_a);
    struct quire_crossing c = {.place = 12 * edge_of(i, corner[0]) + edge_of(j, corner[1]),
                               .half = half_of(i, j, corner)};
    struct quire_grad sine;

    const struct quire_grad3 n = normal_of(a, b, which, &sine);
    c.normal = grad3_scale(grad(way), n);
    c.distance = grad3_dot(&between, &c.normal);
    const struct quire_grad deep = grad_sub(grad(a->round + b->round + s->reach), c.distance);
    if (!(deep.x > 0)) {
        return;
    }
    const struct quire_grad cosine = grad3_dot(a->axis + i, b->axis + j),
                            along_a = grad3_dot(&between, a->axis + i),
                            along_b = grad3_dot(&between, b->axis + j);
    const struct quire_grad by_sine = grad_inverse(sine), by_depth = grad_inverse(deep);
    /* places on both lines nearest to the other, times the sine */
    const struct quire_grad u = grad_mul(grad_sub(along_a, grad_mul(cosine, along_b)), by_sine);
    const struct quire_grad v = grad_mul(grad_sub(grad_mul(cosine, along_a), along_b), by_sine);
    c.share = fade(grad_mul(deep, grad_inverse(s->least)), TOO_DEEP, 1);
    c.share = grad_mul(c.share, from_ends(a->half[i], u, sine, by_depth));
    c.share = grad_mul(c.share, from_ends(b->half[j], v, sine, by_depth));
    c.share = grad_mul(c.share, fade(faces_out(&c.normal, a, i, corner[0], 1), 0, WRONG_SIDE));
    c.share = grad_mul(c.share, fade(faces_out(&c.normal, b, j, corner[1], -1), 0, WRONG_SIDE));
    if (c.share.x > 0) {
        const struct quire_grad3 step = grad3_scale(grad_mul(v, by_sine), b->axis[j]);
        c.on_b = grad3_add(on_b, step);
        s->fn(s->user, &c);
    }
}

/* all edges along two axes, those that mirror each other in the same turn */
static void
try_axes(const struct search *s, int which, const struct way *w)
{
    const int i = (which - ACROSS_FACES) / 3, j = which % 3;

    for (int k = 0; k < 64; k++) {
        const int corner[2] = {k >> 3, (k & 7) ^ (i != 2 && j != 2 ? k >> 3 & 4 : 0)};
        if (!ends_edge(corner[0], i) || !ends_edge(corner[1], j)) {
            continue;
        }
        const double out = outward(w->on_a, i, corner[0]), way = copysign(1, out),
                     in = -way * outward(w->on_b, j, corner[1]);
        double deep = s->a->round + s->b->round + s->reach - way * w->between;
        for (int d = 0; d < 3; d++) {
            deep += way * ((d == i ? 0 : side(corner[0], d) * s->a->half[d] * w->on_a[d]) -
                           (d == j ? 0 : side(corner[1], d) * s->b->half[d] * w->on_b[d]));
        }
        if (out != 0 && in > 0 && deep > 0 && deep < TOO_DEEP * s->least.x) {
            try_edges(s, which, corner, way);
        }
    }
}

void
quire_crossings_visit(const struct quire_box *a, const struct quire_box *b, double reach,
                      quire_crossing_fn *fn, void *user)
{
    struct search s = {.a = a, .b = b, .reach = reach, .fn = fn, .user = user};
    struct way way[WAYS];
    bool is_way[WAYS];
    double least = HUGE_VAL;
    int nearest = 0;

    for (int k = 0; k < WAYS; k++) {
        is_way[k] = find_way(a, b, k, way + k);
        const double deep = is_way[k] ? depth(a, b, way + k) + reach : HUGE_VAL;
        if (!(deep > 0)) {
            return;
        }
        if (deep < least) {
            least = deep;
            nearest = k;
        }
    }
    s.least = grad_add(depth_along(a, b, nearest), grad(reach));
    for (int k = ACROSS_FACES; k < WAYS; k++) {
        if (is_way[k]) {
            try_axes(&s, k, way + k);
        }
    }
}

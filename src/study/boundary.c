#include "study/boundary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/detmath.h"
#include "math/random.h"

#define TWO_PI 6.28318530717958648

enum {
    LEVELS = 4, /* tries along a ray before its boundary is closed in on */
    /* so many rounds of directions all around without a nearer failure end the search */
    CALM_ROUNDS = 4,
    ROUNDS = 100,
    /* directions in which all factors change alike: all of them up to eight factors, else so many
       at random */
    CORNERS = 256,
};

struct search {
    const struct quire_boundary_problem *problem;
    struct quire_boundary *out;
    uint64_t drawn;    /* random numbers so far */
    size_t rays;       /* most in a batch */
    double *direction; /* unit vectors (rays * n) */
    /* of each ray: how far it goes; its first failure, INFINITY if it has none; where it held
     * before that (rays) */
    double *limit, *fails, *held;
    /* where it did not fail before that: it held, or there was no verdict (rays) */
    double *low;
    double *designs;                    /* (rays * LEVELS * n) */
    enum quire_design_outcome *outcome; /* (rays * LEVELS) */
    size_t *of;                         /* ray of each design that is tried (rays) */
    double *plane;                      /* (n * (n + 1)) */
    double *from;                       /* direction of the nearest failure (n) */
    quire_status status;
};

/* ---- trying ---- */

static bool
going(const struct search *s)
{
    return s->status == QUIRE_OK && !s->out->spent;
}

/* The first `count` designs. */
static void
attempt(struct search *s, size_t count)
{
    const struct quire_boundary_problem *p = s->problem;

    if (!going(s) || count == 0) {
        return;
    }
    if (count > p->budget - s->out->attempts) {
        s->out->spent = true;
        return;
    }
    s->status = p->attempt(p->user, s->designs, count, s->outcome);
    s->out->attempts += count;
    for (size_t i = 0; s->status == QUIRE_OK && i < count; i++) {
        s->out->undecided += s->outcome[i] == QUIRE_UNDECIDED;
    }
}

static void
put_design(struct search *s, size_t i, const double *direction, double distance)
{
    const size_t n = s->problem->n;

    for (size_t c = 0; c < n; c++) {
        s->designs[i * n + c] = distance * direction[c];
    }
}

/* Where a ray leaves the limits of the factors, or comes to `most`. */
static double
limit_of(const struct search *s, const double *direction, double most)
{
    const struct quire_boundary_problem *p = s->problem;

    for (size_t c = 0; c < p->n; c++) {
        if (direction[c] > 0 && p->high != NULL) {
            most = fmin(most, p->high[c] / direction[c]);
        } else if (direction[c] < 0 && p->low != NULL) {
            most = fmin(most, p->low[c] / direction[c]);
        }
    }
    return most;
}

/* What was seen of a ray at a place before its first failure. */
static void
note(struct search *s, size_t ray, double at, enum quire_design_outcome outcome)
{
    *(outcome == QUIRE_FAILS ? &s->fails[ray] : &s->low[ray]) = at;
    s->held[ray] = outcome == QUIRE_HOLDS ? at : s->held[ray];
}

/* Halves what lies between `low` and `fails` on all rays that fail, until no more than the
 * resolution is left. */
static void
close_in(struct search *s, size_t m)
{
    while (going(s)) {
        size_t count = 0;
        for (size_t k = 0; k < m; k++) {
            if (isfinite(s->fails[k]) && s->fails[k] - s->low[k] > s->problem->resolution) {
                put_design(s, count, s->direction + k * s->problem->n,
                           0.5 * (s->fails[k] + s->low[k]));
                s->of[count++] = k;
            }
        }
        if (count == 0) {
            return;
        }
        attempt(s, count);
        for (size_t i = 0; going(s) && i < count; i++) {
            const size_t k = s->of[i];
            note(s, k, 0.5 * (s->fails[k] + s->low[k]), s->outcome[i]);
        }
    }
}

/* The first failure on each of m rays, no farther than `most`. */
static void
shoot(struct search *s, size_t m, double most)
{
    const size_t n = s->problem->n;

    for (size_t k = 0; k < m; k++) {
        s->limit[k] = limit_of(s, s->direction + k * n, most);
        s->fails[k] = INFINITY;
        s->held[k] = s->low[k] = 0;
        for (size_t l = 0; l < LEVELS; l++) {
            put_design(s, k * LEVELS + l, s->direction + k * n,
                       s->limit[k] * (double)(l + 1) / LEVELS);
        }
    }
    attempt(s, m * LEVELS);
    for (size_t i = 0; going(s) && i < m * LEVELS; i++) {
        const size_t k = i / LEVELS;
        const double at = s->limit[k] * (double)(i % LEVELS + 1) / LEVELS;
        if (isinf(s->fails[k])) {
            note(s, k, at, s->outcome[i]);
        }
    }
    close_in(s, m);
}

/* Keeps the nearest failure of m rays, also when the budget ended before it was closed in on; true
 * if it is nearer than what was known. */
static bool
keep_nearest(struct search *s, size_t m)
{
    const size_t n = s->problem->n;
    bool nearer = false;

    for (size_t k = 0; k < m; k++) {
        if (s->fails[k] < s->out->distance) {
            nearer = true;
            s->out->found = true;
            s->out->distance = s->fails[k];
            s->out->held = s->held[k];
            memcpy(s->from, s->direction + k * n, n * sizeof *s->from);
        }
    }
    return nearer;
}

/* ---- directions ---- */

/* evenly between 0 and 1 */
static double
random_share(struct search *s)
{
    const uint32_t place[4] = {(uint32_t)s->drawn, QUIRE_RANDOM_ANALYSIS,
                               (uint32_t)(s->drawn >> 32), 0};

    s->drawn++;
    return quire_random_uniform(s->problem->seed, place);
}

static bool
to_unit_length(double *v, size_t n)
{
    double square = 0;

    for (size_t c = 0; c < n; c++) {
        square += v[c] * v[c];
    }
    for (size_t c = 0; c < n; c++) {
        v[c] /= sqrt(square);
    }
    return square > 0;
}

/* A direction round about `from`, or with from = NULL any, all alike (normal deviates by Box and
 * Muller, 1958). */
static void
draw_direction(struct search *s, const double *from, double spread, double *direction)
{
    const size_t n = s->problem->n;

    do {
        for (size_t c = 0; c < n; c++) {
            const double radius = sqrt(-2 * quire_log(random_share(s))),
                         deviate = radius * quire_cos(TWO_PI * random_share(s));
            direction[c] = from != NULL ? from[c] + spread / sqrt((double)n) * deviate : deviate;
        }
    } while (!to_unit_length(direction, n));
}

static bool
leads_anywhere(const double *direction, size_t n)
{
    bool any = false;

    for (size_t c = 0; c < n; c++) {
        any = any || direction[c] != 0;
    }
    return any;
}

static void
look_along_axes(struct search *s)
{
    const size_t n = s->problem->n;

    for (size_t k = 0; k < 2 * n; k++) {
        for (size_t c = 0; c < n; c++) {
            const double alone = s->problem->alone != NULL ? s->problem->alone[k / 2 * n + c]
                                 : c == k / 2              ? 1
                                                           : 0;
            s->direction[k * n + c] = k % 2 == 0 ? -alone : alone;
        }
    }
    shoot(s, 2 * n, s->problem->reach);
    /* beside the present design these were tried too */
    for (size_t k = 0; k < 2 * n && s->out->attempts > 1; k++) {
        s->out->axis[k] = leads_anywhere(s->direction + k * n, n) ? s->fails[k] : (double)NAN;
    }
    keep_nearest(s, 2 * n);
}

/* Where all tolerances add up. */
static void
look_at_corners(struct search *s)
{
    const size_t n = s->problem->n, all = n <= 8 ? (size_t)1 << n : CORNERS;

    for (size_t k = 0; k < all; k++) {
        for (size_t c = 0; c < n; c++) {
            const bool up = n <= 8 ? (k >> c & 1) != 0 : random_share(s) < 0.5;
            s->direction[k * n + c] = up ? 1 : -1;
        }
        to_unit_length(s->direction + k * n, n);
    }
    shoot(s, all, fmin(s->problem->reach, s->out->distance));
    keep_nearest(s, all);
}

static bool
look_around(struct search *s, const double *from, double spread, size_t m)
{
    for (size_t k = 0; k < m; k++) {
        draw_direction(s, from, spread, s->direction + k * s->problem->n);
    }
    shoot(s, m, fmin(s->problem->reach, s->out->distance));
    return keep_nearest(s, m);
}

/* With the factors alone that matter most: one of them, two, three, ... */
static void
look_with_fewer(struct search *s)
{
    const size_t n = s->problem->n;
    size_t m = 0;

    for (size_t k = 0; k < n; k++) {
        double *d = s->direction + m * n;
        for (size_t c = 0; c < n; c++) {
            d[c] = fabs(s->from[c]) >= fabs(s->from[k]) ? s->from[c] : 0;
        }
        m += to_unit_length(d, n);
    }
    shoot(s, m, fmin(s->problem->reach, s->out->distance));
    keep_nearest(s, m);
}

/* ---- the plane through points of the boundary ---- */

/* Solves for w with `rows` (n, n + 1), the right-hand side behind; it is left in the last column.
 * False where there is none. */
static bool
solve(double *rows, size_t n)
{
    for (size_t c = 0; c < n; c++) {
        size_t pivot = c;
        for (size_t r = c + 1; r < n; r++) {
            pivot = fabs(rows[r * (n + 1) + c]) > fabs(rows[pivot * (n + 1) + c]) ? r : pivot;
        }
        if (!(fabs(rows[pivot * (n + 1) + c]) > 1e-12)) {
            return false;
        }
        for (size_t i = 0; i <= n && pivot != c; i++) {
            const double other = rows[pivot * (n + 1) + i];
            rows[pivot * (n + 1) + i] = rows[c * (n + 1) + i];
            rows[c * (n + 1) + i] = other;
        }
        for (size_t r = 0; r < n; r++) {
            const double factor = r == c ? 0 : rows[r * (n + 1) + c] / rows[c * (n + 1) + c];
            for (size_t i = c; i <= n && r != c; i++) {
                rows[r * (n + 1) + i] -= factor * rows[c * (n + 1) + i];
            }
        }
    }
    for (size_t c = 0; c < n; c++) {
        rows[c * (n + 1) + n] /= rows[c * (n + 1) + c];
    }
    return true;
}

/* The point nearest to the middle on the plane w . x = 1 (w in the last column) and within the
 * limits: what leaves them is held there, and the others make up for it. */
static void
nearest_of_plane(const struct search *s, double *x)
{
    const size_t n = s->problem->n;
    const double *low = s->problem->low, *high = s->problem->high;
    bool held[QUIRE_BOUNDARY_FACTORS] = {false}, again = true;

    while (again) {
        double left = 1, square = 0;
        for (size_t c = 0; c < n; c++) {
            const double w = s->plane[c * (n + 1) + n];
            left -= held[c] ? w * x[c] : 0;
            square += held[c] ? 0 : w * w;
        }
        again = false;
        for (size_t c = 0; c < n; c++) {
            if (held[c]) {
                continue;
            }
            x[c] = square > 0 ? s->plane[c * (n + 1) + n] * left / square : 0;
            if ((low != NULL && x[c] < low[c]) || (high != NULL && x[c] > high[c])) {
                x[c] = x[c] < 0 ? low[c] : high[c];
                held[c] = again = true;
            }
        }
    }
}

/* Points of the boundary on rays that lean from the nearest by `spread` towards each axis, away
 * from it where that is nearly its own direction; then along the normal of the plane through them.
 * True if that came nearer. */
static bool
look_along_normal(struct search *s, double spread)
{
    const size_t n = s->problem->n;

    for (size_t k = 0; k < n; k++) {
        double *d = s->direction + k * n;
        memcpy(d, s->from, n * sizeof *d);
        d[k] += d[k] > 0 ? -spread : spread;
        to_unit_length(d, n);
    }
    shoot(s, n, fmin(s->problem->reach, 2 * s->out->distance));
    if (!going(s)) {
        return keep_nearest(s, n);
    }
    for (size_t k = 0; k < n; k++) { /* plane: w . x = 1 */
        if (isinf(s->fails[k])) {
            return keep_nearest(s, n);
        }
        for (size_t c = 0; c < n; c++) {
            s->plane[k * (n + 1) + c] = s->fails[k] * s->direction[k * n + c];
        }
        s->plane[k * (n + 1) + n] = 1;
    }
    const bool nearer = keep_nearest(s, n);
    if (!solve(s->plane, n)) {
        return nearer;
    }
    nearest_of_plane(s, s->direction);
    if (!to_unit_length(s->direction, n)) {
        return nearer;
    }
    shoot(s, 1, fmin(s->problem->reach, s->out->distance));
    return keep_nearest(s, 1) || nearer;
}

static void
refine(struct search *s)
{
    const double finest = 0.5 * s->problem->resolution;

    for (double spread = 0.5; going(s) && spread * s->out->distance > finest;) {
        const double before = s->out->distance;
        look_along_normal(s, spread);
        if (going(s)) {
            look_with_fewer(s);
        }
        if (going(s)) {
            look_around(s, s->from, spread, 2 * s->problem->n);
        }
        /* little is to be had as far out as this */
        if (before - s->out->distance <= 0.1 * spread * before) {
            spread *= 0.5;
        }
    }
}

/* ---- the whole ---- */

static bool
present_design_holds(struct search *s)
{
    memset(s->designs, 0, s->problem->n * sizeof *s->designs);
    attempt(s, 1);
    if (!going(s)) {
        return false;
    }
    if (s->outcome[0] == QUIRE_FAILS) {
        s->out->found = true;
        s->out->distance = 0;
    }
    s->out->unknown = s->outcome[0] == QUIRE_UNDECIDED;
    return s->outcome[0] == QUIRE_HOLDS;
}

static void
look_everywhere(struct search *s)
{
    int calm = 0;

    look_along_axes(s);
    look_at_corners(s);
    if (going(s) && s->out->found) {
        refine(s);
    }
    for (int round = 0; going(s) && round < ROUNDS && calm < CALM_ROUNDS; round++) {
        const bool nearer = look_around(s, NULL, 0, 4 * s->problem->n + 4);
        calm = nearer ? 0 : calm + 1;
        if (nearer) {
            refine(s);
        }
    }
}

static void
tell(const struct search *s)
{
    struct quire_boundary *out = s->out;

    for (size_t c = 0; c < s->problem->n && out->distance > 0 && isfinite(out->distance); c++) {
        out->nearest[c] = out->distance * s->from[c];
        out->share[c] = s->from[c] * s->from[c];
    }
}

static void
release(struct search *s)
{
    free(s->direction);
    free(s->limit);
    free(s->fails);
    free(s->held);
    free(s->low);
    free(s->designs);
    free(s->outcome);
    free(s->of);
    free(s->plane);
    free(s->from);
}

quire_status
quire_boundary_search(const struct quire_boundary_problem *problem, struct quire_boundary *out)
{
    const size_t n = problem->n, rays = 4 * n + 4 > CORNERS ? 4 * n + 4 : CORNERS;
    struct search s = {.problem = problem, .out = out, .rays = rays};

    *out = (struct quire_boundary){.distance = INFINITY};
    out->nearest = calloc(n, sizeof *out->nearest);
    out->share = calloc(n, sizeof *out->share);
    out->axis = calloc(2 * n, sizeof *out->axis);
    s.direction = calloc(rays * n, sizeof *s.direction);
    s.limit = calloc(rays, sizeof *s.limit);
    s.fails = calloc(rays, sizeof *s.fails);
    s.held = calloc(rays, sizeof *s.held);
    s.low = calloc(rays, sizeof *s.low);
    s.designs = calloc(rays * LEVELS * n, sizeof *s.designs);
    s.outcome = calloc(rays * LEVELS, sizeof *s.outcome);
    s.of = calloc(rays, sizeof *s.of);
    s.plane = calloc(n * (n + 1), sizeof *s.plane);
    s.from = calloc(n, sizeof *s.from);
    if (out->nearest == NULL || out->share == NULL || out->axis == NULL || s.direction == NULL ||
        s.limit == NULL || s.fails == NULL || s.held == NULL || s.low == NULL ||
        s.designs == NULL || s.outcome == NULL || s.of == NULL || s.plane == NULL ||
        s.from == NULL) {
        s.status = QUIRE_ERROR_LIMIT;
    }
    for (size_t k = 0; s.status == QUIRE_OK && k < 2 * n; k++) {
        out->axis[k] = NAN;
    }
    if (s.status == QUIRE_OK && present_design_holds(&s)) {
        look_everywhere(&s);
    }
    if (s.status == QUIRE_OK) {
        tell(&s);
    }
    release(&s);
    return s.status;
}

void
quire_boundary_clear(struct quire_boundary *boundary)
{
    free(boundary->nearest);
    free(boundary->share);
    free(boundary->axis);
    *boundary = (struct quire_boundary){0};
}

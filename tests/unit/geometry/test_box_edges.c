/* Crossing edges: with the bodies' motion shares change without jumps, derivatives are exact, and
 * nothing counts where boxes are apart. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdbool.h>

#include "fixtures/sanitized.h"
#include "geometry/box_edges.h"

static double
number(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed / 2147483648.0 - 1;
}

/* Pushes b, turned from square by a quaternion, along the first six directions, and turns it about
 * the machine's axes along the others. */
static struct quire_box
box_at(const double at[3], const double quaternion[4], const double half[3], double round,
       bool moves)
{
    const double l = sqrt(quaternion[0] * quaternion[0] + quaternion[1] * quaternion[1] +
                          quaternion[2] * quaternion[2] + quaternion[3] * quaternion[3]);
    const double w = quaternion[0] / l, a = quaternion[1] / l, b = quaternion[2] / l,
                 c = quaternion[3] / l;
    const double column[3][3] = {
        {1 - 2 * (b * b + c * c), 2 * (a * b + w * c), 2 * (a * c - w * b)},
        {2 * (a * b - w * c), 1 - 2 * (a * a + c * c), 2 * (b * c + w * a)},
        {2 * (a * c + w * b), 2 * (b * c - w * a), 1 - 2 * (a * a + b * b)}};
    struct quire_box box = {.at = grad3(at), .half = {half[0], half[1], half[2]}, .round = round};

    for (int d = 0; d < 3; d++) {
        const double *u = column[d];
        box.axis[d] = grad3(u);
        for (int k = 0; moves && k < 3; k++) {
            const double turned[3] = {k == 1   ? u[2]
                                      : k == 2 ? -u[1]
                                               : 0,
                                      k == 2   ? u[0]
                                      : k == 0 ? -u[2]
                                               : 0,
                                      k == 0   ? u[1]
                                      : k == 1 ? -u[0]
                                               : 0};
            box.at.c[k].d[k] = 1;
            for (int i = 0; i < 3; i++) {
                box.axis[d].c[i].d[3 + k] = turned[i];
            }
        }
    }
    return box;
}

/* the force and the moment on b of a law of 1 N/m, and how many crossings there are, how many of
 * them fade */
struct push {
    double round;
    struct quire_grad3 force, moment;
    int n, fading;
};

static void
push_by(void *user, const struct quire_crossing *c)
{
    struct push *p = user;
    const struct quire_grad size = grad_mul(c->share, grad_sub(grad(p->round), c->distance));
    const struct quire_grad3 force = grad3_scale(size, c->normal),
                             moment = grad3_cross(&c->on_b, &force);

    cr_assert(c->place >= 0 && c->place < QUIRE_CROSSINGS);
    p->force = grad3_add(p->force, force);
    p->moment = grad3_add(p->moment, moment);
    p->n++;
    p->fading += c->share.x < 1 ? 1 : 0;
}

static struct push
push_between(const struct quire_box *a, const struct quire_box *b)
{
    struct push p = {.round = a->round + b->round};

    quire_crossings_visit(a, b, 0, push_by, &p);
    return p;
}

static const double zero[3], upright[4] = {1, 0, 0, 0}, half_a[3] = {5, 1, 2},
                             half_b[3] = {2, 0.7, 6};

/* a place of b near a, and which way it moves there */
struct course {
    double at[3], way[3], turn[4], spin[4], round;
};

static struct course
any_course(unsigned *seed)
{
    struct course c;

    for (int d = 0; d < 3; d++) {
        c.at[d] = (d == 0 ? 4 : 2.5) * number(seed);
        c.way[d] = number(seed);
    }
    for (int d = 0; d < 4; d++) {
        c.turn[d] = number(seed);
        c.spin[d] = 0.3 * number(seed);
    }
    c.round = number(seed) > 0 ? 0.15 : 0;
    return c;
}

static struct quire_box
box_on(const struct course *c, double t, bool moves)
{
    double at[3], turn[4];

    for (int d = 0; d < 4; d++) {
        turn[d] = c->turn[d] + t * c->spin[d];
    }
    for (int d = 0; d < 3; d++) {
        at[d] = c->at[d] + t * c->way[d];
    }
    return box_at(at, turn, half_b, c->round, moves);
}

static double
change(const struct push *from, const struct push *to)
{
    double most = 0;

    for (int d = 0; d < 3; d++) {
        most = fmax(most, fabs(to->force.c[d].x - from->force.c[d].x));
    }
    return most;
}

static struct push
push_at(const struct quire_box *a, const struct course *c, double t)
{
    const struct quire_box b = box_on(c, t, false);

    return push_between(a, &b);
}

/* how much of a change along a course remains of the half of its way that has more of it, 20 times
 */
static double
jump(const struct quire_box *a, const struct course *c, double from, double to)
{
    struct push end[2] = {push_at(a, c, from), push_at(a, c, to)};

    for (int k = 0; k < 20; k++) {
        const double middle = 0.5 * (from + to);
        const struct push half = push_at(a, c, middle);
        if (change(end, &half) > change(&half, end + 1)) {
            to = middle;
            end[1] = half;
        } else {
            from = middle;
            end[0] = half;
        }
    }
    return change(end, end + 1);
}

/* Along random courses, where the forces change most. */
Test(crossing, forces_do_not_jump)
{
    const struct quire_box a = box_at(zero, upright, half_a, 0.1, false);
    unsigned seed = 7;
    int crossed = 0;

    for (int k = 0; k < (is_repeated() ? 15 : 300); k++) {
        const struct course course = any_course(&seed);
        struct push last = {.n = 0};
        for (int i = 0; i <= 100; i++) {
            const struct push p = push_at(&a, &course, i / 100.0);
            if (i > 0 && change(&last, &p) > 0.1) {
                const double left = jump(&a, &course, (i - 1) / 100.0, i / 100.0);
                cr_expect_lt(left, 1e-3, "course %d, step %d: %g", k, i, left);
                crossed++;
            }
            last = p;
        }
    }
    cr_expect_gt(crossed, is_repeated() ? 50 : 1000, "%d", crossed);
}

/* at random places, those included where shares fade */
Test(crossing, derivatives_are_exact)
{
    const struct quire_box a = box_at(zero, upright, half_a, 0.1, false);
    const double step = 1e-6;
    unsigned seed = 3;
    int fading = 0, off = 0;

    for (int k = 0; k < (is_repeated() ? 1500 : 20000); k++) {
        const struct course c = any_course(&seed);
        const struct quire_box b = box_on(&c, 0, true);
        const struct push p = push_between(&a, &b);
        for (int d = 0; p.n > 0 && d < 3; d++) {
            struct quire_box moved[2] = {b, b};
            moved[0].at.c[d].x -= step;
            moved[1].at.c[d].x += step;
            const struct push low = push_between(&a, moved), high = push_between(&a, moved + 1);
            for (int i = 0; i < 3; i++) {
                off += fabs((high.force.c[i].x - low.force.c[i].x) / (2 * step) -
                            p.force.c[i].d[d]) > 1e-5;
                off += fabs((high.moment.c[i].x - low.moment.c[i].x) / (2 * step) -
                            p.moment.c[i].d[d]) > 1e-4;
            }
        }
        fading += p.fading > 0 ? 1 : 0;
    }
    cr_expect_gt(fading, is_repeated() ? 50 : 1000, "%d", fading);
    cr_expect_eq(off, 0, "%d", off);
}

/* a plane that parts them, found by chance */
static bool
is_apart(const struct quire_box *a, const struct quire_box *b, unsigned *seed)
{
    for (int k = 0; k < 300; k++) {
        const double n[3] = {number(seed), number(seed), number(seed)},
                     l = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        double between = 0, reach = a->round + b->round;
        for (int d = 0; d < 3; d++) {
            double on_a = 0, on_b = 0;
            for (int i = 0; i < 3; i++) {
                on_a += n[i] / l * a->axis[d].c[i].x;
                on_b += n[i] / l * b->axis[d].c[i].x;
            }
            reach += a->half[d] * fabs(on_a) + b->half[d] * fabs(on_b);
            between += n[d] / l * (b->at.c[d].x - a->at.c[d].x);
        }
        if (fabs(between) > reach) {
            return true;
        }
    }
    return false;
}

Test(crossing, nothing_counts_apart)
{
    const struct quire_box a = box_at(zero, upright, half_a, 0.1, false);
    unsigned seed = 11;
    int apart = 0;

    for (int k = 0; k < 20000; k++) {
        struct course c = any_course(&seed);
        for (int d = 0; d < 3; d++) {
            c.at[d] *= 2;
        }
        const struct quire_box b = box_on(&c, 0, false);
        if (is_apart(&a, &b, &seed)) {
            const struct push p = push_between(&a, &b);
            cr_expect_eq(p.n, 0, "course %d", k);
            apart++;
        }
    }
    cr_expect_gt(apart, 1000, "%d", apart);
}

/* two flat sides, one turned on the other: the corners of the patch that are no corners of a side
 */
Test(crossing, edges_of_flat_sides_cross_at_the_corners_of_the_patch)
{
    const double depth = 1e-3, at[3] = {0.5, half_a[1] + half_b[1] - depth, -0.3},
                 turn[4] = {cos(0.3), 0, sin(0.3), 0};
    const struct quire_box a = box_at(zero, upright, half_a, 0, false),
                           b = box_at(at, turn, half_b, 0, false);
    const struct push p = push_between(&a, &b);

    cr_expect_eq(p.n, 4, "%d", p.n);
    cr_expect_eq(p.fading, 0);
    cr_expect_float_eq(p.force.c[1].x, 4 * depth, 1e-12);
    cr_expect_float_eq(p.force.c[0].x, 0, 1e-15);
}

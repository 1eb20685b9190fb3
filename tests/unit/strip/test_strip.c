/* Strips at rest against exact answers: bending, torsion, torsion under tension, rest curvature;
 * and what rigid motions do. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "strip.h"

/* copy paper, E = 4 GPa, G = E/2.6, 0.1 mm, 80 g/m^2 */
static struct quire_ladder
paper(int n, int m, double length)
{
    const double modulus = 4e9, shear = 4e9 / 2.6, t = 1e-4, bend = modulus * t * t * t / 12;

    return (struct quire_ladder){.n = n,
                                 .m = m,
                                 .length = length,
                                 .width = 0.21,
                                 .grammage = 0.08,
                                 .stretch_md = modulus * t,
                                 .stretch_cd = modulus * t,
                                 .shear = shear * t,
                                 .bend_md = bend,
                                 .bend_cd = bend,
                                 .twist = shear * t * t * t / 3};
}

/* Lets the strip go to where its forces and `load` (NULL: none) balance: steps of Newton's, at
 * first short ones as if through time. The nodes of station 0 stay where `held`. */
static void
settle(struct strip *s, const double *load, bool held)
{
    const int size = (s->ladder.n + 1) * s->ladder.block;
    double *r = calloc(s->ladder.size, sizeof(double)), moved = 1, cq = 1e-4;

    cr_assert_not_null(r);
    for (int step = 0; step < 200 && moved > 1e-9; step++) {
        memset(s->f, 0, sizeof(double) * s->ladder.size);
        quire_ladder_matrix(&s->ladder, s->work, s->q, s->v, s->f, cq, 0, &s->slabs);
        for (int k = 0; k < size; k++) {
            r[k] = cq * (s->f[k] + (load != NULL ? load[k] : 0));
        }
        for (int k = 0; held && k < s->ladder.block; k++) {
            r[k] = 0;
            strip_hold(&s->slabs, 0, k);
        }
        quire_slabs_factorise(s->factor, &s->slabs, r);
        moved = 0;
        for (int k = 0; k < size; k++) {
            s->q[k] += r[k];
            moved = fmax(moved, fabs(r[k]));
        }
        cq = fmin(2 * cq, 20);
    }
    free(r);
    cr_expect_lt(moved, 1e-8, "did not settle: still moves by %g m", moved);
}

/* tip's place and drop of a heavy strip held horizontally [m] */
static void
droop(int n, double tip[2])
{
    struct strip s;
    struct quire_ladder ladder = paper(n, 2, 0.15);

    ladder.clamped[0] = 1;
    strip_open(&s, &ladder);
    double *weight = calloc(s.ladder.size, sizeof(double));
    cr_assert_not_null(weight);
    quire_ladder_weight(&s.ladder, (double[3]){0, -9.81, 0}, weight);
    settle(&s, weight, true);
    const double *last = s.q + n * s.ladder.block;
    tip[0] = (last[0] + last[3]) / 2;
    tip[1] = -(last[1] + last[4]) / 2;
    free(weight);
    strip_close(&s);
}

/* Heavy elastica, q L^3/B = 7.9461 (Rohde 1953; Wang 1986): tip at 108.9627 mm, drop 95.8058 mm. */
Test(spatial_strip, droops_as_the_heavy_elastica)
{
    double coarse[2], fine[2];

    droop(30, coarse);
    droop(60, fine);
    const double error[2] = {fabs(coarse[0] - 0.1089627), fabs(fine[0] - 0.1089627)},
                 drop[2] = {fabs(coarse[1] - 0.0958058), fabs(fine[1] - 0.0958058)};
    cr_expect_lt(error[1], 2.5e-5, "tip %g mm off", 1e3 * error[1]);
    cr_expect_lt(drop[1], 3.5e-5, "drop %g mm off", 1e3 * drop[1]);
    cr_expect_gt(log2(error[0] / error[1]), 1.8, "order %g", log2(error[0] / error[1]));
    cr_expect_gt(log2(drop[0] / drop[1]), 1.8, "order %g", log2(drop[0] / drop[1]));
}

static double
angle_of(const struct strip *s, int i)
{
    const double *lower = s->q + i * s->ladder.block, *upper = lower + s->ladder.block - 3;

    return atan2(lower[1] - upper[1], upper[2] - lower[2]);
}

/* twist per length in the middle third of a strip under a torque and a tension [rad/m] */
static double
twist_rate(int m, double torque, double tension)
{
    const int n = 60;
    struct strip s;
    const struct quire_ladder ladder = paper(n, m, 0.297);

    strip_open(&s, &ladder);
    double *load = calloc(s.ladder.size, sizeof(double)), *lead = load + n * s.ladder.block;
    cr_assert_not_null(load);
    for (int j = 0; j < m; j++) {
        load[3 * j] = -tension * s.ladder.share[j];
        lead[3 * j] = tension * s.ladder.share[j];
    }
    load[1] = lead[3 * (m - 1) + 1] = -torque / s.ladder.width;
    lead[1] = load[3 * (m - 1) + 1] = torque / s.ladder.width;
    settle(&s, load, false);
    const double rate = fabs(angle_of(&s, 2 * n / 3) - angle_of(&s, n / 3)) / (n / 3 * s.ladder.h);
    free(load);
    strip_close(&s);
    return rate;
}

static double
torsional_stiffness(void)
{
    return 4e9 / 2.6 * 1e-12 / 3 * 0.21;
}

/* Two columns make hinge lines that stay straight and edges that are equally long: St. Venant's
 * torsion however far. */
Test(spatial_strip, twists_as_a_thin_bar)
{
    static const double torque[] = {1e-7, 1e-6, 1e-5};

    for (int k = 0; k < 3; k++) {
        const double rate = twist_rate(2, torque[k], 0), exact = torque[k] / torsional_stiffness();
        cr_expect_lt(fabs(rate - exact), 1e-3 * exact, "%g N m: %g rad/m, exact %g", torque[k],
                     rate, exact);
    }
}

/* Tension turns with the fibres: T/(GJ + P W^2/12) (Buckley 1914). */
Test(spatial_strip, twists_less_under_tension)
{
    static const double tension[] = {0.03, 0.3};

    for (int m = 2; m < 4; m++) {
        for (int k = 0; k < 2; k++) {
            const double torque = 1e-7, rate = twist_rate(m, torque, tension[k]),
                         exact = torque / (torsional_stiffness() + tension[k] * 0.0441 / 12);
            cr_expect_lt(fabs(rate - exact), 0.01 * exact, "%d columns, %g N: %g rad/m, exact %g",
                         m, tension[k], rate, exact);
        }
    }
}

/* Wagner (1929): edges that are longer than the middle pull straight, G J k + E t W^5 k^3/360 = T;
 * a sheet that may bend across evades part of that. */
Test(spatial_strip, stiffens_as_it_twists)
{
    const double torque = 1e-6, cubic = 4e5 * 4.084101e-4 / 360; /* W^5 */
    double rate = 0;

    for (int k = 0; k < 100; k++) {
        rate = torque / (torsional_stiffness() + cubic * rate * rate);
    }
    for (int m = 3; m < 6; m += 2) {
        const double found = twist_rate(m, torque, 0);
        cr_expect(found > rate && found < torque / torsional_stiffness(),
                  "%d columns: %g rad/m, rigid sections %g", m, found, rate);
        cr_expect_lt(fabs(found - 0.0079), 1e-4, "%d columns: %g rad/m", m, found);
    }
}

/* radius of the circle through three places */
static double
radius(const double *a, const double *b, const double *c)
{
    double u = 0, v = 0, w = 0, uv = 0;

    for (int k = 0; k < 3; k++) {
        u += (b[k] - a[k]) * (b[k] - a[k]);
        v += (c[k] - b[k]) * (c[k] - b[k]);
        w += (c[k] - a[k]) * (c[k] - a[k]);
        uv += (b[k] - a[k]) * (c[k] - b[k]);
    }
    return sqrt(u * v * w) / (2 * sqrt(u * v - uv * uv));
}

Test(spatial_strip, curls_to_its_circle_along_the_feed)
{
    for (int m = 2; m < 4; m++) {
        for (int n = 10; n <= 20; n += 10) {
            struct strip s;
            struct quire_ladder ladder = paper(n, m, 0.06);
            ladder.curl_md = 25;
            strip_open(&s, &ladder);
            settle(&s, NULL, false);
            const double *at = s.q + n / 2 * s.ladder.block;
            const double found = radius(at - s.ladder.block, at, at + s.ladder.block);
            cr_expect_lt(fabs(found - 1 / 25.), 1e-7, "%d columns, %d segments: radius %.9g m", m,
                         n, found);
            cr_expect_gt(at[-s.ladder.block + 1] + at[s.ladder.block + 1], 2 * at[1],
                         "towards the left face");
            strip_close(&s);
        }
    }
}

Test(spatial_strip, curls_to_its_circle_across)
{
    for (int m = 3; m < 6; m += 2) {
        struct strip s;
        struct quire_ladder ladder = paper(8, m, 0.06);
        ladder.width = 0.05;
        ladder.curl_cd = 15;
        strip_open(&s, &ladder);
        settle(&s, NULL, false);
        const double *at = s.q + 4 * s.ladder.block + 3 * (m / 2);
        const double found = radius(at - 3, at, at + 3);
        cr_expect_lt(fabs(found - 1 / 15.), 1e-7, "%d columns: radius %.9g m", m, found);
        cr_expect_gt(at[-2] + at[4], 2 * at[1], "towards the left face");
        strip_close(&s);
    }
}

/* Half a segment lies between a clamp and its hinge's other end: from there on the strip is the
 * same circle. */
Test(spatial_strip, curls_from_a_clamped_end)
{
    struct strip s;
    struct quire_ladder ladder = paper(12, 2, 0.06);

    ladder.curl_md = 10;
    ladder.clamped[0] = 1;
    strip_open(&s, &ladder);
    settle(&s, NULL, true);
    /* half of an inner hinge's */
    const double *root = s.q + s.ladder.block, angle = 2 * asin(10 * s.ladder.h / 4);
    cr_expect_lt(fabs(atan2(root[1], root[0]) - angle), 1e-6, "root at %g rad, not %g",
                 atan2(root[1], root[0]), angle);
    cr_expect_lt(fabs(radius(root, root + s.ladder.block, root + 2 * s.ladder.block) - 0.1), 1e-6,
                 "radius");
    strip_close(&s);
}

/* lengths that floating-point numbers hold exactly */
Test(spatial_strip, shifted_feels_nothing)
{
    struct strip s;
    struct quire_ladder ladder = strip_soft(16, 3);

    ladder.length = 16. / 128;
    ladder.width = 2. / 64;
    strip_open(&s, &ladder);
    for (int k = 0; k < 17 * 9; k++) {
        s.q[k] += k % 3 * 0.25 - 0.5;
    }
    strip_forces(&s);
    for (int k = 0; k < 17 * 9; k++) {
        cr_expect_eq(s.f[k], 0, "force %d: %g N", k, s.f[k]);
    }
    strip_close(&s);
}

Test(spatial_strip, turned_feels_nothing)
{
    for (int m = 2; m < 4; m++) {
        struct strip s;
        const struct quire_ladder ladder = strip_soft(16, m);
        strip_open(&s, &ladder);
        strip_turn(&s, (double[3]){1, 2, -0.5}, 2.2);
        strip_forces(&s);
        for (int k = 0; k < 17 * s.ladder.block; k++) {
            cr_expect_lt(fabs(s.f[k]), 1e-12, "force %d: %g N", k, s.f[k]);
        }
        strip_close(&s);
    }
}

/* forces and moments about the origin of a crumpled, curled strip at rest cancel */
Test(spatial_strip, pulls_nobody)
{
    for (int m = 2; m < 6; m += m - 1) {
        struct strip s;
        struct quire_ladder ladder = strip_soft(9, m);
        ladder.curl_md = 30;
        ladder.curl_cd = 20;
        strip_open(&s, &ladder);
        strip_crumple(&s, 3, 2e-3, 0);
        strip_forces(&s);
        double force[3] = {0}, moment[3] = {0}, terms = 0;
        for (int k = 0; k < 10 * m; k++) {
            const double *x = s.q + 3 * k, *f = s.f + 3 * k;
            for (int c = 0; c < 3; c++) {
                const int d = (c + 1) % 3, e = (c + 2) % 3;
                force[c] += f[c];
                moment[c] += x[d] * f[e] - x[e] * f[d];
                terms += fabs(f[c]);
            }
        }
        for (int c = 0; c < 3; c++) {
            cr_expect_lt(fabs(force[c]), 1e-14 * terms, "%d columns: %g N of %g", m, force[c],
                         terms);
            cr_expect_lt(fabs(moment[c]), 1e-15 * terms, "%d columns: %g N m", m, moment[c]);
        }
        strip_close(&s);
    }
}

/* around a closed way through crumpled states nothing is gained or lost */
Test(spatial_strip, gives_back_what_it_stored)
{
    const int steps = 64;

    for (int m = 2; m < 6; m += m - 1) {
        struct strip s, a, b;
        struct quire_ladder ladder = strip_soft(9, m);
        ladder.curl_md = 30;
        ladder.curl_cd = 20;
        strip_open(&s, &ladder);
        strip_open(&a, &ladder);
        strip_open(&b, &ladder);
        strip_crumple(&a, 5, 1e-3, 0);
        strip_crumple(&b, 6, 1e-3, 0);
        double work = 0, terms = 0;
        for (int k = 0; k < steps; k++) {
            const double angle = 2 * acos(-1) * k / steps;
            for (int x = 0; x < 10 * s.ladder.block; x++) {
                const double flat = (a.q[x] + b.q[x]) / 2;
                s.q[x] = flat + cos(angle) * (a.q[x] - flat) + sin(angle) * (b.q[x] - flat) * 0.7;
            }
            strip_forces(&s);
            for (int x = 0; x < 10 * s.ladder.block; x++) {
                const double flat = (a.q[x] + b.q[x]) / 2;
                const double pace =
                    cos(angle) * (b.q[x] - flat) * 0.7 - sin(angle) * (a.q[x] - flat);
                work += s.f[x] * pace;
                terms += fabs(s.f[x] * pace);
            }
        }
        cr_expect_lt(fabs(work), 1e-12 * terms, "%d columns: %g of %g", m, work, terms);
        strip_close(&s);
        strip_close(&a);
        strip_close(&b);
    }
}

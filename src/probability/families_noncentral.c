#include "probability/families_noncentral.h"

#include <math.h>
#include <stdbool.h>

#include "math/detmath.h"

#define NOTHING 1e-18 /* of a sum */

/* What Poisson's weights are put on: tails of one more for each event */
struct part {
    enum { CHI_SQUARE, FISHER, STUDENT } kind;
    double a, b;    /* halves of degrees of freedom */
    double x, y;    /* of beta functions, y = 1 - x; of the gamma function half the x */
    double average; /* events */
    double slope;   /* of t: noncentrality over the root of 2 */
};

static double
weight_of(double events, double average)
{
    return events > 0 ? quire_poisson_share(events, average) : quire_exp(-average);
}

static struct quire_tails
term_of(const struct part *p, double j)
{
    const double weight = weight_of(j, p->average);

    if (p->kind == CHI_SQUARE) {
        const struct quire_tails t = quire_gamma_tails(p->a + j, p->x);
        return (struct quire_tails){weight * t.below, weight * t.above};
    }
    struct quire_tails t = quire_beta_tails(p->a + j, p->b, p->x, p->y);
    t.below *= weight;
    t.above *= weight;
    if (p->kind == STUDENT) {
        /* slope e^-average average^j / Gamma(j + 3/2), which Poisson's share has between events */
        const double odd = p->slope > 0 ? quire_poisson_share(j + 0.5, p->average)
                                        : -quire_poisson_share(j + 0.5, p->average);
        const struct quire_tails o = quire_beta_tails(p->a + j + 0.5, p->b, p->x, p->y);
        t.below += odd * o.below;
        t.above += odd * o.above;
    }
    return t;
}

/* adds it; false once both are as good as nothing and become smaller. Tails below grow on the way
 * down, even if they begin with 0. */
static bool
add_term(struct quire_tails *sum, struct quire_tails *before, struct quire_tails t, bool down)
{
    const bool small = fabs(t.below) <= NOTHING * fabs(sum->below) &&
                       fabs(t.above) <= NOTHING * fabs(sum->above),
               falls = fabs(t.below) <= fabs(before->below) && fabs(t.above) <= fabs(before->above),
               nothing = t.below == 0 && t.above == 0;

    sum->below += t.below;
    sum->above += t.above;
    *before = t;
    return !nothing && !(small && falls && !(down && sum->below == 0));
}

/* from the most likely number of events outwards, both ways */
static struct quire_tails
mix(const struct part *p)
{
    const double middle = floor(p->average);
    struct quire_tails sum = {0, 0}, before = {HUGE_VAL, HUGE_VAL};

    for (double j = middle; add_term(&sum, &before, term_of(p, j), false); j += 1) {
    }
    before = (struct quire_tails){HUGE_VAL, HUGE_VAL};
    for (double j = middle - 1; j >= 0 && add_term(&sum, &before, term_of(p, j), true); j -= 1) {
    }
    return sum;
}

static struct quire_tails
within_one(struct quire_tails t)
{
    return (struct quire_tails){fmin(1, fmax(0, t.below)), fmin(1, fmax(0, t.above))};
}

static struct quire_tails
above_zero(const struct part *p, double x)
{
    if (!(x > 0)) {
        return (struct quire_tails){0, 1};
    }
    return isinf(x) ? (struct quire_tails){1, 0} : within_one(mix(p));
}

struct quire_tails
quire_noncentral_chi_square(double freedom, double noncentrality, double x)
{
    const struct part p = {
        .kind = CHI_SQUARE, .a = freedom / 2, .x = x / 2, .average = noncentrality / 2};

    return above_zero(&p, x);
}

struct quire_tails
quire_noncentral_fisher(double freedom_above, double freedom_below, double noncentrality, double x)
{
    const double ratio = x * freedom_above / freedom_below;
    const struct part p = {.kind = FISHER,
                           .a = freedom_above / 2,
                           .b = freedom_below / 2,
                           .x = ratio / (1 + ratio),
                           .y = 1 / (1 + ratio),
                           .average = noncentrality / 2};

    return above_zero(&p, ratio);
}

/* x > 0 */
static struct quire_tails
student_above_zero(double freedom, double noncentrality, double x)
{
    const double ratio = x * x / freedom;
    const struct part p = {.kind = STUDENT,
                           .a = 0.5,
                           .b = freedom / 2,
                           .x = ratio / (1 + ratio),
                           .y = 1 / (1 + ratio),
                           .average = noncentrality * noncentrality / 2,
                           .slope = noncentrality / sqrt(2)};
    if (isinf(ratio)) {
        return (struct quire_tails){1, 0};
    }
    const struct quire_tails half = mix(&p), at_zero = quire_normal_tails(-noncentrality);

    return (struct quire_tails){at_zero.below + half.below / 2, half.above / 2};
}

struct quire_tails
quire_noncentral_student(double freedom, double noncentrality, double x)
{
    struct quire_tails t;

    if (x == 0) {
        t = quire_normal_tails(-noncentrality);
    } else if (x > 0) {
        t = student_above_zero(freedom, noncentrality, x);
    } else {
        t = student_above_zero(freedom, -noncentrality, -x);
        t = (struct quire_tails){t.above, t.below};
    }
    return within_one(t);
}

/* The start of Newton's iteration: what it learns of extrapolated changes, and what it leaves out
 * of them. The line of a group follows from its own places, so that it turns with the frame, and
 * stays where the frame is shifted. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "integ/constants.h"
#include "integ/newton_start.h"

enum { PLACES = 9, AXIS = 12, NV = 2 * AXIS, LENGTH = 2 * NV };

static const struct quire_block block = {.sum = QUIRE_SUM_LANES,
                                         .nq = NV,
                                         .nv = NV,
                                         .count = 1,
                                         .side_by_side = 4,
                                         .axis = AXIS,
                                         .places = PLACES};
static const struct quire_ode_problem problem = {
    .layout = {.v0 = NV, .nv = NV}, .block = &block, .n_block = 1};

/* A frame turned by an angle and shifted. */
struct frame {
    double angle, shift[2];
};

static void
put(const struct frame *f, bool position, double x, double y, double *to)
{
    to[0] = cos(f->angle) * x - sin(f->angle) * y + (position ? f->shift[0] : 0);
    to[AXIS] = sin(f->angle) * x + cos(f->angle) * y + (position ? f->shift[1] : 0);
}

/* what of a steady extrapolated change along the chain and across it is left, once it has not come
 * true at all in `along`, and come true in the other direction; out: x and y of each place */
static void
left_of_change(const struct frame *f, bool along, double out[PLACES][2])
{
    double from[LENGTH] = {0}, predicted[LENGTH] = {0}, came[LENGTH] = {0}, y[LENGTH],
           weights[LENGTH], rates[NV] = {0};
    const struct quire_step_formula formula = {predicted, NULL, 1, 1e-3};
    struct quire_newton_start start;

    for (int i = 0; i < LENGTH; i++) {
        weights[i] = 1e3;
    }
    for (int i = 0; i < PLACES; i++) {
        put(f, true, 1e-3 * i, 2e-4 * i * i, from + i);
        put(f, true, 1e-3 * i, 2e-4 * i * i, predicted + i);
        /* along the chord of the group, and across it */
        const int first = i < 8 ? i / 4 * 4 : 7, last = i < 8 ? first + 3 : 8;
        const double slope = 0.2 * (last + first), length = hypot(1, slope),
                     t[2] = {1 / length, slope / length};
        put(f, false, t[0] - t[1], t[1] + t[0], predicted + NV + i);
        put(f, false, along ? -t[1] : t[0], along ? t[0] : t[1], came + NV + i);
    }
    cr_assert(quire_newton_start_create(&start, &problem));
    quire_newton_start_compare(&start, &formula, from, came);
    memcpy(y, predicted, sizeof y);
    quire_newton_start_take_back(&start, &formula, weights, from, y, rates);
    quire_newton_start_destroy(&start);
    for (int i = 0; i < PLACES; i++) {
        for (int e = 0; e < 2; e++) {
            const int at = i + e * AXIS;
            out[i][e] = y[NV + at] - predicted[NV + at];
            cr_expect_float_eq(rates[at], out[i][e], 1e-15);
            cr_expect_float_eq(y[at] - predicted[at], 1e-3 * out[i][e], 1e-15);
        }
    }
    for (int at = PLACES; at < AXIS; at++) { /* nothing is there */
        cr_expect_eq(y[NV + at], 0);
        cr_expect_eq(y[NV + AXIS + at], 0);
    }
}

Test(newton_start, leaves_out_what_does_not_come_true_along_the_group_and_across_it)
{
    static const struct frame here = {0, {0, 0}};

    for (int along = 0; along < 2; along++) {
        double out[PLACES][2];
        left_of_change(&here, along == 1, out);
        for (int i = 0; i < PLACES; i++) {
            const int first = i < 8 ? i / 4 * 4 : 7, last = i < 8 ? first + 3 : 8;
            const double slope = 0.2 * (last + first), length = hypot(1, slope),
                         part = QUIRE_NEWTON_TAKEN_BACK / length;
            cr_expect_float_eq(out[i][0], along ? -part : part * slope, 1e-9, "place %d: %g", i,
                               out[i][0]);
            cr_expect_float_eq(out[i][1], along ? -part * slope : -part, 1e-9, "place %d: %g", i,
                               out[i][1]);
        }
    }
}

Test(newton_start, does_not_depend_on_the_frame)
{
    static const struct frame here = {0, {0, 0}}, there = {0.7, {0.3, -0.2}};
    double out[PLACES][2], turned[PLACES][2];

    for (int along = 0; along < 2; along++) {
        left_of_change(&here, along == 1, out);
        left_of_change(&there, along == 1, turned);
        for (int i = 0; i < PLACES; i++) {
            const double c = cos(there.angle), s = sin(there.angle);
            cr_expect_float_eq(turned[i][0], c * out[i][0] - s * out[i][1], 1e-12, "place %d", i);
            cr_expect_float_eq(turned[i][1], s * out[i][0] + c * out[i][1], 1e-12, "place %d", i);
        }
    }
}

Test(newton_start, keeps_changes_that_come_true)
{
    double from[LENGTH] = {0}, predicted[LENGTH] = {0}, y[LENGTH], weights[LENGTH], rates[NV] = {0};
    const struct quire_step_formula formula = {predicted, NULL, 1, 1e-3};
    struct quire_newton_start start;

    for (int i = 0; i < LENGTH; i++) {
        weights[i] = 1e3;
    }
    for (int i = 0; i < PLACES; i++) {
        from[i] = 1e-3 * i;
        predicted[NV + i] = 1;
        predicted[NV + AXIS + i] = 0.1 * i;
    }
    cr_assert(quire_newton_start_create(&start, &problem));
    quire_newton_start_compare(&start, &formula, from, predicted);
    memcpy(y, predicted, sizeof y);
    quire_newton_start_take_back(&start, &formula, weights, from, y, rates);
    quire_newton_start_destroy(&start);
    cr_expect_arr_eq(y, predicted, sizeof y);
}

/* in space all velocities of a station count as along its line */
Test(newton_start, leaves_out_what_does_not_come_true_at_stations_in_space)
{
    static const struct quire_block stations = {.sum = QUIRE_SUM_LANES,
                                                .nq = NV,
                                                .nv = NV,
                                                .count = 1,
                                                .side_by_side = 6,
                                                .axis = NV,
                                                .places = 18};
    static const struct quire_ode_problem spatial = {
        .layout = {.v0 = NV, .nv = NV}, .block = &stations, .n_block = 1};
    double from[LENGTH] = {0}, predicted[LENGTH] = {0}, y[LENGTH], weights[LENGTH], rates[NV] = {0};
    const struct quire_step_formula formula = {predicted, NULL, 1, 1e-3};
    struct quire_newton_start start;

    for (int i = 0; i < LENGTH; i++) {
        weights[i] = 1e3;
    }
    for (int i = 0; i < 18; i++) {
        from[NV + i] = 0.3;
        predicted[NV + i] =
            i < 6 ? 0.3 : 1 + 0.1 * i; /* but for the first station nothing comes true */
    }
    cr_assert(quire_newton_start_create(&start, &spatial));
    quire_newton_start_compare(&start, &formula, from, from);
    memcpy(y, predicted, sizeof y);
    quire_newton_start_take_back(&start, &formula, weights, from, y, rates);
    quire_newton_start_destroy(&start);
    for (int i = 0; i < 18; i++) {
        const double by = -QUIRE_NEWTON_TAKEN_BACK * (predicted[NV + i] - from[NV + i]);
        cr_expect_float_eq(y[NV + i] - predicted[NV + i], by, 1e-6, "%d: %g", i,
                           y[NV + i] - predicted[NV + i]);
        cr_expect_float_eq(rates[i], by, 1e-6);
        cr_expect_float_eq(y[i] - predicted[i], 1e-3 * by, 1e-9);
    }
}

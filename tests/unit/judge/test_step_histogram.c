/* A short time in which most steps were made is found, wherever it lies, and nothing else is. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

#include "judge/step_histogram.h"

static void
walk(struct quire_step_histogram *p, double from, double to, int n)
{
    for (int i = 0; i < n; i++) {
        quire_step_histogram_add(p, from + (to - from) * (i + 0.5) / n);
    }
}

Test(pace, even_steps_are_no_crowd)
{
    struct quire_step_histogram p;
    quire_step_histogram_init(&p, 2);
    walk(&p, 0, 2, 50000);
    cr_assert(eq(dbl, quire_step_histogram_stiff_interval(&p, 2).share, 0));
}

Test(pace, a_crowd_is_found_where_it_is)
{
    for (int k = 0; k < 20; k++) {
        const double begun = 0.1 * k + 0.0013;
        struct quire_step_histogram p;
        quire_step_histogram_init(&p, 2);
        walk(&p, 0, 2, 4000);
        walk(&p, begun, begun + 0.01, 6000);
        const struct quire_stiff_interval c = quire_step_histogram_stiff_interval(&p, 2);
        cr_assert(epsilon_eq(dbl, c.share, 0.6, 0.01));
        cr_assert(le(dbl, c.to - c.from, 0.01 * 2 + 1e-9));
        cr_assert(le(dbl, c.from, begun + 1e-9));
        cr_assert(ge(dbl, c.to, begun + 0.01 - 1e-9));
    }
}

Test(pace, a_run_that_ends_early_is_judged_by_the_time_it_came_to)
{
    struct quire_step_histogram p;
    quire_step_histogram_init(&p, 10);
    walk(&p, 0, 1, 4000);
    walk(&p, 0.5, 0.51, 6000);
    cr_assert(gt(dbl, quire_step_histogram_stiff_interval(&p, 1).share, 0.5));
    /* a bin is more than a hundredth of it */
    cr_assert(eq(dbl, quire_step_histogram_stiff_interval(&p, 0.9).share, 0));
}

Test(pace, few_steps_are_no_trouble)
{
    struct quire_step_histogram p;
    quire_step_histogram_init(&p, 1);
    walk(&p, 0.5, 0.501, 4000);
    cr_assert(eq(dbl, quire_step_histogram_stiff_interval(&p, 1).share, 0));
}

Test(pace, what_holds_steps_down_is_asked_for_seldom)
{
    struct quire_step_histogram p;
    int asked = 0;
    quire_step_histogram_init(&p, 1);
    for (int i = 0; i < 1000000; i++) {
        asked += quire_step_histogram_add(&p, 0.3);
    }
    cr_assert(ge(int, asked, 1));
    cr_assert(le(int, asked, 12));
}

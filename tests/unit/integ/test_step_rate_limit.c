/* No stretch of time takes more steps than its tokens and the rate allow, and every stretch may
 * take all of them. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "integ/constants.h"
#include "integ/step_rate_limit.h"

/* steps of this length from t on until no token is left, at most `most` */
static long
spend(struct quire_step_rate_limit *b, double t, double step, long most)
{
    long n = 0;

    while (n < most && quire_step_rate_limit_spend(b, t + (double)n * step)) {
        n++;
    }
    return n;
}

Test(step_rate_limit, steps_at_the_rate_go_on_for_ever)
{
    struct quire_step_rate_limit b;
    quire_step_rate_limit_init(&b, 1e6, 0);
    cr_assert(eq(long, spend(&b, 0, 1e-6, 1000000), 1000000));
}

Test(step_rate_limit, a_stretch_takes_no_more_than_its_tokens_and_the_rate)
{
    /* four times too short: each step loses three quarters */
    const double rate = 1e6, step = 2.5e-7;
    struct quire_step_rate_limit b;
    quire_step_rate_limit_init(&b, rate, 1);
    const long n = spend(&b, 1, step, 1000000);
    cr_assert(epsilon_eq(dbl, (double)n, QUIRE_STEP_TOKENS + rate * (double)n * step, 2));
    cr_assert(epsilon_eq(dbl, b.since, 1, 1e-12));
}

Test(step_rate_limit, time_that_passes_fills_the_bucket_up_again_but_no_further)
{
    struct quire_step_rate_limit b;
    quire_step_rate_limit_init(&b, 1e6, 0);
    /* a second of rest, then as many steps as a stuck solver makes */
    for (int k = 0; k < 10; k++) {
        cr_assert(eq(long, spend(&b, k, 0, 1000000), (long)QUIRE_STEP_TOKENS - 1));
        cr_assert(epsilon_eq(dbl, b.since, k, 1e-12));
    }
}

/* A solver that fails forty times before each step that it makes is stopped forty times as soon. */
Test(step_rate_limit, tries_that_fail_cost_as_much_as_steps)
{
    struct quire_step_rate_limit b;
    long n = 0;
    quire_step_rate_limit_init(&b, 1e6, 0);
    for (; quire_step_rate_limit_spend(&b, 0); n++) {
        quire_step_rate_limit_charge(&b, 40);
    }
    cr_assert(epsilon_eq(dbl, (double)n, QUIRE_STEP_TOKENS / 41, 1));
    cr_assert(eq(long, b.failed, 40 * n));
}

Test(step_rate_limit, without_a_rate_there_is_no_bound)
{
    struct quire_step_rate_limit b;
    quire_step_rate_limit_init(&b, 0, 0);
    cr_assert(eq(long, spend(&b, 0, 0, 100000), 100000));
}

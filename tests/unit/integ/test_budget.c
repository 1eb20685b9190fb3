/* No stretch of time takes more steps than its credit and the rate allow, and every stretch may
 * take the credit. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "integ/budget.h"

/* steps of this length from t on until there is no credit, at most `most` */
static long
spend(struct quire_budget *b, double t, double step, long most)
{
    long n = 0;

    while (n < most && quire_budget_spend(b, t + (double)n * step)) {
        n++;
    }
    return n;
}

Test(budget, steps_at_the_rate_go_on_for_ever)
{
    struct quire_budget b;
    quire_budget_init(&b, 1e6, 0);
    cr_assert(eq(long, spend(&b, 0, 1e-6, 1000000), 1000000));
}

Test(budget, a_stretch_takes_no_more_than_its_credit_and_the_rate)
{
    /* four times too short: each step loses three quarters */
    const double rate = 1e6, step = 2.5e-7;
    struct quire_budget b;
    quire_budget_init(&b, rate, 1);
    const long n = spend(&b, 1, step, 1000000);
    cr_assert(epsilon_eq(dbl, (double)n, QUIRE_STEP_CREDIT + rate * (double)n * step, 2));
    cr_assert(epsilon_eq(dbl, b.since, 1, 1e-12));
}

Test(budget, time_that_passes_fills_the_credit_up_again_but_no_further)
{
    struct quire_budget b;
    quire_budget_init(&b, 1e6, 0);
    /* a second of rest, then as many steps as a stuck solver makes */
    for (int k = 0; k < 10; k++) {
        cr_assert(eq(long, spend(&b, k, 0, 1000000), (long)QUIRE_STEP_CREDIT - 1));
        cr_assert(epsilon_eq(dbl, b.since, k, 1e-12));
    }
}

/* A solver that fails forty times before each step that it makes is stopped forty times as soon. */
Test(budget, tries_that_fail_cost_as_much_as_steps)
{
    struct quire_budget b;
    long n = 0;
    quire_budget_init(&b, 1e6, 0);
    for (; quire_budget_spend(&b, 0); n++) {
        quire_budget_charge(&b, 40);
    }
    cr_assert(epsilon_eq(dbl, (double)n, QUIRE_STEP_CREDIT / 41, 1));
    cr_assert(eq(long, b.failed, 40 * n));
}

Test(budget, without_a_rate_there_is_no_bound)
{
    struct quire_budget b;
    quire_budget_init(&b, 0, 0);
    cr_assert(eq(long, spend(&b, 0, 0, 100000), 100000));
}

/* Timers against tabulated tolerance limits. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "stat/timer.h"

/* n good runs at 1, 2, ... n, in no order. */
static struct quire_passage *
good_runs(size_t n)
{
    struct quire_passage *p = calloc(n + 2, sizeof *p);

    cr_assert_not_null(p);
    for (size_t i = 0; i < n; i++) {
        p[i].time = (double)((i * 37) % n + 1); /* 37 is prime to all the numbers of runs here */
    }
    return p;
}

/* With 95 % confidence 95 % lie below the largest of 59, the second of 93, the third of 124, the
 * fourth of 153, the fifth of 181 (D. B. Owen, Handbook of Statistical Tables, 1962; the numbers
 * are those of Wilks' formula). */
Test(timer, is_the_order_statistic_that_tables_tell)
{
    static const size_t runs[] = {59, 93, 124, 153, 181};

    for (size_t k = 0; k < sizeof runs / sizeof runs[0]; k++) {
        struct quire_passage *p = good_runs(runs[k]);
        size_t needed;
        cr_expect_eq(quire_timer_value(p, runs[k], QUIRE_TIMER_LATEST, 0.05, 0.95, &needed),
                     (double)(runs[k] - k));
        cr_expect_eq(needed, 59);
        cr_expect_eq(quire_timer_value(p, runs[k], QUIRE_TIMER_EARLIEST, 0.05, 0.95, &needed),
                     (double)(k + 1));
        free(p);
        p = good_runs(runs[k] - 1);
        const double value =
            quire_timer_value(p, runs[k] - 1, QUIRE_TIMER_LATEST, 0.05, 0.95, &needed);
        cr_expect(k == 0 ? isnan(value) : value == (double)(runs[k] - k), "%zu runs: %g",
                  runs[k] - 1, value);
        free(p);
    }
}

/* A good sheet that gives no signal comes too late for any timer, a jammed one is of no account. */
Test(timer, counts_sheets_that_never_come)
{
    struct quire_passage *p = good_runs(93);
    size_t needed;

    p[93] = (struct quire_passage){.time = 1000, .kind = QUIRE_PASSAGE_JAMMED};
    cr_expect_eq(quire_timer_value(p, 94, QUIRE_TIMER_LATEST, 0.05, 0.95, &needed), 92);
    p[93] = (struct quire_passage){.time = NAN};
    p[94] = (struct quire_passage){.time = NAN};
    cr_expect(isnan(quire_timer_value(p, 95, QUIRE_TIMER_LATEST, 0.05, 0.95, &needed)));
    cr_expect_eq(quire_timer_value(p, 95, QUIRE_TIMER_EARLIEST, 0.05, 0.95, &needed), 2,
                 "they do not come too early either");
    free(p);
}

Test(timer, reports_what_comes_too_late_or_too_early)
{
    const struct quire_passage p[] = {{1, QUIRE_PASSAGE_GOOD},    {2, QUIRE_PASSAGE_GOOD},
                                      {3, QUIRE_PASSAGE_GOOD},    {NAN, QUIRE_PASSAGE_GOOD},
                                      {2, QUIRE_PASSAGE_JAMMED},  {NAN, QUIRE_PASSAGE_JAMMED},
                                      {NAN, QUIRE_PASSAGE_JAMMED}};
    const struct quire_timer late = quire_timer_at(p, 7, QUIRE_TIMER_LATEST, 2, 0.95),
                             early = quire_timer_at(p, 7, QUIRE_TIMER_EARLIEST, 2, 0.95);

    cr_expect(late.false_alarm.count == 2 && late.false_alarm.n == 4 && late.missed.count == 1 &&
              late.missed.n == 3);
    cr_expect(early.false_alarm.count == 1 && early.false_alarm.n == 4 && early.missed.count == 3 &&
              early.missed.n == 3);
}

/* it may be a good sheet that comes at the worst time: the limit is that of one more run beyond it
 */
Test(timer, holds_whatever_an_undecided_run_was)
{
    struct quire_passage *p = good_runs(93);
    size_t needed;

    /* the last of 92, which lack the sheet at 57 */
    cr_expect_eq(quire_timer_value(p, 92, QUIRE_TIMER_LATEST, 0.05, 0.95, &needed), 93);
    p[92] = (struct quire_passage){.time = 5, .kind = QUIRE_PASSAGE_UNDECIDED};
    cr_expect_eq(quire_timer_value(p, 93, QUIRE_TIMER_LATEST, 0.05, 0.95, &needed), 93,
                 "the second of 93");
    cr_expect_eq(quire_timer_value(p, 93, QUIRE_TIMER_EARLIEST, 0.05, 0.95, &needed), 1);
    p[91].kind = QUIRE_PASSAGE_UNDECIDED;
    cr_expect(isnan(quire_timer_value(p, 93, QUIRE_TIMER_LATEST, 0.05, 0.95, &needed)));
    const struct quire_timer t = quire_timer_at(p, 93, QUIRE_TIMER_LATEST, 90, 0.95);
    cr_expect(t.false_alarm.count == 3 && t.false_alarm.undecided == 2 && t.false_alarm.n == 93);
    cr_expect(t.missed.count == 0 && t.missed.undecided == 2 && t.missed.n == 2);
    free(p);
}

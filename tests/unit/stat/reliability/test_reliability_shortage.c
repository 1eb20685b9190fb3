/* Rare failures and performance, when memory runs out in the middle. */
#include <criterion/criterion.h>
#include <math.h>

#include "base/diag.h"
#include "fixtures/shortage.h"
#include "probability/families.h"
#include "stat/reliability/capability.h"
#include "stat/reliability/failure.h"

static bool
attempt(void *user, const double *u, size_t count, double *margin)
{
    (void)user;
    for (size_t i = 0; i < count; i++) {
        margin[i] = 3 - u[2 * i];
    }
    return true;
}

static const struct quire_failure_problem problem = {
    .n = 2, .budget = 1000, .seed = 1, .confidence = 0.95, .attempt = attempt};

static quire_status
outcome(bool good, quire_diag *diag)
{
    return good ? QUIRE_OK : quire_diag_memory_error(diag);
}

static quire_status
weigh(quire_diag *diag)
{
    struct quire_failure f;
    const bool good = quire_failure_importance(&problem, &f);

    quire_failure_clear(&f);
    return outcome(good, diag);
}

static quire_status
descend(quire_diag *diag)
{
    struct quire_failure f;
    const bool good = quire_failure_subset(&problem, &f);

    quire_failure_clear(&f);
    return outcome(good, diag);
}

static quire_status
draw_again(quire_diag *diag)
{
    struct quire_performance_interval interval;

    return outcome(quire_performance_bootstrap(&interval, QUIRE_FIT_NORMAL, quire_normal(0, 1), 5,
                                               (struct quire_limits){-3, 3}, 10, 1, 0.95),
                   diag);
}

Test(shortage_of_reliability, is_told)
{
    shortage_sweep(weigh, 1000);
    shortage_sweep(descend, 1000);
    shortage_sweep(draw_again, 1000);
}

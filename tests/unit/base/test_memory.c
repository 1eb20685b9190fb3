/* How much memory there is. */
#include <criterion/criterion.h>
#include <math.h>
#include <sys/resource.h>

#include "base/memory.h"

/* what the limit is while a soft limit of the process is so many bytes */
static double
limit_under(int resource, rlim_t bytes)
{
    struct rlimit before, now;

    cr_assert_eq(getrlimit(resource, &before), 0);
    now = before;
    now.rlim_cur = bytes;
    cr_assert_eq(setrlimit(resource, &now), 0);
    const double limit = quire_memory_limit();
    setrlimit(resource, &before);
    return limit;
}

Test(memory, some_is_there)
{
    const double limit = quire_memory_limit();

    cr_expect(limit > 1e6);
    cr_expect(isfinite(limit));
}

Test(memory, limits_of_the_process_count)
{
    const rlim_t bytes = 100u << 20;
    const double least = fmin(quire_memory_limit(), (double)bytes);

    cr_expect(fabs(limit_under(RLIMIT_AS, bytes) - least) < 1);
    cr_expect(fabs(limit_under(RLIMIT_DATA, bytes) - least) < 1);
}

/* How often stated intervals of small probabilities hold the true one: probability SEED SEEDS. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "stat/reliability/limit_states.h"

#define BUDGET 5000

static int
tell(const struct limit_state *state, enum limit_method method, double p, uint64_t seed, int count)
{
    const struct limit_score s = limit_score_of(state, method, p, BUDGET, seed, count);
    const int sure = s.n - s.doubtful;

    printf("%-10s %-15s p %.0e: interval holds it %3d of %d, mean %.2e, variation %.3f (stated "
           "%.3f), at most %zu runs, doubtful %d (of the others %d of %d)\n",
           method == SUBSET ? "subset" : "importance", state->name, p, s.covered, s.n, s.mean,
           s.variation, s.stated, s.most_runs, s.doubtful, s.covered_of_sure, sure);
    return s.most_runs > BUDGET ||
           (p == 1e-5 && (method == SUBSET || state->covered) && 10 * s.covered < 9 * s.n);
}

int
main(int argc, char **argv)
{
    static const double probability[] = {1e-5, 1e-3, 1e-7};
    const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    const int count = argc > 2 ? atoi(argv[2]) : 100;
    int missed = 0;

    for (size_t p = 0; p < sizeof probability / sizeof *probability; p++) {
        for (size_t i = 0; i < n_limit_states; i++) {
            missed += tell(&limit_states[i], IMPORTANCE, probability[p], seed, count);
        }
        for (size_t i = 0; i < n_limit_states; i++) {
            missed += tell(&limit_states[i], SUBSET, probability[p], seed, count);
        }
    }
    printf("%d limit states missed their figure\n", missed);
    return missed > 0;
}

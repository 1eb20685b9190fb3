#include "stat/timer.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "probability/families.h"

static bool
is_reported(const struct quire_passage *p, enum quire_timer_side side, double value)
{
    return side == QUIRE_TIMER_LATEST ? !(p->time <= value) : p->time < value;
}

struct quire_timer
quire_timer_at(const struct quire_passage *passage, size_t n, enum quire_timer_side side,
               double value, double confidence)
{
    size_t runs[3] = {0}, reported[3] = {0}; /* by kind */

    for (size_t i = 0; i < n; i++) {
        runs[passage[i].kind]++;
        reported[passage[i].kind] += is_reported(passage + i, side, value);
    }
    const size_t good = runs[QUIRE_PASSAGE_GOOD], jammed = runs[QUIRE_PASSAGE_JAMMED],
                 open = runs[QUIRE_PASSAGE_UNDECIDED];
    return (struct quire_timer){
        value, quire_rate_of(reported[QUIRE_PASSAGE_GOOD], open, good + open, confidence),
        quire_rate_of(jammed - reported[QUIRE_PASSAGE_JAMMED], open, jammed + open, confidence)};
}

static int
ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double
quire_timer_value(const struct quire_passage *passage, size_t n, enum quire_timer_side side,
                  double rate, double confidence, size_t *needed)
{
    const double sign = side == QUIRE_TIMER_LATEST ? 1 : -1;
    double *time = malloc((n + 1) * sizeof *time), found = NAN;
    size_t good = 0;

    const double least = quire_rate_runs_needed(0, rate, confidence);
    *needed = least < (double)SIZE_MAX ? (size_t)least : SIZE_MAX;
    for (size_t i = 0; time != NULL && i < n; i++) {
        /* without a signal it is reported by any latest time, and by no earliest */
        if (passage[i].kind == QUIRE_PASSAGE_GOOD) {
            time[good++] = sign * (isnan(passage[i].time) ? HUGE_VAL : passage[i].time);
        } else if (passage[i].kind == QUIRE_PASSAGE_UNDECIDED) {
            time[good++] = HUGE_VAL;
        }
    }
    if (time != NULL) {
        qsort(time, good, sizeof *time, ascending);
        const struct quire_distribution within = quire_binomial((double)good, 1 - rate);
        /* P(at most p good sheets come in time) >= confidence */
        const double p = good > 0 ? quire_quantile(within, confidence) : 0;
        if (good >= *needed && p + 1 <= (double)good && isfinite(time[(size_t)p])) {
            found = sign * time[(size_t)p];
        }
    }
    free(time);
    return found;
}

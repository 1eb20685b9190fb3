#include "judge/step_histogram.h"

#include <string.h>

#define LEAST_ASKED 500  /* steps in a thousandth of the run */
#define LEAST_STEPS 5000 /* a run with fewer is no trouble to anybody */
#define SHARE       0.5  /* of the steps, in a hundredth of the time */
#define WIDTH       0.01

void
quire_step_histogram_init(struct quire_step_histogram *p, double end)
{
    memset(p, 0, sizeof *p);
    p->per_time = end > 0 ? QUIRE_PACE_BINS / end : 0;
}

bool
quire_step_histogram_add(struct quire_step_histogram *p, double t)
{
    const double at = t * p->per_time;
    const int bin = at < QUIRE_PACE_BINS - 1 ? (int)at : QUIRE_PACE_BINS - 1,
              count = ++p->count[bin];

    if (count < LEAST_ASKED || count < 2 * p->asked) {
        return false;
    }
    p->asked = count;
    return true;
}

struct quire_stiff_interval
quire_step_histogram_stiff_interval(const struct quire_step_histogram *p, double t)
{
    const int width = (int)(WIDTH * t * p->per_time + 1e-9);
    struct quire_stiff_interval interval = {.share = 0};
    long all = 0, sum = 0, most = 0;
    int last = 0;

    for (int i = 0; i < QUIRE_PACE_BINS; i++) {
        all += p->count[i];
        sum += p->count[i] - (i >= width ? p->count[i - width] : 0);
        if (sum > most) {
            most = sum;
            last = i;
        }
    }
    if (width > 0 && all >= LEAST_STEPS && (double)most > SHARE * (double)all) {
        interval.from = (last - width + 1 > 0 ? last - width + 1 : 0) / p->per_time;
        interval.to = (last + 1) / p->per_time;
        interval.share = (double)most / (double)all;
        memcpy(interval.concerns, p->concerns, sizeof interval.concerns);
    }
    return interval;
}

#include "stat/reliability/draws.h"

#include <math.h>

#include "math/detmath.h"
#include "math/random.h"

#define TWO_PI 6.28318530717958647693

static double
of_words(uint32_t high, uint32_t low)
{
    return ((double)(((uint64_t)high << 20) | (low >> 12)) + 0.5) * 0x1p-52;
}

static void
next_words(struct quire_draws *self, uint32_t words[4])
{
    const uint32_t place[4] = {self->next++, QUIRE_RANDOM_ANALYSIS, self->stream, 0};

    quire_random_words(words, self->seed, place);
}

double
quire_draws_uniform(struct quire_draws *self)
{
    uint32_t words[4];

    next_words(self, words);
    return of_words(words[0], words[1]);
}

void
quire_draws_normal(struct quire_draws *self, double *out, size_t n)
{
    uint32_t words[4];

    for (size_t i = 0; i < n; i += 2) {
        next_words(self, words);
        const double radius = sqrt(-2 * quire_log(of_words(words[0], words[1]))),
                     angle = TWO_PI * of_words(words[2], words[3]);
        out[i] = radius * quire_cos(angle);
        if (i + 1 < n) {
            out[i + 1] = radius * quire_sin(angle);
        }
    }
}

size_t
quire_draws_below(struct quire_draws *self, size_t n)
{
    return (size_t)(quire_draws_uniform(self) * (double)n);
}

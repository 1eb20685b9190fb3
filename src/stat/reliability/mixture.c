#include "stat/reliability/mixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/detmath.h"
#include "stat/summary.h"

#define LEAST_SHARE 0.02 /* so that no region is lost by chance */
#define CUT         50   /* one in so many weights is cut off */
#define NO_WEIGHT   1e-9

void
quire_mixture_draw(const struct quire_mixture *self, struct quire_draws *components,
                   struct quire_draws *draws, size_t count, double *u)
{
    for (size_t i = 0; i < count; i++) {
        double left = quire_draws_uniform(components) - QUIRE_MIXTURE_DEFENSIVE;
        size_t k = self->k; /* about the origin */
        quire_draws_normal(draws, u + i * self->n, self->n);
        if (left >= 0) {
            left /= 1 - QUIRE_MIXTURE_DEFENSIVE;
            for (k = 0; k + 1 < self->k && left >= self->share[k]; k++) {
                left -= self->share[k];
            }
        }
        for (size_t j = 0; k < self->k && j < self->n; j++) {
            u[i * self->n + j] += self->mean[k * self->n + j];
        }
    }
}

/* Each part's density over the standard normal one has the logarithm m.u - m.m/2. */
double
quire_mixture_weight(const struct quire_mixture *self, const double *u, double *part)
{
    double most = 0, sum;

    part[0] = 0;
    for (size_t k = 0; k < self->k; k++) {
        const double *mean = self->mean + k * self->n;
        part[k + 1] = 0;
        for (size_t j = 0; j < self->n; j++) {
            part[k + 1] += mean[j] * (u[j] - 0.5 * mean[j]);
        }
        most = fmax(most, part[k + 1]);
    }
    sum = part[0] = QUIRE_MIXTURE_DEFENSIVE * quire_exp(-most);
    for (size_t k = 0; k < self->k; k++) {
        part[k + 1] =
            (1 - QUIRE_MIXTURE_DEFENSIVE) * self->share[k] * quire_exp(part[k + 1] - most);
        sum += part[k + 1];
    }
    for (size_t k = 0; k <= self->k; k++) {
        part[k] /= sum;
    }
    return quire_exp(-most) / sum;
}

/* the weight above which weights are cut off */
static double
cut_at(double *sorted, size_t count)
{
    const size_t off = count / CUT > 0 ? count / CUT : 1;

    quire_sort(sorted, count);
    return sorted[count - off];
}

static void
fit(struct quire_mixture *self, const double *u, size_t count, const double *h, double cut,
    double *room)
{
    const size_t n = self->n, k = self->k;
    double *part = room, *of = room + k + 1, *mean = of + k, all = 0, shares = 0;

    memset(of, 0, (k + k * n) * sizeof *of);
    for (size_t i = 0; i < count; i++) {
        const double weight = fmin(h[i], cut);
        quire_mixture_weight(self, u + i * n, part);
        all += weight;
        for (size_t c = 0; c < k; c++) {
            const double w = weight * part[c + 1];
            of[c] += w;
            for (size_t j = 0; j < n; j++) {
                mean[c * n + j] += w * u[i * n + j];
            }
        }
    }
    double parts = 0;
    for (size_t c = 0; c < k; c++) {
        parts += of[c];
    }
    for (size_t c = 0; c < k; c++) {
        for (size_t j = 0; j < n && of[c] > NO_WEIGHT * all; j++) {
            self->mean[c * n + j] = mean[c * n + j] / of[c];
        }
        self->share[c] = fmax(parts > 0 ? of[c] / parts : 0, LEAST_SHARE);
        shares += self->share[c];
    }
    for (size_t c = 0; c < k; c++) {
        self->share[c] /= shares;
    }
}

bool
quire_mixture_fit(struct quire_mixture *self, const double *u, size_t count)
{
    const size_t k = self->k, room = 2 * k + 1 + k * self->n;
    double *h = malloc((2 * count + room) * sizeof *h);

    if (h == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        h[i] = h[count + i] = quire_mixture_weight(self, u + i * self->n, h + 2 * count);
    }
    if (count > 0) {
        fit(self, u, count, h, cut_at(h + count, count), h + 2 * count);
    }
    free(h);
    return true;
}

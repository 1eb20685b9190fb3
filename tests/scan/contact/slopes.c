/* A sheet that rests on a slope below the angle of friction: it does not move, least of all uphill,
 * and the force that holds it is its weight's along the slope. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "net.h"

#define END        1.0
#define FROM       0.5 /* from when on it is judged [s] */
#define GRAVITY    9.80665
#define WIDTH      0.21
#define GRAMMAGE   0.3
#define MOST_CREEP 1e-6    /* [m/s] */
#define MOST_UP    0.05e-6 /* [m] */
#define MOST_FORCE 0.01

struct slope {
    bool spatial;
    double angle, length, height;
    int segments;
};

static struct slope
draw_slope(unsigned seed, unsigned number, bool spatial)
{
    static const double lengths[] = {0.02, 0.05, 0.1, 0.2, 0.297};
    struct draw at = {.seed = seed + 9500 + 100 * spatial, .model = number};
    struct slope s = {.spatial = spatial};

    s.angle = draw_even(&at, 1, 21.5) * acos(-1) / 180; /* the coefficient is 0.4: 21.8 degrees */
    s.length = lengths[(int)draw_even(&at, 0, 5)];
    s.height = draw_even(&at, 0.146e-3, 0.15e-3);
    s.segments = (int)fmax(5, round(s.length / draw_even(&at, 2.5e-3, 10e-3)));
    return s;
}

static void
say_slope(struct text *t, const struct slope *s)
{
    *t = (struct text){.n = 0};
    say(t,
        "<model version=\"1\" name=\"slope\" motion=\"%s\"><settings><gravity vector=\"%.12g "
        "m/s^2, %.12g m/s^2\"/><run end=\"%g s\" sample=\"1 ms\"/></settings>\n"
        "<contact name=\"c\"><normal law=\"mtt-boundary\" stiffness=\"2e5 N/m^1.3\" "
        "exponent=\"1.3\" damping=\"0.5 N*s/m\" boundary-penetration=\"0.02 mm\" "
        "rebound-damping-factor=\"1\"/><friction law=\"stick-slip\" "
        "dynamic-coefficient=\"0.4\"/></contact><pair media=\"*\" surface=\"f\" contact=\"c\"/>\n",
        s->spatial ? "spatial" : "planar", GRAVITY * sin(s->angle), -GRAVITY * cos(s->angle), END);
    say(t,
        "<media name=\"card\" grammage=\"%g kg/m^2\" thickness=\"0.3 mm\" modulus-md=\"5 GPa\"/>\n"
        "<guide name=\"g\" surface=\"f\"><line from=\"-200 mm, 0 mm\" to=\"500 mm, 0 "
        "mm\"/></guide>\n<sheet name=\"page\" media=\"card\" length=\"%g m\" width=\"%g m\" "
        "segments=\"%d\"><start from=\"0 mm, %.9g m\"/></sheet></model>\n",
        GRAMMAGE, s->length, WIDTH, s->segments, s->height);
}

enum { CREEP, UP, FORCE };

static void
judge_course(double *v, const struct slope *s, const struct ran *r)
{
    const double asked = GRAMMAGE * WIDTH * s->length * GRAVITY * sin(s->angle);
    size_t n, m;
    double *x = net_column(r, "page.lead.x", &n), *f = net_column(r, "g.drag", &m);

    if (x != NULL && f != NULL && n > 2 && m == n) {
        const size_t from = (size_t)(FROM / END * (double)(n - 1));
        double farthest = x[from];
        v[CREEP] = fabs(x[n - 1] - x[from]) / (END - FROM);
        v[UP] = v[FORCE] = 0;
        for (size_t i = from; i < n; i++) {
            farthest = fmax(farthest, x[i]);
            v[UP] = fmax(v[UP], farthest - x[i]);
            v[FORCE] = fmax(v[FORCE], fabs(fabs(f[i]) / asked - 1));
        }
    }
    free(x);
    free(f);
}

static void
run_slope(struct drawn *out, const struct slope *s)
{
    struct text t;
    struct ran r;
    double *v = out->value;

    say_slope(&t, s);
    v[CREEP] = v[UP] = v[FORCE] = (double)NAN;
    if (net_run(&r, &t, &(struct wanted){.sample = 1e-3})) {
        judge_course(v, s, &r);
    }
    snprintf(out->text, sizeof out->text,
             "%.3g deg, %.3g mm long in %d segments, from %.4g mm: %.3g um/s, %.3g um uphill, "
             "force wrong by %.3g %% %s",
             s->angle * 180 / acos(-1), 1e3 * s->length, s->segments, 1e3 * s->height,
             1e6 * v[CREEP], 1e6 * v[UP], 100 * v[FORCE], r.why);
    net_done(&r);
}

static bool
judge(const struct drawn *of, size_t n)
{
    static const double bound[] = {MOST_CREEP, MOST_UP, MOST_FORCE};
    unsigned broken = 0, beyond[3] = {0};
    double worst[3] = {0};

    for (size_t i = 0; i < n; i++) {
        bool good = of[i].done;
        for (size_t k = 0; k < 3; k++) {
            const double value = of[i].value[k];
            broken += k == 0 && !isfinite(value);
            beyond[k] += value > bound[k];
            worst[k] = isfinite(value) ? fmax(worst[k], value) : worst[k];
            good = good && value <= bound[k];
        }
        if (!good) {
            net_note("%zu: %s", i, of[i].text);
        }
    }
    bool good = net_row("runs that break off", "0", broken == 0, "%u", broken);
    good = net_row("creep of a sheet that sticks on a slope", "1 um/s", beyond[CREEP] == 0,
                   "%u of %zu beyond, worst %.3g um/s", beyond[CREEP], n, 1e6 * worst[CREEP]) &&
           good;
    good = net_row("... uphill", "0.05 um", beyond[UP] == 0, "%u beyond, worst %.3g um", beyond[UP],
                   1e6 * worst[UP]) &&
           good;
    return net_row("... force that holds it, at every sample", "1 %", beyond[FORCE] == 0,
                   "%u beyond, worst %.3g %%", beyond[FORCE], 100 * worst[FORCE]) &&
           good;
}

static void
write_planar(struct text *t, unsigned seed, unsigned number)
{
    const struct slope s = draw_slope(seed, number, false);
    say_slope(t, &s);
}

static void
run_planar(struct drawn *out, unsigned seed, unsigned number)
{
    const struct slope s = draw_slope(seed, number, false);
    run_slope(out, &s);
}

static void
write_spatial(struct text *t, unsigned seed, unsigned number)
{
    const struct slope s = draw_slope(seed, number, true);
    say_slope(t, &s);
}

static void
run_spatial(struct drawn *out, unsigned seed, unsigned number)
{
    const struct slope s = draw_slope(seed, number, true);
    run_slope(out, &s);
}

const struct net_kind net_slopes = {
    "slopes", "a sheet that sticks on a slope", 60, write_planar, run_planar, judge};
const struct net_kind net_space_slopes = {
    "space-slopes", "a sheet that sticks on a slope, in space", 30, write_spatial, run_spatial,
    judge};

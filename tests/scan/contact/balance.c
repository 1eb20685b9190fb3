/* Sheets thrown about without friction and damping: no energy comes from nowhere. What the
 * integrator loses is counted separately, and falls with its tolerance; what it gains counts as an
 * error.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "net.h"

#define END        0.15
#define ALLOWED    1e-4   /* of the physical terms */
#define FINER      0.5e-7 /* position tolerance, a tenth of standard's [m] */
#define MOST_FINER 3      /* columns with which a run at that tolerance is not too dear */
#define ROUNDING   1e-12  /* [J] */

enum scene { BOX, BARS, ROLLERS, STEPS, FLOOR, SCENES };
static const char *const scene_name[] = {"box", "bars", "rollers", "steps", "floor"};

struct thrown {
    bool spatial, heavy, power;
    enum scene scene;
    int segments, columns;
    double grammage, stiffness, speed, down, heading, yaw;
};

static struct thrown
draw_throw(unsigned seed, unsigned number, bool spatial)
{
    static const int columns[] = {2, 3, 5, 9};
    struct draw at = {.seed = seed + 9700 + 100 * spatial, .model = number};
    struct thrown t = {.spatial = spatial, .columns = spatial ? columns[number % 4] : 2};

    t.heavy = toss(&at);
    t.power = toss(&at);
    t.scene = (enum scene)draw_even(&at, 0, SCENES);
    t.segments = (int)draw_even(&at, 12, 31);
    t.grammage = draw_even(&at, 0.06, 0.3);
    t.stiffness = draw_log(&at, 1e4, 1e6);
    t.speed = draw_even(&at, -1, 1);
    t.down = draw_even(&at, -1.5, -0.3);
    t.heading = draw_even(&at, -30, 30) * acos(-1) / 180;
    t.yaw = spatial ? draw_even(&at, -10, 10) * acos(-1) / 180 : 0;
    return t;
}

static void
say_scene(struct text *t, const struct thrown *w)
{
    switch (w->scene) {
    case BOX:
        say(t, "<guide name=\"g\" surface=\"g\" thickness=\"10 mm\"><polyline points=\"-90 mm, 150 "
               "mm; -90 mm, 0 mm; 90 mm, 0 mm; 90 mm, 150 mm\"/></guide>\n");
        break;
    case STEPS:
        say(t, "<guide name=\"g\" surface=\"g\" thickness=\"10 mm\"><polyline points=\"-300 mm, 0 "
               "mm; -20 mm, 0 mm; -20 mm, 6 mm; 25 mm, 12 mm; 30 mm, 2 mm; 300 mm, 2 "
               "mm\"/></guide>\n");
        break;
    case FLOOR:
        say(t, "<guide name=\"g\" surface=\"g\" thickness=\"10 mm\"><line from=\"-500 mm, 0 mm\" "
               "to=\"500 mm, 0 mm\"/></guide>\n");
        break;
    default:
        for (int k = 0; k < 5; k++) {
            const double x = -0.08 + 0.04 * k, r = 3e-3 + 2e-3 * (k % 3);
            if (w->scene == BARS) {
                say(t,
                    "<guide name=\"g%d\" surface=\"g\"><circle centre=\"%.9g m, %.9g m\" "
                    "radius=\"%g m\"/></guide>\n",
                    k, x, -r, r);
            } else {
                say(t,
                    "<roller name=\"r%d\" surface=\"g\" centre=\"%.9g m, %.9g m\" radius=\"%g "
                    "m\"/>\n",
                    k, x, -r, r);
            }
        }
    }
}

static void
machine(struct text *t, const struct thrown *w)
{
    *t = (struct text){.n = 0};
    say(t,
        "<model version=\"1\" name=\"throw\" motion=\"%s\"><settings><gravity vector=\"0 m/s^2, %s "
        "m/s^2\"/><run end=\"%g s\" sample=\"0.5 ms\"/></settings>\n"
        "<media name=\"paper\" grammage=\"%.9g kg/m^2\" thickness=\"%.9g m\" modulus-md=\"4 GPa\" "
        "modulus-cd=\"2 GPa\" damping-ratio=\"0\" axial-damping-time=\"0 s\"/>\n",
        w->spatial ? "spatial" : "planar", w->heavy ? "-9.80665" : "0", END, w->grammage,
        w->grammage / 800);
    if (w->power) {
        say(t,
            "<contact name=\"c\"><normal law=\"hunt-crossley\" stiffness=\"%.9g N/m^1.5\" "
            "exponent=\"1.5\" restitution=\"1\"/></contact>",
            30 * w->stiffness);
    } else {
        say(t,
            "<contact name=\"c\"><normal law=\"linear\" stiffness=\"%.9g N/m\" damping=\"0 "
            "N*s/m\"/></contact>",
            w->stiffness);
    }
    say(t, "<pair contact=\"c\"/>\n");
    say_scene(t, w);
    say(t,
        "<sheet name=\"page\" media=\"paper\" length=\"100 mm\" width=\"80 mm\" segments=\"%d\" "
        "columns=\"%d\"><start from=\"%.9g m, %.9g m\" heading=\"%.9g rad\" velocity=\"%.9g m/s, "
        "%.9g m/s\" yaw=\"%.9g rad\"/></sheet></model>\n",
        w->segments, w->columns, -0.05 * cos(w->heading), 0.05 - 0.05 * sin(w->heading), w->heading,
        w->speed, w->down, w->yaw);
}

enum { RESIDUAL, GAINED, BOOKED, TERMS, LOST, LOST_FINER, ALL };

/* the largest of a column, of its fall in all, and its last value */
struct course {
    double largest, fall, last;
};

static struct course
course_of(const struct ran *r, const char *name)
{
    size_t n;
    double *values = net_column(r, name, &n);
    struct course c = {0, 0, values != NULL && n > 0 ? values[n - 1] : (double)NAN};

    for (size_t i = 0; values != NULL && i < n; i++) {
        c.largest = fmax(c.largest, fabs(values[i]));
        c.fall += i > 0 ? fmax(0, values[i - 1] - values[i]) : 0;
    }
    free(values);
    return c;
}

static void
look(double *v, const struct ran *r)
{
    static const char *const terms[] = {"energy.kinetic", "energy.elastic", "energy.gravity",
                                        "energy.contact"},
                             *const none[] = {"energy.friction", "energy.contact-damping",
                                              "energy.sheet-damping", "energy.bearings"};

    for (size_t k = 0; k < 4; k++) {
        v[TERMS] = fmax(v[TERMS], course_of(r, terms[k]).largest);
        v[BOOKED] += course_of(r, none[k]).largest;
    }
    v[RESIDUAL] = course_of(r, "energy.residual").largest;
    v[GAINED] = course_of(r, "energy.integrator").fall;
    v[LOST] = course_of(r, "energy.integrator").last;
    v[ALL] = fmax(0, v[RESIDUAL] + v[GAINED] + v[BOOKED] - ROUNDING) / v[TERMS];
}

static void
run_throw(struct drawn *out, const struct thrown *w)
{
    struct text t;
    struct ran r, finer;
    double *v = out->value;

    machine(&t, w);
    v[ALL] = (double)NAN;
    if (net_run(&r, &t, &(struct wanted){.sample = 0.5e-3})) {
        look(v, &r);
    }
    v[LOST_FINER] = (double)NAN;
    finer = (struct ran){.verdict = QUIRE_VERDICT_NONE};
    if (w->columns <= MOST_FINER &&
        net_run(&finer, &t, &(struct wanted){.sample = 0.5e-3, .position_tolerance = FINER})) {
        v[LOST_FINER] = course_of(&finer, "energy.integrator").last;
    }
    snprintf(out->text, sizeof out->text,
             "%s, %s, %s, %.3g N/m, %.3g g/m2, %d segments, %d columns: %.2g residual, %.2g gained "
             "by the integrator, %.2g booked where there is nothing, %.2g lost by the integrator "
             "(%.2g at a tenth of the tolerance) of %.3g mJ, %.0f steps %s",
             w->spatial ? "spatial" : "planar", scene_name[w->scene], w->power ? "power" : "linear",
             w->stiffness, 1e3 * w->grammage, w->segments, w->columns, v[RESIDUAL] / v[TERMS],
             v[GAINED] / v[TERMS], v[BOOKED] / v[TERMS], v[LOST] / v[TERMS],
             v[LOST_FINER] / v[TERMS], 1e3 * v[TERMS], net_number(&r, "solver", "steps"), r.why);
    net_done(&finer);
    net_done(&r);
}

static bool
judge(const struct drawn *of, size_t n)
{
    unsigned broken = 0, beyond = 0, both = 0;
    double worst = 0, lost = 0, finer = 0;

    for (size_t i = 0; i < n; i++) {
        const double *v = of[i].value;
        const bool ran = of[i].done && isfinite(v[ALL]);
        broken += !ran;
        beyond += ran && v[ALL] > ALLOWED;
        worst = ran ? fmax(worst, v[ALL]) : worst;
        if (ran && isfinite(v[LOST_FINER])) {
            both++;
            lost += v[LOST] / v[TERMS];
            finer += v[LOST_FINER] / v[TERMS];
        }
        if (!ran || v[ALL] > ALLOWED) {
            net_note("%zu: %s", i, of[i].text);
        }
    }
    bool good = net_row("runs that break off", "0", broken == 0, "%u", broken);
    good = net_row("energy from or to nowhere, no friction, no damping", "1e-4 of the terms",
                   beyond == 0, "%u of %zu beyond, worst %.2g", beyond, n, worst) &&
           good;
    return net_row("integrator's loss in the mean, at a tenth of the tolerance", "less",
                   finer < lost, "%.2g, %.2g of the terms", lost / both, finer / both) &&
           good;
}

static void
write_planar(struct text *t, unsigned seed, unsigned number)
{
    const struct thrown w = draw_throw(seed, number, false);
    machine(t, &w);
}

static void
run_planar(struct drawn *out, unsigned seed, unsigned number)
{
    const struct thrown w = draw_throw(seed, number, false);
    run_throw(out, &w);
}

static void
write_spatial(struct text *t, unsigned seed, unsigned number)
{
    const struct thrown w = draw_throw(seed, number, true);
    machine(t, &w);
}

static void
run_spatial(struct drawn *out, unsigned seed, unsigned number)
{
    const struct thrown w = draw_throw(seed, number, true);
    run_throw(out, &w);
}

const struct net_kind net_energy = {
    "energy", "sheets thrown about without losses", 60, write_planar, run_planar, judge};
const struct net_kind net_space_energy = {
    "space-energy", "sheets thrown about without losses, in space", 40, write_spatial, run_spatial,
    judge};

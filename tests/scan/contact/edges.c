/* Edges: a sheet let out slowly over a frictionless lip gives its energy to what holds it back, and
 * an edge that is pressed on has one stiffness, whatever the segments. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "net.h"

/* ---- letting out ---- */

#define LENGTH 0.14 /* of the sheet [m] */
#define WIDTH  0.1
#define SPEED  20e-3 /* [m/s] */
#define FROM   2.0   /* when it hangs out by half of what it does at the end [s] */
#define END    4.0   /* [s] */

struct slot {
    double grammage, clearance, stiffness, segment, off;
};

static struct slot
draw_slot(unsigned seed, unsigned number)
{
    struct draw at = {.seed = seed + 9300, .model = number};
    struct slot s;

    s.grammage = draw_even(&at, 0.06, 0.12);
    s.clearance = draw_log(&at, 0.05e-3, 0.3e-3);
    s.stiffness = draw_log(&at, 1e5, 1e6);
    s.segment = draw_log(&at, 1e-3, 5e-3);
    s.off = draw_even(&at, 0, 5e-3);
    return s;
}

static void
write_slot(struct text *t, unsigned seed, unsigned number)
{
    const struct slot s = draw_slot(seed, number);
    const double wall = 0.5 * s.grammage / 800 + 0.5 * s.clearance, out = 15e-3 + s.off;

    *t = (struct text){.n = 0};
    say(t,
        "<model version=\"1\" name=\"slot\"><settings><run end=\"%g s\" sample=\"10 "
        "ms\"/></settings>\n"
        "<media name=\"paper\" grammage=\"%.9g kg/m^2\" thickness=\"%.9g m\" modulus-md=\"4 "
        "GPa\"/>\n"
        "<contact name=\"hard\"><normal law=\"linear\" stiffness=\"%.9g N/m\" damping=\"1 "
        "N*s/m\"/></contact><pair surface=\"slot\" contact=\"hard\"/>\n",
        END, s.grammage, s.grammage / 800, s.stiffness);
    say(t,
        "<guide name=\"low\" surface=\"slot\"><line from=\"-150 mm, %.9g m\" to=\"0 mm, %.9g "
        "m\"/></guide>\n"
        "<guide name=\"high\" surface=\"slot\" side=\"right\"><line from=\"-150 mm, %.9g m\" "
        "to=\"0 mm, %.9g m\"/></guide>\n"
        "<sheet name=\"page\" media=\"paper\" length=\"%g m\" width=\"%g m\" "
        "segments=\"%.0f\"><start from=\"%.9g m, 0 mm\" speed=\"%g m/s\"/><clamp end=\"trail\" "
        "velocity=\"%g m/s, 0 m/s\"/></sheet></model>\n",
        -wall, -wall, wall, wall, LENGTH, WIDTH, LENGTH / s.segment, out - LENGTH, SPEED, SPEED);
}

enum { WORK, DAMPED, MISSED };

/* what an energy has changed by since FROM */
static double
change(const struct ran *r, const char *name)
{
    size_t n;
    double *values = net_column(r, name, &n), change = (double)NAN;

    if (values != NULL && n > 1) {
        change = values[n - 1] - values[(size_t)(FROM / END * (double)(n - 1))];
    }
    free(values);
    return change;
}

static void
run_slot(struct drawn *out, unsigned seed, unsigned number)
{
    const struct slot s = draw_slot(seed, number);
    struct text t;
    struct ran r;
    double *v = out->value;

    write_slot(&t, seed, number);
    v[WORK] = (double)NAN;
    if (net_run(&r, &t, &(struct wanted){.sample = 10e-3})) {
        const double given = change(&r, "energy.gravity") + change(&r, "energy.elastic") +
                             change(&r, "energy.contact") + change(&r, "energy.kinetic");
        v[WORK] = -given;
        v[DAMPED] = change(&r, "energy.contact-damping") / v[WORK];
        v[MISSED] = 1 + (change(&r, "energy.loads") - change(&r, "energy.sheet-damping") -
                         change(&r, "energy.integrator")) /
                            v[WORK];
    }
    snprintf(
        out->text, sizeof out->text,
        "%.3g g/m2, clearance %.3g mm, %.3g N/m, segments of %.3g mm: %.3g uJ of work, %.3g %% "
        "booked as contact damping, %.3g %% not given to the clamp %s",
        1e3 * s.grammage, 1e3 * s.clearance, s.stiffness, 1e3 * s.segment, 1e6 * v[WORK],
        100 * v[DAMPED], 100 * v[MISSED], r.why);
    net_done(&r);
}

static bool
judge_slot(const struct drawn *of, size_t n)
{
    unsigned broken = 0;
    double damped = 0, missed = 0;

    for (size_t i = 0; i < n; i++) {
        const double *v = of[i].value;
        const bool ran = of[i].done && isfinite(v[WORK]);
        broken += !ran;
        damped = ran ? fmax(damped, fabs(v[DAMPED])) : damped;
        missed = ran ? fmax(missed, fabs(v[MISSED])) : missed;
        if (!ran || fabs(v[DAMPED]) > 0.005 || fabs(v[MISSED]) > 0.005) {
            net_note("%zu: %s", i, of[i].text);
        }
    }
    bool good = net_row("runs that break off", "0", broken == 0, "%u", broken);
    good = net_row("letting out over a lip: work booked as contact damping", "0.5 %",
                   damped <= 0.005, "worst %.3g %%", 100 * damped) &&
           good;
    return net_row("... that the clamp is not given", "0.5 %", missed <= 0.005, "worst %.3g %%",
                   100 * missed) &&
           good;
}

/* ---- pressing an edge ---- */

#define PLATE 0.04   /* its length; its weight is 1 N [m] */
#define HALF  0.5e-3 /* of its thickness [m] */

static const double segments[] = {80, 40, 20, 10, 5}; /* of 0.5 to 8 mm */
#define SEGMENTS (sizeof segments / sizeof *segments)

struct press {
    bool end;   /* the sheet's end on a face; else a guide's corner on the sheet */
    bool power; /* of the depth, that the law is */
    double angle, at, stiffness;
};

static struct press
draw_press(unsigned seed, unsigned number)
{
    struct draw at = {.seed = seed + 9400, .model = number};
    struct press p = {.end = toss(&at), .power = toss(&at)};

    p.angle = draw_even(&at, 30, p.end ? 90 : 60) * acos(-1) / 180;
    p.at = draw_even(&at, 8e-3, 14e-3);
    p.stiffness = draw_log(&at, 0.5e5, 5e5);
    return p;
}

/* Held at its trail end, it can only go down. It is so stiff that it hardly bends. */
static void
write_press(struct text *t, unsigned seed, unsigned number)
{
    const struct press p = draw_press(seed, number);
    const double heading = p.end ? -p.angle : 0;

    *t = (struct text){.n = 0};
    say(t,
        "<model version=\"1\" name=\"press\"><parameters><parameter name=\"segments\" "
        "value=\"40\"/></parameters><settings><gravity vector=\"0 m/s^2, -250 m/s^2\"/><run "
        "kind=\"equilibrium\"/></settings>\n"
        "<media name=\"plate\" grammage=\"1 kg/m^2\" thickness=\"%g m\" modulus-md=\"1000 "
        "GPa\"/>\n<contact name=\"hard\">",
        2 * HALF);
    if (p.power) {
        say(t,
            "<normal law=\"mtt-boundary\" force=\"%.9g N\" at-penetration=\"10 um\" "
            "exponent=\"1.3\" damping=\"1 N*s/m\" boundary-penetration=\"0.01 mm\"/>",
            10e-6 * p.stiffness);
    } else {
        say(t, "<normal law=\"linear\" stiffness=\"%.9g N/m\" damping=\"1 N*s/m\"/>", p.stiffness);
    }
    say(t, "</contact><pair surface=\"edge\" contact=\"hard\"/>\n<guide name=\"edge\" "
           "surface=\"edge\" thickness=\"20 mm\">");
    if (p.end) {
        say(t, "<line from=\"-50 mm, 0 mm\" to=\"50 mm, 0 mm\"/></guide>\n");
    } else { /* a corner that stands up, below the middle */
        say(t, "<polyline points=\"%.9g m, -10 mm; 0 mm, 0 mm; %.9g m, -10 mm\"/></guide>\n",
            -10e-3 / tan(p.angle), 10e-3 / tan(p.angle));
    }
    say(t,
        "<sheet name=\"page\" media=\"plate\" length=\"%g m\" width=\"100 mm\" "
        "segments=\"{segments}\"><start from=\"%.9g m, %.9g m\" heading=\"%.9g rad\"/><clamp "
        "end=\"trail\" slide=\"90 deg\"/></sheet></model>\n",
        PLATE, p.end ? -PLATE * cos(p.angle) : -p.at, HALF + (p.end ? PLATE * sin(p.angle) : 0),
        heading);
}

/* how deep the edge is in the other solid, from the nodes at rest; NaN: there is none */
static double
depth_of(const struct text *t, const struct press *p, double count, char *why, size_t size)
{
    struct ran r;
    double depth = (double)NAN, x[100], y[100];

    if (net_run(&r, t, &(struct wanted){.set = {{"segments", count, ""}}, .rest = true})) {
        const size_t n = quire_run_nodes(r.run, "page", x, y, 100);
        depth = HALF - y[n - 1];
        for (size_t i = 1; i < n && !p->end; i++) {
            if (x[i - 1] <= 0 && x[i] > 0) {
                depth = HALF - (y[i - 1] + (y[i] - y[i - 1]) * x[i - 1] / (x[i - 1] - x[i]));
                break;
            }
        }
    } else {
        snprintf(why, size, "%s", r.why);
    }
    net_done(&r);
    return depth;
}

enum { SPREAD };

static void
run_press(struct drawn *out, unsigned seed, unsigned number)
{
    const struct press p = draw_press(seed, number);
    struct text t;
    double least = HUGE_VAL, most = 0;
    char why[200] = "";

    write_press(&t, seed, number);
    size_t used =
        (size_t)snprintf(out->text, sizeof out->text,
                         "%s at %.3g deg, %s, %.3g N/m:", p.end ? "sheet's end" : "corner",
                         p.angle * 180 / acos(-1), p.power ? "power" : "linear", p.stiffness);
    for (size_t k = 0; k < SEGMENTS; k++) {
        const double depth = depth_of(&t, &p, segments[k], why, sizeof why);
        least = fmin(least, depth);
        most = depth > 0 ? fmax(most, depth) : (double)NAN;
        used +=
            (size_t)snprintf(out->text + used, sizeof out->text - used, " %.4g um", 1e6 * depth);
    }
    snprintf(out->text + used, sizeof out->text - used, " at 0.5 to 8 mm %.100s", why);
    out->value[SPREAD] = most / least - 1;
}

static bool
judge_press(const struct drawn *of, size_t n)
{
    unsigned broken = 0;
    double worst = 0;

    for (size_t i = 0; i < n; i++) {
        const double spread = of[i].value[SPREAD];
        const bool ran = of[i].done && isfinite(spread);
        broken += !ran;
        worst = ran ? fmax(worst, spread) : worst;
        if (!ran || spread > 0.02) {
            net_note("%zu: %s", i, of[i].text);
        }
    }
    const bool good = net_row("runs that break off", "0", broken == 0, "%u", broken);
    return net_row("depth of an edge at 1 N, segments of 0.5 to 8 mm", "2 %", worst <= 0.02,
                   "worst %.3g %%", 100 * worst) &&
           good;
}

const struct net_kind net_slot = {
    "slot", "a sheet let out over a frictionless lip", 40, write_slot, run_slot, judge_slot};
const struct net_kind net_press = {
    "press", "an edge that is pressed on", 40, write_press, run_press, judge_press};

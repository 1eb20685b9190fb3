/* Round bars: as circles, arcs and splines they must be as good as rollers in their place, and a
 * film round one must pull as a rope does. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net.h"

#define CARD 0.21 /* length and width of a card [m] */
#define HALF 0.165e-3

enum shape { CIRCLE, ARC, SPLINE, ROLLER };
static const char *const shape_name[] = {"circle", "arc", "spline", "roller"};

/* the sheet runs above it, from left to right */
static void
say_bar(struct text *t, enum shape shape, int number, double x, double top, double radius)
{
    const double degree = acos(-1) / 180, y = top - radius;

    if (shape == ROLLER) {
        say(t,
            "<roller name=\"b%d\" surface=\"bar\" centre=\"%.9g m, %.9g m\" radius=\"%.9g m\"/>\n",
            number, x, y, radius);
        return;
    }
    say(t, "<guide name=\"b%d\" surface=\"bar\">", number);
    if (shape == CIRCLE) {
        say(t, "<circle centre=\"%.9g m, %.9g m\" radius=\"%.9g m\"/>", x, y, radius);
    } else if (shape == ARC) {
        say(t,
            "<arc centre=\"%.9g m, %.9g m\" radius=\"%.9g m\" start-angle=\"200 deg\" "
            "angle=\"-220 deg\"/>",
            x, y, radius);
    } else {
        say(t, "<spline start-heading=\"110 deg\" end-heading=\"-110 deg\" points=\"");
        for (int k = 0; k <= 22; k++) {
            const double a = (200 - 10 * k) * degree;
            say(t, "%s%.9g m, %.9g m", k > 0 ? "; " : "", x + radius * cos(a), y + radius * sin(a));
        }
        say(t, "\"/>");
    }
    say(t, "</guide>\n");
}

static void
say_card(struct text *t, double grammage, const char *run)
{
    *t = (struct text){.n = 0};
    say(t,
        "<model version=\"1\" name=\"bars\"><settings><gravity vector=\"0 m/s^2, -9.81 "
        "m/s^2\"/>%s</settings>\n"
        "<media name=\"card\" grammage=\"%.9g kg/m^2\" thickness=\"%.9g m\" modulus-md=\"5 "
        "GPa\"/>\n"
        "<contact name=\"hard\"><normal law=\"linear\" stiffness=\"1e5 N/m\" damping=\"1 "
        "N*s/m\"/></contact><pair surface=\"bar\" contact=\"hard\"/>\n",
        run, grammage, 2 * HALF);
}

/* ---- a card that glides without friction ---- */

struct glide {
    enum shape shape;
    double radius, pitch, speed, grammage, start;
    int segments;
};

static struct glide
draw_glide(unsigned seed, unsigned number)
{
    struct draw at = {.seed = seed + 9000, .model = number};
    struct glide g = {.shape = (enum shape)draw_even(&at, 0, 3)};

    g.radius = draw_log(&at, 0.5e-3, 20e-3);
    g.pitch = fmax(draw_even(&at, 30e-3, 50e-3), 2 * g.radius + 5e-3);
    g.speed = draw_even(&at, 0.15, 0.4);
    g.grammage = draw_even(&at, 0.2, 0.3);
    g.start = -12e-3 + draw_even(&at, -2.5e-3, 2.5e-3);
    g.segments = draw_even(&at, 0, 1) < 0.7 ? 42 : 84;
    return g;
}

static void
glide_machine(struct text *t, const struct glide *g, enum shape shape)
{
    char run[100];

    snprintf(run, sizeof run, "<run end=\"%.9g s\"/>", 0.08 / g->speed);
    say_card(t, g->grammage, run);
    for (int k = 0; k * g->pitch < 0.31; k++) {
        say_bar(t, shape, k, k * g->pitch, -HALF, g->radius);
    }
    say(t,
        "<sheet name=\"page\" media=\"card\" length=\"%g m\" width=\"%g m\" segments=\"%d\">"
        "<start from=\"%.9g m, 0 mm\" speed=\"%.9g m/s\"/></sheet></model>\n",
        CARD, CARD, g->segments, g->start, g->speed);
}

static void
write_glide(struct text *t, unsigned seed, unsigned number)
{
    const struct glide g = draw_glide(seed, number);
    glide_machine(t, &g, g.shape);
}

/* how far the leading edge goes; NaN: the run broke off */
static double
way_of(const struct glide *g, enum shape shape)
{
    struct text t;
    struct ran r;
    double x[200], way = (double)NAN;

    glide_machine(&t, g, shape);
    if (net_run(&r, &t, &(struct wanted){.sample = 0})) {
        double y[200];
        const size_t n = quire_run_nodes(r.run, "page", x, y, 200);
        way = x[n - 1] - g->start - CARD;
    }
    net_done(&r);
    return way;
}

#define AS_ROLLERS 0.02 /* of the way */

/* A bar is softer than a roller of its radius, on which the law acts as a whole: where that shows,
 * the way must be that with twice the segments. */
static void
run_glide(struct drawn *out, unsigned seed, unsigned number)
{
    struct glide g = draw_glide(seed, number);

    out->value[0] = way_of(&g, g.shape);
    out->value[1] = way_of(&g, ROLLER);
    if (fabs(out->value[0] / out->value[1] - 1) > AS_ROLLERS) {
        g.segments *= 2;
        out->value[1] = way_of(&g, g.shape);
        g.segments /= 2;
    }
    snprintf(out->text, sizeof out->text,
             "%s of %.3g mm every %.3g mm, %.3g m/s, %.3g g/m2, %d segments: %.4g mm, on rollers "
             "or with twice the segments %.4g mm",
             shape_name[g.shape], 1e3 * g.radius, 1e3 * g.pitch, g.speed, 1e3 * g.grammage,
             g.segments, 1e3 * out->value[0], 1e3 * out->value[1]);
}

#define FITS 0.01 /* of the weight: rollers and beams */

/* ---- a card at rest, its trailing edge pinned ---- */

struct shelf {
    enum shape shape;
    double radius, at[2], grammage;
    int segments;
};

static struct shelf
draw_shelf(unsigned seed, unsigned number)
{
    struct draw at = {.seed = seed + 9100, .model = number};
    struct shelf s = {.shape = (enum shape)draw_even(&at, 0, 3)};

    s.radius = draw_log(&at, 0.5e-3, 20e-3);
    s.at[0] = draw_even(&at, 0.06, 0.08);
    s.at[1] = draw_even(&at, 0.14, 0.16);
    s.grammage = draw_even(&at, 0.2, 0.3);
    s.segments = draw_even(&at, 0, 1) < 0.7 ? 42 : 84;
    return s;
}

static void
shelf_machine(struct text *t, const struct shelf *s, enum shape shape)
{
    say_card(t, s->grammage, "<run kind=\"equilibrium\"/>");
    for (int k = 0; k < 2; k++) {
        say_bar(t, shape, k, s->at[k], -HALF, s->radius);
    }
    say(t,
        "<sheet name=\"page\" media=\"card\" length=\"%g m\" width=\"%g m\" segments=\"%d\">"
        "<start from=\"0 mm, 0 mm\"/><pin end=\"trail\"/></sheet></model>\n",
        CARD, CARD, s->segments);
}

static void
write_shelf(struct text *t, unsigned seed, unsigned number)
{
    const struct shelf s = draw_shelf(seed, number);
    shelf_machine(t, &s, s.shape);
}

static bool
reactions(double force[2], const struct shelf *s, enum shape shape)
{
    struct text t;
    struct ran r;

    shelf_machine(&t, s, shape);
    const bool ran = net_run(&r, &t, &(struct wanted){.rest = true});
    force[0] = ran ? quire_run_figure(r.run, "b0.normal.max") : (double)NAN;
    force[1] = ran ? quire_run_figure(r.run, "b1.normal.max") : (double)NAN;
    net_done(&r);
    return ran;
}

/* the same of a beam that bends little, by the equation of three moments */
static void
beam(double force[2], const struct shelf *s)
{
    const double w = s->grammage * CARD * 9.81, a = s->at[0], b = s->at[1] - a, c = CARD - s->at[1],
                 m2 = -0.5 * w * c * c,
                 m1 = -(0.25 * w * (a * a * a + b * b * b) + m2 * b) / (2 * (a + b));

    force[0] = 0.5 * w * (a + b) - m1 / a + (m2 - m1) / b;
    force[1] = 0.5 * w * b + (m1 - m2) / b + w * c;
}

#define REACTIONS 0.005

/* As for the glide: what is not as on rollers must be as with twice the segments. */
static void
run_shelf(struct drawn *out, unsigned seed, unsigned number)
{
    const struct shelf s = draw_shelf(seed, number);
    const double weight = s.grammage * CARD * CARD * 9.81;
    struct shelf finer = s;
    double bar[2], roller[2], exact[2], fine[2] = {(double)NAN, (double)NAN};

    finer.segments *= 2;
    reactions(bar, &s, s.shape);
    reactions(roller, &s, ROLLER);
    out->value[0] = 1; /* as a way over another: see judge_ratio() */
    out->value[1] = 1;
    beam(exact, &s);
    for (int k = 0; k < 2; k++) {
        /* a small roller may be passed, too: then it is no reference */
        const bool fits = fabs(roller[k] - exact[k]) <= FITS * weight;
        const double size = fmax(exact[k], 0.2 * weight);
        double error = (bar[k] - (fits ? roller[k] : exact[k])) / size;
        if (fabs(error) > REACTIONS && (isfinite(fine[0]) || reactions(fine, &finer, s.shape))) {
            error = (bar[k] - fine[k]) / size;
        }
        if (!(fabs(error) <= fabs(out->value[0] - 1))) {
            out->value[0] = 1 + error;
        }
    }
    snprintf(out->text, sizeof out->text,
             "%s of %.3g mm, %.3g g/m2, %d segments: %.4g N and %.4g N, on rollers %.4g N and "
             "%.4g N, by beams %.4g N and %.4g N",
             shape_name[s.shape], 1e3 * s.radius, 1e3 * s.grammage, s.segments, bar[0], bar[1],
             roller[0], roller[1], exact[0], exact[1]);
}

/* value 0 over value 1 */
static bool
judge_ratio(const struct drawn *of, size_t n, const char *figure, const char *asked, double bound)
{
    unsigned broken = 0, beyond = 0;
    double worst = 0;

    for (size_t i = 0; i < n; i++) {
        const double error = fabs(of[i].value[0] / of[i].value[1] - 1);
        const bool ran = of[i].done && isfinite(error);
        broken += !ran;
        beyond += ran && error > bound;
        worst = ran ? fmax(worst, error) : worst;
        if (!(error <= bound)) {
            net_note("%zu: %s", i, of[i].text);
        }
    }
    const bool good = net_row("runs that break off", "0", broken == 0, "%u", broken);
    return net_row(figure, asked, beyond == 0, "%u of %zu beyond, worst %.3g %%", beyond, n,
                   100 * worst) &&
           good;
}

static bool
judge_glide(const struct drawn *of, size_t n)
{
    return judge_ratio(of, n, "way of a card over bars against rollers, or twice the segments",
                       "2 %", AS_ROLLERS);
}

static bool
judge_shelf(const struct drawn *of, size_t n)
{
    return judge_ratio(of, n,
                       "reactions of a card at rest on bars against rollers, or twice the segments",
                       "0.5 %", REACTIONS);
}

/* ---- a film that is drawn over a bar ---- */

#define FILM     0.0125e-3 /* half its thickness [m] */
#define FREE     0.1       /* of its length, off the bar [m] */
#define TENSION  21.0      /* 100 N per metre of width [N] */
#define FINE     5.0       /* segments of a radius */
#define FORCE    100.0     /* of the contact's law at a depth [N], [m] */
#define AT_DEPTH 10e-6
#define EXPONENT 1.3
#define SPAN     5e-3 /* of the sheet, to which the law belongs [m] */
#define STEPS    500
#define SETTLED  0.5 /* part of the run that does not count */

struct rope {
    enum shape shape;
    double radius, wrap, friction, fine;
};

static struct rope
draw_rope(unsigned seed, unsigned number)
{
    static const double wraps[] = {40, 110, 200}, fine[] = {FINE, 8, 1.5};
    struct draw at = {.seed = seed + 9200, .model = number};
    struct rope r = {.shape = toss(&at) ? CIRCLE : ARC};

    r.radius = draw_log(&at, 3e-3, 20e-3);
    r.wrap = wraps[number % 3] * acos(-1) / 180;
    r.friction = draw_even(&at, 0.15, 0.5);
    r.fine = fine[number / 3 % 3];
    return r;
}

static double
arc_of(const struct rope *r)
{
    return (r->radius + FILM) * r->wrap;
}

static int
segments_of(const struct rope *r)
{
    return (int)ceil((2 * arc_of(r) + FREE) / (r->radius / r->fine));
}

static void
rope_machine(struct text *t, const struct rope *r)
{
    const double arc = arc_of(r), speed = 0.05, degree = acos(-1) / 180;

    *t = (struct text){.n = 0};
    say(t,
        "<model version=\"1\" name=\"rope\"><settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/><run "
        "end=\"0.1 s\"/></settings>\n"
        "<media name=\"film\" grammage=\"34.75 g/m^2\" thickness=\"%.9g m\" modulus-md=\"4.5 "
        "GPa\" damping-ratio=\"0.05\" damping-frequency=\"1 kHz\"/>\n"
        "<contact name=\"rubbing\"><normal law=\"mtt-boundary\" force=\"%g N\" "
        "at-penetration=\"%g m\" exponent=\"%g\" damping=\"2 N*s/m\" "
        "boundary-penetration=\"0.002 mm\" rebound-damping-factor=\"1\"/><friction "
        "law=\"mtt-step\" dynamic-coefficient=\"%.9g\" threshold-velocity=\"1 "
        "mm/s\"/></contact><pair media=\"*\" surface=\"bar\" contact=\"rubbing\"/>\n",
        2 * FILM, FORCE, AT_DEPTH, EXPONENT, r->friction);
    say(t,
        "<path name=\"main\" from=\"0 mm, 0 mm\"><line length=\"40 mm\"/><arc radius=\"%.9g m\" "
        "angle=\"%.9g rad\" turn=\"right\"/><line length=\"%.9g m\"/></path>\n",
        r->radius + FILM, r->wrap, arc + 0.09);
    if (r->shape == CIRCLE) {
        say_bar(t, CIRCLE, 0, 0.04, -FILM, r->radius);
    } else {
        say(t,
            "<guide name=\"b0\" surface=\"bar\"><arc centre=\"40 mm, %.9g m\" radius=\"%.9g m\" "
            "start-angle=\"110 deg\" angle=\"%.9g rad\"/></guide>\n",
            -r->radius - FILM, r->radius, -r->wrap - 40 * degree);
    }
    say(t,
        "<sheet name=\"page\" media=\"film\" length=\"%.9g m\" width=\"210 mm\" "
        "segments=\"%d\"><start path=\"main\" lead=\"%.9g m\" speed=\"%g m/s\"/><load "
        "force=\"%g N, 0 N\" at=\"0 mm\"/><pin end=\"lead\" velocity=\"%.9g m/s, %.9g "
        "m/s\"/></sheet></model>\n",
        2 * arc + FREE, segments_of(r), 2 * arc + FREE, speed, -TENSION, speed * cos(r->wrap),
        -speed * sin(r->wrap));
}

static void
write_rope(struct text *t, unsigned seed, unsigned number)
{
    const struct rope r = draw_rope(seed, number);
    rope_machine(t, &r);
}

enum { ERROR, RIPPLE, COARSE, WARNED };

/* Euler and Eytelwein, T2/T1 = exp(mu phi), but for two things that go with the film's thickness
 * and with the depth to which it is pressed. Friction acts on the film's lower face, so that half
 * the thickness shortens its lever. And the tension that presses is that which pulls and the energy
 * u that is stored in the contact of a length: d(T - u) = mu T dphi. */
static double
ratio_of(const struct rope *r)
{
    const double lever = r->radius / (r->radius + FILM), step = r->wrap / STEPS;
    double pull = TENSION;

    for (int k = 0; k < STEPS; k++) {
        double press = pull; /* half a step on */
        for (int i = 0; i < 20; i++) {
            const double depth = AT_DEPTH * pow(press * SPAN / (r->radius * FORCE), 1 / EXPONENT);
            press = pull + 0.5 * step * r->friction * lever * press +
                    press / r->radius * depth / (EXPONENT + 1);
        }
        pull += step * r->friction * lever * press;
    }
    return pull / TENSION;
}

static void
run_rope(struct drawn *out, unsigned seed, unsigned number)
{
    const struct rope r = draw_rope(seed, number);
    const double exact = ratio_of(&r);
    struct text t;
    struct ran ran;
    size_t n = 0;
    double sum = 0;

    rope_machine(&t, &r);
    double *tension = net_run(&ran, &t, &(struct wanted){.sample = 1e-3})
                          ? net_column(&ran, "page.tension", &n)
                          : NULL;
    const size_t from = (size_t)(SETTLED * (double)n);
    for (size_t i = from; tension != NULL && i < n; i++) {
        const double ratio = tension[i] / TENSION / exact - 1;
        sum += ratio;
        out->value[RIPPLE] = fmax(out->value[RIPPLE], fabs(ratio));
    }
    out->value[ERROR] = tension != NULL ? sum / (double)(n - from) : (double)NAN;
    out->value[COARSE] = r.fine < FINE;
    out->value[WARNED] = ran.warned;
    snprintf(out->text, sizeof out->text,
             "%s of %.3g mm, %.3g deg, friction %.3g, segments of %.3g mm: mean %+.3g %%, largest "
             "%.3g %%%s %s",
             shape_name[r.shape], 1e3 * r.radius, r.wrap * 180 / acos(-1), r.friction,
             1e3 * r.radius / r.fine, 100 * out->value[ERROR], 100 * out->value[RIPPLE],
             ran.warned ? ", W-SEGMENTS" : "", ran.why);
    free(tension);
    net_done(&ran);
}

static bool
judge_rope(const struct drawn *of, size_t n)
{
    unsigned broken = 0, beyond = 0, silent = 0, fine = 0;
    double worst = 0, ripple = 0;

    for (size_t i = 0; i < n; i++) {
        const double *v = of[i].value;
        const bool ran = of[i].done && isfinite(v[ERROR]), is_fine = ran && v[COARSE] <= 0,
                   bad = ran && fabs(v[ERROR]) > 0.005;
        broken += !ran;
        fine += is_fine;
        beyond += is_fine && bad;
        silent += bad && v[WARNED] <= 0;
        worst = is_fine ? fmax(worst, fabs(v[ERROR])) : worst;
        ripple = is_fine ? fmax(ripple, v[RIPPLE]) : ripple;
        if (!ran || bad) {
            net_note("%zu: %s", i, of[i].text);
        }
    }
    net_note("largest deviation of any sample %.3g %%, segments up to a fifth of the radius",
             100 * ripple);
    bool good = net_row("runs that break off", "0", broken == 0, "%u", broken);
    good = net_row("rope friction, segments up to a fifth of the radius", "0.5 %", beyond == 0,
                   "%u of %u beyond, worst %.3g %%", beyond, fine, 100 * worst) &&
           good;
    return net_row("... of any length, beyond 0.5 % without W-SEGMENTS", "0", silent == 0,
                   "%u of %zu", silent, n) &&
           good;
}

const struct net_kind net_glide = {
    "glide", "a card gliding over bars", 60, write_glide, run_glide, judge_glide};
const struct net_kind net_rest = {"rest",     "a card at rest on bars", 60, write_shelf, run_shelf,
                                  judge_shelf};
const struct net_kind net_rope = {"rope",    "a film drawn over a bar", 54, write_rope, run_rope,
                                  judge_rope};

/* P3: a limp web hangs over a round bar. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "figure.h"

#define RADIUS         0.02                          /* [m] */
#define HALF_THICKNESS 1e-5                          /* [m] */
#define WEIGHT         (0.3 * SHEET_WIDTH * GRAVITY) /* of a length [N/m] */
#define ARC            (PI * (RADIUS + HALF_THICKNESS))
#define HELD           0.5 /* until it is let go [s] */
#define SLIDES         0.2 /* for so long [s] */

/* the web; its ends hang down by l1 on the right, by l2 on the left [m] */
struct web {
    double l1, l2, friction, segment;
    const char *law;
};

static bool
web_start(struct simulation *sim, const char *name, const struct web *web, struct settings *s)
{
    set_number(s, "left", web->l2, "m");
    set_number(s, "right", web->l1, "m");
    set_number(s, "arc", ARC, "m");
    set_number(s, "friction", web->friction, "");
    set_number(s, "segments", round((web->l1 + web->l2 + ARC) / web->segment), "");
    set_word(s, "law", web->law);
    return simulation_start(sim, name, "hanging-over-bar.xml", s);
}

/* what hangs down, right and left, at every row */
static bool
ends(const struct simulation *sim, const char *name, double **l1, double **l2)
{
    *l1 = simulation_column(sim, name, "page.lead.y");
    *l2 = simulation_column(sim, name, "page.trail.y");
    for (size_t i = 0; *l1 != NULL && *l2 != NULL && i < quire_run_row_count(sim->run); i++) {
        (*l1)[i] *= -1;
        (*l2)[i] *= -1;
    }
    return *l1 != NULL && *l2 != NULL;
}

/* ---- let go, without friction ---- */

static void
let_go(double l1, double l2, double segment, double tolerance, struct figure *f)
{
    const struct web web = {l1, l2, 0, segment, "mtt-step"};
    const double rate = sqrt(2 * GRAVITY / (l1 + l2 + ARC));
    struct settings s = {.n = 0};
    struct simulation sim;
    double *l[2] = {NULL, NULL}, *time = NULL;
    char name[80];

    snprintf(name, sizeof name, "P3 %g and %g mm, segments of %g mm", 1e3 * l1, 1e3 * l2,
             1e3 * segment);
    set_number(&s, "held", HELD, "s");
    set_number(&s, "end", HELD + SLIDES, "s");
    if (!web_start(&sim, name, &web, &s)) {
        return;
    }
    if (ends(&sim, name, l, l + 1) && (time = simulation_column(&sim, name, "time")) != NULL) {
        const size_t n = quire_run_row_count(sim.run);
        size_t from = 0;
        while (from + 1 < n && time[from] < HELD - 1e-6) {
            from++;
        }
        const double before = l[0][from] - l[1][from];
        double off = 0, moved = 0, exact[1000], t[1000], way[1000];
        size_t m = 0;
        for (size_t i = from; i < n && m < 1000; i++, m++) {
            t[m] = time[i] - HELD;
            exact[m] = 0.5 * before * (cosh(rate * t[m]) - 1);
            way[m] = 0.5 * (l[0][i] - l[1][i] - before);
            off = fmax(off, fabs(way[m] - exact[m]));
            moved = exact[m];
        }
        report(name, "way in 0.2 s [m], relative error", moved, way[m - 1], moved, tolerance);
        report(name, "largest error of the way [m], of the last", 0, off, moved, tolerance);
        if (f != NULL) {
            for (size_t i = 0; i < m; i++) {
                exact[i] *= 1e3;
                way[i] *= 1e3;
            }
            figure_add(f, f->n == 0 ? "Quire, segments of 1 mm" : NULL, CURVE, t, way, m);
            figure_add(f, f->n == 1 ? "Δ/2 (cosh ωt − 1)" : NULL, REFERENCE_LINE, t, exact, m);
        }
    }
    free(l[0]);
    free(l[1]);
    free(time);
    simulation_end(&sim);
}

/* ---- held back against friction ---- */

/* tension at the left side of the bar if the web slides to the right: the rope with weight, whose
 * friction has the lever of the bar's surface */
static double
tension_left(double l1, double friction)
{
    const double radius = RADIUS + HALF_THICKNESS, mu = friction * RADIUS / radius,
                 b = 2 * mu * radius / (1 + mu * mu);

    return WEIGHT * ((l1 - b) * exp(-mu * PI) - b);
}

static void
held_back(const struct web *web, double tolerance)
{
    struct settings s = {.n = 0};
    struct simulation sim;
    double *l[2] = {NULL, NULL}, *work = NULL;
    char name[80];

    snprintf(name, sizeof name, "P3 %g and %g mm, mu %g, %s", 1e3 * web->l1, 1e3 * web->l2,
             web->friction, web->law);
    set_number(&s, "speed", 0.01, "m/s");
    set_number(&s, "end", 2, "s");
    set_number(&s, "sample", 0.005, "s");
    if (!web_start(&sim, name, web, &s)) {
        return;
    }
    if (ends(&sim, name, l, l + 1) &&
        (work = simulation_column(&sim, name, "energy.loads")) != NULL) {
        const size_t n = quire_run_row_count(sim.run), a = n / 4, b = n - 1;
        const double exact = tension_left(0.5 * (l[0][a] + l[0][b]), web->friction),
                     force = (work[b] - work[a]) / (l[1][b] - l[1][a]);
        report(name, "tension left of the bar [N], relative error", exact,
               force + WEIGHT * 0.5 * (l[1][a] + l[1][b]), exact, tolerance);
    }
    free(l[0]);
    free(l[1]);
    free(work);
    simulation_end(&sim);
}

/* ---- held by friction alone ---- */

static void
held_by_friction(double l2, double friction, double part)
{
    const double radius = RADIUS + HALF_THICKNESS, mu = friction * RADIUS / radius,
                 b = 2 * mu * radius / (1 + mu * mu), most = (l2 + b) * exp(mu * PI) + b;
    const struct web web = {part * most, l2, friction, 1e-3, "stick-slip"};
    struct settings s = {.n = 0};
    struct simulation sim;
    double *l[2] = {NULL, NULL};
    char name[80];

    snprintf(name, sizeof name, "P3 %g mm, mu %g, %g %% of the limit", 1e3 * l2, friction,
             100 * part);
    set_number(&s, "held", HELD, "s");
    set_number(&s, "end", HELD + 0.5, "s");
    if (!web_start(&sim, name, &web, &s)) {
        return;
    }
    if (ends(&sim, name, l, l + 1)) {
        const size_t n = quire_run_row_count(sim.run);
        const double way = l[1][n - 1 - (n - 1) / 4] - l[1][n - 1];
        if (part < 1) {
            report(name, "way in the last 0.25 s [m], of 10 um", 0, way, 1e-5, 1);
        } else {
            report(name, "whether it slides by more than 1 mm", 1, way > 1e-3, 1, 0);
        }
    }
    free(l[0]);
    free(l[1]);
    simulation_end(&sim);
}

static void
hanging(void)
{
    struct figure *f =
        figure_open("p3-hanging", "How far a web slides that is let go.", "time [s]", "way [mm]");

    let_go(0.12, 0.10, 1e-3, 0.005, f);
    let_go(0.15, 0.10, 1e-3, 0.005, f);
    let_go(0.15, 0.10, 2e-3, 0.02, NULL);
    held_back(&(struct web){0.15, 0.10, 0, 1e-3, "mtt-step"}, 0.001);
    held_back(&(struct web){0.25, 0.10, 0.2, 2e-3, "mtt-step"}, 0.005);
    held_back(&(struct web){0.25, 0.10, 0.2, 2e-3, "stick-slip"}, 0.005);
    held_back(&(struct web){0.30, 0.05, 0.4, 2e-3, "mtt-step"}, 0.005);
    held_back(&(struct web){0.30, 0.05, 0.4, 2e-3, "stick-slip"}, 0.005);
    held_by_friction(0.1, 0.2, 0.96);
    held_by_friction(0.1, 0.2, 1.02);
    held_by_friction(0.05, 0.4, 0.90);
    held_by_friction(0.05, 0.4, 1.02);
}

const struct validation_case case_hanging = {
    .id = "P3",
    .title = "Hanging over a bar",
    .tests = "A sheet over a round bar pulls as a rope does: without friction its weight alone "
             "moves it, with friction it is held up to a limit.",
    .setup =
        "A limp web of 300 g/m² hangs over a bar of 20 mm radius, longer on the right. Its "
        "left end is held until it is at rest and let go; or led up at 10 mm/s, so that the "
        "web slides to the right; or let go where friction holds it, or not quite. Segments of "
        "1 or 2 mm.",
    .reference = "Without friction the difference Δ of what hangs down grows as Δ cosh ωt, ω² = "
                 "2g/L, whatever the shape over the bar. With it dT/dφ = wr cos φ + μ(T + wr sin "
                 "φ), so that T₁ + bw = (T₂ + bw) exp(μπ) + 2bw, b = 2μr/(1 + μ²), signs as the "
                 "web slides; friction acts at the bar's surface.",
    .run = hanging,
    .in_space = true,
};

/* N4: a film over a drum, with friction. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "figure.h"

#define RADIUS         0.03    /* [m] */
#define HALF_THICKNESS 1.25e-5 /* [m] */
#define SEGMENT        2e-3    /* radius / 15 [m] */
/* of the sheet's length lie off the drum, and the length of the wrap once more [m] */
#define FREE      0.1
#define LOAD      10.5 /* 50 N/m [N] */
#define SLIP      0.05 /* [m/s] */
#define TOLERANCE 0.01

struct capstan {
    const char *model;
    bool turns; /* the drum moves, not the film */
    double friction, degrees;
};

/* The middle of the film, where the tension is recorded, lies beyond the drum. Returns the mean
 * ratio of tensions in the second half of the run, and the largest relative deviation of any sample
 * in it from `exact`. */
static bool
draw_film(const char *name, const struct capstan *c, double exact, double *ratio, double *ripple)
{
    const double angle = c->degrees * PI / 180, arc = (RADIUS + HALF_THICKNESS) * angle,
                 speed = c->turns ? 0 : SLIP;
    struct settings s = {.n = 0};
    struct simulation sim;
    set_number(&s, "friction", c->friction, "");
    set_number(&s, "wrap", c->degrees, "deg");
    set_number(&s, "arc", arc, "m");
    set_number(&s, "load", LOAD, "N");
    set_number(&s, "segments", ceil((2 * arc + FREE) / SEGMENT), "");
    set_number(&s, "speed", speed, "m/s");
    set_vector(&s, "velocity", speed * cos(angle), -speed * sin(angle), "m/s");
    set_number(&s, "surface_speed", SLIP - speed, "m/s");
    if (!simulation_start(&sim, name, c->model, &s)) {
        return false;
    }
    const size_t n = quire_run_row_count(sim.run);
    double *tension = simulation_column(&sim, name, "page.tension"), sum = 0;
    *ripple = 0;
    for (size_t i = n / 2; tension != NULL && i < n; i++) {
        sum += tension[i] / LOAD;
        *ripple = fmax(*ripple, fabs(tension[i] / LOAD / exact - 1));
    }
    *ratio = sum / (double)(n - n / 2);
    const bool good = tension != NULL;
    free(tension);
    simulation_end(&sim);
    return good;
}

static double
one(const char *drum, struct capstan c)
{
    const double exact = exp(c.friction * c.degrees * PI / 180);
    double ratio, ripple;
    char name[80];
    snprintf(name, sizeof name, "N4 %s, mu %g, %g deg", drum, c.friction, c.degrees);
    if (!draw_film(name, &c, exact, &ratio, &ripple)) {
        return (double)NAN;
    }
    report(name, "T2/T1, relative error", exact, ratio, exact, TOLERANCE);
    report(name, "T2/T1, largest deviation of any sample", 0, ripple, 1, TOLERANCE);
    return ratio;
}

static void
draw_exact(struct figure *f)
{
    static const double friction[2] = {0.2, 0.5};
    for (int k = 0; k < 2; k++) {
        double x[46], y[46];
        for (int i = 0; i < 46; i++) {
            x[i] = 200.0 * i / 45;
            y[i] = exp(friction[k] * x[i] * PI / 180);
        }
        figure_add(f, k == 0 ? "exp(μ φ)" : NULL, REFERENCE_LINE, x, y, 46);
    }
}

static void
capstan(void)
{
    static const struct {
        const char *drum, *model;
        bool turns;
    } drums[] = {{"roller at rest", "capstan-roller.xml", false},
                 {"arc guide", "capstan-guide.xml", false},
                 {"round bar", "capstan-bar.xml", false},
                 {"turning roller", "capstan-roller.xml", true}};
    static const double friction[2] = {0.2, 0.5}, degrees[3] = {30, 90, 180};
    struct figure *f = figure_open(
        "n4-capstan",
        "Ratio of the tensions behind and before the drum, for friction of 0.2 and 0.5.",
        "angle of wrap φ [°]", "T2/T1");
    f->log_y = true;
    draw_exact(f);
    for (size_t i = 0; i < sizeof drums / sizeof *drums; i++) {
        double x[6], y[6];
        for (size_t k = 0; k < 6; k++) {
            x[k] = degrees[k % 3];
            y[k] = one(drums[i].drum,
                       (struct capstan){drums[i].model, drums[i].turns, friction[k / 3], x[k]});
        }
        figure_add(f, drums[i].drum, DOTS, x, y, 6);
    }
}

const struct validation_case case_capstan = {
    .id = "N4",
    .title = "Capstan",
    .tests = "Friction along a wrap: many stations in contact, each pressed by the tension that "
             "friction has built up so far.",
    .setup = "A film of 25 μm is drawn at 50 mm/s over a drum of 30 mm radius, a roller "
             "at rest, "
             "an arc guide or a round bar, by its leading edge. A dead load of 50 N per metre of "
             "width pulls at the other end. Or the film rests and the "
             "roller turns against it. Segments of 2 mm, a "
             "fifteenth of the radius; the second half of 0.1 s counts.",
    .reference = "T2/T1 = exp(μ φ), Euler and Eytelwein.",
    .run = capstan,
    .in_space = true,
};

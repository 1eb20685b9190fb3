/* A1 to A3: soft discs and rollers. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figure.h"

#define RADIUS  0.01   /* [m] */
#define SHEAR   0.5e6  /* [Pa] */
#define DENSITY 1200.0 /* [kg/m^3] */

/* ---- A1 ---- */

/* rows [first, last) of a case */
static size_t
rows_of(const struct table *table, const char *name, size_t *first)
{
    size_t last = 0;

    *first = table->n_row;
    for (size_t i = 0; i < table->n_row; i++) {
        if (strcmp(table_text(table, i, "case"), name) == 0) {
            *first = i < *first ? i : *first;
            last = i + 1;
        }
    }
    return last;
}

/* largest difference of the pressure over all times of the table, beside G */
static void
compare_pressure(const struct table *table, const char *name, const char *disc,
                 const struct simulation *sim, size_t first, size_t last)
{
    char column[32];
    double worst = 0;

    snprintf(column, sizeof column, "%s.pressure", disc);
    double *value = simulation_column(sim, name, column);
    for (size_t i = first; value != NULL && i < last && i - first < quire_run_row_count(sim->run);
         i++) {
        worst = fmax(worst, fabs(value[i - first] - table_number(table, i, "pi")) / SHEAR);
    }
    free(value);
    report(name, "pressure over G at all times, largest difference", 0, worst, 1, 1e-5);
}

/* largest difference of F over all times of the table, beside 1 */
static void
compare_deformation(const struct table *table, const char *which, const char *model,
                    const char *disc, struct settings *s)
{
    static const char *const entry[] = {"f11", "f12", "f21", "f22"}, *const reference[] = {
                                                                         "F11", "F12", "F21",
                                                                         "F22"};
    struct simulation sim;
    char name[80];
    size_t first;
    const size_t last = rows_of(table, which, &first);
    double worst = 0;

    snprintf(name, sizeof name, "A1 %s", which);
    set_number(s, "end", table_number(table, last - 1, "t"), "s");
    set_number(s, "sample", table_number(table, first + 1, "t"), "s");
    if (!simulation_start(&sim, name, model, s)) {
        return;
    }
    for (int k = 0; k < 4; k++) {
        char column[32];
        snprintf(column, sizeof column, "%s.%s", disc, entry[k]);
        double *value = simulation_column(&sim, name, column);
        for (size_t i = first;
             value != NULL && i < last && i - first < quire_run_row_count(sim.run); i++) {
            worst = fmax(worst, fabs(value[i - first] - table_number(table, i, reference[k])));
        }
        free(value);
    }
    report(name, "deformation F at all times, largest difference", 0, worst, 1, 1e-5);
    if (strcmp(which, "compressible_breathing") != 0) {
        compare_pressure(table, name, disc, &sim, first, last);
    }
    simulation_end(&sim);
}

/* a small stretch that dies down by viscosity, one and a half periods on */
static void
damped(void)
{
    static const char name[] = "A1 damped";
    const double viscosity = 100, decay = 2 * viscosity / (DENSITY * RADIUS * RADIUS),
                 square = 8 * SHEAR / DENSITY / (RADIUS * RADIUS);
    const double omega = sqrt(square - decay * decay), end = 3 * PI / omega;
    struct settings s = {.n = 0};
    struct simulation sim;

    set_number(&s, "stretch", 1.001, "");
    set_number(&s, "viscosity", viscosity, "Pa*s");
    set_number(&s, "end", end, "s");
    if (!simulation_start(&sim, name, "soft-disc.xml", &s)) {
        return;
    }
    double *f = simulation_column(&sim, name, "firm.f11");
    if (f != NULL) {
        const double t = end, expected = 1e-3 * exp(-decay * t) *
                                         (cos(omega * t) + decay / omega * sin(omega * t));
        report(name, "stretch left after 1.5 periods", expected,
               f[quire_run_row_count(sim.run) - 1] - 1, 1e-3, 1e-3);
    }
    free(f);
    simulation_end(&sim);
}

/* a disc that turns and is stretched askew, so that its area runs past the wall: what the balance
 * leaves of its energy */
static void
spinning_bounce(void)
{
    static const char name[] = "A1 bounce with spin";
    struct settings s = {.n = 0};
    struct simulation sim;

    set_number(&s, "spin", 200, "rad/s");
    set_number(&s, "stretch", 1.1, "");
    if (!simulation_start(&sim, name, "soft-bounce.xml", &s)) {
        return;
    }
    double *left = simulation_column(&sim, name, "energy.residual"),
           *kinetic = simulation_column(&sim, name, "energy.kinetic");
    if (left != NULL && kinetic != NULL) {
        report(name, "energy that the balance leaves, over the kinetic energy", 0,
               left[quire_run_row_count(sim.run) - 1] / kinetic[0], 1, 4e-6);
    }
    free(left);
    free(kinetic);
    simulation_end(&sim);
}

static void
free_discs(void)
{
    /* F' = 200/s times a quarter turn */
    const double spin = 400 / (1.3 + 1 / 1.3), shear_rate = 200 - spin / 1.3;
    struct table table;
    struct settings small = {.n = 0}, large = {.n = 0}, breathing = {.n = 0}, bounce = {.n = 0},
                    deformed = {.n = 0};

    table_load(&table, "a1_soft_disc.csv");
    compare_deformation(&table, "free_small", "soft-disc.xml", "firm", &small);
    set_number(&large, "stretch", 1.3, "");
    set_number(&large, "spin", spin, "rad/s");
    set_number(&large, "shear_rate", shear_rate, "s^-1");
    compare_deformation(&table, "free_large_spin", "soft-disc.xml", "firm", &large);
    set_number(&breathing, "dilation", 1.00001, "");
    compare_deformation(&table, "compressible_breathing", "soft-disc.xml", "foam", &breathing);
    set_word(&bounce, "per_area", "reference");
    compare_deformation(&table, "bounce_reference_area", "soft-bounce.xml", "disc", &bounce);
    compare_deformation(&table, "bounce_deformed_area", "soft-bounce.xml", "disc", &deformed);
    table_clear(&table);
    spinning_bounce();
    damped();
}

const struct validation_case case_soft_disc = {
    .id = "A1",
    .title = "Soft disc",
    .tests = "Inertia, elasticity and viscosity of a homogeneous deformation, turning and not.",
    .setup = "A disc of rubber (G = 0.5 MPa, 1200 kg/m³, 10 mm radius) floats free: stretched a "
             "little, stretched by 1.3 and turning, dilated, and stretched with viscosity. It is "
             "also thrown at a wall whose tractions, 10 kPa at 0.1 mm, "
             "fall with the eighth power of the distance, per undeformed and per deformed area; "
             "accuracy `fine`.",
    .reference = "An independent integration of the equations for F with a pressure at 1e-11. The "
                 "parameters of its wall are not given with it and were found from its own table, "
                 "so the bounce proves less than the rest. Ovalling √(8G/ρ)/R, breathing "
                 "√(8(G+Λ)/ρ)/R; damped: "
                 "the linear oscillator with 4μ/(ρR²).",
    .run = free_discs,
};

/* ---- A2 ---- */

/* the load is borne on one side and by the shaft: twice what two opposite line loads would have to
 * be */
static void
squeeze(double stretch, double force, double *load, double *speed, size_t *n)
{
    struct settings s = {.n = 0};
    struct simulation sim;
    char name[80];

    snprintf(name, sizeof name, "A2 stretch %.4g", stretch);
    set_number(&s, "load", 2 * force * 0.01, "N");
    /* without viscosity nothing damps what starts otherwise */
    set_number(&s, "speed", 20 * RADIUS * stretch, "m/s");
    if (!simulation_start(&sim, name, "soft-nip.xml", &s)) {
        return;
    }
    double *v = simulation_column(&sim, name, "page.lead.speed"),
           *lambda = simulation_column(&sim, name, "nip.stretch");
    const size_t last = quire_run_row_count(sim.run) - 1;
    if (v != NULL && lambda != NULL) {
        report(name, "stretch", stretch, lambda[last], 1, 1e-5);
        snprintf(name, sizeof name, "A2 speed at stretch %.4g", stretch);
        report(name, "speed of the sheet over that of a rigid roller", stretch,
               v[last] / (20 * RADIUS), 1, 1e-4);
        load[*n] = 2 * force * 0.01;
        speed[(*n)++] = v[last] / (20 * RADIUS);
    }
    free(v);
    free(lambda);
    simulation_end(&sim);
}

static void
soft_nips(void)
{
    struct table table;
    double load[16] = {0}, speed[16] = {1}, exact_load[64], exact_speed[64];
    size_t n = 1;

    table_load(&table, "a2_soft_squeeze.csv");
    for (size_t i = 0; i < table.n_row; i++) {
        const double stretch = table_number(&table, i, "lambda");
        if (stretch > 1 && stretch <= 1.2) {
            squeeze(stretch, table_number(&table, i, "P_per_width"), load, speed, &n);
        }
    }
    table_clear(&table);
    for (int i = 0; i < 64; i++) {
        exact_speed[i] = 1 + 0.2 * i / 63.0;
        exact_load[i] = 0.01 * PI * RADIUS * SHEAR *
                        (exact_speed[i] * exact_speed[i] * exact_speed[i] - 1 / exact_speed[i]);
    }
    struct figure *f =
        figure_open("a2-soft-roller", "Speed that a soft roller gives a sheet, over omega R.",
                    "load [N]", "speed ratio");
    const char *exact = "λ of P' = (πR/2) G (λ³ − 1/λ)";
    figure_add(f, exact, REFERENCE_LINE, exact_load, exact_speed, 64);
    figure_add(f, "Quire", DOTS, load, speed, n);
}

const struct validation_case case_soft_nip = {
    .id = "A2",
    .title = "Soft roller in a nip",
    .tests = "Contact forces on an ellipse, and how fast its surface moves.",
    .setup = "A driver of rubber on a fixed shaft turns at 20 rad/s; a rigid idler presses a sheet "
             "on it.",
    .reference = "Squeeze P' = (πR/2) G (λ³ − 1/λ), each of two opposite line loads, here "
                 "the nip's load and the shaft's reaction half each. "
                 "The material runs round the ellipse once for each turn of the shaft, so that its "
                 "surface moves with λωR where it is pressed.",
    .in_space = true,
    .run = soft_nips,
};

/* ---- A3 ---- */

static void
relaxation(void)
{
    static const char name[] = "A3 relaxation";
    const double volume = PI * RADIUS * RADIUS;
    struct settings s = {.n = 0};
    struct simulation sim;
    struct table table;
    double worst = 0;

    if (!simulation_start(&sim, name, "contractile.xml", &s)) {
        return;
    }
    double *energy = simulation_column(&sim, name, "energy.elastic");
    table_load(&table, "a3_relaxation.csv");
    for (size_t i = 0; energy != NULL && i < table.n_row && i < quire_run_row_count(sim.run); i++) {
        /* energy G V (cosh 2x - 1) of the elastic stretch e^x */
        const double x = 0.5 * acosh(1 + energy[i] / (SHEAR * volume));
        worst = fmax(worst, fabs(x - table_number(&table, i, "closed_form")));
    }
    report(name, "logarithm of the elastic stretch, largest difference", 0, worst, 1, 1e-5);
    table_clear(&table);
    free(energy);
    simulation_end(&sim);
}

const struct validation_case case_relaxation = {
    .id = "A3",
    .title = "Relaxation of a contractile disc",
    .tests = "The flow of the shape at rest under stress.",
    .setup = "A disc stretched by 1.4 and too heavy to move keeps its shape; G/μ_γ = 50/s; "
             "accuracy `fine`.",
    .reference = "tanh x = tanh x₀ exp(−2Gt/μ_γ) for the logarithm x of the elastic stretch.",
    .run = relaxation,
};

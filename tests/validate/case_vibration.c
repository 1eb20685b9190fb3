/* M1: natural frequencies of strips, from the spectrum of free vibrations. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEGMENTS  20
#define PERIODS   100   /* of the lowest frequency */
#define TOLERANCE 0.001 /* of the chain's own exact frequency */

/* least sidelobes of four cosines (F. J. Harris, Proc. IEEE 66 (1978) 51): other modes leak by less than 1e-4 */
static double
blackman_harris(double u)
{
    return 0.35875 - 0.48829 * cos(2 * PI * u) + 0.14128 * cos(4 * PI * u) - 0.01168 * cos(6 * PI * u);
}

/* amplitude of y at a frequency */
static double
amplitude(const double *y, size_t n, double step, double frequency)
{
    double re = 0, im = 0, sum = 0;
    for (size_t i = 0; i < n; i++) {
        const double w = blackman_harris((double)i / (double)(n - 1)), angle = 2 * PI * frequency * step * (double)i;
        re += w * y[i] * cos(angle);
        im += w * y[i] * sin(angle);
        sum += w;
    }
    return 2 * hypot(re, im) / sum;
}

/* frequency near `guess` at which y is strongest, by golden section within 2 % */
static double
find_frequency(const double *y, size_t n, double step, double guess)
{
    const double golden = 0.5 * (sqrt(5) - 1);
    double low = 0.98 * guess, high = 1.02 * guess;
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double at_a = amplitude(y, n, step, a), at_b = amplitude(y, n, step, b);
    while (high - low > 1e-8 * guess) {
        if (at_a > at_b) {
            high = b;
            b = a;
            at_b = at_a;
            a = high - golden * (high - low);
            at_a = amplitude(y, n, step, a);
        } else {
            low = a;
            a = b;
            at_a = at_b;
            b = low + golden * (high - low);
            at_b = amplitude(y, n, step, b);
        }
    }
    return 0.5 * (low + high);
}

static void
remove_trend(double *y, size_t n)
{
    double sum = 0, moment = 0, square = 0;
    const double middle = 0.5 * (double)(n - 1);
    for (size_t i = 0; i < n; i++) {
        const double u = (double)i - middle;
        sum += y[i];
        moment += u * y[i];
        square += u * u;
    }
    for (size_t i = 0; i < n; i++) {
        y[i] -= sum / (double)n + moment / square * ((double)i - middle);
    }
}

/* relative deviation of the chain's own frequencies from the beam's */
static void
chain_errors(double error[3], const char *support)
{
    struct table refs;
    table_load(&refs, "m1_chain_frequency_error.csv");
    for (size_t i = 0; i < refs.n_row; i++) {
        if (strcmp(table_text(&refs, i, "bc"), support) == 0 && table_number(&refs, i, "N") == SEGMENTS) {
            error[0] = 0.01 * table_number(&refs, i, "err1_percent");
            error[1] = 0.01 * table_number(&refs, i, "err2_percent");
            error[2] = 0.01 * table_number(&refs, i, "err3_percent");
        }
    }
    table_clear(&refs);
}

static void
analyse(const char *name, double *y, size_t n, double step, const double exact[3], double length)
{
    double largest = 0;
    remove_trend(y, n);
    for (size_t i = 0; i < n; i++) {
        largest = fmax(largest, fabs(y[i]));
    }
    report(name, "largest deflection / length", 0, largest / length, 1, 1e-3);
    for (int k = 0; k < 3; k++) {
        char quantity[80];
        snprintf(quantity, sizeof quantity, "f%d [Hz] of the chain, relative error", k + 1);
        report(name, quantity, exact[k], find_frequency(y, n, step, exact[k]), exact[k], TOLERANCE);
    }
    /* both halves' windows are centred half the record apart */
    const double first = amplitude(y, n / 2, step, exact[0]), second = amplitude(y + n / 2, n / 2, step, exact[0]);
    const double ratio = second / first, loss = 1 - ratio * ratio;
    report(name, "amplitude lost in 100 periods of f1", 0, loss, 1, 0.01);
}

static void
vibrate(const struct table *refs, size_t row)
{
    const struct material *m = material_find(table_text(refs, row, "material"));
    const char *support = table_text(refs, row, "bc");
    const bool clamped = strcmp(support, "clamped-free") == 0;
    const double length = table_number(refs, row, "L_m");
    double exact[3] = {table_number(refs, row, "f1_Hz"), table_number(refs, row, "f2_Hz"), table_number(refs, row, "f3_Hz")}, error[3];
    chain_errors(error, clamped ? "cf" : "ff");
    for (int k = 0; k < 3; k++) {
        exact[k] *= 1 + error[k];
    }
    const double duration = 0.7 / exact[2], step = 1 / (16 * exact[2]);
    struct settings s = {.n = 0};
    struct simulation sim;
    char name[80];
    snprintf(name, sizeof name, "M1 %s %s", m->name, support);
    set_material(&s, m);
    set_number(&s, "length", length, "m");
    set_number(&s, "segments", SEGMENTS, "");
    set_number(&s, "push", 3e-3 * material_bending(m) * SHEET_WIDTH / length, "N*m");
    set_number(&s, "duration", duration, "s");
    set_number(&s, "end", duration + PERIODS / exact[0], "s");
    set_number(&s, "sample", step, "s");
    if (!simulation_start(&sim, name, clamped ? "clamped-vibration.xml" : "free-vibration.xml", &s)) {
        return;
    }
    double *y = simulation_column(&sim, name, "page.lead.y");
    if (y != NULL) {
        const size_t skip = (size_t)(duration / step) + 2;
        analyse(name, y + skip, quire_run_row_count(sim.run) - skip - 1, step, exact, length);
    }
    free(y);
    simulation_end(&sim);
}

static void
vibrations(void)
{
    struct table refs;
    table_load(&refs, "m1_beam_frequencies.csv");
    for (size_t i = 0; i < refs.n_row; i++) {
        vibrate(&refs, i);
    }
    table_clear(&refs);
}

const struct validation_case case_vibration = {
    .id = "M1",
    .title = "Frequencies of strips",
    .tests = "Mass and stiffness together, and that the integrator takes no amplitude away.",
    .setup = "Strips of 20 segments, clamped at one end or free, swing after a push for 100 periods of their first mode, at order 5 and a position tolerance of 1e-10 m; frequencies are read from the spectrum. No gravity.",
    .reference = "Euler-Bernoulli beams, cos kL cosh kL = -1 and +1, with the exact deviation of a chain of rigid segments.",
    .run = vibrations,
};

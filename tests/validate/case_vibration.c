/* M1: natural frequencies of strips, from the spectrum of free vibrations. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figure.h"

#define SEGMENTS  20
#define PERIODS   100   /* of the lowest frequency */
#define TOLERANCE 0.001 /* of the chain's own exact frequency */
#define STANDARD  5e-7  /* position tolerance of that accuracy [m] */
/* segments in space, where hinges and masses at the nodes are of second order */
#define FINE  240
#define STRIP 0.01 /* width there [m] */
#define COUNT 24   /* modes looked at there */

/* least sidelobes of four cosines (F. J. Harris, Proc. IEEE 66 (1978) 51): other modes leak by less
 * than 1e-4 */
static double
blackman_harris(double u)
{
    return 0.35875 - 0.48829 * cos(2 * PI * u) + 0.14128 * cos(4 * PI * u) -
           0.01168 * cos(6 * PI * u);
}

/* amplitude of y at a frequency */
static double
amplitude(const double *y, size_t n, double step, double frequency)
{
    double re = 0, im = 0, sum = 0;
    for (size_t i = 0; i < n; i++) {
        const double w = blackman_harris((double)i / (double)(n - 1)),
                     angle = 2 * PI * frequency * step * (double)i;
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
        if (strcmp(table_text(&refs, i, "bc"), support) == 0 &&
            table_number(&refs, i, "N") == SEGMENTS) {
            error[0] = 0.01 * table_number(&refs, i, "err1_percent");
            error[1] = 0.01 * table_number(&refs, i, "err2_percent");
            error[2] = 0.01 * table_number(&refs, i, "err3_percent");
        }
    }
    table_clear(&refs);
}

/* ---- one strip ---- */

struct strip {
    const struct material *material;
    const char *support;
    double length, beam[3], exact[3]; /* frequencies of the beam and of the chain [Hz] */
};

/* its free vibration after the push */
struct vibration {
    double *all, *y; /* the whole record, and where the push is over [m] */
    size_t n;
    double step; /* [s] */
};

static struct strip
read_strip(const struct table *refs, size_t row)
{
    struct strip s = {material_find(table_text(refs, row, "material")), table_text(refs, row, "bc"),
                      table_number(refs, row, "L_m"),
                      .beam = {table_number(refs, row, "f1_Hz"), table_number(refs, row, "f2_Hz"),
                               table_number(refs, row, "f3_Hz")}};
    double error[3] = {0};
    chain_errors(error, strcmp(s.support, "clamped-free") == 0 ? "cf" : "ff");
    for (int k = 0; k < 3; k++) {
        s.exact[k] = s.beam[k] * (1 + error[k]);
    }
    return s;
}

static bool
vibrate(const char *name, const struct strip *strip, int order, double tolerance,
        struct vibration *out)
{
    const bool clamped = strcmp(strip->support, "clamped-free") == 0;
    const double duration = 0.7 / strip->exact[2], step = 1 / (16 * strip->exact[2]);
    struct settings s = {.n = 0};
    struct simulation sim;
    set_material(&s, strip->material);
    set_number(&s, "length", strip->length, "m");
    set_number(&s, "segments", SEGMENTS, "");
    set_number(&s, "push", 3e-3 * material_bending(strip->material) * SHEET_WIDTH / strip->length,
               "N*m");
    set_number(&s, "duration", duration, "s");
    set_number(&s, "order", order, "");
    set_number(&s, "tolerance", tolerance, "m");
    set_number(&s, "end", duration + PERIODS / strip->exact[0], "s");
    set_number(&s, "sample", step, "s");
    if (!simulation_start(&sim, name, clamped ? "clamped-vibration.xml" : "free-vibration.xml",
                          &s)) {
        return false;
    }
    const size_t skip = (size_t)(duration / step) + 2;
    out->all = simulation_column(&sim, name, "page.lead.y");
    out->n = quire_run_row_count(sim.run) - skip - 1;
    out->step = step;
    simulation_end(&sim);
    if (out->all == NULL) {
        return false;
    }
    out->y = out->all + skip;
    remove_trend(out->y, out->n);
    return true;
}

/* of the lowest mode, from the first half of the record to the second, whose windows are centred
 * half the record apart */
static double
loss(const struct vibration *v, double frequency)
{
    const double first = amplitude(v->y, v->n / 2, v->step, frequency),
                 second = amplitude(v->y + v->n / 2, v->n / 2, v->step, frequency);
    const double ratio = second / first;
    return 1 - ratio * ratio;
}

static void
check_frequencies(const char *name, const struct strip *strip, const struct vibration *v)
{
    double largest = 0;
    for (size_t i = 0; i < v->n; i++) {
        largest = fmax(largest, fabs(v->y[i]));
    }
    report(name, "largest deflection / length", 0, largest / strip->length, 1, 1e-3);
    for (int k = 0; k < 3; k++) {
        char quantity[80];
        snprintf(quantity, sizeof quantity, "f%d [Hz] of the chain, relative error", k + 1);
        report(name, quantity, strip->exact[k],
               find_frequency(v->y, v->n, v->step, strip->exact[k]), strip->exact[k], TOLERANCE);
    }
}

/* the same frequencies from the eigenvalues of the state of rest; a strip that nothing holds has
 * three rigid motions before them */
static void
check_modes(const char *name, const struct strip *strip)
{
    const bool clamped = strcmp(strip->support, "clamped-free") == 0;
    const int rigid = clamped ? 0 : 3;
    struct settings s = {.n = 0};
    struct simulation sim;
    set_material(&s, strip->material);
    set_number(&s, "length", strip->length, "m");
    set_number(&s, "segments", SEGMENTS, "");
    set_number(&s, "count", 3 + rigid, "");
    if (!simulation_start(&sim, name, clamped ? "clamped-modes.xml" : "free-modes.xml", &s)) {
        return;
    }
    for (int k = 0; k < 3 + rigid; k++) {
        char quantity[80], figure[40];
        snprintf(figure, sizeof figure, "modes.%d.frequency", k + 1);
        const double frequency = quire_run_figure(sim.run, figure);
        if (k < rigid) {
            snprintf(quantity, sizeof quantity, "frequency of rigid motion %d [Hz]", k + 1);
            report(name, quantity, 0, frequency, 1, 1e-9);
        } else {
            snprintf(quantity, sizeof quantity,
                     "f%d [Hz] of the chain by its modes, relative error", k + 1 - rigid);
            report(name, quantity, strip->exact[k - rigid], frequency, strip->exact[k - rigid],
                   TOLERANCE);
        }
    }
    simulation_end(&sim);
}

/* ---- in space ---- */

/* determinant of a 4 x 4 matrix, which is lost */
static double
determinant(double a[4][4])
{
    double product = 1;
    for (int k = 0; k < 4; k++) {
        int p = k;
        for (int i = k + 1; i < 4; i++) {
            p = fabs(a[i][k]) > fabs(a[p][k]) ? i : p;
        }
        for (int j = 0; j < 4; j++) {
            const double swap = a[k][j];
            a[k][j] = a[p][j];
            a[p][j] = p == k ? swap : -swap;
        }
        product *= a[k][k];
        for (int i = k + 1; i < 4 && product != 0; i++) {
            for (int j = 3; j >= k; j--) {
                a[i][j] -= a[i][k] / a[k][k] * a[k][j];
            }
        }
    }
    return product;
}

/* What is zero where a wave of twist fits between the ends: B phi'''' - T phi'' = rho omega^2 phi
 * with T = 12 GJ / W^3, for the warp of a section that twists unevenly is bending of its edges.
 * Waves are exp(q (x - L)), exp(-q x), cos px, sin px. Free ends: phi'' = 0, B phi''' = T phi',
 * clamped: phi = phi' = 0. */
static double
twist_condition(const struct strip *strip, double frequency)
{
    const struct material *m = strip->material;
    const double b = material_bending(m),
                 t = 4 * m->modulus / 2.6 * m->thickness * m->thickness * m->thickness /
                     (STRIP * STRIP),
                 l = strip->length;
    const double w = 2 * PI * frequency,
                 q = sqrt((sqrt(t * t + 4 * b * m->grammage * w * w) + t) / (2 * b)),
                 p = w / q * sqrt(m->grammage / b);
    /* B q^2 - T = B p^2, B p^2 + T = B q^2 */
    const double c = cos(p * l), s = sin(p * l), e = exp(-q * l), r = p / q;
    const bool clamped = strcmp(strip->support, "clamped-free") == 0;
    double a[4][4] = {
        {e, 1, -r * r, 0}, {r * e, -r, 0, -1}, {1, e, -r * r * c, -r * r * s}, {r, -r * e, s, -c}};
    if (clamped) {
        memcpy(a[0], (double[4]){e, 1, 1, 0}, sizeof a[0]);
        memcpy(a[1], (double[4]){e, -1, 0, r}, sizeof a[1]);
    }
    return determinant(a);
}

/* the first three frequencies of twist */
static void
find_twist(const struct strip *strip, double out[3])
{
    const double step = 0.01 * strip->exact[0];
    double f = step, before = twist_condition(strip, f);
    for (int found = 0; found < 3 && f < 1e5; f += step) {
        const double here = twist_condition(strip, f + step);
        double low = f, high = f + step;
        for (int i = 0; before * here < 0 && i < 60; i++) {
            const double middle = 0.5 * (low + high);
            if (twist_condition(strip, middle) * before > 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        if (before * here < 0) {
            out[found++] = 0.5 * (low + high);
        }
        before = here;
    }
}

static void
report_nearest(const char *name, const char *what, int k, double exact, const double *frequency)
{
    char quantity[80];
    double found = frequency[0];
    for (int i = 1; i < COUNT; i++) {
        found = fabs(frequency[i] - exact) < fabs(found - exact) ? frequency[i] : found;
    }
    snprintf(quantity, sizeof quantity, "f%d [Hz] of %s by its modes, relative error", k + 1, what);
    report(name, quantity, exact, found, exact, TOLERANCE);
}

/* a narrow strip bends and twists */
static void
judge_in_space(const struct strip *strip)
{
    struct settings s = {.n = 0};
    struct simulation sim;
    double frequency[COUNT], twist[3] = {0, 0, 0};
    char name[80];
    snprintf(name, sizeof name, "M1 %s %s", strip->material->name, strip->support);
    set_material(&s, strip->material);
    set_number(&s, "length", strip->length, "m");
    set_number(&s, "width", STRIP, "m");
    set_number(&s, "segments", FINE, "");
    set_number(&s, "count", COUNT, "");
    if (!simulation_start(&sim, name,
                          strcmp(strip->support, "clamped-free") == 0 ? "clamped-modes.xml"
                                                                      : "free-modes.xml",
                          &s)) {
        return;
    }
    for (int k = 0; k < COUNT; k++) {
        char figure[40];
        snprintf(figure, sizeof figure, "modes.%d.frequency", k + 1);
        frequency[k] = quire_run_figure(sim.run, figure);
    }
    find_twist(strip, twist);
    for (int k = 0; k < 3; k++) {
        report_nearest(name, "bending", k, strip->beam[k], frequency);
        report_nearest(name, "twist", k, twist[k], frequency);
    }
    simulation_end(&sim);
}

/* ---- figures ---- */

#define SPECTRUM 801

static void
draw_spectrum(const struct strip *strip, const struct vibration *v)
{
    double x[SPECTRUM], y[SPECTRUM], at[3], exact[3];
    const size_t n = v->n / 4; /* wider peaks */
    for (int i = 0; i < SPECTRUM; i++) {
        x[i] = strip->exact[0] *
               pow(1.6 * strip->exact[2] / strip->exact[0], i / (SPECTRUM - 1.0)) / 1.3;
        y[i] = amplitude(v->y, n, v->step, x[i]) / strip->length;
    }
    for (int k = 0; k < 3; k++) {
        at[k] = strip->exact[k];
        exact[k] = amplitude(v->y, n, v->step, at[k]) / strip->length;
    }
    struct figure *f = figure_open(
        "m1-spectrum",
        "Spectrum of the tip's free vibration: 80 g/m² paper, 100 mm, clamped at one end.",
        "frequency [Hz]", "amplitude / length");
    f->log_x = f->log_y = true;
    figure_add(f, "20 segments", CURVE, x, y, SPECTRUM);
    figure_add(f, "frequencies of the chain", REFERENCE_MARKS, at, exact, 3);
}

/* the lowest mode's amplitude, in windows of ten periods */
static void
draw_amplitude(struct figure *f, const char *label, const struct strip *strip,
               const struct vibration *v)
{
    double x[PERIODS / 5], y[PERIODS / 5], start = 0;
    const size_t window = (size_t)(10 / (strip->exact[0] * v->step));
    size_t n = 0;
    for (size_t i = 0; i + window <= v->n && n < PERIODS / 5; i += window / 2) {
        const double a = amplitude(v->y + i, window, v->step, strip->exact[0]);
        start = n == 0 ? a : start;
        x[n] = (double)(i + window / 2) * v->step * strip->exact[0];
        y[n++] = a / start;
    }
    figure_add(f, label, JOINED_DOTS, x, y, n);
}

/* ---- the case ---- */

/* The losses at `standard` are the integrator's own: they are told, not judged. */
static void
judge(const struct strip *strip, bool draw)
{
    struct vibration fine, standard;
    char name[80];
    snprintf(name, sizeof name, "M1 %s %s", strip->material->name, strip->support);
    check_modes(name, strip);
    if (!vibrate(name, strip, 5, 1e-10, &fine)) {
        return;
    }
    check_frequencies(name, strip, &fine);
    report(name, "amplitude lost in 100 periods of f1", 0, loss(&fine, strip->exact[0]), 1, 0.01);
    if (vibrate(name, strip, 2, STANDARD, &standard)) {
        report_for_information(name, "amplitude lost in 100 periods, standard", 0,
                               loss(&standard, strip->exact[0]), 1);
        if (draw) {
            draw_spectrum(strip, &fine);
            struct figure *f = figure_open(
                "m1-amplitude",
                "Amplitude of the first mode: what the formula itself takes out of the same strip.",
                "periods", "amplitude, of the first ten periods' mean");
            draw_amplitude(f, "order 5, 1e-10 m", strip, &fine);
            draw_amplitude(f, "standard: order 2, 5e-7 m", strip, &standard);
        }
        free(standard.all);
    }
    free(fine.all);
}

static void
vibrations(void)
{
    struct table refs;
    table_load(&refs, "m1_beam_frequencies.csv");
    for (size_t i = 0; i < refs.n_row; i++) {
        const struct strip strip = read_strip(&refs, i);
        if (running_in_space()) {
            judge_in_space(&strip);
        } else {
            judge(&strip, i == 0);
        }
    }
    table_clear(&refs);
}

const struct validation_case case_vibration = {
    .id = "M1",
    .title = "Frequencies of strips",
    .tests = "Mass and stiffness together, modes and motion, and that the integrator takes no "
             "amplitude away.",
    .setup =
        "Strips of 20 segments, clamped at one end or free, swing after a push for 100 periods of "
        "their first mode, at order 5 and a position tolerance of 1e-10 m, and at standard for "
        "comparison. Frequencies are read from the spectrum. The same frequencies as modes of the "
        "state of rest. Spatial models: the modes of strips 10 mm wide, of 240 segments. No "
        "gravity.",
    .reference =
        "Euler-Bernoulli beams, cos kL cosh kL = -1 and +1, with the exact deviation of a chain of "
        "rigid segments. Twist: a rod of the torsional stiffness GJ whose warp is held where it is "
        "clamped (V. Z. Vlasov, Thin-walled Elastic Beams, 1961), its roots by bisection.",
    .run = vibrations,
    .in_space = true,
};

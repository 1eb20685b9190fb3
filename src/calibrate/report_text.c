#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calibrate/report.h"
#include "math/detmath.h"

#define WORST_SHOWN 3 /* residuals on the terminal */

/* digits so that an error in x shows with two of them */
static int
digits_for(const struct doe_unknown *u, double x, double error)
{
    const double value = fabs(doe_unknown_si(u, x)),
                 change = 0.5 * fabs(doe_unknown_si(u, x + error) - doe_unknown_si(u, x - error));

    if (!(change > 0) || !(value > 0)) {
        return 4;
    }
    const double decades = quire_log(value / change) / quire_log(10);
    return (int)fmin(fmax(ceil(decades) + 1, 3), 9);
}

static const char *
text_at(const struct doe_fit *fit, size_t j, double x, char out[DOE_CALIBRATION_TEXT])
{
    return doe_unknown_text(&fit->of->unknown[j], x,
                            digits_for(&fit->of->unknown[j], fit->best.x[j], fit->spread.error[j]),
                            out);
}

void
doe_fit_say_unknown(struct quire_text *out, const struct doe_fit *fit, size_t j)
{
    const struct doe_unknown *u = &fit->of->unknown[j];
    char best[DOE_CALIBRATION_TEXT], low[DOE_CALIBRATION_TEXT], high[DOE_CALIBRATION_TEXT];
    const bool down = fit->open_low[j], up = fit->open_high[j];

    text_at(fit, j, fit->best.x[j], best);
    text_at(fit, j, fit->low[j], low);
    text_at(fit, j, fit->high[j], high);
    if (down && up) {
        quire_text_format(out, "%s: not determined, all of %s to %s fits as well", u->name, low,
                          high);
    } else if (up) {
        quire_text_format(out, "%s: at least %s (best %s; up to the end of its range, %s)", u->name,
                          low, best, high);
    } else if (down) {
        quire_text_format(out, "%s: at most %s (best %s; down to the end of its range, %s)",
                          u->name, high, best, low);
    } else {
        quire_text_format(out, "%s = %s (%s to %s)", u->name, best, low, high);
    }
}

void
doe_fit_say_misfit(struct quire_text *out, const struct doe_fit *fit)
{
    const struct doe_spread *s = &fit->spread;

    if (isnan(s->misfit)) {
        quire_text_format(out, "misfit: sum of squares %.4g", fit->best.sum);
        return;
    }
    quire_text_format(out,
                      "misfit: %.3g times the sum of squares that scatter alone leaves (p = "
                      "%.2g): ",
                      s->misfit, s->probability);
    if (s->lack) {
        quire_text_format(out,
                          "the model does not fit within the scatter, so intervals are %.3g "
                          "times as wide",
                          sqrt(s->inflation));
    } else {
        quire_text_add(out, "the model fits");
    }
}

/* "a and b" of those that are open at so many sides; nothing if there are none */
static size_t
name_open(struct quire_text *out, const struct doe_fit *fit, int sides, const char *before)
{
    size_t n = 0, said = 0;

    for (size_t j = 0; j < fit->problem.n; j++) {
        n += fit->open_low[j] + fit->open_high[j] == sides;
    }
    quire_text_add(out, n > 0 ? before : "");
    for (size_t j = 0; j < fit->problem.n; j++) {
        if (fit->open_low[j] + fit->open_high[j] == sides) {
            quire_text_format(out, "%s%s",
                              said == 0       ? ""
                              : said + 1 == n ? " and "
                                              : ", ",
                              fit->of->unknown[j].name);
            said++;
        }
    }
    return n;
}

void
doe_fit_conclude(struct quire_text *out, const struct doe_fit *fit)
{
    const struct doe_spread *s = &fit->spread;

    if (name_open(out, fit, 0, "the measurements determine ") == 0) {
        quire_text_add(out, "the measurements determine none of the unknowns");
    }
    name_open(out, fit, 1, "; they bound at one side ");
    name_open(out, fit, 2, "; they do not determine ");
    quire_text_add(out, fit->n_combination > 0 ? "; some they do not separate" : "");
    quire_text_add(out, isnan(s->misfit)
                            ? "; whether the model fits is not tested: no scatter is known"
                        : s->lack ? "; the model does not fit within the scatter"
                                  : "; the model fits within the scatter");
}

void
doe_fit_say_combination(struct quire_text *out, const struct doe_fit *fit, size_t number)
{
    const struct doe_combination *c = &fit->combination[number];
    const size_t n = fit->problem.n;
    size_t last = n;

    for (size_t j = 0; j < n; j++) {
        last = fabs(c->way[j]) > 0 ? j : last;
    }
    quire_text_add(out, "these data do not separate ");
    for (size_t j = 0, k = 0; j < n; j++) {
        if (fabs(c->way[j]) > 0) {
            quire_text_format(out, "%s%s",
                              k == 0      ? ""
                              : j == last ? " and "
                                          : ", ",
                              fit->of->unknown[j].name);
            k++;
        }
    }
    quire_text_add(out, " (");
    for (size_t j = 0, k = 0; j < n; j++) {
        const struct doe_unknown *u = &fit->of->unknown[j];
        if (!(fabs(c->way[j]) > 0)) {
            continue;
        }
        const double x = fit->best.x[j] + c->way[j];
        if (u->logarithmic) {
            const double ratio = quire_exp(c->way[j] * quire_log(u->high / u->low));
            quire_text_format(out, "%s%s times %.3g", k == 0 ? "" : ", ", u->name, ratio);
        } else {
            const double by = c->way[j] * (u->high - u->low) / u->worth;
            quire_text_format(out, "%s%s %s %.3g%s%s", k == 0 ? "" : ", ", u->name,
                              x > fit->best.x[j] ? "up" : "down", fabs(by),
                              u->unit[0] != '\0' ? " " : "", u->unit);
        }
        k++;
    }
    quire_text_format(out,
                      c->change < 0.01 ? ": the misfit does not change)"
                                       : ": the sum of squares changes by %.2g variances)",
                      c->change);
}

void
doe_fit_say_advice(struct quire_text *out, const struct doe_fit *fit, size_t number)
{
    const struct doe_advice *a = &fit->advice[number];
    const size_t n = fit->problem.n;
    size_t gain = 0;
    double most = 0;

    for (size_t j = 0; j < n; j++) {
        const double ratio = sqrt(fit->spread.model[j * n + j]) / a->error[j];
        if (ratio > most) {
            most = ratio;
            gain = j;
        }
    }
    const struct doe_unknown *u = &fit->of->unknown[gain];
    quire_text_format(out, "%s: the standard error of %s would be %.3g times smaller, ", a->what,
                      u->name, most);
    if (u->logarithmic) {
        quire_text_format(out, "%.2g %%", 100 * a->error[gain] * quire_log(u->high / u->low));
    } else {
        quire_text_format(out, "%.2g%s%s", a->error[gain] * (u->high - u->low) / u->worth,
                          u->unit[0] != '\0' ? " " : "", u->unit);
    }
}

void
doe_fit_say_scatter(struct quire_text *out, const struct doe_fit *fit)
{
    for (size_t i = 0; i < fit->of->n_times; i++) {
        const struct doe_times *t = &fit->of->times[i];
        quire_text_format(out, "%s%zu sheets, %zu columns of times", i > 0 ? "; " : "", t->n_row,
                          t->n_column);
        if (isinf(t->freedom)) {
            quire_text_format(out, ", scatter %.3g ms as given", 1e3 * t->scatter);
        } else {
            quire_text_format(out,
                              ", scatter of a time %.3g ms, shared by the times of a sheet %.3g "
                              "ms (%.3g degrees of freedom)",
                              1e3 * sqrt(t->common + t->own), 1e3 * sqrt(t->common), t->freedom);
        }
        if (t->missing > 0) {
            quire_text_format(out, ", %zu cells are empty", t->missing);
        }
    }
}

void
doe_fit_write_elements(struct quire_text *out, const struct doe_fit *fit)
{
    char text[DOE_CALIBRATION_TEXT];

    for (size_t j = 0; j < fit->problem.n; j++) {
        quire_text_add(out, "<parameter name=\"");
        quire_text_xml(out, fit->of->unknown[j].name);
        quire_text_add(out, "\" value=\"");
        quire_text_xml(out, text_at(fit, j, fit->best.x[j], text));
        quire_text_add(out, "\"/>\n");
    }
}

/* ---- the terminal ---- */

static void
add_worst(struct quire_text *out, const struct doe_fit *fit)
{
    const struct doe_calibration *of = fit->of;
    double below = HUGE_VAL;

    for (int i = 0; i < WORST_SHOWN; i++) {
        double most = 0;
        size_t worst = of->n_datum;
        for (size_t k = 0; k < of->n_datum; k++) {
            const double r = fabs(doe_fit_residual(fit, k));
            if (r > most && r < below) {
                most = r;
                worst = k;
            }
        }
        if (worst == of->n_datum || most < 2) {
            return;
        }
        below = most;
        const struct doe_datum *d = &of->datum[worst];
        const char *words = of->condition[d->condition].words;
        quire_text_format(out,
                          "  %s%s%s: measured %.6g %s, model %.6g %s, %+.2g deviations of the "
                          "mean\n",
                          d->name, words[0] != '\0' ? " with " : "", words, d->value / d->worth,
                          d->unit, fit->model[worst] / d->worth, d->unit,
                          doe_fit_residual(fit, worst));
    }
}

static void
add_search(struct quire_text *out, const struct doe_fit *fit)
{
    const struct doe_search_report *r = &fit->search;
    char text[DOE_CALIBRATION_TEXT];

    quire_text_format(out, "search: %zu of %zu starts came to this minimum", r->alike, r->starts);
    if (r->second) {
        quire_text_add(out, "; another is almost as deep, at ");
        for (size_t j = 0; j < fit->problem.n; j++) {
            quire_text_format(out, "%s%s = %s", j > 0 ? ", " : "", fit->of->unknown[j].name,
                              text_at(fit, j, r->other[j], text));
        }
    }
    quire_text_format(out, "; %llu runs in %.3g s\n", (unsigned long long)fit->runs, fit->wall);
}

void
doe_fit_text(struct quire_text *out, const struct doe_fit *fit)
{
    const struct doe_calibration *of = fit->of;

    quire_text_format(out, "%s: %zu unknowns of %s from %zu measured values, %g %% intervals\n",
                      of->params->name, of->n_unknown, of->params->model, of->n_datum,
                      100 * fit->options.confidence);
    doe_fit_conclude(out, fit);
    quire_text_add(out, "\n");
    for (size_t j = 0; j < of->n_unknown; j++) {
        quire_text_add(out, "  ");
        doe_fit_say_unknown(out, fit, j);
        quire_text_add(out, "\n");
    }
    if (of->n_times > 0) {
        doe_fit_say_scatter(out, fit);
        quire_text_add(out, "\n");
    }
    doe_fit_say_misfit(out, fit);
    quire_text_add(out, "\n");
    add_worst(out, fit);
    for (size_t i = 0; i < fit->n_combination; i++) {
        doe_fit_say_combination(out, fit, i);
        quire_text_add(out, "\n");
    }
    for (size_t i = 0; i < fit->n_advice; i++) {
        quire_text_add(out, i == 0 ? "would help: " : "            ");
        doe_fit_say_advice(out, fit, i);
        quire_text_add(out, "\n");
    }
    add_search(out, fit);
}

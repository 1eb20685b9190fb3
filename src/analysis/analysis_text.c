/* Models of responses as text. */
#include "analysis/analysis_parts.h"

#include <math.h>
#include <string.h>

#define NOTABLE_INFLATION 100   /* of a variance by other columns */
#define LEAST_P           1e-12 /* smaller ones are not printed */
#define NAME_WIDTH        40    /* of the column of names [bytes]; longer ones go beyond */

static const char *const mixture_words[] = {
    "no model", "Scheffe's linear model", "Scheffe's linear model and interactions with noise",
    "Scheffe's quadratic model", "Scheffe's quadratic model, interactions and squares"};

static void
add_number(struct quire_text *out, int width, int digits, double value)
{
    if (isfinite(value)) {
        quire_text_format(out, " %*.*g", width, digits, value);
    } else {
        quire_text_format(out, " %*s", width, "-");
    }
}

static void
add_column(struct quire_text *out, const struct quire_analysis *a,
           const struct quire_measured_analysis *m, size_t j)
{
    const struct quire_coefficient *c = &m->fit.coefficient[j];
    struct quire_text name = {0};

    quire_analysis_column(&name, a->runs, m->predictor, m->term, &m->x, j);
    quire_text_format(out, "  %-*s", NAME_WIDTH, name.data != NULL ? name.data : "");
    quire_text_clear_part(&name, out);
    if (c->aliased) {
        quire_text_add(out, "  aliased\n");
        return;
    }
    add_number(out, 12, 5, c->value);
    add_number(out, 11, 3, c->error);
    add_number(out, 8, 3, c->t);
    add_number(out, 9, 2, c->p);
    quire_text_add(out, "\n");
}

static void
add_share(struct quire_text *out, const char *name, double value)
{
    if (isfinite(value)) {
        quire_text_format(out, ", %s %.4g", name, value);
    }
}

/* "logarithm, " of what is modelled in place of the response; nothing if that is itself */
void
quire_analysis_modelled(struct quire_text *out, const struct quire_measured_analysis *m)
{
    if (m->lambda == 0) {
        quire_text_add(out, "logarithm, ");
    } else if (m->lambda != 1) {
        quire_text_format(out, "(y^%.4g - 1)/%.4g, ", m->lambda, m->lambda);
    }
}

static void
tell_choice(struct quire_text *out, const struct quire_measured_analysis *m)
{
    if (m->n_dropped > 0) {
        quire_text_format(out,
                          "  %zu term%s left out by AICc; these runs chose the terms, so that "
                          "errors and p are too small\n",
                          m->n_dropped, m->n_dropped == 1 ? "" : "s");
    }
    if (m->n_unknown > 0) {
        quire_text_format(out, "  %zu term%s asked for %s of what does not vary in these runs\n",
                          m->n_unknown, m->n_unknown == 1 ? "" : "s",
                          m->n_unknown == 1 ? "is" : "are");
    }
    if (m->not_positive) {
        quire_text_add(out, "  not transformed: it has values that are not positive\n");
    }
    if (m->has_power && m->lambda == 1 && (m->power.low > 1 || m->power.high < 1)) {
        quire_text_format(out,
                          "  Box and Cox's power is %.3g, between %s%.3g and %s%.3g with 95 %% "
                          "confidence: transform=\"%s\" may fit better\n",
                          m->power.lambda, m->power.low_open ? "below " : "", m->power.low,
                          m->power.high_open ? "above " : "", m->power.high,
                          m->power.usual == 0      ? "log"
                          : m->power.usual == 0.5  ? "sqrt"
                          : m->power.usual == -1.0 ? "reciprocal"
                                                   : "box-cox");
    }
}

/* ---- what terms there are */

enum { MAIN, WITH_NOISE, INTERACTIONS, SQUARES, HIGHER, KINDS };

static size_t
kind_of(const struct quire_runs *runs, const struct quire_measured_analysis *m,
        const struct quire_term *t)
{
    const size_t *p = t->predictor;

    return t->order == 1  ? MAIN
           : t->order > 2 ? HIGHER
           : p[0] == p[1] ? SQUARES
           : runs->varied[m->predictor[p[0]]].noise != runs->varied[m->predictor[p[1]]].noise
               ? WITH_NOISE
               : INTERACTIONS;
}

void
quire_analysis_kinds(struct quire_text *out, const struct quire_runs *runs,
                     const struct quire_measured_analysis *m)
{
    static const char *const words[] = {"main effects", "interactions with noise", "interactions",
                                        "squares", "terms of higher order"};
    size_t n[KINDS] = {0}, kinds = 0, said = 0;

    for (size_t t = 0; t < m->n_term; t++) {
        if (m->term[t].order > 0 && !(m->has_block && t == m->n_term - 1)) {
            n[kind_of(runs, m, &m->term[t])]++;
        }
    }
    n[WITH_NOISE] = n[INTERACTIONS] > 0 ? 0 : n[WITH_NOISE];
    for (size_t k = 0; k < KINDS; k++) {
        kinds += n[k] > 0;
    }
    for (size_t k = 0; k < KINDS; k++) {
        if (n[k] > 0) {
            quire_text_format(out, "%s%s",
                              said == 0          ? ""
                              : said + 1 < kinds ? ", "
                                                 : " and ",
                              words[k]);
            said++;
        }
    }
    quire_text_add(out, kinds == 0 ? "the mean" : "");
}

static bool
has_term(const struct quire_measured_analysis *m, const struct quire_term *wanted)
{
    bool found = false;

    for (size_t t = 0; t < m->n_term; t++) {
        found =
            found || (m->term[t].order == wanted->order && quire_term_within(wanted, &m->term[t]));
    }
    return found;
}

/* the term without each of its predictors in turn */
static void
tell_missing_parts(struct quire_text *out, const struct quire_analysis *a,
                   const struct quire_measured_analysis *m)
{
    for (size_t t = 0; t < m->n_term; t++) {
        const struct quire_term *own = &m->term[t];
        bool any = false;
        for (size_t i = 0; own->order > 1 && i < own->order; i++) {
            struct quire_term part = {own->order - 1, {0}};
            for (size_t k = 0, at = 0; k < own->order; k++) {
                if (k != i) {
                    part.predictor[at++] = own->predictor[k];
                }
            }
            if ((i > 0 && own->predictor[i] == own->predictor[i - 1]) || has_term(m, &part)) {
                continue;
            }
            quire_text_add(out, any ? ", " : "  ");
            if (!any) {
                quire_analysis_term_name(out, a->runs, m->predictor, own);
                quire_text_add(out, " is fitted without ");
            }
            quire_analysis_term_name(out, a->runs, m->predictor, &part);
            any = true;
        }
        quire_text_add(out, any ? ": what those explain is taken for it, or for chance\n" : "");
    }
}

/* columns that are all but dependent on others, such as shares that come to the total but for
 * rounding */
static void
tell_inflation(struct quire_text *out, const struct quire_measured_analysis *m)
{
    double most = 1;

    for (size_t j = 1; j < m->fit.n; j++) {
        const struct quire_coefficient *c = &m->fit.coefficient[j];
        most = c->aliased ? most : fmax(most, c->inflation);
    }
    if (most > NOTABLE_INFLATION) {
        quire_text_format(out,
                          "  variances of coefficients are inflated up to %.2g times (VIF): these "
                          "columns are nearly sums of others\n",
                          most);
    }
}

void
quire_analysis_models(struct quire_text *out, const struct quire_analysis *a, size_t most)
{
    const bool mixture = quire_analysis_is_mixture(a->runs);

    for (size_t i = 0; i < a->runs->n_measured; i++) {
        const struct quire_measured *r = &a->runs->measured[i];
        const struct quire_measured_analysis *m = &a->measured[i];
        /* that of random groups replaces it */
        const bool mixed = m->mixed != NULL && m->mixed->status == QUIRE_MODEL_FINE;
        if (m->order == QUIRE_MODEL_NONE || mixed) {
            continue;
        }
        quire_text_format(out, "%s%s%s: ", r->name, r->unit[0] != '\0' ? " in " : "", r->unit);
        quire_analysis_modelled(out, m);
        if (mixture) {
            quire_text_add(out, mixture_words[m->order]);
        } else {
            quire_analysis_kinds(out, a->runs, m);
        }
        add_share(out, "R2", m->fit.r2);
        add_share(out, "predicted R2", m->fit.predicted_r2);
        add_share(out, "deviation of a run", m->fit.deviation);
        quire_text_format(out, ", %g degrees of freedom\n", m->fit.freedom);
        tell_choice(out, m);
        if (!mixture) {
            tell_missing_parts(out, a, m);
        }
        tell_inflation(out, m);
        quire_text_format(out, "  %-*s %12s %11s %8s %9s\n", NAME_WIDTH,
                          mixture ? "column (share of the total)" : "column (-1 to 1)",
                          "coefficient", "error", "t", "p");
        for (size_t j = 0; j < m->fit.n && j < most; j++) {
            add_column(out, a, m, j);
        }
        if (m->fit.n > most) {
            quire_text_format(out, "  and %zu more columns\n", m->fit.n - most);
        }
    }
}

/* ---- noise that does the same everywhere */

enum quire_same_noise
quire_analysis_same_noise(const struct quire_analysis *a, const struct quire_measured_analysis *m)
{
    const struct quire_varied *v = a->runs->varied;
    size_t noises = 0;

    for (size_t i = 0; i < m->n_predictor; i++) {
        noises += v[m->predictor[i]].noise;
    }
    if (m->order == QUIRE_MODEL_NONE || noises == 0 || noises == m->n_predictor) {
        return QUIRE_NOISE_DIFFERS;
    }
    for (size_t t = 0; t < m->n_term; t++) {
        size_t of_noise = 0;
        for (size_t i = 0; i < m->term[t].order; i++) {
            const size_t p = m->predictor[m->term[t].predictor[i]];
            of_noise += p < a->runs->n_varied && v[p].noise;
        }
        if (of_noise > 0 && of_noise < m->term[t].order) {
            return QUIRE_NOISE_DIFFERS;
        }
    }
    return m->draws < m->draws_needed ? QUIRE_NOISE_FEW_DRAWS
           : m->n_dropped > 0         ? QUIRE_NOISE_BY_SELECTION
           : m->draws > 0             ? QUIRE_NOISE_FEW_RUNS
                                      : QUIRE_NOISE_BY_CHOICE;
}

void
quire_analysis_noise_warning(struct quire_text *out, const struct quire_analysis *a,
                             const struct quire_measured_analysis *m)
{
    static const char *const words[] = {[QUIRE_NOISE_FEW_RUNS] = "runs are too few",
                                        [QUIRE_NOISE_BY_CHOICE] =
                                            "none is among the terms of the study or of --terms",
                                        [QUIRE_NOISE_BY_SELECTION] = "AICc left them out"};

    const enum quire_same_noise why = quire_analysis_same_noise(a, m);

    quire_text_add(out, "the model has no interactions of factors with noise: ");
    if (why == QUIRE_NOISE_FEW_DRAWS) {
        quire_text_format(out, "they need %zu common draws a setting, and there are %zu",
                          m->draws_needed, m->draws);
    } else {
        quire_text_add(out, words[why]);
    }
    quire_text_add(out, ". The deviation by noise is the same at all settings, and no setting is "
                        "more robust than another\n");
}

/* the same may be said of both */
static bool
has_same_noise_as(const struct quire_analysis *a, size_t k, size_t other)
{
    const struct quire_measured_analysis *m = &a->measured[k], *n = &a->measured[other];

    return quire_analysis_same_noise(a, m) == quire_analysis_same_noise(a, n) &&
           m->draws == n->draws && m->draws_needed == n->draws_needed;
}

void
quire_analysis_noise_warnings(struct quire_text *out, const struct quire_analysis *a)
{
    for (size_t k = 0; k < a->runs->n_measured; k++) {
        size_t first = 0;
        while (first < k && !has_same_noise_as(a, first, k)) {
            first++;
        }
        if (first < k || quire_analysis_same_noise(a, &a->measured[k]) == QUIRE_NOISE_DIFFERS) {
            continue;
        }
        for (size_t other = k; other < a->runs->n_measured; other++) {
            if (has_same_noise_as(a, k, other)) {
                quire_text_format(out, "%s%s", other > k ? ", " : "",
                                  a->runs->measured[other].name);
            }
        }
        quire_text_add(out, ": ");
        quire_analysis_noise_warning(out, a, &a->measured[k]);
    }
}

/* ---- lack of fit */

void
quire_analysis_lack_warnings(struct quire_text *out, const struct quire_analysis *a)
{
    for (size_t k = 0; k < a->runs->n_measured; k++) {
        const struct quire_measured *r = &a->runs->measured[k];
        const struct quire_measured_analysis *m = &a->measured[k];
        if (m->misfit > 0 && m->fit.lack.p < 1 - a->confidence) {
            quire_text_format(out, "%s: lack of fit (", r->name);
            if (m->fit.lack.p < LEAST_P) {
                quire_text_format(out, "p below %g", LEAST_P);
            } else {
                quire_text_format(out, "F = %.3g, p = %.2g", m->fit.lack.f, m->fit.lack.p);
            }
            quire_text_format(out, "): the model misses the settings by a deviation of %.3g",
                              m->misfit);
            if (m->lambda == 1 && r->unit[0] != '\0') {
                quire_text_format(out, " %s", r->unit);
            }
            quire_text_add(out, " more than chance does. Intervals of predictions count it; more "
                                "terms or a smaller region may help\n");
        }
    }
}

/* ---- wild runs */

void
quire_analysis_wild_warnings(struct quire_text *out, const struct quire_analysis *a)
{
    const struct quire_runs *runs = a->runs;

    for (size_t k = 0; k < runs->n_measured; k++) {
        const struct quire_measured_analysis *m = &a->measured[k];
        if (!m->has_diagnosis || runs->sampling != QUIRE_SAMPLING_INDEPENDENT) {
            continue;
        }
        const double bound = quire_diagnosis_bounds_of(&m->fit, 1 - a->confidence).external;
        for (size_t r = 0, i = 0; r < runs->n; r++) {
            if (!isfinite(runs->measured[k].value[r])) {
                continue;
            }
            const double off = quire_diagnose_run(&m->fit, i++).external;
            if (fabs(off) > bound) {
                quire_text_format(out, "%s: %s %llu (", runs->measured[k].name,
                                  runs->without_verdicts ? "row" : "run",
                                  (unsigned long long)runs->index[r] + runs->without_verdicts);
                quire_analysis_setting_name(out, runs, r);
                quire_text_format(out,
                                  ") is %.3g deviations %s what the model of all other runs "
                                  "says, and chance takes the farthest of %zu to %.3g\n",
                                  fabs(off), off > 0 ? "above" : "below", m->fit.m, bound);
            }
        }
    }
}

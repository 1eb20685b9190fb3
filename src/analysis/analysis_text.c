/* Models of responses as text. */
#include "analysis/analysis_parts.h"

#include <math.h>
#include <string.h>

#define NAME_MOST 40 /* longest name of a column [bytes] */

static const char *const order_words[] = {
    "no model", "main effects", "main effects and interactions with noise",
    "main effects and interactions", "main effects, interactions and squares"};

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
    quire_text_format(out, "  %-*.*s", NAME_MOST, NAME_MOST, name.data != NULL ? name.data : "");
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
                          "  Box and Cox's power is %.3g, between %.3g and %.3g with 95 %% "
                          "confidence: transform=\"%s\" may fit better\n",
                          m->power.lambda, m->power.low, m->power.high,
                          m->power.usual == 0      ? "log"
                          : m->power.usual == 0.5  ? "sqrt"
                          : m->power.usual == -1.0 ? "reciprocal"
                                                   : "box-cox");
    }
}

void
quire_analysis_models(struct quire_text *out, const struct quire_analysis *a)
{
    const bool mixture = quire_analysis_is_mixture(a->runs);

    for (size_t i = 0; i < a->runs->n_measured; i++) {
        const struct quire_measured *r = &a->runs->measured[i];
        const struct quire_measured_analysis *m = &a->measured[i];
        if (m->order == QUIRE_MODEL_NONE) {
            continue;
        }
        quire_text_format(out, "%s%s%s: ", r->name, r->unit[0] != '\0' ? " in " : "", r->unit);
        quire_analysis_modelled(out, m);
        quire_text_add(out, mixture ? mixture_words[m->order] : order_words[m->order]);
        add_share(out, "R2", m->fit.r2);
        add_share(out, "predicted R2", m->fit.predicted_r2);
        add_share(out, "deviation of a run", m->fit.deviation);
        quire_text_format(out, ", %g degrees of freedom\n", m->fit.freedom);
        tell_choice(out, m);
        quire_text_format(out, "  %-*s %12s %11s %8s %9s\n", NAME_MOST,
                          mixture ? "column (share of the total)" : "column (-1 to 1)",
                          "coefficient", "error", "t", "p");
        for (size_t j = 0; j < m->fit.n; j++) {
            add_column(out, a, m, j);
        }
    }
}

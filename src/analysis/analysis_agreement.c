/* Measured beside simulated, as text. */
#include "analysis/analysis_parts.h"

#include <math.h>

static void
add_estimate(struct quire_text *out, const char *name, const struct quire_estimate *e)
{
    quire_text_format(out, "  %-23s", name);
    if (!isfinite(e->value)) {
        quire_text_add(out, " -\n");
        return;
    }
    quire_text_format(out, " %.4g", e->value);
    if (isfinite(e->interval.low)) {
        quire_text_format(out, ", between %.4g and %.4g", e->interval.low, e->interval.high);
    }
    quire_text_add(out, "\n");
}

static void
add_response(struct quire_text *out, const struct quire_measured *r,
             const struct quire_agreement *a)
{
    quire_text_format(out, "measured less simulated, %s%s%s: %zu numbers at %zu setting%s", r->name,
                      r->unit[0] != '\0' ? " in " : "", r->unit, a->n, a->n_setting,
                      a->n_setting == 1 ? "" : "s");
    if (a->n_missing > 0) {
        quire_text_format(out, ", %zu missing", a->n_missing);
    }
    if (a->n_not_simulated > 0) {
        quire_text_format(out, ", %zu without a simulated number", a->n_not_simulated);
    }
    quire_text_add(out, "\n");
    if (a->n == 0) {
        return;
    }
    add_estimate(out, "bias", &a->bias);
    add_estimate(out, "standard deviation",
                 &(struct quire_estimate){a->deviation, {(double)NAN, (double)NAN}});
    add_estimate(out, "lower limit", &a->lower);
    add_estimate(out, "upper limit", &a->upper);
    add_estimate(out, "slope", &a->slope);
    if (isfinite(a->p)) {
        quire_text_format(out, "  the same bias at all settings: p = %.2g\n", a->p);
    }
}

void
quire_analysis_agreement(struct quire_text *out, const struct quire_runs *runs)
{
    const struct quire_comparison *c = runs->comparison;

    for (size_t k = 0; c != NULL && k < runs->n_measured; k++) {
        if (c->agreement[k].setting != NULL) {
            add_response(out, &runs->measured[k], &c->agreement[k]);
        }
    }
    if (c != NULL && c->n_not_run > 0) {
        quire_text_format(out, "%zu measured row%s of settings that have no runs yet\n",
                          c->n_not_run, c->n_not_run == 1 ? " is" : "s are");
    }
}

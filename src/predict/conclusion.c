#include "predict/conclusion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis_parts.h"
#include "probability/families.h"
#include "text/amount.h"

#define NAMED        3     /* effects that are named at most */
#define DECIDES      3     /* so much larger than the next, an effect decides */
#define PLACES       41    /* along a factor, at which its effect is looked for */
#define NOTHING      1e-9  /* of the size of the response: rounding */
#define FAIR_R2      0.9   /* a model that explains less says so */
#define LEAST_INDEX  0.005 /* an index that is named */
#define EDGE         1e-6  /* of coded values */
#define JAM_SETTINGS 3     /* that are named at most */
#define BEST_FACTORS 8     /* whose best settings are named at most */

/* ---- numbers */

/* units in which people read them */
static const struct {
    const char *si, *shown;
    double factor;
} shown_units[] = {{"m", "mm", 1e3},
                   {"m/s", "mm/s", 1e3},
                   {"rad", "deg", 57.29577951308232},
                   {"rad/s", "deg/s", 57.29577951308232},
                   {"J", "mJ", 1e3},
                   {"N*m", "mN*m", 1e3},
                   {"1", "", 1}};

static void
add_quantity(struct quire_text *out, double value, const char *unit)
{
    double factor = 1;

    for (size_t i = 0; i < sizeof shown_units / sizeof *shown_units; i++) {
        if (strcmp(unit, shown_units[i].si) == 0) {
            unit = shown_units[i].shown;
            factor = shown_units[i].factor;
            break;
        }
    }
    const double shown = factor * value;
    if (fabs(shown) > 0 && (fabs(shown) < 1e-4 || fabs(shown) >= 1e6)) {
        quire_text_format(out, "%.3g", shown);
    } else {
        quire_text_add(out, QUIRE_AMOUNT_WITHIN(shown, 0));
    }
    quire_text_format(out, "%s%s", unit[0] != '\0' ? " " : "", unit);
}

/* to a thousandth of the power of ten below its range */
static void
add_coded(struct quire_text *out, const struct quire_varied *v, double coded)
{
    if (v->words) {
        quire_text_add(out, v->level[(size_t)coded]);
        return;
    }
    const double range = fabs(v->high_si - v->low_si) / v->worth;
    double step = range > 0 && range < 1e30 ? 1e30 : 0;

    while (step > range) {
        step /= 10;
    }
    step /= 1000;
    const double value = quire_analysis_si(v, coded) / v->worth;

    quire_text_format(out, "%.6g%s%s", step > 0 ? floor(value / step + 0.5) * step + 0.0 : value,
                      v->unit[0] != '\0' ? " " : "", v->unit);
}

/* "a", "a and b", "a, b and c" */
static void
add_between(struct quire_text *out, size_t i, size_t n)
{
    quire_text_add(out, i == 0 ? "" : i + 1 == n ? " and " : ", ");
}

/* ---- effects of a model's terms */

struct effect {
    size_t term;   /* the first of it; of a factor with its powers the factor's own */
    size_t factor; /* number of the variable; SIZE_MAX: an interaction */
    double size;   /* change of the response over the range, SI */
    double p;      /* the least of its terms; NaN: no test */
    double chance; /* what chance alone reaches; NaN: not known */
    bool shown;
};

/* all predictors of the term are the same */
static bool
is_power(const struct quire_term *t)
{
    return t->order > 0 && t->predictor[0] == t->predictor[t->order - 1];
}

/* what column number `contrast` of a term is at coded values, of words levels, of its predictors
 */
static double
product_at(const struct quire_measured_analysis *m, const struct quire_runs *runs,
           const struct quire_term *t, size_t contrast, const double *at)
{
    double product = 1;

    for (size_t i = 0; i < t->order; i++) {
        const struct quire_varied *v = &runs->varied[m->predictor[t->predictor[i]]];
        if (v->words) {
            product *= quire_analysis_contrast(v, contrast % (v->n_level - 1), at[i]);
            contrast /= v->n_level - 1;
        } else {
            product *= at[i];
        }
    }
    return product;
}

static double
term_at(const struct quire_measured_analysis *m, const struct quire_runs *runs, size_t t,
        const double *at)
{
    double sum = 0;

    for (size_t j = 0, first = 0; j < m->fit.n; j++) {
        if (m->x.term[j] != t) {
            continue;
        }
        first = quire_analysis_first_column(&m->x, j);
        if (!m->fit.coefficient[j].aliased) {
            sum += m->fit.coefficient[j].value * product_at(m, runs, &m->term[t], j - first, at);
        }
    }
    return sum;
}

static double
constant_of(const struct quire_measured_analysis *m)
{
    return m->fit.n > 0 && m->term[m->x.term[0]].order == 0 ? m->fit.coefficient[0].value : 0;
}

static bool
is_block(const struct quire_measured_analysis *m, size_t t)
{
    return m->has_block && t == m->n_term - 1;
}

struct span {
    double least, most;
};

static void
widen(struct span *s, const struct quire_measured_analysis *m, double modelled)
{
    const double value = quire_analysis_value(m, modelled);

    s->least = fmin(s->least, value);
    s->most = fmax(s->most, value);
}

/* of a factor: its own term and its powers along the region, all others at their middle */
static double
size_of_factor(const struct quire_predictions *space, const struct quire_measured_analysis *m,
               size_t predictor)
{
    const struct quire_runs *runs = space->a->runs;
    const size_t v = m->predictor[predictor];
    const bool words = runs->varied[v].words;
    const size_t n = words ? runs->varied[v].n_level : PLACES;
    struct span s = {HUGE_VAL, -HUGE_VAL};

    for (size_t i = 0; i < n; i++) {
        const double x =
            words ? (double)i
                  : space->low[v] + (double)i / (PLACES - 1) * (space->high[v] - space->low[v]);
        double at[QUIRE_TERM_ORDER], sum = constant_of(m);
        for (size_t k = 0; k < QUIRE_TERM_ORDER; k++) {
            at[k] = x;
        }
        for (size_t t = 0; t < m->n_term; t++) {
            if (!is_block(m, t) && is_power(&m->term[t]) && m->term[t].predictor[0] == predictor) {
                sum += term_at(m, runs, t, at);
            }
        }
        widen(&s, m, sum);
    }
    return s.most - s.least;
}

/* of an interaction: what its term adds between corners of the region */
static double
size_of_interaction(const struct quire_predictions *space, const struct quire_measured_analysis *m,
                    size_t t)
{
    const struct quire_runs *runs = space->a->runs;
    const struct quire_term *term = &m->term[t];
    size_t corners = 1;
    struct span s = {HUGE_VAL, -HUGE_VAL};

    for (size_t i = 0; i < term->order; i++) {
        const struct quire_varied *v = &runs->varied[m->predictor[term->predictor[i]]];
        corners *= v->words ? v->n_level : 2;
    }
    for (size_t c = 0; c < corners; c++) {
        double at[QUIRE_TERM_ORDER];
        for (size_t i = 0, rest = c; i < term->order; i++) {
            const size_t v = m->predictor[term->predictor[i]];
            const size_t n = runs->varied[v].words ? runs->varied[v].n_level : 2;
            /* a predictor that comes twice is at one place */
            if (i > 0 && term->predictor[i] == term->predictor[i - 1]) {
                at[i] = at[i - 1];
                continue;
            }
            at[i] = runs->varied[v].words ? (double)(rest % n)
                    : rest % 2            ? space->high[v]
                                          : space->low[v];
            rest /= n;
        }
        widen(&s, m, constant_of(m) + term_at(m, runs, t, at));
    }
    return s.most - s.least;
}

static bool
has_mixed(const struct quire_measured_analysis *m)
{
    return m->mixed != NULL && m->mixed->status == QUIRE_MODEL_FINE;
}

/* of a term that has no test of its own, because others say the same: the least of its columns,
 * times their number */
static double
p_of_columns(const struct quire_measured_analysis *m, size_t t)
{
    double least = (double)NAN;
    size_t columns = 0;

    for (size_t j = 0; j < m->fit.n; j++) {
        const struct quire_coefficient *c = &m->fit.coefficient[j];
        if (m->x.term[j] == t && !c->aliased && isfinite(c->p)) {
            least = isnan(least) ? c->p : fmin(least, c->p);
            columns++;
        }
    }
    return least * (double)columns;
}

/* with random groups, by the mixed model, which has the right errors */
static double
p_of_term(const struct quire_measured_analysis *m, size_t t)
{
    if (!has_mixed(m)) {
        return isfinite(m->anova[t].p) ? m->anova[t].p : p_of_columns(m, t);
    }
    for (size_t k = 0; k < m->mixed->n_term; k++) {
        const struct quire_term *other = &m->mixed->term[k];
        if (other->order == m->term[t].order && quire_term_within(other, &m->term[t])) {
            return m->mixed->of.test[k].by[QUIRE_KENWARD_ROGER].p;
        }
    }
    return 1;
}

/* what an effect of the term reaches by chance: half its interval, from low to high */
static double
chance_of_term(const struct quire_measured_analysis *m, size_t t)
{
    double most = (double)NAN;

    for (size_t j = 0; j < m->fit.n && !has_mixed(m) && m->lambda == 1; j++) {
        const struct quire_coefficient *c = &m->fit.coefficient[j];
        if (m->x.term[j] == t && isfinite(c->high - c->low)) {
            most = fmax(c->high - c->low, isnan(most) ? 0 : most);
        }
    }
    return most;
}

static bool
passes_lenth(const struct quire_measured_analysis *m, size_t t)
{
    bool passes = false;

    for (size_t i = 0; i < m->n_bar; i++) {
        passes = passes ||
                 (m->x.term[m->bar[i].column] == t && fabs(m->bar[i].effect) > m->lenth.all_margin);
    }
    return passes;
}

static void
take_term(struct effect *e, const struct quire_measured_analysis *m, size_t t)
{
    const double p = p_of_term(m, t), chance = chance_of_term(m, t);

    if (!(p >= e->p)) { /* the first that is known, or a smaller one */
        e->p = p;
    }
    if (!(chance <= e->chance)) {
        e->chance = chance;
    }
}

/* Effects of what is noise (or is not), room for n_term. */
static size_t
list_effects(struct effect *e, const struct quire_predictions *space,
             const struct quire_measured_analysis *m, bool noise)
{
    const struct quire_varied *v = space->a->runs->varied;
    size_t n = 0;

    for (size_t t = 0; t < m->n_term; t++) {
        const struct quire_term *term = &m->term[t];
        bool wanted = term->order > 0 && !is_block(m, t);
        for (size_t i = 0; wanted && i < term->order; i++) {
            wanted = v[m->predictor[term->predictor[i]]].noise == noise;
        }
        if (!wanted) {
            continue;
        }
        const bool power = is_power(term);
        const size_t factor = power ? m->predictor[term->predictor[0]] : SIZE_MAX;
        size_t k = 0;
        while (k < n && !(power && e[k].factor == factor)) {
            k++;
        }
        if (k == n) {
            e[n++] = (struct effect){t, factor, (double)NAN, (double)NAN, (double)NAN, false};
            e[k].size = power ? size_of_factor(space, m, term->predictor[0])
                              : size_of_interaction(space, m, t);
        }
        take_term(&e[k], m, t);
    }
    return n;
}

static int
compare_p(const void *a, const void *b)
{
    const struct effect *x = a, *y = b;
    const double p = isnan(x->p) ? HUGE_VAL : x->p, q = isnan(y->p) ? HUGE_VAL : y->p;

    return (p > q) - (p < q);
}

static int
compare_size(const void *a, const void *b)
{
    const struct effect *x = a, *y = b;

    return x->size != y->size ? (x->size < y->size) - (x->size > y->size)
                              : (x->term > y->term) - (x->term < y->term);
}

/* what chance reaches among so many effects, over what it reaches in one */
static double
widening(const struct quire_analysis *a, const struct quire_measured_analysis *m, size_t among)
{
    const double freedom =
        a->runs->sampling == QUIRE_SAMPLING_COMMON ? m->predicted_freedom : m->fit.freedom;
    const double tail = (1 - a->confidence) / 2;

    return freedom > 0 && among > 1
               ? quire_upper_quantile(quire_student(freedom), tail / (double)among) /
                     quire_upper_quantile(quire_student(freedom), tail)
               : 1;
}

/* Which effects are stated: with tests by Holm (1979), by Lenth's margin of all effects, or, where
 * nothing is random, all but rounding. */
static bool
judge_effects(struct effect *e, size_t n, const struct quire_analysis *a,
              const struct quire_measured_analysis *m, bool tested)
{
    const double scale = fmax(fabs(m->summary.least), fabs(m->summary.most));
    bool any = false;
    size_t passed = 0;

    qsort(e, n, sizeof *e, compare_p);
    for (size_t i = 0, open = 1; i < n; i++) {
        if (!tested) {
            e[i].shown = e[i].size > NOTHING * scale;
        } else if (isfinite(e[i].p)) {
            open = open && e[i].p * (double)(n - i) < 1 - a->confidence;
            e[i].shown = open;
            passed += open;
        } else if (isfinite(m->lenth.all_margin)) {
            e[i].shown = passes_lenth(m, e[i].term);
            e[i].chance = m->lambda == 1 ? m->lenth.all_margin : (double)NAN;
        }
        e[i].shown = e[i].shown && e[i].size > NOTHING * scale;
        any = any || e[i].shown;
    }
    for (size_t i = 0; tested && i < n; i++) {
        e[i].chance *= isfinite(e[i].p) ? widening(a, m, n - passed) : 1;
    }
    qsort(e, n, sizeof *e, compare_size);
    return any;
}

static void
add_effect_name(struct quire_text *out, const struct quire_analysis *a,
                const struct quire_measured_analysis *m, const struct effect *e)
{
    if (e->factor != SIZE_MAX) {
        quire_text_add(out, a->runs->varied[e->factor].name);
    } else {
        quire_analysis_term_name(out, a->runs, m->predictor, &m->term[e->term]);
    }
}

/* "; no effect of load is shown (chance reaches 0.02 s)" */
static void
add_not_shown(struct quire_text *out, const struct quire_analysis *a,
              const struct quire_measured *r, const struct quire_measured_analysis *m,
              const struct effect *e, size_t n)
{
    size_t hidden = 0, said = 0;
    double chance = 0;

    for (size_t i = 0; i < n; i++) {
        if (!e[i].shown && e[i].factor != SIZE_MAX) {
            hidden++;
            chance = fmax(chance, isnan(e[i].chance) ? HUGE_VAL : e[i].chance);
        }
    }
    if (hidden == 0) {
        return;
    }
    if (hidden > NAMED) {
        quire_text_format(out, "; no effect of the other %zu factors is shown", hidden);
    } else {
        quire_text_add(out, "; no effect of ");
        for (size_t i = 0; i < n; i++) {
            if (!e[i].shown && e[i].factor != SIZE_MAX) {
                quire_text_add(out, said == 0 ? "" : said + 1 == hidden ? " or " : ", ");
                add_effect_name(out, a, m, &e[i]);
                said++;
            }
        }
        quire_text_add(out, " is shown");
    }
    if (isfinite(chance) && chance > 0) {
        quire_text_add(out, " (chance reaches ");
        add_quantity(out, chance, r->unit);
        quire_text_add(out, ")");
    }
}

/* "speed decides arrival: 0.23 s over its range, load 0.004 s" */
static void
add_shown(struct quire_text *out, const struct quire_analysis *a, const struct quire_measured *r,
          const struct quire_measured_analysis *m, const struct effect *e, size_t n)
{
    size_t shown = 0, named = 0, of[NAMED];

    for (size_t i = 0; i < n; i++) {
        if (e[i].shown && shown < NAMED) {
            of[shown] = i;
        }
        shown += e[i].shown;
    }
    const size_t some = shown < NAMED ? shown : NAMED;
    const struct effect *first = &e[of[0]];
    /* what is not shown may be as large as chance */
    bool decides = first->factor != SIZE_MAX && n > 1;
    for (size_t i = 0; i < n; i++) {
        const double size =
            e[i].shown || isnan(e[i].chance) ? e[i].size : fmax(e[i].size, e[i].chance);
        decides = decides && (i == of[0] || DECIDES * size <= first->size);
    }
    if (decides) {
        add_effect_name(out, a, m, first);
        quire_text_format(out, " decides %s: ", r->name);
        add_quantity(out, first->size, r->unit);
        quire_text_add(out, " over its range");
        named = 1;
    } else {
        quire_text_format(out, "%s depends %son ", r->name, shown > 1 ? "most " : "");
    }
    for (; named < some; named++) {
        const struct effect *one = &e[of[named]];
        if (decides) {
            quire_text_add(out, ", ");
        } else {
            add_between(out, named, some);
        }
        add_effect_name(out, a, m, one);
        quire_text_add(out, decides ? " " : " (");
        add_quantity(out, one->size, r->unit);
        quire_text_add(out, decides                                 ? ""
                            : named == 0 && one->factor != SIZE_MAX ? " over its range)"
                                                                    : ")");
    }
    if (shown > some) {
        quire_text_format(out, "; %zu smaller effect%s", shown - some,
                          shown - some == 1 ? "" : "s");
    }
}

static void
add_none_shown(struct quire_text *out, const struct quire_analysis *a,
               const struct quire_measured *r, const struct quire_measured_analysis *m,
               const struct effect *e, bool tested)
{
    if (!tested) {
        quire_text_format(out, "no factor changes %s", r->name);
        return;
    }
    quire_text_format(out, "no effect on %s is shown: the largest, of ", r->name);
    add_effect_name(out, a, m, e);
    quire_text_add(out, ", is ");
    add_quantity(out, e->size, r->unit);
    if (isfinite(e->chance)) {
        quire_text_add(out, ", and chance reaches ");
        add_quantity(out, e->chance, r->unit);
    }
}

/* what the reader must know to believe the effects */
static void
add_reserve(struct quire_text *out, const struct quire_analysis *a,
            const struct quire_measured_analysis *m, bool tested)
{
    const double r2 = m->fit.r2;

    if (tested && m->misfit > 0 && m->fit.lack.p < 1 - a->confidence) {
        quire_text_add(out, " (the model does not fit, see the warnings)");
    } else if (!tested && m->fit.freedom > 0 && isfinite(r2) && r2 < FAIR_R2) {
        quire_text_format(out, " (by a model that explains %.0f %% of the variation)",
                          floor(100 * r2));
    } else if (quire_analysis_aliased(m) > 0) {
        quire_text_add(out, " (some terms cannot be separated, see the warnings)");
    } else if (m->order == QUIRE_MODEL_MAIN && m->n_predictor > 1) {
        quire_text_add(out, " (main effects alone, interactions are not separated)");
    }
}

/* ---- indices in place of a model */

struct ranked {
    size_t variable;
    const struct quire_index *of;
};

static int
compare_index(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;

    return x->of->value != y->of->value
               ? (x->of->value < y->of->value) - (x->of->value > y->of->value)
               : (x->variable > y->variable) - (x->variable < y->variable);
}

static bool
add_indices(struct quire_text *out, const struct quire_analysis *a, const struct quire_measured *r,
            const struct quire_indices *x, bool noise)
{
    const bool morris = x->morris != NULL;
    struct ranked *of = calloc(x->n + 1, sizeof *of);
    size_t n = 0, shown = 0, i = 0;

    for (size_t v = 0; of != NULL && v < a->runs->n_varied; v++) {
        if (quire_varied_is_input(&a->runs->varied[v], noise)) {
            of[n++] = (struct ranked){v, morris ? &x->morris[i].size : &x->whole[i]};
            i++;
        }
    }
    if (of == NULL) {
        return false;
    }
    for (size_t k = 0; k < n; k++) {
        if (isnan(of[k].of->value)) { /* the response does not vary, or has gaps */
            free(of);
            return true;
        }
    }
    qsort(of, n, sizeof *of, compare_index);
    for (size_t k = 0; k < n; k++) {
        shown += !(of[k].of->interval.low <= 0) && of[k].of->value > (morris ? 0 : LEAST_INDEX);
    }
    if (shown == 0) {
        quire_text_format(out, "no influence on %s is shown", r->name);
    } else {
        quire_text_format(
            out, morris ? "%s changes most with " : "the variance of %s comes most from ", r->name);
    }
    const size_t some = shown < NAMED ? shown : NAMED;
    for (size_t k = 0; k < some; k++) {
        add_between(out, k, some);
        quire_text_format(out, "%s (", a->runs->varied[of[k].variable].name);
        if (morris) {
            add_quantity(out, of[k].of->value, r->unit);
            quire_text_add(out, k == 0 ? " on average from low to high)" : ")");
        } else {
            quire_text_format(out, "%.0f %%%s", 100 * of[k].of->value,
                              k == 0 ? " with its interactions" : "");
            if (k == 0 && isfinite(of[k].of->interval.low)) {
                quire_text_format(out, "; %g %% confidence: %.0f to %.0f %%", 100 * a->confidence,
                                  100 * of[k].of->interval.low,
                                  100 * fmin(of[k].of->interval.high, 1));
            }
            quire_text_add(out, ")");
        }
    }
    free(of);
    return true;
}

/* ---- noise */

/* the settings at which it is looked at: the best ones, else the middle and first words */
static void
choose_place(double *at, const struct quire_predictions *space, const struct quire_optimum *best)
{
    for (size_t i = 0; i < space->a->runs->n_varied; i++) {
        const struct quire_varied *v = &space->a->runs->varied[i];
        at[i] = v->noise      ? (double)NAN
                : best->found ? best->at[i]
                : v->words    ? space->low[i]
                              : (space->low[i] + space->high[i]) / 2;
    }
}

/* "; noise scatters it by 0.01 s (standard deviation), 92 % of it through curl" */
static bool
add_noise(struct quire_text *out, struct quire_predictions *space, size_t k,
          const struct quire_optimum *best, bool alone)
{
    const struct quire_analysis *a = space->a;
    const struct quire_measured *r = &a->runs->measured[k];
    const struct quire_measured_analysis *m = &a->measured[k];
    const size_t n = a->runs->n_varied;
    double *at = calloc(2 * n + 1, sizeof *at), *share = at != NULL ? at + n : NULL;
    struct quire_prediction p;
    size_t most = 0;

    if (at == NULL) {
        return false;
    }
    choose_place(at, space, best);
    if (quire_predict(space, k, at, &p) && p.noise > 0) {
        const double deviation = alone ? m->summary.deviation : p.noise;
        quire_predict_shares(space, k, at, share);
        for (size_t v = 1; v < n; v++) {
            most = share[v] > share[most] ? v : most;
        }
        quire_text_format(out, alone ? "%s scatters by " : "; noise scatters it by ", r->name);
        add_quantity(out, deviation, r->unit);
        if (alone) {
            quire_text_add(out, " (standard deviation) about ");
            add_quantity(out, m->summary.mean, r->unit);
        } else {
            quire_text_format(out, " (standard deviation%s)",
                              best->found ? " at the best settings" : "");
        }
        quire_text_format(out, ", most through %s", a->runs->varied[most].name);
        if (share[most] < 0.9995) {
            quire_text_format(out, ": %.0f %% of %s", 100 * share[most],
                              alone ? "what noise explains" : "it");
        }
    }
    free(at);
    return true;
}

/* ---- a response */

static void
add_mixture(struct quire_text *out, const struct quire_analysis *a, size_t k)
{
    const struct quire_measured *r = &a->runs->measured[k];
    const struct quire_measured_analysis *m = &a->measured[k];
    size_t least = 0, most = 0;

    if (isfinite(m->fit.model.p) && m->fit.model.p >= 1 - a->confidence) {
        quire_text_format(out, "no difference of %s between the mixtures is shown", r->name);
        return;
    }
    for (size_t i = 0; i < a->runs->n; i++) {
        if (isfinite(r->value[i])) {
            least = !(r->value[i] >= r->value[least]) ? i : least;
            most = !(r->value[i] <= r->value[most]) ? i : most;
        }
    }
    quire_text_format(out, "%s lies between ", r->name);
    add_quantity(out, r->value[least], r->unit);
    quire_text_add(out, " (");
    quire_analysis_setting_name(out, a->runs, least);
    quire_text_add(out, ") and ");
    add_quantity(out, r->value[most], r->unit);
    quire_text_add(out, " (");
    quire_analysis_setting_name(out, a->runs, most);
    quire_text_add(out, ") in these runs");
}

static void
add_without_model(struct quire_text *out, const struct quire_analysis *a, size_t k)
{
    const struct quire_measured *r = &a->runs->measured[k];
    const struct quire_measured_analysis *m = &a->measured[k];

    if (m->n == 0) {
        quire_text_format(out, "%s has no number in any run", r->name);
    } else if (m->n > 1 && !(m->summary.least < m->summary.most)) {
        quire_text_format(out, "%s is the same in all %zu runs: ", r->name, m->n);
        add_quantity(out, m->summary.mean, r->unit);
    } else if (a->runs->n_varied == 0 || a->n_setting < 2) {
        quire_text_format(out, "%s is ", r->name);
        add_quantity(out, m->summary.mean, r->unit);
        quire_text_add(out, m->n > 1 ? " on average" : "");
    } else {
        quire_text_format(out, "%zu run%s with a number %s too few to show what %s depends on",
                          m->n, m->n == 1 ? "" : "s", m->n == 1 ? "is" : "are", r->name);
    }
}

/* "; measurements lie 1.2 ms above it (0.8 to 1.6 ms)" */
static void
add_agreement(struct quire_text *out, const struct quire_analysis *a, size_t k)
{
    const struct quire_comparison *c = a->runs->comparison;
    const struct quire_measured *r = &a->runs->measured[k];
    const struct quire_estimate *bias = c != NULL ? &c->agreement[k].bias : NULL;

    if (c == NULL || c->agreement[k].setting == NULL || !isfinite(bias->value)) {
        return;
    }
    const bool known = isfinite(bias->interval.low);
    if (known && bias->interval.low <= 0 && bias->interval.high >= 0) {
        quire_text_add(out, "; no bias of the simulation against the measurements is shown");
        return;
    }
    quire_text_add(out, "; measurements lie ");
    add_quantity(out, fabs(bias->value), r->unit);
    quire_text_format(out, " %s the simulated mean%s", bias->value > 0 ? "above" : "below",
                      known ? "" : " (without an interval)");
}

/* Whether the model has an effect that is stated goes to *any. */
static bool
conclude_response(struct quire_text *out, struct quire_predictions *space, size_t k,
                  const struct quire_optimum *best, bool *any)
{
    const struct quire_analysis *a = space->a;
    const struct quire_measured *r = &a->runs->measured[k];
    const struct quire_measured_analysis *m = &a->measured[k];
    const struct quire_indices *x = m->of_factors.n > 0 ? &m->of_factors : &m->of_noise;
    const size_t before = out->size;
    bool good = true;

    *any = false;
    if (x->n > 0) {
        good = add_indices(out, a, r, x, x == &m->of_noise);
        *any = out->size > before;
    }
    if (out->size > before || !good) {
        add_agreement(out, a, k);
        return good;
    }
    if (m->order == QUIRE_MODEL_NONE) {
        add_without_model(out, a, k);
        add_agreement(out, a, k);
        return true;
    }
    if (quire_analysis_is_mixture(a->runs)) {
        add_mixture(out, a, k);
        return true;
    }
    struct effect *e = calloc(2 * m->n_term + 1, sizeof *e);
    if (e == NULL) {
        return false;
    }
    struct effect *by_noise = e + m->n_term;
    const bool tested = a->random;
    const size_t n = list_effects(e, space, m, false),
                 n_noise = list_effects(by_noise, space, m, true);
    *any = judge_effects(e, n, a, m, tested);
    const bool noise = judge_effects(by_noise, n_noise, a, m, tested);
    if (*any) {
        add_shown(out, a, r, m, e, n);
        add_reserve(out, a, m, tested);
        if (tested) {
            add_not_shown(out, a, r, m, e, n);
        }
    } else if (n > 0) {
        add_none_shown(out, a, r, m, e, tested);
    }
    if (noise) {
        good = add_noise(out, space, k, best, n == 0);
    } else if (n == 0) {
        quire_text_format(out, "no effect of noise on %s is shown", r->name);
    }
    add_agreement(out, a, k);
    free(e);
    return good;
}

/* ---- jams */

/* Where all jams are: some levels of a variable, or numbers at one side. */
struct separation {
    size_t variable;
    bool level[QUIRE_ANALYSIS_LEVELS]; /* those with jams */
    size_t jams, n;                    /* decided runs there */
    double bound;                      /* without levels: the first number with jams */
    bool above;
};

static bool
separates_by_levels(struct separation *s, const struct quire_analysis *a, size_t i)
{
    const struct quire_varied *v = &a->runs->varied[i];
    size_t rest = 0;

    *s = (struct separation){.variable = i};
    for (size_t l = 0; l < v->n_level; l++) {
        const struct quire_rate *rate = &a->jam_by[i].rate[l];
        const size_t n = rate->n - rate->undecided;
        s->level[l] = rate->count > 0;
        s->jams += rate->count;
        s->n += rate->count > 0 ? n : 0;
        rest += rate->count > 0 ? 0 : n;
    }
    return rest > 0;
}

static bool
separates_by_numbers(struct separation *s, const struct quire_analysis *a, size_t i)
{
    const struct quire_runs *runs = a->runs;
    struct span jam = {HUGE_VAL, -HUGE_VAL}, other = jam;

    *s = (struct separation){.variable = i, .jams = a->count[QUIRE_OUTCOME_JAM]};
    for (size_t r = 0; r < runs->n; r++) {
        const double x = runs->varied[i].coded[r];
        struct span *of = runs->outcome[r] == QUIRE_OUTCOME_JAM ? &jam : &other;
        if (!quire_outcome_is_undecided(runs->outcome[r])) {
            of->least = fmin(of->least, x);
            of->most = fmax(of->most, x);
        }
    }
    s->above = jam.least > other.most;
    s->bound = s->above ? jam.least : jam.most;
    s->n = s->jams;
    return s->above || jam.most < other.least;
}

/* More than an accident: all runs there jam and no other does, or Fisher's test among as many
 * variables. */
static bool
is_notable(const struct separation *s, const struct quire_analysis *a)
{
    const size_t decided = a->runs->n - a->undecided;
    const double p = quire_rates_differ(s->jams, s->n, 0, decided - s->n);
    const bool rule = s->jams == s->n && s->jams > 1 && !a->random;

    return rule || p * (double)a->runs->n_varied < 1 - a->confidence;
}

static void
add_separation(struct quire_text *out, const struct quire_analysis *a, const struct separation *s)
{
    const struct quire_varied *v = &a->runs->varied[s->variable];
    size_t n = 0, said = 0;

    quire_text_format(out, "jams only at %s ", v->name);
    if (v->n_level == 0 || v->noise) {
        quire_text_add(out, s->above ? "from " : "up to ");
        add_coded(out, v, s->bound);
        quire_text_add(out, s->above ? " on" : "");
        return;
    }
    for (size_t l = 0; l < v->n_level; l++) {
        n += s->level[l];
    }
    for (size_t l = 0; l < v->n_level; l++) {
        if (s->level[l]) {
            quire_text_add(out, said == 0 ? "" : said + 1 == n ? " or " : ", ");
            quire_text_add(out, v->level[l]);
            said++;
        }
    }
}

static bool
find_separation(struct separation *best, const struct quire_analysis *a)
{
    bool found = false;

    for (size_t i = 0; i < a->runs->n_varied; i++) {
        const struct quire_varied *v = &a->runs->varied[i];
        struct separation s = {0};
        const bool levels = v->n_level > 0 && !v->noise; /* draws are no levels */
        const bool is = levels             ? separates_by_levels(&s, a, i)
                        : v->coded != NULL ? separates_by_numbers(&s, a, i)
                                           : false;
        if (is && is_notable(&s, a) && (!found || s.n < best->n)) {
            *best = s;
            found = true;
        }
    }
    return found;
}

static void
add_jam_settings(struct quire_text *out, const struct quire_analysis *a)
{
    size_t said = 0;

    quire_text_add(out, ", at ");
    for (size_t r = 0; r < a->runs->n && said < JAM_SETTINGS; r++) {
        if (a->runs->outcome[r] == QUIRE_OUTCOME_JAM) {
            quire_text_add(out, said > 0 ? " and at " : "");
            quire_analysis_setting_name(out, a->runs, r);
            said++;
        }
    }
}

static void
conclude_jams(struct quire_text *out, const struct quire_analysis *a)
{
    const struct quire_runs *runs = a->runs;
    const size_t jams = a->count[QUIRE_OUTCOME_JAM], other = a->count[QUIRE_OUTCOME_OTHER];
    struct separation s = {0};

    if (runs->without_verdicts) {
        return;
    }
    if (runs->n == 0) {
        quire_text_add(out, "no run is done yet");
    } else if (a->undecided == runs->n) {
        quire_text_format(out, "no run of %zu has a verdict", runs->n);
    } else if (jams == 0) {
        quire_text_format(out, "no jam in %zu run%s", runs->n - a->undecided,
                          runs->n - a->undecided == 1 ? "" : "s");
    } else if (jams + a->undecided == runs->n) {
        quire_text_format(out, "%s %zu run%s jam%s", a->undecided > 0 ? "all decided" : "all", jams,
                          jams == 1 ? "" : "s", jams == 1 ? "s" : "");
    } else if (find_separation(&s, a)) {
        add_separation(out, a, &s);
        quire_text_format(out, " (%zu of %zu runs", jams, runs->n);
        if (s.jams < s.n) {
            quire_text_format(out, ", %.0f %% of those there", 100 * (double)s.jams / (double)s.n);
        }
        quire_text_add(out, ")");
    } else {
        quire_text_format(out, "%zu of %zu runs jam%s", jams, runs->n, jams == 1 ? "s" : "");
        if (jams <= JAM_SETTINGS && a->n_setting > 1) {
            add_jam_settings(out, a);
        } else if (a->n_setting > 1) {
            quire_text_add(out, ", at no single level alone");
        }
    }
    if (a->undecided > 0 && a->undecided < runs->n) {
        quire_text_format(out, ", %zu without a verdict", a->undecided);
    }
    if (other > 0) {
        quire_text_format(out, ", %zu of %zu runs fail another check", other, runs->n);
    }
}

/* ---- the best settings */

static void
add_edges(struct quire_text *out, const struct quire_predictions *space,
          const struct quire_optimum *best)
{
    size_t n = 0, at_edge = 0, said = 0;
    const struct quire_varied *v = space->a->runs->varied;

#define IS_FREE(i) (!v[i].noise && !v[i].words && space->high[i] > space->low[i])
#define IS_EDGE(i)                                                                                 \
    (IS_FREE(i) && (best->at[i] < space->low[i] + EDGE || best->at[i] > space->high[i] - EDGE))
    for (size_t i = 0; i < space->a->runs->n_varied; i++) {
        n += IS_FREE(i);
        at_edge += IS_EDGE(i);
    }
    if (at_edge == 0) {
        return;
    }
    quire_text_add(out, ", ");
    for (size_t i = 0; at_edge < n && i < space->a->runs->n_varied; i++) {
        if (IS_EDGE(i)) {
            add_between(out, said++, at_edge);
            quire_text_add(out, v[i].name);
        }
    }
    quire_text_add(out, at_edge < n ? " at the edge of the region" : "at the edge of the region");
#undef IS_EDGE
#undef IS_FREE
}

static bool
conclude_best(struct quire_text *out, struct quire_predictions *space,
              const struct quire_optimum *best, bool any)
{
    const struct quire_runs *runs = space->a->runs;
    size_t said = 0, factors = 0;

    for (size_t i = 0; best->found && i < runs->n_varied; i++) {
        factors += !runs->varied[i].noise && space->high[i] > space->low[i];
    }
    if (factors == 0 || quire_analysis_is_mixture(runs)) {
        return true;
    }
    quire_text_add(out, out->size > 0 && out->data[out->size - 1] != '\n' ? "; " : "");
    if (!any) {
        quire_text_add(out, "no setting is shown to be better than another");
        return true;
    }
    if (!(best->desirability > 0)) {
        quire_text_add(out, "no setting is predicted to keep all limits");
        return true;
    }
    quire_text_add(out, "best: ");
    for (size_t i = 0; i < runs->n_varied; i++) {
        if (!runs->varied[i].noise && isfinite(best->at[i]) && space->high[i] > space->low[i] &&
            said++ < BEST_FACTORS) {
            quire_text_format(out, "%s%s ", said > 1 ? ", " : "", runs->varied[i].name);
            add_coded(out, &runs->varied[i], best->at[i]);
        }
    }
    if (said > BEST_FACTORS) {
        quire_text_format(out, " and %zu more factors", said - BEST_FACTORS);
    }
    add_edges(out, space, best);
    return true;
}

/* ---- all of it */

bool
quire_conclusion(struct quire_text *out, struct quire_predictions *space,
                 const struct quire_optimum *best)
{
    const struct quire_analysis *a = space->a;
    const size_t n = a->runs->n_measured;
    const size_t told = n > QUIRE_CONCLUSION_RESPONSES ? QUIRE_CONCLUSION_RESPONSES : n;
    bool good = true, all_any = false;

    for (size_t k = 0; good && k < n; k++) {
        struct quire_text unsaid = {0};
        bool any = false;
        good = conclude_response(k < told ? out : &unsaid, space, k, best, &any);
        quire_text_clear(&unsaid);
        all_any = all_any || (any && best->found && best->response[k].counts);
        quire_text_add(out, n > 1 && k < told ? "\n" : "");
    }
    if (n > told) {
        quire_text_format(out, "%zu more responses are below\n", n - told);
    }
    struct quire_text jams = {0};
    conclude_jams(&jams, a);
    quire_text_add(out, n == 1 && jams.size > 0 ? "; " : "");
    quire_text_add(out, jams.size > 0 ? jams.data : "");
    quire_text_clear_part(&jams, out);
    good = good && conclude_best(out, space, best, all_any || a->has_odds);
    if (out->size > 0 && out->data[out->size - 1] != '\n') {
        quire_text_add(out, "\n");
    }
    return good;
}

bool
quire_conclude(struct quire_text *out, const struct quire_analysis *a)
{
    struct quire_predictions space;
    double *held = quire_arena_get(a->arena, a->runs->n_varied, sizeof *held);
    const struct quire_optimum_request request = {
        .held = held, .deviations = QUIRE_OPTIMUM_DEVIATIONS, .jams = (double)NAN};
    struct quire_optimum best = {.found = false};
    bool good = quire_prediction_begin(&space, a) && held != NULL;

    for (size_t i = 0; good && i < a->runs->n_varied; i++) {
        held[i] = (double)NAN;
    }
    good = good && quire_optimise(&best, &space, &request) && quire_conclusion(out, &space, &best);
    quire_prediction_clear(&space);
    return good;
}

#include "stat/analysis.h"

#include <math.h>
#include <stdlib.h>

#include "stat/analysis_parts.h"

#define PAIR_CELLS 200     /* larger tables of pairs are not made */
#define NOTABLE    0.01    /* chance of missing runs being so unevenly spread, below which it is said */
#define ODDS_SIZE  4000000 /* numbers of the matrix of a logistic model, at most: each iteration factors it anew */

/* ---- rates by level */

static void
count_levels(struct quire_level_rates *out, const struct quire_varied *v, const size_t *count, const size_t *n, double confidence)
{
    size_t all = 0, all_n = 0;

    for (size_t l = 0; l < v->n_level; l++) {
        out->rate[l] = quire_rate_of(count[l], n[l], confidence);
        all += count[l];
        all_n += n[l];
    }
    out->least_p = 1;
    out->level = 0;
    for (size_t l = 0; l < v->n_level; l++) {
        const double p = (double)v->n_level * quire_rates_differ(count[l], n[l], all - count[l], all_n - n[l]);
        if (p < out->least_p) {
            out->least_p = p;
            out->level = l;
        }
    }
}

/* how often runs of each level ended so; of runs that came to a verdict, if it is one */
static bool
rate_levels(struct quire_analysis *a, struct quire_level_rates **out, enum quire_outcome outcome)
{
    const struct quire_runs *runs = a->runs;

    *out = quire_arena_get(a->arena, runs->n_varied, sizeof **out);
    for (size_t i = 0; *out != NULL && i < runs->n_varied; i++) {
        const struct quire_varied *v = &runs->varied[i];
        size_t count[QUIRE_ANALYSIS_LEVELS] = {0}, n[QUIRE_ANALYSIS_LEVELS] = {0};
        if (v->n_level == 0) {
            continue;
        }
        for (size_t r = 0; r < runs->n; r++) {
            n[v->which[r]] += outcome == QUIRE_OUTCOME_UNKNOWN || runs->outcome[r] != QUIRE_OUTCOME_UNKNOWN;
            count[v->which[r]] += runs->outcome[r] == outcome;
        }
        (*out)[i].rate = quire_arena_get(a->arena, v->n_level, sizeof *(*out)[i].rate);
        if ((*out)[i].rate == NULL) {
            return false;
        }
        count_levels(&(*out)[i], v, count, n, a->confidence);
    }
    return *out != NULL;
}

/* ---- jams on main effects */

static bool
find_odds(struct quire_analysis *a)
{
    const struct quire_runs *runs = a->runs;
    const size_t known = runs->n - a->count[QUIRE_OUTCOME_UNKNOWN];
    size_t n_term, m = 0, *run = calloc(known + 1, sizeof *run);
    double *jam = calloc(known + 1, sizeof *jam);
    bool good = run != NULL && jam != NULL &&
                quire_analysis_terms(a->arena, runs, QUIRE_MODEL_MAIN, &a->odds_predictor, &a->n_odds_predictor, &a->odds_term, &n_term);

    for (size_t r = 0; good && r < runs->n; r++) {
        if (runs->outcome[r] != QUIRE_OUTCOME_UNKNOWN) {
            jam[m] = runs->outcome[r] == QUIRE_OUTCOME_JAM;
            run[m++] = r;
        }
    }
    good = good && quire_analysis_matrix(&a->odds_x, runs, a->odds_predictor, a->n_odds_predictor, a->odds_term, n_term, run, m);
    if (good && a->odds_x.n > 1 && a->odds_x.n < m && a->odds_x.n * m <= ODDS_SIZE) {
        good = quire_logistic_make(&a->odds, &a->odds_x, jam, false, a->confidence);
        a->has_odds = good;
    }
    free(run);
    free(jam);
    return good;
}

/* ---- responses */

static bool
tabulate(struct quire_analysis *a, struct quire_measured_analysis *out, const double *y, const size_t *run, size_t m)
{
    const struct quire_runs *runs = a->runs;
    const size_t n = runs->n_varied;
    size_t *level = calloc(m * n + 1, sizeof *level);
    bool good = level != NULL;

    out->level = quire_arena_get(a->arena, n, sizeof *out->level);
    out->pair = quire_arena_get(a->arena, n * n, sizeof *out->pair);
    good = good && out->level != NULL && out->pair != NULL;
    for (size_t i = 0; good && i < n; i++) {
        const struct quire_varied *v = &runs->varied[i];
        if (v->n_level == 0) {
            continue;
        }
        for (size_t r = 0; r < m; r++) {
            level[i * m + r] = v->which[run[r]];
        }
        out->level[i] = quire_arena_get(a->arena, v->n_level, sizeof *out->level[i]);
        good = out->level[i] != NULL;
        if (good) {
            quire_level_means(out->level[i], v->n_level, level + i * m, y, m);
        }
        for (size_t j = 0; good && j < i; j++) {
            const struct quire_varied *other = &runs->varied[j];
            const size_t cells = other->n_level * v->n_level;
            if (cells == 0 || cells > PAIR_CELLS || (v->noise && other->noise)) {
                continue;
            }
            struct quire_cell *pair = out->pair[j * n + i] = quire_arena_get(a->arena, cells, sizeof *pair);
            good = pair != NULL && quire_pair_means(pair, other->n_level, level + j * m, v->n_level, level + i * m, y, m);
        }
    }
    free(level);
    return good;
}

static bool
analyse_response(struct quire_analysis *a, struct quire_measured_analysis *out, const struct quire_measured *response)
{
    const size_t n = a->runs->n;
    size_t *run = calloc(n + 1, sizeof *run), m = 0;
    double *y = calloc(n + 1, sizeof *y);
    bool good = run != NULL && y != NULL;

    for (size_t r = 0; good && r < n; r++) {
        if (isfinite(response->value[r])) {
            y[m] = response->value[r];
            run[m++] = r;
        }
    }
    out->n = m;
    out->missing = n - m;
    good = good && quire_summarise(&out->summary, y, m, response->limits, a->confidence) && tabulate(a, out, y, run, m) &&
           quire_analysis_signal(a->arena, out, a->runs, y, run, m) && quire_analysis_model(a->arena, out, a->runs, y, run, m, a->confidence) &&
           quire_analysis_sensitivity(a->arena, out, a->runs, response->value, a->confidence);
    free(run);
    free(y);
    return good;
}

bool
quire_analyse(struct quire_analysis *a, const struct quire_runs *runs, double confidence)
{
    quire_analysis_clear(a);
    *a = (struct quire_analysis){.runs = runs, .confidence = confidence, .arena = quire_arena_create()};
    a->measured = a->arena != NULL ? quire_arena_get(a->arena, runs->n_measured, sizeof *a->measured) : NULL;
    if (a->measured == NULL) {
        return false;
    }
    for (size_t r = 0; r < runs->n; r++) {
        a->count[runs->outcome[r]]++;
    }
    const size_t jams = a->count[QUIRE_OUTCOME_JAM], known = runs->n - a->count[QUIRE_OUTCOME_UNKNOWN];
    a->jam = quire_rate_of(jams, known, confidence);
    bool good = rate_levels(a, &a->jam_by, QUIRE_OUTCOME_JAM) && rate_levels(a, &a->unknown_by, QUIRE_OUTCOME_UNKNOWN);
    if (good && jams > 0 && jams < known) {
        good = find_odds(a);
    }
    for (size_t i = 0; good && i < runs->n_measured; i++) {
        good = analyse_response(a, &a->measured[i], &runs->measured[i]);
    }
    return good;
}

void
quire_analysis_clear(struct quire_analysis *a)
{
    for (size_t i = 0; a->measured != NULL && i < a->runs->n_measured; i++) {
        quire_regressors_clear(&a->measured[i].x);
        quire_fit_clear(&a->measured[i].fit);
    }
    quire_regressors_clear(&a->odds_x);
    quire_logistic_clear(&a->odds);
    if (a->arena != NULL) {
        quire_arena_destroy(a->arena);
    }
    *a = (struct quire_analysis){0};
}

/* ---- warnings */

static void
warn_of_missing(struct quire_text *out, const struct quire_analysis *a)
{
    const struct quire_runs *runs = a->runs;
    const size_t unknown = a->count[QUIRE_OUTCOME_UNKNOWN];

    if (runs->n < runs->planned) {
        quire_text_format(out, "%zu of %llu runs are done; the others are not in this analysis\n", runs->n, (unsigned long long)runs->planned);
    }
    if (unknown > 0) {
        quire_text_format(out, "%zu of %zu runs came to no verdict and are left out\n", unknown, runs->n);
    }
    for (size_t i = 0; i < runs->n_varied; i++) {
        const struct quire_level_rates *by = &a->unknown_by[i];
        if (unknown > 0 && by->rate != NULL && by->least_p < NOTABLE) {
            quire_text_format(out, "runs without a verdict are not spread evenly over %s: %zu of %zu at %s; effects may be biased by what is missing\n",
                              runs->varied[i].name, by->rate[by->level].count, by->rate[by->level].n, runs->varied[i].level[by->level]);
        }
    }
}

static void
warn_of_models(struct quire_text *out, const struct quire_analysis *a)
{
    static const char *const seen[] = {NULL, "but for ties", "completely"};
    const struct quire_runs *runs = a->runs;

    if (a->has_odds && seen[a->odds.separation] != NULL) {
        quire_text_format(out, "jams are parted from other runs by the variables, %s: odds are those of Firth's penalised likelihood, their errors a rough guide\n",
                          seen[a->odds.separation]);
    }
    for (size_t i = 0; i < runs->n_measured; i++) {
        const struct quire_measured_analysis *m = &a->measured[i];
        const size_t aliased = quire_analysis_aliased(m);
        if (m->n > 1 && !(m->summary.least < m->summary.most)) {
            quire_text_format(out, "%s is the same in all %zu runs with a number: there is nothing to explain\n", runs->measured[i].name, m->n);
        } else if (m->order == QUIRE_MODEL_NONE) {
            quire_text_format(out, "%s: %zu run%s with a number, too few for a model of main effects\n", runs->measured[i].name, m->n, m->n == 1 ? "" : "s");
        } else if (aliased > 0) {
            quire_text_format(out, "%s: %zu columns of the model can not be told from others in these runs\n", runs->measured[i].name, aliased);
        }
    }
}

void
quire_analysis_warnings(struct quire_text *out, const struct quire_analysis *a)
{
    warn_of_missing(out, a);
    warn_of_models(out, a);
}

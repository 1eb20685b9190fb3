#include "analysis/analysis.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/analysis_parts.h"

/* what Fisher's test says of missing runs that are so unevenly spread, below which it is said */
#define NOTABLE 0.01
/* numbers of the matrix of a logistic model, at most: each iteration factors it anew */
#define ODDS_SIZE 4000000

/* ---- jams on main effects */

/* the errors of a model of odds are those of runs that are drawn one by one */
static void
forget_errors(struct quire_logistic *odds)
{
    for (size_t j = 0; j < odds->n; j++) {
        struct quire_odds *o = &odds->odds[j];
        o->error = o->z = o->p = o->low = o->high = (double)NAN;
    }
}

static bool
find_odds(struct quire_analysis *a)
{
    const struct quire_runs *runs = a->runs;
    const size_t known = runs->n - a->undecided;
    size_t n_term, columns = 0, m = 0, *run = calloc(known + 1, sizeof *run);
    double *jam = calloc(known + 1, sizeof *jam);
    bool good = run != NULL && jam != NULL &&
                quire_analysis_terms(a->arena, runs, QUIRE_MODEL_MAIN, &a->odds_predictor,
                                     &a->n_odds_predictor, &a->odds_term, &n_term);

    for (size_t r = 0; good && r < runs->n; r++) {
        if (!quire_outcome_is_undecided(runs->outcome[r])) {
            jam[m] = runs->outcome[r] == QUIRE_OUTCOME_JAM;
            run[m++] = r;
        }
    }
    good = good && quire_analysis_columns(&columns, runs, a->odds_predictor, a->n_odds_predictor,
                                          a->odds_term, n_term);
    if (good && columns > 1 && columns < m && columns * m <= ODDS_SIZE) {
        good = quire_analysis_matrix(&a->odds_x, runs, a->odds_predictor, a->n_odds_predictor,
                                     a->odds_term, n_term, run, m) &&
               quire_logistic_make(&a->odds, &a->odds_x, jam, false, a->confidence);
        a->has_odds = good;
        if (good && runs->sampling != QUIRE_SAMPLING_INDEPENDENT) {
            forget_errors(&a->odds);
        }
    }
    free(run);
    free(jam);
    return good;
}

/* ---- responses */

static bool
tabulate(struct quire_analysis *a, struct quire_measured_analysis *out, const double *y,
         const size_t *run, size_t m)
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
            if (cells == 0 || cells > QUIRE_ANALYSIS_CELLS || (v->noise && other->noise)) {
                continue;
            }
            struct quire_cell *pair = out->pair[j * n + i] =
                quire_arena_get(a->arena, cells, sizeof *pair);
            good = pair != NULL && quire_pair_means(pair, other->n_level, level + j * m, v->n_level,
                                                    level + i * m, y, m);
        }
    }
    free(level);
    return good;
}

static bool
analyse_response(struct quire_analysis *a, struct quire_measured_analysis *out,
                 const struct quire_measured *response)
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
    good =
        good && quire_summarise(&out->summary, y, m, response->limits, a->confidence) &&
        tabulate(a, out, y, run, m) && quire_analysis_scatter(a, out, response) &&
        quire_analysis_matched(a, &out->matched, response->value) &&
        quire_analysis_signal(a->arena, out, a->runs, y, run, m) &&
        quire_analysis_model(a->arena, out, a->runs, &response->choice, y, run, m, a->confidence) &&
        quire_analysis_mix(a, out, response) &&
        quire_analysis_sure(a->arena, out, a->runs, run, a->confidence) &&
        quire_analysis_sensitivity(a->arena, out, a->runs, response->value, a->confidence) &&
        (!a->runs->wants_indices ||
         quire_analysis_given(a->arena, &out->given, a->runs, response->value, a->confidence));
    free(run);
    free(y);
    return good;
}

bool
quire_analyse(struct quire_analysis *a, const struct quire_runs *runs, double confidence)
{
    quire_analysis_clear(a);
    *a = (struct quire_analysis){
        .runs = runs, .confidence = confidence, .arena = quire_arena_create()};
    a->measured =
        a->arena != NULL ? quire_arena_get(a->arena, runs->n_measured, sizeof *a->measured) : NULL;
    if (a->measured == NULL) {
        return false;
    }
    for (size_t r = 0; r < runs->n; r++) {
        a->count[runs->outcome[r]]++;
    }
    bool good = quire_analysis_part(a) && quire_analysis_rates(a) && quire_analysis_matched_jams(a);
    const size_t jams = a->count[QUIRE_OUTCOME_JAM];
    if (good && jams > 0 && jams < runs->n - a->undecided) {
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
        if (a->measured[i].mixed != NULL) {
            quire_regressors_clear(&a->measured[i].mixed->x);
            quire_mixed_clear(&a->measured[i].mixed->of);
        }
    }
    quire_regressors_clear(&a->odds_x);
    quire_logistic_clear(&a->odds);
    if (a->arena != NULL) {
        quire_arena_destroy(a->arena);
    }
    *a = (struct quire_analysis){0};
}

const char *
quire_outcome_word(enum quire_outcome outcome)
{
    static const char *const words[QUIRE_OUTCOMES] = {
        [QUIRE_OUTCOME_PASSED] = "passed",     [QUIRE_OUTCOME_JAM] = "jam",
        [QUIRE_OUTCOME_OTHER] = "failed",      [QUIRE_OUTCOME_UNKNOWN] = "no verdict",
        [QUIRE_OUTCOME_DOUBTFUL] = "doubtful", [QUIRE_OUTCOME_NOT_EVALUATED] = "not evaluated"};

    return words[outcome];
}

/* ---- warnings */

/* "2 of 240 runs are doubtful, 1 was not evaluated" */
static void
warn_of_undecided(struct quire_text *out, const struct quire_analysis *a)
{
    static const struct {
        enum quire_outcome outcome;
        const char *one, *many;
    } kinds[] = {{QUIRE_OUTCOME_DOUBTFUL, "is doubtful", "are doubtful"},
                 {QUIRE_OUTCOME_NOT_EVALUATED, "was not evaluated", "were not evaluated"},
                 {QUIRE_OUTCOME_UNKNOWN, "came to no verdict and has no numbers",
                  "came to no verdict and have no numbers"}};
    size_t said = 0;

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const size_t n = a->count[kinds[i].outcome];
        if (n > 0) {
            const char *are = n == 1 ? kinds[i].one : kinds[i].many;
            if (said++ > 0) {
                quire_text_format(out, ", %zu %s", n, are);
            } else {
                quire_text_format(out, "%zu of %zu runs %s", n, a->runs->n, are);
            }
        }
    }
    if (said > 0) {
        quire_text_add(out, ": neither jams nor successes. Shares of jams have two ends, with none "
                            "and with all of them; models of jams leave them out\n");
    }
    if (a->count[QUIRE_OUTCOME_DOUBTFUL] > 0 && a->runs->n_measured > 0) {
        quire_text_add(out, "the numbers of doubtful runs are in means and models like all others, "
                            "and as doubtful\n");
    }
}

static void
warn_of_missing(struct quire_text *out, const struct quire_analysis *a)
{
    const struct quire_runs *runs = a->runs;
    const size_t unknown = a->count[QUIRE_OUTCOME_UNKNOWN];

    if (runs->n < runs->planned) {
        quire_text_format(out, "%zu of %llu runs are done; the others are not in this analysis\n",
                          runs->n, (unsigned long long)runs->planned);
    }
    warn_of_undecided(out, a);
    for (size_t i = 0; i < runs->n_varied; i++) {
        const struct quire_level_rates *by = &a->unknown_by[i];
        if (unknown > 0 && by->rate != NULL && by->least_p < NOTABLE) {
            quire_text_format(out,
                              "runs without a verdict are not spread evenly over %s: %zu of %zu at "
                              "%s; missing runs may bias the effects\n",
                              runs->varied[i].name, by->rate[by->level].count,
                              by->rate[by->level].n, runs->varied[i].level[by->level]);
        }
    }
}

/* what is left of a setting that jams looks better than the setting is */
static void
warn_of_survivors(struct quire_text *out, const struct quire_analysis *a)
{
    for (size_t i = 0; i < a->runs->n_measured; i++) {
        const struct quire_measured_analysis *m = &a->measured[i];
        if (m->n_incomplete > 0) {
            quire_text_format(
                out,
                "%s has no number in some runs of %zu of the %zu points that were run more than "
                "once: their means, ratios of signal to noise and "
                "capability are those of the survivors alone, and say nothing of the others\n",
                a->runs->measured[i].name, m->n_incomplete, m->n_repeated);
        }
    }
}

/* the words that take most terms, a term for each but one */
static void
name_widest(struct quire_text *out, const struct quire_runs *runs)
{
    const struct quire_varied *widest = NULL;

    for (size_t k = 0; k < runs->n_varied; k++) {
        const struct quire_varied *v = &runs->varied[k];
        /* n_level 0: more than are levels */
        if (v->words && v->n_level != 1 && v->n_level != 2 &&
            (widest == NULL || v->n_level - 1 > widest->n_level - 1)) {
            widest = v;
        }
    }
    if (widest != NULL && widest->n_level == runs->n) {
        quire_text_format(out, ": '%s' has another word in each run", widest->name);
    } else if (widest != NULL && widest->n_level > 0) {
        quire_text_format(out, ": '%s' has %zu different words", widest->name, widest->n_level);
    } else if (widest != NULL) {
        quire_text_format(out, ": '%s' has more than %d different words", widest->name,
                          QUIRE_ANALYSIS_LEVELS);
    }
}

static void
warn_of_models(struct quire_text *out, const struct quire_analysis *a)
{
    static const char *const seen[] = {NULL, "but for ties", "completely"};
    const struct quire_runs *runs = a->runs;

    if (a->has_odds && seen[a->odds.separation] != NULL) {
        quire_text_format(
            out,
            "jams are parted from other runs by the variables, %s: odds are those of Firth's "
            "penalised likelihood%s\n",
            seen[a->odds.separation],
            runs->sampling == QUIRE_SAMPLING_INDEPENDENT ? ", their errors a rough guide" : "");
    }
    for (size_t i = 0; i < runs->n_measured; i++) {
        const struct quire_measured_analysis *m = &a->measured[i];
        const size_t aliased = quire_analysis_aliased(m);
        if (m->n > 1 && !(m->summary.least < m->summary.most)) {
            quire_text_format(
                out, "%s is the same in all %zu runs with a number: there is nothing to explain\n",
                runs->measured[i].name, m->n);
        } else if (m->order == QUIRE_MODEL_NONE && runs->n_varied > 0) {
            quire_text_format(out,
                              "%s: %zu run%s with a number, too few for a model of main effects",
                              runs->measured[i].name, m->n, m->n == 1 ? "" : "s");
            name_widest(out, runs);
            quire_text_add(out, "\n");
        } else if (aliased > 0) {
            quire_text_format(
                out,
                "%s: %zu column%s of the model cannot be separated from others in these runs\n",
                runs->measured[i].name, aliased, aliased == 1 ? "" : "s");
        }
    }
}

void
quire_analysis_warnings(struct quire_text *out, const struct quire_analysis *a)
{
    warn_of_missing(out, a);
    warn_of_survivors(out, a);
    warn_of_models(out, a);
    quire_analysis_noise_warnings(out, a);
    quire_analysis_lack_warnings(out, a);
    quire_analysis_wild_warnings(out, a);
}

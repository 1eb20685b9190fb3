/* How often runs jam: at each setting of the factors and at each level. A rate with an interval
 * is that of one setting whose noise is drawn; what a design has chosen is counted, no more
 * (doc/theory/statistics.md, 4). */
#include "analysis/analysis_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stat/summary.h"

#define KNOWN_RATES                                                                                \
    256 /* kept while settings are gone through: many of them have the same counts */

/* ---- settings */

struct keyed {
    size_t key, draw, run;
};

static int
compare(const void *a, const void *b)
{
    const struct keyed *x = a, *y = b;

    return x->key != y->key     ? (x->key > y->key) - (x->key < y->key)
           : x->draw != y->draw ? (x->draw > y->draw) - (x->draw < y->draw)
                                : (x->run > y->run) - (x->run < y->run);
}

static int
compare_runs(const void *a, const void *b)
{
    const struct keyed *x = a, *y = b;

    return (x->run > y->run) - (x->run < y->run);
}

/* numbers them 0, 1, ... as they come among the runs */
static void
number_settings(struct quire_analysis *a, struct keyed *sorted, struct keyed *first)
{
    const size_t n = a->runs->n;
    size_t k = 0;

    for (size_t i = 0; i < n; i++) {
        if (i == 0 || sorted[i].key != sorted[i - 1].key) {
            first[k++] = (struct keyed){.key = i, .run = sorted[i].run};
        } else if (sorted[i].run < first[k - 1].run) {
            first[k - 1].run = sorted[i].run;
        }
    }
    quire_sort_records(first, k, sizeof *first, compare_runs);
    for (size_t s = 0, at = 0; s < k; s++) {
        for (size_t i = first[s].key; i < n && sorted[i].key == sorted[first[s].key].key; i++) {
            const size_t r = sorted[i].run;
            a->of_setting[r] = s;
            a->by_setting[at++] = r;
            a->again[r] =
                i > first[s].key && a->runs->draw != NULL && sorted[i].draw == sorted[i - 1].draw;
        }
    }
    a->n_setting = k;
}

bool
quire_analysis_part(struct quire_analysis *a)
{
    const struct quire_runs *runs = a->runs;
    struct keyed *sorted = calloc(runs->n + 1, sizeof *sorted),
                 *first = calloc(runs->n + 1, sizeof *first);

    a->random =
        runs->sampling == QUIRE_SAMPLING_INDEPENDENT || runs->sampling == QUIRE_SAMPLING_COMMON;
    a->of_setting = quire_arena_get(a->arena, runs->n, sizeof *a->of_setting);
    a->by_setting = quire_arena_get(a->arena, runs->n, sizeof *a->by_setting);
    a->again = quire_arena_get(a->arena, runs->n, sizeof *a->again);
    const bool good = sorted != NULL && first != NULL && a->of_setting != NULL &&
                      a->by_setting != NULL && a->again != NULL;
    for (size_t r = 0; good && r < runs->n; r++) {
        sorted[r] = (struct keyed){runs->setting != NULL ? runs->setting[r] : runs->point[r],
                                   runs->draw != NULL ? runs->draw[r] : r, r};
    }
    if (good && runs->n > 0) {
        quire_sort_records(sorted, runs->n, sizeof *sorted, compare);
        number_settings(a, sorted, first);
    }
    free(sorted);
    free(first);
    return good;
}

/* ---- rates */

struct counting {
    size_t count, undecided, n;             /* runs */
    size_t own_count, own_undecided, own_n; /* draws */
    size_t setting;
    bool several;
};

static void
count_run(struct counting *c, const struct quire_analysis *a, size_t r, enum quire_outcome outcome)
{
    const enum quire_outcome found = a->runs->outcome[r];
    const bool hit = found == outcome,
               open = outcome == QUIRE_OUTCOME_JAM && quire_outcome_is_undecided(found),
               own = !a->again[r];

    c->several = c->several || (c->n > 0 && a->of_setting[r] != c->setting);
    c->setting = a->of_setting[r];
    c->count += hit;
    c->undecided += open;
    c->n++;
    c->own_count += hit && own;
    c->own_undecided += open && own;
    c->own_n += own;
}

static struct quire_rate
rate_of(const struct counting *c, const struct quire_analysis *a)
{
    return a->random && !c->several
               ? quire_rate_of(c->own_count, c->own_undecided, c->own_n, a->confidence)
               : quire_share_of(c->count, c->undecided, c->n);
}

static void
find_least(struct quire_level_rates *out, size_t n_level)
{
    size_t all = 0, all_n = 0;

    for (size_t l = 0; l < n_level; l++) {
        all += out->rate[l].count;
        all_n += out->rate[l].n - out->rate[l].undecided;
    }
    out->least_p = 1;
    out->level = 0;
    for (size_t l = 0; l < n_level; l++) {
        const size_t count = out->rate[l].count, n = out->rate[l].n - out->rate[l].undecided;
        const double p = (double)n_level * quire_rates_differ(count, n, all - count, all_n - n);
        if (p < out->least_p) {
            out->least_p = p;
            out->level = l;
        }
    }
}

static bool
rate_levels(struct quire_analysis *a, struct quire_level_rates **out, enum quire_outcome outcome)
{
    const struct quire_runs *runs = a->runs;

    *out = quire_arena_get(a->arena, runs->n_varied, sizeof **out);
    for (size_t i = 0; *out != NULL && i < runs->n_varied; i++) {
        const struct quire_varied *v = &runs->varied[i];
        struct counting c[QUIRE_ANALYSIS_LEVELS] = {{0}};
        if (v->n_level == 0) {
            continue;
        }
        for (size_t r = 0; r < runs->n; r++) {
            count_run(&c[v->which[r]], a, r, outcome);
        }
        (*out)[i].rate = quire_arena_get(a->arena, v->n_level, sizeof *(*out)[i].rate);
        if ((*out)[i].rate == NULL) {
            return false;
        }
        for (size_t l = 0; l < v->n_level; l++) {
            (*out)[i].rate[l] = rate_of(&c[l], a);
        }
        find_least(&(*out)[i], v->n_level);
    }
    return *out != NULL;
}

/* rates that were found; their intervals take a while */
struct known_rates {
    struct {
        size_t count, undecided, n;
        struct quire_rate rate;
    } at[KNOWN_RATES];
};

static struct quire_rate
look_up(struct known_rates *known, const struct counting *c, const struct quire_analysis *a)
{
    const size_t key = (c->own_count * 31 + c->own_undecided) * 31 + c->own_n;

    if (!a->random || c->several) {
        return rate_of(c, a);
    }
    if (known->at[key % KNOWN_RATES].n != c->own_n ||
        known->at[key % KNOWN_RATES].count != c->own_count ||
        known->at[key % KNOWN_RATES].undecided != c->own_undecided) {
        known->at[key % KNOWN_RATES].n = c->own_n;
        known->at[key % KNOWN_RATES].count = c->own_count;
        known->at[key % KNOWN_RATES].undecided = c->own_undecided;
        known->at[key % KNOWN_RATES].rate = rate_of(c, a);
    }
    return known->at[key % KNOWN_RATES].rate;
}

static bool
rate_settings(struct quire_analysis *a)
{
    struct counting c = {0};
    struct known_rates *known = calloc(1, sizeof *known);

    for (size_t i = 0; known != NULL && i < a->runs->n; i++) {
        const size_t r = a->by_setting[i], s = a->of_setting[r];
        count_run(&c, a, r, QUIRE_OUTCOME_JAM);
        if (i + 1 == a->runs->n || a->of_setting[a->by_setting[i + 1]] != s) {
            a->setting[s] = (struct quire_setting_rate){r, look_up(known, &c, a)};
            c = (struct counting){0};
        }
    }
    free(known);
    return known != NULL;
}

bool
quire_analysis_rates(struct quire_analysis *a)
{
    struct counting all = {0};

    a->setting = quire_arena_get(a->arena, a->n_setting, sizeof *a->setting);
    if (a->setting == NULL) {
        return false;
    }
    for (size_t r = 0; r < a->runs->n; r++) {
        count_run(&all, a, r, QUIRE_OUTCOME_JAM);
    }
    a->jam = rate_of(&all, a);
    a->undecided = all.undecided;
    return rate_settings(a) && rate_levels(a, &a->jam_by, QUIRE_OUTCOME_JAM) &&
           rate_levels(a, &a->unknown_by, QUIRE_OUTCOME_UNKNOWN);
}

/* ---- levels within draws */

struct placed {
    const struct quire_analysis *a;
    size_t but; /* the variable that is compared */
    size_t run, setting;
};

static int
compare_values(const struct quire_varied *v, size_t r, size_t q)
{
    if (v->n_level > 0) {
        return (v->which[r] > v->which[q]) - (v->which[r] < v->which[q]);
    }
    if (v->coded != NULL) {
        return (v->coded[r] > v->coded[q]) - (v->coded[r] < v->coded[q]);
    }
    return v->text != NULL ? strcmp(v->text[r], v->text[q]) : 0;
}

static int
compare_rests(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    int order = 0;

    for (size_t i = 0; order == 0 && i < x->a->runs->n_varied; i++) {
        const struct quire_varied *v = &x->a->runs->varied[i];
        order = i == x->but || v->noise ? 0 : compare_values(v, x->run, y->run);
    }
    return order;
}

/* numbers settings by all factors but one */
static bool
find_rests(const struct quire_analysis *a, size_t but, size_t *rest)
{
    struct placed *p = calloc(a->n_setting + 1, sizeof *p);

    for (size_t s = 0; p != NULL && s < a->n_setting; s++) {
        p[s] = (struct placed){a, but, a->setting[s].run, s};
    }
    if (p != NULL && a->n_setting > 0) {
        qsort(p, a->n_setting, sizeof *p, compare_rests);
    }
    for (size_t s = 0, k = 0; p != NULL && s < a->n_setting; s++) {
        k += s > 0 && compare_rests(&p[s - 1], &p[s]) != 0;
        rest[p[s].setting] = k;
    }
    free(p);
    return p != NULL;
}

bool
quire_analysis_matched(struct quire_analysis *a, struct quire_matched ***out, const double *y)
{
    const struct quire_runs *runs = a->runs;
    struct quire_trial *trial = calloc(runs->n + 1, sizeof *trial);
    size_t *rest = calloc(a->n_setting + 1, sizeof *rest);
    bool good = trial != NULL && rest != NULL;

    *out = quire_arena_get(a->arena, runs->n_varied, sizeof **out);
    good = good && *out != NULL;
    for (size_t i = 0; good && i < runs->n_varied; i++) {
        const struct quire_varied *v = &runs->varied[i];
        if (runs->sampling != QUIRE_SAMPLING_COMMON || runs->draw == NULL || v->noise ||
            v->n_level < 2) {
            continue;
        }
        (*out)[i] = quire_arena_get(a->arena, quire_matched_pairs(v->n_level), sizeof *(*out)[i]);
        good = (*out)[i] != NULL && find_rests(a, i, rest);
        for (size_t r = 0; good && r < runs->n; r++) {
            trial[r] =
                (struct quire_trial){rest[a->of_setting[r]], runs->draw[r], v->which[r], y[r]};
        }
        good = good && quire_matched_compare((*out)[i], v->n_level, trial, runs->n, a->confidence);
    }
    free(trial);
    free(rest);
    return good;
}

bool
quire_analysis_matched_jams(struct quire_analysis *a)
{
    double *jam = calloc(a->runs->n + 1, sizeof *jam);

    for (size_t r = 0; jam != NULL && r < a->runs->n; r++) {
        const enum quire_outcome found = a->runs->outcome[r];
        jam[r] = quire_outcome_is_undecided(found) ? (double)NAN : found == QUIRE_OUTCOME_JAM;
    }
    const bool good = jam != NULL && quire_analysis_matched(a, &a->jam_matched, jam);
    free(jam);
    return good;
}

/* ---- in words */

bool
quire_analysis_run_text(struct quire_text *out, const struct quire_runs *runs, size_t variable,
                        size_t run)
{
    const struct quire_varied *v = &runs->varied[variable];

    if (v->n_level > 0) {
        quire_text_add(out, v->level[v->which[run]]);
    } else if (v->text != NULL) {
        quire_text_add(out, v->text[run]);
    } else if (runs->write_text != NULL) {
        runs->write_text(runs->text_of, variable, run, out);
    } else {
        return false;
    }
    return true;
}

void
quire_analysis_setting_name(struct quire_text *out, const struct quire_runs *runs, size_t run)
{
    bool first = true;

    for (size_t i = 0; i < runs->n_varied; i++) {
        const struct quire_varied *v = &runs->varied[i];
        if (v->noise) {
            continue;
        }
        quire_text_format(out, "%s%s=", first ? "" : ", ", v->name);
        if (!quire_analysis_run_text(out, runs, i, run)) {
            quire_text_format(out, "%.6g", v->coded != NULL ? v->coded[run] : 0);
        }
        first = false;
    }
    quire_text_add(out, first ? "the only setting" : "");
}

void
quire_analysis_sentence(struct quire_text *out, const struct quire_analysis *a)
{
    static const char *const why[] = {
        [QUIRE_SAMPLING_NONE] =
            "; nothing was drawn at random, so this is no estimate of a probability",
        [QUIRE_SAMPLING_INDEPENDENT] =
            "; the design chose the settings, so that only each one has a rate",
        [QUIRE_SAMPLING_COMMON] =
            ("; the design chose the settings, so that only each one has a rate, and settings "
             "shared draws of noise"),
        [QUIRE_SAMPLING_SPREAD] =
            "; the noise was spread evenly, not drawn at random: an estimate without an interval",
        [QUIRE_SAMPLING_SET] =
            "; the outer array chose the noise, so this is no estimate of a probability",
    };

    if (a->runs->without_verdicts) {
        quire_text_format(out, "%zu runs at %zu settings%s", a->runs->n, a->n_setting,
                          a->runs->sampling == QUIRE_SAMPLING_INDEPENDENT
                              ? ", each with a random error of its own"
                              : "; nothing is random");
        return;
    }
    quire_rate_sentence(out, &a->jam, a->confidence, "jam", "jams");
    if (a->n_setting > 1) {
        quire_text_format(out, " at %zu settings", a->n_setting);
    }
    if (a->runs->n > 0 && (a->n_setting > 1 || !a->random)) {
        quire_text_add(out, why[a->runs->sampling]);
    }
}

/* the most jams first, then what may have been one */
static int
compare_settings(const void *a, const void *b)
{
    const struct quire_setting_rate *const *x = a, *const *y = b;
    const struct quire_interval s = (*x)->jam.share, t = (*y)->jam.share;

    return s.low != t.low     ? (s.low < t.low) - (s.low > t.low)
           : s.high != t.high ? (s.high < t.high) - (s.high > t.high)
                              : (*x > *y) - (*x < *y);
}

static void
list_setting(struct quire_text *out, const struct quire_analysis *a,
             const struct quire_setting_rate *s)
{
    quire_text_add(out, "  ");
    quire_analysis_setting_name(out, a->runs, s->run);
    quire_text_add(out, ": ");
    quire_rate_sentence(out, &s->jam, a->confidence, "jam", "jams");
    quire_text_add(out, "\n");
}

static void
list_settings(struct quire_text *out, const struct quire_analysis *a,
              const struct quire_setting_rate **sorted, size_t most)
{
    size_t shown = 0;

    while (shown < a->n_setting && shown < most && sorted[shown]->jam.share.high > 0) {
        list_setting(out, a, sorted[shown++]);
    }
    const size_t rest = a->n_setting - shown;
    size_t fewest = (size_t)-1, most_runs = 0;
    for (size_t i = shown; i < a->n_setting; i++) {
        fewest = sorted[i]->jam.n < fewest ? sorted[i]->jam.n : fewest;
        most_runs = sorted[i]->jam.n > most_runs ? sorted[i]->jam.n : most_runs;
    }
    if (rest > 0 && sorted[shown]->jam.share.high > 0) {
        quire_text_format(out, "  and %zu more settings\n", rest);
    } else if (rest > 0) {
        const struct quire_rate none = quire_rate_of(0, 0, fewest, a->confidence);
        quire_text_format(out, "  %s%zu setting%s, %s: ", shown > 0 ? "the other " : "", rest,
                          rest == 1 ? "" : "s",
                          fewest < most_runs ? "the one with the fewest runs" : "each");
        quire_rate_sentence(out, &none, a->confidence, "jam", "jams");
        quire_text_add(out, "\n");
    }
}

void
quire_analysis_settings(struct quire_text *out, const struct quire_analysis *a, size_t most)
{
    const struct quire_setting_rate **sorted = calloc(a->n_setting + 1, sizeof *sorted);

    out->failed = out->failed || sorted == NULL;
    for (size_t s = 0; sorted != NULL && s < a->n_setting; s++) {
        sorted[s] = &a->setting[s];
    }
    size_t most_draws = 0;
    for (size_t s = 0; s < a->n_setting; s++) {
        most_draws = a->setting[s].jam.n > most_draws ? a->setting[s].jam.n : most_draws;
    }
    if (sorted != NULL && a->random && !a->runs->without_verdicts && a->n_setting > 1 &&
        most_draws > 1) { /* one draw each tells next to nothing */
        qsort(sorted, a->n_setting, sizeof *sorted, compare_settings);
        quire_text_format(out, "each setting by itself:\n");
        list_settings(out, a, sorted, most);
    }
    free(sorted);
}

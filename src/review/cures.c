/* What would have cured a failure: runs of the model with one suspect changed at a time. */
#include <quire/explain.h>

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/diag.h"
#include "base/json.h"
#include "base/json_read.h"
#include "review/rerun.h"
#include "review/suspects.h"
#include "text/text.h"

#define SCHEMA     "quire-cures-1"
#define MOST_RUNS  25
#define MOST_CURES 6
#define REFINED    3 /* cures that are narrowed down, at least, by so many runs each: */
#define HALVINGS   3
#define FACTOR     2.0 /* by which a value is changed at first */
#define NEARER     1.4 /* by which what is named is changed before */
#define TOLERANCES 4.0 /* or by so many tolerances, if that is more */
#define TENTH      0.1 /* of a value counts as one tolerance where none is given */
#define MOST_NAMES 16

/* A value with which the check passed, and the nearest to the run's own with which it did not. */
struct cure {
    const struct quire_suspect *suspect;
    double passes, fails;
};

struct search {
    struct quire_rerun rerun;
    const quire_cures_options *options;
    json_t *summary;     /* of the results */
    const json_t *check; /* that failed first */
    struct quire_suspects suspects;
    struct cure cure[MOST_CURES];
    size_t n_cure, n_tried; /* suspects from the first on that were tried */
    bool *gap;              /* some value was refused, or its run neither passed nor failed (n) */
    int runs;
    struct quire_patience patience;
    bool starved;
};

quire_cures_options
quire_cures_options_default(void)
{
    return (quire_cures_options){.time_limit = (double)NAN};
}

/* ---- one run ---- */

static bool
goes_on(const struct search *s)
{
    return !s->starved && !s->patience.over;
}

static bool
has_verdict(const json_t *check, const char *word)
{
    const char *verdict = json_string_value(json_object_get(check, "verdict"));
    return verdict != NULL && strcmp(verdict, word) == 0;
}

static const json_t *
check_named(const json_t *summary, const json_t *like)
{
    const json_t *checks = json_object_get(summary, "checks");
    for (size_t i = 0; i < json_array_size(checks); i++) {
        const json_t *check = json_array_get(checks, i);
        if (json_equal(json_object_get(check, "name"), json_object_get(like, "name"))) {
            return check;
        }
    }
    return NULL;
}

/* The check passes, and none fails that did not fail before. */
static bool
is_cured(const struct search *s, const json_t *now)
{
    const json_t *checks = json_object_get(now, "checks");
    if (!has_verdict(check_named(now, s->check), "passed")) {
        return false;
    }
    for (size_t i = 0; i < json_array_size(checks); i++) {
        const json_t *check = json_array_get(checks, i);
        if (has_verdict(check, "failed") &&
            !has_verdict(check_named(s->summary, check), "failed")) {
            return false;
        }
    }
    return true;
}

/* Whether it would have passed; a value that is refused, or a run that fails, is no cure, and
 * noted. */
static bool
cures(struct search *s, const struct quire_suspect *suspect, double value)
{
    const quire_model *model = NULL;
    quire_run *run = NULL;
    bool cured = false, known = false;
    quire_diag *unused = quire_diag_create();
    quire_run_options options = quire_rerun_options(&s->rerun, quire_patience_ask, &s->patience);

    options.figures = (const char *const[]){NULL}; /* none: verdicts need no samples */
    quire_status status = quire_suspects_model(&s->rerun, suspect, value, &model, unused);
    if (status == QUIRE_OK) {
        s->runs++;
        status = quire_run_create(&run, model, &options, unused);
    }
    if (status == QUIRE_OK) {
        status = quire_run_execute(run, unused);
    }
    if (status == QUIRE_OK) {
        const char *text = quire_run_summary_json(run);
        json_t *now = quire_json_read(text, strlen(text), JSON_REJECT_DUPLICATES, &s->starved);
        const json_t *check = check_named(now, s->check);
        cured = is_cured(s, now);
        known = has_verdict(check, "passed") || has_verdict(check, "failed");
        json_decref(now);
    } else {
        s->starved = quire_diag_is_starved(unused);
    }
    s->gap[suspect - s->suspects.one] |= !known && goes_on(s);
    quire_run_destroy(run);
    quire_diag_destroy(unused);
    return cured;
}

static bool
has_runs(const struct search *s, int spare)
{
    const int most = s->options->runs > 0 ? s->options->runs : MOST_RUNS;
    return goes_on(s) && s->runs + spare < most;
}

/* ---- the search ---- */

/* What a value of 0 without a tolerance or a range is changed by, in SI: as large as such
 * quantities are in paper paths. */
static double
usual_step(const struct quire_suspect *p)
{
    static const struct {
        const char *unit;
        double step;
    } usual[] = {{"m", 1e-3},   {"mm", 1},    {"rad", 0.035}, {"deg", 2},
                 {"m^-1", 10},  {"1/m", 10},  {"s", 0.02},    {"ms", 20},
                 {"m/s", 0.05}, {"mm/s", 50}, {"N", 1},       {"N*m", 0.01}};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        if (strcmp(p->unit, usual[i].unit) == 0) {
            return usual[i].step;
        }
    }
    return 1;
}

static double
within(const struct quire_suspect *p, double value)
{
    return fmin(fmax(value, p->least), p->most);
}

/* The values to try, one after the other; returns how many. What is named is tried farther. */
enum { MOST_TRIES = 6 };
static int
tries_of(const struct quire_suspect *p, double out[MOST_TRIES])
{
    const double v = p->value, tolerances = TOLERANCES * (isnan(p->tolerance) ? 0 : p->tolerance),
                 range = isfinite(p->most - p->least) ? p->most - p->least : 0,
                 step = tolerances > 0 ? tolerances
                        : range > 0    ? range
                                       : usual_step(p),
                 up = fmax((FACTOR - 1) * fabs(v), tolerances),
                 down = fmax((1 - 1 / FACTOR) * fabs(v), tolerances);
    int n = 0;

    if (!(fabs(v) > 0)) {
        out[n++] = within(p, step);
        out[n++] = within(p, -step);
        return n;
    }
    const bool named = p->is_parameter && p->rank == 3;
    if (named) {
        out[n++] = within(p, NEARER * v);
        out[n++] = within(p, v / NEARER);
    }
    out[n++] = within(p, v > 0 ? v + up : v - up);
    out[n++] = within(p, v > 0 ? v - down : v + down);
    if (named) {
        out[n++] = within(p, 0);
        out[n++] = within(p, -v);
    }
    return n;
}

/* In tolerances; where none is given, in tenths of the value. */
static double
size_of(const struct cure *c)
{
    const struct quire_suspect *p = c->suspect;
    const double change = fabs(c->passes - p->value);
    return change / (!isnan(p->tolerance) ? p->tolerance
                     : fabs(p->value) > 0 ? TENTH * fabs(p->value)
                                          : usual_step(p));
}

static void
halve(struct search *s, struct cure *c)
{
    for (int k = 0; k < HALVINGS && has_runs(s, 0); k++) {
        const double middle = 0.5 * (c->passes + c->fails);
        const bool cured = cures(s, c->suspect, middle);
        if (!goes_on(s)) {
            return;
        }
        *(cured ? &c->passes : &c->fails) = middle;
    }
}

/* Limits may have made it one of the values before, or the run's own. */
static bool
is_tried(const struct quire_suspect *p, const double *value, int k)
{
    bool tried = !(fabs(value[k] - p->value) > 0);
    for (int i = 0; i < k; i++) {
        tried = tried || !(fabs(value[k] - value[i]) > 0);
    }
    return tried;
}

static void
search(struct search *s)
{
    for (; s->n_tried < s->suspects.n && s->n_cure < MOST_CURES; s->n_tried++) {
        const struct quire_suspect *p = s->suspects.one + s->n_tried;
        const int spare = HALVINGS * (int)(s->n_cure < REFINED ? s->n_cure : REFINED);
        double value[MOST_TRIES];
        const int n = tries_of(p, value);
        bool cured = false;
        for (int k = 0; k < n && !cured; k++) {
            if (is_tried(p, value, k)) {
                continue;
            }
            if (!has_runs(s, spare)) {
                goto refine;
            }
            cured = cures(s, p, value[k]);
            if (!goes_on(s)) {
                goto refine;
            }
            if (cured) {
                s->cure[s->n_cure++] = (struct cure){p, value[k], p->value};
            }
        }
    }
refine:
    for (size_t i = 0; i < s->n_cure; i++) {
        halve(s, s->cure + i);
    }
    for (size_t i = 1; i < s->n_cure; i++) {
        const struct cure one = s->cure[i];
        size_t k = i;
        for (; k > 0 && size_of(s->cure + k - 1) > size_of(&one); k--) {
            s->cure[k] = s->cure[k - 1];
        }
        s->cure[k] = one;
    }
}

/* ---- what is asked ---- */

/* The check that failed first; of those at the same time the first. */
static const json_t *
first_failure(const json_t *summary)
{
    const json_t *checks = json_object_get(summary, "checks"), *first = NULL;
    double earliest = HUGE_VAL;
    for (size_t i = 0; i < json_array_size(checks); i++) {
        const json_t *check = json_array_get(checks, i);
        const double time = json_number_value(json_object_get(check, "time"));
        if (has_verdict(check, "failed") && (first == NULL || time < earliest)) {
            first = check;
            earliest = time;
        }
    }
    return first;
}

static size_t
add_name(const char **name, size_t n, const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    if (text != NULL && n < MOST_NAMES) {
        name[n++] = text;
    }
    return n;
}

static size_t
add_names_of(const char **name, size_t n, const json_t *why, const char *list)
{
    const json_t *entries = json_object_get(why, list);
    for (size_t i = 0; i < json_array_size(entries); i++) {
        n = add_name(name, n, json_array_get(entries, i), "name");
    }
    return n;
}

/* of the cause first (*named), then of drives */
static size_t
names_of_cause(const json_t *check, const char *name[MOST_NAMES], size_t *named)
{
    const json_t *why = json_object_get(check, "why");
    size_t n = add_name(name, 0, why, "name");
    n = add_name(name, n, why, "held-by");
    n = add_names_of(name, n, why, "shares");
    *named = add_names_of(name, n, why, "signs");
    return add_names_of(name, *named, why, "drives");
}

static quire_status
prepare(struct search *s, const char *directory, quire_diag *diag)
{
    const struct quire_manifest *manifest = &s->rerun.manifest;
    const struct quire_place at = {directory, 0, 0};
    const char *name[MOST_NAMES];
    size_t named;

    if (!manifest->tells_set) {
        return quire_diag_error(diag, "E-FILE", at, NULL, "run the model again",
                                "an older Quire wrote these results, which did not keep what "
                                "parameters were set");
    }
    s->summary = quire_json_read(manifest->summary, strlen(manifest->summary),
                                 JSON_REJECT_DUPLICATES, &s->starved);
    s->check = first_failure(s->summary);
    if (s->check == NULL && !s->starved) {
        return quire_diag_error(diag, "E-USAGE", quire_nowhere(), NULL,
                                "see how far a passed run is from failing with --margin",
                                "no check failed in that run, so that nothing can be cured");
    }
    const size_t n = names_of_cause(s->check, name, &named);
    const quire_status status = quire_suspects_find(
        &s->suspects, &s->rerun, json_string_value(json_object_get(s->check, "sheet")), name, n,
        named, diag);
    s->gap = status == QUIRE_OK ? calloc(s->suspects.n + 1, sizeof *s->gap) : NULL;
    return status != QUIRE_OK || (s->gap != NULL && !s->starved) ? status
                                                                 : quire_diag_memory_error(diag);
}

/* ---- the answer ---- */

/* Attributes are in SI units: lengths and speeds are written in mm. */
static void
add_value(struct quire_text *out, const struct quire_suspect *p, double value)
{
    const bool metres =
        !p->is_parameter && (strcmp(p->unit, "m") == 0 || strcmp(p->unit, "m/s") == 0);
    quire_text_format(out, "%.3g", metres ? 1e3 * value : value);
    quire_text_add(out, p->unit[0] != '\0' ? metres ? " m" : " " : "");
    quire_text_visible(out, p->unit);
}

static void
add_cure(struct quire_text *out, size_t number, const struct cure *c)
{
    const struct quire_suspect *p = c->suspect;
    quire_text_format(out, "  %zu. ", number);
    quire_text_visible(out, p->name);
    quire_text_add(out, " = ");
    add_value(out, p, c->passes);
    quire_text_add(out, " instead of ");
    add_value(out, p, p->value);
    if (!isnan(p->tolerance)) {
        quire_text_format(out, ", %.2g tolerances of ", size_of(c));
        add_value(out, p, p->tolerance);
    } else if (fabs(p->value) > 0) {
        quire_text_format(out, ", %.0f %%", 100 * fabs(c->passes / p->value - 1));
    }
    if (fabs(c->fails - p->value) > 0) {
        quire_text_add(out, "; not enough: ");
        add_value(out, p, c->fails);
    }
    quire_text_add(out, "\n");
}

static bool
is_cure(const struct search *s, const struct quire_suspect *p)
{
    for (size_t i = 0; i < s->n_cure; i++) {
        if (s->cure[i].suspect == p) {
            return true;
        }
    }
    return false;
}

/* of those that are no cure, or that have a gap */
static void
add_names(struct quire_text *out, const struct search *s, size_t from, size_t to, bool gaps,
          const char *before)
{
    bool any = false;
    for (size_t i = from; i < to; i++) {
        const struct quire_suspect *p = s->suspects.one + i;
        if (gaps ? s->gap[i] : !is_cure(s, p)) {
            quire_text_add(out, any ? ", " : before);
            quire_text_visible(out, p->name);
            any = true;
        }
    }
    quire_text_add(out, any ? "\n" : "");
}

static void
add_answer(struct quire_text *out, const struct search *s)
{
    const char *check = json_string_value(json_object_get(s->check, "name"));
    quire_text_visible(out, s->rerun.manifest.model);
    quire_text_add(out,
                   s->n_cure > 0 ? ": what cures '" : ": no single change was found that cures '");
    quire_text_visible(out, check != NULL ? check : "?");
    quire_text_add(out, s->n_cure > 0 ? "', the smallest change first:\n" : "'\n");
    for (size_t i = 0; i < s->n_cure; i++) {
        add_cure(out, i + 1, s->cure + i);
    }
    add_names(out, s, 0, s->n_tried, false, "changed both ways without a cure: ");
    add_names(out, s, 0, s->suspects.n, true,
              "some values were refused, or their runs neither passed nor failed: ");
    add_names(out, s, s->n_tried, s->suspects.n, false, "not tried: ");
    quire_text_format(out, "%d runs%s\n", s->runs,
                      s->patience.over ? "; ended by the time limit, the answer is not complete"
                                       : "");
}

static void
write_suspect(struct quire_json *json, const struct quire_suspect *p)
{
    quire_json_string(json, "name", p->name);
    quire_json_string(json, "sort", p->is_parameter ? "parameter" : "attribute");
    quire_json_string(json, "unit", p->unit);
    quire_json_number(json, "value", p->value);
    quire_json_number(json, "tolerance", p->tolerance);
}

static void
write_answer(struct quire_text *out, const struct search *s)
{
    struct quire_json json = {.text = out};
    quire_json_open(&json, NULL, '{', false);
    quire_json_string(&json, "schema", SCHEMA);
    quire_json_string(&json, "model", s->rerun.manifest.model);
    quire_json_string(&json, "check", json_string_value(json_object_get(s->check, "name")));
    quire_json_integer(&json, "runs", s->runs);
    quire_json_bool(&json, "complete", !s->patience.over && s->n_tried == s->suspects.n);
    quire_json_open(&json, "cures", '[', false);
    for (size_t i = 0; i < s->n_cure; i++) {
        quire_json_open(&json, NULL, '{', true);
        write_suspect(&json, s->cure[i].suspect);
        quire_json_number(&json, "passes", s->cure[i].passes);
        quire_json_number(&json, "fails", s->cure[i].fails);
        quire_json_number(&json, "size", size_of(s->cure + i));
        quire_json_close(&json, '{');
    }
    quire_json_close(&json, '[');
    quire_json_open(&json, "no-cure", '[', false);
    for (size_t i = 0; i < s->n_tried; i++) {
        if (!is_cure(s, s->suspects.one + i)) {
            quire_json_open(&json, NULL, '{', true);
            write_suspect(&json, s->suspects.one + i);
            quire_json_close(&json, '{');
        }
    }
    quire_json_close(&json, '[');
    quire_json_open(&json, "refused", '[', true);
    for (size_t i = 0; i < s->suspects.n; i++) {
        if (s->gap[i]) {
            quire_json_string(&json, NULL, s->suspects.one[i].name);
        }
    }
    quire_json_close(&json, '[');
    quire_json_open(&json, "not-tried", '[', true);
    for (size_t i = s->n_tried; i < s->suspects.n; i++) {
        quire_json_string(&json, NULL, s->suspects.one[i].name);
    }
    quire_json_close(&json, '[');
    quire_json_close(&json, '{');
    quire_text_add(out, "\n");
}

quire_status
quire_explain_cures(const char *directory, const quire_cures_options *options, bool as_json,
                    bool *found, char **text, quire_diag *diag)
{
    if (text != NULL) {
        *text = NULL;
    }
    if (directory == NULL || options == NULL || found == NULL || text == NULL) {
        return quire_diag_misuse(diag, __func__);
    }
    struct search s = {.options = options,
                       .patience = {options->progress, options->user,
                                    .until = quire_clock_wall() + options->time_limit}};
    struct quire_text out = {0};
    *found = false;
    quire_status status = quire_rerun_open(&s.rerun, directory, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    status = prepare(&s, directory, diag);
    if (status == QUIRE_OK) {
        search(&s);
        status = s.starved ? quire_diag_memory_error(diag) : QUIRE_OK;
    }
    if (status == QUIRE_OK) {
        *found = s.n_cure > 0;
        (as_json ? write_answer : add_answer)(&out, &s);
        *text = quire_text_take(&out);
        status = *text != NULL ? QUIRE_OK : quire_diag_memory_error(diag);
    }
    free(s.gap);
    quire_suspects_clear(&s.suspects);
    json_decref(s.summary);
    quire_rerun_close(&s.rerun);
    return status;
}

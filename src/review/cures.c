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
#include "review/cure_picture.h"
#include "review/cures.h"
#include "review/suspect_tries.h"
#include "review/suspects.h"
#include "run/run.h"
#include "text/text.h"

#define SCHEMA     "quire-cures-1"
#define MOST_RUNS  25
#define MOST_CURES 6
#define WIDE       4 /* a number that changes more parts than this begins later */
#define REFINED    3 /* cures that are narrowed down, at least, by so many runs each: */
#define HALVINGS   3
#define MOST_NAMES 16

/* A value with which the check passed, and the nearest to the run's own with which it did not. */
struct cure {
    const struct quire_suspect *suspect;
    double passes, fails;
    char *picture; /* JSON of a picture of the run that passed; NULL: none is wanted */
};

/* What was done about a suspect. */
struct trial {
    double value[QUIRE_SUSPECT_TRIES * QUIRE_SUSPECT_ROUNDS]; /* (n) */
    int n;
    bool tried; /* it was changed both ways */
    bool gap;   /* some value was refused, or its run neither passed nor failed */
    bool cured;
};

struct search {
    struct quire_rerun *rerun;
    const quire_cures_options *options;
    const struct quire_cures_hearing *hearing;
    json_t *summary;     /* of the results */
    const json_t *check; /* that failed first */
    struct quire_suspects suspects;
    struct cure cure[MOST_CURES];
    size_t n_cure;
    struct trial *trial; /* (suspects.n) */
    bool complete;       /* all was tried that there is to try */
    int runs;
    char *picture; /* of the last run that passed */
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

/* The check passes in a run that nothing makes doubtful. */
static bool
is_passed(const struct search *s, const json_t *now)
{
    return has_verdict(check_named(now, s->check), "passed") &&
           json_array_size(json_object_get(now, "doubts")) == 0;
}

/* It passes, and none fails that did not fail before. */
static bool
is_cured(const struct search *s, const json_t *now)
{
    const json_t *checks = json_object_get(now, "checks");
    if (!is_passed(s, now)) {
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

static double
number_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

static void
take_picture(struct search *s, const struct quire_machine *machine, const quire_run *run)
{
    const struct quire_cure_place place = {number_of(s->check, "time"), number_of(s->check, "x"),
                                           number_of(s->check, "y")};
    struct quire_text text = {0};
    struct quire_json json = {.text = &text, .compact = true};
    quire_cure_picture_write(&json, machine, quire_record_course(quire_run_record(run)).frames,
                             &place);
    free(s->picture);
    s->picture = quire_text_take(&text);
    s->starved = s->starved || s->picture == NULL;
}

/* Runs it to its end, and looks whether the failure is cured; *known: whether it has a verdict. */
static quire_status
execute(struct search *s, quire_run *run, const quire_model *model, bool *cured, bool *known,
        quire_diag *diag)
{
    const bool pictures = s->options->pictures;
    struct quire_machine machine = {0};
    quire_status status = QUIRE_OK;
    quire_run_end_early(run, s->hearing->until);
    if (pictures) {
        quire_record_keep_course(quire_run_record(run));
        status = quire_machine_gather(&machine, model, quire_run_start_view(run));
        s->starved = s->starved || status != QUIRE_OK;
    }
    if (status == QUIRE_OK) {
        status = quire_run_execute(run, diag);
    }
    if (status == QUIRE_OK) {
        const char *text = quire_run_summary_json(run);
        json_t *now = quire_json_read(text, strlen(text), JSON_REJECT_DUPLICATES, &s->starved);
        *cured = is_cured(s, now);
        *known = is_passed(s, now) || has_verdict(check_named(now, s->check), "failed");
        json_decref(now);
    }
    if (*cured && pictures) {
        take_picture(s, &machine, run);
    }
    quire_machine_clear(&machine);
    return status;
}

static int
most_runs(const struct search *s)
{
    return s->options->runs > 0 ? s->options->runs : MOST_RUNS;
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
    quire_run_options options = quire_rerun_options(s->rerun, quire_patience_ask, &s->patience);

    if (!s->options->pictures) {
        options.figures = (const char *const[]){NULL}; /* none: verdicts need no samples */
    }
    quire_status status = quire_suspects_model(s->rerun, suspect, value, &model, unused);
    if (status == QUIRE_OK) {
        s->runs++;
        status = quire_run_create(&run, model, &options, unused);
    }
    if (status == QUIRE_OK) {
        status = execute(s, run, model, &cured, &known, unused);
    }
    if (status != QUIRE_OK) {
        s->starved = s->starved || quire_diag_is_starved(unused);
    }
    if (s->hearing->hear != NULL) {
        s->hearing->hear(s->hearing->user, s->runs, most_runs(s), NULL);
    }
    s->trial[suspect - s->suspects.one].gap |= !known && goes_on(s);
    quire_run_destroy(run);
    quire_diag_destroy(unused);
    return cured;
}

static bool
has_runs(const struct search *s, int spare)
{
    return goes_on(s) && s->runs + spare < most_runs(s);
}

/* ---- the search ---- */

static double
size_of(const struct cure *c)
{
    return quire_suspect_change(c->suspect, c->passes);
}

static void
keep_picture(struct search *s, struct cure *c)
{
    free(c->picture);
    c->picture = s->picture;
    s->picture = NULL;
}

static void write_answer(struct quire_text *out, const struct search *s);

/* what is found so far */
static void
tell(struct search *s)
{
    struct quire_text text = {0};
    if (s->hearing->hear != NULL) {
        write_answer(&text, s);
        s->starved = s->starved || text.failed;
        s->hearing->hear(s->hearing->user, s->runs, most_runs(s), text.failed ? NULL : text.data);
    }
    quire_text_clear(&text);
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
        if (cured) {
            keep_picture(s, c);
        }
    }
    tell(s);
}

/* Limits may have made it one of the values before, or the run's own. */
static bool
is_new(const struct trial *t, const struct quire_suspect *p, double value)
{
    bool is_new = fabs(value - p->value) > 0;
    for (int i = 0; i < t->n; i++) {
        is_new = is_new && fabs(value - t->value[i]) > 0;
    }
    return is_new;
}

/* false: the search has to end */
static bool
try_suspect(struct search *s, size_t i, int round)
{
    const struct quire_suspect *p = s->suspects.one + i;
    struct trial *t = s->trial + i;
    double value[QUIRE_SUSPECT_TRIES];
    const int n = t->cured ? 0 : quire_suspect_tries(p, round, value);

    for (int k = 0; k < n && !t->cured; k++) {
        const int spare = HALVINGS * (int)(s->n_cure < REFINED ? s->n_cure : REFINED);
        if (!is_new(t, p, value[k])) {
            continue;
        }
        if (s->n_cure == MOST_CURES || !has_runs(s, spare)) {
            return false;
        }
        t->value[t->n++] = value[k];
        t->cured = cures(s, p, value[k]);
        if (!goes_on(s)) {
            return false;
        }
        if (t->cured) {
            s->cure[s->n_cure] = (struct cure){p, value[k], p->value, NULL};
            keep_picture(s, &s->cure[s->n_cure++]);
            tell(s);
        }
    }
    t->tried = t->tried || round == QUIRE_SUSPECT_BOTH_WAYS;
    return true;
}

/* The more a suspect has to do with the cause, the sooner its turn comes: first a round for values
 * that it should perhaps have, then one for a little to both sides, others for what is farther. */
static int
delay_of(const struct quire_suspect *p)
{
    return QUIRE_SUSPECT_CAUSE - p->rank + !p->is_apt + (p->reach > WIDE) + 2 * p->is_included;
}

static bool
try_all(struct search *s)
{
    const int last = QUIRE_SUSPECT_ROUNDS + QUIRE_SUSPECT_CAUSE - QUIRE_SUSPECT_OTHER + 4;

    for (int level = 0; level < last; level++) {
        for (size_t i = 0; i < s->suspects.n; i++) {
            const int round = level - delay_of(s->suspects.one + i);
            if (round >= 0 && round < QUIRE_SUSPECT_ROUNDS && !try_suspect(s, i, round)) {
                return false;
            }
        }
    }
    return true;
}

/* By what has most to do with the cause, then by the size of the change. */
static bool
is_better(const struct cure *a, const struct cure *b)
{
    const int turn = quire_suspect_turn(a->suspect) - quire_suspect_turn(b->suspect);

    return turn != 0 ? turn > 0 : size_of(a) < size_of(b);
}

static void
search(struct search *s)
{
    s->complete = try_all(s);
    for (size_t i = 0; i < s->n_cure; i++) {
        halve(s, s->cure + i);
    }
    for (size_t i = 1; i < s->n_cure; i++) {
        const struct cure one = s->cure[i];
        size_t k = i;
        for (; k > 0 && is_better(&one, s->cure + k - 1); k--) {
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

/* The check whose cause is known: that one, or else another that failed. */
static const json_t *
with_cause(const json_t *check, const json_t *summary)
{
    const json_t *checks = json_object_get(summary, "checks");
    const json_t *found = check;

    for (size_t i = 0; i < json_array_size(checks) &&
                       !json_is_string(json_object_get(json_object_get(found, "why"), "name"));
         i++) {
        const json_t *other = json_array_get(checks, i);
        found = has_verdict(other, "failed") ? other : found;
    }
    return json_is_string(json_object_get(json_object_get(found, "why"), "name")) ? found : check;
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

/* of the part to examine first, then of others of the cause, then of drives */
static struct quire_culprits
culprits_of(const json_t *check, const char *name[MOST_NAMES])
{
    const json_t *why = json_object_get(check, "why");
    struct quire_culprits out = {
        .sheet = json_string_value(json_object_get(check, "sheet")),
        .name = name,
        .mechanism = quire_mechanism_find(json_string_value(json_object_get(why, "mechanism")))};
    out.n_cause = add_name(name, 0, why, "name");
    out.n_named = add_name(name, out.n_cause, why, "held-by");
    out.n_cause = out.n_cause > 0 ? out.n_cause : out.n_named;
    out.n_named = add_names_of(name, out.n_named, why, "shares");
    out.n_named = add_names_of(name, out.n_named, why, "signs");
    out.n = add_names_of(name, out.n_named, why, "drives");
    return out;
}

static quire_status
prepare(struct search *s, quire_diag *diag)
{
    const struct quire_manifest *manifest = &s->rerun->manifest;
    const char *name[MOST_NAMES];

    s->summary = quire_json_read(manifest->summary, strlen(manifest->summary),
                                 JSON_REJECT_DUPLICATES, &s->starved);
    s->check = first_failure(s->summary);
    if (s->check == NULL && !s->starved) {
        return quire_diag_error(diag, "E-USAGE", quire_nowhere(), NULL,
                                "see how far a passed run is from failing with --margin",
                                "no check failed in that run, so that nothing can be cured");
    }
    const struct quire_culprits culprits = culprits_of(with_cause(s->check, s->summary), name);
    const quire_status status = quire_suspects_find(&s->suspects, s->rerun, &culprits, diag);
    s->trial = status == QUIRE_OK ? calloc(s->suspects.n + 1, sizeof *s->trial) : NULL;
    return status != QUIRE_OK || (s->trial != NULL && !s->starved) ? status
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

enum sort { TRIED, GAP, NOT_TRIED };

static bool
is_of(const struct search *s, size_t i, enum sort sort)
{
    const struct trial *t = s->trial + i;

    return sort == GAP ? t->gap : !t->cured && t->tried == (sort == TRIED);
}

static void
add_names(struct quire_text *out, const struct search *s, enum sort sort, const char *before)
{
    bool any = false;
    for (size_t i = 0; i < s->suspects.n; i++) {
        if (is_of(s, i, sort)) {
            quire_text_add(out, any ? ", " : before);
            quire_text_visible(out, s->suspects.one[i].name);
            any = true;
        }
    }
    quire_text_add(out, any ? "\n" : "");
}

static void
add_answer(struct quire_text *out, const struct search *s)
{
    const char *check = json_string_value(json_object_get(s->check, "name"));
    quire_text_visible(out, s->rerun->manifest.model);
    quire_text_add(out,
                   s->n_cure > 0 ? ": what cures '" : ": no single change was found that cures '");
    quire_text_visible(out, check != NULL ? check : "?");
    quire_text_add(out, s->n_cure > 0 ? "', what the cause names first, then the smallest change:\n"
                                      : "'\n");
    for (size_t i = 0; i < s->n_cure; i++) {
        add_cure(out, i + 1, s->cure + i);
    }
    add_names(out, s, TRIED, "changed both ways without a cure: ");
    add_names(out, s, GAP, "some values were refused, or their runs neither passed nor failed: ");
    add_names(out, s, NOT_TRIED, "not tried: ");
    quire_text_format(out, "%d runs%s\n", s->runs,
                      s->patience.over ? "; ended by the time limit, the answer is not complete"
                                       : "");
}

static void
write_suspect(struct quire_json *json, const struct quire_suspect *p)
{
    quire_json_string(json, "name", p->name);
    quire_json_string(json, "sort", p->is_parameter ? "parameter" : "attribute");
    if (!p->is_parameter) {
        quire_json_string(json, "object", p->of);
        quire_json_string(json, "attribute", p->field->name);
        quire_json_string(json, "address", p->address);
    }
    quire_json_string(json, "unit", p->unit);
    quire_json_number(json, "value", p->value);
    quire_json_number(json, "tolerance", p->tolerance);
}

static void
write_names(struct quire_json *json, const struct search *s, const char *key, enum sort sort)
{
    quire_json_open(json, key, '[', true);
    for (size_t i = 0; i < s->suspects.n; i++) {
        if (is_of(s, i, sort)) {
            quire_json_string(json, NULL, s->suspects.one[i].name);
        }
    }
    quire_json_close(json, '[');
}

static void
write_answer(struct quire_text *out, const struct search *s)
{
    struct quire_json json = {.text = out};
    quire_json_open(&json, NULL, '{', false);
    quire_json_string(&json, "schema", SCHEMA);
    quire_json_string(&json, "model", s->rerun->manifest.model);
    quire_json_string(&json, "check", json_string_value(json_object_get(s->check, "name")));
    quire_json_integer(&json, "runs", s->runs);
    quire_json_bool(&json, "complete", s->complete);
    quire_json_open(&json, "cures", '[', false);
    for (size_t i = 0; i < s->n_cure; i++) {
        quire_json_open(&json, NULL, '{', true);
        write_suspect(&json, s->cure[i].suspect);
        quire_json_number(&json, "passes", s->cure[i].passes);
        quire_json_number(&json, "fails", s->cure[i].fails);
        quire_json_number(&json, "size", size_of(s->cure + i));
        if (s->cure[i].picture != NULL) {
            quire_json_begin(&json, "picture");
            quire_text_add(out, s->cure[i].picture);
        }
        quire_json_close(&json, '{');
    }
    quire_json_close(&json, '[');
    quire_json_open(&json, "no-cure", '[', false);
    for (size_t i = 0; i < s->suspects.n; i++) {
        if (is_of(s, i, TRIED)) {
            quire_json_open(&json, NULL, '{', true);
            write_suspect(&json, s->suspects.one + i);
            quire_json_close(&json, '{');
        }
    }
    quire_json_close(&json, '[');
    write_names(&json, s, "refused", GAP);
    write_names(&json, s, "not-tried", NOT_TRIED);
    quire_json_close(&json, '{');
    quire_text_add(out, "\n");
}

quire_status
quire_cures_search(struct quire_rerun *rerun, const quire_cures_options *options,
                   const struct quire_cures_hearing *hearing, bool as_json, bool *found,
                   char **text, quire_diag *diag)
{
    struct search s = {.rerun = rerun,
                       .options = options,
                       .hearing = hearing,
                       .patience = {options->progress, options->user,
                                    .until = quire_clock_wall() + options->time_limit}};
    struct quire_text out = {0};
    quire_status status = prepare(&s, diag);
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
    for (size_t i = 0; i < s.n_cure; i++) {
        free(s.cure[i].picture);
    }
    free(s.picture);
    free(s.trial);
    quire_suspects_clear(&s.suspects);
    json_decref(s.summary);
    return status;
}

quire_status
quire_explain_cures(const char *directory, const quire_cures_options *options, bool as_json,
                    bool *found, char **text, quire_diag *diag)
{
    const struct quire_cures_hearing nobody = {.until = NAN};
    struct quire_rerun rerun;
    if (text != NULL) {
        *text = NULL;
    }
    if (directory == NULL || options == NULL || found == NULL || text == NULL) {
        return quire_diag_misuse(diag, __func__);
    }
    *found = false;
    quire_status status = quire_rerun_open(&rerun, directory, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    if (!rerun.manifest.tells_set) {
        const struct quire_place at = {directory, 0, 0};
        status = quire_diag_error(diag, "E-FILE", at, NULL, "run the model again",
                                  "an older Quire wrote these results, which did not keep what "
                                  "parameters were set");
    } else {
        status = quire_cures_search(&rerun, options, &nobody, as_json, found, text, diag);
    }
    quire_rerun_close(&rerun);
    return status;
}

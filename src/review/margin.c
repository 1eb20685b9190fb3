/* How far a parameter is from another verdict: bisection over runs. */
#include <quire/describe.h>
#include <quire/explain.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "base/json.h"
#include "review/rerun.h"
#include "text/number.h"
#include "text/suggest.h"

#define SCHEMA    "quire-margin-1"
#define RANGE     4.0 /* without bounds, from a fourth of the value to so many times */
#define STEPS     8   /* towards either bound */
#define MOST_RUNS 40
#define SHARE     0.01

enum outcome { PASSED, FAILED, NO_VERDICT };

/* A number and its unit, as in a model file. */
struct quantity {
    double number;
    char unit[32];
};

/* A change of the verdict between two values. */
struct change {
    bool found;
    /* the value nearest to the change on either side: with the verdict of the run, with the other
     */
    double same, other;
    double bound; /* how far it was looked */
    double gap;   /* between the two, which ended the bisection: see `refused`; NaN: none */
};

struct search {
    struct quire_rerun rerun;
    const quire_margin_options *options;
    struct quantity value;
    enum outcome base;
    struct change below, above;
    int runs;
    int refused; /* values that were refused, or whose run neither passed nor failed */
    struct quire_patience patience;
    /* first check that failed in the run nearest to the recorded one that failed, which it may be
     * itself */
    char failing[64];
    double failing_at;
    bool starved;
};

quire_margin_options
quire_margin_options_default(void)
{
    return (quire_margin_options){.share = (double)NAN};
}

/* ---- one run ---- */

static bool
goes_on(const struct search *s)
{
    const int most = s->options->runs > 0 ? s->options->runs : MOST_RUNS;
    return !s->starved && !s->patience.over && s->runs < most;
}

static void
note_failure(struct search *s, const quire_run *run, double value)
{
    const bool nearer = s->failing[0] == '\0' ||
                        fabs(value - s->value.number) < fabs(s->failing_at - s->value.number);
    const char *text = quire_run_summary_text(run), *line = strchr(text, '\n');
    const char *name = line != NULL ? line + 1 + strspn(line + 1, " ") : NULL,
               *end = name != NULL ? strstr(name, ": failed") : NULL;
    if (end != NULL && nearer) {
        snprintf(s->failing, sizeof s->failing, "%.*s", (int)(end - name), name);
        s->failing_at = value;
    }
}

static enum outcome
run_at(struct search *s, double number)
{
    char value[96];
    const quire_model *model = NULL;
    quire_run *run = NULL;
    enum outcome outcome = NO_VERDICT;
    /* a value that is refused is no answer, and no error */
    quire_diag *unused = quire_diag_create();
    quire_run_options options = quire_rerun_options(&s->rerun, quire_patience_ask, &s->patience);

    options.figures = (const char *const[]){NULL}; /* none: the verdict needs no samples */
    quire_number_format(value, sizeof value, "%.12g%s%s", number,
                        s->value.unit[0] != '\0' ? " " : "", s->value.unit);
    s->runs++;
    quire_status status =
        quire_rerun_model(&s->rerun, s->options->parameter, value, &model, unused);
    if (status == QUIRE_OK &&
        (status = quire_run_create(&run, model, &options, unused)) == QUIRE_OK) {
        status = quire_run_execute(run, unused);
    }
    if (status == QUIRE_OK) {
        const quire_verdict verdict = quire_run_verdict(run);
        outcome = verdict == QUIRE_VERDICT_PASSED   ? PASSED
                  : verdict == QUIRE_VERDICT_FAILED ? FAILED
                                                    : NO_VERDICT;
        if (outcome == FAILED) {
            note_failure(s, run, number);
        }
    } else {
        s->starved = quire_diag_is_starved(unused);
    }
    s->refused += outcome == NO_VERDICT ? 1 : 0;
    quire_run_destroy(run);
    quire_diag_destroy(unused);
    return outcome;
}

/* ---- the search ---- */

static void
bisect(struct search *s, struct change *c)
{
    const double share = isnan(s->options->share) ? SHARE : s->options->share;
    while (goes_on(s) && fabs(c->other - c->same) > share * fmax(fabs(c->other), fabs(c->same))) {
        const double middle = 0.5 * (c->same + c->other);
        const enum outcome there = run_at(s, middle);
        if (there == NO_VERDICT) {
            c->gap = middle;
            return; /* the bracket stays as it is */
        }
        *(there == s->base ? &c->same : &c->other) = middle;
    }
}

/* Even in the ratio where there is one. */
static double
step_towards(double from, double bound, int k)
{
    const double part = (double)k / STEPS;
    return from * bound > 0 ? from * pow(bound / from, part) : from + (bound - from) * part;
}

/* Looks from the run's own value to a bound, step by step, for the change that is nearest. */
static void
look_towards(struct search *s, double bound, struct change *c)
{
    *c = (struct change){.same = s->value.number, .bound = s->value.number, .gap = (double)NAN};
    for (int k = 1; k <= STEPS && !c->found && goes_on(s); k++) {
        const double value = step_towards(s->value.number, bound, k);
        const enum outcome there = run_at(s, value);
        if (there == NO_VERDICT) {
            continue;
        }
        c->bound = value;
        c->found = there != s->base;
        *(c->found ? &c->other : &c->same) = value;
    }
    if (c->found) {
        bisect(s, c);
    }
}

/* ---- what is asked ---- */

static bool
parse_quantity(const char *text, struct quantity *out)
{
    const char *end;
    if (quire_number_read(&out->number, text, 0, &end) != QUIRE_NUMBER_OK) {
        return false;
    }
    end += strspn(end, " ");
    const size_t n = strlen(end);
    if (n >= sizeof out->unit) {
        return false;
    }
    memcpy(out->unit, end, n + 1);
    return strpbrk(out->unit, ",;{} ") == NULL;
}

/* values that followed from the parameter must follow again, and not be held where they were */
static quire_status
check_manifest(const struct search *s, const char *directory, quire_diag *diag)
{
    const struct quire_place at = {directory, 0, 0};
    return s->rerun.manifest.tells_set
               ? QUIRE_OK
               : quire_diag_error(diag, "E-FILE", at, NULL, "run the model again",
                                  "an older Quire wrote these results, which did not keep what "
                                  "parameters were set");
}

static quire_status
find_parameter(struct search *s, quire_diag *diag)
{
    const struct quire_manifest *manifest = &s->rerun.manifest;
    const char *wanted = s->options->parameter;
    struct quire_suggest near = quire_suggest_begin(wanted);
    char hint[128];
    for (size_t i = 0; i < manifest->n_setting; i++) {
        if (strcmp(manifest->setting[i].name, wanted) == 0) {
            return parse_quantity(manifest->setting[i].value, &s->value)
                       ? QUIRE_OK
                       : quire_diag_error(
                             diag, "E-USAGE", quire_nowhere(), NULL, NULL,
                             "parameter '%s' is '%s', which is no number that could be varied",
                             wanted, manifest->setting[i].value);
        }
        quire_suggest_offer(&near, manifest->setting[i].name);
    }
    return quire_diag_error(diag, "E-USAGE", quire_nowhere(), NULL,
                            quire_suggest_hint(&near, hint, sizeof hint),
                            "the model has no parameter '%s'", wanted);
}

static quire_status
find_bound(const struct search *s, const char *text, double without, double *out, quire_diag *diag)
{
    struct quantity bound;
    *out = without;
    if (text == NULL) {
        return QUIRE_OK;
    }
    if (!parse_quantity(text, &bound) || strcmp(bound.unit, s->value.unit) != 0) {
        return quire_diag_error(diag, "E-USAGE", quire_nowhere(), NULL, NULL,
                                "'%s' is no bound for '%s': it must be a number%s%s", text,
                                s->options->parameter,
                                s->value.unit[0] != '\0' ? " with the unit " : "", s->value.unit);
    }
    *out = bound.number;
    return QUIRE_OK;
}

static quire_status
find_range(const struct search *s, double *low, double *high, quire_diag *diag)
{
    const double value = s->value.number, a = value / RANGE, b = value * RANGE;
    quire_status status = find_bound(s, s->options->low, fmin(a, b), low, diag);
    if (status == QUIRE_OK) {
        status = find_bound(s, s->options->high, fmax(a, b), high, diag);
    }
    if (status == QUIRE_OK && !(*low <= value && value <= *high && *low < *high)) {
        return quire_diag_error(diag, "E-USAGE", quire_nowhere(), NULL,
                                "where it is 0 give both bounds",
                                "there is no range in which to vary '%s': its value in that run, "
                                "%.6g, must be between the bounds",
                                s->options->parameter, value);
    }
    return status;
}

static quire_status
first_verdict(struct search *s, quire_diag *diag)
{
    s->base = run_at(s, s->value.number);
    return s->base != NO_VERDICT || !goes_on(s)
               ? QUIRE_OK
               : quire_diag_error(
                     diag, "E-USAGE", quire_nowhere(), NULL,
                     "see the output of quire explain without --margin",
                     "the run neither passes nor fails, so that nothing could change with '%s'",
                     s->options->parameter);
}

/* ---- the answer ---- */

static void
add_number(struct quire_text *out, const struct search *s, double number)
{
    quire_text_format(out, "%.4g", number);
    quire_text_add(out, s->value.unit[0] != '\0' ? " " : "");
    quire_text_visible(out, s->value.unit);
}

static void
add_change(struct quire_text *out, const struct search *s, const struct change *c, const char *side)
{
    const bool passes = s->base == FAILED;
    if (!c->found) {
        return;
    }
    quire_text_format(out, "it would have %s with ", passes ? "passed" : "failed");
    quire_text_visible(out, s->options->parameter);
    quire_text_format(out, " %s ", side);
    add_number(out, s, c->other);
    quire_text_add(out, passes ? ": passes at " : ": fails at ");
    add_number(out, s, c->other);
    quire_text_add(out, passes ? ", fails at " : ", passes at ");
    add_number(out, s, c->same);
    quire_text_add(out, "\n");
    if (!isnan(c->gap)) {
        quire_text_add(out, "it was not narrowed down further: there is no verdict at ");
        add_number(out, s, c->gap);
        quire_text_add(out, "\n");
    }
}

static void
add_answer(struct quire_text *out, const struct search *s)
{
    quire_text_visible(out, s->rerun.manifest.model);
    quire_text_add(out, " with ");
    quire_text_visible(out, s->options->parameter);
    quire_text_add(out, " = ");
    add_number(out, s, s->value.number);
    quire_text_add(out, s->base == PASSED ? " passes\n" : " fails\n");
    add_change(out, s, &s->below, "below");
    add_change(out, s, &s->above, "above");
    if (!s->below.found && !s->above.found) {
        quire_text_format(out, "no other verdict was found: it %s from ",
                          s->base == PASSED ? "passes" : "fails");
        add_number(out, s, s->below.bound);
        quire_text_add(out, " to ");
        add_number(out, s, s->above.bound);
        quire_text_add(out, "\n");
    }
    if (s->refused > 0) {
        quire_text_add(out, "some values were refused, or their runs neither passed nor failed\n");
    }
    if (s->failing[0] != '\0') {
        quire_text_add(out, "what fails: ");
        quire_text_visible(out, s->failing);
        quire_text_add(out, "\n");
    }
    quire_text_format(out, "%d runs, looked from ", s->runs);
    add_number(out, s, s->below.bound);
    quire_text_add(out, " to ");
    add_number(out, s, s->above.bound);
    quire_text_format(
        out, " in %d steps to either side of the value; changes between steps go unseen\n", STEPS);
}

static void
write_change(struct quire_json *json, const struct search *s, const struct change *c,
             const char *side)
{
    const bool passes = s->base == FAILED;
    if (!c->found) {
        return;
    }
    quire_json_open(json, NULL, '{', true);
    quire_json_string(json, "side", side);
    quire_json_number(json, "passes", passes ? c->other : c->same);
    quire_json_number(json, "fails", passes ? c->same : c->other);
    quire_json_number(json, "no-verdict", c->gap);
    quire_json_close(json, '{');
}

static void
write_answer(struct quire_text *out, const struct search *s)
{
    struct quire_json json = {.text = out};
    quire_json_open(&json, NULL, '{', false);
    quire_json_string(&json, "schema", SCHEMA);
    quire_json_string(&json, "model", s->rerun.manifest.model);
    quire_json_string(&json, "parameter", s->options->parameter);
    quire_json_string(&json, "unit", s->value.unit);
    quire_json_number(&json, "value", s->value.number);
    quire_json_string(&json, "verdict", s->base == PASSED ? "passed" : "failed");
    quire_json_number(&json, "low", s->below.bound);
    quire_json_number(&json, "high", s->above.bound);
    quire_json_open(&json, "changes", '[', false);
    write_change(&json, s, &s->below, "below");
    write_change(&json, s, &s->above, "above");
    quire_json_close(&json, '[');
    quire_json_string(&json, "check", s->failing[0] != '\0' ? s->failing : NULL);
    quire_json_integer(&json, "runs", s->runs);
    quire_json_integer(&json, "refused", s->refused);
    quire_json_close(&json, '{');
    quire_text_add(out, "\n");
}

/* that there is no answer */
static quire_status
check_end(const struct search *s, quire_diag *diag)
{
    return s->starved          ? quire_diag_memory_error(diag)
           : !s->patience.over ? QUIRE_OK
                               : quire_diag_error(diag, "E-LIMIT", quire_nowhere(), NULL, NULL,
                                                  "the search was ended before it had an answer");
}

quire_status
quire_explain_margin(const char *directory, const quire_margin_options *options, bool as_json,
                     bool *found, char **text, quire_diag *diag)
{
    if (directory == NULL || options == NULL || options->parameter == NULL || found == NULL ||
        text == NULL) {
        if (text != NULL) {
            *text = NULL;
        }
        return quire_diag_misuse(diag, __func__);
    }
    struct search s = {.options = options,
                       .base = NO_VERDICT,
                       .patience = {options->progress, options->user, .until = (double)NAN}};
    struct quire_text out = {0};
    double low = 0, high = 0;
    *text = NULL;
    *found = false;
    quire_status status = quire_rerun_open(&s.rerun, directory, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    if ((status = check_manifest(&s, directory, diag)) != QUIRE_OK ||
        (status = find_parameter(&s, diag)) != QUIRE_OK ||
        (status = find_range(&s, &low, &high, diag)) != QUIRE_OK ||
        (status = first_verdict(&s, diag)) != QUIRE_OK) {
        goto done;
    }
    look_towards(&s, low, &s.below);
    look_towards(&s, high, &s.above);
    if ((status = check_end(&s, diag)) != QUIRE_OK) {
        goto done;
    }
    *found = s.below.found || s.above.found;
    (as_json ? write_answer : add_answer)(&out, &s);
    *text = quire_text_take(&out);
    status = *text != NULL ? QUIRE_OK : quire_diag_memory_error(diag);
done:
    quire_rerun_close(&s.rerun);
    return status;
}

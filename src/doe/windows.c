/* quire doe windows: how long timers should wait for signals, from the times of a study's runs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "doe/verbs.h"
#include "stat/timer.h"

enum { RATE = DOE_OPTION_LAST, CONFIDENCE, RESPONSE };

/* One end of the window of a response. */
struct timer {
    double value;             /* NaN: the runs are too few to tell it */
    size_t needed;            /* they are fewer than so many */
    struct quire_timer rates; /* at the value */
};

/* What is said of one response, once all are known: a problem that comes late leaves no half of an answer. */
struct answer {
    const char *response;
    size_t good, jammed;
    struct timer earliest, latest;
};

struct windows {
    struct doe_arguments common;
    double rate, confidence;
    const char *response; /* that one alone; NULL: all in seconds */
    struct answer *answer; /* (n_answer) */
    size_t n_answer;
    /* of the response in hand */
    size_t column, n;
    struct quire_passage *passage; /* (n) */
};

/* Of runs with a verdict: those that jammed, and those that did not. */
static quire_status
take_run(void *self, const struct doe_record *record)
{
    struct windows *w = self;

    if (doe_status_has_verdict(record->status) && record->status != DOE_DOUBTFUL &&
        record->status != DOE_NOT_EVALUATED) {
        w->passage[w->n++] = (struct quire_passage){.time = record->response[w->column], .jammed = record->status == DOE_JAM};
    }
    return QUIRE_OK;
}

static struct timer
find_timer(const struct windows *w, enum quire_timer_side side)
{
    struct timer t;

    t.value = quire_timer_value(w->passage, w->n, side, w->rate, w->confidence, &t.needed);
    if (!isnan(t.value)) {
        t.rates = quire_timer_at(w->passage, w->n, side, t.value, w->confidence);
    }
    return t;
}

static quire_status
find_answer(struct windows *w, const struct doe_work *work, struct doe_store *store, size_t response)
{
    struct answer *a = &w->answer[w->n_answer++];

    w->column = response;
    w->n = 0;
    const quire_status status = doe_store_each(store, take_run, w);
    if (status != QUIRE_OK) {
        return status;
    }
    *a = (struct answer){.response = work->response[response].name};
    for (size_t i = 0; i < w->n; i++) {
        a->jammed += w->passage[i].jammed;
    }
    a->good = w->n - a->jammed;
    a->earliest = find_timer(w, QUIRE_TIMER_EARLIEST);
    a->latest = find_timer(w, QUIRE_TIMER_LATEST);
    return QUIRE_OK;
}

static bool
is_wanted(const struct windows *w, const struct doe_work *work, struct doe_store *store, size_t j)
{
    return w->response != NULL ? strcmp(work->response[j].name, w->response) == 0 : strcmp(doe_store_unit(store, j), "s") == 0;
}

static quire_status
check_response(const struct windows *w, const struct doe_work *work, struct doe_store *store, quire_diag *diag)
{
    const struct quire_place place = {.file = work->path};
    size_t j = 0;

    while (j < work->n_response && strcmp(work->response[j].name, w->response) != 0) {
        j++;
    }
    if (j == work->n_response) {
        return quire_diag_error(diag, "E-REFERENCE", place, NULL, NULL, "there is no response '%s'", w->response);
    }
    if (strcmp(doe_store_unit(store, j), "s") != 0) {
        return quire_diag_error(diag, "E-MODEL", place, NULL, "a timer needs times, such as those of from=\"s1.lead.time\"",
                                "no run tells response '%s' in seconds", w->response);
    }
    return QUIRE_OK;
}

static quire_status
find_answers(struct windows *w, const struct doe_work *work, struct doe_store *store, quire_diag *diag)
{
    const struct quire_place place = {.file = work->path};
    quire_status status = w->response != NULL ? check_response(w, work, store, diag) : QUIRE_OK;

    for (size_t j = 0; j < work->n_response && status == QUIRE_OK; j++) {
        status = is_wanted(w, work, store, j) ? find_answer(w, work, store, j) : QUIRE_OK;
    }
    if (status == QUIRE_OK && w->n_answer == 0) {
        return quire_diag_error(diag, "E-MODEL", place, NULL, "add one such as from=\"s1.lead.time\"", "the study has no response in seconds");
    }
    return status;
}

/* ---- in words ---- */

static void
print_rate(const char *what, const struct quire_rate *rate)
{
    printf("%s %zu of %zu", what, rate->count, rate->n);
    if (rate->n > 0) {
        printf(" (%.3g %% to %.3g %%)", 100 * rate->exact.low, 100 * rate->exact.high);
    }
}

static void
print_timer(const struct windows *w, const char *name, const struct timer *t)
{
    printf("  %-8s ", name);
    if (isnan(t->value)) {
        printf("none can be told: with %.4g %% confidence that takes %zu good runs that give the signal, for no more than %.3g %% false alarms\n",
               100 * w->confidence, t->needed, 100 * w->rate);
        return;
    }
    printf("%.6g s: ", t->value);
    print_rate("false alarms", &t->rates.false_alarm);
    print_rate(", jams missed", &t->rates.missed);
    puts("");
}

static void
print_text(const struct windows *w)
{
    if (!w->common.quiet) {
        printf("timers that report no more than %.3g %% of good sheets, with %.4g %% confidence\n", 100 * w->rate, 100 * w->confidence);
    }
    for (size_t i = 0; i < w->n_answer; i++) {
        const struct answer *a = &w->answer[i];
        cli_print_visible(stdout, a->response);
        printf(": %zu good runs, %zu jams\n", a->good, a->jammed);
        print_timer(w, "earliest", &a->earliest);
        print_timer(w, "latest", &a->latest);
    }
}

/* ---- as JSON ---- */

static void
write_rate(struct quire_text *out, const char *key, const struct quire_rate *rate)
{
    quire_text_format(out, ", \"%s\": {\"count\": %zu, \"of\": %zu", key, rate->count, rate->n);
    if (rate->n > 0) {
        quire_text_add(out, ", \"low\": ");
        quire_text_json_number(out, rate->exact.low);
        quire_text_add(out, ", \"high\": ");
        quire_text_json_number(out, rate->exact.high);
    }
    quire_text_add(out, "}");
}

static void
write_timer(struct quire_text *out, const char *name, const struct timer *t)
{
    quire_text_format(out, ", \"%s\": {\"value\": ", name);
    quire_text_json_number(out, t->value);
    if (isnan(t->value)) {
        quire_text_format(out, ", \"runs_needed\": %zu", t->needed);
    } else {
        write_rate(out, "false_alarms", &t->rates.false_alarm);
        write_rate(out, "missed_jams", &t->rates.missed);
    }
    quire_text_add(out, "}");
}

static void
write_json(struct quire_text *out, const struct windows *w)
{
    quire_text_add(out, "{\"rate\": ");
    quire_text_json_number(out, w->rate);
    quire_text_add(out, ", \"confidence\": ");
    quire_text_json_number(out, w->confidence);
    quire_text_add(out, ", \"timers\": [");
    for (size_t i = 0; i < w->n_answer; i++) {
        const struct answer *a = &w->answer[i];
        quire_text_add(out, i == 0 ? "{\"response\": " : ", {\"response\": ");
        quire_text_json_string(out, a->response);
        quire_text_format(out, ", \"good\": %zu, \"jammed\": %zu", a->good, a->jammed);
        write_timer(out, "earliest", &a->earliest);
        write_timer(out, "latest", &a->latest);
        quire_text_add(out, "}");
    }
    quire_text_add(out, "]}\n");
}

static quire_status
print_json(const struct windows *w, quire_diag *diag)
{
    struct quire_text text = {0};

    write_json(&text, w);
    const quire_status status = text.failed ? quire_diag_memory_error(diag) : QUIRE_OK;
    if (status == QUIRE_OK) {
        fputs(text.data, stdout);
    }
    quire_text_clear(&text);
    return status;
}

/* ---- the verb ---- */

static int
windows(const struct doe_arguments *common, struct doe_work *work, quire_diag *diag, void *user)
{
    struct windows *w = user;
    struct doe_store *store = NULL;
    struct doe_tally tally;
    quire_status status = doe_store_open(&store, common->directory, work, &common->store, diag);

    if (status == QUIRE_OK) {
        status = doe_store_tally(store, &tally);
    }
    if (status == QUIRE_OK) {
        w->passage = calloc((size_t)tally.done + 1, sizeof *w->passage);
        w->answer = calloc(work->n_response + 1, sizeof *w->answer);
        status = w->passage != NULL && w->answer != NULL ? find_answers(w, work, store, diag) : quire_diag_memory_error(diag);
    }
    if (status == QUIRE_OK && w->common.json) {
        status = print_json(w, diag);
    } else if (status == QUIRE_OK) {
        print_text(w);
    }
    free(w->passage);
    free(w->answer);
    doe_store_close(store);
    return (int)status;
}

static bool
take_share(const struct cli_verb *verb, const char *name, const char *text, double *out)
{
    if (!cli_take_quantity(name, text, "", out)) {
        return false;
    }
    if (!(*out > 0 && *out < 1)) {
        cli_usage_error(verb, "shares lie between 0 and 1, such as 0.001; not", text);
        return false;
    }
    return true;
}

static bool
take_option(const struct cli_verb *verb, void *self, int c)
{
    struct windows *w = self;

    switch (c) {
    case RATE: return take_share(verb, "--rate", optarg, &w->rate);
    case CONFIDENCE: return take_share(verb, "--confidence", optarg, &w->confidence);
    case RESPONSE: w->response = optarg; return true;
    case 'f': return cli_take_format(optarg, &w->common.json);
    default: return false;
    }
}

int
doe_verb_windows(const struct cli_verb *verb, int argc, char **argv)
{
    static const struct option options[] = {{"rate", required_argument, NULL, RATE}, {"confidence", required_argument, NULL, CONFIDENCE},
                                            {"response", required_argument, NULL, RESPONSE}, {"format", required_argument, NULL, 'f'},
                                            DOE_COMMON_OPTIONS};
    struct windows w = {.common = doe_arguments_default(), .rate = 0.01, .confidence = 0.95};
    int code = doe_parse(verb, &w.common, options, take_option, &w, argc, argv);

    if (code < 0) {
        code = doe_with_work(&w.common, windows, &w);
    }
    doe_arguments_clear(&w.common);
    return code;
}

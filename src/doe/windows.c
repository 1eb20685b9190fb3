/* quire doe windows: how long timers should wait for signals, from the times of a study's runs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "doe/verbs.h"
#include "stat/timer.h"

enum { RATE = DOE_OPTION_LAST, CONFIDENCE, RESPONSE };

struct windows {
    struct doe_arguments common;
    double rate, confidence;
    const char *response; /* that one alone; NULL: all in seconds */
    /* of the response in hand */
    size_t column, n;
    struct quire_passage *passage; /* (n) */
};

/* Of runs with a verdict: those that jammed, and those that did not. */
static quire_status
take_run(void *self, const struct doe_record *record)
{
    struct windows *w = self;

    if (doe_status_has_verdict(record->status) && record->status != DOE_DOUBTFUL) {
        w->passage[w->n++] = (struct quire_passage){.time = record->response[w->column], .jammed = record->status == DOE_JAM};
    }
    return QUIRE_OK;
}

static const char *
word_of(enum quire_timer_side side)
{
    return side == QUIRE_TIMER_LATEST ? "latest" : "earliest";
}

static void
print_rate(const char *what, const struct quire_rate *rate)
{
    printf("%s %zu of %zu", what, rate->count, rate->n);
    if (rate->n > 0) {
        printf(" (%.3g %% to %.3g %%)", 100 * rate->exact.low, 100 * rate->exact.high);
    }
}

static void
print_timer(const struct windows *w, enum quire_timer_side side)
{
    size_t needed;
    const double value = quire_timer_value(w->passage, w->n, side, w->rate, w->confidence, &needed);

    printf("  %-8s ", word_of(side));
    if (isnan(value)) {
        printf("none can be told: with %.4g %% confidence that takes %zu good runs that give the signal, for no more than %.3g %% false alarms\n",
               100 * w->confidence, needed, 100 * w->rate);
        return;
    }
    const struct quire_timer t = quire_timer_at(w->passage, w->n, side, value, w->confidence);
    printf("%.6g s: ", value);
    print_rate("false alarms", &t.false_alarm);
    print_rate(", jams missed", &t.missed);
    puts("");
}

static void
print_json_rate(const char *key, const struct quire_rate *rate)
{
    printf(", \"%s\": {\"count\": %zu, \"of\": %zu", key, rate->count, rate->n);
    if (rate->n > 0) {
        printf(", \"low\": %.17g, \"high\": %.17g", rate->exact.low, rate->exact.high);
    }
    fputs("}", stdout);
}

static void
print_json_timer(const struct windows *w, enum quire_timer_side side)
{
    size_t needed;
    const double value = quire_timer_value(w->passage, w->n, side, w->rate, w->confidence, &needed);

    printf(", \"%s\": {\"value\": ", word_of(side));
    if (isnan(value)) {
        printf("null, \"runs_needed\": %zu}", needed);
        return;
    }
    const struct quire_timer t = quire_timer_at(w->passage, w->n, side, value, w->confidence);
    printf("%.17g", value);
    print_json_rate("false_alarms", &t.false_alarm);
    print_json_rate("missed_jams", &t.missed);
    fputs("}", stdout);
}

static void
print_response(const struct windows *w, const char *name, bool first)
{
    size_t jams = 0;

    for (size_t i = 0; i < w->n; i++) {
        jams += w->passage[i].jammed;
    }
    if (w->common.json) {
        fputs(first ? "" : ", ", stdout);
        fputs("{\"response\": ", stdout);
        cli_print_json_string(stdout, name);
        printf(", \"good\": %zu, \"jammed\": %zu", w->n - jams, jams);
        print_json_timer(w, QUIRE_TIMER_EARLIEST);
        print_json_timer(w, QUIRE_TIMER_LATEST);
        fputs("}", stdout);
        return;
    }
    cli_print_visible(stdout, name);
    printf(": %zu good runs, %zu jams\n", w->n - jams, jams);
    print_timer(w, QUIRE_TIMER_EARLIEST);
    print_timer(w, QUIRE_TIMER_LATEST);
}

/* ---- the verb ---- */

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
print_all(struct windows *w, const struct doe_work *work, struct doe_store *store, quire_diag *diag)
{
    size_t found = 0;
    const struct quire_place place = {.file = work->path};
    quire_status status = w->response != NULL ? check_response(w, work, store, diag) : QUIRE_OK;

    if (status != QUIRE_OK) {
        return status;
    }
    if (w->common.json) {
        printf("{\"rate\": %.17g, \"confidence\": %.17g, \"timers\": [", w->rate, w->confidence);
    } else if (!w->common.quiet) {
        printf("timers that report no more than %.3g %% of good sheets, with %.4g %% confidence\n", 100 * w->rate, 100 * w->confidence);
    }
    for (size_t j = 0; j < work->n_response; j++) {
        if (!is_wanted(w, work, store, j)) {
            continue;
        }
        w->column = j;
        w->n = 0;
        status = doe_store_each(store, take_run, w);
        if (status != QUIRE_OK) {
            return status;
        }
        print_response(w, work->response[j].name, found++ == 0);
    }
    if (w->common.json) {
        puts("]}");
    }
    if (found > 0) {
        return QUIRE_OK;
    }
    return quire_diag_error(diag, "E-MODEL", place, NULL, "add one such as from=\"s1.lead.time\"", "the study has no response in seconds");
}

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
        status = w->passage != NULL ? print_all(w, work, store, diag) : quire_diag_memory_error(diag);
        free(w->passage);
    }
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

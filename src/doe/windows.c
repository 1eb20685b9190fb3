/* quire doe windows: how long timers should wait for signals, from the times of a study's runs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "doe/verbs.h"
#include "jobs/merge.h"
#include "stat/timer.h"
#include "text/number.h"

enum { RATE = DOE_OPTION_LAST, CONFIDENCE, RESPONSE };

/* One end of the window of a response. */
struct timer {
    double value;             /* NaN: the runs are too few to tell it */
    double seen;              /* among good runs: the latest, or the earliest; NaN of none */
    size_t needed, fewest;    /* good runs that it takes at each setting; the fewest that one has */
    struct quire_timer rates; /* at the value, each at the setting where it is highest */
};

/* What is said of one response, once all are known: a problem that comes late leaves no half of
 * an answer. */
struct answer {
    const char *response;
    size_t good, jammed, undecided, settings;
    struct timer earliest, latest;
};

struct windows {
    struct doe_arguments common;
    double rate, confidence;
    const char *response; /* that one alone; NULL: all in seconds */
    struct doe_runs runs;
    bool random;    /* the runs of a setting are independent draws, else nothing can be promised */
    size_t *sorted; /* (n): runs by setting and draw; each draw once */
    size_t n;
    struct answer *answer; /* (n_answer) */
    size_t n_answer;
    struct quire_passage *passage; /* (n), of the response in hand, sorted so */
};

/* ---- runs by setting ---- */

struct place {
    const struct quire_runs *runs;
    size_t run;
};

static size_t
draw_of(const struct quire_runs *runs, size_t run)
{
    return runs->draw != NULL ? runs->draw[run] : run;
}

static int
compare(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    const size_t *s = x->runs->setting, r = x->run, q = y->run, d = draw_of(x->runs, r),
                 e = draw_of(x->runs, q);

    return s[r] != s[q] ? (s[r] > s[q]) - (s[r] < s[q])
           : d != e     ? (d > e) - (d < e)
                        : (r > q) - (r < q);
}

static bool
sort_runs(struct windows *w)
{
    const struct quire_runs *runs = &w->runs.of;
    struct place *place = calloc(runs->n + 1, sizeof *place);

    w->random =
        runs->sampling == QUIRE_SAMPLING_INDEPENDENT || runs->sampling == QUIRE_SAMPLING_COMMON;
    w->sorted = calloc(runs->n + 1, sizeof *w->sorted);
    w->passage = calloc(runs->n + 1, sizeof *w->passage);
    const bool good = place != NULL && w->sorted != NULL && w->passage != NULL;
    for (size_t i = 0; good && i < runs->n; i++) {
        place[i] = (struct place){runs, i};
    }
    if (good && runs->n > 0) {
        qsort(place, runs->n, sizeof *place, compare);
    }
    for (size_t i = 0; good && i < runs->n; i++) {
        const size_t r = place[i].run, last = i > 0 ? place[i - 1].run : r;
        if (i == 0 || runs->setting[r] != runs->setting[last] ||
            draw_of(runs, r) != draw_of(runs, last)) {
            w->sorted[w->n++] = r;
        }
    }
    free(place);
    return good;
}

/* runs of the setting that begins at i */
static size_t
count_setting(const struct windows *w, size_t i)
{
    const size_t *setting = w->runs.of.setting;
    size_t n = 1;

    while (i + n < w->n && setting[w->sorted[i + n]] == setting[w->sorted[i]]) {
        n++;
    }
    return n;
}

static void
fill_passages(struct windows *w, struct answer *a, size_t response)
{
    const struct quire_runs *runs = &w->runs.of;

    for (size_t i = 0; i < w->n; i++) {
        const size_t r = w->sorted[i];
        const enum quire_outcome found = runs->outcome[r];
        const bool open = found >= QUIRE_OUTCOME_UNKNOWN;
        w->passage[i] =
            (struct quire_passage){.time = runs->measured[response].value[r],
                                   .kind = open                         ? QUIRE_PASSAGE_UNDECIDED
                                           : found == QUIRE_OUTCOME_JAM ? QUIRE_PASSAGE_JAMMED
                                                                        : QUIRE_PASSAGE_GOOD};
        a->good += w->passage[i].kind == QUIRE_PASSAGE_GOOD;
        a->jammed += w->passage[i].kind == QUIRE_PASSAGE_JAMMED;
        a->undecided += open;
    }
}

/* ---- timers: one for all settings, safe at each of them ---- */

static bool
may_be_good(const struct quire_passage *passage, size_t n, size_t *good)
{
    size_t jammed = 0;

    *good = 0;
    for (size_t i = 0; i < n; i++) {
        *good += passage[i].kind == QUIRE_PASSAGE_GOOD;
        jammed += passage[i].kind == QUIRE_PASSAGE_JAMMED;
    }
    return jammed < n;
}

static void
look_at_setting(const struct windows *w, struct timer *t, enum quire_timer_side side,
                const struct quire_passage *passage, size_t n)
{
    const double sign = side == QUIRE_TIMER_LATEST ? 1 : -1;
    size_t good;

    for (size_t i = 0; i < n; i++) {
        if (passage[i].kind == QUIRE_PASSAGE_GOOD && !isnan(passage[i].time) &&
            !(sign * passage[i].time <= sign * t->seen)) {
            t->seen = passage[i].time;
        }
    }
    if (!may_be_good(passage, n, &good)) {
        return; /* here no good sheet waits for a timer */
    }
    const double value = quire_timer_value(passage, n, side, w->rate, w->confidence, &t->needed);
    if (t->fewest == SIZE_MAX || isnan(value) || sign * value > sign * t->value) {
        t->value = isnan(t->value) && t->fewest != SIZE_MAX ? t->value : value;
    }
    t->fewest = good < t->fewest ? good : t->fewest;
}

static void
take_worse(struct quire_rate *worst, struct quire_rate other)
{
    if (other.n > 0 && (worst->n == 0 || other.share.high > worst->share.high)) {
        *worst = other;
    }
}

static struct timer
find_timer(const struct windows *w, enum quire_timer_side side)
{
    struct timer t = {.value = NAN, .seen = NAN, .fewest = SIZE_MAX};

    for (size_t i = 0, n; i < w->n; i += n) {
        n = count_setting(w, i);
        look_at_setting(w, &t, side, w->passage + i, n);
    }
    t.fewest = t.fewest == SIZE_MAX ? 0 : t.fewest;
    t.needed =
        (size_t)fmin(quire_rate_runs_needed(0, w->rate, w->confidence), (double)(SIZE_MAX / 2));
    t.value = w->random ? t.value : (double)NAN;
    for (size_t i = 0, n; !isnan(t.value) && i < w->n; i += n) {
        n = count_setting(w, i);
        const struct quire_timer at =
            quire_timer_at(w->passage + i, n, side, t.value, w->confidence);
        take_worse(&t.rates.false_alarm, at.false_alarm);
        take_worse(&t.rates.missed, at.missed);
    }
    return t;
}

static void
find_answer(struct windows *w, const struct doe_work *work, size_t response)
{
    struct answer *a = &w->answer[w->n_answer++];

    *a = (struct answer){.response = work->response[response].name};
    for (size_t i = 0; i < w->n; i += count_setting(w, i)) {
        a->settings++;
    }
    fill_passages(w, a, response);
    a->earliest = find_timer(w, QUIRE_TIMER_EARLIEST);
    a->latest = find_timer(w, QUIRE_TIMER_LATEST);
}

static bool
is_wanted(const struct windows *w, const struct doe_work *work, struct doe_store *store, size_t j)
{
    return w->response != NULL ? strcmp(work->response[j].name, w->response) == 0
                               : strcmp(doe_store_unit(store, j), "s") == 0;
}

static quire_status
check_response(const struct windows *w, const struct doe_work *work, struct doe_store *store,
               quire_diag *diag)
{
    const struct quire_place place = {.file = work->path};
    size_t j = 0;

    while (j < work->n_response && strcmp(work->response[j].name, w->response) != 0) {
        j++;
    }
    if (j == work->n_response) {
        return quire_diag_error(diag, "E-REFERENCE", place, NULL, NULL, "there is no response '%s'",
                                w->response);
    }
    if (strcmp(doe_store_unit(store, j), "s") != 0) {
        return quire_diag_error(diag, "E-MODEL", place, NULL,
                                "a timer needs times, such as those of from=\"s1.lead.time\"",
                                "no run has response '%s' in seconds", w->response);
    }
    return QUIRE_OK;
}

static quire_status
find_answers(struct windows *w, const struct doe_work *work, struct doe_store *store,
             quire_diag *diag)
{
    const struct quire_place place = {.file = work->path};
    quire_status status = w->response != NULL ? check_response(w, work, store, diag) : QUIRE_OK;

    for (size_t j = 0; status == QUIRE_OK && j < work->n_response; j++) {
        if (is_wanted(w, work, store, j)) {
            find_answer(w, work, j);
        }
    }
    if (status == QUIRE_OK && w->n_answer == 0) {
        return quire_diag_error(diag, "E-MODEL", place, NULL,
                                "add one such as from=\"s1.lead.time\"",
                                "the study has no response in seconds");
    }
    return status;
}

/* ---- in words ---- */

static void
print_rate(FILE *out, const char *what, const struct quire_rate *rate)
{
    fprintf(out, "%s %zu", what, rate->count);
    if (rate->undecided > 0) {
        fprintf(out, " to %zu", rate->count + rate->undecided);
    }
    fprintf(out, " of %zu", rate->n);
    if (rate->n > 0) {
        fprintf(out, " (%.3g %% to %.3g %%)", 100 * rate->exact.low, 100 * rate->exact.high);
    }
}

static void
print_timer(FILE *out, const struct windows *w, const struct answer *a, const char *name,
            const struct timer *t)
{
    fprintf(out, "  %-8s ", name);
    if (!w->random) {
        fprintf(out,
                isnan(t->seen) ? "no good run gave the signal\n"
                               : "%.6g s of the good runs; nothing was drawn at random, so that "
                                 "this promises nothing of others\n",
                t->seen);
        return;
    }
    if (isnan(t->value)) {
        fprintf(
            out,
            "none can be stated: with %.4g %% confidence that takes %zu good runs%s that give the "
            "signal, for no more than %.3g %% false alarms",
            100 * w->confidence, t->needed, a->settings > 1 ? " at each setting" : "",
            100 * w->rate);
        if (t->fewest < t->needed) {
            fprintf(out, "; %s %zu\n", a->settings > 1 ? "the fewest are" : "there are", t->fewest);
        } else {
            fputs("; more where runs are undecided or give none, as they may be the worst of all\n",
                  out);
        }
        return;
    }
    fprintf(out, "%.6g s: ", t->value);
    print_rate(out, "false alarms", &t->rates.false_alarm);
    print_rate(out, ", jams missed", &t->rates.missed);
    fprintf(out, "%s\n", a->settings > 1 ? " where they are most" : "");
}

static void
print_text(const struct windows *w)
{
    struct cli_lines lines;
    FILE *out = cli_lines_begin(&lines, stdout);

    if (!w->common.quiet && w->random) {
        fprintf(
            out,
            "timers that report no more than %.3g %% of good sheets, with %.4g %% confidence at "
            "each setting\n",
            100 * w->rate, 100 * w->confidence);
    }
    for (size_t i = 0; i < w->n_answer; i++) {
        const struct answer *a = &w->answer[i];
        cli_print_visible(out, a->response);
        fprintf(out, ": %zu good run%s, %zu jam%s", a->good, a->good == 1 ? "" : "s", a->jammed,
                a->jammed == 1 ? "" : "s");
        if (a->undecided > 0) {
            fprintf(out, ", %zu undecided", a->undecided);
        }
        fprintf(out, a->settings > 1 ? " at %zu settings\n" : "\n", a->settings);
        print_timer(out, w, a, "earliest", &a->earliest);
        print_timer(out, w, a, "latest", &a->latest);
    }
    cli_lines_end(&lines);
}

/* ---- as JSON ---- */

static void
write_rate(struct quire_text *out, const char *key, const struct quire_rate *rate)
{
    quire_text_format(out, ", \"%s\": {\"count\": %zu, \"undecided\": %zu, \"of\": %zu", key,
                      rate->count, rate->undecided, rate->n);
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
    quire_text_add(out, ", \"seen\": ");
    quire_text_json_number(out, t->seen);
    if (isnan(t->value)) {
        quire_text_format(out, ", \"runs_needed\": %zu, \"runs_fewest\": %zu", t->needed,
                          t->fewest);
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
    quire_text_format(out, ", \"random\": %s, \"timers\": [", w->random ? "true" : "false");
    for (size_t i = 0; i < w->n_answer; i++) {
        const struct answer *a = &w->answer[i];
        quire_text_add(out, i == 0 ? "{\"response\": " : ", {\"response\": ");
        quire_text_json_string(out, a->response);
        quire_text_format(out,
                          ", \"good\": %zu, \"jammed\": %zu, \"undecided\": %zu, \"settings\": %zu",
                          a->good, a->jammed, a->undecided, a->settings);
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
    quire_status status = doe_store_open(&store, common->directory, work, &doe_as_it_is, diag);

    if (status == QUIRE_OK) {
        status = doe_gather(&w->runs, work, store, diag);
    }
    if (status == QUIRE_OK) {
        w->answer = calloc(work->n_response + 1, sizeof *w->answer);
        status = w->answer != NULL && sort_runs(w) ? find_answers(w, work, store, diag)
                                                   : quire_diag_memory_error(diag);
    }
    if (status == QUIRE_OK && w->common.json) {
        status = print_json(w, diag);
    } else if (status == QUIRE_OK) {
        print_text(w);
    }
    free(w->passage);
    free(w->sorted);
    free(w->answer);
    doe_runs_clear(&w->runs);
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
        char message[80];
        quire_number_format(message, sizeof message,
                            "%s is a share between 0 and 1, such as 0.001; not", name);
        cli_usage_error(verb, message, text);
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
    static const struct option options[] = {{"rate", required_argument, NULL, RATE},
                                            {"confidence", required_argument, NULL, CONFIDENCE},
                                            {"response", required_argument, NULL, RESPONSE},
                                            {"format", required_argument, NULL, 'f'},
                                            DOE_COMMON_OPTIONS};
    struct windows w = {.common = doe_arguments_default(), .rate = 0.01, .confidence = 0.95};
    int code = doe_parse(verb, &w.common, options, take_option, &w, argc, argv);

    if (code < 0) {
        code = doe_with_work(&w.common, windows, &w);
    }
    doe_arguments_clear(&w.common);
    return code;
}

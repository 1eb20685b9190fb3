/* quire doe improve: designs where a response is expected to become better, round by round. */
#include "adaptive/improve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "doe/verbs.h"
#include "text/number.h"

enum { RESPONSE = DOE_OPTION_LAST, DESIGNS, BATCH, STOP, JAMS };

struct arguments {
    struct doe_arguments common;
    struct doe_improve_options of;
};

/* ---- in words ---- */

static const char *
end_word(const struct doe_improved *d)
{
    return d->end == DOE_IMPROVE_SETTLED ? "settled"
           : d->end == DOE_IMPROVE_SPENT ? "designs"
                                         : "exhausted";
}

static quire_status
find_best_run(const struct doe_improved *d, struct doe_run *run, quire_diag *diag)
{
    if (!d->has_best) {
        return QUIRE_OK;
    }
    return doe_run_init(run, &d->work) ? doe_work_run(&d->work, d->designs.run[d->best], run, diag)
                                       : quire_diag_memory_error(diag);
}

static void
print_effort(FILE *out, const struct doe_improved *d)
{
    const size_t added = d->designs.n - d->planned;

    cli_print_visible(out, d->work.name);
    fprintf(out, ": %zu designs of the plan, then %zu more", d->planned, added);
    if (d->batch > 1) {
        fprintf(out, " in rounds of %llu", (unsigned long long)d->batch);
    }
    fprintf(out, "; %llu runs\n", (unsigned long long)d->work.n_run);
}

static void
print_best(FILE *out, const struct doe_improved *d, const struct doe_run *run)
{
    const struct doe_designs *of = &d->designs;
    const size_t i = d->best;

    fprintf(out, "best design: point %llu", (unsigned long long)run->of.point);
    for (size_t j = 0; j < of->k; j++) {
        fputs(j > 0 ? ", " : ": ", out);
        cli_print_visible(out, d->work.variable[j].name);
        fputs(" = ", out);
        cli_print_visible(out, run->of.value[j].text);
    }
    fputs("\n  ", out);
    cli_print_visible(out, d->work.response[d->response].name);
    fprintf(out, " %.4g %s%s", of->mean[i], d->unit, of->numbers[i] > 1 ? " on average" : "");
    fprintf(out, "; predicted %.4g -+ %.2g %s\n", d->mean, d->deviation, d->unit);
    if (of->runs[i] > 1 || of->jams[i] > 0) {
        fprintf(out, "  jams: %zu of %zu runs", of->jams[i], of->runs[i]);
        fprintf(out, of->without[i] > 0 ? ", %zu without a verdict\n" : "\n", of->without[i]);
    }
}

/* factors at whose ends the best design lies */
static void
print_edges(FILE *out, const struct doe_improved *d)
{
    bool first = true;

    for (size_t j = 0; j < d->designs.k; j++) {
        const double x = d->designs.x[d->best * d->designs.k + j];
        if (!d->work.variable[j].words && fabs(x) > 1 - 1e-9) {
            fputs(first ? "  at the end of its range: " : ", ", out);
            cli_print_visible(out, d->work.variable[j].name);
            fputs(x < 0 ? " (low)" : " (high)", out);
            first = false;
        }
    }
    fputs(first ? "" : "; a wider range may hold a better design\n", out);
}

static void
print_surrogate(FILE *out, const struct doe_improved *d, double stop)
{
    const double range = d->designs.most - d->designs.least;

    fprintf(out, "surrogate: cross-validated error %.3g %s, %.2g %% of the range; noise %.2g %s\n",
            d->error, d->unit, 100 * d->error / range, d->noise, d->unit);
    if (d->end == DOE_IMPROVE_SETTLED) {
        fprintf(out, "stopped: no improvement of %.3g %% of the range is expected any more\n",
                100 * stop);
    } else if (d->end == DOE_IMPROVE_EXHAUSTED) {
        fputs("stopped: every design that the factors allow was run\n", out);
    } else if (isfinite(d->gain)) {
        fprintf(out,
                "stopped: that was all that --designs allows; the next one is expected to gain "
                "%.2g %s\n",
                d->gain, d->unit);
    } else {
        fputs("stopped: that was all that --designs allows\n", out);
    }
}

static void
print_text(const struct arguments *a, const struct doe_improved *d, const struct doe_run *run)
{
    struct cli_lines lines;
    FILE *out = cli_lines_begin(&lines, stdout);
    struct quire_text command = {0};

    print_effort(out, d);
    if (d->has_best) {
        print_best(out, d, run);
        print_edges(out, d);
    } else {
        fprintf(out, "no design keeps its jams within %.3g %% of its runs\n", 100 * a->of.jams);
    }
    print_surrogate(out, d, a->of.stop);
    cli_lines_end(&lines);
    if (d->designs.n > d->planned) {
        quire_text_add(&command, "quire doe report ");
        doe_quote_for_shell(&command, d->files.study);
        cli_say_command(stdout, "report: ", doe_need_text(&command));
        quire_text_clear(&command);
    }
}

/* ---- as JSON ---- */

static void
add_number(struct quire_text *out, const char *key, double value)
{
    quire_text_format(out, ", \"%s\": ", key);
    quire_text_json_number(out, value);
}

static void
add_text(struct quire_text *out, const char *key, const char *value)
{
    quire_text_format(out, ", \"%s\": ", key);
    quire_text_json_string(out, value);
}

static void
write_best(struct quire_text *out, const struct doe_improved *d, const struct doe_run *run)
{
    const struct doe_designs *of = &d->designs;
    const size_t i = d->best;

    quire_text_format(out, "{\"point\": %llu, \"run\": %llu, \"factors\": [",
                      (unsigned long long)run->of.point, (unsigned long long)of->run[i]);
    for (size_t j = 0; j < of->k; j++) {
        quire_text_add(out, j > 0 ? ", {\"name\": " : "{\"name\": ");
        quire_text_json_string(out, d->work.variable[j].name);
        add_text(out, "text", run->of.value[j].text);
        add_number(out, "value", run->of.value[j].si);
        quire_text_add(out, "}");
    }
    quire_text_add(out, "]");
    add_number(out, "mean", of->mean[i]);
    add_number(out, "predicted", d->mean);
    add_number(out, "deviation", d->deviation);
    quire_text_format(out, ", \"runs\": %zu, \"jams\": %zu, \"without_verdict\": %zu", of->runs[i],
                      of->jams[i], of->without[i]);
    add_number(out, "allowed", d->allowed);
    quire_text_add(out, "}");
}

static void
write_json(struct quire_text *out, const struct doe_improved *d, const struct doe_run *run)
{
    const struct quire_study_response *r = &d->work.response[d->response];

    quire_text_add(out, "{\"study\": ");
    quire_text_json_string(out, d->work.name);
    add_text(out, "response", r->name);
    add_text(out, "unit", d->unit);
    add_text(out, "better",
             d->goal == DOE_GOAL_LEAST  ? "smaller"
             : d->goal == DOE_GOAL_MOST ? "larger"
                                        : "nominal");
    add_number(out, "target", d->goal == DOE_GOAL_TARGET ? r->target : (double)NAN);
    quire_text_format(out, ", \"designs\": %zu, \"planned\": %zu, \"batch\": %llu, \"runs\": %llu",
                      d->designs.n, d->planned, (unsigned long long)d->batch,
                      (unsigned long long)d->work.n_run);
    add_number(out, "least", d->designs.least);
    add_number(out, "most", d->designs.most);
    quire_text_add(out, ", \"best\": ");
    if (d->has_best) {
        write_best(out, d, run);
    } else {
        quire_text_add(out, "null");
    }
    add_number(out, "cross_validated_error", d->error);
    add_number(out, "noise", d->noise);
    quire_text_add(out, ", \"lengths\": [");
    for (size_t j = 0; j < d->designs.k; j++) {
        quire_text_add(out, j > 0 ? ", " : "");
        quire_text_json_number(out, d->length[j]);
    }
    quire_text_add(out, "]");
    add_number(out, "expected_improvement", d->gain);
    add_text(out, "stopped", end_word(d));
    add_text(out, "file", d->files.study);
    quire_text_add(out, "}\n");
}

/* ---- the verb ---- */

static int
print(const struct arguments *a, const struct doe_improved *d, quire_diag *diag)
{
    struct doe_run run = {0};
    struct quire_text text = {0};
    quire_status status = find_best_run(d, &run, diag);

    if (status == QUIRE_OK && a->common.json) {
        write_json(&text, d, &run);
        fputs(doe_need_text(&text), stdout);
    } else if (status == QUIRE_OK && !a->common.quiet) {
        print_text(a, d, &run);
    }
    quire_text_clear(&text);
    doe_run_clear(&run);
    return status != QUIRE_OK ? (int)status : d->has_best ? QUIRE_OK : DOE_NO_DESIGN_IS_ALLOWED;
}

static void
print_resume(const struct arguments *a)
{
    struct quire_text text = {0};

    quire_text_add(&text, "quire doe: interrupted; the same command goes on: quire doe improve ");
    doe_quote_for_shell(&text, a->common.study);
    cli_say_command(stderr, "", doe_need_text(&text));
    quire_text_clear(&text);
}

static int
improve(struct arguments *a)
{
    struct doe_improved found;
    quire_diag *diag = cli_need(quire_diag_create());
    bool tell = !a->common.quiet;

    a->of.study = a->common.study;
    a->of.directory = a->common.directory;
    a->of.job = a->common.job;
    a->of.job.tell = doe_tell_progress;
    a->of.job.user = &tell;
    a->of.fast = a->common.store.fast;
    const quire_status status = doe_improve(&found, &a->of, diag);
    int code = (int)status;
    doe_end_progress();
    if (status == QUIRE_OK) {
        code = print(a, &found, diag);
    } else if (found.stopped) {
        print_resume(a);
    }
    fflush(stdout);
    cli_print_problems(diag, false, status);
    doe_improved_clear(&found);
    quire_diag_destroy(diag);
    return code;
}

static bool
take_share(const struct cli_verb *verb, const char *name, const char *text, double most,
           double *out)
{
    const char *end = text;
    char message[80];

    if (quire_number_read(out, text, 0, &end) == QUIRE_NUMBER_OK && *end == '\0' && *out >= 0 &&
        *out <= most) {
        return true;
    }
    quire_number_format(message, sizeof message, "%s takes a number from 0 to %g, not", name, most);
    cli_usage_error(verb, message, text);
    return false;
}

static bool
take(const struct cli_verb *verb, void *self, int c)
{
    struct arguments *a = self;

    switch (c) {
    case RESPONSE: a->of.response = optarg; return true;
    case DESIGNS: return doe_take_count(verb, "--designs", optarg, 1, 5000, &a->of.designs);
    case BATCH: return doe_take_count(verb, "--batch", optarg, 1, 100, &a->of.batch);
    case STOP: return take_share(verb, "--stop", optarg, 1, &a->of.stop);
    case JAMS: return take_share(verb, "--jams", optarg, 1, &a->of.jams);
    case 'f':
        a->common.json = strcmp(optarg, "json") == 0;
        if (!a->common.json && strcmp(optarg, "text") != 0) {
            cli_usage_error(verb, "--format is text or json, not", optarg);
            return false;
        }
        return true;
    default: return false;
    }
}

int
doe_verb_improve(const struct cli_verb *verb, int argc, char **argv)
{
    static const struct option options[] = {{"response", required_argument, NULL, RESPONSE},
                                            {"designs", required_argument, NULL, DESIGNS},
                                            {"batch", required_argument, NULL, BATCH},
                                            {"stop", required_argument, NULL, STOP},
                                            {"jams", required_argument, NULL, JAMS},
                                            {"format", required_argument, NULL, 'f'},
                                            {"durability", required_argument, NULL, DOE_DURABILITY},
                                            DOE_WORKER_OPTIONS,
                                            DOE_PLAIN_OPTIONS};
    struct arguments a = {.common = doe_arguments_default(), .of = {.stop = 0.001}};
    int code = doe_parse(verb, &a.common, options, take, &a, argc, argv);

    if (code < 0) {
        a.common.job.stop_fd = cli_wait_for_signals();
        code = a.common.job.stop_fd >= 0 ? improve(&a) : QUIRE_ERROR_INTERNAL;
        doe_arguments_clear(&a.common);
        cli_raise_signal();
        return code;
    }
    doe_arguments_clear(&a.common);
    return code;
}

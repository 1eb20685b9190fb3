/* What `quire doe probability` tells. */
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "doe/probability.h"

#define SCHEMA       "quire-study-probability-1"
#define MOST_REGIONS 4    /* that are listed */
#define LEAST_PART   0.03 /* of the way: inputs with less are left out of the text */

const char *const doe_rare_methods[] = {"auto", "importance", "subset"};

void
doe_rare_spread(const struct doe_rare *self, const double *u, double *deviation)
{
    memset(deviation, 0, self->space.of.n * sizeof *deviation);
    for (size_t k = 0; k < self->n; k++) {
        deviation[self->input[k]] = u[k];
    }
}

/* ---- the answer in words ---- */

static const char *
what_of(const struct doe_rare *self)
{
    return self->response != NULL ? "outside its limits"
           : self->jams_alone     ? "jams"
                                  : "failed checks";
}

static void
tell_head(FILE *out, const struct doe_rare *self)
{
    cli_print_visible(out, self->space.work->name);
    fputs(": ", out);
    if (self->response != NULL) {
        cli_print_visible(out, self->response->name);
        putc(' ', out);
    }
    fprintf(out, "%s: ", what_of(self));
}

static void
tell_probability(FILE *out, const struct doe_rare *self, const struct quire_failure *f)
{
    const double percent = 100 * self->a->confidence;

    tell_head(out, self);
    if (f->kind == QUIRE_FAILURE_TIED) {
        fputs("not known: the response has too few different values for subset simulation; "
              "--method=importance needs none\n",
              out);
    } else if (f->kind == QUIRE_FAILURE_BOUND ||
               (f->kind == QUIRE_FAILURE_COUNTED && f->failures == 0)) {
        fprintf(out, "less than %.3g with %.4g %% confidence\n", f->interval.high, percent);
    } else {
        fprintf(out, "%.3g (%.3g to %.3g with %.4g %% confidence)\n", f->probability,
                f->interval.low, f->interval.high, percent);
    }
}

static void
tell_effort(FILE *out, const struct doe_rare *self, const struct quire_failure *f)
{
    fprintf(out, "%zu runs", f->runs);
    if (f->undecided > 0) {
        fprintf(out,
                ", %zu of them without a verdict: they hold at the lower end of the interval and "
                "fail at the upper one",
                f->undecided);
    }
    putc('\n', out);
    switch (f->kind) {
    case QUIRE_FAILURE_WEIGHED:
    case QUIRE_FAILURE_SUBSET:
        if (f->kind == QUIRE_FAILURE_WEIGHED) {
            fprintf(out, "from the last %zu, of which %zu fail; ", f->final, f->failures);
        }
        fprintf(out, "plain draws would know it as well after about %.2g runs\n",
                quire_failure_plain_runs(f->probability, f->variation));
        break;
    case QUIRE_FAILURE_COUNTED:
        fprintf(out, "counted: %zu of %zu plain draws fail\n", f->failures, f->final);
        break;
    default: break;
    }
    if (f->stopped) {
        fprintf(out, "interrupted: results after %zu of %llu runs\n", f->runs,
                (unsigned long long)self->a->runs);
    }
}

static void
tell_doubts(FILE *out, const struct doe_rare *self, const struct quire_failure *f)
{
    if (f->common) {
        fputs("failures are not rare: count them in replicates of the study\n", out);
    } else if (f->kind == QUIRE_FAILURE_COUNTED && f->failures == 0 && !f->stopped &&
               isinf(f->distance)) {
        fputs("no run failed, also where the noise was drawn up to four times as wide\n", out);
    } else if (f->kind == QUIRE_FAILURE_BOUND && !f->stopped) {
        fputs("--runs ended it before failures were reached\n", out);
    }
    if (f->kind == QUIRE_FAILURE_WEIGHED && f->doubtful) {
        fprintf(out,
                "doubtful: failures lie in more directions, or more inputs take part, than the "
                "draws cover well (one draw has %.0f %% of the estimate); the interval is twice as "
                "wide for that",
                100 * f->largest);
        fputs(self->response != NULL ? "; compare --method=subset\n" : "; take more --runs\n", out);
    }
}

static void
tell_region(FILE *out, struct doe_rare *self, const double *u, struct doe_run *run)
{
    double own[DOE_RARE_INPUTS], share[DOE_RARE_INPUTS];
    bool first = true;

    doe_rare_spread(self, u, self->deviation);
    if (doe_space_find(&self->space, self->deviation, run) != QUIRE_OK) {
        return;
    }
    quire_study_space_own(&self->space.of, self->deviation, own, share);
    for (size_t k = 0; k < self->n; k++) {
        const size_t c = self->input[k], j = self->space.of.variable[c];
        if (share[c] >= LEAST_PART) {
            fputs(first ? ": " : ", ", out);
            if (self->space.work->variable[j].words) {
                cli_print_visible(out, self->space.work->variable[j].name);
                fputs(" = ", out);
                cli_print_visible(out, run->of.value[j].text);
            } else {
                doe_print_value(out, &self->space.work->variable[j], &run->of, j);
            }
            fprintf(out, " (%+.3g, %.0f %% of the way)", own[c], 100 * share[c]);
            first = false;
        }
    }
}

static double
length_of(const struct doe_rare *self, const double *u)
{
    double square = 0;

    for (size_t k = 0; k < self->n; k++) {
        square += u[k] * u[k];
    }
    return sqrt(square);
}

static void
tell_regions(FILE *out, struct doe_rare *self, const struct quire_failure *f, struct doe_run *run)
{
    for (size_t i = 0; i < f->n_mode && i < MOST_REGIONS; i++) {
        const double *u = f->mode + i * self->n;
        fprintf(out, "  region %zu, %.0f %% of it, on average %.3g deviations away", i + 1,
                100 * f->share[i], length_of(self, u));
        tell_region(out, self, u, run);
        putc('\n', out);
    }
    if (f->n_mode > MOST_REGIONS) {
        fprintf(out, "  and %zu more regions\n", f->n_mode - MOST_REGIONS);
    }
}

static quire_status
tell_nearest(struct doe_rare *self, const struct quire_failure *f, struct doe_run *run)
{
    struct cli_lines lines;
    struct quire_text command = {0};

    if (isinf(f->distance)) {
        return QUIRE_OK;
    }
    doe_rare_spread(self, f->nearest, self->deviation);
    const quire_status status = doe_space_find(&self->space, self->deviation, run);
    if (status != QUIRE_OK) {
        return status;
    }
    FILE *out = cli_lines_begin(&lines, stdout);
    fprintf(out, "nearest failing run: %.3g deviations away", f->distance);
    if (self->nearest.diagnosis[0] != '\0') {
        fputs(": ", out);
        cli_print_visible(out, self->nearest.diagnosis);
    }
    putc('\n', out);
    cli_lines_end(&lines);
    doe_work_write_command(self->space.work, run, "nearest.run", &command);
    cli_say_command(stdout, "repeat it: ", doe_need_text(&command));
    quire_text_clear(&command);
    return QUIRE_OK;
}

quire_status
doe_rare_tell(struct doe_rare *self, const struct quire_failure *f)
{
    struct doe_run run = {0};
    struct cli_lines lines;
    FILE *out = cli_lines_begin(&lines, stdout);

    tell_probability(out, self, f);
    tell_effort(out, self, f);
    tell_doubts(out, self, f);
    tell_regions(out, self, f, &run);
    cli_lines_end(&lines);
    const quire_status status = tell_nearest(self, f, &run);
    doe_run_clear(&run);
    return status;
}

/* ---- the answer as JSON ---- */

static const char *
kind_word(const struct quire_failure *f)
{
    static const char *const word[] = {[QUIRE_FAILURE_WEIGHED] = "importance",
                                       [QUIRE_FAILURE_SUBSET] = "subset",
                                       [QUIRE_FAILURE_COUNTED] = "counted",
                                       [QUIRE_FAILURE_BOUND] = "bound",
                                       [QUIRE_FAILURE_TIED] = "tied"};

    return word[f->kind];
}

bool
doe_rare_is_estimate(const struct quire_failure *f)
{
    return f->kind == QUIRE_FAILURE_WEIGHED || f->kind == QUIRE_FAILURE_SUBSET ||
           (f->kind == QUIRE_FAILURE_COUNTED && f->failures > 0);
}

static void
write_place(struct quire_json *out, struct doe_rare *self, const double *u, struct doe_run *run)
{
    double own[DOE_RARE_INPUTS], share[DOE_RARE_INPUTS];

    doe_rare_spread(self, u, self->deviation);
    if (doe_space_find(&self->space, self->deviation, run) != QUIRE_OK) {
        return;
    }
    quire_study_space_own(&self->space.of, self->deviation, own, share);
    quire_json_number(out, "distance", length_of(self, u));
    quire_json_open(out, "noise", '[', false);
    for (size_t k = 0; k < self->n; k++) {
        const size_t c = self->input[k], j = self->space.of.variable[c];
        quire_json_open(out, NULL, '{', true);
        quire_json_string(out, "name", self->space.work->variable[j].name);
        quire_json_string(out, "text", run->of.value[j].text);
        quire_json_number(out, "value", run->of.value[j].si);
        quire_json_number(out, "deviation", own[c]);
        quire_json_number(out, "share", share[c]);
        quire_json_close(out, '{');
    }
    quire_json_close(out, '[');
}

static void
write_estimate(struct quire_json *out, const struct doe_rare *self, const struct quire_failure *f)
{
    const bool known = doe_rare_is_estimate(f), tied = f->kind == QUIRE_FAILURE_TIED;

    quire_json_number(out, "probability", known ? f->probability : (double)NAN);
    quire_json_open(out, "interval", '[', true);
    quire_json_number(out, NULL, tied ? (double)NAN : f->interval.low);
    quire_json_number(out, NULL, tied ? (double)NAN : f->interval.high);
    quire_json_close(out, '[');
    quire_json_number(out, "confidence", self->a->confidence);
    quire_json_number(out, "variation", known ? f->variation : (double)NAN);
    quire_json_bool(out, "rare", !f->common);
    quire_json_bool(out, "doubtful", f->doubtful);
    quire_json_bool(out, "complete", !f->stopped);
    quire_json_integer(out, "runs", (long)f->runs);
    quire_json_integer(out, "undecided", (long)f->undecided);
    quire_json_integer(out, "final", (long)f->final);
    quire_json_integer(out, "failures", (long)f->failures);
    quire_json_number(out, "plain_runs",
                      known ? quire_failure_plain_runs(f->probability, f->variation) : (double)NAN);
}

void
doe_rare_write_json(struct doe_rare *self, const struct quire_failure *f, struct quire_text *text)
{
    struct quire_json out = {.text = text};
    struct doe_run run = {0};

    quire_json_open(&out, NULL, '{', false);
    quire_json_string(&out, "schema", SCHEMA);
    quire_json_string(&out, "study", self->space.work->name);
    quire_json_string(&out, "of", self->a->of);
    quire_json_string(&out, "method", doe_rare_methods[self->method]);
    quire_json_string(&out, "found_by", kind_word(f));
    write_estimate(&out, self, f);
    quire_json_open(&out, "regions", '[', false);
    for (size_t i = 0; i < f->n_mode; i++) {
        quire_json_open(&out, NULL, '{', false);
        quire_json_number(&out, "share", f->share[i]);
        write_place(&out, self, f->mode + i * self->n, &run);
        quire_json_close(&out, '{');
    }
    quire_json_close(&out, '[');
    quire_json_open(&out, "nearest", '{', false);
    if (isfinite(f->distance)) {
        quire_json_string(&out, "diagnosis", self->nearest.diagnosis);
        write_place(&out, self, f->nearest, &run);
    }
    quire_json_close(&out, '{');
    quire_json_close(&out, '{');
    quire_text_add(text, "\n");
    doe_run_clear(&run);
}

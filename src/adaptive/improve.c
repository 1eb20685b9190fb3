#include "adaptive/improve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adaptive/search.h"
#include "base/diag.h"
#include "batch/environment.h"

#define PER_FACTOR   12 /* designs that are added where nobody says how many */
#define RUNS_A_ROUND 4  /* at least */
#define IN_A_ROW     3  /* designs or rounds without an improvement worth its runs end the search */
#define JAMS_MOST    0.8 /* share of designs that may jam altogether */

struct improving {
    const struct doe_improve_options *options;
    struct doe_improved *out;
    quire_diag *diag;
    struct quire_text study; /* with the table */
    int quiet_rounds;        /* without an improvement worth its runs, in a row */
};

/* ---- which response ---- */

static bool
has_goal(const struct quire_study_response *r)
{
    return r->better != QUIRE_STUDY_ANY || !isnan(r->target);
}

static quire_status
refuse_response(struct improving *s, const struct quire_text *names, size_t n)
{
    const struct doe_work *work = &s->out->work;
    const struct quire_place at = {.file = work->path};

    if (n > 1) {
        return quire_diag_error(s->diag, "E-MISSING", at, NULL, "name one by --response",
                                "several responses have a goal: %s", names->data);
    }
    return quire_diag_error(
        s->diag, "E-MISSING",
        work->n_response > 0 ? doe_designs_place(work, "name", work->response[0].name) : at, NULL,
        "such as better=\"smaller\", better=\"larger\" or target=\"2 N\"",
        "no response has a goal");
}

static quire_status
find_response(struct improving *s)
{
    const struct doe_work *work = &s->out->work;
    const char *wanted = s->options->response;
    struct quire_text names = {0};
    size_t n = 0;

    for (size_t i = 0; i < work->n_response; i++) {
        const struct quire_study_response *r = &work->response[i];
        const bool named = wanted != NULL && strcmp(r->name, wanted) == 0;
        if (named && !has_goal(r)) {
            return quire_diag_error(s->diag, "E-MISSING", doe_designs_place(work, "name", r->name),
                                    NULL, "give it better=\"smaller\", \"larger\" or a target",
                                    "response '%s' has no goal", r->name);
        }
        if (named || (wanted == NULL && has_goal(r))) {
            quire_text_format(&names, "%s%s", n > 0 ? ", " : "", r->name);
            s->out->response = i;
            n++;
        }
    }
    if (wanted != NULL && n == 0) {
        quire_text_clear(&names);
        return quire_diag_error(s->diag, "E-REFERENCE", (struct quire_place){.file = work->path},
                                NULL, NULL, "there is no response '%s'", wanted);
    }
    const quire_status status = n == 1 ? QUIRE_OK : refuse_response(s, &names, n);
    quire_text_clear(&names);
    return status;
}

static void
find_goal(struct doe_improved *out)
{
    const struct quire_study_response *r = &out->work.response[out->response];

    out->goal = r->better == QUIRE_STUDY_SMALLER  ? DOE_GOAL_LEAST
                : r->better == QUIRE_STUDY_LARGER ? DOE_GOAL_MOST
                                                  : DOE_GOAL_TARGET;
}

/* ---- the plan ---- */

static quire_status
check_plan(struct improving *s)
{
    const struct doe_work *work = &s->out->work;
    struct doe_designs described = {0};
    quire_status status = find_response(s);

    if (status == QUIRE_OK && quire_study_layout(work->study) != QUIRE_LAYOUT_FREE) {
        status = quire_diag_error(s->diag, "E-MODEL", doe_designs_place(work, "kind", "morris"),
                                  NULL, "a latin-hypercube design is a good one to begin with",
                                  "indices follow from the order of this design's points, so that "
                                  "others cannot be added to them");
    }
    if (status == QUIRE_OK) {
        status = doe_designs_describe(&described, work, s->diag);
    }
    doe_designs_clear(&described);
    return status;
}

/* what there is to say of the model is said once */
static quire_status
load(struct improving *s, const char *path)
{
    quire_diag *unheard = s->out->work.study != NULL ? quire_diag_create() : NULL;
    quire_status status = QUIRE_ERROR_INTERNAL;

    if (s->out->work.study != NULL) {
        doe_work_clear(&s->out->work);
    }
    if (unheard != NULL) {
        status = doe_work_load(&s->out->work, path, NULL, unheard);
    }
    quire_diag_destroy(unheard);
    return status == QUIRE_OK ? status : doe_work_load(&s->out->work, path, NULL, s->diag);
}

/* ---- runs ---- */

/* results of the study's own store for runs that are not in this one; a store that cannot be read
 * is none */
struct inheritance {
    struct doe_work *work;
    struct doe_store *to;
    struct doe_run run;
};

static quire_status
inherit_run(void *self, const struct doe_record *record)
{
    struct inheritance *h = self;
    bool found = false;
    enum doe_status status;
    quire_status done = doe_work_run(h->work, record->index, &h->run, NULL);

    if (done == QUIRE_OK && doe_status_is_chance(record->status)) {
        return done;
    }
    if (done == QUIRE_OK) {
        done = doe_store_find(h->to, h->run.id, &found, &status);
    }
    return done == QUIRE_OK && !found ? doe_store_add(h->to, &h->run, record) : done;
}

static void
inherit(struct improving *s, struct doe_store *store)
{
    struct doe_store *own = NULL;
    quire_diag *unheard = quire_diag_create();
    struct inheritance h = {.work = &s->out->work, .to = store};
    const struct doe_store_options reading = {.write = false};

    if (unheard != NULL && doe_run_init(&h.run, &s->out->work) &&
        doe_store_open(&own, s->options->directory, &s->out->work, &reading, unheard) == QUIRE_OK) {
        doe_store_each(own, inherit_run, &h);
        doe_store_commit(store);
    }
    doe_store_close(own);
    doe_run_clear(&h.run);
    quire_diag_destroy(unheard);
}

static quire_status
run_in_store(struct improving *s, struct doe_store *store, bool first)
{
    struct doe_progress progress;
    uint64_t damaged = 0;
    quire_status status = doe_store_check(store, true, &damaged, s->diag);

    if (status == QUIRE_OK && first) {
        inherit(s, store);
    }
    if (status == QUIRE_OK) {
        status = doe_job_run(&s->out->work, store, &s->options->job, &progress, &s->out->stopped,
                             s->diag);
    }
    if (status == QUIRE_OK && s->out->stopped && progress.done < progress.total) {
        return QUIRE_ERROR_LIMIT;
    }
    if (status == QUIRE_OK) {
        doe_designs_clear(&s->out->designs);
        snprintf(s->out->unit, sizeof s->out->unit, "%s", doe_store_unit(store, s->out->response));
        status =
            doe_designs_gather(&s->out->designs, &s->out->work, store, s->out->response, s->diag);
    }
    return status;
}

/* does what the loaded study has left, and reads all of it */
static quire_status
run_all(struct improving *s, bool first)
{
    struct doe_store *store = NULL;
    const struct doe_store_options writing = {
        .write = true, .extend = true, .fast = s->options->fast};
    quire_status status =
        doe_store_open(&store, s->out->files.directory, &s->out->work, &writing, s->diag);

    if (status == QUIRE_OK) {
        status = run_in_store(s, store, first);
    }
    doe_store_close(store);
    return status;
}

/* ---- surrogates ---- */

static struct doe_observed
observe(const struct doe_improved *out, const struct doe_improve_options *options, size_t n)
{
    const struct doe_designs *d = &out->designs;
    const double runs = (double)d->most_runs, most = floor(options->jams * runs + 1e-9);

    return (struct doe_observed){.n = n,
                                 .k = d->k,
                                 .axis = d->axis,
                                 .x = d->x,
                                 .y = d->mean,
                                 .noise = d->noise_known ? d->noise : NULL,
                                 .jams = d->score,
                                 .jams_most = doe_designs_score(fmin(most + 0.5, runs), runs),
                                 .goal = out->goal,
                                 .target = out->work.response[out->response].target};
}

static quire_status
check_numbers(struct improving *s)
{
    const struct doe_designs *d = &s->out->designs;
    const struct quire_study_response *r = &s->out->work.response[s->out->response];
    const struct quire_place at = doe_designs_place(&s->out->work, "name", r->name);
    size_t n = 0;

    for (size_t i = 0; i < d->n; i++) {
        n += isnan(d->mean[i]) ? 0 : 1;
    }
    if ((double)n < (1 - JAMS_MOST) * (double)d->n) {
        return quire_diag_error(s->diag, "E-MODEL", at, NULL, "widen or move the ranges",
                                "response '%s' has a number at %zu of %zu designs, for the others "
                                "jam",
                                r->name, n, d->n);
    }
    if (n < 2 * d->k + 2) {
        return quire_diag_error(s->diag, "E-MODEL", at, NULL,
                                "give the design more points, or another one",
                                "response '%s' has a number at %zu designs; a surrogate of %zu "
                                "factors takes %zu",
                                r->name, n, d->k, 2 * d->k + 2);
    }
    if (!(d->most - d->least > 1e-12 * fmax(fabs(d->most), fabs(d->least)))) {
        return quire_diag_error(s->diag, "E-MODEL", at, NULL, NULL,
                                "response '%s' is the same at all %zu designs", r->name, n);
    }
    return QUIRE_OK;
}

static double
range_of(const struct doe_improved *out)
{
    return out->designs.most - out->designs.least;
}

static bool
is_quiet(const struct improving *s, double gain)
{
    return gain < s->options->stop * range_of(s->out);
}

static void
tell(struct doe_improved *out, struct doe_surrogate *surrogate)
{
    const double noise = surrogate->process.noise;

    out->has_best = surrogate->has_best;
    out->best = surrogate->best;
    if (out->has_best) {
        const double *x = out->designs.x + out->best * out->designs.k;
        doe_surrogate_predict(surrogate, x, &out->mean, &out->deviation);
        out->allowed = doe_surrogate_allowed(surrogate, x);
    }
    out->error = doe_surrogate_error(surrogate);
    out->noise = out->designs.noise_known ? sqrt(out->designs.noise[out->best])
                                          : surrogate->scale * sqrt(noise);
    memcpy(out->length, surrogate->process.length, out->designs.k * sizeof *out->length);
}

/* The batch that follows the first n designs, (batch x k), of which *chosen are found; *gain: of
 * the first of them. */
static enum doe_surrogate_end
choose(struct improving *s, size_t n, size_t batch, double *x, size_t *chosen, double *gain)
{
    struct doe_surrogate surrogate;
    const struct doe_observed seen = observe(s->out, s->options, n);
    const size_t k = s->out->designs.k;
    enum doe_surrogate_end end = doe_surrogate_make(&surrogate, &seen, batch);

    *chosen = 0;
    if (end == DOE_SURROGATE_MADE && n == s->out->designs.n) {
        tell(s->out, &surrogate);
    }
    for (bool more = end == DOE_SURROGATE_MADE; more && *chosen < batch;) {
        const double found = doe_surrogate_next(&surrogate, x + *chosen * k);
        *gain = *chosen == 0 ? found : *gain;
        more = !isnan(found);
        *chosen += more;
        more = more && *chosen < batch && doe_surrogate_believe(&surrogate, x + (*chosen - 1) * k);
    }
    end = surrogate.starved ? DOE_SURROGATE_STARVED : end;
    doe_surrogate_clear(&surrogate);
    return end;
}

static quire_status
refuse_surrogate(struct improving *s, enum doe_surrogate_end end)
{
    const struct quire_study_response *r = &s->out->work.response[s->out->response];
    const struct quire_place at = doe_designs_place(&s->out->work, "name", r->name);
    const size_t n = s->out->designs.n;

    return end == DOE_SURROGATE_STARVED ? quire_diag_memory_error(s->diag)
           : end == DOE_SURROGATE_ALIKE
               ? quire_diag_error(s->diag, "E-MODEL", at, NULL, NULL,
                                  "response '%s' is the same at all %zu designs", r->name, n)
               : quire_diag_error(s->diag, "E-MODEL", at, NULL, NULL,
                                  "no surrogate goes through the means of '%s' at %zu designs",
                                  r->name, n);
}

/* What a call that was cut off knew: how many of the last rounds promised nothing. Designs through
 * which no surrogate goes, as those of a plan that was improved for another response, have promised
 * nothing that could be known. */
static quire_status
remember(struct improving *s)
{
    const size_t n = s->out->designs.n, planned = s->out->planned, batch = (size_t)s->out->batch;
    double *x = calloc(s->out->designs.k, sizeof *x), gain = 0;
    enum doe_surrogate_end end = x != NULL ? DOE_SURROGATE_MADE : DOE_SURROGATE_STARVED;

    for (size_t back = IN_A_ROW - 1; end != DOE_SURROGATE_STARVED && back > 0; back--) {
        size_t chosen;
        if (n >= planned + back * batch) {
            end = choose(s, n - back * batch, 1, x, &chosen, &gain);
            s->quiet_rounds = chosen > 0 && is_quiet(s, gain) ? s->quiet_rounds + 1 : 0;
        }
    }
    free(x);
    return end != DOE_SURROGATE_STARVED ? QUIRE_OK : quire_diag_memory_error(s->diag);
}

/* ---- rounds ---- */

static quire_status
write_round(struct improving *s, const double *x, size_t n)
{
    struct quire_text lines = {0};
    quire_status status = QUIRE_OK;

    for (size_t i = 0; i < n && status == QUIRE_OK; i++) {
        status = doe_designs_write(&s->out->work, x + i * s->out->designs.k, &lines, s->diag);
        quire_text_add(&lines, "\n");
    }
    if (status == QUIRE_OK) {
        status = doe_improve_add(&s->out->files, &s->out->work, &lines, &s->study, s->diag);
    }
    quire_text_clear(&lines);
    return status;
}

static quire_status
run_round(struct improving *s, const double *x, size_t n)
{
    const uint64_t before = s->out->work.n_run;
    quire_status status = write_round(s, x, n);

    if (status == QUIRE_OK) {
        status = load(s, s->out->files.study);
    }
    if (status == QUIRE_OK && s->out->work.n_run == before) {
        status =
            quire_diag_error(s->diag, "E-MODEL", (struct quire_place){.file = s->out->files.study},
                             NULL, "narrow the ranges instead",
                             "the designs that would be next are left out by an <exclude>");
    }
    return status == QUIRE_OK ? run_all(s, false) : status;
}

static quire_status
go_on(struct improving *s)
{
    struct doe_improved *out = s->out;
    const size_t k = out->designs.k, batch = (size_t)out->batch,
                 most = s->options->designs > 0 ? (size_t)s->options->designs
                                                : out->planned + PER_FACTOR * k;
    double *x = calloc(batch * k, sizeof *x);
    quire_status status = x != NULL ? remember(s) : quire_diag_memory_error(s->diag);

    while (status == QUIRE_OK) {
        const size_t left = most > out->designs.n ? most - out->designs.n : 0;
        size_t chosen = 0;
        const enum doe_surrogate_end end = choose(
            s, out->designs.n, left > 0 && left < batch ? left : batch, x, &chosen, &out->gain);
        if (end != DOE_SURROGATE_MADE) {
            status = refuse_surrogate(s, end);
            break;
        }
        s->quiet_rounds = chosen > 0 && is_quiet(s, out->gain) ? s->quiet_rounds + 1 : 0;
        out->end = chosen == 0                   ? DOE_IMPROVE_EXHAUSTED
                   : s->quiet_rounds >= IN_A_ROW ? DOE_IMPROVE_SETTLED
                                                 : DOE_IMPROVE_SPENT;
        if (out->end != DOE_IMPROVE_SPENT || left == 0) {
            break;
        }
        status = run_round(s, x, chosen);
    }
    free(x);
    return status;
}

/* designs of the study's own plan, whose runs come first */
static size_t
count_planned(const struct doe_designs *d, uint64_t runs)
{
    size_t n = 0;

    for (size_t i = 0; i < d->n; i++) {
        n += d->run[i] < runs;
    }
    return n;
}

/* the designs of the plan, and those that an earlier call added */
static quire_status
begin(struct improving *s)
{
    struct doe_improved *out = s->out;
    const uint64_t planned = out->work.n_run;
    const bool again = doe_improve_has_table(&out->files);
    quire_status status = again ? load(s, out->files.study) : QUIRE_OK;

    if (status == QUIRE_OK) {
        status = run_all(s, !again);
    }
    if (status != QUIRE_OK) {
        return status;
    }
    out->planned = count_planned(&out->designs, planned);
    const uint64_t runs = out->designs.most_runs > 0 ? out->designs.most_runs : 1;
    out->batch = s->options->batch > 0 ? s->options->batch : (RUNS_A_ROUND + runs - 1) / runs;
    return check_numbers(s);
}

static quire_status
improve(struct improving *s)
{
    struct doe_lock lock;
    quire_status status = doe_lock_take(&lock, s->out->files.directory, s->diag);

    if (status != QUIRE_OK) {
        return status;
    }
    /* a table whose study was not written any more */
    if (doe_improve_has_table(&s->out->files)) {
        const struct quire_text none = {.data = (char *)""};
        status = doe_improve_add(&s->out->files, &s->out->work, &none, &s->study, s->diag);
    }
    if (status == QUIRE_OK) {
        status = begin(s);
    }
    if (status == QUIRE_OK) {
        status = go_on(s);
    }
    doe_lock_drop(&lock);
    return status;
}

quire_status
doe_improve(struct doe_improved *out, const struct doe_improve_options *options, quire_diag *diag)
{
    struct improving s = {.options = options, .out = out, .diag = diag};

    *out = (struct doe_improved){.gain = NAN};
    quire_status status = load(&s, options->study);
    if (status == QUIRE_OK) {
        status = check_plan(&s);
    }
    if (status == QUIRE_OK &&
        !doe_improve_files_name(&out->files, options->study, options->directory)) {
        status = quire_diag_memory_error(diag);
    }
    if (status == QUIRE_OK) {
        find_goal(out);
        status = doe_improve_study_text(&s.study, &out->work, &out->files, diag);
    }
    if (status == QUIRE_OK) {
        status = doe_improve_may_write(&s.study, &out->files, diag);
    }
    if (status == QUIRE_OK) {
        status = improve(&s);
    }
    quire_text_clear(&s.study);
    return status;
}

void
doe_improved_clear(struct doe_improved *self)
{
    doe_designs_clear(&self->designs);
    if (self->work.study != NULL) {
        doe_work_clear(&self->work);
    }
    doe_improve_files_clear(&self->files);
}

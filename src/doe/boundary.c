/* quire doe boundary: how far the present design is from the nearest failure. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "doe/space.h"
#include "study/boundary.h"
#include "text/number.h"

enum { REACH = DOE_OPTION_LAST, RESOLUTION, RUNS, OF };

enum failure { ANY_CHECK, JAMS_ALONE };

struct arguments {
    struct doe_arguments common;
    double reach, resolution;
    uint64_t runs;
    enum failure of;
    struct cli_settings settings;
};

/* The search's factors are the coordinates of the study's space; all other variables keep the
 * model's own value. */
struct margin {
    const struct arguments *a;
    const struct doe_work *work;
    quire_diag *diag;
    struct doe_space space;
    struct doe_record nearest; /* of the last failure tried that was nearest */
    double least;
};

/* ---- designs ---- */

static enum quire_design_outcome
outcome_of(const struct margin *m, const struct doe_record *record)
{
    switch (record->status) {
    case DOE_PASSED: return QUIRE_HOLDS;
    case DOE_JAM: return QUIRE_FAILS;
    case DOE_LIMIT: return m->a->of == JAMS_ALONE ? QUIRE_HOLDS : QUIRE_FAILS;
    default: return QUIRE_UNDECIDED;
    }
}

static quire_status
attempt(void *user, const double *designs, size_t count, enum quire_design_outcome *outcome)
{
    struct margin *m = user;
    const quire_status status = doe_space_try(&m->space, designs, count);

    for (size_t i = 0; status == QUIRE_OK && i < count; i++) {
        double square = 0;
        for (size_t k = 0; k < m->space.of.n; k++) {
            square += designs[i * m->space.of.n + k] * designs[i * m->space.of.n + k];
        }
        outcome[i] = outcome_of(m, &m->space.record[i]);
        if (outcome[i] == QUIRE_FAILS && square < m->least) {
            m->least = square;
            doe_record_copy(&m->nearest, &m->space.record[i]);
        }
    }
    return status;
}

/* ---- what came of it ---- */

/* tied to others by full correlation */
static bool
is_bound(const struct margin *m, size_t k)
{
    double direction[QUIRE_BOUNDARY_FACTORS] = {0}, square = 0;

    quire_study_space_alone(&m->space.of, k, direction);
    for (size_t c = 0; c < m->space.of.n; c++) {
        square += direction[c] * direction[c];
    }
    return !(square > 0);
}

static void
print_axes(FILE *out, struct margin *m, const struct quire_boundary *b, struct doe_run *run)
{
    fputs("changed alone:\n", out);
    for (size_t k = 0; k < m->space.of.n; k++) {
        const struct quire_study_variable *v = &m->work->variable[m->space.of.variable[k]];
        fputs("  ", out);
        cli_print_visible(out, v->name);
        for (int up = 0; up < 2; up++) {
            const double far = b->axis[2 * k + (size_t)up];
            double deviation[QUIRE_BOUNDARY_FACTORS] = {0};
            fputs(up != 0 ? "; up: " : " down: ", out);
            if (isnan(far)) {
                fputs(is_bound(m, k) ? "cannot change alone" : "not evaluated", out);
                continue;
            }
            if (isinf(far)) {
                fprintf(out, "no failure within %.3g", m->a->reach);
                continue;
            }
            quire_study_space_alone(&m->space.of, k, deviation);
            for (size_t c = 0; c < m->space.of.n; c++) {
                deviation[c] *= up != 0 ? far : -far;
            }
            if (doe_space_find(&m->space, deviation, run) == QUIRE_OK) {
                fprintf(out, "fails at %.3g, ", far);
                doe_print_value(out, v, &run->of, m->space.of.variable[k]);
            }
        }
        putc('\n', out);
    }
}

static void
print_nearest(const struct margin *m, const struct quire_boundary *b, struct doe_run *run)
{
    struct cli_lines lines;
    FILE *out = cli_lines_begin(&lines, stdout);
    struct quire_text command = {0};
    double own[QUIRE_BOUNDARY_FACTORS], share[QUIRE_BOUNDARY_FACTORS];

    quire_study_space_own(&m->space.of, b->nearest, own, share);
    fprintf(out, "nearest failure: %.3g tolerances away (it holds as far as %.3g): ", b->distance,
            b->held);
    cli_print_visible(out, m->nearest.diagnosis);
    putc('\n', out);
    for (size_t k = 0; k < m->space.of.n; k++) {
        fputs("  ", out);
        doe_print_value(out, &m->work->variable[m->space.of.variable[k]], &run->of,
                        m->space.of.variable[k]);
        fprintf(out, ": %+.3g, %.0f %% of the way\n", own[k], 100 * share[k]);
    }
    if (m->nearest.message[0] != '\0') {
        fputs("  ", out);
        cli_print_visible(out, m->nearest.message);
        putc('\n', out);
    }
    doe_work_write_command(m->work, run, "nearest.run", &command);
    cli_lines_end(&lines);
    cli_say_command(stdout, "repeat it: ", doe_need_text(&command));
    quire_text_clear(&command);
}

static void
print_verdict(FILE *out, const struct margin *m, const struct quire_boundary *b)
{
    cli_print_visible(out, m->work->name);
    if (b->found && !(b->distance > 0)) {
        fputs(": the present design fails: ", out);
        cli_print_visible(out, m->nearest.diagnosis);
        putc('\n', out);
    } else {
        fputs(": the present design holds. A tolerance is half a factor's range, or one standard "
              "normal deviation of noise.\n",
              out);
    }
    if (!b->found) {
        fprintf(out, "no failure was found within %.3g tolerances\n", m->a->reach);
    }
}

static void
print_effort(FILE *out, const struct quire_boundary *b)
{
    fprintf(out, "%zu designs were tried", b->attempts);
    if (b->undecided > 0) {
        fprintf(out, ", %zu of them without a verdict", b->undecided);
    }
    fprintf(out, "%s\n",
            b->spent ? "; that was all that --runs allows, the search was not through" : "");
}

static quire_status
print_boundary(struct margin *m, const struct quire_boundary *b)
{
    struct doe_run run = {0};
    struct cli_lines lines;
    const quire_status status = doe_space_find(&m->space, b->nearest, &run);
    const bool more = status == QUIRE_OK && b->distance > 0;

    print_verdict(cli_lines_begin(&lines, stdout), m, b);
    cli_lines_end(&lines);
    if (more && b->found) {
        print_nearest(m, b, &run);
    }
    FILE *out = cli_lines_begin(&lines, stdout);
    if (more) {
        print_axes(out, m, b, &run);
    }
    print_effort(out, b);
    cli_lines_end(&lines);
    doe_run_clear(&run);
    return status;
}

/* null where there is no number */
static void
print_number(const char *key, double value)
{
    if (isfinite(value)) {
        printf("\"%s\": %.17g", key, value);
    } else {
        printf("\"%s\": null", key);
    }
}

/* as --set takes it: a number in SI alone does not tell what it is of */
static void
print_text(const char *key, const char *text)
{
    printf("\"%s\": ", key);
    cli_print_json_string(stdout, text);
    fputs(", ", stdout);
}

static void
print_json_of(struct margin *m, const struct quire_boundary *b, const struct doe_run *middle,
              const struct doe_run *nearest)
{
    double own[QUIRE_BOUNDARY_FACTORS], share[QUIRE_BOUNDARY_FACTORS];

    quire_study_space_own(&m->space.of, b->nearest, own, share);
    quire_study_space_values(&m->space.of, b->nearest, m->space.si);
    fputs("{\"study\": ", stdout);
    cli_print_json_string(stdout, m->work->name);
    printf(", \"holds\": %s, \"found\": %s, ", b->distance > 0 ? "true" : "false",
           b->found ? "true" : "false");
    print_number("distance", b->distance);
    fputs(", ", stdout);
    print_number("held", b->found ? b->held : (double)NAN);
    fputs(", \"check\": ", stdout);
    cli_print_json_string(stdout, b->found ? m->nearest.diagnosis : "");
    fputs(", \"factors\": [", stdout);
    for (size_t k = 0; k < m->space.of.n; k++) {
        const struct quire_study_variable *v = &m->work->variable[m->space.of.variable[k]];
        printf("%s{\"name\": ", k > 0 ? ", " : "");
        cli_print_json_string(stdout, v->name);
        fputs(", ", stdout);
        print_text("middle_text", middle->of.value[m->space.of.variable[k]].text);
        if (b->found) {
            print_text("nearest_text", nearest->of.value[m->space.of.variable[k]].text);
        }
        print_number("middle", m->space.of.middle[m->space.of.variable[k]]);
        fputs(", ", stdout);
        print_number("nearest", b->found ? m->space.si[m->space.of.variable[k]] : (double)NAN);
        fputs(", ", stdout);
        print_number("deviation", b->found ? own[k] : (double)NAN);
        fputs(", ", stdout);
        print_number("share", b->found ? share[k] : (double)NAN);
        fputs(", ", stdout);
        print_number("down", b->axis[2 * k]);
        fputs(", ", stdout);
        print_number("up", b->axis[2 * k + 1]);
        fputs("}", stdout);
    }
    printf("], \"attempts\": %zu, \"undecided\": %zu, \"complete\": %s}\n", b->attempts,
           b->undecided, b->spent ? "false" : "true");
}

static quire_status
print_json(struct margin *m, const struct quire_boundary *b)
{
    const double none[QUIRE_BOUNDARY_FACTORS] = {0};
    struct doe_run middle = {0}, nearest = {0};
    quire_status status = doe_space_find(&m->space, none, &middle);

    if (status == QUIRE_OK) {
        status = doe_space_find(&m->space, b->found ? b->nearest : none, &nearest);
    }
    if (status == QUIRE_OK) {
        print_json_of(m, b, &middle, &nearest);
    }
    doe_run_clear(&middle);
    doe_run_clear(&nearest);
    return status;
}

/* ---- the verb ---- */

static quire_status
find_factors(struct margin *m)
{
    quire_status status =
        quire_study_space_make(&m->space.of, m->work->study, m->work->path, m->diag);

    for (size_t i = 0; i < m->a->settings.n && status == QUIRE_OK; i++) {
        status = doe_space_set(&m->space, &m->a->settings.list[i], NULL);
    }
    if (status == QUIRE_OK && !quire_study_space_is_possible(&m->space.of)) {
        return doe_space_refuse(
            &m->space, &m->a->settings.list[m->a->settings.n - 1],
            "noise of full correlation begins from values that never meet; set both");
    }
    if (status == QUIRE_OK && (m->space.of.n == 0 || m->space.of.n > QUIRE_BOUNDARY_FACTORS)) {
        status = quire_diag_error(
            m->diag, "E-MODEL", (struct quire_place){.file = m->work->path}, NULL,
            "give factors a low and a high end",
            "a boundary is searched in 1 to %d numbers with ranges, this study has %zu",
            QUIRE_BOUNDARY_FACTORS, m->space.of.n);
    }
    return status;
}

static quire_status
search(struct margin *m, struct quire_boundary *out)
{
    const size_t n = m->space.of.n;
    double *alone = calloc(n * n + 1, sizeof *alone);
    const struct quire_boundary_problem problem = {.n = n,
                                                   .alone = alone,
                                                   .reach = m->a->reach,
                                                   .resolution = m->a->resolution,
                                                   .budget = m->a->runs,
                                                   .seed = quire_study_seed(m->work->study),
                                                   .attempt = attempt,
                                                   .user = m};

    if (alone == NULL) {
        return quire_diag_memory_error(m->diag);
    }
    for (size_t k = 0; k < n; k++) {
        quire_study_space_alone(&m->space.of, k, alone + k * n);
    }
    const quire_status status = quire_boundary_search(&problem, out);
    free(alone);
    return status;
}

/* the record is that of the first design */
static quire_status
refuse_unknown(const struct margin *m)
{
    const struct doe_record *r = m->space.record;
    const bool chance = doe_status_is_chance(r->status);

    return quire_diag_error(
        m->diag, chance ? "E-LIMIT" : "E-MODEL", (struct quire_place){.file = m->work->path}, NULL,
        chance ? "give it more time or memory" : "begin from other values with --set",
        "the present design has no verdict, so nothing was searched: %s%s%s",
        doe_status_word(r->status), r->message[0] != '\0' ? ": " : "", r->message);
}

static int
boundary(const struct doe_arguments *common, struct doe_work *work, quire_diag *diag, void *user)
{
    struct margin m = {.a = user,
                       .work = work,
                       .diag = diag,
                       .least = HUGE_VAL,
                       .space = {.work = work, .common = common, .diag = diag}};
    struct quire_boundary b = {0};
    quire_status status = doe_record_init(&m.nearest, work->n_response)
                              ? find_factors(&m)
                              : quire_diag_memory_error(diag);

    if (status == QUIRE_OK) {
        status = search(&m, &b);
    }
    if (status == QUIRE_OK && b.unknown) {
        status = refuse_unknown(&m);
    }
    if (status == QUIRE_OK) {
        status = common->json ? print_json(&m, &b) : print_boundary(&m, &b);
    }
    const bool fails = b.found && !(b.distance > 0);
    quire_boundary_clear(&b);
    doe_record_clear(&m.nearest);
    doe_space_clear(&m.space);
    return status == QUIRE_OK && fails ? DOE_PRESENT_DESIGN_FAILS : (int)status;
}

static bool
take_option(const struct cli_verb *verb, void *self, int c)
{
    struct arguments *a = self;

    switch (c) {
    case REACH: return cli_take_quantity("--reach", optarg, "", &a->reach);
    case RESOLUTION: return cli_take_quantity("--resolution", optarg, "", &a->resolution);
    case RUNS: return doe_take_count(verb, "--runs", optarg, 1, QUIRE_STUDY_RUN_LIMIT, &a->runs);
    case 'f': return cli_take_format(optarg, &a->common.json);
    case 's': return cli_settings_add(&a->settings, optarg);
    case OF:
        a->of = strcmp(optarg, "jams") == 0 ? JAMS_ALONE : ANY_CHECK;
        return a->of == JAMS_ALONE || strcmp(optarg, "checks") == 0 ||
               (cli_usage_error(verb, "--of takes checks or jams, not", optarg), false);
    default: return false;
    }
}

int
doe_verb_boundary(const struct cli_verb *verb, int argc, char **argv)
{
    static const struct option options[] = {{"reach", required_argument, NULL, REACH},
                                            {"resolution", required_argument, NULL, RESOLUTION},
                                            {"runs", required_argument, NULL, RUNS},
                                            {"of", required_argument, NULL, OF},
                                            {"set", required_argument, NULL, 's'},
                                            {"format", required_argument, NULL, 'f'},
                                            DOE_WORKER_OPTIONS,
                                            DOE_PLAIN_OPTIONS};
    struct arguments a = {
        .common = doe_arguments_default(), .reach = 3, .resolution = 0.02, .runs = 20000};
    int code = doe_parse(verb, &a.common, options, take_option, &a, argc, argv);

    if (code < 0 && !(a.reach > 0 && a.resolution > 0 && a.resolution < a.reach)) {
        code = cli_usage_error(
            verb, "--reach must be greater than --resolution, and both greater than 0", NULL);
    }
    if (code < 0) {
        a.common.job.stop_fd = cli_wait_for_signals();
        code = a.common.job.stop_fd >= 0 ? doe_with_work(&a.common, boundary, &a)
                                         : QUIRE_ERROR_INTERNAL;
        cli_raise_signal();
    }
    cli_settings_clear(&a.settings);
    doe_arguments_clear(&a.common);
    return code;
}

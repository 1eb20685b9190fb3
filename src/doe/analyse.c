/* quire doe analyse */
#include <stdint.h>
#include <string.h>

#include "base/diag.h"
#include "doe/verbs.h"
#include "jobs/table_runs.h"

enum {
    STUDY = DOE_OPTION_LAST,
    FACTORS,
    NOISE,
    RESPONSES,
    BLOCK,
    WORDS,
    ROWS,
    TERMS,
    SELECT,
    TRANSFORM,
    RANDOM
};

struct analysing {
    struct doe_arguments common;
    struct doe_table_roles roles;
    const char *study; /* NULL: none */
};

static bool
take_rows(const struct cli_verb *verb, struct analysing *self)
{
    if (strcmp(optarg, "independent") == 0) {
        self->roles.rows = DOE_ROWS_INDEPENDENT;
    } else if (strcmp(optarg, "repeatable") == 0) {
        self->roles.rows = DOE_ROWS_REPEATABLE;
    } else {
        cli_usage_error(verb, "--rows is independent or repeatable, not", optarg);
        return false;
    }
    return true;
}

static bool
take_select(const struct cli_verb *verb, struct analysing *self)
{
    self->roles.select = strcmp(optarg, "aicc") == 0;
    if (!self->roles.select && strcmp(optarg, "none") != 0) {
        cli_usage_error(verb, "--select is none or aicc, not", optarg);
        return false;
    }
    return true;
}

static bool
take_transform(const struct cli_verb *verb, struct analysing *self)
{
    static const char *const words[] = {[QUIRE_TRANSFORM_NONE] = "none",
                                        [QUIRE_TRANSFORM_LOG] = "log",
                                        [QUIRE_TRANSFORM_ROOT] = "sqrt",
                                        [QUIRE_TRANSFORM_RECIPROCAL] = "reciprocal",
                                        [QUIRE_TRANSFORM_POWER] = "box-cox"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(optarg, words[i]) == 0) {
            self->roles.transform = (enum quire_transform)i;
            return true;
        }
    }
    cli_usage_error(verb, "--transform is none, log, sqrt, reciprocal or box-cox, not", optarg);
    return false;
}

static bool
take(const struct cli_verb *verb, void *user, int c)
{
    struct analysing *self = user;

    switch (c) {
    case STUDY: self->study = self->common.also_read = optarg; return true;
    case FACTORS: self->roles.factors = optarg; return true;
    case NOISE: self->roles.noise = optarg; return true;
    case RESPONSES: self->roles.responses = optarg; return true;
    case BLOCK: self->roles.block = optarg; return true;
    case WORDS: self->roles.words = optarg; return true;
    case RANDOM: self->roles.random = optarg; return true;
    case ROWS: return take_rows(verb, self);
    case TERMS: self->roles.terms = optarg; return true;
    case SELECT: return take_select(verb, self);
    case TRANSFORM: return take_transform(verb, self);
    default: return doe_take_output(verb, &self->common, c);
    }
}

static void
note_left_out(const struct analysing *self, const char *left_out)
{
    if (left_out[0] != '\0' && !self->common.quiet) {
        cli_say(stderr, "quire doe analyse: note: columns without a role: ", left_out, "\n");
    }
}

static quire_status
analyse(const struct analysing *self, const struct doe_work *work, quire_diag *diag)
{
    struct doe_runs runs = {0};
    struct quire_analysis analysis = {0};
    struct quire_text models = {0};
    const char *left_out;
    quire_status status =
        doe_gather_table(&runs, self->common.study, &self->roles, work, &left_out, diag);

    if (status == QUIRE_OK) {
        note_left_out(self, left_out);
        if (runs.of.n < runs.of.planned) {
            doe_work_warn_of_missing(work, runs.of.n, self->common.study, diag);
        }
        status = quire_analyse(&analysis, &runs.of, DOE_CONFIDENCE) ? QUIRE_OK
                                                                    : quire_diag_memory_error(diag);
    }
    if (status == QUIRE_OK) {
        quire_analysis_models(&models, &analysis, SIZE_MAX);
        quire_analysis_mixed(&models, &analysis);
        status = doe_write_analysis(&self->common, &analysis, NULL, &models, diag);
    }
    quire_text_clear(&models);
    quire_analysis_clear(&analysis);
    doe_runs_clear(&runs);
    return status;
}

static int
analyse_with_study(const struct doe_arguments *a, struct doe_work *work, quire_diag *diag,
                   void *user)
{
    (void)a;
    return (int)analyse(user, work, diag);
}

static int
analyse_alone(const struct analysing *self)
{
    quire_diag *diag = cli_need(quire_diag_create());
    const quire_status status = analyse(self, NULL, diag);

    fflush(stdout);
    cli_print_problems(diag, false, status);
    quire_diag_destroy(diag);
    return (int)status;
}

int
doe_verb_analyse(const struct cli_verb *verb, int argc, char **argv)
{
    static const struct option options[] = {{"study", required_argument, NULL, STUDY},
                                            {"factors", required_argument, NULL, FACTORS},
                                            {"noise", required_argument, NULL, NOISE},
                                            {"responses", required_argument, NULL, RESPONSES},
                                            {"block", required_argument, NULL, BLOCK},
                                            {"words", required_argument, NULL, WORDS},
                                            {"random", required_argument, NULL, RANDOM},
                                            {"rows", required_argument, NULL, ROWS},
                                            {"terms", required_argument, NULL, TERMS},
                                            {"select", required_argument, NULL, SELECT},
                                            {"transform", required_argument, NULL, TRANSFORM},
                                            DOE_OUTPUT_OPTIONS,
                                            DOE_PLAIN_OPTIONS};
    struct analysing self = {.common = doe_arguments_default()};

    self.common.format = "html";
    self.common.what = "table";
    int code = doe_parse(verb, &self.common, options, take, &self, argc, argv);
    if (code < 0 && self.study != NULL) {
        const struct doe_arguments study = {.study = self.study};
        code = doe_with_work(&study, analyse_with_study, &self);
    } else if (code < 0) {
        code = analyse_alone(&self);
    }
    doe_arguments_clear(&self.common);
    return code;
}

/* quire doe analyse */
#include <stdint.h>

#include "base/diag.h"
#include "doe/tables.h"

enum { STUDY = DOE_OPTION_LAST, INDICES };

struct analysing {
    struct doe_arguments common;
    struct doe_table_options table;
    const char *study; /* NULL: none */
    bool indices;
};

static bool
take(const struct cli_verb *verb, void *user, int c)
{
    struct analysing *self = user;
    bool taken;

    if (c == STUDY) {
        self->study = self->common.also_read = optarg;
        return true;
    }
    if (c == INDICES) {
        self->indices = true;
        return true;
    }
    const bool good = doe_take_table_option(verb, &self->table, c, &taken);
    return taken ? good : doe_take_output(verb, &self->common, c);
}

static quire_status
analyse(const struct analysing *self, const struct doe_work *work, quire_diag *diag)
{
    struct doe_runs runs = {0};
    struct quire_analysis analysis = {0};
    struct quire_text models = {0};
    const char *left_out;
    quire_status status =
        doe_gather_table(&runs, self->common.study, &self->table.roles, work, &left_out, diag);

    if (status == QUIRE_OK) {
        doe_note_left_out("doe analyse", left_out, self->common.quiet);
        if (runs.of.n < runs.of.planned) {
            doe_work_warn_of_missing(work, runs.of.n, self->common.study, diag);
        }
        runs.of.wants_indices = self->indices;
        status = quire_analyse(&analysis, &runs.of, DOE_CONFIDENCE) ? QUIRE_OK
                                                                    : quire_diag_memory_error(diag);
    }
    if (status == QUIRE_OK) {
        quire_analysis_models(&models, &analysis, SIZE_MAX);
        quire_analysis_mixed(&models, &analysis);
        quire_analysis_given_text(&models, &analysis);
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
                                            {"indices", no_argument, NULL, INDICES},
                                            DOE_TABLE_OPTIONS,
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
    doe_table_options_clear(&self.table);
    doe_arguments_clear(&self.common);
    return code;
}

/* quire doe predict, quire doe optimise */
#include <math.h>
#include <stdlib.h>

#include "base/diag.h"
#include "doe/models.h"
#include "text/amount.h"

#define SCHEMA "quire-study-prediction-1"

enum { JAMS = DOE_OPTION_LAST, PARETO, NOISE_DEVIATIONS };

struct asking {
    struct doe_arguments common;
    struct cli_settings settings;
    struct doe_table_options table;
    double jams, deviations;
    uint64_t pareto;
    bool optimise;
};

static void
print_text(struct quire_text *text)
{
    struct cli_lines lines;

    fputs(doe_need_text(text), cli_lines_begin(&lines, stdout));
    cli_lines_end(&lines);
    quire_text_clear(text);
}

/* ---- predict */

static void
write_head(struct quire_json *out, const struct doe_models *models)
{
    quire_json_open(out, NULL, '{', true);
    quire_json_string(out, "schema", SCHEMA);
    quire_json_string(out, "study", models->runs.of.name);
    doe_models_json_warnings(models, out);
}

static void
say_prediction(struct doe_models *models, const double *at, bool json)
{
    struct quire_text text = {0};

    if (json) {
        struct quire_json out = {.text = &text};
        write_head(&out, models);
        doe_models_json(models, at, NULL, &out);
        quire_json_close(&out, '{');
        quire_text_add(&text, "\n");
    } else {
        doe_models_name(models, at, &text);
        quire_text_add(&text, "\n");
        doe_models_tell(models, at, NULL, &text);
        doe_models_edges(models, at, &text);
        doe_models_warn(models, &text);
    }
    print_text(&text);
}

static quire_status
take_settings(const struct asking *self, const struct doe_models *models, double *at,
              quire_diag *diag)
{
    quire_status status = QUIRE_OK;

    for (size_t i = 0; status == QUIRE_OK && i < self->settings.n; i++) {
        status = doe_models_set(models, &self->settings.list[i], at, diag);
    }
    return status;
}

static quire_status
predict(const struct asking *self, struct doe_models *models, double *at, quire_diag *diag)
{
    quire_status status = doe_models_nominal(models, at, diag);

    if (status == QUIRE_OK && (status = take_settings(self, models, at, diag)) == QUIRE_OK &&
        (status = doe_models_take(models, at, diag)) == QUIRE_OK) {
        say_prediction(models, at, self->common.json);
    }
    return status;
}

/* ---- optimise */

static void
list_front(struct doe_models *models, const struct quire_optimum *best, struct quire_text *out)
{
    const size_t n = models->runs.of.n_varied;

    if (best->n_front > 1) {
        quire_text_add(out, "Pareto front:\n");
    }
    for (size_t p = 0; best->n_front > 1 && p < best->n_front; p++) {
        double *at = best->front + p * n;
        doe_models_round(models, at);
        if (doe_models_take(models, at, NULL) != QUIRE_OK) {
            out->failed = true;
            return;
        }
        quire_text_add(out, "  ");
        doe_models_name(models, at, out);
        for (size_t k = 0; k < models->runs.of.n_measured; k++) {
            const struct quire_measured *r = &models->runs.of.measured[k];
            double mean, noise;
            if (best->response[k].counts && quire_predict_mean(&models->of, k, at, &mean, &noise)) {
                quire_text_format(out, ": %s %s%s%s", r->name, QUIRE_AMOUNT_WITHIN(mean, noise),
                                  r->unit[0] != '\0' ? " " : "", r->unit);
                if (noise > 0 &&
                    quire_analysis_same_noise(&models->analysis, &models->analysis.measured[k]) ==
                        QUIRE_NOISE_DIFFERS) {
                    quire_text_format(out, " (deviation %s%s%s)", QUIRE_AMOUNT_WITHIN(noise, 0),
                                      r->unit[0] != '\0' ? " " : "", r->unit);
                }
            }
        }
        quire_text_add(out, "\n");
    }
}

static quire_status
say_optimum(struct doe_models *models, const struct quire_optimum *best, bool json,
            quire_diag *diag)
{
    struct quire_text text = {0};
    const quire_status status = doe_models_take(models, best->at, diag);

    if (status != QUIRE_OK) {
        return status;
    }
    if (json) {
        struct quire_json out = {.text = &text};
        write_head(&out, models);
        quire_json_number(&out, "desirability", best->desirability);
        quire_json_bool(&out, "jam_limit_holds", best->jams_hold);
        doe_models_json(models, best->at, best->response, &out);
        quire_json_open(&out, "front", '[', true);
        for (size_t p = 0; p < best->n_front; p++) {
            const double *at = best->front + p * models->runs.of.n_varied;
            if (doe_models_take(models, at, diag) != QUIRE_OK) {
                quire_text_clear(&text);
                return QUIRE_ERROR_LIMIT;
            }
            quire_json_open(&out, NULL, '{', true);
            doe_models_json(models, at, NULL, &out);
            quire_json_close(&out, '{');
        }
        quire_json_close(&out, '[');
        quire_json_close(&out, '{');
        quire_text_add(&text, "\n");
    } else {
        quire_text_add(&text, "best settings in the region that was run: ");
        doe_models_name(models, best->at, &text);
        quire_text_format(&text, "\ndesirability %.4g\n", best->desirability);
        doe_models_tell(models, best->at, best->response, &text);
        doe_models_edges(models, best->at, &text);
        doe_models_warn(models, &text);
        if (models->work != NULL) {
            quire_text_add(&text, "to confirm: quire doe confirm ");
            doe_quote_for_shell(&text, models->path);
            quire_text_add(&text, "\n");
        }
        if (!best->jams_hold) {
            quire_text_add(&text, "no settings keep the share of jams below the limit with that "
                                  "confidence; these come nearest\n");
        }
        list_front(models, best, &text);
    }
    print_text(&text);
    return QUIRE_OK;
}

static quire_status
optimise(const struct asking *self, struct doe_models *models, double *at, quire_diag *diag)
{
    const struct quire_optimum_request request = {.held = at,
                                                  .deviations = self->deviations,
                                                  .jams = self->jams,
                                                  .pareto = (size_t)self->pareto};
    struct quire_optimum best;

    for (size_t i = 0; i < models->runs.of.n_varied; i++) {
        at[i] = (double)NAN;
    }
    const quire_status status = take_settings(self, models, at, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    if (!quire_optimise(&best, &models->of, &request)) {
        return quire_diag_memory_error(diag);
    }
    if (best.refusal != NULL) {
        return quire_diag_error(diag, "E-MODEL", (struct quire_place){.file = models->path}, NULL,
                                NULL, "%s", best.refusal);
    }
    doe_models_round(models, best.at);
    quire_optimum_judge(&best, &models->of, &request);
    return say_optimum(models, &best, self->common.json, diag);
}

/* ---- the verbs */

static quire_status
answer_with(const struct asking *self, struct doe_models *models, quire_diag *diag)
{
    double *at = calloc(models->runs.of.n_varied + 1, sizeof *at);
    quire_status status = at != NULL ? QUIRE_OK : quire_diag_memory_error(diag);

    if (status == QUIRE_OK && self->optimise && quire_analysis_is_mixture(&models->runs.of)) {
        status = quire_diag_error(diag, "E-MODEL", (struct quire_place){.file = models->path}, NULL,
                                  "'quire doe predict' takes settings that come to the total",
                                  "the factors are components of a mixture, of which the best "
                                  "settings are not searched");
    }
    if (status == QUIRE_OK) {
        status =
            self->optimise ? optimise(self, models, at, diag) : predict(self, models, at, diag);
    }
    free(at);
    return status;
}

static int
answer(const struct doe_arguments *a, struct doe_work *work, quire_diag *diag, void *user)
{
    struct doe_models models;
    quire_status status = doe_models_load(&models, a, work, diag);

    if (status == QUIRE_OK) {
        status = answer_with(user, &models, diag);
    }
    doe_models_clear(&models);
    return (int)status;
}

static int
answer_of_table(const struct cli_verb *verb, const struct asking *self)
{
    struct doe_models models;
    quire_diag *diag = cli_need(quire_diag_create());
    const char *left_out = "";
    quire_status status =
        doe_models_load_table(&models, self->common.study, &self->table.roles, &left_out, diag);

    if (status == QUIRE_OK) {
        doe_note_left_out(verb->name, left_out, self->common.quiet);
        status = answer_with(self, &models, diag);
    }
    doe_models_clear(&models);
    fflush(stdout);
    cli_print_problems(diag, false, status);
    quire_diag_destroy(diag);
    return (int)status;
}

static bool
take_share(const struct cli_verb *verb, double *out)
{
    if (!cli_take_quantity("--jams", optarg, "", out)) {
        return false;
    }
    if (!(*out > 0 && *out < 1)) {
        cli_usage_error(verb, "--jams is a share above 0 and below 1, not", optarg);
        return false;
    }
    return true;
}

static bool
take(const struct cli_verb *verb, void *user, int c)
{
    struct asking *self = user;
    bool taken;
    const bool good = doe_take_table_option(verb, &self->table, c, &taken);

    if (taken) {
        return good;
    }
    switch (c) {
    case 's': return cli_settings_add(&self->settings, optarg);
    case 'f': return cli_take_format(optarg, &self->common.json);
    case JAMS: return take_share(verb, &self->jams);
    case PARETO: return doe_take_count(verb, "--pareto", optarg, 2, 1000, &self->pareto);
    case NOISE_DEVIATIONS:
        if (!cli_take_quantity("--deviations", optarg, "", &self->deviations)) {
            return false;
        }
        if (!(self->deviations >= 0)) {
            cli_usage_error(verb, "--deviations is a number from 0 on, not", optarg);
            return false;
        }
        return true;
    default: return false;
    }
}

static int
ask(const struct cli_verb *verb, bool optimise, const struct option *options, int argc, char **argv)
{
    struct asking self = {.common = doe_arguments_default(),
                          .jams = (double)NAN,
                          .deviations = QUIRE_OPTIMUM_DEVIATIONS,
                          .optimise = optimise};
    int code = doe_parse(verb, &self.common, options, take, &self, argc, argv);

    if (code < 0 && doe_is_table(self.common.study)) {
        code = answer_of_table(verb, &self);
    } else if (code < 0 && (self.table.any || self.table.roles.n_goal > 0)) {
        code = cli_usage_error(
            verb, "columns and goals are options for tables, *.csv; the study says them of",
            self.common.study);
    } else if (code < 0) {
        code = doe_with_work(&self.common, answer, &self);
    }
    doe_table_options_clear(&self.table);
    cli_settings_clear(&self.settings);
    doe_arguments_clear(&self.common);
    return code;
}

int
doe_verb_predict(const struct cli_verb *verb, int argc, char **argv)
{
    static const struct option options[] = {{"set", required_argument, NULL, 's'},
                                            {"format", required_argument, NULL, 'f'},
                                            DOE_TABLE_OPTIONS,
                                            DOE_COMMON_OPTIONS};

    return ask(verb, false, options, argc, argv);
}

int
doe_verb_optimise(const struct cli_verb *verb, int argc, char **argv)
{
    static const struct option options[] = {
        {"set", required_argument, NULL, 's'},
        {"format", required_argument, NULL, 'f'},
        {"jams", required_argument, NULL, JAMS},
        {"deviations", required_argument, NULL, NOISE_DEVIATIONS},
        {"pareto", required_argument, NULL, PARETO},
        DOE_TABLE_OPTIONS,
        DOE_COMMON_OPTIONS};

    return ask(verb, true, options, argc, argv);
}

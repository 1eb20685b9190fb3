#include "batch/study_plan.h"

#include <stdlib.h>
#include <string.h>

#include <quire/version.h>

#include "base/diag.h"
#include "base/file.h"
#include "base/sha256.h"
#include "xml/read/identity.h"

static quire_status
list_figures(struct doe_work *self, quire_diag *diag)
{
    for (size_t i = 0; i < self->n_response; i++) {
        self->n_figure += self->response[i].n_figure;
    }
    self->figure = calloc(self->n_figure + 1, sizeof *self->figure);
    if (self->figure == NULL) {
        return quire_diag_memory_error(diag);
    }
    for (size_t i = 0, k = 0; i < self->n_response; i++) {
        for (size_t j = 0; j < self->response[i].n_figure; j++) {
            self->figure[k++] = self->response[i].figure[j];
        }
    }
    return QUIRE_OK;
}

/* What analyses alone read: runs stay as they are when it changes. */
static const char *const passed_over[] = {
    "response@better",     "response@target",    "response@minimum",
    "response@maximum",    "response@worst",     "response@best",
    "response@importance", "response@shape",     "noise@cost",
    "noise@cost-exponent", "response@transform", "response@terms",
    "response@select",     "study@blocks",       NULL};

/* puts factors that are held before the end of the study's text */
static quire_status
add_held(struct doe_work *self, const char *held, quire_diag *diag)
{
    static const char ending[] = "</study>";
    const size_t more = strlen(held);
    size_t at = self->size;

    while (at >= sizeof ending - 1 &&
           memcmp(self->text + at - (sizeof ending - 1), ending, sizeof ending - 1) != 0) {
        at--;
    }
    if (at < sizeof ending - 1) {
        return QUIRE_OK; /* no study: its reader says why */
    }
    char *whole = realloc(self->text, self->size + more + 1);
    if (whole == NULL) {
        return quire_diag_memory_error(diag);
    }
    at -= sizeof ending - 1;
    memmove(whole + at + more, whole + at, self->size - at + 1);
    memcpy(whole + at, held, more);
    self->text = whole;
    self->size += more;
    return QUIRE_OK;
}

quire_status
doe_work_load(struct doe_work *self, const char *path, const char *held, quire_diag *diag)
{
    *self = (struct doe_work){.path = strdup(path)};
    if (self->path == NULL) {
        return quire_diag_memory_error(diag);
    }
    quire_status status = QUIRE_OK;
    if (held != NULL) {
        status = quire_file_read(&self->text, &self->size, path, QUIRE_FILE_LIMIT, diag);
        status = status == QUIRE_OK ? add_held(self, held, diag) : status;
    }
    if (status == QUIRE_OK) {
        status = held != NULL ? quire_study_read(&self->study, path, self->text, self->size, diag)
                              : quire_study_load(&self->study, path, diag);
    }
    if (status == QUIRE_OK) {
        self->name = quire_study_name(self->study);
        self->n_run = quire_study_runs(self->study);
        self->model_path = quire_study_model(self->study);
        self->variable = quire_study_variables(self->study, &self->n_variable);
        self->response = quire_study_responses(self->study, &self->n_response);
        status = list_figures(self, diag);
    }
    if (status == QUIRE_OK && held == NULL) {
        status = quire_file_read(&self->text, &self->size, path, QUIRE_FILE_LIMIT, diag);
    }
    if (status != QUIRE_OK) {
        doe_work_clear(self);
        return status;
    }
    self->model_text = quire_model_text(quire_study_read_model(self->study), &self->model_size);
    quire_model_digest(quire_study_read_model(self->study), self->model_hash);
    if (!quire_xml_digest(self->text, self->size, passed_over, self->hash) ||
        self->model_hash[0] == '\0') {
        doe_work_clear(self);
        return quire_diag_memory_error(diag);
    }
    return QUIRE_OK;
}

void
doe_work_clear(struct doe_work *self)
{
    quire_study_destroy(self->study);
    free(self->path);
    free(self->text);
    free(self->figure);
    *self = (struct doe_work){0};
}

/* ---- runs ---- */

bool
doe_run_init(struct doe_run *self, const struct doe_work *work)
{
    *self = (struct doe_run){.setting = calloc(work->n_variable + 1, sizeof *self->setting)};
    return self->setting != NULL;
}

void
doe_run_clear(struct doe_run *self)
{
    quire_study_run_clear(&self->of);
    free(self->setting);
    self->setting = NULL;
}

static void
add_text(struct quire_sha256 *sha, const char *text)
{
    quire_sha256_add(sha, text, strlen(text) + 1);
}

static void
identify(const struct doe_work *self, struct doe_run *run)
{
    struct quire_sha256 sha;
    char whole[65];

    quire_sha256_init(&sha);
    add_text(&sha, "quire-run-1");
    add_text(&sha, quire_version());
    add_text(&sha, self->model_hash);
    for (size_t i = 0; i < self->n_variable; i++) {
        add_text(&sha, run->setting[i].name);
        add_text(&sha, run->setting[i].value);
    }
    quire_sha256_finish(&sha, whole);
    memcpy(run->id, whole, DOE_ID_SIZE - 1);
    run->id[DOE_ID_SIZE - 1] = '\0';
}

static quire_status
name_values(const struct doe_work *self, quire_status status, struct doe_run *run, quire_diag *diag)
{
    if (status != QUIRE_OK) {
        return status == QUIRE_ERROR_LIMIT ? quire_diag_memory_error(diag) : status;
    }
    for (size_t i = 0; i < self->n_variable; i++) {
        run->setting[i] = (quire_setting){self->variable[i].name, run->of.value[i].text};
    }
    return QUIRE_OK;
}

static quire_status
finish_run(const struct doe_work *self, quire_status status, struct doe_run *run, quire_diag *diag)
{
    status = name_values(self, status, run, diag);
    if (status == QUIRE_OK) {
        identify(self, run);
    }
    return status;
}

quire_status
doe_work_values(const struct doe_work *self, uint64_t index, struct doe_run *run, quire_diag *diag)
{
    return name_values(self, quire_study_run(self->study, index, &run->of), run, diag);
}

quire_status
doe_work_run(const struct doe_work *self, uint64_t index, struct doe_run *run, quire_diag *diag)
{
    return finish_run(self, quire_study_run(self->study, index, &run->of), run, diag);
}

quire_status
doe_work_run_known(const struct doe_work *self, uint64_t index,
                   const struct quire_study_known *known, const char *id, struct doe_run *run,
                   bool *same, quire_diag *diag)
{
    quire_status status = quire_study_run_known(self->study, index, known, &run->of, same);

    status = name_values(self, status, run, diag);
    if (status == QUIRE_OK && *same) {
        identify(self, run);
        *same = strcmp(run->id, id) == 0;
    }
    return status;
}

quire_status
doe_work_find_run(const struct doe_work *self, uint64_t index, const char *id, struct doe_run *run,
                  bool *planned, quire_diag *diag)
{
    *planned = false;
    if (index >= self->n_run) {
        return QUIRE_OK;
    }
    const quire_status status = doe_work_run(self, index, run, diag);
    *planned = status == QUIRE_OK && strcmp(run->id, id) == 0;
    return status;
}

void
doe_work_warn_of_missing(const struct doe_work *self, uint64_t done, const char *path,
                         quire_diag *diag)
{
    const uint64_t n = self->n_run, missing = n > done ? n - done : 0;

    if (missing > 0) {
        quire_diag_warning(diag, "W-INCOMPLETE", (struct quire_place){path, 0, 0}, NULL,
                           "'quire doe status' shows the progress of the study",
                           "%llu of the %llu runs of the plan %s missing",
                           (unsigned long long)missing, (unsigned long long)n,
                           missing == 1 ? "is" : "are");
    }
}

quire_status
doe_work_run_at(const struct doe_work *self, const double *si, struct doe_run *run,
                quire_diag *diag)
{
    return finish_run(self, quire_study_run_at(self->study, si, &run->of), run, diag);
}

/* ---- the command that repeats it ---- */

void
doe_quote_for_shell(struct quire_text *out, const char *word)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,+:@%";

    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        quire_text_add(out, word);
        return;
    }
    quire_text_add_char(out, '\'');
    for (; *word != '\0'; word++) {
        if (*word == '\'') {
            quire_text_add(out, "'\\''");
        } else {
            quire_text_add_char(out, *word);
        }
    }
    quire_text_add_char(out, '\'');
}

void
doe_work_write_command(const struct doe_work *self, const struct doe_run *run, const char *folder,
                       struct quire_text *out)
{
    quire_text_add(out, "quire run ");
    doe_quote_for_shell(out, self->model_path);
    for (size_t i = 0; i < self->n_variable; i++) {
        struct quire_text word = {0};
        quire_text_format(&word, "%s=%s", run->setting[i].name, run->setting[i].value);
        quire_text_add(out, " --set ");
        doe_quote_for_shell(out, word.data != NULL ? word.data : "");
        quire_text_clear_part(&word, out);
    }
    quire_text_format(out, " -o %s", folder);
}

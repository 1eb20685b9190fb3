#include "doe/space.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "text/number.h"

void
doe_space_clear(struct doe_space *self)
{
    for (size_t i = 0; i < self->n_design; i++) {
        doe_record_clear(&self->record[i]);
    }
    free(self->record);
    free(self->si);
    quire_study_space_clear(&self->of);
}

/* ---- settings ---- */

quire_status
doe_space_refuse(const struct doe_space *self, const quire_setting *setting, const char *why)
{
    return quire_diag_error(self->diag, "E-USAGE", (struct quire_place){.file = self->work->path},
                            NULL, NULL, "--set %s=%s: %s", setting->name, setting->value, why);
}

/* number of the word in the list; n_level if it is none */
static size_t
find_word(const struct quire_study_variable *v, const char *word)
{
    size_t i = 0;

    while (i < v->n_level && strcmp(v->level[i], word) != 0) {
        i++;
    }
    return i;
}

quire_status
doe_space_set(struct doe_space *self, const quire_setting *setting, size_t *variable)
{
    size_t j = 0;
    double value = 0;

    while (j < self->work->n_variable && strcmp(self->work->variable[j].name, setting->name) != 0) {
        j++;
    }
    if (j == self->work->n_variable) {
        return doe_space_refuse(self, setting, "the study varies no parameter of that name");
    }
    const struct quire_study_variable *v = &self->work->variable[j];
    if (v->words && (size_t)(value = (double)find_word(v, setting->value)) == v->n_level) {
        return doe_space_refuse(self, setting, "the study has no such level");
    }
    if (!v->words && !cli_take_quantity(v->name, setting->value, v->unit, &value)) {
        return QUIRE_ERROR_USAGE;
    }
    if (variable != NULL) {
        *variable = j;
    }
    const char *why = quire_study_space_begin(&self->of, j, value);
    return why == NULL ? QUIRE_OK : doe_space_refuse(self, setting, why);
}

/* ---- designs ---- */

static bool
make_room(struct doe_space *self, size_t count)
{
    const size_t before = self->n_design;

    if (count <= before) {
        return true;
    }
    double *si = realloc(self->si, count * self->work->n_variable * sizeof *si);
    self->si = si != NULL ? si : self->si;
    struct doe_record *record = realloc(self->record, count * sizeof *record);
    self->record = record != NULL ? record : self->record;
    while (si != NULL && record != NULL && self->n_design < count &&
           doe_record_init(&self->record[self->n_design], self->work->n_response)) {
        self->n_design++;
    }
    return self->n_design == count;
}

quire_status
doe_space_try(struct doe_space *self, const double *deviation, size_t count)
{
    if (!make_room(self, count)) {
        return quire_diag_memory_error(self->diag);
    }
    for (size_t i = 0; i < count; i++) {
        quire_study_space_values(&self->of, deviation + i * self->of.n,
                                 self->si + i * self->work->n_variable);
    }
    return doe_job_try_designs(self->work, self->si, count, &self->common->job.pool, self->record,
                               self->common->job.stop_fd, self->diag);
}

quire_status
doe_space_find(struct doe_space *self, const double *deviation, struct doe_run *run)
{
    if ((run->setting == NULL && !doe_run_init(run, self->work)) || !make_room(self, 1)) {
        return quire_diag_memory_error(self->diag);
    }
    quire_study_space_values(&self->of, deviation, self->si);
    return doe_work_run_at(self->work, self->si, run, self->diag);
}

void
doe_print_value(FILE *out, const struct quire_study_variable *v, const struct quire_study_run *run,
                size_t j)
{
    const char *unit = "";
    char rounded[QUIRE_NUMBER_SIZE];
    double number = 0;

    quire_number_read(&number, run->value[j].text, 0, &unit);
    quire_number_write_rounded(rounded, number, 4);
    cli_print_visible(out, v->name);
    fprintf(out, " = %s", rounded);
    cli_print_visible(out, unit);
}

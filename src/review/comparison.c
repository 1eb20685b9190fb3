/* Comparing two results. */
#include <math.h>
#include <stdlib.h>

#include "base/diag.h"
#include "review/comparison_rows.h"
#include "review/comparison_text.h"

quire_compare_options
quire_compare_options_default(void)
{
    return (quire_compare_options){
        .length = (double)NAN, .time = (double)NAN, .ratio = (double)NAN};
}

/* takes self, whose sides have been filled with this status */
static quire_status
finish(quire_comparison **out, quire_comparison *self, quire_status status,
       const quire_compare_options *options, quire_diag *diag)
{
    const quire_compare_options all = options != NULL ? *options : quire_compare_options_default();

    if (status == QUIRE_OK) {
        quire_comparison_fill(self, &all);
        quire_comparison_write_text(self);
        quire_comparison_write_json(self);
        status = self->failed || self->text.failed || self->json.failed
                     ? quire_diag_memory_error(diag)
                     : QUIRE_OK;
    }
    *out = status == QUIRE_OK ? self : NULL;
    if (status != QUIRE_OK) {
        quire_comparison_destroy(self);
    }
    return status;
}

/* An empty comparison; NULL with *status where an argument is missing or memory ran out. */
static quire_comparison *
begin(quire_comparison **out, const void *first, const void *second, const char *function,
      quire_diag *diag, quire_status *status)
{
    if (out != NULL) {
        *out = NULL;
    }
    if (out == NULL || first == NULL || second == NULL) {
        *status = quire_diag_misuse(diag, function);
        return NULL;
    }
    quire_comparison *self = calloc(1, sizeof *self);
    *status = self != NULL ? QUIRE_OK : quire_diag_memory_error(diag);
    return self;
}

quire_status
quire_compare_runs(quire_comparison **out, const quire_run *first, const quire_run *second,
                   const quire_compare_options *options, quire_diag *diag)
{
    quire_status status;
    quire_comparison *self = begin(out, first, second, __func__, diag, &status);
    if (self == NULL) {
        return status;
    }
    status = quire_compared_take(&self->of[0], first, diag);
    if (status == QUIRE_OK) {
        status = quire_compared_take(&self->of[1], second, diag);
    }
    return finish(out, self, status, options, diag);
}

quire_status
quire_compare_folders(quire_comparison **out, const char *first, const char *second,
                      const quire_compare_options *options, quire_diag *diag)
{
    quire_status status;
    quire_comparison *self = begin(out, first, second, __func__, diag, &status);
    if (self == NULL) {
        return status;
    }
    status = quire_compared_load(&self->of[0], first, diag);
    if (status == QUIRE_OK) {
        status = quire_compared_load(&self->of[1], second, diag);
    }
    return finish(out, self, status, options, diag);
}

void
quire_comparison_destroy(quire_comparison *self)
{
    if (self == NULL) {
        return;
    }
    for (size_t i = 0; i < self->n_row; i++) {
        free(self->row[i].name);
    }
    free(self->row);
    quire_compared_clear(&self->of[0]);
    quire_compared_clear(&self->of[1]);
    quire_text_clear(&self->text);
    quire_text_clear(&self->json);
    free(self);
}

bool
quire_comparison_same_verdicts(const quire_comparison *self)
{
    if (self == NULL) {
        return false;
    }
    return self->same_verdicts;
}

bool
quire_comparison_same_numbers(const quire_comparison *self)
{
    if (self == NULL) {
        return false;
    }
    return self->same_numbers;
}

const char *
quire_comparison_text(const quire_comparison *self)
{
    if (self == NULL) {
        return NULL;
    }
    return self->text.data;
}

const char *
quire_comparison_json(const quire_comparison *self)
{
    if (self == NULL) {
        return NULL;
    }
    return self->json.data;
}

#include "jobs/measured.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/file.h"
#include "base/sha256.h"
#include "batch/environment.h"
#include "jobs/settings.h"
#include "jobs/table_parts.h"

#define TABLE_LIMIT ((size_t)1 << 28) /* bytes */
#define DIGITS      15                /* of factors in the study's units */
#define FIRST_LINE  "# quire-study-measured-1 sha256="
#define FROM        " from="
#define HASH        64 /* digits */
#define AGAIN       "'quire doe import --force' replaces them"

/* ---- the copy: the study's factors in its units, responses in those of its runs */

static void
add_rounded(struct quire_text *out, double value)
{
    char written[QUIRE_NUMBER_SIZE];

    quire_number_write_rounded(written, value == 0 ? 0 : value, DIGITS);
    quire_text_add(out, written);
}

static void
add_title(struct quire_text *out, const char *name, const char *unit, bool first)
{
    struct quire_text title = {0};

    quire_text_format(&title, unit[0] != '\0' ? "%s [%s]" : "%s", name, unit);
    quire_text_add(out, first ? "" : ",");
    quire_text_csv_cell(out, title.data != NULL ? title.data : "");
    quire_text_clear_part(&title, out);
}

static void
add_factor(struct quire_text *out, const struct doe_settings *s, size_t setting, size_t i)
{
    const struct quire_study_variable *v = &s->work->variable[i];
    struct quire_unit unit;
    struct quire_unit_error error;

    if (v->words) {
        quire_text_csv_cell(out, s->text[setting * s->n_factor + i]);
    } else {
        const double worth =
            quire_unit_parse(&unit, v->unit, NULL, NULL, &error) ? doe_table_in_si("1", &unit) : 1;
        add_rounded(out, s->si[setting * s->n_factor + i] / worth);
    }
}

static void
write_table(struct quire_text *out, const struct doe_measured *m, const struct doe_settings *s,
            const char *const *unit)
{
    const struct doe_work *work = s->work;
    bool first = true;

    for (size_t i = 0; i < s->n_factor; i++) {
        add_title(out, work->variable[i].name, work->variable[i].unit, i == 0);
    }
    for (size_t k = 0; k < m->n_response; k++) {
        if (m->value[k] != NULL) {
            add_title(out, work->response[k].name, unit[k], out->size == 0);
        }
    }
    quire_text_add(out, "\n");
    for (size_t r = 0; r < m->n_row; r++) {
        first = true;
        for (size_t i = 0; i < s->n_factor; i++) {
            quire_text_add(out, first ? "" : ",");
            add_factor(out, s, m->setting[r], i);
            first = false;
        }
        for (size_t k = 0; k < m->n_response; k++) {
            if (m->value[k] != NULL) {
                quire_text_add(out, first ? "" : ",");
                quire_text_csv_number(out, m->value[k][r]);
                first = false;
            }
        }
        quire_text_add(out, "\n");
    }
}

/* the copy with its first line, which tells its checksum and where it comes from */
static void
add_first_line(struct quire_text *out, const struct quire_text *table, const char *path)
{
    const char *slash = strrchr(path, '/');
    char hash[HASH + 1];

    quire_sha256_text(hash, table->data, table->size);
    quire_text_format(out, FIRST_LINE "%s" FROM, hash);
    quire_text_visible(out, slash != NULL ? slash + 1 : path);
    quire_text_add(out, "\n");
    quire_text_add_bytes(out, table->data, table->size);
}

static quire_status
save_copy(const struct doe_measured *m, const struct doe_settings *s, const char *const *unit,
          const char *from, const char *path, quire_diag *diag)
{
    struct quire_text table = {0}, all = {0};
    quire_status status;

    write_table(&table, m, s, unit);
    if (!table.failed) {
        add_first_line(&all, &table, from);
    }
    status = table.failed || all.failed ? quire_diag_memory_error(diag)
                                        : quire_file_save(path, all.data, all.size, diag);
    quire_text_clear(&table);
    quire_text_clear(&all);
    return status;
}

static quire_status
may_replace(const char *path, bool force, quire_diag *diag)
{
    const struct quire_place at = {path, 0, 0};

    return force || access(path, F_OK) != 0
               ? QUIRE_OK
               : quire_diag_error(diag, "E-FILE", at, NULL, "--force replaces them",
                                  "the study has measurements already");
}

quire_status
doe_import_measured(struct doe_measured *out, const char *path, const struct doe_work *work,
                    const char *const *unit, const char *directory, bool force, quire_diag *diag)
{
    struct doe_settings settings = {0};
    char *copy = doe_join(directory, DOE_MEASURED_FILE), *csv = NULL;
    size_t size = 0;
    quire_status status = copy != NULL && doe_settings_begin(&settings, work)
                              ? may_replace(copy, force, diag)
                              : quire_diag_memory_error(diag);

    if (status == QUIRE_OK &&
        (status = quire_file_read(&csv, &size, path, TABLE_LIMIT, diag)) == QUIRE_OK &&
        (status = doe_settings_add_plan(&settings, diag)) == QUIRE_OK &&
        (status = doe_read_measured(out, csv, size, path, &settings, unit, true, diag)) ==
            QUIRE_OK) {
        status = save_copy(out, &settings, unit, path, copy, diag);
    }
    free(csv);
    free(copy);
    doe_settings_clear(&settings);
    return status;
}

/* ---- comparing */

/* The table behind the first line of a copy; NULL if it is damaged. *source is in the arena. */
static const char *
open_copy(const char *csv, size_t size, struct quire_arena *arena, const char **source)
{
    const size_t before = sizeof FIRST_LINE - 1, name = before + HASH + sizeof FROM - 1;
    const char *end = memchr(csv, '\n', size);
    char hash[HASH + 1];

    if (end == NULL || (size_t)(end - csv) < name || memcmp(csv, FIRST_LINE, before) != 0 ||
        memcmp(csv + before + HASH, FROM, sizeof FROM - 1) != 0) {
        return NULL;
    }
    quire_sha256_text(hash, end + 1, size - (size_t)(end + 1 - csv));
    if (memcmp(hash, csv + before, HASH) != 0) {
        return NULL;
    }
    char *own = quire_arena_get(arena, (size_t)(end - csv) - name + 1, 1);
    if (own != NULL) {
        memcpy(own, csv + name, (size_t)(end - csv) - name);
    }
    *source = own;
    return end + 1;
}

/* the first run of each setting, by its number; the settings in that order */
static quire_status
settings_of_runs(struct doe_settings *s, const struct quire_runs *runs, size_t **first,
                 quire_diag *diag)
{
    size_t n = 0;
    quire_status status = QUIRE_OK;

    *first = malloc((runs->n + 1) * sizeof **first);
    if (*first == NULL) {
        return quire_diag_memory_error(diag);
    }
    for (size_t r = runs->n; r-- > 0;) {
        (*first)[runs->setting[r]] = r;
        n = runs->setting[r] >= n ? runs->setting[r] + 1 : n;
    }
    for (size_t k = 0; status == QUIRE_OK && k < n; k++) {
        status = doe_settings_add(s, runs->index[(*first)[k]], diag);
    }
    return status;
}

static bool
takes_chance(const struct quire_runs *runs)
{
    return runs->sampling == QUIRE_SAMPLING_INDEPENDENT || runs->sampling == QUIRE_SAMPLING_COMMON;
}

/* One response; dense (settings of the runs): numbers of those that were measured. */
static bool
compare_response(const struct doe_runs *runs, const struct doe_measured *m, const size_t *dense,
                 size_t n_setting, size_t k, double confidence, struct quire_agreement *out)
{
    const size_t n_run = runs->of.n, most = n_run > m->n_row ? n_run : m->n_row;
    size_t *of_run = calloc(most + 1, sizeof *of_run), *of_row = calloc(most + 1, sizeof *of_row);
    double *x = calloc(most + 1, sizeof *x), *y = calloc(most + 1, sizeof *y);
    struct quire_agreement_setting *setting =
        quire_arena_get(runs->arena, n_setting + 1, sizeof *setting);
    struct quire_sample simulated = {.value = x, .setting = of_run},
                        measured = {.value = y, .setting = of_row};
    bool good = of_run != NULL && of_row != NULL && x != NULL && y != NULL && setting != NULL;

    simulated.fixed = !takes_chance(&runs->of);
    for (size_t r = 0; good && r < n_run; r++) {
        const size_t s = dense[runs->of.setting[r]];
        if (s != SIZE_MAX) {
            of_run[simulated.n] = s;
            x[simulated.n++] = runs->of.measured[k].value[r];
        }
    }
    for (size_t r = 0; good && r < m->n_row; r++) {
        if (m->setting[r] != SIZE_MAX) {
            of_row[measured.n] = dense[m->setting[r]];
            y[measured.n++] = m->value[k][r];
        }
    }
    good =
        good && quire_agree(out, setting, n_setting, &simulated, &measured, confidence, confidence);
    free(of_run);
    free(of_row);
    free(x);
    free(y);
    return good;
}

/* names of the settings that were measured, in the order of the runs */
static bool
name_settings(struct doe_runs *runs, struct quire_comparison *c, const size_t *dense,
              const size_t *first, size_t n)
{
    const char **name = quire_arena_get(runs->arena, c->n_setting + 1, sizeof *name);
    size_t *run = quire_arena_get(runs->arena, c->n_setting + 1, sizeof *run);

    for (size_t k = 0; name != NULL && run != NULL && k < n; k++) {
        if (dense[k] == SIZE_MAX) {
            continue;
        }
        struct quire_text text = {0};
        quire_analysis_setting_name(&text, &runs->of, first[k]);
        name[dense[k]] = text.failed ? NULL : quire_arena_copy(runs->arena, text.data);
        run[dense[k]] = first[k];
        quire_text_clear(&text);
        if (name[dense[k]] == NULL) {
            return false;
        }
    }
    c->name = name;
    c->run = run;
    return name != NULL && run != NULL;
}

static bool
compare(struct doe_runs *runs, const struct doe_measured *m, const size_t *first, size_t n,
        double confidence)
{
    struct quire_comparison *c = quire_arena_get(runs->arena, 1, sizeof *c);
    struct quire_agreement *of = quire_arena_get(runs->arena, runs->of.n_measured + 1, sizeof *of);
    size_t *dense = malloc((n + 1) * sizeof *dense);
    bool good = c != NULL && of != NULL && dense != NULL;

    for (size_t k = 0; good && k < n; k++) {
        dense[k] = SIZE_MAX;
    }
    for (size_t r = 0; good && r < m->n_row; r++) {
        if (m->setting[r] == SIZE_MAX) {
            c->n_not_run++;
        } else {
            dense[m->setting[r]] = 0;
        }
    }
    for (size_t k = 0; good && k < n; k++) {
        dense[k] = dense[k] == 0 ? c->n_setting++ : SIZE_MAX;
    }
    good = good && name_settings(runs, c, dense, first, n);
    for (size_t k = 0; good && k < runs->of.n_measured; k++) {
        good = m->value[k] == NULL ||
               compare_response(runs, m, dense, c->n_setting, k, confidence, &of[k]);
    }
    if (good) {
        c->source = m->source;
        c->n_row = m->n_row;
        c->agreement = of;
        runs->of.comparison = c;
    }
    free(dense);
    return good;
}

static quire_status
compare_copy(struct doe_runs *runs, const struct doe_work *work, const char *path,
             double confidence, quire_diag *diag)
{
    struct doe_settings settings = {0};
    struct doe_measured measured = {0};
    const char **unit = quire_arena_get(runs->arena, work->n_response + 1, sizeof *unit);
    const char *source = NULL, *table = NULL;
    const struct quire_place at = {path, 0, 0};
    size_t *first = NULL, size = 0;
    char *csv = NULL;
    quire_status status = unit != NULL && doe_settings_begin(&settings, work)
                              ? quire_file_read(&csv, &size, path, TABLE_LIMIT, diag)
                              : quire_diag_memory_error(diag);

    for (size_t k = 0; status == QUIRE_OK && k < work->n_response; k++) {
        unit[k] = runs->of.measured[k].unit;
    }
    if (status == QUIRE_OK && (table = open_copy(csv, size, runs->arena, &source)) == NULL) {
        status = quire_diag_error(diag, "E-FILE", at, NULL, NULL,
                                  "the file is damaged: its checksum is not that of its content");
    }
    if (status == QUIRE_OK &&
        (status = settings_of_runs(&settings, &runs->of, &first, diag)) == QUIRE_OK &&
        (status = doe_read_measured(&measured, table, size - (size_t)(table - csv), path, &settings,
                                    unit, false, diag)) == QUIRE_OK) {
        measured.source = source;
        status = source != NULL && compare(runs, &measured, first, settings.n, confidence)
                     ? QUIRE_OK
                     : quire_diag_memory_error(diag);
    }
    free(first);
    free(csv);
    doe_measured_clear(&measured);
    doe_settings_clear(&settings);
    return status;
}

quire_status
doe_compare_measured(struct doe_runs *runs, const struct doe_work *work, const char *directory,
                     double confidence, quire_diag *diag)
{
    char *path = doe_join(directory, DOE_MEASURED_FILE);
    quire_diag *own = quire_diag_create();
    quire_status status = path != NULL && own != NULL ? QUIRE_OK : quire_diag_memory_error(diag);

    if (status == QUIRE_OK && access(path, F_OK) == 0 &&
        compare_copy(runs, work, path, confidence, own) != QUIRE_OK) {
        const quire_problem *p = quire_diag_get(own, 0);
        const struct quire_place at = {path, p->line, p->column};
        quire_diag_warning(diag, "W-FILE", at, NULL, AGAIN, "the measurements are left out: %s",
                           p->text);
    }
    quire_diag_destroy(own);
    free(path);
    return status;
}

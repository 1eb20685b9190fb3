/* quire doe export, quire doe points */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/file.h"
#include "doe/verbs.h"

#define SCHEMA        "quire-study-runs-1"
#define POINTS_SCHEMA "quire-study-points-1"

struct writer {
    FILE *file;
    const struct doe_work *work;
    struct doe_store *store; /* NULL: the points alone, without results */
    struct doe_run run;
    struct quire_text line;
    uint64_t n;
    quire_diag *diag;
};

static quire_status
put_line(struct writer *w)
{
    const bool failed = w->line.failed;

    if (!failed) {
        fwrite(w->line.data, 1, w->line.size, w->file);
    }
    w->line.size = 0;
    return failed ? quire_diag_memory_error(w->diag) : QUIRE_OK;
}

static void
add_count(struct quire_text *out, uint64_t n)
{
    quire_text_integer(out, (int64_t)n);
}

/* the number of a value's text, in the unit of the variable */
static void
add_number_of(struct quire_text *out, const char *text)
{
    quire_text_add_bytes(out, text, strcspn(text, " "));
}

/* ---- CSV ---- */

/* a cell "name [unit]" */
static void
add_title(struct quire_text *out, const char *name, const char *unit)
{
    struct quire_text title = {0};

    quire_text_add(&title, name);
    if (unit != NULL && unit[0] != '\0') {
        quire_text_format(&title, " [%s]", unit);
    }
    quire_text_add_char(out, ',');
    quire_text_csv_cell(out, title.data != NULL ? title.data : "");
    quire_text_clear_part(&title, out);
}

static quire_status
write_titles(struct writer *w)
{
    const struct doe_work *k = w->work;

    quire_text_add(&w->line, "run,point,outer,replicate,block");
    for (size_t i = 0; i < k->n_variable; i++) {
        add_title(&w->line, k->variable[i].name, k->variable[i].unit);
    }
    quire_text_add(&w->line, w->store != NULL ? ",status,diagnosis" : "");
    for (size_t i = 0; w->store != NULL && i < k->n_response; i++) {
        add_title(&w->line, k->response[i].name, doe_store_unit(w->store, i));
    }
    quire_text_add(&w->line, "\n");
    return put_line(w);
}

/* place and values of a run */
static void
add_csv_point(struct writer *w, const struct doe_run *run)
{
    struct quire_text *out = &w->line;
    const uint64_t place[] = {run->of.index, run->of.point, run->of.outer, run->of.replicate,
                              (uint64_t)run->of.block};

    for (size_t i = 0; i < sizeof place / sizeof place[0]; i++) {
        quire_text_add(out, i > 0 ? "," : "");
        add_count(out, place[i]);
    }
    for (size_t i = 0; i < w->work->n_variable; i++) {
        quire_text_add_char(out, ',');
        if (w->work->variable[i].words) {
            quire_text_csv_cell(out, run->of.value[i].text);
        } else {
            add_number_of(out, run->of.value[i].text);
        }
    }
}

static quire_status
write_csv_row(void *self, const struct doe_run *run, const struct doe_record *record)
{
    struct writer *w = self;
    struct quire_text *out = &w->line;

    add_csv_point(w, run);
    quire_text_format(out, ",%s,", doe_status_word(record->status));
    quire_text_csv_cell(out, record->diagnosis);
    for (size_t i = 0; i < record->n_response; i++) {
        quire_text_add_char(out, ',');
        quire_text_csv_number(out, record->response[i]);
    }
    quire_text_add(out, "\n");
    return put_line(w);
}

static quire_status
write_csv_points(struct writer *w)
{
    quire_status status = QUIRE_OK;

    for (uint64_t i = 0; status == QUIRE_OK && i < w->work->n_run; i++) {
        if ((status = doe_work_values(w->work, i, &w->run, w->diag)) == QUIRE_OK) {
            add_csv_point(w, &w->run);
            quire_text_add(&w->line, "\n");
            status = put_line(w);
        }
    }
    return status;
}

/* Write the runs that are done, in the order of the plan: the same bytes whatever workers, order
 * and interruptions there were. Nothing of when and where they were done is in them.
 * QUIRE_ERROR_FILE when a row is damaged; whether `file` took all is the caller's to see.
 * Without a store all runs of the plan are written, without results. */
static quire_status
export_csv(FILE *file, const struct doe_work *work, struct doe_store *store, quire_diag *diag)
{
    struct writer w = {.file = file, .work = work, .store = store, .diag = diag};
    quire_status status =
        doe_run_init(&w.run, work) ? write_titles(&w) : quire_diag_memory_error(diag);

    if (status == QUIRE_OK) {
        status =
            store != NULL ? doe_store_each_run(store, write_csv_row, &w) : write_csv_points(&w);
    }
    doe_run_clear(&w.run);
    quire_text_clear(&w.line);
    return status;
}

/* ---- JSON ---- */

static void
write_variables(struct writer *w)
{
    for (size_t i = 0; i < w->work->n_variable; i++) {
        const struct quire_study_variable *v = &w->work->variable[i];
        quire_text_add(&w->line, i > 0 ? ",\n    {\"name\": " : "\n    {\"name\": ");
        quire_text_json_string(&w->line, v->name);
        quire_text_format(&w->line, ", \"role\": \"%s\", \"words\": %s, \"unit\": ",
                          v->role == QUIRE_STUDY_NOISE ? "noise" : "factor",
                          v->words ? "true" : "false");
        quire_text_json_string(&w->line, v->unit);
        quire_text_add(&w->line, "}");
    }
}

static void
write_responses(struct writer *w)
{
    for (size_t i = 0; i < w->work->n_response; i++) {
        const struct quire_study_response *r = &w->work->response[i];
        quire_text_add(&w->line, i > 0 ? ",\n    {\"name\": " : "\n    {\"name\": ");
        quire_text_json_string(&w->line, r->name);
        quire_text_add(&w->line, ", \"from\": ");
        quire_text_json_string(&w->line, r->from);
        quire_text_add(&w->line, ", \"unit\": ");
        quire_text_json_string(&w->line, doe_store_unit(w->store, i));
        quire_text_add(&w->line, "}");
    }
    quire_text_add(&w->line, "\n  ],");
}

static quire_status
write_head(struct writer *w)
{
    quire_text_format(&w->line, "{\n  \"schema\": \"%s\",\n  \"study\": ",
                      w->store != NULL ? SCHEMA : POINTS_SCHEMA);
    quire_text_json_string(&w->line, w->work->name);
    quire_text_format(&w->line, ",\n  \"runs_planned\": %llu,\n  \"variables\": [",
                      (unsigned long long)w->work->n_run);
    write_variables(w);
    quire_text_add(&w->line, "\n  ],");
    if (w->store != NULL) {
        quire_text_add(&w->line, "\n  \"responses\": [");
        write_responses(w);
    }
    quire_text_add(&w->line, "\n  \"runs\": [");
    return put_line(w);
}

/* all of a run but its results; the object stays open */
static void
add_json_point(struct writer *w, const struct doe_run *run)
{
    struct quire_text *out = &w->line;

    quire_text_format(out,
                      "%s\n    {\"run\": %llu, \"point\": %llu, \"outer\": %llu, \"replicate\": "
                      "%llu, \"block\": %d, \"values\": [",
                      w->n++ > 0 ? "," : "", (unsigned long long)run->of.index,
                      (unsigned long long)run->of.point, (unsigned long long)run->of.outer,
                      (unsigned long long)run->of.replicate, run->of.block);
    for (size_t i = 0; i < w->work->n_variable; i++) {
        quire_text_add(out, i > 0 ? ", " : "");
        quire_text_json_string(out, run->of.value[i].text);
    }
    quire_text_add(out, "]");
}

static quire_status
write_json_row(void *self, const struct doe_run *run, const struct doe_record *record)
{
    struct writer *w = self;
    struct quire_text *out = &w->line;

    add_json_point(w, run);
    quire_text_format(out,
                      ", \"status\": \"%s\", \"diagnosis\": ", doe_status_word(record->status));
    quire_text_json_string(out, record->diagnosis);
    quire_text_add(out, ", \"responses\": [");
    for (size_t i = 0; i < record->n_response; i++) {
        quire_text_add(out, i > 0 ? ", " : "");
        quire_text_json_number(out, record->response[i]);
    }
    quire_text_add(out, "]}");
    return put_line(w);
}

static quire_status
write_json_points(struct writer *w)
{
    quire_status status = QUIRE_OK;

    for (uint64_t i = 0; status == QUIRE_OK && i < w->work->n_run; i++) {
        if ((status = doe_work_values(w->work, i, &w->run, w->diag)) == QUIRE_OK) {
            add_json_point(w, &w->run);
            quire_text_add(&w->line, "}");
            status = put_line(w);
        }
    }
    return status;
}

static quire_status
export_json(FILE *file, const struct doe_work *work, struct doe_store *store, quire_diag *diag)
{
    struct writer w = {.file = file, .work = work, .store = store, .diag = diag};
    quire_status status =
        doe_run_init(&w.run, work) ? write_head(&w) : quire_diag_memory_error(diag);

    if (status == QUIRE_OK) {
        status =
            store != NULL ? doe_store_each_run(store, write_json_row, &w) : write_json_points(&w);
    }
    if (status == QUIRE_OK) {
        quire_text_add(&w.line, "\n  ]\n}\n");
        status = put_line(&w);
    }
    doe_run_clear(&w.run);
    quire_text_clear(&w.line);
    return status;
}

/* ---- the verb ---- */

static quire_status
write_table(const struct doe_arguments *a, FILE *file, struct doe_work *work,
            struct doe_store *store, quire_diag *diag)
{
    return a->json ? export_json(file, work, store, diag) : export_csv(file, work, store, diag);
}

static quire_status
write_file(const struct doe_arguments *a, struct doe_work *work, struct doe_store *store,
           quire_diag *diag)
{
    struct quire_output out;
    quire_status status = doe_may_write(a, diag);

    if (status == QUIRE_OK) {
        status = quire_output_open(&out, a->output, diag);
    }
    if (status == QUIRE_OK) {
        status = write_table(a, out.stream, work, store, diag);
        if (status == QUIRE_OK) {
            status = quire_output_close(&out, diag);
        }
        quire_output_abandon(&out);
    }
    return status;
}

static quire_status
copy_to_stdout(FILE *file, quire_diag *diag)
{
    static const char name[] = "a temporary file";
    char bytes[65536];
    size_t n;

    if (fflush(file) != 0 || ferror(file) != 0 || fseek(file, 0, SEEK_SET) != 0) {
        return quire_diag_file_error(diag, name, "cannot be written", errno);
    }
    while ((n = fread(bytes, 1, sizeof bytes, file)) > 0) {
        fwrite(bytes, 1, n, stdout);
    }
    return ferror(file) == 0 ? QUIRE_OK
                             : quire_diag_file_error(diag, name, "cannot be read", errno);
}

/* What is printed cannot be taken back, so that every row is read before. */
static quire_status
print_table(const struct doe_arguments *a, struct doe_work *work, struct doe_store *store,
            quire_diag *diag)
{
    if (store == NULL) {
        return write_table(a, stdout, work, store, diag);
    }
    FILE *file = tmpfile();
    if (file == NULL) {
        return quire_diag_file_error(diag, "a temporary file", "cannot be made", errno);
    }
    quire_status status = write_table(a, file, work, store, diag);
    if (status == QUIRE_OK) {
        status = copy_to_stdout(file, diag);
    }
    fclose(file);
    return status;
}

static quire_status
write_or_print(const struct doe_arguments *a, struct doe_work *work, struct doe_store *store,
               quire_diag *diag)
{
    return a->output != NULL && !doe_is_stdout(a) ? write_file(a, work, store, diag)
                                                  : print_table(a, work, store, diag);
}

static int export(const struct doe_arguments *a, struct doe_work *work, quire_diag *diag,
                  void *user)
{
    struct doe_store *store = NULL;
    quire_status status = doe_store_open(&store, a->directory, work, &doe_as_it_is, diag);

    (void)user;
    if (status == QUIRE_OK) {
        status = write_or_print(a, work, store, diag);
    }
    doe_store_close(store);
    return (int)status;
}

int
doe_verb_export(const struct cli_verb *verb, int argc, char **argv)
{
    return doe_write_verb(verb, "csv", export, argc, argv);
}

static int
points(const struct doe_arguments *a, struct doe_work *work, quire_diag *diag, void *user)
{
    (void)user;
    return (int)write_or_print(a, work, NULL, diag);
}

int
doe_verb_points(const struct cli_verb *verb, int argc, char **argv)
{
    return doe_write_verb(verb, "csv", points, argc, argv);
}

/* Models that are read again and again with other settings: the same models, runs and problems as
 * those that are read from their files each time. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <glob.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <quire/run.h>

#include "catalog/catalog.h"
#include "math/random.h"
#include "model/object.h"
#include "text/number.h"
#include "xml/read/prepared.h"
#include "xml/read/read.h"

#define VALUES    6    /* of each parameter of each model */
#define TOGETHER  4    /* readings in which all parameters have other values */
#define END       2e-3 /* [s]: of runs that are compared */
#define TEXT_SIZE 200

/* ---- the same model ---- */

/* the value of a field as a text that differs where the value does, in a bit */
static void
compare_values(const struct quire_object *a, const struct quire_object *b,
               const struct quire_field *f, const char *what)
{
    const char *p = (const char *)a->params + f->offset, *q = (const char *)b->params + f->offset;
    double x, y;
    switch (f->type) {
    case QUIRE_FIELD_REAL:
        memcpy(&x, p, sizeof x), memcpy(&y, q, sizeof y);
        cr_expect(memcmp(&x, &y, sizeof x) == 0, "%s: %s of <%s>: %a, %a", what, f->name,
                  a->kind->element, x, y);
        break;
    default: break; /* the runs tell */
    }
}

static void
compare_objects(const struct quire_object *a, const struct quire_object *b, const char *what)
{
    cr_assert(a->kind == b->kind && a->n_child == b->n_child && a->present == b->present &&
                  a->copied == b->copied && a->place.line == b->place.line &&
                  a->place.column == b->place.column && (a->name == NULL) == (b->name == NULL),
              "%s: <%s>, <%s>", what, a->kind->element, b->kind->element);
    cr_assert(a->name == NULL || strcmp(a->name, b->name) == 0, "%s: '%s', '%s'", what, a->name,
              b->name);
    for (const struct quire_field *f = a->kind->fields; f != NULL && f->name != NULL; f++) {
        compare_values(a, b, f, what);
    }
    for (size_t i = 0; i < a->n_child; i++) {
        compare_objects(a->child[i], b->child[i], what);
    }
}

static void
compare_models(const quire_model *a, const quire_model *b, const char *what)
{
    cr_assert(a->size == b->size && memcmp(a->text, b->text, a->size) == 0, "%s: its text", what);
    cr_assert(a->n_source == b->n_source && a->n_parameter == b->n_parameter, "%s", what);
    for (size_t i = 0; i < a->n_parameter; i++) {
        const struct quire_parameter *p = &a->parameter[i], *q = &b->parameter[i];
        cr_assert(strcmp(p->name, q->name) == 0 && strcmp(p->value, q->value) == 0 &&
                      (p->given == NULL) == (q->given == NULL),
                  "%s: %s = %s, %s = %s", what, p->name, p->value, q->name, q->value);
    }
    compare_objects(a->root, b->root, what);
}

/* ---- the same problems ---- */

static void
compare_problems(const quire_diag *a, const quire_diag *b, const char *what)
{
    char x[2000], y[2000];
    cr_assert(eq(sz, quire_diag_count(a), quire_diag_count(b)), "%s", what);
    for (size_t i = 0; i < quire_diag_count(a); i++) {
        quire_diag_format(a, i, x, sizeof x);
        quire_diag_format(b, i, y, sizeof y);
        cr_assert(strcmp(x, y) == 0, "%s:\n%s\n%s", what, x, y);
    }
}

/* ---- the same run ---- */

static bool
equal_words(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* a line of summary.json that says when the run was, or how long it took */
static bool
is_of_clocks(const char *line)
{
    static const char *const name[] = {"\"written\"", "\"solver.cpu-time\"",
                                       "\"solver.real-time-factor\""};
    line += strspn(line, " ");
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        if (strncmp(line, name[i], strlen(name[i])) == 0) {
            return true;
        }
    }
    return false;
}

/* all the rest of summary.json, in which the hash of the end state is */
static void
compare_summaries(const char *a, const char *b, const char *what)
{
    while (*a != '\0' && *b != '\0') {
        const size_t n = strcspn(a, "\n"), m = strcspn(b, "\n");
        cr_assert(is_of_clocks(a) ? is_of_clocks(b) : n == m && strncmp(a, b, n) == 0,
                  "%s:\n%.*s\n%.*s", what, (int)n, a, (int)m, b);
        a += n + (a[n] != '\0');
        b += m + (b[m] != '\0');
    }
    cr_assert(strcmp(a, b) == 0, "%s: its length", what);
}

static void
compare_outputs(const quire_run *a, const quire_run *b, const char *what)
{
    compare_summaries(quire_run_summary_json(a), quire_run_summary_json(b), what);
    cr_assert(quire_run_row_count(a) == quire_run_row_count(b) &&
                  quire_run_column_count(a) == quire_run_column_count(b) &&
                  quire_run_event_count(a) == quire_run_event_count(b),
              "%s", what);
    for (size_t c = 0; c < quire_run_column_count(a); c++) {
        cr_assert(equal_words(quire_run_column_name(a, c), quire_run_column_name(b, c)), "%s",
                  what);
        for (size_t r = 0; r < quire_run_row_count(a); r++) {
            const double p = quire_run_value(a, r, c), q = quire_run_value(b, r, c);
            cr_assert(memcmp(&p, &q, sizeof p) == 0, "%s: row %zu of %s: %a, %a", what, r,
                      quire_run_column_name(a, c), p, q);
        }
    }
    for (size_t i = 0; i < quire_run_event_count(a); i++) {
        const quire_run_event p = quire_run_event_at(a, i), q = quire_run_event_at(b, i);
        cr_assert(memcmp(&p.time, &q.time, sizeof p.time) == 0 &&
                      memcmp(&p.value, &q.value, sizeof p.value) == 0 &&
                      equal_words(p.kind, q.kind) && equal_words(p.source, q.source) &&
                      equal_words(p.detail, q.detail),
                  "%s: event %zu", what, i);
    }
}

static quire_run *
run_for_a_moment(const quire_model *model, quire_diag *diag, quire_status *status)
{
    quire_run_options options = quire_run_options_default();
    quire_run *run = NULL;
    options.end_time = END;
    *status = quire_run_create(&run, model, &options, diag);
    if (*status == QUIRE_OK) {
        *status = quire_run_execute(run, diag);
    }
    return run;
}

/* ---- both ways ---- */

static size_t n_good, n_bad; /* models that were read, and refused */

static void
compare(const quire_model *model, struct quire_prepared *prepared, const quire_setting *settings,
        size_t n, bool run, const char *what)
{
    quire_diag *a = quire_diag_create(), *b = quire_diag_create();
    quire_model *fresh = NULL;
    const quire_model *again = NULL;
    quire_status x = quire_xml_vary(&fresh, model, settings, n, a),
                 y = quire_prepared_read(&again, prepared, settings, n, b);
    cr_assert(eq(int, x, y), "%s", what);
    cr_assert(eq(int, fresh == NULL, again == NULL), "%s", what);
    compare_problems(a, b, what);
    if (fresh != NULL) {
        n_good++;
        compare_models(fresh, again, what);
    } else {
        n_bad++;
    }
    if (fresh != NULL && run) {
        quire_run *p = run_for_a_moment(fresh, a, &x), *q = run_for_a_moment(again, b, &y);
        cr_assert(eq(int, x, y), "%s", what);
        compare_problems(a, b, what);
        cr_assert(eq(int, p == NULL, q == NULL), "%s", what);
        if (x == QUIRE_OK) {
            compare_outputs(p, q, what);
        }
        quire_run_destroy(p);
        quire_run_destroy(q);
    }
    quire_xml_free(fresh);
    quire_diag_destroy(a);
    quire_diag_destroy(b);
}

/* ---- values ---- */

/* number `k` of the values that are tried, as a text: near the model's own, other counts, and some
 * that are refused */
static void
write_value(char text[TEXT_SIZE], const struct quire_parameter *p, uint32_t k, uint32_t seed)
{
    double number = 0;
    const char *unit = p->value, *list = p->choices != NULL ? p->choices : p->value;
    const bool words = quire_number_read(&number, p->value, 0, &unit) != QUIRE_NUMBER_OK;
    const double u = quire_random_uniform(seed, (const uint32_t[4]){k});
    const double to[] = {number * (0.8 + 0.4 * u), number + 1, -number};
    if (k == 3) {
        quire_number_format(text, TEXT_SIZE, "no-such-value");
    } else if (k == 4) {
        quire_number_format(text, TEXT_SIZE, "3 kg^2");
    } else if (k < 3 && !words) {
        quire_number_format(text, TEXT_SIZE, "%.9g%.80s", to[k], unit);
    } else if (k < 3) {
        const char *last = strrchr(list, ',');
        quire_number_format(text, TEXT_SIZE, "%.100s",
                            last != NULL ? last + 1 + strspn(last + 1, " ") : list);
    } else {
        quire_number_format(text, TEXT_SIZE, "%.100s", p->value);
    }
}

/* all parameters of the model, one after the other and then together; in between those as they are,
 * so that nothing may be left of a reading before */
static void
try_model(const quire_model *model, struct quire_prepared *prepared)
{
    const size_t n = model->n_parameter;
    quire_setting *all = calloc(n, sizeof *all);
    char(*text)[TEXT_SIZE] = calloc(n, sizeof *text), what[400];
    cr_assert(all != NULL && text != NULL);
    for (size_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < VALUES; k++) {
            write_value(text[i], &model->parameter[i], k, (uint32_t)i);
            const quire_setting setting = {model->parameter[i].name, text[i]};
            snprintf(what, sizeof what, "%.200s, %.60s = %.100s", model->file, setting.name,
                     setting.value);
            compare(model, prepared, &setting, 1, k == 0 || (k < 3 && i < 2), what);
        }
    }
    for (uint32_t j = 0; j < TOGETHER; j++) {
        for (size_t i = 0; i < n; i++) {
            write_value(text[i], &model->parameter[i], (uint32_t)((i + j) % 3), j);
            all[i] = (quire_setting){model->parameter[i].name, text[i]};
        }
        snprintf(what, sizeof what, "%.200s, all, %u", model->file, j);
        compare(model, prepared, all, n, false, what);
        snprintf(what, sizeof what, "%.200s as it is", model->file);
        compare(model, prepared, NULL, 0, false, what);
    }
    free(text);
    free(all);
}

static void
try_file(const char *path)
{
    quire_diag *diag = quire_diag_create();
    quire_model *model;
    struct quire_prepared *prepared;
    cr_assert(eq(int, quire_model_load(&model, path, NULL, 0, diag), QUIRE_OK), "%s", path);
    if (model->n_parameter > 0) {
        cr_assert(eq(int, quire_prepared_create(&prepared, model, diag), QUIRE_OK), "%s", path);
        try_model(model, prepared);
        quire_prepared_destroy(prepared);
    }
    quire_model_destroy(model);
    quire_diag_destroy(diag);
}

/* ---- tests ---- */

/* every `of`-th model of those that fit the pattern, from `first` on */
static void
try_models(const char *pattern, size_t first, size_t of)
{
    const char *root = getenv("QUIRE_SRCDIR");
    char path[1024];
    glob_t found;
    snprintf(path, sizeof path, "%s/models", root != NULL ? root : ".");
    cr_assert(eq(int, setenv("QUIRE_LIBRARY_PATH", path, 1), 0));
    snprintf(path, sizeof path, "%s/%s", root != NULL ? root : ".", pattern);
    n_good = n_bad = 0;
    cr_assert(eq(int, glob(path, 0, NULL, &found), 0), "%s", path);
    for (size_t i = first; i < found.gl_pathc; i += of) {
        try_file(found.gl_pathv[i]);
    }
    globfree(&found);
    cr_expect(n_good > 0 && n_bad > 0, "%zu, %zu", n_good, n_bad);
}

Test(read_again, samples_are_as_read_from_their_files_1)
{
    try_models("samples/*/*.xml", 0, 4);
}
Test(read_again, samples_are_as_read_from_their_files_2)
{
    try_models("samples/*/*.xml", 1, 4);
}
Test(read_again, samples_are_as_read_from_their_files_3)
{
    try_models("samples/*/*.xml", 2, 4);
}
Test(read_again, samples_are_as_read_from_their_files_4)
{
    try_models("samples/*/*.xml", 3, 4);
}
Test(read_again, models_of_all_elements_are_too)
{
    try_models("tests/data/models/good-*.xml", 0, 1);
}

/* each reading reports the problems found before settings are applied */
Test(prepared, problems_of_the_file_are_told_each_time)
{
    static const char text[] =
        "<model version=\"1\" name=\"m\">\n"
        "<assembly name=\"a\"><parameter name=\"p\" value=\"1\"/></assembly>\n"
        "<parameters><parameter name=\"end\" value=\"1 ms\"/></parameters>\n"
        "<settings><run end=\"{end}\"/></settings></model>";
    const quire_setting setting = {"end", "2 ms"};
    struct quire_prepared *prepared;
    cr_assert(
        eq(int,
           quire_prepared_parse(&prepared, quire_catalog_all(), text, strlen(text), "m.xml", NULL),
           QUIRE_OK));
    for (int i = 0; i < 3; i++) {
        quire_diag *a = quire_diag_create(), *b = quire_diag_create();
        quire_model *fresh;
        const quire_model *again;
        cr_assert(eq(int, quire_model_parse(&fresh, text, strlen(text), "m.xml", &setting, 1, a),
                     QUIRE_OK));
        cr_assert(eq(int, quire_prepared_read(&again, prepared, &setting, 1, b), QUIRE_OK));
        cr_expect(quire_diag_count(a) > 0);
        compare_problems(a, b, "unused assembly");
        compare_models(fresh, again, "unused assembly");
        quire_model_destroy(fresh);
        quire_diag_destroy(a);
        quire_diag_destroy(b);
    }
    quire_prepared_destroy(prepared);
}

/* a file that cannot be read is refused by each reading, in the same words */
Test(prepared, what_is_no_model_is_refused_each_time)
{
    static const char *const bad[] = {"<model version=\"1\" name=\"m\">", "<model/>", "",
                                      ("<model version=\"1\" name=\"m\"><include file=\"a.xml\"/>"
                                       "</model>")};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct quire_prepared *prepared;
        cr_assert(eq(int,
                     quire_prepared_parse(&prepared, quire_catalog_all(), bad[i], strlen(bad[i]),
                                          "m.xml", NULL),
                     QUIRE_OK));
        for (int j = 0; j < 2; j++) {
            quire_diag *a = quire_diag_create(), *b = quire_diag_create();
            quire_model *fresh;
            const quire_model *again;
            const quire_status x =
                quire_model_parse(&fresh, bad[i], strlen(bad[i]), "m.xml", NULL, 0, a);
            cr_assert(eq(int, quire_prepared_read(&again, prepared, NULL, 0, b), x));
            cr_assert(x != QUIRE_OK && again == NULL);
            compare_problems(a, b, bad[i]);
            quire_diag_destroy(a);
            quire_diag_destroy(b);
        }
        quire_prepared_destroy(prepared);
    }
}

Test(prepared, too_many_settings_are_refused)
{
    static const char small[] = "<model version=\"1\" name=\"m\"/>";
    struct quire_prepared *prepared;
    const quire_model *model;
    quire_setting *many = calloc(10001, sizeof *many);
    cr_assert(many != NULL);
    cr_assert(eq(
        int,
        quire_prepared_parse(&prepared, quire_catalog_all(), small, strlen(small), "m.xml", NULL),
        QUIRE_OK));
    cr_expect(eq(int, quire_prepared_read(&model, prepared, many, 10001, NULL), QUIRE_ERROR_LIMIT));
    cr_expect(model == NULL);
    quire_prepared_destroy(prepared);
    free(many);
}

/* ---- memory ---- */

/* bytes of memory that is handed out */
static size_t
in_use(void)
{
    return mallinfo2().uordblks;
}

Test(prepared, memory_does_not_grow_with_the_number_of_readings)
{
    const char *root = getenv("QUIRE_SRCDIR");
    char path[1024], value[40];
    quire_model *model;
    struct quire_prepared *prepared;
    size_t used[2] = {0};
    snprintf(path, sizeof path, "%s/samples/a4-turn/a4-turn.xml", root != NULL ? root : ".");
    cr_assert(eq(int, quire_model_load(&model, path, NULL, 0, NULL), QUIRE_OK));
    cr_assert(eq(int, quire_prepared_create(&prepared, model, NULL), QUIRE_OK));
    for (int i = 0; i < 200; i++) {
        const quire_model *again;
        const quire_setting setting = {i % 3 == 0 ? "nip_load" : "rubber_mu", value};
        snprintf(value, sizeof value, i % 3 == 0 ? "-1 N" : "0.%d", 500 + i);
        const quire_status status = quire_prepared_read(&again, prepared, &setting, 1, NULL);
        cr_assert(eq(int, status, i % 3 == 0 ? QUIRE_ERROR_INPUT : QUIRE_OK));
        if (i == 19 || i == 199) {
            used[i == 199] = in_use();
        }
    }
    cr_expect(eq(sz, used[0], used[1]));
    quire_prepared_destroy(prepared);
    quire_model_destroy(model);
}

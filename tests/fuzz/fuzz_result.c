/* Stored results as report, convert, compare and verify read them: those of a small run, changed as
 * the bytes say. A text that begins with === is taken as it is: the files of a folder, each behind
 * a line "=== NAME"; those it does not name are the run's own. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <quire/compare.h>
#include <quire/convert.h>
#include <quire/describe.h>
#include <quire/report.h>

#include "fuzz.h"

#define MOST_EDITS 6
#define MOST_FILES 16
#define MOST_LOOKS 2000 /* times that a repeated run reports its progress */

static struct {
    char name[64];
    char *bytes;
    size_t size;
} file[MOST_FILES];
static size_t n_file;

static void
run_model(const char *folder)
{
    size_t size;
    char *text = fuzz_source_file("tests/data/studies/machine.xml", &size);
    const quire_setting settings[] = {{"segments", "6"}};
    quire_run_options options = quire_run_options_default();
    quire_model *model = NULL;
    quire_run *run = NULL;

    options.directory = folder;
    options.end_time = 0.004;
    options.sample_interval = 0.001;
    fuzz_must(quire_model_parse(&model, text, size, "machine.xml", settings, 1, NULL) == QUIRE_OK &&
                  quire_run_create(&run, model, &options, NULL) == QUIRE_OK &&
                  quire_run_execute(run, NULL) == QUIRE_OK,
              "the run to look at can be made");
    quire_run_destroy(run);
    quire_model_destroy(model);
    free(text);
}

static int
by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* keeps the files of a run */
static void
make_files(void)
{
    char *folder = fuzz_path("first");
    const struct dirent *entry;

    run_model(folder);
    DIR *dir = opendir(folder);
    fuzz_must(dir != NULL, "there are results");
    while ((entry = readdir(dir)) != NULL && n_file < MOST_FILES) {
        if (entry->d_name[0] != '.') {
            snprintf(file[n_file++].name, sizeof file[0].name, "%.60s", entry->d_name);
        }
    }
    closedir(dir);
    /* what bytes mean does not depend on a folder's order */
    qsort(file, n_file, sizeof *file, by_name);
    for (size_t i = 0; i < n_file; i++) {
        struct quire_text path = {0};
        quire_text_format(&path, "%s/%s", folder, file[i].name);
        FILE *f = fopen(path.data, "rb");
        fuzz_must(f != NULL && fseek(f, 0, SEEK_END) == 0, "results can be read");
        file[i].size = (size_t)ftell(f);
        file[i].bytes = malloc(file[i].size + 1);
        rewind(f);
        fuzz_must(file[i].bytes != NULL && fread(file[i].bytes, 1, file[i].size, f) == file[i].size,
                  "results can be read");
        fclose(f);
        quire_text_clear(&path);
    }
    free(folder);
}

static void
save(const char *name, const char *bytes, size_t size)
{
    char inner[128];

    snprintf(inner, sizeof inner, "other/%.100s", name);
    fuzz_save(inner, bytes, size);
}

/* ---- inputs ---- */

static void
save_changed(struct fuzz_choices *how)
{
    for (size_t i = 0; i < n_file; i++) {
        struct quire_text text = {0};
        quire_text_add_bytes(&text, file[i].bytes, file[i].size);
        for (int k = fuzz_byte(how) % 3 == 1 ? 1 + (int)fuzz_choose(how, MOST_EDITS) : 0; k > 0;
             k--) {
            fuzz_edit(&text, how);
        }
        save(file[i].name, text.data, text.size);
        quire_text_clear(&text);
    }
}

static void
save_text(const char *text)
{
    for (size_t i = 0; i < n_file; i++) {
        save(file[i].name, file[i].bytes, file[i].size);
    }
    fuzz_unpack("other", text);
}

/* ---- readers ---- */

static bool
look(void *user, double time, double end_time)
{
    int *left = user;

    (void)time, (void)end_time;
    return --*left > 0;
}

static quire_status
convert(const char *first, const char *other, quire_diag *diag)
{
    quire_status worst = QUIRE_OK;

    (void)first;
    for (const char *const *format = quire_convert_formats(); *format != NULL; format++) {
        const quire_status status = quire_convert(other, *format, NULL, NULL, diag);
        worst = worst != QUIRE_OK ? worst : status;
    }
    return worst;
}

static quire_status
report_one(const char *first, const char *other, quire_diag *diag)
{
    (void)first;
    return quire_report_write(&other, 1, NULL, diag);
}

static quire_status
report_both(const char *first, const char *other, quire_diag *diag)
{
    return quire_report_write((const char *[]){first, other}, 2, NULL, diag);
}

static quire_status
compare(const char *first, const char *other, quire_diag *diag)
{
    quire_comparison *comparison = NULL;
    const quire_status status = quire_compare_folders(&comparison, first, other, NULL, diag);

    fuzz_must((status == QUIRE_OK) == (comparison != NULL),
              "a comparison comes out if, and only if, both can be read");
    quire_comparison_destroy(comparison);
    return status;
}

static quire_status
verify(const char *first, const char *other, quire_diag *diag)
{
    int looks = MOST_LOOKS;
    char *report = NULL;
    bool same;

    (void)first;
    const quire_status status = quire_verify(other, &same, &report, look, &looks, diag);
    quire_free(report);
    return status;
}

static quire_status (*const readers[])(const char *, const char *, quire_diag *) = {
    convert, report_one, compare, verify, report_both};
#define N_READERS (sizeof readers / sizeof *readers)

static void
read_by(size_t reader)
{
    char *first = fuzz_path("first"), *other = fuzz_path("other");
    quire_diag *diag = quire_diag_create();

    fuzz_must_explain(readers[reader](first, other, diag), diag, readers[reader] != verify);
    quire_diag_destroy(diag);
    free(first);
    free(other);
}

void
fuzz_input(const uint8_t *data, size_t size)
{
    struct fuzz_choices how = {data, size};

    if (n_file == 0) {
        make_files();
    }
    fuzz_remove("other");
    if (size > 4 && memcmp(data, FUZZ_FILE, 4) == 0) {
        struct quire_text text = {0};
        quire_text_add_bytes(&text, (const char *)data, size);
        save_text(text.data);
        quire_text_clear(&text);
        for (size_t i = 0; i < N_READERS; i++) {
            read_by(i);
        }
    } else {
        const size_t reader = fuzz_choose(&how, N_READERS);
        save_changed(&how);
        read_by(reader);
    }
}

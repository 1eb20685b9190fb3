#include "adaptive/files.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adaptive/designs.h"
#include "base/diag.h"
#include "base/file.h"

/* "folder/name.xml" -> "folder/name-improve.csv" */
static char *
name_beside(const char *path, const char *ending, const char *new_ending)
{
    struct quire_text text = {0};
    const size_t n = strlen(path), m = strlen(ending);
    const bool ends = n > m && strcmp(path + n - m, ending) == 0;

    quire_text_add_bytes(&text, path, ends ? n - m : n);
    quire_text_format(&text, "-improve%s", new_ending);
    return quire_text_take(&text);
}

bool
doe_improve_files_name(struct doe_improve_files *out, const char *study, const char *directory)
{
    out->study = name_beside(study, ".xml", ".xml");
    out->table = name_beside(study, ".xml", ".csv");
    out->directory = name_beside(directory, ".doe", ".doe");
    return out->study != NULL && out->table != NULL && out->directory != NULL;
}

void
doe_improve_files_clear(struct doe_improve_files *self)
{
    free(self->study);
    free(self->table);
    free(self->directory);
    *self = (struct doe_improve_files){0};
}

/* where </study> begins, which no remark holds; NULL: nowhere */
static const char *
find_end(const char *text)
{
    const char *end = NULL;

    for (const char *at = strchr(text, '<'); at != NULL; at = strchr(at, '<')) {
        if (strncmp(at, "<!--", 4) == 0) {
            at = strstr(at, "-->");
            if (at == NULL) {
                return end;
            }
        } else if (strncmp(at, "</study", 7) == 0) {
            end = at;
        }
        at++;
    }
    return end;
}

static const char *
name_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

quire_status
doe_improve_study_text(struct quire_text *out, const struct doe_work *work,
                       const struct doe_improve_files *files, quire_diag *diag)
{
    const char *end = find_end(work->text);

    if (end == NULL) {
        return quire_diag_error(diag, "E-MODEL", (struct quire_place){.file = work->path}, NULL,
                                NULL, "there is no </study> to insert a design before");
    }
    quire_text_add_bytes(out, work->text, (size_t)(end - work->text));
    quire_text_add(out, "  <design kind=\"table\" file=\"");
    quire_text_xml(out, name_of(files->table));
    quire_text_add(out, "\" augments=\"yes\"/>\n");
    quire_text_add(out, end);
    return out->failed ? quire_diag_memory_error(diag) : QUIRE_OK;
}

quire_status
doe_improve_may_write(const struct quire_text *text, const struct doe_improve_files *files,
                      quire_diag *diag)
{
    char *there;
    size_t size;

    if (access(files->study, F_OK) != 0) {
        return QUIRE_OK;
    }
    const quire_status status =
        quire_file_read(&there, &size, files->study, QUIRE_FILE_LIMIT, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    const bool same = size == text->size && memcmp(there, text->data, size) == 0;
    free(there);
    return same ? QUIRE_OK
                : quire_diag_error(diag, "E-FILE", (struct quire_place){.file = files->study}, NULL,
                                   "remove it and the table beside it to begin anew",
                                   "the file was made of another state of the study");
}

bool
doe_improve_has_table(const struct doe_improve_files *files)
{
    return access(files->table, F_OK) == 0;
}

quire_status
doe_improve_add(const struct doe_improve_files *files, const struct doe_work *work,
                const struct quire_text *lines, const struct quire_text *study, quire_diag *diag)
{
    struct quire_text table = {0};
    char *there = NULL;
    size_t size = 0;
    quire_status status = QUIRE_OK;

    if (doe_improve_has_table(files)) {
        status = quire_file_read(&there, &size, files->table, QUIRE_FILE_LIMIT, diag);
    }
    if (there != NULL) {
        quire_text_add_bytes(&table, there, size);
    }
    for (size_t j = 0; there == NULL && j < doe_designs_factors(work); j++) {
        quire_text_add(&table, j > 0 ? "," : "");
        quire_text_csv_cell(&table, work->variable[j].name);
    }
    quire_text_add(&table, there == NULL ? "\n" : "");
    quire_text_add_bytes(&table, lines->data, lines->size);
    if (status == QUIRE_OK && table.failed) {
        status = quire_diag_memory_error(diag);
    }
    if (status == QUIRE_OK) {
        status = quire_file_save(files->table, table.data, table.size, diag);
    }
    if (status == QUIRE_OK && access(files->study, F_OK) != 0) {
        status = quire_file_save(files->study, study->data, study->size, diag);
    }
    free(there);
    quire_text_clear(&table);
    return status;
}

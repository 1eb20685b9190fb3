/* Tables and models that verbs read. */
#include "cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define TABLE_LIMIT ((size_t)64 << 20) /* largest table [bytes] */

quire_status
cli_read_table(const struct cli_verb *verb, const char *path, char **text, size_t *size)
{
    const bool from_stdin = strcmp(path, "-") == 0;
    struct stat st;
    size_t capacity = 1 << 16;
    if (!from_stdin && stat(path, &st) == 0 && !S_ISREG(st.st_mode)) {
        return cli_file_problem(verb->name, path, "is not a regular file", 0);
    }
    FILE *file = from_stdin ? stdin : fopen(path, "rbe");
    if (file == NULL) {
        return cli_file_problem(verb->name, path, "cannot be opened", errno);
    }
    *text = malloc(capacity);
    *size = 0;
    while (*text != NULL && *size < TABLE_LIMIT) {
        const size_t n = fread(*text + *size, 1, capacity - *size, file);
        if (n == 0) {
            break;
        }
        *size += n;
        if (*size == capacity) {
            char *more = realloc(*text, capacity *= 2);
            if (more == NULL) {
                free(*text);
            }
            *text = more;
        }
    }
    const bool failed = ferror(file) != 0, whole = feof(file) != 0;
    if (!from_stdin) {
        fclose(file);
    }
    if (*text == NULL || !whole) {
        cli_file_problem(verb->name, path,
                         failed          ? "cannot be read"
                         : *text == NULL ? "out of memory"
                                         : "is too large",
                         0);
        return failed ? QUIRE_ERROR_FILE : QUIRE_ERROR_LIMIT;
    }
    return QUIRE_OK;
}

quire_status
cli_load_model(const struct cli_verb *verb, const char *path, const struct cli_settings *settings,
               quire_model **model, quire_diag *diag)
{
    char *text;
    size_t size;
    *model = NULL;
    if (!cli_is_stream(path)) {
        return quire_model_load(model, path, settings->list, settings->n, diag);
    }
    quire_status status = cli_read_table(verb, path, &text, &size);
    if (status == QUIRE_OK) {
        status =
            quire_model_load_text(model, text, size, "<stdin>", settings->list, settings->n, diag);
        free(text);
    }
    return status;
}

/* Parameters that `quire doe run --set` holds for a whole study: factors of one level, kept in the
 * study's folder, so that whoever reads the study there reads them, too. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/file.h"
#include "doe/verbs.h"
#include "store/store.h"

#define FILE_NAME "held.xml"

/* a value between quotation marks */
static void
add_escaped(struct quire_text *out, const char *text)
{
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '&': quire_text_add(out, "&amp;"); break;
        case '<': quire_text_add(out, "&lt;"); break;
        case '"': quire_text_add(out, "&quot;"); break;
        default: quire_text_add_char(out, *text);
        }
    }
}

char *
doe_held_of(const struct cli_verb *verb, const struct cli_settings *settings)
{
    struct quire_text text = {0};

    for (size_t i = 0; i < settings->n; i++) {
        if (strchr(settings->list[i].value, ',') != NULL) {
            cli_usage_error(verb, "--set holds a parameter at one value, not",
                            settings->list[i].value);
            quire_text_clear(&text);
            return NULL;
        }
        quire_text_add(&text, "<factor parameter=\"");
        add_escaped(&text, settings->list[i].name);
        quire_text_add(&text, "\" levels=\"");
        add_escaped(&text, settings->list[i].value);
        quire_text_add(&text, "\"/>\n");
    }
    return (char *)cli_need(text.failed ? NULL : text.data);
}

quire_status
doe_held_read(char **out, const char *directory, quire_diag *diag)
{
    char *path = directory != NULL ? cli_need(doe_join(directory, FILE_NAME)) : NULL;
    quire_status status = QUIRE_OK;
    size_t size;

    *out = NULL;
    if (path != NULL && access(path, F_OK) == 0) {
        status = quire_file_read(out, &size, path, QUIRE_FILE_LIMIT, diag);
    }
    free(path);
    return status;
}

static bool
is_begun(const char *directory)
{
    char *path = cli_need(doe_join(directory, DOE_STORE_FILE));
    struct stat file;
    const bool there = stat(path, &file) == 0;

    free(path);
    return there;
}

static quire_status
save(const char *directory, const char *text, quire_diag *diag)
{
    char *path = cli_need(doe_join(directory, FILE_NAME));
    struct quire_output out;
    quire_status status = mkdir(directory, 0777) == 0 || errno == EEXIST
                              ? QUIRE_OK
                              : quire_diag_file_error(diag, directory, "cannot be made", errno);

    if (status == QUIRE_OK) {
        status = quire_output_open(&out, path, diag);
    }
    if (status == QUIRE_OK) {
        fwrite(text, 1, strlen(text), out.stream);
        status = quire_output_close(&out, diag);
        quire_output_abandon(&out);
    }
    free(path);
    return status;
}

quire_status
doe_held_keep(const struct doe_arguments *a, quire_diag *diag)
{
    char *kept = NULL;

    if (a->held == NULL) {
        return QUIRE_OK;
    }
    quire_status status = doe_held_read(&kept, a->directory, diag);
    const bool same = kept != NULL && strcmp(kept, a->held) == 0;
    free(kept);
    if (status != QUIRE_OK || same) {
        return status;
    }
    return is_begun(a->directory)
               ? quire_diag_error(diag, "E-MODEL", (struct quire_place){.file = a->directory}, NULL,
                                  "name another folder with -d",
                                  "the folder has runs with other values of --set")
               : save(a->directory, a->held, diag);
}

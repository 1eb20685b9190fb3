#include "xml/rewrite/rewrite.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/diag.h"
#include "base/file.h"

quire_status
quire_rewrite_parse(struct quire_node **root, const char *text, size_t size, const char *name,
                    struct quire_arena *arena, quire_diag *diag)
{
    if (size > QUIRE_FILE_LIMIT) {
        return quire_diag_error(diag, "E-LIMIT", (struct quire_place){name, 0, 0}, NULL, NULL,
                                "the text is larger than %zu bytes", QUIRE_FILE_LIMIT);
    }
    return quire_xml_parse(root, text, size, name, arena, diag);
}

/* a rewritten file takes the place of the old one */
static quire_status
save(const char *path, const char *text, size_t size, quire_diag *diag)
{
    struct stat st;
    struct quire_output out;
    const bool exists = stat(path, &st) == 0 && S_ISREG(st.st_mode);
    const quire_status status = quire_output_open(&out, path, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    if (exists && fchmod(quire_output_descriptor(&out), st.st_mode & 07777) != 0) {
        const int number = errno;
        quire_output_abandon(&out);
        return quire_diag_file_error(diag, path, "its permissions cannot be kept", number);
    }
    fwrite(text, 1, size, out.stream); /* errors stick to the stream and are found on closing */
    return quire_output_close(&out, diag);
}

quire_status
quire_rewrite_save(const char *path, const char *text, size_t size, quire_diag *diag)
{
    if (path == NULL || text == NULL) {
        return quire_diag_misuse(diag, __func__);
    }
    char *target = realpath(path, NULL); /* NULL: not there yet, or what opening it will say */
    const quire_status status = save(target != NULL ? target : path, text, size, diag);
    free(target);
    return status;
}

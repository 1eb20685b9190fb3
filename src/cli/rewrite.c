/* What verbs that rewrite files share. */
#include "cli/cli.h"

#include <string.h>

#include <quire/rewrite.h>

bool
cli_is_stream(const char *path)
{
    return strcmp(path, "-") == 0;
}

quire_status
cli_put(const char *target, const char *text, size_t size, quire_diag *diag)
{
    if (cli_is_stream(target)) {
        fwrite(text, 1, size, stdout); /* main() finds errors */
        return QUIRE_OK;
    }
    return quire_rewrite_save(target, text, size, diag);
}

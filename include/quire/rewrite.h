/* Formatting and upgrading of model and study files without changing their meaning. */
#ifndef QUIRE_REWRITE_H
#define QUIRE_REWRITE_H

#include <quire/diag.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Formats a model or study, `size` bytes at `text`; `name` is the file name in messages. Indents by
 * depth, separates attributes by one blank, uses double quotes, and breaks lines longer than 120
 * columns. Keeps the order of attributes, existing line breaks, single blank lines, comments, the
 * XML declaration, the type of line ending, and all bytes in <user-data>. A formatted text does not
 * change.
 *
 * On success the caller owns *out and frees it with quire_free(); *out_size is its length without
 * the final NUL. On failure *out is NULL. QUIRE_ERROR_INPUT: the text is not well-formed XML or
 * uses XML features that models do not support; unknown elements are not an error.
 * QUIRE_ERROR_LIMIT: a limit is exceeded, or out of memory. */
QUIRE_API quire_status quire_format(char **out, size_t *out_size, const char *text, size_t size,
                                    const char *name, quire_diag *diag);

/* Upgrades a model or study to the current format version. Only outdated parts of the text are
 * edited; comments and blanks are kept. `from` is the version of the text if that is older than the
 * version it declares. With -1 the declared version is used; 0 if there is none. diag receives a
 * note for each change, and a warning for each part that must be changed by hand. Without any, the
 * text is already of the current version and is returned unchanged. Ownership and errors as for
 * quire_format(). QUIRE_ERROR_INPUT: also for an unknown version. */
QUIRE_API quire_status quire_upgrade(char **out, size_t *out_size, int from, const char *text,
                                     size_t size, const char *name, quire_diag *diag);

/* Replaces the content of the file `path` by `size` bytes at `text`. The replacement is complete
 * or, on any failure, does not happen. A symbolic link is kept and the file it refers to is
 * replaced. An existing file keeps its permissions. QUIRE_ERROR_FILE: the file cannot be
 * replaced. */
QUIRE_API quire_status quire_rewrite_save(const char *path, const char *text, size_t size,
                                          quire_diag *diag);

#ifdef __cplusplus
}
#endif
#endif

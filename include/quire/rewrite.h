/* Rewriting model and study files without changing what they mean. */
#ifndef QUIRE_REWRITE_H
#define QUIRE_REWRITE_H

#include <quire/diag.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The house form of a model or study: `size` bytes at `text`, named `name` in messages. Indents by
 * depth, puts one blank between attributes, double quotes about values, breaks what is longer than
 * 120 columns, and keeps all else: the order of attributes, the author's line breaks, single blank
 * lines, comments, the XML declaration, the sort of line ends, and all bytes in <user-data>. A text
 * in this form stays as it is.
 * On success *out is the caller's, to be freed with quire_free(); it ends with a NUL that does not
 * count in *out_size. Otherwise it is NULL: QUIRE_ERROR_INPUT when the text is no well-formed XML
 * or uses XML in a way models do not (whether Quire knows its elements does not matter),
 * QUIRE_ERROR_LIMIT when a limit or memory is exceeded. */
QUIRE_API quire_status quire_format(char **out, size_t *out_size, const char *text, size_t size,
                                    const char *name, quire_diag *diag);

/* The same model or study in the spelling of the present format version. Edits the text itself:
 * comments, blanks and all that is not concerned stay. `from` is the version the text is written in
 * when that is older than it says; -1: it is what it says, 0 when it says none. Each change is a
 * note in diag, what remains to be done by hand a warning; without any the text is of the present
 * version and comes back as it was. Otherwise as quire_format(); also QUIRE_ERROR_INPUT for
 * versions that are not known. */
QUIRE_API quire_status quire_upgrade(char **out, size_t *out_size, int from, const char *text,
                                     size_t size, const char *name, quire_diag *diag);

/* Puts `size` bytes at `text` in place of the file at `path`: all of them or, on every failure,
 * none. A link stays, and the file that it leads to is replaced; a file that was there passes its
 * permissions on. QUIRE_ERROR_FILE when that does not work. */
QUIRE_API quire_status quire_rewrite_save(const char *path, const char *text, size_t size,
                                          quire_diag *diag);

#ifdef __cplusplus
}
#endif
#endif

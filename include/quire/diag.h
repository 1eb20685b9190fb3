/* Diagnostics of a call: errors, warnings and notes, each with a location, a stable code and a
 * hint. */
#ifndef QUIRE_DIAG_H
#define QUIRE_DIAG_H

#include <stdbool.h>
#include <stddef.h>

#include <quire/status.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct quire_diag quire_diag;

typedef enum quire_severity { QUIRE_NOTE, QUIRE_WARNING, QUIRE_ERROR } quire_severity;

/* One diagnostic. Its strings belong to the list. Control characters in text from files are
 * escaped. */
typedef struct quire_problem {
    quire_severity severity;
    const char *code;   /* stable, for example "E-RANGE"; the manual lists all codes */
    const char *file;   /* NULL: no location */
    int line, column;   /* from 1; 0: unknown */
    const char *object; /* for example "roller 'r3'"; may be NULL */
    const char *text;   /* the problem, and which values are allowed */
    const char *hint;   /* how to correct it, or the probable intention; may be NULL */
} quire_problem;

/* Creates an empty list. The caller frees it with quire_diag_destroy(). NULL: out of memory. */
QUIRE_API quire_diag *quire_diag_create(void);
QUIRE_API void quire_diag_destroy(quire_diag *diag);

QUIRE_API size_t quire_diag_count(const quire_diag *diag);
QUIRE_API size_t quire_diag_error_count(const quire_diag *diag);
QUIRE_API const quire_problem *quire_diag_get(const quire_diag *diag, size_t index);

/* Formats problem `index` as `file:line:col: error [CODE]: object: text; hint` in `buf`, cut to
 * `size` bytes including the final NUL. Returns the length of the complete text. */
QUIRE_API size_t quire_diag_format(const quire_diag *diag, size_t index, char *buf, size_t size);

/* Whether a character, by its number in Unicode, is not seen, or turns the direction of text: in
 * the text of problems it is written as an escape, "\u200b". */
QUIRE_API bool quire_is_invisible(unsigned character);

#ifdef __cplusplus
}
#endif
#endif

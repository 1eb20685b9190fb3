/* The list of problems found by a call: errors and warnings, each with a place, a stable code and a
 * hint. */
#ifndef QUIRE_DIAG_H
#define QUIRE_DIAG_H

#include <stddef.h>

#include <quire/status.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct quire_diag quire_diag;

typedef enum quire_severity { QUIRE_NOTE, QUIRE_WARNING, QUIRE_ERROR } quire_severity;

/* One problem. All strings are borrowed from the list; control characters in text from files are
 * escaped. */
typedef struct quire_problem {
    quire_severity severity;
    const char *code;   /* stable, such as "E-RANGE"; every code is in the manual */
    const char *file;   /* NULL when the problem has no place */
    int line, column;   /* from 1; 0 when unknown */
    const char *object; /* such as "roller 'r3'"; may be NULL */
    const char *text;   /* what was found and what is allowed */
    const char *hint;   /* what to do or what was probably meant; may be NULL */
} quire_problem;

/* NULL when memory runs out. Free with quire_diag_destroy(). */
QUIRE_API quire_diag *quire_diag_create(void);
QUIRE_API void quire_diag_destroy(quire_diag *diag);

QUIRE_API size_t quire_diag_count(const quire_diag *diag);
QUIRE_API size_t quire_diag_error_count(const quire_diag *diag);
QUIRE_API const quire_problem *quire_diag_get(const quire_diag *diag, size_t index);

/* Writes problem `index` as `file:line:col: error [CODE]: object: text; hint` into buf (at most
 * size bytes with the final NUL) and returns the length the whole text has. */
QUIRE_API size_t quire_diag_format(const quire_diag *diag, size_t index, char *buf, size_t size);

#ifdef __cplusplus
}
#endif
#endif

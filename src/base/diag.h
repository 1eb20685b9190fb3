/* Adding to the list of problems. */
#ifndef QUIRE_BASE_DIAG_H
#define QUIRE_BASE_DIAG_H

#include <stdarg.h>

#include <quire/diag.h>

/* Where something stands in an input file. A zero place means: nowhere in particular. */
struct quire_place {
    const char *file; /* borrowed from the model, NULL if none */
    int line, column; /* from 1, 0 if unknown */
};

/* Adds an error (warning, note) and returns the status it stands for, so that a caller can return it:
 * QUIRE_ERROR_INPUT for errors unless the code's class says otherwise (E-FILE: QUIRE_ERROR_FILE, E-LIMIT: QUIRE_ERROR_LIMIT,
 * E-MEMORY: QUIRE_ERROR_LIMIT, E-NUM-*: QUIRE_ERROR_NUMERIC, E-USAGE: QUIRE_ERROR_USAGE, E-INTERNAL: QUIRE_ERROR_INTERNAL);
 * QUIRE_OK for warnings and notes. `code` must be in the table of codes (base/codes.h). `object` and `hint` may be NULL.
 * `diag` may be NULL: then only the status is returned. At most 200 problems are kept; the rest are counted. */
quire_status quire_diag_error(quire_diag *diag, const char *code, struct quire_place at, const char *object,
                              const char *hint, const char *format, ...) __attribute__((format(printf, 6, 7)));
void quire_diag_warning(quire_diag *diag, const char *code, struct quire_place at, const char *object,
                        const char *hint, const char *format, ...) __attribute__((format(printf, 6, 7)));

#endif

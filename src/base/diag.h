/* Adding to the list of problems. */
#ifndef QUIRE_BASE_DIAG_H
#define QUIRE_BASE_DIAG_H

#include <stdarg.h>
#include <stdbool.h>

#include <quire/diag.h>

/* Where something stands in an input file. A zero place means: nowhere in particular. */
struct quire_place {
    const char *file; /* borrowed from the model, NULL if none */
    int line, column; /* from 1, 0 if unknown */
};

/* Adds an error (warning, note) and returns the status it stands for, so that a caller can return
 * it: QUIRE_ERROR_INPUT for errors unless the code's class says otherwise (E-FILE:
 * QUIRE_ERROR_FILE, E-LIMIT: QUIRE_ERROR_LIMIT, E-MEMORY: QUIRE_ERROR_LIMIT, E-NUM-*:
 * QUIRE_ERROR_NUMERIC, E-USAGE: QUIRE_ERROR_USAGE, E-INTERNAL: QUIRE_ERROR_INTERNAL); QUIRE_OK for
 * warnings and notes. `code` must be in the table of codes (base/codes.h). `object` and `hint` may
 * be NULL. `diag` may be NULL: then only the status is returned. An error
 * that was added before in the same words at the same place of a file, of another object, is not
 * added again: one element of the file may stand for many objects. At most 200 problems are kept;
 * the rest are counted. */
quire_status quire_diag_error(quire_diag *diag, const char *code, struct quire_place at,
                              const char *object, const char *hint, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
void quire_diag_warning(quire_diag *diag, const char *code, struct quire_place at,
                        const char *object, const char *hint, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

/* The same with a list of arguments. */
quire_status quire_diag_verror(quire_diag *diag, const char *code, struct quire_place at,
                               const char *object, const char *hint, const char *format,
                               va_list arguments) __attribute__((format(printf, 6, 0)));
void quire_diag_note(quire_diag *diag, const char *code, struct quire_place at, const char *object,
                     const char *hint, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

/* E-FILE about the file at `path`: "cannot be written: No space left on device". `number` is
 * errno's value, 0 for none. */
quire_status quire_diag_file_error(quire_diag *diag, const char *path, const char *what,
                                   int number);

/* E-USAGE: a public function was called without something that it needs. */
quire_status quire_diag_misuse(quire_diag *diag, const char *function);

/* Whether each of n settings has its name and its value, so that it may be looked at. */
struct quire_setting;
bool quire_settings_are_whole(const struct quire_setting *list, size_t n);

/* E-MEMORY. */
quire_status quire_diag_memory_error(quire_diag *diag);
/* Whether memory ran out: what was refused or failed may do so no more next time. True for NULL,
 * as what quire_diag_create() returns then. */
bool quire_diag_is_starved(const quire_diag *diag);

/* The order of places: those without a line first, then by file, line and column. As strcmp(). */
int quire_place_compare(struct quire_place a, struct quire_place b);

/* "line 12", or "line 12 of parts/rollers.xml" where the reader of a message about `from` would
 * look in another file. Returns buf. */
const char *quire_place_words(char *buf, size_t size, struct quire_place place,
                              struct quire_place from);

/* Puts the problems from index `from` on in the order of their places; those without a place come
 * first. Otherwise the order stays. */
void quire_diag_sort(quire_diag *diag, size_t from);

/* No more problems are kept: it is pointless to work on hints. True for NULL. */
bool quire_diag_is_full(const quire_diag *diag);

/* Whether a reader that came to `status` so far may give up: it refuses its input already, and of
 * what else it would find nothing would be kept. What it accepts it must have read to the end,
 * whatever becomes of problems. */
bool quire_diag_may_stop(const quire_diag *diag, quire_status status);

#define QUIRE_PROBLEM_LIMIT 200

static inline struct quire_place
quire_nowhere(void)
{
    const struct quire_place place = {NULL, 0, 0};
    return place;
}

#endif

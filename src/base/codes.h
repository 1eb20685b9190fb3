/* The table of problem codes: every code that a problem may carry stands here, and nowhere else is
 * its meaning given. */
#ifndef QUIRE_BASE_CODES_H
#define QUIRE_BASE_CODES_H

#include <stddef.h>

#include <quire/status.h>

struct quire_code {
    const char *code;    /* such as "E-RANGE"; E- errors, W- warnings, N- notes */
    quire_status status; /* what a call that found it returns; QUIRE_OK for warnings and notes */
    const char *text;    /* what it means, one sentence for the manual */
};

/* The row of `code`; NULL if it is not in the table, which is a bug of the caller. */
const struct quire_code *quire_code_find(const char *code);

/* All rows, for the manual and the tests; *n receives their number. */
const struct quire_code *quire_code_all(size_t *n);

#endif

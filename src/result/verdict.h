/* What a run came to: decided here and nowhere else, from its result. */
#ifndef QUIRE_RESULT_VERDICT_H
#define QUIRE_RESULT_VERDICT_H

#include <quire/run.h>

#include "result/result.h"

/* It yields figures: it was not cut short by a failure or a limit. */
bool quire_result_complete(const struct quire_result *result);

quire_verdict quire_result_verdict(const struct quire_result *result);

/* Something that makes results doubtful, whatever the checks say. */
struct quire_doubt {
    const char *kind; /* "tunnelling", "energy", "fold"; static */
    char text[240];   /* a sentence without its full stop */
};

#define QUIRE_DOUBTS 4 /* kinds at most */

/* Fills `out` with what makes a result doubtful, of each kind at most one; `out` may be NULL.
 * Returns how many there are. */
size_t quire_result_doubts(const struct quire_result *result, struct quire_doubt out[QUIRE_DOUBTS]);

/* Whether a doubtful run may have hidden a jam, since a sheet stopped on a part, went into it, or
 * folded there; then the part, "guide 'lip'". */
bool quire_result_open_jam(const struct quire_result *result, char place[128]);

/* A check that the model asks for and that was not evaluated, although it applies: nobody knows
 * whether it would have passed. */
bool quire_check_is_open(const struct quire_check_entry *check);

/* Whether of two checks that failed the first did so before the other; at the same time that which
 * has its turn first. */
bool quire_check_failed_before(const struct quire_check_entry *check,
                               const struct quire_check_entry *other);

/* The check that failed first: of jams if there is one, else of all. NULL: none failed. */
const struct quire_check_entry *quire_result_failed(const struct quire_result *result);

#endif

/* Telling JSON that is wrong from memory that ran out while it was read. */
#ifndef QUIRE_REC_JSON_READ_H
#define QUIRE_REC_JSON_READ_H

#include <stdbool.h>

#include <jansson.h>

/* Whether reading came to nothing for want of memory: jansson says so, or gives no reason at all. */
static inline bool
quire_json_starved(const json_t *read, const json_error_t *error)
{
    const enum json_error_code code = json_error_code(error);

    return read == NULL && (code == json_error_out_of_memory || code == json_error_unknown);
}

#endif

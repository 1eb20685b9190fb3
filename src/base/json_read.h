/* Reading JSON by jansson, with nothing lost when memory runs out. */
#ifndef QUIRE_BASE_JSON_READ_H
#define QUIRE_BASE_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

/* As json_loadb(): the value that `size` bytes stand for, or NULL. `flags` are jansson's.
 * `starved`, which may be NULL, becomes true if memory ran out on the way, whatever jansson made of
 * it: the value is NULL then. Free with json_decref(). */
json_t *quire_json_read(const char *text, size_t size, size_t flags, bool *starved);

/* What an object has under a key: NULL, NaN where that is no text, no number. */
const char *quire_json_text_of(const json_t *object, const char *key);
double quire_json_number_of(const json_t *object, const char *key);

#endif

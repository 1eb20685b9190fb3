/* Numbers for the page's script: whole ones of variable length, seven bits a byte with the lowest
 * first, as text in base64. */
#ifndef QUIRE_REPORT_PACK_H
#define QUIRE_REPORT_PACK_H

#include "base/json.h"

/* Appends a number as bytes: 0, -1, 1, -2, ... count as 0, 1, 2, 3, ... */
void quire_pack_integer(struct quire_text *bytes, int64_t value);

/* Appends bytes as base64, with padding. */
void quire_pack_base64(struct quire_text *out, const void *bytes, size_t size);

/* Writes bytes as a string of that; it fails where they have failed. */
void quire_pack_json(struct quire_json *json, const char *key, const struct quire_text *bytes);

#endif

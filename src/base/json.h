/* Writing JSON: for people, objects and arrays over several lines, those opened as `flat` in one;
 * or `compact`, all in one line without blanks. */
#ifndef QUIRE_BASE_JSON_H
#define QUIRE_BASE_JSON_H

#include <stdbool.h>

#include "text/text.h"

#define QUIRE_JSON_DEPTH 8

struct quire_json {
    struct quire_text *text; /* borrowed; look at its `failed` in the end */
    bool compact;
    int depth;
    bool filled[QUIRE_JSON_DEPTH], flat[QUIRE_JSON_DEPTH];
    bool broken; /* what comes next begins a line of its own, */
    int column;  /* in this column */
};

/* `key` is NULL in arrays and for the outermost object. bracket is '{' or '['. */
void quire_json_open(struct quire_json *json, const char *key, char bracket, bool flat);
void quire_json_close(struct quire_json *json, char bracket);

/* What comes next in a flat object or array, a value or the closing bracket, begins a line, behind
 * so many blanks. */
void quire_json_break(struct quire_json *json, int column);

/* What comes before a value that the caller then appends to the text. */
void quire_json_begin(struct quire_json *json, const char *key);

/* NULL: null */
void quire_json_string(struct quire_json *json, const char *key, const char *value);
/* not finite: null */
void quire_json_number(struct quire_json *json, const char *key, double value);
void quire_json_integer(struct quire_json *json, const char *key, long value);
void quire_json_bool(struct quire_json *json, const char *key, bool value);

#endif

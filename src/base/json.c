#include "base/json.h"

static void
begin_line(struct quire_json *json, int depth)
{
    quire_text_add_char(json->text, '\n');
    for (int i = 0; i < depth; i++) {
        quire_text_add(json->text, "  ");
    }
}

void
quire_json_break(struct quire_json *json, int column)
{
    json->broken = true;
    json->column = column;
}

/* the line that was asked for; whether it was */
static bool
begin_broken_line(struct quire_json *json)
{
    if (!json->broken) {
        return false;
    }
    quire_text_add_char(json->text, '\n');
    for (int i = 0; i < json->column; i++) {
        quire_text_add_char(json->text, ' ');
    }
    json->broken = false;
    return true;
}

void
quire_json_begin(struct quire_json *json, const char *key)
{
    const int inside = json->depth - 1;
    if (inside >= 0) {
        const bool flat = json->flat[inside];
        if (json->filled[inside]) {
            quire_text_add(json->text, flat && !json->compact && !json->broken ? ", " : ",");
        }
        json->filled[inside] = true;
        if (!begin_broken_line(json) && !flat) {
            begin_line(json, json->depth);
        }
    }
    if (key != NULL) {
        quire_text_json_string(json->text, key);
        quire_text_add(json->text, json->compact ? ":" : ": ");
    }
}

void
quire_json_open(struct quire_json *json, const char *key, char bracket, bool flat)
{
    quire_json_begin(json, key);
    quire_text_add_char(json->text, bracket);
    if (json->depth == QUIRE_JSON_DEPTH) {
        json->text->failed = true; /* deeper than any of our documents */
        return;
    }
    json->filled[json->depth] = false;
    json->flat[json->depth] =
        flat || json->compact || (json->depth > 0 && json->flat[json->depth - 1]);
    json->depth++;
}

void
quire_json_close(struct quire_json *json, char bracket)
{
    json->depth--;
    if (!begin_broken_line(json) && json->filled[json->depth] && !json->flat[json->depth]) {
        begin_line(json, json->depth);
    }
    quire_text_add_char(json->text, bracket == '{' ? '}' : ']');
}

void
quire_json_string(struct quire_json *json, const char *key, const char *value)
{
    quire_json_begin(json, key);
    quire_text_json_string(json->text, value);
}

void
quire_json_number(struct quire_json *json, const char *key, double value)
{
    quire_json_begin(json, key);
    quire_text_json_number(json->text, value);
}

void
quire_json_integer(struct quire_json *json, const char *key, long value)
{
    quire_json_begin(json, key);
    quire_text_integer(json->text, value);
}

void
quire_json_bool(struct quire_json *json, const char *key, bool value)
{
    quire_json_begin(json, key);
    quire_text_add(json->text, value ? "true" : "false");
}

/* The document type of a foreign file, read here so that the parser never sees one. XML 1.0, 2.8
 * and 4.2 to 4.5. */
#include "xml/text/prologue.h"

#include <stdbool.h>
#include <string.h>

#define ENTITY_LIMIT    256     /* that are declared */
#define DEPTH_LIMIT     8       /* entities within each other */
#define REFERENCE_LIMIT 10000   /* that are replaced */
#define ADDED_LIMIT     1048576 /* bytes that they stand for */

struct entity {
    const char *name; /* in the file */
    size_t length;
    struct quire_text value;
    bool external;
};

struct prologue {
    const char *at, *end, *bytes;
    struct quire_text *out;
    struct entity entity[ENTITY_LIMIT];
    size_t n, n_reference, n_added;
    const char *file;
    quire_diag *diag;
};

/* ---- places and words ---- */

static struct quire_place
place_of(const struct prologue *p)
{
    struct quire_place place = {p->file, 1, 1};
    for (const char *c = p->bytes; c < p->at; c++) {
        place.line += *c == '\n';
        place.column = *c == '\n' ? 1 : place.column + 1;
    }
    return place;
}

#define refuse(p, code, hint, ...)                                                                 \
    quire_diag_error((p)->diag, code, place_of(p), NULL, hint, __VA_ARGS__)

static bool
looks_at(const struct prologue *p, const char *word)
{
    const size_t n = strlen(word);
    return (size_t)(p->end - p->at) >= n && memcmp(p->at, word, n) == 0;
}

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void
skip_blanks(struct prologue *p)
{
    while (p->at < p->end && is_blank(*p->at)) {
        p->at++;
    }
}

/* goes behind the next `word`, or to the end */
static void
skip_behind(struct prologue *p, const char *word)
{
    const char *found = memmem(p->at, (size_t)(p->end - p->at), word, strlen(word));
    p->at = found != NULL ? found + strlen(word) : p->end;
}

/* comments and instructions, which may stand between everything */
static bool
skip_remark(struct prologue *p)
{
    const bool comment = looks_at(p, "<!--");
    if (comment || looks_at(p, "<?")) {
        skip_behind(p, comment ? "-->" : "?>");
        return true;
    }
    return false;
}

/* the length of a name, or of whatever else is there up to what cannot be in one */
static size_t
name_length(const char *at, const char *end)
{
    size_t n = 0;
    while (at + n < end && !is_blank(at[n]) && strchr("<>&;%\"'[]()", at[n]) == NULL) {
        n++;
    }
    return n;
}

/* the text between quotes; false if there is none */
static bool
take_literal(struct prologue *p, const char **text, size_t *length)
{
    skip_blanks(p);
    if (p->at == p->end || (*p->at != '"' && *p->at != '\'')) {
        return false;
    }
    const char *last = memchr(p->at + 1, *p->at, (size_t)(p->end - p->at - 1));
    *text = p->at + 1;
    *length = last != NULL ? (size_t)(last - *text) : 0;
    p->at = last != NULL ? last + 1 : p->end;
    return last != NULL;
}

/* ---- declarations ---- */

static const struct entity *
find(const struct prologue *p, const char *name, size_t length)
{
    for (size_t i = 0; i < p->n; i++) {
        if (p->entity[i].length == length && memcmp(p->entity[i].name, name, length) == 0) {
            return &p->entity[i];
        }
    }
    return NULL;
}

/* the number of "&#38;" or "&#x26;" at text, which goes behind it; 0: it is none */
static unsigned
take_character(const char **text, const char *end)
{
    const char *c = *text + 2;
    const unsigned base = c < end && *c == 'x' ? 16 : 10;
    unsigned value = 0;
    for (c += base == 16; c < end && *c != ';'; c++) {
        static const char digits[] = "0123456789abcdefABCDEF";
        const char *digit = memchr(digits, *c, sizeof digits - 1);
        const unsigned place = digit != NULL ? (unsigned)(digit - digits) : 0;
        const unsigned d = place > 15 ? place - 6 : place;
        if (digit == NULL || d >= base || value > 0x10FFFF) {
            return 0;
        }
        value = base * value + d;
    }
    const bool plain = value >= 0x20 || value == '\t' || value == '\n' || value == '\r';
    *text = c < end ? c + 1 : end;
    return plain && value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF) ? value : 0;
}

/* numbers of characters are replaced where an entity is declared, other references where it is used
 */
static quire_status
set_value(struct prologue *p, struct quire_text *value, const char *text, size_t length)
{
    const char *end = text + length;
    while (text < end) {
        if (*text == '%') {
            return refuse(p, "E-DOCTYPE", NULL, "parameter entities are not read");
        }
        if (end - text > 2 && text[0] == '&' && text[1] == '#') {
            const unsigned character = take_character(&text, end);
            if (character == 0) {
                return refuse(p, "E-XML", NULL, "there is no such character");
            }
            quire_text_add_utf8(value, character);
        } else {
            quire_text_add_char(value, *text++);
        }
    }
    return value->failed ? quire_diag_memory_error(p->diag) : QUIRE_OK;
}

static quire_status
malformed(const struct prologue *p)
{
    return refuse(p, "E-XML", NULL, "the document type cannot be read");
}

/* the first declaration of a name counts */
static quire_status
declare_entity(struct prologue *p)
{
    const char *text;
    size_t length;
    skip_blanks(p);
    if (looks_at(p, "%")) {
        skip_behind(p, ">"); /* what it is used for is refused */
        return QUIRE_OK;
    }
    struct entity new = {.name = p->at, .length = name_length(p->at, p->end)};
    p->at += new.length;
    skip_blanks(p);
    new.external = looks_at(p, "SYSTEM") || looks_at(p, "PUBLIC");
    if (new.external) {
        skip_behind(p, ">");
    } else if (take_literal(p, &text, &length)) {
        const quire_status status = set_value(p, &new.value, text, length);
        if (status != QUIRE_OK) {
            quire_text_clear(&new.value);
            return status;
        }
        skip_behind(p, ">");
    } else {
        return malformed(p);
    }
    if (p->n == ENTITY_LIMIT) {
        quire_text_clear(&new.value);
        return refuse(p, "E-LIMIT", NULL, "more than 256 entities");
    }
    p->entity[p->n++] = new;
    return QUIRE_OK;
}

/* declarations that concern validity alone; values that attributes have by default are of the
 * drawing */
static quire_status
skip_declaration(struct prologue *p)
{
    const bool attributes = looks_at(p, "<!ATTLIST");
    const char *text;
    size_t length;
    while (p->at < p->end && *p->at != '>') {
        if (*p->at != '"' && *p->at != '\'') {
            p->at++;
        } else if (attributes) {
            return refuse(p, "E-DOCTYPE", "write them into the elements",
                          "attributes have default values in the document type");
        } else if (!take_literal(p, &text, &length)) {
            return malformed(p);
        }
    }
    skip_behind(p, ">");
    return QUIRE_OK;
}

static quire_status
read_declarations(struct prologue *p)
{
    quire_status status = QUIRE_OK;
    for (skip_blanks(p); status == QUIRE_OK && p->at < p->end && *p->at != ']'; skip_blanks(p)) {
        if (skip_remark(p)) {
            continue;
        }
        if (looks_at(p, "%")) {
            return refuse(p, "E-DOCTYPE", NULL, "parameter entities are not read");
        }
        if (looks_at(p, "<!ENTITY")) {
            p->at += strlen("<!ENTITY");
            status = declare_entity(p);
        } else if (looks_at(p, "<!ELEMENT") || looks_at(p, "<!ATTLIST") ||
                   looks_at(p, "<!NOTATION")) {
            status = skip_declaration(p);
        } else {
            return malformed(p);
        }
    }
    skip_behind(p, "]");
    return status;
}

/* <!DOCTYPE svg PUBLIC "..." "..." [ ... ]>; the files that it names are not opened */
static quire_status
read_document_type(struct prologue *p)
{
    const char *text;
    size_t length;
    quire_status status = QUIRE_OK;
    while (p->at < p->end && *p->at != '>' && status == QUIRE_OK) {
        if (*p->at == '[') {
            p->at++;
            status = read_declarations(p);
        } else if ((*p->at == '"' || *p->at == '\'')) {
            status = take_literal(p, &text, &length) ? QUIRE_OK : malformed(p);
        } else {
            p->at++;
        }
    }
    skip_behind(p, ">");
    return status;
}

/* ---- references ---- */

/* bytes of its name in a message */
static int
shown(const struct entity *entity)
{
    return (int)(entity->length < 40 ? entity->length : 40);
}

static quire_status
check_limits(struct prologue *p, const struct entity *entity, int depth)
{
    if (entity->external) {
        return refuse(p, "E-DOCTYPE", "put its text into the file",
                      "the entity '%.*s' is in another file, which is not opened", shown(entity),
                      entity->name);
    }
    p->n_added += entity->value.size;
    return depth < DEPTH_LIMIT && ++p->n_reference <= REFERENCE_LIMIT && p->n_added <= ADDED_LIMIT
               ? QUIRE_OK
               : refuse(p, "E-LIMIT", NULL,
                        "the entity '%.*s' refers to itself, or entities expand to too much",
                        shown(entity), entity->name);
}

/* Adds text with its references replaced, at most DEPTH_LIMIT deep. Between quotes those of the
 * text are no end of the value; lines stay. */
static quire_status
add_value(struct prologue *p, const struct quire_text *value, char quote, int depth)
{
    const char *c = value->data != NULL ? value->data : "", *end = c + value->size;
    for (; c < end; c++) {
        const size_t n = *c == '&' ? name_length(c + 1, end) : 0;
        const struct entity *inner =
            n > 0 && c + n + 1 < end && c[n + 1] == ';' ? find(p, c + 1, n) : NULL;
        if (inner != NULL) {
            quire_status status = check_limits(p, inner, depth);
            status = status == QUIRE_OK ? add_value(p, &inner->value, quote, depth + 1) : status;
            if (status != QUIRE_OK) {
                return status;
            }
            c += n + 1;
        } else if (quote != '\0' && (*c == '"' || *c == '\'')) {
            quire_text_add(p->out, *c == '"' ? "&quot;" : "&apos;");
        } else {
            quire_text_add_char(p->out, (char)(*c == '\n' || *c == '\r' ? ' ' : *c));
        }
    }
    return QUIRE_OK;
}

static quire_status
add_reference(struct prologue *p, char quote)
{
    p->at++;
    const size_t length = name_length(p->at, p->end);
    const struct entity *entity =
        p->at + length < p->end && p->at[length] == ';' ? find(p, p->at, length) : NULL;
    if (entity == NULL) {
        quire_text_add_char(p->out, '&'); /* the parser knows it or does not */
        return QUIRE_OK;
    }
    quire_status status = check_limits(p, entity, 0);
    status = status == QUIRE_OK ? add_value(p, &entity->value, quote, 1) : status;
    p->at += length + 1;
    return status;
}

/* what has no references: comments, instructions and CDATA */
static bool
copy_remark(struct prologue *p)
{
    const char *first = p->at;
    if (looks_at(p, "<![CDATA[")) {
        skip_behind(p, "]]>");
    } else if (!skip_remark(p)) {
        return false;
    }
    quire_text_add_bytes(p->out, first, (size_t)(p->at - first));
    return true;
}

static quire_status
copy_rest(struct prologue *p)
{
    quire_status status = QUIRE_OK;
    bool tag = false;
    char quote = '\0';
    while (p->at < p->end && status == QUIRE_OK) {
        const char c = *p->at;
        if (c == '&') {
            status = add_reference(p, quote);
            continue;
        }
        if (c == '<' && !tag && copy_remark(p)) {
            continue;
        }
        if (quote != '\0') {
            quote = (char)(c == quote ? '\0' : quote);
        } else if (tag && (c == '"' || c == '\'')) {
            quote = c;
        } else {
            tag = c == '<' || (tag && c != '>');
        }
        quire_text_add_char(p->out, c);
        p->at++;
    }
    return status == QUIRE_OK && p->out->failed ? quire_diag_memory_error(p->diag) : status;
}

/* ---- all ---- */

static quire_status
refuse_sheet(const struct prologue *p)
{
    return refuse(p, "E-DOCTYPE", "put it into a <style> of the drawing",
                  "a style sheet is in another file, which is not opened");
}

static quire_status
resolve(struct prologue *p)
{
    for (skip_blanks(p); !looks_at(p, "<!DOCTYPE"); skip_blanks(p)) {
        if (looks_at(p, "<?xml-stylesheet")) {
            return refuse_sheet(p);
        }
        if (!skip_remark(p)) {
            return QUIRE_OK;
        }
    }
    const char *first = p->at;
    const quire_status status = read_document_type(p);
    if (status != QUIRE_OK) {
        return status;
    }
    const char *last = p->at;
    for (skip_blanks(p); p->at < p->end; skip_blanks(p)) {
        if (looks_at(p, "<?xml-stylesheet")) {
            return refuse_sheet(p);
        }
        if (!skip_remark(p)) {
            break;
        }
    }
    quire_text_add_bytes(p->out, p->bytes, (size_t)(first - p->bytes));
    for (p->at = first; p->at < last; p->at++) {
        quire_text_add_char(p->out, (char)(*p->at == '\n' ? '\n' : ' '));
    }
    return copy_rest(p);
}

quire_status
quire_prologue_resolve(struct quire_text *out, const char *bytes, size_t size, const char *file,
                       quire_diag *diag)
{
    const size_t mark = size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    struct prologue p = {.at = bytes + mark,
                         .end = bytes + size,
                         .bytes = bytes,
                         .out = out,
                         .file = file,
                         .diag = diag};
    const quire_status status = resolve(&p);
    for (size_t i = 0; i < p.n; i++) {
        quire_text_clear(&p.entity[i].value);
    }
    return status;
}

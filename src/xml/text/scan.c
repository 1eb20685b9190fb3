/* The first look at a file, before any parser. */
#include "xml/text/scan.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "text/text.h"
#include "xml/text/limits.h"

/* ---- what sort of file ---- */

struct magic {
    const char *bytes;
    size_t n;
    const char *text;
};

static quire_status
refuse(quire_diag *diag, const char *code, const char *file, int line, int column, const char *text)
{
    const struct quire_place at = {file, line, column};
    return quire_diag_error(diag, code, at, NULL, NULL, "%s", text);
}

static bool
begins_with(const char *bytes, size_t size, const char *magic, size_t n)
{
    return size >= n && memcmp(bytes, magic, n) == 0;
}

static quire_status
check_magic(const char *bytes, size_t size, const char *file, quire_diag *diag)
{
    /* clang-format off */
    static const struct magic magics[] = {
        {"\x1F\x8B", 2, "the file is compressed (gzip); unpack it first"},
        {"PK\x03\x04", 4, "the file is a zip archive; unpack it first"},
        {"BZh", 3, "the file is compressed (bzip2); unpack it first"},
        {"\xFD" "7zXZ", 5, "the file is compressed (xz); unpack it first"},
        {"\x28\xB5\x2F\xFD", 4, "the file is compressed (zstd); unpack it first"},
        {"%PDF", 4, "the file is a PDF document, not XML"},
        {"SQLite format 3", 15, "the file is a database, not XML"},
        {"\x7F" "ELF", 4, "the file is a program, not XML"},
        {"\xFF\xFE", 2, "the file is encoded in UTF-16 or UTF-32; save it as UTF-8"},
        {"\xFE\xFF", 2, "the file is encoded in UTF-16; save it as UTF-8"},
        {"\0\0\xFE\xFF", 4, "the file is encoded in UTF-32; save it as UTF-8"},
        {"\0\0\0<", 4, "the file is encoded in UTF-32; save it as UTF-8"},
        {"<\0", 2, "the file is encoded in UTF-16 or UTF-32; save it as UTF-8"},
        {"\0<", 2, "the file is encoded in UTF-16; save it as UTF-8"},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof magics / sizeof magics[0]; i++) {
        if (begins_with(bytes, size, magics[i].bytes, magics[i].n)) {
            return refuse(diag, "E-ENCODING", file, 0, 0, magics[i].text);
        }
    }
    return QUIRE_OK;
}

/* every character valid UTF-8 and none of them NUL */
static quire_status
check_characters(const char *bytes, size_t size, const char *file, quire_diag *diag)
{
    int line = 1, column = 1;
    for (size_t i = 0, n; i < size; i += n) {
        n = quire_utf8_length(bytes + i, size - i, NULL);
        if (n == 0) {
            return refuse(diag, "E-ENCODING", file, line, column,
                          "a byte is not valid UTF-8; save the file as UTF-8");
        }
        if (bytes[i] == '\0') {
            return refuse(diag, "E-ENCODING", file, line, column, "the file contains a NUL byte");
        }
        column++;
        if (bytes[i] == '\n') {
            line++, column = 1;
        }
    }
    return QUIRE_OK;
}

/* encoding="..." in the XML declaration. A foreign file in Latin-1 has become UTF-8 when its model
 * was read. */
static quire_status
check_declaration(const char *bytes, size_t size, const char *file, bool foreign, quire_diag *diag)
{
    if (!begins_with(bytes, size, "<?xml", 5)) {
        return QUIRE_OK;
    }
    const char *end = memmem(bytes, size, "?>", 2);
    if (end == NULL) {
        return QUIRE_OK; /* not well-formed: the parser says so */
    }
    const char *p = memmem(bytes, (size_t)(end - bytes), "encoding", 8);
    if (p == NULL) {
        return QUIRE_OK;
    }
    while (p < end && *p != '"' && *p != '\'') {
        p++;
    }
    const char *name = p + 1, *stop = name < end ? memchr(name, *p, (size_t)(end - name)) : NULL;
    if (stop == NULL) {
        return QUIRE_OK;
    }
    static const char *const allowed[] = {"utf-8", "us-ascii", "ascii", "iso-8859-1"};
    for (size_t i = 0; i < sizeof allowed / sizeof allowed[0] - !foreign; i++) {
        if (strlen(allowed[i]) == (size_t)(stop - name) &&
            strncasecmp(allowed[i], name, (size_t)(stop - name)) == 0) {
            return QUIRE_OK;
        }
    }
    const struct quire_place at = {file, 1, 1};
    const int n = stop - name < 40 ? (int)(stop - name) : 40;
    return quire_diag_error(diag, "E-ENCODING", at, NULL, NULL,
                            "the file says it is encoded in '%.*s'; save it as UTF-8", n, name);
}

/* ---- tags and their places ---- */

/* a walk through the text that knows its place */
struct walk {
    const char *p, *end, *bytes;
    int line, column, depth;
    bool foreign;
    struct quire_scan *scan;
    const char *file;
    quire_diag *diag;
};

static void
step(struct walk *w)
{
    const unsigned char c = (unsigned char)*w->p++;
    if (c == '\n') {
        w->line++, w->column = 1;
    } else if (w->p >= w->end || ((unsigned char)*w->p & 0xC0u) != 0x80u) {
        w->column++; /* characters count, not their bytes */
    }
}

static void
skip(struct walk *w, size_t n)
{
    for (; n > 0 && w->p < w->end; n--) {
        step(w);
    }
}

static bool
looks_at(const struct walk *w, const char *text)
{
    return begins_with(w->p, (size_t)(w->end - w->p), text, strlen(text));
}

/* goes behind the next `text`, or to the end */
static void
skip_behind(struct walk *w, const char *text)
{
    while (w->p < w->end && !looks_at(w, text)) {
        step(w);
    }
    skip(w, strlen(text));
}

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool
ends_name(char c)
{
    return is_blank(c) || c == '=' || c == '>' || c == '/' || c == '<' || c == '"' || c == '\'';
}

/* room for one more item of `size` bytes */
static bool
grow(void **items, size_t n, size_t *capacity, size_t size)
{
    if (n < *capacity) {
        return true;
    }
    const size_t more = *capacity == 0 ? 256 : 2 * *capacity;
    void *p = realloc(*items, more * size); /* more is bounded by the file's size */
    if (p == NULL) {
        return false;
    }
    *items = p;
    *capacity = more;
    return true;
}

static quire_status
over_limit(const struct walk *w, const struct quire_scanned_tag *tag, const char *what, int limit)
{
    const struct quire_place at = {w->file, tag->line, tag->column};
    return quire_diag_error(w->diag, "E-LIMIT", at, NULL, NULL, "more than %d %s", limit, what);
}

/* `n` bytes of something that began there */
static quire_status
check_length(const struct walk *w, struct quire_place at, const char *what, size_t n, size_t limit)
{
    return n <= limit ? QUIRE_OK
                      : quire_diag_error(w->diag, "E-LIMIT", at, NULL, NULL,
                                         "%s is longer than %zu bytes", what, limit);
}

static struct quire_place
place_of(const struct walk *w)
{
    return (struct quire_place){w->file, w->line, w->column};
}

/* goes behind the value's closing quote */
static quire_status
skip_value(struct walk *w)
{
    const struct quire_place at = place_of(w);
    const char quote[2] = {*w->p, '\0'}, *const begin = w->p;
    skip(w, 1);
    skip_behind(w, quote);
    return check_length(w, at, "the value of an attribute", (size_t)(w->p - begin),
                        QUIRE_VALUE_LENGTH_LIMIT);
}

static quire_status
note_attribute(struct walk *w, struct quire_scanned_tag *tag)
{
    struct quire_scan *s = w->scan;
    if (tag->n_attribute == QUIRE_ATTRIBUTE_LIMIT) {
        return over_limit(w, tag, "attributes on one element", QUIRE_ATTRIBUTE_LIMIT);
    }
    if (!grow((void **)&s->attribute, s->n_attribute, &s->attribute_capacity,
              sizeof *s->attribute)) {
        return quire_diag_memory_error(w->diag);
    }
    struct quire_scanned_attribute *a = &s->attribute[s->n_attribute++];
    *a = (struct quire_scanned_attribute){(size_t)(w->p - w->bytes), 0, w->line, w->column};
    tag->n_attribute++;
    while (w->p < w->end && !ends_name(*w->p)) {
        step(w);
        a->length++;
    }
    return check_length(w, (struct quire_place){w->file, a->line, a->column},
                        "the name of an attribute", a->length, QUIRE_NAME_LENGTH_LIMIT);
}

/* from '<' behind '>'; where it is not well-formed it goes on somehow, for the parser will refuse
 */
static quire_status
scan_start_tag(struct walk *w)
{
    struct quire_scan *s = w->scan;
    struct quire_scanned_tag tag = {w->line, w->column, s->n_attribute, 0};
    bool empty = false;
    quire_status status;
    skip(w, 1);
    const char *const name = w->p;
    while (w->p < w->end && !ends_name(*w->p)) {
        step(w);
    }
    status = check_length(w, (struct quire_place){w->file, tag.line, tag.column},
                          "the name of an element", (size_t)(w->p - name), QUIRE_NAME_LENGTH_LIMIT);
    while (status == QUIRE_OK && w->p < w->end && *w->p != '>') {
        empty = *w->p == '/';
        if (*w->p == '"' || *w->p == '\'') {
            status = skip_value(w);
        } else if (ends_name(*w->p)) {
            step(w);
        } else {
            status = note_attribute(w, &tag);
        }
    }
    if (status != QUIRE_OK) {
        return status;
    }
    skip(w, 1);
    if (s->n_tag == QUIRE_ELEMENT_LIMIT) {
        return over_limit(w, &tag, "elements", QUIRE_ELEMENT_LIMIT);
    }
    if (w->depth == QUIRE_DEPTH_LIMIT) {
        return over_limit(w, &tag, "elements within each other", QUIRE_DEPTH_LIMIT);
    }
    w->depth += !empty;
    if (!grow((void **)&s->tag, s->n_tag, &s->tag_capacity, sizeof *s->tag)) {
        return quire_diag_memory_error(w->diag);
    }
    s->tag[s->n_tag++] = tag;
    return QUIRE_OK;
}

/* a page of the web is refused as what it is, whatever else is wrong with it */
static bool
is_html(const struct walk *w)
{
    static const char *const begins[] = {"<!DOCTYPE html", "<html", "<head", "<body"};
    for (size_t i = 0; i < sizeof begins / sizeof begins[0] && w->scan->n_tag == 0 && !w->foreign;
         i++) {
        const size_t n = strlen(begins[i]), left = (size_t)(w->end - w->p);
        if (left > n && strncasecmp(w->p, begins[i], n) == 0 && ends_name(w->p[n])) {
            return true;
        }
    }
    return false;
}

/* from its first character, which is not blank, up to the next '<' */
static quire_status
scan_text(struct walk *w)
{
    struct quire_scan *s = w->scan;
    const struct quire_place at = place_of(w);
    const char *const begin = w->p;
    while (w->p < w->end && *w->p != '<') {
        step(w);
    }
    if (!grow((void **)&s->text, s->n_text, &s->text_capacity, sizeof *s->text)) {
        return quire_diag_memory_error(w->diag);
    }
    s->text[s->n_text++] = (struct quire_scanned_text){at.line, at.column, s->n_tag, w->depth};
    return check_length(w, at, "a text", (size_t)(w->p - begin), QUIRE_VALUE_LENGTH_LIMIT);
}

/* behind what begins with `open` and ends with `close` */
static quire_status
scan_remark(struct walk *w, const char *what, const char *open, const char *close)
{
    const struct quire_place at = place_of(w);
    const char *const begin = w->p;
    skip(w, strlen(open));
    skip_behind(w, close);
    return check_length(w, at, what, (size_t)(w->p - begin), QUIRE_VALUE_LENGTH_LIMIT);
}

static quire_status
scan_data(struct walk *w)
{
    struct quire_scan *s = w->scan;
    if (!grow((void **)&s->text, s->n_text, &s->text_capacity, sizeof *s->text)) {
        return quire_diag_memory_error(w->diag);
    }
    s->text[s->n_text++] = (struct quire_scanned_text){w->line, w->column, s->n_tag, w->depth};
    return scan_remark(w, "a text", "<![CDATA[", "]]>");
}

static quire_status
scan_declaration(const struct walk *w)
{
    const bool doctype = looks_at(w, "<!DOCTYPE") && !w->foreign;
    return refuse(w->diag, doctype ? "E-DOCTYPE" : "E-XML", w->file, w->line, w->column,
                  doctype ? "a model has no document type declaration; remove it"
                          : "a declaration has no place here");
}

static quire_status
scan_tags(struct walk *w)
{
    quire_status status = QUIRE_OK;
    while (status == QUIRE_OK && w->p < w->end) {
        if (is_blank(*w->p)) {
            step(w);
        } else if (*w->p != '<') {
            status = scan_text(w);
        } else if (is_html(w)) {
            status = refuse(w->diag, "E-XML", w->file, w->line, w->column,
                            "the file is a page of HTML, not a model");
        } else if (looks_at(w, "<!--")) {
            status = scan_remark(w, "a comment", "<!--", "-->");
        } else if (looks_at(w, "<![CDATA[")) {
            status = scan_data(w);
        } else if (looks_at(w, "<?")) {
            status = scan_remark(w, "a processing instruction", "<?", "?>");
        } else if (looks_at(w, "<!")) {
            status = scan_declaration(w);
        } else if (looks_at(w, "</")) {
            w->depth -= w->depth > 0;
            skip_behind(w, ">");
        } else {
            status = scan_start_tag(w);
        }
    }
    return status;
}

quire_status
quire_scan_run(struct quire_scan *scan, const char *bytes, size_t size, const char *file,
               bool foreign, quire_diag *diag)
{
    quire_status status;
    *scan = (struct quire_scan){0};
    if (size == 0) {
        return refuse(diag, "E-XML", file, 0, 0, "the file is empty");
    }
    if ((status = check_magic(bytes, size, file, diag)) != QUIRE_OK) {
        return status;
    }
    scan->begin = begins_with(bytes, size, "\xEF\xBB\xBF", 3) ? 3 : 0;
    const char *text = bytes + scan->begin;
    size -= scan->begin;
    if ((status = check_characters(text, size, file, diag)) != QUIRE_OK ||
        (status = check_declaration(text, size, file, foreign, diag)) != QUIRE_OK) {
        return status;
    }
    struct walk w = {.p = text,
                     .end = text + size,
                     .bytes = bytes,
                     .line = 1,
                     .column = 1,
                     .scan = scan,
                     .foreign = foreign,
                     .file = file,
                     .diag = diag};
    return scan_tags(&w);
}

void
quire_scan_clear(struct quire_scan *scan)
{
    free(scan->tag);
    free(scan->attribute);
    free(scan->text);
    *scan = (struct quire_scan){0};
}

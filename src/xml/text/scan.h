/* The first look at a file, before any parser: what could harm or mislead is refused, and the
 * places of tags are noted. */
#ifndef QUIRE_XML_TEXT_SCAN_H
#define QUIRE_XML_TEXT_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"

struct quire_scanned_attribute {
    size_t offset, length; /* of its name in the file */
    int line, column;
};

struct quire_scanned_tag {
    int line, column;       /* of its '<' */
    size_t first_attribute; /* index */
    size_t n_attribute;
};

/* A text between tags that is not blank. */
struct quire_scanned_text {
    int line, column; /* of its first character that is not blank */
    size_t n_tag;     /* start tags before it */
    int depth;        /* elements around it */
};

/* Start tags, and texts, in document order. */
struct quire_scan {
    struct quire_scanned_tag *tag;
    size_t n_tag, tag_capacity;
    struct quire_scanned_attribute *attribute;
    size_t n_attribute, attribute_capacity;
    struct quire_scanned_text *text;
    size_t n_text, text_capacity;
    size_t begin; /* where the text begins: behind a byte order mark */
};

/* Looks through `size` bytes. Refuses, with one problem: an empty file, compressed and binary
 * files, pages of HTML, encodings other than UTF-8, NUL bytes, broken UTF-8, a document type, and
 * more elements, attributes or depth, and longer names, values, comments and texts than limits.h
 * allows. Whether it is well-formed is the parser's business. A foreign file, one that is no model,
 * may be a page of HTML as far as this goes. */
quire_status quire_scan_run(struct quire_scan *scan, const char *bytes, size_t size,
                            const char *file, bool foreign, quire_diag *diag);
void quire_scan_clear(struct quire_scan *scan);

#endif

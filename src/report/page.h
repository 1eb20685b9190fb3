/* Pages: markup, style and script are the program's own, known by their hashes; what results say is
 * data that nothing interprets. */
#ifndef QUIRE_REPORT_PAGE_H
#define QUIRE_REPORT_PAGE_H

#include "text/text.h"

struct quire_page_part {
    const unsigned char *bytes;
    size_t size;
};

/* What a page consists of but for its data. */
struct quire_page_parts {
    struct quire_page_part style, body, script;
    const char *policy; /* what its policy allows besides, such as "connect-src 'self'"; or NULL */
};

/* Appends the whole HTML file. `data` is JSON; every '<' in it is written as an escape, so that no
 * text of a result ends its element. */
void quire_page_write(struct quire_text *out, const struct quire_page_parts *parts,
                      const char *title, const struct quire_text *data);

#endif

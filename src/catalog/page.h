/* Pages of text for a terminal. */
#ifndef QUIRE_CATALOG_PAGE_H
#define QUIRE_CATALOG_PAGE_H

#include "kind/kind.h"
#include "text/text.h"

/* All about one kind: where it stands, what it is, attributes, children. */
void quire_page_text(struct quire_text *out, const struct quire_catalog *catalog,
                     const struct quire_kind *kind);

/* The units of measure that models may use. */
void quire_page_units(struct quire_text *out);

/* What a problem code means, in any case; false if it is none. */
bool quire_page_problem(struct quire_text *out, const char *code);

/* The rules of the paper-path review. */
void quire_page_review(struct quire_text *out);

/* The codes of problems. */
void quire_page_problems(struct quire_text *out);

#endif

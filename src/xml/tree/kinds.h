/* Which kinds an element may be, and what may stand in it. */
#ifndef QUIRE_XML_TREE_KINDS_H
#define QUIRE_XML_TREE_KINDS_H

#include "xml/tree/reader.h"

/* The row of a child table that allows this kind; NULL if none does. */
const struct quire_child *quire_child_row(const struct quire_child *children,
                                          const struct quire_kind *kind);

/* Whether `parent` may have the element, which is reported otherwise. */
bool quire_reader_allows(struct quire_reader *r, struct quire_node *node,
                         const struct quire_kind *parent);

/* Says that `parent` may not have the element, or that nothing is called so, and takes it as
 * refused.
 */
void quire_report_unknown_element(struct quire_reader *r, struct quire_node *node,
                                  const struct quire_kind *parent);

/* The first kind of this family and element; NULL if there is none. */
const struct quire_kind *quire_reader_kind(const struct quire_reader *r, const char *family,
                                           const char *element);

/* The next kind of this element at or after *from that `parent` may have; parent NULL: of all. NULL
 * if there are no more. */
const struct quire_kind *quire_reader_next_kind(const struct quire_reader *r,
                                                const struct quire_kind *parent,
                                                const char *element, size_t *from);

/* "step|linear": the variants of those kinds, as far as they fit. Returns buf. */
const char *quire_reader_variants(const struct quire_reader *r, const struct quire_kind *parent,
                                  const char *element, char *buf, size_t size);

#endif

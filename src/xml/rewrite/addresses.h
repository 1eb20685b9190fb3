/* Addresses of elements among the tokens of a file, which stay when other elements are added. */
#ifndef QUIRE_XML_REWRITE_ADDRESSES_H
#define QUIRE_XML_REWRITE_ADDRESSES_H

#include "base/arena.h"
#include "xml/text/tokens.h"

/* Between the address of an element and the name of its attribute; no name has it. */
#define QUIRE_ADDRESS_AT '@'

struct quire_address {
    /* "nip[n2]", "guide[tray]/line[2]": below the root, each element with its name, or else with
     * its number among those of its kind in its parent; NULL of the root and of what is no start
     * tag */
    const char *text;
    int line, column; /* of its '<', from 1; columns are characters */
};

/* One for each token, from the arena; NULL when memory runs out. */
struct quire_address *quire_addresses_find(const struct quire_tokens *tokens, const char *begin,
                                           struct quire_arena *arena);

/* The attribute of a tag; NULL: it has none of this name. */
const struct quire_token_attribute *quire_token_find(const struct quire_tokens *tokens,
                                                     const struct quire_token *tag,
                                                     const char *name);

#endif

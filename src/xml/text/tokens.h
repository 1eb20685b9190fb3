/* A file as it is written: its tags, comments and so on, each with its place among the bytes. */
#ifndef QUIRE_XML_TEXT_TOKENS_H
#define QUIRE_XML_TEXT_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

struct quire_token_attribute {
    const char *name;
    size_t name_size;
    const char *value; /* with its quotes */
    size_t value_size;
    bool breaks; /* a new line begins before it */
};

struct quire_token {
    enum quire_token_kind {
        QUIRE_TOKEN_START,   /* <a b="c"> */
        QUIRE_TOKEN_EMPTY,   /* <a b="c"/> */
        QUIRE_TOKEN_END,     /* </a> */
        QUIRE_TOKEN_COMMENT, /* <!-- --> */
        QUIRE_TOKEN_OTHER,   /* <? ?>, <![CDATA[ ]]>, references to blank characters */
        QUIRE_TOKEN_FOREIGN  /* <user-data> with all that is in it */
    } kind;
    const char *at;
    size_t size;
    int newlines;     /* between the token before and this one, 2 for more */
    const char *name; /* of a tag */
    size_t name_size;
    size_t first_attribute, n_attribute;
};

/* Heap. */
struct quire_tokens {
    struct quire_token *token;
    size_t n, capacity;
    struct quire_token_attribute *attribute;
    size_t n_attribute, attribute_capacity;
};

/* Takes apart a text that quire_xml_parse() has found well-formed and that ends with a NUL; the
 * tokens point into it. False when memory runs out. */
bool quire_tokens_read(struct quire_tokens *tokens, const char *text);
void quire_tokens_clear(struct quire_tokens *tokens);

#endif

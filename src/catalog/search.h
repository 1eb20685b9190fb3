/* Search over what the program and its manual describe. */
#ifndef QUIRE_CATALOG_SEARCH_H
#define QUIRE_CATALOG_SEARCH_H

#include <stddef.h>

/* A verb, a cause of a jam, a name of the library, or a heading of the manual. */
struct quire_search_row {
    const char *what; /* "verb", "cause", "library", "page" */
    const char *name; /* "doe plan", "uncoated-80" */
    const char *also; /* its file, page or class; "" if none */
    const char *text; /* what it is, or "" */
    const char *more; /* the command or page that shows more */
};

/* A word or phrase of users, and words of the manual for it, from search_words.tsv. */
struct quire_search_word {
    const char *word;
    const char *others; /* blanks between them, or QUIRE_SEARCH_IGNORED */
};

/* `others` of words that say nothing about a subject. */
#define QUIRE_SEARCH_IGNORED "-"

/* The rows of search_pages.c, which `make regen` writes. */
const struct quire_search_row *quire_search_pages(size_t *n);

const struct quire_search_word *quire_search_words(size_t *n);

#endif

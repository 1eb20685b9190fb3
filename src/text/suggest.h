/* "did you mean ...?": the nearest of several known words. */
#ifndef QUIRE_TEXT_SUGGEST_H
#define QUIRE_TEXT_SUGGEST_H

#include <stddef.h>

#define QUIRE_SUGGEST_LONGEST 64 /* longer words are not compared */

struct quire_suggest {
    const char *word;                     /* what was written */
    char best[QUIRE_SUGGEST_LONGEST + 1]; /* the nearest candidate so far; empty if none is near */
    size_t distance;                      /* cost of the edits from word to best */
    size_t limit;                         /* more edits than this are no likeness */
    size_t work;                          /* pairs of letters compared so far */
};

/* Starts a search; offer() the known words; then `best` is the answer. The word is borrowed, a
 * candidate only during the call. */
struct quire_suggest quire_suggest_begin(const char *word);
void quire_suggest_offer(struct quire_suggest *s, const char *candidate);

/* Writes "did you mean 'best'?" into buf and returns it; NULL if nothing is near. */
const char *quire_suggest_hint(const struct quire_suggest *s, char *buf, size_t size);

/* The same for words in one string, "step|linear". */
const char *quire_suggest_choice(const char *word, const char *choices, char *buf, size_t size);

#endif

/* "did you mean ...?": the nearest of several known words, or else some with the same number. */
#ifndef QUIRE_TEXT_SUGGEST_H
#define QUIRE_TEXT_SUGGEST_H

#include <stddef.h>

#define QUIRE_SUGGEST_LONGEST 64 /* longer words are not compared */
#define QUIRE_SUGGEST_AKIN    4  /* words with the same number that are named */

struct quire_suggest {
    const char *word;                     /* what was written */
    char best[QUIRE_SUGGEST_LONGEST + 1]; /* the nearest candidate so far; empty if none is near */
    size_t distance;                      /* cost of the edits from word to best */
    size_t limit;                         /* more edits than this are no likeness */
    size_t work;                          /* pairs of letters compared so far */
    /* The first candidates with the number of the word, of two digits or more: 160gsm, uncoated-160
     */
    char akin[QUIRE_SUGGEST_AKIN][QUIRE_SUGGEST_LONGEST + 1];
    size_t n_akin;
};

/* Starts a search; offer() the known words; then `best` is the answer. The word is borrowed, a
 * candidate only during the call. */
struct quire_suggest quire_suggest_begin(const char *word);
void quire_suggest_offer(struct quire_suggest *s, const char *candidate);

/* Writes "did you mean 'best'?", or "did you mean 'akin', 'akin' or 'akin'?", into buf and returns
 * it; NULL if nothing is near. */
const char *quire_suggest_hint(const struct quire_suggest *s, char *buf, size_t size);

/* The same for words in one string, "step|linear". */
const char *quire_suggest_choice(const char *word, const char *choices, char *buf, size_t size);

#endif

/* "did you mean ...?": edit distance with swaps of neighbours, and where case counts little. */
#include "text/suggest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define LONGEST   QUIRE_SUGGEST_LONGEST
#define MOST_WORK 100000 /* pairs of letters compared for one suggestion: bounds its time */
/* cost of an edit, where a change of case costs 1: "Mpa" is nearer to "MPa" than to "mPa" */
#define EDIT 8

struct quire_suggest
quire_suggest_begin(const char *word)
{
    const size_t n = strlen(word);
    return (struct quire_suggest){.word = word, .limit = n < 3 ? 1 : n < 6 ? 2 : 3}; /* edits */
}

static int
lower(char c)
{
    return c == '_' ? '-' : tolower((unsigned char)c);
}

static size_t
least(size_t a, size_t b, size_t c)
{
    const size_t ab = a < b ? a : b;
    return ab < c ? ab : c;
}

static size_t
change_cost(char a, char b)
{
    return a == b ? 0 : lower(a) == lower(b) ? 1 : EDIT;
}

/* cost of the edits (insert, delete, change, swap neighbours) from a to b; both at most LONGEST
 * long */
static size_t
edit_distance(const char *a, size_t na, const char *b, size_t nb)
{
    size_t row[3][LONGEST + 1];
    size_t *two = row[0], *one = row[1], *now = row[2];
    for (size_t j = 0; j <= nb; j++) {
        one[j] = j * EDIT;
    }
    for (size_t i = 1; i <= na; i++) {
        now[0] = i * EDIT;
        for (size_t j = 1; j <= nb; j++) {
            now[j] = least(one[j] + EDIT, now[j - 1] + EDIT,
                           one[j - 1] + change_cost(a[i - 1], b[j - 1]));
            const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                                 lower(a[i - 2]) == lower(b[j - 1]);
            if (swapped && two[j - 2] + EDIT < now[j]) {
                now[j] = two[j - 2] + EDIT;
            }
        }
        size_t *t = two;
        two = one, one = now, now = t;
    }
    return one[nb];
}

/* the first number of two digits or more; its length, 0 if there is none */
static size_t
find_number(const char *word, const char **number)
{
    size_t n = 0;
    for (; *word != '\0' && n<2; word += n> 0 ? n : 1) {
        *number = word;
        n = strspn(word, "0123456789");
    }
    return n >= 2 ? n : 0;
}

static void
offer_akin(struct quire_suggest *s, const char *candidate)
{
    const char *here = NULL, *there = NULL;
    const size_t n = s->n_akin < QUIRE_SUGGEST_AKIN ? find_number(s->word, &here) : 0;

    if (n > 0 && find_number(candidate, &there) == n && memcmp(here, there, n) == 0) {
        memcpy(s->akin[s->n_akin++], candidate, strlen(candidate) + 1);
    }
}

void
quire_suggest_offer(struct quire_suggest *s, const char *candidate)
{
    const size_t na = strlen(s->word), nb = strlen(candidate);
    const size_t apart = na > nb ? na - nb : nb - na;
    if (na > LONGEST || nb > LONGEST || s->work > MOST_WORK) {
        return;
    }
    s->work += na + nb;
    offer_akin(s, candidate);
    if (apart > s->limit) {
        return;
    }
    /* what is the same at both ends costs nothing, and most names of a large model differ little */
    const char *a = s->word, *b = candidate;
    size_t left_a = na, left_b = nb;
    while (left_a > 0 && left_b > 0 && *a == *b) {
        a++, b++, left_a--, left_b--;
    }
    while (left_a > 0 && left_b > 0 && a[left_a - 1] == b[left_b - 1]) {
        left_a--, left_b--;
    }
    s->work += left_a * left_b;
    const size_t d = edit_distance(a, left_a, b, left_b);
    /* a word of which everything would change is no likeness */
    const bool near = d < (s->limit + 1) * EDIT && d < (na > nb ? na : nb) * EDIT;
    if (near && (s->best[0] == '\0' || d < s->distance)) {
        memcpy(s->best, candidate, nb + 1);
        s->distance = d;
    }
}

const char *
quire_suggest_hint(const struct quire_suggest *s, char *buf, size_t size)
{
    if (s->best[0] == '\0' && s->n_akin == 0) {
        return NULL;
    }
    if (s->best[0] != '\0') {
        snprintf(buf, size, "did you mean '%s'?", s->best);
        return buf;
    }
    size_t used = (size_t)snprintf(buf, size, "did you mean ");
    for (size_t i = 0; i < s->n_akin && used < size; i++) {
        const char *between = i == 0 ? "" : i + 1 < s->n_akin ? ", " : " or ";
        used += (size_t)snprintf(buf + used, size - used, "%s'%s'", between, s->akin[i]);
    }
    if (used < size) {
        snprintf(buf + used, size - used, "?");
    }
    return buf;
}

const char *
quire_suggest_choice(const char *word, const char *choices, char *buf, size_t size)
{
    char one[LONGEST + 1];
    struct quire_suggest s = quire_suggest_begin(word);
    for (const char *p = choices; *p != '\0';) {
        const size_t n = strcspn(p, "|");
        if (n <= LONGEST) {
            memcpy(one, p, n);
            one[n] = '\0';
            quire_suggest_offer(&s, one);
        }
        p += n;
        p += *p == '|';
    }
    return quire_suggest_hint(&s, buf, size);
}

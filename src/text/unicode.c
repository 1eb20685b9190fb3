#include "text/unicode.h"

#include <stdlib.h>
#include <string.h>

#include "text/decompositions.h"

#define COUNT (sizeof quire_decompositions / sizeof *quire_decompositions)
/* characters of one letter with its marks that are ordered; more are not in any language */
#define MOST_LETTER 32

/* Hangul: The Unicode Standard, 3.12 */
#define S_BASE  0xAC00u
#define L_BASE  0x1100u
#define V_BASE  0x1161u
#define T_BASE  0x11A7u
#define V_COUNT 21u
#define T_COUNT 28u
#define S_COUNT 11172u

unsigned
quire_unicode_find_invisible(const char *text)
{
    unsigned c = 0;
    for (size_t left = strlen(text), n; left > 0; text += n, left -= n) {
        n = quire_utf8_length(text, left, &c);
        if (n == 0) {
            n = 1; /* no UTF-8: refused elsewhere */
        } else if (quire_utf8_is_invisible(c)) {
            return c;
        }
    }
    return 0;
}

static int
compare_whole(const void *key, const void *item)
{
    const unsigned c = *(const unsigned *)key,
                   whole = ((const struct quire_decomposition *)item)->whole;
    return (c > whole) - (c < whole);
}

/* one letter: its base and the marks behind it */
struct letter {
    unsigned character[MOST_LETTER];
    size_t n;
};

static void
write_letter(struct quire_text *out, struct letter *letter)
{
    for (size_t i = 0; i < letter->n; i++) {
        quire_text_add_utf8(out, letter->character[i]);
    }
    letter->n = 0;
}

static bool
is_mark(unsigned c)
{
    for (size_t i = 0; i < COUNT; i++) {
        if (quire_decompositions[i].mark == c) {
            return true;
        }
    }
    return c >= 0x300 && c <= 0x36F;
}

/* marks are put in order as they come */
static void
add_character(struct quire_text *out, struct letter *letter, unsigned c)
{
    const bool mark = is_mark(c);
    if (!mark || letter->n == MOST_LETTER) {
        write_letter(out, letter);
    }
    size_t at = letter->n++;
    for (; mark && at > 1 && letter->character[at - 1] > c; at--) {
        letter->character[at] = letter->character[at - 1];
    }
    letter->character[at] = c;
}

static void
decompose(struct quire_text *out, struct letter *letter, unsigned c)
{
    const struct quire_decomposition *d =
        bsearch(&c, quire_decompositions, COUNT, sizeof *d, compare_whole);
    if (c >= S_BASE && c < S_BASE + S_COUNT) {
        const unsigned index = c - S_BASE, tail = index % T_COUNT;
        add_character(out, letter, L_BASE + index / (V_COUNT * T_COUNT));
        add_character(out, letter, V_BASE + index % (V_COUNT * T_COUNT) / T_COUNT);
        if (tail > 0) {
            add_character(out, letter, T_BASE + tail);
        }
    } else if (d != NULL) {
        decompose(out, letter, d->base);
        if (d->mark != 0) {
            decompose(out, letter, d->mark);
        }
    } else {
        add_character(out, letter, c);
    }
}

void
quire_unicode_add_look(struct quire_text *out, const char *name)
{
    struct letter letter = {.n = 0};
    for (size_t left = strlen(name), n; left > 0; name += n, left -= n) {
        unsigned c;
        n = quire_utf8_length(name, left, &c);
        if (n == 0) {
            c = (unsigned char)*name;
            n = 1;
        }
        if (!quire_utf8_is_invisible(c)) {
            decompose(out, &letter, c);
        }
    }
    write_letter(out, &letter);
}

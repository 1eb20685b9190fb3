/* The words of fractions: their letters, and those of the defining relation. */
#include "design/factorial/fraction.h"

#include <string.h>

static const char letters[] = "ABCDEFGHJKLMNOPQRSTUVWXYZabcdefgh";

char
quire_fraction_letter(int j)
{
    return letters[j];
}

uint32_t
quire_fraction_word(const char *text, const char **end)
{
    uint32_t word = 0;
    const char *found;
    while (*text != '\0' && (found = strchr(letters, *text)) != NULL &&
           found - letters < QUIRE_FRACTION_FACTORS) {
        word ^= UINT32_C(1) << (found - letters);
        text++;
    }
    *end = text;
    return word;
}

void
quire_fraction_add_word(struct quire_text *out, uint32_t word)
{
    for (int j = 0; j < QUIRE_FRACTION_FACTORS; j++) {
        if ((word >> j & 1) != 0) {
            quire_text_add_char(out, letters[j]);
        }
    }
}

/* ---- the defining relation ---- */

void
quire_fraction_each_word(const struct quire_fraction *f,
                         void (*visit)(void *user, uint32_t word, int sign), void *user)
{
    uint32_t generator[QUIRE_FRACTION_FACTORS];
    int sign[QUIRE_FRACTION_FACTORS], p = 0;
    for (int j = 0; j < f->k; j++) {
        if (f->generator[j] != 0) {
            generator[p] = f->generator[j] | UINT32_C(1) << j;
            sign[p++] = f->reversed[j] ? -1 : 1;
        }
    }
    for (uint32_t subset = 1; subset < UINT32_C(1) << p; subset++) {
        uint32_t word = 0;
        int s = 1;
        for (int i = 0; i < p; i++) {
            word ^= (subset >> i & 1) != 0 ? generator[i] : 0;
            s *= (subset >> i & 1) != 0 ? sign[i] : 1;
        }
        /* words of odd length change sign in the folded half, and vanish */
        if (!f->folded || __builtin_popcount(word) % 2 == 0) {
            visit(user, word, s);
        }
    }
}

static void
count_word(void *user, uint32_t word, int sign)
{
    uint64_t *words = user;
    (void)sign;
    words[__builtin_popcount(word)]++;
}

int
quire_fraction_words(const struct quire_fraction *f, uint64_t words[QUIRE_FRACTION_FACTORS + 1])
{
    memset(words, 0, (QUIRE_FRACTION_FACTORS + 1) * sizeof *words);
    quire_fraction_each_word(f, count_word, words);
    for (int length = 1; length <= QUIRE_FRACTION_FACTORS; length++) {
        if (words[length] > 0) {
            return length;
        }
    }
    return 0;
}

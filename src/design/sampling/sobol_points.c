#include "design/sampling/sobol_points.h"

#include "design/sampling/joe_kuo.h"
#include "math/random.h"

/* the recurrence of the direction numbers (Bratley and Fox, ACM Trans. Math. Softw. 14 (1988) 88,
 * eq. 5) from a polynomial and its first s */
static void
fill_directions(uint32_t direction[QUIRE_SOBOL_BITS], const uint16_t *row)
{
    const uint32_t polynomial = row[0];
    const int s = 31 - __builtin_clz(polynomial);
    for (int i = 0; i < QUIRE_SOBOL_BITS; i++) {
        if (i < s) {
            direction[i] = (uint32_t)row[1 + i] << (31 - i);
            continue;
        }
        uint32_t v = direction[i - s] ^ (direction[i - s] >> s);
        for (int k = 1; k < s; k++) {
            v ^= (polynomial >> (s - k) & 1) != 0 ? direction[i - k] : 0;
        }
        direction[i] = v;
    }
}

bool
quire_sobol_init(struct quire_sobol *out, size_t n, bool scrambled, uint64_t seed,
                 struct quire_arena *arena)
{
    const uint16_t *row = quire_joe_kuo;
    *out =
        (struct quire_sobol){quire_arena_get(arena, n, sizeof *out->direction), n, scrambled, seed};
    for (size_t j = 0; j < n && out->direction != NULL; j++) {
        if (j == 0) { /* the sequence of van der Corput */
            for (int i = 0; i < QUIRE_SOBOL_BITS; i++) {
                out->direction[0][i] = UINT32_C(1) << (31 - i);
            }
            continue;
        }
        fill_directions(out->direction[j], row);
        row += 1 + (31 - __builtin_clz(row[0]));
    }
    return out->direction != NULL;
}

/* each bit is turned or not by chance, which depends on all bits before it: any prefix of the
 * sequence keeps its evenness */
static uint32_t
scramble(const struct quire_sobol *sobol, uint32_t word, size_t dimension)
{
    uint32_t turned = word;
    for (uint32_t bit = 0; bit < QUIRE_SOBOL_BITS; bit++) {
        const uint32_t prefix = bit == 0 ? 0 : word >> (32 - bit);
        const uint32_t place[4] = {prefix, QUIRE_RANDOM_DESIGN, bit, (uint32_t)dimension};
        uint32_t words[4];
        quire_random_words(words, sobol->seed, place);
        turned ^= (words[0] & 1) << (31 - bit);
    }
    return turned;
}

uint32_t
quire_sobol_word(const struct quire_sobol *sobol, uint64_t index, size_t dimension)
{
    const uint32_t gray = (uint32_t)(index ^ (index >> 1));
    uint32_t word = 0;
    for (uint32_t left = gray; left != 0; left &= left - 1) {
        word ^= sobol->direction[dimension][__builtin_ctz(left)];
    }
    return sobol->scrambled ? scramble(sobol, word, dimension) : word;
}

double
quire_sobol_share(const struct quire_sobol *sobol, uint64_t index, size_t dimension)
{
    return ((double)quire_sobol_word(sobol, index, dimension) + 0.5) * 0x1p-32;
}

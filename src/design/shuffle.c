#include "design/shuffle.h"

#include "math/random.h"

uint32_t
quire_design_word(uint64_t seed, uint64_t a, size_t column, uint32_t what)
{
    const uint32_t place[4] = {(uint32_t)a, QUIRE_RANDOM_DESIGN, (uint32_t)column, what};
    uint32_t words[4];
    quire_random_words(words, seed, place);
    return words[0];
}

uint32_t
quire_design_below(uint32_t word, uint64_t n)
{
    return (uint32_t)((uint64_t)word * n >> 32);
}

void
quire_design_shuffle(uint32_t *slice, uint64_t n, uint64_t seed, size_t column, uint32_t what)
{
    for (uint64_t i = n; i > 1; i--) {
        const uint32_t other = quire_design_below(quire_design_word(seed, i, column, what), i);
        const uint32_t kept = slice[i - 1];
        slice[i - 1] = slice[other];
        slice[other] = kept;
    }
}

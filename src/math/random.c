#include "math/random.h"

#include <Random123/philox.h>

void
quire_random_words(uint32_t out[4], uint64_t seed, const uint32_t place[4])
{
    const philox4x32_ctr_t counter = {{place[0], place[1], place[2], place[3]}};
    const philox4x32_key_t key = {{(uint32_t)seed, (uint32_t)(seed >> 32)}};
    const philox4x32_ctr_t words = philox4x32(counter, key);
    for (int i = 0; i < 4; i++) {
        out[i] = words.v[i];
    }
}

double
quire_random_uniform(uint64_t seed, const uint32_t place[4])
{
    uint32_t words[4];
    quire_random_words(words, seed, place);
    const uint64_t bits = ((uint64_t)words[0] << 20) | (words[1] >> 12);
    return ((double)bits + 0.5) * 0x1p-52;
}

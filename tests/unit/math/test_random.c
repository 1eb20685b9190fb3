/* Random numbers by counter. */
#include <criterion/criterion.h>

#include "math/random.h"

/* Known answers of Random123 1.14, tests/kat_vectors, "philox4x32 10". */
static const struct {
    uint32_t place[4];
    uint64_t seed;
    uint32_t words[4];
} known[] = {
    {{0, 0, 0, 0}, 0, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
    {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
     0xffffffffffffffff,
     {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
    {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
     0x299f31d0a4093822,
     {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
};

Test(random, words_are_those_that_were_published)
{
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        uint32_t words[4];
        quire_random_words(words, known[i].seed, known[i].place);
        for (int k = 0; k < 4; k++) {
            cr_expect_eq(words[k], known[i].words[k], "%zu, %d: %08x", i, k, words[k]);
        }
    }
}

Test(random, uniform_numbers_are_never_at_the_ends)
{
    for (uint32_t i = 0; i < 10000; i++) {
        const uint32_t place[4] = {i, QUIRE_RANDOM_NOISE, 0, 0};
        const double u = quire_random_uniform(1, place);
        cr_assert(u > 0 && u < 1);
    }
}

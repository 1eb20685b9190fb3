/* Philox4x32-10: Salmon, Moraes, Dror, Shaw, Parallel random numbers: as easy as 1, 2, 3, SC11
 * (2011). */
#include "draw.h"

#include <math.h>
#include <string.h>

#define ROUNDS 10

static void
philox(uint32_t c[4], uint32_t k0, uint32_t k1)
{
    for (int i = 0; i < ROUNDS; i++) {
        const uint64_t a = (uint64_t)0xD2511F53 * c[0], b = (uint64_t)0xCD9E8D57 * c[2];
        const uint32_t next[4] = {(uint32_t)(b >> 32) ^ c[1] ^ k0, (uint32_t)b,
                                  (uint32_t)(a >> 32) ^ c[3] ^ k1, (uint32_t)a};
        memcpy(c, next, sizeof next);
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
    }
}

bool
draw_works(void)
{
    static const uint32_t expected[2][4] = {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
                                            {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}};
    uint32_t zeros[4] = {0}, ones[4] = {~0u, ~0u, ~0u, ~0u};

    philox(zeros, 0, 0);
    philox(ones, ~0u, ~0u);
    return memcmp(zeros, expected[0], sizeof zeros) == 0 &&
           memcmp(ones, expected[1], sizeof ones) == 0;
}

double
draw_even(struct draw *at, double low, double high)
{
    uint32_t c[4] = {at->model, at->quantity++, 0, 0};

    philox(c, at->seed, 0);
    /* 2^53 */
    return low + (high - low) * (double)((uint64_t)c[0] << 21 | c[1] >> 11) / 9007199254740992.0;
}

double
draw_log(struct draw *at, double low, double high)
{
    return exp(draw_even(at, log(low), log(high)));
}

#include "base/sha256.h"

#include <string.h>

/* first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS
 * 180-4, 4.2.2) */
static const uint32_t round_constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t
turned(uint32_t x, int by)
{
    return (x >> by) | (x << (32 - by));
}

static void
expand(const unsigned char block[64], uint32_t w[64])
{
    for (int i = 0; i < 16; i++) {
        const unsigned char *b = block + 4 * i;
        w[i] = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | (uint32_t)b[3];
    }
    for (int i = 16; i < 64; i++) {
        const uint32_t a = w[i - 15], b = w[i - 2];
        const uint32_t s0 = turned(a, 7) ^ turned(a, 18) ^ (a >> 3);
        const uint32_t s1 = turned(b, 17) ^ turned(b, 19) ^ (b >> 10);
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
}

/* one round; what FIPS 180-4 moves from letter to letter stays, and the caller's letters move */
static inline void
mix(uint32_t a, uint32_t b, uint32_t c, uint32_t *d, uint32_t e, uint32_t f, uint32_t g,
    uint32_t *h, uint32_t word)
{
    const uint32_t s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const uint32_t t1 = *h + s1 + ((e & f) ^ (~e & g)) + word;
    const uint32_t s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    *d += t1;
    *h = t1 + s0 + ((a & b) ^ (a & c) ^ (b & c));
}

static void
compress(uint32_t state[8], const unsigned char block[64])
{
    uint32_t w[64], a = state[0], b = state[1], c = state[2], d = state[3], e = state[4],
                    f = state[5], g = state[6], h = state[7];
    expand(block, w);
    for (int i = 0; i < 64; i++) {
        w[i] += round_constant[i];
    }
    for (int i = 0; i < 64; i += 8) {
        mix(a, b, c, &d, e, f, g, &h, w[i]);
        mix(h, a, b, &c, d, e, f, &g, w[i + 1]);
        mix(g, h, a, &b, c, d, e, &f, w[i + 2]);
        mix(f, g, h, &a, b, c, d, &e, w[i + 3]);
        mix(e, f, g, &h, a, b, c, &d, w[i + 4]);
        mix(d, e, f, &g, h, a, b, &c, w[i + 5]);
        mix(c, d, e, &f, g, h, a, &b, w[i + 6]);
        mix(b, c, d, &e, f, g, h, &a, w[i + 7]);
    }
    const uint32_t now[8] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < 8; i++) {
        state[i] += now[i];
    }
}

void
quire_sha256_init(struct quire_sha256 *self)
{
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(self->state, start, sizeof start);
    self->length = 0;
}

void
quire_sha256_add(struct quire_sha256 *self, const void *data, size_t size)
{
    const unsigned char *from = data;
    while (size > 0) {
        const size_t used = (size_t)(self->length % 64);
        const size_t part = size < 64 - used ? size : 64 - used;
        memcpy(self->block + used, from, part);
        self->length += part;
        from += part;
        size -= part;
        if (self->length % 64 == 0) {
            compress(self->state, self->block);
        }
    }
}

void
quire_sha256_add_double(struct quire_sha256 *self, double value)
{
    uint64_t bits;
    unsigned char bytes[8];
    memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 8; i++) {
        bytes[i] = (unsigned char)(bits >> (8 * i));
    }
    quire_sha256_add(self, bytes, sizeof bytes);
}

void
quire_sha256_finish(struct quire_sha256 *self, char hex[65])
{
    static const char digit[] = "0123456789abcdef";
    const uint64_t bits = self->length * 8;
    static const unsigned char padding[64] = {0x80};
    unsigned char length[8];

    quire_sha256_add(self, padding, 1 + (119 - self->length % 64) % 64);
    for (int i = 0; i < 8; i++) {
        length[i] = (unsigned char)(bits >> (56 - 8 * i));
    }
    quire_sha256_add(self, length, sizeof length);
    for (int i = 0; i < 64; i++) {
        hex[i] = digit[(self->state[i / 8] >> (28 - 4 * (i % 8))) & 15];
    }
    hex[64] = '\0';
}

void
quire_sha256_text(char hex[65], const char *bytes, size_t size)
{
    struct quire_sha256 sha;
    quire_sha256_init(&sha);
    quire_sha256_add(&sha, bytes, size);
    quire_sha256_finish(&sha, hex);
}

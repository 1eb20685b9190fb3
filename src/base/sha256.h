/* SHA-256, for the hashes of model files and end states (FIPS 180-4). */
#ifndef QUIRE_BASE_SHA256_H
#define QUIRE_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

struct quire_sha256 {
    uint32_t state[8];
    uint64_t length; /* bytes taken in so far */
    unsigned char block[64];
};

void quire_sha256_init(struct quire_sha256 *self);
void quire_sha256_add(struct quire_sha256 *self, const void *data, size_t size);

/* Adds the eight bytes of a double, lowest first, so that every machine gets the same hash. */
void quire_sha256_add_double(struct quire_sha256 *self, double value);

/* Writes the hash as 64 hexadecimal digits and a NUL. The state is used up. */
void quire_sha256_finish(struct quire_sha256 *self, char hex[65]);

/* The hash of `size` bytes. */
void quire_sha256_text(char hex[65], const char *bytes, size_t size);

#endif

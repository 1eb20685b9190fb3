/* Numbers of settings: equal texts of factors, equal numbers. Texts are known by 96 bits of a hash,
 * which two of a thousand million settings share with a probability of 1e-11. */
#ifndef QUIRE_JOBS_SETTING_NUMBERS_H
#define QUIRE_JOBS_SETTING_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct doe_setting_numbers {
    struct doe_setting_slot *slot; /* (room, a power of two) */
    size_t room, n;
};

/* A hash that texts are added to, one behind the other; begin with doe_setting_hash_begin(). */
struct doe_setting_hash {
    uint64_t a, b;
};
struct doe_setting_hash doe_setting_hash_begin(void);
void doe_setting_hash_add(struct doe_setting_hash *hash, const char *text);

/* The number of the setting: 0, 1, ... as they come. Start with {0}; clear in the end. False if
 * memory ran out. */
bool doe_setting_number_of(struct doe_setting_numbers *self, const struct doe_setting_hash *hash,
                           size_t *number);
void doe_setting_numbers_clear(struct doe_setting_numbers *self);

#endif

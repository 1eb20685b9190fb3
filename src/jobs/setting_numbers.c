#include "jobs/setting_numbers.h"

#include <stdlib.h>
#include <string.h>

#define LEAST_ROOM 1024
#define NONE       UINT32_MAX

struct doe_setting_slot {
    uint64_t a;
    uint32_t b, number; /* number: NONE where the slot is empty */
};

struct doe_setting_hash
doe_setting_hash_begin(void)
{
    return (struct doe_setting_hash){UINT64_C(0xcbf29ce484222325), UINT64_C(0x9e3779b97f4a7c15)};
}

/* after Steele, Lea, Flood (2014): each bit of the result depends on each of x */
static uint64_t
mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* with the NUL, so that "a", "bc" is not "ab", "c" */
void
doe_setting_hash_add(struct doe_setting_hash *hash, const char *text)
{
    const size_t size = strlen(text) + 1;

    for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
        const size_t left = size - at;
        uint64_t word = 0;
        memcpy(&word, text + at, left < sizeof word ? left : sizeof word);
        hash->a = mix(hash->a ^ word);
        hash->b = mix(hash->b + word);
    }
}

/* the slot of a setting, or the empty one where it belongs */
static struct doe_setting_slot *
find(const struct doe_setting_numbers *self, uint64_t a, uint32_t b)
{
    size_t i = (size_t)a & (self->room - 1);

    while (self->slot[i].number != NONE && (self->slot[i].a != a || self->slot[i].b != b)) {
        i = (i + 1) & (self->room - 1);
    }
    return &self->slot[i];
}

static bool
grow(struct doe_setting_numbers *self)
{
    struct doe_setting_numbers larger = {.room = self->room > 0 ? 2 * self->room : LEAST_ROOM,
                                         .n = self->n};

    larger.slot = malloc(larger.room * sizeof *larger.slot);
    for (size_t i = 0; larger.slot != NULL && i < larger.room; i++) {
        larger.slot[i] = (struct doe_setting_slot){0, 0, NONE};
    }
    for (size_t i = 0; larger.slot != NULL && i < self->room; i++) {
        if (self->slot[i].number != NONE) {
            *find(&larger, self->slot[i].a, self->slot[i].b) = self->slot[i];
        }
    }
    if (larger.slot == NULL) {
        return false;
    }
    free(self->slot);
    *self = larger;
    return true;
}

bool
doe_setting_number_of(struct doe_setting_numbers *self, const struct doe_setting_hash *hash,
                      size_t *number)
{
    if (4 * (self->n + 1) > 3 * self->room && !grow(self)) {
        return false;
    }
    struct doe_setting_slot *slot = find(self, hash->a, (uint32_t)hash->b);
    if (slot->number == NONE) {
        *slot = (struct doe_setting_slot){hash->a, (uint32_t)hash->b, (uint32_t)self->n++};
    }
    *number = slot->number;
    return true;
}

void
doe_setting_numbers_clear(struct doe_setting_numbers *self)
{
    free(self->slot);
    *self = (struct doe_setting_numbers){0};
}

/* What libFuzzer does to models and studies: half of the changes are its own, half are ours. AFL++
 * makes all changes itself. */
#include <string.h>

#include "fuzz.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

#define MOST_CHOICES 64

/* xorshift: the same changes from the same seed */
static void
draw(uint8_t *bytes, size_t n, unsigned seed)
{
    uint32_t x = seed * 2654435761u + 1u;

    for (size_t i = 0; i < n; i++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        bytes[i] = (uint8_t)(x >> 11);
    }
}

size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    uint8_t choices[MOST_CHOICES];
    struct fuzz_choices how = {choices, sizeof choices};
    struct quire_text text = {0};
    size_t n = 0;

    draw(choices, sizeof choices, seed);
    if (size > 0 && fuzz_byte(&how) % 2 == 0) {
        quire_text_add_bytes(&text, (const char *)data, size);
        (fuzz_byte(&how) % 4 == 0 ? fuzz_edit : fuzz_edit_tree)(&text, &how);
        n = text.size <= most ? text.size : 0;
    }
    if (n > 0) {
        memcpy(data, text.data, n);
    }
    quire_text_clear(&text);
    return n > 0 ? n : LLVMFuzzerMutate(data, size, most);
}

#include "text/utf8.h"

size_t
quire_utf8_length(const char *bytes, size_t size, unsigned *character)
{
    const unsigned char *b = (const unsigned char *)bytes;
    static const unsigned smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n;
    unsigned c;
    if (size == 0) {
        return 0;
    }
    if (b[0] < 0x80) {
        n = 1, c = b[0];
    } else if (b[0] >= 0xC2 && b[0] < 0xE0) {
        n = 2, c = b[0] & 0x1Fu;
    } else if (b[0] >= 0xE0 && b[0] < 0xF0) {
        n = 3, c = b[0] & 0x0Fu;
    } else if (b[0] >= 0xF0 && b[0] < 0xF5) {
        n = 4, c = b[0] & 0x07u;
    } else {
        return 0;
    }
    if (n > size) {
        return 0;
    }
    for (size_t i = 1; i < n; i++) {
        if ((b[i] & 0xC0u) != 0x80u) {
            return 0;
        }
        c = c << 6 | (b[i] & 0x3Fu);
    }
    if (c < smallest[n] || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) {
        return 0;
    }
    if (character != NULL) {
        *character = c;
    }
    return n;
}

bool
quire_utf8_is_invisible(unsigned c)
{
    static const unsigned range[][2] = {
        {0xAD, 0xAD},     {0x34F, 0x34F},   {0x61C, 0x61C},   {0x115F, 0x1160}, {0x17B4, 0x17B5},
        {0x180B, 0x180F}, {0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164},
        {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0xE0000, 0xE0FFF},
    };
    for (size_t i = 0; i < sizeof range / sizeof *range; i++) {
        if (c >= range[i][0] && c <= range[i][1]) {
            return true;
        }
    }
    return false;
}

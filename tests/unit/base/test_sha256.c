/* Hashes: the examples of FIPS 180-4 and of its validation, in pieces of any size. */
#include <criterion/criterion.h>
#include <string.h>

#include "base/sha256.h"

static const struct {
    const char *text, *hash;
} examples[] = {
    {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
     "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnop"
     "qrsmnopqrstnopqrstu",
     "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
};

Test(sha256, hashes_are_those_of_the_standard)
{
    char hex[65];

    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        quire_sha256_text(hex, examples[i].text, strlen(examples[i].text));
        cr_expect_str_eq(hex, examples[i].hash, "'%s'", examples[i].text);
    }
}

/* What stands behind a hash in memory is never written to. */
Test(sha256, pieces_come_to_the_same)
{
    static char text[1000];
    struct {
        struct quire_sha256 hash;
        unsigned char behind[128];
    } kept;
    char whole[65], pieces[65];

    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = (char)('a' + i % 23);
    }
    quire_sha256_text(whole, text, sizeof text);
    for (size_t piece = 1; piece < 140; piece++) {
        memset(&kept, 0x5a, sizeof kept);
        quire_sha256_init(&kept.hash);
        for (size_t at = 0; at < sizeof text; at += piece) {
            quire_sha256_add(&kept.hash, text + at,
                             at + piece < sizeof text ? piece : sizeof text - at);
        }
        quire_sha256_finish(&kept.hash, pieces);
        cr_expect_str_eq(pieces, whole, "pieces of %zu", piece);
        for (size_t i = 0; i < sizeof kept.behind; i++) {
            cr_assert_eq(kept.behind[i], 0x5a, "pieces of %zu: byte %zu", piece, i);
        }
    }
}

/* a double is hashed as its eight bytes, lowest first */
Test(sha256, doubles_are_hashed_as_bytes)
{
    struct quire_sha256 hash;
    char hex[65], bytes[65];

    quire_sha256_init(&hash);
    quire_sha256_add_double(&hash, -1.5);
    quire_sha256_finish(&hash, hex);
    quire_sha256_text(bytes, "\0\0\0\0\0\0\xf8\xbf", 8);
    cr_expect_str_eq(hex, bytes);
}

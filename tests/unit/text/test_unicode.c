/* Names that look alike, and characters that are not seen. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "text/unicode.h"

static char *
look_of(const char *name)
{
    struct quire_text text = {0};
    quire_unicode_add_look(&text, name);
    return quire_text_take(&text);
}

static void
expect_alike(const char *a, const char *b, bool alike)
{
    char *x = look_of(a), *y = look_of(b);
    cr_expect_eq(strcmp(x, y) == 0, alike, "'%s' and '%s'", a, b);
    free(x);
    free(y);
}

/* canonically equivalent (Unicode, 3.7): one character, and a letter with marks in whatever order;
 * the formula of Hangul; another spelling of a letter */
Test(unicode, equivalent_spellings_look_alike)
{
    expect_alike("\xC3\xA9", "e\xCC\x81", true); /* e acute */
    /* e circumflex, dot below */
    expect_alike("\xE1\xBB\x87", "e\xCC\xA3\xCC\x82", true);
    expect_alike("\xE1\xBB\x87", "e\xCC\x82\xCC\xA3", true);
    expect_alike("\xE1\xBB\x87", "\xC3\xAA\xCC\xA3", true);
    expect_alike("\xEA\xB0\x81", "\xE1\x84\x80\xE1\x85\xA1\xE1\x86\xA8", true); /* gag */
    expect_alike("\xEA\xB0\x80", "\xE1\x84\x80\xE1\x85\xA1", true);             /* ga */
    expect_alike("\xE2\x84\xAA", "K", true);                                    /* kelvin */
    expect_alike("\xE2\x84\xAB", "A\xCC\x8A", true);                            /* angstrom */
    expect_alike("\xE3\x81\x8C", "\xE3\x81\x8B\xE3\x82\x99", true);             /* hiragana ga */
    /* zero width space, byte order mark, soft hyphen */
    expect_alike("s1",
                 "s\xE2\x80\x8B"
                 "1\xEF\xBB\xBF\xC2\xAD",
                 true);
}

Test(unicode, other_names_do_not)
{
    expect_alike("e", "e\xCC\x81", false);
    expect_alike("\xC3\xA9", "\xC3\xA8", false);
    expect_alike("s1", "s2", false);
    expect_alike("", "a", false);
    expect_alike("o\xCC\x81"
                 "e",
                 "oe\xCC\x81", false); /* the mark is on another letter */
    /* a Cyrillic letter is another one, whatever it looks like */
    expect_alike("\xD0\xB0", "a", false);
}

Test(unicode, finds_what_is_not_seen)
{
    cr_expect_eq(quire_unicode_find_invisible("plain-name_1"), 0);
    cr_expect_eq(quire_unicode_find_invisible("f\xC3\xBChler"), 0);
    cr_expect_eq(quire_unicode_find_invisible("a\xE2\x80\x8D"), 0x200D);
    cr_expect_eq(quire_unicode_find_invisible("\xC2\xADx"), 0xAD);
    cr_expect_eq(quire_unicode_find_invisible("x\xE2\x80\xAEy"), 0x202E);
    cr_expect_eq(quire_unicode_find_invisible("x\xF3\xA0\x84\x80"), 0xE0100);
}

/* Growing text and its escapes. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "text/text.h"

static void
expect(void (*add)(struct quire_text *, const char *), const char *in, const char *out)
{
    struct quire_text text = {0};
    add(&text, in);
    char *got = quire_text_take(&text);
    cr_expect_str_eq(got, out);
    free(got);
}

Test(text, grows)
{
    struct quire_text text = {0};
    for (int i = 0; i < 10000; i++) {
        quire_text_format(&text, "%d,", i % 10);
    }
    cr_expect_eq(text.size, 20000);
    cr_expect_eq(strlen(text.data), text.size);
    cr_expect_eq(strncmp(text.data + 19980, "0,1,2,3,4,5,6,7,8,9,", 20), 0);
    quire_text_clear(&text);
    char *empty = quire_text_take(&text);
    cr_expect_str_eq(empty, "");
    free(empty);
}

Test(text, json_strings)
{
    expect(quire_text_json_string, "a\"b\\c", "\"a\\\"b\\\\c\"");
    expect(quire_text_json_string, "line\nend\t\x01", "\"line\\nend\\t\\u0001\"");
    expect(quire_text_json_string, "gr\xC3\xBC\xC3\x9F", "\"gr\xC3\xBC\xC3\x9F\"");
    expect(quire_text_json_string, "\xFFz", "\"\xEF\xBF\xBDz\"");
    expect(quire_text_json_string, "</script>", "\"\\u003c/script>\"");
    expect(quire_text_json_string, "\xE2\x80\xA8", "\"\\u2028\"");
    expect(quire_text_json_string, NULL, "null");
}

Test(text, json_and_csv_numbers)
{
    struct quire_text text = {0};
    quire_text_json_number(&text, 0.25);
    quire_text_add_char(&text, ' ');
    quire_text_json_number(&text, (double)NAN);
    quire_text_add_char(&text, ' ');
    quire_text_csv_number(&text, (double)INFINITY);
    cr_expect_str_eq(text.data, "0.25 null ");
    quire_text_clear(&text);
}

/* RFC 4180, and nothing that a spreadsheet would run */
Test(text, csv_cells)
{
    expect(quire_text_csv_cell, "plain", "plain");
    expect(quire_text_csv_cell, "a,b", "\"a,b\"");
    expect(quire_text_csv_cell, "say \"hi\"", "\"say \"\"hi\"\"\"");
    expect(quire_text_csv_cell, "=1+1", "\"'=1+1\"");
    expect(quire_text_csv_cell, "@x", "\"'@x\"");
    expect(quire_text_csv_cell, "-2", "\"'-2\"");
    expect(quire_text_csv_cell, "", "");
}

Test(text, xml)
{
    expect(quire_text_xml, "<a href='x'>&\"", "&lt;a href=&#39;x&#39;&gt;&amp;&quot;");
    expect(quire_text_xml, "\x1b[2J\xC0", "\xEF\xBF\xBD[2J\xEF\xBF\xBD");
}

/* no escape sequence reaches a terminal, neither by ESC nor by the one-byte CSI, nor a change of
 * direction */
Test(text, visible)
{
    expect(quire_text_visible, "\x1b[31mred\x07", "\\x1b[31mred\\x07");
    expect(quire_text_visible,
           "\xC2\x9B"
           "2J",
           "\\x9b2J");
    expect(quire_text_visible,
           "\xE2\x80\xAE"
           "abc",
           "\\u202eabc");
    expect(quire_text_visible, "\x80\xC3(", "\\x80\\xc3(");
    expect(quire_text_visible, "\xC3\xA9\n", "\xC3\xA9\\n");
}

Test(text, utf8)
{
    unsigned c = 0;
    cr_expect_eq(quire_utf8_length("\xF0\x9F\x98\x80", 4, &c), 4);
    cr_expect_eq(c, 0x1F600);
    cr_expect_eq(quire_utf8_length("\xC0\x80", 2, NULL), 0);         /* overlong NUL */
    cr_expect_eq(quire_utf8_length("\xE0\x80\xAF", 3, NULL), 0);     /* overlong slash */
    cr_expect_eq(quire_utf8_length("\xED\xA0\x80", 3, NULL), 0);     /* surrogate */
    cr_expect_eq(quire_utf8_length("\xF4\x90\x80\x80", 4, NULL), 0); /* beyond U+10FFFF */
    cr_expect_eq(quire_utf8_length("\xE2\x82", 2, NULL), 0);         /* cut off */
    cr_expect_eq(quire_utf8_length("", 0, NULL), 0);
}

/* The gates before the parser. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "xml/text/limits.h"
#include "xml/text/scan.h"

static quire_status
scan_bytes(const char *bytes, size_t size, const char **code, int *line)
{
    struct quire_scan scan;
    quire_diag *diag = quire_diag_create();
    static char copy[40];
    const quire_status status = quire_scan_run(&scan, bytes, size, "s.xml", false, diag);
    copy[0] = '\0';
    if (quire_diag_count(diag) > 0) {
        snprintf(copy, sizeof copy, "%s", quire_diag_get(diag, 0)->code);
        *line = quire_diag_get(diag, 0)->line;
    }
    *code = copy;
    cr_expect_leq(quire_diag_count(diag), 1);
    quire_scan_clear(&scan);
    quire_diag_destroy(diag);
    return status;
}

/* a text that may hold NUL bytes, and its size */
#define BYTES(text_) text_, sizeof text_ - 1

Test(scan, refused_files)
{
    static const struct {
        const char *bytes;
        size_t size;
        const char *code;
        int line;
    } cases[] = {
        {BYTES(""), "E-XML", 0},
        {BYTES("\x1F\x8B\x08"), "E-ENCODING", 0},
        {BYTES("PK\x03\x04"), "E-ENCODING", 0},
        {BYTES("%PDF-1.7"), "E-ENCODING", 0},
        {BYTES("\xFF\xFE<\0"), "E-ENCODING", 0},
        {BYTES("<\0m\0"), "E-ENCODING", 0},
        {BYTES("\0<\0m"), "E-ENCODING", 0},
        {BYTES("\0\0\xFE\xFF"), "E-ENCODING", 0},
        {BYTES("<m/>\0evil"), "E-ENCODING", 1},
        {BYTES("<m>\n\xE4</m>"), "E-ENCODING", 2}, /* Latin-1 */
        {BYTES("<m a='\xC0\xAF'/>"), "E-ENCODING", 1},
        {BYTES("<?xml version='1.0' encoding='ISO-8859-1'?><m/>"), "E-ENCODING", 1},
        {BYTES("<?xml version='1.0' encoding='UTF-7'?><m/>"), "E-ENCODING", 1},
        {BYTES("<!DOCTYPE m><m/>"), "E-DOCTYPE", 1},
        {BYTES("<!-- x -->\n<!DOCTYPE m [<!ENTITY e 'x'>]><m/>"), "E-DOCTYPE", 2},
        {BYTES("<m><!ELEMENT x></m>"), "E-XML", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *code;
        int line = -1;
        cr_expect_eq(scan_bytes(cases[i].bytes, cases[i].size, &code, &line), QUIRE_ERROR_INPUT,
                     "case %zu", i);
        cr_expect_str_eq(code, cases[i].code, "case %zu", i);
        cr_expect_eq(line, cases[i].line, "case %zu", i);
    }
}

/* what only looks alike */
Test(scan, accepted_files)
{
    static const char *const cases[] = {
        "<m/>",
        "\xEF\xBB\xBF<m/>",
        "<?xml version='1.0' encoding='utf-8'?><m/>",
        "<?xml version='1.0' encoding=\"US-ASCII\"?><m/>",
        "<?xml version='1.0'?><m a=\"encoding='UTF-16'\"/>",
        "<!-- <!DOCTYPE m> --><m/>",
        "<m><![CDATA[<!DOCTYPE x>]]></m>",
        "<m a=\"<!DOCTYPE\"/>",
        "<?pi <!DOCTYPE ?><m/>",
        "not XML at all",
        "<m",
        "<",
        "<m a='",
        "<!--",
        "<m><![CDATA[",
        "</m>",
        "<m a=b c/>",
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *code;
        int line;
        cr_expect_eq(scan_bytes(cases[i], strlen(cases[i]), &code, &line), QUIRE_OK, "%s: %s",
                     cases[i], code);
    }
}

Test(scan, places)
{
    static const char text[] = "<?xml version='1.0'?>\r\n<!-- a > b -->\n"
                               "<m a='1>2'\n   b=\"'\"\tc='\xC3\xA4' d='1'>\n"
                               "  <n/><o x = '/' /></m>\n";
    struct quire_scan scan;
    cr_assert_eq(quire_scan_run(&scan, text, sizeof text - 1, "s.xml", false, NULL), QUIRE_OK);
    cr_assert_eq(scan.n_tag, 3);
    cr_expect_eq(scan.tag[0].line, 3);
    cr_expect_eq(scan.tag[0].column, 1);
    cr_expect_eq(scan.tag[0].n_attribute, 4);
    cr_expect_eq(scan.attribute[1].line, 4);
    cr_expect_eq(scan.attribute[1].column, 4);
    cr_expect_eq(scan.attribute[3].column, 16); /* characters count, not bytes */
    cr_expect_eq(text[scan.attribute[3].offset], 'd');
    cr_expect_eq(scan.attribute[3].length, 1);
    cr_expect_eq(scan.tag[2].column, 7);
    cr_expect_eq(scan.tag[2].n_attribute, 1);
    quire_scan_clear(&scan);
}

static quire_status
scan_repeated(const char *head, const char *part, int n, const char *tail)
{
    const size_t size = strlen(head) + strlen(part) * (size_t)n + strlen(tail);
    char *text = malloc(size + 1), *p = text;
    const char *code;
    int line;
    p += sprintf(p, "%s", head);
    for (int i = 0; i < n; i++) {
        p += sprintf(p, "%s", part);
    }
    sprintf(p, "%s", tail);
    const quire_status status = scan_bytes(text, size, &code, &line);
    cr_expect(status == QUIRE_OK || strcmp(code, "E-LIMIT") == 0);
    free(text);
    return status;
}

Test(scan, limits)
{
    cr_expect_eq(scan_repeated("<m ", "a='' ", QUIRE_ATTRIBUTE_LIMIT, "/>"), QUIRE_OK);
    cr_expect_eq(scan_repeated("<m ", "a='' ", QUIRE_ATTRIBUTE_LIMIT + 1, "/>"), QUIRE_ERROR_LIMIT);
    cr_expect_eq(scan_repeated("", "<m>", QUIRE_DEPTH_LIMIT, ""), QUIRE_OK);
    cr_expect_eq(scan_repeated("", "<m>", QUIRE_DEPTH_LIMIT + 1, ""), QUIRE_ERROR_LIMIT);
    cr_expect_eq(scan_repeated("", "<m></m>", QUIRE_ELEMENT_LIMIT, ""), QUIRE_OK);
    cr_expect_eq(scan_repeated("", "<m/>", QUIRE_ELEMENT_LIMIT + 1, ""), QUIRE_ERROR_LIMIT);
}

/* Files that mean harm: small ones that want to become large, read other files, or never end. That
 * a test ends at all is watched by the driver: limits on single tests make Criterion fail at random
 * on a busy machine. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/text.h"
#include "xml/text/limits.h"
#include "xml_fixture.h"

static quire_status
read_text(struct quire_text *text, const char *code)
{
    quire_diag *diag = quire_diag_create();
    quire_model *model;
    const quire_status status = test_read_file(&model, text->data, text->size, NULL, 0, diag);
    bool found = code == NULL;
    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        found = found || strcmp(quire_diag_get(diag, i)->code, code) == 0;
    }
    cr_expect(found, "no %s", code);
    quire_xml_free(model);
    quire_diag_destroy(diag);
    quire_text_clear(text);
    return status;
}

static void
refuse_entities(const char *subset, const char *body)
{
    struct quire_text text = {0};
    quire_text_format(&text, "<!DOCTYPE model %s><model version='1' name='m'>%s</model>", subset,
                      body);
    cr_expect_eq(read_text(&text, "E-DOCTYPE"), QUIRE_ERROR_INPUT);
}

Test(attacks, entities)
{
    refuse_entities("[<!ENTITY x SYSTEM 'file:///etc/passwd'>]", "&x;");
    refuse_entities("[<!ENTITY x SYSTEM 'http://127.0.0.1:1/'>]", "&x;");
    refuse_entities("SYSTEM 'file:///etc/passwd'", "");
    refuse_entities("[<!ENTITY % p SYSTEM 'file:///etc/passwd'> %p;]", "");
    refuse_entities("[<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'><!ENTITY "
                    "c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'>]",
                    "&c;");
    refuse_entities("[<!ENTITY a 'x'>]", "<box name='&a;' size='1 mm'/>");
    refuse_entities("[<!ATTLIST model extra CDATA 'x'>]", "");
    refuse_entities("PUBLIC '-//X//Y' 'x.dtd'", "");
}

/* b = aa, c = bb, ...: two to the power of a hundred */
Test(attacks, doubling_parameters)
{
    struct quire_text text = {0};
    quire_text_add(
        &text, "<model version='1' name='m'><parameters><parameter name='p0' value='xxxxxxxxxx'/>");
    for (int i = 1; i < 100; i++) {
        quire_text_format(&text, "<parameter name='p%d' value='{p%d}{p%d}'/>", i, i - 1, i - 1);
    }
    quire_text_add(&text, "</parameters></model>");
    cr_expect_eq(read_text(&text, "E-PARAMETER"), QUIRE_ERROR_INPUT);
}

/* many attributes that each put in a long text */
Test(attacks, much_text_from_parameters)
{
    struct quire_text text = {0};
    quire_text_add(&text, "<model version='1' name='m'><parameters><parameter name='p' value='");
    for (int i = 0; i < 100000; i++) {
        quire_text_add(&text, "x");
    }
    quire_text_add(&text, "'/></parameters>");
    for (int i = 0; i < 1000; i++) {
        quire_text_format(&text, "<box name='b%d' size='1 mm' text='{p}'/>", i);
    }
    quire_text_add(&text, "</model>");
    cr_expect_eq(read_text(&text, "E-LIMIT"), QUIRE_ERROR_LIMIT);
}

/* a box of a thousand parts, and a thousand boxes like it */
Test(attacks, multiplied_children)
{
    struct quire_text text = {0};
    quire_text_add(&text, "<model version='1' name='m'><box name='b' size='1 mm'>");
    for (int i = 0; i < 1000; i++) {
        quire_text_add(&text, "<part shape='round' radius='1 mm'/>");
    }
    quire_text_add(&text, "</box>");
    for (int i = 0; i < 1000; i++) {
        quire_text_format(&text, "<box name='b%d' like='b'/>", i);
    }
    quire_text_add(&text, "</model>");
    cr_expect_eq(read_text(&text, "E-LIMIT"), QUIRE_ERROR_LIMIT);
}

/* the same with children that never become objects, and so are not counted as such */
Test(attacks, multiplied_unknown_children)
{
    struct quire_text text = {0};
    quire_text_add(&text, "<model version='1' name='m'><box name='b' size='1 mm'>");
    for (int i = 0; i < 1000; i++) {
        quire_text_add(&text, "<unheard-of/>");
    }
    quire_text_add(&text, "</box>");
    for (int i = 0; i < 1000; i++) {
        quire_text_format(&text, "<box name='b%d' like='b'/>", i);
    }
    quire_text_add(&text, "</model>");
    cr_expect_eq(read_text(&text, NULL), QUIRE_ERROR_LIMIT);
}

/* one attribute may grow to the limit and not by a byte more */
Test(attacks, expanded_attribute)
{
    for (int more = 0; more < 2; more++) {
        struct quire_text text = {0};
        quire_text_add(&text,
                       "<model version='1' name='m'><parameters><parameter name='p' value='");
        for (size_t i = 0; i < QUIRE_EXPANDED_LIMIT / 2; i++) {
            quire_text_add_char(&text, 'x');
        }
        quire_text_format(&text,
                          "'/></parameters><box name='b' size='1 mm' text='%s{p}{p}'/></model>",
                          more ? "x" : "");
        cr_expect_eq(read_text(&text, more ? "E-PARAMETER" : NULL),
                     more ? QUIRE_ERROR_INPUT : QUIRE_OK);
    }
}

Test(attacks, long_chain_of_likes)
{
    struct quire_text text = {0};
    quire_text_add(&text, "<model version='1' name='m'>");
    for (int i = 0; i < 20000; i++) {
        quire_text_format(&text, "<box name='b%d' like='b%d'/>", i, i + 1);
    }
    quire_text_add(&text, "</model>");
    cr_expect_eq(read_text(&text, "E-LIMIT"), QUIRE_ERROR_LIMIT);
}

/* suggestions are costly: with very many mistakes and very many names they must not be */
Test(attacks, many_mistakes)
{
    struct quire_text text = {0};
    quire_text_add(&text, "<model version='1' name='m'>");
    for (int i = 0; i < 40000; i++) {
        quire_text_format(
            &text,
            "<box name='abcdefghijklmnopqrstuvwxyz-abcdefghijklmnopqrstuvwxyz-%d' size='1 mm' "
            "friend='abcdefghijklmnopqrstuvwxyz-abcdefghijklmnopqrstuvwxyy-%d'/>",
            i, i);
    }
    quire_text_add(&text, "</model>");
    cr_expect_eq(read_text(&text, "E-REFERENCE"), QUIRE_ERROR_INPUT);
}

/* cut off anywhere, or with any byte changed: refused or accepted, but never a crash */
Test(attacks, damaged_files)
{
    static const char good[] =
        "<?xml version='1.0' encoding='UTF-8'?>\n<!-- c --><model version='1' name='m'>\n"
        "<parameters><parameter name='w' value='2 mm'/></parameters>\n"
        "<box name='a' size='{2*w + 1 mm}' stiffness='1 N/m^1.5' corner='1 mm, 2 mm' friend='b'>"
        "<part shape='round' radius='1 mm'/><![CDATA[ ]]></box>\n<box name='b' like='a' "
        "friend='a'/></model>\n";
    char text[sizeof good];
    quire_model *model;
    cr_assert_eq(test_read_file(&model, good, sizeof good - 1, NULL, 0, NULL), QUIRE_OK);
    quire_xml_free(model);
    for (size_t n = 0; n < sizeof good - 1; n++) {
        const quire_status status = test_read_file(&model, good, n, NULL, 0, NULL);
        cr_expect_eq(status, n == sizeof good - 2 ? QUIRE_OK : QUIRE_ERROR_INPUT, "cut at %zu", n);
        quire_xml_free(model);
    }
    static const char bytes[] = "<>&'\"{}\0\xFF\x80 =/!?-01eE.,;";
    for (size_t i = 0; i < sizeof good - 1; i++) {
        for (size_t j = 0; j < sizeof bytes - 1; j++) {
            memcpy(text, good, sizeof good);
            text[i] = bytes[j];
            test_read_file(&model, text, sizeof good - 1, NULL, 0, NULL);
            quire_xml_free(model);
        }
    }
}

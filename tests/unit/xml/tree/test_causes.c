/* One cause, one message: what is said of files that are no models, of one slip with many
 * consequences, of circles, and of values that are set. */
#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "catalog/catalog.h"
#include "xml/read/read.h"

/* reads the text and expects these messages, each "CODE line:column: text; hint" without a file's
 * name, in this order; NULL ends */
static void
expect(const char *text, size_t size, const quire_setting *setting, size_t n_setting,
       const char *first, va_list more)
{
    quire_model *model = NULL;
    quire_diag *diag = quire_diag_create();
    const char *want = first;
    cr_expect_neq(
        quire_xml_read(&model, quire_catalog_all(), text, size, "m.xml", setting, n_setting, diag),
        QUIRE_OK);
    cr_expect_null(model);
    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        const quire_problem *p = quire_diag_get(diag, i);
        char got[1000];
        snprintf(got, sizeof got, "%s %d:%d: %s%s%s", p->code, p->line, p->column, p->text,
                 p->hint != NULL ? "; " : "", p->hint != NULL ? p->hint : "");
        cr_expect_str_eq(got, want != NULL ? want : "nothing more");
        want = want != NULL ? va_arg(more, const char *) : NULL;
    }
    cr_expect_null(want, "not said: %s", want);
    quire_diag_destroy(diag);
}

static void
says(const char *text, const char *first, ...)
{
    va_list more;
    va_start(more, first);
    expect(text, strlen(text), NULL, 0, first, more);
    va_end(more);
}

static void
says_of_setting(const char *text, const char *name, const char *value, const char *first, ...)
{
    const quire_setting setting = {name, value};
    va_list more;
    va_start(more, first);
    expect(text, strlen(text), &setting, 1, first, more);
    va_end(more);
}

Test(causes, other_files_are_named_as_what_they_are)
{
    says("<!DOCTYPE html>\n<html></html>", "E-XML 1:1: the file is a page of HTML, not a model",
         NULL);
    says("<!-- saved -->\n <HTML lang=\"en\"><br></HTML>",
         "E-XML 2:2: the file is a page of HTML, not a model", NULL);
    says("<model version=\"1\" name=\"m\"\n  xmlns=\"http://x.org/quire\"/>",
         "E-UNKNOWN-ELEMENT 2:3: <model> is in the namespace 'http://x.org/quire'; Quire's "
         "elements are in none; remove xmlns=\"...\"",
         NULL);
    says("<q:model xmlns:q=\"urn:q\" version=\"1\" name=\"m\"/>",
         "E-UNKNOWN-ELEMENT 1:10: <model> is in the namespace 'urn:q'; Quire's elements are in "
         "none; remove xmlns:q=\"...\"",
         NULL);
    says("<model version=\"1\" name=\"m\">\n  <x:a xmlns:x=\"urn:x\"/>\n</model>",
         "E-UNKNOWN-ELEMENT 2:8: <a> is in the namespace 'urn:x'; Quire's elements are in none; "
         "put foreign data inside <user-data>",
         NULL);
}

/* each text at its own place, behind elements, comments and data that are passed over */
Test(causes, stray_text_has_its_place)
{
    says("<model version=\"1\" name=\"m\">\n"
         "  <settings/> first\n"
         "  <user-data>any <b>text</b> here</user-data> second\n"
         "  <!-- none --> third <![CDATA[fourth]]>\n"
         "</model>",
         "E-XML 2:15: text 'first' inside <model>; values are written as attributes",
         "E-XML 3:47: text 'second' inside <model>; values are written as attributes",
         "E-XML 4:17: text 'third fourth' inside <model>; values are written as attributes", NULL);
}

/* `n` bytes 'x' between the two */
static void
says_of_many(const char *before, size_t n, const char *after, const char *first, ...)
{
    const size_t n_before = strlen(before), n_after = strlen(after);
    char *text = malloc(n_before + n + n_after + 1);
    va_list more;
    cr_assert_not_null(text);
    memcpy(text, before, n_before);
    memset(text + n_before, 'x', n);
    memcpy(text + n_before + n, after, n_after + 1);
    va_start(more, first);
    expect(text, n_before + n + n_after, NULL, 0, first, more);
    va_end(more);
    free(text);
}

Test(causes, what_is_too_long_is_said_with_its_place)
{
    const size_t n = 11 * 1000 * 1000;
    says_of_many("<model version=\"1\"\n name=\"", n, "\"/>",
                 "E-LIMIT 2:7: the value of an attribute is longer than 8388608 bytes", NULL);
    says_of_many("<model version=\"1\" name=\"m\">\n <!-- ", n, " --></model>",
                 "E-LIMIT 2:2: a comment is longer than 8388608 bytes", NULL);
    says_of_many("<model version=\"1\" name=\"m\">\n ", n, "</model>",
                 "E-LIMIT 2:2: a text is longer than 8388608 bytes", NULL);
    says_of_many("<model version=\"1\" name=\"m\">\n<![CDATA[", n, "]]></model>",
                 "E-LIMIT 2:1: a text is longer than 8388608 bytes", NULL);
    says_of_many("<model version=\"1\" name=\"m\">\n<", 60000, "/></model>",
                 "E-LIMIT 2:1: the name of an element is longer than 10000 bytes", NULL);
    says_of_many("<model version=\"1\" name=\"m\">\n<a ", 60000, "=\"\"/></model>",
                 "E-LIMIT 2:4: the name of an attribute is longer than 10000 bytes", NULL);
}

#define MEDIA(name)                                                                                \
    "<media name=\"" name "\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\"/>\n"
#define SHEET(name)                                                                                \
    "<sheet name=\"" name "\" media=\"plain\" length=\"0.1 m\" width=\"0.1 m\"><start from=\"0 "   \
    "m, 0 m\" heading=\"0 deg\"/></sheet>\n"
#define MODEL(body) "<model version=\"1\" name=\"m\">\n" body "</model>"

Test(causes, one_misspelt_name_is_one_message)
{
    says(MODEL(MEDIA("plian") SHEET("a") SHEET("b") SHEET("c")),
         "E-REFERENCE 3:17: media = 'plain': there is no media of that name; it is named at 2 "
         "other places; did you mean 'plian'?",
         NULL);
    says(MODEL("<medai name=\"plain\"/>\n" SHEET("a")
                   SHEET("b") "<pair media=\"plain\" contact=\"x\"/>\n<contact name=\"x\"><normal "
                              "law=\"linear\" stiffness=\"1 N/m\"/></contact>\n"),
         "E-UNKNOWN-ELEMENT 2:1: unknown element <medai> inside <model>; did you mean 'media'?",
         NULL);
    says(MODEL("<media nmae=\"plain\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 "
               "GPa\"/>\n" SHEET("a") SHEET("b") "<pair media=\"plain\" contact=\"x\"/>\n"
                                                 "<contact name=\"x\"><normal law=\"linear\" "
                                                 "stiffness=\"1 N/m\"/></contact>\n"),
         "E-UNKNOWN-ATTRIBUTE 2:8: unknown attribute 'nmae' on <media>; did you mean 'name'?",
         NULL);
    says(MODEL(MEDIA("plain") "<sheet name=\"a\" medai=\"plain\" length=\"0.1 m\" width=\"0.1 "
                              "m\"><start from=\"0 m, 0 m\"/></sheet>\n"),
         "E-UNKNOWN-ATTRIBUTE 3:17: unknown attribute 'medai' on <sheet>; did you mean 'media'?",
         NULL);
    says(MODEL("<sensor name=\"s\" kind=\"egde\"/>\n<sheet name=\"page\" "
               "like=\"pagge-2\"/>\n<sheet name=\"page-2\" like=\"pagge-2\"/>\n<check name=\"k\" "
               "kind=\"arrival\" sensor=\"s\" latest=\"1 s\"/>\n"),
         "E-CHOICE 2:18: kind = 'egde' must be one of edge|presence|side-edge|speed|distance; did "
         "you mean 'edge'?",
         "E-REFERENCE 3:20: like = 'pagge-2' names no element of the same sort; it is named at 1 "
         "other place; did you mean 'page-2'?",
         NULL);
    says(MODEL("<parameters><parameter name=\"sped\" value=\"1\"/></parameters>\n<drive name=\"a\" "
               "speed=\"{speed}\"/>\n<drive name=\"b\" speed=\"{2 * speed}\"/>\n"
               "<drive name=\"c\" speed=\"{3 m/s + speed}\"/>\n"),
         "E-PARAMETER 3:17: speed: there is no parameter 'speed'; it is named at 2 other places; "
         "did you mean 'sped'?",
         NULL);
    says(MODEL("<instance name=\"i\" assembly=\"statoin\"/>\n<instance name=\"j\" "
               "assembly=\"statoin\"/>\n<check name=\"k\" kind=\"arrival\" sensor=\"i-s\" "
               "latest=\"1 s\"/>\n"),
         "E-REFERENCE 2:20: assembly = 'statoin': there is no assembly of that name; it is named "
         "at 1 other place",
         NULL);
    says(MODEL("<drive name=\"a\" class=\"fast\"/>\n<drive name=\"b\" class=\"fast\"/>\n"),
         "E-REFERENCE 2:17: class = 'fast': there are no <defaults> of that class; it is named at "
         "1 other place; write <defaults class=\"...\">",
         NULL);
}

/* whatever the library might have held is not missed by anybody */
Test(causes, one_missing_library_is_one_message)
{
    says(
        MODEL("<include library=\"not-there\"/>\n" SHEET("a") SHEET(
            "b") "<pair media=\"plain\" contact=\"x\"/>\n<drive name=\"a\" class=\"fast\" "
                 "speed=\"{v}\"/>\n"
                 "<instance name=\"i\" assembly=\"station\"/>\n<sheet name=\"d\" like=\"old\"/>\n"),
        "E-INCLUDE 2:10: library = 'not-there': No such file or directory; the folders of the "
        "library are those of QUIRE_LIBRARY_PATH",
        NULL);
}

#define NO_FOLDER                                                                                  \
    "a model that is read from memory has no folder; load the model from a file, or put the "      \
    "drawing into it as <attached>"

/* nor is anything told that only follows from that its guide has no outline */
Test(causes, one_missing_file_is_one_message)
{
    says("<model version=\"1\" name=\"m\">\n<guide name=\"g\" surface=\"steel\"><drawing "
         "file=\"absent.dxf\"/></guide>\n"
         "<guide name=\"h\" surface=\"steel\"><drawing file=\"gone.svg\"/></guide>\n</model>",
         "E-DRAWING 2:33: file = 'absent.dxf': " NO_FOLDER,
         "E-DRAWING 3:33: file = 'gone.svg': " NO_FOLDER, NULL);
}

Test(causes, circles_are_written_out)
{
    says(MODEL("<parameters>\n<parameter name=\"a\" value=\"{2 * b}\"/>\n<parameter name=\"b\" "
               "value=\"{c + 1 mm}\"/>\n<parameter name=\"c\" value=\"{a}\"/>\n</parameters>\n"
               "<drive name=\"d\" speed=\"{a}\"/>\n"),
         "E-PARAMETER 3:21: value: '{2 * b}': leads round: a uses b uses c uses a", NULL);
    says(MODEL("<drive name=\"a\" like=\"b\"/>\n<drive name=\"b\" like=\"c\"/>\n<drive name=\"c\" "
               "like=\"a\"/>\n"),
         "E-REFERENCE 2:17: like = 'b' leads round: a is like b is like c is like a", NULL);
    says(MODEL("<assembly name=\"p\"><instance name=\"x\" assembly=\"q\"/></assembly>\n<assembly "
               "name=\"q\"><instance name=\"y\" assembly=\"p\"/></assembly>\n"
               "<instance name=\"i\" assembly=\"p\"/>\n"),
         "E-REFERENCE 3:20: assembly 'p' contains itself: p has q has p", NULL);
}

Test(causes, the_second_of_two_names_the_first)
{
    says(MODEL("<settings/>\n<settings/>\n"),
         "E-TOO-MANY 3:1: at most 1 <settings> is allowed here; the first is at line 2", NULL);
}

#define FORCE                                                                                      \
    MODEL("<parameters><parameter name=\"force\" value=\"8 N\"/></parameters>\n<contact "          \
          "name=\"c\"><normal law=\"linear\" stiffness=\"1 N/m\"/><friction law=\"mtt-step\" "     \
          "dynamic-coefficient=\"1\" threshold-velocity=\"1 mm/s\" "                               \
          "maximum-force=\"{force}\"/></contact>\n")
#define COEFFICIENT                                                                                \
    MODEL("<parameters><parameter name=\"k\" value=\"8 N/m^1.5\"/></parameters>\n"                 \
          "<contact name=\"c\"><normal law=\"mtt-boundary\" stiffness=\"{k}\" exponent=\"1.5\" "   \
          "boundary-penetration=\"0 m\"/></contact>\n")

/* what is set is to blame, not the attribute that uses it */
Test(causes, settings_are_blamed_themselves)
{
    says_of_setting(FORCE, "force", "8",
                    "E-UNIT 0:0: '8' is a plain number; parameter 'force' is '8 N' in line 2; "
                    "write force='8 N'",
                    NULL);
    says_of_setting(COEFFICIENT, "k", "8 mm",
                    "E-UNIT 0:0: '8 mm' is a length; parameter 'k' is '8 N/m^1.5' in line 2", NULL);
    says_of_setting(COEFFICIENT, "k", "8 NN",
                    "E-UNIT 0:0: 'NN' is not a known unit; products are written with '*'; "
                    "parameter 'k' is '8 N/m^1.5' in line 2",
                    NULL);
    /* another exponent may be meant: what does not fit then is the attribute */
    says_of_setting(
        COEFFICIENT, "k", "8 N/m^2",
        "E-UNIT 3:46: '8 N/m^2' is a pressure (force per area); stiffness needs the unit N/m^1.5 "
        "or a multiple of it; with the exponents given its unit is N/m^1.5",
        NULL);
}

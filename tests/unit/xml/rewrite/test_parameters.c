/* New values of parameters: they alone change, and only those of the model itself. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include <quire/describe.h>

#include "xml/rewrite/parameters.h"

#define LIST                                                                                       \
    "<model version=\"1\" name=\"m\">\n <!-- a=\"1 mm\" -->\n <parameters>\n"                      \
    "  <parameter  name='a'\n  value='%s' doc='x'/> <!-- kept -->\n"                               \
    "  <parameter value=\"%s\" name=\"b\"/>\n </parameters>\n"                                     \
    " <assembly name=\"s\"><parameters><parameter name=\"a\" value=\"2 mm\"/></parameters>"        \
    "</assembly>\n</model>"

static char *
list(const char *a, const char *b)
{
    static char text[2][1000];
    static int turn;
    turn = !turn;
    snprintf(text[turn], sizeof text[turn], LIST, a, b);
    return text[turn];
}

static quire_status
rewrite(const char *text, const quire_setting *settings, size_t n, const char *wanted)
{
    char *out;
    size_t size;
    quire_diag *diag = quire_diag_create();
    const quire_status status =
        quire_parameters_rewrite(&out, &size, text, strlen(text), "m.xml", settings, n, diag);
    cr_expect_eq(quire_diag_error_count(diag) > 0, status != QUIRE_OK);
    if (wanted != NULL) {
        cr_assert_not_null(out);
        cr_expect_str_eq(out, wanted);
        cr_expect_eq(size, strlen(wanted));
    } else {
        cr_expect_null(out);
        cr_expect_eq(size, 0);
    }
    quire_free(out);
    quire_diag_destroy(diag);
    return status;
}

Test(rewrite_parameters, changes_values_alone)
{
    const quire_setting both[] = {{"b", "12.5 N"}, {"a", "3 mm"}, {"a", "4 mm"}};
    const char *before = list("1 mm", "8 N");
    cr_expect_eq(rewrite(before, both, 3, list("4 mm", "12.5 N")), QUIRE_OK);
    cr_expect_eq(rewrite(list("1 mm", "8 N"), both, 0, list("1 mm", "8 N")), QUIRE_OK);
}

Test(rewrite_parameters, escapes_what_ends_a_value)
{
    const quire_setting hostile = {"a", "'\"/><&"};
    cr_expect_eq(
        rewrite(list("1 mm", "8 N"), &hostile, 1, list("&#39;&quot;/&gt;&lt;&amp;", "8 N")),
        QUIRE_OK);
}

Test(rewrite_parameters, refuses_what_is_not_there)
{
    const quire_setting unknown[] = {{"a", "3 mm"}, {"c", "1"}}, a = {"a", "3 mm"};
    cr_expect_eq(rewrite(list("1 mm", "8 N"), unknown, 2, NULL), QUIRE_ERROR_INPUT);
    cr_expect_eq(rewrite("<model><parameters>", &a, 1, NULL), QUIRE_ERROR_INPUT);
    cr_expect_eq(
        rewrite("<model><parameters><parameter name=\"a\"/></parameters></model>", &a, 1, NULL),
        QUIRE_ERROR_INPUT);
}

#define PARTS                                                                                      \
    "<model version=\"1\" name=\"m\">\n <!-- <nip name='n' at='0'/> -->\n"                         \
    " <nip at='%s' name=\"n\"><driver%s/></nip>\n"                                                 \
    " <guide name=\"g\"><line to=\"1\"/><line to=\"%s\"/></guide>\n"                               \
    " <user-data><nip name=\"n\" at=\"7\"/></user-data>\n</model>"

static char *
parts(const char *at, const char *driver, const char *to)
{
    static char text[2][1000];
    static int turn;
    turn = !turn;
    snprintf(text[turn], sizeof text[turn], PARTS, at, driver, to);
    return text[turn];
}

Test(rewrite_parameters, changes_attributes_by_their_address)
{
    const quire_setting all[] = {{"guide[g]/line[2]@to", "3 mm"},
                                 {"nip[n]@at", "2 mm"},
                                 {"nip[n]/driver[1]@radius", "9 mm"}};
    cr_expect_eq(rewrite(parts("1 mm", "", "2"), all, 3, parts("2 mm", " radius=\"9 mm\"", "3 mm")),
                 QUIRE_OK);
}

Test(rewrite_parameters, adds_an_attribute_once)
{
    const quire_setting twice[] = {{"nip[n]/driver[1]@radius", "8 mm"},
                                   {"nip[n]/driver[1]@radius", "9 \"<mm"}};
    cr_expect_eq(
        rewrite(parts("1", "", "2"), twice, 2, parts("1", " radius=\"9 &quot;&lt;mm\"", "2")),
        QUIRE_OK);
}

Test(rewrite_parameters, refuses_an_address_that_is_not_there)
{
    static const char *const name[] = {
        "nip[m]@at", "guide[g]/line[3]@to",    "nip[n]/driver[1]@a b", "nip[n]@",
        "@at",       "nip[n]/idler[1]@radius", "model[m]@at",          "nip[n]@@at"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        const quire_setting one = {name[i], "1"};
        cr_expect_eq(rewrite(parts("1", "", "2"), &one, 1, NULL), QUIRE_ERROR_INPUT, "%s", name[i]);
    }
}

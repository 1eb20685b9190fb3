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

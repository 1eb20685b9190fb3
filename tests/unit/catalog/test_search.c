/* Search finds what the tables and the manual have. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include <quire/describe.h>

#include "base/codes.h"
#include "fixtures/tables.h"

static char *
find(const char *words)
{
    char *text = NULL;

    cr_assert(quire_describe_search(&text, words, NULL) == QUIRE_OK, "%s", words);
    cr_assert(text != NULL);
    return text;
}

static void
expect_line(const char *words, const char *part)
{
    char *text = find(words);

    cr_expect(strstr(text, part) != NULL, "'%s' does not list '%s':\n%s", words, part, text);
    quire_free(text);
}

static void
expect_first(const char *words, const char *part)
{
    char *text = find(words), *end = strchr(text, '\n');

    cr_assert(end != NULL);
    *end = '\0';
    cr_expect(strstr(text, part) != NULL, "'%s' begins with '%s'", words, text);
    quire_free(text);
}

Test(search, finds_every_element_attribute_and_code)
{
    char words[256];

    EACH_KIND(kind)
    {
        if (kind->variant == NULL) {
            expect_first(kind->element, kind->element);
        }
        EACH_FIELD(field, kind)
        {
            snprintf(words, sizeof words, "%s %s %s", field->name, kind->element,
                     kind->variant != NULL ? kind->variant : "");
            expect_line(words, field->name);
        }
    }
    size_t n;
    const struct quire_code *code = quire_code_all(&n);
    for (size_t i = 0; i < n; i++) {
        char first[64];
        snprintf(first, sizeof first, "problem %s:", code[i].code);
        expect_first(code[i].code, first);
    }
}

Test(search, finds_verbs_causes_the_library_and_pages)
{
    expect_first("run", "quire help run");
    expect_first("doe plan", "quire help doe plan");
    expect_line("stub", "cause stub");
    expect_first("uncoated-80", "quire describe library uncoated-80");
    expect_line("energy balance", "doc/guide/energy-balance.md");
    expect_line("normal laws", "doc/reference/normal-laws.md");
}

Test(search, takes_words_in_any_case_and_order_and_needs_all)
{
    expect_first("NIP", "quire describe nip");
    expect_line("Inertia IDLER", "quire describe idler");
    expect_line("idler inertia", "quire describe idler");
    char *text = find("idler inertia");
    cr_expect(strstr(text, "attribute radius") == NULL, "%s", text);
    quire_free(text);
}

Test(search, names_come_before_texts)
{
    char *text = find("skew");
    const char *name = strstr(text, "check skew"), *attribute = strstr(text, "attribute ");
    cr_expect(name != NULL && (attribute == NULL || name < attribute), "%s", text);
    quire_free(text);
}

Test(search, knows_names_of_other_programs)
{
    expect_line("Spring Preload", "attribute load (roller)");
}

Test(search, knows_words_of_the_trade)
{
    expect_line("multifeed", "quire describe check double-feed");
    expect_line("pinch roller", "quire describe idler");
    expect_line("basis weight", "attribute grammage (media)");
    expect_line("Caliper", "attribute thickness (media)");
    expect_line("double feeding", "quire describe check double-feed");
}

Test(search, understands_questions)
{
    expect_line("how to import dxf", "doc/guide/drawings.md");
    expect_line("stapler", "doc/guide/limits.md");
    expect_line("Why does my sheet stop?", "doc/guide/jams.md");
    expect_line("how", "How accurate is it?"); /* a word that says little, but the only one */
}

Test(search, finds_something_where_nothing_has_all_words)
{
    expect_first("clamp grammage pdf", "nothing has all of these words");
    expect_line("clamp grammage pdf", "quire describe clamp");
    expect_line("clamp grammage pdf", "attribute grammage (media)");
    char *text = find("idler inertia drawing");
    cr_expect(strstr(text, "attribute inertia (idler") != NULL, "%s", text);
    cr_expect(strstr(text, "doc/guide/drawings.md") == NULL, "fewer of the words:\n%s", text);
    quire_free(text);
}

Test(search, lists_a_bounded_number)
{
    char *text = find("a");
    size_t n = 0;
    for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++) {
        n++;
    }
    cr_expect(n == 41, "%zu lines", n);
    cr_expect(strstr(text, "another word narrows the search") != NULL);
    quire_free(text);
}

static void
expect_refusal(const char *words, const char *hint)
{
    char *text = NULL;
    quire_diag *diag = quire_diag_create();

    cr_assert(quire_describe_search(&text, words, diag) == QUIRE_ERROR_USAGE, "%s", words);
    cr_assert(text == NULL);
    cr_assert(quire_diag_count(diag) == 1);
    const quire_problem *problem = quire_diag_get(diag, 0);
    cr_expect(problem->hint != NULL && strstr(problem->hint, hint) != NULL, "%s", problem->hint);
    quire_diag_destroy(diag);
}

Test(search, suggests_what_was_meant)
{
    expect_refusal("rollr", "did you mean 'roller'?");
    expect_refusal("nip frictoin", "did you mean 'friction'?");
    expect_refusal("qqqqqqqqqq", "another word");
    expect_refusal("  ", "give a word");
    cr_expect(quire_describe_search(NULL, "nip", NULL) != QUIRE_OK);
}

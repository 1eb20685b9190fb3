/* Descriptions say what the tables say. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include <quire/describe.h>

#include "catalog/reference.h"
#include "fixtures/tables.h"
#include "kind/law.h"

static char *
describe(const char *kind, const char *name)
{
    char *text = NULL;

    cr_assert(quire_describe(&text, kind, name, NULL) == QUIRE_OK, "%s", kind != NULL ? kind : "");
    cr_assert(text != NULL);
    return text;
}

Test(describe, overview_names_every_kind)
{
    char *text = describe(NULL, NULL);

    EACH_KIND(kind)
    {
        struct quire_text entry = {0};
        quire_text_format(&entry, "\n  %s%s%s", kind->element, kind->variant != NULL ? " " : "",
                          kind->variant != NULL ? kind->variant : "");
        cr_expect(strstr(text, entry.data) != NULL, "%s", table_label(kind));
        quire_text_clear(&entry);
    }
    quire_free(text);
}

Test(describe, page_of_a_kind_has_every_attribute_with_its_default)
{
    EACH_KIND(kind)
    {
        char *text = describe(kind->element, kind->variant);
        EACH_FIELD(field, kind)
        {
            struct quire_text entry = {0};
            quire_text_format(&entry, "\n  %s: ", field->name);
            char *at = strstr(text, entry.data);
            cr_expect(at != NULL, "%s: '%s'", table_label(kind), field->name);
            if (field->fallback != NULL && field->fallback[0] != '\0') {
                cr_expect(strstr(text, field->fallback) != NULL, "%s: '%s'", table_label(kind),
                          field->name);
            }
            quire_text_clear(&entry);
        }
        quire_free(text);
    }
}

/* an engineer chooses a law by what it is like: on the terminal and in the reference */
Test(describe, page_of_a_normal_law_says_what_it_is_like)
{
    static const char *const titles[] = {"\nEquation\n", "\nMemory\n", "\nSmoothness\n",
                                         "\nRelease\n", "\nSource\n"};
    EACH_KIND(kind)
    {
        if (kind->family != &quire_family_normal) {
            continue;
        }
        const struct quire_normal_law *law = kind->ops;
        char *text = describe("law", kind->variant);
        for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++) {
            cr_expect(strstr(text, titles[i]) != NULL, "%s: %s", kind->variant, titles[i]);
        }
        for (int i = 0; i < QUIRE_LAW_HISTORY && law->history[i].name != NULL; i++) {
            cr_expect(strstr(text, law->history[i].name) != NULL, "%s: %s", kind->variant,
                      law->history[i].name);
        }
        cr_expect_eq(strstr(text, "jumps at first contact") != NULL,
                     (law->traits & QUIRE_LAW_JUMPS_AT_TOUCH) != 0, "%s", kind->variant);
        cr_expect_eq(strstr(text, "an attribute says") != NULL,
                     law->release == QUIRE_RELEASE_CHOSEN, "%s", kind->variant);
        quire_free(text);
    }
}

Test(describe, limits_of_plain_numbers_have_no_prefix)
{
    char *text = describe("normal", "mtt-indentation");
    cr_expect_not_null(strstr(text, "damping-exponent: number, at least 0.25, at most 3"));
    quire_free(text);
}

Test(describe, text_fits_a_terminal_of_80_columns)
{
    EACH_KIND(kind)
    {
        char *text = describe(kind->element, kind->variant);
        for (const char *line = text; *line != '\0';) {
            const size_t length = strcspn(line, "\n");
            /* attributes' first lines are not broken: units of laws are long */
            cr_expect(length < 80 || line[0] == '<' || (line[0] == ' ' && line[2] != ' '), "%.*s",
                      (int)length, line);
            line += length + (line[length] != '\0' ? 1 : 0);
        }
        quire_free(text);
    }
}

Test(describe, words_choose_by_element_family_variant_and_place)
{
    char *step = describe("mtt-step", NULL), *friction = describe("friction", "mtt-step");
    char *law = describe("law", "mtt-step"), *laws = describe("law", NULL);
    char *to = describe("to", "clamp"), *sheet = describe("sheet", NULL);

    cr_expect_str_eq(step, friction);
    cr_expect_str_eq(law, friction);
    cr_expect(strstr(laws, "normal mtt-boundary") != NULL &&
              strstr(laws, "friction mtt-step") != NULL);
    cr_expect(strncmp(to, "<to>, in <clamp>", 16) == 0);
    cr_expect(strncmp(sheet, "<sheet>, in <model>", 19) == 0);
    free(step), free(friction), free(law), free(laws), free(to), free(sheet);
}

static void
expect_refused(const char *kind, const char *name, const char *words)
{
    char *text = (char *)"";
    quire_diag *diag = quire_diag_create();

    cr_expect(quire_describe(&text, kind, name, diag) == QUIRE_ERROR_USAGE);
    cr_expect(text == NULL);
    cr_assert(quire_diag_count(diag) == 1);
    const quire_problem *problem = quire_diag_get(diag, 0);
    cr_expect_str_eq(problem->code, "E-USAGE");
    cr_expect(problem->hint != NULL && strstr(problem->hint, words) != NULL, "%s", problem->hint);
    quire_diag_destroy(diag);
}

Test(describe, misspelt_words_get_a_suggestion)
{
    expect_refused("rollr", NULL, "'roller'");
    expect_refused("law", "mtt-stp", "'mtt-step'");
    expect_refused("friction", "mtt-indentatio", "quire describe");
    expect_refused("qqqqqqqq", NULL, "quire describe");
}

/* attributes, and what the dialogs of others call them */
Test(describe, attributes_are_found_by_their_names_and_by_those_of_others)
{
    static const struct {
        const char *word, *hint;
    } cases[] = {
        {"rebound-damping-factor", "it is the attribute 'rebound-damping-factor' of <normal>; "
                                   "'quire describe normal mtt-indentation' explains it"},
        {"RDF", "did you mean 'rebound-damping-factor' of <normal>? 'quire describe normal "
                "mtt-indentation' explains it"},
        {"Friction Factor at Vertex of Sheet",
         "did you mean 'friction-factor' of <vertex>? 'quire describe vertex' explains it"},
        {"dynamic_friction_coefficient", "did you mean 'dynamic-coefficient' of <friction>? 'quire "
                                         "describe friction mtt-step' explains it"},
        {"Friction Interpolation",
         "did you mean 'law' of <friction>? 'quire describe friction' explains it"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        quire_diag *diag = quire_diag_create();
        char *text;
        cr_expect_eq(quire_describe(&text, cases[i].word, NULL, diag), QUIRE_ERROR_USAGE);
        cr_expect_str_eq(quire_diag_get(diag, 0)->hint, cases[i].hint);
        quire_diag_destroy(diag);
    }
}

Test(describe, reference_has_every_kind_and_attribute)
{
    char *text = NULL;

    cr_assert(quire_describe_reference(&text) == QUIRE_OK);
    EACH_KIND(kind)
    {
        struct quire_text title = {0};
        quire_text_format(&title, "\n## %s%s%s", kind->element, kind->variant != NULL ? " " : "",
                          kind->variant != NULL ? kind->variant : "");
        cr_expect(strstr(text, title.data) != NULL, "%s", table_label(kind));
        quire_text_clear(&title);
        EACH_FIELD(field, kind)
        {
            struct quire_text row = {0};
            quire_text_format(&row, "\n| `%s` | ", field->name);
            cr_expect(strstr(text, row.data) != NULL, "%s: '%s'", table_label(kind), field->name);
            quire_text_clear(&row);
        }
    }
    quire_free(text);
}

/* A table row has as many cells as the table's head: a '|' in a help text must not open one more.
 */
Test(describe, reference_tables_are_whole)
{
    char key[QUIRE_REFERENCE_KEY_SIZE];
    struct quire_text page = {0};

    for (size_t i = 0; quire_reference_page(&page, i, key); i++) {
        size_t cells = 0;
        for (const char *line = page.data; *line != '\0';) {
            const size_t length = strcspn(line, "\n");
            size_t n = 0;
            for (size_t k = 0; line[0] == '|' && k < length; k++) {
                n += line[k] == '|' && (k == 0 || line[k - 1] != '\\') ? 1 : 0;
            }
            cr_expect(cells == 0 || n == 0 || n == cells, "%s.md: %.*s", key, (int)length, line);
            cells = n;
            line += length + (line[length] != '\0' ? 1 : 0);
        }
        quire_text_clear(&page);
    }
    quire_text_clear(&page);
}

Test(describe, schema_has_a_type_for_every_element)
{
    char *text = NULL;

    cr_assert(quire_describe_schema(&text) == QUIRE_OK);
    EACH_KIND(kind)
    {
        struct quire_text type = {0};
        quire_text_format(&type, "<xs:complexType name=\"%s.%s\"", kind->family->name,
                          kind->element);
        const char *at = strstr(text, type.data);
        cr_expect(at != NULL && strstr(at + 1, type.data) == NULL, "%s", table_label(kind));
        quire_text_clear(&type);
        EACH_FIELD(field, kind)
        {
            struct quire_text attribute = {0};
            quire_text_format(&attribute, "<xs:attribute name=\"%s\"", field->name);
            cr_expect(at != NULL && strstr(at, attribute.data) != NULL, "%s: '%s'",
                      table_label(kind), field->name);
            quire_text_clear(&attribute);
        }
    }
    quire_free(text);
}

/* What every kind's table must keep, over all registered kinds. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/words.h"
#include "fixtures/tables.h"
#include "formula/units.h"
#include "kind/check.h"

/* ---- words ---- */

/* "rebound-damping-factor": lower case, digits, single hyphens inside. */
static bool
is_word(const char *word)
{
    if (word == NULL || !islower((unsigned char)word[0])) {
        return false;
    }
    for (size_t i = 1; word[i] != '\0'; i++) {
        const bool hyphen = word[i] == '-' && word[i - 1] != '-' && word[i + 1] != '\0';
        if (!hyphen && !islower((unsigned char)word[i]) && !isdigit((unsigned char)word[i])) {
            return false;
        }
    }
    return true;
}

Test(tables, names_are_lower_case_words_with_hyphens)
{
    EACH_KIND(kind)
    {
        cr_expect(is_word(kind->family->name) && is_word(kind->element), "%s", table_label(kind));
        cr_expect(kind->variant == NULL || is_word(kind->variant), "%s", table_label(kind));
        EACH_FIELD(field, kind)
        {
            cr_expect(is_word(field->name), "%s: '%s'", table_label(kind), field->name);
        }
    }
}

Test(tables, every_kind_and_field_has_help)
{
    EACH_KIND(kind)
    {
        cr_expect(kind->help != NULL && strlen(kind->help) >= 10, "%s", table_label(kind));
        EACH_FIELD(field, kind)
        {
            cr_expect(field->help != NULL && strlen(field->help) >= 4, "%s: '%s'",
                      table_label(kind), field->name);
        }
    }
}

Test(tables, choices_are_distinct_words)
{
    EACH_KIND(kind)
    {
        EACH_FIELD(field, kind)
        {
            if (field->type != QUIRE_FIELD_CHOICE) {
                continue;
            }
            cr_assert(field->choices != NULL && strchr(field->choices, '|') != NULL, "%s: '%s'",
                      table_label(kind), field->name);
            char *words = strdup(field->choices), *rest = NULL;
            for (char *word = strtok_r(words, "|", &rest); word != NULL;
                 word = strtok_r(NULL, "|", &rest)) {
                const size_t length = strlen(word);
                const char *later = field->choices + (rest - words);
                cr_expect(is_word(word), "%s: '%s': '%s'", table_label(kind), field->name, word);
                for (; rest != NULL && *later != '\0'; later += later[0] == '|' ? 1 : 0) {
                    const size_t n = strcspn(later, "|");
                    cr_expect(n != length || strncmp(later, word, n) != 0, "%s: '%s' twice '%s'",
                              table_label(kind), field->name, word);
                    later += n;
                }
            }
            free(words);
        }
    }
}

/* ---- the whole ---- */

static bool
same(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

Test(tables, kinds_of_one_element_differ_in_the_value_of_one_selector)
{
    EACH_KIND(a)
    {
        cr_expect((a->selector == NULL) == (a->variant == NULL), "%s", table_label(a));
        EACH_KIND(b)
        {
            if (a == b || a->family != b->family || !same(a->element, b->element)) {
                continue;
            }
            cr_expect(a->selector != NULL && same(a->selector, b->selector), "%s", table_label(a));
            cr_expect(!same(a->variant, b->variant), "%s is there twice", table_label(a));
        }
    }
}

Test(tables, what_needs_a_surface_says_that_it_is_touched)
{
    EACH_KIND(kind)
    {
        const struct quire_field *surface = quire_field_find(kind->fields, "surface");
        const bool needs = surface != NULL && surface->type == QUIRE_FIELD_TEXT &&
                           surface->fallback == QUIRE_REQUIRED;
        cr_expect_eq(needs, (kind->roles & QUIRE_ROLE_SURFACE) != 0, "%s", table_label(kind));
    }
}

Test(tables, no_attribute_is_taken_by_the_language_itself)
{
    EACH_KIND(kind)
    {
        EACH_FIELD(field, kind)
        {
            cr_expect(!same(field->name, "like") && !same(field->name, kind->selector), "%s: '%s'",
                      table_label(kind), field->name);
            cr_expect((field->type == QUIRE_FIELD_NAME) == same(field->name, "name"), "%s: '%s'",
                      table_label(kind), field->name);
        }
    }
}

static bool
stands_somewhere(const struct quire_kind *kind)
{
    EACH_KIND(parent)
    {
        if (quire_child_find(parent, kind) != NULL) {
            return true;
        }
    }
    return false;
}

Test(tables, every_kind_but_the_roots_has_a_place)
{
    EACH_KIND(kind)
    {
        const bool root = same(kind->element, "model") || same(kind->element, "library") ||
                          same(kind->element, "study") || same(kind->element, "calibration");
        cr_expect(stands_somewhere(kind) != root, "%s", table_label(kind));
    }
}

Test(tables, children_exist_and_their_numbers_make_sense)
{
    EACH_KIND(kind)
    {
        for (const struct quire_child *child = kind->children;
             child != NULL && child->family != NULL; child++) {
            bool found = false;
            EACH_KIND(other)
            {
                found = found || quire_child_is(child, other);
            }
            cr_expect(found, "%s: child %s %s", table_label(kind), child->family->name,
                      child->element != NULL ? child->element : "(any)");
            cr_expect(child->minimum >= 0 && (child->maximum < 0 || child->maximum >= 1) &&
                          (child->maximum < 0 || child->minimum <= child->maximum),
                      "%s: child %s", table_label(kind), child->family->name);
        }
    }
}

Test(tables, one_element_name_means_one_family_among_the_children_of_a_kind)
{
    EACH_KIND(kind)
    {
        EACH_KIND(a)
        {
            EACH_KIND(b)
            {
                cr_expect(!same(a->element, b->element) || a->family == b->family ||
                              quire_child_find(kind, a) == NULL ||
                              quire_child_find(kind, b) == NULL,
                          "%s: <%s>", table_label(kind), a->element);
            }
        }
    }
}

static bool
is_named_element(const char *element, size_t length)
{
    bool found = false;

    EACH_KIND(kind)
    {
        found = found ||
                (strlen(kind->element) == length && strncmp(kind->element, element, length) == 0 &&
                 quire_kind_name_field(kind) != NULL);
    }
    return found;
}

Test(tables, references_are_to_elements_with_names)
{
    EACH_KIND(kind)
    {
        EACH_FIELD(field, kind)
        {
            if (field->type != QUIRE_FIELD_REFERENCE) {
                continue;
            }
            cr_assert(field->choices != NULL, "%s: '%s'", table_label(kind), field->name);
            for (const char *at = field->choices; *at != '\0'; at += *at == '|' ? 1 : 0) {
                const size_t length = strcspn(at, "|");
                cr_expect(is_named_element(at, length), "%s: '%s': there is no named <%.*s>",
                          table_label(kind), field->name, (int)length, at);
                at += length;
            }
        }
    }
}

Test(tables, every_kind_belongs_to_one_page_of_the_reference)
{
    size_t n;
    const struct quire_group *group = quire_group_all(&n);

    EACH_KIND(kind)
    {
        size_t count = 0;
        for (size_t i = 0; i < n; i++) {
            count += quire_group_has(&group[i], kind) ? 1 : 0;
        }
        cr_expect(count == 1, "%s is on %zu pages", table_label(kind), count);
    }
}

/* ---- the parameter structs ---- */

static size_t
value_size(const struct quire_field *field)
{
    switch (field->type) {
    case QUIRE_FIELD_REAL: return sizeof(double);
    case QUIRE_FIELD_INTEGER: return sizeof(long);
    case QUIRE_FIELD_BOOLEAN: return sizeof(bool);
    case QUIRE_FIELD_CHOICE: return sizeof(int);
    case QUIRE_FIELD_VECTOR: return 2 * sizeof(double);
    case QUIRE_FIELD_TRIPLE: return 3 * sizeof(double);
    case QUIRE_FIELD_POINTS: return sizeof(struct quire_points);
    default: return sizeof(void *);
    }
}

Test(tables, fields_have_room_of_their_own_in_the_parameter_struct)
{
    EACH_KIND(kind)
    {
        size_t n = 0;
        EACH_FIELD(a, kind)
        {
            n++;
            cr_expect(a->offset + value_size(a) <= kind->size, "%s: '%s'", table_label(kind),
                      a->name);
            for (const struct quire_field *b = a + 1; b->name != NULL; b++) {
                const bool apart = a->offset + value_size(a) <= b->offset ||
                                   b->offset + value_size(b) <= a->offset;
                cr_expect(apart, "%s: '%s' and '%s'", table_label(kind), a->name, b->name);
                cr_expect(!same(a->name, b->name), "%s: '%s' twice", table_label(kind), a->name);
            }
        }
        cr_expect(n <= 64, "%s: `present` has 64 bits", table_label(kind));
    }
}

/* ---- units, ranges, defaults ---- */

static bool
sibling_exponent(void *user, const char *name, size_t length, double *value)
{
    const struct quire_kind *kind = user;

    *value = 1.5;
    EACH_FIELD(field, kind)
    {
        if (strlen(field->name) == length && strncmp(field->name, name, length) == 0) {
            return field->type == QUIRE_FIELD_INTEGER ||
                   (field->type == QUIRE_FIELD_REAL && field->unit[0] == '\0');
        }
    }
    return false;
}

Test(tables, units_are_si_and_their_exponents_are_other_fields)
{
    EACH_KIND(kind)
    {
        const struct quire_unit_lookup lookup = {sibling_exponent, (void *)kind};
        EACH_FIELD(field, kind)
        {
            struct quire_unit unit;
            struct quire_unit_error error;
            cr_assert(field->unit != NULL, "%s: '%s'", table_label(kind), field->name);
            cr_assert(quire_unit_parse(&unit, field->unit, NULL, &lookup, &error), "%s: '%s': %s",
                      table_label(kind), field->name, field->unit);
            cr_expect(unit.decimal == 0 && fabs(unit.residual - 1.0) < 1e-15,
                      "%s: '%s': %s is not the SI unit", table_label(kind), field->name,
                      field->unit);
        }
    }
}

Test(tables, figures_of_checks_have_units)
{
    EACH_KIND(kind)
    {
        if (kind->family != &quire_family_check) {
            continue;
        }
        const struct quire_check_ops *ops = kind->ops;
        struct quire_unit unit;
        cr_expect((ops->unit != NULL) != (ops->unit_of != NULL), "%s", table_label(kind));
        cr_expect(ops->unit == NULL || quire_unit_parse(&unit, ops->unit, NULL, NULL, NULL), "%s",
                  table_label(kind));
        cr_expect(!ops->by_default || ops->unit != NULL, "%s: no file says what it limits",
                  table_label(kind));
    }
}

Test(tables, ranges_are_not_empty)
{
    EACH_KIND(kind)
    {
        EACH_FIELD(field, kind)
        {
            cr_expect(field->minimum < field->maximum ||
                          (field->minimum <= field->maximum && !field->above && !field->below),
                      "%s: '%s'", table_label(kind), field->name);
            cr_expect(field->usual_from <= field->usual_to &&
                          (field->usual_from >= field->usual_to || field->type == QUIRE_FIELD_REAL),
                      "%s: '%s': usual values", table_label(kind), field->name);
        }
    }
}

Test(tables, every_default_is_accepted_by_the_reader)
{
    EACH_KIND(kind)
    {
        struct table_instance instance = table_instance_create(kind);
        EACH_FIELD(field, kind)
        {
            if (field->fallback == QUIRE_REQUIRED || field->fallback[0] == '\0') {
                continue;
            }
            const char *code = table_read_code(kind, field, &instance, field->fallback);
            cr_expect(code[0] == '\0', "%s: '%s': %s for the default '%s'", table_label(kind),
                      field->name, code, field->fallback);
        }
        table_instance_destroy(&instance);
    }
}

Test(tables, good_values_are_accepted_and_nonsense_is_refused)
{
    EACH_KIND(kind)
    {
        struct table_instance instance = table_instance_create(kind);
        EACH_FIELD(field, kind)
        {
            char *good = table_good_text(kind, field, &instance);
            const char *code = table_read_code(kind, field, &instance, good);
            cr_expect(code[0] == '\0', "%s: '%s': %s for '%s'", table_label(kind), field->name,
                      code, good);
            free(good);
            if (field->type != QUIRE_FIELD_TEXT && field->type != QUIRE_FIELD_NAME &&
                field->type != QUIRE_FIELD_REFERENCE && field->type != QUIRE_FIELD_FILE) {
                code = table_read_code(kind, field, &instance, "no such thing");
                cr_expect(code[0] != '\0', "%s: '%s' takes nonsense", table_label(kind),
                          field->name);
            }
        }
        table_instance_destroy(&instance);
    }
}

static void
expect_code(const struct quire_kind *kind, const struct quire_field *field,
            struct table_instance *instance, const char *text, const char *expected)
{
    const char *code = table_read_code(kind, field, instance, text);

    cr_expect(same(code, expected), "%s: '%s' = '%s': '%s', not '%s'", table_label(kind),
              field->name, text, code, expected);
}

Test(tables, numbers_must_be_finite_and_written_with_a_point)
{
    static const char *const wrong[] = {"nan", "inf", "-inf", "1e400", "1,5", "0x10", "", "1.5.2"};

    EACH_KIND(kind)
    {
        struct table_instance instance = table_instance_create(kind);
        EACH_FIELD(field, kind)
        {
            for (size_t i = 0;
                 field->type == QUIRE_FIELD_REAL && i < sizeof wrong / sizeof wrong[0]; i++) {
                struct quire_text text = {0};
                quire_text_format(&text, "%s%s%s", wrong[i], field->unit[0] != '\0' ? " " : "",
                                  strchr(field->unit, '{') != NULL ? "N" : field->unit);
                cr_expect(table_read_code(kind, field, &instance, text.data)[0] != '\0',
                          "%s: '%s' takes '%s'", table_label(kind), field->name, text.data);
                quire_text_clear(&text);
            }
        }
        table_instance_destroy(&instance);
    }
}

Test(tables, quantities_need_the_right_unit)
{
    EACH_KIND(kind)
    {
        struct table_instance instance = table_instance_create(kind);
        EACH_FIELD(field, kind)
        {
            if (field->type != QUIRE_FIELD_REAL) {
                continue;
            }
            if (field->unit[0] != '\0') {
                expect_code(kind, field, &instance, "1", "E-UNIT");
            }
            expect_code(kind, field, &instance, "1 kg^3*m^7", "E-UNIT");
            expect_code(kind, field, &instance, "1 furlongs", "E-UNIT");
        }
        table_instance_destroy(&instance);
    }
}

/* One value against the range; values nearer to a limit than any that matters count as the limit.
 */
static void
try_limit(const struct quire_kind *kind, const struct quire_field *field,
          struct table_instance *instance, double value, bool allowed)
{
    char *text = table_number_text(kind, field, instance, value);

    expect_code(kind, field, instance, text, allowed ? "" : "E-RANGE");
    free(text);
}

Test(tables, values_outside_their_range_are_refused)
{
    EACH_KIND(kind)
    {
        struct table_instance instance = table_instance_create(kind);
        EACH_FIELD(field, kind)
        {
            if (field->type != QUIRE_FIELD_REAL) {
                continue;
            }
            if (isfinite(field->minimum)) {
                try_limit(kind, field, &instance, field->minimum, !field->above);
                try_limit(kind, field, &instance, field->minimum - 1.0, false);
            }
            if (isfinite(field->maximum)) {
                try_limit(kind, field, &instance, field->maximum, !field->below);
                try_limit(kind, field, &instance, field->maximum + 1.0, false);
            }
        }
        table_instance_destroy(&instance);
    }
}

Test(tables, whole_numbers_keep_their_range)
{
    EACH_KIND(kind)
    {
        struct table_instance instance = table_instance_create(kind);
        EACH_FIELD(field, kind)
        {
            if (field->type != QUIRE_FIELD_INTEGER) {
                continue;
            }
            expect_code(kind, field, &instance, "1.5", "E-NUMBER");
            expect_code(kind, field, &instance, "3 m", "E-NUMBER");
            char text[64];
            if (isfinite(field->minimum)) {
                snprintf(text, sizeof text, "%.0f", field->minimum - 1.0);
                expect_code(kind, field, &instance, text, "E-RANGE");
            }
            if (isfinite(field->maximum)) {
                snprintf(text, sizeof text, "%.0f", field->maximum + 1.0);
                expect_code(kind, field, &instance, text, "E-RANGE");
            }
        }
        table_instance_destroy(&instance);
    }
}

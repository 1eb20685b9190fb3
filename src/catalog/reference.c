#include "catalog/reference.h"
#include "base/diag.h"

#include <string.h>

#include <quire/describe.h>

#include "base/codes.h"
#include "catalog/catalog.h"
#include "catalog/examples.h"
#include "catalog/review_rules.h"
#include "catalog/words.h"
#include "formula/units.h"

/* ---- Markdown ---- */

/* Text in which nothing is Markdown but code between backticks. */
static void
add_plain(struct quire_text *out, const char *text)
{
    bool in_code = false;

    for (; *text != '\0'; text++) {
        in_code = in_code != (*text == '`');
        if (*text == '|' || (!in_code && strchr("\\*_<>[]#", *text) != NULL)) {
            quire_text_add_char(out, '\\');
        }
        quire_text_add_char(out, *text == '\n' ? ' ' : *text);
    }
}

static void
add_words(struct quire_text *out, const struct quire_text *words)
{
    if (words->data != NULL) {
        add_plain(out, words->data);
    }
    out->failed = out->failed || words->failed;
}

/* ---- one kind ---- */

static void
add_title(struct quire_text *out, const struct quire_catalog *catalog,
          const struct quire_kind *kind)
{
    struct quire_text label = {0};

    quire_words_label(&label, catalog, kind);
    quire_text_add(out, "\n## ");
    add_words(out, &label);
    quire_text_format(out, "\n\n`<%s", kind->element);
    if (kind->selector != NULL) {
        quire_text_format(out, " %s=\"%s\"", kind->selector, kind->variant);
    }
    quire_text_add(out, ">`");
    quire_text_clear_part(&label, out);
}

static void
add_places(struct quire_text *out, const struct quire_catalog *catalog,
           const struct quire_kind *kind)
{
    const char *before = " in ";

    for (size_t i = 0; i < catalog->n; i++) {
        const struct quire_child *child = quire_child_find(catalog->kind[i], kind);
        if (child != NULL) {
            quire_text_format(out, "%s`<%s>` (", before, catalog->kind[i]->element);
            quire_words_count(out, child);
            quire_text_add(out, ")");
            before = " and ";
        }
    }
    quire_text_add(out, "\n\n");
}

static void
add_field(struct quire_text *out, const struct quire_field *field)
{
    struct quire_text type = {0}, range = {0}, fallback = {0};

    quire_words_type(&type, field);
    quire_words_range(&range, field);
    quire_words_default(&fallback, field);
    quire_text_format(out, "| `%s` | ", field->name);
    add_words(out, &type);
    quire_text_add(out, range.size > 0 ? ", " : "");
    add_words(out, &range);
    quire_text_add(out, " | ");
    add_words(out, &fallback);
    quire_text_add(out, " | ");
    add_plain(out, field->help);
    if (field->source != NULL) {
        quire_text_add(out, " (");
        add_plain(out, field->source);
        quire_text_add(out, ")");
    }
    quire_text_add(out, " |\n");
    quire_text_clear_part(&type, out);
    quire_text_clear_part(&range, out);
    quire_text_clear_part(&fallback, out);
}

static void
add_fields(struct quire_text *out, const struct quire_kind *kind)
{
    if (kind->fields[0].name == NULL) {
        return;
    }
    quire_text_add(out, "\n| attribute | value | | meaning |\n|---|---|---|---|\n");
    for (const struct quire_field *field = kind->fields; field->name != NULL; field++) {
        add_field(out, field);
    }
}

/* Variants of one element are one child. */
static void
add_children(struct quire_text *out, const struct quire_catalog *catalog,
             const struct quire_kind *kind)
{
    const char *last = "", *before = "\nChildren: ";

    for (const struct quire_child *child = kind->children; child != NULL && child->family != NULL;
         child++) {
        for (size_t i = 0; i < catalog->n; i++) {
            const struct quire_kind *other = catalog->kind[i];
            if (!quire_child_is(child, other) || strcmp(other->element, last) == 0) {
                continue;
            }
            last = other->element;
            quire_text_format(out, "%s`<%s>` (", before, other->element);
            quire_words_count(out, child);
            quire_text_add(out, ")");
            before = ", ";
        }
    }
    quire_text_add(out, *last != '\0' ? ".\n" : "");
}

/* what is said of laws alone */
static void
add_sentence(struct quire_text *out, const char *before,
             void (*words)(struct quire_text *, const struct quire_kind *),
             const struct quire_kind *kind)
{
    struct quire_text text = {0};

    words(&text, kind);
    if (text.size > 0) {
        quire_text_format(out, "\n%s", before);
        add_words(out, &text);
        quire_text_add(out, ".\n");
    }
    quire_text_clear(&text);
}

static void
add_kind(struct quire_text *out, const struct quire_catalog *catalog, const struct quire_kind *kind)
{
    add_title(out, catalog, kind);
    add_places(out, catalog, kind);
    add_plain(out, kind->help);
    quire_text_add(out, "\n");
    if (kind->equation != NULL) {
        quire_text_format(out, "\n```text\n%s\n```\n", kind->equation);
    }
    add_sentence(out, "Figures: ", quire_words_figures, kind);
    add_sentence(out, "Memory: ", quire_words_memory, kind);
    add_sentence(out, "Smoothness: ", quire_words_smoothness, kind);
    add_sentence(out, "Release: ", quire_words_release, kind);
    add_fields(out, kind);
    add_children(out, catalog, kind);
    const char *example = quire_kind_example(kind);
    if (example != NULL) {
        quire_text_format(out, "\n```xml\n%s\n```\n", example);
    }
    if (kind->source != NULL) {
        quire_text_add(out, "\nSource: ");
        add_plain(out, kind->source);
        quire_text_add(out, ".\n");
    }
}

/* ---- pages ---- */

static bool
group_is_empty(const struct quire_catalog *catalog, const struct quire_group *group)
{
    for (size_t i = 0; i < catalog->n; i++) {
        if (quire_group_has(group, catalog->kind[i])) {
            return false;
        }
    }
    return true;
}

/* The group with this number among those that have kinds; NULL behind the last. */
static const struct quire_group *
find_group(const struct quire_catalog *catalog, size_t number)
{
    size_t n;
    const struct quire_group *group = quire_group_all(&n);

    for (size_t i = 0; i < n; i++) {
        if (!group_is_empty(catalog, &group[i]) && number-- == 0) {
            return &group[i];
        }
    }
    return NULL;
}

static void
add_index(struct quire_text *out, const struct quire_catalog *catalog)
{
    const struct quire_group *group;

    quire_text_add(
        out,
        "# Reference of the model language\n\n"
        "Every element of a model file with its attributes: the quantity's unit in "
        "SI, the range that is\n"
        "allowed, whether it is required, or its default. Any unit of the same dimension may be\n"
        "written. Every element may have a `doc`. A named object may inherit attributes from "
        "another\n"
        "one by `like`; attributes still missing are taken from `<defaults>`: those of the "
        "element's\n"
        "`class`, or those for all.\n\n");
    for (size_t i = 0; (group = find_group(catalog, i)) != NULL; i++) {
        quire_text_format(out, "- [%s](%s.md):", group->title, group->key);
        const char *before = " ";
        for (size_t k = 0; k < catalog->n; k++) {
            if (quire_group_has(group, catalog->kind[k])) {
                quire_text_add(out, before);
                quire_words_label(out, catalog, catalog->kind[k]);
                before = ", ";
            }
        }
        quire_text_add(out, "\n");
    }
    quire_text_add(out, "- [Units](units.md)\n- [Review](review.md)\n- [Problems](problems.md)\n");
}

static void
add_group(struct quire_text *out, const struct quire_catalog *catalog,
          const struct quire_group *group)
{
    quire_text_format(out, "# %s\n", group->title);
    for (size_t i = 0; i < catalog->n; i++) {
        if (quire_group_has(group, catalog->kind[i])) {
            add_kind(out, catalog, catalog->kind[i]);
        }
    }
}

static void
add_unit(void *user, const char *name, double factor, const char *dimension)
{
    struct quire_text *out = user;

    quire_text_format(out, "| `%s` | ", name);
    quire_text_rounded(out, &factor, 1, 15); /* powers of ten are not exact */
    quire_text_add(out, dimension[0] != '\0' ? " " : "");
    add_plain(out, dimension);
    quire_text_add(out, " |\n");
}

static void
add_units(struct quire_text *out)
{
    quire_text_add(out, "# Units\n\nUnits combine with `*` and `/` and powers, without spaces: "
                        "`kg*m^2`, `N/m^1.5`, `N^-1`. A\nspace between a number and its unit may "
                        "be left out: `12 N` or `12N`, but `12 1/s`. Numbers have a decimal\npoint "
                        "and no other separators; digits before or after the point may be omitted: "
                        "`12`, `12.`, `.5`, `1e-3`.\n\n| unit | in SI |\n|---|---|\n");
    quire_unit_list(add_unit, out);
}

/* a range of the review's verdicts as a table's cell */
static void
add_range(struct quire_text *out, const quire_review_rule *rule, bool wrong)
{
    struct quire_text range = {0};

    quire_review_range(&range, rule, wrong);
    add_plain(out, range.data != NULL ? range.data : "");
    quire_text_add(out, " | ");
    quire_text_clear_part(&range, out);
}

static void
add_review(struct quire_text *out)
{
    size_t n;
    const quire_review_rule *rule = quire_review_rules(&n);

    quire_text_add(out, "# Review\n\nThe rules of `quire check --review`. A value between the two "
                        "ranges is doubtful.\n\n| rule | compares | letters | ok | wrong | cure | "
                        "source |\n|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < n; i++) {
        const char *cell[] = {rule[i].title, rule[i].formula, NULL, rule[i].cure, rule[i].source};
        quire_text_format(out, "| `%s` | ", rule[i].name);
        for (size_t k = 0; k < sizeof cell / sizeof *cell; k++) {
            if (cell[k] == NULL) {
                add_range(out, rule + i, false);
                add_range(out, rule + i, true);
                continue;
            }
            add_plain(out, cell[k]);
            quire_text_add(out, " | ");
        }
        quire_text_add(out, "\n");
    }
}

static void
add_problems(struct quire_text *out)
{
    size_t n;
    const struct quire_code *code = quire_code_all(&n);

    quire_text_add(out, "# Problems\n\nEvery problem has a code: `E-` errors, `W-` warnings, `N-` "
                        "notes. The exit code is that of the\ncommand after such an error.\n\nA "
                        "completed run has a verdict: exit code 0 passed, 1 failed, 7 doubtful, 8 "
                        "not evaluated. Results of a\nstudy that lack runs of its plan: exit code "
                        "9.\n\n| code | exit code | meaning |\n|---|---|---|\n");
    for (size_t i = 0; i < n; i++) {
        quire_text_format(out, "| `%s` | ", code[i].code);
        if (code[i].status != QUIRE_OK) {
            quire_text_format(out, "%d ", (int)code[i].status);
        }
        quire_text_add(out, "| ");
        add_plain(out, code[i].text);
        quire_text_add(out, " |\n");
    }
}

static void
set_key(char key[QUIRE_REFERENCE_KEY_SIZE], const char *name)
{
    quire_number_format(key, QUIRE_REFERENCE_KEY_SIZE, "%s", name);
}

bool
quire_reference_page(struct quire_text *out, size_t index, char key[QUIRE_REFERENCE_KEY_SIZE])
{
    const struct quire_catalog *catalog = quire_catalog_all();
    const struct quire_group *group;
    size_t n_group = 0;

    while (find_group(catalog, n_group) != NULL) {
        n_group++;
    }
    if (index == 0) {
        set_key(key, "index");
        add_index(out, catalog);
    } else if ((group = find_group(catalog, index - 1)) != NULL) {
        set_key(key, group->key);
        add_group(out, catalog, group);
    } else if (index == n_group + 1) {
        set_key(key, "units");
        add_units(out);
    } else if (index == n_group + 2) {
        set_key(key, "review");
        add_review(out);
    } else if (index == n_group + 3) {
        set_key(key, "problems");
        add_problems(out);
    } else {
        return false;
    }
    return true;
}

quire_status
quire_describe_reference(char **out)
{
    if (out == NULL) {
        return quire_diag_misuse(NULL, __func__);
    }
    struct quire_text text = {0};
    char key[QUIRE_REFERENCE_KEY_SIZE];

    for (size_t i = 0; quire_reference_page(&text, i, key); i++) {
        quire_text_add(&text, "\n");
    }
    *out = quire_text_take(&text);
    quire_text_clear(&text);
    return *out != NULL ? QUIRE_OK : QUIRE_ERROR_LIMIT;
}

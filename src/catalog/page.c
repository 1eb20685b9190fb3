#include "catalog/page.h"

#include <string.h>
#include <strings.h>

#include "base/codes.h"
#include "catalog/examples.h"
#include "catalog/review_rules.h"
#include "catalog/words.h"
#include "formula/units.h"

enum { WIDTH = 79, INDENT = 2, DEEPER = 6 };

static void
add_title(struct quire_text *out, const struct quire_kind *kind)
{
    quire_text_format(out, "<%s", kind->element);
    if (kind->selector != NULL) {
        quire_text_format(out, " %s=\"%s\"", kind->selector, kind->variant);
    }
    quire_text_add(out, ">");
}

static void
add_places(struct quire_text *out, const struct quire_catalog *catalog,
           const struct quire_kind *kind)
{
    const char *before = ", in ";

    for (size_t i = 0; i < catalog->n; i++) {
        const struct quire_child *child = quire_child_find(catalog->kind[i], kind);
        if (child != NULL) {
            quire_text_format(out, "%s<%s> (", before, catalog->kind[i]->element);
            quire_words_count(out, child);
            quire_text_add(out, ")");
            before = " and ";
        }
    }
    quire_text_add(out, "\n");
}

static void
add_field(struct quire_text *out, const struct quire_field *field)
{
    struct quire_text range = {0};

    quire_text_format(out, "  %s: ", field->name);
    quire_words_type(out, field);
    quire_words_range(&range, field);
    if (range.size > 0) {
        quire_text_format(out, ", %s", range.data);
    }
    quire_text_add(out, "; ");
    quire_words_default(out, field);
    quire_text_add(out, "\n");
    quire_words_wrap(out, field->help, DEEPER, WIDTH);
    if (field->source != NULL) {
        struct quire_text source = {0};
        quire_text_format(&source, "Source: %s", field->source);
        quire_words_wrap(out, source.data != NULL ? source.data : "", DEEPER, WIDTH);
        quire_text_clear_part(&source, out);
    }
    quire_text_clear_part(&range, out);
}

static void
add_fields(struct quire_text *out, const struct quire_kind *kind)
{
    if (kind->fields[0].name == NULL) {
        return;
    }
    quire_text_add(out, "\nAttributes\n");
    for (const struct quire_field *field = kind->fields; field->name != NULL; field++) {
        add_field(out, field);
    }
}

/* The variants of an element, or what it is if there is only one sort. */
static void
add_child_help(struct quire_text *out, const struct quire_catalog *catalog,
               const struct quire_kind *kind)
{
    struct quire_text help = {0};
    const char *before = "";

    if (kind->variant == NULL) {
        quire_text_add_bytes(&help, kind->help, quire_words_sentence(kind->help));
    }
    for (size_t i = 0; i < catalog->n && kind->variant != NULL; i++) {
        const struct quire_kind *other = catalog->kind[i];
        if (other->family == kind->family && strcmp(other->element, kind->element) == 0) {
            quire_text_format(&help, "%s%s=\"%s\"", before, other->selector, other->variant);
            before = ", ";
        }
    }
    quire_words_wrap(out, help.data != NULL ? help.data : "", DEEPER, WIDTH);
    quire_text_clear_part(&help, out);
}

/* Variants of one element are one child. */
static void
add_children(struct quire_text *out, const struct quire_catalog *catalog,
             const struct quire_kind *kind)
{
    const char *last = "";

    if (kind->children == NULL) {
        return;
    }
    quire_text_add(out, "\nChildren\n");
    for (const struct quire_child *child = kind->children; child->family != NULL; child++) {
        for (size_t i = 0; i < catalog->n; i++) {
            const struct quire_kind *other = catalog->kind[i];
            if (!quire_child_is(child, other) || strcmp(other->element, last) == 0) {
                continue;
            }
            last = other->element;
            quire_text_format(out, "  <%s>: ", other->element);
            quire_words_count(out, child);
            quire_text_add(out, "\n");
            add_child_help(out, catalog, other);
        }
    }
}

static void
add_paragraph(struct quire_text *out, const char *title, const char *text)
{
    if (text != NULL && text[0] != '\0') {
        quire_text_format(out, "\n%s\n", title);
        quire_words_wrap(out, text, INDENT, WIDTH);
    }
}

/* lines to be copied: unbroken */
static void
add_example(struct quire_text *out, const char *lines)
{
    if (lines == NULL) {
        return;
    }
    quire_text_add(out, "\nExample\n");
    while (*lines != '\0') {
        const size_t length = strcspn(lines, "\n");
        quire_text_format(out, "%*s%.*s\n", INDENT, "", (int)length, lines);
        lines += length + (lines[length] == '\n' ? 1 : 0);
    }
}

/* what is said of some families alone */
static void
add_words(struct quire_text *out, const char *title,
          void (*words)(struct quire_text *, const struct quire_kind *),
          const struct quire_kind *kind)
{
    struct quire_text text = {0};

    words(&text, kind);
    add_paragraph(out, title, text.data);
    out->failed = out->failed || text.failed;
    quire_text_clear(&text);
}

void
quire_page_text(struct quire_text *out, const struct quire_catalog *catalog,
                const struct quire_kind *kind)
{
    add_title(out, kind);
    add_places(out, catalog, kind);
    quire_text_add(out, "\n");
    quire_words_wrap(out, kind->help, 0, WIDTH);
    add_paragraph(out, "Equation", kind->equation);
    add_words(out, "Figures", quire_words_figures, kind);
    add_words(out, "Memory", quire_words_memory, kind);
    add_words(out, "Smoothness", quire_words_smoothness, kind);
    add_words(out, "Release", quire_words_release, kind);
    add_fields(out, kind);
    add_children(out, catalog, kind);
    add_example(out, quire_kind_example(kind));
    add_paragraph(out, "Source", kind->source);
}

/* ---- units, problems ---- */

static void
add_unit(void *user, const char *name, double factor, const char *dimension)
{
    struct quire_text *out = user;
    const size_t column = 10;
    const size_t start = out->size;

    quire_text_format(out, "  %s", name);
    quire_words_pad(out, start, column);
    quire_text_rounded(out, &factor, 1, 15); /* powers of ten are not exact */
    quire_text_format(out, "%s%s\n", dimension[0] != '\0' ? " " : "", dimension);
}

void
quire_page_units(struct quire_text *out)
{
    quire_text_add(out, "Units of measure and what they are in SI units. They combine with * and / "
                        "and powers,\n"
                        "without spaces: kg*m^2, N/m^1.5, N^-1. A number and its unit may be "
                        "separated by a space.\n\n");
    quire_unit_list(add_unit, out);
}

static void
add_code(struct quire_text *out, const struct quire_code *code)
{
    quire_text_add(out, code->code);
    if (code->status != QUIRE_OK) {
        quire_text_format(out, " (%d)", (int)code->status);
    }
    quire_text_format(out, ": %s\n", code->text);
}

bool
quire_page_problem(struct quire_text *out, const char *code)
{
    size_t n;
    const struct quire_code *all = quire_code_all(&n);

    for (size_t i = 0; i < n; i++) {
        if (strcasecmp(all[i].code, code) == 0) {
            add_code(out, &all[i]);
            return true;
        }
    }
    return false;
}

void
quire_page_problems(struct quire_text *out)
{
    size_t n;
    const struct quire_code *code = quire_code_all(&n);

    quire_text_add(out,
                   "Codes of problems: E errors, W warnings, N notes; with the exit code of "
                   "the command.\n"
                   "A run that comes to its end has a verdict: 0 passed, 1 failed, 7 doubtful, "
                   "8 not evaluated.\n"
                   "Results of a study that lack runs of its plan: 9.\n\n");
    for (size_t i = 0; i < n; i++) {
        quire_text_add(out, "  ");
        add_code(out, &code[i]);
    }
}

/* "  ok: d <= 0.95 L; wrong: d > L" */
static void
add_ranges(struct quire_text *out, const quire_review_rule *rule)
{
    struct quire_text line = {0};

    quire_text_add(&line, "ok: ");
    quire_review_range(&line, rule, false);
    quire_text_add(&line, "; wrong: ");
    quire_review_range(&line, rule, true);
    quire_words_wrap(out, line.data != NULL ? line.data : "", DEEPER, WIDTH);
    quire_text_clear_part(&line, out);
}

void
quire_page_review(struct quire_text *out)
{
    size_t n;
    const quire_review_rule *rule = quire_review_rules(&n);

    quire_text_add(out, "Rules of quire check --review; a value between the two ranges is "
                        "doubtful.\n\n");
    for (size_t i = 0; i < n; i++) {
        quire_text_format(out, "  %s: %s\n", rule[i].name, rule[i].title);
        quire_words_wrap(out, rule[i].formula, DEEPER, WIDTH);
        add_ranges(out, rule + i);
        quire_words_wrap(out, rule[i].cure, DEEPER, WIDTH);
        quire_words_wrap(out, rule[i].source, DEEPER, WIDTH);
    }
}

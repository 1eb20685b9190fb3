/* The language of model files as text for a terminal. */
#include <quire/describe.h>

#include <stdlib.h>
#include <string.h>

#include "base/codes.h"
#include "base/diag.h"
#include "catalog/catalog.h"
#include "catalog/page.h"
#include "catalog/shelf.h"
#include "catalog/words.h"
#include "kind/synonyms.h"
#include "text/number.h"
#include "text/suggest.h"

/* How a word of the user can mean a kind; better ones first. */
enum match { BY_ELEMENT, BY_FAMILY, BY_VARIANT, N_MATCH };

void
quire_free(void *memory)
{
    free(memory);
}

static bool
equal(const char *a, const char *b)
{
    return a != NULL && b != NULL && strcmp(a, b) == 0;
}

static bool
matches(const struct quire_kind *kind, const char *word, enum match match)
{
    switch (match) {
    case BY_ELEMENT: return equal(kind->element, word);
    case BY_FAMILY:
        return equal(kind->family->name, word) ||
               (strcmp(word, "law") == 0 &&
                (kind->family == &quire_family_normal || kind->family == &quire_family_friction));
    default: return equal(kind->variant, word);
    }
}

/* The second word: a variant, an element, or the element that a kind stands in (<to> in "drive").
 */
static bool
has_name(const struct quire_catalog *catalog, const struct quire_kind *kind, const char *name)
{
    if (name == NULL || equal(kind->variant, name) || equal(kind->element, name)) {
        return true;
    }
    for (size_t i = 0; i < catalog->n; i++) {
        if (equal(catalog->kind[i]->element, name) &&
            quire_child_find(catalog->kind[i], kind) != NULL) {
            return true;
        }
    }
    return false;
}

/* Collects the kinds meant by the words, by the best sort of match that gives any. */
static size_t
collect(const struct quire_catalog *catalog, const char *word, const char *name,
        const struct quire_kind **found)
{
    size_t n = 0;

    for (int match = 0; match < N_MATCH && n == 0; match++) {
        for (size_t i = 0; i < catalog->n; i++) {
            const struct quire_kind *kind = catalog->kind[i];
            if (matches(kind, word, (enum match)match) && has_name(catalog, kind, name)) {
                found[n++] = kind;
            }
        }
    }
    return n;
}

/* ---- overview and lists ---- */

enum { COLUMN = 26, WIDTH = 79 };

static void
add_line(struct quire_text *out, const struct quire_catalog *catalog, const struct quire_kind *kind)
{
    struct quire_text sentence = {0}, lines = {0};
    const size_t start = out->size;

    quire_text_add(out, "  ");
    quire_words_label(out, catalog, kind);
    quire_words_pad(out, start, COLUMN);
    quire_text_add_bytes(&sentence, kind->help, quire_words_sentence(kind->help));
    quire_words_wrap(&lines, sentence.data != NULL ? sentence.data : "", COLUMN, WIDTH);
    quire_text_add(out, lines.data != NULL ? lines.data + COLUMN
                                           : "\n"); /* the label stands in the first indent */
    quire_text_clear_part(&sentence, out);
    quire_text_clear_part(&lines, out);
}

static void
add_overview(struct quire_text *out, const struct quire_catalog *catalog)
{
    size_t n;
    const struct quire_group *group = quire_group_all(&n);

    quire_text_add(out,
                   "The elements of a model file. More about one of them: quire describe ELEMENT,\n"
                   "or quire describe ELEMENT NAME where there are several, such as\n"
                   "quire describe normal mtt-indentation. Also: quire describe units, quire "
                   "describe problems,\nquire describe review.\n");
    for (size_t g = 0; g < n; g++) {
        bool titled = false;
        for (size_t i = 0; i < catalog->n; i++) {
            if (!quire_group_has(&group[g], catalog->kind[i])) {
                continue;
            }
            if (!titled) {
                quire_text_format(out, "\n%s\n", group[g].title);
                titled = true;
            }
            add_line(out, catalog, catalog->kind[i]);
        }
    }
}

/* Variants of one element are listed when no name chooses among them; otherwise every kind has its
 * page. */
static void
add_found(struct quire_text *out, const struct quire_catalog *catalog,
          const struct quire_kind **found, size_t n, bool by_family)
{
    if (n > 1 && (by_family || found[0]->variant != NULL)) {
        for (size_t i = 0; i < n; i++) {
            add_line(out, catalog, found[i]);
        }
        quire_text_format(out, "\nMore about one of them: quire describe %s NAME\n",
                          by_family ? "ELEMENT" : found[0]->element);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        quire_text_add(out, i > 0 ? "\n" : "");
        quire_page_text(out, catalog, found[i]);
    }
}

/* ---- nothing found ---- */

/* the first kind of this element (NULL: of any) that has the attribute, which may be what chooses
 * the kind; NULL: none */
static const struct quire_kind *
find_bearer(const struct quire_catalog *catalog, const char *element, const char *attribute)
{
    for (size_t i = 0; i < catalog->n; i++) {
        const struct quire_kind *k = catalog->kind[i];
        if ((element == NULL || strcmp(element, k->element) == 0) &&
            (equal(k->selector, attribute) || quire_field_find(k->fields, attribute) != NULL)) {
            return k;
        }
    }
    return NULL;
}

/* a word that is an attribute's name, or what others call an attribute: where that is described;
 * NULL if it is neither */
static const char *
find_attribute(const struct quire_catalog *catalog, const char *word, char *hint, size_t size)
{
    const struct quire_kind *own = find_bearer(catalog, NULL, word);
    const struct quire_synonym *s = own == NULL ? quire_synonym_find(word) : NULL;
    const char *attribute = s != NULL ? s->attribute : word;
    const struct quire_kind *k = s != NULL ? find_bearer(catalog, s->element, attribute) : own;
    if (k == NULL) {
        return NULL;
    }
    const char *variant = k->variant != NULL && !equal(k->selector, attribute) ? k->variant : "";
    quire_number_format(hint, size, "%s'%s' of <%s>%s 'quire describe %s%s%s' explains it",
                        s != NULL ? "did you mean " : "it is the attribute ", attribute, k->element,
                        s != NULL ? "?" : ";", k->element, variant[0] != '\0' ? " " : "", variant);
    return hint;
}

static quire_status
refuse(const struct quire_catalog *catalog, const char *word, const char *name, bool word_known,
       quire_diag *diag)
{
    char hint[256];
    struct quire_suggest suggest = quire_suggest_begin(word_known ? name : word);

    for (size_t i = 0; i < catalog->n; i++) {
        const struct quire_kind *kind = catalog->kind[i];
        if (!word_known) {
            quire_suggest_offer(&suggest, kind->element);
            quire_suggest_offer(&suggest, kind->family->name);
        }
        if (kind->variant != NULL &&
            (!word_known || matches(kind, word, BY_ELEMENT) || matches(kind, word, BY_FAMILY))) {
            quire_suggest_offer(&suggest, kind->variant);
        }
    }
    const char *did_you_mean = find_attribute(catalog, word_known ? name : word, hint, sizeof hint);
    if (did_you_mean == NULL) {
        did_you_mean = quire_suggest_hint(&suggest, hint, sizeof hint);
    }
    if (did_you_mean == NULL) {
        quire_number_format(hint, sizeof hint, "'quire describe%s%.64s' lists %s",
                            word_known ? " " : "", word_known ? word : "",
                            word_known ? "them" : "everything");
        did_you_mean = hint;
    }
    if (word_known) {
        return quire_diag_error(diag, "E-USAGE", (struct quire_place){0}, NULL, did_you_mean,
                                "there is no '%s' named '%s'", word, name);
    }
    return quire_diag_error(diag, "E-USAGE", (struct quire_place){0}, NULL, did_you_mean,
                            "there is no element or kind '%s'", word);
}

/* ---- public ---- */

/* Adds what the words ask for. */
static quire_status
add_answer(struct quire_text *out, const struct quire_catalog *catalog, const char *word,
           const char *name, quire_diag *diag)
{
    if (word == NULL) {
        add_overview(out, catalog);
        return QUIRE_OK;
    }
    if (strcmp(word, "units") == 0) {
        quire_page_units(out);
        return QUIRE_OK;
    }
    if (strcmp(word, "problems") == 0) {
        quire_page_problems(out);
        return QUIRE_OK;
    }
    if (strcmp(word, "review") == 0) {
        quire_page_review(out);
        return QUIRE_OK;
    }
    if (name == NULL && quire_page_problem(out, word)) {
        return QUIRE_OK;
    }
    const bool library = strcmp(word, "library") == 0;
    if (library && name != NULL) {
        return quire_shelf_describe(out, catalog, name, diag);
    }
    const struct quire_kind **found = calloc(catalog->n, sizeof *found);
    if (found == NULL) {
        return quire_diag_error(diag, "E-MEMORY", (struct quire_place){0}, NULL, NULL,
                                "memory ran out");
    }
    quire_status status = QUIRE_OK;
    const size_t n = collect(catalog, word, name, found);
    if (n == 0) {
        status = refuse(catalog, word, name,
                        name != NULL && collect(catalog, word, NULL, found) > 0, diag);
    } else {
        add_found(out, catalog, found, n,
                  !equal(found[0]->element, word) && !equal(found[0]->variant, word) &&
                      name == NULL);
    }
    free(found);
    return library ? quire_shelf_list(out, diag) : status;
}

quire_status
quire_describe(char **out, const char *kind, const char *name, quire_diag *diag)
{
    if (out == NULL) {
        return quire_diag_misuse(diag, __func__);
    }
    struct quire_text text = {0};
    quire_status status = add_answer(&text, quire_catalog_all(), kind, name, diag);

    *out = NULL;
    if (status == QUIRE_OK && (*out = quire_text_take(&text)) == NULL) {
        status = quire_diag_error(diag, "E-MEMORY", (struct quire_place){0}, NULL, NULL,
                                  "memory ran out");
    }
    quire_text_clear(&text);
    return status;
}

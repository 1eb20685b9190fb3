#include "xml/tree/kinds.h"

#include <stdio.h>
#include <string.h>

#include "text/suggest.h"
#include "xml/tree/missing.h"

const struct quire_child *
quire_child_row(const struct quire_child *children, const struct quire_kind *kind)
{
    for (const struct quire_child *row = children; row != NULL && row->family != NULL; row++) {
        if (row->family == kind->family &&
            (row->element == NULL || strcmp(row->element, kind->element) == 0)) {
            return row;
        }
    }
    return NULL;
}

const struct quire_kind *
quire_reader_next_kind(const struct quire_reader *r, const struct quire_kind *parent,
                       const char *element, size_t *from)
{
    while (*from < r->catalog->n) {
        const struct quire_kind *k = r->catalog->kind[(*from)++];
        if (strcmp(k->element, element) == 0 &&
            (parent == NULL || quire_child_row(parent->children, k) != NULL)) {
            return k;
        }
    }
    return NULL;
}

/* an element that may hold `element`; NULL if none may */
static const char *
find_home(const struct quire_reader *r, const char *element)
{
    for (size_t i = 0; i < r->catalog->n; i++) {
        size_t from = 0;
        if (quire_reader_next_kind(r, r->catalog->kind[i], element, &from) != NULL) {
            return r->catalog->kind[i]->element;
        }
    }
    return NULL;
}

void
quire_report_unknown_element(struct quire_reader *r, struct quire_node *node,
                             const struct quire_kind *parent)
{
    char hint[200], excerpt[QUIRE_EXCERPT_SIZE];
    struct quire_suggest s = quire_suggest_begin(node->element);
    for (size_t i = 0; i < r->catalog->n; i++) {
        if (quire_child_row(parent->children, r->catalog->kind[i]) != NULL) {
            quire_suggest_offer(&s, r->catalog->kind[i]->element);
        }
    }
    const char *text = quire_suggest_hint(&s, hint, sizeof hint),
               *home = find_home(r, node->element);
    if (home != NULL) { /* it is spelt well */
        snprintf(hint, sizeof hint, "it belongs inside <%s>", home);
        text = hint;
    } else if (text == NULL) {
        snprintf(hint, sizeof hint, "'quire describe %s' lists its children", parent->element);
        text = hint;
    }
    quire_excerpt(excerpt, node->element);
    quire_reader_refuse(r, node);
    if (home != NULL) {
        quire_diag_error(r->diag, "E-UNKNOWN-ELEMENT", node->place, NULL, text,
                         "<%s> does not belong inside <%s>", excerpt, parent->element);
    } else {
        quire_diag_error(r->diag, "E-UNKNOWN-ELEMENT", node->place, NULL, text,
                         "unknown element <%s> inside <%s>", excerpt, parent->element);
    }
}

bool
quire_reader_allows(struct quire_reader *r, struct quire_node *node,
                    const struct quire_kind *parent)
{
    size_t from = 0;
    if (quire_reader_next_kind(r, parent, node->element, &from) != NULL) {
        return true;
    }
    quire_report_unknown_element(r, node, parent);
    return quire_reader_note(r, QUIRE_ERROR_INPUT);
}

const char *
quire_reader_variants(const struct quire_reader *r, const struct quire_kind *parent,
                      const char *element, char *buf, size_t size)
{
    size_t from = 0, used = 0;
    const struct quire_kind *k;
    buf[0] = '\0';
    while ((k = quire_reader_next_kind(r, parent, element, &from)) != NULL) {
        const char *variant = k->variant != NULL ? k->variant : "";
        if (used + strlen(variant) + 2 < size) {
            used += (size_t)snprintf(buf + used, size - used, "%s%s", used > 0 ? "|" : "", variant);
        }
    }
    return buf;
}

const struct quire_kind *
quire_reader_kind(const struct quire_reader *r, const char *family, const char *element)
{
    for (size_t i = 0; i < r->catalog->n; i++) {
        const struct quire_kind *k = r->catalog->kind[i];
        if (strcmp(k->family->name, family) == 0 && strcmp(k->element, element) == 0) {
            return k;
        }
    }
    return NULL;
}

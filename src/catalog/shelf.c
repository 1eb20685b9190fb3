/* What the library holds: its files are read with their remarks, of which the last one above an
 * element says where its values come from. */
#include "catalog/shelf.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "catalog/words.h"
#include "text/suggest.h"
#include "xml/expand/library.h"
#include "xml/text/parse.h"
#include "xml/text/tokens.h"

enum { WIDTH = 79 };

/* an element that stands in the root of a file */
struct item {
    const struct quire_node *node;
    const char *remark; /* "": none */
};

struct file {
    const char *name, *remark;
    struct item *item; /* (n) */
    size_t n;
};

struct shelf {
    struct quire_arena *arena;
    struct file *file; /* (n) */
    size_t n;
};

/* ---- reading ---- */

/* the text of a comment with single blanks */
static const char *
plain_remark(struct quire_arena *arena, const struct quire_token *t)
{
    const char *p = t->at + strlen("<!--"), *end = t->at + t->size - strlen("-->");
    char *out = quire_arena_get(arena, t->size, 1);
    size_t n = 0;
    for (; out != NULL && p < end; p++) {
        const bool blank = strchr(" \t\r\n", *p) != NULL;
        if (!blank || (n > 0 && out[n - 1] != ' ')) {
            out[n++] = blank ? ' ' : *p;
        }
    }
    if (n > 0 && out[n - 1] == ' ') {
        out[n - 1] = '\0';
    }
    return out != NULL ? out : "";
}

/* the elements in the root, each with the remark above it; what is foreign is no element of the
 * tree */
static void
collect(struct shelf *shelf, struct file *f, const struct quire_node *root,
        const struct quire_tokens *tokens)
{
    const char *remark = "";
    size_t depth = 0;
    for (size_t i = 0; i < tokens->n; i++) {
        const struct quire_token *t = &tokens->token[i];
        const bool begins = t->kind == QUIRE_TOKEN_START || t->kind == QUIRE_TOKEN_EMPTY;
        if (t->kind == QUIRE_TOKEN_COMMENT && depth < 2) {
            *(depth == 0 ? &f->remark : &remark) = plain_remark(shelf->arena, t);
        } else if (begins && depth == 1 && f->n < root->n_child) {
            f->item[f->n] = (struct item){root->child[f->n], remark};
            f->n++;
        }
        depth = t->kind == QUIRE_TOKEN_START ? depth + 1 : depth - (t->kind == QUIRE_TOKEN_END);
    }
}

/* a file that cannot be read is said so where it is included */
static quire_status
read_file(struct shelf *shelf, const char *name)
{
    char folder[4096], why[200], path[300], *text = NULL;
    struct quire_node *root = NULL;
    struct quire_tokens tokens;
    size_t size;
    quire_number_format(path, sizeof path, "%s.xml", name);
    const int fd = quire_library_open(path, folder, sizeof folder, why, sizeof why);
    if (fd < 0 ||
        quire_file_read_open(&text, &size, fd, path, QUIRE_FILE_LIMIT, NULL) != QUIRE_OK ||
        quire_xml_parse(&root, text, size, name, shelf->arena, NULL) != QUIRE_OK ||
        strcmp(root->element, "library") != 0) {
        free(text);
        return QUIRE_OK;
    }
    const char *copy = quire_arena_copy_bytes(shelf->arena, text, size);
    struct file *f = &shelf->file[shelf->n];
    *f = (struct file){.name = name,
                       .remark = "",
                       .item = quire_arena_get(shelf->arena, root->n_child, sizeof *f->item)};
    free(text);
    if (copy == NULL || f->item == NULL || !quire_tokens_read(&tokens, copy)) {
        return QUIRE_ERROR_LIMIT;
    }
    collect(shelf, f, root, &tokens);
    quire_tokens_clear(&tokens);
    shelf->n++;
    return QUIRE_OK;
}

static quire_status
open_shelf(struct shelf *shelf, quire_diag *diag)
{
    size_t n = 0;
    *shelf = (struct shelf){.arena = quire_arena_create()};
    char **name = shelf->arena != NULL ? quire_library_names(shelf->arena, &n) : NULL;
    shelf->file = name != NULL ? quire_arena_get(shelf->arena, n, sizeof *shelf->file) : NULL;
    bool good = shelf->file != NULL;
    for (size_t i = 0; i < n && good; i++) {
        good = read_file(shelf, name[i]) == QUIRE_OK;
    }
    return good ? QUIRE_OK : quire_diag_memory_error(diag);
}

static void
close_shelf(struct shelf *shelf)
{
    quire_arena_destroy(shelf->arena);
}

/* ---- files ---- */

static void
add_wrapped(struct quire_text *out, const char *text, size_t n, size_t indent)
{
    struct quire_text part = {0};
    quire_text_add_bytes(&part, text, n);
    quire_words_wrap(out, part.data != NULL ? part.data : "", indent, WIDTH);
    out->failed = out->failed || part.failed;
    quire_text_clear(&part);
}

static const char *
find_sources(const char *remark)
{
    return strstr(remark, "Sources: ");
}

/* bytes of a remark before that */
static size_t
before_sources(const char *remark)
{
    const char *at = find_sources(remark);
    size_t n = at != NULL ? (size_t)(at - remark) : strlen(remark);
    return n > 0 && remark[n - 1] == ' ' ? n - 1 : n;
}

/* "media: a, b, c" of the items from `from` on that are of one element and have one remark; returns
 * where the next ones begin */
static size_t
add_names(struct quire_text *out, const struct file *f, size_t from, size_t indent, bool by_remark)
{
    struct quire_text line = {0};
    const struct item *first = &f->item[from];
    size_t i = from;
    for (; i < f->n && strcmp(f->item[i].node->element, first->node->element) == 0 &&
           (!by_remark || f->item[i].remark == first->remark);
         i++) {
        const char *name = quire_node_get(f->item[i].node, "name");
        if (name != NULL) {
            quire_text_format(&line, line.size == 0 ? "%s: %s" : "%.0s, %s", first->node->element,
                              name);
        }
    }
    if (line.size > 0) {
        add_wrapped(out, line.data, line.size, indent);
    }
    out->failed = out->failed || line.failed;
    quire_text_clear(&line);
    return i;
}

static void
add_file(struct quire_text *out, const struct file *f)
{
    quire_text_format(out, "The library's file %s: <include library=\"%s\"/>\n\n", f->name,
                      f->name);
    add_wrapped(out, f->remark, strlen(f->remark), 0);
    for (size_t i = 0; i < f->n; i = add_names(out, f, i, 2, true)) {
        if (i == 0 || f->item[i].remark != f->item[i - 1].remark) {
            quire_text_add(out, "\n");
            add_wrapped(out, f->item[i].remark, before_sources(f->item[i].remark), 0);
        }
    }
    quire_text_add(out, "\nValues and sources of one of them: quire describe library NAME\n");
}

quire_status
quire_shelf_list(struct quire_text *out, quire_diag *diag)
{
    struct shelf shelf;
    const quire_status status = open_shelf(&shelf, diag);
    if (status == QUIRE_OK && shelf.n > 0) {
        quire_text_add(
            out,
            "\nThe library that Quire brings: <include library=\"FILE\"/> takes a file of it.\n"
            "Values and where they come from: quire describe library NAME\n");
    }
    for (size_t i = 0; i < shelf.n && status == QUIRE_OK; i++) {
        const struct file *f = &shelf.file[i];
        quire_text_format(out, "\n%s\n", f->name);
        add_wrapped(out, f->remark, quire_words_sentence(f->remark), 2);
        for (size_t k = 0; k < f->n;) {
            k = add_names(out, f, k, 4, false);
        }
    }
    close_shelf(&shelf);
    return status;
}

/* ---- elements ---- */

static const struct quire_kind *
find_kind(const struct quire_catalog *catalog, const struct quire_kind *parent,
          const struct quire_node *node)
{
    for (size_t i = 0; i < catalog->n; i++) {
        const struct quire_kind *k = catalog->kind[i];
        const char *variant = k->selector != NULL ? quire_node_get(node, k->selector) : NULL;
        if (strcmp(k->element, node->element) == 0 &&
            (parent == NULL || quire_child_find(parent, k) != NULL) &&
            (k->selector == NULL || (variant != NULL && strcmp(variant, k->variant) == 0))) {
            return k;
        }
    }
    return NULL;
}

static void
add_value(struct quire_text *out, const char *name, const char *value, const char *help,
          size_t indent)
{
    struct quire_text line = {0};
    quire_text_format(&line, "%s: %s", name, value);
    quire_words_wrap(out, line.data != NULL ? line.data : "", indent, WIDTH);
    quire_words_wrap(out, help, indent + 4, WIDTH);
    out->failed = out->failed || line.failed;
    quire_text_clear(&line);
}

static void
add_attributes(struct quire_text *out, const struct quire_kind *kind, const struct quire_node *node,
               size_t indent)
{
    for (const struct quire_field *f = kind != NULL ? kind->fields : NULL;
         f != NULL && f->name != NULL; f++) {
        const char *value = quire_node_get(node, f->name);
        if (value != NULL && f->type != QUIRE_FIELD_NAME) {
            add_value(out, f->name, value, f->help, indent);
        }
    }
}

/* <normal law="linear"> */
static void
add_head(struct quire_text *out, const struct quire_kind *kind, const struct quire_node *node)
{
    const char *name = quire_node_get(node, "name");
    quire_text_format(out, "<%s", node->element);
    if (kind != NULL && kind->selector != NULL) {
        quire_text_format(out, " %s=\"%s\"", kind->selector, kind->variant);
    }
    if (name != NULL) {
        quire_text_format(out, " name=\"%s\"", name);
    }
    quire_text_add(out, ">");
}

/* recursion is bounded by the depth of the file */
static void
add_children(struct quire_text *out, const struct quire_catalog *catalog,
             const struct quire_kind *kind, const struct quire_node *node, size_t indent)
{
    for (size_t i = 0; i < node->n_child && kind != NULL; i++) {
        const struct quire_node *child = node->child[i];
        const struct quire_kind *k = find_kind(catalog, kind, child);
        quire_text_format(out, "%*s", (int)indent, "");
        add_head(out, k, child);
        quire_text_add(out, "\n");
        add_attributes(out, k, child, indent + 2);
        add_children(out, catalog, k, child, indent + 2);
    }
}

static bool
uses_parameters(const struct quire_node *node)
{
    bool uses = false;
    for (size_t i = 0; i < node->n_attribute && !uses; i++) {
        uses = strchr(node->attribute[i]->text, '{') != NULL;
    }
    for (size_t i = 0; i < node->n_child && !uses; i++) {
        uses = uses_parameters(node->child[i]);
    }
    return uses;
}

/* those of the file, for values such as "{5.2 GPa * paper_stiffness}" */
static void
add_parameters(struct quire_text *out, const struct file *f)
{
    const char *title = "\nParameters\n";
    for (size_t i = 0; i < f->n; i++) {
        const struct quire_node *list = f->item[i].node;
        for (size_t k = 0; k < list->n_child && strcmp(list->element, "parameters") == 0; k++) {
            const char *name = quire_node_get(list->child[k], "name"),
                       *value = quire_node_get(list->child[k], "value");
            const char *doc = quire_node_get(list->child[k], "doc");
            if (name != NULL && value != NULL) {
                quire_text_add(out, title);
                add_value(out, name, value, doc != NULL ? doc : "", 2);
                title = "";
            }
        }
    }
}

static void
add_sources(struct quire_text *out, const char *remark)
{
    const char *sources = find_sources(remark);
    if (sources != NULL) {
        quire_text_add(out, "\nSources\n");
        quire_words_wrap(out, sources + strlen("Sources: "), 2, WIDTH);
    }
}

static void
add_item(struct quire_text *out, const struct quire_catalog *catalog, const struct file *f,
         const struct item *item)
{
    const struct quire_kind *kind = find_kind(catalog, NULL, item->node);
    add_head(out, kind, item->node);
    quire_text_format(out, ", of <include library=\"%s\"/>\n\nValues\n", f->name);
    add_attributes(out, kind, item->node, 2);
    add_children(out, catalog, kind, item->node, 2);
    /* an assembly shows its own */
    if (uses_parameters(item->node) && strcmp(item->node->element, "assembly") != 0) {
        add_parameters(out, f);
    }
}

/* it is called so, or is a pair of the surface that is */
static bool
is_about(const struct quire_node *node, const char *name)
{
    const char *own = quire_node_get(node, "name"), *surface = strcmp(node->element, "pair") == 0
                                                                   ? quire_node_get(node, "surface")
                                                                   : NULL;
    return (own != NULL && strcmp(own, name) == 0) ||
           (surface != NULL && strcmp(surface, name) == 0);
}

static quire_status
refuse(const struct shelf *shelf, const char *name, quire_diag *diag)
{
    char hint[256];
    struct quire_suggest suggest = quire_suggest_begin(name);
    for (size_t i = 0; i < shelf->n; i++) {
        quire_suggest_offer(&suggest, shelf->file[i].name);
        for (size_t k = 0; k < shelf->file[i].n; k++) {
            const char *own = quire_node_get(shelf->file[i].item[k].node, "name");
            if (own != NULL) {
                quire_suggest_offer(&suggest, own);
            }
        }
    }
    const char *did_you_mean = quire_suggest_hint(&suggest, hint, sizeof hint);
    return quire_diag_error(diag, "E-USAGE", (struct quire_place){0}, NULL,
                            did_you_mean != NULL ? did_you_mean
                                                 : "'quire describe library' lists the libraries",
                            shelf->n > 0 ? "there is no '%s' in the library"
                                         : "there is no '%s': the library was not found",
                            name);
}

/* the elements of a file that are called so; what is said of several is said once */
static void
add_items(struct quire_text *out, const struct quire_catalog *catalog, const struct file *f,
          const char *name)
{
    const char *remark = NULL;
    for (size_t i = 0; i < f->n; i++) {
        const struct item *item = &f->item[i];
        if (!is_about(item->node, name)) {
            continue;
        }
        if (remark != item->remark) {
            add_sources(out, remark != NULL ? remark : "");
            quire_text_add(out, out->size > 0 ? "\n" : "");
            add_wrapped(out, item->remark, before_sources(item->remark), 0);
            remark = item->remark;
        }
        quire_text_add(out, out->size > 0 ? "\n" : "");
        add_item(out, catalog, f, item);
    }
    add_sources(out, remark != NULL ? remark : "");
}

quire_status
quire_shelf_describe(struct quire_text *out, const struct quire_catalog *catalog, const char *name,
                     quire_diag *diag)
{
    struct shelf shelf;
    quire_status status = open_shelf(&shelf, diag);
    for (size_t i = 0; i < shelf.n && status == QUIRE_OK; i++) {
        if (strcmp(shelf.file[i].name, name) == 0) {
            add_file(out, &shelf.file[i]);
        }
        add_items(out, catalog, &shelf.file[i], name);
    }
    if (status == QUIRE_OK && out->size == 0) {
        status = refuse(&shelf, name, diag);
    }
    close_shelf(&shelf);
    return status;
}

/* The house form of a file (doc/adr/0130-house-form.md). */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "text/text.h"
#include "xml/rewrite/rewrite.h"
#include "xml/text/tokens.h"

#define INDENT  2
#define COLUMNS 120
#define TAB     8
#define WIDE    ((size_t)1 << 40) /* the width of what does not fit in one line */

/* The text being written. Items are ranges of tokens: an element with all that is in it, or one
 * token; a comment that follows in the same line belongs to it. */
struct writer {
    const struct quire_tokens *tokens;
    size_t *match; /* of each start and end tag its other one            (n) */
    size_t *width; /* of each token in one line, or WIDE                 (n) */
    size_t depth, column;
    const char *text, *newline;
    struct quire_text out;
};

/* ---- widths ---- */

static size_t
count_characters(const char *p, size_t n)
{
    size_t characters = 0;
    for (size_t i = 0; i < n; i++) {
        characters += ((unsigned char)p[i] & 0xC0u) != 0x80u;
    }
    return characters;
}

static size_t
attribute_width(const struct quire_token_attribute *a)
{
    return count_characters(a->name, a->name_size) + 1 + count_characters(a->value, a->value_size);
}

static bool
is_tag(const struct quire_token *t)
{
    return t->kind == QUIRE_TOKEN_START || t->kind == QUIRE_TOKEN_EMPTY ||
           t->kind == QUIRE_TOKEN_END;
}

/* '<' and name, or the whole of what is no tag */
static size_t
head_width(const struct quire_token *t)
{
    return is_tag(t) ? 1 + count_characters(t->name, t->name_size)
                     : count_characters(t->at, t->size);
}

/* the end of a tag */
static const char *
tail(const struct quire_token *t)
{
    return t->kind == QUIRE_TOKEN_EMPTY ? "/>" : ">";
}

static size_t
token_width(const struct quire_tokens *tokens, const struct quire_token *t)
{
    if (!is_tag(t)) {
        return memchr(t->at, '\n', t->size) != NULL || memchr(t->at, '\r', t->size) != NULL
                   ? WIDE
                   : head_width(t);
    }
    size_t width = head_width(t) + (t->kind != QUIRE_TOKEN_START);
    for (size_t i = 0; i < t->n_attribute; i++) {
        const struct quire_token_attribute *a = &tokens->attribute[t->first_attribute + i];
        if (i > 0 && a->breaks) {
            return WIDE;
        }
        width += 1 + attribute_width(a);
    }
    return width + 1;
}

/* all from `from` to before `to` can stand in one line */
static bool
fits(const struct writer *w, size_t from, size_t to)
{
    size_t width = INDENT * w->depth;
    for (size_t i = from; i < to; i++) {
        if (w->match[i] < from || w->match[i] >= to) {
            return false; /* an element that goes on in another line */
        }
        width += w->width[i] + (i > from);
        if (width > COLUMNS) {
            return false;
        }
    }
    return true;
}

/* ---- writing ---- */

static void
put(struct writer *w, const char *text, size_t size)
{
    size_t line = size; /* where its last line begins: values and foreign data may have several */
    while (line > 0 && text[line - 1] != '\n' && text[line - 1] != '\r') {
        line--;
    }
    quire_text_add_bytes(&w->out, text, size);
    w->column = (line > 0 ? 0 : w->column) + count_characters(text + line, size - line);
}

static void
put_blanks(struct writer *w, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        put(w, " ", 1);
    }
}

static void
put_newline(struct writer *w)
{
    quire_text_add(&w->out, w->newline);
    w->column = 0;
}

/* double quotes unless one stands within */
static void
put_attribute(struct writer *w, const struct quire_token_attribute *a)
{
    const char *quote = memchr(a->value + 1, '"', a->value_size - 2) != NULL ? "'" : "\"";
    put(w, a->name, a->name_size);
    put(w, "=", 1);
    put(w, quote, 1);
    put(w, a->value + 1, a->value_size - 2);
    put(w, quote, 1);
}

/* whether a tag, broken where its author broke it, stays within the line */
static bool
author_breaks_fit(const struct writer *w, const struct quire_token *t, size_t hang)
{
    size_t column = hang - 1;
    bool fit = true;
    for (size_t i = 0; i < t->n_attribute; i++) {
        const struct quire_token_attribute *a = &w->tokens->attribute[t->first_attribute + i];
        const size_t width = attribute_width(a) + (i + 1 == t->n_attribute ? strlen(tail(t)) : 0);
        column = i > 0 && a->breaks ? hang + width : column + 1 + width;
        fit = fit && column <= COLUMNS;
    }
    return fit;
}

/* attributes of further lines stand below the first one */
static void
put_tag(struct writer *w, const struct quire_token *t)
{
    put(w, t->kind == QUIRE_TOKEN_END ? "</" : "<", t->kind == QUIRE_TOKEN_END ? 2 : 1);
    put(w, t->name, t->name_size);
    const size_t hang = w->column + 1;
    const bool keep = author_breaks_fit(w, t, hang);
    for (size_t i = 0; i < t->n_attribute; i++) {
        const struct quire_token_attribute *a = &w->tokens->attribute[t->first_attribute + i];
        const size_t width = attribute_width(a) + (i + 1 == t->n_attribute ? strlen(tail(t)) : 0);
        if (i > 0 && (keep ? a->breaks : w->column + 1 + width > COLUMNS)) {
            put_newline(w);
            put_blanks(w, hang);
        } else {
            put(w, " ", 1);
        }
        put_attribute(w, a);
    }
    put(w, tail(t), strlen(tail(t)));
}

/* columns that n bytes of text take from column `at` on */
static size_t
columns_after(const char *p, size_t n, size_t at)
{
    for (size_t i = 0; i < n; i++) {
        at = p[i] == '\t' ? at + TAB - at % TAB : at + (((unsigned char)p[i] & 0xC0u) != 0x80u);
    }
    return at;
}

static size_t
line_length(const char *p, const char *end)
{
    size_t n = 0;
    while (p + n < end && p[n] != '\n' && p[n] != '\r') {
        n++;
    }
    return n;
}

/* without blanks at its end */
static size_t
trimmed(const char *p, size_t n)
{
    while (n > 0 && (p[n - 1] == ' ' || p[n - 1] == '\t')) {
        n--;
    }
    return n;
}

/* further lines of a comment move with its first one */
static void
put_comment(struct writer *w, const struct quire_token *t)
{
    const char *p = t->at, *end = p + t->size, *line = p;
    while (line > w->text && line[-1] != '\n' && line[-1] != '\r') {
        line--;
    }
    const size_t old = columns_after(line, (size_t)(p - line), 0), now = w->column;
    size_t n = line_length(p, end);
    put(w, p, trimmed(p, n));
    while (p + n < end) {
        p += n;
        p += p[0] == '\r' && p[1] == '\n' ? 2 : 1;
        n = line_length(p, end);
        const size_t blank = strspn(p, " \t"), rest = trimmed(p, n),
                     column = columns_after(p, blank, 0) + now;
        put_newline(w);
        if (rest > blank) {
            put_blanks(w, column > old ? column - old : 0);
            put(w, p + blank, rest - blank);
        }
    }
}

static void
put_token(struct writer *w, const struct quire_token *t)
{
    if (is_tag(t)) {
        put_tag(w, t);
    } else if (t->kind == QUIRE_TOKEN_COMMENT && w->width[t - w->tokens->token] == WIDE) {
        put_comment(w, t);
    } else {
        put(w, t->at, t->size);
    }
}

static void
put_joined(struct writer *w, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        put_blanks(w, i > from);
        put_token(w, &w->tokens->token[i]);
    }
}

/* ---- lines ---- */

static size_t
item_end(const struct writer *w, size_t from, size_t to)
{
    const size_t match = w->match[from];
    size_t end = match > from && match < to ? match + 1 : from + 1;
    while (end < to && w->tokens->token[end].kind == QUIRE_TOKEN_COMMENT) {
        end++;
    }
    return end;
}

static void put_items(struct writer *w, size_t from, size_t to);

static void
put_item(struct writer *w, size_t from, size_t to)
{
    const enum quire_token_kind kind = w->tokens->token[from].kind;
    const size_t match = w->match[from];
    w->depth -= kind == QUIRE_TOKEN_END;
    put_blanks(w, INDENT * w->depth);
    if (kind == QUIRE_TOKEN_START && match < to && !fits(w, from, to)) {
        put_token(w, &w->tokens->token[from]);
        w->depth++;
        if (from + 1 < match) {
            put_newline(w);
            put_items(w, from + 1, match);
        }
        w->depth--;
        put_newline(w);
        put_blanks(w, INDENT * w->depth);
        from = match;
    }
    put_joined(w, from, to);
    w->depth += kind == QUIRE_TOKEN_START && match >= to;
}

/* one item a line; recursion is bounded by the depth of elements, which the parser has checked */
static void
put_items(struct writer *w, size_t from, size_t to)
{
    for (size_t i = from, end; i < to; i = end) {
        end = item_end(w, i, to);
        if (i > from) {
            put_newline(w);
        }
        put_item(w, i, end);
    }
}

/* what its author has written in one line */
static void
put_line(struct writer *w, size_t from, size_t to)
{
    if (fits(w, from, to)) {
        put_blanks(w, INDENT * w->depth);
        put_joined(w, from, to);
    } else {
        put_items(w, from, to);
    }
}

static void
put_all(struct writer *w)
{
    const struct quire_token *t = w->tokens->token;
    for (size_t from = 0, to; from < w->tokens->n; from = to) {
        to = from + 1;
        while (to < w->tokens->n && t[to].newlines == 0) {
            to++;
        }
        if (from > 0 && t[from].newlines > 1) {
            put_newline(w);
        }
        put_line(w, from, to);
        put_newline(w);
    }
}

/* ---- preparing ---- */

/* "<a></a>" becomes "<a/>" */
static void
close_empty(struct quire_tokens *tokens)
{
    size_t n = 0;
    for (size_t i = 0; i < tokens->n; i++) {
        const struct quire_token *t = &tokens->token[i];
        if (t->kind == QUIRE_TOKEN_END && t->newlines == 0 && n > 0 &&
            tokens->token[n - 1].kind == QUIRE_TOKEN_START) {
            tokens->token[n - 1].kind = QUIRE_TOKEN_EMPTY;
        } else {
            tokens->token[n++] = *t;
        }
    }
    tokens->n = n;
}

/* `open` has room for all start tags that are open at once */
static void
measure(struct writer *w, size_t *open)
{
    size_t n = 0;
    for (size_t i = 0; i < w->tokens->n; i++) {
        const struct quire_token *t = &w->tokens->token[i];
        w->match[i] = i;
        w->width[i] = token_width(w->tokens, t);
        if (t->kind == QUIRE_TOKEN_START) {
            open[n++] = i;
        } else if (t->kind == QUIRE_TOKEN_END && n > 0) {
            w->match[i] = open[--n];
            w->match[w->match[i]] = i;
        }
    }
}

/* how the first line in a stretch of text ends; NULL: no line does */
static const char *
line_end(const char *from, const char *to)
{
    const char *newline = from < to ? memchr(from, '\n', (size_t)(to - from)) : NULL;

    return newline == NULL ? NULL : newline > from && newline[-1] == '\r' ? "\r\n" : "\n";
}

/* How lines end: between tokens, where lines are written anew, and only without any there as within
 * them. Line ends within values stay as they are, and say nothing of the file's. */
static const char *
sort_of_newline(const char *text, const struct quire_tokens *tokens)
{
    const char *from = text, *end = text + strlen(text), *sort = NULL;

    for (size_t i = 0; i < tokens->n && sort == NULL; i++) {
        const struct quire_token *t = tokens->token + i;
        sort = line_end(from, t->at);
        from = t->at + t->size;
    }
    sort = sort != NULL ? sort : line_end(from, end);
    sort = sort != NULL ? sort : line_end(text, end);
    return sort != NULL ? sort : "\n";
}

/* *out is heap; NULL when memory runs out */
static void
write_all(char **out, size_t *size, const char *text, struct quire_arena *arena)
{
    const size_t mark = strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; /* a byte order mark */
    struct quire_tokens tokens;
    *out = NULL;
    if (!quire_tokens_read(&tokens, text)) {
        return;
    }
    struct writer w = {
        .tokens = &tokens, .text = text + mark, .newline = sort_of_newline(text, &tokens)};
    close_empty(&tokens);
    size_t *open = quire_arena_get(arena, tokens.n, sizeof *open);
    w.match = quire_arena_get(arena, tokens.n, sizeof *w.match);
    w.width = quire_arena_get(arena, tokens.n, sizeof *w.width);
    if (open != NULL && w.match != NULL && w.width != NULL) {
        measure(&w, open);
        quire_text_add_bytes(&w.out, text, mark);
        put_all(&w);
        *size = w.out.size;
        *out = quire_text_take(&w.out);
    }
    quire_text_clear(&w.out);
    quire_tokens_clear(&tokens);
}

/* ---- the proof ---- */

static bool
same_tree(const struct quire_node *a, const struct quire_node *b)
{
    bool same = strcmp(a->element, b->element) == 0 && a->n_attribute == b->n_attribute &&
                a->n_child == b->n_child;
    for (size_t i = 0; same && i < a->n_attribute; i++) {
        same = strcmp(a->attribute[i]->name, b->attribute[i]->name) == 0 &&
               strcmp(a->attribute[i]->text, b->attribute[i]->text) == 0;
    }
    for (size_t i = 0; same && i < a->n_child; i++) {
        same = same_tree(a->child[i], b->child[i]);
    }
    return same;
}

/* what is written is read again: a file is too dear to be trusted to a formatter alone */
static quire_status
prove(const struct quire_node *root, const char *text, size_t size, const char *name,
      struct quire_arena *arena, quire_diag *diag)
{
    struct quire_node *again;
    const quire_status status = quire_xml_parse(&again, text, size, name, arena, diag);
    if (status == QUIRE_ERROR_LIMIT || (status == QUIRE_OK && same_tree(root, again))) {
        return status;
    }
    return quire_diag_error(diag, "E-INTERNAL", (struct quire_place){name, 0, 0}, NULL, NULL,
                            "the file would not mean the same afterwards; it is left as it is");
}

static quire_status
format(char **out, size_t *out_size, const char *text, size_t size, const char *name,
       struct quire_arena *arena, quire_diag *diag)
{
    struct quire_node *root;
    quire_status status = quire_rewrite_parse(&root, text, size, name, arena, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    const char *copy = quire_arena_copy_bytes(arena, text, size);
    if (copy != NULL) {
        write_all(out, out_size, copy, arena);
    }
    status = *out != NULL ? prove(root, *out, *out_size, name, arena, diag)
                          : quire_diag_memory_error(diag);
    if (status != QUIRE_OK) {
        free(*out);
        *out = NULL;
    }
    return status;
}

quire_status
quire_format(char **out, size_t *out_size, const char *text, size_t size, const char *name,
             quire_diag *diag)
{
    if (out == NULL || out_size == NULL || text == NULL) {
        if (out != NULL) {
            *out = NULL;
        }
        return quire_diag_misuse(diag, __func__);
    }
    *out = NULL;
    *out_size = 0;
    struct quire_arena *arena = quire_arena_create();
    const quire_status status = arena != NULL ? format(out, out_size, text, size, name, arena, diag)
                                              : quire_diag_memory_error(diag);
    quire_arena_destroy(arena);
    return status;
}

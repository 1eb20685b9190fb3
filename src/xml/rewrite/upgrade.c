#include "xml/rewrite/upgrade.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "text/number.h"
#include "text/text.h"
#include "xml/rewrite/rewrite.h"
#include "xml/text/tokens.h"

struct upgrade {
    const char *name; /* of the file */
    quire_diag *diag;
    const char *text, *done; /* up to here it has been copied */
    const struct quire_token *root;
    bool edited; /* no longer the file as its user sees it */
    struct quire_text out;
};

/* ---- edits ---- */

static bool
is_word(const char *text, size_t size, const char *word)
{
    return strlen(word) == size && memcmp(text, word, size) == 0;
}

/* puts `with` in the place of `size` bytes */
static void
replace(struct upgrade *u, const char *at, size_t size, const char *with)
{
    quire_text_add_bytes(&u->out, u->done, (size_t)(at - u->done));
    quire_text_add(&u->out, with);
    u->done = at + size;
}

/* without a line when nobody will hear of it, since looking takes a walk from the beginning */
static struct quire_place
place_of(const struct upgrade *u, const char *at)
{
    struct quire_place place = {u->name, 1, 1};
    if (u->edited || quire_diag_is_full(u->diag)) {
        return (struct quire_place){u->name, 0, 0};
    }
    for (const char *p = u->text; p < at; p++) {
        place.column += ((unsigned char)*p & 0xC0u) != 0x80u;
        if (*p == '\n') {
            place.line++;
            place.column = 1;
        }
    }
    return place;
}

/* an attribute and the blanks before it */
static void
drop(struct upgrade *u, const struct quire_token_attribute *a)
{
    const char *at = a->name;
    while (strchr(" \t\r\n", at[-1]) != NULL) {
        at--;
    }
    replace(u, at, (size_t)(a->value + a->value_size - at), "");
}

/* ---- one token ---- */

static void
change_attribute(struct upgrade *u, const struct quire_token_attribute *a,
                 const struct quire_change *c)
{
    const struct quire_place place = place_of(u, a->name);
    if (c->kind == QUIRE_CHANGE_RENAME_ATTRIBUTE) {
        replace(u, a->name, a->name_size, c->to);
        quire_diag_note(u->diag, "N-UPGRADE", place, c->element, NULL, "'%s' is called '%s' now",
                        c->attribute, c->to);
    } else {
        drop(u, a);
        quire_diag_note(u->diag, "N-UPGRADE", place, c->element, NULL, "'%s' was taken out",
                        c->attribute);
    }
    if (c->left != NULL) {
        quire_diag_warning(u->diag, "W-UPGRADE", place, c->element, NULL, "%s", c->left);
    }
}

/* the first change that fits an element or its attribute */
static const struct quire_change *
find(const struct quire_change *c, const struct quire_token *t,
     const struct quire_token_attribute *a)
{
    for (; c->element != NULL; c++) {
        const bool same =
            (a == NULL) == (c->attribute == NULL) && is_word(t->name, t->name_size, c->element);
        if (same && (a == NULL ||
                     (is_word(a->name, a->name_size, c->attribute) &&
                      (c->value == NULL || is_word(a->value + 1, a->value_size - 2, c->value))))) {
            return c;
        }
    }
    return NULL;
}

static void
change_element(struct upgrade *u, const struct quire_token *t, const struct quire_change *c)
{
    replace(u, t->name, t->name_size, c->to);
    if (t->kind != QUIRE_TOKEN_END) {
        quire_diag_note(u->diag, "N-UPGRADE", place_of(u, t->at), NULL, NULL,
                        "<%s> is called <%s> now", c->element, c->to);
    }
}

/* ---- versions ---- */

static const struct quire_token *
find_root(const struct quire_tokens *tokens)
{
    size_t i = 0;
    while (i + 1 < tokens->n && tokens->token[i].kind >= QUIRE_TOKEN_COMMENT) {
        i++;
    }
    return &tokens->token[i];
}

static const struct quire_token_attribute *
find_version(const struct quire_tokens *tokens, const struct quire_token *root)
{
    for (size_t i = 0; i < root->n_attribute; i++) {
        const struct quire_token_attribute *a = &tokens->attribute[root->first_attribute + i];
        if (is_word(a->name, a->name_size, "version")) {
            return a;
        }
    }
    return NULL;
}

/* what the file says; 0 where it says nothing, -1 where it makes no sense */
static int
read_version(const struct quire_token_attribute *a)
{
    int version = 0;
    for (size_t i = 1; a != NULL && i + 1 < a->value_size; i++) {
        if (a->value[i] < '0' || a->value[i] > '9' || version > INT_MAX / 10 - 1) {
            return -1;
        }
        version = 10 * version + (a->value[i] - '0');
    }
    return version;
}

/* of the root, before its attributes or as one of them */
static void
write_version(struct upgrade *u, const struct quire_token *root,
              const struct quire_token_attribute *a, int version)
{
    char text[40];
    quire_number_format(text, sizeof text, a != NULL ? "\"%d\"" : " version=\"%d\"", version);
    if (a != NULL) {
        replace(u, a->value, a->value_size, text);
    } else {
        replace(u, root->name + root->name_size, 0, text);
    }
    quire_diag_note(u->diag, "N-UPGRADE", place_of(u, a != NULL ? a->name : root->at), NULL, NULL,
                    "version %d has become %d", version - 1, version);
}

/* edits come in the order of the text */
static void
change_tag(struct upgrade *u, const struct quire_tokens *tokens, const struct quire_token *t,
           const struct quire_version_step *step)
{
    const bool is_root = t == u->root;
    const struct quire_token_attribute *version = is_root ? find_version(tokens, t) : NULL;
    const struct quire_change *c = find(step->changes, t, NULL);
    if (c != NULL) {
        change_element(u, t, c);
    }
    if (is_root && version == NULL) {
        write_version(u, t, NULL, step->from + 1);
    }
    for (size_t i = 0; i < t->n_attribute; i++) {
        const struct quire_token_attribute *a = &tokens->attribute[t->first_attribute + i];
        if (a == version) {
            write_version(u, t, a, step->from + 1);
        } else if ((c = find(step->changes, t, a)) != NULL) {
            change_attribute(u, a, c);
        }
    }
}

/* one step; *text is the arena's and is followed by its successor */
static quire_status
take_step(struct upgrade *u, const struct quire_version_step *step, const char **text,
          struct quire_arena *arena)
{
    struct quire_tokens tokens;
    if (!quire_tokens_read(&tokens, *text)) {
        return quire_diag_memory_error(u->diag);
    }
    u->text = u->done = *text;
    u->root = find_root(&tokens);
    for (size_t i = 0; i < tokens.n; i++) {
        if (tokens.token[i].kind <= QUIRE_TOKEN_END) {
            change_tag(u, &tokens, &tokens.token[i], step);
        }
    }
    quire_text_add(&u->out, u->done);
    *text = u->out.failed ? NULL : quire_arena_copy_bytes(arena, u->out.data, u->out.size);
    u->edited = true;
    quire_text_clear(&u->out);
    quire_tokens_clear(&tokens);
    return *text != NULL ? QUIRE_OK : quire_diag_memory_error(u->diag);
}

/* the version to begin with */
static quire_status
first_version(int *first, const struct upgrade *u, const char *text, int from, int present)
{
    struct quire_tokens tokens;
    if (!quire_tokens_read(&tokens, text)) {
        return quire_diag_memory_error(u->diag);
    }
    const struct quire_token_attribute *a = find_version(&tokens, find_root(&tokens));
    const int says = read_version(a);
    const struct quire_place place = place_of(u, a != NULL ? a->name : u->text);
    quire_tokens_clear(&tokens);
    if (says < 0 || says > present) {
        return quire_diag_error(
            u->diag, "E-VERSION", place, NULL, says < 0 ? NULL : "it needs a newer Quire",
            says < 0 ? "the version is no number"
                     : "the file is of version %d, which this Quire does not know",
            says);
    }
    *first = from >= 0 && from < says ? from : says;
    return QUIRE_OK;
}

static quire_status
upgrade(struct upgrade *u, const struct quire_version_steps *steps, const char **text, size_t size,
        int from, struct quire_arena *arena)
{
    struct quire_node *root;
    quire_status status = quire_rewrite_parse(&root, *text, size, u->name, arena, u->diag);
    if (status != QUIRE_OK) {
        return status;
    }
    if ((*text = quire_arena_copy_bytes(arena, *text, size)) == NULL) {
        return quire_diag_memory_error(u->diag);
    }
    u->text = *text;
    int first = 0;
    status = first_version(&first, u, *text, from, (int)steps->n);
    for (size_t i = (size_t)first; i < steps->n && status == QUIRE_OK; i++) {
        status = take_step(u, &steps->step[i], text, arena);
    }
    return status;
}

quire_status
quire_upgrade_by(const struct quire_version_steps *steps, char **out, size_t *out_size, int from,
                 const char *text, size_t size, const char *name, quire_diag *diag)
{
    struct upgrade u = {.name = name, .diag = diag};
    struct quire_arena *arena = quire_arena_create();
    *out = NULL;
    *out_size = 0;
    quire_status status = arena != NULL ? upgrade(&u, steps, &text, size, from, arena)
                                        : quire_diag_memory_error(diag);
    if (status == QUIRE_OK && (*out = strdup(text)) == NULL) {
        status = quire_diag_memory_error(diag);
    }
    *out_size = *out != NULL ? strlen(*out) : 0;
    quire_arena_destroy(arena);
    return status;
}

quire_status
quire_upgrade(char **out, size_t *out_size, int from, const char *text, size_t size,
              const char *name, quire_diag *diag)
{
    if (out == NULL || out_size == NULL || text == NULL) {
        if (out != NULL) {
            *out = NULL;
        }
        return quire_diag_misuse(diag, __func__);
    }
    return quire_upgrade_by(&quire_upgrade_steps, out, out_size, from, text, size, name, diag);
}

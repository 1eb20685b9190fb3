#include "xml/rewrite/parameters.h"

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "text/text.h"
#include "xml/rewrite/rewrite.h"
#include "xml/text/tokens.h"

#define DEPTH 2 /* of <parameter>: in <parameters>, which is in the root */

struct edit {
    const struct quire_tokens *tokens;
    const quire_setting *setting; /* (n) */
    size_t n;
    bool *found;      /* (n) */
    const char *done; /* up to here the text has been copied */
    struct quire_text out;
};

static bool
is_word(const char *text, size_t size, const char *word)
{
    return strlen(word) == size && memcmp(text, word, size) == 0;
}

static const struct quire_token_attribute *
find_attribute(const struct edit *e, const struct quire_token *t, const char *name)
{
    for (size_t i = 0; i < t->n_attribute; i++) {
        const struct quire_token_attribute *a = &e->tokens->attribute[t->first_attribute + i];
        if (is_word(a->name, a->name_size, name)) {
            return a;
        }
    }
    return NULL;
}

/* a <parameter>; the last of settings of one name holds, as in runs */
static void
edit_parameter(struct edit *e, const struct quire_token *t)
{
    const struct quire_token_attribute *name = find_attribute(e, t, "name"),
                                       *value = find_attribute(e, t, "value");
    const quire_setting *setting = NULL;
    for (size_t i = 0; name != NULL && value != NULL && i < e->n; i++) {
        if (is_word(name->value + 1, name->value_size - 2, e->setting[i].name)) {
            setting = &e->setting[i];
            e->found[i] = true;
        }
    }
    if (setting != NULL) {
        const char *inside = value->value + 1; /* the quotes stay */
        quire_text_add_bytes(&e->out, e->done, (size_t)(inside - e->done));
        quire_text_xml(&e->out, setting->value);
        e->done = inside + value->value_size - 2;
    }
}

static void
edit_tokens(struct edit *e)
{
    int depth = 0;
    bool listed = false; /* in <parameters> of the root */
    for (size_t i = 0; i < e->tokens->n; i++) {
        const struct quire_token *t = &e->tokens->token[i];
        const bool tag = t->kind == QUIRE_TOKEN_START || t->kind == QUIRE_TOKEN_EMPTY;
        if (tag && depth == DEPTH - 1) {
            listed = is_word(t->name, t->name_size, "parameters");
        } else if (tag && depth == DEPTH && listed && is_word(t->name, t->name_size, "parameter")) {
            edit_parameter(e, t);
        }
        depth += (t->kind == QUIRE_TOKEN_START) - (t->kind == QUIRE_TOKEN_END);
    }
    quire_text_add(&e->out, e->done);
}

static quire_status
rewrite(struct edit *e, const char *text, size_t size, const char *name, struct quire_arena *arena,
        quire_diag *diag)
{
    struct quire_node *root;
    struct quire_tokens tokens;
    quire_status status = quire_rewrite_parse(&root, text, size, name, arena, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    e->done = quire_arena_copy_bytes(arena, text, size); /* with a NUL behind it */
    e->found = quire_arena_get(arena, e->n + 1, sizeof *e->found);
    if (e->done == NULL || e->found == NULL || !quire_tokens_read(&tokens, e->done)) {
        return quire_diag_memory_error(diag);
    }
    e->tokens = &tokens;
    edit_tokens(e);
    quire_tokens_clear(&tokens);
    for (size_t i = 0; i < e->n; i++) {
        if (!e->found[i]) {
            const struct quire_place place = {name, 0, 0};
            status = quire_diag_error(diag, "E-PARAMETER", place, NULL, NULL,
                                      "this file has no parameter '%s' with a value",
                                      e->setting[i].name);
        }
    }
    return status;
}

quire_status
quire_parameters_rewrite(char **out, size_t *out_size, const char *text, size_t size,
                         const char *name, const quire_setting *settings, size_t n_setting,
                         quire_diag *diag)
{
    struct edit e = {.setting = settings, .n = n_setting};
    struct quire_arena *arena = quire_arena_create();
    *out = NULL;
    *out_size = 0;
    quire_status status =
        arena != NULL ? rewrite(&e, text, size, name, arena, diag) : quire_diag_memory_error(diag);
    if (status == QUIRE_OK) {
        const size_t length = e.out.size;
        *out = quire_text_take(&e.out);
        *out_size = *out != NULL ? length : 0;
        status = *out != NULL ? QUIRE_OK : quire_diag_memory_error(diag);
    }
    quire_text_clear(&e.out);
    quire_arena_destroy(arena);
    return status;
}

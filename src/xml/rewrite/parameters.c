#include "xml/rewrite/parameters.h"

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "text/text.h"
#include "xml/rewrite/addresses.h"
#include "xml/rewrite/rewrite.h"

#define DEPTH 2 /* of <parameter>: in <parameters>, which is in the root */

struct edit {
    const struct quire_tokens *tokens;
    const struct quire_address *address; /* (tokens->n) */
    const quire_setting *setting;        /* (n) */
    size_t n;
    bool *found;      /* (n) */
    const char *done; /* up to here the text has been copied */
    struct quire_text out;
};

bool
quire_setting_is_attribute(const quire_setting *setting)
{
    return strchr(setting->name, QUIRE_ADDRESS_AT) != NULL;
}

static bool
is_word(const char *text, size_t size, const char *word)
{
    return strlen(word) == size && memcmp(text, word, size) == 0;
}

static void
copy_to(struct edit *e, const char *end)
{
    quire_text_add_bytes(&e->out, e->done, (size_t)(end - e->done));
    e->done = end;
}

static void
put_value(struct edit *e, const struct quire_token_attribute *a, const char *value)
{
    copy_to(e, a->value + 1); /* the quotes stay */
    quire_text_xml(&e->out, value);
    e->done += a->value_size - 2;
}

/* a <parameter>; the last of settings of one name holds, as in runs */
static void
edit_parameter(struct edit *e, const struct quire_token *t)
{
    const struct quire_token_attribute *name = quire_token_find(e->tokens, t, "name"),
                                       *value = quire_token_find(e->tokens, t, "value");
    const quire_setting *setting = NULL;
    for (size_t i = 0; name != NULL && value != NULL && i < e->n; i++) {
        if (is_word(name->value + 1, name->value_size - 2, e->setting[i].name)) {
            setting = &e->setting[i];
            e->found[i] = true;
        }
    }
    if (setting != NULL) {
        put_value(e, value, setting->value);
    }
}

/* "at" of the setting "nip[n2]@at", if it is about this address; otherwise NULL */
static const char *
attribute_at(const char *setting, const char *address)
{
    const size_t n = strlen(address);
    return strncmp(setting, address, n) == 0 && setting[n] == QUIRE_ADDRESS_AT ? setting + n + 1
                                                                               : NULL;
}

/* the value for the attribute of this name; NULL: it stays */
static const char *
value_of(struct edit *e, const char *address, const char *name, size_t size)
{
    const char *value = NULL;
    for (size_t i = 0; i < e->n; i++) {
        const char *attribute = attribute_at(e->setting[i].name, address);
        if (attribute != NULL && is_word(name, size, attribute)) {
            value = e->setting[i].value;
            e->found[i] = true;
        }
    }
    return value;
}

static bool
is_attribute_name(const char *text)
{
    const size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyz-");
    return n > 0 && text[n] == '\0' && text[0] != '-';
}

/* What a tag says otherwise, then what it does not say yet. */
static void
edit_element(struct edit *e, const struct quire_token *t, const char *address)
{
    const char *end = t->name + t->name_size;
    for (size_t k = 0; k < t->n_attribute; k++) {
        const struct quire_token_attribute *a = &e->tokens->attribute[t->first_attribute + k];
        const char *value = value_of(e, address, a->name, a->name_size);
        if (value != NULL) {
            put_value(e, a, value);
        }
        end = a->value + a->value_size;
    }
    for (size_t i = 0; i < e->n; i++) {
        const char *name = e->found[i] ? NULL : attribute_at(e->setting[i].name, address);
        if (name != NULL && is_attribute_name(name)) {
            copy_to(e, end);
            quire_text_format(&e->out, " %s=\"", name);
            quire_text_xml(&e->out, value_of(e, address, name, strlen(name)));
            quire_text_add_char(&e->out, '"');
        }
    }
}

/* whether any setting is about an attribute: looking through all elements takes a while */
static bool
has_addresses(const struct edit *e)
{
    bool found = false;
    for (size_t i = 0; i < e->n; i++) {
        found = found || quire_setting_is_attribute(&e->setting[i]);
    }
    return found;
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
        }
        if (tag && depth == DEPTH && listed && is_word(t->name, t->name_size, "parameter")) {
            edit_parameter(e, t);
        } else if (tag && e->address != NULL && e->address[i].text != NULL) {
            edit_element(e, t, e->address[i].text);
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
    const bool addressed = has_addresses(e);
    e->address = addressed ? quire_addresses_find(&tokens, e->done, arena) : NULL;
    if (!addressed || e->address != NULL) {
        edit_tokens(e);
    }
    quire_tokens_clear(&tokens);
    if (addressed && e->address == NULL) {
        return quire_diag_memory_error(diag);
    }
    for (size_t i = 0; i < e->n; i++) {
        if (!e->found[i]) {
            const struct quire_place place = {name, 0, 0};
            const char *what = e->setting[i].name;
            status = quire_setting_is_attribute(&e->setting[i])
                         ? quire_diag_error(diag, "E-PARAMETER", place, what, NULL,
                                            "this file has no such element and attribute")
                         : quire_diag_error(diag, "E-PARAMETER", place, NULL, NULL,
                                            "this file has no parameter '%s' with a value", what);
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

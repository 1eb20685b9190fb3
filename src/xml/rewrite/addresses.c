#include "xml/rewrite/addresses.h"

#include <stdint.h>
#include <string.h>

#include "text/text.h"

#define NONE SIZE_MAX

/* where a start tag stands among the others */
struct link {
    size_t parent, before; /* tokens; NONE */
    size_t last;           /* of its children so far */
    long number;           /* among those of its kind */
};

const struct quire_token_attribute *
quire_token_find(const struct quire_tokens *tokens, const struct quire_token *tag, const char *name)
{
    const size_t n = strlen(name);
    for (size_t i = 0; i < tag->n_attribute; i++) {
        const struct quire_token_attribute *a = &tokens->attribute[tag->first_attribute + i];
        if (a->name_size == n && memcmp(a->name, name, n) == 0) {
            return a;
        }
    }
    return NULL;
}

static bool
is_alike(const struct quire_token *a, const struct quire_token *b)
{
    return a->name_size == b->name_size && memcmp(a->name, b->name, a->name_size) == 0;
}

static void
step(struct quire_address *place, const char *from, const char *to)
{
    for (; from < to; from++) {
        if (*from == '\n') {
            place->line++;
            place->column = 1;
        } else {
            place->column += ((unsigned char)*from & 0xc0U) != 0x80U; /* once a character */
        }
    }
}

static const char *
write_address(const struct quire_tokens *tokens, const struct quire_address *all,
              const struct link *link, size_t i, struct quire_arena *arena)
{
    const struct quire_token *t = &tokens->token[i];
    const struct quire_token_attribute *name = quire_token_find(tokens, t, "name");
    struct quire_text text = {0};
    if (all[link[i].parent].text != NULL) {
        quire_text_format(&text, "%s/", all[link[i].parent].text);
    }
    quire_text_add_bytes(&text, t->name, t->name_size);
    quire_text_add_char(&text, '[');
    if (name != NULL) {
        quire_text_add_bytes(&text, name->value + 1, name->value_size - 2);
    } else {
        quire_text_format(&text, "%ld", link[i].number);
    }
    quire_text_add_char(&text, ']');
    const char *out = text.failed ? NULL : quire_arena_copy(arena, text.data);
    quire_text_clear(&text);
    return out;
}

struct quire_address *
quire_addresses_find(const struct quire_tokens *tokens, const char *begin,
                     struct quire_arena *arena)
{
    struct quire_address *out = quire_arena_get(arena, tokens->n + 1, sizeof *out);
    struct link *link = quire_arena_get(arena, tokens->n + 1, sizeof *link);
    struct quire_address at = {NULL, 1, 1};
    const char *seen = begin;
    size_t open = NONE;
    for (size_t i = 0; out != NULL && link != NULL && i < tokens->n; i++) {
        const struct quire_token *t = &tokens->token[i];
        step(&at, seen, t->at);
        seen = t->at;
        out[i] = at;
        if (t->kind == QUIRE_TOKEN_START || t->kind == QUIRE_TOKEN_EMPTY) {
            link[i] = (struct link){open, open != NONE ? link[open].last : NONE, NONE, 1};
            size_t k = link[i].before;
            while (k != NONE && !is_alike(&tokens->token[k], t)) {
                k = link[k].before;
            }
            link[i].number = k != NONE ? link[k].number + 1 : 1;
            if (open != NONE) {
                link[open].last = i;
                out[i].text = write_address(tokens, out, link, i, arena);
                if (out[i].text == NULL) {
                    return NULL;
                }
            }
        }
        if (t->kind == QUIRE_TOKEN_START) {
            open = i;
        } else if (t->kind == QUIRE_TOKEN_END && open != NONE) {
            open = link[open].parent;
        }
    }
    return link != NULL ? out : NULL;
}

#include "xml/text/tokens.h"

#include <stdlib.h>
#include <string.h>

#define BLANK "\t\n\r "

/* room for one more item of `size` bytes */
static bool
grow(void **items, size_t n, size_t *capacity, size_t size)
{
    if (n < *capacity) {
        return true;
    }
    const size_t more = *capacity == 0 ? 64 : 2 * *capacity;
    void *p = realloc(*items, more * size); /* more is bounded by the file's size */
    if (p != NULL) {
        *items = p;
        *capacity = more;
    }
    return p != NULL;
}

/* behind the next `stop`, or at the end */
static const char *
behind(const char *p, const char *stop)
{
    const char *found = strstr(p, stop);
    return found != NULL ? found + strlen(stop) : p + strlen(p);
}

/* behind the '>' that ends a tag */
static const char *
behind_tag(const char *p)
{
    p += strcspn(p, "\"'>");
    while (*p == '"' || *p == '\'') {
        const char quote[] = {*p, '\0'};
        p = behind(p + 1, quote);
        p += strcspn(p, "\"'>");
    }
    return *p != '\0' ? p + 1 : p;
}

static bool
begins(const char *p, const char *what)
{
    return strncmp(p, what, strlen(what)) == 0;
}

/* behind a comment, instruction or CDATA section; NULL where there is none */
static const char *
behind_other(const char *p)
{
    static const char *const pair[][2] = {{"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"}};
    for (size_t i = 0; i < sizeof pair / sizeof pair[0]; i++) {
        if (begins(p, pair[i][0])) {
            return behind(p + strlen(pair[i][0]), pair[i][1]);
        }
    }
    return NULL;
}

/* behind the end tag of the element whose start tag ends before p */
static const char *
behind_element(const char *p)
{
    for (size_t depth = 1; depth > 0 && *p != '\0';) {
        p += strcspn(p, "<");
        const char *other = behind_other(p);
        if (other == NULL) {
            const bool end = begins(p, "</");
            other = behind_tag(p);
            depth = end ? depth - 1 : depth + (other[-1] == '>' && other[-2] != '/');
        }
        p = other;
    }
    return p;
}

/* line ends among the first n bytes, at most 2 */
static int
count_newlines(const char *p, size_t n)
{
    int newlines = 0;
    for (size_t i = 0; i < n && newlines < 2; i++) {
        newlines += p[i] == '\n' || (p[i] == '\r' && p[i + 1] != '\n');
    }
    return newlines;
}

static bool
read_attribute(struct quire_tokens *tokens, struct quire_token *token, const char **at, bool breaks)
{
    if (!grow((void **)&tokens->attribute, tokens->n_attribute, &tokens->attribute_capacity,
              sizeof *tokens->attribute)) {
        return false;
    }
    struct quire_token_attribute *a = &tokens->attribute[tokens->n_attribute++];
    const char *p = *at;
    a->name = p;
    a->name_size = strcspn(p, BLANK "=");
    a->breaks = breaks;
    p += a->name_size;
    p += strcspn(p, "\"'");
    const char quote[] = {*p, '\0'};
    a->value = p;
    p = *p != '\0' ? behind(p + 1, quote) : p;
    a->value_size = (size_t)(p - a->value);
    token->n_attribute++;
    *at = p;
    return true;
}

static bool
read_tag(struct quire_tokens *tokens, struct quire_token *token)
{
    const char *p = token->at + 1, *stop = behind_tag(p);
    token->kind = *p == '/'         ? QUIRE_TOKEN_END
                  : stop[-2] == '/' ? QUIRE_TOKEN_EMPTY
                                    : QUIRE_TOKEN_START;
    p += *p == '/';
    token->name = p;
    token->name_size = strcspn(p, BLANK "/>");
    token->first_attribute = tokens->n_attribute;
    p += token->name_size;
    while (token->kind != QUIRE_TOKEN_END) {
        const size_t n = strspn(p, BLANK);
        const bool breaks = count_newlines(p, n) > 0;
        p += n;
        if (*p == '/' || *p == '>' || *p == '\0') {
            break;
        }
        if (!read_attribute(tokens, token, &p, breaks)) {
            return false;
        }
    }
    const bool foreign =
        token->name_size == strlen("user-data") && begins(token->name, "user-data");
    if (foreign && token->kind == QUIRE_TOKEN_START) {
        stop = behind_element(stop);
    }
    token->kind = foreign ? QUIRE_TOKEN_FOREIGN : token->kind;
    token->size = (size_t)(stop - token->at);
    return true;
}

static bool
read_token(struct quire_tokens *tokens, struct quire_token *token)
{
    const char *other = behind_other(token->at);
    if (token->at[0] == '<' && other == NULL) {
        return read_tag(tokens, token);
    }
    token->kind = begins(token->at, "<!--") ? QUIRE_TOKEN_COMMENT : QUIRE_TOKEN_OTHER;
    token->size = other != NULL ? (size_t)(other - token->at) : strcspn(token->at, BLANK "<");
    return true;
}

bool
quire_tokens_read(struct quire_tokens *tokens, const char *text)
{
    *tokens = (struct quire_tokens){0};
    for (const char *p = begins(text, "\xEF\xBB\xBF") ? text + 3 : text;;) {
        const size_t blank = strspn(p, BLANK);
        struct quire_token token = {.at = p + blank, .newlines = count_newlines(p, blank)};
        if (*token.at == '\0') {
            return true;
        }
        if (!grow((void **)&tokens->token, tokens->n, &tokens->capacity, sizeof *tokens->token) ||
            !read_token(tokens, &token)) {
            quire_tokens_clear(tokens);
            return false;
        }
        tokens->token[tokens->n++] = token;
        p = token.at + token.size;
    }
}

void
quire_tokens_clear(struct quire_tokens *tokens)
{
    free(tokens->token);
    free(tokens->attribute);
    *tokens = (struct quire_tokens){0};
}

/* Style sheets and style attributes: CSS as far as it hides, moves or forms what is drawn. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "cad/svg/svg.h"

#define WORK_LIMIT     20000000 /* words that are compared with selectors, and the like */
#define RULE_LIMIT     10000
#define COMPOUND_LIMIT 8 /* parts of a selector such as "g .hidden" */
#define NAME(i)        (names[i] + 6)

/* The properties that matter, as the attributes that they become. */
static const char *const names[] = {
    "style:display",
    "style:visibility",
    "style:clip-path",
    "style:mask",
    "style:overflow",
    "style:transform",
    "style:width",
    "style:height",
    "style:transform-origin",
    "style:transform-box",
    "style:translate",
    "style:rotate",
    "style:scale",
    "style:offset-path",
    "style:zoom",
    "style:d",
    "style:x",
    "style:y",
    "style:cx",
    "style:cy",
    "style:r",
    "style:rx",
    "style:ry",
};
#define PROPERTIES (sizeof names / sizeof names[0])

/* how much a declaration counts, beyond the specificity of its rule */
#define OF_ATTRIBUTE (1u << 25)
#define IMPORTANT    (1u << 26)

/* a part of the text of a sheet */
struct span {
    const char *at, *end;
};

struct declaration {
    size_t property; /* of `names`; PROPERTIES: one that does not matter */
    struct span value;
    bool important;
};

struct compound {
    struct span text; /* "path.hidden", "#id", "*" */
    bool child;       /* of what the compound before it stands for; otherwise anywhere in that */
};

struct rule {
    struct compound compound[COMPOUND_LIMIT];
    int n;
    unsigned weight; /* specificity: ids, classes, elements, a byte each */
    struct span body;
};

struct sheets {
    struct rule *rule; /* (n), heap, in the order of the file */
    size_t n, capacity, work;
    const struct quire_drawing_options *options;
    struct quire_arena *arena;
    quire_diag *diag;
};

#define refuse(s, line, ...)                                                                       \
    quire_diag_error((s)->diag, "E-DRAWING", quire_drawing_place((s)->options, line),              \
                     (s)->options->object, __VA_ARGS__)

/* ---- texts ---- */

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f';
}

static struct span
trim(struct span s)
{
    while (s.at < s.end && is_blank(*s.at)) {
        s.at++;
    }
    while (s.end > s.at && is_blank(s.end[-1])) {
        s.end--;
    }
    return s;
}

static bool
is_word(struct span s, const char *word)
{
    const size_t n = strlen(word);
    return (size_t)(s.end - s.at) == n && strncasecmp(s.at, word, n) == 0;
}

/* a copy with blanks in place of comments; NULL when memory runs out */
static char *
without_comments(const char *text, struct quire_arena *arena)
{
    char *copy = quire_arena_copy(arena, text);
    for (char *c = copy; c != NULL && (c = strstr(c, "/*")) != NULL;) {
        char *last = strstr(c + 2, "*/");
        const size_t n = last != NULL ? (size_t)(last + 2 - c) : strlen(c);
        memset(c, ' ', n);
        c += n;
    }
    return copy;
}

/* The first of `stops` that is in no quotes and no brackets; the end if there is none. A line ends
 * quotes. */
static const char *
find_end(const char *at, const char *end, const char *stops)
{
    int depth = 0;
    for (char quote = '\0'; at < end; at++) {
        if (quote != '\0') {
            quote = (char)(*at == quote || *at == '\n' ? '\0' : quote);
        } else if (depth == 0 && strchr(stops, *at) != NULL) {
            return at;
        } else if (*at == '"' || *at == '\'') {
            quote = *at;
        } else {
            depth += strchr("({[", *at) != NULL ? 1 : strchr(")}]", *at) != NULL ? -1 : 0;
            depth = depth < 0 ? 0 : depth;
        }
    }
    return end;
}

/* ---- declarations ---- */

/* the next "name: value" of a body; false at its end */
static bool
take_declaration(struct span *body, struct declaration *out)
{
    while (body->at < body->end) {
        const char *last = find_end(body->at, body->end, ";");
        const char *colon = find_end(body->at, last, ":");
        const struct span name = trim((struct span){body->at, colon});
        struct span value = trim((struct span){colon < last ? colon + 1 : last, last});
        body->at = last < body->end ? last + 1 : last;
        const char *mark = find_end(value.at, value.end, "!");
        out->important =
            mark < value.end && is_word(trim((struct span){mark + 1, value.end}), "important");
        value.end = out->important ? mark : value.end;
        out->value = trim(value);
        for (out->property = 0; out->property < PROPERTIES; out->property++) {
            if (is_word(name, NAME(out->property)) && out->value.at < out->value.end) {
                return true;
            }
        }
    }
    return false;
}

/* ---- rules ---- */

static bool
is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || (unsigned char)c >= 0x80;
}

/* "path.hidden#id", whose weight is added; false if there is more in it than that */
static bool
read_compound(struct span text, unsigned *weight)
{
    for (const char *c = text.at; c < text.end;) {
        const bool first = c == text.at && *c != '.' && *c != '#';
        *weight += *c == '#' ? 1u << 16 : *c == '.' ? 1u << 8 : *c != '*';
        c += !first || *c == '*';
        const char *name = c;
        while (c < text.end && is_name(*c)) {
            c++;
        }
        if ((c == name && !(first && c > text.at)) || (c < text.end && *c != '.' && *c != '#')) {
            return false;
        }
    }
    return text.at < text.end;
}

/* a selector of compounds with blanks or ">" between them */
static bool
read_selector(struct span text, struct rule *out)
{
    text = trim(text);
    for (out->n = 0; text.at < text.end && out->n < COMPOUND_LIMIT; out->n++) {
        struct compound *c = &out->compound[out->n];
        c->child = *text.at == '>' && out->n > 0;
        text = trim((struct span){text.at + c->child, text.end});
        c->text.at = c->text.end = text.at;
        while (c->text.end < text.end && !is_blank(*c->text.end) && *c->text.end != '>') {
            c->text.end++;
        }
        if (!read_compound(c->text, &out->weight)) {
            return false;
        }
        text = trim((struct span){c->text.end, text.end});
    }
    out->weight = out->weight < OF_ATTRIBUTE ? out->weight : OF_ATTRIBUTE - 1;
    return out->n > 0 && text.at == text.end;
}

static quire_status
keep_rule(struct sheets *s, const struct rule *rule, int line)
{
    if (s->n == RULE_LIMIT) {
        return quire_diag_error(
            s->diag, "E-LIMIT", quire_drawing_place(s->options, line), s->options->object, NULL,
            "more than %d rules of style sheets hide or move something", RULE_LIMIT);
    }
    if (s->n == s->capacity) {
        const size_t capacity = s->capacity > 0 ? 2 * s->capacity : 16;
        struct rule *grown = realloc(s->rule, capacity * sizeof *grown);
        if (grown == NULL) {
            return quire_diag_memory_error(s->diag);
        }
        s->rule = grown;
        s->capacity = capacity;
    }
    s->rule[s->n++] = *rule;
    return QUIRE_OK;
}

/* rules that set nothing that matters may be of any form */
static quire_status
read_rule(struct sheets *s, struct span selectors, struct span body, int line)
{
    struct span rest = body;
    struct declaration first;
    quire_status status = QUIRE_OK;
    if (!take_declaration(&rest, &first)) {
        return QUIRE_OK;
    }
    while (selectors.at < selectors.end && status == QUIRE_OK) {
        struct rule rule = {.body = body};
        const struct span one = {selectors.at, find_end(selectors.at, selectors.end, ",")};
        selectors.at = one.end < selectors.end ? one.end + 1 : one.end;
        const struct span name = trim(one);
        status = read_selector(one, &rule)
                     ? keep_rule(s, &rule, line)
                     : refuse(s, line, "give the elements a class or an id",
                              "the style sheet's selector '%.*s' is not read; it sets '%s'",
                              (int)(name.end - name.at < 60 ? name.end - name.at : 60), name.at,
                              NAME(first.property));
    }
    return status;
}

/* at-rules that neither hide nor move */
static bool
is_harmless(struct span name)
{
    static const char *const word[] = {"charset", "namespace", "font-face", "keyframes", "page"};
    bool found = false;
    for (size_t i = 0; i < sizeof word / sizeof word[0]; i++) {
        found = found || is_word(name, word[i]);
    }
    return found;
}

static quire_status
read_sheet(struct sheets *s, struct span rest, int line)
{
    quire_status status = QUIRE_OK;
    for (rest = trim(rest); rest.at < rest.end && status == QUIRE_OK; rest = trim(rest)) {
        if (rest.end - rest.at >= 3 &&
            (memcmp(rest.at, "<!-", 3) == 0 || memcmp(rest.at, "-->", 3) == 0)) {
            rest.at += *rest.at == '<' ? 4 : 3; /* hides the sheet from the oldest programs */
            continue;
        }
        const bool at_rule = *rest.at == '@';
        const struct span head = {rest.at, find_end(rest.at, rest.end, at_rule ? ";{" : "{")};
        struct span name = {head.at + at_rule, head.at + at_rule};
        while (name.end < head.end && is_name(*name.end)) {
            name.end++;
        }
        const bool block = head.end < rest.end && *head.end == '{';
        const struct span body = {block ? head.end + 1 : head.end,
                                  block ? find_end(head.end + 1, rest.end, "}") : head.end};
        if (at_rule && !is_harmless(name)) {
            return refuse(s, line, "write its rules without it",
                          "the style sheet has '@%.*s', which is not read",
                          (int)(name.end - name.at < 40 ? name.end - name.at : 40), name.at);
        }
        if (!at_rule && find_end(body.at, body.end, "{") < body.end) {
            return refuse(s, line, "write them behind each other",
                          "the style sheet has rules within rules, which are not read");
        }
        status = at_rule ? QUIRE_OK : read_rule(s, head, body, line);
        rest.at = body.end < rest.end ? body.end + 1 : rest.end;
    }
    return status;
}

/* all <style> elements, in the order of the file */
static quire_status
read_sheets(struct sheets *s, const struct quire_node *node)
{
    quire_status status = QUIRE_OK;
    if (strcmp(node->element, "style") == 0 && node->text != NULL) {
        const char *type = quire_node_get(node, "type"), *media = quire_node_get(node, "media");
        const int line = node->place.line;
        char *text = without_comments(node->text, s->arena);
        if (text == NULL) {
            return quire_diag_memory_error(s->diag);
        }
        if ((type != NULL && *type != '\0' && strcasecmp(type, "text/css") != 0) ||
            (media != NULL && *media != '\0' && strcasecmp(media, "all") != 0 &&
             strcasecmp(media, "screen") != 0)) {
            return refuse(s, line, NULL, "a style sheet of type '%.40s' for '%.40s' is not read",
                          type != NULL ? type : "", media != NULL ? media : "");
        }
        status = read_sheet(s, (struct span){text, text + strlen(text)}, line);
    }
    for (size_t i = 0; i < node->n_child && status == QUIRE_OK; i++) {
        status = read_sheets(s, node->child[i]);
    }
    return status;
}

/* ---- which rules an element has ---- */

/* whether the name is among the words of a text */
static bool
has_word(struct sheets *s, const char *text, struct span name)
{
    const size_t n = (size_t)(name.end - name.at);
    while (text != NULL && *text != '\0' && s->work++ < WORK_LIMIT) {
        text += strspn(text, " \t\r\n");
        const size_t length = strcspn(text, " \t\r\n");
        if (length == n && memcmp(text, name.at, n) == 0) {
            return true;
        }
        text += length;
    }
    return false;
}

static bool
is_compound(struct sheets *s, struct span text, const struct quire_node *node)
{
    while (text.at < text.end) {
        const char sort = *text.at;
        struct span name = {text.at + (sort == '.' || sort == '#'), text.at + 1};
        while (name.end < text.end && *name.end != '.' && *name.end != '#') {
            name.end++;
        }
        if (sort == '.'   ? !has_word(s, quire_node_get(node, "class"), name)
            : sort == '#' ? !has_word(s, quire_node_get(node, "id"), name)
                          : sort != '*' && !has_word(s, node->element, name)) {
            return false;
        }
        text.at = name.end;
    }
    return true;
}

/* the first i + 1 compounds of a rule stand for the node */
static bool
is_selected(struct sheets *s, const struct rule *rule, int i, const struct quire_node *node)
{
    if (s->work++ > WORK_LIMIT || !is_compound(s, rule->compound[i].text, node)) {
        return false;
    }
    const struct quire_node *up = node->parent;
    bool found = i == 0;
    for (; up != NULL && !found && (up == node->parent || !rule->compound[i].child);
         up = up->parent) {
        found = is_selected(s, rule, i - 1, up);
    }
    return found;
}

/* ---- what an element has ---- */

/* the declarations of an element that count, and how much they do */
struct cascade {
    struct span value[PROPERTIES];
    unsigned weight[PROPERTIES]; /* 0: none */
    size_t n;
};

static void
take_body(struct cascade *c, struct span body, unsigned weight)
{
    struct declaration d;
    while (take_declaration(&body, &d)) {
        const unsigned own = 1u + weight + (d.important ? IMPORTANT : 0);
        if (own >= c->weight[d.property]) {
            c->n += c->weight[d.property] == 0;
            c->weight[d.property] = own;
            c->value[d.property] = d.value;
        }
    }
}

/* what counts becomes attributes */
static quire_status
add_attributes(const struct sheets *s, struct quire_node *node, const struct cascade *c)
{
    struct quire_attribute *added = quire_arena_get(s->arena, c->n, sizeof *added),
                           **all = quire_arena_get(s->arena, node->n_attribute + c->n, sizeof *all);
    if (added == NULL || all == NULL) {
        return quire_diag_memory_error(s->diag);
    }
    if (node->n_attribute > 0) {
        memcpy(all, node->attribute, node->n_attribute * sizeof *all);
    }
    node->attribute = all;
    for (size_t i = 0; i < PROPERTIES; i++) {
        if (c->weight[i] > 0) {
            added->name = names[i];
            added->text = quire_arena_copy_bytes(s->arena, c->value[i].at,
                                                 (size_t)(c->value[i].end - c->value[i].at));
            if (added->text == NULL) {
                return quire_diag_memory_error(s->diag);
            }
            all[node->n_attribute++] = added++;
        }
    }
    return QUIRE_OK;
}

static quire_status
apply(struct sheets *s, struct quire_node *node)
{
    struct cascade c = {.n = 0};
    const char *own = quire_node_get(node, "style");
    for (size_t i = 0; i < s->n && s->work <= WORK_LIMIT; i++) {
        const struct rule *rule = &s->rule[i];
        if (is_selected(s, rule, rule->n - 1, node)) {
            take_body(&c, rule->body, rule->weight);
            s->work += (size_t)(rule->body.end - rule->body.at);
        }
    }
    if (own != NULL) {
        const char *text = strstr(own, "/*") != NULL ? without_comments(own, s->arena) : own;
        if (text == NULL) {
            return quire_diag_memory_error(s->diag);
        }
        take_body(&c, (struct span){text, text + strlen(text)}, OF_ATTRIBUTE);
    }
    if (s->work > WORK_LIMIT) {
        return quire_diag_error(s->diag, "E-LIMIT", quire_drawing_place(s->options, 0),
                                s->options->object, NULL,
                                "the style sheets have too many rules that hide or move something");
    }
    quire_status status = c.n > 0 ? add_attributes(s, node, &c) : QUIRE_OK;
    for (size_t i = 0; i < node->n_child && status == QUIRE_OK; i++) {
        status = apply(s, node->child[i]);
    }
    return status;
}

/* ---- all ---- */

quire_status
quire_svg_apply_styles(struct quire_node *root, const struct quire_drawing_options *options,
                       struct quire_arena *arena, quire_diag *diag)
{
    struct sheets s = {.options = options, .arena = arena, .diag = diag};
    quire_status status = read_sheets(&s, root);
    status = status == QUIRE_OK ? apply(&s, root) : status;
    free(s.rule);
    return status;
}

const char *
quire_svg_value(const struct quire_node *node, const char *name)
{
    const char *text = quire_node_get(node, name);
    return text != NULL ? text : quire_node_get(node, name + strlen("style:"));
}

/* Finds an example of each kind in files that are known to be good. */
#include "regen_examples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/catalog.h"
#include "catalog/kinds.h"
#include "catalog/words.h"

enum { MOST_BYTES = 500, MOST_COLUMNS = 70, PIECE = 60 };

/* ---- names of kinds in C ---- */

static const struct {
    const struct quire_kind *kind;
    const char *name;
} kinds[] = {
#define ROW(name) {&quire_kind_##name, #name},
    QUIRE_KINDS(ROW)
#undef ROW
};
#define N_KIND (sizeof kinds / sizeof kinds[0])

struct example {
    char *text; /* NULL: none yet */
    int cost;   /* lower ones are better */
};

struct gather {
    struct example example[N_KIND];
    /* the file is written to show examples, or is one where elements have all their attributes */
    bool is_example, is_full;
};

/* ---- one file ---- */

/* the end of a tag, behind its '>' */
static const char *
tag_end(const char *at)
{
    char quote = '\0';

    for (; *at != '\0'; at++) {
        if (quote != '\0') {
            quote = *at == quote ? '\0' : quote;
        } else if (*at == '"' || *at == '\'') {
            quote = *at;
        } else if (*at == '>') {
            return at + 1;
        }
    }
    return at;
}

/* whether the tag has the attribute with this value (NULL: any) */
static bool
has_attribute(const char *tag, const char *end, const char *name, const char *value)
{
    struct quire_text wanted = {0};
    bool found = false;

    quire_text_format(&wanted, "%s=\"%s%s", name, value != NULL ? value : "",
                      value != NULL ? "\"" : "");
    for (const char *at = tag; at + wanted.size <= end && !found; at++) {
        found = (at[0] == ' ' || at[0] == '\n') && strncmp(at + 1, wanted.data, wanted.size) == 0;
    }
    quire_text_clear(&wanted);
    return found;
}

/* the kind of a tag below `parent`, or of a root (NULL) */
static size_t
find_kind(const struct quire_kind *parent, bool is_root, const char *tag, const char *end)
{
    const size_t length = strcspn(tag + 1, " \n\t/>");

    for (size_t i = 0; i < N_KIND; i++) {
        const struct quire_kind *kind = kinds[i].kind;
        if (strlen(kind->element) == length && strncmp(kind->element, tag + 1, length) == 0 &&
            (is_root || (parent != NULL && quire_child_find(parent, kind) != NULL)) &&
            (kind->selector == NULL || has_attribute(tag, end, kind->selector, kind->variant))) {
            return i;
        }
    }
    return N_KIND;
}

/* The text with the indent of its first line taken away, and long tags broken. */
static char *
lay_out(const char *text, const char *start, const char *end)
{
    struct quire_text out = {0};
    size_t indent = 0, column = 0, deep = 0; /* deep: the indent of this line */
    char quote = '\0';
    bool in_tag = false;

    while (start - indent > text && start[-(long)indent - 1] == ' ') {
        indent++;
    }
    for (const char *at = start; at < end; at++) {
        if (*at == '\n') {
            size_t n = 0;
            while (n < indent && at[1] == ' ') {
                at++;
                n++;
            }
            quire_text_add(&out, "\n");
            column = deep = 0;
            continue;
        }
        in_tag = quote == '\0' && (*at == '<' || *at == '>') ? *at == '<' && at[1] != '!' : in_tag;
        if (in_tag && (*at == '"' || *at == '\'') && (quote == '\0' || quote == *at)) {
            quote = quote == '\0' ? *at : '\0';
        }
        if (in_tag && quote == '\0' && *at == ' ' && column > deep) {
            const char *value = memchr(at, '"', (size_t)(end - at)),
                       *last =
                           value != NULL ? memchr(value + 1, '"', (size_t)(end - value - 1)) : NULL;
            if (last != NULL && column + (size_t)(last - at) > MOST_COLUMNS) {
                quire_text_format(&out, "\n%*s", (int)deep + 4, "");
                column = deep + 4;
                continue;
            }
        }
        quire_text_add_char(&out, *at);
        deep = *at == ' ' && deep == column ? deep + 1 : deep;
        column++;
    }
    char *copy = quire_text_take(&out);
    quire_text_clear(&out);
    return copy;
}

static void
consider(struct gather *self, size_t kind, const char *text, const char *start, const char *end)
{
    struct example *example = &self->example[kind];
    const size_t size = (size_t)(end - start);
    const char *tag = tag_end(start);
    const int cost = (self->is_example ? -100 : 0) + (self->is_full ? 3 : 0) +
                     (memchr(start, '{', size) != NULL ? 2 : 0) +
                     (has_attribute(start, tag, "like", NULL) ? 4 : 0) +
                     (has_attribute(start, tag, "class", NULL) ? 4 : 0) +
                     (size > MOST_BYTES ? (int)(size / (MOST_BYTES / 2)) : 0);

    if (example->text == NULL || cost < example->cost) {
        free(example->text);
        *example = (struct example){lay_out(text, start, end), cost};
    }
}

/* Takes an element, `at` its '<', with those inside; returns its end. */
static const char *
take(struct gather *self, const struct quire_kind *parent, bool is_root, const char *text,
     const char *at)
{
    const char *start = at, *end = tag_end(at);
    const size_t kind = find_kind(parent, is_root, start, end);

    at = end;
    while (end[-2] != '/' && *at != '\0') {
        at += strcspn(at, "<");
        if (strncmp(at, "<!--", 4) == 0) {
            const char *close = strstr(at, "-->");
            at = close != NULL ? close + 3 : at + strlen(at);
        } else if (at[0] == '<' && at[1] == '/') {
            at = tag_end(at);
            break;
        } else if (at[0] == '<') {
            at = take(self, kind < N_KIND ? kinds[kind].kind : NULL, false, text, at);
        }
    }
    if (kind < N_KIND) {
        consider(self, kind, text, start, at);
    }
    return at;
}

static bool
take_file(struct gather *self, const char *path)
{
    FILE *file = fopen(path, "r");
    struct quire_text text = {0};
    char part[4096];
    size_t n;

    while (file != NULL && (n = fread(part, 1, sizeof part, file)) > 0) {
        quire_text_add_bytes(&text, part, n);
    }
    const bool good = file != NULL && !ferror(file) && text.data != NULL;
    if (!good) {
        perror(path);
    }
    if (file != NULL) {
        fclose(file);
    }
    self->is_example = strstr(path, "/data/examples/") != NULL;
    self->is_full = strstr(path, "good-") != NULL;
    for (const char *at = good ? text.data : ""; *at != '\0';) {
        at += strcspn(at, "<");
        if (strncmp(at, "<!--", 4) == 0) {
            const char *close = strstr(at, "-->");
            at = close != NULL ? close + 3 : at + strlen(at);
        } else if (at[0] == '<' && at[1] == '?') {
            at = tag_end(at);
        } else if (at[0] == '<') {
            at = take(self, NULL, true, text.data, at);
        }
    }
    quire_text_clear(&text);
    return good;
}

/* ---- the table ---- */

/* literals of C, a line of the example or a part of one each */
static void
add_literal(struct quire_text *out, const char *text)
{
    while (*text != '\0') {
        size_t size = strcspn(text, "\n");
        if (size > PIECE) {
            for (size = PIECE; size > 20 && text[size - 1] != ' '; size--) {
            }
            size = size > 20 ? size : PIECE;
        }
        quire_text_add(out, "\n     \"");
        for (size_t i = 0; i < size; i++) {
            quire_text_add(out, text[i] == '"' || text[i] == '\\' ? "\\" : "");
            quire_text_add_char(out, text[i]);
        }
        text += size;
        if (*text == '\n') {
            quire_text_add(out, "\\n");
            text++;
        }
        quire_text_add(out, "\"");
    }
}

bool
regen_examples(struct quire_text *out, char *const *file, int n)
{
    struct gather self = {0};
    bool good = true;

    for (int i = 0; i < n; i++) {
        good = take_file(&self, file[i]) && good;
    }
    quire_text_add(out, "/* Generated from samples and good files of tests: make regen */\n"
                        "#include \"catalog/examples.h\"\n\n#include \"catalog/kinds.h\"\n\n"
                        "/* clang-format off */\n"
                        "static const struct {\n    const struct quire_kind *kind;\n"
                        "    const char *text;\n} examples[] = {\n");
    for (size_t i = 0; i < N_KIND; i++) {
        if (kinds[i].kind->example != NULL) {
            continue;
        }
        if (self.example[i].text == NULL) {
            fprintf(stderr, "regen: no example of %s\n", kinds[i].name);
            good = false;
            continue;
        }
        quire_text_format(out, "    {&quire_kind_%s,", kinds[i].name);
        add_literal(out, self.example[i].text);
        quire_text_add(out, "},\n");
    }
    quire_text_add(out, "};\n/* clang-format on */\n\nconst char *\n"
                        "quire_kind_example(const struct quire_kind *kind)\n{\n"
                        "    for (size_t i = 0; kind->example == NULL && i < sizeof examples / "
                        "sizeof examples[0]; i++) {\n"
                        "        if (examples[i].kind == kind) {\n"
                        "            return examples[i].text;\n        }\n    }\n"
                        "    return kind->example;\n}\n");
    for (size_t i = 0; i < N_KIND; i++) {
        free(self.example[i].text);
    }
    return good && !out->failed;
}

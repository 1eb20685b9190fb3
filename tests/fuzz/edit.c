/* Changes in a text, and elements from the kind tables: inputs that get past the first checks. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "formula/units.h"
#include "fuzz.h"
#include "kind/kind.h"

/* ---- changes ---- */

void
fuzz_splice(struct quire_text *text, size_t at, size_t length, const char *with, size_t n)
{
    struct quire_text out = {0};

    quire_text_add_bytes(&out, text->data, at);
    quire_text_add_bytes(&out, with, n);
    quire_text_add_bytes(&out, text->data + at + length, text->size - at - length);
    quire_text_clear(text);
    *text = out;
}

static bool
starts_number(const struct quire_text *text, size_t i)
{
    return isdigit((unsigned char)text->data[i]) != 0 &&
           (i == 0 || isalnum((unsigned char)text->data[i - 1]) == 0) &&
           (i == 0 || strchr("._-", text->data[i - 1]) == NULL ||
            (text->data[i - 1] == '-' &&
             (i == 1 || isalnum((unsigned char)text->data[i - 2]) == 0)));
}

static bool
starts_quoted(const struct quire_text *text, size_t i)
{
    return text->data[i] == '"' && i > 0 && i + 1 < text->size &&
           strchr("= ,:[{", text->data[i - 1]) != NULL;
}

static bool
starts_line(const struct quire_text *text, size_t i)
{
    return i == 0 || text->data[i - 1] == '\n';
}

size_t
fuzz_find(const struct quire_text *text, bool (*starts)(const struct quire_text *, size_t),
          struct fuzz_choices *how)
{
    size_t n = 0;

    for (size_t i = 0; i < text->size; i++) {
        n += starts(text, i);
    }
    size_t left = fuzz_choose(how, n);
    for (size_t i = 0; i < text->size; i++) {
        if (starts(text, i) && left-- == 0) {
            return i;
        }
    }
    return text->size;
}

static void
change_number(struct quire_text *text, struct fuzz_choices *how)
{
    static const char *const numbers[] = {"0",
                                          "1",
                                          "-1",
                                          "2",
                                          "0.5",
                                          "3",
                                          "10",
                                          "1000",
                                          "1e-3",
                                          "1e-6",
                                          "1e-9",
                                          "1e6",
                                          "1e9",
                                          "1e15",
                                          "1e300",
                                          "nan",
                                          "1e-300",
                                          "-0",
                                          "0.1",
                                          "1e-12",
                                          "65536",
                                          "2147483648",
                                          "9223372036854775808",
                                          "100"};
    const size_t at = fuzz_find(text, starts_number, how);
    size_t end = at;

    while (end < text->size &&
           (isdigit((unsigned char)text->data[end]) != 0 || text->data[end] == '.')) {
        end++;
    }
    const char *number = numbers[fuzz_choose(how, sizeof numbers / sizeof *numbers)];
    fuzz_splice(text, at, end - at, number, strlen(number));
}

/* one quoted word becomes another one of the text */
static void
change_word(struct quire_text *text, struct fuzz_choices *how)
{
    size_t place[2], length[2];

    for (int k = 0; k < 2; k++) {
        place[k] = fuzz_find(text, starts_quoted, how);
        if (place[k] >= text->size) {
            return;
        }
        const char *end = memchr(text->data + place[k] + 1, '"', text->size - place[k] - 1);
        length[k] = end != NULL ? (size_t)(end - text->data) - place[k] + 1 : 1;
    }
    struct quire_text other = {0};
    quire_text_add_bytes(&other, text->data + place[1], length[1]);
    fuzz_splice(text, place[0], length[0], other.data, other.size);
    quire_text_clear(&other);
}

static void
change_line(struct quire_text *text, struct fuzz_choices *how)
{
    const size_t from = fuzz_find(text, starts_line, how), to = fuzz_find(text, starts_line, how);
    const char *end = memchr(text->data + from, '\n', text->size - from);
    const size_t length = end != NULL ? (size_t)(end - text->data) - from + 1 : text->size - from;

    if (fuzz_byte(how) % 2 == 0) { /* it goes */
        fuzz_splice(text, from, length, "", 0);
    } else {
        struct quire_text line = {0};
        quire_text_add_bytes(&line, text->data + from, length);
        fuzz_splice(text, to, 0, line.data, line.size);
        quire_text_clear(&line);
    }
}

static void
change_bytes(struct quire_text *text, struct fuzz_choices *how)
{
    const size_t at = fuzz_choose(how, text->size);
    char with[16];
    const size_t n = fuzz_choose(how, sizeof with), most = text->size - at,
                 gone = fuzz_choose(how, 32);

    for (size_t i = 0; i < n; i++) {
        with[i] = (char)fuzz_byte(how);
    }
    fuzz_splice(text, at, gone < most ? gone : most, with, n);
}

void
fuzz_edit(struct quire_text *text, struct fuzz_choices *how)
{
    if (text->size == 0) {
        return;
    }
    switch (fuzz_choose(how, 8)) {
    case 0: change_word(text, how); break;
    case 1: change_line(text, how); break;
    case 2: change_bytes(text, how); break;
    case 3: fuzz_splice(text, fuzz_choose(how, text->size), 1, "", 0); break;
    default: change_number(text, how); break;
    }
}

/* ---- elements ---- */

struct making {
    struct quire_text *out;
    const char *world;
    struct fuzz_choices *how;
    int depth;
};

static bool
is_one_of(const char *words, const char *word, size_t length)
{
    for (const char *at = words; at != NULL; at = strchr(at, '|')) {
        at += *at == '|';
        if (strncmp(at, word, length) == 0 && (at[length] == '|' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

/* a word of "a|b|c" */
static void
add_choice(struct making *m, const char *words)
{
    size_t n = 1;
    for (const char *p = words; *p != '\0'; p++) {
        n += *p == '|';
    }
    for (size_t skip = fuzz_choose(m->how, n); skip > 0; skip--) {
        words = strchr(words, '|') + 1;
    }
    quire_text_add_bytes(m->out, words, strcspn(words, "|"));
}

/* the name of an element of `world` that may be referred to; false if there is none */
static bool
add_reference(struct making *m, const char *elements)
{
    for (int pass = 0, n = 0, left = 0; pass < 2; pass++) {
        left = pass == 1 ? (int)fuzz_choose(m->how, (size_t)n) : 0;
        for (const char *at = m->world; (at = strchr(at, '<')) != NULL; at++) {
            const size_t length = strcspn(at + 1, " />\n");
            const char *name = strstr(at, " name=\""), *end = strchr(at, '>');
            if (name == NULL || end == NULL || name > end || !is_one_of(elements, at + 1, length)) {
                continue;
            }
            if (pass == 0) {
                n++;
            } else if (left-- == 0) {
                quire_text_add_bytes(m->out, name + 7, strcspn(name + 7, "\""));
                return true;
            }
        }
        if (n == 0) {
            return false;
        }
    }
    return false;
}

static bool
find_exponent(void *user, const char *name, size_t length, double *value)
{
    (void)user, (void)name, (void)length;
    *value = 1;
    return true;
}

/* a number within the range, in the SI unit */
static void
add_number(struct making *m, const struct quire_field *f, bool whole)
{
    static const double sizes[] = {1, 0.001, 0.01, 0.1, 10, 100, 1e-6, 2, 5, 1000, 1e5, 0};
    const struct quire_unit_lookup lookup = {find_exponent, NULL};
    double value = sizes[fuzz_choose(m->how, sizeof sizes / sizeof *sizes)];
    char unit[256];

    if (whole) {
        value = ceil(value);
    }
    value = value < f->minimum || (f->above && value <= f->minimum)
                ? f->minimum + (f->above ? 1 : 0)
                : value;
    value = value > f->maximum || (f->below && value >= f->maximum)
                ? f->maximum - (f->below ? 0.5 * fabs(f->maximum) : 0)
                : value;
    quire_text_number(m->out, value);
    if (f->unit != NULL && *f->unit != '\0') {
        quire_text_format(m->out, " %s", quire_unit_spell(unit, sizeof unit, f->unit, &lookup));
    }
}

static void
add_value(struct making *m, const struct quire_field *f)
{
    const int parts = f->type == QUIRE_FIELD_TRIPLE ? 3 : 2;

    switch (f->type) {
    case QUIRE_FIELD_REAL: add_number(m, f, false); break;
    case QUIRE_FIELD_INTEGER: add_number(m, f, true); break;
    case QUIRE_FIELD_BOOLEAN: add_choice(m, "yes|no"); break;
    case QUIRE_FIELD_CHOICE: add_choice(m, f->choices); break;
    case QUIRE_FIELD_TEXT:
    case QUIRE_FIELD_FILE: quire_text_add(m->out, "text"); break;
    case QUIRE_FIELD_NAME: quire_text_format(m->out, "fuzz%zu", m->out->size); break;
    case QUIRE_FIELD_REFERENCE:
        if (!add_reference(m, f->choices)) {
            quire_text_add(m->out, "nobody");
        }
        break;
    case QUIRE_FIELD_VECTOR:
    case QUIRE_FIELD_TRIPLE:
        for (int k = 0; k < parts; k++) {
            quire_text_add(m->out, k > 0 ? ", " : "");
            add_number(m, f, false);
        }
        break;
    case QUIRE_FIELD_POINTS: quire_text_add(m->out, "0 mm, 0 mm; 10 mm, 1 mm; 20 mm, -1 mm"); break;
    }
}

static void add_kind(struct making *m, const struct quire_kind *kind);

extern const struct quire_catalog *quire_catalog_all(void);

/* a kind that the row of a table of children allows; NULL if there is none */
static const struct quire_kind *
choose_kind(struct making *m, const struct quire_child *row)
{
    const struct quire_catalog *all = quire_catalog_all();
    size_t n = 0, left = 0;

    for (int pass = 0; pass < 2; pass++) {
        left = pass == 1 ? fuzz_choose(m->how, n) : 0;
        for (size_t i = 0; i < all->n; i++) {
            const struct quire_kind *kind = all->kind[i];
            if (kind->family != row->family ||
                (row->element != NULL && strcmp(kind->element, row->element) != 0)) {
                continue;
            }
            if (pass == 0) {
                n++;
            } else if (left-- == 0) {
                return kind;
            }
        }
    }
    return NULL;
}

static void
add_children(struct making *m, const struct quire_kind *kind)
{
    for (const struct quire_child *row = kind->children;
         row != NULL && row->family != NULL && m->depth < 4; row++) {
        for (int i = row->minimum + (fuzz_byte(m->how) % 4 == 3); i > 0; i--) {
            const struct quire_kind *child = choose_kind(m, row);
            if (child != NULL) {
                add_kind(m, child);
            }
        }
    }
}

static void
add_kind(struct making *m, const struct quire_kind *kind)
{
    quire_text_format(m->out, "<%s", kind->element);
    if (kind->selector != NULL) {
        quire_text_format(m->out, " %s=\"%s\"", kind->selector, kind->variant);
    }
    for (const struct quire_field *f = kind->fields; f->name != NULL; f++) {
        if (f->fallback == QUIRE_REQUIRED || f->type == QUIRE_FIELD_NAME ||
            fuzz_byte(m->how) % 8 == 7) {
            quire_text_format(m->out, " %s=\"", f->name);
            add_value(m, f);
            quire_text_add_char(m->out, '"');
        }
    }
    quire_text_add_char(m->out, '>');
    m->depth++;
    add_children(m, kind);
    m->depth--;
    quire_text_format(m->out, "</%s>\n", kind->element);
}

/* the row of a table of children that is chosen; NULL if there is none */
static const struct quire_child *
choose_row(struct making *m, const struct quire_kind *kind)
{
    size_t n = 0;

    for (const struct quire_child *row = kind->children; row != NULL && row->family != NULL;
         row++) {
        n++;
    }
    return n > 0 ? &kind->children[fuzz_choose(m->how, n)] : NULL;
}

void
fuzz_add_child(struct quire_text *out, const struct quire_kind *parent, const char *world,
               struct fuzz_choices *how)
{
    struct making m = {out, world, how, 0};
    const struct quire_child *row = choose_row(&m, parent);
    const struct quire_kind *kind = row != NULL ? choose_kind(&m, row) : NULL;

    if (kind != NULL) {
        add_kind(&m, kind);
    }
}

void
fuzz_add_attribute(struct quire_text *out, const struct quire_kind *kind, const char *world,
                   struct fuzz_choices *how)
{
    struct making m = {out, world, how, 0};
    size_t n = 0;

    for (const struct quire_field *f = kind->fields; f != NULL && f->name != NULL; f++) {
        n++;
    }
    if (n > 0) {
        const struct quire_field *field = &kind->fields[fuzz_choose(how, n)];
        quire_text_format(out, " %s=\"", field->name);
        add_value(&m, field);
        quire_text_add_char(out, '"');
    }
}

void
fuzz_add_element(struct quire_text *out, const struct quire_kind *kind, const char *world,
                 struct fuzz_choices *how)
{
    struct making m = {out, world, how, 0};

    add_kind(&m, kind);
}

/* Changes that keep a model a model: elements and attributes that may stand where they are put, and
 * the ways to a value: expressions, defaults, likeness, instances. */
#include <ctype.h>
#include <string.h>

#include "catalog/catalog.h"
#include "fuzz.h"

/* an element as it stands in a text */
struct place {
    size_t at, name_end, tag_end; /* "<", behind the name, behind ">" */
    size_t end;                   /* behind the whole element */
    bool empty;                   /* <element/> */
};

static bool
starts_element(const struct quire_text *text, size_t i)
{
    return text->data[i] == '<' && i + 1 < text->size &&
           isalpha((unsigned char)text->data[i + 1]) != 0;
}

static size_t
find_tag_end(const struct quire_text *text, size_t at)
{
    char quote = '\0';

    for (; at < text->size && (quote != '\0' || text->data[at] != '>'); at++) {
        const char c = text->data[at];
        quote = quote != '\0' ? (c == quote ? '\0' : quote) : c == '"' || c == '\'' ? c : '\0';
    }
    return at < text->size ? at + 1 : at;
}

/* an element in another of its name is taken for its end, which does no harm */
static size_t
find_end(const struct quire_text *text, const struct place *p)
{
    struct quire_text tag = {0};

    quire_text_add(&tag, "</");
    quire_text_add_bytes(&tag, text->data + p->at + 1, p->name_end - p->at - 1);
    const char *end = strstr(text->data + p->tag_end, tag.data);
    const size_t behind = end != NULL ? (size_t)(end - text->data) + tag.size + 1 : text->size;
    quire_text_clear(&tag);
    return behind < text->size ? behind : text->size;
}

static bool
find_element(struct place *p, const struct quire_text *text, struct fuzz_choices *how)
{
    p->at = fuzz_find(text, starts_element, how);
    if (p->at >= text->size || strlen(text->data) != text->size) {
        return false;
    }
    p->name_end = p->at + 1 + strcspn(text->data + p->at + 1, " \t\r\n/>");
    p->tag_end = find_tag_end(text, p->at);
    p->empty = p->tag_end > p->at + 1 && text->data[p->tag_end - 2] == '/';
    p->end = p->empty ? p->tag_end : find_end(text, p);
    return p->name_end < p->tag_end;
}

/* one of the kinds of the element; NULL: there is none */
static const struct quire_kind *
kind_of(const struct quire_text *text, const struct place *p, struct fuzz_choices *how)
{
    const struct quire_catalog *all = quire_catalog_all();
    const size_t length = p->name_end - p->at - 1, first = fuzz_choose(how, all->n);

    for (size_t i = 0; i < all->n; i++) {
        const struct quire_kind *kind = all->kind[(first + i) % all->n];
        if (strlen(kind->element) == length &&
            memcmp(kind->element, text->data + p->at + 1, length) == 0) {
            return kind;
        }
    }
    return NULL;
}

/* ---- elements and attributes ---- */

static void
add_child(struct quire_text *text, const struct place *p, struct fuzz_choices *how)
{
    const struct quire_kind *kind = kind_of(text, p, how);
    struct quire_text child = {0};

    if (kind == NULL) {
        return;
    }
    fuzz_add_child(&child, kind, text->data, how);
    if (child.size > 0 && p->empty) {
        struct quire_text whole = {0};
        quire_text_format(&whole, ">%s</%.*s>", child.data, (int)(p->name_end - p->at - 1),
                          text->data + p->at + 1);
        fuzz_splice(text, p->tag_end - 2, 2, whole.data, whole.size);
        quire_text_clear(&whole);
    } else if (child.size > 0) {
        fuzz_splice(text, p->tag_end, 0, child.data, child.size);
    }
    quire_text_clear(&child);
}

static void
add_attribute(struct quire_text *text, const struct place *p, struct fuzz_choices *how)
{
    const struct quire_kind *kind = kind_of(text, p, how);
    struct quire_text attribute = {0};

    if (kind != NULL) {
        fuzz_add_attribute(&attribute, kind, text->data, how);
    }
    if (attribute.size > 0) {
        fuzz_splice(text, p->name_end, 0, attribute.data, attribute.size);
    }
    quire_text_clear(&attribute);
}

/* ---- ways to a value ---- */

struct value {
    /* name="value": the blank before it, "=", behind the first quote, the last quote */
    size_t at, name_end, begin, end;
};

static bool
find_value(struct value *v, const struct quire_text *text, const struct place *p,
           struct fuzz_choices *how)
{
    size_t left = fuzz_choose(how, 8);

    for (size_t at = p->name_end; at < p->tag_end && text->data[at] == ' ';) {
        v->at = at;
        v->name_end = at + strcspn(text->data + at, "=>");
        if (text->data[v->name_end] != '=' || text->data[v->name_end + 1] != '"') {
            return false;
        }
        v->begin = v->name_end + 2;
        v->end = v->begin + strcspn(text->data + v->begin, "\"");
        if (left-- == 0) {
            return v->end < p->tag_end;
        }
        at = v->end + 1;
    }
    return false;
}

/* "8 N" becomes "{2*(8 N)/2}", or the name of a parameter */
static void
use_expression(struct quire_text *text, const struct place *p, struct fuzz_choices *how)
{
    struct quire_text expression = {0};
    struct value v;

    if (!find_value(&v, text, p, how)) {
        return;
    }
    const char *parameter = strstr(text->data, "<parameter name=\"");
    if (parameter != NULL && fuzz_byte(how) % 2 == 0) {
        parameter += strlen("<parameter name=\"");
        quire_text_format(&expression, "{%.*s}", (int)strcspn(parameter, "\""), parameter);
    } else {
        quire_text_format(&expression, "{2*(%.*s)/2}", (int)(v.end - v.begin),
                          text->data + v.begin);
    }
    fuzz_splice(text, v.begin, v.end - v.begin, expression.data, expression.size);
    quire_text_clear(&expression);
}

/* puts lines behind the first tag */
static void
put_first(struct quire_text *text, const struct quire_text *lines)
{
    struct fuzz_choices first = {NULL, 0};
    const size_t at = fuzz_find(text, starts_element, &first);

    fuzz_splice(text, find_tag_end(text, at), 0, lines->data, lines->size);
}

/* an attribute moves to the defaults of its element */
static void
use_defaults(struct quire_text *text, const struct place *p, struct fuzz_choices *how)
{
    struct quire_text defaults = {0};
    struct value v;

    if (find_value(&v, text, p, how)) {
        const char *class = fuzz_byte(how) % 2 == 0 ? "" : " class=\"fuzz\"";
        quire_text_format(&defaults, "<defaults%s><%.*s%.*s/></defaults>", class,
                          (int)(p->name_end - p->at - 1), text->data + p->at + 1,
                          (int)(v.end + 1 - v.at), text->data + v.at);
        fuzz_splice(text, v.at, v.end + 1 - v.at, class, strlen(class));
        put_first(text, &defaults);
    }
    quire_text_clear(&defaults);
}

/* another element like this one stands behind it */
static void
use_like(struct quire_text *text, const struct place *p, struct fuzz_choices *how)
{
    const char *name = strstr(text->data + p->at, " name=\"");
    struct quire_text other = {0};

    if (name != NULL && name < text->data + p->tag_end) {
        name += strlen(" name=\"");
        quire_text_format(&other, "<%.*s name=\"fuzz%u\" like=\"%.*s\"/>",
                          (int)(p->name_end - p->at - 1), text->data + p->at + 1, fuzz_byte(how),
                          (int)strcspn(name, "\""), name);
        fuzz_splice(text, p->end, 0, other.data, other.size);
    }
    quire_text_clear(&other);
}

/* the element becomes the part of an assembly with instances */
static void
use_assembly(struct quire_text *text, const struct place *p, struct fuzz_choices *how)
{
    static const char *const places[] = {"",
                                         " at=\"0 mm, 0 mm\"",
                                         " at=\"5 mm, 3 mm\" angle=\"30 deg\"",
                                         " at=\"1 mm, 2 mm\" mirrored=\"yes\"",
                                         " path=\"main\" at=\"10 mm\"",
                                         " count=\"2\" path=\"main\" at=\"10 mm\" pitch=\"20 mm\""};
    const unsigned number = fuzz_byte(how);
    struct quire_text assembly = {0};

    quire_text_format(&assembly,
                      "<assembly name=\"kind%u\">%.*s</assembly><instance name=\"inst%u\" "
                      "assembly=\"kind%u\"%s/>",
                      number, (int)(p->end - p->at), text->data + p->at, number, number,
                      places[fuzz_choose(how, sizeof places / sizeof *places)]);
    fuzz_splice(text, p->at, p->end - p->at, assembly.data, assembly.size);
    quire_text_clear(&assembly);
}

void
fuzz_edit_tree(struct quire_text *text, struct fuzz_choices *how)
{
    struct place place;

    if (!find_element(&place, text, how)) {
        return;
    }
    switch (fuzz_choose(how, 8)) {
    case 0:
    case 1: add_child(text, &place, how); break;
    case 2:
    case 3: add_attribute(text, &place, how); break;
    case 4: use_expression(text, &place, how); break;
    case 5: use_defaults(text, &place, how); break;
    case 6: use_like(text, &place, how); break;
    default: use_assembly(text, &place, how); break;
    }
}

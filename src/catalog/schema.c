/* The XML schema (XSD 1.0) of model files. It serves editors: it knows elements, attributes, units'
 * spelling and help, but neither dimensions nor ranges nor names, which the reader checks. */
#include <quire/describe.h>

#include <string.h>

#include "base/diag.h"
#include "catalog/catalog.h"
#include "catalog/words.h"

/* ---- regular expressions of XSD; they match the whole value ---- */

#define DECIMAL    "[+\\-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)"
#define NUMBER     DECIMAL "([eE][+\\-]?[0-9]+)?"
#define NAMED_UNIT "[\\p{L}%°]+(\\^" DECIMAL ")?"
/* "1/s" needs the blank, or its 1 would be the number's */
#define QUANTITY NUMBER "( *" NAMED_UNIT "| +1)([*/]" NAMED_UNIT ")*"
#define PLAIN    NUMBER "( *%)?"
#define PAIR     " *" QUANTITY " *, *" QUANTITY " *"
#define NAME     "[\\p{L}_][\\p{L}\\p{N}_\\-]*"
/* a value with parameters or expressions in it  \ */
#define SUBSTITUTED "[^{}]*(\\{[^{}]+\\}[^{}]*)+"

struct simple_type {
    const char *name, *help, *pattern;
};

static const struct simple_type simple_types[] = {
    {"number", "a number without a unit", " *" PLAIN " *"},
    {"quantity", "a number and a unit without spaces in it, for example 12.5 mm or 1e3 N/m^1.5",
     " *" QUANTITY " *"},
    {"integer", "a whole number", " *[+\\-]?[0-9]+ *"},
    {"pair", "two numbers without units, separated by a comma", " *" PLAIN " *, *" PLAIN " *"},
    {"vector", "two quantities separated by a comma, for example 12 mm, -10 mm", PAIR},
    {"three", "three numbers without units, separated by commas",
     " *" PLAIN " *, *" PLAIN " *, *" PLAIN " *"},
    {"triple", "three quantities separated by commas, for example 12 mm, 0 mm, -10 mm",
     " *" QUANTITY " *, *" QUANTITY " *, *" QUANTITY " *"},
    {"points", "points separated by semicolons, for example 0 mm, 0 mm; 10 mm, 2 mm",
     PAIR "(;" PAIR ")*"},
    {"name", "a letter first, then letters, digits, '_' and '-'", NAME},
    {"boolean", "yes or no", "yes|no"},
};

static void
add_simple_types(struct quire_text *out)
{
    for (size_t i = 0; i < sizeof simple_types / sizeof simple_types[0]; i++) {
        const struct simple_type *type = &simple_types[i];
        quire_text_format(out,
                          "  <xs:simpleType name=\"%s\">\n    <xs:annotation><xs:documentation>%s",
                          type->name, type->help);
        quire_text_add(
            out, "</xs:documentation></xs:annotation>\n    <xs:restriction base=\"xs:string\">\n");
        quire_text_format(out, "      <xs:pattern value=\"%s\"/>\n", type->pattern);
        quire_text_format(out, "      <xs:pattern value=\"%s\"/>\n", SUBSTITUTED);
        quire_text_add(out, "    </xs:restriction>\n  </xs:simpleType>\n");
    }
}

/* ---- elements: all kinds with one family and element share a type ---- */

static bool
same_element(const struct quire_kind *a, const struct quire_kind *b)
{
    return a->family == b->family && strcmp(a->element, b->element) == 0;
}

/* Whether kind i is the first of its element, the one that stands for all variants. */
static bool
is_first(const struct quire_catalog *catalog, size_t i)
{
    for (size_t j = 0; j < i; j++) {
        if (same_element(catalog->kind[i], catalog->kind[j])) {
            return false;
        }
    }
    return true;
}

/* Elements may have attributes from defaults of their class. */
static bool
may_have_class(const struct quire_kind *kind)
{
    static const char *const none[] = {"model",       "library",     "study",     "include",
                                       "defaults",    "parameters",  "parameter", "factor",
                                       "noise",       "design",      "response",  "exclude",
                                       "correlation", "calibration", "unknown",   "measured"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        if (strcmp(kind->element, none[i]) == 0) {
            return false;
        }
    }
    return true;
}

/* Named objects may take what they do not say from another one, by like="". */
static bool
may_be_like(const struct quire_kind *kind)
{
    return quire_kind_name_field(kind) != NULL && strcmp(kind->element, "model") != 0 &&
           strcmp(kind->element, "library") != 0 && strcmp(kind->element, "parameter") != 0 &&
           strcmp(kind->element, "assembly") != 0 && strcmp(kind->element, "instance") != 0;
}

/* ---- attributes ---- */

static const char *
simple_type(const struct quire_field *field)
{
    switch (field->type) {
    case QUIRE_FIELD_REAL: return field->unit[0] == '\0' ? "number" : "quantity";
    case QUIRE_FIELD_INTEGER: return "integer";
    case QUIRE_FIELD_BOOLEAN: return "boolean";
    case QUIRE_FIELD_NAME:
    case QUIRE_FIELD_REFERENCE: return "name";
    case QUIRE_FIELD_VECTOR: return field->unit[0] == '\0' ? "pair" : "vector";
    case QUIRE_FIELD_TRIPLE: return field->unit[0] == '\0' ? "three" : "triple";
    case QUIRE_FIELD_POINTS: return "points";
    default: return NULL; /* texts have none; choices have their own */
    }
}

static void
add_field_help(struct quire_text *out, const struct quire_field *field)
{
    struct quire_text help = {0};

    quire_words_type(&help, field);
    quire_text_add(&help, ", ");
    const size_t before = help.size;
    quire_words_range(&help, field);
    quire_text_add(&help, help.size > before ? "; " : "");
    quire_words_default(&help, field);
    quire_text_format(&help, ": %s", field->help);
    if (help.data != NULL) {
        quire_text_xml(out, help.data);
    }
    quire_text_clear_part(&help, out);
}

static void
add_enumeration(struct quire_text *out, const char *words)
{
    quire_text_add(out, "      <xs:simpleType>\n        <xs:union>\n          <xs:simpleType>\n"
                        "            <xs:restriction base=\"xs:string\">\n");
    for (const char *word = words; *word != '\0';) {
        const size_t length = strcspn(word, "|");
        quire_text_add(out, "              <xs:enumeration value=\"");
        quire_text_add_bytes(out, word, length);
        quire_text_add(out, "\"/>\n");
        word += length + (word[length] == '|' ? 1 : 0);
    }
    quire_text_add(
        out,
        "            </xs:restriction>\n          </xs:simpleType>\n          <xs:simpleType>\n"
        "            <xs:restriction base=\"xs:string\">\n              <xs:pattern "
        "value=\"" SUBSTITUTED
        "\"/>\n            </xs:restriction>\n          </xs:simpleType>\n        </xs:union>\n"
        "      </xs:simpleType>\n");
}

/* Opens an attribute; a type of NULL is left for the caller to put inside. */
static void
begin_attribute(struct quire_text *out, const char *name, const char *type, bool required)
{
    quire_text_format(out, "    <xs:attribute name=\"%s\"", name);
    if (type != NULL) {
        quire_text_format(out, " type=\"%s\"", type);
    }
    quire_text_format(out, "%s>\n      <xs:annotation><xs:documentation>",
                      required ? " use=\"required\"" : "");
}

/* One attribute of all variants that have it; where these differ in type any text will do. */
static void
add_attribute(struct quire_text *out, const struct quire_catalog *catalog,
              const struct quire_kind *first, const struct quire_field *field)
{
    const char *type = simple_type(field);
    bool required = true, agreed = true;

    for (size_t i = 0; i < catalog->n; i++) {
        if (!same_element(catalog->kind[i], first)) {
            continue;
        }
        const struct quire_field *other = quire_field_find(catalog->kind[i]->fields, field->name);
        required = required && other != NULL && other->fallback == QUIRE_REQUIRED &&
                   (other->type == QUIRE_FIELD_NAME || !may_have_class(first));
        agreed =
            agreed && (other == NULL ||
                       (other->type == field->type && simple_type(other) == type &&
                        (field->choices == NULL || strcmp(field->choices, other->choices) == 0)));
    }
    const bool is_choice = agreed && field->type == QUIRE_FIELD_CHOICE;
    begin_attribute(out, field->name,
                    is_choice                ? NULL
                    : agreed && type != NULL ? type
                                             : "xs:string",
                    required);
    add_field_help(out, field);
    quire_text_add(out, "</xs:documentation></xs:annotation>\n");
    if (is_choice) {
        add_enumeration(out, field->choices);
    }
    quire_text_add(out, "    </xs:attribute>\n");
}

static void
add_selector(struct quire_text *out, const struct quire_catalog *catalog,
             const struct quire_kind *first)
{
    struct quire_text words = {0}, help = {0};

    for (size_t i = 0; i < catalog->n; i++) {
        const struct quire_kind *kind = catalog->kind[i];
        if (same_element(kind, first)) {
            quire_text_format(&words, "%s%s", words.size > 0 ? "|" : "", kind->variant);
            quire_text_format(&help, "%s%s: ", help.size > 0 ? "; " : "", kind->variant);
            quire_text_add_bytes(&help, kind->help, quire_words_sentence(kind->help));
        }
    }
    begin_attribute(out, first->selector, NULL, !may_have_class(first));
    if (words.failed || help.failed || words.data == NULL || help.data == NULL) {
        out->failed = true;
    } else {
        quire_text_xml(out, help.data);
        quire_text_add(out, "</xs:documentation></xs:annotation>\n");
        add_enumeration(out, words.data);
    }
    quire_text_add(out, "    </xs:attribute>\n");
    quire_text_clear(&words);
    quire_text_clear(&help);
}

/* Whether an earlier variant of the element has this attribute, which then has been written. */
static bool
is_repeated(const struct quire_catalog *catalog, size_t i, const char *name)
{
    for (size_t j = 0; j < i; j++) {
        if (same_element(catalog->kind[j], catalog->kind[i]) &&
            quire_field_find(catalog->kind[j]->fields, name) != NULL) {
            return true;
        }
    }
    return false;
}

static void
add_attributes(struct quire_text *out, const struct quire_catalog *catalog, size_t first)
{
    const struct quire_kind *kind = catalog->kind[first];
    bool has_doc = false;

    if (kind->selector != NULL) {
        add_selector(out, catalog, kind);
    }
    for (size_t i = first; i < catalog->n; i++) {
        if (!same_element(catalog->kind[i], kind)) {
            continue;
        }
        for (const struct quire_field *field = catalog->kind[i]->fields; field->name != NULL;
             field++) {
            if (!is_repeated(catalog, i, field->name)) {
                add_attribute(out, catalog, kind, field);
                has_doc = has_doc || strcmp(field->name, "doc") == 0;
            }
        }
    }
    if (may_be_like(kind)) {
        begin_attribute(out, "like", "name", false);
        quire_text_format(
            out,
            "name of another &lt;%s>, whose attributes and children hold where this one gives "
            "none; a "
            "child that lacks required attributes takes them from the same child there",
            kind->element);
        quire_text_add(out, "</xs:documentation></xs:annotation>\n    </xs:attribute>\n");
    }
    if (may_have_class(kind)) {
        begin_attribute(out, "class", "xs:string", false);
        quire_text_add(
            out, "class whose &lt;defaults> hold where nothing is given, for this element and "
                 "those inside it</xs:documentation></xs:annotation>\n    </xs:attribute>\n");
    }
    if (!has_doc) {
        begin_attribute(out, "doc", "xs:string", false);
        quire_text_add(
            out, "a remark for readers</xs:documentation></xs:annotation>\n    </xs:attribute>\n");
    }
}

/* ---- children ---- */

#define USER_DATA(occurs) "<xs:element name=\"user-data\" type=\"model.user-data\"" occurs "/>"

static void
add_child(struct quire_text *out, const struct quire_kind *kind, const char *occurs)
{
    quire_text_format(out, "      <xs:element name=\"%s\" type=\"%s.%s\"%s/>\n", kind->element,
                      kind->family->name, kind->element, occurs);
}

/* Children stand in any order. Where each may stand but once the schema can count them, otherwise
 * not. */
static void
add_children(struct quire_text *out, const struct quire_catalog *catalog,
             const struct quire_kind *kind)
{
    bool once = true;

    if (strcmp(kind->element, "defaults") == 0) { /* any element with any of its attributes */
        quire_text_add(out, "    <xs:sequence><xs:any minOccurs=\"0\" maxOccurs=\"unbounded\" "
                            "processContents=\"skip\"/></xs:sequence>\n");
    }
    if (strcmp(kind->element, "user-data") == 0) { /* whatever it is */
        quire_text_add(out, "    <xs:sequence><xs:any minOccurs=\"0\" maxOccurs=\"unbounded\" "
                            "processContents=\"skip\"/></xs:sequence>\n"
                            "    <xs:anyAttribute processContents=\"skip\"/>\n");
        return;
    }
    if (kind->children == NULL) {
        if (strcmp(kind->element, "defaults") != 0) {
            quire_text_add(out, "    <xs:sequence>" USER_DATA(
                                    " minOccurs=\"0\" maxOccurs=\"unbounded\"") "</xs:sequence>\n");
        }
        return;
    }
    for (const struct quire_child *child = kind->children; child->family != NULL; child++) {
        once = once && child->maximum == 1 && child->element != NULL;
    }
    quire_text_add(out, once ? "    <xs:all>\n"
                             : "    <xs:choice minOccurs=\"0\" maxOccurs=\"unbounded\">\n");
    for (const struct quire_child *child = kind->children; child->family != NULL; child++) {
        for (size_t i = 0; i < catalog->n; i++) {
            /* in every element, below */
            const bool foreign = strcmp(catalog->kind[i]->element, "user-data") == 0;
            if (quire_child_is(child, catalog->kind[i]) && is_first(catalog, i) && !foreign) {
                const bool needed = child->minimum > 0 && !may_be_like(kind);
                add_child(out, catalog->kind[i], once && !needed ? " minOccurs=\"0\"" : "");
            }
        }
    }
    quire_text_add(out, once ? "      " USER_DATA(" minOccurs=\"0\"") "\n    </xs:all>\n"
                             : "      " USER_DATA("") "\n    </xs:choice>\n");
}

/* ---- the whole ---- */

static void
add_type(struct quire_text *out, const struct quire_catalog *catalog, size_t first)
{
    const struct quire_kind *kind = catalog->kind[first];

    const bool foreign = strcmp(kind->element, "user-data") == 0;
    quire_text_format(out,
                      "  <xs:complexType name=\"%s.%s\"%s>\n    <xs:annotation><xs:documentation>",
                      kind->family->name, kind->element, foreign ? " mixed=\"true\"" : "");
    if (kind->variant == NULL) {
        quire_text_xml(out, kind->help);
    } else {
        quire_text_format(out, "What it is depends on the attribute %s.", kind->selector);
    }
    quire_text_add(out, "</xs:documentation></xs:annotation>\n");
    add_children(out, catalog, kind);
    if (!foreign) {
        add_attributes(out, catalog, first);
    }
    quire_text_add(out, "  </xs:complexType>\n");
}

quire_status
quire_describe_schema(char **out)
{
    if (out == NULL) {
        return quire_diag_misuse(NULL, __func__);
    }
    const struct quire_catalog *catalog = quire_catalog_all();
    struct quire_text text = {0};

    quire_text_add(
        &text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
               "<!-- Models and studies of Quire, for editors. Generated from the tables in the "
               "program: make regen -->\n"
               "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">\n"
               "  <xs:element name=\"model\" type=\"model.model\"/>\n"
               "  <xs:element name=\"library\" type=\"library.library\"/>\n"
               "  <xs:element name=\"study\" type=\"study.study\"/>\n"
               "  <xs:element name=\"calibration\" type=\"calibration.calibration\"/>\n");
    for (size_t i = 0; i < catalog->n; i++) {
        if (is_first(catalog, i)) {
            add_type(&text, catalog, i);
        }
    }
    add_simple_types(&text);
    quire_text_add(&text, "</xs:schema>\n");
    *out = quire_text_take(&text);
    quire_text_clear(&text);
    return *out != NULL ? QUIRE_OK : QUIRE_ERROR_LIMIT;
}

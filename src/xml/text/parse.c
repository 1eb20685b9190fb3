/* From bytes to a tree of elements: the only file that knows libxml2. */
#include "xml/text/parse.h"

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "text/text.h"
#include "xml/text/limits.h"
#include "xml/text/prologue.h"
#include "xml/text/scan.h"
#include "xml/text/version.h"

#define SCHEMA_INSTANCE "http://www.w3.org/2001/XMLSchema-instance"

/* never NOENT, DTDLOAD, DTDATTR, DTDVALID, XINCLUDE, RECOVER or HUGE: each reads files or removes a
 * limit */
#define OPTIONS                                                                                    \
    (XML_PARSE_NONET | XML_PARSE_IGNORE_ENC | XML_PARSE_NOCDATA | XML_PARSE_BIG_LINES |            \
     XML_PARSE_NOERROR | XML_PARSE_NOWARNING)

/* ---- memory: libxml2 2.9 goes on when an allocation fails and leaves things out; it says so, and
 * what is left is compared with the scan ---- */

static _Thread_local bool memory_failed;
static pthread_once_t start_once = PTHREAD_ONCE_INIT;

static void
start(void)
{
    xmlInitParser(); /* its allocator is the host program's to choose */
}

const char *
quire_xml_version(void)
{
    return LIBXML_DOTTED_VERSION;
}

/* ---- the parser, with walls ---- */

struct parse {
    const char *file;
    struct quire_arena *arena;
    quire_diag *diag;
    const struct quire_scan *scan;
    const char *bytes;
    size_t next_tag, next_text; /* indices into the scan */
    quire_status status;
    int n_error;
    bool refused; /* something that only a document type brings */
    /* it is no file of ours: what has another namespace than the root's is passed over */
    bool foreign;
    const char *space; /* the root's namespace, then; NULL: it has none */
};

static void
fail(struct parse *p, quire_status status)
{
    p->status = quire_status_worse(p->status, status);
}

static void
on_error(void *user, xmlErrorPtr error)
{
    const xmlParserCtxtPtr context = user;
    struct parse *p = context->_private;
    char text[200];
    if (p == NULL || error == NULL || error->level == XML_ERR_WARNING) {
        return;
    }
    if (memory_failed || error->code == XML_ERR_NO_MEMORY) {
        memory_failed = true; /* what the parser says then is not of the text */
        return;
    }
    if (++p->n_error > QUIRE_SYNTAX_ERROR_LIMIT) {
        fail(p, QUIRE_ERROR_INPUT);
        return;
    }
    const size_t n = error->message != NULL ? strcspn(error->message, "\n") : 0;
    quire_number_format(text, sizeof text, "%.*s", (int)(n < 180 ? n : 180),
                        error->message != NULL ? error->message : "");
    const struct quire_place at = {p->file, error->line, error->int2};
    fail(p, quire_diag_error(p->diag, "E-XML", at, NULL, NULL, "not well-formed XML: %s", text));
}

/* errors outside a parser's context, which libxml2 would print: all that matters is memory */
static void
on_other_error(void *user, xmlErrorPtr error)
{
    (void)user;
    memory_failed = memory_failed || error == NULL || error->code == XML_ERR_NO_MEMORY;
}

static void
refuse_subset(void *user, const xmlChar *name, const xmlChar *external, const xmlChar *system)
{
    (void)name, (void)external, (void)system;
    const xmlParserCtxtPtr context = user;
    ((struct parse *)context->_private)->refused = true;
    xmlStopParser(context);
}

static xmlParserInputPtr
refuse_entity(void *user, const xmlChar *public, const xmlChar *system)
{
    refuse_subset(user, public, public, system);
    return NULL;
}

static xmlParserCtxtPtr
make_context(struct parse *p)
{
    const xmlParserCtxtPtr context = xmlNewParserCtxt();
    if (context != NULL) {
        context->_private = p;
        context->sax->initialized = XML_SAX2_MAGIC;
        context->sax->serror = on_error;
        context->sax->internalSubset = refuse_subset;
        context->sax->externalSubset = refuse_subset;
        context->sax->resolveEntity = refuse_entity;
    }
    return context;
}

/* ---- libxml2's tree becomes ours ---- */

static const char *
copy_text(struct parse *p, const xmlChar *text)
{
    const char *copy = quire_arena_copy(p->arena, text != NULL ? (const char *)text : "");
    if (copy == NULL) {
        fail(p, quire_diag_memory_error(p->diag));
    }
    return copy;
}

/* an attribute's value; usually one text node. NULL when memory runs out */
static const char *
attribute_text(struct parse *p, const xmlAttr *a)
{
    struct quire_text all = {0};
    for (const xmlNode *n = a->children; n != NULL; n = n->next) {
        memory_failed = memory_failed || (n->type == XML_TEXT_NODE && n->content == NULL);
    }
    if (a->children == NULL || (a->children->type == XML_TEXT_NODE && a->children->next == NULL)) {
        return copy_text(p, a->children != NULL ? a->children->content : NULL);
    }
    for (const xmlNode *n = a->children; n != NULL; n = n->next) {
        if (n->type != XML_TEXT_NODE) {
            p->refused = true; /* an entity of its own: only a document type defines those */
        } else if (n->content != NULL) {
            quire_text_add(&all, (const char *)n->content);
        }
    }
    const char *copy =
        all.failed ? NULL : quire_arena_copy(p->arena, all.data != NULL ? all.data : "");
    quire_text_clear(&all);
    if (copy == NULL) {
        fail(p, quire_diag_memory_error(p->diag));
    }
    return copy;
}

/* the place of the attribute with this (possibly prefixed) name in the tag; the tag's own if it is
 * not found */
static struct quire_place
attribute_place(const struct parse *p, const struct quire_scanned_tag *tag, const char *prefix,
                const char *name)
{
    const size_t n_prefix = prefix != NULL ? strlen(prefix) + 1 : 0, n = n_prefix + strlen(name);
    for (size_t i = tag->first_attribute; i < tag->first_attribute + tag->n_attribute; i++) {
        const struct quire_scanned_attribute *s = &p->scan->attribute[i];
        if (s->length == n && memcmp(p->bytes + s->offset + n_prefix, name, n - n_prefix) == 0 &&
            (prefix == NULL || memcmp(p->bytes + s->offset, prefix, n_prefix - 1) == 0)) {
            return (struct quire_place){p->file, s->line, s->column};
        }
    }
    return (struct quire_place){p->file, tag->line, tag->column};
}

/* Attributes that drawings need although they are not of SVG: what a clone shows, and the names
 * that programs give to layers. */
static const struct {
    const char *space, *prefix;
} kept[] = {
    {"http://www.w3.org/1999/xlink", "xlink:"},
    {"http://www.inkscape.org/namespaces/inkscape", "inkscape:"},
    {"http://www.serif.com/", "serif:"},
};

/* the prefix under which a foreign attribute is kept; NULL: it is not */
static const char *
prefix_of(const xmlAttr *a)
{
    if (a->ns == NULL) {
        return "";
    }
    for (size_t i = 0; i < sizeof kept / sizeof kept[0] && a->ns->href != NULL; i++) {
        if (strcmp((const char *)a->ns->href, kept[i].space) == 0) {
            return kept[i].prefix;
        }
    }
    return NULL;
}

static const char *
attribute_name(struct parse *p, const xmlAttr *a)
{
    char name[200];
    const char *prefix = prefix_of(a);
    if (!p->foreign || prefix[0] == '\0') {
        return copy_text(p, a->name);
    }
    quire_number_format(name, sizeof name, "%s%.150s", prefix, (const char *)a->name);
    return copy_text(p, (const xmlChar *)name);
}

static bool
declares_namespace(const char *name, size_t length)
{
    return (length == 5 || (length > 5 && name[5] == ':')) && memcmp(name, "xmlns", 5) == 0;
}

/* whether something stands between the quotes behind an attribute's name */
static bool
has_value(const char *behind)
{
    behind += strspn(behind, " \t\r\n=");
    return behind[0] != behind[1];
}

/* The attributes that the scan has seen and the parser has not kept, or without their values, were
 * lost for want of memory. */
static void
look_for_lost(const struct parse *p, const xmlNode *from, const struct quire_scanned_tag *tag)
{
    const xmlAttr *a = from->properties;
    for (size_t i = tag->first_attribute; i < tag->first_attribute + tag->n_attribute; i++) {
        const struct quire_scanned_attribute *s = &p->scan->attribute[i];
        if (declares_namespace(p->bytes + s->offset, s->length)) {
            continue;
        }
        if (a == NULL || a->name == NULL ||
            (a->children == NULL && has_value(p->bytes + s->offset + s->length))) {
            memory_failed = true;
            return;
        }
        a = a->next;
    }
}

static void
convert_attributes(struct parse *p, struct quire_node *node, const xmlNode *from,
                   const struct quire_scanned_tag *tag)
{
    size_t n = 0;
    for (const xmlAttr *a = from->properties; a != NULL; a = a->next) {
        n++;
    }
    struct quire_attribute *attribute = quire_arena_get(p->arena, n, sizeof *attribute);
    node->attribute = quire_arena_get(p->arena, n, sizeof(struct quire_attribute *));
    if (attribute == NULL || node->attribute == NULL) {
        fail(p, quire_diag_memory_error(p->diag));
        return;
    }
    for (const xmlAttr *a = from->properties; a != NULL; a = a->next) {
        const char *prefix = a->ns != NULL ? (const char *)a->ns->prefix : NULL;
        const struct quire_place place = attribute_place(p, tag, prefix, (const char *)a->name);
        if (p->foreign && prefix_of(a) == NULL) {
            continue;
        }
        if (a->ns != NULL && !p->foreign) {
            /* the attribute by which editors find a schema may stand on the root */
            if (from->parent == (const xmlNode *)from->doc && a->ns->href != NULL &&
                strcmp((const char *)a->ns->href, SCHEMA_INSTANCE) == 0) {
                continue;
            }
            fail(p, quire_diag_error(p->diag, "E-UNKNOWN-ATTRIBUTE", place, NULL,
                                     "put foreign data inside <user-data>",
                                     "attribute '%.40s:%.40s' is in a foreign namespace",
                                     prefix != NULL ? prefix : "", (const char *)a->name));
            continue;
        }
        attribute->name = attribute_name(p, a);
        attribute->text = attribute_text(p, a);
        attribute->place = place;
        if (attribute->name == NULL || attribute->text == NULL) {
            return;
        }
        node->attribute[node->n_attribute++] = attribute++;
    }
}

/* the scan's next tag; a zeroed one if the scan and the parser disagree, which well-formed text can
 * not bring about */
static struct quire_scanned_tag
take_tag(struct parse *p)
{
    const struct quire_scanned_tag none = {0};
    return p->next_tag < p->scan->n_tag ? p->scan->tag[p->next_tag++] : none;
}

/* what is inside <user-data> is passed over, but its tags are counted */
static void
pass_over(struct parse *p, const xmlNode *from)
{
    take_tag(p);
    for (const xmlNode *c = from->children; c != NULL; c = c->next) {
        if (c->type == XML_ELEMENT_NODE) {
            pass_over(p, c);
        }
    }
}

static bool
is_blank(const char *text)
{
    return text == NULL || text[strspn(text, " \t\r\n")] == '\0';
}

/* the place of a text inside `parent`, in front of which next_tag tags begin; texts are asked for
 * in their order */
static struct quire_place
text_place(struct parse *p, const struct quire_node *parent)
{
    int depth = 0;
    for (const struct quire_node *n = parent; n != NULL; n = n->parent) {
        depth++;
    }
    for (; p->next_text < p->scan->n_text; p->next_text++) {
        const struct quire_scanned_text *t = &p->scan->text[p->next_text];
        if (t->n_tag == p->next_tag && t->depth == depth) {
            p->next_text++;
            return (struct quire_place){p->file, t->line, t->column};
        }
        if (t->n_tag > p->next_tag) {
            /* what the scan holds for text and the parser does not: a reference to a blank */
            break;
        }
    }
    return parent->place;
}

static size_t
least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void
report_text(struct parse *p, const struct quire_node *parent, const xmlNode *text)
{
    char excerpt[QUIRE_EXCERPT_SIZE], first_line[2 * QUIRE_EXCERPT_SIZE];
    const char *content = (const char *)text->content;
    if (text->type != XML_TEXT_NODE && text->type != XML_CDATA_SECTION_NODE) {
        p->refused = true; /* an entity */
    } else if (!is_blank(content) && !p->foreign) {
        content += strspn(content, " \t\r\n");
        quire_number_format(first_line, sizeof first_line, "%.*s",
                            (int)least(strcspn(content, "\r\n"), sizeof first_line - 1), content);
        fail(p, quire_diag_error(p->diag, "E-XML", text_place(p, parent), NULL,
                                 "values are written as attributes", "text '%s' inside <%s>",
                                 quire_excerpt(excerpt, first_line), parent->element));
    }
}

/* the text between the tags of a foreign element */
static void
keep_text(struct parse *p, struct quire_node *node, const xmlNode *from)
{
    struct quire_text all = {0};
    for (const xmlNode *c = from->children; c != NULL; c = c->next) {
        memory_failed = memory_failed || (c->type == XML_TEXT_NODE && c->content == NULL);
        if (c->type == XML_TEXT_NODE && !is_blank((const char *)c->content)) {
            quire_text_add(&all, (const char *)c->content);
        }
    }
    if (all.size > 0 || all.failed) {
        node->text = all.failed ? NULL : quire_arena_copy(p->arena, all.data);
        if (node->text == NULL) {
            fail(p, quire_diag_memory_error(p->diag));
        }
    }
    quire_text_clear(&all);
}

static struct quire_node *convert_element(struct parse *p, const xmlNode *from,
                                          struct quire_node *parent);

static void
convert_children(struct parse *p, struct quire_node *node, const xmlNode *from)
{
    size_t n = 0;
    for (const xmlNode *c = from->children; c != NULL; c = c->next) {
        n += c->type == XML_ELEMENT_NODE;
    }
    node->child = quire_arena_get(p->arena, n, sizeof(struct quire_node *));
    if (node->child == NULL) {
        fail(p, quire_diag_memory_error(p->diag));
        return;
    }
    for (const xmlNode *c = from->children; c != NULL; c = c->next) {
        if (c->type == XML_ELEMENT_NODE) {
            struct quire_node *child = convert_element(p, c, node);
            if (child != NULL) {
                node->child[node->n_child++] = child;
            }
        } else if (c->type != XML_COMMENT_NODE && c->type != XML_PI_NODE) {
            report_text(p, node, c);
        }
    }
}

/* whether it is in the root's namespace, of a file that is not ours */
static bool
is_of_root(const struct parse *p, const xmlNode *from)
{
    const char *space = from->ns != NULL ? (const char *)from->ns->href : NULL;
    return space == NULL || p->space == NULL ? space == p->space : strcmp(space, p->space) == 0;
}

/* at the attribute that brings the namespace, if it stands there */
static void
report_namespace(struct parse *p, const xmlNode *from, const struct quire_scanned_tag *tag,
                 bool root)
{
    char space[QUIRE_EXCERPT_SIZE], hint[120];
    const char *prefix = (const char *)from->ns->prefix, *href = (const char *)from->ns->href;
    const struct quire_place place = prefix != NULL ? attribute_place(p, tag, "xmlns", prefix)
                                                    : attribute_place(p, tag, NULL, "xmlns");
    quire_number_format(hint, sizeof hint, "remove xmlns%s%.40s=\"...\"", prefix != NULL ? ":" : "",
                        prefix != NULL ? prefix : "");
    fail(p, quire_diag_error(p->diag, "E-UNKNOWN-ELEMENT", place, NULL,
                             root ? hint : "put foreign data inside <user-data>",
                             "<%.60s> is in the namespace '%s'; Quire's elements are in none",
                             (const char *)from->name,
                             quire_excerpt(space, href != NULL ? href : "")));
}

/* recursion is bounded by QUIRE_DEPTH_LIMIT, which the scan has checked */
static struct quire_node *
convert_element(struct parse *p, const xmlNode *from, struct quire_node *parent)
{
    const bool user_data = !p->foreign && from->ns == NULL &&
                           strcmp((const char *)from->name, "user-data") == 0 && parent != NULL;
    if (user_data || (p->foreign && !is_of_root(p, from))) {
        pass_over(p, from);
        return NULL;
    }
    const size_t index = p->next_tag;
    const struct quire_scanned_tag tag = take_tag(p);
    const struct quire_place place = {p->file, tag.line, tag.column};
    if (from->ns != NULL && !p->foreign) {
        report_namespace(p, from, &tag, parent == NULL);
        p->next_tag = index;
        pass_over(p, from);
        return NULL;
    }
    struct quire_node *node = quire_arena_get(p->arena, 1, sizeof *node);
    if (node == NULL) {
        fail(p, quire_diag_memory_error(p->diag));
        return NULL;
    }
    node->element = copy_text(p, from->name);
    if (node->element == NULL) {
        return NULL;
    }
    node->place = place;
    node->parent = parent;
    look_for_lost(p, from, &tag);
    convert_attributes(p, node, from, &tag);
    convert_children(p, node, from);
    if (p->foreign) {
        keep_text(p, node, from);
    }
    return node;
}

static quire_status
convert_document(struct parse *p, struct quire_node **root, xmlDocPtr document)
{
    const xmlNode *from = xmlDocGetRootElement(document);
    if (from == NULL) {
        const struct quire_place at = {p->file, 0, 0};
        return quire_diag_error(p->diag, "E-XML", at, NULL, NULL, "the file has no element");
    }
    p->space = from->ns != NULL ? (const char *)from->ns->href : NULL;
    *root = convert_element(p, from, NULL);
    /* elements were left out: of well-formed text the scan and the parser see the same tags */
    memory_failed =
        memory_failed || (*root != NULL && p->status == QUIRE_OK && p->next_tag != p->scan->n_tag);
    return p->status;
}

static quire_status
refuse_document_type(struct parse *p)
{
    const struct quire_place at = {p->file, 0, 0};
    return quire_diag_error(p->diag, "E-DOCTYPE", at, NULL, NULL,
                            "a model has no document type and no entities of its own");
}

/* what came of the parser's work */
static quire_status
judge(struct parse *p, struct quire_node **root, xmlParserCtxtPtr context, xmlDocPtr document)
{
    quire_status status;
    const bool well_formed = context->wellFormed != 0;
    const int number = context->errNo;
    if (memory_failed || number == XML_ERR_NO_MEMORY) {
        status = quire_diag_memory_error(p->diag);
    } else if (p->refused) {
        status = refuse_document_type(p);
    } else if (p->status != QUIRE_OK) {
        status = p->status;
    } else if (document == NULL || !well_formed) {
        const struct quire_place at = {p->file, 0, 0};
        status = quire_diag_error(p->diag, "E-XML", at, NULL, NULL, "not well-formed XML");
    } else {
        status = convert_document(p, root, document);
        if (memory_failed) {
            status = quire_status_worse(status, quire_diag_memory_error(p->diag));
        }
        if (p->refused) {
            status = quire_status_worse(status, refuse_document_type(p));
        }
    }
    return status;
}

static quire_status
parse_text(struct parse *p, struct quire_node **root, const char *text, size_t size)
{
    quire_status status;
    memory_failed = false;
    const xmlParserCtxtPtr context = make_context(p);
    if (context == NULL) {
        return quire_diag_memory_error(p->diag);
    }
    /* no encoding: the scan has seen to it that the text is UTF-8, and libxml2 crashes when memory
     * runs out while it switches */
    const xmlDocPtr document = xmlCtxtReadMemory(context, text, (int)size, p->file, NULL, OPTIONS);
    status = judge(p, root, context, document);
    xmlFreeDoc(document);
    xmlFreeParserCtxt(context);
    return status;
}

/* keeps libxml2 from printing, and the program's own handler (of this thread) in place afterwards
 */
static quire_status
parse_quietly(struct parse *p, struct quire_node **root, const char *text, size_t size)
{
    const xmlStructuredErrorFunc former = xmlStructuredError;
    void *former_context = xmlStructuredErrorContext;
    xmlSetStructuredErrorFunc(NULL, on_other_error);
    const quire_status status = parse_text(p, root, text, size);
    xmlSetStructuredErrorFunc(former_context, former);
    return status;
}

static quire_status
parse_any(struct quire_node **root, const char *bytes, size_t size, const char *file, bool foreign,
          struct quire_arena *arena, quire_diag *diag)
{
    struct quire_scan scan;
    *root = NULL;
    pthread_once(&start_once, start);
    quire_status status = size > INT_MAX ? quire_diag_error(diag, "E-LIMIT", quire_nowhere(), NULL,
                                                            NULL, "too many bytes")
                                         : QUIRE_OK;
    if (status == QUIRE_OK) {
        status = quire_scan_run(&scan, bytes, size, file, foreign, diag);
        if (status == QUIRE_OK) {
            struct parse p = {.file = file,
                              .arena = arena,
                              .diag = diag,
                              .scan = &scan,
                              .bytes = bytes,
                              .foreign = foreign};
            status = parse_quietly(&p, root, bytes + scan.begin, size - scan.begin);
        }
        quire_scan_clear(&scan);
    }
    return status;
}

quire_status
quire_xml_parse(struct quire_node **root, const char *bytes, size_t size, const char *file,
                struct quire_arena *arena, quire_diag *diag)
{
    return parse_any(root, bytes, size, file, false, arena, diag);
}

quire_status
quire_xml_parse_foreign(struct quire_node **root, const char *bytes, size_t size, const char *file,
                        struct quire_arena *arena, quire_diag *diag)
{
    struct quire_text text = {0};
    quire_status status = quire_prologue_resolve(&text, bytes, size, file, diag);
    if (status == QUIRE_OK) {
        status = parse_any(root, text.size > 0 ? text.data : bytes,
                           text.size > 0 ? text.size : size, file, true, arena, diag);
    }
    quire_text_clear(&text);
    return status;
}

/* A tree of elements as the text of a file. */
#include "xml/text/write.h"

#include <string.h>

void
quire_write_value(struct quire_text *out, const char *text)
{
    while (*text != '\0') {
        const size_t n = strcspn(text, "&<\"\t\n\r");
        quire_text_add_bytes(out, text, n);
        text += n;
        switch (*text) {
        case '\0': return;
        case '&': quire_text_add(out, "&amp;"); break;
        case '<': quire_text_add(out, "&lt;"); break;
        case '"': quire_text_add(out, "&quot;"); break;
        default: quire_text_format(out, "&#%d;", *text); break;
        }
        text++;
    }
}

void
quire_write_remark(struct quire_text *out, const char *text)
{
    for (; *text != '\0'; text++) {
        quire_text_add_char(out, *text);
        if (text[0] == '-' && (text[1] == '-' || text[1] == '\0')) {
            quire_text_add_char(out, ' ');
        }
    }
}

static void
write_attributes(struct quire_text *out, const struct quire_node *node)
{
    for (size_t i = 0; i < node->n_attribute; i++) {
        quire_text_format(out, " %s=\"", node->attribute[i]->name);
        quire_write_value(out, node->attribute[i]->text);
        quire_text_add_char(out, '"');
    }
}

static void
write_included(struct quire_text *out, const struct quire_node *node)
{
    const char *file = quire_node_get(node, "file"), *library = quire_node_get(node, "library");
    quire_text_add(out, "  <!-- included: ");
    quire_write_remark(out, file != NULL ? file : library != NULL ? library : "");
    quire_text_add(out, " -->\n");
}

/* recursion is bounded by QUIRE_DEPTH_LIMIT */
static void
write_element(struct quire_text *out, const struct quire_node *node, int depth)
{
    if (depth == 1 && strcmp(node->element, "include") == 0) {
        write_included(out, node);
        return;
    }
    for (int i = 0; i < depth; i++) {
        quire_text_add(out, "  ");
    }
    quire_text_format(out, "<%s", node->element);
    write_attributes(out, node);
    quire_text_add(out, node->n_child > 0 ? ">\n" : "/>\n");
    for (size_t i = 0; i < node->n_child; i++) {
        write_element(out, node->child[i], depth + 1);
    }
    for (int i = 0; i < depth && node->n_child > 0; i++) {
        quire_text_add(out, "  ");
    }
    if (node->n_child > 0) {
        quire_text_format(out, "</%s>\n", node->element);
    }
}

void
quire_node_write(struct quire_text *out, const struct quire_node *root)
{
    quire_text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    write_element(out, root, 0);
}

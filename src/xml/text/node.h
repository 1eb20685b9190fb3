/* The elements of a file as text, before they get a meaning. */
#ifndef QUIRE_XML_TEXT_NODE_H
#define QUIRE_XML_TEXT_NODE_H

#include "kind/attributes.h"

struct quire_instance;

struct quire_node {
    const char *element;
    struct quire_place place;
    struct quire_attribute *
        *attribute; /* (n_attribute); shared with elements that are like this one */
    size_t n_attribute;
    struct quire_node **child; /* (n_child); also shared */
    size_t n_child;
    struct quire_node *parent; /* where it stands in the file */
    const char *text;          /* of a file that is not ours: between its tags; NULL: none */

    const struct quire_instance *in; /* of an assembly, that it is a part of; NULL: of none */
    struct quire_instance *made;     /* what an <instance> makes */
    bool value_is_outer;             /* parameter of an instance: its value stands outside of it */

    struct quire_node *like; /* the element it is like, once found */
    enum { QUIRE_LIKE_NEW, QUIRE_LIKE_OPEN, QUIRE_LIKE_DONE, QUIRE_LIKE_FAILED } attributes_state;
    bool children_done, completed;
    size_t n_default; /* of its attributes the last ones, which come from defaults */
    /* of those before them the last ones, which come from the element it is like */
    size_t n_like;
    /* defaults were looked for: of what chooses the kind, and of its fields */
    bool selector_done, fields_done;
    bool reported; /* an object was made from it and its problems were reported */
};

/* The text of an attribute; NULL if there is none. */
static inline const char *
quire_node_get(const struct quire_node *node, const char *name)
{
    const struct quire_attribute *a =
        quire_attribute_find(node->attribute, node->n_attribute, name);
    return a != NULL ? a->text : NULL;
}

#endif

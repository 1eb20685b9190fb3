/* What is built from which element while a model is read. */
#ifndef QUIRE_XML_TREE_BUILT_H
#define QUIRE_XML_TREE_BUILT_H

#include "model/object.h"
#include "xml/text/node.h"

/* An object and the element that it was made from. */
struct quire_built {
    struct quire_object *object;
    const struct quire_node *node;
};

/* What is built while a model is read; heap. Start with {0}. */
struct quire_built_list {
    struct quire_built *built; /* (n), in the order of making: each before those inside it */
    size_t n, capacity;
};

/* `self` may be NULL: nothing is noted. False when memory runs out. */
bool quire_built_note(struct quire_built_list *self, struct quire_object *object,
                      const struct quire_node *node);
void quire_built_clear(struct quire_built_list *self);

#endif

/* The model as it is understood, as text. */
#ifndef QUIRE_XML_REWRITE_RESOLVE_H
#define QUIRE_XML_REWRITE_RESOLVE_H

#include "model/object.h"
#include "text/text.h"
#include "xml/text/node.h"

/* An object and the element that it was made from. */
struct quire_built {
    struct quire_object *object;
    const struct quire_node *node;
};

/* What is built while a model is read; heap. Start with {0}. */
struct quire_resolved {
    struct quire_built *built; /* (n), in the order of making: each before those inside it */
    size_t n, capacity;
};

/* `self` may be NULL: nothing is noted. False when memory runs out. */
bool quire_resolved_note(struct quire_resolved *self, struct quire_object *object,
                         const struct quire_node *node);
void quire_resolved_clear(struct quire_resolved *self);

/* Appends the model, which was read without a problem: includes, classes, likes, parameters and
 * instances of assemblies are put in and gone; each element tells its place, what of it is not its
 * own, and what is assumed. As a model, which reads back as the same one, or as JSON
 * (doc/formats.md). The settings were those that it was read with. Refused are libraries that hold
 * assemblies, which stand for nothing yet. */
quire_status quire_resolved_write(const struct quire_resolved *self, quire_model *model,
                                  const quire_setting *settings, size_t n_setting, bool json,
                                  struct quire_text *out, quire_diag *diag);

#endif

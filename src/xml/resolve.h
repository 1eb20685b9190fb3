/* The model as it is understood, written while it is built. */
#ifndef QUIRE_XML_RESOLVE_H
#define QUIRE_XML_RESOLVE_H

#include "base/text.h"
#include "model/object.h"
#include "xml/node.h"

/* Includes, classes, likes and parameters are put in and gone; each element tells its place, what of it is not its own, and what is
 * assumed. As a model, which reads back as the same one, or as JSON (doc/formats.md). */
struct quire_resolved {
    struct quire_text out;
    bool json;
    const quire_setting *settings; /* (n_setting): to tell parameters that are set */
    size_t n_setting;
    bool placed; /* there are instances of assemblies: where their parts stand can not be written as a model */
    int depth;   /* elements that are open */
    bool filled; /* the innermost of them holds others already */
};

/* Puts the drawings that a model reads into its text, which then needs no other file. */
void quire_resolved_attach(struct quire_resolved *self, const quire_model *model);

/* An element and, between its two calls, those inside it. `self` may be NULL: nothing is written. */
void quire_resolved_open(struct quire_resolved *self, const quire_model *model, const struct quire_node *node, const struct quire_kind *kind);
void quire_resolved_close(struct quire_resolved *self, const struct quire_node *node);

#endif

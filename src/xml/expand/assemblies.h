/* <assembly>: what instances are made of, as it is looked up. */
#ifndef QUIRE_XML_EXPAND_ASSEMBLIES_H
#define QUIRE_XML_EXPAND_ASSEMBLIES_H

#include "xml/tree/reader.h"

struct quire_assembly {
    struct quire_node *node;
    /* (n_child); taken out of the node, so that it stands for nothing itself */
    struct quire_node **child;
    size_t n_child;
    bool used;
};

struct quire_assemblies {
    struct quire_reader *r;
    const struct quire_kind *kind; /* of <assembly> */
    struct quire_assembly *item;   /* (n), in the arena, sorted by name */
    size_t n;
};

/* Those of a model. False when memory runs out. */
bool quire_assemblies_collect(struct quire_assemblies *all, const struct quire_node *root);

/* The assembly that an <instance> is of; NULL after reporting. */
struct quire_assembly *quire_assembly_of(struct quire_assemblies *all,
                                         const struct quire_node *instance);

/* The value that an <instance> sets the parameter to; NULL if it does not. */
struct quire_attribute *quire_instance_set(const struct quire_node *instance,
                                           const char *parameter);

/* Reports child `index` of an <instance> if it sets no parameter of the assembly, or one again. */
void quire_assembly_check_set(struct quire_assemblies *all, const struct quire_assembly *d,
                              const struct quire_node *instance, size_t index);

/* Warns of assemblies of which there is no instance. */
void quire_assemblies_report_unused(const struct quire_assemblies *all);

#endif

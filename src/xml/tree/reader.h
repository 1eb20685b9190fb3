/* What the steps of reading a model share. */
#ifndef QUIRE_XML_TREE_READER_H
#define QUIRE_XML_TREE_READER_H

#include "base/arena.h"
#include "model/object.h"
#include "xml/text/node.h"
#include "xml/tree/built.h"

/* A reference to be resolved once all objects are known. */
struct quire_pending {
    struct quire_object *object;
    const struct quire_field *field;
    const char *text;
    struct quire_attribute *attribute; /* NULL: the field's default */
    const struct quire_instance *in;   /* whose parts are looked at first; NULL: the model */
};

/* <defaults>. */
struct quire_class {
    const struct quire_node *node;
    const char *name;           /* "": for all elements */
    struct quire_class *parent; /* where to look next; NULL: nowhere */
    size_t n_entry;             /* of its children, those that are looked at */
    bool used;
};

/* A growing list of pointers; heap. */
struct quire_pointers {
    void **item;
    size_t n, capacity;
};

struct quire_reader {
    struct quire_model *model;
    struct quire_arena *arena;
    const struct quire_catalog *catalog;
    quire_diag *diag;
    const quire_setting *settings; /* (n_setting): values of parameters from outside */
    size_t n_setting;
    quire_status status; /* the worst so far */
    struct quire_node *root;
    bool versioned;            /* the root says that it is of a version that can be read */
    const quire_model *former; /* its files are read again; NULL: those of the disk */
    bool in_memory;            /* there is no folder to include files from */
    /* remembers what is built from which element; NULL: nothing does */
    struct quire_built_list *built;
    struct quire_pointers source;      /* struct quire_source * in the arena */
    const struct quire_kind *defaults; /* of <defaults>; NULL: there are none */
    struct quire_pointers classes;     /* struct quire_class * in the arena, by name */
    size_t n_copied;                   /* children taken over by like= */

    struct quire_pointers part_name; /* const char *: names of the parts of instances, sorted */
    /* const char *: of instances whose name another has, "n2-" */
    struct quire_pointers twin_prefix;
    struct quire_pointers named_node; /* struct quire_node *: elements that have a name */
    struct quire_pointers object;     /* struct quire_object *: all, in the order of making */
    struct quire_pointers pending;    /* struct quire_pending * in the arena */
    struct quire_pointers
        bad; /* struct quire_object *: those with problems of their own, in the same order */

    bool incomplete; /* an <include> could not be read: names may be missing for that alone */
    /* an element was refused, or what it was to be like was not found, which was reported: checks
     * would miss it */
    bool lacks_parts;
    /* const char *: names of elements that were refused; names that were reported as missing
     * (missing.c) */
    struct quire_pointers refused, missed;
};

/* The lists of a reader, each of which it owns: list `i` < QUIRE_READER_LISTS. */
#define QUIRE_READER_LISTS 10
struct quire_pointers *quire_reader_list(struct quire_reader *r, size_t i);

/* Remembers the worst status; returns false unless it is QUIRE_OK. */
bool quire_reader_note(struct quire_reader *r, quire_status status);
/* Out of memory or over a limit: nothing more should be tried. */
bool quire_reader_is_finished(const struct quire_reader *r);
bool quire_pointers_add(struct quire_pointers *list, void *item);

/* "roller 'r3'" from the element as written. Returns buf. */
const char *quire_node_label(const struct quire_node *node, char *buf, size_t size);

/* The element that files of the reader's catalog begin with. */
const char *quire_reader_root(const struct quire_reader *r);

/* Whether what stands there may be for other files to use: it is in an included file, or a library
 * is read by itself. */
bool quire_reader_is_shared(const struct quire_reader *r, struct quire_place place);

/* Whether the root of a file says that it is of a version that can be read, if it is this element.
 */
bool quire_reader_check_version(struct quire_reader *r, const struct quire_node *root,
                                const char *element);

#endif

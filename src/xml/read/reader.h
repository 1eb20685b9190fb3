/* What the steps of reading a model share. */
#ifndef QUIRE_XML_READ_READER_H
#define QUIRE_XML_READ_READER_H

#include "base/arena.h"
#include "model/object.h"
#include "xml/rewrite/resolve.h"
#include "xml/text/node.h"

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
    quire_status status; /* the worst so far */
    struct quire_node *root;
    const quire_model *former; /* its files are read again; NULL: those of the disk */
    bool in_memory;            /* there is no folder to include files from */
    /* remembers what is built from which element; NULL: nothing does */
    struct quire_resolved *resolved;
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

/* Remembers the worst status; returns false unless it is QUIRE_OK. */
bool quire_reader_note(struct quire_reader *r, quire_status status);
/* Out of memory or over a limit: nothing more should be tried. */
bool quire_reader_is_finished(const struct quire_reader *r);
bool quire_pointers_add(struct quire_pointers *list, void *item);

/* The steps, in this order. Each adds all the problems it finds. */
void quire_read_includes(struct quire_reader *r);  /* include.c */
void quire_read_instances(struct quire_reader *r); /* instances.c */
void quire_read_parameters(struct quire_reader *r, const quire_setting *settings,
                           size_t n_setting);       /* parameters.c */
void quire_read_defaults(struct quire_reader *r);   /* defaults.c: finds and checks the classes */
void quire_read_likes(struct quire_reader *r);      /* like.c: finds what is like what */
void quire_read_objects(struct quire_reader *r);    /* build.c */
void quire_read_copies(struct quire_reader *r);     /* copies.c */
void quire_read_references(struct quire_reader *r); /* names.c */
void quire_read_files(struct quire_reader *r);      /* files.c */
void quire_read_checks(struct quire_reader *r);     /* read.c */

/* like.c, used while building: takes over attributes of the element it is like, and then the
 * children not given, by the child table of the kind. */
bool quire_like_attributes(struct quire_reader *r, struct quire_node *node);
bool quire_like_children(struct quire_reader *r, struct quire_node *node,
                         const struct quire_kind *kind);

/* defaults.c, used while building, behind the likes: takes over attributes of the element's class,
 * first those that choose its kind (kind NULL), then the fields of the kind. False if the class is
 * unknown, which was reported, or memory runs out. */
bool quire_default_attributes(struct quire_reader *r, struct quire_node *node,
                              const struct quire_kind *kind);
/* Warns of classes that no element has, once all objects are built. */
void quire_report_unused_classes(const struct quire_reader *r);

/* missing.c. The element was refused: neither it nor anything in it has to be missed by others. */
void quire_reader_refuse(struct quire_reader *r, const struct quire_node *node);
/* The element lacks its name, or that is not read: perhaps it is what an attribute that was refused
 * says. */
void quire_reader_refuse_misnamed(struct quire_reader *r, const struct quire_node *node);
/* Whether it is known why there is nothing of this name, which needs no message then. */
bool quire_reader_explains(const struct quire_reader *r, const struct quire_instance *in,
                           const char *name);
/* Whether nothing was said yet of this name among those of this sort; it is taken as said then. */
bool quire_reader_is_news(struct quire_reader *r, const char *sort, const char *name);
/* "; it is named at 19 other places", for the end of a message; "" for none. Of a list of struct
 * quire_attribute *, which is given up, or of all elements (NULL: whatever their sort) that have
 * the same attribute. Returns buf. */
#define QUIRE_OTHERS_SIZE 60
const char *quire_others_words(char buf[QUIRE_OTHERS_SIZE], struct quire_pointers *users);
const char *quire_reader_others(char buf[QUIRE_OTHERS_SIZE], const struct quire_reader *r,
                                const char *element, const struct quire_attribute *a);

/* "roller 'r3'" from the element as written. Returns buf. */
const char *quire_node_label(const struct quire_node *node, char *buf, size_t size);

/* Whether `parent` may have the element, which is reported otherwise. */
bool quire_reader_allows(struct quire_reader *r, struct quire_node *node,
                         const struct quire_kind *parent);

/* The next kind of this element at or after *from that `parent` may have; parent NULL: of all. NULL
 * if there are no more. */
const struct quire_kind *quire_reader_next_kind(const struct quire_reader *r,
                                                const struct quire_kind *parent,
                                                const char *element, size_t *from);

/* "step|linear": the variants of those kinds, as far as they fit. Returns buf. */
const char *quire_reader_variants(const struct quire_reader *r, const struct quire_kind *parent,
                                  const char *element, char *buf, size_t size);

/* The element that files of the reader's catalog begin with. */
const char *quire_reader_root(const struct quire_reader *r);

/* Whether what stands there may be for other files to use: it is in an included file, or a library
 * is read by itself. */
bool quire_reader_is_shared(const struct quire_reader *r, struct quire_place place);

/* Whether the root of a file says that it is of a version that can be read, if it is this element.
 */
bool quire_reader_check_version(struct quire_reader *r, const struct quire_node *root,
                                const char *element);

/* The first kind of this family and element; NULL if there is none. */
const struct quire_kind *quire_reader_kind(const struct quire_reader *r, const char *family,
                                           const char *element);

/* The row of a child table that allows this kind; NULL if none does. */
const struct quire_child *quire_child_row(const struct quire_child *children,
                                          const struct quire_kind *kind);

#endif

/* A model as read: a tree of typed objects with SI values. Const once it is loaded. */
#ifndef QUIRE_MODEL_OBJECT_H
#define QUIRE_MODEL_OBJECT_H

#include <stdint.h>

#include <quire/model.h>

#include "kind/kind.h"

struct quire_object {
    const struct quire_kind *kind;
    const char *name; /* value of its NAME field; NULL if it has none */
    void *params;     /* kind->size bytes, filled by the reader; owned by the model */
    /* bit i: field i of the kind was written in the file (or inherited by like=) */
    uint64_t present;
    struct quire_place place;
    const struct quire_object *parent; /* NULL for the root */
    struct quire_object **child;       /* (n_child), in file order */
    size_t n_child;
    bool copied; /* one of several for which an element stands, other than the first */
};

/* Whether the file gave attribute `field` (a default does not count). */
bool quire_object_has(const struct quire_object *self, const char *field);

/* "roller 'r3'" for messages; written into buf, which is returned. */
const char *quire_object_label(const struct quire_object *self, char *buf, size_t size);

/* The first child of this kind, or of a kind in this family; NULL if there is none. */
const struct quire_object *quire_object_child_of(const struct quire_object *self,
                                                 const struct quire_kind *kind);
const struct quire_object *quire_object_child_in(const struct quire_object *self,
                                                 const struct quire_family *family);

/* The next child of this kind, of a kind in this family, or of kinds with this role, at or after
 * index *from; advances *from behind it. NULL at the end.
 * for (size_t i = 0; (nip = quire_object_next_of(root, &quire_kind_nip, &i)) != NULL;) { ... } */
const struct quire_object *quire_object_next_of(const struct quire_object *self,
                                                const struct quire_kind *kind, size_t *from);
const struct quire_object *quire_object_next_in(const struct quire_object *self,
                                                const struct quire_family *family, size_t *from);
const struct quire_object *quire_object_next_with(const struct quire_object *self, unsigned role,
                                                  size_t *from);

/* The name by which pairs know what is touched; NULL of what is not (QUIRE_ROLE_SURFACE). */
const char *quire_object_surface(const struct quire_object *self);

/* One parameter of a model: <parameter name= value= minimum= maximum= choices= tolerance=
 * doc=/>. What is not
 * given is NULL. */
struct quire_parameter {
    const char *name, *value;      /* value after --set, with expressions worked out */
    const char *minimum, *maximum; /* quantities; the range includes them */
    const char *choices;           /* values with commas between them */
    const char *tolerance;         /* to either side, positive */
    const char *step;              /* of sliders, positive */
    const char *given;             /* what --set gave; NULL: the value is the model's own */
    const char *doc;
    bool included; /* an included file has it; not of parameters of instances */
    struct quire_place place;
};

struct quire_model {
    struct quire_object *root; /* the <model> element */
    char *file;                /* path as given */
    /* the model as one file, NUL terminated; the file's own bytes if it includes none */
    char *text;
    size_t size;
    struct quire_source **source; /* (n_source): the model file first, then what it includes */
    size_t n_source;
    struct quire_parameter *parameter; /* (n_parameter) */
    size_t n_parameter;
    const struct quire_catalog *catalog;
    void *arena; /* owns everything above */
};

/* Whether its kind has the role (enum quire_kind_role), or one of several. */
static inline bool
quire_object_is(const struct quire_object *object, unsigned role)
{
    return (object->kind->roles & role) != 0;
}

#endif

/* Kinds: everything that a model file may contain describes itself by one struct quire_kind. */
#ifndef QUIRE_KIND_KIND_H
#define QUIRE_KIND_KIND_H

#include "base/diag.h"
#include "kind/family.h"
#include "kind/field.h"

struct quire_arena;
struct quire_object;

/* Which children an element may have: those of `family` (with that element name, or any when NULL).
 */
struct quire_child {
    const struct quire_family *family;
    const char *element;
    int minimum, maximum; /* how many; maximum -1: any number */
};

#define QUIRE_CHILD_END                                                                            \
    {                                                                                              \
        NULL, NULL, 0, 0                                                                           \
    }

/* What others may take a kind for, whatever it is called; bits. */
enum quire_kind_role {
    QUIRE_ROLE_SHEET = 1 << 0,
    QUIRE_ROLE_FREE_BODY = 1 << 1,   /* has struct quire_free_params */
    QUIRE_ROLE_HOLD = 1 << 2,        /* of an end of a sheet; has struct quire_hold_params */
    QUIRE_ROLE_LOAD = 1 << 3,        /* on a sheet; has struct quire_load_params */
    QUIRE_ROLE_EDGE_SENSOR = 1 << 4, /* has the signals "lead" and "trail" */
    QUIRE_ROLE_SOLID = 1 << 5,       /* moves freely in space; has struct quire_solid_params */
    /* is touched; has the attribute "surface", by which pairs know it */
    QUIRE_ROLE_SURFACE = 1 << 6,
    QUIRE_ROLE_CORNER = 1 << 7, /* of a course over time; has struct quire_to_params */
    QUIRE_ROLE_BIN = 1 << 8,    /* has struct quire_bin_params */
};

struct quire_kind {
    const struct quire_family *family; /* &quire_family_body, ...; all: kind/family.h */
    const char *element;               /* XML element, such as "normal" */
    /* attribute that chooses among kinds of one element: "law", "kind"; NULL if only one */
    const char *selector;
    /* this kind's value of it, such as "mtt-indentation"; NULL if no selector */
    const char *variant;
    unsigned roles;                     /* of enum quire_kind_role */
    size_t size;                        /* of the parameter struct */
    const struct quire_field *fields;   /* ends with QUIRE_FIELD_END */
    const struct quire_child *children; /* ends with QUIRE_CHILD_END; NULL: none */
    const char *help;                   /* a paragraph: what it is, when to use it */
    const char *equation;               /* plain text; NULL if there is none */
    const char *source;                 /* where it comes from; NULL if ours */
    /* Elements as they may stand in a file, each on a line; NULL: none. Every law has them, of a
     * size that suits copy paper on a guide, where all laws are tried by them: the first is good
     * for a paper path. */
    const char *example;
    /* the family's interface (kind/law.h, kind/shape.h, ...); NULL if the family has none */
    const void *ops;
    /* What single fields cannot express; adds every problem found to diag. May be NULL. Called
     * after all references are resolved. */
    quire_status (*check)(const struct quire_object *self, quire_diag *diag);
    /* Takes what it needs from its files into the arena, once, after all references are resolved
     * and before it is checked. May be NULL. */
    quire_status (*load)(struct quire_object *self, struct quire_arena *arena, quire_diag *diag);
    /* Of elements that may stand for several: how many, at most 1000, or 0 for one that stands for
     * itself, and what is different in copy `number`, from 1 on; copies are called NAME.1, NAME.2,
     * ... NULL: each stands for itself. Called on sound elements before references are resolved. */
    long (*copies)(const struct quire_object *self);
    void (*number)(struct quire_object *self, long number);
};

/* All kinds, in the order of the reference. Filled by catalog, the only place that lists them. */
struct quire_catalog {
    const struct quire_kind *const *kind; /* (n) */
    size_t n;
    const char *root; /* the element that files begin with; NULL: "model" */
};

#endif

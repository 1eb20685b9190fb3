/* A list of attributes becomes a parameter struct, as the kind's field table tells. */
#ifndef QUIRE_KIND_ATTRIBUTES_H
#define QUIRE_KIND_ATTRIBUTES_H

#include "kind/value.h"

struct quire_attribute {
    const char *name, *text;
    struct quire_place place;
    bool bad;        /* its problem was reported before: be silent about it */
    const char *raw; /* the text before parameters were put in; NULL: the same */
    /* of the defaults in which it stands, "" for those for all; NULL: it stands in none */
    const char *class_name;
};

/* The attribute with this name; NULL if there is none. */
struct quire_attribute *quire_attribute_find(struct quire_attribute *const *list, size_t n,
                                             const char *name);

/* Fills `params` (kind->size bytes) from the attributes and the defaults: plain fields first, then
 * those whose units depend on them. Bit i of *present is set for each field i that was given.
 * Attributes named `like`, `class`, `doc` or as the kind's selector are passed over unless the
 * table has them. All problems are added: unknown, missing and wrong attributes; the worst status
 * is returned. */
quire_status quire_attributes_fill(void *params, uint64_t *present, const struct quire_kind *kind,
                                   struct quire_attribute *const *list, size_t n,
                                   struct quire_arena *arena, const struct quire_site *site);

/* Whether list[i] could be an attribute of the kind, read beside the others of the list but for
 * itself: its dimension, range or choice. What the kind does not know is passed over, and so is a
 * value whose unit hangs on an attribute that is not in the list. Reports what is wrong. */
quire_status quire_attributes_try(const struct quire_kind *kind,
                                  struct quire_attribute *const *list, size_t n, size_t i,
                                  struct quire_arena *arena, const struct quire_site *site);

/* The worse of two statuses. */
quire_status quire_status_worse(quire_status a, quire_status b);

#endif

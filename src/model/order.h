/* A model's elements in an order of their own, so that no result depends on the order in which a
 * file has them: by kind, then by what they say, and by names only where nothing else differs, so
 * that other names change nothing either. */
#ifndef QUIRE_MODEL_ORDER_H
#define QUIRE_MODEL_ORDER_H

#include "base/arena.h"
#include "model/object.h"

/* The root once more, with its children in that order; several for which one element stands stay
 * together. NULL without memory. */
const struct quire_object *quire_object_in_order(const struct quire_object *root,
                                                 struct quire_arena *arena);

/* The child of this kind that follows `last` in that order (NULL: the first); NULL at the
 * end. For kinds of which there are few. */
const struct quire_object *quire_object_following(const struct quire_object *self,
                                                  const struct quire_kind *kind,
                                                  const struct quire_object *last);

/* < 0: a comes first, > 0: b does; 0: they say the same, apart from where they stand. */
int quire_object_compare(const struct quire_object *a, const struct quire_object *b);

#endif

/* What the check functions of kinds share: reporting a problem of an object, and the rules about
 * attributes that belong together. */
#ifndef QUIRE_MODEL_PROBLEM_H
#define QUIRE_MODEL_PROBLEM_H

#include "model/object.h"

/* Adds an error at the object's place, labelled with it ("roller 'r3'"). Returns the status that
 * the code stands for. */
quire_status quire_object_error(const struct quire_object *self, quire_diag *diag, const char *code,
                                const char *hint, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
void quire_object_warning(const struct quire_object *self, quire_diag *diag, const char *code,
                          const char *hint, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* How many of the n named attributes the file gave. */
size_t quire_object_count(const struct quire_object *self, const char *const *field, size_t n);

/* Reports unless exactly one of the n named attributes was given; all of them are named in the
 * message. */
quire_status quire_object_need_one(const struct quire_object *self, quire_diag *diag,
                                   const char *const *field, size_t n);

/* Reports each of the n named attributes that was given although `other` was not (or was, for
 * exclude). */
quire_status quire_object_depend(const struct quire_object *self, quire_diag *diag,
                                 const char *other, const char *const *field, size_t n);
quire_status quire_object_exclude(const struct quire_object *self, quire_diag *diag,
                                  const char *other, const char *const *field, size_t n);

/* The first failure of two. */
static inline quire_status
quire_status_first(quire_status a, quire_status b)
{
    return a != QUIRE_OK ? a : b;
}

#endif

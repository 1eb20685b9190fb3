/* Objects without a file: from names and texts. */
#ifndef QUIRE_MODEL_SETTINGS_H
#define QUIRE_MODEL_SETTINGS_H

#include "base/arena.h"
#include "model/object.h"

/* Makes an object of `kind` from attributes given as name and text, with the kind's defaults and
 * checks. It lives as long as the arena. Children are not made. References are looked up among what
 * is in `root`; without one they stay NULL. All problems are added to diag. */
quire_status quire_object_from_settings_in(struct quire_object **out,
                                           const struct quire_object *root,
                                           const struct quire_kind *kind,
                                           const quire_setting *settings, size_t n_setting,
                                           struct quire_arena *arena, quire_diag *diag);
/* The same without a root. */
quire_status quire_object_from_settings(struct quire_object **out, const struct quire_kind *kind,
                                        const quire_setting *settings, size_t n_setting,
                                        struct quire_arena *arena, quire_diag *diag);

#endif

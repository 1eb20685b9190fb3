/* Every kind there is, in the order of the reference. A new kind is one line here. */
#ifndef QUIRE_CATALOG_KINDS_H
#define QUIRE_CATALOG_KINDS_H

#include "kind/kind.h"

/* clang-format off */
#define QUIRE_KINDS(X)                                                                                                 \
    /* the model and its settings */                                                                                   \
    X(model) X(parameters) X(parameter) X(settings) X(gravity) X(run) X(solver)                                        \
    /* media and contacts */                                                                                           \
    X(media) X(contact) X(overdrive) X(vertex) X(pair)                                                                 \
    /* places */                                                                                                       \
    X(path) X(channel) X(guide)                                                                                        \
    /* drives */                                                                                                       \
    X(drive) X(drive_to)                                                                                               \
    /* bodies */                                                                                                       \
    X(roller) X(nip) X(driver) X(idler)                                                                                \
    X(sheet) X(start) X(clamp) X(clamp_to) X(pin) X(pin_to) X(load) X(moment) X(load_to)                               \
    /* elements */                                                                                                     \
    X(sleeve)
/* clang-format on */

#define QUIRE_KIND_DECLARE(name) extern const struct quire_kind quire_kind_##name;
QUIRE_KINDS(QUIRE_KIND_DECLARE)
#undef QUIRE_KIND_DECLARE

#endif

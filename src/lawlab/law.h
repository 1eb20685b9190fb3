/* A contact or friction law by itself: what quire_law is made of. */
#ifndef QUIRE_LAWLAB_LAW_H
#define QUIRE_LAWLAB_LAW_H

#include <stddef.h>

#include <quire/law.h>

#include "kind/law.h"
#include "model/object.h"

/* What a friction law sees besides slip and normal force; 0, and the factor 1, by default. */
struct quire_law_surroundings {
    double guide_velocity; /* [m/s] */
    double overdrive;      /* [1/N] */
    double roller_speed;   /* surface speed of the roller [m/s] */
    double vertex_factor;
    double penetration; /* [m] */
};

struct quire_law {
    const struct quire_kind *kind;
    const struct quire_normal_law *normal; /* one of the two is NULL */
    const struct quire_friction_law *friction;
    struct quire_law_surroundings around; /* of a friction law */
    /* of a normal law: what quire_law_normal_force() lets it remember */
    struct quire_law_memory memory;
    max_align_t compiled[(QUIRE_LAW_COMPILED + sizeof(max_align_t) - 1) / sizeof(max_align_t)];
};

/* A law from its element, which is not needed afterwards. `around` may be NULL. Free with
 * quire_law_destroy(). */
quire_status quire_law_from_object(quire_law **out, const struct quire_object *self,
                                   const struct quire_law_surroundings *around, quire_diag *diag);

/* The kind of the law with this name; NULL with a problem added. */
const struct quire_kind *quire_law_find(const char *name, quire_diag *diag);

/* quire_law_create() for a kind that is known. */
quire_status quire_law_from_kind(quire_law **out, const struct quire_kind *kind,
                                 const quire_setting *settings, size_t n_setting, quire_diag *diag);

#endif

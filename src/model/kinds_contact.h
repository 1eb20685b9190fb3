/* What contacts and pairs hold. */
#ifndef QUIRE_MODEL_KINDS_CONTACT_H
#define QUIRE_MODEL_KINDS_CONTACT_H

#include "model/object.h"

/* <contact>: children normal (1), friction, overdrive, vertex (0 or 1 each) */
struct quire_contact_params {
    const char *name;
};

struct quire_cover_params {        /* <cover> */
    int kind;                      /* enum quire_cover_kind */
    double modulus, poisson_ratio; /* [Pa] */
    double thickness;              /* [m]; NaN: a solid */
    double largest;                /* [m]; NaN: a cover */
};

struct quire_surface_params { /* <surface> */
    const char *name;
    double modulus, poisson_ratio; /* [Pa]; NaN: rigid */
};

struct quire_overdrive_params {
    double factor;
}; /* <overdrive> [1/N] */

struct quire_vertex_params {
    double friction_factor, normal_factor;
}; /* <vertex> */

struct quire_pair_params { /* <pair> */
    const char *media;     /* a medium's name or "*" */
    const char *surface;   /* a surface's name or "*" */
    /* a medium's name or "*"; NULL: the pair is of a medium and a surface */
    const char *other_media;
    int face; /* "both|left|right" face of the sheet, seen along the feed */
    const struct quire_object *contact;
};

/* Whether a pair's `media`, `surface` or `other-media` stands for all of them: "*". */
bool quire_pair_is_any(const char *pattern);

extern const struct quire_kind quire_kind_contact, quire_kind_overdrive, quire_kind_vertex,
    quire_kind_cover, quire_kind_surface, quire_kind_pair;

#endif

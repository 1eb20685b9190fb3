/* Contact partners: a handle for whatever of a machine may touch or be touched. */
#ifndef QUIRE_MACHINE_PARTNER_H
#define QUIRE_MACHINE_PARTNER_H

#include <stdbool.h>

struct quire_object;
struct quire_system;

enum quire_partner_kind {
    QUIRE_PARTNER_NONE,
    QUIRE_PARTNER_SHEET,
    QUIRE_PARTNER_ROLLER,
    QUIRE_PARTNER_PAD, /* in space: one of a roller */
    QUIRE_PARTNER_GUIDE,
    QUIRE_PARTNER_NIP,
    QUIRE_PARTNER_FREE, /* a free rigid body in the plane */
    QUIRE_PARTNER_SOLID /* a rigid body in space */
};

/* One of them; all zero is none. */
struct quire_partner {
    enum quire_partner_kind kind;
    int index; /* among the system's of that kind */
};

/* Two that touch: the contactor touches the target, whose normals point to the contactor. The
 * rollers of a nip touch each other: target the nip, no contactor. */
struct quire_contact_pair {
    struct quire_partner contactor, target;
};

static inline struct quire_partner
quire_partner(enum quire_partner_kind kind, int index)
{
    return (struct quire_partner){kind, index};
}

static inline bool
quire_partner_is(struct quire_partner a, struct quire_partner b)
{
    return a.kind == b.kind && a.index == b.index;
}

/* Its index if it is of this kind, otherwise -1. */
static inline int
quire_partner_index(struct quire_partner partner, enum quire_partner_kind kind)
{
    return partner.kind == kind ? partner.index : -1;
}

static inline struct quire_contact_pair
quire_sheet_with(int sheet, struct quire_partner target)
{
    return (struct quire_contact_pair){{QUIRE_PARTNER_SHEET, sheet}, target};
}

/* What messages call it; all NULL of none. */
struct quire_partner_label {
    const char *kind; /* "roller" */
    const char *name;
    const struct quire_object *object;
};

struct quire_partner_label quire_partner_label(const struct quire_system *system,
                                               struct quire_partner partner);

/* The partner to which a column of state->touched belongs; inverse of quire_touched_column(). Of
 * guides the first of a view. */
struct quire_partner quire_touched_partner(const struct quire_system *system, int column);

#endif

/* Compiled contact laws, and where they keep what they remember. */
#ifndef QUIRE_MACHINE_CONTACT_LAW_H
#define QUIRE_MACHINE_CONTACT_LAW_H

#include <stdbool.h>
#include <stddef.h>

#include "kind/law.h"
#include "machine/partner.h"

/* A contact as two compiled laws with the pair's factors. */
struct quire_contact_law {
    const struct quire_normal_law *normal;
    const struct quire_friction_law *friction; /* NULL: frictionless */
    _Alignas(16) unsigned char normal_data[QUIRE_LAW_COMPILED];
    _Alignas(16) unsigned char friction_data[QUIRE_LAW_COMPILED];
    double overdrive;        /* [1/N] */
    double vertex;           /* friction factor at the sheet's ends */
    double edge;             /* factor on the law where an end meets a guide head-on */
    double reference_length; /* [m] */
    bool open, resolved;     /* it waits for what its pairs say; it has been told */
    double reach;            /* it acts from this far before touch [m] */
    double deepest;          /* overlap that no step may reach [m] */
    bool per_deformed;       /* tractions per deformed area of a soft body's surface */
    int distribution;
    const char *name;
};

/* Whether its friction holds on: to a place in state->grip, and not to one of a slot. */
static inline bool
quire_law_holds(const struct quire_contact_law *law)
{
    return law->friction != NULL && law->friction->commit != NULL;
}

/* Whether its normal law remembers anything, in a slot. */
static inline bool
quire_law_keeps(const struct quire_contact_law *law)
{
    return law->normal->commit != NULL;
}

/* Whether its friction needs no more than slip, normal force and factor, so that places can be
 * asked side by side (quire_friction_lanes). */
static inline bool
quire_law_rubs_in_lanes(const struct quire_contact_law *law)
{
    const struct quire_friction_law *fo = law->friction;

    return fo == NULL || (fo->commit == NULL && !fo->by_overlap);
}

#define QUIRE_BLOCK_CORNERS 4

/* Where a normal law keeps its memory: one at each of n_station places. What a law remembers of a
 * sheet stays with places of
 * its material: the stations, whichever block or wrapped roller they touch, and points between
 * them, whichever guide these touch, each on its left and on its right face; and with each roller
 * that touches in a point, each corner of guides, and each of blocks (contact/law/law_state.h). Of
 * a body it stays with what it touches. */
struct quire_slot {
    /* contactor: the sheet, whatever it touches (no target); or a body, and what it touches: of
     * guides the first of a view */
    struct quire_contact_pair pair;
    int small;     /* the body's; -1: a sheet's */
    int meeting;   /* of a free body with a roller or another body; -1: neither */
    int encounter; /* of a solid with anything; -1: not a solid's */
    int law;
    int n_station;
    int memory0; /* that of its first place in state->memory */
};

/* The sheet that it belongs to; -1: a body. */
static inline int
quire_slot_sheet(const struct quire_slot *slot)
{
    return quire_partner_index(slot->pair.contactor, QUIRE_PARTNER_SHEET);
}

#endif

/* Compiled contact laws, and where they keep what they remember. */
#ifndef QUIRE_MACHINE_CONTACT_LAW_H
#define QUIRE_MACHINE_CONTACT_LAW_H

#include <stdbool.h>
#include <stddef.h>

#include "kind/law.h"

/* A contact as two compiled laws with the pair's factors. */
struct quire_contact_law {
    const struct quire_normal_law *normal;
    const struct quire_friction_law *friction; /* NULL: frictionless */
    _Alignas(16) unsigned char normal_data[QUIRE_LAW_COMPILED];
    _Alignas(16) unsigned char friction_data[QUIRE_LAW_COMPILED];
    double overdrive;        /* [1/N] */
    double vertex;           /* friction factor at the sheet's ends */
    double reference_length; /* [m] */
    bool open, resolved;     /* it waits for what its pairs say; it has been told */
    double reach;            /* it acts from this far before touch [m] */
    double deepest;          /* overlap that no step may reach [m] */
    bool per_deformed;       /* tractions per deformed area of a soft body's surface */
    int distribution;
    const char *name;
};

enum quire_target {
    QUIRE_TARGET_ROLLER,
    QUIRE_TARGET_GUIDE,
    QUIRE_TARGET_NIP,
    QUIRE_TARGET_BODY,
    QUIRE_TARGET_SHEET
};

#define QUIRE_BLOCK_CORNERS 4

/* Where a law keeps its memory: at each of n_station places n_normal + n_friction states in Z from
 * z0, and two law memories (normal, friction). What a law remembers of a sheet stays at the sheet's
 * stations, whichever guide, block or wrapped roller they touch: places are each station's left
 * face, each one's right face, each roller that touches in a point, each corner of guides, and each
 * of blocks. Of a free body it stays with the guide, or with the meeting. */
struct quire_slot {
    int sheet;     /* -1: a free body's */
    int small;     /* the free body's; -1: a sheet's */
    int meeting;   /* of the body with a roller or another body; -1: with a guide */
    int encounter; /* 1 + that of a solid; 0: it is none */
    int guide;     /* the guide's view that a free body touches */
    int law;
    int n_station;
    int n_normal, n_friction;
    size_t z0;
    int memory0; /* station of memory 2 * memory0 */
};

#endif

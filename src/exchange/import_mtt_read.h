/* A table of the parameters of RecurDyn's Media Transport Toolkits, as it is read. */
#ifndef QUIRE_EXCHANGE_IMPORT_MTT_READ_H
#define QUIRE_EXCHANGE_IMPORT_MTT_READ_H

#include <stdbool.h>

#include "table/table.h"

/* Sorts of entities; the rows before the first entity are those of QUIRE_MTT_HEAD. */
enum {
    QUIRE_MTT_HEAD,
    QUIRE_MTT_CONTACT,
    QUIRE_MTT_SHEET,
    QUIRE_MTT_FIXED_ROLLER,
    QUIRE_MTT_MOVABLE_ROLLER,
    QUIRE_MTT_LINEAR_GUIDE,
    QUIRE_MTT_ARC_GUIDE,
    QUIRE_MTT_CIRCLE_GUIDE,
    QUIRE_MTT_SORTS
};

/* Parameters of each sort, in the order of its terms. */
enum { HEAD_TOOLKIT, HEAD_WIDTH };
enum {
    CONTACT_STIFFNESS,
    CONTACT_DAMPING,
    CONTACT_STIFFNESS_EXPONENT,
    CONTACT_DAMPING_EXPONENT,
    CONTACT_INDENTATION_EXPONENT,
    CONTACT_BOUNDARY,
    CONTACT_REBOUND,
    CONTACT_MAXIMUM_PENETRATION,
    CONTACT_INTERPOLATION,
    CONTACT_FRICTION,
    CONTACT_THRESHOLD,
    CONTACT_STATIC_FRICTION,
    CONTACT_STATIC_THRESHOLD,
    CONTACT_DYNAMIC_THRESHOLD,
    CONTACT_MAXIMUM_FRICTION,
    CONTACT_OVERDRIVE,
    CONTACT_VERTEX
};
enum {
    SHEET_SEGMENTS,
    SHEET_SEGMENT_LENGTH,
    SHEET_THICKNESS,
    SHEET_DENSITY,
    SHEET_MODULUS,
    SHEET_DAMPING,
    SHEET_CURL_RADIUS,
    SHEET_WIDTH,
    SHEET_START_X,
    SHEET_START_Y,
    SHEET_DIRECTION_X,
    SHEET_DIRECTION_Y,
    SHEET_SPEED,
    SHEET_ACROSS
};
/* those of fixed and movable rollers begin alike */
enum {
    ROLLER_CONTACT,
    ROLLER_RADIUS,
    ROLLER_MASS,
    ROLLER_INERTIA,
    ROLLER_SPEED,
    ROLLER_DEPTH,
    ROLLER_OWN
};
enum { FIXED_X = ROLLER_OWN, FIXED_Y };
enum {
    MOVABLE_BASE = ROLLER_OWN,
    MOVABLE_ANGLE,
    MOVABLE_TRANSLATION,
    MOVABLE_GAP,
    MOVABLE_MAXIMUM_GAP,
    MOVABLE_STIFFNESS,
    MOVABLE_DAMPING,
    MOVABLE_PRELOAD
};
/* those of guides begin alike */
enum { GUIDE_CONTACT, GUIDE_VELOCITY, GUIDE_DEPTH, GUIDE_OWN };
enum { LINEAR_SIDE = GUIDE_OWN, LINEAR_PEDGE, LINEAR_X, LINEAR_Y };
enum { ARC_SIDE = GUIDE_OWN, ARC_X, ARC_Y, ARC_RADIUS, ARC_START, ARC_ANGLE, ARC_PEDGE };
enum { CIRCLE_X = GUIDE_OWN, CIRCLE_Y, CIRCLE_RADIUS };

#define QUIRE_MTT_MOST_TERMS 20

/* A parameter, as a dialog of the toolkit calls it. */
struct quire_mtt_term {
    const char *name;
    /* the toolkit's own, with exponents such as {m1}; NULL: the value is a word */
    const char *unit;
    const char *choices; /* of a word, "STEP|LINEAR"; NULL: a name */
    bool required;
};

struct quire_mtt_sort {
    const char *name;
    struct quire_mtt_term term[QUIRE_MTT_MOST_TERMS]; /* ends where there is no name */
};
extern const struct quire_mtt_sort quire_mtt_sort[QUIRE_MTT_SORTS];

struct quire_mtt_value {
    const char *text, *unit; /* cells of the table; NULL: not given */
    struct quire_place place;
};

struct quire_mtt_entity {
    int sort;
    const char *name;
    struct quire_place place;
    struct quire_mtt_value value[QUIRE_MTT_MOST_TERMS];
    unsigned used;                 /* bit k: value k has gone into what is written */
    struct quire_mtt_value *point; /* of a linear guide: x and y in turn; heap (n_point) */
    size_t n_point;
};

struct quire_mtt {
    struct quire_table table;        /* whose cells the entities name */
    struct quire_mtt_entity *entity; /* the head first; heap (n) */
    size_t n;
};

/* Reads the table and checks its terms; to be cleared in any case. */
quire_status quire_mtt_read(struct quire_mtt *out, const char *csv, size_t size,
                            const char *file_name, quire_diag *diag);
void quire_mtt_clear(struct quire_mtt *mtt);

#endif

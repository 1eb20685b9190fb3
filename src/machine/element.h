/* What acts without touching: sleeves, springs, pressures, drag. */
#ifndef QUIRE_MACHINE_ELEMENT_H
#define QUIRE_MACHINE_ELEMENT_H

#include <stdbool.h>

struct quire_object;
struct quire_guide;
struct quire_outline;
struct quire_pressure_ops;
struct quire_pressure_params;

struct quire_sleeve {
    const char *name;
    const struct quire_outline *path;
    double from, to, stiffness, damping;
};

/* Where an end of a spring is held. */
struct quire_anchor {
    enum { QUIRE_ANCHOR_FIXED, QUIRE_ANCHOR_BODY, QUIRE_ANCHOR_SHEET } kind;
    int index;     /* of the small body or sheet */
    int free;      /* the free body it is; -1: a roller's shaft */
    double at[2];  /* the fixed point, or from a free body's centre along its own axes [m] */
    int node;      /* SHEET: between this node and the next, */
    double weight; /* by the next one's share */
};

struct quire_spring {
    const struct quire_object *object;
    struct quire_anchor end[2];
    double stiffness, damping, length;
    int acts; /* QUIRE_SPRING_... */
};

/* What presses on sheets over a distance, to a guide or away from it, or without a guide. */
struct quire_pressure {
    const struct quire_object *object;
    const struct quire_pressure_ops *ops;
    const struct quire_pressure_params *params; /* reach, friction, threshold; the law's */
    const struct quire_guide *guide;            /* NULL: it needs none */
    double from, to;                            /* along it [m]; may be infinite */
    double low[2], high[2];                     /* bounds of where it acts [m] */
    double across[2]; /* in space: from where to where it acts in z [m]; may be infinite */
    double supply;
    const void *compiled; /* what ops->compile has made of the parameters */
    int drive;            /* that commands it instead; -1: none */
};

struct quire_drag {
    const char *name;
    bool is_sheet;
    int index;           /* of the small body or sheet */
    double quadratic[2]; /* rho/2 C A; of a sheet across and along it [N s^2/m^2] */
    double linear[2];    /* [N s/m] */
    double wind[2];
};

#endif

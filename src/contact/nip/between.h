/* How far a sheet lies between the two rollers of a nip, and the force by which its edge opens
 * them. doc/theory/contact-kernel.md, 9. */
#ifndef QUIRE_CONTACT_NIP_BETWEEN_H
#define QUIRE_CONTACT_NIP_BETWEEN_H

#include "contact/touch/station.h"

/* A curve beside the middle of the rollers' overlap: how far it parts them, 0 to 1, and how that
 * changes with its nearest place and its nearer end, node `end` [1/m]. */
struct quire_parted {
    struct station p;
    int end;
    double share;
    double by_place[2], by_end[2];
};

struct quire_between {
    double share;            /* 1: a sheet lies between them, 0: none does */
    int sheet;               /* which; -1: none */
    bool fades;              /* the share changes with the sheet's place */
    double by_at[2];         /* how the share changes with the middle of the overlap [1/m] */
    struct quire_parted one; /* in the plane */
};

/* Looks for the sheet that parts the rollers of a nip most. at: the middle of their overlap. */
void quire_find_between(struct quire_between *out, const struct quire_state *state,
                        const struct quire_nip *nip, const double *y, const double at[2]);

/* Adds `stored` times the gradient of the share to the forces on its sheet [J]. Returns what that
 * has along the driver's shaft, on its rollers [N]. */
double quire_push_between(struct quire_state *state, const struct quire_nip *nip,
                          const struct quire_between *between, const double *y, const double at[2],
                          double stored);

#endif

/* The data that a normal law is fitted to, in SI: forces at penetrations, or restitutions at
 * speeds. */
#ifndef QUIRE_LAWLAB_LAW_FIT_DATA_H
#define QUIRE_LAWLAB_LAW_FIT_DATA_H

#include "lawlab/law.h"

struct quire_fit_points {
    bool impacts;
    bool stack;  /* while they are read: thickness [m] and pressure [Pa] */
    double mass; /* [kg] */
    /* penetration [m], its rate [m/s], force [N]; or speed [m/s], nothing, restitution (n) */
    double *x, *rate, *y;
    size_t n, capacity;
    double largest; /* of |y| */
};

/* Reads and checks them; to be cleared in any case. */
quire_status quire_fit_points_read(struct quire_fit_points *out, const quire_fit_data *data,
                                   quire_diag *diag);
void quire_fit_points_clear(struct quire_fit_points *points);

#endif

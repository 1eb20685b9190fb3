/* What nips hold. */
#ifndef QUIRE_BODY_NIP_H
#define QUIRE_BODY_NIP_H

#include "body/roller.h"
#include "model/object.h"

struct quire_nip_params { /* <nip>: children driver (1), idler (1) */
    const char *name;
    const struct quire_object *path;
    double at;
    double load, rate, damping; /* on the idler, closing */
    /* [m]; closed_stop: clear gap that remains when shut, 0 by default: the rollers touch */
    double max_gap, closed_stop;
    /* clear gap to which it is opened [m], optional: max_gap; stiffness of what holds it there
     * [N/m] */
    double lift, lift_rate;
    bool open; /* at t = 0 */
    /* law between the two rollers; default: that of the driver's surface with the first medium */
    const struct quire_object *roller_contact;
    struct quire_shaft_params shaft; /* for both rollers; crown and taper are their own */
};

extern const struct quire_kind quire_kind_nip, quire_kind_driver, quire_kind_idler;

#endif

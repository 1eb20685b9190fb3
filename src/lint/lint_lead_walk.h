/* The way of leading edges through a machine, for who watches it. */
#ifndef QUIRE_LINT_LINT_LEAD_WALK_H
#define QUIRE_LINT_LINT_LEAD_WALK_H

#include "lint/lint_lead_face.h"

/* What a leading edge comes to; all calls get `user`. */
struct quire_lead_watch {
    /* a surface, which may hold it */
    void (*meets)(void *user, int sheet, const struct quire_lead_meeting *meeting,
                  const struct quire_lead_verdict *verdict);
    /* a channel, `aside` from its middle at the mouth [m] */
    void (*enters)(void *user, int sheet, const struct quire_object *channel, double aside);
    /* a part, with so much of it unsupported that bends by `sag` = w L^3/B; NULL: it hangs */
    void (*reaches)(void *user, int sheet, const struct quire_object *part, double place,
                    double length, double sag);
    void *user;
};

/* Goes with the leading edge of each sheet that differs from the one before it, once: with the
 * gates as they stand in its way least. False when memory runs out. */
bool quire_lint_walk(const struct quire_system *system, const struct quire_lead_watch *watch);

#endif

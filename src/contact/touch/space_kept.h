/* What is kept of a touching place of a sheet in space (state/places.h): what flows there, and how
 * that changes with the place, with its derivatives along the sheet and across, and with what moves
 * on the other side. doc/theory/energy.md, 3 */
#ifndef QUIRE_CONTACT_TOUCH_SPACE_KEPT_H
#define QUIRE_CONTACT_TOUCH_SPACE_KEPT_H

#include "contact/place/book.h"
#include "contact/touch/space_place.h"

/* Friction along and across, slip along and across, the rate of the gap, what is lost of the normal
 * force, and the law's own. */
enum space_flow {
    SPACE_FRICTION,
    SPACE_LATERAL,
    SPACE_SLIP,
    SPACE_ACROSS,
    SPACE_GAP,
    SPACE_LOST,
    SPACE_ONE,
    SPACE_FLOWS
};

/* Three stations of one or two columns of a sheet, and how they count. */
struct space_nodes {
    int sheet, station, column, columns;
    double b[3], d[3], c[2], e[2];
};

struct space_kept {
    quire_v4 by[SPACE_FLOWS][3]; /* displacements times the matrix's cq, velocities times its cv */
    double by_body[SPACE_FLOWS][QUIRE_BODY_DOFS];
    double now[SPACE_FLOWS]; /* but for the normal force */
    /* friction and what is lost: force on the sheet, pair on its direction, on the body */
    quire_v4 told[2];
    double told_body[QUIRE_BODY_DOFS];
    double belt, driven, carried; /* speeds of belts and drives [m/s] */
    struct space_nodes on;
    int body, n_body; /* velocities in V of what is on the other side */
    bool holds;       /* friction holds on */
    bool pressed;     /* friction acts under the mean normal force of other places: */
    double normal_by[3][3], friction_by_normal[2]; /* that by nodes; friction along and across */
};

static inline void
space_nodes_of(const struct space_place *p, int sheet, int columns, struct space_nodes *to)
{
    to->sheet = sheet;
    to->station = p->station;
    to->column = p->column;
    to->columns = columns;
    memcpy(to->b, p->b, sizeof to->b);
    memcpy(to->d, p->d, sizeof to->d);
    memcpy(to->c, p->c, sizeof to->c);
    memcpy(to->e, p->e, sizeof to->e);
}

/* what flows now, at a place that no body or drive moves */
static inline void
keep_flows(const struct place_motion *m, const struct place_action *a, struct space_kept *to)
{
    to->now[SPACE_FRICTION] = a->friction;
    to->now[SPACE_LATERAL] = a->lateral;
    to->now[SPACE_SLIP] = a->r.slip[0];
    to->now[SPACE_ACROSS] = a->r.slip[1];
    to->now[SPACE_GAP] = -m->closing;
    to->now[SPACE_LOST] = a->lost;
    to->belt = a->belt;
    to->driven = to->carried = 0;
    to->n_body = 0;
    to->holds = a->slide.grip != NULL;
    to->pressed = false;
    to->friction_by_normal[0] = to->friction_by_normal[1] = 0;
}

/* Friction that holds on at the place that was added last, if it does. */
static inline void
keep_hold(struct quire_state *st, const struct space_nodes *on, const struct quire_slide *slide)
{
    struct quire_place_hold *hold =
        slide->grip != NULL ? quire_places_hold_on(st, QUIRE_PLACES_SPACE, 0, slide) : NULL;

    if (hold != NULL) {
        hold->quarter = quire_quarter_of(st->system->sheet + on->sheet, on->station,
                                         on->column + (on->columns == 2 ? on->c[1] : 0));
    }
}

#endif

/* What the parts of an observer share. */
#ifndef QUIRE_OBSERVE_OBSERVER_PARTS_H
#define QUIRE_OBSERVE_OBSERVER_PARTS_H

#include "observe/observe.h"
#include "observe/observe_front.h"
#include "observe/observe_space.h"
#include "observe/slips.h"

struct quire_observer {
    struct quire_state *state;
    struct quire_view view;
    struct quire_sheet_view *sheet;
    struct quire_roller_view *roller;
    struct quire_nip_view *nip;
    struct quire_guide_view *guide;
    struct quire_body_view *body;  /* free bodies, with the solids right behind them: */
    struct quire_body_view *solid; /* of `body`, the first of these */
    struct quire_spring_view *spring;
    struct quire_pressure_view *pressure;
    struct quire_drive_view *drive;
    struct quire_front *front; /* of each sheet with each guide, edge by edge */
    /* what is to be cleared again: guides that are touched, and sheets with guides in `front` */
    struct {
        int *guide, n_guide; /* (n_guide_view) */
        int *front, n_front; /* (n_sheet * n_guide_view) */
    } touched;
    /* what does not change of rollers, nips and guides, and how their sums begin */
    struct {
        struct quire_roller_view *roller;
        struct quire_nip_view *nip;
        struct quire_guide_view *guide;
    } still;
    double **tension;     /* (n_sheet) */
    double (*hint)[2];    /* path distance of each sheet's trail and leading edge as last seen */
    double *guide_weight; /* force of what presses most; -1: nothing touches it (n_guide_view) */
    int *roller_sheet;    /* last sheet counted (n_roller) */
    struct quire_space_observer *space; /* NULL: planar */
    struct quire_slips *slips;          /* of sheets on what they lie on */
};

/* Sets what does not change, once; guides are left as while nothing touches them. */
void quire_observe_still_machine(struct quire_observer *o);
/* All but sheets, before touching places are counted, at the state of the last evaluation; what n
 * of them with the same pair add; and what follows from all. Touches that sheets in space have are
 * in the views before those of rollers and guides are added. */
void quire_observe_begin_machine(struct quire_observer *o, double t, const double *y);
void quire_observe_touch_guide(struct quire_observer *o, const struct quire_touch *touch);
void quire_observe_add_to_machine(struct quire_observer *o, const struct quire_touch *touch, int n);
void quire_observe_finish_machine(struct quire_observer *o);

#endif

/* What the callbacks of a part of a machine work on. */
#ifndef QUIRE_ENGINE_SELF_H
#define QUIRE_ENGINE_SELF_H

#include "engine/parked.h"
#include "integ/problem.h"
#include "state/state.h"

struct quire_engine {
    struct quire_ode_problem problem;
    struct quire_state *state;
    const struct quire_part *part;
    struct quire_block *block;
    int *mover, first_mover; /* the bodies of blocks, and the block of the first one */
    struct quire_parked parked;
    double *work; /* of quire_state_mass_solve() */
    /* the end of the last step, until laws take it over (engine/history.h) */
    struct {
        struct quire_slide *slide; /* where friction held on */
        int n_slide, cap_slide;
        /* what other laws remember saw then, and how it moved: at the places of the part's slots,
         * one after the other */
        unsigned char *seen;
        struct quire_motion *motion;
        double length;      /* of that step [s] */
        bool settled;       /* they have taken it over */
        double since_wraps; /* time since shares of wraps followed [s] */
    } last;
};

#endif

/* Rollers that are parked: those that no sheet is near, and that go on as they are. They are left
 * out of all evaluations until something could change their motion; their entries of the state stay
 * those of the integrator, so that nothing starts anew. Theory: doc/theory/integrator.md, 7. */
#ifndef QUIRE_ENGINE_PARKED_H
#define QUIRE_ENGINE_PARKED_H

#include "state/powers.h"
#include "state/state.h"

struct quire_parked {
    const struct quire_part *part; /* with them */
    struct quire_part active;      /* without */
    /* (n_cluster): may be parked at all; is; has nothing to be solved for */
    bool *may, *is, *led;
    struct quire_range *held; /* velocities of those parked, in V (n_held) */
    int n_may, n_is, n_held;
    double position_bound, velocity_bound; /* how far from steady motion they may be [m], [m/s] */
    double *speed;                         /* as V: at which they go on */
    struct quire_powers power;             /* theirs all the time [W] */
    int *drive, n_drive;           /* drives of those that have something to be solved for, */
    struct quire_command *command; /* and (n_drive of the system) their commands */
    /* of each cluster, how far the nearest sheet was when they were looked at last [m]; and the
     * least of those parked */
    double *clear, least;
    double since, fastest, gone; /* then, the largest speed, and how far sheets may have come [m] */
    bool doubt;                  /* sheets may be where they were not */
    int wait;                    /* steps until more of them are sought */
    double *earlier;             /* as V: velocities when they were sought last */
    /* scratch */
    struct quire_part trial;
    bool *tried, *nobody;
    double *step, *y;
};

/* Bounds of 0: none is ever parked. False when memory runs out; destroy() serves then, too. */
bool quire_parked_create(struct quire_parked *parked, const struct quire_state *state,
                         const struct quire_part *part, double position_bound,
                         double velocity_bound);
void quire_parked_destroy(struct quire_parked *parked);

/* What is to be evaluated: the part, or the part without them. */
const struct quire_part *quire_parked_rest(const struct quire_parked *parked);

/* A step of at most h begins at (t, y): those that a sheet may reach in it, or whose drive changes,
 * are parked no more, and others are sought. The state looks at the rest afterwards. Whether there
 * are others than before. */
bool quire_parked_update(struct quire_parked *parked, struct quire_state *state, double t,
                         const double *y, double h);

/* Sheets may be elsewhere at once. */
void quire_parked_doubt(struct quire_parked *parked);

/* Puts their velocities into y; zeros into their rows, as V. */
void quire_parked_hold(const struct quire_parked *parked, const struct quire_system *system,
                       double *y);
void quire_parked_clear_rows(const struct quire_parked *parked, double *v);

#endif

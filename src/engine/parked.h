/* Rollers that are parked: those that no sheet is near, and that go on as they are or as their
 * drive makes them. They are left out of all evaluations until something could change their motion;
 * their entries of the state stay those of the integrator, so that nothing starts anew. Theory:
 * doc/theory/integrator.md, 7. */
#ifndef QUIRE_ENGINE_PARKED_H
#define QUIRE_ENGINE_PARKED_H

#include "integ/constants.h"
#include "state/powers.h"
#include "state/state.h"

/* moments by which their motion is known, the end of their step included */
enum { QUIRE_PARKED_MOMENTS = 5 };

/* Those whose speeds change meanwhile: they go on by steps of their own, longer ones, and are known
 * within one by the polynomial through the last moments (engine/parked_motion.h). */
struct quire_parked_motion {
    bool *is; /* (n_cluster) */
    int n_is;
    /* of all bodies, as V: [0] at the end of their step, [1] at its start, the others before */
    struct {
        double t, *v;
    } moment[QUIRE_PARKED_MOMENTS];
    int n_moment;                  /* known of these behind the first one */
    int n_used;                    /* the polynomial goes through so many of all */
    double length;                 /* of their next step [s] */
    struct quire_command *command; /* (n_drive of the system) at its end */
    struct quire_powers power[3];  /* theirs at its start, in its middle and at its end [W] */
    bool reopened;                 /* others move than before the last update */
    int wait, since;               /* moments until they are sought, steps since the last moment */
};

struct quire_parked {
    const struct quire_part *part; /* with them */
    struct quire_part active;      /* without */
    /* (n_cluster): may be parked at all; is; has nothing to be solved for */
    bool *may, *is, *led;
    struct quire_range *held; /* velocities of those parked, in V (n_held) */
    int n_may, n_is, n_held;
    double position_bound, velocity_bound; /* how far from steady motion they may be [m], [m/s] */
    double *speed;                         /* as V: at which they go on */
    struct quire_powers power;             /* of those that are steady [W] */
    struct quire_parked_motion motion;
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

/* What flows through them at t. */
struct quire_powers quire_parked_power(const struct quire_parked *parked, double t);

/* Puts their velocities at t into y; zeros into their rows, as V. */
void quire_parked_hold(const struct quire_parked *parked, const struct quire_system *system,
                       double t, double *y);
void quire_parked_clear_rows(const struct quire_parked *parked, double *v);

#endif

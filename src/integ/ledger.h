/* What has flown through a part of the machine, and what the integration formula itself took out of
 * it: doc/theory/energy.md, 2 to 4. */
#ifndef QUIRE_INTEG_LEDGER_H
#define QUIRE_INTEG_LEDGER_H

#include "integ/newton.h"

#define QUIRE_LEDGER_PARTS 96

struct quire_ledger {
    struct quire_state *state;
    const struct quire_part *part;
    /* NULL: the generic solver, whose formula's own loss is not known */
    const struct quire_newton *newton;
    void *cvode;
    N_Vector spare;                      /* room */
    const struct quire_packing *packing; /* of that, laid out as y in unpacked_spare */
    double *unpacked_spare;
    struct quire_powers done;        /* work up to the start of the last step [J] */
    struct quire_powers before, now; /* flows at both ends of the last step [W] */
    struct quire_powers earlier;     /* and where the one before it began; */
    double span_earlier;             /* how long that took, 0: there was none [s] */
    double start, reached;           /* of the last step [s] */
    /* velocities and accelerations, for the formula's own loss */
    struct {
        /* at the end of the last step: the part's ranges of [V | Z], one after the other */
        double *v, *a;
        double *v_mean, *a_mean; /* where its error acts [V | Z] */
        void *block, *mean;      /* mean NULL: in the rooms that parts share */
    } motion;
    bool moved; /* they are of this stretch */
    /* at the end of the last step, and at its start: some contact's force was cut (state->n_loose)
     */
    bool loose, was_loose;
    struct {
        /* what contacts have lost in the last step up to t [J] */
        double t, work;
    } lost[QUIRE_LEDGER_PARTS];
    int n_lost; /* 0: as the flows at its ends say */
};

/* False when memory runs out. The norm, the Newton method, the vector and the rooms must live on.
 */
bool quire_ledger_create(struct quire_ledger *ledger, struct quire_state *state,
                         const struct quire_norm *norm, const struct quire_newton *newton,
                         void *cvode, N_Vector spare, const struct quire_rooms *rooms);
void quire_ledger_destroy(struct quire_ledger *ledger);

/* A stretch begins at (t, y), a time of the last step: its flows are evaluated there. */
void quire_ledger_open(struct quire_ledger *ledger, double t, const double *y);
/* The integrator has forgotten its history, and nothing else has changed. */
void quire_ledger_forget(struct quire_ledger *ledger);
/* A step begins at t, the end of the last one or a time within it up to which that one counts. */
void quire_ledger_begin(struct quire_ledger *ledger, double t);
/* The step has ended at (t, y); the machine is looked at `latest` at the latest, just before a jump
 * there [s]. */
void quire_ledger_close(struct quire_ledger *ledger, double t, double latest, const double *y);
/* Looks into the last step where what contacts lose comes to its end there. After all else that is
 * to be known of its end. */
void quire_ledger_refine(struct quire_ledger *ledger);
/* The last step counts only up to t, a time within it: its flows end there. The machine is looked
 * at just before that, where its state is y. */
void quire_ledger_cut(struct quire_ledger *ledger, double t, double looked, const double *y);
/* Work since the first stretch began until t, a time of the last step [J]. */
struct quire_powers quire_ledger_work(const struct quire_ledger *ledger, double t);

#endif

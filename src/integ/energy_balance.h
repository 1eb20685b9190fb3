/* What has flown through a problem, and what the integration formula itself took out of it:
 * doc/theory/energy.md, 2 to 4. */
#ifndef QUIRE_INTEG_ENERGY_BALANCE_H
#define QUIRE_INTEG_ENERGY_BALANCE_H

#include "integ/constants.h"
#include "integ/newton.h"
#include "integ/step_path.h"

struct quire_energy_balance {
    const struct quire_ode_problem *problem;
    /* NULL: the generic solver, whose formula's own loss is not known */
    const struct quire_newton *newton;
    void *cvode;
    N_Vector spare;                      /* room */
    const struct quire_packing *packing; /* of that, laid out as y in unpacked_spare */
    double *unpacked_spare;
    struct quire_flows done;        /* work up to the start of the last step [J] */
    struct quire_flows before, now; /* flows at both ends of the last step [W] */
    struct quire_flows earlier;     /* and where the one before it began; */
    double span_earlier;            /* how long that took, 0: there was none [s] */
    double start, reached;          /* of the last step [s] */
    struct quire_step_path path;
    double *room[2]; /* each as y; in the workspace that problems share, or in room_block */
    void *room_block;
    double kinetic, growth; /* at its end, and by how much the last step has changed it [J] */
    double beside; /* work of forces that flows tell of beside the rates that they tell of [J] */
    double scale;  /* the largest energy so far that moved, or has flown [J] */
    double least_part; /* of that: a doubt about the work of one step that is looked into */
    double worth;      /* of so much is a doubt about work that is looked into [J] */
    long steps, looks; /* steps so far, and evaluations within them */
    /* at the end of the last step, and at its start: some contact's force was cut (see is_cut()) */
    bool cut, was_cut;
    struct {
        /* what contacts have lost in the last step up to t, and been given [J] */
        double t, work, given;
    } lost[QUIRE_BALANCE_PIECES];
    int n_lost;    /* 0: as the flows at its ends say */
    double stored; /* work in the last step of forces that no flow tells of [J] */
    struct {
        bool lost, stored; /* what is looked for within the last step */
    } look;
};

/* False when memory runs out. The norm, the Newton method, the vector and the workspace must live
 * on. */
bool quire_energy_balance_create(struct quire_energy_balance *balance,
                                 const struct quire_norm *norm, const struct quire_newton *newton,
                                 void *cvode, N_Vector spare,
                                 const struct quire_workspace *workspace,
                                 double position_tolerance);
void quire_energy_balance_destroy(struct quire_energy_balance *balance);

/* The problem's blocks are other ones than they were, at y, before a step; flows are evaluated
 * there if they are, too. */
void quire_energy_balance_regroup(struct quire_energy_balance *balance, const double *y);
/* A stretch begins at (t, y), a time of the last step: its flows are evaluated there. */
void quire_energy_balance_open(struct quire_energy_balance *balance, double t, const double *y);
/* A step begins at t, the end of the last one or a time within it up to which that one counts. */
void quire_energy_balance_begin(struct quire_energy_balance *balance, double t);
/* Contacts have lost so much at once [J], and their shares given so much. */
void quire_energy_balance_lose(struct quire_energy_balance *balance, double lost, double given);
/* The step has ended at (t, y); the problem is evaluated at t_left_limit at the latest, just before
 * a jump there [s]. */
void quire_energy_balance_close(struct quire_energy_balance *balance, double t, double t_left_limit,
                                const double *y);
/* Looks into the last step where what contacts lose comes to its end there, or where the forces at
 * its end tell too little of what they do within. After all else that is to be known of its end. */
void quire_energy_balance_refine(struct quire_energy_balance *balance);
/* The last step counts only up to t, a time within it: its flows end there. The problem is
 * evaluated just before that, where its state is y. */
void quire_energy_balance_cut(struct quire_energy_balance *balance, double t, double evaluated,
                              const double *y);
/* Work since the first stretch began until t, a time of the last step [J]. */
struct quire_flows quire_energy_balance_work(const struct quire_energy_balance *balance, double t);

#endif

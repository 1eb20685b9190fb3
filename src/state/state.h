/* What events change (drives, which sheets are in the machine, law modes), and the work space of an
 * evaluation. */
#ifndef QUIRE_STATE_STATE_H
#define QUIRE_STATE_STATE_H

#include "base/worker.h"
#include "machine/system.h"
#include "state/coupling.h"
#include "state/places.h"
#include "state/powers.h"
#include "state/sheet_work.h"
#include "state/touch.h"

/* What a rule made of a drive or a switch: from its value at `since`, linearly to `value` at `since
 * + ramp`; smoothly, places and switches. */
struct quire_override {
    bool active;
    enum quire_drive_quantity quantity;
    double since, ramp, from, value;
    double travel; /* until `since` [m], of drives given by a speed */
    bool bends;    /* where its ramp begins and ends, no stretch does: a set point of a speed */
};

/* How far something is switched, from 0 to 1, and how fast that changes [1/s]. */
struct quire_switched {
    double at, rate;
};

/* Where a free body is. */
struct quire_pose {
    double at[2], cos, sin;
};

/* How far a gate has moved from where the model shows it: an angle [rad] or a way [m]; how fast;
 * and the angle's cosine and sine. */
struct quire_gate_pose {
    double way, rate, cos, sin;
};

/* How deep a place is that a law remembers [m], how fast it closes [m/s], and what share of the law
 * acts there. */
struct quire_motion {
    double overlap, closing, share;
};

struct quire_state {
    const struct quire_system *system;
    /* what is evaluated, solved and looked at now: `whole`, or an island */
    const struct quire_part *part;
    struct quire_part whole;
    /* laid out as y: sheets that stand still for the part, at rest; NULL: y has them, too */
    const double *still;
    struct quire_override *override; /* (n_drive + n_switch) */
    struct quire_switched *change;   /* (n_switch): at the time of the last evaluation */
    struct quire_command *command;   /* (n_drive): at the time of the last evaluation */
    struct quire_sheet_work *sheet;  /* (n_sheet) */
    struct quire_carrier *carrier;   /* (n_small) */
    struct quire_pose *pose;         /* (n_free) */
    struct quire_gate_pose *gate;    /* (n_gate) */
    struct quire_soft_shape *shape;  /* (n_soft) */
    /* (2 n_pressure): force towards each guide, or along its own direction, and friction along the
     * guide, on all sheets [N] */
    double *pressed;
    /* (n_soft): of the contacts, f . adj(V) x with places x on the undeformed rim [N m]; while
     * `record` is set */
    double *squeeze;
    /* M - (cq K + cv D) of the small unknowns: a block for each cluster */
    double *dense;
    ptrdiff_t *dense_row; /* (n_unknown): see quire_dense_row() */
    struct quire_coupling *coupling;
    int n_coupling, cap_coupling;
    struct quire_space_coupling *space_coupling;
    int n_space_coupling, cap_space_coupling;
    struct quire_tie *tie; /* of sheets with each other */
    int n_tie, cap_tie;
    struct quire_space_tie *space_tie; /* the same in space */
    int n_space_tie, cap_space_tie;
    /* where sheets may touch each other: contact/sheets/sheets.h; NULL: nowhere */
    struct quire_sheets_near *near;
    struct quire_powers power;
    struct quire_powers soft; /* of it, what soft bodies themselves take up */
    /* of the last evaluation with the matrix: no other knows how shares change [W] */
    double given;
    /* of the last evaluation with the matrix */
    struct quire_place_list places[QUIRE_PLACES_FAMILIES];
    double *earlier; /* scratch of evaluate/powers.c (layout.nv) */
    /* (n_sheet, quire_touch_targets()): who touches whom at the last evaluation */
    unsigned char *touched;
    /* where a law's deepest overlap was reached in the last evaluation; law NULL: nowhere */
    struct quire_slide too_deep;
    /* places of bodies where surfaces overlap, but the law's force is cut, in the last evaluation
     */
    int n_loose;
    /* statics: drives, belts and clamps stand still, held nodes keep the rows of free ones */
    bool is_static;
    bool record; /* fill touch */
    struct quire_touch *touch;
    int n_touch, cap_touch;
    struct quire_kept_touches kept; /* records of sheets that rest */
    /* (n_sheet, n_roller), in space (n_sheet, n_pad): the share of laws that acts along a line,
     * from 0 to 1, negative where they do not touch: contact/touch/wraps.h, step/wraps.h */
    double *wrap;
    struct quire_law_memory *memory; /* (n_memory) */
    unsigned char *set;              /* (n_memory): not in mode 0 when the laws committed last */
    unsigned char *seen;             /* (n_memory): done in this evaluation */
    struct quire_motion *motion;     /* (n_memory): of what was, where it was deepest */
    struct quire_law_memory *grip;   /* (n_grip) */
    /* (n_grip): in this solve, the direction of the spring's pull where it slid at the last matrix,
     * 0: it did not; contact/law/stick.c */
    float (*slid)[2];
    double *rolling;        /* (n_grip): as it was when the laws committed last [m/(N s)] */
    int *slide_of;          /* (n_grip): where it was listed last in slide */
    unsigned char *gripped; /* (n_grip): touching when the laws committed last */
    /* of the last evaluation without the matrix, or of the end of the last step */
    struct quire_slide *slide;
    int n_slide; /* at most n_grip */
    struct {
        /* > 0 while a step is solved: the ways slid follow z = fixed + gamma z' */
        double gamma;
        const double *now, *fixed; /* as Z */
    } implicit;
    /* sheets (n_sheet) that press on others with what they press with now, however these yield;
     * NULL: none */
    const bool *loads;
    struct quire_worker *worker; /* does half of what is large; NULL: there is none */
    void *solve;                 /* solve/solve.c */
    double *force;               /* generalised forces, laid out as V (layout.nv) */
    double *rate;                /* z' (layout.nz); stands right behind force */
    double *own;                 /* small bodies' own forces among them (layout.nv) */
    long n_forces, n_matrix;
    /* a sheet was deep inside a guide in an evaluation since this was last cleared */
    bool deep;
    const char *not_finite; /* first object that produced a value that is not finite */
    int stumbled;           /* sheet that a step which failed was about; -1: none, or none failed */
    bool failed;            /* memory ran out during an evaluation */
};

/* The matrix's row of a small unknown, whose columns are those of its cluster: [unknown] is the
 * diagonal. */
static inline double *
quire_dense_row(const struct quire_state *st, int unknown)
{
    return st->dense + st->dense_row[unknown];
}

/* Where a sheet's positions and velocities stand: in y, unless it stands still. */
static inline const double *
quire_state_motion(const struct quire_state *st, int sheet, const double *y)
{
    return st->still == NULL || st->part->has_sheet[sheet] ? y : st->still;
}

/* Chooses what the state's functions speak of from now on; NULL: everything. The part must live on.
 */
static inline void
quire_state_focus(struct quire_state *state, const struct quire_part *part)
{
    state->part = part != NULL ? part : &state->whole;
}

#endif

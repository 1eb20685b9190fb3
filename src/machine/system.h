/* The compiled machine: const topology and constants, and the mutable work of evaluating it.
 *
 * quire_system is built once from a model (compile/compile.c) and never changes. quire_state holds
 * what events change (drives, which sheets are in the machine, law modes) and the work space of one
 * evaluation. */
#ifndef QUIRE_MACHINE_SYSTEM_H
#define QUIRE_MACHINE_SYSTEM_H

#include <stdbool.h>

#include "chain/band.h"
#include "chain/chain.h"
#include "geometry/corners.h"
#include "kind/body.h"
#include "kind/law.h"
#include "kind/view.h"
#include "machine/layout.h"
#include "machine/spatial.h"
#include "machine/subsystem.h"
#include "model/params.h"
#include "motion/soft_motion.h"
#include "motion/solid_motion.h"

/* ---- const
 * ------------------------------------------------------------------------------------------------
 */

/* A contact as two compiled laws with the pair's factors. */
struct quire_contact_law {
    const struct quire_normal_law *normal;
    const struct quire_friction_law *friction; /* NULL: frictionless */
    _Alignas(16) unsigned char normal_data[QUIRE_LAW_COMPILED];
    _Alignas(16) unsigned char friction_data[QUIRE_LAW_COMPILED];
    double overdrive;        /* [1/N] */
    double vertex;           /* friction factor at the sheet's ends */
    double reference_length; /* [m] */
    bool open, resolved;     /* it waits for what its pairs say; it has been told */
    double reach;            /* it acts from this far before touch [m] */
    double deepest;          /* overlap that no step may reach [m] */
    bool per_deformed;       /* tractions per deformed area of a soft body's surface */
    int distribution;
    const char *name;
};

/* Piecewise course of a commanded value: from its start value through corners, each with the way to
 * get there. */
struct quire_corner_point {
    double time, value;
    int shape; /* QUIRE_RAMP_... */
};
struct quire_course {
    double start;
    struct quire_corner_point *corner; /* (n) */
    int n;
};
/* Value, rate and second rate at time t; rate and bend may be NULL. */
double quire_course_at(const struct quire_course *c, double t, double *rate, double *bend);
/* Its integral from 0 to t. */
double quire_course_integral(const struct quire_course *c, double t);

struct quire_drive {
    const struct quire_object *object;
    const char *name;
    enum quire_drive_quantity quantity;
    double no_load_speed;
    struct quire_course course;
};

/* Prescribed motion of a sheet's end. */
struct quire_hold {
    bool held, clamp; /* clamp: the direction is held too */
    double until;     /* [s] */
    double velocity[2];
    struct quire_course shift_x, shift_y, turn;
    double heading;  /* at the start [rad] */
    bool slides;     /* it lets the end go along a direction */
    double slide[2]; /* unit vector */
};

struct quire_load {
    bool is_moment;
    double weight[2]; /* share of the two nodes it stands between */
    int node;         /* the first of them; a moment acts on the segment from it */
    double across;    /* from the sheet's middle [m]; NaN: over the whole width */
    double force[2], torque;
    struct quire_course factor;
};

struct quire_sheet {
    const char *name;
    const struct quire_object *object;
    struct quire_chain chain;    /* what it is in the plane; in space its mid-line */
    struct quire_ladder *ladder; /* what it is in space, with free ends; NULL in planar models */
    /* the same with its trail (1) and lead edge (2) clamped; NULL where it never is so */
    struct quire_ladder *clamped[4];
    /* of its block in Q; the same offset in V. Planar: x of all nodes, y at x0 + stride; in space
     * as strip/ladder.h says */
    size_t x0;
    size_t size; /* of that block, a multiple of 16 */
    double length, width, thickness, half, mass, grammage;
    /* by which the sum of its squared errors is divided: its states, less those of ends held from
     * the start */
    double count;
    double *station_length; /* of each node's station [m] (stride), zero padded */
    /* weights of each node's station for the node before, the node and the one behind (stride),
     * zero padded */
    double *station_b[3], *station_d[3];
    double *weight;    /* mass of each node [kg] (stride), zero padded */
    double enter_time; /* [s]; infinite: something in the run decides */
    int ahead;         /* the sheet before it in its stream; -1: none */
    /* it enters so far behind that one [m]; NaN: something else lets it in */
    double gap;
    double lead; /* its lead edge's distance along its path when it enters [m] */
    double *start_x, *start_y, *start_vx, *start_vy; /* (n + 1): of the mid-line */
    double *start, *start_v; /* in space: of all nodes, laid out as its blocks of Q and V */
    /* how deep the nips at rest that it starts in press it into their rollers [m] */
    double pressed;
    struct quire_hold hold[2]; /* trail, lead */
    struct quire_load *load;
    int n_load;
    const struct quire_outline *path; /* NULL: placed by coordinates */
    /* places where friction may hold on to it: each station's left face, each one's right face,
     * each roller; in space stations column by column, then each cell under each pad */
    int grip0, n_grip;
    /* where it may hold on to other sheets: each station's left face, each one's right face */
    int sheet_grip;
};

struct quire_small {
    struct quire_body body;
    int q0, v0, z0; /* offsets in Q, V, Z */
    int first;      /* its first unknown among all small unknowns: nv velocities, then nz states */
    int cluster;
    int drive;    /* -1: none */
    int carriage; /* the drive that moves it along its shaft; -1: none */
    /* of its states: the sum of its squared errors is divided by it (doc/adr/0007-norm.md) */
    double count;
};

/* whether what a drive commands moves it */
static inline bool
quire_small_hangs_on(const struct quire_small *small, int drive)
{
    return small->drive == drive || small->carriage == drive;
}

struct quire_roller {
    const struct quire_object *object;
    const char *name;
    int small;            /* its body */
    int clutch;           /* between it and its drive; -1: none */
    double radius, reach; /* [m]; of its laws before touch */
    int nip;
    bool is_driver;
    int *law; /* (2 * n_sheet): left face, right face; -1: no contact */
    int free; /* the free body that it is; -1: none */
    int soft; /* the soft body that it is; -1: it is rigid */
};

/* A roller or free disc that deforms; its small body's unknowns are those of motion/soft_motion.h.
 */
struct quire_soft {
    struct quire_soft_motion *motion;
    int small, roller;
};

/* What rules switch: a lifter or a clutch, on or off. How far it is switched, from 0 to 1, is
 * quire_state.change. */
struct quire_switch {
    const struct quire_object *object; /* <nip>, <clutch> */
    const char *name;
    int small; /* the body that it acts on */
    bool on;   /* at t = 0 */
};

/* The lever that lifts a nip's idler. Theory: doc/theory/machine.md. */
struct quire_lifter {
    int small, which;     /* the idler's body; the switch */
    double low, high;     /* how far the idler has slid where it meets the lever, down and up [m] */
    double rate, damping; /* stiffness [N/m]; share of its force for each closing speed [s/m] */
};

/* Carries torque from a drive to a roller that turns by itself. Theory: doc/theory/machine.md. */
struct quire_clutch {
    const char *name;
    /* the roller's body; which of its velocities is its shaft speed; the switch */
    int small, spin, which;
    int carries;                   /* QUIRE_CARRIES_... */
    double radius, nominal_radius; /* of the roller [m] */
    double torque, creep;          /* [N m], [rad/s] */
};

struct quire_nip {
    const struct quire_object *object;
    const char *name;
    int driver, idler;
    int law; /* between the two rollers; -1: none */
    double path_distance;
    const struct quire_outline *path;
    int grip;   /* where friction between its rollers holds on; -1 if it does not */
    int lifter; /* -1: no rule opens it */
};

/* A turn about a line in the plane of z = 0: what lies at greater z then lies lower along the
 * normal where the sine is positive. */
struct quire_tilt {
    double at[2];     /* on the line [m] */
    double normal[2]; /* to its left */
    double cosine, sine;
};

/* What lets guides move: a pivot, about which they turn, or a slide. All faces of one guide have
 * one between them. */
struct quire_gate {
    const struct quire_object *object; /* <pivot> or <slide> */
    const char *name;                  /* of the guide */
    bool turns;
    double at[2]; /* the pivot [m]; or the slide's direction, a unit vector */
    int drive;    /* that moves it; -1: none, it is */
    int small;    /* this body, which a spring holds; -1: a drive moves it */
    /* by which its material moves at most with its way: [m], or 1 of a slide */
    double arm;
    double low[2], high[2]; /* of a body, bounds of where its material may come to [m] */
};

/* A guide, or one face of one: a chain of pieces with the sheet on one side. */
struct quire_guide {
    const struct quire_object *object;
    const char *name;
    struct quire_outline outline;
    double low[2], high[2]; /* bounds of the outline [m] */
    double side;            /* +1 left, -1 right */
    double reach;           /* of its laws before touch [m] */
    double depth;           /* of the solid behind it [m] */
    double velocity;        /* of an imaginary belt along it [m/s] */
    double across[2];       /* in space: from where to where it reaches in z [m]; may be infinite */
    bool tilted;            /* in space: */
    struct quire_tilt tilt;
    int *law; /* (2 * n_sheet) */
    /* 1 + the gate that it is; 0: it does not move. Its outline, faces and corners are those of a
     * gate that has not moved */
    int gate;
    /* index among the guides that observers see: both faces of one guide are one */
    int view;
};

/* A wall beside a path, for the side edges of sheets in space. It is a guide besides, with an
 * outline of no pieces. */
struct quire_wall {
    int guide;
    struct quire_wall_view shape;
};

/* One piece of a guide, ready for the inner loop. */
struct quire_face {
    int guide;
    double radius;    /* 0: line */
    double convex;    /* +1 the sheet is outside the circle, -1 inside */
    double level;     /* of its surface: along the normal, or convex * radius [m] */
    double at[2];     /* line: its first point; arc: centre */
    double normal[2]; /* line: towards the sheet */
    /* both ends, and the outward direction in which a station leaves the piece there */
    double end[2][2], out[2][2];
    /* the share fades over half a station length (free ends and convex kinks) */
    bool taper[2];
    /* how far beyond its ends it goes on inside the solid: hollow kinks [m] */
    double past[2];
    double low[2], high[2]; /* bounds [m] */
    /* of its guide's view: a surface between two hollow kinks, which a body touches at one place */
    int run;
};

/* How far a point is beyond an end of a face [m]. */
static inline double
quire_face_beyond(const struct quire_face *face, int end, const double p[2])
{
    return (p[0] - face->end[end][0]) * face->out[end][0] +
           (p[1] - face->end[end][1]) * face->out[end][1];
}

/* Whether the face is what a point touches that stands `behind` it [m]: at a convex kink or a free
 * end only while it is nearer to the face than to what begins there. edge: a point less deep than
 * that is behind the face, not before the end of the wall [m]. */
static inline bool
quire_face_faces(const struct quire_face *face, const double p[2], double behind, double edge)
{
    for (int e = 0; e < 2; e++) {
        const double u = quire_face_beyond(face, e, p),
                     limit = face->taper[e] ? (behind > edge ? -behind : 0) : face->past[e];
        if (u > limit || (e == 0 && u >= limit)) {
            return false;
        }
    }
    return true;
}

struct quire_corner_contact {
    int guide;
    double at[2], axis[2]; /* position; direction towards the sheet */
    double out[2][2];      /* outward tangents of the pieces that end here */
    int face;              /* at a free end: the guide's face there */
    bool end;              /* a free end of the guide; otherwise a convex kink */
    double gate;           /* sine of the angle over which it takes over from the faces */
    int run;
};

/* A free rigid body. */
struct quire_free {
    const struct quire_object *object;
    const char *name;
    const struct quire_free_motion *motion;
    int small;      /* its body */
    int roller;     /* a disc's place among the rollers, as which sheets see it; -1: a block */
    double half[2]; /* half width and height of a block [m] */
    int *law;       /* (n_guide) */
    double reach;   /* of these before touch [m] */
    int *slot;      /* (n_guide_view): -1 where the law remembers nothing */
    int *place;     /* (n_guide_view): its first place there among all gaps */
    /* where friction may hold on to it: one for each of its places, in their order */
    int grip0, n_grip;
    /* of a block (2 * n_sheet): left face, right face; -1: they pass through each other */
    int *sheet_law;
    /* where friction may hold a sheet on a block's corners: one for each corner and sheet */
    int sheet_grip;
};

/* One ball with which a solid touches: a corner of its cuboid, or one of its own. */
struct quire_ball {
    double at[3], radius, share; /* along the solid's axes from its centre; of the law */
    bool corner;
    /* corners: 0, 1 on the lower, upper side along the solid's third axis; others: 2 */
    int half;
};

/* A rigid body in space. */
struct quire_solid {
    const struct quire_object *object;
    const char *name;
    const struct quire_solid_motion *motion;
    int small;
    struct quire_ball *ball; /* (n_ball) */
    int n_ball;
    /* (n_shown): those that are no corners, and do not stand for all of it */
    struct quire_ball_view *shown;
    int n_shown;
    /* half the extents of its cuboid, and the radius of its edges [m]; half[0] is 0: it has none */
    double half[3], edge;
};

/* A solid and what it may touch: a guide, or another solid. */
struct quire_encounter {
    int solid, other; /* other: -1: a guide, */
    int view;         /* of this view */
    int *law;         /* of each guide (n_guide); with a solid the first alone */
    /* places where they may touch, and the first of them among those of all encounters */
    int n_place, place;
    /* most places at which they touch at once: beyond it observers miss some */
    int n_touch;
    int slot;          /* where the law remembers; -1: nowhere */
    int grip0, n_grip; /* places where friction may hold on: all or none */
};

enum quire_target {
    QUIRE_TARGET_ROLLER,
    QUIRE_TARGET_GUIDE,
    QUIRE_TARGET_NIP,
    QUIRE_TARGET_BODY,
    QUIRE_TARGET_SHEET
};

#define QUIRE_BLOCK_CORNERS 4

/* A free body and the roller or other free body that it may touch. */
struct quire_meeting {
    int free, index, law;
    enum quire_target target; /* ROLLER, BODY */
    int n_place;              /* places where they may touch */
    int place;                /* the first of them among those of all meetings */
    int grip;                 /* where friction holds on: one for each place */
    int slot;                 /* where the law remembers, a station for each place; -1: nowhere */
};

/* Where a law keeps its memory: at each of n_station places n_normal + n_friction states in Z from
 * z0, and two law memories (normal, friction). What a law remembers of a sheet stays at the sheet's
 * stations, whichever guide, block or wrapped roller they touch: places are each station's left
 * face, each one's right face, each roller that touches in a point, each corner of guides, and each
 * of blocks. Of a free body it stays with the guide, or with the meeting. */
struct quire_slot {
    int sheet;     /* -1: a free body's */
    int small;     /* the free body's; -1: a sheet's */
    int meeting;   /* of the body with a roller or another body; -1: with a guide */
    int encounter; /* 1 + that of a solid; 0: it is none */
    int guide;     /* the guide's view that a free body touches */
    int law;
    int n_station;
    int n_normal, n_friction;
    size_t z0;
    int memory0; /* station of memory 2 * memory0 */
};

struct quire_sleeve {
    const char *name;
    const struct quire_outline *path;
    double from, to, stiffness, damping;
};

/* Where an end of a spring is held. */
struct quire_anchor {
    enum { QUIRE_ANCHOR_FIXED, QUIRE_ANCHOR_BODY, QUIRE_ANCHOR_SHEET } kind;
    int index;     /* of the small body or sheet */
    int free;      /* the free body it is; -1: a roller's shaft */
    double at[2];  /* the fixed point, or from a free body's centre along its own axes [m] */
    int node;      /* SHEET: between this node and the next, */
    double weight; /* by the next one's share */
};

struct quire_spring {
    const struct quire_object *object;
    const char *name;
    struct quire_anchor end[2];
    double stiffness, damping, length;
    int acts; /* QUIRE_SPRING_... */
};

/* What presses sheets to a guide, or away from it, over a distance. */
struct quire_pressure {
    const struct quire_object *object;
    const char *name;
    const struct quire_pressure_ops *ops;
    const void *params;
    const struct quire_outline *outline; /* the guide's */
    double side;
    double from, to;        /* along it [m]; may be infinite */
    double across[2];       /* in space: in z [m]; may be infinite */
    double low[2], high[2]; /* bounds of where it acts [m] */
    double supply;
    int drive;    /* that commands it instead; -1: none */
    double reach; /* gap from which on there is nothing [m] */
    double friction, threshold;
};

struct quire_drag {
    const char *name;
    bool is_sheet;
    int index;           /* of the small body or sheet */
    double quadratic[2]; /* rho/2 C A; of a sheet across and along it [N s^2/m^2] */
    double linear[2];    /* [N s/m] */
    double wind[2];
};

struct quire_system {
    const struct quire_model *model;
    bool odometers; /* carriages, gates or rules ask how far drives have driven */
    bool spatial;
    struct quire_layout layout;
    double gravity[2];
    /* somewhat less than the thinnest solid: a step that moves no node farther crosses none [m] */
    double safe_travel;
    double end, sample;
    const struct quire_run_params *run; /* never NULL */
    struct quire_run_params run_default;
    bool settle;
    const struct quire_solver_params *solver;
    struct quire_solver_params solver_default;
    struct quire_contact_law *law;
    struct quire_drive *drive;
    struct quire_sheet *sheet;
    struct quire_small *small;
    struct quire_roller *roller;
    /* spatial models: rollers as sheets touch them, those of a roller side by side */
    struct quire_pad *pad;
    struct quire_nip *nip;
    struct quire_switch *change; /* (n_switch) */
    struct quire_lifter *lifter;
    struct quire_clutch *clutch;
    struct quire_guide *guide;
    struct quire_wall *wall;
    struct quire_gate *gate;
    struct quire_face *face;
    struct quire_corner_contact *corner;
    struct quire_free *free;
    struct quire_soft *soft;
    /* unit vectors to the points of soft rims (QUIRE_RIM_POINTS); NULL without soft bodies */
    double (*rim)[2];
    struct quire_meeting *meeting;
    struct quire_solid *solid;
    struct quire_encounter *encounter;
    struct quire_sleeve *sleeve;
    struct quire_pressure *pressure;
    struct quire_spring *spring;
    struct quire_drag *drag;
    struct quire_slot *slot;
    /* (n_sheet, n_sheet): of two sheets; -1: they pass through each other. NULL in space */
    int *sheet_law;
    bool sheets_meet; /* any of them is there */
    int *sheet_slot;  /* (n_sheet, n_law): -1 where the law remembers nothing of the sheet */
    struct quire_outline *path;
    const struct quire_object **path_object;
    int n_law, n_drive, n_sheet, n_small, n_roller, n_pad, n_nip, n_guide, n_guide_view, n_wall,
        n_gate, n_face, n_corner, n_sleeve, n_pressure, n_path, n_slot, n_free, n_soft, n_meeting,
        n_meeting_place, n_place, n_solid, n_encounter, n_solid_place, n_solid_touch, n_spring,
        n_drag, n_switch, n_lifter, n_clutch;
    /* its elements in the order of the model file, in which users know them */
    struct quire_in_file in_file;
    int *tilted; /* guides that are tilted (n_tilted) */
    int n_tilted;
    int n_unknown; /* velocities and states of all small bodies together */
    int n_cluster;
    size_t slot_z;   /* where the laws' states begin in Z, behind those of the small bodies */
    bool has_states; /* a law in a slot has first-order states */
    int n_memory;    /* stations with law memories, over all slots */
    /* where the ways slid begin in Z: one for each place at which friction may hold on; in space
     * those across n_grip behind */
    size_t grip_z;
    int n_grip;
    bool breaks; /* there is friction that drops when it breaks away */
    void *arena;
};

/* Builds the system of a checked model. On failure *out is NULL and diag says why. */
quire_status quire_system_create(struct quire_system **out, const struct quire_model *model,
                                 quire_diag *diag);
/* The same in this motion ("planar", "spatial"; NULL: the model's) and in space with so many
 * columns of nodes (0: as each sheet says). */
quire_status quire_system_create_moving(struct quire_system **out, const struct quire_model *model,
                                        const char *motion, int columns, quire_diag *diag);
void quire_system_destroy(struct quire_system *system);

/* The sheet, roller or free body whose name in the system or in a view is this very string; NULL if
 * there is none. */
const struct quire_object *quire_system_named(const struct quire_system *system, const char *name);

/* The path of this object, or NULL. */
const struct quire_outline *quire_system_path(const struct quire_system *system,
                                              const struct quire_object *object);

/* Whether a drive presses on sheets from afar: then it matters to all of them. */
static inline bool
quire_drive_presses(const struct quire_system *system, int drive)
{
    for (int k = 0; k < system->n_pressure; k++) {
        if (system->pressure[k].drive == drive) {
            return true;
        }
    }
    return false;
}

/* Whether a drive moves any gate: then it matters to all sheets. */
static inline bool
quire_drive_moves_gate(const struct quire_system *system, int drive)
{
    for (int k = 0; k < system->n_gate; k++) {
        if (system->gate[k].drive == drive) {
            return true;
        }
    }
    return false;
}

/* Guides as observers see them, rollers, and other sheets: what a sheet may touch. Of two sheets
 * the first touches the second. */
static inline int
quire_touch_targets(const struct quire_system *system)
{
    return system->n_guide_view + system->n_roller + (system->sheets_meet ? system->n_sheet : 0);
}

/* Where a sheet's targets begin in state->touched. */
static inline size_t
quire_touched_row(const struct quire_system *system, int sheet)
{
    return (size_t)sheet * (size_t)quire_touch_targets(system);
}

static inline bool
quire_part_has_slot(const struct quire_part *part, const struct quire_slot *slot)
{
    return slot->sheet >= 0 ? part->has_sheet[slot->sheet] : part->has_small[slot->small];
}

/* ---- mutable
 * ---------------------------------------------------------------------------------------------- */

/* What a rule made of a drive or a switch: from its value at `since`, linearly to `value` at `since
 * + ramp`; smoothly, places and switches. */
struct quire_override {
    bool active;
    enum quire_drive_quantity quantity;
    double since, ramp, from, value;
    double travel; /* until `since` [m], of drives given by a speed */
};

/* How far something is switched, from 0 to 1, and how fast that changes [1/s]. */
struct quire_switched {
    double at, rate;
};

/* Power flows at one evaluation [W]; `integrator` is the mean of a step, with which the formula
 * itself takes energy out. */
struct quire_powers {
    double drives, belts, loads, friction, contact, bearings, sheet, integrator;
    double elements; /* dampers of springs, drag */
    /* with which shares of contacts that change make stored energy of nothing; the ledger takes it
     * out of `contact` */
    double given;
};

/* One place where something touches, for observers. */
struct quire_touch {
    enum quire_target target;
    /* roller, guide, nip or free body; sheet -1: none, a roller or free body */
    int index, sheet;
    int body;    /* 1 + the free body that touches; 0: none */
    double x, y; /* of the sheet's mid-line [m] */
    double normal[2];
    double force, friction, limit; /* [N]; friction on the sheet along (-n_y, n_x) */
    double slip, belt;             /* slip taken by the law; belt or overdrive speed [m/s] */
    double overlap;
    double stored;     /* energy [J] */
    double spring;     /* of it, what friction holds on with [J] */
    double creep;      /* the part of the slip that only a regularised law makes [m/s] */
    double push[3];    /* all of the force on a solid [N] */
    double tangent[2]; /* of the sheet, along the feed */
    struct quire_space_touch space; /* in spatial models */
};

/* A touching place where friction holds on to the way slid (kind/law.h, settle), as it was seen
 * last. */
struct quire_slide {
    struct quire_law_memory *grip;
    const struct quire_contact_law *law;
    enum quire_target target;
    int index, sheet; /* as in quire_touch */
    double rolling;   /* speed of elastic creep for each newton of friction [m/(N s)] */
    struct quire_friction_in in;
    /* what is in `in` is along the surface; there is a component across besides */
    bool in_space;
    double slip_across, slid_across; /* [m/s], [m] */
    double way[3];                   /* as in its memory, now; 0: the place tells it */
};

/* In space, where friction holds on: with the derivatives of its place, the law's own normal force
 * by the place, by its derivative along the sheet and by that across. */
struct quire_space_hold {
    int change; /* index of the place's derivatives */
    quire_v4 normal[3];
    double way; /* by the velocity of the gate that it is on */
    struct quire_slide slide;
};

/* How one roller or one outside body couples to three neighbouring nodes of a sheet. */
struct quire_coupling {
    int small, sheet, node;
    double row[6][QUIRE_BODY_DOFS];    /* sheet rows, body columns */
    double column[QUIRE_BODY_DOFS][6]; /* body rows, sheet columns */
};

/* How three neighbouring nodes of one sheet couple to three of another where these touch: 2x2
 * blocks as in a band. */
struct quire_tie {
    int sheet[2], node[2];
    /* rows of the first, columns of the second sheet; and the other way round */
    quire_v4 block[2][3][3];
};

/* How the power flows of one touching place change with a step of Newton's: friction and slip turn
 * over so fast where things stick that their values before the step say nothing. Derivatives are
 * forms as in contact/touch/touch.h, scaled by the matrix's cq and cv. */
struct quire_flow {
    /* friction [N], slip [m/s], lost [N], closing [m/s]; enum quire_flowing */
    quire_v4 now;
    quire_v4 by_x[3], by_y[3]; /* how they change with a displacement of the three nodes */
    double belt, driven;       /* [m/s] */
    /* power with which a changing share makes stored energy of nothing [W] */
    double given;
    int sheet, node;  /* sheet -1: the two rollers of a nip */
    int pair, n_pair; /* how the velocities of small bodies count */
    /* as by_x, by_y, of the law's own normal force; where friction holds on */
    double normal_x[3], normal_y[3];
    /* grip is NULL where it does not; in space the next flow is that across */
    struct quire_slide slide;
};
/* lost: the part of the normal force that dissipates; at closing */
enum quire_flowing { QUIRE_FLOW_FRICTION, QUIRE_FLOW_SLIP, QUIRE_FLOW_LOST, QUIRE_FLOW_CLOSING };
struct quire_flow_pair {
    quire_v4 by; /* as by_x */
    double normal;
    int at; /* the velocity's place in V */
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

struct quire_reach { /* candidate nodes of one sheet for one target */
    int target, low, high;
    bool deep; /* of a face: stations may get behind it before the next lists */
    /* of a roller, at the last evaluation: */
    int near;    /* the node nearest to where the sheet touched it, else the middle of the range */
    double wrap; /* how far the sheet follows it, 0 to 1, */
    double wrap_rate; /* and how fast that changes [1/s], with the matrix alone */
    bool once;        /* it touches in a point */
};

struct quire_sheet_work {
    struct quire_chain_work chain;
    struct quire_band band;
    struct quire_band_factor factor;
    /* in space, where those three serve for lines along the sheet: of each of `clamped` */
    struct quire_ladder_work *ladder[4];
    struct quire_slabs slabs;
    struct quire_slab_factor *slab_factor;
    double *line[4];          /* scratch: each as long as the sheet's block, and 2 stride */
    struct quire_band mirror; /* of a line's mirror image, as `band` is of a line */
    struct quire_space_work
        *space; /* of its contact there: contact/touch/columns.h; NULL in planar models */
    /* 1 + the guide apart (quire_is_apart()) that its lists are of; 0: all others */
    int only;
    int gate; /* 1 + the gate that they are of; 0: of guides that do not move */
    /* the sheet as each gate sees it (n_frame: all gates in the plane): contact/gate/gates.h */
    struct quire_frame *frame;
    int n_frame;
    double *cx, *cy;          /* curve points of the stations [m] (stride) */
    double *square;           /* scratch (stride) */
    double *near_x, *near_y;  /* nodes when the candidate lists were made (stride) */
    double (*near_centre)[2]; /* rollers then (n_roller) */
    bool listed;
    bool *near_guide; /* scratch (n_guide) */
    struct quire_reach *face, *corner, *roller;
    int n_face, n_corner, n_roller;
    /* stations that came to a face from behind (n_face of the system, stride); see
     * contact/guide/sides.h */
    unsigned char *behind;
    int n_behind;
    bool may_be_behind; /* any of the faces listed is `deep` */
    bool entered;
    double enter_time; /* [s]; infinite: not known yet */
};

struct quire_state {
    const struct quire_system *system;
    /* what is evaluated, solved and looked at now: `whole`, or an island */
    const struct quire_part *part;
    struct quire_part whole;
    struct quire_override *override; /* (n_drive + n_switch) */
    struct quire_switched *change;   /* (n_switch): at the time of the last evaluation */
    struct quire_command *command;   /* (n_drive): at the time of the last evaluation */
    struct quire_sheet_work *sheet;  /* (n_sheet) */
    struct quire_carrier *carrier;   /* (n_small) */
    struct quire_pose *pose;         /* (n_free) */
    struct quire_gate_pose *gate;    /* (n_gate) */
    struct quire_soft_shape *shape;  /* (n_soft) */
    /* (2 n_pressure): force towards each guide, and friction along it, on all sheets [N] */
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
    /* where sheets may touch each other: contact/sheets/sheets.h; NULL: nowhere */
    struct quire_sheets_near *near;
    /* in space: contact's forces without potential at the last evaluation with the matrix
     * (layout.nv) */
    double *rubbing;
    struct quire_powers power;
    struct quire_powers soft; /* of it, what soft bodies themselves take up */
    /* of the last evaluation with the matrix: no other knows how shares change [W] */
    double given;
    struct quire_space_flow *space_flow;     /* of the last evaluation */
    struct quire_space_change *space_change; /* of the last evaluation with the matrix */
    struct quire_space_hold *space_hold;     /* of these (n_space_hold, at most cap_space_flow) */
    int n_space_flow, n_space_change, n_space_hold, cap_space_flow;
    struct quire_flow *flow; /* of the last evaluation with the matrix */
    int n_flow, cap_flow;
    struct quire_flow_pair *flow_pair;
    int n_flow_pair, cap_flow_pair;
    /* (n_sheet, quire_touch_targets()): who touches whom at the last evaluation */
    unsigned char *touched;
    /* where a law's deepest overlap was reached in the last evaluation; law NULL: nowhere */
    struct quire_slide too_deep;
    /* places of bodies where surfaces overlap, but the law's force is cut, in the last evaluation
     */
    int n_loose;
    /* statics: drives, belts and clamps stand still, held nodes keep the rows of free ones */
    bool still;
    bool record; /* fill touch */
    struct quire_touch *touch;
    int n_touch, cap_touch;
    struct quire_law_memory *memory; /* (2 * n_memory) */
    unsigned char *seen;             /* (n_memory): done in this evaluation */
    struct quire_motion *motion;     /* (n_memory): of what was, where it was deepest */
    /* where a mode changed last: law, target, index and sheet; law is NULL before the first time */
    struct quire_slide switched;
    struct quire_law_memory *grip; /* (n_grip) */
    double *rolling;               /* (n_grip): as it was when the laws settled last [m/(N s)] */
    unsigned char *gripped;        /* (n_grip): touching when the laws settled last */
    /* of the last evaluation without the matrix, or of the end of the last step */
    struct quire_slide *slide;
    int n_slide, cap_slide; /* cap_slide: for all flows, too */
    struct {
        /* > 0 while a step is solved: the laws' states follow z = fixed + gamma z' */
        double gamma;
        const double *now, *fixed; /* as Z */
        double *out;
    } implicit;
    void *solve;   /* solve/solve.c */
    double *force; /* generalised forces, laid out as V (layout.nv) */
    double *rate;  /* z' (layout.nz); stands right behind force */
    double *own;   /* small bodies' own forces among them (layout.nv) */
    long n_forces, n_matrix;
    /* a sheet was deep inside a guide in an evaluation since this was last cleared */
    bool deep;
    const char *culprit; /* first object that produced a value that is not finite */
    bool failed;         /* memory ran out during an evaluation */
};

/* The matrix's row of a small unknown, whose columns are those of its cluster: [unknown] is the
 * diagonal. */
static inline double *
quire_dense_row(const struct quire_state *st, int unknown)
{
    return st->dense + st->dense_row[unknown];
}

/* The instruction set the kernels use on this processor: "avx512", "avx2" or "baseline". */
const char *quire_simd_name(void);

quire_status quire_state_create(struct quire_state **out, const struct quire_system *system);
void quire_state_destroy(struct quire_state *state);

/* Start values of everything, y (layout.length). */
void quire_state_start(const struct quire_state *state, double *y);
/* All numbers from which the motion of everything but sheets goes on at the state y: of bodies, of
 * what laws and friction remember of anything, of drives and switches. Writes them to `out` unless
 * it is NULL; returns how many there are. */
size_t quire_state_numbers(const struct quire_state *state, const double *y, double *out);
/* A sheet enters: writes its start values into y. */
void quire_state_enter(struct quire_state *state, int sheet, double *y);

/* Generalised forces at (t, y) into state->force, rates into state->rate, powers into state->power.
 * The matrix form also assembles M - (cq K + cv D) for quire_state_factorise(). Returns false if
 * something is not finite. */
bool quire_state_forces(struct quire_state *state, double t, const double *y);
bool quire_state_matrix(struct quire_state *state, double t, const double *y, double cq, double cv);

/* Chooses what the state's functions speak of from now on; NULL: everything. The part must live on.
 */
static inline void
quire_state_focus(struct quire_state *state, const struct quire_part *part)
{
    state->part = part != NULL ? part : &state->whole;
}

/* All forces on one sheet's nodes at (t, y) [N], laid out as its block of V; the other bodies' are
 * spoilt. */
const double *quire_state_sheet_forces(struct quire_state *state, int sheet, double t,
                                       const double *y);

/* What the drive that a small body hangs on commands; nothing if it hangs on none. */
const struct quire_command *quire_state_command(const struct quire_state *state,
                                                const struct quire_small *small);

/* What a drive commands at t. */
void quire_drive_command(const struct quire_state *state, int drive, double t,
                         struct quire_command *out);

/* Drives, carriers and gates as they are at (t, y), without the forces. */
void quire_state_place(struct quire_state *state, double t, const double *y);

/* A held node and its prescribed acceleration. `held` (xx, xy, yy) projects vectors on the
 * directions in which it is held: one that is held altogether has (1, 0, 1). */
struct quire_held {
    int sheet, node;
    double acceleration[2];
    double held[3];
};
/* The vector (*x, *y) of a node becomes `given` in the directions in which it is held. */
void quire_held_set(const double held[3], double *x, double *y, const double given[2]);
/* The held nodes at t: calls back for each. */
typedef void quire_held_fn(void *user, const struct quire_held *held);
void quire_state_held(const struct quire_state *state, double t, quire_held_fn *fn, void *user);

/* Power flows after the step `dv` [V | Z] from the state of the last evaluation with the matrix,
 * whose cv was gamma. */
struct quire_powers quire_state_powers_after(const struct quire_state *state, const double *dv,
                                             double gamma);
/* The same where the forces were evaluated once more after that: the last step alone counts,
 * `since` is all of it since the matrix. */
struct quire_powers quire_state_powers_corrected(const struct quire_state *state,
                                                 const double *since, const double *last,
                                                 double gamma);

/* Work of friction and of the lost part of normal forces along small displacements d [V], with the
 * forces of the last evaluation with the matrix, whose cv was gamma [J]. */
double quire_state_touch_work(const struct quire_state *state, const double *d, double gamma);

/* What a small error of the state, laid out as y, adds to the stored energy near (t, y) [J]: v M
 * e_v - a M e_q + F e_q, with the velocities v and accelerations a [V], and F those forces of the
 * last evaluation with the matrix that have no potential; its cv was gamma. The errors of held
 * nodes are set to 0. */
double quire_state_error_energy(struct quire_state *state, double t, const double *y,
                                const double *v, const double *a, double *error, double gamma);

/* Puts into flows what contacts gave at the last evaluation with the matrix. */
void quire_powers_give(const struct quire_state *state, struct quire_powers *p);
/* sum += p, and p *= by: each flow. */
void quire_powers_add(struct quire_powers *sum, const struct quire_powers *p);
void quire_powers_scale(struct quire_powers *p, double by);

/* Slip and normal force of a touch that holds on, after the step `dv` from there. */
void quire_state_touch_after(const struct quire_state *state, const struct quire_flow *flow,
                             const double *dv, double gamma, double *slip, double *normal);

/* Power that holds put in at (t, y), with y' [W]. Spoils the forces. */
double quire_state_hold_power(struct quire_state *state, double t, const double *y,
                              const double *rate);

/* Clears the small bodies' part of the matrix. */
void quire_solve_clear(struct quire_state *state);

/* Factorises the assembled matrix and solves it in place for a vector laid out as [V | Z], whose
 * padding is zero; solves for another. */
void quire_state_factorise(struct quire_state *state, double *r);
void quire_state_solve(struct quire_state *state, double *r);
/* How many sheets touched each other in the largest group of the last factorisation; 0: none did.
 */
int quire_state_together(const struct quire_state *state);

/* Sets the held nodes in y to where they are commanded to be at t. */
void quire_state_sync(const struct quire_state *state, double t, double *y);

/* r = M^-1 r in place at (t, y), laid out as [V | Z]; rows of z are left alone, and so is what held
 * nodes are told to do. work: twice as long as the longest sheet has nodes. */
void quire_state_mass_solve(const struct quire_state *state, double t, const double *y, double *r,
                            double *work);

/* Calls back for every entry of the assembled matrix, in units of [V | Z], for tests and the
 * generic solver. Padding is left out. */
typedef void quire_entry_fn(void *user, size_t row, size_t column, double value);
void quire_state_entries(const struct quire_state *state, quire_entry_fn *fn, void *user);
/* The same for the mass matrix (identity for z and held nodes). */
void quire_state_mass_entries(const struct quire_state *state, double t, const double *y,
                              quire_entry_fn *fn, void *user);

#endif

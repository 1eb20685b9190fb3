/* Parameter structs of the model's elements: what their field tables fill, in SI units.
 * Meaning, units, ranges and defaults of every member stand in the tables (model/kinds_*.c, body/,
 * element/, drive/). */
#ifndef QUIRE_MODEL_PARAMS_H
#define QUIRE_MODEL_PARAMS_H

#include "model/object.h"
#include "model/quantity.h"

/* ---- model/kinds_settings.c, family "model"
 * ---------------------------------------------------------------- */

/* <parameters>, <settings> and other elements that only hold children. */
struct quire_group_params {
    char unused;
};

struct quire_model_params { /* <model> */
    long version;
    const char *name;
    int motion; /* "planar|spatial" */
};

struct quire_attached_params { /* <attached> */
    const char *file, *content;
};
struct quire_include_params { /* <include> */
    const char *file, *library;
};

struct quire_library_params { /* <library> */
    long version;
    const char *name;
};

/* ---- model/kinds_assembly.c
 * --------------------------------------------------------------------------------- */

struct quire_assembly_params { /* <assembly> */
    const char *name;
};

struct quire_instance_params {                /* <instance> */
    const char *name, *assembly, *at, *pitch; /* at, pitch: optional */
    const struct quire_object *path;          /* optional */
    double angle;                             /* [rad] */
    double across;                            /* [m] */
    bool mirrored;
    long count; /* optional */
};

struct quire_instance_set_params { /* <instance><set> */
    const char *parameter, *value;
};

struct quire_gravity_params { /* <settings><gravity> */
    double vector[2];
};

enum quire_run_kind { QUIRE_RUN_TRANSIENT, QUIRE_RUN_EQUILIBRIUM, QUIRE_RUN_MODES };
struct quire_run_params { /* <settings><run> */
    int kind;             /* "transient|equilibrium|modes" */
    double end, sample;   /* [s] */
    bool settle;          /* settle overlaps to equilibrium before t = 0 */
    double at;            /* statics: time up to which courses are followed [s] */
    double imperfection;  /* statics: push out of an unstable state / length; optional */
    long count;           /* modes: how many */
};

enum { QUIRE_ACCURACY_FAST, QUIRE_ACCURACY_STANDARD, QUIRE_ACCURACY_FINE };
enum { QUIRE_METHOD_VELOCITY, QUIRE_METHOD_GENERIC };
struct quire_solver_params {   /* <settings><solver> */
    int accuracy;              /* "fast|standard|fine" */
    double position_tolerance; /* [m]; optional, overrides accuracy */
    double velocity_rate;      /* velocity tolerance = position tolerance * this [1/s] */
    long order;                /* highest BDF order, 1 to 5; optional */
    int method;                /* "velocity|generic" */
    int vectors;               /* "own|serial" */
    double largest_step;       /* [s]; optional */
    double time_limit;         /* processor time [s]; optional */
    long step_limit;           /* optional */
    double step_rate;          /* steps that a simulated second may take [1/s] */
};

struct quire_control_params { /* <settings><control> */
    double period, offset;    /* of the controller's cycle; optional, [s] */
};

struct quire_media_params { /* <media> */
    const char *name;
    double grammage, thickness;
    double modulus_md, modulus_cd; /* optional if the stiffness is given */
    /* per width [N*m]; optional, override E t^3/12 */
    double bending_stiffness_md, bending_stiffness_cd;
    double damping_ratio, damping_frequency;
    double axial_damping_time;             /* [s] */
    double modulus_through, poisson_ratio; /* across the thickness [Pa]; NaN: not told */
    double shear_modulus;                  /* in the plane of the sheet [Pa]; optional */
};

/* ---- model/kinds_contact.c, family "contact"
 * ---------------------------------------------------------------- */

/* <contact>: children normal (1), friction, overdrive, vertex (0 or 1 each) */
struct quire_contact_params {
    const char *name;
};
struct quire_cover_params {        /* <cover> */
    int kind;                      /* enum quire_cover_kind */
    double modulus, poisson_ratio; /* [Pa] */
    double thickness;              /* [m]; NaN: a solid */
    double largest;                /* [m]; NaN: a cover */
};
struct quire_surface_params { /* <surface> */
    const char *name;
    double modulus, poisson_ratio; /* [Pa]; NaN: rigid */
};
struct quire_overdrive_params {
    double factor;
}; /* <overdrive> [1/N] */
struct quire_vertex_params {
    double friction_factor;
}; /* <vertex> */

struct quire_pair_params { /* <pair> */
    const char *media;     /* a medium's name or "*" */
    const char *surface;   /* a surface's name or "*" */
    /* a medium's name or "*"; NULL: the pair is of a medium and a surface */
    const char *other_media;
    int face; /* "both|left|right" face of the sheet, seen along the feed */
    const struct quire_object *contact;
};

/* ---- model/kinds_place.c, family "model"
 * ------------------------------------------------------------------- */

struct quire_path_params { /* <path>: children of family "path-piece" */
    const char *name;
    double from[2], heading;
};

enum { QUIRE_SIDE_LEFT, QUIRE_SIDE_RIGHT, QUIRE_SIDE_BOTH };
struct quire_channel_params { /* <channel> */
    const char *name;
    const struct quire_object *path;
    double from, to, gap;
    /* each wall opens by `mouth` over `mouth_length` at both ends (an arc tangent to the wall) */
    double mouth, mouth_length;
    const char *surface;
    double thickness;              /* depth of the walls' solid [m] */
    double velocity;               /* guide velocity of both walls along the path [m/s] */
    double across_from, across_to; /* z [m]; optional: without end */
    double tilt;                   /* about its own direction, the right-hand side down [rad] */
};

struct quire_guide_params { /* <guide>: children of family "shape" */
    const char *name;
    const char *surface;
    /* "left|right|both": where the sheet runs, seen from the first point to the last */
    int side;
    double thickness; /* depth of the solid behind the line [m] */
    double velocity;  /* of an imaginary belt, from the first point to the last [m/s] */
    double across_from, across_to; /* z [m]; optional: without end */
    double tilt;                   /* about its own direction, the right-hand side down [rad] */
};

struct quire_gate_params { /* <pivot>, <slide> of a guide */
    double at[2];          /* PIVOT: where it is [m]; SLIDE: a direction, of any length */
    /* NULL: a spring holds it. Then, with [N m] and [rad] for [N] and [m] on a pivot: */
    const struct quire_object *drive;
    /* [kg], about the pivot [kg m^2], of mass as drawn [m]; optional */
    double mass, inertia, centre[2];
    double stiffness, rest, preload, damping;     /* [N/m], [m], [N], [N s/m] */
    double from, to, stop_stiffness, restitution; /* stops [m], [N/m]; optional but for the last */
    double start;                                 /* way at t = 0 [m]; optional */
};

struct quire_side_guide_params { /* <side-guide>: a wall at constant z */
    const char *name;
    const struct quire_object *path;
    double from, to;            /* distances along the path [m]; optional: without end */
    double across;              /* z [m] */
    int side;                   /* "left|right": where the sheet runs, seen along the path */
    double height;              /* that it reaches to either side of the path [m] */
    double mouth, mouth_length; /* as of a channel's walls, at those ends that it has */
    const char *surface;
    double thickness; /* depth of its solid [m] */
    double velocity;  /* of its surface along the path [m/s] */
};

/* ---- drive/, family "drive"
 * -------------------------------------------------------------------------------- */

struct quire_drive_params { /* <drive> */
    const char *name;
    /* at t = 0, by quantity: one of them is there, the same one in its <to> children [m/s at the
     * roller's nominal radius], [rad/s], [N m], [Pa], [1], [rad], [m], [Pa], [V]. A shaft speed
     * counter-clockwise for a driver below the path is negative: see sense on rollers */
    double given[QUIRE_DRIVE_GIVEN];
    /* motor curve with torque as stall torque: torque falls linearly to 0 at this shaft speed
     * [rad/s]; optional */
    double no_load_speed;
};
/* <to> in <drive>, <clamp>, <pin>, <load>, <moment> (each its own kind, fields as they apply) */
struct quire_to_params {
    double time;
    int shape; /* "linear|smooth|step": how the value gets there from the one before */
    double given[QUIRE_DRIVE_GIVEN]; /* in <drive> */
    double factor;                   /* in <load>, <moment> */
    double shift[2], turn;           /* in <clamp>, <pin>: from the start position [m], [rad] */
};
enum { QUIRE_RAMP_LINEAR, QUIRE_RAMP_SMOOTH, QUIRE_RAMP_STEP };

/* ---- body/roller.c, family "body"
 * -------------------------------------------------------------------------- */

/* How a shaft lies across the feed; planar motion ignores it. */
struct quire_shaft_params {
    double across, width; /* of the roller's middle, z; of the roller [m]; optional */
    /* of the shaft, about the path's left-hand normal and about its direction [rad]; optional */
    double yaw, tilt;
    double pivot;        /* z about which they turn it [m]; optional: the roller's middle */
    double crown, taper; /* [m] */
    long pads;           /* discs that it is reckoned with; optional */
    const struct quire_object *carriage; /* drive that moves it along itself; NULL: it stays */
};

/* <roller>, and <driver>, <idler> inside <nip>. Positive shaft or surface speed moves the sheet
 * along the path (or, for a roller placed by coordinates, turns it counter-clockwise unless
 * sense="clockwise"). */
struct quire_roller_params {
    const char *name;
    double centre[2]; /* roller: by coordinates, or by path, at and offset */
    const struct quire_object *path;
    /* distance along the path; of the roller's surface from it, positive to the left */
    double at, offset;
    /* "left|right" of the path; driver in a nip: right by default */
    int side;
    double radius, nominal_radius;
    const char *surface;
    const struct quire_object *drive; /* NULL: idling */
    int sense;                        /* "counter-clockwise|clockwise" */
    double mass, inertia;             /* 0: massless */
    double bearing_torque;            /* dry bearing friction [N m] */
    double bearing_damping;           /* [N m s] */
    /* heading of the closing direction of a sliding roller [rad]; optional: fixed */
    double slide;
    /* closing force at travel 0 [N], spring [N/m], damper [N s/m] */
    double load, rate, damping;
    /* largest travel in the closing and the opening direction [m]; optional */
    double closed_stop, max_gap;
    double stop_stiffness; /* of both stops [N/m] */
    double travel;         /* at t = 0, positive opening [m] */
    double spin;           /* shaft speed of an idler at t = 0 [rad/s] */
    struct quire_shaft_params shaft;
};

struct quire_tyre_params { /* <tyre> in <roller>, <driver>, <idler> */
    double across, width;  /* along the shaft: of its middle from the roller's [m] */
    double radius;         /* [m]; optional: the roller's */
    double crown, taper;   /* [m] */
    long pads;             /* optional */
};

enum { QUIRE_CARRIES_BOTH, QUIRE_CARRIES_FORWARD, QUIRE_CARRIES_BACKWARD };
struct quire_clutch_params { /* <clutch> in <roller>, <driver>, <idler> */
    const char *name;
    double torque; /* [N m] */
    int carries;   /* "both|forward|backward" */
    bool engaged;  /* at t = 0 */
    double creep;  /* [m/s] */
};

struct quire_nip_params { /* <nip>: children driver (1), idler (1) */
    const char *name;
    const struct quire_object *path;
    double at;
    double load, rate, damping; /* on the idler, closing */
    /* [m]; closed_stop: clear gap that remains when shut, 0 by default: the rollers touch */
    double max_gap, closed_stop;
    /* clear gap to which it is opened [m], optional: max_gap; stiffness of what holds it there
     * [N/m] */
    double lift, lift_rate;
    bool open; /* at t = 0 */
    /* law between the two rollers; default: that of the driver's surface with the first medium */
    const struct quire_object *roller_contact;
    struct quire_shaft_params shaft; /* for both rollers; crown and taper are their own */
};

/* ---- body/disc.c, body/block.c, family "body"
 * --------------------------------------------------------------- */

enum { QUIRE_GUIDED_NONE, QUIRE_GUIDED_ANGLE, QUIRE_GUIDED_X, QUIRE_GUIDED_Y, QUIRE_GUIDED_CENTRE };
struct quire_free_params { /* <disc>, <block> */
    const char *name;
    double radius;        /* disc */
    double width, height; /* block */
    const char *surface;
    double mass, inertia;     /* inertia: optional */
    double centre[2], angle;  /* at t = 0 */
    double velocity[2], spin; /* at t = 0 */
    int guided;               /* "none|angle|x|y|centre" */
};

/* ---- body/solid.c, family "body"
 * ---------------------------------------------------------------------------- */

struct quire_solid_params { /* <solid>: children ball, cuboid */
    const char *name;
    const char *surface;
    /* about its own axes; optional with one ball or cuboid in its middle */
    double mass, inertia[3];
    double centre[3];            /* at t = 0 */
    double turn[3];              /* at t = 0: axis times angle */
    double velocity[3], spin[3]; /* at t = 0, along the machine's axes */
};
struct quire_ball_params { /* <ball> in <solid> */
    double at[3], radius;
};
struct quire_cuboid_params { /* <cuboid> in <solid> */
    double size[3], edge_radius;
};

/* ---- body/affine.c, family "body"
 * ------------------------------------------------------------------------- */

/* <affine>, <contractile> in <disc>, <roller>, <driver>, <idler>: what it is made of */
struct quire_affine_params {
    double width;                     /* [m] */
    double inner_radius;              /* [m] */
    double shear_modulus;             /* G [Pa] */
    double lame_modulus;              /* Lambda [Pa]; optional: incompressible */
    double viscosity;                 /* [Pa s] */
    double stretch, axis;             /* at t = 0: by how much along which direction [rad] */
    double dilation;                  /* at t = 0: by how much all round */
    double stretch_rate[2];           /* at t = 0: a', b' [1/s] */
    double growth_viscosity;          /* contractile: mu_gamma [Pa s] */
    const struct quire_object *drive; /* contractile: of its contraction; NULL: none */
    double drive_axis;                /* contractile: of its contraction [rad] */
};

/* ---- body/sheet.c, family "body"
 * --------------------------------------------------------------------------- */

struct quire_sheet_params { /* <sheet>: children start, clamp, pin, load, moment */
    const char *name;
    const struct quire_object *media;
    double length, width;
    long segments;
    double curl;        /* rest curvature, positive towards the left face [1/m] */
    int grain;          /* "md|cd": the direction of the fibres that lies along the feed */
    long columns;       /* of nodes across in spatial motion: 2, 3, 5 or 9 */
    double curl_across; /* rest curvature about the feed, positive towards the left face [1/m] */
    long count;         /* of a stream of such sheets */
    double pitch;       /* from one's entry to the next [s]; optional */
    double spacing;     /* the same as a way at the speed of the start [m]; optional */
    /* from one's trail edge to the next one's lead edge when that enters [m]; optional */
    double gap;
    int pile; /* "none|left|right": each lies on this face of the one before */
    /* its place in its stream, from 1; 0: it is in none. Not read: the reader makes the sheets of a
     * stream */
    long number;
};
enum { QUIRE_PILE_NONE, QUIRE_PILE_LEFT, QUIRE_PILE_RIGHT };
bool quire_sheet_columns_exist(long columns); /* there are kernels for this number (body/sheet.c) */

struct quire_start_params {          /* <start> */
    const struct quire_object *path; /* by path and lead, or by from and heading */
    double lead;                     /* lead edge's distance along the path [m] */
    double from[2];                  /* trail edge [m]; optional */
    double heading;                  /* [rad] */
    double beside;                   /* how far to the left of there it lies [m] */
    double speed;                    /* along the sheet [m/s] */
    double velocity[2];              /* added to it, all over [m/s] */
    int on;                          /* "time|command": what lets it enter */
    double time;                     /* the sheet enters then [s] */
    double across;                   /* z of its mid-line's middle [m] */
    double yaw; /* about its left-hand normal, about the middle of the sheet [rad] */
};

enum { QUIRE_START_ON_TIME, QUIRE_START_ON_COMMAND };
/* Whether something in the run decides when the sheet enters: a rule, or the sheet ahead of it in
 * its stream. */
bool quire_sheet_waits(const struct quire_object *sheet);

enum { QUIRE_END_LEAD, QUIRE_END_TRAIL };
struct quire_hold_params { /* <clamp> (half a segment is held) and <pin> in <sheet>: children to */
    int end;               /* "lead|trail" */
    double velocity[2];    /* constant velocity of the held end [m/s] */
    double until;          /* the hold lets go then [s]; optional */
    double slide;          /* direction along which the end may slide [rad]; optional */
};
struct quire_load_params { /* <load> and <moment> in <sheet>: children to */
    double at;             /* distance from the trail edge [m]; default: the lead edge */
    /* load: from the sheet's middle, to the right [m]; default: over the whole width */
    double across;
    double force[2]; /* load: dead force, keeps its direction [N] */
    double torque;   /* moment: counter-clockwise [N m] */
    double factor;   /* at t = 0 */
};

/* ---- element/sleeve.c, family "element"
 * ------------------------------------------------------------------- */

/* <sleeve>: holds the mid-line of every sheet on a path, without friction */
struct quire_sleeve_params {
    const char *name;
    const struct quire_object *path;
    double from, to;
    double stiffness; /* per length of sheet [N/m^2] */
    double damping;   /* per length of sheet [N s/m^2] */
};

/* ---- element/pressure_fields.h: <suction>, <electrostatic>, <brush>, family "pressure"; each goes
 * on with its own ------ */

struct quire_pressure_params {
    const char *name;
    const struct quire_object *guide, *drive; /* drive: commands what is supplied; optional */
    double from, to;                          /* along the guide [m]; optional */
    double supply;                            /* optional */
    double reach;                             /* gap from which on there is nothing [m] */
    double friction, threshold;               /* of what rubs; threshold 0: nothing does */
};

/* ---- element/spring.c, element/drag.c, family "element"
 * ------------------------------------------------------ */

struct quire_spring_end {
    const struct quire_object *object; /* disc, block, roller or sheet; NULL: a fixed point */
    double at[2];                      /* on a disc or block, or the fixed point [m]; optional */
    double along;                      /* on a sheet [m]; optional */
};
enum { QUIRE_SPRING_BOTH, QUIRE_SPRING_PULLS, QUIRE_SPRING_PUSHES };
struct quire_spring_params { /* <spring> */
    const char *name;
    struct quire_spring_end from, to;
    double stiffness, damping;
    double length; /* optional: the distance at t = 0 */
    int acts;      /* "both|pull|push" */
};

struct quire_drag_params { /* <drag> */
    const char *name;
    const struct quire_object *on;    /* disc, block or sheet */
    double coefficient, tangential;   /* tangential: sheets only */
    double area;                      /* discs and blocks; optional */
    double density;                   /* [kg/m^3] */
    double linear, tangential_linear; /* [N s/m] */
    double wind[2];
};

#endif

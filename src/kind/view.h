/* What observers see: a const picture of the machine at one time, made by the solver's interpolant.
 * SI units throughout. Sensors, checks, recorders and reports know nothing else of the solver. */
#ifndef QUIRE_KIND_VIEW_H
#define QUIRE_KIND_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "geometry/outline.h"
#include "math/detmath.h"

/* An edge or another material point of a sheet. */
struct quire_point_view {
    double x, y, vx, vy;
    double path_distance; /* along the sheet's own path [m]; NaN if it has none */
    double path_height;   /* to the left of it [m] */
    double path_speed;    /* along it [m/s] */
    double z, vz;         /* across the feed; 0 in planar models [m], [m/s] */
};

/* A hinge line of a spatial sheet: an edge, or where a sensor looks. Seen along the feed, with the
 * left face up, the end at the least z is on the left. Angles are right-handed: yaw about the
 * sheet's normal (+y where the feed is x), so that its right end runs ahead where yaw is positive
 * and the sheet's heading turns towards -z; roll about the feed, the right end below where it is
 * positive. */
struct quire_edge_view {
    double yaw, yaw_rate;     /* [rad], [rad/s] */
    double roll;              /* [rad] */
    double left[3], right[3]; /* its ends, the sheet's corners [m] */
};

/* What of a guide's contact presses near an edge of a sheet, no farther than QUIRE_FRONT away.
 * Forces act on the sheet. */
#define QUIRE_FRONT 0.01 /* [m] */
struct quire_front_view {
    const char *guide; /* the one that holds the sheet back most; NULL: none touches it there */
    double normal;     /* sum of its normal forces there [N] */
    /* against the edge's way, with friction [N]: of the leading edge along the path where it is,
     * without a path along the sheet; of the trailing edge back along the sheet */
    double opposing;
    /* of its surface to that way, 0 where the sheet runs along it, pi/2 where it stands square in
     * the way [rad] */
    double angle;
    double x, y; /* where, force weighted [m] */
};

struct quire_sheet_view {
    const char *name;
    const struct quire_object *object;
    /* the path it was started on; NULL if placed by coordinates */
    const struct quire_outline *path;
    bool entered;      /* it is in the machine */
    double enter_time; /* [s] */
    /* it has come to the end of its path, or into a bin: its way is over, and checks of transport
     * leave it alone */
    bool delivered;
    const char *bin; /* NULL: the end of its path */
    /* of one that came into a bin, how it was then; NaN of others, and of those that lay there at
     * the start */
    struct quire_delivery_view {
        double time, speed, curl; /* [s]; of its trailing edge [m/s]; mean curvature [1/m] */
        double shift, yaw;        /* in spatial models [m], [rad] */
    } delivery;
    size_t n_node;
    const double *x, *y, *vx, *vy;         /* trailing edge first (n_node) */
    double length, width, thickness, mass; /* [m], [m], [m], [kg] */
    struct quire_point_view lead, trail;
    /* largest |distance| of a node from the path, and where along it */
    double buckle_height, buckle_distance;
    double peak_curvature,
        peak_curvature_at;               /* [1/m]; material distance from the trailing edge [m] */
    double tension_middle;               /* [N] */
    const double *tension;               /* of each segment [N] (n_node - 1) */
    struct quire_front_view front, rear; /* of the leading edge; of the trailing edge */
    /* of the way that it has gone along the feed what friction alone has let it go that is
     * regularised: a law that holds would have kept it there (doc/theory/stacks.md, 7) [m] */
    double creep;
    /* Of spatial models. x, y, z and what is made of them are means across the width, with the
     * columns' shares of it. */
    /* of nodes across; 1 or 0 in planar models, where all that follows is 0 */
    size_t n_column;
    const double *z, *vz; /* (n_node); NULL: planar */
    /* trailing edge first, then column by column from the least z, x, y, z of each (n_node,
     * n_column, 3) */
    const double *node, *node_velocity;
    struct quire_edge_view lead_edge, trail_edge;
    /* of the sheet: of the mean of its hinge lines [rad], [rad/s] */
    double yaw, yaw_rate;
    double shift; /* z of its middle [m] */
    /* the largest rate of roll along the sheet [rad/m]; material distance from the trailing edge
     * [m]
     */
    double twist, twist_at;
    /* root of the mean square of that rate over the length [rad/m] */
    double twist_mean;
    /* beyond which a sheet with straight hinge lines, two columns, is too soft; NaN for more
     * columns [rad/m] */
    double twist_limit;
    /* the largest curvature across [1/m]; material distance from the trailing edge [m] */
    double bend_across, bend_across_at;
    /* the largest compressive strain in the sheet's surface */
    double squeeze;
    /* normal force of all that touches each station [N] (n_node) */
    const double *contact;
    /* "nip", "roller" or "guide", and the name of the one with the largest moment on the sheet
     * about the sheet's middle; NULL: nothing touches it */
    const char *steered_sort, *steered_by;
    double steering; /* that moment, positive where it raises yaw [N m] */
    /* the same of each roller, then of each guide (n_roller + n_guide); NULL: planar */
    const double *moment;
};

/* One disc of a roller of a spatial model. */
struct quire_pad_view {
    double at[3], axis[3]; /* its centre [m]; unit vector of the shaft, axis[2] > 0 */
    double radius, half;   /* half the width of roller that it stands for [m] */
    double normal;         /* on sheets [N] */
};

/* One roller, with the sum of its contacts with all sheets. */
struct quire_roller_view {
    const char *name; /* "n1.driver", "r3" */
    const struct quire_object *object;
    int nip; /* index of its nip; -1 if none */
    bool is_driver;
    double x, y, radius;
    double travel;                     /* opening from its placed position [m] */
    double shaft_speed, surface_speed; /* omega [rad/s]; omega R along the sheet [m/s] */
    double torque, power;              /* the drive's, or the bearing's if idling [N m], [W] */
    /* how much faster its surface would move if it were fast on its drive [m/s]; NaN: there is no
     * clutch between them */
    double clutch_slip;
    double clutch_torque; /* that it carries to the roller [N m] */
    double normal;        /* total with sheets [N] */
    double friction;      /* on sheets, along the feed [N] */
    /* largest friction at this normal force [N]; traction ratio = friction / limit */
    double limit;
    double slip;          /* true slip velocity, force weighted [m/s] */
    double creep;         /* the part of it that only the regularised friction law makes [m/s] */
    double indentation;   /* deepest overlap [m] */
    double roller_normal; /* contact with the nip's other roller [N] */
    int n_sheet;          /* sheets touching it */
    int only_sheet;       /* 1 + index of the sheet that alone touches it; 0: none does alone */
    bool is_free;         /* it is a free disc: one of the view's bodies too */
    bool is_soft;
    double stretch[2][2]; /* V in F = V R, of a soft one; the identity of a rigid one */
    /* of an incompressible one, pi in S = mu sym(L) F^-T + G F - pi F^-T: G at rest; NaN of others
     * [Pa] */
    double pressure;
    double mean_stress; /* of a soft one, half the trace of Cauchy's stress in the plane [Pa] */
    /* Of spatial models; forces on sheets. */
    size_t n_pad;
    const struct quire_pad_view *pad; /* from the least z on (n_pad) */
    double shift;        /* along its shaft, as its carriage has moved it [m]; NaN: it has none */
    double lateral;      /* along z [N] */
    double slip_lateral; /* along the roller's axis, force weighted [m/s] */
    /* about the sheet's normal where the roller's middle is, positive where it raises yaw [N m] */
    double moment;
    double steering; /* the same about the middle of each sheet [N m] */
};

struct quire_nip_view {
    const char *name;
    int driver, idler;    /* indices of rollers */
    double path_distance; /* [m]; NaN if none */
    double x, y;
    /* clear distance between the rollers [m]; negative: they press on each other */
    double gap;
    int sheet;   /* index of a sheet in it; -1 if none */
    double open; /* how far what lifts it has gone, from 0 to 1; NaN: no rule opens it */
};

/* A side guide: a wall that stands across at z along its way, with mouths at its ends that turn
 * away from the sheets by an arc. A mouth goes straight on from the way, in the plane of the way's
 * end and z. */
struct quire_wall_view {
    struct quire_outline way; /* its stretch between the mouths */
    double z, side;           /* +1: sheets run at greater z, -1: at smaller */
    double height;            /* that it reaches to either side of its way [m] */
    /* length of each mouth along the way, 0: it has none; radius of its arc [m] */
    double mouth, radius;
    /* whether it ends, behind and ahead; otherwise it goes straight on */
    bool ends[2];
};

/* A bed of bristles: its tips as an outline along the guide, which is so far below them. */
struct quire_bed_view {
    struct quire_outline tips;
    double height; /* [m] */
    double lean;   /* the way they lean along the outline: 1, 0 or -1 */
};

struct quire_guide_view {
    const char *name;
    const struct quire_object *object;
    const struct quire_outline *outline;
    /* of a wall: the other of its surfaces, `outline` is the one on its right; otherwise NULL */
    const struct quire_outline *other;
    double depth;       /* of the solid behind the outline [m] */
    double side;        /* +1 the sheet runs on the left, -1 right, 0 both */
    double normal;      /* total [N] */
    double x, y;        /* where it acts (force weighted) */
    double drag;        /* friction on the sheet against its motion [N] */
    double holding;     /* all that it does to sheets along themselves, against the feed [N] */
    double slip, creep; /* as of rollers: past the guide, belts taken off [m/s] */
    double slip_power;  /* [W] */
    double indentation; /* [m] */
    int sheet;          /* index of the sheet with the largest force; -1 if none */
    double lateral;     /* on sheets along z, in spatial models [N] */
    /* from where to where it reaches in z, in spatial models; may be infinite [m] */
    double across[2];
    /* of a guide that is tilted: by how much it is moved in the plane for each metre of z */
    double rise[2];
    bool moves;    /* on a pivot or a slide: */
    double stroke; /* how far along its slide [m]; NaN: it is on a pivot */
    bool held;     /* by a spring, not by a drive: */
    /* how fast it goes [rad/s] or [m/s], and what sheets do to it: a moment about its pivot [N m]
     * or a force along its slide [N] */
    double rate, push;
    /* where what the model shows at 0, 0 has come to [m], and by how much it has turned [rad] */
    double origin[2], turn;
    /* a side guide, or a bed of bristles, whose outline has no pieces; NULL: it is none */
    const struct quire_wall_view *wall;
    const struct quire_bed_view *bed;
};

/* A place as a guide that moves sees it: where it would be if the guide stood as the model has it.
 */
static inline void
quire_guide_view_into(const struct quire_guide_view *guide, const double at[2], double out[2])
{
    out[0] = at[0];
    out[1] = at[1];
    if (guide->moves) {
        const double c = quire_cos(guide->turn), s = quire_sin(guide->turn),
                     dx = at[0] - guide->origin[0], dy = at[1] - guide->origin[1];
        out[0] = c * dx + s * dy;
        out[1] = c * dy - s * dx;
    }
}

/* A ball with which a solid touches. */
struct quire_ball_view {
    double at[3], radius; /* along the solid's own axes from its centre [m] */
};

struct quire_drive_view {
    const char *name;
    const struct quire_object *object;
    double value; /* what it commands, in the unit of what it is given by */
    /* how far it has driven since t = 0, of those given by a surface speed [m]; NaN of others */
    double travel;
};

/* A free rigid body: discs and blocks, then solids. */
struct quire_body_view {
    const char *name;
    double radius, width, height; /* of a disc; of a block, 0 otherwise [m] */
    double x, y, angle;           /* of its centre [m], [rad] */
    double vx, vy, spin;          /* [m/s], [rad/s] */
    double normal;                /* sum of the magnitudes of its contacts' normal forces [N] */
    double force_x, force_y;      /* of all contacts on it [N] */
    int n_touch;                  /* places where it touches */
    bool is_soft;
    double stretch[2][2]; /* as of rollers */
    double pressure, mean_stress;
    /* it moves in space: then angle and spin are 0, and it has besides */
    bool is_solid;
    double z, vz, force_z; /* [m], [m/s], [N] */
    /* unit quaternion (w, a, b, c) that turns its own axes into the machine's */
    double turn[4];
    /* angular velocity [rad/s], and angular momentum about its centre [kg m^2/s], along the
     * machine's axes */
    double rate[3], momentum[3];
    /* from its centre to the middles of three sides of its cuboid; without one to the ends of the
     * half axes of a centred ball of its own, or of an ellipsoid with its mass and inertia [m] */
    double axes[3][3];
    bool is_cuboid;
    const struct quire_ball_view *ball; /* (n_ball) others that it touches with; borrowed */
    size_t n_ball;
};

struct quire_spring_view {
    const char *name;
    double x[2], y[2];    /* of its ends [m] */
    double length, force; /* [m]; > 0: it pulls [N] */
    bool there;           /* false while its sheet is not in the machine */
};

/* Where a sheet lies on another one, on a guide or on a roller; it has been touched since the
 * start. Means over the places that touch, by their normal forces, the sheet past what it lies on
 * along the feed, belts taken off. */
struct quire_interface_view {
    int sheet;          /* index */
    int other;          /* of a second sheet, greater; -1: on something else */
    const char *sort;   /* "sheet", "guide", "roller" */
    const char *name;   /* what it lies on */
    double normal;      /* at the last look [N] */
    double speed[2];    /* then: slip, and the part of it that only a regularised law makes */
    double slip, creep; /* both since the start of the run [m] */
};

/* What presses on sheets over a distance, on all of them together. */
struct quire_pressure_view {
    const char *name;
    double normal; /* towards the guide; without one, along its own direction [N] */
    double drag;   /* against the sheets' motion along the guide [N] */
};

/* Work since t = 0 and stored energy now [J]. work_in + initial = stored + dissipated + residual.
 */
struct quire_energy_view {
    double kinetic, elastic, gravity, contact, springs; /* stored */
    /* stored at t = 0, with what sheets brought in */
    double initial;
    /* work in: shafts, guide velocity and overdrive, loads and holds */
    double drives, belts, loads;
    double friction, contact_damping, sheet_damping, bearings; /* dissipated */
    double elements;                                           /* by dampers of springs and drag */
    /* contained in contact_damping, negative: what contacts gave as their shares changed */
    double given;
    double integrator; /* the integrator's own dissipation */
    double residual;   /* the balance's error */
    /* sum of the forces of all that touches, and of springs [N] */
    double force;
    /* at the end of a run: the largest term that is physics; what appeared or was lost without a
     * cause, and the most of that with which the run is not doubtful; see judge/balance.h */
    double largest, spurious, bound;
    /* the sheet or body with most of the kinetic energy; NULL: nothing moves */
    const char *swiftest;
};

/* In which order a model file has what a view shows: indices, in that order. NULL: as it stands in
 * the view. What is chosen or summed up goes through the view as it stands, which does not depend
 * on the file's order; what is listed goes through the file's. */
struct quire_in_file {
    const int *sheet, *nip, *roller, *guide, *body, *spring, *pressure;
};

static inline size_t
quire_in_file_at(const int *order, size_t i)
{
    return order != NULL ? (size_t)order[i] : i;
}

struct quire_view {
    struct quire_in_file in_file;
    double time;
    bool spatial; /* sheets have a place across the feed */
    size_t n_sheet, n_roller, n_nip, n_guide, n_body, n_spring, n_pressure, n_drive, n_interface;
    const struct quire_sheet_view *sheet;
    const struct quire_roller_view *roller;
    const struct quire_nip_view *nip;
    const struct quire_guide_view *guide;
    const struct quire_body_view *body;
    const struct quire_spring_view *spring;
    const struct quire_pressure_view *pressure;
    const struct quire_drive_view *drive;
    const struct quire_interface_view *interface; /* by their sheets, as of the run's last look */
    struct quire_energy_view energy;
    /* outlines of the <path>s, and these (n_path) */
    size_t n_path;
    const struct quire_outline *path;
    const struct quire_object *const *path_object;
    double gravity[2];
};

/* Of sheets, rollers, ... the one at this place among those of the model file. */
static inline const struct quire_sheet_view *
quire_view_sheet(const struct quire_view *view, size_t i)
{
    return view->sheet + quire_in_file_at(view->in_file.sheet, i);
}

static inline const struct quire_roller_view *
quire_view_roller(const struct quire_view *view, size_t i)
{
    return view->roller + quire_in_file_at(view->in_file.roller, i);
}

static inline const struct quire_nip_view *
quire_view_nip(const struct quire_view *view, size_t i)
{
    return view->nip + quire_in_file_at(view->in_file.nip, i);
}

static inline const struct quire_guide_view *
quire_view_guide(const struct quire_view *view, size_t i)
{
    return view->guide + quire_in_file_at(view->in_file.guide, i);
}

static inline const struct quire_body_view *
quire_view_body(const struct quire_view *view, size_t i)
{
    return view->body + quire_in_file_at(view->in_file.body, i);
}

/* Whether it is a roller, not a free disc, whose outline deforms. */
static inline bool
quire_roller_deforms(const struct quire_roller_view *roller)
{
    return roller->is_soft && !roller->is_free;
}

#endif

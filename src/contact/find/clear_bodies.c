/* Free bodies and solids that fly towards guides, rollers, sheets and each other: a step must not
 * carry one through what it touches at neither end of it. Each is seen as a ball around all of it.
 * Where that touches something already, the body may still go a part of its own size. Theory:
 * doc/theory/finders.md, 5. */
#include <math.h>

#include "contact/find/clear_parts.h"
#include "contact/find/gates_ahead.h"
#include "contact/find/near.h"
#include "contact/gate/gates.h"
#include "integ/constants.h"
#include "math/detmath.h"
#include "motion/free_motion.h"
#include "motion/solid_motion.h"

/* A body ahead of a step; without the rates of velocities (NULL) how far it may go, and not where
 * it is turned to. */
struct flyer {
    double at[3], velocity[3]; /* z is 0 in the plane */
    double radius;             /* of the ball around it [m] */
    double rim;                /* how fast its turning moves that at most [m/s] */
    double part;               /* as far as it may go where the ball touches [m] */
    /* what of it touches guides: a solid; otherwise a block's corners (half); otherwise itself */
    const struct quire_solid *solid;
    const double *half;
    double axes[3][3], spin[3]; /* columns: its own axes; along the machine's [rad/s] */
};

/* One ball of it: where it is, its velocity, and how much that may change by its turning. */
struct point {
    double at[3], velocity[3], radius, turning;
};

static double
size_of(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static struct flyer
flyer_of_free(const struct quire_state *st, const double *y, const double *rate, int index,
              double later)
{
    const struct quire_system *sys = st->system;
    const struct quire_free *body = sys->free + index;
    const struct quire_small *small = sys->small + body->small;
    const double *v = y + sys->layout.v0 + small->v0;
    const bool disc = body->roller >= 0;
    struct flyer f = {
        .radius = disc ? sys->roller[body->roller].radius
                       : sqrt(body->half[0] * body->half[0] + body->half[1] * body->half[1])};
    double at[3], speed[3], now[QUIRE_BODY_DOFS];

    for (int k = 0; k < body->motion->n; k++) {
        now[k] = v[k] +
                 (rate != NULL ? later * rate[sys->layout.v0 + (size_t)small->v0 + (size_t)k] : 0);
    }
    quire_free_place(body->motion, y + small->q0, now, at, speed);
    for (int d = 0; d < 2; d++) {
        f.at[d] = at[d];
        f.velocity[d] = speed[d];
    }
    f.rim = disc ? 0 : fabs(speed[QUIRE_FREE_ANGLE]) * f.radius;
    if (rate != NULL) {
        f.half = disc ? NULL : body->half;
        f.spin[2] = speed[QUIRE_FREE_ANGLE];
        f.axes[0][0] = f.axes[1][1] = quire_cos(at[QUIRE_FREE_ANGLE]);
        f.axes[1][0] = quire_sin(at[QUIRE_FREE_ANGLE]);
        f.axes[0][1] = -f.axes[1][0];
    }
    f.part = QUIRE_CLEAR_OF_BODY * (disc ? f.radius : fmin(body->half[0], body->half[1]));
    return f;
}

static double
smallest_of(const struct quire_solid *solid)
{
    double least = HUGE_VAL;

    for (int i = 0; i < solid->n_ball; i++) {
        least = solid->ball[i].corner ? least : fmin(least, solid->ball[i].radius);
    }
    for (int d = 0; d < 3; d++) {
        least = solid->half[0] > 0 ? fmin(least, solid->half[d]) : least;
    }
    return least;
}

static struct flyer
flyer_of_solid(const struct quire_state *st, const double *y, const double *rate, int index,
               double later)
{
    const struct quire_system *sys = st->system;
    const struct quire_solid *solid = sys->solid + index;
    const struct quire_small *small = sys->small + solid->small;
    const size_t v0 = sys->layout.v0 + (size_t)small->v0;
    struct flyer f = {.radius = solid->motion->size,
                      .part = QUIRE_CLEAR_OF_BODY * smallest_of(solid),
                      .solid = solid};
    double own[3];

    for (size_t d = 0; d < 3; d++) {
        f.at[d] = y[(size_t)small->q0 + d];
        f.velocity[d] = y[v0 + d] + (rate != NULL ? later * rate[v0 + d] : 0);
        own[d] = y[v0 + 3 + d] + (rate != NULL ? later * rate[v0 + 3 + d] : 0);
    }
    f.rim = size_of(own) * f.radius;
    if (rate != NULL) {
        quire_solid_axes(y + small->q0 + 3, f.axes);
        quire_solid_turned(f.axes, own, f.spin);
    }
    return f;
}

static void
cross(const double a[3], const double b[3], double out[3])
{
    for (int d = 0; d < 3; d++) {
        const int i = (d + 1) % 3, j = (d + 2) % 3;
        out[d] = a[i] * b[j] - a[j] * b[i];
    }
}

static int
count_points(const struct flyer *f)
{
    return f->solid != NULL ? f->solid->n_ball : f->half != NULL ? 4 : 1;
}

static struct point
point_of(const struct flyer *f, int i)
{
    struct point p = {.radius = f->solid != NULL  ? f->solid->ball[i].radius
                                : f->half != NULL ? 0
                                                  : f->radius};
    double own[3] = {0, 0, 0}, arm[3], by_spin[3], inward[3];

    for (int d = 0; d < 3; d++) {
        own[d] = f->solid != NULL           ? f->solid->ball[i].at[d]
                 : f->half != NULL && d < 2 ? (i >> d & 1 ? 1 : -1) * f->half[d]
                                            : 0;
    }
    quire_solid_turned(f->axes, own, arm);
    cross(f->spin, arm, by_spin);
    cross(f->spin, by_spin, inward);
    p.turning = size_of(inward);
    for (int d = 0; d < 3; d++) {
        p.at[d] = f->at[d] + arm[d];
        p.velocity[d] = f->velocity[d] + by_spin[d];
    }
    return p;
}

/* ---- what is ahead ---- */

/* where a gap closes so fast: it may be closed, and a part of the body be in it */
static double
time_to_close(double gap, double closing, double part)
{
    return closing > 0 ? (fmax(gap, 0) + part) / closing : HUGE_VAL;
}

/* another ball: a body's, a roller's, or a corner with radius 0 */
static double
clear_of_ball(const struct flyer *f, const double at[3], const double velocity[3], double radius,
              double rim, double part)
{
    double p[3], u[3], pu = 0;

    for (int d = 0; d < 3; d++) {
        p[d] = f->at[d] - at[d];
        u[d] = f->velocity[d] - velocity[d];
        pu += p[d] * u[d];
    }
    const double distance = size_of(p), sum = f->radius + radius, speed = size_of(u);
    if (distance <= sum) {
        const double closing = distance > 0 ? -pu / distance : speed;
        return time_to_close(0, fmax(closing, 0) + f->rim + rim, part);
    }
    return quire_flight_time(distance * distance, pu, speed * speed, sum, 0) +
           time_to_close(0, speed + f->rim + rim, part);
}

/* how fast a level grows on the way */
static double
closing_on(const struct quire_face *face, const double at[2], const double velocity[2])
{
    double n[2] = {face->normal[0], face->normal[1]};

    if (face->radius > 0) {
        const double x = at[0] - face->at[0], y = at[1] - face->at[1], r = sqrt(x * x + y * y);
        n[0] = face->convex * (r > 0 ? x / r : 1);
        n[1] = face->convex * (r > 0 ? y / r : 0);
    }
    return -quire_flight_dot(velocity, n);
}

/* of the ball around it, where that does not touch; else of each of its own: whose way bends as the
 * body turns */
static double
clear_of_face(const struct quire_face *face, double depth, const struct flyer *f, double h)
{
    const struct quire_flight at = {
        .at = {f->at[0], f->at[1]}, .velocity = {f->velocity[0], f->velocity[1]}, .h = h};
    const double level = quire_flight_level(face, at.at), wide = f->radius + depth,
                 part = fmin(f->part, QUIRE_CLEAR_OF_BODY * depth);
    double least = HUGE_VAL;

    if (level > depth || quire_flight_passes_by(&at, face->low, face->high, wide)) {
        return HUGE_VAL;
    }
    if (level <= -f->radius) {
        const double speed = sqrt(quire_flight_dot(at.velocity, at.velocity));
        least = quire_flight_to_level(face, &at, -f->radius, -f->radius) +
                time_to_close(0, speed + f->rim, part);
    }
    for (int i = 0; level > -f->radius && i < count_points(f); i++) {
        const struct point p = point_of(f, i);
        const double gap = fmax(-quire_flight_level(face, p.at) - p.radius, 0) + part,
                     closing = fmax(closing_on(face, p.at, p.velocity), 0),
                     both = closing + sqrt(closing * closing + 2 * p.turning * gap);
        least = both > 0 ? fmin(least, 2 * gap / both) : least;
    }
    return least >= h || quire_flight_is_beside(&at, least, face->low, face->high, wide) ? HUGE_VAL
                                                                                         : least;
}

/* the body as a gate sees it that goes on as it does on average */
static struct flyer
seen_by_gate(const struct quire_state *st, int gate, double t, const double *y, const double *rate,
             double h, const struct flyer *f)
{
    const struct quire_gate_pose pose = quire_gate_ahead(st, gate, t, y, rate, h);
    double x = f->at[0], z = f->at[1], vx = f->velocity[0], vz = f->velocity[1];
    double out[4];
    struct flyer seen = *f;

    quire_gate_take_back(st->system->gate + gate, &pose, &(struct quire_nodes){&x, &z, &vx, &vz}, 0,
                         &(struct quire_node_curve){out, out + 1, out + 2, out + 3});
    for (int d = 0; d < 2; d++) {
        seen.at[d] = out[d];
        seen.velocity[d] = out[2 + d];
    }
    for (int k = 0; k < 3; k++) { /* the body's own axes are turned back, too */
        seen.axes[0][k] = pose.cos * f->axes[0][k] + pose.sin * f->axes[1][k];
        seen.axes[1][k] = pose.cos * f->axes[1][k] - pose.sin * f->axes[0][k];
    }
    seen.spin[0] = pose.cos * f->spin[0] + pose.sin * f->spin[1];
    seen.spin[1] = pose.cos * f->spin[1] - pose.sin * f->spin[0];
    seen.spin[2] -= st->system->gate[gate].turns ? pose.rate : 0;
    return seen;
}

/* What of guides is ahead: law has the index of each guide's law, -1 where there is none. */
static double
clear_of_guides(const struct quire_state *st, const int *law, double t, const double *y,
                const double *rate, const struct flyer *f, double h)
{
    const struct quire_system *sys = st->system;
    static const double still[3] = {0, 0, 0};
    double least = h;
    int gate = -1;
    struct flyer seen = *f;

    for (int k = 0; k < sys->n_face + sys->n_corner; k++) {
        const bool is_face = k < sys->n_face;
        const int g = is_face ? sys->face[k].guide : sys->corner[k - sys->n_face].guide;
        const struct quire_guide *guide = sys->guide + g;
        if (law[g] < 0 || (guide->gate >= 0 && !quire_gate_is_there(st, guide->gate))) {
            continue;
        }
        if (guide->gate != gate) {
            gate = guide->gate;
            seen = gate < 0 ? *f : seen_by_gate(st, gate, t, y, rate, h, f);
        }
        if (is_face) {
            least = fmin(least, clear_of_face(sys->face + k, guide->depth, &seen, h));
        } else {
            const double *at = sys->corner[k - sys->n_face].at;
            least =
                fmin(least, clear_of_ball(&seen, (const double[3]){at[0], at[1], seen.at[2]},
                                          (const double[3]){still[0], still[1], seen.velocity[2]},
                                          0, 0, fmin(f->part, QUIRE_CLEAR_OF_BODY * guide->depth)));
        }
    }
    return least;
}

static double
clear_of_meeting(const struct quire_state *st, const struct quire_meeting *m, const double *y,
                 const double *rate, double later)
{
    const struct quire_system *sys = st->system;
    const struct flyer f = flyer_of_free(st, y, rate, m->free, later);

    if (m->target.kind == QUIRE_PARTNER_FREE) {
        const struct flyer other = flyer_of_free(st, y, rate, m->target.index, later);
        return clear_of_ball(&f, other.at, other.velocity, other.radius, other.rim,
                             fmin(f.part, other.part));
    }
    if (m->target.kind == QUIRE_PARTNER_ROLLER) {
        const struct quire_roller *roller = sys->roller + m->target.index;
        const struct quire_carrier *c = st->carrier + roller->small;
        const double at[3] = {c->centre[0], c->centre[1], 0},
                     velocity[3] = {c->velocity[0], c->velocity[1], 0};
        return clear_of_ball(&f, at, velocity, roller->radius, 0,
                             fmin(f.part, QUIRE_CLEAR_OF_BODY * roller->radius));
    }
    return HUGE_VAL;
}

/* A sheet is near where its mid-line is; it may come as fast as its fastest node, of which the
 * larger of two components is known. */
static double
clear_of_sheet(const struct quire_state *st, const double *y, int index, bool block,
               const struct flyer *f)
{
    const struct quire_sheet *sheet = st->system->sheet + index;
    const double gap = quire_near_line(sheet, y + sheet->x0, f->at) - f->radius - sheet->half,
                 speed = size_of(f->velocity) + sqrt(2) * quire_near_speed(st, y, index) + f->rim;

    return gap > 0 || block ? time_to_close(gap, speed, f->part) : HUGE_VAL;
}

static double
clear_of_all_sheets(const struct quire_state *st, int index, const double *y, const struct flyer *f)
{
    const struct quire_system *sys = st->system;
    const struct quire_free *body = sys->free + index;
    double least = HUGE_VAL;

    for (int k = 0; k < sys->n_sheet; k++) {
        const int *law = body->roller >= 0 ? sys->roller[body->roller].law : body->sheet_law;
        if (st->sheet[k].entered && law != NULL && (law[2 * k] >= 0 || law[2 * k + 1] >= 0)) {
            least = fmin(least, clear_of_sheet(st, y, k, body->roller < 0, f));
        }
    }
    return least;
}

/* ---- a step ---- */

double
quire_clear_of_bodies(const struct quire_state *st, const struct quire_part *part, double t,
                      const double *y, const double *rate, double h, double later)
{
    const struct quire_system *sys = st->system;

    for (int k = 0; k < sys->n_free; k++) {
        if (part->has_small[sys->free[k].small]) {
            const struct flyer f = flyer_of_free(st, y, rate, k, later);
            h = clear_of_guides(st, sys->free[k].law, t, y, rate, &f, h);
            h = fmin(h, clear_of_all_sheets(st, k, y, &f));
        }
    }
    for (int k = 0; k < sys->n_meeting; k++) {
        if (part->has_small[sys->free[sys->meeting[k].free].small]) {
            h = fmin(h, clear_of_meeting(st, sys->meeting + k, y, rate, later));
        }
    }
    for (int k = 0; k < sys->n_encounter; k++) {
        const struct quire_encounter *e = sys->encounter + k;
        if (!part->has_small[sys->solid[e->solid].small]) {
            continue;
        }
        const struct flyer f = flyer_of_solid(st, y, rate, e->solid, later);
        if (e->target.kind == QUIRE_PARTNER_SOLID) {
            const struct flyer other = flyer_of_solid(st, y, rate, e->target.index, later);
            h = fmin(h, clear_of_ball(&f, other.at, other.velocity, other.radius, other.rim,
                                      fmin(f.part, other.part)));
        } else {
            h = clear_of_guides(st, e->law, t, y, rate, &f, h);
        }
    }
    return h;
}

bool
quire_clear_bodies_may_pass(const struct quire_state *st, const struct quire_part *part,
                            const double *y, double h)
{
    const struct quire_system *sys = st->system;
    const double *g = sys->gravity, fall = 0.5 * h * (fabs(g[0]) + fabs(g[1])),
                 thin = QUIRE_CLEAR_OF_BODY * sys->safe_travel;

    for (int k = 0; k < sys->n_free; k++) {
        if (part->has_small[sys->free[k].small]) {
            const struct flyer f = flyer_of_free(st, y, NULL, k, 0);
            if (h * (size_of(f.velocity) + f.rim + fall) > fmin(f.part, thin)) {
                return true;
            }
        }
    }
    for (int k = 0; k < sys->n_solid; k++) {
        if (part->has_small[sys->solid[k].small]) {
            const struct flyer f = flyer_of_solid(st, y, NULL, k, 0);
            if (h * (size_of(f.velocity) + f.rim + fall) > fmin(f.part, thin)) {
                return true;
            }
        }
    }
    return false;
}

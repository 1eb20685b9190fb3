/* Free bodies and solids that fly towards guides, rollers, sheets and each other: a step must not
 * carry one through what it touches at neither end of it. Each is seen as a ball around all of it.
 * Where that touches something already, the body may still go a part of its own size. Theory:
 * doc/theory/contact-kernel.md, 6. */
#include <math.h>

#include "contact/gate/gates.h"
#include "integ/constants.h"
#include "motion/free_motion.h"
#include "motion/solid_motion.h"
#include "step/clear_parts.h"
#include "step/flight.h"
#include "step/gates_ahead.h"
#include "step/near.h"

/* A body ahead of a step. */
struct flyer {
    double at[3], velocity[3]; /* z is 0 in the plane */
    double radius;             /* of the ball around it [m] */
    double rim;                /* how fast its turning moves that at most [m/s] */
    double part;               /* as far as it may go where the ball touches [m] */
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
                      .part = QUIRE_CLEAR_OF_BODY * smallest_of(solid)};
    double spin[3];

    for (size_t d = 0; d < 3; d++) {
        f.at[d] = y[(size_t)small->q0 + d];
        f.velocity[d] = y[v0 + d] + (rate != NULL ? later * rate[v0 + d] : 0);
        spin[d] = y[v0 + 3 + d] + (rate != NULL ? later * rate[v0 + 3 + d] : 0);
    }
    f.rim = size_of(spin) * f.radius;
    return f;
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
    if (!(pu < 0)) {
        return HUGE_VAL;
    }
    /* the quadratic equation of |p + t u| = sum */
    const double square = pu * pu - speed * speed * (distance * distance - sum * sum);
    return square > 0 ? (distance * distance - sum * sum) / (sqrt(square) - pu) +
                            time_to_close(0, speed + f->rim + rim, part)
                      : HUGE_VAL;
}

static double
clear_of_face(const struct quire_face *face, double depth, const struct flyer *f, double h)
{
    const struct quire_flight at = {.radius = f->radius,
                                    .at = {f->at[0], f->at[1]},
                                    .velocity = {f->velocity[0], f->velocity[1]},
                                    .h = h};
    const double level = quire_flight_level(face, at.at), wide = f->radius + depth,
                 part = fmin(f->part, QUIRE_CLEAR_OF_BODY * depth);
    double t;

    if (level > depth || quire_flight_passes_by(&at, face->low, face->high, wide)) {
        return HUGE_VAL;
    }
    if (level > -f->radius) {
        const double short_way = 1e-3 * part,
                     speed = sqrt(quire_flight_dot(at.velocity, at.velocity)),
                     by = speed > 0 ? short_way / speed : 0;
        const double later[2] = {at.at[0] + by * at.velocity[0], at.at[1] + by * at.velocity[1]};
        const double closing = by > 0 ? (quire_flight_level(face, later) - level) / by : 0;
        t = time_to_close(0, fmax(closing, 0) + f->rim, part);
    } else {
        const double speed = sqrt(quire_flight_dot(at.velocity, at.velocity));
        t = quire_flight_to_level(face, &at, -f->radius, -f->radius) +
            time_to_close(0, speed + f->rim, part);
    }
    return t >= h || quire_flight_is_beside(&at, t, face->low, face->high, wide) ? HUGE_VAL : t;
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

/* A sheet is near where its mid-line is; it may come as fast as its fastest node. */
static double
clear_of_sheet(const struct quire_state *st, const double *y, int index, bool block,
               const struct flyer *f)
{
    const struct quire_sheet *sheet = st->system->sheet + index;
    const double gap = quire_near_line(sheet, y + sheet->x0, f->at) - f->radius - sheet->half,
                 speed = size_of(f->velocity) + 1.5 * quire_near_speed(st, y, index) + f->rim;

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

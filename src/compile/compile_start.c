/* Where sheets start: on their path, by coordinates or by a shape; and the nips that they start in.
 */
#include <math.h>

#include "body/nip.h"
#include "body/roller.h"
#include "body/sheet.h"
#include "compile/compile.h"
#include "contact/law/law_state.h"
#include "contact/touch/facing.h"
#include "force/switches.h"
#include "geometry/outline.h"
#include "machine/lookup.h"
#include "math/detmath.h"
#include "model/order.h"
#include "model/problem.h"
#include "motion/roller_motion.h"
#include "shape/trace.h"

#define SHAPE_SHORT 1e-3 /* of a segment: a sheet may be longer than its shape by rounding */

/* Overlap at which a law's force at rest is `force` [N]. */
static double
overlap_under(const struct quire_contact_law *law, double force)
{
    struct quire_normal_in in = {.memory = &no_memory};
    double low = 0, high = 1e-6;
    struct quire_normal_out out;

    for (int k = 0; k < 40; k++) {
        in.overlap = high;
        law->normal->eval(law->normal_data, &in, &out);
        if (out.force >= force) {
            break;
        }
        low = high;
        high *= 2;
    }
    for (int k = 0; k < 80; k++) {
        const double middle = 0.5 * (low + high);
        if (middle == low || middle == high) {
            break; /* neighbouring numbers: the interval cannot shrink */
        }
        in.overlap = middle;
        law->normal->eval(law->normal_data, &in, &out);
        if (out.force < force) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return 0.5 * (low + high);
}

static struct quire_roller_motion *
motion_of(struct quire_compile *c, int roller)
{
    return c->motion + c->sys->roller[roller].small;
}

/* The sheet that lies in a nip at t = 0, or -1. */
static int
sheet_in_nip(const struct quire_system *sys, const struct quire_nip *nip)
{
    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        const struct quire_start_params *p =
            quire_object_child_of(s->object, &quire_kind_start)->params;
        if (s->path == nip->path && !(s->enter_time > 0) && p->lead > nip->path_distance &&
            p->lead - s->length < nip->path_distance) {
            return k;
        }
    }
    return -1;
}

/* How far a nip's roller gives way to a force, if it is soft. */
static double
yield(struct quire_compile *c, const struct quire_nip *nip, int roller, double force)
{
    const double *closing = motion_of(c, nip->idler)->closing,
                 side = roller == nip->driver ? -1 : 1;
    const int soft = c->sys->roller[roller].soft;

    return soft < 0 ? 0
                    : quire_soft_press(c->sys->soft[soft].motion,
                                       (double[2]){side * closing[0], side * closing[1]}, force);
}

/* How deep a force presses a sheet into a nip's roller, and what of the roller gives way. */
static double
indentation(struct quire_compile *c, const struct quire_nip *nip, int roller, int sheet,
            double force)
{
    const struct quire_system *sys = c->sys;
    const int law = sys->roller[roller].law[2 * sheet];

    return (law >= 0 ? overlap_under(sys->law + law, force) : 0) + yield(c, nip, roller, force);
}

/* How far a nip's idler has slid where its load is borne by a sheet, or without one (-1) by the
 * driver. */
static double
rest_of(struct quire_compile *c, const struct quire_nip *nip, int sheet)
{
    const struct quire_system *sys = c->sys;
    const struct quire_roller_motion *m = motion_of(c, nip->idler);
    double travel = 0;

    /* the spring's force depends a little on where it comes to rest */
    for (int pass = 0; pass < 20; pass++) {
        const double force = m->load + m->rate * travel, before = travel;
        if (sheet >= 0) {
            travel = sys->sheet[sheet].thickness - indentation(c, nip, nip->driver, sheet, force) -
                     indentation(c, nip, nip->idler, sheet, force);
        } else {
            travel = nip->law >= 0
                         ? -overlap_under(sys->law + nip->law, force) -
                               yield(c, nip, nip->driver, force) - yield(c, nip, nip->idler, force)
                         : 0;
        }
        if (travel == before) {
            break; /* a fixed point */
        }
    }
    return travel;
}

/* Nips at rest: each idler where its load is borne by the sheet in the nip or by the driver. */
static void
settle_nips(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;

    for (int k = 0; k < sys->n_nip; k++) {
        const struct quire_nip *nip = sys->nip + k;
        struct quire_roller_motion *m = motion_of(c, nip->idler);
        const int sheet = sheet_in_nip(sys, nip);
        const struct quire_roller_params *p = sys->roller[nip->idler].object->params;
        if (p->travel == 0 && sys->run->settle) {
            const double travel = rest_of(c, nip, sheet);
            m->travel = travel < m->least ? m->least : travel;
        }
        quire_compile_lifter_rest(c, nip, nip->lifter >= 0 ? rest_of(c, nip, -1) : 0);
    }
}

/* How far beside its path a sheet lies so that it rests on the drivers it starts on: half its
 * thickness, less the indentation. */
static double
lift(struct quire_compile *c, int sheet, double lead)
{
    const struct quire_system *sys = c->sys;
    struct quire_sheet *s = sys->sheet + sheet;
    double left = 0;
    bool rests = false; /* on the driver of the first nip */

    for (int k = 0; sys->run->settle && k < sys->n_nip; k++) {
        const struct quire_nip *nip = sys->nip + k;
        if (nip->path == s->path && lead > nip->path_distance &&
            lead - s->length < nip->path_distance) {
            const struct quire_roller_motion *i = motion_of(c, nip->idler);
            const bool open = ((const struct quire_nip_params *)nip->object->params)->open;
            const double force = open ? 0 : i->load + i->rate * i->travel,
                         below = indentation(c, nip, nip->driver, sheet, force);
            left = rests ? left : -motion_of(c, nip->driver)->turn * (s->half - below);
            rests = true;
            s->pressed =
                fmax(s->pressed, fmax(below, indentation(c, nip, nip->idler, sheet, force)));
        }
    }
    return left;
}

/* How far beside the first of its pile a sheet lies: each next one by a thickness, less what the
 * weight above presses it into its neighbour. */
static double
in_pile(struct quire_compile *c, int index, const double t[2])
{
    const struct quire_system *sys = c->sys;
    const struct quire_sheet *s = sys->sheet + index;
    const struct quire_sheet_params *p = s->object->params;
    const double way = p->pile == QUIRE_PILE_LEFT ? 1 : -1,
                 up = way * (sys->gravity[0] * t[1] - sys->gravity[1] * t[0]);
    const int law =
        sys->sheet_law != NULL && index > 0 ? sys->sheet_law[index * sys->n_sheet + index - 1] : -1;
    double beside = 0;

    for (long i = 1; p->pile != QUIRE_PILE_NONE && i < p->number; i++) {
        /* the next one lies on it, or it on that */
        const double above = (up > 0 ? (double)(p->count - i) : (double)i) * s->mass * fabs(up);
        const double force = law >= 0 ? above * sys->law[law].reference_length / s->length : 0;
        beside +=
            way * (s->thickness -
                   (sys->run->settle && force > 0 ? overlap_under(sys->law + law, force) : 0));
    }
    return beside;
}

static void
place_by_path(struct quire_compile *c, int index, const struct quire_start_params *p,
              const struct quire_object *start, double ahead, double length)
{
    struct quire_sheet *s = c->sys->sheet + index;
    const int n = s->chain.n;
    double at_lead[2], t_lead[2];

    quire_outline_at(s->path, p->lead, at_lead, t_lead);
    const double left = p->beside + in_pile(c, index, t_lead) + lift(c, index, p->lead);

    if (!quire_outline_place(s->path, p->lead + ahead, length, (size_t)n + 1, s->start_x,
                             s->start_y)) {
        c->status = quire_object_error(
            start, c->diag, "E-MODEL",
            "use shorter segments, or start on a straighter part of the path",
            "the path turns too tightly for segments of %g mm", 1e3 * s->chain.h);
        return;
    }
    for (int i = 0; i <= n; i++) {
        double along, beside, at[2], t[2];
        quire_outline_project(s->path, (double[2]){s->start_x[i], s->start_y[i]},
                              p->lead + ahead - length + i * (length / n), &along, &beside);
        quire_outline_at(s->path, along, at, t);
        s->start_vx[i] = p->speed * t[0] + p->velocity[0];
        s->start_vy[i] = p->speed * t[1] + p->velocity[1];
        s->start_x[i] += -t[1] * left;
        s->start_y[i] += t[0] * left;
    }
}

static void
place_by_coordinates(struct quire_compile *c, int index, const struct quire_start_params *p,
                     double ahead, double length)
{
    struct quire_sheet *s = c->sys->sheet + index;
    /* of the trailing edge, from where it is said to be */
    const double behind = s->length + ahead - length;
    const double tx = quire_cos(p->heading), ty = quire_sin(p->heading),
                 beside = p->beside + in_pile(c, index, (double[2]){tx, ty});

    for (int i = 0; i <= s->chain.n; i++) {
        s->start_x[i] = p->from[0] + (behind + length * i / s->chain.n) * tx - beside * ty;
        s->start_y[i] = p->from[1] + (behind + length * i / s->chain.n) * ty + beside * tx;
        s->start_vx[i] = p->speed * tx + p->velocity[0];
        s->start_vy[i] = p->speed * ty + p->velocity[1];
    }
}

/* Along shapes of its own, from where they begin. */
static void
place_by_shape(struct quire_compile *c, struct quire_sheet *s, const struct quire_start_params *p,
               const struct quire_object *start)
{
    const size_t n = (size_t)s->chain.n + 1;
    struct quire_outline outline;
    double *along = quire_compile_get(c, n, sizeof *along);

    const quire_status traced = quire_guide_trace(&outline, start, c->diag);
    c->status = quire_status_first(c->status, traced);
    if (c->status != QUIRE_OK) {
        if (traced == QUIRE_OK) {
            quire_outline_clear(&outline);
        }
        return;
    }
    if (!quire_outline_lay(&outline, s->length, n, s->start_x, s->start_y, along)) {
        c->status = quire_object_error(
            start, c->diag, "E-MODEL", "use shorter segments, or a shape with wider turns",
            "the shape turns too tightly for segments of %g mm", 1e3 * s->chain.h);
    } else if (along[n - 1] > outline.length + SHAPE_SHORT * s->chain.h) {
        c->status =
            quire_object_error(start, c->diag, "E-MODEL", "extend the shape to the leading edge",
                               "the shape is %g mm long, too short for a sheet of %g mm",
                               1e3 * outline.length, 1e3 * s->length);
    }
    for (size_t i = 0; c->status == QUIRE_OK && i < n; i++) {
        double at[2], t[2];
        quire_outline_at(&outline, along[i], at, t);
        s->start_vx[i] = p->speed * t[0] + p->velocity[0];
        s->start_vy[i] = p->speed * t[1] + p->velocity[1];
    }
    quire_outline_clear(&outline);
}

/* Lays a line along the sheet, which is `length` long seen from above and whose leading edge is so
 * far ahead of where the sheet's is said to be. */
static void
place(struct quire_compile *c, int index, const struct quire_object *start, double ahead,
      double length)
{
    struct quire_sheet *s = c->sys->sheet + index;
    const struct quire_start_params *p = start->params;

    if (s->path != NULL) {
        place_by_path(c, index, p, start, ahead, length);
    } else if (start->n_child > 0) {
        place_by_shape(c, s, p, start);
    } else {
        place_by_coordinates(c, index, p, ahead, length);
    }
}

/* In space each column of nodes is laid by itself, and then the mid-line. */
static void
place_sheet(struct quire_compile *c, int index, const struct quire_object *start)
{
    struct quire_sheet *s = c->sys->sheet + index;
    const double yaw =
                     c->sys->spatial ? ((const struct quire_start_params *)start->params)->yaw : 0,
                 length = s->length * quire_cos(yaw), ahead = 0.5 * (length - s->length);

    if (start->n_child > 0 && (yaw < 0 || yaw > 0)) {
        c->status =
            quire_object_error(start, c->diag, "E-MODEL", "start it on a path, or from a point",
                               "a sheet laid along shapes starts without yaw");
        return;
    }
    for (int j = 0; s->ladder != NULL && j < s->ladder->m && c->status == QUIRE_OK; j++) {
        place(c, index, start, ahead + quire_ladder_across(s->ladder, j) * quire_sin(yaw), length);
        quire_compile_column_start(c, s, j, start->params);
    }
    if (c->status == QUIRE_OK) {
        place(c, index, start, ahead, length);
    }
}

void
quire_compile_sheet_starts(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;

    for (int k = 0; k < sys->n_sheet; k++) {
        struct quire_sheet *s = sys->sheet + k;
        const struct quire_start_params *p =
            quire_object_child_of(s->object, &quire_kind_start)->params;
        s->path = p->path != NULL ? quire_system_path(sys, p->path) : NULL;
        s->enter_time = quire_sheet_waits(s->object) ? HUGE_VAL : p->time;
        s->lead = p->lead;
        s->gap = ((const struct quire_sheet_params *)s->object->params)->gap;
        s->ahead = ((const struct quire_sheet_params *)s->object->params)->number > 1 ? k - 1 : -1;
    }
    settle_nips(c);
    for (int k = 0; c->status == QUIRE_OK && k < sys->n_sheet; k++) {
        struct quire_sheet *s = sys->sheet + k;
        const struct quire_object *start = quire_object_child_of(s->object, &quire_kind_start);
        const size_t n = (size_t)s->chain.n + 1;
        s->start_x = quire_compile_get(c, n, sizeof(double));
        s->start_y = quire_compile_get(c, n, sizeof(double));
        s->start_vx = quire_compile_get(c, n, sizeof(double));
        s->start_vy = quire_compile_get(c, n, sizeof(double));
        if (c->status != QUIRE_OK) {
            return;
        }
        place_sheet(c, k, start);
        for (int e = 0; e < 2; e++) {
            const int i = e == 0 ? 0 : s->chain.n - 1;
            s->hold[e].heading =
                quire_atan2(s->start_y[i + 1] - s->start_y[i], s->start_x[i + 1] - s->start_x[i]);
        }
    }
}

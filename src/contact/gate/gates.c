#include "contact/gate/gates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/gate/flap.h"
#include "contact/guide/contact.h"
#include "contact/touch/columns.h"
#include "math/detmath.h"
#include "state/commands.h"
#include "state/gate_pose.h"

/* ---- memory ---- */

enum { VECTORS = 14 };

static struct quire_node_curve
part_of(double *at, size_t stride)
{
    return (struct quire_node_curve){at, at + stride, at + 2 * stride, at + 3 * stride};
}

static bool
create_frame(const struct quire_system *sys, const struct quire_sheet *sheet, int gate,
             struct quire_frame *f)
{
    const size_t stride = (size_t)sheet->chain.stride,
                 size = (VECTORS * stride + 2 * QUIRE_LANES) * sizeof(double);
    double *at = aligned_alloc(64, (size + 63) / 64 * 64);

    f->at.x = at;
    f->work.gate = gate;
    f->work.only = -1;
    if (at == NULL || !quire_lists_create(sys, sheet, &f->work) ||
        quire_band_create(&f->band, sheet->chain.n + 1, sheet->chain.stride) != 0) {
        return false;
    }
    memset(at, 0, size);
    f->at = part_of(at, stride);
    f->ahead = part_of(at + 4 * stride, stride);
    f->fx = at + 8 * stride;
    f->fy = at + 9 * stride;
    f->vx = at + 10 * stride;
    f->vy = at + 11 * stride;
    f->turned_x = at + 12 * stride;
    f->turned_y = at + 13 * stride;
    f->high = sheet->chain.n + 1;
    f->gate = sys->gate + gate;
    f->v = sys->gate[gate].small >= 0 ? sys->small[sys->gate[gate].small].v0 : -1;
    return true;
}

bool
quire_frames_create(const struct quire_system *sys, const struct quire_sheet *sheet,
                    struct quire_sheet_work *w)
{
    if (sys->n_gate == 0 || sheet->ladder != NULL) {
        return true;
    }
    w->frame = calloc((size_t)sys->n_gate, sizeof *w->frame);
    w->n_frame = w->frame != NULL ? sys->n_gate : 0;
    for (int k = 0; k < w->n_frame; k++) {
        if (!create_frame(sys, sheet, k, w->frame + k)) {
            return false;
        }
    }
    return w->frame != NULL;
}

void
quire_frames_destroy(struct quire_sheet_work *w)
{
    for (int k = 0; k < w->n_frame; k++) {
        quire_lists_destroy(&w->frame[k].work);
        quire_band_destroy(&w->frame[k].band);
        free(w->frame[k].at.x);
    }
    free(w->frame);
}

/* ---- where they are ---- */

/* the way that a command makes of it, and how fast */
static double
commanded(const struct quire_command *c, double *rate)
{
    const bool place = c->quantity == QUIRE_DRIVE_ANGLE || c->quantity == QUIRE_DRIVE_STROKE;

    *rate = place ? c->rate : c->value;
    return place ? c->value : c->travel;
}

double
quire_gate_way(const struct quire_state *st, int gate, double t)
{
    struct quire_command c;
    double rate;

    quire_drive_command(st, st->system->gate[gate].drive, t, &c);
    return commanded(&c, &rate);
}

struct quire_gate_pose
quire_gate_pose_at(const struct quire_state *st, int k, double t, const double *y)
{
    const struct quire_gate *gate = st->system->gate + k;
    struct quire_gate_pose pose;
    struct quire_command c;

    if (gate->small >= 0) {
        const struct quire_small *s = st->system->small + gate->small;
        pose.way = y[s->q0];
        pose.rate = y[st->system->layout.v0 + (size_t)s->v0];
    } else {
        quire_drive_command(st, gate->drive, t, &c);
        pose.way = commanded(&c, &pose.rate);
        pose.rate = st->is_static ? 0 : pose.rate;
    }
    pose.cos = gate->turns ? quire_cos(pose.way) : 1;
    pose.sin = gate->turns ? quire_sin(pose.way) : 0;
    return pose;
}

bool
quire_gate_is_there(const struct quire_state *st, int k)
{
    const int small = st->system->gate[k].small;

    return small < 0 || st->part->has_small[small];
}

void
quire_gates_place(struct quire_state *st, double t, const double *y)
{
    for (int k = 0; k < st->system->n_gate; k++) {
        if (quire_gate_is_there(st, k)) {
            st->gate[k] = quire_gate_pose_at(st, k, t, y);
        }
    }
}

/* ---- what they see of a sheet ---- */

/* Places past a pivot turn back with it, and their velocities are taken past the material of the
 * gate there. */
static QUIRE_CLONES void
turn_back(const struct quire_gate *gate, const struct quire_gate_pose *pose,
          const struct quire_nodes *from, int n, const struct quire_node_curve *to)
{
    const double c = pose->cos, s = pose->sin, w = pose->rate, px = gate->at[0], py = gate->at[1];
    const double *restrict x = from->x, *restrict y = from->y, *restrict vx = from->vx,
                           *restrict vy = from->vy;
    double *restrict to_x = to->x, *restrict to_y = to->y, *restrict to_vx = to->vx,
                     *restrict to_vy = to->vy;

    QUIRE_IVDEP
    for (int i = 0; i <= n; i++) {
        const double dx = x[i] - px, dy = y[i] - py, u = vx[i] + w * dy, v = vy[i] - w * dx;
        to_x[i] = px + (c * dx + s * dy);
        to_y[i] = py + (c * dy - s * dx);
        to_vx[i] = c * u + s * v;
        to_vy[i] = c * v - s * u;
    }
}

static QUIRE_CLONES void
slide_back(const struct quire_gate *gate, const struct quire_gate_pose *pose,
           const struct quire_nodes *from, int n, const struct quire_node_curve *to)
{
    const double px = pose->way * gate->at[0], py = pose->way * gate->at[1],
                 u = pose->rate * gate->at[0], v = pose->rate * gate->at[1];
    const double *restrict x = from->x, *restrict y = from->y, *restrict vx = from->vx,
                           *restrict vy = from->vy;
    double *restrict to_x = to->x, *restrict to_y = to->y, *restrict to_vx = to->vx,
                     *restrict to_vy = to->vy;

    QUIRE_IVDEP
    for (int i = 0; i <= n; i++) {
        to_x[i] = x[i] - px;
        to_y[i] = y[i] - py;
        to_vx[i] = vx[i] - u;
        to_vy[i] = vy[i] - v;
    }
}

void
quire_gate_take_back(const struct quire_gate *gate, const struct quire_gate_pose *pose,
                     const struct quire_nodes *from, int n, const struct quire_node_curve *to)
{
    if (gate->turns) {
        turn_back(gate, pose, from, n, to);
    } else {
        slide_back(gate, pose, from, n, to);
    }
}

void
quire_frame_follow(struct quire_state *st, int sheet, int k, const struct quire_nodes *from)
{
    const struct quire_gate *gate = st->system->gate + k;
    struct quire_frame *f = st->sheet[sheet].frame + k;

    quire_gate_take_back(gate, st->gate + k, from, st->system->sheet[sheet].chain.n, &f->at);
    f->spin = gate->turns ? st->gate[k].rate : 0;
    quire_candidates_follow(st, sheet, &f->work, f->at.x, f->at.y);
}

/* ---- contact ---- */

/* the reaction to the gate's forces on a sheet, along its way: a moment about the pivot or a force
 * along the slide, on the sheet */
static double
pushed(const struct quire_gate *gate, const struct quire_frame *f, int n)
{
    double sum = 0, d[2];

    for (int i = 0; i <= n; i++) {
        quire_gate_way_at(gate, f->at.x[i], f->at.y[i], d);
        sum += d[0] * f->fx[i] + d[1] * f->fy[i];
    }
    return sum;
}

/* The drive's power changes with the places of nodes: flows in which nothing rubs. */
static void
record_drive(const struct scatter *c, const struct quire_gate *gate,
             const struct quire_gate_pose *pose, const struct quire_frame *f, int n)
{
    for (int i = f->low - f->low % 3; i < f->high; i += 3) {
        struct quire_flow *flow = quire_places_add(c->state, QUIRE_PLACES_ALONE, sizeof *flow);
        if (flow == NULL) {
            return;
        }
        *flow = (struct quire_flow){
            .at = -1, .sheet = c->sheet, .node = i + 2 <= n ? i : n - 2, .driven = pose->rate};
        for (int j = i - flow->node; j < 3; j++) {
            double by[2];
            quire_gate_pushed_changes(gate, f, n, flow->node + j, c->cq, by);
            flow->by_x[j] = (quire_v4){pose->cos * by[0] - pose->sin * by[1], 0, 0, 0};
            flow->by_y[j] = (quire_v4){pose->sin * by[0] + pose->cos * by[1], 0, 0, 0};
        }
    }
}

/* what was noted of flows, by the places of nodes as they are */
static void
turn_flows(struct quire_state *st, const struct quire_gate_pose *p, int first)
{
    const struct quire_place_list *list = st->places + QUIRE_PLACES_ALONE;

    for (int k = first; k < list->n; k++) {
        struct quire_flow *f = (struct quire_flow *)list->item + k;
        for (int j = 0; j < 3; j++) {
            const quire_v4 x = f->by_x[j], y = f->by_y[j];
            const double nx = f->normal_x[j], ny = f->normal_y[j];
            f->by_x[j] = p->cos * x - p->sin * y;
            f->by_y[j] = p->sin * x + p->cos * y;
            f->normal_x[j] = p->cos * nx - p->sin * ny;
            f->normal_y[j] = p->sin * nx + p->cos * ny;
        }
    }
}

void
quire_gate_turn_touches(struct quire_state *st, const struct quire_gate *gate,
                        const struct quire_gate_pose *pose, int first)
{
    for (int k = first; k < st->n_touch; k++) {
        struct quire_touch *t = st->touch + k;
        double at[2];
        quire_gate_out(gate, pose, (double[]){t->x, t->y}, at);
        t->x = at[0];
        t->y = at[1];
        quire_gate_turn(pose, t->normal);
        quire_gate_turn(pose, t->tangent);
    }
}

/* R B R' */
QUIRE_INLINE quire_v4
turned_block(const struct quire_gate_pose *p, quire_v4 b)
{
    const double c = p->cos, s = p->sin;
    const double xx = c * b[0] - s * b[2], xy = c * b[1] - s * b[3], yx = s * b[0] + c * b[2],
                 yy = s * b[1] + c * b[3];

    return (quire_v4){c * xx - s * xy, s * xx + c * xy, c * yx - s * yy, s * yx + c * yy};
}

static void
scatter_forces(const struct scatter *c, const struct quire_gate_pose *p,
               const struct quire_frame *f, int n)
{
    for (int i = 0; i <= n; i++) {
        c->fx[i] += p->cos * f->fx[i] - p->sin * f->fy[i];
        c->fy[i] += p->sin * f->fx[i] + p->cos * f->fy[i];
    }
}

static void
scatter_matrix(const struct scatter *c, const struct quire_gate_pose *p,
               const struct quire_frame *f)
{
    for (int i = f->low; i < f->high; i++) {
        for (int d = 0; d < 5; d++) {
            c->band->row[i][d] += turned_block(p, f->band.row[i][d]);
        }
    }
}

/* Clears what the last evaluation with the matrix left. */
static void
clear_matrix(struct quire_frame *f)
{
    if (f->low < f->high) {
        memset(f->band.row + f->low, 0, sizeof *f->band.row * (size_t)(f->high - f->low));
    }
    memset(f->turned_x, 0, 2 * sizeof(double) * (size_t)f->band.stride);
}

/* The rows that places have added to: each has noted what flows there. */
static void
find_rows(const struct quire_state *st, int first, int n, struct quire_frame *f)
{
    const struct quire_place_list *list = st->places + QUIRE_PLACES_ALONE;

    f->low = n + 1;
    f->high = 0;
    for (int k = first; k < list->n; k++) {
        const int node = ((const struct quire_flow *)list->item)[k].node;
        f->low = node < f->low ? node : f->low;
        f->high = node + 3 > f->high ? node + 3 : f->high;
    }
}

static void
gate_contact(const struct scatter *c, int k)
{
    struct quire_state *st = c->state;
    const struct quire_gate *gate = st->system->gate + k;
    const struct quire_gate_pose *pose = st->gate + k;
    struct quire_frame *f = st->sheet[c->sheet].frame + k;
    const int n = st->system->sheet[c->sheet].chain.n;
    struct scatter own = *c;
    const int flows = st->places[QUIRE_PLACES_ALONE].n, touches = st->n_touch;

    f->there = c;
    f->pose = pose;
    own.frame = f;
    own.work = &f->work;
    own.x = f->at.x;
    own.y = f->at.y;
    own.vx = f->at.vx;
    own.vy = f->at.vy;
    own.fx = f->fx;
    own.fy = f->fy;
    own.band = c->band != NULL ? &f->band : NULL;
    memset(f->fx, 0, 2 * sizeof(double) * (size_t)f->band.stride);
    if (c->band != NULL) {
        clear_matrix(f);
    }
    quire_contact_forces(&own);
    if (c->band != NULL) {
        find_rows(st, flows, n, f);
    }
    scatter_forces(c, pose, f, n);
    if (gate->small >= 0) {
        quire_flap_push(c, gate, pose, f, pushed(gate, f, n), flows);
    } else {
        st->power.drives += pose->rate * pushed(gate, f, n);
    }
    quire_gate_turn_touches(st, gate, pose, touches);
    if (c->band != NULL) {
        turn_flows(st, pose, flows);
        scatter_matrix(c, pose, f);
    }
    if (c->band != NULL && gate->small < 0) {
        record_drive(c, gate, pose, f, n);
    }
}

void
quire_gate_contacts(const struct scatter *c)
{
    const struct quire_nodes from = {c->x, c->y, c->vx, c->vy};

    for (int k = 0; k < c->state->system->n_gate; k++) {
        const struct quire_sheet_work *w = &c->state->sheet[c->sheet].frame[k].work;
        if (!quire_gate_is_there(c->state, k)) {
            continue;
        }
        quire_frame_follow(c->state, c->sheet, k, &from);
        if (w->n_face + w->n_corner > 0) {
            gate_contact(c, k);
        }
    }
}

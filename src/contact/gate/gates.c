#include "contact/gate/gates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/guide/contact.h"
#include "math/detmath.h"
#include "state/commands.h"
#include "state/gate_pose.h"

/* ---- memory ---- */

enum { VECTORS = 10 };

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
    if (at == NULL || !quire_lists_create(sys, sheet, &f->work)) {
        return false;
    }
    memset(at, 0, size);
    f->at = part_of(at, stride);
    f->ahead = part_of(at + 4 * stride, stride);
    f->vx = at + 8 * stride;
    f->vy = at + 9 * stride;
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
    quire_candidates_follow(st, sheet, &f->work, f->at.x, f->at.y);
}

/* ---- contact ---- */

static void
gate_contact(const struct scatter *c, int k)
{
    struct quire_frame *f = c->state->sheet[c->sheet].frame + k;
    struct scatter seen = *c;

    f->there = c;
    f->pose = c->state->gate + k;
    seen.frame = f;
    seen.work = &f->work;
    seen.x = f->at.x;
    seen.y = f->at.y;
    seen.vx = f->at.vx;
    seen.vy = f->at.vy;
    quire_contact_forces(&seen);
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

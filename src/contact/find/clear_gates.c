/* Gates that sheets fly towards, as they go on in the step. doc/theory/gates.md */
#include <math.h>

#include "contact/find/clear_parts.h"
#include "contact/find/gates_ahead.h"
#include "contact/gate/space_gates.h"
#include "machine/sheet_lines.h"

/* a part of a step, past a gate: which, as it is when that begins, so much later than the step */
struct part_ahead {
    int gate;
    struct quire_gate_pose pose;
    double by, h;
};

/* moves nodes that a gate sees on to where they are so much later; vx and vy are their own
 * velocities */
static void
go_on(const struct quire_gate *gate, const struct part_ahead *part, const struct quire_frame *f,
      int n)
{
    const double c = part->pose.cos, s = part->pose.sin, spin = gate->turns ? part->pose.rate : 0;

    for (int i = 0; part->by > 0 && i <= n; i++) {
        const double x = part->by * (c * f->vx[i] + s * f->vy[i]),
                     y = part->by * (c * f->vy[i] - s * f->vx[i]);
        f->ahead.x[i] += x;
        f->ahead.y[i] += y;
        f->ahead.vx[i] += spin * y;
        f->ahead.vy[i] -= spin * x;
    }
}

static double
clear_of_gate(const struct quire_state *st, const struct part_ahead *part, const double *y,
              const double *rate, int index, double later)
{
    const struct quire_sheet *sheet = st->system->sheet + index;
    const struct quire_gate *gate = st->system->gate + part->gate;
    const size_t stride = (size_t)sheet->chain.stride;
    const double *x = y + sheet->x0, *v = x + st->system->layout.v0,
                 *a = rate + st->system->layout.v0 + sheet->x0;
    const struct quire_frame *f = st->sheet[index].frame + part->gate;

    for (size_t i = 0; i < stride; i++) {
        f->vx[i] = v[i] + later * a[i];
        f->vy[i] = v[stride + i] + later * a[stride + i];
    }
    quire_gate_take_back(gate, &part->pose, &(struct quire_nodes){x, x + stride, f->vx, f->vy},
                         sheet->chain.n, &f->ahead);
    go_on(gate, part, f, sheet->chain.n);
    const struct sheet_flight s = {index, f->ahead.x, f->ahead.vx,    f->ahead.vx, part->h,
                                   0,     0,          sheet->chain.n, -1,          part->gate};
    return quire_clear_of_guides(st, &s);
}

/* the same in space, for each column */
static double
clear_of_gate_in_space(const struct quire_state *st, const struct part_ahead *part, const double *y,
                       const double *rate, int index, double later)
{
    const struct quire_sheet *sheet = st->system->sheet + index;
    const struct quire_space_gates *gates = st->sheet[index].space->gates;
    const double *q = y + sheet->x0, *v = q + st->system->layout.v0,
                 *a = rate + st->system->layout.v0 + sheet->x0;
    double *const *room = st->sheet[index].line, least = part->h;

    for (int i = 0; i < (sheet->chain.n + 1) * sheet->ladder->block; i++) {
        gates->v[i] = v[i] + later * a[i];
        gates->q[i] = q[i] + part->by * gates->v[i];
    }
    quire_space_gate_take_back(st, index, part->gate, &part->pose, gates->q, gates->v);
    for (int j = 0; j < sheet->ladder->m; j++) {
        const double *velocity = quire_sheet_line(sheet, j, gates->v, room[1]);
        const struct sheet_flight s = {index,    quire_sheet_line(sheet, j, gates->q, room[0]),
                                       velocity, velocity,
                                       part->h,  0,
                                       0,        sheet->chain.n,
                                       -1,       part->gate};
        least = fmin(least, quire_clear_of_guides(st, &s));
    }
    return fmin(
        least, quire_clear_of_tilted(st, &(struct blocks){gates->q, gates->v, gates->v, part->gate},
                                     index, part->h, 0));
}

double
quire_clear_of_gates(const struct quire_state *st, double t, const double *y, const double *rate,
                     int index, double h, double later)
{
    double least = h;

    for (int k = 0; k < st->system->n_gate; k++) {
        if (!quire_gate_is_there(st, k)) {
            continue;
        }
        const struct quire_gate_pose pose = quire_gate_ahead(st, k, t, y, rate, h);
        const int parts = quire_gate_parts_ahead(st, k, t, &pose, h);
        for (int i = 0; i < parts && h / parts * i < least; i++) {
            const double by = h / parts * i, length = h / parts;
            const struct part_ahead part = {
                k, parts > 1 ? quire_gate_later(st, k, t, &pose, by, length) : pose, by, length};
            const double clear = st->sheet[index].space != NULL
                                     ? clear_of_gate_in_space(st, &part, y, rate, index, later)
                                     : clear_of_gate(st, &part, y, rate, index, later);
            least = clear < length ? fmin(least, by + clear) : least;
        }
    }
    return least;
}

#include "contact/gate/space_flap.h"

#include <string.h>

/* ---- how the sheet's forces change with the gate's way ---- */

/* what two columns of the matrix make of a node that moves as the gate's material does there, row
 * by row, backwards */
QUIRE_INLINE double
moved_with(const struct quire_slabs *s, int i, int station, int column, int row,
           const double way[2])
{
    const double *x = quire_slab_entries(s, i, station, 3 * column), *y = x + s->row;

    return x[row] * way[0] + y[row] * way[1];
}

/* Of station i by the nodes of another, added. */
static void
add_station(const struct quire_gate_meeting *m, int i, int station, double *to)
{
    const double *q = m->work->q + station * m->ladder->block;

    for (int j = 0; j < m->ladder->m; j++) {
        double way[2];
        quire_gate_way_at(m->gate, q[3 * j], q[3 * j + 1], way);
        for (int r = 0; r < m->ladder->block; r++) {
            to[r] += moved_with(&m->work->slabs, i, station, j, r, way);
        }
    }
}

/* G: what is there already is what velocities do that turn back */
static void
complete_swing(const struct quire_gate_meeting *m)
{
    for (int i = m->low; i <= m->high; i++) {
        const int first = i - 2 > m->low ? i - 2 : m->low, last = i + 2 < m->high ? i + 2 : m->high;
        for (int station = first; station <= last; station++) {
            add_station(m, i, station, m->work->swing + i * m->ladder->block);
        }
    }
}

/* the sum of (x - c) . g over a station */
static double
stretched(const struct quire_gate_meeting *m, int i)
{
    const double *q = m->work->q + i * m->ladder->block, *f = m->work->force + i * m->ladder->block,
                 *c = m->gate->at;
    double sum = 0;

    for (int j = 0; j < m->ladder->block; j += 3) {
        sum += (q[j] - c[0]) * f[j] + (q[j + 1] - c[1]) * f[j + 1];
    }
    return sum;
}

/* of what pushes the sheet along the gate's way, by that way; the arms of forces turn, too */
static double
pushed_by_way(const struct quire_gate_meeting *m)
{
    double sum = quire_gate_meeting_pushed(m, m->work->swing);

    for (int i = m->low; m->gate->turns && i <= m->high; i++) {
        sum += m->cq * stretched(m, i);
    }
    return sum;
}

/* ---- couplings ---- */

/* the rows of a node, and the gate's row for it, as they are */
static void
couple_node(const struct quire_gate_meeting *m, int station, int column, double *by_body,
            double *by_node)
{
    const int at = station * m->ladder->block + 3 * column;
    const double *g = m->work->force + at, *swing = m->work->swing + at,
                 turns = m->gate->turns ? m->cq : 0;
    /* the force turns with the gate */
    double by_way[2] = {swing[0] - turns * g[1], swing[1] + turns * g[0]}, pushed[3];

    for (int d = 0; d < 3; d++) {
        pushed[d] = quire_gate_meeting_pushed_changes(m, station, column, d);
    }
    quire_gate_turn(m->pose, by_way);
    quire_gate_turn(m->pose, pushed);
    by_body[0] = -by_way[0];
    by_body[1] = -by_way[1];
    by_body[2] = -swing[2];
    memcpy(by_node, pushed, sizeof pushed);
}

/* stations from one on, of the three of a coupling, and one or both of its columns */
struct patch {
    int from, station, column;
    bool on[2];
};

static void
couple_patch(const struct quire_gate_meeting *m, const struct patch *p)
{
    struct quire_space_coupling *c =
        new_space_coupling(m->state, m->gate->small, m->sheet, p->station, p->column);

    if (c == NULL) {
        return;
    }
    memset(c->by_body[0], 0, sizeof c->by_body[0]);
    memset(c->by_node[0], 0, sizeof c->by_node[0]);
    for (int i = p->from; i < p->station + 3 && i <= m->high; i++) {
        for (int k = 0; k < 2; k++) {
            const int at = 6 * (i - p->station) + 3 * k;
            if (p->on[k]) {
                couple_node(m, i, p->column + k, c->by_body[0] + at, c->by_node[0] + at);
            }
        }
    }
}

/* Three stations: columns in twos, the last one with one that is not on. */
static void
couple_stations(const struct quire_gate_meeting *m, int from)
{
    const int n = m->ladder->n, station = from + 2 <= n ? from : n - 2, last = m->ladder->m - 2;

    for (int j = 0; j <= last; j += 2) {
        couple_patch(m, &(struct patch){from, station, j, {true, true}});
    }
    if (m->ladder->m % 2 != 0) {
        couple_patch(m, &(struct patch){from, station, last, {false, true}});
    }
}

static void
couple(const struct quire_gate_meeting *m)
{
    struct quire_state *st = m->state;
    const struct quire_small *small = st->system->small + m->gate->small;
    const int block = m->ladder->block;

    complete_swing(m);
    for (int i = m->low; i <= m->high; i += 3) {
        couple_stations(m, i);
    }
    quire_dense_row(st, small->first)[small->first] += pushed_by_way(m);
    memset(m->work->swing + m->low * block, 0,
           sizeof(double) * (size_t)((m->high - m->low + 1) * block));
}

void
quire_space_flap_push(const struct quire_gate_meeting *m, bool matrix)
{
    struct quire_state *st = m->state;
    const int v = st->system->small[m->gate->small].v0;

    st->force[v] -= quire_gate_meeting_pushed(m, m->work->force);
    if (matrix) {
        couple(m);
    }
}

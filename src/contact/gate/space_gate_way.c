/* What pushes a sheet in space along the way of a gate, and how that changes. doc/theory/gates.md,
 * 9 */
#include "contact/gate/space_gates.h"

/* how the gate's material at a node goes with its way, times a force there */
QUIRE_INLINE double
along_way(const struct quire_gate_meeting *m, const double *node, double fx, double fy)
{
    const double *at = m->gate->at;

    return m->gate->turns ? (node[0] - at[0]) * fy - (node[1] - at[1]) * fx
                          : at[0] * fx + at[1] * fy;
}

/* a sum over the columns of a station, the same for the mirrored sheet to the last bit */
QUIRE_INLINE double
of_station(const struct quire_gate_meeting *m, const double *node, const double *force)
{
    double sum = 0;

    for (int j = 0, k = m->ladder->m - 1; j <= k; j++, k--) {
        const double left = along_way(m, node + 3 * j, force[3 * j], force[3 * j + 1]);
        sum += j < k ? left + along_way(m, node + 3 * k, force[3 * k], force[3 * k + 1]) : left;
    }
    return sum;
}

double
quire_gate_meeting_pushed(const struct quire_gate_meeting *m, const double *forces)
{
    const int block = m->ladder->block;
    double sum = 0;

    for (int i = m->low; i <= m->high; i++) {
        sum += of_station(m, m->work->q + i * block, forces + i * block);
    }
    return sum;
}

double
quire_gate_meeting_pushed_changes(const struct quire_gate_meeting *m, int station, int column,
                                  int d)
{
    const struct quire_slabs *slabs = &m->work->slabs;
    const double *f = m->work->force + station * m->ladder->block + 3 * column;
    const int first = station - 2 > m->low ? station - 2 : m->low,
              last = station + 2 < m->high ? station + 2 : m->high;
    double sum = !m->gate->turns || d == 2 ? 0 : d == 0 ? m->cq * f[1] : -m->cq * f[0];

    for (int i = first; i <= last; i++) {
        sum -= of_station(m, m->work->q + i * m->ladder->block,
                          quire_slab_entries(slabs, i, station, 3 * column + d));
    }
    return sum;
}

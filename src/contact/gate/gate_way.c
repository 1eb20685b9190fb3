/* What pushes a sheet along the way of a gate, and how that changes. doc/theory/gates.md */
#include "contact/gate/gates.h"

void
quire_gate_pushed_changes(const struct quire_gate *gate, const struct quire_frame *f, int n, int j,
                          double cq, double out[2])
{
    out[0] = gate->turns ? cq * f->fy[j] : 0;
    out[1] = gate->turns ? -cq * f->fx[j] : 0;
    for (int i = j - 2 > 0 ? j - 2 : 0; i <= j + 2 && i <= n; i++) {
        const quire_v4 block = f->band.row[i][j - i + 2]; /* of the force on i by j, backwards */
        double d[2];
        quire_gate_way_at(gate, f->at.x[i], f->at.y[i], d);
        out[0] -= d[0] * block[0] + d[1] * block[2];
        out[1] -= d[0] * block[1] + d[1] * block[3];
    }
}

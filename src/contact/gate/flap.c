#include "contact/gate/flap.h"

#include <math.h>

#include "contact/gate/gates.h"
#include "motion/flap_motion.h"

/* ---- what a sheet does to it ---- */

/* How the forces on node i change with the gate's way, along the gate's axes: as if the sheet were
 * moved backwards, but for what turns. */
static void
node_changes(const struct quire_gate *gate, const struct quire_frame *f, int n, int i,
             double out[2])
{
    out[0] = f->turned_x[i];
    out[1] = f->turned_y[i];
    for (int j = i - 2 > 0 ? i - 2 : 0; j <= i + 2 && j <= n; j++) {
        const quire_v4 block = f->band.row[i][j - i + 2]; /* of the force on i by j, backwards */
        double d[2];
        quire_gate_way_at(gate, f->at.x[j], f->at.y[j], d);
        out[0] += block[0] * d[0] + block[1] * d[1];
        out[1] += block[2] * d[0] + block[3] * d[1];
    }
}

/* the same of what pushes the sheet along the gate's way, from one node: its arm turns, too */
static double
pushed_change(const struct quire_gate *gate, const struct quire_frame *f, int i, double cq,
              const double change[2])
{
    const double dx = f->at.x[i] - gate->at[0], dy = f->at.y[i] - gate->at[1];
    double d[2];

    quire_gate_way_at(gate, f->at.x[i], f->at.y[i], d);
    return d[0] * change[0] + d[1] * change[1] +
           (gate->turns ? cq * (dx * f->fx[i] + dy * f->fy[i]) : 0);
}

static bool
touches_any(const struct quire_frame *f, int first, int last)
{
    for (int i = first; i <= last; i++) {
        for (int d = 0; d < 5; d++) {
            const quire_v4 block = f->band.row[i][d];
            if (block[0] != 0 || block[1] != 0 || block[2] != 0 || block[3] != 0) {
                return true;
            }
        }
    }
    return false;
}

/* rows of the matrix for the nodes, and the gate's row for them; returns how the push changes with
 * the gate's way */
static double
couple_node(const struct scatter *c, const struct quire_gate *gate,
            const struct quire_gate_pose *pose, const struct quire_frame *f, int n, int i,
            struct quire_coupling *coupling)
{
    const int j = 2 * (i - coupling->node);
    double by_way[2], by_node[2];

    node_changes(gate, f, n, i, by_way);
    const double change = pushed_change(gate, f, i, c->cq, by_way);
    quire_gate_pushed_changes(gate, f, n, i, c->cq, by_node);
    by_way[0] -= gate->turns ? c->cq * f->fy[i] : 0; /* the force turns with the gate */
    by_way[1] += gate->turns ? c->cq * f->fx[i] : 0;
    coupling->row[j][0] = -(pose->cos * by_way[0] - pose->sin * by_way[1]);
    coupling->row[j + 1][0] = -(pose->sin * by_way[0] + pose->cos * by_way[1]);
    coupling->column[0][j] = pose->cos * by_node[0] - pose->sin * by_node[1];
    coupling->column[0][j + 1] = pose->sin * by_node[0] + pose->cos * by_node[1];
    return change;
}

static void
couple(const struct scatter *c, const struct quire_gate *gate, const struct quire_gate_pose *pose,
       const struct quire_frame *f)
{
    struct quire_state *st = c->state;
    const struct quire_small *small = st->system->small + gate->small;
    const int n = st->system->sheet[c->sheet].chain.n;
    double change = 0;

    for (int i = f->low - f->low % 3; i < f->high; i += 3) {
        const int first = i + 2 <= n ? i : n - 2, last = first + 2;
        struct quire_coupling *coupling =
            touches_any(f, i, last) ? empty_coupling(c->state, gate->small, c->sheet, first) : NULL;
        for (int k = i; coupling != NULL && k <= last; k++) {
            change += couple_node(c, gate, pose, f, n, k, coupling);
        }
    }
    quire_dense_row(st, small->first)[small->first] += change;
}

/* what flows changes with the gate's way as with the sheet moved backwards */
static void
complete_flows(struct quire_state *st, const struct quire_gate *gate, const struct quire_frame *f,
               int first)
{
    const struct quire_place_list *list = st->places + QUIRE_PLACES_ALONE;

    for (int k = first; k < list->n; k++) {
        struct quire_flow *flow = (struct quire_flow *)list->item + k;
        for (int j = 0; flow->at >= 0 && j < 3; j++) {
            double d[2];
            quire_gate_way_at(gate, f->at.x[flow->node + j], f->at.y[flow->node + j], d);
            flow->by_one -= d[0] * flow->by_x[j] + d[1] * flow->by_y[j];
            flow->normal_one -= d[0] * flow->normal_x[j] + d[1] * flow->normal_y[j];
        }
    }
}

void
quire_flap_push(const struct scatter *c, const struct quire_gate *gate,
                const struct quire_gate_pose *pose, const struct quire_frame *f, double pushed,
                int first)
{
    struct quire_state *st = c->state;

    st->force[st->system->small[gate->small].v0] -= pushed;
    if (c->band != NULL) {
        couple(c, gate, pose, f);
        complete_flows(st, gate, f, first);
    }
}

/* ---- where it may come to ---- */

double
quire_flap_distance(const struct quire_gate *gate, const double at[2])
{
    const double x = fmax(gate->low[0] - at[0], at[0] - gate->high[0]),
                 y = fmax(gate->low[1] - at[1], at[1] - gate->high[1]);

    if (gate->turns) {
        const double dx = at[0] - gate->at[0], dy = at[1] - gate->at[1];
        return sqrt(dx * dx + dy * dy) - gate->arm;
    }
    return x > 0 && y > 0 ? sqrt(x * x + y * y) : fmax(x, y);
}

double
quire_flap_rate_ahead(const struct quire_state *st, const struct quire_gate *gate, const double *y,
                      double h)
{
    const struct quire_small *s = st->system->small + gate->small;
    const struct quire_flap_motion *f = s->body.self;
    const double q = y[s->q0], v = y[st->system->layout.v0 + (size_t)s->v0];

    return v + 0.5 * h * quire_flap_moment(f, q, v) / f->inertia;
}

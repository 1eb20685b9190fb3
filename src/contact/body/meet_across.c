#include "contact/body/meet_across.h"

#include <math.h>
#include <string.h>

#include "contact/body/meet_rows.h"
#include "contact/touch/space_touch.h"

/* the three stations' z beside the handles */
#define MOST (QUIRE_MEET_MOST + 3)

/* One place of a column. */
struct meet_place {
    const struct quire_meet *m;
    const struct quire_meet_across *to;
    const struct station *p;
    const double *v;
    struct rows r;
    struct place_motion see;
    struct place_action a;
    double stored; /* U, where the share fades [J] */
    double part;   /* of the share, of what is reached across */
    double by_z;   /* of the share, by the place's z [1/m] */
    double d_share[QUIRE_MEET_MOST];
    double d_fade[QUIRE_MEET_MOST]; /* as in struct quire_meet, but for z */
    double lag, leans;              /* how slip across and z change as the place slides by one */
};

/* ---- what acts ---- */

/* what the body reaches of the column's strip, and how that changes with z */
static double
reached(const struct quire_meet_across *to, double z, double *slope)
{
    const struct quire_strip *strip = to->column->strip;
    const double middle = z + strip->middle;
    double by_low, by_high;
    const double low = quire_step(middle - to->reach[0], -strip->half, 0, strip->half, 1, &by_low),
                 high =
                     quire_step(to->reach[1] - middle, -strip->half, 0, strip->half, 1, &by_high);

    *slope = by_low - by_high;
    return fmax(0, low + high - 1);
}

static void
place_across(struct meet_place *at)
{
    const struct quire_meet *m = at->m;
    const struct station *p = at->p;
    const struct quire_column *c = at->to->column;
    double z = 0, slip = 0, slope;

    at->lag = at->leans = 0;
    for (int j = 0; j < 3; j++) {
        z += p->b[j] * c->z[p->node + j];
        slip += p->b[j] * c->vz[p->node + j];
        at->leans += p->d[j] * c->z[p->node + j];
        at->lag += p->d[j] * c->vz[p->node + j];
    }
    const double part = c->strip->share * reached(at->to, z, &slope);
    at->part = part;
    at->by_z = c->strip->share * slope * m->share;
    for (int k = 0; k < m->n; k++) {
        const double slid = at->by_z * at->leans * m->slide[k];
        at->d_share[k] = (m->fades ? part * m->d_share[k] : 0) + slid;
        at->d_fade[k] = (m->fades ? part * m->d_fade[k] : 0) + slid;
    }
    first_order(m, m->n, &at->r);
    const struct meet_motion in = motion(m, m->n, &at->r, at->v);
    at->see = (struct place_motion){.law = m->law,
                                    .pair = m->pair,
                                    .overlap = in.overlap,
                                    .closing = in.closing,
                                    .past = in.slip,
                                    .across = slip,
                                    .share = part * m->share,
                                    .factor = 1,
                                    .grip = m->grip,
                                    .matrix = at->to->slabs != NULL};
}

/* of station j's z, in V */
static int
across_at(const struct quire_state *st, const struct meet_place *at, int j)
{
    const struct quire_meet_across *to = at->to;

    return (int)st->system->sheet[at->m->sheet].x0 +
           3 * ((at->p->node + j) * to->ladder->m + to->column->index) + 2;
}

static void
record(struct quire_state *st, const struct meet_place *at)
{
    const struct quire_meet *m = at->m;
    const struct station *p = at->p;
    const double unit = 1 / sqrt(p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1]);
    double z = 0;

    for (int j = 0; j < 3; j++) {
        z += p->b[j] * at->to->column->z[p->node + j];
    }
    record_touch(
        st, &at->see, &at->a, at->see.share,
        &(struct quire_touch){.normal = {-m->normal[0], -m->normal[1]}, /* from the block */
                              .x = m->at[0],
                              .y = m->at[1],
                              .tangent = {unit * p->x1[0], unit * p->x1[1]},
                              .space = {.z = z, .pad = -1}});
}

static void
push(struct quire_state *st, const struct meet_place *at)
{
    const struct quire_meet *m = at->m;
    const int first = st->system->small[m->small].first;
    double given = 0;

    for (int k = 0; k < m->n; k++) {
        const struct quire_handle *h = m->handle + k;
        *(k < 6 ? st->force + h->at : at->to->sums->force + (h->unknown - first)) +=
            at->a.total * at->r.b[k] + at->a.friction * at->r.c[k] - at->stored * at->d_fade[k];
        given += (at->d_share[k] - at->d_fade[k]) * at->v[h->at];
    }
    for (int j = 0; j < 3; j++) {
        st->force[across_at(st, at, j)] += (at->a.lateral - at->stored * at->by_z) * at->p->b[j];
    }
    book_power(&st->power, &at->see, &at->a, 0, 0, at->stored * given);
    if (st->record) {
        record(st, at);
    }
}

/* ---- derivatives ---- */

/* How all changes with one coordinate: a handle, or z of a station. */
struct change {
    double normal, total, friction, lateral, slip, slip_lateral, closing;
};

static struct change
answer(const struct meet_place *at, double d_overlap, double d_closing, const double slip[2],
       double d_share)
{
    const struct action_change by = change_of_action(&at->see, &at->a, true,
                                                     &(struct motion_change){.overlap = {d_overlap},
                                                                             .gap = {-d_closing},
                                                                             .past = {slip[0]},
                                                                             .across = {slip[1]},
                                                                             .share = {d_share}});

    return (struct change){.normal = by.one[0],
                           .total = by.total[0],
                           .friction = by.friction[0],
                           .lateral = by.lateral[0],
                           .slip = slip[0],
                           .slip_lateral = slip[1],
                           .closing = d_closing};
}

/* handle j moves, or, from m->n on, a station across */
static struct change
change_by(const struct meet_place *at, int j, double cq, double cv)
{
    const struct quire_meet *m = at->m;

    if (j >= m->n) {
        const double b = at->p->b[j - m->n];
        return answer(at, 0, 0, (double[2]){0, cv * b}, cq * at->by_z * b);
    }
    double closing, slip;
    change_of_motion(m, m->n, &at->r, at->v, j, (const double[]){cq, cv}, &closing, &slip);
    return answer(at, -cq * at->r.b[j], closing, (double[2]){slip, cq * at->lag * m->slide[j]},
                  cq * at->d_share[j]);
}

/* what coordinate j changes of the force along coordinate k */
static double
entry(const struct meet_place *at, int k, int j, const struct change *by, double cq)
{
    const struct quire_meet *m = at->m;
    /* of U times the gradient of the share, what the overlap changes */
    const double d_stored = j < m->n ? -cq * at->a.no.elastic * at->r.b[j] : 0;

    if (k >= m->n) {
        const int i = k - m->n;
        return (by->lateral - d_stored * at->by_z) * at->p->b[i] +
               (j < m->n ? cq * m->slide[j] * at->p->d[i] * at->a.lateral : 0);
    }
    const double curved = j < m->n && m->fades ? cq * at->stored * at->part * m->dd_fade[k][j] : 0;
    return by->total * at->r.b[k] + by->friction * at->r.c[k] - d_stored * at->d_fade[k] - curved +
           (j < m->n ? cq * (at->a.total * at->r.db[k][j] + at->a.friction * at->r.dc[k][j]) : 0);
}

/* a sheet's coordinate: which of the three stations, and which of x, y, z; false: a body's */
static bool
of_sheet(const struct quire_meet *m, int k, int *station, int *component)
{
    const bool z = k >= m->n;

    *station = z ? k - m->n : k / 2;
    *component = z ? 2 : k & 1;
    return z || k < 6;
}

static void
put(struct quire_state *st, const struct meet_place *at, int k, int j, double value,
    struct quire_space_coupling *coupling)
{
    const struct quire_meet *m = at->m;
    const int first = st->system->small[m->small].first, column = at->to->column->index,
              beside = 3 * (column - coupling->column);
    int row, column_of, of_row, of_column;
    const bool sheet_row = of_sheet(m, k, &row, &of_row),
               sheet_column = of_sheet(m, j, &column_of, &of_column);

    if (sheet_row && sheet_column) {
        quire_slab_entries(at->to->slabs, at->p->node + row, at->p->node + column_of,
                           3 * column + of_column)[3 * column + of_row] -= value;
    } else if (sheet_row) {
        coupling->by_body[m->handle[j].unknown - first][6 * row + beside + of_row] -= value;
    } else if (sheet_column) {
        coupling->by_node[m->handle[k].unknown - first][6 * column_of + beside + of_column] -=
            value;
    } else {
        at->to->sums->self[m->handle[k].unknown - first][m->handle[j].unknown - first] -= value;
    }
}

static struct quire_space_coupling *
begin_column(struct quire_state *st, const struct meet_place *at)
{
    const int column = at->to->column->index, last = at->to->ladder->m - 2;
    struct quire_space_coupling *c = new_space_coupling(st, at->m->small, at->m->sheet, at->p->node,
                                                        column < last ? column : last);

    if (c != NULL) {
        memset(c->by_body, 0, sizeof c->by_body);
        memset(c->by_node, 0, sizeof c->by_node);
    }
    return c;
}

/* what flows along the sheet and across it; NULL: there is no room */
static struct quire_flow *
begin_flows(struct quire_state *st, const struct meet_place *at, int n)
{
    if (st->n_flow + 2 > st->cap_flow || st->n_flow_pair + 2 * n > st->cap_flow_pair) {
        return NULL;
    }
    struct quire_flow *along = begin_flow(st, &at->see, &at->a, -1, 0, 0), *across = new_flow(st);
    memset(across, 0, sizeof *across);
    across->sheet = -1;
    across->now = (quire_v4){at->a.lateral, at->see.across, 0, 0};
    across->pair = along->pair + n;
    along->n_pair = across->n_pair = n;
    st->n_flow_pair += 2 * n;
    return along;
}

static void
derivatives(struct quire_state *st, struct meet_place *at, double cq, double cv)
{
    const struct quire_meet *m = at->m;
    const int n = m->n + 3;
    struct quire_space_coupling *coupling = begin_column(st, at);
    struct quire_flow *flow = coupling != NULL ? begin_flows(st, at, n) : NULL;

    if (coupling == NULL) {
        return;
    }
    second_order(m, m->n, &at->r);
    for (int j = 0; j < n; j++) {
        const struct change by = change_by(at, j, cq, cv);
        const int in_v = j < m->n ? m->handle[j].at : across_at(st, at, j - m->n);
        if (flow != NULL) {
            st->flow_pair[flow[0].pair + j] = (struct quire_flow_pair){
                .by = {by.friction, by.slip, at->see.share * at->a.no.d_closing * by.closing,
                       by.closing},
                .normal = by.normal,
                .at = in_v};
            st->flow_pair[flow[1].pair + j] =
                (struct quire_flow_pair){.by = {by.lateral, by.slip_lateral, 0, 0}, .at = in_v};
        }
        for (int k = 0; k < n; k++) {
            put(st, at, k, j, entry(at, k, j, &by, cq), coupling);
        }
    }
}

void
quire_meet_across(struct quire_state *st, const struct quire_meet *m,
                  const struct quire_meet_across *across, const struct station *p, const double *v,
                  double cq, double cv)
{
    struct meet_place at = {.m = m, .to = across, .p = p, .v = v};

    place_across(&at);
    if (!(at.see.share > 0)) {
        return;
    }
    ask_laws(st, &at.see, true, &at.a);
    at.stored = m->fades || at.by_z != 0 ? stored_by_law(st, &at.see) : 0;
    push(st, &at);
    if (across->slabs != NULL) {
        derivatives(st, &at, cq, cv);
    }
}

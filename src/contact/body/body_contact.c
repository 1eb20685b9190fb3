#include "contact/body/body_contact.h"

#include <math.h>
#include <string.h>

#include "contact/body/meet_rows.h"
#include "contact/body/soft.h"
#include "contact/law/law_state.h"
#include "contact/touch/touch.h"

void
quire_meet_init(struct quire_meet *m)
{
    m->n = m->n_node = m->n_rim = 0;
    m->overlap = m->driven = m->approach = m->belt = m->share_rate = 0;
    m->share = 1;
    m->law = NULL;
    m->slot = NULL;
    m->station = 0;
    m->grip = NULL;
    m->bends = m->fades = m->middle = m->rides = m->target_second = false;
    m->pair = (struct quire_contact_pair){0};
    memset(m->turn, 0, sizeof m->turn);
    memset(m->slide, 0, sizeof m->slide);
}

void
quire_meet_bend(struct quire_meet *m)
{
    m->bends = true;
    memset(m->driven_slope, 0, sizeof m->driven_slope[0] * (size_t)m->n);
    memset(m->approach_slope, 0, sizeof m->approach_slope[0] * (size_t)m->n);
    for (int k = 0; k < m->n; k++) {
        memset(m->bend[k], 0, sizeof m->bend[k][0] * (size_t)m->n);
        memset(m->curl[k], 0, sizeof m->curl[k][0] * (size_t)m->n);
    }
}

void
quire_meet_record_rim(struct quire_meet *m, int soft, const double place[2], double sign)
{
    m->rim[m->n_rim].soft = soft;
    m->rim[m->n_rim].place[0] = place[0];
    m->rim[m->n_rim].place[1] = place[1];
    m->rim[m->n_rim++].sign = sign;
}

/* the forces on soft rims, for observers */
static void
squeeze(struct quire_state *st, const struct quire_meet *m, double total, double friction)
{
    const double fx = total * m->normal[0] - friction * m->normal[1],
                 fy = total * m->normal[1] + friction * m->normal[0];

    for (int k = 0; k < m->n_rim; k++) {
        quire_soft_squeeze(st, m->rim[k].soft, m->rim[k].place, m->rim[k].sign * fx,
                           m->rim[k].sign * fy);
    }
}

void
quire_meet_fade_by(struct quire_meet *m, double w, const double *d_w)
{
    if (!m->fades) {
        m->fades = true;
        memset(m->d_share, 0, sizeof m->d_share);
    }
    for (int k = 0; k < m->n; k++) {
        m->d_share[k] = w * m->d_share[k] + m->share * d_w[k];
    }
    m->share *= w;
}

void
quire_meet_fade(struct quire_meet *m, double w, double slope, const double way[2])
{
    double d_w[QUIRE_MEET_MOST];

    for (int k = 0; k < m->n; k++) {
        d_w[k] = slope * (way[0] * m->handle[k].x[0] + way[1] * m->handle[k].x[1]);
    }
    quire_meet_fade_by(m, w, d_w);
}

struct quire_normal_in
quire_meet_motion(const struct quire_meet *m, const double *v)
{
    struct rows r;

    first_order(m, m->n, &r);
    return motion(m, m->n, &r, v);
}

/* what the laws say here */
struct laws {
    struct quire_normal_in in;
    struct quire_normal_out normal;
    struct quire_friction_out friction;
    double by_slip; /* dN/d(slip) */
    double stored;  /* [J] */
    double given;   /* power with which a changing share makes stored energy of nothing [W] */
    struct quire_friction_in friction_in;
};

static void
ask_laws(struct quire_state *st, const struct quire_meet *m, bool matrix, struct laws *out)
{
    const struct quire_contact_law *law = m->law;
    const struct quire_slot *slot = m->slot;
    const struct quire_normal_in *in = &out->in;
    const int station = m->station;
    struct quire_friction_in friction_in = {.slip = in->slip - m->belt,
                                            .factor = 1,
                                            .overlap = in->overlap,
                                            .state = QUIRE_FRESH_STATE,
                                            .memory = QUIRE_FRESH_MEMORY};

    out->by_slip = 0;
    out->friction.force = out->friction.d_slip = out->friction.d_normal = out->friction.d_overlap =
        out->friction.limit = out->friction.creep = 0;
    if (in->overlap >= law->deepest) {
        st->too_deep = (struct quire_slide){.law = law, .pair = m->pair};
    }
    struct quire_normal_in known = *in;
    known.state = QUIRE_FRESH_STATE;
    known.memory = slot != NULL ? st->memory + 2 * (slot->memory0 + station) : QUIRE_FRESH_MEMORY;
    out->stored = st->record || m->share_rate != 0 || m->fades
                      ? quire_normal_stored(law->normal, law->normal_data, &known)
                      : 0;
    if (slot != NULL) {
        quire_memory_normal(st, slot, station, law, in, &out->normal, &out->by_slip);
        st->motion[slot->memory0 + station].share += m->share;
    } else {
        law->normal->eval(law->normal_data, &known, &out->normal);
    }
    st->n_loose += quire_normal_is_cut(&out->normal);
    friction_in.normal =
        out->normal.force > 0 ? out->normal.force : 0; /* what pulls does not rub */
    if (law->friction != NULL && slot != NULL && m->grip == NULL) {
        quire_memory_friction(st, slot, station, law, &friction_in, &out->friction);
    } else if (law->friction != NULL) {
        eval_friction(st, matrix, law, m->grip, m->share, 0, m->pair, &friction_in, &out->friction);
    }
    out->friction_in = friction_in;
    if (!(out->normal.force > 0)) {
        out->friction.d_normal = 0;
    }
}

static double
given_by_fading(const struct quire_meet *m, double stored, const double *v)
{
    double rate = m->share_rate;

    for (int k = 0; m->fades && k < m->n; k++) {
        rate += m->d_share[k] * v[m->handle[k].at];
    }
    return rate == 0 ? 0 : rate * stored;
}

static struct quire_flow *
begin_flow(struct quire_state *st, const struct quire_meet *m, const struct laws *laws)
{
    struct quire_flow *flow = st->n_flow < st->cap_flow ? st->flow + st->n_flow++ : NULL;

    if (flow != NULL) {
        flow->sheet = -1;
        flow->now =
            (quire_v4){m->share * laws->friction.force, laws->in.slip - m->belt,
                       m->share * (laws->normal.force - laws->normal.elastic), laws->in.closing};
        flow->belt = m->belt;
        flow->driven = m->driven;
        flow->given = 0; /* in the power of each evaluation */
        flow->pair = st->n_flow_pair;
        flow->n_pair = 0;
        record_grip(flow,
                    &(struct quire_slide){
                        .grip = m->grip, .law = m->law, .pair = m->pair, .in = laws->friction_in});
    }
    return flow;
}

/* a sheet's and a body's coupling at one place, empty */
static struct quire_coupling *
begin_coupling(struct quire_state *st, const struct quire_meet *m)
{
    if (st->n_coupling == st->cap_coupling) {
        st->failed = true;
        return NULL;
    }
    struct quire_coupling *p = st->coupling + st->n_coupling++;
    *p = (struct quire_coupling){.small = m->small, .sheet = m->sheet, .node = m->node};
    return p;
}

/* takes the derivative of the force along row k's velocity by column j off the matrix, where a
 * sheet meets a body */
static void
put_entry(struct quire_state *st, const struct quire_meet *m, int k, int j, double value,
          struct quire_coupling *coupling)
{
    const int first = st->system->small[m->small].first, row = m->handle[k].unknown,
              column = m->handle[j].unknown;

    if (k >= m->n_node && j >= m->n_node) {
        quire_dense_row(st, row)[column] -= value;
    } else if (k < m->n_node && j < m->n_node) {
        quire_v4 block = {0, 0, 0, 0};
        block[2 * (row & 1) + (column & 1)] = -value;
        quire_band_add(&st->sheet[m->sheet].band, m->node + row / 2, m->node + column / 2, block);
    } else if (coupling != NULL) {
        *(k < m->n_node ? &coupling->row[row][column - first]
                        : &coupling->column[row - first][column]) -= value;
    }
}

/* A flow in which nothing rubs: what the drive of a gate puts in, but for what is along `driven` in
 * the place's own. */
static struct quire_flow *
begin_drive(struct quire_state *st)
{
    struct quire_flow *flow = st->n_flow < st->cap_flow ? st->flow + st->n_flow++ : NULL;

    if (flow != NULL) {
        memset(flow, 0, sizeof *flow);
        flow->sheet = -1;
        flow->driven = 1;
        flow->pair = st->n_flow_pair;
    }
    return flow;
}

/* columns of the matrix, and how the power flows change */
QUIRE_INLINE void
derivatives(struct quire_state *st, const struct quire_meet *m, int n, const struct rows *r,
            const struct laws *laws, const double *v, double cq, double cv)
{
    const struct quire_normal_out *no = &laws->normal;
    const struct quire_friction_out *fo = &laws->friction;
    const double total = m->share * no->force, friction = m->share * fo->force;
    struct quire_flow *flow = begin_flow(st, m, laws);
    struct quire_coupling *coupling = m->n_node > 0 ? begin_coupling(st, m) : NULL;
    double d_drive[QUIRE_MEET_MOST]; /* of what the drive of a gate puts in */

    for (int j = 0; j < n; j++) {
        const double moves = m->handle[j].passes ? 0 : cq;
        double d_closing = -cv * r->b[j] + (m->bends ? moves * m->approach_slope[j] : 0);
        double d_slip = cv * r->c[j] - (m->bends ? moves * m->driven_slope[j] : 0);
        const double d_overlap = -moves * r->b[j], d_share = m->fades ? moves * m->d_share[j] : 0;
        for (int k = 0; k < n; k++) {
            d_closing -= moves * r->db[k][j] * v[m->handle[k].at];
            d_slip += moves * r->dc[k][j] * v[m->handle[k].at];
        }
        const double d_one =
            no->d_overlap * d_overlap + no->d_closing * d_closing + laws->by_slip * d_slip;
        const double d_total = m->share * d_one + d_share * no->force;
        const double d_friction =
            m->share * (fo->d_slip * d_slip + fo->d_normal * d_one + fo->d_overlap * d_overlap) +
            d_share * fo->force;
        d_drive[j] = m->rides ? m->approach * d_total + moves * (total * m->approach_slope[j] +
                                                                 friction * m->driven_slope[j])
                              : 0;
        if (flow != NULL && st->n_flow_pair < st->cap_flow_pair) {
            st->flow_pair[st->n_flow_pair++] = (struct quire_flow_pair){
                .by = {d_friction, d_slip, m->share * no->d_closing * d_closing, d_closing},
                .normal = d_one,
                .at = m->handle[j].at};
            flow->n_pair++;
        }
        for (int k = 0; k < n; k++) {
            const double value = d_total * r->b[k] + d_friction * r->c[k] +
                                 moves * (total * r->db[k][j] + friction * r->dc[k][j]);
            if (m->n_node > 0) {
                put_entry(st, m, k, j, value, coupling);
            } else {
                quire_dense_row(st, m->handle[k].unknown)[m->handle[j].unknown] -= value;
            }
        }
    }
    struct quire_flow *drive = m->rides ? begin_drive(st) : NULL;
    for (int j = 0; drive != NULL && j < n && st->n_flow_pair < st->cap_flow_pair; j++) {
        st->flow_pair[st->n_flow_pair++] =
            (struct quire_flow_pair){.by = {d_drive[j], 0, 0, 0}, .at = m->handle[j].at};
        drive->n_pair++;
    }
}

QUIRE_INLINE void
all_forces(struct quire_state *st, const struct quire_meet *m, int n, const double *v, double cq,
           double cv, bool matrix)
{
    struct rows r;
    struct laws laws;

    first_order(m, n, &r);
    laws.in = motion(m, n, &r, v);
    ask_laws(st, m, matrix, &laws);
    const double total = m->share * laws.normal.force, friction = m->share * laws.friction.force,
                 slip = laws.in.slip - m->belt;
    for (int k = 0; k < n; k++) {
        st->force[m->handle[k].at] += total * r.b[k] + friction * r.c[k];
    }
    st->power.friction -= friction * slip;
    st->power.belts += friction * m->belt;
    st->power.drives += friction * m->driven + total * m->approach;
    laws.given = given_by_fading(m, laws.stored, v);
    st->power.contact += m->share * (laws.normal.force - laws.normal.elastic) * laws.in.closing;
    st->power.given += laws.given;
    if (st->record) {
        squeeze(st, m, total, friction);
    }
    if (st->record && st->n_touch < st->cap_touch) {
        struct quire_touch *t = st->touch + st->n_touch++;
        const double way = m->target_second ? -1 : 1; /* normals point away from the target */
        *t = (struct quire_touch){.pair = m->pair,
                                  .normal = {way * m->normal[0], way * m->normal[1]}};
        t->x = m->at[0];
        t->y = m->at[1];
        t->force = total;
        t->friction = friction;
        t->limit = m->share * laws.friction.limit;
        t->slip = slip;
        t->belt = m->belt;
        t->overlap = m->overlap;
        t->stored = m->share * laws.stored;
        t->spring = m->share * grip_energy(m->law, m->grip, &laws.friction_in);
        t->creep = laws.friction.creep;
    }
    if (matrix) {
        second_order(m, n, &r);
        derivatives(st, m, n, &r, &laws, v, cq, cv);
    }
}

void
quire_meet_forces(struct quire_state *st, const struct quire_meet *m, const double *v, double cq,
                  double cv, bool matrix)
{
    if (m->n == 2) { /* a nip whose driver turns as it is told */
        all_forces(st, m, 2, v, cq, cv, matrix);
    } else {
        all_forces(st, m, m->n, v, cq, cv, matrix);
    }
}

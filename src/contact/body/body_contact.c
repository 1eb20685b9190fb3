#include "contact/body/body_contact.h"

#include <string.h>

#include "contact/body/meet_place.h"
#include "contact/body/soft.h"
#include "contact/law/couplings.h"

void
quire_meet_init(struct quire_meet *m)
{
    m->n = m->n_node = m->n_rim = 0;
    m->overlap = m->belt = m->rolling = 0;
    m->tangent[0] = m->tangent[1] = 0;
    m->share = 1;
    m->on = NULL;
    m->law = NULL;
    m->slot = NULL;
    m->station = 0;
    m->grip = NULL;
    m->bends = m->fades = m->middle = m->target_second = false;
    m->pair = (struct quire_contact_pair){0};
}

static void
begin_pack(struct quire_meet *m)
{
    double *const of[] = {m->x[0],  m->x[1], m->slip, m->z,    m->lever,
                          m->moves, m->rate, m->turn, m->slide};

    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        quire_store4(of[i] + m->n, quire_all4(0));
    }
}

void
quire_meet_add(struct quire_meet *m, const struct quire_handle *h, double sign)
{
    const int k = m->n;

    if (k % 4 == 0) {
        begin_pack(m);
    }
    m->n++;
    m->unknown[k] = h->unknown;
    m->at[k] = h->at;
    m->rate[k] = h->rate;
    m->x[0][k] = sign * h->x[0];
    m->x[1][k] = sign * h->x[1];
    m->slip[k] = h->slip;
    m->z[k] = h->z;
    m->lever[k] = h->lever;
    m->moves[k] = h->passes ? 0 : 1;
    if (m->bends) {
        memset(m->bend[k], 0, sizeof m->bend[k]);
    }
    if (m->fades) {
        memset(m->dd_fade[k], 0, sizeof m->dd_fade[k]);
    }
}

void
quire_meet_bend(struct quire_meet *m)
{
    if (!m->bends) {
        m->bends = true;
        memset(m->bend, 0, sizeof m->bend[0] * (size_t)m->n);
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

/* ---- shares that fade ---- */

void
quire_meet_way(const struct quire_meet *m, const double way[2], bool turns,
               struct quire_fade_way *out)
{
    for (int k = 0; k < m->n; k++) {
        const double x = m->x[0][k], y = m->x[1][k], along = way[0] * y - way[1] * x;
        out->by[k] = way[0] * x + way[1] * y;
        for (int j = 0; j < m->n; j++) {
            out->curve[k][j] =
                (m->bends ? way[0] * m->bend[k][0][j] + way[1] * m->bend[k][1][j] : 0) +
                (turns ? m->turn[j] * along : 0);
        }
    }
}

/* the second derivative of a factor by coordinates k and j */
static double
curve_of(struct second f, const struct quire_fade_way *u, const struct quire_fade_way *v, int k,
         int j)
{
    const double one = f.dd[0] * u->by[k] * u->by[j] + f.d[0] * u->curve[k][j];

    return v == NULL ? one
                     : one + f.dd[1] * (u->by[k] * v->by[j] + v->by[k] * u->by[j]) +
                           f.dd[2] * v->by[k] * v->by[j] + f.d[1] * v->curve[k][j];
}

void
quire_meet_fade(struct quire_meet *m, struct second f, const struct quire_fade_way *u,
                const struct quire_fade_way *v, bool no_force)
{
    const double share = m->share, own = no_force ? 0 : share;
    double by[QUIRE_MEET_MOST];

    if (!m->fades) {
        m->fades = true;
        memset(m->d_share, 0, sizeof m->d_share);
        memset(m->d_fade, 0, sizeof m->d_fade);
        memset(m->dd_fade, 0, sizeof m->dd_fade[0] * (size_t)m->n);
    }
    for (int k = 0; k < m->n; k++) {
        by[k] = f.d[0] * u->by[k] + (v != NULL ? f.d[1] * v->by[k] : 0);
    }
    for (int k = 0; k < m->n; k++) {
        for (int j = 0; j < m->n; j++) {
            m->dd_fade[k][j] = f.x * m->dd_fade[k][j] + by[j] * m->d_fade[k];
            if (!no_force) {
                m->dd_fade[k][j] += by[k] * m->d_share[j] + own * curve_of(f, u, v, k, j);
            }
        }
    }
    for (int k = 0; k < m->n; k++) {
        m->d_share[k] = f.x * m->d_share[k] + share * by[k];
        m->d_fade[k] = f.x * m->d_fade[k] + own * by[k];
    }
    m->share *= f.x;
}

/* ---- forces ---- */

struct quire_normal_in
quire_meet_motion(const struct quire_meet *m, const double *v)
{
    struct meet_place at;

    find_meet_place(m, v, &at);
    return (struct quire_normal_in){.overlap = m->overlap, .closing = -at.place.p.vn[0]};
}

/* what observers see, and what soft rims feel */
static void
record(struct quire_state *st, const struct meet_place *at)
{
    const struct quire_meet *m = at->m;
    const double way = m->target_second ? -1 : 1; /* normals point away from the target */

    for (int k = 0; k < m->n_rim; k++) {
        quire_soft_squeeze(st, m->rim[k].soft, m->rim[k].place,
                           -m->rim[k].sign * at->place.p.f.x[0],
                           -m->rim[k].sign * at->place.p.f.y[0]);
    }
    record_alone(st, m->law, &at->place,
                 &(struct quire_touch){.normal = {way * m->normal[0], way * m->normal[1]},
                                       .x = m->at_place[0],
                                       .y = m->at_place[1],
                                       .tangent = {m->tangent[0], m->tangent[1]}});
}

static void
put_among_bodies(struct quire_state *st, const struct quire_meet *m, const struct meet_forces *f)
{
    for (int k = 0; k < m->n; k++) {
        double *row = m->at[k] < 0 ? NULL : quire_dense_row(st, m->unknown[k]);
        for (int j = 0; row != NULL && j < m->n; j++) {
            if (m->at[j] >= 0) {
                row[m->unknown[j]] -= f->by[k][j];
            }
        }
    }
}

/* the same of a sheet and a body */
static void
put_at_sheet(struct quire_state *st, const struct quire_meet *m, const struct meet_forces *f)
{
    const int first = st->system->small[m->small].first;
    struct quire_coupling *coupling = empty_coupling(st, m->small, m->sheet, m->node);

    for (int i = 0; i < m->n_node; i += 2) {
        for (int j = 0; j < m->n_node; j += 2) {
            quire_band_add(
                &st->sheet[m->sheet].band, m->node + i / 2, m->node + j / 2,
                (quire_v4){-f->by[i][j], -f->by[i][j + 1], -f->by[i + 1][j], -f->by[i + 1][j + 1]});
        }
    }
    for (int k = m->n_node; coupling != NULL && k < m->n; k++) {
        const int unknown = m->unknown[k];
        for (int j = 0; m->at[k] >= 0 && j < m->n; j++) {
            if (j < m->n_node) {
                coupling->row[j][unknown - first] -= f->by[j][k];
                coupling->column[unknown - first][j] -= f->by[k][j];
            } else if (m->at[j] >= 0) {
                quire_dense_row(st, unknown)[m->unknown[j]] -= f->by[k][j];
            }
        }
    }
}

QUIRE_CLONES void
quire_meet_forces(struct quire_state *st, const struct quire_meet *m, const double *v, double cq,
                  double cv, bool matrix)
{
    struct meet_place at;
    struct meet_forces f;

    find_meet_place(m, v, &at);
    ask_meet_laws(st, &at, matrix);
    meet_pushes(&at, &f);
    for (int k = 0; k < m->n; k++) {
        if (m->at[k] >= 0) {
            st->force[m->at[k]] += f.force[k];
        }
    }
    meet_powers(&at, &f, &st->power);
    if (st->record) {
        record(st, &at);
    }
    if (matrix) {
        derive_meet(st, &at, cq, cv, &f);
        if (m->n_node > 0) {
            put_at_sheet(st, m, &f);
        } else {
            put_among_bodies(st, m, &f);
        }
    }
}

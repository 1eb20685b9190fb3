#include "contact/body/body_contact.h"

#include <math.h>
#include <string.h>

#include "contact/body/meet_rows.h"
#include "contact/body/soft.h"
#include "contact/law/couplings.h"
#include "contact/law/place_book.h"

void
quire_meet_init(struct quire_meet *m)
{
    m->n = m->n_node = m->n_rim = 0;
    m->overlap = m->driven = m->approach = m->belt = m->fade_rate = m->given_rate = 0;
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

static void
begin_fade(struct quire_meet *m)
{
    m->fades = true;
    memset(m->d_share, 0, sizeof m->d_share);
    memset(m->d_fade, 0, sizeof m->d_fade);
    for (int k = 0; k < m->n; k++) {
        memset(m->dd_fade[k], 0, sizeof m->dd_fade[k][0] * (size_t)m->n);
    }
}

void
quire_meet_fade_by(struct quire_meet *m, const struct quire_fade *f, const double *by)
{
    const double w = f->w, share = m->share, own = f->no_force ? 0 : share,
                 slope = f->no_force ? 0 : f->slope, rate = share * f->slope * f->rate;

    if (!m->fades) {
        begin_fade(m);
    }
    for (int k = 0; k < m->n; k++) {
        for (int j = 0; j < m->n; j++) {
            m->dd_fade[k][j] = w * m->dd_fade[k][j] + f->slope * by[j] * m->d_fade[k] +
                               slope * by[k] * m->d_share[j] + own * f->curve * by[k] * by[j];
        }
    }
    for (int k = 0; k < m->n; k++) {
        m->d_share[k] = w * m->d_share[k] + share * f->slope * by[k];
        m->d_fade[k] = w * m->d_fade[k] + own * f->slope * by[k];
    }
    m->fade_rate = w * m->fade_rate + (f->no_force ? 0 : rate);
    m->given_rate = w * m->given_rate + (f->no_force ? rate : 0);
    m->share *= w;
}

void
quire_meet_fade(struct quire_meet *m, const struct quire_fade *fade, const double way[2])
{
    double by[QUIRE_MEET_MOST];

    for (int k = 0; k < m->n; k++) {
        by[k] = way[0] * m->handle[k].x[0] + way[1] * m->handle[k].x[1];
    }
    quire_meet_fade_by(m, fade, by);
}

struct quire_normal_in
quire_meet_motion(const struct quire_meet *m, const double *v)
{
    struct rows r;

    first_order(m, m->n, &r);
    const struct meet_motion in = motion(m, m->n, &r, v);
    return (struct quire_normal_in){.overlap = in.overlap, .closing = in.closing};
}

/* what the laws are to see */
static struct place_motion
see_place(const struct quire_meet *m, const struct meet_motion *in, bool matrix)
{
    return (struct place_motion){.law = m->law,
                                 .pair = m->pair,
                                 .overlap = in->overlap,
                                 .closing = in->closing,
                                 .past = in->slip,
                                 .belt = m->belt,
                                 .share = m->share,
                                 .factor = 1,
                                 .slot = m->slot,
                                 .place = m->station,
                                 .grip = m->grip,
                                 .matrix = matrix};
}

/* Where the share fades: pushes along the gradient of share times U. Returns what drives put in by
 * that, and `given`: the rest of U times the rate of the share. */
static double
push_fade(struct quire_state *st, const struct quire_meet *m, double stored, const double *v,
          double *given)
{
    *given = stored * m->given_rate;
    for (int k = 0; k < m->n; k++) {
        const int at = m->handle[k].at;
        st->force[at] -= stored * m->d_fade[k];
        *given += stored * ((m->d_share[k] - m->d_fade[k]) * v[at]);
    }
    return stored * m->fade_rate;
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

/* columns of the matrix, and how the power flows change */
QUIRE_INLINE void
derivatives(struct quire_state *st, const struct quire_meet *m, int n, const struct rows *r,
            const struct place_motion *see, const struct place_action *a, const double *v,
            const double by_all[2])
{
    const double cq = by_all[0], total = a->total, friction = a->friction,
                 stored = m->fades ? stored_by_law(st, see) : 0;
    struct quire_flow *flow = begin_flow(st, see, a, -1, 0, m->driven);
    struct quire_coupling *coupling =
        m->n_node > 0 ? empty_coupling(st, m->small, m->sheet, m->node) : NULL;
    double d_drive[QUIRE_MEET_MOST]; /* of what the drive of a gate puts in */

    for (int first = 0; first < n; first += 4) { /* four handles side by side */
        struct motion_change d = {.gap = {0, 0, 0, 0}};
        for (int lane = 0; lane < 4 && first + lane < n; lane++) {
            const int j = first + lane;
            const double moves = m->handle[j].passes ? 0 : cq;
            double d_closing, d_slip;
            change_of_motion(m, n, r, v, j, by_all, &d_closing, &d_slip);
            d.overlap[lane] = -moves * r->b[j];
            d.gap[lane] = -d_closing;
            d.past[lane] = d_slip;
            d.share[lane] = m->fades ? moves * m->d_share[j] : 0;
        }
        const struct action_change by = change_of_action(see, a, false, &d);
        for (int lane = 0; lane < 4 && first + lane < n; lane++) {
            const int j = first + lane;
            const double moves = m->handle[j].passes ? 0 : cq, d_total = by.total[lane],
                         d_friction = by.friction[lane], d_closing = -d.gap[lane];
            const double d_stored = -moves * a->no.elastic * r->b[j];
            d_drive[j] = m->rides ? m->approach * d_total + moves * (total * m->approach_slope[j] +
                                                                     friction * m->driven_slope[j])
                                  : 0;
            d_drive[j] += m->rides && m->fades ? m->fade_rate * d_stored : 0;
            add_flow_pair(st, flow,
                          (quire_v4){d_friction, d.past[lane],
                                     m->share * a->no.d_closing * d_closing, d_closing},
                          by.one[lane], m->handle[j].at);
            for (int k = 0; k < n; k++) {
                const double faded =
                    m->fades ? d_stored * m->d_fade[k] + moves * stored * m->dd_fade[k][j] : 0;
                const double value = d_total * r->b[k] + d_friction * r->c[k] +
                                     moves * (total * r->db[k][j] + friction * r->dc[k][j]) - faded;
                if (m->n_node > 0) {
                    put_entry(st, m, k, j, value, coupling);
                } else {
                    quire_dense_row(st, m->handle[k].unknown)[m->handle[j].unknown] -= value;
                }
            }
        }
    }
    /* what the drive of a gate puts in, but for what is along `driven` in the place's own flow */
    struct quire_flow *drive = m->rides ? begin_drive(st, -1, 0, 1) : NULL;
    for (int j = 0; drive != NULL && j < n; j++) {
        add_flow_pair(st, drive, (quire_v4){d_drive[j], 0, 0, 0}, 0, m->handle[j].at);
    }
}

QUIRE_INLINE void
all_forces(struct quire_state *st, const struct quire_meet *m, int n, const double *v, double cq,
           double cv, bool matrix)
{
    struct rows r;
    struct place_action a;

    first_order(m, n, &r);
    const struct meet_motion in = motion(m, n, &r, v);
    const struct place_motion see = see_place(m, &in, matrix);
    ask_laws(st, &see, false, &a);
    st->n_loose += quire_normal_is_cut(&a.no);
    for (int k = 0; k < n; k++) {
        st->force[m->handle[k].at] += a.total * r.b[k] + a.friction * r.c[k];
    }
    double given = 0, driven = a.total * m->approach;
    if (m->fades) {
        driven += push_fade(st, m, stored_by_law(st, &see), v, &given);
    }
    book_power(&st->power, &see, &a, m->driven, driven, given);
    if (st->record) {
        const double way = m->target_second ? -1 : 1; /* normals point away from the target */
        squeeze(st, m, a.total, a.friction);
        record_touch(st, &see, &a, m->share,
                     &(struct quire_touch){.normal = {way * m->normal[0], way * m->normal[1]},
                                           .x = m->at[0],
                                           .y = m->at[1]});
    }
    if (matrix) {
        second_order(m, n, &r);
        derivatives(st, m, n, &r, &see, &a, v, (const double[]){cq, cv});
    }
}

void
quire_meet_forces(struct quire_state *st, const struct quire_meet *m, const double *v, double cq,
                  double cv, bool matrix)
{
    if (m->n == 2) { /* a nip whose driver turns as prescribed */
        all_forces(st, m, 2, v, cq, cv, matrix);
    } else {
        all_forces(st, m, m->n, v, cq, cv, matrix);
    }
}

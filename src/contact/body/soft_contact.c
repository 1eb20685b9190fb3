/* Where soft bodies touch circles, planes and each other. doc/theory/soft.md, 3. */
#include <math.h>

#include "contact/body/round.h"
#include "contact/body/soft.h"
#include "contact/law/constants.h"
#include "motion/free_motion.h"

struct quire_rim
quire_soft_rim(const struct quire_state *st, int soft)
{
    const struct quire_carrier *carrier = st->carrier + st->system->soft[soft].small;

    return (struct quire_rim){.soft = soft, .centre = {carrier->centre[0], carrier->centre[1]}};
}

static void
foot_of(const struct quire_state *st, const struct quire_rim *rim, const double n[2],
        struct quire_foot *out)
{
    if (rim->soft >= 0) {
        quire_soft_foot(st, rim->soft, n, out);
        return;
    }
    *out = (struct quire_foot){.n = {n[0], n[1]},
                               .r = {rim->radius * n[0], rim->radius * n[1]},
                               .bend = rim->radius,
                               .support = rim->radius};
}

double
quire_soft_face(const struct quire_state *st, const struct quire_rim *a, const struct quire_rim *b,
                struct quire_foot *fa, struct quire_foot *fb)
{
    double n[2];
    const double w[2] = {b->centre[0] - a->centre[0], b->centre[1] - a->centre[1]},
                 length = sqrt(w[0] * w[0] + w[1] * w[1]);
    /* one inside the other */
    const double sign = (a->soft < 0 && a->radius < 0) || (b->soft < 0 && b->radius < 0) ? -1 : 1;
    double between = 0;

    n[0] = sign * w[0] / length;
    n[1] = sign * w[1] / length;
    for (int k = 0; k < QUIRE_RIM_TURNS; k++) {
        const double back[2] = {-n[0], -n[1]};
        foot_of(st, a, n, fa);
        foot_of(st, b, back, fb);
        const double x = w[0] - fa->r[0] + fb->r[0], y = w[1] - fa->r[1] + fb->r[1];
        between = n[0] * x + n[1] * y + fa->bend + fb->bend;
        const double turn = (n[0] * y - n[1] * x) / between;
        if (!(fabs(turn) > QUIRE_RIM_TURN_DONE)) {
            break;
        }
        const double by = fmax(-QUIRE_RIM_TURN_LONGEST, fmin(QUIRE_RIM_TURN_LONGEST, turn)),
                     nx = n[0] - by * n[1], ny = n[1] + by * n[0];
        const double unit = 1 / sqrt(nx * nx + ny * ny);
        n[0] = nx * unit;
        n[1] = ny * unit;
    }
    return between;
}

void
quire_soft_add(struct quire_meet *m, const struct quire_state *st, int soft,
               const struct quire_foot *foot, double sign, struct quire_soft_ways *ways)
{
    const struct quire_small *s = st->system->small + st->system->soft[soft].small;

    quire_soft_ways(st, soft, foot, ways);
    quire_meet_record_rim(m, soft, foot->m, sign);
    for (int k = 0; k < ways->n; k++) {
        quire_meet_add(m,
                       &(struct quire_handle){.unknown = s->first + k,
                                              .at = s->v0 + k,
                                              .x = {ways->x[k][0], ways->x[k][1]}},
                       sign);
    }
    for (int d = 0; d < 2; d++) {
        m->drive[d] += sign * st->shape[soft].driven * ways->by_spin[d];
    }
}

/* the same of a rim that may be a circle */
static void
add_rim(struct quire_meet *m, const struct quire_state *st, const struct quire_rim *rim,
        const struct quire_foot *foot, double sign, struct quire_soft_ways *ways)
{
    if (rim->soft >= 0) {
        quire_soft_add(m, st, rim->soft, foot, sign, ways);
        return;
    }
    for (int k = 0; k < rim->n; k++) {
        quire_meet_add(m, rim->handle + k, sign);
        m->lever[m->n - 1] *= 2; /* by all of the overlap: to the soft one's foot */
    }
    m->driven += rim->driven;
}

/* how the normal turns with each position of a rim */
static void
add_turns(struct quire_meet *m, int first, const struct quire_rim *rim,
          const struct quire_soft_ways *ways, double sign, double between)
{
    const double tx = -m->normal[1], ty = m->normal[0];

    for (int k = first; k < first + (rim->soft >= 0 ? ways->n : rim->n); k++) {
        const double along =
            rim->soft >= 0
                ? sign * (tx * ways->shift[k - first][0] + ty * ways->shift[k - first][1])
                : tx * m->x[0][k] + ty * m->x[1][k];
        m->turn[k] = along / between;
    }
}

void
quire_soft_bends(struct quire_meet *m, const struct quire_state *st, int first, int soft,
                 const struct quire_foot *foot, const struct quire_soft_ways *ways, double sign)
{
    const double driven = sign * st->shape[soft].driven;
    double unit[QUIRE_BODY_DOFS][2], spin_unit[2], x[QUIRE_BODY_DOFS][2], by_spin[2];

    quire_meet_bend(m);
    quire_soft_bend(st, soft, foot, ways, -1, 1, unit, spin_unit);
    for (int i = 0; i < ways->n; i++) { /* others turn the normal alone */
        for (int d = 0; d < 2; d++) {
            for (int k = 0; k < m->n; k++) {
                m->bend[first + i][d][k] = sign * unit[i][d] * m->turn[k];
            }
        }
    }
    for (int k = 0; k < m->n; k++) {
        const bool own = k >= first && k < first + ways->n;
        if (own) {
            quire_soft_bend(st, soft, foot, ways, k - first, m->turn[k], x, by_spin);
        }
        for (int d = 0; d < 2; d++) {
            for (int i = 0; own && i < ways->n; i++) {
                m->bend[first + i][d][k] = sign * x[i][d];
            }
            m->d_drive[d][k] += driven * (own ? by_spin[d] : spin_unit[d] * m->turn[k]);
        }
    }
}

void
quire_soft_meet(struct quire_meet *m, const struct quire_state *st, const struct quire_rim *first,
                const struct quire_rim *second)
{
    struct quire_foot fa, fb;
    struct quire_soft_ways wa, wb;

    quire_meet_init(m);
    m->middle = true;
    const double between = quire_soft_face(st, first, second, &fa, &fb);
    m->normal[0] = fa.n[0];
    m->normal[1] = fa.n[1];
    const double nx = m->normal[0], ny = m->normal[1];
    m->overlap = fa.support + fb.support - nx * (second->centre[0] - first->centre[0]) -
                 ny * (second->centre[1] - first->centre[1]);
    for (int d = 0; d < 2; d++) {
        m->at_place[d] = first->centre[d] + fa.r[d];
    }
    add_rim(m, st, first, &fa, -1, &wa);
    const int n = m->n;
    add_rim(m, st, second, &fb, 1, &wb);
    add_turns(m, 0, first, &wa, -1, between);
    add_turns(m, n, second, &wb, 1, between);
    if (first->soft >= 0) {
        quire_soft_bends(m, st, 0, first->soft, &fa, &wa, -1);
    }
    if (second->soft >= 0) {
        quire_soft_bends(m, st, n, second->soft, &fb, &wb, 1);
    }
}

void
quire_soft_meet_plane(struct quire_meet *m, const struct quire_state *st, const double at[2],
                      const double normal[2], int soft)
{
    const struct quire_rim rim = quire_soft_rim(st, soft);
    const double back[2] = {-normal[0], -normal[1]};
    struct quire_foot foot;
    struct quire_soft_ways ways;

    quire_meet_init(m);
    quire_soft_foot(st, soft, back, &foot);
    for (int d = 0; d < 2; d++) {
        m->normal[d] = normal[d];
        m->at_place[d] = rim.centre[d] + foot.r[d];
    }
    m->overlap =
        foot.support - normal[0] * (rim.centre[0] - at[0]) - normal[1] * (rim.centre[1] - at[1]);
    quire_soft_add(m, st, soft, &foot, 1, &ways);
    quire_soft_bends(m, st, 0, soft, &foot, &ways, 1);
}

/* ---- sides of blocks ---- */

int
quire_soft_before_side(const struct quire_state *st, int soft, const struct quire_free *block)
{
    const struct quire_pose *pose = st->pose + (block - st->system->free);
    const double *centre = st->carrier[st->system->soft[soft].small].centre;
    double least = -HUGE_VAL;
    int best = -1;

    for (int k = 0; k < 4; k++) {
        double out[2], beyond, end;
        struct quire_foot foot;
        quire_side_normal(pose, k, out);
        quire_soft_foot(st, soft, (double[2]){-out[0], -out[1]}, &foot);
        const double away = quire_side_distance(
            pose, block, k, (double[2]){centre[0] + foot.r[0], centre[1] + foot.r[1]}, &beyond,
            &end);
        if (away > least) { /* the one that parts them most, or nearly does */
            least = away;
            best = beyond <= 0 ? k : -1;
        }
    }
    return best;
}

void
quire_soft_meet_side(struct quire_meet *m, const struct quire_state *st, int soft,
                     const struct quire_free *block, int side)
{
    const struct quire_pose *pose = st->pose + (block - st->system->free);
    const struct quire_rim rim = quire_soft_rim(st, soft);
    struct quire_foot foot;
    struct quire_soft_ways ways;
    struct quire_handle own[QUIRE_BODY_DOFS];
    double out[2], arm[2];

    quire_meet_init(m);
    quire_side_normal(pose, side, out);
    quire_soft_foot(st, soft, (double[2]){-out[0], -out[1]}, &foot);
    for (int d = 0; d < 2; d++) {
        m->normal[d] = foot.n[d];
        m->at_place[d] = rim.centre[d] + foot.r[d];
        arm[d] = m->at_place[d] - pose->at[d];
    }
    m->overlap = block->half[side & 1] + foot.n[0] * arm[0] + foot.n[1] * arm[1];
    quire_soft_add(m, st, soft, &foot, -1, &ways);
    const int first = m->n, angle = quire_body_handles(st, block, arm, 0, own),
              turned = first + angle;
    for (int k = 0; k < block->motion->n; k++) {
        quire_meet_add(m, own + k, 1);
    }
    if (angle >= 0) {
        m->turn[turned] = 1;
    }
    quire_soft_bends(m, st, 0, soft, &foot, &ways, -1);
    for (int k = 0; angle >= 0 && k < m->n; k++) { /* the block's arm goes with the foot */
        const double *shift = ways.shift[k < first ? k : 0], other = k == turned ? 0 : -1,
                     moved[2] = {k < first ? shift[0] : other * m->x[0][k],
                                 k < first ? shift[1] : other * m->x[1][k]};
        m->bend[turned][0][k] = -(moved[1] + m->turn[k] * foot.bend * m->normal[0]);
        m->bend[turned][1][k] = moved[0] - m->turn[k] * foot.bend * m->normal[1];
    }
    if (angle >= 0) {
        m->lever[turned] = 0;
    }
}

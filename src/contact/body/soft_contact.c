/* Where soft bodies touch circles, planes and each other. doc/theory/soft.md, 3. */
#include <math.h>

#include "contact/body/soft.h"
#include "contact/law/constants.h"

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
    if (st->shape[soft].driven != 0) {
        quire_meet_add(m,
                       &(struct quire_handle){.at = -1,
                                              .rate = st->shape[soft].driven,
                                              .x = {ways->by_spin[0], ways->by_spin[1]}},
                       sign);
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
    const int spin = st->shape[soft].driven != 0 ? first + ways->n : -1;
    double unit[QUIRE_BODY_DOFS][2], spin_unit[2], x[QUIRE_BODY_DOFS][2], by_spin[2];

    quire_meet_bend(m);
    quire_soft_bend(st, soft, foot, ways, -1, 1, unit, spin_unit);
    for (int k = 0; k < m->n; k++) {
        const bool own = k >= first && k < first + ways->n;
        const double turn = sign * m->turn[k];
        if (own) {
            quire_soft_bend(st, soft, foot, ways, k - first, m->turn[k], x, by_spin);
        }
        for (int d = 0; d < 2; d++) { /* others turn the normal alone */
            for (int i = 0; i < ways->n; i++) {
                m->bend[first + i][d][k] = own ? sign * x[i][d] : turn * unit[i][d];
            }
            if (spin >= 0) {
                m->bend[spin][d][k] = own ? sign * by_spin[d] : turn * spin_unit[d];
            }
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

/* ---- planes ---- */

void
quire_soft_lowest(const struct quire_state *st, int soft, const double out[2],
                  struct quire_foot *foot, double place[2])
{
    const double *centre = st->carrier[st->system->soft[soft].small].centre;

    quire_soft_foot(st, soft, (double[2]){-out[0], -out[1]}, foot);
    place[0] = centre[0] + foot->r[0];
    place[1] = centre[1] + foot->r[1];
}

int
quire_soft_before_side(const struct quire_state *st, int soft, const struct quire_free *block)
{
    const struct quire_pose *pose = st->pose + (block - st->system->free);
    double least = -HUGE_VAL;
    int best = -1;

    for (int k = 0; k < 4; k++) {
        double out[2], place[2], beyond, end;
        struct quire_foot foot;
        quire_side_normal(pose, k, out);
        quire_soft_lowest(st, soft, out, &foot, place);
        const double away = quire_side_distance(pose, block, k, place, &beyond, &end);
        if (away > least) { /* the one that parts them most, or nearly does */
            least = away;
            best = beyond <= 0 ? k : -1;
        }
    }
    return best;
}

void
quire_soft_meet_flat(struct quire_meet *m, const struct quire_state *st, int soft,
                     const struct quire_foot *foot, const struct quire_flat *flat)
{
    const double *centre = st->carrier[st->system->soft[soft].small].centre;
    struct quire_soft_ways ways;

    quire_meet_init(m);
    m->overlap = -flat->height;
    for (int d = 0; d < 2; d++) {
        m->normal[d] = foot->n[d];
        m->at_place[d] = centre[d] + foot->r[d];
    }
    quire_soft_add(m, st, soft, foot, -1, &ways);
    const int first = m->n, turned = flat->turned >= 0 ? first + flat->turned : -1;
    for (int k = 0; k < flat->n; k++) {
        quire_meet_add(m, flat->handle + k, 1);
        m->lever[first + k] = 0;
    }
    if (turned >= 0) {
        m->turn[turned] = 1;
    }
    quire_soft_bends(m, st, 0, soft, foot, &ways, -1);
    for (int k = 0; turned >= 0 && k < m->n; k++) { /* what moves it there goes with the foot */
        const double by = m->turn[k] * foot->bend;
        double moved[2] = {-by * m->normal[1], by * m->normal[0]};
        for (int d = 0; d < 2 && k != turned; d++) {
            moved[d] += k < ways.n ? ways.shift[k][d] : k < first ? 0 : -m->x[d][k];
        }
        m->bend[turned][0][k] = -moved[1];
        m->bend[turned][1][k] = moved[0];
    }
}

/* ---- circles, rigid or soft ---- */

int
quire_soft_of(const struct quire_state *st, const struct quire_free *body)
{
    return body->roller >= 0 ? st->system->roller[body->roller].soft : -1;
}

struct quire_rim
quire_rim_of(const struct quire_round *c, double convex)
{
    return (struct quire_rim){.soft = -1,
                              .centre = {c->centre[0], c->centre[1]},
                              .radius = convex * c->radius,
                              .n = c->n,
                              .handle = c->handle};
}

void
quire_meet_body(struct quire_meet *m, const struct quire_state *st, const struct quire_round *a,
                int soft, const struct quire_round *b, double convex)
{
    if (soft < 0) {
        quire_meet_rounds(m, a, b, convex);
        return;
    }
    const struct quire_rim first = quire_rim_of(a, convex), second = quire_soft_rim(st, soft);
    quire_soft_meet(m, st, &first, &second);
    quire_round_bend(m, 0, a, -1);
}

void
quire_meet_bodies(struct quire_meet *m, const struct quire_state *st, int soft,
                  const struct quire_round *a, const struct quire_free *body,
                  const struct quire_round *b)
{
    if (soft < 0) {
        quire_meet_body(m, st, a, quire_soft_of(st, body), b, 1);
        return;
    }
    const struct quire_rim first = quire_soft_rim(st, soft);
    const struct quire_rim second = quire_soft_of(st, body) >= 0
                                        ? quire_soft_rim(st, quire_soft_of(st, body))
                                        : quire_rim_of(b, 1);
    quire_soft_meet(m, st, &first, &second);
    if (second.soft < 0) {
        quire_round_bend(m, m->n - b->n, b, 1);
    }
}

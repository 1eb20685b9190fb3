#include "lint/lint_lead_face.h"

#include <math.h>
#include <string.h>

#include "body/nip.h"
#include "geometry/outline.h"
#include "math/detmath.h"

#define RIGHT_ANGLE 1.57079632679489662
#define FLAT        0.17453292519943295 /* below 10 deg no guide is in the way [rad] */
/* P L^2 / B of a strut that is clamped at one end and pinned at the other: (4.4934)^2 */
#define BUCKLES 20.19072855642662
#define IDLE    0.14 /* friction at which the edge is held by rollers that idle */
#define CARRIED 0.7  /* of the depth to which its push presses the edge in */
/* slope of the thrust line over room sqrt(P/B): of a strut that is pinned, and of one that is
 * clamped where the edge lies in a corner */
#define FOLD_PINNED     0.3183098861837907
#define FOLD_CLAMPED    (1 / 4.493409457909064)
#define SLENDER         1.1  /* room sqrt(P/B) from which a fold gets out of a corner, */
#define SLENDER_LEANING 0.7  /* and carries the edge up a face of less than */
#define SLENDER_PINNED  0.35 /* beside one, */
#define LEANS           1.3962634015954636 /* 80 deg [rad] */
#define ALONG           0.1    /* slope at which other sheets are carried far along it */
#define RIGHT_BEFORE    0.3e-3 /* a face [m] */
#define FAR_ALONG       5e-3   /* [m] */
#define MOST_ROOM       4e-3   /* and it is no higher than this [m] */

/* ---- what pushes ---- */

/* Largest friction over normal force of the law, where a sheet's end touches. */
static double
friction_of(const struct quire_system *sys, int law, double *vertex)
{
    const struct quire_contact_law *l = law >= 0 ? sys->law + law : NULL;
    if (l == NULL || l->friction == NULL) {
        return 0;
    }
    static const struct quire_law_memory fresh = {0};
    struct quire_friction_out out = {0};
    *vertex = l->vertex;
    l->friction->eval(
        l->friction_data,
        &(struct quire_friction_in){.slip = 1e-2, .normal = 1, .factor = 1, .memory = &fresh},
        &out);
    return out.limit;
}

static double
friction_at(const struct quire_system *sys, int sheet, const int *law)
{
    double most = 0;
    for (int face = 0; face < 2; face++) {
        double vertex = 1;
        most = fmax(most, friction_of(sys, law[2 * sheet + face], &vertex) * vertex);
    }
    return most;
}

double
quire_lint_push(const struct quire_system *sys, int sheet, double place)
{
    const struct quire_sheet *s = sys->sheet + sheet;
    double grip = 0;

    for (int k = 0; k < sys->n_nip; k++) {
        const struct quire_nip *nip = sys->nip + k;
        if (nip->path == s->path && nip->path_distance < place &&
            nip->path_distance > place - s->length) {
            grip += ((const struct quire_nip_params *)nip->object->params)->load *
                    friction_at(sys, sheet, sys->roller[nip->driver].law);
        }
    }
    return grip;
}

/* ---- the criterion ---- */

/* How deep a force presses the edge into a surface [m]. */
static double
depth_under(const struct quire_lead_edge *w, const int *law, double force)
{
    double most = 0;

    for (int face = 0; face < 2; face++) {
        const int k = law[2 * w->sheet + face];
        const struct quire_contact_law *l = k >= 0 ? w->sys->law + k : NULL;
        if (l == NULL || l->normal->commit != NULL) {
            continue;
        }
        static const struct quire_law_memory fresh = {0};
        double low = 0, high = 2e-3;
        for (int i = 0; i < 30; i++) {
            struct quire_normal_out out = {0};
            const double middle = 0.5 * (low + high);
            l->normal->eval(l->normal_data,
                            &(struct quire_normal_in){.overlap = middle, .memory = &fresh}, &out);
            *(l->edge * out.force > force ? &high : &low) = middle;
        }
        most = fmax(most, low);
    }
    return most;
}

static double
rise_on(const struct quire_lead_edge *w, const struct quire_lead_meeting *m, double steep,
        double side)
{
    if (!m->roller) {
        return quire_lint_rise(w->way, m, w->heading, steep, side);
    }
    const double left = side * (w->heading[0] * m->normal[1] - w->heading[1] * m->normal[0]);
    return m->radius * fmax(quire_cos(steep) - left, 0);
}

/* How much room there is beside the sheet's lead end, at least and at most [m]. */
static void
find_room(const struct quire_lead_edge *w, const struct quire_lead_meeting *m, double side,
          double room[2])
{
    static const double behind[] = {0.5e-3, 2e-3, 4e-3};
    const double across[2] = {-side * w->heading[1], side * w->heading[0]};

    room[0] = HUGE_VAL;
    room[1] = 0;
    for (int k = 0; k < 3; k++) {
        const double from[2] = {m->foot[0] - behind[k] * w->heading[0],
                                m->foot[1] - behind[k] * w->heading[1]};
        const double here = quire_lint_room(w->way, from, across, 20e-3);
        room[0] = fmin(room[0], here);
        room[1] = fmax(room[1], here);
    }
}

/* Whether the edge rests on something right before the face, and cannot dip there. */
static bool
is_in_corner(const struct quire_lead_edge *w, const struct quire_lead_meeting *m, double side)
{
    const double across[2] = {side * w->heading[1], -side * w->heading[0]};
    const double from[2] = {m->foot[0] - RIGHT_BEFORE * w->heading[0],
                            m->foot[1] - RIGHT_BEFORE * w->heading[1]};
    const double most = w->s->half + RIGHT_BEFORE;

    return quire_lint_room(w->way, from, across, most) <= most;
}

/* Whether the way has turned by more than 60 deg behind the last nip: the sheet lies along the
 * outer wall there, and its folds lean against that. */
static bool
has_turned(const struct quire_lead_edge *w)
{
    double at[2], along[2];

    if (w->nip < 0) {
        return false;
    }
    quire_outline_at(w->s->path, w->sys->nip[w->nip].path_distance, at, along);
    return along[0] * w->heading[0] + along[1] * w->heading[1] < 0.5;
}

/* Whether the face is so stiff for the edge that it stays outside: at most half the sheet's
 * thickness deep. */
static bool
is_hard(const struct quire_lead_edge *w, const struct quire_lead_meeting *m, double push)
{
    return !m->round && depth_under(w, m->law, push) <= w->s->half;
}

/* Whether the sheet's fold, from the far wall down to the edge, thrusts at it so steeply that it
 * slips along the face. */
static bool
fold_lifts(const struct quire_lead_edge *w, const struct quire_lead_meeting *m,
           const struct quire_lead_verdict *v)
{
    const double fold = fmin(v->room, MOST_ROOM) * sqrt(v->push / w->stiffness),
                 needed = quire_sin(v->sum - RIGHT_ANGLE) / quire_cos(v->sum - RIGHT_ANGLE);

    if (v->rise > FAR_ALONG) {
        return m->angle < LEANS && (fold >= SLENDER_LEANING || needed <= ALONG);
    }
    if (is_hard(w, m, v->push)) {
        return fold >= SLENDER_LEANING && needed <= ALONG;
    }
    if (!isfinite(v->room)) {
        return false; /* there is nothing from which it could thrust */
    }
    if (m->angle < LEANS && fold >= SLENDER_LEANING) {
        return true;
    }
    if (is_in_corner(w, m, v->side)) {
        return !has_turned(w) && fold >= SLENDER && needed <= fold * FOLD_CLAMPED;
    }
    return fold >= SLENDER_PINNED && needed <= fold * FOLD_PINNED;
}

struct quire_lead_verdict
quire_lint_judge(const struct quire_lead_edge *w, const struct quire_lead_meeting *m)
{
    const double mu = !m->turns || m->draws
                          ? friction_at(w->sys, w->sheet, m->law) * (m->turns ? -1 : 1)
                          : IDLE,
                 phi = quire_atan2(mu, 1);
    struct quire_lead_verdict v = {
        .friction = mu, .sum = m->angle + phi, .push = quire_lint_push(w->sys, w->sheet, w->hint)};
    const double left = w->heading[0] * m->normal[1] - w->heading[1] * m->normal[0];
    double side = left < 0 ? -1 : 1;

    v.side = side;
    if (m->angle < FLAT) {
        return v;
    }
    v.locks = v.sum >= RIGHT_ANGLE - 1e-9;
    if (v.locks) {
        double other = HUGE_VAL; /* where a wall's end is as narrow on its other side */
        v.rise = HUGE_VAL;
        for (int k = 0; k < 2; k++, side = -side) {
            double room[2];
            const double rise = rise_on(w, m, RIGHT_ANGLE - phi, side);
            find_room(w, m, side, room);
            if (rise < v.rise && room[0] >= rise + w->s->half) {
                other = v.rise;
                v.rise = rise;
                v.room = isfinite(room[1]) ? room[0] - rise : HUGE_VAL;
                v.side = side;
            } else {
                other = fmin(other, rise);
            }
        }
        v.carried = m->round || !isfinite(v.rise) ? 0 : CARRIED * depth_under(w, m->law, v.push);
        v.carried *= isfinite(other) ? fmax(1 - v.rise / other, 0) : 1;
        v.stubs = v.rise > v.carried && !fold_lifts(w, m, &v);
        v.hops = v.rise <= FAR_ALONG;
    } else if (!m->roller && w->nip >= 0) {
        const double length = fmax(w->hint - w->sys->nip[w->nip].path_distance, w->s->chain.h),
                     rise = rise_on(w, m, FLAT, side);
        const double aside = fmin(2 * w->stiffness * m->angle / (length * length),
                                  3 * w->stiffness * rise / (length * length * length));
        /* the fold that it makes leans by ALONG at least; a strut that buckles does not hold it */
        v.needed = aside / fmax(quire_cos(v.sum) / quire_sin(v.sum), ALONG);
        v.holds = fmin(v.needed, BUCKLES * w->stiffness / (length * length));
        v.stubs = v.push > 0 && v.push < v.holds;
    }
    return v;
}

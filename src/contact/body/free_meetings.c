/* Where free bodies touch rollers and each other. Theory: doc/theory/bodies.md, 2. */
#include <math.h>

#include "contact/body/free.h"
#include "contact/body/soft.h"
#include "contact/body/soft_rim.h"
#include "contact/body/visit.h"
#include "contact/law/constants.h"
#include "contact/law/law_state.h"

/* one place of a meeting; as the law shares it out between them */
static void
take_meeting(struct quire_visit *to, struct quire_meet *m, const struct quire_meeting *meeting,
             int place, bool target_second)
{
    const struct quire_system *sys = to->st->system;
    const struct quire_contact_law *law = sys->law + meeting->law;

    m->grip = quire_law_grip(to->st, law, meeting->grip + place);
    m->middle |= law->normal->middle;
    if (m->overlap > to->least - law->reach) {
        m->pair = (struct quire_contact_pair){quire_partner(QUIRE_PARTNER_FREE, meeting->free),
                                              meeting->target};
        m->target_second = target_second;
        m->law = law;
        m->slot = meeting->slot >= 0 ? sys->slot + meeting->slot : NULL;
        m->station = place;
        to->take(to, m);
    }
}

/* a point of a soft rim and a block: a side that it is before, or the corner */
static int
point_at_block(struct quire_meet *m, const struct quire_state *st, const struct quire_round *point,
               const struct quire_free *block)
{
    const struct quire_pose *pose = st->pose + (block - st->system->free);
    const int side = quire_side_before(pose, block, point->centre, NULL, 0);
    double least = HUGE_VAL;
    int nearest = 0;

    if (side >= 0) {
        quire_meet_side(m, st, point, block, side);
        return 0;
    }
    for (int i = 0; i < QUIRE_BLOCK_CORNERS; i++) {
        const struct quire_round c = quire_round_body(st, block, i);
        const double x = c.centre[0] - point->centre[0], y = c.centre[1] - point->centre[1];
        if (x * x + y * y < least) {
            least = x * x + y * y;
            nearest = i;
        }
    }
    const struct quire_round corner = quire_round_body(st, block, nearest);
    quire_meet_rounds(m, point, &corner, 1);
    return 1 + nearest;
}

/* What meets: a round thing, and a disc or block; which of them is soft, -1: it is not. */
struct two {
    const struct quire_meeting *meeting;
    const struct quire_free *body;
    const struct quire_round *other;
    int soft, other_soft;
};

/* a law that acts before touch, over all the rim of the soft one */
static void
visit_rim(struct quire_visit *to, const struct two *t)
{
    const struct quire_contact_law *law = to->st->system->law + t->meeting->law;
    const struct quire_round whole = quire_round_body(to->st, t->body, 0);
    const double far =
        law->reach + (t->other_soft < 0      ? t->other->radius
                      : t->body->roller >= 0 ? whole.radius
                                             : sqrt(t->body->half[0] * t->body->half[0] +
                                                    t->body->half[1] * t->body->half[1]));
    const double *centre = t->other_soft < 0 ? t->other->centre : to->st->pose[t->meeting->free].at;

    for (int i = 0; i < QUIRE_RIM_POINTS; i++) {
        const int soft = t->other_soft >= 0 ? t->other_soft : t->soft;
        struct quire_rim_point p;
        struct quire_meet m;
        double at[2];
        int place = 0, first = 0;
        quire_rim_place(to->st, soft, i, at);
        if ((at[0] - centre[0]) * (at[0] - centre[0]) + (at[1] - centre[1]) * (at[1] - centre[1]) >
            far * far) {
            continue;
        }
        quire_rim_point(&p, to->st, soft, i);
        if (t->body->roller < 0) {
            place = point_at_block(&m, to->st, &p.round, t->body);
        } else if (t->other_soft >= 0) {
            quire_meet_rounds(&m, &p.round, &whole, 1);
        } else {
            first = t->other->n;
            quire_meet_rounds(&m, t->other, &p.round, 1);
        }
        quire_rim_share(&m, &p, first, law);
        take_meeting(to, &m, t->meeting, place, false);
    }
}

/* a soft or rigid rim, and a side of a block */
static void
visit_side(struct quire_visit *to, const struct two *t, int side)
{
    struct quire_meet m;

    if (t->other_soft >= 0) {
        struct quire_foot foot;
        double out[2], place[2];
        quire_side_normal(to->st->pose + t->meeting->free, side, out);
        quire_soft_lowest(to->st, t->other_soft, out, &foot, place);
        const struct quire_flat flat = quire_flat_of_block(to->st, t->body, side, place, 0);
        quire_soft_meet_flat(&m, to->st, t->other_soft, &foot, &flat);
    } else {
        quire_meet_side(&m, to->st, t->other, t->body, side);
    }
    m.share = QUIRE_BLOCK_SHARE;
    take_meeting(to, &m, t->meeting, 0, false);
}

static void
visit_round(struct quire_visit *to, const struct quire_meeting *meeting)
{
    const struct quire_system *sys = to->st->system;
    const bool roller = meeting->target.kind == QUIRE_PARTNER_ROLLER;
    const int index = meeting->target.index;
    const struct quire_free *body = sys->free + meeting->free;
    const struct quire_round other = roller ? quire_round_roller(to->st, sys->roller + index)
                                            : quire_round_body(to->st, sys->free + index, 0);
    const struct two t = {meeting, body, &other, quire_soft_of(to->st, body),
                          roller ? sys->roller[index].soft
                                 : quire_soft_of(to->st, sys->free + index)};

    if ((t.soft < 0) != (t.other_soft < 0) && sys->law[meeting->law].reach > 0) {
        visit_rim(to, &t);
        return;
    }
    const int side = body->roller >= 0   ? -1
                     : t.other_soft >= 0 ? quire_soft_before_side(to->st, t.other_soft, body)
                                         : quire_side_before(to->st->pose + meeting->free, body,
                                                             other.centre, NULL, 0);
    if (side >= 0) {
        visit_side(to, &t, side);
        return;
    }
    for (int i = 0; i < quire_round_count(body); i++) {
        const struct quire_round c = quire_round_body(to->st, body, i);
        struct quire_meet m;
        quire_meet_bodies(&m, to->st, t.other_soft, &other, body, &c);
        m.share = body->roller >= 0 ? 1 : QUIRE_BLOCK_SHARE;
        take_meeting(to, &m, meeting, body->roller >= 0 ? 0 : 1 + i, false);
    }
}

/* A corner of one block under a side of another. About the end of that side it counts less and
 * less. Where two sides lie on each other what it loses there the other block's own corner takes
 * over. */
static void
corner_under_side(struct quire_visit *to, const struct quire_meeting *meeting,
                  const struct quire_free *of, int corner, const struct quire_free *on, int place,
                  bool target_second)
{
    const struct quire_system *sys = to->st->system;
    const struct quire_pose *pose = to->st->pose;
    const double taper =
        QUIRE_SIDE_END * fmin(fmin(of->half[0], of->half[1]), fmin(on->half[0], on->half[1]));
    double at[2], axis[2], beyond, end, n[2];
    struct quire_meet m;

    quire_block_corner(pose + (of - sys->free), of, corner, at);
    quire_corner_axis(pose + (of - sys->free), corner, axis);
    const int side = quire_side_before(pose + (on - sys->free), on, at, axis, taper);
    if (side < 0) {
        return;
    }
    const double out = quire_side_distance(pose + (on - sys->free), on, side, at, &beyond, &end),
                 depth = 2 * on->half[side & 1];
    if (out <= -depth || !(-out > to->least - sys->law[meeting->law].reach)) {
        return;
    }
    const struct quire_round c = quire_round_body(to->st, of, corner);
    quire_meet_side(&m, to->st, &c, on, side);
    m.share = QUIRE_BLOCK_SHARE;
    quire_side_normal(pose + (on - sys->free), side, n);
    const double way[2] = {-end * n[1], end * n[0]}; /* out over the end of the side */
    /* the blocks hardly reach over each other */
    const double from = way[0] * axis[0] + way[1] * axis[1] < 0 ? 0 : -taper;
    struct quire_fade_way over;
    const struct second w = second_ramp(-beyond, from, 0, taper, 1);
    if (!(w.x > 0)) {
        return;
    }
    quire_meet_way(&m, way, true, &over);
    quire_meet_fade(&m, w, &over, NULL, false);
    quire_meet_let_go(&m, -out, depth);
    take_meeting(to, &m, meeting, place, target_second);
}

void
quire_visit_meeting(struct quire_visit *to, const struct quire_meeting *meeting)
{
    const struct quire_free *a = to->st->system->free + meeting->free,
                            *b = to->st->system->free + meeting->target.index;

    if (meeting->target.kind == QUIRE_PARTNER_ROLLER || b->roller >= 0) {
        visit_round(to, meeting);
        return;
    }
    for (int i = 0; i < QUIRE_BLOCK_CORNERS; i++) {
        corner_under_side(to, meeting, b, i, a, i, false);
        corner_under_side(to, meeting, a, i, b, QUIRE_BLOCK_CORNERS + i, true);
    }
}

#include "contact/body/soft_pair.h"

#include "contact/body/soft.h"

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

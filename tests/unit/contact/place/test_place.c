/* The kernel of contact in the plane against numbers with gradients. doc/theory/place.md */
#include "contact/place/place_oracle.h"

Test(place, changes_in_all_ways_equal_gradients)
{
    chance = 1;
    check_all_ways();
}

Test(place, changes_in_one_way_and_powers_equal_gradients)
{
    chance = 6;
    check_one_way();
}

/* The parameter of b's curve at which the place stands square to it, as nodes move: one step of
 * Newton's in numbers. */
static struct number
slid(const struct told *m, struct numbers w, struct numbers bent)
{
    return over(inner(w, m->t[1]), sub(inner(m->t[1], m->t[1]), inner(w, bent)));
}

/* b's place slides along its curve: rows of three nodes of b and of a, whose weights are any. */
Test(place, nearest_places_slide_with_their_curve)
{
    struct deviation d = {0, 0};

    chance = 2;
    for (int n = 0; n < STATES; n++) {
        const struct kind kind = {.round = true, .two = true, .arms = true};
        struct place p = random_place(&kind);
        struct forms is;
        quire_v4 dd_w[4], dd_t[4];
        const quire_v4 distance = four(0.5, 1), none = {0};
        const struct flat w = times(distance, p.n), still = {none, none};
        const struct { /* second derivatives of b's curve */
            struct flat bent, bent_rate;
        } c = {.bent = {four(-0.3, 0.3), four(-0.3, 0.3)}, .bent_rate = {four(-1, 1), four(-1, 1)}};
        p.bend = 1 / distance;
        p.b.t = times(four(0.5, 2), left(p.n)); /* square to it */
        evaluate(&p, true);
        const quire_v4 q = CQ / (dot(p.b.t, p.b.t) - dot(w, c.bent));
        const struct place_slide slide = {times(q, p.b.t), times(q, w)};
        const struct place_way along = {.w = times(quire_all4(-1), p.b.t),
                                        .u = times(quire_all4(-1), p.b.rate),
                                        .t = {still, c.bent},
                                        .rate = {still, c.bent_rate}};
        place_forms(&p, CQ, CV, true, &is);
        add_sliding(&p, 1, &along, &slide, &is, dd_w, dd_t);
        for (int k = 0; k < LANES; k++) {
            const double b = uniform(-1, 1), b1 = uniform(-1, 1), b2 = uniform(-1, 1);
            struct told m = seeded(&p, k);
            const struct numbers bent = pair_of(c.bent, k), bent_rate = pair_of(c.bent_rate, k);
            const struct number s = slid(&m, sum(pair_of(w, k), m.w), bent), back = scale(-1, s);
            m.w = sum(m.w, by(back, m.t[1]));
            m.u = sum(m.u, by(back, m.rate[1]));
            m.t[1] = sum(m.t[1], by(s, bent));
            m.rate[1] = sum(m.rate[1], by(s, bent_rate));
            tell(&p, k, true, &m);
            /* what acts on a node of b, whose weights follow the place */
            const struct number at = add(constant(b), scale(b1, s)),
                                turn = add(constant(b1), scale(b2, s));
            const struct numbers row = sum(by(scale(-1, at), m.f), by(turn, m.pair[1]));
            quire_v4 by_w[4], by_b[4];
            for (int i = 0; i < 4; i++) {
                by_w[i] = -b * is.f_w[i] + b1 * is.b_w[i] + b2 * dd_w[i];
                by_b[i] = -b * is.f_b[i] + b1 * is.b_b[i] + b2 * dd_t[i];
            }
            compare_block(&d, by_w, k, &row, BY_X);
            compare_block(&d, by_b, k, &row, BY_BX);
            compare_block(&d, is.a_w, k, m.pair, BY_X);
            compare_block(&d, is.a_b, k, m.pair, BY_BX);
            compare_block(&d, is.f_w, k, &m.f, BY_X);
        }
    }
    cr_expect_lt(d.off, 1e-12 * d.size, "%g of %g", d.off, d.size);
}

/* A body that turns about a pivot or moves along a way: the column and the row of its coordinate.
 */
Test(place, rigid_parties_move_the_other_backwards)
{
    struct deviation d = {0, 0};

    chance = 3;
    for (int n = 0; n < STATES; n++) {
        const struct kind kind = {.round = true, .drags = n % 3 == 0};
        const double overdrive = 1e-4;
        struct place p = random_place(&kind);
        const double turns = n % 2, rate = uniform(-1, 1);
        const struct flat arm = {four(-1, 1), four(-1, 1)};
        const struct rigid g = {.j = turns != 0 ? left(arm)
                                                : (struct flat){quire_all4(0.6), quire_all4(-0.8)},
                                .turns = turns,
                                .surface = four(-1, 1),
                                .overdrive = overdrive};
        struct forms is;
        struct flat force, pair, by_w, by_t;
        rigid_moves_place(&g, rate, &p);
        evaluate(&p, false);
        place_forms(&p, CQ, CV, false, &is);
        const struct place_way way = rigid_way(&p, &g, CQ, CV);
        rigid_column(&p, &g, &way, CQ, &force, &pair);
        rigid_row(&p, &g, &is, CQ, &by_w, &by_t);
        for (int k = 0; k < LANES; k++) {
            /* the body's coordinate is one more seed: a is where it was, the body moves under it;
             * seen in axes that turn with the body a moves backwards */
            struct told m = seeded(&p, k);
            struct number angle = constant(0), faster = constant(rate);
            angle.d[BY_BODY] = CQ;
            faster.d[BY_BODY] = CV;
            const struct numbers j = {constant(g.j.x[k]), constant(g.j.y[k])};
            /* J turns with the body's axes as a's place does */
            const struct numbers arms = {constant(arm.x[k]), constant(arm.y[k])};
            const struct number back = scale(-1, angle);
            m.w = sum(m.w, by(back, j));
            m.u = sum(m.u, by(scale(-1, sub(faster, constant(rate))), j));
            m.past = scale(-g.surface[k] * (p.drags ? 1 + overdrive * p.total[k] : 1),
                           sub(faster, constant(rate)));
            if (turns != 0) {
                /* u is in the body's axes; place changes of the material's speed are in `swing` */
                m.u = sum(m.u, by(back, turned(pair_of(p.u, k))));
                m.t[0] = sum(m.t[0], by(back, turned(pair_of(p.a.t, k))));
                m.rate[0] = sum(m.rate[0], by(back, turned(pair_of(p.a.rate, k))));
                m.rate[0] = sum(m.rate[0], by(scale(-1, sub(faster, constant(rate))),
                                              turned(pair_of(p.a.t, k))));
            }
            tell(&p, k, false, &m);
            /* back in the machine's axes */
            const struct number turn = scale(turns, angle);
            const struct numbers f = sum(m.f, by(turn, turned(m.f))),
                                 t = sum(m.t[0], by(turn, turned(m.t[0]))),
                                 couple = sum(m.pair[0], by(turn, turned(m.pair[0])));
            compare(&d, force.x[k], f.x.d[BY_BODY]);
            compare(&d, force.y[k], f.y.d[BY_BODY]);
            compare(&d, pair.x[k], couple.x.d[BY_BODY]);
            compare(&d, pair.y[k], couple.y.d[BY_BODY]);
            /* the row: J follows a's place by the turn about the pivot */
            struct numbers reach = j;
            if (turns != 0) {
                struct numbers w = {constant(0), constant(0)};
                seed(&w, BY_X, CQ);
                reach = turned(sum(arms, w));
            }
            const struct number row =
                scale(-1, add(add(inner(reach, f), scale(turns, inner(turned(t), couple))),
                              scale(g.surface[k], m.friction)));
            compare(&d, by_w.x[k], row.d[BY_X]);
            compare(&d, by_w.y[k], row.d[BY_Y]);
            compare(&d, by_t.x[k], row.d[BY_AX]);
            compare(&d, by_t.y[k], row.d[BY_AY]);
        }
    }
    cr_expect_lt(d.off, 1e-13 * d.size, "%g of %g", d.off, d.size);
}

/* What the power book is told has the power of friction and of what is lost along every way. */
Test(place, told_forces_have_the_powers_of_the_rates)
{
    struct deviation d = {0, 0};

    chance = 5;
    for (size_t i = 0; i < KINDS; i++) {
        for (int n = 0; n < STATES; n++) {
            struct place p = random_place(kinds + i);
            evaluate(&p, kinds[i].two);
            const struct place_told told = place_tells(&p, CQ, kinds[i].two);
            struct place_way way = {
                .u = {four(-1, 1), four(-1, 1)},
                .rate = {{four(-1, 1), four(-1, 1)}, {four(-1, 1), four(-1, 1)}}};
            way.w = times(quire_all4(CQ), way.u);
            quire_v4 power = dot(told.w, way.u) + dot(told.a, way.rate[0]);
            if (kinds[i].two) {
                power += dot(told.b, way.rate[1]);
            }
            for (int k = 0; k < 2; k++) {
                way.t[k] = times(quire_all4(CQ), way.rate[k]);
            }
            way.rate[0] = mix(quire_all4(1), way.rate[0], quire_all4(-p.swing), left(way.t[0]));
            way.u = mix(quire_all4(1), way.u, quire_all4(-p.swing), left(way.w));
            const struct place_change c = place_respond(&p, &way, kinds[i].two);
            for (int k = 0; k < LANES; k++) {
                compare(&d, power[k], p.friction[k] * c.slip[k] + p.lost[k] * c.gap[k]);
            }
        }
    }
    cr_expect_lt(d.off, 1e-13 * d.size, "%g of %g", d.off, d.size);
}

/* Random places, and what the kernel says of them against numbers with gradients; planar, or with
 * QUIRE_PLACE_SPACE. doc/theory/place.md */
#include <criterion/criterion.h>
#include <math.h>

#include "contact/place/ask.h"
#include "contact/place/number.h"
#include "contact/place/rigid.h"

/* in which ways: a's place past b's, both directions, a place across, a coordinate of a body */
enum { BY_X, BY_Y, BY_AX, BY_AY, BY_BX, BY_BY, BY_Z, BY_BODY };

#define STATES 400
#define CQ     0.7
#define CV     1.3

/* ---- laws ---- */

static void
press(const void *data, const struct quire_normal_in *in, struct quire_normal_out *out)
{
    const double o = in->overlap, root_o = sqrt(o);

    (void)data;
    out->force = 4e3 * o * root_o * (1 + 0.2 * in->closing);
    out->d_overlap = 6e3 * root_o * (1 + 0.2 * in->closing);
    out->d_closing = 0.8e3 * o * root_o;
    out->elastic = 4e3 * o * root_o;
}

/* by which friction differs with the way along the surface */
static double lean;

static void
rub(const void *data, const struct quire_friction_in *in, struct quire_friction_out *out)
{
    const double t = tanh(in->slip / 0.3), way = 1 + lean * (1 - in->aside),
                 mu = 0.4 * way * in->factor;

    (void)data;
    out->force = -mu * in->normal * t;
    out->d_slip = -mu * in->normal * (1 - t * t) / 0.3;
    out->d_normal = -mu * t;
    out->d_factor = -0.4 * way * in->normal * t;
    out->d_aside = 0.4 * lean * in->factor * in->normal * t;
    out->limit = mu * in->normal;
}

static const struct quire_normal_law normal_law = {.eval = press};
static struct quire_friction_law friction_law = {.eval = rub};
static const struct quire_contact_law law = {
    .normal = &normal_law, .friction = &friction_law, .deepest = HUGE_VAL};

/* ---- places ---- */

static unsigned chance;

static double
uniform(double from, double to)
{
    chance = chance * 1664525u + 1013904223u;
    return from + (to - from) * (chance >> 8) / 16777216.0;
}

static quire_v4
four(double from, double to)
{
    quire_v4 v;

    for (int k = 0; k < LANES; k++) {
        v[k] = uniform(from, to);
    }
    return v;
}

/* What a case has: a normal that turns (bend) or stands; b turns, too; overdrive; arms that grow
 * with the distance; a material that turns under the place; friction that follows the overlap;
 * a share that fades. */
struct kind {
    bool round, two, drags, arms, swings, deeper, fades;
};

static struct place
random_place(const struct kind *kind)
{
    struct place p = {.on = {-1, -1, -1, -1}};
    const quire_v4 angle = four(-3, 3);

    for (int k = 0; k < LANES; k++) {
        p.n.x[k] = cos(angle[k]);
        p.n.y[k] = sin(angle[k]);
    }
    p.u = (struct flat){four(-1, 1), four(-1, 1)};
    p.overlap = four(0.1, 1);
    p.bend = kind->round ? four(-2, 2) : (quire_v4){0};
    p.share = four(0.2, 1);
    p.factor = four(0.5, 1);
    p.belt = four(-0.2, 0.2);
    p.surface = four(-0.2, 0.2);
    p.a = (struct turner){.t = {four(0.5, 2), four(-1, 1)},
                          .rate = {four(-1, 1), four(-1, 1)},
                          .arm = four(0.1, 0.5)};
    p.b = (struct turner){.t = {four(0.5, 2), four(-1, 1)},
                          .rate = {four(-1, 1), four(-1, 1)},
                          .arm = kind->two ? four(0.1, 0.5) : (quire_v4){0}};
    p.arm_by = kind->arms ? 0.5 : 0;
    p.swing = kind->swings ? uniform(-1, 1) : 0;
    p.drags = kind->drags;
    p.drag = four(-1e-4, 1e-4);
    p.rubs_deeper = kind->deeper;
    p.fades = kind->fades;
#ifdef QUIRE_PLACE_SPACE
    p.across = four(-0.5, 0.5);
#endif
    return p;
}

static void
evaluate(struct place *p, bool two)
{
    const bool deeper = p->rubs_deeper;
    struct place_asks ask;

    friction_law.directed = lean != 0;
    place_rates(p, two);
    place_laws(&law, p, NULL, &ask);
    if (deeper) {
        p->rubs_deeper = true;
        p->d_rub = four(-1e3, 1e3);
    }
    place_forces(p, two);
}

/* ---- the oracle ---- */

/* One lane: what moves, as numbers, and what acts. */
struct told {
    struct numbers w, u, t[2], rate[2], body;
    struct number across, turn, past;
    struct number fade;         /* by which the share changes, */
    struct number dear, deeper; /* the factor, and the overlap */
    struct numbers f, pair[2];
    struct number lateral, friction, slip, gap, lost;
};

static struct numbers
pair_of(struct flat a, int k)
{
    return (struct numbers){constant(a.x[k]), constant(a.y[k])};
}

static void
seed(struct numbers *at, int way, double by)
{
    at->x.d[way] += by;
    at->y.d[way + 1] += by;
}

/* the place as it is, moving in the ways of sheets; w: how far a has moved past b, 0 */
static struct told
seeded(const struct place *p, int k)
{
    struct told m = {.w = {constant(0), constant(0)},
                     .u = pair_of(p->u, k),
                     .t = {pair_of(p->a.t, k), pair_of(p->b.t, k)},
                     .rate = {pair_of(p->a.rate, k), pair_of(p->b.rate, k)},
                     .across = constant(0)};

    seed(&m.w, BY_X, CQ);
    seed(&m.u, BY_X, CV);
    for (int i = 0; i < 2; i++) {
        seed(m.t + i, i == 0 ? BY_AX : BY_BX, CQ);
        seed(m.rate + i, i == 0 ? BY_AX : BY_BX, CV);
    }
    /* past a material that turns */
    m.u = sum(m.u, by(constant(-p->swing), turned(m.w)));
    m.rate[0] = sum(m.rate[0], by(constant(-p->swing),
                                  turned(sum(m.t[0], by(constant(-1), pair_of(p->a.t, k))))));
#ifdef QUIRE_PLACE_SPACE
    m.across = constant(p->across[k]);
    m.across.d[BY_Z] = CV;
#endif
    return m;
}

/* the normal: turned by bend for each way along the tangent, to first order */
static struct numbers
normal_of(const struct place *p, int k, const struct told *m)
{
    const struct numbers n = pair_of(p->n, k), t = turned(n);
    const struct number turn = add(scale(p->bend[k], inner(t, m->w)), m->turn);

    return sum(n, by(turn, t));
}

static struct number
spin_of(struct numbers t, struct numbers rate)
{
    return over(inner(turned(t), rate), inner(t, t));
}

/* all that acts in lane k as the numbers in `m` have it */
static void
tell(const struct place *p, int k, bool two, struct told *m)
{
    const struct numbers n = normal_of(p, k, m), t = turned(n);
    const struct number farther = inner(pair_of(p->n, k), m->w),
                        overlap = add(sub(constant(p->overlap[k]), farther), m->deeper);
    const struct number arm[2] = {add(constant(p->a.arm[k]), scale(p->arm_by, farther)),
                                  add(constant(p->b.arm[k]), scale(p->arm_by, farther))};
    struct number slip = add(inner(t, m->u), m->past);

    for (int i = 0; i < (two ? 2 : 1); i++) {
        slip = sub(slip, mul(arm[i], spin_of(m->t[i], m->rate[i])));
    }
    slip = sub(slip, constant(p->belt[k] + p->surface[k]));
    const struct number closing = scale(-1, inner(n, m->u));
    struct quire_normal_out no;
    struct quire_friction_out fo;
    press(NULL, &(struct quire_normal_in){.overlap = overlap.x, .closing = closing.x}, &no);
    const struct number one = of_two(overlap, closing, no.force, no.d_overlap, no.d_closing),
                        share = add(constant(p->share[k]), m->fade), total = mul(share, one);
    if (p->drags) {
        slip = sub(slip, scale(p->drag[k], total));
    }
#ifdef QUIRE_PLACE_SPACE
    const struct number w = root(add(mul(slip, slip), mul(m->across, m->across)));
#else
    const struct number w = slip;
#endif
    const struct number aside = sub(constant(1), over(slip, w));
    rub(NULL,
        &(struct quire_friction_in){
            .slip = w.x, .aside = aside.x, .normal = one.x, .factor = p->factor[k]},
        &fo);
    struct number rubs =
        add(of_two(w, one, fo.force, fo.d_slip, fo.d_normal), scale(fo.d_factor, m->dear));
    rubs = add(rubs, scale(fo.d_aside, sub(aside, constant(aside.x))));
    if (p->rubs_deeper) {
        rubs = sub(rubs, scale(p->d_rub[k], sub(farther, m->deeper)));
    }
    rubs = mul(share, rubs);
#ifdef QUIRE_PLACE_SPACE
    m->friction = mul(over(rubs, w), slip);
    m->lateral = mul(over(rubs, w), m->across);
#else
    m->friction = rubs;
#endif
    m->slip = slip;
    m->gap = scale(-1, closing);
    m->lost = mul(share, of_two(closing, closing, no.force - no.elastic, no.d_closing, 0));
    m->f = sum(by(total, n), by(m->friction, t));
    for (int i = 0; i < (two ? 2 : 1); i++) {
        const struct number moment = scale(-1, mul(arm[i], m->friction));
        m->pair[i] = by(over(moment, inner(m->t[i], m->t[i])), turned(m->t[i]));
    }
}

/* ---- comparison ---- */

/* the largest number seen, and the largest difference */
struct deviation {
    double size, off;
};

static void
compare(struct deviation *d, double is, double was)
{
    d->size = fmax(d->size, fabs(was));
    d->off = fmax(d->off, fabs(is - was));
}

static void
compare_block(struct deviation *d, const quire_v4 block[4], int k, const struct numbers *was,
              int way)
{
    compare(d, block[0][k], was->x.d[way]);
    compare(d, block[1][k], was->x.d[way + 1]);
    compare(d, block[2][k], was->y.d[way]);
    compare(d, block[3][k], was->y.d[way + 1]);
}

static void
compare_forms(struct deviation *d, const struct forms *is, bool two, int k, const struct told *was)
{
    compare_block(d, is->f_w, k, &was->f, BY_X);
    compare_block(d, is->f_a, k, &was->f, BY_AX);
    compare_block(d, is->a_w, k, was->pair, BY_X);
    compare_block(d, is->a_a, k, was->pair, BY_AX);
    if (two) {
        compare_block(d, is->f_b, k, &was->f, BY_BX);
        compare_block(d, is->a_b, k, was->pair, BY_BX);
        compare_block(d, is->b_w, k, was->pair + 1, BY_X);
        compare_block(d, is->b_a, k, was->pair + 1, BY_AX);
        compare_block(d, is->b_b, k, was->pair + 1, BY_BX);
    }
#ifdef QUIRE_PLACE_SPACE
    const int column[3] = {BY_X, BY_Y, BY_Z};
    for (int i = 0; i < 3; i++) {
        compare(d, is->l_w[i][k], was->lateral.d[column[i]]);
    }
    for (int i = 0; i < 2; i++) {
        compare(d, is->l_a[i][k], was->lateral.d[BY_AX + i]);
        compare(d, is->f_z[i][k], (i == 0 ? was->f.x : was->f.y).d[BY_Z]);
        compare(d, is->a_z[i][k], (i == 0 ? was->pair[0].x : was->pair[0].y).d[BY_Z]);
        if (two) {
            compare(d, is->l_b[i][k], was->lateral.d[BY_BX + i]);
            compare(d, is->b_z[i][k], (i == 0 ? was->pair[1].x : was->pair[1].y).d[BY_Z]);
        }
    }
#endif
}

static const struct kind kinds[] = {
    {.round = false},
    {.round = true},
    {.round = true, .drags = true},
    {.round = true, .two = true, .arms = true},
    {.round = true, .swings = true},
    {.round = true, .deeper = true},
    {.round = true, .two = true, .drags = true, .fades = true},
    {.round = true, .fades = true, .deeper = true},
    {.round = true, .two = true, .drags = true, .arms = true, .swings = false},
};
#define KINDS (sizeof kinds / sizeof kinds[0])

/* ---- tests of both ---- */

static void
check_all_ways(void)
{
    for (size_t i = 0; i < KINDS; i++) {
        struct deviation d = {0, 0};
        for (int n = 0; n < STATES; n++) {
            struct place p = random_place(kinds + i);
            struct forms is;
            evaluate(&p, kinds[i].two);
            place_forms(&p, CQ, CV, kinds[i].two, &is);
            for (int k = 0; k < LANES; k++) {
                struct told was = seeded(&p, k);
                tell(&p, k, kinds[i].two, &was);
                compare_forms(&d, &is, kinds[i].two, k, &was);
            }
        }
        cr_expect_lt(d.off, 1e-13 * d.size, "kind %zu: %g of %g", i, d.off, d.size);
    }
}

static struct place_way
random_way(void)
{
    struct place_way way = {.w = {four(-1, 1), four(-1, 1)},
                            .u = {four(-1, 1), four(-1, 1)},
                            .past = four(-1, 1),
                            .turn = four(-1, 1),
                            .share = four(-1, 1),
                            .factor = four(-1, 1),
                            .overlap = four(-0.1, 0.1)};

    for (int k = 0; k < 2; k++) {
        way.t[k] = (struct flat){four(-1, 1), four(-1, 1)};
        way.rate[k] = (struct flat){four(-1, 1), four(-1, 1)};
    }
#ifdef QUIRE_PLACE_SPACE
    way.across = four(-1, 1);
#endif
    return way;
}

static struct numbers
moving(struct flat a, struct flat d, int k)
{
    struct numbers n = pair_of(a, k);

    n.x.d[BY_BODY] = d.x[k];
    n.y.d[BY_BODY] = d.y[k];
    return n;
}

/* lane k as it moves in a way, whatever that is made of */
static struct told
moved(const struct place *p, const struct place_way *way, int k)
{
    static const struct flat none;
    struct told m = {.w = moving(none, way->w, k), .u = moving(p->u, way->u, k)};

    m.t[0] = moving(p->a.t, way->t[0], k);
    m.t[1] = moving(p->b.t, way->t[1], k);
    m.rate[0] = moving(p->a.rate, way->rate[0], k);
    m.rate[1] = moving(p->b.rate, way->rate[1], k);
    m.past.d[BY_BODY] = way->past[k];
    m.turn.d[BY_BODY] = way->turn[k];
    if (p->fades) {
        m.fade.d[BY_BODY] = way->share[k];
        m.dear.d[BY_BODY] = way->factor[k];
        m.deeper.d[BY_BODY] = way->overlap[k];
    }
#ifdef QUIRE_PLACE_SPACE
    m.across = constant(p->across[k]);
    m.across.d[BY_BODY] = way->across[k];
#endif
    return m;
}

/* a number after the way */
static double
after(struct number x)
{
    return x.x + x.d[BY_BODY];
}

static void
check_one_way(void)
{
    for (size_t i = 0; i < KINDS; i++) {
        struct deviation d = {0, 0};
        for (int n = 0; n < STATES; n++) {
            const bool two = kinds[i].two;
            struct place p = random_place(kinds + i);
            const struct place_way way = random_way();
            struct place_powers now = {.friction = {0}}, then = {.friction = {0}};
            evaluate(&p, two);
            const struct place_change c = place_respond(&p, &way, two);
            place_power(&p, &now);
            place_power_after(&p, &way, two, &then);
            for (int k = 0; k < LANES; k++) {
                struct told m = moved(&p, &way, k);
                tell(&p, k, two, &m);
                const struct flat pair[2] = {
                    mix(c.moment_a, p.a.pair, p.moment_a, pair_by(&p.a, way.t[0])),
                    mix(c.moment_b, p.b.pair, p.moment_b, pair_by(&p.b, way.t[1]))};
                for (int e = 0; e < (two ? 2 : 1); e++) {
                    compare(&d, pair[e].x[k], m.pair[e].x.d[BY_BODY]);
                    compare(&d, pair[e].y[k], m.pair[e].y.d[BY_BODY]);
                }
                compare(&d, c.f.x[k], m.f.x.d[BY_BODY]);
                compare(&d, c.f.y[k], m.f.y.d[BY_BODY]);
                const double belt = p.belt[k] + (p.drags ? p.drag[k] * p.total[k] : 0);
                double power = m.friction.x * m.slip.x, powers = after(m.friction) * after(m.slip);
#ifdef QUIRE_PLACE_SPACE
                compare(&d, c.lateral[k], m.lateral.d[BY_BODY]);
                power += m.lateral.x * m.across.x;
                powers += after(m.lateral) * after(m.across);
#endif
                compare(&d, now.friction[k], power);
                compare(&d, now.belts[k], m.friction.x * belt);
                compare(&d, now.lost[k], -m.lost.x * m.gap.x);
                compare(&d, then.friction[k], powers);
                compare(&d, then.belts[k], after(m.friction) * belt);
                compare(&d, then.lost[k], -after(m.lost) * after(m.gap));
            }
        }
        cr_expect_lt(d.off, 1e-13 * d.size, "kind %zu: %g of %g", i, d.off, d.size);
    }
}

#include "motion/soft_stress.h"

#include <math.h>

static const struct quire_map no_map;

/* V and V' as maps */
static struct quire_map
stretch_of(const struct quire_strain *s)
{
    return (struct quire_map){s->c, dual(0), s->a, s->b};
}

/* velocity gradient: V' V^-1 + theta' V W V^-1 */
static struct quire_map
gradient(const struct quire_strain *s)
{
    const struct quire_map v = stretch_of(s), back = map_inverse(&v);
    const struct quire_map rate = {s->dc, dual_mul(s->spin, s->c),
                                   dual_add(s->da, dual_mul(s->spin, s->b)),
                                   dual_sub(s->db, dual_mul(s->spin, s->a))};

    return map_mul(&rate, &back);
}

static struct quire_map
symmetric(const struct quire_map *m)
{
    return (struct quire_map){m->p, dual(0), m->a, m->b};
}

/* dphi/dF F^T or F^T dphi/dF from F F^T or F^T F: G B, or G (B - I) + Lambda ln det F; what the
 * pressure carries is left out */
static struct quire_map
elastic(const struct quire_soft_motion *soft, const struct quire_map *b, struct quire_dual det)
{
    struct quire_map k = {dual(0), dual(0), dual_times(soft->shear, b->a),
                          dual_times(soft->shear, b->b)};

    if (soft->compressible) {
        k.p = dual_add(dual_times(soft->shear, dual_sub(b->p, dual(1))),
                       dual_times(soft->lame, dual_log(det)));
    }
    return k;
}

/* energy per volume */
static struct quire_dual
density(const struct quire_soft_motion *soft, const struct quire_map *b, struct quire_dual det)
{
    struct quire_dual energy = dual_times(soft->shear, dual_sub(b->p, dual(1)));

    if (soft->compressible) {
        const struct quire_dual bulk = dual_log(det);
        energy = dual_add(energy, dual_sub(dual_times(0.5 * soft->lame, dual_mul(bulk, bulk)),
                                           dual_times(soft->shear, bulk)));
    }
    return energy;
}

/* what V' and theta' do against the Kirchhoff stress k = S F^T, for each of them: -volume k : (A
 * V^-1) */
static void
stress_forces(const struct quire_soft_motion *soft, const struct quire_strain *s,
              const struct quire_map *k, struct quire_stress *out)
{
    const double scale = -2 * soft->volume;
    const struct quire_map v = stretch_of(s);
    const struct quire_dual det = map_det(&v);

    out->on[0] =
        dual_times(scale, dual_div(dual_sub(dual_mul(s->c, k->a), dual_mul(s->a, k->p)), det));
    out->on[1] =
        dual_times(scale, dual_div(dual_sub(dual_mul(s->c, k->b), dual_mul(s->b, k->p)), det));
    out->on[2] = dual_times(
        scale, dual_div(dual_sub(dual_mul(s->c, k->p), dual_dot(s->a, k->a, s->b, k->b)), det));
    out->on_angle = dual_times(
        2 * scale,
        dual_div(dual_mul(s->c, dual_sub(dual_mul(s->b, k->a), dual_mul(s->a, k->b))), det));
    out->against_spin = out->on_angle.x;
}

/* Coriolis and centrifugal forces */
static void
inertia_forces(const struct quire_soft_motion *soft, const struct quire_strain *s,
               struct quire_stress *out)
{
    const double j = 2 * soft->inertia;
    const struct quire_dual square = dual_mul(s->spin, s->spin);
    const struct quire_dual along =
        dual_add(dual_dot(s->a, s->da, s->b, s->db), dual_mul(s->c, s->dc));

    out->on[0] = dual_add(
        out->on[0],
        dual_times(j, dual_sub(dual_mul(square, s->a), dual_times(2, dual_mul(s->spin, s->db)))));
    out->on[1] = dual_add(
        out->on[1],
        dual_times(j, dual_add(dual_mul(square, s->b), dual_times(2, dual_mul(s->spin, s->da)))));
    out->on[2] = dual_add(out->on[2], dual_times(j, dual_mul(square, s->c)));
    out->on_angle = dual_sub(out->on_angle, dual_times(2 * j, dual_mul(s->spin, along)));
}

/* c follows a and b: its forces act on them, and so does the inertia of its curved way */
static void
follow(const struct quire_soft_motion *soft, const struct quire_strain *s, struct quire_stress *out)
{
    const struct quire_dual bend =
        dual_div(dual_sub(dual_square(s->da, s->db), dual_mul(s->dc, s->dc)), s->c);
    const struct quire_dual force =
        dual_div(dual_sub(out->on[2], dual_times(2 * soft->inertia, bend)), s->c);

    out->on[0] = dual_add(out->on[0], dual_mul(s->a, force));
    out->on[1] = dual_add(out->on[1], dual_mul(s->b, force));
}

/* ---- contraction ---- */

/* F_e and what the equation of growth is made of */
struct growth {
    struct quire_map f, back, up, down; /* F_e, F_e^-1, F_e^T, F_e^-T */
    struct quire_map known;             /* right-hand side but for viscosity */
    struct quire_map d;                 /* sym(L) */
};

/* F_e^T sym(F_e X F_e^-1) F_e^-T */
static struct quire_map
pulled(const struct growth *g, const struct quire_map *rate)
{
    struct quire_map m = map_mul(&g->f, rate);

    m = map_mul(&m, &g->back);
    m = symmetric(&m);
    m = map_mul(&g->up, &m);
    return map_mul(&m, &g->down);
}

static void
put_column(struct quire_dual a[4][5], int column, const struct quire_map *m)
{
    a[0][column] = m->p;
    a[1][column] = m->q;
    a[2][column] = m->a;
    a[3][column] = m->b;
}

/* (mu_gamma + mu times what `pulled` does) X = known + mu F_e^T sym(L) F_e^-T; without change of
 * area X has no p */
static struct quire_map
solve_growth(const struct quire_soft_motion *soft, const struct growth *g)
{
    static const struct quire_map unit[4] = {
        {.p = {1, 0}}, {.q = {1, 0}}, {.a = {1, 0}}, {.b = {1, 0}}};
    const int first = soft->compressible ? 0 : 1;
    struct quire_dual a[4][5], x[4] = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};
    struct quire_map m = map_mul(&g->up, &g->d);

    m = map_mul(&m, &g->down);
    m = map_times(soft->viscosity, &m);
    m = map_add(&g->known, &m);
    put_column(a, 4, &m);
    for (int k = first; k < 4; k++) {
        m = pulled(g, unit + k);
        m = map_times(soft->viscosity, &m);
        put_column(a, k, &m);
        a[k][k].x += soft->growth;
    }
    /* the diagonal leads: mu_gamma I and a map near a projection */
    for (int k = first; k < 4; k++) {
        for (int i = k + 1; i < 4; i++) {
            const struct quire_dual l = dual_div(a[i][k], a[k][k]);
            for (int j = k; j < 5; j++) {
                a[i][j] = dual_sub(a[i][j], dual_mul(l, a[k][j]));
            }
        }
    }
    for (int k = 3; k >= first; k--) {
        x[k] = a[k][4];
        for (int j = k + 1; j < 4; j++) {
            x[k] = dual_sub(x[k], dual_mul(a[k][j], x[j]));
        }
        x[k] = dual_div(x[k], a[k][k]);
    }
    return (struct quire_map){x[0], x[1], x[2], x[3]};
}

/* Kirchhoff stress S F^T of what contracts; its rate of growth into out */
static struct quire_map
contractile(const struct quire_soft_motion *soft, const struct quire_strain *s,
            const struct quire_map *d, struct quire_stress *out)
{
    const struct quire_map v = stretch_of(s), shrunk = map_inverse(&s->grown);
    const struct quire_dual size = map_det(&s->grown);
    struct growth g = {.d = *d};

    g.f = map_mul(&v, &shrunk);
    g.back = map_inverse(&g.f);
    g.up = map_transpose(&g.f);
    g.down = map_transpose(&g.back);
    const struct quire_map b = map_mul(&g.f, &g.up), c = map_mul(&g.up, &g.f);
    const struct quire_dual det = map_det(&g.f), energy = density(soft, &c, det);
    struct quire_map k = elastic(soft, &b, det), rate;
    g.known = elastic(soft, &c, det);
    g.known.p = dual_sub(g.known.p, energy);
    g.known = (struct quire_map){dual_mul(size, g.known.p), dual_mul(size, g.known.q),
                                 dual_mul(size, g.known.a), dual_mul(size, g.known.b)};
    const struct quire_map alone = g.known;
    g.known = map_add(&g.known, &s->stress);
    rate = soft->contracts == QUIRE_CONTRACTS_BY_STRETCH ? s->growing : solve_growth(soft, &g);
    struct quire_map inner = map_mul(&g.f, &rate);
    inner = map_mul(&inner, &g.back);
    inner = symmetric(&inner);
    inner = map_times(-1, &inner);
    inner = map_add(d, &inner); /* sym(F_e' F_e^-1) */
    k = (struct quire_map){dual_mul(size, k.p), dual(0), dual_mul(size, k.a), dual_mul(size, k.b)};
    const struct quire_map flow = map_times(soft->viscosity, &inner);
    k = map_add(&k, &flow);
    const double creep = soft->growth * map_product(&rate, &rate);
    out->lost = soft->volume * (soft->viscosity * map_product(&inner, &inner) + creep);
    /* a driven G takes whatever Q that needs */
    out->active =
        soft->volume *
        (soft->contracts == QUIRE_CONTRACTS_BY_STRETCH
             ? creep - map_product(&alone, &rate) -
                   soft->viscosity * (map_product(&inner, d) - map_product(&inner, &inner))
             : map_product(&s->stress, &rate));
    out->growth = map_mul(&rate, &s->grown);
    /* seen from the turning frame: theta' (W G - G W) */
    out->growth.a = dual_sub(out->growth.a, dual_times(2, dual_mul(s->spin, s->grown.b)));
    out->growth.b = dual_add(out->growth.b, dual_times(2, dual_mul(s->spin, s->grown.a)));
    return k;
}

/* On a, b, c and theta as if c were free, without what the pressure does. Returns the Kirchhoff
 * stress, but for what the pressure carries. */
static struct quire_map
free_stress(const struct quire_soft_motion *soft, struct quire_strain *s, struct quire_stress *out)
{
    if (!soft->compressible) {
        s->c = dual_sqrt(dual_add(dual(1), dual_square(s->a, s->b)));
        s->dc = dual_div(dual_dot(s->a, s->da, s->b, s->db), s->c);
    }
    const struct quire_map l = gradient(s), d = symmetric(&l), v = stretch_of(s);
    struct quire_map k;
    out->active = 0;
    out->growth = no_map;
    if (soft->contracts != QUIRE_CONTRACTS_NOT) {
        k = contractile(soft, s, &d, out);
    } else {
        const struct quire_map b = map_mul(&v, &v), flow = map_times(soft->viscosity, &d);
        k = elastic(soft, &b, map_det(&v));
        k = map_add(&k, &flow);
        out->lost = soft->volume * soft->viscosity * map_product(&d, &d);
    }
    stress_forces(soft, s, &k, out);
    inertia_forces(soft, s, out);
    return k;
}

void
quire_soft_stress(const struct quire_soft_motion *soft, struct quire_strain *s,
                  struct quire_stress *out)
{
    free_stress(soft, s, out);
    if (!soft->compressible) {
        follow(soft, s, out);
    }
}

/* The part of the pressure that the map K leaves out, from d2(det V)/dt2 = 0 and 2 J times the
 * accelerations of a, b and c being the forces on them with 2 volume p (-a, -b, c). */
static double
reaction(const struct quire_soft_motion *soft, const struct quire_strain *s,
         const struct quire_stress *stress, double squeeze)
{
    const double a = s->a.x, b = s->b.x, c = s->c.x,
                 bend = dual_square(s->da, s->db).x - s->dc.x * s->dc.x;
    const double squeezed =
        squeeze + c * stress->on[2].x - a * stress->on[0].x - b * stress->on[1].x;

    return (2 * soft->inertia * bend - squeezed) / (2 * soft->volume * (a * a + b * b + c * c));
}

double
quire_soft_mean_stress(const struct quire_soft_motion *soft, const struct quire_command *command,
                       const double *q, const double *v, const double *z, double squeeze,
                       double *pressure)
{
    struct quire_strain s;
    struct quire_stress stress;

    quire_soft_strain(soft, command, q, v, z, &s);
    const struct quire_map k = free_stress(soft, &s, &stress), stretched = stretch_of(&s),
                           shrunk = map_inverse(&s.grown);
    if (soft->compressible) {
        *pressure = (double)NAN;
        return k.p.x / map_det(&stretched).x;
    }
    const struct quire_map f = map_mul(&stretched, &shrunk), up = map_transpose(&f),
                           square = map_mul(&f, &up);
    const double carried = reaction(soft, &s, &stress, squeeze);
    *pressure = carried + soft->shear * map_det(&s.grown).x * square.p.x;
    return k.p.x - carried;
}

double
quire_soft_energy(const struct quire_soft_motion *soft, const double e[3],
                  const struct quire_map *grown)
{
    const double c = soft->compressible ? e[2] : sqrt(1 + e[0] * e[0] + e[1] * e[1]);
    const struct quire_map v = {dual(c), dual(0), dual(e[0]), dual(e[1])},
                           shrunk = map_inverse(grown), f = map_mul(&v, &shrunk),
                           up = map_transpose(&f), b = map_mul(&up, &f);

    return soft->volume * map_det(grown).x * density(soft, &b, map_det(&f)).x;
}

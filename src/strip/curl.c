#include "strip/curl.h"

#include <string.h>

#include "math/kernel.h"
#include "strip/across.h"

/* The nodes that the bow at node (i, j) depends on: those before, at and behind it along, and
 * beside it across. */
enum { BEFORE, HERE, BEHIND, LOWER, UPPER, NODES };

/* what all bows of a sheet share */
struct scale {
    /* weights of the second differences, of the whole width; at inner stations */
    double along, across;
};

/* The bow w . n: second differences along the normal n = c x t / |c x t|. Vectors have three lanes,
 * the fourth is 0. */
struct bow {
    double of_w[NODES], of_t[NODES], of_c[NODES]; /* how much of w, t, c is each node's place */
    quire_v4 w, t, c, n;
    double inverse; /* 1 / |c x t| */
    quire_v4 g;     /* w's part across n, times that */
    double size;    /* w . n */
};

/* columns of a matrix of 3 x 3 */
struct matrix {
    quire_v4 column[3];
};

QUIRE_INLINE double
dot(quire_v4 a, quire_v4 b)
{
    const quire_v4 p = a * b;

    return (p[0] + p[1]) + p[2];
}

QUIRE_INLINE quire_v4
cross(quire_v4 a, quire_v4 b)
{
    return QUIRE_PICK(a, a, 1, 2, 0, 3) * QUIRE_PICK(b, b, 2, 0, 1, 3) -
           QUIRE_PICK(a, a, 2, 0, 1, 3) * QUIRE_PICK(b, b, 1, 2, 0, 3);
}

static struct scale
scale_of(const struct quire_ladder *l)
{
    return (struct scale){l->bend_md * l->curl_md * l->width / l->h,
                          l->bend_cd * l->curl_cd / l->w};
}

/* the place of a node in the vectors */
QUIRE_INLINE ptrdiff_t
place_of(const struct quire_ladder *l, int i, int j, int node)
{
    return (ptrdiff_t)(i + (node == BEFORE ? -1 : node == BEHIND)) * l->block +
           (ptrdiff_t)(3 * (j + (node == LOWER ? -1 : node == UPPER)));
}

QUIRE_INLINE void
weigh(const struct quire_ladder *l, const struct scale *scale, int i, int j, struct bow *b)
{
    const int before = i > 0, behind = i<l->n, lower = j> 0, upper = j < l->m - 1;
    const double along = quire_hinge(l, i) > 0 ? scale->along * l->share[j] : 0;
    const double across = lower && upper ? scale->across * quire_station_length(l, i) : 0;

    b->of_w[BEFORE] = before * along;
    b->of_w[BEHIND] = behind * along;
    b->of_w[LOWER] = b->of_w[UPPER] = across;
    b->of_w[HERE] = -(before + behind) * along - 2 * across;
    b->of_t[BEFORE] = -before;
    b->of_t[BEHIND] = behind;
    b->of_t[HERE] = before - behind;
    b->of_t[LOWER] = b->of_t[UPPER] = 0;
    b->of_c[LOWER] = -lower;
    b->of_c[UPPER] = upper;
    b->of_c[HERE] = lower - upper;
    b->of_c[BEFORE] = b->of_c[BEHIND] = 0;
}

/* whether a bow depends on a node */
QUIRE_INLINE bool
meets(const struct bow *b, int node)
{
    return node == HERE || b->of_t[node] != 0 || b->of_c[node] != 0;
}

/* of one of the nodes; of the bow's own where that one does not exist and has no weight */
QUIRE_INLINE quire_v4
place(const struct quire_ladder *l, const double *q, int i, int j, const struct bow *b, int node)
{
    const double *x = q + place_of(l, i, j, meets(b, node) ? node : HERE);

    return (quire_v4){x[0], x[1], x[2], 0};
}

/* Whether there is a bow at node (i, j); beyond clamped ends the sheet goes on in their directions.
 */
QUIRE_INLINE bool
bow_of(const struct quire_ladder *l, const struct quire_ladder_work *work,
       const struct scale *scale, const double *q, int i, int j, struct bow *b)
{
    weigh(l, scale, i, j, b);
    if (b->of_w[HERE] == 0) {
        return false;
    }
    const quire_v4 x[NODES] = {place(l, q, i, j, b, BEFORE), place(l, q, i, j, b, HERE),
                               place(l, q, i, j, b, BEHIND), place(l, q, i, j, b, LOWER),
                               place(l, q, i, j, b, UPPER)};
    /* from either side the same */
    b->w = ((b->of_w[BEFORE] * x[BEFORE] + b->of_w[BEHIND] * x[BEHIND]) + b->of_w[HERE] * x[HERE]) +
           (b->of_w[LOWER] * x[LOWER] + b->of_w[UPPER] * x[UPPER]);
    b->t = (b->of_t[BEFORE] * x[BEFORE] + b->of_t[BEHIND] * x[BEHIND]) + b->of_t[HERE] * x[HERE];
    b->c = (b->of_c[LOWER] * x[LOWER] + b->of_c[UPPER] * x[UPPER]) + b->of_c[HERE] * x[HERE];
    if ((i == 0 || i == l->n) && l->clamped[i > 0]) {
        const double *given = work->direction[i > 0];
        const quire_v4 beyond = l->h * (quire_v4){given[0], given[1], given[2], 0};
        b->w += (i == 0 ? -b->of_w[BEHIND] : b->of_w[BEFORE]) * beyond;
        b->t += beyond;
    }
    const quire_v4 normal = cross(b->c, b->t);
    b->inverse = 1 / __builtin_sqrt(dot(normal, normal));
    b->n = b->inverse * normal;
    b->size = dot(b->w, b->n);
    b->g = b->inverse * (b->w - b->size * b->n);
    return true;
}

double
quire_curl_energy(const struct quire_ladder *l, const struct quire_ladder_work *work,
                  const double *q)
{
    const struct scale scale = scale_of(l);
    double sum = 0;

    for (int i = 0; quire_curled(l) && i <= l->n; i++) {
        double term[QUIRE_COLUMNS_MOST];
        for (int j = 0; j < l->m; j++) {
            struct bow b;
            term[j] = bow_of(l, work, &scale, q, i, j, &b) ? -b.size : 0;
        }
        sum += quire_sum_across(term, l->m);
    }
    return sum;
}

QUIRE_INLINE void
add_force(double *f, quire_v4 force)
{
    f[0] += force[0];
    f[1] += force[1];
    f[2] += force[2];
}

QUIRE_CLONES void
quire_curl_forces(const struct quire_ladder *l, const struct quire_ladder_work *work,
                  const double *q, double *f)
{
    const struct scale scale = scale_of(l);

    for (int i = 0; i <= l->n; i++) {
        quire_v4 beside[2][QUIRE_COLUMNS_MOST + 2]; /* on the node above, below; of column j - 1 */
        bool any = false;
        memset(beside, 0, sizeof beside);
        for (int j = 0; j < l->m; j++) {
            struct bow b;
            if (!bow_of(l, work, &scale, q, i, j, &b)) {
                continue;
            }
            const quire_v4 by_c = cross(b.t, b.g), by_t = cross(b.g, b.c);
            any = true;
            for (int k = 0; k < NODES; k++) {
                const quire_v4 force = b.of_w[k] * b.n + (b.of_t[k] * by_t + b.of_c[k] * by_c);
                if (k >= LOWER) {
                    beside[k == LOWER][j + 1] = force;
                } else if (k == HERE || b.of_t[k] != 0) {
                    add_force(f + place_of(l, i, j, k), force);
                }
            }
        }
        for (int j = 0; any && j < l->m; j++) {
            add_force(f + place_of(l, i, j, HERE), beside[0][j] + beside[1][j + 2]);
        }
    }
}

/* a [b], [b] being the matrix of b's cross product from the left */
QUIRE_INLINE struct matrix
times_turn(const struct matrix *a, quire_v4 b)
{
    return (struct matrix){{b[2] * a->column[1] - b[1] * a->column[2],
                            b[0] * a->column[2] - b[2] * a->column[0],
                            b[1] * a->column[0] - b[0] * a->column[1]}};
}

QUIRE_INLINE struct matrix
transposed(const struct matrix *a)
{
    const quire_v4 zero = {0};
    quire_v4 out[4];

    quire_transpose4(out, a->column[0], a->column[1], a->column[2], zero);
    return (struct matrix){{out[0], out[1], out[2]}};
}

QUIRE_INLINE struct matrix
symmetric(const struct matrix *a)
{
    const struct matrix other = transposed(a);

    return (struct matrix){{0.5 * (a->column[0] + other.column[0]),
                            0.5 * (a->column[1] + other.column[1]),
                            0.5 * (a->column[2] + other.column[2])}};
}

/* second derivatives of a bow by w, t and c, from which those by places follow; _back: transposed
 */
struct bow_matrix {
    struct matrix wt, wt_back, wc, wc_back, tt, cc, tc, tc_back, turn;
};

QUIRE_INLINE void
differentiate(const struct bow *b, struct bow_matrix *m)
{
    static const _Alignas(32) double unit[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
    struct matrix by_n, by_nn, half;

    for (int k = 0; k < 3; k++) {
        by_n.column[k] = b->inverse * (quire_lanes(unit[k]) - b->n[k] * b->n);
        by_nn.column[k] =
            -b->inverse * ((b->g[k] * b->n + b->n[k] * b->g) + b->size * by_n.column[k]);
        m->turn.column[k] = cross(b->g, quire_lanes(unit[k]));
    }
    m->wt = times_turn(&by_n, b->c); /* d(c x t) = c x dt - t x dc */
    m->wc = times_turn(&by_n, b->t);
    m->wt_back = transposed(&m->wt);
    m->wc_back = transposed(&m->wc);
    half = times_turn(&by_nn, b->c);
    half = transposed(&half);
    m->tt = times_turn(&half, b->c);
    m->tt = symmetric(&m->tt);
    half = times_turn(&by_nn, b->t);
    half = transposed(&half);
    m->tc_back = times_turn(&half, b->c);
    m->tc = transposed(&m->tc_back);
    m->cc = times_turn(&half, b->t);
    m->cc = symmetric(&m->cc);
}

/* With dN = B dr of a node: P B and its transpose; what B^T Q B and the turn are for the other
 * node's t, and for its c */
struct node_matrix {
    struct matrix linear, linear_back, by_t, by_c;
};

QUIRE_INLINE struct node_matrix
node_matrix(const struct bow *b, const struct bow_matrix *m, int node)
{
    const double t = b->of_t[node], c = b->of_c[node];
    struct node_matrix out;

    for (int k = 0; k < 3; k++) {
        out.linear.column[k] = t * m->wt.column[k] - c * m->wc.column[k];
        out.linear_back.column[k] = t * m->wt_back.column[k] - c * m->wc_back.column[k];
        out.by_t.column[k] = t * m->tt.column[k] + c * (m->turn.column[k] - m->tc.column[k]);
        out.by_c.column[k] = c * m->cc.column[k] - t * (m->turn.column[k] + m->tc_back.column[k]);
    }
    return out;
}

/* second derivatives of a bow by the places of two of its nodes */
QUIRE_INLINE struct matrix
block_of(const struct bow *b, const struct node_matrix *m, int p, int q)
{
    struct matrix out;

    for (int k = 0; k < 3; k++) {
        out.column[k] =
            (b->of_w[p] * m[q].linear.column[k] + b->of_w[q] * m[p].linear_back.column[k]) +
            (b->of_t[p] * m[q].by_t.column[k] + b->of_c[p] * m[q].by_c.column[k]);
    }
    return out;
}

/* of all bows of one station */
struct station {
    struct matrix block[QUIRE_COLUMNS_MOST][NODES][NODES];
};

QUIRE_INLINE void
take(double *entry, double cq, quire_v4 value)
{
    /* the fourth is not this node's and stays as it is */
    quire_store4(entry, quire_load4(entry) - cq * value);
}

/* Adds what a station's bows have of rows of node column k in columns of node column p, at most two
 * apart: sums that are their own mirror images. */
QUIRE_INLINE void
add_pair(const struct quire_ladder *l, const struct station *t, int i, int k, int p, double cq,
         struct quire_slabs *s)
{
    const int out = p > k ? UPPER : LOWER, in = p > k ? LOWER : UPPER,
              apart = p > k ? p - k : k - p;

    for (int at = 0; at < 9; at++) {
        const int a = at / 3, b = at % 3, row = i + a - 1, column = i + b - 1;
        const bool here = a == HERE && b == HERE;
        if (row < 0 || row > l->n || column < 0 || column > l->n ||
            (apart == 1 && a != HERE && b != HERE) || (apart == 2 && !here)) {
            continue;
        }
        for (int c = 0; c < 3; c++) {
            double *entry = quire_slab_entries(s, row, column, 3 * p + c) + 3 * k;
            quire_v4 sum = {0};
            if (apart == 0) {
                const quire_v4 lower =
                    here && k > 0 ? t->block[k - 1][UPPER][UPPER].column[c] : sum;
                const quire_v4 upper =
                    here && k < l->m - 1 ? t->block[k + 1][LOWER][LOWER].column[c] : sum;
                sum = t->block[k][a][b].column[c] + (lower + upper);
            } else if (apart == 1) {
                const quire_v4 own = b == HERE ? t->block[k][a][out].column[c] : sum,
                               other = a == HERE ? t->block[p][in][b].column[c] : sum;
                sum = own + other;
            } else {
                sum = t->block[(k + p) / 2][in][out].column[c];
            }
            take(entry, cq, sum);
        }
    }
}

QUIRE_CLONES void
quire_curl_matrix(const struct quire_ladder *l, const struct quire_ladder_work *work,
                  const double *q, double cq, struct quire_slabs *s)
{
    static const struct matrix nothing = {{{0}}};
    const struct scale scale = scale_of(l);

    for (int i = 0; i <= l->n; i++) {
        struct station station;
        bool any = false;
        for (int j = 0; j < l->m; j++) {
            struct bow b;
            struct bow_matrix m;
            struct node_matrix node[NODES];
            if (!bow_of(l, work, &scale, q, i, j, &b)) {
                memset(station.block[j], 0, sizeof station.block[j]);
                continue;
            }
            any = true;
            differentiate(&b, &m);
            for (int k = 0; k < NODES; k++) {
                node[k] = node_matrix(&b, &m, k);
            }
            for (int k = 0; k < NODES; k++) {
                for (int p = 0; p < NODES; p++) {
                    station.block[j][k][p] =
                        meets(&b, k) && meets(&b, p) ? block_of(&b, node, k, p) : nothing;
                }
            }
        }
        for (int k = 0; any && k < l->m; k++) {
            for (int p = k > 2 ? k - 2 : 0; p < l->m && p <= k + 2; p++) {
                add_pair(l, &station, i, k, p, cq, s);
            }
        }
    }
}

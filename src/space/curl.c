#include "space/curl.h"

#include <math.h>
#include <string.h>

#include "space/across.h"

/* The nodes that the bow at node (i, j) depends on: those before, at and behind it along, and beside it across. */
enum { BEFORE, HERE, BEHIND, LOWER, UPPER, NODES };

/* The bow w . n: a second difference along the normal, n = c x t / |c x t|. */
struct bow {
    double of_w[NODES], of_t[NODES], of_c[NODES]; /* how much of w, t, c is each node's place */
    double w[3], t[3], c[3], n[3];
    double inverse; /* 1 / |c x t| */
    double g[3];    /* w's part across n, times that */
};

typedef double matrix3[3][3];

static double
dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void
cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* the place of a node in the vectors */
static ptrdiff_t
place_of(const struct quire_ladder *l, int i, int j, int node)
{
    return (ptrdiff_t)(i + (node == BEFORE ? -1 : node == BEHIND)) * l->block + (ptrdiff_t)(3 * (j + (node == LOWER ? -1 : node == UPPER)));
}

static void
weigh(const struct quire_ladder *l, int i, int j, struct bow *b)
{
    const int before = i > 0, behind = i < l->n, lower = j > 0, upper = j < l->m - 1;
    const double along = quire_hinge(l, i) > 0 ? l->bend_md * l->curl_md * l->share[j] * l->width / l->h : 0;
    const double across = lower && upper ? l->bend_cd * l->curl_cd * quire_station_length(l, i) / l->w : 0;

    memset(b, 0, sizeof *b);
    b->of_w[BEFORE] = before ? along : 0;
    b->of_w[BEHIND] = behind ? along : 0;
    b->of_w[LOWER] = b->of_w[UPPER] = across;
    b->of_w[HERE] = -(before + behind) * along - 2 * across;
    b->of_t[BEFORE] = before ? -1 : 0;
    b->of_t[BEHIND] = behind ? 1 : 0;
    b->of_t[HERE] = before - behind;
    b->of_c[LOWER] = lower ? -1 : 0;
    b->of_c[UPPER] = upper ? 1 : 0;
    b->of_c[HERE] = lower - upper;
}

/* Whether there is a bow at node (i, j); beyond clamped ends the sheet goes on in their directions. */
static bool
bow_of(const struct quire_ladder *l, const struct quire_ladder_work *work, const double *q, int i, int j, struct bow *b)
{
    const double *x[NODES];
    double normal[3];

    weigh(l, i, j, b);
    if (b->of_w[HERE] == 0) {
        return false;
    }
    for (int k = 0; k < NODES; k++) { /* what does not exist has no weight */
        x[k] = q + place_of(l, i, j, b->of_t[k] != 0 || b->of_c[k] != 0 ? k : HERE);
    }
    for (int c = 0; c < 3; c++) { /* from either side the same */
        const double along = (b->of_w[BEFORE] * x[BEFORE][c] + b->of_w[BEHIND] * x[BEHIND][c]) + b->of_w[HERE] * x[HERE][c];
        b->w[c] = along + (b->of_w[LOWER] * x[LOWER][c] + b->of_w[UPPER] * x[UPPER][c]);
        b->t[c] = (b->of_t[BEFORE] * x[BEFORE][c] + b->of_t[BEHIND] * x[BEHIND][c]) + b->of_t[HERE] * x[HERE][c];
        b->c[c] = (b->of_c[LOWER] * x[LOWER][c] + b->of_c[UPPER] * x[UPPER][c]) + b->of_c[HERE] * x[HERE][c];
    }
    if ((i == 0 || i == l->n) && l->clamped[i > 0]) {
        const double along = i == 0 ? -b->of_w[BEHIND] : b->of_w[BEFORE];
        for (int c = 0; c < 3; c++) {
            b->w[c] += along * l->h * work->direction[i > 0][c];
            b->t[c] += l->h * work->direction[i > 0][c];
        }
    }
    cross(b->c, b->t, normal);
    b->inverse = 1 / sqrt(dot(normal, normal));
    for (int c = 0; c < 3; c++) {
        b->n[c] = normal[c] * b->inverse;
    }
    for (int c = 0; c < 3; c++) {
        b->g[c] = (b->w[c] - dot(b->w, b->n) * b->n[c]) * b->inverse;
    }
    return true;
}

double
quire_curl_energy(const struct quire_ladder *l, const struct quire_ladder_work *work, const double *q)
{
    double sum = 0;

    for (int i = 0; quire_curled(l) && i <= l->n; i++) {
        double term[QUIRE_COLUMNS_MOST];
        for (int j = 0; j < l->m; j++) {
            struct bow b;
            term[j] = bow_of(l, work, q, i, j, &b) ? -dot(b.w, b.n) : 0;
        }
        sum += quire_sum_across(term, l->m);
    }
    return sum;
}

void
quire_curl_forces(const struct quire_ladder *l, const struct quire_ladder_work *work, const double *q, double *f)
{
    for (int i = 0; i <= l->n; i++) {
        double beside[2][QUIRE_COLUMNS_MOST + 2][3] = {{{0}}}; /* on the node above, below; of column j - 1 */
        for (int j = 0; j < l->m; j++) {
            struct bow b;
            double by_c[3], by_t[3];
            if (!bow_of(l, work, q, i, j, &b)) {
                continue;
            }
            cross(b.t, b.g, by_c);
            cross(b.g, b.c, by_t);
            for (int k = 0; k < NODES; k++) {
                for (int c = 0; c < 3; c++) {
                    const double force = b.of_w[k] * b.n[c] + (b.of_t[k] * by_t[c] + b.of_c[k] * by_c[c]);
                    if (k >= LOWER) {
                        beside[k == LOWER][j + 1][c] = force;
                    } else if (force != 0) {
                        f[place_of(l, i, j, k) + c] += force;
                    }
                }
            }
        }
        for (int j = 0; j < l->m; j++) {
            for (int c = 0; c < 3; c++) {
                f[place_of(l, i, j, HERE) + c] += beside[0][j][c] + beside[1][j + 2][c];
            }
        }
    }
}

/* the matrix of a cross product from the left */
static void
turn(const double a[3], matrix3 m)
{
    const matrix3 of = {{0, -a[2], a[1]}, {a[2], 0, -a[0]}, {-a[1], a[0], 0}};

    memcpy(m, of, sizeof of);
}

static void
product(matrix3 a, matrix3 b, matrix3 out)
{
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            out[r][c] = a[r][0] * b[0][c] + a[r][1] * b[1][c] + a[r][2] * b[2][c];
        }
    }
}

/* a^T b, a skew */
static void
skew_product(matrix3 a, matrix3 b, matrix3 out)
{
    product(a, b, out);
    for (int k = 0; k < 9; k++) {
        out[k / 3][k % 3] = -out[k / 3][k % 3];
    }
}

static void
make_symmetric(matrix3 a)
{
    for (int k = 0; k < 3; k++) {
        const int r = (k + 1) % 3;
        a[k][r] = a[r][k] = (a[k][r] + a[r][k]) / 2;
    }
}

/* second derivatives of a bow by c x t and by c, t, from which those by places follow */
struct bow_matrix {
    matrix3 wc, wt, cc, tt, tc, g;
};

static void
differentiate(const struct bow *b, struct bow_matrix *m)
{
    matrix3 c, t, by_n, by_nn, product_c, product_t;

    turn(b->c, c);
    turn(b->t, t);
    turn(b->g, m->g);
    for (int r = 0; r < 3; r++) {
        for (int k = 0; k < 3; k++) {
            by_n[r][k] = ((r == k) - b->n[r] * b->n[k]) * b->inverse;
            by_nn[r][k] = -((b->n[r] * b->g[k] + b->g[r] * b->n[k]) + dot(b->w, b->n) * by_n[r][k]) * b->inverse;
        }
    }
    product(by_n, c, m->wt);  /* d(c x t) = c x dt - t x dc */
    product(by_n, t, m->wc);
    product(by_nn, c, product_c);
    product(by_nn, t, product_t);
    skew_product(c, product_c, m->tt);
    skew_product(t, product_t, m->cc);
    skew_product(c, product_t, m->tc);
    make_symmetric(m->tt);
    make_symmetric(m->cc);
}

/* second derivatives of a bow by the places of two of its nodes */
static void
block_of(const struct bow *b, const struct bow_matrix *m, int p, int q, matrix3 out)
{
    const double tp = b->of_t[p], tq = b->of_t[q], cp = b->of_c[p], cq = b->of_c[q], wp = b->of_w[p], wq = b->of_w[q];

    for (int r = 0; r < 3; r++) {
        for (int k = 0; k < 3; k++) {
            const double linear = wp * (tq * m->wt[r][k] - cq * m->wc[r][k]) + wq * (tp * m->wt[k][r] - cp * m->wc[k][r]);
            const double square = (tp * tq * m->tt[r][k] + cp * cq * m->cc[r][k]) - (tp * cq * m->tc[r][k] + cp * tq * m->tc[k][r]);
            out[r][k] = (linear + square) + (cq * tp - cp * tq) * m->g[r][k];
        }
    }
}

/* of all bows of one station */
struct station {
    matrix3 block[QUIRE_COLUMNS_MOST][NODES][NODES];
};

/* Entry (row node a, k; column node b, p) of a station's bows, of stations a - 1, b - 1 seen from it: sums that are their own mirror images. */
static double
entry(const struct station *s, int m, int a, int k, int b, int p, int r, int c)
{
    if (p == k) {
        const double lower = k > 0 ? s->block[k - 1][UPPER][UPPER][r][c] : 0, upper = k < m - 1 ? s->block[k + 1][LOWER][LOWER][r][c] : 0;
        return s->block[k][a][b][r][c] + (a == HERE && b == HERE ? lower + upper : 0);
    }
    if (p == k + 1 || p == k - 1) {
        const int out = p > k ? UPPER : LOWER, in = p > k ? LOWER : UPPER;
        return (b == HERE ? s->block[k][a][out][r][c] : 0) + (a == HERE ? s->block[p][in][b][r][c] : 0);
    }
    return a == HERE && b == HERE ? s->block[(k + p) / 2][p > k ? LOWER : UPPER][p > k ? UPPER : LOWER][r][c] : 0;
}

static void
add_station(const struct quire_ladder *l, const struct station *t, int i, double cq, struct quire_slabs *s)
{
    for (int at = 0; at < 9; at++) {
        const int a = at / 3, b = at % 3, row = i + a - 1, column = i + b - 1;
        for (int k = 0; row >= 0 && row <= l->n && column >= 0 && column <= l->n && k < l->m; k++) {
            for (int p = k > 2 ? k - 2 : 0; p < l->m && p <= k + 2; p++) {
                for (int rc = 0; rc < 9; rc++) {
                    quire_slab_entries(s, row, column, 3 * p + rc % 3)[3 * k + rc / 3] -= cq * entry(t, l->m, a, k, b, p, rc / 3, rc % 3);
                }
            }
        }
    }
}

void
quire_curl_matrix(const struct quire_ladder *l, const struct quire_ladder_work *work, const double *q, double cq, struct quire_slabs *s)
{
    for (int i = 0; i <= l->n; i++) {
        struct station station;
        bool any = false;
        memset(station.block, 0, sizeof station.block[0] * (size_t)l->m);
        for (int j = 0; j < l->m; j++) {
            struct bow b;
            struct bow_matrix m;
            if (!bow_of(l, work, q, i, j, &b)) {
                continue;
            }
            any = true;
            differentiate(&b, &m);
            for (int k = 0; k < NODES * NODES; k++) {
                block_of(&b, &m, k / NODES, k % NODES, station.block[j][k / NODES][k % NODES]);
            }
        }
        if (any) {
            add_station(l, &station, i, cq, s);
        }
    }
}

#include "space/ladder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST QUIRE_COLUMNS_MOST
#define NEAR_GAUSS 0.21132486540518711775 /* (1 - 1/sqrt 3)/2, the two Gauss points across are there and at 1 minus it */

struct quire_ladder_work {
    double direction[2][3], rate[2][3];
};

/* ---- constants */

/* the mirror image of what stands at j of n */
static int
mirrored(int j, int n)
{
    return n - 1 - j;
}

static void
mass_across(struct quire_ladder *l)
{
    memset(l->across, 0, sizeof l->across);
    for (int j = 0; j < l->m; j++) {
        l->share[j] = (j == 0 || j == l->m - 1 ? 0.5 : 1) / (l->m - 1);
        l->across[j][j] = 2 * l->share[j] * l->width / 3;
        if (j > 0) {
            l->across[j][j - 1] = l->across[j - 1][j] = l->w / 6;
        }
    }
}

/* Gauss and Jordan; Z is diagonally dominant */
static void
invert_across(struct quire_ladder *l)
{
    const int m = l->m;
    double a[MOST][MOST], b[MOST][MOST] = {{0}};

    memcpy(a, l->across, sizeof a);
    for (int p = 0; p < m; p++) {
        b[p][p] = 1;
    }
    for (int p = 0; p < m; p++) {
        const double inverse = 1 / a[p][p];
        for (int k = 0; k < m; k++) {
            a[p][k] *= inverse;
            b[p][k] *= inverse;
        }
        for (int i = 0; i < m; i++) {
            const double factor = i == p ? 0 : a[i][p];
            for (int k = 0; k < m; k++) {
                a[i][k] -= factor * a[p][k];
                b[i][k] -= factor * b[p][k];
            }
        }
    }
    for (int i = 0; i < m; i++) { /* the same from either side, to the last bit */
        for (int k = 0; k < m; k++) {
            l->inverse[i][k] = (b[i][k] + b[mirrored(i, m)][mirrored(k, m)]) / 2;
        }
    }
}

void
quire_ladder_prepare(struct quire_ladder *l)
{
    l->block = 3 * l->m;
    l->size = ((size_t)(l->n + 1) * (size_t)l->block + 7) / 8 * 8;
    l->h = l->length / l->n;
    l->w = l->width / (l->m - 1);
    mass_across(l);
    invert_across(l);
}

struct quire_ladder_work *
quire_ladder_work_create(const struct quire_ladder *l)
{
    struct quire_ladder_work *work = calloc(1, sizeof *work);

    (void)l;
    if (work != NULL) {
        work->direction[0][0] = work->direction[1][0] = 1;
    }
    return work;
}

void
quire_ladder_work_destroy(struct quire_ladder_work *work)
{
    free(work);
}

void
quire_ladder_aim(struct quire_ladder_work *work, int end, const double direction[3], const double rate[3])
{
    memcpy(work->direction[end], direction, sizeof work->direction[end]);
    memcpy(work->rate[end], rate, sizeof work->rate[end]);
}

/* ---- vectors */

static double
dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* of n numbers across, in an order that is its own mirror image */
static double
sum_across(const double *a, int n)
{
    double sum = 0;

    for (int j = 0; j < n / 2; j++) {
        sum += a[j] + a[mirrored(j, n)];
    }
    return n % 2 == 1 ? sum + a[n / 2] : sum;
}

static const double *
node(const struct quire_ladder *l, const double *q, int i, int j)
{
    return q + (ptrdiff_t)i * l->block + (ptrdiff_t)3 * j;
}

/* length along the feed that belongs to a station */
static double
length_of(const struct quire_ladder *l, int i)
{
    return i == 0 || i == l->n ? l->h / 2 : l->h;
}

/* Z times component c of the nodes of a station, at node j */
static double
times_across(const struct quire_ladder *l, const double *station, int j, int c)
{
    const double left = j > 0 ? l->across[j][j - 1] * station[3 * (j - 1) + c] : 0;
    const double right = j < l->m - 1 ? l->across[j][j + 1] * station[3 * (j + 1) + c] : 0;

    return l->across[j][j] * station[3 * j + c] + (left + right);
}

/* ---- bending: second differences along and across; doc/theory/spatial-sheet.md, 3 */

/* times that a hinge bends as stiffly as an inner one */
static double
hinge(const struct quire_ladder *l, int i)
{
    if (i == 0 || i == l->n) {
        return l->clamped[i > 0] ? 2 : 0;
    }
    return 1;
}

/* Second difference along at hinge i, column j: of places, or of velocities. Beyond a clamped end stands a station that its direction gives,
 * `given` times h. */
static void
bend_along(const struct quire_ladder *l, double given[2][3], const double *q, int i, int j, double d[3])
{
    const double *at = node(l, q, i, j);

    for (int c = 0; c < 3; c++) {
        const double before = i > 0 ? at[c - l->block] : at[c] - l->h * given[0][c];
        const double behind = i < l->n ? at[c + l->block] : at[c] + l->h * given[1][c];
        d[c] = (before + behind) - 2 * at[c];
    }
}

static void
bend_across(const struct quire_ladder *l, const double *q, int i, int j, double d[3])
{
    const double *at = node(l, q, i, j);

    for (int c = 0; c < 3; c++) {
        d[c] = (at[c - 3] + at[c + 3]) - 2 * at[c];
    }
}

/* how much of the second difference is the place of station i + k - 1, k = 0 ... 2 */
static void
weights_along(const struct quire_ladder *l, int i, double weight[3])
{
    weight[0] = i > 0 ? 1 : 0;
    weight[2] = i < l->n ? 1 : 0;
    weight[1] = -(weight[0] + weight[2]);
}

static double
stiffness_along(const struct quire_ladder *l)
{
    return l->bend_md / (l->h * l->h * l->h);
}

static double
stiffness_across(const struct quire_ladder *l, int i)
{
    return l->bend_cd * length_of(l, i) / (l->w * l->w * l->w);
}

/* bending moments, damping included, of all columns at hinge i, scaled as forces on neighbours */
static void
moments_along(const struct quire_ladder *l, struct quire_ladder_work *work, const double *q, const double *v, int i, double *moment)
{
    double d[MOST * 3];

    for (int j = 0; j < l->m; j++) {
        double bend[3], rate[3];
        bend_along(l, work->direction, q, i, j, bend);
        bend_along(l, work->rate, v, i, j, rate);
        for (int c = 0; c < 3; c++) {
            d[3 * j + c] = hinge(l, i) * stiffness_along(l) * (bend[c] + l->damp_bend * rate[c]);
        }
    }
    for (int j = 0; j < l->m; j++) {
        for (int c = 0; c < 3; c++) {
            moment[3 * j + c] = times_across(l, d, j, c);
        }
    }
}

static void
forces_of_bending_along(const struct quire_ladder *l, struct quire_ladder_work *work, const double *q, const double *v, double *f)
{
    for (int i = 0; i <= l->n; i++) {
        double moment[MOST * 3], weight[3];
        if (hinge(l, i) > 0) {
            moments_along(l, work, q, v, i, moment);
            weights_along(l, i, weight);
            for (int k = 0; k < 3; k++) {
                for (int r = 0; weight[k] != 0 && r < l->block; r++) {
                    f[(i + k - 1) * l->block + r] -= weight[k] * moment[r];
                }
            }
        }
    }
}

static void
forces_of_bending_across(const struct quire_ladder *l, const double *q, const double *v, double *f)
{
    for (int i = 0; i <= l->n; i++) {
        double moment[MOST + 1][3] = {{0}}; /* [j + 1] */
        for (int j = 1; j < l->m - 1; j++) {
            double bend[3], rate[3];
            bend_across(l, q, i, j, bend);
            bend_across(l, v, i, j, rate);
            for (int c = 0; c < 3; c++) {
                moment[j][c] = stiffness_across(l, i) * (bend[c] + l->damp_bend * rate[c]);
            }
        }
        for (int j = 0; j < l->m; j++) {
            for (int c = 0; c < 3; c++) {
                const double lower = j > 0 ? moment[j - 1][c] : 0;
                f[i * l->block + 3 * j + c] -= (lower + moment[j + 1][c]) - 2 * moment[j][c];
            }
        }
    }
}

/* ---- cells: membrane and twist; doc/theory/spatial-sheet.md, 2 and 4 */

/* A cell has the nodes a, d at station i and b, c at i + 1, in this order; a, b in the lower column. */
enum { STRAINS = 6 }; /* along at two Gauss points, across at two stations, shear at two Gauss points */

struct cell {
    const double *node[4]; /* a, d, b, c */
};

/* Gradient of each strain by the four nodes, and the strains. */
struct strains {
    double value[STRAINS];
    double by[STRAINS][12];
};

static const double beside[2] = {1 - NEAR_GAUSS, NEAR_GAUSS};
static const double middle[4] = {-0.5, 0.5, -0.5, 0.5}; /* of the nodes, in the mean vector across */

/* of the nodes, in the vector along at Gauss point g */
static void
weights_of_gauss(int g, double weight[4])
{
    weight[2] = beside[g];
    weight[3] = beside[1 - g];
    weight[0] = -weight[2];
    weight[1] = -weight[3];
}

static struct cell
cell_of(const struct quire_ladder *l, const double *q, int i, int j)
{
    return (struct cell){{node(l, q, i, j), node(l, q, i, j + 1), node(l, q, i + 1, j), node(l, q, i + 1, j + 1)}};
}

struct edges {
    double along[2][3], across[2][3], mean[3];
};

static void
edges_of(const struct cell *cell, struct edges *e)
{
    for (int c = 0; c < 3; c++) {
        const double a = cell->node[0][c], d = cell->node[1][c], b = cell->node[2][c], x = cell->node[3][c];
        for (int g = 0; g < 2; g++) {
            e->along[g][c] = beside[g] * (b - a) + beside[1 - g] * (x - d);
        }
        e->across[0][c] = d - a;
        e->across[1][c] = x - b;
        e->mean[c] = (e->across[0][c] + e->across[1][c]) / 2;
    }
}

/* gradients of the strains at these edges: linear in them, so that those of velocities are their rates */
static void
gradients(const struct quire_ladder *l, const struct edges *e, double by[STRAINS][12])
{
    memset(by, 0, sizeof(double[STRAINS][12]));
    for (int g = 0; g < 2; g++) {
        double weight[4];
        weights_of_gauss(g, weight);
        for (int k = 0; k < 4; k++) {
            for (int c = 0; c < 3; c++) {
                by[g][3 * k + c] = weight[k] * e->along[g][c] / (l->h * l->h);
                by[4 + g][3 * k + c] = (weight[k] * e->mean[c] + middle[k] * e->along[g][c]) / (l->h * l->w);
            }
        }
        for (int c = 0; c < 3; c++) {
            by[2 + g][6 * g + c] = -e->across[g][c] / (l->w * l->w);
            by[2 + g][6 * g + 3 + c] = e->across[g][c] / (l->w * l->w);
        }
    }
}

static void
strains_of(const struct quire_ladder *l, const struct edges *e, double strain[STRAINS])
{
    for (int g = 0; g < 2; g++) {
        strain[g] = (dot(e->along[g], e->along[g]) / (l->h * l->h) - 1) / 2;
        strain[2 + g] = (dot(e->across[g], e->across[g]) / (l->w * l->w) - 1) / 2;
        strain[4 + g] = dot(e->along[g], e->mean) / (l->h * l->w);
    }
}

static void
rates_of(const struct quire_ladder *l, const struct edges *e, const struct edges *v, double rate[STRAINS])
{
    for (int g = 0; g < 2; g++) {
        rate[g] = dot(e->along[g], v->along[g]) / (l->h * l->h);
        rate[2 + g] = dot(e->across[g], v->across[g]) / (l->w * l->w);
        rate[4 + g] = (dot(e->along[g], v->mean) + dot(v->along[g], e->mean)) / (l->h * l->w);
    }
}

/* modulus times half a cell's area [N m] */
static double
modulus(const struct quire_ladder *l, int strain)
{
    const double each[3] = {l->stretch_md, l->stretch_cd, l->shear};

    return each[strain / 2] * l->h * l->w / 2;
}

static double
twist_stiffness(const struct quire_ladder *l)
{
    return l->twist / (l->h * l->w);
}

/* (a - d) - (b - c) and of velocities: how the edges across differ in direction */
static double
twist_of(const struct edges *e, int c)
{
    return e->across[1][c] - e->across[0][c];
}

static const double twisted[4] = {1, -1, -1, 1}; /* its derivative by the nodes */

static void
forces_of_cell(const struct quire_ladder *l, const double *q, const double *v, int i, int j, double force[12])
{
    const struct cell place = cell_of(l, q, i, j), motion = cell_of(l, v, i, j);
    struct edges e, u;
    double strain[STRAINS], rate[STRAINS], by[STRAINS][12];

    edges_of(&place, &e);
    edges_of(&motion, &u);
    strains_of(l, &e, strain);
    rates_of(l, &e, &u, rate);
    gradients(l, &e, by);
    for (int k = 0; k < 12; k++) {
        const double twist = twist_stiffness(l) * (twist_of(&e, k % 3) + l->damp_twist * twist_of(&u, k % 3));
        double pair[3];
        for (int s = 0; s < 3; s++) {
            pair[s] = modulus(l, 2 * s) * ((strain[2 * s] + l->damp_membrane * rate[2 * s]) * by[2 * s][k] +
                                           (strain[2 * s + 1] + l->damp_membrane * rate[2 * s + 1]) * by[2 * s + 1][k]);
        }
        force[k] = -(((pair[0] + pair[1]) + pair[2]) + twisted[k / 3] * twist);
    }
}

static void
forces_of_cells(const struct quire_ladder *l, const double *q, const double *v, double *f)
{
    for (int i = 0; i < l->n; i++) {
        double force[MOST + 1][12] = {{0}}; /* of cell j - 1 */
        for (int j = 0; j < l->m - 1; j++) {
            forces_of_cell(l, q, v, i, j, force[j + 1]);
        }
        for (int j = 0; j < l->m; j++) {
            for (int c = 0; c < 3; c++) {
                f[i * l->block + 3 * j + c] += force[j][3 + c] + force[j + 1][c];
                f[(i + 1) * l->block + 3 * j + c] += force[j][9 + c] + force[j + 1][6 + c];
            }
        }
    }
}

void
quire_ladder_forces(const struct quire_ladder *l, struct quire_ladder_work *work, const double *q, const double *v, double *f)
{
    forces_of_bending_along(l, work, q, v, f);
    forces_of_bending_across(l, q, v, f);
    forces_of_cells(l, q, v, f);
}

/* ---- matrix */

/* entries of one component between node (i, j) and node (k, l), in all three components */
static void
add_scalar(struct quire_slabs *s, int i, int j, int k, int l, double value)
{
    for (int c = 0; c < 3; c++) {
        quire_slab_entries(s, i, k, 3 * l + c)[3 * j + c] += value;
    }
}

static void
matrix_of_hinges(const struct quire_ladder *l, double scale, struct quire_slabs *s)
{
    for (int i = 0; i <= l->n; i++) {
        const double stiffness = scale * hinge(l, i) * stiffness_along(l);
        double weight[3];
        weights_along(l, i, weight);
        for (int k = 0; k < 9; k++) {
            const double value = stiffness * weight[k / 3] * weight[k % 3];
            for (int j = 0; value != 0 && j < l->m; j++) {
                for (int p = j > 0 ? j - 1 : 0; p < l->m && p <= j + 1; p++) {
                    add_scalar(s, i + k / 3 - 1, j, i + k % 3 - 1, p, value * l->across[j][p]);
                }
            }
        }
    }
}

static void
matrix_of_stations(const struct quire_ladder *l, double scale, struct quire_slabs *s)
{
    static const double weight[3] = {1, -2, 1};

    for (int i = 0; i <= l->n; i++) {
        const double mass = l->grammage * length_of(l, i), stiffness = scale * stiffness_across(l, i);
        for (int j = 0; j < l->m; j++) {
            for (int p = j > 0 ? j - 1 : 0; p < l->m && p <= j + 1; p++) {
                add_scalar(s, i, j, i, p, mass * l->across[j][p]);
            }
            for (int k = 0; j > 0 && j < l->m - 1 && k < 9; k++) {
                add_scalar(s, i, j + k / 3 - 1, i, j + k % 3 - 1, stiffness * weight[k / 3] * weight[k % 3]);
            }
        }
    }
}

/* -(cq K + cv D) of one cell */
static void
matrix_of_cell(const struct quire_ladder *l, const double *q, const double *v, int i, int j, double cq, double cv, double s[12][12])
{
    const struct cell place = cell_of(l, q, i, j), motion = cell_of(l, v, i, j);
    const double beta = l->damp_membrane, now = cq + cv * beta, twist = (cq + cv * l->damp_twist) * twist_stiffness(l);
    struct edges e, u;
    double strain[STRAINS], rate[STRAINS], by[STRAINS][12], by_rate[STRAINS][12], stress[STRAINS];

    edges_of(&place, &e);
    edges_of(&motion, &u);
    strains_of(l, &e, strain);
    rates_of(l, &e, &u, rate);
    gradients(l, &e, by);
    gradients(l, &u, by_rate);
    for (int k = 0; k < STRAINS; k++) {
        stress[k] = cq * modulus(l, k) * (strain[k] + beta * rate[k]);
    }
    for (int r = 0; r < 12; r++) {
        for (int b = 0; b < 12; b++) {
            double sum = 0;
            for (int k = 0; k < STRAINS; k += 2) {
                sum += modulus(l, k) * (by[k][r] * (now * by[k][b] + cq * beta * by_rate[k][b]) +
                                        by[k + 1][r] * (now * by[k + 1][b] + cq * beta * by_rate[k + 1][b]));
            }
            s[r][b] = sum;
        }
    }
    for (int k = 0; k < 4; k++) { /* the stresses turn with the cell */
        for (int p = 0; p < 4; p++) {
            double sum = twist * twisted[k] * twisted[p];
            double n[2][4];
            for (int g = 0; g < 2; g++) {
                weights_of_gauss(g, n[g]);
            }
            sum += stress[0] * n[0][k] * n[0][p] / (l->h * l->h) + stress[1] * n[1][k] * n[1][p] / (l->h * l->h);
            sum += stress[4] * (n[0][k] * middle[p] + middle[k] * n[0][p]) / (l->h * l->w) +
                   stress[5] * (n[1][k] * middle[p] + middle[k] * n[1][p]) / (l->h * l->w);
            sum += k / 2 == p / 2 ? stress[2 + k / 2] * (k == p ? 1 : -1) / (l->w * l->w) : 0;
            for (int c = 0; c < 3; c++) {
                s[3 * k + c][3 * p + c] += sum;
            }
        }
    }
}

static void
add_cells(const struct quire_ladder *l, int i, double (*cell)[12][12], struct quire_slabs *s)
{
    const int m = l->m;

    for (int r = 0; r < 2 * l->block; r++) {
        for (int b = 0; b < 2 * l->block; b++) {
            const int k = r / l->block, j = r % l->block / 3, p = b / l->block, x = b % l->block / 3;
            const int low = j < x ? j : x, c = r % 3, d = b % 3;
            if (j == x) {
                const double lower = j > 0 ? cell[j - 1][6 * k + 3 + c][6 * p + 3 + d] : 0;
                const double upper = j < m - 1 ? cell[j][6 * k + c][6 * p + d] : 0;
                quire_slab_entries(s, i + k, i + p, b % l->block)[r % l->block] += lower + upper;
            } else if (j - x == 1 || x - j == 1) {
                quire_slab_entries(s, i + k, i + p, b % l->block)[r % l->block] += cell[low][6 * k + 3 * (j - low) + c][6 * p + 3 * (x - low) + d];
            }
        }
    }
}

void
quire_ladder_matrix(const struct quire_ladder *l, struct quire_ladder_work *work, const double *q, const double *v, double *f, double cq,
                    double cv, struct quire_slabs *s)
{
    double cell[MOST - 1][12][12];

    quire_ladder_forces(l, work, q, v, f);
    memset(s->entry, 0, sizeof(double) * (size_t)s->n_station * (size_t)s->block * (size_t)s->row);
    matrix_of_stations(l, cq + cv * l->damp_bend, s);
    matrix_of_hinges(l, cq + cv * l->damp_bend, s);
    for (int i = 0; i < l->n; i++) {
        for (int j = 0; j < l->m - 1; j++) {
            matrix_of_cell(l, q, v, i, j, cq, cv, cell[j]);
        }
        add_cells(l, i, cell, s);
    }
}

/* ---- mass */

void
quire_ladder_residual(const struct quire_ladder *l, const double *f, const double *a, double g, double *r)
{
    for (int i = 0; i <= l->n; i++) {
        const double mass = l->grammage * length_of(l, i);
        for (int k = 0; k < l->block; k++) {
            const int at = i * l->block + k;
            r[at] = g * f[at] - mass * times_across(l, a + (ptrdiff_t)i * l->block, k / 3, k % 3);
        }
    }
}

void
quire_ladder_mass_solve(const struct quire_ladder *l, double *r)
{
    for (int i = 0; i <= l->n; i++) {
        const double inverse = 1 / (l->grammage * length_of(l, i));
        double *at = r + (ptrdiff_t)i * l->block, given[MOST * 3];
        memcpy(given, at, sizeof(double) * (size_t)l->block);
        for (int k = 0; k < l->block; k++) {
            double term[MOST];
            for (int j = 0; j < l->m; j++) {
                term[j] = l->inverse[k / 3][j] * given[3 * j + k % 3];
            }
            at[k] = inverse * sum_across(term, l->m);
        }
    }
}

void
quire_ladder_weight(const struct quire_ladder *l, const double gravity[3], double *f)
{
    for (int i = 0; i <= l->n; i++) {
        const double mass = l->grammage * length_of(l, i) * l->width;
        for (int k = 0; k < l->block; k++) {
            f[i * l->block + k] += mass * l->share[k / 3] * gravity[k % 3];
        }
    }
}

/* ---- energies */

/* of one station, d Z d' summed over components */
static double
product_across(const struct quire_ladder *l, const double *d, const double *other)
{
    double term[MOST];

    for (int j = 0; j < l->m; j++) {
        term[j] = 0;
        for (int c = 0; c < 3; c++) {
            term[j] += d[3 * j + c] * times_across(l, other, j, c);
        }
    }
    return sum_across(term, l->m);
}

/* twice the energy of bending along and across that the second differences of q have, `given` beyond clamped ends */
static double
bending_product(const struct quire_ladder *l, double given[2][3], const double *q)
{
    double sum = 0;

    for (int i = 0; i <= l->n; i++) {
        double d[MOST * 3], across[MOST] = {0};
        for (int j = 0; j < l->m; j++) {
            bend_along(l, given, q, i, j, d + 3 * j);
            if (j > 0 && j < l->m - 1) {
                double bend[3];
                bend_across(l, q, i, j, bend);
                across[j] = stiffness_across(l, i) * dot(bend, bend);
            }
        }
        sum += (hinge(l, i) > 0 ? hinge(l, i) * stiffness_along(l) * product_across(l, d, d) : 0) + sum_across(across, l->m);
    }
    return sum;
}

double
quire_ladder_stored(const struct quire_ladder *l, const struct quire_ladder_work *work, const double *q)
{
    double direction[2][3], sum;

    memcpy(direction, work->direction, sizeof direction);
    sum = bending_product(l, direction, q);
    for (int i = 0; i < l->n; i++) {
        double term[MOST - 1];
        for (int j = 0; j < l->m - 1; j++) {
            const struct cell place = cell_of(l, q, i, j);
            struct edges e;
            double strain[STRAINS], twist[3];
            edges_of(&place, &e);
            strains_of(l, &e, strain);
            for (int c = 0; c < 3; c++) {
                twist[c] = twist_of(&e, c);
            }
            term[j] = twist_stiffness(l) * dot(twist, twist);
            for (int k = 0; k < STRAINS; k += 2) {
                term[j] += modulus(l, k) * (strain[k] * strain[k] + strain[k + 1] * strain[k + 1]);
            }
        }
        sum += sum_across(term, l->m - 1);
    }
    return sum / 2;
}

double
quire_ladder_kinetic(const struct quire_ladder *l, const double *v)
{
    double sum = 0;

    for (int i = 0; i <= l->n; i++) {
        const double *at = v + (ptrdiff_t)i * l->block;
        sum += l->grammage * length_of(l, i) * product_across(l, at, at);
    }
    return sum / 2;
}

double
quire_ladder_dissipation(const struct quire_ladder *l, const struct quire_ladder_work *work, const double *q, const double *v)
{
    double rate_of_clamps[2][3], sum;

    memcpy(rate_of_clamps, work->rate, sizeof rate_of_clamps);
    sum = l->damp_bend * bending_product(l, rate_of_clamps, v);
    for (int i = 0; i < l->n; i++) {
        double term[MOST - 1];
        for (int j = 0; j < l->m - 1; j++) {
            const struct cell place = cell_of(l, q, i, j), motion = cell_of(l, v, i, j);
            struct edges e, u;
            double rate[STRAINS], twist[3], membrane = 0;
            edges_of(&place, &e);
            edges_of(&motion, &u);
            rates_of(l, &e, &u, rate);
            for (int c = 0; c < 3; c++) {
                twist[c] = twist_of(&u, c);
            }
            for (int k = 0; k < STRAINS; k += 2) {
                membrane += modulus(l, k) * (rate[k] * rate[k] + rate[k + 1] * rate[k + 1]);
            }
            term[j] = l->damp_twist * twist_stiffness(l) * dot(twist, twist) + l->damp_membrane * membrane;
        }
        sum += sum_across(term, l->m - 1);
    }
    return sum;
}

double
quire_ladder_tension(const struct quire_ladder *l, const double *q, int segment)
{
    double term[MOST - 1];

    for (int j = 0; j < l->m - 1; j++) {
        const struct cell place = cell_of(l, q, segment, j);
        struct edges e;
        double strain[STRAINS];
        edges_of(&place, &e);
        strains_of(l, &e, strain);
        term[j] = l->stretch_md * (l->w / 2) * (strain[0] * sqrt(dot(e.along[0], e.along[0])) + strain[1] * sqrt(dot(e.along[1], e.along[1]))) / l->h;
    }
    return sum_across(term, l->m - 1);
}

/* Energies of the ladder, and the force along it: doc/theory/spatial-sheet.md, 2 to 4. */
#include <math.h>
#include <string.h>

#include "strip/across.h"
#include "strip/curl.h"
#include "strip/kernel.h"

#define MOST QUIRE_COLUMNS_MOST

static double
dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static const double *
node(const struct quire_ladder *l, const double *q, int i, int j)
{
    return q + (ptrdiff_t)i * l->block + (ptrdiff_t)3 * j;
}

/* Z times component c of the nodes of a station, at node j */
static double
times_across(const struct quire_ladder *l, const double *station, int j, int c)
{
    const double left = j > 0 ? l->across[j][j - 1] * station[3 * (j - 1) + c] : 0;
    const double right = j < l->m - 1 ? l->across[j][j + 1] * station[3 * (j + 1) + c] : 0;

    return l->across[j][j] * station[3 * j + c] + (left + right);
}

/* of stations, d Z e, summed over components */
static double
product_across(const struct quire_ladder *l, const double *d, const double *e)
{
    double term[MOST];

    for (int j = 0; j < l->m; j++) {
        term[j] = 0;
        for (int c = 0; c < 3; c++) {
            term[j] += d[3 * j + c] * times_across(l, e, j, c);
        }
    }
    return quire_sum_across(term, l->m);
}

/* ---- bending */

/* Second difference along at hinge i, column j. Beyond a clamped end stands a station that its
 * direction gives, `given` times h. */
static void
bend_along(const struct quire_ladder *l, const double given[2][3], const double *q, int i, int j,
           double d[3])
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

/* twice the energy of bending along and across; `given` beyond clamped ends */
static double
bending(const struct quire_ladder *l, const double given[2][3], const double *q)
{
    double sum = 0;

    for (int i = 0; i <= l->n; i++) {
        const double hinge = quire_hinge(l, i) * l->bend_md / (l->h * l->h * l->h);
        const double strip = l->bend_cd * quire_station_length(l, i) / (l->w * l->w * l->w);
        double along[MOST * 3], across[MOST] = {0};
        for (int j = 0; j < l->m; j++) {
            bend_along(l, given, q, i, j, along + 3 * j);
            if (j > 0 && j < l->m - 1) {
                double d[3];
                bend_across(l, q, i, j, d);
                across[j] = strip * dot(d, d);
            }
        }
        sum += (hinge > 0 ? hinge * product_across(l, along, along) : 0) +
               quire_sum_across(across, l->m);
    }
    return sum;
}

/* ---- cells */

struct edges {
    double along[2][3], across[2][3], mean[3];
};

/* of the cell between the stations i, i + 1 and the columns j, j + 1 */
static void
edges_of(const struct quire_ladder *l, const double *q, int i, int j, struct edges *e)
{
    const double *a = node(l, q, i, j), *d = a + 3, *b = a + l->block, *x = b + 3;

    for (int c = 0; c < 3; c++) {
        const double apart = QUIRE_GAUSS * ((x[c] - d[c]) - (b[c] - a[c]));
        e->along[0][c] = (b[c] - a[c]) + apart;
        e->along[1][c] = (x[c] - d[c]) - apart;
        e->across[0][c] = d[c] - a[c];
        e->across[1][c] = x[c] - b[c];
        e->mean[c] = (e->across[0][c] + e->across[1][c]) / 2;
    }
}

static void
strains_of(const struct quire_ladder *l, const struct edges *e, double strain[QUIRE_STRAINS])
{
    for (int g = 0; g < 2; g++) {
        strain[g] = (dot(e->along[g], e->along[g]) / (l->h * l->h) - 1) / 2;
        strain[2 + g] = (dot(e->across[g], e->across[g]) / (l->w * l->w) - 1) / 2;
        strain[4 + g] = dot(e->along[g], e->mean) / (l->h * l->w);
    }
}

/* of a sum over the strains: modulus times half a cell's area times their squares [J] */
static double
membrane(const struct quire_ladder *l, const double *strain)
{
    const double modulus[3] = {l->stretch_md, l->stretch_cd, l->shear};
    double sum = 0;

    for (int k = 0; k < QUIRE_STRAINS; k += 2) {
        sum += modulus[k / 2] * (l->h * l->w / 2) *
               (strain[k] * strain[k] + strain[k + 1] * strain[k + 1]);
    }
    return sum;
}

/* how the two edges across differ, squared, times its stiffness: twice the energy of twist */
static double
twist(const struct quire_ladder *l, const struct edges *e)
{
    const double d[3] = {e->across[1][0] - e->across[0][0], e->across[1][1] - e->across[0][1],
                         e->across[1][2] - e->across[0][2]};

    return l->twist / (l->h * l->w) * dot(d, d);
}

double
quire_ladder_stored(const struct quire_ladder *l, const struct quire_ladder_work *work,
                    const double *q)
{
    double sum = bending(l, work->direction, q);

    for (int i = 0; i < l->n; i++) {
        double term[MOST - 1];
        for (int j = 0; j < l->m - 1; j++) {
            struct edges e;
            double strain[QUIRE_STRAINS];
            edges_of(l, q, i, j, &e);
            strains_of(l, &e, strain);
            term[j] = membrane(l, strain) + twist(l, &e);
        }
        sum += quire_sum_across(term, l->m - 1);
    }
    return sum / 2 + quire_curl_energy(l, work, q);
}

double
quire_ladder_kinetic(const struct quire_ladder *l, const double *v)
{
    double sum = 0;

    for (int i = 0; i <= l->n; i++) {
        const double *at = node(l, v, i, 0);
        sum += quire_rods_entry(&l->along, i, i) * product_across(l, at, at);
        sum += i < l->n ? 2 * l->along.off * product_across(l, at, at + l->block) : 0;
    }
    return sum / 2;
}

/* What the hinges at both ends of a segment add to the force through it, along it: in a bent sheet
 * the membrane bears B kappa^2 less than all of the section does. */
static double
bending_tension(const struct quire_ladder *l, const double *q, int segment)
{
    static const double straight[2][3] = {{0, 0, 0}, {0, 0, 0}};
    double change[MOST * 3] = {0}, term[MOST];

    for (int j = 0; j < l->m; j++) {
        for (int end = 0; end < 2; end++) {
            const int i = segment + end;
            double d[3] = {0, 0, 0};
            if (i > 0 && i < l->n) {
                bend_along(l, straight, q, i, j, d);
            }
            for (int c = 0; c < 3; c++) {
                change[3 * j + c] += end == 0 ? -d[c] : d[c];
            }
        }
    }
    for (int j = 0; j < l->m; j++) {
        const double *a = node(l, q, segment, j), *b = node(l, q, segment + 1, j);
        const double chord[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]},
                     size = sqrt(dot(chord, chord));
        term[j] = 0;
        for (int c = 0; c < 3; c++) {
            term[j] -= l->bend_md / (l->h * l->h * l->h) * (chord[c] / size) *
                       times_across(l, change, j, c);
        }
    }
    return quire_sum_across(term, l->m);
}

double
quire_ladder_tension(const struct quire_ladder *l, const double *q, int segment)
{
    double term[MOST - 1];

    for (int j = 0; j < l->m - 1; j++) {
        struct edges e;
        double strain[QUIRE_STRAINS];
        edges_of(l, q, segment, j, &e);
        strains_of(l, &e, strain);
        term[j] = l->stretch_md * (l->w / 2) / l->h *
                  (strain[0] * sqrt(dot(e.along[0], e.along[0])) +
                   strain[1] * sqrt(dot(e.along[1], e.along[1])));
    }
    return quire_sum_across(term, l->m - 1) + bending_tension(l, q, segment);
}

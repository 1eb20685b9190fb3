#include "statics/space_rest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "force/loads.h"
#include "machine/hold.h"

#define CORRECTIONS  6 /* most of them after one step */
#define STRAIN_ERROR 1e-13
/* of a cell's stiffness along: what strains do not resist is moved no farther than it must */
#define SOFTNESS        1e-7
#define NODES_OF_STRAIN 4 /* most nodes that a strain sees */

/* ---- unknowns ---- */

static void
number_node(struct quire_stiffness *self, size_t at, const struct quire_hold *hold)
{
    for (size_t i = at; i < at + 3; i++) {
        self->unknown[i] = hold == NULL ? self->n++ : -1;
        self->weight[i] = 1;
    }
    if (hold != NULL && hold->slides) { /* one unknown: how far it has slid */
        self->unknown[at] = self->unknown[at + 1] = self->n++;
        self->weight[at] = hold->slide[0];
        self->weight[at + 1] = hold->slide[1];
    }
}

void
quire_space_number(struct quire_stiffness *self, int index, double t)
{
    const struct quire_sheet *sheet = self->state->system->sheet + index;
    const struct quire_ladder *l = sheet->ladder;

    for (int k = 0; k < l->m * (l->n + 1); k++) {
        const int i = k / l->m;
        const struct quire_hold *hold = i == 0 ? sheet->hold : i == l->n ? sheet->hold + 1 : NULL;
        number_node(self, sheet->x0 + 3 * (size_t)k,
                    hold != NULL && quire_hold_is_on(hold, t) ? hold : NULL);
    }
}

/* ---- strains of the membrane (doc/theory/spatial-sheet.md, 2) ---- */

/* One strain: its value, its derivatives by the nodes it sees, and how stiff it is. */
struct strain {
    double value, stiffness;       /* [N m] */
    int n, node[NODES_OF_STRAIN];  /* i m + j */
    double by[NODES_OF_STRAIN][3]; /* [1/m] */
};

static int
strain_count(const struct quire_ladder *l)
{
    return 4 * l->n * (l->m - 1) + (l->n + 1) * (l->m - 1);
}

static double
product(const double a[3], const double b[3])
{
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

/* stretch along or shear at Gauss point g of the cell behind station i and above column j */
static void
strain_of_cell(const struct quire_ladder *l, const double *q, int i, int j, int g, bool shears,
               struct strain *out)
{
    const double xi = 0.5 * (1 + (g == 0 ? -1 : 1) / sqrt(3)), half = 0.5 * l->h * l->w;
    const double along[4] = {xi - 1, -xi, 1 - xi, xi}, across[4] = {-0.5, 0.5, -0.5, 0.5};
    double e[3] = {0, 0, 0}, c[3] = {0, 0, 0};

    out->n = 4;
    for (int k = 0; k < 4; k++) {
        out->node[k] = (i + k / 2) * l->m + j + k % 2;
        for (int d = 0; d < 3; d++) {
            e[d] += along[k] * q[3 * out->node[k] + d];
            c[d] += across[k] * q[3 * out->node[k] + d];
        }
    }
    out->value = shears ? product(e, c) / (l->h * l->w) : 0.5 * (product(e, e) / (l->h * l->h) - 1);
    out->stiffness = half * (shears ? l->shear : l->stretch_md);
    for (int k = 0; k < 4; k++) {
        for (int d = 0; d < 3; d++) {
            out->by[k][d] = shears ? (along[k] * c[d] + across[k] * e[d]) / (l->h * l->w)
                                   : along[k] * e[d] / (l->h * l->h);
        }
    }
}

/* stretch across between two nodes of a station */
static void
strain_across(const struct quire_ladder *l, const double *q, int i, int j, struct strain *out)
{
    const double share = i == 0 || i == l->n ? 0.5 : 1;
    double c[3];

    out->n = 2;
    out->node[0] = i * l->m + j;
    out->node[1] = out->node[0] + 1;
    for (int d = 0; d < 3; d++) {
        c[d] = q[3 * out->node[1] + d] - q[3 * out->node[0] + d];
        out->by[1][d] = c[d] / (l->w * l->w);
        out->by[0][d] = -out->by[1][d];
    }
    out->value = 0.5 * (product(c, c) / (l->w * l->w) - 1);
    out->stiffness = share * l->h * l->w * l->stretch_cd;
}

static void
strain_at(const struct quire_ladder *l, const double *q, int index, struct strain *out)
{
    const int cells = 4 * l->n * (l->m - 1), cell = index / 4, edge = index - cells;

    if (edge < 0) {
        strain_of_cell(l, q, cell / (l->m - 1), cell % (l->m - 1), index % 2, index % 4 > 1, out);
    } else {
        strain_across(l, q, edge / (l->m - 1), edge % (l->m - 1), out);
    }
}

/* ---- corrections ---- */

/* What is asked of the strains of one sheet, and the equations for that: of its unknowns from
 * `first` on. */
struct correction {
    const struct quire_stiffness *self;
    const struct quire_sheet *sheet;
    int first, n;
    struct quire_skyline shape;
    double *want, *a, *b;
};

static void
close_correction(struct correction *c)
{
    quire_skyline_destroy(&c->shape);
    free(c->want);
    free(c->a);
    free(c->b);
}

/* each station's unknowns from the first one of the station before */
static bool
find_shape(struct correction *c)
{
    const struct quire_ladder *l = c->sheet->ladder;
    const int *unknown = c->self->unknown + c->sheet->x0;
    int *first = malloc(sizeof *first * (l->size + 1)), begin = 0, end = 0;
    bool good = first != NULL;

    c->n = 0;
    c->first = -1;
    for (int i = 0; good && i <= l->n; i++) {
        const int before = begin;
        begin = end;
        for (int k = i * l->block; k < (i + 1) * l->block; k++) {
            c->first = c->first < 0 ? unknown[k] : c->first;
            if (unknown[k] >= 0 && unknown[k] - c->first == end) {
                first[end++] = before;
            }
        }
    }
    c->n = end;
    good = good && quire_skyline_create(&c->shape, end, first) == 0;
    free(first);
    return good;
}

static bool
open_correction(struct correction *c, const struct quire_stiffness *self,
                const struct quire_sheet *sheet)
{
    *c = (struct correction){.self = self, .sheet = sheet};
    if (!find_shape(c)) {
        return false;
    }
    c->want = malloc(sizeof *c->want * ((size_t)strain_count(sheet->ladder) + 1));
    c->a = malloc(sizeof *c->a * (quire_skyline_size(&c->shape) + 1));
    c->b = malloc(sizeof *c->b * ((size_t)c->n + 1));
    return c->want != NULL && c->a != NULL && c->b != NULL;
}

/* the strain's derivatives by the unknowns it sees; returns how many */
static int
by_unknowns(const struct correction *c, const struct strain *s, int unknown[3 * NODES_OF_STRAIN],
            double by[3 * NODES_OF_STRAIN])
{
    int n = 0;

    for (int k = 0; k < 3 * s->n; k++) {
        const size_t at = c->sheet->x0 + (size_t)(3 * s->node[k / 3] + k % 3);
        if (c->self->unknown[at] >= 0) {
            unknown[n] = c->self->unknown[at] - c->first;
            by[n++] = c->self->weight[at] * s->by[k / 3][k % 3];
        }
    }
    return n;
}

/* Sums up the equations of least squares, J^T C J and J^T C (want - strain); returns the largest
 * miss. */
static double
sum_up(struct correction *c, const double *q)
{
    const struct quire_ladder *l = c->sheet->ladder;
    const double soft = SOFTNESS * l->stretch_md * l->w / l->h;
    double error = 0;

    memset(c->a, 0, sizeof *c->a * quire_skyline_size(&c->shape));
    memset(c->b, 0, sizeof *c->b * (size_t)c->n);
    for (int i = 0; i < c->n; i++) {
        c->a[quire_skyline_at(&c->shape, i, i)] = soft;
    }
    for (int index = 0; index < strain_count(l); index++) {
        struct strain s;
        int unknown[3 * NODES_OF_STRAIN];
        double by[3 * NODES_OF_STRAIN];
        strain_at(l, q, index, &s);
        const double miss = c->want[index] - s.value;
        const int n = by_unknowns(c, &s, unknown, by);
        error = fmax(error, fabs(miss));
        for (int i = 0; i < n; i++) {
            c->b[unknown[i]] += s.stiffness * miss * by[i];
            for (int j = 0; j < n; j++) {
                if (unknown[j] <= unknown[i]) {
                    c->a[quire_skyline_at(&c->shape, unknown[i], unknown[j])] +=
                        s.stiffness * by[i] * by[j];
                }
            }
        }
    }
    return error;
}

static void
correct(struct correction *c, double *q)
{
    const struct quire_ladder *l = c->sheet->ladder;

    for (int k = 0; k < CORRECTIONS && sum_up(c, q) > STRAIN_ERROR; k++) {
        quire_skyline_factorise(&c->shape, c->a);
        quire_skyline_solve(&c->shape, c->a, c->b);
        for (int i = 0; i < (l->n + 1) * l->block; i++) {
            const size_t at = c->sheet->x0 + (size_t)i;
            if (c->self->unknown[at] >= 0) {
                q[i] += c->self->weight[at] * c->b[c->self->unknown[at] - c->first];
            }
        }
    }
}

void
quire_space_displace(struct quire_stiffness *self, int index, const double *y, const double *step,
                     double *out)
{
    const struct quire_sheet *sheet = self->state->system->sheet + index;
    const struct quire_ladder *l = sheet->ladder;
    const double *q = y + sheet->x0, *p = step + sheet->x0;
    struct correction c;

    self->failed = !open_correction(&c, self, sheet) || self->failed;
    for (int k = 0; !self->failed && k < strain_count(l); k++) {
        struct strain s;
        strain_at(l, q, k, &s);
        c.want[k] = s.value;
        for (int i = 0; i < s.n; i++) {
            c.want[k] += product(s.by[i], p + 3 * s.node[i]);
        }
    }
    for (size_t i = 0; i < sheet->size; i++) {
        out[sheet->x0 + i] = q[i] + p[i];
    }
    if (!self->failed) {
        correct(&c, out + sheet->x0);
    }
    close_correction(&c);
}

/* ---- extent ---- */

/* square of the angle by which the line from node a to node b turns */
static double
turned(const double *q, const double *p, int a, int b)
{
    double e[3], d[3];

    for (int k = 0; k < 3; k++) {
        e[k] = q[3 * b + k] - q[3 * a + k];
        d[k] = p[3 * b + k] - p[3 * a + k];
    }
    const double ee = product(e, e), ed = product(e, d);
    return (product(d, d) - ed * ed / ee) / ee;
}

void
quire_space_extent(const struct quire_stiffness *self, int index, const double *y,
                   const double *step, double *way, double *turn)
{
    const struct quire_sheet *sheet = self->state->system->sheet + index;
    const struct quire_ladder *l = sheet->ladder;
    const double *q = y + sheet->x0, *p = step + sheet->x0;
    double farthest = 0, most = 0;

    for (int a = 0; a < l->m * (l->n + 1); a++) {
        farthest = fmax(farthest, product(p + 3 * a, p + 3 * a));
        most = fmax(most, a / l->m < l->n ? turned(q, p, a, a + l->m) : 0);
        most = fmax(most, a % l->m < l->m - 1 ? turned(q, p, a, a + 1) : 0);
    }
    *way = sqrt(farthest);
    *turn = sqrt(fmax(most, 0));
}

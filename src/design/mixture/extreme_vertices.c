/* Mixtures whose components have high ends too: vertices of the region, midpoints of its edges. */
#include <math.h>
#include <string.h>

#include "design/mixture/blends.h"
#include "model/problem.h"

#define COMPONENTS_MOST 12
#define VERTICES_MOST   3000 /* of which each two are compared */
#define NEAR            1e-9 /* of the total */

struct params {
    struct quire_design_common common;
    const char *total;
    int edges, centroid; /* "no|yes" */
};

static const struct quire_field fields[] = {
    QUIRE_BLEND_FIELDS(struct params),
    QUIRE_CHOICE(struct params, edges, "edges", "no|yes", "no",
                 "yes: includes the middles of all edges, needed for a quadratic model"),
    QUIRE_CHOICE(struct params, centroid, "centroid", "no|yes", "yes",
                 "yes: includes the mean of all vertices"),
    QUIRE_FIELD_END,
};

static bool
is_same(const struct quire_blends *b, const double *x, const double *y)
{
    for (size_t j = 0; j < b->n; j++) {
        if (fabs(x[j] - y[j]) > NEAR * b->total) {
            return false;
        }
    }
    return true;
}

static bool
is_known(const struct quire_blends *b, const double *x)
{
    for (size_t i = 0; i < b->points; i++) {
        if (is_same(b, b->x + i * b->n, x)) {
            return true;
        }
    }
    return false;
}

/* All components but one at an end, of which the one left takes the rest where it may (McLean and
 * Anderson). False: there are too many. */
static bool
add_vertices(struct quire_blends *b)
{
    for (size_t open = 0; open < b->n; open++) {
        for (size_t ends = 0; ends < (size_t)1 << b->n; ends++) {
            double *x = b->x + b->points * b->n, rest = b->total;
            if ((ends >> open & 1) != 0) {
                continue; /* counted once */
            }
            for (size_t j = 0; j < b->n; j++) {
                x[j] = (ends >> j & 1) != 0 ? b->high[j] : b->low[j];
                rest -= j != open ? x[j] : 0.0;
            }
            x[open] = rest;
            if (rest < b->low[open] - NEAR * b->total || rest > b->high[open] + NEAR * b->total) {
                continue;
            }
            x[open] = fmin(b->high[open], fmax(b->low[open], rest));
            if (!is_known(b, x) && ++b->points == VERTICES_MOST) {
                return false;
            }
        }
    }
    return true;
}

/* on an edge of n - 1 dimensions n - 2 components stay at an end */
static bool
is_edge(const struct quire_blends *b, const double *x, const double *y)
{
    size_t held = 0;
    for (size_t j = 0; j < b->n; j++) {
        const double low = b->low[j], high = b->high[j], near = NEAR * b->total;
        held += (fabs(x[j] - low) <= near && fabs(y[j] - low) <= near) ||
                (fabs(x[j] - high) <= near && fabs(y[j] - high) <= near);
    }
    return held >= b->n - 2;
}

static size_t
count_edges(const struct quire_blends *b)
{
    size_t edges = 0;
    for (size_t i = 0; i < b->points; i++) {
        for (size_t k = i + 1; k < b->points; k++) {
            edges += is_edge(b, b->x + i * b->n, b->x + k * b->n);
        }
    }
    return edges;
}

static void
add_mean(struct quire_blends *b, const double *x, const double *y)
{
    for (size_t j = 0; j < b->n; j++) {
        b->x[b->points * b->n + j] = 0.5 * (x[j] + y[j]);
    }
    b->points++;
}

static void
add_centroid(struct quire_blends *b, size_t vertices)
{
    double *x = b->x + b->points * b->n;
    for (size_t j = 0; j < b->n; j++) {
        x[j] = 0.0;
        for (size_t i = 0; i < vertices; i++) {
            x[j] += b->x[i * b->n + j] / (double)vertices;
        }
    }
    b->points += is_known(b, x) ? 0 : 1;
}

/* the vertices that were found, and room for what else is asked for */
static quire_status
add_others(struct quire_blends *b, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    const double *found = b->x;
    const size_t vertices = b->points;
    const quire_status status =
        quire_blends_make_room(b, task, vertices + (p->edges ? count_edges(b) : 0) + 1);
    if (status != QUIRE_OK) {
        return status;
    }
    memcpy(b->x, found, vertices * b->n * sizeof *found);
    for (size_t i = 0; i < vertices && p->edges; i++) {
        for (size_t k = i + 1; k < vertices; k++) {
            if (is_edge(b, found + i * b->n, found + k * b->n)) {
                add_mean(b, found + i * b->n, found + k * b->n);
            }
        }
    }
    if (p->centroid) {
        add_centroid(b, vertices);
    }
    return QUIRE_OK;
}

static quire_status
make(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    struct quire_blends b;
    quire_status status = quire_blends_begin(&b, task, p->total);
    if (status == QUIRE_OK) {
        status = quire_blends_make_room(&b, task, VERTICES_MOST + 1);
    }
    if (status == QUIRE_OK && (b.n > COMPONENTS_MOST || !add_vertices(&b))) {
        status = quire_object_error(task->self, task->diag, "E-LIMIT", NULL,
                                    "the region has more than %d components or %d vertices",
                                    COMPONENTS_MOST, VERTICES_MOST);
    }
    if (status == QUIRE_OK) {
        status = add_others(&b, task);
    }
    return status == QUIRE_OK ? quire_blends_end(&b, out, task) : status;
}

static const struct quire_design_ops ops = {.make = make, .point = quire_blends_point};

const struct quire_kind quire_kind_design_extreme_vertices = {
    .family = &quire_family_design,
    .element = "design",
    .selector = "kind",
    .variant = "extreme-vertices",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "A mixture whose components have any low and high ends: the vertices of the region, "
            "the middles of its edges, and their mean.",
    .example = "<design kind=\"extreme-vertices\" total=\"1\" edges=\"yes\"/>",
    .source = "R. A. McLean, V. L. Anderson, Extreme vertices design of mixture experiments, "
              "Technometrics 8 (1966) 447",
    .ops = &ops,
};

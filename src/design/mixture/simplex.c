/* Simplex lattices and simplex centroids (doc/theory/designs.md, 13). */
#include <math.h>
#include <string.h>

#include "design/mixture/blends.h"
#include "model/problem.h"

#define COMPONENTS_MOST 16 /* of a centroid design: 65535 points */
#define DEGREE_MOST     10

struct params {
    struct quire_design_common common;
    const char *total;
    int axial;   /* "no|yes" */
    long degree; /* of lattices */
};

#define AXIAL                                                                                      \
    QUIRE_CHOICE(struct params, axial, "axial", "no|yes", "no",                                    \
                 "yes: includes the centroid and the points halfway between it and each vertex, "  \
                 "to test lack of fit")

static const struct quire_field lattice_fields[] = {
    QUIRE_BLEND_FIELDS(struct params),
    QUIRE_INTEGER(struct params, degree, "degree", "2", QUIRE_FROM_TO(1, DEGREE_MOST),
                  "number of steps m: the fraction of each component is a multiple of 1/m; 1 for a "
                  "linear, 2 for a quadratic model"),
    AXIAL,
    QUIRE_FIELD_END,
};

static const struct quire_field centroid_fields[] = {
    QUIRE_BLEND_FIELDS(struct params),
    AXIAL,
    QUIRE_FIELD_END,
};

/* shares of what the low ends leave of the total */
static void
add_point(struct quire_blends *b, const double *share)
{
    double rest = b->total;
    for (size_t j = 0; j < b->n; j++) {
        rest -= b->low[j];
    }
    for (size_t j = 0; j < b->n; j++) {
        b->x[b->points * b->n + j] = b->low[j] + share[j] * rest;
    }
    b->points++;
}

/* a component that could be all of the rest, were it not for its high end, cuts the simplex */
static quire_status
check_simplex(const struct quire_blends *b, const struct quire_design_task *task)
{
    double rest = b->total;
    for (size_t j = 0; j < b->n; j++) {
        rest -= b->low[j];
    }
    for (size_t j = 0; j < b->n; j++) {
        if (b->low[j] + rest > b->high[j] + 1e-9 * b->total) {
            return quire_object_error(task->self, task->diag, "E-MODEL",
                                      "use extreme-vertices, or widen the range",
                                      "the high end of factor '%s' cuts the simplex: without it "
                                      "the factor could be %g (SI)",
                                      task->column[j].name, b->low[j] + rest);
        }
    }
    return QUIRE_OK;
}

static void
add_axial(struct quire_blends *b, double *share, bool has_centroid)
{
    const double n = (double)b->n;
    for (size_t i = 0; i < b->n; i++) {
        for (size_t j = 0; j < b->n; j++) {
            share[j] = 0.5 / n + (i == j ? 0.5 : 0.0);
        }
        add_point(b, share);
    }
    for (size_t j = 0; j < b->n && !has_centroid; j++) {
        share[j] = 1.0 / n;
    }
    if (!has_centroid) {
        add_point(b, share);
    }
}

/* ---- lattice: all ways to part `degree` among the components */

static double
count_lattice(size_t n, long degree)
{
    double count = 1.0;
    for (long k = 1; k <= degree; k++) {
        count *= (double)(n - 1 + (size_t)k) / (double)k;
    }
    return count;
}

static void
part(struct quire_blends *b, double *share, size_t at, long left, long degree)
{
    if (at + 1 == b->n) {
        share[at] = (double)left / (double)degree;
        add_point(b, share);
        return;
    }
    for (long k = left; k >= 0; k--) {
        share[at] = (double)k / (double)degree;
        part(b, share, at + 1, left - k, degree);
    }
}

static quire_status
make_lattice(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    struct quire_blends b;
    quire_status status = quire_blends_begin(&b, task, p->total);
    if (status == QUIRE_OK) {
        status = check_simplex(&b, task);
    }
    if (status != QUIRE_OK) {
        return status;
    }
    const double most = round(count_lattice(b.n, p->degree)) + (double)b.n + 1.0;
    double *share = quire_arena_get(task->arena, b.n, sizeof *share);
    if (share == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    status = quire_blends_make_room(
        &b, task, most > QUIRE_BLENDS_MOST ? QUIRE_BLENDS_MOST + 1 : (size_t)most);
    if (status != QUIRE_OK) {
        return status;
    }
    part(&b, share, 0, p->degree, p->degree);
    if (p->axial) {
        add_axial(&b, share, (size_t)p->degree % b.n == 0);
    }
    return quire_blends_end(&b, out, task);
}

/* ---- centroid: equal shares of the components of each set, sets of few first */

static void
add_sets(struct quire_blends *b, double *share, size_t size, size_t from, size_t taken)
{
    if (taken == size) {
        add_point(b, share);
        return;
    }
    for (size_t j = from; j < b->n; j++) {
        share[j] = 1.0 / (double)size;
        add_sets(b, share, size, j + 1, taken + 1);
        share[j] = 0.0;
    }
}

static quire_status
make_centroid(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    struct quire_blends b;
    quire_status status = quire_blends_begin(&b, task, p->total);
    if (status == QUIRE_OK) {
        status = check_simplex(&b, task);
    }
    if (status == QUIRE_OK) {
        status = quire_blends_make_room(
            &b, task, b.n > COMPONENTS_MOST ? QUIRE_BLENDS_MOST + 1 : ((size_t)1 << b.n) + b.n);
    }
    if (status != QUIRE_OK) {
        return status;
    }
    double *share = quire_arena_get(task->arena, b.n, sizeof *share);
    if (share == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    for (size_t size = 1; size <= b.n; size++) {
        memset(share, 0, b.n * sizeof *share);
        add_sets(&b, share, size, 0, 0);
    }
    if (p->axial) {
        add_axial(&b, share, true);
    }
    return quire_blends_end(&b, out, task);
}

static const struct quire_design_ops lattice_ops = {.make = make_lattice,
                                                    .point = quire_blends_point};
static const struct quire_design_ops centroid_ops = {.make = make_centroid,
                                                     .point = quire_blends_point};

const struct quire_kind quire_kind_design_simplex_lattice = {
    .family = &quire_family_design,
    .element = "design",
    .selector = "kind",
    .variant = "simplex-lattice",
    .size = sizeof(struct params),
    .fields = lattice_fields,
    .help = "A mixture: the factors are components with a fixed total. Each component varies in "
            "multiples of 1/m of the amount above the low ends. Reports fit Scheffe's models.",
    .example = "<design kind=\"simplex-lattice\" degree=\"2\" total=\"1\"/>",
    .source = "H. Scheffe, Experiments with mixtures, J. R. Stat. Soc. B 20 (1958) 344",
    .ops = &lattice_ops,
};

const struct quire_kind quire_kind_design_simplex_centroid = {
    .family = &quire_family_design,
    .element = "design",
    .selector = "kind",
    .variant = "simplex-centroid",
    .size = sizeof(struct params),
    .fields = centroid_fields,
    .help = "A mixture: each component alone, and equal parts of each two, three and more of them.",
    .example = "<design kind=\"simplex-centroid\" total=\"1\"/>",
    .source =
        "H. Scheffe, The simplex-centroid design for experiments with mixtures, J. R. Stat. Soc. "
        "B 25 (1963) 235",
    .ops = &centroid_ops,
};

/* Optimal designs: the points among all allowed ones from which a model's coefficients (D) or its
 * predictions (I) follow most exactly (doc/theory/designs.md, 8). */
#include <string.h>

#include "design/common.h"
#include "design/surface/optimal_region.h"
#include "math/detmath.h"
#include "math/random.h"
#include "model/problem.h"

#define POINT_MOST 2000
#define STARTS     10   /* the best of so many searches is taken */
#define PASSES     50   /* through all points of one search; most end far earlier */
#define RIDGE      1e-4 /* beside sums of squares of terms, which are of size 1 */
#define SINGULAR   1e-6 /* what is left of a determinant that is as good as none */
#define GAIN       1e-9 /* relative: what is less is rounding */

struct params {
    struct quire_design_common common;
    long points;
    const char *terms, *where; /* where: optional */
    long grid;
};

static const struct quire_field fields[] = {
    QUIRE_DESIGN_COMMON(struct params),
    QUIRE_INTEGER(struct params, points, "points", QUIRE_REQUIRED, QUIRE_FROM_TO(2, POINT_MOST),
                  "number of points; together with the points it augments at least the number of "
                  "coefficients"),
    QUIRE_TEXT(struct params, terms, "terms", "linear",
               "model to estimate. linear: a mean and the main effects; interactions: also all "
               "two-factor interactions; quadratic: also the squares of numeric factors; or terms "
               "by name besides the mean: radius + load + radius*load + radius^2"),
    QUIRE_TEXT(
        struct params, where, "where", QUIRE_OPTIONAL,
        "formula of the factors for the allowed region, for example radius + 2 mm/N*load < 60 mm"),
    QUIRE_INTEGER(struct params, grid, "grid", "0", QUIRE_FROM_TO(0, 101),
                  "number of candidate levels of ranges; 0: the number that the terms need, up to "
                  "11 in a region"),
    QUIRE_FIELD_END,
};

struct chosen {
    uint32_t *candidate; /* (points): its number in the full factorial of all levels */
    const long *levels;  /* of each factor (n) */
    double determinant;  /* logarithm of det(X'X) */
    double trace;        /* of (X'X)^-1 times the moments: the average variance of a prediction */
    size_t n_term, n_candidate, n_given;
};

struct search {
    const struct quire_design_task *task;
    struct chosen *chosen;
    size_t n_point, p; /* points, terms */
    struct quire_optimal_region region;
    const double *row; /* terms of each candidate (n_candidate x p) */
    double *given;     /* X'X of the points that are augmented (p x p) */
    double *inverse;   /* (X'X)^-1 (p x p) */
    double *product;   /* (X'X)^-1 times a row (p) */
    /* of I-optimal designs, else NULL: averages of products of terms over the region (p x p), and
     * (X'X)^-1 times these times (X'X)^-1 */
    double *moments, *spread;
    double trace;   /* of (X'X)^-1 times the moments */
    bool average;   /* the exchange goes by the trace, not by the determinant */
    uint32_t *pick; /* candidates taken (n_point) */
};

/* ---- matrices ---- */

/* inverse of a symmetric positive matrix in place by Gauss-Jordan; returns the logarithm of its
 * determinant, -inf if it is singular */
static double
invert(double *a, size_t p)
{
    double log_determinant = 0.0;
    for (size_t k = 0; k < p; k++) {
        const double pivot = a[k * p + k];
        if (!(pivot > 1e-9)) { /* terms are of size 1 */
            return -INFINITY;
        }
        log_determinant += quire_log(pivot);
        a[k * p + k] = 1.0;
        for (size_t j = 0; j < p; j++) {
            a[k * p + j] /= pivot;
        }
        for (size_t i = 0; i < p; i++) {
            const double f = a[i * p + k];
            if (i != k && f != 0.0) {
                a[i * p + k] = 0.0;
                for (size_t j = 0; j < p; j++) {
                    a[i * p + j] -= f * a[k * p + j];
                }
            }
        }
    }
    return log_determinant;
}

static void
multiply(const double *matrix, const double *x, size_t p, double *out)
{
    for (size_t a = 0; a < p; a++) {
        out[a] = 0.0;
        for (size_t b = 0; b < p; b++) {
            out[a] += matrix[a * p + b] * x[b];
        }
    }
}

/* all matrices are symmetric */
static void
renew_spread(struct search *s)
{
    const size_t p = s->p;
    double row[QUIRE_OPTIMAL_TERMS_MOST];
    s->trace = 0.0;
    for (size_t a = 0; a < p; a++) {
        multiply(s->moments, s->inverse + a * p, p, row);
        s->trace += row[a];
        multiply(s->inverse, row, p, s->spread + a * p);
    }
}

/* X'X + ridge, inverted; returns the logarithm of its determinant */
static double
renew_inverse(struct search *s, double ridge)
{
    const size_t p = s->p;
    memcpy(s->inverse, s->given, p * p * sizeof *s->inverse);
    for (size_t a = 0; a < p; a++) {
        s->inverse[a * p + a] += ridge;
    }
    for (size_t i = 0; i < s->n_point; i++) {
        quire_optimal_add(s->inverse, s->row + s->pick[i] * p, 1.0, p);
    }
    const double determinant = invert(s->inverse, p);
    if (s->average && isfinite(determinant)) {
        renew_spread(s);
    }
    return determinant;
}

static double
dot(const double *x, const double *y, size_t p)
{
    double sum = 0.0;
    for (size_t a = 0; a < p; a++) {
        sum += x[a] * y[a];
    }
    return sum;
}

/* x' A x; of (X'X)^-1 the variance of the prediction at x */
static double
square_in(const double *matrix, const double *x, size_t p)
{
    double sum = 0.0;
    for (size_t a = 0; a < p; a++) {
        sum += x[a] * dot(matrix + a * p, x, p);
    }
    return sum;
}

/* ---- the search: Fedorov's exchange ---- */

/* the point that may be given away: its terms, its variance d, and products of it with both
 * matrices
 */
struct leaving {
    const double *x;
    double d, w, *product, spread[QUIRE_OPTIMAL_TERMS_MOST];
};

/* What it helps to take x for it. D: det grows by 1 + delta, delta = d(x) - (d(x) d(y) - d(x,y)^2)
 * - d(y). I: the trace falls by a share; with w that of the matrix `spread`, by ((d(y) - 1) w(x) -
 * 2 d(x,y) w(x,y) + (1 + d(x)) w(y)) / -(1 + delta). */
static double
gain_of(const struct search *s, const struct leaving *y, const double *x)
{
    const double d = square_in(s->inverse, x, s->p), both = dot(x, y->product, s->p);
    const double delta = d - (d * y->d - both * both) - y->d;
    if (!s->average) {
        return delta;
    }
    if (!(1.0 + delta > SINGULAR)) {
        return 0.0;
    }
    const double w = square_in(s->spread, x, s->p), w_both = dot(x, y->spread, s->p);
    return -((y->d - 1.0) * w - 2.0 * both * w_both + (1.0 + d) * y->w) / (1.0 + delta) / s->trace;
}

/* the candidate for which point i should be given away */
static uint32_t
best_exchange(struct search *s, size_t i, double *gain)
{
    struct leaving y = {.x = s->row + s->pick[i] * s->p, .product = s->product};
    uint32_t best = s->pick[i];
    *gain = GAIN;
    y.d = square_in(s->inverse, y.x, s->p);
    multiply(s->inverse, y.x, s->p, y.product);
    if (s->average) {
        y.w = square_in(s->spread, y.x, s->p);
        multiply(s->spread, y.x, s->p, y.spread);
    }
    for (size_t c = 0; c < s->chosen->n_candidate; c++) {
        const double found = gain_of(s, &y, s->row + c * s->p);
        if (found > *gain) {
            *gain = found;
            best = (uint32_t)c;
        }
    }
    return best;
}

static void
start_by_chance(struct search *s, uint32_t start)
{
    for (size_t i = 0; i < s->n_point; i++) {
        const uint32_t place[4] = {(uint32_t)i, QUIRE_RANDOM_DESIGN, start, 0};
        uint32_t words[4];
        quire_random_words(words, quire_design_seed(s->task), place);
        s->pick[i] = (uint32_t)((uint64_t)words[0] * s->chosen->n_candidate >> 32);
    }
}

/* exchanges as long as they help; the logarithm of the determinant, -inf where the points do not
 * determine the terms */
static double
climb(struct search *s, double ridge)
{
    double determinant = renew_inverse(s, ridge);
    for (int pass = 0; pass < PASSES && isfinite(determinant); pass++) {
        bool changed = false;
        for (size_t i = 0; i < s->n_point; i++) {
            double gain;
            const uint32_t best = best_exchange(s, i, &gain);
            if (best != s->pick[i]) {
                s->pick[i] = best;
                determinant = renew_inverse(s, ridge);
                changed = true;
            }
        }
        if (!changed) {
            break;
        }
    }
    return determinant;
}

/* what is to be largest */
static double
worth(const struct search *s, double determinant)
{
    return s->moments != NULL && isfinite(determinant) ? -quire_log(s->trace) : determinant;
}

static void
keep(struct search *s, double determinant)
{
    s->chosen->determinant = determinant;
    s->chosen->trace = s->trace;
    for (size_t i = 0; i < s->n_point; i++) {
        s->chosen->candidate[i] = s->region.number[s->pick[i]];
    }
}

static quire_status
run_search(struct search *s)
{
    double best = -INFINITY;
    for (uint32_t start = 0; start < STARTS; start++) {
        start_by_chance(s, start);
        s->average = false;
        climb(s, RIDGE); /* out of where the points do not determine all terms */
        double determinant = start % 2 == 0 || s->moments == NULL ? climb(s, 0.0) : 0.0;
        if (s->moments != NULL) {
            s->average = true;
            determinant = climb(s, 0.0);
        }
        if (worth(s, determinant) > best + GAIN) {
            best = worth(s, determinant);
            keep(s, determinant);
        }
    }
    return isfinite(best)
               ? QUIRE_OK
               : quire_object_error(
                     s->task->self, s->task->diag, "E-MODEL", "use simpler terms or more points",
                     "the allowed points do not determine the %zu coefficients", s->p);
}

/* ---- the design ---- */

static bool
make_room(struct search *s, bool average)
{
    struct quire_arena *arena = s->task->arena;
    s->given = quire_arena_get(arena, s->p * s->p, sizeof *s->given);
    s->inverse = quire_arena_get(arena, s->p * s->p, sizeof *s->inverse);
    s->product = quire_arena_get(arena, s->p, sizeof *s->product);
    s->pick = quire_arena_get(arena, s->n_point, sizeof *s->pick);
    s->chosen->candidate = quire_arena_get(arena, s->n_point, sizeof *s->chosen->candidate);
    if (average) {
        s->moments = quire_arena_get(arena, s->p * s->p, sizeof *s->moments);
        s->spread = quire_arena_get(arena, s->p * s->p, sizeof *s->spread);
    }
    return (!average || (s->moments != NULL && s->spread != NULL)) && s->given != NULL &&
           s->inverse != NULL && s->product != NULL && s->pick != NULL &&
           s->chosen->candidate != NULL;
}

static const struct quire_design_ops ops_average;

static quire_status
search(struct search *s, bool average)
{
    const struct quire_design_task *task = s->task;
    s->p = s->region.model.n;
    if (!make_room(s, average)) {
        return quire_diag_memory_error(task->diag);
    }
    quire_status status =
        quire_optimal_given(&s->region, task, s->n_point, s->given, &s->chosen->n_given);
    if (status == QUIRE_OK) {
        status = quire_optimal_candidates(&s->region, task, s->given);
    }
    if (status == QUIRE_OK && average) {
        status = quire_optimal_moments(&s->region, task, s->moments);
    }
    s->row = s->region.row;
    s->chosen->n_candidate = s->region.n;
    return status == QUIRE_OK ? run_search(s) : status;
}

static quire_status
make(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    struct search s = {.task = task, .n_point = (size_t)p->points};
    quire_status status = quire_design_need_levels(task, 2, QUIRE_OPTIMAL_CANDIDATES_MOST);
    s.chosen = quire_arena_get(task->arena, 1, sizeof *s.chosen);
    if (s.chosen == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    if (status == QUIRE_OK) {
        status = quire_optimal_region_make(&s.region, task, p->terms, p->where, p->grid);
    }
    if (status == QUIRE_OK) {
        status = search(&s, out->ops == &ops_average);
    }
    quire_optimal_region_clear(&s.region);
    s.chosen->levels = s.region.model.levels;
    s.chosen->n_term = s.p;
    out->points = s.n_point;
    out->data = s.chosen;
    return status;
}

static void
point(const struct quire_design_plan *plan, uint64_t point, struct quire_design_value *value)
{
    const struct chosen *chosen = plan->data;
    quire_optimal_point(plan->column, chosen->levels, plan->n, chosen->candidate[point], value);
}

static void
describe(const struct quire_design_plan *plan, struct quire_text *out)
{
    const struct chosen *c = plan->data;
    const double efficiency =
        quire_exp(c->determinant / (double)c->n_term) / (double)(plan->points + c->n_given);
    quire_text_format(out,
                      "%zu coefficients from %zu combinations; D-efficiency %.4g %% "
                      "(det(X'X)^(1/p)/n, 100 %% where all terms are orthogonal)\n",
                      c->n_term, c->n_candidate, 100.0 * efficiency);
}

static void
describe_average(const struct quire_design_plan *plan, struct quire_text *out)
{
    const struct chosen *c = plan->data;
    describe(plan, out);
    quire_text_format(out,
                      "average variance of a prediction over the region: %.4g times that of one "
                      "run\n",
                      c->trace);
}

static const struct quire_design_ops ops = {.make = make, .point = point, .describe = describe};

const struct quire_kind quire_kind_design_d_optimal = {
    .family = &quire_family_design,
    .element = "design",
    .selector = "kind",
    .variant = "d-optimal",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "A given number of points, chosen among all combinations that <exclude> and `where` "
            "allow, so that the coefficients of a model are estimated as precisely as possible. "
            "For factors with different numbers of levels and combinations that cannot be built.",
    .equation = "det(X'X) is largest; X has a row for each point, a column for each coefficient",
    .example = "<design kind=\"d-optimal\" points=\"14\" terms=\"radius + load + radius*load\" "
               "where=\"radius + 2 mm/N*load &lt; 60 mm\"/>",
    .source = "V. V. Fedorov, Theory of Optimal Experiments, Academic Press 1972, ch. 3",
    .ops = &ops,
};

static const struct quire_design_ops ops_average = {
    .make = make, .point = point, .describe = describe_average};

const struct quire_kind quire_kind_design_i_optimal = {
    .family = &quire_family_design,
    .element = "design",
    .selector = "kind",
    .variant = "i-optimal",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Like d-optimal, but with the smallest average variance of predictions over the "
            "region. Use it for response surfaces and optimisation; use d-optimal for effects.",
    .equation = "trace((X'X)^-1 M) is smallest; M contains the averages of products of terms over "
                "the part of the region that <exclude> and `where` allow",
    .example = "<design kind=\"i-optimal\" points=\"14\" terms=\"quadratic\"/>",
    .source = "B. Jones, P. Goos, I-optimal versus D-optimal split-plot response surface designs, "
              "J. Qual. Technol. 44 (2012) 85",
    .ops = &ops_average,
};

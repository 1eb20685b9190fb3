/* Optimal designs: the points among all allowed ones from which a model's coefficients (D) or its
 * predictions (I) follow most exactly (doc/theory/designs.md, 8). */
#include <string.h>

#include "design/common.h"
#include "design/surface/optimal_terms.h"
#include "math/detmath.h"
#include "math/random.h"
#include "model/problem.h"

#define CANDIDATE_MOST 20000
#define POINT_MOST     2000
#define STARTS         10   /* the best of so many searches is taken */
#define PASSES         50   /* through all points of one search; most end far earlier */
#define RIDGE          1e-4 /* beside sums of squares of terms, which are of size 1 */
#define SINGULAR       1e-6 /* what is left of a determinant that is as good as none */
#define GAIN           1e-9 /* relative: what is less is rounding */

struct params {
    struct quire_design_common common;
    long points;
    int terms;
};

static const struct quire_field fields[] = {
    QUIRE_DESIGN_COMMON(struct params),
    QUIRE_INTEGER(
        struct params, points, "points", QUIRE_REQUIRED, QUIRE_FROM_TO(2, POINT_MOST),
        "how many; with those that it augments at least as many as there are coefficients"),
    QUIRE_CHOICE(struct params, terms, "terms", "linear|interactions|quadratic", "linear",
                 "the model: a mean and the factors' effects, also all interactions of two, also "
                 "the squares of factors that are numbers"),
    QUIRE_FIELD_END,
};

struct chosen {
    uint32_t *candidate; /* (points): its number in the full factorial of all levels */
    long *levels;        /* of each factor (n) */
    double determinant;  /* logarithm of det(X'X) */
    double trace;        /* of (X'X)^-1 times the moments: the average variance of a prediction */
    size_t n_term, n_candidate, n_given;
};

struct search {
    const struct quire_design_task *task;
    struct chosen *chosen;
    size_t n_point, p; /* points, terms */
    int terms;
    uint32_t *number; /* of each candidate (n_candidate) */
    double *row;      /* its terms (n_candidate x p) */
    double *given;    /* X'X of the points that are augmented (p x p) */
    double *inverse;  /* (X'X)^-1 (p x p) */
    double *product;  /* (X'X)^-1 times a row (p) */
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

/* x x' times a weight on top of a matrix */
static void
add_row(double *matrix, const double *x, double weight, size_t p)
{
    for (size_t a = 0; a < p; a++) {
        for (size_t b = 0; b < p; b++) {
            matrix[a * p + b] += weight * x[a] * x[b];
        }
    }
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
        add_row(s->inverse, s->row + s->pick[i] * p, 1.0, p);
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
        s->chosen->candidate[i] = s->number[s->pick[i]];
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
               : quire_object_error(s->task->self, s->task->diag, "E-MODEL",
                                    "take simpler terms, more points, or exclude less",
                                    "the allowed points do not determine the %zu coefficients",
                                    s->p);
}

/* ---- the region ---- */

/* averages of products of terms over what <exclude> leaves of the nodes, n in all */
static quire_status
fill_moments(struct search *s, uint64_t n)
{
    const struct quire_design_task *task = s->task;
    struct quire_design_value *value = quire_arena_get(task->arena, task->n, sizeof *value);
    double x[QUIRE_OPTIMAL_TERMS_MOST], whole = 0.0;
    if (value == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    for (uint64_t number = 0; number < n; number++) {
        double weight = 1.0;
        uint64_t rest = number;
        for (size_t j = 0; j < task->n; j++) {
            const uint64_t levels = (uint64_t)s->chosen->levels[j];
            weight *= quire_optimal_node(&task->column[j], (long)(rest % levels), (long)levels,
                                         &value[j]);
            rest /= levels;
        }
        if (task->allows == NULL || task->allows(task->user, value)) {
            quire_optimal_terms(task, s->chosen->levels, s->terms, value, x);
            add_row(s->moments, x, weight, s->p);
            whole += weight;
        }
    }
    for (size_t a = 0; a < s->p * s->p; a++) {
        s->moments[a] /= whole;
    }
    return whole > 0.0
               ? QUIRE_OK
               : quire_object_error(task->self, task->diag, "E-MODEL",
                                    "make the conditions of <exclude> narrower, or take d-optimal",
                                    "what is left of the region is too narrow to average over it");
}

/* ---- candidates ---- */

static quire_status
list_candidates(struct search *s, uint64_t n)
{
    const struct quire_design_task *task = s->task;
    struct quire_design_value *value = quire_arena_get(task->arena, task->n, sizeof *value);
    s->number = quire_arena_get(task->arena, n, sizeof *s->number);
    s->row = quire_arena_get(task->arena, n * s->p, sizeof *s->row);
    if (value == NULL || s->number == NULL || s->row == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    for (uint32_t number = 0; number < n; number++) {
        quire_optimal_point(task->column, s->chosen->levels, task->n, number, value);
        if (task->allows == NULL || task->allows(task->user, value)) {
            quire_optimal_terms(task, s->chosen->levels, s->terms, value,
                                s->row + s->chosen->n_candidate * s->p);
            s->number[s->chosen->n_candidate++] = number;
        }
    }
    return s->chosen->n_candidate > 0
               ? QUIRE_OK
               : quire_object_error(task->self, task->diag, "E-MODEL",
                                    "make the conditions of <exclude> narrower",
                                    "all %llu combinations are excluded", (unsigned long long)n);
}

/* what the points before tell already */
static quire_status
take_given(struct search *s)
{
    const struct quire_design_task *task = s->task;
    const struct quire_design_value *given = quire_design_list_earlier(task, &s->chosen->n_given);
    double *x = quire_arena_get(task->arena, s->p, sizeof *x);
    if (given == NULL || x == NULL) {
        return given == NULL ? QUIRE_ERROR_LIMIT : quire_diag_memory_error(task->diag);
    }
    for (size_t i = 0; i < s->chosen->n_given; i++) {
        quire_optimal_terms(task, s->chosen->levels, s->terms, given + i * task->n, x);
        add_row(s->given, x, 1.0, s->p);
    }
    const size_t points = s->n_point + s->chosen->n_given;
    return points >= s->p
               ? QUIRE_OK
               : quire_object_error(task->self, task->diag, "E-MODEL", NULL,
                                    "%zu points can not determine %zu coefficients", points, s->p);
}

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

/* levels, candidates and terms; reports what is too much */
static quire_status
measure(struct search *s, uint64_t *n)
{
    const struct quire_design_task *task = s->task;
    *n = 1;
    size_t main = 0;
    for (size_t j = 0; j < task->n; j++) {
        s->chosen->levels[j] = quire_optimal_levels(&task->column[j], s->terms);
        main += quire_optimal_count_main(&task->column[j], s->chosen->levels[j]);
        *n *= *n <= CANDIDATE_MOST ? (uint64_t)s->chosen->levels[j] : 1;
    }
    if (*n > CANDIDATE_MOST) {
        return quire_object_error(task->self, task->diag, "E-LIMIT", NULL,
                                  "there are more than %d combinations to choose from",
                                  CANDIDATE_MOST);
    }
    s->p = main <= QUIRE_OPTIMAL_TERMS_MOST
               ? quire_optimal_terms(task, s->chosen->levels, s->terms, NULL, NULL)
               : main;
    if (s->p > QUIRE_OPTIMAL_TERMS_MOST) {
        return quire_object_error(task->self, task->diag, "E-LIMIT", "take simpler terms",
                                  "the model has more than %d coefficients",
                                  QUIRE_OPTIMAL_TERMS_MOST);
    }
    return QUIRE_OK;
}

static const struct quire_design_ops ops_average;

static quire_status
make(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    struct search s = {.task = task, .n_point = (size_t)p->points, .terms = p->terms};
    uint64_t n = 0;
    quire_status status = quire_design_need_levels(task, 2, CANDIDATE_MOST);
    s.chosen = quire_arena_get(task->arena, 1, sizeof *s.chosen);
    if (s.chosen == NULL || (s.chosen->levels = quire_arena_get(
                                 task->arena, task->n, sizeof *s.chosen->levels)) == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    if (status == QUIRE_OK) {
        status = measure(&s, &n);
    }
    if (status == QUIRE_OK && !make_room(&s, out->ops == &ops_average)) {
        status = quire_diag_memory_error(task->diag);
    }
    if (status == QUIRE_OK) {
        status = take_given(&s);
    }
    if (status == QUIRE_OK) {
        status = list_candidates(&s, n);
    }
    if (status == QUIRE_OK && s.moments != NULL) {
        status = fill_moments(&s, n);
    }
    if (status == QUIRE_OK) {
        status = run_search(&s);
    }
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
    .help = "So many points as can be afforded, chosen among all combinations that <exclude> "
            "leaves so that a model's coefficients follow from them most "
            "exactly. For factors with different numbers of levels and combinations that can not "
            "be built.",
    .equation = "det(X'X) is largest; X has a row for each point, a column for each coefficient",
    .example = "<design kind=\"d-optimal\" points=\"14\" terms=\"interactions\"/>",
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
    .help = "Like d-optimal, but chosen so that predictions are most exact on average over the "
            "region: for response surfaces and best settings, where d-optimal is for effects.",
    .equation =
        "trace((X'X)^-1 M) is smallest; M holds the averages of products of terms over what "
        "<exclude> leaves of the region",
    .example = "<design kind=\"i-optimal\" points=\"14\" terms=\"quadratic\"/>",
    .source = "B. Jones, P. Goos, I-optimal versus D-optimal split-plot response surface designs, "
              "J. Qual. Technol. 44 (2012) 85",
    .ops = &ops_average,
};

/* D-optimal: the points among all allowed ones from which a model's coefficients follow most
 * exactly (doc/theory/designs.md, 8). */
#include <string.h>

#include "design/common.h"
#include "math/detmath.h"
#include "math/random.h"
#include "model/problem.h"

#define CANDIDATE_MOST 20000
#define TERM_MOST      100
#define POINT_MOST     2000
#define STARTS         10   /* the best of so many searches is taken */
#define PASSES         50   /* through all points of one search; most end far earlier */
#define RIDGE          1e-4 /* beside sums of squares of terms, which are of size 1 */
#define GAIN           1e-9 /* relative: what is less is rounding */

enum { LINEAR, INTERACTIONS, QUADRATIC };

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
    uint32_t *pick;   /* candidates taken (n_point) */
};

/* ---- the model ---- */

static long
levels_of(const struct quire_design_column *c, int terms)
{
    return c->levels > 0 ? c->levels : terms == QUADRATIC ? 3 : 2;
}

/* a number has one column, its coded value; words have one less than levels, by sums to zero */
static size_t
n_main(const struct quire_design_column *c, long levels)
{
    return c->ordered ? 1 : (size_t)(levels - 1);
}

static double
main_term(const struct quire_design_column *c, const struct quire_design_value *value, size_t i)
{
    if (c->ordered) {
        return quire_design_coded(c, value);
    }
    return value->level == c->levels - 1 ? -1.0 : value->level == (long)i ? 1.0 : 0.0;
}

/* the terms of a point; returns how many, and only counts them if `value` is NULL */
static size_t
fill_terms(const struct quire_design_task *task, const long *levels, int terms,
           const struct quire_design_value *value, double *out)
{
    double first[TERM_MOST + 1]; /* main terms */
    size_t owner[TERM_MOST + 1], n = 0, m = 0;
    for (size_t j = 0; j < task->n; j++) {
        for (size_t i = 0; i < n_main(&task->column[j], levels[j]) && m < TERM_MOST; i++, m++) {
            first[m] = value != NULL ? main_term(&task->column[j], &value[j], i) : 0.0;
            owner[m] = j;
        }
    }
#define ADD(value_)                                                                                \
    do {                                                                                           \
        if (value != NULL) {                                                                       \
            out[n] = value_;                                                                       \
        }                                                                                          \
        n++;                                                                                       \
    } while (0)
    ADD(1.0);
    for (size_t i = 0; i < m; i++) {
        ADD(first[i]);
    }
    for (size_t i = 0; i < m && terms >= INTERACTIONS; i++) {
        for (size_t k = i + 1; k < m; k++) {
            if (owner[i] != owner[k]) {
                ADD(first[i] * first[k]);
            }
        }
    }
    for (size_t i = 0; i < m && terms == QUADRATIC; i++) {
        if (task->column[owner[i]].ordered && levels[owner[i]] > 2) {
            ADD(first[i] * first[i]);
        }
    }
#undef ADD
    return n;
}

static void
fill_point(const struct quire_design_column *column, const long *levels, size_t n, uint32_t number,
           struct quire_design_value *value)
{
    for (size_t j = 0; j < n; j++) {
        value[j] =
            quire_design_at_level(&column[j], (long)(number % (uint32_t)levels[j]), levels[j]);
        number /= (uint32_t)levels[j];
    }
}

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

/* x x' on top of a matrix */
static void
add_row(double *matrix, const double *x, size_t p)
{
    for (size_t a = 0; a < p; a++) {
        for (size_t b = 0; b < p; b++) {
            matrix[a * p + b] += x[a] * x[b];
        }
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
        add_row(s->inverse, s->row + s->pick[i] * p, p);
    }
    return invert(s->inverse, p);
}

static void
multiply(const struct search *s, const double *x, double *out)
{
    for (size_t a = 0; a < s->p; a++) {
        out[a] = 0.0;
        for (size_t b = 0; b < s->p; b++) {
            out[a] += s->inverse[a * s->p + b] * x[b];
        }
    }
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

/* x' (X'X)^-1 x */
static double
variance(const struct search *s, const double *x)
{
    double sum = 0.0;
    for (size_t a = 0; a < s->p; a++) {
        sum += x[a] * dot(s->inverse + a * s->p, x, s->p);
    }
    return sum;
}

/* ---- the search: Fedorov's exchange ---- */

/* the candidate for which point i should be given away; det grows by 1 + delta, delta = d(x) -
 * (d(x) d(y) - d(x,y)^2) - d(y) */
static uint32_t
best_exchange(struct search *s, size_t i, double *gain)
{
    const double *old = s->row + s->pick[i] * s->p;
    const double d_old = variance(s, old);
    uint32_t best = s->pick[i];
    *gain = GAIN;
    multiply(s, old, s->product);
    for (size_t c = 0; c < s->chosen->n_candidate; c++) {
        const double *x = s->row + c * s->p, d = variance(s, x), both = dot(x, s->product, s->p);
        const double delta = d - (d * d_old - both * both) - d_old;
        if (delta > *gain) {
            *gain = delta;
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

static void
keep(struct search *s, double determinant)
{
    s->chosen->determinant = determinant;
    for (size_t i = 0; i < s->n_point; i++) {
        s->chosen->candidate[i] = s->number[s->pick[i]];
    }
}

static quire_status
run_search(struct search *s)
{
    s->chosen->determinant = -INFINITY;
    for (uint32_t start = 0; start < STARTS; start++) {
        start_by_chance(s, start);
        climb(s, RIDGE); /* out of where the points do not determine all terms */
        const double determinant = climb(s, 0.0);
        if (determinant > s->chosen->determinant + GAIN) {
            keep(s, determinant);
        }
    }
    return isfinite(s->chosen->determinant)
               ? QUIRE_OK
               : quire_object_error(s->task->self, s->task->diag, "E-MODEL",
                                    "take simpler terms, more points, or exclude less",
                                    "the allowed points do not determine the %zu coefficients",
                                    s->p);
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
        fill_point(task->column, s->chosen->levels, task->n, number, value);
        if (task->allows == NULL || task->allows(task->user, value)) {
            fill_terms(task, s->chosen->levels, s->terms, value,
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
        fill_terms(task, s->chosen->levels, s->terms, given + i * task->n, x);
        add_row(s->given, x, s->p);
    }
    const size_t points = s->n_point + s->chosen->n_given;
    return points >= s->p
               ? QUIRE_OK
               : quire_object_error(task->self, task->diag, "E-MODEL", NULL,
                                    "%zu points can not determine %zu coefficients", points, s->p);
}

static bool
make_room(struct search *s)
{
    struct quire_arena *arena = s->task->arena;
    s->given = quire_arena_get(arena, s->p * s->p, sizeof *s->given);
    s->inverse = quire_arena_get(arena, s->p * s->p, sizeof *s->inverse);
    s->product = quire_arena_get(arena, s->p, sizeof *s->product);
    s->pick = quire_arena_get(arena, s->n_point, sizeof *s->pick);
    s->chosen->candidate = quire_arena_get(arena, s->n_point, sizeof *s->chosen->candidate);
    return s->given != NULL && s->inverse != NULL && s->product != NULL && s->pick != NULL &&
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
        s->chosen->levels[j] = levels_of(&task->column[j], s->terms);
        main += n_main(&task->column[j], s->chosen->levels[j]);
        *n *= *n <= CANDIDATE_MOST ? (uint64_t)s->chosen->levels[j] : 1;
    }
    if (*n > CANDIDATE_MOST) {
        return quire_object_error(task->self, task->diag, "E-LIMIT", NULL,
                                  "there are more than %d combinations to choose from",
                                  CANDIDATE_MOST);
    }
    s->p = main <= TERM_MOST ? fill_terms(task, s->chosen->levels, s->terms, NULL, NULL) : main;
    if (s->p > TERM_MOST) {
        return quire_object_error(task->self, task->diag, "E-LIMIT", "take simpler terms",
                                  "the model has more than %d coefficients", TERM_MOST);
    }
    return QUIRE_OK;
}

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
    if (status == QUIRE_OK && !make_room(&s)) {
        status = quire_diag_memory_error(task->diag);
    }
    if (status == QUIRE_OK) {
        status = take_given(&s);
    }
    if (status == QUIRE_OK) {
        status = list_candidates(&s, n);
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
    fill_point(plan->column, chosen->levels, plan->n, chosen->candidate[point], value);
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

#include "design/surface/optimal_region.h"

#include <math.h>
#include <string.h>

#include "design/common.h"
#include "kind/value.h"
#include "model/problem.h"

#define GRID_MOST  11   /* levels of a range within a region, unless they are asked for */
#define GRID_WORK  2000 /* and as many combinations */
#define NEGLIGIBLE 1e-9 /* share of a column's squares that the columns before it leave */

void
quire_optimal_add(double *matrix, const double *x, double weight, size_t p)
{
    for (size_t a = 0; a < p; a++) {
        for (size_t b = 0; b < p; b++) {
            matrix[a * p + b] += weight * x[a] * x[b];
        }
    }
}

/* ---- the condition ---- */

static quire_status
read_condition(struct quire_optimal_region *r, const struct quire_design_task *task,
               const char *where)
{
    char error[300] = "", excerpt[QUIRE_EXCERPT_SIZE];
    if (task->names == NULL) {
        return quire_object_error(task->self, task->diag, "E-MODEL", NULL,
                                  "'where' needs a design of the factors");
    }
    if (!quire_formula_read(&r->where, where, true, task->names, error, sizeof error)) {
        return quire_formula_lacked_memory(error)
                   ? quire_diag_memory_error(task->diag)
                   : quire_object_error(task->self, task->diag, "E-FORMULA", NULL,
                                        "where = '%s': %s", quire_excerpt(excerpt, where), error);
    }
    return quire_formula_is_logical(r->where)
               ? QUIRE_OK
               : quire_object_error(task->self, task->diag, "E-FORMULA",
                                    "for example nip_load < 8 N", "where = '%s' is not a condition",
                                    quire_excerpt(excerpt, where));
}

struct setting {
    const struct quire_design_task *task;
    const struct quire_design_value *value;
};

static double
get(void *user, int index)
{
    const struct setting *s = user;
    return s->task->value(s->task->user, (size_t)index, &s->value[index]);
}

static bool
holds(const struct quire_optimal_region *r, const struct quire_design_task *task,
      const struct quire_design_value *value)
{
    struct setting s = {task, value};
    return (task->allows == NULL || task->allows(task->user, value)) &&
           (r->where == NULL || quire_formula_value(r->where, get, &s) != 0.0);
}

/* ---- levels ---- */

static uint64_t
count_all(const struct quire_design_task *task, const long *levels, uint64_t most)
{
    uint64_t n = 1;
    for (size_t j = 0; j < task->n && n <= most; j++) {
        n *= (uint64_t)levels[j];
    }
    return n;
}

/* levels of ranges in a region whose edges may be anywhere: an odd number, which has the middle */
static long
grid_of(const struct quire_design_task *task)
{
    uint64_t lists = 1;
    long grid = GRID_MOST;
    for (size_t j = 0; j < task->n && lists <= GRID_WORK; j++) {
        lists *= task->column[j].levels > 0 ? (uint64_t)task->column[j].levels : 1;
    }
    for (; grid > 3; grid -= 2) {
        uint64_t n = lists;
        for (size_t j = 0; j < task->n && n <= GRID_WORK; j++) {
            n *= task->column[j].levels > 0 ? 1 : (uint64_t)grid;
        }
        if (n <= GRID_WORK) {
            break;
        }
    }
    return grid;
}

quire_status
quire_optimal_region_make(struct quire_optimal_region *out, const struct quire_design_task *task,
                          const char *terms, const char *where, long grid)
{
    quire_status status = where != NULL ? read_condition(out, task, where) : QUIRE_OK;
    if (status == QUIRE_OK) {
        status = quire_optimal_model_make(&out->model, task, terms,
                                          grid > 0 || where == NULL ? grid : grid_of(task));
    }
    if (status != QUIRE_OK) {
        return status;
    }
    out->all = count_all(task, out->model.levels, QUIRE_OPTIMAL_CANDIDATES_MOST);
    return out->all <= QUIRE_OPTIMAL_CANDIDATES_MOST
               ? QUIRE_OK
               : quire_object_error(task->self, task->diag, "E-LIMIT", NULL,
                                    "there are more than %d combinations to choose from",
                                    QUIRE_OPTIMAL_CANDIDATES_MOST);
}

void
quire_optimal_region_clear(struct quire_optimal_region *region)
{
    quire_formula_destroy(region->where);
    region->where = NULL;
}

/* ---- points ---- */

quire_status
quire_optimal_given(const struct quire_optimal_region *r, const struct quire_design_task *task,
                    size_t points, double *matrix, size_t *n)
{
    const size_t p = r->model.n;
    const struct quire_design_value *given = quire_design_list_earlier(task, n);
    double x[QUIRE_OPTIMAL_TERMS_MOST];
    if (given == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    for (size_t i = 0; i < *n; i++) {
        quire_optimal_row(&r->model, task->column, given + i * task->n, x);
        quire_optimal_add(matrix, x, 1.0, p);
    }
    return points + *n >= p
               ? QUIRE_OK
               : quire_object_error(task->self, task->diag, "E-MODEL", NULL,
                                    "%zu points cannot determine %zu coefficients", points + *n, p);
}

/* the first column that follows from those before it in all candidates and points given; the
 * number of columns if none does */
static size_t
find_dependent(const struct quire_optimal_region *r, const double *given, double *matrix)
{
    const size_t p = r->model.n;
    double size[QUIRE_OPTIMAL_TERMS_MOST];
    memcpy(matrix, given, p * p * sizeof *matrix);
    for (size_t i = 0; i < r->n; i++) {
        quire_optimal_add(matrix, r->row + i * p, 1.0, p);
    }
    for (size_t k = 0; k < p; k++) {
        size[k] = matrix[k * p + k];
    }
    for (size_t k = 0; k < p; k++) {
        const double pivot = matrix[k * p + k];
        if (!(pivot > NEGLIGIBLE * size[k])) {
            return k;
        }
        for (size_t i = k + 1; i < p; i++) {
            const double f = matrix[i * p + k] / pivot;
            for (size_t j = k; j < p; j++) {
                matrix[i * p + j] -= f * matrix[k * p + j];
            }
        }
    }
    return p;
}

static quire_status
check_candidates(const struct quire_optimal_region *r, const struct quire_design_task *task,
                 const double *given)
{
    double *matrix = quire_arena_get(task->arena, r->model.n * r->model.n, sizeof *matrix);
    struct quire_text name = {0};
    if (matrix == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    const size_t column = find_dependent(r, given, matrix);
    if (column == r->model.n) {
        return QUIRE_OK;
    }
    quire_optimal_name(&name, &r->model, task->column, column);
    const quire_status status = quire_object_error(
        task->self, task->diag, "E-MODEL",
        r->n < r->all ? "use simpler terms, or a wider region" : "use simpler terms",
        "the %zu allowed combinations do not determine the %zu coefficients: that of %s follows "
        "from the others",
        r->n, r->model.n, name.failed || name.data == NULL ? "a term" : name.data);
    quire_text_clear(&name);
    return status;
}

quire_status
quire_optimal_candidates(struct quire_optimal_region *r, const struct quire_design_task *task,
                         const double *given)
{
    const size_t p = r->model.n;
    struct quire_design_value *value = quire_arena_get(task->arena, task->n, sizeof *value);
    r->number = quire_arena_get(task->arena, r->all, sizeof *r->number);
    r->row = quire_arena_get(task->arena, r->all * p, sizeof *r->row);
    if (value == NULL || r->number == NULL || r->row == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    for (uint32_t number = 0; number < r->all; number++) {
        quire_optimal_point(task->column, r->model.levels, task->n, number, value);
        if (holds(r, task, value)) {
            quire_optimal_row(&r->model, task->column, value, r->row + r->n * p);
            r->number[r->n++] = number;
        }
    }
    return r->n > 0 ? check_candidates(r, task, given)
                    : quire_object_error(task->self, task->diag, "E-MODEL",
                                         r->where != NULL ? "use a wider region"
                                                          : "make the conditions of <exclude> "
                                                            "narrower",
                                         "all %llu combinations are excluded",
                                         (unsigned long long)r->all);
}

/* ---- averages ---- */

quire_status
quire_optimal_moments(const struct quire_optimal_region *r, const struct quire_design_task *task,
                      double *out)
{
    const bool even = r->where != NULL;
    const long *nodes = even ? r->model.levels : r->model.nodes;
    const uint64_t n = count_all(task, nodes, QUIRE_OPTIMAL_CANDIDATES_MOST);
    const size_t p = r->model.n;
    struct quire_design_value *value = quire_arena_get(task->arena, task->n, sizeof *value);
    double x[QUIRE_OPTIMAL_TERMS_MOST], whole = 0.0;
    if (value == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    for (uint64_t number = 0; number < n; number++) {
        double weight = 1.0;
        uint64_t rest = number;
        for (size_t j = 0; j < task->n; j++) {
            const uint64_t levels = (uint64_t)nodes[j];
            weight *= quire_optimal_node(&task->column[j], (long)(rest % levels), (long)levels,
                                         even, &value[j]);
            rest /= levels;
        }
        if (holds(r, task, value)) {
            quire_optimal_row(&r->model, task->column, value, x);
            quire_optimal_add(out, x, weight, p);
            whole += weight;
        }
    }
    for (size_t a = 0; a < p * p; a++) {
        out[a] /= whole;
    }
    return whole > 0.0
               ? QUIRE_OK
               : quire_object_error(task->self, task->diag, "E-MODEL",
                                    "use a wider region, or d-optimal",
                                    "the rest of the region is too small to average over it");
}

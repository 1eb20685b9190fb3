#include "design/surface/optimal_terms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "design/common.h"
#include "model/problem.h"

#define NODES_MOST (QUIRE_OPTIMAL_ORDER + 1)

static const char words[] = "linear, interactions, quadratic";
enum { LINEAR, INTERACTIONS, QUADRATIC };

/* ---- columns ---- */

static bool
add_column(struct quire_optimal_model *m, const struct quire_optimal_column *column)
{
    if (m->n == QUIRE_OPTIMAL_TERMS_MOST) {
        return false;
    }
    m->column[m->n++] = *column;
    return true;
}

static long
count_contrasts(const struct quire_design_column *c)
{
    return c->ordered ? 1 : c->levels - 1;
}

/* all columns of a term, of which the last factor's contrast changes fastest */
static bool
add_term(struct quire_optimal_model *m, const struct quire_design_task *task,
         const struct quire_term *term)
{
    struct quire_optimal_column column = {.order = term->order};
    bool more = true;
    memcpy(column.factor, term->predictor, sizeof column.factor);
    for (size_t i = 0; i < term->order; i++) {
        more = more && count_contrasts(&task->column[term->predictor[i]]) > 0;
    }
    while (more) {
        if (!add_column(m, &column)) {
            return false;
        }
        more = false;
        for (size_t i = term->order; i-- > 0 && !more;) {
            more = ++column.contrast[i] < count_contrasts(&task->column[term->predictor[i]]);
            column.contrast[i] = more ? column.contrast[i] : 0;
        }
    }
    return true;
}

static bool
add_main(struct quire_optimal_model *m, const struct quire_design_task *task)
{
    bool good = true;
    for (size_t j = 0; j < task->n && good; j++) {
        good = add_term(m, task, &(struct quire_term){1, {j}});
    }
    return good;
}

static bool
add_interactions(struct quire_optimal_model *m, size_t n_main)
{
    bool good = true;
    for (size_t i = 1; i < n_main && good; i++) {
        for (size_t k = i + 1; k < n_main && good; k++) {
            const struct quire_optimal_column *a = &m->column[i], *b = &m->column[k];
            good = a->factor[0] == b->factor[0] ||
                   add_column(m, &(struct quire_optimal_column){2,
                                                                {a->factor[0], b->factor[0]},
                                                                {a->contrast[0], b->contrast[0]}});
        }
    }
    return good;
}

static bool
add_squares(struct quire_optimal_model *m, const struct quire_design_task *task)
{
    bool good = true;
    for (size_t j = 0; j < task->n && good; j++) {
        const struct quire_design_column *c = &task->column[j];
        good = !c->ordered || (c->levels > 0 && c->levels < 3) ||
               add_term(m, task, &(struct quire_term){2, {j, j}});
    }
    return good;
}

static bool
add_usual(struct quire_optimal_model *m, const struct quire_design_task *task, int order)
{
    if (!add_main(m, task)) {
        return false;
    }
    return (order < INTERACTIONS || add_interactions(m, m->n)) &&
           (order < QUADRATIC || add_squares(m, task));
}

/* ---- terms by name ---- */

static long
find_factor(void *user, const char *name, size_t length)
{
    const struct quire_design_task *task = user;
    for (size_t j = 0; j < task->n; j++) {
        if (strlen(task->column[j].name) == length &&
            memcmp(task->column[j].name, name, length) == 0) {
            return (long)j;
        }
    }
    return -1;
}

/* powers need numbers, and enough levels */
static quire_status
check_powers(const struct quire_design_task *task, const struct quire_term *term)
{
    if (term->order > QUIRE_OPTIMAL_ORDER) {
        return quire_object_error(task->self, task->diag, "E-MODEL", NULL,
                                  "terms: a term of an optimal design is a product of %d at most",
                                  QUIRE_OPTIMAL_ORDER);
    }
    for (size_t i = 0, power; i < term->order; i += power) {
        const struct quire_design_column *c = &task->column[term->predictor[i]];
        for (power = 1; i + power < term->order && term->predictor[i + power] == term->predictor[i];
             power++) {
        }
        if (power > 1 && !c->ordered) {
            return quire_object_error(
                task->self, task->diag, "E-MODEL", NULL,
                "terms: the levels of factor '%s' are words, which have no powers", c->name);
        }
        if (c->levels > 0 && (long)power >= c->levels) {
            return quire_object_error(task->self, task->diag, "E-MODEL",
                                      "give it more levels, or 'low' and 'high'",
                                      "terms: factor '%s' has %ld level%s, too few for a power "
                                      "of %zu",
                                      c->name, c->levels, c->levels == 1 ? "" : "s", power);
        }
    }
    return QUIRE_OK;
}

static quire_status
refuse_many(const struct quire_design_task *task)
{
    return quire_object_error(task->self, task->diag, "E-LIMIT", "use simpler terms",
                              "the model has more than %d coefficients", QUIRE_OPTIMAL_TERMS_MOST);
}

static quire_status
read_named(struct quire_optimal_model *m, const struct quire_design_task *task, const char *text)
{
    struct quire_term term[QUIRE_OPTIMAL_TERMS_MOST];
    const char *error;
    size_t at, length;
    const size_t n = quire_terms_read(term, QUIRE_OPTIMAL_TERMS_MOST, text, find_factor,
                                      (void *)task, &error, &at, &length);
    if (n == 0) {
        return quire_object_error(
            task->self, task->diag, "E-FORMULA",
            "linear, interactions, quadratic, or factors, for example radius + load + radius*load",
            "terms: '%.*s' at character %zu: %s", (int)length, text + at, at + 1, error);
    }
    quire_status status = QUIRE_OK;
    for (size_t t = 0; t < n && status == QUIRE_OK; t++) {
        status = check_powers(task, &term[t]);
        if (status == QUIRE_OK && !add_term(m, task, &term[t])) {
            status = refuse_many(task);
        }
    }
    return status;
}

/* ---- the model ---- */

/* the largest power of a factor in any column */
static long
power_of(const struct quire_optimal_model *m, size_t factor)
{
    long most = 1;
    for (size_t c = 0; c < m->n; c++) {
        long power = 0;
        for (size_t i = 0; i < m->column[c].order; i++) {
            power += m->column[c].factor[i] == factor;
        }
        most = power > most ? power : most;
    }
    return most;
}

quire_status
quire_optimal_model_make(struct quire_optimal_model *out, const struct quire_design_task *task,
                         const char *terms, long grid)
{
    const int order = quire_formula_word_number(words, terms, strlen(terms));
    out->levels = quire_arena_get(task->arena, task->n, sizeof *out->levels);
    out->nodes = quire_arena_get(task->arena, task->n, sizeof *out->nodes);
    if (out->levels == NULL || out->nodes == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    add_column(out, &(struct quire_optimal_column){0});
    const quire_status status = order < 0                     ? read_named(out, task, terms)
                                : add_usual(out, task, order) ? QUIRE_OK
                                                              : refuse_many(task);
    for (size_t j = 0; j < task->n && status == QUIRE_OK; j++) {
        const long own = task->column[j].levels, least = power_of(out, j) + 1;
        out->nodes[j] = own > 0 ? own : least;
        out->levels[j] = own > 0 ? own : grid > least ? grid : least;
    }
    return status;
}

static double
value_of(const struct quire_design_column *c, const struct quire_design_value *value, long contrast)
{
    if (c->ordered) {
        return quire_design_coded(c, value);
    }
    return value->level == c->levels - 1 ? -1.0 : value->level == contrast ? 1.0 : 0.0;
}

void
quire_optimal_row(const struct quire_optimal_model *m, const struct quire_design_column *column,
                  const struct quire_design_value *value, double *out)
{
    for (size_t c = 0; c < m->n; c++) {
        const struct quire_optimal_column *of = &m->column[c];
        out[c] = 1.0;
        for (size_t i = 0; i < of->order; i++) {
            out[c] *= value_of(&column[of->factor[i]], &value[of->factor[i]], of->contrast[i]);
        }
    }
}

void
quire_optimal_name(struct quire_text *out, const struct quire_optimal_model *m,
                   const struct quire_design_column *column, size_t j)
{
    const struct quire_optimal_column *of = &m->column[j];
    quire_text_add(out, of->order == 0 ? "the mean" : "");
    for (size_t i = 0, power; i < of->order; i += power) {
        for (power = 1; i + power < of->order && of->factor[i + power] == of->factor[i]; power++) {
        }
        quire_text_format(out, "%s%s", i > 0 ? " x " : "", column[of->factor[i]].name);
        if (power > 1) {
            quire_text_format(out, "^%zu", power);
        }
    }
}

/* ---- points ---- */

void
quire_optimal_point(const struct quire_design_column *column, const long *levels, size_t n,
                    uint32_t number, struct quire_design_value *value)
{
    for (size_t j = 0; j < n; j++) {
        value[j] =
            quire_design_at_level(&column[j], (long)(number % (uint32_t)levels[j]), levels[j]);
        number /= (uint32_t)levels[j];
    }
}

/* Gauss' nodes above the middle and their weights, the outermost last */
static double
gauss(long i, long n, double *weight)
{
    static const double node[NODES_MOST + 1][3] = {
        [3] = {0.0, 0.0},
        [4] = {0.3399810435848563, 0.8611363115940526},
        [5] = {0.0, 0.5384693101056831, 0.9061798459386640},
    };
    static const double weights[NODES_MOST + 1][3] = {
        [2] = {1.0},
        [3] = {8.0, 5.0},
        [4] = {0.6521451548625461, 0.3478548451374538},
        [5] = {0.5688888888888889, 0.4786286704993665, 0.2369268850561891},
    };
    const long twice = 2 * i - (n - 1); /* from the middle */
    const size_t k = (size_t)(labs(twice) - (n % 2 == 0)) / 2;
    const double size = n == 2 ? sqrt(1.0 / 3.0) : n == 3 && k == 1 ? sqrt(0.6) : node[n][k];
    *weight = weights[n][k];
    return twice < 0 ? -size : size;
}

double
quire_optimal_node(const struct quire_design_column *column, long i, long n, bool even,
                   struct quire_design_value *value)
{
    double weight = 1.0;
    *value = quire_design_at_level(column, i, n);
    if (value->sort == QUIRE_DESIGN_CODED) {
        value->coded = even ? (double)(2 * i + 1 - n) / (double)n : gauss(i, n, &weight);
    }
    return weight;
}

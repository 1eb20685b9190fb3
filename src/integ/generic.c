#include "integ/generic.h"

#include "config.h"

#ifdef QUIRE_HAVE_KLU

#include <cvode/cvode.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

struct entry {
    sunindextype row, column;
    double value;
};

struct entries {
    struct entry *at;
    size_t n, capacity;
    bool failed;
};

/* How the positions of one block follow its velocities. */
struct turned {
    double t[QUIRE_BLOCK_POSITIONS][QUIRE_BLOCK_DOFS]; /* T(q) */
    /* its pseudo-inverse: velocity units of a change of position */
    double inverse[QUIRE_BLOCK_DOFS][QUIRE_BLOCK_POSITIONS];
    double by_position[QUIRE_BLOCK_POSITIONS][QUIRE_BLOCK_POSITIONS]; /* d(T v)/dq */
};

/* The matrix is P (I - gamma J) with P = diag(I, M), so that no inverse mass is needed: rows of q
 * say dq - gamma dv, rows of v M dv - gamma (K dq + D dv). The right-hand side gets the same
 * factor. */
struct quire_generic {
    const struct quire_ode_problem *problem;
    struct entries mass, position, velocity; /* M, M - K, M - D */
    struct entries all;
    struct turned *turned; /* (n_block): of those with kinematics of their own */
    SUNMatrix matrix;
    SUNLinearSolver klu, wrapper;
    sunindextype *count, *seen;
    sunindextype *old_columns, *old_rows; /* pattern that KLU has analysed */
    sunindextype old_n;
    N_Vector scaled;
};

static void
push(struct entries *e, size_t row, size_t column, double value)
{
    if (e->n == e->capacity) {
        const size_t capacity = 2 * e->capacity + 1024;
        struct entry *at = realloc(e->at, capacity * sizeof *at);
        if (at == NULL) {
            e->failed = true;
            return;
        }
        e->at = at;
        e->capacity = capacity;
    }
    e->at[e->n++] = (struct entry){(sunindextype)row, (sunindextype)column, value};
}

static void
collect(void *user, size_t row, size_t column, double value)
{
    push(user, row, column, value);
}

/* (T^t T)^-1 T^t by elimination; T has full rank */
static void
invert(const struct quire_block *b, struct turned *k)
{
    double a[QUIRE_BLOCK_DOFS][QUIRE_BLOCK_DOFS];

    for (int i = 0; i < b->nv; i++) {
        for (int j = 0; j < b->nv; j++) {
            a[i][j] = 0;
            for (int m = 0; m < b->nq; m++) {
                a[i][j] += k->t[m][i] * k->t[m][j];
            }
        }
        for (int m = 0; m < b->nq; m++) {
            k->inverse[i][m] = k->t[m][i];
        }
    }
    for (int p = 0; p < b->nv; p++) {
        for (int i = 0; i < b->nv; i++) {
            const double l = i == p ? 0 : a[i][p] / a[p][p];
            for (int j = 0; j < b->nv; j++) {
                a[i][j] -= l * a[p][j];
            }
            for (int m = 0; m < b->nq; m++) {
                k->inverse[i][m] -= l * k->inverse[p][m];
            }
        }
    }
    for (int i = 0; i < b->nv; i++) {
        for (int m = 0; m < b->nq; m++) {
            k->inverse[i][m] /= a[i][i];
        }
    }
}

static void
turn(struct quire_generic *g, int block, const double *q, const double *v)
{
    const struct quire_ode_problem *p = g->problem;
    const struct quire_block *b = p->block + block;
    struct turned *k = g->turned + block;
    double unit[QUIRE_BLOCK_DOFS], near[QUIRE_BLOCK_POSITIONS], rate[QUIRE_BLOCK_POSITIONS],
        now[QUIRE_BLOCK_POSITIONS];
    /* T v is linear in q for angles kept as numbers of unit length: then any step is exact */
    const double small = 1e-6;

    for (int j = 0; j < b->nv; j++) {
        memset(unit, 0, sizeof unit);
        unit[j] = 1;
        p->ops->kinematics(p->self, block, q, unit, rate);
        for (int i = 0; i < b->nq; i++) {
            k->t[i][j] = rate[i];
        }
    }
    p->ops->kinematics(p->self, block, q, v, now);
    memcpy(near, q, sizeof(double) * (size_t)b->nq);
    for (int j = 0; j < b->nq; j++) {
        near[j] = q[j] + small;
        p->ops->kinematics(p->self, block, near, v, rate);
        near[j] = q[j];
        for (int i = 0; i < b->nq; i++) {
            k->by_position[i][j] = (rate[i] - now[i]) / small;
        }
    }
    invert(b, k);
}

static bool
evaluate(struct quire_generic *g, double t, const double *y)
{
    const struct quire_ode_problem *p = g->problem;

    g->mass.n = g->position.n = g->velocity.n = 0;
    if (!p->ops->matrix(p->self, t, y, 1, 0, NULL)) {
        return false;
    }
    p->ops->entries(p->self, collect, &g->position);
    if (!p->ops->matrix(p->self, t, y, 0, 1, NULL)) {
        return false;
    }
    p->ops->entries(p->self, collect, &g->velocity);
    p->ops->mass_entries(p->self, t, y, collect, &g->mass);
    for (int k = 0; k < p->n_block; k++) {
        const struct quire_block *b = p->block + k;
        if (b->turned) {
            turn(g, k, y + b->q, y + p->layout.v0 + b->v);
        }
    }
    return !g->mass.failed && !g->position.failed && !g->velocity.failed;
}

/* rows of q: dq - gamma q' */
static void
position_rows(struct quire_generic *g, double gamma)
{
    const struct quire_ode_problem *p = g->problem;
    const struct quire_layout *l = &p->layout;
    struct entries *a = &g->all;

    for (size_t i = 0; i < l->sheet_length; i++) {
        push(a, i, l->v0 + i, -gamma);
    }
    for (int k = 0; k < p->n_block; k++) {
        const struct quire_block *b = p->block + k;
        const struct turned *turned = b->turned ? g->turned + k : NULL;
        const size_t v0 = l->v0 + b->v;
        if (b->sum != QUIRE_SUM_WEIGHTED) { /* above */
            continue;
        }
        for (size_t i = 0; turned == NULL && i < (size_t)b->nv; i++) {
            push(a, b->q + i, v0 + i, -gamma);
        }
        for (size_t i = 0; turned != NULL && i < (size_t)b->nq; i++) {
            for (size_t j = 0; j < (size_t)b->nv; j++) {
                push(a, b->q + i, v0 + j, -gamma * turned->t[i][j]);
            }
            for (size_t j = 0; j < (size_t)b->nq; j++) {
                push(a, b->q + i, b->q + j, -gamma * turned->by_position[i][j]);
            }
        }
    }
}

/* an entry by displacement: forces are differentiated along T, so that it belongs to all positions
 * of a block with its own T */
static void
push_displacement(struct quire_generic *g, const struct entry *e, double factor)
{
    const struct quire_ode_problem *p = g->problem;
    const size_t row = p->layout.v0 + (size_t)e->row, column = (size_t)e->column;

    if (column < p->layout.sheet_length) {
        push(&g->all, row, column, factor * e->value);
        return;
    }
    for (int k = 0; k < p->n_block; k++) {
        const struct quire_block *b = p->block + k;
        const size_t j = column - b->v;
        if (column < b->v || j >= (size_t)b->nv) {
            continue;
        }
        if (!b->turned) {
            push(&g->all, row, b->q + j, factor * e->value);
            return;
        }
        for (int i = 0; i < b->nq; i++) {
            push(&g->all, row, b->q + (size_t)i, factor * e->value * g->turned[k].inverse[j][i]);
        }
        return;
    }
}

static void
combine(struct quire_generic *g, double gamma)
{
    const struct quire_layout *l = &g->problem->layout;
    struct entries *a = &g->all;

    a->n = 0;
    for (size_t i = 0; i < l->length; i++) { /* rows of q, and padding */
        push(a, i, i, i < l->v0 ? 1 : 0);
    }
    position_rows(g, gamma);
    for (size_t i = 0; i < g->mass.n; i++) {
        const struct entry *e = g->mass.at + i;
        push(a, l->v0 + (size_t)e->row, l->v0 + (size_t)e->column, (1 - gamma) * e->value);
        if (e->column < (sunindextype)l->nv && e->row < (sunindextype)l->nv) {
            push_displacement(g, e, -gamma);
        }
    }
    for (size_t i = 0; i < g->velocity.n; i++) {
        const struct entry *e = g->velocity.at + i;
        push(a, l->v0 + (size_t)e->row, l->v0 + (size_t)e->column, gamma * e->value);
    }
    for (size_t i = 0; i < g->position.n; i++) {
        const struct entry *e = g->position.at + i;
        if (e->column < (sunindextype)l->nv) {
            push_displacement(g, e, gamma);
        }
    }
}

/* compressed columns from triples, duplicates added in the order they came; rows without any entry
 * get a one */
static bool
compress(struct quire_generic *g)
{
    const sunindextype n = (sunindextype)g->problem->layout.length;
    sunindextype *count = g->count, *seen = g->seen, nz = 0;

    if ((size_t)SM_NNZ_S(g->matrix) < g->all.n &&
        SUNSparseMatrix_Reallocate(g->matrix, (sunindextype)(2 * g->all.n)) != 0) {
        return false;
    }
    sunindextype *columns = SM_INDEXPTRS_S(g->matrix), *rows = SM_INDEXVALS_S(g->matrix);
    double *values = SM_DATA_S(g->matrix);
    struct entry *sorted = malloc(sizeof *sorted * (g->all.n + 1));
    if (sorted == NULL) {
        return false;
    }
    memset(count, 0, sizeof *count * (size_t)(n + 1));
    for (size_t i = 0; i < g->all.n; i++) {
        count[g->all.at[i].column + 1]++;
    }
    for (sunindextype j = 0; j < n; j++) {
        count[j + 1] += count[j];
        seen[j] = -1;
    }
    for (size_t i = 0; i < g->all.n; i++) {
        sorted[count[g->all.at[i].column]++] = g->all.at[i];
    }
    size_t i = 0;
    for (sunindextype j = 0; j < n; j++) {
        columns[j] = nz;
        for (; i < g->all.n && sorted[i].column == j; i++) {
            const sunindextype row = sorted[i].row;
            if (seen[row] >= columns[j]) {
                values[seen[row]] += sorted[i].value;
            } else {
                seen[row] = nz;
                rows[nz] = row;
                values[nz++] = sorted[i].value;
            }
        }
    }
    columns[n] = nz;
    for (sunindextype j = 0; j < n; j++) { /* padding: an empty row has only its zero diagonal */
        for (sunindextype k = columns[j]; k < columns[j + 1]; k++) {
            if (rows[k] == j && values[k] == 0) {
                values[k] = 1;
            }
        }
    }
    free(sorted);
    return true;
}

static bool
same_pattern(struct quire_generic *g)
{
    const sunindextype n = (sunindextype)g->problem->layout.length,
                       *columns = SM_INDEXPTRS_S(g->matrix), *rows = SM_INDEXVALS_S(g->matrix),
                       nz = columns[n];

    if (g->old_n == nz && memcmp(g->old_columns, columns, sizeof *columns * (size_t)(n + 1)) == 0 &&
        memcmp(g->old_rows, rows, sizeof *rows * (size_t)nz) == 0) {
        return true;
    }
    sunindextype *copy = realloc(g->old_rows, sizeof *copy * (size_t)nz);
    g->old_n = 0;
    if (copy != NULL) {
        g->old_rows = copy;
        g->old_n = nz;
        memcpy(g->old_rows, rows, sizeof *rows * (size_t)nz);
        memcpy(g->old_columns, columns, sizeof *columns * (size_t)(n + 1));
    }
    return false;
}

static int
linear_system(realtype t, N_Vector y, N_Vector fy, SUNMatrix a, booleantype jok, booleantype *jcur,
              realtype gamma, void *user, N_Vector t1, N_Vector t2, N_Vector t3)
{
    const struct quire_generic_owner *owner = user;
    struct quire_generic *g = owner->generic;

    (void)fy;
    (void)a;
    (void)t1;
    (void)t2;
    (void)t3;
    *jcur = SUNFALSE;
    if (!jok) {
        if (!evaluate(g, t < owner->t_left_limit ? t : owner->t_left_limit, NV_DATA_S(y))) {
            return 1;
        }
        *jcur = SUNTRUE;
    }
    combine(g, gamma);
    if (g->all.failed || !compress(g)) {
        return -1;
    }
    if (!same_pattern(g) &&
        SUNLinSol_KLUReInit(g->klu, g->matrix, SM_NNZ_S(g->matrix), SUNKLU_REINIT_PARTIAL) != 0) {
        return -1;
    }
    return 0;
}

static SUNLinearSolver_Type
type(SUNLinearSolver s)
{
    (void)s;
    return SUNLINEARSOLVER_DIRECT;
}

static int
initialize(SUNLinearSolver s)
{
    return SUNLinSolInitialize(((struct quire_generic *)s->content)->klu);
}

static int
setup(SUNLinearSolver s, SUNMatrix a)
{
    return SUNLinSolSetup(((struct quire_generic *)s->content)->klu, a);
}

static int
solve(SUNLinearSolver s, SUNMatrix a, N_Vector x, N_Vector b, realtype tolerance)
{
    struct quire_generic *g = s->content;
    const struct quire_layout *l = &g->problem->layout;
    const double *from = NV_DATA_S(b);
    double *to = NV_DATA_S(g->scaled);

    memcpy(to, from, sizeof(double) * l->length);
    memset(to + l->v0, 0, sizeof(double) * l->nv);
    for (size_t i = 0; i < g->mass.n; i++) {
        const struct entry *e = g->mass.at + i;
        if (e->row < (sunindextype)l->nv) {
            to[(sunindextype)l->v0 + e->row] += e->value * from[(sunindextype)l->v0 + e->column];
        }
    }
    return SUNLinSolSolve(g->klu, a, x, g->scaled, tolerance);
}

static int
release(SUNLinearSolver s)
{
    s->content = NULL;
    SUNLinSolFreeEmpty(s);
    return 0;
}

struct quire_generic *
quire_generic_create(const struct quire_ode_problem *problem, struct quire_generic_owner *owner,
                     void *cvode, N_Vector model, SUNContext context)
{
    const sunindextype n = (sunindextype)problem->layout.length;
    struct quire_generic *g = calloc(1, sizeof *g);

    if (g == NULL) {
        return NULL;
    }
    g->problem = problem;
    g->count = calloc((size_t)n + 2, sizeof *g->count);
    g->seen = calloc((size_t)n + 2, sizeof *g->seen);
    g->old_columns = calloc((size_t)n + 2, sizeof *g->old_columns);
    g->turned = calloc((size_t)problem->n_block + 1, sizeof *g->turned);
    g->scaled = N_VClone(model);
    g->matrix = SUNSparseMatrix(n, n, 40 * n, CSC_MAT, context);
    g->klu = g->matrix != NULL ? SUNLinSol_KLU(model, g->matrix, context) : NULL;
    g->wrapper = SUNLinSolNewEmpty(context);
    if (g->turned == NULL || g->count == NULL || g->seen == NULL || g->old_columns == NULL ||
        g->scaled == NULL || g->klu == NULL || g->wrapper == NULL) {
        quire_generic_destroy(g);
        return NULL;
    }
    g->wrapper->content = g;
    g->wrapper->ops->gettype = type;
    g->wrapper->ops->initialize = initialize;
    g->wrapper->ops->setup = setup;
    g->wrapper->ops->solve = solve;
    g->wrapper->ops->free = release;
    if (CVodeSetLinearSolver(cvode, g->wrapper, g->matrix) != 0 ||
        CVodeSetLinSysFn(cvode, linear_system) != 0) {
        quire_generic_destroy(g);
        return NULL;
    }
    owner->generic = g;
    return g;
}

void
quire_generic_destroy(struct quire_generic *g)
{
    if (g == NULL) {
        return;
    }
    if (g->klu != NULL) {
        SUNLinSolFree(g->klu);
    }
    if (g->wrapper != NULL) {
        release(g->wrapper);
    }
    if (g->matrix != NULL) {
        SUNMatDestroy(g->matrix);
    }
    if (g->scaled != NULL) {
        N_VDestroy(g->scaled);
    }
    free(g->mass.at);
    free(g->position.at);
    free(g->velocity.at);
    free(g->all.at);
    free(g->turned);
    free(g->count);
    free(g->seen);
    free(g->old_columns);
    free(g->old_rows);
    free(g);
}

#else

struct quire_generic *
quire_generic_create(const struct quire_ode_problem *problem, struct quire_generic_owner *owner,
                     void *cvode, N_Vector model, SUNContext context)
{
    (void)problem;
    (void)owner;
    (void)cvode;
    (void)model;
    (void)context;
    return NULL;
}

void
quire_generic_destroy(struct quire_generic *generic)
{
    (void)generic;
}

#endif

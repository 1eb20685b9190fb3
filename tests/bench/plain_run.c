/* The plain kernel in CVODE: Newton's method on velocities, by the rules of the product. */
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_nonlinearsolver.h>

#include "plain.h"

#define END             1.1
#define SAMPLE          5e-3
#define START           (-0.277) /* of the trailing edge [m] */
#define COEFFICIENT     0.01     /* of CVODE's tolerance */
#define GROWTH          1.2
#define RATE            1000.0 /* of velocities' tolerances over that of positions [1/s] */
#define SHEET_STATES    (4 * NODES)
#define IDLER_STATES    3
#define MAX_ITERATIONS  8
#define MAX_REFRESH     5
#define REFRESH_RATIO   0.15
#define SAFETY          3.0
#define LEAST_LEFT      0.01
#define MAX_UNCHECKED   8
#define LEAST_RATE      0.1
#define CURVATURE_DECAY 0.5
#define MOST_SIZE       1e12

struct plain {
    void *cvode;
    struct plain_model model;
    struct plain_matrix matrix;
    struct plain_factors factors;
    double tolerance;
    double y[STATES + 2 * MARGIN] ALIGNED; /* the iterate */
    double rate[VELOCITIES + 2 * MARGIN] ALIGNED;
    double step[VELOCITIES] ALIGNED, force[VELOCITIES] ALIGNED;
    double curvature;
    int unchecked;
    long iterations, failed, failures;
};

#define DATA(v) ((double *)__builtin_assume_aligned(NV_DATA_S(v), 64))

/* ---- vectors ---- */

static QUIRE_CLONES void
linear_sum(realtype a, N_Vector vx, realtype b, N_Vector vy, N_Vector vz)
{
    const double *x = DATA(vx), *y = DATA(vy);
    double *z = DATA(vz);

    QUIRE_IVDEP
    for (int i = 0; i < STATES; i++) {
        z[i] = a * x[i] + b * y[i];
    }
}

static QUIRE_CLONES void
constant(realtype c, N_Vector vz)
{
    double *z = DATA(vz);

    for (int i = 0; i < STATES; i++) {
        z[i] = c;
    }
}

static QUIRE_CLONES void
scale(realtype c, N_Vector vx, N_Vector vz)
{
    const double *x = DATA(vx);
    double *z = DATA(vz);

    QUIRE_IVDEP
    for (int i = 0; i < STATES; i++) {
        z[i] = c * x[i];
    }
}

static QUIRE_CLONES int
linear_combination(int n, realtype *c, N_Vector *v, N_Vector vz)
{
    double *z = DATA(vz);

    if (n == 3) {
        const double *x0 = DATA(v[0]), *x1 = DATA(v[1]), *x2 = DATA(v[2]), c0 = c[0], c1 = c[1],
                     c2 = c[2];
        QUIRE_IVDEP
        for (int i = 0; i < STATES; i++) {
            z[i] = (c0 * x0[i] + c1 * x1[i]) + c2 * x2[i];
        }
        return 0;
    }
    scale(c[0], v[0], vz);
    for (int k = 1; k < n; k++) {
        linear_sum(1, vz, c[k], v[k], vz);
    }
    return 0;
}

static QUIRE_CLONES int
scale_add_multi(int n, realtype *c, N_Vector vx, N_Vector *vy, N_Vector *vz)
{
    const double *x = DATA(vx);

    for (int k = 0; k < n; k++) {
        const double *y = DATA(vy[k]), a = c[k];
        double *z = DATA(vz[k]);
        QUIRE_IVDEP
        for (int i = 0; i < STATES; i++) {
            z[i] = a * x[i] + y[i];
        }
    }
    return 0;
}

static int
scale_array(int n, realtype *c, N_Vector *vx, N_Vector *vz)
{
    for (int k = 0; k < n; k++) {
        scale(c[k], vx[k], vz[k]);
    }
    return 0;
}

static int
linear_sum_array(int n, realtype a, N_Vector *vx, realtype b, N_Vector *vy, N_Vector *vz)
{
    for (int k = 0; k < n; k++) {
        linear_sum(a, vx[k], b, vy[k], vz[k]);
    }
    return 0;
}

QUIRE_INLINE double
sum_of_squares(const double *x, int n)
{
    quire_v4 s[4] = {{0}};

    for (int i = 0; i < n; i += 16) {
        for (int k = 0; k < 4; k++) {
            const quire_v4 p = quire_lanes(x + i + 4 * k);
            s[k] += p * p;
        }
    }
    return quire_sum8(s[0] + s[2], s[1] + s[3]);
}

/* the largest mean of one body */
static QUIRE_CLONES realtype
weighted_norm(N_Vector vx, N_Vector vw)
{
    const double *x = DATA(vx), *w = DATA(vw), wq = w[AT_X], wv = w[AT_VX];
    double largest = (wq * wq * sum_of_squares(x, 2 * STRIDE) +
                      wv * wv * sum_of_squares(x + AT_VX, 2 * STRIDE)) /
                     SHEET_STATES;

    for (int k = 0; k < NIPS; k++) {
        const double a = x[AT_TRAVEL + k] * w[AT_TRAVEL + k], b = x[AT_SPEED + k] * w[AT_SPEED + k],
                     c = x[AT_SPIN + k] * w[AT_SPIN + k];
        largest = fmax(largest, (a * a + b * b + c * c) / IDLER_STATES);
    }
    return sqrt(largest);
}

static N_Vector new_vector(SUNContext context);

static N_Vector
clone(N_Vector of)
{
    return new_vector(of->sunctx);
}

static N_Vector
new_vector(SUNContext context)
{
    N_Vector v = N_VNewEmpty_Serial(STATES, context);

    NV_DATA_S(v) = aligned_alloc(64, sizeof(double) * STATES);
    NV_OWN_DATA_S(v) = SUNTRUE;
    memset(NV_DATA_S(v), 0, sizeof(double) * STATES);
    v->ops->nvclone = clone;
    v->ops->nvlinearsum = linear_sum;
    v->ops->nvconst = constant;
    v->ops->nvscale = scale;
    v->ops->nvwrmsnorm = weighted_norm;
    v->ops->nvlinearcombination = linear_combination;
    v->ops->nvscaleaddmulti = scale_add_multi;
    v->ops->nvscalevectorarray = scale_array;
    v->ops->nvlinearsumvectorarray = linear_sum_array;
    return v;
}

/* ---- Newton's method ---- */

static QUIRE_CLONES void
predict(struct plain *p, const double *restrict yp, const double *restrict z1, double rl1, double g)
{
    double *restrict y = FROM(p->y), *restrict a = FROM(p->rate);

    QUIRE_IVDEP
    for (int i = 0; i < 2 * STRIDE; i++) {
        y[i] = yp[i] + g * yp[AT_VX + i] - rl1 * z1[i];
        y[AT_VX + i] = yp[AT_VX + i];
        a[i] = rl1 * z1[AT_VX + i];
    }
    for (int k = 0; k < NIPS; k++) {
        y[AT_TRAVEL + k] = yp[AT_TRAVEL + k] + g * yp[AT_SPEED + k] - rl1 * z1[AT_TRAVEL + k];
        y[AT_SPEED + k] = yp[AT_SPEED + k];
        y[AT_SPIN + k] = yp[AT_SPIN + k];
        a[BY_TRAVEL + k] = rl1 * z1[AT_SPEED + k];
        a[BY_TURN + k] = rl1 * z1[AT_SPIN + k];
    }
}

/* g F - M a into the step */
static QUIRE_CLONES void
residual(struct plain *p, double g)
{
    const double inner = p->model.mass_inner, off = p->model.mass_off,
                 less = inner - p->model.mass_end;

    for (int c = 0; c < 2; c++) {
        const double *restrict a = FROM(p->rate) + c * STRIDE, *restrict f = p->force + c * STRIDE;
        double *restrict r = p->step + c * STRIDE;
        const double before = c == 0 ? 0 : a[-1]; /* zero: behind the last node of x */
        QUIRE_IVDEP
        for (int i = 0; i < STRIDE; i++) {
            r[i] = g * f[i] - (inner * a[i] + off * (a[i - 1] + a[i + 1]));
        }
        r[0] += less * a[0] + off * before;
        r[SEGMENTS] += less * a[SEGMENTS];
    }
    for (int k = 0; k < NIPS; k++) {
        p->step[BY_TRAVEL + k] =
            g * p->force[BY_TRAVEL + k] - IDLER_MASS * FROM(p->rate)[BY_TRAVEL + k];
        p->step[BY_TURN + k] =
            g * p->force[BY_TURN + k] - IDLER_INERTIA * FROM(p->rate)[BY_TURN + k];
    }
}

static QUIRE_CLONES double
norm_of_step(struct plain *p, double g)
{
    const double wq = 1 / p->tolerance, wv = wq / RATE, both = wv * wv + g * g * wq * wq;
    double *r = p->step;

    for (int i = NODES; i < STRIDE; i++) {
        r[BY_X + i] = r[BY_Y + i] = 0;
    }
    double largest = both * sum_of_squares(r, 2 * STRIDE) / SHEET_STATES;
    for (int k = 0; k < NIPS; k++) {
        const double turn = RADIUS * wv * r[BY_TURN + k];
        largest = fmax(largest,
                       (both * r[BY_TRAVEL + k] * r[BY_TRAVEL + k] + turn * turn) / IDLER_STATES);
    }
    return largest < MOST_SIZE * MOST_SIZE ? sqrt(largest) : HUGE_VAL;
}

static QUIRE_CLONES void
advance(struct plain *p, double g)
{
    double *restrict y = FROM(p->y), *restrict a = FROM(p->rate);
    const double *restrict r = p->step;

    QUIRE_IVDEP
    for (int i = 0; i < 2 * STRIDE; i++) {
        a[i] += r[i];
        y[AT_VX + i] += r[i];
        y[i] += g * r[i];
    }
    for (int k = 0; k < NIPS; k++) {
        a[BY_TRAVEL + k] += r[BY_TRAVEL + k];
        a[BY_TURN + k] += r[BY_TURN + k];
        y[AT_TRAVEL + k] += g * r[BY_TRAVEL + k];
        y[AT_SPEED + k] += r[BY_TRAVEL + k];
        y[AT_SPIN + k] += r[BY_TURN + k];
    }
}

static void
evaluate(struct plain *p, double t, double g, struct plain_matrix *matrix)
{
    plain_chain(&p->model, FROM(p->y), p->force, g, matrix);
    plain_walls(FROM(p->y), p->force, g, matrix);
    plain_nips(t, FROM(p->y), p->force, g, matrix);
}

static double
newton_step(struct plain *p, double t, double g, bool fresh)
{
    evaluate(p, t, g, fresh ? &p->matrix : NULL);
    if (fresh) {
        plain_factorise(&p->factors, &p->matrix);
    }
    residual(p, g);
    plain_solve(&p->factors, &p->matrix, p->step);
    return norm_of_step(p, g);
}

static int
fail(struct plain *p)
{
    p->failed = 1;
    p->failures++;
    p->curvature *= 2;
    return SUN_NLS_CONV_RECVR;
}

/* what is still missing after the n-th step */
static double
error_left(const struct plain *p, int n, double size, double ratio, bool fresh)
{
    if (n == 1) {
        return p->unchecked >= MAX_UNCHECKED
                   ? 10 * size
                   : fmax(SAFETY * p->curvature * size * size, LEAST_LEFT * size);
    }
    return fresh || !(ratio < 0.9) ? size : size * fmax(LEAST_RATE, ratio) / (1 - ratio);
}

static int
iterate(struct plain *p, double t, double g, double tolerance)
{
    double before = 0;
    int refreshed = 0;

    for (int n = 1;; n++) {
        bool fresh = n == 1 || (refreshed < MAX_REFRESH && before > tolerance &&
                                p->curvature * before > REFRESH_RATIO);
        double size = newton_step(p, t, g, fresh), ratio = n > 1 ? size / before : 0;
        if (n == 2) {
            p->curvature =
                fmax(size < MOST_SIZE ? ratio / before : 0, CURVATURE_DECAY * p->curvature);
            p->unchecked = 0;
        }
        refreshed += n > 1 && fresh;
        if (!fresh && refreshed < MAX_REFRESH && !(ratio <= REFRESH_RATIO)) {
            fresh = true;
            refreshed++;
            size = newton_step(p, t, g, true);
            ratio = size / before;
        }
        p->iterations = n;
        if (!(size < MOST_SIZE)) {
            return fail(p);
        }
        const double error = error_left(p, n, size, ratio, fresh);
        advance(p, g);
        if (error <= tolerance) {
            p->unchecked += n == 1;
            return SUN_NLS_SUCCESS;
        }
        if ((n > 1 && fresh && size > 2 * before) || n >= MAX_ITERATIONS) {
            return fail(p);
        }
        before = size;
    }
}

static QUIRE_CLONES void
correction(const struct plain *p, double *restrict out, const double *restrict yp)
{
    const double *restrict y = FROM(p->y);

    QUIRE_IVDEP
    for (int i = 0; i < STATES; i++) {
        out[i] = y[i] - yp[i];
    }
}

static int
solve(SUNNonlinearSolver solver, N_Vector y0, N_Vector change, N_Vector weights, realtype tolerance,
      booleantype call_setup, void *memory)
{
    struct plain *p = solver->content;
    N_Vector predicted, now, rate, history;
    realtype t, g, rl1;
    void *user;

    (void)y0;
    (void)weights;
    (void)call_setup;
    (void)memory;
    CVodeGetNonlinearSystemData(p->cvode, &t, &predicted, &now, &rate, &g, &rl1, &history, &user);
    p->failed = 0;
    predict(p, DATA(predicted), DATA(history), rl1, g);
    const int status = iterate(p, t, g, tolerance);
    if (status == SUN_NLS_SUCCESS) {
        correction(p, DATA(change), DATA(predicted));
    }
    return status;
}

static SUNNonlinearSolver_Type
type(SUNNonlinearSolver solver)
{
    (void)solver;
    return SUNNONLINEARSOLVER_ROOTFIND;
}

static int
set_system(SUNNonlinearSolver solver, SUNNonlinSolSysFn fn)
{
    (void)solver;
    (void)fn;
    return 0;
}

static int
iterations(SUNNonlinearSolver solver, long int *n)
{
    *n = ((const struct plain *)solver->content)->iterations;
    return 0;
}

static int
failures(SUNNonlinearSolver solver, long int *n)
{
    *n = ((const struct plain *)solver->content)->failed;
    return 0;
}

static int
current(SUNNonlinearSolver solver, int *n)
{
    *n = (int)((const struct plain *)solver->content)->iterations;
    return 0;
}

static SUNNonlinearSolver
new_solver(struct plain *p, SUNContext context)
{
    SUNNonlinearSolver solver = SUNNonlinSolNewEmpty(context);

    solver->content = p;
    solver->ops->gettype = type;
    solver->ops->solve = solve;
    solver->ops->setsysfn = set_system;
    solver->ops->getnumiters = iterations;
    solver->ops->getnumconvfails = failures;
    solver->ops->getcuriter = current;
    return solver;
}

/* ---- the run ---- */

/* the mass matrix's inverse, for CVODE's first slope alone */
static void
divide_by_mass(const struct plain_model *m, double *a)
{
    double pivot[NODES];

    for (int i = 0; i < NODES; i++) {
        pivot[i] = i == 0 || i == SEGMENTS ? m->mass_end : m->mass_inner;
        if (i > 0) {
            const double l = m->mass_off / pivot[i - 1];
            pivot[i] -= l * m->mass_off;
            a[i] -= l * a[i - 1];
        }
    }
    for (int i = SEGMENTS; i >= 0; i--) {
        a[i] = (a[i] - (i < SEGMENTS ? m->mass_off * a[i + 1] : 0)) / pivot[i];
    }
}

static int
slope(realtype t, N_Vector vy, N_Vector vf, void *user)
{
    struct plain *p = user;
    double *f = DATA(vf);

    memcpy(FROM(p->y), DATA(vy), sizeof(double) * STATES);
    evaluate(p, t, 0, NULL);
    memset(f, 0, sizeof(double) * STATES);
    memcpy(f, FROM(p->y) + AT_VX, sizeof(double) * 2 * STRIDE);
    for (int c = 0; c < 2; c++) {
        memcpy(f + AT_VX + c * STRIDE, p->force + c * STRIDE, sizeof(double) * NODES);
        divide_by_mass(&p->model, f + AT_VX + c * STRIDE);
    }
    for (int k = 0; k < NIPS; k++) {
        f[AT_TRAVEL + k] = FROM(p->y)[AT_SPEED + k];
        f[AT_SPEED + k] = p->force[BY_TRAVEL + k] / IDLER_MASS;
        f[AT_SPIN + k] = p->force[BY_TURN + k] / IDLER_INERTIA;
    }
    return 0;
}

static int
weights(N_Vector vy, N_Vector vw, void *user)
{
    const struct plain *p = user;
    double *w = DATA(vw);
    const double wq = 1 / p->tolerance, wv = wq / RATE;

    (void)vy;
    if (w[STATES - 1] > 0) {
        return 0; /* they stay as they are */
    }
    for (int i = 0; i < STATES; i++) {
        w[i] = i < AT_VX || (i >= AT_TRAVEL && i < AT_SPEED) ? wq : i >= AT_SPIN ? RADIUS * wv : wv;
    }
    return 0;
}

static void
begin(double *y)
{
    for (int i = 0; i < NODES; i++) {
        y[AT_X + i] = START + PIECE * i;
        y[AT_Y + i] = HALF;
    }
    for (int k = 0; k < NIPS; k++) {
        y[AT_TRAVEL + k] = plain_nip[k].travel;
    }
}

/* to the end; false if CVODE gives up */
static bool
step_through(struct plain *p, N_Vector y, N_Vector between, struct way *way)
{
    double t = 0;

    way->n = 0;
    while (way->n < MOST_SAMPLES && t < END) {
        if (CVode(p->cvode, 2 * END, y, &t, CV_ONE_STEP) < 0) {
            return false;
        }
        for (; way->n < MOST_SAMPLES && (double)way->n * SAMPLE <= fmin(t, END + 1e-9); way->n++) {
            const double *at = DATA(between);
            CVodeGetDky(p->cvode, (double)way->n * SAMPLE, 0, between);
            way->lead[way->n] = bench_along_path(at[AT_X + SEGMENTS], at[AT_Y + SEGMENTS]);
            way->trail[way->n] = bench_along_path(at[AT_X], at[AT_Y]);
        }
    }
    return true;
}

void
plain_run(struct outcome *out, bool low_damping, double position_tolerance)
{
    struct plain *p = aligned_alloc(64, sizeof *p);
    SUNContext context;

    memset(out, 0, sizeof *out);
    memset(p, 0, sizeof *p);
    SUNContext_Create(NULL, &context);
    plain_model_init(&p->model, low_damping);
    p->tolerance = position_tolerance;
    N_Vector y = new_vector(context), between = new_vector(context);
    SUNNonlinearSolver solver = new_solver(p, context);
    begin(DATA(y));
    plain_nips_begin();
    p->cvode = CVodeCreate(CV_BDF, context);
    CVodeInit(p->cvode, slope, 0, y);
    CVodeSetUserData(p->cvode, p);
    CVodeWFtolerances(p->cvode, weights);
    CVodeSetMaxOrd(p->cvode, 2);
    CVodeSetMaxNumSteps(p->cvode, -1);
    CVodeSetInitStep(p->cvode, 1e-6);
    CVodeSetNonlinConvCoef(p->cvode, COEFFICIENT);
    CVodeSetMaxConvFails(p->cvode, 40);
    CVodeSetMaxErrTestFails(p->cvode, 40);
    CVodeSetEtaFixedStepBounds(p->cvode, 0, GROWTH);
    CVodeSetNonlinearSolver(p->cvode, solver);
    const double start = bench_processor_time();
    out->done = step_through(p, y, between, &out->way);
    out->processor_time = bench_processor_time() - start;
    long steps = 0;
    CVodeGetNumSteps(p->cvode, &steps);
    out->steps = (double)steps;
    out->newton_failures = (double)p->failures;
    CVodeFree(&p->cvode);
    SUNNonlinSolFreeEmpty(solver);
    N_VDestroy(y);
    N_VDestroy(between);
    SUNContext_Free(&context);
    free(p);
}

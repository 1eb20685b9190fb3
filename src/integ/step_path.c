#include "integ/step_path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "integ/constants.h"
#include "integ/path_blocks.h"
#include "math/kernel.h"

static bool
varies(const struct quire_ode_problem *p)
{
    for (int k = 0; k < p->n_block; k++) {
        if (p->block[k].varies) {
            return true;
        }
    }
    return false;
}

static void
list_blocks(struct quire_step_path *self)
{
    size_t at = 0;

    self->n_of = self->problem->n_block;
    for (int k = 0; k < self->n_of; k++) {
        self->of[k] = (struct quire_path_place){self->problem->block[k].v, at};
        at += length_of(self->problem->block + k);
    }
}

bool
quire_step_path_create(struct quire_step_path *self, const struct quire_ode_problem *problem)
{
    double **const vector[] = {
        self->force,     self->force + 1,  self->force + 2,      self->force + 3,
        self->way,       self->way + 1,    self->way + 2,        self->place,
        self->place + 1, self->rate,       self->rate + 1,       self->rate + 2,
        self->rate + 3,  self->told_force, self->told_force + 1, &self->scratch};
    const size_t n = sizeof vector / sizeof *vector, each = length_of_all(problem) + QUIRE_LANES;

    *self = (struct quire_step_path){
        .problem = problem,
        .block = calloc(n * each, sizeof(double)),
        .of = calloc((size_t)problem->n_block + 1, sizeof *self->of),
        .of_before = calloc((size_t)problem->n_block + 1, sizeof *self->of),
        .length = length_of_all(problem),
    };
    if (self->block == NULL || self->of == NULL || self->of_before == NULL) {
        return false;
    }
    list_blocks(self);
    for (size_t k = 0; k < n; k++) {
        *vector[k] = (double *)self->block + k * each;
    }
    if (varies(problem)) {
        self->y = calloc(2 * problem->layout.length, sizeof *self->y);
        self->drift = self->y != NULL ? self->y + problem->layout.length : NULL;
        return self->y != NULL;
    }
    return true;
}

void
quire_step_path_destroy(struct quire_step_path *self)
{
    free(self->block);
    free(self->of);
    free(self->of_before);
    free(self->y);
}

/* ---- blocks come and go ---- */

/* A vector holds what its blocks had, and of what has become one `by` times what is of its
 * velocities or positions in y. Both lists rise. */
static void
regroup(struct quire_step_path *self, const struct quire_path_place *before, int n_before,
        double *vector, const double *y, bool velocities, double by)
{
    const size_t v0 = self->problem->layout.v0;
    const struct quire_ode_problem *p = self->problem;
    int j = 0;

    memcpy(self->scratch, vector, sizeof *vector * self->length);
    memset(vector, 0, sizeof *vector * self->length);
    for (int k = 0; k < p->n_block; k++) {
        const struct quire_block *b = p->block + k;
        double *to = vector + self->of[k].at;
        while (j < n_before && before[j].v < b->v) {
            j++;
        }
        if (j < n_before && before[j].v == b->v) {
            memcpy(to, self->scratch + before[j].at, sizeof *to * length_of(b));
            continue;
        }
        const double *from = y + (velocities ? v0 + b->v : b->q);
        for (int i = 0; i < (velocities ? b->nv : b->nq); i++) {
            to[i] = by * from[i];
        }
    }
}

void
quire_step_path_regroup(struct quire_step_path *self, const double *y)
{
    struct quire_path_place *before = self->of;
    const int n = self->n_of;

    self->of = self->of_before;
    self->of_before = before;
    list_blocks(self);
    for (int k = 1; k < QUIRE_PATH_PLACES; k++) {
        regroup(self, before, n, self->force[k], y, true, 0);
        regroup(self, before, n, self->rate[k], y, true, 1);
    }
    for (int k = 1; k < QUIRE_PATH_PLACES - 1; k++) {
        regroup(self, before, n, self->way[k], y, true, self->t[k] - self->t[k + 1]);
    }
    regroup(self, before, n, self->place[1], y, false, 1);
    regroup(self, before, n, self->told_force[1], y, true, 0);
    /* the coming place leaves what is between the blocks as it was there */
    double *const next[] = {self->force[0], self->rate[0], self->way[0], self->place[0],
                            self->told_force[0]};
    for (size_t i = 0; i < sizeof next / sizeof *next; i++) {
        memset(next[i], 0, sizeof *next[i] * self->length);
    }
}

#define PRODUCTS (2 * QUIRE_PATH_PLACES - 2)

/* What the last way is with all forces, and the last forces with the ways before it. */
struct products {
    double of[PRODUCTS];
};

/* over n entries, a multiple of QUIRE_LANES, from `at` on */
QUIRE_INLINE void
add_products(const struct quire_step_path *self, size_t at, size_t n, struct products *sum)
{
    const double *restrict a = self->way[0] + at, *restrict b = self->way[1] + at,
                           *restrict c = self->way[2] + at, *restrict f = self->force[0] + at,
                           *restrict g = self->force[1] + at, *restrict h = self->force[2] + at,
                           *restrict e = self->force[3] + at;
    double lane[PRODUCTS][QUIRE_LANES] = {{0}};

    for (size_t i = 0; i < n; i += QUIRE_LANES) {
        QUIRE_IVDEP
        for (size_t j = 0; j < QUIRE_LANES; j++) {
            lane[0][j] += a[i + j] * f[i + j];
            lane[1][j] += a[i + j] * g[i + j];
            lane[2][j] += a[i + j] * h[i + j];
            lane[3][j] += a[i + j] * e[i + j];
            lane[4][j] += b[i + j] * f[i + j];
            lane[5][j] += c[i + j] * f[i + j];
        }
    }
    for (int k = 0; k < PRODUCTS; k++) {
        sum->of[k] += quire_tree8(lane[k]);
    }
}

/* what pads the blocks is 0 */
static QUIRE_CLONES struct products
products(const struct quire_step_path *self)
{
    struct products sum = {{0}};

    add_products(self, 0, length_of_all(self->problem), &sum);
    return sum;
}

/* ---- places ---- */

QUIRE_INLINE void
copy(double *restrict to, const double *restrict from, double times, size_t n)
{
    if (n == 1) {
        *to = times * *from;
        return;
    }
    QUIRE_IVDEP
    for (size_t i = 0; i < n; i++) {
        to[i] = times * from[i];
    }
}

static QUIRE_CLONES void
put_place(struct quire_step_path *self, const double *y, const double *r, double times)
{
    const struct quire_ode_problem *p = self->problem;
    const struct quire_layout *l = &p->layout;
    size_t at = 0;

    for (int k = 0; k < p->n_block; k++) {
        const struct quire_block *b = p->block + k;
        const size_t z = at + first_state(b);
        copy(self->force[0] + at, r + b->v, times, (size_t)b->nv);
        copy(self->rate[0] + at, y + l->v0 + b->v, 1, (size_t)b->nv);
        copy(self->place[0] + at, y + b->q, 1, (size_t)b->nq);
        copy(self->rate[0] + z, r + l->nv + b->z, times, (size_t)b->nz);
        copy(self->place[0] + z, y + l->z0 + b->z, 1, (size_t)b->nz);
        at += length_of(b);
    }
}

/* ---- turned blocks ---- */

/* What a velocity by itself does to the positions of a block, whose columns of T stand square to
 * each other; the square of its size. */
static double
column_of(const struct quire_ode_problem *p, int block, const double *q, int velocity,
          double column[QUIRE_BLOCK_POSITIONS])
{
    double v[QUIRE_BLOCK_DOFS] = {0}, square = 0;

    v[velocity] = 1;
    p->ops->kinematics(p->self, block, q, v, column);
    for (int i = 0; i < p->block[block].nq; i++) {
        square += column[i] * column[i];
    }
    return square;
}

/* the way between two places in terms of velocities */
static void
turned_way(const struct quire_ode_problem *p, int block, const double *end, const double *start,
           double *way)
{
    const struct quire_block *b = p->block + block;
    double middle[QUIRE_BLOCK_POSITIONS], column[QUIRE_BLOCK_POSITIONS];

    for (int i = 0; i < b->nq; i++) {
        middle[i] = 0.5 * (end[i] + start[i]);
    }
    for (int j = 0; j < b->nv; j++) {
        const double square = column_of(p, block, middle, j, column);
        way[j] = 0;
        for (int i = 0; i < b->nq; i++) {
            way[j] += column[i] * (end[i] - start[i]) / square;
        }
    }
}

/* forces of velocities as forces on positions q: with the same power */
static void
turned_force(const struct quire_ode_problem *p, int block, const double *q, const double *force,
             double *on_q)
{
    double column[QUIRE_BLOCK_POSITIONS], scaled[QUIRE_BLOCK_DOFS];

    for (int j = 0; j < p->block[block].nv; j++) {
        scaled[j] = force[j] / column_of(p, block, q, j, column);
    }
    p->ops->kinematics(p->self, block, q, scaled, on_q);
}

/* ---- the path ---- */

void
quire_step_path_open(struct quire_step_path *self)
{
    self->n = 1;
    self->work = self->doubt = 0;
}

void
quire_step_path_leave(struct quire_step_path *self)
{
    double *const force = self->force[3], *const way = self->way[2], *const place = self->place[1],
                  *const rate = self->rate[3], *const told = self->told_force[1];

    for (int k = 3; k > 0; k--) {
        self->t[k] = self->t[k - 1];
        self->told[k] = self->told[k - 1];
        self->force[k] = self->force[k - 1];
        self->rate[k] = self->rate[k - 1];
        memcpy(self->product[k], self->product[k - 1], sizeof self->product[k]);
        self->product[k][2] = self->product[k][1];
        self->product[k][1] = self->product[k][0];
    }
    self->way[2] = self->way[1];
    self->way[1] = self->way[0];
    self->place[1] = self->place[0];
    self->told_force[1] = self->told_force[0];
    self->told_force[0] = told;
    self->force[0] = force;
    self->way[0] = way;
    self->place[0] = place;
    self->rate[0] = rate;
    self->n += self->n < QUIRE_PATH_PLACES;
}

/* how many of the last places tell of this step: behind a much shorter one they would not */
static int
places_that_tell(const struct quire_step_path *self)
{
    const double least = 0.25 * (self->t[0] - self->t[1]);
    int n = 2;

    while (n < self->n && self->t[n - 1] - self->t[n] > least) {
        n++;
    }
    return n;
}

/* work of all forces in the last step along polynomials through n places, less what the powers that
 * flows tell of make by the same polynomials */
static double
untold_work(const struct quire_step_path *self, const double weight[][QUIRE_PATH_PLACES - 1],
            const double *by, int n)
{
    double work = 0;

    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n - 1; j++) {
            work += weight[i][j] * self->product[i][j];
        }
        work -= by[i] * self->told[i];
    }
    return work;
}

/* The way of the last step, and its products with forces. */
static QUIRE_CLONES void
follow(struct quire_step_path *self)
{
    const struct quire_ode_problem *p = self->problem;
    size_t at = 0;

    for (int k = 0; k < p->n_block; k++) {
        const double *restrict end = self->place[0] + at, *restrict start = self->place[1] + at;
        double *restrict way = self->way[0] + at;
        if (p->block[k].turned) {
            turned_way(p, k, end, start, way);
            at += length_of(p->block + k);
            continue;
        }
        QUIRE_IVDEP
        for (int i = 0; i < p->block[k].nv; i++) {
            way[i] = end[i] - start[i];
        }
        at += length_of(p->block + k);
    }
    const struct products all = products(self);
    for (int i = 0; i < QUIRE_PATH_PLACES; i++) {
        self->product[i][0] = all.of[i];
    }
    for (int j = 1; j < QUIRE_PATH_PLACES - 1; j++) {
        self->product[0][j] = all.of[QUIRE_PATH_PLACES - 1 + j];
    }
}

void
quire_step_path_put(struct quire_step_path *self, double t, const double *y, const double *r,
                    double times)
{
    self->t[0] = t;
    put_place(self, y, r, times);
    if (self->n > 1) {
        self->n_tell = places_that_tell(self);
        quire_path_weights(self->n_tell, self->t, self->weight[0], self->time[0]);
        if (self->n_tell > 2) {
            quire_path_weights(self->n_tell - 1, self->t, self->weight[1], self->time[1]);
        }
        follow(self);
    }
}

/* the same by the trapezoid */
static double
work_of_ends(const struct quire_step_path *self)
{
    return 0.5 * (self->product[0][0] + self->product[1][0]) -
           0.5 * (self->t[0] - self->t[1]) * (self->told[0] + self->told[1]);
}

/* How far the work may be off: as it differs from that by one degree less. Where the two agree by
 * chance, as with a kink in the step they may, these differ from the next ones. */
static double
doubt_of(const struct quire_step_path *self)
{
    const int n = self->n_tell;

    if (n <= 2) {
        return fabs(self->work);
    }
    const double less = untold_work(self, self->weight[1], self->time[1], n - 1),
                 doubt = fabs(self->work - less);
    return n > 3 ? fmax(doubt, QUIRE_PATH_BY_CHANCE * fabs(less - work_of_ends(self))) : doubt;
}

void
quire_step_path_tell(struct quire_step_path *self, double power)
{
    self->told[0] = power;
    if (self->n > 1) {
        self->work = untold_work(self, self->weight[0], self->time[0], self->n_tell);
        self->doubt = doubt_of(self);
    }
}

void
quire_step_path_put_told(struct quire_step_path *self, const double *force)
{
    double *to = self->told_force[0];

    for (int k = 0; k < self->problem->n_block; k++) {
        const struct quire_block *b = self->problem->block + k;
        copy(to, force + b->v, 1, (size_t)b->nv);
        to += length_of(b);
    }
}

/* ---- the middle of a step ---- */

QUIRE_CLONES void
quire_step_path_middle(const struct quire_step_path *self, bool all, double *y)
{
    const struct quire_layout *l = &self->problem->layout;
    const double *end = self->place[0], *start = self->place[1];
    size_t at = 0;

    for (int k = 0; k < self->problem->n_block; k++) {
        const struct quire_block *b = self->problem->block + k;
        const size_t z = at + first_state(b);
        if (b->sum == QUIRE_SUM_WEIGHTED || (all && b->varies)) {
            mean(y + b->q, end + at, start + at, (size_t)b->nq);
        }
        if (all) {
            mean(y + l->z0 + b->z, end + z, start + z, (size_t)b->nz);
        }
        at += length_of(b);
    }
}

/* ---- beside the path ---- */

QUIRE_CLONES void
quire_step_path_drift(const struct quire_step_path *self, double *drift)
{
    const struct quire_ode_problem *p = self->problem;
    const double by0 = self->time[0][0], by1 = self->time[0][1], by2 = self->time[0][2],
                 by3 = self->time[0][3];
    const double *restrict end = self->rate[0], *restrict start = self->rate[1],
                           *restrict second = self->rate[2], *restrict first = self->rate[3];
    double *restrict flown = self->scratch;
    const size_t n = length_of_all(p);
    size_t at = 0;

    QUIRE_IVDEP
    for (size_t i = 0; i < n; i++) {
        flown[i] = (by0 * end[i] + by1 * start[i]) + (by2 * second[i] + by3 * first[i]);
    }
    for (int k = 0; k < p->n_block; k++) {
        const struct quire_block *b = p->block + k;
        const size_t z = at + first_state(b);
        const double *restrict way = self->way[0] + at, *restrict by_rates = flown + at;
        double *restrict v = drift + b->v;
        QUIRE_IVDEP
        for (int i = 0; i < b->nv; i++) {
            v[i] = way[i] - by_rates[i];
        }
        for (size_t i = 0; i < (size_t)b->nz; i++) {
            drift[p->layout.nv + b->z + i] =
                self->place[0][z + i] - self->place[1][z + i] - flown[z + i];
        }
        at += length_of(b);
    }
}

QUIRE_CLONES double
quire_step_path_beside(const struct quire_step_path *self, const double *drift)
{
    /* those at the start of a stretch were not evaluated */
    const double *end = self->told_force[0], *start = self->told_force[self->n > 2];
    double sum = 0;

    for (int k = 0; k < self->problem->n_block; k++) {
        const struct quire_block *b = self->problem->block + k;
        sum += 0.5 * (dot(b, end, drift + b->v) + dot(b, start, drift + b->v));
        end += length_of(b);
        start += length_of(b);
    }
    return sum;
}

/* ---- powers ---- */

void
quire_step_path_spread(const struct quire_step_path *self, const double *y, const double *force,
                       double *on_q)
{
    const struct quire_ode_problem *p = self->problem;

    for (int k = 0; k < p->n_block; k++) {
        const struct quire_block *b = p->block + k;
        if (b->turned) {
            turned_force(p, k, y + b->q, force + b->v, on_q + b->q);
        }
    }
}

static double
product_of_turned(const struct quire_block *b, const double *on_q, const double *rate)
{
    double sum = 0;

    for (int i = 0; i < b->nq; i++) {
        sum += on_q[i] * rate[i];
    }
    return sum;
}

double
quire_step_path_power(const struct quire_step_path *self, const double *force, const double *on_q,
                      const double *rates)
{
    double sum = 0;

    for (int k = 0; k < self->problem->n_block; k++) {
        const struct quire_block *b = self->problem->block + k;
        sum += b->turned ? product_of_turned(b, on_q + b->q, rates + b->q)
                         : dot(b, force + b->v, rates + b->q);
    }
    return sum;
}

double
quire_step_path_power_at(const struct quire_step_path *self, int place, const double *rates)
{
    const struct quire_ode_problem *p = self->problem;
    double sum = 0;
    size_t at = 0;

    for (int k = 0; k < p->n_block; k++) {
        const struct quire_block *b = p->block + k;
        const double *force = self->force[place] + at;
        double on_q[QUIRE_BLOCK_POSITIONS];
        if (b->turned) {
            turned_force(p, k, self->place[place] + at, force, on_q);
        }
        sum += b->turned ? product_of_turned(b, on_q, rates + b->q) : dot(b, force, rates + b->q);
        at += length_of(b);
    }
    return sum;
}

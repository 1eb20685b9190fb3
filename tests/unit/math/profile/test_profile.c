/* Profiles of tiles against Crout's scheme written plainly, and against dense elimination. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures/dense.h"
#include "fixtures/machine.h"
#include "math/profile/kernel.h"

enum { MOST = 131 };

static const int sizes[] = {1, 2, 7, 8, 9, 16, 23, 62, 65, 80, MOST};

/* the first column of row i of n */
typedef int shape_fn(int i, int n);

static int
diagonal(int i, int n)
{
    (void)n;
    return i;
}

static int
narrow(int i, int n)
{
    (void)n;
    return i > 3 ? i - 3 : 0;
}

static int
full(int i, int n)
{
    (void)i;
    (void)n;
    return 0;
}

/* blocks of 11, each tied to the one before: rows as of sheets on each other */
static int
stacked(int i, int n)
{
    (void)n;
    return i > 12 ? i - 12 + (i * 5) % 3 : 0;
}

/* two long rows behind short ones */
static int
arrow(int i, int n)
{
    return i > n - 3 ? i % 2 : i - i % 2;
}

/* widths that jump, to and fro */
static int
ragged(int i, int n)
{
    (void)n;
    return i - (i * 37) % (i % 19 == 0 ? i + 1 : i % 4 + 1);
}

static const struct {
    const char *name;
    shape_fn *first;
} shapes[] = {{"diagonal", diagonal}, {"narrow", narrow}, {"full", full},
              {"stacked", stacked},   {"arrow", arrow},   {"ragged", ragged}};

#define SHAPES (sizeof shapes / sizeof *shapes)
#define SIZES  (sizeof sizes / sizeof *sizes)

struct problem {
    int n, first[MOST];
    double dense[MOST * MOST], b[MOST];
};

/* Of the entries in the shape `zeros` of a hundred are zero. */
static void
make_problem(struct problem *p, int n, shape_fn *first, int zeros)
{
    unsigned seed = (unsigned)(n + zeros);

    p->n = n;
    memset(p->dense, 0, sizeof p->dense);
    for (int i = 0; i < n; i++) {
        p->first[i] = first(i, n);
        cr_assert(p->first[i] >= 0 && p->first[i] <= i, "%d: %d", i, p->first[i]);
        p->b[i] = machine_random(&seed);
        for (int j = p->first[i]; j < i; j++) {
            const bool none = (i * 41 + j * 17) % 100 < zeros;
            p->dense[i * n + j] = none ? 0 : machine_random(&seed);
            p->dense[j * n + i] = none ? 0 : machine_random(&seed);
        }
        p->dense[i * n + i] = 0.3 * n + 2 + machine_random(&seed);
    }
}

static void
fill(struct quire_profile *profile, const struct problem *p)
{
    for (int i = 0; i < p->n; i++) {
        for (int j = p->first[i]; j <= i; j++) {
            *quire_profile_at(profile, i, j) = p->dense[i * p->n + j];
            *quire_profile_at(profile, j, i) = p->dense[j * p->n + i];
        }
    }
}

static void
open_profile(struct quire_profile *profile, const struct problem *p)
{
    cr_assert_eq(quire_profile_shape(profile, p->n, p->first), 0);
    quire_profile_clear(profile, NULL);
    fill(profile, p);
}

/* l_ij = a_ij - Sum l_ik u_kj, u_ij = (a_ij - Sum l_ik u_kj) / l_ii: L with its diagonal, U without
 */
static void
plain_factors(double *a, int n)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < i && k < j; k++) {
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
            }
            if (j > i) {
                a[i * n + j] *= 1 / a[i * n + i];
            }
        }
    }
}

/* entries of the shape that differ from the plain factors */
static int
different_factors(const struct quire_profile *profile, const struct problem *p, const double *plain)
{
    int count = 0;

    for (int i = 0; i < p->n; i++) {
        for (int j = p->first[i]; j <= i; j++) {
            const double l = *quire_profile_at(profile, i, j);
            const double u = i / QUIRE_TILE == j / QUIRE_TILE
                                 ? profile->pivot[QUIRE_TILE_PIVOT * (i / QUIRE_TILE) +
                                                  QUIRE_TILE * (j % QUIRE_TILE) + i % QUIRE_TILE]
                                 : *quire_profile_at(profile, j, i);
            count += l != plain[i * p->n + j] || (j < i && u != plain[j * p->n + i]);
        }
    }
    return count;
}

/* Each number is the one of the plain scheme to the last bit, wherever the edges of tiles are. */
Test(profile, has_the_factors_of_the_plain_scheme)
{
    struct problem *p = malloc(sizeof *p);
    struct quire_profile profile = {0};
    static double plain[MOST * MOST], b[MOST + QUIRE_TILE];

    cr_assert_not_null(p);
    for (size_t at = 0; at < SHAPES * SIZES * 2; at++) {
        const size_t shape = at / 2 % SHAPES, size = at / 2 / SHAPES;
        make_problem(p, sizes[size], shapes[shape].first, at % 2 ? 60 : 0);
        memcpy(plain, p->dense, sizeof plain);
        plain_factors(plain, p->n);
        for (int set = 0; set < 3; set++) {
            const struct quire_profile_kernel *kernel = quire_profile_kernel_of(set);
            open_profile(&profile, p);
            if (kernel != NULL) {
                memset(b, 0, sizeof b);
                kernel->factorise(&profile, b);
                cr_expect_eq(different_factors(&profile, p, plain), 0, "%s, %d rows, set %d: %d",
                             shapes[shape].name, p->n, set, different_factors(&profile, p, plain));
            }
        }
    }
    quire_profile_destroy(&profile);
    free(p);
}

Test(profile, solves)
{
    struct problem *p = malloc(sizeof *p);
    struct quire_profile profile = {0};
    double b[MOST + QUIRE_TILE], again[MOST + QUIRE_TILE];

    cr_assert_not_null(p);
    for (size_t at = 0; at < SHAPES * SIZES * 2; at++) {
        const size_t shape = at / 2 % SHAPES, size = at / 2 / SHAPES;
        make_problem(p, sizes[size], shapes[shape].first, at % 2 ? 60 : 0);
        open_profile(&profile, p);
        for (int i = 0; i < MOST + QUIRE_TILE; i++) {
            b[i] = again[i] = i < p->n ? p->b[i] : NAN; /* what is behind does not count */
        }
        quire_profile_factorise(&profile, b, NULL);
        quire_profile_solve(&profile, again);
        cr_expect_arr_eq(b, again, sizeof *b * (size_t)p->n);
        /* again, in the same shape */
        quire_profile_clear(&profile, NULL);
        fill(&profile, p);
        memcpy(again, p->b, sizeof *b * (size_t)p->n);
        quire_profile_factorise(&profile, again, NULL);
        cr_expect_arr_eq(b, again, sizeof *b * (size_t)p->n);
        dense_solve(p->dense, (size_t)p->n, p->b);
        const double error = dense_distance(b, p->b, (size_t)p->n);
        cr_expect_lt(error, 1e-13, "%s, %d rows: %g", shapes[shape].name, p->n, error);
    }
    quire_profile_destroy(&profile);
    free(p);
}

/* Those for other processors than this one's oldest relatives, as far as this one has them. */
Test(profile, is_solved_alike_on_every_processor)
{
    struct problem *p = malloc(sizeof *p);
    struct quire_profile profile = {0};
    double x[3][MOST + QUIRE_TILE];

    cr_assert_not_null(p);
    for (size_t at = 0; at < SHAPES * SIZES; at++) {
        make_problem(p, sizes[at / SHAPES], shapes[at % SHAPES].first, 30);
        const size_t n = (size_t)p->n, padded = quire_profile_padded(n);
        for (int set = 0; set < 3; set++) {
            const struct quire_profile_kernel *kernel = quire_profile_kernel_of(set);
            memset(x[set], 0, sizeof x[set]);
            memcpy(x[set], p->b, sizeof *p->b * n);
            if (kernel == NULL) {
                cr_log_info("no kernel of set %d here", set);
                continue;
            }
            open_profile(&profile, p);
            kernel->factorise(&profile, x[set]);
            cr_expect_arr_eq(x[0], x[set], sizeof **x * padded, "%s, %d rows, set %d",
                             shapes[at % SHAPES].name, p->n, set);
        }
    }
    quire_profile_destroy(&profile);
    free(p);
}

/* Four right-hand sides side by side, on every processor with the same bits. */
Test(profile, solves_for_four_at_once)
{
    struct problem *p = malloc(sizeof *p);
    struct quire_profile profile = {0};
    static double one[QUIRE_TOGETHER][MOST + QUIRE_TILE];
    static double four[3][(MOST + QUIRE_TILE) * QUIRE_TOGETHER];

    cr_assert_not_null(p);
    for (size_t at = 0; at < SHAPES * SIZES; at++) {
        unsigned seed = (unsigned)at;
        make_problem(p, sizes[at / SHAPES], shapes[at % SHAPES].first, 30);
        const size_t n = (size_t)p->n;
        open_profile(&profile, p);
        quire_profile_factorise(&profile, one[0], NULL);
        for (size_t i = 0; i < MOST + QUIRE_TILE; i++) {
            for (size_t k = 0; k < QUIRE_TOGETHER; k++) {
                one[k][i] = i < n ? machine_random(&seed) : 0;
                for (int set = 0; set < 3; set++) {
                    four[set][QUIRE_TOGETHER * i + k] = one[k][i];
                }
            }
        }
        for (int set = 0; set < 3; set++) {
            const struct quire_profile_kernel *kernel = quire_profile_kernel_of(set);
            if (kernel != NULL) {
                kernel->solve_four(&profile, four[set]);
                cr_expect_arr_eq(four[0], four[set], sizeof **four * QUIRE_TOGETHER * n,
                                 "%s, %d rows, set %d", shapes[at % SHAPES].name, p->n, set);
            }
        }
        double error = 0, size = 0;
        for (size_t k = 0; k < QUIRE_TOGETHER; k++) {
            quire_profile_solve(&profile, one[k]);
            for (size_t i = 0; i < n; i++) {
                error = fmax(error, fabs(one[k][i] - four[0][QUIRE_TOGETHER * i + k]));
                size = fmax(size, fabs(one[k][i]));
            }
        }
        cr_expect_lt(error, 1e-13 * size, "%s, %d rows: %g of %g", shapes[at % SHAPES].name, p->n,
                     error, size);
    }
    quire_profile_destroy(&profile);
    free(p);
}

/* one matrix for two threads, however small it is */
struct shared_matrix {
    const struct quire_profile_kernel *kernel;
    const struct quire_profile *p;
    double *b;
    struct quire_profile_halves halves;
};

static void
factorise_half(void *context, int which)
{
    struct shared_matrix *m = context;

    m->kernel->factorise_half(m->p, m->b, &m->halves, which);
}

Test(profile, has_the_same_factors_from_two_threads)
{
    struct problem *p = malloc(sizeof *p);
    struct quire_profile one = {0}, two = {0};
    struct quire_worker *worker = quire_worker_create();

    cr_assert_not_null(p);
    cr_assert_not_null(worker);
    for (size_t at = 0; at < SHAPES * SIZES * 3; at++) {
        const struct quire_profile_kernel *kernel = quire_profile_kernel_of((int)(at % 3));
        const size_t shape = at / 3 % SHAPES, size = at / 3 / SHAPES;
        double x[MOST + QUIRE_TILE] = {0}, y[MOST + QUIRE_TILE] = {0};
        if (kernel == NULL) {
            continue;
        }
        make_problem(p, sizes[size], shapes[shape].first, 30);
        open_profile(&one, p);
        open_profile(&two, p);
        memcpy(x, p->b, sizeof *x * (size_t)p->n);
        memcpy(y, p->b, sizeof *y * (size_t)p->n);
        kernel->factorise(&one, x);
        struct shared_matrix m = {.kernel = kernel, .p = &two, .b = y};
        quire_worker_halves(worker, factorise_half, &m);
        kernel->backward(&two, y);
        cr_expect_arr_eq(one.a, two.a, sizeof *one.a * QUIRE_TILE_SIZE * one.n_a, "%s, %d rows",
                         shapes[shape].name, p->n);
        cr_expect_arr_eq(x, y, sizeof x, "%s, %d rows", shapes[shape].name, p->n);
    }
    quire_worker_destroy(worker);
    quire_profile_destroy(&one);
    quire_profile_destroy(&two);
    free(p);
}

static int
wide(int i, int n)
{
    (void)n;
    return i > 110 ? i - 110 + i % 7 : 0;
}

/* large enough that the worker is asked */
Test(profile, shares_large_matrices)
{
    enum { ROWS = 1003 };
    struct quire_profile profile[2] = {{0}, {0}};
    struct quire_worker *worker = quire_worker_create();
    static int first[ROWS];
    static double b[2][ROWS + QUIRE_TILE];

    for (int i = 0; i < ROWS; i++) {
        first[i] = wide(i, ROWS);
    }
    for (int round = 0; round < 5; round++) {
        for (int which = 0; which < 2; which++) {
            struct quire_profile *p = profile + which;
            cr_assert_eq(quire_profile_shape(p, ROWS, first), 0);
            cr_assert(quire_profile_is_large(p));
            quire_profile_clear(p, which == 1 ? worker : NULL);
            for (int i = 0; i < ROWS; i++) {
                for (int j = first[i]; j <= i; j++) {
                    *quire_profile_at(p, i, j) = i == j ? 60 : sin(i + 7.0 * j + round);
                    *quire_profile_at(p, j, i) = i == j ? 60 : cos(3.0 * i - j + round);
                }
                b[which][i] = sin(i);
            }
            quire_profile_factorise(p, b[which], which == 1 ? worker : NULL);
        }
        cr_expect_arr_eq(profile[0].a, profile[1].a,
                         sizeof *profile->a * QUIRE_TILE_SIZE * profile->n_a);
        cr_expect_arr_eq(b[0], b[1], sizeof *b[0] * ROWS);
    }
    quire_worker_destroy(worker);
    quire_profile_destroy(profile);
    quire_profile_destroy(profile + 1);
}

/* The least value of a smooth function within bounds, by projected quasi-Newton steps (BFGS). */
#ifndef QUIRE_MATH_BOX_MINIMISE_H
#define QUIRE_MATH_BOX_MINIMISE_H

#include <stdbool.h>
#include <stddef.h>

/* Value at x (n) and, where `gradient` is not NULL, the derivatives there (n); false where the
 * function has no value. */
typedef bool quire_box_fn(void *user, const double *x, double *value, double *gradient);

struct quire_box_problem {
    size_t n;                    /* unknowns, >= 1 */
    const double *lower, *upper; /* (n): lower <= upper; may be infinite */
    const double *scale;         /* (n): a change of x that counts, > 0 */
    quire_box_fn *function;
    void *user;
    /* the function fills in derivatives; otherwise they are differences, and `gradient` is always
     * NULL */
    bool has_gradient;
    double difference; /* of differences, in scales; 0: 1e-5 */
    double enough;     /* a slope per scale that counts as none; 0: 1e-9 (1 + |value|) */
    int most_steps;    /* 0: 200 */
};

struct quire_box_result {
    double value;
    double slope; /* the largest per scale that bounds do not hold up */
    int steps, calls;
    bool starved; /* memory ran out */
};

/* From a start x (n), within the bounds and with a finite value, to a local minimum. x is never
 * outside the bounds and `value` never above that of the start. Returns false if memory ran out or
 * the start has no value; x is then as it was. */
bool quire_box_minimise(const struct quire_box_problem *problem, double *x,
                        struct quire_box_result *out);

#endif

/* Plans of designs for tests. */
#ifndef QUIRE_TESTS_DESIGN_PLANS_H
#define QUIRE_TESTS_DESIGN_PLANS_H

#include "base/diag.h"
#include "kind/design.h"
#include "model/settings.h"

#define COLUMNS_MOST 64

extern struct quire_arena *plan_arena;
extern quire_diag *plan_diag;

void begin_plans(void);
void end_plans(void);
/* A design of n columns, each with so many levels (0: a range), from attributes. */
quire_status try_plan(struct quire_design_plan *plan, const char *variant, size_t n, long levels,
                      const quire_setting *settings, size_t n_setting);
/* The same with names and values of the columns, for designs that look at them. */
struct plan_values {
    const struct quire_formula_names *names;
    double (*value)(void *user, size_t column, const struct quire_design_value *value);
    void *user;
};
quire_status try_plan_of_values(struct quire_design_plan *plan, const char *variant, size_t n,
                                long levels, const quire_setting *settings, size_t n_setting,
                                const struct plan_values *values);
/* The first message, or nothing. */
const char *plan_problem(void);
/* The coded values of a point. */
void coded(const struct quire_design_plan *plan, uint64_t point, double *x);

#define PLAN(plan_, variant_, n_, levels_, ...)                                                    \
    do {                                                                                           \
        const quire_setting given_[] = {{"of", "factors"}, __VA_ARGS__};                           \
        cr_assert_eq(                                                                              \
            try_plan(plan_, variant_, n_, levels_, given_, sizeof given_ / sizeof given_[0]),      \
            QUIRE_OK, "%s", plan_problem());                                                       \
    } while (0)

#endif

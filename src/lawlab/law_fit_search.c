#include "lawlab/law_fit_search.h"

#include <math.h>
#include <stdlib.h>

#include "math/detmath.h"
#include "math/least_squares.h"

double *
quire_fitting_value(const struct quire_fitting *f, int field)
{
    return (double *)(void *)((char *)f->law.params + f->field[field].offset);
}

/* the law; NULL if it refuses its parameters, with its own words in diag if that is not NULL */
static quire_law *
make_law(const struct quire_fitting *f, quire_diag *diag)
{
    quire_law *law = NULL;

    if (f->kind->check == NULL || f->kind->check(&f->law, diag) == QUIRE_OK) {
        *f->starved |= quire_law_from_object(&law, &f->law, NULL, diag) == QUIRE_ERROR_LIMIT;
    }
    return law;
}

bool
quire_fitting_is_allowed(const struct quire_fitting *f)
{
    quire_law *law = make_law(f, NULL);

    quire_law_destroy(law);
    return law != NULL;
}

void
quire_fitting_tell_refusal(const struct quire_fitting *f)
{
    if (!quire_fitting_is_allowed(f)) {
        quire_law_destroy(make_law(f, f->diag));
    }
}

bool
quire_fitting_evaluate(const struct quire_fitting *f, double *r)
{
    quire_law *law = make_law(f, NULL);
    bool good = law != NULL;

    if (!good) {
        return false;
    }
    for (size_t i = 0; good && i < f->points.n; i++) {
        double is;
        if (f->points.impacts) {
            quire_impact impact;
            good = quire_law_impact(law, f->points.mass, f->points.x[i], &impact) == QUIRE_OK;
            is = impact.restitution;
        } else {
            is = quire_law_normal_force(law, f->points.x[i], f->points.rate[i]);
        }
        r[i] = good ? (is - f->points.y[i]) / f->points.largest : 0;
        good = good && isfinite(r[i]);
    }
    quire_law_destroy(law);
    return good;
}

static void
put(const struct quire_fitting *f, const double *x)
{
    for (size_t k = 0; k < f->n; k++) {
        *quire_fitting_value(f, f->unknown[k].field) =
            f->unknown[k].by_log ? quire_exp(x[k]) : x[k];
    }
}

static bool
residuals(void *user, const double *x, double *r)
{
    put(user, x);
    return quire_fitting_evaluate(user, r);
}

double
quire_fitting_sum(const struct quire_fitting *f)
{
    double *r = calloc(f->points.n, sizeof *r), sum = HUGE_VAL;

    *f->starved |= r == NULL;
    if (r != NULL && quire_fitting_evaluate(f, r)) {
        sum = 0;
        for (size_t i = 0; i < f->points.n; i++) {
            sum += r[i] * r[i];
        }
    }
    free(r);
    return sum;
}

void
quire_fitting_add(struct quire_fitting *f, int field)
{
    const struct quire_field *p = f->field + field;
    struct quire_unknown *u = f->unknown + f->n++;

    *u = (struct quire_unknown){.field = field,
                                .by_log = p->minimum >= 0 && p->minimum <= 0,
                                .lower = p->minimum,
                                .upper = p->maximum,
                                .scale = 1};
    if (u->by_log) {
        u->lower = -600;
        u->upper = isfinite(p->maximum) ? quire_log(p->maximum) : 600;
    } else if (isfinite(p->maximum) && isfinite(p->minimum)) {
        u->scale = 0.1 * (p->maximum - p->minimum);
    }
    f->law.present |= UINT64_C(1) << field;
}

void
quire_fitting_drop(struct quire_fitting *f, double value)
{
    const int field = f->unknown[--f->n].field;

    *quire_fitting_value(f, field) = value;
    f->law.present &= ~(UINT64_C(1) << field);
}

double
quire_fitting_scanned(const struct quire_field *p, int i)
{
    return isfinite(p->maximum) && isfinite(p->minimum)
               ? p->minimum + (p->maximum - p->minimum) * (i + 0.5) / QUIRE_FITTING_SCANNED
               : quire_exp(2.302585092994046 * (i - 9));
}

/* The first two together, for laws in which one sets the shape and the other the size: by itself
 * neither improves a start that is far off. Restitutions, which take an impact each, seldom have
 * two. */
static double
scan_two(const struct quire_fitting *f, double best)
{
    double *one = quire_fitting_value(f, f->unknown[0].field),
           *two = quire_fitting_value(f, f->unknown[1].field), keep_one = *one, keep_two = *two;

    for (int i = 0; i < QUIRE_FITTING_SCANNED; i++) {
        for (int j = 0; j < QUIRE_FITTING_SCANNED; j++) {
            *one = quire_fitting_scanned(f->field + f->unknown[0].field, i);
            *two = quire_fitting_scanned(f->field + f->unknown[1].field, j);
            const double sum = quire_fitting_sum(f);
            if (sum < best) {
                best = sum;
                keep_one = *one;
                keep_two = *two;
            }
        }
    }
    *one = keep_one;
    *two = keep_two;
    return best;
}

double
quire_fitting_scan(const struct quire_fitting *f, size_t first)
{
    double best = quire_fitting_sum(f);

    if (first == 0 && f->n >= 2 && !f->points.impacts) {
        best = scan_two(f, best);
    }
    for (int round = 0; round < 2; round++) {
        for (size_t k = first; k < f->n; k++) {
            const struct quire_field *p = f->field + f->unknown[k].field;
            double *value = quire_fitting_value(f, f->unknown[k].field), keep = *value;
            for (int i = 0; i < QUIRE_FITTING_SCANNED; i++) {
                *value = quire_fitting_scanned(p, i);
                const double sum = quire_fitting_sum(f);
                if (sum < best || !isfinite(keep)) {
                    best = sum;
                    keep = *value;
                }
            }
            *value = keep;
        }
    }
    return best;
}

double
quire_fitting_search(struct quire_fitting *f, double *deviation)
{
    double x[QUIRE_FITTED_MOST], lower[QUIRE_FITTED_MOST], upper[QUIRE_FITTED_MOST],
        scale[QUIRE_FITTED_MOST];
    struct quire_least_squares_result result = {.deviation = deviation};

    for (size_t k = 0; k < f->n; k++) {
        const struct quire_unknown *u = f->unknown + k;
        const double value = *quire_fitting_value(f, u->field);
        lower[k] = u->lower;
        upper[k] = u->upper;
        scale[k] = u->scale;
        x[k] = fmin(fmax(u->by_log ? quire_log(value) : value, lower[k]), upper[k]);
    }
    const struct quire_least_squares problem = {.n = f->n,
                                                .m = f->points.n,
                                                .lower = lower,
                                                .upper = upper,
                                                .scale = scale,
                                                .residuals = residuals,
                                                .user = f};
    if (!quire_least_squares(&problem, x, &result)) {
        *f->starved |= result.starved;
        return HUGE_VAL;
    }
    put(f, x);
    for (size_t k = 0; k < f->n; k++) {
        deviation[k] *= f->unknown[k].by_log ? *quire_fitting_value(f, f->unknown[k].field) : 1;
    }
    return result.sum;
}

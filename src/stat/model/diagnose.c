#include "stat/model/diagnose.h"

#include <math.h>

#include "probability/families.h"

#define ALONE 1e-10 /* a smaller 1 - h is a rounding error */
#define EXACT 1e-26 /* of squares of fitted values */
#define NONE  1e-12 /* of the sum of squared residuals: what cancels in taking a run out */

static struct quire_run_diagnosis
diagnose_run(double e, double h, double sum, double freedom, double rank)
{
    const double left = 1 - h;

    if (left < ALONE) {
        return (struct quire_run_diagnosis){.leverage = 1, .alone = true};
    }
    const double own = e * e / left, others = sum - own, odds = h / left;
    const double internal = e / sqrt(sum / freedom * left);
    const double external =
        others > NONE * sum ? e / sqrt(others / (freedom - 1) * left) : copysign(HUGE_VAL, e);
    return (struct quire_run_diagnosis){
        h, internal, external, internal * internal * odds / rank, external * sqrt(odds), false};
}

enum quire_model_status
quire_diagnosis_status(const struct quire_fit *fit)
{
    double size = 0;

    for (size_t i = 0; i < fit->m; i++) {
        size += fit->fitted[i] * fit->fitted[i];
    }
    return fit->freedom < 2             ? QUIRE_MODEL_SATURATED
           : !(fit->sum > EXACT * size) ? QUIRE_MODEL_EXACT
                                        : QUIRE_MODEL_FINE;
}

struct quire_run_diagnosis
quire_diagnose_run(const struct quire_fit *fit, size_t i)
{
    return diagnose_run(fit->residual[i], fit->leverage[i], fit->sum, fit->freedom,
                        (double)fit->qr.rank);
}

enum quire_model_status
quire_diagnose(struct quire_run_diagnosis *out, const struct quire_fit *fit)
{
    const enum quire_model_status status = quire_diagnosis_status(fit);

    for (size_t i = 0; status == QUIRE_MODEL_FINE && i < fit->m; i++) {
        out[i] = quire_diagnose_run(fit, i);
    }
    return status;
}

struct quire_diagnosis_bounds
quire_diagnosis_bounds_of(const struct quire_fit *fit, double probability)
{
    const double m = (double)fit->m, p = (double)fit->qr.rank;

    return (struct quire_diagnosis_bounds){
        2 * p / m, 2 * sqrt(p / m),
        quire_upper_quantile(quire_student(fit->freedom - 1), probability / (2 * m))};
}

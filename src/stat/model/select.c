#include "stat/model/select.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/detmath.h"
#include "stat/model/response.h"
#include "stat/qr.h"

#define MOST_COMPARED 12    /* terms of which all models are compared: 4096 */
#define EXACT         1e-26 /* of the squares of y: nothing but rounding */
#define BETTER        1e-9  /* a smaller gain of AICc is none */

/* The candidates, reduced to what Q' makes of them: as many rows as there are independent columns
 */
struct search {
    const struct quire_regressors *x;
    const struct quire_term *term;
    struct quire_selection *out;
    bool *stay;                   /* (n_term): fixed, or within one that is */
    size_t n_term, m, runs, rows; /* m rows stand for so many runs */
    double *reduced, *effect;     /* (rows, n); (rows) */
    double rest, least;           /* squares that no column explains; what counts as none */
    double *some, *spare;         /* (rows, n) of a model; (rows) */
    struct quire_qr qr;
    bool failed; /* memory ran out */
};

struct model {
    double aicc, sum;
    size_t rank;
};

double
quire_aicc(size_t m, size_t rank, double sum)
{
    const double runs = (double)m, k = (double)rank + 1, left = runs - k - 1;

    return left > 0 ? runs * quire_log(sum / runs) + 2 * k + 2 * k * (k + 1) / left : HUGE_VAL;
}

static void
find_staying(const struct search *s, const bool *fixed)
{
    for (size_t t = 0; t < s->n_term; t++) {
        s->stay[t] = s->term[t].order == 0;
        for (size_t b = 0; fixed != NULL && b < s->n_term; b++) {
            s->stay[t] = s->stay[t] || (fixed[b] && quire_term_within(&s->term[t], &s->term[b]));
        }
    }
}

/* term t may change sides in the model that has the terms `in` */
static bool
may_change(const struct search *s, const bool *in, size_t t)
{
    if (s->stay[t] || s->out->term[t].aliased) {
        return false;
    }
    for (size_t other = 0; other < s->n_term; other++) {
        const struct quire_term *a = &s->term[t], *b = &s->term[other];
        if (other == t || s->out->term[other].aliased) {
            continue;
        }
        if (in[t] ? in[other] && quire_term_within(a, b)
                  : !in[other] && quire_term_within(b, a) && !quire_term_within(a, b)) {
            return false;
        }
    }
    return true;
}

static bool
keeps_heredity(const struct search *s, const bool *in)
{
    for (size_t t = 0; t < s->n_term; t++) {
        for (size_t other = 0; in[t] && other < s->n_term; other++) {
            if (!in[other] && !s->out->term[other].aliased &&
                quire_term_within(&s->term[other], &s->term[t])) {
                return false;
            }
        }
    }
    return true;
}

static struct model
judge(struct search *s, const bool *in)
{
    struct model found = {HUGE_VAL, s->rest, 0};
    size_t n = 0;

    for (size_t j = 0; j < s->x->n; j++) {
        if (in[s->x->term[j]]) {
            memcpy(s->some + n++ * s->rows, s->reduced + j * s->rows, s->rows * sizeof *s->some);
        }
    }
    if (!quire_qr_factor(&s->qr, s->rows, n, s->some)) {
        s->failed = true;
        return found;
    }
    memcpy(s->spare, s->effect, s->rows * sizeof *s->spare);
    quire_qr_transposed(&s->qr, s->spare);
    for (size_t i = s->qr.rank; i < s->rows; i++) {
        found.sum += s->spare[i] * s->spare[i];
    }
    found.rank = s->qr.rank;
    found.aicc = quire_aicc(s->runs, found.rank, fmax(found.sum, s->least));
    return found;
}

static void
begin_least(const struct search *s, bool *in)
{
    for (size_t t = 0; t < s->n_term; t++) {
        in[t] = s->stay[t] && !s->out->term[t].aliased;
    }
}

/* terms of low order first, as long as the model is admitted */
static struct model
begin_full(struct search *s, bool *in)
{
    begin_least(s, in);
    struct model found = judge(s, in);
    for (size_t order = 1; order <= QUIRE_TERM_ORDER; order++) {
        for (size_t t = 0; t < s->n_term; t++) {
            if (in[t] || s->term[t].order != order || !may_change(s, in, t)) {
                continue;
            }
            in[t] = true;
            const struct model more = judge(s, in);
            if (isinf(more.aicc)) {
                in[t] = false;
            } else {
                found = more;
            }
        }
    }
    return found;
}

/* one term in or out, whichever gains most, until none gains */
static struct model
step(struct search *s, bool *in, struct model now)
{
    for (bool more = true; more && !s->failed;) {
        struct model best = now;
        size_t change = 0;
        more = false;
        for (size_t t = 0; t < s->n_term; t++) {
            if (!may_change(s, in, t)) {
                continue;
            }
            in[t] = !in[t];
            const struct model other = judge(s, in);
            in[t] = !in[t];
            if (other.aicc < best.aicc - BETTER) {
                best = other;
                change = t;
                more = true;
            }
        }
        if (more) {
            in[change] = !in[change];
            now = best;
        }
    }
    return now;
}

static void
keep_better(struct search *s, const bool *in, struct model model, struct model *best)
{
    if (model.aicc < best->aicc - BETTER || isinf(best->aicc)) {
        *best = model;
        for (size_t t = 0; t < s->n_term; t++) {
            s->out->term[t].kept = in[t];
        }
    }
}

static void
compare_all(struct search *s, bool *in, struct model *best)
{
    size_t choice[MOST_COMPARED], n = 0;

    for (size_t t = 0; t < s->n_term; t++) {
        if (!s->stay[t] && !s->out->term[t].aliased) {
            if (n == MOST_COMPARED) {
                return;
            }
            choice[n++] = t;
        }
    }
    for (size_t mask = 0; mask < (size_t)1 << n && !s->failed; mask++) {
        begin_least(s, in);
        for (size_t i = 0; i < n; i++) {
            in[choice[i]] = (mask >> i & 1) != 0;
        }
        if (keeps_heredity(s, in)) {
            keep_better(s, in, judge(s, in), best);
        }
    }
    s->out->all_compared = true;
}

static void
find_changes(struct search *s, bool *in, double aicc)
{
    for (size_t t = 0; t < s->n_term; t++) {
        in[t] = s->out->term[t].kept;
    }
    for (size_t t = 0; t < s->n_term; t++) {
        struct quire_selection_term *row = &s->out->term[t];
        if (!may_change(s, in, t)) {
            continue;
        }
        in[t] = !in[t];
        const struct model other = judge(s, in);
        in[t] = !in[t];
        row->changeable = isfinite(other.aicc);
        row->change = row->changeable ? other.aicc - aicc : 0;
    }
}

/* the matrix of all candidates by its triangle, and which of them depend on earlier ones */
static bool
reduce(struct search *s, const double *y)
{
    struct quire_qr qr = {0};
    double *q = malloc((s->m + 1) * sizeof *q);
    bool good = q != NULL && quire_qr_factor(&qr, s->m, s->x->n, s->x->x);

    s->rows = good ? qr.rank : 0;
    s->reduced = calloc(s->rows * s->x->n + 1, sizeof *s->reduced);
    s->some = calloc(s->rows * s->x->n + 1, sizeof *s->some);
    s->effect = calloc(2 * s->rows + 1, sizeof *s->effect);
    good = good && s->reduced != NULL && s->some != NULL && s->effect != NULL;
    for (size_t t = 0; good && t < s->n_term; t++) {
        s->out->term[t].aliased = true;
    }
    for (size_t k = 0; good && k < s->x->n; k++) {
        const size_t rows = k < qr.rank ? k + 1 : qr.rank;
        memcpy(s->reduced + qr.column[k] * s->rows, qr.a + k * s->m, rows * sizeof *qr.a);
        if (k < qr.rank) {
            s->out->term[s->x->term[qr.column[k]]].aliased = false;
        }
    }
    if (good) {
        s->spare = s->effect + s->rows;
        memcpy(q, y, s->m * sizeof *q);
        quire_qr_transposed(&qr, q);
        memcpy(s->effect, q, s->rows * sizeof *q);
        for (size_t i = s->rows; i < s->m; i++) {
            s->rest += q[i] * q[i];
        }
        for (size_t i = 0; i < s->m; i++) {
            s->least += EXACT * y[i] * y[i];
        }
    }
    quire_qr_clear(&qr);
    free(q);
    return good;
}

static enum quire_model_status
search_models(struct search *s, bool *in)
{
    struct model best = {HUGE_VAL, 0, 0};

    begin_least(s, in);
    const struct model least = judge(s, in);
    if (isinf(least.aicc)) {
        return s->failed ? QUIRE_MODEL_MEMORY : QUIRE_MODEL_SATURATED;
    }
    keep_better(s, in, step(s, in, least), &best);
    const struct model full = begin_full(s, in);
    s->out->full_aicc = full.aicc;
    keep_better(s, in, step(s, in, full), &best);
    compare_all(s, in, &best);
    s->out->aicc = best.aicc;
    s->out->sum = best.sum;
    s->out->rank = best.rank;
    find_changes(s, in, best.aicc);
    return s->failed ? QUIRE_MODEL_MEMORY : QUIRE_MODEL_FINE;
}

enum quire_model_status
quire_selection_make(struct quire_selection *out, const struct quire_regressors *x,
                     const struct quire_term *term, size_t n_term, const bool *fixed,
                     const double *y)
{
    return quire_selection_of_runs(out, x, term, n_term, fixed, y, x->m);
}

enum quire_model_status
quire_selection_of_runs(struct quire_selection *out, const struct quire_regressors *x,
                        const struct quire_term *term, size_t n_term, const bool *fixed,
                        const double *y, size_t runs)
{
    struct search s = {.x = x, .term = term, .out = out, .n_term = n_term, .m = x->m, .runs = runs};
    enum quire_model_status status = quire_response_check(y, x->m, NULL);

    quire_selection_clear(out);
    if (status != QUIRE_MODEL_FINE) {
        return status;
    }
    bool *in = calloc(2 * n_term + 1, sizeof *in);
    out->term = calloc(n_term + 1, sizeof *out->term);
    out->n_term = n_term;
    status = QUIRE_MODEL_MEMORY;
    if (in != NULL && out->term != NULL && reduce(&s, y)) {
        s.stay = in + n_term;
        find_staying(&s, fixed);
        status = search_models(&s, in);
    }
    quire_qr_clear(&s.qr);
    free(s.reduced);
    free(s.some);
    free(s.effect);
    free(in);
    return status;
}

void
quire_selection_clear(struct quire_selection *s)
{
    free(s->term);
    *s = (struct quire_selection){0};
}

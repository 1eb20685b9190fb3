#include "events/law_switching.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "contact/body/free.h"
#include "contact/solid/solid.h"
#include "evaluate/evaluate.h"
#include "step/free_gaps.h"

#define BISECTIONS 60
/* a long step is looked at in between, so that a thin target is not passed unseen [s] */
#define LOOK_EVERY 5e-4

struct quire_law_switching {
    struct quire_state *state;
    int n;             /* overlaps of free bodies */
    double *sign;      /* of each of them when last seen away from zero; 0: not yet */
    double *now, *try; /* (n) */
    int touched;       /* last */
};

quire_status
quire_law_switching_create(struct quire_law_switching **out, struct quire_state *state)
{
    const int n = quire_free_gap_count(state->system) + state->system->n_solid_place;
    struct quire_law_switching *m;

    *out = NULL;
    if (n == 0) {
        return QUIRE_OK;
    }
    m = calloc(1, sizeof *m);
    if (m == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    m->state = state;
    m->n = n;
    m->sign = calloc((size_t)n, sizeof *m->sign);
    m->now = calloc((size_t)n, sizeof *m->now);
    m->try = calloc((size_t)n, sizeof *m->try);
    if (m->sign == NULL || m->now == NULL || m->try == NULL) {
        quire_law_switching_destroy(m);
        return QUIRE_ERROR_LIMIT;
    }
    *out = m;
    return QUIRE_OK;
}

void
quire_law_switching_destroy(struct quire_law_switching *m)
{
    if (m != NULL) {
        free(m->sign);
        free(m->now);
        free(m->try);
        free(m);
    }
}

/* for what is in focus; the others count as unknown */
static void
evaluate(struct quire_law_switching *m, double t, const double *y, double *g)
{
    for (int i = 0; i < m->n; i++) {
        g[i] = (double)NAN;
    }
    quire_state_place(m->state, t, y);
    quire_free_gaps(m->state, t, y, g);
    quire_solid_gaps(m->state, y, g + quire_free_gap_count(m->state->system));
}

static bool
crosses(const struct quire_law_switching *m, const double *g, int i)
{
    return m->sign[i] < 0 && g[i] > 0;
}

/* takes over the signs of what is away from zero */
static void
arm(struct quire_law_switching *m, const double *g)
{
    for (int i = 0; i < m->n; i++) {
        m->sign[i] = g[i] > 0 ? 1 : g[i] < 0 ? -1 : m->sign[i];
    }
}

static bool
crossed(const struct quire_law_switching *m, const double *g)
{
    for (int i = 0; i < m->n; i++) {
        if (crosses(m, g, i)) {
            return true;
        }
    }
    return false;
}

void
quire_law_switching_begin(struct quire_law_switching *m, double t, const double *y)
{
    if (m != NULL) {
        evaluate(m, t, y, m->now);
        for (int i = 0; i < m->n; i++) {
            m->sign[i] = isnan(m->now[i]) ? m->sign[i] : 0;
        }
        arm(m, m->now);
    }
}

/* the time in (low, high] at which the first root crosses, given that one has at high */
static double
locate(struct quire_law_switching *m, double low, double high, quire_state_at *state_at, void *user)
{
    for (int k = 0; k < BISECTIONS && high - low > 1e-12; k++) {
        const double middle = 0.5 * (low + high);
        evaluate(m, middle, state_at(user, middle), m->try);
        if (crossed(m, m->try)) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return high;
}

double
quire_law_switching_find(struct quire_law_switching *m, double t0, double t1,
                         quire_state_at *state_at, void *user)
{
    for (double t = t0; m != NULL && t < t1;) {
        const double next = t1 - t > LOOK_EVERY ? t + LOOK_EVERY : t1;
        evaluate(m, next, state_at(user, next), m->now);
        if (crossed(m, m->now)) {
            const double at = locate(m, t, next, state_at, user);
            if (at < t1) {
                return at;
            }
        } else { /* what crosses at the very end of a step is found at the start of the next */
            arm(m, m->now);
        }
        t = next;
    }
    return HUGE_VAL;
}

int
quire_law_switching_apply(struct quire_law_switching *m, double t, const double *y)
{
    int touches = 0;

    if (m == NULL) {
        return 0;
    }
    evaluate(m, t, y, m->now);
    for (int i = 0; i < m->n; i++) {
        if (crosses(m, m->now, i)) {
            m->touched = i;
            touches++;
        }
    }
    return touches;
}

const struct quire_object *
quire_law_switching_applied(const struct quire_law_switching *m, char *text, size_t size)
{
    const struct quire_system *sys = m->state->system;
    const int first = quire_free_gap_count(sys);
    const struct quire_object *body = m->touched < first
                                          ? quire_free_of_gap(sys, m->touched)->object
                                          : quire_solid_of_gap(sys, m->touched - first)->object;
    snprintf(text, size, "'%s' touches something", body->name);
    return body;
}

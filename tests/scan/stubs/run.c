/* One run: whether the leading edge came to stand, and what the check before it says. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stubs.h"

#define BEYOND 20e-3 /* behind the thing the leading edge has passed [m] */
#define STANDS 1e-3  /* the leading edge gets on by less than so much [m], */
#define LONG   10e-3 /* while so much is fed: it is stopped; */
#define SHORT  3e-3  /* or so much: it is held for a while [m] */

const char *const stub_outcomes[STUB_OUTCOMES] = {"passed", "held", "stopped", "strayed", "broken"};

static void
look_for_stubs(struct result *r, const quire_model *model)
{
    quire_diag *diag = quire_diag_create();
    quire_model_check(model, diag);
    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        const quire_problem *p = quire_diag_get(diag, i);
        if (strcmp(p->code, "W-STUB") == 0) {
            r->warned = true;
            snprintf(r->text, sizeof r->text, "%s", p->text);
        }
    }
    quire_diag_destroy(diag);
}

/* Whether a leading edge that has come so far is where sheets should be: over what is in the way.
 */
static bool
is_right(const struct machine *m, double height)
{
    const double up = m->mirrored ? -height : height, middle = m->kind == MOUTH ? m->offset : 0;
    double low = middle - 0.5 * m->gap;

    if (m->kind == LIP || m->kind == STEP) {
        low += m->height;
    } else if (m->kind == GATE) { /* which falls away from its tip */
        low += (m->height - 0.5e-3) * (1 - BEYOND / 35e-3) - 5e-3 * m->size * BEYOND / 35e-3;
    }
    return up > low - 0.5e-3 && up < middle + 0.5 * m->gap + 0.5e-3;
}

static void
decide(struct result *r, const struct machine *m, const double *path, const double *height,
       size_t n)
{
    const double place = place_of(m), step = 0.5e-3; /* of feed from row to row */
    double since = -HUGE_VAL, stood = 0;

    r->front = -HUGE_VAL;
    r->height = (double)NAN;
    r->outcome = STOPPED;
    for (size_t i = 0; i < n; i++) {
        const double at = path[i] - place;
        if (isnan(r->height) && at > -1e-3) {
            r->height = m->mirrored ? -height[i] : height[i];
        }
        if (at > since + STANDS) {
            since = at;
            stood = 0;
        }
        stood += step;
        r->held = fmax(r->held, stood);
        r->front = fmax(r->front, at);
        if (at > BEYOND) {
            r->outcome = !is_right(m, height[i]) ? STRAYED : r->held > SHORT ? HELD : PASSED;
            return;
        }
    }
    /* it is on its way yet */
    if (stood < LONG) {
        r->outcome = STRAYED;
    }
}

void
run_machine(struct result *r, const struct machine *m)
{
    static struct text t;
    struct ran ran;
    const struct wanted wanted = {.sample = 0.5e-3 / m->speed};

    *r = (struct result){.outcome = BROKEN};
    write_machine(&t, m);
    const bool ended = net_run(&ran, &t, &wanted);
    if (ran.model != NULL) {
        look_for_stubs(r, ran.model);
    }
    if (ended) {
        size_t n = 0, k = 0;
        double *path = net_column(&ran, "page.lead.path", &n),
               *height = net_column(&ran, "page.lead.height", &k);
        if (path != NULL && height != NULL) {
            decide(r, m, path, height, n < k ? n : k);
        } else {
            snprintf(r->text, sizeof r->text, "no such columns");
        }
        free(path);
        free(height);
    } else if (!r->warned) {
        snprintf(r->text, sizeof r->text, "%s", ran.why);
    }
    net_done(&ran);
}

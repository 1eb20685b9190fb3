/* The truth of a machine, drawn before it runs, and what came out against it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "faults.h"

#define APART     0.5e-3 /* from its twin: a sheet has departed [m] */
#define TURNED    1e-3   /* [rad] */
#define SIGN_TIME 0.015  /* a first sign may be so far from the departure [s] */
#define SIGN_WAY  5e-3   /* or the way that drives go in that time [m] */
#define SLACK     1.5e-3 /* times are read off rows to so much [s] */
#define LEFT      1e-3   /* an edge has left a sensor though it is so far before it [m] */
#define REACH     8e-3   /* a leading edge farther from its path is not at its sensor [m] */

/* ---- drawing ---- */

static void
fill(char *to, size_t size, const char *pattern, char number)
{
    size_t n = 0;
    for (; *pattern != '\0' && n + 1 < size; pattern++) {
        to[n++] = *pattern == '#' ? number : *pattern;
    }
    to[n] = '\0';
}

static double
draw_value(const struct fault *f, struct draw *at)
{
    const double value =
        f->scale == EVEN ? draw_even(at, f->low, f->high) : draw_log(at, f->low, f->high);
    return f->scale == EITHER && draw_even(at, 0, 1) < 0.5 ? -value : value;
}

void
draw_machine(struct machine *m, unsigned seed, unsigned number, bool faulty)
{
    struct draw at = {.seed = seed, .model = number};
    /* rows in an order that takes layouts by turns */
    const struct fault *f = faults + (size_t)number * 61 % n_faults;
    size_t with = 0;

    for (size_t k = 0; k < LAYOUTS; k++) {
        with += layouts[k].model != NULL;
    }
    *m = (struct machine){.number = number, .seed = seed, .fault = faulty ? f : NULL};
    m->layout = layouts + (faulty ? (size_t)f->layout : number % with);
    m->layout->draw(&m->settings, &at);
    m->healthy = m->settings.n;
    m->speed = strtod(m->settings.text[0], NULL) / 1e3;
    if (faulty) {
        const double of = draw_even(&at, 0, 1);
        const char k = f->numbers[(size_t)(of * (double)strlen(f->numbers))];
        fill(m->param, sizeof m->param, f->param, k);
        fill(m->place, sizeof m->place, f->place, k);
        snprintf(m->causes, sizeof m->causes, "%s", f->causes);
        m->value = draw_value(f, &at);
        set_number(&m->settings, m->param, m->value, f->unit);
    }
}

/* ---- the facts ---- */

/* When an edge goes by a place for the first time after `since` [s], between rows; NaN: never. */
static double
passes(const struct record *r, const double *edge, const double *height, double place, double since)
{
    for (size_t i = 1; i < r->rows; i++) {
        if (r->time[i] > since && edge[i] >= place && edge[i - 1] < place &&
            (height == NULL || fabs(height[i]) < REACH)) {
            return r->time[i - 1] +
                   (r->time[i] - r->time[i - 1]) * (place - edge[i - 1]) / (edge[i] - edge[i - 1]);
        }
    }
    return (double)NAN;
}

static double
entry(const struct record *r, const double *edge)
{
    for (size_t i = 0; i < r->rows; i++) {
        if (isfinite(edge[i])) {
            return r->time[i];
        }
    }
    return (double)NAN;
}

/* What a machine has done wrong, whatever its checks say; NULL: nothing. */
static const char *
find_fact(const struct machine *m, const struct record *r)
{
    const struct layout_facts *l = m->layout;
    const bool moved = strcmp(m->param, "eye") == 0;
    const double allowed = l->allowance > 0 ? l->allowance : 0.06,
                 eye = moved ? m->value * 1e-3 : l->eye;

    if (r->sheets < l->due) {
        return "no record";
    }
    for (size_t k = 0; k < l->due; k++) {
        const double *lead = r->lead + k * r->rows, *trail = r->trail + k * r->rows,
                     *height = r->height + k * r->rows, *yaw = r->yaw + k * r->rows;
        const double began = entry(r, lead), came = passes(r, lead, height, eye, began),
                     left = passes(r, trail, NULL, eye - LEFT, came);
        if (!isfinite(came)) {
            return "never came";
        }
        if (came - began > allowed + 1.2 * l->travel / m->speed + SLACK) {
            return "late";
        }
        if (!l->turned && came - began < 0.9 * l->travel / m->speed - SLACK) {
            return "early";
        }
        if (!isfinite(left) || (!l->turned && left - came > 1.3 * l->length / m->speed + SLACK)) {
            return "did not leave";
        }
        for (size_t i = 0; i < r->rows; i++) {
            if (isfinite(l->skew) && r->time[i] >= came && fabs(yaw[i]) > l->skew) {
                return "skewed";
            }
            if (isfinite(l->skew) && r->time[i] >= came) {
                break;
            }
        }
    }
    for (size_t k = 0; k + 1 < r->sheets && isfinite(l->take); k++) {
        const double *next = r->lead + (k + 1) * r->rows, *trail = r->trail + k * r->rows;
        for (size_t i = 0; i < r->rows; i++) {
            if (next[i] > l->take && trail[i] < l->take) {
                return "two at once";
            }
        }
    }
    return NULL;
}

/* The first time at which a sheet is not where it is in the twin [s]; NaN: never. */
static double
find_departure(const struct record *a, const struct record *twin)
{
    const size_t sheets = a->sheets < twin->sheets ? a->sheets : twin->sheets;

    for (size_t i = 0; i < a->rows && i < twin->rows; i++) {
        if (fabs(a->time[i] - twin->time[i]) > 1e-9) {
            return (double)NAN; /* one has ended */
        }
        for (size_t k = 0; k < sheets; k++) {
            const size_t p = k * a->rows + i, q = k * twin->rows + i;
            if (fabs(a->lead[p] - twin->lead[q]) > APART ||
                fabs(a->trail[p] - twin->trail[q]) > APART ||
                fabs(a->yaw[p] - twin->yaw[q]) > TURNED) {
                return a->time[i];
            }
        }
    }
    return (double)NAN;
}

/* ---- against the truth ---- */

/* Whether one of words "stub|drag" is this one; `begins`: whether it begins so. "-" is no word. */
static bool
is_one_of(const char *words, const char *word, bool begins)
{
    while (*words != '\0') {
        const size_t n = strcspn(words, "|");
        if (word[0] == '\0' && n == 1 && words[0] == '-') {
            return true;
        }
        if (word[0] != '\0' && n > 0 && strncmp(words, word, n) == 0 &&
            (begins || word[n] == '\0')) {
            return true;
        }
        words += n + (words[n] == '|');
    }
    return false;
}

bool
is_explained(const struct machine *m)
{
    return m->fault != NULL && m->twin_passed && m->fact[0] != '\0' && m->verdict.failed &&
           m->verdict.ended;
}

void
judge_machine(struct machine *m)
{
    struct record record = {0}, twin = {0}, beyond = {0};
    struct verdict good, other;
    const char *fact;

    run_machine(m, m->settings.n, true, &m->verdict, &record);
    fact = find_fact(m, &record);
    if (fact != NULL && m->verdict.failed && m->verdict.ended) {
        run_machine(m, m->settings.n, false, &other, &beyond);
        fact = other.ended ? find_fact(m, &beyond) : fact;
        free_record(&beyond);
    }
    snprintf(m->fact, sizeof m->fact, "%s", fact != NULL ? fact : "");
    m->departure = (double)NAN;
    m->twin_passed = true;
    snprintf(m->holder, sizeof m->holder, "%s", record.holder);
    m->verdict_right = m->verdict.ended && m->verdict.failed == (fact != NULL);
    if (m->fault != NULL && (fact != NULL || !m->verdict.passed)) {
        run_machine(m, m->healthy, true, &good, &twin);
        m->twin_passed = good.passed;
        m->departure = find_departure(&record, &twin);
        free_record(&twin);
    }
    if (m->fault != NULL) {
        const double room = fmax(SIGN_TIME, SIGN_WAY / m->speed);
        m->cause_right = is_one_of(m->causes, m->verdict.cause, false);
        m->place_right =
            is_one_of(m->place, m->verdict.object, true) ||
            (m->verdict.object[0] != '\0' && strcmp(m->verdict.object, m->holder) == 0);
        m->sign_right = isfinite(m->departure) ? fabs(m->verdict.sign - m->departure) <= room
                                               : !isfinite(m->verdict.sign);
    }
    free_record(&record);
}

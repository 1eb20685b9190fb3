#include "judge/segment_check.h"

#include <math.h>
#include <stdlib.h>

#include "check/around.h"
#include "math/detmath.h"
#include "math/kernel.h"
#include "model/problem.h"
#include "text/amount.h"
#include "text/number.h"

#define DEGREE         0.01745329251994329577
#define FOLDED_TANGENT 0.839099631177280 /* of QUIRE_FOLDED */

/* ---- criteria ---- */

/* How long segments may be where a sheet meets a thing of a size: factor size^exponent. `turn`: met
 * at less it asks for nothing. */
enum feature { WRAP, STEP, N_FEATURE };
static const struct criterion {
    const char *share; /* how long segments may be, in words */
    double turn;       /* [rad] */
    double factor, exponent;
} criteria[N_FEATURE] = {
    /* rope_segment() asks for less where friction is high. Mouths of channels turn a sheet by
     * 28 deg */
    [WRAP] = {"which makes friction change its tension by the right ratio to 0.5 %", 36 * DEGREE,
              1 / QUIRE_SEGMENTS_ON_RADIUS, 1},
    /* where a leading edge is that comes to a step: off by up to h^2 / 40 mm before it, by 5 % of
     * the height at sqrt(125 mm H) */
    [STEP] = {"which place the edge to within a twentieth of that height", 15 * DEGREE,
              0.35355339059327, 0.5},
};

#define ROPE_ERROR 0.005 /* relative error of the ratio of tensions before and behind a bend */

static double
longest(const struct criterion *c, double size)
{
    return c->factor * (c->exponent < 1 ? sqrt(size) : size);
}

/* Longest segment [m] with which the ratio of tensions before and behind a bend, exp(friction
 * turn), is right to ROPE_ERROR: doc/theory/tried/contact.md, 10. */
static double
rope_segment(double radius, double turn, double friction)
{
    const double exponent = friction * turn;

    return exponent > 0 ? radius * sqrt(6 * ROPE_ERROR / (exponent * (1 + friction * friction)))
                        : HUGE_VAL;
}

double
quire_segment_longest_in_bend(double radius, double turn, double friction)
{
    return fmin(longest(criteria + WRAP, radius), rope_segment(radius, turn, friction));
}

double
quire_segments_enough(double length, double longest)
{
    return ceil(length / longest - 1e-9);
}

static void
need(struct quire_segment_check *self, const struct quire_view *view, size_t sheet,
     enum feature feature, const char *solid, double size, double turn, double enough)
{
    const struct criterion *c = criteria + feature;
    const struct quire_sheet_view *s = view->sheet + sheet;
    struct quire_segment_need *worst = self->sheet + sheet;
    const double h = s->length / (double)(s->n_node - 1);

    if (turn >= c->turn && h > enough && (worst->object == NULL || enough < worst->longest)) {
        *worst = (struct quire_segment_need){s->object, solid, feature, size,       turn,
                                             s->length, h,     enough,  view->time, worst->folded};
    }
}

/* ---- what a sheet bends round ---- */

/* A circle, or an arc of a guide, in the axes of the guide if that has moved. */
struct bend {
    const struct quire_piece *arc; /* NULL: a whole circle */
    double centre[2], radius;
    const struct quire_guide_view *moved; /* NULL: a roller */
    double friction;                      /* over the normal force */
};

static void
node_at(const struct bend *b, const struct quire_sheet_view *s, size_t i, double out[2])
{
    const double at[2] = {s->x[i], s->y[i]};

    out[0] = at[0];
    out[1] = at[1];
    if (b->moved != NULL) {
        quire_guide_view_into(b->moved, at, out);
    }
}

static bool
is_beside(const struct bend *b, const double at[2], double far)
{
    const double dx = at[0] - b->centre[0], dy = at[1] - b->centre[1],
                 distance = sqrt(dx * dx + dy * dy);

    if (!(fabs(distance - b->radius) < far)) {
        return false;
    }
    const double along = b->arc != NULL ? quire_piece_foot(b->arc, at).along : 0;
    return b->arc == NULL || (along >= -far && along <= b->arc->length + far);
}

#define FULL_TURN (360 * DEGREE)

/* By how much the sheet turns round it where it is near [rad]. */
static double
turn_round(const struct bend *b, const struct quire_sheet_view *s)
{
    const double h = s->length / (double)(s->n_node - 1), far = 0.5 * s->thickness + 0.3 * h;
    double sum = 0;

    for (size_t i = 1; i + 1 < s->n_node; i++) {
        double a[2], p[2], q[2];
        node_at(b, s, i, p);
        if (!is_beside(b, p, far)) {
            continue;
        }
        node_at(b, s, i - 1, a);
        node_at(b, s, i + 1, q);
        const double u[2] = {p[0] - a[0], p[1] - a[1]}, v[2] = {q[0] - p[0], q[1] - p[1]},
                     in[2] = {b->centre[0] - p[0], b->centre[1] - p[1]};
        const double turn = quire_atan2(u[0] * v[1] - u[1] * v[0], u[0] * v[0] + u[1] * v[1]);
        sum += (u[0] + v[0]) * in[1] - (u[1] + v[1]) * in[0] > 0 ? turn : -turn;
    }
    return sum;
}

static void
bend_round(struct quire_segment_check *self, const struct quire_view *view, size_t sheet,
           const struct bend *b, const char *name)
{
    const struct quire_sheet_view *s = view->sheet + sheet;
    const double h = s->length / (double)(s->n_node - 1);

    if (s->entered && h > quire_segment_longest_in_bend(b->radius, FULL_TURN, b->friction)) {
        const double turn = turn_round(b, s);
        need(self, view, sheet, WRAP, name, b->radius, turn,
             quire_segment_longest_in_bend(b->radius, turn, b->friction));
    }
}

/* Without friction it does not matter how much of a bend is touched. */
static void
bends_round_guide(struct quire_segment_check *self, const struct quire_view *view,
                  const struct quire_guide_view *g)
{
    for (size_t i = 0; g->sheet >= 0 && fabs(g->drag) > 0.01 * g->normal && i < g->outline->n;
         i++) {
        const struct quire_piece *p = g->outline->piece + i;
        if (p->radius > 0 && p->turn * g->side <= 0) {
            const struct bend b = {
                p, {p->centre[0], p->centre[1]}, p->radius, g, fabs(g->drag) / g->normal};
            bend_round(self, view, (size_t)g->sheet, &b, g->name);
        }
    }
}

/* rollers that stand still, or nearly */
static void
bends_round_roller(struct quire_segment_check *self, const struct quire_view *view,
                   const struct quire_roller_view *r)
{
    if (!(r->normal > 0) || !(fabs(r->slip) > fabs(r->surface_speed))) {
        return;
    }
    for (size_t k = 0; k < self->n; k++) {
        bend_round(
            self, view, k,
            &(struct bend){NULL, {r->x, r->y}, r->radius, NULL, fabs(r->friction) / r->normal},
            r->name);
    }
}

/* ---- steps that a leading edge meets ---- */

/* How high the step is that the leading edge meets: how far across the feed the guide goes on as
 * steep as that asks for, to both sides of the place. 0: it is not there. */
static double
step_at(const struct quire_guide_view *g, const double at[2], const double feed[2])
{
    const struct quire_gap gap = quire_outline_gap(g->outline, 0, at);
    double low = HUGE_VAL, high = -HUGE_VAL;

    for (int way = -1; way <= 1; way += 2) {
        for (size_t i = gap.piece, n = 0; n < g->outline->n && i < g->outline->n;
             i += (size_t)way, n++) {
            const struct quire_piece *p = g->outline->piece + i;
            const double chord[2] = {p->to[0] - p->from[0], p->to[1] - p->from[1]};
            const double steep = fabs(feed[0] * chord[1] - feed[1] * chord[0]),
                         flat = fabs(feed[0] * chord[0] + feed[1] * chord[1]);
            if (quire_atan2(steep, flat) < criteria[STEP].turn) {
                break;
            }
            for (int e = 0; e < 2; e++) {
                const double *end = e == 0 ? p->from : p->to,
                             across = feed[0] * end[1] - feed[1] * end[0];
                low = fmin(low, across);
                high = fmax(high, across);
            }
        }
    }
    return high > low ? high - low : 0;
}

static void
meets_step(struct quire_segment_check *self, const struct quire_view *view, size_t sheet)
{
    const struct quire_sheet_view *s = view->sheet + sheet;
    const size_t n = s->n_node - 1;
    const double feed[2] = {s->x[n] - s->x[n - 1], s->y[n] - s->y[n - 1]},
                 h = sqrt(feed[0] * feed[0] + feed[1] * feed[1]);

    for (size_t k = 0; s->front.guide != NULL && s->front.angle >= criteria[STEP].turn &&
                       k < view->n_guide && h > 0;
         k++) {
        const struct quire_guide_view *g = view->guide + k;
        if (g->name == s->front.guide && !g->moves && g->outline->n > 0) {
            const double height = step_at(g, (double[2]){s->front.x, s->front.y},
                                          (double[2]){feed[0] / h, feed[1] / h});
            if (height > 0) {
                need(self, view, sheet, STEP, g->name, height, s->front.angle,
                     longest(criteria + STEP, height));
            }
        }
    }
}

/* ---- folds ---- */

/* Whether a segment is turned from the one before by more than FOLDED_TANGENT, at four joints. */
QUIRE_INLINE bool
any_of_four(const double *x, const double *y)
{
    const quire_v4 x1 = quire_load4(x), y1 = quire_load4(y), ax = x1 - quire_load4(x - 1),
                   ay = y1 - quire_load4(y - 1), bx = quire_load4(x + 1) - x1,
                   by = quire_load4(y + 1) - y1;

    return quire_any(quire_abs4(ax * by - ay * bx) > FOLDED_TANGENT * (ax * bx + ay * by));
}

/* The same at any joint, of which there are four at least. */
static QUIRE_CLONES bool
may_be_folded(const double *x, const double *y, size_t joints)
{
    bool any = any_of_four(x + joints - 3, y + joints - 3);

    for (size_t i = 1; i + 3 <= joints && !any; i += 4) {
        any = any_of_four(x + i, y + i);
    }
    return any;
}

bool
quire_segment_check_track(struct quire_segment_check *self, const struct quire_view *view, size_t k)
{
    const struct quire_sheet_view *s = &view->sheet[k];
    const bool may =
        s->entered && !s->delivered && (s->n_node < 6 || may_be_folded(s->x, s->y, s->n_node - 2));
    bool folded = false;

    for (size_t i = 1; may && i + 1 < s->n_node; i++) {
        const double ax = s->x[i] - s->x[i - 1], ay = s->y[i] - s->y[i - 1],
                     bx = s->x[i + 1] - s->x[i], by = s->y[i + 1] - s->y[i],
                     across = fabs(ax * by - ay * bx), along = ax * bx + ay * by;
        if (across > FOLDED_TANGENT * along) {
            const double turn = quire_atan2(across, along);
            folded = true;
            if (turn > self->fold.turn) {
                self->fold = (struct quire_fold){turn, view->time,
                                                 s->length / (double)(s->n_node - 1), s->name, ""};
                quire_around_place(view, k, s->x[i], s->y[i], self->fold.place);
            }
        }
    }
    const bool begins = folded && k < self->n && !self->sheet[k].folded;
    if (k < self->n) {
        self->sheet[k].folded = folded;
    }
    return begins;
}

/* ---- all ---- */

quire_status
quire_segment_check_observe(struct quire_segment_check *self, const struct quire_view *view)
{
    if (self->sheet == NULL) {
        self->sheet = calloc(view->n_sheet + 1, sizeof *self->sheet);
        if (self->sheet == NULL) {
            return QUIRE_ERROR_LIMIT;
        }
        self->n = view->n_sheet;
    }
    for (size_t k = 0; k < view->n_guide; k++) {
        bends_round_guide(self, view, view->guide + k);
    }
    for (size_t k = 0; k < view->n_roller; k++) {
        bends_round_roller(self, view, view->roller + k);
    }
    for (size_t k = 0; k < self->n; k++) {
        if (view->sheet[k].entered) {
            meets_step(self, view, k);
        }
    }
    return QUIRE_OK;
}

void
quire_segment_check_warn(const struct quire_segment_check *self, quire_diag *diag)
{
    for (size_t k = 0; k < self->n; k++) {
        const struct quire_segment_need *s = self->sheet + k;
        if (s->object == NULL) {
            continue;
        }
        const double n = quire_segments_enough(s->length, s->longest);
        char met[200], hint[60];
        if (s->feature == WRAP) {
            quire_number_format(met, sizeof met, "it bends by %.0f deg round '%s', at %s mm radius",
                                s->turn / DEGREE, s->solid, QUIRE_AMOUNT(1e3 * s->size));
        } else {
            quire_number_format(met, sizeof met,
                                "its leading edge meets, at %.0f deg, a step of '%s', %s mm high",
                                s->turn / DEGREE, s->solid, QUIRE_AMOUNT(1e3 * s->size));
        }
        quire_number_format(hint, sizeof hint, "give it segments=\"%.0f\"", n);
        quire_object_warning(
            s->object, diag, "W-SEGMENTS", hint,
            "its segments of %s mm are too long: at %s s %s; %.0f segments of %s mm are enough, %s",
            QUIRE_AMOUNT(1e3 * s->segment), QUIRE_AMOUNT_TIME(s->time), met, n,
            QUIRE_AMOUNT(1e3 * s->length / n), criteria[s->feature].share);
    }
}

void
quire_segment_check_clear(struct quire_segment_check *self)
{
    free(self->sheet);
    *self = (struct quire_segment_check){0};
}

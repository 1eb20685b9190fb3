#include "cause/rolling.h"

#include <math.h>

#include "cause/limits.h"
#include "check/around.h"

#define BESIDE 0.01 /* in the plane: two rollers are side by side [m] */

/* Where a disc of a roller holds a sheet, as seen from the sheet's middle, how firmly, and what its
 * surface has over one that runs straight on like the others. */
struct grip {
    double ahead, right, half; /* [m] */
    double push, hold;         /* friction that it can give along and across the feed [N] */
    double faster, sideways;   /* [m/s] */
};

/* Of all discs; the sheet moves as a rigid one whose slip on them is least, in squares weighted by
 * their friction. */
struct fit {
    double push, hold;   /* sums of friction [N] */
    double right, ahead; /* centres of push, of hold, as sums first [m] */
    double stiffness;    /* against a turn [N m^2] */
    double *turn, *aside;
};

static bool
presses(const struct quire_view *view, size_t sheet, const struct quire_roller_view *r)
{
    return r->normal > 0 && r->n_pad > 0 && quire_around_touches(view, sheet, r);
}

static bool
are_beside(const struct quire_roller_view *a, const struct quire_roller_view *b)
{
    return hypot(a->x - b->x, a->y - b->y) < BESIDE;
}

/* How far the speeds of all drives are from this one, together; farther than `most` are those of
 * other parts of the machine. */
static double
strangeness(const struct quire_view *view, double speed, double most)
{
    double sum = 0;

    for (size_t i = 0; i < view->n_roller; i++) {
        const struct quire_roller_view *r = view->roller + i;
        if (r->is_driver && fabs(r->surface_speed) >= QUIRE_DIAGNOSIS_DRIVEN) {
            sum += fmin(fabs(fabs(r->surface_speed) - speed), most);
        }
    }
    return sum;
}

/* The speed that a drive roller should have: of those side by side with it the one that is most
 * like the other drives of the machine; the mean of several that are so alike. */
static double
nominal_speed(const struct quire_view *view, const struct quire_roller_view *of)
{
    const double most = QUIRE_DIAGNOSIS_SPEEDS * fabs(of->surface_speed);
    double least = HUGE_VAL, sum = 0, n = 0;

    for (size_t i = 0; i < view->n_roller; i++) {
        const struct quire_roller_view *r = view->roller + i;
        if (!r->is_driver || !are_beside(r, of)) {
            continue;
        }
        const double speed = fabs(r->surface_speed), strange = strangeness(view, speed, most);
        if (strange < (1 - 1e-9) * least) {
            least = strange;
            sum = n = 0;
        }
        if (strange <= (1 + 1e-9) * least) {
            sum += speed;
            n += 1;
        }
    }
    return sum / n;
}

/* Along the sheet from its middle to a roller [m]. */
static double
ahead_of_middle(const struct quire_sheet_view *s, const struct quire_roller_view *r)
{
    const size_t nearest = quire_around_nearest(s, r->x, r->y);

    return s->length * ((double)nearest / (double)(s->n_node - 1) - 0.5);
}

/* What one disc of a roller does. An idler gives way along the feed, and holds across it. */
static struct grip
grip_of(const struct quire_sheet_view *s, const struct quire_roller_view *r,
        const struct quire_pad_view *pad, double nominal)
{
    const double hold = r->limit * pad->normal / r->normal,
                 speed = fabs(r->surface_speed) * pad->radius / r->radius,
                 way = quire_around_runs_back(s, r) ? -1 : 1;
    double feed[2];

    quire_around_direction(s, r->x, r->y, feed);
    return (struct grip){.ahead = ahead_of_middle(s, r),
                         .right = pad->at[2] - s->shift,
                         .half = pad->half,
                         .push = r->is_driver ? hold : 0,
                         .hold = hold,
                         .faster = way * (speed - nominal),
                         /* a shaft whose right end is ahead takes sheets to the left */
                         .sideways =
                             -way * speed * (pad->axis[0] * feed[0] + pad->axis[1] * feed[1])};
}

static void
add_centre(struct fit *fit, const struct grip *grip, size_t roller)
{
    (void)roller;
    fit->push += grip->push;
    fit->hold += grip->hold;
    fit->right += grip->push * grip->right;
    fit->ahead += grip->hold * grip->ahead;
}

static void
add_stiffness(struct fit *fit, const struct grip *grip, size_t roller)
{
    const double right = grip->right - fit->right, ahead = grip->ahead - fit->ahead;

    (void)roller;
    fit->stiffness +=
        grip->push * (right * right + grip->half * grip->half / 3) + grip->hold * ahead * ahead;
}

static void
add_rates(struct fit *fit, const struct grip *grip, size_t roller)
{
    const double moment = grip->push * (grip->right - fit->right) * grip->faster -
                          grip->hold * (grip->ahead - fit->ahead) * grip->sideways,
                 turn = fit->stiffness > 0 ? moment / fit->stiffness : 0;

    fit->turn[roller] += turn;
    fit->aside[roller] += grip->hold * grip->sideways / fit->hold + turn * fit->ahead;
}

static void
walk(const struct quire_view *view, size_t sheet, struct fit *fit,
     void (*visit)(struct fit *, const struct grip *, size_t))
{
    for (size_t i = 0; i < view->n_roller; i++) {
        const struct quire_roller_view *r = view->roller + i;
        const double nominal = presses(view, sheet, r) && r->is_driver ? nominal_speed(view, r)
                                                                       : fabs(r->surface_speed);
        for (size_t k = 0; presses(view, sheet, r) && k < r->n_pad; k++) {
            const struct grip grip = grip_of(view->sheet + sheet, r, r->pad + k, nominal);
            visit(fit, &grip, i);
        }
    }
}

void
quire_rolling_rates(const struct quire_view *view, size_t sheet, double *turn, double *aside)
{
    struct fit fit = {.turn = turn, .aside = aside};

    for (size_t i = 0; i < view->n_roller; i++) {
        turn[i] = aside[i] = 0;
    }
    walk(view, sheet, &fit, add_centre);
    if (!(fit.hold > 0)) {
        return;
    }
    fit.right = fit.push > 0 ? fit.right / fit.push : 0;
    fit.ahead /= fit.hold;
    walk(view, sheet, &fit, add_stiffness);
    walk(view, sheet, &fit, add_rates);
}

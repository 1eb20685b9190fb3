#include "judge/divergence.h"

#include <math.h>
#include <stdio.h>

#include "geometry/outline.h"
#include "text/amount.h"

/* beyond both, a sheet has left: what falls out of the machine or is thrown out by its drives stays
 * within */
#define SIZES_AWAY   10.0
#define METRES_AWAY  10.0 /* [m] */
#define TIMES_FASTER 1e3
#define SPEED        100.0 /* [m/s] */
#define TIMES_ENERGY 1e3
#define CLOSED       0.01 /* of the energy put in: an error that explains no speed */
#define ENERGY       1.0  /* [J]: far more than sheets and rollers have at office speeds */

struct box {
    double low[2], high[2];
};

static void
add_point(struct box *box, double x, double y, double around)
{
    box->low[0] = fmin(box->low[0], x - around);
    box->low[1] = fmin(box->low[1], y - around);
    box->high[0] = fmax(box->high[0], x + around);
    box->high[1] = fmax(box->high[1], y + around);
}

static void
add_outline(struct box *box, const struct quire_outline *outline)
{
    double low[2], high[2];

    quire_outline_bounds(outline, low, high);
    add_point(box, low[0], low[1], 0);
    add_point(box, high[0], high[1], 0);
}

/* what stands still; sheets count only where there is nothing else */
static struct box
bounds_of(const struct quire_system *sys)
{
    struct box box = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};

    for (int k = 0; k < sys->n_path; k++) {
        add_outline(&box, sys->path + k);
    }
    for (int k = 0; k < sys->n_guide; k++) {
        add_outline(&box, &sys->guide[k].outline);
    }
    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        for (int i = 0; i <= s->chain.n && (s->path != NULL || sys->n_path + sys->n_guide == 0);
             i++) {
            add_point(&box, s->start_x[i], s->start_y[i], 0);
        }
    }
    return box;
}

void
quire_divergence_init(struct quire_divergence *self, const struct quire_system *sys)
{
    const struct box box = bounds_of(sys);

    *self = (struct quire_divergence){.gravity = hypot(sys->gravity[0], sys->gravity[1])};
    if (box.low[0] <= box.high[0]) {
        self->centre[0] = 0.5 * (box.low[0] + box.high[0]);
        self->centre[1] = 0.5 * (box.low[1] + box.high[1]);
        self->size = hypot(box.high[0] - box.low[0], box.high[1] - box.low[1]);
    }
    for (int k = 0; k < sys->n_guide; k++) {
        self->fastest = fmax(self->fastest, fabs(sys->guide[k].velocity));
    }
    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        self->size = fmax(self->size, s->length);
        for (int i = 0; i <= s->chain.n; i++) {
            self->fastest = fmax(self->fastest, hypot(s->start_vx[i], s->start_vy[i]));
        }
        for (int e = 0; e < 2; e++) {
            self->fastest =
                fmax(self->fastest,
                     s->hold[e].held ? hypot(s->hold[e].velocity[0], s->hold[e].velocity[1]) : 0);
        }
    }
}

/* Whether what was put in pays for the motion, such as a load that pulls a light band: then that
 * speed is right, however high it is. */
static bool
is_paid_for(const struct quire_energy_view *e, double source)
{
    return e->kinetic <= source && fabs(e->residual) <= CLOSED * source;
}

static double
fastest_node(const struct quire_view *view)
{
    double most = 0;

    for (size_t k = 0; k < view->n_sheet; k++) {
        const struct quire_sheet_view *s = view->sheet + k;
        for (size_t i = 0; s->entered && i < s->n_node; i++) {
            most = fmax(most, hypot(s->vx[i], s->vy[i]));
        }
    }
    return most;
}

static const char *
check_sheet(const struct quire_divergence *self, const struct quire_sheet_view *s, double t,
            char *text, size_t size)
{
    /* falling and being driven may take it anywhere in time */
    const double away =
        fmax(SIZES_AWAY * self->size, METRES_AWAY) + t * (2 * self->fastest + self->gravity * t);
    const double speed = fmax(TIMES_FASTER * self->fastest, SPEED) + 2 * self->gravity * t;

    for (size_t i = 0; i < s->n_node; i++) {
        const double dx = s->x[i] - self->centre[0], dy = s->y[i] - self->centre[1], vx = s->vx[i],
                     vy = s->vy[i];
        if (!(dx * dx + dy * dy <= away * away)) {
            snprintf(
                text, size,
                "sheet '%s' is %s m away from the machine at t = %.6f s; the machine is %s m large",
                s->name, QUIRE_AMOUNT(hypot(dx, dy)), t, QUIRE_AMOUNT(self->size));
            return "left-domain";
        }
        if (!(vx * vx + vy * vy <= speed * speed)) {
            snprintf(
                text, size,
                "sheet '%s' moves at %s m/s at t = %.6f s; nothing else moves faster than %s m/s",
                s->name, QUIRE_AMOUNT(hypot(vx, vy)), t, QUIRE_AMOUNT(self->fastest));
            return "energy-runaway";
        }
    }
    return NULL;
}

const char *
quire_divergence_check(struct quire_divergence *self, const struct quire_view *view, char *text,
                       size_t size)
{
    const struct quire_energy_view *e = &view->energy;
    /* energies that are no numbers are nobody's most */
    const char *swiftest = e->swiftest != NULL ? e->swiftest : "nothing";
    const double source =
        fabs(e->initial) + fabs(e->drives) + fabs(e->belts) + fabs(e->loads) + fabs(e->gravity);
    const char *name = NULL;

    for (size_t k = 0; k < view->n_roller; k++) {
        const double v = fabs(view->roller[k].surface_speed);
        self->fastest = view->roller[k].is_driver && v > self->fastest ? v : self->fastest;
    }
    if (is_paid_for(e, source)) {
        self->fastest = fmax(self->fastest, fastest_node(view));
    }
    for (size_t k = 0; k < view->n_sheet && name == NULL; k++) {
        if (view->sheet[k].entered) {
            self->about = view->sheet[k].name;
            name = check_sheet(self, &view->sheet[k], view->time, text, size);
        }
    }
    if (name != NULL) {
        return name;
    }
    self->about = e->swiftest;
    if (!isfinite(e->kinetic + source)) {
        snprintf(text, size, "the energy is not finite at t = %.6f s; most of it is in '%s'",
                 view->time, swiftest);
        name = "energy-runaway";
    } else if (e->kinetic > TIMES_ENERGY * source + ENERGY) {
        snprintf(text, size,
                 "the kinetic energy is %s J at t = %.6f s, most of it in '%s', but the energy "
                 "input was at most %s J",
                 QUIRE_AMOUNT(e->kinetic), view->time, swiftest, QUIRE_AMOUNT(source));
        name = "energy-runaway";
    }
    return name;
}

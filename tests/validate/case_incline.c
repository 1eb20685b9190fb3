/* C3: a block slides down an incline, or stays but for the creep of its friction. C4: that creep.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "incline.h"

#define DEGREE (PI / 180)

/* way of the block, and its speed at the end */
static bool
way_of(const char *name, const struct incline *p, double *way, double *speed)
{
    struct simulation sim;

    if (!incline_start(&sim, name, p)) {
        return false;
    }
    const size_t last = quire_run_row_count(sim.run) - 1;
    double *x = simulation_column(&sim, name, "crate.x"),
           *y = simulation_column(&sim, name, "crate.y"),
           *vx = simulation_column(&sim, name, "crate.vx"),
           *vy = simulation_column(&sim, name, "crate.vy");
    const bool good = x != NULL && y != NULL && vx != NULL && vy != NULL;
    if (good) {
        *way = hypot(x[last] - x[0], y[last] - y[0]);
        *speed = hypot(vx[last], vy[last]);
    }
    free(x);
    free(y);
    free(vx);
    free(vy);
    simulation_end(&sim);
    return good;
}

static void
slide(const char *name, double degrees, double friction)
{
    const struct incline p = {
        .slope = degrees * DEGREE, .friction = friction, .threshold = 1e-4, .end = 0.5};
    const double reference =
        0.5 * GRAVITY * (sin(p.slope) - friction * cos(p.slope)) * p.end * p.end;
    double way, speed;

    if (way_of(name, &p, &way, &speed)) {
        report(name, "way in 0.5 s [m], relative error", reference, way, reference, 0.005);
    }
}

static void
incline(void)
{
    const struct incline held = {
        .slope = 30 * DEGREE, .friction = 0.6, .threshold = 1e-4, .end = 0.5};
    const double creep = held.threshold * tan(held.slope) / held.friction * held.end;
    double way, speed;

    slide("C3 30 deg, friction 0.3", 30, 0.3);
    slide("C3 20 deg, friction 0.1", 20, 0.1);
    if (way_of("C3 30 deg, friction 0.6", &held, &way, &speed)) {
        /* below the threshold speed the tolerance, too, is a way of moving; the contact settles by
         * micrometres */
        report("C3 30 deg, friction 0.6", "way in 0.5 s, no more than the creep's [m]", creep,
               fmax(way, creep), 1, 1e-5);
    }
}

static void
creep(void)
{
    static const double threshold[] = {1e-3, 1e-4, 1e-5};

    for (int k = 0; k < 3; k++) {
        const struct incline p = {
            .slope = 10 * DEGREE, .friction = 0.3, .threshold = threshold[k], .end = 0.2};
        const double reference = threshold[k] * tan(p.slope) / p.friction;
        double way, speed;
        char name[80];
        snprintf(name, sizeof name, "C4 threshold %g mm/s", 1e3 * threshold[k]);
        if (way_of(name, &p, &way, &speed)) {
            report(name, "creep [m/s], relative error", reference, speed, reference, 0.01);
        }
    }
}

const struct validation_case case_incline = {
    .id = "C3",
    .title = "Block on an incline",
    .tests = "Friction of a free body on a guide, sliding and sticking.",
    .setup = "A block of 0.1 kg lies on a plane of 30° with friction 0.3; with friction 0.6 it "
             "must not move but for the creep of the regularised friction, threshold 0.1 mm/s.",
    .reference = "s = (g/2)(sin α − μ cos α) t².",
    .run = incline,
};

const struct validation_case case_creep = {
    .id = "C4",
    .title = "Creep of regularised friction",
    .tests = "What regularised friction lets through where the block should stick: in proportion "
             "to the threshold speed.",
    .setup = "A block on a plane of 10° with friction 0.3, below its threshold speed in "
             "proportion "
             "to the slip.",
    .reference = "v = v_s tan α/μ: 0.587757 mm/s for v_s = 1 mm/s.",
    .run = creep,
};

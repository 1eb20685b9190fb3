/* W5: a sheet is pushed up a ramp. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define WEIGHT (0.2 * SHEET_WIDTH * GRAVITY) /* of a length [N/m] */

struct ramp {
    double degrees, friction, segments;
    const char *law, *modulus;
    double tolerance; /* of positions in a step [m]; 0: the default */
};

struct push {
    double mean, largest, exact; /* exact: of a limp sheet without friction [N] */
};

/* the clamp's force in the second half of the way */
static bool
push(const char *name, const struct ramp *r, struct push *out)
{
    struct settings s = {.n = 0, .position_tolerance = r->tolerance};
    struct simulation sim;

    set_number(&s, "angle", r->degrees, "deg");
    set_number(&s, "friction", r->friction, "");
    set_number(&s, "segments", r->segments, "");
    set_word(&s, "law", r->law);
    set_word(&s, "modulus", r->modulus);
    if (!simulation_start(&sim, name, "ramp.xml", &s)) {
        return false;
    }
    const size_t n = quire_run_row_count(sim.run), a = n / 2, b = n - 1;
    double *work = simulation_column(&sim, name, "energy.loads"),
           *trail = simulation_column(&sim, name, "page.trail.x"),
           *lead = simulation_column(&sim, name, "page.lead.y");
    const bool good = work != NULL && trail != NULL && lead != NULL;
    if (good) {
        *out = (struct push){.mean = (work[b] - work[a]) / (trail[b] - trail[a]),
                             .exact = WEIGHT * 0.5 * (lead[a] + lead[b])};
        for (size_t i = a; i < b; i++) {
            out->largest = fmax(out->largest, (work[i + 1] - work[i]) / (trail[i + 1] - trail[i]));
        }
    }
    free(work);
    free(trail);
    free(lead);
    simulation_end(&sim);
    return good;
}

static void
limp(double degrees, double segments)
{
    char name[80];
    struct push p;

    snprintf(name, sizeof name, "W5 limp, %g deg, %g segments", degrees, segments);
    if (push(name, &(struct ramp){degrees, 0, segments, .law = "mtt-step", .modulus = "4 MPa"},
             &p)) {
        report(name, "mean force of the push [N], relative error", p.exact, p.mean, p.exact, 0.002);
    }
}

static void
card(double degrees, double friction, const char *law)
{
    struct ramp r = {degrees, friction, 50, law, "4 GPa", 0};
    char name[80];
    struct push as_it_is, finest;

    snprintf(name, sizeof name, "W5 card, %g deg, mu %g, %s", degrees, friction, law);
    if (!push(name, &r, &as_it_is)) {
        return;
    }
    r.tolerance = 0.01e-6;
    if (push(name, &r, &finest)) {
        report(name, "mean force of the push [N], of that at 0.01 um", finest.mean, as_it_is.mean,
               finest.mean, 0.003);
        report(name, "its largest in a sample [N], of that at 0.01 um", finest.largest,
               as_it_is.largest, finest.largest, 0.05);
    }
}

static void
ramp(void)
{
    static const double degrees[] = {15, 30}, segments[] = {50, 100, 200};

    for (int k = 0; k < 6; k++) {
        limp(degrees[k / 3], segments[k % 3]);
    }
    for (int k = 0; k < 4; k++) {
        const double angle = k < 2 ? 20 : 40, friction = k % 2 == 0 ? 0.2 : 0.4;
        card(angle, friction, "mtt-step");
        card(angle, friction, "stick-slip");
    }
}

const struct validation_case case_ramp = {
    .id = "W5",
    .title = "Up a ramp",
    .tests = "The force that pushes a sheet up a ramp, a guide with a hollow kink, at the default "
             "accuracy.",
    .setup =
        "A clamp pushes a card of 200 g/m² at 50 mm/s along a table and up a ramp of 15 to 40 "
        "degrees; the second half of the way counts, in samples of 0.5 mm. Once it is limp and "
        "there is no friction, then it has the stiffness of card, and friction of 0.2 and 0.4.",
    .reference =
        "A limp sheet keeps its shape in the kink, so that the force is w times the height "
        "of the leading edge. For the card the same model with a position tolerance of 0.01 "
        "μm, a fiftieth of the default.",
    .run = ramp,
    .in_space = true,
};

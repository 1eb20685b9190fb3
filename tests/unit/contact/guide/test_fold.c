/* A sheet that bends over a roller more sharply than that touches it in two places, which become
 * one without a jump of the force. */
#include <criterion/criterion.h>
#include <math.h>

#include "evaluate/evaluate.h"
#include "fixtures/machine.h"

#define MM 1e-3

/* a roller of 10 mm, and a sheet that has no weight */
#define OVER(centre, damping, friction)                                                            \
    "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>"                                  \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 GPa\"/>"          \
    "<contact name=\"c\"><normal law=\"linear\" stiffness=\"1e5 N/m\" damping=\"" damping "\"/>"   \
    "<friction law=\"mtt-step\" dynamic-coefficient=\"" friction                                   \
    "\" threshold-velocity=\"0.5 m/s\"/></contact><pair contact=\"c\"/>"                           \
    "<path name=\"p\" from=\"-30 mm, 30 mm\"><line length=\"60 mm\"/></path>"                      \
    "<roller name=\"r\" centre=\"" centre "\" radius=\"10 mm\" surface=\"rubber\"/>"               \
    "<sheet name=\"s\" media=\"m\" length=\"40 mm\" width=\"100 mm\" segments=\"40\">"             \
    "<start path=\"p\" lead=\"50 mm\"/></sheet>"
#define HERE "0 mm, 0 mm"
#define AWAY "0 mm, -1 m"

/* The middle of the sheet over the roller, 20 um deep there, bent by 1/`bend` and level 9.4 mm to
 * either side; not symmetric to the nodes. */
static void
fold(struct machine *m, double bend)
{
    const struct nodes n = machine_nodes(m, 0, m->y);

    for (int i = 0; i <= n.n; i++) {
        const double x = (i - 20.3) * MM, l = 3 * MM, a = fmin(fabs(x) / l, 3.14159265358979);
        n.x[i] = x;
        n.y[i] = 10.03 * MM - bend * l * l * (1 - cos(a));
    }
}

static double
stored(struct machine *m)
{
    double sum = 0;

    m->state->record = true;
    cr_assert(quire_state_forces(m->state, 0, m->y));
    m->state->record = false;
    for (int k = 0; k < m->state->n_touch; k++) {
        sum += m->state->touch[k].stored;
    }
    return sum;
}

/* the law acts in points alone */
static void
in_points(struct machine *m)
{
    m->state->wrap[0] = 0;
}

Test(fold, has_exact_derivatives_where_it_touches_twice)
{
    struct machine m;

    machine_open(&m, OVER(HERE, "3 N*s/m", "0.5"));
    fold(&m, 120);
    machine_shake(&m, 5, 1e-6, 0.1);
    in_points(&m);
    stored(&m);
    cr_expect_eq(m.state->n_touch, 3); /* two where it is nearest, one where it is farthest */
    cr_expect_lt(machine_jacobian_error(&m, 0), 1e-6);
    machine_close(&m);
}

/* The force is the slope of what is stored. */
Test(fold, has_a_potential)
{
    struct machine m, away;

    machine_open(&m, OVER(HERE, "0 N*s/m", "0"));
    machine_open(&away, OVER(AWAY, "0 N*s/m", "0"));
    fold(&m, 120);
    fold(&away, 120);
    in_points(&m);
    stored(&m);
    stored(&away);
    const struct nodes n = machine_nodes(&m, 0, m.y);
    for (int i = 15; i < 26; i++) {
        const double step = 1e-8, with = machine_nodes(&m, 0, m.state->force).y[i],
                     without = machine_nodes(&away, 0, away.state->force).y[i];
        n.y[i] += step;
        const double more = stored(&m);
        n.y[i] -= 2 * step;
        const double less = stored(&m);
        n.y[i] += step;
        stored(&m);
        cr_expect_float_eq(with - without, -(more - less) / (2 * step), 1e-4, "node %d", i);
    }
    machine_close(&m);
    machine_close(&away);
}

/* From one place to two, and on: neither what is stored nor its slope jumps. */
Test(fold, begins_without_jumps)
{
    struct machine m;
    double last = NAN, slope = NAN, most = 0, span[2] = {INFINITY, 0};

    machine_open(&m, OVER(HERE, "0 N*s/m", "0"));
    for (int k = 0; k <= 4000; k++) {
        fold(&m, 80 + 60 * k / 4000.0);
        in_points(&m);
        const double now = stored(&m);
        const double rate = (now - last) * 4000;
        most = !isnan(slope) ? fmax(most, fabs(rate - slope)) : most;
        slope = !isnan(last) ? rate : slope;
        span[0] = fmin(span[0], m.state->n_touch);
        span[1] = fmax(span[1], m.state->n_touch);
        last = now;
    }
    cr_expect_eq(span[0], 1);
    cr_expect_geq(span[1], 3);
    cr_expect_lt(most, 0.02 * fabs(slope), "the slope %g jumps by %g", slope, most);
    machine_close(&m);
}

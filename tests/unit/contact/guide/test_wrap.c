/* A sheet that wraps a roller is held by all its stations there, wherever its nearest point happens
 * to be. */
#include <criterion/criterion.h>
#include <math.h>

#include "contact/touch/wraps.h"
#include "fixtures/machine.h"

/* a sheet on a path that turns by 90 degrees, pressed 20 um into the roller there */
#define WRAPPED(distribution)                                                                      \
    "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>"                                  \
    "<media name=\"m\" grammage=\"35 g/m^2\" thickness=\"0.025 mm\" modulus-md=\"4 GPa\"/>"        \
    "<contact name=\"c\"><normal law=\"mtt-indentation\" stiffness=\"1e6 N/m^1.5\" " distribution  \
    "/><friction law=\"mtt-step\" dynamic-coefficient=\"0.5\" threshold-velocity=\"1 mm/s\"/>"     \
    "</contact><pair contact=\"c\"/><path name=\"p\" from=\"0 mm, 0 mm\"><line length=\"40 mm\"/>" \
    "<arc radius=\"29.9925 mm\" angle=\"90 deg\" turn=\"right\"/><line length=\"60 mm\"/></path>"  \
    "<roller name=\"r\" centre=\"40 mm, -29.9925 mm\" radius=\"30 mm\" surface=\"rubber\"/>"       \
    "<sheet name=\"s\" media=\"m\" length=\"120 mm\" width=\"100 mm\" segments=\"60\">"            \
    "<start path=\"p\" lead=\"130 mm\"/></sheet>"

Test(wrap, all_stations_touch_wherever_the_nearest_point_is)
{
    struct machine shared, by_itself;

    machine_open(&shared, WRAPPED("distribution=\"line\""));
    machine_open(&by_itself, WRAPPED(""));
    for (unsigned seed = 1; seed <= 30; seed++) {
        machine_shake(&shared, seed, 2e-6, 0.1);
        machine_shake(&by_itself, seed, 2e-6, 0.1);
        const int expected = machine_touches(&shared, QUIRE_PARTNER_ROLLER, 0, 0);
        cr_expect_gt(expected, 15);
        cr_expect_eq(machine_touches(&by_itself, QUIRE_PARTNER_ROLLER, 0, 0), expected, "%u", seed);
        cr_expect_lt(machine_jacobian_error(&by_itself, 0), 1e-6);
    }
    machine_close(&shared);
    machine_close(&by_itself);
}

/* A look at a station by its second difference alone refuses those alone that do not wrap. */
Test(wrap, is_refused_where_a_sheet_is_straight)
{
    enum { N = 24 };
    static const double centre[2] = {0.31, -0.17};
    const double radius = 0.03, h = 1e-3;
    int wraps = 0;

    for (int k = 0; k <= 40; k++) { /* arcs of 0 to twice the roller's curvature, a little shaken */
        double x[N + 1], y[N + 1], still[N + 1] = {0};
        const double bend = k / (20 * radius);
        for (int i = 0; i <= N; i++) {
            const double s = h * (i - 0.5 * N), turn = bend * s;
            const double across = k > 0 ? (cos(turn) - 1) / bend : 0;
            x[i] = centre[0] + (k > 0 ? sin(turn) / bend : s);
            y[i] = centre[1] + radius + across + 3e-7 * sin(7.0 * i + k);
        }
        const struct scatter c = {.x = x, .y = y, .vx = still, .vy = still};
        for (int i = 0; i <= N; i++) {
            struct station p;
            fixed_weights(i, N, &p);
            place_station(&p, &c, centre, (const double[2]){0, 0});
            const bool follows = wrapping(&p, &c, N) > 0;
            cr_expect(!follows || may_wrap(&c, N, i, centre), "arc %d, station %d", k, i);
            if (i > 1 && i < N - 1) {
                cr_expect_eq(follows, may_wrap(&c, N, i, centre), "arc %d, station %d", k, i);
                wraps += follows;
            }
        }
    }
    cr_expect_gt(wraps, 200);
    cr_expect_lt(wraps, 700);
}

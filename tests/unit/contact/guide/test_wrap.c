/* A sheet that wraps a roller is held by all its stations there, wherever its nearest point happens
 * to be. */
#include <criterion/criterion.h>

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

/* The balance of energy of sheets in space, where friction passes over from holding to sliding and
 * back. doc/theory/energy.md, 3 */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>
#include <stdlib.h>

#include "fixtures/simulate.h"

#define NIP(name, at, across, drive, more)                                                         \
    "<nip name=\"" name "\" path=\"main\" at=\"" at                                                \
    "\" load=\"4 N\" rate=\"250 N/m\" damping=\"0.5 N*s/m\" across=\"" across                      \
    "\" width=\"10 mm\" " more ">"                                                                 \
    "<driver radius=\"10 mm\" surface=\"rubber\" drive=\"" drive "\"/>"                            \
    "<idler radius=\"10 mm\" surface=\"rubber\" mass=\"10 g\" inertia=\"0.5e-6 kg*m^2\" "          \
    "spin=\"50 rad/s\"/></nip>"
#define HEAD(columns, lead, yaw)                                                                   \
    "<settings><run end=\"0.15 s\" sample=\"10 ms\"/></settings>"                                  \
    "<media name=\"paper\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" "       \
    "damping-ratio=\"0.5\" damping-frequency=\"160 Hz\"/>"                                         \
    "<contact name=\"grip\"><normal law=\"mtt-indentation\" stiffness=\"4.9e7 N/m^1.5\" "          \
    "exponent=\"1.5\" damping=\"0 N*s/m^2.5\"/>"                                                   \
    "<friction law=\"mtt-step\" dynamic-coefficient=\"1\" threshold-velocity=\"10 "                \
    "mm/s\"/></contact>"                                                                           \
    "<contact name=\"glide\"><normal law=\"mtt-boundary\" stiffness=\"1e4 N/m\" exponent=\"1\" "   \
    "damping=\"0.02 N*s/m\" boundary-penetration=\"0.02 mm\"/>"                                    \
    "<friction law=\"mtt-step\" dynamic-coefficient=\"0.2\" threshold-velocity=\"10 "              \
    "mm/s\"/></contact>"                                                                           \
    "<pair surface=\"rubber\" contact=\"grip\"/><pair surface=\"steel\" contact=\"glide\"/>"       \
    "<path name=\"main\" from=\"-300 mm, 0 mm\"><line length=\"800 mm\"/></path>"                  \
    "<channel name=\"in\" path=\"main\" from=\"0 mm\" to=\"288 mm\" gap=\"3 mm\" mouth=\"1.5 "     \
    "mm\" surface=\"steel\"/>"                                                                     \
    "<drive name=\"left\" speed=\"0.5 m/s\"/><drive name=\"right\" speed=\"0.5 m/s\"/>"            \
    "<sheet name=\"page\" media=\"paper\" length=\"297 mm\" width=\"210 mm\" segments=\"60\" "     \
    "columns=\"" columns "\">"                                                                     \
    "<start path=\"main\" lead=\"" lead "\" speed=\"0.5 m/s\" yaw=\"" yaw "\"/></sheet>"
#define BESIDE(more)                                                                               \
    NIP("n-left", "300 mm", "-60 mm", "left", more) NIP("n-right", "300 mm", "60 mm", "right", more)
/* the right-hand nip waits for 4 ms */
#define STEER(ramp)                                                                                \
    "<rule name=\"hold\" time=\"98 ms\"><set drive=\"right\" speed=\"0 m/s\" ramp=\"" ramp         \
    "\"/></rule>"                                                                                  \
    "<rule name=\"go\" time=\"102 ms\"><set drive=\"right\" speed=\"0.5 m/s\" ramp=\"" ramp        \
    "\"/></rule>"

static double
left_over(const char *parts)
{
    quire_model *model;
    quire_run *run = simulate_parts(&model, "spatial", parts, NULL);
    const double left = quire_run_figure(run, "energy.residual.relative");
    quire_run_destroy(run);
    quire_model_destroy(model);
    return left;
}

/* 1e-3: half of what planar motion leaves where sheets are shot out of nips */
Test(space_energy, balances_where_nips_stop_and_start)
{
    static const char *const machines[] = {
        HEAD("2", "320 mm", "1 deg") BESIDE("") STEER("0.5 ms"),
        HEAD("2", "320 mm", "1 deg") BESIDE("") STEER("0 ms"),
        HEAD("3", "320 mm", "1 deg") BESIDE("") STEER("0.5 ms"),
    };

    for (size_t k = 0; k < sizeof machines / sizeof *machines; k++) {
        const double left = left_over(machines[k]);
        cr_expect_lt(left, 1e-3, "machine %zu: %g", k, left);
    }
}

Test(space_energy, balances_between_nips_that_are_turned)
{
    const double left = left_over(HEAD("2", "310 mm", "0 deg") BESIDE(
        "yaw=\"1 deg\" pivot=\"0 mm\"") NIP("n-first", "150 mm", "0 mm", "left", ""));

    cr_expect_lt(left, 1e-3, "%g", left);
}

/* A dog-ear folds in the throat of a channel, whose corners come to lie deep in the fold. What is
 * left is what a wall stores as it lets go of the sheet's edge. */
Test(space_energy, balances_where_a_sheet_folds)
{
    const char *root = getenv("QUIRE_SRCDIR");
    char path[1024];
    quire_diag *diag = quire_diag_create();
    quire_model *model;
    quire_run *run;

    snprintf(path, sizeof path, "%s/samples/dog-ear/dog-ear.xml", root != NULL ? root : ".");
    cr_assert_eq(quire_model_load(&model, path, NULL, 0, diag), QUIRE_OK);
    cr_assert_eq(quire_run_create(&run, model, NULL, diag), QUIRE_OK);
    cr_assert_eq(quire_run_execute(run, diag), QUIRE_OK);
    const double left = quire_run_figure(run, "energy.residual.relative");
    cr_expect_lt(left, 4e-3, "%g", left);
    quire_run_destroy(run);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
}

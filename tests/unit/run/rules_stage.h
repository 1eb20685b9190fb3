/* Runs whose motion is known, with rules at work. */
#ifndef QUIRE_TESTS_RULES_STAGE_H
#define QUIRE_TESTS_RULES_STAGE_H

#include <quire/run.h>

/* a sheet in free flight at 0.5 m/s, its lead edge at 12 mm; a drive that turns a roller far away
 */
#define WORLD(settings)                                                                            \
    "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/><run end=\"1 s\" sample=\"50 ms\"/>" settings \
    "</settings>"                                                                                  \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\"/>"          \
    "<contact name=\"c\"><normal law=\"linear\" stiffness=\"2e4 N/m\" reference-length=\"5 "       \
    "mm\"/></contact><pair contact=\"c\"/>"                                                        \
    "<path name=\"main\" from=\"0 mm, 0 mm\"> <line length=\"1 m\"/> </path>"                      \
    "<drive name=\"feed\" speed=\"0.4 m/s\"/><roller name=\"r\" centre=\"0 m, -1 m\" radius=\"10 " \
    "mm\" surface=\"rubber\" drive=\"feed\"/>"                                                     \
    "<sensor name=\"s1\" kind=\"edge\" path=\"main\" at=\"100 mm\"/><sensor name=\"s2\" "          \
    "kind=\"edge\" path=\"main\" at=\"200 mm\"/>"                                                  \
    "<check kind=\"stall\" enabled=\"no\"/><check kind=\"late\" enabled=\"no\"/><check "           \
    "kind=\"out-of-channel\" enabled=\"no\"/>"                                                     \
    "<sheet name=\"page\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"12\"><start "   \
    "path=\"main\" lead=\"12 mm\" speed=\"0.5 m/s\"/></sheet>"
#define AT(distance) (((distance)-12e-3) / 0.5) /* when the lead edge is there [s] */
/* ten times the position tolerance over the speed, at `standard` [s] */
#define CLOSE 2e-6

/* Executes what stands between <model> and </model>; the caller destroys the run and the model. The
 * test fails unless it ends so, and says a problem of this code (NULL: none is asked for). */
quire_run *rules_simulate(quire_model **model, const char *text, quire_status expected,
                          const char *code);
/* Of a figure that is a time; NaN: it did not come. */
void rules_expect_time(const quire_run *run, const char *figure, double time);

#endif

/* The hash of the end state is that of all that moves: what differs in any body, or in what
 * friction holds on to, has another one. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "fixtures/simulate.h"

#define HEAD                                                                                       \
    "<settings><gravity vector=\"0 m/s^2, -9.8 m/s^2\"/><run end=\"80 ms\" sample=\"0 "            \
    "s\"/></settings>"                                                                             \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\"/>"          \
    "<contact name=\"c\"><normal law=\"linear\" stiffness=\"2e5 N/m\" damping=\"5 N*s/m\"/>"       \
    "<friction law=\"mtt-step\" dynamic-coefficient=\"0.4\" threshold-velocity=\"5 "               \
    "mm/s\"/></contact><pair contact=\"c\"/>"                                                      \
    "<guide name=\"g\" surface=\"w\" thickness=\"20 mm\"><line from=\"-200 mm, 0 mm\" to=\"200 "   \
    "mm, 0 mm\"/></guide>"

struct machine_pair {
    const char *what, *motion, *parts; /* one %s, by which the machines differ */
    const char *one, *other;
};

static const struct machine_pair pairs[] = {
    {"dice", "spatial",
     HEAD "<solid name=\"d\" surface=\"w\" mass=\"%s\" centre=\"0 mm, 12 mm, 0 mm\" turn=\"20 deg, "
          "5 deg, 10 deg\"><cuboid size=\"16 mm, 16 mm, 16 mm\"/></solid>",
     "5 g", "7 g"},
    {"a disc", "planar",
     HEAD "<disc name=\"d\" surface=\"w\" mass=\"10 g\" radius=\"10 mm\" centre=\"0 mm, 12 mm\" "
          "velocity=\"%s m/s, 0 m/s\"/>",
     "0.1", "0.1000000000000001"},
    {"a block", "planar",
     HEAD "<block name=\"d\" surface=\"w\" mass=\"%s\" width=\"20 mm\" height=\"10 mm\" angle=\"5 "
          "deg\" centre=\"0 mm, 10 mm\"/>",
     "5 g", "7 g"},
    {"a flap", "planar",
     HEAD
     "<guide name=\"f\" surface=\"w\"><line from=\"0 mm, 50 mm\" to=\"30 mm, 50 mm\"/><pivot "
     "at=\"0 mm, 50 mm\" inertia=\"%s kg*m^2\" stiffness=\"1e-3 N*m/rad\" rest=\"5 deg\"/></guide>",
     "1e-6", "1.1e-6"},
    {"a drive", "planar",
     HEAD "<drive name=\"d\" speed=\"%s m/s\"/><roller name=\"r\" centre=\"0 mm, 90 mm\" "
          "radius=\"5 mm\" surface=\"w\" drive=\"d\"/>",
     "1", "1.5"},
};

static void
end_state(const struct machine_pair *pair, const char *with, char hash[65])
{
    char parts[3000];
    quire_model *model;

    snprintf(parts, sizeof parts, pair->parts, with);
    quire_run *run = simulate_parts(&model, pair->motion, parts, NULL);
    const char *at = strstr(quire_run_summary_json(run), "\"end-state\": \"");
    cr_assert(at != NULL && sscanf(at, "\"end-state\": \"%64[0-9a-f]\"", hash) == 1 &&
                  strlen(hash) == 64,
              "%s", pair->what);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

Test(end_state, differs_where_any_body_differs)
{
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        char one[65], again[65], other[65];
        end_state(pairs + k, pairs[k].one, one);
        end_state(pairs + k, pairs[k].one, again);
        end_state(pairs + k, pairs[k].other, other);
        cr_expect_str_eq(one, again, "%s", pairs[k].what);
        cr_expect_str_neq(one, other, "%s", pairs[k].what);
    }
}

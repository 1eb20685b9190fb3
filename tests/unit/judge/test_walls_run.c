/* A sheet that has gone through a wall makes the run doubtful, whatever contact did; one that goes
 * round it, is turned aside or comes from behind a one-sided guide does not. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fixtures/simulate.h"

/* a law that gives way to everything, so that what happens is known, or one that holds */
#define WEAK "<normal law=\"linear\" stiffness=\"1e-6 N/m\"/>"
#define FIRM "<normal law=\"linear\" stiffness=\"2e4 N/m\" damping=\"1 N*s/m\"/>"

struct flight {
    const char *what, *law, *guide, *start, *end; /* end: [ms] */
    bool through;
};

#define STOP(side, thickness)                                                                      \
    "<guide name=\"g\" surface=\"w\" " side " thickness=\"" thickness                              \
    " mm\"><line from=\"60 mm, -40 mm\" to=\"60 mm, 40 mm\"/></guide>"
#define BOTH      "side=\"both\""
#define LEFT      "side=\"left\"" /* looks to where the sheet comes from */
#define RIGHT     "side=\"right\""
#define AHEAD     "from=\"0 mm, 0 mm\" speed=\"1 m/s\""
#define BROADSIDE "from=\"55 mm, -25 mm\" heading=\"90 deg\" velocity=\"20 m/s, 0 m/s\""
#define GATE(angle)                                                                                \
    "<drive name=\"d\" angle=\"0 deg\"><to time=\"20 ms\" angle=\"" angle " deg\"/></drive>"       \
    "<guide name=\"g\" surface=\"w\" side=\"both\" thickness=\"0.5 mm\"><line from=\"30 mm, 20 "   \
    "mm\" to=\"60 mm, 20 mm\"/>"                                                                   \
    "<pivot at=\"30 mm, 20 mm\" drive=\"d\"/></guide>"

/* from beyond, one-sided, 0.5 mm thick: in long steps of the sheet it turns by tens of degrees */
#define SWING                                                                                      \
    "<drive name=\"d\" angle=\"90 deg\"><to time=\"210 ms\" angle=\"90 deg\"/><to time=\"570 "     \
    "ms\" angle=\"0 deg\" shape=\"smooth\"/></drive>"                                              \
    "<guide name=\"g\" surface=\"w\" side=\"right\" thickness=\"0.5 mm\"><line from=\"60 mm, 30 "  \
    "mm\" to=\"60 mm, -20 mm\"/>"                                                                  \
    "<pivot at=\"60 mm, 30 mm\" drive=\"d\"/></guide>"

static const struct flight flights[] = {
    {"a thin wall", WEAK, STOP(BOTH, "0.02"), AHEAD, "40", true},
    {"a wall", WEAK, STOP(BOTH, "0.5"), AHEAD, "40", true},
    {"a thick wall, gone by the first look", WEAK, STOP(BOTH, "2"),
     "from=\"0 mm, 0 mm\" speed=\"20 m/s\"", "9", true},
    {"from the other side", WEAK, STOP(BOTH, "0.5"),
     "from=\"120 mm, 0 mm\" heading=\"180 deg\" speed=\"1 m/s\"", "40", true},
    {"a thin one-sided guide", WEAK, STOP(LEFT, "0.05"), AHEAD, "40", true},
    {"a one-sided guide", WEAK, STOP(LEFT, "1"), AHEAD, "40", true},
    {"broadside", WEAK, STOP(BOTH, "0.1"), BROADSIDE, "2", true},
    {"a gate that closes", WEAK, GATE("-60"), "from=\"20 mm, 0 mm\"", "25", true},
    {"a one-sided guide from behind", FIRM, STOP(RIGHT, "1"), AHEAD, "100", false},
    {"a thin one-sided guide from behind", FIRM, STOP(RIGHT, "0.05"), AHEAD, "100", false},
    {"broadside from behind", FIRM, STOP(RIGHT, "1"), BROADSIDE, "10", false},
    {"it stops", FIRM, STOP(BOTH, "2"), "from=\"0 mm, 0 mm\" speed=\"0.1 m/s\"", "120", false},
    {"above its end", FIRM, STOP(BOTH, "0.5"), "from=\"0 mm, 40.2 mm\" speed=\"1 m/s\"", "100",
     false},
    {"turned aside by a gate", FIRM, GATE("-30"), "from=\"20 mm, 0 mm\"", "60", false},
    {"a gate that swings against the sheet", FIRM, SWING,
     "from=\"-38 mm, 0 mm\" speed=\"0.14 m/s\"", "560", false},
    {"a gate that swings against a slow sheet", FIRM, SWING,
     "from=\"0 mm, 0 mm\" speed=\"0.04 m/s\"", "560", false},
    {"a gate that swings against a sheet at rest", FIRM, SWING, "from=\"22 mm, 0 mm\"", "560",
     false},
    {"a gate before the sheet", FIRM, GATE("-80"), AHEAD, "10", false},
};

static bool
is_through(const struct flight *f, const char *motion)
{
    char parts[3000];
    quire_model *model;

    snprintf(parts, sizeof parts,
             "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/><run end=\"%s ms\" sample=\"5 "
             "ms\"/></settings>"
             "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 "
             "GPa\"/><contact name=\"c\">%s</contact><pair contact=\"c\"/>"
             "%s<sheet name=\"s\" media=\"m\" length=\"50 mm\" width=\"60 mm\" "
             "segments=\"10\"><start %s/></sheet>",
             f->end, f->law, f->guide, f->start);
    quire_run *run = simulate_parts(&model, motion, parts, NULL);
    const bool found = quire_run_figure(run, "run.tunnelling") > 0;
    cr_expect(!found || quire_run_verdict(run) == QUIRE_VERDICT_DOUBTFUL, "%s", f->what);
    cr_expect(!found || strstr(quire_run_summary_text(run), "'s' through 'g'") != NULL, "%s: %s",
              f->what, quire_run_summary_text(run));
    quire_run_destroy(run);
    quire_model_destroy(model);
    return found;
}

Test(walls_run, sheets_that_went_through_walls_make_runs_doubtful)
{
    for (size_t k = 0; k < 2 * (sizeof flights / sizeof *flights); k++) {
        const struct flight *f = flights + k / 2;
        const char *motion = k % 2 == 0 ? "planar" : "spatial";
        cr_expect_eq(is_through(f, motion), f->through, "%s, %s", f->what, motion);
    }
}

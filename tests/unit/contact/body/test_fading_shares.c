/* Where the share of a place fades, its forces keep a potential: share times stored energy. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "fixtures/machine.h"
#include "fixtures/simulate.h"

#define HEAD                                                                                       \
    "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>"                                  \
    "<media name=\"soft\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\" "        \
    "modulus-cd=\"2 MPa\" damping-ratio=\"0.5\" damping-frequency=\"160 Hz\"/>"                    \
    "<drive name=\"feed\" speed=\"0.4 m/s\"/><drive name=\"push\" stroke=\"0 mm\"><to "            \
    "time=\"10 ms\" stroke=\"1 mm\"/></drive>"
/* the law of a case, which its twin has not; and one that hardly pushes in either */
#define LAW(name, stiffness)                                                                       \
    "<contact name=\"" name "\"><normal law=\"linear\" stiffness=\"" stiffness "\" "               \
    "reference-length=\"5 mm\"/></contact>"
#define WITH    HEAD LAW("c", "2e4 N/m") LAW("none", "1e-12 N/m") "<pair contact=\"c\"/>"
#define WITHOUT HEAD LAW("c", "1e-12 N/m") LAW("none", "1e-12 N/m") "<pair contact=\"c\"/>"
#define BARE    "<pair surface=\"rubber\" contact=\"none\"/>"
#define PATH    "<path name=\"p\" from=\"-100 mm, 0 mm\"><line length=\"300 mm\"/></path>"
#define SHEET(lead)                                                                                \
    "<sheet name=\"s\" media=\"soft\" length=\"60 mm\" width=\"50 mm\" segments=\"12\" "           \
    "columns=\"5\"><start path=\"p\" lead=\"" lead "\"/></sheet>"
#define FLAT                                                                                       \
    "<sheet name=\"s\" media=\"soft\" length=\"60 mm\" width=\"100 mm\" segments=\"12\">"          \
    "<start from=\"0 mm, 50 mm\"/></sheet>"
#define NIP(attributes, driver, idler)                                                             \
    "<nip name=\"n\" path=\"p\" at=\"127 mm\" load=\"5 N\" rate=\"500 N/m\" "                      \
    "roller-contact=\"c\" " attributes                                                             \
    "><driver radius=\"10 mm\" surface=\"rubber\" drive=\"feed\"" driver                           \
    "</driver><idler radius=\"8 mm\" surface=\"rubber\" mass=\"20 g\" inertia=\"1e-6 "             \
    "kg*m^2\"" idler "</idler></nip>"
#define RUBBER                                                                                     \
    "><affine width=\"20 mm\" shear-modulus=\"30 kPa\" viscosity=\"20 "                            \
    "Pa*s\" stretch=\"1.02\" axis=\"25 deg\"/>"
#define BLOCK(name, centre, angle, more)                                                           \
    "<block name=\"" name "\" surface=\"wood\" mass=\"20 g\" width=\"40 mm\" height=\"20 mm\" "    \
    "centre=\"" centre "\" angle=\"" angle "\" " more "/>"
#define DISC(radius, centre, more)                                                                 \
    "<disc name=\"d\" surface=\"wood\" mass=\"1 g\" radius=\"" radius "\" centre=\"" centre        \
    "\"" more "</disc>"
#define CORNER(more)                                                                               \
    "<guide name=\"g\" surface=\"steel\" thickness=\"10 mm\"><line from=\"-50 mm, 0 mm\" to=\"0 "  \
    "mm, 0 mm\"/><line from=\"0 mm, 0 mm\" to=\"30 mm, 30 mm\"/>" more "</guide>"

struct fading {
    const char *name, *parts;
    double overlap; /* of the rollers of a nip [m]; 0: as they stand */
    double aside;   /* where the sheet lies beside the path [m] */
    bool in_space;
    double moved[2]; /* of the first free body [m] */
    double skew;     /* by how much z grows with the way along the sheet */
};

static void
open_case(struct machine *m, const struct fading *c, const char *laws)
{
    char text[6000];

    snprintf(text, sizeof text, "%s%s", laws, c->parts);
    (c->in_space ? machine_open_in_space : machine_open)(m, text);
}

/* moves the idler until the circles of both rollers overlap so far */
static void
close_nip(struct machine *m, double overlap)
{
    const struct quire_system *sys = m->system;
    const struct quire_roller *a = sys->roller + sys->nip[0].driver,
                              *b = sys->roller + sys->nip[0].idler;

    for (int k = 0; k < 20; k++) {
        cr_assert(quire_state_forces(m->state, 0, m->y));
        const struct quire_carrier *ca = m->state->carrier + a->small,
                                   *cb = m->state->carrier + b->small;
        const double x = cb->centre[0] - ca->centre[0], y = cb->centre[1] - ca->centre[1],
                     d = sqrt(x * x + y * y);
        const double by = (x * cb->d_centre[0][0] + y * cb->d_centre[1][0]) / d;
        m->y[sys->small[b->small].q0] += (a->radius + b->radius - overlap - d) / by;
    }
}

/* what all places store [J] */
static double
stored(struct machine *m, const double *y)
{
    double sum = 0;

    m->state->record = true;
    cr_assert(quire_state_forces(m->state, 0, y));
    m->state->record = false;
    cr_assert_lt(m->state->n_touch, m->state->cap_touch);
    for (int k = 0; k < m->state->n_touch; k++) {
        sum += m->state->touch[k].stored;
    }
    return sum;
}

/* minus its derivative by an unknown */
static double
slope(struct machine *m, size_t unknown)
{
    static const double at[4] = {-2, -1, 1, 2}, weight[4] = {-1. / 12, 8. / 12, -8. / 12, 1. / 12};
    const double d = unknown < m->system->layout.sheet_length ? 2e-7 : 1e-6;
    double *x = m->y + machine_position(m, unknown), was = *x, sum = 0;

    for (int k = 0; k < 4; k++) {
        *x = was + at[k] * d;
        sum += weight[k] / d * stored(m, m->y);
    }
    *x = was;
    return sum;
}

/* how far forces are from minus the gradient of what is stored, of the largest force */
static double
no_potential(struct machine *m, struct machine *twin)
{
    const size_t nv = m->system->layout.nv;
    double *force = malloc(sizeof(double) * nv), worst = 0, most = 0;

    cr_assert_not_null(force);
    memcpy(twin->y, m->y, sizeof(double) * m->system->layout.length);
    cr_assert(quire_state_forces(m->state, 0, m->y));
    cr_assert(quire_state_forces(twin->state, 0, twin->y));
    for (size_t j = 0; j < nv; j++) {
        force[j] = m->state->force[j] - twin->state->force[j];
    }
    for (size_t j = 0; j < nv; j++) {
        const double by = slope(m, j), error = fabs(force[j] - by);
        if (error > 1e-5) {
            cr_log_info("unknown %zu: force %.9g, slope %.9g", j, force[j], by);
        }
        worst = fmax(worst, error);
        most = fmax(most, fabs(force[j]));
    }
    cr_expect_gt(most, 1e-3, "nothing touches");
    free(force);
    return worst / most;
}

/* puts the sheet flat at a height, wherever its nip would have it */
static void
lay_at(const struct machine *m, double height)
{
    const struct quire_sheet *sheet = m->system->sheet + machine_sheet(m, 0);
    double *q = m->y + sheet->x0;

    for (int i = 0; i <= sheet->chain.n; i++) {
        for (int j = 0; sheet->ladder != NULL && j < sheet->ladder->m; j++) {
            q[i * sheet->ladder->block + 3 * j + 1] = height;
        }
        if (sheet->ladder == NULL) {
            q[sheet->chain.stride + i] = height;
        }
    }
}

/* skews the sheet in space about its middle */
static void
turn(const struct machine *m, double skew)
{
    const struct quire_sheet *sheet = m->system->sheet + machine_sheet(m, 0);
    double *q = m->y + sheet->x0;

    for (int i = 0; i <= sheet->chain.n && sheet->ladder != NULL; i++) {
        for (int j = 0; j < sheet->ladder->m; j++) {
            q[i * sheet->ladder->block + 3 * j + 2] +=
                skew * (i - 0.5 * sheet->chain.n) * sheet->chain.h;
        }
    }
}

static void
expect_potential(const struct fading *c)
{
    for (unsigned seed = 1; seed <= 3; seed++) {
        struct machine m, twin;
        open_case(&m, c, WITH);
        open_case(&twin, c, WITHOUT);
        if (c->overlap > 0) {
            lay_at(&m, c->aside);
        }
        if (c->skew != 0) {
            turn(&m, c->skew);
        }
        machine_shake(&m, seed, 4e-6, 0);
        memset(m.y + m.system->layout.v0, 0, sizeof(double) * m.system->layout.nv);
        for (int d = 0; d < 2 && m.system->n_free > 0; d++) {
            m.y[m.system->small[m.system->free[0].small].q0 + d] += c->moved[d];
        }
        if (c->overlap > 0) {
            close_nip(&m, c->overlap);
        }
        const double error = no_potential(&m, &twin);
        cr_expect_lt(error, 1e-6, "%s, %u: %g", c->name, seed, error);
        machine_close(&m);
        machine_close(&twin);
    }
}
#define EXPECT(list)                                                                               \
    for (size_t k_ = 0; k_ < sizeof(list) / sizeof(list)[0]; k_++) {                               \
        expect_potential((list) + k_);                                                             \
    }

Test(fading_shares, of_the_rollers_of_a_nip_have_a_potential)
{
    static const struct fading list[] = {
        {.name = "an edge enters",
         .parts = PATH SHEET("127.3 mm") NIP("", ">", ">"),
         .overlap = 30e-6},
        {.name = "the rollers' own law alone",
         .parts = BARE PATH SHEET("127.5 mm") NIP("", ">", ">"),
         .overlap = 30e-6},
        {.name = "an edge leaves",
         .parts = BARE PATH SHEET("186.4 mm") NIP("", " side=\"left\">", ">"),
         .overlap = 50e-6},
        {.name = "a sheet beside them",
         .parts = BARE PATH SHEET("150 mm") NIP("", ">", ">"),
         .overlap = 30e-6,
         .aside = 0.14e-3},
        {.name = "an edge beside them",
         .parts = BARE PATH SHEET("127.5 mm") NIP("", ">", ">"),
         .overlap = 30e-6,
         .aside = 0.13e-3},
        {.name = "a soft driver",
         .parts = BARE PATH SHEET("127.5 mm") NIP("", " inertia=\"3e-6 kg*m^2\"" RUBBER, ">"),
         .overlap = 0.8e-3,
         .aside = -0.46e-3},
    };

    EXPECT(list);
}

Test(fading_shares, of_the_rollers_of_a_nip_in_space_have_a_potential)
{
    static const struct fading list[] = {
        {.name = "an edge enters between tyres",
         .parts = BARE PATH SHEET("127.5 mm")
             NIP("",
                 "><tyre across=\"-15 mm\" width=\"8 mm\"/><tyre across=\"14 mm\" "
                 "width=\"8 mm\"/>",
                 ">"),
         .overlap = 30e-6,
         .in_space = true},
        {.name = "a sheet narrower than the rollers",
         .parts = BARE PATH SHEET("127.6 mm")
             NIP("across=\"9 mm\"", " width=\"50 mm\">", " width=\"70 mm\">"),
         .overlap = 30e-6,
         .in_space = true},
        {.name = "a sheet that reaches over tyres by half",
         .parts = BARE PATH SHEET("150 mm") NIP("across=\"12 mm\"", " width=\"40 mm\">", ">"),
         .overlap = 30e-6,
         .in_space = true},
        {.name = "a skewed sheet that reaches over a tyre by half",
         .parts =
             BARE PATH SHEET("151 mm") NIP("", "><tyre across=\"23 mm\" width=\"12 mm\"/>", ">"),
         .overlap = 30e-6,
         .in_space = true,
         .skew = 0.05},
    };

    EXPECT(list);
}

/* As a skewed sheet goes through by a segment, what of a tyre it covers changes at every place of
 * it, and nothing that is stored jumps. */
Test(fading_shares, of_the_rollers_of_a_nip_do_not_jump_at_the_nodes)
{
    enum { STEPS = 400 };
    const struct fading c = {.parts = BARE PATH SHEET("151 mm")
                                 NIP("", "><tyre across=\"23 mm\" width=\"12 mm\"/>", ">"),
                             .overlap = 30e-6,
                             .in_space = true,
                             .skew = 0.05};
    double last = NAN, least = HUGE_VAL, most = 0, step = 0;
    struct machine m;

    open_case(&m, &c, WITH);
    lay_at(&m, 0);
    turn(&m, c.skew);
    close_nip(&m, c.overlap);
    const struct quire_sheet *sheet = m.system->sheet + machine_sheet(&m, 0);
    double *q = m.y + sheet->x0;
    for (int k = 0; k <= STEPS; k++) {
        const double energy = stored(&m, m.y);
        least = fmin(least, energy);
        most = fmax(most, energy);
        step = k > 0 ? fmax(step, fabs(energy - last)) : 0;
        last = energy;
        for (int i = 0; i < sheet->ladder->block / 3 * (sheet->chain.n + 1); i++) {
            q[3 * i] += sheet->chain.h / STEPS;
        }
    }
    cr_expect_lt(step, 0.02 * (most - least), "a step of %g J of %g J", step, most - least);
    machine_close(&m);
}

Test(fading_shares, of_blocks_and_discs_have_a_potential)
{
    static const struct fading list[] = {
        {.name = "ends of a side over a sheet",
         .parts = FLAT BLOCK("b", "27 mm, 59.96 mm", "0.1 deg", "")},
        {.name = "a corner turns over a sheet",
         .parts = FLAT BLOCK("b", "27 mm, 61.3 mm", "4 deg", "")},
        {.name = "a sheet's end under a side",
         .parts = FLAT BLOCK("b", "-19 mm, 59.94 mm", "0.1 deg", "")},
        {.name = "a block before a sheet's end",
         .parts = FLAT BLOCK("b", "-20.01 mm, 53 mm", "3 deg", "")},
        {.name = "blocks that hardly reach over each other",
         .parts =
             BLOCK("a", "0 mm, 0 mm", "0 deg", "") BLOCK("b", "39.7 mm, 19.95 mm", "0.1 deg", "")},
        {.name = "blocks that end together",
         .parts =
             BLOCK("a", "0 mm, 0 mm", "0 deg", "") BLOCK("b", "0.1 mm, 19.95 mm", "0.1 deg", "")},
        {.name = "a disc in a hollow corner",
         .parts = CORNER("") DISC("6 mm", "-10 mm, 7 mm", ">"),
         .moved = {20.5e-3, -1.1e-3}},
        {.name = "a disc in a hollow corner of a gate",
         .parts = CORNER("<pivot at=\"-20 mm, -20 mm\" stiffness=\"0.1 N*m/rad\" "
                         "inertia=\"1e-5 kg*m^2\"/>") DISC("6 mm", "-10 mm, 7 mm", ">"),
         .moved = {20.5e-3, -1.1e-3}},
        {.name = "a soft disc deep in a solid",
         .parts = "<guide name=\"g\" surface=\"steel\" thickness=\"4 mm\"><line from=\"-50 mm, 0 "
                  "mm\" to=\"50 mm, 0 mm\"/></guide>" DISC("2 mm", "0 mm, 3 mm", RUBBER),
         .moved = {0, -5.4e-3}},
    };

    EXPECT(list);
}

Test(fading_shares, of_blocks_on_sheets_in_space_have_a_potential)
{
    static const struct fading list[] = {
        {.name = "ends of a side",
         .parts = FLAT BLOCK("b", "27 mm, 59.96 mm", "0.1 deg", ""),
         .in_space = true},
        {.name = "a corner turns",
         .parts = FLAT BLOCK("b", "27 mm, 61.3 mm", "4 deg", ""),
         .in_space = true},
        {.name = "a block that ends within a strip",
         .parts = FLAT BLOCK("b", "27 mm, 61.3 mm", "4 deg",
                             "across-from=\"-60 mm\" across-to=\"4 mm\""),
         .in_space = true},
    };

    EXPECT(list);
}

/* ---- a run ---- */

/* Without friction and damping a sheet runs through a nip whose rollers overlap by more than it is
 * thick: it opens them and is let out of them, and all of its energy is accounted for by work. */
Test(fading_shares, let_a_sheet_through_a_nip_without_loss)
{
    quire_model *model;
    quire_run *run = simulate_parts(
        &model, "planar",
        "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/><run end=\"30 ms\" sample=\"1 ms\"/>"
        "</settings><media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" "
        "modulus-md=\"100 MPa\" damping-ratio=\"0\"/>"
        "<contact name=\"c\"><normal law=\"linear\" stiffness=\"2e4 N/m\" "
        "reference-length=\"5 mm\" distribution=\"point\"/></contact><pair contact=\"c\"/>"
        "<path name=\"p\" from=\"0 mm, 0 mm\"><line length=\"400 mm\"/></path>"
        "<nip name=\"n\" path=\"p\" at=\"100 mm\" load=\"3 N\" rate=\"500 N/m\" "
        "damping=\"0 N*s/m\"><driver radius=\"10 mm\" surface=\"rubber\"/><idler "
        "radius=\"8 mm\" surface=\"rubber\" mass=\"5 g\"/></nip>"
        "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"50 mm\" segments=\"24\">"
        "<start path=\"p\" lead=\"90 mm\" speed=\"5 m/s\"/></sheet>",
        NULL);
    const double kinetic = quire_run_figure(run, "energy.kinetic"),
                 lost = quire_run_figure(run, "energy.contact-damping"),
                 residual = quire_run_figure(run, "energy.residual");

    cr_expect_gt(quire_run_figure(run, "s.trail.path"), 0.11, "it is not through");
    cr_expect_lt(fabs(lost), 1e-12 * kinetic, "lost %g J", lost);
    cr_expect_lt(fabs(residual), 1e-4 * kinetic, "residual %g J of %g", residual, kinetic);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

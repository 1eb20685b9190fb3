/* Free rigid bodies, springs and drag: the assembled derivatives are those of the forces, whatever
 * touches what. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "contact/body/block_gaps.h"
#include "contact/body/free.h"
#include "evaluate/evaluate.h"
#include "fixtures/machine.h"
#include "motion/free_motion.h"
#include "step/free_gaps.h"

#define MM 1e-3

#define HEAD                                                                                       \
    "<settings><gravity vector=\"0.3 m/s^2, -9.8 m/s^2\"/></settings>"                             \
    "<media name=\"soft\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\" "        \
    "bending-stiffness-md=\"0.3 mN*m\" damping-ratio=\"0.5\" damping-frequency=\"160 Hz\" "        \
    "axial-damping-time=\"40 us\"/>"                                                               \
    "<contact name=\"glide\"><normal law=\"mtt-boundary\" stiffness=\"2e5 N/m^1.3\" "              \
    "exponent=\"1.3\" damping=\"5 N*s/m\" boundary-penetration=\"0.08 mm\" "                       \
    "rebound-damping-factor=\"0.2\"/>"                                                             \
    "<friction law=\"mtt-linear\" static-coefficient=\"0.5\" dynamic-coefficient=\"0.2\" "         \
    "static-velocity=\"2 m/s\" dynamic-velocity=\"3 m/s\"/></contact><pair contact=\"glide\"/>"
#define GUIDE(shape, more)                                                                         \
    "<guide name=\"g\" surface=\"steel\" thickness=\"4 mm\" " more ">" shape "</guide>"
#define TABLE GUIDE("<line from=\"-100 mm, 0 mm\" to=\"100 mm, 0 mm\"/>", "velocity=\"0.3 m/s\"")
#define DISC(centre, more)                                                                         \
    "<disc name=\"d\" surface=\"wood\" mass=\"10 g\" radius=\"10 mm\" centre=\"" centre            \
    "\" velocity=\"0.1 m/s, -0.05 m/s\" spin=\"7 rad/s\" " more "/>"
#define BLOCK(centre, angle, more)                                                                 \
    "<block name=\"b\" surface=\"wood\" mass=\"20 g\" width=\"40 mm\" height=\"20 mm\" "           \
    "centre=\"" centre "\" angle=\"" angle                                                         \
    "\" velocity=\"0.2 m/s, -0.05 m/s\" spin=\"-3 rad/s\" " more "/>"
#define SHEET                                                                                      \
    "<sheet name=\"s\" media=\"soft\" length=\"60 mm\" width=\"100 mm\" segments=\"12\">"          \
    "<start from=\"0 mm, 50 mm\"/></sheet>"
#define ROLLER                                                                                     \
    "<roller name=\"r\" radius=\"15 mm\" surface=\"rubber\" centre=\"0 mm, 0 mm\" mass=\"50 g\" "  \
    "inertia=\"1e-5 kg*m^2\" slide=\"70 deg\" load=\"1 N\" spin=\"4 rad/s\"/>"

#define OTHER(centre, angle, more)                                                                 \
    "<block name=\"c\" surface=\"wood\" mass=\"8 g\" width=\"20 mm\" height=\"12 mm\" "            \
    "centre=\"" centre "\" angle=\"" angle                                                         \
    "\" velocity=\"0.1 m/s, -0.09 m/s\" spin=\"2 rad/s\" " more "/>"
#define SAME(centre, angle, more)                                                                  \
    "<block name=\"c\" surface=\"wood\" mass=\"8 g\" width=\"40 mm\" height=\"20 mm\" "            \
    "centre=\"" centre "\" angle=\"" angle                                                         \
    "\" velocity=\"0.1 m/s, -0.09 m/s\" spin=\"2 rad/s\" " more "/>"

struct body_case {
    const char *name, *parts;
    int touches;
};

static void
stir(struct machine *m, unsigned seed)
{
    const struct quire_layout *l = &m->system->layout;

    machine_shake(m, seed, 4e-6, 0.2);
    for (int k = 0; k < m->system->n_small; k++) {
        const struct quire_small *s = m->system->small + k;
        double scale[QUIRE_BODY_DOFS];
        s->body.ops->scale(s->body.self, scale);
        for (int i = 0; i < s->body.nv; i++) {
            m->y[s->q0 + i] += 2e-6 * scale[i] * machine_random(&seed);
            m->y[l->v0 + (size_t)(s->v0 + i)] += 0.2 * scale[i] * machine_random(&seed);
        }
    }
}

/* with the first body moved by these ways */
static void
try_case(const struct body_case *c, double right, double down)
{
    for (unsigned seed = 1; seed <= 4; seed++) {
        struct machine m;
        machine_open(&m, c->parts);
        stir(&m, seed);
        if (right > 0 || down > 0) {
            m.y[m.system->small[m.system->free[0].small].q0] += right;
            m.y[m.system->small[m.system->free[0].small].q0 + 1] -= down;
        }
        m.state->record = true;
        cr_assert(quire_state_forces(m.state, 0, m.y));
        m.state->record = false;
        cr_expect_eq(m.state->n_touch, c->touches, "%s: touches at %d places", c->name,
                     m.state->n_touch);
        const double error = machine_jacobian_error(&m, 0.01);
        cr_expect_lt(error, 1e-6, "%s, %u: %g", c->name, seed, error);
        machine_close(&m);
    }
}

static void
try_cases(const struct body_case *c, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        try_case(c + k, 0, 0);
    }
}
#define TRY(list) try_cases(list, sizeof(list) / sizeof(list)[0])

#define TURNS                                                                                      \
    "<drive name=\"turn\" angle=\"0.4 rad\"><to time=\"5 ms\" angle=\"0.35 rad\"/><to time=\"15 "  \
    "ms\" angle=\"0.45 rad\"/></drive>"
#define PUSHES                                                                                     \
    "<drive name=\"push\" stroke=\"2 mm\"><to time=\"5 ms\" stroke=\"1 mm\"/><to time=\"15 ms\" "  \
    "stroke=\"3 mm\"/></drive>"
#define PIVOT "<pivot at=\"30 mm, -20 mm\" drive=\"turn\"/>"
#define SLIDE "<slide direction=\"3, 4\" drive=\"push\"/>"

/* at 0 and at 10 ms the gate on the pivot has turned by 0.4 rad and its line lies along the x axis,
 * the one on the slide is at 2 mm; both go on */
#define FLAP                                                                                       \
    TURNS GUIDE(                                                                                   \
        "<line from=\"-81.945488 mm, 49.046549 mm\" to=\"102.266710 mm, -28.837119 mm\"/>" PIVOT,  \
        "velocity=\"0.3 m/s\"")
#define BUMP                                                                                       \
    TURNS GUIDE("<circle centre=\"10.156613 mm, -4.312567 mm\" radius=\"10 mm\"/>" PIVOT,          \
                "side=\"left\"")
#define PLATE PUSHES GUIDE("<line from=\"-101.2 mm, -1.6 mm\" to=\"98.8 mm, -1.6 mm\"/>" SLIDE, "")

/* the guides below, as they are where these stand */
static const struct body_case on_gates[] = {
    {"disc on a flap", HEAD FLAP DISC("0 mm, 9.95 mm", ""), 1},
    {"disc at the end of a flap", HEAD FLAP DISC("106 mm, 7.85 mm", ""), 1},
    {"disc before the end of a flap", HEAD FLAP DISC("109.95 mm, -2 mm", ""), 1},
    {"block on a flap", HEAD FLAP BLOCK("0 mm, 9.96 mm", "0 rad", ""), 2},
    {"block on the end of a flap", HEAD FLAP BLOCK("112 mm, 9.92 mm", "-0.002 rad", ""), 2},
    {"disc on a plate", HEAD PLATE DISC("0 mm, 9.95 mm", ""), 1},
    {"block on a plate", HEAD PLATE BLOCK("0 mm, 9.96 mm", "0 rad", ""), 2},
    {"disc on a round flap", HEAD BUMP DISC("9.614 mm, 6.267 mm", ""), 1},
    {"block on a round flap", HEAD BUMP BLOCK("8.611 mm, 6.857 mm", "0.05 rad", ""), 1},
};

#define HELD_PIVOT                                                                                 \
    "<pivot at=\"30 mm, -20 mm\" inertia=\"1e-6 kg*m^2\" stiffness=\"0.5 N*m/rad\" angle=\"0.4 "   \
    "rad\"/>"
#define HELD_SLIDE "<slide direction=\"3, 4\" mass=\"2 g\" stiffness=\"100 N/m\" stroke=\"2 mm\"/>"
#define HELD_FLAP                                                                                  \
    GUIDE("<line from=\"-81.945488 mm, 49.046549 mm\" to=\"102.266710 mm, -28.837119 "             \
          "mm\"/>" HELD_PIVOT,                                                                     \
          "velocity=\"0.3 m/s\"")
#define HELD_BUMP                                                                                  \
    GUIDE("<circle centre=\"10.156613 mm, -4.312567 mm\" radius=\"10 mm\"/>" HELD_PIVOT,           \
          "side=\"left\"")
#define HELD_PLATE                                                                                 \
    GUIDE("<line from=\"-101.2 mm, -1.6 mm\" to=\"98.8 mm, -1.6 mm\"/>" HELD_SLIDE, "")

/* the same on springs */
static const struct body_case on_held_gates[] = {
    {"disc on a flap", HEAD HELD_FLAP DISC("0 mm, 9.95 mm", ""), 1},
    {"disc at the end of a flap", HEAD HELD_FLAP DISC("106 mm, 7.85 mm", ""), 1},
    {"disc before the end of a flap", HEAD HELD_FLAP DISC("109.95 mm, -2 mm", ""), 1},
    {"block on a flap", HEAD HELD_FLAP BLOCK("0 mm, 9.96 mm", "0 rad", ""), 2},
    {"block on the end of a flap", HEAD HELD_FLAP BLOCK("112 mm, 9.92 mm", "-0.002 rad", ""), 2},
    {"disc on a plate", HEAD HELD_PLATE DISC("0 mm, 9.95 mm", ""), 1},
    {"block on a plate", HEAD HELD_PLATE BLOCK("0 mm, 9.96 mm", "0 rad", ""), 2},
    {"disc on a round flap", HEAD HELD_BUMP DISC("9.614 mm, 6.267 mm", ""), 1},
    {"block on a round flap", HEAD HELD_BUMP BLOCK("8.611 mm, 6.857 mm", "0.05 rad", ""), 1},
};

Test(free_bodies, derivatives_on_gates_that_springs_hold_are_exact)
{
    static const struct body_case deep = {"disc deep in a plate",
                                          HEAD HELD_PLATE DISC("0 mm, 0.4 mm", ""), 1};

    TRY(on_held_gates);
    try_case(&deep, 0, 3 * MM);
}

Test(free_bodies, derivatives_on_gates_are_exact)
{
    TRY(on_gates);
}

Test(free_bodies, derivatives_on_guides_are_exact)
{
    static const struct body_case list[] = {
        {"disc on a table", HEAD TABLE DISC("0 mm, 9.95 mm", ""), 1},
        {"disc at the end of a table", HEAD TABLE DISC("106 mm, 7.85 mm", ""), 1},
        {"disc before the end of a wall", HEAD TABLE DISC("109.95 mm, -2 mm", ""), 1},
        {"disc in a trough",
         HEAD GUIDE("<polyline points=\"-50 mm, 50 mm; 0 mm, 0 mm; 50 mm, 50 mm\"/>", "")
             DISC("0 mm, 14.1 mm", ""),
         2},
        {"disc on a ridge",
         HEAD GUIDE("<polyline points=\"-50 mm, -50 mm; 0 mm, 0 mm; 50 mm, -50 mm\"/>", "")
             DISC("1 mm, 9.9 mm", ""),
         1},
        {"disc in a bowl",
         HEAD GUIDE("<circle centre=\"0 mm, 0 mm\" radius=\"50 mm\" turn=\"left\"/>",
                    "side=\"left\"") DISC("24 mm, -32.1 mm", ""),
         1},
        {"disc on a ball",
         HEAD GUIDE("<circle centre=\"0 mm, 0 mm\" radius=\"50 mm\" turn=\"left\"/>",
                    "side=\"right\"") DISC("35.9 mm, 47.9 mm", ""),
         1},
        {"disc that slides along x only", HEAD TABLE DISC("0 mm, 9.95 mm", "guided=\"x\""), 1},
        {"disc that turns only", HEAD TABLE DISC("0 mm, 9.95 mm", "guided=\"centre\""), 1},
        {"block flat on a table", HEAD TABLE BLOCK("0 mm, 9.95 mm", "0 deg", ""), 2},
        {"block on a corner", HEAD TABLE BLOCK("0 mm, 18.6 mm", "30 deg", ""), 1},
        {"block that keeps its angle",
         HEAD TABLE BLOCK("0 mm, 9.95 mm", "0 deg", "guided=\"angle\""), 2},
        {"block that turns about its centre",
         HEAD TABLE BLOCK("0 mm, 18.6 mm", "30 deg", "guided=\"centre\""), 1},
        {"block over the end of a table", HEAD TABLE BLOCK("90 mm, 9.95 mm", "0 deg", ""), 2},
        {"block on a ridge",
         HEAD GUIDE("<polyline points=\"-50 mm, -50 mm; 0 mm, 0 mm; 50 mm, -50 mm\"/>", "")
             BLOCK("5 mm, 9 mm", "-10 deg", ""),
         1},
        {"block on a ball",
         HEAD GUIDE("<circle centre=\"0 mm, 0 mm\" radius=\"50 mm\" turn=\"left\"/>",
                    "side=\"right\"") BLOCK("5 mm, 59.9 mm", "2 deg", ""),
         1},
        {"block in a bowl",
         HEAD GUIDE("<circle centre=\"0 mm, 0 mm\" radius=\"50 mm\" turn=\"left\"/>",
                    "side=\"left\"") BLOCK("0 mm, -35.9 mm", "0 deg", ""),
         2},
    };

    TRY(list);
}

Test(free_bodies, derivatives_between_bodies_are_exact)
{
    static const struct body_case list[] = {
        {"disc on a roller", HEAD ROLLER DISC("15 mm, 19.9 mm", ""), 1},
        {"block on a roller", HEAD ROLLER BLOCK("5 mm, 24.9 mm", "3 deg", ""), 1},
        {"corner of a block on a roller", HEAD ROLLER BLOCK("7.07 mm, 36.16 mm", "45 deg", ""), 1},
        {"disc on a disc",
         HEAD DISC("0 mm, 0 mm",
                   "") "<disc name=\"e\" surface=\"wood\" mass=\"5 g\" radius=\"5 mm\" "
                       "centre=\"9 mm, 11.85 mm\" spin=\"-3 rad/s\"/>",
         1},
        {"disc on a block", HEAD BLOCK("0 mm, 0 mm", "20 deg", "") DISC("0 mm, 21.2 mm", ""), 1},
        {"disc at a corner of a block",
         HEAD BLOCK("0 mm, 0 mm", "0 deg", "") DISC("27 mm, 17 mm", ""), 1},
        {"corner of a block on a block",
         HEAD BLOCK("0 mm, 0 mm", "5 deg", "") OTHER("-3 mm, 20.44 mm", "40 deg", ""), 1},
        {"block flat on a block, over its end",
         HEAD BLOCK("0 mm, 0 mm", "0 deg", "") OTHER("17 mm, 15.95 mm", "0 deg", ""), 2},
        {"disc on a sheet", HEAD SHEET DISC("27 mm, 59.9 mm", ""), 1},
        {"disc under a sheet, and on another disc",
         HEAD SHEET DISC("27 mm, 40.1 mm", "") "<disc name=\"e\" surface=\"wood\" mass=\"5 g\" "
                                               "radius=\"5 mm\" centre=\"27 mm, 25.2 mm\"/>",
         2},
    };

    TRY(list);
}

#define CORNER(more)                                                                               \
    "<guide name=\"g\" surface=\"steel\" thickness=\"10 mm\"><line from=\"-50 mm, 0 mm\" to=\"0 "  \
    "mm, 0 mm\"/><line from=\"0 mm, 0 mm\" to=\"30 mm, 30 mm\"/>" more "</guide>"
#define SMALL                                                                                      \
    "<disc name=\"d\" surface=\"wood\" mass=\"1 g\" radius=\"6 mm\" centre=\"-10 mm, 7 mm\"/>"

/* The share fades over ends of sides, beyond those of faces, and as corners turn. */
Test(free_bodies, derivatives_of_fading_shares_are_exact)
{
    static const struct body_case list[] = {
        {"block flat on a block of its size",
         HEAD BLOCK("0 mm, 0 mm", "0 deg", "") SAME("0.1 mm, 19.95 mm", "0 deg", ""), 4},
        {"block that hardly stands on the end of another",
         HEAD BLOCK("0 mm, 0 mm", "0 deg", "") OTHER("29.85 mm, 15.95 mm", "0 deg", ""), 2},
        {"a block flat on a sheet", HEAD SHEET BLOCK("27 mm, 59.93 mm", "0.2 deg", ""), 10},
        {"a block flat under a sheet, and beyond its leading edge",
         HEAD SHEET BLOCK("47 mm, 40.07 mm", "-0.2 deg", ""), 9},
        {"a corner of a block that turns over a sheet",
         HEAD SHEET BLOCK("27 mm, 61.3 mm", "4 deg", ""), 1},
        {"a corner of a block at a sheet's leading edge",
         HEAD SHEET BLOCK("80.0 mm, 60.05 mm", "1 deg", ""), 1},
        {"a block that slides along x only on a sheet",
         HEAD SHEET BLOCK("27 mm, 59.93 mm", "0.2 deg", "guided=\"x\""), 10},
    };
    static const struct body_case beyond[] = {
        {"a disc in a hollow corner", HEAD CORNER("") SMALL, 2},
        {"a disc in a hollow corner of a gate",
         HEAD CORNER("<pivot at=\"-20 mm, -20 mm\" stiffness=\"0.1 N*m/rad\" "
                     "inertia=\"1e-5 kg*m^2\"/>") SMALL,
         2},
    };

    TRY(list);
    for (size_t k = 0; k < 2; k++) {
        try_case(beyond + k, 20.5 * MM, 1.1 * MM);
    }
}

Test(free_bodies, derivatives_of_blocks_on_sheets_are_exact)
{
    static const struct body_case list[] = {
        {"a corner of a block on a sheet", HEAD SHEET BLOCK("27 mm, 68.6 mm", "30 deg", ""), 1},
        {"a block against a sheet's trailing edge",
         HEAD SHEET BLOCK("-20.01 mm, 53 mm", "3 deg", ""), 1},
    };

    TRY(list);
}

#define SPRING(more) "<spring name=\"k\" stiffness=\"300 N/m\" damping=\"2 N*s/m\" " more "/>"

Test(free_bodies, derivatives_of_springs_are_exact)
{
    static const struct body_case list[] = {
        {"disc on a wall",
         HEAD DISC("0 mm, 0 mm", "") SPRING("from=\"d\" to-at=\"30 mm, 10 mm\" length=\"20 mm\""),
         0},
        {"off its centre",
         HEAD DISC("0 mm, 0 mm", "")
             SPRING("from=\"d\" from-at=\"3 mm, 8 mm\" to-at=\"30 mm, 10 mm\" length=\"20 mm\""),
         0},
        {"no length",
         HEAD DISC("0 mm, 0 mm", "")
             SPRING("from-at=\"5 mm, 2 mm\" to=\"d\" to-at=\"3 mm, 8 mm\" length=\"0 mm\""),
         0},
        {"two bodies",
         HEAD DISC("0 mm, 0 mm", "") BLOCK("60 mm, 10 mm", "25 deg", "")
             SPRING("from=\"d\" from-at=\"3 mm, 8 mm\" to=\"b\" to-at=\"-20 mm, 10 mm\" "
                    "length=\"20 mm\""),
         0},
        {"a string",
         HEAD DISC("0 mm, 0 mm", "")
             SPRING("from=\"d\" to-at=\"30 mm, 10 mm\" length=\"20 mm\" acts=\"pull\""),
         0},
        {"a buffer",
         HEAD DISC("0 mm, 0 mm", "")
             SPRING("from=\"d\" to-at=\"30 mm, 10 mm\" length=\"40 mm\" acts=\"push\""),
         0},
        {"a sheet's leading edge on a wall",
         HEAD SHEET SPRING("from=\"s\" to-at=\"80 mm, 60 mm\" length=\"20 mm\""), 0},
        {"a sheet on a body",
         HEAD SHEET DISC("20 mm, 90 mm", "")
             SPRING("from=\"s\" from-along=\"23 mm\" to=\"d\" to-at=\"4 mm, -5 mm\" "
                    "length=\"20 mm\""),
         0},
        {"a sheet's trailing edge on a roller",
         HEAD SHEET ROLLER SPRING("from=\"s\" from-along=\"0 mm\" to=\"r\" length=\"20 mm\""), 0},
        {"a sheet's leading edge on a body that it touches",
         HEAD SHEET DISC("57 mm, 59.9 mm", "")
             SPRING("from=\"d\" from-at=\"4 mm, -5 mm\" to=\"s\" length=\"1 mm\""),
         1},
    };

    TRY(list);
}

#define DRAG(more)                                                                                 \
    "<drag name=\"air\" coefficient=\"1.2\" density=\"900 kg/m^3\" linear=\"0.3 N*s/m\" "          \
    "wind=\"0.3 m/s, -0.2 m/s\" " more "/>"

Test(free_bodies, derivatives_of_drag_are_exact)
{
    static const struct body_case list[] = {
        {"on a disc", HEAD DISC("0 mm, 0 mm", "") DRAG("on=\"d\" area=\"1e-3 m^2\""), 0},
        {"on a sheet",
         HEAD SHEET DRAG("on=\"s\" tangential-coefficient=\"0.3\" tangential-linear=\"0.1 N*s/m\""),
         0},
    };

    TRY(list);
}

/* Where it is let go little by little. */
Test(free_bodies, derivatives_deep_in_a_guide_are_exact)
{
    static const struct body_case deep = {"disc deep in a table", HEAD TABLE DISC("0 mm, 5 mm", ""),
                                          1};

    try_case(&deep, 0, 8 * MM);
}

/* The overlaps that are looked at for touches are those of the forces; where nothing is near they
 * are negative. */
Test(free_bodies, have_gaps_to_all_they_may_touch)
{
    struct machine m;
    double overlap[64];
    int open = 0;

    machine_open(&m, HEAD TABLE BLOCK("0 mm, 9.95 mm", "0 deg", "") DISC("0 mm, 30 mm", ""));
    const int n = quire_free_gap_count(m.system);
    cr_assert(n > 0 && n <= 64);
    quire_free_gaps(m.state, 0, m.y, overlap);
    for (int i = 0; i < n; i++) {
        const bool corner = fabs(overlap[i] - 0.05 * MM) < 1e-12;
        cr_expect(corner || overlap[i] < 0, "place %d: %g", i, overlap[i]);
        open += corner ? 0 : 1;
    }
    cr_expect_eq(n - open, 2, "two corners touch, not %d", n - open);
    machine_close(&m);
}

/* Every gap is some body's, in the order in which they are looked at: with guides, with each other,
 * with sheets. */
Test(free_bodies, know_whose_each_gap_is)
{
    struct machine m;

    machine_open(&m, HEAD TABLE SHEET BLOCK("0 mm, 90 mm", "0 deg", "")
                         OTHER("0 mm, 130 mm", "0 deg", "") DISC("60 mm, 130 mm", ""));
    const int n = quire_free_gap_count(m.system), guides = m.system->n_place;
    for (int i = 0; i < n; i++) {
        const struct quire_free *body = quire_free_of_gap(m.system, i);
        cr_assert(body >= m.system->free && body < m.system->free + m.system->n_free,
                  "gap %d of %d", i, n);
    }
    for (int k = 0; k < m.system->n_meeting; k++) {
        const struct quire_meeting *meeting = m.system->meeting + k;
        for (int i = 0; i < meeting->n_place; i++) {
            cr_expect_eq(quire_free_of_gap(m.system, guides + meeting->place + i),
                         m.system->free + meeting->free);
        }
    }
    for (int k = 0; k < 3; k++) {
        cr_expect_eq(quire_free_of_gap(m.system, n - (3 - k) * QUIRE_LAY_GAPS), m.system->free + k);
    }
    machine_close(&m);
}

/* What two bodies do to each other does not move their common mass centre, nor turn them as a
 * whole. */
Test(free_bodies, push_each_other_back)
{
    struct machine m;
    double force[2] = {0, 0}, moment = 0;

    machine_open(&m, HEAD BLOCK("0 mm, 0 mm", "20 deg", "") DISC("0 mm, 21.2 mm", "") SPRING(
                         "from=\"d\" from-at=\"3 mm, 8 mm\" to=\"b\" to-at=\"-20 mm, 10 mm\" "
                         "length=\"20 mm\""));
    cr_assert(quire_state_forces(m.state, 0, m.y));
    for (int k = 0; k < m.system->n_free; k++) {
        const struct quire_free *body = m.system->free + k;
        const struct quire_small *s = m.system->small + body->small;
        const double fx = m.state->force[s->v0] - body->motion->weight[0],
                     fy = m.state->force[s->v0 + 1] - body->motion->weight[1];
        force[0] += fx;
        force[1] += fy;
        moment += m.state->force[s->v0 + 2] + m.y[s->q0] * fy - m.y[s->q0 + 1] * fx;
    }
    cr_expect_lt(fabs(force[0]) + fabs(force[1]), 1e-12);
    /* the forces act on either side of the overlap: friction's lever is longer by that */
    cr_expect_lt(fabs(moment), 1e-3 * MM);
    machine_close(&m);
}

/* A disc beside a sheet, before either end of it and on it: 15 mm from its middle line each time,
 * whatever the sheet's direction. */
Test(free_bodies, have_gaps_to_sheets_in_any_direction)
{
    static const double at[][2] = {{32.3, 15}, {32.3, -15}, {72, 9}, {69, -12},
                                   {-12, 9},   {-9, 12},    {0, 15}, {60, -15}};

    for (int k = 0; k < 5; k++) {
        for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
            static const double degrees[] = {0, 30, 90, 135, -100};
            const double c = cos(degrees[k] * 0.017453292519943295),
                         s = sin(degrees[k] * 0.017453292519943295);
            struct machine m;
            char parts[1500];
            double overlap[64];
            snprintf(parts, sizeof parts,
                     HEAD "<sheet name=\"s\" media=\"soft\" length=\"60 mm\" width=\"100 mm\" "
                          "segments=\"12\"><start from=\"0 mm, 0 mm\" heading=\"%g deg\"/></sheet>"
                          "<disc name=\"d\" surface=\"wood\" mass=\"10 g\" radius=\"10 mm\" "
                          "centre=\"%.15g mm, %.15g mm\"/>",
                     degrees[k], c * at[i][0] - s * at[i][1], s * at[i][0] + c * at[i][1]);
            machine_open(&m, parts);
            cr_assert_eq(quire_free_gap_count(m.system), QUIRE_LAY_GAPS);
            quire_free_gaps(m.state, 0, m.y, overlap);
            cr_expect_float_eq(overlap[0], 10 * MM + 0.05 * MM - 15 * MM, 1e-12,
                               "%g deg, case %zu: %g", degrees[k], i, overlap[0]);
            machine_close(&m);
        }
    }
}

/* What lies within a law's reach is seen before it touches; the gap counts from there on. */
Test(free_bodies, have_gaps_as_far_as_laws_reach)
{
    static const double away[] = {0.035, 0.06, 0.9, 1.02, 3};

    for (size_t k = 0; k < sizeof away / sizeof *away; k++) {
        struct machine m;
        double overlap[64], most = -HUGE_VAL;
        char parts[1500];
        snprintf(parts, sizeof parts,
                 "<contact name=\"c\"><normal law=\"distance-power\" area=\"1e-4 m^2\" "
                 "reference-distance=\"0.1 mm\" repulsion=\"20 Pa\" cut-off=\"40 mm\"/></contact>"
                 "<pair contact=\"c\"/>" TABLE "<disc name=\"d\" surface=\"wood\" mass=\"10 g\" "
                 "radius=\"10 mm\" centre=\"0 m, %g m\"/>",
                 away[k] + 0.01);
        machine_open(&m, parts);
        quire_free_gaps(m.state, 0, m.y, overlap);
        for (int i = 0; i < quire_free_gap_count(m.system); i++) {
            most = fmax(most, overlap[i]);
        }
        cr_expect(away[k] < 1 ? fabs(most - (0.04 - away[k])) < 1e-12 : most < -0.9,
                  "%g m away: %g", away[k], most);
        machine_close(&m);
    }
}

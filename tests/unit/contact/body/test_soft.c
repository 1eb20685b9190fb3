/* Soft discs and rollers: the assembled derivatives are those of the forces, whatever touches what.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "contact/body/soft.h"
#include "engine/engine.h"
#include "evaluate/evaluate.h"
#include "fixtures/machine.h"
#include "motion/free_motion.h"
#include "motion/soft_stress.h"

#define HEAD                                                                                       \
    "<settings><gravity vector=\"0.3 m/s^2, -9.8 m/s^2\"/></settings>"                             \
    "<media name=\"film\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\" "        \
    "bending-stiffness-md=\"0.3 mN*m\" damping-ratio=\"0.5\" damping-frequency=\"160 Hz\" "        \
    "axial-damping-time=\"40 us\"/>"                                                               \
    "<contact name=\"glide\"><normal law=\"mtt-boundary\" stiffness=\"2e5 N/m^1.3\" "              \
    "exponent=\"1.3\" damping=\"5 N*s/m\" boundary-penetration=\"0.08 mm\" "                       \
    "rebound-damping-factor=\"0.2\"/>"                                                             \
    "<friction law=\"mtt-linear\" static-coefficient=\"0.5\" dynamic-coefficient=\"0.2\" "         \
    "static-velocity=\"2 m/s\" dynamic-velocity=\"3 m/s\"/></contact><pair contact=\"glide\"/>"    \
    "<drive name=\"feed\" speed=\"0.4 m/s\"/><drive name=\"motor\" torque=\"0.02 N*m\" "           \
    "no-load-speed=\"60 rad/s\"/><drive name=\"muscle\" stress=\"4 kPa\"/>"                        \
    "<drive name=\"pulse\" stretch=\"0.97\"><to time=\"20 ms\" stretch=\"1.03\"/></drive><path "   \
    "name=\"p\" from=\"0 mm, 0 mm\" heading=\"10 deg\">"                                           \
    "<line length=\"100 mm\"/></path>"
#define SOFT                                                                                       \
    "<affine width=\"20 mm\" shear-modulus=\"30 kPa\" viscosity=\"20 Pa*s\" stretch=\"1.02\" "     \
    "axis=\"25 deg\" stretch-rate=\"3 s^-1, -2 s^-1\"/>"
#define FOAM                                                                                       \
    "<affine width=\"20 mm\" shear-modulus=\"30 kPa\" lame-modulus=\"50 kPa\" viscosity=\"20 "     \
    "Pa*s\" "                                                                                      \
    "stretch=\"1.02\" axis=\"25 deg\" dilation=\"0.995\"/>"
#define WORM(bulk, drive)                                                                          \
    "<contractile width=\"20 mm\" shear-modulus=\"30 kPa\" viscosity=\"20 Pa*s\" "                 \
    "stretch=\"1.02\" "                                                                            \
    "axis=\"25 deg\" stretch-rate=\"3 s^-1, -2 s^-1\" growth-viscosity=\"90 Pa*s\" " bulk          \
    " " drive "/>"
#define BULK "lame-modulus=\"50 kPa\""
#define DISC(centre, made_of, more)                                                                \
    "<disc name=\"d\" surface=\"wood\" mass=\"10 g\" radius=\"10 mm\" centre=\"" centre            \
    "\" velocity=\"0.1 m/s, -0.05 m/s\" spin=\"17 rad/s\" " more ">" made_of "</disc>"
#define GUIDE(shape, more)                                                                         \
    "<guide name=\"g\" surface=\"steel\" thickness=\"4 mm\" " more ">" shape "</guide>"
#define TABLE GUIDE("<line from=\"-100 mm, 0 mm\" to=\"100 mm, 0 mm\"/>", "velocity=\"0.3 m/s\"")
#define RIGID(centre)                                                                              \
    "<disc name=\"e\" surface=\"wood\" mass=\"5 g\" radius=\"5 mm\" centre=\"" centre              \
    "\" spin=\"-3 rad/s\"/>"
#define ROLLER(made_of, more)                                                                      \
    "<roller name=\"r\" radius=\"15 mm\" surface=\"rubber\" centre=\"0 mm, 0 mm\" mass=\"50 g\" "  \
    "inertia=\"6e-6 kg*m^2\" " more ">" made_of "</roller>"
#define SLIDES "slide=\"70 deg\" load=\"1 N\" spin=\"4 rad/s\" sense=\"clockwise\""
#define NIP(driver, idler)                                                                         \
    "<nip name=\"n\" path=\"p\" at=\"30 mm\" load=\"2 N\" roller-contact=\"glide\"><driver "       \
    "radius=\"10 mm\" "                                                                            \
    "surface=\"rubber\" drive=\"feed\" inertia=\"3e-6 kg*m^2\">" driver "</driver><idler "         \
    "radius=\"8 mm\" surface=\"pom\" mass=\"20 g\" inertia=\"1e-6 kg*m^2\" spin=\"30 rad/s\" "     \
    "travel=\"-0.5 mm\">" idler "</idler></nip>"

#define BLOCK(centre, angle, more)                                                                 \
    "<block name=\"b\" surface=\"wood\" mass=\"20 g\" width=\"40 mm\" height=\"20 mm\" "           \
    "centre=\"" centre "\" angle=\"" angle                                                         \
    "\" velocity=\"0.2 m/s, -0.05 m/s\" spin=\"-3 rad/s\" " more "/>"

#define MANY (-1)

struct soft_case {
    const char *name, *parts;
    int touches; /* MANY: a stretch of the rim */
};

static void
stir(struct machine *m, unsigned seed)
{
    const struct quire_layout *l = &m->system->layout;

    machine_shake(m, seed, 4e-6, 0.2);
    for (int k = 0; k < m->system->n_small; k++) {
        const struct quire_small *s = m->system->small + k;
        double scale[QUIRE_BODY_DOFS + QUIRE_BODY_STATES];
        s->body.ops->scale(s->body.self, scale);
        for (int i = 0; i < s->body.nz; i++) {
            m->y[l->z0 + (size_t)(s->z0 + i)] += 0.02 * machine_random(&seed);
        }
        for (int i = 0; i < s->body.nv; i++) {
            m->y[s->q0 + i] += 2e-6 * scale[i] * machine_random(&seed);
            m->y[l->v0 + (size_t)(s->v0 + i)] += 0.1 * scale[i] * machine_random(&seed);
        }
    }
}

static void
try_cases(const struct soft_case *c, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        for (unsigned seed = 1; seed <= 4; seed++) {
            struct machine m;
            machine_open(&m, c[k].parts);
            stir(&m, seed);
            m.state->record = true;
            cr_assert(quire_state_forces(m.state, 0, m.y));
            m.state->record = false;
            cr_expect(c[k].touches == MANY ? m.state->n_touch > 200
                                           : m.state->n_touch == c[k].touches,
                      "%s: touches at %d places", c[k].name, m.state->n_touch);
            const double error = machine_jacobian_error(&m, 0.01);
            cr_expect_lt(error, 1e-6, "%s, %u: %g", c[k].name, seed, error);
            machine_close(&m);
        }
    }
}
#define TRY(list) try_cases(list, sizeof(list) / sizeof(list)[0])

Test(soft, own_derivatives_are_exact)
{
    static const struct soft_case list[] = {
        {"a free disc", HEAD DISC("0 mm, 0 mm", SOFT, ""), 0},
        {"a free compressible disc", HEAD DISC("0 mm, 0 mm", FOAM, ""), 0},
        {"a disc that does not turn", HEAD DISC("0 mm, 0 mm", SOFT, "guided=\"x\""), 0},
        {"a drive roller", HEAD ROLLER(SOFT, "drive=\"feed\""), 0},
        {"a drive roller that slides", HEAD ROLLER(FOAM, SLIDES " drive=\"feed\""), 0},
        {"a roller with a motor", HEAD ROLLER(SOFT, SLIDES " drive=\"motor\""), 0},
        {"a disc that relaxes", HEAD DISC("0 mm, 0 mm", WORM("", ""), ""), 0},
        {"a compressible disc that relaxes", HEAD DISC("0 mm, 0 mm", WORM(BULK, ""), ""), 0},
        {"a disc with a driven stress",
         HEAD DISC("0 mm, 0 mm", WORM("", "drive=\"muscle\" drive-axis=\"20 deg\""), ""), 0},
        {"a compressible one",
         HEAD DISC("0 mm, 0 mm", WORM(BULK, "drive=\"muscle\" drive-axis=\"20 deg\""), ""), 0},
        {"a disc with a driven stretch",
         HEAD DISC("0 mm, 0 mm", WORM(BULK, "drive=\"pulse\" drive-axis=\"20 deg\""), ""), 0},
        {"a drive roller that relaxes", HEAD ROLLER(WORM(BULK, ""), "drive=\"feed\""), 0},
        {"an idler", HEAD ROLLER(FOAM, SLIDES " bearing-damping=\"1e-5 N*m*s\""), 0},
    };

    TRY(list);
}

#define FILM(per)                                                                                  \
    "<contact name=\"film\"><normal law=\"distance-power\" area=\"1e-3 m^2\" per-area=\"" per      \
    "\" "                                                                                          \
    "reference-distance=\"1 mm\" cut-off=\"9 mm\" repulsion=\"1 kPa\" repulsion-exponent=\"3\" "   \
    "damping=\"2 kPa*s/m\" damping-exponent=\"2\" adhesion=\"300 Pa\"/>"                           \
    "<friction law=\"distance-viscous\" area=\"1e-3 m^2\" reference-distance=\"1 mm\" "            \
    "cut-off=\"9 mm\" viscosity=\"3 kPa*s/m\" exponent=\"1\"/></contact>"                          \
    "<pair surface=\"steel\" contact=\"film\"/><pair surface=\"wood\" contact=\"film\"/>"          \
    "<pair surface=\"rubber\" contact=\"film\"/>"
#define BALL(side)                                                                                 \
    GUIDE("<circle centre=\"0 mm, 0 mm\" radius=\"50 mm\" turn=\"left\"/>", "side=\"" side "\"")
#define LONG                                                                                       \
    "<affine width=\"20 mm\" shear-modulus=\"30 kPa\" viscosity=\"20 Pa*s\" stretch=\"1.1\" "      \
    "axis=\"25 deg\" stretch-rate=\"3 s^-1, -2 s^-1\"/>"

Test(soft, derivatives_of_tractions_are_exact)
{
    static const struct soft_case list[] = {
        {"over a table", HEAD FILM("deformed") TABLE DISC("0 mm, 11.5 mm", LONG, ""), MANY},
        {"per reference area", HEAD FILM("reference") TABLE DISC("0 mm, 11.5 mm", LONG, ""), MANY},
        {"compressible", HEAD FILM("deformed") TABLE DISC("0 mm, 11 mm", FOAM, ""), MANY},
        {"that does not turn",
         HEAD FILM("deformed") TABLE DISC("0 mm, 11 mm", FOAM, "guided=\"x\""), MANY},
        {"beyond the end of a table", HEAD FILM("deformed") TABLE DISC("106 mm, 9 mm", FOAM, ""),
         MANY},
        {"in a bowl", HEAD FILM("deformed") BALL("left") DISC("24.2 mm, -30.3 mm", LONG, ""), MANY},
        {"on a ball", HEAD FILM("deformed") BALL("right") DISC("37 mm, 49 mm", FOAM, ""), MANY},
        {"on a rigid disc",
         HEAD FILM("deformed") DISC("0 mm, 0 mm", LONG, "") RIGID("9 mm, 13.5 mm"), MANY},
        {"on a drive roller",
         HEAD FILM("deformed") ROLLER("", "drive=\"feed\"") DISC("17 mm, 20.9 mm", LONG, ""), MANY},
        {"of a drive roller, on a disc",
         HEAD FILM("deformed") ROLLER(LONG, "drive=\"feed\"") RIGID("12 mm, 18.1 mm"), MANY},
        {"of an idler, on a disc",
         HEAD FILM("deformed") ROLLER(LONG, SLIDES) RIGID("12 mm, 18.1 mm"), MANY},
        {"under a block",
         HEAD FILM("deformed") DISC("0 mm, 0 mm", LONG, "") BLOCK("5 mm, 21.7 mm", "12 deg", ""),
         MANY},
        {"at the corner of a block",
         HEAD FILM("deformed") DISC("0 mm, 0 mm", LONG, "") BLOCK("28.9 mm, 18.9 mm", "3 deg", ""),
         MANY},
    };

    TRY(list);
}

Test(soft, derivatives_on_guides_are_exact)
{
    static const struct soft_case list[] = {
        {"on a table", HEAD TABLE DISC("0 mm, 9.8 mm", SOFT, ""), 1},
        {"compressible, on a table", HEAD TABLE DISC("0 mm, 9.74 mm", FOAM, ""), 1},
        {"at the end of a table", HEAD TABLE DISC("106 mm, 7.8 mm", SOFT, ""), 1},
        {"before the end of a wall", HEAD TABLE DISC("110 mm, -2 mm", SOFT, ""), 1},
        {"in a bowl",
         HEAD GUIDE("<circle centre=\"0 mm, 0 mm\" radius=\"50 mm\" turn=\"left\"/>",
                    "side=\"left\"") DISC("24.2 mm, -32.3 mm", SOFT, ""),
         1},
        {"on a ball",
         HEAD GUIDE("<circle centre=\"0 mm, 0 mm\" radius=\"50 mm\" turn=\"left\"/>",
                    "side=\"right\"") DISC("35.9 mm, 47.7 mm", FOAM, ""),
         1},
    };

    TRY(list);
}

#define TURNS                                                                                      \
    "<drive name=\"turn\" angle=\"0.4 rad\"><to time=\"5 ms\" angle=\"0.35 rad\"/><to time=\"15 "  \
    "ms\" angle=\"0.45 rad\"/></drive>"
#define PUSHES                                                                                     \
    "<drive name=\"push\" stroke=\"2 mm\"><to time=\"5 ms\" stroke=\"1 mm\"/><to time=\"15 ms\" "  \
    "stroke=\"3 mm\"/></drive>"
#define DRIVEN "<pivot at=\"30 mm, -20 mm\" drive=\"turn\"/>"
#define HELD                                                                                       \
    "<pivot at=\"30 mm, -20 mm\" inertia=\"1e-6 kg*m^2\" stiffness=\"0.5 N*m/rad\" angle=\"0.4 "   \
    "rad\"/>"
#define PUSHED "<slide direction=\"3, 4\" drive=\"push\"/>"
#define SPRUNG "<slide direction=\"3, 4\" mass=\"2 g\" stiffness=\"100 N/m\" stroke=\"2 mm\"/>"
/* at 0 and at 10 ms their lines lie along the x axis, and the circles about the origin; no overlap
 * is that of the boundary, where the damping has a kink */
#define FLAP(pivot)                                                                                \
    GUIDE(                                                                                         \
        "<line from=\"-81.945488 mm, 49.046549 mm\" to=\"102.266710 mm, -28.837119 mm\"/>" pivot,  \
        "velocity=\"0.3 m/s\"")
#define ROUND(pivot, side)                                                                         \
    GUIDE("<circle centre=\"10.156537 mm, 10.103770 mm\" radius=\"50 mm\" turn=\"left\"/>" pivot,  \
          "side=\"" side "\"")
#define PLATE(slide) GUIDE("<line from=\"-101.2 mm, -1.6 mm\" to=\"98.8 mm, -1.6 mm\"/>" slide, "")
#define ON_GATES(drives, strokes, pivot, slide)                                                    \
    {"on a flap", HEAD drives FLAP(pivot) DISC("0 mm, 9.81 mm", SOFT, ""), 1},                     \
        {"compressible, on a flap", HEAD drives FLAP(pivot) DISC("0 mm, 9.74 mm", FOAM, ""), 1},   \
        {"at the end of a flap", HEAD drives FLAP(pivot) DISC("106 mm, 7.8 mm", SOFT, ""), 1},     \
        {"before the end of a flap", HEAD drives FLAP(pivot) DISC("110 mm, -2 mm", SOFT, ""), 1},  \
        {"that relaxes, on a flap",                                                                \
         HEAD drives FLAP(pivot)                                                                   \
             DISC("0 mm, 9.81 mm", WORM("", "drive=\"muscle\" drive-axis=\"20 deg\""), ""),        \
         1},                                                                                       \
        {"in a bowl that turns",                                                                   \
         HEAD drives ROUND(pivot, "left") DISC("24.2 mm, -32.3 mm", SOFT, ""), 1},                 \
        {"on a ball that turns",                                                                   \
         HEAD drives ROUND(pivot, "right") DISC("35.9 mm, 47.7 mm", FOAM, ""), 1},                 \
        {"on a plate", HEAD strokes PLATE(slide) DISC("0 mm, 9.81 mm", SOFT, ""), 1},              \
        {"with tractions, over a flap",                                                            \
         HEAD drives FILM("deformed") FLAP(pivot) DISC("0 mm, 11 mm", FOAM, ""), MANY},            \
    {                                                                                              \
        "with tractions, in a bowl that turns",                                                    \
            HEAD drives FILM("deformed") ROUND(pivot, "left") DISC("24.0 mm, -30.4 mm", LONG, ""), \
            MANY                                                                                   \
    }

Test(soft, derivatives_on_gates_are_exact)
{
    static const struct soft_case list[] = {ON_GATES(TURNS, PUSHES, DRIVEN, PUSHED),
                                            ON_GATES("", "", HELD, SPRUNG)};

    TRY(list);
}

#define SHEET(more)                                                                                \
    "<sheet name=\"s\" media=\"film\" length=\"60 mm\" width=\"100 mm\" segments=\"12\" " more ">" \
    "<start from=\"-31 mm, 14.75 mm\" speed=\"0.5 m/s\"/></sheet>"
#define FLOATING                                                                                   \
    "<sheet name=\"s\" media=\"film\" length=\"60 mm\" width=\"100 mm\" segments=\"12\">"          \
    "<start from=\"-31 mm, 15.75 mm\" speed=\"0.5 m/s\"/></sheet>"
#define LINE                                                                                       \
    "<contact name=\"along\"><normal law=\"linear\" stiffness=\"1e4 N/m\" damping=\"2 N*s/m\" "    \
    "reference-length=\"5 mm\" distribution=\"line\"/><friction law=\"mtt-linear\" "               \
    "static-coefficient=\"0.5\" dynamic-coefficient=\"0.2\" static-velocity=\"2 m/s\" "            \
    "dynamic-velocity=\"3 m/s\"/></contact><pair surface=\"rubber\" contact=\"along\"/>"

Test(soft, derivatives_under_sheets_are_exact)
{
    static const struct soft_case list[] = {
        {"a drive roller", HEAD ROLLER(SOFT, "drive=\"feed\"") SHEET(""), 1},
        {"a drive roller that slides", HEAD ROLLER(FOAM, SLIDES " drive=\"feed\"") SHEET(""), 1},
        {"an idler", HEAD ROLLER(SOFT, SLIDES) SHEET(""), 1},
        {"a disc", HEAD DISC("0 mm, 4.98 mm", FOAM, "") SHEET(""), 1},
        {"the sheet's edge", HEAD DISC("-33 mm, 5.1 mm", SOFT, "") SHEET(""), 1},
        {"all along", HEAD LINE ROLLER(SOFT, SLIDES) SHEET(""), 1},
        {"over a film", HEAD FILM("deformed") ROLLER(SOFT, "drive=\"feed\"") FLOATING, 1},
        {"a film all along",
         HEAD FILM("deformed\" distribution=\"line") ROLLER(FOAM, SLIDES) FLOATING, 7},
    };

    TRY(list);
}

Test(soft, derivatives_between_bodies_are_exact)
{
    static const struct soft_case list[] = {
        {"a soft disc on a roller", HEAD ROLLER("", SLIDES) DISC("15 mm, 19.9 mm", SOFT, ""), 1},
        {"a soft disc on a drive roller",
         HEAD ROLLER("", "drive=\"feed\"") DISC("15 mm, 19.9 mm", FOAM, ""), 1},
        {"a disc on a soft roller", HEAD ROLLER(SOFT, "drive=\"feed\"") RIGID("12 mm, 16.1 mm"), 1},
        {"a soft disc on a soft roller",
         HEAD ROLLER(SOFT, "drive=\"feed\"") DISC("15 mm, 20.15 mm", SOFT, ""), 1},
        {"a soft disc on a soft idler", HEAD ROLLER(FOAM, SLIDES) DISC("15 mm, 20 mm", SOFT, ""),
         1},
        {"two soft discs",
         HEAD DISC("0 mm, 0 mm", SOFT, "") "<disc name=\"e\" surface=\"wood\" mass=\"5 g\" "
                                           "radius=\"5 mm\" centre=\"9 mm, 11.85 mm\">" FOAM
                                           "</disc>",
         1},
        {"a nip with a soft driver", HEAD NIP(SOFT, ""), 1},
        {"a nip with a soft idler", HEAD NIP("", SOFT), 1},
        {"a nip of two soft rollers", HEAD NIP(FOAM, SOFT), 1},
    };

    TRY(list);
}

Test(soft, derivatives_between_blocks_and_soft_bodies_are_exact)
{
    static const struct soft_case list[] = {
        {"a disc under a block",
         HEAD DISC("0 mm, 0 mm", SOFT, "") BLOCK("5 mm, 19.7 mm", "12 deg", ""), 1},
        {"a compressible disc at its end",
         HEAD DISC("0 mm, 0 mm", FOAM, "") BLOCK("29.6 mm, 3 mm", "-4 deg", ""), 1},
        {"a disc at a corner",
         HEAD DISC("0 mm, 0 mm", SOFT, "") BLOCK("26.9 mm, 16.9 mm", "3 deg", ""), 1},
        {"a disc past a corner",
         HEAD DISC("0 mm, 0 mm", SOFT, "") BLOCK("-32 mm, 10.05 mm", "0 deg", ""), 0},
        {"a block that does not turn",
         HEAD DISC("0 mm, 0 mm", SOFT, "") BLOCK("5 mm, 19.75 mm", "0 deg", "guided=\"x\""), 1},
        {"a drive roller", HEAD ROLLER(SOFT, "drive=\"feed\"") BLOCK("5 mm, 24.7 mm", "12 deg", ""),
         1},
        {"a drive roller that slides",
         HEAD ROLLER(FOAM, SLIDES " drive=\"feed\"") BLOCK("5 mm, 24.7 mm", "12 deg", ""), 1},
        {"an idler at a corner", HEAD ROLLER(FOAM, SLIDES) BLOCK("30.3 mm, 20.4 mm", "3 deg", ""),
         1},
    };

    TRY(list);
}

/* ---- tractions ---- */

#define PI         3.14159265358979323846
#define NO_GRAVITY "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>"
#define FEEL(per)                                                                                  \
    "<contact name=\"feel\"><normal law=\"distance-power\" area=\"1e-3 m^2\" per-area=\"" per      \
    "\" reference-distance=\"0.1 mm\" "                                                            \
    "cut-off=\"30 mm\" repulsion=\"40 kPa\" repulsion-exponent=\"3\"/></contact><pair "            \
    "contact=\"feel\"/>"
#define EGG                                                                                        \
    "<disc name=\"d\" surface=\"wood\" mass=\"10 g\" radius=\"10 mm\" centre=\"0 mm, 9.8 "         \
    "mm\"><affine width=\"20 mm\" "                                                                \
    "shear-modulus=\"30 kPa\" stretch=\"1.2\" axis=\"35 deg\"/></disc><guide name=\"g\" "          \
    "surface=\"steel\"><line from=\"-100 mm, 0 mm\" "                                              \
    "to=\"100 mm, 0 mm\"/></guide>"

/* Tractions on an ellipse over a wall, summed by its arc length or by that of the circle that it
 * was, with very many places: force and moment about its centre, and what acts on a and b. */
static void
sum_tractions(const struct machine *m, bool deformed, double out[5])
{
    const struct quire_contact_law *law = m->system->law;
    const double *q = m->y + m->system->small[0].q0, radius = 10e-3,
                 c = sqrt(1 + q[3] * q[3] + q[4] * q[4]);
    const int n = 200000;

    memset(out, 0, 5 * sizeof *out);
    for (int i = 0; i < n; i++) {
        const double angle = 2 * PI * (i + 0.5) / n, x = radius * cos(angle),
                     y = radius * sin(angle);
        const double r[2] = {(c + q[3]) * x + q[4] * y, q[4] * x + (c - q[3]) * y};
        /* of the rim, by the angle */
        const double along[2] = {-(c + q[3]) * y + q[4] * x, -q[4] * y + (c - q[3]) * x};
        const double stretched = sqrt(along[0] * along[0] + along[1] * along[1]) / radius;
        struct quire_normal_out f;
        law->normal->eval(law->normal_data, &(struct quire_normal_in){.overlap = -(q[1] + r[1])},
                          &f);
        const double push = f.force * (deformed ? stretched : 1) / n, g[2] = {q[3] / c, q[4] / c};
        out[1] += push;
        out[2] += r[0] * push;
        out[3] += push * (g[0] * y - y);
        out[4] += push * (g[1] * y + x);
    }
}

Test(soft, tractions_add_up_to_those_on_the_whole_rim)
{
    for (int deformed = 0; deformed < 2; deformed++) {
        struct machine m;
        double whole[5];
        machine_open(&m,
                     deformed ? NO_GRAVITY FEEL("deformed") EGG : NO_GRAVITY FEEL("reference") EGG);
        cr_assert(quire_state_forces(m.state, 0, m.y));
        const double *f = m.state->force + m.system->small[0].v0,
                     *own = m.state->own + m.system->small[0].v0, *q = m.y + m.system->small[0].q0;
        const double got[5] = {f[0] - own[0], f[1] - own[1],
                               f[2] - own[2] +
                                   2 * (q[3] * (f[4] - own[4]) - q[4] * (f[3] - own[3])),
                               f[3] - own[3], f[4] - own[4]};
        sum_tractions(&m, deformed, whole);
        cr_expect_gt(whole[1], 0.1);
        cr_expect_float_eq(got[0], 0, 1e-12);
        for (int i = 1; i < 5; i++) {
            cr_expect_float_eq(got[i], whole[i], 1e-7 * (i == 1 ? whole[1] : 10e-3 * whole[1]),
                               "%d, %d: %.12g %.12g", deformed, i, got[i], whole[i]);
        }
        machine_close(&m);
    }
}

/* A disc in a bowl of nearly its size is squeezed all round: the stress is -p per deformed area, or
 * the nominal one is. */
Test(soft, a_disc_in_a_bowl_is_squeezed_by_its_pressure)
{
#define IN_BOWL                                                                                    \
    "<disc name=\"d\" surface=\"wood\" mass=\"10 g\" radius=\"10 mm\" centre=\"0 mm, 0 "           \
    "mm\"><affine width=\"20 mm\" shear-modulus=\"30 kPa\" "                                       \
    "lame-modulus=\"50 kPa\" dilation=\"0.93\"/></disc><guide name=\"g\" surface=\"steel\" "       \
    "thickness=\"4 mm\" side=\"left\"><circle "                                                    \
    "centre=\"0 mm, 0 mm\" radius=\"10.2 mm\" turn=\"left\"/></guide>"
    for (int deformed = 0; deformed < 2; deformed++) {
        const double c = 0.93, radius = 10e-3, volume = PI * radius * radius * 20e-3,
                     d = 10.2e-3 - c * radius;
        struct machine m;
        struct quire_normal_out f;
        machine_open(&m, deformed ? NO_GRAVITY FEEL("deformed") IN_BOWL
                                  : NO_GRAVITY FEEL("reference") IN_BOWL);
        cr_assert(quire_state_forces(m.state, 0, m.y));
        const struct quire_contact_law *law = m.system->law;
        law->normal->eval(law->normal_data, &(struct quire_normal_in){.overlap = -d}, &f);
        /* 2 V S = dE/dc for S = G (c - 1/c) + Lambda ln(c^2)/c; the pressure does p A R for each
         * unit of c, A c of it where deformed */
        const double stress = 2 * volume * (30e3 * (c - 1 / c) + 50e3 * 2 * log(c) / c),
                     pressed = f.force * radius * (deformed ? c : 1);
        cr_expect_float_eq(m.state->force[m.system->small[0].v0 + 5], -stress - pressed,
                           1e-9 * pressed, "%g", m.state->force[m.system->small[0].v0 + 5]);
        machine_close(&m);
    }
}

/* ---- stress ---- */

/* Blown up by c all round: (G (c^2 - 1) + Lambda ln c^2)/c^2. A disc that keeps its area and is
 * squeezed all round by p stays as it is: forces p w ds at all places R of its rim make a squeeze
 * of -2 p V, and its mean stress is -p, its pressure G + p. */
Test(soft, mean_stress_is_that_of_the_closed_form)
{
    static const struct quire_command none = {.quantity = QUIRE_DRIVE_NONE};
    static const char *const made_of[2] = {
        HEAD "<disc name=\"d\" surface=\"wood\" mass=\"10 g\" radius=\"10 mm\" centre=\"0 mm, 0 "
             "mm\"><affine width=\"20 mm\" "
             "shear-modulus=\"30 kPa\" lame-modulus=\"50 kPa\" dilation=\"1.1\"/></disc>",
        HEAD "<disc name=\"d\" surface=\"wood\" mass=\"10 g\" radius=\"10 mm\" centre=\"0 mm, 0 "
             "mm\"><affine width=\"20 mm\" "
             "shear-modulus=\"30 kPa\"/></disc>"};
    const double c = 1.1, volume = PI * 10e-3 * 10e-3 * 20e-3;

    for (int k = 0; k < 2; k++) {
        struct machine m;
        double pressure;
        machine_open(&m, made_of[k]);
        const double mean = quire_soft_mean_stress(
            m.system->soft[0].motion, &none, m.y, m.y + m.system->layout.v0,
            m.y + m.system->layout.z0, k == 0 ? 0 : -2 * 700 * volume, &pressure);
        if (k == 0) {
            cr_expect_float_eq(mean, (30e3 * (c * c - 1) + 50e3 * log(c * c)) / (c * c), 1e-8);
            cr_expect(isnan(pressure));
        } else {
            cr_expect_float_eq(mean, -700, 1e-8);
            cr_expect_float_eq(pressure, 30700, 1e-8);
        }
        machine_close(&m);
    }
}

/* ---- momentum ---- */

/* Sums over all free bodies of generalised forces or momenta p: both components, and the moment
 * about the origin. Turning a soft body by alpha turns a + ib by 2 alpha. */
static void
sums(const struct machine *m, const double *p, double out[3])
{
    const struct quire_system *sys = m->system;

    out[0] = out[1] = out[2] = 0;
    for (int k = 0; k < sys->n_free; k++) {
        const struct quire_small *s = sys->small + sys->free[k].small;
        const double *q = m->y + s->q0, *f = p + s->v0;
        out[0] += f[0];
        out[1] += f[1];
        out[2] += f[2] + q[0] * f[1] - q[1] * f[0];
        out[2] += s->body.nv > 3 ? 2 * (q[3] * f[4] - q[4] * f[3]) : 0;
    }
}

static void
momentum(const struct machine *m, double out[3])
{
    const struct quire_system *sys = m->system;
    double p[64] = {0};

    for (int k = 0; k < sys->n_free; k++) {
        const struct quire_small *s = sys->small + sys->free[k].small;
        double room[QUIRE_BODY_DOFS * QUIRE_BODY_DOFS];
        const double *mass = quire_body_mass(&s->body, m->y + s->q0, room),
                     *v = m->y + sys->layout.v0 + s->v0;
        for (int i = 0; i < s->body.nv; i++) {
            for (int j = 0; j < s->body.nv; j++) {
                p[s->v0 + i] += mass[i * s->body.nv + j] * v[j];
            }
        }
    }
    sums(m, p, out);
}

static double
energy(const struct machine *m)
{
    static const struct quire_command none = {.quantity = QUIRE_DRIVE_NONE};
    const struct quire_system *sys = m->system;
    double sum = 0;

    for (int k = 0; k < sys->n_free; k++) {
        const struct quire_small *s = sys->small + sys->free[k].small;
        double room[QUIRE_BODY_DOFS * QUIRE_BODY_DOFS];
        const double *q = m->y + s->q0, *mass = quire_body_mass(&s->body, q, room),
                     *v = m->y + sys->layout.v0 + s->v0;
        for (int i = 0; i < s->body.nv; i++) {
            for (int j = 0; j < s->body.nv; j++) {
                sum += 0.5 * v[i] * mass[i * s->body.nv + j] * v[j];
            }
        }
        sum +=
            s->body.ops->elastic != NULL ? s->body.ops->elastic(s->body.self, &none, q, NULL) : 0;
    }
    return sum;
}

#define STIFF(friction)                                                                            \
    "<contact name=\"c\"><normal law=\"linear\" stiffness=\"2e4 N/m\"/>" friction "</contact>"     \
    "<pair contact=\"c\"/>"
#define RUBS                                                                                       \
    "<friction law=\"mtt-linear\" static-coefficient=\"0.5\" dynamic-coefficient=\"0.2\" "         \
    "static-velocity=\"2 m/s\" dynamic-velocity=\"3 m/s\"/>"

/* Forces on both are equal and opposite, and act in one line. */
Test(soft, rigid_bodies_and_soft_discs_push_each_other_back)
{
    static const char *const parts[] = {
        STIFF(RUBS) DISC("0 mm, 0 mm", SOFT, "") BLOCK("5 mm, 19.7 mm", "12 deg", ""),
        STIFF(RUBS) DISC("0 mm, 0 mm", FOAM, "") BLOCK("26.9 mm, 16.9 mm", "3 deg", ""),
        STIFF(RUBS) DISC("0 mm, 0 mm", SOFT, "") RIGID("9 mm, 11.85 mm"),
        FEEL("deformed") DISC("0 mm, 0 mm", LONG, "") RIGID("9 mm, 13.5 mm"),
        FEEL("deformed") DISC("0 mm, 0 mm", LONG, "") BLOCK("28.9 mm, 18.9 mm", "3 deg", ""),
    };

    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
        struct machine m;
        char text[4000];
        double contact[64] = {0}, net[3], most = 0;
        snprintf(text, sizeof text, "%s%s", NO_GRAVITY, parts[k]);
        machine_open(&m, text);
        m.state->record = true;
        cr_assert(quire_state_forces(m.state, 0, m.y));
        for (size_t i = 0; i < m.system->layout.nv; i++) {
            contact[i] = m.state->force[i] - m.state->own[i];
            most = fmax(most, fabs(contact[i]));
        }
        cr_expect_gt(most, 1e-4, "case %zu", k);
        cr_expect(m.system->law[0].friction == NULL || fabs(m.state->touch[0].friction) > 0.01,
                  "case %zu", k);
        sums(&m, contact, net);
        for (int i = 0; i < 3; i++) {
            cr_expect_lt(fabs(net[i]), 1e-12 * most, "case %zu: %d: %g of %g", k, i, net[i], most);
        }
        machine_close(&m);
    }
}

/* of the free body with this name */
static const struct quire_small *
small_of(const struct machine *m, const char *name)
{
    int k = 0;

    while (k < m->system->n_free - 1 && strcmp(m->system->free[k].object->name, name) != 0) {
        k++;
    }
    return m->system->small + m->system->free[k].small;
}

/* Thrown at each other, with friction or without, they keep momentum and angular momentum, and
 * without friction energy. */
Test(soft, blocks_bounce_off_soft_discs)
{
    static const struct {
        const char *parts;
        bool rubs;
    } list[] = {
        {STIFF("") "<disc name=\"d\" surface=\"wood\" mass=\"10 g\" radius=\"10 mm\" centre=\"3 "
                   "mm, 22 mm\" velocity=\"0.1 m/s, -1 m/s\">"
                   "<affine width=\"20 mm\" shear-modulus=\"30 kPa\"/></disc><block name=\"b\" "
                   "surface=\"wood\" mass=\"20 g\" width=\"40 mm\" "
                   "height=\"20 mm\" centre=\"0 mm, 0 mm\" angle=\"5 deg\"/>",
         false},
        {STIFF(RUBS) "<disc name=\"d\" surface=\"wood\" mass=\"10 g\" radius=\"10 mm\" centre=\"23 "
                     "mm, 22.5 mm\" velocity=\"0.1 m/s, -1 m/s\" spin=\"9 rad/s\">"
                     "<affine width=\"20 mm\" shear-modulus=\"30 kPa\"/></disc><block name=\"b\" "
                     "surface=\"wood\" mass=\"20 g\" width=\"40 mm\" "
                     "height=\"20 mm\" centre=\"0 mm, 0 mm\" angle=\"5 deg\"/>",
         true},
    };

    for (size_t k = 0; k < sizeof list / sizeof list[0]; k++) {
        const struct quire_integrator_options options = {
            .position_tolerance = 1e-10, .velocity_rate = 1000, .order = 2, .largest_step = 20e-6};
        struct machine m;
        struct quire_integrator *it;
        char text[4000];
        double before[3], after[3];
        snprintf(text, sizeof text, "%s%s", NO_GRAVITY, list[k].parts);
        machine_open(&m, text);
        const double had = energy(&m), *v = m.y + m.system->layout.v0 + small_of(&m, "d")->v0;
        momentum(&m, before);
        cr_assert_eq(quire_engine_start(&it, m.state, &options, NULL, 0, m.y, NULL), QUIRE_OK);
        while (quire_integrator_time(it) < 25e-3) {
            cr_assert_eq(quire_integrator_step(it, 25e-3), QUIRE_OK);
        }
        quire_integrator_at(it, 25e-3, m.y);
        quire_integrator_destroy(it);
        momentum(&m, after);
        cr_expect_gt(v[1], -0.5, "case %zu: nothing was struck, %g", k, v[1]);
        cr_expect_float_eq(after[0], before[0], 1e-9 * 0.01, "case %zu: %g %g", k, after[0],
                           before[0]);
        cr_expect_float_eq(after[1], before[1], 1e-9 * 0.01, "case %zu: %g %g", k, after[1],
                           before[1]);
        cr_expect_float_eq(after[2], before[2], 1e-5 * 0.01 * 0.02, "case %zu: %g %g", k, after[2],
                           before[2]);
        cr_expect_float_eq(energy(&m), had, (list[k].rubs ? 0.1 : 2e-3) * had, "case %zu: %g of %g",
                           k, energy(&m), had);
        machine_close(&m);
    }
}

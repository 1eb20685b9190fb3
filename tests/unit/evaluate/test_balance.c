/* Nothing is lost at a contact: action is reaction, and the work of all forces is what the ledger's
 * lines add up to. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "evaluate/powers.h"
#include "fixtures/machine.h"
#include "observe/observe.h"

#define MM 1e-3
#define HEAD                                                                                       \
    "<settings><gravity vector=\"1 m/s^2, -9 m/s^2\"/></settings>"                                 \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"20 MPa\" "          \
    "bending-stiffness-md=\"0.3 mN*m\" "                                                           \
    "damping-ratio=\"0.3\" damping-frequency=\"160 Hz\" axial-damping-time=\"40 us\"/>"            \
    "<drive name=\"feed\" speed=\"0.4 m/s\"/><drive name=\"motor\" torque=\"5 mN*m\" "             \
    "no-load-speed=\"90 rad/s\"/>"                                                                 \
    "<contact name=\"grip\"><normal law=\"mtt-indentation\" force=\"8 N\" at-penetration=\"0.05 "  \
    "mm\" damping=\"1e8 N*s/m^2.5\"/>"                                                             \
    "<friction law=\"mtt-step\" dynamic-coefficient=\"1\" threshold-velocity=\"0.8 "               \
    "m/s\"/><overdrive factor=\"0.02 N^-1\"/></contact>"                                           \
    "<contact name=\"glide\"><normal law=\"mtt-boundary\" stiffness=\"2e6 N/m^1.3\" "              \
    "exponent=\"1.3\" damping=\"5 N*s/m\" "                                                        \
    "boundary-penetration=\"0.02 mm\"/><friction law=\"mtt-linear\" dynamic-coefficient=\"0.3\" "  \
    "threshold-velocity=\"0.6 m/s\"/></contact>"                                                   \
    "<pair surface=\"rubber\" contact=\"grip\"/><pair surface=\"steel\" contact=\"glide\"/>"       \
    "<path name=\"p\" from=\"-100 mm, 0 mm\" heading=\"0 deg\"><line length=\"300 mm\"/></path>"
#define SHEET(children)                                                                            \
    "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"12\">"             \
    "<start path=\"p\" lead=\"160 mm\" speed=\"0.3 m/s\"/>" children "</sheet>"
#define ROLLER(attributes) "<roller name=\"r\" radius=\"10 mm\" surface=\"rubber\" " attributes "/>"
/* at 10 ms the gate has turned by 0.4 rad: its surface is level at y = 300 mm, far from the sheet
 */
#define TURNS                                                                                      \
    "<drive name=\"turns\" angle=\"0.4 rad\"><to time=\"5 ms\" angle=\"0.35 rad\"/><to time=\"15 " \
    "ms\" angle=\"0.45 rad\"/></drive>"
#define PIVOT "<pivot at=\"30 mm, 280 mm\" drive=\"turns\"/>"
#define FLAP(more)                                                                                 \
    TURNS "<guide name=\"g\" surface=\"steel\" " more                                              \
          "><line from=\"-81.949562374 mm, 349.045604380 mm\" to=\"102.262636426 mm, "             \
          "271.161935918 mm\"/>" PIVOT "</guide>"
#define HELD(more)                                                                                 \
    "<guide name=\"g\" surface=\"steel\" " more "><line from=\"-81.949562374 mm, 349.045604380 "   \
    "mm\" to=\"102.262636426 mm, 271.161935918 mm\"/>"                                             \
    "<pivot at=\"30 mm, 280 mm\" inertia=\"1e-6 kg*m^2\" stiffness=\"0.5 N*m/rad\" "               \
    "damping=\"1e-5 N*m*s/rad\" angle=\"0.4 rad\"/></guide>"
#define SOFT(centre)                                                                               \
    "<disc name=\"d\" surface=\"steel\" mass=\"10 g\" radius=\"10 mm\" centre=\"" centre           \
    "\" velocity=\"0.1 m/s, -0.05 m/s\" spin=\"7 rad/s\">"                                         \
    "<affine width=\"20 mm\" shear-modulus=\"30 kPa\" viscosity=\"20 Pa*s\"/></disc>"
#define DISC(centre)                                                                               \
    "<disc name=\"d\" surface=\"steel\" mass=\"10 g\" radius=\"10 mm\" centre=\"" centre           \
    "\" velocity=\"0.1 m/s, -0.05 m/s\" spin=\"7 rad/s\"/>"
#define BLOCK(centre)                                                                              \
    "<block name=\"b\" surface=\"steel\" mass=\"20 g\" width=\"40 mm\" height=\"20 mm\" "          \
    "centre=\"" centre "\" velocity=\"0.2 m/s, -0.05 m/s\" spin=\"-3 rad/s\"/>"
#define NIP(name, at, driver, idler)                                                               \
    "<nip name=\"" name "\" path=\"p\" at=\"" at "\" load=\"5 N\" rate=\"500 N/m\">"               \
    "<driver radius=\"10 mm\" surface=\"rubber\" " driver                                          \
    "/><idler radius=\"8 mm\" surface=\"rubber\" mass=\"20 g\" " idler "/></nip>"

/* what the sheet gets beside its weight */
static void
resultant(const struct machine *m, double out[2])
{
    const struct quire_sheet *s = m->system->sheet;
    const double *fx = m->state->force + s->x0, *fy = fx + s->chain.stride;

    out[0] = -s->mass * m->system->gravity[0];
    out[1] = -s->mass * m->system->gravity[1];
    for (int i = 0; i <= s->chain.n; i++) {
        out[0] += fx[i];
        out[1] += fy[i];
    }
}

Test(balance, of_sheet_and_sliding_roller_is_action_and_reaction)
{
    static const double heading[] = {90, 60, 130, 0};

    for (size_t k = 0; k < sizeof heading / sizeof heading[0]; k++) {
        struct machine m;
        char text[4096];
        snprintf(text, sizeof text,
                 HEAD SHEET("")
                     ROLLER("centre=\"27 mm, -10 mm\" slide=\"%g deg\" load=\"3 N\" rate=\"500 "
                            "N/m\" damping=\"2 N*s/m\" "
                            "travel=\"0.001 mm\" spin=\"20 rad/s\" bearing-damping=\"1e-5 N*m*s\""),
                 heading[k]);
        machine_open(&m, text);
        machine_shake(&m, 3, 4e-6, 0.1);
        const struct quire_small *small = m.system->small;
        double *q = m.y + small->q0, *v = m.y + m.system->layout.v0 + small->v0, f[2], friction = 0;
        v[0] = 0.02;
        cr_assert_gt(machine_touches(&m, QUIRE_PARTNER_ROLLER, 0, 0), 0);
        resultant(&m, f);
        for (int i = 0; i < m.state->n_touch; i++) {
            friction += m.state->touch[i].friction;
        }
        const double angle = heading[k] / 57.295779513082320877,
                     closing[2] = {cos(angle), sin(angle)};
        /* travel counts against the closing direction; the roller feels the opposite of what the
         * sheet feels */
        const double pushed = closing[0] * f[0] + closing[1] * f[1];
        cr_expect_float_eq(m.state->force[small->v0], pushed - 3 - 500 * q[0] - 2 * v[0], 1e-11,
                           "%g degrees", heading[k]);
        cr_expect_float_eq(m.state->force[small->v0 + 1], -friction * 10 * MM - 1e-5 * v[1], 1e-13);
        cr_assert_gt(fabs(friction), 0.1);
        cr_assert_gt(hypot(f[0], f[1]), 5);
        machine_close(&m);
    }
}

/* energy in springs, sheets and contacts at (t, y) */
static double
stored(struct machine *m, double t, const double *y)
{
    double energy = 0;

    m->state->record = true;
    cr_assert(quire_state_forces(m->state, t, y));
    for (int k = 0; k < m->system->n_sheet; k++) {
        energy += quire_chain_elastic(&m->system->sheet[k].chain, &m->state->sheet[k].chain);
    }
    for (int k = 0; k < m->system->n_small; k++) {
        const struct quire_small *s = m->system->small + k;
        energy += s->body.ops->stored(s->body.self, y + s->q0);
    }
    for (int k = 0; k < m->state->n_touch; k++) {
        energy += m->state->touch[k].stored;
    }
    return energy;
}

/* a sheet bent over a roller by about two thirds of what it takes to lie on it */
#define BENT(turn, roller, side, distribution)                                                     \
    "<settings><gravity vector=\"1 m/s^2, -9 m/s^2\"/></settings>"                                 \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"20 MPa\"/>"         \
    "<contact name=\"c\"><normal law=\"linear\" stiffness=\"1e5 N/m\" damping=\"3 N*s/m\" "        \
    "reference-length=\"2 mm\" " distribution "/></contact><pair contact=\"c\"/>"                  \
    "<path name=\"p\" from=\"-30 mm, 0 mm\" heading=\"0 deg\"><line length=\"28 mm\"/>"            \
    "<arc radius=\"16 mm\" angle=\"40 deg\" turn=\"" turn "\"/><line length=\"30 mm\"/></path>"    \
    "<roller name=\"r\" radius=\"10 mm\" surface=\"rubber\" path=\"p\" at=\"" roller               \
    "\" side=\"" side "\" offset=\""                                                               \
    "0 mm\"/><sheet name=\"s\" media=\"m\" length=\"60 mm\" "                                      \
    "width=\"100 mm\" segments=\"60\"><start path=\"p\" lead=\"62 mm\"/></sheet>"

static void
check_powers(struct machine *m, const char *what, bool fades, bool guide)
{
    const struct quire_layout *l = &m->system->layout;
    const double t = 0.01;
    static double y[4096], still[4096];
    double work = 0, size = 0, growth = 0, sheets = 0;

    cr_assert_leq(l->length, sizeof y / sizeof y[0]);
    for (int k = -2; k <= 2; k++) { /* a little earlier and later, all velocities kept */
        static const double weight[5] = {1. / 12, -8. / 12, 0, 8. / 12, -1. / 12};
        const double d = 2e-7;
        memcpy(y, m->y, sizeof(double) * l->length);
        for (size_t i = 0; i < l->nq; i++) {
            y[i] += k * d * m->y[l->v0 + i];
        }
        growth += weight[k + 2] / d * stored(m, t + k * d, y); /* gates go on, too */
    }
    cr_assert(quire_state_matrix(m->state, t, m->y, 1e-8, 1e-4));
    const struct quire_powers p = quire_state_powers_after(m->state, still, 1e-4);
    for (size_t i = 0; i < l->nv; i++) {
        work += m->state->force[i] * m->y[l->v0 + i];
        size += fabs(m->state->force[i] * m->y[l->v0 + i]);
    }
    for (int k = 0; k < m->system->n_sheet; k++) {
        const struct quire_sheet *s = m->system->sheet + machine_sheet(m, k);
        const struct nodes n = machine_nodes(m, k, m->y);
        sheets += quire_chain_dissipation(&s->chain, &m->state->sheet[machine_sheet(m, k)].chain,
                                          n.vx, n.vy);
        for (int i = 0; i <= n.n; i++) {
            work -=
                s->weight[i] * (m->system->gravity[0] * n.vx[i] + m->system->gravity[1] * n.vy[i]);
        }
    }
    const double ledger =
        p.drives + p.belts + p.loads - p.friction - p.contact - p.bearings - sheets - growth;
    /* on guides the force is the gradient of the integral along the sheet, what is stored its sum
     * over points */
    cr_expect_lt(fabs(work - ledger), (guide ? 3e-3 : 2e-7) * size, "%s: work %.9g, ledger %.9g",
                 what, work, ledger);
    cr_expect_geq(p.friction, 0, "%s", what);
    if (!fades) { /* a share that grows makes stored energy, which is booked as a negative loss */
        cr_expect_geq(p.contact, 0, "%s", what);
    }
    cr_expect_geq(p.bearings, 0, "%s", what);
}

/* the powers after a step of this part of `way`, and those of the evaluation where it ends */
static void
powers_at_end(struct machine *m, const double *way, double part, double gamma,
              struct quire_powers *told, struct quire_powers *found)
{
    const struct quire_layout *l = &m->system->layout;
    double y[512], step[512] = {0};

    memcpy(y, m->y, sizeof(double) * l->length);
    for (size_t i = 0; i < l->nv; i++) {
        step[i] = part * way[i];
        y[l->v0 + i] += step[i];
        if (machine_position(m, i) < l->v0) {
            y[machine_position(m, i)] += gamma * step[i];
        }
    }
    cr_assert(quire_state_matrix(m->state, 0.01, m->y, gamma * gamma, gamma));
    *told = quire_state_powers_after(m->state, step, gamma);
    memset(step, 0, sizeof step);
    cr_assert(quire_state_matrix(m->state, 0.01, y, gamma * gamma, gamma));
    *found = quire_state_powers_after(m->state, step, gamma);
}

/* What a small step changes of the powers against their difference. What it changes of the lost
 * force by the places alone is left out, so one step hardly moves them. `rest`: the part of what
 * drives put in that the matrix leaves out, as shares of a sheet's places fade. */
static void
check_changes(struct machine *m, const char *what, bool fades, bool guide, double rest,
              unsigned seed)
{
    static const double gamma[] = {1e-3, 1e-9, 1e-3, 1e-9};
    double way[512];

    cr_assert_leq(m->system->layout.length, sizeof way / sizeof way[0]);
    for (size_t i = 0; i < m->system->layout.nv; i++) {
        way[i] = 1e-5 * machine_random(&seed);
    }
    /* of touches that are recorded ends of stretches move */
    for (int k = 0; k < 4; k++) {
        struct quire_powers told[2], found[2];
        /* else the derivatives leave out how stretches of the sheet begin and end elsewhere */
        const double part = guide && k >= 2 ? 2e-2 : 1e-5;
        m->state->record = k < 2;
        powers_at_end(m, way, 1, gamma[k], &told[0], &found[0]);
        powers_at_end(m, way, -1, gamma[k], &told[1], &found[1]);
        const double friction = found[0].friction - found[1].friction,
                     contact = found[0].contact - found[1].contact;
        cr_expect_lt(fabs(told[0].friction - told[1].friction - friction),
                     part * fabs(friction) + 1e-9 * fabs(found[0].friction),
                     "%s: friction %.9g, told %.9g", what, friction,
                     told[0].friction - told[1].friction);
        const double drives = m->system->n_gate == 0 ? 0 : found[0].drives - found[1].drives;
        cr_expect_leq(drives == 0 ? 0 : fabs(told[0].drives - told[1].drives - drives),
                      fmax(part, rest) * fabs(drives) + 1e-9 * fabs(found[0].drives),
                      "%s: drives %.9g, told %.9g", what, drives, told[0].drives - told[1].drives);
        if (k % 2 == 1 && !fades) {
            cr_expect_lt(fabs(told[0].contact - told[1].contact - contact),
                         part * fabs(contact) + 1e-9 * fabs(found[0].contact),
                         "%s: contact %.9g, told %.9g", what, contact,
                         told[0].contact - told[1].contact);
        }
    }
}

Test(balance, of_powers_closes)
{
    static const struct {
        const char *name, *parts;
        enum quire_partner_kind target;
        int index, sheet;
        bool fades;
        double shift; /* of the sheet [m] */
    } list[] = {
        {"drive roller with overdrive",
         HEAD SHEET("") ROLLER("centre=\"27 mm, -10 mm\" drive=\"feed\""), QUIRE_PARTNER_ROLLER, 0,
         0, false, 0},
        {"motor",
         HEAD SHEET("") ROLLER("centre=\"27 mm, -10 mm\" drive=\"motor\" spin=\"20 rad/s\" "
                               "bearing-torque=\"1e-3 N*m\""),
         QUIRE_PARTNER_ROLLER, 0, 0, false, 0},
        {"sliding idler",
         HEAD SHEET("") ROLLER(
             "centre=\"27 mm, -10 mm\" slide=\"70 deg\" load=\"2 N\" rate=\"300 N/m\" spin=\"60 "
             "rad/s\" "
             "inertia=\"1e-6 kg*m^2\" bearing-torque=\"1e-3 N*m\" bearing-damping=\"1e-5 N*m*s\""),
         QUIRE_PARTNER_ROLLER, 0, 0, false, 0},
        {"sliding drive roller",
         HEAD SHEET("")
             ROLLER("centre=\"27 mm, -10 mm\" slide=\"70 deg\" load=\"2 N\" drive=\"feed\""),
         QUIRE_PARTNER_ROLLER, 0, 0, false, 0},
        {"nip",
         HEAD SHEET("") NIP("a", "115 mm", "drive=\"feed\"", "spin=\"20 rad/s\"")
             NIP("b", "150 mm", "drive=\"motor\"", ""),
         QUIRE_PARTNER_ROLLER, 3, 0, false, 0},
        {"nip without a sheet",
         HEAD SHEET("") NIP("a", "15 mm", "drive=\"feed\"", "spin=\"20 rad/s\"")
             NIP("b", "250 mm", "drive=\"motor\"", ""),
         QUIRE_PARTNER_NIP, 0, -1, false, 0},
        {"moving line",
         HEAD SHEET("") "<guide name=\"g\" surface=\"steel\" velocity=\"0.4 m/s\">"
                        "<line from=\"-50 mm, -0.03 mm\" to=\"90 mm, -0.02 mm\"/></guide>",
         QUIRE_PARTNER_GUIDE, 0, 0, false, 0},
        {"wall's top",
         HEAD SHEET("") "<guide name=\"g\" surface=\"steel\"><line from=\"28 mm, -40 mm\" "
                        "to=\"28.5 mm, -0.02 mm\"/></guide>",
         QUIRE_PARTNER_GUIDE, 0, 0, false, 0},
        {"moving arc on the right",
         HEAD SHEET(
             "") "<guide name=\"g\" surface=\"steel\" side=\"right\" velocity=\"0.4 m/s\">"
                 "<arc from=\"0 mm, 2 mm\" through=\"33 mm, 0.02 mm\" to=\"66 mm, 2 mm\"/></guide>",
         QUIRE_PARTNER_GUIDE, 0, 0, false, 0},
        {"gate on a pivot",
         HEAD SHEET("") "<drive name=\"turns\" angle=\"0.4 rad\"><to time=\"5 ms\" angle=\"0.35 "
                        "rad\"/><to time=\"15 ms\" angle=\"0.45 rad\"/></drive>"
                        "<guide name=\"g\" surface=\"steel\" velocity=\"0.1 m/s\"><line "
                        "from=\"-31.3 mm, 27.63 mm\" to=\"70.01 mm, -15.22 mm\"/>"
                        "<pivot at=\"30 mm, -20 mm\" drive=\"turns\"/></guide>",
         QUIRE_PARTNER_GUIDE, 0, 0, false, 0},
        {"edge of a gate on a pivot",
         HEAD SHEET("") "<drive name=\"turns\" angle=\"0.4 rad\"><to time=\"5 ms\" angle=\"0.35 "
                        "rad\"/><to time=\"15 ms\" angle=\"0.45 rad\"/></drive>"
                        "<guide name=\"g\" surface=\"steel\"><line from=\"32.830898 mm, -8.168431 "
                        "mm\" to=\"35.92 mm, -0.833 mm\"/>"
                        "<pivot at=\"30 mm, -20 mm\" drive=\"turns\"/></guide>",
         QUIRE_PARTNER_GUIDE, 0, 0, false, 0},
        {"gate on a pivot that a spring holds",
         HEAD SHEET("") "<guide name=\"g\" surface=\"steel\" velocity=\"0.1 m/s\"><line "
                        "from=\"-31.3 mm, 27.63 mm\" to=\"70.01 mm, -15.22 mm\"/>"
                        "<pivot at=\"30 mm, -20 mm\" inertia=\"1e-7 kg*m^2\" mass=\"2 g\" "
                        "centre=\"40 mm, 10 mm\" stiffness=\"0.02 N*m/rad\" preload=\"1e-3 N*m\" "
                        "damping=\"1e-6 N*m*s/rad\" to=\"0.39 rad\" stop-stiffness=\"1 N*m/rad\" "
                        "angle=\"0.39 rad\"/></guide>",
         QUIRE_PARTNER_GUIDE, 0, 0, false, 0},
        {"edge of such a gate",
         HEAD SHEET(
             "") "<guide name=\"g\" surface=\"steel\"><line from=\"32.830898 mm, -8.168431 mm\" "
                 "to=\"35.92 mm, -0.833 mm\"/>"
                 "<pivot at=\"30 mm, -20 mm\" inertia=\"1e-7 kg*m^2\" angle=\"0.4 rad\"/></guide>",
         QUIRE_PARTNER_GUIDE, 0, 0, false, 0},
        {"gate on a slide that a spring holds",
         HEAD SHEET("") "<guide name=\"g\" surface=\"steel\"><line from=\"-51.2 mm, -1.63 mm\" "
                        "to=\"88.8 mm, -1.62 mm\"/>"
                        "<slide direction=\"3, 4\" mass=\"1 g\" stiffness=\"100 N/m\" rest=\"1 "
                        "mm\" damping=\"0.1 N*s/m\" stroke=\"2 mm\"/></guide>",
         QUIRE_PARTNER_GUIDE, 0, 0, false, 0},
        {"gate on a slide",
         HEAD SHEET("") "<drive name=\"pushes\" stroke=\"2 mm\"><to time=\"5 ms\" stroke=\"1 "
                        "mm\"/><to time=\"15 ms\" stroke=\"3 mm\"/></drive>"
                        "<guide name=\"g\" surface=\"steel\"><line from=\"-51.2 mm, -1.63 mm\" "
                        "to=\"88.8 mm, -1.62 mm\"/>"
                        "<slide direction=\"3, 4\" drive=\"pushes\"/></guide>",
         QUIRE_PARTNER_GUIDE, 0, 0, false, 0},
        {"corner of a gate ahead of the sheet's end and behind its mid-line",
         HEAD SHEET("") "<drive name=\"turns\" angle=\"0.4 rad\"><to time=\"5 ms\" angle=\"0.35 "
                        "rad\"/><to time=\"15 ms\" angle=\"0.45 rad\"/></drive><guide name=\"g\" "
                        "surface=\"steel\"><line from=\"65.452247528 mm, -13.236881621 mm\" "
                        "to=\"103.430891453 mm, -26.074881100 mm\"/><pivot at=\"30 mm, -20 mm\" "
                        "drive=\"turns\"/></guide>",
         QUIRE_PARTNER_GUIDE, 0, 0, true, 0},
        {"the same of a held gate",
         HEAD SHEET("") "<guide name=\"g\" surface=\"steel\"><line from=\"65.452247528 mm, "
                        "-13.236881621 mm\" to=\"103.430891453 mm, -26.074881100 mm\"/><pivot "
                        "at=\"30 mm, -20 mm\" inertia=\"1e-7 kg*m^2\" angle=\"0.4 rad\"/></guide>",
         QUIRE_PARTNER_GUIDE, 0, 0, true, 0},
        {"held gate across the sheet's end",
         HEAD SHEET("") "<guide name=\"g\" surface=\"steel\"><line from=\"63.844102077 mm, "
                        "-16.937785998 mm\" to=\"66.959448816 mm, -9.569298046 mm\"/><pivot "
                        "at=\"30 mm, -20 mm\" inertia=\"1e-7 kg*m^2\" angle=\"0.4 rad\"/></guide>",
         QUIRE_PARTNER_GUIDE, 0, 0, false, 0},
        {"end of a gate that shares the sheet's end",
         HEAD SHEET("") "<drive name=\"turns\" angle=\"0.4 rad\"><to time=\"5 ms\" angle=\"0.35 "
                        "rad\"/><to time=\"15 ms\" angle=\"0.45 rad\"/></drive><guide name=\"g\" "
                        "surface=\"steel\"><line from=\"65.393987080 mm, -13.271963242 mm\" "
                        "to=\"66.959448816 mm, -9.569298046 mm\"/><pivot at=\"30 mm, -20 mm\" "
                        "drive=\"turns\"/></guide>",
         QUIRE_PARTNER_GUIDE, 0, 0, true, 0},
        {"end of a held gate that shares the sheet's end",
         HEAD SHEET("") "<guide name=\"g\" surface=\"steel\"><line from=\"65.393987080 mm, "
                        "-13.271963242 mm\" to=\"66.959448816 mm, -9.569298046 mm\"/><pivot "
                        "at=\"30 mm, -20 mm\" inertia=\"1e-7 kg*m^2\" angle=\"0.4 rad\"/></guide>",
         QUIRE_PARTNER_GUIDE, 0, 0, true, 0},
        {"disc on a gate", HEAD SHEET("") FLAP("") DISC("0 mm, 309.95 mm"), QUIRE_PARTNER_GUIDE, 0,
         -1, false, 0},
        {"block deep in a gate", HEAD SHEET("") FLAP("thickness=\"4 mm\"") BLOCK("0 mm, 307.5 mm"),
         QUIRE_PARTNER_GUIDE, 0, -1, true, 0},
        {"disc at a gate's end", HEAD SHEET("") FLAP("") DISC("106 mm, 307.85 mm"),
         QUIRE_PARTNER_GUIDE, 0, -1, false, 0},
        {"block on a gate", HEAD SHEET("") FLAP("velocity=\"0.1 m/s\"") BLOCK("0 mm, 309.96 mm"),
         QUIRE_PARTNER_GUIDE, 0, -1, false, 0},
        {"block on a gate's end", HEAD SHEET("") FLAP("") BLOCK("112 mm, 309.96 mm"),
         QUIRE_PARTNER_GUIDE, 0, -1, false, 0},
        {"block on a round gate",
         HEAD SHEET("") TURNS "<guide name=\"g\" surface=\"steel\" side=\"left\"><circle "
                              "centre=\"6.262353603 mm, 300.893160209 mm\" radius=\"10 mm\"/>" PIVOT
                              "</guide>" BLOCK("-4 mm, 309.96 mm"),
         QUIRE_PARTNER_GUIDE, 0, -1, false, 0},
        {"disc on a held gate", HEAD SHEET("") HELD("") DISC("0 mm, 309.95 mm"),
         QUIRE_PARTNER_GUIDE, 0, -1, false, 0},
        {"block deep in a held gate",
         HEAD SHEET("") HELD("thickness=\"4 mm\"") BLOCK("0 mm, 307.5 mm"), QUIRE_PARTNER_GUIDE, 0,
         -1, true, 0},
        {"block on a held gate's end",
         HEAD SHEET("") HELD("velocity=\"0.1 m/s\"") BLOCK("112 mm, 309.96 mm"),
         QUIRE_PARTNER_GUIDE, 0, -1, false, 0},
        {"soft disc on a gate", HEAD SHEET("") FLAP("") SOFT("0 mm, 309.9 mm"), QUIRE_PARTNER_GUIDE,
         0, -1, false, 0},
        {"soft disc on a held gate",
         HEAD SHEET("") HELD("velocity=\"0.1 m/s\"") SOFT("0 mm, 309.9 mm"), QUIRE_PARTNER_GUIDE, 0,
         -1, false, 0},
        {"loads",
         HEAD SHEET("<load force=\"1 N, 0.4 N\" at=\"22 mm\"/><moment torque=\"5 mN*m\" at=\"42 "
                    "mm\" factor=\"2\"/>") ROLLER("centre=\"27 mm, -10 mm\" drive=\"feed\""),
         QUIRE_PARTNER_ROLLER, 0, 0, false, 0},
        {"line's end under the sheet",
         HEAD SHEET("") "<guide name=\"g\" surface=\"steel\"><line from=\"-50 mm, -0.03 mm\" "
                        "to=\"31 mm, -0.02 mm\"/></guide>",
         QUIRE_PARTNER_GUIDE, 0, 0, true, 0},
        {"line deep in the sheet",
         HEAD SHEET("") "<guide name=\"g\" surface=\"steel\" thickness=\"0.15 mm\">"
                        "<line from=\"-50 mm, 0.05 mm\" to=\"90 mm, 0.05 mm\"/></guide>",
         QUIRE_PARTNER_GUIDE, 0, 0, true, 0},
        {"corner that takes over from a face",
         HEAD SHEET("") "<guide name=\"g\" surface=\"steel\"><polyline points=\"-50 mm, -3.2 mm; "
                        "28 mm, -0.01 mm; 90 mm, -2.5 mm\"/></guide>",
         QUIRE_PARTNER_GUIDE, 0, 0, true, 0},
        {"nip that an edge opens",
         HEAD SHEET("") NIP("a", "162 mm", "drive=\"feed\"", "spin=\"20 rad/s\""),
         QUIRE_PARTNER_NIP, 0, -1, true, 2.5e-3},
        {"clamp",
         HEAD SHEET("<clamp end=\"trail\"/>") ROLLER("centre=\"27 mm, -10 mm\" drive=\"feed\""),
         QUIRE_PARTNER_ROLLER, 0, 0, false, 0},
    };

    for (size_t k = 0; k < sizeof list / sizeof list[0]; k++) {
        for (unsigned seed = 1; seed < 4; seed++) {
            struct machine m;
            machine_open(&m, list[k].parts);
            machine_shake(&m, seed, 4e-6, 0.1);
            const struct nodes sheet = machine_nodes(&m, 0, m.y);
            for (int i = 0; i <= sheet.n; i++) {
                sheet.x[i] += list[k].shift;
            }
            for (int i = 0; i < m.system->n_small; i++) {
                const struct quire_small *s = m.system->small + i;
                for (int j = 0; j < s->body.nv; j++) {
                    m.y[m.system->layout.v0 + (size_t)(s->v0 + j)] += 0.01 * (1 + (double)seed * j);
                }
            }
            for (int i = 0; i < m.system->n_gate; i++) {
                const struct quire_gate *gate = m.system->gate + i;
                if (gate->small >= 0) { /* it goes faster, and one with a stop is in it */
                    const struct quire_small *s = m.system->small + gate->small;
                    m.y[m.system->layout.v0 + (size_t)s->v0] += gate->turns ? 5 : 0.1;
                    m.y[s->q0] += m.y[s->q0] < 0.4 && gate->turns ? 0.01 : 0;
                }
            }
            cr_expect_gt(machine_touches(&m, list[k].target, list[k].index, list[k].sheet), 0,
                         "%s: nothing touches", list[k].name);
            const bool guide = list[k].target == QUIRE_PARTNER_GUIDE;
            check_powers(&m, list[k].name, list[k].fades, guide);
            /* a nip's share has no derivatives */
            if (list[k].target != QUIRE_PARTNER_NIP || !list[k].fades) {
                check_changes(&m, list[k].name, list[k].fades, guide,
                              list[k].fades && list[k].sheet >= 0 ? 2e-2 : 0, seed);
            }
            machine_close(&m);
        }
    }
}

/* What a sheet's curvature shares out between the nearest point and the stations of a wrap, the
 * matrix does not know: powers alone are looked at. */
Test(balance, closes_where_a_sheet_begins_to_wrap_a_roller)
{
    static const char *const parts[] = {
        BENT("right", "32 mm", "right", ""),
        BENT("left", "33 mm", "left", ""),
        BENT("right", "32 mm", "right", "distribution=\"point\""),
    };

    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
        for (unsigned seed = 1; seed < 8; seed++) {
            struct machine m;
            char what[40];
            machine_open(&m, parts[k]);
            machine_shake(&m, seed, 4e-6, 0.1);
            cr_assert_gt(machine_touches(&m, QUIRE_PARTNER_ROLLER, 0, 0), 0);
            const double wrap = m.state->sheet[0].roller[0].wrap;
            cr_expect(k == 2 ? wrap == 0 : wrap > 0.1 && wrap < 0.9, "%zu: %g", k, wrap);
            /* of touches that are recorded ends of stretches move */
            for (int plain = 0; plain < 2; plain++) {
                m.state->record = plain == 0;
                snprintf(what, sizeof what, "%zu, seed %u, %d", k, seed, plain);
                check_powers(&m, what, true, false);
            }
            machine_close(&m);
        }
    }
}

/* A sheet whose energy is beyond all numbers is blamed, and not the bodies whose energy was added
 * to it. */
Test(balance, what_is_beyond_all_numbers_is_named)
{
    struct machine m;
    struct quire_observer *o;

    machine_open(&m, HEAD SHEET("") DISC("0 mm, 100 mm")
                         ROLLER("centre=\"200 mm, 100 mm\" drive=\"feed\""));
    cr_assert_eq(quire_observer_create(&o, m.state), QUIRE_OK);
    cr_assert(quire_state_forces(m.state, 0, m.y));
    machine_drift(&m, 0, 1e200, 0);
    const struct quire_view *view = quire_observe(o, 0, m.y, NULL);
    cr_expect(!isfinite(view->energy.kinetic));
    cr_expect_str_eq(view->energy.swiftest, "s");
    quire_observer_destroy(o);
    machine_close(&m);
}

/* Friction that holds on: derivatives with the ways following, sheets at rest, whose memory is
 * whose, and the energy of the springs; in space one vector, nips that are turned, and mirror
 * images. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contact/law/stick.h"
#include "engine/engine.h"
#include "evaluate/evaluate.h"
#include "evaluate/powers.h"
#include "fixtures/machine.h"
#include "fixtures/simulate.h"
#include "math/detmath.h"
#include "step/stick_history.h"

/* so stiff that it stays flat; 0.48 g, half a thickness is 50 um */
#define PLANK                                                                                      \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" "           \
    "bending-stiffness-md=\"10 N*m\" damping-ratio=\"0.05\" damping-frequency=\"160 Hz\"/>"
#define TABLE(more)                                                                                \
    "<guide name=\"g\" surface=\"steel\" " more                                                    \
    "><line from=\"-100 mm, 0 mm\" to=\"200 mm, 0 mm\"/></guide>"
#define CONTACT(friction)                                                                          \
    "<contact name=\"c\"><normal law=\"mtt-boundary\" stiffness=\"2000 N/m\" exponent=\"1\" "      \
    "damping=\"0.5 N*s/m\" boundary-penetration=\"1 um\" rebound-damping-factor=\"1\" "            \
    "reference-length=\"60 mm\"/><friction law=\"stick-slip\" " friction                           \
    "/></contact><pair contact=\"c\"/>"
#define SETTINGS(gravity, end)                                                                     \
    "<settings><gravity vector=\"" gravity "\"/><run end=\"" end                                   \
    "\" sample=\"1 ms\"/><solver position-tolerance=\"10 nm\"/></settings>"
/* lies on the table with its weight of 4.8 mN */
#define SHEET(velocity)                                                                            \
    "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"6\"><start "       \
    "from=\"20 mm, 0.0476 mm\" velocity=\"" velocity ", 0 m/s\"/></sheet>"

/* a sheet that sticks to all it touches; `rebound` of both normal laws, `overdrive` of its roller,
 * `gate` of its guide */
#define EVERYTHING(rebound, overdrive, roller, gate, sheet)                                        \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\" "           \
    "bending-stiffness-md=\"0.3 mN*m\"/><contact name=\"grip\"><normal law=\"mtt-indentation\" "   \
    "stiffness=\"2e7 N/m^1.5\" damping=\"1e7 N*s/m^2.5\" " rebound                                 \
    "/><friction law=\"stick-slip\" "                                                              \
    "dynamic-coefficient=\"0.7\" stiffness=\"2e4 N/m\" damping-time=\"0.1 ms\"/>" overdrive        \
    "</contact><contact name=\"glide\"><normal law=\"mtt-indentation\" "                           \
    "stiffness=\"3e6 N/m^1.5\" damping=\"1e6 N*s/m^2.5\" " rebound                                 \
    "/><friction law=\"stick-slip\" "                                                              \
    "static-coefficient=\"0.5\" dynamic-coefficient=\"0.3\" stiffness=\"500 N/m\" "                \
    "damping-time=\"0.2 ms\" weakening-slip=\"1 mm\"/><vertex friction-factor=\"1.3\"/></contact>" \
    "<pair surface=\"rubber\" contact=\"grip\"/><pair surface=\"steel\" contact=\"glide\"/>"       \
    "<drive name=\"d\" speed=\"0.3 m/s\"/>"                                                        \
    "<roller name=\"r\" centre=\"31 mm, 10.03 mm\" radius=\"10 mm\" surface=\"rubber\" "           \
    "drive=\"d\" slide=\"80 deg\" load=\"1 N\" mass=\"15 g\" " roller "/>"                         \
    "<guide name=\"g\" surface=\"steel\" velocity=\"0.1 m/s\"><line from=\"-20 mm, -0.04 mm\" "    \
    "to=\"42 mm, -0.04 mm\"/><line from=\"42 mm, -0.04 mm\" to=\"70 mm, 0.1 mm\"/>" gate           \
    "</guide>"                                                                                     \
    "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" " sheet "</sheet>"
#define EVERYTHING_IN_PLANE                                                                        \
    EVERYTHING("", "<overdrive factor=\"1e-3 N^-1\"/>", "", "",                                    \
               "segments=\"11\"><start from=\"0 mm, 0 mm\"/>")
#define EVERYTHING_ON_A_GATE                                                                       \
    EVERYTHING("", "<overdrive factor=\"1e-3 N^-1\"/>", "",                                        \
               "<pivot at=\"-20 mm, -8 mm\" inertia=\"1e-6 kg*m^2\" stiffness=\"0.1 N*m/rad\"/>",  \
               "segments=\"11\"><start from=\"0 mm, 0 mm\"/>")
#define EVERYTHING_IN_SPACE                                                                        \
    EVERYTHING("rebound-damping-factor=\"1\"", "", "width=\"60 mm\" yaw=\"2 deg\" pads=\"3\"", "", \
               "segments=\"6\" columns=\"2\"><start from=\"0 mm, 0 mm\" yaw=\"1 deg\"/>")

/* ---- in space one vector ---- */

static struct quire_slide
slide_along(const struct quire_contact_law *law, struct quire_law_memory *grip, double slip,
            double slid, double anchor, double angle)
{
    const double u[2] = {quire_cos(angle), quire_sin(angle)};

    *grip = (struct quire_law_memory){.mode = 1,
                                      .history = {[QUIRE_LAW_ANCHOR] = anchor * u[0],
                                                  [2] = 9,
                                                  [QUIRE_LAW_ANCHOR_ACROSS] = anchor * u[1]}};
    return (struct quire_slide){.grip = grip,
                                .law = law,
                                .in_space = true,
                                .slip_across = slip * u[1],
                                .slid_across = slid * u[1],
                                .in = {.slip = slip * u[0],
                                       .slid = slid * u[0],
                                       .normal = 2,
                                       .factor = 1,
                                       .memory = grip,
                                       .ease = 1e-5}};
}

/* Whatever the direction, force, energy and memory are those of the plane along it, sticking or
 * sliding. */
Test(stick, in_space_is_that_of_the_plane_along_any_direction)
{
    struct machine m;
    machine_open_in_space(&m, EVERYTHING_IN_SPACE);
    for (int k = 0; k < 40; k++) {
        const struct quire_contact_law *law = m.system->law + k % 2;
        const double angle = 0.31 * k, slip = 0.01 * (k % 5 - 2), slid = 1e-4 * (k % 7 - 3),
                     gamma = 1e-3;
        struct quire_law_memory grip, alone = {.mode = 1, .history = {2e-5, 0, 9, 0}};
        struct quire_slide s = slide_along(law, &grip, slip, slid, 2e-5, angle);
        const struct quire_friction_in in = {
            .slip = slip, .slid = slid, .normal = 2, .factor = 1, .memory = &alone, .ease = 1e-5};
        struct quire_stick_vector v;
        struct quire_friction_out out, flat;
        quire_stick_eval(&s, gamma, &v, &out);
        law->friction->eval(law->friction_data, &in, &flat);
        const double along = v.f[0] * quire_cos(angle) + v.f[1] * quire_sin(angle),
                     across = v.f[1] * quire_cos(angle) - v.f[0] * quire_sin(angle);
        cr_expect_float_eq(along, flat.force, 1e-12, "%d", k);
        cr_expect_float_eq(across, 0, 1e-12, "%d", k);
        cr_expect_float_eq(quire_stick_stored(&s), law->friction->stored(law->friction_data, &in),
                           1e-15, "%d", k);
        if (fabs(flat.force) > 0) {
            cr_expect_float_eq(v.ratio + v.more, flat.d_slip + gamma * flat.d_slid, 1e-9, "%d", k);
        }
        s.in.ease = 0;
        struct quire_friction_in settled = in;
        settled.ease = 0;
        law->friction->commit(law->friction_data, &settled, &alone);
        m.state->grip[0] = grip;
        s.grip = m.state->grip;
        s.in.memory = s.grip;
        quire_stick_commit(m.state, m.state->part, &s, 1, 0);
        cr_expect_eq(m.state->grip[0].mode, alone.mode, "%d", k);
        cr_expect_float_eq(m.state->grip[0].history[QUIRE_LAW_ANCHOR],
                           alone.history[QUIRE_LAW_ANCHOR] * quire_cos(angle), 1e-15, "%d", k);
        cr_expect_float_eq(m.state->grip[0].history[QUIRE_LAW_ANCHOR_ACROSS],
                           alone.history[QUIRE_LAW_ANCHOR] * quire_sin(angle), 1e-15, "%d", k);
    }
    machine_close(&m);
}

/* ---- derivatives ---- */

/* how it gives way, with so much of its normal force: 0 not at all, 1 its friction falls, 2 it
 * slides
 */
static int
gives_way(const struct quire_slide *slide, double part)
{
    struct quire_slide s = *slide;
    struct quire_stick_vector v;
    struct quire_friction_out out;

    s.in.normal *= part;
    if (s.in_space) {
        quire_stick_eval(&s, 0, &v, &out);
    } else {
        s.law->friction->eval(s.law->friction_data, &s.in, &out);
    }
    return out.d_slid < 0 ? 0 : out.d_slid > 0 ? 1 : 2;
}

/* what was tried: states, and places that hold, whose friction falls and that slide there */
struct tally {
    int states, places[3];
};

/* the k-th place where friction may hold on */
static const struct quire_slide *
slide_at(const struct quire_state *st, int k)
{
    return &quire_places_hold(st, k, NULL)->slide;
}

/* false where some place is about to begin or end to slide: there differences say nothing */
static bool
count_places(const struct machine *m, struct tally *tally)
{
    const struct quire_state *st = m->state;
    const int n = quire_places_holds(st);
    int places[3] = {0, 0, 0};

    for (int k = 0; k < n; k++) {
        const struct quire_slide *s = slide_at(st, k);
        if (s->grip == NULL) {
            continue;
        }
        if (gives_way(s, 0.9) != gives_way(s, 1.1)) {
            return false;
        }
        places[gives_way(s, 1)]++;
    }
    tally->states++;
    for (int k = 0; k < 3; k++) {
        tally->places[k] += places[k];
    }
    return true;
}

/* the derivatives in a state drawn at random, with a step of 1 ms under way */
static void
try_state(struct machine *m, unsigned seed, struct tally *tally)
{
    const struct quire_layout *l = &m->system->layout;
    double *fixed = calloc(l->nz, sizeof *fixed);
    unsigned random = 200 + seed;

    for (size_t i = 0; i < l->nz; i++) {
        fixed[i] = 3e-5 * machine_random(&random);
    }
    for (int i = 0; i < m->system->n_grip; i++) {
        const double strength = machine_random(&random);
        m->state->grip[i].mode = strength > 0;
        m->state->grip[i].history[1] = fmax(strength, 0);
        m->state->rolling[i] = 1e-3 * fabs(machine_random(&random));
    }
    m->state->implicit.gamma = 1e-3;
    m->state->implicit.fixed = fixed;
    cr_expect_gt(machine_touches(m, QUIRE_PARTNER_ROLLER, 0, 0), 0);
    cr_assert(quire_state_matrix(m->state, 0, m->y, 1e-6, 1e-3));
    if (count_places(m, tally)) {
        const double error = machine_jacobian_error(m, 0);
        /* differences are no better beside these springs */
        cr_expect_lt(error, 2e-5, "seed %u: %g", seed, error);
    }
    free(fixed);
    machine_close(m);
}

Test(stick, derivatives_are_those_with_the_ways_following)
{
    struct tally plane = {0}, space = {0}, gate = {0};

    for (unsigned seed = 1; seed <= 40; seed++) {
        struct machine m;
        machine_open(&m, EVERYTHING_IN_PLANE);
        machine_shake(&m, seed, 4e-6, 0.05);
        machine_drift(&m, 0, seed % 2 == 0 ? 0.3 : 0.0, 0);
        try_state(&m, seed, &plane);
    }
    for (unsigned seed = 1; seed <= 40; seed++) {
        struct machine m;
        machine_open(&m, EVERYTHING_ON_A_GATE);
        machine_shake(&m, seed, 4e-6, 0.05);
        machine_drift(&m, 0, seed % 2 == 0 ? 0.3 : 0.0, 0);
        m.y[m.system->layout.v0 + (size_t)m.system->small[m.system->gate[0].small].v0] = 0.5;
        try_state(&m, seed, &gate);
    }
    for (unsigned seed = 1; seed <= 100; seed++) {
        struct machine m;
        machine_open_in_space(&m, EVERYTHING_IN_SPACE);
        machine_shake(&m, seed, 4e-6, seed % 2 == 0 ? 0.3 : 0.05);
        try_state(&m, seed, &space);
    }
    const struct tally *tally[3] = {&plane, &gate, &space};
    for (int k = 0; k < 3; k++) {
        const int *n = tally[k]->places;
        cr_expect(tally[k]->states > 5 && n[0] > 20 && n[2] > 20, "%d: %d: %d %d %d", k,
                  tally[k]->states, n[0], n[1], n[2]);
    }
    cr_expect(plane.places[1] > 0 && space.places[1] > 0, "%d %d", plane.places[1],
              space.places[1]);
}

/* Slip and normal force of the k-th place in the plane, now and as told after a step; false: it
 * does not hold on to a guide. */
static bool
tell_place(const struct quire_state *st, int k, const double *step, double gamma, double now[2],
           double told[2])
{
    const struct quire_slide *s = slide_at(st, k);

    if (s->grip == NULL || s->pair.target.kind != QUIRE_PARTNER_GUIDE) {
        return false;
    }
    now[1] = s->in.normal;
    struct quire_place_slides last = {.list = NULL};
    const struct quire_slide after = quire_state_slide_after(st, k, step, gamma, &last);
    now[0] = s->in.slip;
    told[0] = after.in.slip;
    told[1] = after.in.normal;
    return true;
}

/* What holds on to a gate that a spring holds knows how slip and normal force change with the
 * gate's motion, told against evaluated. */
Test(stick, follows_a_gate_that_moves)
{
    const double gamma = 1e-4, way = 1e-5;
    double told[64][2], before[64][2], now[2], none[2], *step;
    struct machine m;
    int n = 0;

    machine_open(&m, EVERYTHING_ON_A_GATE);
    machine_shake(&m, 3, 4e-6, 0.05);
    const struct quire_small *s = m.system->small + m.system->gate[0].small;
    double *v = m.y + m.system->layout.v0 + s->v0;
    *v = 0.5;
    step = calloc(m.system->layout.nv + m.system->layout.nz, sizeof *step);
    cr_assert_not_null(step);
    step[s->v0] = way;
    cr_assert(quire_state_matrix(m.state, 0, m.y, gamma * gamma, gamma));
    const int places = quire_places_holds(m.state);
    for (int k = 0; k < places && n < 64; k++) {
        n += tell_place(m.state, k, step, gamma, before[n], told[n]) ? 1 : 0;
    }
    cr_assert_gt(n, 3);
    m.y[s->q0] += gamma * way;
    *v += way;
    cr_assert(quire_state_matrix(m.state, 0, m.y, gamma * gamma, gamma));
    for (int k = 0, i = 0; k < places && i < n; k++) {
        if (!tell_place(m.state, k, step, gamma, now, none)) {
            continue;
        }
        for (int of = 0; of < 2; of++) { /* slip, normal force */
            const double change = now[of] - before[i][of];
            cr_expect_float_eq(told[i][of] - before[i][of], change, 1e-4 * fabs(change) + 1e-12,
                               "%d: %g %g", of, told[i][of] - before[i][of], change);
        }
        i++;
    }
    free(step);
    machine_close(&m);
}

/* ---- runs ---- */

static quire_run *
simulate(quire_model **model, const char *parts)
{
    return simulate_parts(model, "planar", parts, NULL);
}

static double
mean_shift(const quire_run *run)
{
    double x[7], y[7], sum = 0;

    cr_assert_eq(quire_run_nodes(run, "s", x, y, 7), 7);
    for (int i = 0; i < 7; i++) {
        sum += x[i] - (20e-3 + 10e-3 * i);
    }
    return sum / 7;
}

/* on a slope that it could slide down with 0.6 of its weight, the sheet hangs in its springs: m g_x
 * / k, and stays there */
Test(stick, a_sheet_on_a_slope_stays_where_its_spring_holds_it)
{
    /* 1.44 mN on 20 N/m three times: of the reference length, which the sheet has, and of each of
     * its ends, at which the law acts as a whole */
    const double stretch = 4.8e-4 * 3 / (3 * 20);
    double shift[2];

    for (int k = 0; k < 2; k++) {
        quire_model *model;
        quire_run *run = simulate(
            &model,
            k == 0 ? SETTINGS("3 m/s^2, -10 m/s^2", "0.5 s") PLANK CONTACT(
                         "dynamic-coefficient=\"0.5\" stiffness=\"20 N/m\" damping-time=\"10 ms\"")
                         TABLE("") SHEET("0 m/s")
                   : SETTINGS("3 m/s^2, -10 m/s^2", "2 s") PLANK CONTACT(
                         "dynamic-coefficient=\"0.5\" stiffness=\"20 N/m\" damping-time=\"10 ms\"")
                         TABLE("") SHEET("0 m/s"));
        shift[k] = mean_shift(run);
        cr_expect_float_eq(shift[k], stretch, 1e-3 * stretch, "%g %g", shift[k], stretch);
        quire_run_destroy(run);
        quire_model_destroy(model);
    }
    cr_expect_float_eq(shift[1], shift[0], 1e-5 * stretch, "%g %g", shift[0], shift[1]);
}

/* it slides v^2/(2 mu g) less what the spring takes, and swings on its spring until the dashpot has
 * stopped it; nothing is lost from the books */
Test(stick, a_sheet_slides_to_rest_and_the_energy_is_accounted_for)
{
    const double slide = 0.1 * 0.1 / (2 * 0.3 * 10), give = 0.3 * 4.8e-3 / 50;
    quire_model *model;
    quire_run *run = simulate(
        &model,
        SETTINGS("0 m/s^2, -10 m/s^2", "0.3 s")
            PLANK CONTACT("dynamic-coefficient=\"0.3\" stiffness=\"50 N/m\" damping-time=\"2 ms\"")
                TABLE("") SHEET("0.1 m/s"));

    cr_expect_float_eq(mean_shift(run), slide - 0.5 * give, give, "%g %g", mean_shift(run), slide);
    cr_expect_lt(fabs(quire_run_figure(run, "energy.residual.relative")), 2e-3, "%g",
                 quire_run_figure(run, "energy.residual.relative"));
    cr_expect_float_eq(quire_run_figure(run, "energy.friction"), 0.5 * 4.8e-4 * 0.01, 0.02 * 2.4e-6,
                       "%g", quire_run_figure(run, "energy.friction"));
    cr_expect_eq(quire_run_figure(run, "g.creep.max"), 0);
    cr_expect_float_eq(quire_run_figure(run, "g.slip.max"), 0.1, 1e-3, "%g",
                       quire_run_figure(run, "g.slip.max"));
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* v^2/(2 mu g) behind the belt, on which it then rests */
Test(stick, a_belt_takes_a_sheet_along)
{
    quire_model *model;
    quire_run *run = simulate(
        &model, SETTINGS("0 m/s^2, -10 m/s^2", "0.2 s") PLANK CONTACT(
                    "static-coefficient=\"0.5\" dynamic-coefficient=\"0.3\" stiffness=\"1e4 N/m\"")
                    TABLE("velocity=\"0.2 m/s\"") SHEET("0 m/s"));
    const double behind = 0.2 * 0.2 - mean_shift(run), expected = 0.2 * 0.2 / (2 * 0.3 * 10);

    cr_expect_float_eq(behind, expected, 5e-3 * expected, "%g %g", behind, expected);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* ---- nips in space ---- */

#define NIP                                                                                        \
    "<settings><gravity vector='0 m/s^2, 0 m/s^2'/></settings>"                                    \
    "<media name='m' grammage='80 g/m^2' thickness='0.1 mm' modulus-md='4 GPa'/><path name='p' "   \
    "from='0 mm, 0 mm'><line length='300 mm'/></path>"                                             \
    "<drive name='feed' speed='0.4 m/s'/><contact name='grip'><normal law='mtt-indentation' "      \
    "force='8 N' at-penetration='0.05 mm' "                                                        \
    "damping='1e8 N*s/m^2.5'/><friction law='stick-slip' dynamic-coefficient='0.5' "               \
    "static-coefficient='0.6'/></contact><pair contact='grip'/>"                                   \
    "<sheet name='s' media='m' length='60 mm' width='50 mm' segments='12' columns='3'><start "     \
    "path='p' lead='55 mm' speed='0.4 m/s'/></sheet>"                                              \
    "<nip name='n' path='p' at='30 mm' load='5 N' across='%d mm' width='20 mm' yaw='%d deg' "      \
    "pads='4'>"                                                                                    \
    "<driver radius='10 mm' surface='rubber' drive='feed'/><idler radius='8 mm' surface='rubber' " \
    "mass='1 g' spin='50 rad/s'/></nip>"

static void
run_nip(struct machine *m, int across, int yaw)
{
    static const struct quire_integrator_options options = {
        .position_tolerance = 1e-7, .velocity_rate = 1000, .order = 2};
    struct quire_integrator *it;
    char text[2048];

    snprintf(text, sizeof text, NIP, across, yaw);
    machine_open_in_space(m, text);
    cr_assert_eq(quire_engine_start(&it, m->state, &options, NULL, 0, m->y, NULL), QUIRE_OK);
    while (quire_integrator_time(it) < 0.02) {
        cr_assert_eq(quire_integrator_step(it, 0.02), QUIRE_OK);
    }
    quire_integrator_at(it, 0.02, m->y);
    quire_integrator_destroy(it);
}

/* A nip that is turned takes the sheet along square to its shafts, and once it holds nothing slips:
 * the sheet goes as the surfaces do. */
Test(stick, a_turned_nip_takes_the_sheet_its_own_way_without_slip)
{
    struct machine m;
    run_nip(&m, 0, 2);
    const struct quire_sheet *s = m.system->sheet;
    const double *v = m.y + m.system->layout.v0 + s->x0, angle = 2 * 3.14159265358979323846 / 180;
    double x = 0, z = 0;
    const int n = 3 * (s->ladder->n + 1);
    for (int k = 0; k < n; k++) {
        x += v[3 * k] / n;
        z += v[3 * k + 2] / n;
    }
    cr_expect_float_eq(sqrt(x * x + z * z), 0.4, 1e-4, "%g", sqrt(x * x + z * z));
    cr_expect_float_eq(fabs(z / x), tan(angle), 1e-3, "%g", z / x);
    cr_expect_gt(machine_touches(&m, QUIRE_PARTNER_ROLLER, 0, 0), 0);
    for (int k = 0; k < m.state->n_slide; k++) {
        cr_expect(m.state->slide[k].grip->mode == 1, "place %d slides", k);
        cr_expect_lt(hypot(m.state->slide[k].in.slip, m.state->slide[k].slip_across), 1e-4);
    }
    machine_close(&m);
}

Test(stick, a_mirrored_machine_runs_alike)
{
    struct machine one, other;

    run_nip(&one, 8, 2);
    run_nip(&other, -8, -2);
    const struct quire_sheet *s = one.system->sheet;
    for (int k = 0; k < (s->ladder->n + 1) * 3; k++) {
        const double *a = one.y + s->x0 + 3 * k, *b = other.y + s->x0 + 3 * (k / 3 * 3 + 2 - k % 3);
        /* rounding, and what is left over of iterations that start elsewhere for it: both far below
         * the position tolerance of 0.1 um */
        for (int d = 0; d < 3; d++) {
            cr_expect_float_eq(a[d], d == 2 ? -b[d] : b[d], 1e-10, "node %d: %a, %a", k, a[d],
                               b[d]);
        }
    }
    machine_close(&one);
    machine_close(&other);
}

/* ---- iterates ---- */

/* one evaluation of an iteration at this slip; its friction */
static double
friction_at(struct machine *m, struct quire_slide *s, double slip, bool matrix, double *d_slip)
{
    struct quire_friction_out out = {.force = 0};

    s->in.slip = slip;
    quire_stick_hold_along(m->state, matrix, s, &out);
    *d_slip = out.d_slip;
    return out.force;
}

/* Two iterates that slide in opposite ways are on either side of the slips at which friction holds:
 * the next matrix has the spring, and the one after that what this tells. */
Test(stick, holds_between_iterates_that_slide_apart)
{
    struct machine m;
    double d_slip;

    machine_open(&m, EVERYTHING_IN_PLANE);
    double *fixed = calloc(m.system->layout.nz + 1, sizeof *fixed);
    struct quire_slide s = {
        .grip = m.state->grip, .law = m.system->law, .share = 1, .in = {.normal = 2, .factor = 1}};
    m.state->implicit.fixed = fixed;
    m.state->implicit.gamma = 1e-3;
    quire_stick_begin(m.state);
    const double limit = -friction_at(&m, &s, 10, true, &d_slip);
    cr_expect_gt(limit, 0);
    cr_expect_eq(d_slip, 0);
    cr_expect_float_eq(friction_at(&m, &s, -10, false, &d_slip), limit, 1e-12); /* the law alone */
    const double pull = friction_at(&m, &s, -10, true, &d_slip);
    cr_expect(s.turned);
    cr_expect_lt(d_slip, 0);
    cr_expect_float_eq(pull, -10 * d_slip, 1e-9 * pull);
    cr_expect_gt(pull, 2 * limit);
    cr_expect_float_eq(friction_at(&m, &s, -10, true, &d_slip), limit, 1e-12);
    cr_expect(!s.turned);
    cr_expect_float_eq(friction_at(&m, &s, 10, true, &d_slip), -limit, 1e-12); /* but once */
    quire_stick_begin(m.state);
    cr_expect_float_eq(friction_at(&m, &s, 10, true, &d_slip), -limit, 1e-12);
    cr_expect_gt(friction_at(&m, &s, -10, true, &d_slip), 2 * limit);
    m.state->implicit.gamma = 0;
    free(fixed);
    machine_close(&m);
}

/* The friction of one evaluation in space, at a slip of this size in this direction. */
static struct quire_stick_vector
friction_towards(struct machine *m, struct quire_slide *s, double slip, double angle, bool matrix)
{
    struct quire_stick_vector v;
    struct quire_friction_out out = {.force = 0};

    s->in.slip = slip * quire_cos(angle);
    s->slip_across = slip * quire_sin(angle);
    quire_stick_hold(m->state, matrix, s, &v, &out);
    return v;
}

static double
size_of(const struct quire_stick_vector *v)
{
    return hypot(v->f[0], v->f[1]);
}

/* The same in space, where the second iterate slides another way by more than a right angle; by
 * less it slides on. */
Test(stick, holds_in_space_between_iterates_that_slide_apart)
{
    struct machine m;

    machine_open_in_space(&m, EVERYTHING_IN_SPACE);
    double *fixed = calloc(m.system->layout.nz + 1, sizeof *fixed);
    struct quire_slide s = {
        .grip = m.state->grip, .law = m.system->law, .share = 1, .in = {.normal = 2, .factor = 1}};
    m.state->implicit.fixed = fixed;
    m.state->implicit.gamma = 1e-3;
    for (int k = 0; k < 8; k++) {
        const double first = 0.7 * k, turn = k % 2 == 0 ? 1.4 : 1.8;
        quire_stick_begin(m.state);
        struct quire_stick_vector v = friction_towards(&m, &s, 10, first, true);
        const double limit = size_of(&v);
        cr_expect_gt(limit, 0);
        v = friction_towards(&m, &s, 10, first + turn, false); /* the law alone */
        cr_expect_float_eq(size_of(&v), limit, 1e-12);
        v = friction_towards(&m, &s, 10, first + turn, true);
        cr_expect_eq(s.turned, k % 2 == 1, "%d", k);
        if (k % 2 == 1) {
            cr_expect_gt(size_of(&v), 2 * limit);
            cr_expect_lt(v.ratio, 0);
            cr_expect_float_eq(v.f[0], v.ratio * s.in.slip, 1e-9 * size_of(&v));
            cr_expect_float_eq(v.f[1], v.ratio * s.slip_across, 1e-9 * size_of(&v));
            cr_expect_float_eq(v.more, 0, 1e-9 * fabs(v.ratio));
            v = friction_towards(&m, &s, 10, first, true); /* but once */
        }
        cr_expect_float_eq(size_of(&v), limit, 1e-12, "%d", k);
    }
    m.state->implicit.gamma = 0;
    free(fixed);
    machine_close(&m);
}

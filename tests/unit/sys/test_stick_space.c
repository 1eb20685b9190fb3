/* Friction that holds on in space: one vector, its derivatives with the ways following, nips that are turned, and mirror images. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "integ/integrator.h"
#include "machine.h"
#include "num/detmath.h"
#include "sys/stick.h"

#define MEDIA "<media name='m' grammage='80 g/m^2' thickness='0.1 mm' modulus-md='2 MPa' bending-stiffness-md='0.3 mN*m'/>"
#define GRIP(friction)                                                                                                \
    "<contact name='grip'><normal law='mtt-indentation' stiffness='2e7 N/m^1.5' damping='1e7 N*s/m^2.5' rebound-damping-factor='1'/>" \
    "<friction law='stick-slip' " friction "/></contact>"
#define EVERYTHING                                                                                                               \
    MEDIA GRIP("dynamic-coefficient='0.7' stiffness='2e4 N/m' damping-time='0.1 ms'")                                            \
    "<contact name='glide'><normal law='mtt-indentation' stiffness='3e6 N/m^1.5' damping='1e6 N*s/m^2.5'/>"                      \
    "<friction law='stick-slip' static-coefficient='0.5' dynamic-coefficient='0.3' stiffness='500 N/m' damping-time='0.2 ms'/>" \
    "<vertex friction-factor='1.3'/></contact><pair surface='rubber' contact='grip'/><pair surface='steel' contact='glide'/>"    \
    "<drive name='d' speed='0.3 m/s'/>"                                                                                          \
    "<roller name='r' centre='31 mm, 10.03 mm' radius='10 mm' surface='rubber' drive='d' slide='80 deg' load='1 N' mass='15 g' " \
    "width='60 mm' yaw='2 deg' pads='3'/>"                                                                                       \
    "<guide name='g' surface='steel' velocity='0.1 m/s'><line from='-20 mm, -0.04 mm' to='42 mm, -0.04 mm'/>"                    \
    "<line from='42 mm, -0.04 mm' to='70 mm, 0.1 mm'/></guide>"                                                                  \
    "<sheet name='s' media='m' length='60 mm' width='100 mm' segments='6' columns='2'><start from='0 mm, 0 mm' yaw='1 deg'/></sheet>"

/* ---- one vector ---- */

static struct quire_slide
slide_along(const struct quire_contact_law *law, struct quire_law_memory *grip, double slip, double slid, double anchor, double angle)
{
    const double u[2] = {quire_cos(angle), quire_sin(angle)};

    *grip = (struct quire_law_memory){.mode = 1, .captured = {anchor * u[0], 0, 9, anchor * u[1]}};
    return (struct quire_slide){.grip = grip, .law = law, .in_space = true, .slip_across = slip * u[1], .slid_across = slid * u[1],
                                .in = {.slip = slip * u[0], .slid = slid * u[0], .normal = 2, .factor = 1, .memory = grip, .ease = 1e-5}};
}

/* Whatever the direction, force, energy and memory are those of the plane along it, sticking or sliding. */
Test(stick_in_space, is_that_of_the_plane_along_any_direction)
{
    struct machine m;
    machine_open_in_space(&m, EVERYTHING);
    for (int k = 0; k < 40; k++) {
        const struct quire_contact_law *law = m.system->law + k % 2;
        const double angle = 0.31 * k, slip = 0.01 * (k % 5 - 2), slid = 1e-4 * (k % 7 - 3), gamma = 1e-3;
        struct quire_law_memory grip, alone = {.mode = 1, .captured = {2e-5, 0, 9, 0}};
        struct quire_slide s = slide_along(law, &grip, slip, slid, 2e-5, angle);
        const struct quire_friction_in in = {.slip = slip, .slid = slid, .normal = 2, .factor = 1, .memory = &alone, .ease = 1e-5};
        struct quire_stick_vector v;
        struct quire_friction_out out, flat;
        quire_stick_eval(&s, gamma, &v, &out);
        law->friction->eval(law->friction_data, &in, &flat);
        const double along = v.f[0] * quire_cos(angle) + v.f[1] * quire_sin(angle), across = v.f[1] * quire_cos(angle) - v.f[0] * quire_sin(angle);
        cr_expect_float_eq(along, flat.force, 1e-12, "%d", k);
        cr_expect_float_eq(across, 0, 1e-12, "%d", k);
        cr_expect_float_eq(quire_stick_stored(&s), law->friction->stored(law->friction_data, &in), 1e-15, "%d", k);
        if (fabs(flat.force) > 0) {
            cr_expect_float_eq(v.ratio + v.more, flat.d_slip + gamma * flat.d_slid, 1e-9, "%d", k);
        }
        s.in.ease = 0;
        struct quire_friction_in settled = in;
        settled.ease = 0;
        law->friction->settle(law->friction_data, &settled, &alone);
        m.state->grip[0] = grip;
        s.grip = m.state->grip;
        s.in.memory = s.grip;
        quire_stick_settle(m.state, m.state->part, &s, 1);
        cr_expect_eq(m.state->grip[0].mode, alone.mode, "%d", k);
        cr_expect_float_eq(m.state->grip[0].captured[QUIRE_LAW_ANCHOR], alone.captured[QUIRE_LAW_ANCHOR] * quire_cos(angle), 1e-15, "%d", k);
        cr_expect_float_eq(m.state->grip[0].captured[QUIRE_LAW_ANCHOR_ACROSS], alone.captured[QUIRE_LAW_ANCHOR] * quire_sin(angle), 1e-15, "%d", k);
    }
    machine_close(&m);
}

/* ---- derivatives ---- */

/* whether it slides, with so much of its normal force */
static bool
slides(const struct quire_slide *slide, double part)
{
    struct quire_slide s = *slide;
    struct quire_stick_vector v;
    struct quire_friction_out out;

    s.in.normal *= part;
    quire_stick_eval(&s, 0, &v, &out);
    return !(out.d_slid < 0);
}

Test(stick_in_space, derivatives_are_those_with_the_ways_following)
{
    int holding = 0, sliding = 0, tried = 0;

    for (unsigned seed = 1; seed <= 100; seed++) {
        struct machine m;
        unsigned random = 200 + seed;
        bool kink = false;
        machine_open_in_space(&m, EVERYTHING);
        machine_shake(&m, seed, 4e-6, seed % 2 == 0 ? 0.3 : 0.05);
        const struct quire_layout *l = &m.system->layout;
        double *fixed = calloc(l->nz, sizeof *fixed), *out = calloc(l->nz, sizeof *out);
        for (size_t i = 0; i < l->nz; i++) {
            fixed[i] = 3e-5 * machine_random(&random);
        }
        for (int i = 0; i < m.system->n_grip; i++) {
            m.state->grip[i].mode = machine_random(&random) > 0;
            m.state->rolling[i] = 1e-3 * fabs(machine_random(&random));
        }
        m.state->implicit.gamma = 1e-3;
        m.state->implicit.fixed = fixed;
        m.state->implicit.out = out;
        cr_expect_gt(machine_touches(&m, QUIRE_TARGET_ROLLER, 0, 0), 0);
        for (int k = 0; k < m.state->n_slide; k++) {
            kink = kink || slides(m.state->slide + k, 0.9) != slides(m.state->slide + k, 1.1);
        }
        for (int k = 0; k < m.state->n_slide && !kink; k++) {
            holding += !slides(m.state->slide + k, 1);
            sliding += slides(m.state->slide + k, 1);
        }
        if (!kink) {
            const double error = machine_jacobian_error(&m, 0);
            cr_expect_lt(error, 2e-5, "seed %u: %g", seed, error); /* differences are no better beside these springs */
            tried++;
        }
        free(fixed);
        free(out);
        machine_close(&m);
    }
    cr_expect(tried > 5 && holding > 20 && sliding > 20, "%d: %d %d", tried, holding, sliding);
}

/* ---- runs ---- */

#define NIP                                                                                                                               \
    "<settings><gravity vector='0 m/s^2, 0 m/s^2'/></settings>"                                                                           \
    "<media name='m' grammage='80 g/m^2' thickness='0.1 mm' modulus-md='4 GPa'/><path name='p' from='0 mm, 0 mm'><line length='300 mm'/></path>" \
    "<drive name='feed' speed='0.4 m/s'/><contact name='grip'><normal law='mtt-indentation' force='8 N' at-penetration='0.05 mm' "        \
    "damping='1e8 N*s/m^2.5'/><friction law='stick-slip' dynamic-coefficient='0.5' static-coefficient='0.6'/></contact><pair contact='grip'/>" \
    "<sheet name='s' media='m' length='60 mm' width='50 mm' segments='12' columns='3'><start path='p' lead='55 mm' speed='0.4 m/s'/></sheet>" \
    "<nip name='n' path='p' at='30 mm' load='5 N' across='%d mm' width='20 mm' yaw='%d deg' pads='4'>"                                    \
    "<driver radius='10 mm' surface='rubber' drive='feed'/><idler radius='8 mm' surface='rubber' mass='1 g' spin='50 rad/s'/></nip>"

static void
run_nip(struct machine *m, int across, int yaw)
{
    static const struct quire_integrator_options options = {.position_tolerance = 1e-7, .velocity_rate = 1000, .order = 2};
    struct quire_integrator *it;
    char text[2048];

    snprintf(text, sizeof text, NIP, across, yaw);
    machine_open_in_space(m, text);
    cr_assert_eq(quire_integrator_create(&it, m->state, &options, NULL, 0, m->y, NULL), QUIRE_OK);
    while (quire_integrator_time(it) < 0.02) {
        cr_assert_eq(quire_integrator_step(it, 0.02), QUIRE_OK);
    }
    quire_integrator_at(it, 0.02, m->y);
    quire_integrator_destroy(it);
}

/* A nip that is turned takes the sheet along square to its shafts, and once it holds nothing slips: the sheet goes as the surfaces do. */
Test(stick_in_space, a_turned_nip_takes_the_sheet_its_own_way_without_slip)
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
    cr_expect_gt(machine_touches(&m, QUIRE_TARGET_ROLLER, 0, 0), 0);
    for (int k = 0; k < m.state->n_slide; k++) {
        cr_expect(m.state->slide[k].grip->mode == 1, "place %d slides", k);
        cr_expect_lt(hypot(m.state->slide[k].in.slip, m.state->slide[k].slip_across), 1e-4);
    }
    machine_close(&m);
}

Test(stick_in_space, a_mirrored_machine_runs_to_the_same_bits)
{
    struct machine one, other;

    run_nip(&one, 8, 2);
    run_nip(&other, -8, -2);
    const struct quire_sheet *s = one.system->sheet;
    for (int k = 0; k < (s->ladder->n + 1) * 3; k++) {
        const double *a = one.y + s->x0 + 3 * k, *b = other.y + s->x0 + 3 * (k / 3 * 3 + 2 - k % 3);
        cr_expect(a[0] == b[0] && a[1] == b[1] && a[2] == -b[2], "node %d: %a %a %a, %a %a %a", k, a[0], a[1], a[2], b[0], b[1], b[2]);
    }
    machine_close(&one);
    machine_close(&other);
}

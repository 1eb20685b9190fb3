/* Laws of the normal force that remember, between sheets in space and guides and rollers: as in the
 * plane where the sheet is straight across. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/engine.h"
#include "fixtures/machine.h"

static const char *const laws[] = {
    "<normal law='hunt-crossley' force='0.2 N' at-penetration='2.5e-05 m' exponent='1.3' "
    "restitution='0.5' minimum-impact-velocity='1 mm/s'/>",
    "<normal law='flores' force='0.2 N' at-penetration='2.5e-05 m' exponent='1.3' "
    "restitution='0.5' minimum-impact-velocity='1 mm/s'/>",
    "<normal law='eepa' force='0.2 N' at-penetration='2.5e-05 m' exponent='1.3' "
    "plasticity-ratio='0.7'/>",
};

static void
run(struct machine *m, double end, double tolerance)
{
    const struct quire_integrator_options options = {
        .position_tolerance = tolerance, .velocity_rate = 1000, .order = 2};
    struct quire_integrator *it;

    cr_assert_eq(quire_engine_start(&it, m->state, &options, NULL, 0, m->y, NULL), QUIRE_OK);
    while (quire_integrator_time(it) < end) {
        cr_assert_eq(quire_integrator_step(it, end), QUIRE_OK, "%s",
                     quire_integrator_why(it)->text);
    }
    quire_integrator_at(it, end, m->y);
    quire_integrator_destroy(it);
}

/* ---- a plank falls flat onto a table ---- */

#define PLANK                                                                                      \
    "<settings><gravity vector='0 m/s^2, 0 m/s^2'/></settings><media name='m' grammage='80 "       \
    "g/m^2' thickness='0.1 mm' modulus-md='4 GPa' "                                                \
    "bending-stiffness-md='10 N*m' bending-stiffness-cd='10 N*m' damping-ratio='0.05' "            \
    "damping-frequency='160 Hz'/><pair contact='c'/>"                                              \
    "<guide name='g' surface='steel'><line from='-100 mm, 0 mm' to='200 mm, 0 mm'/></guide>"       \
    "<sheet name='s' media='m' length='60 mm' width='100 mm' segments='6' columns='3'><start "     \
    "from='20 mm, 0.06 mm' velocity='0 m/s, -0.3 m/s'/></sheet>"

static double
rebound(const char *law, bool spatial)
{
    struct machine m;
    char text[2048];
    double sum = 0;

    snprintf(text, sizeof text, "<contact name='c'>%s</contact>" PLANK, law);
    (spatial ? machine_open_in_space : machine_open)(&m, text);
    run(&m, 0.01, 1e-8);
    const struct quire_sheet *s = m.system->sheet;
    const double *v = m.y + m.system->layout.v0 + s->x0;
    for (int i = 0; i <= 6; i++) {
        for (int j = 0; j < 3; j++) {
            const double share =
                (i == 0 || i == 6 ? 0.5 : 1) / 6 * (spatial ? s->ladder->share[j] : 1.0 / 3);
            sum += share * (spatial ? v[(3 * i + j) * 3 + 1] : v[s->chain.stride + i]);
        }
    }
    machine_close(&m);
    return sum;
}

Test(memory_in_space, a_flat_sheet_rebounds_as_in_the_plane)
{
    for (size_t k = 0; k < sizeof laws / sizeof *laws; k++) {
        const double plane = rebound(laws[k], false), space = rebound(laws[k], true);
        cr_expect(plane > 0.05 && plane < 0.29, "%zu: %g", k, plane);
        cr_expect_float_eq(space, plane, 1e-3 * 0.3, "%zu: %g, %g", k, space, plane);
    }
}

/* ---- a nip ---- */

#define NIP                                                                                        \
    "<settings><gravity vector='0 m/s^2, -9.81 m/s^2'/></settings>"                                \
    "<media name='m' grammage='80 g/m^2' thickness='0.1 mm' modulus-md='4 GPa'/><path name='p' "   \
    "from='0 mm, 0 mm'><line length='300 mm'/></path>"                                             \
    "<drive name='feed' speed='0.4 m/s'/><contact name='c'>%s"                                     \
    "<friction law=%s dynamic-coefficient='0.5'/></contact><contact name='shafts'><normal "        \
    "law='linear' stiffness='1e5 N/m'/></contact>"                                                 \
    "<pair contact='c'/><guide name='g' surface='steel'><line from='-20 mm, -0.03 mm' to='25 mm, " \
    "-0.03 mm'/></guide>"                                                                          \
    "<sheet name='s' media='m' length='60 mm' width='50 mm' segments='12' columns='3'><start "     \
    "path='p' lead='55 mm' speed='0.3 m/s'/></sheet>"                                              \
    "<nip name='n' path='p' at='30 mm' load='0.5 N' across='%d mm' width='20 mm' yaw='%d deg' "    \
    "pads='4' roller-contact='shafts'>"                                                            \
    "<driver radius='10 mm' surface='rubber' drive='feed'/><idler radius='8 mm' surface='rubber' " \
    "mass='20 g'/></nip>"

static void
open_nip(struct machine *m, const char *law, const char *friction, int across, int yaw)
{
    char text[3000];

    snprintf(text, sizeof text, NIP, law, friction, across, yaw);
    machine_open_in_space(m, text);
}

Test(memory_in_space, a_mirrored_machine_runs_alike)
{
    for (size_t l = 0; l < sizeof laws / sizeof *laws; l++) {
        struct machine one, other;
        open_nip(&one, laws[l], "'stick-slip'", 8, 2);
        open_nip(&other, laws[l], "'stick-slip'", -8, -2);
        run(&one, 0.02, 1e-8);
        run(&other, 0.02, 1e-8);
        const struct quire_sheet *s = one.system->sheet;
        for (int k = 0; k < (s->ladder->n + 1) * 3; k++) {
            const double *a = one.y + s->x0 + 3 * k,
                         *b = other.y + s->x0 + 3 * (k / 3 * 3 + 2 - k % 3);
            /* steps differ, and plastic contact keeps what they leave: a hundred times the
             * tolerance */
            for (int d = 0; d < 3; d++) {
                cr_expect_float_eq(a[d], d == 2 ? -b[d] : b[d], 1e-6, "law %zu node %d: %a, %a", l,
                                   k, a[d], b[d]);
            }
        }
        cr_expect_gt(one.y[s->x0] - s->start[0], 5e-3, "it is fed");
        machine_close(&one);
        machine_close(&other);
    }
}

/* With what is remembered standing still, an impact that has begun or a plastic overlap beyond the
 * present one, forces change as the matrix says. */
Test(memory_in_space, derivatives_are_exact)
{
    static const double captured[] = {0.02, 0.02, 2.2e-5};

    for (size_t l = 0; l < sizeof laws / sizeof *laws; l++) {
        struct machine m;
        open_nip(&m, laws[l], "'mtt-step' threshold-velocity='1 m/s'", 3, 1);
        machine_shake(&m, 5, 1e-6, 0.01);
        for (int k = 0; k < m.system->n_memory; k++) {
            m.state->memory[k] = (struct quire_law_memory){.mode = 1, .history = {captured[l]}};
        }
        cr_expect_gt(machine_touches(&m, QUIRE_PARTNER_ROLLER, 0, 0), 0);
        cr_expect_gt(machine_touches(&m, QUIRE_PARTNER_GUIDE, 0, 0), 0);
        const double error = machine_jacobian_error(&m, 0);
        cr_expect_lt(error, 2e-5, "law %zu: %g", l, error);
        machine_close(&m);
    }
}

/* Sheets in space as the engine carries them: matrix against differences, solver and mass against
 * dense elimination, holds, mirror images. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "evaluate/evaluate.h"
#include "evaluate/mass.h"
#include "fixtures/dense.h"
#include "fixtures/machine.h"
#include "force/holds.h"
#include "force/space_sheet.h"
#include "force/terms.h"

#define PAPER                                                                                      \
    "<media name='m' grammage='80 g/m^2' thickness='0.1 mm' modulus-md='4 GPa' modulus-cd='2 "     \
    "GPa' damping-ratio='0.5' "                                                                    \
    "damping-frequency='20 Hz'/><path name='p' from='0 mm, 0 mm'><line length='300 mm'/></path>"
#define SHEET(columns, children)                                                                   \
    "<sheet name='s' media='m' length='60 mm' width='50 mm' segments='7' columns='" columns        \
    "'><start from='0 mm, 0 mm'/>" children "</sheet>"

/* ---- derivatives ---- */

static void
expect_exact(const char *parts, double t)
{
    struct machine m;

    machine_open_in_space(&m, parts);
    machine_shake(&m, 7, 2e-5, 0.05);
    quire_state_sync(m.state, t, m.y);
    const double error = machine_jacobian_error(&m, t);
    cr_expect_lt(error, 2e-6, "%g: %s", error, parts);
    machine_close(&m);
}

Test(space_engine, derivatives_of_what_acts_on_sheets_are_exact)
{
    static const char *const parts[] = {
        PAPER SHEET("2",
                    "<load at='33 mm' force='0.1 N, -0.2 N'/><moment at='20 mm' torque='1 mN*m'/>"),
        PAPER SHEET("3", "<load at='33 mm' across='-9 mm' force='0.1 N, -0.2 N'/><load across='25 "
                         "mm' force='0.1 N, -0.2 N'/><load force='1 N, 0 N'/>"),
        PAPER SHEET(
            "3", "<moment at='50 mm' torque='1 mN*m'/>") "<drag name='d' on='s' linear='0.2 N*s/m' "
                                                         "tangential-linear='0.1 N*s/m'/>",
        PAPER SHEET(
            "5", "") "<sleeve name='v' path='p' from='-10 mm' to='200 mm' stiffness='1e4 N/m^2'/>",
        PAPER SHEET("3", "<clamp end='trail'><to time='1 s' turn='20 deg' shift='1 mm, 2 "
                         "mm'/></clamp><pin end='lead' slide='25 deg'/>"),
        PAPER SHEET("2", "<clamp end='trail' until='0.2 s'/><clamp end='lead'/>"),
    };

    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
        expect_exact(parts[k], 0.3);
    }
}

/* ---- mass ---- */

static double
mass_error(struct machine *m, unsigned seed)
{
    const size_t n = m->n;
    double *a = malloc(sizeof(double) * n * n), *x = calloc(n, sizeof(double)),
           *r = aligned_alloc(64, sizeof(double) * quire_round_up(n)), work[128];

    cr_assert(a != NULL && x != NULL && r != NULL);
    machine_mass(m, 0, a);
    for (size_t i = 0; i < n; i++) {
        x[i] = a[i * n + i] > 0 ? machine_random(&seed) : 0;
    }
    dense_multiply(a, n, x, r);
    quire_state_mass_solve(m->state, 0, m->y, r, work);
    const double error = dense_distance(r, x, n);
    free(a);
    free(x);
    free(r);
    return error;
}

Test(space_engine, mass_solve_undoes_the_mass_matrix)
{
    static const char *const parts[] = {PAPER SHEET("2", ""),
                                        PAPER SHEET("3", "<clamp end='trail'/>"),
                                        PAPER SHEET("5", "<pin end='lead'/><clamp end='trail'/>"),
                                        PAPER SHEET("9", "<pin end='lead' slide='25 deg'/>"),
                                        PAPER SHEET("2", "<pin end='lead' slide='25 deg'/><pin "
                                                         "end='trail' slide='-40 deg'/>")};

    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
        struct machine m;
        machine_open_in_space(&m, parts[k]);
        const double error = mass_error(&m, (unsigned)k);
        /* an end that slides gets an acceleration and a force at once, of which digits are
         * lost
         */
        cr_expect_lt(error, k < 3 ? 1e-12 : 1e-9, "%d: %g", (int)k, error);
        machine_close(&m);
    }
}

/* accelerations from all forces, in place of these */
static void
accelerate(struct machine *m, double *a)
{
    double work[128];

    cr_assert(quire_state_forces(m->state, 0, m->y));
    memcpy(a, m->state->force, sizeof *a * m->n);
    quire_state_mass_solve(m->state, 0, m->y, a, work);
}

/* Bent a little, striking a guide with some of its stations, pushed at one place. */
static void
expect_planar_accelerations(const char *columns, int segments)
{
    char parts[2000];
    struct machine planar, spatial;

    snprintf(parts, sizeof parts,
             PAPER "<settings><gravity vector='0 m/s^2, -9.81 m/s^2'/></settings><contact "
                   "name='c'><normal law='linear' stiffness='1e4 N/m' damping='1 "
                   "N*s/m'/></contact><pair contact='c'/><guide name='g' surface='steel' "
                   "side='left'><line from='10 mm, -50.05 um' to='90 mm, 0.1 mm'/></guide><sheet "
                   "name='s' media='m' length='60 mm' width='50 mm' segments='%d' "
                   "columns='%s'><start from='0 mm, 0 mm'/><load at='33 mm' force='0.1 N, -0.2 "
                   "N'/></sheet>",
             segments, columns);
    machine_open(&planar, parts);
    machine_open_in_space(&spatial, parts);
    const struct quire_sheet *sheet = spatial.system->sheet;
    const struct nodes s = machine_nodes(&planar, 0, planar.y);
    for (int i = 0; i <= s.n; i++) {
        s.y[i] += 2e-8 * sin(0.9 * i);
        s.vx[i] = 0.3;
        s.vy[i] = -1;
        for (int j = 0; j < sheet->ladder->m; j++) {
            double *q = spatial.y + sheet->x0 + (i * sheet->ladder->m + j) * 3,
                   *v = q + spatial.system->layout.v0;
            q[1] = s.y[i];
            v[0] = s.vx[i];
            v[1] = s.vy[i];
        }
    }
    double *a = malloc(sizeof(double) * planar.n), *b = malloc(sizeof(double) * spatial.n);
    cr_assert(a != NULL && b != NULL);
    quire_state_sync(planar.state, 0, planar.y);
    quire_state_sync(spatial.state, 0, spatial.y);
    accelerate(&planar, a);
    accelerate(&spatial, b);
    cr_expect_gt(fabs(planar.state->power.contact), 0, "nothing is touched");
    double largest = 0, error = 0;
    const size_t x0 = planar.system->sheet->x0;
    for (int i = 0; i <= s.n; i++) {
        for (int d = 0; d < 2; d++) {
            const double one = a[x0 + (size_t)(d * planar.system->sheet->chain.stride + i)];
            largest = fmax(largest, fabs(one));
            for (int j = 0; j < sheet->ladder->m; j++) {
                error = fmax(
                    error, fabs(b[sheet->x0 + (size_t)((i * sheet->ladder->m + j) * 3 + d)] - one));
            }
        }
    }
    cr_expect_lt(error, 1e-9 * largest, "%d segments, %s columns: %g m/s^2 of %g", segments,
                 columns, error, largest);
    free(a);
    free(b);
    machine_close(&planar);
    machine_close(&spatial);
}

Test(space_engine, flat_sheets_have_the_accelerations_of_the_plane)
{
    static const char *const columns[] = {"2", "3", "5", "9"};

    for (int k = 0; k < 4; k++) {
        expect_planar_accelerations(columns[k], 7);
        expect_planar_accelerations(columns[k], 30);
    }
}

/* ---- elements that planar sheets feel too ---- */

/* A flat sheet that moves in the plane feels in all what a planar one does. */
Test(space_engine, elements_act_on_flat_sheets_as_in_the_plane)
{
    static const char parts[] =
        PAPER SHEET("3", "<load at='33 mm' force='0.1 N, -0.2 N'/><moment at='20 mm' torque='1 "
                         "mN*m'/>") "<drag name='d' on='s' linear='0.2 N*s/m' "
                                    "tangential-linear='0.1 N*s/m' coefficient='1'/><sleeve "
                                    "name='v' path='p' from='-10 mm' to='31 mm'/>";
    struct machine planar, spatial;

    machine_open(&planar, parts);
    machine_open_in_space(&spatial, parts);
    const struct nodes s = machine_nodes(&planar, 0, planar.y);
    const struct quire_sheet *sheet = spatial.system->sheet;
    for (int i = 0; i <= s.n; i++) {
        s.y[i] += 1e-4 * i * i;
        s.vx[i] = 0.3;
        s.vy[i] = 0.01 * i;
        for (int j = 0; j < 3; j++) {
            double *q = spatial.y + sheet->x0 + (3 * i + j) * 3, *v = q + spatial.system->layout.v0;
            q[1] = s.y[i];
            v[0] = s.vx[i];
            v[1] = s.vy[i];
        }
    }
    cr_assert(quire_state_forces(planar.state, 0, planar.y) &&
              quire_state_forces(spatial.state, 0, spatial.y));
    memset(spatial.state->force, 0, sizeof(double) * spatial.system->layout.nv);
    memset(&spatial.state->power, 0, sizeof spatial.state->power);
    quire_terms_on_spatial(spatial.state, 0, 0, spatial.y, 0, 0, false);
    const struct quire_powers *a = &planar.state->power, *b = &spatial.state->power;
    cr_expect_float_eq(a->loads, b->loads, 1e-15 + 1e-12 * fabs(a->loads));
    cr_expect_float_eq(a->elements, b->elements, 1e-12 * fabs(a->elements));
    cr_expect_gt(a->elements, 0);
    cr_expect_float_eq(a->contact, b->contact, 1e-12 * fabs(a->contact), "sleeve: %g, %g",
                       a->contact, b->contact);
    machine_close(&planar);
    machine_close(&spatial);
}

/* ---- mirror images ---- */

#define MIRRORED                                                                                   \
    PAPER "<settings><gravity vector='0 m/s^2, -9.81 m/s^2'/></settings><drive name='feed' "       \
          "speed='0.4 m/s'/>"                                                                      \
          "<contact name='grip'><normal law='mtt-indentation' force='8 N' at-penetration='0.05 "   \
          "mm' damping='1e8 N*s/m^2.5'/>"                                                          \
          "<friction law='mtt-step' dynamic-coefficient='1' threshold-velocity='10 "               \
          "mm/s'/></contact><pair contact='grip'/>"                                                \
          "<sheet name='s' media='m' length='60 mm' width='50 mm' segments='12' "                  \
          "columns='3'><start path='p' lead='55 mm' speed='0.4 m/s'/></sheet>"                     \
          "<nip name='n' path='p' at='30 mm' load='5 N' across='%d mm' width='20 mm' yaw='%d "     \
          "deg' pads='4'>"                                                                         \
          "<driver radius='10 mm' surface='rubber' drive='feed'/><idler radius='8 mm' "            \
          "surface='rubber' mass='20 g'/></nip>"                                                   \
          "<side-guide name='w' path='p' across='%d.05 mm' side='%s' surface='steel'/>"

/* y after 20 ms, in which the nip has steered and the sheet has come to the wall */
static void
run_mirrored(struct machine *m, int side)
{
    static const struct quire_integrator_options options = {
        .position_tolerance = 1e-8, .velocity_rate = 1000, .order = 2};
    struct quire_integrator *it;
    char text[2048];

    snprintf(text, sizeof text, MIRRORED, 8 * side, 2 * side, -25 * side,
             side > 0 ? "right" : "left");
    machine_open_in_space(m, text);
    cr_assert_eq(quire_engine_start(&it, m->state, &options, NULL, 0, m->y, NULL), QUIRE_OK);
    while (quire_integrator_time(it) < 0.02) {
        cr_assert_eq(quire_integrator_step(it, 0.02), QUIRE_OK);
    }
    quire_integrator_at(it, 0.02, m->y);
    quire_integrator_destroy(it);
}

Test(space_engine, a_mirrored_machine_runs_alike)
{
    struct machine one, other;

    run_mirrored(&one, 1);
    run_mirrored(&other, -1);
    const struct quire_sheet *s = one.system->sheet;
    for (int k = 0; k < (s->ladder->n + 1) * 3; k++) {
        const double *a = one.y + s->x0 + 3 * k, *b = other.y + s->x0 + 3 * (k / 3 * 3 + 2 - k % 3);
        for (int d = 0; d < 3; d++) { /* steps differ: 50 times the tolerance */
            cr_expect_float_eq(a[d], d == 2 ? -b[d] : b[d], 5e-7, "node %d: %a, %a", k, a[d], b[d]);
        }
    }
    cr_expect_gt(fabs(one.y[s->x0 + 5] - s->start[5]), 1e-5, "nothing steers");
    cr_expect_gt(machine_touches(&one, QUIRE_PARTNER_GUIDE, one.system->wall[0].guide, 0), 0,
                 "it does not come to the wall");
    machine_close(&one);
    machine_close(&other);
}

/* The whole linear system of a step, with its condensed and bordering small bodies, and the mass
 * matrix, against dense elimination. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "evaluate/mass.h"
#include "fixtures/dense.h"
#include "fixtures/machine.h"
#include "solve/linear_system.h"

#define MM 1e-3
#define HEAD                                                                                       \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\"/>"          \
    "<drive name=\"feed\" speed=\"0.4 m/s\"/><drive name=\"motor\" torque=\"5 mN*m\" "             \
    "no-load-speed=\"90 rad/s\"/>"                                                                 \
    "<contact name=\"grip\"><normal law=\"mtt-indentation\" force=\"8 N\" at-penetration=\"0.05 "  \
    "mm\" damping=\"1e8 N*s/m^2.5\"/>"                                                             \
    "<friction law=\"mtt-step\" dynamic-coefficient=\"1\" threshold-velocity=\"10 "                \
    "mm/s\"/></contact><pair contact=\"grip\"/>"                                                   \
    "<path name=\"p\" from=\"-100 mm, 0 mm\" heading=\"0 deg\"><line length=\"300 mm\"/></path>"
#define SHEET(name, from, children)                                                                \
    "<sheet name=\"" name "\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"13\">"      \
    "<start from=\"" from "\"/>" children "</sheet>"
#define NIP(name, at)                                                                              \
    "<nip name=\"" name "\" path=\"p\" at=\"" at "\" load=\"5 N\" rate=\"500 N/m\">"               \
    "<driver radius=\"10 mm\" surface=\"rubber\" drive=\"motor\"/><idler radius=\"8 mm\" "         \
    "surface=\"rubber\" mass=\"20 g\"/></nip>"
#define ROLLER(name, centre)                                                                       \
    "<roller name=\"" name "\" radius=\"10 mm\" surface=\"rubber\" centre=\"" centre               \
    "\" slide=\"70 deg\" "                                                                         \
    "load=\"2 N\" mass=\"15 g\" inertia=\"1e-6 kg*m^2\"/>"

static double
solve_error(struct machine *m, double g, unsigned seed)
{
    const size_t n = m->n;
    double *a = malloc(sizeof(double) * n * n), *b = calloc(n, sizeof(double)),
           *r = aligned_alloc(64, sizeof(double) * quire_round_up(n)),
           *again = aligned_alloc(64, sizeof(double) * quire_round_up(n));

    cr_assert(a != NULL && b != NULL && r != NULL && again != NULL);
    machine_matrix(m, 0, g * g, g, a);
    memset(r, 0, sizeof(double) * n);
    for (size_t i = 0; i < n; i++) {
        bool there = false;
        for (size_t j = 0; j < n; j++) {
            there = there || a[i * n + j] != 0;
        }
        if (!there) { /* padding */
            a[i * n + i] = 1;
        } else {
            b[i] = r[i] = machine_random(&seed);
        }
    }
    memcpy(again, r, sizeof(double) * n);
    quire_state_factorise(m->state, r);
    /* as between two iterations with the same matrix */
    quire_state_forces(m->state, 0, m->y);
    quire_state_solve(m->state, again);
    cr_expect_arr_eq(again, r, sizeof(double) * n, "solving again gives the same bits");
    dense_solve(a, n, b);
    const double error = dense_distance(r, b, n);
    free(a);
    free(b);
    free(r);
    free(again);
    return error;
}

static void
try_solve(struct machine *m, const char *what)
{
    static const double g[] = {1e-6, 1e-4, 3e-3};

    for (unsigned k = 0; k < 3; k++) {
        const double error = solve_error(m, g[k], k);
        cr_expect_lt(error, 1e-9, "%s, gamma %g: %g", what, g[k], error);
    }
}

Test(solve, condenses_the_bodies_of_nips)
{
    struct machine m;

    machine_open(&m, HEAD
                 "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"13\">"
                 "<start path=\"p\" lead=\"160 mm\" speed=\"0.3 m/s\"/></sheet>" NIP("n1", "115 mm")
                     NIP("n2", "147 mm") NIP("apart", "200 mm"));
    machine_shake(&m, 1, 1e-7, 2e-3);
    cr_assert_gt(machine_touches(&m, QUIRE_PARTNER_ROLLER, 1, 0), 0);
    cr_assert_gt(machine_touches(&m, QUIRE_PARTNER_NIP, 2, -1), 0);
    try_solve(&m, "nips");
    machine_close(&m);
}

/* the sheet goes round the idler: it touches it on both sides, many nodes apart */
Test(solve, borders_a_roller_that_touches_one_sheet_at_two_places)
{
    struct machine m;

    machine_open(&m, HEAD SHEET("s", "0 mm, 0 mm", "<clamp end=\"trail\"/>")
                         ROLLER("r", "30 mm, 0 mm") ROLLER("other", "200 mm, 0 mm"));
    const struct nodes s = machine_nodes(&m, 0, m.y);
    for (int i = 0; i <= s.n; i++) { /* a hairpin, 20 mm wide */
        const double along = 60 * MM * i / s.n;
        s.x[i] = along < 30 * MM ? 20 * MM + along * 0.5 : 50 * MM - along * 0.5;
        s.y[i] = along < 30 * MM ? 10.02 * MM : -10.02 * MM;
    }
    machine_shake(&m, 1, 1e-6, 3e-3);
    cr_assert_gt(machine_touches(&m, QUIRE_PARTNER_ROLLER, 0, 0), 1);
    try_solve(&m, "hairpin");
    machine_close(&m);
}

Test(solve, borders_a_roller_between_two_sheets)
{
    struct machine m;

    machine_open(&m, HEAD SHEET("a", "0 mm, 0 mm", "")
                         SHEET("b", "5 mm, -20.06 mm", "<pin end=\"lead\" slide=\"25 deg\"/>")
                             SHEET("c", "5 mm, 90 mm", "") ROLLER("far", "30 mm, -100 mm")
                                 ROLLER("r", "30 mm, -10.03 mm") ROLLER("on-c", "30 mm, 100 mm")
                                     ROLLER("edge", "70 mm, 0.5 mm"));
    machine_shake(&m, 1, 1e-6, 3e-3);
    cr_assert_gt(machine_touches(&m, QUIRE_PARTNER_ROLLER, 1, 0), 0);
    cr_assert_gt(machine_touches(&m, QUIRE_PARTNER_ROLLER, 1, 1), 0);
    cr_assert_gt(machine_touches(&m, QUIRE_PARTNER_ROLLER, 2, 2), 0);
    cr_assert_gt(machine_touches(&m, QUIRE_PARTNER_ROLLER, 3, 0), 0);
    try_solve(&m, "between");
    machine_close(&m);
}

/* a wall on a pivot that lies along one sheet and touches another with its edge; one more gate
 * touches a single place */
Test(solve, borders_a_gate_that_two_sheets_push)
{
    struct machine m;

    machine_open(
        &m,
        HEAD SHEET("a", "0 mm, 0 mm", "") SHEET(
            "b", "46 mm, -21 mm",
            "<pin end=\"trail\" slide=\"25 deg\"/>") "<guide name=\"wall\" surface=\"rubber\" "
                                                     "side=\"both\" thickness=\"1 mm\"><line "
                                                     "from=\"10 mm, -0.54 mm\" to=\"50 mm, -0.54 "
                                                     "mm\"/>"
                                                     "<line from=\"50 mm, -0.54 mm\" to=\"50 mm, "
                                                     "-20.96 mm\"/><pivot at=\"0 mm, -0.54 mm\" "
                                                     "inertia=\"1e-6 kg*m^2\" stiffness=\"0.01 "
                                                     "N*m/rad\"/></guide>"
                                                     "<guide name=\"finger\" surface=\"rubber\" "
                                                     "side=\"right\"><line from=\"30 mm, 0.045 "
                                                     "mm\" to=\"30 mm, 20 mm\"/>"
                                                     "<slide direction=\"0, 1\" mass=\"1 g\" "
                                                     "from=\"0 mm\"/></guide>");
    machine_shake(&m, 1, 1e-6, 3e-3);
    cr_assert_gt(machine_touches(&m, QUIRE_PARTNER_GUIDE, 0, 0) +
                     machine_touches(&m, QUIRE_PARTNER_GUIDE, 1, 0),
                 3);
    cr_assert_gt(machine_touches(&m, QUIRE_PARTNER_GUIDE, 0, 1) +
                     machine_touches(&m, QUIRE_PARTNER_GUIDE, 1, 1),
                 0);
    cr_assert_gt(machine_touches(&m, QUIRE_PARTNER_GUIDE, 2, 0), 0);
    try_solve(&m, "gates");
    machine_close(&m);
}

/* ---- mass ---- */

static double
mass_error(struct machine *m, unsigned seed)
{
    const size_t n = m->n;
    double *a = malloc(sizeof(double) * n * n), *x = calloc(n, sizeof(double)),
           *r = calloc(n, sizeof(double)), work[128];

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

Test(mass, solve_undoes_the_mass_matrix)
{
    struct machine m;

    machine_open(&m, HEAD SHEET("a", "0 mm, 0 mm", "<clamp end=\"trail\"/>")
                         SHEET("b", "0 mm, 30 mm", "<pin end=\"lead\"/>")
                             SHEET("c", "0 mm, 60 mm", "<pin end=\"lead\"/><clamp end=\"trail\"/>")
                                 SHEET("d", "0 mm, 90 mm", "") ROLLER("r", "0 mm, 200 mm")
                                     NIP("n", "200 mm"));
    for (unsigned seed = 1; seed < 4; seed++) {
        cr_expect_lt(mass_error(&m, seed), 1e-13);
    }
    machine_close(&m);
}

/* Rows of ends that slide mix accelerations with forces, which are smaller by the mass of a
 * segment: that much of the digits is lost. */
Test(mass, solve_undoes_the_mass_matrix_where_ends_slide)
{
    struct machine m;

    machine_open(
        &m,
        HEAD SHEET("a", "0 mm, 0 mm",
                   "<pin end=\"lead\" slide=\"30 deg\"/><clamp end=\"trail\" slide=\"-80 deg\"/>")
            SHEET("b", "0 mm, 30 mm", "<pin end=\"lead\" slide=\"30 deg\"/><pin end=\"trail\"/>"));
    for (unsigned seed = 1; seed < 4; seed++) {
        cr_expect_lt(mass_error(&m, seed), 1e-15 / m.system->sheet[0].chain.mass_end);
    }
    machine_close(&m);
}

/* every one of many sheets keeps its holds */
Test(mass, solve_holds_the_ends_of_every_sheet)
{
    struct machine m;
    char text[8192];
    size_t n = (size_t)snprintf(text, sizeof text, "%s", HEAD);

    for (int k = 0; k < 9; k++) {
        n += (size_t)snprintf(
            text + n, sizeof text - n,
            "<sheet name=\"s%d\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"7\">"
            "<start from=\"0 mm, %d mm\"/><clamp end=\"trail\"/><pin end=\"lead\"/></sheet>",
            k, 10 * k);
    }
    machine_open(&m, text);
    double *mass = malloc(sizeof(double) * m.n * m.n);
    cr_assert_not_null(mass);
    machine_mass(&m, 0, mass);
    for (int k = 0; k < 9; k++) {
        const size_t first = m.system->sheet[k].x0, last = first + 7;
        cr_expect(mass[first * m.n + first] == 1 && mass[first * m.n + first + 1] == 0,
                  "trail of sheet %d", k);
        cr_expect(mass[last * m.n + last] == 1 && mass[last * m.n + last - 1] == 0,
                  "lead of sheet %d", k);
    }
    free(mass);
    cr_expect_lt(mass_error(&m, 1), 1e-13);
    machine_close(&m);
}

/* a straight sheet that flies and turns is a uniform rod: m v, m v^2 / 2 + m L^2 w^2 / 24, m L^2 w
 * / 12 */
Test(mass, of_a_straight_sheet_is_that_of_a_uniform_rod)
{
    struct machine m;

    machine_open(&m, HEAD
                 "<sheet name=\"s\" media=\"m\" length=\"297 mm\" width=\"210 mm\" segments=\"7\">"
                 "<start from=\"20 mm, 5 mm\" heading=\"33 deg\"/></sheet>");
    const struct quire_sheet *sheet = m.system->sheet;
    const struct nodes s = machine_nodes(&m, 0, m.y);
    const double mass = 0.080 * 0.297 * 0.210, length = 0.297, spin = 9, u = 0.7, v = -0.4;
    const double cx = 0.5 * (s.x[0] + s.x[s.n]), cy = 0.5 * (s.y[0] + s.y[s.n]);
    double *a = malloc(sizeof(double) * m.n * m.n), *p = calloc(m.n, sizeof(double)), px = 0,
           py = 0, turning = 0;
    cr_assert(a != NULL && p != NULL);
    for (int i = 0; i <= s.n; i++) {
        s.vx[i] = u - spin * (s.y[i] - cy);
        s.vy[i] = v + spin * (s.x[i] - cx);
    }
    machine_mass(&m, 0, a);
    dense_multiply(a, m.n, m.y + m.system->layout.v0, p);
    for (int i = 0; i <= s.n; i++) {
        const double qx = p[sheet->x0 + (size_t)i],
                     qy = p[sheet->x0 + (size_t)(i + sheet->chain.stride)];
        px += qx;
        py += qy;
        turning += (s.x[i] - cx) * qy - (s.y[i] - cy) * qx;
    }
    const double energy = 0.5 * mass * (u * u + v * v) + mass * length * length * spin * spin / 24;
    cr_expect_float_eq(px, mass * u, 1e-14 * mass);
    cr_expect_float_eq(py, mass * v, 1e-14 * mass);
    cr_expect_float_eq(turning, mass * length * length * spin / 12,
                       1e-13 * mass * length * length * spin);
    cr_expect_float_eq(quire_chain_kinetic(&sheet->chain, s.vx, s.vy), energy, 1e-13 * energy);
    free(a);
    free(p);
    machine_close(&m);
}

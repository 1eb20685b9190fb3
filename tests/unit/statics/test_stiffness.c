/* Stiffness, mass and displacements of the machine at rest. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures/machine.h"
#include "force/space_sheet.h"
#include "statics/space_rest.h"

#define MEDIA "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\"/>"
#define SHEET(children)                                                                            \
    "<sheet name=\"page\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"12\">"          \
    "<start from=\"0 mm, 0.04 mm\"/>" children "</sheet>"
#define TABLE                                                                                      \
    "<contact name=\"c\"><normal law=\"mtt-boundary\" stiffness=\"1e6 N/m^1.5\" exponent=\"1.5\" " \
    "boundary-penetration=\"0.02 mm\"/></contact><pair contact=\"c\"/>"                            \
    "<guide name=\"table\" surface=\"steel\" side=\"left\" velocity=\"0.3 m/s\">"                  \
    "<line from=\"-20 mm, 0 mm\" to=\"90 mm, 0 mm\"/></guide>"                                     \
    "<roller name=\"r\" radius=\"10 mm\" surface=\"steel\" centre=\"30 mm, 10.08 mm\" "            \
    "slide=\"-90 deg\" load=\"0.2 N\" rate=\"100 N/m\" mass=\"15 g\" inertia=\"1e-6 kg*m^2\"/>"

static void
open_at_rest(struct machine *m, struct quire_stiffness *s, const char *parts)
{
    machine_open(m, parts);
    memset(m->y + m->system->layout.v0, 0, sizeof(double) * m->system->layout.nv);
    cr_assert_eq(quire_stiffness_create(s, m->state), 0);
    quire_stiffness_begin(s, 0);
}

static void
close_at_rest(struct machine *m, struct quire_stiffness *s)
{
    quire_stiffness_destroy(s);
    machine_close(m);
}

/* K x against the change of the forces along x */
static double
stiffness_error(struct machine *m, struct quire_stiffness *s, const double *x)
{
    const struct quire_layout *l = &m->system->layout;
    const size_t n = (size_t)s->n;
    const double h = 1e-9;
    double *kx = calloc(n, sizeof *kx), *f = calloc(n, sizeof *f),
           *y = aligned_alloc(64, sizeof(double) * (l->length + 8));
    double error = 0, largest = 0;

    cr_assert(quire_stiffness_assemble(s, 0, m->y));
    quire_skyline_multiply(&s->shape, s->k, x, kx);
    for (int side = -1; side <= 1; side += 2) {
        memcpy(y, m->y, sizeof(double) * l->length);
        for (size_t i = 0; i < l->nv; i++) {
            y[i] += s->unknown[i] >= 0 ? side * h * s->weight[i] * x[s->unknown[i]] : 0;
        }
        cr_assert(quire_stiffness_assemble(s, 0, y));
        for (size_t i = 0; i < n; i++) {
            f[i] += side * s->force[i] / (2 * h);
        }
    }
    for (size_t i = 0; i < n; i++) {
        error = fmax(error, fabs(kx[i] + f[i]));
        largest = fmax(largest, fabs(kx[i]));
    }
    free(kx);
    free(f);
    free(y);
    return error / largest;
}

/* A sheet on a table under a roller with a spring: dF along any displacement is -K times it; the
 * table's belt does not count at rest. */
Test(stiffness, is_what_forces_change_by)
{
    struct machine m;
    struct quire_stiffness s;
    unsigned seed = 3;
    open_at_rest(&m, &s,
                 MEDIA TABLE SHEET("<clamp end=\"trail\"/><load force=\"0.1 N, 0 N\"/><moment "
                                   "torque=\"1 mN*m\" at=\"31 mm\"/>"));
    cr_assert_eq(s.n, 2 * 12 + 2);
    double *x = calloc((size_t)s.n, sizeof *x);
    for (int i = 0; i < s.n; i++) {
        x[i] = machine_random(&seed);
    }
    cr_expect_lt(stiffness_error(&m, &s, x), 1e-5);
    free(x);
    close_at_rest(&m, &s);
}

/* A free sheet has three motions against which nothing works. */
Test(stiffness, free_sheet_has_three_rigid_motions)
{
    struct machine m;
    struct quire_stiffness s;
    open_at_rest(&m, &s,
                 "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>" MEDIA SHEET(""));
    cr_assert(quire_stiffness_assemble(&s, 0, m.y));
    cr_expect_eq(quire_stiffness_factorise(&s, 1), 0);
    cr_expect_eq(quire_stiffness_factorise(&s, -1), 3);
    close_at_rest(&m, &s);
}

/* Turning stretches nothing: a displacement that would, to first order, only turn the segments
 * leaves their lengths. */
Test(stiffness, displacements_keep_lengths)
{
    struct machine m;
    struct quire_stiffness s;
    open_at_rest(&m, &s, MEDIA SHEET("<clamp end=\"trail\"/>"));
    const struct quire_layout *l = &m.system->layout;
    double *step = calloc(l->nv, sizeof *step),
           *out = aligned_alloc(64, sizeof(double) * (l->length + 8));
    for (int i = 0; i <= 12; i++) {
        step[m.system->sheet[0].chain.stride + i] = 2e-4 * i * i;
    }
    quire_stiffness_displace(&s, m.y, step, out);
    const struct nodes a = machine_nodes(&m, 0, out);
    for (int i = 0; i < a.n; i++) {
        cr_expect_float_eq(hypot(a.x[i + 1] - a.x[i], a.y[i + 1] - a.y[i]), 5e-3, 1e-12);
    }
    cr_expect(fabs(a.x[0]) <= 0 && a.y[0] == 0.04e-3, "the clamp stays");
    cr_expect_gt(a.y[12], 10e-3);
    free(step);
    free(out);
    close_at_rest(&m, &s);
}

/* ---- in space ---- */

#define LADDER(columns, children)                                                                  \
    "<sheet name=\"page\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"12\" "          \
    "columns=\"" columns "\">"                                                                     \
    "<start from=\"0 mm, 0.04 mm\" yaw=\"2 deg\"/>" children "</sheet>"

static void
open_at_rest_in_space(struct machine *m, struct quire_stiffness *s, const char *parts)
{
    machine_open_in_space(m, parts);
    memset(m->y + m->system->layout.v0, 0, sizeof(double) * m->system->layout.nv);
    cr_assert_eq(quire_stiffness_create(s, m->state), 0);
    quire_stiffness_begin(s, 0);
}

/* A sheet askew on a table under a roller with a spring. */
Test(stiffness, is_what_forces_change_by_in_space)
{
    static const char *const sheets[] = {
        MEDIA TABLE LADDER("2",
                           "<load force=\"0.1 N, 0 N\"/><moment torque=\"1 mN*m\" at=\"31 mm\"/>"),
        MEDIA TABLE LADDER("3", "")};

    for (int k = 0; k < 2; k++) {
        struct machine m;
        struct quire_stiffness s;
        unsigned seed = 3;
        open_at_rest_in_space(&m, &s, sheets[k]);
        cr_assert_eq(s.n, 3 * (2 + k) * 13 + 2);
        double *x = calloc((size_t)s.n, sizeof *x);
        for (int i = 0; i < s.n; i++) {
            x[i] = machine_random(&seed);
        }
        cr_expect_lt(stiffness_error(&m, &s, x), 1e-5);
        free(x);
        close_at_rest(&m, &s);
    }
}

Test(stiffness, free_sheet_has_six_rigid_motions_in_space)
{
    struct machine m;
    struct quire_stiffness s;
    open_at_rest_in_space(
        &m, &s,
        "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>" MEDIA LADDER("3", ""));
    cr_assert(quire_stiffness_assemble(&s, 0, m.y));
    cr_expect_eq(quire_stiffness_factorise(&s, 1), 0);
    cr_expect_eq(quire_stiffness_factorise(&s, -1), 6);
    close_at_rest(&m, &s);
}

/* A strip that is bent far in one step keeps the lengths of its columns and of its lines across.
 * Twist too leaves next to nothing of the energy that the nodes alone would have, straight on. */
Test(stiffness, displacements_keep_lengths_in_space)
{
    for (int twist = 0; twist < 2; twist++) {
        struct machine m;
        struct quire_stiffness s;
        open_at_rest_in_space(
            &m, &s,
            MEDIA "<sheet name=\"page\" media=\"m\" length=\"60 mm\" width=\"100 mm\" "
                  "segments=\"12\"><start from=\"0 mm, 0.04 mm\"/><clamp end=\"trail\"/></sheet>");
        const struct quire_layout *l = &m.system->layout;
        double *step = calloc(l->nv, sizeof *step),
               *out = aligned_alloc(64, sizeof(double) * (l->length + 8)), way, turn;
        for (int i = 1; i <= 12; i++) {
            step[6 * i + 1] = 2e-4 * i * i - twist * 4e-4 * i;
            step[6 * i + 4] = 2e-4 * i * i + twist * 4e-4 * i;
        }
        quire_space_extent(&s, 0, m.y, step, &way, &turn);
        cr_expect_float_eq(way, 2e-4 * 144 + twist * 4e-4 * 12, 1e-15);
        cr_expect_float_eq(turn, (2e-4 * (144 - 121) + twist * 4e-4) / 5e-3, 1e-12);
        quire_stiffness_displace(&s, m.y, step, out);
        cr_assert_not(s.failed);
        for (int i = 0; twist == 0 && i <= 12; i++) {
            const double *a = out + 6 * i;
            cr_expect_float_eq(
                sqrt(pow(a[3] - a[0], 2) + pow(a[4] - a[1], 2) + pow(a[5] - a[2], 2)), 0.1, 1e-9,
                "across %d", i);
            for (int j = 0; i < 12 && j < 6; j += 3) {
                cr_expect_float_eq(sqrt(pow(a[6 + j] - a[j], 2) + pow(a[7 + j] - a[1 + j], 2) +
                                        pow(a[8 + j] - a[2 + j], 2)),
                                   5e-3, 1e-9, "%d, %d", i, j);
            }
        }
        const double stored = quire_space_sheet_stored(m.state, 0, 0, out);
        for (size_t i = 0; i < m.system->sheet[0].size; i++) {
            out[i] = m.y[i] + step[i];
        }
        cr_expect_lt(stored, 1e-3 * quire_space_sheet_stored(m.state, 0, 0, out));
        cr_expect(fabs(out[0]) <= 0 && out[1] == 0.04e-3 && out[2] == -0.05, "the clamp stays");
        cr_expect_gt(out[6 * 12 + 1], 10e-3);
        free(step);
        free(out);
        close_at_rest(&m, &s);
    }
}

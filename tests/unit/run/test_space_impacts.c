/* Impacts bend a sheet in space as they do in the plane: its mass is the same. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <quire/run.h>

#include "fixtures/sanitized.h"
#include "fixtures/simulate.h"

/* A sheet strikes a slope of 60 degrees at 1 m/s. Little of it is damped: dampers in space also
 * resist that a bent sheet turns, and a hundredth of the damping's own part would be seen. */
#define STRIKE                                                                                     \
    "<settings><gravity vector='0 m/s^2, 0 m/s^2'/><run end='40 ms' sample='0.2 ms'/>"             \
    "<solver position-tolerance='0.05 um'/></settings>"                                            \
    "<media name='m' grammage='80 g/m^2' thickness='0.1 mm' modulus-md='4 GPa' modulus-cd='2 "     \
    "GPa' damping-ratio='0.01' damping-frequency='20 Hz'/>"                                        \
    "<contact name='c'><normal law='linear' stiffness='1e5 N/m' damping='1 N*s/m'/><friction "     \
    "law='mtt-step' dynamic-coefficient='0.2' threshold-velocity='10 mm/s'/></contact>"            \
    "<pair contact='c'/><guide name='g' surface='steel' side='left'><line from='95 mm, -25 mm' "   \
    "to='150 mm, 70.263 mm'/></guide>"                                                             \
    "<sheet name='page' media='m' length='100 mm' width='60 mm' segments='%d' columns='%d'>"       \
    "<start from='0 mm, 0 mm' velocity='1 m/s, 0 m/s'/></sheet>"

static size_t
column_of(const quire_run *run, const char *name)
{
    const size_t n = quire_run_column_count(run), length = strlen(name);

    for (size_t i = 0; i < n; i++) {
        const char *header = quire_run_column_name(run, i);
        if (strncmp(header, name, length) == 0 && header[length] == ' ') {
            return i;
        }
    }
    cr_assert_fail("no column %s", name);
    return 0;
}

static quire_run *
strike(quire_model **model, const char *motion, int segments, int columns)
{
    char text[4000];

    snprintf(text, sizeof text, STRIKE, segments, columns);
    return simulate_parts(model, motion, text, NULL);
}

static double
largest(const quire_run *run, const char *name)
{
    const size_t i = column_of(run, name);
    double most = 0;

    for (size_t row = 0; row < quire_run_row_count(run); row++) {
        most = fmax(most, fabs(quire_run_value(run, row, i)));
    }
    return most;
}

static double
apart(const quire_run *a, const quire_run *b, const char *name)
{
    const size_t i = column_of(a, name), k = column_of(b, name);
    double most = 0;

    cr_assert_eq(quire_run_row_count(a), quire_run_row_count(b));
    for (size_t row = 0; row < quire_run_row_count(a); row++) {
        most = fmax(most, fabs(quire_run_value(a, row, i) - quire_run_value(b, row, k)));
    }
    return most;
}

static void
expect_planar(const quire_run *flat, int segments, int columns)
{
    quire_model *model;
    quire_run *run = strike(&model, "spatial", segments, columns);
    const double bent = largest(run, "page.curvature"), in_plane = largest(flat, "page.curvature"),
                 had = largest(flat, "energy.kinetic");

    cr_expect_float_eq(bent, in_plane, 1e-3 * in_plane, "%d segments, %d columns: %g of %g 1/m",
                       segments, columns, bent, in_plane);
    cr_expect_lt(apart(run, flat, "page.lead.x"), 1e-5, "%d segments, %d columns: %g m", segments,
                 columns, apart(run, flat, "page.lead.x"));
    cr_expect_lt(apart(run, flat, "page.lead.y"), 1e-5);
    /* also what it has of energy of either kind, at any time */
    cr_expect_lt(apart(run, flat, "energy.kinetic"), 1e-3 * had,
                 "%d segments, %d columns: %g of %g", segments, columns,
                 apart(run, flat, "energy.kinetic"), had);
    cr_expect_lt(apart(run, flat, "energy.elastic"), 1e-3 * had,
                 "%d segments, %d columns: %g of %g", segments, columns,
                 apart(run, flat, "energy.elastic"), had);
    cr_expect_lt(largest(run, "energy.residual"), 2e-4 * had, "%d segments, %d columns: %g of %g",
                 segments, columns, largest(run, "energy.residual"), had);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

Test(space_impacts, bend_sheets_as_in_the_plane)
{
    static const int segments[] = {10, 20, 40}, columns[] = {2, 3, 5};

    for (int k = 0; k < (is_repeated() ? 2 : 3); k++) {
        quire_model *model;
        quire_run *flat = strike(&model, "planar", segments[k], 2);
        for (int c = 0; c < 3; c++) {
            expect_planar(flat, segments[k], columns[c]);
        }
        quire_run_destroy(flat);
        quire_model_destroy(model);
    }
}

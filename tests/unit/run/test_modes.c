/* Contact laws with modes in a run: located events, captured numbers, restarts, and switching without end. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdlib.h>
#include <string.h>

#include "../sys/remembering.h"
#include "base/diag.h"
#include "run/modes.h"
#include "sys/memory.h"

#define SETTINGS(gravity, end)                                                                     \
    "<settings><gravity vector=\"0 m/s^2, " gravity " m/s^2\"/><run end=\"" end                    \
    "\" sample=\"1 ms\"/><solver position-tolerance=\"10 nm\"/></settings>"
/* so stiff that it stays flat; 0.48 g, half a thickness is 50 um */
#define PLANK                                                                                      \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" "           \
    "bending-stiffness-md=\"10 N*m\" damping-ratio=\"0.05\" damping-frequency=\"160 Hz\"/>"
#define SHEET(from, velocity, load)                                                                \
    "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"6\"><start "       \
    "from=\"" from "\" velocity=\"" velocity "\"/>" load "</sheet>"
#define TABLE(more)                                                                                \
    "<guide name=\"g\" surface=\"steel\" " more                                                    \
    "><line from=\"-100 mm, 0 mm\" to=\"200 mm, 0 mm\"/></guide>"

enum { STATIONS = 7 };

/* Runs to the end; the first complaint, if there is one, goes to `complaint`. */
static quire_run *
simulate(quire_model *model, quire_status expected, char *complaint, size_t size)
{
    quire_diag *diag = quire_diag_create();
    quire_run *run;

    remembering_flips = 0;
    quire_status status = quire_run_create(&run, model, NULL, diag);
    cr_assert_eq(status, QUIRE_OK);
    status = quire_run_execute(run, diag);
    complaint[0] = '\0';
    if (quire_diag_count(diag) > 0) {
        quire_diag_format(diag, 0, complaint, size);
    }
    cr_assert_eq(status, expected, "%d: %s", (int)status, complaint);
    quire_diag_destroy(diag);
    return run;
}

/* ---- impacts ---- */

#define IMPACT                                                                                     \
    "<contact name=\"c\"><normal law=\"test-impact\" stiffness=\"6e7 N/m^1.5\" "                   \
    "restitution=\"0.5\" reference-length=\"60 mm\"/></contact><pair contact=\"c\"/>"

Test(modes, each_impact_captures_its_own_speed)
{
    char complaint[512];
    double speed[4] = {0};
    quire_model *model = remembering_model(SETTINGS("-1", "1.3 s") PLANK IMPACT TABLE("")
                                               SHEET("20 mm, 0.25 mm", "0 m/s, -1 m/s", ""));
    quire_run *run = simulate(model, QUIRE_OK, complaint, sizeof complaint);

    cr_assert_eq(remembering_flips, 4 * STATIONS, "%d", remembering_flips);
    for (int k = 0; k < remembering_flips; k++) {
        const struct remembering_flip *f = remembering_flip + k;
        cr_expect_eq(f->mode, (k / STATIONS + 1) % 2);
        cr_expect_lt(fabs(f->overlap / f->closing), 1e-9, "%g s", f->overlap / f->closing);
        speed[k / STATIONS] += f->closing / STATIONS;
    }
    cr_expect_float_eq(speed[0], 1, 2e-3, "%g", speed[0]);
    cr_expect_float_eq(-speed[1] / speed[0], 0.5, 1e-3, "%g", -speed[1] / speed[0]);
    cr_expect_float_eq(speed[2], -speed[1], 1e-3, "%g %g", speed[2], speed[1]);
    cr_expect_float_eq(-speed[3] / speed[2], 0.5, 1e-3, "%g", -speed[3] / speed[2]);
    cr_expect_geq(quire_run_figure(run, "solver.restarts"), 4);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

Test(modes, forces_are_a_function_of_state_and_mode)
{
    struct machine m;

    remembering_open(&m, SETTINGS("-1", "1 s") PLANK IMPACT TABLE("")
                             SHEET("20 mm, 0.03 mm", "0 m/s, -1 m/s", ""));
    const struct quire_layout *l = &m.system->layout;
    const size_t memory = sizeof *m.state->memory * 2 * (size_t)m.system->n_memory,
                 size = sizeof(double) * l->nv;
    struct quire_law_memory *kept = malloc(memory);
    double *force = malloc(size), *g = calloc(STATIONS, sizeof *g),
           *away = aligned_alloc(64, sizeof(double) * (l->length + QUIRE_LANES));
    memcpy(kept, m.state->memory, memory);
    cr_assert(quire_state_forces(m.state, 0, m.y));
    memcpy(force, m.state->force, size);
    for (int k = 0; k < 3; k++) { /* looked at elsewhere, at other times, and not flipped */
        memcpy(away, m.y, sizeof(double) * l->length);
        for (size_t i = 0; i < l->sheet_length; i++) {
            away[i] += 1e-4 * (k - 1);
        }
        cr_assert(quire_state_forces(m.state, 0.1 * k, away));
        quire_memory_roots(m.state, 0.1 * k, away, g);
        cr_expect(k < 2 || g[3] < 0);
        cr_assert(quire_state_matrix(m.state, 0.2 * k, away, 1e-6, 1e-3));
        cr_expect_arr_eq(m.state->memory, kept, memory);
        cr_assert(quire_state_forces(m.state, 0, m.y));
        cr_expect_arr_eq(m.state->force, force, size);
    }
    cr_expect_eq(quire_memory_root_count(m.system), STATIONS);
    quire_memory_flip(m.state, 0, m.y, 3); /* that one does change them: damping */
    cr_assert(quire_state_forces(m.state, 0, m.y));
    cr_expect_neq(memcmp(m.state->force, force, size), 0);
    free(kept);
    free(force);
    free(g);
    free(away);
    machine_close(&m);
}

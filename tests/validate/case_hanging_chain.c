/* M2: small vibrations of a chain that hangs. */
#include "validate.h"

#include <stdio.h>
#include <string.h>

static void
hanging_chain(void)
{
    struct table refs;
    table_load(&refs, "m2_hanging_chain.csv");
    for (size_t i = 0; i < refs.n_row; i++) {
        struct settings s = {.n = 0};
        struct simulation sim;
        char name[80];
        const double segments = table_number(&refs, i, "N");
        snprintf(name, sizeof name, "M2 N = %g", segments);
        if (strcmp(table_text(&refs, i, "model"), "rigid links") != 0) {
            continue;
        }
        set_number(&s, "segments", segments, "");
        if (!simulation_start(&sim, name, "hanging-chain.xml", &s)) {
            continue;
        }
        for (int k = 1; k <= 3; k++) {
            char column[20], figure[40], quantity[60];
            snprintf(column, sizeof column, "f%d_Hz", k);
            snprintf(figure, sizeof figure, "modes.%d.frequency", k);
            snprintf(quantity, sizeof quantity, "f%d [Hz], relative error", k);
            const double exact = table_number(&refs, i, column);
            report(name, quantity, exact, quire_run_figure(sim.run, figure), exact, 0.0005);
        }
        simulation_end(&sim);
    }
    table_clear(&refs);
}

const struct validation_case case_hanging_chain = {
    .id = "M2",
    .title = "Hanging chain",
    .tests = "Modes of a sheet without bending stiffness, which its weight alone makes stiff.",
    .setup = "A strip of 297 mm with bending stiffness 0 hangs from a pin; 5 to 40 segments.",
    .reference = "Eigenvalues of a chain of N rigid links; for many links the frequencies of "
                 "Bernoulli and Bessel, j₀ₙ/(4π) √(g/L).",
    .run = hanging_chain,
};

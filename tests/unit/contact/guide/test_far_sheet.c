/* A sheet that is far from all guides and rollers looks for them again only when it may have come
 * near: then it sees them as one that always has looked. */
#include <criterion/criterion.h>

#include "contact/guide/contact.h"
#include "evaluate/evaluate.h"
#include "fixtures/machine.h"

#define PARTS                                                                                      \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\"/>"          \
    "<contact name=\"c\"><normal law=\"linear\" stiffness=\"1e4 N/m\"/></contact>"                 \
    "<pair media=\"m\" surface=\"steel\" contact=\"c\"/>"                                          \
    "<guide name=\"floor\" surface=\"steel\"><line from=\"-1 m, 0 mm\" to=\"1 m, 0 mm\"/></guide>" \
    "<roller name=\"idler\" centre=\"0 m, 600 mm\" radius=\"10 mm\" surface=\"steel\" "            \
    "inertia=\"1e-6 kg*m^2\"/>"                                                                    \
    "<sheet name=\"one\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"12\"><start "    \
    "from=\"-30 mm, 300 mm\"/></sheet>"

/* lowers the sheet; whether it looked for what is near it */
static bool
lower(struct machine *m, double by)
{
    const struct quire_sheet *sheet = m->system->sheet;
    const struct nodes at = machine_nodes(m, 0, m->y);

    for (int i = 0; i <= at.n; i++) {
        at.y[i] -= by;
    }
    return quire_candidates_follow(m->state, 0, m->state->sheet, m->y + sheet->x0,
                                   m->y + sheet->x0 + sheet->chain.stride);
}

Test(far_sheet, looks_again_when_it_may_have_come_near)
{
    struct machine m;

    machine_open(&m, PARTS);
    quire_state_place(m.state, 0, m.y);
    cr_expect(lower(&m, 0), "it never has looked");
    cr_expect_eq(m.state->sheet->n_piece + m.state->sheet->n_roller, 0);
    for (int k = 0; k < 5; k++) {
        cr_expect(!lower(&m, 0.05), "at %g mm", 250. - 50 * k);
    }
    cr_expect(lower(&m, 0.049), "1 mm above the floor");
    cr_expect_eq(m.state->sheet->n_piece, 1);
    cr_expect(lower(&m, -0.586), "3 mm below the roller");
    cr_expect_eq(m.state->sheet->n_piece, 0);
    cr_expect_eq(m.state->sheet->n_roller, 1);
    machine_close(&m);
}

/* Sheets that stand still for a part: its own sheets feel what they feel when all move, and the
 * matrix has no rows of the others. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "fixtures/machine.h"
#include "solve/linear_system.h"

#define PAPER(friction)                                                                            \
    "<contact name=\"c\"><normal law=\"mtt-indentation\" stiffness=\"4e6 N/m^1.5\" "               \
    "exponent=\"1.5\" damping=\"2e8 N*s/m^2.5\" indentation-exponent=\"1.5\" "                     \
    "rebound-damping-factor=\"0.001\"/>" friction "</contact>"                                     \
    "<pair media=\"m\" other-media=\"m\" contact=\"c\"/>"                                          \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\" "           \
    "bending-stiffness-md=\"0.3 mN*m\"/>"
#define CREEPS                                                                                     \
    "<friction law=\"mtt-step\" dynamic-coefficient=\"0.5\" threshold-velocity=\"30 mm/s\"/>"
#define HOLDS "<friction law=\"stick-slip\" dynamic-coefficient=\"0.5\"/>"
#define PILE                                                                                       \
    "<path name=\"p\" from=\"0 mm, 0 mm\" heading=\"0 deg\"><line length=\"100 mm\"/></path>"      \
    "<sheet name=\"a\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"11\" count=\"4\" " \
    "pile=\"right\"><start path=\"p\" lead=\"70 mm\"/></sheet>"

static const char *const scenes[] = {PAPER(CREEPS) PILE, PAPER(HOLDS) PILE};

struct scene {
    struct machine m;
    struct quire_part part;
    double *still; /* as y */
    bool stands[4];
};

/* the second of four drifts and is shaken; the others lie still */
static void
open_scene(struct scene *s, const char *parts, bool spatial)
{
    const int of_sheet[4] = {0, 0, 0, 0};
    struct quire_membership of = {.of_sheet = of_sheet, .still = s->stands};

    (spatial ? machine_open_in_space : machine_open)(&s->m, parts);
    const struct quire_layout *l = &s->m.system->layout;
    machine_shake(&s->m, 3, 2e-6, 0.02);
    for (int k = 0; k < 4; k++) {
        const struct quire_sheet *sheet = s->m.system->sheet + k;
        s->stands[k] = k != 1;
        if (s->stands[k]) {
            memset(s->m.y + l->v0 + sheet->x0, 0, sizeof(double) * sheet->size);
        }
    }
    if (!spatial) {
        machine_drift(&s->m, 1, 0.05, 0);
    }
    cr_assert_eq(quire_part_create(&s->part, s->m.system, &of, 0), 0);
    s->still = aligned_alloc(64, sizeof(double) * (l->length + 8));
    memcpy(s->still, s->m.y, sizeof(double) * l->length);
}

static void
close_scene(struct scene *s)
{
    s->m.state->still = NULL;
    quire_state_focus(s->m.state, NULL);
    quire_part_destroy(&s->part);
    free(s->still);
    machine_close(&s->m);
}

/* what stands still is elsewhere than in y */
static void
focus(struct scene *s)
{
    for (int k = 0; k < 4; k++) {
        const struct quire_sheet *sheet = s->m.system->sheet + k;
        for (size_t i = 0; s->stands[k] && i < sheet->size; i++) {
            s->m.y[sheet->x0 + i] = 1e3;
        }
    }
    s->m.state->still = s->still;
    quire_state_focus(s->m.state, &s->part);
}

Test(still_sheets, a_part_meets_them_and_moves_only_its_own)
{
    struct scene s;

    open_scene(&s, scenes[0], false);
    cr_expect_eq(s.part.n_sheet, 1);
    cr_expect_eq(s.part.n_meeting, 4);
    cr_expect_eq(s.part.sheet[0], 1);
    cr_expect(s.part.has_sheet[1] && !s.part.has_sheet[0]);
    close_scene(&s);
}

Test(still_sheets, forces_are_those_of_the_whole)
{
    for (size_t c = 0; c < 2 * sizeof scenes / sizeof scenes[0]; c++) {
        struct scene s;
        double all[200];
        open_scene(&s, scenes[c % 2], c >= 2);
        const struct quire_sheet *sheet = s.m.system->sheet + 1, *under = s.m.system->sheet + 2;
        cr_assert_lt(sheet->size, sizeof all / sizeof *all);
        cr_assert(quire_state_forces(s.m.state, 0, s.m.y));
        memcpy(all, s.m.state->force + sheet->x0, sizeof *all * sheet->size);
        focus(&s);
        for (int matrix = 0; matrix < 2; matrix++) {
            cr_assert(matrix ? quire_state_matrix(s.m.state, 0, s.m.y, 1, 1)
                             : quire_state_forces(s.m.state, 0, s.m.y));
            for (size_t i = 0; i < sheet->size; i++) {
                cr_expect_float_eq(s.m.state->force[sheet->x0 + i], all[i],
                                   1e-12 + 1e-12 * fabs(all[i]), "%zu, %zu: %.17g, %.17g", c, i,
                                   s.m.state->force[sheet->x0 + i], all[i]);
            }
            double pressed = 0;
            for (int i = 0; i <= under->chain.n; i++) {
                const int y =
                    under->ladder != NULL ? 3 * under->ladder->m * i + 1 : under->chain.stride + i;
                pressed += s.m.state->force[under->x0 + (size_t)y];
            }
            cr_expect_lt(pressed, 0, "the sheet below is pressed down: %g", pressed);
        }
        close_scene(&s);
    }
}

struct entries {
    const struct quire_sheet *own;
    double dense[80][80];
    int foreign;
};

static void
take(void *user, size_t row, size_t column, double value)
{
    struct entries *e = user;
    const size_t x0 = e->own->x0;

    if (row < x0 || row >= x0 + e->own->size || column < x0 || column >= x0 + e->own->size) {
        e->foreign += value != 0;
    } else {
        e->dense[row - x0][column - x0] += value;
    }
}

Test(still_sheets, derivatives_equal_differences)
{
    struct scene s;

    open_scene(&s, scenes[0], false);
    const struct quire_sheet *sheet = s.m.system->sheet + 1;
    struct entries *e = calloc(2, sizeof *e);
    cr_assert_lt(sheet->size, 80);
    focus(&s);
    for (int k = 0; k < 2; k++) { /* M - K, M */
        e[k].own = sheet;
        cr_assert(quire_state_matrix(s.m.state, 0, s.m.y, 1 - k, 0));
        quire_state_entries(s.m.state, take, e + k);
        cr_expect_eq(e[k].foreign, 0);
    }
    double largest = 0, off = 0;
    for (int j = 0; j < 2 * sheet->chain.stride; j++) {
        double more[80], *at = s.m.y + sheet->x0 + j;
        const double was = *at, h = 1e-10;
        if (j % sheet->chain.stride > sheet->chain.n) {
            continue;
        }
        *at = was + h;
        cr_assert(quire_state_forces(s.m.state, 0, s.m.y));
        memcpy(more, s.m.state->force + sheet->x0, sizeof *more * sheet->size);
        *at = was - h;
        cr_assert(quire_state_forces(s.m.state, 0, s.m.y));
        *at = was;
        for (size_t i = 0; i < sheet->size; i++) {
            const double by = (more[i] - s.m.state->force[sheet->x0 + i]) / (2 * h),
                         is = e[1].dense[i][j] - e[0].dense[i][j];
            largest = fmax(largest, fabs(by));
            off = fmax(off, fabs(by - is));
        }
    }
    cr_expect_lt(off, 1e-5 * largest, "%g of %g", off, largest);
    free(e);
    close_scene(&s);
}

/* sums over records of places: of pairs (a, b) n, force, stored energy */
static void
sums_of_records(const struct quire_state *st, double sum[4][4][3])
{
    memset(sum, 0, 16 * sizeof *sum[0]);
    for (int k = 0; k < st->n_touch; k++) {
        const struct quire_touch *t = st->touch + k;
        double *to = sum[t->pair.contactor.index][t->pair.target.index];
        to[0] += 1;
        to[1] += t->force;
        to[2] += t->stored + t->spring;
    }
}

Test(still_sheets, records_are_those_of_the_whole)
{
    static const bool rests[4] = {false, false, true, true};

    for (size_t c = 0; c < 2 * sizeof scenes / sizeof scenes[0]; c++) {
        double whole[4][4][3], kept[4][4][3];
        struct machine m;
        (c >= 2 ? machine_open_in_space : machine_open)(&m, scenes[c % 2]);
        machine_shake(&m, 3, 2e-6, 0.02);
        m.state->record = true;
        cr_assert(quire_state_forces(m.state, 0, m.y));
        sums_of_records(m.state, whole);
        m.state->kept.rests = rests;
        for (int again = 0; again < 2; again++) { /* found, and taken from there */
            cr_expect_eq(m.state->kept.known, again > 0);
            cr_assert(quire_state_forces(m.state, 0, m.y));
            cr_expect_gt(m.state->kept.n, 0);
            sums_of_records(m.state, kept);
            cr_expect_arr_eq(whole, kept, sizeof whole, "%zu, %d", c, again);
            const int column =
                quire_touched_column(m.system, quire_partner(QUIRE_PARTNER_SHEET, 3));
            cr_expect(m.state->touched[quire_touched_row(m.system, 2) + (size_t)column]);
        }
        m.state->kept.rests = NULL;
        m.state->record = false;
        machine_close(&m);
    }
}

/* The order and the shape of sheets that are solved together, against plain searches. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "fixtures/machine.h"
#include "solve/linear_system.h"
#include "solve/solve.h"

#define PAPER                                                                                      \
    "<contact name=\"c\"><normal law=\"mtt-indentation\" stiffness=\"4e6 N/m^1.5\" "               \
    "exponent=\"1.5\" damping=\"2e8 N*s/m^2.5\" indentation-exponent=\"1.5\" "                     \
    "rebound-damping-factor=\"0.001\"/><friction law=\"mtt-step\" dynamic-coefficient=\"0.5\" "    \
    "threshold-velocity=\"30 mm/s\"/></contact><pair media=\"m\" other-media=\"m\" "               \
    "contact=\"c\"/><media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" "                 \
    "modulus-md=\"2 MPa\" bending-stiffness-md=\"0.3 mN*m\"/>"

/* Piles of sheets of different lengths and segments, shifted to and fro. */
static void
open_pile(struct machine *m, int sheets, double length)
{
    char text[8000];
    size_t n = (size_t)snprintf(text, sizeof text, PAPER);

    for (int k = 0; k < sheets; k++) {
        n += (size_t)snprintf(text + n, sizeof text - n,
                              "<sheet name=\"s%d\" media=\"m\" length=\"%g mm\" width=\"100 mm\" "
                              "segments=\"%d\"><start from=\"%d mm, %g mm\"/></sheet>",
                              k, length + 3 * k, 9 + k % 3, k * 5 % 7, 0.09 * k);
    }
    cr_assert_lt(n, sizeof text);
    machine_open(m, text);
    machine_shake(m, 3, 4e-6, 0.05);
}

static void
factorise(struct machine *m)
{
    double *r = aligned_alloc(64, sizeof *r * quire_round_up(m->n));

    cr_assert_not_null(r);
    memset(r, 0, sizeof *r * quire_round_up(m->n));
    cr_assert(quire_state_matrix(m->state, 0, m->y, 1e-8, 1e-4));
    quire_state_factorise(m->state, r);
    free(r);
}

/* the first place that each place is coupled to, where nodes stand at `place`; the sum of squares
 */
static double
plain_first(const struct machine *m, const int *place, int n, int *first)
{
    const struct solve *s = m->state->solve;
    double work = 0;

    for (int i = 0; i < n; i++) {
        first[i] = i;
    }
    for (int k = 0; k < m->system->n_sheet; k++) {
        const int at = s->node0[k];
        for (int i = 0; i <= m->system->sheet[k].chain.n; i++) {
            for (int j = i < 2 ? 0 : i - 2; j <= i; j++) {
                const int a = place[at + i], b = place[at + j];
                first[a > b ? a : b] = b < first[a] && a > b ? b : first[a > b ? a : b];
            }
        }
    }
    for (int k = 0; k < m->state->n_tie; k++) {
        const struct quire_tie *t = m->state->tie + k;
        for (int i = 0; i < 9; i++) {
            const int a = place[s->node0[t->sheet[0]] + t->node[0] + i / 3],
                      b = place[s->node0[t->sheet[1]] + t->node[1] + i % 3], larger = a > b ? a : b,
                      less = a > b ? b : a;
            first[larger] = less < first[larger] ? less : first[larger];
        }
    }
    for (int i = 0; i < n; i++) {
        work += (double)(i - first[i]) * (i - first[i]);
    }
    return work;
}

/* All are in one group; returns the sum of squared widths, and that of sheet by sheet. */
static double
check_order(const struct machine *m, const char *what, double *by_sheets)
{
    const struct solve *s = m->state->solve;
    const struct quire_profile *p = s->profile;
    int nodes = 0, place[400], first[400];
    bool taken[400] = {false};

    for (int k = 0; k < m->system->n_sheet; k++) {
        cr_assert(s->joined[k] && s->group[k] == 0, "%s: sheet %d", what, k);
        for (int i = 0; i <= m->system->sheet[k].chain.n; i++) {
            const int at = s->place[s->node0[k] + i];
            cr_expect(i == 0 || at > s->place[s->node0[k] + i - 1], "%s: places rise", what);
            cr_assert(at >= 0 && at < 400 && !taken[at], "%s: one at place %d", what, at);
            taken[at] = true;
            place[nodes] = nodes;
            nodes++;
        }
    }
    /* the sheets touch their neighbours in the order in which they are numbered */
    *by_sheets = plain_first(m, place, nodes, first);
    const double work = plain_first(m, s->place, nodes, first);
    cr_expect_eq(p->n, 2 * nodes, "%s: %d unknowns", what, p->n);
    for (int i = 0; i < p->n_tile; i++) {
        int least = i;
        for (int k = 4 * i; k < 4 * i + 4 && k < nodes; k++) {
            least = first[k] / 4 < least ? first[k] / 4 : least;
        }
        cr_expect_eq(p->first[i], least, "%s: tile row %d begins at %d, not %d", what, i, least,
                     p->first[i]);
    }
    return work;
}

Test(sheets_order, goes_along_two_long_sheets)
{
    struct machine m;
    double by_sheets = 0;

    open_pile(&m, 2, 60);
    factorise(&m);
    cr_expect_lt(check_order(&m, "two", &by_sheets), by_sheets);
    machine_close(&m);
}

Test(sheets_order, goes_through_a_high_pile_sheet_by_sheet)
{
    struct machine m;
    double by_sheets = 0;

    open_pile(&m, 20, 40);
    factorise(&m);
    const double work = check_order(&m, "twenty", &by_sheets);
    cr_expect(work >= by_sheets && work <= by_sheets, "%g, %g", work, by_sheets);
    machine_close(&m);
}

/* what touched before leaves nothing behind */
Test(sheets_order, follows_the_sheets)
{
    struct machine m;
    double by_sheets = 0;

    open_pile(&m, 5, 50);
    for (int k = 0; k < 4; k++) {
        factorise(&m);
        check_order(&m, "five", &by_sheets);
        const struct nodes s = machine_nodes(&m, k + 1, m.y);
        for (int i = 0; i <= s.n; i++) {
            s.x[i] -= 4e-3;
        }
    }
    const struct nodes s = machine_nodes(&m, 4, m.y);
    for (int i = 0; i <= s.n; i++) {
        s.y[i] += 1;
    }
    factorise(&m);
    const struct solve *after = m.state->solve;
    cr_expect(after->joined[3] && !after->joined[4], "the last one has left");
    cr_expect_eq(after->together, 4);
    machine_close(&m);
}

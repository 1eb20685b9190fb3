/* What sheets in space rest on where guides are narrow: statics, read from models as users write
 * them. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <quire/run.h>

#include "fixtures/simulate.h"

#define WEIGHT (0.3 * 0.1 * 0.2 * 9.81) /* [N] */

/* A stiff board 200 mm wide comes to rest on what is added. At 0.5 um a rib that bears little may
 * be touched and let go by turns, within what is allowed. */
#define BOARD                                                                                      \
    "<model version='1' name='board' motion='spatial'><settings><gravity vector='0 m/s^2, -9.81 "  \
    "m/s^2'/><run end='1 s' sample='10 ms'/><solver position-tolerance='0.05 um'/></settings>"     \
    "<media name='m' grammage='300 g/m^2' thickness='2 mm' modulus-md='5 GPa' "                    \
    "damping-ratio='0.5' damping-frequency='160 Hz'/>"                                             \
    "<contact name='c'><normal law='linear' stiffness='%g N/m' reference-length='10 mm' "          \
    "damping='30 N*s/m'/></contact><pair contact='c'/>"                                            \
    "<sheet name='s' media='m' length='100 mm' width='200 mm' segments='10' columns='%d'><start "  \
    "from='0 mm, 1 mm'/></sheet>"
#define RIB(name, from, to)                                                                        \
    "<guide name='" name "' surface='steel' across-from='" from "' across-to='" to                 \
    "'><line from='-50 mm, 0 mm' to='150 mm, 0 mm'/></guide>"

/* the last value of a column */
static double
in_the_end(const quire_run *run, const char *name)
{
    const size_t n = quire_run_column_count(run), length = strlen(name);

    for (size_t i = 0; i < n; i++) {
        const char *header = quire_run_column_name(run, i);
        if (strncmp(header, name, length) == 0 && header[length] == ' ') {
            return quire_run_value(run, quire_run_row_count(run) - 1, i);
        }
    }
    cr_assert_fail("no column %s", name);
    return 0;
}

struct board {
    quire_model *model;
    quire_run *run;
};

static struct board
lay_board(int columns, double stiffness, const char *ribs)
{
    struct board b;
    char text[4000];

    const int head = snprintf(text, sizeof text, BOARD, stiffness, columns);
    snprintf(text + head, sizeof text - (size_t)head, "%s</model>", ribs);
    b.run = simulate_text(&b.model, text, NULL, 0, NULL);
    return b;
}

static void
take_away(struct board *b)
{
    quire_run_destroy(b->run);
    quire_model_destroy(b->model);
}

/* Archimedes' lever: ribs at z = -a and z = b carry b/(a + b) and a/(a + b) of the weight, wherever
 * the columns of nodes are. */
Test(ribs, carry_a_sheet_by_the_lever_rule)
{
    static const struct {
        const char *parts;
        double left; /* part of the weight on the left */
    } list[] = {{RIB("a", "-32 mm", "-28 mm") RIB("b", "68 mm", "72 mm"), 0.7},
                {RIB("a", "-61 mm", "-59 mm") RIB("b", "19 mm", "21 mm"), 0.25},
                {RIB("b", "97 mm", "99 mm") RIB("a", "-4 mm", "0 mm"), 0.98}};
    static const int columns[] = {2, 3, 5};

    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        for (size_t m = 0; m < 3; m++) {
            struct board b = lay_board(columns[m], 1e5, list[k].parts);
            const double left = in_the_end(b.run, "a.normal") / WEIGHT,
                         right = in_the_end(b.run, "b.normal") / WEIGHT;
            cr_expect_float_eq(left, list[k].left, 1e-7, "%zu, %d columns: %.9f", k, columns[m],
                               left);
            cr_expect_float_eq(right, 1 - list[k].left, 1e-7, "%zu, %d columns: %.9f", k,
                               columns[m], right);
            take_away(&b);
        }
    }
}

/* A rib of width 2 h with stiffness K in all turns against K h^2/3: a weight beside its middle by d
 * tilts the sheet by W d / (K h^2/3). */
Test(ribs, of_some_width_hold_a_sheet_upright)
{
    /* of 100 mm with both ends, and of the part of the width */
    const double law = 2e3, stiffness = law * (10 + 2) * 60 / 200.0,
                 tilt = WEIGHT * 0.01 / (stiffness * 0.03 * 0.03 / 3);
    struct board b = lay_board(2, law, RIB("a", "-40 mm", "20 mm"));
    const double rise = in_the_end(b.run, "s.lead.left.y") - in_the_end(b.run, "s.lead.right.y");

    cr_expect_float_eq(in_the_end(b.run, "a.normal"), WEIGHT, 1e-6 * WEIGHT);
    cr_expect_float_eq(rise / 0.2, tilt, 1e-4 * tilt, "%g, not %g", rise / 0.2, tilt);
    take_away(&b);
}

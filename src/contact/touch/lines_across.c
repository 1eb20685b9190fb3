#include "contact/touch/lines_across.h"

#include "contact/law/law_state.h"

bool
quire_guide_keeps(const struct quire_system *sys, int sheet, int guide)
{
    const int *law = sys->guide[guide].law + 2 * sheet;
    bool any = false;

    for (int k = 0; k < 2; k++) {
        any = any || (law[k] >= 0 && quire_keeps_at_sheet(sys, sheet, sys->law + law[k]));
    }
    return any;
}

int
quire_guide_rule(const struct quire_system *sys, int sheet, int guide)
{
    const struct quire_guide *g = sys->guide + guide;

    if (sys->sheet[sheet].ladder == NULL || g->tilted || quire_guide_keeps(sys, sheet, guide)) {
        return QUIRE_BY_COLUMNS;
    }
    return g->bends ? QUIRE_BY_FIVE : QUIRE_BY_HALVES;
}

/* How many lines there are on a sheet of two columns, or three; others have one for each column. */
static const int lines_on_two[QUIRE_RULES_ACROSS] = {2, 3, 5},
                 lines_on_three[QUIRE_RULES_ACROSS] = {3, 5, 5};

static int
lines_of(int m, enum quire_rule_across rule)
{
    return m == 2 ? lines_on_two[rule] : m == 3 ? lines_on_three[rule] : m;
}

int
quire_lines_across(int m)
{
    return lines_of(m, QUIRE_BY_FIVE);
}

/* Of line k of so many at even distances: by the trapezoidal rule if each is a column of nodes,
 * else by Simpson's. */
static struct quire_strip
strip_of(int m, int lines, int k, double width)
{
    const bool edge = k == 0 || k == lines - 1, columns = lines == m;
    const double gap = width / (lines - 1), half = columns      ? (edge ? 0.25 : 0.5)
                                                   : edge       ? 1 / 6.0
                                                   : k % 2 != 0 ? 2 / 3.0
                                                                : 1 / 3.0;

    return (struct quire_strip){.half = half * gap,
                                .middle = !edge ? 0 : (k == 0 ? half : -half) * gap,
                                .share = 2 * half / (lines - 1)};
}

void
quire_strips_of_line(const struct quire_sheet *sheet, int line,
                     struct quire_strip strip[QUIRE_RULES_ACROSS])
{
    const int m = sheet->ladder->m;

    for (int rule = 0; rule < QUIRE_RULES_ACROSS; rule++) {
        const int lines = lines_of(m, (enum quire_rule_across)rule),
                  step = (quire_lines_across(m) - 1) / (lines - 1);
        if (line % step == 0) {
            strip[rule] = strip_of(m, lines, line / step, sheet->width);
        }
    }
}

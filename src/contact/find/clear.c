#include "contact/find/clear.h"

#include <math.h>

#include "contact/find/clear_parts.h"
#include "contact/find/gates_ahead.h"
#include "integ/constants.h"
#include "machine/sheet_lines.h"

/* the step that each line of nodes allows where it is tried with h; it is right if that is h */
static double
limit_step(const struct quire_state *st, const struct quire_part *part, double t, const double *y,
           const double *rate, int index, double h, double later)
{
    const struct quire_sheet *sheet = st->system->sheet + index;
    const size_t x0 = sheet->x0, v0 = st->system->layout.v0 + x0;
    double *const *room = st->sheet[index].line, way = quire_clear_way(st, y, index, h), least = h;

    for (int k = 0; k < quire_sheet_lines(sheet); k++) {
        struct sheet_flight s = {index,
                                 quire_sheet_line(sheet, k, y + x0, room[0]),
                                 quire_sheet_line(sheet, k, y + v0, room[1]),
                                 quire_sheet_line(sheet, k, rate + v0, room[2]),
                                 h,
                                 later,
                                 0,
                                 sheet->chain.n,
                                 -1,
                                 -1};
        least = fmin(least, quire_clear_of_fields(st, &s));
        least = fmin(least, quire_clear_along(st, part, y, &s, way));
    }
    if (st->system->n_gate > 0 &&
        way + quire_gates_way_ahead(st, t, y, rate, h) > st->system->safe_travel) {
        least = fmin(least, quire_clear_of_gates(st, t, y, rate, index, h, later));
    }
    const struct blocks as_they_are = {y + x0, y + v0, rate + v0, -1};
    return way > st->system->safe_travel
               ? fmin(fmin(least, quire_clear_of_walls(st, y, rate, index, h, later)),
                      quire_clear_of_tilted(st, &as_they_are, index, h, later))
               : least;
}

bool
quire_clear_is_doubtful(const struct quire_state *st, const struct quire_part *part, double t,
                        const double *y, double h)
{
    const double gates = st->system->n_gate > 0 ? quire_gates_way_ahead(st, t, y, NULL, h) : 0;

    QUIRE_EACH(k, part, sheet)
    {
        const bool entered = st->sheet[k].entered;
        const double way = entered ? quire_clear_way(st, y, k, h) : 0;
        if (entered &&
            (way + gates > st->system->safe_travel || quire_clear_fields_may_pass(st, way) ||
             quire_clear_may_pass(st, part, y, k, h))) {
            return true;
        }
    }
    return quire_clear_sheets_may_pass(st, part, y, h) ||
           quire_clear_bodies_may_pass(st, part, y, h) ||
           quire_clear_springs_may_pass(st, part, y, h);
}

double
quire_clear_step(const struct quire_state *st, const struct quire_part *part, double t,
                 const double *y, const double *rate, double h)
{
    QUIRE_EACH(k, part, sheet)
    {
        double before = HUGE_VAL;
        for (int round = 0; st->sheet[k].entered && h < before && round < QUIRE_CLEAR_ROUNDS;
             round++) {
            before = h;
            h = limit_step(st, part, t, y, rate, k, h, 0);
            h = limit_step(st, part, t, y, rate, k, h, 0.5 * h);
        }
    }
    if (quire_clear_sheets_may_pass(st, part, y, h)) {
        h = quire_clear_of_sheets(st, part, y, rate, h, 0);
        h = quire_clear_of_sheets(st, part, y, rate, h, 0.5 * h);
    }
    if (quire_clear_springs_may_pass(st, part, y, h)) {
        h = quire_clear_of_springs(st, part, y, rate, h, 0);
        h = quire_clear_of_springs(st, part, y, rate, h, 0.5 * h);
    }
    double before = HUGE_VAL;
    for (int round = 0;
         quire_clear_bodies_may_pass(st, part, y, h) && h < before && round < QUIRE_CLEAR_ROUNDS;
         round++) {
        before = h;
        h = quire_clear_of_bodies(st, part, t, y, rate, h, 0);
        h = quire_clear_of_bodies(st, part, t, y, rate, h, 0.5 * h);
    }
    return h;
}

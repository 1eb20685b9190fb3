/* Walls beside sheets in space, and guides that are tilted. */
#include <math.h>

#include "contact/find/clear_parts.h"
#include "contact/space/space_walls.h"
#include "contact/touch/tilt.h"
#include "integ/constants.h"
#include "machine/sheet_lines.h"

/* when a node at an edge comes so deep into a wall that stands there: as if it had no mouths, which
 * stand farther back */
static double
clear_of_wall(const struct quire_wall_view *wall, double depth, double reach, const double at[3],
              const double velocity[3], double h)
{
    const double level = wall->side * (wall->z - at[2]), rate = -wall->side * velocity[2],
                 start = fmax(level, 0);
    const double t = (start + QUIRE_CLEAR_DEEP * depth - level) / rate;
    struct quire_beside beside;

    if (level >= depth || !(rate > 0) || level + h * rate < start + QUIRE_CLEAR_GRAZE * depth ||
        t >= h) {
        return HUGE_VAL;
    }
    quire_wall_beside(
        wall,
        (const double[]){at[0] + t * velocity[0], at[1] + t * velocity[1], at[2] + t * velocity[2]},
        &beside);
    return beside.inside > -reach && fabs(beside.left) < wall->height ? t : HUGE_VAL;
}

double
quire_clear_of_walls(const struct quire_state *st, const double *y, const double *rate, int index,
                     double h, double later)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + index;
    const size_t x0 = sheet->x0, v0 = sys->layout.v0 + x0;
    double least = h;

    for (int k = 0; k < sys->n_wall; k++) {
        const struct quire_wall_view *wall = &sys->wall[k].shape;
        const struct quire_guide *guide = sys->guide + sys->wall[k].guide;
        for (int i = 0; guide->law[2 * index] >= 0 && i <= sheet->chain.n; i++) {
            const size_t node =
                (size_t)(i * sheet->ladder->block + 3 * quire_wall_column(wall, sheet->ladder));
            double velocity[3];
            for (size_t d = 0; d < 3; d++) {
                velocity[d] = y[v0 + node + d] + later * rate[v0 + node + d];
            }
            least = fmin(least, clear_of_wall(wall, guide->depth, sheet->chain.h, y + x0 + node,
                                              velocity, h));
        }
    }
    return least;
}

/* a column of places (from which the tilt's line is `at`), velocities or the like (from nowhere),
 * as it would be if a tilted guide stood level */
static const double *
line_beside(const struct quire_sheet *sheet, int column, const struct quire_tilt *tilt,
            const double at[2], const double *block, double *room)
{
    double *x = room, *y = room + sheet->chain.stride;

    quire_sheet_line(sheet, column, block, room);
    for (int i = 0; i <= sheet->chain.n; i++) {
        double z = block[(i * sheet->ladder->m + column) * 3 + 2];
        const double by = quire_tilt_back(
            tilt, (x[i] - at[0]) * tilt->normal[0] + (y[i] - at[1]) * tilt->normal[1], &z);
        x[i] += by * tilt->normal[0];
        y[i] += by * tilt->normal[1];
    }
    return room;
}

double
quire_clear_of_tilted(const struct quire_state *st, const struct blocks *b, int index, double h,
                      double later)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + index;
    static const double still[2] = {0, 0};
    double *const *room = st->sheet[index].line, least = h;

    for (int k = 0; k < sys->n_tilted * quire_sheet_lines(sheet); k++) {
        const int column = k % quire_sheet_lines(sheet),
                  g = sys->tilted[k / quire_sheet_lines(sheet)];
        const struct quire_tilt *t = &sys->guide[g].tilt;
        if (sys->guide[g].gate != b->gate) {
            continue;
        }
        const struct sheet_flight s = {index,
                                       line_beside(sheet, column, t, t->at, b->q, room[0]),
                                       line_beside(sheet, column, t, still, b->v, room[1]),
                                       line_beside(sheet, column, t, still, b->a, room[2]),
                                       h,
                                       later,
                                       0,
                                       sheet->chain.n,
                                       g,
                                       b->gate};
        least = fmin(least, quire_clear_of_guides(st, &s));
    }
    return least;
}

#include "sensor/sight.h"

#include <math.h>
#include <string.h>

#include "geometry/nearest.h"
#include "geometry/outline.h"
#include "model/object.h"

void
quire_sight_set(struct quire_sight *out, const struct quire_outline *path, double at)
{
    quire_outline_at(path, at, out->at, out->along);
}

double
quire_sight_ahead(const struct quire_sight *self, const double point[2], double *left)
{
    const double dx = point[0] - self->at[0], dy = point[1] - self->at[1];

    *left = dx * -self->along[1] + dy * self->along[0];
    return dx * self->along[0] + dy * self->along[1];
}

bool
quire_sight_line_at(const struct quire_sheet_view *sheet, size_t line, double z, double at[2])
{
    const double *node = sheet->node + 3 * line * sheet->n_column;

    for (size_t j = 0; j + 1 < sheet->n_column; j++, node += 3) {
        const double from = node[2], to = node[5];
        if (z >= from && z <= to && to > from) {
            const double share = (z - from) / (to - from);
            at[0] = node[0] + share * (node[3] - node[0]);
            at[1] = node[1] + share * (node[4] - node[1]);
            return true;
        }
    }
    return false;
}

bool
quire_sight_crosses(const double ahead[2], const double left[2], double from, double to)
{
    if ((ahead[0] >= 0) == (ahead[1] >= 0)) {
        return false;
    }
    const double at = left[0] + (left[1] - left[0]) * (ahead[0] / (ahead[0] - ahead[1]));
    return at >= from && at <= to;
}

void
quire_sight_stretch(const struct quire_sight *self, double from, double to, double z,
                    double out[2][3])
{
    for (int e = 0; e < 2; e++) {
        const double height = e == 0 ? from : to;
        out[e][0] = self->at[0] - height * self->along[1];
        out[e][1] = self->at[1] + height * self->along[0];
        out[e][2] = z;
    }
}

/* ---- ways ---- */

/* from nodes of a spatial sheet to the next ones: n of them, `by` apart */
static double
nearest_of_row(const double stretch[2][3], const double *node, size_t n, size_t by)
{
    double least = HUGE_VAL;

    for (size_t i = 0; i + 1 < n; i++, node += by) {
        double piece[2][3];
        memcpy(piece[0], node, sizeof piece[0]);
        memcpy(piece[1], node + by, sizeof piece[1]);
        least = fmin(least, quire_nearest_segments(stretch, piece));
    }
    return least;
}

static double
nearest_edge_in_space(const double stretch[2][3], const struct quire_sheet_view *sheet)
{
    const size_t m = sheet->n_column, n = sheet->n_node, row = 3 * m;
    const double *first = sheet->node, *last = first + row * (n - 1);

    return fmin(fmin(nearest_of_row(stretch, first, m, 3), nearest_of_row(stretch, last, m, 3)),
                fmin(nearest_of_row(stretch, first, n, row),
                     nearest_of_row(stretch, first + row - 3, n, row)));
}

/* where hinge line i is cut, in the plane of the stretch */
static bool
cut(const double stretch[2][3], const struct quire_sheet_view *sheet, bool in_space, size_t i,
    double out[3])
{
    out[0] = sheet->x[i];
    out[1] = sheet->y[i];
    out[2] = in_space ? stretch[0][2] : 0;
    return !in_space || quire_sight_line_at(sheet, i, stretch[0][2], out);
}

static bool
is_in_space(const double stretch[2][3], const struct quire_sheet_view *sheet)
{
    return sheet->node != NULL && !isnan(stretch[0][2]);
}

/* the stretch, of planar sheets in their plane */
static void
flatten(const double stretch[2][3], bool in_space, double line[2][3])
{
    for (int e = 0; e < 2; e++) {
        memcpy(line[e], stretch[e], sizeof line[e]);
        line[e][2] = in_space ? stretch[0][2] : 0;
    }
}

double
quire_sight_way_of_edges(const double stretch[2][3], const struct quire_sheet_view *sheet)
{
    const bool in_space = is_in_space(stretch, sheet);
    double line[2][3], first[3], last[3];

    flatten(stretch, in_space, line);
    if (in_space) {
        return nearest_edge_in_space(line, sheet);
    }
    cut(stretch, sheet, false, 0, first);
    cut(stretch, sheet, false, sheet->n_node - 1, last);
    return fmin(quire_nearest_to_segment(first, line), quire_nearest_to_segment(last, line));
}

#define CROSSED 1e-12 /* nearer than that the stretch is crossed [m] */

void
quire_sight_ways(const double stretch[2][3], const struct quire_sheet_view *sheet,
                 struct quire_sensor_ways *out)
{
    const bool in_space = is_in_space(stretch, sheet);
    double line[2][3], piece[2][3], all = HUGE_VAL, ends = HUGE_VAL;
    bool have = cut(stretch, sheet, in_space, 0, piece[0]);

    flatten(stretch, in_space, line);
    *out = (struct quire_sensor_ways){.edge = quire_sight_way_of_edges(stretch, sheet)};
    for (size_t i = 1; i < sheet->n_node; i++) {
        const bool next = cut(stretch, sheet, in_space, i, piece[1]);
        if (have && next) {
            all = fmin(all, quire_nearest_segments(line, piece));
            ends = fmin(ends, fmin(quire_nearest_to_segment(line[0], piece),
                                   quire_nearest_to_segment(line[1], piece)));
        }
        memcpy(piece[0], piece[1], sizeof piece[0]);
        have = next;
    }
    out->side = all > CROSSED ? all : ends;
}

const char *const quire_sight_signals[QUIRE_SIGHT_SIGNALS] = {"covered", "free"};

void
quire_sight_prepare(const struct quire_object *self, const struct quire_outline *path,
                    void *prepared)
{
    quire_sight_set(prepared, path, ((const struct quire_sensor_common *)self->params)->at);
}

double
quire_sight_covered(const struct quire_object *self, const void *prepared,
                    const struct quire_view *view)
{
    const struct quire_sensor_ops *ops = self->kind->ops;
    for (size_t i = 0; i < view->n_sheet; i++) {
        double g[QUIRE_SENSOR_SIGNALS];
        ops->roots(self, prepared, &view->sheet[i], g);
        if (g[QUIRE_SIGHT_COVERED] >= 0) {
            return 1;
        }
    }
    return 0;
}

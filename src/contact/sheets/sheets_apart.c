/* How far sheets are from each other, and whether their mid-lines cross. */
#include <math.h>

#include "contact/sheets/boxes.h"
#include "contact/sheets/sheets.h"
#include "contact/sheets/space_sheets.h"

#define GROUP 8

/* the squared distance of a point from the straight line between two nodes */
static double
segment_square(const double *x, const double *y, double px, double py)
{
    const double ex = x[1] - x[0], ey = y[1] - y[0], dx = px - x[0], dy = py - y[0];
    const double s = fmin(1, fmax(0, (dx * ex + dy * ey) / (ex * ex + ey * ey))), u = dx - s * ex,
                 v = dy - s * ey;

    return u * u + v * v;
}

/* the least squared distance of nodes from segments */
static double
group_square(const double *ax, const double *ay, int n_node, const double *bx, const double *by,
             int n_segment)
{
    double least = HUGE_VAL;

    for (int i = 0; i < n_node; i++) {
        for (int j = 0; j < n_segment; j++) {
            least = fmin(least, segment_square(bx + j, by + j, ax[i], ay[i]));
        }
    }
    return least;
}

static struct quire_line
line_at(const struct quire_sheet *sheet, const double *y)
{
    return (struct quire_line){y + sheet->x0, y + sheet->x0 + sheet->chain.stride, sheet->chain.n};
}

static int
size_of(int first, int n)
{
    return n - first < GROUP ? n - first : GROUP;
}

/* the least squared distance of a's nodes from b's segments, or `least` if that is less */
static double
square_between(const struct quire_line *a, const struct quire_line *b, double least)
{
    for (int i = 0; i <= a->n; i += GROUP) {
        const int nodes = size_of(i, a->n + 1);
        const struct quire_node_box mine = quire_box_of(a->x, a->y, i, i + nodes);
        for (int j = 0; j < b->n; j += GROUP) {
            const int segments = size_of(j, b->n);
            const struct quire_node_box yours = quire_box_of(b->x, b->y, j, j + segments + 1);
            const double gap = quire_boxes_apart(&mine, &yours);
            if (!(gap > 0 && gap * gap >= least)) {
                least = fmin(least,
                             group_square(a->x + i, a->y + i, nodes, b->x + j, b->y + j, segments));
            }
        }
    }
    return least;
}

/* with boxes around them */
static double
distance_within(const struct quire_line *a, const struct quire_line *b,
                const struct quire_node_box *mine, const struct quire_node_box *yours)
{
    const double gap = quire_boxes_apart(mine, yours);

    return gap > QUIRE_SHEETS_FAR ? gap
                                  : sqrt(square_between(b, a, square_between(a, b, HUGE_VAL)));
}

double
quire_lines_distance(const struct quire_line *a, const struct quire_line *b)
{
    const struct quire_node_box mine = quire_box_of(a->x, a->y, 0, a->n + 1),
                                yours = quire_box_of(b->x, b->y, 0, b->n + 1);

    return distance_within(a, b, &mine, &yours);
}

double
quire_sheets_distance(const struct quire_system *sys, const double *y, int a, int b,
                      const struct quire_node_box *around_a, const struct quire_node_box *around_b)
{
    if (sys->sheet_law == NULL || sys->sheet_law[a * sys->n_sheet + b] < 0) {
        return HUGE_VAL;
    }
    if (sys->spatial) {
        return quire_space_sheets_distance(sys, y, a, b);
    }
    const struct quire_line one = line_at(sys->sheet + a, y), other = line_at(sys->sheet + b, y);
    return distance_within(&one, &other, around_a, around_b);
}

/* whether segments i of one and j of another line cross */
static bool
segments_cross(const struct quire_line *a, int i, const struct quire_line *b, int j,
               double where[2])
{
    const double ex = a->x[i + 1] - a->x[i], ey = a->y[i + 1] - a->y[i], fx = b->x[j + 1] - b->x[j],
                 fy = b->y[j + 1] - b->y[j];
    const double dx = b->x[j] - a->x[i], dy = b->y[j] - a->y[i], area = ex * fy - ey * fx;
    /* parallels: not between 0 and 1 */
    const double s = (dx * fy - dy * fx) / area, r = (dx * ey - dy * ex) / area;

    where[0] = a->x[i] + s * ex;
    where[1] = a->y[i] + s * ey;
    return s >= 0 && s <= 1 && r >= 0 && r <= 1;
}

bool
quire_lines_cross(const struct quire_line *a, const struct quire_line *b, double where[2])
{
    for (int i = 0; i < a->n; i += GROUP) {
        const int mine = size_of(i, a->n);
        const struct quire_node_box box = quire_box_of(a->x, a->y, i, i + mine + 1);
        for (int j = 0; j < b->n; j += GROUP) {
            const int yours = size_of(j, b->n);
            const struct quire_node_box its = quire_box_of(b->x, b->y, j, j + yours + 1);
            for (int k = 0; !(quire_boxes_apart(&box, &its) > 0) && k < mine * yours; k++) {
                if (segments_cross(a, i + k / yours, b, j + k % yours, where)) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* the place of a line nearest to a point: how far to its left [m]; 0 where that is an end of the
 * line */
static double
left_of(const struct quire_line *l, double px, double py)
{
    double least = HUGE_VAL, left = 0;

    for (int j = 0; j < l->n; j++) {
        const double ex = l->x[j + 1] - l->x[j], ey = l->y[j + 1] - l->y[j], dx = px - l->x[j],
                     dy = py - l->y[j];
        const double s = (dx * ex + dy * ey) / (ex * ex + ey * ey),
                     square = segment_square(l->x + j, l->y + j, px, py);
        if (square < least) {
            least = square;
            left = (j == 0 && s <= 0) || (j == l->n - 1 && s >= 1)
                       ? 0
                       : copysign(sqrt(square), ex * dy - ey * dx);
        }
    }
    return left;
}

/* how far a goes beyond b, on the side of b where that is less */
static double
goes_beyond(const struct quire_line *a, const struct quire_line *b)
{
    double left = 0, right = 0;

    for (int i = 0; i <= a->n; i++) {
        const double d = left_of(b, a->x[i], a->y[i]);
        left = fmax(left, d);
        right = fmax(right, -d);
    }
    return fmin(left, right);
}

double
quire_lines_depth(const struct quire_line *a, const struct quire_line *b)
{
    const double one = goes_beyond(a, b), other = goes_beyond(b, a), least = fmin(one, other);

    /* none: all points of a line are on one side, or past an end */
    return least > 0 ? least : fmax(one, other);
}

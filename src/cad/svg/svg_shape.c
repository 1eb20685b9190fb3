/* The shapes of an SVG: paths, lines, rectangles, ellipses. SVG 1.1, chapter 9. */
#include <math.h>
#include <string.h>

#include "cad/svg/svg.h"
#include "geometry/piece.h"

/* one of the radii is that of the other unless it is given */
static bool
is_given(const struct quire_node *node, const char *name)
{
    const char *text = quire_node_get(node, name);
    return text != NULL && strcmp(text, "auto") != 0;
}

/* the lengths named in `names`; those missing are 0 */
static quire_status
lengths(const struct quire_svg_pen *pen, const struct quire_node *node, const char *const *names,
        int n, double *out)
{
    quire_status status = QUIRE_OK;
    for (int i = 0; i < n && status == QUIRE_OK; i++) {
        status = quire_svg_length(pen, node, names[i], 0.0, &out[i]);
    }
    return status;
}

static quire_status
add_path(struct quire_svg_pen *pen, const struct quire_node *node)
{
    return quire_svg_path(pen, quire_svg_text(node, "d"));
}

static quire_status
add_line(struct quire_svg_pen *pen, const struct quire_node *node)
{
    double v[4];
    quire_status status = lengths(pen, node, (const char *const[]){"x1", "y1", "x2", "y2"}, 4, v);
    status = status == QUIRE_OK ? quire_svg_move(pen, v) : status;
    status = status == QUIRE_OK ? quire_svg_line(pen, v + 2) : status;
    return status == QUIRE_OK ? quire_svg_end(pen) : status;
}

static quire_status
add_polyline(struct quire_svg_pen *pen, const struct quire_node *node)
{
    const char *points = quire_svg_text(node, "points");
    double p[2];
    quire_status status = QUIRE_OK;
    bool first = true;
    while (status == QUIRE_OK && quire_svg_number(&points, &p[0])) {
        if (!quire_svg_number(&points, &p[1])) {
            return quire_svg_error(pen, NULL, "'points' ends between x and y");
        }
        status = first ? quire_svg_move(pen, p) : quire_svg_line(pen, p);
        first = false;
    }
    if (status == QUIRE_OK && points[strspn(points, " ,\t\r\n")] != '\0') {
        return quire_svg_error(pen, NULL, "'points' cannot be read from '%.20s' on", points);
    }
    if (status == QUIRE_OK && strcmp(node->element, "polygon") == 0) {
        status = quire_svg_close(pen);
    }
    return status == QUIRE_OK ? quire_svg_end(pen) : status;
}

/* a quarter of the corner of a rectangle; k from 0, below right, clockwise as seen */
static quire_status
add_corner(struct quire_svg_pen *pen, const double *v, const double radius[2], int k)
{
    const bool right = k == 0 || k == 3, below = k < 2;
    const double centre[2] = {right ? v[0] + v[2] - radius[0] : v[0] + radius[0],
                              below ? v[1] + v[3] - radius[1] : v[1] + radius[1]};
    double from[2], to[2];
    quire_direction_of(k * M_PI_2, from);
    quire_direction_of((k + 1) * M_PI_2, to);
    const double begin[2] = {centre[0] + radius[0] * from[0], centre[1] + radius[1] * from[1]};
    quire_status status = k == 0 ? quire_svg_move(pen, begin) : quire_svg_line(pen, begin);
    if (radius[0] > 0.0 && status == QUIRE_OK) {
        status = quire_svg_ellipse(pen, centre, radius[0], radius[1], 0.0, k * M_PI_2, M_PI_2);
        pen->at[0] = centre[0] + radius[0] * to[0];
        pen->at[1] = centre[1] + radius[1] * to[1];
    }
    return status;
}

static quire_status
add_rectangle(struct quire_svg_pen *pen, const struct quire_node *node)
{
    static const char *const names[] = {"x", "y", "width", "height", "rx", "ry"};
    double v[6] = {0};
    quire_status status = lengths(pen, node, names, 6, v);
    if (status == QUIRE_OK && (!(v[2] > 0.0) || !(v[3] > 0.0) || v[4] < 0.0 || v[5] < 0.0)) {
        return quire_svg_error(pen, NULL,
                               "the rectangle has no width or height, or a radius below 0");
    }
    v[4] = is_given(node, "rx") ? v[4] : v[5];
    v[5] = is_given(node, "ry") ? v[5] : v[4];
    const bool round = v[4] > 0.0 && v[5] > 0.0;
    const double radius[2] = {round ? fmin(v[4], 0.5 * v[2]) : 0.0,
                              round ? fmin(v[5], 0.5 * v[3]) : 0.0};
    for (int k = 0; k < 4 && status == QUIRE_OK; k++) {
        status = add_corner(pen, v, radius, k);
    }
    status = status == QUIRE_OK ? quire_svg_close(pen) : status;
    return status == QUIRE_OK ? quire_svg_end(pen) : status;
}

static quire_status
add_ellipse(struct quire_svg_pen *pen, const struct quire_node *node)
{
    const bool circle = strcmp(node->element, "circle") == 0;
    double v[4] = {0};
    quire_status status =
        lengths(pen, node,
                (const char *const[]){"cx", "cy", circle ? "r" : "rx", circle ? "r" : "ry"}, 4, v);
    v[2] = circle || is_given(node, "rx") ? v[2] : v[3];
    v[3] = circle || is_given(node, "ry") ? v[3] : v[2];
    if (status == QUIRE_OK && (!(v[2] > 0.0) || !(v[3] > 0.0))) {
        return quire_svg_error(pen, NULL, "the %s has no radius", node->element);
    }
    status = status == QUIRE_OK ? quire_svg_move(pen, v) : status;
    /* counter-clockwise where y points up, as circles are in a DXF */
    status =
        status == QUIRE_OK ? quire_svg_ellipse(pen, v, v[2], v[3], 0.0, 0.0, -2.0 * M_PI) : status;
    return status == QUIRE_OK ? quire_svg_end(pen) : status;
}

static const struct {
    const char *element;
    quire_status (*add)(struct quire_svg_pen *pen, const struct quire_node *node);
} shapes[] = {
    {"path", add_path},        {"line", add_line},      {"polyline", add_polyline},
    {"polygon", add_polyline}, {"rect", add_rectangle}, {"circle", add_ellipse},
    {"ellipse", add_ellipse},
};

#define SHAPES (sizeof shapes / sizeof shapes[0])

bool
quire_svg_is_shape(const char *element)
{
    size_t i = 0;
    while (i < SHAPES && strcmp(shapes[i].element, element) != 0) {
        i++;
    }
    return i < SHAPES;
}

quire_status
quire_svg_add_shape(struct quire_svg_pen *pen, const struct quire_node *node)
{
    for (size_t i = 0; i < SHAPES; i++) {
        if (strcmp(shapes[i].element, node->element) == 0) {
            return shapes[i].add(pen, node);
        }
    }
    return QUIRE_OK; /* texts, pictures, definitions */
}

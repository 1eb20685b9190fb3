/* Lines of an SVG: the commands of <path d="">. SVG 1.1, chapter 8 and appendix F.6. */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "cad/svg/svg.h"
#include "geometry/affine.h"
#include "geometry/curve.h"
#include "geometry/curves.h"
#include "geometry/outline.h"
#include "geometry/piece.h"
#include "math/detmath.h"
#include "text/number.h"

#define NUMBER_SIZE 64

quire_status
quire_svg_error(const struct quire_svg_pen *pen, const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const quire_status status =
        quire_diag_verror(pen->diag, "E-DRAWING", quire_drawing_place(pen->options, pen->line),
                          pen->options->object, hint, format, arguments);
    va_end(arguments);
    return status;
}

/* ---- numbers ---- */

static const char *
skip_separators(const char *p)
{
    p += strspn(p, " \t\r\n");
    return *p == ',' ? p + 1 + strspn(p + 1, " \t\r\n") : p;
}

/* the length of the number at p, which may end where the next begins: "1.5.5-2" are three */
static size_t
number_length(const char *p)
{
    size_t n = *p == '+' || *p == '-';
    size_t digits = strspn(p + n, "0123456789");
    n += digits;
    if (p[n] == '.') {
        const size_t more = strspn(p + n + 1, "0123456789");
        digits += more;
        n += 1 + more;
    }
    if (digits > 0 && (p[n] == 'e' || p[n] == 'E')) {
        const size_t sign = p[n + 1] == '+' || p[n + 1] == '-';
        const size_t more = strspn(p + n + 1 + sign, "0123456789");
        n += more > 0 ? 1 + sign + more : 0;
    }
    return digits > 0 ? n : 0;
}

bool
quire_svg_number(const char **text, double *out)
{
    const char *p = skip_separators(*text);
    const size_t n = number_length(p);
    char number[NUMBER_SIZE];
    if (n == 0 || n >= sizeof number) {
        return false;
    }
    memcpy(number, p, n);
    number[n] = '\0';
    const enum quire_number_error error = quire_number_read(out, number, 0, NULL);
    if (error == QUIRE_NUMBER_SMALL) {
        *out = 0.0;
    } else if (error != QUIRE_NUMBER_OK) {
        return false;
    }
    *text = p + n;
    return true;
}

/* ---- the pen ---- */

static quire_status
place_checked(const struct quire_svg_pen *pen, const double p[2], double out[2])
{
    quire_affine_point(pen->m, p, out);
    return quire_drawing_check_point(out, pen->line, pen->options, pen->diag);
}

static quire_status
added(const struct quire_svg_pen *pen, quire_status status)
{
    if (status == QUIRE_ERROR_INPUT) {
        return quire_svg_error(pen, "split it there, or draw a polyline",
                               "a curve has a cusp or no length");
    }
    if (status == QUIRE_ERROR_LIMIT && !quire_curve_is_full(&pen->outline)) {
        return quire_diag_memory_error(pen->diag);
    }
    if (status == QUIRE_ERROR_LIMIT) {
        return quire_diag_error(pen->diag, "E-LIMIT", quire_drawing_place(pen->options, pen->line),
                                pen->options->object, "choose a larger 'tolerance'",
                                "a curve needs more than 10000 arcs");
    }
    return status;
}

quire_status
quire_svg_end(struct quire_svg_pen *pen)
{
    const quire_status status =
        quire_drawing_add(pen->out, &pen->outline, pen->line, pen->options, pen->diag);
    quire_outline_clear(&pen->outline);
    return status;
}

quire_status
quire_svg_move(struct quire_svg_pen *pen, const double to[2])
{
    const quire_status status = quire_svg_end(pen);
    pen->at[0] = pen->first[0] = to[0];
    pen->at[1] = pen->first[1] = to[1];
    return status;
}

/* a line, or the arc with this bulge as seen in the drawing; points that are one draw nothing */
static quire_status
bulge_to(struct quire_svg_pen *pen, const double to[2], double bulge)
{
    double a[2], b[2];
    struct quire_piece piece;
    quire_status status = place_checked(pen, pen->at, a);
    status = status == QUIRE_OK ? place_checked(pen, to, b) : status;
    if (status != QUIRE_OK) {
        return status;
    }
    pen->at[0] = to[0];
    pen->at[1] = to[1];
    const double dx = b[0] - a[0], dy = b[1] - a[1];
    return sqrt(dx * dx + dy * dy) > QUIRE_DRAWING_RESOLUTION &&
                   quire_bulge_piece(&piece, a, b, bulge)
               ? added(pen, quire_outline_add_piece(&pen->outline, &piece))
               : QUIRE_OK;
}

quire_status
quire_svg_line(struct quire_svg_pen *pen, const double to[2])
{
    return bulge_to(pen, to, 0.0);
}

quire_status
quire_svg_close(struct quire_svg_pen *pen)
{
    return quire_svg_line(pen, pen->first);
}

quire_status
quire_svg_ellipse(struct quire_svg_pen *pen, const double centre[2], double rx, double ry,
                  double tilt, double from, double sweep)
{
    double c[2], e[2], u[2], v[2];
    quire_direction_of(tilt, e);
    quire_status status = place_checked(pen, centre, c);
    for (int i = 0; i < 2; i++) {
        u[i] = rx * (pen->m[i] * e[0] + pen->m[2 + i] * e[1]);
        v[i] = ry * (pen->m[2 + i] * e[0] - pen->m[i] * e[1]);
    }
    status = status == QUIRE_OK ? quire_drawing_check_size(u, pen->line, pen->options, pen->diag)
                                : status;
    status = status == QUIRE_OK ? quire_drawing_check_size(v, pen->line, pen->options, pen->diag)
                                : status;
    return status == QUIRE_OK ? added(pen, quire_ellipse_trace(&pen->outline, c, u, v, from, sweep,
                                                               pen->options->tolerance))
                              : status;
}

/* p[0] is the current point */
static quire_status
bezier(struct quire_svg_pen *pen, double (*p)[2], int degree)
{
    double q[4][2];
    bool is_point = true;
    quire_status status = QUIRE_OK;
    for (int k = 0; k <= degree && status == QUIRE_OK; k++) {
        status = place_checked(pen, p[k], q[k]);
        is_point = is_point && p[k][0] == p[0][0] && p[k][1] == p[0][1];
    }
    pen->at[0] = p[degree][0];
    pen->at[1] = p[degree][1];
    return status == QUIRE_OK && !is_point
               ? added(pen, quire_bezier_trace(&pen->outline, (const double(*)[2])q, degree,
                                               pen->options->tolerance))
               : status;
}

/* the circle is so large that its centre may be out of the drawing */
static bool
is_flat(const struct quire_svg_pen *pen, double radius)
{
    const double *m = pen->m;
    return quire_affine_is_similarity(m) &&
           radius * sqrt(m[0] * m[0] + m[1] * m[1]) > 0.1 * QUIRE_DRAWING_FARTHEST;
}

/* The shorter arc, given the sine of half its angle; counter-clockwise as the element has it, or
 * not. */
static quire_status
flat_arc(struct quire_svg_pen *pen, const double to[2], double sine, bool counter_clockwise)
{
    const bool left = (quire_affine_determinant(pen->m) > 0.0) == counter_clockwise;
    const double bulge = sine / (1.0 + sqrt(1.0 - sine * sine)); /* tan(angle / 4) */
    return bulge_to(pen, to, left ? bulge : -bulge);
}

/* From end points to the centre: appendix F.6.5, with F.6.6 for radii that are too small. v: rx,
 * ry, tilt [deg], large, sweep, x, y. */
static quire_status
arc_to(struct quire_svg_pen *pen, const double v[7])
{
    double rx = fabs(v[0]), ry = fabs(v[1]);
    const double tilt = v[2] * M_PI / 180.0, *a = pen->at, b[2] = {v[5], v[6]};
    if (a[0] == b[0] && a[1] == b[1]) {
        return QUIRE_OK;
    }
    if (!(rx > 0.0) || !(ry > 0.0)) {
        return quire_svg_line(pen, b);
    }
    double e[2];
    quire_direction_of(tilt, e);
    const double h[2] = {0.5 * (a[0] - b[0]), 0.5 * (a[1] - b[1])};
    const double x = e[0] * h[0] + e[1] * h[1], y = e[0] * h[1] - e[1] * h[0];
    const double reach = x * x / (rx * rx) + y * y / (ry * ry);
    if (rx == ry && v[3] == 0.0 && reach < 1.0 && is_flat(pen, rx)) {
        return flat_arc(pen, b, sqrt(reach), v[4] != 0.0);
    }
    const double grow = reach > 1.0 ? sqrt(reach) : 1.0;
    rx *= grow;
    ry *= grow;
    const double part = fmax(0.0, 1.0 / fmin(reach, 1.0) - 1.0);
    const double root = (v[3] == v[4] ? -1.0 : 1.0) * sqrt(part);
    const double cx = root * rx * y / ry, cy = -root * ry * x / rx;
    const double centre[2] = {e[0] * cx - e[1] * cy + 0.5 * (a[0] + b[0]),
                              e[1] * cx + e[0] * cy + 0.5 * (a[1] + b[1])};
    const double from = quire_atan2((y - cy) / ry, (x - cx) / rx),
                 to = quire_atan2((-y - cy) / ry, (-x - cx) / rx);
    double sweep = to - from;
    sweep += v[4] != 0.0 && sweep <= 0.0   ? 2.0 * M_PI
             : v[4] == 0.0 && sweep >= 0.0 ? -2.0 * M_PI
                                           : 0.0;
    pen->at[0] = b[0];
    pen->at[1] = b[1];
    return quire_svg_ellipse(pen, centre, rx, ry, tilt, from, sweep);
}

/* ---- commands ---- */

struct path {
    struct quire_svg_pen *pen;
    const char *at;
    double last[2]; /* control point of the curve before, for S and T */
    char before;    /* the command before, as a capital letter */
};

static const char commands[] = "MLHVCSQTAZ";
static const int n_number[] = {2, 2, 1, 1, 6, 4, 4, 2, 7, 0};

/* the two flags of an arc may stand without a blank before what follows */
static bool
read_flag(const char **text, double *out)
{
    const char *p = skip_separators(*text);
    if (*p != '0' && *p != '1') {
        return false;
    }
    *out = *p - '0';
    *text = p + 1;
    return true;
}

static bool
read_numbers(struct path *path, char command, double v[7])
{
    const int n = n_number[strchr(commands, command) - commands];
    for (int i = 0; i < n; i++) {
        const bool flag = command == 'A' && (i == 3 || i == 4);
        if (!(flag ? read_flag(&path->at, &v[i]) : quire_svg_number(&path->at, &v[i]))) {
            return false;
        }
    }
    return true;
}

/* the current point mirrored control point, where the curve before was of the same sort */
static void
reflect(const struct path *path, const char *sort, double out[2])
{
    const bool smooth = path->before != '\0' && strchr(sort, path->before) != NULL;
    for (int i = 0; i < 2; i++) {
        const double at = path->pen->at[i];
        out[i] = smooth ? 2.0 * at - path->last[i] : at;
    }
}

static quire_status
curve(struct path *path, char command, const double *v)
{
    const int degree = command == 'C' || command == 'S' ? 3 : 2;
    double p[4][2] = {{path->pen->at[0], path->pen->at[1]}};
    int k = 1;
    if (command == 'S' || command == 'T') {
        reflect(path, command == 'S' ? "CS" : "QT", p[k++]);
    }
    for (; k <= degree; k++, v += 2) {
        p[k][0] = v[0];
        p[k][1] = v[1];
    }
    path->last[0] = p[degree - 1][0];
    path->last[1] = p[degree - 1][1];
    return bezier(path->pen, p, degree);
}

/* relative coordinates become absolute */
static void
make_absolute(const struct quire_svg_pen *pen, char command, double v[7])
{
    const int n = n_number[strchr(commands, command) - commands];
    if (command == 'H' || command == 'V') {
        v[0] += pen->at[command == 'V'];
    } else if (command == 'A') {
        v[5] += pen->at[0];
        v[6] += pen->at[1];
    } else {
        for (int i = 0; i < n; i++) {
            v[i] += pen->at[i % 2];
        }
    }
}

static quire_status
draw(struct path *path, char command, const double *v)
{
    struct quire_svg_pen *pen = path->pen;
    switch (command) {
    case 'M': return quire_svg_move(pen, v);
    case 'L': return quire_svg_line(pen, v);
    case 'H': return quire_svg_line(pen, (const double[]){v[0], pen->at[1]});
    case 'V': return quire_svg_line(pen, (const double[]){pen->at[0], v[0]});
    case 'A': return arc_to(pen, v);
    case 'Z': return quire_svg_close(pen);
    default: return curve(path, command, v);
    }
}

static quire_status
bad_path(const struct path *path)
{
    return quire_svg_error(path->pen, NULL, "the path cannot be read from '%.20s' on",
                           path->at[0] != '\0' ? path->at : "its end");
}

quire_status
quire_svg_path(struct quire_svg_pen *pen, const char *d)
{
    struct path path = {.pen = pen, .at = d};
    quire_status status = QUIRE_OK;
    char letter = '\0';
    pen->at[0] = pen->at[1] = 0.0; /* a relative move at the beginning is an absolute one */
    while (status == QUIRE_OK) {
        double v[7] = {0};
        const char *p = skip_separators(path.at);
        if (*p == '\0') {
            return path.before == '\0' ? QUIRE_OK : quire_svg_end(pen);
        }
        const bool is_letter = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z');
        if (is_letter) {
            letter = *p;
            path.at = p + 1;
        } else if (letter == 'M' || letter == 'm') {
            letter = letter == 'M' ? 'L' : 'l'; /* more points behind M are lines */
        }
        const bool relative = letter >= 'a' && letter <= 'z';
        const char command = relative ? (char)(letter - 'a' + 'A') : letter;
        const bool known = command != '\0' && strchr(commands, command) != NULL &&
                           (path.before != '\0' || command == 'M') && (is_letter || command != 'Z');
        if (!known || !read_numbers(&path, command, v)) {
            return bad_path(&path);
        }
        if (relative) {
            make_absolute(pen, command, v);
        }
        status = draw(&path, command, v);
        path.before = command;
    }
    return status;
}

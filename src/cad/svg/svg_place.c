/* Units, viewports and transformations of an SVG. SVG 1.1, chapter 7; CSS Transforms 1. */
#include <math.h>
#include <string.h>

#include "cad/svg/svg.h"
#include "geometry/affine.h"
#include "geometry/piece.h"

/* ---- lengths ---- */

/* what 100 % are: the width, the height, or for radii of circles their root mean square */
static double
whole(const struct quire_svg_pen *pen, const char *name)
{
    const double w = pen->view[0], h = pen->view[1];
    if (strcmp(name, "r") == 0) {
        return sqrt(0.5 * (w * w + h * h));
    }
    return strchr(name, 'y') != NULL || strcmp(name, "height") == 0 ? h : w;
}

quire_status
quire_svg_length(const struct quire_svg_pen *pen, const struct quire_node *node, const char *name,
                 double fallback, double *out)
{
    const char *text = quire_node_get(node, name), *rest = text;
    *out = fallback;
    if (text == NULL || strcmp(text, "auto") == 0) {
        return QUIRE_OK;
    }
    if (!quire_svg_number(&rest, out)) {
        return quire_svg_error(pen, NULL, "%s = '%.40s' is no number", name, text);
    }
    rest += strspn(rest, " \t\r\n");
    if (strcmp(rest, "%") == 0 && !isnan(whole(pen, name))) {
        *out *= whole(pen, name) / 100.0;
        rest++;
    }
    return *rest == '\0' || strcmp(rest, "px") == 0
               ? QUIRE_OK
               : quire_svg_error(pen, "write it without a unit",
                                 "%s = '%.40s' has a unit of its own", name, text);
}

/* a physical length [m]; NaN where there is none: what a pixel is differs between programs */
static double
physical(const char *text)
{
    static const struct {
        const char *word;
        double metre;
    } unit[] = {{"mm", 1e-3},        {"cm", 1e-2},       {"in", 0.0254},
                {"pt", 0.0254 / 72}, {"pc", 0.0254 / 6}, {"Q", 0.25e-3}};
    double number;
    if (text == NULL || !quire_svg_number(&text, &number)) {
        return (double)NAN;
    }
    text += strspn(text, " ");
    for (size_t i = 0; i < sizeof unit / sizeof unit[0]; i++) {
        const size_t n = strlen(unit[i].word);
        if (strncmp(text, unit[i].word, n) == 0 && text[n + strspn(text + n, " ")] == '\0') {
            return number * unit[i].metre;
        }
    }
    return (double)NAN;
}

/* ---- viewports ---- */

/* false: it has none */
static bool
read_view_box(const struct quire_node *node, double v[4])
{
    const char *text = quire_svg_text(node, "viewBox");
    for (int i = 0; i < 4; i++) {
        if (!quire_svg_number(&text, &v[i])) {
            return false;
        }
    }
    return v[2] > 0.0 && v[3] > 0.0;
}

/* preserveAspectRatio */
struct fit {
    bool none, slice;
    double align[2]; /* 0: at the low end, 1: at the high one */
};

static quire_status
read_fit(const struct quire_svg_pen *pen, const struct quire_node *node, struct fit *out)
{
    static const char *const word[] = {"Min", "Mid", "Max"};
    const char *text = quire_svg_text(node, "preserveAspectRatio"), *p = text + strspn(text, " ");
    *out = (struct fit){.align = {0.5, 0.5}};
    if (strncmp(p, "defer ", 6) == 0) {
        p += 6;
    }
    if (strncmp(p, "none", 4) == 0) {
        out->none = true;
        return QUIRE_OK;
    }
    for (int k = 0; k < 2 && *p != '\0'; k++) {
        int i = 0;
        while (i < 3 && (*p != "xY"[k] || strncmp(p + 1, word[i], 3) != 0)) {
            i++;
        }
        if (i == 3) {
            return quire_svg_error(pen, NULL, "preserveAspectRatio = '%.60s' cannot be read", text);
        }
        out->align[k] = 0.5 * i;
        p += 4;
    }
    p += strspn(p, " ");
    out->slice = strcmp(p, "slice") == 0;
    return QUIRE_OK;
}

/* Units by width and height are the same but for rounding; where preserveAspectRatio is said the
 * smaller or the larger one counts. */
static quire_status
find_unit(const struct quire_svg_pen *pen, const struct quire_node *root, double *out)
{
    const double width = physical(quire_svg_value(root, "style:width")),
                 height = physical(quire_svg_value(root, "style:height"));
    double v[4];
    struct fit fit;
    *out = (double)NAN;
    if (!read_view_box(root, v)) {
        return QUIRE_OK;
    }
    const quire_status status = read_fit(pen, root, &fit);
    const double x = width / v[2], y = height / v[3];
    const bool differ = !isnan(y) && fabs(y - x) > 1e-3 * fabs(x);
    *out = !differ ? x : fit.slice ? fmax(x, y) : fmin(x, y);
    if (status == QUIRE_OK && differ &&
        (fit.none || quire_node_get(root, "preserveAspectRatio") == NULL)) {
        return quire_svg_error(pen, "let width and height be in the proportion of the viewBox",
                               "a unit is %g mm by the width, but %g mm by the height", 1e3 * x,
                               1e3 * y);
    }
    return status;
}

static quire_status
report_unit(const struct quire_svg_pen *pen, const struct quire_node *root)
{
    const char *width = quire_svg_value(root, "style:width");
    double v[4];
    const bool box = read_view_box(root, v);
    return quire_diag_error(
        pen->diag, "E-UNIT", quire_drawing_place(pen->options, pen->line), pen->options->object,
        "unit=\"1 mm\" says that it is drawn in millimetres; a pixel is 1/96 inch (0.2645833 mm) "
        "on the web, 1/72 inch (0.3527778 mm) in Illustrator and 1/90 inch before Inkscape 0.92",
        "width%s%.40s%s and viewBox%s of the drawing do not say how long its unit is",
        width != NULL ? " '" : "", width != NULL ? width : "", width != NULL ? "'" : "",
        box ? "" : " (none)");
}

quire_status
quire_svg_begin(struct quire_svg_pen *pen, const struct quire_node *root)
{
    const struct quire_drawing_options *options = pen->options;
    double unit, v[4];
    pen->line = root->place.line;
    const quire_status status = find_unit(pen, root, &unit);
    if (status != QUIRE_OK) {
        return status;
    }
    if (fabs(options->unit - unit) > 1e-3 * unit) { /* widths are rounded; not where one is NaN */
        quire_diag_warning(pen->diag, "W-MODEL", quire_drawing_place(options, pen->line),
                           options->object, NULL,
                           "'unit' is %g mm, but a unit of the drawing is %g mm by its width",
                           1e3 * options->unit, 1e3 * unit);
    }
    unit = isnan(options->unit) ? unit : options->unit;
    if (!(unit > 0.0) || !isfinite(unit)) {
        return report_unit(pen, root);
    }
    const bool box = read_view_box(root, v);
    for (int i = 0; i < 2; i++) {
        pen->view[i] = box ? v[2 + i] : (double)NAN;
    }
    pen->m[0] = unit * options->scale;
    pen->m[3] = -unit * options->scale; /* y points down in an SVG */
    return QUIRE_OK;
}

quire_status
quire_svg_enter_viewport(struct quire_svg_pen *pen, const struct quire_node *node,
                         const struct quire_node *use, double window[6], double size[2])
{
    static const char *const name[] = {"width", "height"};
    double t[6] = QUIRE_AFFINE_IDENTITY, v[4];
    struct fit fit;
    quire_status status = read_fit(pen, node, &fit);
    for (int i = 0; i < 2 && status == QUIRE_OK && strcmp(node->element, "svg") == 0; i++) {
        status = quire_svg_length(pen, node, i == 0 ? "x" : "y", 0.0, &t[4 + i]);
    }
    for (int i = 0; i < 2 && status == QUIRE_OK; i++) {
        const bool by_use = use != NULL && quire_node_get(use, name[i]) != NULL;
        status = quire_svg_length(pen, by_use ? use : node, name[i], pen->view[i], &size[i]);
    }
    if (status == QUIRE_OK && !(size[0] > 0.0 && size[1] > 0.0)) {
        return quire_svg_error(pen, NULL, "the nested <%s> has no width or height", node->element);
    }
    quire_affine_multiply(pen->m, t);
    memcpy(window, pen->m, sizeof t);
    if (!read_view_box(node, v)) {
        pen->view[0] = size[0];
        pen->view[1] = size[1];
        return status;
    }
    const double scale[2] = {size[0] / v[2], size[1] / v[3]};
    const double same = fit.slice ? fmax(scale[0], scale[1]) : fmin(scale[0], scale[1]);
    for (int i = 0; i < 2; i++) {
        const double s = fit.none ? scale[i] : same;
        t[3 * i] = s;
        t[4 + i] = (fit.none ? 0.0 : fit.align[i] * (size[i] - s * v[2 + i])) - s * v[i];
        pen->view[i] = v[2 + i];
    }
    quire_affine_multiply(pen->m, t);
    return status;
}

/* ---- transformations ---- */

/* What functions there are: in attributes (a) and in styles (s), and of what their numbers are. */
static const struct function {
    const char *name;
    int least, most, most_style;
    char of; /* 'n' numbers, 'l' lengths, 'a' angles */
} functions[] = {
    {"matrix", 6, 6, 6, 'n'},     {"translate", 1, 2, 2, 'l'},  {"scale", 1, 2, 2, 'n'},
    {"rotate", 1, 3, 1, 'a'},     {"skewX", 1, 1, 1, 'a'},      {"skewY", 1, 1, 1, 'a'},
    {"translateX", 1, 0, 1, 'l'}, {"translateY", 1, 0, 1, 'l'}, {"scaleX", 1, 0, 1, 'n'},
    {"scaleY", 1, 0, 1, 'n'},
};

/* the matrix of one function with n numbers; false if there is none */
static bool
function_matrix(const struct function *f, const double *v, int n, double t[6])
{
    const bool y = f->name[strlen(f->name) - 1] == 'Y';
    double e[2];
    t[0] = t[3] = 1.0;
    switch (f->name[0] == 's' ? f->name[1] : f->name[0]) {
    case 'm': memcpy(t, v, 6 * sizeof *t); return true;
    case 't':
        t[4] = y ? 0.0 : v[0];
        t[5] = y ? v[0] : n == 2 ? v[1] : 0.0;
        return true;
    case 'c': /* scale */
        t[0] = y ? 1.0 : v[0];
        t[3] = y || f->name[5] == '\0' ? v[n - 1] : 1.0;
        return true;
    case 'r':
        if (n == 2 || !(fabs(v[0]) < 1e6)) {
            return false;
        }
        quire_direction_of(v[0] * M_PI / 180.0, e);
        t[0] = t[3] = e[0];
        t[1] = e[1];
        t[2] = -e[1];
        t[4] = n == 3 ? v[1] - e[0] * v[1] + e[1] * v[2] : 0.0;
        t[5] = n == 3 ? v[2] - e[1] * v[1] - e[0] * v[2] : 0.0;
        return true;
    default: /* skew */
        if (!(fabs(v[0]) < 89.0)) {
            return false;
        }
        quire_direction_of(v[0] * M_PI / 180.0, e);
        t[y ? 1 : 2] = e[1] / e[0];
        return true;
    }
}

/* a style's lengths and angles have units unless they are 0: px and degrees come out */
static bool
take_unit(const char **text, char of, double *value)
{
    static const struct {
        const char *word;
        char of;
        double factor;
    } unit[] = {{"px", 'l', 1.0},
                {"deg", 'a', 1.0},
                {"grad", 'a', 0.9},
                {"rad", 'a', 180.0 / M_PI},
                {"turn", 'a', 360.0}};
    for (size_t i = 0; i < sizeof unit / sizeof unit[0]; i++) {
        const size_t n = strlen(unit[i].word);
        if (unit[i].of == of && strncmp(*text, unit[i].word, n) == 0) {
            *value *= unit[i].factor;
            *text += n;
            return true;
        }
    }
    return of == 'n' || *value == 0.0;
}

/* the next function, as a matrix; false if it cannot be read */
static bool
take_function(const char **text, bool style, double t[6])
{
    const char *p = *text;
    const size_t length = strspn(p, "abcdefghijklmnopqrstuvwxyzXY");
    const struct function *f = functions, *end = functions + sizeof functions / sizeof *functions;
    double v[6] = {0};
    int n = 0;
    while (f < end && (strlen(f->name) != length || memcmp(f->name, p, length) != 0)) {
        f++;
    }
    p += length + strspn(p + length, " \t\r\n");
    if (f == end || *p != '(') {
        return false;
    }
    p++;
    while (n < 6 && quire_svg_number(&p, &v[n])) {
        if (style && !take_unit(&p, f->of, &v[n])) {
            return false;
        }
        n++;
    }
    p += strspn(p, " \t\r\n");
    *text = p + 1;
    return *p == ')' && n >= f->least && n <= (style ? f->most_style : f->most) &&
           function_matrix(f, v, n, t);
}

/* the point about which an element is turned and scaled: "10px 20px" */
static quire_status
read_origin(const struct quire_svg_pen *pen, const struct quire_node *node, double out[2])
{
    const char *text = quire_svg_value(node, "style:transform-origin"), *p = text,
               *box = quire_svg_value(node, "style:transform-box");
    out[0] = out[1] = 0.0;
    if (box != NULL && strcmp(box, "view-box") != 0) {
        return quire_svg_error(pen, "apply the transformation in the drawing program",
                               "transform-box = '%.40s' is not read", box);
    }
    for (int i = 0; i < 2 && text != NULL; i++) {
        if (!quire_svg_number(&p, &out[i])) {
            p = "?";
        }
        p += strncmp(p, "px", 2) == 0 ? 2 : 0;
    }
    return text == NULL || p[strspn(p, " \t\r\n")] == '\0'
               ? QUIRE_OK
               : quire_svg_error(pen, "write it as two lengths in px",
                                 "transform-origin = '%.40s' is not read", text);
}

quire_status
quire_svg_enter(struct quire_svg_pen *pen, const struct quire_node *node)
{
    const char *by_style = quire_node_get(node, "style:transform"),
               *text = by_style != NULL ? by_style : quire_svg_text(node, "transform"),
               *p = text + strspn(text, " ,\t\r\n");
    double origin[2];
    if (*p == '\0' || strcmp(p, "none") == 0) {
        return QUIRE_OK;
    }
    quire_status status = read_origin(pen, node, origin);
    if (status == QUIRE_OK && by_style != NULL && strcmp(node->element, "svg") == 0) {
        return quire_svg_error(pen, "put its lines into a group and transform that",
                               "an <svg> is transformed by its style");
    }
    quire_affine_multiply(pen->m, (const double[]){1.0, 0.0, 0.0, 1.0, origin[0], origin[1]});
    while (*p != '\0' && status == QUIRE_OK) {
        double t[6] = {0};
        if (!take_function(&p, by_style != NULL, t)) {
            return quire_svg_error(pen,
                                   by_style != NULL ? "lengths need px there, angles deg" : NULL,
                                   "transform = '%.60s' cannot be read", text);
        }
        quire_affine_multiply(pen->m, t);
        p += strspn(p, " ,\t\r\n");
    }
    quire_affine_multiply(pen->m, (const double[]){1.0, 0.0, 0.0, 1.0, -origin[0], -origin[1]});
    return status;
}

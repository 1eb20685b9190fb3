/* The elements of an SVG: groups, transformations, shapes. */
#include "cad/svg/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "geometry/affine.h"
#include "geometry/outline.h"
#include "geometry/piece.h"
#include "math/detmath.h"
#include "xml/text/parse.h"

#define DEPTH_LIMIT 16      /* clones of clones */
#define CLONE_LIMIT 1000000 /* elements that are looked at in clones, each time they are shown */

/* An element with an id. */
struct named {
    const char *id;
    const struct quire_node *node;
};

struct quire_svg_index {
    const struct quire_node *root;
    struct named *named; /* (n_named), by id */
    size_t n_named;
    const char **shown; /* (n_shown): ids of what is drawn, in the order of the file */
    size_t n_shown;
};

struct reader {
    struct quire_svg_pen pen;
    const struct quire_svg_index *index;
    int depth;       /* of clones */
    size_t n_cloned; /* elements of clones so far */
    bool found;      /* there is an element with the wanted id */
};

/* ---- attributes ---- */

static const char *
text_of(const struct quire_node *node, const char *name)
{
    const char *text = quire_node_get(node, name);
    return text != NULL ? text : "";
}

/* a length in user units, which are also px; `fallback` where it is missing */
static quire_status
length(const struct reader *r, const struct quire_node *node, const char *name, double fallback,
       double *out)
{
    const char *text = quire_node_get(node, name), *rest = text;
    *out = fallback;
    if (text == NULL) {
        return QUIRE_OK;
    }
    if (!quire_svg_number(&rest, out)) {
        return quire_svg_error(&r->pen, NULL, "%s = '%.40s' is no number", name, text);
    }
    rest += strspn(rest, " ");
    return *rest == '\0' || strcmp(rest, "px") == 0
               ? QUIRE_OK
               : quire_svg_error(&r->pen, "write it without a unit",
                                 "%s = '%.40s' has a unit of its own", name, text);
}

/* a physical length [m]; NaN where there is none */
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
        if (strcmp(text, unit[i].word) == 0) {
            return number * unit[i].metre;
        }
    }
    return (double)NAN;
}

/* ---- units ---- */

/* one user unit [m] by viewBox and width; NaN where they do not tell */
static quire_status
find_unit(const struct reader *r, const struct quire_node *root, double *out)
{
    const double width = physical(quire_node_get(root, "width")),
                 height = physical(quire_node_get(root, "height"));
    const char *box = text_of(root, "viewBox");
    double v[4];
    for (int i = 0; i < 4; i++) {
        if (!quire_svg_number(&box, &v[i])) {
            *out = (double)NAN;
            return QUIRE_OK;
        }
    }
    *out = width / v[2];
    if (!isnan(height) && fabs(height / v[3] - *out) > 1e-3 * fabs(*out)) {
        return quire_svg_error(&r->pen, "let width and height be in the proportion of the viewBox",
                               "a unit is %g mm by the width, but %g mm by the height", 1e3 * *out,
                               1e3 * height / v[3]);
    }
    return QUIRE_OK;
}

static quire_status
settle_unit(struct reader *r, const struct quire_node *root)
{
    const struct quire_drawing_options *options = r->pen.options;
    double unit;
    const quire_status status = find_unit(r, root, &unit);
    if (status != QUIRE_OK) {
        return status;
    }
    unit = isnan(options->unit) ? unit : options->unit;
    if (!(unit > 0.0) || !isfinite(unit)) {
        return quire_diag_error(r->pen.diag, "E-UNIT", quire_drawing_place(options, r->pen.line),
                                options->object,
                                "unit=\"1 mm\" says that it is drawn in millimetres; a pixel of "
                                "the web is 0.2645833 mm",
                                "width and viewBox of the drawing do not say how long its unit is");
    }
    r->pen.m[0] = unit * options->scale;
    r->pen.m[3] = -unit * options->scale; /* y points down in an SVG */
    return QUIRE_OK;
}

/* ---- transformations ---- */

static bool
is_word(const char *text, size_t n, const char *word)
{
    return strlen(word) == n && memcmp(text, word, n) == 0;
}

/* the matrix of one function with n numbers; false if there is none */
static bool
function_matrix(const char *name, size_t length, const double *v, int n, double t[6])
{
    double e[2];
    t[0] = t[3] = 1.0;
    if (is_word(name, length, "matrix") && n == 6) {
        memcpy(t, v, 6 * sizeof *t);
    } else if (is_word(name, length, "translate") && (n == 1 || n == 2)) {
        t[4] = v[0];
        t[5] = n == 2 ? v[1] : 0.0;
    } else if (is_word(name, length, "scale") && (n == 1 || n == 2)) {
        t[0] = v[0];
        t[3] = n == 2 ? v[1] : v[0];
    } else if (is_word(name, length, "rotate") && (n == 1 || n == 3) && fabs(v[0]) < 1e6) {
        quire_direction_of(v[0] * M_PI / 180.0, e);
        t[0] = t[3] = e[0];
        t[1] = e[1];
        t[2] = -e[1];
        t[4] = n == 3 ? v[1] - e[0] * v[1] + e[1] * v[2] : 0.0;
        t[5] = n == 3 ? v[2] - e[1] * v[1] - e[0] * v[2] : 0.0;
    } else if ((is_word(name, length, "skewX") || is_word(name, length, "skewY")) && n == 1 &&
               fabs(v[0]) < 89.0) {
        quire_direction_of(v[0] * M_PI / 180.0, e);
        t[name[4] == 'X' ? 2 : 1] = e[1] / e[0];
    } else {
        return false;
    }
    return true;
}

static quire_status
transform(struct reader *r, const char *text)
{
    const char *p = text + strspn(text, " ,\t\r\n");
    while (*p != '\0') {
        double v[6] = {0}, t[6] = {0};
        const char *name = p;
        const size_t length = strspn(p, "abcdefghijklmnopqrstuvwxyzXY");
        int n = 0;
        p += length + strspn(p + length, " ");
        if (*p == '(') {
            p++;
            while (n < 6 && quire_svg_number(&p, &v[n])) {
                n++;
            }
            p += strspn(p, " \t\r\n");
        }
        if (*p != ')' || !function_matrix(name, length, v, n, t)) {
            return quire_svg_error(&r->pen, NULL, "transform = '%.60s' cannot be read", text);
        }
        quire_affine_multiply(r->pen.m, t);
        p++;
        p += strspn(p, " ,\t\r\n");
    }
    return QUIRE_OK;
}

/* ---- shapes ---- */

/* the lengths named in `names`; those missing are 0 */
static quire_status
lengths(const struct reader *r, const struct quire_node *node, const char *const *names, int n,
        double *out)
{
    quire_status status = QUIRE_OK;
    for (int i = 0; i < n && status == QUIRE_OK; i++) {
        status = length(r, node, names[i], 0.0, &out[i]);
    }
    return status;
}

static quire_status
add_path(struct reader *r, const struct quire_node *node)
{
    return quire_svg_path(&r->pen, text_of(node, "d"));
}

static quire_status
add_line(struct reader *r, const struct quire_node *node)
{
    double v[4];
    quire_status status = lengths(r, node, (const char *const[]){"x1", "y1", "x2", "y2"}, 4, v);
    status = status == QUIRE_OK ? quire_svg_move(&r->pen, v) : status;
    status = status == QUIRE_OK ? quire_svg_line(&r->pen, v + 2) : status;
    return status == QUIRE_OK ? quire_svg_end(&r->pen) : status;
}

static quire_status
add_polyline(struct reader *r, const struct quire_node *node)
{
    const char *points = text_of(node, "points");
    double p[2];
    quire_status status = QUIRE_OK;
    bool first = true;
    while (status == QUIRE_OK && quire_svg_number(&points, &p[0])) {
        if (!quire_svg_number(&points, &p[1])) {
            return quire_svg_error(&r->pen, NULL, "'points' ends between x and y");
        }
        status = first ? quire_svg_move(&r->pen, p) : quire_svg_line(&r->pen, p);
        first = false;
    }
    if (status == QUIRE_OK && points[strspn(points, " ,\t\r\n")] != '\0') {
        return quire_svg_error(&r->pen, NULL, "'points' cannot be read from '%.20s' on", points);
    }
    if (status == QUIRE_OK && strcmp(node->element, "polygon") == 0) {
        status = quire_svg_close(&r->pen);
    }
    return status == QUIRE_OK ? quire_svg_end(&r->pen) : status;
}

/* a quarter of the corner of a rectangle; k from 0, below right, clockwise as seen */
static quire_status
add_corner(struct reader *r, const double *v, const double radius[2], int k)
{
    const bool right = k == 0 || k == 3, below = k < 2;
    const double centre[2] = {right ? v[0] + v[2] - radius[0] : v[0] + radius[0],
                              below ? v[1] + v[3] - radius[1] : v[1] + radius[1]};
    double from[2], to[2];
    quire_direction_of(k * M_PI_2, from);
    quire_direction_of((k + 1) * M_PI_2, to);
    const double begin[2] = {centre[0] + radius[0] * from[0], centre[1] + radius[1] * from[1]};
    quire_status status = k == 0 ? quire_svg_move(&r->pen, begin) : quire_svg_line(&r->pen, begin);
    if (radius[0] > 0.0 && status == QUIRE_OK) {
        status = quire_svg_ellipse(&r->pen, centre, radius[0], radius[1], 0.0, k * M_PI_2, M_PI_2);
        r->pen.at[0] = centre[0] + radius[0] * to[0];
        r->pen.at[1] = centre[1] + radius[1] * to[1];
    }
    return status;
}

static quire_status
add_rectangle(struct reader *r, const struct quire_node *node)
{
    static const char *const names[] = {"x", "y", "width", "height", "rx", "ry"};
    double v[6];
    quire_status status = lengths(r, node, names, 6, v);
    if (status == QUIRE_OK && (!(v[2] > 0.0) || !(v[3] > 0.0) || v[4] < 0.0 || v[5] < 0.0)) {
        return quire_svg_error(&r->pen, NULL, "the rectangle has no width or height");
    }
    v[4] = quire_node_get(node, "rx") != NULL ? v[4] : v[5];
    v[5] = quire_node_get(node, "ry") != NULL ? v[5] : v[4];
    const bool round = v[4] > 0.0 && v[5] > 0.0;
    const double radius[2] = {round ? fmin(v[4], 0.5 * v[2]) : 0.0,
                              round ? fmin(v[5], 0.5 * v[3]) : 0.0};
    for (int k = 0; k < 4 && status == QUIRE_OK; k++) {
        status = add_corner(r, v, radius, k);
    }
    status = status == QUIRE_OK ? quire_svg_close(&r->pen) : status;
    return status == QUIRE_OK ? quire_svg_end(&r->pen) : status;
}

static quire_status
add_ellipse(struct reader *r, const struct quire_node *node)
{
    const bool circle = strcmp(node->element, "circle") == 0;
    double v[4];
    quire_status status = lengths(
        r, node, (const char *const[]){"cx", "cy", circle ? "r" : "rx", circle ? "r" : "ry"}, 4, v);
    if (status == QUIRE_OK && (!(v[2] > 0.0) || !(v[3] > 0.0))) {
        return quire_svg_error(&r->pen, NULL, "the %s has no radius", node->element);
    }
    status = status == QUIRE_OK ? quire_svg_move(&r->pen, v) : status;
    /* counter-clockwise where y points up, as circles are in a DXF */
    status = status == QUIRE_OK ? quire_svg_ellipse(&r->pen, v, v[2], v[3], 0.0, 0.0, -2.0 * M_PI)
                                : status;
    return status == QUIRE_OK ? quire_svg_end(&r->pen) : status;
}

static quire_status
refuse_svg(struct reader *r, const struct quire_node *node)
{
    return quire_svg_error(&r->pen, "draw its lines in the outer <svg>",
                           "<%s> within a drawing is not read", node->element);
}

static const struct {
    const char *element;
    quire_status (*add)(struct reader *r, const struct quire_node *node);
} shapes[] = {
    {"path", add_path},        {"line", add_line},      {"polyline", add_polyline},
    {"polygon", add_polyline}, {"rect", add_rectangle}, {"circle", add_ellipse},
    {"ellipse", add_ellipse},  {"svg", refuse_svg},
};

/* ---- elements ---- */

static bool
is_group(const char *element)
{
    return strcmp(element, "g") == 0 || strcmp(element, "a") == 0 || strcmp(element, "switch") == 0;
}

static bool
is_hidden(const struct quire_node *node)
{
    return strcmp(text_of(node, "display"), "none") == 0 ||
           strstr(text_of(node, "style"), "display:none") != NULL;
}

static quire_status
add_shape(struct reader *r, const struct quire_node *node)
{
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        if (strcmp(shapes[i].element, node->element) == 0) {
            return shapes[i].add(r, node);
        }
    }
    return QUIRE_OK; /* texts, pictures, definitions */
}

static quire_status visit(struct reader *r, const struct quire_node *node, bool wanted);

static int
compare_names(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    return strcmp(x->id, y->id);
}

/* what a <use> shows; NULL if it is not in the file */
static const struct quire_node *
find_original(const struct reader *r, const struct quire_node *node)
{
    const char *href = text_of(node, "href");
    const struct named key = {.id = *href == '#' ? href + 1 : ""};
    const struct named *found =
        r->index->n_named > 0
            ? bsearch(&key, r->index->named, r->index->n_named, sizeof key, compare_names)
            : NULL;
    return found != NULL ? found->node : NULL;
}

static quire_status
check_clone(const struct reader *r, const struct quire_node *clone,
            const struct quire_node *original)
{
    if (original == NULL) {
        return quire_svg_error(&r->pen, NULL, "<use> shows '%.80s', which is not in the drawing",
                               text_of(clone, "href"));
    }
    if (quire_node_get(original, "viewBox") != NULL) {
        return quire_svg_error(&r->pen, "unlink the clone, so that its lines are independent",
                               "<use> shows a <%s> with a viewBox of its own, which is not read",
                               original->element);
    }
    if (r->depth == DEPTH_LIMIT || r->n_cloned > CLONE_LIMIT) {
        return quire_svg_error(&r->pen, "unlink the clone, so that its lines are independent",
                               "<use> shows itself, or too many others");
    }
    return QUIRE_OK;
}

static quire_status
show_clone(struct reader *r, const struct quire_node *node, bool wanted)
{
    const struct quire_node *original = find_original(r, node);
    double t[6] = QUIRE_AFFINE_IDENTITY;
    quire_status status = check_clone(r, node, original);
    status = status == QUIRE_OK ? length(r, node, "x", 0.0, &t[4]) : status;
    status = status == QUIRE_OK ? length(r, node, "y", 0.0, &t[5]) : status;
    if (status == QUIRE_OK) {
        quire_affine_multiply(r->pen.m, t);
        r->depth++;
        status = visit(r, original, wanted);
        r->depth--;
    }
    return status;
}

static quire_status
visit_children(struct reader *r, const struct quire_node *node, bool wanted)
{
    quire_status status = QUIRE_OK;
    for (size_t i = 0; i < node->n_child && status == QUIRE_OK; i++) {
        status = visit(r, node->child[i], wanted);
    }
    return status;
}

/* what is in it is looked at though it is not wanted itself */
static bool
holds_others(const struct reader *r, const struct quire_node *node)
{
    return node->parent == NULL || is_group(node->element) || strcmp(node->element, "use") == 0 ||
           (r->depth > 0 && strcmp(node->element, "symbol") == 0);
}

/* `wanted`: an element around it was asked for. Recursion is bounded by the depth of the file. */
static quire_status
visit(struct reader *r, const struct quire_node *node, bool wanted)
{
    const char *id = quire_node_get(node, "id");
    double m[6];
    quire_status status = QUIRE_OK;
    memcpy(m, r->pen.m, sizeof m);
    if (id != NULL && r->pen.options->layer != NULL) {
        wanted = wanted || strcmp(id, r->pen.options->layer) == 0;
    }
    if (is_hidden(node)) {
        return QUIRE_OK;
    }
    r->n_cloned += r->depth > 0;
    r->found = r->found || wanted;
    r->pen.line = node->place.line;
    const bool holds = holds_others(r, node);
    if (holds || wanted) {
        status = transform(r, text_of(node, "transform"));
    }
    if (status != QUIRE_OK) {
        return status;
    }
    if (strcmp(node->element, "use") == 0) {
        status = show_clone(r, node, wanted);
    } else if (holds) {
        status = visit_children(r, node, wanted);
    } else if (wanted) {
        status = add_shape(r, node);
        quire_outline_clear(&r->pen.outline);
    }
    memcpy(r->pen.m, m, sizeof m);
    return status;
}

static quire_status
read_tree(struct reader *r)
{
    const struct quire_drawing_options *options = r->pen.options;
    const struct quire_node *root = r->index->root;
    r->pen.line = root->place.line;
    quire_status status = settle_unit(r, root);
    status = status == QUIRE_OK ? visit(r, root, options->layer == NULL) : status;
    if (status == QUIRE_OK && !r->found) {
        return quire_drawing_report_layer(r->index->shown, r->index->n_shown,
                                          "nothing that is shown has the id", options, r->pen.diag);
    }
    return status;
}

quire_status
quire_svg_read(struct quire_drawing *out, const struct quire_svg_index *index,
               const struct quire_drawing_options *options, quire_diag *diag)
{
    struct reader r = {.pen = {.out = out, .options = options, .diag = diag}, .index = index};
    const quire_status status = read_tree(&r);
    quire_outline_clear(&r.pen.outline);
    return status;
}

/* ---- what is in a file ---- */

static bool
is_shape(const char *element)
{
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        if (strcmp(shapes[i].element, element) == 0) {
            return true;
        }
    }
    return strcmp(element, "use") == 0;
}

/* elements with an id, and those of them that are drawn; counts them only as long as there are no
 * lists */
static void
gather(struct quire_svg_index *out, const struct quire_node *node, bool drawn)
{
    const char *id = quire_node_get(node, "id");
    const bool group = node->parent == NULL || is_group(node->element);
    drawn = drawn && !is_hidden(node) && (group || is_shape(node->element));
    if (id != NULL && out->named != NULL) {
        out->named[out->n_named] = (struct named){id, node};
    }
    if (id != NULL && drawn && node->parent != NULL && out->shown != NULL) {
        out->shown[out->n_shown] = id;
    }
    out->n_named += id != NULL;
    out->n_shown += id != NULL && drawn && node->parent != NULL;
    for (size_t i = 0; i < node->n_child; i++) {
        gather(out, node->child[i], drawn);
    }
}

static quire_status
make_index(struct quire_svg_index *out, struct quire_arena *arena, quire_diag *diag)
{
    gather(out, out->root, true);
    out->named = quire_arena_get(arena, out->n_named, sizeof *out->named);
    out->shown = quire_arena_get(arena, out->n_shown, sizeof *out->shown);
    out->n_named = out->n_shown = 0;
    if (out->named == NULL || out->shown == NULL) {
        return quire_diag_memory_error(diag);
    }
    gather(out, out->root, true);
    if (out->n_named > 0) {
        qsort(out->named, out->n_named, sizeof *out->named, compare_names);
    }
    return QUIRE_OK;
}

quire_status
quire_svg_look(struct quire_svg_index **out, const char *bytes, size_t size,
               const struct quire_drawing_options *options, struct quire_arena *arena,
               quire_diag *diag)
{
    struct quire_svg_index *index = *out = quire_arena_get(arena, 1, sizeof *index);
    struct quire_node *root = NULL;
    if (index == NULL) {
        return quire_diag_memory_error(diag);
    }
    const quire_status status =
        quire_xml_parse_foreign(&root, bytes, size, options->file, arena, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    index->root = root;
    if (strcmp(root->element, "svg") != 0) {
        return quire_diag_error(diag, "E-DRAWING", quire_drawing_place(options, root->place.line),
                                options->object, "a drawing is a DXF or an SVG",
                                "the root element is <%.40s>, not <svg>", root->element);
    }
    return make_index(index, arena, diag);
}

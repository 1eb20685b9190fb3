/* The elements of an SVG: which of them are shown, and which are wanted. */
#include "cad/svg/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "geometry/affine.h"
#include "geometry/outline.h"
#include "geometry/piece.h"
#include "text/number.h"
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
    const char **shown; /* (n_shown): names of what is drawn, in the order of the file */
    size_t n_shown;
};

struct reader {
    struct quire_svg_pen pen;
    const struct quire_svg_index *index;
    bool by_label;   /* no element has the wanted name for its id */
    bool wanted;     /* an element around the next one was asked for */
    bool visible;    /* what the next element inherits */
    int depth;       /* of clones */
    size_t n_cloned; /* elements of clones so far */
    bool found;      /* something that is shown has the wanted name */
    bool cut;        /* that something is cut off was reported */
};

static bool
is_element(const struct quire_node *node, const char *name)
{
    return strcmp(node->element, name) == 0;
}

/* ---- names ---- */

/* the name that a program has shown to who drew it; NULL: none but the id */
static const char *
label_of(const struct quire_node *node)
{
    static const char *const name[] = {"inkscape:label", "data-name", "serif:id"};
    const char *label = NULL;
    for (size_t i = 0; i < sizeof name / sizeof name[0] && label == NULL; i++) {
        label = quire_node_get(node, name[i]);
    }
    return label;
}

static int
compare_names(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    return strcmp(x->id, y->id);
}

static const struct quire_node *
find_id(const struct quire_svg_index *index, const char *id)
{
    const struct named key = {.id = id};
    const struct named *found =
        index->n_named > 0 ? bsearch(&key, index->named, index->n_named, sizeof key, compare_names)
                           : NULL;
    return found != NULL ? found->node : NULL;
}

static bool
is_asked_for(const struct reader *r, const struct quire_node *node)
{
    const char *name = r->by_label ? label_of(node) : quire_node_get(node, "id");
    return name != NULL && r->pen.options->layer != NULL &&
           strcmp(name, r->pen.options->layer) == 0;
}

/* ---- what is shown ---- */

static bool
is_group(const struct quire_node *node)
{
    return is_element(node, "g") || is_element(node, "a") || is_element(node, "switch") ||
           is_element(node, "svg");
}

/* whether a property has this word for its value */
static bool
is_said(const struct quire_node *node, const char *name, const char *word)
{
    const char *text = quire_svg_value(node, name);
    const size_t n = strlen(word);
    text = text != NULL ? text + strspn(text, " \t\r\n") : "";
    return strncasecmp(text, word, n) == 0 && text[n + strspn(text + n, " \t\r\n")] == '\0';
}

static bool
is_hidden(const struct quire_node *node)
{
    return is_said(node, "style:display", "none") ||
           quire_node_get(node, "requiredExtensions") != NULL;
}

/* `inherited` unless the element says otherwise */
static bool
is_visible(const struct quire_node *node, bool inherited)
{
    return (inherited || is_said(node, "style:visibility", "visible") ||
            is_said(node, "style:visibility", "initial")) &&
           !is_said(node, "style:visibility", "hidden") &&
           !is_said(node, "style:visibility", "collapse");
}

/* styles that would form or move it and are not read */
static quire_status
check_styles(const struct reader *r, const struct quire_node *node)
{
    static const char *const refused[] = {"style:translate", "style:rotate", "style:scale",
                                          "style:offset-path", "style:zoom"},
                             *const forms[] = {"style:d",     "style:x",     "style:y",  "style:cx",
                                               "style:cy",    "style:r",     "style:rx", "style:ry",
                                               "style:width", "style:height"};
    const bool shape = !is_group(node) || (is_element(node, "svg") && node->parent != NULL);
    const size_t n = sizeof refused / sizeof refused[0], m = sizeof forms / sizeof forms[0];
    for (size_t i = 0; i < n + (shape ? m : 0); i++) {
        const char *name = i < n ? refused[i] : forms[i - n];
        const char *text = quire_node_get(node, name);
        if (text != NULL && strcmp(text, "none") != 0 && strcmp(text, "auto") != 0) {
            return quire_svg_error(&r->pen, "write it as an attribute, or as 'transform'",
                                   "the style '%s: %.40s' is not read", name + strlen("style:"),
                                   text);
        }
    }
    static const char *const words[] = {"style:display", "style:visibility"};
    for (size_t i = 0; i < 2; i++) {
        const char *text = quire_svg_value(node, words[i]);
        if (text != NULL && strchr(text, '(') != NULL) {
            return quire_svg_error(&r->pen, NULL, "the style '%s: %.40s' is not read",
                                   words[i] + strlen("style:"), text);
        }
    }
    return quire_node_get(node, "systemLanguage") == NULL
               ? QUIRE_OK
               : quire_svg_error(&r->pen, "leave one language in the drawing",
                                 "the visible part depends on the language ('systemLanguage')");
}

/* ---- what is cut off ---- */

static void
warn_of_cut(struct reader *r, const struct quire_node *node, const char *what)
{
    if (!r->cut) {
        quire_diag_warning(
            r->pen.diag, "W-MODEL", quire_drawing_place(r->pen.options, node->place.line),
            r->pen.options->object, "cut the lines themselves",
            "%s cuts lines off where the drawing is shown; they are read whole", what);
    }
    r->cut = true;
}

/* what was added from piece `first` on and reaches out of a window of this size */
static bool
reaches_out(const struct reader *r, size_t first, const double window[6], const double size[2])
{
    const double determinant = quire_affine_determinant(window);
    const struct quire_outline *all = &r->pen.out->pieces;
    for (size_t i = first; i < all->n && fabs(determinant) > 0.0; i++) {
        for (int k = 0; k <= 4; k++) {
            double p[2];
            quire_piece_at(&all->piece[i], 0.25 * k * all->piece[i].length, p, NULL);
            const double x = p[0] - window[4], y = p[1] - window[5];
            const double u = (window[3] * x - window[2] * y) / (determinant * size[0]),
                         v = (window[0] * y - window[1] * x) / (determinant * size[1]);
            if (fmax(fabs(u - 0.5), fabs(v - 0.5)) > 0.5 + 1e-6) {
                return true;
            }
        }
    }
    return false;
}

/* whether a clip path is one rectangle that all that was added lies in, as large as the page */
static bool
is_within_clip(const struct reader *r, const struct quire_node *node, const double m[6],
               size_t first)
{
    static const char *const name[] = {"x", "y", "width", "height"};
    const char *text = quire_svg_value(node, "style:clip-path");
    char id[200];
    if (strncmp(text, "url(#", 5) != 0 || strcspn(text + 5, ")") >= sizeof id) {
        return false;
    }
    quire_number_format(id, sizeof id, "%.*s", (int)strcspn(text + 5, ")"), text + 5);
    const struct quire_node *clip = find_id(r->index, id),
                            *box = clip != NULL && clip->n_child == 1 ? clip->child[0] : NULL;
    if (box == NULL || !is_element(box, "rect") || quire_node_get(clip, "transform") != NULL ||
        quire_node_get(box, "transform") != NULL ||
        quire_node_get(box, "style:transform") != NULL ||
        strcmp(quire_svg_text(clip, "clipPathUnits"), "objectBoundingBox") == 0) {
        return false;
    }
    double window[6], v[4];
    for (int i = 0; i < 4; i++) {
        const char *number = quire_node_get(box, name[i]);
        v[i] = 0.0;
        if (number != NULL && (!quire_svg_number(&number, &v[i]) || *number != '\0')) {
            return false;
        }
    }
    memcpy(window, m, sizeof window);
    quire_affine_multiply(window, (const double[]){1.0, 0.0, 0.0, 1.0, v[0], v[1]});
    return v[2] > 0.0 && v[3] > 0.0 && !reaches_out(r, first, window, v + 2);
}

/* ---- elements ---- */

static quire_status visit(struct reader *r, const struct quire_node *node,
                          const struct quire_node *use);

static quire_status
check_clone(const struct reader *r, const struct quire_node *original, const char *href)
{
    if (original == NULL) {
        return quire_svg_error(&r->pen, NULL, "<use> shows '%.80s', which is not in the drawing",
                               href);
    }
    if (r->depth == DEPTH_LIMIT || r->n_cloned > CLONE_LIMIT) {
        return quire_svg_error(&r->pen, "unlink the clone, so that its lines are independent",
                               "<use> shows itself, or too many others");
    }
    return QUIRE_OK;
}

static quire_status
show_clone(struct reader *r, const struct quire_node *node)
{
    const char *href = quire_node_get(node, "href");
    href = href != NULL ? href : quire_svg_text(node, "xlink:href");
    const struct quire_node *original = *href == '#' ? find_id(r->index, href + 1) : NULL;
    double t[6] = QUIRE_AFFINE_IDENTITY;
    quire_status status = check_clone(r, original, href);
    status = status == QUIRE_OK ? quire_svg_length(&r->pen, node, "x", 0.0, &t[4]) : status;
    status = status == QUIRE_OK ? quire_svg_length(&r->pen, node, "y", 0.0, &t[5]) : status;
    if (status == QUIRE_OK) {
        quire_affine_multiply(r->pen.m, t);
        r->depth++;
        status = visit(r, original, node);
        r->depth--;
    }
    return status;
}

/* of a <switch> the first one that every program can show */
static quire_status
visit_children(struct reader *r, const struct quire_node *node)
{
    const bool one = is_element(node, "switch");
    quire_status status = QUIRE_OK;
    for (size_t i = 0; i < node->n_child && status == QUIRE_OK; i++) {
        if (!one || quire_node_get(node->child[i], "requiredExtensions") == NULL) {
            status = visit(r, node->child[i], NULL);
            i = one ? node->n_child - 1 : i;
        }
    }
    return status;
}

/* a nested <svg> or a <symbol> */
static quire_status
visit_viewport(struct reader *r, const struct quire_node *node, const struct quire_node *use)
{
    const size_t first = r->pen.out->pieces.n;
    double window[6], size[2];
    quire_status status = quire_svg_enter_viewport(&r->pen, node, use, window, size);
    status = status == QUIRE_OK ? visit_children(r, node) : status;
    if (status == QUIRE_OK && !is_said(node, "style:overflow", "visible") &&
        !is_said(node, "style:overflow", "auto") && !r->cut &&
        reaches_out(r, first, window, size)) {
        warn_of_cut(r, node, is_element(node, "svg") ? "a nested <svg>" : "a <symbol>");
    }
    return status;
}

/* symbols are shown by clones alone */
static quire_status
visit_inner(struct reader *r, const struct quire_node *node, const struct quire_node *use)
{
    const bool symbol = use != NULL && is_element(node, "symbol");
    if ((symbol && quire_node_get(node, "viewBox") != NULL) ||
        (is_element(node, "svg") && node->parent != NULL)) {
        return visit_viewport(r, node, use);
    }
    if (is_element(node, "use")) {
        return show_clone(r, node);
    }
    if (is_group(node) || symbol) {
        return visit_children(r, node);
    }
    const quire_status status =
        r->wanted && r->visible ? quire_svg_add_shape(&r->pen, node) : QUIRE_OK;
    quire_outline_clear(&r->pen.outline);
    return status;
}

static bool
is_drawn(const struct quire_node *node, const struct quire_node *use)
{
    return is_group(node) || is_element(node, "use") || quire_svg_is_shape(node->element) ||
           (use != NULL && is_element(node, "symbol"));
}

/* an element that is shown, or a part of one that is */
static quire_status
visit_shown(struct reader *r, const struct quire_node *node, const struct quire_node *use)
{
    const size_t first = r->pen.out->pieces.n;
    double m[6];
    r->visible = is_visible(node, r->visible);
    r->found = r->found || (r->wanted && r->visible);
    r->pen.line = node->place.line;
    quire_status status = check_styles(r, node);
    status = status == QUIRE_OK ? quire_svg_enter(&r->pen, node) : status;
    memcpy(m, r->pen.m, sizeof m);
    status = status == QUIRE_OK ? visit_inner(r, node, use) : status;
    for (int i = 0; i < 2 && status == QUIRE_OK && !r->cut && r->pen.out->pieces.n > first; i++) {
        const char *name = i == 0 ? "style:clip-path" : "style:mask";
        if (quire_svg_value(node, name) != NULL && !is_said(node, name, "none") &&
            (i == 1 || !is_within_clip(r, node, m, first))) {
            warn_of_cut(r, node, name + strlen("style:"));
        }
    }
    return status;
}

/* `use`: what shows it, or NULL. Recursion is bounded by the depth of the file and of clones. Most
 * elements of a drawing are shapes that are not wanted. */
static quire_status
visit(struct reader *r, const struct quire_node *node, const struct quire_node *use)
{
    const bool shape = quire_svg_is_shape(node->element), wanted = r->wanted, visible = r->visible;
    quire_status status = QUIRE_OK;
    r->n_cloned += r->depth > 0;
    r->wanted = r->wanted || is_asked_for(r, node);
    if ((shape ? r->wanted : is_drawn(node, use)) && !is_hidden(node)) {
        double m[6], view[2];
        memcpy(m, r->pen.m, sizeof m);
        memcpy(view, r->pen.view, sizeof view);
        status = visit_shown(r, node, use);
        memcpy(r->pen.m, m, sizeof m);
        memcpy(r->pen.view, view, sizeof view);
    }
    r->wanted = wanted;
    r->visible = visible;
    return status;
}

static quire_status
read_tree(struct reader *r)
{
    const struct quire_drawing_options *options = r->pen.options;
    const struct quire_node *root = r->index->root;
    quire_status status = quire_svg_begin(&r->pen, root);
    status = status == QUIRE_OK ? visit(r, root, NULL) : status;
    if (status == QUIRE_OK && !r->found) {
        return quire_drawing_report_layer(r->index->shown, r->index->n_shown,
                                          "nothing that is shown has the id or label", options,
                                          r->pen.diag);
    }
    return status;
}

quire_status
quire_svg_read(struct quire_drawing *out, const struct quire_svg_index *index,
               const struct quire_drawing_options *options, quire_diag *diag)
{
    struct reader r = {.pen = {.out = out, .options = options, .diag = diag},
                       .index = index,
                       .wanted = options->layer == NULL,
                       .visible = true};
    r.by_label = options->layer != NULL && find_id(index, options->layer) == NULL;
    const quire_status status = read_tree(&r);
    quire_outline_clear(&r.pen.outline);
    return status;
}

/* ---- what is in a file ---- */

/* elements with an id, and the names of those that are drawn; counts them only as long as there are
 * no lists */
static void
gather(struct quire_svg_index *out, const struct quire_node *node, bool drawn, bool visible)
{
    const char *id = quire_node_get(node, "id"), *label = label_of(node);
    const char *name = label != NULL ? label : id;
    drawn = drawn && !is_hidden(node) && is_drawn(node, NULL);
    visible = is_visible(node, visible);
    const bool shown = name != NULL && drawn && visible && node->parent != NULL;
    if (id != NULL && out->named != NULL) {
        out->named[out->n_named] = (struct named){id, node};
    }
    if (shown && out->shown != NULL) {
        out->shown[out->n_shown] = name;
    }
    out->n_named += id != NULL;
    out->n_shown += shown;
    for (size_t i = 0; i < node->n_child; i++) {
        gather(out, node->child[i], drawn, visible);
    }
}

static quire_status
make_index(struct quire_svg_index *out, struct quire_arena *arena, quire_diag *diag)
{
    gather(out, out->root, true, true);
    out->named = quire_arena_get(arena, out->n_named, sizeof *out->named);
    out->shown = quire_arena_get(arena, out->n_shown, sizeof *out->shown);
    out->n_named = out->n_shown = 0;
    if (out->named == NULL || out->shown == NULL) {
        return quire_diag_memory_error(diag);
    }
    gather(out, out->root, true, true);
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
    const quire_status styled = quire_svg_apply_styles(root, options, arena, diag);
    return styled == QUIRE_OK ? make_index(index, arena, diag) : styled;
}

#include "draw/drawing_space.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/drawing_solid.h"
#include "draw/space_points.h"

#define GUTTER  20.0  /* between panels [px] */
#define TALLEST 460.0 /* side and top view together [px] */
#define RIBS    12    /* lines across a sheet */

static const char *const names[] = {"side", "top", "oblique"};

/* ---- layout ---- */

static void
include(void *user, const double r[3])
{
    struct quire_panels *panels = user;
    for (int k = 0; k < QUIRE_PANEL_COUNT; k++) {
        struct quire_frame_box *box = &panels->panel[k].scale.box;
        double u, v;
        quire_panel_project((enum quire_panel_kind)k, r, &u, &v);
        if (isfinite(u) && isfinite(v)) {
            box->x0 = fmin(box->x0, u);
            box->x1 = fmax(box->x1, u);
            box->y0 = fmin(box->y0, v);
            box->y1 = fmax(box->y1, v);
        }
    }
}

static double
wide(const struct quire_panel *p)
{
    return p->scale.box.x1 - p->scale.box.x0;
}

static double
tall(const struct quire_panel *p)
{
    return p->scale.box.y1 - p->scale.box.y0;
}

static void
place(struct quire_panel *p, double x, double y, double width, double height, double factor)
{
    /* the box is as large as the panel, with the machine in its middle */
    const double u = 0.5 * (width / factor - wide(p)), v = 0.5 * (height / factor - tall(p));
    p->x = x;
    p->y = y;
    p->width = width;
    p->height = height;
    p->scale.factor = factor;
    p->scale.box = (struct quire_frame_box){p->scale.box.x0 - u, p->scale.box.y0 - v,
                                            p->scale.box.x1 + u, p->scale.box.y1 + v};
}

bool
quire_panels_lay_out(struct quire_panels *panels, const struct quire_machine *machine,
                     const struct quire_frames *frames, double width)
{
    struct quire_panel *side = &panels->panel[QUIRE_PANEL_SIDE],
                       *top = &panels->panel[QUIRE_PANEL_TOP],
                       *oblique = &panels->panel[QUIRE_PANEL_OBLIQUE];
    const double column = 0.5 * (width - GUTTER);

    for (int k = 0; k < QUIRE_PANEL_COUNT; k++) {
        panels->panel[k].scale.box =
            (struct quire_frame_box){INFINITY, INFINITY, -INFINITY, -INFINITY};
    }
    quire_points_of_machine(machine, quire_machine_reach(machine, frames), include, panels);
    quire_points_of_gates(machine, frames, quire_machine_reach(machine, frames), include, panels);
    quire_points_of_frames(machine, frames, include, panels);
    if (!(wide(side) >= 0)) {
        return false;
    }
    for (int k = 0; k < QUIRE_PANEL_COUNT; k++) { /* something to see around the outermost things */
        struct quire_frame_box *box = &panels->panel[k].scale.box;
        const double margin = 0.02 * fmax(wide(&panels->panel[k]), tall(&panels->panel[k])) + 1e-3;
        *box = (struct quire_frame_box){box->x0 - margin, box->y0 - margin, box->x1 + margin,
                                        box->y1 + margin};
    }
    const double factor =
        fmin(column / fmax(wide(side), wide(top)), TALLEST / (tall(side) + tall(top)));
    const double upper = tall(side) * factor, lower = tall(top) * factor;
    panels->width = width;
    panels->height = upper + lower + GUTTER;
    place(side, 0, 0, column, upper, factor);
    place(top, 0, upper + GUTTER, column, lower, factor);
    place(oblique, column + GUTTER, 0, column, panels->height,
          fmin(column / wide(oblique), panels->height / tall(oblique)));
    return true;
}

/* ---- outlines ---- */

struct point {
    double x, y; /* [px] */
};

/* Points of one thing in one panel. */
struct cloud {
    const struct quire_panel *panel;
    enum quire_panel_kind kind;
    struct point at[2 * QUIRE_DISC_CORNERS];
    size_t n;
};

static struct point
pixel(const struct quire_panel *panel, enum quire_panel_kind kind, const double r[3])
{
    double u, v;
    quire_panel_project(kind, r, &u, &v);
    return (struct point){quire_scale_x(&panel->scale, u), quire_scale_y(&panel->scale, v)};
}

static void
collect(void *user, const double r[3])
{
    struct cloud *cloud = user;
    const struct point p = pixel(cloud->panel, cloud->kind, r);
    if (cloud->n < sizeof cloud->at / sizeof *cloud->at && isfinite(p.x + p.y)) {
        cloud->at[cloud->n++] = p;
    }
}

static int
by_place(const void *left, const void *right)
{
    const struct point *a = left, *b = right;
    return a->x < b->x ? -1 : a->x > b->x ? 1 : a->y < b->y ? -1 : a->y > b->y;
}

static double
turn(const struct point *a, const struct point *b, const struct point *c)
{
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

/* The convex hull (A. M. Andrew, Inf. Process. Lett. 9 (1979) 216); out has room for twice the
 * cloud. */
static size_t
hull(struct cloud *cloud, struct point *out)
{
    size_t n = 0;
    qsort(cloud->at, cloud->n, sizeof *cloud->at, by_place);
    for (int half = 0; half < 2 && cloud->n > 2; half++) {
        const size_t start = n > 0 ? n - 1 : 0;
        n = half == 0 ? 0 : n - 1;
        for (size_t i = 0; i < cloud->n; i++) {
            const struct point *p = &cloud->at[half == 0 ? i : cloud->n - 1 - i];
            while (n >= start + 2 && turn(&out[n - 2], &out[n - 1], p) <= 0) {
                n--;
            }
            out[n++] = *p;
        }
    }
    return n > 1 ? n - 1 : n;
}

static void
add_points(struct quire_text *out, const struct point *at, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        quire_text_format(out, "%c%.2f %.2f", i > 0 ? 'L' : 'M', at[i].x, at[i].y);
    }
}

/* ---- the machine ---- */

static void
add_disc(struct quire_text *out, const struct quire_panel *panel, enum quire_panel_kind kind,
         const struct quire_wheel *roller, const struct quire_disc *disc)
{
    struct cloud cloud = {.panel = panel, .kind = kind};
    struct point outline[4 * QUIRE_DISC_CORNERS];
    quire_points_of_disc(roller, disc, collect, &cloud);
    const size_t n = hull(&cloud, outline);
    if (n == 0) {
        return;
    }
    quire_text_format(out, "<path class=\"cylinder%s\" d=\"", roller->turn != 0.0 ? " driven" : "");
    add_points(out, outline, n);
    quire_text_add(out, "Z\"/>\n");
}

/* from its first disc to its last */
static void
add_shaft(struct quire_text *out, const struct quire_panel *panel, enum quire_panel_kind kind,
          const struct quire_machine *machine, const struct quire_wheel *roller, double shift)
{
    struct point end[2];
    for (int k = 0; k < 2; k++) {
        const struct quire_disc
            moved = quire_disc_shifted(
                &machine->disc[roller->disc + (k == 0 ? 0 : roller->n_disc - 1)], shift),
            *d = &moved;
        const double by = k == 0 ? -d->half : d->half;
        end[k] = pixel(panel, kind,
                       (const double[]){roller->x + d->at[0] + by * d->axis[0],
                                        roller->y + d->at[1] + by * d->axis[1],
                                        d->at[2] + by * d->axis[2]});
    }
    if (isfinite(end[0].x + end[0].y + end[1].x + end[1].y)) {
        quire_text_add(out, "<path class=\"shaft\" d=\"");
        add_points(out, end, 2);
        quire_text_add(out, "\"/>\n");
    }
}

static struct point
rim_pixel(const struct quire_panel *panel, enum quire_panel_kind kind,
          const struct quire_polyline *guide, const double at[2], double z)
{
    double r[3];
    quire_guide_point(guide, at, z, r);
    return pixel(panel, kind, r);
}

/* along the guide at z */
static void
add_side(struct quire_text *out, const struct quire_panel *panel, enum quire_panel_kind kind,
         const struct quire_polyline *line, double z)
{
    for (size_t i = 0; i < line->n; i++) {
        const struct point p = rim_pixel(panel, kind, line, line->at[i], z);
        quire_text_format(out, "%c%.2f %.2f", i > 0 ? 'L' : 'M', p.x, p.y);
    }
}

/* its strip from side to side: filled piece by piece, since it may turn over itself, with one
 * outline */
static void
add_guide(struct quire_text *out, const struct quire_panel *panel, enum quire_panel_kind kind,
          const struct quire_polyline *guide, double reach)
{
    double across[2];
    if (!quire_guide_strip(guide, reach, across) || guide->n < 2) {
        return;
    }
    quire_text_add(out, "<path class=\"surface\" d=\"");
    for (size_t i = 0; i + 1 < guide->n; i++) {
        const double *a = guide->at[i], *b = guide->at[i + 1];
        const struct point strip[4] = {rim_pixel(panel, kind, guide, a, across[0]),
                                       rim_pixel(panel, kind, guide, b, across[0]),
                                       rim_pixel(panel, kind, guide, b, across[1]),
                                       rim_pixel(panel, kind, guide, a, across[1])};
        add_points(out, strip, 4);
        quire_text_add(out, "Z");
    }
    quire_text_add(out, "\"/>\n<path class=\"rim\" d=\"");
    for (int k = 0; k < 2; k++) {
        const double *end = guide->at[k == 0 ? 0 : guide->n - 1];
        const struct point across_end[2] = {rim_pixel(panel, kind, guide, end, across[0]),
                                            rim_pixel(panel, kind, guide, end, across[1])};
        add_side(out, panel, kind, guide, across[k]);
        add_points(out, across_end, 2);
    }
    quire_text_add(out, "\"/>\n");
}

/* a side guide between its rims */
static void
add_fence(struct quire_text *out, const struct quire_panel *panel, enum quire_panel_kind kind,
          const struct quire_polyline *guide)
{
    if (guide->n_rim < 2) {
        return;
    }
    quire_text_add(out, "<path class=\"surface\" d=\"");
    for (size_t i = 0; i + 1 < guide->n_rim; i++) {
        const struct point strip[4] = {
            pixel(panel, kind, guide->rim[i][0]), pixel(panel, kind, guide->rim[i + 1][0]),
            pixel(panel, kind, guide->rim[i + 1][1]), pixel(panel, kind, guide->rim[i][1])};
        add_points(out, strip, 4);
        quire_text_add(out, "Z");
    }
    quire_text_add(out, "\"/>\n<path class=\"rim fence\" d=\"");
    for (size_t i = 0; i < 2 * guide->n_rim; i++) { /* along one rim and back along the other */
        const struct point p = i < guide->n_rim
                                   ? pixel(panel, kind, guide->rim[i][0])
                                   : pixel(panel, kind, guide->rim[2 * guide->n_rim - 1 - i][1]);
        quire_text_format(out, "%c%.2f %.2f", i > 0 ? 'L' : 'M', p.x, p.y);
    }
    quire_text_add(out, "Z\"/>\n");
}

static void
add_path(struct quire_text *out, const struct quire_panel *panel, enum quire_panel_kind kind,
         const struct quire_polyline *path)
{
    if (path->n > 1) {
        quire_text_add(out, "<path class=\"path\" d=\"");
        add_side(out, panel, kind, path, 0);
        quire_text_add(out, "\"/>\n");
    }
}

static void
add_roller(struct quire_text *out, const struct quire_panel *panel, enum quire_panel_kind kind,
           const struct quire_machine *machine, const struct quire_wheel *roller, double shift)
{
    if (roller->n_disc > 1) {
        add_shaft(out, panel, kind, machine, roller, shift);
    }
    for (size_t j = 0; j < roller->n_disc; j++) {
        const struct quire_disc disc = quire_disc_shifted(&machine->disc[roller->disc + j], shift);
        add_disc(out, panel, kind, roller, &disc);
    }
}

static void
add_sensor(struct quire_text *out, const struct quire_panel *panel, enum quire_panel_kind kind,
           const struct quire_mark *sensor)
{
    const struct point p =
        pixel(panel, kind, (const double[]){sensor->x, sensor->y, sensor->across});
    if (isfinite(p.x + p.y)) {
        quire_text_format(out, "<circle class=\"eye\" cx=\"%.2f\" cy=\"%.2f\" r=\"2.2\"/>\n", p.x,
                          p.y);
    }
}

static void
add_machine(struct quire_text *out, const struct quire_panel *panel, enum quire_panel_kind kind,
            const struct quire_machine *machine, const struct quire_frames *frames)
{
    const double reach = quire_machine_reach(machine, frames);
    for (size_t i = 0; i < machine->n_guide; i++) {
        if (!machine->guide[i].moves) {
            add_guide(out, panel, kind, &machine->guide[i], reach);
        }
        add_fence(out, panel, kind, &machine->guide[i]);
    }
    for (size_t i = 0; i < machine->n_path; i++) {
        add_path(out, panel, kind, &machine->path[i]);
    }
    for (size_t i = 0; i < machine->n_pressure; i++) {
        add_path(out, panel, kind, &machine->pressure[i]);
    }
    for (size_t i = 0; i < machine->n_roller; i++) {
        /* the others are drawn in each frame */
        if (!(i < frames->n_roller && quire_frames_shifts(frames, i))) {
            add_roller(out, panel, kind, machine, &machine->roller[i], 0);
        }
    }
}

void
quire_panels_style(struct quire_text *out)
{
    quire_text_add(
        out, ".surface{fill:#dfe4ea;fill-opacity:.45}.rim{stroke:#7d8894;stroke-width:.7;stroke-"
             "linejoin:round}.rim.fence{stroke:#4a5a6a;stroke-width:1.2}\n"
             ".cylinder{fill:#e6e6e6;stroke:#555;stroke-width:.8;stroke-linejoin:round}.cylinder."
             "driven{fill:#cfdbe6}\n"
             ".shaft{stroke:#555;stroke-width:1.6}.eye{fill:#c0392b;stroke:#fff;stroke-width:.8}\n"
             ".leaf{fill-opacity:.35;stroke-width:1.6;stroke-linejoin:round}.rib{stroke-width:.5;"
             "stroke-opacity:.7}\n"
             ".panel{fill:#555;font-size:11px;stroke:#fcfcfb;stroke-width:3px;stroke-linejoin:"
             "round;paint-order:stroke}\n");
    quire_drawing_solids_style(out);
}

void
quire_panels_define(struct quire_text *out, const struct quire_panels *panels,
                    const struct quire_machine *machine, const struct quire_frames *frames)
{
    for (int k = 0; k < QUIRE_PANEL_COUNT; k++) {
        const struct quire_panel *p = &panels->panel[k];
        quire_text_format(
            out, "<clipPath id=\"box-%s\"><rect width=\"%.2f\" height=\"%.2f\"/></clipPath>\n",
            names[k], p->width, p->height);
        quire_text_format(out, "<g id=\"machine-%s\" clip-path=\"url(#box-%s)\">\n", names[k],
                          names[k]);
        add_machine(out, p, (enum quire_panel_kind)k, machine, frames);
        quire_text_add(out, "</g>\n");
    }
}

/* ---- sheets ---- */

/* A sheet's nodes in one panel. */
struct leaf {
    const struct quire_panel *panel;
    enum quire_panel_kind kind;
    const int32_t *at;
    size_t n, m; /* stations, columns */
};

static struct point
node(const struct leaf *l, size_t station, size_t column)
{
    const int32_t *at = l->at + 3 * (station * l->m + column);
    return pixel(l->panel, l->kind, (const double[]){1e-6 * at[0], 1e-6 * at[1], 1e-6 * at[2]});
}

static void
add_node(struct quire_text *out, char command, const struct leaf *l, size_t station, size_t column)
{
    const struct point p = node(l, station, column);
    quire_text_format(out, "%c%.2f %.2f", command, p.x, p.y);
}

/* along its left side, over its leading edge, back along its right side, over its trailing edge */
static void
add_outline(struct quire_text *out, const struct leaf *l)
{
    for (size_t i = 0; i < l->n; i++) {
        add_node(out, i > 0 ? 'L' : 'M', l, i, 0);
    }
    for (size_t j = 1; j + 1 < l->m; j++) {
        add_node(out, 'L', l, l->n - 1, j);
    }
    for (size_t i = l->n; i-- > 0;) {
        add_node(out, 'L', l, i, l->m - 1);
    }
    for (size_t j = l->m - 1; j-- > 1;) {
        add_node(out, 'L', l, 0, j);
    }
    quire_text_add(out, "Z");
}

static void
add_ribs(struct quire_text *out, const struct leaf *l)
{
    const size_t every = (l->n + RIBS - 1) / RIBS;
    for (size_t i = every; i + 1 < l->n; i += every) {
        for (size_t j = 0; j < l->m; j++) {
            add_node(out, j > 0 ? 'L' : 'M', l, i, j);
        }
    }
}

static void
add_leaf(struct quire_text *out, const struct leaf *l, const char *colour)
{
    quire_text_format(out, "<path class=\"leaf\" style=\"fill:%s\" stroke=\"%s\" d=\"", colour,
                      colour);
    add_outline(out, l);
    quire_text_format(out, "\"/>\n<path class=\"rib\" stroke=\"%s\" d=\"", colour);
    add_ribs(out, l);
    quire_text_add(out, "\"/>\n");
}

/* guides that move, where they are in a frame */
static void
add_gates(struct quire_text *out, const struct quire_panel *panel, enum quire_panel_kind kind,
          const struct quire_machine *machine, const struct quire_frames *frames, size_t frame)
{
    for (size_t i = 0; i < machine->n_guide; i++) {
        struct quire_polyline moved = {.n = 0};
        if (machine->guide[i].moves &&
            quire_polyline_moved(&moved, &machine->guide[i], frames, frame)) {
            add_guide(out, panel, kind, &moved, quire_machine_reach(machine, frames));
        }
        free(moved.at);
    }
}

void
quire_panels_draw(struct quire_text *out, const struct quire_panels *panels,
                  const struct quire_machine *machine, const struct quire_frames *frames,
                  size_t frame)
{
    for (int k = 0; k < QUIRE_PANEL_COUNT; k++) {
        const struct quire_panel *p = &panels->panel[k];
        quire_text_format(out,
                          "<g transform=\"translate(%.2f %.2f)\">\n<rect class=\"frame\" "
                          "width=\"%.2f\" height=\"%.2f\"/>\n<use href=\"#machine-%s\"/>\n",
                          p->x, p->y, p->width, p->height, names[k]);
        add_gates(out, p, (enum quire_panel_kind)k, machine, frames, frame);
        for (size_t i = 0; i < machine->n_roller && i < frames->n_roller; i++) {
            if (quire_frames_shifts(frames, i)) {
                add_roller(out, p, (enum quire_panel_kind)k, machine, &machine->roller[i],
                           quire_frames_shift(frames, frame, i));
            }
        }
        for (size_t i = 0; i < frames->n_sheet; i++) {
            const struct leaf l = {.panel = p,
                                   .kind = (enum quire_panel_kind)k,
                                   .at = quire_frames_nodes(frames, frame, i),
                                   .n = quire_frames_node_count(frames, i),
                                   .m = frames->column[i]};
            if (l.at != NULL && l.n > 1 && l.m > 1) {
                add_leaf(out, &l, quire_drawing_colour(i));
            }
        }
        quire_drawing_solids(out, (enum quire_panel_kind)k, &p->scale, machine, frames, frame);
        for (size_t i = 0; i < machine->n_sensor; i++) {
            add_sensor(out, p, (enum quire_panel_kind)k, &machine->sensor[i]);
        }
        quire_text_format(out, "<text class=\"panel\" x=\"6\" y=\"14\">%s</text>\n</g>\n",
                          names[k]);
    }
}
